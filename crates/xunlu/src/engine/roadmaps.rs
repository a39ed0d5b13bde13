//! Paths that are looked up in a roadmap.

use super::{Engine, REFUSED_OTHERWISE, Run};
use crate::algorithm::Algorithm;
use crate::map_roadmap::Looking;
use crate::question::Question;
use crate::reason::Reason;
use crate::view::View;
use crate::workspace::Workspace;
use std::fmt;
use xunlu_map::{Cost, Place};
use xunlu_search::{Ended, Estimate, Found, Limit, Limits, Observer, Outcome, Path, Ties};

/// A look into the roadmap of a mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LookUp;

/// Such a look. Nothing is expanded, so there is nothing to be watched.
#[derive(Default)]
struct LookUpRun {
    space: Looking,
    // None until it was looked.
    found: Option<Result<Cost, Missed>>,
}

/// Why no path was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Missed {
    Nothing,
    Limit(Limit),
}

impl Engine for LookUp {
    fn algorithm(&self) -> Algorithm {
        Algorithm::Roadmap
    }

    fn refuses(&self, view: &View<'_>, question: &Question<'_>) -> Option<Reason> {
        let is_chosen = !question.names_algorithm();
        // Of those among which the world chooses, the next ones will say what else there is.
        if is_chosen && view.roadmap.is_none() {
            return Some(view.why_no_roadmap());
        }
        if is_chosen && question.query.estimate != Estimate::Auto {
            return Some(Reason::HeuristicIsChosen);
        }
        if is_chosen && question.query.ties != Ties::NearGoal {
            return Some(Reason::TiesAreChosen);
        }
        let Some(roadmap) = view.roadmap else { return Some(view.why_no_roadmap()) };
        let is_of_cells = !roadmap.is_of_waypoints();
        if question.is_restricted() {
            return Some(Reason::JumpsAvoidNothing);
        }
        // Of several waypoints the nearest is looked up.
        if question.single_goal().is_none() && (is_of_cells || question.is_away()) {
            return Some(Reason::JumpsNeedOneGoal);
        }
        if question.region.is_some() {
            return Some(Reason::JumpsLeaveRegion);
        }
        let knows_no_nearest = question.wants_nearest() && question.limits() != Limits::NONE;
        knows_no_nearest.then_some(Reason::JumpsKnowNoNearest)
    }

    fn merit(&self, _view: &View<'_>, _question: &Question<'_>) -> Option<Reason> {
        Some(Reason::RoadmapIsThere)
    }

    fn begin(
        &self,
        _view: &View<'_>,
        _question: &Question<'_>,
        workspace: &mut Workspace,
        _observer: Option<&mut dyn Observer>,
    ) -> Box<dyn Run> {
        let mut run: Box<LookUpRun> = workspace.take();
        *run = LookUpRun { space: std::mem::take(&mut workspace.roadmap), found: None };
        run
    }
}

/// Whether steps lead from the start to any goal.
fn leads_to_any(view: &View<'_>, question: &Question<'_>) -> bool {
    let mut goals = question.goals().iter();
    goals.any(|&goal| view.components.may_reach(question.start(), goal))
}

// Not all that it knows: through `dyn Run` every build would carry the code that prints it.
impl fmt::Debug for LookUpRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LookUpRun").field("found", &self.found).finish_non_exhaustive()
    }
}

impl Run for LookUpRun {
    fn advance(
        &mut self,
        view: &View<'_>,
        question: &Question<'_>,
        _budget: u64,
        _observer: Option<&mut dyn Observer>,
    ) -> bool {
        let roadmap = view.roadmap.expect(REFUSED_OTHERWISE);
        let (start, limits) = (question.start(), question.limits());
        let goal = question.single_goal();
        let goal = goal.or_else(|| roadmap.nearest(start, question.goals(), &mut self.space));
        self.found = Some(if limits.expansions_max == 0 {
            Err(Missed::Limit(Limit::Expansions))
        } else {
            match goal.and_then(|goal| roadmap.look_up(start, goal, &mut self.space)) {
                // All is known, but for what costs too much to say.
                None if roadmap.may_miss_costs() && leads_to_any(view, question) => {
                    Err(Missed::Limit(Limit::CostTooLarge))
                }
                None => Err(Missed::Nothing),
                Some(cost) if cost > limits.cost_max => Err(Missed::Limit(Limit::Cost)),
                Some(cost) => Ok(cost),
            }
        });
        true
    }

    fn expansions(&self) -> u64 {
        0
    }

    fn is_good_for(&self, view: &View<'_>) -> bool {
        view.roadmap.is_some()
    }

    fn ended(&self, view: &View<'_>, _question: &Question<'_>) -> Ended<Place> {
        let roadmap = view.roadmap.expect(REFUSED_OTHERWISE);
        let outcome = match self.found.expect("it is asked what came of it once it has ended") {
            Ok(cost) => {
                let places = roadmap.places(view.map, &self.space);
                Outcome::Found(Found { path: Path { places, cost }, lower_bound: cost })
            }
            Err(Missed::Nothing) => Outcome::Unreachable,
            Err(Missed::Limit(limit)) => Outcome::GaveUp(limit),
        };
        Ended { outcome, expansions: 0, nearest: None }
    }

    fn give_back(mut self: Box<Self>, workspace: &mut Workspace) {
        workspace.roadmap = std::mem::take(&mut self.space);
        workspace.keep(self);
    }
}
