//! A value for every cell: the plain storage that terrain, tags, clearance and distances lie in.

use crate::cell::{Cell, Rect, Size};
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

    /// Every cell holds what `value_at` says, asked row by row; the border holds `border`.
    pub(crate) fn from_fn(
        layout: Layout,
        border: T,
        mut value_at: impl FnMut(Cell) -> T,
    ) -> Plane<T> {
        let mut plane = Plane { layout, values: vec![border; layout.len() as usize] };
        let Rect { min, size } = layout.bounds();
        let mut first = layout.index_of(min).expect("a layout's bounds are not empty");
        for down in 0..size.height {
            let y = min.y.wrapping_add_unsigned(down);
            for right in 0..size.width {
                let cell = Cell::new(min.x.wrapping_add_unsigned(right), y);
                plane.set_at(first + right, value_at(cell));
            }
            first += layout.stride();
        }
        plane
    }

    /// How its cells are numbered.
    #[must_use]
    #[inline]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The value of a cell. Returns `None` if it lies outside.
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

impl<T: Copy + PartialEq> Plane<T> {
    /// Rectangles of one value that hold every cell to be told about once, as people name areas: from
    /// the top left, each as wide as its first row allows and then as high as that width does. Costs
    /// a few looks a cell.
    ///
    /// ```
    /// # mod xunlu {
    /// #     pub use xunlu_map::{self as map, *};
    /// # }
    /// use xunlu::{Cell, Rect, Size};
    /// use xunlu::map::{Layout, Plane};
    ///
    /// let layout = Layout::new(Rect::new(Cell::new(0, 0), Size::new(4, 3)))?;
    /// let mut plane = Plane::new(layout, 0, 0);
    /// let pond = Rect::new(Cell::new(1, 1), Size::new(3, 2));
    /// plane.fill(pond, 5);
    /// assert_eq!(plane.rectangles(|_, value| value != 0), [(pond, 5)]);
    /// # Ok::<(), xunlu_map::MapError>(())
    /// ```
    #[must_use]
    pub fn rectangles(&self, is_told: impl Fn(Cell, T) -> bool) -> Vec<(Rect, T)> {
        let mut is_done = Plane::new(self.layout, false, true);
        let mut rectangles = Vec::new();
        for cell in self.layout.bounds().cells() {
            let Some(value) = self.get(cell) else { continue };
            let is_like = |done: &Plane<bool>, cell: Cell| {
                done.get(cell) == Some(false)
                    && self.get(cell) == Some(value)
                    && is_told(cell, value)
            };
            let right_of =
                |cell: Cell, cells: u32| Cell::new(cell.x.saturating_add_unsigned(cells), cell.y);
            let mut size = Size::new(0, 1);
            while is_like(&is_done, right_of(cell, size.width)) {
                size.width += 1;
            }
            if size.width == 0 {
                continue;
            }
            let is_row_like = |down: u32| {
                let first = Cell::new(cell.x, cell.y.saturating_add_unsigned(down));
                (0..size.width).all(|cells| is_like(&is_done, right_of(first, cells)))
            };
            let mut height = 1;
            while is_row_like(height) {
                height += 1;
            }
            let rect = Rect::new(cell, Size::new(size.width, height));
            is_done.fill(rect, true);
            rectangles.push((rect, value));
        }
        rectangles
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn a_plane_from_a_function_is_asked_once_a_cell_row_by_row() {
        let layout = Layout::new(Rect::new(Cell::new(-1, 2), Size::new(3, 2))).unwrap();
        let mut asked = Vec::new();
        let plane = Plane::from_fn(layout, 0, |cell| {
            asked.push(cell);
            asked.len()
        });
        assert_eq!(asked, layout.bounds().cells().collect::<Vec<_>>());
        for (number, cell) in (1..).zip(layout.bounds().cells()) {
            assert_eq!(plane.get(cell), Some(number), "{cell}");
        }
        assert_eq!(plane.values().iter().filter(|&&value| value != 0).count(), 6);
    }

    #[test]
    fn rectangles_cover_each_cell_once() {
        let layout = Layout::new(Rect::new(Cell::new(-1, 0), Size::new(6, 4))).unwrap();
        let mut plane = Plane::new(layout, 0, 0);
        plane.fill(Rect::new(Cell::new(0, 1), Size::new(3, 3)), 5);
        plane.fill(Rect::new(Cell::new(2, 0), Size::new(3, 2)), 7);
        let expected = [
            (Rect::new(Cell::new(2, 0), Size::new(3, 2)), 7),
            (Rect::new(Cell::new(0, 1), Size::new(2, 3)), 5),
            (Rect::new(Cell::new(2, 2), Size::new(1, 2)), 5),
        ];
        assert_eq!(plane.rectangles(|_, value| value != 0), expected);
    }
}
