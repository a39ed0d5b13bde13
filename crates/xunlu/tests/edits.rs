//! Ten thousand random edits: after each one the world knows what a world made anew would know.
//!
//! `XUNLU_EDITS=1000000` makes a longer run of it.

#![cfg(test)]

use xunlu::map::make::{self, Kind};
use xunlu::{
    Algorithm, Answer, Change, Door, Edit, Exits, Grid, Link, LinkId, Map, Mover, MoverId, Place,
    Query, Rect, Size, Tags, Terrain, Weight, Workspace, World, WorldError,
};
use xunlu_testkit::{Random, Referee, any_mover_for_grid, any_place, any_trial};

const EDITS: u64 = 10_000;
const EDITS_A_MAP: u64 = 25;
const EDITS_WITH_INDEX: u64 = 2_000;
const GROUND: [Terrain; 4] = [Terrain::OPEN, Terrain::WALL, Terrain(3), Terrain(12)];

#[test]
fn ten_thousand_edits_leave_nothing_stale() {
    let edits = std::env::var("XUNLU_EDITS").map_or(EDITS, |text| text.parse().unwrap());
    let mut done = 0;
    let mut seed = 0;
    while done < edits {
        done += edit_one_map(seed);
        seed += 1;
    }
    println!("{done} edits on {seed} maps");
}

/// Edits one map a number of times and holds it against one made anew; how many edits took place.
fn edit_one_map(seed: u64) -> u64 {
    let trial = any_trial(seed);
    let mut random = Random::new(seed ^ 0xed17);
    let mut world = World::with_mover(trial.map.clone(), trial.mover.clone()).unwrap();
    // A second mover of another kind, which has to be kept true as well.
    let mut movers = vec![trial.mover.clone()];
    if matches!(trial.map, Map::Grid(_)) {
        movers.push(any_mover_for_grid(random.word()));
    }
    let ids: Vec<MoverId> =
        movers.iter().map(|mover| world.add_mover(mover.clone()).unwrap()).collect();
    let mut done = 0;
    for number in 0..EDITS_A_MAP {
        let before = world.revision();
        let Ok(edit) = any_edit(&mut world, &trial.map, &mut random) else { continue };
        done += 1;
        assert_eq!(edit.revision, world.revision());
        assert_eq!(world.revision(), before.next(), "an edit is one revision");
        let mut anew = World::with_mover(world.map().clone(), movers[0].clone()).unwrap();
        for mover in &movers {
            anew.add_mover(mover.clone()).unwrap();
        }
        for &id in &ids {
            compare(&world, &anew, id, &trial.map, &mut random, (seed, number));
        }
    }
    done
}

/// `XUNLU_EDITS=100000` makes a longer run of it.
#[test]
fn an_index_that_was_edited_finds_what_a_world_made_anew_finds() {
    let edits = std::env::var("XUNLU_EDITS").map_or(EDITS_WITH_INDEX, |text| text.parse().unwrap());
    let (mut done, mut seed, mut by_index) = (0, 0, 0);
    while done < edits {
        let (more, asked) = edit_one_index(seed);
        (done, by_index, seed) = (done + more, by_index + asked, seed + 1);
    }
    println!("{done} edits on {seed} maps, {by_index} questions answered by an index");
    assert!(
        by_index > done,
        "only {by_index} questions after {done} edits were answered by an index"
    );
}

/// Edits a map with an index a number of times and holds it against one made anew, without an index: how many
/// edits took place, and how many questions the index answered.
fn edit_one_index(seed: u64) -> (u64, u64) {
    let mut random = Random::new(seed ^ 0x1dec);
    let kind = match random.below(4) {
        0 => Kind::Noise { walls_percent: random.from_to(5, 45) },
        1 => Kind::Caves { walls_percent: random.from_to(38, 48), rounds: 4 },
        _ => Kind::Maze { corridor: random.from_to(1, 3), loops_percent: random.from_to(0, 40) },
    };
    let size = Size::new(random.from_to(20, 90), random.from_to(20, 60));
    let mut world = World::new(make::grid(kind, size, seed).unwrap()).unwrap();
    let (mut done, mut by_index, mover) = (0, 0, Mover::default());
    let mut workspace = Workspace::new();
    for number in 0..EDITS_A_MAP {
        if random.chance(10) || number == 0 {
            world.build_index(MoverId::FIRST).unwrap();
        }
        let map = world.map().clone();
        let (place, is_wall) = (any_place(&map, &mut random), random.chance(50));
        let terrain = if is_wall { Terrain::WALL } else { Terrain::OPEN };
        let wide = Size::new(random.from_to(1, 6), random.from_to(1, 6));
        let edit = match random.below(8) {
            0 => world.fill(Rect::new(place.as_cell().unwrap(), wide), terrain),
            1 => {
                let to = any_place(&map, &mut random);
                let link = Link::two_way(place, to).costing(Weight::percent(random.below(500)));
                world.add_link(link).map(|(_, edit)| edit)
            }
            _ => world.set(place, terrain),
        };
        if edit.is_err() {
            continue;
        }
        done += 1;
        let anew = World::new(world.map().clone()).unwrap();
        let referee = Referee::new(anew.map(), &mover);
        for _ in 0..4 {
            let (from, to) = (any_place(&map, &mut random), any_place(&map, &mut random));
            let query = Query::between(from, to);
            let here = world.find(&query, &mut workspace).unwrap();
            let there = anew.find(&query.algorithm(Algorithm::AStar), &mut workspace).unwrap();
            let what = format!("from {from} to {to}, seed {seed}, edit {number}");
            assert_eq!(here.cost(), there.cost(), "{what}");
            let ends = |answer: &Answer<Place>| std::mem::discriminant(&answer.outcome);
            assert_eq!(ends(&here), ends(&there), "{what}");
            if let Some(path) = here.path() {
                assert_eq!(referee.check_path(&path.places, path.cost.0.into()), Ok(()), "{what}");
            }
            by_index += u64::from(here.algorithm() == Algorithm::JumpIndex);
        }
    }
    (done, by_index)
}

#[test]
fn many_edits_at_one_go_leave_nothing_stale() {
    for seed in 0..60 {
        let trial = any_trial(seed);
        let mut random = Random::new(seed ^ 0xa11);
        let mut world = World::with_mover(trial.map.clone(), trial.mover.clone()).unwrap();
        for number in 0..5 {
            let count = random.from_to(1, 12);
            let any_cell = |_| (any_place(&trial.map, &mut random), *random.pick(&GROUND));
            let cells: Vec<(Place, Terrain)> = (0..count).map(any_cell).collect();
            let Ok(edits) = world.set_all(cells.iter().copied()) else {
                assert!(matches!(world.map(), Map::Waypoints(_)), "seed {seed}");
                continue;
            };
            assert_eq!(edits.len(), cells.len());
            assert_eq!(edits.last().map(|edit| edit.revision), Some(world.revision()));
            let anew = World::with_mover(world.map().clone(), trial.mover.clone()).unwrap();
            compare(&world, &anew, MoverId::FIRST, &trial.map, &mut random, (seed, number));
        }
    }
}

#[test]
fn many_links_at_one_go_are_those_added_one_by_one() {
    let grid: Grid = "......\n......\n######\n......".parse().unwrap();
    for seed in 0..20 {
        let mut random = Random::new(seed);
        let mut one_by_one = World::new(grid.clone()).unwrap();
        let mut at_one_go = World::new(grid.clone()).unwrap();
        let mut parts = Vec::new();
        for number in 0..150 {
            let known = LinkId(random.from_to(0, number));
            let mut place = || Place::cell(*random.pick(&[0, 2, 5]), *random.pick(&[0, 1, 3]));
            let (from, to) = (place(), place());
            let door = *random.pick(&[Door::Open, Door::Shut]);
            let change = match *random.pick(&[0, 0, 1, 2]) {
                0 => Change::AddLink(Link::one_way(from, to).costing(Weight::percent(50))),
                1 => Change::RemoveLink(known),
                _ => Change::Door { link: known, door },
            };
            if one_by_one.apply(&change).is_ok() {
                parts.push(change);
            }
        }
        at_one_go.apply(&Change::All(parts)).unwrap();
        let query = |to| Query::between(Place::cell(0, 0), to);
        for to in grid.bounds().cells().map(Place::Cell) {
            let ask = |world: &World| world.find(&query(to), &mut Workspace::new()).unwrap();
            let (first, second) = (ask(&one_by_one), ask(&at_one_go));
            assert_eq!(first.outcome, second.outcome, "seed {seed}");
            assert_eq!(first.expansions, second.expansions, "seed {seed}");
        }
    }
}

#[test]
fn many_edits_one_of_which_lies_outside_are_refused_as_one() {
    let mut world = World::new("...\n...".parse::<xunlu::Grid>().unwrap()).unwrap();
    let before = (world.map().clone(), world.revision());
    let cells = [(0, 0), (1, 1), (3, 0)].map(|(x, y)| (Place::cell(x, y), Terrain::WALL));
    let error = world.set_all(cells).unwrap_err().to_string();
    assert!(error.contains("3,0"), "{error}");
    assert_eq!((world.map().clone(), world.revision()), before);
}

fn compare(
    world: &World,
    anew: &World,
    mover: MoverId,
    map: &Map,
    random: &mut Random,
    at: (u64, u64),
) {
    let count = world.component_count(mover);
    assert_eq!(count, anew.component_count(mover), "components, seed and edit {at:?}");
    let mut workspace = Workspace::new();
    for _ in 0..4 {
        let (from, to) = (any_place(map, random), any_place(map, random));
        let query = Query::between(from, to).mover(mover);
        let query = query.nearest(true);
        let here = world.find(&query, &mut workspace).unwrap();
        let there = anew.find(&query, &mut workspace).unwrap();
        assert_eq!(here, there, "from {from} to {to}, seed and edit {at:?}");
        assert_eq!(here.revision, world.revision());
    }
}

/// Any edit that this kind of map takes; some are refused, as on a real editor's desk.
fn any_edit(world: &mut World, map: &Map, random: &mut Random) -> Result<Edit, WorldError> {
    let place = any_place(map, random);
    let terrain = *random.pick(&GROUND);
    let (layer, rect) = match (world.map(), place) {
        (_, Place::Cell(cell)) => (0, Rect::cell(cell)),
        (_, Place::LayerCell(layer_cell)) => (layer_cell.layer, Rect::cell(layer_cell.cell)),
        (Map::Hex(grid), Place::Hex(hex)) => (0, Rect::cell(grid.cell_of(hex))),
        _ => (0, Rect::new(xunlu::Cell::default(), Size::ONE)),
    };
    let size = Size::new(random.from_to(1, 5), random.from_to(1, 5));
    let wide = Rect::new(rect.min, size);
    let links: Vec<LinkId> = world.map().links().map(|(id, _)| id).collect();
    match random.below(10) {
        0..=3 => world.set(place, terrain),
        4 => world.fill_on(layer, wide, terrain),
        5 => world.fill_tags_on(layer, wide, Tags(1 << random.below(4))),
        6 => world.fill_exits_on(layer, wide, Exits(u8::try_from(random.below(256)).unwrap())),
        7 => {
            let to = any_place(map, random);
            let link = Link::two_way(place, to).costing(Weight::percent(random.below(500)));
            let link = Link { is_two_way: random.chance(50), ..link };
            world.add_link(link).map(|(_, edit)| edit)
        }
        8 if !links.is_empty() => world.remove_link(*random.pick(&links)),
        9 if !links.is_empty() => {
            let door = if random.chance(50) { Door::Open } else { Door::Shut };
            world.set_door(*random.pick(&links), door)
        }
        _ => world.set(place, terrain),
    }
}
