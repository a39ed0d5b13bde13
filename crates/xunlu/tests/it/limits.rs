//! Limits of cost, and costs too large to say: every algorithm says of them what the referee says.
//!
//! `XUNLU_SEEDS=100000 cargo test --release -p xunlu --test it limits` makes a longer run of it, and
//! `XUNLU_FIRST_SEED` starts elsewhere.

use std::collections::BTreeMap;
use xunlu::map::MoverBuilder;
use xunlu::{
    Algorithm, Answer, Corners, Cost, Grid, Limit, Limits, Map, Mover, Outcome, Place, Query, Rect,
    Region, Size, StepCosts, Terrain, Weight, Workspace, World,
};
use xunlu_testkit::{
    GridKind, Random, Referee, Trial, any_grid_of, any_place, any_standing_place, any_trial,
    any_trial_on, report,
};

const SEEDS: u64 = 1_000;

/// How many questions of each kind were put to an algorithm: which of them a path kept.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    found: u64,
    too_expensive: u64,
    nearest: u64,
}

fn number(name: &str, otherwise: u64) -> u64 {
    let set = std::env::var(name).ok();
    set.map_or(otherwise, |text| text.parse().expect("a whole number"))
}

#[test]
fn every_algorithm_keeps_a_limit_if_a_path_does() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let mut tallies = BTreeMap::new();
    for seed in first..first + number("XUNLU_SEEDS", SEEDS) {
        try_limits(&any_trial(seed), &mut tallies);
    }
    assert_eq!(tallies.len(), Algorithm::ALL.len(), "{tallies:?}");
    for (algorithm, tally) in &tallies {
        let Tally { found, too_expensive, nearest, .. } = *tally;
        assert!(found >= 300 && too_expensive >= 300 && nearest >= 300, "{algorithm}: {tally:?}");
    }
}

/// Limits around the least cost, put to every algorithm.
fn try_limits(trial: &Trial, tallies: &mut BTreeMap<&'static str, Tally>) {
    let referee = Referee::new(&trial.map, &trial.mover);
    let world = World::with_mover(trial.map.clone(), trial.mover.clone()).unwrap();
    let mut workspace = Workspace::new();
    let mut random = Random::new(trial.seed ^ 0x11a1);
    let costs = referee.distances(trial.from);
    let goal = any_standing_place(&referee, &mut random).unwrap_or(trial.to);
    let Some(&cheapest) = costs.get(&goal) else { return };
    let more = cheapest + u64::from(random.below(1 + u32::try_from(cheapest / 2).unwrap()));
    let less = u64::from(random.below(1 + u32::try_from(cheapest).unwrap()));
    let limits = [cheapest, more, less.min(cheapest.saturating_sub(1)), cheapest.saturating_sub(1)];
    for (limit, algorithm) in
        limits.into_iter().flat_map(|limit| Algorithm::ALL.map(|algorithm| (limit, algorithm)))
    {
        let cost_max = Cost(u32::try_from(limit).unwrap());
        let query = Query::between(trial.from, goal).algorithm(algorithm);
        let wants_nearest = random.chance(50);
        let query = query.cost_max(cost_max).nearest(wants_nearest);
        let answer = world.find(&query, &mut workspace).unwrap();
        let tally = tallies.entry(algorithm.name()).or_default();
        if let Err(what) = judge(&referee, &query, &answer, cheapest, tally) {
            let path = answer.path().or(answer.nearest.as_ref());
            let path = path.map(|path| &path.places[..]).unwrap_or_default();
            let what = format!("{}, at most {limit} of {cheapest}: {what}", algorithm.name());
            let failed = Trial { to: goal, ..trial.clone() };
            panic!("{}", report(&failed, path, &what));
        }
    }
}

#[test]
fn a_search_that_need_not_be_made_comes_to_the_same() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let (mut found, mut flooded) = (0, 0);
    for seed in first..first + number("XUNLU_SEEDS", SEEDS) {
        let trial = any_trial(seed);
        let referee = Referee::new(&trial.map, &trial.mover);
        let world = World::with_mover(trial.map.clone(), trial.mover.clone()).unwrap();
        let mut workspace = Workspace::new();
        let reached = referee.distances(trial.from).len() as u64;
        for algorithm in Algorithm::ALL {
            let query = Query::between(trial.from, trial.to).algorithm(algorithm);
            let at_once = world.find(&query, &mut workspace).unwrap();
            let searched = world.find(&query.exhaustive(true), &mut workspace).unwrap();
            let seen = format!("seed {seed}, {}", algorithm.name());
            assert_eq!(searched.outcome, at_once.outcome, "{seen}");
            found += u32::from(at_once.is_found());
            let is_dijkstra =
                algorithm == Algorithm::Dijkstra && trial.mover.turn_cost() == Cost::ZERO;
            if searched.outcome == Outcome::Unreachable && at_once.expansions == 0 && is_dijkstra {
                assert_eq!(searched.expansions, reached, "{seen}: all that can be reached");
                flooded += 1;
            }
        }
    }
    assert!(found >= 300 && flooded >= 10, "{found} found, {flooded} flooded");
}

#[test]
fn a_search_made_all_the_same_answers_the_same_within_limits() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let (mut known, mut expansions) = (0, 0);
    for seed in first..first + number("XUNLU_SEEDS", SEEDS) {
        let trial = any_trial(seed);
        let world = World::with_mover(trial.map.clone(), trial.mover.clone()).unwrap();
        let mut random = Random::new(seed ^ 0x0e8a);
        let mut workspace = Workspace::new();
        for _ in 0..4 {
            let [from, to] = [0; 2].map(|_| any_place(&trial.map, &mut random));
            let goal = if random.chance(20) { from } else { to };
            let mut query = Query::between(from, goal).nearest(random.chance(30));
            if let Some((_, cell)) = trial.map.cell_of(to).filter(|_| random.chance(40)) {
                query = query.within(Region::from(Rect::new(cell, Size::new(8, 8))));
            }
            if random.chance(30) {
                query = query.cost_max(Cost(random.below(30_000)));
            }
            if random.chance(30) {
                query = query.limit(u64::from(random.below(40)));
            }
            query = query.algorithm(*random.pick(&Algorithm::ALL));
            let at_once = world.find(&query, &mut workspace).unwrap();
            let query = query.exhaustive(true);
            let searched = world.find(&query, &mut workspace).unwrap();
            assert_eq!(searched.outcome, at_once.outcome, "seed {seed}: {query:?}");
            assert_eq!(searched.nearest, at_once.nearest, "seed {seed}: {query:?}");
            let told = world.alternatives(&query, 2, &mut workspace).unwrap();
            let others = world.alternatives(&query.exhaustive(false), 2, &mut workspace).unwrap();
            assert_eq!(told, others, "seed {seed}");
            if !at_once.is_found() && at_once.expansions == 0 {
                (known, expansions) = (known + 1, expansions + searched.expansions);
            }
        }
    }
    assert!(known >= 300 && expansions > 2_000, "{known} known, {expansions} expansions");
}

#[test]
fn every_algorithm_says_of_a_cost_that_it_is_too_large() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let (mut said, mut too_large) = (0_u32, 0_u32);
    for seed in first..first + number("XUNLU_SEEDS", SEEDS) {
        let mut random = Random::new(seed);
        let cost = Cost(random.from_to(Cost::STEP_MAX.0 / 8, Cost::STEP_MAX.0));
        let costs = StepCosts { straight: cost, diagonal: cost };
        let mover =
            if random.chance(50) { Mover::four() } else { Mover::eight(Corners::NoCutting) };
        let priced = |mover: MoverBuilder, terrain| {
            let weight = if terrain % 2 == 0 { Weight::ONE } else { Weight::percent(30) };
            mover.price(Terrain(terrain), weight)
        };
        let mover = (1..=14).fold(mover.costs(costs), priced);
        let turn = if random.chance(50) { 0 } else { random.from_to(1, cost.0) };
        let mover = mover.turn_cost(Cost(turn)).build().unwrap();
        let map = Map::from(any_grid_of(GridKind::Weighted, seed));
        let trial = any_trial_on(seed, map.clone(), mover.clone());
        let referee = Referee::new(&map, &mover);
        let Some(cheapest) = referee.optimal_cost(trial.from, trial.to) else { continue };
        let world = World::with_mover(map.clone(), mover.clone()).unwrap();
        for algorithm in Algorithm::ALL.map(Some).into_iter().chain([None]) {
            let query = Query::between(trial.from, trial.to).algorithm(algorithm);
            let outcome = world.find(&query, &mut Workspace::new()).unwrap().outcome;
            let is_right = match &outcome {
                Outcome::Found(found) => u64::from(found.path.cost.0) >= cheapest,
                Outcome::GaveUp(Limit::CostTooLarge) => cheapest >= u64::from(u32::MAX),
                _ => false,
            };
            let name = algorithm.map_or("auto", Algorithm::name);
            let what = format!("{name}: {outcome:?}, and {cheapest} is the least");
            assert!(is_right, "{}", report(&trial, &[], &what));
            said += u32::from(matches!(outcome, Outcome::Found(_)));
            too_large += u32::from(matches!(outcome, Outcome::GaveUp(_)));
        }
    }
    assert!(said >= 1_000 && too_large >= 200, "{said} could be said, {too_large} were too large");
}

/// Whether an answer is right where some path costs `cheapest` and none less.
fn judge(
    referee: &Referee<'_>,
    query: &Query,
    answer: &Answer<Place>,
    cheapest: u64,
    tally: &mut Tally,
) -> Result<(), String> {
    let limit = u64::from(query.limits.cost_max.0);
    if let Some(path) = answer.path().or(answer.nearest.as_ref()) {
        let cost = u64::from(path.cost.0);
        referee.check_path(&path.places, cost)?;
        if cost > limit {
            return Err(format!("its path costs {cost}"));
        }
    }
    match &answer.outcome {
        Outcome::Found(found) => {
            tally.found += 1;
            let bound = u64::from(found.lower_bound.0);
            if bound > cheapest { Err(format!("claims a least cost of {bound}")) } else { Ok(()) }
        }
        Outcome::GaveUp(Limit::Cost) if cheapest > limit => {
            tally.too_expensive += 1;
            tally.nearest += u64::from(answer.nearest.is_some());
            if query.wants_nearest && answer.nearest.is_none() {
                return Err("no path to the nearest place".into());
            }
            Ok(())
        }
        other => Err(format!("{other:?}")),
    }
}

/// The outcome of every algorithm from the first cell to the last, by four neighbours.
fn outcomes(
    map: &str,
    [straight, diagonal]: [u32; 2],
    limit: Cost,
) -> Vec<(Algorithm, Outcome<Place>)> {
    let grid: Grid = map.parse().unwrap();
    let goal = grid.bounds().max().unwrap();
    let costs = StepCosts { straight: Cost(straight), diagonal: Cost(diagonal) };
    let world = World::with_mover(grid, Mover::four().costs(costs).build().unwrap()).unwrap();
    let limits = Limits::NONE.cost_max(limit);
    let query = Query::between(Place::cell(0, 0), goal).limits(limits);
    let ask = |algorithm| {
        let query = query.clone().algorithm(algorithm);
        (algorithm, world.find(&query, &mut Workspace::new()).unwrap().outcome)
    };
    Algorithm::ALL.into_iter().map(ask).collect()
}

#[test]
fn a_cost_too_large_to_say_is_no_missing_path_from_both_ends_either() {
    let map = ".99999...9#9###.999999.9\n9999.9999999.99>999#9>.9\n";
    for (algorithm, outcome) in outcomes(map, [29_000_000, 29_000_000], Cost::MAX) {
        assert_eq!(outcome, Outcome::GaveUp(Limit::CostTooLarge), "{algorithm:?}");
    }
}

/// Sixteen steps cost too much to say, and what remains is estimated by the one cell that is cheap.
#[test]
fn nor_is_it_where_turns_cost_something() {
    let grid: Grid = "9................\n".parse().unwrap();
    let costs = StepCosts { straight: Cost::STEP_MAX, diagonal: Cost::STEP_MAX };
    let mover = (1..=14).fold(Mover::four().costs(costs), |mover, terrain| {
        let weight = if terrain == 9 { Weight::percent(1) } else { Weight::ONE };
        mover.price(Terrain(terrain), weight)
    });
    let world = World::with_mover(grid, mover.turn_cost(Cost(1)).build().unwrap()).unwrap();
    for algorithm in [None, Some(Algorithm::AStar)] {
        let query = Query::between(Place::cell(0, 0), Place::cell(16, 0)).algorithm(algorithm);
        let outcome = world.find(&query, &mut Workspace::new()).unwrap().outcome;
        assert_eq!(outcome, Outcome::GaveUp(Limit::CostTooLarge), "{algorithm:?}");
    }
}

#[test]
fn a_limit_that_a_path_keeps_is_kept_in_every_order() {
    for (algorithm, outcome) in outcomes("22.\n..2\n", [10, 14], Cost(40)) {
        let Outcome::Found(found) = outcome else { panic!("{algorithm:?}: {outcome:?}") };
        assert_eq!(found.path.cost, Cost(40), "{algorithm:?}");
    }
}

#[test]
fn the_nearest_place_within_a_limit_is_offered_by_every_algorithm() {
    // The goal lies at 90, behind a wall, or in it; in four steps one comes no nearer than 4,0.
    let check = |map: &str, goal: (i32, i32), nearest: (i32, i32)| {
        let costs = StepCosts { straight: Cost(10), diagonal: Cost(14) };
        let mover = Mover::four().costs(costs).build().unwrap();
        let world = World::with_mover(map.parse::<Grid>().unwrap(), mover).unwrap();
        let query = Query::between(Place::cell(0, 0), Place::cell(goal.0, goal.1));
        let limits = Limits::NONE.cost_max(Cost(40));
        for algorithm in Algorithm::ALL {
            let query = query.clone().algorithm(algorithm).limits(limits).nearest(true);
            let answer = world.find(&query, &mut Workspace::new()).unwrap();
            let path =
                answer.nearest.unwrap_or_else(|| panic!("{algorithm:?}: {goal:?} of\n{map}"));
            let last = path.places.last().copied();
            assert_eq!(
                last,
                Some(Place::cell(nearest.0, nearest.1)),
                "{algorithm:?}: {goal:?} of\n{map}"
            );
            assert_eq!(path.cost, Cost(40), "{algorithm:?}: {goal:?} of\n{map}");
        }
    };
    check("..........\n", (9, 0), (4, 0));
    check("........#.\n", (9, 0), (4, 0));
    check("........#.\n", (8, 0), (4, 0));
    // Straight on lies the goal, and the way there is behind: it is no nearer by the way than by flight.
    check(".....#.\n####.#.\n.....#.\n.#####.\n.......\n", (6, 0), (4, 0));
}
