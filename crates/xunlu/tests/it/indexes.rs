//! Jumps with an index against the referee: through mazes and caves, before and after edits, made anew while
//! a search goes on, and made by use.
//!
//! `XUNLU_SEEDS` and `XUNLU_FIRST_SEED` make it longer or start elsewhere, as for `differential`.

use crate::ground::{
    SEEDS, any_ground, any_link, any_rect, ask_some, change_links, check_estimates, costs, grid_of,
    number, rules,
};
use xunlu::map::make;
use xunlu::{
    Algorithm, Cell, Door, Grid, Mover, MoverId, Outcome, Place, Query, Rect, Size, Terrain,
    Weight, Workspace, World,
};
use xunlu_testkit::{Random, Referee};

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

/// Use makes an index worth making: at first its jump edges, then their runs, then landmarks, and all at
/// once where jump points are dense.
#[test]
fn an_index_that_grows_with_use_agrees_with_the_referee() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let (mut found, mut made, mut at_once) = (0, [0; 3], 0);
    for seed in first..first + number("XUNLU_SEEDS", SEEDS) / 6 {
        let mut random = Random::new(seed ^ 0x96e3);
        let mover = random.pick(&rules()).clone().build().unwrap();
        let kind = match random.below(3) {
            0 => make::Kind::Noise { walls_percent: random.from_to(25, 40) },
            _ => make::Kind::Maze { corridor: random.from_to(1, 4), loops_percent: 20 },
        };
        let size = Size::new(random.from_to(40, 90), random.from_to(40, 60));
        let Ok(grid) = make::grid(kind, size, seed) else { continue };
        let mut world = World::with_mover(grid, mover.clone()).unwrap();
        if random.chance(50) {
            change_links(&mut world, &mut random);
        }
        let by = Algorithm::JumpIndex;
        for (number, part) in made.iter_mut().enumerate() {
            if !use_until_made(&mut world, &mut random) {
                break;
            }
            *part += 1;
            found += ask_some(seed, &world, &mover, by, &mut random);
            let bytes = world.index_bytes();
            let mut whole = world.clone();
            assert!(whole.build_index(MoverId::FIRST).unwrap());
            if whole.index_bytes() <= bytes {
                at_once += u32::from(number == 0);
                break;
            }
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
    println!("{found} paths, {made:?} parts made, {at_once} indexes at once");
    if number("XUNLU_SEEDS", SEEDS) >= SEEDS {
        assert!(found > 1_500, "only {found} of the questions had a path");
        let [_, runs, landmarks] = made;
        assert!(at_once > 30 && runs > 25 && landmarks > 20, "{made:?}, {at_once} at once");
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
