//! Paths by the entrances between clusters.

use super::jumps::why_none_here;
use super::{Engine, Held, REFUSED_OTHERWISE, Run};
use crate::algorithm::Algorithm;
use crate::question::Question;
use crate::reason::Reason;
use crate::view::View;
use crate::workspace::Workspace;
use xunlu_index::{
    GroundCell, Hierarchy, HierarchyFileError, HierarchySearch, JumpCosts, JumpEdit, JumpMap,
};
use xunlu_map::{Cell, Cost, Layout, Map, NodeId, Place};
use xunlu_search::{Ended, Found, Limit, Limits, Observer, Outcome, Path};

/// A hierarchy, with what is done with it: whoever makes none, as the playground, carries no code for that.
#[derive(Clone, Debug)]
pub(crate) struct KnownHierarchy {
    pub(crate) hierarchy: Hierarchy,
    begin: fn(ByEntrances, &View<'_>, [GroundCell; 2], &mut Workspace) -> Box<dyn Run>,
    touch: fn(&mut Hierarchy, &JumpEdit),
    repair: fn(&mut Hierarchy, &JumpMap) -> usize,
}

impl KnownHierarchy {
    /// Makes one, by so many threads. Returns `None` if the map is too large.
    pub(crate) fn of_map(map: &JumpMap, costs: JumpCosts, threads: usize) -> Option<Self> {
        Hierarchy::of_map(map, costs, threads).map(KnownHierarchy::new)
    }

    /// Reads one that was saved, by so many threads.
    pub(crate) fn load(
        map: &JumpMap,
        costs: JumpCosts,
        bytes: &[u8],
        threads: usize,
    ) -> Result<Self, HierarchyFileError> {
        Hierarchy::load(map, costs, bytes, threads).map(KnownHierarchy::new)
    }

    fn new(hierarchy: Hierarchy) -> KnownHierarchy {
        let (begin, touch, repair) = (begin, Hierarchy::touch_by, Hierarchy::repair);
        KnownHierarchy { hierarchy, begin, touch, repair }
    }

    /// Notes what an edit of its map changed.
    pub(crate) fn touch(&mut self, edit: &JumpEdit) {
        (self.touch)(&mut self.hierarchy, edit);
    }

    /// Looks anew at what was touched.
    pub(crate) fn repair(&mut self, map: &JumpMap) {
        if self.hierarchy.is_stale() {
            (self.repair)(&mut self.hierarchy, map);
        }
    }
}

/// A search over the hierarchy of a mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ByEntrances {
    /// For a path near the cheapest.
    Near,
    /// For the cheapest.
    Exact,
}

/// Such a search under way. What it expands are entrances and cells of windows: it is not watched.
#[derive(Default, Debug)]
struct EntranceRun {
    search: Held<HierarchySearch>,
    is_out_of_expansions: bool,
}

impl Engine for ByEntrances {
    fn algorithm(&self) -> Algorithm {
        match self {
            ByEntrances::Near => Algorithm::Hierarchy,
            ByEntrances::Exact => Algorithm::HierarchyExact,
        }
    }

    fn refuses(&self, view: &View<'_>, question: &Question<'_>) -> Option<Reason> {
        if !matches!(view.map, Map::Grid(_)) {
            return Some(Reason::MapIsNoGrid);
        }
        let Some(jumps) = view.jumps else { return Some(why_none_here(view)) };
        if jumps.map.is_cut() {
            return Some(Reason::CellsAreOneWay);
        }
        if jumps.map.has_lone_steps() {
            return Some(Reason::EdgesAreJoined);
        }
        if jumps.links.is_some() {
            return Some(Reason::MapHasLinks);
        }
        if view.is_weighted {
            return Some(Reason::GroundIsWeighted);
        }
        if view.hierarchy.is_none() {
            return Some(Reason::HierarchyIsMissing);
        }
        if question.is_restricted() {
            return Some(Reason::JumpsAvoidNothing);
        }
        if question.single_goal().is_none() {
            return Some(Reason::JumpsNeedOneGoal);
        }
        if question.region.is_some() {
            return Some(Reason::JumpsLeaveRegion);
        }
        if *self == ByEntrances::Near && question.limits().cost_max != Cost::MAX {
            return Some(Reason::HierarchyKnowsNoCheapest);
        }
        let knows_no_nearest = question.wants_nearest() && question.limits() != Limits::NONE;
        knows_no_nearest.then_some(Reason::JumpsKnowNoNearest)
    }

    fn begin(
        &self,
        view: &View<'_>,
        question: &Question<'_>,
        workspace: &mut Workspace,
        _observer: Option<&mut dyn Observer>,
    ) -> Box<dyn Run> {
        let map = view.jumps.expect(REFUSED_OTHERWISE).map;
        let ends = question.ends().expect(REFUSED_OTHERWISE);
        let ends = [ends.start, ends.goal].map(|node| cell_of(map.layout(), node));
        let known = view.hierarchy.expect(REFUSED_OTHERWISE);
        (known.begin)(*self, view, ends, workspace)
    }
}

/// Begins a search between two cells.
fn begin(
    how: ByEntrances,
    view: &View<'_>,
    [start, goal]: [GroundCell; 2],
    workspace: &mut Workspace,
) -> Box<dyn Run> {
    let (hierarchy, map) = known(view);
    let mut run: Box<EntranceRun> = workspace.take();
    let space = std::mem::take(&mut workspace.hierarchy);
    let search = HierarchySearch::begin(hierarchy, map, start, goal, space);
    let search = if how == ByEntrances::Exact { search.for_the_cheapest() } else { search };
    *run = EntranceRun { search: Held(Some(search)), is_out_of_expansions: false };
    run
}

/// The hierarchy, and the map that it is of.
fn known<'a>(view: &View<'a>) -> (&'a Hierarchy, &'a JumpMap) {
    let map = view.jumps.expect(REFUSED_OTHERWISE).map;
    (&view.hierarchy.expect(REFUSED_OTHERWISE).hierarchy, map)
}

/// The cell of a node, counted with the border around the map.
fn cell_of(layout: &Layout, node: NodeId) -> GroundCell {
    GroundCell::new(node.0 % layout.stride(), node.0 / layout.stride())
}

/// The place of a cell that is counted with the border.
fn place_of(layout: &Layout, cell: GroundCell) -> Place {
    let min = layout.bounds().min;
    let along = |from: i32, by: u32| from.wrapping_add_unsigned(by).wrapping_sub(1);
    Place::Cell(Cell::new(along(min.x, cell.x), along(min.y, cell.y)))
}

impl EntranceRun {
    /// The places of the path that are settled, all of them once the search has ended.
    fn places(&self, map: &JumpMap) -> Vec<Place> {
        self.search.cells().iter().map(|&cell| place_of(map.layout(), cell)).collect()
    }
}

impl Run for EntranceRun {
    fn advance(
        &mut self,
        view: &View<'_>,
        question: &Question<'_>,
        budget: u64,
        _observer: Option<&mut dyn Observer>,
    ) -> bool {
        let (hierarchy, map) = known(view);
        let search = &mut *self.search;
        let left = question.limits().expansions_max.saturating_sub(search.expansions());
        if search.run(hierarchy, map, budget.min(left)) {
            return true;
        }
        if left > budget {
            return false;
        }
        self.is_out_of_expansions = !search.cut_short(hierarchy);
        true
    }

    fn settle(
        &mut self,
        view: &View<'_>,
        question: &Question<'_>,
        places: usize,
        budget: u64,
    ) -> Vec<Place> {
        let (hierarchy, map) = known(view);
        let left = question.limits().expansions_max.saturating_sub(self.search.expansions());
        self.search.settle(hierarchy, map, budget.min(left), places);
        self.places(map)
    }

    fn expansions(&self) -> u64 {
        self.search.expansions()
    }

    fn is_good_for(&self, view: &View<'_>) -> bool {
        view.hierarchy.is_some()
    }

    fn ended(&self, view: &View<'_>, question: &Question<'_>) -> Ended<Place> {
        let (hierarchy, map) = known(view);
        let search = &*self.search;
        let outcome = match search.cost() {
            _ if self.is_out_of_expansions => Outcome::GaveUp(Limit::Expansions),
            // Only the cheapest path is asked whether it keeps to a limit.
            Some(cost) if Cost(cost) > question.limits().cost_max => Outcome::GaveUp(Limit::Cost),
            Some(cost) => {
                let places = self.places(map);
                let lower_bound = Cost(search.lower_bound(hierarchy));
                Outcome::Found(Found { path: Path { places, cost: Cost(cost) }, lower_bound })
            }
            // Components know that there is a path.
            None => Outcome::GaveUp(Limit::CostTooLarge),
        };
        Ended { outcome, expansions: search.expansions(), nearest: None }
    }

    fn give_back(mut self: Box<Self>, workspace: &mut Workspace) {
        if let Some(search) = self.search.0.take() {
            workspace.hierarchy = search.into_space();
        }
        workspace.keep(self);
    }
}
