//! The memory that a search over a hierarchy takes and gives back.

use super::cheaper::Cheaper;
use super::ground::GroundCell;
use super::waypoints::{Leg, Waypoints};
use super::window::Window;
use std::collections::VecDeque;

/// The memory of searches over hierarchies: grows to the largest that it met, then allocates no more.
#[derive(Debug, Default)]
pub struct HierarchySpace {
    pub(super) waypoints: Waypoints,
    pub(super) window: Window,
    // The legs that lie ahead, the next one last, and the search for those that one of them stands for.
    pub(super) legs: Vec<Leg>,
    pub(super) refining: Waypoints,
    // The entrances that the legs led to so far, with the start.
    pub(super) route: Vec<GroundCell>,
    // The cells that a pass is done with, and those after them that were looked at.
    pub(super) cells: Vec<GroundCell>,
    pub(super) ahead: VecDeque<GroundCell>,
    pub(super) piece: Vec<GroundCell>,
    // A piece that was searched for anew, and the path in the window that start and goal share.
    pub(super) anew: Vec<GroundCell>,
    pub(super) beside: Vec<GroundCell>,
    pub(super) cheaper: Cheaper,
}

impl HierarchySpace {
    /// How many bytes it has grown to.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let cells = self.route.capacity()
            + self.cells.capacity()
            + self.ahead.capacity()
            + self.piece.capacity()
            + self.anew.capacity()
            + self.beside.capacity();
        self.waypoints.bytes()
            + self.refining.bytes()
            + self.window.bytes()
            + self.cheaper.bytes()
            + cells * size_of::<GroundCell>()
            + self.legs.capacity() * size_of::<Leg>()
    }
}
