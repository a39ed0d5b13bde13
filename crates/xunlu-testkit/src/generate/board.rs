//! A drawing board: terrain by column and row, before it becomes a map of some kind.

use xunlu_map::{Size, Terrain};

/// Terrain for each cell of a rectangle, row by row.
#[derive(Clone, Debug)]
pub(super) struct Board {
    size: Size,
    cells: Vec<Terrain>,
}

impl Board {
    pub(super) fn new(size: Size, terrain: Terrain) -> Board {
        Board { size, cells: vec![terrain; size.width as usize * size.height as usize] }
    }

    pub(super) const fn size(&self) -> Size {
        self.size
    }

    /// The terrain at a column and row; a wall outside.
    pub(super) fn at(&self, x: u32, y: u32) -> Terrain {
        self.slot(x, y).map_or(Terrain::WALL, |slot| self.cells[slot])
    }

    /// Sets the terrain at a column and row; nothing outside.
    pub(super) fn set(&mut self, x: u32, y: u32, terrain: Terrain) {
        if let Some(slot) = self.slot(x, y) {
            self.cells[slot] = terrain;
        }
    }

    /// Sets whatever of a rectangle lies inside.
    pub(super) fn fill(&mut self, (left, top): (u32, u32), size: Size, terrain: Terrain) {
        for y in top..top + size.height {
            for x in left..left + size.width {
                self.set(x, y, terrain);
            }
        }
    }

    /// Every column and row, row by row.
    pub(super) fn positions(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        let Size { width, height } = self.size;
        (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)))
    }

    fn slot(&self, x: u32, y: u32) -> Option<usize> {
        let inside = x < self.size.width && y < self.size.height;
        inside.then(|| y as usize * self.size.width as usize + x as usize)
    }
}
