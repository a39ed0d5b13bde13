//! A cluster: the cells at its entrances, and what it costs to go from each to each within it.

use super::entrances::{Crossing, crossings};
use super::flood::{Flood, NO_WAY};
use super::ground::{CLUSTER_SIDE, ClusterRows};
use super::{ClusterAt, ClusterGround, HierarchySteps};

/// What is known of the cells of a cluster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Cluster {
    // The cells at entrances, by number, ascending: its nodes.
    cells: Box<[u16]>,
    // In the order of the cells that they are left from.
    crossings: Box<[Crossing]>,
    // Of each pair of nodes, the later one's rows one after the other.
    costs: Box<[u32]>,
}

impl Cluster {
    /// How many nodes it has.
    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// The cell of a node.
    pub(super) fn cell(&self, node: u8) -> u16 {
        self.cells[usize::from(node)]
    }

    /// The cells of its nodes.
    pub(super) fn cells(&self) -> &[u16] {
        &self.cells
    }

    /// The node at a cell. Returns `None` if no entrance is there.
    pub(super) fn node_at(&self, cell: u16) -> Option<u8> {
        let node = self.cells.binary_search(&cell).ok()?;
        u8::try_from(node).ok()
    }

    /// What the cheapest way within the cluster between two of its nodes costs, or [`NO_WAY`].
    #[inline]
    pub(super) fn cost(&self, one: u8, other: u8) -> u32 {
        let (less, more) = (usize::from(one.min(other)), usize::from(one.max(other)));
        if less == more { 0 } else { self.costs[pair(less, more)] }
    }

    /// The steps out of the cluster from a node.
    pub(super) fn crossings_from(&self, node: u8) -> &[Crossing] {
        let cell = self.cell(node);
        let first = self.crossings.partition_point(|crossing| crossing.from < cell);
        let count = self.crossings[first..].partition_point(|crossing| crossing.from == cell);
        &self.crossings[first..first + count]
    }

    /// How much memory it takes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Cluster>()
            + size_of_val(&*self.cells)
            + size_of_val(&*self.crossings)
            + size_of_val(&*self.costs)
    }
}

/// Where the cost between two nodes stands, of which the first is less than the other.
#[inline]
const fn pair(less: usize, more: usize) -> usize {
    more * (more - 1) / 2 + less
}

/// Makes clusters, with memory of its own.
#[derive(Debug, Default)]
pub(super) struct Maker {
    crossings: Vec<Crossing>,
    flood: Flood,
}

impl Maker {
    /// The cluster at a place.
    pub(super) fn cluster(
        &mut self,
        ground: &impl ClusterGround,
        steps: HierarchySteps,
        at: ClusterAt,
    ) -> Cluster {
        self.renewed(ground, steps, at, None).expect("nothing was known of it")
    }

    /// The cluster at a place, unless its entrances are where they were in the one that is known, whose
    /// own cells did not change.
    pub(super) fn renewed(
        &mut self,
        ground: &impl ClusterGround,
        steps: HierarchySteps,
        at: ClusterAt,
        known: Option<&Cluster>,
    ) -> Option<Cluster> {
        let open = ground.rows(at.column, at.row);
        crossings(ground, steps, at, &open, &mut self.crossings);
        if known.is_some_and(|known| *known.crossings == *self.crossings) {
            return None;
        }
        let mut cells: Vec<u16> = self.crossings.iter().map(|crossing| crossing.from).collect();
        cells.dedup();
        let costs = self.costs(&open, steps, &cells);
        Some(Cluster { cells: cells.into(), crossings: self.crossings.as_slice().into(), costs })
    }

    /// What it costs to go from each of these cells to each within the cluster.
    fn costs(&mut self, open: &ClusterRows, steps: HierarchySteps, cells: &[u16]) -> Box<[u32]> {
        let count = cells.len();
        let mut costs = vec![NO_WAY; count * count.saturating_sub(1) / 2];
        let is_open_all_over = open.iter().all(|&row| row == u64::MAX);
        let mut targets = [0; CLUSTER_SIDE as usize];
        for (more, &from) in cells.iter().enumerate() {
            if more > 0 && is_open_all_over {
                for (less, &to) in cells[..more].iter().enumerate() {
                    costs[pair(less, more)] = steps.least(away(from, to));
                }
            } else if more > 0 {
                self.flood.spread(open, steps, from, &targets);
                for (less, &to) in cells[..more].iter().enumerate() {
                    costs[pair(less, more)] = self.flood.cost(to);
                }
            }
            targets[usize::from(from) / CLUSTER_SIDE as usize] |=
                1 << (u32::from(from) % CLUSTER_SIDE);
        }
        costs.into()
    }
}

/// How many columns and rows lie between two cells of a cluster.
fn away(one: u16, other: u16) -> (u32, u32) {
    let [(x, y), (to_x, to_y)] =
        [one, other].map(u32::from).map(|cell| (cell % CLUSTER_SIDE, cell / CLUSTER_SIDE));
    (x.abs_diff(to_x), y.abs_diff(to_y))
}
