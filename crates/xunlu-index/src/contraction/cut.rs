//! Where to cut a piece of a graph in two by few nodes: a smallest cut between the nodes at its one end and
//! those at its other.
//!
//! Inertial flow (Schild and Sommer 2015): nodes are put in a row by where they lie, along several
//! directions, and from the first quarter to the last one flows as much as can, one unit on each link. What
//! holds it up is a cut. As positions may say nothing of a graph, one of the rows is by steps instead.

use super::piece::Piece;
use crate::threads::each;
use std::sync::atomic::{AtomicU64, Ordering};

/// Along so many directions nodes are put in a row.
const DIRECTIONS: usize = 5;
/// One in so many nodes is at either end of the row.
const ENDS: usize = 4;

/// What lies on either side of a cut, and between.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Here,
    There,
    Between,
}

/// A cut, and how good it is.
struct Cut {
    sides: Vec<Side>,
    // Links that are cut for each node of the smaller side, in 2^32nds.
    price: u64,
}

/// The sides of all nodes of a connected piece of two nodes at least, for the best of several cuts. What it
/// finds does not depend on how many threads there are.
///
/// # Panics
/// Never: the best cut is not given up.
pub(super) fn cut(piece: &Piece, threads: usize) -> Vec<Side> {
    let twins = piece.neighbours.twins();
    // The price of the best cut so far: who cannot be better gives up.
    let best = AtomicU64::new(u64::MAX);
    let mut spaces = vec![(); threads];
    let flow = |(): &mut (), direction: usize| {
        let row = row(piece, direction);
        Flow::new(piece, &twins, &row).cut(&best)
    };
    let cuts = each(DIRECTIONS, &mut spaces, flow);
    let best = cuts.into_iter().flatten().min_by_key(|cut| cut.price);
    best.expect("the best cut is not given up").sides
}

/// All nodes of a piece, those at its one end first: the first quarter and the last, in any order, between
/// them the others.
fn row(piece: &Piece, direction: usize) -> Vec<u32> {
    let count = piece.len();
    let mut nodes: Vec<u32> = piece.numbers().collect();
    let quarter = (count / ENDS).max(1);
    let mut sort = |key: &dyn Fn(u32) -> f64| {
        let by = |a: &u32, b: &u32| key(*a).total_cmp(&key(*b)).then(a.cmp(b));
        nodes.select_nth_unstable_by(quarter - 1, by);
        if count > 2 * quarter {
            nodes[quarter..].select_nth_unstable_by(count - 2 * quarter, by);
        }
    };
    let point = |node: u32| piece.points[node as usize];
    match direction {
        0 => sort(&|node| point(node).x),
        1 => sort(&|node| point(node).y),
        2 => sort(&|node| point(node).x + point(node).y),
        3 => sort(&|node| point(node).x - point(node).y),
        _ => {
            // How much farther from one end than from the other, in steps.
            let from = piece.farthest(0);
            let to = piece.farthest(from);
            let (from, to) = (piece.steps_from(from), piece.steps_from(to));
            sort(&|node| f64::from(from[node as usize]) - f64::from(to[node as usize]));
        }
    }
    nodes
}

/// A flow in a piece, from the nodes at one end of a row to those at the other.
struct Flow<'a> {
    piece: &'a Piece,
    twins: &'a [u32],
    sources: &'a [u32],
    // For each node whether it is at an end.
    role: Vec<Role>,
    // For each end whether a unit flows along it.
    flows: Vec<bool>,
    // Steps from the sources along which more could flow; 0 where nothing can.
    levels: Vec<u32>,
    // Which end of a node is to be tried next.
    next: Vec<u32>,
    queue: Vec<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Source,
    Sink,
    Inner,
}

impl<'a> Flow<'a> {
    fn new(piece: &'a Piece, twins: &'a [u32], row: &'a [u32]) -> Flow<'a> {
        let count = piece.len();
        let quarter = (count / ENDS).max(1);
        let mut role = vec![Role::Inner; count];
        let (sources, sinks) = (&row[..quarter], &row[count - quarter..]);
        sources.iter().for_each(|&node| role[node as usize] = Role::Source);
        sinks.iter().for_each(|&node| role[node as usize] = Role::Sink);
        Flow {
            piece,
            twins,
            sources,
            role,
            flows: vec![false; piece.neighbours.end_count()],
            levels: vec![0; count],
            next: vec![0; count],
            queue: Vec::with_capacity(count),
        }
    }

    /// The cut at which the flow is held up. Returns `None` once it cannot be the best.
    fn cut(mut self, best: &AtomicU64) -> Option<Cut> {
        let half = self.piece.len() / 2;
        let mut flow = 0_u64;
        // Dinic (1970): each time all shortest ways are filled at once.
        while self.look_for_ways() {
            flow += self.fill();
            if price(flow, half) > best.load(Ordering::Relaxed) {
                return None;
            }
        }
        let near = self.levels.iter().filter(|&&level| level > 0).count();
        self.look_back();
        let far = self.levels.iter().filter(|&&level| level > 0).count();
        let count = self.piece.len();
        // Of the cut next to the sources and that next to the sinks, the one that is more even.
        let is_there = if near.min(count - near) >= far.min(count - far) {
            while self.look_for_ways() {}
            self.levels.iter().map(|&level| level == 0).collect::<Vec<_>>()
        } else {
            self.levels.iter().map(|&level| level > 0).collect()
        };
        let there = is_there.iter().filter(|&&is_there| is_there).count();
        let price = price(flow, there.min(count - there));
        best.fetch_min(price, Ordering::Relaxed);
        Some(Cut { sides: self.sides(&is_there), price })
    }

    /// Looks for ways along which more could flow. Returns whether there are any.
    fn look_for_ways(&mut self) -> bool {
        let Flow { piece, role, flows, levels, next, queue, .. } = self;
        levels.fill(0);
        queue.clear();
        for &source in self.sources {
            levels[source as usize] = 1;
            next[source as usize] = 0;
        }
        queue.extend_from_slice(self.sources);
        let (mut at, mut last) = (0, u32::MAX);
        while let Some(&node) = queue.get(at) {
            at += 1;
            let level = levels[node as usize] + 1;
            if level > last {
                break;
            }
            for end in piece.neighbours.ends(node).filter(|&end| !flows[end]) {
                let other = piece.neighbours.other(end);
                if levels[other as usize] == 0 {
                    levels[other as usize] = level;
                    next[other as usize] = 0;
                    if role[other as usize] == Role::Sink {
                        last = level;
                    } else {
                        queue.push(other);
                    }
                }
            }
        }
        last != u32::MAX
    }

    /// Fills the ways that were found. Returns how many.
    fn fill(&mut self) -> u64 {
        let mut filled = 0;
        let mut way: Vec<usize> = Vec::new();
        for at in 0..self.sources.len() {
            let source = self.sources[at];
            loop {
                way.clear();
                if !self.way_from(source, &mut way) {
                    break;
                }
                for &end in &way {
                    let twin = self.twins[end] as usize;
                    if self.flows[twin] {
                        self.flows[twin] = false;
                    } else {
                        self.flows[end] = true;
                    }
                }
                filled += 1;
            }
        }
        filled
    }

    /// A way from a source to a sink, always one level on.
    fn way_from(&mut self, source: u32, way: &mut Vec<usize>) -> bool {
        let neighbours = &self.piece.neighbours;
        let mut node = source;
        loop {
            let ends = neighbours.ends(node);
            let end = ends.start + self.next[node as usize] as usize;
            if end == ends.end {
                // Nothing leads on from here: back, and past it.
                let Some(back) = way.pop() else { return false };
                node = neighbours.other(self.twins[back] as usize);
                self.next[node as usize] += 1;
                continue;
            }
            let other = neighbours.other(end);
            let is_on = self.levels[other as usize] == self.levels[node as usize] + 1;
            if !is_on || self.flows[end] {
                self.next[node as usize] += 1;
                continue;
            }
            way.push(end);
            if self.role[other as usize] == Role::Sink {
                return true;
            }
            node = other;
        }
    }

    /// Gives a level to all from where more could flow to a sink.
    fn look_back(&mut self) {
        let Flow { piece, twins, role, flows, levels, queue, .. } = self;
        levels.fill(0);
        queue.clear();
        queue.extend(piece.numbers().filter(|&node| role[node as usize] == Role::Sink));
        for &sink in &*queue {
            levels[sink as usize] = 1;
        }
        let mut at = 0;
        while let Some(&node) = queue.get(at) {
            at += 1;
            for end in piece.neighbours.ends(node) {
                let other = piece.neighbours.other(end);
                if levels[other as usize] == 0 && !flows[twins[end] as usize] {
                    levels[other as usize] = 1;
                    queue.push(other);
                }
            }
        }
    }

    /// What lies between is taken from the side where that are fewer.
    fn sides(&self, is_there: &[bool]) -> Vec<Side> {
        let neighbours = &self.piece.neighbours;
        let is_at_cut = |node: u32| {
            let others = neighbours.of_node(node);
            others.iter().any(|&other| is_there[other as usize] != is_there[node as usize])
        };
        let at_cut: Vec<u32> = self.piece.numbers().filter(|&node| is_at_cut(node)).collect();
        let there = at_cut.iter().filter(|&&node| is_there[node as usize]).count();
        let takes_there = there < at_cut.len() - there;
        let side = |&is_there: &bool| if is_there { Side::There } else { Side::Here };
        let mut sides: Vec<Side> = is_there.iter().map(side).collect();
        for node in at_cut.into_iter().filter(|&node| is_there[node as usize] == takes_there) {
            sides[node as usize] = Side::Between;
        }
        sides
    }
}

/// Links that are cut for each node of the smaller side, in 2^32nds.
fn price(flow: u64, smaller: usize) -> u64 {
    (flow << 32) / (smaller as u64).max(1)
}
