//! One expansion of a search over jumps: a node is closed, and its successors are found.

use super::{EXPANSIONS_BEFORE_BESIDE, EXPANSIONS_BEFORE_LANDMARKS, Jumps, Progress};
use crate::jump::bucket_queue::OpenEntry;
use crate::jump::costs::JumpCosts;
use crate::jump::index::JumpIndex;
use crate::jump::jump_edges::{Head, JumpEdge, JumpEdges, SmallRect};
use crate::jump::neighbour_words::NeighbourWords;
use crate::jump::numbers::{JumpPointNumber, NO_PATH, PaddedCell, SearchNode};
use crate::jump::path::Turn;
use crate::jump::rule::{ALL_DIRECTIONS, Directions, JumpRule};
use crate::jump::space::{BY_LINK, GOAL, JumpNode, JumpSpace, START, UNREACHED};
use crate::jump::successors::{JumpLimit, SCANS, Successor, SuccessorVisitor};
use crate::jump::weighted::WeightedGround;
use xunlu_search::Observer;

/// All that an expansion reads and writes: on uniform ground, on weighted ground, or (`WALLED`) with more
/// walls than the map that is known or in a region.
///
/// PERF: the compiler makes one for each. One that tested each time and ended dominated jumps on uniform
/// ground, too, took 10% more instructions: noise-jps 7.18 M instead of 6.48, rooms-jps 1.41 instead of 1.29,
/// when both were there to be counted (`cargo xtask gate`).
pub(super) struct Expansion<'a, O: ?Sized, const WEIGHTED: bool, const WALLED: bool> {
    pub(super) jumps: Jumps<'a>,
    pub(super) observer: &'a mut O,
    pub(super) space: &'a mut JumpSpace,
    pub(super) progress: &'a mut Progress,
    pub(super) parent: Parent,
    // Whether there is a cheaper path to the cell of the diagonal jump than the jump itself.
    pub(super) is_dominated: bool,
}

/// The node that is being expanded.
#[derive(Clone, Copy, Default)]
pub(super) struct Parent {
    pub(super) node: SearchNode,
    pub(super) cell: PaddedCell,
    pub(super) g: u32,
}

/// What an edge costs: the g at the cell where it turns from the diagonal jump to the cardinal scan, the cost
/// of each step of the scan, and of the last one of a scan back to that cell.
struct EdgeCost {
    g_at_turn: u32,
    ahead: u32,
    back: u32,
}

impl<'a, O: Observer + ?Sized, const WEIGHTED: bool, const WALLED: bool>
    Expansion<'a, O, WEIGHTED, WALLED>
{
    /// Whether there may be walls that the map does not know: on ground of one price.
    pub(super) const HAS_WALLS: bool = WALLED && !WEIGHTED;

    /// Closes a node and finds its successors, unless its entry is out of date.
    #[inline]
    pub(super) fn expand(&mut self, entry: OpenEntry) {
        let map = self.jumps.map;
        let node = self.space.nodes[entry.node.index()];
        // A cheaper path there was found since.
        if node.g != entry.g {
            return;
        }
        let head = self.jumps.index.and_then(|index| index.edges.number_of(node.cell));
        if self.progress.bounds_of.is_none()
            && self.progress.expansions >= EXPANSIONS_BEFORE_LANDMARKS
            && (Self::HAS_WALLS && self.jumps.bounds.is_some() || head.is_some())
        {
            self.begin_landmarks(node.cell, head);
        }
        if Self::HAS_WALLS && self.progress.expansions == EXPANSIONS_BEFORE_BESIDE {
            self.progress.first_estimated = SearchNode::new(self.space.nodes.len());
        }
        let h = self.estimate_anew(entry.node, &node, head);
        // Where nothing leads on, the estimate stays as it is: `NO_PATH` is the mark of jumps cut short.
        if h > node.h && h != NO_PATH {
            // Pushed before as much was known: now a tighter bound is.
            self.space.nodes[entry.node.index()].h = h;
            let f = node.g.saturating_add(h);
            if f < self.progress.bound && !self.space.open.is_due(f) {
                self.space.open.push(f, entry);
                return;
            }
        }
        if node.g.saturating_add(h) >= self.progress.bound {
            self.progress.discard(node.g, h);
            return;
        }
        let directions = if node.is_cut_short() {
            // The rest of a jump that was begun when its parent was closed.
            self.progress.jumps_resumed += 1;
            let begin = node.parent().expect("every jump begins at some node");
            self.parent = Parent { node: begin, cell: node.cell, g: node.g };
            node.resumed_directions()
        } else {
            self.notify_closed(&node, h);
            self.progress.expansions += 1;
            self.parent = Parent { node: entry.node, cell: node.cell, g: node.g };
            if entry.node == START && self.goes_straight(node.cell, h) {
                return;
            }
            self.look_from(node.cell, node.g);
            let is_start = self.begins_at(entry.node) || node.has_no_arrival();
            if let Some((JumpIndex { edges, .. }, head)) = self.jumps.index.zip(head)
                && !is_start
                && let Some(list) = edges.true_edges(map, (node.cell, head), node.arrival())
            {
                return self.expand_from_index(edges, list, (node.cell, node.arrival()));
            }
            if Self::HAS_WALLS && entry.node == START && self.progress.start_is_closed {
                return self.step_off(node.cell);
            }
            if is_start { ALL_DIRECTIONS } else { self.directions_from(&node) }
        };
        map.find_successors(node.cell, directions, JumpLimit::SEARCH, self);
    }

    /// Whether the search begins at a node, the first or one beside a start that is closed.
    #[inline]
    fn begins_at(&self, node: SearchNode) -> bool {
        Self::HAS_WALLS && node < self.progress.first_other
    }

    /// Opens the neighbours of a start that is closed to all but the one who stands there. Scans and jumps
    /// off it would go by what is known of arrivals from an open cell, so the search begins anew from each of
    /// these, in all directions.
    #[inline(never)]
    fn step_off(&mut self, start: PaddedCell) {
        let Jumps { map, costs, .. } = self.jumps;
        let neighbours = map.neighbours(start);
        let diagonals = map.rule.passable_diagonals(&NeighbourWords::of_byte(neighbours));
        let straight = SCANS.into_iter().zip(0..).filter(|(_, way)| neighbours >> way & 1 != 0);
        let straight = straight.map(|(off, way)| (off, way, costs.straight));
        let diagonal = map.rule.diagonals().iter().zip(4..).zip(diagonals);
        let diagonal =
            diagonal.filter(|(_, passable)| passable & 1 != 0 && map.rule != JumpRule::Four);
        let diagonal = diagonal.map(|((&(dx, dy, _), way), _)| ((dx, dy), way, costs.diagonal));
        for (off, arrival, g) in straight.chain(diagonal) {
            let cell = start.plus(off, 1);
            if !self.keeps(start, cell) {
                continue;
            }
            let h = self.straight(cell);
            if g.saturating_add(h) >= self.progress.bound {
                self.progress.discard(g, h);
                continue;
            }
            let node = SearchNode::new(self.space.nodes.len());
            self.space.nodes.push(JumpNode::reached(cell, g, h, START, arrival));
            self.space.open.push(g + h, OpenEntry { node, g });
            self.notify(true, node);
        }
        self.progress.first_other = SearchNode::new(self.space.nodes.len());
    }

    /// Tries the goal from a cell that is being expanded, and the links that lead on from there.
    #[inline]
    fn look_from(&mut self, cell: PaddedCell, g: u32) {
        self.try_goal(cell, g);
        if self.jumps.map.is_link_end(cell) {
            self.take_links(cell);
        }
        if WALLED && self.progress.is_confined {
            self.try_stops(cell, g);
        }
    }

    /// Opens where the links come out that lead on from a cell.
    #[inline(never)]
    fn take_links(&mut self, cell: PaddedCell) {
        let Jumps { map, links: Some(links), .. } = self.jumps else { return };
        if self.progress.is_consistent {
            let JumpSpace { gates, open, .. } = &mut *self.space;
            gates.pass(cell, open.range());
        }
        for link in links.leading_from(map.node_at(cell)).into_iter().flatten() {
            let (to, g) = (map.cell_at(link.to), self.parent.g.saturating_add(link.cost.0));
            if !map.can_stand(to) || self.progress.is_confined && !self.space.confines.hold(to) {
                continue;
            }
            if to == self.progress.goal || self.progress.has_areas && self.space.areas.contain(to) {
                self.reach_goal(to, g, BY_LINK);
                continue;
            }
            let at = map.nodes.bit_at(to);
            let (number, rank) = self.space.node_in(map, at);
            let head = self.jumps.index.and_then(|index| index.edges.number_at(at, rank));
            self.reach(number, g, BY_LINK, || (to, head));
        }
    }

    /// In which directions to search from a jump point.
    #[inline]
    fn directions_from(&self, node: &JumpNode) -> Directions {
        let (map, arrival) = (self.jumps.map, node.arrival());
        let neighbours = map.neighbours(node.cell);
        let number = map.number_of(node.cell);
        let added = self.weighted().map(|weighted| weighted.adds(number, neighbours, arrival));
        map.directions_after(neighbours, arrival) | added.unwrap_or(0)
    }

    /// Takes the successors of a jump point from its list in the index.
    #[inline]
    fn expand_from_index(
        &mut self,
        edges: &JumpEdges,
        (head, list): (&Head, &[JumpEdge]),
        (cell, arrival): (PaddedCell, usize),
    ) {
        let (map, goal) = (self.jumps.map, self.progress.goal);
        let asks_runs = !WALLED && edges.has_runs();
        let around = if asks_runs { self.around_goals().map(SmallRect::of) } else { None };
        for (at, &first) in list.iter().enumerate() {
            let edge = match around {
                None => Some(first),
                Some(goals) => edges.follow((head, arrival), at, goals),
            };
            let Some(edge) = edge else { continue };
            if WALLED && !self.keeps(cell, edges.cell_of(edge.target())) {
                continue;
            }
            let (number, rank) = self.space.node_in(map, edge.target());
            let g = self.parent.g.saturating_add(edge.cost);
            self.reach(number, g, edge.arrival(), || {
                (edges.cell_of(edge.target()), edges.number_at(edge.target(), rank))
            });
        }
        let diagonals = map.directions_after(usize::from(head.around), arrival) >> 4;
        if self.progress.has_areas {
            let ways = (0..4).filter(|way| diagonals >> way & 1 != 0);
            ways.for_each(|way| {
                let steps = u32::from(head.diagonal_steps[way as usize]);
                self.areas_passed(way, self.steps_kept(cell, way, steps));
            });
        } else if let Some((diagonal, turn)) = map.diagonal_towards(cell, goal)
            && diagonals >> diagonal & 1 != 0
            && turn <= u32::from(head.diagonal_steps[diagonal as usize])
            && self.steps_kept(cell, diagonal, turn) == turn
        {
            self.try_on_diagonal(diagonal, turn);
        }
        if WALLED && !self.space.confines.stops().is_empty() {
            for way in (0..4).filter(|way| diagonals >> way & 1 != 0) {
                let steps = u32::from(head.diagonal_steps[way as usize]);
                self.stops_passed(way, self.steps_kept(cell, way, steps));
            }
        }
        let mut cuts = diagonals & head.cuts;
        while cuts != 0 {
            let diagonal = cuts.trailing_zeros();
            cuts &= cuts - 1;
            self.cut_short(diagonal, u32::from(head.diagonal_steps[diagonal as usize]));
        }
    }

    /// What the way from a cell to the goal costs if nothing is in the way.
    #[inline]
    pub(super) fn straight(&mut self, cell: PaddedCell) -> u32 {
        let Jumps { map, costs, .. } = self.jumps;
        if !self.progress.is_plain {
            return weigh((self.jumps, self.space, self.progress), cell);
        }
        costs.between(map.rule, cell, self.progress.goal)
    }

    /// Takes note of a path to a jump point.
    #[inline]
    pub(super) fn reach(
        &mut self,
        number: SearchNode,
        g: u32,
        arrival: u32,
        point: impl Fn() -> (PaddedCell, Option<JumpPointNumber>),
    ) {
        let Some(&node) = self.space.nodes.get(number.index()) else { return };
        let is_new = node.g == UNREACHED;
        if g >= node.g && !is_new {
            if self.observer.hears_considered() {
                self.consider(&node, g, arrival);
            }
            return;
        }
        let (cell, h) = if is_new {
            let (cell, head) = point();
            // Start and goal have nodes of their own, and the goal has its own test.
            if cell == self.progress.goal || cell == self.progress.start {
                return;
            }
            (cell, self.estimate(cell, head))
        } else {
            (node.cell, node.h)
        };
        let f = g.saturating_add(h);
        if f >= self.progress.bound {
            self.progress.discard(g, h);
            return;
        }
        self.space.nodes[number.index()] = JumpNode::reached(cell, g, h, self.parent.node, arrival);
        self.space.open.push(f, OpenEntry { node: number, g });
        self.notify(is_new, number);
    }

    /// Takes note of the path to the goal, if it lies in the row or column of this cell with nothing between.
    #[inline]
    fn try_goal(&mut self, cell: PaddedCell, g: u32) {
        let goal = self.progress.goal;
        if cell.x == goal.x || cell.y == goal.y {
            self.try_cell((cell, g), goal);
        } else if self.progress.has_areas {
            self.try_areas(cell, g);
        }
    }

    /// The same from a cell of a diagonal jump.
    #[inline]
    fn try_on_diagonal(&mut self, diagonal: u32, turn: u32) {
        let (dx, dy, _) = self.jumps.map.rule.diagonals()[diagonal as usize];
        let cell = self.parent.cell.plus((dx, dy), turn);
        self.try_goal(cell, self.parent.g.saturating_add(turn * self.diagonal_price(cell)));
    }

    /// Takes note of the path to a goal in the row or column of this cell, if nothing is between. Returns
    /// whether nothing is.
    #[inline]
    pub(super) fn try_cell(&mut self, (cell, g): (PaddedCell, u32), goal: PaddedCell) -> bool {
        let map = self.jumps.map;
        let Some(rest) = self.straight_to(cell, goal) else { return false };
        let g = g.saturating_add(rest);
        if g >= self.progress.bound {
            self.progress.discard(g, 0);
            return true;
        }
        let is_free = map.is_free_between(cell, goal) && self.keeps(cell, goal);
        if is_free {
            self.reach_goal(goal, g, 0);
        }
        is_free
    }

    /// Takes note of a path to the goal, if it is the cheapest so far.
    #[inline]
    pub(super) fn reach_goal(&mut self, goal: PaddedCell, g: u32, arrival: u32) {
        if g >= self.progress.bound {
            self.progress.discard(g, 0);
            return;
        }
        let node = &mut self.space.nodes[GOAL.index()];
        let is_new = node.g == UNREACHED;
        *node = JumpNode::reached(goal, g, 0, self.parent.node, arrival);
        self.progress.bound = g;
        self.notify(is_new, GOAL);
    }

    /// What the straight line to the goal along a row or column costs if it is free. Returns `None` if a jump
    /// point comes before, from which the goal is tested in turn, or the goal is on another layer.
    #[inline]
    pub(super) fn straight_to(&self, cell: PaddedCell, goal: PaddedCell) -> Option<u32> {
        let Jumps { map, costs, .. } = self.jumps;
        // From layer to layer no line leads, and its steps would cost more than was found to fit.
        if map.is_apart(cell.y, [goal.y; 2]) {
            return None;
        }
        let steps = cell.x.abs_diff(goal.x) + cell.y.abs_diff(goal.y);
        match self.weighted() {
            Some(weighted) if steps > 0 => {
                let scan = map.scan_towards(cell, goal)?;
                let next = map.number_of(cell) + map.scan_shift(scan);
                Some(steps * weighted.price(next)[0])
            }
            _ => Some(steps * costs.straight),
        }
    }

    /// The weighted ground, if it is that.
    #[inline]
    fn weighted(&self) -> Option<&'a WeightedGround> {
        if WEIGHTED { self.jumps.map.weighted.as_deref() } else { None }
    }

    /// What each step of a diagonal jump to a cell costs.
    #[inline]
    pub(super) fn diagonal_price(&self, cell: PaddedCell) -> u32 {
        let Jumps { map, costs, .. } = self.jumps;
        let price = |weighted: &WeightedGround| weighted.diagonal_price(map.number_of(cell));
        self.weighted().map_or(costs.diagonal_step(map.rule), price)
    }

    /// What the edge to a successor costs.
    #[inline]
    fn edge_cost(
        &self,
        Successor { cell, arrival, diagonal_steps, cardinal_steps }: Successor,
    ) -> EdgeCost {
        let Jumps { map, costs, .. } = self.jumps;
        let g_after = |step: u32| self.parent.g.saturating_add(diagonal_steps * step);
        let Some(weighted) = self.weighted() else {
            let JumpCosts { straight, .. } = costs;
            return EdgeCost {
                g_at_turn: g_after(costs.diagonal_step(map.rule)),
                ahead: straight,
                back: straight,
            };
        };
        let step = map.scan_shift(arrival);
        let turn = map.number_of(cell) + step.back(cardinal_steps);
        let ([ahead, _], [back, _]) = (weighted.price(turn + step), weighted.price(turn));
        EdgeCost { g_at_turn: g_after(weighted.diagonal_price(turn)), ahead, back }
    }

    /// Closes the goal, if it was reached, and lists where the path to it turns.
    pub(super) fn close_goal(&mut self) {
        let goal = self.space.nodes[GOAL.index()];
        if goal.g == UNREACHED {
            return;
        }
        self.notify_closed(&goal, 0);
        self.list_turns(goal);
    }

    /// Lists where the path to a node turns.
    pub(super) fn list_turns(&mut self, mut node: JumpNode) {
        let mut within = Vec::new();
        self.space.turns.push(Turn::at(&node));
        while let Some(parent) = node.parent() {
            self.find_within_run(&node, parent, &mut within);
            self.space.turns.extend(within.drain(..).rev().map(Turn::within_run));
            node = self.space.nodes[parent.index()];
            self.space.turns.push(Turn::at(&node));
            self.progress.expansions_on_path += 1;
        }
    }
}

/// What the way from a cell to the goal costs at least where there are several goals, layers, or links that
/// undercut the distance.
#[cold]
#[inline(never)]
fn weigh(
    (jumps, space, progress): (Jumps<'_>, &mut JumpSpace, &mut Progress),
    cell: PaddedCell,
) -> u32 {
    let (Jumps { map, costs, .. }, JumpSpace { gates, areas, open, nodes, .. }) = (jumps, space);
    if let Some(hull) = areas.hull().filter(|_| progress.is_plain_to_hull) {
        return costs.between(map.rule, cell, hull.nearest(cell));
    }
    if let Some(known) = &progress.from_stairs {
        let by_stairs = jumps
            .landmarks()
            .map_or(0, |(edges, landmarks)| landmarks.least_by_stairs((map, edges), known, cell));
        return by_stairs.min(map.between(costs, cell, progress.goal));
    }
    if gates.drop_passed(open.range()) {
        progress.first_estimated = SearchNode::new(nodes.len());
    }
    let direct = if areas.is_empty() {
        map.between(costs, cell, progress.goal)
    } else {
        areas.least(map, costs, cell)
    };
    gates.least(map, costs, cell, direct)
}

impl<O: Observer + ?Sized, const WEIGHTED: bool, const WALLED: bool> SuccessorVisitor
    for Expansion<'_, O, WEIGHTED, WALLED>
{
    #[inline]
    fn successor(&mut self, successor: Successor) {
        let Jumps { map, index, .. } = self.jumps;
        let Successor { cell, arrival, diagonal_steps, cardinal_steps } = successor;
        if !self.keeps(self.parent.cell, cell) {
            return;
        }
        let EdgeCost { g_at_turn, ahead, back } = self.edge_cost(successor);
        let at = map.nodes.bit_at(cell);
        let (number, rank) = self.space.node_in(map, at);
        if WEIGHTED && diagonal_steps > 0 && cardinal_steps > 0 {
            let known = self.space.nodes[number.index()].g;
            let by_jump_point = known.saturating_add((cardinal_steps - 1) * ahead + back);
            self.is_dominated |= by_jump_point < g_at_turn;
        }
        let head = || index.and_then(|index| index.edges.number_at(at, rank));
        self.reach(number, g_at_turn.saturating_add(cardinal_steps * ahead), arrival, || {
            (cell, head())
        });
    }

    /// If the path to a cell of the jump by way of a successor of that cell is cheaper, no cheapest path
    /// takes this jump to the cell or beyond it.
    #[inline]
    fn continues(&mut self) -> bool {
        !WEIGHTED || !std::mem::take(&mut self.is_dominated)
    }

    #[inline]
    fn steps_max(&self, from: PaddedCell, diagonal: u32) -> u32 {
        self.steps_kept(from, diagonal, u32::MAX)
    }

    /// Tries the goal where the diagonal jump crosses its row or column.
    #[inline]
    fn diagonal_ended(&mut self, diagonal: u32, steps: u32) {
        let map = self.jumps.map;
        if WALLED && self.progress.is_confined {
            self.stops_passed(diagonal, steps);
        }
        if self.progress.has_areas {
            return self.areas_passed(diagonal, steps);
        }
        let turn = map.steps_to_turn(self.parent.cell, diagonal, self.progress.goal);
        if let Some(turn) = turn.filter(|&turn| turn <= steps) {
            self.try_on_diagonal(diagonal, turn);
        }
    }

    /// Defers what is left of the diagonal jump.
    #[cold]
    fn cut_short(&mut self, diagonal: u32, steps: u32) {
        let map = self.jumps.map;
        let (dx, dy, _) = map.rule.diagonals()[diagonal as usize];
        let cell = self.parent.cell.plus((dx, dy), steps);
        if self.steps_kept(self.parent.cell, diagonal, steps + 1) <= steps {
            return;
        }
        let g = self.parent.g.saturating_add(steps * self.diagonal_price(cell));
        let h = self.estimate(cell, None);
        let f = g.saturating_add(h);
        if f >= self.progress.bound {
            self.progress.discard(g, h);
            return;
        }
        let nodes = &mut self.space.nodes;
        let node = SearchNode::new(nodes.len());
        nodes.push(JumpNode::cut_short(cell, g, self.parent.node, diagonal));
        self.space.open.push(f, OpenEntry { node, g });
    }
}
