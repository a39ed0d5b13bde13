//! From a question to an answer: checked, chosen, searched, and told in places.

use crate::choose::{Choice, choose};
use crate::error::WorldError;
use crate::goal::GoalNodes;
use crate::query::Query;
use crate::seen::{Ahead, Seen};
use crate::world::{Standing, World, node_of};
use std::cell::RefCell;
use xunlu_index::ArcSpace;
use xunlu_map::{Cell, Map, NodeId, Place, Rect, Revision};
use xunlu_search::{
    Algorithm, Answer, Blocked, Confined, Estimate, Graph, Heuristic, JumpSearch, Limit, Limits,
    NoHeuristic, NoObserver, Observer, Outcome, PathEnd, Places, ReverseGraph, Search, Sense,
    Target, Task, TwoWaySearch, Workspace,
};

/// A search under way for a question. It holds its workspace and nothing of the world, and is good
/// for the revision it was begun on.
#[derive(Debug)]
pub(crate) struct Work {
    estimate: Estimate,
    goals: GoalNodes,
    region: Option<Rect>,
    task: Task,
    engine: Engine,
    met_border: bool,
    has_ended: bool,
    node_count: u32,
    // What was known before: the search is for the nearest reachable place, and its path goes with
    // this.
    known: Option<Known>,
}

/// What the answer is, whatever the search for the nearest reachable place finds.
#[derive(Debug)]
pub(crate) struct Known {
    outcome: Outcome<Place>,
    algorithm: Algorithm,
}

#[derive(Debug)]
enum Engine {
    OneWay(Search),
    TwoWay(TwoWaySearch),
    Jump(JumpSearch),
}

thread_local! {
    // Scratch for components that are left or entered one way alone. Not in the workspace, which knows
    // graphs and no components; nothing of one question is left in it for the next.
    static ARCS: RefCell<ArcSpace> = RefCell::default();
}

/// A question after its places became nodes and what can be said at once was found not to apply.
pub(crate) enum Prepared {
    Answered(Answer<Place>),
    Work { task: Task, goals: GoalNodes, known: Option<Known> },
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
        let prepared = standing.prepare(query)?;
        if let Prepared::Answered(answer) = prepared {
            return Ok(answer);
        }
        let lent = std::mem::take(workspace);
        let mut work = standing.begin(query, prepared, lent, observer);
        standing.run(&mut work, u64::MAX, observer);
        let answer = standing.answer(&work);
        *workspace = work.into_workspace();
        Ok(answer)
    }

    /// Which algorithm answers a question, and why that one.
    ///
    /// # Errors
    /// As [`find`](Self::find).
    pub fn choose(&self, query: &Query) -> Result<Choice, WorldError> {
        let standing = self.standing(query.mover)?;
        let goals = standing.goal_nodes(query.from, &query.goal)?;
        Ok(choose(query, &standing, &goals))
    }
}

impl GoalNodes {
    /// The goals to look ahead to, as far as they are known by name.
    fn nodes(&self) -> &[NodeId] {
        match self {
            GoalNodes::One(goal) => std::slice::from_ref(goal),
            GoalNodes::Any(any) => any,
            GoalNodes::NoneOf(_) => &[],
        }
    }
}

impl Work {
    /// How many expansions were made so far.
    pub(crate) fn expansions(&self) -> u64 {
        match &self.engine {
            Engine::OneWay(search) => search.expansions(),
            Engine::TwoWay(search) => search.expansions(),
            Engine::Jump(search) => search.expansions(),
        }
    }

    /// The revision of the map that it is good for.
    pub(crate) fn revision(&self) -> Revision {
        self.task.revision
    }

    pub(crate) fn into_workspace(self) -> Workspace {
        self.engine.into_workspace()
    }
}

impl Engine {
    fn into_workspace(self) -> Workspace {
        match self {
            Engine::OneWay(search) => search.into_workspace(),
            Engine::TwoWay(search) => search.into_workspace(),
            Engine::Jump(search) => search.into_workspace(),
        }
    }
}

impl Standing<'_> {
    /// Turns places into nodes, and says at once what needs no search.
    pub(crate) fn prepare(&self, query: &Query) -> Result<Prepared, WorldError> {
        let places = self.places();
        let start = node_of(self.map, "start", query.from)?;
        let goals = self.goal_nodes(query.from, &query.goal)?;
        if query.region.is_some() && matches!(self.map, Map::Waypoints(_)) {
            let what = "a region is for grids; expected none on waypoints";
            return Err(WorldError::new(what));
        }
        let algorithm = choose(query, self, &goals).algorithm;
        if !places.can_stand_on(start) {
            let outcome = self.blocked(PathEnd::Start, start);
            return Ok(Prepared::Answered(self.at_once(Known { outcome, algorithm })));
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
            return Ok(self.nearest_instead(query, start, first, Known { outcome, algorithm }));
        }
        let Some(goals) = self.reachable(start, goals) else {
            let known = Known { outcome: Outcome::Unreachable, algorithm };
            return Ok(self.nearest_instead(query, start, first, known));
        };
        if query.region.is_some_and(|region| self.leaves_region(region, start, &goals)) {
            let known = Known { outcome: Outcome::GaveUp(Limit::Region), algorithm };
            return Ok(self.nearest_instead(query, start, first, known));
        }
        let task = self.task(query, algorithm, start, &goals);
        Ok(Prepared::Work { task, goals, known: None })
    }

    /// The goals that steps lead to at all; none when there are none.
    fn reachable(&self, start: NodeId, goals: GoalNodes) -> Option<GoalNodes> {
        match goals {
            GoalNodes::One(goal) => self.may_reach(start, goal).then_some(GoalNodes::One(goal)),
            GoalNodes::Any(mut any) => {
                let onward = self.components.onward_from(start);
                any.retain(|&goal| onward.leads_to(self.components, goal));
                (!any.is_empty()).then_some(GoalNodes::Any(any))
            }
            GoalNodes::NoneOf(near) => {
                self.leads_out_of(start, &near).then_some(GoalNodes::NoneOf(near))
            }
        }
    }

    /// Whether steps may lead from a node to one that is none of these. Where steps cannot be taken
    /// back only a search knows for sure, and then it looks no farther than these.
    fn leads_out_of(&self, start: NodeId, near: &[NodeId]) -> bool {
        let own = self.components.component_of(start);
        let here = near.iter().filter(|&&node| self.components.component_of(node) == own);
        let all = own.map_or(0, |own| self.components.size_of(own));
        self.components.has_arcs() || here.count() < all as usize
    }

    /// Whether an end lies outside the region that the way is confined to: the start, or every goal.
    fn leaves_region(&self, region: Rect, start: NodeId, goals: &GoalNodes) -> bool {
        let places = self.places();
        let is_inside = |node: NodeId| region.contains(self.cell_below(&places, node));
        let has_goal = match goals {
            GoalNodes::One(goal) => is_inside(*goal),
            GoalNodes::Any(any) => any.iter().any(|&goal| is_inside(goal)),
            GoalNodes::NoneOf(_) => true,
        };
        !is_inside(start) || !has_goal
    }

    /// Whether steps lead from one node to another.
    fn may_reach(&self, from: NodeId, to: NodeId) -> bool {
        ARCS.with_borrow_mut(|space| self.components.may_reach_with(from, to, space))
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
            ties: query.ties,
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

    /// What is known without a search, as an answer.
    fn at_once(&self, known: Known) -> Answer<Place> {
        let Known { outcome, algorithm } = known;
        let revision = self.map.revision();
        Answer { outcome, expansions: 0, algorithm, revision, nearest: None }
    }

    /// What is left to do once it is known that there is no way: a search for the place nearest to
    /// the goal that can be reached, if the question asks for it.
    fn nearest_instead(
        &self,
        query: &Query,
        start: NodeId,
        goal: NodeId,
        known: Known,
    ) -> Prepared {
        let nearest = query.wants_nearest.then(|| {
            let onward = self.components.onward_from(start);
            let near = |node| onward.leads_to(self.components, node);
            self.nearest(self.map.place_of(goal), near)
        });
        let Some(nearest) = nearest.flatten() else {
            return Prepared::Answered(self.at_once(known));
        };
        // Within limits even that place may be too far off: then it is the one nearest to the goal that the
        // search reaches, which jumps do not know. Without, jumps can answer this one as well if they
        // could answer the question.
        let is_limited = query.limits != Limits::NONE || query.region.is_some();
        let by = known.algorithm;
        let by = if by.is_over_jumps() && !is_limited { by } else { Algorithm::AStar };
        let task = self.task(query, by, start, &GoalNodes::One(nearest));
        let task = Task { wants_nearest: is_limited, ..task };
        let goals = GoalNodes::One(if is_limited { goal } else { nearest });
        Prepared::Work { task, goals, known: Some(known) }
    }

    /// Begins the search that was prepared.
    ///
    /// # Panics
    /// When the question was answered already.
    pub(crate) fn begin<O: Observer + ?Sized>(
        &self,
        query: &Query,
        prepared: Prepared,
        workspace: Workspace,
        observer: &mut O,
    ) -> Work {
        let Prepared::Work { task, goals, known } = prepared else {
            panic!("there is nothing to search");
        };
        let Query { estimate, region, .. } = *query;
        let seen = self.seen();
        let engine = match self.jumps_by(task.algorithm) {
            Some(jumps) => Engine::Jump(JumpSearch::begin(jumps, observer, &task, workspace)),
            None => self.with_estimates(&task, estimate, &goals, |forward, backward| {
                if task.algorithm.is_two_way() {
                    let heuristics = [forward, backward];
                    let search = TwoWaySearch::begin(&seen, heuristics, observer, &task, workspace);
                    Engine::TwoWay(search)
                } else {
                    Engine::OneWay(Search::begin(&seen, forward, observer, &task, workspace))
                }
            }),
        };
        let (met_border, has_ended, node_count) = (false, false, seen.node_count());
        Work { estimate, goals, region, task, engine, met_border, has_ended, node_count, known }
    }

    /// Whether a search was begun on this map as it is now, as far as can be told.
    pub(crate) fn is_fresh(&self, work: &Work) -> bool {
        let can_go_on = match &work.engine {
            Engine::Jump(search) => self.jumps.is_some_and(|jumps| search.is_on(jumps.map)),
            Engine::OneWay(_) | Engine::TwoWay(_) => true,
        };
        can_go_on
            && work.revision() == self.map.revision()
            && work.node_count == self.seen().node_count()
    }

    /// Works on for at most `budget` expansions; whether the search has ended.
    pub(crate) fn run<O: Observer + ?Sized>(
        &self,
        work: &mut Work,
        budget: u64,
        observer: &mut O,
    ) -> bool {
        let seen = self.seen();
        let Work { estimate, goals, region, task, engine, met_border, has_ended, .. } = work;
        if *has_ended {
            return true;
        }
        if let Engine::Jump(search) = engine {
            let jumps = self.jumps_by(task.algorithm);
            let jumps = jumps.expect("a search over jumps begins where there are some");
            let before = search.expansions();
            *has_ended = search.run(jumps, observer, budget);
            if jumps.index.is_none_or(|index| !index.is_sharp()) {
                self.usage.add(search.expansions() - before);
            }
            return *has_ended;
        }
        if let (Engine::OneWay(search), None) = (&mut *engine, *region)
            && let Some(ended) = self.run_plain(search, *estimate, goals, budget, observer)
        {
            *has_ended = ended;
            return ended;
        }
        *has_ended =
            self.with_estimates(task, *estimate, goals, |forward, backward| match *region {
                None => engine.run(&seen, [forward, backward], observer, budget),
                Some(region) => {
                    let is_inside = |node| region.contains(self.cell_below(&seen, node));
                    let confined = Confined::new(&seen, is_inside);
                    let ended = engine.run(&confined, [forward, backward], observer, budget);
                    *met_border |= confined.met_border();
                    ended
                }
            });
        *has_ended
    }

    /// Works on as [`run`](Self::run) does, but by a loop made for grids on which nothing is special.
    /// Returns `None`, and does nothing, on other maps.
    fn run_plain<O: Observer + ?Sized>(
        &self,
        search: &mut Search,
        estimate: Estimate,
        goals: &GoalNodes,
        budget: u64,
        observer: &mut O,
    ) -> Option<bool> {
        let plain = self.seen().plain()?;
        let Map::Grid(grid) = self.map else { return None };
        let goals = goals.nodes();
        if goals.is_empty() || estimate == Estimate::Zero {
            return Some(search.run_plain(&plain, &NoHeuristic, observer, budget));
        }
        let ahead = Ahead { standing: self, states: 1, estimate };
        let forward = ahead.on_grid(grid, goals, Sense::Along);
        Some(search.run_plain(&plain, &forward, observer, budget))
    }

    /// The estimates to the goals and from the start.
    pub(crate) fn with_estimates<R>(
        &self,
        task: &Task,
        estimate: Estimate,
        goals: &GoalNodes,
        with: impl FnOnce(&dyn Heuristic, &dyn Heuristic) -> R,
    ) -> R {
        let states = self.seen().states();
        let start = [NodeId(task.start.0 / states)];
        let goals = goals.nodes();
        let estimate =
            if task.algorithm == Algorithm::TwoWayDijkstra { Estimate::Zero } else { estimate };
        let ahead = Ahead { standing: self, states, estimate };
        if !task.algorithm.is_two_way() {
            return ahead.with(goals, Sense::Along, |forward| with(forward, forward));
        }
        ahead.with(goals, Sense::Along, |forward| {
            ahead.with(&start, Sense::Against, |backward| with(forward, backward))
        })
    }

    /// Where a node lies on its layer, in columns and rows.
    pub(crate) fn cell_below(&self, seen: &Seen<'_>, node: NodeId) -> Cell {
        let below = NodeId(node.0 / seen.states());
        self.map.cell_of(self.map.place_of(below)).map_or(Cell::default(), |(_, cell)| cell)
    }

    /// The answer of a search that has ended.
    ///
    /// # Panics
    /// When it has not.
    pub(crate) fn answer(&self, work: &Work) -> Answer<Place> {
        let seen = self.seen();
        let states = seen.states();
        let place_of = |node: NodeId| self.map.place_of(NodeId(node.0 / states));
        let Work { task, estimate, goals, known, .. } = work;
        let mut answer = match &work.engine {
            Engine::TwoWay(search) => search.answer_as(place_of),
            Engine::Jump(search) => {
                let jumps = self.jumps.expect("a search over jumps begins where there are some");
                search.answer_as(jumps.map, Place::Cell)
            }
            Engine::OneWay(search) => self.with_estimates(task, *estimate, goals, |forward, _| {
                search.answer_as(forward, place_of)
            }),
        };
        if let Some(Known { outcome, algorithm }) = known {
            let nearest = match answer.outcome {
                Outcome::Found(found) => Some(found.path),
                _ => answer.nearest,
            };
            let (outcome, algorithm) = (outcome.clone(), *algorithm);
            return Answer { outcome, algorithm, nearest, ..answer };
        }
        // Both ends lie inside the region and steps lead from one to the other: only the region keeps
        // them apart, whichever side of the search ran out of nodes first.
        let is_kept_apart = work.region.is_some() && !matches!(goals, GoalNodes::NoneOf(_));
        if (work.met_border || is_kept_apart) && answer.outcome == Outcome::Unreachable {
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
            Engine::Jump(_) => unreachable!("a search over jumps asks no graph"),
        }
    }
}
