//! Searches from the start alone: six orders, one loop.

use super::{Engine, Held, Run, watched};
use crate::algorithm::Algorithm;
use crate::question::Question;
use crate::reason::Reason;
use crate::view::View;
use crate::workspace::Workspace;
use xunlu_map::{Cost, Map, Place};
use xunlu_search::{Ended, Estimate, Heuristic, Limit, Observer, Order, Outcome, Search, Sense};

/// A search from the start alone, in an order; weighted A* in that of the question's own weight.
#[derive(Debug)]
pub(super) struct OneWay(pub(super) Order);

/// Such a search under way.
#[derive(Default, Debug)]
struct OneWayRun {
    search: Held<Search>,
    turns_apart: bool,
    met_border: bool,
}

impl Engine for OneWay {
    fn algorithm(&self) -> Algorithm {
        Algorithm::of_order(self.0)
    }

    fn refuses(&self, _view: &View<'_>, question: &Question<'_>) -> Option<Reason> {
        let is_blind = question.is_away() && !question.names_algorithm();
        (is_blind && self.0 == Order::AStar).then_some(Reason::AwayLeadsEverywhere)
    }

    fn begin(
        &self,
        view: &View<'_>,
        question: &Question<'_>,
        workspace: &mut Workspace,
        observer: Option<&mut dyn Observer>,
    ) -> Box<dyn Run> {
        let order = question.algorithm.and_then(Algorithm::order).unwrap_or(self.0);
        let task = question.task(view, order);
        let mut run: Box<OneWayRun> = workspace.take();
        let space = std::mem::take(&mut workspace.search);
        let graph = view.graph_for(question.region, question.restriction);
        let turns_apart = turns_apart(view, question, order);
        let search = with_heuristic(
            view,
            question,
            turns_apart,
            |heuristic| watched!(observer, watching => Search::begin(&graph, heuristic, watching, &task, space)),
        );
        *run = OneWayRun { search: Held(Some(search)), turns_apart, met_border: false };
        run
    }
}

impl OneWayRun {
    fn go<O: Observer + ?Sized>(
        &mut self,
        view: &View<'_>,
        question: &Question<'_>,
        budget: u64,
        observer: &mut O,
    ) -> bool {
        let OneWayRun { search, turns_apart, met_border } = self;
        let search = &mut **search;
        if *turns_apart
            && let Some(has_ended) = run_turning_plain(search, view, question, budget, observer)
        {
            return has_ended;
        }
        if let Some(has_ended) = run_plain(search, view, question, budget, observer) {
            return has_ended;
        }
        let graph = view.graph_for(question.region, question.restriction);
        let turns = view.graph().turns().filter(|_| *turns_apart);
        let has_ended = with_heuristic(view, question, *turns_apart, |heuristic| match turns {
            Some(turns) => search.run_turning((&graph, turns), heuristic, observer, budget),
            None => search.run(&graph, heuristic, observer, budget),
        });
        *met_border |= graph.met_border();
        has_ended
    }
}

/// Carries on by a loop made for grids on which nothing is special. Returns `None`, with nothing done,
/// where there is none.
fn run_plain<O: Observer + ?Sized>(
    search: &mut Search,
    view: &View<'_>,
    question: &Question<'_>,
    budget: u64,
    observer: &mut O,
) -> Option<bool> {
    if question.region.is_some() || question.is_restricted() {
        return None;
    }
    let plain = view.graph().plain()?;
    let Map::Grid(grid) = view.map else { return None };
    let toward = question.toward.map(|goal| [goal]);
    let goals = toward.as_ref().map_or(question.goals(), |toward| toward);
    // A zero estimate is one to anywhere, so that one loop serves these questions too.
    let (ends, estimate) = match goals {
        [] => (&[question.start][..], Estimate::Zero),
        goals => (goals, question.query.estimate),
    };
    let forward = view.grid_heuristic(grid, ends, estimate, Sense::Along);
    search.run_plain(&plain, &forward, observer, budget)
}

/// Whether turns are steps of their own to a search, which then looks at fewer nodes: not where A* was named,
/// of which everybody knows what it looks at, where what steps cost with their turns is looked at by others,
/// or where a turn that leads nowhere could cost more than the limit, and count as a path that was lost.
fn turns_apart(view: &View<'_>, question: &Question<'_>, order: Order) -> bool {
    let is_free = !question.names_algorithm() && question.query.estimate == Estimate::Auto;
    let is_free = is_free && !question.is_restricted() && !question.wants_nearest();
    let has_limit = question.limits().cost_max < Cost::MAX;
    order == Order::AStar && is_free && !has_limit && view.graph().turns().is_some()
}

/// Hands on the heuristic of a question: one that knows of turns, where they are steps.
fn with_heuristic<R>(
    view: &View<'_>,
    question: &Question<'_>,
    turns_apart: bool,
    with: impl FnOnce(&dyn Heuristic) -> R,
) -> R {
    if turns_apart {
        view.with_turns_ahead(question.goals(), with)
    } else {
        view.with_heuristic(question, Sense::Along, with)
    }
}

/// Carries on by a loop made for grids on which nothing is special, where turns are steps of their own.
/// Returns `None`, with nothing done, where there is none.
fn run_turning_plain<O: Observer + ?Sized>(
    search: &mut Search,
    view: &View<'_>,
    question: &Question<'_>,
    budget: u64,
    observer: &mut O,
) -> Option<bool> {
    // In WASM bytes count.
    if question.region.is_some() || cfg!(target_arch = "wasm32") {
        return None;
    }
    let (turns, plain) = (view.graph().turns()?, view.place_graph().plain()?);
    let Map::Grid(grid) = view.map else { return None };
    let to_goal = view.grid_heuristic(grid, question.goals(), Estimate::Auto, Sense::Along);
    let ahead = to_goal.with_turns(turns.cost)?;
    Some(search.run_turning_plain((&plain, turns), &ahead, observer, budget))
}

impl Run for OneWayRun {
    fn advance(
        &mut self,
        view: &View<'_>,
        question: &Question<'_>,
        budget: u64,
        observer: Option<&mut dyn Observer>,
    ) -> bool {
        watched!(observer, watching => self.go(view, question, budget, watching))
    }

    fn expansions(&self) -> u64 {
        self.search.expansions()
    }

    fn ended(&self, view: &View<'_>, question: &Question<'_>) -> Ended<Place> {
        let place_of = view.places_of_nodes();
        let mut ended = self.search.answer_alone(place_of).unwrap_or_else(|| {
            with_heuristic(view, question, self.turns_apart, |heuristic| {
                self.search.answer_as(heuristic, view.places_of_nodes())
            })
        });
        if let (true, Outcome::Found(found)) = (self.turns_apart, &mut ended.outcome) {
            // Where it turns, the path comes by two nodes of a place.
            found.path.places.dedup();
        }
        // Both ends lie inside the region and steps lead from one to the other: only the region keeps
        // them apart, if nothing else is closed.
        let is_kept_apart =
            question.region.is_some() && !question.is_away() && !question.is_restricted();
        if (self.met_border || is_kept_apart) && ended.outcome == Outcome::Unreachable {
            ended.outcome = Outcome::GaveUp(Limit::Region);
        }
        ended
    }

    fn give_back(mut self: Box<Self>, workspace: &mut Workspace) {
        if let Some(search) = self.search.0.take() {
            workspace.search = search.into_space();
        }
        workspace.keep(self);
    }
}
