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
        let shift = (0..32).find(|&shift| count(width, shift) * count(height, shift) <= squares_max);
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

    pub(crate) fn bytes(&self) -> usize {
        (self.firsts.capacity() + self.polygons.capacity()) * size_of::<u32>()
    }
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
