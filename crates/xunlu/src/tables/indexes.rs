//! Indexes of the movers of a world: made, or what is lacking of them, where that pays.

use super::{Profile, Tables};
use crate::error::WorldError;
use crate::ids::{MoverId, WorldId};
use crate::indexes::Indexes;
use crate::usage::{IndexPart, Making};
use crate::view::View;
use xunlu_index::{HexJumps, HexLandmarks, JumpCosts, JumpIndex, Jumps, Upkeep};
use xunlu_map::{Map, Mover};
use xunlu_search::NodeLink;

impl Tables {
    /// Builds an index for a mover, or what its index lacks. Returns whether there is one now.
    pub(crate) fn build_index(&mut self, mover: MoverId) -> Result<bool, WorldError> {
        if self.has_sharp_index(mover) {
            return Ok(true);
        }
        if matches!(self.map, Map::Hex(_)) {
            return self.build_hex_landmarks(mover);
        }
        if !self.build_runs(mover)? {
            return Ok(false);
        }
        let mut index = self.take_index(mover).expect("its edges were found just now");
        let View { jumps, mover: mover_of, .. } = self.view(mover, WorldId::NONE, None)?;
        let Jumps { map, .. } = jumps.expect("there are edges between its jump points");
        let profile = self.profiles[mover.0 as usize].as_ref();
        let lone_steps = profile.and_then(|profile| profile.lone_steps.as_ref());
        let lone_steps = lone_steps.into_iter().flatten().copied();
        let links = self.links_at_cost_to(mover_of).chain(lone_steps);
        let links: Vec<NodeLink> = links.collect();
        index.place_landmarks(map, mover_of.costs().straight, &links);
        self.put_index(mover, index);
        Ok(true)
    }

    /// Makes landmarks on hexes for a mover and all others of its class that jump, at what those pay for
    /// links and for steps who pay the least for the one and the most for the other. Returns whether there
    /// are any now.
    fn build_hex_landmarks(&mut self, mover: MoverId) -> Result<bool, WorldError> {
        let jumps = self.view(mover, WorldId::NONE, None)?.hex_jumps;
        let Some(HexJumps { map, .. }) = jumps else { return Ok(false) };
        let number = self.class_of(mover);
        let jumping = self.profiles.iter().flatten().filter(|known| known.class == number);
        let jumping = jumping.filter_map(|known| Some((known, known.hex_step?)));
        let step = jumping.clone().map(|(_, step)| step).max();
        let cheapest = jumping.map(|(known, _)| known).min_by_key(|known| known.link_step());
        let Some((cheapest, step)) = cheapest.zip(step) else { return Ok(false) };
        let links: Vec<NodeLink> = self.links_at_cost_to(&cheapest.mover).collect();
        let before = self.classes[number].hex_landmarks.as_ref().filter(|known| !known.are_worn());
        let made = HexLandmarks::new(map, [cheapest.link_step(), step], &links, before);
        let is_made = made.is_some();
        if is_made {
            self.classes[number].hex_landmarks = made;
        }
        Ok(is_made)
    }

    /// Builds an index for a mover that knows where its edges leave no choice. Returns whether there is one
    /// now.
    fn build_runs(&mut self, mover: MoverId) -> Result<bool, WorldError> {
        if !self.build_jump_edges(mover)? {
            return Ok(false);
        }
        let mut index = self.take_index(mover).expect("its edges were found just now");
        if !index.knows_runs() {
            let View { jumps, .. } = self.view(mover, WorldId::NONE, None)?;
            index.find_runs(jumps.expect("there are edges between its jump points").map);
        }
        self.put_index(mover, index);
        Ok(true)
    }

    /// Builds an index of jump edges alone for a mover, unless there is one as it was made. Returns whether
    /// there is one now.
    fn build_jump_edges(&mut self, mover: MoverId) -> Result<bool, WorldError> {
        let View { jumps, is_weighted, .. } = self.view(mover, WorldId::NONE, None)?;
        let jumps = jumps.filter(|_| !is_weighted);
        let Some(Jumps { map, costs, .. }) = jumps else { return Ok(false) };
        if self.indexes_of(mover).of(costs).is_some_and(|index| !index.was_repaired()) {
            return Ok(true);
        }
        let made = JumpIndex::of_edges(map, costs);
        let is_made = made.is_some();
        self.indexes_of_mut(mover).put(costs, made);
        Ok(is_made)
    }

    /// Every link of the map from where it is entered to where it comes out, whether it may be taken or not.
    fn links_at_cost_to(&self, mover: &Mover) -> impl Iterator<Item = NodeLink> {
        let node = |place| self.map.node_at(place);
        self.map.links().filter_map(move |(_, link)| {
            let (from, to) = (node(link.from)?, node(link.to)?);
            Some(NodeLink { from, to, cost: mover.cost_of(link.weight) })
        })
    }

    /// Takes out the index of a mover.
    pub(crate) fn take_index(&mut self, mover: MoverId) -> Option<JumpIndex> {
        let costs = self.profiles.get(mover.0 as usize)?.as_ref()?.jump_costs?;
        self.indexes_of_mut(mover).take(costs)
    }

    /// Puts in an index that is for a mover's steps and costs.
    pub(crate) fn put_index(&mut self, mover: MoverId, index: JumpIndex) {
        self.indexes_of_mut(mover).put(index.costs(), Some(index));
    }

    fn indexes_of(&self, mover: MoverId) -> &Indexes {
        &self.classes[self.class_of(mover)].indexes
    }

    fn indexes_of_mut(&mut self, mover: MoverId) -> &mut Indexes {
        let class = self.class_of(mover);
        &mut self.classes[class].indexes
    }

    /// What the last edit did to the index of a mover with these costs.
    pub(crate) fn upkeep(&self, mover: MoverId, costs: JumpCosts) -> Option<Upkeep> {
        self.indexes_of(mover).upkeep(costs)
    }

    /// Whether so much was asked for some mover that a part of an index for it is worth it.
    pub(crate) fn wants_index(&self) -> bool {
        self.mover_ids().any(|mover| self.part_worth_making(mover).is_some())
    }

    fn mover_ids(&self) -> impl Iterator<Item = MoverId> + use<> {
        (0..).map(MoverId).take(self.profiles.len())
    }

    /// What of an index for a mover was asked for so much that it is worth it.
    fn part_worth_making(&self, mover: MoverId) -> Option<Making> {
        let view = self.view(mover, WorldId::NONE, None).ok()?;
        if let Some(HexJumps { map, landmarks, .. }) = view.hex_jumps {
            let is_lacking = landmarks.is_none_or(HexLandmarks::are_worn);
            let lasts: &[IndexPart] = if is_lacking { &[IndexPart::HexLandmarks] } else { &[] };
            let hexes = || u64::from(map.layout().len());
            return view.usage.worth_making(|_| (IndexPart::HexLandmarks, lasts), hexes);
        }
        let Jumps { map, costs, .. } = view.jumps.filter(|_| !view.is_weighted)?;
        let lacking = |jump_points| -> (IndexPart, &[IndexPart]) {
            let Some(index) = self.indexes_of(mover).of(costs) else {
                return if map.is_dense_in(jump_points) {
                    (IndexPart::Whole, &[IndexPart::Whole])
                } else {
                    (IndexPart::Edges, &[IndexPart::Edges])
                };
            };
            let (first, lasts): (_, &[IndexPart]) = if index.knows_runs() {
                (IndexPart::Landmarks, &[IndexPart::Landmarks])
            } else {
                (IndexPart::Runs, &[IndexPart::Landmarks, IndexPart::Runs])
            };
            (if index.was_repaired() { IndexPart::Edges } else { first }, lasts)
        };
        view.usage.worth_making(lacking, || map.jump_point_count())
    }

    pub(crate) fn maintain_indexes(&mut self) -> bool {
        let mut has_built = false;
        for mover in self.mover_ids() {
            let Some(making) = self.part_worth_making(mover) else { continue };
            let was_sharp = self.has_sharp_index(mover);
            let made = match making.last {
                IndexPart::Edges => self.build_jump_edges(mover),
                IndexPart::Runs => self.build_runs(mover),
                IndexPart::Whole | IndexPart::Landmarks | IndexPart::HexLandmarks => {
                    self.build_index(mover)
                }
            };
            let is_made = made == Ok(true);
            has_built |= is_made && !was_sharp;
            let made_for = self.profiles[mover.0 as usize].as_ref().expect("it was asked for");
            // Whoever shares it has it now, too.
            let share = |other: &&Profile| {
                other.class == made_for.class && other.jump_costs == made_for.jump_costs
            };
            for profile in self.profiles.iter().flatten().filter(share) {
                profile.usage.clear(making, is_made);
            }
        }
        has_built
    }

    fn has_sharp_index(&self, mover: MoverId) -> bool {
        let Ok(view) = self.view(mover, WorldId::NONE, None) else { return false };
        let on_hexes = view.hex_jumps.and_then(|jumps| jumps.landmarks);
        on_hexes.is_some_and(|landmarks| !landmarks.are_worn())
            || view.jumps.and_then(|jumps| jumps.index).is_some_and(JumpIndex::is_sharp)
    }
}
