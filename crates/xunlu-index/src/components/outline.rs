//! What stale blocks join of the patches around them.

use super::patches::{PatchId, Patches};
use super::sets::Sets;

/// The patches of some blocks and those bonded with them from outside, by what hangs together
/// through these blocks alone.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    // In order, those outside first: so the least of a class lies outside if any of it does.
    members: Vec<Member>,
    classes: Sets,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Member {
    pub(super) is_inside: bool,
    pub(super) patch: PatchId,
}

impl Outline {
    /// The outline of these blocks, given in order.
    pub(super) fn new(inside: &[u32], patches: &Patches) -> Outline {
        let member = |patch: PatchId| Member {
            is_inside: inside.binary_search(&patch.block).is_ok(),
            patch,
        };
        let mut members = Vec::new();
        let mut bonds = Vec::new();
        for &block in inside {
            let labels = 0..patches.blocks[block as usize].patches.len();
            for label in labels.map(|label| u16::try_from(label).expect("a block has few nodes")) {
                let own = member(PatchId { block, label });
                members.push(own);
                for other in patches.blocks[block as usize].bonded_with(label).map(member) {
                    if !other.is_inside {
                        members.push(other);
                    }
                    if !other.is_inside || own < other {
                        bonds.push((own, other));
                    }
                }
            }
        }
        members.sort_unstable();
        members.dedup();
        let mut classes = Sets::new(members.len());
        let place = |member| members.binary_search(&member).expect("both ends are members");
        for (own, other) in bonds {
            classes.join(place(own), place(other));
        }
        Outline { members, classes }
    }

    /// Its members with the number of each one's class, which is the place of the first member.
    pub(super) fn members(&self) -> impl Iterator<Item = (Member, usize)> {
        self.members.iter().enumerate().map(|(place, member)| (*member, self.classes.of(place)))
    }

    /// A member by its place.
    pub(super) fn member(&self, place: usize) -> Member {
        self.members[place]
    }

    /// The members outside.
    pub(super) fn outside(&self) -> impl Iterator<Item = PatchId> {
        self.members.iter().take_while(|member| !member.is_inside).map(|member| member.patch)
    }

    /// Whether both join the patches outside in the same way.
    pub(super) fn agrees_with(&self, other: &Outline) -> bool {
        let agree = |a: &Outline, b: &Outline| {
            a.outside().all(|patch| a.first_joined_to(patch) == b.first_joined_to(patch))
        };
        agree(self, other) && agree(other, self)
    }

    /// The least patch outside that one outside is joined with: itself where it has no bond here.
    fn first_joined_to(&self, patch: PatchId) -> PatchId {
        match self.members.binary_search(&Member { is_inside: false, patch }) {
            Ok(place) => self.members[self.classes.of(place)].patch,
            Err(_) => patch,
        }
    }
}
