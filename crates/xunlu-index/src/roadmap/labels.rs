//! Hub labels: for each subgoal some others, its hubs, with what the cheapest way there costs, so that any
//! two that are connected have one of these in common on a cheapest way (Cohen, Halperin, Kaplan and Zwick
//! 2003; found as Akiba, Iwata and Yoshida 2013 do, by searches that end where labels know the way already).
//!
//! The entries of a label lie sorted by the sector in which their way begins. Whoever comes to a subgoal by a
//! leg need only look at those that go on from it without turning back on itself, which are few.

use super::graph::SubgoalGraph;
use super::reach::Reach;
use super::spread::{NONE, Passed, Spread};
use super::turns::{SECTORS, Sectors};
use crate::threads;
use std::ops::Range;

/// What questions look through: a hub by its rank, the most important being 0, and what it costs to get
/// there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) hub: u32,
    pub(super) cost: u32,
}

/// The labels of all subgoals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Labels {
    labels: Vec<Label>,
    entries: Vec<Entry>,
    // For each entry the next subgoal on the way, or `NONE` at the hub itself, and the place of the hub in
    // the label of that.
    nexts: Vec<u32>,
    places: Vec<u16>,
}

/// Where the label of a subgoal lies.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Label {
    // Its own entry, with itself as the hub.
    first: u32,
    // For each sector where the entries begin whose way does in that, after the first, and one more.
    sectors: [u16; SECTORS + 1],
    around: u8,
}

/// An entry as it is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Found {
    pub(super) hub: u32,
    pub(super) cost: u32,
    pub(super) next: u32,
}

/// Why no labels were made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Failed {
    Cancelled,
    /// So many entries were found before there were too many.
    TooMany(usize),
    TooExpensive,
}

/// How many hubs are looked at at one time, once there are as many.
const BATCH: usize = 128;
/// A way that costs more cannot be added to others.
const COST_MAX: u32 = u32::MAX / 4;

impl Labels {
    /// What each entry takes.
    pub(super) const ENTRY_BYTES: usize = size_of::<Entry>() + size_of::<u32>() + size_of::<u16>();
    /// What each subgoal takes besides.
    pub(super) const LABEL_BYTES: usize = size_of::<Label>();

    /// Sorts entries, which for each subgoal are those of `found`.
    ///
    /// Returns `None` if a label is too long, or a way does not lead to its hub.
    pub(super) fn of(
        reach: &Reach,
        graph: &SubgoalGraph,
        around: impl Fn(u32) -> u8,
        mut found: Vec<Vec<Found>>,
    ) -> Option<Labels> {
        let count = found.iter().map(Vec::len).sum();
        let mut made = Labels {
            labels: Vec::with_capacity(found.len()),
            entries: Vec::with_capacity(count),
            nexts: Vec::with_capacity(count),
            places: Vec::with_capacity(count),
        };
        let mut by_hub: Vec<Vec<(u32, u16)>> = Vec::with_capacity(found.len());
        for (own, subgoal) in found.iter_mut().zip(0..) {
            let sector = |entry: &Found| match entry.next {
                NONE => None,
                next => {
                    let [from, to] = [subgoal, next].map(|at: u32| graph.cells[at as usize]);
                    Some(reach.sector(from, to))
                }
            };
            own.sort_unstable_by_key(|entry| (sector(entry).map(|sector| sector.0), entry.hub));
            let before = |to: usize| {
                let is_before =
                    |entry: &Found| sector(entry).is_none_or(|sector| usize::from(sector.0) < to);
                u16::try_from(own.partition_point(is_before)).ok()
            };
            let mut sectors = [0; SECTORS + 1];
            for (to, begin) in sectors.iter_mut().enumerate() {
                *begin = before(to)?;
            }
            (sectors[0] == 1).then_some(())?;
            let first = u32::try_from(made.entries.len()).ok()?;
            made.labels.push(Label { first, sectors, around: around(subgoal) });
            made.entries.extend(own.iter().map(|&Found { hub, cost, .. }| Entry { hub, cost }));
            made.nexts.extend(own.iter().map(|entry| entry.next));
            let mut places: Vec<(u32, u16)> = own.iter().map(|entry| entry.hub).zip(0..).collect();
            places.sort_unstable();
            by_hub.push(places);
        }
        for own in &found {
            for entry in own {
                let place = match by_hub.get(entry.next as usize) {
                    None => 0,
                    Some(places) => {
                        let at = places.binary_search_by_key(&entry.hub, |&(hub, _)| hub).ok()?;
                        places[at].1
                    }
                };
                made.places.push(place);
            }
        }
        Some(made)
    }

    /// The entries of a subgoal whose ways begin in these sectors, in ranges, its own entry first.
    #[inline]
    pub(super) fn each_range(
        &self,
        subgoal: u32,
        sectors: Sectors,
        mut tell: impl FnMut(Range<u32>),
    ) {
        let label = &self.labels[subgoal as usize];
        let at = |sector: u32| label.first + u32::from(label.sectors[sector as usize]);
        let mut from = label.first;
        let mut to = from + 1;
        let mut left = u32::from(sectors);
        while left != 0 {
            let first = left.trailing_zeros();
            let beyond = first + (!(left >> first)).trailing_zeros();
            left &= !0 << beyond;
            let (begin, end) = (at(first), at(beyond));
            if begin == end {
                continue;
            }
            if begin != to {
                tell(from..to);
                from = begin;
            }
            to = end;
        }
        tell(from..to);
    }

    /// The neighbours of a subgoal that are open.
    #[inline]
    pub(super) fn around(&self, subgoal: u32) -> u8 {
        self.labels[subgoal as usize].around
    }

    #[inline]
    pub(super) fn entries(&self, range: Range<u32>) -> &[Entry] {
        &self.entries[range.start as usize..range.end as usize]
    }

    /// The subgoals on the way from an entry's own to its hub, without the first.
    #[inline]
    pub(super) fn way(&self, entry: u32) -> impl Iterator<Item = u32> {
        let mut at = entry as usize;
        std::iter::from_fn(move || {
            let next = self.nexts[at];
            if next == NONE {
                return None;
            }
            at = self.labels[next as usize].first as usize + usize::from(self.places[at]);
            Some(next)
        })
    }

    /// The entries of a subgoal, as they were found.
    pub(super) fn found(&self, subgoal: u32) -> impl Iterator<Item = Found> {
        let label = &self.labels[subgoal as usize];
        let range =
            label.first as usize..label.first as usize + usize::from(label.sectors[SECTORS]);
        let all = self.entries[range.clone()].iter().zip(&self.nexts[range]);
        all.map(|(entry, &next)| Found { hub: entry.hub, cost: entry.cost, next })
    }

    pub(super) fn entry_count(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.labels.capacity() * Labels::LABEL_BYTES
            + self.entries.capacity() * size_of::<Entry>()
            + self.nexts.capacity() * size_of::<u32>()
            + self.places.capacity() * size_of::<u16>()
    }
}

/// What is found for each subgoal, with hubs in this order.
pub(super) fn find(
    graph: &SubgoalGraph,
    order: &[u32],
    spaces: &mut [Spread],
    entries_max: usize,
    goes_on: impl Fn(f64) -> bool,
) -> Result<Vec<Vec<Found>>, Failed> {
    let mut growing = Growing { labels: vec![Vec::new(); order.len()], count: 0 };
    let mut spaces: Vec<(&mut Spread, Vec<u32>)> =
        spaces.iter_mut().map(|spread| (spread, vec![NONE; order.len()])).collect();
    let mut first = 0;
    while first < order.len() {
        if !goes_on(first as f64 / order.len() as f64) {
            return Err(Failed::Cancelled);
        }
        let batch = &order[first..order.len().min(first + first.clamp(1, BATCH))];
        let reached = threads::each(batch.len(), &mut spaces, |(spread, known), at| {
            growing.look_from(graph, batch[at], spread, known)
        });
        let known = &mut spaces[0].1;
        for ((reached, &subgoal), hub) in reached.into_iter().zip(batch).zip(first..) {
            growing.add(number(first), number(hub), subgoal, reached, known)?;
        }
        if growing.count > entries_max {
            return Err(Failed::TooMany(growing.count));
        }
        first += batch.len();
    }
    Ok(growing.labels)
}

fn number(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Labels while they are found.
struct Growing {
    labels: Vec<Vec<Found>>,
    count: usize,
}

impl Growing {
    /// The subgoals to which no hub so far knows a way as cheap as the one that is found from here.
    fn look_from(
        &self,
        graph: &SubgoalGraph,
        from: u32,
        spread: &mut Spread,
        known: &mut [u32],
    ) -> Vec<Passed> {
        let own = &self.labels[from as usize];
        own.iter().for_each(|entry| known[entry.hub as usize] = entry.cost);
        let mut reached = Vec::new();
        spread.begin(from);
        while let Some(passed) = spread.pass() {
            let label = &self.labels[passed.subgoal as usize];
            if !is_known(label, known, passed.cost) {
                reached.push(passed);
                spread.go_on(passed, graph.edges(passed.subgoal), NONE, u32::MAX - 1);
            }
        }
        own.iter().for_each(|entry| known[entry.hub as usize] = NONE);
        reached
    }

    /// Adds a hub to the labels of what was reached from it, but for those to which others of its batch know
    /// a way as cheap. Those are exactly what a look with the labels of these would have left out: if a hub
    /// lies on a cheapest way to some subgoal, it does on all that go on from there.
    fn add(
        &mut self,
        first_of_batch: u32,
        hub: u32,
        subgoal: u32,
        reached: Vec<Passed>,
        known: &mut [u32],
    ) -> Result<(), Failed> {
        let of_batch = |label: &[Found]| label.partition_point(|entry| entry.hub < first_of_batch);
        let own: Vec<Found> = {
            let label = &self.labels[subgoal as usize];
            label[of_batch(label)..].to_vec()
        };
        own.iter().for_each(|entry| known[entry.hub as usize] = entry.cost);
        for Passed { subgoal, cost, before } in reached {
            let label = &mut self.labels[subgoal as usize];
            if is_known(&label[of_batch(label)..], known, cost) {
                continue;
            }
            if cost > COST_MAX {
                return Err(Failed::TooExpensive);
            }
            label.push(Found { hub, cost, next: before });
            self.count += 1;
        }
        own.iter().for_each(|entry| known[entry.hub as usize] = NONE);
        Ok(())
    }
}

/// Whether one of a label's hubs lies on a way that costs no more, where it is known what they cost from the
/// other end.
#[inline]
fn is_known(label: &[Found], known: &[u32], cost: u32) -> bool {
    label.iter().any(|entry| known[entry.hub as usize].saturating_add(entry.cost) <= cost)
}
