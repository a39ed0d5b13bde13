//! Who is next to whom on a graph: what an order is made of. On one of waypoints it does not matter what
//! links weigh, which way they lead, and whether they are open: so the order holds for every mover and stays
//! true when weights change.

use super::arcs::Arcs;
use xunlu_map::{WaypointGraph, WaypointId};

/// For each node those next to it, in order and each once; both know of each other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Neighbours {
    firsts: Vec<u32>,
    others: Vec<u32>,
}

impl Neighbours {
    /// Those on a waypoint graph. There are at most `Links::MAX` links, each with two ends, so that all are
    /// numbered by a `u32`.
    pub(super) fn of(graph: &WaypointGraph) -> Neighbours {
        let mut neighbours = Neighbours { firsts: vec![0], others: Vec::new() };
        let mut row = Vec::new();
        for node in 0..graph.len() {
            let ends = [graph.outgoing(WaypointId(node)), graph.incoming(WaypointId(node))];
            row.extend(ends.into_iter().flatten().map(|end| end.waypoint.0));
            row.sort_unstable();
            row.dedup();
            neighbours.push(&mut row);
        }
        neighbours
    }

    /// Those that steps lead to or from.
    pub(super) fn of_arcs(arcs: &Arcs) -> Neighbours {
        let mut neighbours = Neighbours::with_capacity(arcs.outgoing.len(), 0);
        let mut row = Vec::new();
        for node in arcs.outgoing.numbers() {
            let ends = [arcs.outgoing.of_node(node), arcs.incoming.of_node(node)];
            row.extend(ends.into_iter().flatten().map(|&(other, _)| other));
            row.sort_unstable();
            row.dedup();
            row.retain(|&other| other != node);
            neighbours.push(&mut row);
        }
        neighbours
    }

    pub(super) fn with_capacity(nodes: usize, ends: usize) -> Neighbours {
        let mut firsts = Vec::with_capacity(nodes + 1);
        firsts.push(0);
        Neighbours { firsts, others: Vec::with_capacity(ends) }
    }

    /// Adds a node with these next to it, and takes them.
    pub(super) fn push(&mut self, row: &mut Vec<u32>) {
        self.others.append(row);
        let end = u32::try_from(self.others.len());
        self.firsts.push(end.expect("a graph has no more links or steps than that"));
    }

    pub(super) fn len(&self) -> usize {
        self.firsts.len() - 1
    }

    pub(super) fn numbers(&self) -> std::ops::Range<u32> {
        0..u32::try_from(self.len()).expect("nodes are numbered by a u32")
    }

    /// Those next to a node.
    #[inline]
    pub(super) fn of_node(&self, node: u32) -> &[u32] {
        &self.others[self.ends(node)]
    }

    /// The numbers of a node's ends among all ends.
    #[inline]
    pub(super) fn ends(&self, node: u32) -> std::ops::Range<usize> {
        self.firsts[node as usize] as usize..self.firsts[node as usize + 1] as usize
    }

    /// The other node of an end.
    #[inline]
    pub(super) fn other(&self, end: usize) -> u32 {
        self.others[end]
    }

    pub(super) fn end_count(&self) -> usize {
        self.others.len()
    }

    /// How many steps lead to each node from one of a connected piece.
    pub(super) fn steps_from(&self, from: u32) -> Vec<u32> {
        let mut steps = vec![u32::MAX; self.len()];
        steps[from as usize] = 0;
        let mut queue = vec![from];
        let mut at = 0;
        while let Some(&node) = queue.get(at) {
            at += 1;
            for &other in self.of_node(node) {
                if steps[other as usize] == u32::MAX {
                    steps[other as usize] = steps[node as usize] + 1;
                    queue.push(other);
                }
            }
        }
        steps
    }

    /// The first of the nodes to which most steps lead.
    pub(super) fn farthest(&self, from: u32) -> u32 {
        let steps = self.steps_from(from);
        self.numbers().max_by_key(|&node| (steps[node as usize], u32::MAX - node)).unwrap_or(from)
    }

    /// For each end the one that leads back.
    pub(super) fn twins(&self) -> Vec<u32> {
        let mut next: Vec<u32> = self.firsts[..self.len()].to_vec();
        // Rows are in order and both know of each other: whoever names a node does so in the order of its
        // row.
        self.others
            .iter()
            .map(|&other| {
                let twin = next[other as usize];
                next[other as usize] += 1;
                twin
            })
            .collect()
    }
}

#[cfg(test)]
impl Neighbours {
    /// Those of so many nodes with these links, each told once.
    pub(super) fn of_links(count: u32, links: &[(u32, u32)]) -> Neighbours {
        let mut rows = vec![Vec::new(); count as usize];
        for &(a, b) in links {
            rows[a as usize].push(b);
            rows[b as usize].push(a);
        }
        let mut neighbours = Neighbours::with_capacity(count as usize, 2 * links.len());
        for row in &mut rows {
            row.sort_unstable();
            neighbours.push(row);
        }
        neighbours
    }
}
