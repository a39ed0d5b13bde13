//! The nearest place reached where the goal is not, within limits of cost and in regions: jumps find the one
//! that a search cell by cell finds, at the same cost.
//!
//! `XUNLU_SEEDS` and `XUNLU_FIRST_SEED` make it longer or start elsewhere, as for `differential`.

use crate::ground::{FOOTPRINTS, SEEDS, any_ground, any_rect, costs, cover, number, rules};
use std::collections::BTreeMap;
use xunlu::map::{StepRule, Wrap};
use xunlu::{
    Algorithm, Answer, Cost, Exits, Goal, Grid, Limit, Link, Map, Mover, MoverId, Occupancy,
    Outcome, Place, Query, Reason, Region, StepCosts, Terrain, Unit, Weight, Workspace, World,
};
use xunlu_testkit::{Random, Referee, any_trial};

fn grid_of(world: &World) -> &Grid {
    let Map::Grid(grid) = world.map() else { panic!("a square grid") };
    grid
}

/// A world with walls, and perhaps prices, ledges, doors that undercut no distance, and stairs that do.
fn any_world(random: &mut Random) -> (World, Mover) {
    let mover = random.pick(&rules()).clone().costs(*random.pick(&costs()));
    let mover = mover.footprint(*random.pick(&FOOTPRINTS)).build().unwrap();
    let mut grid = any_ground(random);
    if random.chance(8) {
        cover(&mut grid, random);
    }
    if random.chance(12) {
        for _ in 0..random.from_to(1, 6) {
            let rect = any_rect(&grid, random, 2);
            grid.fill_exits(rect, Exits(u8::try_from(random.below(256)).unwrap())).unwrap();
        }
    }
    let mut world = World::with_mover(grid, mover.clone()).unwrap();
    if random.chance(25) {
        // Dear ones undercut nothing.
        let weight = if random.chance(80) { 100_000 } else { 100 };
        for _ in 0..random.from_to(1, 8) {
            let ends = [0; 2].map(|_| Place::Cell(any_rect(grid_of(&world), random, 1).min));
            if ends[0] != ends[1] {
                let link = Link::one_way(ends[0], ends[1]).costing(Weight::percent(weight));
                world.add_link(link).unwrap();
            }
        }
    }
    if random.chance(50) {
        world.build_index(MoverId::FIRST).unwrap();
    }
    (world, mover)
}

/// A question for the nearest place, more often than not with a goal that is out of reach or not to be
/// reached within its limits.
fn any_question(world: &World, random: &mut Random) -> Query {
    let grid = grid_of(world);
    let any = |random: &mut Random| Place::Cell(any_rect(grid, random, 1).min);
    let from = any(random);
    let goal = match random.below(4) {
        0 => {
            let count = *random.pick(&[2, 5, 8, 12]);
            Goal::any_of((0..count).map(|_| any(random)).collect::<Vec<_>>())
        }
        1 if random.chance(50) => Goal::region(Region::from(any_rect(grid, random, 9))),
        _ => Goal::At(any(random)),
    };
    let mut query = Query::to(from, goal).nearest(true);
    if random.chance(60) {
        let most = *random.pick(&[30, 300, 8_000, 60_000]);
        query = query.cost_max(Cost(random.below(most)));
    }
    if random.chance(50) {
        let most = *random.pick(&[6, 30, 90]);
        let mut parts = vec![any_rect(grid, random, most)];
        for _ in 0..random.below(3) {
            parts.push(any_rect(grid, random, most));
        }
        query = query.within(Region::of(parts).unwrap());
    }
    query
}

/// What an answer comes to: its outcome without a path, where it leads, and at what cost.
fn told(answer: &Answer<Place>) -> (Option<Outcome<Place>>, Option<Place>, Option<Cost>) {
    match answer.path() {
        Some(path) => (None, None, Some(path.cost)),
        None => {
            let nearest = answer.nearest.as_ref();
            let end = nearest.and_then(|path| path.places.last().copied());
            (Some(answer.outcome.clone()), end, nearest.map(|path| path.cost))
        }
    }
}

#[test]
fn jumps_find_the_nearest_place_that_a_search_cell_by_cell_finds() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let mut asked: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    for seed in first..first + number("XUNLU_SEEDS", SEEDS) {
        let mut random = Random::new(seed ^ 0x0ea7);
        let (mut world, mover) = any_world(&mut random);
        let mut workspace = Workspace::new();
        for _ in 0..3 {
            let map = world.map().clone();
            for _ in 0..8 {
                let query = any_question(&world, &mut random);
                let named = *random.pick(&[Algorithm::JumpPoints, Algorithm::JumpIndex]);
                let by = if random.chance(50) { None } else { Some(named) };
                let answer = world.find(&query.clone().algorithm(by), &mut workspace).unwrap();
                let cell_by_cell = query.clone().algorithm(Algorithm::AStar);
                let other = world.find(&cell_by_cell, &mut workspace).unwrap();
                let what = format_args!("seed {seed}, {query:?}, {mover:?}, {by:?}\n{map}");
                let [here, there] = [told(&answer), told(&other)];
                assert_eq!((&here.1, here.2), (&there.1, there.2), "{what}");
                // A goal may be both beyond the limit of cost and out of reach within the region. Which of
                // the two is reported depends on the search, and both are true.
                let has_both = query.region.is_some() && query.limits.cost_max < Cost::MAX;
                let is_either = [&here.0, &there.0].iter().all(|outcome| {
                    matches!(outcome, Some(Outcome::GaveUp(Limit::Cost | Limit::Region)))
                });
                assert!(here.0 == there.0 || has_both && is_either, "{what}");
                if let Some(path) = &answer.nearest {
                    let region = query.region.clone();
                    let has = move |place: Place| {
                        region.as_ref().is_none_or(|region| {
                            place.as_cell().is_some_and(|cell| region.contains(0, cell))
                        })
                    };
                    let referee = Referee::new(&map, &mover).kept_to(&has);
                    let cost = u64::from(path.cost.0);
                    assert_eq!(referee.check_path(&path.places, cost), Ok(()), "{what}");
                    let kind = match answer.outcome {
                        Outcome::GaveUp(Limit::Cost) => "too dear",
                        Outcome::GaveUp(Limit::Region) => "kept in",
                        Outcome::Unreachable => "out of reach",
                        _ => "blocked",
                    };
                    *asked.entry((answer.algorithm().name(), kind)).or_insert(0) += 1;
                } else if answer.is_found() {
                    *asked.entry((answer.algorithm().name(), "found")).or_insert(0) += 1;
                }
            }
            for _ in 0..random.below(4) {
                let rect = any_rect(grid_of(&world), &mut random, 8);
                world.fill(rect, *random.pick(&[Terrain::WALL, Terrain::OPEN])).unwrap();
            }
        }
    }
    println!("questions by who answered and what came of them: {asked:?}");
    if number("XUNLU_SEEDS", SEEDS) >= SEEDS {
        for by in ["jps", "jps-index"] {
            for kind in ["found", "too dear", "kept in", "out of reach", "blocked"] {
                let count = asked.get(&(by, kind)).copied().unwrap_or(0);
                assert!(count >= 80, "only {count} questions were {kind} by {by}");
            }
        }
    }
}

/// Where jumps know no nearest place, on hexes, on layers, past shortcuts and over several prices, whoever
/// wants one is searched for over them first as if he did not, and cell by cell if that ends short of the
/// goal.
#[test]
fn who_wants_the_nearest_place_comes_to_his_goal_over_jumps() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let mut by_jumps: BTreeMap<&str, u32> = BTreeMap::new();
    let mut short = 0;
    for seed in first..first + 3 * number("XUNLU_SEEDS", SEEDS) {
        let trial = any_trial(seed);
        let mut random = Random::new(seed ^ 0x3ea1);
        let world = World::with_mover(trial.map.clone(), trial.mover.clone()).unwrap();
        let referee = Referee::new(&trial.map, &trial.mover);
        let mut workspace = Workspace::new();
        for _ in 0..4 {
            let most = *random.pick(&[300, 8_000, 900_000]);
            let cost_max = Cost(random.below(most));
            let query = Query::between(trial.from, trial.to).nearest(true).cost_max(cost_max);
            let query = if random.chance(50) { query.limit(1 << 30) } else { query };
            let answer = world.find(&query, &mut workspace).unwrap();
            let cell_by_cell = query.clone().algorithm(Algorithm::AStar);
            let other = world.find(&cell_by_cell, &mut workspace).unwrap();
            assert_eq!(told(&answer), told(&other), "seed {seed}, {query:?}");
            if let Some(path) = answer.path().or(answer.nearest.as_ref()) {
                let is_path = referee.check_path(&path.places, u64::from(path.cost.0));
                assert_eq!(is_path, Ok(()), "seed {seed}, {query:?}");
            }
            short += u32::from(answer.nearest.is_some());
            if answer.is_found() && answer.algorithm().is_over_jumps() {
                let kind = match &trial.map {
                    Map::Hex(_) => "hexes",
                    Map::Layers(_) => "layers",
                    _ if answer.algorithm() == Algorithm::JumpWeighted => "prices",
                    _ => "others",
                };
                *by_jumps.entry(kind).or_insert(0) += 1;
            }
        }
    }
    println!("found over jumps: {by_jumps:?}; the nearest place for the goal: {short}");
    if number("XUNLU_SEEDS", SEEDS) >= SEEDS {
        assert!(
            ["hexes", "layers", "prices"].iter().all(|kind| by_jumps[kind] >= 30),
            "{by_jumps:?}"
        );
        assert!(short >= 100, "{short}");
    }
}

/// Which places a limit of expansions lets a search reach depends on the search. What it hands out is a path
/// that there is, to a place no farther from the goal than the start. Where no path leads to the goal it may
/// end farther away, on its way round to the nearest place.
#[test]
fn within_a_limit_of_expansions_the_path_leads_nearer() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let (mut nearer, mut found) = (0, 0);
    for seed in first..first + number("XUNLU_SEEDS", SEEDS) {
        let mut random = Random::new(seed ^ 0x11e4);
        let (world, mover) = any_world(&mut random);
        let referee = Referee::new(world.map(), &mover);
        let mut workspace = Workspace::new();
        for _ in 0..6 {
            let grid = grid_of(&world);
            let [from, to] = [0; 2].map(|_| any_rect(grid, &mut random, 1).min);
            let expansions_max = u64::from(random.below(30));
            let query = Query::between(from, to).nearest(true).limit(expansions_max);
            let mut pending = world.begin(query.clone(), &mut workspace).unwrap();
            let sliced = loop {
                if let Some(answer) = world.advance(&mut pending, 3).unwrap() {
                    break answer;
                }
            };
            let answer = world.find(&query, &mut workspace).unwrap();
            let what = format_args!("seed {seed}, {query:?}, {mover:?}\n{}", world.map());
            assert_eq!(sliced, answer, "{what}");
            assert!(answer.expansions <= expansions_max, "{what}");
            let is_jumped = answer.algorithm().is_over_jumps();
            found += u32::from(is_jumped && answer.is_found());
            let Some(path) = &answer.nearest else { continue };
            let cost = u64::from(path.cost.0);
            assert_eq!(referee.check_path(&path.places, cost), Ok(()), "{what}");
            let apart = |place: &Place| {
                let off = place.as_cell().unwrap() - to;
                let [columns, rows] = [off.dx, off.dy].map(|by| u64::from(by.unsigned_abs()));
                let [longer, shorter] = [columns.max(rows), columns.min(rows)];
                let StepCosts { straight, diagonal } = mover.costs();
                let aside = match mover.rule() {
                    StepRule::Four => straight.0,
                    _ => diagonal.0 - straight.0,
                };
                longer * u64::from(straight.0) + shorter * u64::from(aside)
            };
            let ends = [path.places.first(), path.places.last()].map(|end| apart(end.unwrap()));
            let leads_away = ends[1] > ends[0] && referee.reaches(from.into(), to.into());
            assert!(!(is_jumped && leads_away), "{what}");
            let is_nearer = ends[1] < ends[0];
            nearer += u32::from(is_jumped && is_nearer);
        }
    }
    println!("{nearer} paths lead nearer, {found} to the goal");
    if number("XUNLU_SEEDS", SEEDS) >= SEEDS {
        assert!(nearer > 200 && found > 200, "{nearer} paths lead nearer, {found} to the goal");
    }
}

/// Those who stand in the way are walls, over which jumps know the nearest place as well.
#[test]
fn the_nearest_place_among_units_is_the_one_found_cell_by_cell() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let (mut jumped, mut asked) = (0, 0);
    for seed in first..first + number("XUNLU_SEEDS", SEEDS / 2) {
        let mut random = Random::new(seed ^ 0x0a17);
        let mover = random.pick(&rules()).clone().costs(*random.pick(&costs())).build().unwrap();
        let mut world = World::with_mover(any_ground(&mut random), mover.clone()).unwrap();
        if random.chance(50) {
            world.build_index(MoverId::FIRST).unwrap();
        }
        let mut occupancy = Occupancy::new(&world);
        for _ in 0..random.from_to(1, 60) {
            let cell = any_rect(grid_of(&world), &mut random, 1).min;
            // Only where it can stand.
            let _ = occupancy.enter(Unit::at(cell));
        }
        for _ in 0..8 {
            let [from, to] = [0; 2].map(|_| any_rect(grid_of(&world), &mut random, 1).min);
            let mut query = Query::between(from, to).nearest(true);
            if random.chance(60) {
                let most = *random.pick(&[30, 300, 8_000]);
                query = query.cost_max(Cost(random.below(most)));
            }
            let among = world.among(&mut occupancy).unwrap();
            let answer = among.find(&query, &mut Workspace::new()).unwrap();
            let cell_by_cell = query.clone().algorithm(Algorithm::AStar);
            let other = among.find(&cell_by_cell, &mut Workspace::new()).unwrap();
            let what = format_args!("seed {seed}, {query:?}, {mover:?}\n{}", world.map());
            // A goal that is shut in is out of reach, whether a search met its limit first or not.
            let [here, there] = [told(&answer), told(&other)];
            assert_eq!((here.1, here.2), (there.1, there.2), "{what}");
            assert_eq!(answer.is_found(), other.is_found(), "{what}");
            let has_nearest = answer.nearest.is_some();
            asked += u32::from(has_nearest);
            jumped += u32::from(has_nearest && answer.algorithm().is_over_jumps());
        }
    }
    println!("{asked} nearest places among units, {jumped} by jumps");
    if number("XUNLU_SEEDS", SEEDS) >= SEEDS {
        assert!(jumped > 200, "only {jumped} of {asked} were found by jumps");
    }
}

/// What jumps take of questions for the nearest place, and for what else they leave them to A\*.
#[test]
fn who_answers_for_the_nearest_place() {
    let ask = |world: &World, query: Query| world.choose(&query.nearest(true)).unwrap();
    let query = || Query::between((0, 0), (7, 0));
    let grid: Grid = "...#....\n...#....\n........".parse().unwrap();
    let world = World::new(grid.clone()).unwrap();
    let region = Region::from(any_rect(&grid, &mut Random::new(1), 4));
    let several = || Query::to((0, 0), Goal::any_of([Place::cell(7, 0), Place::cell(7, 2)]));
    for query in [
        query(),
        query().cost_max(Cost(3_000)),
        query().limit(20),
        query().within(region.clone()),
        query().within(region.clone()).cost_max(Cost(3_000)),
        several(),
        several().cost_max(Cost(3_000)),
        several().within(region.clone()),
    ] {
        let choice = ask(&world, query.clone());
        assert_eq!(choice.algorithm, Algorithm::JumpPoints, "{query:?}: {choice:?}");
    }
    let left = |world: &World, query: Query| {
        let choice = ask(world, query);
        assert_eq!(choice.algorithm, Algorithm::AStar, "{choice:?}");
        choice.reason
    };
    let limited = || query().cost_max(Cost(3_000));
    assert_eq!(left(&world, limited().avoiding([Place::cell(1, 1)])), Reason::JumpsAvoidNothing);
    let round = World::new(grid.clone().wrapped(Wrap { x: true, y: false })).unwrap();
    assert_eq!(left(&round, limited()), Reason::JumpsKnowNoNearest);
    let mut priced = world.clone();
    priced.set((1, 1), Terrain(3)).unwrap();
    assert_eq!(left(&priced, limited()), Reason::JumpsKnowNoNearest);
    let mut stairs = world.clone();
    let link = Link::two_way(Place::cell(0, 2), Place::cell(7, 2)).costing(Weight::percent(100));
    stairs.add_link(link).unwrap();
    assert_eq!(left(&stairs, limited()), Reason::JumpsKnowNoNearest);
}
