//! Landmarks on hexes: when they are made, what edits make of them, and what they spare.

use xunlu::map::HexArrangement;
use xunlu::{
    Algorithm, Cell, Door, Goal, HexGrid, Link, Map, Mover, MoverId, Place, Query, Size, Terrain,
    Workspace, World,
};
use xunlu_testkit::{Random, Referee, any_standing_place};

fn grid_of(world: &World) -> &HexGrid {
    let Map::Hex(grid) = world.map() else { panic!("a hex grid") };
    grid
}

/// What use is worth landmarks, and what edits take them away and give them back.
#[test]
fn landmarks_on_hexes_come_by_use_and_stand_by_while_more_is_open_than_was() {
    let mut grid = HexGrid::new(HexArrangement::OddR, Size::new(90, 70)).unwrap();
    let mut random = Random::new(7);
    for cell in grid.bounds().cells().filter(|cell| cell.x % 89 != 0) {
        if random.chance(40) {
            grid.set(grid.hex_at(cell), Terrain::WALL).unwrap();
        }
    }
    let [here, there] = [Cell::new(0, 0), Cell::new(89, 69)].map(|cell| grid.hex_at(cell));
    let wall = grid.bounds().cells().map(|cell| grid.hex_at(cell));
    let wall = wall.into_iter().find(|&hex| grid.terrain(hex) == Some(Terrain::WALL)).unwrap();
    let mut world = World::with_mover(grid, Mover::hex().build().unwrap()).unwrap();
    let mut workspace = Workspace::new();
    let mut ask = |world: &World| {
        let answer = world.find(&Query::between(here, there), &mut workspace).unwrap();
        assert!(answer.path().is_some());
        answer.algorithm()
    };
    let use_it = |world: &mut World, ask: &mut dyn FnMut(&World) -> Algorithm| {
        for asked in 0..2_000 {
            if world.maintain_indexes() {
                assert!(asked > 5, "made after {asked} questions");
                return;
            }
            assert_eq!(ask(world), Algorithm::JumpPoints);
        }
        panic!("it would have paid long ago");
    };
    let bytes = world.index_bytes();
    use_it(&mut world, &mut ask);
    assert!(world.index_bytes() > bytes + 90 * 70 * 32);
    assert_eq!(ask(&world), Algorithm::JumpIndex);
    assert!(!world.maintain_indexes());
    for (terrain, by) in [
        (Terrain::OPEN, Algorithm::JumpPoints),
        (Terrain::WALL, Algorithm::JumpIndex),
        (Terrain::OPEN, Algorithm::JumpPoints),
    ] {
        world.set(wall, terrain).unwrap();
        assert_eq!(ask(&world), by);
    }
    use_it(&mut world, &mut ask);
    for terrain in [Terrain::WALL, Terrain::OPEN] {
        world.set(wall, terrain).unwrap();
        assert_eq!(ask(&world), Algorithm::JumpIndex, "it was open when they were made anew");
    }
    let door = Link::two_way(Place::Hex(here), Place::Hex(wall));
    let (id, _) = world.add_link(door).unwrap();
    assert_eq!(ask(&world), Algorithm::JumpPoints, "it may be a shortcut");
    assert!(world.build_index(MoverId::FIRST).unwrap());
    for door in [Door::Shut, Door::Open] {
        world.set_door(id, door).unwrap();
        assert_eq!(ask(&world), Algorithm::JumpIndex);
    }
    world.remove_link(id).unwrap();
    assert_eq!(ask(&world), Algorithm::JumpIndex);
}

/// Hexes of which so many of a hundred are walls.
fn noise(percent: u32) -> HexGrid {
    let mut grid = HexGrid::new(HexArrangement::OddR, Size::new(120, 100)).unwrap();
    let mut random = Random::new(11);
    for hex in grid.bounds().cells().map(|cell| grid.hex_at(cell)).collect::<Vec<_>>() {
        if random.chance(percent) {
            grid.set(hex, Terrain::WALL).unwrap();
        }
    }
    grid
}

/// How many expansions paths between some places take, to the nearest of so many goals.
fn expansions(world: &World, goals: usize, by: Algorithm) -> u64 {
    let (mut random, mut workspace) = (Random::new(5), Workspace::new());
    let mover = Mover::hex().build().unwrap();
    let referee = Referee::new(world.map(), &mover);
    let mut any = || any_standing_place(&referee, &mut random).unwrap();
    let mut all = 0;
    for _ in 0..60 {
        let goal = Goal::any_of((0..goals).map(|_| any()).collect::<Vec<_>>());
        let answer = world.find(&Query::to(any(), goal).algorithm(by), &mut workspace).unwrap();
        if answer.path().is_some() {
            assert_eq!(answer.algorithm(), by);
            all += answer.expansions;
        }
    }
    all
}

#[test]
fn landmarks_on_hexes_spare_most_expansions() {
    let mut world = World::with_mover(noise(30), Mover::hex().build().unwrap()).unwrap();
    let ends = [Cell::new(3, 4), Cell::new(90, 70)].map(|cell| grid_of(&world).hex_at(cell));
    for has_link in [false, true] {
        if has_link {
            let [from, to] = ends.map(Place::Hex);
            world.add_link(Link::two_way(from, to)).unwrap();
        }
        assert!(world.build_index(MoverId::FIRST).unwrap());
        for goals in [1, 3] {
            let [jumps, index] = [Algorithm::JumpPoints, Algorithm::JumpIndex]
                .map(|by| expansions(&world, goals, by));
            // Of several goals that lie apart they know less.
            let most = if goals == 1 { jumps / 2 } else { jumps * 3 / 4 };
            assert!(index < most, "{index} of {jumps} expansions to {goals} goals");
        }
    }
}

#[test]
fn landmarks_of_ground_that_was_filled_in_since_are_made_anew() {
    let walls = noise(30);
    let open = HexGrid::new(HexArrangement::OddR, Size::new(120, 100)).unwrap();
    let mut world = World::with_mover(open, Mover::hex().build().unwrap()).unwrap();
    assert!(world.build_index(MoverId::FIRST).unwrap());
    for (hex, terrain) in walls.hexes() {
        world.set(hex, terrain).unwrap();
    }
    let worn = expansions(&world, 1, Algorithm::JumpIndex);
    let mut by_use = world.clone();
    assert!(world.build_index(MoverId::FIRST).unwrap());
    let anew = expansions(&world, 1, Algorithm::JumpIndex);
    assert!(anew * 2 < worn, "{anew} expansions, {worn} before");
    let made = (0..200).find(|_| {
        let _ = expansions(&by_use, 1, Algorithm::JumpIndex);
        by_use.maintain_indexes()
    });
    assert!(made.is_some(), "it would have paid long ago");
    assert_eq!(expansions(&by_use, 1, Algorithm::JumpIndex), anew);
    assert!(!by_use.maintain_indexes());
}

/// Two movers of one kind: what the use of one made is there for the other, and both are counted anew.
#[test]
fn who_shares_landmarks_is_counted_anew_with_who_had_them_made() {
    let mover = || Mover::hex().build().unwrap();
    let mut world = World::with_mover(noise(30), mover()).unwrap();
    let other = world.add_mover(mover()).unwrap();
    let referee_map = world.map().clone();
    let shut = grid_of(&world).hexes().find(|(_, terrain)| *terrain == Terrain::WALL).unwrap().0;
    let hexer = mover();
    let places = Referee::new(&referee_map, &hexer).standing_places();
    let ends = [places[0], places[places.len() - 1]];
    let mut workspace = Workspace::new();
    let mut use_until_made = |world: &mut World, movers: &[MoverId]| {
        (1..2_000).find(|_| {
            for &mover in movers {
                let query = Query::between(ends[0], ends[1]).mover(mover);
                assert!(world.find(&query, &mut workspace).unwrap().path().is_some());
            }
            world.maintain_indexes()
        })
    };
    let by_both = use_until_made(&mut world, &[MoverId::FIRST, other]).unwrap();
    world.set(shut, Terrain::OPEN).unwrap();
    let by_other = use_until_made(&mut world, &[other]).unwrap();
    assert!(by_both > 4 && by_other * 2 > by_both, "after {by_both} and {by_other} questions");
}
