//! Rows of characters to ground, and the tags and exits that are painted over them.

use super::glyphs::glyphs;
use super::model::{ExitsModel, LayerModel, Legend, Object, SizeModel, TagsModel};
use crate::error::{At, FormatError, FormatErrorKind};
use std::collections::BTreeMap;
use std::fmt;
use xunlu_map::{
    Cell, Direction, Exits, Ground, HexArrangement, HexDirection, Layout, MapError, Orientation,
    Quoted, Rect, Size, Tags, Terrain,
};

/// How often rectangles may paint over each cell, taken all together. Far more than anybody paints,
/// and it keeps short files from taking long.
const COATS_MAX: u64 = 64;

/// Where a drawing stands and how its cells lie in a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawing<'a> {
    pub(super) file: &'a str,
    /// What its fields' names begin with: nothing, or `layers[2].`.
    pub(super) part: &'a str,
    /// Of hexes.
    pub(super) arrangement: Option<HexArrangement>,
    /// The most cells that this file may ask for.
    pub(super) cells_max: u64,
}

impl Drawing<'_> {
    /// The ground that these fields draw.
    pub(super) fn ground(self, layer: &LayerModel) -> Result<Ground, FormatError> {
        let min = layer.origin.0.map_or_else(Cell::default, |Object(at)| Cell::new(at.x, at.y));
        let told = layer.size.0.map(|Object(SizeModel { width, height })| Size::new(width, height));
        let rows = layer.terrain.0.as_deref();
        let size = match (rows, told) {
            (Some(rows), told) => self.size_of(rows, min, told)?,
            (None, Some(told)) => told,
            (None, None) => {
                return Err(
                    self.wrong("terrain", "there are neither rows nor a size; expected one")
                );
            }
        };
        let bounds = Rect::new(min, size);
        Layout::new(bounds).map_err(|error| self.refused("size", &error))?;
        if size.area() > self.cells_max {
            let most = self.cells_max;
            let found = format!("{size} cells are too many for a file of this length");
            let error = self.wrong("size", format!("{found}; expected at most {most}"));
            return Err(error.of(FormatErrorKind::TooLarge, [&size, &most]));
        }
        let characters = self.characters(layer.legend.0.as_ref())?;
        let mut ground = match rows {
            Some(rows) => self.drawn(rows, bounds, &characters)?,
            None => Ground::new(bounds).map_err(|error| self.refused("size", &error))?,
        };
        self.paint_tags(&mut ground, layer.tags.0.as_deref().unwrap_or_default())?;
        self.paint_exits(&mut ground, layer.exits.0.as_deref().unwrap_or_default())?;
        Ok(ground)
    }

    /// The size of a drawing, every row of which is as long as it has to be.
    fn size_of(self, rows: &[String], min: Cell, told: Option<Size>) -> Result<Size, FormatError> {
        let first = rows.first().filter(|row| !row.is_empty());
        let Some(first) = first else {
            return Err(self.wrong("terrain", "there is no row; expected some such as \"..#.\""));
        };
        let width = self.width(min.y, first.chars().count());
        for (down, row) in rows.iter().enumerate() {
            let length = row.chars().count();
            let expected = self.length(row_at(min, down), width);
            if length != expected {
                let found = format!(
                    "a row of {length} characters; expected {expected}, to fit the first row"
                );
                let error = self.wrong(format_args!("terrain[{down}]"), found);
                return Err(error.of(FormatErrorKind::RowLength, [&length, &expected]));
            }
        }
        let fits = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let size = Size::new(fits(width), fits(rows.len()));
        match told {
            Some(told) if told != size => {
                let found = format!("the size is {told}, but the rows are {size}");
                Err(self.wrong("size", format!("{found}; expected the same, or no size")))
            }
            _ => Ok(size),
        }
    }

    /// What each character stands for: what it always does, and the legend.
    fn characters(self, legend: Option<&Legend>) -> Result<Characters, FormatError> {
        let mut characters = BTreeMap::new();
        let entries = legend.map(|Legend(entries)| entries.as_slice()).unwrap_or_default();
        for (name, terrain) in entries {
            let mut letters = name.chars();
            let (Some(glyph), None) = (letters.next(), letters.next()) else {
                let found = format!("{}; expected one character", Quoted(name));
                return Err(self.wrong("legend", found));
            };
            let is_taken = glyphs().lasting(glyph).is_some() || glyph == '@';
            if is_taken || glyph.is_whitespace() || glyph.is_control() {
                let expected = "a character that does not stand for something already";
                return Err(self.wrong("legend", format!("{glyph:?}; expected {expected}")));
            }
            if characters.insert(glyph, Terrain(*terrain)).is_some() {
                let found = format!("{glyph:?} again; expected one terrain for each");
                return Err(self.wrong("legend", found));
            }
        }
        Ok(Characters(characters))
    }

    fn drawn(
        self,
        rows: &[String],
        bounds: Rect,
        characters: &Characters,
    ) -> Result<Ground, FormatError> {
        let (pitch, has_arrows) = (self.pitch(), self.arrangement.is_none());
        // There are as many cells as the rows have characters for, so this is no more than the file.
        let mut terrains = Vec::with_capacity(usize::try_from(bounds.size.area()).unwrap_or(0));
        let mut arrows = Vec::new();
        for (down, row) in rows.iter().enumerate() {
            let y = row_at(bounds.min, down);
            let indent = self.indent(y);
            let mut x = bounds.min.x;
            for (at, glyph) in row.chars().enumerate() {
                let wrong = |expected: &str| {
                    let part = format!("terrain[{down}], column {}", at + 1);
                    self.wrong(part, format!("{glyph:?}; expected {expected}"))
                };
                if at < indent || !(at - indent).is_multiple_of(pitch) {
                    if glyph != ' ' {
                        let two_apart =
                            "a space: hexes stand two apart, shoved rows one to the right";
                        return Err(wrong(two_apart));
                    }
                    continue;
                }
                let Some((terrain, exits)) = characters.read(glyph, has_arrows) else {
                    let arrows = if has_arrows { ", one of ><^v" } else { "" };
                    let known = "one of .#, a space, 1 to 9, a to z";
                    return Err(wrong(&format!("{known}{arrows} or of the legend")));
                };
                terrains.push(terrain);
                if exits != Exits::ALL {
                    arrows.push((Cell::new(x, y), exits));
                }
                x = x.saturating_add(1);
            }
        }
        let mut terrains = terrains.into_iter();
        let mut ground = Ground::from_fn(bounds, |_| terrains.next().unwrap_or(Terrain::VOID))
            .map_err(|error| self.refused("size", &error))?;
        for (cell, exits) in arrows {
            let told = ground.fill_exits(Rect::cell(cell), exits);
            told.map_err(|error| self.refused("terrain", &error))?;
        }
        Ok(ground)
    }

    fn paint_tags(
        self,
        ground: &mut Ground,
        paints: &[Object<TagsModel>],
    ) -> Result<(), FormatError> {
        let mut painted = 0;
        for (number, Object(TagsModel { x, y, width, height, tags })) in paints.iter().enumerate() {
            let part = format!("tags[{number}]");
            let rect = Rect::new(Cell::new(*x, *y), Size::new(*width, *height));
            self.count(&part, ground, rect, &mut painted)?;
            let tags = tags_of(tags)
                .map_err(|(at, found)| self.wrong(format!("{part}.tags[{at}]"), found))?;
            ground.fill_tags(rect, tags).map_err(|error| self.refused(&part, &error))?;
        }
        Ok(())
    }

    fn paint_exits(
        self,
        ground: &mut Ground,
        paints: &[Object<ExitsModel>],
    ) -> Result<(), FormatError> {
        let names = exit_names(self.arrangement);
        let all = if self.arrangement.is_some() { Exits(0x3f) } else { Exits::ALL };
        let mut painted = 0;
        for (number, Object(paint)) in paints.iter().enumerate() {
            let part = format!("exits[{number}]");
            let rect = Rect::new(Cell::new(paint.x, paint.y), Size::new(paint.width, paint.height));
            self.count(&part, ground, rect, &mut painted)?;
            let mut exits = Exits::NONE;
            for (at, name) in paint.exits.iter().enumerate() {
                let bit = names.iter().position(|known| known == name).ok_or_else(|| {
                    let known = names.join(", ");
                    let found = format!("{}; expected one of {known}", Quoted(name));
                    self.wrong(format_args!("{part}.exits[{at}]"), found)
                })?;
                exits.0 |= 1 << bit;
            }
            let exits = if exits == all { Exits::ALL } else { exits };
            ground.fill_exits(rect, exits).map_err(|error| self.refused(&part, &error))?;
        }
        Ok(())
    }

    /// Counts the cells of a rectangle that is about to be painted.
    fn count(
        self,
        part: &str,
        ground: &Ground,
        rect: Rect,
        painted: &mut u64,
    ) -> Result<(), FormatError> {
        *painted = painted.saturating_add(rect.size.area());
        if *painted > ground.bounds().size.area().saturating_mul(COATS_MAX) {
            let found = "the rectangles up to this one paint every cell too often";
            return Err(self.wrong(part, format!("{found}; expected at most {COATS_MAX} times")));
        }
        Ok(())
    }

    /// Characters from one cell to the next.
    const fn pitch(self) -> usize {
        if self.arrangement.is_some() { 2 } else { 1 }
    }

    /// Spaces before the first cell of a row.
    fn indent(self, y: i32) -> usize {
        let is_shoved = |arrangement: HexArrangement| {
            arrangement.orientation() == Orientation::Pointy && arrangement.is_shoved(y)
        };
        usize::from(self.arrangement.is_some_and(is_shoved))
    }

    /// How long a row of so many cells is; there is at least one.
    fn length(self, y: i32, width: usize) -> usize {
        self.indent(y) + (width - 1) * self.pitch() + 1
    }

    /// How many cells a row seems to have when it is so long; at least one.
    fn width(self, y: i32, length: usize) -> usize {
        length.saturating_sub(self.indent(y) + 1) / self.pitch() + 1
    }

    fn wrong(self, field: impl fmt::Display, message: impl Into<String>) -> FormatError {
        FormatError::new(self.file, At::Part(format!("{}{field}", self.part)), message)
    }

    fn refused(self, field: &str, error: &MapError) -> FormatError {
        self.wrong(field, error.to_string()).by(error)
    }
}

/// What characters stand for beside what they always do.
#[derive(Debug)]
struct Characters(BTreeMap<char, Terrain>);

impl Characters {
    /// What a character of a row stands for; arrows only where they mean something.
    fn read(&self, glyph: char, has_arrows: bool) -> Option<(Terrain, Exits)> {
        let lasting = glyphs().lasting(glyph);
        let lasting = lasting.filter(|&(_, exits)| has_arrows || exits == Exits::ALL);
        lasting.or_else(|| self.0.get(&glyph).map(|&terrain| (terrain, Exits::ALL)))
    }
}

fn row_at(min: Cell, down: usize) -> i32 {
    min.y.saturating_add_unsigned(u32::try_from(down).unwrap_or(u32::MAX))
}

/// The set of these tags; else which of them is none, and why.
pub(super) fn tags_of(numbers: &[u8]) -> Result<Tags, (usize, String)> {
    let mut tags = Tags::NONE;
    for (at, &number) in numbers.iter().enumerate() {
        let one = Tags::one(u32::from(number));
        tags = tags.with(one.ok_or_else(|| (at, no_tag(number)))?);
    }
    Ok(tags)
}

/// What is wrong with a tag of this number.
pub(super) fn no_tag(number: u8) -> String {
    format!("there is no tag {number}; expected 0 to 15")
}

/// The names of the exits by their bits: those of hexes laid out so, or of squares.
pub(super) fn exit_names(arrangement: Option<HexArrangement>) -> Vec<&'static str> {
    match arrangement {
        Some(arrangement) => {
            let orientation = arrangement.orientation();
            HexDirection::ALL.map(|direction| direction.compass(orientation)).to_vec()
        }
        None => Direction::ALL.map(Direction::compass).to_vec(),
    }
}
