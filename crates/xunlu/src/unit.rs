//! Units: what stands in each other's way.

use xunlu_map::{Cost, Footprint, Place};

/// The number of a unit in its [`Occupancy`](crate::Occupancy); none is given twice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UnitId {
    pub(crate) slot: u32,
    // How many had the slot before.
    pub(crate) round: u32,
}

/// What units have in common for those who meet them: a side, a kind of troops, whatever a game likes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Group(pub u8);

/// Somebody who stands somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Unit {
    /// Where: of a large one the cell of least x and y.
    pub at: Place,
    /// How many cells it covers; one place on hexes and waypoints.
    pub footprint: Footprint,
    /// What it is to others.
    pub group: Group,
}

impl Unit {
    /// A unit of one cell, of the first group.
    #[must_use]
    pub fn at(place: impl Into<Place>) -> Unit {
        Unit { at: place.into(), footprint: Footprint::ONE, group: Group::default() }
    }

    /// The same of this size.
    #[must_use]
    pub fn footprint(self, footprint: Footprint) -> Unit {
        Unit { footprint, ..self }
    }

    /// The same of this group.
    #[must_use]
    pub fn group(self, group: Group) -> Unit {
        Unit { group, ..self }
    }
}

/// What a unit in the way is to one who asks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Passing {
    /// As good as a wall. So is everybody unless said.
    #[default]
    Never,
    /// It may be passed, but one may not end where it stands: a comrade in a tactics game.
    Through,
    /// No obstacle: it swaps places, steps aside, flies above.
    Free,
    /// It may be passed and pushed aside, and each step onto its place costs so much more.
    Pays(Cost),
}

impl Passing {
    /// What entering its place costs more; [`Cost::MAX`] for never.
    pub(crate) fn toll(self) -> Cost {
        match self {
            Passing::Never => Cost::MAX,
            Passing::Through | Passing::Free => Cost::ZERO,
            Passing::Pays(price) => price.min(Cost::STEP_MAX),
        }
    }
}
