//! Points of a mesh drawn by chance: as many from each part as it has area.

use crate::exact::MeshPoint;
use crate::nav_mesh::NavMesh;
use xunlu_map::Point;
use xunlu_map::make::Random;

/// Points drawn by chance, without end. There are none of a mesh without ground.
#[derive(Clone, Debug)]
pub struct RandomPoints<'a> {
    mesh: &'a NavMesh,
    random: Random,
    triangles: Vec<Triangle>,
}

#[derive(Clone, Copy, Debug)]
struct Triangle {
    /// Twice the area of this one and of all before.
    until: u64,
    polygon: u32,
    corners: [MeshPoint; 3],
}

/// So often another point is drawn where one falls beside a sliver when it is laid on the grid.
const TRIES: u32 = 16;

impl NavMesh {
    /// Points of the mesh drawn by chance, each part by its area, to within a step of the grid. The same
    /// seed draws the same points on every machine. To begin costs a look at every polygon, a point next to
    /// nothing.
    ///
    /// ```
    /// # use xunlu_map::Point;
    /// # use xunlu_mesh::NavMesh;
    /// # let square = [(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)].map(Point::from).to_vec();
    /// let mesh = NavMesh::of_outlines(&[square], &[])?;
    /// let three: Vec<Point> = mesh.random_points(7).take(3).collect();
    /// assert!(three.iter().all(|&point| mesh.nearest(point, 0.0).is_some()));
    /// assert_eq!(mesh.random_points(7).nth(2), Some(three[2]));
    /// # Ok::<(), xunlu_mesh::NavMeshError>(())
    /// ```
    #[must_use]
    pub fn random_points(&self, seed: u64) -> RandomPoints<'_> {
        let sides = self.sides();
        let mut triangles = Vec::new();
        let mut until = 0;
        for polygon in sides.polygons() {
            let corners: Vec<MeshPoint> =
                sides.sides_of(polygon).map(|edge| sides.from(edge)).collect();
            for pair in corners[1..].windows(2) {
                let (right, left) = (corners[0].to(pair[0]), corners[0].to(pair[1]));
                // A chart has 2^50 points: twice all areas are counted in 64 bits.
                until += right.cross(left).unsigned_abs();
                let corners = [corners[0], pair[0], pair[1]];
                triangles.push(Triangle { until, polygon, corners });
            }
        }
        RandomPoints { mesh: self, random: Random::new(seed), triangles }
    }
}

impl Iterator for RandomPoints<'_> {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        let all = self.triangles.last()?.until;
        let part = (u128::from(self.random.word()) * u128::from(all)) >> u64::BITS;
        let at = self.triangles.partition_point(|triangle| u128::from(triangle.until) <= part);
        let triangle = self.triangles[at];
        let mut tries = (0..TRIES).map(|_| triangle.point(self.random.word()));
        let is_own = |&at: &MeshPoint| self.mesh.sides().is_in(triangle.polygon, at);
        let point = tries.find(is_own).unwrap_or(triangle.corners[0]);
        Some(self.mesh.chart().point(point))
    }
}

impl Triangle {
    /// The point of the grid nearest to one that is drawn by 64 bits.
    fn point(&self, word: u64) -> MeshPoint {
        let [a, b, c] = self.corners;
        let (whole, half) = (1_i64 << 32, 1_i64 << 31);
        let mut parts = [word >> 32, word & u64::from(u32::MAX)].map(u64::cast_signed);
        // What falls beyond the side opposite to the first corner is turned back into the triangle.
        if parts[0] + parts[1] > whole {
            parts = parts.map(|part| whole - part);
        }
        let along = |a: i32, b: i32, c: i32| {
            let way = parts[0] * i64::from(b - a) + parts[1] * i64::from(c - a);
            a + i32::try_from((way + half) >> 32).expect("it lies between the corners")
        };
        MeshPoint { x: along(a.x, b.x, c.x), y: along(a.y, b.y, c.y) }
    }
}
