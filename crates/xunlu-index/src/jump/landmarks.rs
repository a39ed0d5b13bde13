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
//! Where stairs join layers, the first stand at these ([`Stairs`]).
//!
//! Edits leave the costs as they are, and ground that is as it was once more counts as never edited. Where
//! ground was closed, paths have only become more expensive, and a lower bound stays one. A path that is
//! cheaper than all before must lead through ground that was opened since, so it costs at least the
//! straight-line distance by way of the nearest such ground: the lesser of both bounds holds.

use super::costs::JumpCosts;
use super::goal_parts::{GoalPart, GoalParts};
use super::jump_edges::{JumpEdges, Moved};
use super::map::JumpMap;
use super::numbers::{JumpPointNumber, NO_PATH, PaddedCell};
use super::repair::JumpEdit;
use super::rule::ALL_DIRECTIONS;
use super::shortcuts::JumpShortcuts;
use super::since::Since;
use super::stairs::{FromStairs, Stairs};
use super::successors::{JumpLimit, Successor, SuccessorVisitor};
use super::survey::Survey;
use std::collections::BTreeMap;
use xunlu_search::NodeLink;

/// How many landmarks: their costs to one cell fill a cache line.
pub(super) const COUNT: usize = 16;
/// How many of them a search uses.
const ACTIVE: usize = 3;

/// The costs from a few landmarks to every jump point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Landmarks {
    costs: JumpCosts,
    places: [PaddedCell; COUNT],
    stairs: Stairs,
    // By the numbers of the jump points.
    from_each: Vec<[u32; COUNT]>,
    // The same of cells that were jump points when they were placed and are none now: they may be again.
    lost: BTreeMap<(u32, u32), [u32; COUNT]>,
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
        let mut landmarks = Landmarks {
            costs: edges.costs(),
            places: [PaddedCell::default(); COUNT],
            stairs: Stairs::default(),
            from_each: vec![[NO_PATH; COUNT]; edges.len()],
            lost: BTreeMap::new(),
            since: Since::now(map),
            has_moved: false,
            awaits_numbers: false,
        };
        // Without costs they bound nothing, and searches go by the straight-line distance.
        if let Some(mut survey) = Survey::new(map, edges, links) {
            let (places, stairs) = Stairs::places(map, links);
            landmarks.stairs = stairs;
            landmarks.place_all(&mut survey, &places);
        }
        landmarks
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
        let costs = match moved.old {
            Some(old) => self.from_each[old.index()],
            None => self.lost.remove(&(moved.cell.y, moved.cell.x)).unwrap_or([NO_PATH; COUNT]),
        };
        let Some(number) = moved.number else {
            if costs != [NO_PATH; COUNT] {
                self.lost.insert((moved.cell.y, moved.cell.x), costs);
            }
            return;
        };
        if number.index() >= self.from_each.len() {
            self.from_each.resize(number.index() + 1, [NO_PATH; COUNT]);
        }
        self.from_each[number.index()] = costs;
    }

    /// All jump points have other numbers now.
    pub(super) fn renumber(&mut self, map: &JumpMap, was: &JumpEdges, is: &JumpEdges) {
        let cells = map.nodes.set_cells();
        let costs = cells.map(|cell| {
            was.number_of(cell).map_or([NO_PATH; COUNT], |old| self.from_each[old.index()])
        });
        self.from_each = costs.collect();
        debug_assert_eq!(self.from_each.len(), is.len(), "every jump point has a number");
    }

    /// Takes note of an edit of the map that they were made from.
    pub(super) fn edited(&mut self, map: &JumpMap, edit: &JumpEdit) {
        self.has_moved |= edit.moves_jump_points;
        self.since.edited(map, edit);
    }

    pub(super) fn bytes(&self) -> usize {
        let lost = self.lost.len() * size_of::<((u32, u32), [u32; COUNT])>();
        size_of_val(&self.from_each[..]) + lost
    }

    /// The costs from the landmarks to a jump point.
    #[inline]
    pub(super) fn costs_to(&self, number: JumpPointNumber) -> &[u32; COUNT] {
        &self.from_each[number.index()]
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
        let known = |near: &Near| self.costs_to(near.number);
        let is_known = near.iter().map(known).any(|costs| *costs != [NO_PATH; COUNT]);
        let on = std::array::from_fn(|stair| {
            let is_reached = near.iter().map(known).any(|costs| costs[stair] != NO_PATH);
            if !may_leave(self.places[stair]) || is_known && !is_reached {
                return NO_PATH;
            }
            self.bounds_from(map, stair, goal, near)[0]
        });
        Some(FromStairs { layer: map.layer_of(goal), on })
    }

    /// What it costs at least to leave the layer of a cell by one of its stairs and go on to the goal:
    /// [`NO_PATH`] if none leads there.
    pub(super) fn least_by_stairs(
        &self,
        (map, edges): (&JumpMap, &JumpEdges),
        from_stairs: &FromStairs,
        cell: PaddedCell,
    ) -> u32 {
        let known = edges.number_of(cell).map(|number| self.costs_to(number));
        // What is newer than the landmarks has no costs, nor has a cell that is no jump point.
        let known = known.filter(|costs| **costs != [NO_PATH; COUNT]);
        let by_exits = self.stairs.of(map.layer_of(cell)).iter().filter_map(|exit| {
            let to_stair = match known {
                Some(costs) => costs[exit.landmark],
                None => map.between_on_layer(self.costs, cell, exit.entry),
            };
            let on = from_stairs.on[exit.landmark];
            let leads = to_stair != NO_PATH && on != NO_PATH;
            leads.then(|| to_stair.saturating_add(on).min(NO_PATH - 1))
        });
        by_exits.min().unwrap_or(NO_PATH)
    }

    /// The jump point at the stair by which a cheapest path from another layer comes to that of the goal.
    pub(super) fn entered_at(
        &self,
        edges: &JumpEdges,
        from: JumpPointNumber,
        from_stairs: &FromStairs,
    ) -> Option<JumpPointNumber> {
        let costs = self.costs_to(from);
        let exits = self.stairs.of(from_stairs.layer).iter().map(|exit| exit.landmark);
        let by = exits.min_by_key(|&stair| costs[stair].saturating_add(from_stairs.on[stair]))?;
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
            let cost = self.from_each[number.index()][landmark];
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
        let costs = self.from_each.iter().map(|costs| costs[landmark]);
        (self.places[landmark], costs.collect())
    }

    /// Places one landmark after the other: at stairs, and then each as far from those before as can be
    /// found.
    fn place_all(&mut self, survey: &mut Survey<'_>, stairs: &[PaddedCell]) {
        let largest = in_largest_part(survey);
        // The cost from the landmark that is nearest.
        let mut nearest: Vec<u32> = vec![NO_PATH; survey.cells().len()];
        for landmark in 0..COUNT {
            // Stairs may be in small parts alone.
            let is_reached =
                nearest.iter().zip(&largest).any(|(cost, own)| *cost.max(own) != NO_PATH);
            let next = match stairs.get(landmark) {
                Some(&stair) => Some(stair),
                None if is_reached => survey.farthest(&nearest),
                None => survey.farthest(&largest),
            };
            let Some(next) = next else { return };
            self.places[landmark] = next;
            let costs = survey.from(next);
            for ((cost, nearest), costs) in costs.iter().zip(&mut nearest).zip(&mut self.from_each)
            {
                costs[landmark] = *cost;
                *nearest = (*cost).min(*nearest);
            }
        }
    }
}

/// How many connected parts of a map are compared to find the largest.
const PARTS_MAX: usize = 64;

/// The costs to all jump points from one in the largest connected part of the map, of the first few.
fn in_largest_part(survey: &mut Survey<'_>) -> Vec<u32> {
    let count = survey.cells().len();
    let mut left = count;
    let mut is_known = vec![false; count];
    let (mut best, mut best_count) = (vec![NO_PATH; count], 0);
    for _ in 0..PARTS_MAX {
        let Some(next) = is_known.iter().position(|known| !known) else { break };
        if left <= best_count {
            break;
        }
        let costs = survey.from(survey.cells()[next]);
        let reached = costs.iter().zip(&mut is_known).filter(|(cost, _)| **cost != NO_PATH);
        let count = reached.map(|(_, known)| *known = true).count();
        left -= count;
        if count > best_count {
            (best, best_count) = (costs.to_vec(), count);
        }
    }
    best
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
