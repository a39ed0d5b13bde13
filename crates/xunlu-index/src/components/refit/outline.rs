//! What stale blocks join of the patches around them.

use crate::components::patches::{PatchId, Patches};
use crate::components::sets::Sets;

/// The patches of some blocks and those bonded with them from outside, by what is connected
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
    /// The outline of these blocks, given in order, and of further patches outside.
    pub(super) fn new(
        inside: &[u32],
        further: impl IntoIterator<Item = PatchId>,
        patches: &Patches,
    ) -> Outline {
        let member = |patch: PatchId| Member {
            is_inside: inside.binary_search(&patch.block).is_ok(),
            patch,
        };
        let mut members: Vec<Member> = further.into_iter().map(member).collect();
        let mut bonds = Vec::new();
        for id in patches.ids_in(inside) {
            let own = member(id);
            members.push(own);
            for other in patches.blocks[id.block as usize].bonded_with(id.label).map(member) {
                if !other.is_inside {
                    members.push(other);
                }
                if !other.is_inside || own < other {
                    bonds.push((own, other));
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

    /// What is connected, by place.
    pub(super) const fn classes(&self) -> &Sets {
        &self.classes
    }

    /// The members outside.
    pub(super) fn outside(&self) -> impl Iterator<Item = PatchId> {
        self.members.iter().take_while(|member| !member.is_inside).map(|member| member.patch)
    }
}
