//! Searches over jumps on hexes of one price.

use super::jumps::Jumping;
use super::{Held, REFUSED_OTHERWISE, Run, watched};
use crate::question::Question;
use crate::reason::Reason;
use crate::view::View;
use crate::workspace::Workspace;
use xunlu_index::{HexJumpSearch, HexJumps, HexLandmarks};
use xunlu_map::{Cost, HexGrid, Place, StepRule};
use xunlu_search::{Ended, Limits, Observer};

/// A search under way.
#[derive(Default, Debug)]
struct HexJumpRun {
    search: Held<HexJumpSearch>,
    asks_index: bool,
}

/// What keeps jumps from answering a question where there are some.
pub(super) fn refuses(
    jumping: Jumping,
    jumps: HexJumps<'_>,
    question: &Question<'_>,
) -> Option<Reason> {
    if question.is_restricted() {
        return Some(Reason::JumpsAvoidNothing);
    }
    if question.is_away() || !jumps.map.suits_goals(question.goals()) {
        return Some(Reason::JumpsNeedOneGoal);
    }
    if question.region.is_some() {
        return Some(Reason::JumpsLeaveRegion);
    }
    if question.wants_nearest() && question.limits() != Limits::NONE {
        return Some(Reason::JumpsKnowNoNearest);
    }
    match jumping {
        Jumping::Plain => None,
        Jumping::Indexed if jumps.landmarks.is_some() => None,
        Jumping::Indexed => Some(Reason::IndexIsMissing),
        Jumping::Weighted => Some(Reason::GroundIsUniform),
    }
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
    match HexJumps::price_of(grid, view.mover) {
        None => Reason::MapIsNoGrid,
        Some(_) => Reason::CostsTooLarge,
    }
}

/// Begins a search that was not refused.
pub(super) fn begin(
    view: &View<'_>,
    (question, asks_index): (&Question<'_>, bool),
    workspace: &mut Workspace,
    observer: Option<&mut dyn Observer>,
) -> Box<dyn Run> {
    let mut run: Box<HexJumpRun> = workspace.take();
    let space = std::mem::take(&mut workspace.hex_jumps);
    let (ends, limits) = ((question.start(), question.goals()), question.limits());
    let jumps = jumps_on(view, asks_index);
    let search = watched!(observer, watching =>
        HexJumpSearch::begin_any(jumps, watching, ends, limits, space));
    *run = HexJumpRun { search: Held(Some(search)), asks_index };
    run
}

/// What a search goes over, by landmarks or as if there were none.
fn jumps_on<'a>(view: &View<'a>, asks_index: bool) -> HexJumps<'a> {
    let jumps = view.hex_jumps.expect(REFUSED_OTHERWISE);
    HexJumps { landmarks: jumps.landmarks.filter(|_| asks_index), ..jumps }
}

impl Run for HexJumpRun {
    fn advance(
        &mut self,
        view: &View<'_>,
        _question: &Question<'_>,
        budget: u64,
        observer: Option<&mut dyn Observer>,
    ) -> bool {
        let jumps = jumps_on(view, self.asks_index);
        let search = &mut *self.search;
        let has_ended = watched!(observer, watching => search.run(jumps, watching, budget));
        if has_ended && jumps.landmarks.is_none_or(HexLandmarks::are_worn) {
            view.usage.add_aside(search.expansions_aside());
        }
        has_ended
    }

    fn expansions(&self) -> u64 {
        self.search.expansions()
    }

    fn is_good_for(&self, view: &View<'_>) -> bool {
        view.hex_jumps.is_some_and(|jumps| self.search.is_on(jumps))
    }

    fn ended(&self, view: &View<'_>, _question: &Question<'_>) -> Ended<Place> {
        let jumps = jumps_on(view, self.asks_index);
        self.search.answer_as(jumps, Place::Hex)
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
        if let Some(search) = self.search.0.take() {
            workspace.hex_jumps = search.into_space();
        }
        workspace.keep(self);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Algorithm, MoverId, Query, World};
    use xunlu_map::{Hex, HexArrangement, Mover, Rect, Size, Terrain};

    /// Why whoever answers does, where plain jumps were to.
    fn reason(grid: &HexGrid, mover: Mover, query: &Query) -> (Algorithm, Reason) {
        let world = World::with_mover(grid.clone(), mover).unwrap();
        let answer = world.find(query, &mut Workspace::new()).unwrap();
        (answer.choice.algorithm, answer.choice.reason)
    }

    #[test]
    fn who_cannot_jump_over_hexes_is_told_why() {
        let open = HexGrid::new(HexArrangement::OddR, Size::new(9, 9)).unwrap();
        let asked = || Query::between(Hex::new(0, 0), Hex::new(3, 4));
        let of = |text: &str| text.parse::<HexGrid>().unwrap();
        let near = || Query::between(Hex::new(0, 0), Hex::new(2, 0));
        let hex = || Mover::hex().build().unwrap();
        let by = |algorithm| asked().algorithm(algorithm);
        let mut swamp = open.clone();
        swamp.set(Hex::new(1, 1), Terrain(3)).unwrap();
        let pays = Mover::hex().price(Terrain(3), 2.0).build().unwrap();
        let turns = Mover::hex().turn_cost(Cost(5)).build().unwrap();
        let jumps = |reason| (Algorithm::JumpPoints, reason);
        let cells = |reason| (Algorithm::AStar, reason);
        let goals =
            Query::to(Hex::new(0, 0), crate::Goal::any_of([Hex::new(3, 4), Hex::new(8, 0)]));
        let at = xunlu_map::Cell::new;
        let region = Rect::new(at(0, 0), Size::new(9, 9));
        // Round the wall the way is shorter outside.
        let strip = Rect::new(at(0, 0), Size::new(9, 5));
        let mut walled = open.clone();
        walled.fill(Rect::new(at(0, 3), Size::new(7, 1)), Terrain::WALL).unwrap();
        for (told, expected) in [
            (reason(&open, hex(), &asked()), jumps(Reason::GroundIsUniform)),
            (reason(&open, hex(), &by(Algorithm::JumpIndex)), jumps(Reason::IndexIsMissing)),
            (reason(&open, hex(), &by(Algorithm::JumpWeighted)), jumps(Reason::GroundIsUniform)),
            (reason(&open, hex(), &by(Algorithm::Hierarchy)), jumps(Reason::MapIsNoGrid)),
            (reason(&open, hex(), &asked().within(region)), jumps(Reason::GroundIsUniform)),
            (reason(&walled, hex(), &asked().within(strip)), cells(Reason::JumpsLeaveRegion)),
            (reason(&open, hex(), &goals), jumps(Reason::GroundIsUniform)),
            (reason(&swamp, pays, &asked()), cells(Reason::MapIsNoGrid)),
            (reason(&open, turns, &asked()), cells(Reason::TurnsCost)),
            (
                reason(&of("@hex odd-r\n@exits E at 0,0\n. . ."), hex(), &near()),
                cells(Reason::CellsAreOneWay),
            ),
            (
                reason(&of("@hex odd-r\n@link 0,0 -> 2,0\n. . ."), hex(), &near()),
                jumps(Reason::GroundIsUniform),
            ),
        ] {
            assert_eq!(told, expected);
        }
        let mut indexed = World::with_mover(open, hex()).unwrap();
        assert!(indexed.build_index(MoverId::FIRST).unwrap());
        let answer = indexed.find(&asked(), &mut Workspace::new()).unwrap();
        let told = (answer.choice.algorithm, answer.choice.reason);
        assert_eq!(told, (Algorithm::JumpIndex, Reason::IndexIsThere));
    }
}
