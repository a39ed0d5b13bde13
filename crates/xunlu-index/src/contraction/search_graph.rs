//! The shortcuts that are left of a contraction once those that nobody needs are gone: the graph by which one
//! climbs from both ends.

use super::metric::{Metric, NO_WAY};
use super::needful::{DOWN, UP};
use super::tree::{NONE, Tree};
use std::sync::Arc;

/// No arc: nothing leads to an end from below.
const NO_ARC: u32 = u32::MAX;

/// Shortcuts between each node and those above it, one way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct UpwardGraph {
    // By node.
    firsts: Vec<u32>,
    arcs: Vec<UpwardArc>,
    // Over which lower node each leads: NONE if it is a step.
    overs: Vec<u32>,
}

/// Where a shortcut has its higher end, and what it costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct UpwardArc {
    head: u32,
    price: u32,
}

/// The way up and the way down, one and the same where all steps cost as much both ways.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SearchGraph {
    pub(super) up: Arc<UpwardGraph>,
    pub(super) down: Arc<UpwardGraph>,
    // How many nodes are above each.
    depths: Vec<u16>,
    height: usize,
}

impl UpwardGraph {
    /// Those of a contraction that are needed in one sense.
    fn new(tree: &Tree, metric: &Metric, needs: &[u8], sense: u8) -> UpwardGraph {
        let count = needs.iter().filter(|&needs| needs & sense != 0).count();
        let mut firsts = Vec::with_capacity(tree.len() + 1);
        firsts.push(0);
        let (mut arcs, mut overs) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for node in tree.numbers() {
            for shortcut in tree.shortcuts(node).filter(|&shortcut| needs[shortcut] & sense != 0) {
                let (prices, vias) = (metric.prices[shortcut], metric.vias[shortcut]);
                let (price, over) = match sense {
                    UP => (prices.up, vias.up),
                    _ => (prices.down, vias.down),
                };
                arcs.push(UpwardArc { head: tree.heads[shortcut], price });
                overs.push(over);
            }
            firsts.push(u32::try_from(arcs.len()).expect("no more than there are shortcuts"));
        }
        UpwardGraph { firsts, arcs, overs }
    }

    #[inline]
    fn of_node(&self, node: u32) -> std::ops::Range<usize> {
        self.firsts[node as usize] as usize..self.firsts[node as usize + 1] as usize
    }

    /// The arc between a node and one above it.
    fn between(&self, lower: u32, higher: u32) -> u32 {
        let own = self.of_node(lower);
        let at = self.arcs[own.clone()].binary_search_by_key(&higher, |arc| arc.head);
        let at = own.start + at.expect("what a shortcut leads over is kept");
        u32::try_from(at).expect("no more than there are shortcuts")
    }

    fn bytes(&self) -> usize {
        self.arcs.capacity() * size_of::<UpwardArc>()
            + (self.firsts.capacity() + self.overs.capacity()) * size_of::<u32>()
    }
}

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
    // By which arc, and from which lower node. NO_ARC for the end itself.
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
    arc: u32,
    lower: u32,
    is_up: bool,
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

    /// Finds the cheapest ways that only go up from a node, or of the other arcs those that only go down to
    /// it. From the deepest node on, as none below leads there.
    fn climb(&mut self, arcs: &UpwardGraph, search_graph: &SearchGraph, node: u32) {
        let SearchGraph { depths, height, .. } = search_graph;
        let UpwardSearch { is_reached, reached } = self;
        is_reached.clear();
        is_reached.resize(height.div_ceil(64), 0);
        if reached.len() < *height {
            reached.resize(*height, Reached::default());
        }
        let depth = usize::from(depths[node as usize]);
        is_reached[depth / 64] |= 1 << (depth % 64);
        reached[depth] = Reached { cost: 0, node, arc: NO_ARC, lower: NONE };
        for word in (0..=depth / 64).rev() {
            let mut is_ahead = u64::MAX;
            loop {
                let ahead = is_reached[word] & is_ahead;
                let Some(bit) = ahead.checked_ilog2() else { break };
                // All those that lie less deep.
                is_ahead = (1 << bit) - 1;
                let Reached { cost, node, .. } = reached[word * 64 + bit as usize];
                for at in arcs.of_node(node) {
                    let UpwardArc { head, price } = arcs.arcs[at];
                    let depth = usize::from(depths[head as usize]);
                    let reached_at = &mut reached[depth];
                    let (of_word, bit) = (&mut is_reached[depth / 64], 1 << (depth % 64));
                    let cost = cost.saturating_add(price);
                    if *of_word & bit == 0 || cost < reached_at.cost {
                        *of_word |= bit;
                        let arc = u32::try_from(at).expect("no more than there are shortcuts");
                        *reached_at = Reached { cost, node: head, arc, lower: node };
                    }
                }
            }
        }
    }
}

impl SearchGraph {
    /// What is needed of a contraction.
    pub(super) fn new(tree: &Tree, metric: &Metric, needs: &[u8]) -> SearchGraph {
        let up = UpwardGraph::new(tree, metric, needs, UP);
        let down = UpwardGraph::new(tree, metric, needs, DOWN);
        let up = Arc::new(up);
        let down = if down == *up { Arc::clone(&up) } else { Arc::new(down) };
        SearchGraph { up, down, depths: tree.depths.clone(), height: tree.height() }
    }

    /// How many arcs there are, those up and those down.
    pub(super) fn arc_count(&self) -> usize {
        self.up.arcs.len() + self.down.arcs.len()
    }

    pub(super) fn height(&self) -> usize {
        self.height
    }

    pub(super) fn bytes(&self) -> usize {
        let down = if Arc::ptr_eq(&self.up, &self.down) { 0 } else { self.down.bytes() };
        self.up.bytes() + down + self.depths.capacity() * size_of::<u16>()
    }

    /// What the cheapest way between two nodes costs. Returns `None` if there is none, or it costs too much
    /// to say.
    pub(super) fn distance(&self, from: u32, to: u32, space: &mut QuerySpace) -> Option<u32> {
        Some(self.meet(from, to, space)?.0)
    }

    /// The same, and how deep the highest node of the way lies.
    fn meet(&self, from: u32, to: u32, space: &mut QuerySpace) -> Option<(u32, usize)> {
        let QuerySpace { start, goal, .. } = space;
        start.climb(&self.up, self, from);
        goal.climb(&self.down, self, to);
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
        let begin = packed.len();
        let mut reached_at = goal.reached[depth];
        while reached_at.arc != NO_ARC {
            let Reached { arc, lower, .. } = reached_at;
            packed.push(PackedArc { arc, lower, is_up: false });
            reached_at = goal.reached[usize::from(self.depths[lower as usize])];
        }
        packed[begin..].reverse();
        let mut reached_at = start.reached[depth];
        while reached_at.arc != NO_ARC {
            let Reached { arc, lower, .. } = reached_at;
            packed.push(PackedArc { arc, lower, is_up: true });
            reached_at = start.reached[usize::from(self.depths[lower as usize])];
        }
        nodes.clear();
        nodes.push(from);
        while let Some(PackedArc { arc, lower, is_up }) = packed.pop() {
            let own = if is_up { &self.up } else { &self.down };
            let (over, higher) = (own.overs[arc as usize], own.arcs[arc as usize].head);
            let (begin, end) = if is_up { (lower, higher) } else { (higher, lower) };
            if over == NONE {
                nodes.push(end);
                continue;
            }
            let on = self.up.between(over, end);
            packed.push(PackedArc { arc: on, lower: over, is_up: true });
            let there = self.down.between(over, begin);
            packed.push(PackedArc { arc: there, lower: over, is_up: false });
        }
        Some(cost)
    }
}
