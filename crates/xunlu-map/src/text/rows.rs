//! The rows of a drawing: read into ground, and written.

use super::glyphs::Glyphs;
use super::header::{Header, Paint};
use super::section::{Line, Section};
use crate::cell::{Cell, Rect, Size};
use crate::error::{MapError, MapErrorKind};
use crate::ground::Ground;
use crate::hex::{HexArrangement, Orientation};
use crate::terrain::{Exits, Terrain};
use std::fmt;

/// How cells stand in a row of characters: squares side by side, hexes with a space between, and
/// shoved rows of pointy hexes one space further right.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spacing(pub(super) Option<HexArrangement>);

impl Spacing {
    /// Characters from one cell to the next.
    fn pitch(self) -> usize {
        if self.0.is_some() { 2 } else { 1 }
    }

    /// Spaces before the first cell of row `y`.
    fn indent(self, y: i32) -> usize {
        let is_shoved = |arrangement: HexArrangement| {
            arrangement.orientation() == Orientation::Pointy && arrangement.is_shoved(y)
        };
        usize::from(self.0.is_some_and(is_shoved))
    }

    /// How long row `y` is when it has `width` cells.
    fn length(self, y: i32, width: usize) -> usize {
        self.indent(y) + (width - 1) * self.pitch() + 1
    }

    /// How many cells row `y` seems to have, when it is as long as that; at least one.
    fn width(self, y: i32, length: usize) -> usize {
        (length.saturating_sub(self.indent(y) + 1)) / self.pitch() + 1
    }
}

/// How often `@tags` and `@exits` may fill each cell, and how many cells they may fill besides:
/// filling takes time, and a line that asks for it is short.
const COATS_MAX: u64 = 64;
const FILLED_FREE: u64 = 1 << 20;

/// The ground that a section draws, with what its header lays over it.
pub(super) fn ground(section: &Section<'_>, header: &Header<'_>) -> Result<Ground, MapError> {
    let first = section.rows.first().ok_or_else(|| section.without_rows())?;
    let spacing = Spacing(header.arrangement);
    let min = header.origin.unwrap_or_default();
    let width = spacing.width(min.y, first.text.chars().count());
    let fits = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let bounds = Rect::new(min, Size::new(fits(width), fits(section.rows.len())));
    let mut ground = Ground::new(bounds).map_err(|error| error.at(first.number, 1))?;
    for (down, &line) in (0..).zip(&section.rows) {
        let y = min.y.saturating_add_unsigned(down);
        let row = Row { line, y, length: spacing.length(y, width), spacing };
        row.check_length()?;
        row.read_into(&mut ground, &header.glyphs)?;
    }
    let coats = bounds.size.area().saturating_mul(COATS_MAX);
    let (mut filled, filled_max) = (0_u64, coats.saturating_add(FILLED_FREE));
    for &(word, rect, paint) in &header.paints {
        filled = filled.saturating_add(rect.size.area());
        if filled > filled_max {
            let found = format!("this line and those above fill {filled} cells in all");
            let expected = format!("at most {filled_max} on a map of {}", bounds.size);
            let error = MapError::unexpected(MapErrorKind::TooMuchFilled, found, expected);
            return Err(word.place(error.with(&[&filled, &filled_max])));
        }
        let laid = match paint {
            Paint::Tags(tags) => ground.fill_tags(rect, tags),
            Paint::Exits(exits) => ground.fill_exits(rect, exits),
        };
        laid.map_err(|error| word.place(error))?;
    }
    Ok(ground)
}

struct Row<'a> {
    line: Line<'a>,
    y: i32,
    length: usize,
    spacing: Spacing,
}

impl Row<'_> {
    fn check_length(&self) -> Result<(), MapError> {
        let length = self.line.text.chars().count();
        if length == self.length {
            return Ok(());
        }
        let found = format!("ragged: a row of {length} characters");
        let expected = format!("{}, to fit the first row", self.length);
        let column = length.min(self.length) + 1;
        let error = MapError::unexpected(MapErrorKind::RowLength, found, expected)
            .with(&[&length, &self.length]);
        Err(error.at(self.line.number, column))
    }

    fn read_into(&self, ground: &mut Ground, glyphs: &Glyphs) -> Result<(), MapError> {
        let (indent, pitch) = (self.spacing.indent(self.y), self.spacing.pitch());
        let has_arrows = self.spacing.0.is_none();
        // Cells of one terrain are filled in together: the first of them, and how many.
        let mut run = Rect::new(Cell::new(ground.bounds().min.x, self.y), Size::new(0, 1));
        let mut run_terrain = Terrain::OPEN;
        for (at, glyph) in self.line.text.chars().enumerate() {
            if at < indent || !(at - indent).is_multiple_of(pitch) {
                if glyph != ' ' {
                    let expected = "a space: hexes stand two apart, shoved rows one to the right";
                    return Err(self.unknown(at, glyph, expected));
                }
                continue;
            }
            let (terrain, exits) = glyphs.read(glyph, has_arrows).ok_or_else(|| {
                let arrows = if has_arrows { ", one of ><^v" } else { "" };
                let expected =
                    format!("one of .#, a space, 1 to 9, a to z{arrows} or of a @legend");
                self.unknown(at, glyph, &expected)
            })?;
            if terrain != run_terrain {
                flush(ground, run, run_terrain)?;
                let x = run.min.x.saturating_add_unsigned(run.size.width);
                run = Rect::new(Cell::new(x, self.y), Size::new(0, 1));
                run_terrain = terrain;
            }
            if exits != Exits::ALL {
                let x = run.min.x.saturating_add_unsigned(run.size.width);
                ground.fill_exits(Rect::cell(Cell::new(x, self.y)), exits)?;
            }
            run.size.width += 1;
        }
        flush(ground, run, run_terrain)
    }

    fn unknown(&self, at: usize, glyph: char, expected: &str) -> MapError {
        let found = format!("{glyph:?}");
        let error = MapError::unexpected(MapErrorKind::Character, found, expected);
        error.with(&[&glyph]).at(self.line.number, at + 1)
    }
}

fn flush(ground: &mut Ground, run: Rect, terrain: Terrain) -> Result<(), MapError> {
    let is_there_already = terrain == Terrain::OPEN || run.is_empty();
    if is_there_already { Ok(()) } else { ground.fill(run, terrain) }
}

/// Writes the rows of `bounds`, without an end to the last line.
pub(super) fn write_rows(
    out: &mut impl fmt::Write,
    bounds: Rect,
    spacing: Spacing,
    glyph_at: impl Fn(Cell) -> char,
) -> fmt::Result {
    for cell in bounds.cells() {
        if cell.x == bounds.min.x {
            let is_first = cell.y == bounds.min.y;
            let indent = spacing.indent(cell.y);
            write!(out, "{}{:indent$}", if is_first { "" } else { "\n" }, "")?;
        } else if spacing.pitch() == 2 {
            out.write_char(' ')?;
        }
        out.write_char(glyph_at(cell))?;
    }
    Ok(())
}
