//! Places on a square grid: cells, the offsets between them, the eight directions and rectangles.

use std::fmt;
use std::ops::{Add, Sub};

/// A cell as people name it: x to the right, y downwards, either may be negative.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cell {
    /// Column.
    pub x: i32,
    /// Row; the next row down is one more.
    pub y: i32,
}

impl Cell {
    /// The cell at column `x`, row `y`.
    #[must_use]
    pub const fn new(x: i32, y: i32) -> Cell {
        Cell { x, y }
    }

    /// The eight cells around it in the order of [`Direction::ALL`], whether a map has them or not: the
    /// four straight neighbours first. Those at the ends of the coordinates saturate.
    ///
    /// ```
    /// # use xunlu_map as xunlu;
    /// use xunlu::Cell;
    ///
    /// let straight: Vec<Cell> = Cell::new(3, 3).neighbours().take(4).collect();
    /// assert_eq!(straight, [(4, 3), (3, 4), (2, 3), (3, 2)].map(Cell::from));
    /// ```
    pub fn neighbours(self) -> impl Iterator<Item = Cell> {
        Direction::ALL.into_iter().map(move |direction| self + direction.offset())
    }
}

impl From<(i32, i32)> for Cell {
    fn from((x, y): (i32, i32)) -> Cell {
        Cell::new(x, y)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

/// The difference between two cells, in columns and rows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Offset {
    /// Columns to the right.
    pub dx: i32,
    /// Rows downwards.
    pub dy: i32,
}

impl Offset {
    /// `dx` columns to the right and `dy` rows down.
    #[must_use]
    pub const fn new(dx: i32, dy: i32) -> Offset {
        Offset { dx, dy }
    }

    /// The direction this points in, by the signs of its parts. Returns `None` for no offset at all. So a
    /// knight's move of (1, 2) points to the south-east.
    #[must_use]
    pub fn direction(self) -> Option<Direction> {
        let unit = Offset::new(self.dx.signum(), self.dy.signum());
        Direction::ALL.into_iter().find(|direction| direction.offset() == unit)
    }
}

impl Add<Offset> for Cell {
    type Output = Cell;

    #[inline]
    fn add(self, offset: Offset) -> Cell {
        Cell::new(self.x.saturating_add(offset.dx), self.y.saturating_add(offset.dy))
    }
}

/// So many columns to the right and rows down: `cell + (1, 0)`.
impl Add<(i32, i32)> for Cell {
    type Output = Cell;

    #[inline]
    fn add(self, (dx, dy): (i32, i32)) -> Cell {
        self + Offset::new(dx, dy)
    }
}

impl Sub for Cell {
    type Output = Offset;

    #[inline]
    fn sub(self, from: Cell) -> Offset {
        Offset::new(self.x.saturating_sub(from.x), self.y.saturating_sub(from.y))
    }
}

/// One of the eight neighbours, in the order in which steps are tried: the four straight ones
/// clockwise from east, then the four diagonal ones clockwise from south-east.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// x + 1.
    East,
    /// y + 1.
    South,
    /// x - 1.
    West,
    /// y - 1.
    North,
    /// x + 1, y + 1.
    SouthEast,
    /// x - 1, y + 1.
    SouthWest,
    /// x - 1, y - 1.
    NorthWest,
    /// x + 1, y - 1.
    NorthEast,
}

impl Direction {
    /// All eight, in order.
    pub const ALL: [Direction; 8] = [
        Direction::East,
        Direction::South,
        Direction::West,
        Direction::North,
        Direction::SouthEast,
        Direction::SouthWest,
        Direction::NorthWest,
        Direction::NorthEast,
    ];

    /// The offset of one step this way.
    #[must_use]
    pub const fn offset(self) -> Offset {
        match self {
            Direction::East => Offset::new(1, 0),
            Direction::South => Offset::new(0, 1),
            Direction::West => Offset::new(-1, 0),
            Direction::North => Offset::new(0, -1),
            Direction::SouthEast => Offset::new(1, 1),
            Direction::SouthWest => Offset::new(-1, 1),
            Direction::NorthWest => Offset::new(-1, -1),
            Direction::NorthEast => Offset::new(1, -1),
        }
    }

    /// Whether one step this way changes both x and y.
    #[must_use]
    pub const fn is_diagonal(self) -> bool {
        self as u8 >= 4
    }

    /// The opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Direction {
        let half = if self.is_diagonal() { 4 } else { 0 };
        Direction::ALL[half + (self as usize + 2) % 4]
    }

    /// Its point of the compass, with north at the top: `E`, `SE`, ...
    #[must_use]
    pub const fn compass(self) -> &'static str {
        match self {
            Direction::East => "E",
            Direction::South => "S",
            Direction::West => "W",
            Direction::North => "N",
            Direction::SouthEast => "SE",
            Direction::SouthWest => "SW",
            Direction::NorthWest => "NW",
            Direction::NorthEast => "NE",
        }
    }
}

/// Width and height in cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Size {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

impl Size {
    /// One cell.
    pub const ONE: Size = Size::new(1, 1);

    /// `width` columns by `height` rows.
    #[must_use]
    pub const fn new(width: u32, height: u32) -> Size {
        Size { width, height }
    }

    /// How many cells that is.
    #[must_use]
    pub const fn area(self) -> u64 {
        self.width as u64 * self.height as u64
    }
}

/// Columns and rows.
impl From<(u32, u32)> for Size {
    fn from((width, height): (u32, u32)) -> Size {
        Size::new(width, height)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// A rectangle of cells: the corner with the least x and y, and a size. May be empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rect {
    /// The corner with the least x and the least y.
    pub min: Cell,
    /// Columns and rows.
    pub size: Size,
}

impl Rect {
    /// The rectangle of `size` whose least corner is `min`.
    #[must_use]
    pub const fn new(min: Cell, size: Size) -> Rect {
        Rect { min, size }
    }

    /// The rectangle of one cell.
    #[must_use]
    pub const fn cell(cell: Cell) -> Rect {
        Rect::new(cell, Size::ONE)
    }

    /// The smallest rectangle with both corners inside, whichever way round they are.
    #[must_use]
    pub fn spanning(a: Cell, b: Cell) -> Rect {
        let min = Cell::new(a.x.min(b.x), a.y.min(b.y));
        let size =
            Size::new(a.x.abs_diff(b.x).saturating_add(1), a.y.abs_diff(b.y).saturating_add(1));
        Rect::new(min, size)
    }

    /// The least rectangle with all of this and a cell. Of an empty one, the cell's.
    #[must_use]
    pub fn including(self, cell: Cell) -> Rect {
        let Some(max) = self.max() else { return Rect::cell(cell) };
        Rect::spanning(
            Cell::new(self.min.x.min(cell.x), self.min.y.min(cell.y)),
            Cell::new(max.x.max(cell.x), max.y.max(cell.y)),
        )
    }

    /// Whether the cell lies inside.
    #[must_use]
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        // Wrapping turns "left of" into a huge column, so one comparison does for both sides.
        (cell.x.wrapping_sub(self.min.x).cast_unsigned() < self.size.width)
            & (cell.y.wrapping_sub(self.min.y).cast_unsigned() < self.size.height)
    }

    /// Whether it holds no cell.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.size.width == 0 || self.size.height == 0
    }

    /// The last cell inside: the greatest x and y. Returns `None` if the rectangle is empty.
    #[must_use]
    pub fn max(self) -> Option<Cell> {
        (!self.is_empty()).then(|| {
            let x = self.min.x.saturating_add_unsigned(self.size.width - 1);
            let y = self.min.y.saturating_add_unsigned(self.size.height - 1);
            Cell::new(x, y)
        })
    }

    /// The cells in both; empty, at this one's corner, where there are none.
    #[must_use]
    pub fn intersection(self, other: Rect) -> Rect {
        let (Some(a), Some(b)) = (self.max(), other.max()) else {
            return Rect::new(self.min, Size::new(0, 0));
        };
        let min = Cell::new(self.min.x.max(other.min.x), self.min.y.max(other.min.y));
        let max = Cell::new(a.x.min(b.x), a.y.min(b.y));
        if min.x > max.x || min.y > max.y {
            return Rect::new(self.min, Size::new(0, 0));
        }
        Rect::spanning(min, max)
    }

    /// This rectangle with `cells` more on every side; saturates at the ends of the coordinates.
    #[must_use]
    pub fn grown(self, cells: u32) -> Rect {
        let Some(max) = self.max() else { return self };
        let min = Cell::new(
            self.min.x.saturating_sub_unsigned(cells),
            self.min.y.saturating_sub_unsigned(cells),
        );
        let max =
            Cell::new(max.x.saturating_add_unsigned(cells), max.y.saturating_add_unsigned(cells));
        Rect::spanning(min, max)
    }

    /// Every cell, row by row from the top, each from the left.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let rows = (0..self.size.height).map(move |down| self.min.y.saturating_add_unsigned(down));
        rows.flat_map(move |y| {
            (0..self.size.width)
                .map(move |right| Cell::new(self.min.x.saturating_add_unsigned(right), y))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_back_undoes_a_step() {
        for direction in Direction::ALL {
            let there = Cell::new(3, 4) + direction.offset();
            assert_eq!(there + direction.opposite().offset(), Cell::new(3, 4));
            assert_eq!(direction.offset().direction(), Some(direction));
        }
        assert_eq!(Offset::new(-1, 2).direction(), Some(Direction::SouthWest));
        assert_eq!(Offset::new(0, 0).direction(), None);
    }

    #[test]
    fn the_compass_names_where_a_step_leads() {
        for direction in Direction::ALL {
            let Offset { dx, dy } = direction.offset();
            let along = ["N", "", "S"][usize::try_from(dy + 1).unwrap()];
            let across = ["W", "", "E"][usize::try_from(dx + 1).unwrap()];
            assert_eq!(direction.compass(), format!("{along}{across}"), "{direction:?}");
        }
    }

    #[test]
    fn neighbours_stand_in_the_order_of_steps() {
        let around: Vec<Cell> = Cell::new(0, 0).neighbours().collect();
        assert_eq!(around, Direction::ALL.map(|direction| Cell::new(0, 0) + direction.offset()));
        assert_eq!(Cell::new(2, 2) + (-1, 3), Cell::new(1, 5));
        assert_eq!(Cell::new(i32::MAX, 0) + (1, 0), Cell::new(i32::MAX, 0));
    }

    #[test]
    fn a_rectangle_holds_its_cells_and_no_others() {
        let rect = Rect::new(Cell::new(-2, -2), Size::new(3, 2));
        let cells: Vec<Cell> = rect.cells().collect();
        assert_eq!(cells.len(), 6);
        for cell in Rect::new(Cell::new(-4, -4), Size::new(8, 8)).cells() {
            assert_eq!(rect.contains(cell), cells.contains(&cell), "{cell}");
        }
        assert!(!rect.contains(Cell::new(i32::MIN, i32::MAX)));
    }

    #[test]
    fn rectangles_meet_and_grow() {
        let a = Rect::new(Cell::new(0, 0), Size::new(4, 4));
        let b = Rect::new(Cell::new(2, 3), Size::new(9, 9));
        assert_eq!(a.intersection(b), Rect::new(Cell::new(2, 3), Size::new(2, 1)));
        assert!(a.intersection(Rect::cell(Cell::new(4, 0))).is_empty());
        assert_eq!(
            Rect::cell(Cell::new(1, 1)).grown(1),
            Rect::new(Cell::new(0, 0), Size::new(3, 3))
        );
    }
}
