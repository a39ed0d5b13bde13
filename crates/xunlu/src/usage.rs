//! How much a world was asked, so that it can tell what is worth making beforehand.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Expansions, added up by however many threads ask, of whatever snapshots.
#[derive(Debug, Default)]
pub(crate) struct Expansions(
    // Nothing else is read or written by any of them, so no order is asked for.
    AtomicU64,
);

/// What is made of an index at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum IndexPart {
    /// The jump edges of every jump point.
    Edges,
    /// The costs from landmarks, which take longer, and on many maps spare nothing.
    Landmarks,
    /// The costs from landmarks, and the edges anew, which edits have changed.
    Both,
}

/// Expansions that an index would have spared, or landmarks for the one there is.
#[derive(Debug, Default)]
pub(crate) struct Usage {
    without_index: Expansions,
    aside: Expansions,
    // How many jump points the map had when they were counted last.
    jump_points: AtomicU64,
    has_failed: AtomicBool,
}

/// So many expansions of a question are those of a short one, which jump edges make hardly shorter.
const SHORT: u64 = 16;

/// The same for landmarks. A search begins to use them after so many.
const SHORT_ASIDE: u64 = 8;

/// Where none was possible it is tried again after so many times as much: trying takes time as well.
const PATIENCE: u64 = 16;

impl IndexPart {
    /// After so many expansions without it for each jump point it is worth making: on the median of maps
    /// where edges spare anything they would by then have spared what making them takes, and landmarks three
    /// fifths of it.
    ///
    /// Who knows nothing of what is still to be asked can do no better than to wait until it would have: made
    /// sooner it may be of no more use, made later it is missed for longer. `record/jumps.md` has the
    /// figures.
    const fn expansions_a_jump_point(self) -> u64 {
        match self {
            IndexPart::Edges => 8,
            IndexPart::Landmarks => 10,
            IndexPart::Both => 18,
        }
    }
}

impl Expansions {
    pub(crate) fn add(&self, expansions: u64) {
        self.0.fetch_add(expansions, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Usage {
    /// Adds what a search without an index did that had so many expansions before, and has so many after it
    /// went on.
    pub(crate) fn add_without_index(&self, before: u64, after: u64) {
        self.without_index.add(after.saturating_sub(SHORT) - before.saturating_sub(SHORT));
    }

    /// Adds how many nodes a search expanded, by jump edges and without sharp landmarks, that its path does
    /// not lead through. How many these are is known when it ends.
    pub(crate) fn add_aside(&self, expansions: u64) {
        self.aside.add(expansions.saturating_sub(SHORT_ASIDE));
    }

    /// Whether a part of an index is worth making of a map of so many jump points, which are counted if need
    /// be.
    pub(crate) fn is_enough(&self, part: IndexPart, jump_points: impl FnOnce() -> u64) -> bool {
        let times = if self.has_failed.load(Ordering::Relaxed) { PATIENCE } else { 1 };
        let a_jump_point = part.expansions_a_jump_point() * times;
        let expansions = self.towards(part).get();
        let is_enough =
            |jump_points: u64| expansions >= jump_points.max(1).saturating_mul(a_jump_point);
        if !is_enough(self.jump_points.load(Ordering::Relaxed)) {
            return false;
        }
        // The map may have more of them by now than when they were counted.
        let jump_points = jump_points();
        self.jump_points.store(jump_points, Ordering::Relaxed);
        is_enough(jump_points)
    }

    /// Begins anew, after a part of an index was made or none was possible.
    pub(crate) fn clear(&self, part: IndexPart, is_made: bool) {
        self.towards(part).0.store(0, Ordering::Relaxed);
        self.jump_points.store(0, Ordering::Relaxed);
        self.has_failed.store(!is_made, Ordering::Relaxed);
    }

    const fn towards(&self, part: IndexPart) -> &Expansions {
        match part {
            IndexPart::Edges => &self.without_index,
            IndexPart::Landmarks | IndexPart::Both => &self.aside,
        }
    }
}
