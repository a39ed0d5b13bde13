//! One step from node to node.

use xunlu_map::{Cost, NodeId};

/// One move: where it leads and what it costs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step {
    /// The node it leads to.
    pub to: NodeId,
    /// Its cost; [`Cost::MAX`] of a link too expensive to say alone.
    pub cost: Cost,
}
