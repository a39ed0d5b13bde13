//! A value for every cell: the plain storage that terrain, tags, clearance and distances lie in.

use crate::cell::{Cell, Rect};
use crate::layout::Layout;

/// One value a cell, and one border value all around, numbered by a [`Layout`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plane<T> {
    layout: Layout,
    values: Vec<T>,
}

impl<T: Copy> Plane<T> {
    /// Every cell holds `value`, the border `border`.
    #[must_use]
    pub fn new(layout: Layout, value: T, border: T) -> Plane<T> {
        let mut plane = Plane { layout, values: vec![border; layout.len() as usize] };
        plane.fill(layout.bounds(), value);
        plane
    }

    /// How its cells are numbered.
    #[must_use]
    #[inline]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The value of a cell; none outside.
    #[must_use]
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<T> {
        self.layout.index_of(cell).map(|index| self.at(index))
    }

    /// The value at a number of the layout, border included.
    ///
    /// # Panics
    /// When the number is not one of the layout's.
    #[must_use]
    #[inline]
    pub fn at(&self, index: u32) -> T {
        self.values[index as usize]
    }

    /// Sets the value at a number of the layout.
    ///
    /// # Panics
    /// When the number is not one of the layout's.
    #[inline]
    pub fn set_at(&mut self, index: u32, value: T) {
        self.values[index as usize] = value;
    }

    /// Sets every cell of the rectangle that lies inside.
    pub fn fill(&mut self, rect: Rect, value: T) {
        for row in self.rows_of(rect) {
            self.values[row].fill(value);
        }
    }

    /// The numbers of the rectangle's cells that lie inside, a run for each row.
    pub fn rows_of(&self, rect: Rect) -> impl Iterator<Item = std::ops::Range<usize>> + use<T> {
        let inside = self.layout.bounds().intersection(rect);
        let first = self.layout.index_of(inside.min).unwrap_or(0) as usize;
        let stride = self.layout.stride() as usize;
        let (rows, width) = if inside.is_empty() {
            (0, 0)
        } else {
            (inside.size.height, inside.size.width as usize)
        };
        (0..rows as usize).map(move |down| first + down * stride..first + down * stride + width)
    }

    /// All values by number, border included.
    #[must_use]
    #[inline]
    pub fn values(&self) -> &[T] {
        &self.values
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Size;

    #[test]
    fn filling_touches_the_rectangle_and_nothing_else() {
        let layout = Layout::new(Rect::new(Cell::new(-1, -1), Size::new(4, 4))).unwrap();
        let mut plane = Plane::new(layout, 0_u8, 9);
        let rect = Rect::new(Cell::new(1, 1), Size::new(9, 9));
        plane.fill(rect, 5);
        for cell in layout.bounds().cells() {
            assert_eq!(plane.get(cell), Some(if rect.contains(cell) { 5 } else { 0 }), "{cell}");
        }
        let border = plane.values().iter().filter(|&&value| value == 9).count();
        assert_eq!(border + 16, layout.len() as usize);
        assert_eq!(plane.get(Cell::new(3, 0)), None);
    }
}
