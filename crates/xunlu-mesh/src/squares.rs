//! The plane in equal squares, row by row: for tiles, and for finding what lies where.

use crate::exact::{MeshPoint, square};

/// Squares of 2^shift steps, from an origin on. A point on a border belongs to the square right of it, or
/// above.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Squares {
    pub(crate) origin: MeshPoint,
    pub(crate) shift: u32,
    pub(crate) columns: u32,
    pub(crate) rows: u32,
}

impl Squares {
    /// One square for a whole chart.
    pub(crate) const ONE: Squares =
        Squares { origin: MeshPoint { x: 0, y: 0 }, shift: 26, columns: 1, rows: 1 };

    /// So far from the origin the border of a mesh's squares may lie at most.
    pub(crate) const EXTENT_MAX: i32 = 1 << 26;

    /// As many as it takes from one point to another, both included.
    pub(crate) fn over(origin: MeshPoint, most: MeshPoint, shift: u32) -> Squares {
        let count = |from: i32, to: i32| ((to - from) >> shift).unsigned_abs() + 1;
        let (columns, rows) = (count(origin.x, most.x), count(origin.y, most.y));
        Squares { origin, shift, columns, rows }
    }

    pub(crate) fn count(&self) -> u32 {
        self.columns * self.rows
    }

    /// The square that a point lies in. Returns `None` if it lies in none.
    #[inline]
    pub(crate) fn at(&self, point: MeshPoint) -> Option<u32> {
        let way = self.origin.to(point);
        let [column, row] = [way.x, way.y].map(|steps| (steps >> self.shift).cast_unsigned());
        (column < self.columns && row < self.rows).then(|| row * self.columns + column)
    }

    /// The squares that a point lies in or on the border of: four at most.
    #[inline]
    pub(crate) fn touching(&self, point: MeshPoint) -> impl Iterator<Item = u32> + use<> {
        let way = self.origin.to(point);
        let last = |steps: i32| i64::from(steps >> self.shift);
        let first = |steps: i32| {
            let on_border = steps & ((1 << self.shift) - 1) == 0;
            last(steps) - i64::from(on_border)
        };
        let (columns, rows) = (i64::from(self.columns), i64::from(self.rows));
        let xs = first(way.x).max(0)..=last(way.x).min(columns - 1);
        let ys = first(way.y).max(0)..=last(way.y).min(rows - 1);
        ys.flat_map(move |row| xs.clone().map(move |column| numbered(row * columns + column)))
    }

    /// The squares that a rectangle reaches into.
    pub(crate) fn within(&self, bounds: [MeshPoint; 2]) -> impl Iterator<Item = u32> + use<> {
        let [from, to] = bounds.map(|corner| self.origin.to(corner));
        let along = |from: i32, to: i32, count: u32| {
            let last = i64::from(to >> self.shift).min(i64::from(count) - 1);
            i64::from(from >> self.shift).max(0)..=last
        };
        let (xs, ys) = (along(from.x, to.x, self.columns), along(from.y, to.y, self.rows));
        let columns = i64::from(self.columns);
        ys.flat_map(move |row| xs.clone().map(move |column| numbered(row * columns + column)))
    }

    /// The corners of a square.
    pub(crate) fn bounds(&self, square: u32) -> [MeshPoint; 2] {
        let [column, row] = [square % self.columns, square / self.columns];
        let at = |by: u32| MeshPoint {
            x: self.origin.x + ((column + by) << self.shift).cast_signed(),
            y: self.origin.y + ((row + by) << self.shift).cast_signed(),
        };
        [at(0), at(1)]
    }

    /// The square so many columns and rows away.
    pub(crate) fn beside(&self, square: u32, [columns, rows]: [i32; 2]) -> Option<u32> {
        let column = (square % self.columns).checked_add_signed(columns)?;
        let row = (square / self.columns).checked_add_signed(rows)?;
        (column < self.columns && row < self.rows).then(|| row * self.columns + column)
    }

    /// The squares around a square: eight at most.
    pub(crate) fn around(&self, square: u32) -> impl Iterator<Item = u32> + use<> {
        let own = *self;
        let ways = (-1..=1).flat_map(|row| (-1..=1).map(move |column| [column, row]));
        ways.filter(|&way| way != [0, 0]).filter_map(move |way| own.beside(square, way))
    }

    /// The squares near a point anywhere, ring by ring around the one that is nearest to it, with how far
    /// they are at least.
    pub(crate) fn rings(&self, x: f64, y: f64) -> impl Iterator<Item = (Away, u32)> + use<> {
        let (x, y) = (x - f64::from(self.origin.x), y - f64::from(self.origin.y));
        let (columns, rows) = (i64::from(self.columns), i64::from(self.rows));
        let width = f64::from(1_u32 << self.shift);
        let [column, row] = [(x, columns), (y, rows)].map(|(at, count)| nearest(at / width, count));
        // What lies outside is at least as far from any square as from the border.
        let beyond = |at: f64, count: i64| (-at).max(at - real(count) * width).max(0.0);
        let outside = beyond(x, columns).max(beyond(y, rows));
        (0..=columns.max(rows)).flat_map(move |ring| {
            let least = outside.max(real((ring - 1).max(0)) * width);
            let ys = (row - ring).max(0)..=(row + ring).min(rows - 1);
            let squares = ys.flat_map(move |at_y| {
                // Of the rows between the first and the last, the two ends alone.
                let is_whole = (at_y - row).abs() == ring;
                let step = if is_whole || ring == 0 { 1 } else { 2 * ring };
                let xs =
                    (column - ring..=column + ring).step_by(usize::try_from(step).unwrap_or(1));
                xs.filter(move |at_x| (0..columns).contains(at_x)).map(move |at_x| (at_x, at_y))
            });
            let along = move |at: i64, own: f64| {
                let from = real(at) * width;
                (from - own).max(own - from - width).max(0.0)
            };
            squares.map(move |(at_x, at_y)| {
                let own = square([along(at_x, x), along(at_y, y)]).sqrt().max(outside);
                (Away { ring: least, own }, numbered(at_y * columns + at_x))
            })
        })
    }
}

/// How far a square is from a point, in steps, at least.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Away {
    /// Any square of its ring, or of those to come.
    pub(crate) ring: f64,
    /// The square itself.
    pub(crate) own: f64,
}

/// The square that a number of squares leads to, or the one at the border that is nearest to it.
#[allow(clippy::cast_possible_truncation, reason = "it is clamped to the squares there are")]
fn nearest(at: f64, count: i64) -> i64 {
    at.floor().clamp(0.0, real(count - 1)) as i64
}

#[allow(clippy::cast_precision_loss, reason = "there are at most 2^26 squares in a row")]
fn real(count: i64) -> f64 {
    count as f64
}

fn numbered(square: i64) -> u32 {
    u32::try_from(square).expect("squares are numbered in 32 bits")
}
