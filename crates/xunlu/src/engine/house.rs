//! The engines that every world has, and in which order they are asked.

use super::Engine;
use super::jumps::JumpEngine;
use super::one_way::OneWay;
use super::two_way::TwoWay;
use crate::algorithm::Algorithm;

/// The engines that are asked, in this order, where no algorithm is named: those in front are fast where
/// they can answer, and Dijkstra's refuses nothing.
pub(crate) const PREFERENCE: [Algorithm; 5] = [
    Algorithm::JumpIndex,
    Algorithm::JumpPoints,
    Algorithm::JumpWeighted,
    Algorithm::AStar,
    Algorithm::Dijkstra,
];

/// The house's engine for an algorithm, whatever its weight.
pub(crate) const fn house(algorithm: Algorithm) -> &'static dyn Engine {
    match algorithm {
        Algorithm::BreadthFirst => &OneWay(Algorithm::BreadthFirst),
        Algorithm::DepthFirst => &OneWay(Algorithm::DepthFirst),
        Algorithm::Greedy => &OneWay(Algorithm::Greedy),
        Algorithm::Dijkstra => &OneWay(Algorithm::Dijkstra),
        Algorithm::WeightedAStar { .. } => &OneWay(Algorithm::WeightedAStar { percent: 150 }),
        Algorithm::TwoWayDijkstra => &TwoWay(Algorithm::TwoWayDijkstra),
        Algorithm::TwoWayAStar => &TwoWay(Algorithm::TwoWayAStar),
        Algorithm::JumpPoints => &JumpEngine(Algorithm::JumpPoints),
        Algorithm::JumpIndex => &JumpEngine(Algorithm::JumpIndex),
        Algorithm::JumpWeighted => &JumpEngine(Algorithm::JumpWeighted),
        // Added ones are looked for in the view, and what comes closest to all of them is A*.
        Algorithm::AStar | Algorithm::Added(_) => &OneWay(Algorithm::AStar),
    }
}
