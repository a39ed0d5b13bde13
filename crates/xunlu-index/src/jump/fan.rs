//! Which of all cells that jumps from a node come to is nearest to the goal.
//!
//! ```text
//!   s . . . . .      From s a diagonal jump leads on, and a scan aside from each of its cells: together they
//!   . \ - - - -      come to each cell of the fan once. Along a line the distance to the goal falls until
//!   . | \ - - -      the line is level with it, and then no longer. So of each line one cell is looked at,
//!   . | | \ - -      and whether the way there is free only where it would be the nearest so far.
//!   . | | G \ -
//! ```
//!
//! Every cell lies on a line of some node by which the cheapest path comes to it, so that the nearest of all,
//! among those the cheapest to reach, and of these the first of the map, is what a search finds that goes
//! cell by cell.

use super::confines::Confines;
use super::costs::JumpCosts;
use super::goal_areas::Area;
use super::map::JumpMap;
use super::numbers::{PaddedCell, SearchNode};
use super::rule::{Directions, JumpRule};
use super::successors::SCANS;
use xunlu_map::NodeId;

/// A cell that was reached, and how near it is: the lesser, the nearer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Reached {
    /// What the straight line from there to the goal costs.
    pub(super) h: u32,
    pub(super) g: u32,
    place: NodeId,
}

/// Where a cell that was reached lies, and the node from which a line leads there.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearestCell {
    pub(super) reached: Reached,
    pub(super) cell: PaddedCell,
    pub(super) from: SearchNode,
}

/// What is looked for, and what was found of it.
pub(super) struct Fan<'a> {
    pub(super) map: &'a JumpMap,
    pub(super) costs: JumpCosts,
    /// What paths keep to, if not the whole map.
    pub(super) confines: Option<&'a Confines>,
    /// The goals, as rectangles.
    pub(super) aims: &'a [Area],
    /// No path may cost more.
    pub(super) cost_max: u32,
    pub(super) nearest: &'a mut Option<NearestCell>,
    /// The node that is looked from.
    pub(super) from: SearchNode,
}

impl Fan<'_> {
    /// Looks at a cell, and at all that is come to from there in these directions.
    pub(super) fn look(&mut self, cell: PaddedCell, g: u32, directions: Directions) {
        self.offer(cell, g);
        // What is cut out is left by links, and so is a place among units by the first step.
        if !self.map.is_open(cell) {
            return;
        }
        self.look_along(cell, g, directions);
        for diagonal in (0..4).filter(|diagonal| directions >> (4 + diagonal) & 1 != 0) {
            self.look_diagonally(cell, g, diagonal);
        }
    }

    /// Follows a diagonal jump as long as something nearer may lie ahead.
    fn look_diagonally(&mut self, from: PaddedCell, g: u32, diagonal: u32) {
        let (map, rule) = (self.map, self.map.rule);
        let (dx, dy, scans) = rule.diagonals()[diagonal as usize];
        let step = self.costs.diagonal_step(rule);
        let (mut cell, mut g) = (from, g);
        while map.useful_directions_at(cell) & 16 << diagonal != 0 && self.is_kept(cell, (dx, dy)) {
            (cell, g) = (cell.plus((dx, dy), 1), g.saturating_add(step));
            if g > self.cost_max || g == u32::MAX || !self.may_be_nearer(cell, g, (dx, dy)) {
                return;
            }
            self.offer(cell, g);
            self.look_along(cell, g, scans);
        }
    }

    fn is_kept(&self, cell: PaddedCell, by: (i32, i32)) -> bool {
        self.confines.is_none_or(|confines| confines.steps(cell, by, 1) == 1)
    }

    /// Whether a cell, or one ahead of a diagonal jump that has come to it, may be nearer than what is known.
    fn may_be_nearer(&self, cell: PaddedCell, g: u32, (dx, dy): (i32, i32)) -> bool {
        let Some(known) = *self.nearest else { return true };
        self.aims.iter().any(|aim| {
            let [columns, rows] = aim.apart(cell);
            // What leads there may be ahead of the jump; with four neighbours rows lie to both sides.
            let left = |off: i64, by: i32| match by {
                0 => 0,
                _ if off * i64::from(by) > 0 => 0,
                _ => u32::try_from(off.abs()).unwrap_or(u32::MAX),
            };
            let least = self.costs.least(self.map.rule, left(columns, dx), left(rows, dy));
            (least, g) <= (known.reached.h, known.reached.g)
        })
    }

    /// Looks along the lines from a cell.
    fn look_along(&mut self, cell: PaddedCell, g: u32, scans: Directions) {
        for scan in (0..4).filter(|scan| scans >> scan & 1 != 0) {
            for place in 0..self.aims.len() {
                self.look_towards(self.aims[place], cell, g, scan);
            }
        }
    }

    /// Looks at the cell of one line that is nearest to one of the goals.
    fn look_towards(&mut self, aim: Area, cell: PaddedCell, g: u32, scan: usize) {
        let JumpCosts { straight, diagonal } = self.costs;
        let (off, rule) = (SCANS[scan], self.map.rule);
        let [columns, rows] = aim.apart(cell);
        let (ahead, aside) = if off.0 == 0 {
            (rows * i64::from(off.1), columns)
        } else {
            (columns * i64::from(off.0), rows)
        };
        let aside = aside.unsigned_abs();
        let mut steps = u64::try_from(ahead).unwrap_or(0);
        // Where diagonal steps cost as much, from there on it is no nearer.
        if rule != JumpRule::Four && diagonal == straight {
            steps = steps.saturating_sub(aside);
        }
        let affordable = self.cost_max.saturating_sub(g) / straight.max(1);
        let small = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
        let steps = small(steps).min(affordable);
        if steps == 0 {
            return;
        }
        let left = small(ahead.unsigned_abs()) - steps;
        let h = self.costs.least(rule, left, small(aside));
        let known = self.nearest.map(|known| (known.reached.h, known.reached.g));
        if known.is_some_and(|known| (h, g.saturating_add(steps * straight)) > known) {
            return;
        }
        let free = self.map.steps_free(cell, scan, steps);
        let free = self.confines.map_or(free, |confines| confines.steps(cell, off, free));
        if free > 0 {
            self.offer(cell.plus(off, free), g.saturating_add(free * straight));
        }
    }

    /// Takes note of a cell if it is the nearest so far.
    fn offer(&mut self, cell: PaddedCell, g: u32) {
        let distance = |aim: &Area| self.costs.between(self.map.rule, cell, aim.nearest(cell));
        let h = self.aims.iter().map(distance).min().unwrap_or(0);
        let reached = Reached { h, g, place: self.map.node_at(cell) };
        if g < u32::MAX && self.nearest.is_none_or(|known| reached < known.reached) {
            *self.nearest = Some(NearestCell { reached, cell, from: self.from });
        }
    }
}

impl JumpMap {
    /// How many of so many steps from an open cell in a cardinal direction lead over open ones.
    fn steps_free(&self, cell: PaddedCell, scan: usize, most: u32) -> u32 {
        let (open, row, bit) = match scan {
            0 | 2 => (&self.open, cell.y, cell.x),
            _ => (&self.open_columns, cell.x, cell.y),
        };
        let closed =
            if scan < 2 { open.next_clear(row, bit) } else { open.previous_clear(row, bit) };
        most.min(closed - 1)
    }
}
