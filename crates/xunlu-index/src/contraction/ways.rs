//! Ways looked up: from both ends up to the gates of their districts, and between these by the rows of hubs.

use super::WaypointRoadmap;
use super::many::ManySpace;
use super::metric::{Metric, NO_WAY, Via};
use super::tree::{NONE, Tree};
use super::unpacked::{Shortcuts, UnpackedWay};
use xunlu_map::{Cost, NodeId, WaypointId};

/// No shortcut: nothing leads to an end from below.
const NO_SHORTCUT: usize = usize::MAX;

/// So many lie in a line of memory.
const LINE_OF_VIAS: usize = 64 / size_of::<Via>();

/// The memory that a look into a roadmap of waypoints takes; lent, so that a further one allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct WaypointSpace {
    pub(super) start: End,
    goal: End,
    // The cheapest ways from the start to hubs above, and from these to the goal.
    there: Vec<u64>,
    back: Vec<u64>,
    // Shortcuts of a way and whether they are gone up; their links; the waypoints between these.
    shortcuts: Vec<Stretch>,
    backward: Vec<Stretch>,
    way: UnpackedWay<()>,
    nodes: Vec<u32>,
    // By depth, what it costs to all above a start; and what questions about many take.
    pub(super) above: Vec<u32>,
    pub(super) many: ManySpace,
}

/// A shortcut, up or down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stretch {
    shortcut: usize,
    lower: u32,
    higher: u32,
    is_up: bool,
}

/// One end of a way: what it costs from there to each node above in its district, and to its gates, which are
/// hubs. Of the goal, what it costs from those.
#[derive(Clone, Debug, Default)]
pub(super) struct End {
    // By depth. Only those of the nodes that were reached are not NO_WAY.
    costs: Vec<u32>,
    // Which nodes were reached, and over which shortcuts; by depth, which of them that is.
    reached: Vec<Reached>,
    by_depth: Vec<usize>,
    gates: Vec<Gate>,
    // The lowest hub above, or itself; none where a district is all that hangs together.
    hub: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Reached {
    node: u32,
    depth: u16,
    // None for the end itself.
    shortcut: usize,
    // The node that the shortcut comes from.
    lower: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Gate {
    hub: u32,
    cost: u32,
}

/// Over what the cheapest way leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Over {
    /// A node in the district of both ends.
    Node(u32),
    /// A gate of the start and one of the goal, one of them above the other.
    Gates { from: u32, to: u32 },
    /// A hub at such a cost there and on from there.
    Hub { over: u32, there: u64, back: u64 },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sense {
    Along,
    Against,
}

impl WaypointSpace {
    /// How many bytes it has grown to.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let ends = [&self.start, &self.goal].map(End::bytes);
        let ways = [&self.shortcuts, &self.backward].map(|way| way.capacity());
        let costs = [&self.there, &self.back].map(|costs| costs.capacity());
        ends.into_iter().sum::<usize>()
            + ways.into_iter().sum::<usize>() * size_of::<Stretch>()
            + costs.into_iter().sum::<usize>() * size_of::<u64>()
            + self.way.bytes()
            + (self.nodes.capacity() + self.above.capacity()) * size_of::<u32>()
            + self.many.bytes()
    }

    /// Climbs from a start, for whatever goals.
    pub(super) fn start_at(&mut self, roadmap: &WaypointRoadmap, start: NodeId) {
        self.start.climb(roadmap, roadmap.tree.ranks[start.0 as usize], Sense::Along);
    }
}

impl End {
    fn bytes(&self) -> usize {
        self.costs.capacity() * size_of::<u32>()
            + self.by_depth.capacity() * size_of::<usize>()
            + self.reached.capacity() * size_of::<Reached>()
            + self.gates.capacity() * size_of::<Gate>()
    }

    fn forget(&mut self) {
        for Reached { depth, .. } in self.reached.drain(..) {
            self.costs[usize::from(depth)] = NO_WAY;
        }
        self.gates.clear();
    }

    /// Finds the gates of a node, and nothing else: enough for what a way costs that leads out of its
    /// district.
    fn stand(&mut self, roadmap: &WaypointRoadmap, node: u32, sense: Sense) {
        self.forget();
        let Some(gates) = roadmap.exits.of(&roadmap.tree, node) else {
            self.hub = Some(node);
            self.gates.push(Gate { hub: node, cost: 0 });
            return;
        };
        self.hub = gates.hubs.first().copied();
        let costs = if sense == Sense::Along { gates.to } else { gates.from };
        let known = gates.hubs.iter().zip(costs).filter(|&(_, &cost)| cost != NO_WAY);
        self.gates.extend(known.map(|(&hub, &cost)| Gate { hub, cost }));
    }

    /// Finds all ways that lead up from a node in its district, and its gates.
    fn climb(&mut self, roadmap: &WaypointRoadmap, node: u32, sense: Sense) {
        let WaypointRoadmap { tree, rows, metric: Metric { prices, .. }, .. } = roadmap;
        self.forget();
        if self.costs.len() < tree.height() {
            self.costs.resize(tree.height(), NO_WAY);
            self.by_depth.resize(tree.height(), 0);
        }
        let depth = tree.depths[node as usize];
        self.reach(Reached { node, depth, shortcut: NO_SHORTCUT, lower: NONE }, 0);
        let mut next = Some(node);
        while let Some(lower) = next.filter(|&lower| !rows.is_hub(lower)) {
            next = tree.parent(lower);
            let cost = self.costs[usize::from(tree.depths[lower as usize])];
            if cost == NO_WAY {
                continue;
            }
            for shortcut in tree.shortcuts(lower) {
                let price = &prices[shortcut];
                let more = if sense == Sense::Along { price.up } else { price.down };
                let (node, depth) = (tree.heads[shortcut], tree.head_depths[shortcut]);
                let reached = Reached { node, depth, shortcut, lower };
                self.reach(reached, cost.saturating_add(more));
            }
        }
        self.hub = next;
        for &Reached { node, depth, .. } in &self.reached {
            if rows.is_hub(node) {
                self.gates.push(Gate { hub: node, cost: self.costs[usize::from(depth)] });
            }
        }
        self.drop_needless_gates(roadmap, sense);
    }

    /// Drops gates that ways over another one come to as cheaply.
    fn drop_needless_gates(&mut self, roadmap: &WaypointRoadmap, sense: Sense) {
        let WaypointRoadmap { tree, rows, .. } = roadmap;
        self.gates.sort_unstable_by_key(|gate| (gate.cost, gate.hub));
        let mut kept = 0;
        for at in 0..self.gates.len() {
            let gate = self.gates[at];
            let is_needless = self.gates[..kept].iter().any(|other| {
                let more = match sense {
                    Sense::Along => rows.cost(tree, other.hub, gate.hub),
                    Sense::Against => rows.cost(tree, gate.hub, other.hub),
                };
                other.cost.saturating_add(more) <= gate.cost
            });
            if !is_needless {
                self.gates[kept] = gate;
                kept += 1;
            }
        }
        self.gates.truncate(kept);
    }

    #[inline]
    fn reach(&mut self, reached: Reached, cost: u32) {
        let depth = usize::from(reached.depth);
        let known = self.costs[depth];
        if cost >= known {
            return;
        }
        self.costs[depth] = cost;
        if known == NO_WAY {
            self.by_depth[depth] = self.reached.len();
            self.reached.push(reached);
        } else {
            self.reached[self.by_depth[depth]] = reached;
        }
    }

    /// What it costs between the end and a node that the other end reached, if this one did so too.
    #[inline]
    fn cost_of(&self, other: &Reached) -> Option<u32> {
        let cost = self.costs[usize::from(other.depth)];
        (cost != NO_WAY && self.at_depth(other.depth).node == other.node).then_some(cost)
    }

    /// Which nodes were reached, how deep they lie and what it costs.
    pub(super) fn reached(&self) -> impl Iterator<Item = (u32, u16, u32)> {
        let cost = |depth: u16| self.costs[usize::from(depth)];
        self.reached.iter().map(move |&Reached { node, depth, .. }| (node, depth, cost(depth)))
    }

    fn at_depth(&self, depth: u16) -> Reached {
        self.reached[self.by_depth[usize::from(depth)]]
    }

    /// The cheapest ways between the end and each of a hub and those to which shortcuts lead up from it,
    /// whose depths these are. `row` is that of a hub in the sense of the way.
    fn to_bag<'a>(
        &self,
        tree: &Tree,
        hub: u32,
        row: impl Fn(u32) -> &'a [u32],
        costs: &mut Vec<u64>,
    ) {
        let shortcuts = tree.shortcuts(hub);
        let depths = &tree.head_depths[shortcuts];
        costs.clear();
        costs.resize(1 + depths.len(), u64::from(NO_WAY));
        let own = usize::from(tree.depths[hub as usize]);
        for &Gate { hub: gate, cost } in &self.gates {
            let cost = u64::from(cost);
            if gate < hub {
                let row = row(gate);
                costs[0] = costs[0].min(cost + u64::from(row[own]));
                for (known, &depth) in costs[1..].iter_mut().zip(depths) {
                    *known = (*known).min(cost + u64::from(row[usize::from(depth)]));
                }
            } else if gate == hub {
                costs[0] = costs[0].min(cost);
            } else if let Ok(at) = tree.above(hub).binary_search(&gate) {
                costs[1 + at] = costs[1 + at].min(cost);
            }
        }
    }

    /// The gate over which such a way leads.
    fn gate_to(&self, over: u32, cost: u64, between: impl Fn(u32) -> u32) -> u32 {
        let leads = |gate: &&Gate| {
            let more = if gate.hub == over { 0 } else { between(gate.hub) };
            u64::from(gate.cost) + u64::from(more) == cost
        };
        self.gates.iter().find(leads).expect("it is where the cost is from").hub
    }
}

impl WaypointRoadmap {
    /// What the cheapest path from one waypoint to another costs. Returns `None` if there is none, or it
    /// costs too much to say.
    ///
    /// # Panics
    /// When there is no such waypoint.
    pub fn distance(&self, from: NodeId, to: NodeId, space: &mut WaypointSpace) -> Option<Cost> {
        let [from, to] = [from, to].map(|node| self.tree.ranks[node.0 as usize]);
        let [here, there] = [from, to].map(|node| self.exits.district(node));
        if here.is_some() && here == there {
            space.start.climb(self, from, Sense::Along);
            space.goal.climb(self, to, Sense::Against);
        } else {
            space.start.stand(self, from, Sense::Along);
            space.goal.stand(self, to, Sense::Against);
        }
        Some(self.meet(space)?.0)
    }

    /// The same from the start that was climbed from last.
    pub(super) fn distance_to(
        &self,
        start: NodeId,
        to: NodeId,
        space: &mut WaypointSpace,
    ) -> Option<Cost> {
        let [from, to] = [start, to].map(|node| self.tree.ranks[node.0 as usize]);
        let [here, there] = [from, to].map(|node| self.exits.district(node));
        if here.is_some() && here == there {
            space.goal.climb(self, to, Sense::Against);
        } else {
            space.goal.stand(self, to, Sense::Against);
        }
        Some(self.meet(space)?.0)
    }

    /// The same, and the waypoints of the path, both ends included. Returns `None` where
    /// [`distance`](Self::distance) does.
    ///
    /// # Panics
    /// When there is no such waypoint.
    pub fn path<P>(
        &self,
        from: NodeId,
        to: NodeId,
        space: &mut WaypointSpace,
        place: impl FnMut(WaypointId) -> P,
    ) -> Option<(Cost, Vec<P>)> {
        let cost = self.look_up(from, to, space)?;
        Some((cost, WaypointRoadmap::places(space, place)))
    }

    /// The same, but the path stays in the space, for [`places`](Self::places). Returns `None` where there is
    /// none.
    ///
    /// # Panics
    /// When there is no such waypoint.
    pub fn look_up(&self, from: NodeId, to: NodeId, space: &mut WaypointSpace) -> Option<Cost> {
        let [start, goal] = [from, to].map(|node| self.tree.ranks[node.0 as usize]);
        space.start.climb(self, start, Sense::Along);
        space.goal.climb(self, goal, Sense::Against);
        let (cost, over) = self.meet(space)?;
        self.lay_out(over, space);
        self.unpack(goal, space);
        debug_assert_eq!(space.nodes.first(), Some(&self.tree.nodes[start as usize]));
        Some(cost)
    }

    /// The waypoints of the path that was looked up last.
    pub fn places<P>(space: &WaypointSpace, place: impl FnMut(WaypointId) -> P) -> Vec<P> {
        space.nodes.iter().copied().map(WaypointId).map(place).collect()
    }

    /// The cheapest way between two ends.
    fn meet(&self, space: &mut WaypointSpace) -> Option<(Cost, Over)> {
        let WaypointSpace { start, goal, there, back, .. } = space;
        let (tree, rows) = (&self.tree, &self.rows);
        let mut best = (u64::from(NO_WAY), None);
        let mut offer = |cost: u64, over: Over| {
            if cost < best.0 {
                best = (cost, Some(over));
            }
        };
        // Only in one and the same district do both ends climb.
        let has_climbed = !goal.reached.is_empty();
        let below = start.reached.iter().filter(|reached| !rows.is_hub(reached.node));
        for reached in below.filter(|_| has_climbed) {
            if let Some(cost) = goal.cost_of(reached) {
                let depth = usize::from(reached.depth);
                offer(u64::from(start.costs[depth]) + u64::from(cost), Over::Node(reached.node));
            }
        }
        let hubs = start.hub.zip(goal.hub);
        if let Some(hub) = hubs.and_then(|(start, goal)| rows.meet(tree, [start, goal])) {
            // A way comes first to one of them and leaves from one of them last. Two that are both gates are
            // looked at in pairs; else one of the ends knows the cheapest ways to all of them.
            start.to_bag(tree, hub, |gate| rows.to(gate), there);
            goal.to_bag(tree, hub, |gate| rows.from(gate), back);
            let bag = std::iter::once(&hub).chain(tree.above(hub));
            for ((&over, &there), &back) in bag.zip(&*there).zip(&*back) {
                offer(there + back, Over::Hub { over, there, back });
            }
            for from in start.gates.iter().filter(|gate| gate.hub >= hub) {
                for to in goal.gates.iter().filter(|gate| gate.hub >= hub) {
                    let between = u64::from(rows.cost(tree, from.hub, to.hub));
                    let cost = u64::from(from.cost) + between + u64::from(to.cost);
                    offer(cost, Over::Gates { from: from.hub, to: to.hub });
                }
            }
        }
        let (cost, over) = best;
        u32::try_from(cost).ok().map(Cost).zip(over)
    }

    /// Puts the shortcuts of a way in order.
    fn lay_out(&self, over: Over, space: &mut WaypointSpace) {
        let WaypointSpace { start, goal, shortcuts, backward, .. } = space;
        let (tree, rows) = (&self.tree, &self.rows);
        shortcuts.clear();
        let (first, last) = match over {
            Over::Node(node) => (node, node),
            Over::Gates { from, to } => (from, to),
            Over::Hub { over, there, back } => {
                let first = start.gate_to(over, there, |gate| rows.cost(tree, gate, over));
                (first, goal.gate_to(over, back, |gate| rows.cost(tree, over, gate)))
            }
        };
        self.way_in_district(start, first, true, shortcuts);
        shortcuts.reverse();
        match over {
            Over::Node(_) => {}
            Over::Gates { from, to } => self.way_between_hubs(from, to, shortcuts, backward),
            Over::Hub { over, .. } => {
                self.way_between_hubs(first, over, shortcuts, backward);
                self.way_between_hubs(over, last, shortcuts, backward);
            }
        }
        self.way_in_district(goal, last, false, shortcuts);
    }

    /// The shortcuts from a node that was reached to the end that it was reached from.
    fn way_in_district(&self, end: &End, mut node: u32, is_up: bool, way: &mut Vec<Stretch>) {
        let mut depth = self.tree.depths[node as usize];
        loop {
            let Reached { shortcut, lower, .. } = end.at_depth(depth);
            if shortcut == NO_SHORTCUT {
                return;
            }
            way.push(Stretch { shortcut, lower, higher: node, is_up });
            (node, depth) = (lower, self.tree.depths[lower as usize]);
        }
    }

    /// The shortcuts between two hubs, of which either is above the other: always the lower of the two goes
    /// on, to where the rest of the way costs what is left.
    fn way_between_hubs(
        &self,
        mut from: u32,
        mut to: u32,
        way: &mut Vec<Stretch>,
        backward: &mut Vec<Stretch>,
    ) {
        let (tree, rows) = (&self.tree, &self.rows);
        backward.clear();
        let mut left = rows.cost(tree, from, to);
        while from != to {
            let (lower, is_up) = (from.min(to), from < to);
            let leads = |&shortcut: &usize| {
                let (price, head) = (&self.metric.prices[shortcut], tree.heads[shortcut]);
                let (cost, rest) = if is_up {
                    (price.up, rows.cost(tree, head, to))
                } else {
                    (price.down, rows.cost(tree, from, head))
                };
                cost.saturating_add(rest) == left
            };
            let shortcut = tree.shortcuts(lower).find(leads);
            let shortcut = shortcut.expect("a row is made of the shortcuts of its hub");
            let (price, head) = (&self.metric.prices[shortcut], tree.heads[shortcut]);
            let stretch = Stretch { shortcut, lower, higher: head, is_up };
            if is_up {
                left -= price.up;
                way.push(stretch);
                from = head;
            } else {
                left -= price.down;
                backward.push(stretch);
                to = head;
            }
        }
        way.extend(backward.drain(..).rev());
    }

    /// Puts links in the place of shortcuts.
    fn unpack(&self, goal: u32, space: &mut WaypointSpace) {
        let WaypointSpace { shortcuts, way, nodes, .. } = space;
        let WaypointRoadmap { tree, metric: Metric { vias, .. }, .. } = self;
        way.clear();
        for &Stretch { shortcut, lower, higher, is_up } in &*shortcuts {
            let (begin, over) =
                if is_up { (lower, vias[shortcut].up) } else { (higher, vias[shortcut].down) };
            way.push(begin, (), over);
        }
        way.push(goal, (), NONE);
        way.unpack(self);
        nodes.clear();
        nodes.extend(way.nodes().map(|node| tree.nodes[node as usize]));
    }
}

impl Shortcuts for WaypointRoadmap {
    // What shortcuts lead up to is written beside them.
    type Known = ();

    #[inline]
    fn begin_of(&self, node: u32) -> usize {
        self.tree.first_shortcut(node)
    }

    #[inline]
    fn touch(&self, begin: usize) -> u32 {
        // Most nodes have no more, and what lies next to each other in memory is not always fetched together.
        let vias = &self.metric.vias;
        vias[begin].head ^ vias[(begin + LINE_OF_VIAS).min(vias.len() - 1)].head
    }

    #[inline]
    fn halves(&self, _: u32, begin: usize, ends: [(u32, ()); 2]) -> ((), [u32; 2]) {
        let around = &self.metric.vias[begin..];
        let to = |(end, ()): (u32, ())| {
            let via = around.iter().find(|via| via.head == end);
            via.expect("a shortcut leads over a node that is next to both its ends")
        };
        let [from, to] = ends.map(to);
        ((), [from.down, to.up])
    }
}
