//! Where a kind of mover may stand: one bit a cell, numbered as the map's cells are.

use crate::cell::{Cell, Rect};
use crate::ground::Ground;
use crate::layout::Layout;
use crate::mover::Mover;

/// One bit a cell: set where the ground is open to a mover that is one cell large. The border is
/// closed, and a word of closed cells follows the last row, so that 64 cells can be read from any
/// cell on without a range check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passability {
    layout: Layout,
    words: Vec<u64>,
}

impl Passability {
    /// Where `mover` may stand, by terrain and tags. Costs O(cells); built once for a
    /// kind of mover and then [repaired](Self::repair).
    #[must_use]
    pub fn new(ground: &Ground, mover: &Mover) -> Passability {
        let mut passability = Passability::closed(*ground.layout());
        passability.repair(ground, mover, ground.bounds());
        passability
    }

    /// Nowhere, to be opened cell by cell.
    #[must_use]
    pub fn closed(layout: Layout) -> Passability {
        Passability { layout, words: vec![0; layout.len() as usize / 64 + 2] }
    }

    /// Reads the cells of `rect` anew. Costs O(cells of the rectangle).
    pub fn repair(&mut self, ground: &Ground, mover: &Mover, rect: Rect) {
        let terrain = ground.terrain();
        for row in terrain.rows_of(rect) {
            for index in row {
                let open = mover.is_open(terrain.values()[index])
                    && ground
                        .tags()
                        .is_none_or(|tags| tags.values()[index].are_within(mover.tags()));
                let (word, bit) = (index / 64, 1 << (index % 64));
                if open {
                    self.words[word] |= bit;
                } else {
                    self.words[word] &= !bit;
                }
            }
        }
    }

    /// Opens or closes one cell by number.
    ///
    /// # Panics
    /// When the number is not that of a cell inside: the border stays closed.
    pub fn set_at(&mut self, index: u32, open: bool) {
        let cell = self.layout.cell_of(index);
        assert!(self.layout.bounds().contains(cell), "number {index} is no cell's inside the map");
        let (word, bit) = (index as usize / 64, 1 << (index % 64));
        if open {
            self.words[word] |= bit;
        } else {
            self.words[word] &= !bit;
        }
    }

    /// How cells are numbered.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Whether the cell with this number is open; the border never is.
    ///
    /// # Panics
    /// When the number lies beyond the layout's.
    #[must_use]
    #[inline]
    pub fn at(&self, index: u32) -> bool {
        self.words[(index / 64) as usize] >> (index % 64) & 1 != 0
    }

    /// Whether the cell is open; nothing outside is.
    #[must_use]
    #[inline]
    pub fn is_open(&self, cell: Cell) -> bool {
        self.layout.index_of(cell).is_some_and(|index| self.at(index))
    }

    /// Sixty-four cells from this number on, the first in the lowest bit.
    ///
    /// # Panics
    /// When the number lies beyond the layout's.
    #[must_use]
    #[inline]
    pub fn run_at(&self, index: u32) -> u64 {
        let (word, shift) = ((index / 64) as usize, index % 64);
        let low = self.words[word] >> shift;
        // Shifting in two parts, because shifting a word by all of its 64 bits is no shift at all.
        low | self.words[word + 1] << 1 << (63 - shift)
    }

    /// The words the bits lie in; cell number `n` is bit `n % 64` of word `n / 64`.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Size;
    use crate::grid::Grid;
    use crate::terrain::{Tags, Terrain};

    #[test]
    fn bits_follow_terrain_and_tags_through_edits() {
        let mut grid = Grid::at(Rect::new(Cell::new(-3, 2), Size::new(70, 5))).unwrap();
        let mover = Mover::default();
        let mut bits = Passability::new(grid.ground(), &mover);
        let rect = Rect::new(Cell::new(60, 3), Size::new(7, 2));
        grid.fill(rect, Terrain::WALL).unwrap();
        bits.repair(grid.ground(), &mover, rect);
        let tagged = Rect::cell(Cell::new(0, 2));
        grid.fill_tags(tagged, Tags::one(1).unwrap()).unwrap();
        bits.repair(grid.ground(), &mover, tagged);
        assert_eq!(bits, Passability::new(grid.ground(), &mover));
        for cell in grid.bounds().grown(2).cells() {
            let inside = grid.bounds().contains(cell);
            let open = inside && !rect.contains(cell) && !tagged.contains(cell);
            assert_eq!(bits.is_open(cell), open, "{cell}");
        }
    }

    #[test]
    fn a_run_reads_on_from_any_cell() {
        let mut grid = Grid::new(Size::new(100, 2)).unwrap();
        grid.set(Cell::new(66, 0), Terrain::WALL).unwrap();
        let bits = Passability::new(grid.ground(), &Mover::default());
        for index in 0..grid.layout().len() {
            for ahead in 0..64_u32 {
                let open = index + ahead < grid.layout().len() && bits.at(index + ahead);
                assert_eq!(bits.run_at(index) >> ahead & 1 != 0, open, "{index} + {ahead}");
            }
        }
    }
}
