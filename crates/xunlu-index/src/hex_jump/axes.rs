//! Where hexes lie along the three axes.

use xunlu_map::{Hex, HexArrangement, Layout, NodeId, Orientation};

/// The directions of steps that come first on a path.
pub(super) const ODD: [usize; 3] = [1, 3, 5];

/// Along which axis a direction runs.
#[inline]
pub(super) const fn axis_of(direction: usize) -> usize {
    if direction < 3 { direction } else { direction - 3 }
}

/// What a step in each direction adds to a hex's place along the first axis and to its line.
const STEPS: [(i32, i32); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// A hex by its line (a row of pointy hexes, a column of flat ones) and its place in it, both counted with
/// the border around the map: the map's own begin at 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct LineHex {
    pub(super) along: u32,
    pub(super) line: u32,
}

/// The place of a hex on the first two axes, and their sum, but for what all hexes have in common.
pub(super) type OnAxes = [i32; 3];

/// Where a bit lies: in which row of an axis, and where in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct AxisBit {
    pub(super) row: u32,
    pub(super) bit: u32,
}

/// How the hexes of a map lie along the three axes.
///
/// Bits run in the even direction of an axis, so that scans lead to higher ones and odd jumps to lower ones.
/// Along the first a row is a line of the map. The rows of the others cross the lines, and begin again at the
/// other end where they leave the map at one: so each axis has as many rows as hexes lie beside each other
/// across it, and the border lies between two that share a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct HexAxes {
    layout: Layout,
    arrangement: HexArrangement,
    is_flat: bool,
    // How many hexes a line has and how many lines there are, counted with the border.
    pub(super) width: u32,
    pub(super) lines: u32,
    // One if the lines with even numbers, counted with the border, are shoved.
    first_shove: u32,
    // For each axis and line: the row of its first hex, and the bit of all of its hexes. Of the first axis
    // rows are lines, and it is nothing.
    of_lines: [Box<[AxisBit]>; 3],
}

impl HexAxes {
    pub(super) fn new(layout: Layout, arrangement: HexArrangement) -> HexAxes {
        let bounds = layout.bounds();
        let is_flat = arrangement.orientation() == Orientation::Flat;
        let ([along, across], from) = if is_flat {
            ([bounds.size.height, bounds.size.width], bounds.min.x)
        } else {
            ([bounds.size.width, bounds.size.height], bounds.min.y)
        };
        let (width, lines) = (along + 2, across + 2);
        let first_shove = u32::from(arrangement.is_shoved(from.wrapping_sub(1)));
        let shift = |line: u32| (line + first_shove) / 2;
        let first = |_| AxisBit { row: 0, bit: 0 };
        let second = |line: u32| {
            let row = (width - shift(line) % width) % width;
            AxisBit { row, bit: lines - 1 - line }
        };
        let third = |line: u32| AxisBit { row: (line - shift(line)) % width, bit: line };
        let of_lines = [
            (0..lines).map(first).collect(),
            (0..lines).map(second).collect(),
            (0..lines).map(third).collect(),
        ];
        HexAxes { layout, arrangement, is_flat, width, lines, first_shove, of_lines }
    }

    pub(super) fn layout(&self) -> &Layout {
        &self.layout
    }

    pub(super) fn bytes(&self) -> usize {
        self.of_lines.iter().map(|lines| size_of_val::<[AxisBit]>(lines)).sum()
    }

    /// How many rows an axis has, and how many bits a row.
    pub(super) fn rows_and_bits(&self, axis: usize) -> [u32; 2] {
        if axis == 0 { [self.lines, self.width] } else { [self.width, self.lines] }
    }

    /// How far the place of a hex on the first axis runs ahead of its place in its line.
    #[inline]
    fn shift(&self, line: u32) -> u32 {
        (line + self.first_shove) / 2
    }

    /// Whether a line is shoved by half a hex.
    #[inline]
    pub(super) fn is_shoved(&self, line: u32) -> bool {
        (line + self.first_shove) % 2 == 1
    }

    /// Where the bit of a hex lies along an axis.
    #[inline]
    pub(super) fn bit_of(&self, axis: usize, hex: LineHex) -> AxisBit {
        let LineHex { along, line } = hex;
        let of_line = self.of_lines[axis][line as usize];
        let row = along + of_line.row;
        let row = if row >= self.width { row - self.width } else { row };
        let (row, bit) = if axis == 0 { (line, row) } else { (row, of_line.bit) };
        AxisBit { row, bit }
    }

    /// The hex of a bit along an axis.
    pub(super) fn hex_of(&self, axis: usize, AxisBit { row, bit }: AxisBit) -> LineHex {
        if axis == 0 {
            return LineHex { along: bit, line: row };
        }
        let line = if axis == 1 { self.lines - 1 - bit } else { bit };
        let first = self.of_lines[axis][line as usize].row;
        let along = if row >= first { row - first } else { row + self.width - first };
        LineHex { along, line }
    }

    /// The hex so many steps away. It must lie in the map or in its border.
    #[inline]
    pub(super) fn stepped(&self, hex: LineHex, direction: usize, steps: u32) -> LineHex {
        let (along, lines) = STEPS[direction];
        let by = |each: i32| each.cast_unsigned().wrapping_mul(steps);
        let line = hex.line.wrapping_add(by(lines));
        let shifted = self.shift(line).wrapping_sub(self.shift(hex.line));
        LineHex { along: hex.along.wrapping_add(by(along)).wrapping_add(shifted), line }
    }

    /// How far it is from one hex to another on each of the first two axes.
    #[inline]
    fn between(&self, from: LineHex, to: LineHex) -> (i32, i32) {
        let on_axis = |hex: LineHex| hex.along.wrapping_sub(self.shift(hex.line));
        let along = on_axis(to).wrapping_sub(on_axis(from));
        (along.cast_signed(), to.line.wrapping_sub(from.line).cast_signed())
    }

    #[inline]
    pub(super) fn on_axes(&self, hex: LineHex) -> OnAxes {
        let along = hex.along.wrapping_sub(self.shift(hex.line)).cast_signed();
        let line = hex.line.cast_signed();
        [along, line, along + line]
    }

    /// How many steps apart two hexes are on open ground.
    #[inline]
    pub(super) fn distance(&self, from: LineHex, to: LineHex) -> u32 {
        let (along, lines) = self.between(from, to);
        let longest = along.unsigned_abs().max(lines.unsigned_abs());
        longest.max((along + lines).unsigned_abs())
    }

    /// The way from one hex to another on open ground: steps in an odd direction, then in an even one.
    #[inline]
    pub(super) fn way(&self, from: LineHex, to: LineHex) -> Way {
        let (along, lines) = self.between(from, to);
        let both = along + lines;
        // In which of the six wedges it lies, and how far along the two directions that bound it.
        let (odd, even, odd_steps, even_steps) = match (along >= 0, lines >= 0, both >= 0) {
            (true, true, _) => (1, 0, lines, along),
            (false, true, true) => (1, 2, both, -along),
            (false, true, false) => (3, 2, -both, lines),
            (false, false, _) => (3, 4, -along, -lines),
            (true, false, false) => (5, 4, along, -both),
            (true, false, true) => (5, 0, -lines, both),
        };
        Way {
            odd,
            even,
            odd_steps: odd_steps.unsigned_abs(),
            even_steps: even_steps.unsigned_abs(),
        }
    }

    /// What the map calls a hex.
    pub(super) fn place_of(&self, hex: LineHex) -> Hex {
        self.arrangement.hex_of(self.layout.cell_of(self.node_of(hex).0))
    }

    /// What a step in a direction adds to that.
    pub(super) fn offset_of(&self, direction: usize) -> Hex {
        let (along, line) = STEPS[direction];
        if self.is_flat { Hex::new(line, along) } else { Hex::new(along, line) }
    }

    #[inline]
    pub(super) fn node_of(&self, LineHex { along, line }: LineHex) -> NodeId {
        let (x, y) = if self.is_flat { (line, along) } else { (along, line) };
        NodeId(y * self.layout.stride() + x)
    }

    #[inline]
    pub(super) fn hex_at(&self, NodeId(number): NodeId) -> LineHex {
        let (x, y) = (number % self.layout.stride(), number / self.layout.stride());
        let (along, line) = if self.is_flat { (y, x) } else { (x, y) };
        LineHex { along, line }
    }
}

/// Steps in an odd direction, then in an even one beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Way {
    pub(super) odd: usize,
    pub(super) even: usize,
    pub(super) odd_steps: u32,
    pub(super) even_steps: u32,
}
