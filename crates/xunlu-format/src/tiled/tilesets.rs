//! The tiles of all tilesets: what is said of the one with a number.

use super::classes::Classes;
use super::fault::{Fault, Origin, Sound};
use super::model::{Orientation, TiledMap, Tileset};
use super::traits::Traits;
use std::collections::BTreeMap;

/// All tilesets, by the number of their first tile.
#[derive(Debug)]
pub(super) struct Tilesets<'m> {
    sets: Vec<Set<'m>>,
}

#[derive(Debug)]
struct Set<'m> {
    tileset: &'m Tileset,
    /// Of every tile about which nothing else is said.
    traits: Traits,
    /// By the tile's number in the set.
    tiles: BTreeMap<u32, Traits>,
}

impl<'m> Tilesets<'m> {
    pub(super) fn of(map: &'m TiledMap) -> Sound<Tilesets<'m>> {
        let mut sets = Vec::new();
        for tileset in &map.tilesets {
            sets.push(Set::of(tileset, map.orientation)?);
        }
        sets.sort_by_key(|set| set.tileset.first_gid);
        for pair in sets.windows(2) {
            if let [a, b] = pair
                && a.tileset.first_gid == b.tileset.first_gid
            {
                let found =
                    format!("it begins at tile {} as {} does", b.tileset.first_gid, a.part());
                let (origin, part) = (b.tileset.origin, b.part());
                return Err(Fault::unexpected(origin, part, found, "a firstgid of its own"));
            }
        }
        Ok(Tilesets { sets })
    }

    /// Whether nothing is said of any tile.
    pub(super) fn is_silent(&self) -> bool {
        let silent =
            |set: &Set<'_>| set.traits.are_silent() && set.tiles.values().all(Traits::are_silent);
        self.sets.iter().all(silent)
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
    pub(super) fn tile(&self, gid: u32, origin: Origin, part: &str) -> Sound<(&Traits, u32)> {
        let number = self.sets.partition_point(|set| set.tileset.first_gid <= gid);
        let found = number.checked_sub(1).and_then(|number| self.sets.get(number));
        let Some(set) = found else {
            let found = format!("the tile {gid} is of no tileset");
            return Err(Fault::unexpected(origin, part, found, self.range()));
        };
        let id = gid - set.tileset.first_gid;
        // A set whose image has shrunk leaves tiles behind, which the editor shows as red crosses.
        // Beyond the last set nothing can ever have been.
        let is_last = number == self.sets.len();
        if is_last && set.end().is_some_and(|end| id >= end) {
            let found = format!("the tile {gid} lies beyond all tilesets");
            return Err(Fault::unexpected(origin, part, found, self.range()));
        }
        Ok((set.tiles.get(&id).unwrap_or(&set.traits), id))
    }

    fn range(&self) -> String {
        let first = self.sets.first().map(|set| set.tileset.first_gid);
        let last = self.sets.last().and_then(|set| {
            set.end().and_then(|end| set.tileset.first_gid.checked_add(end)?.checked_sub(1))
        });
        match (first, last) {
            (None, _) => "0, as the map has no tileset".to_owned(),
            (Some(first), None) => format!("0 for none, or {first} and up"),
            (Some(first), Some(last)) => format!("0 for none, or {first} to {last}"),
        }
    }

    fn each(&self, mut told: impl FnMut(&Traits, Origin, &str) -> Sound<()>) -> Sound<()> {
        for set in &self.sets {
            told(&set.traits, set.tileset.origin, &set.part())?;
            for (id, traits) in &set.tiles {
                told(traits, set.tileset.origin, &set.tile_part(*id))?;
            }
        }
        Ok(())
    }
}

impl<'m> Set<'m> {
    fn of(tileset: &'m Tileset, orientation: Orientation) -> Sound<Set<'m>> {
        let mut set = Set { tileset, traits: Traits::default(), tiles: BTreeMap::new() };
        if tileset.first_gid == 0 {
            let expected = "1 or more, as 0 stands for no tile";
            return Err(Fault::unexpected(
                tileset.origin,
                set.part(),
                "its firstgid is 0",
                expected,
            ));
        }
        set.traits = Traits::of(&tileset.properties, &set.part(), orientation)?;
        for (id, tile) in &tileset.tiles {
            let part = set.tile_part(*id);
            let own = Traits::of_tile(&tile.properties, &tile.class, &part, orientation)?;
            set.tiles.insert(*id, own.or(&set.traits));
        }
        Ok(set)
    }

    /// The number after the last tile's, if it is known. Sets of single images have gaps, so that
    /// their count alone does not tell; and the editor counts none where an image was missing.
    fn end(&self) -> Option<u32> {
        let last = self.tileset.tiles.keys().next_back();
        let beyond = last.map_or(0, |last| last.saturating_add(1));
        self.tileset.count.filter(|count| *count > 0).map(|count| count.max(beyond))
    }

    fn part(&self) -> String {
        format!("tileset {:?}", self.tileset.name)
    }

    fn tile_part(&self, id: u32) -> String {
        format!("tileset {:?}, tile {id}", self.tileset.name)
    }
}
