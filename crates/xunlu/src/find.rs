//! From a query to an answer: checked, chosen, searched, and told in places.

use crate::algorithm::Algorithm;
use crate::answer::{Answer, Choice};
use crate::choose::Chosen;
use crate::engine::Engine;
use crate::engine::house::house;
use crate::error::WorldError;
use crate::query::Query;
use crate::question::{GoalNodes, Question};
use crate::restriction::Restriction;
use crate::view::{View, lies_in, node_of};
use crate::work::{Asked, reborrow};
use crate::workspace::Workspace;
use xunlu_index::ArcSpace;
use xunlu_map::{Cost, NodeId, Place, Region};
use xunlu_search::{Blocked, Limit, Limits, Observer, Outcome, PathEnd, Places};

/// A query after its places became nodes and what can be said at once was found not to apply.
pub(crate) enum Prepared<'a> {
    Answered(Answer),
    Asked(&'a dyn Engine, Asked),
}

impl<'a> View<'a> {
    /// Answers a question for this view's mover, whichever the query names.
    ///
    /// # Errors
    /// When it cannot be asked of this world: a place outside, an empty list of goals, a goal of another
    /// kind of map.
    pub fn find(&self, query: &Query, workspace: &mut Workspace) -> Result<Answer, WorldError> {
        self.find_by(query, workspace, None)
    }

    /// Answers a question, with somebody watching the search.
    ///
    /// # Errors
    /// As [`find`](Self::find).
    pub fn find_observed(
        &self,
        query: &Query,
        workspace: &mut Workspace,
        observer: &mut dyn Observer,
    ) -> Result<Answer, WorldError> {
        self.find_by(query, workspace, Some(observer))
    }

    fn find_by(
        &self,
        query: &Query,
        workspace: &mut Workspace,
        mut observer: Option<&mut dyn Observer>,
    ) -> Result<Answer, WorldError> {
        let (engine, asked) = match self.prepare(query, &mut workspace.arcs)? {
            Prepared::Answered(answer) => return Ok(answer),
            Prepared::Asked(engine, asked) => (engine, asked),
        };
        let mut work = self.start(query, engine, asked, workspace, reborrow(&mut observer));
        let stretch = self.deadline.expansions();
        while !self.carry_on(&mut work, query, stretch, workspace, reborrow(&mut observer)) {
            if let Err(late) = self.deadline.look() {
                work.give_back(workspace);
                return Err(late);
            }
        }
        let answer = self.answer(&mut work, query);
        work.give_back(workspace);
        Ok(answer)
    }

    /// What the cheapest path from one place to another costs, for this view's mover. Returns `None` if there
    /// is none, or it cannot stand at an end. With a [roadmap](crate::roadmap) that takes less time than the
    /// path does.
    ///
    /// ```
    /// use xunlu::{Grid, MoverId, Workspace, World};
    ///
    /// let world = World::new("..#.\n..#.\n....".parse::<Grid>()?)?;
    /// let (view, mut workspace) = (world.view(MoverId::FIRST)?, Workspace::new());
    /// let straight = view.distance((0, 0), (1, 0), &mut workspace)?.expect("it is next to it");
    /// assert_eq!(view.distance((0, 0), (0, 2), &mut workspace)?, Some(straight + straight));
    /// assert_eq!(view.distance((0, 0), (2, 0), &mut workspace)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a place lies outside.
    pub fn distance(
        &self,
        from: impl Into<Place>,
        to: impl Into<Place>,
        workspace: &mut Workspace,
    ) -> Result<Option<Cost>, WorldError> {
        let query = Query::between(from, to);
        let (engine, asked) = match self.prepare(&query, &mut workspace.arcs)? {
            Prepared::Answered(_) => return Ok(None),
            Prepared::Asked(engine, asked) => (engine, asked),
        };
        if let (Algorithm::Roadmap, GoalNodes::One(goal), Some(roadmap)) =
            (asked.algorithm, &asked.goals, self.roadmap)
        {
            return Ok(roadmap.distance(asked.start, *goal, &mut workspace.roadmap));
        }
        let mut work = self.start(&query, engine, asked, workspace, None);
        self.carry_on(&mut work, &query, u64::MAX, workspace, None);
        let answer = self.answer(&mut work, &query);
        work.give_back(workspace);
        Ok(answer.path().map(|path| path.cost))
    }

    /// Which algorithm answers a question, and why that one.
    ///
    /// # Errors
    /// As [`find`](Self::find).
    pub fn choose(&self, query: &Query) -> Result<Choice, WorldError> {
        let goals = self.goal_nodes(query.from, &query.goal)?;
        self.choice(query, &goals)
    }

    /// The same for goals that are nodes already.
    pub(crate) fn choice(&self, query: &Query, goals: &GoalNodes) -> Result<Choice, WorldError> {
        let start = node_of(self.map, "start", query.from)?;
        let restriction = self.restriction(query)?;
        Ok(self.chosen(query, start, goals, &restriction)?.1)
    }

    fn chosen(
        &self,
        query: &Query,
        start: NodeId,
        goals: &GoalNodes,
        restriction: &Restriction,
    ) -> Result<Chosen<'a>, WorldError> {
        self.choose_for(&Question {
            query,
            algorithm: None,
            start,
            goals,
            restriction,
            region: query.region.as_ref(),
            wants_nearest: query.wants_nearest,
            toward: None,
        })
    }

    /// Turns places into nodes, and says at once what needs no search.
    // PERF: what it returns is large, and copied where it is not inlined: 793 instead of 811 instructions for
    // `unreachable` (`cargo xtask gate`).
    #[inline(always)]
    pub(crate) fn prepare(
        &self,
        query: &Query,
        arcs: &mut ArcSpace,
    ) -> Result<Prepared<'a>, WorldError> {
        let start = node_of(self.map, "start", query.from)?;
        let goals = self.goal_nodes(query.from, &query.goal)?;
        if let Some(region) = &query.region {
            self.check_region(region, "none")?;
        }
        let restriction = self.restriction(query)?;
        let (engine, choice) = self.chosen(query, start, &goals, &restriction)?;
        if !self.components.contains(start) || !self.may_start(&restriction, start) {
            let outcome = self.blocked(PathEnd::Start, start, &restriction);
            return Ok(Prepared::Answered(self.at_once(outcome, choice)));
        }
        let admits =
            |goal: NodeId| self.components.contains(goal) && self.may_end(&restriction, goal);
        let (first, goals) = match goals {
            GoalNodes::One(goal) => (goal, GoalNodes::One(goal)),
            GoalNodes::Any(mut any) => {
                let first = any.first().copied();
                let first = query.goal.anchor().and_then(|place| self.map.node_at(place)).or(first);
                let first = first.unwrap_or(start);
                if !any.iter().any(|&goal| admits(goal)) {
                    any.clear();
                } else if restriction.is_any() {
                    any.retain(|&goal| self.may_end(&restriction, goal));
                }
                (first, GoalNodes::Any(any))
            }
            GoalNodes::NoneOf(mut near) => {
                near.extend(self.passed_through(&restriction));
                (start, GoalNodes::NoneOf(near))
            }
        };
        let goals = match goals {
            GoalNodes::One(goal) if !admits(goal) => {
                Err(self.blocked(PathEnd::Goal, goal, &restriction))
            }
            GoalNodes::Any(any) if any.is_empty() => {
                Err(self.blocked(PathEnd::Goal, first, &restriction))
            }
            goals => self.leading_to(query, start, goals, &restriction, arcs),
        };
        let goals = match goals {
            Ok(goals) => goals,
            Err(outcome) => {
                if !query.wants_nearest && !query.is_exhaustive {
                    return Ok(Prepared::Answered(self.at_once(outcome, choice)));
                }
                return self.search_anyway(query, [start, first], restriction, outcome, choice);
            }
        };
        let (algorithm, wants_nearest) = (choice.algorithm, query.wants_nearest);
        let (toward, known) = (None, None);
        let asked =
            Asked { algorithm, choice, start, goals, restriction, wants_nearest, toward, known };
        Ok(Prepared::Asked(engine, asked))
    }

    /// The goals that a search may come to, or what is known of them without one.
    #[inline]
    fn leading_to(
        &self,
        query: &Query,
        start: NodeId,
        goals: GoalNodes,
        restriction: &Restriction,
        arcs: &mut ArcSpace,
    ) -> Result<GoalNodes, Outcome<Place>> {
        let Some(goals) = self.reachable(start, goals, arcs) else {
            return Err(Outcome::Unreachable);
        };
        if restriction.tags.is_some_and(|tags| !self.keys_lead(tags, start, &goals)) {
            return Err(Outcome::Unreachable);
        }
        if query.region.as_ref().is_some_and(|region| self.leaves_region(region, start, &goals)) {
            return Err(Outcome::GaveUp(Limit::Region));
        }
        Ok(goals)
    }

    /// The goals that steps lead to at all. Returns `None` if there are none.
    #[inline]
    fn reachable(&self, start: NodeId, goals: GoalNodes, arcs: &mut ArcSpace) -> Option<GoalNodes> {
        match goals {
            GoalNodes::One(goal) => {
                let leads = self.components.may_reach_with(start, goal, arcs);
                leads.then_some(GoalNodes::One(goal))
            }
            GoalNodes::Any(mut any) => {
                let onward = self.components.onward_from(start);
                onward.retain(self.components, &mut any);
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

    /// Whether an end lies outside the region that the path is confined to: the start, or every goal.
    fn leaves_region(&self, region: &Region, start: NodeId, goals: &GoalNodes) -> bool {
        let is_inside = |place: NodeId| lies_in(self.map, region, place);
        let has_goal = match goals {
            GoalNodes::One(goal) => is_inside(*goal),
            GoalNodes::Any(any) => any.iter().any(|&goal| is_inside(goal)),
            GoalNodes::NoneOf(_) => true,
        };
        !is_inside(start) || !has_goal
    }

    fn blocked(&self, end: PathEnd, node: NodeId, restriction: &Restriction) -> Outcome<Place> {
        let (place, places) = (self.map.place_of(node), self.place_graph());
        let is_free = |node| places.can_stand_on(node) && self.may_end(restriction, node);
        let nearest_free = self.nearest(place, is_free).map(|node| self.map.place_of(node));
        Outcome::Blocked(Blocked { end, place, nearest_free })
    }

    /// What is known without a search, as an answer.
    fn at_once(&self, outcome: Outcome<Place>, choice: Choice) -> Answer {
        let revision = self.map.revision();
        Answer { outcome, expansions: 0, choice, revision, nearest: None }
    }

    /// A search for all goals of which it is known that none can be reached, to be watched. Whatever it comes
    /// to, a limit or all that there is, the answer is what is known.
    fn watched(
        &self,
        query: &Query,
        start: NodeId,
        restriction: Restriction,
        outcome: Outcome<Place>,
        choice: Choice,
    ) -> Result<Prepared<'a>, WorldError> {
        let goals = match self.goal_nodes(query.from, &query.goal)? {
            GoalNodes::One(goal) => GoalNodes::One(goal),
            GoalNodes::Any(mut any) => {
                any.retain(|&goal| self.may_end(&restriction, goal));
                GoalNodes::Any(any)
            }
            GoalNodes::NoneOf(mut near) => {
                near.extend(self.passed_through(&restriction));
                GoalNodes::NoneOf(near)
            }
        };
        let (algorithm, wants_nearest, toward) = (choice.algorithm, false, None);
        let known = Some(outcome);
        let asked =
            Asked { algorithm, choice, start, goals, restriction, wants_nearest, toward, known };
        Ok(Prepared::Asked(self.engine_named(algorithm)?, asked))
    }

    /// What is left to do once it is known that there is no path: a search for the place nearest to the goal
    /// that can be reached, or one to be watched.
    #[cold]
    fn search_anyway(
        &self,
        query: &Query,
        ends: [NodeId; 2],
        restriction: Restriction,
        outcome: Outcome<Place>,
        choice: Choice,
    ) -> Result<Prepared<'a>, WorldError> {
        if query.wants_nearest {
            Ok(self.toward_nearest(query, ends, restriction, outcome, choice))
        } else if matches!(outcome, Outcome::Blocked(_)) {
            Ok(Prepared::Answered(self.at_once(outcome, choice)))
        } else {
            self.watched(query, ends[0], restriction, outcome, choice)
        }
    }

    fn toward_nearest(
        &self,
        query: &Query,
        [start, goal]: [NodeId; 2],
        restriction: Restriction,
        outcome: Outcome<Place>,
        choice: Choice,
    ) -> Prepared<'a> {
        let onward = self.components.onward_from(start);
        let near =
            |node| onward.leads_to(self.components, node) && self.may_end(&restriction, node);
        let Some(nearest) = self.nearest(self.map.place_of(goal), near) else {
            return Prepared::Answered(self.at_once(outcome, choice));
        };
        // Within limits, and where more is closed than the map says, even that place may be out of reach:
        // then it is the one nearest to the goal that the search reaches. Who took the question over jumps
        // knows that one, or need not.
        let wants_nearest =
            query.limits != Limits::NONE || query.region.is_some() || restriction.is_any();
        let by = choice.algorithm;
        let algorithm = if by.is_over_jumps() { by } else { Algorithm::AStar };
        let (goals, known) = (GoalNodes::One(nearest), Some(outcome));
        let toward = wants_nearest.then_some(goal);
        let asked =
            Asked { algorithm, choice, start, goals, restriction, wants_nearest, toward, known };
        Prepared::Asked(house(algorithm), asked)
    }
}
