//! Telling a jump map where links begin and end, all of them or one more or less, what is cut out of it, and
//! which edges are joined.

use super::bit_grid::BitGrid;
use super::cut_out::CutOut;
use super::link_ends::LinkEnds;
use super::map::JumpMap;
use super::numbers::{BitAt, PaddedCell, WordIndex};
use super::repair::JumpEdit;
use super::round::Round;
use std::sync::Arc;
use xunlu_map::{NodeId, Size, Wrap};

impl JumpMap {
    /// Tells it where links begin and end: these nodes and no others. Where that is news it costs O(map), and
    /// indexes of the map are out of date.
    ///
    /// # Panics
    /// When one of them is not a node of the map.
    pub fn set_link_ends(&mut self, ends: impl IntoIterator<Item = NodeId>) {
        let bits = self.bits_of(ends);
        let words = (0..bits.len_in_words()).map(|word| bits.word_at(WordIndex(word)));
        let count = words.map(u64::count_ones).sum();
        let ends = (count > 0).then(|| Box::new(LinkEnds { bits, count }));
        if ends == self.link_ends {
            return;
        }
        self.link_ends = ends;
        self.make_room_for_stops();
        self.find_anew(&self.all());
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
        let changed = self.find_anew(&around);
        if !is_end {
            self.make_room_for_stops();
        }
        JumpEdit { cells: [cell, cell], moves_jump_points: true, changed, ..JumpEdit::default() }
    }

    /// Cuts these cells out, and no others: steps onto them, off them and diagonally past them have to be
    /// among the links of whoever jumps, and [ends of links](Self::set_link_ends) be where those begin and
    /// end. Where that is news it costs O(map), and indexes of the map are out of date. Returns what changed,
    /// for hierarchies of the map.
    ///
    /// # Panics
    /// When one of them is not a node of the map.
    pub fn cut_out(&mut self, nodes: impl IntoIterator<Item = NodeId>) -> JumpEdit {
        let cells = self.bits_of(nodes);
        let mut known = self.take_cut_out();
        let mut is_news = false;
        for word in (0..cells.len_in_words()).map(WordIndex) {
            let others = known.word_at(word) ^ cells.word_at(word);
            if others != 0 {
                known.flip(word, others, &mut self.open);
                is_news = true;
            }
        }
        self.cut_out = (known.count() > 0).then_some(known);
        if !is_news {
            return JumpEdit::default();
        }
        let all = self.all();
        self.transpose_open(&all);
        self.find_anew(&all);
        JumpEdit {
            cells: self.own_cells(),
            was_opened: true,
            was_closed: true,
            moves_jump_points: true,
            changed: [all.ends(); 4],
        }
    }

    /// The first and the last cell of the map, which has a border around them.
    fn own_cells(&self) -> [PaddedCell; 2] {
        let Size { width, height } = self.layout.bounds().size;
        [PaddedCell { x: 1, y: 1 }, PaddedCell { x: width, y: height }]
    }

    fn take_cut_out(&mut self) -> Box<CutOut> {
        self.cut_out.take().unwrap_or_else(|| Box::new(CutOut::none(self.no_bits())))
    }

    /// Cuts a cell out as well, or puts it back. Costs what an edit of that cell does. Returns what changed,
    /// for [`JumpIndex::repair`](super::JumpIndex::repair).
    ///
    /// # Panics
    /// When it is not a node of the map.
    pub fn set_cut_out(&mut self, node: NodeId, is_cut_out: bool) -> JumpEdit {
        let cell = self.cell_at(node);
        let mut known = self.take_cut_out();
        let BitAt { word, bit } = self.open.bit_at(cell);
        let was = known.word_at(word) >> bit & 1 != 0;
        let is_news = was != is_cut_out;
        let standing = known.flip(word, u64::from(is_news) << bit, &mut self.open);
        let can_stand = standing >> bit & 1 != 0;
        self.cut_out = (known.count() > 0).then_some(known);
        if !is_news {
            return JumpEdit::default();
        }
        self.transpose_open(&self.part(cell, cell, 0));
        let changed = self.find_anew(&self.part(cell, cell, 1));
        JumpEdit {
            cells: [cell, cell],
            was_opened: can_stand && was,
            was_closed: can_stand && !was,
            moves_jump_points: true,
            changed,
        }
    }

    /// Tells it how the edges of its layers are joined, from layer 0 on. The steps over seams have to be
    /// among the links of whoever jumps, and [ends of links](Self::set_link_ends) be where those begin and
    /// end.
    pub fn join_edges(&mut self, wraps: impl IntoIterator<Item = Wrap>) {
        let all = self.layers().zip(wraps).map(|(layer, wrap)| {
            let size = self.layer(layer).0.bounds().size;
            [u32::from(wrap.x) * size.width, u32::from(wrap.y) * size.height]
        });
        let all: Arc<[[u32; 2]]> = all.collect();
        self.round = all.iter().any(|round| *round != [0; 2]).then_some(Round(all));
    }

    /// Whether edges are joined.
    #[inline]
    pub(super) const fn is_round(&self) -> bool {
        self.round.is_some()
    }

    /// Whether any cells are [cut out](Self::cut_out).
    #[must_use]
    #[inline]
    pub const fn is_cut(&self) -> bool {
        self.cut_out.is_some()
    }

    /// Whether some steps are links to jumps: around cells that are cut out, or over seams.
    #[must_use]
    pub const fn has_lone_steps(&self) -> bool {
        self.is_cut() || self.is_round()
    }

    /// How many cells are cut out.
    #[must_use]
    pub fn cut_out_count(&self) -> u32 {
        self.cut_out.as_ref().map_or(0, |cut_out| cut_out.count())
    }

    /// How many cells are cut out for each hundred where the mover can stand.
    #[must_use]
    pub fn cut_out_percent(&self) -> u32 {
        let percent = u64::from(self.cut_out_count()) * 100 / u64::from(self.standing_count.max(1));
        u32::try_from(percent).unwrap_or(u32::MAX)
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

    /// A bit for each cell, set for those of some nodes.
    fn bits_of(&self, nodes: impl IntoIterator<Item = NodeId>) -> BitGrid {
        let mut bits = self.no_bits();
        for node in nodes {
            let BitAt { word, bit } = bits.bit_at(self.cell_at(node));
            bits.set_word_at(word, bits.word_at(word) | 1 << bit);
        }
        bits
    }

    /// A bit for each cell, all of them clear.
    fn no_bits(&self) -> BitGrid {
        BitGrid::clear(self.rows(), self.layout.bounds().size.width + 2)
    }
}
