//! Edits of the ground that jump edges have not taken in.
//!
//! Doors are shut and opened again, and edges on ground that is as it was need no repair. So they stay as
//! they are for a few edits. Until they are repaired no search follows the edges of a jump point that one of
//! these affects: it jumps from there itself.

use super::bit_grid::BitGrid;
use super::map::JumpMap;
use super::numbers::{PaddedCell, WordAt};
use super::repair::JumpEdit;

/// So many edits stay outstanding at most: with one more, edges are repaired after all of them at once.
///
/// PERF: with one of them a question takes 1.02 to 1.05 times as long as with edges repaired, with two 1.05
/// to 1.09, with four 1.10 to 1.18 (AR0602SR, brc202d, Aurora; `record/edits.md`).
const EDITS_MAX: usize = 4;

/// The edits since edges were found or repaired.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct OutstandingEdits {
    // Where the mover could stand then, and could on what is cut out.
    standing: BitGrid,
    edits: Vec<JumpEdit>,
}

impl OutstandingEdits {
    /// None so far.
    pub(super) fn none(map: &JumpMap) -> OutstandingEdits {
        OutstandingEdits { standing: map.standing(), edits: Vec::new() }
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// Adds an edit after which the map is this one, and forgets all of them if it is as it was before the
    /// first. Returns whether all can stay outstanding.
    #[must_use]
    pub(super) fn add(&mut self, map: &JumpMap, edit: &JumpEdit) -> bool {
        self.edits.push(*edit);
        if edit.moves_jump_points || edit.is_large() {
            return false;
        }
        if self.edits.iter().all(|edit| self.is_as_it_was(map, edit)) {
            self.edits.clear();
        }
        self.edits.len() <= EDITS_MAX
    }

    /// Those that could have changed a jump which lies within a rectangle.
    #[inline]
    pub(super) fn within(&self, rect: [PaddedCell; 2]) -> impl Iterator<Item = &JumpEdit> {
        self.edits.iter().filter(move |edit| edit.may_change(rect))
    }

    /// All of them, which are none any more: edges are being repaired.
    pub(super) fn take(&mut self, map: &JumpMap) -> Vec<JumpEdit> {
        for at in self.edits.iter().flat_map(words_of) {
            self.standing.set_word(at, map.standing_at(at));
        }
        std::mem::take(&mut self.edits)
    }

    fn is_as_it_was(&self, map: &JumpMap, edit: &JumpEdit) -> bool {
        words_of(edit).all(|at| self.standing.word(at) == map.standing_at(at))
    }

    pub(super) fn bytes(&self) -> usize {
        self.standing.bytes()
    }
}

/// The words of the cells of an edit.
fn words_of(edit: &JumpEdit) -> impl Iterator<Item = WordAt> + use<> {
    let [first, last] = edit.cells.map(|PaddedCell { x, y }| (x as usize / 64, y as usize));
    let rows = first.1..=last.1;
    rows.flat_map(move |line| (first.0..=last.0).map(move |word| WordAt { line, word }))
}
