//! A rectangle of cells in eight bytes, kept for each jump edge.

use crate::jump::boxes::EMPTY;
use crate::jump::numbers::PaddedCell;
use xunlu_map::Size;

/// From one cell to another, columns and rows in 16 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::jump) struct SmallRect {
    first_x: u16,
    first_y: u16,
    last_x: u16,
    last_y: u16,
}

impl SmallRect {
    /// Whatever there is.
    pub(super) const ALL: SmallRect =
        SmallRect { first_x: 0, first_y: 0, last_x: u16::MAX, last_y: u16::MAX };

    /// Whether all cells of a map of this size have room in 16 bits, its border included.
    pub(super) fn suits(size: Size) -> bool {
        size.width.max(size.height) < u32::from(u16::MAX) - 1
    }

    #[inline]
    pub(in crate::jump) fn of([first, last]: [PaddedCell; 2]) -> SmallRect {
        // PERF: mapped as an array, with a call for each of the four, these took a tenth of the time in which
        // an index of a maze is made.
        let small = |at: u32| u16::try_from(at).unwrap_or(u16::MAX);
        SmallRect {
            first_x: small(first.x),
            first_y: small(first.y),
            last_x: small(last.x),
            last_y: small(last.y),
        }
    }

    /// No cell at all.
    pub(super) fn empty() -> SmallRect {
        SmallRect::of(EMPTY)
    }

    /// Whether the two have a cell in common.
    #[inline]
    pub(super) fn meets(&self, other: &SmallRect) -> bool {
        let share_columns = self.first_x <= other.last_x && other.first_x <= self.last_x;
        share_columns && self.first_y <= other.last_y && other.first_y <= self.last_y
    }

    /// The least one around both.
    #[inline]
    pub(super) fn joined(self, other: SmallRect) -> SmallRect {
        SmallRect {
            first_x: self.first_x.min(other.first_x),
            first_y: self.first_y.min(other.first_y),
            last_x: self.last_x.max(other.last_x),
            last_y: self.last_y.max(other.last_y),
        }
    }

    /// How many columns and rows it has together; one of each if it is empty.
    #[inline]
    pub(super) fn sides(&self) -> u32 {
        let columns = self.last_x.saturating_sub(self.first_x);
        let rows = self.last_y.saturating_sub(self.first_y);
        u32::from(columns) + u32::from(rows) + 2
    }
}
