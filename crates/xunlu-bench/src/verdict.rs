//! The judge: whether an answer is right, by the map's characters and the scenario's length alone.

use crate::question::ScenarioQuestion;
use crate::raw::RawMap;
use crate::solver::{Reply, ReplyKind, Rule, Solver};
use std::f64::consts::SQRT_2;
use xunlu::{Cell, Promise};

/// What the judge found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Verdict {
    /// The answer is right; by how many hundredths its path is longer than the shortest one.
    Right { over_percent: f64 },
    /// Nobody can stand at one of the ends, and that was the answer.
    Blocked,
    /// There is no path, and that was the answer.
    NoPath,
    /// The answer is wrong.
    Wrong,
}

/// How closely the judge looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Depth {
    /// At how the answer ended and how long its path is.
    Lengths,
    /// At every step as well.
    Steps,
}

/// By how much a length may differ from a scenario's, in straight steps. Scenarios round: some to
/// two digits behind the point, others to six in all. Lengths are a + b times the square root of 2,
/// so that two of them which differ at all differ by more than this unless they differ by 99
/// diagonal steps or more.
const SLACK_STEPS: f64 = 0.006;

/// The same as a share of the length: half of the sixth digit, and the rounding of sums of 32-bit
/// floats, which is how the benchmark's makers added.
const SLACK_SHARE: f64 = 1e-4;

/// Judges an answer.
pub(crate) fn judge(
    map: &RawMap,
    solver: &Solver,
    question: &ScenarioQuestion,
    reply: &Reply,
    path: &[Cell],
    depth: Depth,
) -> Verdict {
    if !map.is_open(question.from) || !map.is_open(question.to) {
        let is_told = reply.ended == ReplyKind::Blocked;
        return if is_told { Verdict::Blocked } else { Verdict::Wrong };
    }
    if reply.ended == ReplyKind::NoPath && question.is_without_path() {
        return Verdict::NoPath;
    }
    let ends_well = (path.first(), path.last()) == (Some(&question.from), Some(&question.to));
    if reply.ended != ReplyKind::Path || !ends_well {
        return Verdict::Wrong;
    }
    let length = length_of(path);
    let optimum = question.optimum;
    if let Rule::Other(_) = solver.rule {
        return Verdict::Right { over_percent: over_percent(length, optimum) };
    }
    if question.is_without_path() {
        return Verdict::Wrong;
    }
    let slack = slack(optimum);
    let is_as_said = reply.length.is_none_or(|said| (said - length).abs() <= slack);
    let is_walked = || path.windows(2).all(|step| map.is_step(step[0], step[1]));
    let is_kept = match solver.promise {
        Promise::Cheapest => length <= optimum + slack,
        Promise::Within { percent } => length <= optimum * f64::from(percent) / 100.0 + slack,
        // Each step of the shortest path is one long or longer, so it has no more steps than that.
        Promise::FewestSteps => steps_of(path) <= optimum + slack,
        Promise::AnyPath => true,
    };
    let is_right = length >= optimum - slack && is_as_said && is_kept;
    if is_right && (depth == Depth::Lengths || is_walked()) {
        Verdict::Right { over_percent: over_percent(length, optimum) }
    } else {
        Verdict::Wrong
    }
}

fn slack(optimum: f64) -> f64 {
    SLACK_STEPS.max(optimum * SLACK_SHARE)
}

fn over_percent(length: f64, optimum: f64) -> f64 {
    if optimum > 0.0 { (length / optimum - 1.0) * 100.0 } else { 0.0 }
}

/// How long a path is, in straight steps, with diagonal ones of the square root of 2.
pub(crate) fn length_of(path: &[Cell]) -> f64 {
    // Counted before they are added up, so that nothing is rounded on the way.
    let (mut straight, mut diagonal) = (0_u64, 0_u64);
    for step in path.windows(2) {
        let across = u64::from(step[0].x.abs_diff(step[1].x));
        let down = u64::from(step[0].y.abs_diff(step[1].y));
        diagonal += across.min(down);
        straight += across.max(down) - across.min(down);
    }
    float(straight) + float(diagonal) * SQRT_2
}

fn steps_of(path: &[Cell]) -> f64 {
    float((path.len() as u64).saturating_sub(1))
}

// A path with more steps than a float can count does not fit into memory.
#[expect(clippy::cast_precision_loss, reason = "counts of steps are far below 2 to the 53")]
const fn float(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::baseline::baseline;

    const MAP: &[u8] = b"map\n....\n.@..\n....\n";

    fn check(promise: Promise, cells: &[(i32, i32)], optimum: f64, is_right: bool) {
        let map = RawMap::read("m", MAP).unwrap();
        let path: Vec<Cell> = cells.iter().map(|&(x, y)| Cell::new(x, y)).collect();
        let question = ScenarioQuestion { from: Cell::new(0, 0), to: Cell::new(2, 2), optimum };
        let reply = Reply { ended: ReplyKind::Path, length: None, expansions: None };
        let solver = baseline().promising(promise);
        let verdict = judge(&map, &solver, &question, &reply, &path, Depth::Steps);
        assert_eq!(matches!(verdict, Verdict::Right { .. }), is_right, "{verdict:?}: {cells:?}");
    }

    const SHORT: [(i32, i32); 5] = [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)];
    const LONG: [(i32, i32); 7] = [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (3, 2), (2, 2)];

    #[test]
    fn the_shortest_way_is_right_and_a_longer_or_false_one_is_wrong() {
        let promise = Promise::Cheapest;
        check(promise, &SHORT, 4.0, true);
        check(promise, &SHORT, 4.01, false);
        check(promise, &SHORT, 3.99, false);
        check(promise, &LONG, 4.0, false);
        check(promise, &[(0, 0), (1, 1), (2, 2)], 2.83, false);
        check(promise, &[(0, 0), (0, 1), (1, 2), (2, 2)], 3.41, false);
        check(promise, &[(0, 0), (2, 0), (2, 2)], 4.0, false);
        check(promise, &SHORT[..4], 3.0, false);
        check(promise, &SHORT[1..], 3.0, false);
        check(promise, &[], 4.0, false);
    }

    #[test]
    fn everybody_is_judged_by_their_own_promise() {
        check(Promise::Within { percent: 150 }, &LONG, 4.0, true);
        check(Promise::Within { percent: 149 }, &LONG, 4.0, false);
        check(Promise::AnyPath, &LONG, 4.0, true);
        check(Promise::AnyPath, &SHORT, 4.1, false);
        check(Promise::FewestSteps, &LONG, 4.0, false);
        check(Promise::FewestSteps, &SHORT, 4.0, true);
    }

    #[test]
    fn a_false_word_about_the_length_or_the_ends_is_wrong() {
        let map = RawMap::read("m", MAP).unwrap();
        let path: Vec<Cell> = SHORT.iter().map(|&(x, y)| Cell::new(x, y)).collect();
        let question = ScenarioQuestion::new((0, 0), (2, 2), 4.0);
        let reply = Reply { ended: ReplyKind::Path, length: Some(4.0), expansions: None };
        let told = |question: &ScenarioQuestion, reply: Reply| {
            judge(&map, &baseline(), question, &reply, &path, Depth::Lengths)
        };
        assert_eq!(told(&question, reply), Verdict::Right { over_percent: 0.0 });
        assert_eq!(told(&question, Reply { length: Some(5.0), ..reply }), Verdict::Wrong);
        for ended in [ReplyKind::NoPath, ReplyKind::Blocked, ReplyKind::GaveUp] {
            assert_eq!(told(&question, Reply { ended, ..reply }), Verdict::Wrong);
        }
        let none = ScenarioQuestion::new((0, 0), (2, 2), 0.0);
        assert_eq!(told(&none, Reply { ended: ReplyKind::NoPath, ..reply }), Verdict::NoPath);
        for ended in [ReplyKind::Path, ReplyKind::Blocked, ReplyKind::GaveUp] {
            assert_eq!(told(&none, Reply { ended, ..reply }), Verdict::Wrong);
        }
        let into_wall = ScenarioQuestion::new((0, 0), (1, 1), 1.41);
        assert_eq!(told(&into_wall, reply), Verdict::Wrong);
        let blocked = Reply { ended: ReplyKind::Blocked, ..reply };
        assert_eq!(told(&into_wall, blocked), Verdict::Blocked);
    }
}
