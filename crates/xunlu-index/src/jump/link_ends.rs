//! The cells where links begin and end: jump points whatever the arrival, for from each a path may go on by a
//! link or come out of one.
//!
//! Of a cell where a jump stops for that alone, the directions to search in are those of any cell with its
//! neighbours: most of them are pruned, and so a door costs next to nothing where it is passed. Who comes out
//! of a link has come in no direction and searches in all of them.
//!
//! Which of the links may be taken, by whom and at what price, is nothing that the map knows: a door that is
//! shut or opened changes none of it.

use super::bit_grid::BitGrid;
use super::numbers::{BitAt, PaddedCell, WordAt};
use super::rule::JumpRule;

/// Which cells are ends of links, by rows, and how many.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LinkEnds {
    pub(super) bits: BitGrid,
    pub(super) count: u32,
}

impl LinkEnds {
    #[inline]
    pub(super) fn has(&self, cell: PaddedCell) -> bool {
        let BitAt { word, bit } = self.bits.bit_at(cell);
        self.bits.word_at(word) >> bit & 1 != 0
    }

    pub(super) fn bytes(&self) -> usize {
        self.bits.bytes()
    }

    /// The jump points that they make among the open cells of a word: with four neighbours rows are not
    /// scanned, and columns not jumped along.
    #[inline]
    pub(super) fn jump_points(&self, rule: JumpRule, arrival: usize, at: WordAt, open: u64) -> u64 {
        LinkEnds::jump_points_of(rule, arrival, self.bits.word(at), open)
    }

    /// The same of cells of which these are ends of links.
    #[inline]
    pub(super) fn jump_points_of(rule: JumpRule, arrival: usize, ends: u64, open: u64) -> u64 {
        if rule == JumpRule::Four && arrival & 1 != usize::from(arrival < 4) {
            return 0;
        }
        ends & open
    }
}
