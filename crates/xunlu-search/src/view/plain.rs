//! A square grid on which nothing is special, as a mover of one cell sees it.

use super::grid::{GridView, by_corner_rule};
use crate::engine::best_first::StepSource;
use crate::graph::Graph;
use crate::step::Step;
use std::sync::OnceLock;
use xunlu_map::{
    Corners, Cost, Direction, Footprint, Mover, NodeId, Passability, Plane, StepRule, Terrain,
};

/// What a [`GridView`] is on most maps: no exit is missing, no edges are joined, and the mover is one
/// cell large and takes four or eight steps. The same nodes and the same steps, found faster: which of
/// its neighbours a node has steps to is one look into a table.
///
/// It does not show a search what was seen from the parent:
///
/// ```text
///   a b >     The mover came straight, from p to x. From p, too, a step leads to a, and it is no
///   p x >     more expensive than the path by x; and where all ground costs the same, one to b,
///   a b >     unless a wall at a keeps the mover from passing that corner.
///
///   p a .     Or diagonally: then both cells a are one straight step from p.
///   a x >
///   . > >
/// ```
///
/// Held to the grid's view by `plain_grids_have_the_same_steps`.
///
/// PERF: `cargo xtask gate` with this, the open list in order and the estimate inlined: noise-astar
/// 28.8 to 13.3 M, weighted-astar-on-terrain 52.3 to 32.8 M, open-dijkstra 60.2 to 33.2 M
/// instructions.
#[derive(Clone, Copy, Debug)]
pub struct PlainGrid<'a> {
    open: &'a Passability,
    terrain: &'a Plane<Terrain>,
    costs: &'a [[Cost; 2]; 256],
    // What a straight and a diagonal step cost, where that is the same everywhere.
    uniform: Option<[Cost; 2]>,
    // What each direction adds to a number.
    shifts: [u32; 8],
    stride: u32,
    free: &'static Free,
}

/// For each place of the parent, and for each set of open neighbours, the directions that lead on.
type Free = [[u8; 256]; PARENTS];

/// Where a parent can be: on one of the eight cells around, numbered row by row, or, for the cell in
/// the middle, elsewhere.
const PARENTS: usize = 9;
const ELSEWHERE: usize = 4;

impl<'a> PlainGrid<'a> {
    /// The grid of a view. Returns `None` if something is special: steps other than to neighbours, a
    /// footprint of more than one cell, joined edges, limited exits, or fewer columns than steps need to
    /// lead to different nodes.
    #[must_use]
    pub fn of(view: &GridView<'a>) -> Option<PlainGrid<'a>> {
        let (grid, mover) = (view.grid(), view.mover());
        let (ground, layout) = (grid.ground(), grid.layout());
        let corners = match mover.rule() {
            StepRule::Four => Corners::Never,
            StepRule::Eight(corners) => *corners,
            _ => return None,
        };
        let is_plain = mover.footprint() == Footprint::ONE
            && !grid.wrap().is_any()
            && ground.exits().is_none();
        // On a narrower map two directions add the same to a number.
        if !is_plain || layout.stride() < 3 {
            return None;
        }
        let occurs = |terrain: &Terrain| mover.is_open(*terrain) && ground.count(*terrain) > 0;
        let uniform = one_price(mover, (0..=u8::MAX).map(Terrain).filter(occurs));
        Some(PlainGrid {
            open: view.open(),
            terrain: ground.terrain(),
            costs: mover.enter_costs(),
            uniform,
            shifts: Direction::ALL.map(|direction| layout.step(direction)),
            stride: layout.stride(),
            free: free_for(mover, corners, uniform),
        })
    }

    /// In which row and column around a node its parent lies.
    #[inline]
    fn place_of_parent(&self, node: NodeId, parent: NodeId) -> usize {
        let ahead = parent.0.wrapping_sub(node.0).wrapping_add(self.stride + 1);
        let row = u32::from(ahead >= self.stride) + u32::from(ahead >= self.stride * 2);
        let column = ahead - row * self.stride;
        if column < 3 { (row * 3 + column) as usize } else { ELSEWHERE }
    }

    /// The open ones of the eight neighbours, one bit each in the order of the directions.
    #[inline]
    fn open_around(&self, node: NodeId) -> usize {
        let three = |first: u32| (self.open.run_at(first) & 0b111) as usize;
        let above = three(node.0 - self.stride - 1);
        let level = three(node.0 - 1);
        let below = three(node.0 + self.stride - 1);
        // A row's cells are west, middle and east, in bits 0 to 2.
        level >> 2
            | (below & 2)
            | (level & 1) << 2
            | (above & 2) << 2
            | (below & 4) << 2
            | (below & 1) << 5
            | (above & 1) << 6
            | (above & 4) << 5
    }

    #[inline]
    fn steps(&self, node: NodeId, parent: usize, mut see: impl FnMut(Step)) {
        if self.open.at(node.0) {
            let free = self.free[parent][self.open_around(node)];
            self.each_of(node, free, |_, step| see(step));
        }
    }

    /// Shows the steps from a node, and in which direction each leads.
    #[inline]
    pub(crate) fn directed_steps(&self, node: NodeId, see: impl FnMut(u32, Step)) {
        if self.open.at(node.0) {
            self.each_of(node, self.free[ELSEWHERE][self.open_around(node)], see);
        }
    }

    /// The step from an open node in a direction, if one leads there.
    #[inline]
    pub(crate) fn step_ahead(&self, node: NodeId, direction: u32) -> Option<Step> {
        let to = node.0.wrapping_add(self.shifts[direction as usize & 7]);
        // Straight ones have no corners to pass.
        let leads_there = self.open.at(to)
            && (direction < 4
                || self.free[ELSEWHERE][self.open_around(node)] >> direction & 1 != 0);
        leads_there.then(|| self.step(NodeId(to), direction))
    }

    #[inline]
    fn each_of(&self, node: NodeId, mut free: u8, mut see: impl FnMut(u32, Step)) {
        while free != 0 {
            let number = free.trailing_zeros();
            free &= free - 1;
            let to = node.0.wrapping_add(self.shifts[number as usize & 7]);
            see(number, self.step(NodeId(to), number));
        }
    }

    /// A step in a direction that leads to a node.
    #[inline]
    fn step(&self, to: NodeId, direction: u32) -> Step {
        let diagonal = (direction >> 2 & 1) as usize;
        let cost = match &self.uniform {
            Some(costs) => costs[diagonal],
            None => self.costs[usize::from(self.terrain.at(to.0).0)][diagonal],
        };
        Step { to, cost }
    }

    /// Whether all steps of a kind cost the same, there and back.
    #[must_use]
    pub const fn is_uniform(&self) -> bool {
        self.uniform.is_some()
    }
}

impl Graph for PlainGrid<'_> {
    fn node_count(&self) -> u32 {
        self.open.layout().len()
    }

    #[inline]
    fn steps_from(&self, from: NodeId, steps: &mut Vec<Step>) {
        self.steps(from, ELSEWHERE, |step| steps.push(step));
    }
}

impl StepSource for PlainGrid<'_> {
    #[inline]
    fn each_step(&mut self, from: NodeId, parent: NodeId, see: impl FnMut(Step)) {
        self.steps(from, self.place_of_parent(from, parent), see);
    }
}

/// What straight and diagonal steps cost, if it is the same on all of these terrains.
fn one_price(mover: &Mover, mut terrains: impl Iterator<Item = Terrain>) -> Option<[Cost; 2]> {
    let price = |terrain: Terrain| mover.enter_costs()[usize::from(terrain.0)];
    let first = price(terrains.next()?);
    terrains.all(|terrain| price(terrain) == first).then_some(first)
}

/// The table for a mover, and for the costs of steps where they are the same everywhere.
fn free_for(mover: &Mover, corners: Corners, uniform: Option<[Cost; 2]>) -> &'static Free {
    // Made when first asked for: most programs need one or two of the twelve.
    static TABLES: [[OnceLock<Free>; 4]; 3] = [const { [const { OnceLock::new() }; 4] }; 3];
    let is_uniform = uniform.is_some_and(|[straight, diagonal]| diagonal <= straight + straight);
    let known = match mover.costs().straight <= mover.costs().diagonal {
        false => Known::Nothing,
        true if is_uniform => Known::OnUniformGround,
        true => Known::OnAnyGround,
    };
    TABLES[known as usize][corners as usize].get_or_init(|| table(corners, known))
}

/// What the costs of steps say of cells that are neighbours of a node and of its parent.
#[derive(Clone, Copy)]
enum Known {
    /// Nothing: diagonal steps are the cheaper ones.
    Nothing,
    /// Where straight steps lead from the parent, the path by the node is no cheaper.
    OnAnyGround,
    /// Where diagonal steps lead from the parent, neither.
    OnUniformGround,
}

fn table(corners: Corners, known: Known) -> Free {
    std::array::from_fn(|parent| {
        std::array::from_fn(|open| {
            let open = u32::from(open.to_le_bytes()[0]);
            let onward = by_corner_rule(open, corners) & !seen_from(parent, open, corners, known);
            onward.to_le_bytes()[0]
        })
    })
}

/// The neighbours that were seen from the parent, one bit each. A diagonal direction `4 + n` lies
/// between the straight ones `n` and `n + 1`.
fn seen_from(parent: usize, open: u32, corners: Corners, known: Known) -> u32 {
    const DIRECTION_BACK: [u32; PARENTS] = [6, 3, 7, 2, u32::MAX, 0, 5, 1, 4];
    if parent == ELSEWHERE || matches!(known, Known::Nothing) {
        return 0;
    }
    let back = DIRECTION_BACK[parent];
    let (left, right) = ((back + 3) % 4, (back + 1) % 4);
    if back >= 4 {
        // `back` is right of the straight direction `back - 4`, and left of the next.
        return 1 << back | 1 << (back % 4) | 1 << right;
    }
    // The cells behind, left and right: the diagonals on both sides of `back`.
    let (behind_left, behind_right) = (1 << (4 + left), 1 << (4 + back));
    let mut seen = 1 << back | behind_left | behind_right;
    if matches!(known, Known::OnUniformGround) {
        // A diagonal step from the parent to a cell beside the node passes between the node and the
        // cell behind on that side.
        let passing = match corners {
            Corners::Always | Corners::OneFree => u32::MAX,
            Corners::NoCutting => open,
            Corners::Never => 0,
        };
        if passing & behind_left != 0 {
            seen |= 1 << left;
        }
        if passing & behind_right != 0 {
            seen |= 1 << right;
        }
    }
    seen
}
