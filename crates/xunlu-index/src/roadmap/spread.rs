//! Cheapest ways from one subgoal to others (Dijkstra 1959), in memory that is used again.

use super::graph::Edge;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// No subgoal, no cost.
pub(super) const NONE: u32 = u32::MAX;

/// Ways from one subgoal. All that was reached is forgotten before the next one begins.
#[derive(Debug)]
pub(super) struct Spread {
    open: BinaryHeap<Reverse<(u32, u32)>>,
    costs: Vec<u32>,
    before: Vec<u32>,
    reached: Vec<u32>,
}

/// A subgoal that is next on the way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passed {
    pub(super) subgoal: u32,
    pub(super) cost: u32,
    /// The one before it, or [`NONE`].
    pub(super) before: u32,
}

impl Spread {
    pub(super) fn new(count: u32) -> Spread {
        let none = vec![NONE; count as usize];
        Spread { open: BinaryHeap::new(), costs: none.clone(), before: none, reached: Vec::new() }
    }

    /// Begins anew, from a subgoal.
    pub(super) fn begin(&mut self, from: u32) {
        for subgoal in self.reached.drain(..) {
            self.costs[subgoal as usize] = NONE;
        }
        self.open.clear();
        self.reach(from, 0, NONE);
    }

    /// The nearest one that was not passed yet. Returns `None` if there are no more.
    #[inline]
    pub(super) fn pass(&mut self) -> Option<Passed> {
        loop {
            let Reverse((cost, subgoal)) = self.open.pop()?;
            if cost == self.costs[subgoal as usize] {
                return Some(Passed { subgoal, cost, before: self.before[subgoal as usize] });
            }
        }
    }

    /// Goes on from one that was passed by these edges, to where they lead but one and not beyond a cost.
    #[inline]
    pub(super) fn go_on(&mut self, passed: Passed, edges: &[Edge], but: u32, cost_max: u32) {
        for edge in edges {
            let cost = passed.cost.saturating_add(edge.cost);
            if cost < self.costs[edge.to as usize] && cost <= cost_max && edge.to != but {
                self.reach(edge.to, cost, passed.subgoal);
            }
        }
    }

    /// What the cheapest way costs that was found to a subgoal, or [`NONE`].
    #[inline]
    pub(super) fn cost(&self, subgoal: u32) -> u32 {
        self.costs[subgoal as usize]
    }

    fn reach(&mut self, subgoal: u32, cost: u32, before: u32) {
        let known = &mut self.costs[subgoal as usize];
        if *known == NONE {
            self.reached.push(subgoal);
        }
        *known = cost;
        self.before[subgoal as usize] = before;
        self.open.push(Reverse((cost, subgoal)));
    }
}
