//! What is no ground for jumps: ledges, which are cut out of it, seams, and where links begin and end.

use super::{MoveClass, Profile};
use crate::graph::MapGraph;
use crate::indexes::Indexes;
use crate::ledges::{self, LedgeEdit, Ledges};
use crate::standable::Standable;
use xunlu_index::{JumpEdit, JumpMap};
use xunlu_map::{Grid, Map, NodeId};
use xunlu_search::LinkTable;

/// The most ledges of an edit that are taken in one by one; with more of them the maps for jumps are made
/// ready anew, once.
const LEDGES_MAX: usize = 64;

impl MoveClass {
    /// Takes in where the links of a map begin and end, and which ledges there are.
    pub(super) fn set_link_ends(&mut self, map: &Map, ledges: &Ledges) {
        for jumps in &mut self.weighted_jumps {
            make_links_known(jumps, map, ledges);
        }
        if let Some(jumps) = &mut self.jumps {
            let edit = make_links_known(jumps, map, ledges);
            self.hierarchies.iter_mut().for_each(|known| known.touch(&edit));
            self.indexes = Indexes::default();
        }
        if let Some(jumps) = &mut self.hex_jumps {
            jumps.set_link_ends(ends_of_links(map, ledges));
        }
    }

    /// Takes in an edit of the ledges of a map.
    pub(super) fn set_ledges(&mut self, map: &Map, ledges: &Ledges, edit: &LedgeEdit) {
        if edit.nodes.len() > LEDGES_MAX {
            return self.set_link_ends(map, ledges);
        }
        for &node in &edit.nodes {
            self.set_ledge(node, ledges.has(node));
        }
        for node in ledges::all_around(map, &edit.nodes) {
            self.set_link_end(node, is_end_of_links(map, ledges, node));
        }
        if edit.leads_on {
            self.indexes.link_added();
        }
    }

    /// Takes in whether a node is a ledge.
    pub(super) fn set_ledge(&mut self, node: NodeId, is_ledge: bool) {
        for jumps in &mut self.weighted_jumps {
            jumps.set_cut_out(node, is_ledge);
        }
        if let Some(jumps) = &mut self.jumps {
            let edit = jumps.set_cut_out(node, is_ledge);
            self.indexes.repair(jumps, &edit);
            self.hierarchies.iter_mut().for_each(|known| known.touch(&edit));
        }
    }

    /// Takes in whether links begin or end at a node.
    pub(super) fn set_link_end(&mut self, node: NodeId, is_end: bool) {
        for map in &mut self.weighted_jumps {
            map.set_link_end(node, is_end);
        }
        if let Some(map) = &mut self.jumps {
            let edit = map.set_link_end(node, is_end);
            self.indexes.repair(map, &edit);
        }
        if let Some(map) = &mut self.hex_jumps {
            map.set_link_end(node, is_end);
        }
    }
}

impl Profile {
    /// Finds the steps around ledges and over seams, or those of them that may be others by now.
    pub(super) fn find_lone_steps(
        &mut self,
        (map, ledges): (&Map, &Ledges),
        standable: &Standable,
    ) {
        let due = std::mem::take(&mut self.lone_steps_due);
        if ledges.is_empty() || self.jump_costs.is_none() {
            self.lone_steps = None;
            return;
        }
        if self.lone_steps.is_some() && due.is_empty() {
            return;
        }
        let no_links = LinkTable::default();
        let graph = MapGraph::places(map, &self.mover, standable, &no_links);
        let under = self.under.map(|number| standable.under(number));
        let graph = under.map_or(graph, |under| graph.with_ground_under(under));
        let (known, due) = match self.lone_steps.take() {
            Some(known) => (known, due),
            None => (Vec::new(), ledges.ends(map)),
        };
        let steps = ledges.steps(map, &graph, &known, &due);
        self.lone_steps = Some(steps);
    }
}

/// Where the links of a map begin and end, whoever may take them and whether their doors are open, and the
/// steps around its ledges and over its seams.
pub(super) fn ends_of_links(map: &Map, ledges: &Ledges) -> impl Iterator<Item = NodeId> {
    let ends = map.links().flat_map(|(_, link)| [link.from, link.to]);
    ends.filter_map(|end| map.node_at(end)).chain(ledges.ends(map))
}

/// Whether links or steps around ledges or over seams begin or end at a node.
pub(super) fn is_end_of_links(map: &Map, ledges: &Ledges, node: NodeId) -> bool {
    let mut ends = map.links().flat_map(|(_, link)| [link.from, link.to]);
    ledges.are_around(map, node) || ends.any(|end| map.node_at(end) == Some(node))
}

/// Tells a map for jumps what is none of its ground, and how edges are joined. Returns what that changes of
/// its ground.
pub(super) fn make_links_known(jumps: &mut JumpMap, map: &Map, ledges: &Ledges) -> JumpEdit {
    jumps.join_edges(map.grids().iter().map(Grid::wrap));
    let edit = jumps.cut_out(ledges.nodes());
    jumps.set_link_ends(ends_of_links(map, ledges));
    edit
}
