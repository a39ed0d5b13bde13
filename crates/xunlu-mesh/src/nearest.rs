//! The point of a mesh that is nearest to any point of the plane.

use crate::exact::{MeshPoint, STEPS_MAX};
use crate::nav_mesh::NavMesh;
use xunlu_map::Point;

/// A point of the mesh, and how far it is, squared, in steps.
#[derive(Clone, Copy)]
struct Near {
    point: MeshPoint,
    square: f64,
}

impl NavMesh {
    /// The point of the mesh nearest to `point`, on the grid: where one can stand on `point` that is the
    /// point of the grid nearest to it. Returns `None` if there is none within `reach`.
    #[must_use]
    pub fn nearest(&self, point: Point, reach: f64) -> Option<Point> {
        if !point.x.is_finite() || !point.y.is_finite() {
            return None;
        }
        let chart = self.chart();
        if let Some(own) = chart.snap(point).filter(|&own| self.polygons_at(own).next().is_some()) {
            return Some(chart.point(own));
        }
        let (x, y) = chart.steps(point);
        let mut nearest: Option<Near> = None;
        let is_too_far = |distance: f64, nearest: Option<Near>| {
            let distance = chart.length(distance);
            distance > reach
                || nearest.is_some_and(|near| distance > chart.length(near.square.sqrt()))
        };
        for (distance, tile) in self.sides().squares().rings(x, y) {
            if is_too_far(distance, nearest) {
                break;
            }
            let Some(tile) = self.sides().tile(tile) else { continue };
            for (distance, polygons) in tile.rings(x, y) {
                if is_too_far(distance, nearest) {
                    break;
                }
                for &polygon in polygons {
                    self.look_at_walls(tile.base + polygon, (x, y), &mut nearest);
                }
            }
        }
        let near = nearest.filter(|near| chart.length(near.square.sqrt()) <= reach)?;
        Some(chart.point(near.point))
    }

    /// Looks for a nearer point on the walls of a polygon.
    fn look_at_walls(&self, polygon: u32, (x, y): (f64, f64), nearest: &mut Option<Near>) {
        let mesh = self.sides();
        for edge in mesh.sides_of(polygon).filter(|&edge| mesh.twin(edge).is_none()) {
            let (from, to) = (mesh.from(edge), mesh.to(edge));
            let (begin_x, begin_y) = (f64::from(from.x), f64::from(from.y));
            let (way_x, way_y) = (f64::from(to.x) - begin_x, f64::from(to.y) - begin_y);
            let along = (x - begin_x) * way_x + (y - begin_y) * way_y;
            let along = (along / (way_x * way_x + way_y * way_y)).clamp(0.0, 1.0);
            let foot = (begin_x + along * way_x, begin_y + along * way_y);
            let around = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(right, up)| MeshPoint {
                x: steps(foot.0.floor()) + right,
                y: steps(foot.1.floor()) + up,
            });
            // Beside a sliver they lie in its neighbours.
            let is_own = |point: &MeshPoint| self.polygons_at(*point).next().is_some();
            let own = around.into_iter().filter(is_own);
            for point in own.chain([from, to]) {
                let (dx, dy) = (f64::from(point.x) - x, f64::from(point.y) - y);
                let square = dx * dx + dy * dy;
                if nearest.is_none_or(|near| (square, point) < (near.square, near.point)) {
                    *nearest = Some(Near { point, square });
                }
            }
        }
    }
}

#[allow(clippy::cast_possible_truncation, reason = "what lies on a side lies on the chart")]
fn steps(number: f64) -> i32 {
    number.clamp(0.0, f64::from(STEPS_MAX)) as i32
}
