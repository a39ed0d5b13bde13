//! A question in a graph's own terms: from which nodes, to which, by what rule, within what limits.

use crate::answer::Limit;
use xunlu_map::{Cost, NodeId};

/// A query after its places became nodes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// Where the search starts.
    pub start: NodeId,
    /// Further starts, each at no cost.
    pub more_starts: Vec<NodeId>,
    /// Where it may end.
    pub target: Target,
    /// In which order nodes are closed.
    pub order: Order,
    /// Which of equally promising nodes A* closes first.
    pub ties: Ties,
    /// When it shall stop without an answer.
    pub limits: Limits,
    /// Whether to hand out the path to the nearest place reached when the target was not.
    pub wants_nearest: bool,
}

impl Task {
    /// The cheapest path from one node to another, without limits.
    #[must_use]
    pub fn new(start: NodeId, goal: NodeId) -> Task {
        Task {
            start,
            more_starts: Vec::new(),
            target: Target::Node(goal),
            order: Order::AStar,
            ties: Ties::NearGoal,
            limits: Limits::NONE,
            wants_nearest: false,
        }
    }

    /// Every node that can be reached from one, nearest first.
    #[must_use]
    pub fn flood(start: NodeId) -> Task {
        Task { target: Target::Nothing, order: Order::Dijkstra, ..Task::new(start, start) }
    }

    /// The same task in another order.
    #[must_use]
    pub fn by(self, order: Order) -> Task {
        Task { order, ..self }
    }

    /// All starts.
    pub fn starts(&self) -> impl Iterator<Item = NodeId> {
        std::iter::once(self.start).chain(self.more_starts.iter().copied())
    }
}

/// One start and one goal: what searches from both ends and searches over jumps are asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ends {
    /// Where the path begins.
    pub start: NodeId,
    /// Where it ends.
    pub goal: NodeId,
    /// When the search shall stop without an answer.
    pub limits: Limits,
}

impl Ends {
    /// The cheapest path from one node to another, without limits.
    #[must_use]
    pub const fn new(start: NodeId, goal: NodeId) -> Ends {
        Ends { start, goal, limits: Limits::NONE }
    }
}

/// The nodes at which a search may end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// This one.
    Node(NodeId),
    /// Whichever of so many nodes in a row is cheapest to reach.
    Span {
        /// The first of them.
        first: NodeId,
        /// How many.
        count: u32,
    },
    /// Whichever of these is cheapest to reach.
    AnyOf(Vec<NodeId>),
    /// The cheapest to reach that is none of these.
    NoneOf(Vec<NodeId>),
    /// Nothing: the search goes on until there is nothing left within its limits.
    Nothing,
}

/// When a search stops without having reached its target.
///
/// A limit of cost is kept by every order if any path keeps it. Breadth first, depth first, greedy
/// and weighted A\* do not close nodes at their least cost; when one of these runs out of nodes and had
/// left some path aside for what it costs, it begins again as Dijkstra's algorithm or A\*, so that the
/// answer holds of all paths (`every_algorithm_keeps_a_limit_if_a_path_does`).
///
/// ```
/// # use xunlu_search as xunlu;
/// use xunlu::Limits;
///
/// let limits = Limits::NONE.expansions_max(500);
/// assert_eq!((limits.expansions_max, limits.cost_max), (500, Limits::NONE.cost_max));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// After this many expansions.
    pub expansions_max: u64,
    /// When every path left costs more than this.
    pub cost_max: Cost,
}

impl Limits {
    /// Never, but where a sum of costs grows too large to say.
    pub const NONE: Limits = Limits { expansions_max: u64::MAX, cost_max: Cost::MAX };

    /// The same, and after so many expansions.
    #[must_use]
    pub const fn expansions_max(self, expansions_max: u64) -> Limits {
        Limits { expansions_max, ..self }
    }

    /// The same, and when every path left costs more than this.
    #[must_use]
    pub const fn cost_max(self, cost_max: Cost) -> Limits {
        Limits { cost_max, ..self }
    }

    /// What stopped a search that left paths aside for what they cost: what is too large to say is over
    /// a limit first.
    pub(crate) fn on_cost(self) -> Limit {
        if self.cost_max < Cost::MAX { Limit::Cost } else { Limit::CostTooLarge }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::NONE
    }
}

/// In which order a search closes nodes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Order {
    /// First opened, first closed: the path with the fewest steps.
    BreadthFirst,
    /// Last opened, first closed: some path, soon or late.
    DepthFirst,
    /// Nearest to the goal by the heuristic: some path, mostly soon.
    Greedy,
    /// Cheapest first: the cheapest path.
    Dijkstra,
    /// Cheapest with the heuristic's estimate of the rest: the cheapest path, with fewer expansions.
    AStar,
    /// A* with the heuristic multiplied: a path that costs at most as many hundredths of the cheapest.
    WeightedAStar {
        /// Hundredths; 150 finds a path at most 1.5 times as expensive as the cheapest. Below 100 counts
        /// as 100.
        percent: u32,
    },
}

/// Which of the open nodes with equal f A* closes first. It changes which of equally cheap paths is found and
/// how much is looked at before, never the cost. All other orders have a rule of their own, and so has A*
/// where turns cost something and it was not asked for by its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Ties {
    /// The one with the lower h: the search runs straight on.
    #[default]
    NearGoal,
    /// The one with the higher h, whose g is lower: the search widens before it goes deeper.
    NearStart,
}

impl Ties {
    /// All of them.
    pub const ALL: [Ties; 2] = [Ties::NearGoal, Ties::NearStart];

    /// What it is called everywhere.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Ties::NearGoal => "near-goal",
            Ties::NearStart => "near-start",
        }
    }
}
