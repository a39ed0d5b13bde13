//! Grids as PNG images, a pixel a cell.
//!
//! # What a pixel means
//!
//! Any colour type and bit depth is read; 16 bits are cut to their upper eight, and colours are taken
//! as they stand in the file, without gamma or profile. A pixel less than half opaque (alpha under
//! 128) is [`VOID`](Terrain::VOID). Of the others, the first of these that applies decides:
//!
//! 1. An image that was written here has a list of its colours with it: an exact match.
//! 2. A legend of colours in the options: an exact match. Once there is such a list or legend, a
//!    colour in neither is an error.
//! 3. Greys as prices, if the options say so: light under 16 is a wall, and above that light `l`
//!    is terrain `1 + (255 - l) * 9 / 240` in whole numbers: 255 is 1, 16 is 9.
//! 4. Light under 128 is a wall, the rest is open.
//!
//! Light is `(299 red + 587 green + 114 blue) / 1000` in whole numbers, the weights of ITU-R BT.601.
//!
//! # What is written
//!
//! An indexed image of eight bits whose indices are the terrains and whose colours are those of
//! `palette`. A `tEXt` chunk (PNG, third edition, 11.3.3.2) with the keyword `xunlu` holds the
//! origin, the joined edges and which colour is which terrain.

mod decode;
mod encode;

mod meaning;
mod note;
mod palette;

use crate::document::{Content, Document};
use crate::done::{Read, Written, beside_the_map, lost};
use crate::error::{At, FormatError};
use crate::options::Options;
use crate::source::Source;
use decode::Image;
use meaning::Meaning;
use note::Note;
use xunlu_map::{Exits, Grid, Ground, Map, MapError, Rect, Tags, Terrain};

/// What the format is called.
pub(crate) const NAME: &str = "png";

/// The grid that an image draws.
pub(crate) fn read(source: &Source<'_>, options: &Options) -> Result<Read, FormatError> {
    let image = Image::open(source, &options.limits)?;
    let note = image.note().map(|text| Note::parse(source.name, text)).transpose()?;
    let warnings = image.warnings();
    let size = image.size();
    let mut meaning = Meaning::new(note.as_ref(), &options.legend);
    let mut cells = Vec::with_capacity(usize::try_from(size.area()).unwrap_or_default());
    image.for_each_row(|y, row| meaning.of_row(source.name, y, row, &mut cells))?;

    let (origin, wrap) = note.map_or_else(Default::default, |note| (note.origin, note.wrap));
    let bounds = Rect::new(origin, size);
    let mut drawn = cells.into_iter();
    let ground = Ground::from_fn(bounds, |_| drawn.next().unwrap_or(Terrain::VOID));
    let wrong = |error: MapError| FormatError::refused(source.name, At::File, &error);
    let grid = Grid::of(ground.map_err(wrong)?).wrapped(wrap);
    Ok(Read { document: Document::of(grid), warnings })
}

/// The document's grid as an image. What pixels cannot say is left out, with a warning for each kind.
pub(crate) fn write(document: &Document) -> Result<Written, FormatError> {
    let (found, formats) = match &document.content {
        Content::Map(Map::Grid(grid)) => {
            let bytes = encode::png_of(grid)?;
            return Ok(Written::new(
                bytes,
                lost(NAME, lost_of(grid).into_iter().chain(beside_the_map(document))),
            ));
        }
        Content::Map(Map::Hex(_)) => ("the map is a grid of hexes", "text, json or binary"),
        Content::Map(Map::Layers(_)) => ("the map has several layers", "text, json or binary"),
        Content::Map(Map::Waypoints(_)) => ("the map is made of waypoints", "text, json or binary"),
        Content::Mesh(_) => ("the map is a mesh of polygons", "json or binary"),
        Content::Triangles(_) => ("the map is a mesh of triangles", "json or binary"),
        Content::Scene(_) => {
            let found = "the map is a scene";
            return Err(FormatError::not_writable(found, "one grid of squares for a png"));
        }
    };
    let expected = format!("one grid of squares for a png; {formats} can hold this one");
    Err(FormatError::not_writable(found, expected))
}

/// What of its cells an image cannot say.
fn lost_of(grid: &Grid) -> [(bool, &'static str); 3] {
    let ground = grid.ground();
    let is_tagged = |tags: &Tags| *tags != Tags::NONE;
    let is_limited = |exits: &Exits| *exits != Exits::ALL;
    [
        (ground.tags().is_some_and(|tags| tags.values().iter().any(is_tagged)), "tags"),
        (ground.exits().is_some_and(|exits| exits.values().iter().any(is_limited)), "exits"),
        (!grid.links().is_empty(), "links"),
    ]
}

/// A pixel as messages name it.
fn at_pixel(x: usize, y: u32) -> At {
    At::Pixel(u32::try_from(x).unwrap_or(u32::MAX), y)
}
