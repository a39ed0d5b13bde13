//! Searching from both ends at once until nothing between them can be cheaper.
//!
//! This is NBA*, the "new bidirectional A*" of Pijls and Post (2009, "Yet another bidirectional
//! algorithm for finding the shortest path"): each node is closed by one of the two sides alone, so
//! both together never close more nodes than there are. Without estimates it is Dijkstra's
//! algorithm from both ends. We differ in taking the f last closed, not the least one open, for the
//! bound of the other side: it is never higher and costs nothing to know.

use super::ranking::lower_half;
use crate::answer::{Ended, Found, Limit, Outcome, Path};
use crate::frontier::{Entry, Frontier, Spread};
use crate::graph::{Backward, Graph, ReverseGraph};
use crate::heuristic::Heuristic;
use crate::observer::Observer;
use crate::space::{SearchSpace, Side};
use crate::step::Step;
use crate::task::{Ends, Limits};
use xunlu_map::{Cost, NodeId};

/// A search from both ends that has begun. Like [`Search`](crate::Search) it holds the space and
/// nothing else.
///
/// It takes two heuristics: one bound to the goal, as always, and one bound to the start, estimating
/// the cost *from* the start. Both must be consistent.
#[derive(Debug)]
pub struct TwoWaySearch {
    space: SearchSpace,
    limits: Limits,
    start: NodeId,
    goal: NodeId,
    ends: [Front; 2],
    meeting: Option<Meeting>,
    expansions: u64,
    has_lost: bool,
    // Whether the observer hears of steps that led to nothing new; asked once a stretch of work.
    hears_considered: bool,
    end: Option<End>,
}

/// How far one side has come: everything cheaper than `f` is closed, and so many nodes are open.
#[derive(Clone, Copy, Debug, Default)]
struct Front {
    f: Cost,
    open: u64,
}

/// Where the two sides met on the cheapest path known so far.
#[derive(Clone, Copy, Debug)]
struct Meeting {
    node: NodeId,
    cost: Cost,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Exhausted,
    OutOfExpansions,
}

impl TwoWaySearch {
    /// Begins: opens the two ends and looks no further.
    ///
    /// # Panics
    /// When an end is none of the graph's, or a heuristic is not consistent.
    pub fn begin<G, H, O>(
        graph: &G,
        heuristics: [&H; 2],
        observer: &mut O,
        ends: Ends,
        mut space: SearchSpace,
    ) -> Self
    where
        G: Graph + ?Sized,
        H: Heuristic + ?Sized,
        O: Observer + ?Sized,
    {
        for heuristic in heuristics {
            assert!(heuristic.is_consistent(), "two-way A* needs consistent heuristics");
        }
        let Ends { start, goal, limits } = ends;
        for node in [start, goal] {
            assert!(node.0 < graph.node_count(), "{node:?} is none of this graph's");
        }
        let SearchSpace { forward, backward, .. } = &mut space;
        let both = [(forward, start, heuristics[0]), (backward, goal, heuristics[1])];
        for (side, node, heuristic) in both {
            let h = heuristic.estimate(node);
            side.begin(graph.node_count());
            side.records.open(node, NodeId::NONE, Cost::ZERO);
            let key = u64::from(h.0) << 32 | u64::from(h.0);
            side.open.buckets.push(Entry { key, node: node.0 });
            observer.opened(node, NodeId::NONE, Cost::ZERO, h);
        }
        TwoWaySearch {
            space,
            limits,
            start,
            goal,
            ends: [Front { f: Cost::ZERO, open: 1 }; 2],
            meeting: (start == goal).then_some(Meeting { node: start, cost: Cost::ZERO }),
            expansions: 0,
            has_lost: false,
            hears_considered: false,
            end: None,
        }
    }

    /// Carries on for at most `budget` expansions and says whether the search has ended.
    ///
    /// # Panics
    /// When the search has already ended.
    pub fn run<G, H, O>(
        &mut self,
        graph: &G,
        heuristics: [&H; 2],
        observer: &mut O,
        budget: u64,
    ) -> bool
    where
        G: ReverseGraph + ?Sized,
        H: Heuristic + ?Sized,
        O: Observer + ?Sized,
    {
        assert!(self.end.is_none(), "this search has ended");
        let stop = self.expansions.saturating_add(budget);
        self.hears_considered = observer.hears_considered();
        while self.end.is_none() && self.expansions < stop {
            if self.expansions >= self.limits.expansions_max {
                self.end = Some(End::OutOfExpansions);
                break;
            }
            // The side with fewer open nodes goes next; the forward side when they are level.
            let goes_on = if self.ends[0].open <= self.ends[1].open {
                self.close_one(0, graph, heuristics, observer)
            } else {
                self.close_one(1, &Backward(graph), [heuristics[1], heuristics[0]], observer)
            };
            if !goes_on {
                self.end = Some(End::Exhausted);
            }
        }
        self.end.is_some()
    }

    /// Closes the next node of one side, as seen from that side: `heuristics[0]` estimates the rest
    /// of its way, `heuristics[1]` what the other side has before it. False when the side is done,
    /// and with it the search.
    fn close_one<G, H, O>(
        &mut self,
        side: usize,
        graph: &G,
        heuristics: [&H; 2],
        observer: &mut O,
    ) -> bool
    where
        G: Graph + ?Sized,
        H: Heuristic + ?Sized,
        O: Observer + ?Sized,
    {
        let SearchSpace { forward, backward, steps, .. } = &mut self.space;
        let (mine, theirs) = if side == 0 { (forward, backward) } else { (backward, forward) };
        let Some(entry) = next_open(mine, theirs, &mut self.ends[side]) else {
            return false;
        };
        let (node, h) = (NodeId(entry.node), lower_half(entry.key));
        let g = mine.records.g(node);
        observer.closed(node, mine.records.parent(node), g, h);
        mine.records.close(node);
        let f = g + h;
        self.ends[side].f = f;
        let best = self.meeting.map_or(Cost::MAX, |meeting| meeting.cost);
        if f >= best {
            // All that is still open on this side is more expensive still.
            return false;
        }
        // What lies before the other side is only estimated where that can decide.
        let with_theirs = g + self.ends[1 - side].f;
        if with_theirs >= best && with_theirs.less(heuristics[1].estimate(node)) >= best {
            // Without a meeting, what can be said is the bound that it breaks.
            self.has_lost |= self.meeting.is_none();
            return true;
        }
        let mut steps_here = std::mem::take(steps);
        steps_here.clear();
        graph.steps_from(node, &mut steps_here);
        if mine.records.parent(node) == NodeId::NONE {
            let most_expensive = steps_here.iter().map(|step| step.cost).max();
            mine.open.buckets.tune(Spread::of_f(most_expensive.unwrap_or(Cost::ZERO)));
        }
        self.expansions += 1;
        for &step in &steps_here {
            self.reach(side, node, g, step, heuristics[0], observer);
        }
        self.space.steps = steps_here;
        true
    }

    /// Takes note of a path to a node from one side, and of a meeting there.
    fn reach<H, O>(
        &mut self,
        side: usize,
        parent: NodeId,
        g: Cost,
        step: Step,
        heuristic: &H,
        observer: &mut O,
    ) where
        H: Heuristic + ?Sized,
        O: Observer + ?Sized,
    {
        let SearchSpace { forward, backward, .. } = &mut self.space;
        let (mine, theirs) = if side == 0 { (forward, backward) } else { (backward, forward) };
        let hears_considered = self.hears_considered && observer.hears_considered();
        let (node, g) = (step.to, g + step.cost);
        let state = mine.records.state(node);
        let is_known = state.is_seen() && mine.records.g(node) <= g;
        if is_known || state.is_closed() || theirs.records.state(node).is_closed() {
            if hears_considered {
                observer.considered(node, parent, g, heuristic.estimate(node));
            }
            return;
        }
        let h = heuristic.estimate(node);
        if h.is_saturated() {
            return;
        }
        if g + h > self.limits.cost_max || (g + h).is_saturated() {
            self.has_lost = true;
            return;
        }
        mine.records.open(node, parent, g);
        let key = u64::from((g + h).0) << 32 | u64::from(h.0);
        mine.open.buckets.push(Entry { key, node: node.0 });
        if !state.is_seen() {
            self.ends[side].open += 1;
            observer.opened(node, parent, g, h);
        } else {
            observer.improved(node, parent, g, h);
        }
        if theirs.records.state(node).is_seen() {
            let cost = g + theirs.records.g(node);
            self.has_lost |= cost.is_saturated();
            if self.meeting.is_none_or(|meeting| cost < meeting.cost) && !cost.is_saturated() {
                self.meeting = Some(Meeting { node, cost });
            }
        }
    }

    /// The answer, with places in place of nodes.
    ///
    /// # Panics
    /// When the search has not ended.
    pub fn answer_as<P>(&self, place_of: impl Fn(NodeId) -> P) -> Ended<P> {
        let end = self.end.expect("the search has not ended; call `run` until it has");
        let within = self.meeting.filter(|meeting| meeting.cost <= self.limits.cost_max);
        let outcome = match (end, within) {
            (End::OutOfExpansions, _) => Outcome::GaveUp(Limit::Expansions),
            (End::Exhausted, Some(meeting)) => Outcome::Found(Found {
                path: self.path_through(meeting, place_of),
                lower_bound: meeting.cost,
            }),
            (End::Exhausted, None) if self.has_lost || self.meeting.is_some() => {
                Outcome::GaveUp(self.limits.on_cost())
            }
            (End::Exhausted, None) => Outcome::Unreachable,
        };
        Ended { outcome, expansions: self.expansions, nearest: None }
    }

    /// How many nodes were closed and looked on from so far.
    #[must_use]
    pub fn expansions(&self) -> u64 {
        self.expansions
    }

    /// Gives the space back.
    #[must_use]
    pub fn into_space(self) -> SearchSpace {
        self.space
    }

    fn path_through<P>(&self, meeting: Meeting, place_of: impl Fn(NodeId) -> P) -> Path<P> {
        let SearchSpace { forward, backward, .. } = &self.space;
        let before = forward.records.back_from(meeting.node);
        let after = || backward.records.back_from(meeting.node).skip(1);
        let before_count = forward.records.back_from(meeting.node).count();
        let mut places = Vec::with_capacity(before_count + after().count());
        places.extend(before.map(&place_of));
        places.reverse();
        places.extend(after().map(&place_of));
        debug_assert!(
            forward.records.back_from(meeting.node).last() == Some(self.start),
            "the way back leads to the start"
        );
        debug_assert!(
            backward.records.back_from(meeting.node).last() == Some(self.goal),
            "the way on leads to the goal"
        );
        Path { places, cost: meeting.cost }
    }
}

/// The next open node that neither side has closed.
fn next_open(mine: &mut Side, theirs: &Side, front: &mut Front) -> Option<Entry> {
    loop {
        let entry = mine.open.buckets.pop()?;
        let node = NodeId(entry.node);
        // A node that the other side closed stays open on this one, so its state does not tell that
        // an entry is stale.
        let f = mine.records.g(node) + lower_half(entry.key);
        if !mine.records.state(node).is_open() || u64::from(f.0) != entry.key >> 32 {
            continue;
        }
        front.open -= 1;
        if !theirs.records.state(node).is_closed() {
            return Some(entry);
        }
    }
}

/// Answers from both ends in one go.
///
/// # Panics
/// As [`TwoWaySearch::begin`] and [`TwoWaySearch::run`].
pub fn two_way_search<G, H, O>(
    graph: &G,
    heuristics: [&H; 2],
    observer: &mut O,
    ends: Ends,
    space: &mut SearchSpace,
) -> Ended
where
    G: ReverseGraph + ?Sized,
    H: Heuristic + ?Sized,
    O: Observer + ?Sized,
{
    let lent = std::mem::take(space);
    let mut search = TwoWaySearch::begin(graph, heuristics, observer, ends, lent);
    let ended = search.run(graph, heuristics, observer, u64::MAX);
    assert!(ended, "a budget without end ends every search");
    let answer = search.answer_as(|node| node);
    *space = search.into_space();
    answer
}
