//! In which order nodes are contracted: nested dissection (George 1973). A graph is cut in two by few nodes,
//! which come last; the parts are cut in the same way.

use super::cut::cut;
use super::flow::Side;
use super::neighbours::Neighbours;
use super::piece::Piece;
use crate::threads::each_of_few;
use std::sync::Mutex;
use xunlu_map::Point;

/// Pieces of so few nodes are ordered by how many are next to each instead.
const SMALL: usize = 24;
/// How often it is told how far it is, at most.
const TELLS: usize = 64;
/// Pieces of no more nodes are ordered by one thread at one go.
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
    let all = work_of(count);
    let mut order = vec![0; count];
    let mut waiting = whole.parts(&|_| false);
    let mut batch_count = None;
    let mut spaces = vec![(); threads];
    while !waiting.is_empty() {
        let left: u64 = waiting.iter().map(|piece| work_of(piece.len())).sum();
        goes_on(1.0 - left as f64 / all as f64).then_some(())?;
        waiting.sort_unstable_by_key(|piece| (piece.len(), piece.first));
        // While there are large pieces these are cut. Of the others as many are ordered at once as one is
        // told about.
        let small_count = waiting.partition_point(|piece| piece.len() <= LARGE);
        let (kept_count, work): (_, fn(Piece) -> Ordered) = if small_count < waiting.len() {
            (small_count, divide)
        } else {
            let batch_count = *batch_count.get_or_insert((small_count / TELLS).max(8 * threads));
            (small_count.saturating_sub(batch_count), order_all)
        };
        let batch = waiting.split_off(kept_count).into_iter().rev();
        let batch: Vec<_> = batch.map(|piece| Mutex::new(Some(piece))).collect();
        let done = each_of_few(batch.len(), &mut spaces, |(), number| {
            let piece = batch[number].lock().expect("nobody panics with it").take();
            work(piece.expect("each is taken once"))
        });
        for Ordered { first, nodes, parts } in done {
            order[first..first + nodes.len()].copy_from_slice(&nodes);
            waiting.extend(parts);
        }
    }
    Some(order)
}

/// A measure for what is still to do for a piece of so many nodes: all that it is cut in takes less.
fn work_of(count: usize) -> u64 {
    count as u64 * (2 + u64::from(count.max(1).ilog2()))
}

/// Nodes in order, the rank of the first of them, and what is still to be put in order.
struct Ordered {
    first: usize,
    nodes: Vec<u32>,
    parts: Vec<Piece>,
}

/// Puts all nodes of a piece in order.
fn order_all(piece: Piece) -> Ordered {
    let begin = piece.first;
    let mut order = vec![0; piece.len()];
    let mut waiting = vec![piece];
    while let Some(piece) = waiting.pop() {
        let Ordered { first, nodes, parts } = divide(piece);
        order[first - begin..first - begin + nodes.len()].copy_from_slice(&nodes);
        waiting.extend(parts);
    }
    Ordered { first: begin, nodes: order, parts: Vec::new() }
}

/// Puts all nodes of a small connected piece in order, or those by which another is cut in parts.
fn divide(piece: Piece) -> Ordered {
    if piece.len() <= SMALL {
        return Ordered { first: piece.first, nodes: by_degree(&piece), parts: Vec::new() };
    }
    let sides = cut(&piece);
    let nodes = piece.between(&sides);
    let first = piece.first + piece.len() - nodes.len();
    Ordered { first, nodes, parts: piece.parts(&|node| sides[node as usize] == Side::Between) }
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use xunlu_testkit::road_network;

    #[test]
    fn it_tells_how_far_it_is_and_gives_up_when_told_to() {
        let graph = road_network(3, 30_000);
        let neighbours = Neighbours::of(&graph);
        let points: Vec<Point> = graph.waypoints().iter().map(|waypoint| waypoint.point).collect();
        let order = |threads, tells_max: usize| {
            let told = Cell::new((0, 0.0));
            let order = dissect(neighbours.clone(), points.clone(), threads, |part| {
                let (tells, before) = told.replace((told.get().0 + 1, part));
                assert!((before..1.0).contains(&part), "{part} after {before}");
                tells < tells_max
            });
            (order, told.get().0)
        };
        let (one, tells) = order(1, usize::MAX);
        assert!(tells > 5, "told only {tells} times");
        let mut all = one.clone().unwrap();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..30_000), "each node once");
        assert_eq!(order(3, usize::MAX).0, one, "however many threads there are");
        for tells_max in [0, 1, tells / 2] {
            assert_eq!(order(2, tells_max), (None, tells_max + 1));
        }
    }
}
