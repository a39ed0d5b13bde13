//! Working out a part of a jump map anew: all of it when it is made, and after an edit what the edit
//! could have changed.
//!
//! Whether a cell can be stood on changes under the edit; whether it stops a scan, up to one cell
//! around that; whether a scan from a cell meets a jump point, anywhere along the rows and columns through
//! those, as far as the word that says so does change.

use super::around::Around;
use super::board::transpose;
use super::leads::crosswise;
use super::map::{JumpMap, Square};
use super::standing::standing_word;
use std::ops::RangeInclusive;
use xunlu_map::{Ground, Passability, Rect};

/// What an edit changed of a jump map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct JumpEdit {
    // The first and the last cell of the rectangle it lies in.
    pub(super) cells: [Square; 2],
    pub(super) was_opened: bool,
    pub(super) was_closed: bool,
    // Everything that changed of jump points and ways lies in one of these: a stretch of rows, and one of
    // columns.
    pub(super) changed: [[Square; 2]; 2],
}

/// Rows and columns, counted with the border.
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

    /// Its rows among those that one word of a column speaks of.
    pub(super) fn rows_of_band(&self, band: usize) -> RangeInclusive<usize> {
        (band * 64).max(*self.rows.start())..=(band * 64 + 63).min(*self.rows.end())
    }

    /// Its columns among those that one word of a row speaks of.
    pub(super) fn columns_of_word(&self, word: usize) -> RangeInclusive<usize> {
        (word * 64).max(*self.columns.start())..=(word * 64 + 63).min(*self.columns.end())
    }
}

pub(super) const EAST: usize = 0;
pub(super) const SOUTH: usize = 1;
pub(super) const WEST: usize = 2;
pub(super) const NORTH: usize = 3;

impl JumpMap {
    /// Reads the cells of `rect` anew. The result is that of making the map anew
    /// (`repairs_agree_with_making_anew`).
    ///
    /// Costs the cells of `rect` and one around it, the cells from which a straight scan now meets another
    /// thing, and along their rows and columns a word more. Tells what that changed, for
    /// [`JumpIndex::repair`](super::JumpIndex::repair).
    ///
    /// # Panics
    /// When `open` is of another rectangle than the one this was made from, or this was made for
    /// [weighted](Self::weighted) ground.
    pub fn repair(&mut self, open: &Passability, rect: Rect) -> JumpEdit {
        assert!(self.weighted.is_none(), "what weighted ground costs is to be read as well");
        self.reread(open, None, rect)
    }

    /// The same for one that was made for [weighted](Self::weighted) ground.
    ///
    /// # Panics
    /// When `open` or `ground` is of another rectangle than the one this was made from.
    pub fn repair_weighted(&mut self, open: &Passability, ground: &Ground, rect: Rect) {
        assert_eq!(ground.layout(), &self.layout, "the ground of another map");
        self.reread(open, Some(ground), rect);
    }

    fn reread(&mut self, open: &Passability, ground: Option<&Ground>, rect: Rect) -> JumpEdit {
        assert_eq!(open.layout(), &self.layout, "the passability of another map");
        let Some([first, last]) = self.touched_by(rect) else { return JumpEdit::default() };
        let under = self.part(first, last, 0);
        let (was_opened, was_closed) = self.read_standing(open, &under);
        let around = self.part(first, last, 1);
        let changed = [around.ends(); 2];
        let mut edit = JumpEdit { cells: [first, last], was_opened, was_closed, changed };
        let has_new_prices = self.read_prices(ground, [first, last]);
        if !was_opened && !was_closed && !has_new_prices {
            return edit;
        }
        self.turn_over_open(&under);
        self.find_weighted_jump_points(&around);
        self.find_jump_points(&around);
        self.turn_over_jump_points(&around);
        let (mut rows, mut columns) = (around.clone(), around.clone());
        self.lead(EAST, &around, &mut rows);
        self.lead(WEST, &around, &mut rows);
        self.lead(SOUTH, &around, &mut columns);
        self.lead(NORTH, &around, &mut columns);
        self.write_ways(&around);
        edit.changed = [rows.ends(), columns.ends()];
        edit
    }

    /// The rows and columns from one cell to another, and so many cells around them.
    fn part(&self, first: Square, last: Square, by: u32) -> Part {
        let size = self.layout.bounds().size;
        Part {
            rows: (first.y - by) as usize..=(last.y + by).min(size.height + 1) as usize,
            columns: (first.x - by) as usize..=(last.x + by).min(size.width + 1) as usize,
        }
    }

    /// Reads where the mover can stand; whether it now can or cannot where that was otherwise.
    fn read_standing(&mut self, open: &Passability, part: &Part) -> (bool, bool) {
        let (mut opened, mut closed) = (0, 0);
        for row in part.rows.clone() {
            for word in part.words() {
                let bits = standing_word(open, self.footprint, small(row), small(word));
                let was = self.open.word(row, word);
                opened |= bits & !was;
                closed |= was & !bits;
                self.open.set_word(row, word, bits);
                self.standing += bits.count_ones();
                self.standing -= was.count_ones();
            }
        }
        (opened != 0, closed != 0)
    }

    /// Reads what the ground costs under movers who stand on cells from one to another; whether that
    /// has changed.
    fn read_prices(&mut self, ground: Option<&Ground>, cells: [Square; 2]) -> bool {
        let (Some(weighted), Some(ground)) = (&mut self.weighted, ground) else { return false };
        weighted.read(ground, self.footprint, cells)
    }

    /// Where the ground makes a cell a jump point.
    fn find_weighted_jump_points(&mut self, part: &Part) {
        let Some(mut weighted) = self.weighted.take() else { return };
        for row in part.rows.clone() {
            for word in part.words() {
                weighted.find_jump_points(self, row, word);
            }
        }
        self.weighted = Some(weighted);
    }

    /// Where the mover can stand, by columns.
    fn turn_over_open(&mut self, part: &Part) {
        for (band, word) in part.blocks() {
            let mut block = [0; 64];
            for row in part.rows_of_band(band) {
                block[row % 64] = self.open.word(row, word);
            }
            transpose(&mut block);
            let own = bits_between(&part.rows, band);
            for column in part.columns_of_word(word) {
                let was = self.open_columns.word(column, band);
                let bits = was & !own | block[column % 64];
                self.open_columns.set_word(column, band, bits);
            }
        }
    }

    /// The jump points along rows, and all cells at which a search may stop.
    fn find_jump_points(&mut self, part: &Part) {
        let words = self.open.words_a_row();
        for row in part.rows.clone() {
            for word in part.words() {
                let around = Around::read(&self.open, row, word);
                let mut nodes = 0;
                for direction in [EAST, SOUTH, WEST, NORTH] {
                    let jump_points = self.stops_in(&around, (row, word), direction);
                    nodes |= jump_points;
                    match direction {
                        EAST => self.jump_points[EAST].set_word(row, word, jump_points),
                        WEST => {
                            let place = words - 1 - word;
                            self.jump_points[WEST].set_word(row, place, jump_points.reverse_bits());
                        }
                        _ => {}
                    }
                }
                if !self.walk_stops.is_empty() {
                    let jump_points =
                        [4, 5, 6, 7].map(|arrival| self.stops_in(&around, (row, word), arrival));
                    nodes |= jump_points.iter().fold(0, |all, jump_points| all | jump_points);
                    self.write_walk_stops(row, word, jump_points);
                }
                self.nodes.set_word(row, word, nodes);
            }
        }
    }

    /// The jump points along columns.
    fn turn_over_jump_points(&mut self, part: &Part) {
        let bands = self.open_columns.words_a_row();
        for (band, word) in part.blocks() {
            for direction in [SOUTH, NORTH] {
                let mut block = [0; 64];
                for row in part.rows_of_band(band) {
                    let around = Around::read(&self.open, row, word);
                    block[row % 64] = self.stops_in(&around, (row, word), direction);
                }
                transpose(&mut block);
                let own = bits_between(&part.rows, band);
                for column in part.columns_of_word(word) {
                    let jump_points = block[column % 64];
                    let (place, own, jump_points) = if direction == SOUTH {
                        (band, own, jump_points)
                    } else {
                        (bands - 1 - band, own.reverse_bits(), jump_points.reverse_bits())
                    };
                    let was = self.jump_points[direction].word(column, place);
                    self.jump_points[direction].set_word(column, place, was & !own | jump_points);
                }
            }
        }
    }

    /// Where the bytes of the cells of a word begin.
    pub(super) fn strip_row(&self, word: usize, row: usize) -> usize {
        (word * self.rows() as usize + row) * 64
    }

    #[inline]
    fn stops_in(&self, around: &Around, (row, word): (usize, usize), arrival: usize) -> u64 {
        let [right, left] = self.rule.forced(around, arrival);
        let weighted = self.weighted.as_ref();
        right | left | weighted.map_or(0, |weighted| weighted.jump_points(row, word, arrival))
    }

    /// Writes where walks stop among the cells of one word.
    fn write_walk_stops(&mut self, row: usize, word: usize, jump_points: [u64; 4]) {
        let from = self.strip_row(word, row);
        self.walk_stops[from..from + 64].copy_from_slice(&crosswise([jump_points, [0; 4]]));
    }
}

/// The bits of a word that lie in a range of bits.
pub(super) fn bits_between(range: &RangeInclusive<usize>, word: usize) -> u64 {
    let first = range.start().saturating_sub(word * 64);
    let last = (range.end() - word * 64).min(63);
    u64::MAX << first & u64::MAX >> (63 - last)
}

pub(super) fn small(number: usize) -> u32 {
    u32::try_from(number).expect("a map's side fits")
}
