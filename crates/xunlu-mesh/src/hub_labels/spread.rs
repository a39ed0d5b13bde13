//! Shortest ways from one corner to all others along straight pieces (Dijkstra 1959).

use super::corners::{Cone, Corners};
use crate::half_edges::NONE;
use crate::open_list::OpenList;

/// A way that is longer by no more than this part of it counts as equally long: what sums are rounded by.
/// Ways of equal length are many on grids, and to keep all of them would make labels longer.
pub(super) const ABOUT: f64 = 1e-12;

/// What is known of the ways from a corner: the memory is used again.
#[derive(Debug)]
pub(super) struct Spread {
    open: OpenList,
    // For each cone that was come to; infinite for others.
    nearest: Vec<f64>,
    before: Vec<Cone>,
    // For each corner the nearest of its cones that was passed.
    passed: Vec<f64>,
    reached: Vec<Cone>,
}

/// A cone that is passed on a shortest way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passed {
    /// Into which cone of its corner the way goes on.
    pub(super) cone: Cone,
    pub(super) distance: f64,
    /// The cone that it comes from, or [`NONE`] at the start.
    pub(super) before: Cone,
}

impl Spread {
    pub(super) fn new(corners: &Corners) -> Spread {
        let count = corners.cone_count() as usize;
        Spread {
            open: OpenList::default(),
            nearest: vec![f64::INFINITY; count],
            before: vec![NONE; count],
            passed: vec![f64::INFINITY; count / 2],
            reached: Vec::new(),
        }
    }

    /// Goes from a corner everywhere, the nearest first, but on from a cone only if it is told to. A cone is
    /// left out if its corner was passed by a shorter way into the other one: no shortest way turns there so.
    pub(super) fn run(
        &mut self,
        corners: &Corners,
        from: u32,
        mut goes_on: impl FnMut(Passed) -> bool,
    ) {
        for cone in [2 * from, 2 * from + 1] {
            self.reach(cone, 0.0, NONE);
        }
        while let Some((distance, cone)) = self.open.pop() {
            let passed = &mut self.passed[cone as usize / 2];
            if distance > self.nearest[cone as usize] || distance > *passed * (1.0 + ABOUT) {
                continue;
            }
            *passed = passed.min(distance);
            if !goes_on(Passed { cone, distance, before: self.before[cone as usize] }) {
                continue;
            }
            for piece in corners.pieces(cone) {
                let farther = distance + piece.length;
                if farther < self.nearest[piece.cone as usize] {
                    self.reach(piece.cone, farther, cone);
                }
            }
        }
        for cone in self.reached.drain(..) {
            self.nearest[cone as usize] = f64::INFINITY;
            self.passed[cone as usize / 2] = f64::INFINITY;
        }
    }

    fn reach(&mut self, cone: Cone, distance: f64, before: Cone) {
        if self.nearest[cone as usize] == f64::INFINITY {
            self.reached.push(cone);
        }
        self.nearest[cone as usize] = distance;
        self.before[cone as usize] = before;
        self.open.push(distance, cone);
    }
}
