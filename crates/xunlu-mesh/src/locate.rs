//! In which polygon a point lies: buckets of equal squares, each with the polygons that reach into it.

use crate::exact::MeshPoint;
use crate::half_edges::{HalfEdgeMesh, numbered};

/// Which polygons reach into each square of the plane.
#[derive(Clone, Debug)]
pub(crate) struct Locator {
    // A square is 2^shift steps wide.
    shift: u32,
    columns: u32,
    rows: u32,
    // For each square, row by row, where its polygons begin; and for one more.
    firsts: Vec<u32>,
    polygons: Vec<u32>,
}

/// About so many squares for each polygon.
const SQUARES_A_POLYGON: u64 = 2;

impl Locator {
    pub(crate) fn new(mesh: &HalfEdgeMesh) -> Locator {
        let polygons = 0..numbered(mesh.polygon_count());
        let boxes: Vec<[MeshPoint; 2]> = polygons.map(|polygon| bounds_of(mesh, polygon)).collect();
        let most = boxes.iter().fold(MeshPoint::default(), |most, [_, to]| MeshPoint {
            x: most.x.max(to.x),
            y: most.y.max(to.y),
        });
        let [width, height] = [most.x, most.y].map(|most| u64::from(most.unsigned_abs()) + 1);
        let squares_max = (mesh.polygon_count() as u64 * SQUARES_A_POLYGON).max(1);
        let count = |length: u64, shift: u32| (length >> shift) + 1;
        let shift =
            (0..32).find(|&shift| count(width, shift) * count(height, shift) <= squares_max);
        let shift = shift.unwrap_or(32 - 1);
        let [columns, rows] = [width, height].map(|length| {
            u32::try_from(count(length, shift)).expect("a chart has less than 2^32 squares a row")
        });
        let mut made = Locator { shift, columns, rows, firsts: Vec::new(), polygons: Vec::new() };
        made.fill(&boxes);
        made
    }

    /// Counts what lies in each square, and then writes it there.
    fn fill(&mut self, boxes: &[[MeshPoint; 2]]) {
        let mut firsts = vec![0; (self.columns * self.rows) as usize + 1];
        for bounds in boxes {
            self.squares(*bounds).for_each(|square| firsts[square + 1] += 1);
        }
        for square in 1..firsts.len() {
            firsts[square] += firsts[square - 1];
        }
        let mut ends = firsts.clone();
        self.polygons = vec![0; firsts.last().copied().unwrap_or(0) as usize];
        for (bounds, polygon) in boxes.iter().zip(0..) {
            for square in self.squares(*bounds) {
                self.polygons[ends[square] as usize] = polygon;
                ends[square] += 1;
            }
        }
        self.firsts = firsts;
    }

    fn squares(&self, [from, to]: [MeshPoint; 2]) -> impl Iterator<Item = usize> + use<> {
        let (columns, shift) = (self.columns as usize, self.shift);
        let along = |from: i32, to: i32| {
            let [from, to] = [from, to].map(|steps| (steps.unsigned_abs() >> shift) as usize);
            from..=to
        };
        let (xs, ys) = (along(from.x, to.x), along(from.y, to.y));
        ys.flat_map(move |y| xs.clone().map(move |x| y * columns + x))
    }

    /// The polygons that a point may lie in.
    #[inline]
    fn near(&self, point: MeshPoint) -> &[u32] {
        let [x, y] = [point.x, point.y].map(|steps| steps.unsigned_abs() >> self.shift);
        if point.x < 0 || point.y < 0 || x >= self.columns || y >= self.rows {
            return &[];
        }
        let square = (y * self.columns + x) as usize;
        &self.polygons[self.firsts[square] as usize..self.firsts[square + 1] as usize]
    }

    /// The polygons that a point lies in, or on the border of: several on a side or at a corner.
    #[inline]
    pub(crate) fn polygons_at<'a>(
        &'a self,
        mesh: &'a HalfEdgeMesh,
        point: MeshPoint,
    ) -> impl Iterator<Item = u32> + 'a {
        self.near(point).iter().copied().filter(move |&polygon| mesh.is_in(polygon, point))
    }

    /// The polygons near a point anywhere, square ring by square ring around it, with the least distance
    /// that a ring's squares may have, in steps. A polygon may come up several times.
    pub(crate) fn rings(&self, x: f64, y: f64) -> impl Iterator<Item = (f64, &[u32])> {
        let (columns, rows) = (i64::from(self.columns), i64::from(self.rows));
        let width = f64::from(1_u32 << self.shift);
        let [column, row] =
            [(x, columns), (y, rows)].map(|(at, count)| own_square(at / width, count));
        // What lies beyond the outermost squares is nearest to those at the border.
        let farthest = columns.max(rows);
        (0..=farthest).flat_map(move |ring| {
            let ys = (row - ring).max(0)..=(row + ring).min(rows - 1);
            ys.flat_map(move |at_y| {
                let is_edge = (at_y - row).abs() == ring;
                let xs = (column - ring).max(0)..=(column + ring).min(columns - 1);
                xs.filter(move |at_x| is_edge || (at_x - column).abs() == ring)
                    .map(move |at_x| (at_x, at_y))
            })
            .map(move |(at_x, at_y)| {
                let square = usize::try_from(at_y * columns + at_x).unwrap_or(0);
                let own = self.firsts[square] as usize..self.firsts[square + 1] as usize;
                (ring_distance(ring, width), &self.polygons[own])
            })
        })
    }

    pub(crate) fn bytes(&self) -> usize {
        (self.firsts.capacity() + self.polygons.capacity()) * size_of::<u32>()
    }
}

/// The square that a number of squares leads to, or the one at the border that is nearest to it.
#[allow(clippy::cast_possible_truncation, reason = "it is clamped to the squares there are")]
#[allow(clippy::cast_precision_loss, reason = "there are at most 2^25 squares in a row")]
fn own_square(at: f64, count: i64) -> i64 {
    at.floor().clamp(0.0, (count - 1) as f64) as i64
}

/// The least distance from anywhere in a square to the squares that are so many rings away.
#[allow(clippy::cast_precision_loss, reason = "there are at most 2^25 rings")]
fn ring_distance(ring: i64, width: f64) -> f64 {
    (ring - 1).max(0) as f64 * width
}

fn bounds_of(mesh: &HalfEdgeMesh, polygon: u32) -> [MeshPoint; 2] {
    let first = mesh.from(mesh.sides_of(polygon).start);
    mesh.polygon(polygon).fold([first; 2], |[least, most], corner| {
        [
            MeshPoint { x: least.x.min(corner.x), y: least.y.min(corner.y) },
            MeshPoint { x: most.x.max(corner.x), y: most.y.max(corner.y) },
        ]
    })
}
