//! A search that has begun, and can be carried on a little at a time.

use crate::answer::{Answer, Found, Limit, Outcome, Path};
use crate::engine::best_first::{BestFirst, Books, Buffered, Ways};
use crate::engine::order::{Arrival, Cheapest, Greedy, Order, ReverseArrival, Weighted};
use crate::frontier::Frontier;
use crate::graph::Graph;
use crate::heuristic::Heuristic;
use crate::observer::Observer;
use crate::task::{Algorithm, Limits, Target, Task, Ties};
use crate::view::PlainGrid;
use crate::workspace::{Open, Side, State, Workspace};
use xunlu_map::{Cost, NodeId, Revision};

/// A search from one end that has begun. It holds the workspace it was lent and nothing else, so it
/// can be put away between frames; the graph and the heuristic are lent anew for each stretch of
/// work, and must be the same ones while the map stands still.
///
/// ```
/// use xunlu_map::{Cost, NodeId};
/// use xunlu_search::{Graph, NoHeuristic, NoObserver, Search, Step, Task, Workspace};
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
/// let mut search = Search::begin(&Street, &NoHeuristic, &mut NoObserver, &task, Workspace::new());
/// assert!(search.advance(&Street, &NoHeuristic, &mut NoObserver, 4).is_none());
/// let answer = search.advance(&Street, &NoHeuristic, &mut NoObserver, 100).unwrap();
/// assert_eq!(answer.cost(), Some(Cost(27)));
/// ```
#[derive(Debug)]
pub struct Search {
    workspace: Workspace,
    algorithm: Algorithm,
    // By which nodes are closed: the algorithm's own, until it has to begin again.
    order: Algorithm,
    ties: Ties,
    limits: Limits,
    revision: Revision,
    progress: Progress,
    end: Option<End>,
    start_estimate: Cost,
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

/// A target, its nodes put down in the workspace's marks.
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
    /// When a node of the task is none of the graph's, or the algorithm is the work of a
    /// [`TwoWaySearch`](crate::TwoWaySearch) or a [`JumpSearch`](crate::JumpSearch).
    pub fn begin<G, H, O>(
        graph: &G,
        heuristic: &H,
        observer: &mut O,
        task: &Task,
        mut workspace: Workspace,
    ) -> Search
    where
        G: Graph + ?Sized,
        H: Heuristic + ?Sized,
        O: Observer + ?Sized,
    {
        let is_ours = !task.algorithm.is_two_way() && !task.algorithm.is_over_jumps();
        assert!(is_ours, "{} is another kind of search", task.algorithm.name());
        let node_count = graph.node_count();
        workspace.forward.begin(node_count);
        let (aim, marked) = aim_of(&task.target);
        for node in marked {
            assert!(node.0 < node_count, "{node:?} is none of this graph's");
        }
        for start in task.starts() {
            assert!(start.0 < node_count, "{start:?} is none of this graph's");
        }
        workspace.marks.begin(node_count, marked);
        workspace.starts.clear();
        workspace.starts.extend(task.starts());
        let progress = Progress {
            aim,
            expansions: 0,
            wants_nearest: task.wants_nearest,
            nearest: None,
            has_lost: false,
        };
        let mut search = Search {
            workspace,
            algorithm: task.algorithm,
            order: task.algorithm,
            ties: task.ties,
            limits: task.limits,
            revision: task.revision,
            progress,
            end: None,
            start_estimate: task
                .starts()
                .map(|start| heuristic.estimate(start))
                .min()
                .unwrap_or(Cost::ZERO),
        };
        search.work(graph, heuristic, observer, Work::Start);
        search
    }

    /// Carries on for at most `budget` expansions. The answer, once there is one; ask no more then.
    ///
    /// # Panics
    /// When the search has already ended.
    pub fn advance<G, H, O>(
        &mut self,
        graph: &G,
        heuristic: &H,
        observer: &mut O,
        budget: u64,
    ) -> Option<Answer>
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
        assert!(self.end.is_none(), "this search has ended");
        let stop = self.progress.expansions.saturating_add(budget);
        let mut work = Work::Advance(budget);
        loop {
            self.end = self.work(graph, heuristic, observer, work);
            work = match work {
                Work::Start => Work::Advance(stop - self.progress.expansions),
                Work::Advance(_) if self.begins_again(graph) => Work::Start,
                Work::Advance(_) => return self.end.is_some(),
            };
        }
    }

    /// Begins again, cheapest first, when the search ran out of nodes and had left some path aside for
    /// what it costs: an order that does not close nodes at their least cost cannot say that no other
    /// path keeps the limit. What it found within the limit it would have found before.
    fn begins_again<G: Graph + ?Sized>(&mut self, graph: &G) -> bool {
        if self.end != Some(End::Exhausted) || !self.progress.has_lost {
            return false;
        }
        let order = match self.order {
            Algorithm::BreadthFirst | Algorithm::DepthFirst => Algorithm::Dijkstra,
            Algorithm::Greedy | Algorithm::WeightedAStar { .. } => Algorithm::AStar,
            _ => return false,
        };
        self.order = order;
        (self.progress.has_lost, self.progress.nearest) = (false, None);
        let Workspace { forward, steps, starts, .. } = &mut self.workspace;
        forward.begin(graph.node_count());
        steps.clear();
        starts.iter().for_each(|&start| graph.steps_from(start, steps));
        let dearest = steps.iter().map(|step| step.cost).max();
        forward.open.buckets.tune(dearest.unwrap_or(Cost::ZERO));
        true
    }

    /// Carries on like [`run`](Self::run) on a grid on which nothing is special: A* and Dijkstra's
    /// algorithm in a loop of their own, to the same answer and the same events in less time.
    ///
    /// # Panics
    /// When the search has already ended.
    pub fn run_plain<H, O>(
        &mut self,
        grid: &PlainGrid<'_>,
        heuristic: &H,
        observer: &mut O,
        budget: u64,
    ) -> bool
    where
        H: Heuristic + ?Sized,
        O: Observer + ?Sized,
    {
        assert!(self.end.is_none(), "this search has ended");
        let stop = self.progress.expansions.saturating_add(budget);
        let mut work = Work::Advance(budget);
        loop {
            self.end = self.work_plain(grid, heuristic, observer, work);
            work = match work {
                Work::Start => Work::Advance(stop - self.progress.expansions),
                Work::Advance(_) if self.begins_again(grid) => Work::Start,
                Work::Advance(_) => return self.end.is_some(),
            };
        }
    }

    fn work_plain<H, O>(
        &mut self,
        grid: &PlainGrid<'_>,
        heuristic: &H,
        observer: &mut O,
        work: Work,
    ) -> Option<End>
    where
        H: Heuristic + ?Sized,
        O: Observer + ?Sized,
    {
        match self.order {
            Algorithm::AStar if heuristic.is_consistent() => self.work_by(
                *grid,
                heuristic,
                observer,
                Cheapest::<true>::new(self.ties),
                |side| &mut side.buckets,
                work,
            ),
            Algorithm::Dijkstra => self.work_by(
                *grid,
                heuristic,
                observer,
                Cheapest::<false>::new(Ties::NearGoal),
                |side| &mut side.buckets,
                work,
            ),
            Algorithm::WeightedAStar { percent } => {
                let order = Weighted { percent, reopens: self.reopens(heuristic) };
                self.work_by(*grid, heuristic, observer, order, |side| &mut side.heap, work)
            }
            _ => self.work(grid, heuristic, observer, work),
        }
    }

    /// The answer, with places in place of nodes.
    ///
    /// # Panics
    /// When the search has not ended.
    pub fn answer_as<P>(
        &self,
        heuristic: &(impl Heuristic + ?Sized),
        place_of: impl Fn(NodeId) -> P,
    ) -> Answer<P> {
        let end = self.end.expect("the search has not ended; call `run` until it has");
        let outcome = match end {
            End::Reached(node) => Outcome::Found(Found {
                lower_bound: self.lower_bound(node, heuristic),
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
        Answer {
            outcome,
            expansions: self.progress.expansions,
            algorithm: self.algorithm,
            revision: self.revision,
            nearest,
        }
    }

    /// The cost of the way to a closed node; none for a node that is not closed.
    #[must_use]
    pub fn cost_to(&self, node: NodeId) -> Option<Cost> {
        let records = &self.workspace.forward.records;
        (records.state(node) == State::Closed).then(|| records.g(node))
    }

    /// The node before a closed or open one on the way to it; none for a start or an unseen node.
    #[must_use]
    pub fn parent_of(&self, node: NodeId) -> Option<NodeId> {
        let records = &self.workspace.forward.records;
        let is_seen = records.state(node) != State::Unseen;
        is_seen.then(|| records.parent(node)).filter(|&parent| parent != NodeId::NONE)
    }

    /// How many nodes were closed and looked on from so far.
    #[must_use]
    pub fn expansions(&self) -> u64 {
        self.progress.expansions
    }

    /// The way to a node that was reached.
    pub fn path_to<P>(&self, node: NodeId, place_of: impl Fn(NodeId) -> P) -> Path<P> {
        let records = &self.workspace.forward.records;
        // Counted first, so that the path is the one thing allocated.
        let mut places = Vec::with_capacity(records.back_from(node).count());
        places.extend(records.back_from(node).map(place_of));
        places.reverse();
        Path { places, cost: records.g(node) }
    }

    /// Gives the workspace back.
    #[must_use]
    pub fn into_workspace(self) -> Workspace {
        self.workspace
    }

    /// What no way can cost less than.
    fn lower_bound(&self, reached: NodeId, heuristic: &(impl Heuristic + ?Sized)) -> Cost {
        let records = &self.workspace.forward.records;
        let cost = records.g(reached);
        match self.order {
            Algorithm::Dijkstra | Algorithm::AStar => cost,
            Algorithm::WeightedAStar { percent } if !self.reopens(heuristic) => {
                let least = (u64::from(cost.0) * 100).div_ceil(u64::from(percent.max(100)));
                let least = u32::try_from(least).map_or(cost, Cost);
                least.max(self.start_estimate.min(cost))
            }
            Algorithm::WeightedAStar { .. } => {
                // The cheapest way leaves the closed nodes somewhere, at an open node to which the
                // way is already known at its least cost.
                let mut least = cost;
                self.workspace.forward.open.heap.each(|entry| {
                    let node = NodeId(entry.node);
                    if records.state(node) == State::Open {
                        least = least.min(records.g(node) + heuristic.estimate(node));
                    }
                });
                least
            }
            _ => cost.min(self.start_estimate),
        }
    }

    /// Whether weighted A* opens closed nodes again: where its bound needs that.
    fn reopens(&self, heuristic: &(impl Heuristic + ?Sized)) -> bool {
        !heuristic.is_consistent()
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
        let mut steps = std::mem::take(&mut self.workspace.steps);
        let last_first = self.order == Algorithm::DepthFirst;
        let reopens = self.reopens(heuristic);
        let ways = Buffered { graph, steps: &mut steps, last_first };
        // One loop, six algorithms: what differs is the order, and the open list that suits it.
        macro_rules! with {
            ($order:expr, $frontier:ident) => {
                self.work_by(ways, heuristic, observer, $order, |side| &mut side.$frontier, work)
            };
        }
        let end = match self.order {
            Algorithm::BreadthFirst => with!(Arrival, queue),
            Algorithm::DepthFirst => with!(ReverseArrival, stack),
            Algorithm::Greedy => with!(Greedy, heap),
            Algorithm::WeightedAStar { percent } => {
                with!(Weighted { percent, reopens }, heap)
            }
            Algorithm::AStar if heuristic.is_consistent() => {
                with!(Cheapest::<true>::new(self.ties), buckets)
            }
            Algorithm::AStar => with!(Cheapest::<true>::new(self.ties), heap),
            Algorithm::Dijkstra => with!(Cheapest::<false>::new(Ties::NearGoal), buckets),
            Algorithm::TwoWayDijkstra
            | Algorithm::TwoWayAStar
            | Algorithm::JumpPoints
            | Algorithm::JumpIndex
            | Algorithm::JumpWeighted => {
                unreachable!("`begin` takes no search of another kind")
            }
        };
        self.workspace.steps = steps;
        end
    }

    /// The loop along some ways, in some order, with the open list that suits it.
    fn work_by<W, H, O, P, F>(
        &mut self,
        ways: W,
        heuristic: &H,
        observer: &mut O,
        order: P,
        frontier: impl FnOnce(&mut Open) -> &mut F,
        work: Work,
    ) -> Option<End>
    where
        W: Ways,
        H: Heuristic + ?Sized,
        O: Observer + ?Sized,
        P: Order,
        F: Frontier,
    {
        let Search { workspace, limits, progress, .. } = self;
        let Workspace { forward: Side { records, open }, marks, starts, .. } = workspace;
        let (frontier, limits) = (frontier(open), *limits);
        let books = Books { heuristic, observer, order, frontier, records, limits, progress };
        let mut best_first = BestFirst { ways, books, marks };
        match work {
            Work::Start => {
                best_first.start(starts.iter().copied());
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

/// Answers a task in one go, by whichever algorithm it names from one end.
///
/// # Panics
/// When a node of the task is none of the graph's, or its algorithm searches from both ends.
pub fn search<G, H, O>(
    graph: &G,
    heuristic: &H,
    observer: &mut O,
    task: &Task,
    workspace: &mut Workspace,
) -> Answer
where
    G: Graph + ?Sized,
    H: Heuristic + ?Sized,
    O: Observer + ?Sized,
{
    let lent = std::mem::take(workspace);
    let mut search = Search::begin(graph, heuristic, observer, task, lent);
    let ended = search.run(graph, heuristic, observer, u64::MAX);
    assert!(ended, "a budget without end ends every search");
    let answer = search.answer_as(heuristic, |node| node);
    *workspace = search.into_workspace();
    answer
}
