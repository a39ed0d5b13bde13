//! From a question to an answer: checked, chosen, searched, and told in places.

use crate::choose::{Choice, choose};
use crate::error::WorldError;
use crate::goal::GoalNodes;
use crate::place::Place;
use crate::query::Query;
use crate::seen::{Ahead, Seen};
use crate::world::{MoverId, Standing, World, node_of};
use xunlu_map::{Cell, Rect, Revision};
use xunlu_search::{
    Algorithm, Answer, Blocked, Confined, Estimate, Heuristic, Limit, NoObserver, NodeId, Observer,
    Outcome, Path, PathEnd, Places, ReverseGraph, Search, Target, Task, TwoWaySearch, Way,
    Workspace,
};

/// A question that is being worked on, a little at a time. It holds its workspace and nothing of the
/// world, so the world may be edited meanwhile; the search then starts over.
#[derive(Debug)]
pub struct Pending {
    mover: MoverId,
    estimate: Estimate,
    goals: GoalNodes,
    region: Option<Rect>,
    task: Task,
    engine: Engine,
    met_border: bool,
}

#[derive(Debug)]
enum Engine {
    OneWay(Search),
    TwoWay(TwoWaySearch),
}

/// What comes of beginning a question: an answer at once, or work.
#[derive(Debug)]
pub enum Begun {
    /// There was nothing to search. The workspace comes back unused.
    Answered(Answer<Place>, Box<Workspace>),
    /// A search has begun.
    Pending(Box<Pending>),
}

/// A question after its places became nodes and what can be said at once was found not to apply.
enum Prepared {
    Answered(Answer<Place>),
    Task(Task, GoalNodes),
}

impl World {
    /// Answers a question.
    ///
    /// # Errors
    /// When it cannot be asked of this world: a place outside, an empty list of goals, an unknown
    /// mover, a goal of another kind of map.
    pub fn find(
        &self,
        query: &Query,
        workspace: &mut Workspace,
    ) -> Result<Answer<Place>, WorldError> {
        self.find_observed(query, workspace, &mut NoObserver)
    }

    /// Answers a question, with somebody watching the search.
    ///
    /// # Errors
    /// As [`find`](Self::find).
    pub fn find_observed<O: Observer + ?Sized>(
        &self,
        query: &Query,
        workspace: &mut Workspace,
        observer: &mut O,
    ) -> Result<Answer<Place>, WorldError> {
        let standing = self.standing(query.mover)?;
        let (task, goals) = match standing.prepare(query)? {
            Prepared::Answered(answer) => return Ok(answer),
            Prepared::Task(task, goals) => (task, goals),
        };
        let lent = std::mem::take(workspace);
        let mut pending = standing.begin(query, task, goals, lent, observer);
        while !standing.run(&mut pending, u64::MAX, observer) {}
        let answer = standing.answer(&pending);
        *workspace = pending.engine.into_workspace();
        Ok(answer)
    }

    /// Begins to work on a question.
    ///
    /// # Errors
    /// As [`find`](Self::find). The workspace is lost then; it is only memory.
    pub fn begin<O: Observer + ?Sized>(
        &self,
        query: &Query,
        workspace: Workspace,
        observer: &mut O,
    ) -> Result<Begun, WorldError> {
        let standing = self.standing(query.mover)?;
        Ok(match standing.prepare(query)? {
            Prepared::Answered(answer) => Begun::Answered(answer, Box::new(workspace)),
            Prepared::Task(task, goals) => {
                let pending = standing.begin(query, task, goals, workspace, observer);
                Begun::Pending(Box::new(pending))
            }
        })
    }

    /// Works on for at most `budget` expansions. The answer and the workspace, once there is an
    /// answer; otherwise the question comes back. When the map was edited since the search began, it
    /// begins anew on the map as it is now.
    ///
    /// # Errors
    /// When the question cannot be asked of this world, which is not the one it was begun on.
    pub fn advance<O: Observer + ?Sized>(
        &self,
        mut pending: Box<Pending>,
        query: &Query,
        budget: u64,
        observer: &mut O,
    ) -> Result<Begun, WorldError> {
        let standing = self.standing(pending.mover)?;
        if pending.task.revision != self.revision() {
            return self.begin(query, pending.engine.into_workspace(), observer);
        }
        if standing.run(&mut pending, budget, observer) {
            let answer = standing.answer(&pending);
            return Ok(Begun::Answered(answer, Box::new(pending.engine.into_workspace())));
        }
        Ok(Begun::Pending(pending))
    }

    /// Which algorithm answers a question, and why that one.
    ///
    /// # Errors
    /// As [`find`](Self::find).
    pub fn choose(&self, query: &Query) -> Result<Choice, WorldError> {
        let standing = self.standing(query.mover)?;
        let goals = standing.goal_nodes(query.from, &query.goal)?;
        Ok(choose(query, standing.mover, &goals))
    }
}

impl Pending {
    /// How many expansions were made so far.
    #[must_use]
    pub fn expansions(&self) -> u64 {
        match &self.engine {
            Engine::OneWay(search) => search.expansions(),
            Engine::TwoWay(search) => search.expansions(),
        }
    }

    /// The revision of the map that it is working on.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.task.revision
    }

    /// Gives up, and gives the workspace back.
    #[must_use]
    pub fn cancel(self) -> Workspace {
        self.engine.into_workspace()
    }
}

impl Engine {
    fn into_workspace(self) -> Workspace {
        match self {
            Engine::OneWay(search) => search.into_workspace(),
            Engine::TwoWay(search) => search.into_workspace(),
        }
    }
}

impl Standing<'_> {
    /// Turns places into nodes, and says at once what needs no search.
    fn prepare(&self, query: &Query) -> Result<Prepared, WorldError> {
        let places = self.places();
        let start = node_of(self.map, "start", query.from)?;
        let goals = self.goal_nodes(query.from, &query.goal)?;
        if query.region.is_some() && matches!(self.map, crate::Map::Waypoints(_)) {
            let what = "a region is for grids; expected none on waypoints";
            return Err(WorldError::new(what));
        }
        let algorithm = choose(query, self.mover, &goals).algorithm;
        let at_once = |outcome, nearest| {
            let revision = self.map.revision();
            Prepared::Answered(Answer { outcome, expansions: 0, algorithm, revision, nearest })
        };
        if !places.can_stand_on(start) {
            return Ok(at_once(self.blocked(PathEnd::Start, start), None));
        }
        let (first, goals) = match goals {
            GoalNodes::One(goal) => (goal, GoalNodes::One(goal)),
            GoalNodes::Any(mut any) => {
                let first = any.first().copied();
                let first = query.goal.anchor().and_then(|place| self.map.node_at(place)).or(first);
                let first = first.unwrap_or(start);
                any.retain(|&goal| places.can_stand_on(goal));
                (first, GoalNodes::Any(any))
            }
            none_of @ GoalNodes::NoneOf(_) => (start, none_of),
        };
        let outcome = match &goals {
            GoalNodes::One(goal) if !places.can_stand_on(*goal) => {
                Some(self.blocked(PathEnd::Goal, *goal))
            }
            GoalNodes::Any(any) if any.is_empty() => Some(self.blocked(PathEnd::Goal, first)),
            _ => None,
        };
        if let Some(outcome) = outcome {
            return Ok(at_once(outcome, self.way_to_nearest(query, start, first)?));
        }
        let Some(goals) = self.reachable(start, goals) else {
            let nearest = self.way_to_nearest(query, start, first)?;
            return Ok(at_once(Outcome::Unreachable, nearest));
        };
        Ok(Prepared::Task(self.task(query, algorithm, start, &goals), goals))
    }

    /// The goals that steps lead to at all; none when there are none.
    fn reachable(&self, start: NodeId, goals: GoalNodes) -> Option<GoalNodes> {
        let leads = |goal: NodeId| self.components.may_reach(start, goal);
        match goals {
            GoalNodes::One(goal) => leads(goal).then_some(GoalNodes::One(goal)),
            GoalNodes::Any(mut any) => {
                any.retain(|&goal| leads(goal));
                (!any.is_empty()).then_some(GoalNodes::Any(any))
            }
            none_of @ GoalNodes::NoneOf(_) => Some(none_of),
        }
    }

    fn task(&self, query: &Query, algorithm: Algorithm, start: NodeId, goals: &GoalNodes) -> Task {
        let seen = self.seen();
        let target = match goals {
            GoalNodes::One(goal) => seen.target_at(*goal),
            GoalNodes::Any(any) => Target::AnyOf(seen.all_at(any)),
            GoalNodes::NoneOf(near) => Target::NoneOf(seen.all_at(near)),
        };
        Task {
            target,
            algorithm,
            limits: query.limits,
            wants_nearest: query.wants_nearest,
            revision: self.map.revision(),
            ..Task::new(seen.start_at(start), start)
        }
    }

    fn blocked(&self, end: PathEnd, node: NodeId) -> Outcome<Place> {
        let place = self.map.place_of(node);
        Outcome::Blocked(Blocked { end, place, nearest_free: self.nearest_free(place) })
    }

    /// The way to the place nearest to the goal that can be reached, if the question asks for it.
    fn way_to_nearest(
        &self,
        query: &Query,
        start: NodeId,
        goal: NodeId,
    ) -> Result<Option<Path<Place>>, WorldError> {
        if !query.wants_nearest {
            return Ok(None);
        }
        let place = self.map.place_of(goal);
        let nearest = self.nearest(place, |node| self.components.may_reach(start, node));
        let Some(nearest) = nearest else { return Ok(None) };
        let goals = GoalNodes::One(nearest);
        let to_nearest = Query { wants_nearest: false, ..query.clone() };
        let task = self.task(&to_nearest, Algorithm::AStar, start, &goals);
        let mut observer = NoObserver;
        let mut pending = self.begin(&to_nearest, task, goals, Workspace::new(), &mut observer);
        while !self.run(&mut pending, u64::MAX, &mut observer) {}
        Ok(self.answer(&pending).path().cloned())
    }

    fn begin<O: Observer + ?Sized>(
        &self,
        query: &Query,
        task: Task,
        goals: GoalNodes,
        workspace: Workspace,
        observer: &mut O,
    ) -> Pending {
        let seen = self.seen();
        let engine = self.with_estimates(&task, query.estimate, &goals, |forward, backward| {
            if task.algorithm.is_two_way() {
                let heuristics = [forward, backward];
                let search = TwoWaySearch::begin(&seen, heuristics, observer, &task, workspace);
                Engine::TwoWay(search)
            } else {
                Engine::OneWay(Search::begin(&seen, forward, observer, &task, workspace))
            }
        });
        let Query { mover, estimate, region, .. } = *query;
        Pending { mover, estimate, goals, region, task, engine, met_border: false }
    }

    /// Works on; whether the search has ended.
    fn run<O: Observer + ?Sized>(
        &self,
        pending: &mut Pending,
        budget: u64,
        observer: &mut O,
    ) -> bool {
        let seen = self.seen();
        let Pending { estimate, goals, region, task, engine, met_border, .. } = pending;
        self.with_estimates(task, *estimate, goals, |forward, backward| match *region {
            None => engine.run(&seen, [forward, backward], observer, budget),
            Some(region) => {
                let is_inside = |node| region.contains(self.cell_below(&seen, node));
                let confined = Confined::new(&seen, is_inside);
                let ended = engine.run(&confined, [forward, backward], observer, budget);
                *met_border |= confined.met_border();
                ended
            }
        })
    }

    /// The estimates to the goals and from the start.
    fn with_estimates<R>(
        &self,
        task: &Task,
        estimate: Estimate,
        goals: &GoalNodes,
        with: impl FnOnce(&dyn Heuristic, &dyn Heuristic) -> R,
    ) -> R {
        let states = self.seen().states();
        let start = [NodeId(task.start.0 / states)];
        let goals: &[NodeId] = match goals {
            GoalNodes::One(goal) => std::slice::from_ref(goal),
            GoalNodes::Any(any) => any,
            GoalNodes::NoneOf(_) => &[],
        };
        let estimate =
            if task.algorithm == Algorithm::TwoWayDijkstra { Estimate::Zero } else { estimate };
        let ahead = Ahead { standing: self, states, estimate };
        if !task.algorithm.is_two_way() {
            return ahead.with(goals, Way::From, |forward| with(forward, forward));
        }
        ahead.with(goals, Way::From, |forward| {
            ahead.with(&start, Way::Into, |backward| with(forward, backward))
        })
    }

    /// Where a node lies on its layer, in columns and rows.
    fn cell_below(&self, seen: &Seen<'_>, node: NodeId) -> Cell {
        let below = NodeId(node.0 / seen.states());
        match self.map {
            crate::Map::Grid(grid) => grid.layout().cell_of(below.0),
            crate::Map::Hex(grid) => grid.layout().cell_of(below.0),
            crate::Map::Layers(layers) => layers.spot_of(below.0).cell,
            crate::Map::Waypoints(_) => Cell::default(),
        }
    }

    fn answer(&self, pending: &Pending) -> Answer<Place> {
        let seen = self.seen();
        let states = seen.states();
        let place_of = |node: NodeId| self.map.place_of(NodeId(node.0 / states));
        let Pending { task, estimate, goals, .. } = pending;
        let mut answer = match &pending.engine {
            Engine::TwoWay(search) => search.answer_as(place_of),
            Engine::OneWay(search) => self.with_estimates(task, *estimate, goals, |forward, _| {
                search.answer_as(forward, place_of)
            }),
        };
        if pending.met_border && answer.outcome == Outcome::Unreachable {
            answer.outcome = Outcome::GaveUp(Limit::Region);
        }
        answer
    }
}

impl Engine {
    fn run<G, O>(
        &mut self,
        graph: &G,
        [forward, backward]: [&dyn Heuristic; 2],
        observer: &mut O,
        budget: u64,
    ) -> bool
    where
        G: ReverseGraph + ?Sized,
        O: Observer + ?Sized,
    {
        match self {
            Engine::OneWay(search) => search.run(graph, forward, observer, budget),
            Engine::TwoWay(search) => search.run(graph, [forward, backward], observer, budget),
        }
    }
}
