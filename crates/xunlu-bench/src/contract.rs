//! What a prepared solver promises, as a check to be called in a test of each.

use crate::course::Course;
use crate::question::Question;
use crate::solver::{Ended, Rule, Solver};
use crate::verdict::{Depth, Verdict, judge};
use std::f64::consts::SQRT_2;

/// A map with a pocket nobody gets into, and lengths that can be counted by hand.
const MAP: &[u8] = b"type octile\nheight 5\nwidth 8\nmap\n\
    ........\n\
    .@@@@@..\n\
    .@...@.T\n\
    .@@@@@..\n\
    ......S.\n";

/// Holds that a solver, once prepared, finds ways that are ways, of the lengths it promises, tells
/// when there is none and when nobody can stand at an end, and answers alike when asked again.
///
/// # Panics
/// When one of these does not hold.
pub fn check_prepared_solver(solver: &Solver) {
    let course = Course::of_map("contract.map", MAP).expect("the map above is one");
    let mut prepared = solver.prepare(&course).expect("a map of forty cells is not too large");
    let name = &solver.name;
    let questions = [
        (Question::new((0, 0), (7, 4), 9.0 + SQRT_2), Ended::Way),
        (Question::new((0, 0), (0, 4), 4.0), Ended::Way),
        (Question::new((3, 0), (3, 0), 0.0), Ended::Way),
        (Question::new((2, 2), (4, 2), 2.0), Ended::Way),
        (Question::new((0, 0), (3, 2), 0.0), Ended::NoWay),
        (Question::new((3, 2), (7, 4), 0.0), Ended::NoWay),
        (Question::new((0, 0), (1, 1), 0.0), Ended::Blocked),
        (Question::new((7, 2), (0, 0), 0.0), Ended::Blocked),
    ];
    for (question, expected) in questions {
        let (from, to) = (question.from, question.to);
        let (mut path, mut again) = (Vec::new(), Vec::new());
        let reply = prepared.find(from, to, &mut path);
        assert_eq!(reply.ended, expected, "{name}: {from} to {to}");
        assert_eq!(prepared.find(from, to, &mut again), reply, "{name}: {from} to {to} again");
        assert_eq!(path, again, "{name}: {from} to {to} again");
        if expected == Ended::Way && solver.rule == Rule::Scenario {
            let verdict = judge(&course.raw, solver, &question, &reply, &path, Depth::Steps);
            assert!(matches!(verdict, Verdict::Right { .. }), "{name}: {from} to {to}: {path:?}");
        }
        assert!(expected == Ended::Way || path.is_empty(), "{name}: {path:?}");
    }
    assert_ne!(prepared.bytes(), Some(0), "{name}");
}
