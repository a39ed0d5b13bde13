//! What a search for a disc comes to: a path of straight lines and arcs.

use super::circle::Circle;
use super::{DiscEnds, DiscSearch, DiscSpace, End, Root, SLACK};
use crate::exact::STEPS_MAX;
use crate::nav_mesh::NavMesh;
use crate::query::{Ends, MeshAnswer, MeshOutcome, MeshQuery};
use crate::search::{MeshPath, TakenLink};
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
    /// The mesh is one for points, made without a radius: it is asked for all sizes. Links are taken where
    /// there is room at both of their ends. Returns `None` if there is no path, no room at one of its ends,
    /// or the radius is none.
    ///
    /// No wall is nearer than the radius by more than a thousandth of a step of the grid, and no way that
    /// wide is missed. The border of a mesh [by a rule](NavMesh::by_rule) is a wall. What was found out
    /// about the mesh for the radius stays in the space, so that one space for each radius serves best.
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

    /// Whether who asks is no point. A radius that is less than what discs may be nearer to walls is none.
    pub(crate) fn is_for_disc(&self, query: &MeshQuery) -> bool {
        query.radius() * self.chart().steps_a_unit() > SLACK
    }

    /// The answer to a question of somebody with a radius, between ends where points can stand.
    pub(crate) fn answer_for_radius(
        &self,
        query: &MeshQuery,
        ends: &Ends,
        space: &mut MeshSpace,
    ) -> MeshAnswer {
        let answer = self.answer_for_radius_until(query, ends, space, &|| false);
        answer.expect("it is never late")
    }

    /// The same unless it takes too long, as [`NavMesh::answer_until`].
    pub(crate) fn answer_for_radius_until(
        &self,
        query: &MeshQuery,
        ends: &Ends,
        space: &mut MeshSpace,
        is_late: &dyn Fn() -> bool,
    ) -> Option<MeshAnswer> {
        // Intervals of discs take longer than those of points.
        const SLICE: u64 = 32;
        if ends.is_partial() {
            return Some(MeshAnswer::at_once(MeshOutcome::NotForRadius));
        }
        let mut search = self.begin_for_radius(query, ends, space);
        let mut is_cut_off = false;
        while !is_cut_off {
            let left = query.budget() - search.expansions();
            if search.run(self, left.min(SLICE)) || left <= SLICE {
                break;
            }
            is_cut_off = is_late();
        }
        let answer = search.into_answer(self, query, ends, space);
        (!is_cut_off).then_some(answer)
    }

    /// Begins the search for it.
    pub(crate) fn begin_for_radius(
        &self,
        query: &MeshQuery,
        ends: &Ends,
        space: &mut MeshSpace,
    ) -> DiscSearch {
        let steps = (query.radius() * self.chart().steps_a_unit()).min(f64::from(STEPS_MAX));
        let mut all = ends.points().map(|end| (end, self.polygons_at(end).collect()));
        let start = all.next().unwrap_or_default();
        let ends = DiscEnds { start, goals: all.collect() };
        let own = std::mem::take(&mut space.discs);
        DiscSearch::begin(self, steps, query.excess(), query.tags(), ends, own)
    }
}

impl DiscSearch {
    /// What the search came to. The space is given back.
    pub(crate) fn into_answer(
        self,
        mesh: &NavMesh,
        query: &MeshQuery,
        ends: &Ends,
        space: &mut MeshSpace,
    ) -> MeshAnswer {
        let chart = mesh.chart();
        let outcome = match self.end {
            Some(End::Found(..)) => MeshOutcome::Found,
            Some(End::Exhausted) if query.is_partial() => MeshOutcome::NotForRadius,
            Some(End::Exhausted) => MeshOutcome::Unreachable,
            Some(End::NoRoomAtStart { room }) => {
                MeshOutcome::NoRoomAtStart { room: chart.length(room) }
            }
            Some(End::NoRoomAtGoal { room }) => {
                MeshOutcome::NoRoomAtGoal { room: chart.length(room) }
            }
            None => MeshOutcome::Limit,
        };
        let goal = match self.end {
            Some(End::Found(_, goal)) => Some(ends.goal_number(goal as usize)),
            _ => None,
        };
        let (path, expansions) = (self.path(mesh), self.expansions);
        space.discs = self.space;
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
        let Some(End::Found(last, _)) = self.end else { return None };
        let chart = mesh.chart();
        let DiscSpace { roots, taken, .. } = &self.space;
        let root_at = |number: u32| Some((number, *roots.get(number as usize)?));
        // From the goal on: of arcs and links it is told before which point they come, counted from there.
        let mut points = vec![last.circle.centre];
        let (mut arcs, mut links) = (Vec::new(), Vec::new());
        let mut leaving = last.way;
        let back = std::iter::successors(root_at(last.root), |(_, root)| root_at(root.before));
        for (number, Root { circle, way, .. }) in back {
            points.push(circle.touched(leaving));
            if circle.round(way, leaving) > LEAST {
                arcs.push((points.len(), circle));
                points.push(circle.touched(way));
            }
            if let Some(&(link, _)) = taken.iter().find(|&&(_, root)| root == number) {
                links.push((points.len(), link));
            }
            leaving = way;
        }
        points.reverse();
        let end = points.len() - 1;
        let arc = |(after, circle): (usize, Circle)| PathArc {
            leg: end - after,
            centre: chart.point_at(circle.centre.x, circle.centre.y),
            is_left: circle.side > 0.0,
        };
        let arcs = arcs.into_iter().rev().map(arc).collect();
        let link = |(after, number): (usize, u32)| {
            let way = mesh.own_links()?.way(number);
            Some(TakenLink { leg: end - after, link: way.link, is_back: way.is_back })
        };
        let links = links.into_iter().rev().filter_map(link).collect();
        let length = chart.length(last.g);
        let points = points.into_iter().map(|at| chart.point_at(at.x, at.y)).collect();
        Some(MeshPath { points, length, links, arcs })
    }
}
