//! Every algorithm against the referee, on every kind of map and mover, from thousands of seeds.
//!
//! `XUNLU_SEEDS=100000 cargo test --release -p xunlu --test differential` makes a longer run of it,
//! and `XUNLU_FIRST_SEED` starts elsewhere. A failure prints the map, so that it can be pasted into
//! a test of its own, and the seed that replays it.

#![cfg(test)]

use std::collections::BTreeMap;
use xunlu::map::Footprint;
use xunlu::roadmap::RoadmapOptions;
use xunlu::{
    Algorithm, Answer, Cost, Estimate, Mover, MoverId, Outcome, PathEnd, Place, Promise, Query,
    Ties, Workspace, World,
};
use xunlu_testkit::{Random, Referee, Trial, any_place, any_standing_place, any_trial, report};

/// How many maps are tried, each with several questions put to every algorithm.
const SEEDS: u64 = 5_000;
const STARTS_A_MAP: usize = 2;
const GOALS_A_START: usize = 3;
/// So many paths each algorithm has to find itself on each kind of map and for each kind of mover that it can
/// answer for.
const FOUND_MIN: u64 = 100;

/// What the referee knows of one question.
struct Truth {
    start_is_free: bool,
    goal_is_free: bool,
    cheapest: Option<u64>,
    fewest_steps: Option<u64>,
}

/// Who found how many paths, on which kind of map and for which kind of mover: it counts who *answered*,
/// whoever was asked.
#[derive(Debug, Default)]
struct Tally {
    found: BTreeMap<(&'static str, &'static str, &'static str), u64>,
    asked: u64,
    unreachable: u64,
    blocked: u64,
}

impl Tally {
    fn count(&mut self, trial: &Trial, map: &'static str, answer: &Answer) {
        self.asked += 1;
        match answer.outcome {
            Outcome::Found(_) => {
                let key = (answer.algorithm().name(), map, mover_kind(&trial.mover));
                *self.found.entry(key).or_default() += 1;
            }
            Outcome::Unreachable => self.unreachable += 1,
            Outcome::Blocked(_) => self.blocked += 1,
            Outcome::GaveUp(_) => {}
        }
    }
}

const MAPS: [&str; 4] = ["grid", "hex", "layers", "waypoints"];
const MOVERS: [&str; 3] = ["small", "large", "turning"];

fn mover_kind(mover: &Mover) -> &'static str {
    match (mover.turn_cost() > Cost::ZERO, mover.footprint() == Footprint::ONE) {
        (true, _) => "turning",
        (false, true) => "small",
        (false, false) => "large",
    }
}

/// Whether an algorithm can answer on such a map for such a mover. What it cannot, another answers.
fn can_answer(algorithm: Algorithm, map: &str, mover: &str) -> bool {
    let is_there = mover != "large" || matches!(map, "grid" | "layers");
    let can = if algorithm == Algorithm::Roadmap {
        // Nobody turns between waypoints.
        map == "waypoints" || mover != "turning"
    } else if algorithm.is_over_jumps() {
        // Squares, hierarchies on one layer, hexes at one price, and no turn costs.
        let is_by_entrances = matches!(algorithm, Algorithm::Hierarchy | Algorithm::HierarchyExact);
        let on_squares = map == "layers" && !is_by_entrances;
        let on_hexes = matches!(algorithm, Algorithm::JumpPoints | Algorithm::JumpIndex);
        let on_hexes = map == "hex" && on_hexes;
        (map == "grid" || on_squares || on_hexes) && mover != "turning"
    } else {
        // From both ends headings would have to meet.
        !algorithm.is_two_way() || mover != "turning"
    };
    is_there && can
}

fn number(name: &str, otherwise: u64) -> u64 {
    let set = std::env::var(name).ok();
    set.map_or(otherwise, |text| text.parse().expect("a whole number"))
}

#[test]
fn every_algorithm_agrees_with_the_referee() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let mut asked = Tally::default();
    for seed in first..first + number("XUNLU_SEEDS", SEEDS) {
        try_all(&any_trial(seed), &mut asked);
    }
    let Tally { found, asked: all, unreachable, blocked } = &asked;
    let paths: u64 = found.values().sum();
    println!(
        "{all} questions: {paths} with a path, {unreachable} without, {blocked} with a blocked end"
    );
    for ((algorithm, map, mover), found) in &asked.found {
        println!("{found:8} paths by {algorithm} on {map}, {mover}");
    }
    if number("XUNLU_SEEDS", SEEDS) < SEEDS {
        return;
    }
    assert!(asked.unreachable >= 2_000, "only {} had none", asked.unreachable);
    assert!(asked.blocked >= 2_000, "only {} were blocked", asked.blocked);
    for algorithm in Algorithm::ALL {
        for (map, mover) in MAPS.iter().flat_map(|map| MOVERS.map(|mover| (*map, mover))) {
            let key = (algorithm.name(), map, mover);
            let found = asked.found.get(&key).copied().unwrap_or(0);
            let least = if can_answer(algorithm, map, mover) { FOUND_MIN } else { 0 };
            assert!(found >= least, "{key:?} found {found} paths; expected at least {least}");
            assert!(least > 0 || found == 0, "{key:?} found {found} paths; expected it cannot");
        }
    }
}

/// Puts several questions on one map to every algorithm.
fn try_all(trial: &Trial, asked: &mut Tally) {
    let referee = Referee::new(&trial.map, &trial.mover);
    let mut world = World::with_mover(trial.map.clone(), trial.mover.clone()).unwrap();
    // Where one can be had; else those who ask for it are answered by another, and count so.
    world.build_index(MoverId::FIRST).unwrap();
    world.build_hierarchy(MoverId::FIRST, 1).unwrap();
    let roadmap =
        world.view(MoverId::FIRST).unwrap().bake_roadmap(&RoadmapOptions::new(), &|_, _| true);
    if let Ok(roadmap) = roadmap {
        world.attach_roadmap(MoverId::FIRST, roadmap).unwrap();
    }
    let map = world.map().kind();
    let mut workspace = Workspace::new();
    let mut random = Random::new(trial.seed ^ 0x5eed);
    for start in 0..STARTS_A_MAP {
        let from = if start == 0 { trial.from } else { likely_place(trial, &referee, &mut random) };
        let (costs, steps) = (referee.distances(from), referee.step_counts(from));
        for goal in 0..GOALS_A_START {
            let to = if goal == 0 { trial.to } else { likely_place(trial, &referee, &mut random) };
            let truth = Truth {
                start_is_free: referee.can_stand(from),
                goal_is_free: referee.can_stand(to),
                cheapest: costs.get(&to).copied(),
                fewest_steps: steps.get(&to).copied(),
            };
            for algorithm in Algorithm::ALL {
                let estimate = *random.pick(&Estimate::ALL);
                let query = Query::between(from, to).algorithm(algorithm);
                let ties = *random.pick(&Ties::ALL);
                let query = query.estimate(estimate).ties(ties);
                let answer = world.find(&query, &mut workspace).unwrap();
                let path = answer.path().map(|path| &path.places[..]);
                if let Err(what) = judge(&referee, &truth, algorithm.promise_by(estimate), &answer)
                {
                    let how = [algorithm.name(), estimate.name(), ties.name()].join(", ");
                    let what = format!("{how}: {what}");
                    let failed = Trial { from, to, ..trial.clone() };
                    panic!("{}", report(&failed, path.unwrap_or_default(), &what));
                }
                asked.count(trial, map, &answer);
            }
        }
    }
}

/// Mostly a place where the mover can stand, so that most questions have a path.
fn likely_place(trial: &Trial, referee: &Referee<'_>, random: &mut Random) -> Place {
    let standing = any_standing_place(referee, random);
    standing.filter(|_| !random.chance(10)).unwrap_or_else(|| any_place(&trial.map, random))
}

/// Whether an answer is right.
fn judge(
    referee: &Referee<'_>,
    truth: &Truth,
    promise: Promise,
    answer: &Answer<Place>,
) -> Result<(), String> {
    match &answer.outcome {
        Outcome::Blocked(blocked) => {
            let is_free = match blocked.end {
                PathEnd::Start => truth.start_is_free,
                PathEnd::Goal => truth.goal_is_free || !truth.start_is_free,
            };
            if is_free { Err(format!("says the {:?} is blocked", blocked.end)) } else { Ok(()) }
        }
        _ if !truth.start_is_free || !truth.goal_is_free => {
            Err("does not say that an end is blocked".into())
        }
        Outcome::Unreachable => match truth.cheapest {
            Some(cost) => Err(format!("finds no path where there is one at {cost}")),
            None if answer.expansions > 0 => Err("searched for what components know".into()),
            None => Ok(()),
        },
        Outcome::GaveUp(limit) => Err(format!("gave up at {limit:?}, and there was no limit")),
        Outcome::Found(found) => {
            let Some(cheapest) = truth.cheapest else {
                return Err("finds a path where there is none".into());
            };
            let cost = u64::from(found.path.cost.0);
            referee.check_path(&found.path.places, cost)?;
            let steps = found.path.places.len() as u64 - 1;
            judge_promise(promise, cost, cheapest, steps, truth.fewest_steps)?;
            let bound = u64::from(found.lower_bound.0);
            if bound > cheapest {
                return Err(format!("claims that no path costs less than {bound}, one {cheapest}"));
            }
            Ok(())
        }
    }
}

fn judge_promise(
    promise: Promise,
    cost: u64,
    cheapest: u64,
    steps: u64,
    fewest: Option<u64>,
) -> Result<(), String> {
    let keeps = match promise {
        Promise::Cheapest => cost == cheapest,
        Promise::Within { percent } => cost * 100 <= cheapest * u64::from(percent),
        Promise::FewestSteps => Some(steps) == fewest,
        Promise::AnyPath => true,
    };
    if keeps {
        return Ok(());
    }
    Err(format!("promised {promise:?}: cost {cost} of {cheapest}, {steps} steps of {fewest:?}"))
}
