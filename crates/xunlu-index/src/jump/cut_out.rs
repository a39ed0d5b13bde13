//! Cells that are cut out of the ground that jumps go over, because steps from them are not those of any cell
//! with their neighbours: one-way cells.
//!
//! ```text
//!   . . . .      To scans and jumps such a cell (v) is a wall. What steps it takes part in are links to them,
//!   # v # .      each at its own cost: onto it, off it where it may be left, and the diagonal ones past it, for
//!   . . . .      which a wall would leave no room. So a path is cut into parts on ground where all is as
//!                anywhere, and links between them.
//! ```
//!
//! What the links are is nothing that the map knows: it knows where they begin and end, around each of them.

use super::bit_grid::BitGrid;
use super::numbers::{BitAt, PaddedCell, WordAt, WordIndex};

/// Which cells are cut out, by rows, and on which of them the mover can stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct CutOut {
    cells: BitGrid,
    count: u32,
    open: BitGrid,
}

impl CutOut {
    /// None of the cells of a map, of which this is none either.
    pub(super) fn none(no_cells: BitGrid) -> CutOut {
        CutOut { cells: no_cells.clone(), count: 0, open: no_cells }
    }

    /// How many there are.
    pub(super) const fn count(&self) -> u32 {
        self.count
    }

    /// Cuts out those cells of a word that were not, or puts back those that were, of where the mover can
    /// stand. Returns on which of the word's cells it can.
    pub(super) fn flip(&mut self, word: WordIndex, cells: u64, standing: &mut BitGrid) -> u64 {
        let own = self.cells.word_at(word) ^ cells;
        self.count = self.count - self.cells.word_at(word).count_ones() + own.count_ones();
        self.cells.set_word_at(word, own);
        let all = standing.word_at(word) | self.open.word_at(word);
        self.open.set_word_at(word, all & own);
        standing.set_word_at(word, all & !own);
        all
    }

    /// Which cells of a word are cut out.
    pub(super) fn word_at(&self, word: WordIndex) -> u64 {
        self.cells.word_at(word)
    }

    /// Whether the mover can stand on a cell that is cut out.
    #[inline]
    pub(super) fn is_open(&self, cell: PaddedCell) -> bool {
        let BitAt { word, bit } = self.open.bit_at(cell);
        self.open.word_at(word) >> bit & 1 != 0
    }

    /// Adds where the mover can stand on them.
    pub(super) fn add_to(&self, standing: &mut BitGrid) {
        for word in (0..standing.len_in_words()).map(WordIndex) {
            standing.set_word_at(word, standing.word_at(word) | self.open.word_at(word));
        }
    }

    /// The cells of a word.
    #[inline]
    pub(super) fn word(&self, at: WordAt) -> u64 {
        self.cells.word(at)
    }

    /// The same of any 64 cells of a row.
    #[inline]
    pub(super) fn bits_from(&self, row: u32, first: i32) -> u64 {
        self.cells.bits_from(row, first)
    }

    /// Those of them where the mover can stand.
    #[inline]
    pub(super) fn open_word(&self, at: WordAt) -> u64 {
        self.open.word(at)
    }

    /// Takes in where in a word the mover can stand. Returns it without the cells that are cut out.
    pub(super) fn keep(&mut self, at: WordAt, standing: u64) -> u64 {
        let own = self.cells.word(at);
        self.open.set_word(at, standing & own);
        standing & !own
    }

    pub(super) fn bytes(&self) -> usize {
        self.cells.bytes() + self.open.bytes()
    }
}
