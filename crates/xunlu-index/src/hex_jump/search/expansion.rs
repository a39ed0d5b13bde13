//! What a search over jumps on hexes does with one node.

use super::super::aims::Sight;
use super::super::axes::{AxisBit, LineHex, Way};
use super::super::map::evens_beside;
use super::super::space::{ALL, Directions, LINKS, Node};
use super::{HexJumpSearch, HexJumps};
use crate::jump::{OpenEntry, SearchNode};
use xunlu_map::{Cost, NodeId};
use xunlu_search::{LinkTable, Observer};

/// A jump goes on while it promises at most so many steps more than the best that waits; then the rest of it
/// waits, too.
///
/// PERF: millions of instructions of `--example hexes` by this number, 0, 1, 2, 4 and no end: `noise:256`
/// 1,642, 1,640, 1,667, 1,712 and 1,795; rooms of 16 cells 13,012, 12,986, 12,966 and 12,962.
const SLACK: u32 = 1;

/// Where jumps and scans begin or have come to: from which node, and at what cost.
#[derive(Clone, Copy)]
struct From {
    node: SearchNode,
    hex: LineHex,
    g: u32,
}

impl HexJumpSearch {
    /// Searches on from a node. Returns whether the search has ended.
    pub(super) fn expand<O: Observer + ?Sized>(
        &mut self,
        jumps: HexJumps<'_>,
        observer: &mut O,
        OpenEntry { node: number, g }: OpenEntry,
    ) -> bool {
        let HexJumps { map, .. } = jumps;
        let node = &mut self.space.nodes[number.index()];
        // A cheaper way there was found since.
        if node.g != g || node.waiting == 0 {
            return false;
        }
        let left = self.space.aims.estimate(&map.hexes, node.hex);
        if g.saturating_add(left) >= self.bound {
            return false;
        }
        let directions = std::mem::take(&mut node.waiting);
        let is_first = node.searched == 0;
        node.searched |= directions;
        let Node { hex, name, parent, .. } = *node;
        if is_first {
            self.expansions += 1;
            let parent =
                parent.map_or(NodeId::NONE, |parent| self.space.nodes[parent.index()].name);
            observer.closed(name, parent, Cost(g), Cost(left));
        } else {
            self.resumed += 1;
        }
        let from = From { node: number, hex, g };
        self.look_for_goals(jumps, from, directions);
        // Where no link leads, nothing in the queue promises less than this one.
        if jumps.links.is_none() && self.best.is_some() && g + left >= self.bound {
            return true;
        }
        if directions & LINKS != 0 {
            self.take_links(jumps, observer, from);
        }
        for direction in (0..6).filter(|direction| directions >> direction & 1 != 0) {
            if direction % 2 != 0 {
                self.jump(jumps, observer, from, direction);
            } else if let Some(bit) = map.jump_point_ahead(hex, direction) {
                self.scan(jumps, observer, from, (direction, bit));
            }
        }
        false
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
            let from = From { node, hex: goal, g: self.bound };
            self.take_in(jumps, observer, from, 0, (0, false));
        }
        let number = self.space.node_at(jumps.map, goal).expect("it was taken in");
        let Node { name, parent, searched, .. } = self.space.nodes[number.index()];
        if searched == 0 {
            let parent = parent.map_or(NodeId::NONE, |at| self.space.nodes[at.index()].name);
            observer.closed(name, parent, Cost(self.bound), Cost::ZERO);
        }
        self.space.trace(number);
    }

    /// Finds goals that the way to is free.
    fn look_for_goals(&mut self, jumps: HexJumps<'_>, from: From, directions: Directions) {
        let hexes = &jumps.map.hexes;
        let mut sight = Sight::new(jumps.map, from.hex, directions);
        for heap in 0..self.space.aims.heaps() {
            // A way that costs too much is of interest while it is not known that there are any.
            let below =
                if self.knows_enough() { self.bound.saturating_sub(from.g) } else { u32::MAX };
            let aims = &mut self.space.aims;
            if aims.least_to(hexes, heap, from.hex) >= below {
                continue;
            }
            let Some((cost, goal)) = aims.nearest_free(heap, below, &mut sight) else { continue };
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
            if map.is_open(hex) && !self.is_reached_sooner(jumps, observer, to) {
                self.reach(jumps, observer, to, ALL | LINKS, true);
            }
        }
    }

    /// The links that may be taken from a hex, as something to be searched.
    fn links_at(jumps: HexJumps<'_>, hex: LineHex) -> Directions {
        let HexJumps { map, links, .. } = jumps;
        let leads_on = |links: &LinkTable| !links.links_from(map.hexes.node_of(hex)).is_empty();
        let are_some = map.is_link_end(hex) && links.is_some_and(leads_on);
        if are_some { LINKS } else { 0 }
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
            let steps = map.scan(map.hexes.bit_of(odd % 3, from.hex), odd);
            from.hex = map.hexes.stepped(from.hex, odd, steps);
            from.g = from.g.saturating_add(steps * step.0);
            if !map.is_open(from.hex) {
                return;
            }
            if let Some(known) = self.space.node_at(map, from.hex) {
                let known = &self.space.nodes[known.index()];
                let is_same = known.g == from.g;
                // What lies beyond is searched from there.
                if known.g < from.g || is_same && (known.waiting | known.searched) >> odd & 1 != 0 {
                    return;
                }
            }
            let [one, other] = evens_beside(odd);
            let ahead = [
                (one, map.jump_point_ahead(from.hex, one)),
                (other, map.jump_point_ahead(from.hex, other)),
            ];
            let f = from.g.saturating_add(self.space.aims.estimate(&map.hexes, from.hex));
            if !self.space.open.is_due(f.saturating_sub(SLACK * step.0)) {
                let links = HexJumpSearch::links_at(jumps, from.hex);
                let directions = ahead.iter().fold(1 << odd | links, |all, (even, bit)| {
                    all | Directions::from(bit.is_some()) << even
                });
                return self.reach(jumps, observer, from, directions, false);
            }
            let links = HexJumpSearch::links_at(jumps, from.hex);
            if links != 0 {
                self.reach(jumps, observer, from, links, false);
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
        let HexJumps { map, step, .. } = jumps;
        let steps = map.scan(bit, even);
        let hex = map.hexes.stepped(from.hex, even, steps);
        let to = From { hex, g: from.g.saturating_add(steps * step.0), ..from };
        if !self.is_reached_sooner(jumps, observer, to) {
            let turns = map.turns_at(hex, even) | HexJumpSearch::links_at(jumps, hex);
            self.reach(jumps, observer, to, 1 << even | turns, false);
        }
    }

    /// Whether a cheaper way to a hex is known.
    #[inline]
    fn is_reached_sooner<O: Observer + ?Sized>(
        &self,
        jumps: HexJumps<'_>,
        observer: &mut O,
        From { node: parent, hex, g }: From,
    ) -> bool {
        let known = self.space.node_at(jumps.map, hex);
        let is_sooner = known.is_some_and(|known| self.space.nodes[known.index()].g < g);
        if is_sooner && observer.hears_considered() {
            let left = self.space.aims.estimate(&jumps.map.hexes, hex);
            let from = self.space.nodes[parent.index()].name;
            observer.considered(jumps.map.hexes.node_of(hex), from, Cost(g), Cost(left));
        }
        is_sooner
    }

    /// Takes in that a hex is reached from a node at such a cost, none less being known, and searched from in
    /// these directions, unless that is too expensive.
    fn reach<O: Observer + ?Sized>(
        &mut self,
        jumps: HexJumps<'_>,
        observer: &mut O,
        from: From,
        directions: Directions,
        is_by_link: bool,
    ) {
        let left = self.space.aims.estimate(&jumps.map.hexes, from.hex);
        let f = from.g.saturating_add(left);
        if f >= self.bound {
            self.discard(f);
        } else {
            self.take_in(jumps, observer, from, directions, (left, is_by_link));
        }
    }

    fn take_in<O: Observer + ?Sized>(
        &mut self,
        jumps: HexJumps<'_>,
        observer: &mut O,
        From { node: parent, hex, g }: From,
        directions: Directions,
        (left, is_by_link): (u32, bool),
    ) {
        let hexes = &jumps.map.hexes;
        let [cost, rest] = [g, left].map(Cost);
        let (node_of, nodes) = (&mut self.space.node_of, &mut self.space.nodes);
        let (name, from) = (hexes.node_of(hex), nodes[parent.index()].name);
        let parent = Some(parent);
        let reached = Node { hex, name, g, parent, is_by_link, waiting: directions, searched: 0 };
        let place = &mut node_of[name.0 as usize];
        let number = if let Some(node) = nodes.get_mut(*place as usize) {
            if g == node.g {
                observer.considered(name, from, cost, rest);
                let was_waiting = node.waiting != 0;
                node.waiting |= directions & !node.searched;
                if was_waiting || node.waiting == 0 {
                    return;
                }
            } else {
                observer.improved(name, from, cost, rest);
                *node = reached;
            }
            SearchNode::new(*place as usize)
        } else {
            observer.opened(name, from, cost, rest);
            let number = SearchNode::new(nodes.len());
            *place = number.number();
            nodes.push(reached);
            number
        };
        self.space.open.push(g + left, OpenEntry { node: number, g });
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
