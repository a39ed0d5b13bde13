//! Questions for a path over a mesh, and what is said to them: a path, or the reason why there is none.

use crate::exact::MeshPoint;
use crate::nav_mesh::NavMesh;
use crate::observer::{MeshObserver, NoMeshObserver};
use crate::search::{MeshPath, MeshSearch, Wish};
use crate::space::MeshSpace;
use xunlu_map::{Point, Tags};

/// A question: from where, to where, and what else is wished.
///
/// ```
/// use xunlu_map::Point;
/// use xunlu_mesh::{MeshOutcome, MeshQuery, MeshSpace, NavMesh};
///
/// let square = |x: f64, side: f64| {
///     [(x, 0.0), (x + side, 0.0), (x + side, side), (x, side)].map(Point::from).to_vec()
/// };
/// let mesh = NavMesh::of_outlines(&[square(0.0, 4.0), square(9.0, 4.0)], &[])?;
/// let mut space = MeshSpace::new();
///
/// let nearest_of_three = MeshQuery::any_of((1.0, 1.0), [(12.0, 3.0), (3.0, 1.0), (1.0, 3.5)]);
/// let answer = mesh.answer(&nearest_of_three, &mut space);
/// assert_eq!((answer.outcome, answer.goal), (MeshOutcome::Found, Some(1)));
///
/// let beyond = MeshQuery::new((1.0, 1.0), (12.0, 1.0));
/// assert_eq!(mesh.answer(&beyond, &mut space).outcome, MeshOutcome::Unreachable);
/// let as_near_as_can_be = mesh.answer(&beyond.partial(), &mut space);
/// assert_eq!(as_near_as_can_be.path.expect("it leads there").points[1], Point::new(4.0, 1.0));
/// # Ok::<(), xunlu_mesh::NavMeshError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct MeshQuery {
    start: Point,
    goals: Vec<Point>,
    excess: f64,
    reach: f64,
    radius: f64,
    limit: u64,
    is_partial: bool,
    tags: Tags,
}

/// What is said to a question.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct MeshAnswer {
    /// Whether there is a path, or why not.
    pub outcome: MeshOutcome,
    /// The path, if one was found.
    pub path: Option<MeshPath>,
    /// Which of the goals it leads to, or towards, counted as they were asked for.
    pub goal: Option<usize>,
    /// How many intervals were looked through.
    pub expansions: u64,
}

/// How a question ended.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum MeshOutcome {
    /// At a goal, by the shortest path, or one as short as was asked for.
    Found,
    /// No goal can be reached. The path leads to the point nearest to one of those that can.
    Partial,
    /// No path leads to any goal, and none as near as can be was asked for.
    Unreachable,
    /// Nobody can stand at the start.
    StartBlocked {
        /// The nearest point where one can. `None` if there is none.
        nearest: Option<Point>,
    },
    /// Nobody can stand at any goal.
    GoalBlocked {
        /// The point nearest to the first goal where one can. `None` if there is none.
        nearest: Option<Point>,
    },
    /// A wall is nearer to the start than the radius of who asks.
    NoRoomAtStart {
        /// How far the wall is.
        room: f64,
    },
    /// A wall is nearer to each goal where one could stand otherwise than the radius of who asks.
    NoRoomAtGoal {
        /// How far it is from the first of them.
        room: f64,
    },
    /// What was wished is not worked out for somebody with a radius: how near to a goal they can come, where
    /// no path leads there; or a corridor.
    NotForRadius,
    /// The search was to end after so many intervals, and did.
    Limit,
}

/// Where a path is to begin, and where it may end: the goals with their places among those asked for.
pub(crate) struct Ends {
    start: MeshPoint,
    goals: Vec<(usize, MeshPoint)>,
    is_partial: bool,
}

impl MeshQuery {
    /// For the shortest path from one point to another.
    pub fn new(from: impl Into<Point>, to: impl Into<Point>) -> MeshQuery {
        MeshQuery::any_of(from, [to])
    }

    /// For the shortest of all paths from a point to any of some others.
    pub fn any_of(
        from: impl Into<Point>,
        goals: impl IntoIterator<Item = impl Into<Point>>,
    ) -> MeshQuery {
        MeshQuery {
            start: from.into(),
            goals: goals.into_iter().map(Into::into).collect(),
            excess: 0.0,
            reach: 0.0,
            radius: 0.0,
            limit: u64::MAX,
            is_partial: false,
            tags: Tags::NONE,
        }
    }

    /// The path may be longer than the shortest by this part of it, as [`NavMesh::path_within`] has it.
    #[must_use]
    pub fn within(self, excess: f64) -> MeshQuery {
        MeshQuery { excess, ..self }
    }

    /// Where nobody can stand at the start or a goal, the nearest point at most so far away is meant.
    #[must_use]
    pub fn snapping(self, reach: f64) -> MeshQuery {
        MeshQuery { reach, ..self }
    }

    /// For somebody of this radius, on a mesh for points, as [`NavMesh::path_for_radius`] has it. Where there
    /// is no room at an end none is looked for nearby; and if no path leads to a goal, a partial one is
    /// [refused](MeshOutcome::NotForRadius).
    ///
    /// # Panics
    /// When the radius is negative or no number.
    #[must_use]
    pub fn for_radius(self, radius: f64) -> MeshQuery {
        assert!(radius >= 0.0 && radius.is_finite(), "a radius is a length: {radius}");
        MeshQuery { radius, ..self }
    }

    /// The search gives up after it has looked through so many intervals.
    #[must_use]
    pub fn limit(self, expansions: u64) -> MeshQuery {
        MeshQuery { limit: expansions, ..self }
    }

    /// Where no goal can be reached, a path as near to one as one can come is wanted.
    #[must_use]
    pub fn partial(self) -> MeshQuery {
        MeshQuery { is_partial: true, ..self }
    }

    /// For somebody with these tags, who may take links that ask for them.
    #[must_use]
    pub fn with_tags(self, tags: Tags) -> MeshQuery {
        MeshQuery { tags, ..self }
    }

    /// The same question between other ends.
    pub(crate) fn between(&self, start: Point, goal: Point) -> MeshQuery {
        MeshQuery { start, goals: vec![goal], ..self.clone() }
    }

    /// The same question with no more of an excess than this.
    pub(crate) fn within_at_most(self, excess: f64) -> MeshQuery {
        MeshQuery { excess: self.excess.min(excess), ..self }
    }

    /// The goal of a number.
    pub(crate) fn goal(&self, number: usize) -> Point {
        self.goals[number]
    }

    /// How long the shortest path is at least where one of this length is the answer.
    pub(crate) fn length_min(&self, length: f64) -> f64 {
        length / (1.0 + self.excess)
    }

    /// The ends of the path, or what is to be said at once.
    pub(crate) fn ends(&self, mesh: &NavMesh) -> Result<Ends, MeshOutcome> {
        let reach = self.reach.max(0.0);
        let end = |point: Point| mesh.chart().snap(mesh.nearest(point, reach)?);
        let Some(start) = end(self.start) else {
            let nearest = mesh.nearest(self.start, f64::INFINITY);
            return Err(MeshOutcome::StartBlocked { nearest });
        };
        let goals = self.goals.iter().enumerate();
        let goals: Vec<(usize, MeshPoint)> =
            goals.filter_map(|(number, &goal)| Some((number, end(goal)?))).collect();
        let mut islands = Vec::new();
        mesh.islands_from(mesh.polygons_at(start), self.tags, &mut islands);
        let is_own = |polygon: u32| islands.binary_search(&mesh.sides().island(polygon)).is_ok();
        if goals.iter().any(|&(_, goal)| mesh.polygons_at(goal).any(is_own)) {
            return Ok(Ends { start, goals, is_partial: false });
        }
        if self.is_partial {
            let near = |(number, &goal): (usize, &Point)| {
                let near = mesh.nearest_where(goal, f64::INFINITY, is_own)?;
                Some((goal.distance(near), number, mesh.chart().snap(near)?))
            };
            let all = self.goals.iter().enumerate().filter_map(near);
            let nearest = all.min_by(|one, other| one.0.total_cmp(&other.0));
            if let Some((_, number, goal)) = nearest {
                return Ok(Ends { start, goals: vec![(number, goal)], is_partial: true });
            }
        }
        Err(match self.goals.first() {
            Some(&first) if goals.is_empty() => {
                MeshOutcome::GoalBlocked { nearest: mesh.nearest(first, f64::INFINITY) }
            }
            _ => MeshOutcome::Unreachable,
        })
    }

    /// Begins the search between these ends.
    pub(crate) fn begin(&self, mesh: &NavMesh, ends: &Ends, space: MeshSpace) -> MeshSearch {
        let goals = ends.goals.iter().map(|&(_, goal)| goal);
        let wish = Wish { excess: self.excess, tags: self.tags };
        MeshSearch::begin_to_any(wish, mesh, ends.start, goals, space)
    }

    /// The radius of who asks.
    pub(crate) fn radius(&self) -> f64 {
        self.radius
    }

    /// The tags of who asks.
    pub(crate) fn tags(&self) -> Tags {
        self.tags
    }

    /// Whether a path as near to a goal as can be is wanted.
    pub(crate) fn is_partial(&self) -> bool {
        self.is_partial
    }

    /// By which part of it the path may be longer than the shortest.
    pub(crate) fn excess(&self) -> f64 {
        self.excess
    }

    /// How many intervals the search may look through.
    pub(crate) fn budget(&self) -> u64 {
        self.limit
    }
}

impl Ends {
    pub(crate) fn is_partial(&self) -> bool {
        self.is_partial
    }

    /// Which of the goals that were asked for is the one of this place among those that are left.
    pub(crate) fn goal_number(&self, place: usize) -> usize {
        self.goals[place].0
    }

    /// Which of the goals that were asked for is the first that is left.
    pub(crate) fn first_goal(&self) -> Option<usize> {
        self.goals.first().map(|&(number, _)| number)
    }

    pub(crate) fn points(&self) -> impl Iterator<Item = MeshPoint> {
        std::iter::once(self.start).chain(self.goals.iter().map(|&(_, goal)| goal))
    }
}

impl MeshAnswer {
    /// What is said where no search is needed.
    pub(crate) fn at_once(outcome: MeshOutcome) -> MeshAnswer {
        MeshAnswer { outcome, path: None, goal: None, expansions: 0 }
    }

    /// What a search came to, which has ended or was given up.
    pub(crate) fn of(search: &MeshSearch, ends: &Ends, mesh: &NavMesh) -> MeshAnswer {
        let path = search.mesh_path(mesh);
        let reached = search.goal();
        let goal = ends.goals.iter().find(|&&(_, goal)| Some(goal) == reached);
        let outcome = match &path {
            Some(_) if ends.is_partial => MeshOutcome::Partial,
            Some(_) => MeshOutcome::Found,
            None if search.has_ended() => MeshOutcome::Unreachable,
            None => MeshOutcome::Limit,
        };
        MeshAnswer {
            outcome,
            path,
            goal: goal.map(|&(number, _)| number),
            expansions: search.expansions(),
        }
    }
}

impl NavMesh {
    /// The answer to a question.
    ///
    /// # Panics
    /// When the part by which the path may be longer is negative or no number.
    #[must_use]
    pub fn answer(&self, query: &MeshQuery, space: &mut MeshSpace) -> MeshAnswer {
        self.answer_observed(query, space, &mut NoMeshObserver)
    }

    /// The same unless it takes too long: it is asked whether it does once in a few hundred intervals.
    /// Returns `None` if it did.
    ///
    /// # Panics
    /// When the part by which the path may be longer is negative or no number.
    #[must_use]
    pub fn answer_until(
        &self,
        query: &MeshQuery,
        space: &mut MeshSpace,
        is_late: &dyn Fn() -> bool,
    ) -> Option<MeshAnswer> {
        const SLICE: u64 = 256;
        let ends = match query.ends(self) {
            Ok(ends) => ends,
            Err(outcome) => return Some(MeshAnswer::at_once(outcome)),
        };
        if self.is_for_disc(query) {
            return self.answer_for_radius_until(query, &ends, space, is_late);
        }
        let mut search = query.begin(self, &ends, std::mem::take(space));
        let mut is_cut_off = false;
        while search.expansions() < query.budget() && !is_cut_off {
            let left = query.budget() - search.expansions();
            if search.run(self, left.min(SLICE)) {
                break;
            }
            is_cut_off = is_late();
        }
        let answer = MeshAnswer::of(&search, &ends, self);
        *space = search.into_space();
        (!is_cut_off).then_some(answer)
    }

    /// The same while somebody watches the search, if one is needed. Of one for a radius nothing is told.
    ///
    /// # Panics
    /// When the part by which the path may be longer is negative or no number.
    #[must_use]
    pub fn answer_observed<O: MeshObserver>(
        &self,
        query: &MeshQuery,
        space: &mut MeshSpace,
        observer: &mut O,
    ) -> MeshAnswer {
        let ends = match query.ends(self) {
            Ok(ends) => ends,
            Err(outcome) => return MeshAnswer::at_once(outcome),
        };
        if self.is_for_disc(query) {
            return self.answer_for_radius(query, &ends, space);
        }
        let mut search = query.begin(self, &ends, std::mem::take(space));
        search.run_observed(self, query.budget(), observer);
        let answer = MeshAnswer::of(&search, &ends, self);
        *space = search.into_space();
        answer
    }
}
