//! A piece of a graph, on its way to be ordered.

use super::flow::Side;
use super::neighbours::Neighbours;
use xunlu_map::Point;

/// Some nodes of a graph with what joins them, numbered anew.
#[derive(Debug)]
pub(super) struct Piece {
    // Their numbers in the whole graph.
    pub(super) nodes: Vec<u32>,
    pub(super) points: Vec<Point>,
    pub(super) neighbours: Neighbours,
    // How many each of them was next to in what was cut off from the piece.
    pub(super) outside: Vec<u32>,
    // The rank of its first node.
    pub(super) first: usize,
}

impl Piece {
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The numbers of its nodes in the piece.
    pub(super) fn numbers(&self) -> std::ops::Range<u32> {
        0..u32::try_from(self.nodes.len()).expect("nodes are numbered by a u32")
    }

    /// The parts that hang together once what lies between is gone, in order; ranks go to these first. What
    /// is gone is told to those that were next to it.
    pub(super) fn parts(self, is_gone: &dyn Fn(u32) -> bool) -> Vec<Piece> {
        let mut parts = Vec::new();
        let mut number_in_part = vec![u32::MAX; self.len()];
        let mut first = self.first;
        for node in self.numbers() {
            if number_in_part[node as usize] != u32::MAX || is_gone(node) {
                continue;
            }
            number_in_part[node as usize] = 0;
            let mut members = vec![node];
            let mut at = 0;
            while let Some(&member) = members.get(at) {
                at += 1;
                for &other in self.neighbours.of_node(member) {
                    if number_in_part[other as usize] == u32::MAX && !is_gone(other) {
                        number_in_part[other as usize] = 0;
                        members.push(other);
                    }
                }
            }
            // In order, so that rows stay in order.
            members.sort_unstable();
            for (number, &member) in (0..).zip(&members) {
                number_in_part[member as usize] = number;
            }
            let part = self.part(&members, &number_in_part, is_gone, first);
            first += part.len();
            parts.push(part);
        }
        parts
    }

    fn part(
        &self,
        members: &[u32],
        number_in_part: &[u32],
        is_gone: &dyn Fn(u32) -> bool,
        first: usize,
    ) -> Piece {
        let ends = members.iter().map(|&member| self.neighbours.of_node(member).len()).sum();
        let mut neighbours = Neighbours::with_capacity(members.len(), ends);
        let mut outside = Vec::with_capacity(members.len());
        let mut row = Vec::new();
        for &member in members {
            let all = self.neighbours.of_node(member);
            let stay = all.iter().filter(|&&other| !is_gone(other));
            row.extend(stay.map(|&other| number_in_part[other as usize]));
            let gone = u32::try_from(all.len() - row.len()).expect("no more than nodes");
            outside.push(self.outside[member as usize] + gone);
            neighbours.push(&mut row);
        }
        let nodes = members.iter().map(|&member| self.nodes[member as usize]).collect();
        let points = members.iter().map(|&member| self.points[member as usize]).collect();
        Piece { nodes, points, neighbours, outside, first }
    }

    /// What lies between the sides of a cut, in the whole graph's numbers.
    pub(super) fn between(&self, sides: &[Side]) -> Vec<u32> {
        let nodes = self.nodes.iter().zip(sides);
        nodes.filter(|&(_, side)| *side == Side::Between).map(|(&node, _)| node).collect()
    }
}
