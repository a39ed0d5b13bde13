//! On which nodes of a map somebody can stand, a bit each, and their numbers among those.

use xunlu_map::NodeId;

/// The nodes on which a mover can stand, numbered in their order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Standing {
    node_count: u32,
    words: Vec<u64>,
    // How many come before each word.
    before: Vec<u32>,
}

impl Standing {
    /// These of so many nodes.
    pub(super) fn new(node_count: u32, nodes: &[u32]) -> Standing {
        let mut words = vec![0_u64; (node_count as usize).div_ceil(64)];
        for &node in nodes {
            words[node as usize / 64] |= 1 << (node % 64);
        }
        let mut count = 0;
        let before = words.iter().map(|word| {
            let before = count;
            count += word.count_ones();
            before
        });
        let before = before.collect();
        Standing { node_count, words, before }
    }

    /// The number of a node. Returns `None` if the mover cannot stand there.
    ///
    /// # Panics
    /// When there is no such node.
    #[inline]
    pub(super) fn number_of(&self, NodeId(node): NodeId) -> Option<u32> {
        assert!(node < self.node_count, "node {node} is none of the map's");
        let (word, bit) = (self.words[node as usize / 64], node % 64);
        let lower = word & ((1 << bit) - 1);
        (word >> bit & 1 != 0).then(|| self.before[node as usize / 64] + lower.count_ones())
    }

    /// How many bytes it takes for so many nodes.
    pub(super) const fn bytes_of(node_count: u32) -> usize {
        (node_count as usize).div_ceil(64) * (size_of::<u64>() + size_of::<u32>())
    }

    pub(super) const fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>() + self.before.capacity() * size_of::<u32>()
    }
}
