//! The one loop: take the next open node, close it, look at its steps.

use super::order::Order;
use crate::frontier::{Entry, Frontier};
use crate::graph::Graph;
use crate::heuristic::Heuristic;
use crate::node::{NodeId, Step};
use crate::observer::Observer;
use crate::search::{Aim, End, Progress};
use crate::task::Limits;
use crate::workspace::{Marks, Records, State};
use xunlu_map::Cost;

/// All that the loop reads and writes, borrowed for one stretch of work.
pub(crate) struct BestFirst<'a, G: ?Sized, H: ?Sized, O: ?Sized, P, F> {
    pub(crate) graph: &'a G,
    pub(crate) heuristic: &'a H,
    pub(crate) observer: &'a mut O,
    pub(crate) order: P,
    pub(crate) frontier: &'a mut F,
    pub(crate) records: &'a mut Records,
    pub(crate) marks: &'a Marks,
    pub(crate) steps: &'a mut Vec<Step>,
    pub(crate) limits: Limits,
    pub(crate) progress: &'a mut Progress,
}

impl<G, H, O, P, F> BestFirst<'_, G, H, O, P, F>
where
    G: Graph + ?Sized,
    H: Heuristic + ?Sized,
    O: Observer + ?Sized,
    P: Order,
    F: Frontier,
{
    /// Opens the starts.
    pub(crate) fn start(&mut self, starts: impl Iterator<Item = NodeId>) {
        for start in starts {
            assert!(start.0 < self.graph.node_count(), "{start:?} is none of this graph's");
            self.reach(start, NodeId::NONE, Cost::ZERO);
        }
    }

    /// Works until the search ends or `budget` expansions are done.
    pub(crate) fn advance(&mut self, budget: u64) -> Option<End> {
        let stop = self.progress.expansions.saturating_add(budget);
        loop {
            if self.progress.expansions >= self.limits.expansions_max {
                return Some(End::OutOfExpansions);
            }
            if self.progress.expansions >= stop {
                return None;
            }
            let Some(entry) = self.next_open() else {
                return Some(End::Exhausted);
            };
            let (node, g) = (NodeId(entry.node), Cost(entry.g));
            let estimate = self.order.estimate_in(entry.key, g);
            self.observer.closed(node, self.records.parent(node), g, estimate);
            self.records.close(node);
            if self.is_end(node) {
                return Some(End::Reached(node));
            }
            if self.progress.wants_nearest {
                self.remember_if_nearest(node, g);
            }
            self.expand(node, g);
        }
    }

    #[inline]
    fn next_open(&mut self) -> Option<Entry> {
        loop {
            let entry = self.frontier.pop()?;
            if self.records.look(NodeId(entry.node)) == (State::Open, Cost(entry.g)) {
                return Some(entry);
            }
        }
    }

    fn is_end(&self, node: NodeId) -> bool {
        match self.progress.aim {
            Aim::Node(goal) => node == goal,
            Aim::Span { first, count } => node.0.wrapping_sub(first.0) < count,
            Aim::AnyMarked => self.marks.has(node),
            Aim::NoneMarked => !self.marks.has(node),
            Aim::Nothing => false,
        }
    }

    fn remember_if_nearest(&mut self, node: NodeId, g: Cost) {
        let rank = (self.heuristic.estimate(node), g, node);
        if self.progress.nearest.is_none_or(|best| rank < best) {
            self.progress.nearest = Some(rank);
        }
    }

    #[inline]
    fn expand(&mut self, node: NodeId, g: Cost) {
        let mut steps = std::mem::take(self.steps);
        steps.clear();
        self.graph.steps_from(node, &mut steps);
        if self.progress.expansions == 0 {
            let dearest = steps.iter().map(|step| step.cost).max();
            self.frontier.tune(dearest.unwrap_or(Cost::ZERO));
        }
        self.progress.expansions += 1;
        if P::LAST_FIRST {
            for step in steps.iter().rev() {
                self.reach(step.to, node, g + step.cost);
            }
        } else {
            for step in &steps {
                self.reach(step.to, node, g + step.cost);
            }
        }
        *self.steps = steps;
    }

    /// Takes note of a way to a node.
    #[inline]
    fn reach(&mut self, node: NodeId, parent: NodeId, g: Cost) {
        let (state, known) = self.records.look(node);
        if state != State::Unseen && !self.order.replaces(state, known, g) {
            return;
        }
        let h = if P::ESTIMATES { self.heuristic.estimate(node) } else { Cost::ZERO };
        if g + h > self.limits.cost_max || (g + h).is_saturated() {
            self.refuse(g, h);
            return;
        }
        self.records.open(node, parent, g);
        if state == State::Unseen {
            self.observer.opened(node, parent, g, h);
        } else {
            self.observer.improved(node, parent, g, h);
        }
        self.frontier.push(Entry { key: self.order.key(g, h), node: node.0, g: g.0 });
    }

    /// A way that is too dear is not followed; the answer must say so. An estimate of
    /// [`Cost::MAX`] knows that there is no way on, which loses nothing.
    #[cold]
    fn refuse(&mut self, g: Cost, h: Cost) {
        if g.is_saturated() || (!h.is_saturated() && (g + h).is_saturated()) {
            self.progress.lost_too_large = true;
        } else if !h.is_saturated() {
            self.progress.lost_cost = true;
        }
    }
}
