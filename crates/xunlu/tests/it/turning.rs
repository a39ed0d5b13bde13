//! Movers for whom turning costs something: what a search by places answers, held against the referee and
//! A\*.
//!
//! `XUNLU_SEEDS=100000 cargo test --release -p xunlu --test it turning` makes a longer run of it, and
//! `XUNLU_FIRST_SEED` starts elsewhere.

use std::collections::BTreeMap;
use xunlu::{
    Algorithm, Answer, Avoid, Cost, Footprint, Goal, Limit, Map, Outcome, Place, Query, Rect,
    Region, Size, Workspace, World,
};
use xunlu_testkit::{Random, Referee, Trial, any_place, any_trial, report};

const SEEDS: u64 = 1_500;

fn number(name: &str, otherwise: u64) -> u64 {
    let set = std::env::var(name).ok();
    set.map_or(otherwise, |text| text.parse().expect("a whole number"))
}

/// Any trial whose mover pays for turns.
fn turning_trial(seed: u64) -> Option<(Trial, Random)> {
    let trial = any_trial(seed);
    let mut random = Random::new(seed ^ 0x7042);
    if matches!(trial.map, Map::Waypoints(_)) {
        return None;
    }
    let straight = trial.mover.costs().straight;
    let turn = *random.pick(&[1, straight.0 / 2, straight.0 * 2, straight.0 * 20]);
    let mover = trial.mover.to_builder().turn_cost(Cost(turn.max(1))).build().unwrap();
    Some((Trial { mover, ..trial }, random))
}

fn kind_of(map: &Map) -> &'static str {
    match map {
        Map::Grid(_) => "grid",
        Map::Hex(_) => "hexes",
        Map::Layers(_) => "layers",
        Map::Waypoints(_) => "waypoints",
    }
}

/// A question from the trial's start, the referee of it, and what he says is the least cost.
fn any_question<'t>(trial: &'t Trial, random: &mut Random) -> (Query, Referee<'t>, Option<u64>) {
    let Trial { map, mover, from, to, .. } = trial;
    let (from, to, referee) = (*from, *to, Referee::new(map, mover));
    if random.chance(30) {
        let goals = [0; 3].map(|_| any_place(map, random));
        let costs = goals.iter().filter_map(|&goal| referee.optimal_cost(from, goal));
        let cheapest = costs.min();
        return (Query::to(from, Goal::any_of(goals)), referee, cheapest);
    }
    let query = Query::between(from, to);
    let around = map.cell_of(from).filter(|_| random.chance(30));
    if let Some((_, cell)) = around {
        let rect = Rect::new(cell, Size::ONE).grown(random.from_to(2, 12));
        let has = |place| map.cell_of(place).is_some_and(|(_, cell)| rect.contains(cell));
        let referee = referee.kept_to(has);
        let cheapest = referee.optimal_cost(from, to).filter(|_| has(from) && has(to));
        return (query.within(Region::from(rect)), referee, cheapest);
    }
    if random.chance(30) && mover.footprint() == Footprint::ONE {
        let mut dear = [0; 4].map(|_| any_place(map, random)).to_vec();
        dear.retain(|&place| place != from);
        let more = mover.costs().straight.0 * random.from_to(1, 9);
        let toll = |place| if dear.contains(&place) { u64::from(more) } else { 0 };
        let referee = referee.costing_more(toll);
        let cheapest = referee.optimal_cost(from, to);
        let avoided: Vec<_> = dear.iter().map(|&place| Avoid::paying(place, Cost(more))).collect();
        return (query.avoiding(avoided), referee, cheapest);
    }
    let cheapest = referee.optimal_cost(from, to);
    (query, referee, cheapest)
}

fn check(
    trial: &Trial,
    (referee, cheapest): (&Referee<'_>, Option<u64>),
    answer: &Answer<Place>,
    says: &str,
) {
    let path = answer.path();
    let places = path.map(|path| &path.places[..]).unwrap_or_default();
    let found = path.map(|path| u64::from(path.cost.0));
    let judged = match cheapest {
        _ if found != cheapest => Err(format!("costs {found:?}, the cheapest {cheapest:?}")),
        None => Ok(()),
        Some(cost) => referee.check_path(places, cost),
    };
    if let Err(what) = judged {
        panic!("{}", report(trial, places, &format!("{says}: {what}")));
    }
}

#[test]
fn searches_by_places_lead_to_the_cheapest_paths() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let mut found: BTreeMap<&str, u64> = BTreeMap::new();
    let mut workspace = Workspace::new();
    for seed in first..first + number("XUNLU_SEEDS", SEEDS) {
        let Some((trial, mut random)) = turning_trial(seed) else { continue };
        let world = World::with_mover(trial.map.clone(), trial.mover.clone()).unwrap();
        for _ in 0..4 {
            let (query, referee, cheapest) = any_question(&trial, &mut random);
            let answer = world.find(&query, &mut workspace).unwrap();
            check(&trial, (&referee, cheapest), &answer, "by places");
            let by_name = world.find(&query.clone().algorithm(Algorithm::AStar), &mut workspace);
            check(&trial, (&referee, cheapest), &by_name.unwrap(), "A*");
            let is_search = answer.algorithm() == Algorithm::AStar && answer.expansions > 0;
            if is_search && answer.is_found() {
                *found.entry(kind_of(&trial.map)).or_default() += 1;
            }
        }
    }
    if number("XUNLU_SEEDS", SEEDS) >= SEEDS {
        assert!(["grid", "hexes", "layers"].iter().all(|kind| found[kind] >= 300), "{found:?}");
    }
}

#[test]
fn such_searches_are_the_same_in_slices_and_keep_their_limits() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let (mut sliced, mut stopped) = (0, 0);
    let mut workspace = Workspace::new();
    for seed in first..first + number("XUNLU_SEEDS", SEEDS / 3) {
        let Some((trial, mut random)) = turning_trial(seed) else { continue };
        let world = World::with_mover(trial.map.clone(), trial.mover.clone()).unwrap();
        let (query, ..) = any_question(&trial, &mut random);
        let whole = world.find(&query, &mut workspace).unwrap();
        if whole.expansions == 0 {
            continue;
        }
        let mut pending = world.begin(query.clone(), &mut workspace).unwrap();
        let step = u64::from(random.from_to(1, 30));
        let in_slices = loop {
            if let Some(answer) = world.advance(&mut pending, step).unwrap() {
                break answer;
            }
        };
        assert_eq!(in_slices, whole, "seed {seed}");
        sliced += 1;
        let cost_max = Cost(random.below(1 + whole.cost().map_or(50_000, |cost| cost.0)));
        let limited = query.clone().exhaustive(true).cost_max(cost_max);
        let by_name = limited.clone().algorithm(Algorithm::AStar);
        let [limited, by_name] =
            [limited, by_name].map(|query| world.find(&query, &mut workspace).unwrap());
        assert_eq!(limited.cost(), by_name.cost(), "seed {seed}");
        assert!(limited.is_found() || limited.outcome == by_name.outcome, "seed {seed}");
        for _ in 0..4 {
            let most = u64::from(random.from_to(1, u32::try_from(whole.expansions).unwrap() + 40));
            let answer = world.find(&query.clone().limit(most), &mut workspace).unwrap();
            assert!(answer.expansions <= most, "seed {seed}: {} of {most}", answer.expansions);
            if answer.outcome == Outcome::GaveUp(Limit::Expansions) {
                stopped += 1;
            } else {
                assert_eq!(answer.path().map(|path| path.cost), whole.path().map(|path| path.cost));
            }
        }
    }
    if number("XUNLU_SEEDS", SEEDS / 3) >= SEEDS / 3 {
        assert!(sliced >= 40 && stopped >= 80, "{sliced} in slices, {stopped} stopped");
    }
}
