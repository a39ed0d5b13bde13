//! Searches where turning costs something and A\* was not asked for by its name.

use super::one_way::tell_of_region;
use super::{Held, Run, watched};
use crate::question::Question;
use crate::view::View;
use crate::workspace::Workspace;
use xunlu_map::{Cost, Map, Place, StepRule};
use xunlu_search::{Ended, Estimate, Graph, Observer, Sense, Ties, TurningSearch};

/// Such a search under way.
#[derive(Default, Debug)]
struct TurningRun {
    search: Held<TurningSearch>,
    met_border: bool,
}

/// Whether a question is one for them: not where A\* was named, of which everybody knows what it looks at,
/// where what steps cost with their turns is looked at by others, where a turn that leads nowhere could cost
/// more than the limit, and count as a path that was lost, or where two steps have one heading.
pub(super) fn turns_apart(view: &View<'_>, question: &Question<'_>) -> bool {
    let is_usual =
        question.query.estimate == Estimate::Auto && question.query.ties == Ties::NearGoal;
    let is_free = is_usual && !question.names_algorithm();
    let is_free = is_free && !question.is_restricted() && !question.wants_nearest();
    let has_limit = question.limits().cost_max < Cost::MAX;
    let is_by_headings = !matches!(view.mover.rule(), StepRule::Offsets(_));
    is_free && !has_limit && is_by_headings && view.graph().turns().is_some()
}

/// Begins one.
///
/// # Panics
/// When turns cost nothing.
pub(super) fn begin_turning(
    view: &View<'_>,
    question: &Question<'_>,
    workspace: &mut Workspace,
) -> Box<dyn Run> {
    let turns = view.graph().turns().expect("asked before");
    let graph = (turns, view.place_graph().node_count());
    let ends = (question.start, question.goals());
    let space = std::mem::take(&mut workspace.turning);
    let mut run: Box<TurningRun> = workspace.take();
    let search = TurningSearch::begin(graph, ends, question.limits(), space);
    *run = TurningRun { search: Held(Some(search)), met_border: false };
    run
}

impl TurningRun {
    fn go<O: Observer + ?Sized>(
        &mut self,
        view: &View<'_>,
        question: &Question<'_>,
        budget: u64,
        observer: &mut O,
    ) -> bool {
        if let Some(has_ended) = run_plain(&mut self.search, view, question, budget, observer) {
            return has_ended;
        }
        let graph = view.graph_for(question.region, question.restriction);
        let turns = self.search.turns();
        let has_ended = view.with_turns_ahead(question.goals(), |heuristic| {
            let estimate = |place, heading| heuristic.estimate(turns.node_in(place, heading));
            self.search.run(&graph, &estimate, observer, budget)
        });
        self.met_border |= graph.met_border();
        has_ended
    }
}

/// Carries on by a loop made for grids on which nothing is special. Returns `None`, with nothing done, where
/// there is none.
fn run_plain<O: Observer + ?Sized>(
    search: &mut TurningSearch,
    view: &View<'_>,
    question: &Question<'_>,
    budget: u64,
    observer: &mut O,
) -> Option<bool> {
    // In WASM bytes count.
    if question.region.is_some() || cfg!(target_arch = "wasm32") {
        return None;
    }
    let plain = view.place_graph().plain()?;
    let Map::Grid(grid) = view.map else { return None };
    let to_goal = view.grid_heuristic(grid, question.goals(), Estimate::Auto, Sense::Along);
    let ahead = to_goal.with_turns(view.mover.turn_cost())?;
    Some(search.run_plain(&plain, &|place, heading| ahead.at(place, heading), observer, budget))
}

impl Run for TurningRun {
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
        let mut ended = self.search.answer_as(|place| view.map.place_of(place));
        tell_of_region(&mut ended, question, self.met_border);
        ended
    }

    fn give_back(mut self: Box<Self>, workspace: &mut Workspace) {
        if let Some(search) = self.search.0.take() {
            workspace.turning = search.into_space();
        }
        workspace.keep(self);
    }
}
