//! Where to cut a piece of a graph in two by few nodes: a smallest cut between those at its one end and those
//! at its other.
//!
//! ```text
//!   o-o-o-o-o-o-o-o-o-o       (o  o)#(o  o)(o o)       o-o-.-x-.-o-o-o-o-o      A large piece is made
//!   o-o-o-o-o-o-o-o-o-o  -->  (o  o)#(o  o)(o o)  -->  o-o-.-x-.-o-o-o-o-o      coarse, cut between its
//!   o-o-o-o-o-o-o-o-o-o       (o o)(o o)#(o   o)       o-o-o-.-x-.-o-o-o-o      clumps, and then by nodes
//!                                                                               of the band around that cut.
//! ```
//!
//! Inertial flow (Schild and Sommer 2015): nodes are put in a row by where they lie, along several
//! directions, and from the first quarter to the last flows as much as can. What holds it up is a cut. As
//! positions may say nothing of a graph, one of the rows is by steps instead. They let flow through links and
//! clean up after; here it takes nodes, which is what a cut consists of. That pieces are made coarse is after
//! the partitioners of Karypis and Kumar (1998), the band after Sanders and Schulz (2011).

use super::band::Band;
use super::clump_network::ClumpNetwork;
use super::coarse::Coarse;
use super::flow::{End, Flow, Network, Side};
use super::neighbours::Neighbours;
use super::node_network::NodeNetwork;
use super::piece::Piece;
use xunlu_map::Point;

/// Along so many directions nodes are put in a row.
const DIRECTIONS: usize = 5;
/// One in so many nodes is at either end of the row.
const ENDS: u64 = 4;
/// Pieces of more nodes are made coarse, until there are no more clumps than this.
const LARGE: usize = 1 << 12;
const CLUMPS: usize = 1 << 11;

/// A cut, and how good it is.
struct Cut {
    sides: Vec<Side>,
    // What is cut for each node of the smaller side, in 2^32nds.
    price: u64,
}

/// The sides of all nodes of a connected piece of two nodes at least, for the best of several cuts.
pub(super) fn cut(piece: &Piece) -> Vec<Side> {
    let by_band = (piece.len() > LARGE).then(|| cut_coarse(piece)).flatten();
    by_band.unwrap_or_else(|| {
        let sizes = vec![1; piece.len()];
        best_of_rows(&piece.neighbours, &piece.points, &sizes, |ends| {
            NodeNetwork::new(&piece.neighbours, ends)
        })
    })
}

/// The same for a large piece. Returns `None` if all of a side is next to the cut between clumps.
fn cut_coarse(piece: &Piece) -> Option<Vec<Side>> {
    let coarse = Coarse::of(piece, CLUMPS);
    let twins = coarse.neighbours.twins();
    let Coarse { neighbours, points, sizes, .. } = &coarse;
    let sides =
        best_of_rows(neighbours, points, sizes, |ends| ClumpNetwork::new(&coarse, &twins, ends));
    let band = Band::around(piece, &coarse, &sides)?;
    let network = NodeNetwork::new(&band.neighbours, band.ends.clone());
    let sizes = vec![1; band.neighbours.len()];
    let cut = even_cut(network, &sizes, band.beyond, u64::MAX)?;
    Some(band.sides_of_all(&cut.sides))
}

/// The sides of the best of several cuts of a graph whose nodes have these sizes, in a network between two
/// ends.
fn best_of_rows<N: Network>(
    neighbours: &Neighbours,
    points: &[Point],
    sizes: &[u32],
    network: impl Fn([Vec<u32>; 2]) -> N,
) -> Vec<Side> {
    let mut best: Option<Cut> = None;
    for direction in 0..DIRECTIONS {
        let ends = ends(&row(neighbours, points, direction), sizes);
        // Who cannot be better gives up.
        let price_max = best.as_ref().map_or(u64::MAX, |best| best.price);
        let cut = even_cut(network(ends), sizes, [0, 0], price_max);
        best = cut.into_iter().chain(best).min_by_key(|cut| cut.price);
    }
    best.expect("the best cut is not given up").sides
}

/// Of the smallest cut that is next to the sources and that next to the sinks, the one that is more even.
/// What is not in the network lies here and there. Returns `None` once it is dearer than `price_max`.
fn even_cut<N: Network>(
    network: N,
    sizes: &[u32],
    [here, there]: [u64; 2],
    price_max: u64,
) -> Option<Cut> {
    let all = here + there + sizes.iter().map(|&size| u64::from(size)).sum::<u64>();
    let mut flow = Flow::new(network);
    let amount = flow.fill(|flow| price(flow, all / 2) <= price_max)?;
    let smaller = |sides: &[Side]| {
        let on = |side| {
            let on = sides.iter().zip(sizes).filter(|&(own, _)| *own == side);
            on.map(|(_, &size)| u64::from(size)).sum::<u64>()
        };
        (here + on(Side::Here)).min(there + on(Side::There))
    };
    let cuts = [End::Sources, End::Sinks].map(|end| flow.sides(end));
    let [near, far] = cuts.map(|sides| (smaller(&sides), sides));
    let (smaller, sides) = if near.0 >= far.0 { near } else { far };
    Some(Cut { sides, price: price(amount, smaller) })
}

/// What is cut for each node of the smaller side, in 2^32nds.
fn price(flow: u64, smaller: u64) -> u64 {
    (flow << 32) / smaller.max(1)
}

/// All nodes of a graph in a row.
fn row(neighbours: &Neighbours, points: &[Point], direction: usize) -> Vec<u32> {
    let by = |key: fn(&Point) -> f64| points.iter().map(key).collect();
    let places: Vec<f64> = match direction {
        0 => by(|point| point.x),
        1 => by(|point| point.y),
        2 => by(|point| point.x + point.y),
        3 => by(|point| point.x - point.y),
        _ => {
            // How much farther from one end than from the other, in steps.
            let from = neighbours.farthest(0);
            let to = neighbours.farthest(from);
            let steps = [from, to].map(|end| neighbours.steps_from(end));
            let [from, to] = steps;
            from.iter().zip(&to).map(|(&from, &to)| f64::from(from) - f64::from(to)).collect()
        }
    };
    let mut row: Vec<(u64, u32)> =
        places.iter().map(|&place| sortable(place)).zip(neighbours.numbers()).collect();
    row.sort_unstable();
    row.into_iter().map(|(_, node)| node).collect()
}

/// A word that is less than that of a greater number: words are sorted faster.
const fn sortable(number: f64) -> u64 {
    let bits = number.to_bits();
    if number.is_sign_negative() { !bits } else { bits | 1 << 63 }
}

/// The first quarter of a row and the last, or a node each where one is more than that.
fn ends(row: &[u32], sizes: &[u32]) -> [Vec<u32>; 2] {
    let all: u64 = sizes.iter().map(|&size| u64::from(size)).sum();
    let first = |row: &mut dyn Iterator<Item = &u32>| {
        let mut left = all / ENDS;
        let fits = |&&node: &&u32| {
            let size = u64::from(sizes[node as usize]);
            let fits = size <= left;
            if fits {
                left -= size;
            }
            fits
        };
        let first = row.next();
        first.into_iter().chain(row.take_while(fits)).copied().collect()
    };
    [first(&mut row.iter()), first(&mut row.iter().rev())]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A piece of cells in a square, each next to up to eight.
    fn squares(side: u32, is_open: impl Fn(u32, u32) -> bool) -> Piece {
        let all = (0..side * side).map(|cell| (cell % side, cell / side));
        let cells: Vec<(u32, u32)> = all.filter(|&(x, y)| is_open(x, y)).collect();
        let mut links = Vec::new();
        for (number, &(x, y)) in (0..).zip(&cells) {
            for other in [(x.wrapping_sub(1), y + 1), (x, y + 1), (x + 1, y + 1), (x + 1, y)] {
                let other = cells.binary_search_by_key(&(other.1, other.0), |&(x, y)| (y, x));
                links.extend(other.map(|other| (number, u32::try_from(other).unwrap())));
            }
        }
        piece(&links, cells.iter().map(|&(x, y)| Point::new(x.into(), y.into())).collect())
    }

    fn piece(links: &[(u32, u32)], points: Vec<Point>) -> Piece {
        let count = u32::try_from(points.len()).unwrap();
        let neighbours = Neighbours::of_links(count, links);
        let outside = vec![0; points.len()];
        Piece { nodes: (0..count).collect(), points, neighbours, outside, first: 0 }
    }

    /// How many nodes are here, between and there. Between those here and there is no link.
    fn counts(piece: &Piece) -> [usize; 3] {
        let sides = cut(piece);
        for node in piece.numbers() {
            for &other in piece.neighbours.of_node(node) {
                let both = [node, other].map(|node| sides[node as usize]);
                assert!(both.contains(&Side::Between) || both[0] == both[1]);
            }
        }
        let count = |wanted: Side| sides.iter().filter(|&&side| side == wanted).count();
        [Side::Here, Side::Between, Side::There].map(count)
    }

    #[test]
    fn a_square_is_cut_straight() {
        // The second is large.
        for side in [40, 80] {
            let [here, between, there] = counts(&squares(side, |_, _| true));
            assert_eq!(between, side as usize);
            assert!(here.min(there) >= (side * side / 4) as usize, "{here}, {there}");
        }
    }

    #[test]
    fn rooms_are_cut_at_the_door() {
        for side in [41, 101] {
            let is_open = |x: u32, y: u32| x != side / 2 + 3 || y == 7;
            let [here, between, there] = counts(&squares(side, is_open));
            assert_eq!((here + there, between), (((side - 1) * side) as usize, 1));
        }
    }

    #[test]
    fn where_all_is_next_to_a_cut_it_is_cut_all_the_same() {
        let links: Vec<_> = (1..6_000).map(|leaf| (0, leaf)).collect();
        let points = (0..6_000).map(|node| Point::new(f64::from(node), 0.0)).collect();
        let [here, between, there] = counts(&piece(&links, points));
        assert_eq!((here + there, between), (5_999, 1));
    }
}
