//! What is shared while the files of one map are read: how much they may ask for, the files beside
//! the map, and the unpacking of tiles.

use super::fault::{Fault, Files, Origin, Sound};
use super::model::{Chunk, Template, Tileset};
use crate::error::{At, FormatErrorKind, Warning, WarningKind};
use crate::inflate::{Packing, Unpacker, from_base64, unpacked};
use crate::lines::text_of;
use crate::options::ReadLimits;
use crate::source::{Source, open_near};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::rc::Rc;
use xunlu_map::{Cell, Layout, Quoted, Rect, Size};

/// Groups within groups, at most.
pub(super) const GROUP_DEPTH_MAX: usize = 32;

/// Layers of the largest map that any file may ask for, which any file may ask for.
const LAYERS_FREE: u64 = 8;

/// What a map is read with beside the reader of its own spelling. Who is to be small leaves out what few
/// maps need.
pub(super) struct Means {
    /// Reads the text of a tileset's file: the text, its name and its number.
    pub(super) tileset: fn(&str, &str, usize) -> Sound<Tileset>,
    /// The same of a template's file.
    pub(super) template: fn(&str, &str, usize) -> Sound<Template>,
    /// Unpacks what is packed as Zstandard.
    pub(super) zstd: Option<Unpacker>,
}

/// A map that is being read.
pub(super) struct Reading<'a> {
    source: &'a Source<'a>,
    limits: ReadLimits,
    pub(super) files: Files<'a>,
    pub(super) warnings: Vec<Warning>,
    /// Of all files so far, each counted once.
    bytes: u64,
    /// Of all files so far, counted as often as they were opened.
    bytes_opened: u64,
    tilesets: BTreeMap<String, Rc<Tileset>>,
    /// With the reason, for those that cannot be had.
    templates: BTreeMap<String, Result<Rc<Template>, String>>,
    means: &'a Means,
    /// Of all layers so far.
    tiles: u64,
}

/// The tiles of a chunk as they are written.
pub(super) enum Packed<'t> {
    /// Numbers with commas between them.
    Csv(&'t str),
    /// Base64, and below it this compression.
    Base64(&'t str, &'t str),
    /// Numbers.
    Listed(Vec<u32>),
}

impl<'a> Reading<'a> {
    pub(super) fn new(source: &'a Source<'a>, limits: ReadLimits, means: &'a Means) -> Reading<'a> {
        Reading {
            source,
            limits,
            files: Files::default(),
            warnings: Vec::new(),
            bytes: source.bytes.len() as u64,
            bytes_opened: source.bytes.len() as u64,
            tilesets: BTreeMap::new(),
            templates: BTreeMap::new(),
            means,
            tiles: 0,
        }
    }

    /// The most cells that the map may have, for the bytes that were read so far.
    pub(super) const fn cells_max(&self) -> u64 {
        self.limits.tiles_for(self.bytes)
    }

    /// The most tiles that all layers may have together.
    pub(super) fn tiles_max(&self) -> u64 {
        let cells = self.cells_max();
        // No packing but zstd can ask for more with all its layers.
        cells.max(cells.min(ReadLimits::CELLS_FREE).saturating_mul(LAYERS_FREE))
    }

    pub(super) fn warn(&mut self, part: impl Into<String>, message: impl Into<String>) {
        let part = part.into();
        let at = if part.is_empty() { At::File } else { At::Part(part) };
        self.warnings.push(Warning::new(at, message));
    }

    /// Keeps warnings that were made elsewhere.
    pub(super) fn odd(&mut self, warnings: Vec<Warning>) {
        self.warnings.extend(warnings);
    }

    /// The same, of a kind and with its numbers and names.
    pub(super) fn warn_of<V: Display>(
        &mut self,
        (kind, values): (WarningKind, &[V]),
        part: impl Into<String>,
        message: impl Into<String>,
    ) {
        self.warn(part, message);
        if let Some(warning) = self.warnings.pop() {
            self.warnings.push(warning.of(kind, values));
        }
    }

    /// The tileset of a file that lies beside the map. It is kept once, however often the map names
    /// it and in however many spellings.
    pub(super) fn tileset_beside(&mut self, origin: Origin, name: &str) -> Sound<Rc<Tileset>> {
        if let Some(known) = self.tilesets.get(name) {
            return Ok(Rc::clone(known));
        }
        let bytes = self.bytes_beside(origin, name)?;
        self.bytes_opened = self.bytes_opened.saturating_add(bytes.len() as u64);
        let text = text_of(name, &bytes)?;
        let known = self.files.find(text).and_then(|file| {
            self.tilesets.values().find(|tileset| tileset.origin.file == file).map(Rc::clone)
        });
        if let Some(known) = known {
            self.tilesets.insert(name.to_owned(), Rc::clone(&known));
            return Ok(known);
        }
        self.bytes = self.bytes.saturating_add(bytes.len() as u64);
        let file = self.files.next();
        let tileset = (self.means.tileset)(text, name, file);
        self.files.push(name, text.to_owned());
        let tileset = Rc::new(tileset?);
        self.tilesets.insert(name.to_owned(), Rc::clone(&tileset));
        Ok(tileset)
    }

    /// The template of a file that lies beside the map, or why it cannot be had.
    pub(super) fn template_beside(&mut self, name: &str) -> Sound<Result<Rc<Template>, String>> {
        if let Some(known) = self.templates.get(name) {
            return Ok(known.clone());
        }
        let left = self.limits.bytes_max.saturating_sub(self.bytes_opened);
        let template = match open_near(self.source.beside, name, left) {
            Ok((bytes, _)) => {
                let length = bytes.len() as u64;
                self.bytes_opened = self.bytes_opened.saturating_add(length);
                self.bytes = self.bytes.saturating_add(length);
                let text = text_of(name, &bytes)?;
                let file = self.files.next();
                let template = (self.means.template)(text, name, file);
                self.files.push(name, text.to_owned());
                Ok(Rc::new(template?))
            }
            Err(why) => Err(why),
        };
        self.templates.insert(name.to_owned(), template.clone());
        Ok(template)
    }

    /// Its bytes. A file that was moved away from its map is looked for right beside the map.
    fn bytes_beside(&mut self, origin: Origin, name: &str) -> Sound<Vec<u8>> {
        let left = self.limits.bytes_max.saturating_sub(self.bytes_opened);
        let path = name.replace('\\', "/");
        match open_near(self.source.beside, name, left) {
            Ok((bytes, None)) => Ok(bytes),
            Ok((bytes, Some(last))) => {
                let found = format!(
                    "it is not at {}; the {} beside the map is read instead",
                    Quoted(&path),
                    Quoted(&last)
                );
                let kind = (WarningKind::FileElsewhere, &[&*path, &*last][..]);
                self.warn_of(kind, format!("tileset {}", Quoted(name)), found);
                Ok(bytes)
            }
            Err(why) => {
                let found = format!("this tileset cannot be read: {why}");
                let part = format!("tileset {}", Quoted(name));
                let fault = Fault::unexpected(origin, part, found, "a file beside the map");
                let last = path.rsplit('/').next().unwrap_or_default();
                Err(fault.of(FormatErrorKind::FileMissing, [&last]))
            }
        }
    }

    /// How large an image beside the map is. Returns `None` if it is not there or no PNG.
    pub(super) fn image_size(&mut self, name: &str) -> Option<(u32, u32)> {
        let left = self.limits.bytes_max.saturating_sub(self.bytes_opened);
        let (bytes, _) = open_near(self.source.beside, name, left).ok()?;
        self.bytes_opened = self.bytes_opened.saturating_add(bytes.len() as u64);
        png_size(&bytes)
    }

    /// The tiles of one chunk of a layer, exactly as many as its rectangle holds.
    pub(super) fn chunk(
        &mut self,
        (origin, layer): (Origin, &str),
        (x, y, width, height): (i32, i32, u32, u32),
        packed: Packed<'_>,
    ) -> Sound<Chunk> {
        let part = format!("layer {}", Quoted(layer));
        let reach = Layout::ORIGIN_MAX.unsigned_abs();
        let is_near = x.unsigned_abs() <= reach && y.unsigned_abs() <= reach;
        if !is_near || width.max(height) > Layout::SIDE_MAX {
            let found = format!("{width}x{height} tiles at {x},{y} reach too far");
            let side = Layout::SIDE_MAX;
            let expected = format!("at most {side} to a side, within {reach} tiles of 0,0");
            let fault = Fault::unexpected(origin, part, found, expected);
            let tiles = format_args!("{width}x{height} @ {x},{y}");
            return Err(fault.of(FormatErrorKind::TooLarge, [&tiles, &side]));
        }
        let rect = Rect::new(Cell::new(x, y), Size::new(width, height));
        self.claim(origin, &part, rect.size)?;
        let gids = unpack(packed, rect, self.means.zstd, origin, &part)?;
        Ok(Chunk { rect, gids })
    }

    fn claim(&mut self, origin: Origin, part: &str, size: Size) -> Sound<()> {
        let (cells, most, area) = (self.cells_max(), self.tiles_max(), size.area());
        self.tiles = self.tiles.saturating_add(area);
        if area > cells {
            let found = format!("{size} tiles are more than this file may ask for");
            let fault = Fault::unexpected(origin, part, found, format!("at most {cells}"));
            return Err(fault.of(FormatErrorKind::TooLarge, [&size, &cells]));
        }
        if self.tiles > most {
            let found = format!("with this layer there are {} tiles in all", self.tiles);
            let expected = format!("at most {most} for a file of this length");
            let fault = Fault::unexpected(origin, part, found, expected);
            return Err(fault.of(FormatErrorKind::TooLarge, [&self.tiles, &most]));
        }
        Ok(())
    }
}

/// What a PNG's header says (PNG, third edition, 11.2.1).
fn png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let header = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n")?.get(4..)?.strip_prefix(b"IHDR")?;
    let (width, height) = (header.first_chunk()?, header.get(4..)?.first_chunk()?);
    Some((u32::from_be_bytes(*width), u32::from_be_bytes(*height)))
}

fn unpack(
    packed: Packed<'_>,
    rect: Rect,
    zstd: Option<Unpacker>,
    origin: Origin,
    part: &str,
) -> Sound<Vec<u32>> {
    let area = rect.size.area();
    let gids = match packed {
        Packed::Listed(gids) => gids,
        Packed::Csv(text) => numbers(text, rect, origin, part)?,
        Packed::Base64(text, compression) => {
            let packing = Packing::named(compression).ok_or_else(|| {
                let found = format!("the compression is {}", Quoted(compression));
                Fault::unexpected(origin, part, found, "none, gzip, zlib or zstd")
                    .of(FormatErrorKind::OneOf, [&Quoted(compression), &"gzip, zlib, zstd"])
            })?;
            let told = |message: String| {
                let expected = format!("the {area} tiles of {} packed in base64", rect.size);
                Fault::unexpected(origin, part, message, expected).of(FormatErrorKind::Damaged, [])
            };
            let bytes = from_base64(text).map_err(told)?;
            unpacked(&bytes, packing, area, zstd).map_err(told)?
        }
    };
    let found = gids.len() as u64;
    if found == area {
        return Ok(gids);
    }
    let expected = format!("{area}, which is {} tiles", rect.size);
    if found > area {
        let fault = Fault::unexpected(origin, part, format!("there are {found} tiles"), expected);
        return Err(fault.of(FormatErrorKind::Count, [&found, &area]));
    }
    let part = format!("{part}, {}", tile_name(rect, gids.len()));
    let ends = format!("the data ends here after {found} tiles");
    let fault = Fault::unexpected(origin, part, ends, expected);
    Err(fault.of(FormatErrorKind::Count, [&found, &area]))
}

/// The numbers of a text with commas between them. Memory grows with the text.
fn numbers(text: &str, rect: Rect, origin: Origin, part: &str) -> Sound<Vec<u32>> {
    let mut gids = Vec::new();
    let text = text.trim();
    if text.is_empty() {
        return Ok(gids);
    }
    // Some tools end the list with a comma.
    for word in text.strip_suffix(',').unwrap_or(text).split(',') {
        let word = word.trim();
        let gid = word.parse().map_err(|_| {
            let part = format!("{part}, {}", tile_name(rect, gids.len()));
            Fault::unexpected(origin, part, Quoted(word), "a tile's number, 0 for none")
                .of(FormatErrorKind::Word, [&Quoted(word)])
        })?;
        gids.push(gid);
    }
    Ok(gids)
}

/// The name of the so-many-th tile of a rectangle.
fn tile_name(rect: Rect, number: usize) -> String {
    let width = u64::from(rect.size.width).max(1);
    let number = number as u64;
    let at = |least: i32, off: u64| i64::from(least).saturating_add_unsigned(off);
    format!("tile {},{}", at(rect.min.x, number % width), at(rect.min.y, number / width))
}
