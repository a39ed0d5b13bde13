//! Searches over jumps on hexes of one price.

use super::jumps::Jumping;
use super::{REFUSED_OTHERWISE, Run, watched};
use crate::question::Question;
use crate::reason::Reason;
use crate::view::View;
use crate::workspace::Workspace;
use std::fmt;
use xunlu_index::{HexJumpSearch, HexJumps};
use xunlu_map::{Cost, HexGrid, Place, StepRule};
use xunlu_search::{Ended, Limits, Observer};

/// A search under way.
#[derive(Default)]
struct HexJumpRun {
    // None only while it lies in the workspace.
    search: Option<HexJumpSearch>,
}

/// What keeps jumps from answering a question where there are some.
pub(super) fn refuses(jumping: Jumping, question: &Question<'_>) -> Option<Reason> {
    match jumping {
        Jumping::Plain => (),
        Jumping::Indexed => return Some(Reason::IndexIsMissing),
        Jumping::Weighted => return Some(Reason::GroundIsUniform),
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
    let knows_none = question.wants_nearest() && question.limits() != Limits::NONE;
    knows_none.then_some(Reason::JumpsKnowNoNearest)
}

/// Why nobody like this mover jumps on these hexes, of several reasons the first.
pub(super) fn why_none_on(grid: &HexGrid, view: &View<'_>) -> Reason {
    if grid.ground().exits().is_some() {
        return Reason::CellsAreOneWay;
    }
    if view.mover.turn_cost() > Cost::ZERO {
        return Reason::TurnsCost;
    }
    if *view.mover.rule() != StepRule::Hex {
        return Reason::StepsAreNotToNeighbours;
    }
    if HexJumps::step_of(grid, view.mover).is_some() {
        Reason::MapHasLinks
    } else {
        Reason::MapIsNoGrid
    }
}

/// Begins a search that was not refused.
pub(super) fn begin(
    jumps: HexJumps<'_>,
    question: &Question<'_>,
    workspace: &mut Workspace,
    observer: Option<&mut dyn Observer>,
) -> Box<dyn Run> {
    let mut run: Box<HexJumpRun> = workspace.take();
    let space = std::mem::take(&mut workspace.hex_jumps);
    let ends = question.ends().expect(REFUSED_OTHERWISE);
    let search = watched!(observer, watching => HexJumpSearch::begin(jumps, watching, ends, space));
    run.search = Some(search);
    run
}

/// Why a run can be asked about its search.
const HELD: &str = "a run has its search until it is given back";

impl fmt::Debug for HexJumpRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HexJumpRun").field("expansions", &self.expansions()).finish_non_exhaustive()
    }
}

impl HexJumpRun {
    fn search(&self) -> &HexJumpSearch {
        self.search.as_ref().expect(HELD)
    }
}

impl Run for HexJumpRun {
    fn advance(
        &mut self,
        view: &View<'_>,
        _question: &Question<'_>,
        budget: u64,
        observer: Option<&mut dyn Observer>,
    ) -> bool {
        let jumps = view.hex_jumps.expect(REFUSED_OTHERWISE);
        let search = self.search.as_mut().expect(HELD);
        watched!(observer, watching => search.run(jumps, watching, budget))
    }

    fn expansions(&self) -> u64 {
        self.search().expansions()
    }

    fn is_good_for(&self, view: &View<'_>) -> bool {
        view.hex_jumps.is_some_and(|jumps| self.search().is_on(jumps))
    }

    fn ended(&self, view: &View<'_>, _question: &Question<'_>) -> Ended<Place> {
        let jumps = view.hex_jumps.expect(REFUSED_OTHERWISE);
        self.search().answer_as(jumps, |node| view.map.place_of(node))
    }

    fn ended_for(
        &self,
        view: &View<'_>,
        question: &Question<'_>,
        other: &Question<'_>,
    ) -> Option<Ended<Place>> {
        view.if_clear(self.ended(view, question), other)
    }

    fn give_back(mut self: Box<Self>, workspace: &mut Workspace) {
        if let Some(search) = self.search.take() {
            workspace.hex_jumps = search.into_space();
        }
        workspace.keep(self);
    }
}
