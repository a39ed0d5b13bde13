//! What things cover on a map of shapes, in tiles.

use super::super::geometry::{Geometry, sine_and_cosine};
use super::super::model::{Object, Orientation, Shape};
use super::super::outline::{outline, place_of};
use super::super::region::{Outline, Work};
use super::super::road_map::in_tiles;
use super::super::thing::Thing;
use super::super::tilesets::{Solids, Tilesets};
use super::super::turned::{Flips, split};
use crate::tiled::fault::Sound;
use xunlu_map::Point;

/// An ellipse is read as a polygon of so many corners.
const CORNERS: u32 = 64;
/// Where a tile that is put down freely has its point unless its set says otherwise: at its lower left.
const ANCHOR: (f64, f64) = (0.0, 1.0);

/// What a thing covers; of a tile that was put down freely, its picture. Returns `None` for one that is a
/// point, or covers nothing.
pub(super) fn around(thing: &Thing<'_>, geometry: Geometry) -> Option<Vec<Point>> {
    if thing.object.gid.is_some() {
        let corners = [(0.0, 1.0), (1.0, 1.0), (1.0, 0.0), (0.0, 0.0)];
        let size = (thing.object.width, thing.object.height);
        return Some(
            corners.map(|part| on_picture(thing, part, (size, ANCHOR), geometry)).to_vec(),
        );
    }
    if place_of(thing.object, geometry).is_some() {
        return None;
    }
    let points = match outline(thing.object, thing.shift(geometry), geometry)? {
        Outline::Polygon(points) => points,
        Outline::Ellipse(centre, radii) => rim(centre, radii),
    };
    let goes_round = points.len() >= 3;
    goes_round.then(|| points.into_iter().map(|point| in_tiles(point, geometry)).collect())
}

/// The collision shapes of a tile that was put down freely, where it stands and as it is turned. None on
/// maps that are seen from aslant, where it is not known how they lie.
pub(super) fn solids(
    thing: &Thing<'_>,
    tilesets: &Tilesets<'_>,
    geometry: Geometry,
    corners: &mut Work,
) -> Sound<Vec<Vec<Point>>> {
    let Some((number, flags)) = thing.object.gid.map(split) else { return Ok(Vec::new()) };
    let Some(Solids { shapes, size, anchor }) = tilesets.solids(number) else {
        return Ok(Vec::new());
    };
    if geometry.orientation != Orientation::Orthogonal {
        return Ok(Vec::new());
    }
    let flips = Flips::of(flags);
    let Object { width, height, .. } = *thing.object;
    let or = |length: f64, own: f64| if length > 0.0 { length } else { own };
    let shown = (or(width, size.0), or(height, size.1));
    let mut all = Vec::new();
    for shape in shapes {
        let Some(points) = on_tile(shape) else { continue };
        corners.spend(points.len() as u64, thing.origin(), &thing.part())?;
        let placed = points.into_iter().map(|Point { x, y }| {
            let (x, y) = (x / size.0, y / size.1);
            let x = if flips.is_mirrored_x { 1.0 - x } else { x };
            let y = if flips.is_mirrored_y { 1.0 - y } else { y };
            on_picture(thing, (x, y), (shown, anchor.unwrap_or(ANCHOR)), geometry)
        });
        all.push(placed.collect());
    }
    Ok(all)
}

/// A part of the picture of a tile: so far to the right and down, each from 0 to 1.
fn on_picture(
    thing: &Thing<'_>,
    part: (f64, f64),
    ((width, height), anchor): ((f64, f64), (f64, f64)),
    geometry: Geometry,
) -> Point {
    let Object { at, rotation_degrees, .. } = *thing.object;
    let (right, down) = ((part.0 - anchor.0) * width, (part.1 - anchor.1) * height);
    let plane = geometry.plane(Point::new(at.x + right, at.y + down));
    let turned = geometry.turned(plane, geometry.plane(at), rotation_degrees);
    in_tiles(thing.shifted(turned, geometry), geometry)
}

/// What a shape on a tile covers, in pixels of the tile. Returns `None` for one that covers nothing.
fn on_tile(shape: &Object) -> Option<Vec<Point>> {
    let Object { at, width, height, rotation_degrees, .. } = shape;
    let points = match &shape.shape {
        Shape::Polygon(points) => points.clone(),
        Shape::Rectangle => {
            let corners = [(0.0, 0.0), (*width, 0.0), (*width, *height), (0.0, *height)];
            corners.map(Point::from).to_vec()
        }
        Shape::Ellipse => {
            let radii = Point::new(width / 2.0, height / 2.0);
            rim(radii, radii)
        }
        Shape::Point | Shape::Polyline(_) | Shape::Text | Shape::Template(..) => return None,
    };
    let (sine, cosine) = sine_and_cosine(*rotation_degrees);
    let turned =
        |Point { x, y }| Point::new(at.x + x * cosine - y * sine, at.y + x * sine + y * cosine);
    let is_flat = matches!(shape.shape, Shape::Rectangle | Shape::Ellipse)
        && !(*width > 0.0 && *height > 0.0);
    (points.len() >= 3 && !is_flat).then(|| points.into_iter().map(turned).collect())
}

fn rim(centre: Point, radii: Point) -> Vec<Point> {
    let corner = |number| {
        let (sine, cosine) = sine_and_cosine(360.0 * f64::from(number) / f64::from(CORNERS));
        Point::new(centre.x + radii.x * cosine, centre.y + radii.y * sine)
    };
    (0..CORNERS).map(corner).collect()
}
