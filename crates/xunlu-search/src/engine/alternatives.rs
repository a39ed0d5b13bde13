//! The cheapest path, the next cheapest, and so on: Yen (1971), "Finding the k shortest loopless paths
//! in a network", with Lawler's (1972) improvement, by which no path is found twice.
//!
//! Each path that is handed out splits the paths that are left by where they leave it: those that share
//! its first `i` places and then go on to another one. The cheapest of each part comes from one *spur
//! search* that sets out where the part's paths leave. Where we differ: paths are of places, while
//! searches go over nodes, which may know more than the place (a heading). Then the cheapest walk of
//! a part may come by one place twice; it is not handed out but split like a path, up to where it
//! closes its loop, and so the order stays exact.

use crate::answer::{Limit, Outcome, Path};
use crate::graph::Graph;
use crate::heuristic::Heuristic;
use crate::observer::NoObserver;
use crate::search::search;
use crate::space::{Marks, SearchSpace};
use crate::step::Step;
use crate::task::{Limits, Order, Target, Task};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use xunlu_map::{Cost, NodeId};

/// Several paths to one target, the cheapest first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheapestPaths {
    /// The paths, in order of cost and among equals of their places' numbers, place by place. None
    /// comes by any place twice, and no two are of the same places.
    pub paths: Vec<Path>,
    /// What came of looking for one more, where there are fewer than were asked for: never
    /// [`Outcome::Found`].
    pub rest: Option<Outcome>,
    /// How many expansions all searches made together.
    pub expansions: u64,
}

/// The `count` cheapest loopless paths that a task asks for, in exact order; a path ends at the first
/// node of the target that it comes to. Which of equally expensive ones are among them where
/// `count` cuts between them, the search's tie rule decides.
///
/// A place has `states` nodes, numbered one after the other, and paths are told in places' numbers
/// (a node's, divided by `states`). A path costs what its cheapest walk over nodes does, and the same
/// places are one path however they are walked. The estimate has to be what it has to be for A*.
///
/// The limit of expansions is one for all searches together; what was found before it is handed out
/// and right. Each path makes a search for each of its places and keeps the cheapest path of each in
/// memory, and one bit for each place of the graph is taken once. Where a place has several nodes and
/// walks with loops are cheaper than paths (free links beside expensive turns), all of those come
/// first, and only the limits bound how many there are.
///
/// # Panics
/// When the order is neither A* nor Dijkstra's, there is more than one start, the target is all
/// of several nodes or nothing, a node is none of the graph's, or the graph has 2^32 - 1 nodes.
pub fn alternatives<G, H>(
    graph: &G,
    heuristic: &H,
    task: &Task,
    states: u32,
    count: usize,
    space: &mut SearchSpace,
) -> CheapestPaths
where
    G: Graph + ?Sized,
    H: Heuristic + ?Sized,
{
    let Task { order, start, .. } = *task;
    assert!(matches!(order, Order::AStar | Order::Dijkstra), "{order:?} promises too little");
    assert!(task.more_starts.is_empty(), "paths have one start");
    assert!(states > 0, "a place has a node");
    assert!(start.0 < graph.node_count(), "{start:?} is none of this graph's");
    let mut yen = Yen::new(graph, heuristic, task, states);
    let mut paths: Vec<Path> = Vec::new();
    let all = Part { places: vec![NodeId(start.0 / states)], banned: Vec::new() };
    let mut stopped = None;
    if count > 0 {
        stopped = yen.search_part(&all, &[Step { to: start, cost: Cost::ZERO }], space).err();
    }
    while stopped.is_none() && paths.len() < count {
        let Some(Reverse(walk)) = yen.open.pop() else { break };
        stopped = if paths.len() + 1 < count || walk.loop_at.is_some() {
            yen.split(&walk, start, space).err()
        } else {
            None
        };
        if walk.loop_at.is_none() {
            paths.push(Path { places: walk.places, cost: walk.cost });
        }
    }
    paths.sort_unstable_by(|a, b| (a.cost, &a.places).cmp(&(b.cost, &b.places)));
    let came_of_it = || stopped.or(yen.lost).map_or(Outcome::Unreachable, Outcome::GaveUp);
    let rest = (paths.len() < count).then(came_of_it);
    CheapestPaths { paths, rest, expansions: yen.expansions }
}

/// All that is held between one spur search and the next.
struct Yen<'a, G: ?Sized, H: ?Sized> {
    graph: &'a G,
    heuristic: &'a H,
    states: u32,
    // Every spur search sets out from a node of its own, numbered after the graph's.
    source: NodeId,
    task: Task,
    passed: Marks,
    open: BinaryHeap<Reverse<Walk>>,
    expansions: u64,
    // Why some part's cheapest path is not known.
    lost: Option<Limit>,
}

/// The cheapest walk of a part. In order of cost, then place by place.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Walk {
    cost: Cost,
    places: Vec<NodeId>,
    // The first place that was there before.
    loop_at: Option<usize>,
    // Its part: so many places are shared by all, and these do not come next.
    shared: usize,
    banned: Vec<NodeId>,
}

/// The paths that begin with these places and do not go on to any of those.
struct Part {
    places: Vec<NodeId>,
    banned: Vec<NodeId>,
}

impl<'a, G, H> Yen<'a, G, H>
where
    G: Graph + ?Sized,
    H: Heuristic + ?Sized,
{
    fn new(graph: &'a G, heuristic: &'a H, task: &Task, states: u32) -> Yen<'a, G, H> {
        let source = graph.node_count();
        assert!(source < u32::MAX, "the graph leaves no number for where spur searches begin");
        let source = NodeId(source);
        let target = match &task.target {
            Target::Nothing => panic!("{:?} ends no path", task.target),
            Target::NoneOf(nodes) => {
                Target::NoneOf(nodes.iter().copied().chain(std::iter::once(source)).collect())
            }
            target => target.clone(),
        };
        let task = Task { start: source, target, wants_nearest: false, ..task.clone() };
        let (passed, open) = (Marks::default(), BinaryHeap::new());
        Yen { graph, heuristic, states, source, task, passed, open, expansions: 0, lost: None }
    }

    /// Searches every part of what is left when a walk is taken out of its own part: for each place
    /// of it, the paths that share it up to there and then leave it. An error when a limit forbids to
    /// go on.
    fn split(&mut self, walk: &Walk, start: NodeId, space: &mut SearchSpace) -> Result<(), Limit> {
        // What follows the place that closes a loop is shared by no loopless path.
        let last = walk.loop_at.unwrap_or(walk.places.len() - 1);
        let mut roots = vec![Step { to: start, cost: Cost::ZERO }];
        for at in 0..last {
            let next = walk.places[at + 1];
            if at + 1 >= walk.shared {
                let mut banned = vec![next];
                if at + 1 == walk.shared {
                    banned.extend(&walk.banned);
                }
                let part = Part { places: walk.places[..=at].to_vec(), banned };
                self.search_part(&part, &roots, space)?;
            }
            roots = self.walked_on(&roots, next);
        }
        Ok(())
    }

    /// The nodes of a place that steps lead to from these, each with its least cost.
    fn walked_on(&self, roots: &[Step], place: NodeId) -> Vec<Step> {
        let (mut steps, mut reached) = (Vec::new(), Vec::new());
        for root in roots {
            steps.clear();
            self.graph.steps_from(root.to, &mut steps);
            let here = steps.iter().filter(|step| self.place_of(step.to) == place);
            reached.extend(here.map(|step| Step { cost: root.cost + step.cost, ..*step }));
        }
        reached.sort_unstable();
        reached.dedup_by_key(|step| step.to);
        reached
    }

    /// Finds the cheapest walk of a part, if there is one. `roots` are the nodes of the part's last
    /// place, each with the least cost of coming there along the part's places.
    fn search_part(
        &mut self,
        part: &Part,
        roots: &[Step],
        space: &mut SearchSpace,
    ) -> Result<(), Limit> {
        let Yen { graph, heuristic, states, source, .. } = *self;
        self.passed.begin(graph.node_count() / states + 1, &part.places);
        let spur = Spur {
            graph,
            heuristic,
            states,
            source,
            roots,
            place: *part.places.last().expect("a part has a place"),
            banned: &part.banned,
            passed: &self.passed,
        };
        let left = self.task.limits.expansions_max - self.expansions;
        let limits = Limits { expansions_max: left, ..self.task.limits };
        let all_together = std::mem::replace(&mut self.task.limits, limits);
        let answer = search(&spur, &spur, &mut NoObserver, &self.task, space);
        self.task.limits = all_together;
        self.expansions += answer.expansions;
        match answer.outcome {
            Outcome::Found(found) => {
                let shared = part.places.len();
                let spur_places = found.path.places[2..].iter().map(|&node| self.place_of(node));
                let places: Vec<NodeId> = part.places.iter().copied().chain(spur_places).collect();
                let loop_at = first_repeated(&places);
                let (cost, banned) = (found.path.cost, part.banned.clone());
                self.open.push(Reverse(Walk { cost, places, loop_at, shared, banned }));
            }
            Outcome::GaveUp(Limit::Expansions) => return Err(Limit::Expansions),
            Outcome::GaveUp(limit) => self.lost = Some(limit),
            Outcome::Unreachable | Outcome::Blocked(_) => {}
        }
        Ok(())
    }

    fn place_of(&self, node: NodeId) -> NodeId {
        NodeId(node.0 / self.states)
    }
}

/// Where a place stands that stood before.
fn first_repeated(places: &[NodeId]) -> Option<usize> {
    let mut by_place: Vec<(NodeId, usize)> = places.iter().copied().zip(0..).collect();
    by_place.sort_unstable();
    let pairs = by_place.windows(2).filter(|pair| pair[0].0 == pair[1].0);
    pairs.map(|pair| pair[1].1).min()
}

/// The graph of a spur search: from the source to the roots at their costs, then on by steps that
/// neither leave the part nor come back to its places.
struct Spur<'a, G: ?Sized, H: ?Sized> {
    graph: &'a G,
    heuristic: &'a H,
    states: u32,
    source: NodeId,
    roots: &'a [Step],
    place: NodeId,
    banned: &'a [NodeId],
    passed: &'a Marks,
}

impl<G: Graph + ?Sized, H: ?Sized> Graph for Spur<'_, G, H> {
    fn node_count(&self) -> u32 {
        self.source.0 + 1
    }

    fn steps_from(&self, from: NodeId, steps: &mut Vec<Step>) {
        if from == self.source {
            steps.extend(self.roots);
            return;
        }
        let first = steps.len();
        let mut kept = first;
        self.graph.steps_from(from, steps);
        let leaves = from.0 / self.states == self.place.0;
        for number in first..steps.len() {
            let to = NodeId(steps[number].to.0 / self.states);
            let is_barred = self.passed.has(to) || (leaves && self.banned.contains(&to));
            if !is_barred {
                steps.swap(kept, number);
                kept += 1;
            }
        }
        steps.truncate(kept);
    }
}

/// The estimate stays one from below, for a part has no path that the graph has not.
impl<G: ?Sized, H: Heuristic + ?Sized> Heuristic for Spur<'_, G, H> {
    fn estimate(&self, node: NodeId) -> Cost {
        if node == self.source { Cost::ZERO } else { self.heuristic.estimate(node) }
    }

    fn is_consistent(&self) -> bool {
        self.heuristic.is_consistent()
    }

    fn is_admissible(&self) -> bool {
        self.heuristic.is_admissible()
    }
}

#[cfg(test)]
mod tests;
