//! All cells of an area from which one cell can be seen, worked out at one go.
//!
//! From the seen cell outward, column by column, in each of the eight wedges between a row, a column
//! and a diagonal. What is kept are the slopes of the rays that nothing closed has met so far:
//!
//! ```text
//!            . .      A closed cell (#) meets the rays between its far lower and its near upper corner;
//!        . . # .      those that only touch a corner go on. So the slopes left are closed intervals, some
//!      . . # # .      of them a single ray that slips between two corners. Where the two are one and the
//!    o . . . . .      same corner, of two closed cells, the ray is held up there.
//! ```
//!
//! In a wedge no ray to a cell meets another cell of that cell's own column, so a cell is seen when
//! the ray to its centre was left by the columns before.

use crate::cell::{Cell, Rect};
use crate::passability::Passability;
use std::cmp::Ordering;

/// The cells of an area from which one cell can be seen by a ray as thin as a point: all cells of the
/// [`supercover`](super::supercover) are open, the seen one aside, which may be a wall, and at each
/// corner that the ray passes exactly one of the two cells beside is.
///
/// Costs O(cells of the area), where asking cell by cell costs that times the distance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VisibleFrom {
    area: Rect,
    bits: Vec<u64>,
}

impl VisibleFrom {
    /// The cells of `area` from which `seen` can be seen.
    ///
    /// # Panics
    /// When `seen` lies outside the map.
    #[must_use]
    pub fn new(open: &Passability, seen: Cell, area: Rect) -> VisibleFrom {
        let bounds = open.layout().bounds();
        assert!(bounds.contains(seen), "{seen} lies outside the map");
        let area = area.intersection(bounds);
        let corners = area.max().map(|max| (area.min, max));
        let (least, most) = corners.unwrap_or((seen, seen));
        let area = Rect::spanning(
            Cell::new(least.x.min(seen.x), least.y.min(seen.y)),
            Cell::new(most.x.max(seen.x), most.y.max(seen.y)),
        );
        let words = usize::try_from(area.size.area().div_ceil(64)).expect("a map fits in memory");
        let mut visible = VisibleFrom { area, bits: vec![0; words] };
        visible.set(seen);
        for wedge in Wedge::all(seen) {
            visible.look(open, wedge);
        }
        visible
    }

    /// Whether the cell can be seen from here; from no cell outside the area.
    #[must_use]
    pub fn has(&self, cell: Cell) -> bool {
        self.area.contains(cell) && {
            let number = self.number_of(cell);
            self.bits[number / 64] >> (number % 64) & 1 != 0
        }
    }

    fn number_of(&self, cell: Cell) -> usize {
        let off = cell - self.area.min;
        let (x, y) = (off.dx.unsigned_abs() as usize, off.dy.unsigned_abs() as usize);
        y * self.area.size.width as usize + x
    }

    fn set(&mut self, cell: Cell) {
        let number = self.number_of(cell);
        self.bits[number / 64] |= 1 << (number % 64);
    }

    /// Looks along one wedge.
    fn look(&mut self, open: &Passability, wedge: Wedge) {
        let [columns, rows] = wedge.reach(self.area);
        let is_open = |column, row| open.is_open(wedge.cell(column, row));
        let (mut left, mut next) = (vec![[Slope::new(0, 1), Slope::new(1, 1)]], Vec::new());
        let mut closed: Vec<[Slope; 2]> = Vec::new();
        for column in 1..=columns {
            let last = column.min(rows);
            closed.clear();
            // The interval of slopes that the ray to the next cell may be in.
            let mut at = 0;
            for row in 0..=last {
                if !is_open(column, row) {
                    join(&mut closed, column, row);
                    continue;
                }
                let slope = Slope::new(row, column);
                while at < left.len() && left[at][1] < slope {
                    at += 1;
                }
                // The ray along the diagonal alone passes a corner on its way into the cell itself.
                let is_held_up =
                    row == column && !is_open(column, row - 1) && !is_open(column - 1, row);
                if !is_held_up && left.get(at).is_some_and(|slopes| slopes[0] <= slope) {
                    self.set(wedge.cell(column, row));
                }
            }
            next.clear();
            without(&left, &closed, &mut next);
            // Between two closed cells that touch at a corner nothing is left but the ray through it.
            next.retain(|[low, high]| {
                low != high
                    || low
                        .row_of_corner(column)
                        .is_none_or(|row| is_open(column, row) || is_open(column - 1, row + 1))
            });
            std::mem::swap(&mut left, &mut next);
            if left.is_empty() {
                return;
            }
        }
    }
}

/// Adds the slopes of the rays that meet a cell; cells of a column that lie side by side are one.
fn join(closed: &mut Vec<[Slope; 2]>, column: i64, row: i64) {
    let [low, high] =
        [Slope::new(2 * row - 1, 2 * column + 1), Slope::new(2 * row + 1, 2 * column - 1)];
    match closed.last_mut() {
        Some(run) if low < run[1] => run[1] = high,
        _ => closed.push([low, high]),
    }
}

/// Takes open intervals out of closed ones, both in order.
fn without(left: &[[Slope; 2]], closed: &[[Slope; 2]], next: &mut Vec<[Slope; 2]>) {
    let mut first = 0;
    'intervals: for &[low, high] in left {
        let mut low = low;
        while first < closed.len() && closed[first][1] <= low {
            first += 1;
        }
        for &[from, to] in &closed[first..] {
            if from >= high {
                break;
            }
            if from >= low {
                next.push([low, from]);
            }
            if to > high {
                continue 'intervals;
            }
            low = to;
        }
        next.push([low, high]);
    }
}

/// A slope: rows over columns.
#[derive(Clone, Copy, Debug)]
struct Slope {
    rows: i64,
    columns: i64,
}

impl Slope {
    const fn new(rows: i64, columns: i64) -> Slope {
        Slope { rows, columns }
    }

    /// The row of the cell whose upper near corner in this column lies on the ray, if any does.
    fn row_of_corner(self, column: i64) -> Option<i64> {
        let (rows, columns) = (self.rows * (2 * column - 1), self.columns);
        let is_corner = rows % columns == 0 && rows / columns % 2 != 0 && rows > 0;
        is_corner.then(|| (rows / columns - 1) / 2)
    }
}

impl PartialEq for Slope {
    fn eq(&self, other: &Slope) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Slope {}

impl PartialOrd for Slope {
    fn partial_cmp(&self, other: &Slope) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Slope {
    fn cmp(&self, other: &Slope) -> Ordering {
        // No row of the area times a column of it is more than the cells of a map, which a `u32` counts.
        (self.rows * other.columns).cmp(&(other.rows * self.columns))
    }
}

/// One of the eight wedges around a cell: its columns lead away along an axis, its rows aside from it.
#[derive(Clone, Copy, Debug)]
struct Wedge {
    centre: Cell,
    column: (i32, i32),
    row: (i32, i32),
}

impl Wedge {
    fn all(centre: Cell) -> impl Iterator<Item = Wedge> {
        let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        signs.into_iter().flat_map(move |(along, aside)| {
            [
                Wedge { centre, column: (along, 0), row: (0, aside) },
                Wedge { centre, column: (0, along), row: (aside, 0) },
            ]
        })
    }

    fn cell(self, column: i64, row: i64) -> Cell {
        let at = |from: i32, column_step: i32, row_step: i32| {
            let off = column * i64::from(column_step) + row * i64::from(row_step);
            i32::try_from(i64::from(from) + off).unwrap_or(i32::MAX)
        };
        Cell::new(
            at(self.centre.x, self.column.0, self.row.0),
            at(self.centre.y, self.column.1, self.row.1),
        )
    }

    /// How many columns and rows of an area around its centre it has.
    fn reach(self, area: Rect) -> [i64; 2] {
        let max = area.max().unwrap_or(area.min);
        [self.column, self.row].map(|(x, y)| {
            let between = |from: i32, to: i32| (i64::from(to) - i64::from(from)).abs();
            match (x, y) {
                (1, _) => between(self.centre.x, max.x),
                (-1, _) => between(self.centre.x, area.min.x),
                (_, 1) => between(self.centre.y, max.y),
                _ => between(self.centre.y, area.min.y),
            }
        })
    }
}
