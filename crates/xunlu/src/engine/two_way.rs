//! Searches from both ends at once.

use super::{Engine, Held, REFUSED_OTHERWISE, Run, watched};
use crate::algorithm::Algorithm;
use crate::question::Question;
use crate::reason::Reason;
use crate::view::View;
use crate::workspace::Workspace;
use xunlu_map::{Cost, Place};
use xunlu_search::{Ended, Estimate, Heuristic, Limit, Observer, Outcome, Sense, TwoWaySearch};

/// A search from both ends at once, with the heuristic or without.
#[derive(Debug)]
pub(super) struct TwoWay {
    pub(super) is_guided: bool,
}

/// Such a search under way.
#[derive(Default, Debug)]
struct TwoWayRun {
    search: Held<TwoWaySearch>,
    is_guided: bool,
    met_border: bool,
}

impl Engine for TwoWay {
    fn algorithm(&self) -> Algorithm {
        if self.is_guided { Algorithm::TwoWayAStar } else { Algorithm::TwoWayDijkstra }
    }

    fn refuses(&self, view: &View<'_>, question: &Question<'_>) -> Option<Reason> {
        if question.single_goal().is_none() {
            return Some(Reason::TwoWayNeedsOneGoal);
        }
        if view.mover.turn_cost() > Cost::ZERO {
            return Some(Reason::TwoWayMeetsHeadings);
        }
        if self.is_guided && !question.query.estimate.is_admissible() {
            return Some(Reason::HeuristicOverestimates);
        }
        question.wants_nearest().then_some(Reason::TwoWayKnowsNoNearest)
    }

    fn begin(
        &self,
        view: &View<'_>,
        question: &Question<'_>,
        workspace: &mut Workspace,
        observer: Option<&mut dyn Observer>,
    ) -> Box<dyn Run> {
        let is_guided = self.is_guided;
        let ends = question.ends().expect(REFUSED_OTHERWISE);
        let mut run: Box<TwoWayRun> = workspace.take();
        let space = std::mem::take(&mut workspace.search);
        let graph = view.graph_for(question.region, question.restriction);
        let search = with_both(
            view,
            question,
            is_guided,
            |both| watched!(observer, watching => TwoWaySearch::begin(&graph, both, watching, ends, space)),
        );
        *run = TwoWayRun { search: Held(Some(search)), is_guided, met_border: false };
        run
    }
}

/// Hands on the heuristic to the goal and the one from the start.
fn with_both<R>(
    view: &View<'_>,
    question: &Question<'_>,
    is_guided: bool,
    with: impl FnOnce([&dyn Heuristic; 2]) -> R,
) -> R {
    let estimate = if is_guided { question.query.estimate } else { Estimate::Zero };
    view.with_estimate(question.goals(), estimate, Sense::Along, |forward| {
        view.with_estimate(&[question.start()], estimate, Sense::Against, |backward| {
            with([forward, backward])
        })
    })
}

impl TwoWayRun {
    fn go<O: Observer + ?Sized>(
        &mut self,
        view: &View<'_>,
        question: &Question<'_>,
        budget: u64,
        observer: &mut O,
    ) -> bool {
        let search = &mut *self.search;
        let graph = view.graph_for(question.region, question.restriction);
        let has_ended = with_both(view, question, self.is_guided, |both| {
            search.run(&graph, both, observer, budget)
        });
        self.met_border |= graph.met_border();
        has_ended
    }
}

impl Run for TwoWayRun {
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
        let mut ended = self.search.answer_as(view.places_of_nodes());
        // Both ends lie inside the region and steps lead from one to the other: only the region keeps
        // them apart, whichever side of the search ran out of nodes first, if nothing else is closed.
        let is_kept_apart = question.region.is_some() && !question.is_restricted();
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
