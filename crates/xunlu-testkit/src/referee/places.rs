//! Every place of a map of any kind, counted layer by layer and row by row.
//!
//! The order is that of the map's own node numbers, which also count borders; the referee's do not.

use super::hexagonal;
use xunlu_map::{Cell, LayerCell, Map, Place, Rect, WaypointId};

/// Every place of the map, open or not, in the order of their node numbers.
#[must_use]
pub fn places(map: &Map) -> Vec<Place> {
    match map {
        Map::Grid(grid) => cells(grid.bounds()).map(Place::Cell).collect(),
        Map::Hex(grid) => {
            let hex = |cell| Place::Hex(hexagonal::hex_of(grid.arrangement(), cell));
            cells(grid.bounds()).map(hex).collect()
        }
        Map::Layers(layers) => {
            let on_layer = |(layer, bounds): (u32, Rect)| {
                cells(bounds).map(move |cell| Place::LayerCell(LayerCell::new(layer, cell)))
            };
            let bounds = layers.grids().iter().map(xunlu_map::Grid::bounds);
            (0..).zip(bounds).flat_map(on_layer).collect()
        }
        Map::Waypoints(graph) => {
            (0..graph.len()).map(|id| Place::Waypoint(WaypointId(id))).collect()
        }
    }
}

/// Which of [`places`] this is. Returns `None` if the place is not on the map, or is named as those of
/// another kind of map.
#[inline]
pub(super) fn number_of(map: &Map, place: Place) -> Option<usize> {
    match (map, place) {
        (Map::Grid(grid), Place::Cell(cell)) => number_within(grid.bounds(), cell),
        (Map::Hex(grid), Place::Hex(hex)) => {
            number_within(grid.bounds(), hexagonal::cell_of(grid.arrangement(), hex))
        }
        (Map::Layers(layers), Place::LayerCell(LayerCell { layer, cell })) => {
            let layer = layer as usize;
            let here = number_within(layers.grids().get(layer)?.bounds(), cell)?;
            let below = layers.grids()[..layer].iter().map(|grid| count(grid.bounds()));
            Some(below.sum::<usize>() + here)
        }
        (Map::Waypoints(graph), Place::Waypoint(id)) => {
            (id.0 < graph.len()).then_some(id.0 as usize)
        }
        _ => None,
    }
}

fn cells(Rect { min, size }: Rect) -> impl Iterator<Item = Cell> {
    (0..size.height).flat_map(move |down| {
        (0..size.width).map(move |right| {
            Cell::new(min.x.saturating_add_unsigned(right), min.y.saturating_add_unsigned(down))
        })
    })
}

fn count(Rect { size, .. }: Rect) -> usize {
    size.width as usize * size.height as usize
}

fn number_within(Rect { min, size }: Rect, cell: Cell) -> Option<usize> {
    let (right, down) =
        (i64::from(cell.x) - i64::from(min.x), i64::from(cell.y) - i64::from(min.y));
    let right = usize::try_from(right).ok().filter(|&right| right < size.width as usize)?;
    let down = usize::try_from(down).ok().filter(|&down| down < size.height as usize)?;
    Some(down * size.width as usize + right)
}
