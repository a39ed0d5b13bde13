//! The steps of a search among headings for which turning is a step of its own.

use super::best_first::{Buffered, Rivals, StepSource};
use crate::graph::Graph;
use crate::space::{Records, State};
use crate::step::Step;
use crate::view::{HeadingNumbers, PlainGrid};
use xunlu_map::{Cost, NodeId};

/// The steps of a graph whose nodes are places in several headings.
pub(crate) trait HeadedSteps {
    /// Shows the steps from a node that take no turn.
    fn each_ahead(&mut self, from: NodeId, turns: HeadingNumbers, see: impl FnMut(Step));
}

impl<G: Graph + ?Sized> HeadedSteps for Buffered<'_, G> {
    fn each_ahead(&mut self, from: NodeId, turns: HeadingNumbers, mut see: impl FnMut(Step)) {
        let held = turns.heading_of(from);
        self.each_step(from, NodeId::NONE, |step| {
            let heading = turns.heading_of(step.to);
            if heading == held || [held, heading].contains(&turns.none()) {
                see(step);
            }
        });
    }
}

impl HeadedSteps for PlainGrid<'_> {
    #[inline]
    fn each_ahead(&mut self, from: NodeId, turns: HeadingNumbers, mut see: impl FnMut(Step)) {
        let held = turns.heading_of(from);
        let only = if held == turns.none() { u8::MAX } else { 1 << held };
        self.directed_steps(turns.place_of(from), only, |direction, Step { to, cost }| {
            see(Step { to: turns.node_in(to, direction), cost });
        });
    }
}

/// The same, and from each node but those without heading the turn to the one at its place: whoever paid for
/// a turn may go on as he likes, as if he had no heading yet.
///
/// So of all who come to a place only the cheapest turns, and whoever comes at the cost of a turn more than
/// he leads nowhere.
pub(crate) struct Headed<S> {
    pub(crate) steps: S,
    pub(crate) turns: HeadingNumbers,
}

impl<S: HeadedSteps> StepSource for Headed<S> {
    #[inline]
    fn each_step(&mut self, from: NodeId, _parent: NodeId, mut see: impl FnMut(Step)) {
        self.steps.each_ahead(from, self.turns, &mut see);
        let free = self.turns.free_at(from);
        if free != from {
            see(Step { to: free, cost: self.turns.cost });
        }
    }
}

impl Rivals for HeadingNumbers {
    #[inline(always)]
    fn beat(&self, node: NodeId, g: Cost, records: &Records) -> bool {
        let free = self.free_at(node);
        let (state, least) = records.look(free);
        state != State::Unseen && g >= least && node != free
    }
}
