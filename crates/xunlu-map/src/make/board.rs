//! A drawing board: the terrain of a map to be, and which cells touch on squares and on hexes.

use crate::cell::{Cell, Direction, Rect, Size};
use crate::error::MapError;
use crate::ground::Ground;
use crate::hex::{HexArrangement, HexDirection, Orientation};
use crate::layout::Layout;
use crate::terrain::Terrain;

/// What the cells are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tiling {
    /// Squares, which touch on four sides.
    Squares,
    /// Hexes, which touch on six.
    Hexes(HexArrangement),
}

/// Terrain by the numbers of a [`Layout`], with a border of walls, so that a step from any cell
/// leads to a number of the board.
#[derive(Clone, Debug)]
pub(super) struct Board {
    tiling: Tiling,
    layout: Layout,
    cells: Vec<Terrain>,
    // What a step over each side adds to a number; for cells of even and of odd lines.
    steps: [[u32; 6]; 2],
}

impl Board {
    pub(super) fn new(tiling: Tiling, size: Size, terrain: Terrain) -> Result<Board, MapError> {
        let layout = Layout::new(Rect::new(Cell::new(0, 0), size))?;
        let cells = vec![Terrain::WALL; layout.len() as usize];
        let steps = [0, 1].map(|line| {
            let mut steps = [0; 6];
            for (step, over_side) in steps.iter_mut().zip(tiling.steps_over_sides(&layout, line)) {
                *step = over_side;
            }
            steps
        });
        let mut board = Board { tiling, layout, cells, steps };
        if terrain != Terrain::WALL {
            board.fill(layout.bounds(), terrain);
        }
        Ok(board)
    }

    pub(super) fn into_ground(self) -> Result<Ground, MapError> {
        let mut cells = self.rows().flat_map(|row| &self.cells[row]);
        // Both go row by row.
        Ground::from_fn(self.layout.bounds(), |_| {
            *cells.next().expect("the board has every cell of its bounds")
        })
    }

    pub(super) const fn tiling(&self) -> Tiling {
        self.tiling
    }

    pub(super) const fn size(&self) -> Size {
        self.layout.bounds().size
    }

    pub(super) const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// How many sides a cell has.
    pub(super) const fn sides(&self) -> usize {
        match self.tiling {
            Tiling::Squares => 4,
            Tiling::Hexes(_) => 6,
        }
    }

    /// The side that a step over `side` comes in by.
    pub(super) const fn opposite(&self, side: usize) -> usize {
        (side + self.sides() / 2) % self.sides()
    }

    /// The number beyond a side of a cell inside; perhaps one of the border.
    #[inline]
    pub(super) fn beyond(&self, index: u32, side: usize) -> u32 {
        index.wrapping_add(self.steps_from(index)[side])
    }

    /// What a step over each side of a cell inside adds to its number, to be added wrapping; only
    /// the first [`sides`](Self::sides) of them mean something.
    #[inline]
    pub(super) fn steps_from(&self, index: u32) -> [u32; 6] {
        let stride = self.layout.stride();
        let is_odd = match self.tiling {
            Tiling::Squares => false,
            Tiling::Hexes(arrangement) => match arrangement.orientation() {
                // Row 0 and column 0 have the numbers after one border row and one border cell.
                Orientation::Pointy => (index / stride) & 1 == 0,
                Orientation::Flat => (index % stride) & 1 == 0,
            },
        };
        self.steps[usize::from(is_odd)]
    }

    /// The terrain of a number.
    #[inline]
    pub(super) fn at(&self, index: u32) -> Terrain {
        self.cells[index as usize]
    }

    /// Sets the terrain of a number inside.
    #[inline]
    pub(super) fn set(&mut self, index: u32, terrain: Terrain) {
        self.cells[index as usize] = terrain;
    }

    /// Sets whatever of a rectangle lies inside.
    pub(super) fn fill(&mut self, rect: Rect, terrain: Terrain) {
        let Rect { min, size } = self.layout.bounds().intersection(rect);
        let Some(first) = self.layout.index_of(min) else { return };
        let (width, stride) = (size.width as usize, self.layout.stride() as usize);
        let rows = self.cells[first as usize..].chunks_mut(stride);
        for row in rows.take(size.height as usize) {
            row[..width].fill(terrain);
        }
    }

    /// The numbers of each row's cells.
    pub(super) fn rows(&self) -> impl Iterator<Item = std::ops::Range<usize>> + use<> {
        let Size { width, height } = self.size();
        let (width, stride) = (width as usize, self.layout.stride() as usize);
        (1..=height as usize).map(move |down| down * stride + 1..down * stride + 1 + width)
    }

    /// All numbers, the border's too.
    pub(super) fn cells(&self) -> &[Terrain] {
        &self.cells
    }

    /// All numbers, to be changed inside; the border stays as it is.
    pub(super) fn cells_mut(&mut self) -> &mut [Terrain] {
        &mut self.cells
    }

    /// Every cell inside, row by row.
    pub(super) fn inside_mut(&mut self) -> impl Iterator<Item = &mut Terrain> {
        let Size { width, height } = self.size();
        let stride = self.layout.stride() as usize;
        let rows = self.cells[stride + 1..].chunks_mut(stride).take(height as usize);
        rows.flat_map(move |row| &mut row[..width as usize])
    }
}

impl Tiling {
    /// What a step over each side adds to the number of a cell of an even or an odd line.
    pub(super) fn steps_over_sides(self, layout: &Layout, line: i32) -> Vec<u32> {
        match self {
            Tiling::Squares => steps_towards(layout, &Direction::ALL[..4]),
            Tiling::Hexes(arrangement) => {
                let cell = Cell::new(line, line);
                let hex = arrangement.hex_of(cell);
                let around = HexDirection::ALL.map(|direction| hex.neighbour(direction));
                around.map(|hex| layout.shift(arrangement.cell_of(hex) - cell)).to_vec()
            }
        }
    }

    /// The same for all that touch: squares have four neighbours more at their corners.
    pub(super) fn steps_around(self, layout: &Layout, line: i32) -> Vec<u32> {
        match self {
            Tiling::Squares => steps_towards(layout, &Direction::ALL),
            Tiling::Hexes(_) => self.steps_over_sides(layout, line),
        }
    }
}

fn steps_towards(layout: &Layout, directions: &[Direction]) -> Vec<u32> {
    directions.iter().map(|&direction| layout.step(direction)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_lead_to_the_neighbours_of_the_hexes() {
        for arrangement in HexArrangement::ALL {
            let tiling = Tiling::Hexes(arrangement);
            let board = Board::new(tiling, Size::new(5, 4), Terrain::OPEN).unwrap();
            for cell in board.layout().bounds().cells() {
                let index = board.layout().index_of(cell).unwrap();
                for (side, direction) in HexDirection::ALL.into_iter().enumerate() {
                    let there = board.beyond(index, side);
                    let expected =
                        arrangement.cell_of(arrangement.hex_of(cell).neighbour(direction));
                    let inside = board.layout().index_of(expected);
                    assert!(inside.is_none_or(|index| index == there), "{arrangement:?} {cell}");
                    assert_eq!(board.at(there) == Terrain::OPEN, inside.is_some());
                    if inside.is_some() {
                        assert_eq!(board.beyond(there, board.opposite(side)), index);
                    }
                }
            }
        }
    }

    #[test]
    fn filling_touches_what_lies_inside() {
        let mut board = Board::new(Tiling::Squares, Size::new(4, 3), Terrain::OPEN).unwrap();
        board.fill(Rect::new(Cell::new(-1, 1), Size::new(3, 9)), Terrain(3));
        board.fill(Rect::new(Cell::new(9, 9), Size::new(3, 9)), Terrain(4));
        let drawn = crate::Grid::of(board.into_ground().unwrap()).to_string();
        assert_eq!(drawn, "....\n33..\n33..");
    }
}
