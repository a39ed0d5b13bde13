//! A map of shapes alone as a scene: what is ground there, what stands in the way, and named points.

use super::geometry::{Geometry, sine_and_cosine};
use super::model::{Object, Shape, TiledMap};
use super::outline::{outline, place_of};
use super::reading::Reading;
use super::region::Outline;
use super::road_map::in_tiles;
use super::thing::Thing;
use crate::options::{Role, Roles};
use xunlu_map::{NamedPoint, Outlines, Point};

/// An ellipse is read as a polygon of so many corners.
const CORNERS: u32 = 64;

/// The scene of these things, in tiles. Returns `None` where no shape is ground or in the way: then the map
/// is none.
pub(super) fn outlines(
    map: &TiledMap,
    things: &[Thing<'_>],
    geometry: Geometry,
    reading: &mut Reading<'_>,
) -> Option<Outlines> {
    let mut outlines = Outlines::default();
    let (mut unread, mut lines) = (0, 0);
    for thing in things {
        let object = thing.object;
        if let Shape::Polyline(_) = object.shape {
            lines += 1;
            continue;
        }
        let role = Roles::by_name(&object.class).or(thing.role);
        let around = around(thing, geometry);
        match (role, around) {
            (Some(Role::Ground), Some(around)) => outlines.ground.push(around),
            (Some(Role::Wall), Some(around)) => outlines.obstacles.push(around),
            (_, around) => match place_of(object, geometry) {
                Some(plane) => {
                    let at = in_tiles(thing.shifted(plane, geometry), geometry);
                    outlines.places.push(NamedPoint { name: thing.name(), at });
                }
                None => unread += usize::from(around.is_some()),
            },
        }
    }
    if outlines.ground.is_empty() && outlines.obstacles.is_empty() {
        return None;
    }
    if outlines.ground.is_empty() {
        outlines.ground.push(rectangle(f64::from(map.width), f64::from(map.height)));
    }
    for (count, what) in [(unread, "shapes that are neither ground nor walls"), (lines, "lines")] {
        if count > 0 {
            reading.warn("", format!("{what} are not read on a map of shapes: {count}"));
        }
    }
    Some(outlines)
}

/// What a thing covers, in tiles; of a tile that was put down freely, its picture.
fn around(thing: &Thing<'_>, geometry: Geometry) -> Option<Vec<Point>> {
    let shift = thing.shift(geometry);
    let covered = match thing.object.gid {
        Some(_) => picture(thing.object, shift, geometry),
        None if place_of(thing.object, geometry).is_some() => return None,
        None => outline(thing.object, shift, geometry)?,
    };
    let points = match covered {
        Outline::Polygon(points) => points,
        Outline::Ellipse(centre, radii) => rim(centre, radii),
    };
    Some(points.into_iter().map(|point| in_tiles(point, geometry)).collect())
}

/// The rectangle of a tile that was put down freely: it stands on its lower left corner.
fn picture(object: &Object, shift: Point, geometry: Geometry) -> Outline {
    let Object { at, width, height, rotation_degrees, .. } = *object;
    let about = geometry.plane(at);
    let corners = [(0.0, 0.0), (width, 0.0), (width, -height), (0.0, -height)];
    let corner = |(right, up): (f64, f64)| {
        let plane = geometry.plane(Point::new(at.x + right, at.y + up));
        let Point { x, y } = geometry.turned(plane, about, rotation_degrees);
        Point::new(x + shift.x, y + shift.y)
    };
    Outline::Polygon(corners.map(corner).to_vec())
}

fn rim(centre: Point, radii: Point) -> Vec<Point> {
    let corner = |number| {
        let (sine, cosine) = sine_and_cosine(360.0 * f64::from(number) / f64::from(CORNERS));
        Point::new(centre.x + radii.x * cosine, centre.y + radii.y * sine)
    };
    (0..CORNERS).map(corner).collect()
}

fn rectangle(width: f64, height: f64) -> Vec<Point> {
    [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)].map(Point::from).to_vec()
}
