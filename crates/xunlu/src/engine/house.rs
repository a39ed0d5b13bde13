//! The engines that every world has, and in which order they are asked.

use super::Engine;
use super::hierarchies::ByEntrances;
use super::jumps::Jumping;
use super::one_way::OneWay;
use super::roadmaps::LookUp;
use super::two_way::TwoWay;
use crate::algorithm::{Algorithm, USUAL_WEIGHT};
use xunlu_search::Order;

/// The engines that are asked, in this order, where no algorithm is named: those in front are fast where
/// they can answer. Where all of them refuse, Dijkstra's answers, which refuses nothing.
pub(crate) const PREFERENCE: [Algorithm; 5] = [
    Algorithm::Roadmap,
    Algorithm::JumpIndex,
    Algorithm::JumpPoints,
    Algorithm::JumpWeighted,
    Algorithm::AStar,
];

/// The house's engine for an algorithm, whatever its weight.
pub(crate) const fn house(algorithm: Algorithm) -> &'static dyn Engine {
    match algorithm {
        Algorithm::BreadthFirst => &OneWay(Order::BreadthFirst),
        Algorithm::DepthFirst => &OneWay(Order::DepthFirst),
        Algorithm::Greedy => &OneWay(Order::Greedy),
        Algorithm::Dijkstra => &OneWay(Order::Dijkstra),
        Algorithm::WeightedAStar { .. } => &OneWay(Order::WeightedAStar { percent: USUAL_WEIGHT }),
        Algorithm::TwoWayDijkstra => &TwoWay { is_guided: false },
        Algorithm::TwoWayAStar => &TwoWay { is_guided: true },
        Algorithm::JumpPoints => &Jumping::Plain,
        Algorithm::JumpIndex => &Jumping::Indexed,
        Algorithm::JumpWeighted => &Jumping::Weighted,
        Algorithm::Roadmap => &LookUp,
        Algorithm::Hierarchy => &ByEntrances::Near,
        Algorithm::HierarchyExact => &ByEntrances::Exact,
        // Added ones are looked for in the view, and what comes closest to all of them is A*.
        Algorithm::AStar | Algorithm::Added(_) => &OneWay(Order::AStar),
    }
}
