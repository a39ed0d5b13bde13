//! How large movers are, in cells.

use crate::cell::Size;
use crate::error::{MapError, MapErrorKind};
use std::convert::Infallible;
use std::fmt;

/// The cells a mover stands on: between 1 and [`Footprint::MAX`] along either side, so that nobody who
/// is given one checks again. A mover's place is the cell of its footprint with the least x and y.
///
/// ```
/// # use xunlu_map as xunlu;
/// use xunlu::{Footprint, Size};
///
/// let cart = Footprint::new(3, 2)?;
/// assert_eq!(cart.size(), Size::new(3, 2));
/// assert_eq!(Footprint::square(1)?, Footprint::ONE);
/// assert_eq!(
///     Footprint::new(3, 65).unwrap_err().to_string(),
///     "a footprint of 3x65 fits nobody; expected 1x1 to 64x64"
/// );
/// # Ok::<(), xunlu_map::MapError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Footprint(Size);

impl Footprint {
    /// One cell.
    pub const ONE: Footprint = Footprint(Size::ONE);
    /// The most cells along either side.
    pub const MAX: u32 = 64;

    /// `width` columns by `height` rows.
    ///
    /// # Errors
    /// When either is 0 or over [`Footprint::MAX`].
    pub fn new(width: u32, height: u32) -> Result<Footprint, MapError> {
        let most = Footprint::MAX;
        if (1..=most).contains(&width) && (1..=most).contains(&height) {
            return Ok(Footprint(Size::new(width, height)));
        }
        let size = Size::new(width, height);
        let (found, expected) =
            (format!("a footprint of {size} fits nobody"), format!("1x1 to {most}x{most}"));
        let error = MapError::unexpected(MapErrorKind::Footprint, found, expected);
        Err(error.with(&[&size, &most]))
    }

    /// As many columns as rows.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn square(side: u32) -> Result<Footprint, MapError> {
        Footprint::new(side, side)
    }

    /// How many columns.
    #[must_use]
    #[inline]
    pub const fn width(self) -> u32 {
        self.0.width
    }

    /// How many rows.
    #[must_use]
    #[inline]
    pub const fn height(self) -> u32 {
        self.0.height
    }

    /// Columns and rows.
    #[must_use]
    #[inline]
    pub const fn size(self) -> Size {
        self.0
    }
}

impl TryFrom<Size> for Footprint {
    type Error = MapError;

    fn try_from(size: Size) -> Result<Footprint, MapError> {
        Footprint::new(size.width, size.height)
    }
}

/// Columns and rows.
impl TryFrom<(u32, u32)> for Footprint {
    type Error = MapError;

    fn try_from((width, height): (u32, u32)) -> Result<Footprint, MapError> {
        Footprint::new(width, height)
    }
}

impl From<Footprint> for Size {
    fn from(footprint: Footprint) -> Size {
        footprint.0
    }
}

// So that builders take what is a footprint beside what may be none.
impl From<Infallible> for MapError {
    fn from(never: Infallible) -> MapError {
        match never {}
    }
}

impl fmt::Display for Footprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Footprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_footprint_has_cells_and_a_limit() {
        for side in [1, 2, Footprint::MAX] {
            assert_eq!(Footprint::square(side).unwrap().size(), Size::new(side, side));
            assert_eq!(Footprint::new(side, 1).unwrap().to_string(), format!("{side}x1"));
        }
        for (width, height) in [(0, 1), (1, 0), (65, 1), (1, u32::MAX)] {
            let says = Footprint::try_from(Size::new(width, height)).unwrap_err();
            let expected =
                format!("a footprint of {width}x{height} fits nobody; expected 1x1 to 64x64");
            assert_eq!((says.kind(), says.to_string()), (MapErrorKind::Footprint, expected));
        }
    }
}
