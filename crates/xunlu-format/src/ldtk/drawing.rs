//! The layers of levels painted onto one rectangle of ground.

use super::model::{Entity, Kind, Layer};
use super::placing::{Floor, Placed};
use super::roles::{draws, role_of};
use super::says::Says;
use super::values::Values;
use super::world::World;
use crate::options::{Options, Role};
use std::collections::BTreeMap;
use xunlu_map::{Cell, Ground, MapError, Rect, Size, Terrain};

/// The ground of a floor.
///
/// # Errors
/// When its bounds are no map's.
pub(super) fn ground<'a>(
    floor: &Floor,
    levels: impl Iterator<Item = &'a Placed<'a>>,
    (world, cell_px): (&World, u32),
    values: &Values,
    options: &Options,
) -> Result<Ground, MapError> {
    let mut canvas = Canvas::new(floor.bounds);
    for level in levels {
        let read = |layer: &&Layer| role_of(layer, &options.roles) != Some(Role::Ignore);
        let drawn = || level.layers.iter().rev().filter(|layer| draws(layer, &options.roles));
        let is_ground = |layer: &&Layer| role_of(layer, &options.roles) == Some(Role::Ground);
        let is_limited = drawn().any(|layer| is_ground(&layer));
        let start = if is_limited { Terrain::WALL } else { Terrain::OPEN };
        canvas.paint(level.rect, |_| start);
        for layer in drawn().filter(is_ground) {
            each_mark(level.rect, layer, cell_px, values, |rect, terrain| {
                canvas.paint(rect, |_| terrain.unwrap_or(Terrain::OPEN));
            });
        }
        for layer in level.layers.iter().rev().filter(read) {
            if draws(layer, &options.roles) && !is_ground(&layer) {
                each_mark(level.rect, layer, cell_px, values, |rect, terrain| {
                    let terrain = terrain.unwrap_or(Terrain::WALL);
                    canvas.paint(rect, |old| if old == Terrain::WALL { old } else { terrain });
                });
            }
            each_told(level.rect, layer, (world, cell_px), |rect, says| {
                let terrain = says.cost.map(|price| values.priced(price));
                canvas.paint(rect, |old| says_to(says, terrain, old));
            });
        }
    }
    let mut drawn = canvas.cells.into_iter();
    Ground::from_fn(floor.bounds, |_| drawn.next().unwrap_or(Terrain::VOID))
}

/// What becomes of ground on which a tile lies that says something, and has this terrain for its cost.
fn says_to(says: Says, terrain: Option<Terrain>, old: Terrain) -> Terrain {
    match says.walkable {
        Some(false) => Terrain::WALL,
        None if old == Terrain::WALL => old,
        Some(true) if old == Terrain::WALL => terrain.unwrap_or(Terrain::OPEN),
        _ => terrain.unwrap_or(old),
    }
}

/// Hands out where tiles lie of which something is said, and what.
fn each_told(
    level: Rect,
    layer: &Layer,
    (world, cell_px): (&World, u32),
    mut told: impl FnMut(Rect, Says),
) {
    let said = layer.tileset().and_then(|set| world.tiles_of(set));
    let Some(said) = said.filter(|said| !said.is_empty()) else { return };
    for tile in layer.auto_layer_tiles.iter().chain(&layer.grid_tiles) {
        let Some(&says) = said.get(&tile.tile) else { continue };
        let (corner, side) = ((tile.px[0].into(), tile.px[1].into()), layer.grid_px);
        let area = Area::of_pixels(corner, (side, side), layer, level, cell_px);
        area.within(level).into_iter().for_each(|rect| told(rect, says));
    }
}

/// The cells that an entity covers, wherever they lie.
pub(super) fn cells_of(entity: &Entity, layer: &Layer, level: Rect, cell_px: u32) -> Area {
    let corner = |px: i32, pivot: f64, length: u32| i64::from(px) - before(pivot, length);
    let left = corner(entity.px[0], entity.pivot[0], entity.width);
    let top = corner(entity.px[1], entity.pivot[1], entity.height);
    Area::of_pixels((left, top), (entity.width, entity.height), layer, level, cell_px)
}

/// How many of an entity's pixels lie before its pivot.
fn before(pivot: f64, length: u32) -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "it lies between 0 and a 32-bit length")]
    let pixels = (pivot.clamp(0.0, 1.0) * f64::from(length)).floor() as i64;
    pixels
}

/// Hands out what a layer draws within its level: rectangles of cells, with their terrain where
/// values say it. What is 0 is not handed out.
fn each_mark(
    level: Rect,
    layer: &Layer,
    cell_px: u32,
    values: &Values,
    mut mark: impl FnMut(Rect, Option<Terrain>),
) {
    let grid = layer.grid_px;
    let mut mark_pixels = |corner: (i64, i64), size: (u32, u32), terrain: Option<Terrain>| {
        let area = Area::of_pixels(corner, size, layer, level, cell_px);
        area.within(level).into_iter().for_each(|rect| mark(rect, terrain));
    };
    match layer.kind {
        Kind::IntGrid => {
            let none = BTreeMap::new();
            let terrains = values.of_layer(&layer.identifier).unwrap_or(&none);
            each_run(layer, |column, row, length, value| {
                if let Some(&terrain) = terrains.get(&value) {
                    let pixels = |cells: usize| {
                        i64::try_from(cells).unwrap_or(i64::MAX).saturating_mul(i64::from(grid))
                    };
                    let width = u32::try_from(length).unwrap_or(u32::MAX).saturating_mul(grid);
                    mark_pixels((pixels(column), pixels(row)), (width, grid), Some(terrain));
                }
            });
        }
        Kind::Tiles | Kind::AutoLayer => {
            for tile in layer.grid_tiles.iter().chain(&layer.auto_layer_tiles) {
                mark_pixels((tile.px[0].into(), tile.px[1].into()), (grid, grid), None);
            }
        }
        Kind::Entities => {
            for entity in &layer.entity_instances {
                let area = cells_of(entity, layer, level, cell_px);
                area.within(level).into_iter().for_each(|rect| mark(rect, None));
            }
        }
        Kind::Other => {}
    }
}

/// Hands out every run of equal values within a row: its column and row, its length and value.
fn each_run(layer: &Layer, mut run: impl FnMut(usize, usize, usize, u32)) {
    let columns = (layer.columns as usize).max(1);
    for (row, values) in layer.int_grid_csv.chunks(columns).enumerate() {
        let mut column = 0;
        for alike in values.chunk_by(|a, b| a == b) {
            run(column, row, alike.len(), alike.first().copied().unwrap_or_default());
            column += alike.len();
        }
    }
}

/// Cells from a first to before a last, which may lie anywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Area {
    x: (i64, i64),
    y: (i64, i64),
}

impl Area {
    /// The cells that any of these pixels of a layer lies in.
    fn of_pixels(
        (left, top): (i64, i64),
        (width, height): (u32, u32),
        layer: &Layer,
        level: Rect,
        cell_px: u32,
    ) -> Area {
        let side = i64::from(cell_px.max(1));
        let cells = |first: i64, offset: i32, length: u32, least: i32| {
            let first = first.saturating_add(i64::from(offset));
            let last = first.saturating_add(i64::from(length.max(1)) - 1);
            let cell = |pixel: i64| pixel.div_euclid(side).saturating_add(i64::from(least));
            (cell(first), cell(last).saturating_add(1))
        };
        Area {
            x: cells(left, layer.offset_x_px, width, level.min.x),
            y: cells(top, layer.offset_y_px, height, level.min.y),
        }
    }

    /// Those of them that lie in the rectangle.
    pub(super) fn within(self, rect: Rect) -> Option<Rect> {
        let cut = |(from, to): (i64, i64), least: i32, length: u32| {
            let (least, end) = (i64::from(least), i64::from(least) + i64::from(length));
            let (from, to) = (from.max(least), to.min(end));
            let length = u32::try_from(to - from).ok().filter(|&length| length > 0)?;
            Some((i32::try_from(from).ok()?, length))
        };
        let (x, width) = cut(self.x, rect.min.x, rect.size.width)?;
        let (y, height) = cut(self.y, rect.min.y, rect.size.height)?;
        Some(Rect::new(Cell::new(x, y), Size::new(width, height)))
    }
}

/// The cells of a floor, row by row.
struct Canvas {
    bounds: Rect,
    cells: Vec<Terrain>,
}

impl Canvas {
    fn new(bounds: Rect) -> Canvas {
        let area = usize::try_from(bounds.size.area()).unwrap_or(usize::MAX);
        Canvas { bounds, cells: vec![Terrain::VOID; area] }
    }

    /// Changes the cells of a rectangle, which lies inside.
    fn paint(&mut self, rect: Rect, change: impl Fn(Terrain) -> Terrain) {
        let stride = self.bounds.size.width as usize;
        let left = rect.min.x.abs_diff(self.bounds.min.x) as usize;
        let top = rect.min.y.abs_diff(self.bounds.min.y) as usize;
        let rows = self.cells.chunks_exact_mut(stride).skip(top).take(rect.size.height as usize);
        for row in rows {
            let cells = row.iter_mut().skip(left).take(rect.size.width as usize);
            cells.for_each(|cell| *cell = change(*cell));
        }
    }
}
