//! How much a world was asked, so that it can tell what is worth making beforehand.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Expansions, added up by however many threads ask, of whatever snapshots.
#[derive(Debug, Default)]
pub(crate) struct Expansions(
    // Nothing else is read or written by any of them, so no order is asked for.
    AtomicU64,
);

/// The parts of an index, in the order in which they are made, and before them all at once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum IndexPart {
    /// Edges, runs and landmarks at once, where jump points are dense: edges alone are no faster there than
    /// plain jumps. It stands alone: no range of parts begins with it.
    Whole,
    /// The jump edges of every jump point.
    Edges,
    /// Where these leave no choice, which takes twice as long.
    Runs,
    /// The costs from landmarks, which take as long as both, and on many maps spare nothing.
    Landmarks,
    /// On hexes, all that an index knows: the steps from landmarks to each of them.
    HexLandmarks,
}

/// What is made of an index at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Making {
    /// The first part that is missing, or has to be made anew.
    pub(crate) first: IndexPart,
    pub(crate) last: IndexPart,
}

/// Expansions that an index would have spared, or a part that the one there is lacks.
#[derive(Debug, Default)]
pub(crate) struct Usage {
    without_index: Expansions,
    without_runs: Expansions,
    aside: Expansions,
    // How many jump points the map had when they were counted last.
    jump_points: AtomicU64,
    has_failed: AtomicBool,
}

const PARTS: [IndexPart; 5] = [
    IndexPart::Whole,
    IndexPart::Edges,
    IndexPart::Runs,
    IndexPart::Landmarks,
    IndexPart::HexLandmarks,
];

/// So many expansions of a question are those of a short one, which jump edges make hardly shorter.
const SHORT: u64 = 16;

/// The same for landmarks. A search begins to use them after so many.
const SHORT_ASIDE: u64 = 8;

/// Where none was possible it is tried again after so many times as much: trying takes time as well.
const PATIENCE: u64 = 16;

impl IndexPart {
    /// After so many expansions without it for each jump point, or each hex, it is worth making: a sixth to
    /// six tenths of those after which it would have spared what making it takes, on the median of maps where
    /// it ever does (5, 14 and 24; 2.1 on hexes; all at once 17 to 38).
    ///
    /// Who knows nothing of what is still to be asked waits until a part would have paid, or less: made
    /// sooner it may be of no more use, made later it is missed for longer. Over all numbers of questions all
    /// of these cost the same, and the sooner less where many are asked. `record/jumps.md` has the figures.
    const fn expansions_a_jump_point(self) -> u64 {
        match self {
            IndexPart::Whole => 6,
            IndexPart::Edges => 3,
            IndexPart::Runs => 7,
            IndexPart::Landmarks => 7,
            IndexPart::HexLandmarks => 1,
        }
    }
}

impl Making {
    /// After so many expansions without the last part for each jump point all of it is worth making.
    fn expansions_a_jump_point(self) -> u64 {
        let parts = PARTS.into_iter().filter(|part| (self.first..=self.last).contains(part));
        parts.map(IndexPart::expansions_a_jump_point).sum()
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

    /// The same of one by jump edges that knows no runs.
    pub(crate) fn add_without_runs(&self, before: u64, after: u64) {
        self.without_runs.add(after.saturating_sub(SHORT) - before.saturating_sub(SHORT));
    }

    /// Adds how many nodes a search expanded, by jump edges or on hexes and without sharp landmarks, that its
    /// path does not lead through. How many these are is known when it ends.
    pub(crate) fn add_aside(&self, expansions: u64) {
        self.aside.add(expansions.saturating_sub(SHORT_ASIDE));
    }

    /// What is worth making. `lacking` tells of so many jump points the first part that is lacking, and which
    /// may be the last that is made with it, the one preferred first. Jump points are counted only if the
    /// last count makes something worth it.
    pub(crate) fn worth_making<'a>(
        &self,
        lacking: impl Fn(u64) -> (IndexPart, &'a [IndexPart]),
        jump_points: impl FnOnce() -> u64,
    ) -> Option<Making> {
        let making_for = |jump_points| {
            let (first, lasts) = lacking(jump_points);
            let mut makings = lasts.iter().map(|&last| Making { first, last });
            makings.find(|&making| self.is_enough(making, jump_points))
        };
        making_for(self.jump_points.load(Ordering::Relaxed))?;
        // The map may have more of them by now than when they were counted.
        let jump_points = jump_points();
        self.jump_points.store(jump_points, Ordering::Relaxed);
        making_for(jump_points)
    }

    fn is_enough(&self, making: Making, jump_points: u64) -> bool {
        let times = if self.has_failed.load(Ordering::Relaxed) { PATIENCE } else { 1 };
        let a_jump_point = making.expansions_a_jump_point() * times;
        self.towards(making.last).get() >= jump_points.max(1).saturating_mul(a_jump_point)
    }

    /// Begins anew, after that was made or could not be: with all parts if the edges are new.
    pub(crate) fn clear(&self, Making { first, last }: Making, is_made: bool) {
        let last = if first <= IndexPart::Edges { IndexPart::Landmarks } else { last };
        for part in PARTS.into_iter().filter(|part| (first..=last).contains(part)) {
            self.towards(part).0.store(0, Ordering::Relaxed);
        }
        self.jump_points.store(0, Ordering::Relaxed);
        self.has_failed.store(!is_made, Ordering::Relaxed);
    }

    const fn towards(&self, part: IndexPart) -> &Expansions {
        match part {
            IndexPart::Whole | IndexPart::Edges => &self.without_index,
            IndexPart::Runs => &self.without_runs,
            IndexPart::Landmarks | IndexPart::HexLandmarks => &self.aside,
        }
    }
}
