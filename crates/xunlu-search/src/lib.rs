//! How a graph is searched.
//!
//! A *map* seen by a *mover* is a [`Graph`]; a graph asked a [`Task`], with a [`SearchSpace`] to write
//! in, gives an [`Ended`] search, which may hold a [`Path`].
//!
//! This crate knows no file, clock, thread, random source or log.

mod step;
mod graph;
mod view;
pub mod contract;

mod task;
mod answer;
mod search;
mod route;
mod heuristic;
mod observer;

mod space;
mod frontier;
mod engine;

pub use answer::{Blocked, Ended, Found, Limit, Outcome, Path, PathEnd};
pub use engine::alternatives::{CheapestPaths, alternatives};
pub use engine::turning::{TurningSearch, TurningSpace};
pub use engine::two_way::{TwoWaySearch, two_way_search};
pub use graph::{Backward, Graph, ReverseGraph};
pub use heuristic::{
    Estimate, GridEstimate, Grids, Heuristic, HexEstimate, NoHeuristic, TurningEstimate,
    TurnsAhead, WaypointEstimate, WaypointScale, rects_around,
};
pub use observer::{Event, EventKind, NoObserver, Observer, Recorder};
pub use route::{
    Course, LOOK_AHEAD, Pace, Position, Route, RouteError, SightCheck, StraightPath, Walk,
    cell_point, centre_shift, hex_point, pull_string, pull_string_on_layers, smooth,
    smooth_on_layers, theta_star,
};
pub use search::{Search, search};
pub use space::SearchSpace;
pub use step::Step;
pub use task::{Ends, Limits, Order, Target, Task, Ties};
pub use view::{
    GridView, HeadingNumbers, Headings, HexView, LayersView, LinkTable, Linked, NeighbourBlock,
    NeighbourRow, NodeLink, Permit, Places, PlainGrid, Restricted, Sense, Turning, WaypointView,
};
