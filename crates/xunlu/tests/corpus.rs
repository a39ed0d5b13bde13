//! Every case of the corpus, by every algorithm.

#![cfg(test)]

use xunlu::{Algorithm, Answer, Outcome, PathEnd, Promise, Query, Workspace, World};
use xunlu_testkit::{Expected, any_trial, corpus};

#[test]
fn every_case_is_answered_as_it_says() {
    let mut workspace = Workspace::new();
    let cases = corpus();
    assert!(cases.len() >= 150, "only {} cases", cases.len());
    for case in &cases {
        let world = World::with_mover(case.map.clone(), case.mover.clone()).unwrap();
        for algorithm in Algorithm::ALL {
            let query = Query::between(case.from, case.to).algorithm(algorithm);
            let answer = world.find(&query, &mut workspace).unwrap();
            let agrees = match (&answer.outcome, case.expected) {
                (Outcome::Found(found), Expected::Cost(cost)) => match algorithm.promise() {
                    Promise::Cheapest => u64::from(found.path.cost.0) == cost,
                    Promise::Within { percent } => {
                        u64::from(found.path.cost.0) * 100 <= cost * u64::from(percent)
                    }
                    Promise::FewestSteps | Promise::AnyPath => u64::from(found.path.cost.0) >= cost,
                },
                (Outcome::Unreachable, Expected::NoPath) => true,
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

/// The answers to every case by every algorithm, as one number: path by path, cost by cost,
/// expansion by expansion. The same on every machine, or the promise of the same bytes everywhere is
/// broken. A change of the tie order or of an estimate changes it, and then says so here.
const DIGEST: u64 = 0xfc08_a26b_dac8_c23d;

#[test]
fn the_digest_of_all_answers_is_the_recorded_one() {
    let mut digest = Digest::default();
    let mut workspace = Workspace::new();
    for case in &corpus() {
        let world = World::with_mover(case.map.clone(), case.mover.clone()).unwrap();
        for algorithm in Algorithm::ALL {
            let query = Query::between(case.from, case.to).algorithm(algorithm);
            let answer = world.find(&query, &mut workspace).unwrap();
            digest.eat(&format!("{} {} {}", case.name, algorithm.name(), told(&answer)));
        }
    }
    for seed in 0..500 {
        let trial = any_trial(seed);
        let world = World::with_mover(trial.map.clone(), trial.mover.clone()).unwrap();
        for algorithm in Algorithm::ALL {
            let query = Query::between(trial.from, trial.to).algorithm(algorithm);
            digest.eat(&told(&world.find(&query, &mut workspace).unwrap()));
        }
    }
    assert_eq!(digest.0, DIGEST, "the digest is now {:#018x}", digest.0);
}

/// An answer as it goes into the digest: all of it but the reason.
fn told(answer: &Answer) -> String {
    let Answer { outcome, expansions, choice, revision, nearest, .. } = answer;
    let (algorithm, revision) = (choice.algorithm, revision.number);
    format!(
        "Answer {{ outcome: {outcome:?}, expansions: {expansions:?}, algorithm: {algorithm:?}, revision: \
         Revision({revision}), nearest: {nearest:?} }}"
    )
}

/// FNV-1a (Fowler, Noll, Vo): a checksum that needs no crate.
struct Digest(u64);

impl Default for Digest {
    fn default() -> Digest {
        Digest(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    fn eat(&mut self, text: &str) {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}
