//! Grids one above the other: the floors of a house, a dungeon and the village above it.

use crate::cell::{Cell, Rect, Size};
use crate::edit::{Edit, Revision};
use crate::error::MapError;
use crate::grid::{Grid, Wrap};
use crate::ledger::Ledger;
use crate::link::{Door, Link, LinkId, Links};
use crate::terrain::{Exits, Tags, Terrain};
use std::fmt;

/// A place on one of several layers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct LayerCell {
    /// Which layer, from 0.
    pub layer: u32,
    /// Which cell of it.
    pub cell: Cell,
}

impl LayerCell {
    /// The cell `cell` of layer number `layer`.
    #[must_use]
    pub const fn new(layer: u32, cell: Cell) -> LayerCell {
        LayerCell { layer, cell }
    }
}

impl fmt::Display for LayerCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.layer, self.cell)
    }
}

/// One or more grids, and links between any two of their cells.
///
/// Each layer has its own bounds, wrap and ground; links and the revision belong to the whole. Nodes
/// are numbered layer after layer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layers {
    grids: Vec<Grid>,
    // Where each layer's numbers begin, and after the last one where they end.
    first_nodes: Vec<u32>,
    // Whether edges of any are joined, and the size and the joined edges of all if they are alike.
    joins_up: bool,
    shape: Option<(Size, Wrap)>,
    // How many cells of all layers have each terrain.
    counts: Box<[u32; 256]>,
    ledger: Ledger<LayerCell>,
}

impl Layers {
    /// These grids, the first of them layer 0. Links that they have are taken over in order, layer
    /// after layer; from then on the grids themselves have none.
    ///
    /// # Errors
    /// When there is no grid, or all of them together have more than 2^32 - 1 numbers or too many
    /// links.
    pub fn new(mut grids: Vec<Grid>) -> Result<Layers, MapError> {
        let mut links = Links::default();
        for (layer, grid) in (0_u32..).zip(&mut grids) {
            for (_, link) in grid.take_links().iter() {
                let link = link.clone();
                links.add(link.between(|cell| LayerCell::new(layer, cell)))?;
            }
        }
        Layers::from_parts(grids, links)
    }

    /// The same layers with no edit counted: as if they had just been read from a file.
    #[must_use]
    pub fn as_read(self) -> Layers {
        let grids = self.grids.into_iter().map(Grid::as_read).collect();
        Layers { grids, ledger: Ledger::new(self.ledger.into_links()), ..self }
    }

    /// Layers as they were read, not edited so far; the grids have no links of their own.
    pub(crate) fn from_parts(
        grids: Vec<Grid>,
        links: Links<LayerCell>,
    ) -> Result<Layers, MapError> {
        if grids.is_empty() {
            return Err(MapError::no_layers());
        }
        let mut first_nodes = vec![0_u32];
        let mut end = 0_u32;
        for grid in &grids {
            let longer = end.checked_add(grid.layout().len());
            end = longer.ok_or_else(|| MapError::too_many_layers(first_nodes.len()))?;
            first_nodes.push(end);
        }
        let shape_of = |grid: &Grid| (grid.bounds().size, grid.wrap());
        let first = shape_of(&grids[0]);
        let shape = grids.iter().all(|grid| shape_of(grid) == first).then_some(first);
        let joins_up = grids.iter().any(|grid| grid.wrap().is_any());
        let mut counts = Box::new([0; 256]);
        for grid in &grids {
            let here = grid.ground().counts();
            counts.iter_mut().zip(here).for_each(|(all, here)| *all += here);
        }
        Ok(Layers { grids, first_nodes, joins_up, shape, counts, ledger: Ledger::new(links) })
    }

    /// The layers, from 0.
    #[must_use]
    pub fn grids(&self) -> &[Grid] {
        &self.grids
    }

    /// One layer. Returns `None` beyond the last.
    #[must_use]
    pub fn grid(&self, layer: u32) -> Option<&Grid> {
        self.grids.get(layer as usize)
    }

    /// Whether edges of any layer are joined. Costs nothing in proportion to the layers.
    #[must_use]
    pub const fn joins_up(&self) -> bool {
        self.joins_up
    }

    /// The size and the joined edges of every layer. Returns `None` if two of them differ. Costs nothing in
    /// proportion to the layers.
    #[must_use]
    pub const fn shape(&self) -> Option<(Size, Wrap)> {
        self.shape
    }

    /// How many cells of all layers have this terrain. Costs nothing in proportion to the layers.
    #[must_use]
    pub const fn count(&self, terrain: Terrain) -> u32 {
        self.counts[terrain.0 as usize]
    }

    /// What is added to a cell's number in its own layer. Returns `None` beyond the last layer.
    #[must_use]
    pub fn first_node(&self, layer: u32) -> Option<u32> {
        self.grid(layer).map(|_| self.first_nodes[layer as usize])
    }

    /// How many numbers there are, borders included.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.first_nodes[self.grids.len()]
    }

    /// Never: there is at least one layer, and it has a cell. Here because `len` is.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// The layer cell's number. Returns `None` if it lies outside.
    #[must_use]
    pub fn index_of(&self, layer_cell: LayerCell) -> Option<u32> {
        let index = self.grid(layer_cell.layer)?.layout().index_of(layer_cell.cell)?;
        Some(self.first_nodes[layer_cell.layer as usize] + index)
    }

    /// The layer cell of a number; for a number of a border, the place just outside that it stands
    /// for.
    ///
    /// # Panics
    /// When the number is not under [`len`](Self::len).
    #[must_use]
    pub fn layer_cell_of(&self, index: u32) -> LayerCell {
        assert!(index < self.len(), "number {index} of {}", self.len());
        let layer = self.first_nodes.partition_point(|&first| first <= index) - 1;
        let cell = self.grids[layer].layout().cell_of(index - self.first_nodes[layer]);
        let layer = u32::try_from(layer).expect("a layer has numbers, and those fit 32 bits");
        LayerCell::new(layer, cell)
    }

    /// The terrain of a layer cell. Returns `None` if it lies outside.
    #[must_use]
    pub fn terrain(&self, layer_cell: LayerCell) -> Option<Terrain> {
        self.grid(layer_cell.layer)?.terrain(layer_cell.cell)
    }

    /// The links of all layers.
    #[must_use]
    pub const fn links(&self) -> &Links<LayerCell> {
        self.ledger.links()
    }

    /// How often the whole was edited.
    #[must_use]
    pub const fn revision(&self) -> Revision {
        self.ledger.revision()
    }

    pub(crate) const fn count_from(&mut self, revision: Revision) {
        self.ledger.count_from(revision);
    }

    /// Sets the terrain of one layer cell.
    ///
    /// # Errors
    /// When the layer cell lies outside.
    pub fn set(&mut self, layer_cell: LayerCell, terrain: Terrain) -> Result<Edit, MapError> {
        self.fill_on(layer_cell.layer, Rect::cell(layer_cell.cell), terrain)
    }

    /// Sets the terrain of a rectangle of one layer, which must lie inside as a whole.
    ///
    /// # Errors
    /// When there is no such layer, or the rectangle is empty or any of it lies outside.
    pub fn fill_on(&mut self, layer: u32, rect: Rect, terrain: Terrain) -> Result<Edit, MapError> {
        let grid = self.layer_mut(layer)?;
        let before = *grid.ground().counts();
        grid.fill(rect, terrain)?;
        let after = *grid.ground().counts();
        for (all, (before, after)) in self.counts.iter_mut().zip(before.into_iter().zip(after)) {
            *all = *all - before + after;
        }
        Ok(self.ledger.edited(layer, rect))
    }

    /// Sets the tags of one layer cell.
    ///
    /// # Errors
    /// When the layer cell lies outside.
    pub fn set_tags(&mut self, layer_cell: LayerCell, tags: Tags) -> Result<Edit, MapError> {
        self.fill_tags_on(layer_cell.layer, Rect::cell(layer_cell.cell), tags)
    }

    /// Sets the tags of a rectangle of one layer.
    ///
    /// # Errors
    /// When there is no such layer, or the rectangle is empty or any of it lies outside.
    pub fn fill_tags_on(&mut self, layer: u32, rect: Rect, tags: Tags) -> Result<Edit, MapError> {
        self.layer_mut(layer)?.fill_tags(rect, tags)?;
        Ok(self.ledger.edited(layer, rect))
    }

    /// Sets the exits of one layer cell.
    ///
    /// # Errors
    /// When the layer cell lies outside.
    pub fn set_exits(&mut self, layer_cell: LayerCell, exits: Exits) -> Result<Edit, MapError> {
        self.fill_exits_on(layer_cell.layer, Rect::cell(layer_cell.cell), exits)
    }

    /// Sets the exits of a rectangle of cells of one layer.
    ///
    /// # Errors
    /// When there is no such layer, or the rectangle is empty or any of it lies outside.
    pub fn fill_exits_on(
        &mut self,
        layer: u32,
        rect: Rect,
        exits: Exits,
    ) -> Result<Edit, MapError> {
        self.layer_mut(layer)?.fill_exits(rect, exits)?;
        Ok(self.ledger.edited(layer, rect))
    }

    /// Adds a link between two layer cells, of one layer or of two.
    ///
    /// # Errors
    /// When an end lies outside, both are the same place, or there are too many links.
    pub fn add_link(&mut self, link: Link<LayerCell>) -> Result<(LinkId, Edit), MapError> {
        self.check_link(&link)?;
        self.ledger.add(link)
    }

    /// The same for readers: a file may have a link from a place to itself, which keeps its number and which
    /// nobody ever takes.
    ///
    /// # Errors
    /// When an end lies outside or there are too many links.
    pub fn add_link_as_read(&mut self, link: Link<LayerCell>) -> Result<(LinkId, Edit), MapError> {
        self.check_ends_inside(&link)?;
        self.ledger.add(link)
    }

    pub(crate) fn check_link(&self, link: &Link<LayerCell>) -> Result<(), MapError> {
        self.check_ends_inside(link)?;
        link.check_ends()
    }

    fn check_ends_inside(&self, link: &Link<LayerCell>) -> Result<(), MapError> {
        for end in [link.from, link.to] {
            let count = self.grids.len();
            let grid =
                self.grid(end.layer).ok_or_else(|| MapError::no_such_layer(end.layer, count))?;
            grid.ground().check_inside(Rect::cell(end.cell))?;
        }
        Ok(())
    }

    /// Takes a link away.
    ///
    /// # Errors
    /// When there is no such link.
    pub fn remove_link(&mut self, id: LinkId) -> Result<Edit, MapError> {
        self.ledger.remove(id).map(|(_, edit)| edit)
    }

    /// Opens or shuts a link's door.
    ///
    /// # Errors
    /// When there is no such link.
    pub fn set_door(&mut self, id: LinkId, door: Door) -> Result<Edit, MapError> {
        self.ledger.set_door(id, door)
    }

    fn layer_mut(&mut self, layer: u32) -> Result<&mut Grid, MapError> {
        let count = self.grids.len();
        self.grids.get_mut(layer as usize).ok_or_else(|| MapError::no_such_layer(layer, count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Size;
    use crate::edit::Touched;

    fn house() -> Layers {
        let cellar = Grid::new(Size::new(3, 2)).unwrap();
        let hall = Grid::at(Rect::new(Cell::new(-1, -1), Size::new(2, 4))).unwrap();
        Layers::new(vec![cellar, hall]).unwrap()
    }

    #[test]
    fn layer_cells_are_numbered_layer_after_layer() {
        let house = house();
        let cellar = house.grid(0).unwrap().layout().len();
        assert_eq!((house.first_node(0), house.first_node(1)), (Some(0), Some(cellar)));
        assert_eq!((house.first_node(2), house.grid(2)), (None, None));
        assert_eq!(house.len(), cellar + house.grid(1).unwrap().layout().len());
        for (layer, grid) in (0..).zip(house.grids()) {
            for cell in grid.bounds().cells() {
                let layer_cell = LayerCell::new(layer, cell);
                let index = house.index_of(layer_cell).unwrap();
                assert_eq!(house.layer_cell_of(index), layer_cell);
                assert_eq!(
                    Some(index - house.first_node(layer).unwrap()),
                    grid.layout().index_of(cell)
                );
            }
        }
        assert_eq!(house.index_of(LayerCell::new(1, Cell::new(2, 0))), None);
    }

    #[test]
    fn what_all_layers_have_in_common_stays_true_under_edits() {
        let mut house = house();
        assert_eq!((house.shape(), house.joins_up()), (None, false));
        for (layer, x, terrain) in [(0, 0, 3), (1, -1, 3), (1, 0, 7), (0, 0, 7), (1, -1, 0)] {
            house.set(LayerCell::new(layer, Cell::new(x, 0)), Terrain(terrain)).unwrap();
            assert!(house.set(LayerCell::new(0, Cell::new(9, 9)), Terrain(5)).is_err());
            for terrain in (0..=u8::MAX).map(Terrain) {
                let on_each = house.grids().iter().map(|grid| grid.ground().count(terrain));
                assert_eq!(house.count(terrain), on_each.sum());
            }
        }
        let round = Wrap { x: true, y: false };
        let ring = Grid::new(Size::new(3, 2)).unwrap().wrapped(round);
        let rings = Layers::new(vec![ring.clone(), ring.clone()]).unwrap();
        assert_eq!((rings.shape(), rings.joins_up()), (Some((Size::new(3, 2), round)), true));
        let flat = Grid::new(Size::new(3, 2)).unwrap();
        let both = Layers::new(vec![flat, ring]).unwrap();
        assert_eq!((both.shape(), both.joins_up()), (None, true));
    }

    #[test]
    fn one_revision_counts_for_all_layers() {
        let mut house = house();
        let stairs =
            Link::two_way(LayerCell::new(0, Cell::new(2, 1)), LayerCell::new(1, Cell::new(0, 2)));
        let (id, _) = house.add_link(stairs).unwrap();
        let rect = Rect::new(Cell::new(-1, 0), Size::new(2, 2));
        let edit = house.fill_on(1, rect, Terrain::WALL).unwrap();
        assert_eq!(
            edit,
            Edit { revision: Revision::of(2), touched: Touched::Cells { layer: 1, rect } }
        );
        assert_eq!(house.terrain(LayerCell::new(1, Cell::new(0, 0))), Some(Terrain::WALL));
        assert_eq!(house.terrain(LayerCell::new(0, Cell::new(0, 0))), Some(Terrain::OPEN));
        house.fill_tags_on(0, Rect::cell(Cell::new(0, 0)), Tags::ALL).unwrap();
        house.fill_exits_on(1, rect, Exits::NONE).unwrap();
        assert_eq!(house.set_door(id, Door::Shut).unwrap().revision, Revision::of(5));
        assert_eq!(house.remove_link(id).unwrap().revision, house.revision());
    }

    #[test]
    fn links_of_the_grids_are_taken_over() {
        let mut cellar = Grid::new(Size::new(3, 2)).unwrap();
        cellar.add_link(Link::one_way(Cell::new(0, 0), Cell::new(2, 1))).unwrap();
        let house = Layers::new(vec![cellar.clone(), cellar]).unwrap();
        assert!(house.grids().iter().all(|grid| grid.links().is_empty()));
        let ends: Vec<LayerCell> = house.links().iter().map(|(_, link)| link.to).collect();
        assert_eq!(ends, [LayerCell::new(0, Cell::new(2, 1)), LayerCell::new(1, Cell::new(2, 1))]);
    }

    #[test]
    fn what_cannot_be_is_refused_and_changes_nothing() {
        assert!(Layers::new(Vec::new()).is_err());
        let mut house = house();
        let before = house.clone();
        let error = house.fill_on(2, Rect::cell(Cell::new(0, 0)), Terrain::WALL).unwrap_err();
        assert_eq!(error.to_string(), "there is no layer 2; expected 0 to 1");
        let astray =
            Link::one_way(LayerCell::new(0, Cell::new(0, 0)), LayerCell::new(1, Cell::new(1, 0)));
        assert!(house.add_link(astray).is_err());
        let own = LayerCell::new(0, Cell::new(0, 0));
        assert!(house.add_link(Link::two_way(own, own)).is_err());
        assert_eq!(house, before);
    }
}
