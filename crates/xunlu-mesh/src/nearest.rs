//! The point of a mesh that is nearest to any point of the plane.

use crate::exact::{MeshPoint, STEPS_MAX, square};
use crate::nav_mesh::NavMesh;
use crate::tile::HalfEdge;
use xunlu_map::Point;

/// A point of the mesh, and how far it is, squared, in steps.
#[derive(Clone, Copy)]
pub(crate) struct Near {
    pub(crate) point: MeshPoint,
    pub(crate) square: f64,
}

impl NavMesh {
    /// The point of the mesh nearest to `point`, on the grid: where one can stand on `point` that is the
    /// point of the grid nearest to it. Returns `None` if there is none within `reach`.
    #[must_use]
    pub fn nearest(&self, point: Point, reach: f64) -> Option<Point> {
        self.nearest_where(point, reach, |_| true)
    }

    /// The same in some of its polygons.
    pub(crate) fn nearest_where(
        &self,
        point: Point,
        reach: f64,
        is_wanted: impl Fn(u32) -> bool,
    ) -> Option<Point> {
        if !point.x.is_finite() || !point.y.is_finite() {
            return None;
        }
        let (chart, sides) = (self.chart(), self.sides());
        let is_at = |point: MeshPoint| {
            let mut is_any = false;
            sides.each_polygon_at(point, |polygon| is_any = is_any || is_wanted(polygon));
            is_any
        };
        if let Some(own) = chart.snap(point).filter(|&own| is_at(own)) {
            return Some(chart.point(own));
        }
        let (x, y) = chart.steps(point);
        let mut nearest = Near { point: MeshPoint::default(), square: f64::INFINITY };
        let is_too_far = |distance: f64, nearest: Near| {
            chart.length(distance) > chart.length(nearest.square.sqrt()).min(reach)
        };
        for (away, tile) in sides.squares().rings(x, y) {
            if is_too_far(away.ring, nearest) {
                break;
            }
            if is_too_far(away.own, nearest) {
                continue;
            }
            let Some(tile) = sides.tile(tile) else { continue };
            for (away, polygons) in tile.rings(x, y) {
                if is_too_far(away.ring, nearest) {
                    break;
                }
                if is_too_far(away.own, nearest) {
                    continue;
                }
                for &own in polygons {
                    let around = tile.half_edges_of(own);
                    if lies_beyond(around, (x, y), nearest.reach()) || !is_wanted(tile.base + own) {
                        continue;
                    }
                    let Some(mut from) = around.last() else { continue };
                    for to in around {
                        let edge = std::mem::replace(&mut from, to);
                        let ends = [edge.at, to.at];
                        // The nearest lies on a wall that one sees from without. Beside a sliver the points
                        // next to it lie in its neighbours.
                        if sides.twin_of(edge).is_none() && !is_within(ends, (x, y)) {
                            nearest.look_along(ends, (x, y), |&point| is_at(point));
                        }
                    }
                }
            }
        }
        let is_near = nearest.square.is_finite() && chart.length(nearest.square.sqrt()) <= reach;
        is_near.then(|| chart.point(nearest.point))
    }
}

impl Near {
    pub(crate) fn to(point: MeshPoint, (x, y): (f64, f64)) -> Near {
        Near { point, square: square([f64::from(point.x) - x, f64::from(point.y) - y]) }
    }

    /// How far a wall may be, in steps, beside which there is a nearer point: the points of the grid beside
    /// it are less than two steps from its own nearest.
    #[inline]
    pub(crate) fn reach(&self) -> f64 {
        self.square.sqrt() + 2.0
    }

    /// Looks for a nearer point on a wall, or beside it, of those that are the mesh's. Of equals, the lesser
    /// is the nearest.
    pub(crate) fn look_along(
        &mut self,
        [from, to]: [MeshPoint; 2],
        at: (f64, f64),
        is_own: impl Fn(&MeshPoint) -> bool,
    ) {
        let foot = foot([from, to], at);
        if square([foot.0 - at.0, foot.1 - at.1]).sqrt() > self.reach() {
            return;
        }
        let around = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(right, up)| MeshPoint {
            x: steps(foot.0.floor()) + right,
            y: steps(foot.1.floor()) + up,
        });
        let own = around.into_iter().filter(is_own);
        for near in own.chain([from, to]).map(|point| Near::to(point, at)) {
            if (near.square, near.point) < (self.square, self.point) {
                *self = near;
            }
        }
    }
}

/// Whether a polygon is farther from a point than so many steps: by one of its sides alone, beyond which the
/// point lies. If not, it may be all the same.
#[inline]
pub(crate) fn lies_beyond(sides: &[HalfEdge], (x, y): (f64, f64), reach: f64) -> bool {
    let Some(last) = sides.last() else { return true };
    let at = |edge: &HalfEdge| (f64::from(edge.at.x), f64::from(edge.at.y));
    let mut from = at(last);
    sides.iter().map(at).any(|to| {
        let (way_x, way_y) = (to.0 - from.0, to.1 - from.1);
        let off = way_x * (y - from.1) - way_y * (x - from.0);
        from = to;
        off < 0.0 && off * off > reach * reach * square([way_x, way_y])
    })
}

/// Whether a point lies to the left of a line, farther from it than two steps.
pub(crate) fn is_within([from, to]: [MeshPoint; 2], (x, y): (f64, f64)) -> bool {
    let (begin_x, begin_y) = (f64::from(from.x), f64::from(from.y));
    let (way_x, way_y) = (f64::from(to.x) - begin_x, f64::from(to.y) - begin_y);
    let off = way_x * (y - begin_y) - way_y * (x - begin_x);
    off > 0.0 && off * off > 4.0 * square([way_x, way_y])
}

/// The point of a line that is nearest to another.
pub(crate) fn foot([from, to]: [MeshPoint; 2], (x, y): (f64, f64)) -> (f64, f64) {
    let (begin_x, begin_y) = (f64::from(from.x), f64::from(from.y));
    let (way_x, way_y) = (f64::from(to.x) - begin_x, f64::from(to.y) - begin_y);
    let along = (x - begin_x) * way_x + (y - begin_y) * way_y;
    let along = (along / (way_x * way_x + way_y * way_y)).clamp(0.0, 1.0);
    (begin_x + along * way_x, begin_y + along * way_y)
}

#[allow(clippy::cast_possible_truncation, reason = "what lies on a side lies on the chart")]
fn steps(number: f64) -> i32 {
    number.clamp(0.0, f64::from(STEPS_MAX)) as i32
}
