//! What an expansion tells whoever watches, and what lies within the runs it took. Of a search that begins
//! again for the nearest place nothing is told: each node is opened once.

use super::Jumps;
use super::expansion::Expansion;
use super::nearest::Lent;
use crate::jump::index::JumpIndex;
use crate::jump::numbers::{PaddedCell, SearchNode};
use crate::jump::space::JumpNode;
use xunlu_map::{Cost, NodeId};
use xunlu_search::Observer;

impl<'a, O: Observer + ?Sized, const WEIGHTED: bool, const WALLED: bool>
    Expansion<'a, O, WEIGHTED, WALLED>
{
    /// What the expansion reads and writes, for what is the same for whoever watches.
    pub(super) fn lent(&mut self) -> Lent<'_, 'a> {
        Lent { jumps: &mut self.jumps, space: self.space, progress: self.progress }
    }

    /// Tells of a path to a jump point that is no better than the one known.
    #[cold]
    #[inline(never)]
    pub(super) fn consider(&mut self, known: &JumpNode, g: u32, arrival: u32) {
        if self.progress.is_flooding() {
            return;
        }
        let other = JumpNode::reached(known.cell, g, known.h, self.parent.node, arrival);
        let (node, parent) = self.ends_of(&other);
        self.observer.considered(node, parent, Cost(g), Cost(known.h));
    }

    /// Tells of a path to a jump point that is the first or better than the one known.
    #[inline]
    pub(super) fn notify(&mut self, is_new: bool, number: SearchNode) {
        if !self.observer.hears_anything() || self.progress.is_flooding() {
            return;
        }
        let reached = self.space.nodes[number.index()];
        let (node, parent) = self.ends_of(&reached);
        if is_new {
            self.observer.opened(node, parent, Cost(reached.g), Cost(reached.h));
        } else {
            self.observer.improved(node, parent, Cost(reached.g), Cost(reached.h));
        }
    }

    /// Tells of a node whose successors are about to be found.
    #[inline]
    pub(super) fn notify_closed(&mut self, closed: &JumpNode, h: u32) {
        if !self.observer.hears_anything() || self.progress.is_flooding() {
            return;
        }
        let (node, parent) = self.ends_of(closed);
        self.observer.closed(node, parent, Cost(closed.g), Cost(h));
    }

    /// A node and the jump point from which the last jump on the path to it leads there, which may lie within
    /// a run: of that nothing else is told.
    fn ends_of(&self, node: &JumpNode) -> (NodeId, NodeId) {
        let map = self.jumps.map;
        let parent = node.parent().map(|parent| {
            let mut within = Vec::new();
            self.find_within_run(node, parent, &mut within);
            within.last().copied().unwrap_or(self.space.nodes[parent.index()].cell)
        });
        (map.node_at(node.cell), parent.map_or(NodeId::NONE, |cell| map.node_at(cell)))
    }

    /// Finds the cells within the run to a node from its parent, if one leads there.
    pub(super) fn find_within_run(
        &self,
        node: &JumpNode,
        parent: SearchNode,
        within: &mut Vec<PaddedCell>,
    ) {
        let from = self.space.nodes[parent.index()];
        let Jumps { map, index, .. } = self.jumps;
        if let Some(JumpIndex { edges, .. }) = index
            && !WALLED
            && !node.has_no_arrival()
            && !from.has_no_arrival()
        {
            let (there, cost) = ((node.cell, node.arrival()), node.g - from.g);
            let from = (from.cell, from.arrival());
            edges.find_within_run(map, from, there, cost, within);
        }
    }
}
