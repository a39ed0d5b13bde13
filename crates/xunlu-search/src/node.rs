//! Nodes of a graph, and one step from node to node.

use std::fmt;
use xunlu_map::Cost;

/// A node of one graph: a number below its [`node_count`](crate::Graph::node_count), good as an
/// index into an array. It means nothing to any other graph.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

impl NodeId {
    /// No node: the parent of a start.
    pub const NONE: NodeId = NodeId(u32::MAX);

    /// The place of this node's entry in an array.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == NodeId::NONE { f.write_str("no node") } else { write!(f, "node {}", self.0) }
    }
}

/// One move: where it leads and what it costs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step {
    /// The node it leads to.
    pub to: NodeId,
    /// Its cost; [`Cost::MAX`] of a link too dear to say alone.
    pub cost: Cost,
}
