//! Theta\* and Lazy Theta\*: paths of any angle over cells that differ in price.
//!
//! ```text
//!   S . . .      A\* comes to a cell by a step from the one before. Here it may come straight from that
//!    `-. #       one's parent, if that is no dearer: so parents lie where the path bends, and nowhere
//!       `G       else (Nash, Daniel, Koenig and Felner 2007).
//! ```
//!
//! On ground of one price a mesh gives the shortest path. Where prices differ, these heed them as they
//! search, which pulling a finished path tight cannot.

use super::cell_point;
use super::course::Course;
use super::footing::{Fine, most_expensive_along, most_expensive_under};
use crate::graph::{Graph, ReverseGraph};
use crate::step::Step;
use crate::view::{GridView, Places};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use xunlu_map::{Cell, Corners, NodeId, StepRule, Terrain, Weight, can_walk_straight};

/// When it is looked whether one can walk straight to a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SightCheck {
    /// Each time the cell is met: Theta\*.
    AtOnce,
    /// When the cell is taken from the open list, and until then it is believed: Lazy Theta\* (Nash, Koenig
    /// and Tovey 2010). Fewer lines are walked along, and paths are about as good.
    Late,
}

/// A path of any angle over cells.
#[derive(Clone, PartialEq, Debug)]
pub struct StraightPath {
    /// Where it starts, where it bends, and where it ends.
    pub course: Course<Cell>,
    /// The length of its legs in cells, each as many times as the dearest ground under the mover on it costs.
    /// A leap, or a step round a joined edge, costs what it does in straight steps.
    pub cost: f64,
    /// Cells that were closed.
    pub expansions: u64,
}

/// A path of straight legs from cell to cell. A leg is a step of the mover, or a straight line along which
/// its whole footprint touches nothing closed, whatever its corner rule, and comes over no limited exits.
/// Returns `None` if there is no path.
///
/// It is not the cheapest of such paths, and no bound is known: on made maps it costs a thousandth more in
/// the mean, and where prices differ half as much again at most. It was never dearer than the path by steps,
/// but for one in four hundred with [`Late`](SightCheck::Late); the tests of this module hold it to that.
///
/// Links lie above a view and are not taken. The same path on every machine.
///
/// ```
/// use xunlu_map::{Cell, Grid, Mover, Passability};
/// use xunlu_search::{GridView, SightCheck, theta_star};
///
/// let grid: Grid = "......\n..##..\n......".parse()?;
/// let mover = Mover::default();
/// let open = Passability::new(grid.ground(), &mover);
/// let view = GridView::new(&grid, &mover, &open);
/// let path = theta_star(&view, Cell::new(0, 0), Cell::new(5, 1), SightCheck::AtOnce).expect("a way round");
/// assert_eq!(path.course.places(), [Cell::new(0, 0), Cell::new(4, 0), Cell::new(5, 1)]);
/// # Ok::<(), xunlu_map::MapError>(())
/// ```
#[must_use]
pub fn theta_star(
    view: &GridView<'_>,
    from: Cell,
    to: Cell,
    sight: SightCheck,
) -> Option<StraightPath> {
    let [start, goal] = [view.node_at(from)?, view.node_at(to)?];
    let is_there = |node| view.can_stand_on(node);
    if !is_there(start) || !is_there(goal) {
        return None;
    }
    let mut theta = Theta::new(view, to, sight);
    theta.come(start, Leg { from: start, is_straight: false }, 0.0);
    while let Some(Reverse((_, node))) = theta.open.pop() {
        if !theta.close(node) {
            continue;
        }
        if node == goal {
            return Some(theta.path(start, goal));
        }
        theta.expand(node);
    }
    None
}

/// A search as it stands.
struct Theta<'a> {
    view: &'a GridView<'a>,
    goal: Cell,
    sight: SightCheck,
    /// What a cell's length costs at least on the way to the goal; nothing is known where one leaps.
    least_price: f64,
    /// By the number of a node.
    nodes: Vec<Node>,
    /// By what a path costs at least, as bits, which are in the order of the numbers.
    open: BinaryHeap<Reverse<(u64, NodeId)>>,
    expansions: u64,
    steps: Vec<Step>,
}

#[derive(Clone, Copy)]
struct Node {
    cost: f64,
    leg: Leg,
    is_closed: bool,
}

/// How one comes to a node.
#[derive(Clone, Copy)]
struct Leg {
    from: NodeId,
    /// Along a line, and not by a step.
    is_straight: bool,
}

impl<'a> Theta<'a> {
    fn new(view: &'a GridView<'a>, goal: Cell, sight: SightCheck) -> Theta<'a> {
        let (ground, mover) = (view.grid().ground(), view.mover());
        let leaps = matches!(mover.rule(), StepRule::Offsets(_)) || view.grid().wrap().is_any();
        let occurring = (0..=u8::MAX).map(Terrain).filter(|&terrain| ground.count(terrain) > 0);
        let prices = occurring.filter_map(|terrain| mover.weight(terrain)).map(price);
        let least_price = if leaps { 0.0 } else { prices.fold(f64::INFINITY, f64::min) };
        let leg = Leg { from: NodeId(0), is_straight: false };
        let node = Node { cost: f64::INFINITY, leg, is_closed: false };
        let nodes = vec![node; view.node_count() as usize];
        let (open, steps) = (BinaryHeap::new(), Vec::new());
        Theta { view, goal, sight, least_price, nodes, open, expansions: 0, steps }
    }

    fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.0 as usize]
    }

    /// Notes how one comes to a node at a cost, and that it may be gone on from.
    fn come(&mut self, node: NodeId, leg: Leg, cost: f64) {
        let left = cell_point(self.view.place_of(node)).distance(cell_point(self.goal));
        self.nodes[node.0 as usize] = Node { cost, leg, is_closed: false };
        self.open.push(Reverse(((cost + left * self.least_price).to_bits(), node)));
    }

    /// Closes a node, if it is not, and makes true what was believed of it.
    fn close(&mut self, node: NodeId) -> bool {
        let Node { leg, is_closed, .. } = *self.node(node);
        if is_closed {
            return false;
        }
        if leg.is_straight && self.sight == SightCheck::Late {
            let along = self.line(leg.from, node).map(|cost| self.node(leg.from).cost + cost);
            let mut best = (along.unwrap_or(f64::INFINITY), leg);
            let mut steps = std::mem::take(&mut self.steps);
            self.view.steps_into(node, &mut steps);
            for Step { to: before, cost } in steps.drain(..) {
                let Node { cost: there, is_closed, .. } = *self.node(before);
                let cost = there + self.step(before, Step { to: node, cost });
                if is_closed && cost < best.0 {
                    best = (cost, Leg { from: before, is_straight: false });
                }
            }
            self.steps = steps;
            let known = &mut self.nodes[node.0 as usize];
            (known.cost, known.leg) = best;
        }
        self.nodes[node.0 as usize].is_closed = true;
        self.expansions += 1;
        true
    }

    fn expand(&mut self, node: NodeId) {
        let Node { cost, leg, .. } = *self.node(node);
        let mut steps = std::mem::take(&mut self.steps);
        self.view.steps_from(node, &mut steps);
        for step in steps.drain(..) {
            let Node { cost: known, is_closed, .. } = *self.node(step.to);
            if is_closed {
                continue;
            }
            let by_step = (cost + self.step(node, step), Leg { from: node, is_straight: false });
            let along = match self.sight {
                SightCheck::AtOnce => self.line(leg.from, step.to),
                SightCheck::Late => Some(self.believed(leg.from, step.to)),
            };
            let straight = Leg { from: leg.from, is_straight: true };
            let by_line = along.map(|along| (self.node(leg.from).cost + along, straight));
            // A line that is no dearer makes fewer legs; sums of one length differ in their last bits.
            let is_line = |line: &(f64, Leg)| line.0 <= by_step.0 * (1.0 + 1e-12);
            let (cost, leg) = by_line.filter(is_line).unwrap_or(by_step);
            if cost < known {
                self.come(step.to, leg, cost);
            }
        }
        self.steps = steps;
    }

    /// What a step costs: as a leg, or as many straight steps as it costs where it is none.
    fn step(&self, from: NodeId, step: Step) -> f64 {
        let [from, to] = [from, step.to].map(|node| self.view.place_of(node));
        if is_gap(from, to) {
            return f64::from(step.cost.0) / f64::from(self.view.mover().costs().straight.0);
        }
        self.under(from).max(self.under(to)) * cell_point(from).distance(cell_point(to))
    }

    /// What a straight line costs. Returns `None` if nobody can walk along it.
    fn line(&self, from: NodeId, to: NodeId) -> Option<f64> {
        let [from, to] = [from, to].map(|node| self.view.place_of(node));
        let size = self.view.mover().footprint().size();
        if !can_walk_straight(self.view.open(), from, to, size, Corners::NoCutting) {
            return None;
        }
        let ground = most_expensive_along(self.view, Fine::of_cell(from), Fine::of_cell(to))?;
        Some(price(ground) * cell_point(from).distance(cell_point(to)))
    }

    /// What a line costs if one can walk along it and no ground on it is dearer than at its ends.
    fn believed(&self, from: NodeId, to: NodeId) -> f64 {
        let [from, to] = [from, to].map(|node| self.view.place_of(node));
        self.under(from).max(self.under(to)) * cell_point(from).distance(cell_point(to))
    }

    /// What the dearest ground under the mover costs; only half of a place may lie on this side of a joined
    /// edge, where no line leads.
    fn under(&self, place: Cell) -> f64 {
        price(most_expensive_under(self.view, place).unwrap_or(Weight::FREE))
    }

    fn path(&self, start: NodeId, goal: NodeId) -> StraightPath {
        let mut back = Vec::new();
        let mut at = goal;
        while at != start {
            let Leg { from, is_straight } = self.node(at).leg;
            let ends = [from, at].map(|node| self.view.place_of(node));
            back.push((ends, is_straight));
            at = from;
        }
        let mut places = vec![self.view.place_of(start)];
        let mut gaps = Vec::new();
        let mut last_step = None;
        for &([from, to], is_straight) in back.iter().rev() {
            // Steps that go straight on are one leg.
            let step = Some(to - from).filter(|_| !is_straight && !is_gap(from, to));
            if step.is_some() && step == last_step {
                places.pop();
            } else {
                gaps.push(!is_straight && is_gap(from, to));
            }
            places.push(to);
            last_step = step;
        }
        let course = Course::with_gaps(places, |leg| gaps[leg]);
        StraightPath { course, cost: self.node(goal).cost, expansions: self.expansions }
    }
}

/// Whether a step leaps, or leads round a joined edge.
fn is_gap(from: Cell, to: Cell) -> bool {
    let offset = to - from;
    offset.dx.abs() > 1 || offset.dy.abs() > 1
}

fn price(weight: Weight) -> f64 {
    f64::from(weight.as_percent()) / 100.0
}
