//! What the ground is: terrain classes, tags that keep some movers out, and one-way exits.

use crate::cell::Direction;
use std::ops::BitOr;

/// The class of a cell's ground. What it costs is the mover's affair.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Terrain(pub u8);

impl Terrain {
    /// Plain ground; `.` in a drawn map. The classes 1 to 9, drawn as digits, cost a mover that many
    /// times as much unless it says otherwise; 10 to 35, drawn as `a` to `z` (but for `v`, which draws
    /// an exit), cost the same as open.
    pub const OPEN: Terrain = Terrain(0);
    /// A wall; `#` in a drawn map. Closed unless a mover says otherwise.
    pub const WALL: Terrain = Terrain(254);
    /// No ground at all: the border around every map and holes in it; a space in a drawn map.
    /// Closed to every mover, whatever it says.
    pub const VOID: Terrain = Terrain(255);
}

/// A set of up to sixteen tags. A cell or link with tags lets in only movers that are allowed all
/// of them: `guards only`, `needs the red key`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Tags(pub u16);

/// Both.
impl BitOr for Tags {
    type Output = Tags;

    fn bitor(self, other: Tags) -> Tags {
        self.with(other)
    }
}

impl Tags {
    /// No tag: open to everybody, and the allowance of a mover that may use no tagged cell.
    pub const NONE: Tags = Tags(0);
    /// Every tag.
    pub const ALL: Tags = Tags(u16::MAX);
    /// How many tags there are.
    pub const COUNT: u32 = 16;

    /// The set of one tag. Returns `None` for a number over 15.
    #[must_use]
    pub const fn one(number: u32) -> Option<Tags> {
        if number < Self::COUNT { Some(Tags(1 << number)) } else { None }
    }

    /// Both sets together.
    #[must_use]
    pub const fn with(self, other: Tags) -> Tags {
        Tags(self.0 | other.0)
    }

    /// Whether all of these are among `allowed`.
    #[must_use]
    #[inline]
    pub const fn are_within(self, allowed: Tags) -> bool {
        self.0 & !allowed.0 == 0
    }

    /// The numbers in the set, rising.
    pub fn numbers(self) -> impl Iterator<Item = u32> {
        (0..Self::COUNT).filter(move |number| self.0 & (1 << number) != 0)
    }
}

/// The directions in which one may leave a cell; entering is not limited. A cell that may be left
/// to the east alone is a one-way street, one that may not be left to the north a ledge.
///
/// On a square grid bit `n` stands for the direction with that number in [`Direction::ALL`], and a
/// custom offset counts as the direction of its signs; on a hex grid for the `n`th hex direction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Exits(pub u8);

impl Exits {
    /// No limit.
    pub const ALL: Exits = Exits(0xff);
    /// A trap: in, but never out by a step.
    pub const NONE: Exits = Exits(0);

    /// One exit only.
    #[must_use]
    pub const fn only(direction: Direction) -> Exits {
        Exits(1 << direction as u8)
    }

    /// One exit more.
    #[must_use]
    pub const fn with(self, direction: Direction) -> Exits {
        Exits(self.0 | 1 << direction as u8)
    }

    /// Whether the cell may be left by the direction with this number.
    #[must_use]
    #[inline]
    pub const fn allows(self, direction_number: u32) -> bool {
        self.0 >> direction_number & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_a_set() {
        let both = Tags::one(0).unwrap().with(Tags::one(15).unwrap());
        assert!(Tags::NONE.are_within(Tags::NONE));
        assert!(both.are_within(Tags::ALL));
        assert!(!both.are_within(Tags::one(0).unwrap()));
        assert_eq!(both.numbers().collect::<Vec<_>>(), [0, 15]);
        assert_eq!(Tags::one(16), None);
    }

    #[test]
    fn ways_name_exits() {
        let exits = Exits::only(Direction::East).with(Direction::NorthEast);
        assert!(exits.allows(Direction::East as u32));
        assert!(exits.allows(Direction::NorthEast as u32));
        assert!(!exits.allows(Direction::South as u32));
    }
}
