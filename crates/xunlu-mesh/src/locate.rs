//! In which polygon a point lies: buckets of equal squares, each with the polygons that reach into it.

use crate::exact::MeshPoint;
use crate::squares::{Away, Squares};

/// Which polygons reach into each square of a tile.
#[derive(Clone, Debug)]
pub(crate) struct Locator {
    squares: Squares,
    // For each square where its polygons begin; and for one more.
    firsts: Vec<u32>,
    polygons: Vec<u32>,
}

/// Two to so many is more than a chart's length in steps.
const COARSEST: u32 = 26;

/// About so many squares for each polygon at most.
const SQUARES_A_POLYGON: u64 = 2;

/// So often a polygon may be written down, in the mean: long ones that lie aslant reach into boxes of many
/// squares, which are larger then.
const ENTRIES_A_POLYGON: u64 = 8;

impl Locator {
    /// Of polygons that lie in these rectangles, at least one.
    pub(crate) fn new(boxes: &[[MeshPoint; 2]]) -> Locator {
        let [least, most] = boxes.iter().fold(boxes[0], |[least, most], &[from, to]| {
            [
                MeshPoint { x: least.x.min(from.x), y: least.y.min(from.y) },
                MeshPoint { x: most.x.max(to.x), y: most.y.max(to.y) },
            ]
        });
        let count = boxes.len() as u64;
        let squares = |[from, to]: [MeshPoint; 2], shift: u32| -> u64 {
            let along = |from: i32, to: i32| u64::from((to >> shift).abs_diff(from >> shift)) + 1;
            along(from.x - least.x, to.x - least.x) * along(from.y - least.y, to.y - least.y)
        };
        let fits = |shift: &u32| {
            let all = squares([least, most], *shift);
            let entries = || boxes.iter().map(|&bounds| squares(bounds, *shift)).sum::<u64>();
            all <= count * SQUARES_A_POLYGON && entries() <= count * ENTRIES_A_POLYGON
        };
        // With one square for all, each polygon is written down once.
        let shift = (0..COARSEST).find(fits).unwrap_or(COARSEST);
        let squares = Squares::over(least, most, shift);
        let mut made = Locator { squares, firsts: Vec::new(), polygons: Vec::new() };
        made.fill(boxes);
        made
    }

    /// Counts what lies in each square, and then writes it there.
    fn fill(&mut self, boxes: &[[MeshPoint; 2]]) {
        let mut firsts = vec![0; self.squares.count() as usize + 1];
        for &bounds in boxes {
            self.squares.within(bounds).for_each(|square| firsts[square as usize + 1] += 1);
        }
        for square in 1..firsts.len() {
            firsts[square] += firsts[square - 1];
        }
        let mut ends = firsts.clone();
        self.polygons = vec![0; firsts.last().copied().unwrap_or(0) as usize];
        for (&bounds, polygon) in boxes.iter().zip(0..) {
            for square in self.squares.within(bounds) {
                let end = &mut ends[square as usize];
                self.polygons[*end as usize] = polygon;
                *end += 1;
            }
        }
        self.firsts = firsts;
    }

    /// The polygons that a point may lie in.
    #[inline]
    pub(crate) fn near(&self, point: MeshPoint) -> &[u32] {
        self.squares.at(point).map_or(&[], |square| self.polygons_in(square))
    }

    /// The polygons near a point anywhere, by the rings of [`Squares::rings`]. A polygon may come up several
    /// times.
    pub(crate) fn rings(&self, x: f64, y: f64) -> impl Iterator<Item = (Away, &[u32])> {
        let rings = self.squares.rings(x, y);
        rings.map(|(away, square)| (away, self.polygons_in(square)))
    }

    #[inline]
    fn polygons_in(&self, square: u32) -> &[u32] {
        let [first, end] = [square, square + 1].map(|square| self.firsts[square as usize] as usize);
        &self.polygons[first..end]
    }

    pub(crate) fn bytes(&self) -> usize {
        (self.firsts.capacity() + self.polygons.capacity()) * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_at_a_point_is_near_it() {
        let at = |x: i32, y: i32| MeshPoint { x, y };
        let boxes = [[at(10, 10), at(20, 30)], [at(20, 10), at(90, 12)], [at(85, 5), at(95, 99)]];
        let locator = Locator::new(&boxes);
        for (x, y) in (0..120).flat_map(|x| (0..120).map(move |y| (x, y))) {
            let found = locator.near(at(x, y));
            for (polygon, [from, to]) in (0..).zip(boxes) {
                let is_in = (from.x..=to.x).contains(&x) && (from.y..=to.y).contains(&y);
                assert!(!is_in || found.contains(&polygon), "{x},{y}: {polygon} of {found:?}");
            }
        }
    }
}
