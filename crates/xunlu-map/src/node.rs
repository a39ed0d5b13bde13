//! The number of a place in the graphs of its map.

use std::fmt;

/// A node of one graph: a number below the graph's node count, good as an index into an array. It means
/// nothing to any other graph.
///
/// A map numbers its places ([`Map::node_at`](crate::Map::node_at)), and every graph of the map in which
/// a place is one node uses these numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

impl NodeId {
    /// No node: the parent of a start.
    pub const NONE: NodeId = NodeId(u32::MAX);

    /// The position of this node's entry in an array.
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
