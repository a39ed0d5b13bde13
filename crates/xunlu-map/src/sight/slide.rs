//! A block of cells that slides along a line and looks only at what lies under its leading edges.
//!
//! ```text
//!   0 0 + .      Going to the right, a block of 2 x 2 cells has only the cells + to look at.
//!   0 0 + .
//! ```
//!
//! Parallel rays are in the cells of such a block at every moment, and a body that has left the middle
//! of its cells overlaps a block one cell wider along each axis that it moves on. So both are the same
//! loop; they differ in when the block moves on, in its size, and in what happens at a corner.

use super::fraction::Fraction;
use super::line::{Crossed, Crossings};
use crate::cell::{Cell, Rect, Size};
use crate::mover::Corners;
use crate::passability::Passability;

/// The first closed cell in the way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stop {
    pub(super) cell: Cell,
    pub(super) along: Fraction,
    /// The place the mover, or the block of cells it overlaps, was about to enter.
    pub(super) place: Cell,
}

/// A line over the ground, and what goes along it.
pub(super) struct Slide<'a> {
    open: &'a Passability,
    from: Cell,
    footprint: Size,
    /// The cells to look at after the start: the footprint, or for a body what it overlaps on its way.
    block: Size,
    /// Where that block lies before its first move. It may lie one cell outside the map by then, but
    /// only what it moves onto is looked at.
    origin: Cell,
    crossings: Crossings,
    corners: Option<Corners>,
}

impl<'a> Slide<'a> {
    /// Rays from the centres of the cells of a footprint.
    pub(super) fn of_rays(
        open: &'a Passability,
        from: Cell,
        to: Cell,
        footprint: Size,
        corners: Corners,
    ) -> Slide<'a> {
        let crossings = Crossings::of_ray(from, to);
        let corners = Some(corners);
        Slide { open, from, footprint, block: footprint, origin: from, crossings, corners }
    }

    /// A body that fills its footprint.
    pub(super) fn of_body(
        open: &'a Passability,
        from: Cell,
        to: Cell,
        footprint: Size,
    ) -> Slide<'a> {
        let crossings = Crossings::of_body(from, to);
        let (x, y) = (crossings.columns.sign, crossings.rows.sign);
        // Forwards the block begins a cell behind, so that its first move takes it to the start's cells
        // and one more; backwards its first move does so from the start's own cell.
        let origin = Cell::new(from.x.saturating_sub(x.max(0)), from.y.saturating_sub(y.max(0)));
        let block = Size::new(
            footprint.width.saturating_add(x.unsigned_abs()),
            footprint.height.saturating_add(y.unsigned_abs()),
        );
        Slide { open, from, footprint, block, origin, crossings, corners: None }
    }

    /// The first closed cell in the way. Returns `None` if the line is clear to its end.
    pub(super) fn stop(mut self) -> Option<Stop> {
        assert!(self.footprint.area() > 0, "a footprint of {} has no cells", self.footprint);
        let start = Rect::new(self.from, self.footprint);
        if !is_open(self.open, start) {
            let cell = first_closed(self.open, start).expect("not all of it is open");
            return Some(Stop { cell, along: Fraction::ZERO, place: self.from });
        }
        // A clear row, 64 cells at a time.
        if self.crossings.rows.is_over() && is_open(self.open, self.level_rect()) {
            return None;
        }
        let blocked = self.first_blocked()?;
        let along = self.crossings.along(blocked);
        let place = self.place();
        let entered = Rect::new(place, self.block);
        let cell = first_closed(self.open, entered).unwrap_or_else(|| self.first_beside(place));
        Some(Stop { cell, along, place })
    }

    /// Moves on until a crossing is not allowed, and returns that. Returns `None` at the end of the line.
    fn first_blocked(&mut self) -> Option<Crossed> {
        let (x, y) = (self.crossings.columns.sign, self.crossings.rows.sign);
        let layout = self.open.layout();
        let stride = layout.stride();
        let across = x.cast_unsigned();
        let down = y.cast_unsigned().wrapping_mul(stride);
        // From the block's number to that of its leading column, and its leading row. Numbers never run
        // out: the block was open before each move, so none of it is now more than one cell outside,
        // which is the border, and that is closed.
        let column = if x > 0 { self.block.width - 1 } else { 0 };
        let row = if y > 0 { (self.block.height - 1) * stride } else { 0 };
        let mut index = self.origin_index();
        while let Some(crossed) = self.crossings.next() {
            let before = index;
            if crossed != Crossed::Row {
                index = index.wrapping_add(across);
            }
            if crossed != Crossed::Column {
                index = index.wrapping_add(down);
            }
            let free = (crossed == Crossed::Row || self.column_is_open(index.wrapping_add(column)))
                && (crossed == Crossed::Column || self.row_is_open(index.wrapping_add(row)));
            if !free {
                return Some(crossed);
            }
            if let (Crossed::Both, Some(corners)) = (crossed, self.corners) {
                // Source and target are open, so of the place beside them only one cell is in doubt: the
                // one in the leading column and the source's hindmost row, and the other way round.
                let hind_row = if y > 0 { 0 } else { (self.block.height - 1) * stride };
                let hind_column = if x > 0 { 0 } else { self.block.width - 1 };
                let beside_x = before.wrapping_add(across).wrapping_add(column + hind_row);
                let beside_y = before.wrapping_add(down).wrapping_add(row + hind_column);
                if !may_pass(corners, self.open.at(beside_x), self.open.at(beside_y)) {
                    return Some(crossed);
                }
            }
        }
        None
    }

    /// The number of the block before its first move; wrapping, for it may lie outside.
    fn origin_index(&self) -> u32 {
        let layout = self.open.layout();
        let from = layout.index_of(self.from).expect("the start is open, so it lies inside");
        let back = self.origin - self.from;
        from.wrapping_add(layout.shift(back))
    }

    /// All that is passed over on a level line.
    fn level_rect(&self) -> Rect {
        let axis = self.crossings.columns;
        let left = if axis.sign < 0 { axis.total } else { 0 };
        let least = self.from.x.saturating_sub_unsigned(left);
        let width = self.footprint.width.saturating_add(axis.total);
        Rect::new(Cell::new(least, self.from.y), Size::new(width, self.footprint.height))
    }

    /// Where the block is by now.
    fn place(&self) -> Cell {
        let Crossings { columns, rows, .. } = &self.crossings;
        Cell::new(columns.moved(self.origin.x), rows.moved(self.origin.y))
    }

    /// The first closed cell beside a corner that was just passed to `place`.
    fn first_beside(&self, place: Cell) -> Cell {
        let (x, y) = (self.crossings.columns.sign, self.crossings.rows.sign);
        let source = Cell::new(place.x - x, place.y - y);
        // The smallest rectangle round source and target; both are open.
        let least = Cell::new(source.x.min(place.x), source.y.min(place.y));
        let size = Size::new(self.block.width + 1, self.block.height + 1);
        first_closed(self.open, Rect::new(least, size)).expect("the corner rule minded one")
    }

    #[inline]
    fn column_is_open(&self, index: u32) -> bool {
        let stride = self.open.layout().stride();
        (0..self.block.height).all(|down| self.open.at(index + down * stride))
    }

    #[inline]
    fn row_is_open(&self, index: u32) -> bool {
        row_is_open(self.open, index, self.block.width)
    }
}

/// Whether a corner may be passed, by whether the mover could stand at either place beside it.
const fn may_pass(corners: Corners, beside_x: bool, beside_y: bool) -> bool {
    match corners {
        Corners::Always => true,
        Corners::OneFree => beside_x || beside_y,
        Corners::NoCutting | Corners::Never => beside_x && beside_y,
    }
}

/// Whether `length` cells of one row are open, from this number on.
#[inline]
fn row_is_open(open: &Passability, index: u32, length: u32) -> bool {
    let (mut index, mut left) = (index, length);
    while left > 64 {
        if open.run_at(index) != u64::MAX {
            return false;
        }
        index += 64;
        left -= 64;
    }
    left == 1 && open.at(index) || left != 1 && !open.run_at(index) << (64 - left) == 0
}

/// Whether a rectangle, which is not empty, lies inside and is open everywhere.
fn is_open(open: &Passability, rect: Rect) -> bool {
    let layout = open.layout();
    let bounds = layout.bounds();
    let Some(first) = layout.index_of(rect.min) else { return false };
    let fits = |least: i32, end: i32, side: u32, length: u32| length - least.abs_diff(end) >= side;
    fits(bounds.min.x, rect.min.x, rect.size.width, bounds.size.width)
        && fits(bounds.min.y, rect.min.y, rect.size.height, bounds.size.height)
        && (0..rect.size.height)
            .all(|down| row_is_open(open, first + down * layout.stride(), rect.size.width))
}

/// The first closed cell of a rectangle, row by row from the top. What lies outside is closed, so it
/// looks at no more than the map's own cells and one beyond.
fn first_closed(open: &Passability, rect: Rect) -> Option<Cell> {
    rect.cells().find(|&cell| !open.is_open(cell))
}
