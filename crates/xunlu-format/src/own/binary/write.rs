//! A document to bytes.

use super::kinds::{ARRANGEMENTS, FORM, Kind, bits, number_of};
use super::{links, meshes, names, scenes};
use crate::container::{Bytes, Payload, file_of};
use crate::document::{Content, Document, Look};
use crate::own::links::slots;
use crate::own::planes::{rows, six};
use xunlu_map::{Exits, Ground, HexArrangement, Map, Plane, Tags, Terrain, Wrap};

/// The document, which has been checked.
pub(super) fn write(document: &Document) -> Vec<u8> {
    let mut sections = vec![(Kind::Content, Payload::Bytes(content(document)))];
    match &document.content {
        Content::Map(map) => {
            for (ground, _) in grounds(map) {
                push_planes(&mut sections, ground, matches!(map, Map::Hex(_)));
            }
            if let Map::Waypoints(graph) = map {
                sections.push((Kind::Waypoints, Payload::Bytes(links::waypoints(graph))));
            }
            let slots = slots(map);
            if !slots.is_empty() {
                sections.push((Kind::Links, Payload::Bytes(links::links(map, &slots))));
            }
        }
        Content::Mesh(mesh) => {
            sections.push((Kind::PlaneCorners, Payload::Bytes(meshes::plane_corners(mesh))));
            sections.push((Kind::Polygons, Payload::Bytes(meshes::polygons(mesh))));
        }
        Content::Triangles(mesh) => {
            sections.push((Kind::SpaceCorners, Payload::Bytes(meshes::space_corners(mesh))));
            sections.push((Kind::Triangles, Payload::Bytes(meshes::triangles(mesh))));
        }
        Content::Scene(_) => {}
    }
    let mut push = |(kind, bytes)| sections.push((kind, Payload::Bytes(bytes)));
    names::sections(document).for_each(&mut push);
    if let Content::Scene(plan) = &document.content {
        scenes::sections(plan).for_each(push);
    }
    file_of(&FORM, &sections)
}

/// What the document is, and where its cells lie.
fn content(document: &Document) -> Bytes {
    let mut out = Bytes::default();
    out.u32(number_of(&document.content));
    out.u32(match document.look {
        Look::Flat => 0,
        Look::Isometric => 1,
    });
    let Content::Map(map) = &document.content else { return out };
    let arrangement = match map {
        Map::Grid(_) | Map::Layers(_) => 0,
        Map::Hex(grid) => number_of_arrangement(grid.arrangement()),
        Map::Waypoints(_) => return out,
    };
    let grounds = grounds(map);
    out.u32(arrangement);
    out.count(grounds.len());
    for (ground, wrap) in grounds {
        let bounds = ground.bounds();
        out.i32(bounds.min.x);
        out.i32(bounds.min.y);
        out.u32(bounds.size.width);
        out.u32(bounds.size.height);
        let told = [
            (wrap.x, bits::WRAPS_X),
            (wrap.y, bits::WRAPS_Y),
            (ground.tags().is_some(), bits::HAS_TAGS),
            (ground.exits().is_some(), bits::HAS_EXITS),
        ];
        out.u32(told.iter().filter(|(is_so, _)| *is_so).map(|(_, bit)| bit).sum());
    }
    out
}

fn number_of_arrangement(arrangement: HexArrangement) -> u32 {
    (1..).zip(ARRANGEMENTS).find(|(_, known)| *known == arrangement).map_or(0, |(number, _)| number)
}

fn grounds(map: &Map) -> Vec<(&Ground, Wrap)> {
    match map {
        Map::Grid(grid) => vec![(grid.ground(), grid.wrap())],
        Map::Hex(grid) => vec![(grid.ground(), Wrap::NONE)],
        Map::Layers(layers) => {
            layers.grids().iter().map(|grid| (grid.ground(), grid.wrap())).collect()
        }
        Map::Waypoints(_) => Vec::new(),
    }
}

fn push_planes<'a>(
    sections: &mut Vec<(Kind, Payload<'a>)>,
    ground: &'a Ground,
    is_hexagonal: bool,
) {
    sections.push((Kind::Terrain, terrain(ground.terrain())));
    if let Some(tags) = ground.tags() {
        sections.push((Kind::Tags, tags_of(tags)));
    }
    if let Some(exits) = ground.exits() {
        let spelled: fn(Exits) -> Exits = if is_hexagonal { six } else { |exits| exits };
        sections.push((Kind::Exits, exits_of(exits, spelled)));
    }
}

fn cells_of<T: Copy>(plane: &Plane<T>) -> u64 {
    plane.layout().bounds().size.area()
}

fn terrain(plane: &Plane<Terrain>) -> Payload<'_> {
    Payload::written(cells_of(plane), |out| {
        rows(plane).for_each(|row| out.extend(row.iter().map(|terrain| terrain.0)));
    })
}

fn tags_of(plane: &Plane<Tags>) -> Payload<'_> {
    Payload::written(2 * cells_of(plane), |out| {
        rows(plane).for_each(|row| {
            let start = out.len();
            out.resize(start + 2 * row.len(), 0);
            for (pair, tags) in out[start..].chunks_exact_mut(2).zip(row) {
                pair.copy_from_slice(&tags.0.to_le_bytes());
            }
        });
    })
}

/// The exits of squares, or of hexes.
fn exits_of(plane: &Plane<Exits>, spelled: fn(Exits) -> Exits) -> Payload<'_> {
    Payload::written(cells_of(plane), move |out| {
        rows(plane).for_each(|row| out.extend(row.iter().map(|&exits| spelled(exits).0)));
    })
}
