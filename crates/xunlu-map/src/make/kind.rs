//! Which kinds of maps there are, and the knobs of each.

use crate::cell::Size;
use crate::error::{MapError, MapErrorKind, Quoted};
use crate::layout::Layout;

/// A kind of map, with its knobs. [`ALL_DEFAULTS`](Kind::ALL_DEFAULTS) has each as it is unless told.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// Open ground and nothing else.
    Field,
    /// Walls strewn evenly: exactly `walls_percent` of all cells, rounded down, each choice of cells
    /// equally likely. Nothing promises that an open cell can be reached.
    Noise {
        /// How many cells of a hundred are walls.
        walls_percent: u32,
    },
    /// Rectangular rooms in rows and columns, walls one cell thick between them, and in most walls
    /// one door at a random place, as in the rooms of the MovingAI benchmarks (Sturtevant 2012).
    /// Every open cell can be reached: the doors of a random spanning tree are always there.
    Rooms {
        /// How long a room's sides are. Those at the right and the bottom edge are cut by it, or
        /// take in the line where a wall would stand with nothing behind it.
        side: u32,
        /// How many of a hundred walls that the tree leaves shut have a door nonetheless. The 65
        /// that is usual gives about as many doors as the benchmarks have.
        doors_percent: u32,
    },
    /// A maze of corridors with walls one cell thick. Every open cell can be reached, and without
    /// loops by one way only. On hexes a corridor of one hex turns in six directions, and where two
    /// part at a sharp angle one may cut the corner; wider ones run along rows and columns.
    Maze {
        /// How wide the corridors are.
        corridor: u32,
        /// The chance in percent of each wall between two places of the maze to fall.
        loops_percent: u32,
    },
    /// Caves that a cellular automaton smooths out of noise, joined by tunnels so that every open
    /// cell can be reached. At least one cell is open.
    Caves {
        /// How many cells of a hundred are walls before any smoothing.
        walls_percent: u32,
        /// How often the automaton goes over the map: the more, the smoother the caves.
        rounds: u32,
    },
    /// Blocks of buildings between avenues, streets and alleys, with squares, parks (terrain 2) and
    /// lots of rubble (terrain 3). Every open cell can be reached. Squares only.
    City {
        /// The longest side of a block.
        block: u32,
        /// How many of a hundred blocks are parks.
        parks_percent: u32,
    },
    /// Islands in a sea: deep water (no ground: [`Terrain::VOID`](crate::Terrain::VOID)), shallows
    /// (5), beaches (2), grass (open), forests (3), hills (6) and mountains (walls). Nothing
    /// promises that an open cell can be reached: an island is one.
    Islands {
        /// About how many cells of a hundred are water.
        sea_percent: u32,
        /// How many cells the largest bays and capes measure, rounded down to a power of two; less
        /// on a map that is too small for them.
        feature: u32,
    },
    /// The arena of a tutorial, 9 x 9 unless told: noise that keeps the first and the last cell
    /// free. Nothing promises a path between them.
    Arena {
        /// How many cells of a hundred are walls, rounded down.
        walls_percent: u32,
    },
}

/// One number that a kind of map can be made with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Knob {
    /// Its name: that of the field.
    pub name: &'static str,
    /// What it stands at.
    pub value: u32,
    /// The least it may stand at.
    pub least: u32,
    /// The most it may stand at.
    pub most: u32,
}

impl Kind {
    /// Every kind, with its knobs as they stand unless told.
    pub const ALL_DEFAULTS: [Kind; 8] = [
        Kind::Field,
        Kind::Noise { walls_percent: 25 },
        Kind::Rooms { side: 7, doors_percent: 65 },
        Kind::Maze { corridor: 1, loops_percent: 0 },
        Kind::Caves { walls_percent: 48, rounds: 5 },
        Kind::City { block: 12, parks_percent: 12 },
        Kind::Islands { sea_percent: 60, feature: 32 },
        Kind::Arena { walls_percent: 20 },
    ];

    /// The kind of this name, with its knobs as they stand unless told. Returns `None` for any other word.
    #[must_use]
    pub fn named(name: &str) -> Option<Kind> {
        Kind::ALL_DEFAULTS.into_iter().find(|kind| kind.name() == name)
    }

    /// Its name, in small letters.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Field => "field",
            Kind::Noise { .. } => "noise",
            Kind::Rooms { .. } => "rooms",
            Kind::Maze { .. } => "maze",
            Kind::Caves { .. } => "caves",
            Kind::City { .. } => "city",
            Kind::Islands { .. } => "islands",
            Kind::Arena { .. } => "arena",
        }
    }

    /// Whether hexes have this kind too.
    #[must_use]
    pub const fn has_hexes(self) -> bool {
        !matches!(self, Kind::City { .. })
    }

    /// The size to make one of when nobody says.
    #[must_use]
    pub const fn usual_size(self) -> Size {
        match self {
            Kind::Arena { .. } => Size::new(9, 9),
            _ => Size::new(64, 64),
        }
    }

    /// Its knobs, in the order of the fields.
    #[must_use]
    pub fn knobs(mut self) -> Vec<Knob> {
        let knobs = self.slots().into_iter().flatten();
        knobs
            .map(|(name, value, (least, most))| Knob { name, value: *value, least, most })
            .collect()
    }

    /// The same kind with one knob set.
    ///
    /// # Errors
    /// When it has no knob of this name, or the value is out of range.
    pub fn with_knob(mut self, name: &str, value: u32) -> Result<Kind, MapError> {
        let slot = self.slots().into_iter().flatten().find(|slot| slot.0 == name);
        if let Some((_, slot, _)) = slot {
            *slot = value;
            self.check()?;
            return Ok(self);
        }
        let names: Vec<&str> = self.knobs().into_iter().map(|knob| knob.name).collect();
        let expected = if names.is_empty() { "none".to_owned() } else { names.join(" or ") };
        let found = format!("{} has no knob {}", self.name(), Quoted(name));
        let error = MapError::unexpected(MapErrorKind::NoSuchKnob, found, expected);
        Err(error.with(&[&self.name(), &Quoted(name)]))
    }

    pub(super) fn check(self) -> Result<(), MapError> {
        for Knob { name, value, least, most } in self.knobs() {
            if value < least || value > most {
                let found = format!("{name} of {} is {value}", self.name());
                let error =
                    MapError::unexpected(MapErrorKind::Knob, found, format!("{least} to {most}"));
                return Err(error.with(&[&self.name(), &name, &value, &least, &most]));
            }
        }
        Ok(())
    }

    pub(super) fn check_for_hexes(self) -> Result<(), MapError> {
        if self.has_hexes() {
            return Ok(());
        }
        let kinds = Kind::ALL_DEFAULTS.into_iter().filter(|kind| kind.has_hexes());
        let names: Vec<&str> = kinds.map(Kind::name).collect();
        let found = format!("there is no {} of hexes", self.name());
        let expected = format!("one of {}", names.join(", "));
        let error = MapError::unexpected(MapErrorKind::NoHexes, found, expected);
        Err(error.with(&[&self.name()]))
    }

    /// Name, value and range of each knob: the one place where they stand.
    fn slots(&mut self) -> [Option<Slot<'_>>; 2] {
        const PERCENT: (u32, u32) = (0, 100);
        const LENGTH: (u32, u32) = (1, Layout::SIDE_MAX);
        match self {
            Kind::Field => [None, None],
            Kind::Noise { walls_percent } | Kind::Arena { walls_percent } => {
                [Some(("walls_percent", walls_percent, PERCENT)), None]
            }
            Kind::Rooms { side, doors_percent } => {
                [Some(("side", side, LENGTH)), Some(("doors_percent", doors_percent, PERCENT))]
            }
            Kind::Maze { corridor, loops_percent } => [
                Some(("corridor", corridor, LENGTH)),
                Some(("loops_percent", loops_percent, PERCENT)),
            ],
            Kind::Caves { walls_percent, rounds } => [
                Some(("walls_percent", walls_percent, PERCENT)),
                Some(("rounds", rounds, (0, 100))),
            ],
            Kind::City { block, parks_percent } => [
                Some(("block", block, (2, Layout::SIDE_MAX))),
                Some(("parks_percent", parks_percent, PERCENT)),
            ],
            Kind::Islands { sea_percent, feature } => {
                [Some(("sea_percent", sea_percent, PERCENT)), Some(("feature", feature, LENGTH))]
            }
        }
    }
}

type Slot<'a> = (&'static str, &'a mut u32, (u32, u32));
