//! The pathfinding service: maps held as snapshots, changed by one writer each, and asked from many threads.
//!
//! ```text
//! doors (http, grpc, frames, ...)  ->  Pool: threads, a clock, one lock  ->  Service: no I/O, no clock, no thread
//!                                      Store: maps and journals on disk       Request in, Job out, Done in, Reply out
//! ```
//!
//! The heart, [`Service`], takes questions and changes and gives out work; it is told the time and whom to
//! answer. So the same code serves sockets ([`Server`]) and stands in a test that has all in its hand:
//!
//! ```
//! use std::time::Duration;
//! use xunlu::{Grid, World, wire};
//! use xunlu_client::{Ask, Response, Spaces};
//! use xunlu_serve::{AtRevision, ClientId, Gone, NoJournal, Request, Service, ServiceLimits};
//!
//! let mut service = Service::new(ServiceLimits::default());
//! let yard = World::new("..#.\n....".parse::<Grid>()?)?;
//! service.hold("yard", yard, Box::new(NoJournal))?;
//!
//! let query: wire::Query = serde_json::from_str(r#"{"from": "0,0", "goal": {"at": "3,0"}}"#)?;
//! let (map, ask) = ("yard".to_owned(), Ask::Path(Box::new(query)));
//! let (client, gone) = (ClientId(1), Gone::default());
//! let request = Request { map, at: AtRevision::Last, ask, client, time: None, gone };
//! service.ask(Duration::ZERO, request, "who asked");
//!
//! let job = service.next(Duration::ZERO).expect("there is something to do");
//! service.done(job.run(&mut Spaces::default(), &|| Duration::ZERO));
//! let (whom, told) = service.told().remove(0);
//! let Ok(Response::Path(answer)) = told else { panic!("a path was asked for") };
//! assert_eq!((whom, answer.path.unwrap().places.len()), ("who asked", 5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to look
//!
//! | to | look at |
//! | --- | --- |
//! | have a server | [`Server::begin`], [`Setup`], [`Running::end`] |
//! | know what may be asked and what is told | [`Ask`], [`Response`], [`Refusal`] |
//! | set it up from a file, the environment and a command line | [`SETTINGS`], [`Given`], `docs/service.md` |
//! | know what is refused when | [`ServiceLimits`], [`RefusalKind`](xunlu_client::RefusalKind) |
//! | have somebody told of changes, and of paths that break | [`Service::watch`], `core/watches.rs` |
//! | say who may do what | [`Tokens`], [`Scope`], `doors/guard.rs` |
//! | have roadmaps baked of maps that stand still | [`Baking`], `core/service/baking.rs` |
//! | see who has whose turn | `core/queue.rs` |
//! | share questions out among machines over NATS | [`NatsSetup`], `docs/nats.md`, `doors/nats.rs` |
//! | see how copies of a map stay the same | `core/replica.rs` |
//! | ask from any language over gRPC | `proto/xunlu/v1/pathfinding.proto`, `doors/grpc.rs` |
//! | see how a change is made, and kept over a crash | `core/writer.rs`, `core/journal.rs`, `core/base.rs`, `store.rs` |
//! | see it hold where disks are full, power goes and maps are replaced, from a seed | `core/simulation.rs` |
//!
//! [`Ask`]: xunlu_client::Ask
//! [`Response`]: xunlu_client::Response
//! [`Refusal`]: xunlu_client::Refusal
//!
//! # What it promises
//!
//! A question runs on one snapshot and names its revision. A change is written down before it is
//! acknowledged, and what cannot be written down is not made. What is full refuses at once, by turns between
//! clients; what has no time left is not begun, and whatever is searched is ended when its time is over. A
//! map whose writer fails is let go of, and the others go on.

mod core;
mod access;
mod tls;
mod log;
mod trace;
mod spans;
mod metrics;
mod pool;
mod baking;
mod taken;
mod store;
mod server;
mod doors;
mod running;
mod settings;
pub mod contract;

pub use access::{Scope, Scopes, Tokens};
pub use baking::Baking;
pub use core::job::{Delivery, Done, Job, JobTicket, Tried};
pub use core::journal::{Chain, Journal, JournalBase, NoJournal};
pub use core::limits::ServiceLimits;
pub use core::queue::ClientId;
pub use core::request::{AtRevision, Gone, Moment, Request};
pub use core::service::{Head, LetGo, Service, ToBake};
pub use core::watches::{WatchAsked, WatchTold};
pub use core::writer::ChangeAsked;
pub use doors::nats::{MapPatterns, NatsSetup};
pub use doors::pages::{PageFile, Pages};
pub use log::Log;
pub use pool::{Awaited, Logging, Pool, Tell, Waking, Workers};
pub use running::{Running, Setup};
pub use server::Server;
pub use settings::{
    Count, Given, SETTINGS, ServiceSettings, Setting, SettingKind, environment_name, text_of,
};
pub use spans::SpanTarget;
pub use store::{Store, SyncPolicy};
pub use tls::Tls;
pub use trace::TraceId;
