//! In place of fitting blocks into the components around them: everything is joined anew.

use super::arcs::Arcs;
use super::patches::Patches;
use xunlu_map::put_in_order;

/// What would be noted of stale blocks before they are looked through; nothing ever is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Before {}

impl Before {
    pub(super) fn note(_: &[u32], _: &Patches, _: &mut Arcs) -> Option<Before> {
        None
    }

    pub(super) fn refit(self, _: &[u32], _: &mut Patches, _: &mut Arcs) -> Option<i64> {
        match self {}
    }
}

/// Pairs of components by key, each once: a list, for it is made whole and never changed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Ends {
    // In order.
    pairs: Vec<u64>,
}

impl Ends {
    /// These pairs, in any order and any number of times.
    pub(super) fn of(mut pairs: Vec<u64>) -> Ends {
        put_in_order(&mut pairs);
        pairs.dedup();
        Ends { pairs }
    }

    /// The first pair from a key on.
    pub(super) fn first_from(&self, key: u64) -> Option<u64> {
        self.pairs.get(self.pairs.partition_point(|&pair| pair < key)).copied()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    pub(super) fn bytes(&self) -> usize {
        self.pairs.capacity() * size_of::<u64>()
    }
}
