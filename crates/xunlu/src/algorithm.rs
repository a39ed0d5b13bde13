//! Which algorithms there are, what they are called, and what they promise.

use std::fmt;
use xunlu_search::{Estimate, Order};

/// How a question is answered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Algorithm {
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
    /// Dijkstra's from both ends at once: the cheapest path. One start and one goal only.
    TwoWayDijkstra,
    /// A* from both ends at once: the cheapest path. One start and one goal only.
    TwoWayAStar,
    /// A* over the cells beside corners, jumping from one to the next: the cheapest path. Square grids, in
    /// layers too, and hexes where all ground costs the same, one start, and one goal or few.
    JumpPoints,
    /// The same with an index of each jump point's successors and, once it has any, of its costs from
    /// landmarks, on hexes of the steps from landmarks: the cheapest path, with hardly a scan. Where an
    /// index was made, and jumps can answer.
    JumpIndex,
    /// Jump point search over ground of several prices, with jumps that end where the price changes: the
    /// cheapest path. Square grids, in layers too, one start, and one goal or few. Fast where ground of one
    /// price lies in patches.
    JumpWeighted,
    /// Looked up in a [roadmap](crate::roadmap) that was attached: the cheapest path, without a search. Where
    /// there is one; on any map and ground, unless turns cost something.
    Roadmap,
    /// By the entrances between the clusters of a [hierarchy](crate::World::build_hierarchy), and cell by
    /// cell from one to the next: a path near the cheapest one, on large maps that change. Where a hierarchy
    /// was made, and jumps can answer. Only taken when it is asked for.
    Hierarchy,
    /// The same until the cheapest path is found: by the entrances it is known what it costs at most, and all
    /// cells are looked at by way of which one may cost less. Only taken when it is asked for.
    HierarchyExact,
    /// That of an engine that was [added](crate::World::add_engine) to the world.
    Added(&'static str),
}

/// What an algorithm promises of the path it finds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Promise {
    /// No path is cheaper.
    Cheapest,
    /// It costs at most this many hundredths of the cheapest.
    Within {
        /// Hundredths of the cheapest cost.
        percent: u32,
    },
    /// No path has fewer steps. Under a limit of cost that the one with the fewest steps breaks, it is
    /// any that keeps the limit.
    FewestSteps,
    /// It is a path.
    AnyPath,
}

/// The weight of weighted A* where nobody says another, in hundredths.
pub(crate) const USUAL_WEIGHT: u32 = 150;

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Algorithm {
    /// One of each that is always there, with weighted A* at 1.5 times the heuristic.
    pub const ALL: [Algorithm; 14] = [
        Algorithm::BreadthFirst,
        Algorithm::DepthFirst,
        Algorithm::Greedy,
        Algorithm::Dijkstra,
        Algorithm::AStar,
        Algorithm::WeightedAStar { percent: USUAL_WEIGHT },
        Algorithm::TwoWayDijkstra,
        Algorithm::TwoWayAStar,
        Algorithm::JumpPoints,
        Algorithm::JumpIndex,
        Algorithm::JumpWeighted,
        Algorithm::Roadmap,
        Algorithm::Hierarchy,
        Algorithm::HierarchyExact,
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
            Algorithm::Roadmap => "roadmap",
            Algorithm::Hierarchy => "hierarchy",
            Algorithm::HierarchyExact => "hierarchy-exact",
            Algorithm::Added(name) => name,
        }
    }

    /// What it promises of the path it finds. What an added engine promises, it says itself
    /// ([`Engine::promise`](crate::engine::Engine::promise)); here it counts as any path.
    #[must_use]
    pub fn promise(self) -> Promise {
        match self {
            Algorithm::BreadthFirst => Promise::FewestSteps,
            Algorithm::DepthFirst
            | Algorithm::Greedy
            | Algorithm::Hierarchy
            | Algorithm::Added(_) => Promise::AnyPath,
            Algorithm::WeightedAStar { percent } => Promise::Within { percent: percent.max(100) },
            Algorithm::Dijkstra
            | Algorithm::AStar
            | Algorithm::TwoWayDijkstra
            | Algorithm::TwoWayAStar
            | Algorithm::JumpPoints
            | Algorithm::JumpIndex
            | Algorithm::JumpWeighted
            | Algorithm::Roadmap
            | Algorithm::HierarchyExact => Promise::Cheapest,
        }
    }

    /// What it promises when it is guided by this distance: nothing more than a path, where that may
    /// [overestimate](Estimate::is_admissible) and the algorithm, or one that answers in its place, heeds it.
    #[must_use]
    pub fn promise_by(self, estimate: Estimate) -> Promise {
        let is_blind = matches!(
            self,
            Algorithm::BreadthFirst | Algorithm::Dijkstra | Algorithm::TwoWayDijkstra
        );
        if estimate.is_admissible() || is_blind { self.promise() } else { Promise::AnyPath }
    }

    /// The algorithm of a search from the start alone that closes nodes in this order.
    pub(crate) const fn of_order(order: Order) -> Algorithm {
        match order {
            Order::BreadthFirst => Algorithm::BreadthFirst,
            Order::DepthFirst => Algorithm::DepthFirst,
            Order::Greedy => Algorithm::Greedy,
            Order::Dijkstra => Algorithm::Dijkstra,
            Order::WeightedAStar { percent } => Algorithm::WeightedAStar { percent },
            _ => Algorithm::AStar,
        }
    }

    /// Whether it jumps over cells, or looks up or goes by what is known of the ground that others jump over.
    #[must_use]
    pub const fn is_over_jumps(self) -> bool {
        matches!(
            self,
            Algorithm::JumpPoints
                | Algorithm::JumpIndex
                | Algorithm::JumpWeighted
                | Algorithm::Roadmap
                | Algorithm::Hierarchy
                | Algorithm::HierarchyExact
        )
    }

    /// Whether it searches from both ends.
    #[must_use]
    pub const fn is_two_way(self) -> bool {
        matches!(self, Algorithm::TwoWayDijkstra | Algorithm::TwoWayAStar)
    }

    /// The order in which a search from the start alone closes nodes by it. Returns `None` if it is not
    /// such a search.
    #[must_use]
    pub const fn order(self) -> Option<Order> {
        Some(match self {
            Algorithm::BreadthFirst => Order::BreadthFirst,
            Algorithm::DepthFirst => Order::DepthFirst,
            Algorithm::Greedy => Order::Greedy,
            Algorithm::Dijkstra => Order::Dijkstra,
            Algorithm::AStar => Order::AStar,
            Algorithm::WeightedAStar { percent } => Order::WeightedAStar { percent },
            _ => return None,
        })
    }
}
