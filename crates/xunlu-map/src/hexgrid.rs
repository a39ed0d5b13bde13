//! A map of hexes, laid out in columns and rows.

use crate::cell::{Cell, Rect, Size};
use crate::edit::{Edit, Revision};
use crate::error::{MapError, MapErrorKind};
use crate::ground::Ground;
use crate::hex::{Hex, HexArrangement, HexDirection};
use crate::layout::Layout;
use crate::ledger::Ledger;
use crate::link::{Door, Link, LinkId, Links};
use crate::terrain::{Exits, Tags, Terrain};

/// A rectangle of hexes by column and row, each with a terrain and perhaps tags and one-way exits,
/// and links between any two of them.
///
/// Places are [`Hex`]es; rectangles are columns and rows of the arrangement, as editors store
/// them. Every edit raises the revision and says what it touched. An edit costs what it touches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HexGrid {
    arrangement: HexArrangement,
    ground: Ground,
    ledger: Ledger<Hex>,
}

impl HexGrid {
    /// A grid whose least column and row are 0, all of it open.
    ///
    /// # Errors
    /// When the size is empty or over [`Layout::CELLS_MAX`](crate::Layout::CELLS_MAX) hexes.
    pub fn new(arrangement: HexArrangement, size: impl Into<Size>) -> Result<HexGrid, MapError> {
        HexGrid::at(arrangement, Rect::new(Cell::new(0, 0), size.into()))
    }

    /// A grid of the columns and rows of `bounds`, all of it open.
    ///
    /// # Errors
    /// When the rectangle is empty, too large, or too far out.
    pub fn at(arrangement: HexArrangement, bounds: Rect) -> Result<HexGrid, MapError> {
        Ok(HexGrid { arrangement, ground: Ground::new(bounds)?, ledger: Ledger::default() })
    }

    /// A grid of this ground by column and row, without links and not edited so far.
    #[must_use]
    pub fn of(arrangement: HexArrangement, ground: Ground) -> HexGrid {
        HexGrid::from_parts(arrangement, ground, Links::default())
    }

    /// The same grid with no edit counted: as if it had just been read from a file.
    #[must_use]
    pub fn as_read(self) -> HexGrid {
        HexGrid::from_parts(self.arrangement, self.ground, self.ledger.into_links())
    }

    /// A grid as it was read, not edited so far.
    pub(crate) fn from_parts(
        arrangement: HexArrangement,
        ground: Ground,
        links: Links<Hex>,
    ) -> HexGrid {
        HexGrid { arrangement, ground, ledger: Ledger::new(links) }
    }

    /// How its hexes are laid out.
    #[must_use]
    pub const fn arrangement(&self) -> HexArrangement {
        self.arrangement
    }

    /// Its columns and rows.
    #[must_use]
    pub const fn bounds(&self) -> Rect {
        self.ground.bounds()
    }

    /// How its columns and rows are numbered.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        self.ground.layout()
    }

    /// What its hexes are made of, by column and row.
    #[must_use]
    pub const fn ground(&self) -> &Ground {
        &self.ground
    }

    /// The hex at a column and row, inside or not.
    #[must_use]
    pub fn hex_at(&self, cell: Cell) -> Hex {
        self.arrangement.hex_of(cell)
    }

    /// The column and row of a hex, inside or not.
    #[must_use]
    pub fn cell_of(&self, hex: Hex) -> Cell {
        self.arrangement.cell_of(hex)
    }

    /// The hex's number in the [`layout`](Self::layout). Returns `None` if it lies outside.
    #[must_use]
    #[inline]
    pub fn index_of(&self, hex: Hex) -> Option<u32> {
        self.layout().index_of(self.cell_of(hex))
    }

    /// The hex of a number; for a number of the border, the place just outside that it stands for.
    #[must_use]
    #[inline]
    pub fn hex_of(&self, index: u32) -> Hex {
        self.hex_at(self.layout().cell_of(index))
    }

    /// The terrain of a hex. Returns `None` if it lies outside.
    #[must_use]
    pub fn terrain(&self, hex: Hex) -> Option<Terrain> {
        self.ground.terrain().get(self.cell_of(hex))
    }

    /// Its hexes with the terrain of each, row by row from the top.
    pub fn hexes(&self) -> impl Iterator<Item = (Hex, Terrain)> {
        self.ground.cells().map(|(cell, terrain)| (self.hex_at(cell), terrain))
    }

    /// Its links.
    #[must_use]
    pub const fn links(&self) -> &Links<Hex> {
        self.ledger.links()
    }

    /// How often it was edited.
    #[must_use]
    pub const fn revision(&self) -> Revision {
        self.ledger.revision()
    }

    pub(crate) const fn count_from(&mut self, revision: Revision) {
        self.ledger.count_from(revision);
    }

    /// Sets the terrain of one hex.
    ///
    /// # Errors
    /// When the hex lies outside.
    pub fn set(&mut self, hex: Hex, terrain: Terrain) -> Result<Edit, MapError> {
        self.fill(Rect::cell(self.cell_of(hex)), terrain)
    }

    /// Sets the terrain of a rectangle of columns and rows, which must lie inside as a whole.
    ///
    /// # Errors
    /// When the rectangle is empty or any of it lies outside.
    pub fn fill(&mut self, rect: Rect, terrain: Terrain) -> Result<Edit, MapError> {
        self.ground.fill(rect, terrain)?;
        Ok(self.ledger.edited(0, rect))
    }

    /// Sets the tags of one hex.
    ///
    /// # Errors
    /// When the hex lies outside.
    pub fn set_tags(&mut self, hex: Hex, tags: Tags) -> Result<Edit, MapError> {
        self.fill_tags(Rect::cell(self.cell_of(hex)), tags)
    }

    /// Sets the tags of a rectangle of columns and rows.
    ///
    /// # Errors
    /// When the rectangle is empty or any of it lies outside.
    pub fn fill_tags(&mut self, rect: Rect, tags: Tags) -> Result<Edit, MapError> {
        self.ground.fill_tags(rect, tags)?;
        Ok(self.ledger.edited(0, rect))
    }

    /// Sets the exits of one hex, as [`fill_exits`](Self::fill_exits) does of several.
    ///
    /// # Errors
    /// When the hex lies outside.
    pub fn set_exits(&mut self, hex: Hex, exits: Exits) -> Result<Edit, MapError> {
        self.fill_exits(Rect::cell(self.cell_of(hex)), exits)
    }

    /// Sets the exits of a rectangle of columns and rows; bit `n` stands for the `n`th hex
    /// direction, and the two bits that stand for none are of no account.
    ///
    /// # Errors
    /// When the rectangle is empty or any of it lies outside.
    pub fn fill_exits(&mut self, rect: Rect, exits: Exits) -> Result<Edit, MapError> {
        self.ground.fill_exits(rect, six(exits))?;
        Ok(self.ledger.edited(0, rect))
    }

    /// Adds a link between two hexes.
    ///
    /// # Errors
    /// When an end lies outside, both are the same place, or there are too many links.
    pub fn add_link(&mut self, link: Link<Hex>) -> Result<(LinkId, Edit), MapError> {
        self.check_link(&link)?;
        self.ledger.add(link)
    }

    /// The same for readers: a file may have a link from a place to itself, which keeps its number and which
    /// nobody ever takes.
    ///
    /// # Errors
    /// When an end lies outside or there are too many links.
    pub fn add_link_as_read(&mut self, link: Link<Hex>) -> Result<(LinkId, Edit), MapError> {
        self.check_ends_inside(&link)?;
        self.ledger.add(link)
    }

    pub(crate) fn check_link(&self, link: &Link<Hex>) -> Result<(), MapError> {
        self.check_ends_inside(link)?;
        link.check_ends()
    }

    fn check_ends_inside(&self, link: &Link<Hex>) -> Result<(), MapError> {
        for end in [link.from, link.to] {
            if self.index_of(end).is_none() {
                return Err(MapError::hex_outside(end, self.cell_of(end), self.bounds()));
            }
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
}

/// The same exits in one spelling: all of them, or none in the bits that stand for no direction.
fn six(exits: Exits) -> Exits {
    let mask = HexDirection::ALL.into_iter().fold(0, |mask, direction| mask | 1 << direction as u8);
    if exits.0 & mask == mask { Exits::ALL } else { Exits(exits.0 & mask) }
}

impl MapError {
    pub(crate) fn hex_outside(hex: Hex, cell: Cell, bounds: Rect) -> MapError {
        let (min, max) = (bounds.min, bounds.max().unwrap_or(bounds.min));
        let Cell { x, y } = cell;
        MapError::new(
            MapErrorKind::Outside,
            format!(
                "the hex {hex} (column {x}, row {y}) lies outside the map; expected columns {} to {} and rows {} to {}",
                min.x, max.x, min.y, max.y
            ),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::Touched;

    fn grid(arrangement: HexArrangement) -> HexGrid {
        HexGrid::at(arrangement, Rect::new(Cell::new(-2, -1), Size::new(5, 4))).unwrap()
    }

    #[test]
    fn every_hex_inside_has_its_own_number() {
        for arrangement in HexArrangement::ALL {
            let grid = grid(arrangement);
            let mut numbers = Vec::new();
            for cell in grid.bounds().cells() {
                let hex = grid.hex_at(cell);
                let index = grid.index_of(hex).unwrap();
                assert_eq!((grid.hex_of(index), grid.cell_of(hex)), (hex, cell));
                assert_eq!(grid.layout().index_of(cell), Some(index));
                numbers.push(index);
            }
            assert!(numbers.is_sorted_by(|a, b| a < b));
            assert_eq!(grid.index_of(grid.hex_at(Cell::new(3, 0))), None);
        }
    }

    #[test]
    fn edits_say_what_they_touched_and_keep_count() {
        let mut grid = grid(HexArrangement::EvenR);
        let hex = grid.hex_at(Cell::new(2, 2));
        let edit = grid.set(hex, Terrain(7)).unwrap();
        let rect = Rect::cell(Cell::new(2, 2));
        assert_eq!(
            edit,
            Edit { revision: Revision::of(1), touched: Touched::Cells { layer: 0, rect } }
        );
        assert_eq!(grid.terrain(hex), Some(Terrain(7)));
        grid.fill_tags(rect, Tags::one(4).unwrap()).unwrap();
        grid.fill_exits(rect, Exits(0xc1)).unwrap();
        let index = grid.index_of(hex).unwrap();
        assert_eq!(grid.ground().exits().unwrap().at(index), Exits(1));
        grid.fill_exits(rect, Exits(0x3f)).unwrap();
        assert_eq!(grid.ground().exits(), None, "six exits are all that a hex has");
        let (door, _) = grid.add_link(Link::two_way(hex, Hex::new(0, 0))).unwrap();
        grid.set_door(door, Door::Shut).unwrap();
        assert_eq!(grid.links().get(door).unwrap().door, Door::Shut);
        assert_eq!(grid.remove_link(door).unwrap().revision, Revision::of(7));
    }

    #[test]
    fn what_lies_outside_is_refused_and_changes_nothing() {
        let mut grid = grid(HexArrangement::OddQ);
        let before = grid.clone();
        let outside = grid.hex_at(Cell::new(0, 3));
        assert!(grid.set(outside, Terrain::WALL).is_err());
        assert!(grid.add_link(Link::two_way(Hex::new(0, 0), Hex::new(0, 0))).is_err());
        let error = grid.add_link(Link::two_way(Hex::new(0, 0), outside)).unwrap_err().to_string();
        assert!(error.contains("column 0, row 3"), "{error}");
        assert!(grid.set(Hex::new(i32::MAX, i32::MIN), Terrain::WALL).is_err());
        assert_eq!(grid, before);
        assert!(HexGrid::new(HexArrangement::OddR, Size::new(0, 2)).is_err());
    }
}
