//! Which subgoals come first as hubs: those that are contracted last (Geisberger, Sanders, Schultes and
//! Delling 2008, "Contraction hierarchies").
//!
//! To contract a subgoal is to take it out of the graph and to put in an edge for each pair of its neighbours
//! whose only cheapest way led past it. The fewer that takes, the sooner it goes: what is left in the end are
//! those that most ways need. Labels that are found in this order are short; unlike a contraction hierarchy
//! nothing else is kept of it, so witnesses need not be looked for to the end, and several subgoals are
//! contracted at a time.

use super::graph::{Edge, SubgoalGraph};
use super::growing::Failed;
use super::spread::Spread;
use crate::threads;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A look for another way between two neighbours ends after so many subgoals.
const PASSED_MAX: usize = 200;

/// The subgoals, the most important first. It is given up where labels will have more entries than they
/// may: what a subgoal is joined to when it is contracted are hubs of its label, but for those to which
/// another hub knows a way as cheap. So it is known early that a scatter of walls has no short labels.
pub(super) fn hubs(
    graph: &SubgoalGraph,
    spaces: &mut [Spread],
    entries_max: usize,
    goes_on: impl Fn(f64) -> bool,
) -> Result<Vec<u32>, Failed> {
    let count = graph.len();
    let mut left = Left {
        edges: (0..count).map(|subgoal| graph.edges(subgoal).to_vec()).collect(),
        levels: vec![0; count as usize],
    };
    let mut spaces: Vec<Space<'_>> =
        spaces.iter_mut().map(|spread| (spread, vec![false; count as usize])).collect();
    let spaces = &mut spaces[..];
    let all =
        threads::each(count as usize, spaces, |space, at| left.contraction(space, number(at)));
    let mut waiting: BinaryHeap<Reverse<(u64, u32)>> =
        all.iter().zip(0..).map(|(made, subgoal)| Reverse((made.rank, subgoal))).collect();
    let mut order = Vec::with_capacity(count as usize);
    let mut entries = 0;
    // In which round each of them last lost a neighbour.
    let (mut rounds, mut changed) = (0_u32, vec![0; count as usize]);
    while !waiting.is_empty() {
        let done = order.len() as f64 / f64::from(count);
        if !goes_on(done) {
            return Err(Failed::Cancelled);
        }
        if entries > entries_max {
            return Err(Failed::TooMany(entries));
        }
        // Those that should go next, as far as was known when they were looked at last.
        let most = (waiting.len() / 64).clamp(1, 256);
        let next: Vec<u32> =
            (0..most).filter_map(|_| waiting.pop()).map(|Reverse((_, subgoal))| subgoal).collect();
        let all = threads::each(next.len(), spaces, |space, at| left.contraction(space, next[at]));
        let rank_max = waiting.peek().map_or(u64::MAX, |Reverse((rank, _))| *rank);
        let least = all.iter().map(|made| made.rank).min().unwrap_or(0);
        rounds += 1;
        for (contraction, subgoal) in all.into_iter().zip(next) {
            let is_due = contraction.rank <= rank_max.max(least);
            // What was looked at beside one that has gone since is no longer as it was.
            if is_due && changed[subgoal as usize] != rounds {
                for edge in &left.edges[subgoal as usize] {
                    changed[edge.to as usize] = rounds;
                }
                entries += left.edges[subgoal as usize].len();
                left.contract(subgoal, &contraction.shortcuts);
                order.push(subgoal);
            } else {
                waiting.push(Reverse((contraction.rank, subgoal)));
            }
        }
    }
    order.reverse();
    Ok(order)
}

/// What looking for ways takes, and which neighbours they are looked for to.
type Space<'a> = (&'a mut Spread, Vec<bool>);

/// What is left of the graph.
struct Left {
    edges: Vec<Vec<Edge>>,
    // How many subgoals were contracted one beside the other before each.
    levels: Vec<u32>,
}

/// What contracting a subgoal takes.
struct Contraction {
    shortcuts: Vec<(u32, Edge)>,
    rank: u64,
}

impl Left {
    fn contraction(&self, (spread, is_wanted): &mut Space<'_>, subgoal: u32) -> Contraction {
        let own = &self.edges[subgoal as usize];
        let mut shortcuts = Vec::new();
        own.iter().for_each(|edge| is_wanted[edge.to as usize] = true);
        for (at, from) in own.iter().enumerate() {
            is_wanted[from.to as usize] = false;
            let rest = &own[at + 1..];
            let Some(farthest) = rest.iter().map(|edge| edge.cost).max() else { continue };
            let cost_max = from.cost.saturating_add(farthest);
            spread.begin(from.to);
            let mut left = rest.len();
            for _ in 0..PASSED_MAX {
                let Some(passed) = spread.pass() else { break };
                left -= usize::from(is_wanted[passed.subgoal as usize]);
                if left == 0 {
                    break;
                }
                spread.go_on(passed, &self.edges[passed.subgoal as usize], subgoal, cost_max);
            }
            for to in rest {
                let cost = from.cost.saturating_add(to.cost);
                if spread.cost(to.to) > cost {
                    shortcuts.push((from.to, Edge { to: to.to, cost }));
                }
            }
        }
        let share = 1_000 * shortcuts.len() as u64 / own.len().max(1) as u64;
        let rank = share + 300 * u64::from(self.levels[subgoal as usize]);
        Contraction { shortcuts, rank }
    }

    fn contract(&mut self, subgoal: u32, shortcuts: &[(u32, Edge)]) {
        let level = self.levels[subgoal as usize] + 1;
        for edge in std::mem::take(&mut self.edges[subgoal as usize]) {
            self.edges[edge.to as usize].retain(|back| back.to != subgoal);
            let known = &mut self.levels[edge.to as usize];
            *known = level.max(*known);
        }
        for &(from, edge) in shortcuts {
            self.put(from, edge);
            self.put(edge.to, Edge { to: from, cost: edge.cost });
        }
    }

    fn put(&mut self, from: u32, edge: Edge) {
        let own = &mut self.edges[from as usize];
        match own.iter_mut().find(|known| known.to == edge.to) {
            Some(known) => known.cost = known.cost.min(edge.cost),
            None => own.push(edge),
        }
    }
}

fn number(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
