//! xunlu (寻路, "to find the way"): pathfinding for games, behind one door.
//!
//! A [`Map`] with a [`Mover`] on it is a [`World`]; a world asked a [`Query`], with a [`Workspace`] to
//! think in, gives an [`Answer`], and an answer may hold a [`Path`]. What a world can be asked, a
//! [`Snapshot`] of it can be asked as well: those are the same methods.
//!
//! ```
//! use xunlu::{Goal, Grid, Outcome, Place, Query, Terrain, Workspace, World};
//!
//! let mut world = World::new("..#..\n..#..\n.....".parse::<Grid>()?)?;
//! let mut workspace = Workspace::new();
//!
//! // The nearest of two chests.
//! let query = Query::to((0, 0), Goal::any_of([(4, 0), (4, 2)]));
//! let answer = world.find(&query, &mut workspace)?;
//! assert_eq!(answer.path().unwrap().end(), Some(Place::cell(4, 2)));
//!
//! // The gap is walled up: no search is needed to know that there is none.
//! world.set((2, 2), Terrain::WALL)?;
//! let answer = world.find(&query, &mut workspace)?;
//! assert_eq!((answer.outcome, answer.expansions), (Outcome::Unreachable, 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to look
//!
//! | to | look at |
//! | --- | --- |
//! | draw or build a map | [`Grid`], [`HexGrid`], [`Layers`], [`WaypointGraph`]; how each is drawn is told in [`map::text`], makers of maps stand in [`map::make`] |
//! | say how somebody moves and what the ground costs them | [`Mover`], [`Terrain`], [`Weight`] |
//! | ask | [`Snapshot::find`], [`Query`], [`Goal`], [`Limits`] |
//! | read what comes back | [`Answer`], [`Outcome`], [`Path`] |
//! | ask in slices of a frame | [`Snapshot::begin`], [`Snapshot::advance`], [`Pending`] |
//! | set out before the path is whole | [`Snapshot::settle`], [`Partial`] |
//! | share a frame's budget between many who ask | [`scheduler`] |
//! | move within a budget, know all distances, more paths than one | [`Snapshot::reach`], [`Snapshot::distances`], [`Snapshot::alternatives`] |
//! | let a crowd follow one field | [`Snapshot::field_to`], [`Snapshot::field_from`] |
//! | know why there is no path, and what would have to go | [`Snapshot::explain`], [`explain`] |
//! | ask many questions on many threads | [`Snapshot::batch`] |
//! | heed other units in the way | [`Occupancy`] and [`Snapshot::among`] for many who ask, [`Group`] and [`Passing`] for who passes whom; [`Query::avoiding`] for one question |
//! | follow abilities that change | [`Query::tags`] for keys that come and go, [`View::with_tags`] for ranges and fields with them, [`World::set_mover`] for one who is hurt or learns to swim, [`World::remove_mover`] |
//! | heed danger, fog, noise: a price of one's own | [`Snapshot::find_priced`]; for every other question [`View::priced`] |
//! | play in turns | how far this turn, [`Snapshot::reach`]; and in those after, [`Snapshot::reach_in_turns`]; along a path, [`Snapshot::turns`], [`TurnBudget`], [`Steps`], [`Snapshot::step_costs`] |
//! | go by time, frame by frame | [`Snapshot::walk`], [`Walk`], [`Pace`]; by distance [`Snapshot::route`], [`Route`] |
//! | change the map while the game runs | [`World::set`], [`World::fill`], [`World::set_door`], [`World::add_link`] |
//! | know which paths an edit broke, or whether a path is one | [`watch`], [`Snapshot::check_path`] |
//! | watch a search | [`Snapshot::find_observed`], [`Recorder`], [`Snapshot::place_of`] |
//! | know what an algorithm promises, and which is taken why | [`Algorithm`], [`Snapshot::choose`] |
//! | go straight between any two points: navigation meshes, paths of any angle, rays on polygons | [`mesh`], [`mesh::NavMesh`] |
//! | put obstacles of any outline on ground without cells, move them, take them out | [`mesh::Scene`] |
//! | see along a line, or all that is seen from a cell | [`map::raycast`], [`map::sweep`], [`map::is_visible`]; [`map::VisibleFrom`] |
//! | edit while others ask, on other threads | [`World::snapshot`], [`Snapshot`], [`View`] |
//! | keep what was built beforehand for another world of the same map | [`World::detach_index`], [`World::attach_index`], [`Index`] |
//! | keep, send and replay edits | [`World::apply`], [`Change`] |
//! | bring a search of your own | [`engine`], [`World::add_engine`], [`contract::check_engine`] |
//! | speak JSON | [`wire`], with the feature `wire` |
//! | search a graph of your own | [`search::Graph`], [`search::search`] |
//!
//! # Which to take
//!
//! | for | take |
//! | --- | --- |
//! | the first path | [`Snapshot::path`], one line with a workspace of its own; then [`Snapshot::find`] with a [`Workspace`] that is kept, so that only the path is allocated |
//! | many units to one goal | one [field](Snapshot::field_to) and [`Field::next_step`] for each: 200 units across the dungeon of `examples/maps` take 0.05 ms so, 3.2 ms by `find`, 3.5 ms by a [`scheduler`] (best of 20 rounds, `cargo run --release -p xunlu --example many_to_one`) |
//! | many units to goals of their own, in the frames of a game | a [`scheduler`]: it keeps to the frame's budget, and the near ones first |
//! | many questions at once, and nobody waits for a frame | [`Snapshot::batch`], on all threads |
//! | to ask on other threads while the world is edited | [snapshots](World::snapshot) rather than the world in an `RwLock`: nobody waits for anybody; `examples/edit_while_others_ask.rs` shows it |
//!
//! A dev build searches some fifteen times as long as a release build does, and nearly as fast as that if a
//! game says in its `Cargo.toml` (the same 200 units by `find`: 95 ms without it, 6.4 ms with it):
//!
//! ```toml
//! [profile.dev.package."*"]
//! opt-level = 3
//! ```
//!
//! # The names, in groups
//!
//! What the first hours need stands here by name. The rest is a module away: [`map`] is all of `xunlu-map`,
//! the nouns, and [`search`](mod@search) all of `xunlu-search`, which knows graphs alone.
//!
//! | group | names |
//! | --- | --- |
//! | maps | [`Map`], [`Grid`], [`HexGrid`], [`Layers`], [`WaypointGraph`], [`Terrain`], [`Tags`], [`Exits`], [`Link`], [`LinkId`], [`Door`], [`draw`], [`draw_hexes`] |
//! | places and areas | [`Place`], [`Cell`], [`Hex`], [`LayerCell`], [`WaypointId`], [`Rect`], [`Size`], [`Region`] |
//! | who moves, and prices | [`Mover`], [`MoverId`], [`Corners`], [`Footprint`], [`StepCosts`], [`Cost`], [`Weight`], [`Steps`] |
//! | the world | [`World`], [`WorldId`], [`Snapshot`], [`View`], [`Workspace`], [`Index`], [`Upkeep`] |
//! | roadmaps of maps that stand still | [`roadmap`] |
//! | edits | [`Change`], [`Edit`], [`Revision`], [`watch`] |
//! | questions | [`Query`], [`Goal`], [`Avoid`], [`Algorithm`], [`Promise`], [`Estimate`], [`Ties`], [`Limits`], [`Pending`], [`Partial`], [`scheduler`] |
//! | answers | [`Answer`], [`Outcome`], [`Found`], [`Path`], [`Blocked`], [`PathEnd`], [`Limit`], [`Choice`], [`Reason`], [`Alternatives`], [`explain`] |
//! | ranges and fields | [`Reach`], [`Reached`], [`Field`], [`FieldDirection`] |
//! | other units | [`Occupancy`], [`Unit`], [`UnitId`], [`Group`], [`Passing`] |
//! | turns and time | [`TurnBudget`], [`Turns`], [`TurnReach`], [`Walk`], [`Pace`], [`Route`], [`Drawn`] |
//! | errors | [`WorldError`], [`WorldErrorKind`], [`MapError`], [`PathFault`] |
//! | watching and extending | [`Recorder`], [`engine`], [`contract`], [`wire`] |
//!
//! Programs to paste stand in `examples/`, and three games to play in a terminal in `examples/games/`:
//! `cargo run --release -p xunlu --example skirmish` (turns, ranges, units in the way), `tower_defence`
//! (would this wall cut the map, one field for all) and `stealth` (sight, prices of danger, a door and its
//! key).
//!
//! # What it does not do
//!
//! It reads no files (`xunlu-format` does) and knows no clock: how much work a frame may do, its
//! caller says. It moves nobody about: it says where to go, and what walks there is the
//! game's.
//!
#![cfg_attr(not(feature = "wire"), doc = "[`wire`]: https://docs.rs/xunlu/latest/xunlu/wire/")]

// Floor: questions and answers as data
mod ids;
mod algorithm;
mod reason;
mod avoid;
mod unit;
mod query;
mod answer;
mod map_roadmap;
mod workspace;
mod error;

// Floor: what is worked out beforehand
mod graph;
mod standable;
mod ledges;
mod indexes;
mod roadmaps;
mod usage;
mod occupied;
mod tagged;

// Floor: a map as one mover sees it, and the engines
mod price;
mod deadline;
mod restriction;
mod view;
mod avoided;
mod restrict;
mod keys;
mod question;
pub mod engine;
mod tables;

// Floor: what a view can be asked
mod goal;
mod choose;
mod work;
mod find;
mod reach;
mod many;
mod turn_reach;
mod field;
mod sight;
mod alternatives;
pub mod explain;
mod clear_ground;
mod route;
mod check;
mod turns;

// Floor: the world and its snapshots
mod snapshot;
mod occupancy;
mod pending;
mod world;
mod index;
pub mod roadmap;

// Floor: around a world
mod batch;
pub mod scheduler;
pub mod watch;
pub mod contract;
#[cfg(feature = "wire")]
pub mod wire;

#[doc(inline)]
pub use xunlu_map as map;
#[doc(inline)]
pub use xunlu_search as search;

#[doc(inline)]
pub use xunlu_mesh as mesh;

pub use algorithm::{Algorithm, Promise};
pub use alternatives::Alternatives;
pub use answer::{Answer, Choice};
pub use avoid::Avoid;
pub use check::PathFault;
pub use error::{WorldError, WorldErrorKind};
pub use field::{Field, FieldDirection};
pub use ids::{MoverId, WorldId};
pub use index::Index;
pub use occupancy::Occupancy;
pub use pending::{Partial, Pending};
pub use query::{Goal, Query};
pub use reach::{Reach, Reached};
pub use reason::Reason;
pub use route::Drawn;
pub use snapshot::Snapshot;
pub use turn_reach::TurnReach;
pub use turns::{TurnBudget, Turns};
pub use unit::{Group, Passing, Unit, UnitId};
pub use view::View;
pub use workspace::Workspace;
pub use world::World;
pub use xunlu_index::Upkeep;
#[doc(inline)]
pub use xunlu_map::{
    Cell, Change, Corners, Cost, Door, Edit, Exits, Footprint, Grid, Hex, HexGrid, LayerCell,
    Layers, Link, LinkId, Map, MapError, Mover, Place, Rect, Region, Revision, Size, StepCosts,
    Steps, Tags, Terrain, WaypointGraph, WaypointId, Weight, draw, draw_hexes,
};
#[doc(inline)]
pub use xunlu_search::{Estimate, Limit, Limits, Pace, PathEnd, Recorder, Route, Ties, Walk};

/// A [`search::Path`] of places, which is what a world answers with.
pub type Path<P = Place> = search::Path<P>;
/// A [`search::Found`] path of places.
pub type Found<P = Place> = search::Found<P>;
/// The [`search::Outcome`] of a question in places.
pub type Outcome<P = Place> = search::Outcome<P>;
/// A [`search::Blocked`] end, as a place.
pub type Blocked<P = Place> = search::Blocked<P>;
