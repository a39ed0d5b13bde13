//! From a query to an answer: checked, chosen, searched, and told in places.

use crate::algorithm::Algorithm;
use crate::answer::{Answer, Choice};
use crate::choose::Chosen;
use crate::engine::house::house;
use crate::engine::{Engine, Run};
use crate::error::WorldError;
use crate::query::Query;
use crate::question::{GoalNodes, Question};
use crate::restriction::{Restriction, UNRESTRICTED};
use crate::view::{View, lies_in, node_of};
use crate::workspace::Workspace;
use xunlu_index::ArcSpace;
use xunlu_map::{Cost, NodeId, Place, Region, Revision};
use xunlu_search::{
    Blocked, Ended, Graph, Limit, Limits, Observer, Outcome, PathEnd, Permit, Places,
};

/// A search under way for a query. It holds its memory and nothing of the world, and is good for the
/// revision it was begun on.
#[derive(Debug)]
pub(crate) struct Work {
    asked: Asked,
    // None only between the two searches of a restricted question.
    run: Option<Box<dyn Run>>,
    stage: Stage,
    // What came of it, once it has ended.
    ended: Option<Ended<Place>>,
    // Those of the search before this one.
    expansions_before: u64,
    revision: Revision,
    node_count: u32,
}

/// Which of two searches for a restricted question is under way.
///
/// The cheapest path on the map as it is, found over jumps or by a plain loop, is nearly always clear of the
/// few places that are to be avoided, and then it is the answer. Only if it is not does a search go round
/// them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// As if nothing were to be avoided, by this choice.
    Unrestricted(Choice),
    /// The only one, or the second.
    AsAsked,
}

/// What is searched for.
#[derive(Debug)]
pub(crate) struct Asked {
    algorithm: Algorithm,
    choice: Choice,
    start: NodeId,
    goals: GoalNodes,
    restriction: Restriction,
    wants_nearest: bool,
    toward: Option<NodeId>,
    // The outcome that is known before the search. If there is one, the search is only for the path to
    // the nearest reachable place.
    known: Option<Outcome<Place>>,
}

/// A query after its places became nodes and what can be said at once was found not to apply.
pub(crate) enum Prepared<'a> {
    Answered(Answer),
    Asked(&'a dyn Engine, Asked),
}

impl Asked {
    fn question<'a>(&'a self, query: &'a Query, stage: Stage) -> Question<'a> {
        let Asked { algorithm, start, ref goals, ref restriction, wants_nearest, toward, .. } =
            *self;
        let (algorithm, restriction, wants_nearest) = match stage {
            Stage::AsAsked => (Some(algorithm), restriction, wants_nearest),
            Stage::Unrestricted(choice) => (Some(choice.algorithm), &UNRESTRICTED, false),
        };
        Question { query, algorithm, start, goals, restriction, wants_nearest, toward }
    }

    /// The algorithm that was chosen, the start, the goals, and what else is closed.
    pub(crate) fn parts(self) -> (Choice, NodeId, GoalNodes, Restriction) {
        (self.choice, self.start, self.goals, self.restriction)
    }
}

impl Work {
    /// How many expansions were made so far.
    pub(crate) fn expansions(&self) -> u64 {
        self.expansions_before + self.run.as_ref().map_or(0, |run| run.expansions())
    }

    /// Gives back what the search took from the workspace.
    pub(crate) fn give_back(self, workspace: &mut Workspace) {
        if let Some(run) = self.run {
            run.give_back(workspace);
        }
    }
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
        self.carry_on(&mut work, query, u64::MAX, workspace, observer);
        let answer = self.answer(&mut work);
        work.give_back(workspace);
        Ok(answer)
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
            wants_nearest: query.wants_nearest,
            toward: None,
        })
    }

    /// Turns places into nodes, and says at once what needs no search.
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
        if !self.components.contains(start) {
            let outcome = self.blocked(PathEnd::Start, start, &restriction);
            return Ok(Prepared::Answered(self.at_once(outcome, choice)));
        }
        let admits =
            |goal: NodeId| self.components.contains(goal) && self.admits(&restriction, goal);
        let (first, goals) = match goals {
            GoalNodes::One(goal) => (goal, GoalNodes::One(goal)),
            GoalNodes::Any(mut any) => {
                let first = any.first().copied();
                let first = query.goal.anchor().and_then(|place| self.map.node_at(place)).or(first);
                let first = first.unwrap_or(start);
                any.retain(|&goal| admits(goal));
                (first, GoalNodes::Any(any))
            }
            none_of @ GoalNodes::NoneOf(_) => (start, none_of),
        };
        let outcome = match &goals {
            GoalNodes::One(goal) if !admits(*goal) => {
                Some(self.blocked(PathEnd::Goal, *goal, &restriction))
            }
            GoalNodes::Any(any) if any.is_empty() => {
                Some(self.blocked(PathEnd::Goal, first, &restriction))
            }
            _ => None,
        };
        if let Some(outcome) = outcome {
            return Ok(self.nearest_instead(query, [start, first], restriction, outcome, choice));
        }
        let Some(goals) = self.reachable(start, goals, arcs) else {
            let outcome = Outcome::Unreachable;
            return Ok(self.nearest_instead(query, [start, first], restriction, outcome, choice));
        };
        if query.region.as_ref().is_some_and(|region| self.leaves_region(region, start, &goals)) {
            let outcome = Outcome::GaveUp(Limit::Region);
            return Ok(self.nearest_instead(query, [start, first], restriction, outcome, choice));
        }
        let (algorithm, wants_nearest) = (choice.algorithm, query.wants_nearest);
        let (toward, known) = (None, None);
        let asked =
            Asked { algorithm, choice, start, goals, restriction, wants_nearest, toward, known };
        Ok(Prepared::Asked(engine, asked))
    }

    /// The goals that steps lead to at all. Returns `None` if there are none.
    fn reachable(&self, start: NodeId, goals: GoalNodes, arcs: &mut ArcSpace) -> Option<GoalNodes> {
        match goals {
            GoalNodes::One(goal) => {
                let leads = self.components.may_reach_with(start, goal, arcs);
                leads.then_some(GoalNodes::One(goal))
            }
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
        let is_free = |node| places.can_stand_on(node) && self.admits(restriction, node);
        let nearest_free = self.nearest(place, is_free).map(|node| self.map.place_of(node));
        Outcome::Blocked(Blocked { end, place, nearest_free })
    }

    /// What is known without a search, as an answer.
    fn at_once(&self, outcome: Outcome<Place>, choice: Choice) -> Answer {
        let revision = self.map.revision();
        Answer { outcome, expansions: 0, choice, revision, nearest: None }
    }

    /// What is left to do once it is known that there is no path: a search for the place nearest to
    /// the goal that can be reached, if the question asks for it.
    fn nearest_instead(
        &self,
        query: &Query,
        [start, goal]: [NodeId; 2],
        restriction: Restriction,
        outcome: Outcome<Place>,
        choice: Choice,
    ) -> Prepared<'a> {
        let nearest = query.wants_nearest.then(|| {
            let onward = self.components.onward_from(start);
            let near =
                |node| onward.leads_to(self.components, node) && self.admits(&restriction, node);
            self.nearest(self.map.place_of(goal), near)
        });
        let Some(nearest) = nearest.flatten() else {
            return Prepared::Answered(self.at_once(outcome, choice));
        };
        // Within limits, and where more is closed than the map says, even that place may be out of reach:
        // then it is the one nearest to the goal that the search reaches, which jumps do not know. Without,
        // jumps can answer this one as well if they could answer the question.
        let wants_nearest =
            query.limits != Limits::NONE || query.region.is_some() || restriction.is_any();
        let by = choice.algorithm;
        let can_jump = by.is_over_jumps() && !wants_nearest;
        let algorithm = if can_jump { by } else { Algorithm::AStar };
        let (goals, known) = (GoalNodes::One(nearest), Some(outcome));
        let toward = wants_nearest.then_some(goal);
        let asked =
            Asked { algorithm, choice, start, goals, restriction, wants_nearest, toward, known };
        Prepared::Asked(house(algorithm), asked)
    }

    /// Begins the search that was prepared.
    pub(crate) fn start(
        &self,
        query: &Query,
        engine: &dyn Engine,
        asked: Asked,
        workspace: &mut Workspace,
        observer: Option<&mut dyn Observer>,
    ) -> Work {
        let unrestricted = if observer.is_some() { None } else { self.unrestricted(query, &asked) };
        let (engine, stage) = match unrestricted {
            Some((engine, choice)) => (engine, Stage::Unrestricted(choice)),
            None => (engine, Stage::AsAsked),
        };
        let run = engine.begin(self, &asked.question(query, stage), workspace, observer);
        let (revision, node_count) = (self.map.revision(), self.graph().node_count());
        let run = Some(run);
        Work { asked, run, stage, ended: None, expansions_before: 0, revision, node_count }
    }

    /// Who searches as if a restricted question were not, where that pays: if it is over jumps or by the
    /// plain loop, and nothing else of the question asks for a search of its own.
    fn unrestricted(&self, query: &Query, asked: &Asked) -> Option<Chosen<'a>> {
        let is_free = query.algorithm.is_none()
            && query.limits.expansions_max == Limits::NONE.expansions_max
            && query.region.is_none()
            && asked.known.is_none();
        if !asked.restriction.is_any() || !is_free {
            return None;
        }
        let question = Question {
            algorithm: None,
            restriction: &UNRESTRICTED,
            wants_nearest: false,
            ..asked.question(query, Stage::AsAsked)
        };
        let chosen = self.choose_for(&question).ok()?;
        let is_fast = chosen.1.algorithm.is_over_jumps() || self.graph().plain().is_some();
        is_fast.then_some(chosen)
    }

    /// Whether a search was begun on this map as it is now, as far as can be told.
    pub(crate) fn is_fresh(&self, work: &Work) -> bool {
        work.revision == self.map.revision()
            && work.node_count == self.graph().node_count()
            && work.run.as_ref().is_some_and(|run| run.is_good_for(self))
    }

    /// Carries on for at most `budget` expansions. Returns whether the search has ended.
    pub(crate) fn carry_on(
        &self,
        work: &mut Work,
        query: &Query,
        mut budget: u64,
        workspace: &mut Workspace,
        mut observer: Option<&mut dyn Observer>,
    ) -> bool {
        while work.ended.is_none() {
            let question = work.asked.question(query, work.stage);
            let run = work.run.as_mut().expect(BETWEEN_SEARCHES);
            let before = run.expansions();
            if !run.advance(self, &question, budget, reborrow(&mut observer)) {
                return false;
            }
            let ended = run.ended(self, &question);
            if work.stage == Stage::AsAsked || self.is_clear(&ended, &work.asked.restriction) {
                work.ended = Some(ended);
                break;
            }
            // Something is in the way: once more, round it.
            let spent = run.expansions();
            (budget, work.expansions_before) = (budget.saturating_sub(spent - before), spent);
            work.stage = Stage::AsAsked;
            if let Some(run) = work.run.take() {
                run.give_back(workspace);
            }
            let question = work.asked.question(query, Stage::AsAsked);
            let engine = self.engine_named(work.asked.algorithm).expect("it was chosen before");
            work.run = Some(engine.begin(self, &question, workspace, reborrow(&mut observer)));
            if budget == 0 {
                return false;
            }
        }
        true
    }

    /// Whether a path was found that meets nothing of a restriction.
    fn is_clear(&self, ended: &Ended<Place>, restriction: &Restriction) -> bool {
        let Outcome::Found(found) = &ended.outcome else { return false };
        let places = self.place_graph();
        let nodes = found.path.places.iter().map(|&place| self.map.node_at(place));
        let mut steps = nodes.clone().zip(nodes.skip(1));
        steps.all(|step| match step {
            (Some(from), Some(to)) => {
                self.permit(&places, restriction, [from, to], Cost::ZERO) == Permit::At(Cost::ZERO)
            }
            _ => false,
        })
    }

    /// The answer of a search that has ended.
    pub(crate) fn answer(&self, work: &mut Work) -> Answer {
        let Work { asked, stage, ended, expansions_before, .. } = work;
        let mut ended = ended.take().expect("it has ended");
        ended.expansions += *expansions_before;
        let choice = match *stage {
            Stage::Unrestricted(choice) => choice,
            Stage::AsAsked => asked.choice,
        };
        let mut answer = Answer::of(ended, choice, self.map.revision());
        if let Some(known) = &asked.known {
            let found = std::mem::replace(&mut answer.outcome, known.clone());
            answer.nearest = match found {
                Outcome::Found(found) => Some(found.path),
                _ => answer.nearest.take(),
            };
        }
        answer
    }
}

/// Why a search that is under way has a run.
const BETWEEN_SEARCHES: &str = "a search has a run but between the two of a restricted question";

/// Lends an observer on.
pub(crate) fn reborrow<'a>(
    observer: &'a mut Option<&mut dyn Observer>,
) -> Option<&'a mut dyn Observer> {
    match observer {
        Some(observer) => Some(&mut **observer),
        None => None,
    }
}
