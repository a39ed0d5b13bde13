//! Whether a disc has room on a straight line: from polygon to polygon, past the walls around each.

use super::around::{Around, apart};
use crate::half_edges::{HalfEdgeMesh, NONE};
use crate::real::Real;

/// So much nearer than the radius a wall may be, in steps, for what was rounded.
pub(crate) const TOUCHING: f64 = 1e-6;

/// A straight line enters no polygon twice: a mesh has not so many.
const PASSED_MAX: u32 = NONE;

/// Whether there is room from a point of a polygon to another point.
pub(crate) fn is_free(
    around: &mut Around,
    sides: &HalfEdgeMesh,
    radius: f64,
    (from, mut polygon): (Real, u32),
    to: Real,
) -> bool {
    let whole = to.minus(from);
    let mut begin = 0.0;
    for _ in 0..PASSED_MAX {
        let exit = exit(sides, polygon, from, whole);
        let end = exit.map_or(1.0, |(_, at)| at.clamp(begin, 1.0));
        let part = [begin, end].map(|at| from.plus(whole.times(at)));
        let walls = around.near(sides, radius, polygon).walls;
        if walls.iter().any(|&wall| apart(part, wall) < radius - TOUCHING) {
            return false;
        }
        let Some((edge, at)) = exit.filter(|&(_, at)| at < 1.0) else { return true };
        let Some(twin) = sides.twin(edge) else { return false };
        polygon = sides.polygon_of(twin);
        begin = at.max(begin);
    }
    false
}

/// By which side, and after which part of it, a line from a point in a polygon leaves it: by the one that it
/// has an end of to its right and the other to its left. If the point is rounded to beside the polygon, there
/// may be no such side, and the line leaves where it first comes outside. Returns `None` if it has no length.
pub(crate) fn exit(
    sides: &HalfEdgeMesh,
    polygon: u32,
    from: Real,
    way: Real,
) -> Option<(u32, f64)> {
    let mut exit: Option<(u32, f64)> = None;
    for edge in sides.sides_of(polygon) {
        let [begin, end] = [sides.from(edge), sides.to(edge)].map(|at| Real::at(at).minus(from));
        let side = end.minus(begin);
        let outwards = way.cross(side);
        if outwards > 0.0 {
            let at = begin.cross(side) / outwards;
            if way.cross(begin) <= 0.0 && way.cross(end) > 0.0 {
                return Some((edge, at));
            }
            if exit.is_none_or(|(_, least)| at < least) {
                exit = Some((edge, at));
            }
        }
    }
    exit
}
