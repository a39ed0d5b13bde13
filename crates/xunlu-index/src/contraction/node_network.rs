//! Ways through a graph that have no node in common. Where no further one finds through, a node of each is a
//! cut.
//!
//! ```text
//!   S o--o  o  o--o T      Each way takes all of a node. A further one may take from others what these can
//!   S o--o  o--o  o T      do without.
//!   S o  o--o--o--o T
//! ```
//!
//! Each node is two stops, one where ways arrive and one where they leave (Even and Tarjan 1975). Nothing is
//! kept but where the way over each node comes from and leads to.

use super::flow::{End, Leg, Network, Side};
use super::neighbours::Neighbours;
use super::tree::NONE;
use std::iter::once;

/// The nodes of a graph, each of which one way may take, from some of them to others.
pub(super) struct NodeNetwork<'a> {
    neighbours: &'a Neighbours,
    // The nodes at its sources and at its sinks.
    ends: [Vec<u32>; 2],
    is_sink: Vec<bool>,
    // Whether a way takes a node. If so, from which it comes and to which it leads; none at its ends.
    is_taken: Vec<bool>,
    before: Vec<u32>,
    after: Vec<u32>,
}

/// Where ways arrive at a node.
const fn arriving(node: u32) -> u32 {
    2 * node
}

/// Where they leave it.
const fn leaving(node: u32) -> u32 {
    2 * node + 1
}

/// The node of a stop, and whether ways leave it there.
const fn node_of(stop: u32) -> (u32, bool) {
    (stop / 2, stop % 2 == 1)
}

impl<'a> NodeNetwork<'a> {
    /// That of a graph, from some of its nodes to others. No node is both.
    pub(super) fn new(neighbours: &'a Neighbours, ends: [Vec<u32>; 2]) -> NodeNetwork<'a> {
        let count = neighbours.len();
        let mut is_sink = vec![false; count];
        ends[1].iter().for_each(|&sink| is_sink[sink as usize] = true);
        let (is_taken, before, after) = (vec![false; count], vec![NONE; count], vec![NONE; count]);
        NodeNetwork { neighbours, ends, is_sink, is_taken, before, after }
    }
}

impl Network for NodeNetwork<'_> {
    fn stop_count(&self) -> usize {
        2 * self.neighbours.len()
    }

    fn at(&self, end: End) -> impl Iterator<Item = u32> {
        let (nodes, stop): (_, fn(u32) -> u32) = match end {
            End::Sources => (&self.ends[0], arriving),
            End::Sinks => (&self.ends[1], leaving),
        };
        nodes.iter().map(move |&node| stop(node))
    }

    #[inline]
    fn is_sink(&self, stop: u32) -> bool {
        let (node, leaves) = node_of(stop);
        leaves && self.is_sink[node as usize]
    }

    #[inline]
    fn arcs(&self, stop: u32, towards: End) -> impl Iterator<Item = Option<u32>> {
        let (node, leaves) = node_of(stop);
        let is_past = leaves == (towards == End::Sinks);
        let known = |other: u32| (other != NONE).then_some(other);
        let over = match (self.is_taken[node as usize], is_past) {
            // No way is over the node, or one is and can be taken back.
            (false, false) | (true, true) => Some(node),
            (false, true) => None,
            // Who comes to a way sends what came from before elsewhere, and goes on in its stead.
            (true, false) => known(if leaves { &self.after } else { &self.before }[node as usize]),
        };
        let next_to = if is_past { self.neighbours.of_node(node) } else { &[] };
        let others = next_to.iter().map(|&other| Some(other));
        let half = u32::from(!leaves);
        once(over).chain(others).map(move |other| other.map(|node| arriving(node) + half))
    }

    fn take(&mut self, way: &[Leg]) -> u64 {
        let NodeNetwork { is_taken, before, after, .. } = self;
        for leg in way {
            let ((from, leaves), (to, _)) = (node_of(leg.from), node_of(leg.to));
            if from == to {
                is_taken[from as usize] = !leaves;
            } else if leaves {
                after[from as usize] = to;
                before[to as usize] = from;
            }
        }
        if let (Some(first), Some(last)) = (way.first(), way.last()) {
            before[node_of(first.from).0 as usize] = NONE;
            after[node_of(last.to).0 as usize] = NONE;
        }
        1
    }

    /// A node is between if what is near ends in it.
    fn sides(&self, end: End, is_near: impl Fn(u32) -> bool) -> Vec<Side> {
        let [near, far] = Side::of(end);
        let side = |node| {
            let [first, last] = match end {
                End::Sources => [arriving(node), leaving(node)],
                End::Sinks => [leaving(node), arriving(node)],
            };
            match (is_near(first), is_near(last)) {
                (_, true) => near,
                (true, false) => Side::Between,
                (false, false) => far,
            }
        };
        self.neighbours.numbers().map(side).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::contract::check_network;
    use super::*;
    use xunlu_testkit::Random;

    /// Whether the sources and the sinks that are left without some nodes, a bit each, do not hang together.
    fn is_cut(neighbours: &Neighbours, [sources, sinks]: &[Vec<u32>; 2], without: u32) -> bool {
        let mut met: u32 = sources.iter().fold(0, |met, &source| met | 1 << source) & !without;
        loop {
            let near = neighbours.numbers().filter(|&node| met >> node & 1 == 1);
            let others = near.flat_map(|node| neighbours.of_node(node));
            let all = others.fold(met, |all, &other| all | 1 << other) & !without;
            if all == met {
                return sinks.iter().all(|&sink| met >> sink & 1 == 0);
            }
            met = all;
        }
    }

    #[test]
    fn as_many_ways_are_found_as_there_are_nodes_in_the_smallest_cut() {
        let mut random = Random::new(1);
        let mut seen = [0; 6];
        for _ in 0..400 {
            let count = 4 + random.below(8);
            let pairs = (0..count).flat_map(|a| (0..a).map(move |b| (a, b)));
            let chance = 15 + random.below(70);
            let links: Vec<_> = pairs.filter(|_| random.chance(chance)).collect();
            let neighbours = Neighbours::of_links(count, &links);
            let [some, more] = [(); 2].map(|()| 1 + random.below(count / 2));
            let ends = [(0..some).collect(), (count - more..count).collect::<Vec<u32>>()];
            let cuts = (0..1_u32 << count).filter(|&cut| is_cut(&neighbours, &ends, cut));
            let smallest = cuts.map(u32::count_ones).min().unwrap();
            seen[smallest.min(5) as usize] += 1;
            let price = |sides: &[Side]| {
                let mut between = 0;
                for (side, node) in sides.iter().zip(0..) {
                    between |= u32::from(*side == Side::Between) << node;
                }
                let are_apart = links.iter().all(|&(a, b)| {
                    let both = [sides[a as usize], sides[b as usize]];
                    both.contains(&Side::Between) || both[0] == both[1]
                });
                (are_apart && is_cut(&neighbours, &ends, between))
                    .then(|| between.count_ones().into())
            };
            check_network(NodeNetwork::new(&neighbours, ends.clone()), smallest.into(), price);
        }
        assert!(seen[..4].iter().all(|&count| count > 15), "{seen:?}");
    }
}
