//! Checkers of the promises that this crate's public traits make: for your own graphs and
//! heuristics as much as for ours. Whoever implements a trait calls its checker in a test.
//!
//! They look at every node, so they are for small maps. What they find they say in a panic.
//!
//! ```
//! # mod xunlu {
//! #     pub use xunlu_map::{self as map, *};
//! #     pub use xunlu_search::{self as search, *};
//! # }
//! use xunlu::Cost;
//! use xunlu::map::NodeId;
//! use xunlu::search::{Graph, Heuristic, Step};
//! use xunlu::search::contract::{check_graph, check_heuristic};
//!
//! struct Street; // Ten houses in a row.
//! impl Graph for Street {
//!     fn node_count(&self) -> u32 {
//!         10
//!     }
//!     fn steps_from(&self, from: NodeId, steps: &mut Vec<Step>) {
//!         if from.0 < 9 {
//!             steps.push(Step { to: NodeId(from.0 + 1), cost: Cost(3) });
//!         }
//!     }
//! }
//!
//! struct HousesLeft;
//! impl Heuristic for HousesLeft {
//!     fn estimate(&self, node: NodeId) -> Cost {
//!         Cost(9 - node.0)
//!     }
//! }
//!
//! check_graph(&Street);
//! check_heuristic(&Street, &HousesLeft, &[NodeId(9)]);
//! ```

mod neighbour_block;

use crate::graph::{Graph, ReverseGraph};
use crate::heuristic::Heuristic;
use crate::step::Step;
use crate::view::{Headings, Places, Sense};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use xunlu_map::{Cost, NodeId};

/// Checks that steps lead to numbers of the graph at costs that can be said, come out the same
/// twice, and are appended to what the buffer holds. That nodes without a place have no steps is for
/// [`check_places`] to see.
///
/// # Panics
/// When the graph breaks its contract.
pub fn check_graph<G: Graph + ?Sized>(graph: &G) {
    let count = graph.node_count();
    for node in all_nodes(graph) {
        let steps = appended(|buffer| graph.steps_from(node, buffer), node, "steps_from");
        for step in &steps {
            let to = step.to;
            assert!(to.0 < count, "a step from {node:?} leads to {to:?} of {count} nodes");
            assert!(
                step.cost < Cost::MAX,
                "the step from {node:?} to {to:?} costs too much to say"
            );
        }
    }
}

/// Checks that the steps into the nodes are those that lead from them, each as often and at the same
/// cost, and that they are appended and come out the same twice.
///
/// # Panics
/// When the graph breaks its contract.
pub fn check_reverse_graph<G: ReverseGraph + ?Sized>(graph: &G) {
    let (mut along, mut against) = (Vec::new(), Vec::new());
    for node in all_nodes(graph) {
        let from = steps_of(graph, node).into_iter();
        along.extend(from.map(|step| (node, step.to, step.cost)));
        let into = appended(|buffer| graph.steps_into(node, buffer), node, "steps_into");
        against.extend(into.into_iter().map(|step| (step.to, node, step.cost)));
    }
    along.sort_unstable();
    against.sort_unstable();
    check_same(&along, &against);
}

/// Compares all steps along (from, to and more) with all steps against, both sorted.
fn check_same<T: Ord + std::fmt::Debug>(along: &[T], against: &[T]) {
    for (ours, theirs) in along.iter().zip(against) {
        match ours.cmp(theirs) {
            std::cmp::Ordering::Less => panic!("no step into its end tells of the step {ours:?}"),
            std::cmp::Ordering::Greater => panic!("no step from its start is the step {theirs:?}"),
            std::cmp::Ordering::Equal => {}
        }
    }
    if let Some(missed) = along.get(against.len()) {
        panic!("no step into its end tells of the step {missed:?}");
    }
    if let Some(surplus) = against.get(along.len()) {
        panic!("no step from its start is the step {surplus:?}");
    }
}

/// Checks that an estimate to the nearest of `goals` never lies above what the path really costs, is
/// nothing at the goals and the same twice; and if it says that it is consistent, that no step costs
/// less than the estimate drops along it.
///
/// The true costs come from a plain search by cost, against the steps, from the goals (Dijkstra
/// 1959).
///
/// # Panics
/// When the heuristic breaks its contract.
pub fn check_heuristic<G, H>(graph: &G, heuristic: &H, goals: &[NodeId])
where
    G: Graph + ?Sized,
    H: Heuristic + ?Sized,
{
    let true_costs = costs_to(graph, goals);
    for &goal in goals {
        let estimate = heuristic.estimate(goal);
        assert_eq!(estimate, Cost::ZERO, "the estimate at the goal {goal:?} is not nothing");
    }
    for (node, true_cost) in all_nodes(graph).zip(true_costs) {
        let estimate = heuristic.estimate(node);
        assert_eq!(heuristic.estimate(node), estimate, "two estimates at {node:?} differ");
        if let Some(cost) = true_cost {
            let is_admissible = u64::from(estimate.0) <= cost;
            assert!(is_admissible, "{estimate:?} is estimated at {node:?}, but {cost} is enough");
        }
        if !heuristic.is_consistent() {
            continue;
        }
        for step in steps_of(graph, node) {
            let on = heuristic.estimate(step.to);
            let (to, cost) = (step.to, step.cost);
            let is_consistent = estimate <= cost + on;
            assert!(
                is_consistent,
                "from {node:?} to {to:?} the estimate drops from {estimate:?} to {on:?}, by more than the step's {cost:?}"
            );
        }
    }
}

/// What the cheapest path from each node to any of the goals costs; `None` if there is none.
fn costs_to<G: Graph + ?Sized>(graph: &G, goals: &[NodeId]) -> Vec<Option<u64>> {
    let mut into: Vec<Vec<(NodeId, u64)>> = all_nodes(graph).map(|_| Vec::new()).collect();
    for node in all_nodes(graph) {
        for step in steps_of(graph, node) {
            into[step.to.index()].push((node, u64::from(step.cost.0)));
        }
    }
    let mut costs = vec![None; into.len()];
    let mut open: BinaryHeap<_> = goals.iter().map(|&goal| Reverse((0_u64, goal))).collect();
    while let Some(Reverse((cost, node))) = open.pop() {
        if costs[node.index()].is_some() {
            continue;
        }
        costs[node.index()] = Some(cost);
        open.extend(into[node.index()].iter().map(|&(from, step)| Reverse((cost + step, from))));
    }
    costs
}

/// Checks that a place and its node name each other, that nodes where nobody can stand have no steps
/// and that no step leads to one; and that what the graph tells of windows by
/// [`neighbour_block`](Places::neighbour_block) is so, for windows of a few sizes all over it.
///
/// Several nodes may share a place, as where a heading belongs to the node; the place then names one
/// of them, where one can stand as well as on the others.
///
/// # Panics
/// When the graph breaks its contract.
pub fn check_places<G: Places + ?Sized>(graph: &G) {
    for node in all_nodes(graph) {
        let can_stand = graph.can_stand_on(node);
        check_steps_by_standing(graph, node, can_stand);
        if !can_stand {
            continue;
        }
        let place = graph.place_of(node);
        let Some(named) = graph.node_at(place) else {
            panic!("{node:?} is at {place:?}, where there is no node");
        };
        let again = graph.place_of(named);
        assert_eq!(again, place, "{node:?} is at {place:?}, whose {named:?} is elsewhere");
        assert!(graph.can_stand_on(named), "{place:?} is open at {node:?} and not at {named:?}");
    }
    neighbour_block::check_neighbour_blocks(graph);
}

fn check_steps_by_standing<G: Places + ?Sized>(graph: &G, node: NodeId, can_stand: bool) {
    let steps = steps_of(graph, node);
    let mut into = Vec::new();
    graph.steps_into(node, &mut into);
    if !can_stand {
        assert!(steps.is_empty(), "nobody can stand on {node:?}, and yet it has steps");
        assert!(into.is_empty(), "nobody can stand on {node:?}, and yet steps lead into it");
    }
    for step in &steps {
        let to = step.to;
        assert!(graph.can_stand_on(to), "a step from {node:?} leads to {to:?}, closed to all");
    }
}

/// Checks that steps with headings are the same steps in the same order as without, along and
/// against, that their headings are below the number of headings or that number itself, and that a
/// step has the same heading whichever way it is told.
///
/// # Panics
/// When the graph breaks its contract.
pub fn check_headings<G: Headings + ?Sized>(graph: &G) {
    let count = graph.heading_count();
    let (mut along, mut against) = (Vec::new(), Vec::new());
    for node in all_nodes(graph) {
        for way in [Sense::Along, Sense::Against] {
            let mut headed = Vec::new();
            graph.headed_steps(node, way, &mut |step, heading| headed.push((step, heading)));
            let mut plain = Vec::new();
            match way {
                Sense::Along => graph.steps_from(node, &mut plain),
                Sense::Against => graph.steps_into(node, &mut plain),
            }
            let steps: Vec<Step> = headed.iter().map(|(step, _)| *step).collect();
            assert_eq!(steps, plain, "the steps {way:?} {node:?} differ with and without headings");
            for (step, heading) in headed {
                let (to, cost) = (step.to, step.cost);
                assert!(
                    heading <= count,
                    "the step {way:?} {node:?} has heading {heading} of {count}"
                );
                match way {
                    Sense::Along => along.push((node, to, cost, heading)),
                    Sense::Against => against.push((to, node, cost, heading)),
                }
            }
        }
    }
    along.sort_unstable();
    against.sort_unstable();
    check_same(&along, &against);
}

fn all_nodes<G: Graph + ?Sized>(graph: &G) -> impl Iterator<Item = NodeId> + use<G> {
    (0..graph.node_count()).map(NodeId)
}

fn steps_of<G: Graph + ?Sized>(graph: &G, node: NodeId) -> Vec<Step> {
    let mut steps = Vec::new();
    graph.steps_from(node, &mut steps);
    steps
}

/// What is appended, twice, to a buffer that holds something already.
fn appended(append: impl Fn(&mut Vec<Step>), node: NodeId, what: &str) -> Vec<Step> {
    let held = Step { to: NodeId(7), cost: Cost(7) };
    let mut first = vec![held];
    append(&mut first);
    assert_eq!(first.first(), Some(&held), "{what} of {node:?} clears the buffer it is lent");
    let mut second = Vec::new();
    append(&mut second);
    first.remove(0);
    assert_eq!(first, second, "{what} of {node:?} gives other steps the second time");
    second
}

#[cfg(test)]
mod tests;
