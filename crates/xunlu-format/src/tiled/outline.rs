//! Objects as points and outlines on the plane.

use super::geometry::{Geometry, sine_and_cosine};
use super::model::{Object, Orientation, Shape};
use super::region::Outline;
use xunlu_map::Point;

/// A turned ellipse is read as a polygon of so many corners.
const CORNERS: u32 = 64;

/// The point that an object marks, without its layer's offset. Returns `None` for one that covers an area.
pub(super) fn place_of(object: &Object, geometry: Geometry) -> Option<Point> {
    let at = geometry.plane(object.at);
    if object.gid.is_some() {
        return Some(geometry.turned(foot_of_tile(object, geometry), at, object.rotation_degrees));
    }
    match object.shape {
        Shape::Point => Some(at),
        // Old editors have no other way to draw a point.
        Shape::Rectangle if is_nothing(object.width) && is_nothing(object.height) => Some(at),
        _ => None,
    }
}

/// What a shape covers, with its layer's offset. Returns `None` for one that covers nothing.
pub(super) fn outline(object: &Object, shift: Point, geometry: Geometry) -> Option<Outline> {
    let Object { at, width, height, rotation_degrees, .. } = object;
    let about = geometry.plane(*at);
    let corner = |right: f64, down: f64| {
        let plane = geometry.plane(Point::new(at.x + right, at.y + down));
        let Point { x, y } = geometry.turned(plane, about, *rotation_degrees);
        Point::new(x + shift.x, y + shift.y)
    };
    match &object.shape {
        Shape::Rectangle => {
            let corners = [(0.0, 0.0), (*width, 0.0), (*width, *height), (0.0, *height)];
            Some(Outline::Polygon(corners.map(|(right, down)| corner(right, down)).to_vec()))
        }
        Shape::Polygon(points) => {
            Some(Outline::Polygon(points.iter().map(|point| corner(point.x, point.y)).collect()))
        }
        Shape::Ellipse => {
            let (half_width, half_height) = (width / 2.0, height / 2.0);
            if is_nothing(*width) || is_nothing(*height) {
                return None;
            }
            if is_nothing(rotation_degrees % 360.0) {
                let radii = geometry.plane(Point::new(half_width.abs(), half_height.abs()));
                return Some(Outline::Ellipse(corner(half_width, half_height), radii));
            }
            let centre = Point::new(half_width, half_height);
            let rim = (0..CORNERS).map(|number| {
                let degrees = 360.0 * f64::from(number) / f64::from(CORNERS);
                let (sine, cosine) = sine_and_cosine(degrees);
                corner(centre.x + half_width * cosine, centre.y + half_height * sine)
            });
            Some(Outline::Polygon(rim.collect()))
        }
        Shape::Point | Shape::Polyline(_) | Shape::Text | Shape::Template(..) => None,
    }
}

/// Where a tile that was put down freely stands: the middle of its lowest row. It hangs from its
/// lower left corner, on isometric maps from the lower corner of its diamond.
fn foot_of_tile(object: &Object, geometry: Geometry) -> Point {
    let Point { x, y } = object.at;
    let tile = geometry.pixels();
    if geometry.orientation == Orientation::Isometric {
        return geometry.plane(Point::new(x - tile.x / 2.0, y - tile.y / 2.0));
    }
    let width = if is_nothing(object.width) { tile.x } else { object.width };
    let height = if is_nothing(object.height) { tile.y } else { object.height };
    geometry.plane(Point::new(x + width / 2.0, y - height.min(tile.y) / 2.0))
}

fn is_nothing(length: f64) -> bool {
    length.abs() < 1e-9
}
