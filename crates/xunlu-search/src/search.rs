//! A search that has begun, and can be carried on a little at a time.

use crate::answer::{Ended, Found, Limit, Outcome, Path};
use crate::engine::best_first::{BestFirst, Books, Buffered, StepSource};
use crate::engine::ranking::{Arrival, Cheapest, Greedy, Ranking, ReverseArrival, Weighted};
use crate::frontier::Frontier;
use crate::graph::Graph;
use crate::heuristic::Heuristic;
use crate::observer::Observer;
use crate::space::{Open, SearchSpace, Side};
use crate::task::{Limits, Order, Target, Task, Ties};
use crate::view::PlainGrid;
use xunlu_map::{Cost, NodeId};

/// A search from one end that has begun. It holds the space it was lent and nothing else, so it
/// can be put away between frames; the graph and the heuristic are lent anew for each stretch of
/// work, and must be the same ones while the map stands still.
///
/// ```
/// # mod xunlu {
/// #     pub use xunlu_map::{self as map, *};
/// #     pub use xunlu_search::{self as search, *};
/// # }
/// use xunlu::Cost;
/// use xunlu::map::NodeId;
/// use xunlu::search::{Graph, NoHeuristic, NoObserver, Search, SearchSpace, Step, Task};
///
/// struct Street; // Ten houses in a row.
/// impl Graph for Street {
///     fn node_count(&self) -> u32 {
///         10
///     }
///     fn steps_from(&self, from: NodeId, steps: &mut Vec<Step>) {
///         if from.0 < 9 {
///             steps.push(Step { to: NodeId(from.0 + 1), cost: Cost(3) });
///         }
///     }
/// }
///
/// let task = Task::new(NodeId(0), NodeId(9));
/// let mut search = Search::begin(&Street, &NoHeuristic, &mut NoObserver, &task, SearchSpace::new());
/// assert!(search.advance(&Street, &NoHeuristic, &mut NoObserver, 4).is_none());
/// let answer = search.advance(&Street, &NoHeuristic, &mut NoObserver, 100).unwrap();
/// assert_eq!(answer.cost(), Some(Cost(27)));
/// ```
#[derive(Debug)]
pub struct Search {
    space: SearchSpace,
    // By which nodes are closed: the one asked for, until it has to begin again.
    order: Order,
    ties: Ties,
    limits: Limits,
    progress: Progress,
    end: Option<End>,
    start_estimate: Cost,
    // Of the heuristic. Where it is not consistent, weighted A* opens closed nodes again: its bound needs
    // that.
    is_admissible: bool,
    is_consistent: bool,
}

/// How far a search has come.
#[derive(Debug)]
pub(crate) struct Progress {
    pub(crate) aim: Aim,
    pub(crate) expansions: u64,
    pub(crate) wants_nearest: bool,
    /// Of the closed nodes, the one with the least estimate, then cost, then number.
    pub(crate) nearest: Option<(Cost, Cost, NodeId)>,
    /// Whether a path was not followed because it costs more than the limit, or than can be said.
    pub(crate) has_lost: bool,
}

/// A target, its nodes put down in the space's marks.
#[derive(Debug)]
pub(crate) enum Aim {
    Node(NodeId),
    Span { first: NodeId, count: u32 },
    AnyMarked,
    NoneMarked,
    Nothing,
}

/// How a loop ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Reached(NodeId),
    Exhausted,
    OutOfExpansions,
}

impl Search {
    /// Begins: opens the starts and looks no further.
    ///
    /// # Panics
    /// When a node of the task is none of the graph's.
    pub fn begin<G, H, O>(
        graph: &G,
        heuristic: &H,
        observer: &mut O,
        task: &Task,
        mut space: SearchSpace,
    ) -> Search
    where
        G: Graph + ?Sized,
        H: Heuristic + ?Sized,
        O: Observer + ?Sized,
    {
        let node_count = graph.node_count();
        space.forward.begin(node_count);
        let (aim, marked) = aim_of(&task.target);
        for node in marked {
            assert!(node.0 < node_count, "{node:?} is none of this graph's");
        }
        for start in task.starts() {
            assert!(start.0 < node_count, "{start:?} is none of this graph's");
        }
        space.marks.begin(node_count, marked);
        space.starts.clear();
        space.starts.extend(task.starts());
        let progress = Progress {
            aim,
            expansions: 0,
            wants_nearest: task.wants_nearest,
            nearest: None,
            has_lost: false,
        };
        let mut search = Search {
            space,
            order: task.order,
            ties: task.ties,
            limits: task.limits,
            progress,
            end: None,
            start_estimate: task
                .starts()
                .map(|start| heuristic.estimate(start))
                .min()
                .unwrap_or(Cost::ZERO),
            is_admissible: heuristic.is_admissible(),
            is_consistent: heuristic.is_consistent(),
        };
        search.work(graph, heuristic, observer, Work::Start);
        search
    }

    /// Carries on for at most `budget` expansions. Returns `None` if the search goes on, or else the answer,
    /// after which it must not be asked again.
    ///
    /// # Panics
    /// When the search has already ended.
    pub fn advance<G, H, O>(
        &mut self,
        graph: &G,
        heuristic: &H,
        observer: &mut O,
        budget: u64,
    ) -> Option<Ended>
    where
        G: Graph + ?Sized,
        H: Heuristic + ?Sized,
        O: Observer + ?Sized,
    {
        let ended = self.run(graph, heuristic, observer, budget);
        ended.then(|| self.answer_as(heuristic, |node| node))
    }

    /// Carries on like [`advance`](Self::advance), but only says whether the search has ended.
    ///
    /// # Panics
    /// When the search has already ended.
    pub fn run<G, H, O>(&mut self, graph: &G, heuristic: &H, observer: &mut O, budget: u64) -> bool
    where
        G: Graph + ?Sized,
        H: Heuristic + ?Sized,
        O: Observer + ?Sized,
    {
        let ended = self.run_by(graph, heuristic, budget, |search, work| {
            Some(search.work(graph, heuristic, observer, work))
        });
        ended.expect("this loop is made for all searches")
    }

    /// Carries on by a loop, and once more where it begins again. Returns `None`, with nothing done, where
    /// the loop is not made for this search.
    fn run_by<G, H>(
        &mut self,
        graph: &G,
        heuristic: &H,
        budget: u64,
        mut go: impl FnMut(&mut Search, Work) -> Option<Option<End>>,
    ) -> Option<bool>
    where
        G: Graph + ?Sized,
        H: Heuristic + ?Sized,
    {
        assert!(self.end.is_none(), "this search has ended");
        let stop = self.progress.expansions.saturating_add(budget);
        let mut work = Work::Advance(budget);
        loop {
            self.end = go(self, work)?;
            work = match work {
                Work::Start => Work::Advance(stop - self.progress.expansions),
                Work::Advance(_) if self.begins_again(graph, heuristic) => Work::Start,
                Work::Advance(_) => return Some(self.end.is_some()),
            };
        }
    }

    /// Begins again, cheapest first, when the search ran out of nodes and had left some path aside for
    /// what it costs: an order that does not close nodes at their least cost cannot say that no other
    /// path keeps the limit. What it found within the limit it would have found before.
    fn begins_again<G, H>(&mut self, graph: &G, heuristic: &H) -> bool
    where
        G: Graph + ?Sized,
        H: Heuristic + ?Sized,
    {
        if self.end != Some(End::Exhausted) || !self.progress.has_lost {
            return false;
        }
        let order = match self.order {
            Order::BreadthFirst | Order::DepthFirst => Order::Dijkstra,
            // What is said to cost too much may not.
            Order::Greedy | Order::WeightedAStar { .. } | Order::AStar
                if !heuristic.is_admissible() =>
            {
                Order::Dijkstra
            }
            Order::Greedy | Order::WeightedAStar { .. } => Order::AStar,
            _ => return false,
        };
        self.order = order;
        (self.progress.has_lost, self.progress.nearest) = (false, None);
        self.space.forward.begin(graph.node_count());
        true
    }

    /// Carries on like [`run`](Self::run) on a grid on which nothing is special, to the same answer and the
    /// same events in less time. Returns `None`, with nothing done, for searches that this loop is not
    /// made for: depth first, where a node belongs to whoever saw it last, A* and weighted A* by a heuristic
    /// that is not consistent, and those that tell of steps which led to nothing new.
    ///
    /// # Panics
    /// When the search has already ended.
    pub fn run_plain<H, O>(
        &mut self,
        grid: &PlainGrid<'_>,
        heuristic: &H,
        observer: &mut O,
        budget: u64,
    ) -> Option<bool>
    where
        H: Heuristic,
        O: Observer + ?Sized,
    {
        if observer.hears_considered() {
            return None;
        }
        self.run_by(grid, heuristic, budget, |search, work| {
            search.work_plain(grid, heuristic, observer, work)
        })
    }

    /// Returns `None` for searches that it is not made for.
    fn work_plain<H, O>(
        &mut self,
        grid: &PlainGrid<'_>,
        heuristic: &H,
        observer: &mut O,
        work: Work,
    ) -> Option<Option<End>>
    where
        H: Heuristic,
        O: Observer + ?Sized,
    {
        macro_rules! with {
            ($ranking:expr, $frontier:ident) => {
                self.work_by(*grid, heuristic, observer, $ranking, |side| &mut side.$frontier, work)
            };
        }
        let reopens = !self.is_consistent;
        let end = match self.order {
            Order::BreadthFirst => with!(Arrival, queue),
            Order::Greedy => with!(Greedy, falling),
            Order::WeightedAStar { percent } if !reopens => {
                with!(Weighted { percent, reopens: false }, falling)
            }
            Order::AStar if !reopens => with!(Cheapest::<true>::new(self.ties), buckets),
            Order::Dijkstra => with!(Cheapest::<false>::new(Ties::NearGoal), buckets),
            Order::WeightedAStar { .. } | Order::AStar | Order::DepthFirst => return None,
        };
        Some(end)
    }

    /// The answer, with places in place of nodes.
    ///
    /// # Panics
    /// When the search has not ended.
    pub fn answer_as<P>(
        &self,
        heuristic: &(impl Heuristic + ?Sized),
        place_of: impl Fn(NodeId) -> P,
    ) -> Ended<P> {
        self.answer_by(&|node| heuristic.estimate(node), place_of)
    }

    /// The same without the heuristic, which takes longer to make than the rest of an answer. Returns `None`
    /// where its estimates are part of the answer: where weighted A* opens closed nodes again.
    ///
    /// # Panics
    /// When the search has not ended.
    pub fn answer_alone<P>(&self, place_of: impl Fn(NodeId) -> P) -> Option<Ended<P>> {
        let takes_estimates =
            matches!(self.order, Order::WeightedAStar { .. }) && !self.is_consistent;
        (!takes_estimates).then(|| self.answer_by(&|_| Cost::ZERO, place_of))
    }

    fn answer_by<P>(
        &self,
        estimate: &dyn Fn(NodeId) -> Cost,
        place_of: impl Fn(NodeId) -> P,
    ) -> Ended<P> {
        let end = self.end.expect("the search has not ended; call `run` until it has");
        let outcome = match end {
            End::Reached(node) => Outcome::Found(Found {
                lower_bound: self.lower_bound(node, estimate),
                path: self.path_to(node, &place_of),
            }),
            End::OutOfExpansions => Outcome::GaveUp(Limit::Expansions),
            End::Exhausted if self.progress.has_lost => Outcome::GaveUp(self.limits.on_cost()),
            End::Exhausted => Outcome::Unreachable,
        };
        let nearest = match (&outcome, self.progress.nearest) {
            (Outcome::Found(_), _) | (_, None) => None,
            (_, Some((_, _, node))) => Some(self.path_to(node, &place_of)),
        };
        Ended { outcome, expansions: self.progress.expansions, nearest }
    }

    /// The cost of the path to a closed node. Returns `None` for a node that is not closed.
    #[must_use]
    pub fn cost_to(&self, node: NodeId) -> Option<Cost> {
        let records = &self.space.forward.records;
        records.state(node).is_closed().then(|| records.g(node))
    }

    /// The node before a closed or open one on the path to it. Returns `None` for a start or an unseen node.
    #[must_use]
    pub fn parent_of(&self, node: NodeId) -> Option<NodeId> {
        let records = &self.space.forward.records;
        let is_seen = records.state(node).is_seen();
        is_seen.then(|| records.parent(node)).filter(|&parent| parent != NodeId::NONE)
    }

    /// How many nodes were closed and looked on from so far.
    #[must_use]
    pub fn expansions(&self) -> u64 {
        self.progress.expansions
    }

    /// The path to a node that was reached.
    pub fn path_to<P>(&self, node: NodeId, place_of: impl Fn(NodeId) -> P) -> Path<P> {
        let records = &self.space.forward.records;
        // Counted first, so that the path is the one thing allocated.
        let mut places = Vec::with_capacity(records.back_from(node).count());
        places.extend(records.back_from(node).map(place_of));
        places.reverse();
        Path { places, cost: records.g(node) }
    }

    /// Gives the space back.
    #[must_use]
    pub fn into_space(self) -> SearchSpace {
        self.space
    }

    /// What no path can cost less than.
    fn lower_bound(&self, reached: NodeId, estimate: &dyn Fn(NodeId) -> Cost) -> Cost {
        let records = &self.space.forward.records;
        let cost = records.g(reached);
        match self.order {
            Order::Dijkstra => cost,
            _ if !self.is_admissible => Cost::ZERO,
            Order::AStar => cost,
            Order::WeightedAStar { percent } if self.is_consistent => {
                let least = (u64::from(cost.0) * 100).div_ceil(u64::from(percent.max(100)));
                let least = u32::try_from(least).map_or(cost, Cost);
                least.max(self.start_estimate.min(cost))
            }
            Order::WeightedAStar { .. } => {
                // The cheapest path leaves the closed nodes somewhere, at an open node to which the
                // path is already known at its least cost.
                let mut least = cost;
                self.space.forward.open.falling.each(|entry| {
                    let node = NodeId(entry.node);
                    if records.state(node).is_open() {
                        least = least.min(records.g(node) + estimate(node));
                    }
                });
                least
            }
            _ => cost.min(self.start_estimate),
        }
    }

    fn work<G, H, O>(
        &mut self,
        graph: &G,
        heuristic: &H,
        observer: &mut O,
        work: Work,
    ) -> Option<End>
    where
        G: Graph + ?Sized,
        H: Heuristic + ?Sized,
        O: Observer + ?Sized,
    {
        let mut steps = std::mem::take(&mut self.space.steps);
        let last_first = self.order == Order::DepthFirst;
        let reopens = !self.is_consistent;
        let source = Buffered { graph, steps: &mut steps, last_first };
        // One loop, six orders: what differs is the order, and the open list that suits it.
        macro_rules! with {
            ($ranking:expr, $frontier:ident) => {
                self.work_by(
                    source,
                    heuristic,
                    observer,
                    $ranking,
                    |side| &mut side.$frontier,
                    work,
                )
            };
        }
        let end = match self.order {
            Order::BreadthFirst => with!(Arrival, queue),
            Order::DepthFirst => with!(ReverseArrival, stack),
            Order::Greedy => with!(Greedy, falling),
            Order::WeightedAStar { percent } => with!(Weighted { percent, reopens }, falling),
            Order::AStar if reopens => with!(Cheapest::<true>::new(self.ties), falling),
            Order::AStar => with!(Cheapest::<true>::new(self.ties), buckets),
            Order::Dijkstra => with!(Cheapest::<false>::new(Ties::NearGoal), buckets),
        };
        self.space.steps = steps;
        end
    }

    /// The loop over some steps, in some order, with the open list that suits it.
    // PERF: a function for each loop. Inlined side by side they compete for registers, and a change that
    // no query runs through cost open-bfs 3.3% and open-dijkstra 1.2%: `cargo xtask gate`.
    #[inline(never)]
    fn work_by<S, H, O, R, F>(
        &mut self,
        source: S,
        heuristic: &H,
        observer: &mut O,
        ranking: R,
        frontier: impl FnOnce(&mut Open) -> &mut F,
        work: Work,
    ) -> Option<End>
    where
        S: StepSource,
        H: Heuristic + ?Sized,
        O: Observer + ?Sized,
        R: Ranking,
        F: Frontier,
    {
        let Search { space, limits, progress, .. } = self;
        let SearchSpace { forward: Side { records, open }, marks, starts, .. } = space;
        let (frontier, limits) = (frontier(open), *limits);
        let hears_considered = observer.hears_considered();
        let books = Books {
            heuristic,
            observer,
            ranking,
            frontier,
            records,
            limits,
            progress,
            hears_considered,
        };
        let mut best_first = BestFirst { source, books, marks };
        match work {
            Work::Start => {
                best_first.start(starts);
                None
            }
            Work::Advance(budget) => best_first.advance(budget),
        }
    }
}

/// What the loop is to do.
#[derive(Clone, Copy)]
enum Work {
    Start,
    Advance(u64),
}

fn aim_of(target: &Target) -> (Aim, &[NodeId]) {
    match target {
        Target::Node(node) => (Aim::Node(*node), &[]),
        Target::Span { first, count } => (Aim::Span { first: *first, count: *count }, &[]),
        Target::AnyOf(nodes) => (Aim::AnyMarked, nodes),
        Target::NoneOf(nodes) => (Aim::NoneMarked, nodes),
        Target::Nothing => (Aim::Nothing, &[]),
    }
}

/// Answers a task in one go.
///
/// # Panics
/// When a node of the task is none of the graph's.
pub fn search<G, H, O>(
    graph: &G,
    heuristic: &H,
    observer: &mut O,
    task: &Task,
    space: &mut SearchSpace,
) -> Ended
where
    G: Graph + ?Sized,
    H: Heuristic + ?Sized,
    O: Observer + ?Sized,
{
    let lent = std::mem::take(space);
    let mut search = Search::begin(graph, heuristic, observer, task, lent);
    let ended = search.run(graph, heuristic, observer, u64::MAX);
    assert!(ended, "a budget without end ends every search");
    let answer = search.answer_as(heuristic, |node| node);
    *space = search.into_space();
    answer
}
