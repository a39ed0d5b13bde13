//! A question in a graph's own terms: from which nodes, to which, by what rule, within what limits.

use crate::answer::Limit;
use xunlu_map::{Cost, NodeId, Revision};

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
    pub algorithm: Algorithm,
    /// Which of equally promising nodes A* closes first.
    pub ties: Ties,
    /// When it shall stop without an answer.
    pub limits: Limits,
    /// Whether to hand out the way to the nearest place reached when the target was not.
    pub wants_nearest: bool,
    /// The revision of the map that the graph is a view of; the answer carries it.
    pub revision: Revision,
}

impl Task {
    /// The cheapest way from one node to another, without limits.
    #[must_use]
    pub fn new(start: NodeId, goal: NodeId) -> Task {
        Task {
            start,
            more_starts: Vec::new(),
            target: Target::Node(goal),
            algorithm: Algorithm::AStar,
            ties: Ties::NearGoal,
            limits: Limits::NONE,
            wants_nearest: false,
            revision: Revision::default(),
        }
    }

    /// Every node that can be reached from one, nearest first.
    #[must_use]
    pub fn flood(start: NodeId) -> Task {
        Task { target: Target::Nothing, algorithm: Algorithm::Dijkstra, ..Task::new(start, start) }
    }

    /// The same task by another algorithm.
    #[must_use]
    pub fn by(self, algorithm: Algorithm) -> Task {
        Task { algorithm, ..self }
    }

    /// All starts.
    pub fn starts(&self) -> impl Iterator<Item = NodeId> {
        std::iter::once(self.start).chain(self.more_starts.iter().copied())
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
/// A limit of cost is kept by every algorithm if any path keeps it. Breadth first, depth first, greedy
/// and weighted A\* do not close nodes at their least cost; when one of these runs out of nodes and had
/// left some path aside for what it costs, it begins again as Dijkstra's algorithm or A\*, so that the
/// answer holds of all paths (`every_algorithm_keeps_a_limit_if_a_path_does`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Limits {
    /// After this many expansions.
    pub expansions_max: u64,
    /// When every way left costs more than this.
    pub cost_max: Cost,
}

impl Limits {
    /// Never, but where a sum of costs grows too large to say.
    pub const NONE: Limits = Limits { expansions_max: u64::MAX, cost_max: Cost::MAX };

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
pub enum Algorithm {
    /// First opened, first closed: the way with the fewest steps.
    BreadthFirst,
    /// Last opened, first closed: some way, soon or late.
    DepthFirst,
    /// Nearest to the goal by estimate: some way, mostly soon.
    Greedy,
    /// Cheapest first: the cheapest way.
    Dijkstra,
    /// Cheapest with the estimate of the rest: the cheapest way, with less looking about.
    AStar,
    /// A* that believes its estimate this many hundredths of what it says: a way that costs at most as many
    /// hundredths of the cheapest. Below 100 counts as 100.
    WeightedAStar {
        /// Hundredths; 150 finds a way at most 1.5 times as dear as the cheapest.
        percent: u32,
    },
    /// Dijkstra's from both ends at once: the cheapest way. One start and one goal only.
    TwoWayDijkstra,
    /// A* from both ends at once: the cheapest way. One start and one goal only.
    TwoWayAStar,
    /// A* over the cells beside corners, jumping from one to the next: the cheapest way. Square grids
    /// where all ground costs the same, one start and one goal only.
    JumpPoints,
    /// The same with an index of what is seen from each of those cells and of their costs from landmarks:
    /// the cheapest way, with hardly a look aside. Where an index was made, and jumps can answer.
    JumpIndex,
    /// Jump points where ground costs differ, with a stop wherever they do: the cheapest way. Square grids,
    /// one start and one goal only. Fast where ground of one price lies in patches.
    JumpWeighted,
}

/// What an algorithm promises of the path it finds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Promise {
    /// No way is cheaper.
    Cheapest,
    /// It costs at most this many hundredths of the cheapest.
    Within {
        /// Hundredths of the cheapest cost.
        percent: u32,
    },
    /// No way has fewer steps. Under a limit of cost that the one with the fewest steps breaks, it is
    /// any that keeps the limit.
    FewestSteps,
    /// It is a way.
    AnyWay,
}

impl Algorithm {
    /// One of each, with weighted A* at 1.5 times the estimate.
    pub const ALL: [Algorithm; 11] = [
        Algorithm::BreadthFirst,
        Algorithm::DepthFirst,
        Algorithm::Greedy,
        Algorithm::Dijkstra,
        Algorithm::AStar,
        Algorithm::WeightedAStar { percent: 150 },
        Algorithm::TwoWayDijkstra,
        Algorithm::TwoWayAStar,
        Algorithm::JumpPoints,
        Algorithm::JumpIndex,
        Algorithm::JumpWeighted,
    ];

    /// What it is called everywhere: on the command line, in JSON, on the page.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Algorithm::BreadthFirst => "bfs",
            Algorithm::DepthFirst => "dfs",
            Algorithm::Greedy => "greedy",
            Algorithm::Dijkstra => "dijkstra",
            Algorithm::AStar => "astar",
            Algorithm::WeightedAStar { .. } => "weighted-astar",
            Algorithm::TwoWayDijkstra => "two-way-dijkstra",
            Algorithm::TwoWayAStar => "two-way-astar",
            Algorithm::JumpPoints => "jps",
            Algorithm::JumpIndex => "jps-index",
            Algorithm::JumpWeighted => "jps-weighted",
        }
    }

    /// What it promises of the path it finds.
    #[must_use]
    pub fn promise(self) -> Promise {
        match self {
            Algorithm::BreadthFirst => Promise::FewestSteps,
            Algorithm::DepthFirst | Algorithm::Greedy => Promise::AnyWay,
            Algorithm::WeightedAStar { percent } => Promise::Within { percent: percent.max(100) },
            Algorithm::Dijkstra
            | Algorithm::AStar
            | Algorithm::TwoWayDijkstra
            | Algorithm::TwoWayAStar
            | Algorithm::JumpPoints
            | Algorithm::JumpIndex
            | Algorithm::JumpWeighted => Promise::Cheapest,
        }
    }

    /// Whether it jumps over cells.
    #[must_use]
    pub const fn is_over_jumps(self) -> bool {
        matches!(self, Algorithm::JumpPoints | Algorithm::JumpIndex | Algorithm::JumpWeighted)
    }

    /// Whether it searches from both ends.
    #[must_use]
    pub const fn is_two_way(self) -> bool {
        matches!(self, Algorithm::TwoWayDijkstra | Algorithm::TwoWayAStar)
    }
}

/// Which of the open nodes with equal f A* closes first. It changes which of equally cheap ways is found and how
/// much is looked at before, never the cost. The order of all other algorithms is their own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
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
