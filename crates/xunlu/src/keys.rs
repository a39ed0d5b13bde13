//! What can be reached with only some of a mover's tags, known without a search.
//!
//! Ground that asks for tags lies about in few places: doors, gates, fords. Components of a mover without
//! any tags say what is connected between these, and joining them by the places that the tags at hand open
//! costs as much as there are such places, for any set of tags, with no table for each.

use crate::graph::MapGraph;
use crate::occupied::Spread;
use crate::question::GoalNodes;
use crate::tagged::Keys;
use crate::view::View;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use xunlu_map::{Corners, NodeId, StepRule, Tags};
use xunlu_search::{Graph, LinkTable, Places};

/// Parts of the map that are joined, by a place of each.
#[derive(Debug, Default)]
struct Joined {
    above: HashMap<u32, u32, BuildHasherDefault<Spread>>,
}

impl Joined {
    fn root(&self, mut part: u32) -> u32 {
        while let Some(&above) = self.above.get(&part) {
            part = above;
        }
        part
    }

    fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.root(one), self.root(other));
        // The lesser one above, so that it does not matter in which order parts are joined.
        if one != other {
            self.above.insert(one.max(other), one.min(other));
        }
    }
}

impl View<'_> {
    /// Whether steps may lead from a place to any goal for a mover with only these of its tags. If not, none
    /// do.
    pub(crate) fn keys_lead(&self, tags: Tags, start: NodeId, goals: &GoalNodes) -> bool {
        let goals = goals.nodes();
        let Some(Keys { tagged, without }) = self.keys.filter(|_| !goals.is_empty()) else {
            return true;
        };
        if without.has_arcs() {
            return true;
        }
        // The part of the map that a place belongs to, if the tags open it.
        let part_of = |place: NodeId| match without.component_of(place) {
            Some(component) => Some(component.least_node().0),
            None => (self.is_open_to(tags, place) && self.place_graph().can_stand_on(place))
                .then_some(place.0),
        };
        let mut joined = Joined::default();
        let (links, mut steps) = (LinkTable::default(), Vec::new());
        let graph = MapGraph::places(self.map, self.mover, self.standable, &links);
        let cuts_corners = *self.mover.rule() == StepRule::Eight(Corners::Always);
        for place in tagged.places() {
            let Some(part) = part_of(place) else { continue };
            steps.clear();
            graph.steps_from(place, &mut steps);
            for to in steps.iter().map(|step| step.to) {
                // Past a corner that is free one comes by straight steps, too.
                if !cuts_corners && self.beside_diagonal([place, to]).is_some() {
                    continue;
                }
                part_of(to).into_iter().for_each(|to| joined.join(part, to));
            }
        }
        for (_, link) in self.map.links().filter(|(_, link)| link.is_open_to(tags)) {
            let parts = [link.from, link.to].map(|end| self.map.node_at(end).and_then(part_of));
            if let [Some(from), Some(to)] = parts {
                joined.join(from, to);
            }
        }
        let from = part_of(start).map(|part| joined.root(part));
        goals
            .iter()
            .any(|&goal| from.is_some() && part_of(goal).map(|part| joined.root(part)) == from)
    }
}
