//! Answers in words: a line of facts about a path, or why there is none and what to try next.

use crate::asking::Asked;
use crate::failure::Failure;
use xunlu::{Answer, Blocked, Cost, Found, Limit, Outcome, Path, PathEnd, Place, wire};

/// The facts about a path.
pub(crate) fn facts(
    asked: &Asked,
    answer: &Answer<Place>,
    found: &Found<Place>,
) -> Result<String, Failure> {
    let map = asked.world.map();
    let end = |place: Option<&Place>| place.map_or(String::new(), |&p| wire::place_text(map, p));
    let path = &found.path;
    let (from, to) = (end(path.places.first()), end(path.places.last()));
    let moves = counted(path.steps().len(), "move", "moves");
    let gap = match found.gap() {
        Cost::ZERO => String::new(),
        gap => format!(", at most {} above the cheapest", asked.costs.told(gap)),
    };
    let expansions = counted(answer.expansions, "expansion", "expansions");
    let who = wire::algorithm_name(Some(answer.algorithm()));
    let why = asked.world.choose(&asked.query)?.reason;
    let cost = asked.costs.told(path.cost);
    Ok(format!("{from} to {to}: cost {cost}{gap}, {moves}. {expansions} by {who}: {why}."))
}

/// Why there is no path, and what to try next.
pub(crate) fn no_path(asked: &Asked, answer: &Answer<Place>) -> Result<String, Failure> {
    let map = asked.world.map();
    let text = |place: Place| wire::place_text(map, place);
    let explained = || -> Result<String, Failure> {
        Ok(wire::Explanation::new(map, &asked.world.explain(&asked.query)?).text)
    };
    let (mut told, mut next) = match &answer.outcome {
        Outcome::GaveUp(limit) => {
            let expansions = counted(answer.expansions, "expansion", "expansions");
            let (why, next) = gave_up(*limit);
            (format!("Gave up after {expansions}: {why}."), Some(next.to_owned()))
        }
        Outcome::Blocked(Blocked { end, nearest_free: Some(free), .. }) => {
            let option = if *end == PathEnd::Start { "--from" } else { "--to" };
            (explained()?, Some(format!("{option} {}", text(*free))))
        }
        _ => (explained()?, None),
    };
    match &answer.nearest {
        Some(Path { places, cost }) => {
            let end = places.last().copied().map(text).unwrap_or_default();
            let cost = asked.costs.told(*cost);
            told = format!(
                "{told}\nThe nearest place that can be reached is {end}, at a cost of {cost}."
            );
        }
        None if !asked.query.wants_nearest && next.is_none() => {
            next =
                Some("--nearest, for the path to the nearest place that can be reached".to_owned());
        }
        None => {}
    }
    Ok(match next {
        Some(next) => format!("{told}\nNext: {next}."),
        None => told,
    })
}

fn gave_up(limit: Limit) -> (&'static str, &'static str) {
    match limit {
        Limit::Expansions => {
            ("that is the limit; there may or may not be a path", "a larger --expansions-max")
        }
        Limit::Cost => ("every path left costs more than the limit", "a larger --cost-max"),
        Limit::CostTooLarge => (
            "the path costs more than can be said",
            "smaller --costs, such as 1/1, or --terrain prices",
        ),
        Limit::Region => ("every path left leads out of the region", "a larger --region"),
        _ => ("that is a limit; there may or may not be a path", "wider limits"),
    }
}

/// `1 step`, `2 steps`.
pub(crate) fn counted<N: Into<Count>>(count: N, one: &str, many: &str) -> String {
    let Count(count) = count.into();
    format!("{count} {}", if count == 1 { one } else { many })
}

/// How many there are of something.
pub(crate) struct Count(u64);

impl From<u64> for Count {
    fn from(count: u64) -> Count {
        Count(count)
    }
}

impl From<usize> for Count {
    fn from(count: usize) -> Count {
        Count(count as u64)
    }
}
