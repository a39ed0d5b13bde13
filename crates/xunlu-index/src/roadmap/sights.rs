//! Which subgoals the way from a cell may begin with, kept for every cell where there is room for it.
//!
//! Cells beside each other see nearly the same. So a block of eight by eight cells has one list of what any
//! of them sees, and each cell has a bit for each of these: two bytes a cell for sixteen subgoals, and a list
//! a block. A list for each cell would take ten times as much.

use super::reach::Reach;
use super::turns::Outlook;
use crate::jump::PaddedCell;
use crate::threads;

/// The side of a block, and how many cells it has.
pub(super) const SIDE: u32 = 8;
const CELLS: usize = (SIDE * SIDE) as usize;

/// Where the list of a block begins, and its bits, and how many words of these a cell has.
pub(super) const BLOCK_BYTES: usize = 3 * 4;

/// What is seen from all cells, in tables.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sights<'a> {
    pub(super) blocks: &'a [[u8; BLOCK_BYTES]],
    pub(super) lists: &'a [[u8; 4]],
    // For each cell of a block so many words of bits, its subgoals being those of the list.
    pub(super) bits: &'a [[u8; 4]],
}

/// The tables while they are made.
#[derive(Default, Debug)]
pub(super) struct SightsMade {
    pub(super) blocks: Vec<[u8; BLOCK_BYTES]>,
    pub(super) lists: Vec<[u8; 4]>,
    pub(super) bits: Vec<[u8; 4]>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Block {
    list: u32,
    bits: u32,
    words_a_cell: u32,
}

/// What is seen from a block.
#[derive(Default)]
struct Seen {
    list: Vec<u32>,
    bits: Vec<u32>,
}

impl SightsMade {
    /// The tables, to look things up in.
    pub(super) fn view(&self) -> Sights<'_> {
        Sights { blocks: &self.blocks, lists: &self.lists, bits: &self.bits }
    }

    /// How much they take.
    pub(super) fn bytes(&self) -> usize {
        self.blocks.as_flattened().len()
            + self.lists.as_flattened().len()
            + self.bits.as_flattened().len()
    }

    /// What is seen from the cells of a map, if it takes no more than so many bytes. Returns `None` if there
    /// is no room, or more than can be numbered.
    pub(super) fn new(
        reach: &Reach,
        outlook: impl Fn(u32) -> Outlook + Sync,
        thread_count: usize,
        bytes_max: usize,
    ) -> Option<SightsMade> {
        let [blocks_a_row, block_rows] = blocks(reach);
        let mut made = SightsMade::default();
        let least = BLOCK_BYTES * blocks_a_row as usize * block_rows as usize;
        let room = bytes_max.checked_sub(least)? / size_of::<u32>();
        let mut spaces: Vec<Vec<(usize, u32)>> = vec![Vec::new(); thread_count];
        // A row of blocks at a time, so that it is known soon that there is no room.
        for block_y in 0..block_rows {
            let seen = threads::each(blocks_a_row as usize, &mut spaces, |space, block_x| {
                let corner =
                    PaddedCell { x: u32::try_from(block_x).unwrap_or(0) * SIDE, y: block_y * SIDE };
                Seen::from_block(reach, &outlook, corner, space)
            });
            for Seen { list, bits } in seen {
                let words_a_cell = u32::try_from(list.len().div_ceil(32)).ok()?;
                let block = Block {
                    list: u32::try_from(made.lists.len()).ok()?,
                    bits: u32::try_from(made.bits.len()).ok()?,
                    words_a_cell,
                };
                made.blocks.push(block.bytes());
                made.lists.extend(list.into_iter().map(u32::to_le_bytes));
                made.bits.extend(bits.into_iter().map(u32::to_le_bytes));
            }
            if made.lists.len() + made.bits.len() > room {
                return None;
            }
        }
        Some(made)
    }
}

/// How many blocks there are, side by side and one below the other.
pub(super) fn blocks(reach: &Reach) -> [u32; 2] {
    reach.size().map(|side| side.div_ceil(SIDE))
}

impl Sights<'_> {
    /// In which block a cell lies.
    #[inline]
    pub(super) fn block_of(reach: &Reach, cell: PaddedCell) -> usize {
        let blocks_a_row = reach.columns().div_ceil(SIDE);
        (cell.y / SIDE * blocks_a_row + cell.x / SIDE) as usize
    }

    /// Tells of the subgoals that the way from a cell may begin with, and of their places in the list of its
    /// block.
    #[inline]
    pub(super) fn each(&self, reach: &Reach, from: PaddedCell, mut tell: impl FnMut(usize, u32)) {
        let Block { list, bits, words_a_cell } =
            Block::of(&self.blocks[Sights::block_of(reach, from)]);
        let own = bits as usize + within(from) * words_a_cell as usize;
        for (word, first) in
            self.bits[own..own + words_a_cell as usize].iter().zip((0..).step_by(32))
        {
            let mut left = u32::from_le_bytes(*word);
            while left != 0 {
                let place = first + left.trailing_zeros() as usize;
                tell(place, u32::from_le_bytes(self.lists[list as usize + place]));
                left &= left - 1;
            }
        }
    }

    /// All places in the list of a block are below this number.
    #[inline]
    pub(super) fn places(&self, block: usize) -> usize {
        Block::of(&self.blocks[block]).words_a_cell as usize * 32
    }

    /// The subgoal at a place in the list of a block, where some cell sees one.
    pub(super) fn subgoal(&self, block: usize, place: usize) -> u32 {
        u32::from_le_bytes(self.lists[Block::of(&self.blocks[block]).list as usize + place])
    }

    /// Tells of the cells of a block.
    pub(super) fn each_cell(&self, reach: &Reach, block: usize, tell: impl FnMut(PaddedCell)) {
        let [columns, rows] = reach.size();
        let block = u32::try_from(block).expect("there are fewer blocks than cells");
        let (x, y) = (block % columns.div_ceil(SIDE) * SIDE, block / columns.div_ceil(SIDE) * SIDE);
        let cells = (y..rows.min(y + SIDE))
            .flat_map(|y| (x..columns.min(x + SIDE)).map(move |x| PaddedCell { x, y }));
        { cells }.for_each(tell);
    }

    /// Whether it may be what is seen from the cells of a map with so many subgoals: all numbers are of
    /// some. Whether legs lead there is not looked at.
    pub(super) fn are_sound(&self, reach: &Reach, subgoals: usize) -> bool {
        let [blocks_a_row, block_rows] = blocks(reach);
        let are_known =
            self.lists.iter().all(|subgoal| (u32::from_le_bytes(*subgoal) as usize) < subgoals);
        if self.blocks.len() as u64 != u64::from(blocks_a_row) * u64::from(block_rows) {
            return self.blocks.is_empty() && self.lists.is_empty() && self.bits.is_empty();
        }
        let (mut lists_end, mut bits_end) = (0, 0);
        // Each block goes on from the one before, and no cell has a bit beyond the list.
        let are_whole = self.blocks.iter().map(Block::of).enumerate().all(|(at, block)| {
            let Block { list, bits, words_a_cell } = block;
            let next = self.blocks.get(at + 1).map(Block::of);
            let list_end = next.map_or(self.lists.len(), |next| next.list as usize);
            let Some(length) = list_end.checked_sub(list as usize) else { return false };
            let is_after = (list as usize, bits as usize) == (lists_end, bits_end);
            lists_end = list_end;
            bits_end = bits as usize + words_a_cell as usize * CELLS;
            let Some(own) = self.bits.get(bits as usize..bits_end) else { return false };
            let last = length % 32;
            is_after
                && words_a_cell as usize == length.div_ceil(32)
                && (last == 0
                    || own
                        .chunks_exact(words_a_cell as usize)
                        .all(|words| u32::from_le_bytes(words[words.len() - 1]) >> last == 0))
        });
        are_known && are_whole && bits_end == self.bits.len()
    }
}

impl Block {
    fn bytes(self) -> [u8; BLOCK_BYTES] {
        let mut bytes = [0; BLOCK_BYTES];
        let numbers = [self.list, self.bits, self.words_a_cell];
        let (rows, _) = bytes.as_chunks_mut();
        rows.iter_mut().zip(numbers).for_each(|(row, number)| *row = number.to_le_bytes());
        bytes
    }

    #[inline]
    fn of(bytes: &[u8; BLOCK_BYTES]) -> Block {
        let [a, b, c, d, e, f, g, h, i, j, k, l] = *bytes;
        Block {
            list: u32::from_le_bytes([a, b, c, d]),
            bits: u32::from_le_bytes([e, f, g, h]),
            words_a_cell: u32::from_le_bytes([i, j, k, l]),
        }
    }
}

/// The place of a cell in its block.
#[inline]
fn within(cell: PaddedCell) -> usize {
    (cell.y % SIDE * SIDE + cell.x % SIDE) as usize
}

impl Seen {
    fn from_block(
        reach: &Reach,
        outlook: impl Fn(u32) -> Outlook,
        corner: PaddedCell,
        seen: &mut Vec<(usize, u32)>,
    ) -> Seen {
        seen.clear();
        let [columns, rows] = reach.size();
        let cells = (corner.y..rows.min(corner.y + SIDE)).flat_map(|y| {
            (corner.x..columns.min(corner.x + SIDE)).map(move |x| PaddedCell { x, y })
        });
        for cell in cells.filter(|&cell| reach.is_open(cell) && reach.number_at(cell).is_none()) {
            reach.each_leg(cell, |leg| {
                let subgoal = reach.number_of(leg.to);
                if reach.turns.onward(outlook(subgoal), leg.sector) != 0 {
                    seen.push((within(cell), subgoal));
                }
            });
        }
        let mut list: Vec<u32> = seen.iter().map(|&(_, subgoal)| subgoal).collect();
        list.sort_unstable();
        list.dedup();
        let words = list.len().div_ceil(32);
        let mut bits = vec![0; words * CELLS];
        for &(cell, subgoal) in &*seen {
            let at = list.partition_point(|&known| known < subgoal);
            bits[cell * words + at / 32] |= 1 << (at % 32);
        }
        Seen { list, bits }
    }
}
