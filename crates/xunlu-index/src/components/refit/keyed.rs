//! One kind of tree, for whatever is looked up by something small.

use crate::components::ComponentId;
use crate::components::patches::PatchId;
use std::collections::BTreeMap;

/// Numbers by keys, in order of the keys.
///
/// What is more than a number lies in a list beside, and its place there in the tree.
pub(super) type Keyed = BTreeMap<u64, u32>;

impl ComponentId {
    /// Its key, in order of the components.
    pub(super) fn key(self) -> u64 {
        u64::from(self.least_node().0)
    }
}

impl PatchId {
    /// Its key, in order of the patches.
    pub(super) fn key(self) -> u64 {
        u64::from(self.block) << 16 | u64::from(self.label)
    }

    /// The patch that has this key.
    pub(super) fn of_key(key: u64) -> PatchId {
        let [_, _, a, b, c, d, label @ ..] = key.to_be_bytes();
        let block = u32::from_be_bytes([a, b, c, d]);
        PatchId { block, label: u16::from_be_bytes(label) }
    }
}

/// A place in a list of things, of which there are no more than nodes.
pub(super) fn place(place: usize) -> u32 {
    u32::try_from(place).expect("no more of them than nodes")
}

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu_map::NodeId;

    #[test]
    fn keys_are_in_order_and_lead_back() {
        let mut last = None;
        for block in [0, 1, 255, 65_536, u32::MAX] {
            for label in [0, 1, 300, u16::MAX] {
                let patch = PatchId { block, label };
                assert_eq!(PatchId::of_key(patch.key()), patch);
                assert!(last < Some(patch.key()));
                last = Some(patch.key());
            }
        }
        let [low, high] = [3, u32::MAX].map(|node| ComponentId(NodeId(node)));
        assert_eq!(ComponentId::second_of(low.pair_key(high)), high);
        assert!(low.pair_key(high) < high.pair_key(low));
    }
}
