//! A piece of a graph made coarse: nodes that hang together closely become one clump, until there are few.
//!
//! Each time clumps pair up with that next to them that most links lead to for how large both are (after
//! Karypis and Kumar 1998), so that narrow places stay between clumps.

use super::neighbours::Neighbours;
use super::piece::Piece;
use super::tree::NONE;
use xunlu_map::Point;

/// A clump has at most so many times the nodes that all have in the mean.
const LARGEST: usize = 4;
/// It takes one more than two clumps only if so many times fewer links lead to any free one.
const CROWDED: u32 = 4;
/// Where fewer than one in so many clumps found another, it ends.
const STUCK: usize = 20;

/// Clumps of the nodes of a piece.
pub(super) struct Coarse {
    pub(super) neighbours: Neighbours,
    // For each end how many links of the piece it stands for.
    pub(super) weights: Vec<u32>,
    // How many nodes each clump has, and where these lie in the mean.
    pub(super) sizes: Vec<u32>,
    pub(super) points: Vec<Point>,
    // For each node of the piece its clump.
    pub(super) clumps: Vec<u32>,
}

impl Coarse {
    /// Clumps of a piece, no more than so many unless these would be too large.
    pub(super) fn of(piece: &Piece, most: usize) -> Coarse {
        let mut coarse = Coarse {
            neighbours: piece.neighbours.clone(),
            weights: vec![1; piece.neighbours.end_count()],
            sizes: vec![1; piece.len()],
            points: piece.points.clone(),
            clumps: piece.numbers().collect(),
        };
        let size_max = u32::try_from(LARGEST * piece.len() / most).unwrap_or(u32::MAX);
        while coarse.sizes.len() > most {
            let before = coarse.sizes.len();
            let joint = coarse.pair_up(size_max);
            coarse = coarse.joined(&joint);
            if (before - coarse.sizes.len()) * STUCK < before {
                break;
            }
        }
        coarse
    }

    /// For each clump the number of that which it becomes part of: of two, or of more where somebody would
    /// be left alone.
    fn pair_up(&self, size_max: u32) -> Vec<u32> {
        let mut joint = vec![NONE; self.sizes.len()];
        let mut sizes: Vec<u32> = Vec::new();
        for (clump, &size) in (0..).zip(&self.sizes) {
            if joint[clump as usize] != NONE {
                continue;
            }
            // The links to the best so far, its size, and which it is: of links for size most count.
            let mut best = (0, 1, clump);
            for end in self.neighbours.ends(clump) {
                let other = self.neighbours.other(end);
                let (size_then, for_size) = match joint[other as usize] {
                    NONE => (size + self.sizes[other as usize], self.sizes[other as usize]),
                    number => (size + sizes[number as usize], CROWDED * sizes[number as usize]),
                };
                let (links, for_size) = (u64::from(self.weights[end]), u64::from(for_size));
                if size_then <= size_max && links * best.1 > best.0 * for_size {
                    best = (links, for_size, other);
                }
            }
            let (_, _, other) = best;
            if joint[other as usize] == NONE {
                joint[other as usize] = u32::try_from(sizes.len()).expect("no more than nodes");
                sizes.push(if other == clump { 0 } else { self.sizes[other as usize] });
            }
            joint[clump as usize] = joint[other as usize];
            sizes[joint[clump as usize] as usize] += size;
        }
        joint
    }

    /// The same with clumps of clumps, told by number for each.
    fn joined(mut self, joint: &[u32]) -> Coarse {
        let members = Members::of(joint);
        let count = members.firsts.len() - 1;
        let mut neighbours = Neighbours::with_capacity(count, self.neighbours.end_count() / 2);
        let mut weights = Vec::with_capacity(self.neighbours.end_count() / 2);
        let (mut sizes, mut points) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let mut weights_to = vec![0_u32; count];
        let mut row: Vec<u32> = Vec::new();
        for number in 0..count {
            let (mut size, mut x, mut y) = (0, 0.0, 0.0);
            for &member in members.of_clump(number) {
                let own = self.sizes[member as usize];
                let Point { x: own_x, y: own_y } = self.points[member as usize];
                size += own;
                x += own_x * f64::from(own);
                y += own_y * f64::from(own);
                for end in self.neighbours.ends(member) {
                    let other = joint[self.neighbours.other(end) as usize];
                    if other as usize != number {
                        if weights_to[other as usize] == 0 {
                            row.push(other);
                        }
                        weights_to[other as usize] += self.weights[end];
                    }
                }
            }
            row.sort_unstable();
            let taken = row.iter().map(|&other| std::mem::take(&mut weights_to[other as usize]));
            weights.extend(taken);
            neighbours.push(&mut row);
            points.push(Point { x: x / f64::from(size), y: y / f64::from(size) });
            sizes.push(size);
        }
        for clump in &mut self.clumps {
            *clump = joint[*clump as usize];
        }
        Coarse { neighbours, weights, sizes, points, clumps: self.clumps }
    }
}

/// Who is in each clump.
struct Members {
    firsts: Vec<u32>,
    members: Vec<u32>,
}

impl Members {
    fn of(clumps: &[u32]) -> Members {
        let count = clumps.iter().max().map_or(0, |&last| last as usize + 1);
        let mut firsts = vec![0_u32; count + 1];
        for &clump in clumps {
            firsts[clump as usize + 1] += 1;
        }
        for clump in 0..count {
            firsts[clump + 1] += firsts[clump];
        }
        let mut next = firsts.clone();
        let mut members = vec![0; clumps.len()];
        for (member, &clump) in (0..).zip(clumps) {
            let place = &mut next[clump as usize];
            members[*place as usize] = member;
            *place += 1;
        }
        Members { firsts, members }
    }

    fn of_clump(&self, clump: usize) -> &[u32] {
        &self.members[self.firsts[clump] as usize..self.firsts[clump + 1] as usize]
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use xunlu_testkit::Random;

    /// Nodes in a square, some of them missing, each next to up to eight.
    pub(in super::super) fn holed(side: u32, random: &mut Random) -> Piece {
        let mut links = Vec::new();
        let is_open: Vec<bool> = (0..side * side).map(|_| !random.chance(20)).collect();
        for node in 0..side * side {
            let right = (node % side + 1 < side).then_some(node + 1);
            let down = (node / side + 1 < side).then_some(node + side);
            let aslant = right.and(down).map(|down| down + 1);
            for other in [right, down, aslant].into_iter().flatten() {
                if is_open[node as usize] && is_open[other as usize] {
                    links.push((node, other));
                }
            }
        }
        let count = side * side;
        let point = |node| Point::new(f64::from(node % side), f64::from(node / side));
        Piece {
            nodes: (0..count).collect(),
            points: (0..count).map(point).collect(),
            neighbours: Neighbours::of_links(count, &links),
            outside: vec![0; count as usize],
            first: 0,
        }
    }

    #[test]
    fn clumps_hang_together_and_know_their_links() {
        let mut random = Random::new(2);
        for side in [20, 40, 70] {
            let piece = holed(side, &mut random);
            let most = piece.len() / 8;
            let coarse = Coarse::of(&piece, most);
            // Who has no neighbour stays alone.
            let alone = piece.numbers().filter(|&node| piece.neighbours.of_node(node).is_empty());
            assert!(coarse.sizes.len() < 2 * most + alone.count(), "{}", coarse.sizes.len());
            let mut links = vec![0; coarse.neighbours.end_count()];
            let mut nodes = vec![0; coarse.sizes.len()];
            for node in piece.numbers() {
                let clump = coarse.clumps[node as usize];
                nodes[clump as usize] += 1;
                for &other in piece.neighbours.of_node(node) {
                    let other = coarse.clumps[other as usize];
                    if let Ok(at) = coarse.neighbours.of_node(clump).binary_search(&other) {
                        links[coarse.neighbours.ends(clump).start + at] += 1;
                    } else {
                        assert_eq!(other, clump, "what is linked is next to each other");
                    }
                }
            }
            assert_eq!((links, nodes), (coarse.weights.clone(), coarse.sizes.clone()));
            let size_max = LARGEST * piece.len() / most;
            assert!(coarse.sizes.iter().all(|&size| size as usize <= size_max));
            assert_eq!(parts_of(&piece, &coarse.clumps), coarse.sizes.len());
        }
    }

    /// How many parts hang together if links between clumps are gone.
    fn parts_of(piece: &Piece, clumps: &[u32]) -> usize {
        let mut is_met = vec![false; piece.len()];
        let mut count = 0;
        for node in piece.numbers() {
            count += usize::from(!is_met[node as usize]);
            let mut queue = vec![node];
            while let Some(node) = queue.pop() {
                if !std::mem::replace(&mut is_met[node as usize], true) {
                    let others = piece.neighbours.of_node(node).iter();
                    let is_near = |&&other: &&u32| {
                        clumps[other as usize] == clumps[node as usize] && !is_met[other as usize]
                    };
                    queue.extend(others.filter(is_near));
                }
            }
        }
        count
    }
}
