//! Making meshes: of cells, exactly, and of outlines.
//!
//! ```text
//! polygons that were made elsewhere (`import.rs`) -----------------------------------------\
//! cells -> walls (`cells.rs`) ---------------------------------\                           |
//! outlines (`outlines.rs`) -> lines that do not cross           |                          |
//!                             (`crossings.rs`) -> walls -> triangles (`sweep.rs`, `flips.rs`)
//!     -> convex polygons (`merge.rs`) -> NavMesh
//! ```

pub(crate) mod cells;
mod import;
pub(crate) mod outlines;
pub(crate) mod offset;
pub(crate) mod line;
pub(crate) mod winding;
pub(crate) mod crossings;
pub(crate) mod sweep;
pub(crate) mod flips;
pub(crate) mod merge;

use crate::error::NavMeshError;
use crate::exact::{Chart, STEPS_A_UNIT};
use crate::half_edges::HalfEdgeMesh;
use crate::nav_mesh::NavMesh;
use crate::polygons::Polygons;
use crate::squares::Squares;
use crate::tile::Tile;
use crossings::CrossingSpace;
use line::{Line, Once};
use merge::MergeSpace;
use sweep::{SweepSpace, Triangles};
use winding::Winding;
use xunlu_map::{Passability, Point, PolygonMesh};

/// What making polygons takes, lent again and again.
#[derive(Clone, Debug, Default)]
pub(crate) struct BuildSpace {
    pub(crate) crossings: CrossingSpace,
    triangles: Triangles,
    sweep: SweepSpace,
    waiting: Vec<u32>,
    merge: MergeSpace,
}

impl BuildSpace {
    /// The polygons of what walls leave, which meet at their ends alone and are sorted.
    pub(crate) fn polygons(&mut self, walls: &[Line]) -> Polygons {
        self.triangles.cut(walls, Winding::is_open, &mut self.sweep);
        self.triangles.flip(&mut self.waiting);
        self.triangles.merged(&mut self.merge)
    }
}

impl NavMesh {
    pub(crate) fn of_polygons(
        mesh: &PolygonMesh,
        steps_a_unit: u32,
    ) -> Result<NavMesh, NavMeshError> {
        let chart = Chart::around(mesh.vertices.iter(), steps_a_unit)?;
        NavMesh::of(chart, &import::polygons(&chart, mesh)?)
    }

    /// The mesh of the open cells of a grid: a cell is a square of one unit, and whoever stands in the middle
    /// of cell 3,1 stands at 3.5,1.5. Corners may be touched; nobody passes between two walls that touch.
    ///
    /// With the [`Passability`] of a mover of several cells, whoever stands in a cell is its footprint's
    /// first.
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
        let mut polygons = BuildSpace::default().polygons(&cells::walls(open));
        for corner in &mut polygons.corners {
            let point = Point::new(least.x + f64::from(corner.x), least.y + f64::from(corner.y));
            *corner = chart.snap(point).ok_or(NavMeshError::Coordinates)?;
        }
        NavMesh::of(chart, &polygons)
    }

    /// The mesh of the ground within some outlines and outside of others, obstacles. Each outline is a closed
    /// line of points, either way round; they may overlap, cross each other and themselves: whatever one goes
    /// round belongs to it. An obstacle of two points is a wall of no width. Corners and crossings lie on a
    /// grid of [`STEPS_A_UNIT`] steps a unit, or fewer if the ground is too large for that: what is thinner
    /// than a step may be shut, but nothing that was shut is open; `tests/it/thin_walls.rs` and
    /// `tests/it/scenes.rs` hold it to that.
    ///
    /// ```
    /// use xunlu_map::Point;
    /// use xunlu_mesh::{MeshSpace, NavMesh};
    ///
    /// let square = |x: f64, y: f64, side: f64| {
    ///     [(x, y), (x + side, y), (x + side, y + side), (x, y + side)].map(Point::from).to_vec()
    /// };
    /// let mesh = NavMesh::of_outlines(&[square(0.0, 0.0, 10.0)], &[square(4.0, 4.0, 2.0)])?;
    /// let (from, to) = (Point::new(1.0, 5.0), Point::new(9.0, 5.0));
    /// let path = mesh.shortest_path(from, to, &mut MeshSpace::new()).expect("a way round");
    /// assert_eq!(path.length, 2.0 + 2.0 * 10.0_f64.sqrt());
    /// # Ok::<(), xunlu_mesh::NavMeshError>(())
    /// ```
    ///
    /// # Errors
    /// If a coordinate is no number, the ground too large, too many lines cross in one place to be told apart
    /// on the grid, or nothing of the ground is left.
    pub fn of_outlines(
        ground: &[Vec<Point>],
        obstacles: &[Vec<Point>],
    ) -> Result<NavMesh, NavMeshError> {
        let points = || ground.iter().chain(obstacles).flatten();
        let chart = Chart::around(points(), STEPS_A_UNIT)?;
        let lines = outlines::lines(&chart, ground, obstacles)?;
        let lines = crossings::without(lines).ok_or(NavMeshError::Tangled)?;
        NavMesh::of_lines(chart, lines)
    }

    /// The mesh of the same ground for movers of a radius, whose middle keeps that far from all walls, or up
    /// to a twelfth more round a corner. It is made of the walls as they are now, in
    /// the plane: of a [`Surface`](crate::Surface), storeys above each other would become one. Its links are
    /// those of this mesh.
    ///
    /// # Errors
    /// If the radius is negative or larger than a chart, nobody of that size stands anywhere, or too many
    /// lines cross in one place to be told apart on the grid.
    pub fn for_radius(&self, radius: f64) -> Result<NavMesh, NavMeshError> {
        let chart = *self.chart();
        let radius = chart.radius(radius)?;
        let mut lines = Vec::new();
        for outline in offset::shrunk(self.sides().outlines(), radius) {
            outlines::lines_of(&outline, Once::GROUND, &mut lines);
        }
        let lines = crossings::without(lines).ok_or(NavMeshError::Tangled)?;
        let mut made = NavMesh::of_lines(chart, lines)?;
        made.take_links_of(self);
        Ok(made)
    }

    /// What these lines leave, which do not cross.
    fn of_lines(chart: Chart, lines: Vec<Line>) -> Result<NavMesh, NavMeshError> {
        let walls = outlines::walls(lines);
        NavMesh::of(chart, &BuildSpace::default().polygons(&walls))
    }

    pub(crate) fn of(chart: Chart, polygons: &Polygons) -> Result<NavMesh, NavMeshError> {
        if polygons.origins.is_empty() {
            return Err(NavMeshError::Empty);
        }
        let mut mesh = HalfEdgeMesh::new(chart, Squares::ONE);
        let tile = Tile::new(mesh.base(0), mesh.frame(0), polygons);
        mesh.replace(vec![(0, Some(tile))]);
        Ok(NavMesh::of_sides(mesh))
    }
}
