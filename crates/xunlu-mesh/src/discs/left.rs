//! How far a goal is at least behind a part of a side that a root sees.

use super::circle::Circle;
use crate::real::Real;

/// The least distance to a goal from where a root was come to, round its circle and through a side of which
/// it sees what lies between two rays. Where paths that leave the circle cross the side, their length is
/// convex along it: the farther one goes the slower their direction turns. So the least is straight ahead or
/// at the ray that is nearer to it.
pub(super) fn through(
    circle: Circle,
    coming: Real,
    [begin, end]: [Real; 2],
    [right, left]: [Real; 2],
    mut goal: Real,
) -> f64 {
    let side = end.minus(begin);
    let before = side.cross(goal.minus(begin));
    if before > 0.0 {
        // A goal on this side of it is as far as its mirror image.
        goal = goal.plus(side.left().times(-2.0 * before / side.dot(side)));
    }
    let by_way_of = |way: Real| {
        let from = circle.touched(way);
        let along = f64::max(begin.minus(from).cross(side) / way.cross(side), 0.0);
        let at = from.plus(way.times(along));
        circle.round(coming, way) + along + goal.minus(at).length()
    };
    if circle.off(right, goal) < 0.0 {
        return by_way_of(right);
    }
    if circle.off(left, goal) > 0.0 {
        return by_way_of(left);
    }
    match circle.way(Circle::point(goal)) {
        Some((way, length)) => circle.round(coming, way) + length,
        None => circle.touched(coming).minus(goal).length(),
    }
}
