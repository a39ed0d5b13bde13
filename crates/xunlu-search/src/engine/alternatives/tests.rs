//! Yen's paths against all paths there are, on small graphs of every shape.

use super::*;
use crate::heuristic::NoHeuristic;
use std::collections::BTreeMap;

/// Steps by node.
struct Table(Vec<Vec<Step>>);

impl Graph for Table {
    fn node_count(&self) -> u32 {
        u32::try_from(self.0.len()).unwrap()
    }

    fn steps_from(&self, from: NodeId, steps: &mut Vec<Step>) {
        steps.extend(&self.0[from.index()]);
    }
}

/// The least cost to any of the target's nodes, found by letting costs settle (Bellman 1958).
struct Exact(Vec<Cost>);

impl Exact {
    fn new(graph: &Table, is_end: impl Fn(NodeId) -> bool) -> Exact {
        let nodes = (0..graph.node_count()).map(NodeId);
        let ends = nodes.map(|node| if is_end(node) { Cost::ZERO } else { Cost::MAX });
        let mut costs: Vec<Cost> = ends.collect();
        for _ in 0..costs.len() {
            for (from, steps) in graph.0.iter().enumerate() {
                for step in steps {
                    costs[from] = costs[from].min(costs[step.to.index()] + step.cost);
                }
            }
        }
        Exact(costs)
    }
}

impl Heuristic for Exact {
    fn estimate(&self, node: NodeId) -> Cost {
        self.0[node.index()]
    }

    fn is_consistent(&self) -> bool {
        true
    }
}

/// Pseudorandom numbers: splitmix64 (Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (word ^ (word >> 31)) % bound
    }

    fn table(&mut self, places: u64, states: u64) -> Table {
        let count = places * states;
        let density = 1 + self.below(3);
        let mut table = Table((0..count).map(|_| Vec::new()).collect());
        for _ in 0..count * density {
            let (from, to) = (self.below(count), self.below(count));
            if from / states != to / states {
                let to = NodeId(u32::try_from(to).unwrap());
                let cost = Cost(u32::try_from(self.below(6)).unwrap());
                table.0[usize::try_from(from).unwrap()].push(Step { to, cost });
            }
        }
        table
    }
}

/// All loopless paths with their costs, each walked over all nodes of its places at once.
fn all_ways(
    graph: &Table,
    states: u32,
    places: &mut Vec<NodeId>,
    roots: &BTreeMap<NodeId, Cost>,
    is_end: &dyn Fn(NodeId) -> bool,
    found: &mut Vec<(Cost, Vec<NodeId>)>,
) {
    if is_end(NodeId(places.last().unwrap().0 * states)) {
        found.push((*roots.values().min().unwrap(), places.clone()));
        return;
    }
    let mut on: BTreeMap<NodeId, BTreeMap<NodeId, Cost>> = BTreeMap::new();
    for (&node, &cost) in roots {
        for step in &graph.0[node.index()] {
            let nodes = on.entry(NodeId(step.to.0 / states)).or_default();
            let least = nodes.entry(step.to).or_insert(Cost::MAX);
            *least = (*least).min(cost + step.cost);
        }
    }
    for (place, roots) in on {
        if !places.contains(&place) {
            places.push(place);
            all_ways(graph, states, places, &roots, is_end, found);
            places.pop();
        }
    }
}

fn check(seed: u64, states: u32) -> usize {
    let mut random = Random(seed);
    let places = 2 + random.below(5);
    let graph = random.table(places, states.into());
    let place = |random: &mut Random| NodeId(u32::try_from(random.below(places)).unwrap());
    let start = NodeId(place(&mut random).0 * states + states - 1);
    let goals = [place(&mut random), place(&mut random)];
    let of_goals = |some: &[NodeId]| -> Vec<NodeId> {
        let nodes = some.iter().flat_map(|goal| goal.0 * states..(goal.0 + 1) * states);
        nodes.map(NodeId).collect()
    };
    let target = match random.below(3) {
        0 => Target::Span { first: NodeId(goals[0].0 * states), count: states },
        1 => Target::AnyOf(of_goals(&goals)),
        _ => Target::NoneOf(of_goals(&goals)),
    };
    let is_end = |node: NodeId| match &target {
        Target::Span { first, count } => (first.0..first.0 + count).contains(&node.0),
        Target::AnyOf(nodes) => nodes.contains(&node),
        Target::NoneOf(nodes) => !nodes.contains(&node),
        _ => false,
    };
    let mut right = Vec::new();
    let (mut first, roots) =
        (vec![NodeId(start.0 / states)], BTreeMap::from([(start, Cost::ZERO)]));
    all_ways(&graph, states, &mut first, &roots, &is_end, &mut right);
    right.sort();
    let task = Task { target: target.clone(), ..Task::new(start, start) };
    let exact = Exact::new(&graph, is_end);
    let mut space = SearchSpace::new();
    for count in [0, 1, 2, 3, right.len() / 2, right.len(), right.len() + 1] {
        let by_cost = task.clone().by(Order::Dijkstra);
        let blind = alternatives(&graph, &NoHeuristic, &by_cost, states, count, &mut space);
        let seeing = alternatives(&graph, &exact, &task, states, count, &mut space);
        for told in [blind, seeing] {
            let said = format!("seed {seed}, {states} states, {count} of {right:?}: {told:?}");
            let paths: Vec<_> =
                told.paths.iter().map(|path| (path.cost, path.places.clone())).collect();
            assert!(paths.is_sorted_by(|a, b| a < b), "{said}");
            assert!(paths.iter().all(|path| right.contains(path)), "{said}");
            let costs = |paths: &[(Cost, Vec<NodeId>)]| -> Vec<Cost> {
                paths.iter().take(count).map(|path| path.0).collect()
            };
            assert_eq!(costs(&paths), costs(&right), "{said}");
            let rest = (right.len() < count).then_some(Outcome::Unreachable);
            assert_eq!(told.rest, rest, "{said}");
        }
    }
    right.len()
}

#[test]
fn ways_are_the_cheapest_of_all_there_are() {
    let mut paths = 0;
    for seed in 0..4_000 {
        paths += check(seed, 1) + check(seed, 2) + check(seed, 3);
    }
    assert!(paths > 10_000, "{paths}");
}

#[test]
fn a_limit_is_for_all_searches_together_and_what_came_before_it_is_right() {
    // Everything is joined with everything.
    let step =
        |from: u32, to: u32| Step { to: NodeId(to), cost: Cost((from * 7 + to * 3) % 5 + 1) };
    let steps = |from| (0..5).filter(|&to| to != from).map(|to| step(from, to)).collect();
    let graph = Table((0..5).map(steps).collect());
    let task = Task::new(NodeId(0), NodeId(4));
    let ask =
        |task: &Task| alternatives(&graph, &NoHeuristic, task, 1, 100, &mut SearchSpace::new());
    let all = ask(&task);
    assert!(all.paths.len() == 16, "{all:?}");
    for expansions_max in 0..all.expansions {
        let limits = Limits { expansions_max, ..Limits::NONE };
        let some = ask(&Task { limits, ..task.clone() });
        assert_eq!(some.rest, Some(Outcome::GaveUp(Limit::Expansions)));
        assert!(some.expansions <= expansions_max);
        let costs = |of: &CheapestPaths| of.paths.iter().map(|p| p.cost).collect::<Vec<_>>();
        assert!(costs(&all).starts_with(&costs(&some)), "{some:?}");
    }
    let cost_max = all.paths[1].cost;
    let cheap = ask(&Task { limits: Limits { cost_max, ..Limits::NONE }, ..task });
    assert_eq!(cheap.rest, Some(Outcome::GaveUp(Limit::Cost)));
    assert!(cheap.paths.iter().all(|path| path.cost <= cost_max));
}
