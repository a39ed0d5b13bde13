//! In which order nodes are contracted: nested dissection (George 1973). A graph is cut in two by few nodes,
//! which come last; the parts are cut in the same way.

use super::cut::{Side, cut};
use super::neighbours::Neighbours;
use super::piece::Piece;
use crate::threads::each;
use std::sync::Mutex;
use xunlu_map::Point;

/// Pieces of so few nodes are ordered by how many are next to each instead.
const SMALL: usize = 24;
/// How often it is told how far it is, at most.
const TELLS: usize = 64;
/// Pieces with fewer nodes are not worth several threads.
const LARGE: usize = 1 << 13;

/// The nodes of a graph, first those that are contracted first. It is told now and then what part is done;
/// returns `None` once it is told to give up. The order does not depend on how many threads there are.
pub(super) fn dissect(
    neighbours: Neighbours,
    points: Vec<Point>,
    threads: usize,
    mut goes_on: impl FnMut(f64) -> bool,
) -> Option<Vec<u32>> {
    let count = neighbours.len();
    let nodes = (0..).take(count).collect();
    let whole = Piece { nodes, points, neighbours, outside: vec![0; count], first: 0 };
    let mut order = vec![0; count];
    let mut waiting = whole.parts(&|_| false);
    // Large pieces are cut by all threads together, until there are enough for each to have its own.
    let enough = LARGE.max(count / (8 * threads));
    let mut done = 0;
    while let Some(at) = waiting.iter().position(|piece| piece.len() > enough) {
        goes_on(0.5 * done as f64 / (done + waiting.len()) as f64).then_some(())?;
        done += 1;
        let piece = waiting.swap_remove(at);
        divide(piece, threads, &mut waiting, &mut |first, nodes| {
            order[first..first + nodes.len()].copy_from_slice(nodes);
        });
    }
    waiting.sort_unstable_by_key(|piece| (usize::MAX - piece.len(), piece.first));
    let (all, mut done) = (waiting.len(), 0);
    let mut spaces = vec![(); threads];
    while !waiting.is_empty() {
        goes_on(0.5 + 0.5 * done as f64 / all as f64).then_some(())?;
        let some = waiting.len().min((all / TELLS).max(8 * threads));
        let some: Vec<_> = waiting.drain(..some).map(|piece| Mutex::new(Some(piece))).collect();
        done += some.len();
        let ordered = each(some.len(), &mut spaces, |(), number| {
            let piece = some[number].lock().expect("nobody panics with it").take();
            ordered(piece.expect("each is ordered once"))
        });
        for (first, nodes) in ordered {
            order[first..first + nodes.len()].copy_from_slice(&nodes);
        }
    }
    Some(order)
}

/// All nodes of a piece in order, and the rank of the first.
fn ordered(piece: Piece) -> (usize, Vec<u32>) {
    let begin = piece.first;
    let mut order = vec![0; piece.len()];
    let mut waiting = vec![piece];
    while let Some(piece) = waiting.pop() {
        divide(piece, 1, &mut waiting, &mut |first, nodes| {
            order[first - begin..first - begin + nodes.len()].copy_from_slice(nodes);
        });
    }
    (begin, order)
}

/// Cuts a connected piece in parts, which are put to those that wait, or orders it; tells which nodes have
/// which ranks from one on.
fn divide(
    piece: Piece,
    threads: usize,
    waiting: &mut Vec<Piece>,
    tell: &mut dyn FnMut(usize, &[u32]),
) {
    if piece.len() <= SMALL {
        tell(piece.first, &by_degree(&piece));
        return;
    }
    let sides = cut(&piece, threads);
    let between = piece.between(&sides);
    tell(piece.first + piece.len() - between.len(), &between);
    waiting.extend(piece.parts(&|node| sides[node as usize] == Side::Between));
}

/// The nodes of a small piece: always the one next to which are fewest, once all before it are contracted.
fn by_degree(piece: &Piece) -> Vec<u32> {
    let mut next_to: Vec<u32> = piece
        .numbers()
        .map(|node| piece.neighbours.of_node(node).iter().fold(0, |set, other| set | 1 << other))
        .collect();
    let mut outside = piece.outside.clone();
    let mut left: Vec<u32> = piece.numbers().collect();
    let mut order = Vec::with_capacity(left.len());
    while let Some(at) = (0..left.len()).min_by_key(|&at| {
        let node = left[at] as usize;
        (next_to[node].count_ones() + outside[node], at)
    }) {
        let node = left.remove(at);
        order.push(piece.nodes[node as usize]);
        let around = next_to[node as usize];
        for &other in left.iter().filter(|&&other| around >> other & 1 == 1) {
            next_to[other as usize] =
                (next_to[other as usize] | around) & !(1 << node | 1 << other);
            outside[other as usize] = outside[other as usize].max(outside[node as usize]);
        }
    }
    order
}
