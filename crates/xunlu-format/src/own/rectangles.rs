//! Planes as rectangles of one value, as people name them.

use xunlu::{Cell, Plane, Rect, Size};

/// Rectangles of one value that hold every cell to be told about once: from the top left, each as
/// wide as its first row allows and then as high as that width does. Costs at most two looks a cell
/// for each row that a rectangle has.
pub(super) fn rectangles_of<T: Copy + PartialEq>(
    plane: &Plane<T>,
    is_told: impl Fn(Cell, T) -> bool,
) -> Vec<(Rect, T)> {
    let layout = *plane.layout();
    let mut is_done = Plane::new(layout, false, true);
    let mut rectangles = Vec::new();
    for cell in layout.bounds().cells() {
        let Some(value) = plane.get(cell) else { continue };
        let is_like = |done: &Plane<bool>, cell: Cell| {
            done.get(cell) == Some(false) && plane.get(cell) == Some(value) && is_told(cell, value)
        };
        let right_of =
            |cell: Cell, cells: u32| Cell::new(cell.x.saturating_add_unsigned(cells), cell.y);
        let width = (0..).take_while(|&cells| is_like(&is_done, right_of(cell, cells))).count();
        let Some(width) = u32::try_from(width).ok().filter(|&width| width > 0) else { continue };
        let is_row_like = |down: u32| {
            let first = Cell::new(cell.x, cell.y.saturating_add_unsigned(down));
            (0..width).all(|cells| is_like(&is_done, right_of(first, cells)))
        };
        let mut size = Size::new(width, 1);
        while is_row_like(size.height) {
            size.height += 1;
        }
        let rect = Rect::new(cell, size);
        is_done.fill(rect, true);
        rectangles.push((rect, value));
    }
    rectangles
}

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu::Layout;

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
        assert_eq!(rectangles_of(&plane, |_, value| value != 0), expected);
    }
}
