//! Places as numbers: layer after layer, and row by row on each.

use crate::status::{AbiCode, Failure};
use xunlu::{Cell, LayerCell, Map, Place, Rect, Size, WaypointId};

/// How the places of one map are numbered for the caller.
#[derive(Clone, Debug)]
pub(crate) struct PlaceNumbers {
    layers: Vec<Numbered>,
    count: u32,
}

/// One layer's cells; a map that is one grid is one layer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbered {
    pub(crate) bounds: Rect,
    /// The number of its first cell.
    pub(crate) first: u32,
}

impl PlaceNumbers {
    pub(crate) fn of(map: &Map) -> PlaceNumbers {
        let bounds = match map {
            Map::Grid(grid) => vec![grid.bounds()],
            Map::Hex(grid) => vec![grid.bounds()],
            Map::Layers(layers) => layers.grids().iter().map(xunlu::Grid::bounds).collect(),
            Map::Waypoints(graph) => {
                return PlaceNumbers { layers: Vec::new(), count: graph.len() };
            }
        };
        let mut count = 0;
        let numbered = |bounds: Rect| {
            let first = count;
            // No more than nodes, which are numbered by `u32` with a border around each layer.
            count += u32::try_from(bounds.size.area()).expect("a cell is a node");
            Numbered { bounds, first }
        };
        let layers = bounds.into_iter().map(numbered).collect();
        PlaceNumbers { layers, count }
    }

    /// How many places there are.
    pub(crate) fn count(&self) -> u32 {
        self.count
    }

    /// How many layers there are; waypoints have none.
    pub(crate) fn layer_count(&self) -> u32 {
        u32::try_from(self.layers.len()).expect("a layer has a node")
    }

    pub(crate) fn layer(&self, layer: u32) -> Option<Numbered> {
        self.layers.get(layer as usize).copied()
    }

    /// The place of a number.
    pub(crate) fn place_at(&self, map: &Map, number: u32) -> Result<Place, Failure> {
        if number >= self.count {
            return Err(self.no_such(number));
        }
        let after = self.layers.partition_point(|layer| layer.first <= number);
        let Some(layer) = after.checked_sub(1) else {
            return Ok(Place::Waypoint(WaypointId(number)));
        };
        let Numbered { bounds: Rect { min, size }, first } = self.layers[layer];
        let inside = number - first;
        // Sides are those of a map, which is smaller than what a signed number can say.
        let [column, row] = [inside % size.width, inside / size.width].map(u32::cast_signed);
        let at = Cell::new(min.x + column, min.y + row);
        let layer = u32::try_from(layer).expect("a layer has a node");
        Ok(match map {
            Map::Hex(grid) => Place::Hex(grid.hex_at(at)),
            Map::Layers(_) => Place::LayerCell(LayerCell::new(layer, at)),
            _ => Place::Cell(at),
        })
    }

    /// The number of a place of this map.
    pub(crate) fn number_of(&self, map: &Map, place: Place) -> u32 {
        let cell = match (map, place) {
            (_, Place::Waypoint(id)) => return id.0,
            (Map::Hex(grid), Place::Hex(hex)) => grid.cell_of(hex),
            _ => place.as_cell().unwrap_or_default(),
        };
        let layer = place.layer().and_then(|layer| self.layer(layer)).or_else(|| self.layer(0));
        let Some(Numbered { bounds: Rect { min, size }, first }) = layer else { return 0 };
        first + cell.y.abs_diff(min.y) * size.width + cell.x.abs_diff(min.x)
    }

    fn no_such(&self, number: u32) -> Failure {
        let words = match &self.layers[..] {
            [Numbered { bounds: Rect { size: Size { width, height }, .. }, .. }] => {
                format!("there is no cell {number}; expected one of {width} x {height}")
            }
            [] => format!("there is no waypoint {number}; expected one of {}", self.count),
            layers => {
                let (count, cells) = (layers.len(), self.count);
                format!("there is no cell {number}; expected one of {cells} on {count} layers")
            }
        };
        Failure::of(AbiCode::NoSuchPlace, words, &[number, self.count])
    }
}
