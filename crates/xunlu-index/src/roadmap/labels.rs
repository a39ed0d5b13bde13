//! Hub labels: for each subgoal some others, its hubs, with what the cheapest way there costs, so that any
//! two that are connected have one of these in common on a cheapest way (Cohen, Halperin, Kaplan and Zwick
//! 2003).
//!
//! The entries of a label lie sorted by the sector in which their way begins. Whoever comes to a subgoal by a
//! leg need only look at those that go on from it without turning back on itself, which are few, and at those
//! that begin with a link, which come first.

use super::graph::SubgoalGraph;
use super::growing::{COST_MAX, Found};
use super::links::Links;
use super::reach::Reach;
use super::spread::NONE;
use super::turns::{Outlook, SECTORS, Sector, Sectors};
use crate::jump::PaddedCell;
use std::ops::Range;

/// Where the entries of a subgoal begin, the first with itself as its hub, and after it those whose way
/// begins with a link; for each sector, how many of them are before those whose way begins in that, and for
/// one more; which of its neighbours are open; whether links are taken there.
pub(super) const LABEL_BYTES: usize = 4 + 2 * (SECTORS + 1) + 2;
/// A hub and a cost.
pub(super) const ENTRY_BYTES: usize = 4 + 4;
/// For each entry the next subgoal on the way, or `NONE` at the hub itself, and the place of the hub in the
/// label of that.
pub(super) const NEXT_BYTES: usize = 4 + 2;

const AROUND: usize = LABEL_BYTES - 2;

/// What questions look through: a hub by its rank, the most important being 0, and what it costs to get
/// there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) hub: u32,
    pub(super) cost: u32,
}

/// The labels of all subgoals, in tables.
#[derive(Clone, Copy, Debug)]
pub(super) struct Labels<'a> {
    pub(super) labels: &'a [[u8; LABEL_BYTES]],
    pub(super) entries: &'a [[u8; ENTRY_BYTES]],
    pub(super) nexts: &'a [[u8; NEXT_BYTES]],
}

/// The tables while they are made.
#[derive(Default, Debug)]
pub(super) struct LabelsMade {
    pub(super) labels: Vec<[u8; LABEL_BYTES]>,
    pub(super) entries: Vec<[u8; ENTRY_BYTES]>,
    pub(super) nexts: Vec<[u8; NEXT_BYTES]>,
}

impl LabelsMade {
    /// The tables, to look things up in.
    pub(super) fn view(&self) -> Labels<'_> {
        Labels { labels: &self.labels, entries: &self.entries, nexts: &self.nexts }
    }

    /// Sorts entries, which for each subgoal are those of `found`, of ways that take these links.
    ///
    /// Returns `None` if a label is too long.
    pub(super) fn new(
        reach: &Reach,
        graph: &SubgoalGraph,
        links: &Links,
        outlook: impl Fn(u32) -> Outlook,
        mut found: Vec<Vec<Found>>,
    ) -> Option<LabelsMade> {
        let count = found.iter().map(Vec::len).sum();
        let mut made = LabelsMade {
            labels: Vec::with_capacity(found.len()),
            entries: Vec::with_capacity(count),
            nexts: Vec::with_capacity(count),
        };
        let mut by_hub: Vec<Vec<(u32, u16)>> = Vec::with_capacity(found.len());
        for (own, subgoal) in found.iter_mut().zip(0..) {
            let sector = |entry: &Found| -> Option<Sector> {
                let is_leg = entry.next != NONE && links.cost(subgoal, entry.next).is_none();
                is_leg.then(|| {
                    let [from, to] = [subgoal, entry.next].map(|at: u32| graph.cells[at as usize]);
                    reach.sector(from, to)
                })
            };
            let place = |entry: &Found| sector(entry).map(|sector| sector.0);
            own.sort_unstable_by_key(|entry| (place(entry), entry.next != NONE, entry.hub));
            let mut label = [0; LABEL_BYTES];
            let (first, rest) = label.split_first_chunk_mut()?;
            *first = u32::try_from(made.entries.len()).ok()?.to_le_bytes();
            let (sectors, _) = rest.as_chunks_mut();
            for (begin, to) in sectors.iter_mut().take(SECTORS + 1).zip(0..) {
                let is_before =
                    |entry: &Found| sector(entry).is_none_or(|sector| usize::from(sector.0) < to);
                *begin = u16::try_from(own.partition_point(is_before)).ok()?.to_le_bytes();
            }
            let Outlook { around, has_links } = outlook(subgoal);
            (label[AROUND], label[AROUND + 1]) = (around, u8::from(has_links));
            made.labels.push(label);
            made.entries.extend(own.iter().map(Found::bytes));
            let mut places: Vec<(u32, u16)> = own.iter().map(|entry| entry.hub).zip(0..).collect();
            places.sort_unstable();
            by_hub.push(places);
        }
        for entry in found.iter().flatten() {
            let place = match by_hub.get(entry.next as usize) {
                None => 0,
                Some(places) => {
                    let at = places.binary_search_by_key(&entry.hub, |&(hub, _)| hub).ok()?;
                    places[at].1
                }
            };
            let mut next = [0; NEXT_BYTES];
            let (subgoal, rest) = next.split_first_chunk_mut()?;
            *subgoal = entry.next.to_le_bytes();
            rest.copy_from_slice(&place.to_le_bytes());
            made.nexts.push(next);
        }
        Some(made)
    }
}

impl Found {
    /// What questions look through.
    fn bytes(&self) -> [u8; ENTRY_BYTES] {
        (u64::from(self.cost) << 32 | u64::from(self.hub)).to_le_bytes()
    }
}

impl Labels<'_> {
    /// The entries of a subgoal whose ways begin in these sectors or with a link, in ranges, its own entry
    /// first.
    #[inline]
    pub(super) fn each_range(
        &self,
        subgoal: u32,
        sectors: Sectors,
        mut tell: impl FnMut(Range<u32>),
    ) {
        let label = &self.labels[subgoal as usize];
        let own = first(label);
        let at = |sector: u32| own + u32::from(before(label, sector as usize));
        let (mut from, mut to) = (own, at(0));
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

    /// What decides how paths may go on at a subgoal.
    #[inline]
    pub(super) fn outlook(&self, subgoal: u32) -> Outlook {
        let label = &self.labels[subgoal as usize];
        Outlook { around: label[AROUND], has_links: label[AROUND + 1] != 0 }
    }

    /// Whether all ways cost less than this.
    pub(super) fn cost_less_than(&self, end: u32) -> bool {
        self.entries.iter().all(|entry| Entry::of(entry).cost < end)
    }

    /// All entries of a subgoal.
    #[inline]
    pub(super) fn all(&self, subgoal: u32) -> Range<u32> {
        let label = &self.labels[subgoal as usize];
        let first = first(label);
        first..first + u32::from(before(label, SECTORS))
    }

    #[inline]
    pub(super) fn entries(&self, range: Range<u32>) -> impl Iterator<Item = Entry> {
        self.entries[range.start as usize..range.end as usize].iter().map(Entry::of)
    }

    /// The subgoals on the way from an entry's own to its hub, without the first.
    #[inline]
    pub(super) fn way(&self, entry: u32) -> impl Iterator<Item = u32> {
        let mut at = entry as usize;
        std::iter::from_fn(move || {
            let (next, place) = next(&self.nexts[at]);
            if next == NONE {
                return None;
            }
            at = first(&self.labels[next as usize]) as usize + usize::from(place);
            Some(next)
        })
    }

    /// Whether the way of an entry that begins with a link for which nothing is paid goes on with no more
    /// such than there are.
    fn leaves_free_links(&self, links: &Links, entry: usize) -> bool {
        let cost = Entry::of(&self.entries[entry]).cost;
        let mut at = entry;
        for _ in 0..=links.len() {
            let (next, place) = next(&self.nexts[at]);
            let Some(label) = self.labels.get(next as usize) else { return next == NONE };
            at = first(label) as usize + usize::from(place);
            match self.entries.get(at).map(Entry::of) {
                Some(beyond) if beyond.cost == cost => {}
                _ => return true,
            }
        }
        false
    }

    /// Whether it is labels of these subgoals: each way leads on to its hub by free legs and by links, and
    /// costs what these do.
    pub(super) fn are_sound(&self, reach: &Reach, links: &Links, cells: &[PaddedCell]) -> bool {
        let count = cells.len();
        if self.labels.len() != count || self.nexts.len() != self.entries.len() {
            return false;
        }
        let mut end = 0;
        for label in self.labels {
            let sectors: [u16; SECTORS + 1] = std::array::from_fn(|sector| before(label, sector));
            if first(label) != end || sectors[0] == 0 || !sectors.is_sorted() {
                return false;
            }
            let Some(next) = end.checked_add(sectors[SECTORS].into()) else { return false };
            end = next;
        }
        if end as usize != self.entries.len() {
            return false;
        }
        // At which subgoal each hub is, and from which one the leg to each was looked at last.
        let (mut at, mut looked) = (vec![NONE; count], vec![NONE; count]);
        for (label, subgoal) in self.labels.iter().zip(0..) {
            let own = first(label) as usize;
            let Entry { hub, cost } = Entry::of(&self.entries[own]);
            let is_own = cost == 0 && next(&self.nexts[own]).0 == NONE;
            match at.get_mut(hub as usize) {
                Some(known) if is_own && *known == NONE => *known = subgoal,
                _ => return false,
            }
        }
        self.labels.iter().zip(0..).all(|(label, subgoal)| {
            let own = first(label) as usize;
            let rest = own + 1..own + usize::from(before(label, SECTORS));
            rest.into_iter().all(|entry| {
                let Entry { hub, cost } = Entry::of(&self.entries[entry]);
                let (next, place) = next(&self.nexts[entry]);
                let Some(onward) = self.labels.get(next as usize) else { return false };
                let is_there = place < before(onward, SECTORS);
                let beyond = first(onward) as usize + usize::from(place);
                let Some(beyond) = self.entries.get(beyond).filter(|_| is_there) else {
                    return false;
                };
                let ends = [subgoal as usize, next as usize].map(|at| cells[at]);
                let beyond = Entry::of(beyond);
                let link = links.cost(subgoal, next);
                let leg = link.unwrap_or_else(|| reach.least(ends[0], ends[1]));
                // Each leg costs something, so no way comes round to itself, unless by links that are free.
                let is_right = beyond.hub == hub
                    && (leg > 0 || link.is_some() && self.leaves_free_links(links, entry))
                    && beyond.cost.checked_add(leg) == Some(cost)
                    && cost < COST_MAX;
                let is_known = std::mem::replace(&mut looked[next as usize], subgoal) == subgoal;
                is_right
                    && (link.is_some()
                        || is_known
                        || reach.has_free_leg(ends[0], ends[1])
                            && reach.has_free_leg(ends[1], ends[0]))
            })
        })
    }
}

impl Entry {
    #[inline]
    fn of(bytes: &[u8; ENTRY_BYTES]) -> Entry {
        let [a, b, c, d, e, f, g, h] = *bytes;
        Entry { hub: u32::from_le_bytes([a, b, c, d]), cost: u32::from_le_bytes([e, f, g, h]) }
    }
}

/// Where the entries of a label begin.
#[inline]
fn first(label: &[u8; LABEL_BYTES]) -> u32 {
    label.first_chunk().map_or(0, |first| u32::from_le_bytes(*first))
}

/// How many entries of a label are before those of a sector.
#[inline]
fn before(label: &[u8; LABEL_BYTES], sector: usize) -> u16 {
    let at = 4 + 2 * sector;
    u16::from_le_bytes([label[at], label[at + 1]])
}

/// The next subgoal, and the place in its label.
#[inline]
fn next(bytes: &[u8; NEXT_BYTES]) -> (u32, u16) {
    let [a, b, c, d, e, f] = *bytes;
    (u32::from_le_bytes([a, b, c, d]), u16::from_le_bytes([e, f]))
}
