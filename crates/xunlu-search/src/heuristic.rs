//! What a search believes the rest of the path will cost.

use xunlu_map::{Cost, NodeId};

mod grid;
mod hex;
mod waypoints;
mod turning;

mod few;
mod metric;
mod shortcut;

pub use grid::{GridEstimate, Grids, rects_around};
pub use hex::HexEstimate;
pub use metric::Estimate;
pub use turning::{TurningEstimate, TurnsAhead};
pub use waypoints::{WaypointEstimate, WaypointScale};

/// An estimate of the cost from any node to one goal.
///
/// Optimal searches rely on it never being too high (*admissible*) and never dropping by more than
/// a step costs (*consistent*). The ones that views derive are both; your own can be checked with
/// [`check_heuristic`](crate::contract::check_heuristic).
pub trait Heuristic {
    /// The estimate; [`Cost::MAX`] only where the goal cannot be reached at all.
    fn estimate(&self, node: NodeId) -> Cost;

    /// Whether it never drops by more than a step costs. A search that may rely on it uses a faster
    /// open list; one that may not reopens nodes and stays optimal all the same.
    fn is_consistent(&self) -> bool {
        false
    }

    /// Whether it is never too high. By one that may be, a search finds some path, not always the
    /// cheapest, and claims no lower bound.
    fn is_admissible(&self) -> bool {
        true
    }
}

/// Knows nothing: every search with it is a search by cost alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoHeuristic;

impl Heuristic for NoHeuristic {
    #[inline]
    fn estimate(&self, _node: NodeId) -> Cost {
        Cost::ZERO
    }

    fn is_consistent(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests;
