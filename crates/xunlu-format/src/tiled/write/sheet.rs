//! The one tileset of a written map: a tile for each terrain, set of tags and set of exits, and one
//! for each mark of a search.

use super::shape::{PropertyOut, TileOut, TilesetOut};
use crate::document::{Document, Price};
use crate::tiled::turned::Compass;
use std::collections::BTreeSet;
use xunlu_map::{Exits, Ground, Tags, Terrain};

/// Tiles in a row of the picture.
pub(super) const COLUMNS: u32 = 16;

/// What a tile stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sign {
    Terrain(Terrain),
    Tags(Tags),
    Exits(Exits),
    Mark(Mark),
}

/// What a tile of a search says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    Reach,
    Seen,
    Path,
    Start,
    Goal,
}

/// The tiles in their order.
#[derive(Debug)]
pub(super) struct Sheet {
    terrains: Vec<Terrain>,
    tags: Vec<Tags>,
    exits: Vec<Exits>,
}

const MARKS: [Mark; 5] = [Mark::Reach, Mark::Seen, Mark::Path, Mark::Start, Mark::Goal];

impl Sheet {
    /// What is in use on the ground or has a name in the document.
    pub(super) fn of(document: &Document, ground: &Ground) -> Sheet {
        let all = (0..=u8::MAX).map(Terrain);
        let named = |terrain| document.terrains.iter().any(|named| named.terrain == terrain);
        let is_needed = |terrain: &Terrain| ground.count(*terrain) > 0 || named(*terrain);
        let mut tags: BTreeSet<Tags> = document.tags.iter().map(|named| named.tag).collect();
        let mut exits: BTreeSet<u8> = BTreeSet::new();
        for cell in ground.bounds().cells() {
            tags.extend(ground.tags().and_then(|plane| plane.get(cell)));
            exits.extend(ground.exits().and_then(|plane| plane.get(cell)).map(|exits| exits.0));
        }
        tags.remove(&Tags::NONE);
        exits.remove(&Exits::ALL.0);
        Sheet {
            terrains: all.filter(is_needed).collect(),
            tags: tags.into_iter().collect(),
            exits: exits.into_iter().map(Exits).collect(),
        }
    }

    /// Every tile, in order.
    pub(super) fn signs(&self) -> impl Iterator<Item = Sign> {
        let terrains = self.terrains.iter().map(|terrain| Sign::Terrain(*terrain));
        let tags = self.tags.iter().map(|tags| Sign::Tags(*tags));
        let exits = self.exits.iter().map(|exits| Sign::Exits(*exits));
        terrains.chain(tags).chain(exits).chain(MARKS.map(Sign::Mark))
    }

    /// How many tiles there are.
    pub(super) fn len(&self) -> u32 {
        let count = self.terrains.len() + self.tags.len() + self.exits.len() + MARKS.len();
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// The number of a tile on the map, where 0 is none.
    pub(super) fn gid(&self, sign: Sign) -> u32 {
        let (terrains, tags) = (self.terrains.len(), self.tags.len());
        let before_marks = terrains + tags + self.exits.len();
        let number = match sign {
            Sign::Terrain(terrain) => self.terrains.binary_search(&terrain).ok(),
            Sign::Tags(set) => self.tags.binary_search(&set).ok().map(|number| terrains + number),
            Sign::Exits(set) => {
                let found = self.exits.binary_search_by_key(&set.0, |exits| exits.0);
                found.ok().map(|number| terrains + tags + number)
            }
            Sign::Mark(mark) => Some(before_marks + mark as usize),
        };
        number.and_then(|number| u32::try_from(number + 1).ok()).unwrap_or(0)
    }

    /// How many rows of tiles the picture has.
    pub(super) fn rows(&self) -> u32 {
        self.len().div_ceil(COLUMNS)
    }

    pub(super) fn tileset(
        &self,
        document: &Document,
        compass: Compass,
        (tile_width, tile_height): (u32, u32),
        image: &str,
    ) -> TilesetOut {
        let tiles = (0..).zip(self.signs());
        let tiles =
            tiles.map(|(id, sign)| TileOut { id, properties: told(sign, document, compass) });
        TilesetOut {
            first_gid: 1,
            name: "terrain",
            image: image.to_owned(),
            image_width: tile_width * COLUMNS,
            image_height: tile_height * self.rows(),
            tile_width,
            tile_height,
            tile_count: self.len(),
            columns: COLUMNS,
            margin: 0,
            spacing: 0,
            tiles: tiles.filter(|tile| !tile.properties.is_empty()).collect(),
        }
    }
}

/// Whether a name can stand in a list with commas.
pub(super) fn is_tellable(name: &str) -> bool {
    !name.contains(',') && !name.trim().is_empty()
}

/// Tags as tiles and links tell them.
pub(super) fn tag_words(tags: Tags, document: &Document) -> String {
    let word = |number: u32| {
        let known = document.tags.iter().find(|known| Some(known.tag) == Tags::one(number));
        match known.filter(|known| is_tellable(&known.name)) {
            Some(known) => format!("{number} {}", known.name),
            None => number.to_string(),
        }
    };
    tags.numbers().map(word).collect::<Vec<_>>().join(",")
}

/// The properties that make a reader take a tile for what it stands for.
fn told(sign: Sign, document: &Document, compass: Compass) -> Vec<PropertyOut> {
    match sign {
        Sign::Terrain(Terrain::WALL) => vec![PropertyOut::bool("walkable", false)],
        Sign::Terrain(Terrain::VOID) => vec![PropertyOut::text("terrain", "void")],
        Sign::Terrain(terrain) => {
            let named = document.terrains.iter().find(|named| named.terrain == terrain);
            let name = named.and_then(|named| named.name.as_deref());
            let mut told = vec![match name {
                Some(name) => PropertyOut::text("terrain", format!("{} {name}", terrain.0)),
                None => PropertyOut::int("terrain", terrain.0),
            }];
            if let Some(Price::Weight(weight)) = named.and_then(|named| named.price) {
                told.push(PropertyOut::float("cost", f64::from(weight.as_percent()) / 100.0));
            }
            told.push(PropertyOut::bool("walkable", true));
            told
        }
        Sign::Tags(tags) => vec![PropertyOut::text("tag", tag_words(tags, document))],
        Sign::Exits(exits) => {
            let numbers = (0..8).filter(|number| exits.allows(*number));
            let names: Vec<_> =
                numbers.filter_map(|number| compass.name(number as usize)).collect();
            let names = if names.is_empty() { "none".to_owned() } else { names.join(",") };
            vec![PropertyOut::text("oneway", names)]
        }
        Sign::Mark(_) => Vec::new(),
    }
}
