//! Jump point search against the referee: every corner rule, footprint and pair of costs, on maps wide
//! enough that rows take several words, before and after edits.
//!
//! `XUNLU_SEEDS` and `XUNLU_FIRST_SEED` make it longer or start elsewhere, as for `differential`.

use crate::ground::{
    FOOTPRINTS, GROUNDS, SEEDS, any_ground, any_link, any_rect, ask_some, change_links, costs,
    cover, grid_of, jumps_on, number, rules,
};
use std::collections::BTreeMap;
use xunlu::map::make;
use xunlu::{
    Algorithm, Cell, Change, Door, Goal, Grid, Limit, Link, Map, Mover, MoverId, Outcome, Place,
    Query, Rect, Region, Size, Tags, Terrain, Weight, Workspace, World,
};
use xunlu_testkit::{Random, Referee, any_standing_place};

#[test]
fn jumps_agree_with_the_referee_on_every_rule_and_footprint() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let (mut found, mut edits) = (0, 0);
    for seed in first..first + number("XUNLU_SEEDS", SEEDS) {
        let mut random = Random::new(seed);
        let mover = random.pick(&rules()).clone().costs(*random.pick(&costs()));
        let mover = mover.footprint(*random.pick(&FOOTPRINTS)).build().unwrap();
        let mut world = World::with_mover(any_ground(&mut random), mover.clone()).unwrap();
        let made = random.below(4);
        for edit in 0..5 {
            if edit == made {
                assert!(world.build_index(MoverId::FIRST).unwrap());
            }
            let algorithm = if edit < made { Algorithm::JumpPoints } else { Algorithm::JumpIndex };
            found += ask_some(seed, &world, &mover, algorithm, &mut random);
            for _ in 0..=random.below(3) * random.below(3) {
                let rect = any_rect(grid_of(&world), &mut random, 8);
                let terrain = *random.pick(&[Terrain::WALL, Terrain::OPEN]);
                world.fill(rect, terrain).unwrap();
                edits += 1;
            }
        }
    }
    println!("{found} paths, {edits} edits");
    if number("XUNLU_SEEDS", SEEDS) >= SEEDS {
        assert!(found > 4_000, "only {found} of the questions had a path");
    }
}

#[test]
fn jumps_over_weighted_ground_agree_with_the_referee() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let (mut found, mut jumped) = (0, 0);
    for seed in first..first + number("XUNLU_SEEDS", SEEDS) {
        let mut random = Random::new(seed ^ 0x3e16);
        let mover = random.pick(&rules()).clone().costs(*random.pick(&costs()));
        let odd = Weight::percent(*random.pick(&[50, 150, 241, 242, 1000]));
        let mover = mover.price(Terrain(40), odd);
        let mover = mover.footprint(*random.pick(&FOOTPRINTS)).build().unwrap();
        let mut grid = any_ground(&mut random);
        cover(&mut grid, &mut random);
        let mut world = World::with_mover(grid, mover.clone()).unwrap();
        for _ in 0..4 {
            let by = jumps_on(&world);
            jumped += u32::from(by == Algorithm::JumpWeighted);
            found += ask_some(seed, &world, &mover, by, &mut random);
            for _ in 0..=random.below(3) * random.below(3) {
                let rect = any_rect(grid_of(&world), &mut random, 8);
                let terrain = random.chance(30).then_some(Terrain::WALL);
                let terrain = terrain.unwrap_or(*random.pick(&GROUNDS));
                world.fill(rect, terrain).unwrap();
            }
        }
    }
    println!("{found} paths, {jumped} states of maps jumped over");
    if number("XUNLU_SEEDS", SEEDS) >= SEEDS {
        assert!(found > 4_000, "only {found} of the questions had a path");
        assert!(jumped > 1_500, "only {jumped} states of maps were jumped over");
    }
}

#[test]
fn jumps_past_doors_agree_with_the_referee() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let (mut found, mut states) = (0, BTreeMap::new());
    for seed in first..first + number("XUNLU_SEEDS", SEEDS) {
        let mut random = Random::new(seed ^ 0xd005);
        let mover = random.pick(&rules()).clone().costs(*random.pick(&costs()));
        let tags = if random.chance(50) { Tags::one(1).unwrap() } else { Tags::NONE };
        let mover = mover.tags(tags).footprint(*random.pick(&FOOTPRINTS)).build().unwrap();
        let mut grid = any_ground(&mut random);
        let is_weighted = random.chance(30);
        if is_weighted {
            cover(&mut grid, &mut random);
        }
        let mut world = World::with_mover(grid, mover.clone()).unwrap();
        let count = *random.pick(&[1, 3, 10, 40, 120]);
        let links = (0..count).filter_map(|_| any_link(grid_of(&world), &mut random));
        world.apply(&Change::All(links.map(Change::AddLink).collect())).unwrap();
        let made = random.below(4);
        for edit in 0..6 {
            if edit == made || random.chance(10) {
                world.build_index(MoverId::FIRST).unwrap();
            }
            let by = jumps_on(&world);
            if by != Algorithm::AStar {
                let has_index = edit >= made && by == Algorithm::JumpPoints;
                let by = if has_index { index_on(&world) } else { by };
                *states.entry(by.name()).or_insert(0) += 1;
                found += ask_some(seed, &world, &mover, by, &mut random);
            }
            for _ in 0..=random.below(4) {
                change_links(&mut world, &mut random);
            }
            if random.chance(50) {
                let rect = any_rect(grid_of(&world), &mut random, 8);
                world.fill(rect, *random.pick(&[Terrain::WALL, Terrain::OPEN])).unwrap();
            }
        }
    }
    println!("{found} paths, states of maps by who answered: {states:?}");
    if number("XUNLU_SEEDS", SEEDS) >= SEEDS {
        assert!(found > 12_000, "only {found} of the questions had a path");
        let least = [("jps", 400), ("jps-index", 1_000), ("jps-weighted", 300)];
        for (by, least) in least {
            let count = states.get(by).copied().unwrap_or(0);
            assert!(count > least, "only {count} states of maps were asked of {by}");
        }
    }
}

/// Several goals of some kind, and the places that are any of them.
fn any_goals(grid: &Grid, random: &mut Random) -> (Goal, Vec<Place>) {
    let rect = any_rect(grid, random, 12);
    let cells = |is_goal: &dyn Fn(Cell) -> bool| {
        let own = grid.bounds().cells().filter(|cell| is_goal(*cell));
        own.map(Place::Cell).collect::<Vec<_>>()
    };
    match random.below(3) {
        0 => {
            let count = *random.pick(&[2, 5, 16]);
            let any = |_| Place::Cell(any_rect(grid, random, 1).min);
            let all: Vec<Place> = (0..count).map(any).collect();
            (Goal::any_of(all.clone()), all)
        }
        1 => {
            let radius = random.from_to(1, 10);
            let is_near = |cell: Cell| {
                let off = cell - rect.min;
                i64::from(off.dx).pow(2) + i64::from(off.dy).pow(2) <= i64::from(radius).pow(2)
            };
            (Goal::within(rect.min, radius), cells(&is_near))
        }
        _ => (Goal::region(Region::from(rect)), cells(&|cell| rect.contains(cell))),
    }
}

/// Asks for the nearest of several goals, by an algorithm or by whichever is chosen, and counts who answered,
/// and of long searches that as well. Returns how many paths there were.
fn ask_for_any(
    seed: u64,
    world: &World,
    (mover, algorithm): (&Mover, Option<Algorithm>),
    random: &mut Random,
    asked: &mut BTreeMap<String, usize>,
) -> usize {
    let (grid, map, mut found) = (grid_of(world).clone(), Map::from(grid_of(world).clone()), 0);
    let referee = Referee::new(&map, mover);
    for _ in 0..8 {
        let Some(from) = any_standing_place(&referee, random) else { break };
        let (goal, all) = any_goals(&grid, random);
        let costs = referee.distances(from);
        let least = all.iter().filter_map(|to| costs.get(to)).min();
        let query = Query::to(from, goal.clone());
        let query = algorithm.map_or(query.clone(), |by| query.algorithm(by));
        let answer = world.find(&query, &mut Workspace::new()).unwrap();
        let by = answer.algorithm().name();
        let is_long = answer.expansions > 16;
        *asked.entry(format!("{by}{}", if is_long { ", long" } else { "" })).or_insert(0) += 1;
        let what = format_args!("seed {seed}, {from} to {goal:?}, {mover:?}\n{grid}");
        match (&answer.outcome, least) {
            (Outcome::Found(answered), Some(&least)) => {
                found += 1;
                let path = &answered.path;
                assert_eq!(u64::from(path.cost.0), least, "{what}");
                assert_eq!(referee.check_path(&path.places, least), Ok(()), "{what}");
                let ends = (path.places.first(), path.places.last());
                assert_eq!(ends.0, Some(&from), "{what}");
                assert!(ends.1.is_some_and(|end| all.contains(end)), "{what}");
            }
            (Outcome::Unreachable | Outcome::Blocked(_), None) => {}
            (outcome, least) => panic!("{outcome:?}, not {least:?}: {what}"),
        }
    }
    found
}

/// Goals that lie close together, in halls and corridors or cut off from each other by walls, are bounded by
/// landmarks, and runs that do not pass them are taken.
#[test]
fn an_index_leads_to_the_nearest_of_several_goals() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let (mut found, mut asked) = (0, BTreeMap::new());
    for seed in first..first + number("XUNLU_SEEDS", SEEDS) {
        let mut random = Random::new(seed ^ 0x9e37);
        let mover = random.pick(&rules()).clone().costs(*random.pick(&costs())).build().unwrap();
        let kind = match random.below(4) {
            0 => make::Kind::Caves { walls_percent: random.from_to(38, 48), rounds: 4 },
            1 => make::Kind::Noise { walls_percent: random.from_to(10, 45) },
            _ => make::Kind::Maze {
                corridor: random.from_to(1, 6),
                loops_percent: *random.pick(&[0, 3, 20, 60]),
            },
        };
        let size = Size::new(random.from_to(20, 90), random.from_to(20, 60));
        let Ok(grid) = make::grid(kind, size, seed) else { continue };
        let mut world = World::with_mover(grid, mover.clone()).unwrap();
        if random.chance(30) {
            change_links(&mut world, &mut random);
        }
        assert!(world.build_index(MoverId::FIRST).unwrap());
        let by = Some(Algorithm::JumpIndex);
        for _ in 0..random.below(3) * random.below(3) {
            let rect = any_rect(grid_of(&world), &mut random, 3);
            world.fill(rect, *random.pick(&[Terrain::WALL, Terrain::OPEN])).unwrap();
        }
        found += ask_for_any(seed, &world, (&mover, by), &mut random, &mut asked);
    }
    println!("{found} paths, questions by who answered: {asked:?}");
    if number("XUNLU_SEEDS", SEEDS) >= SEEDS {
        let long = asked.get("jps-index, long").copied().unwrap_or(0);
        assert!(long > 300, "only {long} long searches had an index: {asked:?}");
    }
}

#[test]
fn jumps_to_the_nearest_of_several_goals_agree_with_the_referee() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let (mut found, mut asked) = (0, BTreeMap::new());
    for seed in first..first + number("XUNLU_SEEDS", SEEDS) {
        let mut random = Random::new(seed ^ 0x60a1);
        let mover = random.pick(&rules()).clone().costs(*random.pick(&costs()));
        let mover = mover.footprint(*random.pick(&FOOTPRINTS)).build().unwrap();
        let mut grid = any_ground(&mut random);
        if random.chance(30) {
            cover(&mut grid, &mut random);
        }
        let mut world = World::with_mover(grid, mover.clone()).unwrap();
        let count = *random.pick(&[0, 0, 3, 20]);
        let links = (0..count).filter_map(|_| any_link(grid_of(&world), &mut random));
        world.apply(&Change::All(links.map(Change::AddLink).collect())).unwrap();
        if random.chance(50) {
            world.build_index(MoverId::FIRST).unwrap();
        }
        found += ask_for_any(seed, &world, (&mover, None), &mut random, &mut asked);
    }
    println!("{found} paths, questions by who answered: {asked:?}");
    if number("XUNLU_SEEDS", SEEDS) >= SEEDS {
        for by in ["jps", "jps-index", "jps-weighted"] {
            let own = asked.iter().filter(|(name, _)| name.split(',').next() == Some(by));
            let count: usize = own.map(|(_, count)| count).sum();
            assert!(count > 300, "only {count} questions were answered by {by}");
        }
    }
}

/// Some rectangles that overlap, touch at a side or a corner, or lie apart, and whether a place lies in one.
fn any_parts(grid: &Grid, random: &mut Random) -> (Region, impl Fn(Place) -> bool + use<>) {
    let most = *random.pick(&[3, 12, 60]);
    let mut parts = vec![any_rect(grid, random, most)];
    for _ in 0..random.below(4) {
        let Rect { min, size } = *random.pick(&parts);
        let [right, down] = [size.width, size.height].map(|side| {
            let side = side.cast_signed();
            let touching = *random.pick(&[-1, 0, side - 1, side]);
            if random.chance(50) { touching } else { random.between(-3, side + 1) }
        });
        let size = Size::new(random.from_to(1, most), random.from_to(1, most));
        parts.push(Rect::new(Cell::new(min.x + right, min.y + down), size));
    }
    let region = Region::of(parts.clone()).unwrap();
    let has = move |place: Place| {
        place.as_cell().is_some_and(|cell| parts.iter().any(|part| part.contains(cell)))
    };
    (region, has)
}

/// Asks a world as it is now some questions in a region each: how many had a path, how many none but such as
/// leave the region, and who answered.
fn ask_within(
    seed: u64,
    world: &World,
    mover: &Mover,
    random: &mut Random,
    asked: &mut BTreeMap<&'static str, u32>,
) -> [u32; 2] {
    let (grid, map) = (grid_of(world), Map::from(grid_of(world).clone()));
    let free = Referee::new(&map, mover);
    let (mut found, mut kept_in) = (0, 0);
    for _ in 0..6 {
        let (region, has) = any_parts(grid, random);
        let kept = free.clone().kept_to(&has);
        let mut own = kept.standing_places();
        own.retain(|&place| has(place));
        if own.is_empty() {
            continue;
        }
        let from = *random.pick(&own);
        let several = if random.chance(25) { 4 } else { 1 };
        let goals: Vec<Place> = (0..several).map(|_| *random.pick(&own)).collect();
        let goal = if several > 1 { Goal::any_of(goals.clone()) } else { Goal::at(goals[0]) };
        let query = Query::to(from, goal).within(region.clone());
        let answer = world.find(&query, &mut Workspace::new()).unwrap();
        *asked.entry(answer.algorithm().name()).or_insert(0) += 1;
        let costs = kept.distances(from);
        let least = goals.iter().filter_map(|to| costs.get(to)).min();
        let what = format_args!("seed {seed}, {from} to {goals:?} in {region}, {mover:?}\n{grid}");
        let is_apart = goals.iter().all(|&to| !free.reaches(from, to));
        match (&answer.outcome, least) {
            (Outcome::Found(answered), Some(&least)) => {
                found += 1;
                let path = &answered.path;
                assert_eq!(u64::from(path.cost.0), least, "{what}");
                assert_eq!(kept.check_path(&path.places, least), Ok(()), "{what}");
            }
            (Outcome::GaveUp(Limit::Region), None) if !is_apart => kept_in += 1,
            (Outcome::Unreachable, None) if is_apart => {}
            (outcome, least) => panic!("{outcome:?}, not {least:?}: {what}"),
        }
    }
    [found, kept_in]
}

#[test]
fn jumps_in_a_region_agree_with_the_referee() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let (mut found, mut kept_in, mut asked) = (0, 0, BTreeMap::new());
    for seed in first..first + number("XUNLU_SEEDS", SEEDS) {
        let mut random = Random::new(seed ^ 0x9e61);
        let mover = random.pick(&rules()).clone().costs(*random.pick(&costs()));
        let mover = mover.footprint(*random.pick(&FOOTPRINTS)).build().unwrap();
        let mut grid = any_ground(&mut random);
        if random.chance(30) {
            cover(&mut grid, &mut random);
        }
        let mut world = World::with_mover(grid, mover.clone()).unwrap();
        let count = *random.pick(&[0, 0, 3, 20]);
        let links = (0..count).filter_map(|_| any_link(grid_of(&world), &mut random));
        world.apply(&Change::All(links.map(Change::AddLink).collect())).unwrap();
        if random.chance(50) {
            world.build_index(MoverId::FIRST).unwrap();
        }
        for _ in 0..2 {
            let [more, apart] = ask_within(seed, &world, &mover, &mut random, &mut asked);
            (found, kept_in) = (found + more, kept_in + apart);
            let rect = any_rect(grid_of(&world), &mut random, 8);
            world.fill(rect, *random.pick(&[Terrain::WALL, Terrain::OPEN])).unwrap();
        }
    }
    println!("{found} paths, {kept_in} that all leave, questions by who answered: {asked:?}");
    if number("XUNLU_SEEDS", SEEDS) >= SEEDS {
        assert!(found > 4_000, "only {found} of the questions had a path");
        assert!(kept_in > 100, "only {kept_in} questions whose paths all leave the region");
        for by in ["jps", "jps-index", "jps-weighted"] {
            let count = asked.get(by).copied().unwrap_or(0);
            assert!(count > 500, "only {count} questions were answered by {by}");
        }
    }
}

/// The jumps with an index, if there is one.
fn index_on(world: &World) -> Algorithm {
    let somewhere = Place::Cell(grid_of(world).bounds().min);
    let query = Query::between(somewhere, somewhere).algorithm(Algorithm::JumpIndex);
    world.choose(&query).unwrap().algorithm
}

#[test]
fn a_door_is_jumped_past_and_a_stair_taken() {
    let grid: Grid = "......#...\n......#...\n......#...".parse().unwrap();
    let mut world = World::new(grid).unwrap();
    let (door, _) = world.add_link(Link::two_way(Place::cell(5, 1), Place::cell(7, 1))).unwrap();
    let ask = |world: &World| {
        let query = Query::between(Place::cell(0, 0), Place::cell(9, 2));
        let answer = world.find(&query, &mut Workspace::new()).unwrap();
        (answer.algorithm(), answer.path().map(|path| path.places.len()))
    };
    assert_eq!(ask(&world), (Algorithm::JumpPoints, Some(9)));
    assert!(world.build_index(MoverId::FIRST).unwrap());
    assert_eq!(ask(&world), (Algorithm::JumpIndex, Some(9)));
    world.set_door(door, Door::Shut).unwrap();
    assert_eq!(ask(&world).1, None);
    world.set_door(door, Door::Open).unwrap();
    assert_eq!(ask(&world), (Algorithm::JumpIndex, Some(9)));
    // A stair over a wall that takes longer is no shortcut, and one that takes less is.
    world.add_link(Link::one_way(Place::cell(0, 1), Place::cell(9, 2))).unwrap();
    assert_eq!(ask(&world).1, Some(3));
}
