//! The layers of objects of a written map: places as points, regions as polygons, links as lines.

use super::Target;
use super::shape::{LayerOut, ObjectOut, PointOut, PropertyOut};
use super::sheet::tag_words;
use crate::document::{Document, NamedRegion};
use crate::done::not_kept;
use crate::error::Warning;
use crate::tiled::geometry::Geometry;
use crate::tiled::model::{Axis, Orientation, Stagger};
use xunlu_map::{Cell, Door, Link, Place, Point, Quoted, Rect, Size, Tags};

/// The layers of objects that are not empty.
pub(super) fn objects(
    document: &Document,
    target: &Target<'_>,
    warnings: &mut Vec<Warning>,
) -> Vec<LayerOut> {
    let mut warn = |message: String| warnings.push(not_kept(message));
    let mut places = Vec::new();
    for region in &document.regions {
        places.push(region_object(region, target.geometry));
    }
    for named in &document.places {
        match target.cell_of(named.place) {
            Some(cell) => places.push(ObjectOut {
                name: named.name.clone(),
                point: true,
                ..object_at(centre(cell, target.geometry))
            }),
            None => warn(format!("{} lies outside the map and is left out", Quoted(&named.name))),
        }
    }
    let mut links = Vec::new();
    for (_, link) in target.map.links() {
        let ends = (target.cell_of(link.from), target.cell_of(link.to));
        let (Some(from), Some(to)) = ends else { continue };
        if from == to {
            warn(format!("the link from {from} to itself is left out"));
            continue;
        }
        links.push(link_object(&link, (from, to), document, target.geometry));
    }
    let layers = [layer("places", places), layer("links", links)];
    layers.into_iter().filter(|layer| !layer.objects.is_empty()).collect()
}

fn layer(name: &'static str, objects: Vec<ObjectOut>) -> LayerOut {
    LayerOut {
        name,
        kind: "objectgroup",
        visible: true,
        opacity: 1.0,
        objects,
        ..LayerOut::default()
    }
}

fn object_at(at: Point) -> ObjectOut {
    ObjectOut { x: at.x, y: at.y, visible: true, ..ObjectOut::default() }
}

fn link_object(
    link: &Link<Place>,
    (from, to): (Cell, Cell),
    document: &Document,
    geometry: Geometry,
) -> ObjectOut {
    let (start, end) = (centre(from, geometry), centre(to, geometry));
    let mut properties =
        vec![PropertyOut::float("cost", f64::from(link.weight.as_percent()) / 100.0)];
    if link.door == Door::Shut {
        properties.push(PropertyOut::text("door", "shut"));
    }
    if !link.is_two_way {
        properties.push(PropertyOut::bool("oneway", true));
    }
    if link.tags != Tags::NONE {
        properties.push(PropertyOut::text("tag", tag_words(link.tags, document)));
    }
    let line =
        vec![PointOut { x: 0.0, y: 0.0 }, PointOut { x: end.x - start.x, y: end.y - start.y }];
    ObjectOut { polyline: Some(line), properties, ..object_at(start) }
}

/// A region as one polygon. It goes round each of its parts and comes back to its first corner from
/// each, so that by the even-odd rule exactly the parts are inside.
fn region_object(region: &NamedRegion, geometry: Geometry) -> ObjectOut {
    let parts: Vec<Rect> = region.parts.iter().flat_map(|part| strips(*part, geometry)).collect();
    let corners = |part: &Rect| {
        let (min, max) = (part.min, part.max().unwrap_or(part.min));
        let reach = Point::new(geometry.tile().x * 0.25, geometry.tile().y * 0.25);
        let (first, last) = (geometry.centre(min.x, min.y), geometry.centre(max.x, max.y));
        // On squares the edges of cells, on hexes a strip along the centres.
        let is_square =
            matches!(geometry.orientation, Orientation::Orthogonal | Orientation::Isometric);
        let (right, down) = if is_square { (0.5, 0.5) } else { (reach.x, reach.y) };
        let (left, top) = (first.x.min(last.x) - right, first.y - down);
        let (right, bottom) = (last.x.max(first.x) + right, last.y + down);
        [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
            .map(|(x, y)| pixels(Point::new(x, y), geometry))
    };
    let mut points: Vec<Point> = Vec::new();
    for part in &parts {
        points.extend(corners(part));
        points.extend(points.first().copied().filter(|_| parts.len() > 1));
    }
    let at = points.first().copied().unwrap_or_default();
    let polygon = points.iter().map(|point| PointOut { x: point.x - at.x, y: point.y - at.y });
    let polygon = Some(polygon.collect());
    ObjectOut { name: region.name.clone(), polygon, ..object_at(at) }
}

/// A rectangle of hexes as the straight rows or columns it consists of.
fn strips(part: Rect, geometry: Geometry) -> Vec<Rect> {
    let Rect { min, size } = part;
    let below = |row: u32| Cell::new(min.x, min.y.saturating_add_unsigned(row));
    let beside = |column: u32| Cell::new(min.x.saturating_add_unsigned(column), min.y);
    match geometry.orientation {
        Orientation::Hexagonal(Stagger { axis: Axis::Y, .. }) => {
            (0..size.height).map(|row| Rect::new(below(row), Size::new(size.width, 1))).collect()
        }
        Orientation::Hexagonal(Stagger { axis: Axis::X, .. }) => {
            let column = |column| Rect::new(beside(column), Size::new(1, size.height));
            (0..size.width).map(column).collect()
        }
        _ => vec![part],
    }
}

fn centre(cell: Cell, geometry: Geometry) -> Point {
    pixels(geometry.centre(cell.x, cell.y), geometry)
}

/// A point of the plane in the pixels of objects.
fn pixels(plane: Point, geometry: Geometry) -> Point {
    let (pixels, tile) = (geometry.pixels(), geometry.tile());
    Point::new(plane.x * pixels.x / tile.x, plane.y * pixels.y / tile.y)
}
