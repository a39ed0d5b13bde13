//! A search within a small square of cells, wherever it lies across clusters.

use super::ground::{CLUSTER_SIDE, GroundCell};
use super::steps::{open_around, shifts};
use super::waiting::Waiting;
use super::{ClusterGround, HierarchySteps};

/// How many cells a window has along each side.
pub(super) const WINDOW_SIDE: u32 = u128::BITS;

/// What a step in each direction adds to the number of a cell.
const SHIFTS: [i16; 8] = shifts(WINDOW_SIDE);

/// How many cells a window has.
const CELLS: usize = (WINDOW_SIDE * WINDOW_SIDE) as usize;

/// The cells of a window, and the memory of searches in it.
#[derive(Debug, Default)]
pub(super) struct Window {
    // The cell in its north-western corner.
    corner: GroundCell,
    // All of these are empty until it is read for the first time.
    // With a closed row above and below, so that none needs a test.
    open: Vec<u128>,
    seen: Vec<u128>,
    closed: Vec<u128>,
    costs: Vec<u32>,
    parents: Vec<u16>,
    waiting: Waiting<u16>,
    goal: u16,
    expansions: u64,
}

impl Window {
    /// Reads the square whose north-western corner is this cell.
    pub(super) fn read(&mut self, ground: &impl ClusterGround, corner: GroundCell) {
        self.corner = corner;
        self.open.clear();
        self.open.resize(WINDOW_SIDE as usize + 2, 0);
        self.costs.resize(CELLS, 0);
        self.parents.resize(CELLS, 0);
        let size = ground.size();
        let counts = [size.width, size.height].map(|cells| cells.div_ceil(CLUSTER_SIDE));
        let [columns, rows] =
            [(corner.x, counts[0]), (corner.y, counts[1])].map(|(first, count)| {
                let last = (first.saturating_add(WINDOW_SIDE - 1)) / CLUSTER_SIDE;
                first / CLUSTER_SIDE..(last + 1).min(count)
            });
        for row in rows {
            for column in columns.clone() {
                self.take_in(&ground.rows(column, row), column, row);
            }
        }
    }

    /// Takes in what lies in it of a cluster.
    fn take_in(&mut self, cluster: &[u64; CLUSTER_SIDE as usize], column: u32, row: u32) {
        let (x, y) = (column * CLUSTER_SIDE, row * CLUSTER_SIDE);
        for (&bits, y) in cluster.iter().zip(y..) {
            let Some(own) = y.checked_sub(self.corner.y).filter(|&own| own < WINDOW_SIDE) else {
                continue;
            };
            let bits = u128::from(bits);
            let shifted = if x >= self.corner.x {
                bits << (x - self.corner.x)
            } else {
                bits >> (self.corner.x - x)
            };
            self.open[own as usize + 1] |= shifted;
        }
    }

    /// How many cells were expanded since this was asked last.
    pub(super) fn take_expansions(&mut self) -> u64 {
        std::mem::take(&mut self.expansions)
    }

    /// How much memory it takes.
    pub(super) fn bytes(&self) -> usize {
        let rows = self.open.len() + self.seen.len() + self.closed.len();
        rows * size_of::<u128>()
            + self.costs.len() * size_of::<u32>()
            + self.parents.len() * 2
            + self.waiting.bytes()
    }

    /// Begins to look for the cheapest path within the window from one of its cells to another.
    ///
    /// A* with the least that the columns and rows left can cost; of cells over which a path costs the same
    /// those come first that lead straight on.
    pub(super) fn begin(&mut self, steps: HierarchySteps, from: GroundCell, to: GroundCell) {
        for rows in [&mut self.seen, &mut self.closed] {
            rows.clear();
            rows.resize(WINDOW_SIDE as usize, 0);
        }
        let [start, goal] = [from, to].map(|cell| self.number(cell));
        self.goal = goal;
        let all = steps.least(away(start, goal));
        self.seen[usize::from(start) / WINDOW_SIDE as usize] |=
            1 << (u32::from(start) % WINDOW_SIDE);
        self.costs[usize::from(start)] = 0;
        self.parents[usize::from(start)] = start;
        self.waiting.begin(steps, all, start);
    }

    /// Looks on for at most so many expansions. Returns the cost of the path, or `None` in it if there is no
    /// path that costs less than `below`; nothing while it is not known.
    pub(super) fn run(
        &mut self,
        steps: HierarchySteps,
        below: u32,
        budget: &mut u64,
    ) -> Option<Option<u32>> {
        let goal = self.goal;
        let left = |cell: u16| steps.least(away(cell, goal));
        while *budget > 0 {
            let Some((all, cell)) = self.waiting.pop() else { return Some(None) };
            if all >= below {
                return Some(None);
            }
            let (x, y) = (u32::from(cell) % WINDOW_SIDE, usize::from(cell) / WINDOW_SIDE as usize);
            let here = 1_u128 << x;
            if self.closed[y] & here != 0 {
                continue;
            }
            self.closed[y] |= here;
            *budget -= 1;
            self.expansions += 1;
            if cell == goal {
                return Some(Some(all));
            }
            self.expand(steps, cell, all, &left);
        }
        None
    }

    fn expand(&mut self, steps: HierarchySteps, cell: u16, all: u32, left: &impl Fn(u16) -> u32) {
        let (x, y) = (u32::from(cell) % WINDOW_SIDE, usize::from(cell) / WINDOW_SIDE as usize);
        let cost = self.costs[usize::from(cell)];
        let near = [y, y + 1, y + 2].map(|y| three_at(self.open[y], x));
        let mut onward = steps.allowed(open_around(near));
        while onward != 0 {
            let direction = onward.trailing_zeros();
            onward &= onward - 1;
            let to = cell.wrapping_add_signed(SHIFTS[direction as usize]);
            let on = cost.saturating_add(steps.cost(direction >= 4));
            let (row, bit) =
                (usize::from(to) / WINDOW_SIDE as usize, 1_u128 << (u32::from(to) % WINDOW_SIDE));
            let is_known = self.seen[row] & bit != 0;
            // Closed ones were reached at no higher cost, since no step lowers the estimate.
            if is_known && self.costs[usize::from(to)] <= on {
                continue;
            }
            let all_on = on.saturating_add(left(to));
            // What cannot be counted any more is no way.
            if all_on < u32::MAX {
                self.seen[row] |= bit;
                self.costs[usize::from(to)] = on;
                self.parents[usize::from(to)] = cell;
                self.waiting.push(all, all_on, to);
            }
        }
    }

    /// The cells of the path that was found to a cell, the first one left out.
    pub(super) fn path_to(&self, to: GroundCell, into: &mut Vec<GroundCell>) {
        let first = into.len();
        let mut cell = self.number(to);
        while self.parents[usize::from(cell)] != cell {
            into.push(self.cell(cell));
            cell = self.parents[usize::from(cell)];
        }
        into[first..].reverse();
    }

    fn number(&self, cell: GroundCell) -> u16 {
        let (x, y) = (cell.x - self.corner.x, cell.y - self.corner.y);
        debug_assert!(x < WINDOW_SIDE && y < WINDOW_SIDE, "a cell of the window");
        u16::try_from(y * WINDOW_SIDE + x).expect("a window has 16,384 cells")
    }

    fn cell(&self, number: u16) -> GroundCell {
        let number = u32::from(number);
        let (x, y) = (number % WINDOW_SIDE, number / WINDOW_SIDE);
        GroundCell::new(self.corner.x + x, self.corner.y + y)
    }
}

/// How many columns and rows lie between two cells of a window.
fn away(one: u16, other: u16) -> (u32, u32) {
    let [(x, y), (to_x, to_y)] =
        [one, other].map(u32::from).map(|cell| (cell % WINDOW_SIDE, cell / WINDOW_SIDE));
    (x.abs_diff(to_x), y.abs_diff(to_y))
}

/// The cell in a column of a row and the two beside it, the western one in the lowest bit.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "three bits")]
fn three_at(row: u128, x: u32) -> u8 {
    ((row >> x & 3) << 1 | (row << 1 >> x & 1)) as u8
}
