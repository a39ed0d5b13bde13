//! How far a goal is at least behind an interval, and the interval itself.

use crate::exact::Vector;
use crate::real::Real;

/// The least distance to the goal for whoever passes a side between two rays; all as seen from a root, which
/// has the side's ends to its right and its left.
#[inline]
pub(super) fn distance_through(ends: [Vector; 2], [right, left]: [Vector; 2], goal: Vector) -> f64 {
    let [begin, end] = ends.map(Real::of);
    let (side, mut goal) = (end.minus(begin), Real::of(goal));
    let before = side.cross(goal.minus(begin));
    if before > 0.0 {
        // A goal on this side of it is as far as its mirror image.
        let by = 2.0 * before / side.dot(side);
        goal = Real { x: goal.x + by * side.y, y: goal.y - by * side.x };
    }
    let by_way_of = |ray: Vector| {
        let ray = Real::of(ray);
        let along = side.cross(begin) / side.cross(ray);
        let at = Real { x: ray.x * along, y: ray.y * along };
        at.length() + goal.minus(at).length()
    };
    if Real::of(right).cross(goal) < 0.0 {
        by_way_of(right)
    } else if Real::of(left).cross(goal) > 0.0 {
        by_way_of(left)
    } else {
        goal.length()
    }
}

/// The least distance to a side between two rays.
#[inline]
pub(super) fn distance_to(ends: [Vector; 2], wedge: [Vector; 2]) -> f64 {
    let [begin, end] = ends.map(Real::of);
    let side = end.minus(begin);
    // What stands at a right angle on the side, from the root.
    let by = side.cross(begin) / side.dot(side);
    let upright = Real { x: by * -side.y, y: by * side.x };
    let [right, left] = wedge.map(Real::of);
    let at = |ray: Real| (side.cross(begin) / side.cross(ray)).abs() * ray.length();
    if right.cross(upright) < 0.0 {
        at(right)
    } else if left.cross(upright) > 0.0 {
        at(left)
    } else {
        upright.length()
    }
}
