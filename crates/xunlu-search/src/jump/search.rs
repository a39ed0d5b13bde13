//! The search over jumps.

use super::costs::JumpCosts;
use super::map::{JumpMap, Spot};
use super::rule::{ALL_LOOKS, JumpRule, Looks};
use super::space::{GOAL, JumpNode, JumpSpace, START, UNREACHED};
use super::stacks::Waiting;
use crate::answer::{Answer, Found, Limit, Outcome, Path};
use crate::node::NodeId;
use crate::observer::Observer;
use crate::task::{Algorithm, Limits, Target, Task};
use crate::workspace::Workspace;
use xunlu_map::{Cell, Cost, Layout, Revision};

/// A jump point search that has begun. Like [`Search`](crate::Search) it holds the workspace it was
/// lent and nothing else.
///
/// ```
/// use xunlu_map::{Cell, Grid, Mover, Passability};
/// use xunlu_search::{Algorithm, JumpCosts, JumpMap, JumpSearch, NoObserver, NodeId, Task, Workspace};
///
/// let grid: Grid = "..#.\n..#.\n....".parse()?;
/// let mover = Mover::default();
/// let map = JumpMap::new(&Passability::new(grid.ground(), &mover), &mover).unwrap();
/// let costs = JumpCosts::of(&grid, &mover).expect("all ground costs the same");
/// let node = |x, y| NodeId(grid.layout().index_of(Cell::new(x, y)).unwrap());
/// let task = Task::new(node(0, 0), node(3, 0)).by(Algorithm::JumpPoints);
///
/// let mut search = JumpSearch::begin(&map, costs, &mut NoObserver, &task, Workspace::new());
/// assert!(search.run(&map, &mut NoObserver, u64::MAX));
/// let answer = search.answer_as(&map, |cell| cell);
/// assert_eq!(answer.path().unwrap().places.len(), 7);
/// # Ok::<(), xunlu_map::MapError>(())
/// ```
#[derive(Debug)]
pub struct JumpSearch {
    workspace: Workspace,
    layout: Layout,
    costs: JumpCosts,
    limits: Limits,
    revision: Revision,
    goal: Spot,
    // No way that costs this much or more is of interest: the cost of the way known, or one more than
    // the limit.
    bound: u32,
    expansions: u64,
    lost_cost: bool,
    lost_too_large: bool,
    end: Option<End>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Exhausted,
    OutOfExpansions,
}

impl JumpSearch {
    /// Begins: opens the start and looks no further.
    ///
    /// # Panics
    /// When the task has more than one start or goal, wants the nearest place, or names a node that is
    /// none of the map's.
    pub fn begin<O: Observer + ?Sized>(
        map: &JumpMap,
        costs: JumpCosts,
        observer: &mut O,
        task: &Task,
        mut workspace: Workspace,
    ) -> JumpSearch {
        let Target::Node(goal) = task.target else {
            panic!("a search over jumps needs one goal, not {:?}", task.target);
        };
        assert!(task.more_starts.is_empty(), "a search over jumps needs one start");
        for node in [task.start, goal] {
            assert!(node.0 < map.layout.len(), "{node:?} is none of this map's");
        }
        let (start, goal) = (map.spot_of(task.start.0), map.spot_of(goal.0));
        let h = costs.least(map.rule, start.x.abs_diff(goal.x), start.y.abs_diff(goal.y));
        let space = &mut workspace.jumps;
        space.begin(map, start, goal);
        space.open.begin(h, costs.straight);
        let mut search = JumpSearch {
            workspace,
            layout: map.layout,
            costs,
            limits: task.limits,
            revision: task.revision,
            goal,
            bound: task.limits.cost_max.0.saturating_add(1),
            expansions: 0,
            lost_cost: false,
            lost_too_large: false,
            end: None,
        };
        if h < search.bound {
            observer.opened(task.start, NodeId::NONE, Cost::ZERO, Cost(h));
            search.workspace.jumps.open.push(h, Waiting { node: START, g: 0 });
        } else {
            search.lose(h);
        }
        search
    }

    /// Carries on for at most `budget` expansions and says whether the search has ended.
    ///
    /// # Panics
    /// When the search has already ended.
    pub fn run<O: Observer + ?Sized>(
        &mut self,
        map: &JumpMap,
        observer: &mut O,
        budget: u64,
    ) -> bool {
        assert!(self.end.is_none(), "this search has ended");
        let stop = self.expansions.saturating_add(budget);
        let shifts = map.walk_shifts();
        self.end = loop {
            if self.expansions >= self.limits.expansions_max {
                break Some(End::OutOfExpansions);
            }
            if self.expansions >= stop {
                return false;
            }
            let JumpSpace { open, nodes, .. } = &mut self.workspace.jumps;
            let Some(waiting) = open.pop_below(self.bound) else {
                break Some(End::Exhausted);
            };
            let node = nodes[waiting.node as usize];
            let f = waiting.g + self.estimate(map, node.spot);
            // A cheaper way there was found since, or to the goal.
            if node.g != waiting.g || f >= self.bound {
                continue;
            }
            let number = NodeId(map.number_of(node.spot));
            observer.closed(number, self.parent_of(map, &node), Cost(node.g), Cost(f - node.g));
            self.expansions += 1;
            let looks = match waiting.node {
                START => ALL_LOOKS,
                _ => map.looks(node.spot, node.arrival()),
            };
            let from = From { number: waiting.node, spot: node.spot, g: node.g };
            self.look_about(map, observer, &shifts, from, looks);
        };
        self.close_goal(map, observer);
        true
    }

    /// The answer, with places made of the path's cells.
    ///
    /// # Panics
    /// When the search has not ended.
    pub fn answer_as<P>(&self, map: &JumpMap, place_of: impl Fn(Cell) -> P) -> Answer<P> {
        let end = self.end.expect("the search has not ended; call `run` until it has");
        let cost = Cost(self.workspace.jumps.nodes[GOAL as usize].g);
        let outcome = match end {
            End::OutOfExpansions => Outcome::GaveUp(Limit::Expansions),
            End::Exhausted if !self.workspace.jumps.chain.is_empty() => {
                let places = self.places(map, place_of);
                Outcome::Found(Found { path: Path { places, cost }, lower_bound: cost })
            }
            End::Exhausted if self.lost_too_large => Outcome::GaveUp(Limit::CostTooLarge),
            End::Exhausted if self.lost_cost => Outcome::GaveUp(Limit::Cost),
            End::Exhausted => Outcome::Unreachable,
        };
        Answer {
            outcome,
            expansions: self.expansions,
            algorithm: Algorithm::JumpPoints,
            revision: self.revision,
            nearest: None,
        }
    }

    /// Whether a map is of the rectangle that the search was begun on.
    #[must_use]
    pub fn is_on(&self, map: &JumpMap) -> bool {
        self.layout == map.layout
    }

    /// How many nodes were closed and looked on from so far.
    #[must_use]
    pub fn expansions(&self) -> u64 {
        self.expansions
    }

    /// Gives the workspace back.
    #[must_use]
    pub fn into_workspace(self) -> Workspace {
        self.workspace
    }

    #[inline]
    fn estimate(&self, map: &JumpMap, from: Spot) -> u32 {
        let (columns, rows) = (from.x.abs_diff(self.goal.x), from.y.abs_diff(self.goal.y));
        self.costs.least(map.rule, columns, rows)
    }

    /// Scans and walks in these directions from a cell.
    #[inline]
    fn look_about<O: Observer + ?Sized>(
        &mut self,
        map: &JumpMap,
        observer: &mut O,
        shifts: &[u32; 4],
        from: From,
        looks: Looks,
    ) {
        self.look_for_goal(map, observer, from, from.spot, from.g);
        let number = map.number_of(from.spot);
        let ways = map.ways[number as usize] & looks;
        self.scan_all(map, observer, from, from.spot, from.g, ways & 0xf);
        let mut walks = ways >> 4;
        while walks != 0 {
            let walk = walks.trailing_zeros() & 3;
            walks &= walks - 1;
            self.walk(map, observer, (number, shifts[walk as usize]), from, walk);
        }
    }

    /// Walks as far as it goes and scans aside from every cell where that leads somewhere.
    #[inline]
    fn walk<O: Observer + ?Sized>(
        &mut self,
        map: &JumpMap,
        observer: &mut O,
        (mut number, shift): (u32, u32),
        from: From,
        walk: u32,
    ) {
        let (dx, dy, scans) = map.rule.walks()[walk as usize];
        let price = self.costs.walk(map);
        let (onward, stop) = (16 << walk, 1 << walk);
        let mut steps = 0;
        loop {
            number = number.wrapping_add(shift);
            steps += 1;
            if map.rule.stops_walks() && map.walk_stops[number as usize] & stop != 0 {
                let spot = from.spot.plus((dx, dy), steps);
                self.reach(
                    map,
                    observer,
                    spot,
                    from.g.saturating_add(steps * price),
                    from,
                    4 + walk,
                );
                break;
            }
            let ways = map.ways[number as usize];
            if ways & scans != 0 {
                let spot = from.spot.plus((dx, dy), steps);
                let g = from.g.saturating_add(steps * price);
                self.scan_all(map, observer, from, spot, g, ways & scans);
            }
            if ways & onward == 0 {
                break;
            }
        }
        // Where the walk crosses the goal's column and row. A walk along a row is in the goal's from
        // its beginning, and then has looked already.
        let crossings = [
            self.goal.x.wrapping_sub(from.spot.x).wrapping_mul(dx.cast_unsigned()),
            self.goal.y.wrapping_sub(from.spot.y).wrapping_mul(dy.cast_unsigned()),
        ];
        for crossing in crossings {
            if crossing.wrapping_sub(1) < steps {
                let spot = from.spot.plus((dx, dy), crossing);
                let g = from.g.saturating_add(crossing * price);
                self.look_for_goal(map, observer, from, spot, g);
            }
        }
    }

    /// Scans from a cell in directions in which there is a stop.
    #[inline]
    fn scan_all<O: Observer + ?Sized>(
        &mut self,
        map: &JumpMap,
        observer: &mut O,
        from: From,
        spot: Spot,
        g: u32,
        mut directions: Looks,
    ) {
        const STRAIGHT: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
        while directions != 0 {
            let direction = directions.trailing_zeros() & 3;
            directions &= directions - 1;
            let steps = map.scan(spot, direction);
            let stop = spot.plus(STRAIGHT[direction as usize], steps);
            let g = g.saturating_add(steps * self.costs.straight);
            self.reach(map, observer, stop, g, from, direction);
        }
    }

    /// Takes note of a way to a stop.
    #[inline]
    fn reach<O: Observer + ?Sized>(
        &mut self,
        map: &JumpMap,
        observer: &mut O,
        spot: Spot,
        g: u32,
        from: From,
        arrival: u32,
    ) {
        let f = g.saturating_add(self.estimate(map, spot));
        if f >= self.bound {
            self.lose(f);
            return;
        }
        let space = &mut self.workspace.jumps;
        let number = space.node_at(map, spot);
        let Some(node) = space.nodes.get_mut(number as usize).filter(|node| g < node.g) else {
            return;
        };
        let is_new = node.g == UNREACHED;
        *node = JumpNode::reached(spot, g, from.number, arrival);
        space.open.push(f, Waiting { node: number, g });
        tell(map, observer, is_new, spot, from.spot, (g, f - g));
    }

    /// Takes note of a way to the goal, if it lies in this cell's row or column with nothing between.
    #[inline]
    fn look_for_goal<O: Observer + ?Sized>(
        &mut self,
        map: &JumpMap,
        observer: &mut O,
        from: From,
        spot: Spot,
        g: u32,
    ) {
        if spot.x != self.goal.x && spot.y != self.goal.y {
            return;
        }
        let steps = spot.x.abs_diff(self.goal.x) + spot.y.abs_diff(self.goal.y);
        let g = g.saturating_add(steps * self.costs.straight);
        if g < self.bound && map.is_free_between(spot, self.goal) {
            let node = &mut self.workspace.jumps.nodes[GOAL as usize];
            let is_new = node.g == UNREACHED;
            *node = JumpNode::reached(self.goal, g, from.number, 0);
            self.bound = g;
            tell(map, observer, is_new, self.goal, from.spot, (g, 0));
        } else if g >= self.bound {
            self.lose(g);
        }
    }

    /// A way that is too dear is not followed; while no other is known, the answer must say so.
    #[inline]
    fn lose(&mut self, f: u32) {
        self.lost_too_large |= f == u32::MAX;
        self.lost_cost |= f != u32::MAX;
    }

    fn parent_of(&self, map: &JumpMap, node: &JumpNode) -> NodeId {
        let parent = node.parent().map(|parent| self.workspace.jumps.nodes[parent as usize].spot);
        parent.map_or(NodeId::NONE, |spot| NodeId(map.number_of(spot)))
    }

    /// Closes the goal, if it was reached, and lays out the way to it.
    fn close_goal<O: Observer + ?Sized>(&mut self, map: &JumpMap, observer: &mut O) {
        let goal = self.workspace.jumps.nodes[GOAL as usize];
        if goal.g == UNREACHED || self.end != Some(End::Exhausted) {
            return;
        }
        let number = NodeId(map.number_of(goal.spot));
        observer.closed(number, self.parent_of(map, &goal), Cost(goal.g), Cost::ZERO);
        let JumpSpace { nodes, chain, .. } = &mut self.workspace.jumps;
        let mut next = Some(GOAL);
        while let Some(number) = next {
            chain.push(number);
            next = nodes[number as usize].parent();
        }
    }

    /// All cells of the way: from one turn to the next a walk, and then a scan.
    fn places<P>(&self, map: &JumpMap, place_of: impl Fn(Cell) -> P) -> Vec<P> {
        let JumpSpace { nodes, chain, .. } = &self.workspace.jumps;
        let mut turns = chain.iter().rev().map(|&number| nodes[number as usize].spot);
        let hops =
            || turns.clone().zip(turns.clone().skip(1)).map(|(from, to)| Hop::new(map, from, to));
        let count = hops().map(|hop| (hop.walked + hop.scanned) as usize).sum::<usize>();
        let mut places = Vec::with_capacity(count + 1);
        for hop in hops() {
            let walked = (0..hop.walked).map(|step| hop.from.plus(hop.walk, step));
            places.extend(walked.map(|spot| place_of(map.cell_of(spot))));
            let turn = hop.from.plus(hop.walk, hop.walked);
            let scanned = (0..hop.scanned).map(|step| turn.plus(hop.scan, step));
            places.extend(scanned.map(|spot| place_of(map.cell_of(spot))));
        }
        places.extend(turns.next_back().map(|spot| place_of(map.cell_of(spot))));
        places
    }
}

/// The node that is looked on from.
#[derive(Clone, Copy)]
struct From {
    number: u32,
    spot: Spot,
    g: u32,
}

/// From one turn to the next: some steps walked, and then some scanned.
struct Hop {
    from: Spot,
    walk: (i32, i32),
    walked: u32,
    scan: (i32, i32),
    scanned: u32,
}

impl Hop {
    fn new(map: &JumpMap, from: Spot, to: Spot) -> Hop {
        let way = |from: u32, to: u32| i32::from(to > from) - i32::from(to < from);
        let (dx, dy) = (way(from.x, to.x), way(from.y, to.y));
        let (columns, rows) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
        match map.rule {
            JumpRule::Four => {
                Hop { from, walk: (dx, 0), walked: columns, scan: (0, dy), scanned: rows }
            }
            JumpRule::Eight(_) => {
                let scan = if columns > rows { (dx, 0) } else { (0, dy) };
                let walked = columns.min(rows);
                Hop { from, walk: (dx, dy), walked, scan, scanned: columns.max(rows) - walked }
            }
        }
    }
}

fn tell<O: Observer + ?Sized>(
    map: &JumpMap,
    observer: &mut O,
    is_new: bool,
    spot: Spot,
    parent: Spot,
    (g, h): (u32, u32),
) {
    let (node, parent) = (NodeId(map.number_of(spot)), NodeId(map.number_of(parent)));
    if is_new {
        observer.opened(node, parent, Cost(g), Cost(h));
    } else {
        observer.improved(node, parent, Cost(g), Cost(h));
    }
}
