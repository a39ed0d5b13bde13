//! Working out a part of a jump map anew: all of it when it is made, and after an edit what the edit
//! could have changed.
//!
//! Whether a cell can be stood on changes under the edit; whether it stops a scan, up to one cell
//! around that; whether a scan from a cell meets a stop, anywhere along the rows and columns through
//! those, as far as the word that says so does change.

use super::around::Around;
use super::board::{transpose, transpose_bytes};
use super::map::{JumpMap, Spot};
use super::standing::standing_word;
use std::ops::RangeInclusive;
use xunlu_map::{Passability, Rect};

/// What an edit changed of a jump map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct JumpEdit {
    // The first and the last cell of the rectangle it lies in.
    pub(super) cells: [Spot; 2],
    pub(super) was_opened: bool,
    pub(super) was_closed: bool,
    // Everything that changed of stops and ways lies in one of these: a stretch of rows, and one of
    // columns.
    pub(super) changed: [[Spot; 2]; 2],
}

/// Rows and words of rows.
#[derive(Clone)]
struct Part {
    rows: RangeInclusive<usize>,
    words: RangeInclusive<usize>,
}

impl Part {
    fn take_in(&mut self, row: usize, word: usize) {
        let (rows, words) = (&self.rows, &self.words);
        self.rows = row.min(*rows.start())..=row.max(*rows.end());
        self.words = word.min(*words.start())..=word.max(*words.end());
    }
}

const EAST: usize = 0;
const SOUTH: usize = 1;
const WEST: usize = 2;
const NORTH: usize = 3;

impl JumpMap {
    /// Reads the cells of `rect` anew. The result is that of making the map anew
    /// (`repairs_agree_with_making_anew`).
    ///
    /// Tells what that changed, for [`JumpIndex::repair`](super::JumpIndex::repair).
    ///
    /// # Panics
    /// When `open` is of another rectangle than the one this was made from.
    pub fn repair(&mut self, open: &Passability, rect: Rect) -> JumpEdit {
        assert_eq!(open.layout(), &self.layout, "the passability of another map");
        let Some([first, last]) = self.touched_by(rect) else { return JumpEdit::default() };
        let under = self.part(first, last, 0);
        let (was_opened, was_closed) = self.read_standing(open, &under);
        let changed = [self.stretch(&self.part(first, last, 1)); 2];
        let mut edit = JumpEdit { cells: [first, last], was_opened, was_closed, changed };
        if !was_opened && !was_closed {
            return edit;
        }
        self.turn_over_open(&under);
        let around = self.part(first, last, 1);
        self.find_stops(&around);
        self.turn_over_stops(&around);
        let (mut rows, mut columns) = (around.clone(), around.clone());
        for row in around.rows.clone() {
            self.lead_along_row(row, &around, &mut rows);
        }
        self.lead_along_columns(&around, SOUTH, &mut columns);
        self.lead_along_columns(&around, NORTH, &mut columns);
        edit.changed = [self.stretch(&rows), self.stretch(&columns)];
        for row in around.rows {
            for word in around.words.clone() {
                self.write_ways(row, word);
            }
        }
        edit
    }

    /// The rows and words from one cell to another, and so many cells around them.
    fn part(&self, first: Spot, last: Spot, by: u32) -> Part {
        let size = self.layout.bounds().size;
        let rows = (first.y - by) as usize..=(last.y + by).min(size.height + 1) as usize;
        let last_word = self.open.words_a_row() - 1;
        let word_of = |column: u32| ((column / u64::BITS) as usize).min(last_word);
        Part { rows, words: word_of(first.x - by)..=word_of(last.x + by) }
    }

    /// A part's first and last cell.
    fn stretch(&self, part: &Part) -> [Spot; 2] {
        let first =
            Spot { x: small(*part.words.start()) * u64::BITS, y: small(*part.rows.start()) };
        let x = small(*part.words.end()) * u64::BITS + (u64::BITS - 1);
        [first, Spot { x, y: small(*part.rows.end()) }]
    }

    /// Reads where the mover can stand; whether it now can or cannot where that was otherwise.
    fn read_standing(&mut self, open: &Passability, part: &Part) -> (bool, bool) {
        let (mut opened, mut closed) = (0, 0);
        for row in part.rows.clone() {
            for word in part.words.clone() {
                let bits = standing_word(open, self.footprint, small(row), small(word));
                let was = self.open.word(row, word);
                opened |= bits & !was;
                closed |= was & !bits;
                self.open.set_word(row, word, bits);
            }
        }
        (opened != 0, closed != 0)
    }

    fn turn_over_open(&mut self, part: &Part) {
        for (band, word) in blocks(part) {
            let mut block = [0; 64];
            for (row, bits) in self.rows_of_band(band).zip(&mut block) {
                *bits = self.open.word(row, word);
            }
            transpose(&mut block);
            for (column, &bits) in self.columns_of_word(word).zip(&block) {
                self.open_columns.set_word(column, band, bits);
            }
        }
    }

    /// The stops along rows, and all cells at which a search may stop.
    fn find_stops(&mut self, part: &Part) {
        let words = self.open.words_a_row();
        for row in part.rows.clone() {
            for word in part.words.clone() {
                let around = Around::read(&self.open, row, word);
                let mut nodes = 0;
                for direction in [EAST, SOUTH, WEST, NORTH] {
                    let stops = self.stops_in(&around, direction);
                    nodes |= stops;
                    match direction {
                        EAST => drop(self.stops[EAST].set_word(row, word, stops)),
                        WEST => {
                            let place = words - 1 - word;
                            self.stops[WEST].set_word(row, place, stops.reverse_bits());
                        }
                        _ => {}
                    }
                }
                if self.rule.stops_walks() {
                    let stops = [4, 5, 6, 7].map(|arrival| {
                        let [right, left] = self.rule.forced(&around, arrival);
                        right | left
                    });
                    nodes |= stops.iter().fold(0, |all, stops| all | stops);
                    let bytes = crosswise([stops[0], stops[1], stops[2], stops[3], 0, 0, 0, 0]);
                    self.write_bytes(row, word, &bytes, |map| &mut map.walk_stops);
                }
                self.nodes.set_word(row, word, nodes);
            }
        }
    }

    /// The stops along columns.
    fn turn_over_stops(&mut self, part: &Part) {
        let bands = self.open_columns.words_a_row();
        for (band, word) in blocks(part) {
            for direction in [SOUTH, NORTH] {
                let mut block = [0; 64];
                for (row, bits) in self.rows_of_band(band).zip(&mut block) {
                    *bits = self.stops_in(&Around::read(&self.open, row, word), direction);
                }
                transpose(&mut block);
                for (column, &bits) in self.columns_of_word(word).zip(&block) {
                    if direction == SOUTH {
                        self.stops[SOUTH].set_word(column, band, bits);
                    } else {
                        let place = bands - 1 - band;
                        self.stops[NORTH].set_word(column, place, bits.reverse_bits());
                    }
                }
            }
        }
    }

    #[inline]
    fn stops_in(&self, around: &Around, direction: usize) -> u64 {
        let [right, left] = self.rule.forced(around, direction);
        right | left
    }

    /// From which cells of a row scans eastward and westward meet a stop.
    fn lead_along_row(&mut self, row: usize, part: &Part, changed: &mut Part) {
        let words = self.open.words_a_row();
        let mut next = 0;
        for word in (0..words).rev() {
            let open = self.open.word(row, word);
            let reached = spread_down(self.stops[EAST].word(row, word) | next << 63 & open, open);
            let leads = open & (reached >> 1 | next << 63);
            next = reached & 1;
            self.set_leads(EAST, (row, word), leads, part, changed);
        }
        let mut before = 0;
        for word in 0..words {
            let open = self.open.word(row, word);
            let stops = self.stops[WEST].word(row, words - 1 - word).reverse_bits();
            let reached = spread_up(stops | before & open, open);
            let leads = open & (reached << 1 | before);
            before = reached >> 63;
            self.set_leads(WEST, (row, word), leads, part, changed);
        }
    }

    /// From which cells scans southward or northward meet a stop: within the part, and beyond it as far
    /// as that changes anything.
    fn lead_along_columns(&mut self, part: &Part, direction: usize, changed: &mut Part) {
        let (first, last) = (*part.rows.start(), *part.rows.end());
        for word in part.words.clone() {
            if direction == SOUTH {
                for row in (0..=last).rev() {
                    let leads = self.leads_by_next_row(row, row + 1, word, direction);
                    let has_changed = self.set_leads(direction, (row, word), leads, part, changed);
                    if !has_changed && row < first {
                        break;
                    }
                }
            } else {
                for row in first..self.open.rows() {
                    let before = row.wrapping_sub(1);
                    let leads = self.leads_by_next_row(row, before, word, direction);
                    let has_changed = self.set_leads(direction, (row, word), leads, part, changed);
                    if !has_changed && row > last {
                        break;
                    }
                }
            }
        }
    }

    /// A scan meets a stop if the next cell is one, or a scan from there does.
    fn leads_by_next_row(&self, row: usize, next: usize, word: usize, direction: usize) -> u64 {
        if next >= self.open.rows() {
            return 0;
        }
        let around = Around::read(&self.open, next, word);
        let beyond = self.leads[direction].word(next, word) & around.here;
        self.open.word(row, word) & (self.stops_in(&around, direction) | beyond)
    }

    /// Puts down leads and tells whether they changed. The part's own ways are written last, all at once.
    fn set_leads(
        &mut self,
        direction: usize,
        (row, word): (usize, usize),
        leads: u64,
        part: &Part,
        changed: &mut Part,
    ) -> bool {
        let has_changed = self.leads[direction].set_word(row, word, leads);
        if has_changed && !(part.rows.contains(&row) && part.words.contains(&word)) {
            self.write_ways(row, word);
            changed.take_in(row, word);
        }
        has_changed
    }

    /// Puts down crosswise what is known of the cells of one word.
    fn write_ways(&mut self, row: usize, word: usize) {
        let around = Around::read(&self.open, row, word);
        let walks = self.rule.walkable(&around);
        let [east, south, west, north] =
            [EAST, SOUTH, WEST, NORTH].map(|direction| self.leads[direction].word(row, word));
        let bytes = crosswise([east, south, west, north, walks[0], walks[1], walks[2], walks[3]]);
        self.write_bytes(row, word, &bytes, |map| &mut map.ways);
    }

    /// Writes the bytes of the cells of one word, as far as they lie on the map.
    fn write_bytes(
        &mut self,
        row: usize,
        word: usize,
        bytes: &[u8; 64],
        plane: impl Fn(&mut JumpMap) -> &mut Vec<u8>,
    ) {
        let (stride, first) = (self.layout.stride() as usize, word * 64);
        let count = stride.saturating_sub(first).min(64);
        let from = row * stride + first;
        plane(self)[from..from + count].copy_from_slice(&bytes[..count]);
    }

    /// The rows that one word of a column speaks of.
    fn rows_of_band(&self, band: usize) -> impl Iterator<Item = usize> + use<> {
        band * 64..((band + 1) * 64).min(self.open.rows())
    }

    /// The columns that one word of a row speaks of.
    fn columns_of_word(&self, word: usize) -> impl Iterator<Item = usize> + use<> {
        word * 64..((word + 1) * 64).min(self.open_columns.rows())
    }
}

/// The blocks of 64 rows by one word that a part lies in.
fn blocks(part: &Part) -> impl Iterator<Item = (usize, usize)> + use<> {
    let (bands, words) = (part.rows.start() / 64..=part.rows.end() / 64, part.words.clone());
    bands.flat_map(move |band| words.clone().map(move |word| (band, word)))
}

/// Eight words of sixty-four bits as sixty-four bytes: bit `n` of each word goes to byte `n`.
fn crosswise(words: [u64; 8]) -> [u8; 64] {
    let mut bytes = [0; 64];
    for (group, bytes) in bytes.chunks_exact_mut(8).enumerate() {
        let rows = words.map(|word| word.to_le_bytes()[group]);
        bytes.copy_from_slice(&transpose_bytes(u64::from_le_bytes(rows)).to_le_bytes());
    }
    bytes
}

/// All open bits that hang together with a seed above them or are one.
fn spread_down(seeds: u64, mut open: u64) -> u64 {
    let mut reached = seeds;
    for by in [1, 2, 4, 8, 16, 32] {
        reached |= open & reached >> by;
        open &= open >> by;
    }
    reached
}

/// All open bits that hang together with a seed below them or are one.
fn spread_up(seeds: u64, mut open: u64) -> u64 {
    let mut reached = seeds;
    for by in [1, 2, 4, 8, 16, 32] {
        reached |= open & reached << by;
        open &= open << by;
    }
    reached
}

fn small(number: usize) -> u32 {
    u32::try_from(number).expect("a map's side fits")
}
