//! What a map's file said besides the map.

use xunlu::Map;
use xunlu_format::{Content, Document, Look, NamedPlace, NamedRegion, NamedTag, NamedTerrain};

/// What the file of a map said besides it: how its cells look, what places, areas, terrains and tags are
/// called, and what ground costs. No change of the map changes it.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Naming {
    look: Look,
    places: Vec<NamedPlace>,
    regions: Vec<NamedRegion>,
    terrains: Vec<NamedTerrain>,
    tags: Vec<NamedTag>,
}

impl Naming {
    /// What a file held, and what it said besides.
    pub(crate) fn taken(document: Document) -> (Content, Naming) {
        let Document { content, look, places, regions, terrains, tags } = document;
        (content, Naming { look, places, regions, terrains, tags })
    }

    /// A file of the map as it is now.
    pub(crate) fn document(&self, map: Map) -> Document {
        let Naming { look, places, regions, terrains, tags } = self.clone();
        Document { content: map.into(), look, places, regions, terrains, tags }
    }
}
