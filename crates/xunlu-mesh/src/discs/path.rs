//! What a search for a disc comes to: a path of straight lines and arcs.

use super::{DiscSearch, End, Root, Touch};
use crate::exact::STEPS_MAX;
use crate::nav_mesh::NavMesh;
use crate::query::{Ends, MeshAnswer, MeshOutcome, MeshQuery};
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
        self.chart().radius(radius).ok()?;
        let query = MeshQuery::new(from, to).for_radius(radius);
        self.answer(&query, space).path
    }

    /// The answer to a question of somebody with a radius, between ends where points can stand.
    pub(crate) fn answer_for_radius(
        &self,
        query: &MeshQuery,
        ends: &Ends,
        space: &mut MeshSpace,
    ) -> MeshAnswer {
        let steps = (query.radius() * self.chart().steps_a_unit()).min(f64::from(STEPS_MAX));
        if ends.is_partial() {
            return MeshAnswer::at_once(MeshOutcome::Unreachable);
        }
        let own = std::mem::take(&mut space.discs);
        let mut search = DiscSearch::begin(self, steps, query.excess(), ends.points(), own);
        search.run(self, query.budget());
        let path = search.path(self);
        let goal = match search.end {
            Some(End::Found(Touch { number, .. })) => Some(ends.goal_number(number as usize)),
            _ => None,
        };
        let outcome = match search.end {
            Some(End::Found(_)) => MeshOutcome::Found,
            Some(End::Exhausted) => MeshOutcome::Unreachable,
            Some(End::NoRoomAtStart { room }) => {
                MeshOutcome::NoRoomAtStart { room: self.chart().length(room) }
            }
            Some(End::NoRoomAtGoal { room }) => {
                MeshOutcome::NoRoomAtGoal { room: self.chart().length(room) }
            }
            None => MeshOutcome::Limit,
        };
        let expansions = search.expansions;
        space.discs = search.space;
        MeshAnswer { outcome, path, goal, expansions }
    }
}

impl MeshPath {
    /// Its points, and as many more on its arcs as it takes for the line through all to be nowhere farther
    /// from them than the error: to be drawn. The line cuts corners that somebody of a size goes round.
    #[must_use]
    pub fn line(&self, error: f64) -> Vec<Point> {
        let mut line = Vec::new();
        let mut arcs = self.arcs.iter().peekable();
        for (leg, &at) in self.points.iter().enumerate() {
            line.push(at);
            if let (Some(arc), Some(&to)) =
                (arcs.next_if(|arc| arc.leg == leg), self.points.get(leg + 1))
            {
                bend(arc.centre, [at, to], error, HALVINGS_MAX, &mut line);
            }
        }
        line
    }
}

/// An arc is halved so often at most: a million points.
const HALVINGS_MAX: u32 = 20;

/// Adds points between two on a circle, which are less than half a turn apart.
fn bend(centre: Point, [from, to]: [Point; 2], error: f64, halvings: u32, line: &mut Vec<Point>) {
    let chord = Point::new(f64::midpoint(from.x, to.x), f64::midpoint(from.y, to.y));
    let (radius, inside) = (centre.distance(from), centre.distance(chord));
    let is_straight = radius - inside <= error;
    if is_straight || inside == 0.0 || halvings == 0 {
        return;
    }
    let by = radius / inside;
    let middle =
        Point::new(centre.x + (chord.x - centre.x) * by, centre.y + (chord.y - centre.y) * by);
    bend(centre, [from, middle], error, halvings - 1, line);
    line.push(middle);
    bend(centre, [middle, to], error, halvings - 1, line);
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
