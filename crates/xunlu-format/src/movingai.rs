//! Grids of the MovingAI benchmarks (Sturtevant 2012, "Benchmarks for grid-based pathfinding").
//!
//! A `.map` begins with `type octile`, `height`, `width` and `map`, and then draws one character a
//! cell from 0,0 downwards:
//!
//! | character | published as | read as | written for |
//! | --- | --- | --- | --- |
//! | `.` `G` | ground | [`Terrain::OPEN`] | every class that is none of the others |
//! | `@` `O` | out of bounds | [`Terrain::VOID`] | [`Terrain::VOID`] |
//! | `T` | trees, closed | [`Terrain::WALL`] | [`Terrain::WALL`] |
//! | `S` | swamp, walked on from the ground | the class of the letter `s`, named "swamp" | that class |
//! | `W` | water, not entered from the ground | the class of the letter `w`, named "water" | that class |
//!
//! Water has the tag 15, named "water", so that only movers with that tag enter it. The type is not
//! kept: how one steps is the mover's affair.

mod scenario;
mod write;

pub use scenario::{Scenario, ScenarioLine};
pub(crate) use write::write;

use crate::document::{Document, NamedTag, NamedTerrain};
use crate::done::Read;
use crate::error::{At, FormatError, FormatErrorKind, Warning};
use crate::lines::{Line, Word, lines, text_of};
use crate::options::{Options, ReadLimits};
use crate::source::Source;
use xunlu_map::{Cell, Grid, Ground, Layout, MapError, Quoted, Rect, Size, Tags, Terrain};

/// The class of the letter `s`.
const SWAMP: Terrain = Terrain(28);
/// The class of the letter `w`.
const WATER: Terrain = Terrain(32);
/// The tag with the number 15: what it takes to enter water.
const SWIMS: Tags = Tags(1 << 15);
/// The types that are read without a warning.
const TYPES: [&str; 2] = ["octile", "tile"];

pub(crate) fn read(source: &Source<'_>, options: &Options) -> Result<Read, FormatError> {
    let (head, body) = head_and_body(source.bytes);
    let header = Header::read(source, head, options.limits)?;
    let rows = rows_of(source.name, body, &header)?;
    let bounds = Rect::new(Cell::new(0, 0), header.size);
    let mut bytes = rows.iter().copied().flatten();
    let terrain_at = |_| bytes.next().map_or(Terrain::VOID, |&byte| TERRAINS[usize::from(byte)]);
    let told = |error: MapError| FormatError::refused(source.name, header.at.clone(), &error);
    let mut ground = Ground::from_fn(bounds, terrain_at).map_err(told)?;
    if ground.count(WATER) > 0 {
        let mut bytes = rows.iter().copied().flatten();
        let is_water = |byte: Option<&u8>| byte == Some(&b'W');
        ground = ground.with_tags(|_| if is_water(bytes.next()) { SWIMS } else { Tags::NONE });
    }
    Ok(Read { document: document_of(ground), warnings: header.warnings })
}

/// What a character of the map means.
const fn terrain_of(byte: u8) -> Option<Terrain> {
    match byte {
        b'.' | b'G' => Some(Terrain::OPEN),
        b'@' | b'O' => Some(Terrain::VOID),
        b'T' => Some(Terrain::WALL),
        b'S' => Some(SWAMP),
        b'W' => Some(WATER),
        _ => None,
    }
}

/// What every byte means; those that mean nothing are refused before they are looked up.
// What a cell is cannot be foreseen, so that a branch for each is expensive; a table has none.
const TERRAINS: [Terrain; 256] = {
    let mut terrains = [Terrain::VOID; 256];
    let mut byte = 0_u8;
    loop {
        if let Some(terrain) = terrain_of(byte) {
            terrains[byte as usize] = terrain;
        }
        if byte == u8::MAX {
            break terrains;
        }
        byte += 1;
    }
};

/// The lines up to and with the one that says `map`, and the rest. All of it is head when no line
/// says so.
fn head_and_body(bytes: &[u8]) -> (&[u8], &[u8]) {
    let mut end = 0;
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        end += line.len();
        if line.trim_ascii() == b"map" {
            break;
        }
    }
    bytes.split_at(end)
}

/// What stands above the rows.
struct Header {
    size: Size,
    // Where the width stands: that is where a size that cannot be is complained about.
    at: At,
    lines: usize,
    warnings: Vec<Warning>,
}

impl Header {
    fn read(source: &Source<'_>, head: &[u8], limits: ReadLimits) -> Result<Header, FormatError> {
        let file = source.name;
        let text = text_of(file, head)?;
        let (mut kind, mut height, mut width) = (None, None, None);
        let mut count = 0;
        for line in lines(file, text) {
            count = line.number;
            let mut words = line.words();
            let Some(keyword) = words.next() else { continue };
            let slot = match keyword.text {
                "type" => &mut kind,
                "height" => &mut height,
                "width" => &mut width,
                "map" => {
                    words.end()?;
                    let kind = found(kind, line, "type")?;
                    let height = found(height, line, "height")?;
                    let width = found(width, line, "width")?;
                    let size = Size::new(side(width)?, side(height)?);
                    check_size(source, size, width.at(), limits)?;
                    let warnings = strange_type(kind).into_iter().collect();
                    return Ok(Header { size, at: width.at(), lines: count, warnings });
                }
                _ => return Err(keyword.unexpected("\"type\", \"height\", \"width\" or \"map\"")),
            };
            if slot.is_some() {
                return Err(keyword.unexpected("each line of the header once"));
            }
            *slot = Some(words.word(format_args!("what {} it is", keyword.text))?);
            words.end()?;
        }
        let end = At::text(count + 1, 1);
        let expected = "a line that says \"map\"";
        let error = FormatError::unexpected(file, end, "the file ends here", expected);
        Err(error.of(FormatErrorKind::Missing, [&"map"]))
    }
}

fn found<'a>(
    word: Option<Word<'a>>,
    map: Line<'_>,
    keyword: &str,
) -> Result<Word<'a>, FormatError> {
    let missing = || {
        let error = map.unexpected("the rows begin", format_args!("a line {keyword:?} above"));
        error.of(FormatErrorKind::Missing, [&keyword])
    };
    word.ok_or_else(missing)
}

fn side(word: Word<'_>) -> Result<u32, FormatError> {
    word.number("a whole number of cells")
}

fn check_size(
    source: &Source<'_>,
    size: Size,
    at: At,
    limits: ReadLimits,
) -> Result<(), FormatError> {
    let file = source.name;
    if let Err(error) = Layout::new(Rect::new(Cell::new(0, 0), size)) {
        return Err(FormatError::refused(file, at, &error));
    }
    let most = limits.cells_for(source.bytes.len() as u64);
    if size.area() > most {
        let found = format!("a map of {size} has {} cells", size.area());
        let error = FormatError::unexpected(file, at, found, format_args!("at most {most}"));
        return Err(error.of(FormatErrorKind::TooLarge, [&size, &most]));
    }
    Ok(())
}

fn strange_type(kind: Word<'_>) -> Option<Warning> {
    let message = format!("the type {} is read as \"octile\"", Quoted(kind.text));
    (!TYPES.contains(&kind.text)).then(|| Warning::new(kind.at(), message))
}

/// The rows of the map, each as wide as the header says and of known characters alone. Looks at whole
/// rows of bytes; which character of a row is wrong is worked out only when one is.
fn rows_of<'a>(file: &str, body: &'a [u8], header: &Header) -> Result<Vec<&'a [u8]>, FormatError> {
    let (width, height) = (header.size.width as usize, header.size.height as usize);
    // No row holds white space, so this takes away line breaks alone.
    let body = body.trim_ascii_end();
    let mut rows = Vec::new();
    let drawn = body.split(|&byte| byte == b'\n').filter(|_| !body.is_empty());
    for (line, row) in (header.lines + 1..).zip(drawn) {
        if rows.len() == height {
            let found = format!("there is a row more than the {height} of the header");
            let error = FormatError::unexpected(file, At::text(line, 1), found, "the end");
            return Err(error.of(FormatErrorKind::TooManyRows, [&height]));
        }
        let row = row.strip_suffix(b"\r").unwrap_or(row);
        if row.len() != width || !are_known(row) {
            return Err(fault_of(file, line, row, width));
        }
        rows.push(row);
    }
    if rows.len() < height {
        let found = format!("the map ends after {} rows", rows.len());
        let end = At::text(header.lines + rows.len() + 1, 1);
        let error = FormatError::unexpected(file, end, found, format_args!("{height}"));
        return Err(error.of(FormatErrorKind::EndsEarly, [&rows.len(), &height]));
    }
    Ok(rows)
}

/// Whether every byte means something. Looks at all of them, which is quicker than stopping at the
/// first that does not.
fn are_known(row: &[u8]) -> bool {
    row.iter().fold(true, |known, &byte| known & terrain_of(byte).is_some())
}

/// What is wrong with a row that is not as it should be.
fn fault_of(file: &str, line: usize, row: &[u8], width: usize) -> FormatError {
    let text = String::from_utf8_lossy(row);
    let mut end = 1;
    let length =
        |error: FormatError| error.of(FormatErrorKind::RowLength, [&text.chars().count(), &width]);
    for (column, character) in (1..).zip(text.chars()) {
        let at = At::text(line, column);
        if column > width {
            let expected = format!("the end of the row after {width} characters");
            let found = format_args!("{character:?}");
            return length(FormatError::unexpected(file, at, found, expected));
        }
        if u8::try_from(character).ok().and_then(terrain_of).is_none() {
            let expected = "one of . G @ O T S W";
            let error = FormatError::unexpected(file, at, format_args!("{character:?}"), expected);
            return error.of(FormatErrorKind::Character, [&character]);
        }
        end = column + 1;
    }
    let expected = format!("{width} characters in every row");
    length(FormatError::unexpected(file, At::text(line, end), "the row ends here", expected))
}

/// The document of this ground, with the names of what occurs in it.
fn document_of(ground: Ground) -> Document {
    let has_water = ground.count(WATER) > 0;
    let named = [(SWAMP, "swamp"), (WATER, "water")];
    let present = named.into_iter().filter(|&(terrain, _)| ground.count(terrain) > 0);
    let terrains = present
        .map(|(terrain, name)| NamedTerrain { terrain, name: Some(name.to_owned()), price: None })
        .collect();
    let tags = has_water.then(|| NamedTag { tag: SWIMS, name: "water".to_owned() });
    let tags = tags.into_iter().collect();
    Document { terrains, tags, ..Document::of(Grid::of(ground)) }
}

#[cfg(test)]
mod tests;
