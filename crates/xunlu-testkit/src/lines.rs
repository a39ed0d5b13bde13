//! The plain referee of straight lines: for every cell near a segment, does the one meet the other?
//!
//! Cells are unit squares round centres that have the cells' own coordinates. Every test is an exact
//! comparison of fractions; nothing walks along the line, so nothing can step wrong.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use xunlu_map::{Cell, Corners, Rect, Size};

/// The cells whose inside the segment between two centres passes through, both ends included.
#[must_use]
pub fn cells_crossed(from: Cell, to: Cell) -> BTreeSet<Cell> {
    let meets = |cell: &Cell| meets(from, to, square(*cell), Ordering::is_lt);
    Rect::spanning(from, to).cells().filter(meets).collect()
}

/// The cells that the segment between two centres touches at all, if only at a corner: the
/// supercover. Those that are not [crossed](cells_crossed) lie beside a corner that it passes
/// exactly through.
#[must_use]
pub fn cells_touched(from: Cell, to: Cell) -> BTreeSet<Cell> {
    let meets = |cell: &Cell| meets(from, to, square(*cell), Ordering::is_le);
    Rect::spanning(from, to).cells().filter(meets).collect()
}

/// The cells that a body filling `footprint` overlaps on its straight line from place to place.
#[must_use]
pub fn cells_swept(from: Cell, to: Cell, footprint: Size) -> BTreeSet<Cell> {
    let (width, height) = (i64::from(footprint.width), i64::from(footprint.height));
    let meets = |cell: &Cell| {
        // The body at p overlaps the cell at k while p lies between k - width and k + 1.
        let (x, y) = (i64::from(cell.x), i64::from(cell.y));
        let range = [[2 * (x - width), 2 * (x + 1)], [2 * (y - height), 2 * (y + 1)]];
        meets(from, to, range, Ordering::is_lt)
    };
    let around = Rect::spanning(from, to).grown(footprint.width.max(footprint.height));
    around.cells().filter(meets).collect()
}

/// Whether rays from every cell of a footprint at `from` to its counterpart at `to` pass through
/// open cells alone, and every corner that they pass exactly through as the rule asks. The rule
/// [`Corners::Never`] is read as [`Corners::NoCutting`]: it says how steps go, not what is seen.
pub fn sees(
    from: Cell,
    to: Cell,
    footprint: Size,
    corners: Corners,
    is_open: impl Fn(Cell) -> bool,
) -> bool {
    let stands = |place: Cell| Rect::new(place, footprint).cells().all(&is_open);
    let crossed = cells_crossed(from, to);
    if !crossed.iter().all(|&place| stands(place)) {
        return false;
    }
    let (right, down) = ((to.x - from.x).signum(), (to.y - from.y).signum());
    crossed.iter().all(|place| {
        let beside = [Cell::new(place.x + right, place.y), Cell::new(place.x, place.y + down)];
        let next = Cell::new(place.x + right, place.y + down);
        let straight_on = right == 0 || down == 0 || !crossed.contains(&next);
        if straight_on || beside.iter().any(|cell| crossed.contains(cell)) {
            return true;
        }
        match corners {
            Corners::Always => true,
            Corners::OneFree => stands(beside[0]) || stands(beside[1]),
            Corners::NoCutting | Corners::Never => stands(beside[0]) && stands(beside[1]),
        }
    })
}

/// Twice the sides of a cell's square: least and greatest x, least and greatest y.
fn square(cell: Cell) -> [[i64; 2]; 2] {
    [cell.x, cell.y].map(|at| [2 * i64::from(at) - 1, 2 * i64::from(at) + 1])
}

/// Whether the segment has a point in a rectangle given by twice its sides: `before` is "less" for the
/// rectangle's inside alone, "less or equal" for its rim as well.
fn meets(from: Cell, to: Cell, sides: [[i64; 2]; 2], before: fn(Ordering) -> bool) -> bool {
    // Which part of the line, 0 to 1, lies between the sides along each axis: pairs of fractions.
    let mut parts: Vec<[(i64, i64); 2]> = Vec::new();
    for ([least, most], (start, end)) in sides.into_iter().zip([(from.x, to.x), (from.y, to.y)]) {
        let (start, end) = (2 * i64::from(start), 2 * i64::from(end));
        match end.cmp(&start) {
            Ordering::Greater => {
                parts.push([(least - start, end - start), (most - start, end - start)]);
            }
            Ordering::Less => {
                parts.push([(start - most, start - end), (start - least, start - end)]);
            }
            Ordering::Equal => {
                if !(before(least.cmp(&start)) && before(start.cmp(&most))) {
                    return false;
                }
            }
        }
    }
    let compare = |a: (i64, i64), b: (i64, i64)| {
        (i128::from(a.0) * i128::from(b.1)).cmp(&(i128::from(b.0) * i128::from(a.1)))
    };
    // Intervals have a point in common when each begins before every other ends.
    let begins_in_time = |&[enters, _]: &[(i64, i64); 2]| {
        before(compare(enters, (1, 1)))
            && parts.iter().all(|&[_, leaves]| before(compare(enters, leaves)))
    };
    parts.iter().all(begins_in_time)
        && parts.iter().all(|&[_, leaves]| before(compare((0, 1), leaves)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A drawing: `A` and `B` are the ends, `*` whatever else is in the set.
    fn check(picture: &str, cells: impl Fn(Cell, Cell) -> BTreeSet<Cell>) {
        let letters = || {
            (0..).zip(picture.lines()).flat_map(|(y, line)| {
                (0..).zip(line.chars()).map(move |(x, letter)| (Cell::new(x, y), letter))
            })
        };
        let find = |wanted| letters().find(|&(_, letter)| letter == wanted).unwrap().0;
        let (a, b) = (find('A'), find('B'));
        let drawn: BTreeSet<Cell> =
            letters().filter(|(_, letter)| "AB*".contains(*letter)).map(|(cell, _)| cell).collect();
        assert_eq!(cells(a, b), drawn, "\n{picture}");
        assert_eq!(cells(b, a), drawn, "back\n{picture}");
    }

    #[test]
    fn a_segment_crosses_the_cells_whose_inside_it_meets() {
        check("A**B", cells_crossed);
        check("A\n*\nB", cells_crossed);
        check("A.\n.B", cells_crossed);
        check("A*..\n..*B", cells_crossed);
        check("A*..\n.**.\n..*B", cells_crossed);
        check("..B\n.*.\nA..", cells_crossed);
        assert_eq!(cells_crossed(Cell::new(3, 4), Cell::new(3, 4)).len(), 1);
    }

    #[test]
    fn a_segment_touches_the_cells_beside_the_corners_it_passes() {
        check("A**B", cells_touched);
        check("A*\n*B", cells_touched);
        check("A**.\n.**B", cells_touched);
    }

    #[test]
    fn a_body_sweeps_more_than_a_ray() {
        let unit = |a, b| cells_swept(a, b, Size::ONE);
        check("A**B", unit);
        check("A*\n*B", unit);
        check("A***\n***B", unit);
        let swept = cells_swept(Cell::new(0, 0), Cell::new(1, 0), Size::new(2, 2));
        assert_eq!(swept.len(), 6);
    }

    #[test]
    fn corners_are_seen_past_by_the_rule() {
        let rules = [Corners::Always, Corners::OneFree, Corners::NoCutting, Corners::Never];
        let seen = |closed: &[Cell]| {
            let is_open = |cell| !closed.contains(&cell);
            rules.map(|rule| sees(Cell::new(0, 0), Cell::new(2, 2), Size::ONE, rule, is_open))
        };
        assert_eq!(seen(&[]), [true; 4]);
        assert_eq!(seen(&[Cell::new(1, 0)]), [true, true, false, false]);
        assert_eq!(seen(&[Cell::new(1, 0), Cell::new(0, 1)]), [true, false, false, false]);
        assert_eq!(seen(&[Cell::new(1, 1)]), [false; 4]);
        assert_eq!(seen(&[Cell::new(2, 2)]), [false; 4]);
    }
}
