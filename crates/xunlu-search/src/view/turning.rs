//! A graph in which turning costs something: nodes that know which way they are headed.

use super::{Headings, Places, Sense};
use crate::graph::{Graph, ReverseGraph};
use crate::heuristic::Heuristic;
use crate::step::Step;
use xunlu_map::{Cost, NodeId};

/// A graph of (place, heading): each change of heading costs the same once. So fewer turns are found
/// exactly when they are worth it, and the path is the cheapest of the stated cost.
///
/// A node's number is its place's, times the number of headings and one more, plus the heading it
/// was reached in; the last of these is "none yet".
#[derive(Clone, Copy, Debug)]
pub struct Turning<G> {
    graph: G,
    turn_cost: Cost,
    states: u32,
}

impl<G: Headings> Turning<G> {
    /// The graph with a cost for each change of heading. Returns `None` if its nodes cannot be numbered.
    #[must_use]
    pub fn new(graph: G, turn_cost: Cost) -> Option<Turning<G>> {
        let states = graph.heading_count() + 1;
        graph.node_count().checked_mul(states)?;
        Some(Turning { graph, turn_cost, states })
    }

    /// The node of a place with no heading yet: where paths start.
    #[must_use]
    pub fn start_at(&self, place: NodeId) -> NodeId {
        NodeId(place.0 * self.states + self.states - 1)
    }

    /// The first node of a place; the nodes in every heading follow it, as many as
    /// [`states`](Self::states): where paths end.
    #[must_use]
    pub fn first_at(&self, place: NodeId) -> NodeId {
        NodeId(place.0 * self.states)
    }

    /// How many nodes a place has.
    #[must_use]
    pub fn states(&self) -> u32 {
        self.states
    }

    /// The place of a node, as a node of the graph below.
    #[must_use]
    pub fn below(&self, node: NodeId) -> NodeId {
        NodeId(node.0 / self.states)
    }

    /// The graph below.
    pub const fn graph(&self) -> &G {
        &self.graph
    }

    fn turn(&self, from: u32, to: u32) -> Cost {
        let none = self.states - 1;
        if from == to || from == none || to == none { Cost::ZERO } else { self.turn_cost }
    }
}

impl<G: Headings> Graph for Turning<G> {
    fn node_count(&self) -> u32 {
        self.graph.node_count() * self.states
    }

    fn steps_from(&self, from: NodeId, steps: &mut Vec<Step>) {
        let held = from.0 % self.states;
        self.graph.headed_steps(self.below(from), Sense::Along, &mut |step, heading| {
            let to = NodeId(step.to.0 * self.states + heading);
            steps.push(Step { to, cost: step.cost + self.turn(held, heading) });
        });
    }
}

impl<G: Headings> ReverseGraph for Turning<G> {
    fn steps_into(&self, to: NodeId, steps: &mut Vec<Step>) {
        let arrived = to.0 % self.states;
        self.graph.headed_steps(self.below(to), Sense::Against, &mut |step, heading| {
            if heading == arrived {
                steps.extend((0..self.states).map(|held| Step {
                    to: NodeId(step.to.0 * self.states + held),
                    cost: step.cost + self.turn(held, heading),
                }));
            }
        });
    }
}

impl<G: Headings> Places for Turning<G> {
    type Place = G::Place;

    fn node_at(&self, place: G::Place) -> Option<NodeId> {
        self.graph.node_at(place).map(|node| self.start_at(node))
    }

    fn place_of(&self, node: NodeId) -> G::Place {
        self.graph.place_of(self.below(node))
    }

    fn can_stand_on(&self, node: NodeId) -> bool {
        self.graph.can_stand_on(self.below(node))
    }
}

/// An estimate made for places, on a graph of (place, heading).
#[derive(Clone, Copy, Debug)]
pub struct TurningEstimate<'a, H: ?Sized> {
    /// The estimate on the graph below.
    pub below: &'a H,
    /// How many nodes a place has: see [`Turning::states`].
    pub states: u32,
}

impl<H: Heuristic + ?Sized> Heuristic for TurningEstimate<'_, H> {
    #[inline]
    fn estimate(&self, node: NodeId) -> Cost {
        self.below.estimate(NodeId(node.0 / self.states))
    }

    fn is_consistent(&self) -> bool {
        self.below.is_consistent()
    }

    fn is_admissible(&self) -> bool {
        self.below.is_admissible()
    }
}
