//! As much flow through a network as can be, and what holds it up.
//!
//! Dinic (1970): time and again all shortest ways along which more could flow are filled at once.

/// What flow goes through: stops, numbered from 0, with arcs from one to another. Arcs also lead back along
/// what flows already: who takes one takes that away.
pub(super) trait Network {
    fn stop_count(&self) -> usize;

    /// The stops at one end. None is at both.
    fn at(&self, end: End) -> impl Iterator<Item = u32>;

    fn is_sink(&self, stop: u32) -> bool;

    /// The arcs between a stop and what is nearer to an end: of each the stop there, if more could flow along
    /// it towards the sinks.
    fn arcs(&self, stop: u32, towards: End) -> impl Iterator<Item = Option<u32>>;

    /// Lets as much flow from a source to a sink by these arcs as can. Returns how much that is.
    fn take(&mut self, way: &[Leg]) -> u64;

    /// Where all nodes of what it is a network of lie, if no more can flow, and these are the stops between
    /// which and an end more could.
    fn sides(&self, end: End, is_near: impl Fn(u32) -> bool) -> Vec<Side>;
}

/// The ends of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    Sources,
    Sinks,
}

/// What lies on either side of a cut, next to the sources or to the sinks, and between.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Here,
    There,
    Between,
}

impl Side {
    /// That of an end, and the other.
    pub(super) const fn of(end: End) -> [Side; 2] {
        match end {
            End::Sources => [Side::Here, Side::There],
            End::Sinks => [Side::There, Side::Here],
        }
    }
}

/// An arc of a way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Leg {
    pub(super) from: u32,
    pub(super) arc: u32,
    pub(super) to: u32,
}

/// A flow through a network.
pub(super) struct Flow<N> {
    network: N,
    // Steps from an end along which more could flow, from 1 on; 0 where nothing can.
    levels: Vec<u32>,
    // Which arc of a stop is to be tried next.
    next: Vec<u32>,
    queue: Vec<u32>,
    way: Vec<Leg>,
}

impl<N: Network> Flow<N> {
    /// Nothing flows yet.
    pub(super) fn new(network: N) -> Flow<N> {
        let count = network.stop_count();
        let (levels, next) = (vec![0; count], vec![0; count]);
        Flow { network, levels, next, queue: Vec::with_capacity(count), way: Vec::new() }
    }

    /// Lets as much flow as can, and says how much that is. Gives up once it is told so of what flows so far,
    /// and returns `None`.
    pub(super) fn fill(&mut self, goes_on: impl Fn(u64) -> bool) -> Option<u64> {
        let mut flow = 0;
        while self.spread(End::Sources) {
            flow += self.fill_shortest();
            goes_on(flow).then_some(())?;
        }
        Some(flow)
    }

    /// Once as much flows as can, the sides of the cut that holds it up as near to an end as can be.
    pub(super) fn sides(&mut self, end: End) -> Vec<Side> {
        let finds_more = self.spread(end);
        debug_assert!(!finds_more, "as much flows as can");
        self.network.sides(end, |stop| self.levels[stop as usize] > 0)
    }

    /// Gives levels from an end on. Returns whether the sinks are reached from the sources: farther stops
    /// have none then.
    fn spread(&mut self, from: End) -> bool {
        let Flow { network, levels, next, queue, .. } = self;
        let towards = if from == End::Sources { End::Sinks } else { End::Sources };
        levels.fill(0);
        queue.clear();
        queue.extend(network.at(from));
        for &stop in &*queue {
            levels[stop as usize] = 1;
            next[stop as usize] = 0;
        }
        let (mut at, mut last) = (0, u32::MAX);
        while let Some(&stop) = queue.get(at) {
            at += 1;
            let level = levels[stop as usize] + 1;
            if level > last {
                break;
            }
            for other in network.arcs(stop, towards).flatten() {
                if levels[other as usize] == 0 {
                    levels[other as usize] = level;
                    next[other as usize] = 0;
                    queue.push(other);
                    if from == End::Sources && network.is_sink(other) {
                        last = level;
                    }
                }
            }
        }
        last != u32::MAX
    }

    /// Fills the ways that were found. Returns how much flows along them.
    fn fill_shortest(&mut self) -> u64 {
        let sources: Vec<u32> = self.network.at(End::Sources).collect();
        let mut filled = 0;
        for source in sources {
            while self.find_way(source) {
                filled += self.network.take(&self.way);
            }
        }
        filled
    }

    /// Finds a way from a source to a sink, always one level on. Returns whether there is one.
    fn find_way(&mut self, source: u32) -> bool {
        let Flow { network, levels, next, way, .. } = self;
        way.clear();
        let mut stop = source;
        while !network.is_sink(stop) {
            let level = levels[stop as usize] + 1;
            let arcs = (0..).zip(network.arcs(stop, End::Sinks)).skip(next[stop as usize] as usize);
            let is_on =
                |(_, to): &(u32, Option<u32>)| to.is_some_and(|to| levels[to as usize] == level);
            let on = arcs.into_iter().find(is_on);
            if let Some((arc, Some(to))) = on {
                way.push(Leg { from: stop, arc, to });
                next[stop as usize] = arc;
                stop = to;
            } else {
                // Nothing leads on from here: back, and past it.
                next[stop as usize] = u32::MAX;
                let Some(back) = way.pop() else { return false };
                stop = back.from;
                next[stop as usize] = back.arc + 1;
            }
        }
        true
    }
}
