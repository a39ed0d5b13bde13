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
use super::numbers::{CellNumber, PaddedCell};
use std::ops::Range;
use xunlu_map::NodeId;

/// The most areas for which that pays: each is looked at from each node and after each diagonal jump.
const AREAS_MAX: usize = 32;

/// Of so many cells around all goals one has to be a goal, or they are no area.
const SPARSE: usize = 8;

/// Goals as areas. None where there is but one goal.
#[derive(Clone, Debug, Default)]
pub(super) struct GoalAreas {
    list: Vec<Area>,
    // Scratch: the goals in order.
    cells: Vec<CellNumber>,
}

/// The first and the last cell of a rectangle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Area {
    first: PaddedCell,
    last: PaddedCell,
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
        let mut areas = GoalAreas::default();
        areas.begin(self, goals.iter().copied(), |_| false);
        areas.list.len() <= AREAS_MAX
    }
}

impl GoalAreas {
    /// Forgets all areas.
    pub(super) fn clear(&mut self) {
        self.list.clear();
    }

    /// Takes these, whatever lies within.
    pub(super) fn take(&mut self, areas: &[Area]) {
        self.list.clear();
        self.list.extend_from_slice(areas);
    }

    /// Finds areas that hold these goals and no other open cell, but such as are out of reach.
    pub(super) fn begin(
        &mut self,
        map: &JumpMap,
        goals: impl Iterator<Item = NodeId>,
        is_out_of_reach: impl Fn(NodeId) -> bool,
    ) {
        self.list.clear();
        self.cells.clear();
        let open = goals.map(|node| map.number_of(map.cell_at(node)));
        self.cells.extend(open.filter(|&number| map.can_stand(map.cell_of(number))));
        self.cells.sort_unstable_by_key(|number| number.0);
        self.cells.dedup();
        let all = self.cells.iter().map(|&number| Area::of(map.cell_of(number)));
        let Some(around) = all.reduce(Area::joined) else { return };
        if self.cells.len() > AREAS_MAX && self.fill(map, around, is_out_of_reach) {
            self.list.push(around);
            return;
        }
        let mut next = 0;
        while let Some(&from) = self.cells.get(next) {
            let run = self.cells[next..].iter().zip(from.0..);
            let length = run.take_while(|(number, at)| number.0 == *at).count();
            next += length;
            let first = map.cell_of(from);
            let last = first.plus((1, 0), u32::try_from(length - 1).unwrap_or(0));
            // Below one that is as wide, of those that came last, it makes that one higher.
            let above = self.list.iter_mut().rev().find(|known| {
                (known.first.x, known.last.x, known.last.y + 1) == (first.x, last.x, first.y)
            });
            match above {
                Some(above) => above.last.y = first.y,
                None => self.list.push(Area { first, last }),
            }
        }
    }

    /// Whether each open cell of an area is a goal or out of reach. Costs O(cells), as far as they are not
    /// many more than there are goals.
    fn fill(&self, map: &JumpMap, area: Area, is_out_of_reach: impl Fn(NodeId) -> bool) -> bool {
        let Area { first, last } = area;
        let count = (last.x - first.x + 1) as usize * (last.y - first.y + 1) as usize;
        let rows = (first.y..=last.y).flat_map(|y| (first.x..=last.x).map(move |x| (x, y)));
        let mut goals = self.cells.iter().map(|number| number.0).peekable();
        count / SPARSE <= self.cells.len()
            && rows.map(|(x, y)| PaddedCell { x, y }).all(|cell| {
                let number = map.number_of(cell);
                let is_goal = goals.next_if_eq(&number.0).is_some();
                is_goal || !map.can_stand(cell) || is_out_of_reach(map.node_at(cell))
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

    /// Whether an open cell is a goal.
    pub(super) fn contain(&self, cell: PaddedCell) -> bool {
        self.list.iter().any(|area| area.nearest(cell) == cell)
    }

    /// What the straight line from a cell to the nearest of them costs.
    #[inline]
    pub(super) fn least(&self, map: &JumpMap, costs: JumpCosts, cell: PaddedCell) -> u32 {
        let each = self.list.iter().map(|area| map.to_rect(costs, cell, [area.first, area.last]));
        each.min().unwrap_or(0)
    }

    pub(super) fn bytes(&self) -> usize {
        self.list.capacity() * size_of::<Area>() + self.cells.capacity() * size_of::<CellNumber>()
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
