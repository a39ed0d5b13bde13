//! What the file that was read last looks like in its game, told in lines and columns.

use crate::facts::Facts;
use crate::files::{FileRead, last_read, put, reader_of, tell_warning, with_scenery};
use crate::memory::{Out, read};
use crate::status::{AbiCode, Failure, Status, status_of};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use xunlu::{Cell, Weight};
use xunlu_format::{
    Assignment, Role, Scenery, SceneryLayer, SheetValue, Sprite, TilePictures, TileSheet, TileUse,
    ValueSheet,
};

/// The most pieces that are told of: they lie in a picture's memory all at once.
const PIECES_MAX: usize = 1 << 22;

/// A number that is none.
const NONE: u32 = u32::MAX;

/// A scenery as it crosses the line.
#[derive(Default)]
pub(crate) struct Told {
    facts: Facts,
    columns: Vec<u32>,
    // The names of files that are not as they were.
    changed: BTreeSet<String>,
}

impl Told {
    /// Takes what was read anew.
    fn look(&mut self, told: Told) {
        (self.facts, self.columns) = (told.facts, told.columns);
    }
}

/// Reads what the file that was read last looks like in its game; nothing, if it says nothing of that.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_scenery() -> u32 {
    status_of(last_read(told_of).map(|told| {
        with_scenery(|kept| kept.look(told));
        Status::Done
    }))
}

fn told_of(file: &FileRead<'_>) -> Result<Told, Failure> {
    let none = || Failure::nothing("the file does not say what its map looks like");
    let read = reader_of(&file.source)?.read_scenery(&file.source, &file.options)?;
    let read = read.ok_or_else(none)?;
    let mut told = Told::default();
    read.warnings.iter().for_each(|warning| tell_warning(&mut told.facts, warning));
    let layers = || read.scenery.layers.iter().filter(|layer| layer.floor == 0);
    let shown: Vec<_> = layers().filter(|layer| layer.is_visible).collect();
    let count: usize = shown.iter().map(|layer| layer.pieces.len()).sum();
    if count > PIECES_MAX {
        let most = u32::try_from(PIECES_MAX).unwrap_or(NONE);
        let count = u32::try_from(count).unwrap_or(NONE);
        let words = format!(
            "the map has {count} tiles, more than the {most} that can be shown; it is shown without them"
        );
        return Err(Failure::of(AbiCode::ManyTiles, words, &[count, most]));
    }
    tell_look(&mut told.facts, &read.scenery, file.corner);
    layers().for_each(|layer| tell_layer(&mut told.facts, layer));
    read.scenery.sheets.iter().for_each(|sheet| tell_sheet(&mut told.facts, sheet));
    read.scenery.values.iter().for_each(|sheet| tell_values(&mut told.facts, sheet));
    told.columns = columns_of(&read.scenery, &shown);
    Ok(told)
}

fn tell_look(facts: &mut Facts, scenery: &Scenery, corner: Cell) {
    facts.line("area", &spaced(&scenery.area));
    if let Some(backdrop) = scenery.backdrop {
        facts.line("backdrop", &spaced(&backdrop));
    }
    let frame = &scenery.frame;
    let [[x, y], [right, _], [_, down]] = [frame.centre(corner), frame.along_x, frame.along_y];
    facts.line("frame", &spaced(&[x, y, right, down]));
    for image in &scenery.images {
        facts.line("image", &image.name);
        if let Some(clear) = image.clear {
            facts.line("clear", &spaced(&clear));
        }
    }
}

fn tell_layer(facts: &mut Facts, layer: &SceneryLayer) {
    facts.line("layer", &layer.name);
    let count = if layer.is_visible { layer.pieces.len() } else { 0 };
    facts.line("pieces", &count.to_string());
    if let Some(role) = layer.role {
        facts.line("role", role.name());
    }
    facts.line("opacity", &layer.opacity.to_string());
    facts.line("tint", &spaced(&layer.tint));
}

fn tell_sheet(facts: &mut Facts, sheet: &TileSheet) {
    facts.line("sheet", &sheet.name);
    facts.line("first", &sheet.first.to_string());
    if let Some(file) = &sheet.file {
        facts.line("in", file);
    }
    facts.line("usual", &said(sheet.usual).to_string());
    for (tile, says) in sheet.uses.iter().filter(|(_, says)| *says != sheet.usual) {
        facts.line("use", &spaced(&[*tile, said(*says)]));
    }
    match &sheet.pictures {
        TilePictures::Grid { image, margin, spacing, columns } => {
            let [width, height] = sheet.tile_size;
            facts.line("grid", &spaced(&[*image, *margin, *spacing, *columns, width, height]));
        }
        TilePictures::Each(pictures) => {
            for picture in pictures {
                let source = picture.source.unwrap_or_default();
                let mut numbers = vec![picture.tile, picture.image];
                numbers.extend(source);
                facts.line("picture", &spaced(&numbers));
            }
        }
    }
}

fn tell_values(facts: &mut Facts, sheet: &ValueSheet) {
    facts.line("values", &sheet.name);
    for SheetValue { value, name, colour, says } in &sheet.values {
        let [red, green, blue, _] = colour.unwrap_or_default();
        let colour = format!("{red} {green} {blue}");
        let name = name.as_deref().unwrap_or_default();
        facts.line("value", &format!("{value} {} {colour} {name}", said(*says)));
    }
}

/// What is said of a tile: how many hundredths of a step it costs, or none where it blocks.
const fn said(says: TileUse) -> u32 {
    match says {
        TileUse::Open => 100,
        TileUse::Blocked => NONE,
        TileUse::Costs(weight) => weight.as_percent(),
    }
}

/// Numbers with a space between them.
fn spaced<T: ToString>(numbers: &[T]) -> String {
    numbers.iter().enumerate().fold(String::new(), |mut text, (at, number)| {
        let space = if at > 0 { " " } else { "" };
        let _ = write!(text, "{space}{}", number.to_string());
        text
    })
}

fn columns_of(scenery: &Scenery, shown: &[&SceneryLayer]) -> Vec<u32> {
    let count = |length: usize| u32::try_from(length).unwrap_or(NONE);
    let mut columns = vec![count(scenery.sprites.len()), count(scenery.poses.len())];
    for Sprite { image, source, tile } in &scenery.sprites {
        let (sheet, tile) = tile.unwrap_or((NONE, NONE));
        columns.push(*image);
        columns.extend(source);
        columns.extend([sheet, tile]);
    }
    columns.extend(scenery.poses.iter().flatten().map(|number| number.to_bits()));
    for piece in shown.iter().flat_map(|layer| &layer.pieces) {
        columns.extend([piece.sprite, piece.pose, piece.x.to_bits(), piece.y.to_bits()]);
    }
    columns
}

/// What [`xunlu_scenery`] read, a line each: a word, a tab, and what it is. `area` is left, top, width and
/// height in pixels, `backdrop` a colour, `frame` the centre of the map's first cell and how far the next
/// column and the next row are. Each `image` may have a `clear` colour below it; each `layer` has how many
/// `pieces` are shown of it, its `role`, if it has one, its `opacity` and its `tint`; each `sheet` the number
/// of its `first` tile, the file that it is `in`, what its tiles cost as `usual` and each `use` that differs
/// (the tile, and what it costs in hundredths of a step; the highest number if it blocks), and a `grid`
/// (image, margin, spacing, columns, width and height of a tile) or a `picture` for each tile (its number,
/// image, and the part that it shows). Each layer of `values` has a `value` for each (its number, what it
/// costs, red, green and blue, and its name). Returns how many bytes that is.
///
/// # Safety
/// `room` bytes may be written from `text` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_scenery_facts(text: *mut u8, room: u32) -> u32 {
    // SAFETY: promised by the caller.
    let mut out = unsafe { Out::new(text, room) };
    with_scenery(|told| out.put_all(told.facts.as_str().as_bytes()))
}

/// How many sprites and how many poses [`xunlu_scenery`] read, and then the sprites (image, left, top, width,
/// height, sheet and tile), the poses (four numbers) and the pieces of all layers (sprite, pose, left and
/// top); poses and where pieces are lie there as the bits of `f32`. Returns how many numbers that is.
///
/// # Safety
/// `room` numbers may be written from `numbers` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_scenery_columns(numbers: *mut u32, room: u32) -> u32 {
    // SAFETY: promised by the caller.
    let mut out = unsafe { Out::new(numbers, room) };
    with_scenery(|told| out.put_all(&told.columns))
}

/// Writes into the files at hand what tiles, values and layers of the map that was read last are for; all of
/// it, or nothing. Each takes four of the `count` numbers: what it is of (0 a tile, 1 a value, 2 a layer),
/// the number of its `sheet`, its `values` or its layer, that of the tile or value (0 for a layer), and what
/// it costs in hundredths of a step (the highest number if it blocks) or, of a layer, what it is for: 0
/// walls, 1 ground, 2 costs, 3 nothing. The map has to be read anew to be so.
///
/// # Safety
/// So many numbers may be read from `numbers` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_assign(numbers: *const u32, count: u32) -> u32 {
    // SAFETY: promised by the caller.
    let numbers = unsafe { read(numbers, count) };
    let (all, rest) = numbers.as_chunks();
    if !rest.is_empty() {
        let words = format!("{count} numbers were given; expected four for each assignment");
        return status_of(Err(Failure::refused(words)));
    }
    let assignments: Result<Vec<_>, _> = all.iter().copied().map(assignment_of).collect();
    status_of(assignments.and_then(|all| assigned(&all)))
}

/// The names of the files that [`xunlu_assign`] changed since
/// [`xunlu_files_forget`](crate::xunlu_files_forget), a line each. Returns how many bytes that is.
///
/// # Safety
/// `room` bytes may be written from `text` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_assigned(text: *mut u8, room: u32) -> u32 {
    // SAFETY: promised by the caller.
    let mut out = unsafe { Out::new(text, room) };
    with_scenery(|told| {
        let names: String = told.changed.iter().map(|name| format!("{name}\n")).collect();
        out.put_all(names.as_bytes())
    })
}

fn assignment_of([what, sheet, number, says]: [u32; 4]) -> Result<Assignment, Failure> {
    let tile_use = match says {
        NONE => TileUse::Blocked,
        100 => TileUse::Open,
        percent => TileUse::Costs(Weight::percent(percent)),
    };
    match what {
        0 => Ok(Assignment::Tile { sheet, tile: number, says: tile_use }),
        1 => Ok(Assignment::Value { sheet, value: number, says: tile_use }),
        2 => {
            let role = Role::ALL.get(says as usize);
            let role = role.ok_or_else(|| Failure::refused(format!("there is no role {says}")))?;
            Ok(Assignment::Layer { layer: sheet, role: *role })
        }
        _ => Err(Failure::refused(format!("nothing of the kind {what} can be assigned to"))),
    }
}

fn assigned(assignments: &[Assignment]) -> Result<Status, Failure> {
    let changed = last_read(|file| {
        let FileRead { source, options, .. } = file;
        Ok(reader_of(source)?.assign(source, options, assignments)?)
    })?;
    let names: Vec<String> = changed.iter().map(|(name, _)| name.clone()).collect();
    put(changed);
    with_scenery(|told| told.changed.extend(names));
    Ok(Status::Done)
}
