//! Maps as graphs: what one kind of map is to one kind of mover.

mod restricted;
mod grid;
mod plain;
mod hex;
mod layers;
mod waypoints;
mod neighbour_block;

mod links;
mod turning;

pub use grid::GridView;
pub use hex::HexView;
pub use layers::LayersView;
pub use links::{LinkTable, Linked, NodeLink};
pub use neighbour_block::{NeighbourBlock, NeighbourRow};
pub use plain::PlainGrid;
pub use restricted::{Permit, Restricted};
pub use turning::{HeadingNumbers, Turning};
pub use waypoints::WaypointView;

use crate::graph::ReverseGraph;
use crate::step::Step;
use xunlu_map::{NodeId, Size};

/// A graph whose nodes are places that people have names for.
///
/// Held to the contract by [`check_places`](crate::contract::check_places).
pub trait Places: ReverseGraph {
    /// What people call a place.
    type Place: Copy + Eq + std::fmt::Debug;

    /// The node of a place. Returns `None` if it lies outside the map.
    /// The one gate: past it nobody checks again.
    fn node_at(&self, place: Self::Place) -> Option<NodeId>;

    /// The place of a node.
    fn place_of(&self, node: NodeId) -> Self::Place;

    /// Whether the mover can stand there. A node where it cannot has no steps, and none leads to it.
    fn can_stand_on(&self, node: NodeId) -> bool;

    /// Tells all steps around a window of nodes at one go, for whoever would else ask node by node;
    /// false, and anything in the block, where it cannot. No graph need be able to.
    ///
    /// `first` is the window's least node; the others follow it as many a row and as many rows down as
    /// `size` says, at the [`stride`](NeighbourBlock::stride) that the graph tells. When it is true:
    ///
    /// - The block has two rows more than the window, and no bits beyond two columns more.
    /// - A node of the window is open exactly where the mover can stand; one of the frame only where
    ///   it can.
    /// - A node of the window has steps from and into the nodes it is joined with, and no others.
    ///   Nodes of the frame are joined only where steps lead both ways, and may have other steps.
    fn neighbour_block(&self, first: NodeId, size: Size, block: &mut NeighbourBlock) -> bool {
        let _ = (first, size, block);
        false
    }
}

/// A graph whose steps have headings, so that turning can cost something.
///
/// Held to the contract by [`check_headings`](crate::contract::check_headings).
pub trait Headings: Places {
    /// How many headings there are.
    fn heading_count(&self) -> u32;

    /// Tells the steps from a node, or into it, with their headings: the same steps in the same
    /// order as [`steps_from`](crate::Graph::steps_from) and [`steps_into`](ReverseGraph::steps_into)
    /// give.
    ///
    /// The heading is a number below [`heading_count`](Self::heading_count), or that number itself
    /// for a step without heading, such as a link: it costs no turn, and neither does the next.
    fn headed_steps(&self, node: NodeId, sense: Sense, tell: &mut dyn FnMut(Step, u32));
}

/// Along the steps or against them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sense {
    /// Steps from a node.
    Along,
    /// Steps into a node.
    Against,
}

#[cfg(test)]
mod tests;
