//! Changes of a map, as the wire says them: what a journal keeps and a patch sends.

use super::goal::Rect;
use super::place::{place_at, place_text};
use crate::error::{WorldError, WorldErrorKind};
use serde::{Deserialize, Serialize};
use xunlu_map::{Door, Exits, LinkId, Map, Tags, Terrain, Weight};

/// A [`crate::Change`]: `{"terrain": {"rect": {"x": 3, "y": 1, "width": 1, "height": 1}, "terrain": 254}}`,
/// `{"remove-link": 2}`, `{"all": [...]}`, ...
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// Cells get a terrain.
    Terrain(TerrainChange),
    /// Cells get tags.
    Tags(TagsChange),
    /// Cells get exits.
    Exits(ExitsChange),
    /// A link is added.
    AddLink(Link),
    /// The link of this number is removed.
    RemoveLink(u32),
    /// A link's door opens or shuts.
    Door(DoorChange),
    /// All of these, or none.
    All(Vec<Change>),
}

/// `{"layer": 0, "rect": {"x": 3, "y": 1, "width": 1, "height": 1}, "terrain": 254}`
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainChange {
    /// The layer; 0 unless said.
    #[serde(default)]
    pub layer: u32,
    /// The cells.
    pub rect: Rect,
    /// Their terrain.
    pub terrain: u8,
}

/// `{"layer": 0, "rect": {...}, "tags": [0, 3]}`
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TagsChange {
    /// The layer; 0 unless said.
    #[serde(default)]
    pub layer: u32,
    /// The cells.
    pub rect: Rect,
    /// The numbers of their tags.
    pub tags: Vec<u32>,
}

/// `{"layer": 0, "rect": {...}, "exits": 255}`
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExitsChange {
    /// The layer; 0 unless said.
    #[serde(default)]
    pub layer: u32,
    /// The cells.
    pub rect: Rect,
    /// Their exits, a bit each: clockwise from the east, or from the first direction of hexes.
    pub exits: u8,
}

/// `{"link": 2, "is_open": false}`
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DoorChange {
    /// The number of the link.
    pub link: u32,
    /// Whether it is open from now on.
    pub is_open: bool,
}

/// A link: `{"from": "0,0", "to": "4,2", "percent": 100, "is_two_way": true, "tags": [], "is_open": true}`
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// Where it is entered.
    pub from: String,
    /// Where it comes out.
    pub to: String,
    /// Its price in hundredths of one straight step.
    pub percent: u32,
    /// Whether it may be taken back at the same price.
    pub is_two_way: bool,
    /// Who takes it must be allowed all of these.
    #[serde(default)]
    pub tags: Vec<u32>,
    /// Whether its door is open.
    pub is_open: bool,
}

impl Change {
    /// How deep changes may lie in each other.
    pub const DEPTH_MAX: u32 = 8;

    /// A change of a map, to be sent.
    #[must_use]
    pub fn new(map: &Map, change: &crate::Change) -> Change {
        match change {
            crate::Change::Terrain { layer, rect, terrain } => {
                let (layer, rect, terrain) = (*layer, (*rect).into(), terrain.0);
                Change::Terrain(TerrainChange { layer, rect, terrain })
            }
            crate::Change::Tags { layer, rect, tags } => {
                let (layer, rect, tags) = (*layer, (*rect).into(), tags.numbers().collect());
                Change::Tags(TagsChange { layer, rect, tags })
            }
            crate::Change::Exits { layer, rect, exits } => {
                let (layer, rect, exits) = (*layer, (*rect).into(), exits.0);
                Change::Exits(ExitsChange { layer, rect, exits })
            }
            crate::Change::AddLink(link) => Change::AddLink(Link {
                from: place_text(map, link.from),
                to: place_text(map, link.to),
                percent: link.weight.as_percent(),
                is_two_way: link.is_two_way,
                tags: link.tags.numbers().collect(),
                is_open: link.door == Door::Open,
            }),
            crate::Change::RemoveLink(id) => Change::RemoveLink(id.0),
            crate::Change::Door { link, door } => {
                Change::Door(DoorChange { link: link.0, is_open: *door == Door::Open })
            }
            crate::Change::All(parts) => {
                Change::All(parts.iter().map(|part| Change::new(map, part)).collect())
            }
        }
    }

    /// The change of a map. Whether it can be made is for the world to say.
    ///
    /// # Errors
    /// When a text names no place of this kind of map, a number no tag, or changes lie in each other
    /// deeper than [`DEPTH_MAX`](Self::DEPTH_MAX).
    pub fn to_change(&self, map: &Map) -> Result<crate::Change, WorldError> {
        self.to_change_within(map, Self::DEPTH_MAX)
    }

    fn to_change_within(&self, map: &Map, depth: u32) -> Result<crate::Change, WorldError> {
        Ok(match self {
            Change::Terrain(TerrainChange { layer, rect, terrain }) => {
                let (layer, rect, terrain) = (*layer, (*rect).into(), Terrain(*terrain));
                crate::Change::Terrain { layer, rect, terrain }
            }
            Change::Tags(TagsChange { layer, rect, tags }) => {
                let (layer, rect, tags) = (*layer, (*rect).into(), tags_of(tags)?);
                crate::Change::Tags { layer, rect, tags }
            }
            Change::Exits(ExitsChange { layer, rect, exits }) => {
                let (layer, rect, exits) = (*layer, (*rect).into(), Exits(*exits));
                crate::Change::Exits { layer, rect, exits }
            }
            Change::AddLink(link) => crate::Change::AddLink(crate::Link {
                from: place_at(map, &link.from)?,
                to: place_at(map, &link.to)?,
                weight: Weight::percent(link.percent),
                is_two_way: link.is_two_way,
                tags: tags_of(&link.tags)?,
                door: door_of(link.is_open),
            }),
            Change::RemoveLink(id) => crate::Change::RemoveLink(LinkId(*id)),
            Change::Door(DoorChange { link, is_open }) => {
                crate::Change::Door { link: LinkId(*link), door: door_of(*is_open) }
            }
            Change::All(parts) => {
                let most = Self::DEPTH_MAX;
                let too_deep =
                    || format!("changes lie too deep in each other; expected at most {most}");
                let depth = depth
                    .checked_sub(1)
                    .ok_or_else(|| WorldError::new(WorldErrorKind::NotUnderstood, too_deep()))?;
                let parts = parts.iter().map(|part| part.to_change_within(map, depth));
                crate::Change::All(parts.collect::<Result<_, _>>()?)
            }
        })
    }
}

const fn door_of(is_open: bool) -> Door {
    if is_open { Door::Open } else { Door::Shut }
}

/// The set of tags of these numbers.
pub(super) fn tags_of(numbers: &[u32]) -> Result<Tags, WorldError> {
    let last = Tags::COUNT - 1;
    let tag = |&number: &u32| {
        let unknown = || format!("there is no tag {number}; expected 0 to {last}");
        Tags::one(number).ok_or_else(|| WorldError::new(WorldErrorKind::NotUnderstood, unknown()))
    };
    numbers.iter().map(tag).try_fold(Tags::NONE, |all, tag| Ok(all.with(tag?)))
}
