//! A square grid as one mover sees it.

use super::neighbour_block::{Framed, NeighbourBlock, joins_of_squares};
use super::{Headings, Places, Sense};
use crate::graph::{Graph, ReverseGraph};
use crate::step::Step;
use xunlu_map::{
    Cell, Corners, Cost, Direction, Footprint, Grid, Mover, NodeId, Offset, Passability, Plane,
    Rect, Size, StepRule, Terrain,
};

/// A grid as a graph: its nodes are the cells where the mover can stand, numbered as the grid's
/// [`Layout`](xunlu_map::Layout) numbers them. Links are laid on top by [`Linked`](crate::Linked).
///
/// Making one costs nothing in proportion to the map.
#[derive(Clone, Copy, Debug)]
pub struct GridView<'a> {
    grid: &'a Grid,
    mover: &'a Mover,
    open: &'a Passability,
    clearance: Option<&'a Plane<u8>>,
    under: Option<&'a Plane<Terrain>>,
    // What each direction adds to a number.
    shifts: [u32; 8],
    // Whether ground under a large mover may differ in price.
    has_prices: bool,
}

impl<'a> GridView<'a> {
    /// The grid as `mover` sees it. `open` must be what the grid's ground is to this mover.
    ///
    /// # Panics
    /// When `open` is of another rectangle than the grid.
    #[must_use]
    pub fn new(grid: &'a Grid, mover: &'a Mover, open: &'a Passability) -> GridView<'a> {
        let layout = grid.layout();
        assert_eq!(open.layout(), layout, "the passability of another map");
        GridView::part(
            grid,
            mover,
            open,
            None,
            has_prices(|terrain| grid.ground().count(terrain) > 0, mover),
        )
    }

    /// One of several grids: as [`new`](Self::new), but cheap enough to be made at every expansion.
    #[inline]
    pub(super) fn part(
        grid: &'a Grid,
        mover: &'a Mover,
        open: &'a Passability,
        clearance: Option<&'a Plane<u8>>,
        has_prices: bool,
    ) -> GridView<'a> {
        let shifts = Direction::ALL.map(|direction| grid.layout().step(direction));
        GridView { grid, mover, open, clearance, under: None, shifts, has_prices }
    }

    /// The largest side that a clearance plane tells; it stands for itself and any larger one.
    pub const CLEARANCE_MAX: u8 = 32;

    /// The same view, which knows of each cell the side of the largest open square that has it for
    /// its corner of least x and y, up to [`CLEARANCE_MAX`](Self::CLEARANCE_MAX). Large movers are
    /// answered faster by it, and never differently.
    ///
    /// # Panics
    /// When the plane is of another rectangle than the grid.
    #[must_use]
    pub fn with_clearance(self, clearance: &'a Plane<u8>) -> GridView<'a> {
        assert_eq!(clearance.layout(), self.grid.layout(), "the clearance of another map");
        GridView { clearance: Some(clearance), ..self }
    }

    /// The same view, which knows of each cell the most expensive ground under the footprint
    /// there. What a step costs is one look into it then, and never differs.
    ///
    /// # Panics
    /// When the plane is of another rectangle than the grid, or the grid has joined edges.
    #[must_use]
    pub fn with_ground_under(self, under: &'a Plane<Terrain>) -> GridView<'a> {
        assert_eq!(under.layout(), self.grid.layout(), "the ground of another map");
        assert!(!self.grid.wrap().is_any(), "the ground under a footprint may lie round an edge");
        GridView { under: Some(under), has_prices: false, ..self }
    }

    /// Whether the mover is large and meets ground of more than one price, so that each step has to look
    /// for the most expensive under the footprint.
    #[must_use]
    pub const fn has_prices(&self) -> bool {
        self.has_prices
    }

    /// The grid.
    #[must_use]
    pub const fn grid(&self) -> &'a Grid {
        self.grid
    }

    /// The mover.
    #[must_use]
    pub const fn mover(&self) -> &'a Mover {
        self.mover
    }

    /// Where a mover of one cell may stand.
    #[must_use]
    pub const fn open(&self) -> &'a Passability {
        self.open
    }

    /// Whether the mover can stand on a cell with its whole footprint.
    #[must_use]
    pub fn can_stand(&self, cell: Cell) -> bool {
        self.node_at(cell).is_some_and(|node| self.can_stand_on(node))
    }

    /// Whether the whole footprint fits at a number, on a grid without joined edges.
    #[inline]
    fn can_stand_at(&self, index: u32) -> bool {
        let Size { width, height } = self.mover.footprint().size();
        if (width | height) == 1 {
            return self.open.at(index);
        }
        if let Some(clearance) = self.clearance {
            let side = u32::from(clearance.at(index));
            if side >= width.max(height) {
                return true;
            }
            if side < width.min(height) && side < u32::from(Self::CLEARANCE_MAX) {
                return false;
            }
        }
        self.can_stand_by_rows(index)
    }

    /// Looks at the bits under the footprint, row by row. A row that leaves the map meets the closed
    /// border first.
    fn can_stand_by_rows(&self, index: u32) -> bool {
        let Size { width, height } = self.mover.footprint().size();
        let full = u64::MAX >> (64 - width);
        let stride = self.grid.layout().stride();
        (0..height).all(|row| self.open.run_at(index + row * stride) & full == full)
    }

    /// Whether the footprint fits, parts of it round a joined edge.
    fn can_stand_round(&self, cell: Cell) -> bool {
        let footprint = self.mover.footprint();
        let (bounds, wrap) = (self.grid.bounds().size, self.grid.wrap());
        if (wrap.x && footprint.width() > bounds.width)
            || (wrap.y && footprint.height() > bounds.height)
        {
            return false;
        }
        self.footprint_at(cell).all(|under| under.is_some_and(|under| self.open.is_open(under)))
    }

    /// The cells under the footprint, brought home.
    fn footprint_at(&self, cell: Cell) -> impl Iterator<Item = Option<Cell>> {
        let grid = self.grid;
        let rect = Rect::new(cell, self.mover.footprint().size());
        rect.cells().map(move |under| grid.home_of(under))
    }

    /// The directions in which the mover may leave a cell inside, one bit each, by footprint and
    /// corner rule but not by the cell's exits.
    #[inline]
    fn free_around(&self, index: u32) -> u32 {
        let corners = match self.mover.rule() {
            StepRule::Eight(corners) => *corners,
            _ => Corners::Never,
        };
        let free = if self.mover.footprint() == Footprint::ONE {
            self.open_around(index)
        } else {
            let tried = if corners == Corners::Never { 4 } else { 8 };
            (0..tried).fold(0, |free, number| {
                let to = index.wrapping_add(self.shifts[number]);
                free | u32::from(self.can_stand_at(to)) << number
            })
        };
        by_corner_rule(free, corners)
    }

    /// The open ones of the eight neighbours, one bit each: three reads of three bits.
    #[inline]
    fn open_around(&self, index: u32) -> u32 {
        let stride = self.grid.layout().stride();
        let bit = |run: u64, from: u32, to: u32| u32::from(run >> from & 1 != 0) << to;
        let above = self.open.run_at(index - stride - 1);
        let level = self.open.run_at(index - 1);
        let below = self.open.run_at(index + stride - 1);
        bit(level, 2, 0)
            | bit(below, 1, 1)
            | bit(level, 0, 2)
            | bit(above, 1, 3)
            | bit(below, 2, 4)
            | bit(below, 0, 5)
            | bit(above, 0, 6)
            | bit(above, 2, 7)
    }

    /// What a straight (0) or diagonal (1) step of a large mover onto a cell inside costs.
    #[cold]
    fn most_expensive_at(&self, index: u32, diagonal: usize) -> Cost {
        self.most_expensive_under(self.grid.layout().cell_of(index), |terrain| {
            self.mover.enter_costs()[usize::from(terrain.0)][diagonal]
        })
    }

    /// The most expensive ground under the footprint.
    fn most_expensive_under(&self, cell: Cell, price: impl Fn(Terrain) -> Cost) -> Cost {
        let terrain = self.grid.ground().terrain();
        if let Some(under) = self.under {
            return under.get(cell).map_or(Cost::MAX, price);
        }
        let under = self.footprint_at(cell).flatten().filter_map(|cell| terrain.get(cell));
        under.map(price).max().unwrap_or(Cost::MAX)
    }

    /// Steps to the neighbours of a cell none of whose neighbours lie round an edge.
    #[inline]
    fn steps_near(&self, index: u32, sense: Sense, tell: &mut impl FnMut(Step, u32)) {
        let mut free = self.free_around(index);
        if let Some(exits) = self.grid.ground().exits() {
            free &= match sense {
                Sense::Along => u32::from(exits.at(index).0),
                Sense::Against => Direction::ALL.iter().fold(0, |entries, direction| {
                    let neighbour = index.wrapping_add(self.shifts[*direction as usize]);
                    let leads_here = exits.at(neighbour).allows(direction.opposite() as u32);
                    entries | u32::from(leads_here) << *direction as u32
                }),
            };
        }
        let terrain = self.under.unwrap_or_else(|| self.grid.ground().terrain());
        let costs = self.mover.enter_costs();
        while free != 0 {
            let number = free.trailing_zeros();
            free &= free - 1;
            let to = index.wrapping_add(self.shifts[(number & 7) as usize]);
            let (entered, heading) = match sense {
                Sense::Along => (to, number),
                Sense::Against => (index, Direction::ALL[number as usize].opposite() as u32),
            };
            let diagonal = usize::from(number >= 4);
            let cost = if self.has_prices {
                self.most_expensive_at(entered, diagonal)
            } else {
                costs[usize::from(terrain.at(entered).0)][diagonal]
            };
            tell(Step { to: NodeId(to), cost }, heading);
        }
    }

    /// Steps by cell and offset: for joined edges and custom offsets.
    fn steps_by_offset(&self, index: u32, sense: Sense, tell: &mut impl FnMut(Step, u32)) {
        let here = self.grid.layout().cell_of(index);
        match self.mover.rule() {
            StepRule::Offsets(offsets) => {
                for (number, step) in offsets.iter().enumerate() {
                    let price = |terrain| {
                        let weight = self.mover.weight(terrain);
                        weight.map_or(Cost::MAX, |weight| weight.of(self.mover.offset_cost(number)))
                    };
                    self.step_by_offset(here, step.offset, sense, price, |_| true, tell);
                }
            }
            rule => {
                let corners =
                    if let StepRule::Eight(corners) = rule { *corners } else { Corners::Never };
                for direction in Direction::ALL {
                    let diagonal = usize::from(direction.is_diagonal());
                    let price = |terrain: Terrain| {
                        self.mover.enter_costs()[usize::from(terrain.0)][diagonal]
                    };
                    let fits = |from| self.may_pass_corner(from, direction, corners);
                    self.step_by_offset(here, direction.offset(), sense, price, fits, tell);
                }
            }
        }
    }

    /// One step from or into a cell by one offset, wherever it comes to lie.
    fn step_by_offset(
        &self,
        here: Cell,
        offset: Offset,
        sense: Sense,
        price: impl Fn(Terrain) -> Cost,
        fits: impl Fn(Cell) -> bool,
        tell: &mut impl FnMut(Step, u32),
    ) {
        let back = Offset::new(-offset.dx, -offset.dy);
        let towards = if sense == Sense::Along { offset } else { back };
        let Some(there) = self.grid.home_of(here + towards) else { return };
        let (source, target) = if sense == Sense::Along { (here, there) } else { (there, here) };
        let Some(direction) = offset.direction() else { return };
        let exits = self.grid.ground().exits().and_then(|exits| exits.get(source));
        let may_leave = exits.is_none_or(|exits| exits.allows(direction as u32));
        if there == here || !may_leave || !self.can_stand(there) || !fits(source) {
            return;
        }
        if let Some(to) = self.node_at(there) {
            let cost = self.most_expensive_under(target, price);
            tell(Step { to, cost }, direction as u32);
        }
    }

    fn may_pass_corner(&self, from: Cell, direction: Direction, rule: Corners) -> bool {
        if !direction.is_diagonal() {
            return true;
        }
        let offset = direction.offset();
        let beside = self.can_stand(from + Offset::new(offset.dx, 0));
        let below = self.can_stand(from + Offset::new(0, offset.dy));
        match rule {
            Corners::Always => true,
            Corners::OneFree => beside || below,
            Corners::NoCutting => beside && below,
            Corners::Never => false,
        }
    }

    /// The steps from or into a node, each with its heading.
    #[inline]
    pub(super) fn steps(&self, node: NodeId, sense: Sense, tell: &mut impl FnMut(Step, u32)) {
        if !self.can_stand_on(node) {
            return;
        }
        match self.mover.rule() {
            StepRule::Hex | StepRule::Links => {}
            StepRule::Four | StepRule::Eight(_) if !self.grid.wrap().is_any() => {
                self.steps_near(node.0, sense, tell);
            }
            _ => self.steps_by_offset(node.0, sense, tell),
        }
    }
}

/// Strikes the diagonals that the rule forbids. Diagonal `n` passes between the straight directions
/// `n` and `n + 1`, so that both sides of all four are one shift away.
#[inline]
pub(super) const fn by_corner_rule(free: u32, corners: Corners) -> u32 {
    let straight = free & 0xf;
    let next = straight >> 1 | (straight & 1) << 3;
    let passable = match corners {
        Corners::Always => 0xf,
        Corners::OneFree => straight | next,
        Corners::NoCutting => straight & next,
        Corners::Never => 0,
    };
    free & (passable << 4 | 0xf)
}

/// Whether the ground under the mover may differ in price: only under a large one, and only where
/// terrains of more than one price occur.
pub(super) fn has_prices(occurs: impl Fn(Terrain) -> bool, mover: &Mover) -> bool {
    if mover.footprint() == Footprint::ONE {
        return false;
    }
    let present = (0..=u8::MAX).map(Terrain).filter(|&terrain| occurs(terrain));
    let mut prices = present.filter_map(|terrain| mover.weight(terrain));
    let first = prices.next();
    prices.any(|price| Some(price) != first)
}

impl Graph for GridView<'_> {
    fn node_count(&self) -> u32 {
        self.grid.layout().len()
    }

    #[inline]
    fn steps_from(&self, from: NodeId, steps: &mut Vec<Step>) {
        self.steps(from, Sense::Along, &mut |step, _| steps.push(step));
    }
}

impl ReverseGraph for GridView<'_> {
    #[inline]
    fn steps_into(&self, to: NodeId, steps: &mut Vec<Step>) {
        self.steps(to, Sense::Against, &mut |step, _| steps.push(step));
    }
}

impl Places for GridView<'_> {
    type Place = Cell;

    fn node_at(&self, cell: Cell) -> Option<NodeId> {
        self.grid.layout().index_of(self.grid.home_of(cell)?).map(NodeId)
    }

    #[inline]
    fn place_of(&self, node: NodeId) -> Cell {
        self.grid.layout().cell_of(node.0)
    }

    #[inline]
    fn can_stand_on(&self, node: NodeId) -> bool {
        if self.grid.wrap().is_any() {
            self.open.at(node.0) && self.can_stand_round(self.place_of(node))
        } else {
            self.can_stand_at(node.0)
        }
    }

    /// Told of windows around which no exit is missing, for movers of four or eight steps, on grids
    /// without joined edges.
    fn neighbour_block(&self, first: NodeId, size: Size, block: &mut NeighbourBlock) -> bool {
        let corners = match self.mover.rule() {
            StepRule::Four => Corners::Never,
            StepRule::Eight(corners) => *corners,
            _ => return false,
        };
        let Some(window) = Framed::new(self.grid.layout(), first.0, size) else { return false };
        let is_plain =
            !self.grid.wrap().is_any() && window.has_all_exits(self.grid.ground().exits());
        if !is_plain {
            return false;
        }
        window.read(self.open, self.mover.footprint().size(), block);
        block.join(|_, upper, lower| joins_of_squares(corners, upper, lower));
        true
    }
}

impl Headings for GridView<'_> {
    fn heading_count(&self) -> u32 {
        8
    }

    fn headed_steps(&self, node: NodeId, sense: Sense, mut tell: &mut dyn FnMut(Step, u32)) {
        self.steps(node, sense, &mut tell);
    }
}
