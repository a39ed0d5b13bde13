//! A cluster: the cells at its entrances, and what it costs to go from each to each within it.

use super::entrances::{Crossing, crossings};
use super::flood::{Flood, NO_WAY};
use super::ground::{Area, CLUSTER_SIDE, ClusterRows, cell_in};
use super::{ClusterAt, ClusterGround, HierarchySteps};
use std::cmp::Ordering;

/// What is known of the cells of a cluster.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
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

    /// Of each pair of nodes, the later one's rows one after the other.
    pub(super) fn costs(&self) -> &[u32] {
        &self.costs
    }

    /// How many pairs of nodes there are.
    pub(super) fn pair_count(&self) -> usize {
        let count = self.len();
        count * count.saturating_sub(1) / 2
    }

    /// Takes these costs for those of each pair. Returns whether they can be costs of ways: none is less than
    /// the ends are apart, or than what it costs to go by way of another node.
    pub(super) fn take_costs(&mut self, costs: Box<[u32]>, steps: HierarchySteps) -> bool {
        assert_eq!(costs.len(), self.pair_count(), "one of each pair");
        self.costs = costs;
        let count = self.len();
        let cost = |one: usize, other: usize| match one.cmp(&other) {
            Ordering::Less => self.costs[pair(one, other)],
            Ordering::Equal => 0,
            Ordering::Greater => self.costs[pair(other, one)],
        };
        (0..count).all(|more| {
            (0..more).all(|less| {
                let own = cost(less, more);
                own >= steps.least(away(self.cells[less], self.cells[more]))
                    && (0..count).all(|by| own <= cost(less, by).saturating_add(cost(by, more)))
            })
        })
    }

    /// The steps out of the cluster from a node.
    pub(super) fn crossings_from(&self, node: u8) -> &[Crossing] {
        let cell = self.cell(node);
        let first = self.crossings.partition_point(|crossing| crossing.from < cell);
        let count = self.crossings[first..].partition_point(|crossing| crossing.from == cell);
        &self.crossings[first..first + count]
    }

    /// Whether it is left by the same steps as another.
    pub(super) fn has_crossings_of(&self, other: &Cluster) -> bool {
        self.crossings == other.crossings
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
    // For each node those to which the costs are to be found out, a bit each.
    due: Vec<[u64; 4]>,
}

impl Maker {
    /// The cluster at a place.
    pub(super) fn cluster(
        &mut self,
        ground: &impl ClusterGround,
        steps: HierarchySteps,
        at: ClusterAt,
    ) -> Cluster {
        let known = Known { cluster: &Cluster::default(), changed: None };
        self.renewed(ground, steps, at, known).unwrap_or_default()
    }

    /// The cluster at a place, of which it is not known yet what ways within it cost.
    pub(super) fn without_costs(
        &mut self,
        ground: &impl ClusterGround,
        steps: HierarchySteps,
        at: ClusterAt,
    ) -> Cluster {
        let open = ground.rows(at.column, at.row);
        crossings(ground, steps, at, &open, &mut self.crossings);
        let crossings = self.crossings.as_slice().into();
        Cluster { cells: self.cells().into(), crossings, costs: Box::default() }
    }

    /// The cells that the crossings found last are left from.
    fn cells(&self) -> Vec<u16> {
        let mut cells: Vec<u16> = self.crossings.iter().map(|crossing| crossing.from).collect();
        cells.dedup();
        cells
    }

    /// The cluster at a place, unless its entrances are where they were and none of its cells changed.
    pub(super) fn renewed(
        &mut self,
        ground: &impl ClusterGround,
        steps: HierarchySteps,
        at: ClusterAt,
        known: Known<'_>,
    ) -> Option<Cluster> {
        let open = ground.rows(at.column, at.row);
        crossings(ground, steps, at, &open, &mut self.crossings);
        if known.changed.is_none() && *known.cluster.crossings == *self.crossings {
            return None;
        }
        let cells = self.cells();
        let costs = self.costs(&open, steps, at, &cells, known);
        Some(Cluster { cells: cells.into(), crossings: self.crossings.as_slice().into(), costs })
    }

    /// What it costs to go from each of these cells to each within the cluster.
    fn costs(
        &mut self,
        open: &ClusterRows,
        steps: HierarchySteps,
        at: ClusterAt,
        cells: &[u16],
        known: Known<'_>,
    ) -> Box<[u32]> {
        let count = cells.len();
        let mut costs = vec![NO_WAY; count * count.saturating_sub(1) / 2];
        let is_open_all_over = open.iter().all(|&row| row == u64::MAX);
        let nodes: Vec<Option<u8>> =
            cells.iter().map(|&cell| known.cluster.node_at(cell)).collect();
        self.due.clear();
        self.due.resize(count, [0; 4]);
        for more in 1..count {
            for less in 0..more {
                let ends = [cells[less], cells[more]];
                let before = nodes[less].zip(nodes[more]).and_then(|(one, other)| {
                    let cost = known.cluster.cost(one, other);
                    let by_change =
                        |area: Area| area.least_by(steps, ends.map(|cell| cell_in(at, cell)));
                    known.changed.is_none_or(|area| by_change(area) > cost).then_some(cost)
                });
                if is_open_all_over {
                    costs[pair(less, more)] = steps.least(away(ends[0], ends[1]));
                } else if let Some(cost) = before {
                    costs[pair(less, more)] = cost;
                } else {
                    self.due[less][more / 64] |= 1 << (more % 64);
                    self.due[more][less / 64] |= 1 << (less % 64);
                }
            }
        }
        let due_of = |due: &[u64; 4]| due.iter().map(|word| word.count_ones()).sum::<u32>();
        // From where most is to be found out, again and again: a flood tells it of one cell and all others.
        while let Some((from, _)) = self
            .due
            .iter()
            .map(due_of)
            .enumerate()
            .rev()
            .max_by_key(|&(_, count)| count)
            .filter(|&(_, count)| count > 0)
        {
            let due = std::mem::take(&mut self.due[from]);
            let others = || (0..count).filter(|&to| due[to / 64] >> (to % 64) & 1 != 0);
            let mut targets = [0; CLUSTER_SIDE as usize];
            for to in others() {
                targets[usize::from(cells[to]) / CLUSTER_SIDE as usize] |=
                    1 << (u32::from(cells[to]) % CLUSTER_SIDE);
            }
            self.flood.spread(open, steps, cells[from], &targets);
            for to in others() {
                self.due[to][from / 64] &= !(1 << (from % 64));
                costs[pair(from.min(to), from.max(to))] = self.flood.cost(cells[to]);
            }
        }
        costs.into()
    }
}

/// What was known of a cluster before some of its cells may have changed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<'a> {
    pub(super) cluster: &'a Cluster,
    /// Where its own may have.
    pub(super) changed: Option<Area>,
}

/// How many columns and rows lie between two cells of a cluster.
fn away(one: u16, other: u16) -> (u32, u32) {
    let [(x, y), (to_x, to_y)] =
        [one, other].map(u32::from).map(|cell| (cell % CLUSTER_SIDE, cell / CLUSTER_SIDE));
    (x.abs_diff(to_x), y.abs_diff(to_y))
}
