//! Clusters of clusters: some of their entrances, and what it costs to go from each to each within them.

use super::entrances;
use super::flood::NO_WAY;
use super::ground::{Area, CLUSTER_SIDE, GroundCell};
use super::node::{Node, cluster_of_node, node_of, own_of, own_of_node};
use super::{ClusterAt, Hierarchy};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

/// So many clusters of one level lie along each side of one of the next level.
const FANOUT: u32 = 4;

/// With more entrances than this a cluster of clusters is not summed up: what it consists of is looked at
/// instead. Where walls stand so thick, sums would take more than they save.
const NODES_MAX: usize = 64;

/// There is a further level as long as one has more clusters than this.
///
/// PERF: see record/hierarchy.md for what other numbers cost and gain.
pub(super) const CLUSTERS_MAX: usize = 256;

/// Entrances that lie on one side of a cluster stand for each other if it costs at most so many straight
/// steps for each cell of that side to go from one to the other, on either hand of the border.
const ROUND_ABOUT: u32 = 2;

/// What is known of a cluster of clusters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Summary {
    // Those of its entrances that stand for all, ascending.
    nodes: Box<[Node]>,
    // From each to each, row by row. Empty where there are too many.
    costs: Box<[u32]>,
}

impl Summary {
    /// Those of its entrances that stand for all.
    pub(super) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Whether it is known what the ways between them cost.
    pub(super) fn is_summed_up(&self) -> bool {
        self.nodes.len() <= NODES_MAX
    }

    /// Where a node stands among its own.
    #[inline]
    pub(super) fn place_of(&self, node: Node) -> Option<usize> {
        self.nodes.binary_search(&node).ok()
    }

    /// What the cheapest way within it from one of its nodes to each costs, or [`NO_WAY`].
    #[inline]
    pub(super) fn costs_from(&self, place: usize) -> &[u32] {
        let count = self.nodes.len();
        &self.costs[place * count..][..count]
    }
}

/// All clusters of one size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Level {
    columns: u32,
    rows: u32,
    // Row by row; shared by hierarchies before and after an edit that did not touch them.
    summaries: Vec<Arc<Summary>>,
}

impl Level {
    /// How much memory it takes.
    pub(super) fn bytes(&self) -> usize {
        let held = |summary: &Arc<Summary>| {
            size_of::<Arc<Summary>>()
                + size_of::<Summary>()
                + size_of_val(&*summary.nodes)
                + size_of_val(&*summary.costs)
        };
        self.summaries.iter().map(held).sum()
    }

    fn number_of(&self, at: ClusterAt) -> usize {
        at.row as usize * self.columns as usize + at.column as usize
    }

    fn at(&self, number: usize) -> ClusterAt {
        let number = u32::try_from(number).expect("clusters are numbered in 24 bits");
        ClusterAt { column: number % self.columns, row: number / self.columns }
    }
}

/// The cluster of a level that a cluster of the lowest lies in.
#[inline]
pub(super) const fn above(at: ClusterAt, level: usize) -> ClusterAt {
    let bits = bits(level);
    ClusterAt { column: at.column >> bits, row: at.row >> bits }
}

/// So many levels there are above the lowest for so many columns and rows of clusters.
const fn levels_above(mut columns: u32, mut rows: u32, clusters_max: usize) -> usize {
    let mut levels = 0;
    while columns as usize * rows as usize > clusters_max {
        (columns, rows) = (columns.div_ceil(FANOUT), rows.div_ceil(FANOUT));
        levels += 1;
    }
    levels
}

impl Hierarchy {
    /// The cluster of a level, above the lowest, that a cluster of the lowest lies in.
    #[inline]
    pub(super) fn summary(&self, level: usize, at: ClusterAt) -> &Summary {
        let known = &self.levels[level - 1];
        &known.summaries[known.number_of(above(at, level))]
    }

    /// Makes levels above the lowest until one has no more clusters than that, by so many threads.
    pub(super) fn sum_up(&mut self, clusters_max: usize, threads: usize) {
        let mut makers: Vec<Maker> = (0..threads.max(1)).map(|_| Maker::default()).collect();
        let (mut columns, mut rows) = (self.columns, self.rows());
        self.levels.clear();
        for level in 1..=levels_above(columns, rows, clusters_max) {
            (columns, rows) = (columns.div_ceil(FANOUT), rows.div_ceil(FANOUT));
            let count = columns as usize * rows as usize;
            let mut made = Level { columns, rows, summaries: Vec::new() };
            made.summaries = crate::threads::each(count, &mut makers, |maker, number| {
                Arc::new(maker.summary(self, level, made.at(number)))
            });
            self.levels.push(made);
        }
    }

    /// Looks anew at the clusters of clusters that others changed in or beside; `moved` are those of the
    /// lowest level whose crossings are others. Returns how many are not what they were.
    pub(super) fn sum_up_again(
        &mut self,
        mut changed: Vec<ClusterAt>,
        mut moved: Vec<ClusterAt>,
    ) -> usize {
        let (mut maker, mut count) = (Maker::default(), 0);
        for level in 1..=self.levels.len() {
            let [columns, rows] = self.clusters_at(level - 1);
            let mut due: BTreeMap<ClusterAt, Vec<Area>> = BTreeMap::new();
            for &at in &changed {
                let area = Area::of_cluster(at, cells_along(level - 1));
                due.entry(above(at, 1)).or_default().push(area);
                for beside in around(at, columns, rows) {
                    due.entry(above(beside, 1)).or_default();
                }
            }
            moved.iter_mut().for_each(|at| *at = above(*at, 1));
            // What a step leads over is known on the lowest level alone, so that it changed stands in no sum.
            changed = moved.clone();
            for (at, areas) in due {
                let number = self.levels[level - 1].number_of(at);
                let known = &self.levels[level - 1].summaries[number];
                let nodes = maker.nodes(self, level, at);
                if areas.is_empty() && *nodes == *known.nodes {
                    continue;
                }
                let costs = maker.costs(self, level, at, &nodes, Some((known, &areas)));
                let made = Summary { nodes: nodes.into(), costs };
                if made != **known {
                    self.levels[level - 1].summaries[number] = Arc::new(made);
                    changed.push(at);
                    count += 1;
                }
            }
            changed.sort_unstable();
            changed.dedup();
        }
        count
    }

    /// The nodes of a cluster of a level.
    fn nodes_of(&self, level: usize, at: ClusterAt) -> impl Iterator<Item = Node> {
        let (mut known, mut own) = (&[][..], 0..0);
        if level == 0 {
            let number = self.number_of(at);
            let first = node_of(number, 0);
            own = first..first + index(self.clusters[number].len());
        } else {
            let level = &self.levels[level - 1];
            known = level.summaries[level.number_of(at)].nodes();
        }
        known.iter().copied().chain(own)
    }

    /// The node at a cell of a cluster of the lowest level, if that is one of another level as well.
    #[inline]
    pub(super) fn node_in(&self, level: usize, at: ClusterAt, cell: u16) -> Option<Node> {
        let number = self.number_of(at);
        let own = self.clusters[number].node_at(cell);
        let node = node_of(number, own.expect("entrances are the same from both sides"));
        let is_known = level == 0 || self.summary(level, at).place_of(node).is_some();
        is_known.then_some(node)
    }

    /// What it costs to go from one node of a cluster of a level to another within it, if that is known.
    fn cost_between(&self, level: usize, one: Node, other: Node) -> u32 {
        if one == other {
            return 0;
        }
        let at = self.at(cluster_of_node(one));
        if level == 0 {
            return self.cluster(at).cost(own_of_node(one), own_of_node(other));
        }
        let summary = self.summary(level, at);
        let places = [one, other].map(|node| summary.place_of(node));
        match places {
            [Some(one), Some(other)] if summary.is_summed_up() => summary.costs_from(one)[other],
            _ => NO_WAY,
        }
    }

    /// How many columns and rows of clusters a level has.
    fn clusters_at(&self, level: usize) -> [u32; 2] {
        match level.checked_sub(1) {
            None => [self.columns, self.rows()],
            Some(number) => [self.levels[number].columns, self.levels[number].rows],
        }
    }
}

/// The clusters beside one, also over its corners, and itself.
pub(super) fn around(
    ClusterAt { column, row }: ClusterAt,
    columns: u32,
    rows: u32,
) -> impl Iterator<Item = ClusterAt> {
    let near = |at: u32, count: u32| at.saturating_sub(1)..=(at + 1).min(count - 1);
    near(row, rows)
        .flat_map(move |row| near(column, columns).map(move |column| ClusterAt { column, row }))
}

/// A step over the border of a cluster of clusters, from one of its parts to one of the next.
#[derive(Clone, Copy, Debug)]
struct BorderStep {
    // The parts on both sides, and the nodes in them; those of the part that comes first.
    parts: [ClusterAt; 2],
    nodes: [Node; 2],
    // Whether it is left from the second.
    is_backward: bool,
}

/// A part of a cluster of clusters that is summed up, and none that it lies in within that.
#[derive(Clone, Copy, Debug)]
struct Part {
    level: usize,
    // Of the lowest level, its first.
    at: ClusterAt,
    // Its nodes among those of all parts.
    first: usize,
    count: usize,
}

/// Makes clusters of clusters, with memory of its own.
#[derive(Debug, Default)]
struct Maker {
    border: Vec<BorderStep>,
    left: Vec<BorderStep>,
    parts: Vec<Part>,
    // For each cluster of the lowest level within the one to be made: its part.
    part_at: Vec<u16>,
    // Of all parts, one after the other.
    nodes: Vec<Node>,
    part_of: Vec<u16>,
    // Where the steps of each begin that lead to another part, and to which nodes at which costs they lead.
    steps_from: Vec<u32>,
    steps: Vec<(u32, u32)>,
    costs: Vec<u32>,
    // Whether the cheapest way known to a node comes from its own part.
    is_from_within: Vec<bool>,
    is_target: Vec<bool>,
    waiting: BinaryHeap<Reverse<(u32, u32)>>,
}

impl Maker {
    fn summary(&mut self, hierarchy: &Hierarchy, level: usize, at: ClusterAt) -> Summary {
        let nodes = self.nodes(hierarchy, level, at);
        let costs = self.costs(hierarchy, level, at, &nodes, None);
        Summary { nodes: nodes.into(), costs }
    }

    /// The entrances of a cluster that stand for all. They follow from what is known of the parts on both
    /// sides of its borders, so that both sides choose the same.
    fn nodes(&mut self, hierarchy: &Hierarchy, level: usize, at: ClusterAt) -> Vec<Node> {
        self.border.clear();
        for child in children(hierarchy, level, at) {
            self.border_steps(hierarchy, level, at, child);
        }
        let key = |step: &BorderStep| (step.parts, step.nodes);
        self.border.sort_unstable_by_key(key);
        let near =
            (cells_along(level - 1) * ROUND_ABOUT).saturating_mul(hierarchy.steps.cost(false));
        let mut nodes = Vec::new();
        for pair in self.border.chunk_by(|one, other| one.parts == other.parts) {
            self.left.clear();
            self.left.extend_from_slice(pair);
            while let Some(&first) = self.left.first() {
                let is_together = |step: &BorderStep| {
                    [0, 1].into_iter().all(|end| {
                        let [one, other] = [first.nodes[end], step.nodes[end]];
                        hierarchy.cost_between(level - 1, one, other) <= near
                    })
                };
                let count = self.left.iter().filter(|step| is_together(step)).count();
                let mut together = self.left.iter().filter(|step| is_together(step));
                let chosen = together.nth((count - 1) / 2).expect("the first is among them");
                nodes.push(chosen.nodes[usize::from(chosen.is_backward)]);
                self.left.retain(|step| !is_together(step));
            }
        }
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }

    /// Takes down the steps that lead out of a cluster from one of its parts.
    fn border_steps(
        &mut self,
        hierarchy: &Hierarchy,
        level: usize,
        at: ClusterAt,
        child: ClusterAt,
    ) {
        for node in hierarchy.nodes_of(level - 1, child) {
            let from = hierarchy.at(cluster_of_node(node));
            let cluster = hierarchy.cluster(from);
            for crossing in cluster.crossings_from(own_of_node(node)) {
                let next = entrances::next(from, crossing.direction).expect("it was read before");
                if above(next, level) == at {
                    continue;
                }
                let Some(to) = hierarchy.node_in(level - 1, next, crossing.to) else { continue };
                let (own, other) = (child, above(next, level - 1));
                let is_backward = other < own;
                let (parts, nodes) = if is_backward {
                    ([other, own], [to, node])
                } else {
                    ([own, other], [node, to])
                };
                self.border.push(BorderStep { parts, nodes, is_backward });
            }
        }
    }

    /// What it costs to go from each of these nodes to each within a cluster; nothing if there are too many.
    /// What is known from before some areas changed in it holds for ways that cost less than any by these.
    fn costs(
        &mut self,
        hierarchy: &Hierarchy,
        level: usize,
        at: ClusterAt,
        nodes: &[Node],
        known: Option<(&Summary, &[Area])>,
    ) -> Box<[u32]> {
        let count = nodes.len();
        if count > NODES_MAX {
            return Box::default();
        }
        let known = known.filter(|(before, _)| before.is_summed_up());
        let places: Vec<Option<usize>> =
            nodes.iter().map(|&node| known?.0.place_of(node)).collect();
        let cells: Vec<GroundCell> = nodes.iter().map(|&node| hierarchy.cell_of(node)).collect();
        let before = |one: usize, other: usize| {
            let (summary, areas) = known?;
            let cost = summary.costs_from(places[one]?)[places[other]?];
            let by = |area: &Area| area.least_by(hierarchy.steps, [cells[one], cells[other]]);
            areas.iter().all(|area| by(area) > cost).then_some(cost)
        };
        let mut own: Vec<u32> = Vec::new();
        let mut costs = vec![NO_WAY; count * count];
        let mut targets = Vec::new();
        for place in 0..count {
            costs[place * count + place] = 0;
            targets.clear();
            for other in 0..place {
                match before(place, other) {
                    Some(cost) => {
                        costs[place * count + other] = cost;
                        costs[other * count + place] = cost;
                    }
                    None => targets.push(other),
                }
            }
            if targets.is_empty() {
                continue;
            }
            if own.is_empty() {
                self.take_apart(hierarchy, level, at);
                own = nodes.iter().map(|&node| self.local(hierarchy, level, node)).collect();
            }
            self.spread(hierarchy, own[place], targets.iter().map(|&other| own[other]));
            for &other in &targets {
                let cost = self.costs[own[other] as usize];
                costs[place * count + other] = cost;
                costs[other * count + place] = cost;
            }
        }
        costs.into()
    }

    /// Finds the parts of a cluster, their nodes, and the steps between them.
    fn take_apart(&mut self, hierarchy: &Hierarchy, level: usize, at: ClusterAt) {
        let Maker { parts, part_at, nodes, part_of, steps, steps_from, .. } = self;
        parts.clear();
        nodes.clear();
        part_of.clear();
        steps.clear();
        steps_from.clear();
        let side = (cells_along(level) / CLUSTER_SIDE) as usize;
        part_at.clear();
        part_at.resize(side * side, 0);
        let mut due: Vec<(usize, ClusterAt)> =
            children(hierarchy, level, at).map(|child| (level - 1, child)).collect();
        while let Some((inner, child)) = due.pop() {
            let bits = bits(inner);
            let first = ClusterAt { column: child.column << bits, row: child.row << bits };
            if inner > 0 && !hierarchy.summary(inner, first).is_summed_up() {
                let apart = children(hierarchy, inner, child);
                due.extend(apart.map(|child| (inner - 1, child)));
                continue;
            }
            let number = u16::try_from(parts.len()).expect("a cluster has few parts");
            for row in 0..1 << bits {
                for column in 0..1 << bits {
                    let own = ClusterAt { column: first.column + column, row: first.row + row };
                    part_at[within(own, level)] = number;
                }
            }
            let before = nodes.len();
            nodes.extend(hierarchy.nodes_of(inner, child));
            let count = nodes.len() - before;
            part_of.extend(std::iter::repeat_n(number, count));
            parts.push(Part { level: inner, at: first, first: before, count });
        }
        for place in 0..self.nodes.len() {
            let node = self.nodes[place];
            self.steps_from.push(index(self.steps.len()));
            let from = hierarchy.at(cluster_of_node(node));
            let cluster = hierarchy.cluster(from);
            for crossing in cluster.crossings_from(own_of_node(node)) {
                let next = entrances::next(from, crossing.direction).expect("it was read before");
                if above(next, level) != at
                    || self.part_at[within(next, level)] == self.part_of[place]
                {
                    continue;
                }
                let part = self.parts[usize::from(self.part_at[within(next, level)])];
                let Some(to) = hierarchy.node_in(part.level, next, crossing.to) else { continue };
                let to = self.local(hierarchy, level, to);
                self.steps.push((to, hierarchy.steps.cost(crossing.is_diagonal)));
            }
        }
        self.steps_from.push(index(self.steps.len()));
    }

    /// Where a node stands among those of all parts.
    fn local(&self, hierarchy: &Hierarchy, level: usize, node: Node) -> u32 {
        let at = hierarchy.at(cluster_of_node(node));
        let part = self.parts[usize::from(self.part_at[within(at, level)])];
        let own = match part.level {
            0 => Some((node & 0xff) as usize),
            above => hierarchy.summary(above, at).place_of(node),
        };
        index(part.first + own.expect("entrances of a cluster are those of its parts"))
    }

    /// Spreads from a node over all parts until the targets are reached that can be.
    fn spread(
        &mut self,
        hierarchy: &Hierarchy,
        from: u32,
        targets: impl ExactSizeIterator<Item = u32>,
    ) {
        let Maker { costs, is_from_within, is_target, waiting, .. } = self;
        let count = self.nodes.len();
        costs.clear();
        costs.resize(count, NO_WAY);
        is_from_within.clear();
        is_from_within.resize(count, false);
        is_target.clear();
        is_target.resize(count, false);
        let mut left = targets.len();
        targets.for_each(|target| is_target[target as usize] = true);
        waiting.clear();
        costs[from as usize] = 0;
        waiting.push(Reverse((0, from)));
        while let Some(Reverse((cost, node))) = waiting.pop() {
            let place = node as usize;
            if left == 0 {
                return;
            }
            if cost > costs[place] {
                continue;
            }
            left -= usize::from(std::mem::take(&mut is_target[place]));
            let [first, end] = [place, place + 1].map(|at| self.steps_from[at] as usize);
            for &(to, way) in &self.steps[first..end] {
                let on = cost.saturating_add(way);
                if on < costs[to as usize] {
                    (costs[to as usize], is_from_within[to as usize]) = (on, false);
                    waiting.push(Reverse((on, to)));
                }
            }
            // Whoever came from within the part has nothing to look for in it.
            if is_from_within[place] {
                continue;
            }
            let part = self.parts[usize::from(self.part_of[place])];
            let own = place - part.first;
            let mut see = |other: usize, way: u32| {
                let (to, on) = (part.first + other, cost.saturating_add(way));
                if on < costs[to] {
                    (costs[to], is_from_within[to]) = (on, true);
                    waiting.push(Reverse((on, index(to))));
                }
            };
            if part.level == 0 {
                let cluster = hierarchy.cluster(part.at);
                let own = own_of(own);
                (0..own_of(part.count)).for_each(|to| see(usize::from(to), cluster.cost(own, to)));
            } else {
                let summary = hierarchy.summary(part.level, part.at);
                summary.costs_from(own).iter().enumerate().for_each(|(to, &way)| see(to, way));
            }
        }
    }
}

/// A place among nodes as it is kept.
fn index(place: usize) -> u32 {
    u32::try_from(place).expect("a cluster of clusters has few nodes")
}

/// The clusters of the level below that a cluster consists of.
fn children(
    hierarchy: &Hierarchy,
    level: usize,
    ClusterAt { column, row }: ClusterAt,
) -> impl Iterator<Item = ClusterAt> + use<> {
    let [columns, rows] = hierarchy.clusters_at(level - 1);
    let of = |at: u32, count: u32| at * FANOUT..((at + 1) * FANOUT).min(count);
    of(row, rows)
        .flat_map(move |row| of(column, columns).map(move |column| ClusterAt { column, row }))
}

/// The number of a cluster of the lowest level within the one of another level that it lies in.
fn within(at: ClusterAt, level: usize) -> usize {
    let side = cells_along(level) / CLUSTER_SIDE;
    (at.row % side * side + at.column % side) as usize
}

/// How many cells a cluster of a level has along each side.
fn cells_along(level: usize) -> u32 {
    CLUSTER_SIDE << bits(level)
}

/// The bits of a column of the lowest level that tell clusters of another level apart within.
#[inline]
const fn bits(level: usize) -> u32 {
    #[expect(clippy::cast_possible_truncation, reason = "there are few levels")]
    let level = level as u32;
    FANOUT.trailing_zeros() * level
}
