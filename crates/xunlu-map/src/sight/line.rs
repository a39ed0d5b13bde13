//! The cells of a straight line, counted in integers: the classic thin line and the exact cover.

use std::iter::FusedIterator;

use super::fraction::Fraction;
use crate::cell::{Cell, Offset};

/// The thin line between two cells: one cell a column where the line is flatter than 45 degrees,
/// one a row where it is steeper (Bresenham 1965). Both ends belong to it, `from` comes first.
///
/// In each column, or row, it is the cell whose centre lies nearest to the segment between the
/// centres of the two ends. **Ties**: where the segment passes exactly half-way between two
/// centres, the one with the lesser y, or x, is taken. That rule does not know which way the line
/// is drawn, so `bresenham(a, b)` are the cells of `bresenham(b, a)` in reverse order.
///
/// ```text
///   A A . . . . .      From A to B six columns right and three rows down. The segment passes
///   . . * * . . .      half-way between two rows in the columns 1, 3 and 5; the upper is taken.
///   . . . . * * .
///   . . . . . . B
/// ```
///
/// A thin line slips through walls that touch at their corners, and past the corners of walls;
/// [`supercover`] does not. Where only thin lines are asked for, sight is
///
/// ```
/// # mod xunlu {
/// #     pub use xunlu_map::{self as map, *};
/// # }
/// use xunlu::{Cell, Grid, Mover};
/// use xunlu::map::{Passability, bresenham};
///
/// let grid: Grid = "....\n.##.\n....".parse()?;
/// let ground = Passability::new(grid.ground(), &Mover::default());
/// let sees = |a, b| bresenham(a, b).all(|cell| ground.is_open(cell));
/// assert!(sees(Cell::new(0, 0), Cell::new(3, 0)));
/// assert!(!sees(Cell::new(0, 0), Cell::new(3, 2)));
/// # Ok::<(), xunlu_map::MapError>(())
/// ```
///
/// Allocates nothing; any two cells will do.
#[must_use]
pub fn bresenham(from: Cell, to: Cell) -> impl FusedIterator<Item = Cell> + Clone {
    let (columns, rows) = (Axis::new(from.x, to.x), Axis::new(from.y, to.y));
    let steep = rows.total > columns.total;
    let (long, short) = if steep { (rows, columns) } else { (columns, rows) };
    let diagonal = Offset::new(columns.sign, rows.sign);
    let straight = if steep { Offset::new(0, rows.sign) } else { Offset::new(columns.sign, 0) };
    Bresenham {
        next: Some(from),
        to,
        straight,
        diagonal,
        long: i64::from(long.total),
        short: i64::from(short.total),
        // Half-way belongs to the lesser coordinate: where the shorter axis rises it must be passed,
        // where it falls it need only be reached.
        error: if short.sign > 0 { -1 } else { 0 },
    }
}

/// The state of a [`bresenham`] line.
#[derive(Clone, Debug)]
struct Bresenham {
    next: Option<Cell>,
    to: Cell,
    straight: Offset,
    diagonal: Offset,
    long: i64,
    short: i64,
    /// Twice how far the segment lies beyond the cell's centre along the shorter axis, times `long`;
    /// one less where half-way must be passed. Never beyond three times `long`: no overflow.
    error: i64,
}

impl Iterator for Bresenham {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        let cell = self.next?;
        self.next = (cell != self.to).then(|| {
            self.error += 2 * self.short;
            if self.error < self.long {
                return cell + self.straight;
            }
            self.error -= 2 * self.long;
            cell + self.diagonal
        });
        Some(cell)
    }
}

impl FusedIterator for Bresenham {}

/// One item of a [`supercover`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Crossing {
    /// The segment passes through the inside of this cell.
    Cell(Cell),
    /// The segment passes exactly through the corner where the cell before and the cell after touch,
    /// and where it touches these two without entering them: first the neighbour of the cell before
    /// along x, then the one along y.
    Corner([Cell; 2]),
}

/// Every cell whose inside the segment between two cell centres passes through, in order, both ends
/// included; and, where it passes exactly through a corner, a [`Crossing::Corner`] between the
/// two cells that it passes from and to, so that a caller can apply a corner rule.
///
/// ```text
///   A * 1 .     Cell(A), Cell(*), Corner([1, 2]), Cell(*), Cell(B): the middle of the segment is the
///   . 2 * B     corner where four squares meet, so it enters neither 1 nor 2.
/// ```
///
/// Exact: integers alone, no rounding. The same cells in reverse order from `to` to `from`.
/// Allocates nothing; any two cells will do.
#[must_use]
pub fn supercover(from: Cell, to: Cell) -> impl FusedIterator<Item = Crossing> + Clone {
    Supercover { at: from, waiting: true, crossings: Crossings::of_ray(from, to) }
}

/// The state of a [`supercover`].
#[derive(Clone, Debug)]
struct Supercover {
    at: Cell,
    /// `at` has been entered and not yet been told.
    waiting: bool,
    crossings: Crossings,
}

impl Iterator for Supercover {
    type Item = Crossing;

    #[inline]
    fn next(&mut self) -> Option<Crossing> {
        if self.waiting {
            self.waiting = false;
            return Some(Crossing::Cell(self.at));
        }
        let crossed = self.crossings.next()?;
        let before = self.at;
        let across = before + Offset::new(self.crossings.columns.sign, 0);
        let along = before + Offset::new(0, self.crossings.rows.sign);
        match crossed {
            Crossed::Column => self.at = across,
            Crossed::Row => self.at = along,
            Crossed::Both => {
                self.at = Cell::new(across.x, along.y);
                self.waiting = true;
                return Some(Crossing::Corner([across, along]));
            }
        }
        Some(Crossing::Cell(self.at))
    }
}

impl FusedIterator for Supercover {}

/// Which lines of the lattice a moving point crosses at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Crossed {
    /// A line between two columns.
    Column,
    /// A line between two rows.
    Row,
    /// One of each: it passes exactly through a corner.
    Both,
}

/// One axis of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    /// How many lattice lines it crosses in all.
    pub(super) total: u32,
    /// How many of them are behind.
    pub(super) crossed: u32,
    /// The direction it goes: 1, -1, or 0 for nowhere.
    pub(super) sign: i32,
}

impl Axis {
    fn new(from: i32, to: i32) -> Axis {
        let sign = match to.cmp(&from) {
            std::cmp::Ordering::Less => -1,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Greater => 1,
        };
        Axis { total: from.abs_diff(to), crossed: 0, sign }
    }

    /// Whether there is nothing left to cross.
    #[inline]
    pub(super) const fn is_over(self) -> bool {
        self.crossed == self.total
    }

    /// The coordinate of what was at `start` and has moved one on with each line crossed.
    pub(super) fn moved(self, start: i32) -> i32 {
        if self.sign < 0 {
            start.saturating_sub_unsigned(self.crossed)
        } else {
            start.saturating_add_unsigned(self.crossed)
        }
    }
}

/// The lattice lines that a point crosses on its way from one cell's centre to another's, in order.
///
/// Along an axis `n` lines are crossed, at the times `(2k + phase) / 2n` for k = 0, 1 .. n - 1. With
/// phase 1 those are the borders of cells; with phase 0 the centres of cells, the start's among them
/// and the end's not. Which axis is next is the sign of the difference of two such times, kept
/// multiplied by both denominators: the traversal of Amanatides and Woo (1987) without floats.
#[derive(Clone, Debug)]
pub(super) struct Crossings {
    pub(super) columns: Axis,
    pub(super) rows: Axis,
    phase: u64,
    /// (2 k + phase) * rows - (2 j + phase) * columns: below zero when a column is next. Never larger
    /// than twice the longer axis, so it cannot overflow.
    error: i64,
}

impl Crossings {
    /// Where a ray enters cells.
    pub(super) fn of_ray(from: Cell, to: Cell) -> Crossings {
        let (columns, rows) = (Axis::new(from.x, to.x), Axis::new(from.y, to.y));
        let error = i64::from(rows.total) - i64::from(columns.total);
        Crossings { columns, rows, phase: 1, error }
    }

    /// Where a body that fills its cells begins to overlap more of them.
    pub(super) fn of_body(from: Cell, to: Cell) -> Crossings {
        let (columns, rows) = (Axis::new(from.x, to.x), Axis::new(from.y, to.y));
        // Both are crossed at once to begin with, unless an axis has no lines to cross.
        let error = i64::from(columns.total == 0) - i64::from(rows.total == 0);
        Crossings { columns, rows, phase: 0, error }
    }

    /// The next crossing. Returns `None` if the end is reached.
    #[inline]
    pub(super) fn next(&mut self) -> Option<Crossed> {
        if self.columns.is_over() && self.rows.is_over() {
            return None;
        }
        let (column, row) = (self.error <= 0, self.error >= 0);
        if column {
            self.columns.crossed += 1;
            self.error += 2 * i64::from(self.rows.total);
        }
        if row {
            self.rows.crossed += 1;
            self.error -= 2 * i64::from(self.columns.total);
        }
        Some(match (column, row) {
            (true, true) => Crossed::Both,
            (true, false) => Crossed::Column,
            (false, _) => Crossed::Row,
        })
    }

    /// How far along the line the latest crossing was, which was this one.
    pub(super) fn along(&self, crossed: Crossed) -> Fraction {
        let axis = if crossed == Crossed::Row { self.rows } else { self.columns };
        let half_cells = 2 * u64::from(axis.crossed - 1) + self.phase;
        Fraction::new(half_cells, 2 * u64::from(axis.total))
    }
}
