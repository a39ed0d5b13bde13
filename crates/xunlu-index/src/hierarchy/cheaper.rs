//! Looking for a path that is cheaper than one that is known, wherever such a path can lie.
//!
//! A* cell by cell, over those cells alone by way of which a path can cost less: where a path is near the
//! cheapest, they are few, and of the many paths of one cost over open ground none is looked at. Of symmetric
//! paths the diagonal-first one is followed, as by jumps (Sturtevant and Rabin 2016, "Canonical orderings on
//! grids"), so that hardly any cell is reached twice. What it costs to come to a cell follows from the cost
//! of the whole path and what is left of it, so no costs are kept.

use super::ground::{CLUSTER_SIDE, GroundCell, cell_in, cluster_of, number_in};
use super::steps::{DIRECTIONS, open_around};
use super::summary::around;
use super::waiting::Waiting;
use super::{ClusterAt, ClusterGround, ClusterRows, Hierarchy};
use crate::jump::{ARRIVALS, JumpRule};
use std::cmp::Ordering;

/// How many cells a cluster has along each side.
const SIDE: usize = CLUSTER_SIDE as usize;

/// The arrival at the start: in no direction, so that all lie ahead.
const BEGUN: u8 = 8;

/// For each arrival and whichever of the eight neighbours are open: in which directions paths go on.
type Onward = [[u8; 256]; ARRIVALS + 1];

/// A cell that was reached.
#[derive(Clone, Copy, Debug)]
struct Reached {
    // The block that it lies in, and its number there.
    block: u32,
    cell: u16,
    // In which direction it was come to.
    arrival: u8,
}

/// What is known of a cluster that the search came to.
#[derive(Debug)]
struct Block {
    at: ClusterAt,
    // With the cells around it: the row above first, and the column to the west in the lowest bit.
    open: [u128; SIDE + 2],
    closed: ClusterRows,
    // Of closed cells: in which direction they were come to.
    arrivals: [u8; SIDE * SIDE],
}

/// The memory of such searches. It has blocks of those clusters alone that the search comes to.
#[derive(Debug, Default)]
pub(super) struct Cheaper {
    // By the number of a cluster: which block is its own, plus one.
    block_at: Vec<u32>,
    // The clusters that have one, by number. Behind their blocks lie those of earlier searches.
    touched: Vec<usize>,
    blocks: Vec<Box<Block>>,
    waiting: Waiting<Reached>,
    // What paths go on by, and the rule that it follows from.
    onward: Option<(JumpRule, Box<Onward>)>,
    goal: GroundCell,
    expansions: u64,
}

impl Cheaper {
    /// Begins to look for paths from one cell to another.
    pub(super) fn begin(
        &mut self,
        hierarchy: &Hierarchy,
        ground: &impl ClusterGround,
        [start, goal]: [GroundCell; 2],
    ) {
        let steps = hierarchy.steps;
        if self.onward.as_ref().is_none_or(|(rule, _)| *rule != steps.rule) {
            self.onward = Some((steps.rule, onward_by(steps.rule)));
        }
        for cluster in self.touched.drain(..) {
            self.block_at[cluster] = 0;
        }
        self.block_at.resize(hierarchy.cluster_count(), 0);
        self.goal = goal;
        let block = self.block(hierarchy, ground, cluster_of(start));
        let reached = Reached { block, cell: number_in(start), arrival: BEGUN };
        self.waiting.begin(steps, steps.least(start.away(goal)), reached);
    }

    /// Looks on for at most so many expansions. Returns what the cheapest path costs, or `None` in it if none
    /// costs less than `below`; nothing while it is not known.
    pub(super) fn run(
        &mut self,
        hierarchy: &Hierarchy,
        ground: &impl ClusterGround,
        below: u32,
        budget: &mut u64,
    ) -> Option<Option<u32>> {
        while *budget > 0 {
            let Some((all, reached)) = self.waiting.pop() else { return Some(None) };
            if all >= below {
                return Some(None);
            }
            let block = &mut self.blocks[reached.block as usize];
            let (row, bit) = row_and_bit(reached.cell);
            if block.closed[row] & bit != 0 {
                continue;
            }
            block.closed[row] |= bit;
            block.arrivals[usize::from(reached.cell)] = reached.arrival;
            *budget -= 1;
            self.expansions += 1;
            let cell = cell_in(block.at, reached.cell);
            if cell == self.goal {
                return Some(Some(all));
            }
            self.expand(hierarchy, ground, (reached, cell), (all, below));
        }
        None
    }

    fn expand(
        &mut self,
        hierarchy: &Hierarchy,
        ground: &impl ClusterGround,
        (reached, cell): (Reached, GroundCell),
        (all, below): (u32, u32),
    ) {
        let (steps, goal) = (hierarchy.steps, self.goal);
        let left = |cell: GroundCell| steps.least(cell.away(goal));
        let cost = all - left(cell);
        let block = &self.blocks[reached.block as usize];
        let (x, y) = (cell.x % CLUSTER_SIDE, (cell.y % CLUSTER_SIDE) as usize);
        let open = open_around([y, y + 1, y + 2].map(|row| three_at(block.open[row], x)));
        let Some((_, ahead)) = &self.onward else { return };
        let ahead = ahead[usize::from(reached.arrival)][usize::from(open)];
        let mut onward = steps.allowed(open) & ahead;
        while onward != 0 {
            let direction = onward.trailing_zeros();
            onward &= onward - 1;
            let (dx, dy) = DIRECTIONS[direction as usize];
            let to =
                GroundCell::new(cell.x.wrapping_add_signed(dx), cell.y.wrapping_add_signed(dy));
            let on = cost.saturating_add(steps.cost(direction >= 4));
            let all_on = on.saturating_add(left(to));
            if all_on >= below {
                continue;
            }
            let is_near = (cell.x ^ to.x | cell.y ^ to.y) < CLUSTER_SIDE;
            let block =
                if is_near { reached.block } else { self.block(hierarchy, ground, cluster_of(to)) };
            let number = number_in(to);
            let (row, bit) = row_and_bit(number);
            if self.blocks[block as usize].closed[row] & bit == 0 {
                #[expect(clippy::cast_possible_truncation, reason = "one of eight")]
                let arrival = direction as u8;
                self.waiting.push(all, all_on, Reached { block, cell: number, arrival });
            }
        }
    }

    /// The cells of the path that was found, both ends included.
    pub(super) fn path(&self, hierarchy: &Hierarchy, into: &mut Vec<GroundCell>) {
        into.clear();
        let mut cell = self.goal;
        loop {
            into.push(cell);
            let block = self.block_at[hierarchy.number_of(cluster_of(cell))] as usize - 1;
            let arrival = self.blocks[block].arrivals[usize::from(number_in(cell))];
            let Some(&(dx, dy)) = DIRECTIONS.get(usize::from(arrival)) else { break };
            cell =
                GroundCell::new(cell.x.wrapping_add_signed(-dx), cell.y.wrapping_add_signed(-dy));
        }
        into.reverse();
    }

    /// How many cells were expanded since this was asked last.
    pub(super) fn take_expansions(&mut self) -> u64 {
        std::mem::take(&mut self.expansions)
    }

    /// How much memory it takes.
    pub(super) fn bytes(&self) -> usize {
        self.block_at.capacity() * size_of::<u32>()
            + self.touched.capacity() * size_of::<usize>()
            + self.blocks.len() * (size_of::<Block>() + size_of::<Box<Block>>())
            + self.waiting.bytes()
            + self.onward.as_ref().map_or(0, |_| size_of::<Onward>())
    }

    /// The block of a cluster.
    #[inline]
    fn block(&mut self, hierarchy: &Hierarchy, ground: &impl ClusterGround, at: ClusterAt) -> u32 {
        match self.block_at[hierarchy.number_of(at)].checked_sub(1) {
            Some(block) => block,
            None => self.begin_block(hierarchy, ground, at),
        }
    }

    #[cold]
    fn begin_block(
        &mut self,
        hierarchy: &Hierarchy,
        ground: &impl ClusterGround,
        at: ClusterAt,
    ) -> u32 {
        let (number, place) = (hierarchy.number_of(at), self.touched.len());
        self.touched.push(number);
        if place == self.blocks.len() {
            self.blocks.push(Box::new(Block {
                at,
                open: [0; SIDE + 2],
                closed: [0; SIDE],
                arrivals: [0; SIDE * SIDE],
            }));
        }
        let block = &mut self.blocks[place];
        (block.at, block.closed) = (at, [0; SIDE]);
        block.open = [0; SIDE + 2];
        for beside in around(at, hierarchy.columns, hierarchy.rows()) {
            block.take_in(beside, &ground.rows(beside.column, beside.row));
        }
        self.block_at[number] = u32::try_from(place + 1).expect("clusters are numbered in 24 bits");
        self.block_at[number] - 1
    }
}

impl Block {
    /// Takes in what lies in it or beside it of a cluster.
    fn take_in(&mut self, cluster: ClusterAt, rows: &ClusterRows) {
        let shifted = |bits: u64| match cluster.column.cmp(&self.at.column) {
            Ordering::Less => u128::from(bits >> (CLUSTER_SIDE - 1)),
            Ordering::Equal => u128::from(bits) << 1,
            Ordering::Greater => u128::from(bits & 1) << (CLUSTER_SIDE + 1),
        };
        match cluster.row.cmp(&self.at.row) {
            Ordering::Less => self.open[0] |= shifted(rows[SIDE - 1]),
            Ordering::Equal => {
                for (open, &bits) in self.open[1..].iter_mut().zip(rows) {
                    *open |= shifted(bits);
                }
            }
            Ordering::Greater => self.open[SIDE + 1] |= shifted(rows[0]),
        }
    }
}

/// In which directions paths go on, by this rule. With four neighbours jumps take rows for diagonals, so
/// there nothing is left out.
fn onward_by(rule: JumpRule) -> Box<Onward> {
    let mut onward = Box::new([[u8::MAX; 256]; ARRIVALS + 1]);
    if rule != JumpRule::Four {
        onward[..ARRIVALS].copy_from_slice(&*rule.table());
    }
    onward
}

/// The row of a cell of a block, and its bit there.
#[inline]
fn row_and_bit(cell: u16) -> (usize, u64) {
    (usize::from(cell) / SIDE, 1 << (u32::from(cell) % CLUSTER_SIDE))
}

/// The cell in a column of a row with one before its first, and the two beside it, the western one in the
/// lowest bit.
#[inline]
fn three_at(row: u128, x: u32) -> u8 {
    (row >> x & 7) as u8
}
