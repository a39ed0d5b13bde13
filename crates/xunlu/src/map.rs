//! A map of any kind, behind one door.

use crate::error::WorldError;
use crate::place::Place;
use xunlu_map::{
    Cell, Door, Edit, Exits, Grid, Hex, HexGrid, Layers, Link, LinkId, Point, Rect, Revision, Spot,
    Tags, Terrain, WaypointGraph, WaypointId,
};
use xunlu_search::NodeId;

/// What a world is made of.
#[derive(Clone, PartialEq, Debug)]
pub enum Map {
    /// One grid of square cells.
    Grid(Grid),
    /// A grid of hexes.
    Hex(HexGrid),
    /// Several square grids joined by links.
    Layers(Layers),
    /// Named waypoints joined by links.
    Waypoints(WaypointGraph),
}

impl From<Grid> for Map {
    fn from(grid: Grid) -> Map {
        Map::Grid(grid)
    }
}

impl From<HexGrid> for Map {
    fn from(grid: HexGrid) -> Map {
        Map::Hex(grid)
    }
}

impl From<Layers> for Map {
    fn from(layers: Layers) -> Map {
        Map::Layers(layers)
    }
}

impl From<WaypointGraph> for Map {
    fn from(graph: WaypointGraph) -> Map {
        Map::Waypoints(graph)
    }
}

impl Map {
    /// How often it was edited.
    #[must_use]
    pub fn revision(&self) -> Revision {
        match self {
            Map::Grid(grid) => grid.revision(),
            Map::Hex(grid) => grid.revision(),
            Map::Layers(layers) => layers.revision(),
            Map::Waypoints(graph) => graph.revision(),
        }
    }

    /// How many nodes its graphs have, borders included.
    #[must_use]
    pub fn node_count(&self) -> u32 {
        match self {
            Map::Grid(grid) => grid.layout().len(),
            Map::Hex(grid) => grid.layout().len(),
            Map::Layers(layers) => layers.len(),
            Map::Waypoints(graph) => graph.len(),
        }
    }

    /// What its places are called, for messages.
    #[must_use]
    pub const fn place_kind(&self) -> &'static str {
        match self {
            Map::Grid(_) => "a cell",
            Map::Hex(_) => "a hex",
            Map::Layers(_) => "a cell on a layer",
            Map::Waypoints(_) => "a waypoint",
        }
    }

    /// The number of a place in every graph of this map; none outside, or for a place of another
    /// kind of map.
    #[must_use]
    pub fn node_at(&self, place: Place) -> Option<NodeId> {
        let index = match (self, place) {
            (Map::Grid(grid), Place::Cell(cell) | Place::Spot(Spot { layer: 0, cell })) => {
                grid.layout().index_of(grid.home_of(cell)?)?
            }
            (Map::Hex(grid), Place::Hex(hex)) => grid.index_of(hex)?,
            (Map::Layers(layers), Place::Spot(spot)) => home_index(layers, spot)?,
            (Map::Layers(layers), Place::Cell(cell)) => home_index(layers, Spot::new(0, cell))?,
            (Map::Waypoints(graph), Place::Waypoint(id)) if id.0 < graph.len() => id.0,
            _ => return None,
        };
        Some(NodeId(index))
    }

    /// The place of a number.
    #[must_use]
    pub fn place_of(&self, node: NodeId) -> Place {
        match self {
            Map::Grid(grid) => Place::Cell(grid.layout().cell_of(node.0)),
            Map::Hex(grid) => Place::Hex(grid.hex_of(node.0)),
            Map::Layers(layers) => Place::Spot(layers.spot_of(node.0)),
            Map::Waypoints(_) => Place::Waypoint(WaypointId(node.0)),
        }
    }

    /// The square grid of a place's layer, with the place's cell; none on other maps.
    pub(crate) fn grid_around(&self, place: Place) -> Option<(&Grid, u32, Cell)> {
        match (self, place) {
            (Map::Grid(grid), Place::Cell(cell) | Place::Spot(Spot { layer: 0, cell })) => {
                Some((grid, 0, cell))
            }
            (Map::Layers(layers), Place::Spot(Spot { layer, cell })) => {
                Some((layers.grid(layer)?, layer, cell))
            }
            (Map::Layers(layers), Place::Cell(cell)) => Some((layers.grid(0)?, 0, cell)),
            _ => None,
        }
    }

    /// A place on a square grid's layer, named as this map names its places.
    pub(crate) fn cell_on(&self, layer: u32, cell: Cell) -> Place {
        match self {
            Map::Layers(_) => Place::Spot(Spot::new(layer, cell)),
            _ => Place::Cell(cell),
        }
    }

    /// Where a place lies, in its map's own units: columns and rows, or the waypoint's position. For
    /// hexes, columns and rows of their arrangement.
    #[must_use]
    pub fn point_of(&self, place: Place) -> Option<Point> {
        let of_cell = |cell: Cell| Point::new(f64::from(cell.x), f64::from(cell.y));
        match (self, place) {
            (Map::Waypoints(graph), Place::Waypoint(id)) => Some(graph.waypoint(id)?.point),
            (Map::Hex(grid), Place::Hex(hex)) => Some(of_cell(grid.cell_of(hex))),
            (_, Place::Cell(cell) | Place::Spot(Spot { cell, .. })) => Some(of_cell(cell)),
            _ => None,
        }
    }

    pub(crate) fn fill(
        &mut self,
        layer: u32,
        rect: Rect,
        terrain: Terrain,
    ) -> Result<Edit, WorldError> {
        match self {
            Map::Grid(grid) => Ok(grid.fill(rect, terrain)?),
            Map::Hex(grid) => Ok(grid.fill(rect, terrain)?),
            Map::Layers(layers) => Ok(layers.fill(layer, rect, terrain)?),
            Map::Waypoints(_) => Err(no_cells()),
        }
    }

    pub(crate) fn set_tags(
        &mut self,
        layer: u32,
        rect: Rect,
        tags: Tags,
    ) -> Result<Edit, WorldError> {
        match self {
            Map::Grid(grid) => Ok(grid.set_tags(rect, tags)?),
            Map::Hex(grid) => Ok(grid.set_tags(rect, tags)?),
            Map::Layers(layers) => Ok(layers.set_tags(layer, rect, tags)?),
            Map::Waypoints(_) => Err(no_cells()),
        }
    }

    pub(crate) fn set_exits(
        &mut self,
        layer: u32,
        rect: Rect,
        ways: Exits,
    ) -> Result<Edit, WorldError> {
        match self {
            Map::Grid(grid) => Ok(grid.set_exits(rect, ways)?),
            Map::Hex(grid) => Ok(grid.set_exits(rect, ways)?),
            Map::Layers(layers) => Ok(layers.set_exits(layer, rect, ways)?),
            Map::Waypoints(_) => Err(no_cells()),
        }
    }

    pub(crate) fn add_link(&mut self, link: &Link<Place>) -> Result<(LinkId, Edit), WorldError> {
        match self {
            Map::Grid(grid) => Ok(grid.add_link(narrowed(link, cell_of)?)?),
            Map::Hex(grid) => Ok(grid.add_link(narrowed(link, hex_of)?)?),
            Map::Layers(layers) => Ok(layers.add_link(narrowed(link, spot_of)?)?),
            Map::Waypoints(graph) => Ok(graph.add_link(narrowed(link, waypoint_of)?)?),
        }
    }

    pub(crate) fn remove_link(&mut self, id: LinkId) -> Result<Edit, WorldError> {
        match self {
            Map::Grid(grid) => Ok(grid.remove_link(id)?),
            Map::Hex(grid) => Ok(grid.remove_link(id)?),
            Map::Layers(layers) => Ok(layers.remove_link(id)?),
            Map::Waypoints(graph) => Ok(graph.remove_link(id)?),
        }
    }

    pub(crate) fn set_door(&mut self, id: LinkId, door: Door) -> Result<Edit, WorldError> {
        match self {
            Map::Grid(grid) => Ok(grid.set_door(id, door)?),
            Map::Hex(grid) => Ok(grid.set_door(id, door)?),
            Map::Layers(layers) => Ok(layers.set_door(id, door)?),
            Map::Waypoints(graph) => Ok(graph.set_door(id, door)?),
        }
    }

    /// A link of this map, with its ends as places.
    #[must_use]
    pub fn link(&self, id: LinkId) -> Option<Link<Place>> {
        match self {
            Map::Grid(grid) => grid.links().get(id).map(widened),
            Map::Hex(grid) => grid.links().get(id).map(widened),
            Map::Layers(layers) => layers.links().get(id).map(widened),
            Map::Waypoints(graph) => graph.links().get(id).map(widened),
        }
    }

    /// Every link of this map, with its ends as places, in the order of their numbers.
    pub fn links(&self) -> impl Iterator<Item = (LinkId, Link<Place>)> {
        let most = match self {
            Map::Grid(grid) => grid.links().iter().map(|(id, _)| id.0 + 1).max(),
            Map::Hex(grid) => grid.links().iter().map(|(id, _)| id.0 + 1).max(),
            Map::Layers(layers) => layers.links().iter().map(|(id, _)| id.0 + 1).max(),
            Map::Waypoints(graph) => graph.links().iter().map(|(id, _)| id.0 + 1).max(),
        };
        let numbers = 0..most.unwrap_or(0);
        numbers.map(LinkId).filter_map(|id| self.link(id).map(|link| (id, link)))
    }
}

/// The number of a spot, brought home round joined edges.
fn home_index(layers: &Layers, spot: Spot) -> Option<u32> {
    let home = layers.grid(spot.layer)?.home_of(spot.cell)?;
    layers.index_of(Spot::new(spot.layer, home))
}

fn no_cells() -> WorldError {
    WorldError::new("a waypoint map has no cells to change; expected an edit of a link")
}

fn widened<P: Copy + Into<Place>>(link: &Link<P>) -> Link<Place> {
    let Link { from, to, weight, is_two_way, tags, door } = link.clone();
    Link { from: from.into(), to: to.into(), weight, is_two_way, tags, door }
}

fn narrowed<P>(link: &Link<Place>, of: fn(Place) -> Option<P>) -> Result<Link<P>, WorldError> {
    let end = |place: Place| {
        let wrong = || WorldError::new(format!("{place} is no place of this kind of map"));
        of(place).ok_or_else(wrong)
    };
    let Link { from, to, weight, is_two_way, tags, door } = *link;
    Ok(Link { from: end(from)?, to: end(to)?, weight, is_two_way, tags, door })
}

fn cell_of(place: Place) -> Option<Cell> {
    match place {
        Place::Cell(cell) | Place::Spot(Spot { layer: 0, cell }) => Some(cell),
        _ => None,
    }
}

fn spot_of(place: Place) -> Option<Spot> {
    match place {
        Place::Cell(cell) => Some(Spot::new(0, cell)),
        Place::Spot(spot) => Some(spot),
        _ => None,
    }
}

fn hex_of(place: Place) -> Option<Hex> {
    if let Place::Hex(hex) = place { Some(hex) } else { None }
}

fn waypoint_of(place: Place) -> Option<WaypointId> {
    if let Place::Waypoint(id) = place { Some(id) } else { None }
}
