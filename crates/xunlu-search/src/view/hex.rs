//! A hex grid as one mover sees it.

use super::neighbour_block::{Framed, NeighbourBlock};
use super::{Headings, Places, Sense};
use crate::graph::{Graph, ReverseGraph};
use crate::step::Step;
use xunlu_map::{
    Cell, Hex, HexArrangement, HexDirection, HexGrid, Layout, Mover, NodeId, Orientation,
    Passability, Rect, Size, StepRule,
};

/// A hex grid as a graph: its nodes are the hexes that are open to the mover, numbered as the
/// grid's [`Layout`] numbers their columns and rows. Links are laid on top by
/// [`Linked`](crate::Linked).
///
/// A mover of another rule than [`StepRule::Hex`] can stand there but has no steps. Making one costs
/// nothing in proportion to the map.
#[derive(Clone, Copy, Debug)]
pub struct HexView<'a> {
    grid: &'a HexGrid,
    mover: &'a Mover,
    open: &'a Passability,
    // What each direction adds to a number: in a line (row or column) that is even, and in an odd one.
    shifts: [[u32; 6]; 2],
    rows: Rows,
    is_hex_mover: bool,
}

/// Finds the row of a number without dividing: multiplied by the rounded-up 2^64th part of the row's
/// length, the quotient stands in the upper half, exactly for all 32-bit numbers (Lemire, Kaser and
/// Kurz 2019, "Faster remainder by direct computation", section 3).
#[derive(Clone, Copy, Debug)]
struct Rows {
    stride: u32,
    part: u64,
}

impl<'a> HexView<'a> {
    /// The grid as `mover` sees it. `open` must be what the grid's ground is to this mover.
    ///
    /// # Panics
    /// When `open` is of another rectangle than the grid.
    #[must_use]
    pub fn new(grid: &'a HexGrid, mover: &'a Mover, open: &'a Passability) -> HexView<'a> {
        let layout = grid.layout();
        assert_eq!(open.layout(), layout, "the passability of another map");
        HexView {
            grid,
            mover,
            open,
            shifts: [0, 1].map(|line| shifts_of_line(layout, grid.arrangement(), line)),
            rows: Rows::new(layout.stride()),
            is_hex_mover: *mover.rule() == StepRule::Hex,
        }
    }

    /// The grid.
    #[must_use]
    pub const fn grid(&self) -> &'a HexGrid {
        self.grid
    }

    /// The mover.
    #[must_use]
    pub const fn mover(&self) -> &'a Mover {
        self.mover
    }

    /// Where the mover may stand, by column and row.
    #[must_use]
    pub const fn open(&self) -> &'a Passability {
        self.open
    }

    /// Whether the mover can stand on a hex.
    #[must_use]
    pub fn can_stand(&self, hex: Hex) -> bool {
        self.node_at(hex).is_some_and(|node| self.can_stand_on(node))
    }

    /// What each direction adds to this number.
    #[inline]
    fn shifts_at(&self, index: u32) -> &[u32; 6] {
        let Cell { x, y } = self.rows.cell_of(index, self.grid.bounds());
        let line = match self.grid.arrangement().orientation() {
            Orientation::Pointy => y,
            Orientation::Flat => x,
        };
        &self.shifts[usize::from(line & 1 != 0)]
    }

    #[inline]
    fn steps(&self, node: NodeId, sense: Sense, tell: &mut impl FnMut(Step, u32)) {
        if !self.is_hex_mover || !self.can_stand_on(node) {
            return;
        }
        let index = node.0;
        let ground = self.grid.ground();
        for (direction, shift) in HexDirection::ALL.into_iter().zip(self.shifts_at(index)) {
            let other = index.wrapping_add(*shift);
            if !self.open.at(other) {
                continue;
            }
            let (from, entered, heading) = match sense {
                Sense::Along => (index, other, direction as u32),
                Sense::Against => (other, index, direction.opposite() as u32),
            };
            if ground.exits().is_none_or(|exits| exits.at(from).allows(heading)) {
                let terrain = ground.terrain().at(entered);
                let cost = self.mover.enter_costs()[usize::from(terrain.0)][0];
                tell(Step { to: NodeId(other), cost }, heading);
            }
        }
    }
}

/// What each direction adds to a number in a row (pointy) or column (flat) as even or odd as `line`.
fn shifts_of_line(layout: &Layout, arrangement: HexArrangement, line: i32) -> [u32; 6] {
    let here = match arrangement.orientation() {
        Orientation::Pointy => Cell::new(0, line),
        Orientation::Flat => Cell::new(line, 0),
    };
    let hex = arrangement.hex_of(here);
    HexDirection::ALL
        .map(|direction| layout.shift(arrangement.cell_of(hex.neighbour(direction)) - here))
}

impl Rows {
    fn new(stride: u32) -> Rows {
        Rows { stride, part: u64::MAX / u64::from(stride) + 1 }
    }

    /// The column and row of a number, as [`Layout::cell_of`] gives them.
    #[inline]
    fn cell_of(self, index: u32, bounds: Rect) -> Cell {
        let product = u128::from(self.part) * u128::from(index);
        let down = u32::try_from(product >> 64).expect("a quotient of a 32-bit number");
        let right = index - down * self.stride;
        Cell::new(
            bounds.min.x.wrapping_add_unsigned(right).wrapping_sub(1),
            bounds.min.y.wrapping_add_unsigned(down).wrapping_sub(1),
        )
    }
}

impl Graph for HexView<'_> {
    fn node_count(&self) -> u32 {
        self.grid.layout().len()
    }

    #[inline]
    fn steps_from(&self, from: NodeId, steps: &mut Vec<Step>) {
        self.steps(from, Sense::Along, &mut |step, _| steps.push(step));
    }
}

impl ReverseGraph for HexView<'_> {
    #[inline]
    fn steps_into(&self, to: NodeId, steps: &mut Vec<Step>) {
        self.steps(to, Sense::Against, &mut |step, _| steps.push(step));
    }
}

impl Places for HexView<'_> {
    type Place = Hex;

    fn node_at(&self, hex: Hex) -> Option<NodeId> {
        self.grid.index_of(hex).map(NodeId)
    }

    #[inline]
    fn place_of(&self, node: NodeId) -> Hex {
        self.grid.hex_at(self.rows.cell_of(node.0, self.grid.bounds()))
    }

    #[inline]
    fn can_stand_on(&self, node: NodeId) -> bool {
        self.open.at(node.0)
    }

    /// Told of windows around which no exit is missing.
    fn neighbour_block(&self, first: NodeId, size: Size, block: &mut NeighbourBlock) -> bool {
        let Some(window) = Framed::new(self.grid.layout(), first.0, size) else { return false };
        let is_plain = self.is_hex_mover && window.has_all_exits(self.grid.ground().exits());
        if !is_plain {
            return false;
        }
        window.read(self.open, Size::ONE, block);
        let Cell { x, y } = window.corner();
        let arrangement = self.grid.arrangement();
        // Every second bit, that of column x among them or not.
        let shoved = if arrangement.is_shoved(x) { u64::MAX / 3 } else { (u64::MAX / 3) << 1 };
        let is_even_row_shoved = arrangement.is_shoved(y);
        block.join(|row, _, _| match arrangement.orientation() {
            Orientation::Flat => [u64::MAX, shoved, shoved],
            Orientation::Pointy if (row % 2 == 0) == is_even_row_shoved => [u64::MAX, 0, u64::MAX],
            Orientation::Pointy => [u64::MAX, u64::MAX, 0],
        });
        true
    }
}

impl Headings for HexView<'_> {
    fn heading_count(&self) -> u32 {
        6
    }

    fn headed_steps(&self, node: NodeId, sense: Sense, mut tell: &mut dyn FnMut(Step, u32)) {
        self.steps(node, sense, &mut tell);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::{check_graph, check_headings, check_places, check_reverse_graph};

    /// Where the steps from a column and row lead and what they cost, in order.
    fn steps_of(text: &str, x: i32, y: i32) -> Vec<(i32, i32, u32)> {
        let grid: HexGrid = text.parse().unwrap();
        let mover = Mover::hex().costs(xunlu_map::StepCosts::TEN_FOURTEEN).build().unwrap();
        let open = Passability::new(grid.ground(), &mover);
        let view = HexView::new(&grid, &mover, &open);
        check_graph(&view);
        check_reverse_graph(&view);
        check_places(&view);
        check_headings(&view);
        let mut steps = Vec::new();
        view.steps_from(view.node_at(grid.hex_at(Cell::new(x, y))).unwrap(), &mut steps);
        let told = steps.iter().map(|step| {
            let Cell { x, y } = grid.cell_of(view.place_of(step.to));
            (x, y, step.cost.0)
        });
        told.collect()
    }

    #[test]
    fn steps_go_clockwise_by_the_arrangement() {
        let pointy = "@hex odd-r\n. . .\n . 2 .\n. . #";
        let around = [(2, 1, 10), (1, 2, 10), (0, 1, 10), (1, 0, 10), (2, 0, 10)];
        assert_eq!(steps_of(pointy, 1, 1), around);
        assert_eq!(steps_of(pointy, 1, 0), [(2, 0, 10), (1, 1, 20), (0, 1, 10), (0, 0, 10)]);
        let flat = "@hex even-q\n. . .\n. . 3\n. # .";
        let around = [(2, 1, 30), (0, 1, 10), (0, 0, 10), (1, 0, 10), (2, 0, 10)];
        assert_eq!(steps_of(flat, 1, 1), around);
    }

    #[test]
    fn a_trap_is_entered_and_not_left_and_an_exit_leads_one_way() {
        let text = "@hex odd-r\n@exits none at 1,0\n@exits E at 2,0\n. . . .";
        assert_eq!(steps_of(text, 0, 0), [(1, 0, 10)]);
        assert_eq!(steps_of(text, 1, 0), []);
        assert_eq!(steps_of(text, 2, 0), [(3, 0, 10)]);
        assert_eq!(steps_of(text, 3, 0), [(2, 0, 10)]);
    }

    #[test]
    fn a_wall_has_no_steps_and_neither_has_a_mover_for_squares() {
        assert_eq!(steps_of("@hex odd-q\n. # .", 1, 0), []);
        let grid: HexGrid = "@hex odd-q\n. . .".parse().unwrap();
        let mover = Mover::default();
        let open = Passability::new(grid.ground(), &mover);
        let view = HexView::new(&grid, &mover, &open);
        let mut steps = Vec::new();
        view.steps_from(view.node_at(Hex::new(0, 0)).unwrap(), &mut steps);
        assert!(view.can_stand(Hex::new(0, 0)) && !view.can_stand(Hex::new(-1, 0)));
        assert_eq!(steps, []);
    }

    #[test]
    fn rows_are_found_without_dividing() {
        for stride in [2, 3, 7, 64, 1000, (1 << 20) + 1] {
            let rows = Rows::new(stride);
            let bounds = Rect::new(Cell::new(5, -9), Size::new(stride - 1, 9));
            let layout = Layout::new(Rect::new(bounds.min, Size::new(stride - 1, 1))).unwrap();
            for index in [0, 1, stride - 1, stride, stride + 1, 3 * stride - 1, 1 << 28, u32::MAX] {
                assert_eq!(
                    rows.cell_of(index, bounds),
                    layout.cell_of(index),
                    "{index} / {stride}"
                );
            }
        }
    }
}
