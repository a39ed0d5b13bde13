//! The jump points of a hex grid.

use super::axes::{AxisBit, HexAxes, LineHex, ODD, axis_of};
use super::rows::{Rows, Stretch};
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
    axes: [Rows; 3],
    // Where links begin and end, if there are any: along each axis.
    ends: Option<Box<LinkEnds>>,
}

/// The hexes where links begin and end: scans stop there.
#[derive(Clone, PartialEq, Eq, Debug)]
struct LinkEnds {
    bits: [BitGrid; 3],
    count: u32,
}

/// What an edit changed of a map: the hexes that were opened or shut.
#[derive(Clone, Default, Debug)]
pub struct HexEdit {
    pub(super) turned: Vec<LineHex>,
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
        let axes = [0, 1, 2].map(|axis| Rows::clear(hexes.rows_and_bits(axis)));
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

    /// Takes in that the ground changed in `rect`, by column and row. Returns what that came to.
    ///
    /// # Panics
    /// When `open` is of another rectangle.
    pub fn repair(&mut self, open: &Passability, rect: Rect) -> HexEdit {
        let layout = *self.layout();
        assert_eq!(*open.layout(), layout, "the passability of another map");
        let rect = layout.bounds().intersection(rect);
        let mut changed = Vec::new();
        self.read(open, rect, |hex| changed.push(hex));
        if changed.is_empty() {
            return HexEdit::default();
        }
        if rect.size.area() * LARGE_PART > layout.bounds().size.area() {
            self.compute();
            return HexEdit { turned: changed };
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
        HexEdit { turned: changed }
    }

    /// How the hexes are numbered.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        self.hexes.layout()
    }

    /// How much memory it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let ends = self.ends.iter().flat_map(|ends| &ends.bits).map(BitGrid::bytes);
        let axes = self.axes.iter().map(Rows::bytes);
        axes.chain(ends).sum::<usize>() + self.hexes.bytes()
    }

    /// Whether links begin or end at a hex.
    #[inline]
    pub(super) fn is_link_end(&self, hex: LineHex) -> bool {
        let LineHex { along, line } = hex;
        let at = WordAt { line: line as usize, word: (along / 64) as usize };
        self.link_end_bits(at) >> (along % 64) & 1 != 0
    }

    /// Where one can stand, of sixty-four hexes of a line from one on.
    #[inline]
    pub(super) fn open_bits(&self, line: u32, first: i32) -> u64 {
        self.axes[0].open_from(line, first)
    }

    /// Where links begin or end, of the hexes of a word of a line.
    #[inline]
    pub(super) fn link_end_bits(&self, at: WordAt) -> u64 {
        self.ends.as_deref().map_or(0, |ends| ends.bits[0].word(at))
    }

    /// How many hexes are open in a straight line from one on.
    #[inline]
    pub(super) fn clear_steps(&self, hex: LineHex, direction: usize) -> u32 {
        let at = self.hexes.bit_of(axis_of(direction), hex);
        let rows = &self.axes[axis_of(direction)];
        let closed = |stretch: &Stretch| !stretch.open;
        let is_even = direction.is_multiple_of(2);
        let stop = if is_even { rows.after(at, closed) } else { rows.before(at, closed) };
        stop.steps - 1
    }

    #[inline]
    pub(super) fn is_open(&self, hex: LineHex) -> bool {
        let at = AxisBit { row: hex.line, bit: hex.along };
        at.is_in(self.axes[0].of(at).open)
    }

    /// Whether a scan in an even direction meets a jump point.
    #[inline]
    pub(super) fn is_jump_point_ahead(&self, hex: LineHex, even: usize) -> bool {
        let at = self.hexes.bit_of(axis_of(even), hex);
        at.is_in(self.axes[axis_of(even)].of(at).ahead)
    }

    /// The jump point that a scan in an even direction meets, if there is one: how many steps it is to there,
    /// and to which odd directions one who arrives may turn, because the hex is closed that he would have
    /// come through otherwise. At ends of links he may turn to both.
    #[inline]
    pub(super) fn scan(&self, hex: LineHex, even: usize) -> Option<(u32, u8)> {
        let at = self.hexes.bit_of(axis_of(even), hex);
        let rows = &self.axes[axis_of(even)];
        if !at.is_in(rows.of(at).ahead) {
            return None;
        }
        let stop = rows.after(at, Stretch::even_stops);
        let [after, before] = odds_beside(even);
        let turns = u8::from(stop.is(|stretch| stretch.turns[0])) << after
            | u8::from(stop.is(|stretch| stretch.turns[1])) << before;
        Some((stop.steps, turns))
    }

    /// How many steps it is to where a jump in an odd direction stops, if that is no wall.
    #[inline]
    pub(super) fn steps_to_stop(&self, hex: LineHex, odd: usize) -> Option<u32> {
        let at = self.hexes.bit_of(axis_of(odd), hex);
        let stop = self.axes[axis_of(odd)].before(at, |stretch| stretch.odd_stops);
        stop.is(|stretch| stretch.open).then_some(stop.steps)
    }

    /// Whether all hexes are open from one to another that lies so many steps away in a direction.
    pub(super) fn is_free(&self, from: LineHex, direction: usize, steps: u32) -> bool {
        let axis = axis_of(direction);
        let AxisBit { row, bit } = self.hexes.bit_of(axis, from);
        let is_even = direction.is_multiple_of(2);
        let bits = if is_even { bit..=bit + steps } else { bit - steps..=bit };
        self.axes[axis].are_open(row, bits)
    }

    /// Reads anew where one can stand, and hears of each hex where that changed.
    fn read(&mut self, open: &Passability, rect: Rect, mut changed: impl FnMut(LineHex)) {
        let layout = *self.layout();
        for cell in rect.cells() {
            let node = layout.index_of(cell).expect("a cell of the map");
            let hex = self.hexes.hex_at(NodeId(node));
            if open.at(node) != self.is_open(hex) {
                for (number, axis) in self.axes.iter_mut().enumerate() {
                    let at = self.hexes.bit_of(number, hex);
                    axis.of_mut(at).open ^= 1 << (at.bit % 64);
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
        let known = &mut axes[axis];
        // Whether a jump point is met from the nearest hex of the stretch before.
        let mut is_met = false;
        for number in (0..known.per_row()).rev() {
            let bit = u32::try_from(number * 64).expect("a row is no longer than a map");
            let (at, first) = (AxisBit { row, bit }, bit.cast_signed());
            let standing = known.of(at).open;
            let ends =
                ends.map_or(0, |ends| ends.word(WordAt { line: row as usize, word: number }));
            let turns = sides.each_ref().map(|side| {
                let beside = row.wrapping_add_signed(side.rows);
                let beside = if beside == u32::MAX { rows - 1 } else { beside % rows };
                let turn = known.open_from(beside, first + side.turn);
                let corners = turn & !known.open_from(beside, first + side.closed);
                (corners | ends) & standing
            });
            let jump_points = turns[0] | turns[1];
            let met = met_from(jump_points, standing, is_met);
            let entered = met >> 1 | u64::from(is_met) << 63;
            is_met = met & 1 != 0;
            let now = entered & standing;
            let stretch = known.of_mut(at);
            let mut turned = stretch.ahead ^ now;
            (stretch.turns, stretch.ahead) = (turns, now);
            while turned != 0 {
                let at = AxisBit { row, bit: bit + turned.trailing_zeros() };
                changed(hexes.hex_of(axis, at));
                turned &= turned - 1;
            }
        }
    }

    /// What makes a jump point in a row of an axis: on the side of the odd direction after the even one, and
    /// on that of the one before it.
    fn sides_of(&self, axis: usize, row: u32) -> [Side; 2] {
        let side = |rows, turn, closed| Side { rows, turn, closed };
        match axis {
            0 => {
                let turn = i32::from(self.hexes.is_shoved(row));
                [side(1, turn, turn - 1), side(-1, turn, turn - 1)]
            }
            1 => [side(1, 1, 0), side(-1, 0, -1)],
            _ => [side(-1, 0, -1), side(1, 1, 0)],
        }
    }

    /// Works out where scans in odd directions stop, for one hex.
    fn renew_odd_stops(&mut self, hex: LineHex) {
        let is_closed = !self.is_open(hex);
        for odd in ODD {
            let is_stop = is_closed
                || self.is_link_end(hex)
                || evens_beside(odd).iter().any(|&even| self.is_jump_point_ahead(hex, even));
            let at = self.hexes.bit_of(axis_of(odd), hex);
            let stops = &mut self.axes[axis_of(odd)].of_mut(at).odd_stops;
            if at.is_in(*stops) != is_stop {
                *stops ^= 1 << (at.bit % 64);
            }
        }
    }
}

/// The two even directions beside an odd one.
#[inline]
pub(super) const fn evens_beside(odd: usize) -> [usize; 2] {
    [odd - 1, (odd + 1) % 6]
}

/// The two odd directions beside an even one: after it, and before it.
#[inline]
const fn odds_beside(even: usize) -> [usize; 2] {
    [even + 1, if even == 0 { 5 } else { even - 1 }]
}

/// Which hexes of a word are jump points or lead to one, and whether the nearest hex of the next word does.
fn met_from(jump_points: u64, standing: u64, is_met_beyond: bool) -> u64 {
    let (mut met, mut through) =
        (jump_points | u64::from(is_met_beyond) << 63 & standing, standing);
    for by in [1, 2, 4, 8, 16, 32] {
        met |= through & met >> by;
        through &= through >> by;
    }
    met
}
