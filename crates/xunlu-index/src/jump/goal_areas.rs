//! Several goals as a few rectangles, any cell of which is one: what a search over jumps looks for.
//!
//! ```text
//!   s . . . . . . .      A diagonal jump from s comes to the first row of an area at a, and from there a
//!   . \ . . . . . .      straight line leads to it. From b, a row further on, another does, and is the more
//!   . . a - - G G .      expensive one. So of all rows that a jump crosses before it comes to the area the
//!   . . . b . G G .      first is taken from which the line is free, and of its columns likewise.
//! ```
//!
//! The first cell of an area that a path comes to ends it. So an area may have closed cells, but no open one
//! that is no goal.

use super::costs::JumpCosts;
use super::map::JumpMap;
use super::numbers::{PaddedCell, small};
use crate::components::in_a_row;
use std::ops::Range;
use xunlu_map::NodeId;

/// The most areas for which that pays: each is looked at from each node and after each diagonal jump.
const AREAS_MAX: usize = 32;

/// Of so many cells around all goals one has to be a goal, or they are not close together.
const SPARSE: usize = 8;

/// Goals as areas. None where there is but one goal.
#[derive(Clone, Debug, Default)]
pub(super) struct GoalAreas {
    list: Vec<Area>,
    // The rectangle around all goals, where these are close together.
    hull: Option<Area>,
    // The goals, row by row, those side by side as one.
    stretches: Vec<Area>,
}

/// The first and the last cell of a rectangle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Area {
    pub(super) first: PaddedCell,
    pub(super) last: PaddedCell,
}

impl JumpMap {
    /// Whether a search over jumps should look for these goals, which are few or lie side by side.
    ///
    /// ```
    /// use xunlu_index::JumpMap;
    /// use xunlu_map::{Cell, Grid, Mover, NodeId, Passability};
    ///
    /// let grid: Grid = "......\n......\n......".parse()?;
    /// let mover = Mover::default();
    /// let map = JumpMap::new(&Passability::new(grid.ground(), &mover), &mover).unwrap();
    /// let all = grid.bounds().cells().map(|cell| NodeId(grid.layout().index_of(cell).unwrap()));
    /// assert!(map.suits_goals(&all.collect::<Vec<_>>()));
    /// # Ok::<(), xunlu_map::MapError>(())
    /// ```
    #[must_use]
    pub fn suits_goals(&self, goals: &[NodeId]) -> bool {
        // There are no more areas than stretches, which take less to count.
        if !self.is_cut() && self.has_few_stretches(goals) {
            return true;
        }
        let mut areas = GoalAreas::default();
        areas.find(self, goals, |_| false, AREAS_MAX);
        areas.list.len() <= AREAS_MAX
    }

    /// Whether goals listed as they lie side by side are on few stretches of open cells.
    fn has_few_stretches(&self, goals: &[NodeId]) -> bool {
        let (mut left, mut count) = (goals, 0);
        while let [first, ..] = left
            && count <= AREAS_MAX
        {
            let side_by_side = in_a_row(left);
            let PaddedCell { x, y } = self.cell_at(*first);
            for at in (0..side_by_side).step_by(64) {
                let beyond = 64_usize.saturating_sub(side_by_side - at);
                let bits = self.open.bits_from(y, (x + small(at)).cast_signed());
                let bits = bits & u64::MAX >> beyond;
                count += (bits & !(bits << 1)).count_ones() as usize;
            }
            left = &left[side_by_side..];
        }
        count <= AREAS_MAX
    }
}

impl GoalAreas {
    /// Forgets all areas.
    pub(super) fn clear(&mut self) {
        self.take(&[]);
    }

    /// Takes these, whatever lies within.
    pub(super) fn take(&mut self, areas: &[Area]) {
        self.list.clear();
        self.list.extend_from_slice(areas);
        self.stretches.clear();
        self.hull = None;
    }

    /// Finds areas that hold these goals and no other open cell, but such as are out of reach.
    pub(super) fn begin(
        &mut self,
        map: &JumpMap,
        goals: &[NodeId],
        is_out_of_reach: impl Fn(NodeId) -> bool,
    ) {
        self.find(map, goals, is_out_of_reach, usize::MAX);
    }

    /// The same, until there are more than so many.
    fn find(
        &mut self,
        map: &JumpMap,
        goals: &[NodeId],
        is_out_of_reach: impl Fn(NodeId) -> bool,
        most: usize,
    ) {
        self.clear();
        self.find_stretches(map, goals);
        let Some(hull) = self.stretches.iter().copied().reduce(Area::joined) else { return };
        let count: usize = self.stretches.iter().map(|stretch| stretch.len()).sum();
        let are_close = hull.len() / SPARSE <= count;
        self.hull =
            Some(hull).filter(|_| are_close && map.layer_of(hull.first) == map.layer_of(hull.last));
        if count > AREAS_MAX && are_close && self.fill(map, hull, is_out_of_reach) {
            self.list.push(hull);
            return;
        }
        for &stretch in &self.stretches {
            let Area { first, last } = stretch;
            // Below one that is as wide, of those that came last, it makes that one higher.
            let above = self.list.iter_mut().rev().find(|known| {
                (known.first.x, known.last.x, known.last.y + 1) == (first.x, last.x, first.y)
            });
            match above {
                Some(above) => above.last.y = first.y,
                None => self.list.push(stretch),
            }
            if self.list.len() > most {
                return;
            }
        }
    }

    /// Finds the goals on which one can stand, row by row.
    fn find_stretches(&mut self, map: &JumpMap, goals: &[NodeId]) {
        let mut left = goals;
        while let [first, ..] = left {
            let cell = map.cell_at(*first);
            let open = if map.is_open(cell) { map.open_ahead(cell) } else { 0 };
            // Nodes of cells side by side follow each other; at the end of a row the border comes between.
            let side_by_side = in_a_row(&left[..left.len().min(open.max(1) as usize)]);
            // What is cut out is open to nobody who jumps, and may be a goal all the same.
            if open > 0 || map.can_stand(cell) {
                let last = cell.plus((1, 0), small(side_by_side) - 1);
                self.stretches.push(Area { first: cell, last });
            }
            left = &left[side_by_side..];
        }
        let stretches = &mut self.stretches;
        let order = |stretch: &Area| (stretch.first.y, stretch.first.x);
        if !stretches.is_sorted_by_key(order) {
            stretches.sort_unstable_by_key(order);
        }
        stretches.dedup_by(|next, known| {
            let is_one = next.first.y == known.first.y && next.first.x <= known.last.x + 1;
            known.last.x = if is_one { known.last.x.max(next.last.x) } else { known.last.x };
            is_one
        });
    }

    /// Whether each open cell of an area around all stretches is a goal or out of reach.
    fn fill(&self, map: &JumpMap, area: Area, is_out_of_reach: impl Fn(NodeId) -> bool) -> bool {
        let mut stretches = self.stretches.iter().peekable();
        (area.first.y..=area.last.y).all(|y| {
            let mut x = area.first.x;
            while x <= area.last.x {
                let cell = PaddedCell { x, y };
                x = match stretches.next_if(|stretch| stretch.first == cell) {
                    Some(stretch) => stretch.last.x + 1,
                    None if map.can_stand(cell) && !is_out_of_reach(map.node_at(cell)) => {
                        return false;
                    }
                    None => x + 1,
                }
            }
            true
        })
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    #[inline]
    pub(super) fn at(&self, place: usize) -> Area {
        self.list[place]
    }

    /// The rectangle around all goals, where these are close together.
    #[inline]
    pub(super) fn hull(&self) -> Option<Area> {
        self.hull
    }

    /// The first and the last cell of that rectangle.
    #[inline]
    pub(super) fn around(&self) -> Option<[PaddedCell; 2]> {
        self.hull.map(|Area { first, last }| [first, last])
    }

    /// The goals, row by row, those side by side as one.
    pub(super) fn stretches(&self) -> &[Area] {
        &self.stretches
    }

    /// Whether an open cell is a goal.
    pub(super) fn contain(&self, cell: PaddedCell) -> bool {
        self.list.iter().any(|area| area.nearest(cell) == cell)
    }

    /// What the straight line from a cell to the nearest of them costs, or to the rectangle around them.
    #[inline]
    pub(super) fn least(&self, map: &JumpMap, costs: JumpCosts, cell: PaddedCell) -> u32 {
        if let Some(Area { first, last }) = self.hull {
            return map.to_rect(costs, cell, [first, last]);
        }
        let each = self.list.iter().map(|area| map.to_rect(costs, cell, [area.first, area.last]));
        each.min().unwrap_or(0)
    }

    pub(super) fn bytes(&self) -> usize {
        (self.list.capacity() + self.stretches.capacity()) * size_of::<Area>()
    }
}

impl Area {
    pub(super) fn of(cell: PaddedCell) -> Area {
        Area { first: cell, last: cell }
    }

    /// From its first cell to its last one.
    pub(super) fn between([first, last]: [PaddedCell; 2]) -> Area {
        Area { first, last }
    }

    /// How many cells it has.
    fn len(self) -> usize {
        (self.last.x - self.first.x + 1) as usize * (self.last.y - self.first.y + 1) as usize
    }

    fn joined(self, other: Area) -> Area {
        let [(a, b), (c, d)] = [(self.first, self.last), (other.first, other.last)];
        Area {
            first: PaddedCell { x: a.x.min(c.x), y: a.y.min(c.y) },
            last: PaddedCell { x: b.x.max(d.x), y: b.y.max(d.y) },
        }
    }

    /// Its cell that is nearest to another.
    #[inline]
    pub(super) fn nearest(self, cell: PaddedCell) -> PaddedCell {
        PaddedCell {
            x: cell.x.clamp(self.first.x, self.last.x),
            y: cell.y.clamp(self.first.y, self.last.y),
        }
    }

    /// Whether its columns or its rows are among those between two cells, or these among its own.
    #[inline]
    pub(super) fn is_level_with(self, one: PaddedCell, other: PaddedCell) -> bool {
        let columns = one.x.min(other.x) <= self.last.x && one.x.max(other.x) >= self.first.x;
        columns || one.y.min(other.y) <= self.last.y && one.y.max(other.y) >= self.first.y
    }

    /// By how many columns and rows it lies aside from a cell: none where that is level with it.
    #[inline]
    pub(super) fn apart(self, cell: PaddedCell) -> [i64; 2] {
        let to = self.nearest(cell);
        [i64::from(to.x) - i64::from(cell.x), i64::from(to.y) - i64::from(cell.y)]
    }

    /// After how many steps a jump is level with its columns, and with its rows. Empty where it never is.
    #[inline]
    pub(super) fn level(
        self,
        from: PaddedCell,
        (dx, dy): (i32, i32),
        steps: u32,
    ) -> [Range<u32>; 2] {
        let between = |at: u32, by: i32, first: u32, last: u32| {
            let (near, far) = match by {
                1 => (i64::from(first) - i64::from(at), i64::from(last) - i64::from(at)),
                -1 => (i64::from(at) - i64::from(last), i64::from(at) - i64::from(first)),
                _ => return 0..0,
            };
            let (near, far) = (near.max(1), far.min(i64::from(steps)));
            let small = |count: i64| u32::try_from(count).unwrap_or(0);
            small(near)..small(far + 1)
        };
        [
            between(from.x, dx, self.first.x, self.last.x),
            between(from.y, dy, self.first.y, self.last.y),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu_map::{Grid, Mover, Passability, Rect, Size, make};
    use xunlu_testkit::Random;

    #[test]
    fn goals_suit_if_and_only_if_they_make_few_areas() {
        let (mut suit, mut by_stretches, mut none) = (0, 0, 0);
        for seed in 0..400 {
            let mut random = Random::new(seed);
            let size = Size::new(random.from_to(1, 150), random.from_to(1, 60));
            let kind = make::Kind::Noise { walls_percent: random.from_to(0, 45) };
            let grid: Grid = make::grid(kind, size, seed).unwrap();
            let mover = Mover::default();
            let map = JumpMap::new(&Passability::new(grid.ground(), &mover), &mover).unwrap();
            let mut cells: Vec<_> = grid.bounds().cells().collect();
            if random.below(4) > 0 {
                let rect = Rect::new(
                    *random.pick(&cells),
                    Size::new(random.from_to(1, size.width), random.from_to(1, 40)),
                );
                cells.retain(|&cell| rect.contains(cell));
            }
            let keep_percent = *random.pick(&[50, 95, 100, 100]);
            cells.retain(|_| random.below(100) < keep_percent);
            if random.below(8) == 0 {
                cells.reverse();
            }
            let goals: Vec<_> =
                cells.iter().map(|&cell| NodeId(grid.layout().index_of(cell).unwrap())).collect();
            let mut areas = GoalAreas::default();
            areas.find(&map, &goals, |_| false, usize::MAX);
            let expected = areas.list.len() <= AREAS_MAX;
            assert_eq!(
                map.suits_goals(&goals),
                expected,
                "seed {seed}: {} areas",
                areas.list.len()
            );
            let few = map.has_few_stretches(&goals);
            assert!(expected || !few, "seed {seed}");
            suit += u32::from(expected);
            by_stretches += u32::from(few);
            none += u32::from(!expected);
        }
        assert!(suit > 100 && by_stretches > 80 && none > 80, "{suit}, {by_stretches}, {none}");
    }
}
