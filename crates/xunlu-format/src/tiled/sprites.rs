//! The pictures of tiles: which part of which image a tile's number stands for.

use super::look::{ImageLook, TilesetLook};
use super::model::{TiledMap, Tileset};
use super::reading::Reading;
use super::traits::{TerrainWord, Traits};
use crate::error::WarningKind;
use crate::order::sort_by_numbers;
use crate::scenery::{Making, SceneryImage, Sprite, TilePicture, TilePictures, TileSheet};
use crate::source::plain_path;
use crate::uses::TileUse;
use xunlu_map::{Quoted, Terrain};

/// The pictures of all sets.
#[derive(Debug)]
pub(super) struct Sprites<'m> {
    /// By the number of their first tile.
    sets: Vec<Set<'m>>,
}

#[derive(Debug)]
struct Set<'m> {
    first_gid: u32,
    sheet: u32,
    tileset: &'m Tileset,
    pictures: TilePictures,
    /// Of the one image of all its tiles, if it is known.
    image_size: Option<[u32; 2]>,
}

impl<'m> Sprites<'m> {
    /// The pictures of a map's tiles, and the sets as a palette shows them.
    pub(super) fn of(
        map: &'m TiledMap,
        making: &mut Making,
        reading: &mut Reading<'_>,
    ) -> (Sprites<'m>, Vec<TileSheet>) {
        let (mut sets, mut sheets) = (Vec::new(), Vec::new());
        for (sheet, of_map) in (0..).zip(&map.tilesets) {
            let tileset = &*of_map.tileset;
            let file = of_map.file.clone();
            let (pictures, image_size) = pictures_of(tileset, file.as_deref(), making, reading);
            let look = &tileset.look;
            // What is wrong with a property is told by who reads the map for it.
            let of_all = Traits::of(&tileset.properties, "", map.orientation).unwrap_or_default();
            let uses = tileset.tiles.iter().map(|(&id, tile)| {
                let own = Traits::of_tile(&tile.properties, &tile.class, "", map.orientation);
                (id, TileUse::of(&own.unwrap_or_default().or(&of_all)))
            });
            sheets.push(TileSheet {
                name: tileset.name.clone(),
                file,
                first: of_map.first_gid,
                tile_size: look.tile_size.into(),
                offset: [look.offset.x, look.offset.y],
                pictures: pictures.clone(),
                usual: TileUse::of(&of_all),
                uses: uses.collect(),
            });
            let first_gid = of_map.first_gid;
            sets.push(Set { first_gid, sheet, tileset, pictures, image_size });
        }
        sort_by_numbers(&mut sets, |set| (set.first_gid.into(), 0));
        (Sprites { sets }, sheets)
    }

    /// What a tile shows, and how its set looks. Returns `None` if there is no picture of it.
    pub(super) fn of_tile(&self, gid: u32) -> Option<(Sprite, &'m TilesetLook)> {
        let number = self.sets.partition_point(|set| set.first_gid <= gid);
        let set = self.sets.get(number.checked_sub(1)?)?;
        let id = gid - set.first_gid;
        let look = set.tileset.tiles.get(&id).and_then(|tile| tile.look.as_deref());
        let shown = look.and_then(|look| look.first_frame).unwrap_or(id);
        let (image, source) = set.picture(shown)?;
        Some((Sprite { image, source, tile: Some((set.sheet, id)) }, &set.tileset.look))
    }
}

impl Set<'_> {
    fn picture(&self, id: u32) -> Option<(u32, [u32; 4])> {
        match &self.pictures {
            TilePictures::Grid { image, margin, spacing, columns } => {
                let (width, height) = self.tileset.look.tile_size;
                let along = |number: u32, length: u32| {
                    length.checked_add(*spacing)?.checked_mul(number)?.checked_add(*margin)
                };
                let x = along(id.checked_rem(*columns)?, width)?;
                let y = along(id.checked_div(*columns)?, height)?;
                let ends = (x.checked_add(width)?, y.checked_add(height)?);
                let is_inside = self
                    .image_size
                    .is_none_or(|[width, height]| ends.0 <= width && ends.1 <= height);
                is_inside.then_some((*image, [x, y, width, height]))
            }
            TilePictures::Each(pictures) => {
                let number = pictures.binary_search_by_key(&id, |picture| picture.tile).ok()?;
                let picture = pictures.get(number)?;
                Some((picture.image, picture.source?))
            }
        }
    }
}

fn pictures_of(
    tileset: &Tileset,
    file: Option<&str>,
    making: &mut Making,
    reading: &mut Reading<'_>,
) -> (TilePictures, Option<[u32; 2]>) {
    let look = &tileset.look;
    let Some(image) = &look.image else {
        let mut pictures = Vec::new();
        for (&tile, told) in &tileset.tiles {
            let Some(own) = told.look.as_deref() else { continue };
            let Some(image) = &own.image else { continue };
            let image = image_of(image, file);
            let mut whole = || image.size.or_else(|| size_of(&image, reading));
            let source = own.part.or_else(|| whole().map(|[width, height]| [0, 0, width, height]));
            pictures.push(TilePicture { tile, image: making.image(image), source });
        }
        return (TilePictures::Each(pictures), None);
    };
    let image = image_of(image, file);
    let size = image.size.or_else(|| match look.columns {
        Some(_) => None,
        None => size_of(&image, reading),
    });
    let room = |[width, _]: [u32; 2]| {
        let room = width.saturating_sub(look.margin).saturating_add(look.spacing);
        room.checked_div(look.tile_size.0.saturating_add(look.spacing)).unwrap_or(0)
    };
    let columns = size.map(room).or(look.columns).unwrap_or(0);
    if columns == 0 || look.tile_size.1 == 0 {
        let message = format!(
            "how its tiles lie on {} cannot be told, so they are not drawn; expected the size of its \
             tiles, and that of its image",
            Quoted(&image.name)
        );
        let kind = (WarningKind::NotShown, &[&tileset.name][..]);
        reading.warn_of(kind, format!("tileset {}", Quoted(&tileset.name)), message);
    }
    let (margin, spacing) = (look.margin, look.spacing);
    (TilePictures::Grid { image: making.image(image), margin, spacing, columns }, size)
}

/// An image by its path from the map, which its file names from where it lies itself.
pub(super) fn image_of(look: &ImageLook, file: Option<&str>) -> SceneryImage {
    let file = file.map(|file| file.replace('\\', "/")).unwrap_or_default();
    let folder = file.rsplit_once('/').map(|(folder, _)| folder);
    let name = match folder.filter(|_| !look.source.starts_with(['/', '\\'])) {
        Some(folder) => plain_path(&format!("{folder}/{}", look.source)),
        None => plain_path(&look.source),
    };
    SceneryImage { name, size: look.size.map(Into::into), clear: look.clear }
}

/// How large an image is by its own file, where no other says so.
fn size_of(image: &SceneryImage, reading: &mut Reading<'_>) -> Option<[u32; 2]> {
    reading.image_size(&image.name).map(Into::into)
}

impl TileUse {
    pub(super) fn of(traits: &Traits) -> TileUse {
        let closed = [Terrain::WALL, Terrain::VOID].map(TerrainWord::Fixed);
        let is_closed = traits.terrain.as_deref().is_some_and(|word| closed.contains(word));
        match traits.walkable {
            Some(false) => TileUse::Blocked,
            None if is_closed => TileUse::Blocked,
            _ => traits.cost.map_or(TileUse::Open, TileUse::Costs),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_are_named_from_the_map_on() {
        let check = |file: Option<&str>, source: &str, name: &str| {
            let look = ImageLook { source: source.to_owned(), ..ImageLook::default() };
            assert_eq!(image_of(&look, file).name, name);
        };
        check(None, "tiles.png", "tiles.png");
        check(None, "..\\art\\.\\tiles.png", "../art/tiles.png");
        check(Some("sets/wood.tsx"), "tiles.png", "sets/tiles.png");
        check(Some("sets\\wood.tsx"), "../art/tiles.png", "art/tiles.png");
        check(Some("../wood.tsx"), "../art/tiles.png", "../../art/tiles.png");
        check(Some("sets/wood.tsx"), "/art/tiles.png", "/art/tiles.png");
    }
}
