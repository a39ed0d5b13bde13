//! The graph by which one climbs from both ends: what is left of a contraction once the shortcuts that nobody
//! needs are gone.

use super::bounds::Bounds;
use super::metric::{Metric, NO_WAY};
use super::tree::{NONE, Tree};
use super::unpacked::{Shortcuts, UnpackedWay};
use super::upward_arcs::{NODE_BYTES, TakeArcs, UpwardArc, UpwardArcs, Way};

/// No arc: nothing leads to an end from below.
const NO_ARC: u32 = u32::MAX;

/// The shortcuts that are needed between all nodes, up and down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SearchGraph {
    arcs: UpwardArcs,
    // The node right above each in the tree, NONE for a root.
    parents: Vec<u32>,
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
    // The way that was looked up last: ranks, of which it is known how deep they lie.
    pub(super) way: UnpackedWay<u16>,
}

impl QuerySpace {
    pub(super) fn bytes(&self) -> usize {
        [&self.start, &self.goal].into_iter().map(UpwardSearch::bytes).sum::<usize>()
            + self.way.bytes()
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
        let (mut node, mut depth) = (end, usize::from(graph.arcs.of_node(end).depth));
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
        Some(SearchGraph { arcs, parents, height: tree.height(), bounds: None })
    }

    /// Keeps bounds if ways cost little more than these.
    pub(super) fn bound(&mut self, bounds: Bounds) {
        let nodes = u64::from(u32::try_from(self.parents.len()).expect("ranks are a `u32`"));
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
        nodes * (NODE_BYTES + size_of::<u32>())
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

    /// The cheapest way between two nodes, which stays in the space, and what it costs. Returns `None`
    /// as [`distance`](Self::distance) does.
    pub(super) fn look_up(&self, from: u32, to: u32, space: &mut QuerySpace) -> Option<u32> {
        let (cost, top) = self.meet(from, to, space)?;
        let QuerySpace { start, goal, way } = space;
        way.clear();
        self.climbed(start, top, |lower, _, over| way.push(lower.0, lower.1, over));
        way.turn_round();
        self.climbed(goal, top, |_, higher, over| way.push(higher.0, higher.1, over));
        way.push(to, self.arcs.of_node(to).depth, NONE);
        way.unpack(self);
        Some(cost)
    }

    /// Tells the arcs by which the node so deep was reached, from there down: both ends with how deep they
    /// lie, and over what it leads.
    fn climbed(
        &self,
        search: &UpwardSearch,
        top: usize,
        mut tell: impl FnMut((u32, u16), (u32, u16), u32),
    ) {
        let mut depth = u16::try_from(top).expect("depths are a `u16`");
        loop {
            let Reached { arc, lower, node: higher, .. } = search.reached[usize::from(depth)];
            if arc == NO_ARC {
                return;
            }
            let arcs = self.arcs.of_node(lower);
            let over = arcs.over(arc as usize).unwrap_or(NONE);
            tell((lower, arcs.depth), (higher, depth), over);
            depth = arcs.depth;
        }
    }
}

impl Shortcuts for SearchGraph {
    // How deep an end lies: that is what tells arcs apart.
    type Known = u16;

    #[inline]
    fn begin_of(&self, node: u32) -> usize {
        self.arcs.begin_of(node)
    }

    #[inline]
    fn touch(&self, begin: usize) -> u32 {
        self.arcs.touch(begin)
    }

    #[inline]
    fn halves(&self, over: u32, begin: usize, ends: [(u32, u16); 2]) -> (u16, [u32; 2]) {
        let arcs = self.arcs.at(over, begin);
        let [from, to] = ends.map(|(_, depth)| depth);
        let overs = [arcs.over_to(Way::Down, from), arcs.over_to(Way::Up, to)];
        (arcs.depth, overs.map(|over| over.unwrap_or(NONE)))
    }
}
