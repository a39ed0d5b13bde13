//! The binary document, version 1.
//!
//! Everything is little-endian and checked on reading. A file is a header, a table, a checksum of the
//! two, and sections. Checksums are CRC-32 as in PNG (RFC 2083, section 15).
//!
//! | byte | type | is |
//! | --- | --- | --- |
//! | 0 | 8 bytes | `89 78 75 6e 6c 75 0d 0a`, that is `\x89xunlu\r\n` |
//! | 8 | u16 | the version, 1 |
//! | 10 | u16 | flags; none is known, so 0 |
//! | 12 | u32 | *n*, how many sections there are |
//! | 16 | u64 | the length of the whole file in bytes |
//! | 24 | *n* times 24 bytes | the table |
//! | 24 + 24*n* | u32 | the checksum of all bytes before it |
//!
//! One entry of the table:
//!
//! | byte | type | is |
//! | --- | --- | --- |
//! | 0 | u32 | what kind of section it is; a reader passes over kinds of 2^31 and more that it does not know |
//! | 4 | u32 | the checksum of its bytes |
//! | 8 | u64 | where in the file it begins |
//! | 16 | u64 | its length in bytes |
//!
//! A section begins at the first multiple of 64 at or after the end of the one before it (the first:
//! of the table's checksum). The bytes between are 0. The file ends where the last section does. So
//! a file can be mapped into memory and its planes used in place.
//!
//! Sections stand in the order of this list; terrain, tags and exits of one layer before those of the
//! next. Kinds 6, 11 to 14 and 16 to 21 are left out where there is nothing to say.
//!
//! | kind | is | bytes |
//! | --- | --- | --- |
//! | 1 | content | u32 kind of map: 1 grid, 2 hex, 3 layers, 4 waypoints, 5 mesh, 6 triangles, 7 scene; u32 look: 0 flat, 1 isometric; for 1 to 3 also u32 arrangement: 0 squares, 1 odd-r, 2 even-r, 3 odd-q, 4 even-q; u32 how many layers (1 for kinds 1 and 2); and each layer |
//! | | a layer | i32 x, i32 y of its least corner (column and row of hexes); u32 width; u32 height; u32 bits: 1 wraps in x, 2 wraps in y, 4 has tags, 8 has exits |
//! | 2 | terrain | u8 for each cell, row by row |
//! | 3 | tags | u16 for each cell, row by row: bit *n* is tag *n* |
//! | 4 | exits | u8 for each cell, row by row. Squares: bits 0 to 7 are E, S, W, N, SE, SW, NW, NE. Hexes: bit *n* is the *n*th direction clockwise from q + 1; 255 is all |
//! | 5 | waypoints | u32 count; each f64 x, f64 y, text name |
//! | 6 | links | u32 count; each u8 bits: 0 the number was removed and no more follows, else 1, and 2 both ways, 4 shut; u32 weight in hundredths of a straight step; u16 tags; end from; end to |
//! | | an end | grid, hex: i32 x, i32 y; layers: u32 layer, i32 x, i32 y; waypoints: u32 number |
//! | 7 | corners in the plane | f64 x, f64 y, each |
//! | 8 | polygons | u32 count; each u32 *k*, *k* times u32 corner, *k* times u32 neighbour: 2^32 - 1 is none |
//! | 9 | corners in space | f32 x, f32 y, f32 z, each |
//! | 10 | triangles | three times u32 corner, each |
//! | 11 | places | u32 count; each text name; u8 form; 0: i32 x, i32 y; 1: u32 layer, i32 x, i32 y; 2: u32 waypoint |
//! | 12 | regions | u32 count; each text name; u32 layer; u32 parts; each part i32 x, i32 y, u32 width, u32 height |
//! | 13 | named terrains | u32 count; each u8 terrain; u8 bits: 1 has a name, 2 has a price, 4 is closed; text name; u32 price |
//! | 14 | named tags | u32 count; each u8 number, text name |
//! | 15 | ground of a scene | u32 count; each a line |
//! | 16 | obstacles of a scene | u32 count; each text name; a line |
//! | 17 | regions of a scene | u32 count; each text name; u16 tags; a line |
//! | 18 | costs of ground | u32 count; each u8 number of a tag; u8 bits: 2 has a cost, else 4 is closed; f64 cost |
//! | 19 | links of a scene | u32 count; each text name; f64 x, f64 y of both ends; f64 length; u8 bits: 2 both ways, 4 shut; u16 tags |
//! | 20 | routes | u32 count; each text name; u8 bits: 1 is closed; a line |
//! | 21 | places of a scene | u32 count; each text name; f64 x, f64 y |
//! | | a line | u32 count; each f64 x, f64 y |
//! | | text | u32 length in bytes, UTF-8 |

use crate::document::Document;
use crate::done::Read;
use crate::error::FormatError;
use crate::options::Options;
use crate::source::Source;
pub(crate) use kinds::MAGIC;

mod write;
mod read;

mod names;
mod links;
mod meshes;
mod scenes;

mod kinds;

/// Reads a document.
pub(super) fn read(source: &Source<'_>, options: &Options) -> Result<Read, FormatError> {
    read::read(source, options)
}

/// The document, which has been checked, as bytes.
pub(super) fn write(document: &Document) -> Vec<u8> {
    write::write(document)
}
