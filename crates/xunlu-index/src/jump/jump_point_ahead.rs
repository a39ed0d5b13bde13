//! From which cells a cardinal scan reaches a jump point before a wall: updated along rows and columns as far
//! as an edit changes it.
//!
//! ```text
//!   # - - - - o x #      From every cell marked a scan eastward reaches the jump point o. When o ceases to
//!   # . . . . . x #      be one, its word is computed anew, then the word west of it, and so on, until one
//!                        stays the same.
//! ```
//!
//! Besides these words, by rows for scans along rows and by columns for the others, the search reads the
//! transposed form, one byte per cell. Outside the edited part only the bits that changed are written there.

use super::bit_grid::{BitGrid, transpose, transpose_bytes};
use super::map::JumpMap;
use super::neighbour_words::NeighbourWords;
use super::numbers::{PaddedCell, WordAt, small};
use super::repair::{DueLines, EAST, NORTH, Part, SOUTH, WEST, bits_between};

/// How many rows or columns are updated side by side.
///
/// The bytes of one column lie in as many cache lines as it has cells, and those of the next columns in the
/// same. On an empty map of 4,096 x 4,096 cells a new wall changes two columns.
const ABREAST: usize = 8;

/// So few bits of columns are flipped one by one.
const FEW: u32 = 24;

/// Rows or columns that are updated side by side, of the eight from the first one on, and for each whether
/// the cell after the current word is a jump point or has one ahead.
struct Abreast {
    first: usize,
    lines: [usize; ABREAST],
    is_reached: [bool; ABREAST],
    count: usize,
}

impl JumpMap {
    /// Updates which cells have a jump point ahead in a cardinal direction: within the part, and beyond it as
    /// far as anything changes. Within the part the bytes are left to `write_useful_directions`.
    pub(super) fn update_jump_point_ahead(
        &mut self,
        direction: usize,
        (part, due): (&Part, DueLines),
        changed: &mut Part,
    ) {
        let words = self.words_along(direction);
        let (lines, along) = part.by_lines(direction);
        let (near, far) = (along.start() / 64, along.end() / 64);
        let (start, end) = (*lines.start(), *lines.end());
        // Against the direction of the scan.
        let (begin, after) =
            if direction < WEST { (far, far + 1) } else { (near, near.wrapping_sub(1)) };
        for first in (start / ABREAST..end / ABREAST + 1).map(|group| group * ABREAST) {
            let mut abreast =
                Abreast { first, lines: [0; ABREAST], is_reached: [false; ABREAST], count: 0 };
            for line in first.max(start)..(first + ABREAST).min(end + 1) {
                if due.has(direction, line - start) {
                    abreast.lines[abreast.count] = line;
                    abreast.is_reached[abreast.count] =
                        self.is_reached(direction, WordAt { line, word: after });
                    abreast.count += 1;
                }
            }
            let mut word = begin;
            while abreast.count > 0 && word < words {
                self.update_word(direction, word, part, &mut abreast, changed);
                word = if direction < WEST { word.wrapping_sub(1) } else { word + 1 };
            }
        }
    }

    /// Computes one word of each line, and drops the lines where nothing changes any more.
    fn update_word(
        &mut self,
        direction: usize,
        word: usize,
        part: &Part,
        abreast: &mut Abreast,
        changed: &mut Part,
    ) {
        let along = part.by_lines(direction).1;
        let (near, far) = (along.start() / 64, along.end() / 64);
        let own = if (near..=far).contains(&word) { bits_between(along, word) } else { 0 };
        // The part's words are all computed; and where its own cells lie at the end of the last one, it is
        // not known any longer what was there.
        let (last, edge) = if direction < WEST { (near, 1) } else { (far, 1 << 63) };
        let goes_on = own != 0 && word != last || own & edge != 0;
        let (mut left, mut flips, mut any) = (0, [0; ABREAST], 0);
        for number in 0..abreast.count {
            let line = abreast.lines[number];
            let at = WordAt { line, word };
            let jump_points = self.jump_points_of_word(direction, at);
            let (jump_point_ahead, is_reached) =
                self.compute_word(direction, at, jump_points, abreast.is_reached[number]);
            let was = self.jump_point_ahead[direction].word(at);
            if was != jump_point_ahead {
                self.jump_point_ahead[direction].set_word(at, jump_point_ahead);
                let elsewhere = (was ^ jump_point_ahead) & !own;
                if elsewhere != 0 {
                    flips[line % ABREAST] = elsewhere;
                    any |= elsewhere;
                    changed.grow(direction, at, elsewhere);
                }
            }
            // What the next word makes of the end of this one is as it was, if that is.
            if goes_on || is_reached != ((jump_points | was) & edge != 0) {
                abreast.lines[left] = line;
                abreast.is_reached[left] = is_reached;
                left += 1;
            }
        }
        let first = abreast.first;
        abreast.count = left;
        if any == 0 {
            return;
        }
        if direction & 1 == 0 {
            for (line, flips) in (first..).zip(flips).filter(|(_, flips)| *flips != 0) {
                self.flip_along_row(direction, WordAt { line, word }, flips);
            }
        } else {
            self.flip_along_columns(direction, WordAt { line: first, word }, flips);
        }
    }

    /// Which cells of a word have a jump point ahead, given its jump points and whether the cell after the
    /// word is one or has one ahead; and the same of the word's cell that a scan comes to first.
    #[inline]
    fn compute_word(
        &self,
        direction: usize,
        at: WordAt,
        jump_points: u64,
        is_reached: bool,
    ) -> (u64, bool) {
        let open = self.open_along(direction).word(at);
        if jump_points == 0 && open == u64::MAX {
            return (if is_reached { u64::MAX } else { 0 }, is_reached);
        }
        if direction < WEST {
            let after = u64::from(is_reached) << 63;
            let reached = spread_down(jump_points | after & open, open);
            (open & (reached >> 1 | after), reached & 1 != 0)
        } else {
            let after = u64::from(is_reached);
            let reached = spread_up(jump_points | after & open, open);
            (open & (reached << 1 | after), reached >> 63 != 0)
        }
    }

    /// Whether the cell of a word that a scan comes to first is a jump point or has one ahead.
    fn is_reached(&self, direction: usize, at: WordAt) -> bool {
        if at.word >= self.words_along(direction) {
            return false;
        }
        let reached =
            self.jump_points_of_word(direction, at) | self.jump_point_ahead[direction].word(at);
        let bit = if direction < WEST { reached } else { reached >> 63 };
        bit & 1 != 0
    }

    /// The jump points of a word, not mirrored.
    #[inline]
    fn jump_points_of_word(&self, direction: usize, WordAt { line, word }: WordAt) -> u64 {
        let jump_points = &self.jump_points[direction];
        if direction < WEST {
            jump_points.word(WordAt { line, word })
        } else {
            let word = jump_points.words_per_row() - 1 - word;
            jump_points.word(WordAt { line, word }).reverse_bits()
        }
    }

    fn open_along(&self, direction: usize) -> &BitGrid {
        if direction & 1 == 0 { &self.open } else { &self.open_columns }
    }

    fn words_along(&self, direction: usize) -> usize {
        self.open_along(direction).words_per_row()
    }

    /// Flips in the bytes whether these cells of a word of a row have a jump point ahead.
    fn flip_along_row(&mut self, direction: usize, at: WordAt, flips: u64) {
        let from = self.strip_row(at);
        let groups = self.useful_directions[from..from + 64].as_chunks_mut().0;
        let groups = groups.iter_mut().zip(flips.to_le_bytes());
        for (group, flips) in groups.filter(|(_, flips)| *flips != 0) {
            flip(group, spread(flips) << direction);
        }
    }

    /// The same of this word of eight columns side by side, beginning with one whose number is a multiple of
    /// eight.
    ///
    /// PERF: the bytes of one row are one number, and columns beside a wall mostly change in the same rows:
    /// flipped together they take as long as one column.
    fn flip_along_columns(
        &mut self,
        direction: usize,
        WordAt { line: first, word }: WordAt,
        mut flips: [u64; ABREAST],
    ) {
        let from = self.strip_row(WordAt { line: word * 64, word: first / 64 });
        let rows = 64.min((self.useful_directions.len() - from) / 64);
        let groups = self.useful_directions[from..from + rows * 64].as_chunks_mut().0;
        let groups = &mut groups[first % 64 / ABREAST..];
        if flips.iter().map(|flips| flips.count_ones()).sum::<u32>() <= FEW {
            for (column, flips) in (0..).zip(flips) {
                let mut left = flips;
                while left != 0 {
                    let group = &mut groups[left.trailing_zeros() as usize * 64 / ABREAST];
                    flip(group, 1 << (column * 8 + direction));
                    left &= left - 1;
                }
            }
            return;
        }
        while let Some(&rows) = flips.iter().find(|rows| **rows != 0) {
            let mut columns = [0; ABREAST];
            for (column, flips) in
                columns.iter_mut().zip(&mut flips).filter(|(_, own)| **own == rows)
            {
                (*column, *flips) = (1 << direction, 0);
            }
            let (columns, mut left) = (u64::from_le_bytes(columns), rows);
            while left != 0 {
                let (row, count) = run_of(left);
                let run = groups[row * 64 / ABREAST..].iter_mut().step_by(64 / ABREAST);
                run.take(count).for_each(|group| flip(group, columns));
                left &= (left | (left - 1)).wrapping_add(1);
            }
        }
    }

    /// Writes the bytes of all cells of a part.
    pub(super) fn write_useful_directions(&mut self, part: &Part) {
        for (band, word) in part.blocks() {
            let [south, north] = [SOUTH, NORTH].map(|direction| {
                let mut block = [0; 64];
                for column in part.columns_of_word(word) {
                    block[column % 64] =
                        self.jump_point_ahead[direction].word(WordAt { line: column, word: band });
                }
                transpose(&mut block);
                block
            });
            for row in part.rows_of_band(band) {
                let diagonals = self.rule.passable_diagonals(&NeighbourWords::read(
                    &self.open,
                    WordAt { line: row, word },
                ));
                let [east, west] = [EAST, WEST]
                    .map(|along| self.jump_point_ahead[along].word(WordAt { line: row, word }));
                // Nobody jumps from where nobody can stand, or only by links.
                let here = self.open.word(WordAt { line: row, word });
                let straight =
                    [east, south[row % 64], west, north[row % 64]].map(|ahead| ahead & here);
                let columns = part.columns_of_word(word);
                let (first, last) = (columns.start() % 64, columns.end() % 64);
                let from = self.strip_row(WordAt { line: row, word });
                let all = &mut self.useful_directions[from..from + 64];
                let groups = all.chunks_exact_mut(8).zip((0..64).step_by(8)).enumerate();
                for (group, (directions, at)) in groups.take(last / 8 + 1).skip(first / 8) {
                    let bytes = transposed_group([straight, diagonals], group);
                    let own = first.max(at) - at..=last.min(at + 7) - at;
                    directions[own.clone()].copy_from_slice(&bytes[own]);
                }
            }
        }
    }
}

impl Part {
    /// The lines along a direction, and the range within each: rows and columns, or the other way round.
    fn by_lines(
        &self,
        direction: usize,
    ) -> (&std::ops::RangeInclusive<usize>, &std::ops::RangeInclusive<usize>) {
        if direction & 1 == 0 { (&self.rows, &self.columns) } else { (&self.columns, &self.rows) }
    }

    /// Grows by the cells of a word, of which there is at least one.
    fn grow(&mut self, direction: usize, WordAt { line, word }: WordAt, cells: u64) {
        let first = word * 64 + cells.trailing_zeros() as usize;
        let last = word * 64 + 63 - cells.leading_zeros() as usize;
        let (lines, along) = if direction & 1 == 0 {
            (&mut self.rows, &mut self.columns)
        } else {
            (&mut self.columns, &mut self.rows)
        };
        *lines = line.min(*lines.start())..=line.max(*lines.end());
        *along = first.min(*along.start())..=last.max(*along.end());
    }

    /// Its first and last cell.
    pub(super) fn ends(&self) -> [PaddedCell; 2] {
        [
            PaddedCell { x: small(*self.columns.start()), y: small(*self.rows.start()) },
            PaddedCell { x: small(*self.columns.end()), y: small(*self.rows.end()) },
        ]
    }
}

/// Eight words of sixty-four bits as sixty-four bytes: bit `n` of each word goes to byte `n`.
pub(super) fn transposed_bytes(words: [[u64; 4]; 2]) -> [u8; 64] {
    let mut bytes = [0; 64];
    for (group, bytes) in bytes.chunks_exact_mut(8).enumerate() {
        bytes.copy_from_slice(&transposed_group(words, group));
    }
    bytes
}

/// Eight of these bytes that lie side by side.
#[inline]
fn transposed_group([low, high]: [[u64; 4]; 2], group: usize) -> [u8; 8] {
    let words = [low[0], low[1], low[2], low[3], high[0], high[1], high[2], high[3]];
    let rows = words.map(|word| word.to_le_bytes()[group]);
    transpose_bytes(u64::from_le_bytes(rows)).to_le_bytes()
}

/// Flips bits of eight bytes, the first ones lowest.
#[inline]
fn flip(bytes: &mut [u8; 8], flips: u64) {
    *bytes = (u64::from_le_bytes(*bytes) ^ flips).to_le_bytes();
}

/// The first set bit, and how many that follow each other it begins.
#[inline]
fn run_of(bits: u64) -> (usize, usize) {
    let first = bits.trailing_zeros();
    (first as usize, (bits >> first).trailing_ones() as usize)
}

/// The bits of a byte as eight bytes of 0 or 1.
#[inline]
fn spread(byte: u8) -> u64 {
    // In each of eight copies its own bit is left, and carries into the highest one.
    let copies = u64::from(byte) * 0x0101_0101_0101_0101;
    let own = copies & 0x8040_2010_0804_0201;
    (own + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101
}

/// All open bits that are connected to a seed above them or are one.
fn spread_down(seeds: u64, mut open: u64) -> u64 {
    let mut reached = seeds;
    for by in [1, 2, 4, 8, 16, 32] {
        reached |= open & reached >> by;
        open &= open >> by;
    }
    reached
}

/// All open bits that are connected to a seed below them or are one.
pub(super) fn spread_up(seeds: u64, mut open: u64) -> u64 {
    let mut reached = seeds;
    for by in [1, 2, 4, 8, 16, 32] {
        reached |= open & reached << by;
        open &= open << by;
    }
    reached
}
