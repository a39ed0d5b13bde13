//! What becomes of the pieces around blocks that changed: which still hang together elsewhere, which
//! were torn off, which have met.

use super::ComponentId;
use super::outline::Outline;
use super::patches::{PatchId, Patches};
use super::sets::Sets;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

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
    of_classes: BTreeMap<usize, Fate>,
    /// In order.
    pub(super) moved: Vec<(PatchId, Fate)>,
}

/// Classes and components that have to do with each other.
#[derive(Clone, Debug, Default)]
struct Tangle {
    classes: BTreeMap<usize, Vec<PatchId>>,
    components: BTreeSet<ComponentId>,
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
        let mut fates = Fates::default();
        // PERF: a patch costs a flood about 400 ns and `join_all` 25 to 40 ns.
        let mut budget = patches.count / 16 + 64;
        for tangle in tangles(now, patches) {
            match (tangle.classes.len(), tangle.components.first()) {
                (1, Some(&component)) if tangle.components.len() == 1 => {
                    let class = tangle.classes.keys().next();
                    fates.of_classes.extend(class.map(|&class| (class, Fate::Keeps(component))));
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
        self.of_classes.get(&class).copied().unwrap_or(Fate::New(class))
    }

    /// The components that go on.
    pub(super) fn kept(&self) -> impl Iterator<Item = ComponentId> {
        self.of_classes.values().filter_map(|fate| match fate {
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
        let in_rest =
            floods.owner.iter().filter(|&(_, &flood)| Some(floods.sets.of(flood)) == rest);
        let kept = in_rest.map(|(&patch, _)| of(patch));
        let kept =
            kept.max_by_key(|&component| (total_of(component), std::cmp::Reverse(component)));
        if let (Some(rest), Some(kept)) = (rest, kept) {
            floods.run_outside_of(rest, kept)?;
        }
        let classes: Vec<usize> = tangle.classes.keys().copied().collect();
        let fate_of = |flood: usize| match (floods.sets.of(flood), kept) {
            (root, Some(kept)) if Some(root) == rest => Fate::Keeps(kept),
            (root, _) => Fate::New(classes[root]),
        };
        self.of_classes.extend(classes.iter().enumerate().map(|(f, &class)| (class, fate_of(f))));
        let fates = floods.owner.iter().map(|(&patch, &flood)| (patch, fate_of(flood)));
        self.moved.extend(fates.filter(|&(patch, fate)| fate != Fate::Keeps(of(patch))));
        self.moved.sort_unstable();
        Some(floods.budget)
    }
}

/// Sorts an outline's classes by what they have to do with each other through components.
fn tangles(now: &Outline, patches: &Patches) -> Vec<Tangle> {
    let mut sets = now.classes().clone();
    let mut places: BTreeMap<ComponentId, usize> = BTreeMap::new();
    let outside = || now.members().filter(|(member, _)| !member.is_inside);
    for (member, class) in outside() {
        let place = *places.entry(patches.patch(member.patch).component).or_insert(class);
        sets.join(place, class);
    }
    let mut tangles: BTreeMap<usize, Tangle> = BTreeMap::new();
    for (member, class) in outside() {
        let tangle = tangles.entry(sets.of(class)).or_default();
        tangle.classes.entry(class).or_default().push(member.patch);
        tangle.components.insert(patches.patch(member.patch).component);
    }
    tangles.into_values().collect()
}

/// Floods over patches outside of the changed blocks, one for each class, by its place in order.
struct Floods<'a> {
    inside: &'a [u32],
    patches: &'a Patches,
    waiting: Vec<VecDeque<PatchId>>,
    owner: BTreeMap<PatchId, usize>,
    // Floods that met.
    sets: Sets,
    // How many patches more may be flooded; past that all of this is given up.
    budget: usize,
}

impl<'a> Floods<'a> {
    fn new(tangle: &Tangle, inside: &'a [u32], patches: &'a Patches, budget: usize) -> Floods<'a> {
        let waiting: Vec<VecDeque<_>> =
            tangle.classes.values().map(|seeds| seeds.iter().copied().collect()).collect();
        let seeds = tangle.classes.values().enumerate();
        let owner = seeds.flat_map(|(flood, seeds)| seeds.iter().map(move |&seed| (seed, flood)));
        let sets = Sets::new(waiting.len());
        Floods { inside, patches, owner: owner.collect(), waiting, sets, budget }
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
            match self.owner.get(&patch) {
                Some(&other) => self.sets.join(flood, other),
                None => {
                    self.owner.insert(patch, flood);
                    self.waiting[flood].push_back(patch);
                }
            }
        }
        Some(())
    }
}
