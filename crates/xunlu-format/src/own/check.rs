//! What must hold of a document beside what its map sees to: checked after reading and before writing,
//! so that whatever is written can be read.

use crate::document::{Content, Document, NamedPlace, NamedRegion, NamedTag, NamedTerrain};
use crate::error::{At, FormatError};
use crate::own::scene::check_scene;
use crate::span::{Span, overlap};
use std::fmt;
use xunlu_map::{Layout, Map, PolygonMesh, Rect, TriangleMesh};

/// The most layers of a map. Each takes memory, however small it is.
pub(super) const LAYERS_MAX: u32 = 1 << 16;

/// Checks names, regions and meshes.
///
/// # Errors
/// The first thing that is wrong, by the name that its field has in the JSON document.
pub(super) fn check(file: &str, document: &Document) -> Result<(), FormatError> {
    let told = |(part, message)| FormatError::new(file, At::Part(part), message);
    check_terrains(&document.terrains).map_err(told)?;
    check_tags(&document.tags).map_err(told)?;
    match &document.content {
        Content::Map(map) => {
            check_layers(map).map_err(told)?;
            check_places(map, &document.places).map_err(told)?;
            for (number, region) in document.regions.iter().enumerate() {
                let within = |(part, message)| (format!("regions[{number}]{part}"), message);
                check_region(map, region).map_err(within).map_err(told)?;
            }
            Ok(())
        }
        Content::Mesh(mesh) => {
            check_nameless(document).and_then(|()| check_mesh(mesh)).map_err(told)
        }
        Content::Triangles(mesh) => {
            check_nameless(document).and_then(|()| check_triangles(mesh)).map_err(told)
        }
        Content::Scene(plan) => check_scene(document, plan).map_err(told),
    }
}

/// Which part is wrong, and how.
pub(super) type Wrong = (String, String);

pub(super) fn wrong(part: impl fmt::Display, message: impl Into<String>) -> Wrong {
    (part.to_string(), message.into())
}

fn check_terrains(terrains: &[NamedTerrain]) -> Result<(), Wrong> {
    for (number, pair) in terrains.windows(2).enumerate() {
        let [before, here] = [pair[0].terrain, pair[1].terrain];
        if before >= here {
            let part = format!("named_terrains[{}].terrain", number + 1);
            let found = format!("terrain {} comes after {}", here.0, before.0);
            return Err((part, format!("{found}; expected each at most once, by number")));
        }
    }
    Ok(())
}

fn check_tags(tags: &[NamedTag]) -> Result<(), Wrong> {
    let mut before = None;
    for (number, NamedTag { tag, .. }) in tags.iter().enumerate() {
        let part = format!("named_tags[{number}].tag");
        if tag.0.count_ones() != 1 {
            return Err((part, format!("{} tags; expected exactly one", tag.0.count_ones())));
        }
        let here = tag.0.trailing_zeros();
        if let Some(before) = before.filter(|&before| before >= here) {
            let found = format!("tag {here} comes after {before}");
            return Err((part, format!("{found}; expected each at most once, by number")));
        }
        before = Some(here);
    }
    Ok(())
}

fn check_layers(map: &Map) -> Result<(), Wrong> {
    let count = if let Map::Layers(layers) = map { layers.grids().len() } else { 1 };
    if count > LAYERS_MAX as usize {
        return Err(wrong("layers", format!("{count} layers; expected at most {LAYERS_MAX}")));
    }
    Ok(())
}

fn check_places(map: &Map, places: &[NamedPlace]) -> Result<(), Wrong> {
    for (number, NamedPlace { place, .. }) in places.iter().enumerate() {
        if map.node_at(*place).is_none() {
            let found = format!("{place} lies nowhere on this map");
            let message = format!("{found}; expected {} of it", map.place_kind());
            return Err((format!("places[{number}]"), message));
        }
    }
    Ok(())
}

fn check_region(map: &Map, region: &NamedRegion) -> Result<(), Wrong> {
    let layer = region.layer;
    let layout = match map {
        Map::Grid(grid) if layer == 0 => grid.layout(),
        Map::Hex(grid) if layer == 0 => grid.layout(),
        Map::Layers(layers) => match layers.grid(layer) {
            Some(grid) => grid.layout(),
            None => {
                let last = layers.grids().len().saturating_sub(1);
                let found = format!("there is no layer {layer}; expected 0 to {last}");
                return Err(wrong(".layer", found));
            }
        },
        Map::Waypoints(_) => {
            return Err(wrong("", "a region on waypoints; expected one on a map that has cells"));
        }
        Map::Grid(_) | Map::Hex(_) => {
            return Err(wrong(".layer", format!("layer {layer} on a map of one; expected 0")));
        }
    };
    if region.parts.is_empty() {
        return Err(wrong(".parts", "there are none; expected at least one"));
    }
    for (number, &part) in region.parts.iter().enumerate() {
        let here = || format!(".parts[{number}]");
        check_inside(layout, part).map_err(|message| (here(), message))?;
        let corner = |part: Rect| (part.min.y, part.min.x);
        let before = number.checked_sub(1).and_then(|before| region.parts.get(before));
        if before.is_some_and(|&before| corner(before) >= corner(part)) {
            let expected = "parts by row and then column, none over another";
            return Err((here(), format!("it stands after one below; expected {expected}")));
        }
    }
    check_apart(&region.parts)
}

fn check_inside(layout: &Layout, part: Rect) -> Result<(), String> {
    let bounds = layout.bounds();
    let Some(max) = part.max() else {
        return Err(format!("{} has no cell; expected at least 1x1", part.size));
    };
    for corner in [part.min, max] {
        if !bounds.contains(corner) {
            let (least, most) = (bounds.min, bounds.max().unwrap_or(bounds.min));
            let found = format!("{corner} lies outside the map");
            return Err(format!("{found}; expected a cell from {least} to {most}"));
        }
    }
    Ok(())
}

/// Checks that no two of these rectangles, none of which is empty, share a cell.
fn check_apart(parts: &[Rect]) -> Result<(), Wrong> {
    match overlap(parts.iter().map(|&part| Span::of(part))) {
        Some((_, number)) => {
            let found = "it lies over another part; expected parts that share no cell";
            Err(wrong(format_args!(".parts[{number}]"), found))
        }
        None => Ok(()),
    }
}

fn check_nameless(document: &Document) -> Result<(), Wrong> {
    let found = "a mesh has no cells to name; expected none";
    match (document.places.is_empty(), document.regions.is_empty()) {
        (true, true) => Ok(()),
        (false, _) => Err(wrong("places", found)),
        (true, false) => Err(wrong("regions", found)),
    }
}

fn check_mesh(mesh: &PolygonMesh) -> Result<(), Wrong> {
    for (number, point) in mesh.vertices.iter().enumerate() {
        check_finite(number, &[point.x, point.y])?;
    }
    let (vertices, polygons) = (mesh.vertices.len(), mesh.polygons.len());
    for (number, polygon) in mesh.polygons.iter().enumerate() {
        let part = |rest: &str| format!("polygons[{number}]{rest}");
        let corners = polygon.vertices.len();
        if corners < 3 {
            let found = format!("a polygon of {corners} corners; expected at least 3");
            return Err((part(".vertices"), found));
        }
        if polygon.neighbours.len() != corners {
            let found = format!("{} neighbours", polygon.neighbours.len());
            let message = format!("{found}; expected {corners}, one for each side");
            return Err((part(".neighbours"), message));
        }
        for (at, &vertex) in polygon.vertices.iter().enumerate() {
            check_number(vertex, vertices, "vertex")
                .map_err(|message| (part(&format!(".vertices[{at}]")), message))?;
        }
        for (at, neighbour) in polygon.neighbours.iter().enumerate() {
            let Some(neighbour) = *neighbour else { continue };
            check_number(neighbour, polygons, "polygon")
                .map_err(|message| (part(&format!(".neighbours[{at}]")), message))?;
        }
    }
    Ok(())
}

fn check_triangles(mesh: &TriangleMesh) -> Result<(), Wrong> {
    for (number, vertex) in mesh.vertices.iter().enumerate() {
        check_finite(number, &vertex.map(f64::from))?;
    }
    for (number, triangle) in mesh.triangles.iter().enumerate() {
        for (at, &vertex) in triangle.iter().enumerate() {
            check_number(vertex, mesh.vertices.len(), "vertex")
                .map_err(|message| (format!("triangles[{number}][{at}]"), message))?;
        }
    }
    Ok(())
}

fn check_finite(vertex: usize, coordinates: &[f64]) -> Result<(), Wrong> {
    for (at, coordinate) in coordinates.iter().enumerate() {
        if !coordinate.is_finite() {
            let part = format!("vertices[{vertex}][{at}]");
            return Err((part, format!("{coordinate}; expected a finite number")));
        }
    }
    Ok(())
}

fn check_number(number: u32, count: usize, what: &str) -> Result<(), String> {
    if (number as usize) < count {
        return Ok(());
    }
    Err(format!("there is no {what} {number}; expected a number under {count}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Price;
    use xunlu_map::{Cell, Grid, Place, Size, Tags, Terrain, Weight};

    fn grid() -> Document {
        let grid: Grid = ".....\n.....\n.....\n.....".parse().unwrap();
        Document::of(grid)
    }

    fn rect(x: i32, y: i32, width: u32, height: u32) -> Rect {
        Rect::new(Cell::new(x, y), Size::new(width, height))
    }

    fn region(parts: &[Rect]) -> Document {
        let region = NamedRegion { name: "yard".to_owned(), layer: 0, parts: parts.to_vec() };
        Document { regions: vec![region], ..grid() }
    }

    #[track_caller]
    fn refused(document: &Document, expected: &str) {
        let error = check("a", document).unwrap_err().to_string();
        assert_eq!(error, expected);
    }

    #[test]
    fn the_parts_of_a_region_lie_apart_in_order_and_inside() {
        let apart = [rect(0, 0, 1, 2), rect(2, 0, 3, 1), rect(1, 1, 2, 2), rect(0, 2, 1, 1)];
        assert_eq!(check("a", &region(&apart)), Ok(()));
        let over = [rect(0, 0, 1, 4), rect(3, 0, 2, 3), rect(1, 2, 3, 1)];
        let expected =
            "a, regions[0].parts[2]: it lies over another part; expected parts that share no cell";
        refused(&region(&over), expected);
        let order = [rect(1, 1, 1, 1), rect(0, 1, 1, 1)];
        let expected = "a, regions[0].parts[1]: it stands after one below; expected parts by row and then column, none over another";
        refused(&region(&order), expected);
        let outside = [rect(4, 3, 2, 1)];
        let expected =
            "a, regions[0].parts[0]: 5,3 lies outside the map; expected a cell from 0,0 to 4,3";
        refused(&region(&outside), expected);
        refused(&region(&[]), "a, regions[0].parts: there are none; expected at least one");
        let empty = "a, regions[0].parts[0]: 0x1 has no cell; expected at least 1x1";
        refused(&region(&[rect(0, 0, 0, 1)]), empty);
    }

    #[test]
    fn parts_are_found_to_overlap_just_when_two_share_a_cell() {
        let corners: Vec<Rect> = (0..9).map(|at| rect(at % 3, at / 3, 1, 1)).collect();
        let mut rects: Vec<Rect> = corners
            .iter()
            .flat_map(|a| corners.iter().map(|b| Rect::spanning(a.min, b.min)))
            .collect();
        rects.sort_by_key(|part| (part.min.y, part.min.x, part.size));
        rects.dedup();
        for (a, first) in rects.iter().enumerate() {
            for (b, second) in rects.iter().enumerate().skip(a + 1) {
                for third in &rects[b + 1..] {
                    let parts = [*first, *second, *third];
                    let meet = |a: &Rect, b: &Rect| !a.intersection(*b).is_empty();
                    let expected = meet(first, second) || meet(first, third) || meet(second, third);
                    assert_eq!(check_apart(&parts).is_err(), expected, "{parts:?}");
                }
            }
        }
    }

    #[test]
    fn names_are_for_what_there_is_once_each() {
        let terrain = |number| NamedTerrain {
            terrain: Terrain(number),
            name: None,
            price: Some(Price::Weight(Weight::ONE)),
        };
        let twice = Document { terrains: vec![terrain(3), terrain(3)], ..grid() };
        let expected = "a, named_terrains[1].terrain: terrain 3 comes after 3; expected each at most once, by number";
        refused(&twice, expected);
        let tag = |tag| NamedTag { tag: Tags(tag), name: "key".to_owned() };
        let both = Document { tags: vec![tag(1), tag(6)], ..grid() };
        refused(&both, "a, named_tags[1].tag: 2 tags; expected exactly one");
        let order = Document { tags: vec![tag(4), tag(1)], ..grid() };
        let expected =
            "a, named_tags[1].tag: tag 0 comes after 2; expected each at most once, by number";
        refused(&order, expected);
        let place = NamedPlace { name: "gate".to_owned(), place: Place::cell(9, 9) };
        let expected = "a, places[0]: 9,9 lies nowhere on this map; expected a cell of it";
        refused(&Document { places: vec![place], ..grid() }, expected);
    }
}
