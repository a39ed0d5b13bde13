//! Layers of tiles where they lie, and the rectangle of cells that all of them take up.

use super::fault::{Fault, Sound};
use super::geometry::Geometry;
use super::layers::Flat;
use super::model::{Chunk, LayerKind, Orientation, TiledMap};
use super::reading::Reading;
use crate::error::FormatErrorKind;
use crate::limits_check::checked_size;
use xunlu_map::{Cell, Rect, Size};

/// A layer of tiles, shifted by so many columns and rows.
#[derive(Debug)]
pub(super) struct Placed<'f, 'm> {
    pub(super) flat: &'f Flat<'m>,
    chunks: &'m [Chunk],
    shift: (i32, i32),
}

/// The cells of the map, and the columns and rows of its tiles; these are the same but on a
/// staggered map.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    pub(super) bounds: Rect,
    pub(super) tiles: Rect,
}

/// Farther than any tile can lie from 0,0.
const FAR: i64 = 1 << 30;

impl Placed<'_, '_> {
    /// Every tile there is, with its column and row.
    pub(super) fn tiles(&self) -> impl Iterator<Item = ((i32, i32), u32)> {
        self.chunks.iter().flat_map(move |chunk| {
            let tiles = chunk.rect.cells().zip(&chunk.gids).filter(|(_, gid)| **gid != 0);
            tiles.map(move |(cell, gid)| {
                let (right, down) = self.shift;
                ((cell.x.saturating_add(right), cell.y.saturating_add(down)), *gid)
            })
        })
    }

    /// The name of the first tile with this number, for messages.
    pub(super) fn part_of(&self, gid: u32) -> String {
        let found = self.tiles().find(|(_, other)| *other == gid);
        let ((column, row), _) = found.unwrap_or_default();
        let (right, down) = self.shift;
        let (column, row) = (column.saturating_sub(right), row.saturating_sub(down));
        format!("{}, tile {column},{row}", self.flat.part())
    }
}

/// The layers of tiles that are read, from the bottom to the top.
pub(super) fn placed<'f, 'm>(
    flat: &'f [Flat<'m>],
    geometry: Geometry,
    reading: &mut Reading<'_>,
) -> Vec<Placed<'f, 'm>> {
    let mut placed = Vec::new();
    for flat in flat.iter().filter(|flat| flat.is_read()) {
        let LayerKind::Tiles(chunks) = &flat.layer.kind else { continue };
        let ((right, down), is_whole) = geometry.shift_of(flat.offset);
        if !is_whole && (flat.role.is_some() || !flat.traits.are_silent()) {
            let message = format!(
                "its offset is no whole number of tiles; it is read {right} columns to the right and \
                 {down} rows down"
            );
            reading.warn(flat.part(), message);
        }
        // One shifted out of sight has no tile inside wherever exactly it is.
        let near = |cells: i64| i32::try_from(cells.clamp(-FAR, FAR)).unwrap_or(0);
        placed.push(Placed { flat, chunks, shift: (near(right), near(down)) });
    }
    placed
}

/// How far the map reaches: as far as it says, or, when it is infinite, as far as its tiles do.
pub(super) fn extent(
    map: &TiledMap,
    placed: &[Placed<'_, '_>],
    geometry: Geometry,
    reading: &mut Reading<'_>,
) -> Sound<Extent> {
    let size = Size::new(map.width, map.height);
    let fixed = Rect::new(Cell::new(0, 0), size);
    let wrong = |found: String, expected: &str| Fault::unexpected(map.origin, "", found, expected);
    let extent = if map.is_infinite {
        let tiles = || placed.iter().flat_map(Placed::tiles).map(|(tile, _)| tile);
        let is_far = |&(x, y): &(i32, i32)| i64::from(x).abs().max(i64::from(y).abs()) >= FAR / 2;
        if let Some((x, y)) = tiles().find(is_far) {
            let expected = format!("one within {} of 0,0", FAR / 2);
            let fault = wrong(format!("there is a tile at {x},{y}"), &expected);
            let place = format_args!("{x},{y}");
            return Err(fault.of(FormatErrorKind::TooLarge, [&place, &(FAR / 2)]));
        }
        let cells = tiles().map(|(column, row)| geometry.cell_of(column, row));
        let tiles = around(tiles().map(|(column, row)| Cell::new(column, row)));
        let (Some(bounds), Some(tiles)) = (around(cells), tiles) else {
            let found = "the map is infinite and has no tile".to_owned();
            let fault = wrong(found, "a tile on a layer that is read");
            return Err(fault.of(FormatErrorKind::NoMap, []));
        };
        Extent { bounds, tiles }
    } else if let Some(last) = fixed.max() {
        // Cells of a staggered map are sums of column and row, for which longer sides have no room.
        let is_short = size.width.max(size.height) <= xunlu_map::Layout::SIDE_MAX;
        let corners = [(0, 0), (last.x, 0), (0, last.y), (last.x, last.y)];
        let cells = corners.map(|(column, row)| is_short.then(|| geometry.cell_of(column, row)));
        let bounds = around(cells.into_iter().flatten()).unwrap_or(fixed);
        Extent { bounds, tiles: fixed }
    } else {
        let fault = wrong(format!("the map is {size} tiles"), "1x1 at least");
        return Err(fault.of(FormatErrorKind::NoMap, []));
    };
    checked_size(extent.bounds, reading.cells_max())
        .map_err(|excess| Fault::exceeding(map.origin, excess))?;
    if let Orientation::Staggered(_) = map.orientation {
        tell_of_staggering(extent.tiles, geometry, reading);
    }
    Ok(extent)
}

/// Says where staggered tiles are found, as their columns and rows are not those of the map.
fn tell_of_staggering(tiles: Rect, geometry: Geometry, reading: &mut Reading<'_>) {
    let Some(last) = tiles.max() else { return };
    let name = |tile: Cell| {
        let cell = geometry.cell_of(tile.x, tile.y);
        format!("tile {tile} is the cell {cell}")
    };
    let message = format!(
        "staggered tiles are read as cells along their edges: {}, {}; a tile down to the right is \
         x + 1, one down to the left y + 1, so that the next in a row is x + 1, y - 1",
        name(tiles.min),
        name(last)
    );
    reading.warn("", message);
}

fn around(mut cells: impl Iterator<Item = Cell>) -> Option<Rect> {
    let first = cells.next()?;
    let (min, max) = cells.fold((first, first), |(min, max), cell| {
        let least = Cell::new(min.x.min(cell.x), min.y.min(cell.y));
        (least, Cell::new(max.x.max(cell.x), max.y.max(cell.y)))
    });
    Some(Rect::spanning(min, max))
}
