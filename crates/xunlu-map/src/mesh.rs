//! Meshes: walkable ground as polygons in the plane or triangles in space.

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
