//! Maps written as texts.

use super::glyphs::{arrow_of, glyph_of, needs_legend};
use super::header::exit_names;
use super::rows::{Spacing, write_rows};
use crate::cell::{Cell, Rect, Size};
use crate::cost::Weight;
use crate::grid::{Grid, Wrap};
use crate::ground::Ground;
use crate::hex::{Hex, HexArrangement};
use crate::hexgrid::HexGrid;
use crate::layers::Layers;
use crate::link::{Door, Link, Links};
use crate::terrain::{Exits, Tags, Terrain};
use crate::waypoints::{WaypointGraph, WaypointId};
use std::fmt;

/// The rows of a grid as it is drawn, with marks on top: `marks` gives a character where something
/// is to be shown instead of the ground. No directives; for pictures, not for reading back. The grid of a
/// world is `world.map().as_grid()`; a terrain that a legend named is drawn by its usual character.
///
/// ```
/// # use xunlu_map as xunlu;
/// use xunlu::{Cell, Grid, draw};
///
/// let grid: Grid = "..#\n...".parse()?;
/// let picture = draw(&grid, |cell| (cell == Cell::new(1, 1)).then_some('*'));
/// assert_eq!(picture, "..#\n.*.");
/// # Ok::<(), xunlu_map::MapError>(())
/// ```
#[must_use]
pub fn draw(grid: &Grid, marks: impl Fn(Cell) -> Option<char>) -> String {
    drawn(grid.ground(), Spacing(None), marks)
}

/// The rows of a hex grid as it is drawn, with marks on top, as [`draw`] does for squares.
///
/// ```
/// # use xunlu_map as xunlu;
/// use xunlu::{Hex, HexGrid, draw_hexes};
///
/// let grid: HexGrid = "@hex odd-r\n. . #\n . . .".parse()?;
/// let picture = draw_hexes(&grid, |hex| (hex == Hex::new(0, 1)).then_some('*'));
/// assert_eq!(picture, ". . #\n * . .");
/// # Ok::<(), xunlu_map::MapError>(())
/// ```
#[must_use]
pub fn draw_hexes(grid: &HexGrid, marks: impl Fn(Hex) -> Option<char>) -> String {
    drawn(grid.ground(), Spacing(Some(grid.arrangement())), |cell| marks(grid.hex_at(cell)))
}

fn drawn(ground: &Ground, spacing: Spacing, marks: impl Fn(Cell) -> Option<char>) -> String {
    let mut picture = String::new();
    let glyph_at = |cell| marks(cell).unwrap_or_else(|| ground_glyph(ground, spacing, cell));
    write_rows(&mut picture, ground.bounds(), spacing, glyph_at)
        .expect("writing to a string never fails");
    picture
}

fn ground_glyph(ground: &Ground, spacing: Spacing, cell: Cell) -> char {
    let terrain = ground.terrain().get(cell).unwrap_or(Terrain::VOID);
    let exits = ground.exits().and_then(|exits| exits.get(cell)).unwrap_or(Exits::ALL);
    let arrow = arrow_of(terrain, exits).filter(|_| spacing.0.is_none());
    arrow.unwrap_or_else(|| glyph_of(terrain))
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_origin(f, self.bounds())?;
        match self.wrap() {
            Wrap { x: true, y: true } => writeln!(f, "@wrap xy")?,
            Wrap { x: true, y: false } => writeln!(f, "@wrap x")?,
            Wrap { x: false, y: true } => writeln!(f, "@wrap y")?,
            Wrap { x: false, y: false } => {}
        }
        write_ground_directives(f, self.ground(), None)?;
        write_links(f, self.links(), |f, cell| cell.fmt(f))?;
        f.write_str(&draw(self, |_| None))
    }
}

impl fmt::Display for HexGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "@hex {}", self.arrangement().name())?;
        write_origin(f, self.bounds())?;
        write_ground_directives(f, self.ground(), Some(self.arrangement()))?;
        write_links(f, self.links(), |f, hex| self.cell_of(*hex).fmt(f))?;
        f.write_str(&draw_hexes(self, |_| None))
    }
}

impl fmt::Display for Layers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_links(f, self.links(), |f, layer_cell| layer_cell.fmt(f))?;
        for (layer, grid) in self.grids().iter().enumerate() {
            let end = if layer == 0 { "" } else { "\n" };
            write!(f, "{end}@layer\n{grid}")?;
        }
        Ok(())
    }
}

impl fmt::Display for WaypointGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for waypoint in self.waypoints() {
            writeln!(f, "@waypoint {} at {}", Name(&waypoint.name), waypoint.point)?;
        }
        let write_name = |f: &mut fmt::Formatter<'_>, id: &WaypointId| {
            let waypoint = self.waypoint(*id).expect("links were checked when they were added");
            Name(&waypoint.name).fmt(f)
        };
        for slot in self.links().slots() {
            // Without a weight a road would weigh what it is long.
            write_link(f, slot.as_ref(), None, write_name)?;
        }
        Ok(())
    }
}

/// A name as one word, in quotation marks where it would not be one.
struct Name<'a>(&'a str);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.contains(|character: char| character.is_whitespace() || character == '"') {
            return f.write_str(self.0);
        }
        f.write_str("\"")?;
        for character in self.0.chars() {
            let is_special = matches!(character, '"' | '\\');
            write!(f, "{}{character}", if is_special { "\\" } else { "" })?;
        }
        f.write_str("\"")
    }
}

fn write_origin(f: &mut fmt::Formatter<'_>, bounds: Rect) -> fmt::Result {
    if bounds.min == Cell::default() { Ok(()) } else { writeln!(f, "@origin {}", bounds.min) }
}

fn write_ground_directives(
    f: &mut fmt::Formatter<'_>,
    ground: &Ground,
    arrangement: Option<HexArrangement>,
) -> fmt::Result {
    for terrain in (0..=u8::MAX).map(Terrain) {
        if ground.count(terrain) > 0 && needs_legend(terrain) {
            writeln!(f, "@legend {} {}", glyph_of(terrain), terrain.0)?;
        }
    }
    let tags = ground.tags().map(|plane| plane.rectangles(|_, tags| tags != Tags::NONE));
    for (rect, tags) in tags.unwrap_or_default() {
        writeln!(f, "@tags {} at {}", TagList(tags), Area(rect))?;
    }
    let names = exit_names(arrangement);
    let is_told = |cell, exits| {
        let terrain = ground.terrain().get(cell).unwrap_or(Terrain::VOID);
        let has_arrow = arrangement.is_none() && arrow_of(terrain, exits).is_some();
        exits != Exits::ALL && !has_arrow
    };
    let exits = ground.exits().map(|plane| plane.rectangles(is_told));
    for (rect, exits) in exits.unwrap_or_default() {
        let open = (0..).zip(&names).filter(|(bit, _)| exits.allows(*bit)).map(|(_, name)| *name);
        let open = open.collect::<Vec<_>>().join(",");
        writeln!(f, "@exits {} at {}", if open.is_empty() { "none" } else { &open }, Area(rect))?;
    }
    Ok(())
}

fn write_links<P>(
    f: &mut fmt::Formatter<'_>,
    links: &Links<P>,
    write_end: impl Fn(&mut fmt::Formatter<'_>, &P) -> fmt::Result,
) -> fmt::Result {
    for slot in links.slots() {
        write_link(f, slot.as_ref(), Some(Weight::ONE), &write_end)?;
    }
    Ok(())
}

fn write_link<P>(
    f: &mut fmt::Formatter<'_>,
    link: Option<&Link<P>>,
    weight_unless_told: Option<Weight>,
    write_end: impl Fn(&mut fmt::Formatter<'_>, &P) -> fmt::Result,
) -> fmt::Result {
    let Some(link) = link else {
        return writeln!(f, "@link removed");
    };
    f.write_str("@link ")?;
    write_end(f, &link.from)?;
    f.write_str(if link.is_two_way { " <-> " } else { " -> " })?;
    write_end(f, &link.to)?;
    if weight_unless_told != Some(link.weight) {
        write!(f, " weight {}", link.weight.as_percent())?;
    }
    if link.tags != Tags::NONE {
        write!(f, " tags {}", TagList(link.tags))?;
    }
    if link.door == Door::Shut {
        f.write_str(" shut")?;
    }
    writeln!(f)
}

struct TagList(Tags);

impl fmt::Display for TagList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, number) in self.0.numbers().enumerate() {
            write!(f, "{}{number}", if position == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

/// `x,y`, and the size unless it is one cell.
struct Area(Rect);

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rect { min, size } = self.0;
        if size == Size::ONE { min.fmt(f) } else { write!(f, "{min} {size}") }
    }
}
