//! Whether a disc has room on a straight line: from polygon to polygon, past the walls around each.

use super::around::{Around, Side, is_nearer};
use crate::half_edges::{HalfEdgeMesh, NONE};
use crate::real::Real;

/// So much nearer than the radius a wall may be, in steps, for what was rounded.
pub(crate) const TOUCHING: f64 = 1e-6;

/// A straight line enters no polygon twice: a mesh has not so many.
const PASSED_MAX: u32 = NONE;

/// Whether there is room from a point of a polygon to another point. Returns `None` if it takes an absent
/// tile to tell.
pub(crate) fn is_free(
    around: &mut Around,
    sides: &HalfEdgeMesh,
    (from, mut polygon): (Real, u32),
    to: Real,
) -> Option<bool> {
    let radius = around.radius() - TOUCHING;
    let whole = to.minus(from);
    let mut begin = 0.0;
    for _ in 0..PASSED_MAX {
        let near = around.near(sides, polygon)?;
        let exit = exit(near.sides, from, whole);
        let end = exit.map_or(1.0, |(_, at)| at.clamp(begin, 1.0));
        let part = [begin, end].map(|at| from.plus(whole.times(at)));
        if near.walls.iter().any(|&wall| is_nearer(part, wall, radius)) {
            return Some(false);
        }
        let Some((side, at)) = exit.filter(|&(_, at)| at < 1.0) else { return Some(true) };
        if side.beyond == NONE {
            return Some(false);
        }
        polygon = side.beyond;
        begin = at.max(begin);
    }
    Some(false)
}

/// By which side, and after which part of it, a line from a point in a polygon leaves it: by the one that it
/// has an end of to its right and the other to its left. If the point is rounded to beside the polygon, there
/// may be no such side, and the line leaves where it first comes outside. Returns `None` if it has no length.
pub(crate) fn exit(sides: &[Side], from: Real, way: Real) -> Option<(Side, f64)> {
    let mut exit: Option<(Side, f64)> = None;
    for &side in sides {
        let [begin, end] = side.ends.map(|at| at.minus(from));
        let along = end.minus(begin);
        let outwards = way.cross(along);
        if outwards > 0.0 {
            let at = begin.cross(along) / outwards;
            if way.cross(begin) <= 0.0 && way.cross(end) > 0.0 {
                return Some((side, at));
            }
            if exit.is_none_or(|(_, least)| at < least) {
                exit = Some((side, at));
            }
        }
    }
    exit
}
