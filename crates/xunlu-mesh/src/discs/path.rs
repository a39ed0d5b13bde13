//! What a search for a disc comes to: a path of straight lines and arcs.

use super::{DiscSearch, End, Root, SLACK};
use crate::nav_mesh::NavMesh;
use crate::search::MeshPath;
use crate::space::MeshSpace;
use xunlu_map::Point;

/// A leg of a path that is an arc: round a corner, as far away from it as the radius of who goes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PathArc {
    /// Between which points: from the one of this number to the next.
    pub leg: usize,
    /// The corner.
    pub centre: Point,
    /// Whether it turns left.
    pub is_left: bool,
}

/// Arcs of fewer steps are none.
const LEAST: f64 = 1e-6;

impl NavMesh {
    /// The shortest path of a disc of any radius between two points: straight lines, and arcs round corners.
    /// The mesh is one for points, made without a radius: it is asked for all sizes. Links are not taken.
    /// Returns `None` if there is no path, no room at one of its ends, or the radius is none.
    ///
    /// No wall is nearer than the radius by more than a thousandth of a step of the grid, and no way that
    /// wide is missed.
    #[must_use]
    pub fn path_for_radius(
        &self,
        radius: f64,
        from: Point,
        to: Point,
        space: &mut MeshSpace,
    ) -> Option<MeshPath> {
        let radius = self.chart().radius(radius).ok()?;
        if radius <= SLACK {
            return self.shortest_path(from, to, space);
        }
        let [start, goal] = [self.chart().snap(from)?, self.chart().snap(to)?];
        let own = std::mem::take(&mut space.discs);
        let mut search = DiscSearch::begin(self, radius, 0.0, start, [goal], own);
        search.run(self, u64::MAX);
        let path = search.path(self);
        space.discs = search.into_space();
        path
    }
}

impl DiscSearch {
    /// The path. Returns `None` if there is none, or the search has not ended.
    pub(crate) fn path(&self, mesh: &NavMesh) -> Option<MeshPath> {
        let Some(End::Found(last)) = self.end else { return None };
        let chart = mesh.chart();
        let roots = &self.space.roots;
        let root_at = |number: u32| roots.get(number as usize);
        let mut points = vec![last.circle.centre];
        let mut arcs = Vec::new();
        let mut leaving = last.way;
        let back = std::iter::successors(root_at(last.root), |root| root_at(root.before));
        for &Root { circle, way, .. } in back {
            points.push(circle.touched(leaving));
            if circle.round(way, leaving) > LEAST {
                arcs.push((points.len(), circle));
                points.push(circle.touched(way));
            }
            leaving = way;
        }
        points.reverse();
        let end = points.len() - 1;
        let arc = |(after, circle): (usize, super::Circle)| PathArc {
            leg: end - after,
            centre: chart.point_at(circle.centre.x, circle.centre.y),
            is_left: circle.side > 0.0,
        };
        let arcs = arcs.into_iter().rev().map(arc).collect();
        let length = chart.length(last.g);
        let points = points.into_iter().map(|at| chart.point_at(at.x, at.y)).collect();
        Some(MeshPath { points, length, links: Vec::new(), arcs })
    }
}
