//! How much a world was asked, so that it can tell what is worth making beforehand.

use std::sync::atomic::{AtomicU64, Ordering};

/// Expansions that landmarks would have spared, added up by however many threads ask,
/// of whatever snapshots.
#[derive(Debug, Default)]
pub(crate) struct Usage {
    expansions: AtomicU64,
}

impl Usage {
    pub(crate) fn add(&self, expansions: u64) {
        // Nothing else is read or written by it, so no order is asked for.
        self.expansions.fetch_add(expansions, Ordering::Relaxed);
    }

    pub(crate) fn expansions(&self) -> u64 {
        self.expansions.load(Ordering::Relaxed)
    }

    pub(crate) fn clear(&self) {
        self.expansions.store(0, Ordering::Relaxed);
    }
}
