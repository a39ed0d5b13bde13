//! Finding anew what changes around one cell: the same as in any part of a map, with eight rows of eight bits
//! in one number, which are turned over by a few shifts (`repairs_agree_with_making_anew`).
//!
//! PERF: most edits are of one cell, and change nine cells and the lines through them. On AR0602SR they take
//! 7,100 instructions above those of a mover who never jumps; word by word, with blocks of 64 rows turned
//! over for each direction and every line followed, they took 14,100 (`record/edits.md`).

use super::bit_grid::transpose_bytes;
use super::link_ends::LinkEnds;
use super::map::JumpMap;
use super::neighbour_words::NeighbourWords;
use super::numbers::small;
use super::repair::{DueLines, EAST, NORTH, Part, SOUTH, WEST};
use super::rule::ARRIVALS;

/// The most rows and columns of a small part.
pub(super) const SIDE_MAX: usize = 8;

/// Bits of a small part: its rows in bytes, its columns in their bits, from the first of each. What lies
/// beyond the part is clear.
type Bits = u64;

/// A small part, and where the mover can stand in it and around it: from the row above it on, and from the
/// column before it on.
pub(super) struct Window {
    first: [usize; 2],
    size: [usize; 2],
    open: [u64; SIDE_MAX + 2],
}

impl Window {
    /// Each row's number in the part, and the neighbours of its cells, of which bit 1 is for the first one.
    fn rows(&self) -> impl Iterator<Item = (usize, NeighbourWords)> {
        let three = self.open.array_windows();
        three.take(self.size[0]).map(|three| NeighbourWords::of_rows(*three)).enumerate()
    }

    /// Puts the bits of a row's neighbours where they belong.
    #[inline]
    fn put(&self, row: usize, bits: u64) -> Bits {
        (bits >> 1 & u64::MAX >> (64 - self.size[1])) << (row * 8)
    }
}

impl Part {
    /// Whether it is small.
    pub(super) fn is_small(&self) -> bool {
        let [rows, columns] = [&self.rows, &self.columns].map(|range| range.end() - range.start());
        rows < SIDE_MAX && columns < SIDE_MAX
    }
}

impl JumpMap {
    /// Transposes where the mover can stand, from rows to columns, in a small part.
    pub(super) fn transpose_few_open(&mut self, part: &Part) {
        for row in part.rows.clone() {
            let bits = self.open.bits_from(small(row), before(*part.columns.start()) + 1);
            for (column, place) in part.columns.clone().zip(0..) {
                self.open_columns.write(column, row, 1, bits >> place & 1);
            }
        }
    }

    /// Finds the jump points of a small part. Returns in which rows and columns there are others than before.
    pub(super) fn find_few_jump_points(&mut self, part: &Part, window: &Window) -> DueLines {
        let ([row, column], [rows, columns]) = (window.first, window.size);
        let stops_diagonals = !self.diagonal_stops.is_empty();
        let arrivals = if stops_diagonals { ARRIVALS } else { 4 };
        let mut jump_points = [0; ARRIVALS];
        let mut cut_out = 0;
        for (line, around) in window.rows() {
            let at = (small(row + line), before(column));
            let ends = self.link_ends.as_ref().map_or(0, |ends| ends.bits.bits_from(at.0, at.1));
            for (arrival, own) in jump_points.iter_mut().enumerate().take(arrivals) {
                let [right, left] = self.rule.forced(&around, arrival);
                let ends = LinkEnds::jump_points_of(self.rule, arrival, ends, around.here);
                let weighted = self.weighted.as_ref();
                let weighted =
                    weighted.map_or(0, |weighted| weighted.jump_points_from(at.0, at.1, arrival));
                *own |= window.put(line, right | left | ends | weighted);
            }
            let bits = self.cut_out.as_ref().map_or(0, |cut_out| cut_out.bits_from(at.0, at.1));
            cut_out |= window.put(line, bits);
        }
        let nodes = jump_points.iter().fold(cut_out, |all, own| all | own);
        for (line, bits) in bytes_of(nodes).take(rows) {
            self.nodes.write(row + line, column, columns, bits);
        }
        if stops_diagonals {
            let stops =
                [jump_points[4], jump_points[5], jump_points[6], jump_points[7], 0, 0, 0, 0];
            self.write_bytes(window, stops, |map| &mut map.diagonal_stops);
        }
        let mut due = DueLines::inner(part);
        for direction in [EAST, SOUTH, WEST, NORTH] {
            let own = jump_points[direction];
            let (bits, lines, along) = if direction & 1 == 0 {
                (own, row, (column, columns, rows))
            } else {
                (transpose_bytes(own), column, (row, rows, columns))
            };
            let (first, length, count) = along;
            let grid = &mut self.jump_points[direction];
            for (line, bits) in bytes_of(bits).take(count) {
                let has_others = if direction < WEST {
                    grid.write(lines + line, first, length, bits)
                } else {
                    let last = grid.words_per_row() * 64 - first - length;
                    grid.write(lines + line, last, length, bits.reverse_bits() >> (64 - length))
                };
                due.add(direction, line, has_others);
            }
        }
        due
    }

    /// Writes the bytes of all cells of a small part.
    pub(super) fn write_few_useful_directions(&mut self, window: &Window) {
        let ([row, column], [rows, columns]) = (window.first, window.size);
        let ahead = |direction: usize| {
            let (lines, count, first) =
                if direction & 1 == 0 { (row, rows, column) } else { (column, columns, row) };
            let grid = &self.jump_point_ahead[direction];
            (0..count).fold(0, |bits, line| {
                let own = grid.bits_from(small(lines + line), before(first) + 1) & 0xff;
                bits | own << (line * 8)
            })
        };
        let mut all = [0; 8];
        for direction in [EAST, SOUTH, WEST, NORTH] {
            let bits = ahead(direction);
            all[direction] = if direction & 1 == 0 { bits } else { transpose_bytes(bits) };
        }
        let mut here = 0;
        for (line, around) in window.rows() {
            here |= window.put(line, around.here);
            for (all, bits) in all[4..].iter_mut().zip(self.rule.passable_diagonals(&around)) {
                *all |= window.put(line, bits);
            }
        }
        // Nobody jumps from where nobody can stand, or only by links.
        all[..4].iter_mut().for_each(|ahead| *ahead &= here);
        self.write_bytes(window, all, |map| &mut map.useful_directions);
    }

    /// Writes a byte for each cell, with a bit of each of eight.
    fn write_bytes(
        &mut self,
        window: &Window,
        bits: [Bits; 8],
        bytes: impl Fn(&mut JumpMap) -> &mut Vec<u8>,
    ) {
        let ([row, column], [rows, columns]) = (window.first, window.size);
        // In strips: those of the columns before the next strip, and the others.
        let here = columns.min(64 - column % 64);
        for line in 0..rows {
            let of_row = bits.map(|bits| bits.to_le_bytes()[line]);
            let of_cells = transpose_bytes(u64::from_le_bytes(of_row)).to_le_bytes();
            let from = self.strip_index_at(row + line, column);
            bytes(self)[from..from + here].copy_from_slice(&of_cells[..here]);
            if here < columns {
                let from = self.strip_index_at(row + line, column + here);
                let rest = &of_cells[here..columns];
                bytes(self)[from..from + rest.len()].copy_from_slice(rest);
            }
        }
    }

    /// Reads where the mover can stand in a small part and around it.
    pub(super) fn window_of(&self, part: &Part) -> Window {
        let first = [*part.rows.start(), *part.columns.start()];
        let size = [part.rows.end() + 1 - first[0], part.columns.end() + 1 - first[1]];
        let mut open = [0; SIDE_MAX + 2];
        for (row, bits) in open.iter_mut().enumerate().take(size[0] + 2) {
            let row = (first[0] + row).wrapping_sub(1);
            if row < self.open.rows() {
                *bits = self.open.bits_from(small(row), before(first[1]));
            }
        }
        Window { first, size, open }
    }
}

/// The column or row before one.
fn before(place: usize) -> i32 {
    small(place).cast_signed() - 1
}

/// The bytes of bits, with their numbers.
fn bytes_of(bits: Bits) -> impl Iterator<Item = (usize, u64)> {
    bits.to_le_bytes().into_iter().map(u64::from).enumerate()
}
