//! Merged labels: what the labels of all subgoals that are seen from a block of cells come to, in one list.
//!
//! ```text
//!   . . . . . .       From a cell on open ground fifty subgoals are seen, whose labels have the same hubs again
//!   . c . . a #---h   and again. For each hub a cell needs but one subgoal over which it is nearest, and none if
//!   . . . . . .       a more important hub lies on the way. That is nearly the same for all cells of a block:
//!   . . . b #-----h   a hub, a subgoal, and what the way between them costs.
//! ```
//!
//! An entry tells which quarters of the block need it, and entries are in the order of that: each quarter's
//! are in one to four runs.
//!
//! Labels that are merged for regions are those of Du, Shen and Cheema (2023, "Ultrafast Euclidean shortest
//! path computation using hub labeling"). Left out is whatever a label made for a cell alone would not have.
//! No cheapest path is lost: of all subgoals on cheapest paths between two cells, the most important
//! one is a hub that both keep.

use super::growing::Failed;
use super::labels::{Labels, LabelsMade};
use super::reach::Reach;
use super::sights::{self, Sights, SightsMade};
use super::spread::NONE;
use crate::jump::PaddedCell;
use crate::threads;

/// A cost, and in one number a hub and the place of a subgoal in the list of the block.
pub(super) const MERGED_BYTES: usize = 4 + 4;
/// Where the entries of a block begin, and where those of each set of quarters end.
pub(super) const MERGED_BLOCK_BYTES: usize = 4 + 2 * SETS;
/// How many sets of quarters there are.
const SETS: usize = 16;
/// The sets in this order differ by one quarter from the one before (Gray 1953), so that those of a quarter
/// lie in few runs.
const RUNS: [&[[usize; 2]]; 4] =
    [&[[1, 3], [5, 7], [9, 11], [13, 15]], &[[2, 6], [10, 14]], &[[4, 12]], &[[8, 16]]];
/// So many of the bits are the subgoal's place.
const PLACE_BITS: u32 = 12;
/// Ways and legs all cost less, or nothing is merged: two of each add up to less than what is [`UNSEEN`].
const COST_END: u32 = 1 << 29;
/// What a leg to a subgoal costs that is not seen: more than any path.
pub(super) const UNSEEN: u32 = 1 << 31;

/// A way to a hub from some of the cells of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MergedEntry {
    pub(super) hub: u32,
    /// The subgoal that it goes by, by its place in the list of the block.
    pub(super) place: usize,
    /// What it costs from there.
    pub(super) cost: u32,
}

/// The merged labels of all blocks, in tables.
#[derive(Clone, Copy, Debug)]
pub(super) struct Merged<'a> {
    pub(super) blocks: &'a [[u8; MERGED_BLOCK_BYTES]],
    // Those of each set of quarters are in the order of their hubs.
    pub(super) entries: &'a [[u8; MERGED_BYTES]],
}

/// The tables while they are made.
#[derive(Default, Debug)]
pub(super) struct MergedMade {
    pub(super) blocks: Vec<[u8; MERGED_BLOCK_BYTES]>,
    pub(super) entries: Vec<[u8; MERGED_BYTES]>,
}

/// Where the entries of a quarter of a block lie, in up to four runs.
pub(super) type Runs = [(usize, usize); 4];

/// What labels are merged of.
struct Merging<'a> {
    reach: &'a Reach,
    cells: &'a [PaddedCell],
    // The subgoals that are hubs, the most important first.
    order: &'a [u32],
    sights: Sights<'a>,
    labels: Labels<'a>,
    // Those of ways that lead the other way: from hubs, if labels are of ways to them.
    turned: Labels<'a>,
}

/// What merging takes.
struct Space {
    // For each hub what it costs to get there from the cell.
    known: Vec<u32>,
    // All ways from the cell, with what the leg costs before.
    ways: Vec<(MergedEntry, u32)>,
}

/// An entry, and the quarters that need it, a bit each.
type Needed = (MergedEntry, usize);

/// To look for a subgoal's entries takes as long as to look at so many. Where few subgoals are seen, their
/// labels are looked through.
const ENTRIES_A_SUBGOAL: usize = 4;
/// To begin with a quarter's entries takes as long as to look at so many.
const ENTRIES_A_QUARTER: usize = 24;

/// Merges each of these one or two kinds of labels, where the ground has subgoals in these cells and hubs in
/// this order, if all take no more bytes than so many. Returns `None` if there is no room, or numbers are too
/// large; it fails only when it is told to give up.
pub(super) fn all(
    (reach, cells, order): (&Reach, &[PaddedCell], &[u32]),
    sights: &SightsMade,
    labels: &[LabelsMade],
    thread_count: usize,
    bytes_max: usize,
    goes_on: impl Fn(f64) -> bool,
) -> Result<Option<Vec<MergedMade>>, Failed> {
    let (mut room, mut all) = (bytes_max, Vec::new());
    for (labels, turned) in labels.iter().zip(labels.iter().rev()) {
        let before = all.len();
        let tell = |part| goes_on((before as f64 + part) / 2.0);
        let (sights, labels, turned) = (sights.view(), labels.view(), turned.view());
        let merging = Merging { reach, cells, order, sights, labels, turned };
        let Some(made) = MergedMade::new(&merging, thread_count, room, tell)? else {
            return Ok(None);
        };
        room -= made.bytes();
        all.push(made);
    }
    Ok(Some(all))
}

impl MergedMade {
    /// Merges the labels of what is seen from each block, as `all` does.
    fn new(
        merging: &Merging<'_>,
        thread_count: usize,
        bytes_max: usize,
        goes_on: impl Fn(f64) -> bool,
    ) -> Result<Option<MergedMade>, Failed> {
        let Merging { reach, order, .. } = merging;
        let is_small = are_small(reach, &merging.labels);
        if order.len() > 1 << (u32::BITS - PLACE_BITS) || !is_small {
            return Ok(None);
        }
        let new = || Space { known: vec![NONE; order.len()], ways: Vec::new() };
        let mut spaces: Vec<Space> = (0..thread_count).map(|_| new()).collect();
        let [blocks_a_row, block_rows] = sights::blocks(reach).map(|count| count as usize);
        let mut made = MergedMade::default();
        // A row of blocks at a time, so that it is known soon that there is no room.
        for row in 0..block_rows {
            goes_on(row as f64 / block_rows as f64).then_some(()).ok_or(Failed::Cancelled)?;
            let blocks = threads::each(blocks_a_row, &mut spaces, |space, column| {
                merging.block(row * blocks_a_row + column, space)
            });
            let are_numbered = blocks.into_iter().all(|entries| made.push(&entries).is_some());
            if !are_numbered || made.bytes() > bytes_max {
                return Ok(None);
            }
        }
        Ok(Some(made))
    }

    /// Adds what is needed of a block. Returns `None` if a number is too large.
    fn push(&mut self, entries: &[Needed]) -> Option<()> {
        let mut row = [0; MERGED_BLOCK_BYTES];
        let (first, ends) = row.split_first_chunk_mut()?;
        *first = u32::try_from(self.entries.len()).ok()?.to_le_bytes();
        for (end, set) in ends.as_chunks_mut().0.iter_mut().zip(0..) {
            let end_of_set = entries.partition_point(|(_, quarters)| set_of(*quarters) <= set);
            *end = u16::try_from(end_of_set).ok()?.to_le_bytes();
        }
        self.blocks.push(row);
        for (entry, _) in entries {
            self.entries.push(entry.bytes()?);
        }
        Some(())
    }

    /// How much they take.
    fn bytes(&self) -> usize {
        self.blocks.as_flattened().len() + self.entries.as_flattened().len()
    }
}

impl Merging<'_> {
    /// What is needed from one of the cells of a block at least, in order; nothing where it is no more work
    /// to look through the labels of what is seen.
    fn block(&self, block: usize, space: &mut Space) -> Vec<Needed> {
        let mut merged: Vec<Needed> = Vec::new();
        let Space { known, ways } = space;
        // What cells would look at, by quarters how many cells there are, and how many entries.
        let (mut looked_at, mut cells, mut sizes) = (0, [0; 4], [0; 4]);
        self.sights.each_cell(self.reach, block, |cell| {
            let quarter = quarter_of(cell);
            looked_at += self.find_ways(cell, known, ways);
            cells[quarter] += usize::from(!ways.is_empty());
            for ways in ways.chunk_by(|one, other| one.0.hub == other.0.hub) {
                let hub = ways[0].0.hub;
                let from = merged.partition_point(|(entry, _)| entry.hub < hub);
                let own = &mut merged[from..];
                let count = own.partition_point(|(entry, _)| entry.hub == hub);
                // One that is there for another cell may do, best of all one of the same quarter.
                let can =
                    own[..count].iter_mut().filter(|own| ways.iter().any(|way| way.0 == own.0));
                match { can }.max_by_key(|own| own.1 >> quarter & 1) {
                    Some((_, quarters)) if *quarters >> quarter & 1 != 0 => {}
                    _ if !self.is_needed(hub, known) => {}
                    Some((_, quarters)) => {
                        *quarters |= 1 << quarter;
                        sizes[quarter] += 1;
                    }
                    None => {
                        merged.insert(from, (ways[0].0, 1 << quarter));
                        sizes[quarter] += 1;
                    }
                }
            }
            ways.iter().for_each(|(way, _)| known[way.hub as usize] = NONE);
        });
        let merged_takes =
            cells.iter().zip(sizes).map(|(cells, size)| cells * (size + ENTRIES_A_QUARTER));
        if merged_takes.sum::<usize>() >= looked_at {
            return Vec::new();
        }
        merged
            .sort_unstable_by_key(|(entry, quarters)| (set_of(*quarters), entry.hub, entry.place));
        merged
    }

    /// Finds the cheapest ways to hubs from a cell, in the order of these. Returns how much work it is to
    /// look through the labels for them, in entries.
    fn find_ways(
        &self,
        cell: PaddedCell,
        known: &mut [u32],
        ways: &mut Vec<(MergedEntry, u32)>,
    ) -> usize {
        let Merging { reach, labels, .. } = self;
        ways.clear();
        let mut subgoals = 0;
        self.sights.each(reach, cell, |place, subgoal| {
            subgoals += 1;
            let to = self.cells[subgoal as usize];
            let leg = reach.least(cell, to);
            let onward = reach.turns.onward(labels.outlook(subgoal), reach.sector(cell, to));
            labels.each_range(subgoal, onward, |range| {
                for entry in labels.entries(range) {
                    let cost = &mut known[entry.hub as usize];
                    *cost = (leg + entry.cost).min(*cost);
                    ways.push((MergedEntry { hub: entry.hub, place, cost: entry.cost }, leg));
                }
            });
        });
        let looked_at = ways.len() + subgoals * ENTRIES_A_SUBGOAL;
        ways.retain(|(way, leg)| known[way.hub as usize] == leg + way.cost);
        ways.sort_unstable_by_key(|(way, _)| (way.hub, way.place));
        looked_at
    }

    /// Whether no more important hub lies on the way to a hub, where it is known what these cost.
    fn is_needed(&self, hub: u32, known: &[u32]) -> bool {
        let own = self.turned.all(self.order[hub as usize]);
        let cost = known[hub as usize];
        // Those of the same hub are its own entry.
        let mut others = self.turned.entries(own).filter(|entry| entry.hub != hub);
        !others.any(|entry| known[entry.hub as usize].saturating_add(entry.cost) <= cost)
    }
}

impl Merged<'_> {
    /// Where the entries lie that a cell needs. Returns `None` where labels of what is seen are to be looked
    /// through.
    #[inline]
    pub(super) fn runs(&self, block: usize, cell: PaddedCell) -> Option<Runs> {
        let row = &self.blocks[block];
        if end_of(row, SETS - 1) == 0 {
            return None;
        }
        let first = first_of(row);
        let mut runs = Runs::default();
        for (run, [begin, end]) in runs.iter_mut().zip(RUNS[quarter_of(cell)]) {
            *run = (first + end_of(row, begin - 1), first + end_of(row, end - 1));
        }
        Some(runs)
    }

    #[inline]
    pub(super) fn entries(
        &self,
        (begin, end): (usize, usize),
    ) -> impl Iterator<Item = MergedEntry> {
        self.entries[begin..end].iter().map(MergedEntry::of)
    }

    /// The entries of one hub in these runs.
    pub(super) fn of_hub(&self, runs: Runs, hub: u32) -> impl Iterator<Item = MergedEntry> {
        let own = runs.into_iter().flat_map(|(begin, end)| &self.entries[begin..end]);
        own.map(MergedEntry::of).filter(move |entry| entry.hub == hub)
    }

    /// Whether it may be these labels merged: all numbers are of some subgoals. Whether there are such ways
    /// is not looked at.
    pub(super) fn are_sound(
        &self,
        reach: &Reach,
        labels: &Labels<'_>,
        sights: &Sights<'_>,
    ) -> bool {
        let subgoals = labels.labels.len();
        if self.blocks.is_empty() {
            return self.entries.is_empty();
        }
        let mut beyond = 0;
        let are_whole = self.blocks.iter().all(|row| {
            let ends: [usize; SETS] = std::array::from_fn(|set| end_of(row, set));
            let is_after = first_of(row) == beyond;
            beyond += ends[SETS - 1];
            is_after && ends[0] == 0 && ends.is_sorted()
        });
        are_whole
            && beyond == self.entries.len()
            && self.blocks.len() == sights.blocks.len()
            && are_small(reach, labels)
            && self.blocks.iter().enumerate().all(|(block, row)| {
                let (first, places) = (first_of(row), sights.places(block));
                self.entries((first, first + end_of(row, SETS - 1))).all(|entry| {
                    let MergedEntry { hub, place, cost } = entry;
                    (hub as usize) < subgoals && place < places && cost < COST_END
                })
            })
    }
}

/// The place of a set of quarters in their order.
fn set_of(quarters: usize) -> usize {
    (0..SETS).find(|set| set ^ set >> 1 == quarters).unwrap_or(0)
}

/// In which quarter of its block a cell lies.
#[inline]
fn quarter_of(cell: PaddedCell) -> usize {
    let half = sights::SIDE / 2;
    (cell.y / half % 2 * 2 + cell.x / half % 2) as usize
}

#[inline]
fn first_of(row: &[u8; MERGED_BLOCK_BYTES]) -> usize {
    row.first_chunk().map_or(0, |first| u32::from_le_bytes(*first)) as usize
}

/// Where the entries of a set of quarters end, counted from where those of the block begin.
#[inline]
fn end_of(row: &[u8; MERGED_BLOCK_BYTES], set: usize) -> usize {
    let at = 4 + 2 * set;
    u16::from_le_bytes([row[at], row[at + 1]]).into()
}

/// Whether no leg of a map costs too much, and none of these ways.
fn are_small(reach: &Reach, labels: &Labels<'_>) -> bool {
    let [columns, rows] = reach.size();
    let corners = [PaddedCell { x: 0, y: 0 }, PaddedCell { x: columns, y: rows }];
    reach.least(corners[0], corners[1]) < COST_END && labels.cost_less_than(COST_END)
}

impl MergedEntry {
    /// Returns `None` if a number is too large.
    fn bytes(self) -> Option<[u8; MERGED_BYTES]> {
        let place = u32::try_from(self.place).ok().filter(|&place| place < 1 << PLACE_BITS)?;
        let number = u64::from(self.hub << PLACE_BITS | place);
        (self.cost < COST_END).then(|| (number << 32 | u64::from(self.cost)).to_le_bytes())
    }

    #[inline]
    fn of(bytes: &[u8; MERGED_BYTES]) -> MergedEntry {
        let [a, b, c, d, e, f, g, h] = *bytes;
        let number = u32::from_le_bytes([e, f, g, h]);
        MergedEntry {
            hub: number >> PLACE_BITS,
            place: (number & !(!0 << PLACE_BITS)) as usize,
            cost: u32::from_le_bytes([a, b, c, d]),
        }
    }
}
