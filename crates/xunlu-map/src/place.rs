//! Places as people name them, on whatever kind of map.

use crate::cell::Cell;
use crate::error::{MapError, MapErrorKind};
use crate::hex::Hex;
use crate::layers::LayerCell;
use crate::link::Link;
use crate::waypoints::WaypointId;
use std::fmt;

/// A place of any map. A world says at once when a place is not of its kind of map.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// A cell of a square grid; on a map of several layers, of the first.
    Cell(Cell),
    /// A cell of one of several layers.
    LayerCell(LayerCell),
    /// A hex.
    Hex(Hex),
    /// A waypoint.
    Waypoint(WaypointId),
}

impl Place {
    /// The cell at column `x`, row `y`.
    #[must_use]
    pub const fn cell(x: i32, y: i32) -> Place {
        Place::Cell(Cell::new(x, y))
    }

    /// The cell, without its layer. Returns `None` if it is no place on square grids.
    #[must_use]
    pub const fn as_cell(self) -> Option<Cell> {
        match self {
            Place::Cell(cell) | Place::LayerCell(LayerCell { cell, .. }) => Some(cell),
            Place::Hex(_) | Place::Waypoint(_) => None,
        }
    }

    /// The hex. Returns `None` if it is no place on a hex grid.
    #[must_use]
    pub const fn as_hex(self) -> Option<Hex> {
        if let Place::Hex(hex) = self { Some(hex) } else { None }
    }

    /// The layer of a cell: 0 where there is but one. Returns `None` if it is no place on square grids.
    #[must_use]
    pub const fn layer(self) -> Option<u32> {
        match self {
            Place::Cell(_) => Some(0),
            Place::LayerCell(LayerCell { layer, .. }) => Some(layer),
            Place::Hex(_) | Place::Waypoint(_) => None,
        }
    }

    /// What it is called, whichever map it is for: `a cell`, `a hex`, ...
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            Place::Cell(_) => "a cell",
            Place::LayerCell(_) => "a cell on a layer",
            Place::Hex(_) => "a hex",
            Place::Waypoint(_) => "a waypoint",
        }
    }

    /// The waypoint. Returns `None` if it is no place on a waypoint map.
    #[must_use]
    pub const fn as_waypoint(self) -> Option<WaypointId> {
        if let Place::Waypoint(id) = self { Some(id) } else { None }
    }
}

impl From<Cell> for Place {
    fn from(cell: Cell) -> Place {
        Place::Cell(cell)
    }
}

impl From<LayerCell> for Place {
    fn from(layer_cell: LayerCell) -> Place {
        Place::LayerCell(layer_cell)
    }
}

impl From<Hex> for Place {
    fn from(hex: Hex) -> Place {
        Place::Hex(hex)
    }
}

impl From<WaypointId> for Place {
    fn from(waypoint: WaypointId) -> Place {
        Place::Waypoint(waypoint)
    }
}

/// So that lists of places are taken as slices, too.
impl From<&Place> for Place {
    fn from(place: &Place) -> Place {
        *place
    }
}

/// The cell in this column and row.
impl From<(i32, i32)> for Place {
    fn from(cell: (i32, i32)) -> Place {
        Place::Cell(cell.into())
    }
}

impl From<Link<Cell>> for Link<Place> {
    fn from(link: Link<Cell>) -> Link<Place> {
        link.between(Place::from)
    }
}

impl From<Link<LayerCell>> for Link<Place> {
    fn from(link: Link<LayerCell>) -> Link<Place> {
        link.between(Place::from)
    }
}

impl From<Link<Hex>> for Link<Place> {
    fn from(link: Link<Hex>) -> Link<Place> {
        link.between(Place::from)
    }
}

impl From<Link<WaypointId>> for Link<Place> {
    fn from(link: Link<WaypointId>) -> Link<Place> {
        link.between(Place::from)
    }
}

/// Between two cells: `Link::two_way((3, 1), (7, 2))`.
impl From<Link<(i32, i32)>> for Link<Place> {
    fn from(link: Link<(i32, i32)>) -> Link<Place> {
        link.between(Place::from)
    }
}

impl<P: Copy + PartialEq + Into<Place>> Link<P> {
    /// Checks that it leads anywhere: its ends are two places.
    pub(crate) fn check_ends(&self) -> Result<(), MapError> {
        if self.from != self.to {
            return Ok(());
        }
        let from: Place = self.from.into();
        let says = format!("a link from {from} to itself leads nowhere; expected two places");
        let error = MapError::new(MapErrorKind::LinkToItself, says);
        Err(error.with(&[&from]))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Cell(cell) => cell.fmt(f),
            Place::LayerCell(layer_cell) => write!(f, "{}@{}", layer_cell.cell, layer_cell.layer),
            Place::Hex(hex) => write!(f, "{},{}", hex.q, hex.r),
            Place::Waypoint(waypoint) => write!(f, "waypoint {}", waypoint.0),
        }
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({self})")
    }
}
