//! What an expansion looks for besides successors: the goal straight ahead of the start, several goals, as
//! areas, and the stops of a region that paths keep to.

use super::Jumps;
use super::expansion::Expansion;
use crate::jump::goal_areas::Area;
use crate::jump::goal_parts::GoalParts;
use crate::jump::landmarks::Landmarks;
use crate::jump::numbers::PaddedCell;
use crate::jump::rule::Directions;
use crate::jump::space::{ANEW, JumpSpace};
use std::ops::Range;
use xunlu_search::Observer;

impl<O: Observer + ?Sized, const WEIGHTED: bool, const WALLED: bool>
    Expansion<'_, O, WEIGHTED, WALLED>
{
    /// Takes the first of all jumps to the goal if nothing is between. Returns whether no path is cheaper.
    ///
    /// PERF: most paths of games are short, and looking for successors in all directions takes longer than
    /// all the rest then.
    #[inline(never)]
    pub(super) fn goes_straight(&mut self, start: PaddedCell, h: u32) -> bool {
        let (Jumps { map, costs, .. }, goal) = (self.jumps, self.progress.goal);
        let is_elsewhere = WALLED || self.progress.has_areas || map.is_apart(start.y, [goal.y; 2]);
        if is_elsewhere || !map.has_diagonal_first_path(start, goal) {
            return false;
        }
        self.reach_goal(goal, costs.between(map.rule, start, goal), 0);
        self.progress.bound == h
    }

    /// A rectangle around all goals. Returns `None` where they do not lie close together.
    #[inline]
    pub(super) fn around_goals(&self) -> Option<[PaddedCell; 2]> {
        let goal = self.progress.goal;
        if self.progress.has_areas { self.space.areas.around() } else { Some([goal; 2]) }
    }

    /// The goals as landmarks bound them. Returns `None` if they bound nothing of them.
    pub(super) fn goal_parts(&self, landmarks: &Landmarks) -> Option<GoalParts> {
        if !self.progress.has_areas {
            return Some(GoalParts::one(self.progress.goal));
        }
        // What leads through ground that was opened since is known of paths to one goal.
        let Jumps { map, costs, .. } = self.jumps;
        if landmarks.is_sharp() { GoalParts::of(map, costs, &self.space.areas) } else { None }
    }

    /// Takes note of paths to areas of several goals in the row or column of a cell, if nothing is between.
    #[cold]
    #[inline(never)]
    pub(super) fn try_areas(&mut self, cell: PaddedCell, g: u32) {
        if self.space.areas.hull().is_some_and(|hull| !hull.is_level_with(cell, cell)) {
            return;
        }
        for place in 0..self.space.areas.len() {
            let goal = self.space.areas.at(place).nearest(cell);
            if cell.x == goal.x || cell.y == goal.y {
                self.try_cell((cell, g), goal);
            }
        }
    }

    /// Tries areas of goals from where a diagonal jump is level with them: their columns, and their rows.
    #[cold]
    #[inline(never)]
    pub(super) fn areas_passed(&mut self, diagonal: u32, steps: u32) {
        let map = self.jumps.map;
        let (dx, dy, scans) = map.rule.diagonals()[diagonal as usize];
        let from = self.parent;
        let to = from.cell.plus((dx, dy), steps);
        let hull = self.space.areas.hull();
        if hull.is_some_and(|hull| !hull.is_level_with(from.cell, to)) {
            return;
        }
        let cell_at = |step| from.cell.plus((dx, dy), step);
        // What lies between a cell and the rectangle around all goals lies between it and each goal, too.
        let is_free = |hull: Area, step| {
            let (cell, goal) = (cell_at(step), hull.nearest(cell_at(step)));
            lies_ahead(cell, goal, scans) && map.is_free_between(cell, goal)
        };
        let free_from = hull.map_or([0; 2], |hull| {
            let [columns, rows] = hull.level(from.cell, (dx, dy), steps);
            let first = |mut level: Range<u32>| level.find(|&step| is_free(hull, step));
            [first(columns).unwrap_or(u32::MAX), first(rows).unwrap_or(u32::MAX)]
        });
        if free_from == [u32::MAX; 2] {
            return;
        }
        for place in 0..self.space.areas.len() {
            let area = self.space.areas.at(place);
            for (level, free) in area.level(from.cell, (dx, dy), steps).into_iter().zip(free_from) {
                for step in level.start.max(free)..level.end {
                    let cell = cell_at(step);
                    let goal = area.nearest(cell);
                    if !lies_ahead(cell, goal, scans) {
                        break;
                    }
                    let g = from.g.saturating_add(step * self.diagonal_price(cell));
                    // From a row further on it is no cheaper, where ground has one price.
                    if self.try_cell((cell, g), goal) && !WEIGHTED {
                        break;
                    }
                }
            }
        }
    }

    /// Whether the path of a jump from one cell to another keeps to the region of the search.
    #[inline]
    pub(super) fn keeps(&self, from: PaddedCell, to: PaddedCell) -> bool {
        !WALLED || !self.progress.is_confined || self.keeps_within(from, to)
    }

    #[inline(never)]
    fn keeps_within(&self, from: PaddedCell, to: PaddedCell) -> bool {
        self.space.confines.keep(self.jumps.map.rule, from, to)
    }

    /// How many of so many steps of a diagonal jump keep to the region of the search.
    #[inline]
    pub(super) fn steps_kept(&self, from: PaddedCell, diagonal: u32, most: u32) -> u32 {
        if WALLED && self.progress.is_confined {
            self.steps_within(from, diagonal, most)
        } else {
            most
        }
    }

    #[inline(never)]
    fn steps_within(&self, from: PaddedCell, diagonal: u32, most: u32) -> u32 {
        let (dx, dy, _) = self.jumps.map.rule.diagonals()[diagonal as usize];
        self.space.confines.steps(from, (dx, dy), most)
    }

    /// Takes note of a path to a stop in the row or column of a cell, if nothing is between.
    #[inline(never)]
    fn try_stop(&mut self, (cell, g): (PaddedCell, u32), place: usize) {
        let Jumps { map, index, .. } = self.jumps;
        let stop = self.space.confines.stops()[place];
        let Some(rest) = self.straight_to(cell, stop) else { return };
        if map.is_free_between(cell, stop) && self.keeps(cell, stop) {
            let head = index.and_then(|index| index.edges.number_of(stop));
            self.reach(JumpSpace::stop(place), g.saturating_add(rest), ANEW, || (stop, head));
        }
    }

    /// Tries stops from where a diagonal jump is level with them.
    #[inline(never)]
    pub(super) fn stops_passed(&mut self, diagonal: u32, steps: u32) {
        let map = self.jumps.map;
        let (dx, dy, scans) = map.rule.diagonals()[diagonal as usize];
        let from = self.parent;
        for place in 0..self.space.confines.stops().len() {
            let stop = self.space.confines.stops()[place];
            for step in Area::of(stop).level(from.cell, (dx, dy), steps).into_iter().flatten() {
                let cell = from.cell.plus((dx, dy), step);
                if lies_ahead(cell, stop, scans) {
                    let g = from.g.saturating_add(step * self.diagonal_price(cell));
                    self.try_stop((cell, g), place);
                }
            }
        }
    }

    /// Tries stops from a cell that is being expanded.
    #[inline(never)]
    pub(super) fn try_stops(&mut self, cell: PaddedCell, g: u32) {
        for place in 0..self.space.confines.stops().len() {
            let stop = self.space.confines.stops()[place];
            if cell.x == stop.x || cell.y == stop.y {
                self.try_stop((cell, g), place);
            }
        }
    }
}

/// Whether a cell of the same row or column lies in one of these cardinal directions, or is the same one.
fn lies_ahead(from: PaddedCell, to: PaddedCell, scans: Directions) -> bool {
    let ways = u8::from(to.x > from.x)
        | u8::from(to.y > from.y) << 1
        | u8::from(to.x < from.x) << 2
        | u8::from(to.y < from.y) << 3;
    (from.x == to.x || from.y == to.y) && ways & !scans == 0
}
