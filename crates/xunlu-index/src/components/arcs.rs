//! Where one-way steps lead from component to component.

use super::ComponentId;
use super::patches::{Block, Lead};
use std::collections::BTreeSet;
use std::ops::Range;

/// The components that one-way steps join, as a small graph of its own.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Arcs {
    // Every component that an arc leaves or enters, in order; below they go by their place here.
    ends: Vec<ComponentId>,
    // Where each one's run of `leads_to` begins, and at last where the final run ends.
    runs: Vec<u32>,
    leads_to: Vec<u32>,
    is_entered: Vec<bool>,
}

impl Arcs {
    /// The arcs of these blocks, which are all that have any. Costs their bonds.
    pub(super) fn new(blocks: &[Block], with_arcs: &BTreeSet<u32>) -> Arcs {
        let mut pairs: Vec<(ComponentId, ComponentId)> = Vec::new();
        for &number in with_arcs {
            let block = &blocks[number as usize];
            for bond in block.bonds.iter().filter(|bond| bond.lead == Lead::Out) {
                let other = &blocks[bond.other.block as usize];
                let from = block.patches[usize::from(bond.own)].component;
                let to = other.patches[usize::from(bond.other.label)].component;
                if from != to {
                    pairs.push((from, to));
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        let mut ends: Vec<ComponentId> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
        ends.sort_unstable();
        ends.dedup();
        let place = |end| ends.binary_search(&end).expect("every end is among the ends");
        let mut is_entered = vec![false; ends.len()];
        let mut runs = vec![0; ends.len() + 1];
        let mut leads_to = Vec::with_capacity(pairs.len());
        for &(from, to) in &pairs {
            runs[place(from) + 1] += 1;
            is_entered[place(to)] = true;
            leads_to.push(u32::try_from(place(to)).expect("no more components than nodes"));
        }
        for place in 1..runs.len() {
            runs[place] += runs[place - 1];
        }
        Arcs { ends, runs, leads_to, is_entered }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.leads_to.is_empty()
    }

    /// Whether arcs lead from one component to another, over any others.
    pub(super) fn lead(&self, from: ComponentId, to: ComponentId, space: &mut ArcSpace) -> bool {
        let (Some(from), Some(to)) = (self.place_of(from), self.place_of(to)) else { return false };
        if !self.is_entered[to] || self.run(from).is_empty() {
            return false;
        }
        space.seen.clear();
        space.seen.resize(self.ends.len(), false);
        space.flood.clear();
        space.flood.push(from);
        while let Some(at) = space.flood.pop() {
            for &next in &self.leads_to[self.run(at)] {
                let next = next as usize;
                if next == to {
                    return true;
                }
                if !std::mem::replace(&mut space.seen[next], true) {
                    space.flood.push(next);
                }
            }
        }
        false
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.ends[..])
            + size_of_val(&self.runs[..])
            + size_of_val(&self.leads_to[..])
            + size_of_val(&self.is_entered[..])
    }

    fn place_of(&self, component: ComponentId) -> Option<usize> {
        self.ends.binary_search(&component).ok()
    }

    fn run(&self, place: usize) -> Range<usize> {
        self.runs[place] as usize..self.runs[place + 1] as usize
    }
}

/// What a search along arcs writes; lent to
/// [`may_reach_with`](super::Components::may_reach_with) so that it need not be made each time.
#[derive(Clone, Debug, Default)]
pub struct ArcSpace {
    seen: Vec<bool>,
    flood: Vec<usize>,
}
