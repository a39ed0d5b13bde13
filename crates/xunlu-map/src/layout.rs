//! How the cells of a rectangle are numbered: row by row, with a border that nobody can stand on.
//!
//! ```text
//!   # # # #        A map of 3 x 2 cells. The border cell between two rows serves both, so a
//!   # 0 1 2        row takes width + 1 numbers, and a step in any of the eight directions is
//!   # 3 4 5        one fixed addition that never leaves the numbers: no range check is needed
//!   # # # # #      where the border is known to be closed.
//! ```

use crate::cell::{Cell, Direction, Offset, Rect, Size};
use crate::error::{MapError, MapErrorKind};

/// The numbering of a rectangle's cells, border included. Two layouts of equal bounds agree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Layout {
    bounds: Rect,
    stride: u32,
}

impl Layout {
    /// The most cells a map may have: 16,384 x 16,384.
    pub const CELLS_MAX: u64 = 1 << 28;
    /// The longest side a map may have.
    pub const SIDE_MAX: u32 = 1 << 20;
    /// The farthest a map's corner may lie from (0, 0) along either axis.
    pub const ORIGIN_MAX: i32 = 1 << 29;

    /// The numbering of the cells of `bounds`.
    ///
    /// # Errors
    /// When the rectangle is empty, has more than [`CELLS_MAX`](Self::CELLS_MAX) cells or a side over
    /// [`SIDE_MAX`](Self::SIDE_MAX), or lies too far out.
    pub fn new(bounds: Rect) -> Result<Layout, MapError> {
        let Size { width, height } = bounds.size;
        if bounds.is_empty() {
            return Err(MapError::empty(bounds.size));
        }
        if width.max(height) > Self::SIDE_MAX || bounds.size.area() > Self::CELLS_MAX {
            return Err(MapError::too_large(bounds.size));
        }
        let reach = Self::ORIGIN_MAX.unsigned_abs();
        if bounds.min.x.unsigned_abs().max(bounds.min.y.unsigned_abs()) > reach {
            return Err(MapError::too_far_out(bounds.min));
        }
        Ok(Layout { bounds, stride: width + 1 })
    }

    /// The rectangle whose cells are numbered.
    #[must_use]
    pub const fn bounds(&self) -> Rect {
        self.bounds
    }

    /// What one row down adds to a number.
    #[must_use]
    pub const fn stride(&self) -> u32 {
        self.stride
    }

    /// How many numbers there are, border included.
    #[must_use]
    pub const fn len(&self) -> u32 {
        self.stride * (self.bounds.size.height + 2) + 1
    }

    /// Never: a layout has at least one cell. Here because `len` is.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// The cell's number. Returns `None` if it lies outside the rectangle.
    #[must_use]
    #[inline]
    pub const fn index_of(&self, cell: Cell) -> Option<u32> {
        if self.bounds.contains(cell) {
            let right = cell.x.wrapping_sub(self.bounds.min.x).cast_unsigned();
            let down = cell.y.wrapping_sub(self.bounds.min.y).cast_unsigned();
            Some((down + 1) * self.stride + right + 1)
        } else {
            None
        }
    }

    /// The cell of a number; for a number of the border, the place just outside that it stands for.
    #[must_use]
    #[inline]
    pub const fn cell_of(&self, index: u32) -> Cell {
        let (down, right) = (index / self.stride, index % self.stride);
        Cell::new(
            self.bounds.min.x.wrapping_add_unsigned(right).wrapping_sub(1),
            self.bounds.min.y.wrapping_add_unsigned(down).wrapping_sub(1),
        )
    }

    /// What one step in a direction adds to a number, to be added wrapping.
    #[must_use]
    #[inline]
    pub const fn step(&self, direction: Direction) -> u32 {
        self.shift(direction.offset())
    }

    /// What an offset adds to a number, to be added wrapping. Only meaningful while the target is a
    /// cell of the rectangle or of its border.
    #[must_use]
    #[inline]
    pub const fn shift(&self, offset: Offset) -> u32 {
        offset.dy.cast_unsigned().wrapping_mul(self.stride).wrapping_add(offset.dx.cast_unsigned())
    }
}

impl MapError {
    pub(crate) fn too_large(size: Size) -> MapError {
        let (cells, side) = (Layout::CELLS_MAX, Layout::SIDE_MAX);
        let kind = MapErrorKind::TooManyCells;
        let error = MapError::new(
            kind,
            format!(
                "a map of {size} is too large; expected at most {cells} cells and no side over {side}"
            ),
        );
        error.with(&[&size, &cells, &side])
    }

    pub(crate) fn too_far_out(min: Cell) -> MapError {
        let reach = Layout::ORIGIN_MAX;
        let kind = MapErrorKind::TooFarOut;
        let error = MapError::new(
            kind,
            format!(
                "the map's corner {min} lies too far out; expected both coordinates within -{reach}..={reach}"
            ),
        );
        error.with(&[&min, &reach])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_cells_are_one_to_one_and_steps_add_up() {
        let bounds = Rect::new(Cell::new(-2, 5), Size::new(4, 3));
        let layout = Layout::new(bounds).unwrap();
        let mut numbers: Vec<u32> = Vec::new();
        for cell in bounds.cells() {
            let index = layout.index_of(cell).unwrap();
            assert_eq!(layout.cell_of(index), cell);
            assert!(index < layout.len());
            for direction in Direction::ALL {
                let next = index.wrapping_add(layout.step(direction));
                assert!(next < layout.len());
                if let Some(inside) = layout.index_of(cell + direction.offset()) {
                    assert_eq!(next, inside);
                }
            }
            numbers.push(index);
        }
        let ordered = numbers.is_sorted();
        assert!(ordered, "row by row");
    }

    #[test]
    fn impossible_rectangles_are_refused() {
        let at =
            |x, width, height| Layout::new(Rect::new(Cell::new(x, 0), Size::new(width, height)));
        assert!(at(0, 0, 3).is_err());
        assert!(at(0, 16_384, 16_384).is_ok());
        assert!(at(0, 16_385, 16_384).is_err());
        assert!(at(0, (1 << 20) + 1, 1).is_err());
        assert!(at(i32::MAX, 2, 2).is_err());
    }
}
