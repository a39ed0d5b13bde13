//! Jumps past cells that may not be left in all directions, against the referee: every corner rule, footprint
//! and pair of costs, on one layer and on several, before and after edits of ground, exits and links.
//!
//! `XUNLU_SEEDS` and `XUNLU_FIRST_SEED` make it longer or start elsewhere, as for `differential`.

use crate::ground::{
    FOOTPRINTS, GROUNDS, WEIGHTS, any_ground, any_rect, ask_some, costs, cover, number, rules,
};
use std::collections::BTreeMap;
use xunlu::map::{Direction, Layers};
use xunlu::{
    Algorithm, Cell, Change, Exits, Goal, Grid, Link, Map, Mover, MoverId, Outcome, Place, Query,
    Rect, Size, Terrain, Weight, Workspace, World,
};
use xunlu_testkit::{Random, Referee, any_standing_place};

/// Half as many as on plain ground, for each takes longer here; `cargo xtask soak` asks as many as one likes.
const SEEDS: u64 = 300;

/// A place on any layer.
fn any_place(world: &World, random: &mut Random) -> (u32, Cell) {
    let grids = world.map().grids();
    let layer = random.below(u32::try_from(grids.len()).unwrap());
    (layer, any_rect(&grids[layer as usize], random, 1).min)
}

/// Limits where one may go from some cells, or lets one go anywhere again.
fn change_exits(world: &mut World, random: &mut Random) {
    let (layer, _) = any_place(world, random);
    let most = *random.pick(&[1, 1, 3, 6]);
    let rect = any_rect(&world.map().grids()[layer as usize], random, most);
    let one = *random.pick(&Direction::ALL);
    let exits = match random.below(5) {
        0 => Exits::ALL,
        1 => Exits::NONE,
        2 => Exits::only(one),
        _ => Exits(u8::try_from(random.below(256)).unwrap()),
    };
    world.fill_exits_on(layer, rect, exits).unwrap();
}

fn change_ground(world: &mut World, terrains: &[Terrain], random: &mut Random) {
    let (layer, _) = any_place(world, random);
    let rect = any_rect(&world.map().grids()[layer as usize], random, 8);
    let terrain = if random.chance(40) { Terrain::WALL } else { *random.pick(terrains) };
    world.fill_on(layer, rect, terrain).unwrap();
}

fn any_link(world: &World, random: &mut Random) -> Option<Link<Place>> {
    let [from, to] = [(), ()].map(|()| {
        let (layer, cell) = any_place(world, random);
        world.map().place_on(layer, cell)
    });
    let link = if random.chance(60) { Link::two_way(from, to) } else { Link::one_way(from, to) };
    (from != to).then(|| link.costing(Weight::percent(*random.pick(&WEIGHTS))))
}

/// A world with ledges, on one layer or on two, and its mover.
fn any_world(random: &mut Random) -> (World, Mover) {
    let mover = random.pick(&rules()).clone().costs(*random.pick(&costs()));
    let mover = mover.footprint(*random.pick(&FOOTPRINTS)).build().unwrap();
    let mut grid = any_ground(random);
    if random.chance(30) {
        cover(&mut grid, random);
    }
    let floors = |grid: Grid| Layers::new(vec![grid.clone(), grid]).unwrap();
    let map = if random.chance(30) { Map::from(floors(grid)) } else { Map::from(grid) };
    let mut world = World::with_mover(map, mover.clone()).unwrap();
    let count = *random.pick(&[0, 0, 3, 12]);
    let links = (0..count).filter_map(|_| any_link(&world, random));
    world.apply(&Change::All(links.map(Change::AddLink).collect())).unwrap();
    for _ in 0..*random.pick(&[1, 4, 20]) {
        change_exits(&mut world, random);
    }
    (world, mover)
}

/// Who answers a question that asks for an algorithm.
fn who(world: &World, asked: Algorithm) -> Algorithm {
    let map = world.map();
    let somewhere = map.place_on(0, map.grids()[0].bounds().min);
    world.choose(&Query::between(somewhere, somewhere).algorithm(asked)).unwrap().algorithm
}

fn limited_on(world: &World) -> u32 {
    world.map().grids().iter().map(|grid| grid.ground().limited_count()).sum()
}

#[test]
fn jumps_past_ledges_agree_with_the_referee() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let (mut found, mut states) = (0, BTreeMap::new());
    for seed in first..first + number("XUNLU_SEEDS", SEEDS) {
        let mut random = Random::new(seed ^ 0x1ed9e);
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
            if limited_on(&world) > 0 {
                *states.entry(by.name()).or_insert(0) += 1;
            }
            found += ask_some(seed, &world, &mover, by, &mut random);
            if random.chance(40) {
                change_exits(&mut world, &mut random);
            }
            if random.chance(20)
                && let Some(link) = any_link(&world, &mut random)
            {
                world.add_link(link).unwrap();
            }
            for _ in 0..random.below(3) {
                let is_weighted = by == Algorithm::JumpWeighted;
                let terrains = if is_weighted { &GROUNDS[..] } else { &[Terrain::OPEN] };
                change_ground(&mut world, terrains, &mut random);
            }
        }
    }
    println!("{found} paths, states of maps with ledges by who answered: {states:?}");
    if number("XUNLU_SEEDS", SEEDS) >= SEEDS {
        assert!(found > 5_000, "only {found} of the questions had a path");
        for (by, least) in [("jps", 250), ("jps-index", 250), ("jps-weighted", 200)] {
            let count = states.get(by).copied().unwrap_or(0);
            assert!(count > least, "only {count} states of maps were asked of {by}");
        }
    }
}

#[test]
fn the_nearest_of_several_goals_past_ledges_is_found() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let (mut found, mut asked) = (0, BTreeMap::new());
    for seed in first..first + number("XUNLU_SEEDS", SEEDS) {
        let mut random = Random::new(seed ^ 0x1ed90);
        let (mut world, mover) = any_world(&mut random);
        if random.chance(50) {
            world.build_index(MoverId::FIRST).unwrap();
        }
        let map = world.map();
        let referee = Referee::new(map, &mover);
        for _ in 0..6 {
            let Some(from) = any_standing_place(&referee, &mut random) else { break };
            let (layer, cell) = any_place(&world, &mut random);
            let size = Size::new(random.from_to(1, 9), random.from_to(1, 9));
            let rect = Rect::new(cell, size).intersection(map.grids()[layer as usize].bounds());
            let goal = Goal::region(xunlu::Region::from(rect).on_layer(layer));
            let all: Vec<Place> = rect.cells().map(|cell| map.place_on(layer, cell)).collect();
            let costs = referee.distances(from);
            let least = all.iter().filter_map(|to| costs.get(to)).min();
            let answer = world.find(&Query::to(from, goal), &mut Workspace::new()).unwrap();
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
                }
                (Outcome::Unreachable | Outcome::Blocked(_), None) => {}
                (outcome, least) => panic!("{outcome:?}, not {least:?}: {what}"),
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

#[test]
fn a_ledge_leads_down_and_not_up() {
    let grid: Grid = ".....\n##.##\n.....".parse().unwrap();
    let mut world = World::new(grid).unwrap();
    let ask = |world: &World, from: (i32, i32), to: (i32, i32)| {
        let answer = world.find(&Query::between(from, to), &mut Workspace::new()).unwrap();
        (answer.algorithm(), answer.path().map(|path| path.places.len()))
    };
    world.set_exits((2, 1), Exits::only(Direction::South)).unwrap();
    assert_eq!(ask(&world, (0, 0), (4, 2)), (Algorithm::JumpPoints, Some(7)));
    assert_eq!(ask(&world, (0, 2), (4, 0)).1, None);
    assert!(world.build_index(MoverId::FIRST).unwrap());
    assert_eq!(ask(&world, (0, 0), (4, 2)), (Algorithm::JumpIndex, Some(7)));
    // Onto it and off it.
    assert_eq!(ask(&world, (2, 0), (2, 1)).1, Some(2));
    assert_eq!(ask(&world, (2, 1), (0, 2)).1, Some(4));
    assert_eq!(ask(&world, (2, 1), (2, 0)).1, None);
    world.set((2, 1), Terrain::WALL).unwrap();
    assert_eq!(ask(&world, (0, 0), (4, 2)).1, None);
    world.set((2, 1), Terrain::OPEN).unwrap();
    assert_eq!(ask(&world, (0, 0), (4, 2)).1, Some(7));
}

#[test]
fn where_every_cell_has_its_way_nobody_jumps() {
    let mut world = World::new(Grid::new(Size::new(80, 80)).unwrap()).unwrap();
    let all = world.map().grids()[0].bounds();
    world.fill_exits(all, Exits::only(Direction::East)).unwrap();
    assert_eq!(who(&world, Algorithm::JumpPoints), Algorithm::AStar);
    // One fewer than there may be, one more, and one more than that.
    let most = Rect::new(Cell::new(0, 0), Size::new(63, 65));
    world.fill_exits(all, Exits::ALL).unwrap();
    world.fill_exits(most, Exits::only(Direction::East)).unwrap();
    for (x, by) in [(70, Algorithm::JumpPoints), (72, Algorithm::AStar)] {
        world.set_exits((x, 3), Exits::NONE).unwrap();
        assert_eq!(who(&world, Algorithm::JumpPoints), by);
    }
    world.fill_exits(all, Exits::ALL).unwrap();
    world.set_exits((3, 3), Exits::NONE).unwrap();
    assert_eq!(who(&world, Algorithm::JumpPoints), Algorithm::JumpPoints);
    assert!(path_length(&world, (3, 3), (9, 9)).is_none());
}

/// How many places a path has, by whoever answers.
fn path_length(world: &World, from: (i32, i32), to: (i32, i32)) -> Option<usize> {
    let answer = world.find(&Query::between(from, to), &mut Workspace::new()).unwrap();
    answer.path().map(|path| path.places.len())
}

#[test]
fn an_index_learns_that_a_ledge_may_be_left_in_another_direction() {
    // Two ledges that lead away from each other part the corridor between two rooms, which are joined by a
    // long way round.
    let mut grid = Grid::new(Size::new(60, 40)).unwrap();
    for y in 0..38 {
        for x in 20..40 {
            grid.set(Cell::new(x, y), Terrain::WALL).unwrap();
        }
    }
    for x in 20..40 {
        grid.set(Cell::new(x, 5), Terrain::OPEN).unwrap();
    }
    grid.set_exits(Cell::new(29, 5), Exits::only(Direction::West)).unwrap();
    grid.set_exits(Cell::new(30, 5), Exits::only(Direction::East)).unwrap();
    let mut world = World::new(grid).unwrap();
    assert!(world.build_index(MoverId::FIRST).unwrap());
    let ends = ((10, 5), (50, 5));
    let round = path_length(&world, ends.0, ends.1).unwrap();
    assert!(round > 80, "{round}");
    assert_eq!(who(&world, Algorithm::JumpIndex), Algorithm::JumpIndex);
    world.set_exits((29, 5), Exits::ALL).unwrap();
    assert_eq!(path_length(&world, ends.0, ends.1), Some(41), "by whoever answers now");
    world.set_exits((29, 5), Exits::only(Direction::West)).unwrap();
    assert_eq!(path_length(&world, ends.0, ends.1), Some(round));
}

#[test]
fn a_hierarchy_that_outlived_a_ledge_is_right_again() {
    let mut world = World::new(Grid::new(Size::new(90, 70)).unwrap()).unwrap();
    world.fill(Rect::new(Cell::new(40, 0), Size::new(1, 70)), Terrain::WALL).unwrap();
    world.set((40, 33), Terrain::OPEN).unwrap();
    assert!(world.build_hierarchy(MoverId::FIRST, 1).unwrap());
    let by = |world: &World| {
        let query = Query::between((3, 33), (80, 33)).algorithm(Algorithm::HierarchyExact);
        let answer = world.find(&query, &mut Workspace::new()).unwrap();
        (answer.algorithm(), answer.path().map(|path| path.places.len()))
    };
    assert_eq!(by(&world), (Algorithm::HierarchyExact, Some(78)));
    world.set_exits((40, 33), Exits::only(Direction::East)).unwrap();
    assert_eq!(by(&world).1, Some(78));
    // An edit beside it, which the hierarchy takes in while it is not asked.
    world.set((41, 33), Terrain::WALL).unwrap();
    assert_eq!(by(&world).1, None);
    world.set((41, 33), Terrain::OPEN).unwrap();
    world.set_exits((40, 33), Exits::ALL).unwrap();
    assert_eq!(by(&world), (Algorithm::HierarchyExact, Some(78)));
}

#[test]
fn paths_past_ledges_keep_to_a_region() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let (mut found, mut asked) = (0, BTreeMap::new());
    for seed in first..first + number("XUNLU_SEEDS", SEEDS) {
        let mut random = Random::new(seed ^ 0x1ed91);
        let (mut world, mover) = any_world(&mut random);
        if random.chance(50) {
            world.build_index(MoverId::FIRST).unwrap();
        }
        let map = world.map();
        let referee = Referee::new(map, &mover);
        for _ in 0..12 {
            let Some(from) = any_standing_place(&referee, &mut random) else { break };
            let Some((layer, at)) = map.cell_of(from) else { break };
            let size = Size::new(random.from_to(3, 60), random.from_to(3, 60));
            let [left, up] = [size.width, size.height].map(|side| random.below(side));
            let min = Cell::new(at.x - left.cast_signed(), at.y - up.cast_signed());
            let rect = Rect::new(min, size);
            let to = any_rect(&map.grids()[layer as usize], &mut random, 1).min;
            if !rect.contains(to) || !referee.can_stand(map.place_on(layer, to)) {
                continue;
            }
            let to = map.place_on(layer, to);
            let within =
                |place: Place| map.cell_of(place).is_some_and(|(_, cell)| rect.contains(cell));
            let inside = Referee::new(map, &mover).kept_to(within);
            let least = inside.optimal_cost(from, to);
            let query = Query::between(from, to).within(rect);
            let answer = world.find(&query, &mut Workspace::new()).unwrap();
            *asked.entry(answer.algorithm().name()).or_insert(0) += 1;
            let what = format_args!("seed {seed}, {from} to {to} in {rect:?}, {mover:?}\n{map}");
            match (&answer.outcome, least) {
                (Outcome::Found(answered), Some(least)) => {
                    found += 1;
                    assert_eq!(u64::from(answered.path.cost.0), least, "{what}");
                    assert_eq!(referee.check_path(&answered.path.places, least), Ok(()), "{what}");
                    assert!(answered.path.places.iter().copied().all(within), "{what}");
                }
                (Outcome::Found(_), None) | (_, Some(_)) => panic!("{answer:?}: {what}"),
                (_, None) => {}
            }
        }
    }
    println!("{found} paths, questions by who answered: {asked:?}");
    if number("XUNLU_SEEDS", SEEDS) >= SEEDS {
        assert!(found > 300, "only {found} of the questions had a path");
        for by in ["jps", "jps-index", "jps-weighted"] {
            let count = asked.get(by).copied().unwrap_or(0);
            assert!(count > 50, "only {count} questions were answered by {by}");
        }
    }
}
