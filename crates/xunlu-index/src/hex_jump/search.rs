//! The search over jumps on hexes.

use super::axes::{AxisBit, HexAxes, LineHex, Way};
use super::map::{HexJumpMap, evens_beside};
use crate::jump::{BucketQueue, OpenEntry, SearchNode};
use xunlu_map::{Cost, Hex, HexGrid, Mover, NodeId, StepRule};
use xunlu_search::{Ended, Ends, Found, Limit, Limits, Observer, Outcome, Path};

/// What a search over jumps on hexes goes over.
#[derive(Clone, Copy, Debug)]
pub struct HexJumps<'a> {
    /// Where one may jump.
    pub map: &'a HexJumpMap,
    /// What each step costs, not nothing.
    pub step: Cost,
}

/// A bit for each direction.
type Directions = u8;
const ALL: Directions = 0b11_1111;
/// A jump goes on while it promises at most so many steps more than the best that waits; then the rest of it
/// waits, too.
///
/// PERF: millions of instructions of `--example hexes` by this number, 0, 1, 2, 4 and no end: `noise:256`
/// 1,642, 1,640, 1,667, 1,712 and 1,795; rooms of 16 cells 13,012, 12,986, 12,966 and 12,962.
const SLACK: u32 = 1;
const UNREACHED: u32 = u32::MAX;

/// A hex that was reached: a jump point, or where a jump in an odd direction was cut short. What it takes to
/// get there is counted in steps.
#[derive(Clone, Copy, Debug)]
struct Node {
    hex: LineHex,
    // What the map calls it.
    name: NodeId,
    steps: u32,
    parent: Option<SearchNode>,
    // Directions in which it is still to be searched, and in which it was.
    waiting: Directions,
    searched: Directions,
}

/// What a search over jumps on hexes writes: lent to one after another, never shrunk.
#[derive(Debug, Default)]
pub struct HexJumpSpace {
    // The node of each hex by its number.
    node_of: Vec<u32>,
    nodes: Vec<Node>,
    open: BucketQueue,
    // The hexes where the path turns or stops, from the goal back to the start.
    turns: Vec<LineHex>,
}

/// A search over jumps on hexes that has begun. It holds the space that it was lent.
///
/// ```
/// use xunlu_index::{HexJumpMap, HexJumpSearch, HexJumpSpace, HexJumps};
/// use xunlu_map::{Cell, Cost, HexGrid, Mover, NodeId, Passability};
/// use xunlu_search::{Ends, NoObserver};
///
/// let grid: HexGrid = "@hex odd-r\n. . # .\n . # . .\n. . . .".parse()?;
/// let mover = Mover::hex().build()?;
/// let map = HexJumpMap::new(&Passability::new(grid.ground(), &mover), grid.arrangement());
/// let jumps = HexJumps { map: &map, step: Cost(1_000) };
/// let node = |x, y| NodeId(grid.layout().index_of(Cell::new(x, y)).unwrap());
/// let ends = Ends::new(node(0, 0), node(3, 0));
///
/// let mut search = HexJumpSearch::begin(jumps, &mut NoObserver, ends, HexJumpSpace::default());
/// assert!(search.run(jumps, &mut NoObserver, u64::MAX));
/// let answer = search.answer_as(jumps, |hex| hex);
/// assert_eq!(answer.path().unwrap().places.len(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct HexJumpSearch {
    space: HexJumpSpace,
    limits: Limits,
    goal: LineHex,
    // No path of so many steps or more is of interest.
    bound: u32,
    expansions: u64,
    // How often a node was searched again in other directions: that counts against a slice.
    resumed: u64,
    is_over_limit: bool,
    end: Option<End>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Exhausted,
    OutOfExpansions,
}

impl HexJumpSearch {
    /// Begins: opens the start and expands nothing. Both ends must be open.
    ///
    /// # Panics
    /// When an end is not a node of the map.
    pub fn begin<O: Observer + ?Sized>(
        jumps: HexJumps<'_>,
        observer: &mut O,
        ends: Ends,
        mut space: HexJumpSpace,
    ) -> HexJumpSearch {
        let hexes = &jumps.map.hexes;
        let [start, goal] = [ends.start, ends.goal].map(|end| {
            assert!(end.0 < hexes.layout().len(), "{end:?} is not a node of this map");
            hexes.hex_at(end)
        });
        let estimate = hexes.distance(start, goal);
        space.begin(hexes, start, estimate);
        let limits = ends.limits;
        let bound = (limits.cost_max.0 / jumps.step.0.max(1)).saturating_add(1);
        let mut search = HexJumpSearch {
            space,
            limits,
            goal,
            bound,
            expansions: 0,
            resumed: 0,
            is_over_limit: estimate >= bound,
            end: None,
        };
        if !search.is_over_limit {
            observer.opened(ends.start, NodeId::NONE, Cost::ZERO, jumps.cost_of(estimate));
            let start = SearchNode::new(0);
            search.space.open.push(estimate, OpenEntry { node: start, g: 0 });
        }
        search
    }

    /// Carries on for at most `budget` expansions. Returns whether the search has ended.
    ///
    /// # Panics
    /// When the search has already ended.
    pub fn run<O: Observer + ?Sized>(
        &mut self,
        jumps: HexJumps<'_>,
        observer: &mut O,
        budget: u64,
    ) -> bool {
        assert!(self.end.is_none(), "this search has ended");
        let work = |search: &HexJumpSearch| search.expansions + search.resumed;
        let stop = work(self).saturating_add(budget);
        loop {
            if self.expansions >= self.limits.expansions_max {
                self.end = Some(End::OutOfExpansions);
                return true;
            }
            if work(self) >= stop {
                return false;
            }
            let Some(entry) = self.space.open.pop_below(self.bound) else {
                self.end = Some(End::Exhausted);
                return true;
            };
            if let Some(goal) = self.expand(jumps, observer, entry) {
                self.space.trace(goal);
                self.end = Some(End::Exhausted);
                return true;
            }
        }
    }

    /// The answer, with places made of the path's hexes.
    ///
    /// # Panics
    /// When the search has not ended.
    pub fn answer_as<P>(&self, jumps: HexJumps<'_>, place_of: impl Fn(Hex) -> P) -> Ended<P> {
        let end = self.end.expect("the search has not ended; call `run` until it has");
        let turns = &self.space.turns;
        let outcome = match end {
            End::OutOfExpansions => Outcome::GaveUp(Limit::Expansions),
            End::Exhausted if !turns.is_empty() => {
                let hexes = &jumps.map.hexes;
                let ways = || turns.windows(2).rev().map(|pair| hexes.way(pair[1], pair[0]));
                let count: u32 = ways().map(Way::steps).sum();
                let mut places = Vec::with_capacity(count as usize + 1);
                let mut here = hexes.place_of(turns[turns.len() - 1]);
                places.push(place_of(here));
                for (direction, steps) in ways().flat_map(Way::parts) {
                    let step = hexes.offset_of(direction);
                    for _ in 0..steps {
                        here = here + step;
                        places.push(place_of(here));
                    }
                }
                let cost = jumps.cost_of(count);
                Outcome::Found(Found { path: Path { places, cost }, lower_bound: cost })
            }
            End::Exhausted if self.is_over_limit => Outcome::GaveUp(Limit::Cost),
            End::Exhausted => Outcome::Unreachable,
        };
        Ended { outcome, expansions: self.expansions, nearest: None }
    }

    /// Whether it was begun over these jumps, or over others on as many hexes.
    #[must_use]
    pub fn is_on(&self, jumps: HexJumps<'_>) -> bool {
        self.space.node_of.len() == jumps.map.layout().len() as usize
    }

    /// How many nodes were expanded so far.
    #[must_use]
    pub fn expansions(&self) -> u64 {
        self.expansions
    }

    /// Gives the space back.
    #[must_use]
    pub fn into_space(self) -> HexJumpSpace {
        self.space
    }

    /// Searches on from a node. Returns the node of the goal if that was reached.
    fn expand<O: Observer + ?Sized>(
        &mut self,
        jumps: HexJumps<'_>,
        observer: &mut O,
        OpenEntry { node: number, g }: OpenEntry,
    ) -> Option<SearchNode> {
        let HexJumps { map, .. } = jumps;
        let node = &mut self.space.nodes[number.index()];
        let directions = std::mem::take(&mut node.waiting);
        // A shorter way there was found since.
        if node.steps != g || directions == 0 {
            return None;
        }
        let is_first = node.searched == 0;
        node.searched |= directions;
        let Node { hex, name, steps, parent, .. } = *node;
        let way = map.hexes.way(hex, self.goal);
        if is_first {
            self.expansions += 1;
            let parent =
                parent.map_or(NodeId::NONE, |parent| self.space.nodes[parent.index()].name);
            let [g, h] = [steps, way.steps()].map(|steps| jumps.cost_of(steps));
            observer.closed(name, parent, g, h);
        } else {
            self.resumed += 1;
        }
        let from = From { node: number, hex, steps };
        // Nothing in the queue promises less than this one.
        if way.is_free_on(map, hex, directions) {
            return Some(self.reach_goal(jumps, observer, from, way));
        }
        for direction in (0..6).filter(|direction| directions >> direction & 1 != 0) {
            if direction % 2 != 0 {
                self.jump(jumps, observer, from, direction);
            } else if let Some(bit) = map.jump_point_ahead(hex, direction) {
                self.scan(jumps, observer, from, (direction, bit));
            }
        }
        None
    }

    /// Goes the rest of the way.
    fn reach_goal<O: Observer + ?Sized>(
        &mut self,
        jumps: HexJumps<'_>,
        observer: &mut O,
        from: From,
        way: Way,
    ) -> SearchNode {
        let goal = self.goal;
        if from.hex != goal {
            self.reach(
                jumps,
                observer,
                From { steps: from.steps + way.steps(), hex: goal, ..from },
                0,
            );
            let [name, parent] = [goal, from.hex].map(|hex| jumps.map.hexes.node_of(hex));
            observer.closed(name, parent, jumps.cost_of(from.steps + way.steps()), Cost::ZERO);
        }
        let goal = self.space.node_of(jumps.map, goal);
        goal.expect("it was reached, and within the limit, for its estimate was")
    }

    /// Jumps in an odd direction, from stop to stop, and scans aside from each.
    fn jump<O: Observer + ?Sized>(
        &mut self,
        jumps: HexJumps<'_>,
        observer: &mut O,
        mut from: From,
        odd: usize,
    ) {
        let HexJumps { map, .. } = jumps;
        loop {
            let steps = map.scan(map.hexes.bit_of(odd % 3, from.hex), odd);
            from.hex = map.hexes.stepped(from.hex, odd, steps);
            from.steps += steps;
            if !map.is_open(from.hex) {
                return;
            }
            if let Some(known) = self.space.node_of(map, from.hex) {
                let known = &self.space.nodes[known.index()];
                let is_same = known.steps == from.steps;
                // What lies beyond is searched from there.
                if known.steps < from.steps
                    || is_same && (known.waiting | known.searched) >> odd & 1 != 0
                {
                    return;
                }
            }
            let ahead = evens_beside(odd).map(|even| (even, map.jump_point_ahead(from.hex, even)));
            let f = from.steps + map.hexes.distance(from.hex, self.goal);
            if !self.space.open.is_due(f.saturating_sub(SLACK)) {
                let directions = ahead.iter().fold(1 << odd, |all, (even, bit)| {
                    all | Directions::from(bit.is_some()) << even
                });
                return self.reach(jumps, observer, from, directions);
            }
            for (even, bit) in ahead {
                if let Some(bit) = bit {
                    self.scan(jumps, observer, from, (even, bit));
                }
            }
        }
    }

    /// Scans in an even direction, in which a jump point lies ahead.
    fn scan<O: Observer + ?Sized>(
        &mut self,
        jumps: HexJumps<'_>,
        observer: &mut O,
        from: From,
        (even, bit): (usize, AxisBit),
    ) {
        let HexJumps { map, .. } = jumps;
        let steps = map.scan(bit, even);
        let hex = map.hexes.stepped(from.hex, even, steps);
        let to = From { hex, steps: from.steps + steps, ..from };
        if !self.is_reached_sooner(jumps, observer, to) {
            self.reach(jumps, observer, to, 1 << even | map.turns_at(hex, even));
        }
    }

    /// Whether fewer steps to a hex are known.
    #[inline]
    fn is_reached_sooner<O: Observer + ?Sized>(
        &self,
        jumps: HexJumps<'_>,
        observer: &mut O,
        From { node: parent, hex, steps }: From,
    ) -> bool {
        let known = self.space.node_of(jumps.map, hex);
        let is_sooner = known.is_some_and(|known| self.space.nodes[known.index()].steps < steps);
        if is_sooner && observer.hears_considered() {
            let [g, h] = [steps, jumps.map.hexes.distance(hex, self.goal)];
            let [g, h] = [g, h].map(|steps| jumps.cost_of(steps));
            let from = self.space.nodes[parent.index()].name;
            observer.considered(jumps.map.hexes.node_of(hex), from, g, h);
        }
        is_sooner
    }

    /// Takes in that a hex is reached from a node in so many steps, none fewer being known, and searched from
    /// in these directions.
    fn reach<O: Observer + ?Sized>(
        &mut self,
        jumps: HexJumps<'_>,
        observer: &mut O,
        From { node: parent, hex, steps }: From,
        directions: Directions,
    ) {
        let hexes = &jumps.map.hexes;
        let left = hexes.distance(hex, self.goal);
        if steps + left >= self.bound {
            self.is_over_limit = true;
            return;
        }
        let [g, h] = [steps, left].map(|steps| jumps.cost_of(steps));
        let HexJumpSpace { node_of, nodes, open, .. } = &mut self.space;
        let (name, from) = (hexes.node_of(hex), nodes[parent.index()].name);
        let reached =
            Node { hex, name, steps, parent: Some(parent), waiting: directions, searched: 0 };
        let place = &mut node_of[name.0 as usize];
        let number = if let Some(node) = nodes.get_mut(*place as usize) {
            if steps == node.steps {
                observer.considered(name, from, g, h);
                let was_waiting = node.waiting != 0;
                node.waiting |= directions & !node.searched;
                if was_waiting || node.waiting == 0 {
                    return;
                }
            } else {
                observer.improved(name, from, g, h);
                *node = reached;
            }
            SearchNode::new(*place as usize)
        } else {
            observer.opened(name, from, g, h);
            let number = SearchNode::new(nodes.len());
            *place = number.number();
            nodes.push(reached);
            number
        };
        open.push(steps + left, OpenEntry { node: number, g: steps });
    }
}

/// Where jumps and scans begin or have come to: from which node, and in how many steps.
#[derive(Clone, Copy)]
struct From {
    node: SearchNode,
    hex: LineHex,
    steps: u32,
}

impl HexJumps<'_> {
    /// What each step of a mover costs on a grid. Returns `None` if the mover does not step from hex to hex
    /// or pays for turns, exits are limited, ground of more than one [price](Self::price_of) occurs, or the
    /// longest path would cost too much to add up. Links are left to others.
    #[must_use]
    pub fn step_of(grid: &HexGrid, mover: &Mover) -> Option<Cost> {
        let step = HexJumps::price_of(grid, mover)?;
        let is_plain = *mover.rule() == StepRule::Hex && mover.turn_cost() == Cost::ZERO;
        let does_fit = u64::from(step.0) * grid.bounds().size.area() < u64::from(u32::MAX);
        (is_plain && grid.ground().exits().is_none() && does_fit).then_some(step)
    }

    /// What it costs to enter a hex. Returns `None` if that is nothing, or more here than there.
    #[must_use]
    pub fn price_of(grid: &HexGrid, mover: &Mover) -> Option<Cost> {
        let walked = grid.ground().terrains().filter(|&terrain| mover.is_open(terrain));
        let mut prices = walked.map(|terrain| mover.enter_costs()[usize::from(terrain.0)][0]);
        let first = prices.next().unwrap_or(mover.costs().straight);
        (first > Cost::ZERO && prices.all(|price| price == first)).then_some(first)
    }

    fn cost_of(self, steps: u32) -> Cost {
        Cost(self.step.0.saturating_mul(steps))
    }
}

impl Way {
    fn steps(self) -> u32 {
        self.odd_steps + self.even_steps
    }

    /// Its two directions, and how many steps it goes in each.
    fn parts(self) -> [(usize, u32); 2] {
        [(self.odd, self.odd_steps), (self.even, self.even_steps)]
    }

    /// Whether it is free from a hex on, and begins in one of these directions.
    fn is_free_on(self, map: &HexJumpMap, hex: LineHex, directions: Directions) -> bool {
        let first = if self.odd_steps > 0 { self.odd } else { self.even };
        if self.steps() == 0 {
            return true;
        }
        directions >> first & 1 != 0
            && map.hexes.stepped_within(hex, self.odd, self.odd_steps).is_some_and(|turn| {
                map.is_free(hex, self.odd, self.odd_steps)
                    && map.is_free(turn, self.even, self.even_steps)
            })
    }
}

impl HexJumpSpace {
    /// How many bytes it has grown to.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.node_of.capacity() * size_of::<u32>()
            + self.nodes.capacity() * size_of::<Node>()
            + self.open.bytes()
            + self.turns.capacity() * size_of::<LineHex>()
    }

    /// Forgets the last search.
    fn begin(&mut self, hexes: &HexAxes, start: LineHex, estimate: u32) {
        let count = hexes.layout().len() as usize;
        if self.node_of.len() == count {
            for node in &self.nodes {
                self.node_of[node.name.0 as usize] = UNREACHED;
            }
        } else {
            self.node_of.clear();
            self.node_of.resize(count, UNREACHED);
        }
        self.nodes.clear();
        let (hex, name) = (start, hexes.node_of(start));
        self.nodes.push(Node { hex, name, steps: 0, parent: None, waiting: ALL, searched: 0 });
        self.node_of[name.0 as usize] = 0;
        self.turns.clear();
        self.open.begin(estimate, 1);
    }

    /// The node of a hex, if it was reached.
    #[inline]
    fn node_of(&self, map: &HexJumpMap, hex: LineHex) -> Option<SearchNode> {
        let number = self.node_of[map.hexes.node_of(hex).0 as usize];
        (number != UNREACHED).then(|| SearchNode::new(number as usize))
    }

    /// Lists where the path to a node turns.
    fn trace(&mut self, goal: SearchNode) {
        let mut next = Some(goal);
        while let Some(number) = next {
            let node = self.nodes[number.index()];
            self.turns.push(node.hex);
            next = node.parent;
        }
    }
}
