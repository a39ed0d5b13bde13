//! What becomes of the pieces around blocks that changed: which are still connected elsewhere, which
//! were torn off, which have met.

use super::keyed::{Keyed, place};
use super::outline::Outline;
use crate::components::ComponentId;
use crate::components::patches::{PatchId, Patches};
use crate::components::sets::Sets;
use std::collections::VecDeque;

/// To which component a patch belongs from now on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Fate {
    /// To one that there was.
    Keeps(ComponentId),
    /// To a new one, which all patches with this number share.
    New(usize),
}

/// The fates of an outline's classes, and of patches outside that change their component.
#[derive(Clone, Debug, Default)]
pub(super) struct Fates {
    // By class; a new component where it has no patch outside.
    of_classes: Vec<Fate>,
    /// In order.
    pub(super) moved: Vec<(PatchId, Fate)>,
}

/// Classes and components that have to do with each other.
#[derive(Clone, Debug, Default)]
struct Tangle {
    // In order, with the patches of each one outside.
    classes: Vec<(usize, Vec<PatchId>)>,
    // If it is one alone.
    component: Option<ComponentId>,
}

impl Fates {
    /// The fates of all classes of an outline of the blocks `inside`. Patches outside have the
    /// components that they had; `total_of` tells how many nodes these had.
    ///
    /// Where one class has met one component and no other, nothing is looked at. Where a component
    /// has several classes, floods from all of them run in turns until all but one have met or
    /// ended: so this costs a few times what was torn off, or the way round to where the pieces
    /// still meet (after Even and Shiloach 1981, who search both sides of a cut at once). Where
    /// components have met, all but the largest are looked through. None when that comes to more than
    /// a sixteenth of all patches: then joining everything is cheaper.
    pub(super) fn new(
        now: &Outline,
        inside: &[u32],
        patches: &Patches,
        total_of: impl Fn(ComponentId) -> u32,
    ) -> Option<Fates> {
        let of_classes = (0..now.members().count()).map(Fate::New).collect();
        let mut fates = Fates { of_classes, moved: Vec::new() };
        // PERF: a patch costs a flood about 400 ns and `join_all` 25 to 40 ns.
        let mut budget = patches.count / 16 + 64;
        for tangle in tangles(now, patches) {
            match (&tangle.classes[..], tangle.component) {
                ([(class, _)], Some(component)) => {
                    fates.of_classes[*class] = Fate::Keeps(component);
                }
                _ => {
                    let floods = Floods::new(&tangle, inside, patches, budget);
                    budget = fates.untangle(&tangle, floods, &total_of)?;
                }
            }
        }
        Some(fates)
    }

    /// The fate of a class: a new component where it has no patch outside.
    pub(super) fn of(&self, class: usize) -> Fate {
        self.of_classes[class]
    }

    /// The components that go on.
    pub(super) fn kept(&self) -> impl Iterator<Item = ComponentId> {
        self.of_classes.iter().filter_map(|fate| match fate {
            Fate::Keeps(component) => Some(*component),
            Fate::New(_) => None,
        })
    }

    /// Decides the fates in one tangle; tells how many patches more may be flooded.
    fn untangle(
        &mut self,
        tangle: &Tangle,
        mut floods: Floods<'_>,
        total_of: impl Fn(ComponentId) -> u32,
    ) -> Option<usize> {
        floods.run_until_one_is_left()?;
        let rest = floods.running().next();
        let patches = floods.patches;
        let of = |patch: PatchId| patches.patch(patch).component;
        // The component that whatever is left unflooded goes on as.
        let in_rest = floods.owned().filter(|&(_, flood)| Some(floods.sets.of(flood)) == rest);
        let kept = in_rest.map(|(patch, _)| of(patch));
        let kept =
            kept.max_by_key(|&component| (total_of(component), std::cmp::Reverse(component)));
        if let (Some(rest), Some(kept)) = (rest, kept) {
            floods.run_outside_of(rest, kept)?;
        }
        let class_of = |flood: usize| tangle.classes[flood].0;
        let fate_of = |flood: usize| match (floods.sets.of(flood), kept) {
            (root, Some(kept)) if Some(root) == rest => Fate::Keeps(kept),
            (root, _) => Fate::New(class_of(root)),
        };
        for flood in 0..tangle.classes.len() {
            self.of_classes[class_of(flood)] = fate_of(flood);
        }
        let fates = floods.owned().map(|(patch, flood)| (patch, fate_of(flood)));
        self.moved.extend(fates.filter(|&(patch, fate)| fate != Fate::Keeps(of(patch))));
        self.moved.sort_unstable();
        Some(floods.budget)
    }
}

/// Sorts an outline's classes by what they have to do with each other through components.
fn tangles(now: &Outline, patches: &Patches) -> Vec<Tangle> {
    let mut sets = now.classes().clone();
    let mut first_of = Keyed::new();
    let component_of = |patch: PatchId| patches.patch(patch).component;
    let outside = || now.members().filter(|(member, _)| !member.is_inside);
    for (member, class) in outside() {
        let component = component_of(member.patch);
        let first = *first_of.entry(component.key()).or_insert_with(|| place(class));
        sets.join(first as usize, class);
    }
    let tangled = outside().map(|(member, class)| (sets.of(class), class, member.patch));
    let mut tangled: Vec<(usize, usize, PatchId)> = tangled.collect();
    tangled.sort_unstable();
    let of_one = |together: &[(usize, usize, PatchId)]| {
        let classes = together.chunk_by(|a, b| a.1 == b.1);
        let classes = classes.map(|all| (all[0].1, all.iter().map(|one| one.2).collect()));
        let component = component_of(together[0].2);
        let is_alone = together.iter().all(|one| component_of(one.2) == component);
        Tangle { classes: classes.collect(), component: is_alone.then_some(component) }
    };
    tangled.chunk_by(|a, b| a.0 == b.0).map(of_one).collect()
}

/// Floods over patches outside of the changed blocks, one for each class, by its place in order.
struct Floods<'a> {
    inside: &'a [u32],
    patches: &'a Patches,
    waiting: Vec<VecDeque<PatchId>>,
    // By patch, the flood that came there first.
    owner: Keyed,
    // Floods that met.
    sets: Sets,
    // How many patches more may be flooded; past that all of this is given up.
    budget: usize,
}

impl<'a> Floods<'a> {
    fn new(tangle: &Tangle, inside: &'a [u32], patches: &'a Patches, budget: usize) -> Floods<'a> {
        let seeds = tangle.classes.iter().map(|(_, seeds)| seeds);
        let waiting: Vec<VecDeque<_>> = seeds.cloned().map(VecDeque::from).collect();
        let mut owner = Keyed::new();
        for (flood, (_, seeds)) in (0..).zip(&tangle.classes) {
            owner.extend(seeds.iter().map(|seed| (seed.key(), flood)));
        }
        let sets = Sets::new(waiting.len());
        Floods { inside, patches, waiting, owner, sets, budget }
    }

    /// The patches that floods came to, in order, and the flood that came there first.
    fn owned(&self) -> impl Iterator<Item = (PatchId, usize)> {
        self.owner.iter().map(|(&patch, &flood)| (PatchId::of_key(patch), flood as usize))
    }

    /// Lets all floods run in turns until all but one have ended, floods that met counted as one.
    /// None when the budget is spent.
    fn run_until_one_is_left(&mut self) -> Option<()> {
        while self.running().any(|flood| Some(flood) != self.running().next()) {
            for flood in 0..self.waiting.len() {
                if let Some(patch) = self.waiting[flood].pop_front() {
                    self.spread(flood, patch)?;
                }
            }
        }
        Some(())
    }

    /// The floods that have not ended, by the first of those that each one has met.
    fn running(&self) -> impl Iterator<Item = usize> {
        let running = self.waiting.iter().enumerate().filter(|(_, waiting)| !waiting.is_empty());
        running.map(|(flood, _)| self.sets.of(flood))
    }

    /// Lets one flood run to its end, but not over the patches of one component. None when the
    /// budget is spent.
    fn run_outside_of(&mut self, rest: usize, kept: ComponentId) -> Option<()> {
        for flood in 0..self.waiting.len() {
            while let Some(patch) = self.waiting[flood].pop_front() {
                if self.sets.of(flood) == rest && self.patches.patch(patch).component != kept {
                    self.spread(flood, patch)?;
                }
            }
        }
        Some(())
    }

    fn spread(&mut self, flood: usize, from: PatchId) -> Option<()> {
        self.budget = self.budget.checked_sub(1)?;
        for patch in self.patches.blocks[from.block as usize].bonded_with(from.label) {
            if self.inside.binary_search(&patch.block).is_ok() {
                continue;
            }
            match self.owner.get(&patch.key()) {
                Some(&other) => self.sets.join(flood, other as usize),
                None => {
                    self.owner.insert(patch.key(), place(flood));
                    self.waiting[flood].push_back(patch);
                }
            }
        }
        Some(())
    }
}
