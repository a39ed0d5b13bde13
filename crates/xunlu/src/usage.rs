//! How much a world was asked, so that it can tell what is worth making beforehand.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// So many expansions of a question are those of a short one, which an index makes hardly shorter.
const EXPANSIONS_SHORT: u64 = 16;

/// After so many expansions without an index for each jump point one is worth making: by then it would have
/// spared about as much as making it takes.
///
/// Who knows nothing of what is still to be asked can do no better than to wait until it would have: made
/// sooner it may be of no more use, made later it is missed for longer. `record/jumps.md` has the figures:
/// that is so after 17 to 25 on 14 of 25 maps, after 9 and 11 in rooms, and after 45 on Berlin_0_1024.
const EXPANSIONS_A_JUMP_POINT: u64 = 20;

/// Where none was possible it is tried again after so many times as much: trying takes time as well.
const PATIENCE: u64 = 16;

/// Expansions that an index would have spared, added up by however many threads ask, of whatever snapshots.
#[derive(Debug, Default)]
pub(crate) struct Usage {
    // Nothing else is read or written by any of them, so no order is asked for.
    expansions: AtomicU64,
    // How many were enough for the map as it was when its jump points were counted last.
    enough: AtomicU64,
    has_failed: AtomicBool,
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
    pub(crate) fn is_enough(&self, jump_points: impl FnOnce() -> u64) -> bool {
        let expansions = self.expansions();
        if expansions == 0 || expansions < self.enough.load(Ordering::Relaxed) {
            return false;
        }
        // The map may have more of them by now than when they were counted.
        let times = if self.has_failed.load(Ordering::Relaxed) { PATIENCE } else { 1 };
        let enough = jump_points().max(1).saturating_mul(EXPANSIONS_A_JUMP_POINT * times);
        self.enough.store(enough, Ordering::Relaxed);
        expansions >= enough
    }

    /// Begins anew, after an index was made or none was possible.
    pub(crate) fn clear(&self, is_made: bool) {
        self.expansions.store(0, Ordering::Relaxed);
        self.enough.store(0, Ordering::Relaxed);
        self.has_failed.store(!is_made, Ordering::Relaxed);
    }
}
