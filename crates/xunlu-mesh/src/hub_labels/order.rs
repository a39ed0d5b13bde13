//! Which corners come first as hubs: those that most shortest paths turn at.
//!
//! From some corners the trees of all shortest ways are grown. Again and again the corner that most of the
//! ways lead past is the next hub, and these ways count no more (Delling, Goldberg, Pajor and Werneck 2014,
//! "Robust distance queries on massive networks": they sample trees, too, but of all of a network).

use super::corners::{Cone, Corners};
use super::spread::Spread;
use crate::half_edges::{NONE, numbered};
use std::collections::BinaryHeap;

/// So many trees are grown.
const TREES: u32 = 64;

/// The shortest ways from a corner: nodes in the order in which they were passed.
struct Tree {
    nodes: Vec<Node>,
    // For each cone its node, or `NONE`.
    places: Vec<u32>,
}

struct Node {
    cone: Cone,
    before: u32,
    first_after: u32,
    next_beside: u32,
    // How many ways lead past it that count, the one that ends there included.
    ways: u32,
}

/// All corners, the most important first.
///
/// Returns `None` if it is cancelled.
pub(super) fn hubs(
    corners: &Corners,
    spread: &mut Spread,
    goes_on: impl Fn(f64) -> bool,
) -> Option<Vec<u32>> {
    let count = numbered(corners.places.len());
    let mut trees = Vec::new();
    let number = TREES.min(count);
    for at in 0..number {
        if !goes_on(f64::from(at) / f64::from(number)) {
            return None;
        }
        let root = at as usize * count as usize / number as usize;
        trees.push(Tree::grow(corners, spread, numbered(root)));
    }
    let mut ways: Vec<u32> = vec![0; count as usize];
    for node in trees.iter().flat_map(|tree| &tree.nodes) {
        ways[node.cone as usize / 2] += node.ways;
    }
    // Of equal ones the corner of the least number.
    let entry = |ways: u32, corner: u32| (ways, u32::MAX - corner);
    let mut waiting: BinaryHeap<(u32, u32)> =
        (0..).zip(&ways).map(|(corner, &ways)| entry(ways, corner)).collect();
    let mut order = Vec::with_capacity(count as usize);
    while let Some((known, corner)) = waiting.pop() {
        let corner = u32::MAX - corner;
        let left = ways[corner as usize];
        if left < known {
            waiting.push(entry(left, corner));
            continue;
        }
        order.push(corner);
        for tree in &mut trees {
            tree.cut(2 * corner, &mut ways);
            tree.cut(2 * corner + 1, &mut ways);
        }
    }
    Some(order)
}

impl Tree {
    fn grow(corners: &Corners, spread: &mut Spread, root: u32) -> Tree {
        let mut tree =
            Tree { nodes: Vec::new(), places: vec![NONE; corners.cone_count() as usize] };
        spread.run(corners, root, |passed| {
            let own = numbered(tree.nodes.len());
            let mut node = Node {
                cone: passed.cone,
                before: NONE,
                first_after: NONE,
                next_beside: NONE,
                ways: 1,
            };
            if passed.before != NONE {
                node.before = tree.places[passed.before as usize];
                let before = &mut tree.nodes[node.before as usize];
                node.next_beside = std::mem::replace(&mut before.first_after, own);
            }
            tree.places[passed.cone as usize] = own;
            tree.nodes.push(node);
            true
        });
        for own in (0..tree.nodes.len()).rev() {
            let Node { before, ways, .. } = tree.nodes[own];
            if before != NONE {
                tree.nodes[before as usize].ways += ways;
            }
        }
        tree
    }

    /// Cuts off what comes after a cone, and itself: its ways count no more.
    fn cut(&mut self, cone: Cone, ways: &mut [u32]) {
        let own = self.places[cone as usize];
        if own == NONE || self.nodes[own as usize].ways == 0 {
            return;
        }
        let lost = self.nodes[own as usize].ways;
        let mut before = self.nodes[own as usize].before;
        while before != NONE {
            let node = &mut self.nodes[before as usize];
            node.ways -= lost;
            ways[node.cone as usize / 2] -= lost;
            before = node.before;
        }
        let mut waiting = vec![own];
        while let Some(own) = waiting.pop() {
            let node = &mut self.nodes[own as usize];
            ways[node.cone as usize / 2] -= node.ways;
            node.ways = 0;
            let mut after = node.first_after;
            while after != NONE {
                let Node { ways, next_beside, .. } = self.nodes[after as usize];
                if ways > 0 {
                    waiting.push(after);
                }
                after = next_beside;
            }
        }
    }
}
