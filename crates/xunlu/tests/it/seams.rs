//! Jumps over joined edges against the referee: cylinders and tori of every corner rule and pair of costs, on
//! one layer and on several, with ledges, doors and teleports, before and after edits.
//!
//! `XUNLU_SEEDS` and `XUNLU_FIRST_SEED` make it longer or start elsewhere, as for `differential`.

use crate::ground::{
    FOOTPRINTS, GROUNDS, WEIGHTS, any_ground, any_rect, ask_some, costs, cover, number, rules,
};
use std::collections::BTreeMap;
use xunlu::map::{Direction, Layers, Wrap};
use xunlu::{
    Algorithm, Cell, Door, Exits, Goal, Grid, Link, Map, Mover, MoverId, Outcome, Place, Query,
    Rect, Region, Size, Terrain, Weight, Workspace, World,
};
use xunlu_testkit::{Random, Referee, any_standing_place};

/// Half as many as on plain ground, for each takes longer here; `cargo xtask soak` asks as many as one likes.
const SEEDS: u64 = 300;

fn any_wrap(random: &mut Random) -> Wrap {
    *random.pick(&[
        Wrap { x: true, y: false },
        Wrap { x: false, y: true },
        Wrap { x: true, y: true },
        Wrap { x: true, y: true },
    ])
}

/// A place on any layer: mostly anywhere, sometimes at an edge.
fn any_place(world: &World, random: &mut Random) -> (u32, Cell) {
    let grids = world.map().grids();
    let layer = random.below(u32::try_from(grids.len()).unwrap());
    let grid = &grids[layer as usize];
    let mut cell = any_rect(grid, random, 1).min;
    let Rect { min, size } = grid.bounds();
    if random.chance(30) {
        cell.x = min.x + random.below(2).cast_signed() * (size.width - 1).cast_signed();
    }
    if random.chance(30) {
        cell.y = min.y + random.below(2).cast_signed() * (size.height - 1).cast_signed();
    }
    (layer, cell)
}

fn any_link(world: &World, random: &mut Random) -> Option<Link<Place>> {
    let [from, to] = [(), ()].map(|()| {
        let (layer, cell) = any_place(world, random);
        world.map().place_on(layer, cell)
    });
    let link = if random.chance(60) { Link::two_way(from, to) } else { Link::one_way(from, to) };
    (from != to).then(|| link.costing(Weight::percent(*random.pick(&WEIGHTS))))
}

fn change(world: &mut World, terrains: &[Terrain], random: &mut Random) {
    let (layer, cell) = any_place(world, random);
    let size = Size::new(random.from_to(1, 8), random.from_to(1, 8));
    let [left, up] = [size.width, size.height].map(|side| random.below(side).cast_signed());
    let min = Cell::new(cell.x - left, cell.y - up);
    let some = if random.chance(50) { Rect::cell(cell) } else { Rect::new(min, size) };
    let rect = some.intersection(world.map().grids()[layer as usize].bounds());
    match random.below(10) {
        0 => {
            let exits = *random.pick(&[Exits::ALL, Exits::NONE, Exits::only(Direction::East)]);
            world.fill_exits_on(layer, rect, exits).unwrap();
        }
        1 => {
            if let Some(link) = any_link(world, random) {
                world.add_link(link).unwrap();
            }
        }
        2 => {
            let link = world.map().links().next().map(|(id, link)| (id, link.door));
            if let Some((id, door)) = link {
                if random.chance(50) {
                    let other = if door == Door::Open { Door::Shut } else { Door::Open };
                    world.set_door(id, other).unwrap();
                } else {
                    world.remove_link(id).unwrap();
                }
            }
        }
        _ => {
            let is_shut = random.chance(40);
            let terrain = if is_shut { Terrain::WALL } else { *random.pick(terrains) };
            world.fill_on(layer, rect, terrain).unwrap();
        }
    }
}

/// A world with joined edges, on one layer or on two, and its mover.
fn any_world(random: &mut Random) -> (World, Mover) {
    let mover = random.pick(&rules()).clone().costs(*random.pick(&costs()));
    // Who is larger than a cell may lie over a seam, and is A*'s.
    let footprint = if random.chance(8) { *random.pick(&FOOTPRINTS) } else { Size::ONE };
    let mover = mover.footprint(footprint).build().unwrap();
    let mut grid = any_ground(random);
    if random.chance(25) {
        cover(&mut grid, random);
    }
    if random.chance(20) {
        // So narrow that two steps lead to one neighbour.
        let size = Size::new(random.from_to(1, 3), random.from_to(1, 40));
        let size = if random.chance(50) { size } else { Size::new(size.height, size.width) };
        let mut narrow = Grid::at(Rect::new(grid.bounds().min, size)).unwrap();
        for cell in narrow.bounds().cells() {
            narrow.set(cell, grid.terrain(cell).unwrap_or(Terrain::OPEN)).unwrap();
        }
        grid = narrow;
    }
    let grid = grid.wrapped(any_wrap(random));
    let map = if random.chance(20) {
        let above = grid.clone().wrapped(any_wrap(random));
        Map::from(Layers::new(vec![grid, above]).unwrap())
    } else {
        Map::from(grid)
    };
    let mut world = World::with_mover(map, mover.clone()).unwrap();
    for _ in 0..*random.pick(&[0, 0, 0, 3, 12]) {
        if let Some(link) = any_link(&world, random) {
            world.add_link(link).unwrap();
        }
    }
    (world, mover)
}

/// Who answers a question that asks for an algorithm.
fn who(world: &World, asked: Algorithm) -> Algorithm {
    let map = world.map();
    let somewhere = map.place_on(0, map.grids()[0].bounds().min);
    world.choose(&Query::between(somewhere, somewhere).algorithm(asked)).unwrap().algorithm
}

#[test]
fn jumps_over_seams_agree_with_the_referee() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let (mut found, mut states) = (0, BTreeMap::new());
    for seed in first..first + number("XUNLU_SEEDS", SEEDS) {
        let mut random = Random::new(seed ^ 0x5ea3);
        let (mut world, mover) = any_world(&mut random);
        // Some are never asked with an index.
        let made = random.below(9);
        for edit in 0..6 {
            if edit == made || random.chance(5) {
                world.build_index(MoverId::FIRST).unwrap();
            }
            let mut by = who(&world, Algorithm::JumpWeighted);
            if by == Algorithm::JumpPoints {
                by = who(&world, Algorithm::JumpIndex);
            }
            *states.entry(by.name()).or_insert(0) += 1;
            found += ask_some(seed, &world, &mover, by, &mut random);
            if by == Algorithm::JumpIndex && random.chance(25) {
                found += ask_some(seed, &world, &mover, Algorithm::JumpPoints, &mut random);
            }
            for _ in 0..random.below(5) {
                let is_weighted = by == Algorithm::JumpWeighted;
                let terrains = if is_weighted { &GROUNDS[..] } else { &[Terrain::OPEN] };
                change(&mut world, terrains, &mut random);
            }
        }
    }
    println!("{found} paths, states of maps by who answered: {states:?}");
    if number("XUNLU_SEEDS", SEEDS) >= SEEDS {
        assert!(found > 5_000, "only {found} of the questions had a path");
        for (by, least) in [("jps", 250), ("jps-index", 250), ("jps-weighted", 200)] {
            let count = states.get(by).copied().unwrap_or(0);
            assert!(count > least, "only {count} states of maps were asked of {by}");
        }
    }
}

#[test]
fn the_nearest_of_several_goals_over_seams_is_found_within_a_region() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let (mut found, mut asked) = (0, BTreeMap::new());
    for seed in first..first + number("XUNLU_SEEDS", SEEDS) {
        let mut random = Random::new(seed ^ 0x5ea30);
        let (mut world, mover) = any_world(&mut random);
        if random.chance(50) {
            world.build_index(MoverId::FIRST).unwrap();
        }
        let map = world.map();
        let referee = Referee::new(map, &mover);
        for _ in 0..8 {
            let Some(from) = any_standing_place(&referee, &mut random) else { break };
            let (layer, cell) = any_place(&world, &mut random);
            let bounds = map.grids()[layer as usize].bounds();
            let size = Size::new(random.from_to(1, 9), random.from_to(1, 9));
            let rect = Rect::new(cell, size).intersection(bounds);
            let goal = Goal::region(Region::from(rect).on_layer(layer));
            let all: Vec<Place> = rect.cells().map(|cell| map.place_on(layer, cell)).collect();
            // A band that joined edges make whole, or all.
            let (all_x, high) = (bounds.size.width, random.from_to(1, bounds.size.height));
            let band = Rect::new(bounds.min, Size::new(all_x, high));
            let within = |place: Place| map.cell_of(place).is_some_and(|(_, at)| band.contains(at));
            let is_confined = random.chance(50) && within(from);
            let inside = Referee::new(map, &mover).kept_to(within);
            let costs = if is_confined { &inside } else { &referee }.distances(from);
            let least = all.iter().filter_map(|to| costs.get(to)).min();
            let query = Query::to(from, goal);
            let query = if is_confined { query.within(band) } else { query };
            let answer = world.find(&query, &mut Workspace::new()).unwrap();
            *asked.entry(answer.algorithm().name()).or_insert(0) += 1;
            let what = format_args!("seed {seed}, {from} to {rect:?} on {layer}, {mover:?}\n{map}");
            match (&answer.outcome, least) {
                (Outcome::Found(answered), Some(&least)) => {
                    found += 1;
                    let path = &answered.path;
                    assert_eq!(u64::from(path.cost.0), least, "{what}");
                    assert_eq!(referee.check_path(&path.places, least), Ok(()), "{what}");
                    let end = path.places.last().copied();
                    assert!(end.is_some_and(|end| all.contains(&end)), "{what}");
                    assert!(!is_confined || path.places.iter().copied().all(within), "{what}");
                }
                (Outcome::Found(_), None) | (_, Some(_)) => panic!("{answer:?}: {what}"),
                (_, None) => {}
            }
        }
    }
    println!("{found} paths, questions by who answered: {asked:?}");
    if number("XUNLU_SEEDS", SEEDS) >= SEEDS {
        for by in ["jps", "jps-index", "jps-weighted"] {
            let count = asked.get(by).copied().unwrap_or(0);
            assert!(count > 100, "only {count} questions were answered by {by}");
        }
    }
}
