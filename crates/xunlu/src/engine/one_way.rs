//! Searches from the start alone: six orders, one loop.

use super::turning::{begin_turning, turns_apart};
use super::{Engine, Held, Run, watched};
use crate::algorithm::Algorithm;
use crate::question::Question;
use crate::reason::Reason;
use crate::view::View;
use crate::workspace::Workspace;
use xunlu_map::{Map, Place};
use xunlu_search::{Ended, Estimate, Limit, Observer, Order, Outcome, Search, Sense};

/// A search from the start alone, in an order; weighted A* in that of the question's own weight.
#[derive(Debug)]
pub(super) struct OneWay(pub(super) Order);

/// Such a search under way.
#[derive(Default, Debug)]
struct OneWayRun {
    search: Held<Search>,
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
        if order == Order::AStar && turns_apart(view, question) {
            return begin_turning(view, question, workspace);
        }
        let task = question.task(view, order);
        let mut run: Box<OneWayRun> = workspace.take();
        let space = std::mem::take(&mut workspace.search);
        let graph = view.graph_for(question.region, question.restriction);
        let search = view.with_heuristic(
            question,
            Sense::Along,
            |heuristic| watched!(observer, watching => Search::begin(&graph, heuristic, watching, &task, space)),
        );
        *run = OneWayRun { search: Held(Some(search)), met_border: false };
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
        let OneWayRun { search, met_border } = self;
        let search = &mut **search;
        if let Some(has_ended) = run_plain(search, view, question, budget, observer) {
            return has_ended;
        }
        let graph = view.graph_for(question.region, question.restriction);
        let has_ended = view.with_heuristic(question, Sense::Along, |heuristic| {
            search.run(&graph, heuristic, observer, budget)
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
            view.with_heuristic(question, Sense::Along, |heuristic| {
                self.search.answer_as(heuristic, view.places_of_nodes())
            })
        });
        tell_of_region(&mut ended, question, self.met_border);
        ended
    }

    fn give_back(mut self: Box<Self>, workspace: &mut Workspace) {
        if let Some(search) = self.search.0.take() {
            workspace.search = search.into_space();
        }
        workspace.keep(self);
    }
}

/// Says so where only the region keeps start and goal apart: both lie inside it and steps lead from one to
/// the other, if nothing else is closed.
pub(super) fn tell_of_region(ended: &mut Ended<Place>, question: &Question<'_>, met_border: bool) {
    let is_kept_apart =
        question.region.is_some() && !question.is_away() && !question.is_restricted();
    if (met_border || is_kept_apart) && ended.outcome == Outcome::Unreachable {
        ended.outcome = Outcome::GaveUp(Limit::Region);
    }
}
