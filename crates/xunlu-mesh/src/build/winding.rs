//! How often outlines go round something.

use crate::region_set::RegionSet;

/// How often outlines go round something, counter-clockwise: those of the ground, and those of obstacles; and
/// which regions it belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Winding {
    pub(crate) ground: i32,
    pub(crate) obstacles: i32,
    pub(crate) regions: RegionSet,
}

impl Winding {
    /// Round ground once.
    pub(crate) const GROUND: Winding = Winding { ground: 1, obstacles: 0, regions: RegionSet(0) };
    /// Round an obstacle once.
    pub(crate) const OBSTACLE: Winding = Winding { ground: 0, obstacles: 1, regions: RegionSet(0) };

    /// Round a region of a tile.
    pub(crate) fn region(number: usize) -> Winding {
        Winding { regions: RegionSet(1 << number), ..Winding::default() }
    }

    /// Whether one can walk there.
    pub(crate) fn is_open(self) -> bool {
        self.ground > 0 && self.obstacles == 0
    }

    pub(crate) fn plus(self, other: Winding) -> Winding {
        Winding {
            ground: self.ground + other.ground,
            obstacles: self.obstacles + other.obstacles,
            regions: RegionSet(self.regions.0 ^ other.regions.0),
        }
    }

    /// The same for who crosses the other way.
    pub(crate) fn reversed(self) -> Winding {
        Winding { ground: -self.ground, obstacles: -self.obstacles, ..self }
    }
}
