//! A map of any kind, its layers, ground and links.

use crate::cell::{Cell, Rect};
use crate::edit::{Edit, Revision};
use crate::error::{MapError, MapErrorKind};
use crate::grid::Grid;
use crate::ground::Ground;
use crate::hexgrid::HexGrid;
use crate::layers::{LayerCell, Layers};
use crate::link::{Door, Link, LinkId, Links};
use crate::node::NodeId;
use crate::numbering::Sheet;
use crate::place::Place;
use crate::terrain::{Exits, Tags, Terrain};
use crate::waypoints::{Point, WaypointGraph, WaypointId};

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

    /// Has its edits counted from this revision on: for whoever loads a map in place of another, or goes on
    /// with one that was saved.
    #[must_use]
    pub fn at_revision(mut self, revision: Revision) -> Map {
        match &mut self {
            Map::Grid(grid) => grid.count_from(revision),
            Map::Hex(grid) => grid.count_from(revision),
            Map::Layers(layers) => layers.count_from(revision),
            Map::Waypoints(graph) => graph.count_from(revision),
        }
        self
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

    /// The word for its kind: `grid`, `hex`, `layers` or `waypoints`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Map::Grid(_) => "grid",
            Map::Hex(_) => "hex",
            Map::Layers(_) => "layers",
            Map::Waypoints(_) => "waypoints",
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

    /// Checks that a place is of this map's kind, be it inside or not.
    ///
    /// ```
    /// # use xunlu_map as xunlu;
    /// use xunlu::{Grid, Hex, Map};
    ///
    /// let map = Map::from("...".parse::<Grid>()?);
    /// let error = map.check_kind(Hex::new(2, 1).into()).unwrap_err();
    /// assert_eq!(error.to_string(), "2,1 is a hex; this map has cells");
    /// # Ok::<(), xunlu_map::MapError>(())
    /// ```
    ///
    /// # Errors
    /// When it is of another kind of map.
    pub fn check_kind(&self, place: Place) -> Result<(), MapError> {
        let fits = match self {
            Map::Grid(_) | Map::Layers(_) => place.as_cell().is_some(),
            Map::Hex(_) => place.as_hex().is_some(),
            Map::Waypoints(_) => place.as_waypoint().is_some(),
        };
        if fits { Ok(()) } else { Err(self.wrong_place(place)) }
    }

    fn wrong_place(&self, place: Place) -> MapError {
        let has = match self {
            Map::Grid(_) => "cells",
            Map::Hex(_) => "hexes",
            Map::Layers(_) => "cells on layers",
            Map::Waypoints(_) => "waypoints",
        };
        let name = match place {
            Place::Waypoint(id) => id.0.to_string(),
            _ => place.to_string(),
        };
        let says = format!("{name} is {}; this map has {has}", place.kind());
        MapError::new(MapErrorKind::WrongPlace, says).with(&[&name])
    }

    /// The number of a place in every graph of this map. Returns `None` outside, or for a place of
    /// another kind of map.
    #[must_use]
    pub fn node_at(&self, place: Place) -> Option<NodeId> {
        let index = match (self, place) {
            (
                Map::Grid(grid),
                Place::Cell(cell) | Place::LayerCell(LayerCell { layer: 0, cell }),
            ) => Sheet::index_on(grid, cell)?,
            (Map::Hex(grid), Place::Hex(hex)) => grid.index_of(hex)?,
            (Map::Layers(layers), Place::LayerCell(LayerCell { layer, cell })) => {
                layers.first_node(layer)? + Sheet::index_on(layers.grid(layer)?, cell)?
            }
            (Map::Layers(layers), Place::Cell(cell)) => Sheet::index_on(layers.grid(0)?, cell)?,
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
            Map::Layers(layers) => Place::LayerCell(layers.layer_cell_of(node.0)),
            Map::Waypoints(_) => Place::Waypoint(WaypointId(node.0)),
        }
    }

    /// The grid of square cells. Returns `None` if it is another kind of map.
    #[must_use]
    pub const fn as_grid(&self) -> Option<&Grid> {
        if let Map::Grid(grid) = self { Some(grid) } else { None }
    }

    /// The hex grid. Returns `None` if it is another kind of map.
    #[must_use]
    pub const fn as_hex(&self) -> Option<&HexGrid> {
        if let Map::Hex(grid) = self { Some(grid) } else { None }
    }

    /// The grids on top of each other. Returns `None` if it is another kind of map.
    #[must_use]
    pub const fn as_layers(&self) -> Option<&Layers> {
        if let Map::Layers(layers) = self { Some(layers) } else { None }
    }

    /// The waypoints. Returns `None` if it is another kind of map.
    #[must_use]
    pub const fn as_waypoints(&self) -> Option<&WaypointGraph> {
        if let Map::Waypoints(graph) = self { Some(graph) } else { None }
    }

    /// Its grids of square cells, one for each layer. Empty on hexes and waypoints.
    #[must_use]
    pub fn grids(&self) -> &[Grid] {
        match self {
            Map::Grid(grid) => std::slice::from_ref(grid),
            Map::Layers(layers) => layers.grids(),
            Map::Hex(_) | Map::Waypoints(_) => &[],
        }
    }

    /// The ground of each layer. There is none on waypoints.
    pub fn grounds(&self) -> impl Iterator<Item = &Ground> {
        let hexes = if let Map::Hex(grid) = self { Some(grid.ground()) } else { None };
        self.grids().iter().map(Grid::ground).chain(hexes)
    }

    /// The ground of one layer. Returns `None` if there is no such layer.
    #[must_use]
    pub fn ground(&self, layer: u32) -> Option<&Ground> {
        match self {
            Map::Hex(grid) => (layer == 0).then(|| grid.ground()),
            _ => self.grids().get(layer as usize).map(Grid::ground),
        }
    }

    /// The square grid of a place's layer, with the layer and the cell. Returns `None` on other maps, or
    /// if there is no such layer.
    #[must_use]
    pub fn grid_around(&self, place: Place) -> Option<(&Grid, u32, Cell)> {
        let (layer, cell) = (place.layer()?, place.as_cell()?);
        Some((self.grids().get(layer as usize)?, layer, cell))
    }

    /// The layer of a place and where it lies on it, in columns and rows. Returns `None` for a place of
    /// another kind of map, and on waypoints.
    #[must_use]
    pub fn cell_of(&self, place: Place) -> Option<(u32, Cell)> {
        match (self, place) {
            (Map::Hex(grid), Place::Hex(hex)) => Some((0, grid.cell_of(hex))),
            _ => self.grid_around(place).map(|(_, layer, cell)| (layer, cell)),
        }
    }

    /// The terrain of a place. Returns `None` outside, and on waypoints.
    #[must_use]
    pub fn terrain(&self, place: Place) -> Option<Terrain> {
        let (layer, cell) = self.cell_of(place)?;
        self.ground(layer)?.terrain().get(cell)
    }

    /// The tags of a place. Returns `None` outside, and on waypoints.
    #[must_use]
    pub fn tags(&self, place: Place) -> Option<Tags> {
        let (layer, cell) = self.cell_of(place)?;
        let ground = self.ground(layer)?;
        let is_inside = ground.bounds().contains(cell);
        let tags = ground.tags().and_then(|tags| tags.get(cell)).unwrap_or(Tags::NONE);
        is_inside.then_some(tags)
    }

    /// Its places with the terrain of each, layer after layer and row by row. There are none on waypoints.
    pub fn cells(&self) -> impl Iterator<Item = (Place, Terrain)> {
        (0_u32..).zip(self.grounds()).flat_map(move |(layer, ground)| {
            ground.cells().map(move |(cell, terrain)| (self.place_on(layer, cell), terrain))
        })
    }

    /// The place in a column and row of a layer: the reverse of [`cell_of`](Self::cell_of). On a
    /// map of one layer the layer counts for nothing; on waypoints there is no such place.
    #[must_use]
    pub fn place_on(&self, layer: u32, cell: Cell) -> Place {
        match self {
            Map::Layers(_) => Place::LayerCell(LayerCell::new(layer, cell)),
            Map::Hex(grid) => Place::Hex(grid.hex_at(cell)),
            Map::Grid(_) | Map::Waypoints(_) => Place::Cell(cell),
        }
    }

    /// Where a place lies, in its map's own units: columns and rows, or the waypoint's position. For
    /// hexes, columns and rows of their arrangement. Returns `None` for an unknown
    /// waypoint, and for hexes and waypoints on maps of another kind.
    #[must_use]
    pub fn point_of(&self, place: Place) -> Option<Point> {
        let of_cell = |cell: Cell| Point::new(f64::from(cell.x), f64::from(cell.y));
        match (self, place) {
            (Map::Waypoints(graph), Place::Waypoint(id)) => Some(graph.waypoint(id)?.point),
            (Map::Hex(grid), Place::Hex(hex)) => Some(of_cell(grid.cell_of(hex))),
            (_, Place::Cell(cell) | Place::LayerCell(LayerCell { cell, .. })) => {
                Some(of_cell(cell))
            }
            _ => None,
        }
    }

    /// Sets the terrain of a rectangle of a layer (0 where there is but one; columns and rows on a hex
    /// grid).
    ///
    /// # Errors
    /// When any of it lies outside, there is no such layer, or the map has no cells.
    pub fn fill_on(&mut self, layer: u32, rect: Rect, terrain: Terrain) -> Result<Edit, MapError> {
        match self {
            Map::Grid(grid) => only_layer(layer).and_then(|()| grid.fill(rect, terrain)),
            Map::Hex(grid) => only_layer(layer).and_then(|()| grid.fill(rect, terrain)),
            Map::Layers(layers) => layers.fill_on(layer, rect, terrain),
            Map::Waypoints(_) => Err(MapError::no_cells()),
        }
    }

    /// Sets the tags of a rectangle of a layer.
    ///
    /// # Errors
    /// As [`fill_on`](Self::fill_on).
    pub fn fill_tags_on(&mut self, layer: u32, rect: Rect, tags: Tags) -> Result<Edit, MapError> {
        match self {
            Map::Grid(grid) => only_layer(layer).and_then(|()| grid.fill_tags(rect, tags)),
            Map::Hex(grid) => only_layer(layer).and_then(|()| grid.fill_tags(rect, tags)),
            Map::Layers(layers) => layers.fill_tags_on(layer, rect, tags),
            Map::Waypoints(_) => Err(MapError::no_cells()),
        }
    }

    /// Sets the exits of a rectangle of a layer.
    ///
    /// # Errors
    /// As [`fill_on`](Self::fill_on).
    pub fn fill_exits_on(
        &mut self,
        layer: u32,
        rect: Rect,
        exits: Exits,
    ) -> Result<Edit, MapError> {
        match self {
            Map::Grid(grid) => only_layer(layer).and_then(|()| grid.fill_exits(rect, exits)),
            Map::Hex(grid) => only_layer(layer).and_then(|()| grid.fill_exits(rect, exits)),
            Map::Layers(layers) => layers.fill_exits_on(layer, rect, exits),
            Map::Waypoints(_) => Err(MapError::no_cells()),
        }
    }

    /// Adds a link.
    ///
    /// # Errors
    /// When an end lies outside or is no place of this kind of map, both are the same place, or there are too
    /// many links. (A map that was read from a file may have a link from a place to itself; nobody ever
    /// takes it.)
    pub fn add_link(&mut self, link: impl Into<Link<Place>>) -> Result<(LinkId, Edit), MapError> {
        let link = &link.into();
        self.check_kind(link.from)?;
        self.check_kind(link.to)?;
        match self {
            Map::Grid(grid) => grid.add_link(narrowed(link, cell_of)?),
            Map::Hex(grid) => grid.add_link(narrowed(link, Place::as_hex)?),
            Map::Layers(layers) => layers.add_link(narrowed(link, layer_cell_of)?),
            Map::Waypoints(graph) => graph.add_link(narrowed(link, Place::as_waypoint)?),
        }
    }

    /// Removes a link.
    ///
    /// # Errors
    /// When there is no such link.
    pub fn remove_link(&mut self, id: LinkId) -> Result<Edit, MapError> {
        match self {
            Map::Grid(grid) => grid.remove_link(id),
            Map::Hex(grid) => grid.remove_link(id),
            Map::Layers(layers) => layers.remove_link(id),
            Map::Waypoints(graph) => graph.remove_link(id),
        }
    }

    /// Opens or shuts a link's door.
    ///
    /// # Errors
    /// When there is no such link.
    pub fn set_door(&mut self, id: LinkId, door: Door) -> Result<Edit, MapError> {
        match self {
            Map::Grid(grid) => grid.set_door(id, door),
            Map::Hex(grid) => grid.set_door(id, door),
            Map::Layers(layers) => layers.set_door(id, door),
            Map::Waypoints(graph) => graph.set_door(id, door),
        }
    }

    /// A link of this map, with its ends as places. Returns `None` if there is none of this number.
    #[must_use]
    pub fn link(&self, id: LinkId) -> Option<Link<Place>> {
        match self {
            Map::Grid(grid) => grid.links().get(id).map(widened),
            Map::Hex(grid) => grid.links().get(id).map(widened),
            Map::Layers(layers) => layers.links().get(id).map(widened),
            Map::Waypoints(graph) => graph.links().get(id).map(widened),
        }
    }

    /// How many link numbers were given out, those of removed links included.
    #[must_use]
    pub fn link_numbers_given(&self) -> u32 {
        match self {
            Map::Grid(grid) => grid.links().numbers_given(),
            Map::Hex(grid) => grid.links().numbers_given(),
            Map::Layers(layers) => layers.links().numbers_given(),
            Map::Waypoints(graph) => graph.links().numbers_given(),
        }
    }

    /// Every link of this map, with its ends as places, in the order of their numbers.
    pub fn links(&self) -> impl Iterator<Item = (LinkId, Link<Place>)> {
        fn all<'a, P>(
            links: Option<&'a Links<P>>,
        ) -> impl Iterator<Item = (LinkId, Link<Place>)> + use<'a, P>
        where
            P: Copy + Into<Place>,
        {
            links.into_iter().flat_map(|links| links.iter().map(|(id, link)| (id, widened(link))))
        }
        let (cells, hexes, layer_cells, waypoints) = match self {
            Map::Grid(grid) => (Some(grid.links()), None, None, None),
            Map::Hex(grid) => (None, Some(grid.links()), None, None),
            Map::Layers(layers) => (None, None, Some(layers.links()), None),
            Map::Waypoints(graph) => (None, None, None, Some(graph.links())),
        };
        all(cells).chain(all(hexes)).chain(all(layer_cells)).chain(all(waypoints))
    }
}

impl Map {
    /// Whether cells can be changed.
    pub(crate) fn check_cells(&self, layer: u32, rect: Rect) -> Result<(), MapError> {
        let count = self.grounds().count();
        if count == 0 {
            return Err(MapError::no_cells());
        }
        let ground = self.ground(layer);
        ground.ok_or_else(|| MapError::no_such_layer(layer, count))?.check_inside(rect)
    }

    /// Whether a link can be added.
    pub(crate) fn check_link(&self, link: &Link<Place>) -> Result<(), MapError> {
        self.check_kind(link.from)?;
        self.check_kind(link.to)?;
        match self {
            Map::Grid(grid) => grid.check_link(&narrowed(link, cell_of)?),
            Map::Hex(grid) => grid.check_link(&narrowed(link, Place::as_hex)?),
            Map::Layers(layers) => layers.check_link(&narrowed(link, layer_cell_of)?),
            Map::Waypoints(graph) => graph.check_link(&narrowed(link, Place::as_waypoint)?),
        }
    }
}

/// Checks the layer of an edit on a map that has but one.
fn only_layer(layer: u32) -> Result<(), MapError> {
    if layer == 0 { Ok(()) } else { Err(MapError::no_such_layer(layer, 1)) }
}

fn widened<P: Copy + Into<Place>>(link: &Link<P>) -> Link<Place> {
    let Link { from, to, weight, is_two_way, tags, door } = link.clone();
    Link { from: from.into(), to: to.into(), weight, is_two_way, tags, door }
}

/// The link between places of one kind of map.
fn narrowed<P>(link: &Link<Place>, of: fn(Place) -> Option<P>) -> Result<Link<P>, MapError> {
    let end = |place: Place| {
        // It is of the map's kind, so what can be wrong is the layer.
        of(place).ok_or_else(|| MapError::no_such_layer(place.layer().unwrap_or(0), 1))
    };
    let Link { from, to, weight, is_two_way, tags, door } = *link;
    Ok(Link { from: end(from)?, to: end(to)?, weight, is_two_way, tags, door })
}

fn cell_of(place: Place) -> Option<Cell> {
    match place {
        Place::Cell(cell) | Place::LayerCell(LayerCell { layer: 0, cell }) => Some(cell),
        _ => None,
    }
}

fn layer_cell_of(place: Place) -> Option<LayerCell> {
    match place {
        Place::Cell(cell) => Some(LayerCell::new(0, cell)),
        Place::LayerCell(layer_cell) => Some(layer_cell),
        _ => None,
    }
}
