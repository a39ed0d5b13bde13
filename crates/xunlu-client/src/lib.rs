//! Questions about maps, to a pathfinding service or to maps held in the program itself, by one trait.
//!
//! ```
//! use xunlu::{Grid, World, wire};
//! use xunlu_client::{Embedded, Navigator};
//!
//! let embedded = Embedded::new();
//! embedded.hold("yard", World::new("..#.\n....".parse::<Grid>()?)?);
//! // Or a service: Remote::new("tcp://127.0.0.1:8091")?
//! let navigator: &dyn Navigator = &embedded;
//! let query = wire::Query::to("0,0", wire::Goal::At("3,0".to_owned()));
//! let answer = navigator.path("yard", query)?;
//! assert_eq!(answer.path.unwrap().places.len(), 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to look
//!
//! | to | look at |
//! | --- | --- |
//! | ask, wherever the maps are | [`Navigator`], [`Wish`], [`ChangeWish`] |
//! | hold maps in the program | [`Embedded`] |
//! | ask a service, and be known by it | [`Remote`], [`BearerToken`] |
//! | be told of changes, and of what breaks a path | [`Watching`], by [`Remote::watching`] |
//! | ask any number of workers over NATS (feature `nats`) | `OverNats`, `NatsBroker` |
//! | know what may be asked and what is told | [`Ask`], [`Response`], [`Refusal`] |
//! | answer questions on a snapshot of one's own | [`answer`](fn@answer), [`Within`] |
//! | hold a scene, and ask it about points | [`SceneWorld`], [`SceneAsk`], [`answer_scene`] |
//!
//! # What it does not do
//!
//! Without the feature `nats` it needs no runtime: a question waits on the thread that asks. Whoever has
//! thousands at a time asks for many in one ([`Ask::Paths`]), asks from several threads, which share a
//! connection of frames, or writes [`Frame`]s and reads them in a loop of their own.

mod refusal;
mod wire;
mod answering;
mod scene;
mod any;
mod navigator;
mod embedded;
mod again;
mod sent;
mod connection;
mod over_http;
mod over_frames;
mod remote;
mod watching;
#[cfg(feature = "nats")]
mod over_nats;
pub mod contract;

pub use answering::{Within, answer};
pub use any::{AnyChange, AnySnapshot, Spaces, answer_any};
pub use embedded::Embedded;
pub use navigator::{ChangeWish, Navigator, SceneChangeWish, Wish};
#[cfg(feature = "nats")]
pub use over_nats::{NatsBroker, OverNats};
pub use refusal::{Refusal, RefusalKind};
pub use remote::Remote;
pub use scene::{SceneSpace, SceneWorld, answer_scene};
pub use watching::{WatchNews, WatchNumber, Watching};
pub use wire::{
    Ask, AskCall, BearerToken, BreakTold, BrokenTold, Call, CallReply, ChangeCall, ChangeTold,
    Encoding, EventsAsked, FieldAsked, FieldPlace, FieldTold, Frame, MapTold, MapsTold,
    MatrixAsked, MatrixTold, NearestAsked, NearestTold, Numbered, PathWatched, PathsTold, Problem,
    RandomAsked, RandomTold, RaycastAsked, RaycastTold, ReachAsked, Response, SceneArc, SceneAsk,
    SceneChange, SceneChangeCall, SceneDescribeAsked, SceneDescription, SceneDoorChange,
    SceneEventsAsked, SceneFieldAsked, SceneFieldPoint, SceneFieldTold, SceneLine, SceneLink,
    SceneLinkTaken, SceneMatrixAsked, SceneMatrixTold, SceneMoveAsked, SceneNamedPoint,
    SceneNearestAsked, SceneObstacle, SceneOutcome, ScenePath, ScenePathAsked, ScenePathTold,
    ScenePathsTold, ScenePoint, ScenePointTold, ScenePointsTold, SceneRandomAsked,
    SceneRaycastAsked, SceneRaycastTold, SceneTold, Walker, WatchCall, WatchEvent,
};
