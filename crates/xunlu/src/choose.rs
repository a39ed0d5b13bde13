//! Which algorithm answers a question, and why.

use crate::goal::GoalNodes;
use crate::query::Query;
use xunlu_map::{Cost, Mover};
use xunlu_search::Algorithm;

/// An algorithm, and the reason for it in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Why it was taken, or why it was taken instead of the one that was asked for.
    pub reason: &'static str,
}

/// Takes what was asked for if it can answer the question, and what can if not.
pub(crate) fn choose(query: &Query, mover: &Mover, goals: &GoalNodes) -> Choice {
    let has_one_goal = matches!(goals, GoalNodes::One(_));
    let turns = mover.turn_cost() > Cost::ZERO;
    match query.algorithm {
        Some(asked) if asked.is_two_way() && !has_one_goal => instead(
            asked,
            "a search from both ends needs a single goal, so it goes from the start alone",
        ),
        Some(asked) if asked.is_two_way() && turns => instead(
            asked,
            "with a turn cost a goal has many headings, so the search goes from the start alone",
        ),
        Some(asked) if asked.is_two_way() && query.wants_nearest => instead(
            asked,
            "the nearest place reached is known only to a search from the start alone",
        ),
        Some(algorithm) => Choice { algorithm, reason: "it was asked for" },
        None if matches!(goals, GoalNodes::NoneOf(_)) => Choice {
            algorithm: Algorithm::Dijkstra,
            reason: "away from a place lies every way, so no estimate points to the goal",
        },
        None => Choice {
            algorithm: Algorithm::AStar,
            reason: "the cheapest way, and the estimate derived from the mover spares most of the map",
        },
    }
}

/// The same kind of search from one end.
fn instead(asked: Algorithm, reason: &'static str) -> Choice {
    let algorithm = match asked {
        Algorithm::TwoWayDijkstra => Algorithm::Dijkstra,
        _ => Algorithm::AStar,
    };
    Choice { algorithm, reason }
}
