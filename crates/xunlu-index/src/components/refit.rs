//! Fits blocks that were looked through anew into the components around them.

mod outline;
mod fates;
mod keyed;
mod ends;

pub(super) use ends::Ends;

use super::ComponentId;
use super::arcs::{Arcs, PatchArc, ends_of};
use super::patches::{Block, Bond, Lead, NOBODY, Patch, PatchId, Patches};
use fates::{Fate, Fates};
use keyed::{Keyed, place};
use outline::Outline;
use xunlu_map::NodeId;

/// What stale blocks were to the components, noted before they are looked through anew.
#[derive(Clone, Debug)]
pub(super) struct Before {
    outline: Outline,
    shares: Shares,
}

/// What each component that has to do with the blocks loses and gains.
#[derive(Clone, Debug, Default)]
struct Shares {
    at: Keyed,
    all: Vec<(ComponentId, Share)>,
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
    /// in order. None with many blocks: fitting them in costs more than joining everything.
    pub(super) fn note(stale: &[u32], patches: &Patches, arcs: &mut Arcs) -> Option<Before> {
        if stale.len() * 8 > patches.blocks.len() {
            return None;
        }
        for arc in Arcs::at(patches, patches.ids_in(stale)) {
            arcs.remove(arc, patches);
        }
        let outline = Outline::new(stale, [], patches);
        let mut shares = Shares::default();
        for patch in patches.ids_in(stale).map(|id| patches.patch(id)) {
            shares.take_in(patch.component, patches);
            shares.of(patch.component).lost += patch.size;
        }
        Some(Before { outline, shares })
    }

    /// Gives the patches of the stale blocks, which have been looked through meanwhile, to
    /// components, and tears or joins the components around. Tells how many there are more; none,
    /// and everything left to be joined anew, where that is cheaper.
    ///
    /// Costs O(nodes of the blocks and patches that change their component). Only where a component's least
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
            shares.take_in(patches.patch(id).component, patches);
        }
        let total_of = |component| shares.all[shares.place_of(component)].1.total;
        let fates = Fates::new(&now, stale, patches, total_of)?;
        for component in fates.kept() {
            shares.of(component).lives_on = true;
        }
        let mut moved_arcs = Arcs::at(patches, fates.moved.iter().map(|&(id, _)| id));
        let is_stale = |id: PatchId| stale.binary_search(&id.block).is_ok();
        moved_arcs.retain(|&(from, to)| !is_stale(from) && !is_stale(to));
        moved_arcs.iter().for_each(|&arc| arcs.remove(arc, patches));

        let inside = now.members().filter(|(member, _)| member.is_inside);
        let inside = inside.map(|(member, class)| (member.patch, fates.of(class)));
        let placed: Vec<_> = inside.chain(fates.moved.iter().copied()).collect();
        let new = settle_in(&placed, now.members().count(), patches, &mut shares);
        let renamed = settle(&shares, patches);
        for &(id, fate) in &placed {
            if let Fate::New(number) = fate {
                let (least, total) = new[number];
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
        let gone = shares.all.iter().filter(|(_, share)| !share.lives_on).count();
        let added = new.iter().filter(|(least, _)| *least != NodeId::NONE).count();
        let count = |number: usize| i64::try_from(number).expect("no more components than nodes");
        Some(count(added) - count(gone))
    }
}

impl Arcs {
    /// The arcs that leave or enter these patches, each once.
    fn at(patches: &Patches, ids: impl Iterator<Item = PatchId>) -> Vec<PatchArc> {
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
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Counts an arc, by the components its patches have now.
    fn add(&mut self, arc: PatchArc, patches: &Patches) {
        if let Some((from, to)) = ends_of(arc, patches) {
            self.onward.add(from.pair_key(to));
            self.back.add(to.pair_key(from));
        }
    }

    /// Counts an arc no longer, by the components its patches have now.
    fn remove(&mut self, arc: PatchArc, patches: &Patches) {
        if let Some((from, to)) = ends_of(arc, patches) {
            self.onward.remove(from.pair_key(to));
            self.back.remove(to.pair_key(from));
        }
    }
}

impl Patches {
    pub(super) fn patch_mut(&mut self, id: PatchId) -> &mut Patch {
        &mut self.blocks[id.block as usize].patches[usize::from(id.label)]
    }

    /// The patch of a node where somebody stands.
    pub(super) fn patch_at_mut(&mut self, node: NodeId) -> Option<&mut Patch> {
        let label = *self.labels.get(node.index()).filter(|&&label| label != NOBODY)?;
        Some(self.patch_mut(PatchId { block: self.cut.block_of(node), label }))
    }

    /// Every patch, block by block.
    pub(super) fn all(&self) -> impl Iterator<Item = &Patch> {
        self.blocks.iter().flat_map(|block| &block.patches)
    }

    pub(super) fn all_mut(&mut self) -> impl Iterator<Item = &mut Patch> {
        self.blocks.iter_mut().flat_map(|block| &mut block.patches)
    }
}

impl Block {
    /// The bonds of one of its patches.
    pub(super) fn bonds_of(&self, label: u16) -> impl Iterator<Item = Bond> {
        let first = self.bonds.partition_point(|bond| bond.own < label);
        self.bonds[first..].iter().take_while(move |bond| bond.own == label).copied()
    }

    /// The patches that one of its patches is bonded with both ways.
    pub(super) fn bonded_with(&self, label: u16) -> impl Iterator<Item = PatchId> {
        let both = self.bonds_of(label).take_while(|bond| bond.lead == Lead::Both);
        both.map(|bond| bond.other)
    }
}

impl Share {
    fn of(component: ComponentId, patches: &Patches) -> Share {
        let total = patches.total_of(component);
        Share { total, lost: 0, gained: 0, least: NodeId::NONE, lives_on: false }
    }
}

impl Shares {
    /// Lets a component have a share, if it has none.
    fn take_in(&mut self, component: ComponentId, patches: &Patches) {
        let next = place(self.all.len());
        if *self.at.entry(component.key()).or_insert(next) == next {
            self.all.push((component, Share::of(component, patches)));
        }
    }

    fn place_of(&self, component: ComponentId) -> usize {
        *self.at.get(&component.key()).expect("every component met has a share") as usize
    }

    fn of(&mut self, component: ComponentId) -> &mut Share {
        let place = self.place_of(component);
        &mut self.all[place].1
    }

    fn living(&self) -> impl Iterator<Item = &(ComponentId, Share)> {
        self.all.iter().filter(|(_, share)| share.lives_on)
    }
}

/// Gives patches to the components that go on; takes those of new components out of their old ones,
/// and tells, by their numbers below `count`, each new component's least node and number of nodes.
fn settle_in(
    placed: &[(PatchId, Fate)],
    count: usize,
    patches: &mut Patches,
    shares: &mut Shares,
) -> Vec<(NodeId, u32)> {
    let mut new = vec![(NodeId::NONE, 0); count];
    for &(id, fate) in placed {
        let patch = patches.patch_mut(id);
        if patch.component != ComponentId::NONE {
            shares.of(patch.component).lost += patch.size;
        }
        patch.total = 0;
        match fate {
            Fate::Keeps(component) => {
                let share = shares.of(component);
                share.gained += patch.size;
                share.least = share.least.min(patch.least);
                patch.component = component;
            }
            // Not numbered yet: the number may be that of a component about to be renamed.
            Fate::New(number) => {
                let (least, total) = &mut new[number];
                (*least, *total) = (patch.least.min(*least), *total + patch.size);
                patch.component = ComponentId::NONE;
            }
        }
    }
    new
}

/// Puts the numbers and sums of components that live on right; tells whether any number changed.
fn settle(shares: &Shares, patches: &mut Patches) -> bool {
    // The new number of each component that has another.
    let mut renamed = Keyed::new();
    for &(component, share) in shares.living() {
        let node = component.least_node();
        let least = if patches.patch_at(node).is_some_and(|patch| patch.component == component) {
            share.least.min(node)
        } else {
            let all = patches.all().filter(|patch| patch.component == component);
            all.map(|patch| patch.least).min().expect("something of it lives on")
        };
        if least != node {
            renamed.insert(component.key(), least.0);
        }
    }
    if !renamed.is_empty() {
        // All at one go: one component's new number may be another's old one.
        for patch in patches.all_mut() {
            if let Some(&least) = renamed.get(&patch.component.key()) {
                patch.component = ComponentId(NodeId(least));
                patch.total = 0;
            }
        }
    }
    for (component, share) in shares.living() {
        let least =
            renamed.get(&component.key()).map_or(component.least_node(), |&least| NodeId(least));
        let head = patches.patch_at_mut(least).expect("the least node stands");
        head.total = share.total - share.lost + share.gained;
    }
    !renamed.is_empty()
}
