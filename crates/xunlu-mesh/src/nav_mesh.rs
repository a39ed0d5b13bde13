//! A navigation mesh, ready to be asked.

use crate::error::NavMeshError;
use crate::exact::{Chart, MeshPoint, STEPS_A_UNIT};
use crate::half_edges::{HalfEdgeMesh, numbered};
use crate::links::MeshLinks;
use crate::tile::Tile;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use xunlu_map::{MeshPolygon, Point, PolygonMesh, Tags};

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
///
/// A clone shares what it is made of: see [`Scene`](crate::Scene), whose meshes change tile by tile.
#[derive(Clone, Debug)]
pub struct NavMesh {
    sides: HalfEdgeMesh,
    links: Option<Arc<MeshLinks>>,
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
        NavMesh::of_polygons(mesh, steps_a_unit)
    }

    pub(crate) fn of_sides(sides: HalfEdgeMesh) -> NavMesh {
        NavMesh { sides, links: None }
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

    /// How many islands there are: parts without a walk from one to another. Links may join them.
    #[must_use]
    pub fn island_count(&self) -> usize {
        let islands = self.sides.polygons().map(|polygon| self.sides.island(polygon));
        islands.collect::<BTreeSet<u32>>().len()
    }

    /// The polygons that a point lies in, or on the border of: several on a side or at a corner, none where
    /// nobody can stand.
    pub fn polygons_at(&self, point: MeshPoint) -> impl Iterator<Item = u32> {
        self.sides.polygons_at(point)
    }

    /// Whether there is a path from one point to another for whoever has no tags: looked up, not searched
    /// for.
    #[must_use]
    pub fn are_connected(&self, from: Point, to: Point) -> bool {
        let polygons =
            |point: Point| self.chart().snap(point).into_iter().flat_map(|at| self.polygons_at(at));
        let mut islands = Vec::new();
        self.islands_from(polygons(from), Tags::NONE, &mut islands);
        polygons(to).any(|polygon| islands.binary_search(&self.sides.island(polygon)).is_ok())
    }

    /// The walls: the sides beyond which there is nothing, with the free space to their left.
    pub fn walls(&self) -> impl Iterator<Item = [MeshPoint; 2]> {
        self.sides.walls()
    }

    /// Its polygons, to be drawn or written down. Made of them again, it is the same ground in one tile,
    /// without links; not so of a [`Surface`](crate::Surface), whose grid is another.
    #[must_use]
    pub fn polygon_mesh(&self) -> PolygonMesh {
        let sides = &self.sides;
        // Numbers as they come up; the order of neither table matters.
        let (mut corners, mut numbers) = (HashMap::new(), HashMap::new());
        let mut made = PolygonMesh { vertices: Vec::new(), polygons: Vec::new() };
        for polygon in sides.polygons() {
            numbers.insert(polygon, numbered(numbers.len()));
        }
        for polygon in sides.polygons() {
            let around = sides.sides_of(polygon);
            let neighbour = |edge: u32| Some(numbers[&sides.polygon_of(sides.twin(edge)?)]);
            let neighbours = around.clone().map(neighbour).collect();
            let vertices = around.map(|edge| {
                *corners.entry(sides.from(edge)).or_insert_with_key(|&at| {
                    made.vertices.push(self.chart().point(at));
                    numbered(made.vertices.len() - 1)
                })
            });
            let vertices = vertices.collect();
            made.polygons.push(MeshPolygon { vertices, neighbours });
        }
        made
    }

    /// How much memory it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.sides.bytes() + self.links.as_ref().map_or(0, |links| links.bytes())
    }

    #[inline]
    pub(crate) fn sides(&self) -> &HalfEdgeMesh {
        &self.sides
    }

    pub(crate) fn sides_mut(&mut self) -> &mut HalfEdgeMesh {
        &mut self.sides
    }

    /// Its links, if it has any.
    #[inline]
    pub(crate) fn own_links(&self) -> Option<&MeshLinks> {
        self.links.as_deref()
    }

    pub(crate) fn shared_links(&self) -> Option<Arc<MeshLinks>> {
        self.links.clone()
    }

    pub(crate) fn links_mut(&mut self) -> &mut MeshLinks {
        Arc::make_mut(self.links.get_or_insert_default())
    }

    /// Its polygons, and its links to be changed.
    pub(crate) fn parts_mut(&mut self) -> (&HalfEdgeMesh, &mut Option<Arc<MeshLinks>>) {
        (&self.sides, &mut self.links)
    }

    /// Puts tiles in the places of others, sorted by number, and looks where links are entered there.
    pub(crate) fn replace(&mut self, fresh: Vec<(u32, Option<Tile>)>) {
        let numbers: Vec<u32> = fresh.iter().map(|&(number, _)| number).collect();
        self.sides.replace(fresh);
        if let Some(links) = self.links.as_mut().map(Arc::make_mut) {
            links.follow(&self.sides, &numbers);
            links.forget_islands();
        }
    }
}
