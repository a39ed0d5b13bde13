//! Nodes of searches: entrances by their numbers.

/// A cluster of the lowest level by its number, and one of its entrances in the lowest byte.
pub(super) type Node = u32;

/// The node at an entrance of a cluster.
#[inline]
pub(super) fn node_of(cluster: usize, own: u8) -> Node {
    u32::try_from(cluster).expect("clusters are numbered in 24 bits") << 8 | u32::from(own)
}

/// The number of the cluster that a node lies in.
#[inline]
pub(super) const fn cluster_of_node(node: Node) -> usize {
    (node >> 8) as usize
}

/// Which of the entrances of its cluster a node is.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the lowest byte")]
pub(super) const fn own_of_node(node: Node) -> u8 {
    node as u8
}

/// The same by its place among the nodes of its cluster.
#[inline]
pub(super) fn own_of(place: usize) -> u8 {
    u8::try_from(place).expect("a cluster has at most 252 entrances")
}
