//! The search over jumps.

use super::bucket_queue::OpenEntry;
use super::costs::JumpCosts;
use super::index::{IndexId, JumpIndex};
use super::jump_edges::JumpEdges;
use super::landmarks::GoalBounds;
use super::map::JumpMap;
use super::numbers::{CellNumber, JumpPointNumber, PaddedCell, SearchNode};
use super::path::cells_of_path;
use super::rule::{ALL_DIRECTIONS, Directions};
use super::space::{GOAL, JumpNode, JumpSpace, START, UNREACHED};
use super::successors::{JumpLimit, Successor, SuccessorVisitor};
use super::weighted::WeightedGround;
use xunlu_map::{Cell, Cost, Layout, NodeId};
use xunlu_search::{Ended, Ends, Found, Limit, Limits, Observer, Outcome, Path};

/// What a search over jumps goes over.
#[derive(Clone, Copy, Debug)]
pub struct Jumps<'a> {
    /// Where the mover may jump.
    pub map: &'a JumpMap,
    /// What its steps cost; on weighted ground the least that they cost anywhere.
    pub costs: JumpCosts,
    /// An index for these costs, if there is one to be used.
    pub index: Option<&'a JumpIndex>,
}

/// A search over jumps that has begun. Like [`Search`](xunlu_search::Search) it holds the space it was
/// lent and nothing else.
///
/// ```
/// use xunlu_index::{JumpCosts, JumpMap, JumpSearch, JumpSpace, Jumps};
/// use xunlu_map::{Cell, Grid, Mover, NodeId, Passability};
/// use xunlu_search::{Ends, NoObserver};
///
/// let grid: Grid = "..#.\n..#.\n....".parse()?;
/// let mover = Mover::default();
/// let map = JumpMap::new(&Passability::new(grid.ground(), &mover), &mover).unwrap();
/// let costs = JumpCosts::of(&grid, &mover).expect("all ground costs the same");
/// let jumps = Jumps { map: &map, costs, index: None };
/// let node = |x, y| NodeId(grid.layout().index_of(Cell::new(x, y)).unwrap());
/// let ends = Ends::new(node(0, 0), node(3, 0));
///
/// let mut search = JumpSearch::begin(jumps, &mut NoObserver, ends, JumpSpace::default());
/// assert!(search.run(jumps, &mut NoObserver, u64::MAX));
/// let answer = search.answer_as(&map, |cell| cell);
/// assert_eq!(answer.path().unwrap().places.len(), 7);
/// # Ok::<(), xunlu_map::MapError>(())
/// ```
#[derive(Debug)]
pub struct JumpSearch {
    space: JumpSpace,
    layout: Layout,
    limits: Limits,
    progress: Progress,
    end: Option<End>,
}

/// How far a search over jumps has come.
#[derive(Debug)]
struct Progress {
    start: PaddedCell,
    goal: PaddedCell,
    // No path that costs this much or more is of interest: the cost of the path known, or one more than
    // the limit.
    bound: u32,
    // The bounds by landmarks, once they were computed, and the index they are of.
    goal_bounds: GoalBounds,
    bounds_of: Option<IndexId>,
    expansions: u64,
    // Diagonal jumps that were cut short and resumed: they count against a slice, and are part of the
    // expansion that they belong to.
    jumps_resumed: u64,
    // Whether there is a limit of cost: a cost that is too large to say is over it first.
    has_limit: bool,
    discarded_by_limit: bool,
    discarded_as_too_large: bool,
}

/// Landmarks are used after so many expansions: a path that is found sooner is not worth their cost.
const EXPANSIONS_BEFORE_LANDMARKS: u64 = 8;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Exhausted,
    OutOfExpansions,
}

impl JumpSearch {
    /// Begins: opens the start and expands nothing.
    ///
    /// # Panics
    /// When an end is not a node of the map.
    pub fn begin<O: Observer + ?Sized>(
        jumps: Jumps<'_>,
        observer: &mut O,
        ends: Ends,
        mut space: JumpSpace,
    ) -> JumpSearch {
        let Jumps { map, costs, .. } = jumps;
        let limits = ends.limits;
        let [start, goal] = [ends.start, ends.goal].map(|node| {
            assert!(node.0 < map.layout.len(), "{node:?} is not a node of this map");
            map.cell_of(CellNumber(node.0))
        });
        let h = costs.least(map.rule, start.x.abs_diff(goal.x), start.y.abs_diff(goal.y));
        space.begin(map, start, goal);
        space.open.begin(h, costs.straight);
        let mut progress = Progress {
            start,
            goal,
            bound: limits.cost_max.0.saturating_add(1),
            goal_bounds: GoalBounds::default(),
            bounds_of: None,
            expansions: 0,
            jumps_resumed: 0,
            has_limit: limits.cost_max < Cost::MAX,
            discarded_by_limit: false,
            discarded_as_too_large: false,
        };
        if h >= progress.bound {
            progress.discard(h);
        } else {
            observer.opened(ends.start, NodeId::NONE, Cost::ZERO, Cost(h));
            if start == goal {
                space.nodes[GOAL.index()].g = 0;
                progress.bound = 0;
            } else {
                space.open.push(h, OpenEntry { node: START, g: 0 });
            }
        }
        let (layout, end) = (map.layout, None);
        JumpSearch { space, layout, limits, progress, end }
    }

    /// Carries on for at most `budget` expansions, of which a long one counts as several. Returns whether the
    /// search has ended.
    ///
    /// # Panics
    /// When the search has already ended.
    pub fn run<O: Observer + ?Sized>(
        &mut self,
        jumps: Jumps<'_>,
        observer: &mut O,
        budget: u64,
    ) -> bool {
        assert!(self.end.is_none(), "this search has ended");
        if jumps.map.weighted.is_some() {
            self.run_on::<O, true>(jumps, observer, budget)
        } else {
            self.run_on::<O, false>(jumps, observer, budget)
        }
    }

    fn run_on<O: Observer + ?Sized, const WEIGHTED: bool>(
        &mut self,
        jumps: Jumps<'_>,
        observer: &mut O,
        budget: u64,
    ) -> bool {
        let JumpSearch { space, progress, limits, .. } = self;
        let stop = progress.work().saturating_add(budget);
        if progress.bounds_of != jumps.index.map(|index| index.id) {
            // Those bounds were of another index, or of none.
            (progress.goal_bounds, progress.bounds_of) = (GoalBounds::default(), None);
        }
        let parent = Parent::default();
        let mut expansion = Expansion::<O, WEIGHTED> {
            jumps,
            observer,
            space,
            progress,
            parent,
            is_dominated: false,
        };
        self.end = loop {
            if expansion.progress.expansions >= limits.expansions_max {
                break Some(End::OutOfExpansions);
            }
            if expansion.progress.work() >= stop {
                return false;
            }
            let Some(entry) = expansion.space.open.pop_below(expansion.progress.bound) else {
                break Some(End::Exhausted);
            };
            expansion.expand(entry);
        };
        if self.end == Some(End::Exhausted) {
            expansion.close_goal();
        }
        true
    }

    /// The answer, with places made of the path's cells.
    ///
    /// # Panics
    /// When the search has not ended.
    pub fn answer_as<P>(&self, map: &JumpMap, place_of: impl Fn(Cell) -> P) -> Ended<P> {
        let end = self.end.expect("the search has not ended; call `run` until it has");
        let JumpSpace { nodes, chain, .. } = &self.space;
        let cost = Cost(nodes[GOAL.index()].g);
        let outcome = match end {
            End::OutOfExpansions => Outcome::GaveUp(Limit::Expansions),
            End::Exhausted if !chain.is_empty() => {
                let turns = chain.iter().rev().map(|&number| nodes[number.index()].cell);
                let places = cells_of_path(map, turns, place_of);
                Outcome::Found(Found { path: Path { places, cost }, lower_bound: cost })
            }
            End::Exhausted if self.progress.discarded_as_too_large => {
                Outcome::GaveUp(Limit::CostTooLarge)
            }
            End::Exhausted if self.progress.discarded_by_limit => Outcome::GaveUp(Limit::Cost),
            End::Exhausted => Outcome::Unreachable,
        };
        Ended { outcome, expansions: self.progress.expansions, nearest: None }
    }

    /// Whether a map is of the rectangle that the search was begun on.
    #[must_use]
    pub fn is_on(&self, map: &JumpMap) -> bool {
        self.layout == map.layout
    }

    /// How many nodes were expanded so far.
    #[must_use]
    pub fn expansions(&self) -> u64 {
        self.progress.expansions
    }

    /// Gives the space back.
    #[must_use]
    pub fn into_space(self) -> JumpSpace {
        self.space
    }
}

impl Progress {
    /// What counts against a slice.
    #[inline]
    fn work(&self) -> u64 {
        self.expansions + self.jumps_resumed
    }

    /// A path that is too expensive is not followed; as long as no other is known, the answer must say so.
    #[inline]
    fn discard(&mut self, f: u32) {
        let is_too_large = f == u32::MAX && !self.has_limit;
        self.discarded_as_too_large |= is_too_large;
        self.discarded_by_limit |= !is_too_large;
    }
}

/// All that an expansion reads and writes, on uniform or weighted ground.
///
/// PERF: the compiler makes two of them. One that tested each time and ended dominated jumps on uniform
/// ground, too, took 10% more instructions: noise-jps 7.18 M instead of 6.48, rooms-jps 1.41 instead of 1.29,
/// when both were there to be counted (`cargo xtask gate`).
struct Expansion<'a, O: ?Sized, const WEIGHTED: bool> {
    jumps: Jumps<'a>,
    observer: &'a mut O,
    space: &'a mut JumpSpace,
    progress: &'a mut Progress,
    parent: Parent,
    // Whether there is a cheaper path to the cell of the diagonal jump than the jump itself.
    is_dominated: bool,
}

/// The node that is being expanded.
#[derive(Clone, Copy, Default)]
struct Parent {
    node: SearchNode,
    cell: PaddedCell,
    g: u32,
}

/// What an edge costs: the g at the cell where it turns from the diagonal jump to the cardinal scan, the cost
/// of each step of the scan, and of the last one of a scan back to that cell.
struct EdgeCost {
    g_at_turn: u32,
    ahead: u32,
    back: u32,
}

impl<'a, O: Observer + ?Sized, const WEIGHTED: bool> Expansion<'a, O, WEIGHTED> {
    /// Closes a node and finds its successors, unless its entry is out of date.
    #[inline]
    fn expand(&mut self, entry: OpenEntry) {
        let map = self.jumps.map;
        let node = self.space.nodes[entry.node.index()];
        // A cheaper path there was found since.
        if node.g != entry.g {
            return;
        }
        let head = self.jumps.index.and_then(|index| index.edges.number_of(node.cell));
        if self.progress.bounds_of.is_none()
            && self.progress.expansions >= EXPANSIONS_BEFORE_LANDMARKS
            && let Some((index, head)) = self.jumps.index.zip(head)
        {
            let (ends, near) = ((head, self.progress.goal), &mut self.space.near);
            self.progress.goal_bounds = index.landmarks.goal_bounds(map, &index.edges, ends, near);
            self.progress.bounds_of = Some(index.id);
        }
        let h = self.estimate(node.cell, head);
        if h > node.h {
            // Pushed before the landmarks were used: now a tighter bound is known.
            self.space.nodes[entry.node.index()].h = h;
            let f = node.g.saturating_add(h);
            if f < self.progress.bound && !self.space.open.is_due(f) {
                self.space.open.push(f, entry);
                return;
            }
        }
        let f = node.g.saturating_add(h);
        if f >= self.progress.bound {
            self.progress.discard(f);
            return;
        }
        let directions = if node.is_cut_short() {
            // The rest of a jump that was begun when its parent was closed.
            self.progress.jumps_resumed += 1;
            let begin = node.parent().expect("every jump begins at some node");
            self.parent = Parent { node: begin, cell: node.cell, g: node.g };
            node.resumed_directions()
        } else {
            let (number, parent) = (map.number_of(node.cell).node(), self.parent_of(&node));
            self.observer.closed(number, parent, Cost(node.g), Cost(h));
            self.progress.expansions += 1;
            self.parent = Parent { node: entry.node, cell: node.cell, g: node.g };
            self.try_goal(node.cell, node.g);
            let is_start = entry.node == START;
            if let Some((JumpIndex { edges, .. }, head)) = self.jumps.index.zip(head)
                && !is_start
            {
                return self.expand_from_index(edges, head, node.cell, node.arrival());
            }
            if is_start { ALL_DIRECTIONS } else { self.directions_from(&node) }
        };
        map.find_successors(node.cell, directions, JumpLimit::SEARCH, self);
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

    /// Takes the successors of a jump point from the index.
    #[inline]
    fn expand_from_index(
        &mut self,
        edges: &JumpEdges,
        number: JumpPointNumber,
        cell: PaddedCell,
        arrival: usize,
    ) {
        let (map, goal) = (self.jumps.map, self.progress.goal);
        let head = edges.head(number);
        for edge in edges.edges_from(head, arrival) {
            let (number, rank) = self.space.node_in(map, edge.target());
            let g = self.parent.g.saturating_add(edge.cost);
            self.reach(number, g, edge.arrival(), || {
                let head = edges.number_in(edge.target().word, rank);
                (edges.cell_of(edge.target()), Some(head))
            });
        }
        let diagonals = map.directions_after(usize::from(head.around), arrival) >> 4;
        if let Some((diagonal, turn)) = map.diagonal_towards(cell, goal)
            && diagonals >> diagonal & 1 != 0
            && turn <= u32::from(head.diagonal_steps[diagonal as usize])
        {
            self.diagonal_ended(diagonal, turn);
        }
        let mut cuts = diagonals & head.cuts;
        while cuts != 0 {
            let diagonal = cuts.trailing_zeros();
            cuts &= cuts - 1;
            self.cut_short(diagonal, u32::from(head.diagonal_steps[diagonal as usize]));
        }
    }

    /// A lower bound of the cost from a cell to the goal. The cell may be a jump point that the index knows
    /// by this number.
    #[inline]
    fn estimate(&self, cell: PaddedCell, head: Option<JumpPointNumber>) -> u32 {
        let Jumps { map, costs, index } = self.jumps;
        let goal = self.progress.goal;
        let direct = costs.least(map.rule, cell.x.abs_diff(goal.x), cell.y.abs_diff(goal.y));
        let (Some(JumpIndex { landmarks, .. }), Some(head)) = (index, head) else { return direct };
        direct.max(landmarks.least(map, &self.progress.goal_bounds, (head, cell), goal))
    }

    /// Takes note of a path to a jump point.
    #[inline]
    fn reach(
        &mut self,
        number: SearchNode,
        g: u32,
        arrival: u32,
        point: impl Fn() -> (PaddedCell, Option<JumpPointNumber>),
    ) {
        let Some(&node) = self.space.nodes.get(number.index()) else { return };
        let is_new = node.g == UNREACHED;
        if g >= node.g && !is_new {
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
            self.progress.discard(f);
            return;
        }
        self.space.nodes[number.index()] = JumpNode::reached(cell, g, h, self.parent.node, arrival);
        self.space.open.push(f, OpenEntry { node: number, g });
        self.notify(is_new, cell, g, h);
    }

    /// Takes note of the path to the goal, if it lies in the row or column of this cell with nothing between.
    #[inline]
    fn try_goal(&mut self, cell: PaddedCell, g: u32) {
        let (goal, map) = (self.progress.goal, self.jumps.map);
        if cell.x != goal.x && cell.y != goal.y {
            return;
        }
        let Some(rest) = self.straight_to_goal(cell) else { return };
        let g = g.saturating_add(rest);
        if g >= self.progress.bound {
            self.progress.discard(g);
        } else if map.is_free_between(cell, goal) {
            let node = &mut self.space.nodes[GOAL.index()];
            let is_new = node.g == UNREACHED;
            *node = JumpNode::reached(goal, g, 0, self.parent.node, 0);
            self.progress.bound = g;
            self.notify(is_new, goal, g, 0);
        }
    }

    /// What the straight line to the goal along a row or column costs if it is free. Returns `None` if a jump
    /// point comes before, from which the goal is tested in turn.
    #[inline]
    fn straight_to_goal(&self, cell: PaddedCell) -> Option<u32> {
        let Jumps { map, costs, .. } = self.jumps;
        let goal = self.progress.goal;
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
    fn diagonal_price(&self, cell: PaddedCell) -> u32 {
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

    fn notify(&mut self, is_new: bool, cell: PaddedCell, g: u32, h: u32) {
        let map = self.jumps.map;
        let from = self.space.nodes[self.parent.node.index()].cell;
        let (node, parent) = (map.number_of(cell).node(), map.number_of(from).node());
        if is_new {
            self.observer.opened(node, parent, Cost(g), Cost(h));
        } else {
            self.observer.improved(node, parent, Cost(g), Cost(h));
        }
    }

    fn parent_of(&self, node: &JumpNode) -> NodeId {
        let parent = node.parent().map(|parent| self.space.nodes[parent.index()].cell);
        parent.map_or(NodeId::NONE, |cell| self.jumps.map.number_of(cell).node())
    }

    /// Closes the goal, if it was reached, and lists the nodes of the path to it.
    fn close_goal(&mut self) {
        let goal = self.space.nodes[GOAL.index()];
        if goal.g == UNREACHED {
            return;
        }
        let number = self.jumps.map.number_of(goal.cell).node();
        let parent = self.parent_of(&goal);
        self.observer.closed(number, parent, Cost(goal.g), Cost::ZERO);
        let JumpSpace { nodes, chain, .. } = &mut *self.space;
        let mut next = Some(GOAL);
        while let Some(number) = next {
            chain.push(number);
            next = nodes[number.index()].parent();
        }
    }
}

impl<O: Observer + ?Sized, const WEIGHTED: bool> SuccessorVisitor for Expansion<'_, O, WEIGHTED> {
    #[inline]
    fn successor(&mut self, successor: Successor) {
        let Jumps { map, index, .. } = self.jumps;
        let Successor { cell, arrival, diagonal_steps, cardinal_steps } = successor;
        let EdgeCost { g_at_turn, ahead, back } = self.edge_cost(successor);
        let at = map.nodes.bit_at(cell);
        let (number, rank) = self.space.node_in(map, at);
        if WEIGHTED && diagonal_steps > 0 && cardinal_steps > 0 {
            let known = self.space.nodes[number.index()].g;
            let by_jump_point = known.saturating_add((cardinal_steps - 1) * ahead + back);
            self.is_dominated |= by_jump_point < g_at_turn;
        }
        let head = || index.map(|index| index.edges.number_in(at.word, rank));
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

    /// Tries the goal where the diagonal jump crosses its row or column.
    #[inline]
    fn diagonal_ended(&mut self, diagonal: u32, steps: u32) {
        let map = self.jumps.map;
        let turn = map.steps_to_turn(self.parent.cell, diagonal, self.progress.goal);
        if let Some(turn) = turn.filter(|&turn| turn <= steps) {
            let (dx, dy, _) = map.rule.diagonals()[diagonal as usize];
            let cell = self.parent.cell.plus((dx, dy), turn);
            self.try_goal(cell, self.parent.g.saturating_add(turn * self.diagonal_price(cell)));
        }
    }

    /// Defers what is left of the diagonal jump.
    #[cold]
    fn cut_short(&mut self, diagonal: u32, steps: u32) {
        let map = self.jumps.map;
        let (dx, dy, _) = map.rule.diagonals()[diagonal as usize];
        let cell = self.parent.cell.plus((dx, dy), steps);
        let g = self.parent.g.saturating_add(steps * self.diagonal_price(cell));
        let h = self.estimate(cell, None);
        let f = g.saturating_add(h);
        if f >= self.progress.bound {
            self.progress.discard(f);
            return;
        }
        let nodes = &mut self.space.nodes;
        let node = SearchNode::new(nodes.len());
        nodes.push(JumpNode::cut_short(cell, g, self.parent.node, diagonal));
        self.space.open.push(f, OpenEntry { node, g });
    }
}
