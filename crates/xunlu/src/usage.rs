//! How much a world was asked, so that it can tell what is worth making beforehand.

use std::sync::atomic::{AtomicU64, Ordering};

/// So many expansions of a question are those of a short one, which an index makes hardly shorter.
const EXPANSIONS_SHORT: u64 = 16;

/// After so many expansions without an index for each jump point one is worth making: searching has taken
/// about as long by then as making it takes, and will not be so far from it on any map. (`record/jumps.md`
/// tells how many it is after which an index has paid, on each of 21 maps.)
const EXPANSIONS_A_JUMP_POINT: u64 = 16;

/// What an index was not possible for is not tried again before it was asked so many times as much.
const PATIENCE: u64 = 16;

/// Expansions that an index would have spared, added up by however many threads ask, of whatever snapshots.
#[derive(Debug, Default)]
pub(crate) struct Usage {
    // Nothing else is read or written by either, so no order is asked for.
    expansions: AtomicU64,
    // How many are enough for an index to be worth it; 0 if that is not known yet.
    enough: AtomicU64,
}

impl Usage {
    pub(crate) fn add(&self, expansions: u64) {
        self.expansions.fetch_add(expansions, Ordering::Relaxed);
    }

    /// Adds what a search did that had so many expansions before, and has so many after it went on.
    pub(crate) fn add_search(&self, before: u64, after: u64) {
        self.add(after.saturating_sub(EXPANSIONS_SHORT) - before.saturating_sub(EXPANSIONS_SHORT));
    }

    pub(crate) fn expansions(&self) -> u64 {
        self.expansions.load(Ordering::Relaxed)
    }

    /// Whether an index is worth making of a map of so many jump points, which are counted if need be.
    pub(crate) fn is_enough(&self, jump_points: impl FnOnce() -> Option<u64>) -> bool {
        let expansions = self.expansions();
        if expansions < EXPANSIONS_A_JUMP_POINT {
            return false;
        }
        let mut enough = self.enough.load(Ordering::Relaxed);
        if enough == 0 {
            let Some(jump_points) = jump_points() else { return false };
            enough = jump_points.max(1).saturating_mul(EXPANSIONS_A_JUMP_POINT);
            self.enough.store(enough, Ordering::Relaxed);
        }
        expansions >= enough
    }

    /// Begins anew, after an index was made or none was possible.
    pub(crate) fn clear(&self, is_made: bool) {
        let enough = self.enough.load(Ordering::Relaxed);
        self.enough
            .store(if is_made { 0 } else { enough.saturating_mul(PATIENCE) }, Ordering::Relaxed);
        self.expansions.store(0, Ordering::Relaxed);
    }
}
