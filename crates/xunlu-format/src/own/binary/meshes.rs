//! Meshes of polygons and of triangles.

use super::kinds::{Kind, NO_NEIGHBOUR};
use crate::container::{Bytes, Cursor, Sections};
use crate::error::FormatError;
use xunlu_map::{MeshPolygon, Point, PolygonMesh, TriangleMesh};

const PLANE_CORNER_BYTES: usize = 16;
const SPACE_CORNER_BYTES: usize = 12;
const TRIANGLE_BYTES: usize = 12;

pub(super) fn plane_corners(mesh: &PolygonMesh) -> Bytes {
    let mut out = Bytes::default();
    for point in &mesh.vertices {
        out.f64(point.x);
        out.f64(point.y);
    }
    out
}

pub(super) fn polygons(mesh: &PolygonMesh) -> Bytes {
    let mut out = Bytes::default();
    out.count(mesh.polygons.len());
    for polygon in &mesh.polygons {
        out.count(polygon.vertices.len());
        polygon.vertices.iter().for_each(|&vertex| out.u32(vertex));
        polygon.neighbours.iter().for_each(|beyond| out.u32(beyond.unwrap_or(NO_NEIGHBOUR)));
    }
    out
}

pub(super) fn space_corners(mesh: &TriangleMesh) -> Bytes {
    let mut out = Bytes::default();
    mesh.vertices.iter().flatten().for_each(|&at| out.f32(at));
    out
}

pub(super) fn triangles(mesh: &TriangleMesh) -> Bytes {
    let mut out = Bytes::default();
    mesh.triangles.iter().flatten().for_each(|&corner| out.u32(corner));
    out
}

pub(super) fn read_mesh(sections: &mut Sections<'_>) -> Result<PolygonMesh, FormatError> {
    let mut bytes = sections.need(Kind::PlaneCorners)?;
    let mut vertices = Vec::new();
    for _ in 0..whole(&bytes, PLANE_CORNER_BYTES)? {
        vertices.push(Point::new(bytes.f64("x")?, bytes.f64("y")?));
    }
    let mut bytes = sections.need(Kind::Polygons)?;
    let mut polygons = Vec::new();
    for _ in 0..bytes.count(4, "polygons")? {
        // Each corner has its number and a neighbour.
        let corners = bytes.count(8, "corners")?;
        let mut polygon = MeshPolygon { vertices: Vec::new(), neighbours: Vec::new() };
        for _ in 0..corners {
            polygon.vertices.push(bytes.u32("a corner")?);
        }
        for _ in 0..corners {
            let beyond = bytes.u32("a neighbour")?;
            polygon.neighbours.push((beyond != NO_NEIGHBOUR).then_some(beyond));
        }
        polygons.push(polygon);
    }
    bytes.end("polygons")?;
    Ok(PolygonMesh { vertices, polygons })
}

pub(super) fn read_triangles(sections: &mut Sections<'_>) -> Result<TriangleMesh, FormatError> {
    let mut bytes = sections.need(Kind::SpaceCorners)?;
    let mut vertices = Vec::new();
    for _ in 0..whole(&bytes, SPACE_CORNER_BYTES)? {
        vertices.push([bytes.f32("x")?, bytes.f32("y")?, bytes.f32("z")?]);
    }
    let mut bytes = sections.need(Kind::Triangles)?;
    let mut triangles = Vec::new();
    for _ in 0..whole(&bytes, TRIANGLE_BYTES)? {
        let corner = "a corner";
        triangles.push([bytes.u32(corner)?, bytes.u32(corner)?, bytes.u32(corner)?]);
    }
    Ok(TriangleMesh { vertices, triangles })
}

/// How many items of so many bytes a section holds, and nothing else.
fn whole(section: &Cursor<'_>, item_bytes: usize) -> Result<usize, FormatError> {
    if !section.len().is_multiple_of(item_bytes) {
        let found = format_args!("a section of {} bytes", section.len());
        return Err(section.wrong(found, format_args!("a multiple of {item_bytes}")));
    }
    Ok(section.len() / item_bytes)
}
