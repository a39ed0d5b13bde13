//! Moving a little: along walls where there are any, and how near the nearest wall is.
//!
//! Both look at the polygons around, from one to the next through sides that are near enough: what lies
//! behind a wall does not count.

use crate::exact::{MeshPoint, square};
use crate::nav_mesh::NavMesh;
use crate::nearest::{Near, foot};
use crate::space::MeshSpace;
use xunlu_map::Point;

/// The wall nearest to a point.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NearWall {
    /// How far it is.
    pub distance: f64,
    /// The point of it that is nearest, in the plane.
    pub point: Point,
    /// Its two ends, with the free space to the left.
    pub wall: [Point; 2],
}

/// Whether some of a line lies within a circle around a point, given its radius squared.
#[inline]
fn is_within(circle: f64, middle: (f64, f64), ends: [MeshPoint; 2]) -> bool {
    let near = foot(ends, middle);
    square([near.0 - middle.0, near.1 - middle.1]) <= circle
}

impl NavMesh {
    /// Where one comes to who goes from one point towards another, straight and then along walls: the point
    /// nearest to `to` of all that can be reached without leaving the circle between the two, on the grid.
    /// Returns `None` if nobody can stand at `from`, or `to` is no point.
    ///
    /// It costs a few polygons however large the mesh: for the next step of a unit that is steered, not for
    /// finding paths.
    #[must_use]
    pub fn slide(&self, from: Point, to: Point, space: &mut MeshSpace) -> Option<Point> {
        let (chart, sides) = (self.chart(), self.sides());
        let start = chart.snap(from)?;
        let goal = chart.snap_end(to)?;
        let (x, y) = (f64::from(goal.x), f64::from(goal.y));
        let middle = (f64::midpoint(f64::from(start.x), x), f64::midpoint(f64::from(start.y), y));
        let circle = square([middle.0 - x, middle.1 - y]);
        let reached = &mut space.reached;
        reached.clear();
        sides.each_polygon_at(start, |polygon| reached.push(polygon));
        let mut at = 0;
        while let Some(&polygon) = reached.get(at) {
            at += 1;
            if sides.is_in(polygon, goal) {
                return Some(chart.point(goal));
            }
            let around = sides.half_edges_of(polygon);
            let Some(mut from) = around.last() else { continue };
            for to in around {
                let edge = std::mem::replace(&mut from, to);
                if let Some(twin) = sides.twin_of(edge)
                    && is_within(circle, middle, [edge.at, to.at])
                {
                    let beyond = sides.polygon_of(twin);
                    if !reached.contains(&beyond) {
                        reached.push(beyond);
                    }
                }
            }
        }
        if reached.is_empty() {
            return None;
        }
        let mut nearest = Near::to(start, (x, y));
        for &polygon in &*reached {
            let around = sides.half_edges_of(polygon);
            let Some(mut from) = around.last() else { continue };
            for to in around {
                let edge = std::mem::replace(&mut from, to);
                if sides.twin_of(edge).is_none() {
                    nearest.look_along([edge.at, to.at], (x, y), |&point| {
                        reached.iter().any(|&polygon| sides.is_in(polygon, point))
                    });
                }
            }
        }
        Some(chart.point(nearest.point))
    }

    /// The nearest wall that a point in the mesh sees, if it is within `reach`. Returns `None` if there is
    /// none, or nobody can stand there.
    #[must_use]
    pub fn nearest_wall(
        &self,
        point: Point,
        reach: f64,
        space: &mut MeshSpace,
    ) -> Option<NearWall> {
        let (chart, sides) = (self.chart(), self.sides());
        let from = chart.snap(point)?;
        let center = (f64::from(from.x), f64::from(from.y));
        let mut least = square([reach * chart.steps_a_unit(), 0.0]);
        let mut nearest = None;
        let reached = &mut space.reached;
        reached.clear();
        reached.extend(self.polygons_at(from));
        let mut at = 0;
        while let Some(&polygon) = reached.get(at) {
            at += 1;
            for edge in sides.sides_of(polygon) {
                let ends = [sides.from(edge), sides.to(edge)];
                let near = foot(ends, center);
                let away = square([near.0 - center.0, near.1 - center.1]);
                if away > least {
                    continue;
                }
                match sides.twin(edge).map(|twin| sides.polygon_of(twin)) {
                    Some(beyond) if reached.contains(&beyond) => {}
                    Some(beyond) => reached.push(beyond),
                    None => {
                        least = away;
                        nearest = Some((near, ends));
                    }
                }
            }
        }
        nearest.map(|(near, ends)| NearWall {
            distance: chart.length(least.sqrt()),
            point: chart.point_at(near.0, near.1),
            wall: ends.map(|end| chart.point(end)),
        })
    }
}
