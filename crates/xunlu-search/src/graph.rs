//! What a search knows of the world: how many nodes there are and which steps lead on from each.

use crate::step::Step;
use xunlu_map::NodeId;

/// A map as one kind of mover sees it.
///
/// Two methods, so that anything can be one. Handing the caller's buffer down beats calling back for
/// each step, even through `dyn`.
/// Implementations are held to the contract by [`check_graph`](crate::contract::check_graph).
pub trait Graph {
    /// How many nodes there may be; every node's number is lower. Some numbers may stand for no
    /// place at all: such a node has no steps and none leads to it.
    fn node_count(&self) -> u32;

    /// Appends the steps that lead on from a node, always the same ones in the same order while the
    /// map stands still.
    ///
    /// Costs are below [`Cost::MAX`](xunlu_map::Cost::MAX), but for a link whose weight makes a price
    /// too large to say: no path takes it, and a search that meets it and finds no other way answers
    /// [`CostTooLarge`](crate::Limit::CostTooLarge), not that there is none.
    fn steps_from(&self, from: NodeId, steps: &mut Vec<Step>);
}

/// A graph that can also be walked against its steps, for searches from the goal.
///
/// Held to the contract by [`check_reverse_graph`](crate::contract::check_reverse_graph).
pub trait ReverseGraph: Graph {
    /// Appends a step for each step of the graph that leads to `to`; its `to` is the node where that
    /// step begins, its cost that step's cost.
    fn steps_into(&self, to: NodeId, steps: &mut Vec<Step>);
}

impl<G: Graph + ?Sized> Graph for &G {
    fn node_count(&self) -> u32 {
        (**self).node_count()
    }

    #[inline]
    fn steps_from(&self, from: NodeId, steps: &mut Vec<Step>) {
        (**self).steps_from(from, steps);
    }
}

impl<G: ReverseGraph + ?Sized> ReverseGraph for &G {
    #[inline]
    fn steps_into(&self, to: NodeId, steps: &mut Vec<Step>) {
        (**self).steps_into(to, steps);
    }
}

/// A graph with every step turned round.
#[derive(Clone, Copy, Debug)]
pub struct Backward<'a, G: ?Sized>(pub &'a G);

impl<G: ReverseGraph + ?Sized> Graph for Backward<'_, G> {
    fn node_count(&self) -> u32 {
        self.0.node_count()
    }

    #[inline]
    fn steps_from(&self, from: NodeId, steps: &mut Vec<Step>) {
        self.0.steps_into(from, steps);
    }
}

impl<G: ReverseGraph + ?Sized> ReverseGraph for Backward<'_, G> {
    #[inline]
    fn steps_into(&self, to: NodeId, steps: &mut Vec<Step>) {
        self.0.steps_from(to, steps);
    }
}
