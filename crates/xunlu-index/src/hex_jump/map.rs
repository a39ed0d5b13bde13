//! The jump points of a hex grid.

use super::axes::{AxisBit, EVEN_OF_AXIS, HexAxes, LineHex, ODD};
use crate::jump::{BitGrid, WordAt};
use xunlu_map::{HexArrangement, Layout, NodeId, Passability, Rect};

/// Where hex movers may jump: in which hexes scans along the three axes stop, and where they may turn.
///
/// It knows where one can stand, not what steps cost. An edit costs the lines of hexes through what changed,
/// along each of the three axes.
///
/// ```
/// use xunlu_index::HexJumpMap;
/// use xunlu_map::{Cell, Hex, HexGrid, Mover, Passability, Rect, Terrain};
///
/// let mut grid: HexGrid = "@hex odd-r\n. . . .\n . . . .\n. . . .".parse()?;
/// let mover = Mover::hex().build()?;
/// let mut open = Passability::new(grid.ground(), &mover);
/// let mut jumps = HexJumpMap::new(&open, grid.arrangement());
/// grid.set(grid.hex_at(Cell::new(2, 1)), Terrain::WALL)?;
/// open.repair(grid.ground(), &mover, Rect::cell(Cell::new(2, 1)));
/// jumps.repair(&open, Rect::cell(Cell::new(2, 1)));
/// assert_eq!(jumps, HexJumpMap::new(&open, grid.arrangement()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HexJumpMap {
    pub(super) hexes: HexAxes,
    axes: [Axis; 3],
    // Where links begin and end, if there are any: along each axis.
    ends: Option<Box<LinkEnds>>,
}

/// The hexes where links begin and end: scans stop there.
#[derive(Clone, PartialEq, Eq, Debug)]
struct LinkEnds {
    bits: [BitGrid; 3],
    count: u32,
}

/// The bits of all hexes, in rows along one axis.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Axis {
    // Where one can stand.
    open: BitGrid,
    // Where a scan along the even direction stops: at a jump point or a wall.
    even_stops: BitGrid,
    // From where such a scan meets a jump point before a wall.
    ahead: BitGrid,
    // Where a scan along the odd direction stops: where a jump point lies ahead in an even direction beside
    // it, or at a wall.
    odd_stops: BitGrid,
}

/// Where the two hexes lie that make a jump point on one side of an even scan: the one that it may turn to,
/// and the one that is to be closed. How many rows and bits on.
struct Side {
    rows: i32,
    turn: i32,
    closed: i32,
}

/// Beyond this part of a map an edit is not taken in hex by hex.
const LARGE_PART: u64 = 16;

impl HexJumpMap {
    /// Computes it for all who can stand where `open` says, on hexes that lie like this.
    #[must_use]
    pub fn new(open: &Passability, arrangement: HexArrangement) -> HexJumpMap {
        let hexes = HexAxes::new(*open.layout(), arrangement);
        let axes = [0, 1, 2].map(|axis| Axis::clear(hexes.rows_and_bits(axis)));
        let mut map = HexJumpMap { hexes, axes, ends: None };
        map.read(open, open.layout().bounds(), |_| ());
        map.compute();
        map
    }

    /// Takes in where links begin and end, and nowhere else.
    pub fn set_link_ends(&mut self, ends: impl Iterator<Item = NodeId>) {
        let had_any = self.ends.take().is_some();
        for node in ends {
            self.turn_end(node, true);
        }
        if had_any || self.ends.is_some() {
            self.compute();
        }
    }

    /// Takes in whether links begin or end at a node.
    pub fn set_link_end(&mut self, node: NodeId, is_end: bool) {
        if !self.turn_end(node, is_end) {
            return;
        }
        let hex = self.hexes.hex_at(node);
        let mut renewed = vec![hex];
        for axis in 0..3 {
            let row = self.hexes.bit_of(axis, hex).row;
            self.compute_row(axis, row, |hex| renewed.push(hex));
        }
        for hex in renewed {
            self.renew_odd_stops(hex);
        }
    }

    /// Returns whether that is anything new.
    fn turn_end(&mut self, node: NodeId, is_end: bool) -> bool {
        let hex = self.hexes.hex_at(node);
        if self.is_link_end(hex) == is_end {
            return false;
        }
        let HexJumpMap { hexes, ends, .. } = self;
        let none = || [0, 1, 2].map(|axis| hexes.rows_and_bits(axis));
        let none = || none().map(|[rows, bits]| BitGrid::clear(rows, bits));
        let known = ends.get_or_insert_with(|| Box::new(LinkEnds { bits: none(), count: 0 }));
        for (axis, bits) in known.bits.iter_mut().enumerate() {
            let AxisBit { row, bit } = hexes.bit_of(axis, hex);
            bits.turn(row, bit);
        }
        known.count = if is_end { known.count + 1 } else { known.count - 1 };
        if known.count == 0 {
            *ends = None;
        }
        true
    }

    /// Takes in that the ground changed in `rect`, by column and row.
    ///
    /// # Panics
    /// When `open` is of another rectangle.
    pub fn repair(&mut self, open: &Passability, rect: Rect) {
        let layout = *self.layout();
        assert_eq!(*open.layout(), layout, "the passability of another map");
        let rect = layout.bounds().intersection(rect);
        let mut changed = Vec::new();
        self.read(open, rect, |hex| changed.push(hex));
        if changed.is_empty() {
            return;
        }
        if rect.size.area() * LARGE_PART > layout.bounds().size.area() {
            return self.compute();
        }
        // Whose odd stops may change.
        let mut renewed = changed.clone();
        for axis in 0..3 {
            let mut rows: Vec<u32> =
                changed.iter().flat_map(|&hex| self.rows_beside(axis, hex)).collect();
            rows.sort_unstable();
            rows.dedup();
            for row in rows {
                self.compute_row(axis, row, |hex| renewed.push(hex));
            }
        }
        for hex in renewed {
            self.renew_odd_stops(hex);
        }
    }

    /// How the hexes are numbered.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        self.hexes.layout()
    }

    /// How much memory it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let ends = self.ends.iter().flat_map(|ends| &ends.bits);
        let grids = self.axes.iter().flat_map(Axis::grids).chain(ends);
        grids.map(BitGrid::bytes).sum::<usize>() + self.hexes.bytes()
    }

    /// Whether links begin or end at a hex.
    #[inline]
    pub(super) fn is_link_end(&self, hex: LineHex) -> bool {
        let is_end = |ends: &LinkEnds| is_set(&ends.bits[0], self.hexes.bit_of(0, hex));
        self.ends.as_deref().is_some_and(is_end)
    }

    /// Where one can stand, of sixty-four hexes of a line from one on.
    #[inline]
    pub(super) fn open_bits(&self, line: u32, first: i32) -> u64 {
        self.axes[0].open.bits_from(line, first)
    }

    /// Where links begin or end, of the hexes of a word of a line.
    #[inline]
    pub(super) fn link_end_bits(&self, at: WordAt) -> u64 {
        self.ends.as_deref().map_or(0, |ends| ends.bits[0].word(at))
    }

    /// How many hexes are open in a straight line from one on.
    #[inline]
    pub(super) fn clear_steps(&self, hex: LineHex, direction: usize) -> u32 {
        let AxisBit { row, bit } = self.hexes.bit_of(direction % 3, hex);
        let open = &self.axes[direction % 3].open;
        let steps = if is_forward(direction) {
            open.next_clear(row, bit)
        } else {
            open.previous_clear(row, bit)
        };
        steps - 1
    }

    #[inline]
    pub(super) fn is_open(&self, hex: LineHex) -> bool {
        is_set(&self.axes[0].open, AxisBit { row: hex.line, bit: hex.along })
    }

    /// Where the bit of a hex lies on the axis of an even direction, if a scan that way meets a jump point.
    #[inline]
    pub(super) fn jump_point_ahead(&self, hex: LineHex, even: usize) -> Option<AxisBit> {
        let bit = self.hexes.bit_of(even % 3, hex);
        is_set(&self.axes[even % 3].ahead, bit).then_some(bit)
    }

    /// How many steps it is to where a scan stops.
    #[inline]
    pub(super) fn scan(&self, AxisBit { row, bit }: AxisBit, direction: usize) -> u32 {
        let Axis { even_stops, odd_stops, .. } = &self.axes[direction % 3];
        let stops = if direction.is_multiple_of(2) { even_stops } else { odd_stops };
        if is_forward(direction) { stops.next_set(row, bit) } else { stops.previous_set(row, bit) }
    }

    /// Whether all hexes are open from one to another that lies so many steps away in a direction.
    pub(super) fn is_free(&self, from: LineHex, direction: usize, steps: u32) -> bool {
        let axis = direction % 3;
        let AxisBit { row, bit } = self.hexes.bit_of(axis, from);
        let bits = if is_forward(direction) { bit..=bit + steps } else { bit - steps..=bit };
        self.axes[axis].open.is_full(row, bits)
    }

    /// The odd directions, a bit each, to which one who arrives in an even one may turn here: where the hex
    /// that he would have come through otherwise is closed.
    #[inline]
    pub(super) fn turns_at(&self, hex: LineHex, even: usize) -> u8 {
        let is_open = |direction| self.is_open(self.hexes.stepped(hex, direction % 6, 1));
        let turn = |odd: usize, closed| u8::from(!is_open(closed) && is_open(odd)) << (odd % 6);
        turn(even + 1, even + 2) | turn(even + 5, even + 4)
    }

    /// Reads anew where one can stand, and hears of each hex where that changed.
    fn read(&mut self, open: &Passability, rect: Rect, mut changed: impl FnMut(LineHex)) {
        let layout = *self.layout();
        for cell in rect.cells() {
            let node = layout.index_of(cell).expect("a cell of the map");
            let hex = self.hexes.hex_at(NodeId(node));
            if open.at(node) != self.is_open(hex) {
                for (number, axis) in self.axes.iter_mut().enumerate() {
                    let AxisBit { row, bit } = self.hexes.bit_of(number, hex);
                    axis.open.turn(row, bit);
                }
                changed(hex);
            }
        }
    }

    /// Computes everything from where one can stand.
    fn compute(&mut self) {
        for axis in 0..3 {
            for row in 0..self.hexes.rows_and_bits(axis)[0] {
                self.compute_row(axis, row, |_| ());
            }
        }
        let HexAxes { width, lines, .. } = self.hexes;
        for line in 0..lines {
            for along in 0..width {
                self.renew_odd_stops(LineHex { along, line });
            }
        }
    }

    /// The rows of an axis in which a change of one hex may make jump points or unmake them.
    fn rows_beside(&self, axis: usize, hex: LineHex) -> [u32; 3] {
        let row = self.hexes.bit_of(axis, hex).row;
        let rows = self.hexes.rows_and_bits(axis)[0];
        [(row + rows - 1) % rows, row, (row + 1) % rows]
    }

    /// Computes the stops of even scans in a row, and hears of each hex from where one now meets a jump
    /// point, or no longer does.
    fn compute_row(&mut self, axis: usize, row: u32, mut changed: impl FnMut(LineHex)) {
        let sides = self.sides_of(axis, row);
        let rows = self.hexes.rows_and_bits(axis)[0];
        let HexJumpMap { hexes, axes, ends } = self;
        let ends = ends.as_ref().map(|ends| &ends.bits[axis]);
        let Axis { open, even_stops, ahead, .. } = &mut axes[axis];
        let words = open.words_per_row();
        let line = row as usize;
        let is_forward = is_forward(EVEN_OF_AXIS[axis]);
        // Whether a jump point is met from the nearest hex of the word before.
        let mut is_met = false;
        for step in 0..words {
            let word = if is_forward { words - 1 - step } else { step };
            let at = WordAt { line, word };
            let first = i32::try_from(word * 64).expect("a row is no longer than a map");
            let standing = open.word(at);
            let jump_points = sides.iter().fold(0, |found, side| {
                let beside = row.wrapping_add_signed(side.rows);
                let beside = if beside == u32::MAX { rows - 1 } else { beside % rows };
                let turn = open.bits_from(beside, first + side.turn);
                found | turn & !open.bits_from(beside, first + side.closed)
            });
            let jump_points = (jump_points | ends.map_or(0, |ends| ends.word(at))) & standing;
            even_stops.set_word(at, jump_points | !standing);
            let met = met_from(jump_points, standing, is_forward, is_met);
            let entered = if is_forward {
                met >> 1 | u64::from(is_met) << 63
            } else {
                met << 1 | u64::from(is_met)
            };
            is_met = if is_forward { met & 1 != 0 } else { met >> 63 != 0 };
            let now = entered & standing;
            let mut turned = ahead.word(at) ^ now;
            ahead.set_word(at, now);
            while turned != 0 {
                let bit = u32::try_from(word).expect("few words") * 64 + turned.trailing_zeros();
                changed(hexes.hex_of(axis, AxisBit { row, bit }));
                turned &= turned - 1;
            }
        }
    }

    /// What makes a jump point in a row of an axis.
    fn sides_of(&self, axis: usize, row: u32) -> [Side; 2] {
        let side = |rows, turn, closed| Side { rows, turn, closed };
        match axis {
            0 => {
                let turn = i32::from(self.hexes.is_shoved(row));
                [side(1, turn, turn - 1), side(-1, turn, turn - 1)]
            }
            1 => [side(1, -1, 0), side(-1, 0, 1)],
            _ => [side(1, 1, 0), side(-1, 0, -1)],
        }
    }

    /// Works out where scans in odd directions stop, for one hex.
    fn renew_odd_stops(&mut self, hex: LineHex) {
        let is_closed = !self.is_open(hex);
        for odd in ODD {
            let is_stop = is_closed
                || self.is_link_end(hex)
                || evens_beside(odd).iter().any(|&even| self.jump_point_ahead(hex, even).is_some());
            let axis = odd % 3;
            let AxisBit { row, bit } = self.hexes.bit_of(axis, hex);
            let stops = &mut self.axes[axis].odd_stops;
            if is_set(stops, AxisBit { row, bit }) != is_stop {
                stops.turn(row, bit);
            }
        }
    }
}

/// The two even directions beside an odd one.
#[inline]
pub(super) const fn evens_beside(odd: usize) -> [usize; 2] {
    [odd - 1, (odd + 1) % 6]
}

/// Whether steps in a direction go to higher bits of its axis.
#[inline]
fn is_forward(direction: usize) -> bool {
    direction < 3
}

#[inline]
fn is_set(grid: &BitGrid, AxisBit { row, bit }: AxisBit) -> bool {
    let word = WordAt { line: row as usize, word: (bit / 64) as usize };
    grid.word(word) >> (bit % 64) & 1 != 0
}

impl Axis {
    fn clear([rows, bits]: [u32; 2]) -> Axis {
        let none = BitGrid::clear(rows, bits);
        let (even_stops, ahead, odd_stops) = (none.clone(), none.clone(), none.clone());
        Axis { open: none, even_stops, ahead, odd_stops }
    }

    fn grids(&self) -> [&BitGrid; 4] {
        [&self.open, &self.even_stops, &self.ahead, &self.odd_stops]
    }
}

/// Which hexes of a word are jump points or lead to one, where scans go to higher bits (forward) or to lower
/// ones, and whether the nearest hex of the next word does.
fn met_from(jump_points: u64, standing: u64, is_forward: bool, is_met_beyond: bool) -> u64 {
    let from_beyond = u64::from(is_met_beyond) << if is_forward { 63 } else { 0 };
    let (mut met, mut through) = (jump_points | from_beyond & standing, standing);
    for by in [1, 2, 4, 8, 16, 32] {
        let shifted = |bits: u64| if is_forward { bits >> by } else { bits << by };
        met |= through & shifted(met);
        through &= shifted(through);
    }
    met
}
