//! Where one-way steps lead from component to component.

use super::ComponentId;
use super::patches::{Lead, PatchId, Patches};
use super::refit::Ends;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, DefaultHasher};
use xunlu_map::NodeId;

/// A patch from which steps lead to another that cannot be taken back.
pub(super) type PatchArc = (PatchId, PatchId);

/// Which components arcs lead between, seen from either end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Arcs {
    pub(super) onward: Ends,
    pub(super) back: Ends,
}

impl Arcs {
    /// All arcs. Costs O(bonds).
    pub(super) fn new(patches: &Patches) -> Arcs {
        let mut pairs = Vec::new();
        for (number, block) in (0..).zip(&patches.blocks) {
            for bond in block.bonds.iter().filter(|bond| bond.lead == Lead::Out) {
                let own = PatchId { block: number, label: bond.own };
                pairs.extend(ends_of((own, bond.other), patches));
            }
        }
        let onward = pairs.iter().map(|(from, to)| from.pair_key(*to)).collect();
        let back = pairs.iter().map(|(from, to)| to.pair_key(*from)).collect();
        Arcs { onward: Ends::of(onward), back: Ends::of(back) }
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

    /// All components that arcs lead to from one, itself included. Costs O(arcs that lie on from it).
    /// In order.
    pub(super) fn all_from(&self, from: ComponentId) -> Vec<ComponentId> {
        let mut flood = Flood::default();
        flood.begin(from);
        let mut all = vec![from];
        while let Some(next) = flood.next(&self.onward) {
            all.push(next);
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// What the two tables hold.
    pub(super) fn bytes(&self) -> usize {
        self.onward.bytes() + self.back.bytes()
    }
}

/// The components that an arc lies between, as its patches have them now.
pub(super) fn ends_of(
    (from, to): PatchArc,
    patches: &Patches,
) -> Option<(ComponentId, ComponentId)> {
    let (from, to) = (patches.patch(from).component, patches.patch(to).component);
    (from != to).then_some((from, to))
}

/// The first other end at a component, or the first after another.
fn first_at(ends: &Ends, at: ComponentId, after: Option<ComponentId>) -> Option<ComponentId> {
    let least = at.pair_key(ComponentId(NodeId(0)));
    let from = after.map_or(least, |after| at.pair_key(after) + 1);
    let first = ends.first_from(from).filter(|&pair| pair <= at.pair_key(ComponentId::NONE));
    first.map(ComponentId::second_of)
}

impl ComponentId {
    /// The key of a pair, in order of its first and then its second.
    pub(super) fn pair_key(self, other: ComponentId) -> u64 {
        u64::from(self.0.0) << 32 | u64::from(other.0.0)
    }

    /// The second of the pair that has this key.
    pub(super) fn second_of(key: u64) -> ComponentId {
        let [_, _, _, _, number @ ..] = key.to_be_bytes();
        ComponentId(NodeId(u32::from_be_bytes(number)))
    }
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

    /// Takes one more arc and tells where it leads. Returns `None` if there is no more to see.
    fn next(&mut self, ends: &Ends) -> Option<ComponentId> {
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
