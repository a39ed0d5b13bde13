//! Which subgoals the way from a cell may begin with, kept for every cell where there is room for it.
//!
//! Cells beside each other see nearly the same. So a block of eight by eight cells has one list of what any
//! of them sees, and each cell has a bit for each of these: two bytes a cell for sixteen subgoals, and a list
//! a block. A list for each cell would take ten times as much.

use super::reach::Reach;
use crate::jump::PaddedCell;
use crate::threads;

/// The side of a block, and how many cells it has.
const SIDE: u32 = 8;
const CELLS: usize = (SIDE * SIDE) as usize;

/// What is seen from all cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sights {
    blocks_a_row: u32,
    blocks: Vec<Block>,
    lists: Vec<u32>,
    // For each cell of a block so many words of bits, its subgoals being those of the list.
    bits: Vec<u32>,
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

impl Sights {
    /// What is seen from the cells of a map, if it takes no more than so many bytes. Returns `None` if there
    /// is no room, or more than can be numbered.
    pub(super) fn new(
        reach: &Reach,
        around: impl Fn(u32) -> u8 + Sync,
        thread_count: usize,
        bytes_max: usize,
    ) -> Option<Sights> {
        let [columns, rows] = reach.size();
        let blocks_a_row = columns.div_ceil(SIDE);
        let block_rows = rows.div_ceil(SIDE);
        let count = blocks_a_row as usize * block_rows as usize;
        let blocks = Vec::with_capacity(count);
        let mut made = Sights { blocks_a_row, blocks, lists: Vec::new(), bits: Vec::new() };
        let least = size_of::<Block>() * count;
        let room = bytes_max.checked_sub(least)? / size_of::<u32>();
        let mut spaces: Vec<Vec<(usize, u32)>> = vec![Vec::new(); thread_count];
        // A row of blocks at a time, so that it is known soon that there is no room.
        for block_y in 0..block_rows {
            let seen = threads::each(blocks_a_row as usize, &mut spaces, |space, block_x| {
                let corner =
                    PaddedCell { x: u32::try_from(block_x).unwrap_or(0) * SIDE, y: block_y * SIDE };
                Seen::from_block(reach, &around, corner, space)
            });
            for Seen { list, bits } in seen {
                let words_a_cell = u32::try_from(list.len().div_ceil(32)).ok()?;
                made.blocks.push(Block {
                    list: u32::try_from(made.lists.len()).ok()?,
                    bits: u32::try_from(made.bits.len()).ok()?,
                    words_a_cell,
                });
                made.lists.extend(list);
                made.bits.extend(bits);
            }
            if made.lists.len() + made.bits.len() > room {
                return None;
            }
        }
        made.lists.shrink_to_fit();
        made.bits.shrink_to_fit();
        Some(made)
    }

    /// Tells of the subgoals that the way from a cell may begin with.
    #[inline]
    pub(super) fn each(&self, from: PaddedCell, mut tell: impl FnMut(u32)) {
        let place = (from.y / SIDE * self.blocks_a_row + from.x / SIDE) as usize;
        let Block { list, bits, words_a_cell } = self.blocks[place];
        let own = bits as usize + within(from) * words_a_cell as usize;
        for (word, first) in
            self.bits[own..own + words_a_cell as usize].iter().zip((0..).step_by(32))
        {
            let mut left = *word;
            while left != 0 {
                tell(self.lists[list as usize + first + left.trailing_zeros() as usize]);
                left &= left - 1;
            }
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.blocks.capacity() * size_of::<Block>()
            + (self.lists.capacity() + self.bits.capacity()) * size_of::<u32>()
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
        around: impl Fn(u32) -> u8,
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
                if reach.turns.onward(around(subgoal), leg.sector) != 0 {
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
