//! In which directions outlines that nobody crosses run along a line.

/// Such directions. Where outlines run both ways, and one can walk to the left and to the right, what they go
/// round was too thin for the grid: the line is a wall of no width.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Ways(u8);

impl Ways {
    /// From the lesser end to the greater.
    pub(crate) const ONWARDS: Ways = Ways(1);
    /// From the greater end to the lesser.
    pub(crate) const BACK: Ways = Ways(2);
    pub(crate) const BOTH: Ways = Ways(3);

    /// The same for who calls the greater end the lesser.
    pub(crate) fn reversed(self) -> Ways {
        Ways(self.0 >> 1 | (self.0 & 1) << 1)
    }

    pub(crate) fn and(self, other: Ways) -> Ways {
        Ways(self.0 | other.0)
    }
}
