//! The shortest path between two points, by labels: which corners each end sees, and by which two of them the
//! way is the shortest.

use super::HubLabels;
use super::corners::Cone;
use super::ends::End;
use super::error::HubLabelRefusal;
use super::local::{LocalOutcome, LocalSpace};
use super::view::View;
use crate::exact::MeshPoint;
use crate::nav_mesh::NavMesh;
use crate::query::{MeshAnswer, MeshOutcome, MeshQuery};
use crate::raycast::Ray;
use crate::search::{MeshPath, MeshSearch};
use crate::space::MeshSpace;
use xunlu_map::Point;

/// What a question scribbles on.
#[derive(Clone, Debug, Default)]
pub(crate) struct LabelSpace {
    view: View,
    starts: Vec<End>,
    goals: Vec<End>,
    // For each hub how far it is from the start; infinite between questions.
    hubs: Vec<f64>,
    local: LocalSpace,
    // The cones of the corners that the path turns at.
    way: Vec<Cone>,
    points: Vec<MeshPoint>,
    // Of the searches for this question.
    expansions: u64,
}

impl HubLabels {
    /// The shortest path between two points, as [`NavMesh::shortest_path`] has it. `Ok(None)` if there is
    /// none, or one of them lies in no polygon.
    ///
    /// # Errors
    /// If this is not the mesh that the labels are of, or it has got links.
    pub fn shortest_path(
        &self,
        mesh: &NavMesh,
        from: Point,
        to: Point,
        space: &mut MeshSpace,
    ) -> Result<Option<MeshPath>, HubLabelRefusal> {
        self.refuse(mesh)?;
        let snapped = [from, to].map(|point| mesh.chart().snap(point));
        let [Some(start), Some(goal)] = snapped else { return Ok(None) };
        Ok(self.find([start, goal], space))
    }

    /// The answer to a question, as [`NavMesh::answer`] has it, but looked up: its path is the shortest
    /// whatever excess is allowed, and nobody can watch. Labels that were made in little memory leave some
    /// questions to a search, which keeps to no limit; how many expansions that took is told, none as a rule.
    ///
    /// # Errors
    /// If it cannot be answered by these labels: see [`HubLabelRefusal`].
    pub fn answer(
        &self,
        mesh: &NavMesh,
        query: &MeshQuery,
        space: &mut MeshSpace,
    ) -> Result<MeshAnswer, HubLabelRefusal> {
        self.refuse(mesh)?;
        if query.radius() > 0.0 {
            return Err(HubLabelRefusal::Radius);
        }
        let ends = match query.ends(mesh) {
            Ok(ends) => ends,
            Err(outcome) => return Ok(MeshAnswer::at_once(outcome)),
        };
        space.labels.expansions = 0;
        let mut points = ends.points();
        let Some(start) = points.next() else {
            return Ok(MeshAnswer::at_once(MeshOutcome::Unreachable));
        };
        let paths = points
            .enumerate()
            .filter_map(|(place, goal)| Some((place, self.find([start, goal], space)?)));
        let shortest = paths.min_by(|(_, one), (_, other)| one.length.total_cmp(&other.length));
        let Some((place, path)) = shortest else {
            return Ok(MeshAnswer::at_once(MeshOutcome::Unreachable));
        };
        let outcome = if ends.is_partial() { MeshOutcome::Partial } else { MeshOutcome::Found };
        let goal = Some(ends.goal_number(place));
        let expansions = space.labels.expansions;
        Ok(MeshAnswer { outcome, path: Some(path), goal, expansions })
    }

    /// Why nothing is said of a mesh, if so.
    fn refuse(&self, mesh: &NavMesh) -> Result<(), HubLabelRefusal> {
        if mesh.own_links().is_some_and(|links| links.count() > 0) {
            return Err(HubLabelRefusal::Links);
        }
        let is_own = self.mesh.sides().shares_all(mesh.sides());
        is_own.then_some(()).ok_or(HubLabelRefusal::OtherMesh)
    }

    fn find(&self, [start, goal]: [MeshPoint; 2], space: &mut MeshSpace) -> Option<MeshPath> {
        let sides = self.mesh.sides();
        let is_connected = sides.polygons_at(start).any(|from| {
            let island = sides.island(from);
            sides.polygons_at(goal).any(|to| sides.island(to) == island)
        });
        if !is_connected {
            return None;
        }
        space.labels.way.clear();
        let [from, to] = [start, goal].map(|at| self.mesh.chart().point(at));
        let is_straight = matches!(self.mesh.raycast(from, to), Some(Ray::Clear { .. }));
        if !is_straight && !self.find_turns([start, goal], &mut space.labels) {
            let mut search = MeshSearch::begin(&self.mesh, start, goal, std::mem::take(space));
            search.run(&self.mesh, u64::MAX);
            let (path, expansions) = (search.mesh_path(&self.mesh), search.expansions());
            *space = search.into_space();
            space.labels.expansions += expansions;
            return path;
        }
        Some(self.path_by_turns([start, goal], &mut space.labels))
    }

    /// The path that turns at the corners that were found.
    fn path_by_turns(&self, [start, goal]: [MeshPoint; 2], space: &mut LabelSpace) -> MeshPath {
        space.points.clear();
        space.add_point(start);
        for at in 0..space.way.len() {
            space.add_point(self.place(space.way[at]));
        }
        space.add_point(goal);
        let legs = space.points.array_windows().map(|[from, to]| from.distance(*to));
        let chart = self.mesh.chart();
        // A sum of nothing would be -0.
        let length = chart.length(legs.fold(0.0, |sum, leg| sum + leg));
        let points = space.points.iter().map(|&at| chart.point(at)).collect();
        MeshPath { points, length, links: Vec::new(), arcs: Vec::new() }
    }

    /// Finds the corners that the shortest path turns at. Returns whether they are known: they are not if few
    /// corners are hubs and the way past none is long, or if labels were left out of a file on purpose.
    fn find_turns(&self, [start, goal]: [MeshPoint; 2], space: &mut LabelSpace) -> bool {
        let LabelSpace { view, starts, goals, hubs, local, way, .. } = space;
        self.find_ends(start, goal, view, starts);
        self.find_ends(goal, start, view, goals);
        let ends = [&starts[..], &goals[..]];
        way.clear();
        let length = self.labels.find(ends, hubs, way);
        let by_hub = way.len();
        match self.local.find(&self.places, goal, ends, length, local, way) {
            LocalOutcome::Found => drop(way.drain(..by_hub)),
            LocalOutcome::None => {}
            LocalOutcome::GaveUp => return false,
        }
        !way.is_empty()
    }
}

impl LabelSpace {
    /// Adds a point to the path. One that is passed without a turn is none of the path's.
    fn add_point(&mut self, at: MeshPoint) {
        if self.points.last() == Some(&at) {
            return;
        }
        if let [.., before, middle] = self.points[..] {
            let (coming, leaving) = (before.to(middle), middle.to(at));
            if coming.cross(leaving) == 0 && coming.dot(leaving) > 0 {
                self.points.pop();
            }
        }
        self.points.push(at);
    }

    pub(crate) fn bytes(&self) -> usize {
        self.view.bytes()
            + (self.starts.capacity() + self.goals.capacity()) * size_of::<End>()
            + self.hubs.capacity() * size_of::<f64>()
            + self.local.bytes()
            + self.way.capacity() * size_of::<Cone>()
            + self.points.capacity() * size_of::<MeshPoint>()
    }
}
