//! What a prepared solver promises, as a check to be called in a test of each.

use crate::question::ScenarioQuestion;
use crate::scenario_map::ScenarioMap;
use crate::solver::{ReplyKind, Rule, Solver};
use crate::verdict::{Depth, Verdict, judge};
use std::f64::consts::SQRT_2;

/// A map with a pocket nobody gets into, and lengths that can be counted by hand.
const MAP: &[u8] = b"type octile\nheight 5\nwidth 8\nmap\n\
    ........\n\
    .@@@@@..\n\
    .@...@.T\n\
    .@@@@@..\n\
    ......S.\n";

/// Holds that a solver, once prepared, finds valid paths, of the lengths it promises, tells
/// when there is none and when nobody can stand at an end, and answers alike when asked again.
///
/// # Panics
/// When one of these does not hold.
pub fn check_prepared_solver(solver: &Solver) {
    let map = ScenarioMap::of_map("contract.map", MAP).expect("the map above is one");
    let mut prepared = solver.prepare(&map).expect("a map of forty cells is not too large");
    let name = &solver.name;
    let questions = [
        (ScenarioQuestion::new((0, 0), (7, 4), 9.0 + SQRT_2), ReplyKind::Path),
        (ScenarioQuestion::new((0, 0), (0, 4), 4.0), ReplyKind::Path),
        (ScenarioQuestion::new((3, 0), (3, 0), 0.0), ReplyKind::Path),
        (ScenarioQuestion::new((2, 2), (4, 2), 2.0), ReplyKind::Path),
        (ScenarioQuestion::new((0, 0), (3, 2), 0.0), ReplyKind::NoPath),
        (ScenarioQuestion::new((3, 2), (7, 4), 0.0), ReplyKind::NoPath),
        (ScenarioQuestion::new((0, 0), (1, 1), 0.0), ReplyKind::Blocked),
        (ScenarioQuestion::new((7, 2), (0, 0), 0.0), ReplyKind::Blocked),
    ];
    for (question, expected) in questions {
        let (from, to) = (question.from, question.to);
        let (mut path, mut again) = (Vec::new(), Vec::new());
        let reply = prepared.find(from, to, &mut path);
        assert_eq!(reply.ended, expected, "{name}: {from} to {to}");
        assert_eq!(prepared.find(from, to, &mut again), reply, "{name}: {from} to {to} again");
        assert_eq!(path, again, "{name}: {from} to {to} again");
        if expected == ReplyKind::Path && solver.rule == Rule::Scenario {
            let verdict = judge(&map.raw, solver, &question, &reply, &path, Depth::Steps);
            assert!(matches!(verdict, Verdict::Right { .. }), "{name}: {from} to {to}: {path:?}");
        }
        assert!(expected == ReplyKind::Path || path.is_empty(), "{name}: {path:?}");
    }
    assert_ne!(prepared.bytes(), Some(0), "{name}");
}
