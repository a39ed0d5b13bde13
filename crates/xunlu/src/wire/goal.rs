//! Where a path may end, as the wire says it.

use super::mover::Footprint;
use super::place::{place_at, place_text};
use crate::error::WorldError;
use serde::{Deserialize, Serialize};
use xunlu_map::{Cell, Map, Size};

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
    /// Anywhere in a region.
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

/// A [`crate::Region`]: a rectangle, `{"x": 0, "y": 0, "width": 4, "height": 2}`; a list of them; or
/// either on one layer, `{"layer": 1, "parts": [{"x": 0, "y": 0, "width": 4, "height": 2}]}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "expected a region: a rectangle with x, y, width and height, a list of such, or layer and parts"
)]
pub enum Region {
    /// One rectangle.
    Rect(Rect),
    /// All cells of several.
    Parts(Vec<Rect>),
    /// The same on one layer alone.
    OnLayer(OnLayer),
}

/// `{"layer": 1, "parts": [{"x": 0, "y": 0, "width": 4, "height": 2}]}`
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OnLayer {
    /// The layer.
    pub layer: u32,
    /// The rectangles.
    pub parts: Vec<Rect>,
}

/// A rectangle of cells (columns and rows on a hex grid): `{"x": 0, "y": 0, "width": 4, "height": 2}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rect {
    /// The least column.
    pub x: i32,
    /// The least row.
    pub y: i32,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

impl From<xunlu_map::Rect> for Rect {
    fn from(rect: xunlu_map::Rect) -> Rect {
        let xunlu_map::Rect { min: Cell { x, y }, size: Size { width, height } } = rect;
        Rect { x, y, width, height }
    }
}

impl From<Rect> for xunlu_map::Rect {
    fn from(rect: Rect) -> xunlu_map::Rect {
        let Rect { x, y, width, height } = rect;
        xunlu_map::Rect::new(Cell::new(x, y), Size::new(width, height))
    }
}

impl From<xunlu_map::Rect> for Region {
    fn from(rect: xunlu_map::Rect) -> Region {
        Region::Rect(rect.into())
    }
}

impl From<&xunlu_map::Region> for Region {
    fn from(region: &xunlu_map::Region) -> Region {
        let parts = || region.parts().iter().copied().map(Rect::from).collect();
        match (region.layer(), region.parts()) {
            (Some(layer), _) => Region::OnLayer(OnLayer { layer, parts: parts() }),
            (None, [rect]) => (*rect).into(),
            (None, _) => Region::Parts(parts()),
        }
    }
}

impl Region {
    /// The region.
    ///
    /// # Errors
    /// When a list of rectangles has no cells.
    pub fn to_region(&self) -> Result<xunlu_map::Region, WorldError> {
        let of = |parts: &[Rect]| xunlu_map::Region::of(parts.iter().map(|&part| part.into()));
        Ok(match self {
            Region::Rect(rect) => xunlu_map::Rect::from(*rect).into(),
            Region::Parts(parts) => of(parts)?,
            Region::OnLayer(OnLayer { layer, parts }) => of(parts)?.on_layer(*layer),
        })
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
            crate::Goal::Region(region) => Goal::Region(region.into()),
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
            Goal::Region(region) => crate::Goal::Region(region.to_region()?),
            Goal::AwayFrom(AwayFrom { of, radius }) => {
                crate::Goal::AwayFrom { of: place_at(map, of)?, radius: *radius }
            }
        })
    }
}
