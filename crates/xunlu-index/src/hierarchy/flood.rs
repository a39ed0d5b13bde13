//! What the ways from one cell of a cluster to others cost, within it.

use super::HierarchySteps;
use super::ground::{CLUSTER_SIDE, ClusterRows};
use super::steps::{open_around, shifts};

/// What a step in each direction adds to the number of a cell.
const SHIFTS: [i16; 8] = shifts(CLUSTER_SIDE);

/// How many cells a cluster has.
const CELLS: usize = (CLUSTER_SIDE * CLUSTER_SIDE) as usize;

/// The cost of a cell that no way within the cluster leads to.
pub(super) const NO_WAY: u32 = u32::MAX;

/// The memory of floods over clusters.
///
/// Two lines instead of a heap: of the cells that straight steps lead to the cheapest come first, and so with
/// diagonal ones, since those they lead from are closed in the order of their costs.
#[derive(Debug, Default)]
pub(super) struct Flood {
    // Empty until the first flood.
    costs: Vec<u32>,
    straight: Vec<(u32, u16)>,
    diagonal: Vec<(u32, u16)>,
}

impl Flood {
    /// Spreads from a cell over the open ones until all `targets` are reached that can be.
    pub(super) fn spread(
        &mut self,
        open: &ClusterRows,
        steps: HierarchySteps,
        from: u16,
        targets: &ClusterRows,
    ) {
        let Flood { costs, straight, diagonal } = self;
        costs.clear();
        costs.resize(CELLS, NO_WAY);
        straight.clear();
        diagonal.clear();
        let mut left: u32 = targets.iter().map(|row| row.count_ones()).sum();
        // A closed row above and below, so that none needs a test.
        let mut around = [0; CLUSTER_SIDE as usize + 2];
        around[1..=CLUSTER_SIDE as usize].copy_from_slice(open);
        let mut fresh = around;
        let mut next = [0, 0];
        costs[usize::from(from)] = 0;
        straight.push((0, from));
        while let Some((cost, cell)) = cheaper(straight, diagonal, &mut next) {
            let (x, y) =
                (u32::from(cell) % CLUSTER_SIDE, usize::from(cell) / CLUSTER_SIDE as usize);
            let here = 1_u64 << x;
            if fresh[y + 1] & here == 0 {
                continue;
            }
            fresh[y + 1] &= !here;
            if targets[y] & here != 0 {
                left -= 1;
                if left == 0 {
                    return;
                }
            }
            let near = |rows: &[u64]| open_around([0, 1, 2].map(|by| three_at(rows[y + by], x)));
            let mut onward = near(&fresh);
            if onward == 0 {
                continue;
            }
            onward &= steps.allowed(near(&around));
            while onward != 0 {
                let direction = onward.trailing_zeros();
                onward &= onward - 1;
                let to = cell.wrapping_add_signed(SHIFTS[direction as usize]);
                let is_diagonal = direction >= 4;
                let on = cost.saturating_add(steps.cost(is_diagonal));
                let known = &mut costs[usize::from(to)];
                if on < *known {
                    *known = on;
                    if is_diagonal { &mut *diagonal } else { &mut *straight }.push((on, to));
                }
            }
        }
    }

    /// What the cheapest way to a cell costs, if the last flood was for it; else [`NO_WAY`].
    pub(super) fn cost(&self, cell: u16) -> u32 {
        self.costs[usize::from(cell)]
    }

    /// How much memory it takes.
    pub(super) fn bytes(&self) -> usize {
        let lines = self.straight.capacity() + self.diagonal.capacity();
        self.costs.len() * size_of::<u32>() + lines * size_of::<(u32, u16)>()
    }
}

/// Takes the cheaper of the first that wait in two lines; of two that cost the same, the straight one.
#[inline]
fn cheaper(
    straight: &[(u32, u16)],
    diagonal: &[(u32, u16)],
    next: &mut [usize; 2],
) -> Option<(u32, u16)> {
    let [one, other] = [straight.get(next[0]), diagonal.get(next[1])];
    let is_diagonal = match (one, other) {
        (Some(one), Some(other)) => other.0 < one.0,
        (one, _) => one.is_none(),
    };
    next[usize::from(is_diagonal)] += 1;
    if is_diagonal { other.copied() } else { one.copied() }
}

/// The cell in a column of a row and the two beside it, the western one in the lowest bit.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "three bits")]
fn three_at(row: u64, x: u32) -> u8 {
    ((row >> x & 3) << 1 | (row << 1 >> x & 1)) as u8
}
