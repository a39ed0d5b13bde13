//! The path of a unit on its way: kept true while the unit is pushed, its goal moves and the ground changes.
//!
//! Most updates need no search: the next corner is still in sight, and the path is not much longer than it
//! must be. What it must be at least is known from the last search: if both ends have walked so far since, a
//! shortest path has become shorter by so much at most.

use crate::nav_mesh::NavMesh;
use crate::query::{MeshAnswer, MeshOutcome, MeshQuery};
use crate::raycast::Ray;
use crate::search::{MeshPath, TakenLink};
use crate::space::MeshSpace;
use xunlu_map::Point;

/// The way that is left to a unit: where it is, the corners ahead, its goal.
///
/// It never leads through a wall, and is never longer than the shortest path by more than a part that is
/// asked for, its slack: `tests/it/corridors.rs` holds it to both.
///
/// ```
/// use xunlu_map::Point;
/// use xunlu_mesh::{CorridorUpdate, MeshQuery, MeshSpace, NavMesh, PathCorridor};
///
/// let square = |x: f64, y: f64, side: f64| {
///     [(x, y), (x + side, y), (x + side, y + side), (x, y + side)].map(Point::from).to_vec()
/// };
/// let mesh = NavMesh::of_outlines(&[square(0.0, 0.0, 10.0)], &[square(4.0, 4.0, 2.0)])?;
/// let mut space = MeshSpace::new();
/// let query = MeshQuery::new((1.0, 4.5), (9.0, 4.5));
/// let mut corridor = PathCorridor::begin(&mesh, query, 0.05, &mut space).expect("it leads there");
/// assert_eq!(corridor.next_corner(), Point::new(4.0, 4.0));
///
/// corridor.advance(1.0);
/// // Somebody pushes the unit aside: the corner is still in sight.
/// let update = corridor.move_to(&mesh, Point::new(2.0, 4.25), &mut space);
/// assert_eq!(update, CorridorUpdate::Kept);
/// assert_eq!(corridor.next_corner(), Point::new(4.0, 4.0));
/// # Ok::<(), xunlu_mesh::NavMeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PathCorridor {
    // What is asked for when it is searched anew, between other ends.
    query: MeshQuery,
    slack: f64,
    goal: Point,
    outcome: MeshOutcome,
    path: MeshPath,
    // No path is shorter between these ends.
    length_min: f64,
}

/// What an update of a corridor took.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum CorridorUpdate {
    /// The corners are those there were, but for some that are no more in the way.
    Kept,
    /// The path was searched anew.
    Searched,
    /// The search for a shorter path was given up at the query's limit. The corners are those there were, and
    /// the path may be longer than the slack allows.
    GivenUp,
    /// There is no path any more, or none was found within the limit. Each further update looks for one.
    Lost(MeshOutcome),
}

/// What happened to the ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GroundChange {
    /// Something came to stand there: no path has become shorter.
    Closed,
    /// Something went, or moved.
    Opened,
}

/// So much longer than it must be a path may be without anybody having asked for it, because of rounding.
const ROUNDING: f64 = 1e-9;

impl PathCorridor {
    /// Finds the path of a query, which may have several goals: the corridor then leads to the nearest. Later
    /// it may be longer than the shortest by this part of it, so that it need not be searched at each step. A
    /// query for less than the shortest gets no more than that either.
    ///
    /// # Errors
    /// If there is no path, with the reason; and if the question is [for a
    /// radius](MeshQuery::for_radius): a unit with a size has a corridor on a mesh that is made for it.
    ///
    /// # Panics
    /// When the slack is negative or no number.
    pub fn begin(
        mesh: &NavMesh,
        query: MeshQuery,
        slack: f64,
        space: &mut MeshSpace,
    ) -> Result<PathCorridor, MeshOutcome> {
        assert!(slack >= 0.0, "a slack is a part of the length: {slack}");
        if query.radius() > 0.0 {
            return Err(MeshOutcome::NotForRadius);
        }
        let query = query.within_at_most(slack);
        let answer = mesh.answer(&query, space);
        let Some(path) = answer.path else { return Err(answer.outcome) };
        let length_min = query.length_min(path.length);
        let goal = answer.goal.map_or_else(|| end(&path), |goal| query.goal(goal));
        Ok(PathCorridor { query, slack, goal, outcome: answer.outcome, path, length_min })
    }

    /// Where the unit is.
    #[must_use]
    pub fn position(&self) -> Point {
        self.path.points[0]
    }

    /// The point to walk to next, straight; where the unit is, once it has arrived.
    #[must_use]
    pub fn next_corner(&self) -> Point {
        self.path.points[usize::from(self.path.points.len() > 1)]
    }

    /// What is left of the path, from where the unit is.
    #[must_use]
    pub fn path(&self) -> &MeshPath {
        &self.path
    }

    /// Where the unit is to go, whether there is a path or not.
    #[must_use]
    pub fn goal(&self) -> Point {
        self.goal
    }

    /// Whether the path leads to the goal, or why not.
    #[must_use]
    pub fn outcome(&self) -> MeshOutcome {
        self.outcome
    }

    /// The link that begins where the unit is, and is the next to take. Returns `None` if there is none.
    #[must_use]
    pub fn link_here(&self) -> Option<TakenLink> {
        self.path.links.first().copied().filter(|taken| taken.leg == 0)
    }

    /// Walks so far along the path, to where a link begins at most. Returns how much of it is left.
    pub fn advance(&mut self, distance: f64) -> f64 {
        let mut left = distance;
        while left > 0.0 && self.path.points.len() > 1 && self.link_here().is_none() {
            let (from, to) = (self.path.points[0], self.path.points[1]);
            let leg = from.distance(to);
            if left < leg {
                let by = left / leg;
                let along = |from: f64, to: f64| from + (to - from) * by;
                self.path.points[0] = Point::new(along(from.x, to.x), along(from.y, to.y));
                self.walked(left);
                return 0.0;
            }
            self.drop_first();
            self.walked(leg);
            left -= leg;
        }
        left
    }

    /// Takes the link that begins here: the unit is at its end then. Returns `None` if none does.
    pub fn take_link(&mut self, mesh: &NavMesh) -> Option<TakenLink> {
        let taken = self.link_here()?;
        let length = mesh.link_length(&taken).unwrap_or_default();
        self.path.links.remove(0);
        self.drop_first();
        self.walked(length);
        Some(taken)
    }

    /// The unit has moved, or was pushed: as far as walls let it, as [`NavMesh::slide`] has it.
    pub fn move_to(
        &mut self,
        mesh: &NavMesh,
        point: Point,
        space: &mut MeshSpace,
    ) -> CorridorUpdate {
        self.settle(mesh);
        let before = self.position();
        let Some(at) = mesh.slide(before, point, space) else {
            return self.search(mesh, before, space);
        };
        if self.is_lost() || !sees(mesh, before, at) {
            return self.search(mesh, at, space);
        }
        if at == before {
            return self.keep_or_search(mesh, space);
        }
        // A link is entered where it begins, and nowhere else.
        let is_at_link = self.link_here().is_some();
        if is_at_link || self.path.points.len() == 1 {
            self.path.points.insert(0, at);
            self.shift_links(1);
            self.path.length += at.distance(before);
        } else {
            let next = self.path.points[1];
            if !sees(mesh, at, next) {
                return self.search(mesh, at, space);
            }
            self.path.length += at.distance(next) - before.distance(next);
            self.path.points[0] = at;
        }
        self.length_min -= at.distance(before);
        while let [_, next, after, ..] = self.path.points[..]
            && self.path.links.first().is_none_or(|taken| taken.leg > 1)
            && sees(mesh, at, after)
        {
            self.path.length += at.distance(after) - at.distance(next) - next.distance(after);
            self.path.points.remove(1);
            self.shift_links(-1);
        }
        self.keep_or_search(mesh, space)
    }

    /// The goal has moved to another point, where one must be able to stand.
    pub fn move_goal(
        &mut self,
        mesh: &NavMesh,
        goal: Point,
        space: &mut MeshSpace,
    ) -> CorridorUpdate {
        self.settle(mesh);
        self.goal = goal;
        let before = end(&self.path);
        let goal = mesh.chart().snap(goal).map_or(goal, |goal| mesh.chart().point(goal));
        if self.outcome != MeshOutcome::Found || !sees(mesh, before, goal) {
            return self.search(mesh, self.position(), space);
        }
        if goal == before {
            return self.keep_or_search(mesh, space);
        }
        self.path.points.push(goal);
        self.path.length += before.distance(goal);
        self.length_min -= before.distance(goal);
        while let [.., first, middle, _] = self.path.points[..]
            && self.path.links.last().is_none_or(|taken| taken.leg + 3 < self.path.points.len())
            && sees(mesh, first, goal)
        {
            self.path.length +=
                first.distance(goal) - first.distance(middle) - middle.distance(goal);
            self.path.points.remove(self.path.points.len() - 2);
        }
        self.keep_or_search(mesh, space)
    }

    /// The ground has changed somewhere: this is the mesh from now on.
    pub fn change_ground(
        &mut self,
        mesh: &NavMesh,
        change: GroundChange,
        space: &mut MeshSpace,
    ) -> CorridorUpdate {
        self.settle(mesh);
        if change == GroundChange::Opened {
            self.length_min = 0.0;
        }
        if self.outcome != MeshOutcome::Found || mesh.broken_leg_of(&self.path).is_some() {
            return self.search(mesh, self.position(), space);
        }
        self.keep_or_search(mesh, space)
    }

    /// Keeps the path if it is known to be short enough.
    fn keep_or_search(&mut self, mesh: &NavMesh, space: &mut MeshSpace) -> CorridorUpdate {
        let straight = if mesh.own_links().is_some() {
            0.0
        } else {
            self.position().distance(end(&self.path))
        };
        let least = self.length_min.max(straight);
        if self.path.length <= least * (1.0 + self.slack) + ROUNDING {
            return CorridorUpdate::Kept;
        }
        let answer = mesh.answer(&self.query.between(self.position(), self.goal), space);
        if answer.outcome == MeshOutcome::Limit {
            CorridorUpdate::GivenUp
        } else {
            self.take(answer)
        }
    }

    /// Finds the path anew from a point.
    fn search(&mut self, mesh: &NavMesh, at: Point, space: &mut MeshSpace) -> CorridorUpdate {
        self.path = MeshPath { points: vec![at], length: 0.0, links: Vec::new(), arcs: Vec::new() };
        self.length_min = 0.0;
        self.take(mesh.answer(&self.query.between(at, self.goal), space))
    }

    /// Takes what a search came to.
    fn take(&mut self, answer: MeshAnswer) -> CorridorUpdate {
        self.outcome = answer.outcome;
        let Some(path) = answer.path else { return CorridorUpdate::Lost(answer.outcome) };
        self.length_min = self.query.length_min(path.length);
        self.path = path;
        CorridorUpdate::Searched
    }

    /// Lays the position on the grid of the mesh again, which it has left on its way along the path.
    fn settle(&mut self, mesh: &NavMesh) {
        let (chart, before) = (mesh.chart(), self.position());
        let is_open =
            |point: Point| chart.snap(point).filter(|&at| mesh.polygons_at(at).next().is_some());
        let at = is_open(before).or_else(|| is_open(mesh.nearest(before, chart.length(2.0))?));
        if let Some(at) = at.map(|at| chart.point(at)) {
            let next = self.next_corner();
            self.path.length += at.distance(next) - before.distance(next);
            self.length_min -= at.distance(before);
            self.path.points[0] = at;
        }
    }

    fn is_lost(&self) -> bool {
        !matches!(self.outcome, MeshOutcome::Found | MeshOutcome::Partial)
    }

    /// So much of the path was gone along.
    fn walked(&mut self, distance: f64) {
        self.path.length = (self.path.length - distance).max(0.0);
        self.length_min -= distance;
    }

    fn drop_first(&mut self) {
        self.path.points.remove(0);
        self.shift_links(-1);
    }

    /// The legs ahead have other numbers, after one came or went.
    fn shift_links(&mut self, by: isize) {
        for taken in &mut self.path.links {
            taken.leg = taken.leg.saturating_add_signed(by);
        }
    }
}

/// Where a path ends.
fn end(path: &MeshPath) -> Point {
    path.points[path.points.len() - 1]
}

/// Whether one can go straight from one point to another.
fn sees(mesh: &NavMesh, from: Point, to: Point) -> bool {
    matches!(mesh.raycast(from, to), Some(Ray::Clear { .. }))
}
