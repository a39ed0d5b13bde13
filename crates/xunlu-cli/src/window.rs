//! Which part of a map is shown when all of it is more than fits.

use xunlu::{Cell, Rect, Size};

/// The part of `bounds` to show in so much room: all of it where it fits; otherwise the part around
/// `focus` where that fits, and the part around its first cell where not.
pub(crate) fn part_of(bounds: Rect, room: Size, focus: &[Cell]) -> Rect {
    let max = bounds.max().unwrap_or(bounds.min);
    let columns = span(bounds.min.x, max.x, room.width, focus.iter().map(|cell| cell.x));
    let rows = span(bounds.min.y, max.y, room.height, focus.iter().map(|cell| cell.y));
    Rect::spanning(Cell::new(columns.0, rows.0), Cell::new(columns.1, rows.1))
}

/// The same along one axis: the first and the last to show.
fn span(min: i32, max: i32, room: u32, focus: impl Iterator<Item = i32> + Clone) -> (i32, i32) {
    let room = room.max(1);
    if max.abs_diff(min) < room {
        return (min, max);
    }
    let first = focus.clone().next().unwrap_or(min);
    let (least, most) = focus.fold((first, first), |(a, b), at| (a.min(at), b.max(at)));
    let (least, most) = if most.abs_diff(least) < room { (least, most) } else { (first, first) };
    let spare = room - 1 - most.abs_diff(least);
    let start = least.saturating_sub_unsigned(spare / 2);
    let start = start.clamp(min, max.saturating_sub_unsigned(room - 1));
    (start, start.saturating_add_unsigned(room - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(room: u32, focus: &[i32], shown: (i32, i32)) {
        assert_eq!(span(-10, 89, room, focus.iter().copied()), shown, "{room} {focus:?}");
    }

    #[test]
    fn what_matters_is_shown() {
        check(100, &[5], (-10, 89));
        check(10, &[20, 25], (18, 27));
        check(10, &[20, 40], (16, 25));
        check(10, &[-10], (-10, -1));
        check(10, &[89, 88], (80, 89));
        check(1, &[7], (7, 7));
        check(0, &[], (-10, -10));
        assert_eq!(span(i32::MIN, i32::MAX, 3, [i32::MAX].into_iter()), (i32::MAX - 2, i32::MAX));
    }

    #[test]
    fn a_map_that_fits_is_shown_whole() {
        let bounds = Rect::new(Cell::new(-2, -2), Size::new(9, 7));
        assert_eq!(part_of(bounds, Size::new(9, 7), &[]), bounds);
        let narrow = part_of(bounds, Size::new(3, 9), &[Cell::new(6, 0)]);
        assert_eq!(narrow, Rect::new(Cell::new(4, -2), Size::new(3, 7)));
    }
}
