//! Where a way may end, as the wire says it.

use super::mover::Footprint;
use super::place::{place_at, place_text};
use crate::error::WorldError;
use serde::{Deserialize, Serialize};
use xunlu_map::{Cell, Map, Rect, Size};

/// A [`crate::Goal`]: `{"at": "4,1"}`, `{"any-of": ["4,1", "0,3"]}`, ...
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// At this place.
    At(String),
    /// At whichever of these is cheapest to reach.
    AnyOf(Vec<String>),
    /// Near a place.
    Within(Within),
    /// Next to a building or a large creature.
    Beside(Beside),
    /// Anywhere in a rectangle.
    Region(Region),
    /// Far from a place.
    AwayFrom(AwayFrom),
}

/// `{"of": "4,1", "radius": 3, "in_sight": true}`
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Within {
    /// The place.
    pub of: String,
    /// How far, in cells, hexes or units.
    pub radius: u32,
    /// Whether nothing may stand between; not unless said.
    #[serde(default)]
    pub in_sight: bool,
}

/// `{"of": "4,1", "footprint": {"width": 2, "height": 2}}`
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beside {
    /// The cell of least x and y under it.
    pub of: String,
    /// How large it is.
    pub footprint: Footprint,
}

/// `{"of": "4,1", "radius": 6}`
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AwayFrom {
    /// The place.
    pub of: String,
    /// How far at least.
    pub radius: u32,
}

/// A rectangle of cells (columns and rows on a hex grid): `{"x": 0, "y": 0, "width": 4, "height": 2}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Region {
    /// The least column.
    pub x: i32,
    /// The least row.
    pub y: i32,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

impl From<Rect> for Region {
    fn from(rect: Rect) -> Region {
        let Rect { min: Cell { x, y }, size: Size { width, height } } = rect;
        Region { x, y, width, height }
    }
}

impl From<Region> for Rect {
    fn from(region: Region) -> Rect {
        let Region { x, y, width, height } = region;
        Rect::new(Cell::new(x, y), Size::new(width, height))
    }
}

impl Goal {
    /// A goal on a map, to be sent.
    #[must_use]
    pub fn new(map: &Map, goal: &crate::Goal) -> Goal {
        let text = |place| place_text(map, place);
        match goal {
            crate::Goal::At(place) => Goal::At(text(*place)),
            crate::Goal::AnyOf(places) => Goal::AnyOf(places.iter().map(|&p| text(p)).collect()),
            crate::Goal::Within { of, radius, in_sight } => {
                Goal::Within(Within { of: text(*of), radius: *radius, in_sight: *in_sight })
            }
            crate::Goal::Beside { of, footprint } => {
                Goal::Beside(Beside { of: text(*of), footprint: (*footprint).into() })
            }
            crate::Goal::Region(rect) => Goal::Region((*rect).into()),
            crate::Goal::AwayFrom { of, radius } => {
                Goal::AwayFrom(AwayFrom { of: text(*of), radius: *radius })
            }
        }
    }

    /// The goal on a map.
    ///
    /// # Errors
    /// When a text names no place of this kind of map.
    pub fn to_goal(&self, map: &Map) -> Result<crate::Goal, WorldError> {
        Ok(match self {
            Goal::At(place) => crate::Goal::At(place_at(map, place)?),
            Goal::AnyOf(places) => {
                let places = places.iter().map(|place| place_at(map, place));
                crate::Goal::AnyOf(places.collect::<Result<_, _>>()?)
            }
            Goal::Within(Within { of, radius, in_sight }) => {
                let of = place_at(map, of)?;
                crate::Goal::Within { of, radius: *radius, in_sight: *in_sight }
            }
            Goal::Beside(Beside { of, footprint }) => {
                crate::Goal::Beside { of: place_at(map, of)?, footprint: (*footprint).into() }
            }
            Goal::Region(region) => crate::Goal::Region((*region).into()),
            Goal::AwayFrom(AwayFrom { of, radius }) => {
                crate::Goal::AwayFrom { of: place_at(map, of)?, radius: *radius }
            }
        })
    }
}
