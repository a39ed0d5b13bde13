//! The search over jumps.

use super::costs::JumpCosts;
use super::index::JumpIndex;
use super::jump_edges::JumpEdges;
use super::landmarks::Sights;
use super::look::{Lookout, Seen, Share};
use super::map::{JumpMap, Square};
use super::path::hops;
use super::rule::{ALL_LOOKS, Looks};
use super::space::{GOAL, JumpNode, JumpSpace, START, UNREACHED};
use super::stacks::Waiting;
use super::weighted::WeightedGround;
use xunlu_map::{Cell, Cost, Layout, NodeId, Revision};
use xunlu_search::{Ended, Found, Limit, Limits, Observer, Outcome, Path, Target, Task};

/// What a search over jumps goes over.
#[derive(Clone, Copy, Debug)]
pub struct Jumps<'a> {
    /// Where the mover may jump.
    pub map: &'a JumpMap,
    /// What its steps cost; on weighted ground the least that they cost anywhere.
    pub costs: JumpCosts,
    /// An index for these costs, if there is one and it shall be asked.
    pub index: Option<&'a JumpIndex>,
}

/// A search over jumps that has begun. Like [`Search`](xunlu_search::Search) it holds the space it was
/// lent and nothing else. What order the task names does not matter: jumps have an order of their own.
///
/// ```
/// use xunlu_index::{JumpCosts, JumpMap, JumpSearch, JumpSpace, Jumps};
/// use xunlu_map::{Cell, Grid, Mover, NodeId, Passability};
/// use xunlu_search::{NoObserver, Task};
///
/// let grid: Grid = "..#.\n..#.\n....".parse()?;
/// let mover = Mover::default();
/// let map = JumpMap::new(&Passability::new(grid.ground(), &mover), &mover).unwrap();
/// let costs = JumpCosts::of(&grid, &mover).expect("all ground costs the same");
/// let jumps = Jumps { map: &map, costs, index: None };
/// let node = |x, y| NodeId(grid.layout().index_of(Cell::new(x, y)).unwrap());
/// let task = Task::new(node(0, 0), node(3, 0));
///
/// let mut search = JumpSearch::begin(jumps, &mut NoObserver, &task, JumpSpace::default());
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
    start: Square,
    goal: Square,
    // No way that costs this much or more is of interest: the cost of the way known, or one more than
    // the limit.
    bound: u32,
    // What the landmarks say of the goal, once they were asked, and when the index was made that they
    // are of.
    sights: Sights,
    asked_of: Option<Revision>,
    expansions: u64,
    // Walks that were cut short and gone on with: they count against a slice, and are part of the
    // expansion that they belong to.
    walked_on: u64,
    // Whether there is a limit of cost: what is too large to say is over it first.
    has_limit: bool,
    lost_cost: bool,
    lost_too_large: bool,
}

/// Landmarks are asked after so many expansions: what is found sooner is not worth the asking.
const EXPANSIONS_BEFORE_ASKING: u64 = 8;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Exhausted,
    OutOfExpansions,
}

impl JumpSearch {
    /// Begins: opens the start and looks no further.
    ///
    /// # Panics
    /// When the task has more than one start or goal, or names a node that is none of the map's.
    pub fn begin<O: Observer + ?Sized>(
        jumps: Jumps<'_>,
        observer: &mut O,
        task: &Task,
        mut space: JumpSpace,
    ) -> JumpSearch {
        let Target::Node(goal) = task.target else {
            panic!("a search over jumps needs one goal, not {:?}", task.target);
        };
        assert!(task.more_starts.is_empty(), "a search over jumps needs one start");
        let Jumps { map, costs, .. } = jumps;
        for node in [task.start, goal] {
            assert!(node.0 < map.layout.len(), "{node:?} is none of this map's");
        }
        let (start, goal) = (map.square_of(task.start.0), map.square_of(goal.0));
        let h = costs.least(map.rule, start.x.abs_diff(goal.x), start.y.abs_diff(goal.y));
        space.begin(map, start, goal);
        space.open.begin(h, costs.straight);
        let mut progress = Progress {
            start,
            goal,
            bound: task.limits.cost_max.0.saturating_add(1),
            sights: Sights::default(),
            asked_of: None,
            expansions: 0,
            walked_on: 0,
            has_limit: task.limits.cost_max < Cost::MAX,
            lost_cost: false,
            lost_too_large: false,
        };
        if h >= progress.bound {
            progress.lose(h);
        } else {
            observer.opened(task.start, NodeId::NONE, Cost::ZERO, Cost(h));
            if start == goal {
                space.nodes[GOAL as usize].g = 0;
                progress.bound = 0;
            } else {
                space.open.push(h, Waiting { node: START, g: 0 });
            }
        }
        let (layout, limits, end) = (map.layout, task.limits, None);
        JumpSearch { space, layout, limits, progress, end }
    }

    /// Carries on for at most `budget` expansions, of which a long one counts as several, and says whether the search has ended.
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
        if progress.asked_of != jumps.index.map(|index| index.made_at) {
            // What another index said, or that none was asked.
            (progress.sights, progress.asked_of) = (Sights::default(), None);
        }
        let from = From::default();
        let mut hand =
            Hand::<O, WEIGHTED> { jumps, observer, space, progress, from, is_dominated: false };
        self.end = loop {
            if hand.progress.expansions >= limits.expansions_max {
                break Some(End::OutOfExpansions);
            }
            if hand.progress.work() >= stop {
                return false;
            }
            let Some(waiting) = hand.space.open.pop_below(hand.progress.bound) else {
                break Some(End::Exhausted);
            };
            hand.expand(waiting);
        };
        if self.end == Some(End::Exhausted) {
            hand.close_goal();
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
        let cost = Cost(nodes[GOAL as usize].g);
        let outcome = match end {
            End::OutOfExpansions => Outcome::GaveUp(Limit::Expansions),
            End::Exhausted if !chain.is_empty() => {
                let turns = chain.iter().rev().map(|&number| nodes[number as usize].square);
                let places = hops(map, turns, place_of);
                Outcome::Found(Found { path: Path { places, cost }, lower_bound: cost })
            }
            End::Exhausted if self.progress.lost_too_large => Outcome::GaveUp(Limit::CostTooLarge),
            End::Exhausted if self.progress.lost_cost => Outcome::GaveUp(Limit::Cost),
            End::Exhausted => Outcome::Unreachable,
        };
        Ended { outcome, expansions: self.progress.expansions, nearest: None }
    }

    /// Whether a map is of the rectangle that the search was begun on.
    #[must_use]
    pub fn is_on(&self, map: &JumpMap) -> bool {
        self.layout == map.layout
    }

    /// How many nodes were closed and looked on from so far.
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
        self.expansions + self.walked_on
    }

    /// A way that is too dear is not followed; while no other is known, the answer must say so.
    #[inline]
    fn lose(&mut self, f: u32) {
        let is_too_large = f == u32::MAX && !self.has_limit;
        self.lost_too_large |= is_too_large;
        self.lost_cost |= !is_too_large;
    }
}

/// All that an expansion reads and writes, on uniform or weighted ground.
///
/// PERF: two of them made by the compiler. One that asked each time and ended dominated walks on uniform ground, too,
/// took 10% more instructions: noise-jps 7.18 M instead of 6.48, rooms-jps 1.41 instead of 1.29, when both
/// were there to be counted (`cargo xtask gate`).
struct Hand<'a, O: ?Sized, const WEIGHTED: bool> {
    jumps: Jumps<'a>,
    observer: &'a mut O,
    space: &'a mut JumpSpace,
    progress: &'a mut Progress,
    from: From,
    // Whether there is a cheaper way to the cell of the walk than this one.
    is_dominated: bool,
}

/// The node that is looked on from.
#[derive(Clone, Copy, Default)]
struct From {
    number: u32,
    square: Square,
    g: u32,
}

/// What a leg costs: the g of the cell where it turns from walking to scanning, and what each step of
/// the scan costs, and the last one of a scan back to that cell.
struct Leg {
    turned_at: u32,
    ahead: u32,
    back: u32,
}

impl<'a, O: Observer + ?Sized, const WEIGHTED: bool> Hand<'a, O, WEIGHTED> {
    /// Closes a node and looks about from it, unless it is out of date.
    #[inline]
    fn expand(&mut self, waiting: Waiting) {
        let map = self.jumps.map;
        let node = self.space.nodes[waiting.node as usize];
        // A cheaper way there was found since.
        if node.g != waiting.g {
            return;
        }
        let head = self.jumps.index.and_then(|index| index.edges.number_of(node.square));
        if self.progress.asked_of.is_none()
            && self.progress.expansions >= EXPANSIONS_BEFORE_ASKING
            && let Some((index, head)) = self.jumps.index.zip(head)
        {
            let (ends, near) = ((head, self.progress.goal), &mut self.space.near);
            self.progress.sights = index.landmarks.sights(map, &index.edges, ends, near);
            self.progress.asked_of = Some(index.made_at);
        }
        let h = self.estimate(node.square, head);
        if h > node.h {
            // Put in before the landmarks were asked: now it is known to lie further off.
            self.space.nodes[waiting.node as usize].h = h;
            let f = node.g.saturating_add(h);
            if f < self.progress.bound && !self.space.open.is_due(f) {
                self.space.open.push(f, waiting);
                return;
            }
        }
        let f = node.g.saturating_add(h);
        if f >= self.progress.bound {
            self.progress.lose(f);
            return;
        }
        let looks = if node.is_cut_short() {
            // The rest of what was begun when its parent was closed.
            self.progress.walked_on += 1;
            let number = node.parent().expect("every walk leads from some node");
            self.from = From { number, square: node.square, g: node.g };
            node.looks_on()
        } else {
            let (number, parent) = (NodeId(map.number_of(node.square)), self.parent_of(&node));
            self.observer.closed(number, parent, Cost(node.g), Cost(h));
            self.progress.expansions += 1;
            self.from = From { number: waiting.node, square: node.square, g: node.g };
            self.look_for_goal(node.square, node.g);
            let is_start = waiting.node == START;
            if let Some((JumpIndex { edges, .. }, head)) = self.jumps.index.zip(head)
                && !is_start
            {
                return self.look_up(edges, head, node.square, node.arrival());
            }
            if is_start { ALL_LOOKS } else { self.looks(&node) }
        };
        map.look_about(node.square, looks, Share::SEARCHED, self);
    }

    /// Where to look from a jump point.
    #[inline]
    fn looks(&self, node: &JumpNode) -> Looks {
        let (map, arrival) = (self.jumps.map, node.arrival());
        let neighbours = map.neighbours(node.square);
        let number = map.number_of(node.square);
        let added = self.weighted().map(|weighted| weighted.adds(number, neighbours, arrival));
        map.looks_by(neighbours, arrival) | added.unwrap_or(0)
    }

    /// Takes what is seen from a jump point from the index.
    #[inline]
    fn look_up(&mut self, edges: &JumpEdges, number: usize, square: Square, arrival: usize) {
        let (map, goal) = (self.jumps.map, self.progress.goal);
        let head = edges.head(number);
        for edge in edges.seen_from(head, arrival) {
            let (number, rank) = self.space.node_in(map, edge.place(), edge.bit());
            let g = self.from.g.saturating_add(edge.cost);
            self.reach(number, g, edge.arrival(), || {
                let head = edges.number_in(edge.place(), rank);
                (edges.square_of(edge.place(), edge.bit()), Some(head))
            });
        }
        let walks = map.looks_by(usize::from(head.around), arrival) >> 4;
        if let Some((walk, turn)) = map.walk_towards(square, goal)
            && walks >> walk & 1 != 0
            && turn <= u32::from(head.walks[walk as usize])
        {
            self.walked(walk, turn);
        }
        let mut cuts = walks & head.cuts;
        while cuts != 0 {
            let walk = cuts.trailing_zeros();
            cuts &= cuts - 1;
            self.cut_short(walk, u32::from(head.walks[walk as usize]));
        }
    }

    /// The least that the rest of a way can cost from a cell, which may be a jump point that the index knows by
    /// this number.
    #[inline]
    fn estimate(&self, square: Square, head: Option<usize>) -> u32 {
        let Jumps { map, costs, index } = self.jumps;
        let goal = self.progress.goal;
        let direct = costs.least(map.rule, square.x.abs_diff(goal.x), square.y.abs_diff(goal.y));
        let (Some(JumpIndex { landmarks, .. }), Some(head)) = (index, head) else { return direct };
        direct.max(landmarks.least(map, &self.progress.sights, (head, square), goal))
    }

    /// Takes note of a way to a jump point.
    #[inline]
    fn reach(
        &mut self,
        number: u32,
        g: u32,
        arrival: u32,
        point: impl Fn() -> (Square, Option<usize>),
    ) {
        let Some(&node) = self.space.nodes.get(number as usize) else { return };
        let is_new = node.g == UNREACHED;
        if g >= node.g && !is_new {
            return;
        }
        let (square, h) = if is_new {
            let (square, head) = point();
            // The start has its node, and the goal is looked for by itself.
            if square == self.progress.goal || square == self.progress.start {
                return;
            }
            (square, self.estimate(square, head))
        } else {
            (node.square, node.h)
        };
        let f = g.saturating_add(h);
        if f >= self.progress.bound {
            self.progress.lose(f);
            return;
        }
        self.space.nodes[number as usize] =
            JumpNode::reached(square, g, h, self.from.number, arrival);
        self.space.open.push(f, Waiting { node: number, g });
        self.tell(is_new, square, g, h);
    }

    /// Takes note of the way to the goal, if it lies in this cell's row or column with nothing between.
    #[inline]
    fn look_for_goal(&mut self, square: Square, g: u32) {
        let (goal, map) = (self.progress.goal, self.jumps.map);
        if square.x != goal.x && square.y != goal.y {
            return;
        }
        let Some(rest) = self.straight_to_goal(square) else { return };
        let g = g.saturating_add(rest);
        if g >= self.progress.bound {
            self.progress.lose(g);
        } else if map.is_free_between(square, goal) {
            let node = &mut self.space.nodes[GOAL as usize];
            let is_new = node.g == UNREACHED;
            *node = JumpNode::reached(goal, g, 0, self.from.number, 0);
            self.progress.bound = g;
            self.tell(is_new, goal, g, 0);
        }
    }

    /// What the straight way to the goal from its row or column costs if it is free; none where a jump point
    /// comes before, from which the goal is looked for in turn.
    #[inline]
    fn straight_to_goal(&self, square: Square) -> Option<u32> {
        let Jumps { map, costs, .. } = self.jumps;
        let goal = self.progress.goal;
        let steps = square.x.abs_diff(goal.x) + square.y.abs_diff(goal.y);
        match self.weighted() {
            Some(weighted) if steps > 0 => {
                let scan = map.scan_towards(square, goal)?;
                let next = map.number_of(square).wrapping_add(map.scan_shift(scan));
                Some(steps * weighted.price(next)[0])
            }
            _ => Some(steps * costs.straight),
        }
    }

    /// What the ground costs, where that differs.
    #[inline]
    fn weighted(&self) -> Option<&'a WeightedGround> {
        if WEIGHTED { self.jumps.map.weighted.as_deref() } else { None }
    }

    /// What each step of a walk to a cell costs.
    #[inline]
    fn walk_price(&self, square: Square) -> u32 {
        let Jumps { map, costs, .. } = self.jumps;
        let price = |weighted: &WeightedGround| weighted.walk_price(map.number_of(square));
        self.weighted().map_or(costs.walk(map), price)
    }

    /// What the leg to a jump point costs.
    #[inline]
    fn leg(&self, Seen { square, arrival, walked, scanned }: Seen) -> Leg {
        let Jumps { map, costs, .. } = self.jumps;
        let reached = |walk: u32| self.from.g.saturating_add(walked * walk);
        let Some(weighted) = self.weighted() else {
            let JumpCosts { straight, .. } = costs;
            return Leg { turned_at: reached(costs.walk(map)), ahead: straight, back: straight };
        };
        let step = map.scan_shift(arrival);
        let turn = map.number_of(square).wrapping_sub(step.wrapping_mul(scanned));
        let ([ahead, _], [back, _]) =
            (weighted.price(turn.wrapping_add(step)), weighted.price(turn));
        Leg { turned_at: reached(weighted.walk_price(turn)), ahead, back }
    }

    fn tell(&mut self, is_new: bool, square: Square, g: u32, h: u32) {
        let map = self.jumps.map;
        let from = self.space.nodes[self.from.number as usize].square;
        let (node, parent) = (NodeId(map.number_of(square)), NodeId(map.number_of(from)));
        if is_new {
            self.observer.opened(node, parent, Cost(g), Cost(h));
        } else {
            self.observer.improved(node, parent, Cost(g), Cost(h));
        }
    }

    fn parent_of(&self, node: &JumpNode) -> NodeId {
        let parent = node.parent().map(|parent| self.space.nodes[parent as usize].square);
        parent.map_or(NodeId::NONE, |square| NodeId(self.jumps.map.number_of(square)))
    }

    /// Closes the goal, if it was reached, and lays out the way to it.
    fn close_goal(&mut self) {
        let goal = self.space.nodes[GOAL as usize];
        if goal.g == UNREACHED {
            return;
        }
        let number = NodeId(self.jumps.map.number_of(goal.square));
        let parent = self.parent_of(&goal);
        self.observer.closed(number, parent, Cost(goal.g), Cost::ZERO);
        let JumpSpace { nodes, chain, .. } = &mut *self.space;
        let mut next = Some(GOAL);
        while let Some(number) = next {
            chain.push(number);
            next = nodes[number as usize].parent();
        }
    }
}

impl<O: Observer + ?Sized, const WEIGHTED: bool> Lookout for Hand<'_, O, WEIGHTED> {
    #[inline]
    fn jump_point(&mut self, seen: Seen) {
        let Jumps { map, index, .. } = self.jumps;
        let Seen { square, arrival, walked, scanned } = seen;
        let Leg { turned_at, ahead, back } = self.leg(seen);
        let place = map.nodes.place(square.y, square.x);
        let (number, rank) = self.space.node_in(map, place, square.x % u64::BITS);
        if WEIGHTED && walked > 0 && scanned > 0 {
            let known = self.space.nodes[number as usize].g;
            let by_jump_point = known.saturating_add((scanned - 1) * ahead + back);
            self.is_dominated |= by_jump_point < turned_at;
        }
        let head = || index.map(|index| index.edges.number_in(place, rank));
        self.reach(number, turned_at.saturating_add(scanned * ahead), arrival, || (square, head()));
    }

    /// A cell of a walk to which a way by the jump point that it sees is cheaper is not on a cheapest way, and
    /// neither is what lies beyond on the walk.
    #[inline]
    fn walks_on(&mut self) -> bool {
        !WEIGHTED || !std::mem::take(&mut self.is_dominated)
    }

    /// Looks for the goal where the walk crosses its row or column.
    #[inline]
    fn walked(&mut self, walk: u32, steps: u32) {
        let map = self.jumps.map;
        let turn = map.steps_to_turn(self.from.square, walk, self.progress.goal);
        if let Some(turn) = turn.filter(|&turn| turn <= steps) {
            let (dx, dy, _) = map.rule.walks()[walk as usize];
            let square = self.from.square.plus((dx, dy), turn);
            self.look_for_goal(square, self.from.g.saturating_add(turn * self.walk_price(square)));
        }
    }

    /// Defers what is left of the walk.
    #[cold]
    fn cut_short(&mut self, walk: u32, steps: u32) {
        let map = self.jumps.map;
        let (dx, dy, _) = map.rule.walks()[walk as usize];
        let square = self.from.square.plus((dx, dy), steps);
        let g = self.from.g.saturating_add(steps * self.walk_price(square));
        let h = self.estimate(square, None);
        let f = g.saturating_add(h);
        if f >= self.progress.bound {
            self.progress.lose(f);
            return;
        }
        let nodes = &mut self.space.nodes;
        let node = u32::try_from(nodes.len()).expect("so many nodes do not fit in memory");
        nodes.push(JumpNode::cut_short(square, g, self.from.number, walk));
        self.space.open.push(f, Waiting { node, g });
    }
}
