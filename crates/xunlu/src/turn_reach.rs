//! How far one comes in several turns: this turn's range, the next one's, and those after.

use crate::error::WorldError;
use crate::reach::flood;
use crate::view::{View, node_of};
use crate::workspace::Workspace;
use std::collections::HashMap;
use xunlu_map::{Allowance, Cost, NodeId, Numbering, Place, Revision};
use xunlu_search::{Limits, Path, Places, Search, Task};

/// The places that a mover reaches within some turns, each with the first turn at whose end it may stand
/// there.
///
/// It borrows nothing of the world and stays what it was when the world is edited; its
/// [`revision`](Self::revision) says for which state of the map it is true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnReach {
    numbering: Numbering,
    states: u32,
    revision: Revision,
    // Every node come to, turn after turn, in each in the order of closing.
    come_to: Vec<ComeTo>,
    // Where those of each turn begin; the start alone is of turn 0.
    begins: Vec<u32>,
    // Of each place to stop at its number, and where among those come to it was reached first.
    by_place: Vec<(NodeId, u32)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ComeTo {
    node: NodeId,
    // Since the turn began.
    spent: Cost,
    // Where its parent stands among those come to; itself for the start.
    parent: u32,
    may_stop: bool,
}

impl View<'_> {
    /// Every place where the mover may stand at the end of one of the next turns, with so much to spend in
    /// each: how far this turn, and how far the turn after. Only whole steps are made, what is left over at
    /// the end of a turn is lost, and among units no turn ends where the mover may pass but not stop.
    ///
    /// That is neither a range of twice the budget, which would carry over what is left, nor what the
    /// [turns](Self::turns) of the cheapest paths say: sometimes a dearer path takes fewer turns.
    ///
    /// ```
    /// use xunlu::{Grid, MoverId, Place, Steps, Workspace, World};
    ///
    /// let world = World::new("...3...".parse::<Grid>()?)?;
    /// let ranges = world.reach_in_turns((0, 0), MoverId::FIRST, Steps(4), 2, &mut Workspace::new())?;
    /// assert_eq!((1..=2).map(|turn| ranges.places_in(turn).count()).collect::<Vec<_>>(), [2, 2]);
    /// assert_eq!(ranges.turn_of((3, 0)), Some(2));
    /// // A range of eight steps would have come to 6,0: it keeps what was left over before the swamp.
    /// assert_eq!(ranges.turn_of((5, 0)), None);
    /// assert_eq!(ranges.stops_to((4, 0)).unwrap(), [2, 4].map(|x| Place::cell(x, 0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// A start where the mover cannot stand leaves it empty. Costs a search for each turn, over no more than
    /// that turn reaches.
    ///
    /// # Errors
    /// When the start lies outside.
    pub fn reach_in_turns(
        &self,
        from: impl Into<Place>,
        each: impl Into<Allowance>,
        turns: u32,
        workspace: &mut Workspace,
    ) -> Result<TurnReach, WorldError> {
        let start = node_of(self.map, "start", from.into())?;
        let limits = Limits::NONE.cost_max(each.into().for_mover(self.mover));
        let restriction = self.restriction_from(start);
        let (graph, states) = (self.graph_for(None, &restriction), self.graph().states());
        let mut reach = TurnReach {
            numbering: Numbering::of(self.map),
            states,
            revision: self.revision(),
            come_to: Vec::new(),
            begins: vec![0],
            by_place: Vec::new(),
        };
        if !self.place_graph().can_stand_on(start) || !self.may_start(&restriction, start) {
            return Ok(reach);
        }
        let mut known = reach.begin(self.graph().start_at(start));
        for _ in 0..turns {
            let Some(rests) = reach.newest_rests() else { break };
            let task = Task { more_starts: rests[1..].to_vec(), limits, ..Task::flood(rests[0]) };
            let (search, order) = flood(&graph, &task, workspace, self.deadline)?;
            let may_stop = |node: NodeId| self.may_end(&restriction, NodeId(node.0 / states));
            reach.add_turn(&search, &order, may_stop, &mut known);
            workspace.search = search.into_space();
        }
        reach.index_places();
        Ok(reach)
    }
}

impl TurnReach {
    /// Returns where among those come to each node to stop at was come to first: as yet the start alone.
    fn begin(&mut self, node: NodeId) -> HashMap<NodeId, u32> {
        self.come_to.push(ComeTo { node, spent: Cost::ZERO, parent: 0, may_stop: true });
        HashMap::from([(node, 0)])
    }

    /// The nodes to stop at that the last turn has come to: whoever stopped anywhere else has seen all that
    /// is near already. Returns `None` if there are none.
    fn newest_rests(&self) -> Option<Vec<NodeId>> {
        let newest = &self.come_to[*self.begins.last()? as usize..];
        let rests: Vec<NodeId> =
            newest.iter().filter(|come_to| come_to.may_stop).map(|come_to| come_to.node).collect();
        (!rests.is_empty()).then_some(rests)
    }

    /// Takes in what the next turn's search has come to. What it has come to by way of a place to stop at
    /// that was known is known, too.
    fn add_turn(
        &mut self,
        search: &Search,
        order: &[NodeId],
        may_stop: impl Fn(NodeId) -> bool,
        known: &mut HashMap<NodeId, u32>,
    ) {
        self.begins.push(self.next());
        let mut known_now = HashMap::new();
        for &node in order {
            let Some(parent) = search.parent_of(node) else {
                known_now.insert(node, known[&node]);
                continue;
            };
            let Some(&parent) = known_now.get(&parent) else { continue };
            let may_stop = may_stop(node);
            if may_stop && known.contains_key(&node) {
                continue;
            }
            let spent = search.cost_to(node).expect("it was heard to be closed");
            let at = self.next();
            self.come_to.push(ComeTo { node, spent, parent, may_stop });
            known_now.insert(node, at);
            if may_stop {
                known.insert(node, at);
            }
        }
    }

    /// The number of what is come to next.
    fn next(&self) -> u32 {
        u32::try_from(self.come_to.len()).expect("fewer nodes are come to than there are")
    }

    /// The first turn at whose end the mover may stand at a place: 0 where it starts. Returns `None` if it
    /// cannot be there so soon, or may pass there but not stop.
    #[must_use]
    #[doc(alias("turn", "turn_at"))]
    pub fn turn_of(&self, place: impl Into<Place>) -> Option<u32> {
        self.position_of(place.into()).map(|position| self.turn_at(position))
    }

    /// The places that this turn adds, cheapest first.
    #[doc(alias("places", "iter", "cells"))]
    pub fn places_in(&self, turn: u32) -> impl Iterator<Item = Place> {
        let begin = self.begins.get(turn as usize).copied();
        let end = self.begins.get(turn as usize + 1).copied();
        let begin = begin.map_or(self.come_to.len(), |begin| begin as usize);
        let end = end.map_or(self.come_to.len(), |end| end as usize);
        (begin..end).filter_map(|position| {
            let place = self.come_to[position].node.0 / self.states;
            let found = self.by_place.binary_search_by_key(&NodeId(place), |&(node, _)| node);
            let is_first = found.is_ok_and(|found| self.by_place[found].1 as usize == position);
            is_first.then(|| self.numbering.place_of(NodeId(place)))
        })
    }

    /// A path that brings the mover to a place in as few turns as can be. Returns `None` if it cannot be
    /// there so soon.
    #[must_use]
    #[doc(alias("path"))]
    pub fn path_to(&self, place: impl Into<Place>) -> Option<Path<Place>> {
        let mut cost = Cost::ZERO;
        let back = self.back_from(self.position_of(place.into())?);
        let mut places: Vec<Place> = back
            .map(|position| {
                let ComeTo { node, spent, parent, .. } = self.come_to[position];
                let is_same = self.turn_at(parent as usize) == self.turn_at(position);
                let before = if is_same { self.come_to[parent as usize].spent } else { Cost::ZERO };
                cost = Cost(cost.0.saturating_add(spent.0 - before.0));
                self.numbering.place_of(NodeId(node.0 / self.states))
            })
            .collect();
        places.reverse();
        Some(Path { places, cost })
    }

    /// Where the mover stands at the end of each turn on that path; last of all at the place itself. Returns
    /// `None` if it cannot be there so soon.
    #[must_use]
    #[doc(alias("stops"))]
    pub fn stops_to(&self, place: impl Into<Place>) -> Option<Vec<Place>> {
        let mut turn = u32::MAX;
        let back = self.back_from(self.position_of(place.into())?);
        let stops = back.filter(|&position| {
            let is_later = self.turn_at(position) < turn;
            turn = self.turn_at(position);
            is_later && turn > 0
        });
        let place_at = |position: usize| NodeId(self.come_to[position].node.0 / self.states);
        let mut stops: Vec<Place> =
            stops.map(|position| self.numbering.place_of(place_at(position))).collect();
        stops.reverse();
        Some(stops)
    }

    /// The revision of the map that it is true for.
    #[must_use]
    pub const fn revision(&self) -> Revision {
        self.revision
    }

    fn position_of(&self, place: Place) -> Option<usize> {
        let node = self.numbering.node_at(place)?;
        let found = self.by_place.binary_search_by_key(&node, |&(node, _)| node).ok()?;
        Some(self.by_place[found].1 as usize)
    }

    fn turn_at(&self, position: usize) -> u32 {
        let begun = self.begins.partition_point(|&begin| begin as usize <= position);
        u32::try_from(begun - 1).expect("turns are counted in 32 bits")
    }

    /// Where those come to stand from one back to the start.
    fn back_from(&self, last: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(last), |&position| {
            let parent = self.come_to[position].parent as usize;
            (parent != position).then_some(parent)
        })
    }

    /// A place's first node is the one of the earliest turn, and in that the cheapest.
    fn index_places(&mut self) {
        let numbered = self.come_to.iter().zip(0..);
        let rests = numbered.filter(|(come_to, _)| come_to.may_stop);
        let by_place = rests.map(|(come_to, at)| (NodeId(come_to.node.0 / self.states), at));
        self.by_place = by_place.collect();
        self.by_place.sort_unstable();
        self.by_place.dedup_by_key(|(node, _)| *node);
    }
}
