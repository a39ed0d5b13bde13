//! Telling a jump map where links begin and end: all of them, or one more or less.

use super::bit_grid::BitGrid;
use super::link_ends::LinkEnds;
use super::map::JumpMap;
use super::numbers::{BitAt, PaddedCell, WordIndex};
use super::repair::JumpEdit;
use xunlu_map::{NodeId, Size};

impl JumpMap {
    /// Tells it where links begin and end: these nodes and no others. Where that is news it costs O(map), and
    /// indexes of the map are out of date.
    ///
    /// # Panics
    /// When one of them is not a node of the map.
    pub fn set_link_ends(&mut self, ends: impl IntoIterator<Item = NodeId>) {
        let mut bits = self.no_bits();
        for node in ends {
            let BitAt { word, bit } = bits.bit_at(self.cell_at(node));
            bits.set_word_at(word, bits.word_at(word) | 1 << bit);
        }
        let words = (0..bits.len_in_words()).map(|word| bits.word_at(WordIndex(word)));
        let count = words.map(u64::count_ones).sum();
        let ends = (count > 0).then(|| Box::new(LinkEnds { bits, count }));
        if ends == self.link_ends {
            return;
        }
        self.link_ends = ends;
        self.make_room_for_stops();
        let Size { width, height } = self.layout.bounds().size;
        let [first, last] = [PaddedCell { x: 1, y: 1 }, PaddedCell { x: width, y: height }];
        self.find_anew(&self.part(first, last, 1));
    }

    /// Tells it that links begin or end at a node, or none do any longer. Costs what an edit of that cell
    /// does. Returns what changed, for [`JumpIndex::repair`](super::JumpIndex::repair).
    ///
    /// # Panics
    /// When it is not a node of the map.
    pub fn set_link_end(&mut self, node: NodeId, is_end: bool) -> JumpEdit {
        let cell = self.cell_at(node);
        let was = self.link_ends.as_ref().is_some_and(|ends| ends.has(cell));
        if was == is_end {
            return JumpEdit::default();
        }
        let mut ends = self.link_ends.take();
        let known =
            ends.get_or_insert_with(|| Box::new(LinkEnds { bits: self.no_bits(), count: 0 }));
        let BitAt { word, bit } = known.bits.bit_at(cell);
        known.bits.set_word_at(word, known.bits.word_at(word) ^ 1 << bit);
        known.count = known.count.wrapping_add_signed(if is_end { 1 } else { -1 });
        self.link_ends = ends.filter(|ends| ends.count > 0);
        if is_end {
            self.make_room_for_stops();
        }
        let around = self.part(cell, cell, 1);
        let [rows, columns] = self.find_anew(&around);
        let changed = [rows.ends(), columns.ends()];
        if !is_end {
            self.make_room_for_stops();
        }
        JumpEdit { cells: [cell, cell], moves_jump_points: true, changed, ..JumpEdit::default() }
    }

    /// Whether links begin or end at a cell.
    #[inline]
    pub(super) fn is_link_end(&self, cell: PaddedCell) -> bool {
        self.link_ends.as_ref().is_some_and(|ends| ends.has(cell))
    }

    /// Keeps what stops diagonal jumps where anything may, and only there.
    fn make_room_for_stops(&mut self) {
        let is_needed =
            self.rule.stops_diagonals() || self.weighted.is_some() || self.link_ends.is_some();
        let length = if is_needed { self.useful_directions.len() } else { 0 };
        if self.diagonal_stops.len() != length {
            self.diagonal_stops = vec![0; length];
        }
    }

    /// A bit for each cell, all of them clear.
    fn no_bits(&self) -> BitGrid {
        BitGrid::clear(self.rows(), self.layout.bounds().size.width + 2)
    }
}
