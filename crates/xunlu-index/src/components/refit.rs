//! Fits blocks that were looked through anew into the components around them.

use super::ComponentId;
use super::arcs::Arcs;
use super::fates::{Fate, Fates};
use super::outline::Outline;
use super::patches::{PatchId, Patches};
use std::collections::BTreeMap;
use xunlu_search::NodeId;

/// What stale blocks were to the components, noted before they are looked through anew.
#[derive(Clone, Debug)]
pub(super) struct Before {
    outline: Outline,
    shares: BTreeMap<ComponentId, Share>,
}

/// What a component loses and gains.
#[derive(Clone, Copy, Debug)]
struct Share {
    /// The nodes of the whole component, before.
    total: u32,
    lost: u32,
    gained: u32,
    /// The least node gained.
    least: NodeId,
    lives_on: bool,
}

impl Before {
    /// Notes how things stand, and counts the arcs of these blocks no longer. `stale` names blocks
    /// in order.
    pub(super) fn note(stale: &[u32], patches: &Patches, arcs: &mut Arcs) -> Before {
        for arc in Arcs::at(patches, patches.ids_in(stale)) {
            arcs.remove(arc, patches);
        }
        let outline = Outline::new(stale, [], patches);
        let mut shares = BTreeMap::new();
        for patch in patches.ids_in(stale).map(|id| patches.patch(id)) {
            let share = shares.entry(patch.component);
            share.or_insert_with(|| Share::of(patch.component, patches)).lost += patch.size;
        }
        Before { outline, shares }
    }

    /// Gives the patches of the stale blocks, which have been looked through meanwhile, to
    /// components, and tears or joins the components around. Tells how many there are more; none,
    /// and everything left to be joined anew, where that is cheaper.
    ///
    /// Costs what the blocks hold and what changes its component. Only where a component's least
    /// node is another one, and with it its number, are all patches looked at.
    pub(super) fn refit(
        self,
        stale: &[u32],
        patches: &mut Patches,
        arcs: &mut Arcs,
    ) -> Option<i64> {
        let now = Outline::new(stale, self.outline.outside(), patches);
        let mut shares = self.shares;
        for id in now.outside() {
            let component = patches.patch(id).component;
            shares.entry(component).or_insert_with(|| Share::of(component, patches));
        }
        let fates = Fates::new(&now, stale, patches, |component| shares[&component].total)?;
        for component in fates.kept() {
            share_of(&mut shares, component).lives_on = true;
        }
        let mut moved_arcs = Arcs::at(patches, fates.moved.iter().map(|&(id, _)| id));
        let is_stale = |id: PatchId| stale.binary_search(&id.block).is_ok();
        moved_arcs.retain(|&(from, to)| !is_stale(from) && !is_stale(to));
        moved_arcs.iter().for_each(|&arc| arcs.remove(arc, patches));

        let inside = now.members().filter(|(member, _)| member.is_inside);
        let inside = inside.map(|(member, class)| (member.patch, fates.of(class)));
        let placed: Vec<_> = inside.chain(fates.moved.iter().copied()).collect();
        let new = place(&placed, patches, &mut shares);
        let renamed = settle(&shares, patches);
        for &(id, fate) in &placed {
            if let Some(&(least, total)) = new.get(&fate) {
                let patch = patches.patch_mut(id);
                patch.component = ComponentId(least);
                patch.total = if patch.least == least { total } else { 0 };
            }
        }

        if renamed {
            *arcs = Arcs::new(patches);
        } else {
            moved_arcs.iter().for_each(|&arc| arcs.add(arc, patches));
            let near = Arcs::at(patches, patches.ids_in(stale));
            near.into_iter().for_each(|arc| arcs.add(arc, patches));
        }
        let gone = shares.values().filter(|share| !share.lives_on).count();
        let count = |number: usize| i64::try_from(number).expect("no more components than nodes");
        Some(count(new.len()) - count(gone))
    }
}

impl Share {
    fn of(component: ComponentId, patches: &Patches) -> Share {
        let total = patches.total_of(component);
        Share { total, lost: 0, gained: 0, least: NodeId::NONE, lives_on: false }
    }
}

fn share_of(shares: &mut BTreeMap<ComponentId, Share>, component: ComponentId) -> &mut Share {
    shares.get_mut(&component).expect("every component met has a share")
}

/// Gives patches to the components that go on; takes those of new components out of their old ones,
/// and tells each new component's least node and number of nodes.
fn place(
    placed: &[(PatchId, Fate)],
    patches: &mut Patches,
    shares: &mut BTreeMap<ComponentId, Share>,
) -> BTreeMap<Fate, (NodeId, u32)> {
    let mut new: BTreeMap<Fate, (NodeId, u32)> = BTreeMap::new();
    for &(id, fate) in placed {
        let patch = patches.patch_mut(id);
        if patch.component != ComponentId::NONE {
            share_of(shares, patch.component).lost += patch.size;
        }
        patch.total = 0;
        match fate {
            Fate::Keeps(component) => {
                let share = share_of(shares, component);
                share.gained += patch.size;
                share.least = share.least.min(patch.least);
                patch.component = component;
            }
            // Not numbered yet: the number may be that of a component about to be renamed.
            Fate::New(_) => {
                let (least, total) = new.entry(fate).or_insert((NodeId::NONE, 0));
                (*least, *total) = (patch.least.min(*least), *total + patch.size);
                patch.component = ComponentId::NONE;
            }
        }
    }
    new
}

/// Puts the numbers and sums of components that live on right; tells whether any number changed.
fn settle(shares: &BTreeMap<ComponentId, Share>, patches: &mut Patches) -> bool {
    let living = || shares.iter().filter(|(_, share)| share.lives_on);
    let mut renamed = BTreeMap::new();
    for (&component, share) in living() {
        let node = component.least_node();
        let least = if patches.patch_at(node).is_some_and(|patch| patch.component == component) {
            share.least.min(node)
        } else {
            let all = patches.all().filter(|patch| patch.component == component);
            all.map(|patch| patch.least).min().expect("something of it lives on")
        };
        if least != node {
            renamed.insert(component, ComponentId(least));
        }
    }
    if !renamed.is_empty() {
        // All at one go: one component's new number may be another's old one.
        for patch in patches.all_mut() {
            if let Some(&component) = renamed.get(&patch.component) {
                patch.component = component;
                patch.total = 0;
            }
        }
    }
    for (component, share) in living() {
        let component = renamed.get(component).unwrap_or(component);
        let head = patches.patch_at_mut(component.least_node()).expect("the least node stands");
        head.total = share.total - share.lost + share.gained;
    }
    !renamed.is_empty()
}
