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

/// Two to so many is more than a chart's length in steps.
const COARSEST: u32 = 26;

/// About so many squares for each polygon at most.
const SQUARES_A_POLYGON: u64 = 2;

/// So often a polygon may be written down, in the mean: long ones that lie aslant reach into boxes of many
/// squares, which are larger then.
const ENTRIES_A_POLYGON: u64 = 8;

impl Locator {
    pub(crate) fn new(mesh: &HalfEdgeMesh) -> Locator {
        let polygons = 0..numbered(mesh.polygon_count());
        let boxes: Vec<[MeshPoint; 2]> = polygons.map(|polygon| bounds_of(mesh, polygon)).collect();
        let most = boxes.iter().fold(MeshPoint::default(), |most, [_, to]| MeshPoint {
            x: most.x.max(to.x),
            y: most.y.max(to.y),
        });
        let count = mesh.polygon_count() as u64;
        let squares = |[from, to]: [MeshPoint; 2], shift: u32| -> u64 {
            let along = |from: i32, to: i32| u64::from((to >> shift).abs_diff(from >> shift)) + 1;
            along(from.x, to.x) * along(from.y, to.y)
        };
        let fits = |shift: u32| {
            let all = squares([MeshPoint::default(), most], shift);
            let entries = boxes.iter().map(|&bounds| squares(bounds, shift)).sum::<u64>();
            all <= count * SQUARES_A_POLYGON && entries <= count * ENTRIES_A_POLYGON
        };
        // With one square for all, each polygon is written down once.
        let shift = (0..COARSEST).find(|&shift| fits(shift)).unwrap_or(COARSEST);
        let [columns, rows] = [most.x, most.y].map(|most| (most >> shift).unsigned_abs() + 1);
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

    /// The polygons near a point anywhere, square ring by square ring around the square that is nearest to
    /// it, with the least distance that a ring's squares may have, in steps. A polygon may come up several
    /// times.
    pub(crate) fn rings(&self, x: f64, y: f64) -> impl Iterator<Item = (f64, &[u32])> {
        let (columns, rows) = (i64::from(self.columns), i64::from(self.rows));
        let width = f64::from(1_u32 << self.shift);
        let [column, row] =
            [(x, columns), (y, rows)].map(|(at, count)| own_square(at / width, count));
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
            squares.map(move |(at_x, at_y)| {
                let square = usize::try_from(at_y * columns + at_x).unwrap_or(0);
                let own = self.firsts[square] as usize..self.firsts[square + 1] as usize;
                (least, &self.polygons[own])
            })
        })
    }

    pub(crate) fn bytes(&self) -> usize {
        (self.firsts.capacity() + self.polygons.capacity()) * size_of::<u32>()
    }
}

/// The square that a number of squares leads to, or the one at the border that is nearest to it.
#[allow(clippy::cast_possible_truncation, reason = "it is clamped to the squares there are")]
fn own_square(at: f64, count: i64) -> i64 {
    at.floor().clamp(0.0, real(count - 1)) as i64
}

#[allow(clippy::cast_precision_loss, reason = "there are at most 2^26 squares in a row")]
fn real(count: i64) -> f64 {
    count as f64
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
