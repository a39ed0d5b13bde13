//! Tiled's maps: TMX and TMJ, with their tilesets as TSX and TSJ.
//!
//! # What a map means
//!
//! Any orientation is read, any packing of tiles, maps of fixed size and infinite ones. An infinite
//! map reaches as far as it has tiles, and its cells keep their numbers, negative ones too.
//!
//! | orientation | becomes |
//! | --- | --- |
//! | orthogonal | a grid; tile and cell have the same column and row |
//! | isometric | the same grid, shown aslant; the first axis runs down to the right |
//! | hexagonal | a hex grid: pointy hexes where rows are staggered, flat ones where columns are |
//! | staggered | the isometric grid that it is: a tile down to the right is x + 1, one down to the left y + 1. A warning says where its first and last tile come to lie |
//!
//! ## Layers of tiles
//!
//! What a layer is for says, first of all, [`Roles`](crate::Roles) by its name; else its own custom
//! property `role`, or that of a group around it; else its name, if that is one like `walls` or
//! `road`. Whether it is visible does not matter. Offsets shift it by whole tiles.
//!
//! | role | its tiles |
//! | --- | --- |
//! | `wall` | block |
//! | `ground` | may be walked on, and where there are such layers, all cells without such a tile are walls |
//! | `cost` | cost as their property says, or else their number in their tileset, from 1 |
//! | `ignore` | are not read |
//! | none | say what their properties say |
//!
//! Without a layer of ground every cell with a tile is open, and one without any is nothing at all.
//!
//! ## Properties of tiles
//!
//! A tile's own property beats that of its tileset, and that the one of its layer. Where tiles lie
//! upon each other, each property counts from the highest tile that has it. The case of A to Z does not
//! matter.
//!
//! | property | type | says |
//! | --- | --- | --- |
//! | `walkable` | bool | `false` makes a wall; `true` opens the cell, even on walls or without ground |
//! | `cost` | int or float | how many steps the cell costs; more than 0. Hundredths count, rounded up, so that no path is cheaper than the file says |
//! | `terrain` | int or string | its class: a number from 0 to 253, a name, or both (`17 swamp`); also `open`, `wall` and `void` |
//! | `oneway` | string | by which sides it may be left: `E,SE` or `east,southeast`, along the axes of the map; `none`, `all`. Turned and mirrored with the tile |
//! | `tag` | int or string | who may enter: numbers from 0 to 15 and names, with commas between |
//!
//! A tile whose class is the name of a wall, such as `obstacle`, blocks unless `walkable` says
//! otherwise. Names of terrains get classes from 10 up, costs that are not 1 to 9 classes from 36 up;
//! the document says which is which. On hexes the compass is that of [`xunlu_map::HexDirection::compass`].
//!
//! ## Layers of objects
//!
//! | object | becomes |
//! | --- | --- |
//! | point, or a tile put down freely | a named place, `object 12` if it has no name |
//! | rectangle, ellipse, polygon | a named region: the cells whose centres it covers |
//! | polyline | links between the cells of its points, both ways, as long as they are |
//!
//! The cells of a place or region are walls where the layer's role is `wall`, and take the properties
//! above, over all tiles. A polyline may have `cost` (for each of its links), `oneway` (a bool: from
//! first to last), `tag`, and `door`, which is `open` or `shut`. Texts and images are not read. An object
//! of a template (TX or TJ) is what that says, but for what it says itself.
//!
//! ## Maps without tiles
//!
//! Where shapes, or tiles put down freely, lie on a layer whose role is `ground` or `wall`, or have a class
//! of such a name, the map is a scene ([`ScenePlan`](xunlu_map::ScenePlan)); so it is where such tiles have
//! collision shapes and there is no line. A unit is a tile.
//!
//! | object | becomes |
//! | --- | --- |
//! | what is ground | ground; without any, all of the map is |
//! | what is a wall, or says `walkable` is `false` and has no tag | an obstacle; a tile with its whole picture |
//! | a tile with collision shapes that is no ground | an obstacle for each, scaled, mirrored and turned with the tile; on orthogonal maps |
//! | another shape with a name, a class or a property | a region. Its tags are those that `tag` says, or its class, unless that is `region` |
//! | a point, another tile | a named place |
//! | a polyline that is a wall | an obstacle of no width for each of its parts |
//! | another polyline | a patrol route, closed where it ends as it begins |
//! | a polyline of the class `link`, or with `cost`, `oneway`, `tag` or `door` | a link for each of its parts |
//! | an object with a property of the type object | a link to that one, if the property is called `link` or both have the same class; both ways if that refers back |
//!
//! The `cost` of a region is how many times its length its ground costs, and `walkable` that is `false`
//! closes it to those without its tag: both are said of the first of its tags, and of all regions with that.
//! A region with a cost and without tag or class has its name for a tag. The `cost` of a link is its length.
//!
//! On any other map without layers of tiles the polylines are roads between waypoints, which
//! are named by the points that lie within half a tile of their ends.
//!
//! # How it is read
//!
//! Two front ends, [`xml`] and [`json`], fill one [`model`], and [`lower`] makes the document of it;
//! so a map means the same in either spelling. The crate `tiled` would be a third way: it has no TMJ,
//! does not say where in a file something is wrong, and unpacks tiles without a bound.
//!
//! # How it is written
//!
//! [`write`] makes a TMJ whose one tileset tells each terrain by the properties above, so that it
//! comes back as it was: a layer `terrain`, above it `tags` and `exits` where there are any, places,
//! regions and links as objects, and a search on the layers `reach` and `path`, whose role is
//! `ignore`. Joined edges and links from a place to itself are left out with a warning.

mod model;
mod look;
mod xml;
mod json;
mod reading;
mod templates;

mod lower;
mod layers;
mod placed;
mod canvas;
mod tilesets;
mod traits;
mod classes;

mod thing;
mod outline;
mod region;
mod road;
mod road_map;
mod scene;

mod scenery;
mod sprites;
mod stage;

mod write;

mod assign;

mod geometry;
mod turned;
mod fault;

use crate::done::{Read, ReadScenery};
use crate::error::{FormatError, Warning};
use crate::inflate;
use crate::lines::text_of;
use crate::options::Options;
use crate::source::Source;
pub(crate) use assign::{assign_tmj, assign_tmx};
pub(crate) use write::write_tmj;

use fault::Sound;
use model::{Template, TiledMap, Tileset};
use reading::{Means, Reading};

/// How a map is read: the spelling of its own file, and what it is read with besides.
#[derive(Clone, Copy)]
struct Way {
    front: Front,
    means: &'static Means,
}

/// Reads the map of a text in one of the spellings: the text and its name.
type Front = fn(&str, &str, &mut Reading<'_>) -> Sound<TiledMap>;

const ALL: Means = Means {
    tileset: tileset_in_any_spelling,
    template: template_in_any_spelling,
    zstd: Some(inflate::from_zstd),
};
const XML: Means = Means {
    tileset: |text, _, file| xml::tileset_of_file(text, file),
    template: |text, _, file| xml::template_of_file(text, file),
    zstd: None,
};
const JSON: Means =
    Means { tileset: json::tileset_of_file, template: json::template_of_file, zstd: None };

const TMX: Way = Way { front: xml::map, means: &ALL };
const TMJ: Way = Way { front: json::map, means: &ALL };
const TMX_PLAIN: Way = Way { front: xml::map, means: &XML };
const TMJ_PLAIN: Way = Way { front: json::map, means: &JSON };

/// Reads a map in Tiled's XML.
///
/// # Errors
/// Whatever is wrong with it or its tilesets, with file and place.
pub(crate) fn read_tmx(source: &Source<'_>, options: &Options) -> Result<Read, FormatError> {
    read(source, options, TMX)
}

/// Reads a map in Tiled's JSON.
///
/// # Errors
/// Whatever is wrong with it or its tilesets, with file and place.
pub(crate) fn read_tmj(source: &Source<'_>, options: &Options) -> Result<Read, FormatError> {
    read(source, options, TMJ)
}

/// Reads a map in Tiled's XML with tilesets in the same, none of it packed as Zstandard.
///
/// # Errors
/// Whatever is wrong with it or its tilesets, with file and place.
pub(crate) fn read_tmx_plain(source: &Source<'_>, options: &Options) -> Result<Read, FormatError> {
    read(source, options, TMX_PLAIN)
}

/// Reads a map in Tiled's JSON with tilesets in the same, none of it packed as Zstandard.
///
/// # Errors
/// Whatever is wrong with it or its tilesets, with file and place.
pub(crate) fn read_tmj_plain(source: &Source<'_>, options: &Options) -> Result<Read, FormatError> {
    read(source, options, TMJ_PLAIN)
}

/// Reads how a map in Tiled's XML looks.
///
/// # Errors
/// Whatever is wrong with it or its tilesets, with file and place.
pub(crate) fn read_tmx_scenery(
    source: &Source<'_>,
    options: &Options,
) -> Result<ReadScenery, FormatError> {
    read_scenery(source, options, TMX)
}

/// Reads how a map in Tiled's JSON looks.
///
/// # Errors
/// Whatever is wrong with it or its tilesets, with file and place.
pub(crate) fn read_tmj_scenery(
    source: &Source<'_>,
    options: &Options,
) -> Result<ReadScenery, FormatError> {
    read_scenery(source, options, TMJ)
}

/// Reads how a map that [`read_tmx_plain`] reads looks.
///
/// # Errors
/// Whatever is wrong with it or its tilesets, with file and place.
pub(crate) fn read_tmx_plain_scenery(
    source: &Source<'_>,
    options: &Options,
) -> Result<ReadScenery, FormatError> {
    read_scenery(source, options, TMX_PLAIN)
}

/// Reads how a map that [`read_tmj_plain`] reads looks.
///
/// # Errors
/// Whatever is wrong with it or its tilesets, with file and place.
pub(crate) fn read_tmj_plain_scenery(
    source: &Source<'_>,
    options: &Options,
) -> Result<ReadScenery, FormatError> {
    read_scenery(source, options, TMJ_PLAIN)
}

fn read(source: &Source<'_>, options: &Options, way: Way) -> Result<Read, FormatError> {
    let lower = |map: &TiledMap, reading: &mut Reading<'_>| lower::document(map, options, reading);
    let (document, warnings) = read_and(source, options, way, lower)?;
    Ok(Read { document, warnings })
}

fn read_scenery(
    source: &Source<'_>,
    options: &Options,
    way: Way,
) -> Result<ReadScenery, FormatError> {
    let (scenery, warnings) = read_and(source, options, way, scenery::of)?;
    Ok(ReadScenery { scenery, warnings })
}

/// What is made of a map, with the warnings.
fn read_and<T>(
    source: &Source<'_>,
    options: &Options,
    way: Way,
    lower: impl FnOnce(&TiledMap, &mut Reading<'_>) -> Sound<T>,
) -> Result<(T, Vec<Warning>), FormatError> {
    let text = text_of(source.name, source.bytes)?;
    let mut reading = Reading::new(source, options.limits, way.means);
    reading.files.push(source.name, text);
    let map = (way.front)(text, source.name, &mut reading);
    let map = map.and_then(|mut map| {
        templates::fill(&mut map, &mut reading)?;
        Ok(map)
    });
    match map.and_then(|map| lower(&map, &mut reading)) {
        Ok(made) => Ok((made, reading.warnings)),
        Err(fault) => Err(reading.files.error(fault)),
    }
}

/// A tileset beside a map may be written in the other spelling than its map.
fn tileset_in_any_spelling(text: &str, name: &str, file: usize) -> Sound<Tileset> {
    if text.trim_start().starts_with('<') {
        xml::tileset_of_file(text, file)
    } else {
        json::tileset_of_file(text, name, file)
    }
}

fn template_in_any_spelling(text: &str, name: &str, file: usize) -> Sound<Template> {
    if text.trim_start().starts_with('<') {
        xml::template_of_file(text, file)
    } else {
        json::template_of_file(text, name, file)
    }
}
