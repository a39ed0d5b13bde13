//! Searching from entrance to entrance, on the highest level that tells enough: which of them to go by.

use super::entrances;
use super::flood::{Flood, NO_WAY};
use super::ground::{CLUSTER_SIDE, ClusterRows, GroundCell, cell_in, cluster_of, number_in};
use super::node::{Node, cluster_of_node, node_of, own_of_node};
use super::summary::above;
use super::{ClusterAt, ClusterGround, Hierarchy};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The start, as the parent of those that are reached from it within its cluster.
const START: Node = u32::MAX;
/// The goal, which lies in a cluster and need not lie at an entrance.
const GOAL: Node = u32::MAX - 1;
/// The parent of the node that a search between two nodes begins at.
const NOBODY: Node = u32::MAX - 2;

/// What is known of a node.
#[derive(Clone, Copy, Debug)]
struct Record {
    cost: u32,
    parent: Node,
    // The least that is left from it to the goal, once it was seen.
    left: u32,
    is_closed: bool,
}

/// A node that nothing is known of.
const UNSEEN: Record = Record { cost: NO_WAY, parent: START, left: 0, is_closed: false };

/// What is known of a cluster of the lowest level.
#[derive(Clone, Copy, Debug, Default)]
struct Block {
    // Where the records of its nodes begin, plus one; nought where there are none.
    first: u32,
    // On which level the search goes through it.
    level: u8,
}

/// A part of a way: from an entrance to another within a cluster of a level, or over its border.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Leg {
    from: Node,
    to: Node,
    /// Nought where it is known as far as entrances are.
    pub(super) level: u8,
}

/// A cluster of a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Part {
    level: usize,
    at: ClusterAt,
}

impl Part {
    /// That of a level which a node lies in.
    fn around(hierarchy: &Hierarchy, level: usize, node: Node) -> Part {
        Part { level, at: above(hierarchy.at(cluster_of_node(node)), level) }
    }

    fn contains(self, at: ClusterAt) -> bool {
        above(at, self.level) == self.at
    }

    /// To which of two a cluster of the lowest level belongs that lies in one of them.
    fn owner([first, second]: [Part; 2], at: ClusterAt) -> Part {
        let is_second = second.contains(at) && (second.level < first.level || !first.contains(at));
        if is_second { second } else { first }
    }
}

/// Where a search looks, and on which levels.
#[derive(Clone, Copy, Debug)]
enum Scope {
    /// Everywhere: on the highest level whose clusters hold neither of these two.
    Between([ClusterAt; 2]),
    /// In two clusters, on the levels below each; what lies in both belongs to the smaller one.
    Within([Part; 2]),
}

impl Scope {
    /// On which level to go through a cluster.
    fn level_of(self, hierarchy: &Hierarchy, at: ClusterAt) -> usize {
        let levels = match self {
            Scope::Between(_) => hierarchy.levels.len(),
            Scope::Within(parts) => Part::owner(parts, at).level - 1,
        };
        let is_apart = |level: usize| match self {
            Scope::Between(ends) => ends.iter().all(|&end| above(end, level) != above(at, level)),
            Scope::Within(_) => true,
        };
        let serves =
            |&level: &usize| is_apart(level) && hierarchy.summary(level, at).is_summed_up();
        (1..=levels).rev().find(serves).unwrap_or(0)
    }

    /// Whether it looks at a cluster at all.
    fn contains(self, at: ClusterAt) -> bool {
        match self {
            Scope::Between(_) => true,
            Scope::Within(parts) => parts.iter().any(|part| part.contains(at)),
        }
    }
}

/// The memory of a search from entrance to entrance. It has records of those clusters alone that it came to.
#[derive(Debug)]
pub(super) struct Waypoints {
    scope: Scope,
    blocks: Vec<Block>,
    touched: Vec<usize>,
    records: Vec<Record>,
    // By what a path costs at least in all, then by what is left of it.
    waiting: BinaryHeap<Reverse<(u32, u32, Node)>>,
    flood: Flood,
    // The node to come to, if it is one.
    target: Option<Node>,
    // For how many legs it looks for others.
    legs_taken: usize,
    goal: GroundCell,
    // What the way from each node of its cluster to the goal costs.
    to_goal: Vec<u32>,
    reached: Option<Record>,
    expansions: u64,
}

impl Default for Waypoints {
    fn default() -> Waypoints {
        Waypoints {
            scope: Scope::Between([ClusterAt { column: 0, row: 0 }; 2]),
            blocks: Vec::new(),
            touched: Vec::new(),
            records: Vec::new(),
            waiting: BinaryHeap::new(),
            flood: Flood::default(),
            target: None,
            legs_taken: 0,
            goal: GroundCell::default(),
            to_goal: Vec::new(),
            reached: None,
            expansions: 0,
        }
    }
}

impl Waypoints {
    /// Begins a search between two cells. `below` is what another path costs that is known.
    pub(super) fn begin(
        &mut self,
        hierarchy: &Hierarchy,
        ground: &impl ClusterGround,
        [start, goal]: [GroundCell; 2],
        below: u32,
    ) {
        let ends = [start, goal].map(cluster_of);
        self.forget(hierarchy, Scope::Between(ends), goal);
        let [at_start, at] = ends;
        self.flood_to_nodes(hierarchy, ground, goal, None);
        let costs = hierarchy.cluster(at).cells().iter().map(|&cell| self.flood.cost(cell));
        self.to_goal.clear();
        self.to_goal.extend(costs);

        let beside = (at_start == at).then(|| number_in(goal));
        self.flood_to_nodes(hierarchy, ground, start, beside);
        if let Some(cell) = beside {
            self.reach_goal(self.flood.cost(cell), START, below);
        }
        let number = hierarchy.number_of(at_start);
        for (node, &cell) in (0..).zip(hierarchy.cluster(at_start).cells()) {
            let cost = self.flood.cost(cell);
            if cost < NO_WAY {
                self.see(hierarchy, node_of(number, node), cost, START);
            }
        }
    }

    /// Begins to look for the way that the last of some legs stands for, on the levels below its own: as far
    /// as the end of the next one of a higher level, if there is one behind a step over a border, so that the
    /// way need not go by the entrance between the two.
    pub(super) fn begin_legs(&mut self, hierarchy: &Hierarchy, legs: &[Leg]) {
        let [.., leg] = *legs else { return };
        let part_of = |leg: Leg| Part::around(hierarchy, usize::from(leg.level), leg.from);
        let (parts, target, count) = match *legs {
            [.., second, step, first] if step.level == 0 && second.level > 0 => {
                debug_assert_eq!(first.to, step.from, "legs follow each other");
                ([first, second].map(part_of), second.to, 3)
            }
            _ => ([part_of(leg); 2], leg.to, 1),
        };
        self.forget(hierarchy, Scope::Within(parts), hierarchy.cell_of(target));
        (self.target, self.legs_taken) = (Some(target), count);
        self.see(hierarchy, leg.from, 0, NOBODY);
    }

    /// Puts in place of those legs what was found. What lies in the second of two clusters stays one leg.
    pub(super) fn refine(&self, hierarchy: &Hierarchy, legs: &mut Vec<Leg>) {
        let Scope::Within(parts) = self.scope else { return };
        legs.truncate(legs.len() - self.legs_taken);
        let begun = legs.len();
        let is_found = self.legs(hierarchy, legs);
        assert!(is_found, "what a leg costs is what a way between its ends does");
        let [first, second] = parts;
        let at = |leg: &Leg| hierarchy.at(cluster_of_node(leg.from));
        // The last one that sets out in the first cluster.
        let leads_out = |leg: &Leg| Part::owner(parts, at(leg)) == first;
        let found = &legs[begun..];
        let beyond = found.iter().position(leads_out).unwrap_or(found.len());
        if beyond > 0 {
            let (from, to) = (found[beyond - 1].from, found[0].to);
            let level = u8::try_from(second.level).expect("there are few levels");
            legs.splice(begun..begun + beyond, [Leg { from, to, level }]);
        }
    }

    /// Makes one leg of all those that lie in one cluster, on the level below it.
    pub(super) fn gather(&self, hierarchy: &Hierarchy, legs: &mut Vec<Leg>) {
        let part_of = |node: Node| {
            let is_end = node == START || node == GOAL;
            let level = if is_end { 0 } else { self.blocks[cluster_of_node(node)].level };
            let above = usize::from(level) + 1;
            let is_known = !is_end && above <= hierarchy.levels.len();
            is_known.then(|| Part::around(hierarchy, above, node))
        };
        // The first of two neighbours is the later one.
        legs.dedup_by(|earlier, later| {
            let parts = [earlier.from, earlier.to, later.to].map(part_of);
            let [Some(part), ..] = parts else { return false };
            let is_same = parts.iter().all(|&other| other == Some(part));
            if is_same {
                later.from = earlier.from;
                later.level = u8::try_from(part.level).expect("there are few levels");
            }
            is_same
        });
    }

    fn forget(&mut self, hierarchy: &Hierarchy, scope: Scope, goal: GroundCell) {
        for cluster in self.touched.drain(..) {
            self.blocks[cluster] = Block::default();
        }
        self.blocks.resize(hierarchy.cluster_count(), Block::default());
        self.records.clear();
        self.waiting.clear();
        (self.scope, self.goal, self.target, self.reached) = (scope, goal, None, None);
    }

    /// Searches on for at most so many expansions. Returns whether it has ended.
    pub(super) fn run(&mut self, hierarchy: &Hierarchy, below: u32, budget: &mut u64) -> bool {
        let at_goal = match self.target {
            None => Some(hierarchy.number_of(cluster_of(self.goal))),
            Some(_) => None,
        };
        while *budget > 0 {
            let Some(Reverse((all, _, node))) = self.waiting.pop() else { return true };
            if node == GOAL || all >= below {
                return true;
            }
            let record = self.record(hierarchy, node);
            if record.is_closed {
                continue;
            }
            record.is_closed = true;
            let record = *record;
            *budget -= 1;
            self.expansions += 1;
            if self.target == Some(node) {
                self.reached = Some(record);
                return true;
            }
            let number = cluster_of_node(node);
            if at_goal == Some(number) {
                let way = self.to_goal[usize::from(own_of_node(node))];
                self.reach_goal(record.cost.saturating_add(way), node, below);
            }
            self.expand(hierarchy, node, record);
        }
        false
    }

    fn expand(&mut self, hierarchy: &Hierarchy, node: Node, Record { cost, parent, .. }: Record) {
        let (number, own) = (cluster_of_node(node), own_of_node(node));
        let at = hierarchy.at(number);
        let cluster = hierarchy.cluster(at);
        for crossing in cluster.crossings_from(own) {
            let next = entrances::next(at, crossing.direction).expect("it was read before");
            if !self.scope.contains(next) {
                continue;
            }
            let there = self.block(hierarchy, hierarchy.number_of(next)).level;
            if let Some(to) = hierarchy.node_in(usize::from(there), next, crossing.to) {
                let on = cost.saturating_add(hierarchy.steps.cost(crossing.is_diagonal));
                self.see(hierarchy, to, on, node);
            }
        }
        // Whoever came from within the cluster has nothing to look for in it: what it could reach there,
        // whoever it came from reaches at no higher cost.
        let level = usize::from(self.block(hierarchy, number).level);
        if parent == START || parent != NOBODY && hierarchy.are_together(parent, node, level) {
            return;
        }
        if level > 0 {
            let summary = hierarchy.summary(level, at);
            let place = summary.place_of(node).expect("those alone are seen that are its nodes");
            for (&to, &way) in summary.nodes().iter().zip(summary.costs_from(place)) {
                if to != node && way < NO_WAY {
                    self.see(hierarchy, to, cost.saturating_add(way), node);
                }
            }
            return;
        }
        for (to, _) in (0..).zip(cluster.cells()) {
            let way = cluster.cost(own, to);
            if to != own && way < NO_WAY {
                self.see(hierarchy, node_of(number, to), cost.saturating_add(way), node);
            }
        }
    }

    /// What the way costs that was found. Returns `None` if there is none that is cheap enough.
    pub(super) fn cost(&self) -> Option<u32> {
        self.reached.map(|reached| reached.cost)
    }

    /// The legs that the way consists of, the last one first. Returns whether there is one that is cheap
    /// enough.
    pub(super) fn legs(&self, hierarchy: &Hierarchy, into: &mut Vec<Leg>) -> bool {
        let Some(Record { parent, .. }) = self.reached else { return false };
        let (mut node, mut from) = (self.target.unwrap_or(GOAL), parent);
        while from != NOBODY {
            into.push(Leg { from, to: node, level: self.level_of_leg(hierarchy, from, node) });
            if from == START {
                break;
            }
            (node, from) = (from, self.known(from).parent);
        }
        true
    }

    /// How many entrances were expanded since this was asked last.
    pub(super) fn take_expansions(&mut self) -> u64 {
        std::mem::take(&mut self.expansions)
    }

    /// How much memory it takes.
    pub(super) fn bytes(&self) -> usize {
        self.blocks.capacity() * size_of::<Block>()
            + self.touched.capacity() * size_of::<usize>()
            + self.to_goal.capacity() * 4
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
        let is_better = self.reached.is_none_or(|known| cost < known.cost);
        if cost < NO_WAY && cost < below && is_better {
            self.reached = Some(Record { cost, parent, left: 0, is_closed: false });
            self.waiting.push(Reverse((cost, 0, GOAL)));
        }
    }

    #[inline]
    fn see(&mut self, hierarchy: &Hierarchy, node: Node, cost: u32, parent: Node) {
        let goal = self.goal;
        let record = self.record(hierarchy, node);
        if cost >= record.cost || record.is_closed {
            return;
        }
        let is_new = record.cost == NO_WAY;
        let left = if is_new {
            hierarchy.steps.least(hierarchy.cell_of(node).away(goal))
        } else {
            record.left
        };
        *record = Record { cost, parent, left, is_closed: false };
        self.waiting.push(Reverse((cost.saturating_add(left), left, node)));
    }

    /// The level of the leg between two nodes of a way.
    fn level_of_leg(&self, hierarchy: &Hierarchy, from: Node, to: Node) -> u8 {
        if from == START || to == GOAL {
            return 0;
        }
        let level = self.blocks[cluster_of_node(from)].level;
        let is_within = hierarchy.are_together(from, to, usize::from(level));
        if is_within { level } else { 0 }
    }

    /// What is known of a node that was seen.
    fn known(&self, node: Node) -> Record {
        let first = self.blocks[cluster_of_node(node)].first as usize - 1;
        self.records[first + usize::from(own_of_node(node))]
    }

    /// What is known of a node.
    #[inline]
    fn record(&mut self, hierarchy: &Hierarchy, node: Node) -> &mut Record {
        let first = self.block(hierarchy, cluster_of_node(node)).first as usize - 1;
        &mut self.records[first + usize::from(own_of_node(node))]
    }

    /// What is known of a cluster of the lowest level.
    #[inline]
    fn block(&mut self, hierarchy: &Hierarchy, cluster: usize) -> Block {
        if self.blocks[cluster].first == 0 {
            self.begin_block(hierarchy, cluster);
        }
        self.blocks[cluster]
    }

    #[cold]
    fn begin_block(&mut self, hierarchy: &Hierarchy, cluster: usize) {
        self.touched.push(cluster);
        let first = self.records.len();
        let level = self.scope.level_of(hierarchy, hierarchy.at(cluster));
        self.blocks[cluster] = Block {
            first: u32::try_from(first + 1).expect("records fit the numbers of nodes"),
            level: u8::try_from(level).expect("there are few levels"),
        };
        self.records.resize(first + hierarchy.clusters[cluster].len(), UNSEEN);
    }
}

impl Hierarchy {
    /// The cluster with a number.
    pub(super) fn at(&self, number: usize) -> ClusterAt {
        let number = u32::try_from(number).expect("clusters are numbered in 24 bits");
        ClusterAt { column: number % self.columns, row: number / self.columns }
    }

    /// The cell of a node.
    pub(super) fn cell_of(&self, node: Node) -> GroundCell {
        let at = self.at(cluster_of_node(node));
        cell_in(at, self.cluster(at).cell(own_of_node(node)))
    }

    /// Whether two nodes lie in the same cluster of a level.
    fn are_together(&self, one: Node, other: Node, level: usize) -> bool {
        let [one, other] = [one, other].map(cluster_of_node);
        one == other || level > 0 && above(self.at(one), level) == above(self.at(other), level)
    }

    /// The cell that a leg leads to, on a way to this goal.
    pub(super) fn end_of(&self, leg: Leg, goal: GroundCell) -> GroundCell {
        if leg.to == GOAL { goal } else { self.cell_of(leg.to) }
    }
}
