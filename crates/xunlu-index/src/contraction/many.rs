//! What it costs from many waypoints to many others, and which of many are nearest.
//!
//! From one waypoint its end of each way is looked at once. From several, only the nodes above the targets
//! are gone through, highest first, for a batch of starts at a time: as in RPHAST (Delling, Goldberg and
//! Werneck 2011), whose restricted graph is here all above the targets in the tree.

use super::WaypointRoadmap;
use super::metric::{Metric, NO_WAY};
use super::tree::NONE;
use super::ways::WaypointSpace;
use xunlu_map::{Cost, NodeId};

/// So many starts are gone through at a time.
const BATCH: usize = 8;

/// From fewer starts each way is looked up for itself.
const STARTS_MIN: usize = 3;

/// The memory that questions about many waypoints take.
#[derive(Clone, Debug, Default)]
pub(super) struct ManySpace {
    // By node its number among those above the targets; NONE for others.
    numbers: Vec<u32>,
    // Those above the targets, highest first.
    nodes: Vec<u32>,
    // For each where its shortcuts end, and where these lead up to: numbers, and costs down from there.
    ends: Vec<usize>,
    down: Vec<(u32, u32)>,
    costs: Vec<[u32; BATCH]>,
}

impl ManySpace {
    pub(super) fn bytes(&self) -> usize {
        (self.numbers.capacity() + self.nodes.capacity()) * size_of::<u32>()
            + self.ends.capacity() * size_of::<usize>()
            + self.down.capacity() * size_of::<(u32, u32)>()
            + self.costs.capacity() * size_of::<[u32; BATCH]>()
    }

    /// Numbers all nodes above the targets, with these.
    fn go_up_from(&mut self, roadmap: &WaypointRoadmap, targets: &[NodeId]) {
        let WaypointRoadmap { tree, metric: Metric { prices, .. }, .. } = roadmap;
        let ManySpace { numbers, nodes, ends, down, .. } = self;
        if numbers.len() < tree.len() {
            numbers.resize(tree.len(), NONE);
        }
        nodes.clear();
        for target in targets {
            let mut next = Some(tree.ranks[target.0 as usize]);
            while let Some(node) = next.filter(|&node| numbers[node as usize] == NONE) {
                numbers[node as usize] = 0;
                nodes.push(node);
                next = tree.parent(node);
            }
        }
        nodes.sort_unstable_by_key(|&node| u32::MAX - node);
        ends.clear();
        down.clear();
        for (number, &node) in (0..).zip(&*nodes) {
            numbers[node as usize] = number;
            // Those above are numbered already.
            let shortcuts =
                tree.shortcuts(node).filter(|&shortcut| prices[shortcut].down != NO_WAY);
            down.extend(
                shortcuts.map(|shortcut| {
                    (numbers[tree.heads[shortcut] as usize], prices[shortcut].down)
                }),
            );
            ends.push(down.len());
        }
    }

    fn forget(&mut self) {
        for node in self.nodes.drain(..) {
            self.numbers[node as usize] = NONE;
        }
    }

    /// From what it costs up to some nodes to what it costs to all.
    fn go_down(&mut self) {
        let mut begin = 0;
        for (number, &end) in self.ends.iter().enumerate() {
            let (above, rest) = self.costs.split_at_mut(number);
            for &(from, more) in &self.down[begin..end] {
                let from = &above[from as usize];
                for (cost, &known) in rest[0].iter_mut().zip(from) {
                    *cost = (*cost).min(known.saturating_add(more));
                }
            }
            begin = end;
        }
    }
}

impl WaypointRoadmap {
    /// What the cheapest path from each of some waypoints to each of others costs: one row for each start, in
    /// their order, and in it one cost for each target. `None` where there is no path, or it costs too much
    /// to say.
    ///
    /// # Panics
    /// When there is no such waypoint.
    #[must_use]
    #[doc(alias("many to many", "distance table"))]
    pub fn matrix(
        &self,
        starts: &[NodeId],
        targets: &[NodeId],
        space: &mut WaypointSpace,
    ) -> Vec<Vec<Option<Cost>>> {
        if starts.len() < STARTS_MIN {
            return starts.iter().map(|&start| self.distances(start, targets, space)).collect();
        }
        let mut many = std::mem::take(&mut space.many);
        many.go_up_from(self, targets);
        let mut rows = Vec::with_capacity(starts.len());
        for batch in starts.chunks(BATCH) {
            many.costs.clear();
            many.costs.resize(many.nodes.len(), [NO_WAY; BATCH]);
            for (at, &start) in batch.iter().enumerate() {
                self.costs_above(start, space, |node, cost| {
                    let number = many.numbers[node as usize];
                    if number != NONE {
                        many.costs[number as usize][at] = cost;
                    }
                });
            }
            many.go_down();
            rows.extend((0..batch.len()).map(|at| {
                let cost = |target: &NodeId| {
                    let number = many.numbers[self.tree.ranks[target.0 as usize] as usize];
                    let cost = many.costs[number as usize][at];
                    (cost != NO_WAY).then_some(Cost(cost))
                };
                targets.iter().map(cost).collect()
            }));
        }
        many.forget();
        space.many = many;
        rows
    }

    /// What the cheapest path from one waypoint to each of some costs. `None` where there is no path, or it
    /// costs too much to say.
    ///
    /// # Panics
    /// When there is no such waypoint.
    #[must_use]
    pub fn distances(
        &self,
        start: NodeId,
        targets: &[NodeId],
        space: &mut WaypointSpace,
    ) -> Vec<Option<Cost>> {
        space.start_at(self, start);
        let costs = targets.iter().map(|&target| self.distance_to(start, target, space));
        costs.collect()
    }

    /// The nearest of some waypoints, at most so many: what it costs there, and which it is of those that
    /// were named. Cheapest first, of equal ones that which was named first. What no path leads to is not
    /// among them.
    ///
    /// # Panics
    /// When there is no such waypoint.
    #[must_use]
    #[doc(alias("k nearest neighbours", "closest"))]
    pub fn nearest(
        &self,
        start: NodeId,
        among: &[NodeId],
        count: usize,
        space: &mut WaypointSpace,
    ) -> Vec<(Cost, usize)> {
        let costs = self.distances(start, among, space);
        let known = costs.into_iter().zip(0..).filter_map(|(cost, at)| Some((cost?, at)));
        let mut near: Vec<(Cost, usize)> = known.collect();
        if count > 0 && count < near.len() {
            near.select_nth_unstable(count - 1);
        }
        near.truncate(count);
        near.sort_unstable();
        near
    }

    /// Tells what the cheapest ways that only go up cost from a waypoint to all above it, or the cheapest of
    /// all ways, whichever is known.
    fn costs_above(
        &self,
        start: NodeId,
        space: &mut WaypointSpace,
        mut tell: impl FnMut(u32, u32),
    ) {
        let (tree, rows) = (&self.tree, &self.rows);
        space.start_at(self, start);
        let above = &mut space.above;
        above.clear();
        above.resize(tree.height(), NO_WAY);
        for (node, depth, cost) in space.start.reached() {
            let known = &mut above[usize::from(depth)];
            *known = (*known).min(cost);
            if rows.is_hub(node) {
                for (known, &more) in above.iter_mut().zip(rows.to(node)) {
                    *known = (*known).min(cost.saturating_add(more));
                }
            }
        }
        let mut next = Some(tree.ranks[start.0 as usize]);
        while let Some(node) = next {
            tell(node, above[usize::from(tree.depths[node as usize])]);
            next = tree.parent(node);
        }
    }
}
