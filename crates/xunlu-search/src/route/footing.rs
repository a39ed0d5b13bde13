//! What a body stands on while it glides along a straight line, exactly, between points of a fine
//! lattice.

use crate::view::GridView;
use xunlu_map::{Cell, Exits, Point, Size, Weight};

/// How many lattice points there are to a cell, along either axis. A power of two, so that each of
/// them is a float, too.
const FINENESS: i64 = 64;

/// A point of the lattice, in 64ths of a cell: where the centre of the mover's place is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fine {
    x: i64,
    y: i64,
}

impl Fine {
    /// The centre of a cell.
    pub(super) fn of_cell(cell: Cell) -> Fine {
        Fine { x: i64::from(cell.x) * FINENESS, y: i64::from(cell.y) * FINENESS }
    }

    /// The lattice point nearest to a point.
    pub(super) fn nearest(point: Point) -> Fine {
        Fine { x: nearest(point.x), y: nearest(point.y) }
    }

    /// The same point in cells; exact for every point that lies on a map.
    pub(super) fn point(self) -> Point {
        Point::new(self.x as f64 / FINENESS as f64, self.y as f64 / FINENESS as f64)
    }
}

/// The nearest 64th.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the cast saturates, and what lies that far out is on no map"
)]
fn nearest(cells: f64) -> i64 {
    (cells * FINENESS as f64).round() as i64
}

/// The most expensive ground that the mover's body overlaps on its straight way. Returns `None`
/// if the body would overlap something closed or the outside of the map, or come over a cell that
/// has limited exits: there, one does not go just anywhere.
///
/// Costs a look at each cell that the body overlaps.
pub(super) fn most_expensive_along(view: &GridView<'_>, from: Fine, to: Fine) -> Option<Weight> {
    most_expensive(view, from, to, false)
}

/// The most expensive ground under the mover at a place, limited exits or not. Returns `None` if
/// the mover cannot stand there, or only partly round a joined edge.
pub(super) fn most_expensive_under(view: &GridView<'_>, place: Cell) -> Option<Weight> {
    most_expensive(view, Fine::of_cell(place), Fine::of_cell(place), true)
}

fn most_expensive(view: &GridView<'_>, from: Fine, to: Fine, any_exits: bool) -> Option<Weight> {
    let (grid, mover, open) = (view.grid(), view.mover(), view.open());
    let bounds = grid.bounds();
    let (least, most) = (Fine::of_cell(bounds.min), Fine::of_cell(bounds.max()?));
    let is_inside =
        |at: Fine| (least.x..=most.x).contains(&at.x) && (least.y..=most.y).contains(&at.y);
    if !is_inside(from) || !is_inside(to) {
        return None;
    }
    let (terrain, exits) = (grid.ground().terrain(), grid.ground().exits());
    let mut most_expensive = Weight::FREE;
    let number = |x: i64, y: i64| {
        let cell = Cell::new(i32::try_from(x).ok()?, i32::try_from(y).ok()?);
        grid.layout().index_of(cell)
    };
    let is_clear = each_row(from, to, mover.footprint().size(), |row, first, last| {
        let (Some(first), Some(last)) = (number(first, row), number(last, row)) else {
            return false;
        };
        (first..=last).all(|index| {
            let may_leave = any_exits || exits.is_none_or(|exits| exits.at(index) == Exits::ALL);
            let weight = mover.weight(terrain.at(index)).filter(|_| open.at(index) && may_leave);
            most_expensive = weight.map_or(most_expensive, |weight| most_expensive.max(weight));
            weight.is_some()
        })
    });
    is_clear.then_some(most_expensive)
}

/// Visits the cells that a body overlaps on its straight way, row by row: the row, and its first and
/// last such cell. Stops, and says no, where `visit` does. What only touches does not overlap.
///
/// The body at (px, py) overlaps cell (x, y) while x - width < px < x + 1, and y alike. So it meets a
/// row during one part of the way, and within that a stretch of px whose ends are fractions.
/// Both points lie on one map, whose sides multiply to less than 2^32: all products fit.
fn each_row(
    from: Fine,
    to: Fine,
    footprint: Size,
    mut visit: impl FnMut(i64, i64, i64) -> bool,
) -> bool {
    let (width, height) = (i64::from(footprint.width), i64::from(footprint.height));
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    // The line is counted in lattice rows; a level one is a single unit long.
    let whole = dy.abs().max(1);
    let (top, bottom) = (from.y.min(to.y), from.y.max(to.y));
    let (column, beside) = (from.x.div_euclid(FINENESS), from.x.rem_euclid(FINENESS));
    let mut rows = top.div_euclid(FINENESS)..=ceiling(bottom, FINENESS) + height - 1;
    rows.all(|row| {
        let (above, below) = ((row - height) * FINENESS, (row + 1) * FINENESS);
        let (enter, leave) = match dy.signum() {
            1 => (above - from.y, below - from.y),
            -1 => (from.y - below, from.y - above),
            _ => (0, 1),
        };
        // How far right of `column` the body is when it enters and leaves, in units of one cell
        // divided by `unit`.
        let unit = whole * FINENESS;
        let right = |moment: i64| beside * whole + dx * moment.clamp(0, whole);
        let (one, other) = (right(enter), right(leave));
        let first = column + one.min(other).div_euclid(unit);
        let last = column + ceiling(one.max(other), unit) + width - 1;
        visit(row, first, last)
    })
}

/// The quotient, rounded up.
fn ceiling(dividend: i64, divisor: i64) -> i64 {
    -(-dividend).div_euclid(divisor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use xunlu_testkit::{Random, cells_swept};

    #[test]
    fn rows_are_the_cells_that_the_judge_sweeps() {
        let mut random = Random::new(3);
        let mut coordinate = || random.between(-9, 9);
        for round in 0..4_000 {
            let (from, to) =
                (Cell::new(coordinate(), coordinate()), Cell::new(coordinate(), coordinate()));
            let footprint = Size::new(1 + round % 3, 1 + round / 3 % 3);
            let mut met = BTreeSet::new();
            let (start, end) = (Fine::of_cell(from), Fine::of_cell(to));
            assert!(each_row(start, end, footprint, |y, first, last| {
                let small = |at: i64| i32::try_from(at).unwrap();
                met.extend((first..=last).map(|x| Cell::new(small(x), small(y))));
                true
            }));
            assert_eq!(met, cells_swept(from, to, footprint), "{from} to {to}, {footprint:?}");
        }
    }

    #[test]
    fn a_64th_of_a_cell_matters() {
        // Sixty-four times as large, the lattice points are cells to the judge, and cells blocks.
        let mut random = Random::new(4);
        let mut coordinate = || random.between(-100, 100);
        for _ in 0..20 {
            let [ax, ay, bx, by] = [(); 4].map(|()| coordinate());
            let mut met = BTreeSet::new();
            let fine = |x: i32, y: i32| Fine { x: i64::from(x), y: i64::from(y) };
            assert!(each_row(fine(ax, ay), fine(bx, by), Size::ONE, |y, first, last| {
                met.extend((first..=last).map(|x| (x, y)));
                true
            }));
            let swept = cells_swept(Cell::new(ax, ay), Cell::new(bx, by), Size::new(64, 64));
            let block = |at: i32| i64::from(at).div_euclid(FINENESS);
            let blocks: BTreeSet<_> =
                swept.iter().map(|cell| (block(cell.x), block(cell.y))).collect();
            assert_eq!(met, blocks, "{ax},{ay} to {bx},{by}");
        }
    }
}
