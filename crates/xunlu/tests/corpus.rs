//! Every case of the corpus, by every algorithm.

#![cfg(test)]

mod support;

use support::{map_of, place_of};
use xunlu::{Algorithm, Outcome, PathEnd, Promise, Query, Workspace, World};
use xunlu_testkit::{Expected, corpus};

#[test]
fn every_case_is_answered_as_it_says() {
    let mut workspace = Workspace::new();
    let cases = corpus();
    assert!(cases.len() >= 150, "only {} cases", cases.len());
    for case in &cases {
        let world = World::with_mover(map_of(&case.case), case.mover.clone()).unwrap();
        for algorithm in Algorithm::ALL {
            let query = Query::between(place_of(case.from), place_of(case.to)).by(algorithm);
            let answer = world.find(&query, &mut workspace).unwrap();
            let agrees = match (&answer.outcome, case.expected) {
                (Outcome::Found(found), Expected::Cost(cost)) => match algorithm.promise() {
                    Promise::Cheapest => u64::from(found.path.cost.0) == cost,
                    Promise::Within { percent } => {
                        u64::from(found.path.cost.0) * 100 <= cost * u64::from(percent)
                    }
                    Promise::FewestSteps | Promise::AnyWay => u64::from(found.path.cost.0) >= cost,
                },
                (Outcome::Unreachable, Expected::NoWay) => true,
                (Outcome::Blocked(blocked), Expected::StartBlocked) => {
                    blocked.end == PathEnd::Start
                }
                (Outcome::Blocked(blocked), Expected::GoalBlocked) => blocked.end == PathEnd::Goal,
                _ => false,
            };
            let (name, by) = (&case.name, algorithm.name());
            assert!(agrees, "{name} by {by}: {:?}, not {}", answer.outcome, case.expected);
        }
    }
}
