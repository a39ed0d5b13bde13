//! Whether a cell is shut in by walls: looked at row by row from there, as far as is wanted.
//!
//! A diagonal step that needs a free cell beside it joins no cells that straight steps over that cell do not.
//! So but for movers that squeeze between corners, a part of the map is what straight steps join.

use super::map::JumpMap;
use super::numbers::PaddedCell;
use super::rule::JumpRule;
use std::ops::RangeInclusive;
use xunlu_map::{Corners, NodeId};

impl JumpMap {
    /// Whether no path leads from a cell to one that is shut in, as far as so many open cells around that one
    /// tell. The start may stand on a wall of its own: a unit that asks.
    ///
    /// ```
    /// use xunlu_index::JumpMap;
    /// use xunlu_map::{Cell, Grid, Mover, NodeId, Passability};
    ///
    /// let grid: Grid = "......\n..###.\n..#.#.\n..###.".parse()?;
    /// let mover = Mover::default();
    /// let map = JumpMap::new(&Passability::new(grid.ground(), &mover), &mover).unwrap();
    /// let node = |x, y| NodeId(grid.layout().index_of(Cell::new(x, y)).unwrap());
    /// assert!(map.is_shut_in(node(3, 2), node(0, 0), 10));
    /// assert!(!map.is_shut_in(node(0, 0), node(5, 3), 100));
    /// // From the outside ten cells tell nothing.
    /// assert!(!map.is_shut_in(node(0, 0), node(3, 2), 10));
    /// assert!(map.is_shut_in(node(0, 0), node(3, 2), 100));
    /// # Ok::<(), xunlu_map::MapError>(())
    /// ```
    #[must_use]
    pub fn is_shut_in(&self, goal: NodeId, start: NodeId, cells_max: u64) -> bool {
        let [goal, start] = [goal, start].map(|node| self.cell_at(node));
        // Runs of open cells of a row, from wall to wall.
        let mut known = vec![(goal.y, self.run_through(goal))];
        let (mut looked_at, mut cells) = (0, 0);
        let beside = u32::from(self.rule == JumpRule::Eight(Corners::Always));
        while let Some((row, run)) = known.get(looked_at).cloned() {
            looked_at += 1;
            cells += u64::from(run.end() - run.start()) + 1;
            let aside = if start.y == row { 1 } else { beside };
            let (first, last) = (run.start() - aside, run.end() + aside);
            let is_near = start.y.abs_diff(row) <= 1 && (first..=last).contains(&start.x);
            let may_be_by_link = self.link_ends.is_some()
                && run.clone().any(|x| self.is_link_end(PaddedCell { x, y: row }));
            if is_near || cells > cells_max || may_be_by_link {
                return false;
            }
            for y in [row - 1, row + 1] {
                let mut x = run.start() - beside;
                while x <= run.end() + beside {
                    let cell = PaddedCell { x, y };
                    if !self.is_open(cell) {
                        x += 1;
                        continue;
                    }
                    let own = self.run_through(cell);
                    x = own.end() + 2;
                    // Few rows lie around the cells that are looked at, and those before last.
                    if !known.iter().any(|(row, run)| (*row, run) == (y, &own)) {
                        known.push((y, own));
                    }
                }
            }
        }
        true
    }

    /// The open cells of a row beside each other that one of them belongs to.
    fn run_through(&self, PaddedCell { x, y }: PaddedCell) -> RangeInclusive<u32> {
        let is_open = |x: &u32| self.is_open(PaddedCell { x: *x, y });
        let first = (0..x).rev().take_while(is_open).last().unwrap_or(x);
        let last = (x + 1..self.layout.stride()).take_while(is_open).last().unwrap_or(x);
        first..=last
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use xunlu_map::{Cell, Grid, Mover, Passability, Size, StepRule, Terrain};
    use xunlu_search::{Graph, GridView};
    use xunlu_testkit::Random;

    #[test]
    fn a_cell_is_shut_in_if_no_steps_lead_to_it() {
        let (mut shut_in, mut not) = (0, 0);
        for seed in 0..600 {
            let random = &mut Random::new(seed);
            let size = Size::new(random.from_to(1, 90), random.from_to(1, 12));
            let mut grid = Grid::new(size).unwrap();
            let walls = random.from_to(20, 60);
            for cell in grid.bounds().cells() {
                if random.chance(walls) {
                    grid.set(cell, Terrain::WALL).unwrap();
                }
            }
            let corners = [Corners::Always, Corners::OneFree, Corners::NoCutting, Corners::Never];
            let rules = [StepRule::Four, StepRule::Eight(*random.pick(&corners))];
            let rule = random.pick(&rules).clone();
            let mover = match rule {
                StepRule::Eight(corners) => Mover::eight(corners).build().unwrap(),
                _ => Mover::four().build().unwrap(),
            };
            let mut any_cell = || {
                let (x, y) = (random.below(size.width), random.below(size.height));
                Cell::new(x.cast_signed(), y.cast_signed())
            };
            let (goal, start) = (any_cell(), any_cell());
            grid.set(goal, Terrain::OPEN).unwrap();
            let open = Passability::new(grid.ground(), &mover);
            let map = JumpMap::new(&open, &mover).unwrap();
            // Steps lead both ways.
            grid.set(start, Terrain::OPEN).unwrap();
            let open = Passability::new(grid.ground(), &mover);
            let view = GridView::new(&grid, &mover, &open);
            let [goal, start] =
                [goal, start].map(|cell| NodeId(grid.layout().index_of(cell).unwrap()));
            let (mut known, mut left) = (HashSet::from([start]), vec![start]);
            let mut steps = Vec::new();
            while let Some(node) = left.pop() {
                steps.clear();
                view.steps_from(node, &mut steps);
                left.extend(steps.iter().map(|step| step.to).filter(|to| known.insert(*to)));
            }
            let expected = !known.contains(&goal);
            assert_eq!(map.is_shut_in(goal, start, u64::MAX), expected, "seed {seed}");
            assert!(expected || !map.is_shut_in(goal, start, 5), "seed {seed}: too early");
            (shut_in, not) = (shut_in + u32::from(expected), not + u32::from(!expected));
        }
        assert!(shut_in > 100 && not > 100, "{shut_in} shut in, {not} not");
    }
}
