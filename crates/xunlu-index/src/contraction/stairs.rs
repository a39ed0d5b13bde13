//! The shortcuts that are left of a contraction once those that nobody needs are gone, and how one climbs by
//! them.

use super::metric::{Metric, NO_WAY};
use super::needful::{DOWN, UP};
use super::tree::{NONE, Tree};
use std::sync::Arc;

/// No stair: nothing leads to an end from below.
const NO_STAIR: u32 = u32::MAX;

/// Shortcuts between each node and those above it, one way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Stairs {
    // By node.
    firsts: Vec<u32>,
    stairs: Vec<Stair>,
    // Over which lower node each leads: NONE if it is a step.
    overs: Vec<u32>,
}

/// Where a shortcut has its higher end, and what it costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stair {
    head: u32,
    price: u32,
}

/// The way up and the way down, one and the same where all steps cost as much both ways.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Staircase {
    pub(super) up: Arc<Stairs>,
    pub(super) down: Arc<Stairs>,
    // How many nodes are above each.
    depths: Vec<u16>,
    height: usize,
}

impl Stairs {
    /// Those of a contraction that are needed in one sense.
    fn new(tree: &Tree, metric: &Metric, needs: &[u8], sense: u8) -> Stairs {
        let count = needs.iter().filter(|&needs| needs & sense != 0).count();
        let mut firsts = Vec::with_capacity(tree.len() + 1);
        firsts.push(0);
        let (mut stairs, mut overs) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for node in tree.numbers() {
            for shortcut in tree.shortcuts(node).filter(|&shortcut| needs[shortcut] & sense != 0) {
                let (prices, vias) = (metric.prices[shortcut], metric.vias[shortcut]);
                let (price, over) = match sense {
                    UP => (prices.up, vias.up),
                    _ => (prices.down, vias.down),
                };
                stairs.push(Stair { head: tree.heads[shortcut], price });
                overs.push(over);
            }
            firsts.push(u32::try_from(stairs.len()).expect("no more than there are shortcuts"));
        }
        Stairs { firsts, stairs, overs }
    }

    #[inline]
    fn of_node(&self, node: u32) -> std::ops::Range<usize> {
        self.firsts[node as usize] as usize..self.firsts[node as usize + 1] as usize
    }

    /// The stair between a node and one above it.
    fn between(&self, lower: u32, higher: u32) -> u32 {
        let own = self.of_node(lower);
        let at = self.stairs[own.clone()].binary_search_by_key(&higher, |stair| stair.head);
        let at = own.start + at.expect("what a shortcut leads over is kept");
        u32::try_from(at).expect("no more than there are shortcuts")
    }

    fn bytes(&self) -> usize {
        self.stairs.capacity() * size_of::<Stair>()
            + (self.firsts.capacity() + self.overs.capacity()) * size_of::<u32>()
    }
}

/// All that was reached from one end, by depth.
#[derive(Clone, Debug, Default)]
struct Climb {
    // One bit for each depth, whether a node was reached there.
    is_reached: Vec<u64>,
    landings: Vec<Landing>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Landing {
    cost: u32,
    node: u32,
    // By which stair, and from which lower node. NO_STAIR for the end itself.
    stair: u32,
    lower: u32,
}

/// The memory that a look into a staircase takes.
#[derive(Clone, Debug, Default)]
pub(super) struct StairSpace {
    start: Climb,
    goal: Climb,
    // Stairs of a way, those that are still to be put in steps last.
    flights: Vec<Flight>,
    pub(super) nodes: Vec<u32>,
}

/// A stair that is gone, up or down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Flight {
    stair: u32,
    lower: u32,
    is_up: bool,
}

impl StairSpace {
    pub(super) fn bytes(&self) -> usize {
        [&self.start, &self.goal].into_iter().map(Climb::bytes).sum::<usize>()
            + self.flights.capacity() * size_of::<Flight>()
            + self.nodes.capacity() * size_of::<u32>()
    }
}

impl Climb {
    fn bytes(&self) -> usize {
        self.is_reached.capacity() * size_of::<u64>()
            + self.landings.capacity() * size_of::<Landing>()
    }

    /// Finds the cheapest ways that only go up from a node, or of the other stairs those that only go down to
    /// it. From the deepest node on, as none below leads there.
    fn climb(&mut self, stairs: &Stairs, staircase: &Staircase, node: u32) {
        let Staircase { depths, height, .. } = staircase;
        let Climb { is_reached, landings } = self;
        is_reached.clear();
        is_reached.resize(height.div_ceil(64), 0);
        if landings.len() < *height {
            landings.resize(*height, Landing::default());
        }
        let depth = usize::from(depths[node as usize]);
        is_reached[depth / 64] |= 1 << (depth % 64);
        landings[depth] = Landing { cost: 0, node, stair: NO_STAIR, lower: NONE };
        for word in (0..=depth / 64).rev() {
            let mut is_ahead = u64::MAX;
            loop {
                let ahead = is_reached[word] & is_ahead;
                let Some(bit) = ahead.checked_ilog2() else { break };
                // All those that lie less deep.
                is_ahead = (1 << bit) - 1;
                let Landing { cost, node, .. } = landings[word * 64 + bit as usize];
                for at in stairs.of_node(node) {
                    let Stair { head, price } = stairs.stairs[at];
                    let depth = usize::from(depths[head as usize]);
                    let landing = &mut landings[depth];
                    let (of_word, bit) = (&mut is_reached[depth / 64], 1 << (depth % 64));
                    let cost = cost.saturating_add(price);
                    if *of_word & bit == 0 || cost < landing.cost {
                        *of_word |= bit;
                        let stair = u32::try_from(at).expect("no more than there are shortcuts");
                        *landing = Landing { cost, node: head, stair, lower: node };
                    }
                }
            }
        }
    }
}

impl Staircase {
    /// What is needed of a contraction.
    pub(super) fn new(tree: &Tree, metric: &Metric, needs: &[u8]) -> Staircase {
        let up = Stairs::new(tree, metric, needs, UP);
        let down = Stairs::new(tree, metric, needs, DOWN);
        let up = Arc::new(up);
        let down = if down == *up { Arc::clone(&up) } else { Arc::new(down) };
        Staircase { up, down, depths: tree.depths.clone(), height: tree.height() }
    }

    /// How many stairs there are, those up and those down.
    pub(super) fn stair_count(&self) -> usize {
        self.up.stairs.len() + self.down.stairs.len()
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
    pub(super) fn distance(&self, from: u32, to: u32, space: &mut StairSpace) -> Option<u32> {
        Some(self.meet(from, to, space)?.0)
    }

    /// The same, and how deep the highest node of the way lies.
    fn meet(&self, from: u32, to: u32, space: &mut StairSpace) -> Option<(u32, usize)> {
        let StairSpace { start, goal, .. } = space;
        start.climb(&self.up, self, from);
        goal.climb(&self.down, self, to);
        let mut best = (NO_WAY, 0);
        for (word, (&here, &there)) in start.is_reached.iter().zip(&goal.is_reached).enumerate() {
            let mut both = here & there;
            while both != 0 {
                let depth = word * 64 + both.trailing_zeros() as usize;
                both &= both - 1;
                let (here, there) = (start.landings[depth], goal.landings[depth]);
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
    pub(super) fn look_up(&self, from: u32, to: u32, space: &mut StairSpace) -> Option<u32> {
        let (cost, depth) = self.meet(from, to, space)?;
        let StairSpace { start, goal, flights, nodes } = space;
        flights.clear();
        // The last one is the first to be put in steps: those down first, from the goal on.
        let begin = flights.len();
        let mut landing = goal.landings[depth];
        while landing.stair != NO_STAIR {
            let Landing { stair, lower, .. } = landing;
            flights.push(Flight { stair, lower, is_up: false });
            landing = goal.landings[usize::from(self.depths[lower as usize])];
        }
        flights[begin..].reverse();
        let mut landing = start.landings[depth];
        while landing.stair != NO_STAIR {
            let Landing { stair, lower, .. } = landing;
            flights.push(Flight { stair, lower, is_up: true });
            landing = start.landings[usize::from(self.depths[lower as usize])];
        }
        nodes.clear();
        nodes.push(from);
        while let Some(Flight { stair, lower, is_up }) = flights.pop() {
            let own = if is_up { &self.up } else { &self.down };
            let (over, higher) = (own.overs[stair as usize], own.stairs[stair as usize].head);
            let (begin, end) = if is_up { (lower, higher) } else { (higher, lower) };
            if over == NONE {
                nodes.push(end);
                continue;
            }
            let on = self.up.between(over, end);
            flights.push(Flight { stair: on, lower: over, is_up: true });
            let there = self.down.between(over, begin);
            flights.push(Flight { stair: there, lower: over, is_up: false });
        }
        Some(cost)
    }
}
