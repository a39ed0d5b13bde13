//! Finding the successors of a cell: cardinal scans and diagonal jumps until something stops them.

use super::map::{JumpMap, STRIP};
use super::numbers::{CellShift, PaddedCell};
use super::rule::{Directions, JumpRule};

/// A jump point that was found: where it lies, with which arrival, and after how many steps of a diagonal
/// jump and then of a cardinal scan.
#[derive(Clone, Copy, Debug)]
pub(super) struct Successor {
    pub(super) cell: PaddedCell,
    pub(super) arrival: u32,
    pub(super) diagonal_steps: u32,
    pub(super) cardinal_steps: u32,
}

/// Is told what jumps find.
pub(super) trait SuccessorVisitor {
    /// A jump point was found.
    fn successor(&mut self, successor: Successor);

    /// Whether to go on with a diagonal jump after the scans from one of its cells.
    #[inline]
    fn continues(&mut self) -> bool {
        true
    }

    /// How many steps a diagonal jump from a cell may take at most.
    #[inline]
    fn steps_max(&self, _from: PaddedCell, _diagonal: u32) -> u32 {
        u32::MAX
    }

    /// A diagonal jump has ended after so many steps.
    fn diagonal_ended(&mut self, diagonal: u32, steps: u32);

    /// The diagonal jump that ended like this reached its limit, and could be resumed.
    fn cut_short(&mut self, diagonal: u32, steps: u32);
}

/// When to cut a diagonal jump short: after so many turns, which are cells with successors aside, or so many
/// steps. What is left of it can be resumed when that is worth it.
#[derive(Clone, Copy, Debug)]
pub(super) struct JumpLimit {
    turns: u32,
    steps: u32,
}

impl JumpLimit {
    /// For jumps that shall find everything.
    pub(super) const NONE: JumpLimit = JumpLimit { turns: u32::MAX, steps: u32::MAX };

    /// For the nearest successors.
    ///
    /// PERF: bounds by these are nearly as tight as by all. Thousands of instructions a question among a
    /// hundred units that walk, with bounds of the cells beside them from the 9th expansion on
    /// (`--example units`, callgrind): AR0602SR 219 by these and 220 by all, moonglade 65 and about 100.
    pub(super) const NEAREST: JumpLimit = JumpLimit { turns: 1, steps: 16 };

    /// The limit in searches.
    ///
    /// PERF: where pillars stand in rows a diagonal jump passes hundreds of jump points, and without this a
    /// search of ten expansions finds thousands: pillars 4 apart 343 us a query without and 147 with it, 8
    /// apart 27 and 11, blocks of 8 102 and 50, and A* 85, 52 and 210. On maps of games few jumps do. Cut
    /// short after four cells it was 20 to 50% slower there with an index: what is deferred has no landmarks.
    ///
    /// The steps are for four neighbours, where rows take the place of diagonals: in a corridor of 32,000 x 4
    /// with pillars an index took 7,500 ms and an edit 290 while every jump went to the corridor's end, 67
    /// and 2 to 4 since (`a_long_corridor_between_pillars_is_answered_with_an_index`).
    pub(super) const SEARCH: JumpLimit = JumpLimit { turns: 8, steps: 1024 };
}

/// What one step of a cardinal scan adds to column and row: east, south, west, north.
pub(crate) const SCANS: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// How many directions there are: four cardinal ones, then four diagonal ones.
pub(super) const DIRECTIONS: u32 = 8;

/// The steps of a diagonal jump over the map's strips. Each step goes one column on.
struct StripSteps {
    by: usize,
    // After how many steps the jump enters the next strip, and what that step adds besides.
    left: u32,
    across: usize,
}

impl StripSteps {
    #[inline]
    fn new(map: &JumpMap, place: usize, (dx, dy): (i32, i32)) -> StripSteps {
        let width = STRIP as usize;
        let signed = |sign: i32, by: usize| match sign {
            0 => 0,
            1 => by,
            _ => by.wrapping_neg(),
        };
        let column = u32::try_from(place % width).unwrap_or(0);
        StripSteps {
            by: signed(dy, width).wrapping_add(signed(dx, 1)),
            left: if dx < 0 { column + 1 } else { STRIP - column },
            across: signed(dx, (map.rows() as usize - 1) * width),
        }
    }

    /// The place after a step.
    #[inline]
    fn after(&mut self, place: usize) -> usize {
        let next = place.wrapping_add(self.by);
        self.left -= 1;
        if self.left > 0 {
            return next;
        }
        self.left = STRIP;
        next.wrapping_add(self.across)
    }
}

impl JumpMap {
    /// Finds the successors of a cell in these directions, with this limit on each diagonal jump.
    #[inline]
    pub(super) fn find_successors(
        &self,
        from: PaddedCell,
        directions: Directions,
        limit: JumpLimit,
        visitor: &mut impl SuccessorVisitor,
    ) {
        let useful_directions = self.useful_directions_at(from) & directions;
        self.scan_all(from, 0, useful_directions & 0xf, visitor);
        let mut diagonals = useful_directions >> 4;
        while diagonals != 0 {
            let diagonal = diagonals.trailing_zeros() & 3;
            diagonals &= diagonals - 1;
            self.jump_diagonally(from, diagonal, limit, visitor);
        }
    }

    /// Jumps diagonally from a cell whose diagonal step is possible, and scans aside from every cell with a
    /// jump point there, until something stops the jump or its limit is reached.
    #[inline]
    fn jump_diagonally(
        &self,
        from: PaddedCell,
        diagonal: u32,
        limit: JumpLimit,
        visitor: &mut impl SuccessorVisitor,
    ) {
        let (mut number, mut turns) = (self.strip_index(from), 0);
        let (dx, dy, scans) = self.rule.diagonals()[diagonal as usize];
        let mut steps = StripSteps::new(self, number, (dx, dy));
        let (onward, stop) = (16 << diagonal, 1 << diagonal);
        let stops_diagonals = !self.diagonal_stops.is_empty();
        let (mut diagonal_steps, mut last) =
            (0, limit.steps.min(visitor.steps_max(from, diagonal)));
        if last == 0 {
            return;
        }
        let is_cut_short = loop {
            number = steps.after(number);
            diagonal_steps += 1;
            if stops_diagonals && self.diagonal_stops[number] & stop != 0 {
                let cell = from.plus((dx, dy), diagonal_steps);
                visitor.successor(Successor {
                    cell,
                    arrival: 4 + diagonal,
                    diagonal_steps,
                    cardinal_steps: 0,
                });
                break false;
            }
            let useful_directions = self.useful_directions[number];
            if useful_directions & scans != 0 {
                self.scan_all(
                    from.plus((dx, dy), diagonal_steps),
                    diagonal_steps,
                    useful_directions & scans,
                    visitor,
                );
                if !visitor.continues() {
                    break false;
                }
                turns += 1;
                if turns >= limit.turns {
                    last = diagonal_steps;
                }
            }
            if useful_directions & onward == 0 {
                break false;
            }
            if diagonal_steps >= last {
                break true;
            }
        };
        visitor.diagonal_ended(diagonal, diagonal_steps);
        if is_cut_short {
            visitor.cut_short(diagonal, diagonal_steps);
        }
    }

    /// Scans from a cell in cardinal directions that have a jump point ahead.
    #[inline]
    fn scan_all(
        &self,
        from: PaddedCell,
        diagonal_steps: u32,
        mut scans: Directions,
        visitor: &mut impl SuccessorVisitor,
    ) {
        while scans != 0 {
            let scan = scans.trailing_zeros() & 3;
            scans &= scans - 1;
            let cardinal_steps = self.scan(from, scan);
            let cell = from.plus(SCANS[scan as usize], cardinal_steps);
            visitor.successor(Successor { cell, arrival: scan, diagonal_steps, cardinal_steps });
        }
    }

    /// The direction of the cardinal scan to another cell of the row or column. Returns `None` if a jump
    /// point comes before, or rows are not scanned.
    pub(super) fn scan_towards(&self, from: PaddedCell, to: PaddedCell) -> Option<u32> {
        let (is_row, is_back) = (from.y == to.y, to.x < from.x || to.y < from.y);
        let scan = u32::from(!is_row) + 2 * u32::from(is_back);
        if is_row && self.rule == JumpRule::Four {
            return None;
        }
        let has_jump_point = self.useful_directions_at(from) >> scan & 1 != 0;
        let steps = from.x.abs_diff(to.x) + from.y.abs_diff(to.y);
        (!has_jump_point || self.scan(from, scan) >= steps).then_some(scan)
    }

    /// What one step of a cardinal scan adds to the number of a cell.
    #[inline]
    pub(super) fn scan_shift(&self, scan: u32) -> CellShift {
        let (dx, dy) = SCANS[(scan & 3) as usize];
        let down = dy.cast_unsigned().wrapping_mul(self.layout.stride());
        CellShift(down.wrapping_add(dx.cast_unsigned()))
    }

    /// The last open cell in a straight line: cardinal directions are 0 to 3, diagonal ones 4 to 7.
    pub(super) fn last_open_cell(&self, from: PaddedCell, direction: u32) -> PaddedCell {
        let Some(diagonal) = direction.checked_sub(4) else {
            return self.last_of_scan(from, direction as usize);
        };
        let (dx, dy, _) = self.rule.diagonals()[diagonal as usize];
        let mut end = from;
        while self.useful_directions_at(end) & 16 << diagonal != 0 {
            end = end.plus((dx, dy), 1);
        }
        end
    }

    /// The last open cell of a cardinal scan.
    pub(super) fn last_of_scan(&self, from: PaddedCell, scan: usize) -> PaddedCell {
        let (grid, line, at) = if scan & 1 == 0 {
            (&self.open, from.y, from.x)
        } else {
            (&self.open_columns, from.x, from.y)
        };
        let next = if scan < 2 { grid.next_clear(line, at) } else { grid.previous_clear(line, at) };
        from.plus(SCANS[scan], next - 1)
    }

    /// After how many steps a diagonal jump enters the row or column of a cell. Returns `None` if that does
    /// not lie ahead.
    #[inline]
    pub(super) fn steps_to_turn(
        &self,
        from: PaddedCell,
        diagonal: u32,
        to: PaddedCell,
    ) -> Option<u32> {
        let (dx, dy, _) = self.rule.diagonals()[diagonal as usize];
        let columns = to.x.wrapping_sub(from.x).cast_signed() * dx;
        let rows = to.y.wrapping_sub(from.y).cast_signed() * dy;
        let steps = if self.rule == JumpRule::Four { columns } else { columns.min(rows) };
        u32::try_from(steps).ok().filter(|&steps| steps > 0)
    }

    /// Whether the diagonal-first path with at most one turn from one open cell to another is free.
    pub(super) fn has_diagonal_first_path(&self, from: PaddedCell, to: PaddedCell) -> bool {
        let Some((diagonal, steps)) = self.diagonal_towards(from, to) else {
            return self.is_free_between(from, to);
        };
        let (dx, dy, _) = self.rule.diagonals()[diagonal as usize];
        let mut cell = from;
        for _ in 0..steps {
            if self.useful_directions_at(cell) & 16 << diagonal == 0 {
                return false;
            }
            cell = cell.plus((dx, dy), 1);
        }
        self.is_free_between(cell, to)
    }

    /// The direction of the diagonal jump with which the path to a cell begins, and its steps. Returns `None`
    /// if both lie in one row or column, or with four neighbours in one column.
    #[inline]
    pub(super) fn diagonal_towards(&self, from: PaddedCell, to: PaddedCell) -> Option<(u32, u32)> {
        self.rule.diagonal_towards(from, to)
    }
}
