//! What a search over jumps on hexes does with one node.

use super::super::aims::Sight;
use super::super::axes::{LineHex, Way};
use super::super::map::evens_beside;
use super::super::space::{ALL, Directions, EVENS, Known, LINKS, Node, ODDS};
use super::{HexJumpSearch, HexJumps};
use crate::jump::{OpenEntry, SearchNode};
use xunlu_map::{Cost, NodeId};
use xunlu_search::{LinkTable, Observer};

/// A jump goes on while it promises at most so many steps more than the best that waits; then the rest of it
/// waits, too.
///
/// PERF: thousands of instructions a question of `--example hexes` to one goal takes where this is 0, 1, 2, 4
/// and without end: on `noise:256` 719, 751, 796, 860 and 976; through rooms of 16 cells 584, 554, 525, 521
/// and 525.
const SLACK: u32 = 1;

/// Landmarks are asked after so many expansions: a path that is found sooner is not worth looking them up.
const EXPANSIONS_BEFORE_LANDMARKS: u64 = 8;

/// Where jumps and scans begin or have come to: from which node, and at what cost.
#[derive(Clone, Copy)]
struct From {
    node: SearchNode,
    hex: LineHex,
    g: u32,
}

/// How a hex is reached.
#[derive(Clone, Copy)]
struct Arrival {
    // The least that the rest of the path costs.
    left: u32,
    // In which directions it is searched from there.
    directions: Directions,
    is_by_link: bool,
}

/// Directions one by one.
#[inline]
fn each(mut directions: Directions) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let direction = directions.trailing_zeros() as usize;
        let are_some = directions != 0;
        directions &= directions.wrapping_sub(1);
        are_some.then_some(direction)
    })
}

impl HexJumpSearch {
    /// Searches on from a node. Returns whether the search has ended.
    pub(super) fn expand<O: Observer + ?Sized>(
        &mut self,
        jumps: HexJumps<'_>,
        observer: &mut O,
        OpenEntry { node: number, g }: OpenEntry,
    ) -> bool {
        if self.is_put_off(jumps, number) {
            return false;
        }
        let HexJumps { map, .. } = jumps;
        let node = &mut self.space.nodes[number.index()];
        // A cheaper way there was found since.
        if node.g != g || node.waiting == 0 {
            return false;
        }
        let left = node.left;
        if g.saturating_add(left) >= self.bound {
            return false;
        }
        let directions = std::mem::take(&mut node.waiting);
        let is_first = node.searched == 0;
        node.searched |= directions;
        let Node { hex, name, parent, .. } = *node;
        if is_first {
            self.expansions += 1;
            if observer.hears_anything() {
                observer.closed(name, self.name_of(parent), Cost(g), Cost(left));
            }
        } else {
            self.resumed += 1;
        }
        let from = From { node: number, hex, g };
        if !self.space.aims.is_hidden(&map.hexes, hex) {
            self.look_for_goals(jumps, from, directions);
        }
        // Where no link leads, nothing in the queue promises less than this one.
        if jumps.links.is_none() && self.best.is_some() && g + left >= self.bound {
            return true;
        }
        if directions & LINKS != 0 {
            self.take_links(jumps, observer, from);
        }
        for even in each(directions & EVENS) {
            self.scan(jumps, observer, from, even);
        }
        for odd in each(directions & ODDS) {
            self.jump(jumps, observer, from, odd);
        }
        false
    }

    /// The least that the path from a hex to the nearest goal costs.
    #[inline]
    fn estimate(&self, jumps: HexJumps<'_>, (hex, name): (LineHex, NodeId)) -> u32 {
        let direct = self.space.aims.estimate(&jumps.map.hexes, hex);
        match jumps.landmarks.filter(|_| self.first_estimated.is_some()) {
            Some(landmarks) => {
                let by_landmarks = landmarks.least(&self.space.bounds, name);
                by_landmarks.saturating_mul(jumps.step.0).max(direct)
            }
            None => direct,
        }
    }

    /// Whether landmarks tell that the path by a node that waited costs more than was known, so that it
    /// waits once more. Begins to ask them after some expansions.
    #[inline]
    fn is_put_off(&mut self, jumps: HexJumps<'_>, number: SearchNode) -> bool {
        let Some(landmarks) = jumps.landmarks else { return false };
        match self.first_estimated {
            None if self.expansions < EXPANSIONS_BEFORE_LANDMARKS => return false,
            None => {
                let goals = self.space.aims.goals().map(|goal| jumps.map.hexes.node_of(goal));
                let from = self.space.nodes[number.index()].name;
                self.space.bounds = landmarks.goal_bounds(from, goals);
                self.index = Some(landmarks.id());
                self.first_estimated = Some(SearchNode::new(self.space.nodes.len()));
            }
            Some(first) if number >= first => return false,
            Some(_) => {}
        }
        self.estimate_anew(jumps, number)
    }

    /// Returns whether the node waits once more.
    #[inline(never)]
    fn estimate_anew(&mut self, jumps: HexJumps<'_>, number: SearchNode) -> bool {
        let Node { hex, name, g, left, .. } = self.space.nodes[number.index()];
        let by_landmarks = self.estimate(jumps, (hex, name));
        if by_landmarks <= left {
            return false;
        }
        self.space.nodes[number.index()].left = by_landmarks;
        let f = g.saturating_add(by_landmarks);
        if f >= self.bound {
            self.discard(f);
        } else {
            self.space.open.push(f, OpenEntry { node: number, g });
        }
        true
    }

    /// Closes the goal that was found, and lists where the path turns.
    pub(super) fn close_goal<O: Observer + ?Sized>(
        &mut self,
        jumps: HexJumps<'_>,
        observer: &mut O,
    ) {
        let Some((node, goal)) = self.best else { return };
        let Node { hex, .. } = self.space.nodes[node.index()];
        if hex != goal {
            let to = From { node, hex: goal, g: self.bound };
            let known = self.space.known_at(&jumps.map.hexes, goal);
            let arrival = Arrival { left: 0, directions: 0, is_by_link: false };
            self.take_in(observer, to, known, arrival);
        }
        let (_, known) = self.space.known_at(&jumps.map.hexes, goal);
        let number = known.node().expect("it was taken in");
        let Node { name, parent, searched, .. } = self.space.nodes[number.index()];
        if searched == 0 {
            observer.closed(name, self.name_of(parent), Cost(self.bound), Cost::ZERO);
        }
        self.space.trace(number);
    }

    /// Finds goals that the way to is free.
    fn look_for_goals(&mut self, jumps: HexJumps<'_>, from: From, directions: Directions) {
        let mut sight = Sight::new(jumps.map, from.hex, directions);
        for heap in 0..self.space.aims.heaps() {
            // A way that costs too much is of interest while it is not known that there are any.
            let below =
                if self.knows_enough() { self.bound.saturating_sub(from.g) } else { u32::MAX };
            let nearest = self.space.aims.nearest_free(heap, below, &mut sight);
            let Some((cost, goal)) = nearest else { continue };
            let cost = from.g.saturating_add(cost);
            if cost < self.bound {
                self.find((from.node, goal), cost);
            } else {
                self.discard(cost);
            }
        }
    }

    /// Whether a path that costs too much is nothing new.
    fn knows_enough(&self) -> bool {
        self.best.is_some() || self.is_over_limit || self.is_too_large
    }

    /// Goes on by the links that are entered at a node.
    fn take_links<O: Observer + ?Sized>(
        &mut self,
        jumps: HexJumps<'_>,
        observer: &mut O,
        from: From,
    ) {
        let HexJumps { map, links, .. } = jumps;
        let name = self.space.nodes[from.node.index()].name;
        for link in links.map_or(&[][..], |links| links.links_from(name)) {
            let hex = map.hexes.hex_at(link.to);
            let to = From { hex, g: from.g.saturating_add(link.cost.0), ..from };
            if map.is_open(hex) {
                self.arrive(jumps, observer, to, (ALL | LINKS, true));
            }
        }
    }

    /// The links that may be taken from a hex, as something to be searched.
    #[inline]
    fn links_at(jumps: HexJumps<'_>, hex: LineHex) -> Directions {
        let HexJumps { map, links, .. } = jumps;
        let leads_on = |links: &LinkTable| {
            map.is_link_end(hex) && !links.links_from(map.hexes.node_of(hex)).is_empty()
        };
        if links.is_some_and(leads_on) { LINKS } else { 0 }
    }

    /// Jumps in an odd direction, from stop to stop, and scans aside from each.
    fn jump<O: Observer + ?Sized>(
        &mut self,
        jumps: HexJumps<'_>,
        observer: &mut O,
        mut from: From,
        odd: usize,
    ) {
        let HexJumps { map, step, .. } = jumps;
        loop {
            let Some(steps) = map.steps_to_stop(from.hex, odd) else { return };
            from.hex = map.hexes.stepped(from.hex, odd, steps);
            from.g = from.g.saturating_add(steps * step.0);
            let (name, known) = self.space.known_at(&map.hexes, from.hex);
            if known.g < from.g {
                return;
            }
            let left = if let Some(number) = known.node() {
                let node = &mut self.space.nodes[number.index()];
                if node.g != from.g {
                    // No cheapest path leads on from there by the way that was known.
                    node.waiting = 0;
                } else if (node.waiting | node.searched) >> odd & 1 != 0 {
                    // What lies beyond is searched from there.
                    return;
                }
                node.left
            } else {
                self.estimate(jumps, (from.hex, name))
            };
            let links = HexJumpSearch::links_at(jumps, from.hex);
            let [one, other] = evens_beside(odd);
            let f = from.g.saturating_add(left);
            if !self.space.open.is_due(f.saturating_sub(SLACK * step.0)) {
                let ahead =
                    |even| Directions::from(map.is_jump_point_ahead(from.hex, even)) << even;
                let directions = 1 << odd | ahead(one) | ahead(other) | links;
                let arrival = Arrival { left, directions, is_by_link: false };
                return self.reach(observer, from, (name, known), arrival);
            }
            if links != 0 {
                let arrival = Arrival { left, directions: links, is_by_link: false };
                self.reach(observer, from, (name, known), arrival);
            } else {
                self.space.learn(name, from.g, known.node());
            }
            self.scan(jumps, observer, from, one);
            self.scan(jumps, observer, from, other);
        }
    }

    /// Scans in an even direction.
    #[inline]
    fn scan<O: Observer + ?Sized>(
        &mut self,
        jumps: HexJumps<'_>,
        observer: &mut O,
        from: From,
        even: usize,
    ) {
        let HexJumps { map, step, .. } = jumps;
        let Some((steps, turns)) = map.scan(from.hex, even) else { return };
        let hex = map.hexes.stepped(from.hex, even, steps);
        let to = From { hex, g: from.g.saturating_add(steps * step.0), ..from };
        let directions = 1 << even | turns | HexJumpSearch::links_at(jumps, hex);
        self.arrive(jumps, observer, to, (directions, false));
    }

    /// Takes in that a hex is reached from a node at such a cost, unless less is known.
    #[inline]
    fn arrive<O: Observer + ?Sized>(
        &mut self,
        jumps: HexJumps<'_>,
        observer: &mut O,
        to: From,
        (directions, is_by_link): (Directions, bool),
    ) {
        let (name, known) = self.space.known_at(&jumps.map.hexes, to.hex);
        let left = || match known.node() {
            Some(number) => self.space.nodes[number.index()].left,
            None => self.estimate(jumps, (to.hex, name)),
        };
        if known.g >= to.g {
            let left = left();
            self.reach(observer, to, (name, known), Arrival { left, directions, is_by_link });
        } else if observer.hears_considered()
            && known.node().is_some_and(|number| self.space.nodes[number.index()].g <= to.g)
        {
            // Of what a jump has only passed nothing was told.
            observer.considered(name, self.name_of(Some(to.node)), Cost(to.g), Cost(left()));
        }
    }

    /// Takes in that a hex is reached, none less being known, unless that is too expensive.
    #[inline]
    fn reach<O: Observer + ?Sized>(
        &mut self,
        observer: &mut O,
        to: From,
        known: (NodeId, Known),
        arrival: Arrival,
    ) {
        let f = to.g.saturating_add(arrival.left);
        if f >= self.bound {
            self.discard(f);
        } else {
            self.take_in(observer, to, known, arrival);
        }
    }

    /// Takes in that a hex is reached from a node at such a cost, none less being known.
    fn take_in<O: Observer + ?Sized>(
        &mut self,
        observer: &mut O,
        From { node: parent, hex, g }: From,
        (name, known): (NodeId, Known),
        Arrival { left, directions, is_by_link }: Arrival,
    ) {
        let f = g + left;
        let nodes = &mut self.space.nodes;
        let (from, cost, rest) = (nodes[parent.index()].name, Cost(g), Cost(left));
        if let Some(number) = known.node() {
            let node = &mut nodes[number.index()];
            if g == node.g {
                if observer.hears_considered() {
                    observer.considered(name, from, cost, rest);
                }
                let was_waiting = node.waiting != 0;
                node.waiting |= directions & !node.searched;
                if !was_waiting && node.waiting != 0 {
                    self.space.open.push(f, OpenEntry { node: number, g });
                }
                return;
            }
        }
        let reached = Node {
            hex,
            name,
            g,
            left,
            parent: Some(parent),
            is_by_link,
            waiting: directions,
            searched: 0,
        };
        let node = if let Some(number) = known.node() {
            observer.improved(name, from, cost, rest);
            nodes[number.index()] = reached;
            number
        } else {
            observer.opened(name, from, cost, rest);
            nodes.push(reached);
            SearchNode::new(nodes.len() - 1)
        };
        self.space.learn(name, g, Some(node));
        self.space.open.push(f, OpenEntry { node, g });
    }

    /// What the map calls a node, if there is one.
    fn name_of(&self, node: Option<SearchNode>) -> NodeId {
        node.map_or(NodeId::NONE, |node| self.space.nodes[node.index()].name)
    }
}

impl Way {
    #[inline]
    pub(in super::super) fn steps(self) -> u32 {
        self.odd_steps + self.even_steps
    }

    /// Its two directions, and how many steps it goes in each.
    pub(super) fn parts(self) -> [(usize, u32); 2] {
        [(self.odd, self.odd_steps), (self.even, self.even_steps)]
    }
}
