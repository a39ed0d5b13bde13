//! Computing a part of a jump map: all of it when it is made, and after an edit what the edit could have
//! changed.
//!
//! Whether a mover can stand on a cell changes under the edit alone; whether the cell is a jump point, up to
//! one cell around that; whether it has a jump point ahead, anywhere along the rows and columns through those
//! cells, until a word stays the same.

use super::bit_grid::transpose;
use super::boxes::intersect;
use super::jump_point_ahead::transposed_bytes;
use super::map::JumpMap;
use super::neighbour_words::NeighbourWords;
use super::numbers::{PaddedCell, WordAt, small};
use super::standing::standing_word;
use std::ops::RangeInclusive;
use xunlu_map::{Ground, Passability, Rect, Size};

/// What an edit changed of a jump map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct JumpEdit {
    // The first and the last cell of the rectangle it lies in.
    pub(crate) cells: [PaddedCell; 2],
    pub(super) was_opened: bool,
    pub(super) was_closed: bool,
    // Whether it is no edit of the ground: links begin or end elsewhere, and so jumps do.
    pub(super) moves_jump_points: bool,
    // For each cardinal direction a rectangle in which all changes lie of jump points, of useful diagonal
    // directions, and of which cells have a jump point ahead in that direction.
    pub(super) changed: [[PaddedCell; 2]; 4],
}

/// An edit of more cells than these is large.
pub(super) const SMALL_MAX: u32 = 4_096;

/// A rectangle of rows and columns, counted with the border.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) rows: RangeInclusive<usize>,
    pub(super) columns: RangeInclusive<usize>,
}

impl Part {
    /// The words of its rows.
    fn words(&self) -> RangeInclusive<usize> {
        self.columns.start() / 64..=self.columns.end() / 64
    }

    /// The blocks of 64 rows by one word that it lies in.
    pub(super) fn blocks(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (bands, words) = (self.rows.start() / 64..=self.rows.end() / 64, self.words());
        bands.flat_map(move |band| words.clone().map(move |word| (band, word)))
    }

    /// Its rows in one band, which are the 64 rows of a word of a column.
    pub(super) fn rows_of_band(&self, band: usize) -> RangeInclusive<usize> {
        (band * 64).max(*self.rows.start())..=(band * 64 + 63).min(*self.rows.end())
    }

    /// Its columns in one word of a row.
    pub(super) fn columns_of_word(&self, word: usize) -> RangeInclusive<usize> {
        (word * 64).max(*self.columns.start())..=(word * 64 + 63).min(*self.columns.end())
    }
}

/// Which lines of a part, rows or columns, by direction, have other ground or jump points than before: a bit
/// each, from the first one on.
#[derive(Clone, Copy, Debug)]
pub(super) struct DueLines([u8; 4]);

impl DueLines {
    /// All of them, however many there are.
    pub(super) const ALL: DueLines = DueLines([u8::MAX; 4]);

    /// Those of a small part but for its first and last one, where only what lies beside is other ground.
    pub(super) fn inner(part: &Part) -> DueLines {
        let inner = |lines: &RangeInclusive<usize>| {
            let count = lines.end() - lines.start();
            (1..count).fold(0, |all, line| all | 1 << line)
        };
        let [rows, columns] = [&part.rows, &part.columns].map(inner);
        DueLines([rows, columns, rows, columns])
    }

    pub(super) const fn add(&mut self, direction: usize, line: usize, is_due: bool) {
        self.0[direction] |= (is_due as u8) << line;
    }

    /// Whether one is among them.
    pub(super) const fn has(self, direction: usize, line: usize) -> bool {
        let due = self.0[direction];
        due == u8::MAX || due >> line & 1 != 0
    }
}

pub(super) const EAST: usize = 0;
pub(super) const SOUTH: usize = 1;
pub(super) const WEST: usize = 2;
pub(super) const NORTH: usize = 3;

impl JumpEdit {
    /// Whether the mover can stand on other cells than before.
    #[must_use]
    pub const fn changes_standing(&self) -> bool {
        self.was_opened || self.was_closed
    }

    /// Whether it could have changed a jump that lies within a rectangle.
    #[inline]
    pub(super) fn may_change(&self, rect: [PaddedCell; 2]) -> bool {
        self.changed.iter().any(|changed| intersect(*changed, rect))
    }

    /// Whether it has so many cells that it is noted as a whole, not cell by cell.
    pub(super) fn is_large(&self) -> bool {
        let [first, last] = self.cells;
        (last.x - first.x + 1).saturating_mul(last.y - first.y + 1) > SMALL_MAX
    }
}

impl JumpMap {
    /// Reads the cells of `rect` anew. The result is the same as that of making the map anew
    /// (`repairs_agree_with_making_anew`). Returns what changed, for
    /// [`JumpIndex::repair`](super::JumpIndex::repair).
    ///
    /// Costs O(cells of `rect` and one around it, and cells whose scans now end otherwise), and one word more
    /// for each of their rows and columns.
    ///
    /// # Panics
    /// When `open` is of another rectangle than the one this was made from, or this was made for
    /// [weighted](Self::weighted) ground.
    pub fn repair(&mut self, open: &Passability, rect: Rect) -> JumpEdit {
        self.repair_on(0, open, rect)
    }

    /// Reads the cells of `rect` on one layer anew.
    ///
    /// # Panics
    /// Where [`repair`](Self::repair) does, and when there is no such layer.
    pub fn repair_on(&mut self, layer: u32, open: &Passability, rect: Rect) -> JumpEdit {
        assert!(self.weighted.is_none(), "what weighted ground costs has to be read as well");
        self.reread(layer, open, None, rect)
    }

    /// Reads the cells of `rect` anew on [weighted](Self::weighted) ground.
    ///
    /// # Panics
    /// When `open` or `ground` is of another rectangle than the one this was made from.
    pub fn repair_weighted(&mut self, open: &Passability, ground: &Ground, rect: Rect) {
        self.repair_weighted_on(0, (open, ground), rect);
    }

    /// Reads the cells of `rect` on one layer of [weighted](Self::weighted) ground anew.
    ///
    /// # Panics
    /// Where [`repair_weighted`](Self::repair_weighted) does, and when there is no such layer.
    pub fn repair_weighted_on(
        &mut self,
        layer: u32,
        (open, ground): (&Passability, &Ground),
        rect: Rect,
    ) {
        assert_eq!(ground.layout(), self.layer(layer).0, "the ground of another map");
        self.reread(layer, open, Some(ground), rect);
    }

    fn reread(
        &mut self,
        layer: u32,
        open: &Passability,
        ground: Option<&Ground>,
        rect: Rect,
    ) -> JumpEdit {
        let (layout, above) = self.layer(layer);
        assert_eq!(open.layout(), layout, "the passability of another map");
        let Some(on_layer) = self.touched_by(layout, rect) else { return JumpEdit::default() };
        let [first, last] = on_layer.map(|cell| cell.plus((0, 1), above));
        let under = self.part(first, last, 0);
        let (was_opened, was_closed) = self.read_standing(open, above, &under);
        let around = self.part(first, last, 1);
        let changed = [around.ends(); 4];
        let cells = [first, last];
        let mut edit = JumpEdit { cells, was_opened, was_closed, changed, ..JumpEdit::default() };
        let has_new_prices = self.read_prices(ground, above, on_layer);
        if !was_opened && !was_closed && !has_new_prices {
            return edit;
        }
        self.transpose_open(&under);
        edit.changed = self.find_anew(&around);
        edit
    }

    /// Finds the jump points of a part anew, and which cells have one ahead. Returns where that changed in
    /// each cardinal direction, first and last cell of a rectangle that holds the part.
    pub(super) fn find_anew(&mut self, around: &Part) -> [[PaddedCell; 2]; 4] {
        self.find_weighted_jump_points(around);
        let window = around.is_small().then(|| self.window_of(around));
        let due = match &window {
            Some(window) => self.find_few_jump_points(around, window),
            None => {
                self.find_jump_points(around);
                self.transpose_jump_points(around);
                DueLines::ALL
            }
        };
        let mut changed = [around.ends(); 4];
        for direction in [EAST, WEST, SOUTH, NORTH] {
            let mut part = around.clone();
            self.update_jump_point_ahead(direction, (around, due), &mut part);
            changed[direction] = part.ends();
        }
        match &window {
            Some(window) => self.write_few_useful_directions(window),
            None => self.write_useful_directions(around),
        }
        changed
    }

    /// All rows and columns.
    pub(super) fn all(&self) -> Part {
        let Size { width, height } = self.layout.bounds().size;
        self.part(PaddedCell { x: 1, y: 1 }, PaddedCell { x: width, y: height }, 1)
    }

    /// The rows and columns from one cell to another, and so many cells around them.
    pub(super) fn part(&self, first: PaddedCell, last: PaddedCell, by: u32) -> Part {
        let size = self.layout.bounds().size;
        Part {
            rows: (first.y - by) as usize..=(last.y + by).min(size.height + 1) as usize,
            columns: (first.x - by) as usize..=(last.x + by).min(size.width + 1) as usize,
        }
    }

    /// Reads where the mover can stand, on a layer that begins at this row. Returns whether it can now where
    /// it could not, and the other way round.
    fn read_standing(&mut self, open: &Passability, above: u32, part: &Part) -> (bool, bool) {
        let (mut opened, mut closed) = (0, 0);
        for row in part.rows.clone() {
            for word in part.words() {
                let bits = standing_word(open, self.footprint, small(row) - above, small(word));
                let at = WordAt { line: row, word };
                let was = self.standing_at(at);
                opened |= bits & !was;
                closed |= was & !bits;
                self.standing_count += bits.count_ones();
                self.standing_count -= was.count_ones();
                let jumped_over = match &mut self.cut_out {
                    Some(cut_out) => cut_out.keep(at, bits),
                    None => bits,
                };
                self.open.set_word(at, jumped_over);
            }
        }
        (opened != 0, closed != 0)
    }

    /// Where in a word the mover can stand, on cells that are cut out, too.
    pub(super) fn standing_at(&self, at: WordAt) -> u64 {
        self.open.word(at) | self.cut_out.as_ref().map_or(0, |cut_out| cut_out.open_word(at))
    }

    /// Reads what the ground of a layer that begins at this row costs under movers who stand on its cells
    /// from one to another. Returns whether that has changed.
    fn read_prices(&mut self, ground: Option<&Ground>, above: u32, cells: [PaddedCell; 2]) -> bool {
        let (Some(weighted), Some(ground)) = (&mut self.weighted, ground) else { return false };
        weighted.read(ground, self.footprint, (above * self.layout.stride(), cells))
    }

    /// Finds the jump points that the price of the ground makes.
    fn find_weighted_jump_points(&mut self, part: &Part) {
        let Some(mut weighted) = self.weighted.take() else { return };
        for row in part.rows.clone() {
            for word in part.words() {
                weighted.find_jump_points(self, WordAt { line: row, word });
            }
        }
        self.weighted = Some(weighted);
    }

    /// Transposes where the mover can stand, from rows to columns.
    pub(super) fn transpose_open(&mut self, part: &Part) {
        if part.is_small() {
            return self.transpose_few_open(part);
        }
        for (band, word) in part.blocks() {
            let mut block = [0; 64];
            for row in part.rows_of_band(band) {
                block[row % 64] = self.open.word(WordAt { line: row, word });
            }
            transpose(&mut block);
            let own = bits_between(&part.rows, band);
            for column in part.columns_of_word(word) {
                let was = self.open_columns.word(WordAt { line: column, word: band });
                let bits = was & !own | block[column % 64];
                self.open_columns.set_word(WordAt { line: column, word: band }, bits);
            }
        }
    }

    /// Finds the jump points of scans along rows and of diagonal jumps, and all jump points together.
    fn find_jump_points(&mut self, part: &Part) {
        let words = self.open.words_per_row();
        for row in part.rows.clone() {
            for word in part.words() {
                let around = NeighbourWords::read(&self.open, WordAt { line: row, word });
                let mut nodes = 0;
                for direction in [EAST, SOUTH, WEST, NORTH] {
                    let jump_points =
                        self.jump_points_in(&around, WordAt { line: row, word }, direction);
                    nodes |= jump_points;
                    match direction {
                        EAST => {
                            self.jump_points[EAST].set_word(WordAt { line: row, word }, jump_points)
                        }
                        WEST => {
                            let place = words - 1 - word;
                            self.jump_points[WEST].set_word(
                                WordAt { line: row, word: place },
                                jump_points.reverse_bits(),
                            );
                        }
                        _ => {}
                    }
                }
                if !self.diagonal_stops.is_empty() {
                    let jump_points = [4, 5, 6, 7].map(|arrival| {
                        self.jump_points_in(&around, WordAt { line: row, word }, arrival)
                    });
                    nodes |= jump_points.iter().fold(0, |all, jump_points| all | jump_points);
                    self.write_diagonal_stops(WordAt { line: row, word }, jump_points);
                }
                // Links lead onto what is cut out, and each node that they lead to has its bit.
                let at = WordAt { line: row, word };
                nodes |= self.cut_out.as_ref().map_or(0, |cut_out| cut_out.word(at));
                self.nodes.set_word(at, nodes);
            }
        }
    }

    /// Finds the jump points of scans along columns.
    fn transpose_jump_points(&mut self, part: &Part) {
        let bands = self.open_columns.words_per_row();
        for (band, word) in part.blocks() {
            let mut blocks = [[0; 64]; 2];
            for row in part.rows_of_band(band) {
                let around = NeighbourWords::read(&self.open, WordAt { line: row, word });
                for (block, direction) in blocks.iter_mut().zip([SOUTH, NORTH]) {
                    block[row % 64] =
                        self.jump_points_in(&around, WordAt { line: row, word }, direction);
                }
            }
            for (mut block, direction) in blocks.into_iter().zip([SOUTH, NORTH]) {
                transpose(&mut block);
                let own = bits_between(&part.rows, band);
                for column in part.columns_of_word(word) {
                    let jump_points = block[column % 64];
                    let (place, own, jump_points) = if direction == SOUTH {
                        (band, own, jump_points)
                    } else {
                        (bands - 1 - band, own.reverse_bits(), jump_points.reverse_bits())
                    };
                    let was =
                        self.jump_points[direction].word(WordAt { line: column, word: place });
                    self.jump_points[direction]
                        .set_word(WordAt { line: column, word: place }, was & !own | jump_points);
                }
            }
        }
    }

    /// The index of the bytes of a word's cells in strips.
    pub(super) fn strip_row(&self, WordAt { line: row, word }: WordAt) -> usize {
        (word * self.rows() as usize + row) * 64
    }

    #[inline]
    fn jump_points_in(&self, around: &NeighbourWords, at: WordAt, arrival: usize) -> u64 {
        let [right, left] = self.rule.forced(around, arrival);
        let weighted = self.weighted.as_ref();
        let ends = self.link_ends.as_ref();
        right
            | left
            | weighted.map_or(0, |weighted| weighted.jump_points(at, arrival))
            | ends.map_or(0, |ends| ends.jump_points(self.rule, arrival, at, around.here))
    }

    /// Writes which cells of a word stop diagonal jumps.
    fn write_diagonal_stops(&mut self, at: WordAt, jump_points: [u64; 4]) {
        let from = self.strip_row(at);
        self.diagonal_stops[from..from + 64]
            .copy_from_slice(&transposed_bytes([jump_points, [0; 4]]));
    }
}

/// The bits of a word that lie in a range of bits.
pub(super) fn bits_between(range: &RangeInclusive<usize>, word: usize) -> u64 {
    let first = range.start().saturating_sub(word * 64);
    let last = (range.end() - word * 64).min(63);
    u64::MAX << first & u64::MAX >> (63 - last)
}
