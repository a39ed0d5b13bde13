//! The graph by which one climbs from both ends: what is left of a contraction once the shortcuts that nobody
//! needs are gone.

use super::bounds::Bounds;
use super::metric::{Metric, NO_WAY};
use super::tree::{NONE, Tree};
use super::upward_arcs::{NODE_BYTES, TakeArcs, UpwardArc, UpwardArcs, Way};

/// No arc: nothing leads to an end from below.
const NO_ARC: u32 = u32::MAX;

/// The shortcuts that are needed between all nodes, up and down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SearchGraph {
    arcs: UpwardArcs,
    // The node right above each in the tree, NONE for a root, and how many are above it.
    parents: Vec<u32>,
    depths: Vec<u16>,
    height: usize,
    // None where they would spare nothing.
    pub(super) bounds: Option<Bounds>,
}

/// Between so many pairs of nodes it is found out how much longer ways are than straight lines.
const PAIRS: u32 = 64;

/// All that was reached from one end, by depth.
#[derive(Clone, Debug, Default)]
struct UpwardSearch {
    // One bit for each depth, whether a node was reached there.
    is_reached: Vec<u64>,
    reached: Vec<Reached>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Reached {
    cost: u32,
    node: u32,
    // By which of the arcs of which lower node. NO_ARC for the end itself.
    arc: u32,
    lower: u32,
}

/// The memory that a look-up takes.
#[derive(Clone, Debug, Default)]
pub(super) struct QuerySpace {
    start: UpwardSearch,
    goal: UpwardSearch,
    // Arcs of a way, those that are still to be put in steps last.
    packed: Vec<PackedArc>,
    pub(super) nodes: Vec<u32>,
}

/// An arc of a way, up or down, that may stand for two others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PackedArc {
    // Over which lower node it leads, if it is no step.
    over: Option<u32>,
    lower: u32,
    higher: u32,
    way: Way,
}

impl QuerySpace {
    pub(super) fn bytes(&self) -> usize {
        [&self.start, &self.goal].into_iter().map(UpwardSearch::bytes).sum::<usize>()
            + self.packed.capacity() * size_of::<PackedArc>()
            + self.nodes.capacity() * size_of::<u32>()
    }
}

impl UpwardSearch {
    fn bytes(&self) -> usize {
        self.is_reached.capacity() * size_of::<u64>()
            + self.reached.capacity() * size_of::<Reached>()
    }

    /// Finds the cheapest ways that only go up from a node, or those that only go down to it. From the
    /// deepest node on, as none below leads there. Where `is_of_use` says no of a node and what it costs to
    /// come there, nobody goes on.
    fn climb(
        &mut self,
        graph: &SearchGraph,
        way: Way,
        end: u32,
        is_of_use: impl Fn(u32, u32) -> bool,
    ) {
        let UpwardSearch { is_reached, reached } = self;
        is_reached.clear();
        is_reached.resize(graph.height.div_ceil(64), 0);
        if reached.len() < graph.height {
            reached.resize(graph.height, Reached::default());
        }
        let (mut node, mut depth) = (end, usize::from(graph.depths[end as usize]));
        is_reached[depth / 64] |= 1 << (depth % 64);
        reached[depth] = Reached { cost: 0, node, arc: NO_ARC, lower: NONE };
        for word in (0..=depth / 64).rev() {
            let mut is_ahead = u64::MAX;
            loop {
                let ahead = is_reached[word] & is_ahead;
                let Some(bit) = ahead.checked_ilog2() else { break };
                // All those that lie less deep.
                is_ahead = (1 << bit) - 1;
                while depth > word * 64 + bit as usize {
                    node = graph.parents[node as usize];
                    depth -= 1;
                }
                reached[depth].node = node;
                let cost = reached[depth].cost;
                if !is_of_use(node, cost) {
                    is_reached[word] &= !(1 << bit);
                    continue;
                }
                let mut from = From { node, cost, is_reached, reached };
                graph.arcs.of_node(node).hand(way, &mut from);
            }
        }
    }
}

/// A node that was reached, from which arcs lead on.
struct From<'a> {
    node: u32,
    cost: u32,
    is_reached: &'a mut [u64],
    reached: &'a mut [Reached],
}

impl TakeArcs for From<'_> {
    #[inline]
    fn take(&mut self, first: usize, arcs: impl Iterator<Item = UpwardArc>) {
        let From { node, cost, is_reached, reached } = self;
        for (arc, UpwardArc { depth, price }) in (first..).zip(arcs) {
            let depth = usize::from(depth);
            let reached_at = &mut reached[depth];
            let (of_word, bit) = (&mut is_reached[depth / 64], 1 << (depth % 64));
            let cost = cost.saturating_add(price);
            if *of_word & bit == 0 || cost < reached_at.cost {
                *of_word |= bit;
                let arc = u32::try_from(arc).expect("no more than there are depths");
                (reached_at.cost, reached_at.arc, reached_at.lower) = (cost, arc, *node);
            }
        }
    }
}

impl SearchGraph {
    /// What is needed of a contraction. Returns `None` if that is more than can be numbered.
    pub(super) fn new(tree: &Tree, metric: &Metric, needs: &[u8]) -> Option<SearchGraph> {
        let arcs = UpwardArcs::new(tree, metric, needs)?;
        let parents = tree.numbers().map(|node| tree.parent(node).unwrap_or(NONE)).collect();
        let (depths, height) = (tree.depths.clone(), tree.height());
        Some(SearchGraph { arcs, parents, depths, height, bounds: None })
    }

    /// Keeps bounds if ways cost little more than these.
    pub(super) fn bound(&mut self, bounds: Bounds) {
        let nodes = u64::from(u32::try_from(self.depths.len()).expect("ranks are a `u32`"));
        let mut space = QuerySpace::default();
        // Spread over all ranks; that they have no order in common is all that is asked of the second ones.
        let rank = |pair: u32| u32::try_from(u64::from(pair) * nodes / u64::from(PAIRS)).ok();
        let pairs = (0..PAIRS).filter_map(|pair| Some([rank(pair)?, rank(pair * 29 % PAIRS)?]));
        let costs: Vec<_> = pairs
            .filter(|[from, to]| from != to)
            .filter_map(|[from, to]| Some(([from, to], self.distance(from, to, &mut space)?)))
            .collect();
        self.bounds = bounds.learn(costs.into_iter());
    }

    /// How many bytes it takes at least for so many nodes.
    pub(super) const fn bytes_of(nodes: usize) -> usize {
        nodes * (NODE_BYTES + size_of::<u32>() + size_of::<u16>())
    }

    /// How many arcs there are, those up and those down.
    pub(super) const fn arc_count(&self) -> usize {
        self.arcs.len()
    }

    pub(super) const fn height(&self) -> usize {
        self.height
    }

    pub(super) fn bytes(&self) -> usize {
        self.arcs.bytes()
            + self.parents.capacity() * size_of::<u32>()
            + self.depths.capacity() * size_of::<u16>()
            + self.bounds.as_ref().map_or(0, Bounds::bytes)
    }

    /// What the cheapest way between two nodes costs. Returns `None` if there is none, or it costs too much
    /// to say.
    pub(super) fn distance(&self, from: u32, to: u32, space: &mut QuerySpace) -> Option<u32> {
        Some(self.meet(from, to, space)?.0)
    }

    /// The same, and how deep the highest node of the way lies.
    fn meet(&self, from: u32, to: u32, space: &mut QuerySpace) -> Option<(u32, usize)> {
        if let Some(bounds) = &self.bounds {
            let most = bounds.likely(from, to);
            let leads_to =
                |node, other, cost: u32| cost.saturating_add(bounds.between(node, other)) <= most;
            let met = self.meet_by(from, to, space, leads_to);
            // Whatever a cheaper way leads over was of use, so there is none.
            if met.is_some_and(|(cost, _)| cost <= most) {
                return met;
            }
        }
        self.meet_by(from, to, space, |_, _, _| true)
    }

    /// The same where nobody goes on from a node towards the other end that was come to at a cost of no use.
    fn meet_by(
        &self,
        from: u32,
        to: u32,
        space: &mut QuerySpace,
        is_of_use: impl Fn(u32, u32, u32) -> bool,
    ) -> Option<(u32, usize)> {
        let QuerySpace { start, goal, .. } = space;
        start.climb(self, Way::Up, from, |node, cost| is_of_use(node, to, cost));
        goal.climb(self, Way::Down, to, |node, cost| is_of_use(node, from, cost));
        let mut best = (NO_WAY, 0);
        for (word, (&here, &there)) in start.is_reached.iter().zip(&goal.is_reached).enumerate() {
            let mut both = here & there;
            while both != 0 {
                let depth = word * 64 + both.trailing_zeros() as usize;
                both &= both - 1;
                let (here, there) = (start.reached[depth], goal.reached[depth]);
                let cost = here.cost.saturating_add(there.cost);
                if here.node == there.node && cost < best.0 {
                    best = (cost, depth);
                }
            }
        }
        (best.0 != NO_WAY).then_some(best)
    }

    /// The cheapest way between two nodes, whose nodes stay in the space, and what it costs. Returns `None`
    /// as [`distance`](Self::distance) does.
    pub(super) fn look_up(&self, from: u32, to: u32, space: &mut QuerySpace) -> Option<u32> {
        let (cost, depth) = self.meet(from, to, space)?;
        let QuerySpace { start, goal, packed, nodes } = space;
        packed.clear();
        // The last one is the first to be put in steps: those down first, from the goal on.
        self.pack(goal, depth, Way::Down, packed);
        packed.reverse();
        self.pack(start, depth, Way::Up, packed);
        nodes.clear();
        nodes.push(from);
        while let Some(PackedArc { over, lower, higher, way }) = packed.pop() {
            let (begin, end) = if way == Way::Up { (lower, higher) } else { (higher, lower) };
            let Some(lower) = over else {
                nodes.push(end);
                continue;
            };
            let arcs = self.arcs.of_node(lower);
            packed.extend([(end, Way::Up), (begin, Way::Down)].map(|(higher, way)| {
                let over = arcs.over(arcs.number_of(way, self.depths[higher as usize]));
                PackedArc { over, lower, higher, way }
            }));
        }
        Some(cost)
    }

    /// Adds the arcs by which a node at some depth was reached, the highest first.
    fn pack(&self, search: &UpwardSearch, depth: usize, way: Way, packed: &mut Vec<PackedArc>) {
        let mut at = search.reached[depth];
        while at.arc != NO_ARC {
            let Reached { arc, lower, node: higher, .. } = at;
            let over = self.arcs.of_node(lower).over(arc as usize);
            packed.push(PackedArc { over, lower, higher, way });
            at = search.reached[usize::from(self.depths[lower as usize])];
        }
    }
}
