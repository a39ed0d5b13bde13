//! A navigation mesh, ready to be asked.

use crate::error::NavMeshError;
use crate::exact::{Chart, MeshPoint, STEPS_A_UNIT};
use crate::half_edges::HalfEdgeMesh;
use crate::locate::Locator;
use crate::ways::Ways;
use xunlu_map::PolygonMesh;

/// Convex polygons that one can walk on, and what is known of them beforehand: what lies where, and what
/// leads where. Its corners lie on a grid of integers (see [`Chart`]); so do the points it is asked about.
///
/// ```
/// use xunlu_map::{MeshPolygon, Point, PolygonMesh};
/// use xunlu_mesh::{MeshSpace, NavMesh};
///
/// let corners = [(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0)];
/// let square = MeshPolygon { vertices: vec![0, 1, 2, 3], neighbours: vec![None; 4] };
/// let vertices = corners.map(Point::from).to_vec();
/// let mesh = NavMesh::new(&PolygonMesh { vertices, polygons: vec![square] })?;
/// let (from, to) = (Point::new(0.5, 0.5), Point::new(1.5, 0.5));
/// let path = mesh.shortest_path(from, to, &mut MeshSpace::new()).expect("nothing is between them");
/// assert_eq!((path.points, path.length), (vec![from, to], 1.0));
/// # Ok::<(), xunlu_mesh::NavMeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct NavMesh {
    sides: HalfEdgeMesh,
    locator: Locator,
    ways: Ways,
}

impl NavMesh {
    /// The mesh of these polygons, its corners laid on a grid of [`STEPS_A_UNIT`] steps a unit, or fewer if
    /// the mesh is too large for that.
    ///
    /// # Errors
    /// If there is no such mesh: see [`NavMeshError`].
    pub fn new(mesh: &PolygonMesh) -> Result<NavMesh, NavMeshError> {
        NavMesh::with_steps(mesh, STEPS_A_UNIT)
    }

    /// The same on a grid of so many steps a unit, or fewer if the mesh is too large for that.
    ///
    /// # Errors
    /// If there is no such mesh: see [`NavMeshError`].
    pub fn with_steps(mesh: &PolygonMesh, steps_a_unit: u32) -> Result<NavMesh, NavMeshError> {
        Ok(NavMesh::of_sides(HalfEdgeMesh::new(mesh, steps_a_unit)?))
    }

    pub(crate) fn of_sides(mut sides: HalfEdgeMesh) -> NavMesh {
        let (locator, ways) = (Locator::new(&sides), Ways::new(&sides));
        sides.note_dead_ends(ways.entrances());
        NavMesh { sides, locator, ways }
    }

    /// Which points of the plane its grid is.
    #[must_use]
    pub fn chart(&self) -> &Chart {
        self.sides.chart()
    }

    /// How many polygons there are.
    #[must_use]
    pub fn polygon_count(&self) -> usize {
        self.sides.polygon_count()
    }

    /// The polygons that a point lies in, or on the border of: several on a side or at a corner, none where
    /// nobody can stand.
    pub fn polygons_at(&self, point: MeshPoint) -> impl Iterator<Item = u32> {
        self.locator.polygons_at(&self.sides, point)
    }

    /// The walls: the sides beyond which there is nothing, with the free space to their left.
    pub fn walls(&self) -> impl Iterator<Item = [MeshPoint; 2]> {
        self.sides.walls()
    }

    /// How much memory it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.sides.bytes() + self.locator.bytes() + self.ways.bytes()
    }

    #[inline]
    pub(crate) fn sides(&self) -> &HalfEdgeMesh {
        &self.sides
    }

    pub(crate) fn locator(&self) -> &Locator {
        &self.locator
    }

    #[inline]
    pub(crate) fn ways(&self) -> &Ways {
        &self.ways
    }
}
