//! Searching from entrance to entrance: which of them to go by.

use super::entrances;
use super::flood::{Flood, NO_WAY};
use super::ground::{CLUSTER_SIDE, ClusterRows, GroundCell, cell_in, cluster_of, number_in};
use super::{ClusterAt, ClusterGround, Hierarchy};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A node of the search: a cluster by its number, and one of its entrances in the lowest byte.
type Node = u32;

/// The start, as the parent of those that are reached from it within its cluster.
const START: Node = u32::MAX;
/// The goal, which lies in a cluster and need not lie at an entrance.
const GOAL: Node = u32::MAX - 1;

/// What is known of a node.
#[derive(Clone, Copy, Debug)]
struct Record {
    cost: u32,
    parent: Node,
    is_closed: bool,
}

/// A node that nothing is known of.
const UNSEEN: Record = Record { cost: NO_WAY, parent: START, is_closed: false };

/// The memory of a search from entrance to entrance. It has records of those clusters alone that it came to.
#[derive(Debug, Default)]
pub(super) struct Waypoints {
    // For each cluster where its records begin, plus one; nought where there are none.
    blocks: Vec<u32>,
    touched: Vec<u32>,
    records: Vec<Record>,
    // By what a path costs at least in all, then by what is left of it.
    waiting: BinaryHeap<Reverse<(u32, u32, Node)>>,
    flood: Flood,
    // What the way from each node of its cluster to the goal costs.
    to_goal: Vec<u32>,
    goal: Option<Record>,
    expansions: u64,
}

impl Waypoints {
    /// Begins a search. `below` is what another path costs that is known.
    pub(super) fn begin(
        &mut self,
        hierarchy: &Hierarchy,
        ground: &impl ClusterGround,
        [start, goal]: [GroundCell; 2],
        below: u32,
    ) {
        for cluster in self.touched.drain(..) {
            self.blocks[cluster as usize] = 0;
        }
        self.blocks.resize(hierarchy.cluster_count(), 0);
        self.records.clear();
        self.waiting.clear();
        self.goal = None;

        let at = cluster_of(goal);
        self.flood_to_nodes(hierarchy, ground, goal, None);
        let costs = hierarchy.cluster(at).cells().iter().map(|&cell| self.flood.cost(cell));
        self.to_goal.clear();
        self.to_goal.extend(costs);

        let at_start = cluster_of(start);
        let beside = (at_start == at).then(|| number_in(goal));
        self.flood_to_nodes(hierarchy, ground, start, beside);
        if let Some(cell) = beside {
            self.reach_goal(self.flood.cost(cell), START, below);
        }
        let number = hierarchy.number_of(at_start);
        for (node, &cell) in (0..).zip(hierarchy.cluster(at_start).cells()) {
            let cost = self.flood.cost(cell);
            if cost < NO_WAY {
                let left = hierarchy.steps.least(cell_in(at_start, cell).away(goal));
                self.see(hierarchy, node_of(number, node), cost, START, left);
            }
        }
    }

    /// Searches on for at most so many expansions. Returns whether it has ended.
    pub(super) fn run(
        &mut self,
        hierarchy: &Hierarchy,
        goal: GroundCell,
        below: u32,
        budget: &mut u64,
    ) -> bool {
        let at_goal = hierarchy.number_of(cluster_of(goal));
        while *budget > 0 {
            let Some(Reverse((all, _, node))) = self.waiting.pop() else { return true };
            if node == GOAL || all >= below {
                return true;
            }
            let (number, own) = ((node >> 8) as usize, (node & 0xff) as u8);
            let record = self.record(hierarchy, node);
            if record.is_closed {
                continue;
            }
            record.is_closed = true;
            let Record { cost, parent, .. } = *record;
            *budget -= 1;
            self.expansions += 1;
            let at = hierarchy.at(number);
            let cluster = hierarchy.cluster(at);
            for crossing in cluster.crossings_from(own) {
                let next = entrances::next(at, crossing.direction).expect("it was read before");
                let there = hierarchy.cluster(next);
                let to =
                    there.node_at(crossing.to).expect("entrances are the same from both sides");
                let cell = cell_in(next, crossing.to);
                let on = cost.saturating_add(hierarchy.steps.cost(crossing.is_diagonal));
                let left = hierarchy.steps.least(cell.away(goal));
                self.see(hierarchy, node_of(hierarchy.number_of(next), to), on, node, left);
            }
            if number == at_goal {
                let on = cost.saturating_add(self.to_goal[usize::from(own)]);
                self.reach_goal(on, node, below);
            }
            // Whoever came from within the cluster has nothing to look for in it: what it could reach there,
            // whoever it came from reaches at no higher cost.
            if parent == START || parent >> 8 == node >> 8 {
                continue;
            }
            for (to, &cell) in (0..).zip(cluster.cells()) {
                let way = cluster.cost(own, to);
                if to != own && way < NO_WAY {
                    let left = hierarchy.steps.least(cell_in(at, cell).away(goal));
                    self.see(hierarchy, node_of(number, to), cost.saturating_add(way), node, left);
                }
            }
        }
        false
    }

    /// The cells of the entrances that the path goes by, with start and goal. Returns whether there is a path
    /// that is cheap enough.
    pub(super) fn path(
        &mut self,
        hierarchy: &Hierarchy,
        [start, goal]: [GroundCell; 2],
        into: &mut Vec<GroundCell>,
    ) -> bool {
        let Some(Record { parent, .. }) = self.goal else { return false };
        into.clear();
        into.push(goal);
        let mut node = parent;
        while node != START {
            let at = hierarchy.at((node >> 8) as usize);
            into.push(cell_in(at, hierarchy.cluster(at).cell((node & 0xff) as u8)));
            node = self.record(hierarchy, node).parent;
        }
        into.push(start);
        into.reverse();
        into.dedup();
        true
    }

    /// How many entrances were expanded since this was asked last.
    pub(super) fn take_expansions(&mut self) -> u64 {
        std::mem::take(&mut self.expansions)
    }

    /// How much memory it takes.
    pub(super) fn bytes(&self) -> usize {
        (self.blocks.capacity() + self.touched.capacity() + self.to_goal.capacity()) * 4
            + self.records.capacity() * size_of::<Record>()
            + self.waiting.capacity() * size_of::<(u32, u32, Node)>()
            + self.flood.bytes()
    }

    /// Finds out what the ways from a cell to the nodes of its cluster cost, and to one cell besides.
    fn flood_to_nodes(
        &mut self,
        hierarchy: &Hierarchy,
        ground: &impl ClusterGround,
        from: GroundCell,
        beside: Option<u16>,
    ) {
        let at = cluster_of(from);
        let mut targets: ClusterRows = [0; CLUSTER_SIDE as usize];
        for &cell in hierarchy.cluster(at).cells().iter().chain(&beside) {
            targets[usize::from(cell) / CLUSTER_SIDE as usize] |=
                1 << (u32::from(cell) % CLUSTER_SIDE);
        }
        let open = ground.rows(at.column, at.row);
        self.flood.spread(&open, hierarchy.steps, number_in(from), &targets);
    }

    fn reach_goal(&mut self, cost: u32, parent: Node, below: u32) {
        let is_better = self.goal.is_none_or(|known| cost < known.cost);
        if cost < NO_WAY && cost < below && is_better {
            self.goal = Some(Record { cost, parent, is_closed: false });
            self.waiting.push(Reverse((cost, 0, GOAL)));
        }
    }

    #[inline]
    fn see(&mut self, hierarchy: &Hierarchy, node: Node, cost: u32, parent: Node, left: u32) {
        let record = self.record(hierarchy, node);
        if cost < record.cost && !record.is_closed {
            *record = Record { cost, parent, is_closed: false };
            self.waiting.push(Reverse((cost.saturating_add(left), left, node)));
        }
    }

    /// What is known of a node.
    #[inline]
    fn record(&mut self, hierarchy: &Hierarchy, node: Node) -> &mut Record {
        let (cluster, own) = (node >> 8, (node & 0xff) as usize);
        let block = &mut self.blocks[cluster as usize];
        if *block == 0 {
            self.touched.push(cluster);
            let first = self.records.len();
            *block = u32::try_from(first + 1).expect("records fit the numbers of nodes");
            let count = hierarchy.clusters[cluster as usize].len();
            self.records.resize(first + count, UNSEEN);
        }
        &mut self.records[*block as usize - 1 + own]
    }
}

impl Hierarchy {
    /// The cluster with a number.
    fn at(&self, number: usize) -> ClusterAt {
        let number = u32::try_from(number).expect("clusters are numbered in 24 bits");
        ClusterAt { column: number % self.columns, row: number / self.columns }
    }
}

/// The node at an entrance of a cluster.
fn node_of(cluster: usize, own: u8) -> Node {
    u32::try_from(cluster).expect("clusters are numbered in 24 bits") << 8 | u32::from(own)
}
