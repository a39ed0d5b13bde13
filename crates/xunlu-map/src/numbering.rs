//! How a map numbers its places, kept by results that outlive their look at the map.

use crate::cell::{Cell, Rect};
use crate::grid::{Grid, Wrap};
use crate::hex::HexArrangement;
use crate::layers::LayerCell;
use crate::layout::Layout;
use crate::map::Map;
use crate::node::NodeId;
use crate::place::Place;
use crate::waypoints::WaypointId;

/// The numbers and names of a map's places. Costs nothing in proportion to the map, and stays right
/// under edits: those change what places are, never where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbering(Kind);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    Cells(Sheet),
    Hexes { layout: Layout, arrangement: HexArrangement },
    // Each layer with what is added to its numbers.
    LayerCells(Vec<(u32, Sheet)>),
    Waypoints { count: u32 },
}

/// How one square grid numbers its cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sheet {
    layout: Layout,
    wrap: Wrap,
}

impl Numbering {
    /// How a map numbers its places.
    #[must_use]
    pub fn of(map: &Map) -> Numbering {
        Numbering(match map {
            Map::Grid(grid) => Kind::Cells(Sheet::of(grid)),
            Map::Hex(grid) => {
                Kind::Hexes { layout: *grid.layout(), arrangement: grid.arrangement() }
            }
            Map::Layers(layers) => {
                let first = |layer| layers.first_node(layer).unwrap_or(0);
                let sheets = (0..).zip(layers.grids());
                Kind::LayerCells(sheets.map(|(n, grid)| (first(n), Sheet::of(grid))).collect())
            }
            Map::Waypoints(graph) => Kind::Waypoints { count: graph.len() },
        })
    }

    /// As [`Map::node_at`]: returns `None` if the place is not on the map.
    #[must_use]
    pub fn node_at(&self, place: Place) -> Option<NodeId> {
        let index = match (&self.0, place) {
            (
                Kind::Cells(sheet),
                Place::Cell(cell) | Place::LayerCell(LayerCell { layer: 0, cell }),
            ) => sheet.index_of(cell)?,
            (Kind::Hexes { layout, arrangement }, Place::Hex(hex)) => {
                layout.index_of(arrangement.cell_of(hex))?
            }
            (Kind::LayerCells(sheets), Place::Cell(cell)) => sheets.first()?.1.index_of(cell)?,
            (Kind::LayerCells(sheets), Place::LayerCell(layer_cell)) => {
                let (first, sheet) = sheets.get(layer_cell.layer as usize)?;
                first + sheet.index_of(layer_cell.cell)?
            }
            (Kind::Waypoints { count }, Place::Waypoint(id)) if id.0 < *count => id.0,
            _ => return None,
        };
        Some(NodeId(index))
    }

    /// As [`Map::place_of`].
    #[must_use]
    pub fn place_of(&self, node: NodeId) -> Place {
        match &self.0 {
            Kind::Cells(sheet) => Place::Cell(sheet.layout.cell_of(node.0)),
            Kind::Hexes { layout, arrangement } => {
                Place::Hex(arrangement.hex_of(layout.cell_of(node.0)))
            }
            Kind::LayerCells(sheets) => {
                let above = sheets.partition_point(|(first, _)| *first <= node.0);
                let layer = above.saturating_sub(1);
                let (first, sheet) = &sheets[layer];
                let cell = sheet.layout.cell_of(node.0 - first);
                let layer = u32::try_from(layer).unwrap_or(u32::MAX);
                Place::LayerCell(LayerCell::new(layer, cell))
            }
            Kind::Waypoints { .. } => Place::Waypoint(WaypointId(node.0)),
        }
    }
}

impl Sheet {
    pub(crate) fn of(grid: &Grid) -> Sheet {
        Sheet { layout: *grid.layout(), wrap: grid.wrap() }
    }

    /// The number of a cell of a grid, without a look at where edges are joined if it lies inside.
    #[inline]
    pub(crate) fn index_on(grid: &Grid, cell: Cell) -> Option<u32> {
        grid.layout().index_of(cell).or_else(|| Sheet::of(grid).home_of(cell))
    }

    /// The number of a cell, brought home round joined edges.
    #[inline]
    pub(crate) fn index_of(&self, cell: Cell) -> Option<u32> {
        self.layout.index_of(cell).or_else(|| self.home_of(cell))
    }

    #[cold]
    fn home_of(&self, cell: Cell) -> Option<u32> {
        let Rect { min, size } = self.layout.bounds();
        let home = |at: i32, least: i32, length: u32, joins: bool| {
            let off = i64::from(at) - i64::from(least);
            let off = if joins { off.rem_euclid(i64::from(length)) } else { off };
            i32::try_from(i64::from(least) + off).ok()
        };
        let x = home(cell.x, min.x, size.width, self.wrap.x)?;
        let y = home(cell.y, min.y, size.height, self.wrap.y)?;
        self.layout.index_of(Cell::new(x, y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hex, HexGrid, Layers, Size, WaypointGraph};

    fn check(map: &Map, strange: &[Place]) {
        let numbering = Numbering::of(map);
        for node in (0..map.node_count()).map(NodeId) {
            let place = map.place_of(node);
            assert_eq!(numbering.place_of(node), place);
            assert_eq!(numbering.node_at(place), map.node_at(place), "{place}");
        }
        for &place in strange {
            assert_eq!(numbering.node_at(place), map.node_at(place), "{place}");
        }
    }

    #[test]
    fn it_numbers_places_as_the_map_does() {
        let strange: Vec<Place> = [(-1, 0), (3, 1), (-7, 9), (i32::MIN, i32::MAX)]
            .into_iter()
            .flat_map(|(x, y)| {
                let cell = Cell::new(x, y);
                let layer_cells =
                    (0..3).map(move |layer| Place::LayerCell(LayerCell::new(layer, cell)));
                layer_cells.chain([Place::Cell(cell), Place::Hex(Hex::new(x, y))])
            })
            .chain((0..4).map(|number| Place::Waypoint(WaypointId(number))))
            .collect();
        let at = |x, width| Grid::at(Rect::new(Cell::new(x, -1), Size::new(width, 3))).unwrap();
        check(&at(-2, 4).into(), &strange);
        for (x, y) in [(true, false), (true, true)] {
            let round = at(-2, 4).wrapped(Wrap { x, y });
            check(&round.clone().into(), &strange);
            let layers = Layers::new(vec![at(0, 2), round, at(5, 1)]).unwrap();
            check(&layers.into(), &strange);
        }
        for arrangement in HexArrangement::ALL {
            let bounds = Rect::new(Cell::new(-1, 2), Size::new(3, 4));
            check(&HexGrid::at(arrangement, bounds).unwrap().into(), &strange);
        }
        let roads: WaypointGraph = "@waypoint a at 0,0\n@waypoint b at 1,0".parse().unwrap();
        check(&roads.into(), &strange);
    }
}
