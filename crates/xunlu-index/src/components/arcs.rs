//! Where one-way steps lead from component to component.

use super::ComponentId;
use super::keyed::Keyed;
use super::patches::{Lead, PatchId, Patches};
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, DefaultHasher};
use xunlu_map::put_in_order;
use xunlu_search::NodeId;

/// A patch from which steps lead to another that cannot be taken back.
pub(super) type PatchArc = (PatchId, PatchId);

/// Which components arcs lead between, seen from either end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Arcs {
    // Pairs of components, with how many patches of the one are joined to how many of the other.
    onward: Keyed,
    back: Keyed,
}

impl Arcs {
    /// All arcs. Costs all bonds.
    pub(super) fn new(patches: &Patches) -> Arcs {
        let mut arcs = Arcs::default();
        for (number, block) in (0..).zip(&patches.blocks) {
            for bond in block.bonds.iter().filter(|bond| bond.lead == Lead::Out) {
                arcs.add((PatchId { block: number, label: bond.own }, bond.other), patches);
            }
        }
        arcs
    }

    /// The arcs that leave or enter these patches, each once.
    pub(super) fn at(patches: &Patches, ids: impl Iterator<Item = PatchId>) -> Vec<PatchArc> {
        let mut found = Vec::new();
        for id in ids {
            for bond in patches.blocks[id.block as usize].bonds_of(id.label) {
                match bond.lead {
                    Lead::Both => {}
                    Lead::Out => found.push((id, bond.other)),
                    Lead::In => found.push((bond.other, id)),
                }
            }
        }
        put_in_order(&mut found);
        found.dedup();
        found
    }

    /// Counts an arc, by the components its patches have now.
    pub(super) fn add(&mut self, arc: PatchArc, patches: &Patches) {
        if let Some((from, to)) = ends_of(arc, patches) {
            *self.onward.entry(from.pair_key(to)).or_default() += 1;
            *self.back.entry(to.pair_key(from)).or_default() += 1;
        }
    }

    /// Counts an arc no longer, by the components its patches have now.
    pub(super) fn remove(&mut self, arc: PatchArc, patches: &Patches) {
        if let Some((from, to)) = ends_of(arc, patches) {
            take_one(&mut self.onward, from.pair_key(to));
            take_one(&mut self.back, to.pair_key(from));
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.onward.is_empty()
    }

    /// Whether arcs lead from one component to another, over any others. Looks from both ends, arc
    /// by arc in turns, and so costs no more than twice what is to be seen from the better one.
    pub(super) fn lead(&self, from: ComponentId, to: ComponentId, space: &mut ArcSpace) -> bool {
        // Most pockets have no arc at all, and then nothing need be written.
        if first_at(&self.onward, from, None).is_none() || first_at(&self.back, to, None).is_none()
        {
            return false;
        }
        space.onward.begin(from);
        space.back.begin(to);
        loop {
            let Some(next) = space.onward.next(&self.onward) else { return false };
            if space.back.seen.contains(&next) {
                return true;
            }
            let Some(next) = space.back.next(&self.back) else { return false };
            if space.onward.seen.contains(&next) {
                return true;
            }
        }
    }

    /// All components that arcs lead to from one, itself included. Costs the arcs that lie on from it.
    /// In order.
    pub(super) fn all_from(&self, from: ComponentId) -> Vec<ComponentId> {
        let mut flood = Flood::default();
        flood.begin(from);
        let mut all = vec![from];
        while let Some(next) = flood.next(&self.onward) {
            all.push(next);
        }
        put_in_order(&mut all);
        all.dedup();
        all
    }

    /// What the two tables hold; a tree keeps about half as much again besides.
    pub(super) fn bytes(&self) -> usize {
        2 * self.onward.len() * size_of::<(u64, u32)>()
    }
}

fn ends_of((from, to): PatchArc, patches: &Patches) -> Option<(ComponentId, ComponentId)> {
    let (from, to) = (patches.patch(from).component, patches.patch(to).component);
    (from != to).then_some((from, to))
}

fn take_one(ends: &mut Keyed, pair: u64) {
    let count = ends.get_mut(&pair).expect("only what was counted is taken away");
    *count -= 1;
    if *count == 0 {
        ends.remove(&pair);
    }
}

/// The first other end at a component, or the first after another.
fn first_at(ends: &Keyed, at: ComponentId, after: Option<ComponentId>) -> Option<ComponentId> {
    let least = at.pair_key(ComponentId(NodeId(0)));
    let from = after.map_or(least, |after| at.pair_key(after) + 1);
    let mut all = ends.range(from..=at.pair_key(ComponentId::NONE));
    all.next().map(|(&pair, _)| ComponentId::second_of(pair))
}

/// What a search along arcs writes; lent to
/// [`may_reach_with`](super::Components::may_reach_with) so that it need not be made each time.
#[derive(Clone, Debug, Default)]
pub struct ArcSpace {
    onward: Flood,
    back: Flood,
}

/// A search from one end.
#[derive(Clone, Debug, Default)]
struct Flood {
    // Asked for membership alone, so that its order is of no account.
    seen: HashSet<ComponentId, BuildHasherDefault<DefaultHasher>>,
    waiting: Vec<ComponentId>,
    // The component that is being left, and the arc taken last.
    at: Option<(ComponentId, Option<ComponentId>)>,
}

impl Flood {
    fn begin(&mut self, at: ComponentId) {
        self.seen.clear();
        self.waiting.clear();
        self.seen.insert(at);
        self.at = Some((at, None));
    }

    /// Takes one more arc and tells where it leads; none when there is no more to see.
    fn next(&mut self, ends: &Keyed) -> Option<ComponentId> {
        while let Some((at, last)) = self.at {
            if let Some(next) = first_at(ends, at, last) {
                self.at = Some((at, Some(next)));
                if self.seen.insert(next) {
                    self.waiting.push(next);
                }
                return Some(next);
            }
            self.at = self.waiting.pop().map(|at| (at, None));
        }
        None
    }
}
