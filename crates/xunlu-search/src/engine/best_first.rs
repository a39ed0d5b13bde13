//! The one loop: take the next open node, close it, look at its steps.

use super::ranking::Ranking;
use crate::frontier::{Entry, Frontier};
use crate::graph::Graph;
use crate::heuristic::Heuristic;
use crate::observer::Observer;
use crate::search::{Aim, End, Progress};
use crate::space::{Marks, Records, State};
use crate::step::Step;
use crate::task::Limits;
use xunlu_map::{Cost, NodeId};

/// What a loop looks along: which steps lead on from each node.
pub(crate) trait StepSource {
    /// Shows the steps that lead on from a node, in order. Those may be left out that cannot be news to
    /// a search that closed `parent` and came from there by a step.
    fn each_step(&mut self, from: NodeId, parent: NodeId, see: impl FnMut(Step));
}

/// The steps of any graph, through a buffer.
pub(crate) struct Buffered<'a, G: ?Sized> {
    pub(crate) graph: &'a G,
    pub(crate) steps: &'a mut Vec<Step>,
    /// Whether the first step of a node is shown last, because the last one in is first out.
    pub(crate) last_first: bool,
}

impl<G: Graph + ?Sized> StepSource for Buffered<'_, G> {
    #[inline]
    fn each_step(&mut self, from: NodeId, _parent: NodeId, see: impl FnMut(Step)) {
        self.steps.clear();
        self.graph.steps_from(from, self.steps);
        if self.last_first {
            self.steps.reverse();
        }
        self.steps.iter().copied().for_each(see);
    }
}

/// All that the loop reads and writes, borrowed for one stretch of work.
pub(crate) struct BestFirst<'a, S, H: ?Sized, O: ?Sized, R, F> {
    pub(crate) source: S,
    pub(crate) books: Books<'a, H, O, R, F>,
    pub(crate) marks: &'a Marks,
}

/// What is kept of nodes, and how a node gets into it.
pub(crate) struct Books<'a, H: ?Sized, O: ?Sized, R, F> {
    pub(crate) heuristic: &'a H,
    pub(crate) observer: &'a mut O,
    pub(crate) ranking: R,
    pub(crate) frontier: &'a mut F,
    pub(crate) records: &'a mut Records,
    pub(crate) limits: Limits,
    pub(crate) progress: &'a mut Progress,
    /// Whether the observer hears of steps that led to nothing new; asked once a stretch of work.
    pub(crate) hears_considered: bool,
}

impl<S, H, O, R, F> BestFirst<'_, S, H, O, R, F>
where
    S: StepSource,
    H: Heuristic + ?Sized,
    O: Observer + ?Sized,
    R: Ranking,
    F: Frontier,
{
    /// Opens the starts.
    pub(crate) fn start(&mut self, starts: &[NodeId]) {
        // What steps cost elsewhere may be more: the open list is laid out by a guess.
        const LOOKED_AT: usize = 16;
        let mut most_expensive = Cost::ZERO;
        for &start in starts.iter().take(LOOKED_AT) {
            self.source.each_step(start, NodeId::NONE, |step| {
                most_expensive = most_expensive.max(step.cost);
            });
        }
        self.books.frontier.tune(self.books.ranking.spread(most_expensive));
        for &start in starts {
            self.books.reach(start, NodeId::NONE, Cost::ZERO);
        }
    }

    /// Works until the search ends or `budget` expansions are done.
    pub(crate) fn advance(&mut self, budget: u64) -> Option<End> {
        let books = &mut self.books;
        let stop = books.progress.expansions.saturating_add(budget);
        loop {
            if books.progress.expansions >= books.limits.expansions_max {
                return Some(End::OutOfExpansions);
            }
            if books.progress.expansions >= stop {
                return None;
            }
            let Some((entry, g)) = books.next_open() else {
                return Some(End::Exhausted);
            };
            let node = NodeId(entry.node);
            let parent = books.records.parent(node);
            let estimate = books.ranking.estimate_in(entry.key, g);
            books.observer.closed(node, parent, g, estimate);
            books.records.close(node);
            if is_end(&books.progress.aim, self.marks, node) {
                return Some(End::Reached(node));
            }
            if books.progress.wants_nearest {
                books.remember_if_nearest(node, g);
            }
            books.progress.expansions += 1;
            self.source.each_step(node, parent, |step| books.reach(step.to, node, g + step.cost));
        }
    }
}

fn is_end(aim: &Aim, marks: &Marks, node: NodeId) -> bool {
    match *aim {
        Aim::Node(goal) => node == goal,
        Aim::Span { first, count } => node.0.wrapping_sub(first.0) < count,
        Aim::AnyMarked => marks.has(node),
        Aim::NoneMarked => !marks.has(node),
        Aim::Nothing => false,
    }
}

impl<H, O, R, F> Books<'_, H, O, R, F>
where
    H: Heuristic + ?Sized,
    O: Observer + ?Sized,
    R: Ranking,
    F: Frontier,
{
    #[inline(always)]
    fn next_open(&mut self) -> Option<(Entry, Cost)> {
        loop {
            let entry = self.frontier.pop()?;
            let (state, g) = self.records.look(NodeId(entry.node));
            if state.is_open() {
                return Some((entry, g));
            }
        }
    }

    fn remember_if_nearest(&mut self, node: NodeId, g: Cost) {
        let rank = (self.heuristic.estimate(node), g, node);
        if self.progress.nearest.is_none_or(|best| rank < best) {
            self.progress.nearest = Some(rank);
        }
    }

    /// Takes note of a path to a node, if it is news.
    #[inline(always)]
    fn reach(&mut self, node: NodeId, parent: NodeId, g: Cost) {
        let (state, known) = self.records.look(node);
        // PERF: one branch that cannot be foretold instead of two: 6.0 to 4.8 mispredicted branches an
        // expansion on noise of nine terrains (`valgrind --tool=callgrind --branch-sim=yes`).
        if !state.is_seen() | self.ranking.replaces(state, known, g) {
            self.take(state, node, parent, g);
        } else if self.hears_considered && self.observer.hears_considered() {
            // Who never hears of them says so at compile time: then nothing is left of this.
            self.consider(node, parent, g);
        }
    }

    /// Tells of a path that is not followed.
    #[cold]
    #[inline(never)]
    fn consider(&mut self, node: NodeId, parent: NodeId, g: Cost) {
        let h = if R::ESTIMATES { self.heuristic.estimate(node) } else { Cost::ZERO };
        self.observer.considered(node, parent, g, h);
    }

    /// Opens a node, or opens it anew by a better path.
    #[inline(always)]
    fn take(&mut self, state: State, node: NodeId, parent: NodeId, g: Cost) {
        let h = if R::ESTIMATES { self.heuristic.estimate(node) } else { Cost::ZERO };
        if g + h > self.limits.cost_max || (g + h).is_saturated() {
            self.take_beyond_limit(state, node, parent, [g, h]);
            return;
        }
        self.open(state, node, parent, [g, h]);
    }

    #[inline(always)]
    fn open(&mut self, state: State, node: NodeId, parent: NodeId, [g, h]: [Cost; 2]) {
        self.records.open(node, parent, g);
        if !state.is_seen() {
            self.observer.opened(node, parent, g, h);
        } else {
            self.observer.improved(node, parent, g, h);
        }
        self.frontier.push(Entry { key: self.ranking.key(g, h), node: node.0 });
    }

    /// A path on which no goal can be reached within the limit is not followed, and the answer must say
    /// so; where the nearest place is wanted it is followed as far as it keeps the limit itself. An
    /// estimate of [`Cost::MAX`] knows that there is no path on, which loses nothing.
    #[cold]
    #[inline(never)]
    fn take_beyond_limit(&mut self, state: State, node: NodeId, parent: NodeId, [g, h]: [Cost; 2]) {
        self.progress.has_lost |= g.is_saturated() || !h.is_saturated();
        let keeps_limit = g <= self.limits.cost_max && !g.is_saturated();
        if self.progress.wants_nearest && keeps_limit && !h.is_saturated() {
            self.open(state, node, parent, [g, h]);
        }
    }
}
