//! Searches over jumps: on ground of one price, with an index of it, and on weighted ground.

use super::{Engine, Held, Run, hex_jumps, watched};
use crate::algorithm::Algorithm;
use crate::ledges::Ledges;
use crate::question::Question;
use crate::reason::Reason;
use crate::view::{View, lies_in};
use crate::workspace::Workspace;
use xunlu_index::{CostMisfit, JumpCosts, JumpMap, JumpSearch, Jumps};
use xunlu_map::{Cost, Footprint, Grid, LayerCell, Map, NodeId, Place, StepRule};
use xunlu_search::{Ended, Estimate, Limits, Observer, Ties, rects_around};

/// Where no algorithm is named, jumps are taken on weighted ground while the prices make at most so many
/// of a hundred cells jump points: for four neighbours, whose jumps are shorter, and for eight.
///
/// PERF: with four, 39 in a hundred took 1.09 times what A\* takes, 47 took 0.99 and 52 took 1.43; with
/// eight, 47 took 0.90, 52 took 0.81 and 57 took 1.39 (`record/jumps.md`).
const WEIGHTED_PERCENT_MAX: [u32; 2] = [45, 55];

/// The same while at most so many of a hundred cells are one-way, or these are few anyway.
///
/// PERF: microseconds a question of `jps`, of `jps-index` and of A\* with 1,000 such cells, 2 in a hundred,
/// 492, 290 and 1,206 on brc202d, and with 4,000, 9 in a hundred, 1,452, 1,862 and 1,467. On AR0602SR, where
/// 4,000 are 6 in a hundred, an index would still be three times as fast (`record/jumps.md`).
const CUT_OUT_PERCENT_MAX: u32 = 4;
const CUT_OUT_ANYWAY: u32 = 64;

/// A search over jumps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Jumping {
    /// On uniform ground.
    Plain,
    /// The same with an index.
    Indexed,
    /// On ground of several prices.
    Weighted,
}

/// Such a search under way.
#[derive(Default, Debug)]
struct JumpRun {
    search: Held<JumpSearch>,
    asks_index: bool,
}

impl Engine for Jumping {
    fn algorithm(&self) -> Algorithm {
        match self {
            Jumping::Plain => Algorithm::JumpPoints,
            Jumping::Indexed => Algorithm::JumpIndex,
            Jumping::Weighted => Algorithm::JumpWeighted,
        }
    }

    fn refuses(&self, view: &View<'_>, question: &Question<'_>) -> Option<Reason> {
        let is_chosen = !question.names_algorithm();
        // Of those among which the world chooses, the next ones will say what else there is.
        if is_chosen && *self == Jumping::Indexed && !view.has_index() {
            return Some(Reason::IndexIsMissing);
        }
        if is_chosen && question.query.estimate != Estimate::Auto {
            return Some(Reason::HeuristicIsChosen);
        }
        if is_chosen && question.query.ties != Ties::NearGoal {
            return Some(Reason::TiesAreChosen);
        }
        if let Some(jumps) = view.hex_jumps {
            return hex_jumps::refuses(*self, jumps, question);
        }
        if view.jumps.is_none() {
            return Some(why_none_here(view));
        }
        let Some(jumps) = view.jumps_for(question.restriction) else {
            return Some(Reason::JumpsAvoidNothing);
        };
        let are_many = |map: &JumpMap| {
            map.cut_out_count() > CUT_OUT_ANYWAY && map.cut_out_percent() > CUT_OUT_PERCENT_MAX
        };
        if is_chosen && jumps.map.is_cut() && are_many(jumps.map) {
            return Some(Reason::CellsAreOneWay);
        }
        if question.single_goal().is_none() {
            let are_few = !question.is_away() && suit(view, question, jumps.map);
            if question.is_restricted() || !are_few {
                return Some(Reason::JumpsNeedOneGoal);
            }
        }
        let region = question.region;
        let suits_region = |region| jumps.map.suits_region(region) && !question.is_restricted();
        if region.is_some_and(|region| !suits_region(region)) {
            return Some(Reason::JumpsLeaveRegion);
        }
        let has_limits = question.limits() != Limits::NONE || question.is_restricted();
        let may_miss = question.wants_nearest() && (has_limits || region.is_some());
        if may_miss && !know_nearest(jumps, question) {
            return Some(Reason::JumpsKnowNoNearest);
        }
        match (self, view.is_weighted) {
            (Jumping::Weighted, false) => Some(Reason::GroundIsUniform),
            (Jumping::Weighted, true) => {
                let [four, eight] = WEIGHTED_PERCENT_MAX;
                let most = if *view.mover.rule() == StepRule::Four { four } else { eight };
                let changes_often = jumps.map.weighted_percent() > most;
                (is_chosen && changes_often).then_some(Reason::PricesChangeOften)
            }
            (Jumping::Plain | Jumping::Indexed, true) => Some(Reason::GroundIsWeighted),
            (Jumping::Indexed, false) => {
                let has_index = jumps.index.is_some() || jumps.bounds.is_some();
                (!has_index).then_some(Reason::IndexIsMissing)
            }
            (Jumping::Plain, false) => None,
        }
    }

    fn merit(&self, _view: &View<'_>, _question: &Question<'_>) -> Option<Reason> {
        Some(match self {
            Jumping::Indexed => Reason::IndexIsThere,
            Jumping::Weighted => Reason::GroundIsPatchy,
            Jumping::Plain => Reason::GroundIsUniform,
        })
    }

    fn begin(
        &self,
        view: &View<'_>,
        question: &Question<'_>,
        workspace: &mut Workspace,
        observer: Option<&mut dyn Observer>,
    ) -> Box<dyn Run> {
        let asks_index = *self == Jumping::Indexed;
        if view.hex_jumps.is_some() {
            return hex_jumps::begin(view, (question, asks_index), workspace, observer);
        }
        let jumps = jumps_on(view, question, asks_index);
        let mut run: Box<JumpRun> = workspace.take();
        let space = workspace.jumps.take().unwrap_or_default();
        let search = match question.ends() {
            Some(ends) => {
                watched!(observer, watching => JumpSearch::begin(jumps, watching, ends, space))
            }
            None => {
                let (start, limits) = (question.start(), question.limits());
                let (ends, onward) =
                    ((start, question.goals()), view.components.onward_from(start));
                let out_of_reach = |node| !onward.leads_to(view.components, node);
                watched!(observer, watching =>
                    JumpSearch::begin_any(jumps, watching, ends, out_of_reach, limits, space))
            }
        };
        let aims = question.toward.as_ref().map_or(question.goals(), std::slice::from_ref);
        let search = match view.map {
            Map::Grid(grid) if question.wants_nearest() && know_nearest(jumps, question) => {
                search.wanting_nearest(jumps.map, rects_of(grid, aims))
            }
            _ => search,
        };
        *run = JumpRun { search: Held(Some(search)), asks_index };
        run
    }
}

/// Whether a search over jumps finds the place nearest to the goal, by the estimate that A\* goes by.
fn know_nearest(jumps: Jumps<'_>, question: &Question<'_>) -> bool {
    jumps.map.knows_nearest(jumps) && question.query.estimate == Estimate::Auto
}

/// The rectangles that an estimate takes goals for, each by its first and its last cell.
fn rects_of<'a>(
    grid: &'a Grid,
    goals: &'a [NodeId],
) -> impl Iterator<Item = [NodeId; 2]> + use<'a> {
    let layout = grid.layout();
    let rects = rects_around(goals.iter().map(|goal| layout.cell_of(goal.0)));
    let node = |cell| layout.index_of(cell).map(NodeId);
    rects.filter_map(move |rect| Some([node(rect.min)?, node(rect.max()?)?]))
}

/// Whether a search over jumps should look for the goals of a question, those in its region.
fn suit(view: &View<'_>, question: &Question<'_>, map: &JumpMap) -> bool {
    match question.region {
        Some(region) => {
            let goals = question.goals().iter().copied();
            let within = goals.filter(|&goal| lies_in(view.map, region, goal));
            map.suits_goals(&within.collect::<Vec<_>>())
        }
        None => map.suits_goals(question.goals()),
    }
}

/// Why nobody like this mover jumps on this map, of several reasons the first.
pub(super) fn why_none_here(view: &View<'_>) -> Reason {
    let grids = match view.map {
        Map::Grid(_) | Map::Layers(_) => view.map.grids(),
        Map::Hex(grid) => return hex_jumps::why_none_on(grid, view),
        Map::Waypoints(_) => return Reason::MapIsNoGrid,
    };
    if !JumpMap::suits_layers(grids.iter().map(Grid::layout).copied()) {
        return Reason::MapIsNoGrid;
    }
    let is_large = view.mover.footprint() != Footprint::ONE;
    if is_large && grids.iter().any(|grid| grid.wrap().is_any()) {
        return Reason::EdgesAreJoined;
    }
    if Ledges::are_too_many(view.map) {
        return Reason::CellsAreOneWay;
    }
    if view.mover.turn_cost() > Cost::ZERO {
        return Reason::TurnsCost;
    }
    if !matches!(view.mover.rule(), StepRule::Four | StepRule::Eight(_)) {
        return Reason::StepsAreNotToNeighbours;
    }
    match JumpCosts::misfit(grids, view.mover) {
        Some(CostMisfit::Proportion) => Reason::DiagonalOutOfProportion,
        Some(CostMisfit::Size) => Reason::CostsTooLarge,
        None => Reason::TooManyPriceSets,
    }
}

/// What a search goes over, with its index or as if there were none.
fn jumps_on<'a>(view: &View<'a>, question: &Question<'a>, asks_index: bool) -> Jumps<'a> {
    let jumps = view
        .jumps_for(question.restriction)
        .expect("jumps are begun and carried on where there are some");
    let (index, bounds) = (jumps.index, jumps.bounds);
    let (index, bounds) = if asks_index { (index, bounds) } else { (None, None) };
    Jumps { index, bounds, within: question.region, ..jumps }
}

/// What the places of a map are called.
fn places_on(map: &Map) -> impl Fn(LayerCell) -> Place + use<> {
    let has_layers = matches!(map, Map::Layers(_));
    move |at| if has_layers { Place::LayerCell(at) } else { Place::Cell(at.cell) }
}

impl Run for JumpRun {
    fn advance(
        &mut self,
        view: &View<'_>,
        question: &Question<'_>,
        budget: u64,
        observer: Option<&mut dyn Observer>,
    ) -> bool {
        let jumps = jumps_on(view, question, self.asks_index);
        let search = &mut *self.search;
        let before = search.expansions();
        let has_ended = watched!(observer, watching => search.run(jumps, watching, budget));
        let index = jumps.index.or(jumps.bounds.map(|(index, _)| index));
        let after = search.expansions();
        let Some(index) = index else {
            view.usage.add_without_index(before, after);
            return has_ended;
        };
        // Within walls that the map does not know runs are of no use.
        if jumps.index.is_some() && jumps.within.is_none() && !index.knows_runs() {
            view.usage.add_without_runs(before, after);
        }
        if has_ended && !index.is_sharp() {
            view.usage.add_aside(search.expansions_aside());
        }
        has_ended
    }

    fn expansions(&self) -> u64 {
        self.search.expansions()
    }

    fn is_good_for(&self, view: &View<'_>) -> bool {
        (!self.asks_index || view.has_index())
            && view.jumps.is_some_and(|jumps| self.search.is_on(jumps))
    }

    fn ended(&self, view: &View<'_>, question: &Question<'_>) -> Ended<Place> {
        let jumps = jumps_on(view, question, self.asks_index);
        self.search.answer_as(jumps.map, places_on(view.map))
    }

    fn ended_for(
        &self,
        view: &View<'_>,
        question: &Question<'_>,
        other: &Question<'_>,
    ) -> Option<Ended<Place>> {
        let jumps = jumps_on(view, question, self.asks_index);
        match view.jumps_for(other.restriction) {
            // In another order its steps may leave a region.
            Some(walled) if !view.is_weighted && other.region.is_none() => {
                self.search.answer_clear_of(jumps.map, walled.map, places_on(view.map))
            }
            _ => view.if_clear(self.ended(view, question), other),
        }
    }

    fn give_back(mut self: Box<Self>, workspace: &mut Workspace) {
        if let Some(search) = self.search.0.take() {
            workspace.jumps = Some(search.into_space());
        }
        workspace.keep(self);
    }
}
