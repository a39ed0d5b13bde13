//! The pruning rules of jump point search: natural and forced neighbours, by how the mover steps.
//!
//! With eight neighbours a diagonal jump scans aside, along a row and a column, from each of its cells. With
//! four neighbours rows take the place of diagonals: a "diagonal" jump leads along a row and scans up and
//! down the column of each of its cells, and paths are row-first instead of diagonal-first.
//!
//! ```text
//!   . # .      The scan eastward comes to o, and north of it an obstacle has just ended: a path round
//!   . # .      that corner must turn at o, because no other path to n is as short. So n is a forced
//!   s # n .    neighbour of o, and o is a jump point.
//!   - - o .
//! ```
//!
//! A mover that may cut corners turns one step earlier, beside the obstacle, and has forced neighbours on
//! diagonal jumps as well. Never cutting corners is after Harabor and Grastien (2012, "The JPS pathfinding
//! system").

use super::neighbour_words::NeighbourWords;
use super::numbers::PaddedCell;
use xunlu_map::{Corners, StepRule};

/// How the mover steps, as far as jumps depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum JumpRule {
    Four,
    Eight(Corners),
}

/// A set of directions, a bit each: cardinal ones from bit 0, diagonal ones from bit 4.
pub(crate) type Directions = u8;

/// All directions: those of the start.
pub(super) const ALL_DIRECTIONS: Directions = u8::MAX;

/// How many arrivals there are: by a cardinal scan (0 to 3), or by a diagonal jump (4 to 7).
pub(crate) const ARRIVALS: usize = 8;

impl JumpRule {
    /// The rule of a mover. Returns `None` if it does not step to neighbours.
    pub(crate) fn of(steps: &StepRule) -> Option<JumpRule> {
        match steps {
            StepRule::Four | StepRule::Eight(Corners::Never) => Some(JumpRule::Four),
            StepRule::Eight(corners) => Some(JumpRule::Eight(*corners)),
            StepRule::Offsets(_) | StepRule::Hex | StepRule::Links => None,
        }
    }

    /// Whether diagonal jumps, too, can come to a cell with forced neighbours.
    pub(super) fn stops_diagonals(self) -> bool {
        matches!(self, JumpRule::Eight(Corners::Always | Corners::OneFree))
    }

    /// Where a diagonal step may be made, in each direction.
    #[inline]
    pub(super) fn passable_diagonals(self, around: &NeighbourWords) -> [u64; 4] {
        let JumpRule::Eight(corners) = self else {
            return [around.straight(0) & around.here, 0, around.straight(2) & around.here, 0];
        };
        std::array::from_fn(|diagonal| {
            let (one, other) = (around.straight(diagonal), around.straight(diagonal + 1));
            let passable = match corners {
                Corners::Always => u64::MAX,
                Corners::OneFree => one | other,
                Corners::NoCutting => one & other,
                Corners::Never => 0,
            };
            around.here & around.diagonal(diagonal) & passable
        })
    }

    /// Where a cell has a forced neighbour on the right and on the left of an arrival; of a diagonal arrival,
    /// on the right and on the left behind it.
    #[inline]
    pub(super) fn forced(self, around: &NeighbourWords, arrival: usize) -> [u64; 2] {
        let (right, left) = (arrival + 1, arrival + 3);
        let here = around.here & self.can_arrive(around, arrival);
        match (self, arrival) {
            // Rows are jumped along, not scanned, with a scan aside from every cell.
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

    /// Where an arrival at a cell is possible.
    #[inline]
    fn can_arrive(self, around: &NeighbourWords, arrival: usize) -> u64 {
        if arrival < 4 {
            return around.straight(arrival + 2);
        }
        let passed = around.straight(arrival + 2) | around.straight(arrival + 3);
        around.diagonal(arrival + 2) & self.squeeze(passed)
    }

    /// Where a diagonal step past a wall may be made that has this on its other side.
    #[inline]
    fn squeeze(self, other_side: u64) -> u64 {
        if self == JumpRule::Eight(Corners::Always) { u64::MAX } else { other_side }
    }

    /// The directions of the natural neighbours after an arrival, and those of the forced neighbours on the
    /// right and on the left.
    fn pruned_directions(self, arrival: usize) -> (Directions, [Directions; 2]) {
        let scan = |direction: usize| 1 << (direction % 4);
        let diagonal = |direction: usize| 16 << (direction % 4);
        let (right, left) = (arrival + 1, arrival + 3);
        match (self, arrival) {
            (JumpRule::Four, ..4) => (scan(arrival), [diagonal(right), diagonal(left)]),
            (JumpRule::Four, _) => (diagonal(arrival) | scan(1) | scan(3), [0; 2]),
            (JumpRule::Eight(Corners::NoCutting | Corners::Never), ..4) => {
                let sides = [scan(right) | diagonal(arrival), scan(left) | diagonal(left)];
                (scan(arrival), sides)
            }
            (JumpRule::Eight(_), ..4) => (scan(arrival), [diagonal(arrival), diagonal(left)]),
            (JumpRule::Eight(_), _) => {
                let onward = diagonal(arrival) | scan(arrival) | scan(right);
                (onward, [diagonal(right), diagonal(left)])
            }
        }
    }

    /// In which directions to search from a cell, by its arrival and its eight neighbours, as
    /// [`NeighbourWords::of_byte`] names them.
    pub(crate) fn table(self) -> Box<[[Directions; 256]; ARRIVALS]> {
        let mut table = Box::new([[0; 256]; ARRIVALS]);
        for (arrival, directions) in table.iter_mut().enumerate() {
            let (onward, sides) = self.pruned_directions(arrival);
            for (byte, directions) in directions.iter_mut().enumerate() {
                let forced = self.forced(&NeighbourWords::of_byte(byte), arrival);
                let added = forced.iter().zip(sides).filter(|(forced, _)| **forced != 0);
                *directions = added.fold(onward, |directions, (_, side)| directions | side);
            }
        }
        table
    }

    /// With which arrivals, a bit each, a cell is a jump point, by its eight neighbours, as
    /// [`NeighbourWords::of_byte`] names them.
    pub(super) fn stopping_arrivals(self) -> Box<[u8; 256]> {
        let mut stops = Box::new([0; 256]);
        for (byte, stops) in stops.iter_mut().enumerate() {
            let around = NeighbourWords::of_byte(byte);
            let is_forced = |&arrival: &usize| self.forced(&around, arrival) != [0; 2];
            *stops = (0..ARRIVALS).filter(is_forced).fold(0, |all, arrival| all | 1 << arrival);
        }
        stops
    }

    /// Whether a diagonal step may be made between two cells of which the two beside it are open or not.
    pub(crate) fn passes_corners(self, beside: [bool; 2]) -> bool {
        match self {
            JumpRule::Four | JumpRule::Eight(Corners::Never) => false,
            JumpRule::Eight(Corners::NoCutting) => beside[0] && beside[1],
            JumpRule::Eight(Corners::OneFree) => beside[0] || beside[1],
            JumpRule::Eight(Corners::Always) => true,
        }
    }

    /// The direction of the diagonal steps that the way to another cell begins with if nothing is in it, and
    /// how many there are; with four neighbours, of those along the row. Returns `None` if there are none.
    #[inline]
    pub(crate) fn diagonal_towards(self, from: PaddedCell, to: PaddedCell) -> Option<(u32, u32)> {
        let (columns, rows) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
        let (west, north) = (u32::from(to.x < from.x), u32::from(to.y < from.y));
        let (diagonal, steps) = match self {
            JumpRule::Four => (2 * west, columns),
            // South-east, south-west, north-west, north-east.
            JumpRule::Eight(_) => (2 * north + (west ^ north), columns.min(rows)),
        };
        (steps > 0).then_some((diagonal, steps))
    }

    /// What one diagonal step adds to column and row, and the cardinal directions that are scanned after it.
    #[inline]
    pub(crate) fn diagonals(self) -> &'static [(i32, i32, Directions); 4] {
        const BY_FOUR: [(i32, i32, Directions); 4] =
            [(1, 0, 0b1010), (0, 0, 0), (-1, 0, 0b1010), (0, 0, 0)];
        const BY_EIGHT: [(i32, i32, Directions); 4] =
            [(1, 1, 0b0011), (-1, 1, 0b0110), (-1, -1, 0b1100), (1, -1, 0b1001)];
        if self == JumpRule::Four { &BY_FOUR } else { &BY_EIGHT }
    }
}
