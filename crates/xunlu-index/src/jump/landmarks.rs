//! Landmarks: cells from which the cost to all jump points is known.
//!
//! By the triangle inequality no path from one place to another costs less than their costs from a landmark
//! differ by. If one of the two lies on a cheapest path from the landmark to the other, that bound is exact,
//! walls and all, where the straight-line distance knows nothing of walls: so a search with landmarks hardly
//! leaves the path that it will find. After Goldberg and Harrelson (2005, "Computing the shortest path: A*
//! search meets graph theory"); Sturtevant et al. (2009) call them differential heuristics on grids.
//!
//! Costs are kept for jump points and for no other cells. Those of the goal follow from the jump points that
//! are its successors.
//!
//! Where few stairs join layers, the first stand at these; where more do, the costs from these are kept
//! beside those from landmarks ([`Stairs`]).
//!
//! Edits leave the costs as they are, and ground that is as it was once more counts as never edited. Where
//! ground was closed, paths have only become more expensive, and a lower bound stays one. A path that is
//! cheaper than all before must lead through ground that was opened since, so it costs at least the
//! straight-line distance by way of the nearest such ground: the lesser of both bounds holds.

use super::cost_rows::CostRows;
use super::costs::JumpCosts;
use super::goal_parts::{GoalPart, GoalParts};
use super::jump_edges::{JumpEdges, Moved};
use super::map::JumpMap;
use super::numbers::{JumpPointNumber, NO_PATH, PaddedCell};
use super::repair::JumpEdit;
use super::rule::ALL_DIRECTIONS;
use super::shortcuts::{JumpShortcuts, plus};
use super::since::Since;
use super::stairs::{FromStairs, Stairs};
use super::successors::{JumpLimit, Successor, SuccessorVisitor};
use super::survey::{Placed, Survey};
use xunlu_search::NodeLink;

/// How many landmarks: their costs to one cell fill a cache line.
pub(super) const COUNT: usize = 16;
/// How many of them a search uses.
const ACTIVE: usize = 3;

/// The costs from a few landmarks to every jump point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Landmarks {
    costs: JumpCosts,
    // Those of landmarks, and then of stairs at which none stands: one for each column of costs.
    places: Vec<PaddedCell>,
    stairs: Stairs,
    from_each: CostRows,
    since: Since,
    // Whether jump points came or went otherwise than by edits of the ground.
    has_moved: bool,
    // Whether there may be jump points that have no number yet.
    awaits_numbers: bool,
}

/// Bounds of the costs from the landmarks to a cell; the least is 0 and the most [`NO_PATH`] where nothing is
/// known.
#[derive(Clone, Copy, Debug)]
pub(super) struct CostBounds {
    pub(super) least: [u32; COUNT],
    pub(super) most: [u32; COUNT],
}

/// Bounds of the cost from one landmark to the nearest and to the farthest goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct GoalBound {
    landmark: usize,
    least: u32,
    most: u32,
}

/// The bounds by the best landmarks for a goal, or several.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct GoalBounds {
    best: [GoalBound; ACTIVE],
    count: usize,
}

impl CostBounds {
    /// Nothing known.
    pub(super) const NONE: CostBounds = CostBounds { least: [0; COUNT], most: [NO_PATH; COUNT] };
}

impl GoalBounds {
    /// Whether they bound nothing.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }
}

impl Landmarks {
    /// Places landmarks at stairs, and as far from each other as can be, at the rim of the ground. The edges
    /// must be newly built. Links are taken for ones both ways, so that costs are the same there and back:
    /// whatever is true of more paths bounds what is true of fewer.
    pub(super) fn new(map: &JumpMap, edges: &JumpEdges, links: &[NodeLink]) -> Landmarks {
        // Without costs they bound nothing, and searches go by the straight-line distance.
        let placed = match Survey::new(map, edges, links) {
            Some(survey) => survey.place_all(Stairs::between_layers(map, links)),
            None => Placed::nowhere(edges.len()),
        };
        let Placed { places, stairs, from_each } = placed;
        Landmarks {
            costs: edges.costs(),
            places,
            stairs,
            from_each,
            since: Since::now(map),
            has_moved: false,
            awaits_numbers: false,
        }
    }

    /// Whether nothing is open that was not when they were placed.
    pub(super) fn is_sharp(&self) -> bool {
        self.since.openings().is_empty()
    }

    /// Whether all is as it was when they were placed, and all jump points are known.
    pub(super) fn are_as_built(&self) -> bool {
        self.since.is_as_before() && !self.has_moved && !self.awaits_numbers
    }

    /// Takes note of whether there may be jump points that have no number yet.
    pub(super) fn await_numbers(&mut self, awaits_numbers: bool) {
        self.awaits_numbers = awaits_numbers;
    }

    /// A jump point has another number now, is new and has its first, or is none any longer.
    pub(super) fn moved(&mut self, moved: Moved) {
        self.from_each.moved(moved);
    }

    /// All jump points have other numbers now.
    pub(super) fn renumber(&mut self, map: &JumpMap, was: &JumpEdges) {
        self.from_each.renumber(map, was);
    }

    /// Takes note of an edit of the map that they were made from.
    pub(super) fn edited(&mut self, map: &JumpMap, edit: &JumpEdit) {
        self.has_moved |= edit.moves_jump_points;
        self.since.edited(map, edit);
    }

    pub(super) fn bytes(&self) -> usize {
        self.from_each.bytes()
    }

    /// The costs from the landmarks to a jump point.
    #[inline]
    pub(super) fn costs_to(&self, number: JumpPointNumber) -> &[u32; COUNT] {
        self.from_each.firsts(number)
    }

    /// Bounds of the costs from the landmarks to any cell, by those to its nearest successors. `near` is
    /// scratch.
    pub(super) fn costs_to_cell(
        &self,
        map: &JumpMap,
        edges: &JumpEdges,
        cell: PaddedCell,
        near: &mut Vec<Near>,
    ) -> CostBounds {
        self.find_near(map, edges, (cell, JumpLimit::NEAREST), near);
        let mut bounds = CostBounds::NONE;
        for &mut Near { number, cost: to_near } in near {
            let costs = self.costs_to(number).iter().zip(&mut bounds.least).zip(&mut bounds.most);
            for ((&cost, least), most) in costs {
                // Without a branch. Where nothing is known, the sum stays that.
                let known = if cost == NO_PATH { 0 } else { cost };
                *least = known.saturating_sub(to_near).max(*least);
                *most = cost.saturating_add(to_near).min(*most);
            }
        }
        bounds
    }

    /// Chooses landmarks for a search that has come to a jump point, those from which costs to there and to
    /// the goals differ most, and bounds their costs to the goals. `near` is scratch.
    pub(super) fn goal_bounds(
        &self,
        map: &JumpMap,
        edges: &JumpEdges,
        (from, goals): (JumpPointNumber, &GoalParts),
        near: &mut Vec<Near>,
    ) -> GoalBounds {
        let mut goal_bounds = GoalBounds::default();
        for (place, GoalPart { at, across }) in goals.iter().enumerate() {
            self.find_near(map, edges, (at, JumpLimit::NONE), near);
            if place == 0 {
                goal_bounds = self.farthest_apart(from, near);
            }
            for bound in goal_bounds.best.iter_mut().take(goal_bounds.count) {
                let [least, most] = self.bounds_from(map, bound.landmark, at, near);
                bound.least = least.saturating_sub(across).min(bound.least);
                bound.most = most.saturating_add(across).max(bound.most);
            }
        }
        goal_bounds
    }

    /// The landmarks from which the costs to a jump point and to a place differ most, by what lies near that.
    fn farthest_apart(&self, from: JumpPointNumber, near: &[Near]) -> GoalBounds {
        let Some(nearest) = near.iter().min_by_key(|point| point.cost) else {
            return GoalBounds::default();
        };
        let (here, there) = (self.costs_to(from), self.costs_to(nearest.number));
        let mut apart: [(u32, usize); COUNT] = std::array::from_fn(|landmark| {
            let known = [here[landmark], there[landmark]];
            let apart = if known.contains(&NO_PATH) { 0 } else { known[0].abs_diff(known[1]) };
            (apart, landmark)
        });
        let mut goal_bounds = GoalBounds::default();
        for slot in 0..ACTIVE {
            let farthest = (slot..COUNT).max_by_key(|&number| apart[number]).unwrap_or(slot);
            apart.swap(slot, farthest);
            let (worth, landmark) = apart[slot];
            if worth > 0 {
                let unknown = GoalBound { landmark, least: NO_PATH, most: 0 };
                goal_bounds.best[goal_bounds.count] = unknown;
                goal_bounds.count += 1;
            }
        }
        goal_bounds
    }

    /// What it costs at least from each stair to a goal, if stairs are all that leads from layer to layer,
    /// for a mover who may take links at some ends alone. `near` is scratch.
    pub(super) fn costs_from_stairs(
        &self,
        (map, edges): (&JumpMap, &JumpEdges),
        may_leave: impl Fn(PaddedCell) -> bool,
        goal: PaddedCell,
        near: &mut Vec<Near>,
    ) -> Option<FromStairs> {
        if self.stairs.is_empty() || !self.is_sharp() {
            return None;
        }
        self.find_near(map, edges, (goal, JumpLimit::NONE), near);
        let known = |near: &Near| self.from_each.row(near.number);
        let is_known = near.iter().map(known).any(|costs| !CostRows::are_unknown(costs));
        let on = self.stairs.columns().map(|column| {
            let is_reached = near.iter().map(known).any(|costs| costs[column] != NO_PATH);
            if !may_leave(self.places[column]) || is_known && !is_reached {
                return NO_PATH;
            }
            self.bounds_from(map, column, goal, near)[0]
        });
        Some(FromStairs { layer: map.layer_of(goal), on: on.collect() })
    }

    /// What it costs at least to leave the layer of a cell by one of its stairs and go on to the goal:
    /// [`NO_PATH`] if none leads there.
    pub(super) fn least_by_stairs(
        &self,
        (map, edges): (&JumpMap, &JumpEdges),
        from_stairs: &FromStairs,
        cell: PaddedCell,
    ) -> u32 {
        let (layer, FromStairs { on, .. }) = (map.layer_of(cell), from_stairs);
        let first = self.stairs.columns().start;
        let known = edges.number_of(cell).map(|number| self.from_each.row(number));
        // What is newer than the landmarks has no costs, nor has a cell that is no jump point.
        let Some(costs) = known.filter(|costs| !CostRows::are_unknown(costs)) else {
            let by_exits = self.stairs.of(layer).iter().map(|exit| {
                let to_stair = map.between_on_layer(self.costs, cell, exit.entry);
                plus(to_stair, on[exit.column - first])
            });
            return by_exits.min().unwrap_or(NO_PATH);
        };
        let sums = |sum: fn(u32, u32) -> u32| {
            let by_columns = self.stairs.columns_of(layer).iter().map(|columns| {
                let on = &on[columns.start - first..columns.end - first];
                let sums = costs[columns.clone()].iter().zip(on).map(|(to, on)| sum(*to, *on));
                sums.fold(NO_PATH, u32::min)
            });
            by_columns.min().unwrap_or(NO_PATH)
        };
        match sums(u32::saturating_add) {
            // None leads there, or all cost too much to be told so.
            NO_PATH => sums(plus),
            least => least,
        }
    }

    /// The jump point at the stair by which a cheapest path from another layer comes to that of the goal.
    pub(super) fn entered_at(
        &self,
        edges: &JumpEdges,
        from: JumpPointNumber,
        from_stairs: &FromStairs,
    ) -> Option<JumpPointNumber> {
        let (costs, first) = (self.from_each.row(from), self.stairs.columns().start);
        let exits = self.stairs.of(from_stairs.layer).iter().map(|exit| exit.column);
        let by = exits
            .min_by_key(|&stair| costs[stair].saturating_add(from_stairs.on[stair - first]))?;
        edges.number_of(self.places[by])
    }

    /// The least and the most that it costs from one landmark to a goal.
    fn bounds_from(
        &self,
        map: &JumpMap,
        landmark: usize,
        goal: PaddedCell,
        near: &[Near],
    ) -> [u32; 2] {
        let (mut least, mut most) = (0, NO_PATH);
        for &Near { number, cost: to_near } in near {
            let cost = self.from_each.row(number)[landmark];
            // A jump point that is newer than the landmarks has no costs, and bounds nothing.
            if cost != NO_PATH {
                least = cost.saturating_sub(to_near).max(least);
                most = cost.saturating_add(to_near).min(most);
            }
        }
        // From the goal the path to the landmark may meet no jump point.
        let place = self.places[landmark];
        if map.is_open(place)
            && map.has_diagonal_first_path(goal, place)
            && !self.is_opened(goal, place)
        {
            let (columns, rows) = (place.x.abs_diff(goal.x), place.y.abs_diff(goal.y));
            most = self.costs.least(map.rule, columns, rows).min(most);
        }
        // As long as all is as it was, the cheapest of these paths is the cheapest there is.
        [if self.are_as_built() && most != NO_PATH { most } else { least }, most]
    }

    /// Whether a path between two cells that does not leave their bounding box may lead over ground that
    /// was opened since.
    fn is_opened(&self, one: PaddedCell, other: PaddedCell) -> bool {
        self.since.openings().iter().any(|[first, last]| {
            one.x.min(other.x) <= last.x
                && one.x.max(other.x) >= first.x
                && one.y.min(other.y) <= last.y
                && one.y.max(other.y) >= first.y
        })
    }

    /// The lower bound of the cost from a jump point to the goal by the landmarks, and at least what it costs
    /// in a straight line.
    #[inline]
    pub(super) fn least(
        &self,
        map: &JumpMap,
        goal_bounds: &GoalBounds,
        (number, from): (JumpPointNumber, PaddedCell),
        (goal, direct): (PaddedCell, u32),
        shortcuts: Option<&JumpShortcuts>,
    ) -> u32 {
        if goal_bounds.count == 0 {
            return direct;
        }
        let costs = self.costs_to(number);
        let asked = goal_bounds.best.iter().take(goal_bounds.count).map(|goal_bound| {
            match costs[goal_bound.landmark] {
                // A jump point that is newer than the landmarks.
                NO_PATH => 0,
                cost => {
                    goal_bound.least.saturating_sub(cost).max(cost.saturating_sub(goal_bound.most))
                }
            }
        });
        let least = asked.max().unwrap_or(0);
        if least <= direct || self.since.openings().is_empty() {
            return least.max(direct);
        }
        direct.max(self.unless_opened(map, least, [from, goal], shortcuts))
    }

    /// The same from any cell, with the [bounds](Self::costs_to_cell) of the costs to there.
    #[inline]
    pub(super) fn least_from_cell(
        &self,
        map: &JumpMap,
        goal_bounds: &GoalBounds,
        (costs, from): (&CostBounds, PaddedCell),
        (goal, direct): (PaddedCell, u32),
        shortcuts: Option<&JumpShortcuts>,
    ) -> u32 {
        let asked = goal_bounds.best.iter().take(goal_bounds.count).map(|goal_bound| {
            let [least, most] = [costs.least, costs.most].map(|costs| costs[goal_bound.landmark]);
            goal_bound.least.saturating_sub(most).max(least.saturating_sub(goal_bound.most))
        });
        let least = asked.max().unwrap_or(0);
        if least <= direct || self.since.openings().is_empty() {
            return least.max(direct);
        }
        direct.max(self.unless_opened(map, least, [from, goal], shortcuts))
    }

    /// A bound by landmarks, or by what was opened since, through which a cheaper path may lead: in straight
    /// lines there and on, or by some shortcut before it or after.
    #[inline(never)]
    fn unless_opened(
        &self,
        map: &JumpMap,
        least: u32,
        ends: [PaddedCell; 2],
        shortcuts: Option<&JumpShortcuts>,
    ) -> u32 {
        let [from, to] = ends;
        let by_shortcut =
            shortcuts.map_or([NO_PATH; 2], |shortcuts| shortcuts.least_through(from, to));
        let through = self.since.openings().iter().map(|opening| {
            let parts = ends.map(|end| map.to_rect(self.costs, end, *opening));
            parts[0].min(by_shortcut[0]).saturating_add(parts[1].min(by_shortcut[1]))
        });
        through.fold(least, u32::min)
    }

    /// All jump points that are successors of a cell within a limit, but over no ground that was opened
    /// since.
    fn find_near(
        &self,
        map: &JumpMap,
        edges: &JumpEdges,
        (from, limit): (PaddedCell, JumpLimit),
        near: &mut Vec<Near>,
    ) {
        near.clear();
        near.extend(edges.number_of(from).map(|number| Near { number, cost: 0 }));
        let mut collector = NearCollector { landmarks: self, edges, map, from, near };
        map.find_successors(from, ALL_DIRECTIONS, limit, &mut collector);
    }

    /// Where a landmark is and its costs, by the numbers of the jump points.
    #[cfg(test)]
    pub(super) fn costs_from(&self, landmark: usize) -> (PaddedCell, Vec<u32>) {
        (self.places[landmark], self.from_each.column(landmark))
    }
}

/// A jump point near the goal: its number, and the cost between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    number: JumpPointNumber,
    cost: u32,
}

/// Collects the jump points that are successors of a cell.
struct NearCollector<'a> {
    landmarks: &'a Landmarks,
    edges: &'a JumpEdges,
    map: &'a JumpMap,
    from: PaddedCell,
    near: &'a mut Vec<Near>,
}

impl SuccessorVisitor for NearCollector<'_> {
    #[inline]
    fn successor(&mut self, successor: Successor) {
        if self.landmarks.is_opened(self.from, successor.cell) {
            return;
        }
        let cost = self.landmarks.costs.of_edge(self.map.rule, &successor);
        self.near.extend(self.edges.number_of(successor.cell).map(|number| Near { number, cost }));
    }

    fn diagonal_ended(&mut self, _diagonal: u32, _steps: u32) {}

    fn cut_short(&mut self, _diagonal: u32, _steps: u32) {}
}
