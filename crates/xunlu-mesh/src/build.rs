//! Making meshes: from cells, exactly.
//!
//! ```text
//! cells -> walls (`cells.rs`) -> triangles (`triangulate.rs`) -> convex polygons (`merge.rs`) -> NavMesh
//! ```

mod cells;
mod merge;
mod triangulate;

use crate::error::NavMeshError;
use crate::exact::{Chart, STEPS_A_UNIT};
use crate::half_edges::HalfEdgeMesh;
use crate::nav_mesh::NavMesh;
use xunlu_map::{Passability, Point};

impl NavMesh {
    /// The mesh of the open cells of a grid: a cell is a square of one unit, and whoever stands in the middle
    /// of cell 3,1 stands at 3.5,1.5. Corners may be touched; nobody passes between two walls that touch.
    ///
    /// With the [`Passability`] of a mover of several cells it is where the corner of its footprint may be.
    ///
    /// # Errors
    /// If no cell is open, or the grid too large for a [`Chart`].
    pub fn of_cells(open: &Passability) -> Result<NavMesh, NavMeshError> {
        let bounds = open.layout().bounds();
        let least = Point::new(bounds.min.x.into(), bounds.min.y.into());
        let size = bounds.size;
        let most = Point::new(least.x + f64::from(size.width), least.y + f64::from(size.height));
        let chart = Chart::of(least, most, STEPS_A_UNIT);
        let chart = chart.ok_or(NavMeshError::Coordinates)?;
        let walls = cells::walls(open);
        let triangles = triangulate::triangles(&walls, |x, y| cells::is_open(open, x, y));
        let mut polygons = merge::merged(triangles);
        if polygons.origins.is_empty() {
            return Err(NavMeshError::Empty);
        }
        for corner in &mut polygons.corners {
            let point = Point::new(least.x + f64::from(corner.x), least.y + f64::from(corner.y));
            *corner = chart.spot(point).ok_or(NavMeshError::Coordinates)?;
        }
        Ok(NavMesh::of_sides(HalfEdgeMesh::of_polygons(chart, polygons)))
    }
}
