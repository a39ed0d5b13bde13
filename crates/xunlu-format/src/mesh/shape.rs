//! Whether a polygon of a mesh is convex and runs counter-clockwise.

use xunlu_map::{MeshPolygon, Point};

/// How far a corner may bend the wrong way, as the sine of the turn. Every corner of the published
/// meshes of game maps, whose coordinates are whole, passes with 0; this much forgives coordinates
/// that were rounded to some decimals where corners lie on one line.
const BEND_MAX: f64 = 1e-6;

/// Looks at every corner of a polygon, whose vertices must be among these.
///
/// A closed line that always turns left and goes round once is a convex polygon that runs
/// counter-clockwise. Corners on one line are fine.
///
/// # Errors
/// What is wrong with the polygon, to be read after its name.
pub(super) fn check(polygon: &MeshPolygon, vertices: &[Point]) -> Result<(), String> {
    let count = polygon.vertices.len();
    let corner = |number: usize| {
        let vertex = polygon.vertices.get(number % count).copied().unwrap_or_default();
        vertices.get(vertex as usize).copied().unwrap_or_default()
    };
    let side = |number: usize| {
        let (from, to) = (corner(number), corner(number + 1));
        Point::new(to.x - from.x, to.y - from.y)
    };
    let mut rounds = 0;
    for number in 0..count {
        let (before, after) = (side(number), side(number + 1));
        if after.x == 0.0 && after.y == 0.0 {
            return Err(format!("has two corners at {}", corner(number + 1)));
        }
        let turn = before.x * after.y - before.y * after.x;
        let along = before.x * after.x + before.y * after.y;
        let lengths = length(before) * length(after);
        if turn < -BEND_MAX * lengths {
            return Err(format!("turns to the right at {}", corner(number + 1)));
        }
        if turn <= BEND_MAX * lengths && along < 0.0 {
            return Err(format!("turns back at {}", corner(number + 1)));
        }
        // A left turn from the lower half of the plane into the upper begins a round; a slight right
        // turn out of the upper half takes one back.
        match (points_up(before), points_up(after)) {
            (false, true) if turn >= 0.0 => rounds += 1,
            (true, false) if turn < 0.0 => rounds -= 1,
            _ => {}
        }
    }
    if rounds == 1 { Ok(()) } else { Err(format!("goes round {rounds} times")) }
}

fn length(side: Point) -> f64 {
    side.distance(Point::default())
}

/// Whether a side leads into the upper half of the plane, to which the way right along the border
/// belongs.
fn points_up(side: Point) -> bool {
    side.y > 0.0 || (side.y == 0.0 && side.x > 0.0)
}
