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
    #[inline]
    pub(crate) fn rings(&self, x: f64, y: f64) -> Rings {
        let (x, y) = (x - f64::from(self.origin.x), y - f64::from(self.origin.y));
        let (columns, rows) = (i64::from(self.columns), i64::from(self.rows));
        let width = f64::from(1_u32 << self.shift);
        let [column, row] = [(x, columns), (y, rows)].map(|(at, count)| nearest(at / width, count));
        // What lies outside is at least as far from any square as from the border.
        let beyond = |at: f64, count: i64| (-at).max(at - real(count) * width).max(0.0);
        let outside = beyond(x, columns).max(beyond(y, rows));
        let (count, middle) = ([columns, rows], [column, row]);
        Rings { count, middle, at: [x, y], width, outside, ring: 0, next: middle }
    }
}

/// The squares near a point, ring by ring, and each ring row by row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rings {
    // How many columns and rows there are.
    count: [i64; 2],
    // The square in the middle.
    middle: [i64; 2],
    // The point, from the squares' origin.
    at: [f64; 2],
    width: f64,
    // So far the point lies beyond the border.
    outside: f64,
    ring: i64,
    next: [i64; 2],
}

impl Iterator for Rings {
    type Item = (Away, u32);

    #[inline]
    fn next(&mut self) -> Option<(Away, u32)> {
        let [columns, rows] = self.count;
        while self.ring <= columns.max(rows) {
            let (ring, [column, row]) = (self.ring, self.next);
            self.step();
            if (0..columns).contains(&column) && (0..rows).contains(&row) {
                let least = self.outside.max(real((ring - 1).max(0)) * self.width);
                let along = |square: i64, at: f64| {
                    let from = real(square) * self.width;
                    (from - at).max(at - from - self.width).max(0.0)
                };
                let own = square([along(column, self.at[0]), along(row, self.at[1])]).sqrt();
                let away = Away { ring: least, own: own.max(self.outside) };
                return Some((away, numbered(row * columns + column)));
            }
        }
        None
    }
}

impl Rings {
    #[inline]
    fn step(&mut self) {
        let [column, row] = self.middle;
        // Of the rows between the first and the last, the two ends alone.
        let is_whole = (self.next[1] - row).abs() == self.ring;
        self.next[0] += if is_whole { 1 } else { 2 * self.ring };
        if self.next[0] > column + self.ring {
            self.next[1] += 1;
            if self.next[1] > (row + self.ring).min(self.count[1] - 1) {
                self.ring += 1;
                self.next[1] = (row - self.ring).max(0);
            }
            self.next[0] = column - self.ring;
        }
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
    at.clamp(0.0, real(count - 1)) as i64
}

#[allow(clippy::cast_precision_loss, reason = "there are at most 2^26 squares in a row")]
fn real(count: i64) -> f64 {
    count as f64
}

fn numbered(square: i64) -> u32 {
    u32::try_from(square).expect("squares are numbered in 32 bits")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn rings_lead_to_each_square_once_from_the_nearest_on() {
        let origin = MeshPoint { x: 10, y: -20 };
        for (columns, rows) in [(1, 1), (1, 6), (7, 1), (4, 5)] {
            let squares = Squares { origin, shift: 3, columns, rows };
            for (x, y) in (-4..12).flat_map(|x| (-6..10).map(move |y| (x, y))) {
                let at = (f64::from(x) * 6.5, f64::from(y) * 6.5);
                let met: Vec<(Away, u32)> = squares.rings(at.0, at.1).collect();
                let numbers: BTreeSet<u32> = met.iter().map(|&(_, square)| square).collect();
                assert_eq!(numbers, (0..columns * rows).collect());
                assert_eq!(met.len(), numbers.len());
                assert!(met.is_sorted_by(|(one, _), (other, _)| one.ring <= other.ring));
                for (away, number) in met {
                    let [least, most] = squares.bounds(number);
                    let off = |at: f64, least: i32, most: i32| {
                        (f64::from(least) - at).max(at - f64::from(most)).max(0.0)
                    };
                    let way = [off(at.0, least.x, most.x), off(at.1, least.y, most.y)];
                    let far = square(way).sqrt();
                    assert!(away.ring <= far && away.own <= far, "{away:?}, but {far}");
                }
            }
        }
    }
}
