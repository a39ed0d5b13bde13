//! The tiles of all tilesets: what is said of the one with a number.

use super::classes::Classes;
use super::fault::{Fault, Origin, Sound};
use super::model::{Object, Orientation, TiledMap, Tileset, TilesetOfMap};
use super::traits::Traits;
use crate::error::FormatErrorKind;
use crate::order::sort_by_numbers;
use std::collections::BTreeMap;
use std::rc::Rc;
use xunlu_map::Quoted;

/// All tilesets, by the number of their first tile.
#[derive(Debug)]
pub(super) struct Tilesets<'m> {
    sets: Vec<Set<'m>>,
    /// What the sets say, each file's once.
    told: Vec<SetTraits<'m>>,
}

/// A tileset as the map counts its tiles.
#[derive(Debug)]
struct Set<'m> {
    first_gid: u32,
    tileset: &'m Tileset,
    /// The number of what it says.
    told: usize,
}

/// What of a tile is solid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Solids<'m> {
    pub(super) shapes: &'m [Object],
    /// How wide and high the tile is, in pixels.
    pub(super) size: (f64, f64),
    /// Where it has its point when it is put down freely, as a part of its size, if its set says it.
    pub(super) anchor: Option<(f64, f64)>,
}

/// What a tileset says of its tiles.
#[derive(Debug)]
struct SetTraits<'m> {
    tileset: &'m Tileset,
    /// Of every tile about which nothing else is said.
    traits: Traits,
    /// By the tile's number in the set, without what the set says of all.
    tiles: BTreeMap<u32, Traits>,
}

impl<'m> Tilesets<'m> {
    pub(super) fn of(map: &'m TiledMap) -> Sound<Tilesets<'m>> {
        let mut sets: Vec<&TilesetOfMap> = map.tilesets.iter().collect();
        for set in &sets {
            check_first_gid(set)?;
        }
        sort_by_numbers(&mut sets, |set| (set.first_gid.into(), 0));
        for pair in sets.windows(2) {
            if let [a, b] = pair
                && a.first_gid == b.first_gid
            {
                let found =
                    format!("it begins at tile {} as {} does", b.first_gid, part_of(&a.tileset));
                let (origin, part) = (b.tileset.origin, part_of(&b.tileset));
                let fault = Fault::unexpected(origin, part, found, "a firstgid of its own");
                return Err(fault.of(FormatErrorKind::FirstTile, [&b.first_gid]));
            }
        }
        let mut tilesets = Tilesets { sets: Vec::new(), told: Vec::new() };
        let mut known: BTreeMap<*const Tileset, usize> = BTreeMap::new();
        for TilesetOfMap { first_gid, tileset, .. } in sets {
            let told = match known.get(&Rc::as_ptr(tileset)) {
                Some(told) => *told,
                None => {
                    known.insert(Rc::as_ptr(tileset), tilesets.told.len());
                    tilesets.told.push(SetTraits::of(tileset, map.orientation)?);
                    tilesets.told.len() - 1
                }
            };
            tilesets.sets.push(Set { first_gid: *first_gid, tileset, told });
        }
        Ok(tilesets)
    }

    /// Whether nothing is said of any tile.
    pub(super) fn is_silent(&self) -> bool {
        let silent = |told: &SetTraits<'_>| {
            told.traits.are_silent() && told.tiles.values().all(Traits::are_silent)
        };
        self.told.iter().all(silent)
    }

    /// Keeps the numbers that tiles tell.
    pub(super) fn keep(&self, classes: &mut Classes) -> Sound<()> {
        self.each(|traits, origin, part| classes.keep(traits, origin, part))
    }

    /// Gives numbers to the words and prices of tiles, in the order of the tiles.
    pub(super) fn number(&self, classes: &mut Classes) -> Sound<()> {
        self.each(|traits, origin, part| {
            classes.terrain_of(traits, origin, part)?;
            let tags = traits.tags.as_deref().unwrap_or_default();
            classes.tags_of(tags, origin, part).map(|_| ())
        })
    }

    /// What is said of the tile with this number, which is not 0, and its number in its set.
    pub(super) fn tile(&self, gid: u32, origin: Origin, part: &str) -> Sound<(Traits, u32)> {
        let number = self.sets.partition_point(|set| set.first_gid <= gid);
        let found = number.checked_sub(1).and_then(|number| self.sets.get(number));
        let Some(set) = found else {
            let found = format!("the tile {gid} is of no tileset");
            let fault = Fault::unexpected(origin, part, found, self.range());
            return Err(fault.of(FormatErrorKind::NoTile, [&gid]));
        };
        let id = gid - set.first_gid;
        // A set whose image has shrunk leaves tiles behind, which the editor shows as red crosses.
        // Beyond the last set nothing can ever have been.
        let is_last = number == self.sets.len();
        if is_last && set.end().is_some_and(|end| id >= end) {
            let found = format!("the tile {gid} lies beyond all tilesets");
            let fault = Fault::unexpected(origin, part, found, self.range());
            return Err(fault.of(FormatErrorKind::NoTile, [&gid]));
        }
        let traits = self.told.get(set.told).map(|told| told.of_tile(id)).unwrap_or_default();
        Ok((traits, id))
    }

    /// What of the tile with this number is solid. Returns `None` if nothing is, or its size is not known.
    pub(super) fn solids(&self, gid: u32) -> Option<Solids<'m>> {
        let number = self.sets.partition_point(|set| set.first_gid <= gid);
        let set = self.sets.get(number.checked_sub(1)?)?;
        let tile = set.tileset.tiles.get(&gid.checked_sub(set.first_gid)?)?;
        let own = tile.look.as_ref().and_then(|look| {
            let part = look.part.map(|[.., width, height]| (width, height));
            part.or(look.image.as_ref()?.size)
        });
        let (width, height) = own.unwrap_or(set.tileset.look.tile_size);
        let is_known = width > 0 && height > 0 && !tile.solids.is_empty();
        is_known.then_some(Solids {
            shapes: &tile.solids,
            size: (f64::from(width), f64::from(height)),
            anchor: set.tileset.look.anchor,
        })
    }

    fn range(&self) -> String {
        let first = self.sets.first().map(|set| set.first_gid);
        let last = self.sets.last().and_then(|set| {
            set.end().and_then(|end| set.first_gid.checked_add(end)?.checked_sub(1))
        });
        match (first, last) {
            (None, _) => "0, as the map has no tileset".to_owned(),
            (Some(first), None) => format!("0 for none, or {first} and up"),
            (Some(first), Some(last)) => format!("0 for none, or {first} to {last}"),
        }
    }

    fn each(&self, mut told: impl FnMut(&Traits, Origin, &str) -> Sound<()>) -> Sound<()> {
        for SetTraits { tileset, traits, tiles } in &self.told {
            told(traits, tileset.origin, &part_of(tileset))?;
            for (id, own) in tiles {
                told(&own.clone().or(traits), tileset.origin, &tile_part_of(tileset, *id))?;
            }
        }
        Ok(())
    }
}

impl<'m> SetTraits<'m> {
    fn of(tileset: &'m Tileset, orientation: Orientation) -> Sound<SetTraits<'m>> {
        let traits = Traits::of(&tileset.properties, &part_of(tileset), orientation)?;
        let mut tiles = BTreeMap::new();
        for (id, tile) in &tileset.tiles {
            let part = tile_part_of(tileset, *id);
            let own = Traits::of_tile(&tile.properties, &tile.class, &part, orientation)?;
            tiles.insert(*id, own);
        }
        Ok(SetTraits { tileset, traits, tiles })
    }

    fn of_tile(&self, id: u32) -> Traits {
        self.tiles.get(&id).cloned().unwrap_or_default().or(&self.traits)
    }
}

impl Set<'_> {
    /// The number after the last tile's, if it is known. Sets of single images have gaps, so that
    /// their count alone does not tell; and the editor counts none where an image was missing.
    fn end(&self) -> Option<u32> {
        let last = self.tileset.tiles.keys().next_back();
        let beyond = last.map_or(0, |last| last.saturating_add(1));
        self.tileset.count.filter(|count| *count > 0).map(|count| count.max(beyond))
    }
}

fn check_first_gid(set: &TilesetOfMap) -> Sound<()> {
    if set.first_gid > 0 {
        return Ok(());
    }
    let expected = "1 or more, as 0 stands for no tile";
    let (origin, part) = (set.tileset.origin, part_of(&set.tileset));
    let fault = Fault::unexpected(origin, part, "its firstgid is 0", expected);
    Err(fault.of(FormatErrorKind::FirstTile, [&0]))
}

fn part_of(tileset: &Tileset) -> String {
    format!("tileset {}", Quoted(&tileset.name))
}

fn tile_part_of(tileset: &Tileset, id: u32) -> String {
    format!("tileset {}, tile {id}", Quoted(&tileset.name))
}
