//! Finding hub labels (Akiba, Iwata and Yoshida 2013): a search from each hub, the most important first,
//! which ends where the labels so far know the way already. Where a link leads one way alone, each subgoal
//! has two labels, of ways to hubs and of ways from them.

use super::graph::SubgoalGraph;
use super::spread::{NONE, Passed, Spread};
use crate::threads;

/// An entry as it is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Found {
    pub(super) hub: u32,
    pub(super) cost: u32,
    pub(super) next: u32,
}

/// Why no labels were made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Failed {
    Cancelled,
    /// So many entries were found before there were too many.
    TooMany(usize),
    TooExpensive,
}

/// How many hubs are looked at at one time, once there are as many.
const BATCH: usize = 128;
/// A way that costs more cannot be added to others.
pub(super) const COST_MAX: u32 = u32::MAX / 4;

/// What is found for each subgoal, with hubs in this order, in a graph whose edges lead both ways; or in one
/// and the same with all edges turned, first on ways to hubs and then on ways from them.
pub(super) fn find(
    graphs: &[SubgoalGraph],
    order: &[u32],
    spaces: &mut [Spread],
    entries_max: usize,
    goes_on: impl Fn(f64) -> bool,
) -> Result<Vec<Vec<Vec<Found>>>, Failed> {
    let mut growing =
        Growing { sides: vec![vec![Vec::new(); order.len()]; graphs.len()], count: 0 };
    let mut spaces: Vec<(&mut Spread, Vec<u32>)> =
        spaces.iter_mut().map(|spread| (spread, vec![NONE; order.len()])).collect();
    let mut first = 0;
    while first < order.len() {
        if !goes_on(first as f64 / order.len() as f64) {
            return Err(Failed::Cancelled);
        }
        let batch = &order[first..order.len().min(first + first.clamp(1, BATCH))];
        let reached = threads::each(batch.len(), &mut spaces, |(spread, known), at| {
            let looks = graphs.iter().zip(0..);
            looks
                .map(|(graph, side)| growing.look_from(graph, side, batch[at], spread, known))
                .collect()
        });
        let known = &mut spaces[0].1;
        for ((reached, &subgoal), hub) in reached.into_iter().zip(batch).zip(first..) {
            let reached: Vec<Vec<Passed>> = reached;
            for (reached, side) in reached.into_iter().zip(0..) {
                growing.add(number(first), number(hub), (subgoal, side), reached, known)?;
            }
        }
        if growing.count > entries_max {
            return Err(Failed::TooMany(growing.count));
        }
        first += batch.len();
    }
    Ok(growing.sides)
}

fn number(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Labels while they are found.
struct Growing {
    // For each graph the labels of all subgoals. A look along one finds entries of the next one's, the other
    // if there are two.
    sides: Vec<Vec<Vec<Found>>>,
    count: usize,
}

impl Growing {
    /// The subgoals to which no hub so far knows a way as cheap as the one that is found from here; and the
    /// one that it is looked from, to which another may know a way by links that are free.
    fn look_from(
        &self,
        graph: &SubgoalGraph,
        side: usize,
        from: u32,
        spread: &mut Spread,
        known: &mut [u32],
    ) -> Vec<Passed> {
        let own = &self.sides[side][from as usize];
        let labels = &self.sides[(side + 1) % self.sides.len()];
        own.iter().for_each(|entry| known[entry.hub as usize] = entry.cost);
        let mut reached = Vec::new();
        spread.begin(from);
        while let Some(passed) = spread.pass() {
            let label = &labels[passed.subgoal as usize];
            let is_new = !is_known(label, known, passed.cost);
            if is_new || passed.subgoal == from {
                reached.push(passed);
            }
            if is_new {
                spread.go_on(passed, graph.edges(passed.subgoal), NONE, u32::MAX - 1);
            }
        }
        own.iter().for_each(|entry| known[entry.hub as usize] = NONE);
        reached
    }

    /// Adds a hub to the labels of what was reached from it, but for those to which others of its batch know
    /// a way as cheap. Those are exactly what a look with the labels of these would have left out: if a hub
    /// lies on a cheapest way to some subgoal, it does on all that go on from there.
    fn add(
        &mut self,
        first_of_batch: u32,
        hub: u32,
        (subgoal, side): (u32, usize),
        reached: Vec<Passed>,
        known: &mut [u32],
    ) -> Result<(), Failed> {
        let of_batch = |label: &[Found]| label.partition_point(|entry| entry.hub < first_of_batch);
        let own: Vec<Found> = {
            let label = &self.sides[side][subgoal as usize];
            label[of_batch(label)..].to_vec()
        };
        own.iter().for_each(|entry| known[entry.hub as usize] = entry.cost);
        let other = (side + 1) % self.sides.len();
        for Passed { subgoal, cost, before } in reached {
            let label = &mut self.sides[other][subgoal as usize];
            if before != NONE && is_known(&label[of_batch(label)..], known, cost) {
                continue;
            }
            if cost > COST_MAX {
                return Err(Failed::TooExpensive);
            }
            label.push(Found { hub, cost, next: before });
            self.count += 1;
        }
        own.iter().for_each(|entry| known[entry.hub as usize] = NONE);
        Ok(())
    }
}

/// Whether one of a label's hubs lies on a way that costs no more, where it is known what they cost from the
/// other end.
#[inline]
fn is_known(label: &[Found], known: &[u32], cost: u32) -> bool {
    label.iter().any(|entry| known[entry.hub as usize].saturating_add(entry.cost) <= cost)
}
