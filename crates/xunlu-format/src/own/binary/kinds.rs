//! What the sections of a binary document are called, and the numbers in them.

use crate::container::Form;
use crate::document::Content;
use xunlu_map::{HexArrangement, Map};

/// The first bytes of a binary document. The first is no ASCII and the last are a line's end, so that
/// a transfer which takes the file for a text breaks it visibly, as PNG's signature does (RFC 2083,
/// section 12.11).
pub(crate) const MAGIC: &[u8] = b"\x89xunlu\r\n";

/// The number of no polygon.
pub(super) const NO_NEIGHBOUR: u32 = u32::MAX;

/// How the file begins.
pub(super) const FORM: Form = Form { magic: MAGIC, version: 1, what: "a binary document of xunlu" };

/// What a section holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Content = 1,
    Terrain = 2,
    Tags = 3,
    Exits = 4,
    Waypoints = 5,
    Links = 6,
    PlaneCorners = 7,
    Polygons = 8,
    SpaceCorners = 9,
    Triangles = 10,
    Places = 11,
    Regions = 12,
    NamedTerrains = 13,
    NamedTags = 14,
    Ground = 15,
    Obstacles = 16,
    SceneRegions = 17,
    Costs = 18,
    SceneLinks = 19,
    Routes = 20,
    ScenePlaces = 21,
}

impl From<Kind> for u32 {
    fn from(kind: Kind) -> u32 {
        kind as u32
    }
}

/// The bits of a layer, a link and a named terrain.
pub(super) mod bits {
    pub(crate) const WRAPS_X: u32 = 1;
    pub(crate) const WRAPS_Y: u32 = 2;
    pub(crate) const HAS_TAGS: u32 = 4;
    pub(crate) const HAS_EXITS: u32 = 8;

    pub(crate) const IS_LINK: u8 = 1;
    pub(crate) const IS_TWO_WAY: u8 = 2;
    pub(crate) const IS_SHUT: u8 = 4;

    pub(crate) const HAS_NAME: u8 = 1;
    pub(crate) const HAS_PRICE: u8 = 2;
    pub(crate) const IS_CLOSED: u8 = 4;
}

/// The number of a kind of map.
pub(super) const fn number_of(content: &Content) -> u32 {
    match content {
        Content::Map(Map::Grid(_)) => 1,
        Content::Map(Map::Hex(_)) => 2,
        Content::Map(Map::Layers(_)) => 3,
        Content::Map(Map::Waypoints(_)) => 4,
        Content::Mesh(_) => 5,
        Content::Triangles(_) => 6,
        Content::Scene(_) => 7,
    }
}

/// The arrangements, numbered from 1.
pub(super) const ARRANGEMENTS: [HexArrangement; 4] =
    [HexArrangement::OddR, HexArrangement::EvenR, HexArrangement::OddQ, HexArrangement::EvenQ];
