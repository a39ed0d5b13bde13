//! Where a way that walks its diagonals first may have to turn, by how the mover steps.
//!
//! A search *walks* in some directions and looks aside at every cell; from there it *scans* in the
//! others, in a straight line, with nothing to look at on the way. With eight neighbours it walks
//! diagonals and scans rows and columns. With four it walks rows and scans columns, which is the same
//! thought with "sideways first" in place of "diagonals first".
//!
//! ```text
//!   . # .      Scanning eastward to o, north of which something has just ended: a way round that
//!   . # .      corner must turn at o, because no way to the north of o is as short that does not
//!   s # n .    pass it. So n is forced on o, and o stops the scan.
//!   - - o .
//! ```
//!
//! A mover that may cut corners turns one step earlier, beside the obstacle, and on its diagonals as
//! well. Never cutting corners after Harabor and Grastien (2012, "The JPS pathfinding system"); four
//! neighbours after Harabor and Grastien's thought, turned by a quarter.

use super::around::Around;
use xunlu_map::{Corners, StepRule};

/// How the mover steps, as far as jumps depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum JumpRule {
    Four,
    Eight(Corners),
}

/// Directions to look in, a bit each: scans from bit 0, walks from bit 4.
pub(super) type Looks = u8;

/// All directions: how a start looks.
pub(super) const ALL_LOOKS: Looks = u8::MAX;

/// How a cell was come to: by a scan in a straight direction (0 to 3), or by walking (4 to 7).
pub(super) const ARRIVALS: usize = 8;

impl JumpRule {
    /// The rule of a mover; none for one that does not step to neighbours.
    pub(super) fn of(steps: &StepRule) -> Option<JumpRule> {
        match steps {
            StepRule::Four | StepRule::Eight(Corners::Never) => Some(JumpRule::Four),
            StepRule::Eight(corners) => Some(JumpRule::Eight(*corners)),
            StepRule::Offsets(_) | StepRule::Hex | StepRule::Links => None,
        }
    }

    /// Whether a walk, too, can meet a cell where the way may have to turn back on itself.
    pub(super) fn stops_walks(self) -> bool {
        matches!(self, JumpRule::Eight(Corners::Always | Corners::OneFree))
    }

    /// Where a walking step may be made, in each direction.
    #[inline]
    pub(super) fn walkable(self, around: &Around) -> [u64; 4] {
        let JumpRule::Eight(corners) = self else {
            return [around.straight(0) & around.here, 0, around.straight(2) & around.here, 0];
        };
        std::array::from_fn(|walk| {
            let (one, other) = (around.straight(walk), around.straight(walk + 1));
            let passable = match corners {
                Corners::Always => u64::MAX,
                Corners::OneFree => one | other,
                Corners::NoCutting => one & other,
                Corners::Never => 0,
            };
            around.here & around.diagonal(walk) & passable
        })
    }

    /// Where something is forced on a cell on the right and on the left of an arrival, of a walk the
    /// right and the left behind it.
    #[inline]
    pub(super) fn forced(self, around: &Around, arrival: usize) -> [u64; 2] {
        let (right, left) = (arrival + 1, arrival + 3);
        let here = around.here & self.can_come(around, arrival);
        match (self, arrival) {
            // Rows are walked, not scanned, and a walk looks aside at every cell.
            (JumpRule::Four, 0 | 2 | 4..) | (JumpRule::Eight(Corners::NoCutting), 4..) => [0; 2],
            (JumpRule::Four | JumpRule::Eight(Corners::NoCutting | Corners::Never), _) => [
                here & around.straight(right) & !around.diagonal(right),
                here & around.straight(left) & !around.diagonal(arrival + 2),
            ],
            (JumpRule::Eight(_), ..4) => {
                let ahead = self.squeeze(around.straight(arrival));
                [
                    here & !around.straight(right) & around.diagonal(arrival) & ahead,
                    here & !around.straight(left) & around.diagonal(left) & ahead,
                ]
            }
            (JumpRule::Eight(_), _) => {
                let beside = |free: usize| self.squeeze(around.straight(free));
                [
                    around.here
                        & !around.straight(arrival + 2)
                        & around.diagonal(arrival + 1)
                        & beside(arrival + 1),
                    here & !around.straight(left) & around.diagonal(left) & beside(arrival),
                ]
            }
        }
    }

    /// Where one can have come to a cell like this.
    #[inline]
    fn can_come(self, around: &Around, arrival: usize) -> u64 {
        if arrival < 4 {
            return around.straight(arrival + 2);
        }
        let passed = around.straight(arrival + 2) | around.straight(arrival + 3);
        around.diagonal(arrival + 2) & self.squeeze(passed)
    }

    /// Whether a cell with these neighbours, as [`Around::of_byte`] names them, stops who comes to it
    /// like this.
    pub(super) fn stops_at(self, neighbours: usize, arrival: usize) -> bool {
        self.forced(&Around::of_byte(neighbours), arrival) != [0; 2]
    }

    /// Where a diagonal step past a wall may be made that has this on its other side.
    #[inline]
    fn squeeze(self, other_side: u64) -> u64 {
        if self == JumpRule::Eight(Corners::Always) { u64::MAX } else { other_side }
    }

    /// Where to look after an arrival with nothing forced, and what is to be added where something is
    /// forced on the right and on the left.
    fn looks(self, arrival: usize) -> (Looks, [Looks; 2]) {
        let scan = |direction: usize| 1 << (direction % 4);
        let walk = |direction: usize| 16 << (direction % 4);
        let (right, left) = (arrival + 1, arrival + 3);
        match (self, arrival) {
            (JumpRule::Four, ..4) => (scan(arrival), [walk(right), walk(left)]),
            (JumpRule::Four, _) => (walk(arrival) | scan(1) | scan(3), [0; 2]),
            (JumpRule::Eight(Corners::NoCutting | Corners::Never), ..4) => {
                let sides = [scan(right) | walk(arrival), scan(left) | walk(left)];
                (scan(arrival), sides)
            }
            (JumpRule::Eight(_), ..4) => (scan(arrival), [walk(arrival), walk(left)]),
            (JumpRule::Eight(_), _) => {
                let onward = walk(arrival) | scan(arrival) | scan(right);
                (onward, [walk(right), walk(left)])
            }
        }
    }

    /// Where to look from a cell, by how it was come to and by its eight neighbours, as
    /// [`Around::of_byte`] names them.
    pub(super) fn table(self) -> Box<[[Looks; 256]; ARRIVALS]> {
        let mut table = Box::new([[0; 256]; ARRIVALS]);
        for (arrival, looks) in table.iter_mut().enumerate() {
            let (onward, sides) = self.looks(arrival);
            for (byte, looks) in looks.iter_mut().enumerate() {
                let forced = self.forced(&Around::of_byte(byte), arrival);
                let added = forced.iter().zip(sides).filter(|(forced, _)| **forced != 0);
                *looks = added.fold(onward, |looks, (_, side)| looks | side);
            }
        }
        table
    }

    /// What one walking step adds to column and row, and the directions that are scanned after it.
    #[inline]
    pub(super) fn walks(self) -> &'static [(i32, i32, Looks); 4] {
        const BY_FOUR: [(i32, i32, Looks); 4] =
            [(1, 0, 0b1010), (0, 0, 0), (-1, 0, 0b1010), (0, 0, 0)];
        const BY_EIGHT: [(i32, i32, Looks); 4] =
            [(1, 1, 0b0011), (-1, 1, 0b0110), (-1, -1, 0b1100), (1, -1, 0b1001)];
        if self == JumpRule::Four { &BY_FOUR } else { &BY_EIGHT }
    }
}
