//! The indexes over jumps of one class of movers: one for each pair of costs, and when one is given up.

use xunlu_index::{JumpCosts, JumpEdit, JumpIndex, JumpMap, Upkeep};

/// An index that no mover can use any more is kept for so many edits, in case the ground comes to cost
/// again what it did: an expensive cell that comes and goes must not cost an index.
const IDLE_EDITS_MAX: u32 = 256;
/// So many of them are kept at all.
const IDLE_MAX: usize = 4;

/// One index for each pair of costs that it was asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Indexes {
    known: Vec<Known>,
}

#[derive(Clone, Debug)]
struct Known {
    index: JumpIndex,
    // What the last edit did to it.
    upkeep: Upkeep,
    // How many edits ago a mover had its costs.
    idle_edits: u32,
}

impl Indexes {
    /// The index for these costs.
    pub(crate) fn of(&self, costs: JumpCosts) -> Option<&JumpIndex> {
        self.known.iter().map(|known| &known.index).find(|index| index.costs() == costs)
    }

    /// Takes the index for these costs out.
    pub(crate) fn take(&mut self, costs: JumpCosts) -> Option<JumpIndex> {
        let place = self.known.iter().position(|known| known.index.costs() == costs)?;
        Some(self.known.remove(place).index)
    }

    /// What the last edit did to the index for these costs.
    pub(crate) fn upkeep(&self, costs: JumpCosts) -> Option<Upkeep> {
        let known = self.known.iter().find(|known| known.index.costs() == costs);
        known.map(|known| known.upkeep)
    }

    /// Takes in a new index for these costs instead of the one there was, or none.
    pub(crate) fn put(&mut self, costs: JumpCosts, made: Option<JumpIndex>) {
        self.known.retain(|known| known.index.costs() != costs);
        self.known.extend(made.map(|index| Known { index, upkeep: Upkeep::Kept, idle_edits: 0 }));
    }

    /// Keeps all of them true under an edit, but for those that have outgrown the map.
    pub(crate) fn repair(&mut self, map: &JumpMap, edit: &JumpEdit) {
        self.known.retain_mut(|known| {
            known.upkeep = known.index.repair(map, edit);
            known.upkeep != Upkeep::Stale
        });
    }

    /// Takes in that a link was added.
    pub(crate) fn link_added(&mut self) {
        self.known.iter_mut().for_each(|known| known.index.link_added());
    }

    /// Gives up, after an edit, what no mover could use for long: there is no other moment at which the
    /// ground may come to cost something else.
    pub(crate) fn tidy(&mut self, is_wanted: impl Fn(JumpCosts) -> bool) {
        for known in &mut self.known {
            let is_idle = !is_wanted(known.index.costs());
            known.idle_edits = if is_idle { known.idle_edits + 1 } else { 0 };
        }
        self.known.retain(|known| known.idle_edits <= IDLE_EDITS_MAX);
        while self.known.iter().filter(|known| known.idle_edits > 0).count() > IDLE_MAX {
            let longest = (0..self.known.len()).rev().max_by_key(|&at| self.known[at].idle_edits);
            let Some(longest) = longest else { break };
            self.known.remove(longest);
        }
    }

    /// How much memory they take.
    pub(crate) fn bytes(&self) -> usize {
        self.known.iter().map(|known| known.index.bytes()).sum()
    }
}
