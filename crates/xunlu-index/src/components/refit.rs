//! Fits blocks that were looked through anew into the components around them.

use super::ComponentId;
use super::outline::Outline;
use super::patches::Patches;
use std::collections::BTreeMap;
use xunlu_search::NodeId;

/// What stale blocks were to the components, noted before they are looked through anew.
#[derive(Clone, Debug)]
pub(super) struct Before {
    outline: Outline,
    shares: BTreeMap<ComponentId, Share>,
}

/// How much of a component lies in stale blocks.
#[derive(Clone, Copy, Debug)]
struct Share {
    /// The nodes of the whole component, before.
    total: u32,
    lost: u32,
    gained: u32,
    /// The least node of what is there now.
    least: NodeId,
    /// Whether anything of it lies outside the stale blocks.
    lives_on: bool,
}

/// What a refit did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Refit {
    /// How many components there are more than before.
    pub(super) more: i64,
    /// Whether a component that lives on has another number.
    pub(super) renamed: bool,
}

impl Before {
    /// Notes how things stand. `stale` names blocks in order.
    pub(super) fn note(stale: &[u32], patches: &Patches) -> Before {
        let outline = Outline::new(stale, patches);
        let mut shares = BTreeMap::new();
        for &block in stale {
            for patch in &patches.blocks[block as usize].patches {
                let share = shares.entry(patch.component);
                let share = share.or_insert_with(|| Share::of(patch.component, patches));
                share.lost += patch.size;
            }
        }
        for patch in outline.outside() {
            if let Some(share) = shares.get_mut(&patches.patch(patch).component) {
                share.lives_on = true;
            }
        }
        Before { outline, shares }
    }

    /// Gives the patches of stale blocks, which have been looked through meanwhile, to components.
    /// None, and nothing done, when these blocks no longer join the patches around them as they
    /// did: then components may have been torn apart or joined.
    ///
    /// Costs what the blocks hold; all patches are looked at only where a component's least node
    /// has changed and with it the component's number.
    pub(super) fn refit(self, stale: &[u32], patches: &mut Patches) -> Option<Refit> {
        let now = Outline::new(stale, patches);
        if !self.outline.agrees_with(&now) {
            return None;
        }
        let mut shares = self.shares;
        // Components that lie in the stale blocks alone, by the place of a member.
        let mut enclosed: BTreeMap<usize, (NodeId, u32)> = BTreeMap::new();
        for (member, class) in now.members().filter(|(member, _)| member.is_inside) {
            let first = now.member(class);
            let patch = *patches.patch(member.patch);
            if first.is_inside {
                let (least, total) = enclosed.entry(class).or_insert((NodeId::NONE, 0));
                (*least, *total) = (patch.least.min(*least), *total + patch.size);
                continue;
            }
            let component = patches.patch(first.patch).component;
            let share = shares.entry(component);
            let share = share.or_insert_with(|| Share::of(component, patches));
            share.lives_on = true;
            share.gained += patch.size;
            share.least = share.least.min(patch.least);
            patches.patch_mut(member.patch).component = component;
        }
        let renamed = settle(&shares, stale, patches);
        for (member, class) in now.members().filter(|(member, _)| member.is_inside) {
            if let Some(&(least, total)) = enclosed.get(&class) {
                let patch = patches.patch_mut(member.patch);
                patch.component = ComponentId(least);
                patch.total = if patch.least == least { total } else { 0 };
            }
        }
        let gone = shares.values().filter(|share| !share.lives_on).count();
        let count = |number: usize| i64::try_from(number).expect("no more components than nodes");
        Some(Refit { more: count(enclosed.len()) - count(gone), renamed })
    }
}

impl Share {
    fn of(component: ComponentId, patches: &Patches) -> Share {
        let total = patches.total_of(component);
        Share { total, lost: 0, gained: 0, least: NodeId::NONE, lives_on: false }
    }
}

/// Puts the numbers and sums of components that live on right; tells whether any number changed.
fn settle(shares: &BTreeMap<ComponentId, Share>, stale: &[u32], patches: &mut Patches) -> bool {
    let living = || shares.iter().filter(|(_, share)| share.lives_on);
    let mut renamed = BTreeMap::new();
    for (&component, share) in living() {
        let node = component.least_node();
        let stays = stale.binary_search(&patches.cut.block_of(node)).is_err()
            || patches.patch_at(node).is_some_and(|patch| patch.component == component);
        let least = if stays {
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
