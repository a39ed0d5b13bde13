//! Paths that are looked up in a roadmap.

use super::jumps::why_none_here;
use super::{Engine, REFUSED_OTHERWISE, Run};
use crate::algorithm::Algorithm;
use crate::question::Question;
use crate::reason::Reason;
use crate::view::View;
use crate::workspace::Workspace;
use std::fmt;
use xunlu_index::RoadmapSpace;
use xunlu_map::{Cost, Place};
use xunlu_search::{Ended, Estimate, Found, Limit, Limits, Observer, Outcome, Path, Ties};

/// A look into the roadmap of a mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LookUp;

/// Such a look. Nothing is expanded, so there is nothing to be watched.
#[derive(Default)]
struct LookUpRun {
    space: RoadmapSpace,
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
        if view.jumps.is_none() {
            return Some(why_none_here(view));
        }
        if view.is_weighted {
            return Some(Reason::GroundIsWeighted);
        }
        if view.roadmap.is_none() {
            return Some(view.why_no_roadmap());
        }
        if question.is_restricted() {
            return Some(Reason::JumpsAvoidNothing);
        }
        if question.single_goal().is_none() {
            return Some(Reason::JumpsNeedOneGoal);
        }
        if question.query.region.is_some() {
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
        let ends = question.ends().expect(REFUSED_OTHERWISE);
        self.found = Some(if ends.limits.expansions_max == 0 {
            Err(Missed::Limit(Limit::Expansions))
        } else {
            match roadmap.look_up(ends.start, ends.goal, &mut self.space) {
                None => Err(Missed::Nothing),
                Some(cost) if cost > ends.limits.cost_max => Err(Missed::Limit(Limit::Cost)),
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
                let places = roadmap.places(&self.space, Place::Cell);
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
