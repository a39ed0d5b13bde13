//! A map of square cells.

use crate::cell::{Cell, Rect, Size};
use crate::edit::{Edit, Revision};
use crate::error::MapError;
use crate::ground::Ground;
use crate::layout::Layout;
use crate::ledger::Ledger;
use crate::link::{Door, Link, LinkId, Links};
use crate::terrain::{Exits, Tags, Terrain};

/// Which axes of a grid join up with themselves, so that one walks off one edge and in at the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Wrap {
    /// The left edge meets the right one.
    pub x: bool,
    /// The top edge meets the bottom one.
    pub y: bool,
}

impl Wrap {
    /// Neither axis.
    pub const NONE: Wrap = Wrap { x: false, y: false };

    /// Whether any axis joins up.
    #[must_use]
    pub const fn is_any(self) -> bool {
        self.x || self.y
    }
}

/// A rectangle of square cells, each with a terrain and perhaps tags and one-way exits, and links
/// between any two of them.
///
/// It reads and writes itself as text; [`text`](crate::text) tells how.
///
/// Every edit raises the revision and says what it touched. An edit costs what it touches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    wrap: Wrap,
    ground: Ground,
    ledger: Ledger<Cell>,
}

impl Grid {
    /// A grid whose least corner is (0, 0), all of it open.
    ///
    /// # Errors
    /// When the size is empty or over [`Layout::CELLS_MAX`](crate::Layout::CELLS_MAX) cells.
    pub fn new(size: impl Into<Size>) -> Result<Grid, MapError> {
        Grid::at(Rect::new(Cell::new(0, 0), size.into()))
    }

    /// A grid whose least corner is (0, 0), each cell of the terrain that `terrain_of` says.
    ///
    /// ```
    /// # use xunlu_map as xunlu;
    /// use xunlu::{Grid, Terrain};
    ///
    /// let is_wall = |x, y| x == 2 && y < 2;
    /// let grid = Grid::from_fn((4, 3), |cell| {
    ///     if is_wall(cell.x, cell.y) { Terrain::WALL } else { Terrain::OPEN }
    /// })?;
    /// assert_eq!(grid.to_string(), "..#.\n..#.\n....");
    /// # Ok::<(), xunlu_map::MapError>(())
    /// ```
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn from_fn(
        size: impl Into<Size>,
        terrain_of: impl FnMut(Cell) -> Terrain,
    ) -> Result<Grid, MapError> {
        let bounds = Rect::new(Cell::new(0, 0), size.into());
        Ground::from_fn(bounds, terrain_of).map(Grid::of)
    }

    /// A grid of the cells of `bounds`, all of it open.
    ///
    /// # Errors
    /// When the rectangle is empty, too large, or too far out.
    pub fn at(bounds: Rect) -> Result<Grid, MapError> {
        Ok(Grid { wrap: Wrap::NONE, ground: Ground::new(bounds)?, ledger: Ledger::default() })
    }

    /// A grid of this ground, without links and not edited so far.
    #[must_use]
    pub fn of(ground: Ground) -> Grid {
        Grid::from_parts(Wrap::NONE, ground, Links::default())
    }

    /// The same grid with no edit counted: as if it had just been read from a file.
    #[must_use]
    pub fn as_read(self) -> Grid {
        Grid::from_parts(self.wrap, self.ground, self.ledger.into_links())
    }

    /// The same grid with its edges joined as told.
    #[must_use]
    pub fn wrapped(self, wrap: Wrap) -> Grid {
        Grid { wrap, ..self }
    }

    /// Its cells.
    #[must_use]
    pub const fn bounds(&self) -> Rect {
        self.ground.bounds()
    }

    /// How its cells are numbered.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        self.ground.layout()
    }

    /// What its cells are made of.
    #[must_use]
    pub const fn ground(&self) -> &Ground {
        &self.ground
    }

    /// Which axes join up.
    #[must_use]
    pub const fn wrap(&self) -> Wrap {
        self.wrap
    }

    /// The cell inside that `cell` stands for: itself, or where it comes to lie round a joined
    /// edge. Returns `None` if it lies outside.
    #[must_use]
    pub fn home_of(&self, cell: Cell) -> Option<Cell> {
        let Rect { min, size } = self.bounds();
        let round = |at: i32, least: i32, length: u32, joins: bool| {
            let off = i64::from(at) - i64::from(least);
            let off = if joins { off.rem_euclid(i64::from(length)) } else { off };
            let off = u32::try_from(off).ok().filter(|&off| off < length)?;
            Some(least.saturating_add_unsigned(off))
        };
        let x = round(cell.x, min.x, size.width, self.wrap.x)?;
        let y = round(cell.y, min.y, size.height, self.wrap.y)?;
        Some(Cell::new(x, y))
    }

    /// The terrain of a cell. Returns `None` if it lies outside.
    #[must_use]
    pub fn terrain(&self, cell: impl Into<Cell>) -> Option<Terrain> {
        let cell = cell.into();
        self.ground.terrain().get(cell)
    }

    /// Its cells with the terrain of each, row by row from the top.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, Terrain)> {
        self.ground.cells()
    }

    /// Its links.
    #[must_use]
    pub const fn links(&self) -> &Links<Cell> {
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

    /// Sets the terrain of one cell.
    ///
    /// # Errors
    /// When the cell lies outside.
    pub fn set(&mut self, cell: impl Into<Cell>, terrain: Terrain) -> Result<Edit, MapError> {
        let cell = cell.into();
        self.fill(Rect::cell(cell), terrain)
    }

    /// Sets the terrain of a rectangle, which must lie inside as a whole.
    ///
    /// # Errors
    /// When the rectangle is empty or any of it lies outside.
    pub fn fill(&mut self, rect: Rect, terrain: Terrain) -> Result<Edit, MapError> {
        self.ground.fill(rect, terrain)?;
        Ok(self.ledger.edited(0, rect))
    }

    /// Sets the tags of one cell.
    ///
    /// # Errors
    /// When the cell lies outside.
    pub fn set_tags(&mut self, cell: impl Into<Cell>, tags: Tags) -> Result<Edit, MapError> {
        let cell = cell.into();
        self.fill_tags(Rect::cell(cell), tags)
    }

    /// Sets the tags of a rectangle.
    ///
    /// # Errors
    /// When the rectangle is empty or any of it lies outside.
    pub fn fill_tags(&mut self, rect: Rect, tags: Tags) -> Result<Edit, MapError> {
        self.ground.fill_tags(rect, tags)?;
        Ok(self.ledger.edited(0, rect))
    }

    /// Sets the exits of one cell.
    ///
    /// # Errors
    /// When the cell lies outside.
    pub fn set_exits(&mut self, cell: impl Into<Cell>, exits: Exits) -> Result<Edit, MapError> {
        let cell = cell.into();
        self.fill_exits(Rect::cell(cell), exits)
    }

    /// Sets the exits of a rectangle of cells.
    ///
    /// # Errors
    /// When the rectangle is empty or any of it lies outside.
    pub fn fill_exits(&mut self, rect: Rect, exits: Exits) -> Result<Edit, MapError> {
        self.ground.fill_exits(rect, exits)?;
        Ok(self.ledger.edited(0, rect))
    }

    /// Adds a link between two cells.
    ///
    /// # Errors
    /// When an end lies outside, both are the same place, or there are too many links.
    pub fn add_link(&mut self, link: Link<Cell>) -> Result<(LinkId, Edit), MapError> {
        self.check_link(&link)?;
        self.ledger.add(link)
    }

    /// The same for readers: a file may have a link from a place to itself, which keeps its number and which
    /// nobody ever takes.
    ///
    /// # Errors
    /// When an end lies outside or there are too many links.
    pub fn add_link_as_read(&mut self, link: Link<Cell>) -> Result<(LinkId, Edit), MapError> {
        self.check_ends_inside(&link)?;
        self.ledger.add(link)
    }

    pub(crate) fn check_link(&self, link: &Link<Cell>) -> Result<(), MapError> {
        self.check_ends_inside(link)?;
        link.check_ends()
    }

    fn check_ends_inside(&self, link: &Link<Cell>) -> Result<(), MapError> {
        self.ground.check_inside(Rect::cell(link.from))?;
        self.ground.check_inside(Rect::cell(link.to))
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

    /// A grid as it was read, not edited so far.
    pub(crate) fn from_parts(wrap: Wrap, ground: Ground, links: Links<Cell>) -> Grid {
        Grid { wrap, ground, ledger: Ledger::new(links) }
    }

    /// Takes every link away, without counting an edit.
    pub(crate) fn take_links(&mut self) -> Links<Cell> {
        std::mem::take(&mut self.ledger).into_links()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::Touched;

    fn grid(width: u32, height: u32) -> Grid {
        Grid::at(Rect::new(Cell::new(-1, -1), Size::new(width, height))).unwrap()
    }

    #[test]
    fn an_edit_says_what_it_touched_and_keeps_count() {
        let mut grid = grid(4, 3);
        let rect = Rect::new(Cell::new(0, 0), Size::new(2, 2));
        let edit = grid.fill(rect, Terrain::WALL).unwrap();
        assert_eq!(edit.touched, Touched::Cells { layer: 0, rect });
        assert_eq!(edit.revision, grid.revision());
        grid.set(Cell::new(0, 0), Terrain(3)).unwrap();
        assert_eq!(grid.revision(), Revision::of(2));
        assert_eq!(grid.ground().count(Terrain::WALL), 3);
        assert_eq!(grid.ground().count(Terrain(3)), 1);
        assert_eq!(grid.ground().count(Terrain::OPEN), 8);
    }

    #[test]
    fn an_edit_outside_is_refused_and_changes_nothing() {
        let mut grid = grid(4, 3);
        let before = grid.clone();
        assert!(grid.set(Cell::new(3, 0), Terrain::WALL).is_err());
        assert!(grid.add_link(Link::two_way(Cell::new(0, 0), Cell::new(9, 9))).is_err());
        assert!(grid.add_link(Link::one_way(Cell::new(0, 0), Cell::new(0, 0))).is_err());
        assert_eq!(grid, before);
    }

    #[test]
    fn a_grid_is_made_of_a_size_or_cell_by_cell() {
        assert_eq!(Grid::new((4, 3)).unwrap().bounds().size, Size::new(4, 3));
        assert!(Grid::new((0, 3)).is_err() && Grid::from_fn((3, 0), |_| Terrain::OPEN).is_err());
        let drawn: Grid = "@origin -1,2\n.#3\n#..".parse().unwrap();
        let cells: Vec<(Cell, Terrain)> = drawn.cells().collect();
        assert_eq!(
            cells[..3],
            [(-1, 0), (0, 254), (1, 3)].map(|(x, n)| (Cell::new(x, 2), Terrain(n)))
        );
        assert_eq!((cells.len(), cells[5]), (6, (Cell::new(1, 3), Terrain::OPEN)));
    }

    #[test]
    fn joined_edges_bring_cells_home() {
        let plain = grid(4, 3);
        assert_eq!(plain.home_of(Cell::new(3, 0)), None);
        let round = plain.wrapped(Wrap { x: true, y: false });
        assert_eq!(round.home_of(Cell::new(3, 0)), Some(Cell::new(-1, 0)));
        assert_eq!(round.home_of(Cell::new(-2, 0)), Some(Cell::new(2, 0)));
        assert_eq!(round.home_of(Cell::new(0, 2)), None);
    }
}
