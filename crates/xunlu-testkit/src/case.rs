//! A map of any kind, its places, and the published numbers of both.

use crate::mover_text::pair;
use std::fmt;
use xunlu_map::{Cell, Grid, Hex, HexGrid, LayerCell, Layers, WaypointGraph, WaypointId};

/// A map of any kind.
#[derive(Clone, PartialEq, Debug)]
pub enum Case {
    /// Square cells.
    Grid(Grid),
    /// Hexes.
    Hex(HexGrid),
    /// Square cells on several layers.
    Layers(Layers),
    /// Named points and links.
    Waypoints(WaypointGraph),
}

/// A place of any kind of map.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// A cell of a grid.
    Cell(Cell),
    /// A hex of a hex grid.
    Hex(Hex),
    /// A cell of one of several layers.
    LayerCell(LayerCell),
    /// A waypoint of a waypoint graph.
    Waypoint(WaypointId),
}

impl From<Grid> for Case {
    fn from(grid: Grid) -> Case {
        Case::Grid(grid)
    }
}

impl From<HexGrid> for Case {
    fn from(grid: HexGrid) -> Case {
        Case::Hex(grid)
    }
}

impl From<Layers> for Case {
    fn from(layers: Layers) -> Case {
        Case::Layers(layers)
    }
}

impl From<WaypointGraph> for Case {
    fn from(graph: WaypointGraph) -> Case {
        Case::Waypoints(graph)
    }
}

impl From<Cell> for Place {
    fn from(cell: Cell) -> Place {
        Place::Cell(cell)
    }
}

impl From<Hex> for Place {
    fn from(hex: Hex) -> Place {
        Place::Hex(hex)
    }
}

impl From<LayerCell> for Place {
    fn from(layer_cell: LayerCell) -> Place {
        Place::LayerCell(layer_cell)
    }
}

impl From<WaypointId> for Place {
    fn from(id: WaypointId) -> Place {
        Place::Waypoint(id)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Cell(cell) => cell.fmt(f),
            Place::Hex(hex) => hex.fmt(f),
            Place::LayerCell(layer_cell) => write!(f, "{}:{}", layer_cell.layer, layer_cell.cell),
            Place::Waypoint(id) => id.0.fmt(f),
        }
    }
}

impl Case {
    /// How many numbers the map's nodes take, those of a border included.
    #[must_use]
    pub fn node_count(&self) -> u32 {
        match self {
            Case::Grid(grid) => grid.layout().len(),
            Case::Hex(grid) => grid.layout().len(),
            Case::Layers(layers) => layers.grids().iter().map(|grid| grid.layout().len()).sum(),
            Case::Waypoints(graph) => graph.len(),
        }
    }

    /// The published number of a place: the node that the engine's views give it when headings do
    /// not matter. None when the place is not on the map, or of another kind of map.
    #[must_use]
    pub fn node_of(&self, place: Place) -> Option<u32> {
        match (self, place) {
            (Case::Grid(grid), Place::Cell(cell)) => grid.layout().index_of(cell),
            (Case::Hex(grid), Place::Hex(hex)) => grid.layout().index_of(grid.cell_of(hex)),
            (Case::Layers(layers), Place::LayerCell(layer_cell)) => {
                let layer = layer_cell.layer as usize;
                let index = layers.grids().get(layer)?.layout().index_of(layer_cell.cell)?;
                let below = &layers.grids()[..layer];
                Some(below.iter().map(|grid| grid.layout().len()).sum::<u32>() + index)
            }
            (Case::Waypoints(graph), Place::Waypoint(id)) => (id.0 < graph.len()).then_some(id.0),
            _ => None,
        }
    }

    /// The place of a number; none where the number belongs to a border or is too large.
    #[must_use]
    pub fn place_of(&self, node: u32) -> Option<Place> {
        let place = match self {
            Case::Grid(grid) => Place::Cell(grid.layout().cell_of(node)),
            Case::Hex(grid) => Place::Hex(grid.hex_at(grid.layout().cell_of(node))),
            Case::Layers(layers) => {
                let mut index = node;
                let mut numbered = (0..).zip(layers.grids());
                let (layer, grid) = numbered.find(|(_, grid)| {
                    let here = index < grid.layout().len();
                    index -= if here { 0 } else { grid.layout().len() };
                    here
                })?;
                Place::LayerCell(LayerCell::new(layer, grid.layout().cell_of(index)))
            }
            Case::Waypoints(_) => Place::Waypoint(WaypointId(node)),
        };
        (self.node_of(place) == Some(node)).then_some(place)
    }

    /// A place as the corpus writes it: `x,y`, `q,r`, `layer:x,y`, or a waypoint's name.
    #[must_use]
    pub fn write_place(&self, place: Place) -> String {
        match (self, place) {
            (Case::Waypoints(graph), Place::Waypoint(id)) => {
                graph.waypoint(id).map_or_else(|| place.to_string(), |found| found.name.clone())
            }
            _ => place.to_string(),
        }
    }

    /// The place that a text names, as [`write_place`](Self::write_place) writes it; it need not lie
    /// on the map.
    ///
    /// # Errors
    /// When it names no place of this kind of map.
    pub fn parse_place(&self, text: &str) -> Result<Place, String> {
        let cell = |text| pair(text, ',').map(|(x, y)| Cell::new(x, y));
        match self {
            Case::Grid(_) => cell(text).map(Place::Cell),
            Case::Hex(_) => pair(text, ',').map(|(q, r)| Place::Hex(Hex::new(q, r))),
            Case::Layers(_) => {
                let (layer, rest) = text.split_once(':').unwrap_or(("0", text));
                let layer = layer.parse().map_err(|_| format!("{text:?}; expected layer:x,y"))?;
                Ok(Place::LayerCell(LayerCell::new(layer, cell(rest)?)))
            }
            Case::Waypoints(graph) => {
                let found = graph.waypoints().iter().position(|known| known.name == text);
                let number = found.and_then(|number| u32::try_from(number).ok());
                let number =
                    number.ok_or_else(|| format!("{text:?}; expected a waypoint's name"))?;
                Ok(Place::Waypoint(WaypointId(number)))
            }
        }
    }

    /// Every place of the map, open or not, in the order of their numbers.
    #[must_use]
    pub fn places(&self) -> Vec<Place> {
        (0..self.node_count()).filter_map(|node| self.place_of(node)).collect()
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Case::Grid(grid) => grid.fmt(f),
            Case::Hex(grid) => grid.fmt(f),
            Case::Layers(layers) => layers.fmt(f),
            Case::Waypoints(graph) => graph.fmt(f),
        }
    }
}
