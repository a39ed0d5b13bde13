//! Jump point search against the referee: every corner rule, footprint and pair of costs, on maps wide
//! enough that rows take several words, before and after edits.
//!
//! Long because all its tests share the makers of links and goals.
//!
//! `XUNLU_SEEDS` and `XUNLU_FIRST_SEED` make it longer or start elsewhere, as for `differential`.

#![cfg(test)]

mod ground;

use ground::{
    FOOTPRINTS, GROUNDS, SEEDS, WEIGHTS, any_ground, any_rect, ask_some, check_estimates, costs,
    cover, number, rules,
};
use std::collections::{BTreeMap, BTreeSet};
use xunlu::map::{Direction, MoverBuilder, Offset, make};
use xunlu::search::EventKind;
use xunlu::{
    Algorithm, Cell, Change, Corners, Cost, Door, Exits, Goal, Grid, Limit, Limits, Link, LinkId,
    Map, Mover, MoverId, Outcome, Place, Query, Recorder, Rect, Region, Size, StepCosts, Tags,
    Terrain, Weight, Workspace, World,
};
use xunlu_testkit::{Random, Referee, any_standing_place};

fn grid_of(world: &World) -> &Grid {
    let Map::Grid(grid) = world.map() else { panic!("a square grid") };
    grid
}

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

/// Where most jump points leave no choice, an index joins what leads from one to the next.
#[test]
fn runs_through_mazes_and_caves_agree_with_the_referee() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let mut found = 0;
    for seed in first..first + number("XUNLU_SEEDS", SEEDS) {
        let mut random = Random::new(seed);
        let mover = random.pick(&rules()).clone().costs(*random.pick(&costs())).build().unwrap();
        let (corridor, loops_percent) = (random.from_to(1, 3), *random.pick(&[0, 3, 20, 60]));
        let kind = match random.below(3) {
            0 => make::Kind::Caves { walls_percent: random.from_to(38, 48), rounds: 4 },
            _ => make::Kind::Maze { corridor, loops_percent },
        };
        let size = Size::new(random.from_to(5, 140), random.from_to(5, 90));
        let Ok(grid) = make::grid(kind, size, seed) else { continue };
        let mut world = World::with_mover(grid, mover.clone()).unwrap();
        assert!(world.build_index(MoverId::FIRST).unwrap());
        let doors: Vec<Cell> =
            (0..3).map(|_| any_rect(grid_of(&world), &mut random, 1).min).collect();
        for _ in 0..6 {
            found += ask_some(seed, &world, &mover, Algorithm::JumpIndex, &mut random);
            // The same few doors again and again, and now and then a place that is like no other.
            let door = *random.pick(&doors);
            let elsewhere = any_rect(grid_of(&world), &mut random, 3);
            let rect = if random.chance(70) { Rect::cell(door) } else { elsewhere };
            world.fill(rect, *random.pick(&[Terrain::WALL, Terrain::OPEN])).unwrap();
            if random.chance(15) {
                change_links(&mut world, &mut random);
            }
        }
    }
    println!("{found} paths");
    if number("XUNLU_SEEDS", SEEDS) >= SEEDS {
        assert!(found > 4_000, "only {found} of the questions had a path");
    }
}

/// A search by an index that another one takes the place of: what the one joined may be apart in the other.
#[test]
fn searches_whose_index_is_made_anew_agree_with_the_referee() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let mut found = 0;
    for seed in first..first + number("XUNLU_SEEDS", SEEDS) {
        let (mut random, mover) = (Random::new(seed ^ 0x5117), Mover::default());
        let kind = make::Kind::Maze {
            corridor: random.from_to(1, 2),
            loops_percent: *random.pick(&[1, 4, 10]),
        };
        let mut world = World::new(make::grid(kind, Size::new(60, 40), seed).unwrap()).unwrap();
        assert!(world.build_index(MoverId::FIRST).unwrap());
        for _ in 0..12 {
            let rect = any_rect(grid_of(&world), &mut random, 1);
            world.fill(rect, *random.pick(&[Terrain::WALL, Terrain::WALL, Terrain::OPEN])).unwrap();
        }
        let [start, goal] =
            [0; 2].map(|_| Place::Cell(any_rect(grid_of(&world), &mut random, 1).min));
        let query = Query::between(start, goal).algorithm(Algorithm::JumpIndex);
        let mut pending = world.begin(query, &mut Workspace::new()).unwrap();
        let mut answer = world.advance(&mut pending, random.from_to(1, 30).into()).unwrap();
        world.build_index(MoverId::FIRST).unwrap();
        if answer.is_none() {
            answer = world.advance(&mut pending, u64::MAX).unwrap();
        }
        let answer = answer.unwrap();
        let Outcome::Found(answered) = &answer.outcome else { continue };
        let referee = Referee::new(world.map(), &mover);
        let least = referee.distances(start)[&goal];
        let places = &answered.path.places;
        assert_eq!(referee.check_path(places, least), Ok(()), "seed {seed}\n{}", world.map());
        assert_eq!((places.first(), places.last()), (Some(&start), Some(&goal)), "seed {seed}");
        found += 1;
    }
    if number("XUNLU_SEEDS", SEEDS) >= SEEDS {
        assert!(found > 100, "only {found} of the questions had a path");
    }
}

/// Two halls, one of them full of pillars, with a wall between that leaves a gap and a door.
fn halls(random: &mut Random) -> (Grid, Cell) {
    let size = Size::new(random.from_to(30, 60), random.from_to(12, 30));
    let [width, height] = [size.width, size.height].map(u32::cast_signed);
    let door = Cell::new(width / 2, random.between(0, height / 2));
    let mut grid = Grid::new(size).unwrap();
    for cell in grid.bounds().cells() {
        let is_wall = cell.x == door.x && cell.y < height - 3 && cell != door;
        if is_wall || cell.x < door.x - 1 && random.chance(15) {
            grid.set(cell, Terrain::WALL).unwrap();
        }
    }
    (grid, door)
}

/// Ground may be as it was when landmarks were placed, and some of its jump points have no number yet: those
/// at a door that was shut when edges were repaired, and is open again.
#[test]
fn an_index_on_ground_that_is_as_it_was_agrees_with_the_referee() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let mut found = 0;
    for seed in first..first + number("XUNLU_SEEDS", SEEDS) / 6 {
        let mut random = Random::new(seed ^ 0xa51a);
        let mover = random.pick(&rules()).clone().build().unwrap();
        let (grid, door) = halls(&mut random);
        let mut world = World::with_mover(grid, mover.clone()).unwrap();
        assert!(world.build_index(MoverId::FIRST).unwrap());
        world.set(door, Terrain::WALL).unwrap();
        // Another comes and goes, until there are more edits than stay outstanding.
        let other = Cell::new(door.x + 2, 0);
        for terrain in [Terrain::WALL, Terrain::OPEN].repeat(2) {
            world.set(other, terrain).unwrap();
        }
        world.set(door, Terrain::OPEN).unwrap();
        for _ in 0..4 {
            found += ask_some(seed, &world, &mover, Algorithm::JumpIndex, &mut random);
        }
    }
    println!("{found} paths");
    if number("XUNLU_SEEDS", SEEDS) >= SEEDS {
        assert!(found > 1_000, "only {found} of the questions had a path");
    }
}

/// Cells come and go, some as they were and some for good, and a path is only the cheapest if no estimate is
/// above what the rest of it costs.
#[test]
fn no_estimate_by_an_index_is_above_the_cost() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let mut told = 0;
    for seed in first..first + number("XUNLU_SEEDS", SEEDS) / 6 {
        let mut random = Random::new(seed ^ 0x0e57);
        let mover = random.pick(&rules()).clone().costs(*random.pick(&costs())).build().unwrap();
        // In halls all is as it was now and then, and their door was shut meanwhile.
        let (grid, door) = if random.chance(50) {
            let (grid, door) = halls(&mut random);
            (grid, Some(door))
        } else {
            (any_ground(&mut random), None)
        };
        let mut world = World::with_mover(grid, mover.clone()).unwrap();
        if !world.build_index(MoverId::FIRST).unwrap() {
            continue;
        }
        let mut taken_back = Vec::new();
        for _ in 0..20 {
            let anywhere = any_rect(grid_of(&world), &mut random, 1).min;
            let cell = door.filter(|_| random.chance(30)).unwrap_or(anywhere);
            let was = grid_of(&world).terrain(cell).unwrap();
            world.set(cell, *random.pick(&[Terrain::WALL, Terrain::OPEN])).unwrap();
            if door.is_some() || random.chance(80) {
                taken_back.push((cell, was));
            }
            while random.chance(60) {
                let Some((cell, was)) = taken_back.pop() else { break };
                world.set(cell, was).unwrap();
            }
            told += check_estimates(&world, &mover, Algorithm::JumpIndex, &mut random);
        }
    }
    println!("{told} estimates");
    if number("XUNLU_SEEDS", SEEDS) >= SEEDS {
        assert!(told > 25_000, "only {told} estimates were told");
    }
}

/// Use makes an index worth making: at first its jump edges, then their runs, then landmarks.
#[test]
fn an_index_that_grows_with_use_agrees_with_the_referee() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let (mut found, mut made) = (0, [0; 3]);
    for seed in first..first + number("XUNLU_SEEDS", SEEDS) / 6 {
        let mut random = Random::new(seed ^ 0x96e3);
        let mover = random.pick(&rules()).clone().build().unwrap();
        let kind = match random.below(3) {
            0 => make::Kind::Noise { walls_percent: random.from_to(25, 40) },
            _ => make::Kind::Maze { corridor: random.from_to(1, 3), loops_percent: 20 },
        };
        let size = Size::new(random.from_to(40, 90), random.from_to(40, 60));
        let Ok(grid) = make::grid(kind, size, seed) else { continue };
        let mut world = World::with_mover(grid, mover.clone()).unwrap();
        if random.chance(50) {
            change_links(&mut world, &mut random);
        }
        let by = Algorithm::JumpIndex;
        for part in &mut made {
            if !use_until_made(&mut world, &mut random) {
                break;
            }
            *part += 1;
            found += ask_some(seed, &world, &mover, by, &mut random);
        }
        if world.index_upkeep(MoverId::FIRST).unwrap().is_none() {
            continue;
        }
        let mut edited = world.clone();
        let rect = any_rect(grid_of(&world), &mut random, 2);
        edited.fill(rect, *random.pick(&[Terrain::WALL, Terrain::OPEN])).unwrap();
        change_links(&mut edited, &mut random);
        found += ask_some(seed, &edited, &mover, by, &mut random);
        assert!(edited.build_index(MoverId::FIRST).unwrap());
        found += ask_some(seed, &edited, &mover, by, &mut random);
        found += u32::from(ask_while_built(&mut world, &mover, &mut random));
    }
    println!("{found} paths, {made:?} parts made");
    if number("XUNLU_SEEDS", SEEDS) >= SEEDS {
        assert!(found > 1_500, "only {found} of the questions had a path");
        let [edges, runs, landmarks] = made;
        assert!(edges > 60 && runs > 60 && landmarks > 20, "parts were made {made:?} times");
    }
}

/// Asks a world questions until it makes a part of an index. Returns whether it came to that.
fn use_until_made(world: &mut World, random: &mut Random) -> bool {
    let mut workspace = Workspace::new();
    (0..1_000).any(|_| {
        let [from, to] = [0; 2].map(|_| Place::Cell(any_rect(grid_of(world), random, 1).min));
        world.find(&Query::between(from, to), &mut workspace).unwrap();
        world.maintain_indexes()
    })
}

/// Asks a question during which what the index lacks is built. Returns whether there was a path.
fn ask_while_built(world: &mut World, mover: &Mover, random: &mut Random) -> bool {
    let [from, to] = [0; 2].map(|_| Place::Cell(any_rect(grid_of(world), random, 1).min));
    let query = Query::between(from, to).algorithm(Algorithm::JumpIndex);
    let mut pending = world.begin(query, &mut Workspace::new()).unwrap();
    let answer = world.advance(&mut pending, random.from_to(1, 30).into()).unwrap();
    assert!(world.build_index(MoverId::FIRST).unwrap());
    let answer = answer.or_else(|| world.advance(&mut pending, u64::MAX).unwrap()).unwrap();
    let referee = Referee::new(world.map(), mover);
    let can_stand = [from, to].iter().all(|place| referee.standing_places().contains(place));
    let least = referee.distances(from).get(&to).copied().filter(|_| can_stand);
    let what = format_args!("{from} to {to}, {mover:?}\n{}", world.map());
    assert_eq!(answer.path().map(|path| u64::from(path.cost.0)), least, "{what}");
    if let (Some(path), Some(least)) = (answer.path(), least) {
        assert_eq!(referee.check_path(&path.places, least), Ok(()), "{what}");
    }
    least.is_some()
}

/// Among more shortcuts than are settled, what any path may gain at most is a bound of its own, and falls
/// where one is taken. A gate that was passed may still be reached for less then.
#[test]
fn a_gate_among_many_may_be_reached_for_less_after_it_was_passed() {
    let mut rows = vec![".".repeat(252) + "#" + &".".repeat(66); 2];
    rows[1].replace_range(3..4, "#");
    let mut world = World::new(rows.join("\n").parse::<Grid>().unwrap()).unwrap();
    let mut links = vec![
        Link::one_way(Place::cell(5, 0), Place::cell(125, 1)),
        Link::one_way(Place::cell(125, 0), Place::cell(186, 0)),
    ];
    links.extend((0..63).map(|at| {
        let link = Link::one_way(Place::cell(253 + at, 0), Place::cell(254 + at, 0));
        link.costing(Weight::percent(99))
    }));
    world.apply(&Change::All(links.into_iter().map(Change::AddLink).collect())).unwrap();
    let ask = |algorithm| {
        let query = Query::between(Place::cell(45, 0), Place::cell(250, 0)).algorithm(algorithm);
        world.find(&query, &mut Workspace::new()).unwrap().path().unwrap().cost
    };
    assert_eq!(ask(Algorithm::JumpPoints), ask(Algorithm::AStar));
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

/// A link between any two cells, most often near each other: a door, a stair, a teleport. Returns `None`
/// where that is one cell.
fn any_link(grid: &Grid, random: &mut Random) -> Option<Link<Place>> {
    let bounds = grid.bounds();
    let from = any_rect(grid, random, 1).min;
    let near = from + Offset::new(random.between(-4, 4), random.between(-4, 4));
    let is_near = random.chance(50) && bounds.contains(near);
    let to = if is_near { near } else { any_rect(grid, random, 1).min };
    let (from, to) = (Place::Cell(from), Place::Cell(to));
    let link = if random.chance(60) { Link::two_way(from, to) } else { Link::one_way(from, to) };
    let tags = if random.chance(15) { Tags::one(1).unwrap() } else { Tags::NONE };
    let door = if random.chance(25) { Door::Shut } else { Door::Open };
    let weight = Weight::percent(*random.pick(&WEIGHTS));
    (from != to).then(|| link.costing(weight).tagged(tags).with_door(door))
}

/// Adds a link, removes one, or opens or shuts a door.
fn change_links(world: &mut World, random: &mut Random) {
    let known: Vec<LinkId> = grid_of(world).links().iter().map(|(id, _)| id).collect();
    if known.is_empty() || random.chance(30) {
        if let Some(link) = any_link(grid_of(world), random) {
            world.add_link(link).unwrap();
        }
        return;
    }
    let id = *random.pick(&known);
    if random.chance(30) {
        world.remove_link(id).unwrap();
    } else {
        world.set_door(id, *random.pick(&[Door::Open, Door::Shut])).unwrap();
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
fn what_was_opened_may_be_reached_by_a_link_that_is_shorter_than_the_distance() {
    let mut found = 0;
    for seed in 0..150 {
        let mut random = Random::new(seed ^ 0x09e4);
        let size = Size::new(120, 120);
        let mut grid = Grid::new(size).unwrap();
        for cell in grid.bounds().cells().filter(|cell| cell.x % 9 == 0 || cell.y % 7 == 0) {
            let is_gap = random.chance(8);
            grid.set(cell, if is_gap { Terrain::OPEN } else { Terrain::WALL }).unwrap();
        }
        let mut world = World::new(grid).unwrap();
        for _ in 0..4 {
            if let Some(link) = any_link(grid_of(&world), &mut random) {
                world.add_link(link.costing(Weight::percent(10)).with_door(Door::Open)).unwrap();
            }
        }
        world.build_index(MoverId::FIRST).unwrap();
        for _ in 0..3 {
            let rect = any_rect(grid_of(&world), &mut random, 3);
            world.fill(rect, Terrain::OPEN).unwrap();
            found += ask_some(seed, &world, &Mover::default(), Algorithm::JumpIndex, &mut random);
        }
    }
    assert!(found > 400, "only {found} of the questions had a path");
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

/// Which algorithm answers a question that asks for jumps over weighted ground.
fn jumps_on(world: &World) -> Algorithm {
    let somewhere = Place::Cell(grid_of(world).bounds().min);
    let query = Query::between(somewhere, somewhere).algorithm(Algorithm::JumpWeighted);
    world.choose(&query).unwrap().algorithm
}

#[test]
fn ground_of_one_price_is_jumped_over_whatever_the_price() {
    let mut workspace = Workspace::new();
    let ask = |world: &World, workspace: &mut Workspace| {
        let query = Query::between(Place::cell(0, 0), Place::cell(4, 2));
        let answer = world.find(&query, workspace).unwrap();
        (answer.algorithm(), answer.cost().unwrap())
    };
    let grid: Grid = "33333\n33#33\n33333".parse().unwrap();
    let mut world = World::new(grid).unwrap();
    let cost = Cost(3 * (2 * 2378 + 2 * 3363));
    let (algorithm, told) = ask(&world, &mut workspace);
    assert_eq!(algorithm, Algorithm::JumpPoints);
    let by_steps = Query::between(Place::cell(0, 0), Place::cell(4, 2)).algorithm(Algorithm::AStar);
    assert_eq!(world.find(&by_steps, &mut workspace).unwrap().cost(), Some(told));
    assert!(told >= cost);
    // One expensive cell, and jumps have to mind what it costs; with many they would always stop.
    world.set(Place::cell(1, 0), Terrain(5)).unwrap();
    assert_eq!(ask(&world, &mut workspace).0, Algorithm::JumpWeighted);
    for x in [0, 2, 4] {
        world.set(Place::cell(x, 0), Terrain(7)).unwrap();
        world.set(Place::cell(x, 2), Terrain(5)).unwrap();
    }
    assert_eq!(ask(&world, &mut workspace).0, Algorithm::AStar);
    world.fill(Rect::new(Cell::new(0, 0), Size::new(5, 1)), Terrain(3)).unwrap();
    world.fill(Rect::new(Cell::new(0, 2), Size::new(5, 1)), Terrain(3)).unwrap();
    world.set(Place::cell(1, 0), Terrain(3)).unwrap();
    assert_eq!(ask(&world, &mut workspace), (Algorithm::JumpPoints, told));
}

#[test]
fn diagonals_out_of_proportion_are_not_jumped() {
    let grid = || Grid::new(Size::new(9, 9)).unwrap();
    for (straight, diagonal, jumps) in
        [(10, 9, false), (10, 10, true), (10, 20, true), (10, 21, false)]
    {
        let costs = StepCosts { straight: Cost(straight), diagonal: Cost(diagonal) };
        let mover = Mover::eight(Corners::NoCutting).costs(costs).build().unwrap();
        let world = World::with_mover(grid(), mover).unwrap();
        let query = Query::between(Place::cell(0, 0), Place::cell(8, 3));
        let answer =
            world.find(&query.algorithm(Algorithm::JumpPoints), &mut Workspace::new()).unwrap();
        let expected = if jumps { Algorithm::JumpPoints } else { Algorithm::AStar };
        assert_eq!(answer.algorithm(), expected, "{straight}/{diagonal}");
    }
}

#[test]
fn what_is_over_a_limit_is_no_missing_path() {
    let grid: Grid =
        ".##....\n..#....\n....##.\n..###..\n.#...#.\n..#.#..\n.#.#..#".parse().unwrap();
    let mut world = World::new(grid).unwrap();
    assert!(world.build_index(MoverId::FIRST).unwrap());
    let mut workspace = Workspace::new();
    for algorithm in [Algorithm::AStar, Algorithm::JumpPoints, Algorithm::JumpIndex] {
        let query = Query::between(Place::cell(6, 4), Place::cell(1, 5)).algorithm(algorithm);
        for (cost_max, is_found) in [(31_898, false), (31_899, true)] {
            let limits = Limits::NONE.cost_max(Cost(cost_max));
            let asked = query.clone().limits(limits);
            let outcome = world.find(&asked, &mut workspace).unwrap().outcome;
            let is_limit = outcome == Outcome::GaveUp(Limit::Cost);
            assert_eq!(is_limit, !is_found, "{algorithm:?}, at most {cost_max}: {outcome:?}");
        }
    }
}

#[test]
fn what_is_too_expensive_to_say_is_no_missing_path() {
    // A corridor that winds through 14 x 19 cells.
    let (width, height) = (14_i32, 19_i32);
    let mut grid = Grid::new(Size::new(14, 19)).unwrap();
    for y in (1..height).step_by(2) {
        let gap = if y / 2 % 2 == 0 { width - 1 } else { 0 };
        for x in (0..width).filter(|&x| x != gap) {
            grid.set(Cell::new(x, y), Terrain::WALL).unwrap();
        }
    }
    let step = Cost(32_537_630);
    let costs = StepCosts { straight: step, diagonal: step };
    let plain = |rule: MoverBuilder| {
        let expensive = (1..=9).map(Terrain);
        let rule =
            expensive.fold(rule.costs(costs), |rule, terrain| rule.price(terrain, Weight::ONE));
        rule.build().unwrap()
    };
    for rule in [Mover::four(), Mover::eight(Corners::NoCutting)] {
        let mut world = World::with_mover(grid.clone(), plain(rule)).unwrap();
        world.build_index(MoverId::FIRST).unwrap();
        for algorithm in [Algorithm::AStar, Algorithm::JumpPoints, Algorithm::JumpIndex] {
            let query = Query::between(Place::cell(0, 0), Place::cell(0, 18)).algorithm(algorithm);
            let answer = world.find(&query, &mut Workspace::new()).unwrap();
            let too_large = Outcome::GaveUp(Limit::CostTooLarge);
            assert_eq!(answer.outcome, too_large, "{algorithm:?} by {:?}", answer.algorithm());
        }
    }
}

#[test]
fn every_node_is_opened_once_and_nobody_is_its_own_parent() {
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let mover = random.pick(&rules()).clone().build().unwrap();
        let mut world = World::with_mover(any_ground(&mut random), mover.clone()).unwrap();
        world.build_index(MoverId::FIRST).unwrap();
        let map = Map::from(grid_of(&world).clone());
        let referee = Referee::new(&map, &mover);
        let Some(from) = any_standing_place(&referee, &mut random) else { continue };
        let somewhere = any_standing_place(&referee, &mut random).unwrap();
        for (to, algorithm) in [
            (somewhere, Algorithm::JumpPoints),
            (somewhere, Algorithm::JumpIndex),
            (from, Algorithm::JumpPoints),
        ] {
            let query = Query::between(from, to).algorithm(algorithm);
            let mut recorder = Recorder::default();
            let answer = world.find_observed(&query, &mut Workspace::new(), &mut recorder).unwrap();
            let mut opened = BTreeSet::new();
            for event in recorder.events() {
                assert_ne!(event.node, event.parent, "seed {seed}, {algorithm:?}");
                let is_new = event.kind == EventKind::Opened;
                assert!(!is_new || opened.insert(event.node), "seed {seed}: {event:?} again");
            }
            assert!(to != from || answer.expansions == 0, "nothing is to be looked for");
        }
    }
}

/// Where ground was opened and with many links estimates fall short, so that some nodes are reached for less
/// after they were closed.
#[test]
fn a_node_is_closed_with_the_parent_that_was_told_last() {
    let (mut closed, mut closed_again) = (0, 0);
    for seed in 0..100 {
        let mut random = Random::new(seed ^ 0xc105);
        let (corridor, loops_percent) = (random.from_to(1, 3), random.from_to(20, 80));
        let kind = make::Kind::Maze { corridor, loops_percent };
        let mut world = World::new(make::grid(kind, Size::new(100, 70), seed).unwrap()).unwrap();
        let count = *random.pick(&[0, 80]);
        let links = (0..count).filter_map(|_| any_link(grid_of(&world), &mut random));
        world.apply(&Change::All(links.map(Change::AddLink).collect())).unwrap();
        assert!(world.build_index(MoverId::FIRST).unwrap());
        for _ in 0..random.below(9) {
            let rect = any_rect(grid_of(&world), &mut random, 3);
            world.fill(rect, *random.pick(&[Terrain::WALL, Terrain::OPEN, Terrain::OPEN])).unwrap();
        }
        for _ in 0..12 {
            let [from, to] =
                [0; 2].map(|_| Place::Cell(any_rect(grid_of(&world), &mut random, 1).min));
            let query = Query::between(from, to).algorithm(Algorithm::JumpIndex);
            let mut recorder = Recorder::default();
            world.find_observed(&query, &mut Workspace::new(), &mut recorder).unwrap();
            let (mut parents, mut known) = (BTreeMap::new(), BTreeSet::new());
            for event in recorder.events() {
                if event.kind == EventKind::Closed {
                    assert_eq!(parents[&event.node], event.parent, "seed {seed}: {event:?}");
                    closed_again += u32::from(!known.insert(event.node));
                    closed += 1;
                } else {
                    parents.insert(event.node, event.parent);
                }
            }
        }
    }
    println!("{closed} nodes were closed, {closed_again} of them again");
    assert!(closed > 10_000, "only {closed}");
}

#[test]
fn a_long_corridor_between_pillars_is_answered_with_an_index() {
    // Every stop sees all others: looking for what each sees without an end takes the square of 32,000.
    let mut grid = Grid::new(Size::new(32_000, 4)).unwrap();
    for x in (0..32_000).filter(|x| x % 3 == 0 && x % 1000 != 0) {
        grid.set(Cell::new(x, 0), Terrain::WALL).unwrap();
    }
    let mut world = World::with_mover(grid, Mover::four().build().unwrap()).unwrap();
    assert!(world.build_index(MoverId::FIRST).unwrap());
    let ask = |by| {
        let query = Query::between(Place::cell(1, 0), Place::cell(31_997, 0)).algorithm(by);
        let answer = world.find(&query, &mut Workspace::new()).unwrap();
        assert_eq!(answer.algorithm(), by);
        answer.cost()
    };
    assert_eq!(ask(Algorithm::JumpIndex), ask(Algorithm::AStar));
}

/// A world of one expensive terrain of the mover's, and how it answers by itself.
fn chosen(world: &World) -> Algorithm {
    let query = Query::between(Place::cell(0, 0), Place::cell(8, 8));
    world.find(&query, &mut Workspace::new()).unwrap().algorithm()
}

#[test]
fn indexes_of_costs_that_do_not_come_back_are_given_up() {
    let mut grid = Grid::new(Size::new(9, 9)).unwrap();
    grid.fill(Rect::new(Cell::new(4, 0), Size::new(1, 8)), Terrain::WALL).unwrap();
    let mut world = World::new(grid).unwrap();
    let ground = Rect::new(Cell::new(0, 0), Size::new(4, 9));
    let beyond = Rect::new(Cell::new(5, 0), Size::new(4, 9));
    let gap = Rect::cell(Cell::new(4, 8));
    let become_all = |world: &mut World, terrain: u8| {
        for rect in [ground, beyond, gap] {
            world.fill(rect, Terrain(terrain)).unwrap();
        }
    };
    assert!(world.build_index(MoverId::FIRST).unwrap());
    // An expensive cell comes and goes.
    world.fill(gap, Terrain(5)).unwrap();
    assert_ne!(chosen(&world), Algorithm::JumpIndex);
    world.fill(gap, Terrain(0)).unwrap();
    let one = world.index_bytes();
    assert_eq!(chosen(&world), Algorithm::JumpIndex, "the index has waited");
    // Ground of nine prices, one after the other.
    for terrain in 1..=9 {
        become_all(&mut world, terrain);
        assert!(world.build_index(MoverId::FIRST).unwrap());
    }
    assert!(world.index_bytes() > one + one / 8, "some are kept");
    become_all(&mut world, 1);
    assert_eq!(chosen(&world), Algorithm::JumpPoints, "the oldest were given up");
    become_all(&mut world, 9);
    assert_eq!(chosen(&world), Algorithm::JumpIndex, "the last is kept");
    for _ in 0..300 {
        world.fill(gap, Terrain::WALL).unwrap();
        world.fill(gap, Terrain(9)).unwrap();
    }
    assert_eq!(chosen(&world), Algorithm::JumpIndex);
    assert!(world.index_bytes() < one + one / 4, "only what is of use is kept");
}

#[test]
fn ground_whose_one_way_cells_are_gone_is_jumped_over_again() {
    let mut world = World::new(Grid::new(Size::new(80, 80)).unwrap()).unwrap();
    assert_eq!(chosen(&world), Algorithm::JumpPoints);
    // So many that nobody jumps past them.
    let all = world.map().grids()[0].bounds();
    world.fill_exits(all, Exits::only(Direction::East)).unwrap();
    assert_eq!(chosen(&world), Algorithm::AStar);
    world.fill_exits(all, Exits::ALL).unwrap();
    assert_eq!(chosen(&world), Algorithm::JumpPoints);
}
