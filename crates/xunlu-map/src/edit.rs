//! What an edit touched, and the revision of a map.

use crate::cell::Rect;
use crate::link::LinkId;
use std::fmt;

/// How often a map was edited. Whatever was worked out from a map names the revision it is true for. What
/// the map holds at a revision is told by its [digest](crate::Map::digest).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Revision {
    /// Which map it is, for whoever loads one in place of another: edits are counted anew in each epoch.
    pub epoch: u32,
    /// How many edits were made in this epoch.
    pub number: u64,
}

impl Revision {
    /// So many edits after the first epoch began.
    #[must_use]
    pub const fn of(number: u64) -> Revision {
        Revision { epoch: 0, number }
    }

    /// The revision after one more edit; after the last number there is, the first of the next epoch.
    #[must_use]
    pub const fn next(self) -> Revision {
        match self.number.checked_add(1) {
            Some(number) => Revision { number, ..self },
            None => Revision { epoch: self.epoch.wrapping_add(1), number: 0 },
        }
    }
}

/// Its number, after its epoch where that is not the first: `17`, `2.17`.
impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.epoch > 0 {
            write!(f, "{}.", self.epoch)?;
        }
        self.number.fmt(f)
    }
}

/// What one edit touched; hand it to whatever has to be repaired.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The map's revision after the edit.
    pub revision: Revision,
    /// What may differ from before.
    pub touched: Touched,
}

/// The part of a map that an edit touched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Touched {
    /// Cells of this rectangle (on a hex grid: columns and rows of its storage).
    Cells {
        /// Which layer, where a map has several; 0 otherwise.
        layer: u32,
        /// The rectangle, all of it inside the map.
        rect: Rect,
    },
    /// One link: added, removed, its door opened or shut.
    Link(LinkId),
}
