//! Hexes: axial coordinates, the six directions, lines and ranges, and the four ways in which
//! editors lay hexes out in columns and rows.

use crate::cell::Cell;
use std::fmt;
use std::ops::Add;

/// A hex in axial coordinates. With pointy hexes q grows to the east and r to the south-east; with
/// flat ones q grows to the south-east and r to the south. Either may be negative.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Hex {
    /// The first axis.
    pub q: i32,
    /// The second axis; one row (pointy) or one place down the column (flat) a unit.
    pub r: i32,
}

impl Hex {
    /// The hex at `q`, `r`.
    #[must_use]
    pub const fn new(q: i32, r: i32) -> Hex {
        Hex { q, r }
    }

    /// How many steps apart two hexes are on open ground; saturates.
    #[must_use]
    pub fn distance(self, other: Hex) -> u32 {
        let dq = i64::from(other.q) - i64::from(self.q);
        let dr = i64::from(other.r) - i64::from(self.r);
        let steps = dq.abs().max(dr.abs()).max((dq + dr).abs());
        u32::try_from(steps).unwrap_or(u32::MAX)
    }

    /// The neighbour one step that way; saturates at the ends of the coordinates.
    #[must_use]
    pub fn neighbour(self, direction: HexDirection) -> Hex {
        self + direction.offset()
    }

    /// The six hexes around it in the order of [`HexDirection::ALL`]; saturates at the ends of the
    /// coordinates.
    pub fn neighbours(self) -> impl Iterator<Item = Hex> {
        HexDirection::ALL.into_iter().map(move |direction| self.neighbour(direction))
    }

    /// The hexes of a straight line from this one to `other`, both included, each a neighbour of
    /// the one before. Where the line runs between two hexes it keeps to one side by a fixed rule.
    pub fn line_to(self, other: Hex) -> impl Iterator<Item = Hex> {
        let steps = i128::from(self.distance(other));
        (0..=steps).map(move |step| {
            if steps == 0 {
                return self;
            }
            // Everything is scaled by 16 * steps, so that the fixed nudge of 1, 2 and -3 breaks
            // ties and nothing else, in whole numbers.
            let between = |from: i32, to: i32| {
                (i128::from(from) * (steps - step) + i128::from(to) * step) * 16
            };
            let q = between(self.q, other.q) + 1;
            let r = between(self.r, other.r) + 2;
            rounded(q, r, steps * 16)
        })
    }

    /// The hexes at most `radius` steps away, this one among them, by q and then r.
    pub fn within(self, radius: u32) -> impl Iterator<Item = Hex> {
        let reach = i64::from(radius);
        (-reach..=reach).flat_map(move |dq| {
            let span = (-reach).max(-dq - reach)..=reach.min(reach - dq);
            span.filter_map(move |dr| self.shifted(dq, dr))
        })
    }

    /// The hexes exactly `radius` steps away, once around in the order of the directions.
    pub fn ring(self, radius: u32) -> impl Iterator<Item = Hex> {
        let reach = i64::from(radius);
        let alone = (radius == 0).then_some(self);
        let around = HexDirection::ALL.into_iter().flat_map(move |corner| {
            // From this corner of the ring one walks on along the side to the next corner.
            let side = HexDirection::ALL[(corner as usize + 2) % 6].offset();
            let corner = corner.offset();
            (0..reach).filter_map(move |along| {
                let dq = i64::from(corner.q) * reach + i64::from(side.q) * along;
                let dr = i64::from(corner.r) * reach + i64::from(side.r) * along;
                self.shifted(dq, dr)
            })
        });
        alone.into_iter().chain(around)
    }

    fn shifted(self, dq: i64, dr: i64) -> Option<Hex> {
        let q = i32::try_from(i64::from(self.q) + dq).ok()?;
        let r = i32::try_from(i64::from(self.r) + dr).ok()?;
        Some(Hex::new(q, r))
    }
}

/// The hex nearest to `q / scale`, `r / scale`: each of the three axes is rounded, and the one that
/// moved most is worked out from the other two.
fn rounded(q: i128, r: i128, scale: i128) -> Hex {
    let s = -q - r;
    let nearest = |value: i128| (2 * value + scale).div_euclid(2 * scale);
    let off = |value: i128| (nearest(value) * scale - value).abs();
    let (near_q, near_r, near_s) = (nearest(q), nearest(r), nearest(s));
    let (near_q, near_r) = if off(q) > off(r) && off(q) > off(s) {
        (-near_r - near_s, near_r)
    } else if off(r) > off(s) {
        (near_q, -near_q - near_s)
    } else {
        (near_q, near_r)
    };
    let narrow = |value: i128| i32::try_from(value).expect("it lies between two 32-bit hexes");
    Hex::new(narrow(near_q), narrow(near_r))
}

impl Add for Hex {
    type Output = Hex;

    #[inline]
    fn add(self, offset: Hex) -> Hex {
        Hex::new(self.q.saturating_add(offset.q), self.r.saturating_add(offset.r))
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.q, self.r)
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hex({}, {})", self.q, self.r)
    }
}

/// One of the six neighbours, in the order in which steps are tried: clockwise, from the one at
/// q + 1. They are named by what they add, because the compass differs:
///
/// | | pointy | flat |
/// | --- | --- | --- |
/// | `PlusQ` | east | south-east |
/// | `PlusR` | south-east | south |
/// | `MinusQPlusR` | south-west | south-west |
/// | `MinusQ` | west | north-west |
/// | `MinusR` | north-west | north |
/// | `PlusQMinusR` | north-east | north-east |
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum HexDirection {
    /// q + 1.
    PlusQ,
    /// r + 1.
    PlusR,
    /// q - 1, r + 1.
    MinusQPlusR,
    /// q - 1.
    MinusQ,
    /// r - 1.
    MinusR,
    /// q + 1, r - 1.
    PlusQMinusR,
}

impl HexDirection {
    /// All six, in order.
    pub const ALL: [HexDirection; 6] = [
        HexDirection::PlusQ,
        HexDirection::PlusR,
        HexDirection::MinusQPlusR,
        HexDirection::MinusQ,
        HexDirection::MinusR,
        HexDirection::PlusQMinusR,
    ];

    /// What one step this way adds.
    #[must_use]
    pub const fn offset(self) -> Hex {
        match self {
            HexDirection::PlusQ => Hex::new(1, 0),
            HexDirection::PlusR => Hex::new(0, 1),
            HexDirection::MinusQPlusR => Hex::new(-1, 1),
            HexDirection::MinusQ => Hex::new(-1, 0),
            HexDirection::MinusR => Hex::new(0, -1),
            HexDirection::PlusQMinusR => Hex::new(1, -1),
        }
    }

    /// The opposite direction.
    #[must_use]
    pub const fn opposite(self) -> HexDirection {
        HexDirection::ALL[(self as usize + 3) % 6]
    }

    /// Its point of the compass on hexes that stand this way: `E`, `SE`, ...
    #[must_use]
    pub const fn compass(self, orientation: Orientation) -> &'static str {
        let points = match orientation {
            Orientation::Pointy => ["E", "SE", "SW", "W", "NW", "NE"],
            Orientation::Flat => ["SE", "S", "SW", "NW", "N", "NE"],
        };
        points[self as usize]
    }
}

/// How hexes stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Orientation {
    /// A corner at the top: hexes lie in straight rows.
    Pointy,
    /// A side at the top: hexes lie in straight columns.
    Flat,
}

/// How hexes are laid out in columns and rows: every second row (pointy) or column (flat) is shoved
/// half a hex to the right or down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HexArrangement {
    /// Pointy hexes, odd rows shoved right.
    OddR,
    /// Pointy hexes, even rows shoved right.
    EvenR,
    /// Flat hexes, odd columns shoved down.
    OddQ,
    /// Flat hexes, even columns shoved down.
    EvenQ,
}

impl HexArrangement {
    /// All four.
    pub const ALL: [HexArrangement; 4] =
        [HexArrangement::OddR, HexArrangement::EvenR, HexArrangement::OddQ, HexArrangement::EvenQ];

    /// Its name in texts, documents and on the command line: `odd-r`, `even-r`, `odd-q` or `even-q`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            HexArrangement::OddR => "odd-r",
            HexArrangement::EvenR => "even-r",
            HexArrangement::OddQ => "odd-q",
            HexArrangement::EvenQ => "even-q",
        }
    }

    /// The arrangement of this [`name`](Self::name). Returns `None` if it is no such name.
    #[must_use]
    pub fn named(name: &str) -> Option<HexArrangement> {
        HexArrangement::ALL.into_iter().find(|arrangement| arrangement.name() == name)
    }

    /// How the hexes stand.
    #[must_use]
    pub const fn orientation(self) -> Orientation {
        match self {
            HexArrangement::OddR | HexArrangement::EvenR => Orientation::Pointy,
            HexArrangement::OddQ | HexArrangement::EvenQ => Orientation::Flat,
        }
    }

    /// Whether the row (pointy) or column (flat) with this number is shoved.
    #[must_use]
    pub const fn is_shoved(self, line: i32) -> bool {
        let is_odd = line & 1 != 0;
        match self {
            HexArrangement::OddR | HexArrangement::OddQ => is_odd,
            HexArrangement::EvenR | HexArrangement::EvenQ => !is_odd,
        }
    }

    /// The hex at a column and row; saturates at the ends of the coordinates.
    #[must_use]
    pub fn hex_of(self, cell: Cell) -> Hex {
        match self.orientation() {
            Orientation::Pointy => Hex::new(less(cell.x, self.shift(cell.y)), cell.y),
            Orientation::Flat => Hex::new(cell.x, less(cell.y, self.shift(cell.x))),
        }
    }

    /// The column and row of a hex; saturates at the ends of the coordinates.
    #[must_use]
    pub fn cell_of(self, hex: Hex) -> Cell {
        match self.orientation() {
            Orientation::Pointy => Cell::new(less(hex.q, -self.shift(hex.r)), hex.r),
            Orientation::Flat => Cell::new(hex.q, less(hex.r, -self.shift(hex.q))),
        }
    }

    /// How far the slanted axis has run off by this row or column: half of it, rounded down where
    /// odd lines are shoved and up where even ones are, below zero as well.
    fn shift(self, line: i32) -> i64 {
        match self {
            HexArrangement::OddR | HexArrangement::OddQ => i64::from(line).div_euclid(2),
            HexArrangement::EvenR | HexArrangement::EvenQ => (i64::from(line) + 1).div_euclid(2),
        }
    }
}

fn less(value: i32, shift: i64) -> i32 {
    let shifted = i64::from(value) - shift;
    i32::try_from(shifted).unwrap_or(if shifted < 0 { i32::MIN } else { i32::MAX })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::{Rect, Size};
    use std::collections::BTreeSet;

    fn around() -> impl Iterator<Item = Cell> {
        Rect::new(Cell::new(-5, -5), Size::new(11, 11)).cells()
    }

    /// Neighbours (dx, dy) by direction of an unshoved and a shoved line, read off a drawing.
    fn drawn_neighbours(arrangement: HexArrangement, cell: Cell) -> [(i32, i32); 6] {
        let shoved = match arrangement.orientation() {
            Orientation::Pointy => arrangement.is_shoved(cell.y),
            Orientation::Flat => arrangement.is_shoved(cell.x),
        };
        match (arrangement.orientation(), shoved) {
            (Orientation::Pointy, false) => [(1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1)],
            (Orientation::Pointy, true) => [(1, 0), (1, 1), (0, 1), (-1, 0), (0, -1), (1, -1)],
            (Orientation::Flat, false) => [(1, 0), (0, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)],
            (Orientation::Flat, true) => [(1, 1), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, 0)],
        }
    }

    #[test]
    fn all_arrangements_go_there_and_back_below_zero_too() {
        for arrangement in HexArrangement::ALL {
            assert_eq!(arrangement.hex_of(Cell::new(0, 0)), Hex::new(0, 0));
            for cell in around() {
                assert_eq!(arrangement.cell_of(arrangement.hex_of(cell)), cell);
            }
        }
    }

    #[test]
    fn an_arrangement_is_found_by_its_name() {
        for arrangement in HexArrangement::ALL {
            assert_eq!(HexArrangement::named(arrangement.name()), Some(arrangement));
        }
        assert_eq!(HexArrangement::EvenQ.name(), "even-q");
        assert_eq!(["odd", "Odd-R", ""].map(HexArrangement::named), [None; 3]);
    }

    #[test]
    fn neighbours_are_those_of_the_drawing() {
        for arrangement in HexArrangement::ALL {
            for cell in around() {
                let hex = arrangement.hex_of(cell);
                let drawn = drawn_neighbours(arrangement, cell);
                for (direction, (dx, dy)) in HexDirection::ALL.into_iter().zip(drawn) {
                    let neighbour = arrangement.cell_of(hex.neighbour(direction));
                    let expected = Cell::new(cell.x + dx, cell.y + dy);
                    assert_eq!(neighbour, expected, "{arrangement:?} {cell} {direction:?}");
                }
            }
        }
    }

    #[test]
    fn the_way_back_undoes_a_step() {
        for direction in HexDirection::ALL {
            let there = Hex::new(3, -4).neighbour(direction);
            assert_eq!(there.neighbour(direction.opposite()), Hex::new(3, -4));
            assert_eq!(there.distance(Hex::new(3, -4)), 1);
        }
        assert_eq!(HexDirection::PlusQ.compass(Orientation::Pointy), "E");
        assert_eq!(HexDirection::PlusQ.compass(Orientation::Flat), "SE");
    }

    #[test]
    fn the_distance_counts_steps() {
        // A flood from the centre, one ring of neighbours a round.
        let centre = Hex::new(-1, 2);
        let mut seen = BTreeSet::from([centre]);
        for steps in 1..=4 {
            let before = seen.clone();
            for hex in &before {
                seen.extend(HexDirection::ALL.map(|direction| hex.neighbour(direction)));
            }
            let ring: BTreeSet<Hex> = seen.difference(&before).copied().collect();
            assert!(ring.iter().all(|hex| centre.distance(*hex) == steps));
            assert_eq!(centre.ring(steps).collect::<BTreeSet<_>>(), ring);
            assert_eq!(centre.ring(steps).count(), ring.len());
            assert_eq!(centre.within(steps).collect::<BTreeSet<_>>(), seen);
            assert_eq!(centre.within(steps).count(), seen.len());
        }
        assert_eq!(centre.ring(0).collect::<Vec<_>>(), [centre]);
        let (least, most) = (Hex::new(i32::MIN, i32::MIN), Hex::new(i32::MAX, i32::MAX));
        assert_eq!(least.distance(most), u32::MAX);
    }

    #[test]
    fn a_ring_walks_from_neighbour_to_neighbour() {
        let ring: Vec<Hex> = Hex::new(2, 1).ring(3).collect();
        for (number, hex) in ring.iter().enumerate() {
            assert_eq!(hex.distance(ring[(number + 1) % ring.len()]), 1);
        }
    }

    #[test]
    fn a_line_walks_from_neighbour_to_neighbour() {
        let from = Hex::new(-2, 1);
        for to in from.within(9) {
            let line: Vec<Hex> = from.line_to(to).collect();
            assert_eq!((line[0], line[line.len() - 1]), (from, to));
            assert_eq!(line.len() as u64, u64::from(from.distance(to)) + 1);
            assert!(line.windows(2).all(|pair| pair[0].distance(pair[1]) == 1), "{to}");
        }
    }
}
