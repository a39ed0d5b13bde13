//! Graphs of waypoints: DIMACS, GraphML and lists of edges.
//!
//! Each becomes a [`WaypointGraph`](xunlu_map::WaypointGraph) whose waypoints have the names that the file
//! calls them by, in the order in which the file first does. What an edge weighs is counted in
//! straight steps, in hundredths rounded up, so that no path is cheaper than the file says.

mod dimacs;
mod edge_list;
mod graphml;

pub(crate) use dimacs::read as read_dimacs;
pub(crate) use edge_list::read as read_edge_list;
pub(crate) use graphml::read as read_graphml;

use crate::weight;
use xunlu_map::Weight;

/// What a weight must be, for messages.
const WEIGHT: &str = "a weight from 0 to 42949672.95";

/// A decimal number of steps as [`weight::weight_of`] rounds it.
fn weight_of(text: &str) -> Option<Weight> {
    text.parse().ok().and_then(weight::weight_of)
}
