//! Which algorithm answers a question, and why.

use crate::goal::GoalNodes;
use crate::query::Query;
use crate::world::Standing;
use xunlu_map::{Cost, Map, StepRule};
use xunlu_search::{Algorithm, Estimate, Limits, Ties};

/// An algorithm, and the reason for it in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Why it was taken, or why it was taken instead of the one that was asked for.
    pub reason: &'static str,
}

/// Takes what was asked for if it can answer the question, and what can if not.
pub(crate) fn choose(query: &Query, standing: &Standing<'_>, goals: &GoalNodes) -> Choice {
    let has_one_goal = matches!(goals, GoalNodes::One(_));
    let turns = standing.mover.turn_cost() > Cost::ZERO;
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
        Some(asked) if asked.is_over_jumps() => match why_no_jumps(query, standing, has_one_goal) {
            Some(reason) => instead(asked, reason),
            None => jumps_asked_for(asked, standing),
        },
        Some(algorithm) => Choice { algorithm, reason: "it was asked for" },
        None if matches!(goals, GoalNodes::NoneOf(_)) => Choice {
            algorithm: Algorithm::Dijkstra,
            reason: "away from a place lies every way, so no estimate points to the goal",
        },
        None if query.estimate != Estimate::Auto => cell_by_cell(
            "jumps go by an estimate of their own, and another was asked for, so A* is taken",
        ),
        None if query.ties != Ties::NearGoal => cell_by_cell(
            "jumps have a tie order of their own, and another was asked for, so A* is taken",
        ),
        None => match why_no_jumps(query, standing, has_one_goal) {
            Some(reason) => cell_by_cell(reason),
            None => best_jumps(standing),
        },
    }
}

/// Over uneven ground `auto` jumps while the prices make at most so many of a hundred cells stops.
const UNEVEN_PERCENT_MAX: u32 = 60;

/// The fastest search where jumps can answer.
fn best_jumps(standing: &Standing<'_>) -> Choice {
    let percent = standing.jumps.map_or(0, |jumps| jumps.map.uneven_percent());
    let (algorithm, reason) = match (standing.is_uneven, has_index(standing)) {
        (true, _) if percent > UNEVEN_PERCENT_MAX => (
            Algorithm::AStar,
            "what the ground costs changes so often that jumps would stop all the time",
        ),
        (true, _) => (
            Algorithm::JumpWeighted,
            "ground of one price lies in patches, so the search jumps within them",
        ),
        (false, true) => (
            Algorithm::JumpIndex,
            "all ground costs the same and an index was made, so the search jumps from corner to corner \
             and hardly looks aside",
        ),
        (false, false) => (
            Algorithm::JumpPoints,
            "all ground costs the same, so the search jumps from corner to corner",
        ),
    };
    Choice { algorithm, reason }
}

/// The jumps that were asked for, or those that suit the ground and what was made.
fn jumps_asked_for(asked: Algorithm, standing: &Standing<'_>) -> Choice {
    let is_for_uneven = asked == Algorithm::JumpWeighted;
    let (algorithm, reason) = match (standing.is_uneven, is_for_uneven) {
        (true, false) => (
            Algorithm::JumpWeighted,
            "ground costs differ, so the jumps have to stop where they change",
        ),
        (false, true) => (
            Algorithm::JumpPoints,
            "all ground costs the same, so the jumps need stop at corners alone",
        ),
        _ if asked == Algorithm::JumpIndex && !has_index(standing) => (
            Algorithm::JumpPoints,
            "no index was made for this mover, so the search jumps without one",
        ),
        _ => (asked, "it was asked for"),
    };
    Choice { algorithm, reason }
}

fn has_index(standing: &Standing<'_>) -> bool {
    standing.jumps.is_some_and(|jumps| jumps.index.is_some())
}

/// Why a question cannot be answered by jumps; none if it can.
fn why_no_jumps(
    query: &Query,
    standing: &Standing<'_>,
    has_one_goal: bool,
) -> Option<&'static str> {
    if standing.jumps.is_none() {
        return Some(why_none_here(standing));
    }
    if !has_one_goal {
        return Some("jumps need a single goal, so A* goes cell by cell");
    }
    if query.region.is_some() {
        return Some("jumps would leave the region, so A* goes cell by cell");
    }
    let is_limited = query.limits != Limits::NONE;
    (query.wants_nearest && is_limited).then_some(
        "the nearest place reached within limits is known only to a search that goes cell by cell, as A* does",
    )
}

/// Why nobody like this mover jumps on this map, of several reasons the first.
fn why_none_here(standing: &Standing<'_>) -> &'static str {
    let Map::Grid(grid) = standing.map else {
        return "jumps need a single grid of squares, so A* goes place by place";
    };
    if !standing.links.table.is_empty() {
        return "jumps need a grid without links, and this map has some, so A* goes cell by cell";
    }
    if grid.wrap().is_any() {
        return "jumps need a grid without joined edges, so A* goes cell by cell";
    }
    if grid.ground().exits().is_some() {
        return "jumps need a grid without one-way cells, and this map has some, so A* goes cell by cell";
    }
    if standing.mover.turn_cost() > Cost::ZERO {
        return "jumps need a mover whose turns cost nothing, so A* goes heading by heading";
    }
    if !matches!(standing.mover.rule(), StepRule::Four | StepRule::Eight(_)) {
        return "jumps need a mover of four or eight neighbours, so A* goes step by step";
    }
    "jumps need diagonal steps in proportion, costs that fit the map, and movers of at most sixteen sets of \
     prices, so A* goes cell by cell"
}

fn cell_by_cell(reason: &'static str) -> Choice {
    Choice { algorithm: Algorithm::AStar, reason }
}

/// The same kind of search from one end.
fn instead(asked: Algorithm, reason: &'static str) -> Choice {
    let algorithm = match asked {
        Algorithm::TwoWayDijkstra => Algorithm::Dijkstra,
        _ => Algorithm::AStar,
    };
    Choice { algorithm, reason }
}
