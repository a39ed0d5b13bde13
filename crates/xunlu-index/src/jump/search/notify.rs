//! What an expansion tells whoever watches.

use super::expansion::Expansion;
use crate::jump::numbers::PaddedCell;
use crate::jump::space::JumpNode;
use xunlu_map::{Cost, NodeId};
use xunlu_search::Observer;

impl<O: Observer + ?Sized, const WEIGHTED: bool, const WALLED: bool>
    Expansion<'_, O, WEIGHTED, WALLED>
{
    /// Tells of a path to a jump point that is no better than the one known.
    #[cold]
    #[inline(never)]
    pub(super) fn consider(&mut self, known: &JumpNode, g: u32) {
        let map = self.jumps.map;
        let from = self.space.nodes[self.parent.node.index()].cell;
        let (node, parent) = (map.node_at(known.cell), map.node_at(from));
        self.observer.considered(node, parent, Cost(g), Cost(known.h));
    }

    /// Tells of a path to a jump point that is the first or better than the one known.
    #[inline]
    pub(super) fn notify(&mut self, is_new: bool, cell: PaddedCell, g: u32, h: u32) {
        if !self.observer.hears_anything() {
            return;
        }
        let map = self.jumps.map;
        let from = self.space.nodes[self.parent.node.index()].cell;
        let (node, parent) = (map.node_at(cell), map.node_at(from));
        if is_new {
            self.observer.opened(node, parent, Cost(g), Cost(h));
        } else {
            self.observer.improved(node, parent, Cost(g), Cost(h));
        }
    }

    /// Tells of a node whose successors are about to be found.
    #[inline]
    pub(super) fn notify_closed(&mut self, node: &JumpNode, h: u32) {
        if !self.observer.hears_anything() {
            return;
        }
        let map = self.jumps.map;
        let parent = node.parent().map(|parent| self.space.nodes[parent.index()].cell);
        let parent = parent.map_or(NodeId::NONE, |cell| map.node_at(cell));
        self.observer.closed(map.node_at(node.cell), parent, Cost(node.g), Cost(h));
    }
}
