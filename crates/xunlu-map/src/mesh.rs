//! Meshes: walkable ground as polygons in the plane or triangles in space, and links on it.

use crate::terrain::Tags;
use crate::waypoints::Point;

/// Convex polygons in the plane, as Polyanya's benchmark writes them (Cui, Harabor and Grastien 2017).
#[derive(Clone, PartialEq, Debug)]
pub struct PolygonMesh {
    /// The corners.
    pub vertices: Vec<Point>,
    /// The polygons.
    pub polygons: Vec<MeshPolygon>,
}

/// One polygon of a mesh.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MeshPolygon {
    /// Its corners in counter-clockwise order (y upwards), as numbers of vertices; at least three.
    pub vertices: Vec<u32>,
    /// For each side from a corner to the next, the polygon beyond it; `None` where the mesh ends.
    pub neighbours: Vec<Option<u32>>,
}

/// Triangles in space.
#[derive(Clone, PartialEq, Debug)]
pub struct TriangleMesh {
    /// The corners: x, y upwards, z.
    pub vertices: Vec<[f32; 3]>,
    /// Each triangle's corners, as numbers of vertices.
    pub triangles: Vec<[u32; 3]>,
}

/// A connection from one point of a mesh to another that is no walk over it: a jump, a door, a ladder, a
/// teleport.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MeshLink {
    /// Where it is entered.
    pub from: Point,
    /// Where it comes out.
    pub to: Point,
    /// How much of a path it counts as: finite, not negative. Less than the straight line makes a shortcut,
    /// such as a teleport.
    pub length: f64,
    /// Whether it may be taken back from `to` to `from` as well.
    pub is_two_way: bool,
    /// Who takes it must be allowed all of these.
    pub tags: Tags,
}

impl MeshLink {
    /// A link both ways, as long as the straight line.
    #[must_use]
    pub fn two_way(from: impl Into<Point>, to: impl Into<Point>) -> MeshLink {
        let (from, to) = (from.into(), to.into());
        MeshLink { from, to, length: from.distance(to), is_two_way: true, tags: Tags::NONE }
    }

    /// A link from `from` to `to` alone, as long as the straight line.
    #[must_use]
    pub fn one_way(from: impl Into<Point>, to: impl Into<Point>) -> MeshLink {
        MeshLink { is_two_way: false, ..MeshLink::two_way(from, to) }
    }

    /// The same link with another length.
    #[must_use]
    pub fn counting(self, length: f64) -> MeshLink {
        MeshLink { length, ..self }
    }

    /// The same link, for those with all of `tags`.
    #[must_use]
    pub fn tagged(self, tags: Tags) -> MeshLink {
        MeshLink { tags, ..self }
    }
}
