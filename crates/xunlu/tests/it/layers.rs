//! Jumps over layers joined by stairs against the referee: every corner rule, footprint and pair of costs,
//! floors of any shape, before and after edits of any of them and of their links.
//!
//! `XUNLU_SEEDS` and `XUNLU_FIRST_SEED` make it longer or start elsewhere, as for `differential`.

use crate::ground::{
    FOOTPRINTS, GROUNDS, WEIGHTS, any_ground, any_rect, ask_some, check_estimates, costs, cover,
    number, rules,
};
use std::collections::BTreeMap;
use xunlu::map::{Layers, Offset, make};
use xunlu::{
    Algorithm, Cell, Change, Cost, Door, Goal, Grid, LayerCell, Limit, Limits, Link, LinkId, Mover,
    MoverId, Outcome, Place, Query, Rect, Region, Size, StepCosts, Terrain, Weight, Workspace,
    World,
};
use xunlu_testkit::{Random, Referee, any_standing_place};

/// A quarter of those on plain ground, for each takes longer here; `cargo xtask soak` asks as many as one
/// likes.
const SEEDS: u64 = 150;

/// Two to four floors, and how many of their cells in a hundred cost more than others.
fn any_floors(random: &mut Random) -> Layers {
    let covered = if random.chance(30) { 100 } else { 0 };
    let count = random.from_to(2, 4);
    let one = any_ground(random);
    let floors = (0..count).map(|_| {
        // Floors of one house are most often alike; a few are small, and some elsewhere.
        let mut floor = if random.chance(70) { one.clone() } else { any_ground(random) };
        for _ in 0..random.below(20) {
            let rect = any_rect(&floor, random, 9);
            floor.fill(rect, *random.pick(&[Terrain::WALL, Terrain::OPEN])).unwrap();
        }
        if random.chance(covered) {
            cover(&mut floor, random);
        }
        floor
    });
    Layers::new(floors.collect()).unwrap()
}

fn floors_of(world: &World) -> &[Grid] {
    world.map().grids()
}

fn any_cell(floors: &[Grid], random: &mut Random) -> LayerCell {
    let layer = random.below(u32::try_from(floors.len()).unwrap());
    LayerCell::new(layer, any_rect(&floors[layer as usize], random, 1).min)
}

/// A stair to the same cell of the next floor or one beside it, or a link between any two cells.
fn any_link(floors: &[Grid], random: &mut Random) -> Option<Link<Place>> {
    let from = any_cell(floors, random);
    let beside = from.cell + Offset::new(random.between(-2, 2), random.between(-2, 2));
    let above = LayerCell::new(from.layer + 1, beside);
    let is_there = |to: LayerCell| {
        floors.get(to.layer as usize).is_some_and(|floor| floor.bounds().contains(to.cell))
    };
    let is_stair = random.chance(70) && is_there(above);
    let to = if is_stair { above } else { any_cell(floors, random) };
    let (from, to) = (Place::LayerCell(from), Place::LayerCell(to));
    let link = if random.chance(70) { Link::two_way(from, to) } else { Link::one_way(from, to) };
    let door = if random.chance(15) { Door::Shut } else { Door::Open };
    (from != to).then(|| link.costing(Weight::percent(*random.pick(&WEIGHTS))).with_door(door))
}

/// Fills a rectangle on some floor.
fn fill_some(world: &mut World, terrains: &[Terrain], random: &mut Random) {
    let layer = random.below(u32::try_from(floors_of(world).len()).unwrap());
    let rect = any_rect(&floors_of(world)[layer as usize], random, 8);
    world.fill_on(layer, rect, *random.pick(terrains)).unwrap();
}

/// Adds a link, removes one, or opens or shuts a door.
fn change_links(world: &mut World, random: &mut Random) {
    let known: Vec<LinkId> = world.map().links().map(|(id, _)| id).collect();
    let link = any_link(floors_of(world), random);
    match (known.is_empty() || random.chance(30), link) {
        (true, Some(link)) => drop(world.add_link(link).unwrap()),
        (true, None) => {}
        (false, _) if random.chance(30) => drop(world.remove_link(*random.pick(&known)).unwrap()),
        (false, _) => {
            let door = *random.pick(&[Door::Open, Door::Shut]);
            world.set_door(*random.pick(&known), door).unwrap();
        }
    }
}

/// Who answers a question that asks for an algorithm.
fn who(world: &World, asked: Algorithm) -> Algorithm {
    let somewhere = Place::LayerCell(LayerCell::new(0, floors_of(world)[0].bounds().min));
    world.choose(&Query::between(somewhere, somewhere).algorithm(asked)).unwrap().algorithm
}

/// A world of floors with links, and its mover.
fn any_house(random: &mut Random) -> (World, Mover) {
    let mover = random.pick(&rules()).clone().costs(*random.pick(&costs()));
    let mover = mover.footprint(*random.pick(&FOOTPRINTS)).build().unwrap();
    let mut world = World::with_mover(any_floors(random), mover.clone()).unwrap();
    let count = *random.pick(&[1, 3, 8, 20, 60]);
    let links = (0..count).filter_map(|_| any_link(floors_of(&world), random));
    world.apply(&Change::All(links.map(Change::AddLink).collect())).unwrap();
    (world, mover)
}

#[test]
fn jumps_between_layers_agree_with_the_referee() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let (mut found, mut states) = (0, BTreeMap::new());
    for seed in first..first + number("XUNLU_SEEDS", SEEDS) {
        let mut random = Random::new(seed ^ 0xf100);
        let (mut world, mover) = any_house(&mut random);
        let made = random.below(4);
        for edit in 0..6 {
            if edit == made || random.chance(10) {
                world.build_index(MoverId::FIRST).unwrap();
            }
            let mut by = who(&world, Algorithm::JumpWeighted);
            if edit >= made && by == Algorithm::JumpPoints {
                by = who(&world, Algorithm::JumpIndex);
            }
            *states.entry(by.name()).or_insert(0) += 1;
            found += ask_some(seed, &world, &mover, by, &mut random);
            for _ in 0..random.below(3) {
                change_links(&mut world, &mut random);
            }
            for _ in 0..random.below(3) {
                let is_weighted = by == Algorithm::JumpWeighted;
                let terrains = if is_weighted { &GROUNDS[..] } else { &[Terrain::OPEN] };
                let terrain = if random.chance(40) { &[Terrain::WALL] } else { terrains };
                fill_some(&mut world, terrain, &mut random);
            }
        }
    }
    println!("{found} paths, states of maps by who answered: {states:?}");
    if number("XUNLU_SEEDS", SEEDS) >= SEEDS {
        assert!(found > 2_500, "only {found} of the questions had a path");
        for (by, least) in [("jps", 75), ("jps-index", 175), ("jps-weighted", 50)] {
            let count = states.get(by).copied().unwrap_or(0);
            assert!(count > least, "only {count} states of maps were asked of {by}");
        }
    }
}

/// Some floors that are alike, with stairs between them, and its mover.
fn house_of_stairs(seed: u64, random: &mut Random) -> Option<(World, Mover)> {
    let mover = random.pick(&rules()).clone().costs(*random.pick(&costs())).build().unwrap();
    let kind = match random.below(3) {
        0 => make::Kind::Caves { walls_percent: random.from_to(38, 45), rounds: 4 },
        _ => make::Kind::Maze { corridor: random.from_to(1, 3), loops_percent: 20 },
    };
    let floor = make::grid(kind, Size::new(120, 80), seed).ok()?;
    let floors = (0..random.from_to(2, 4)).map(|_| floor.clone()).collect();
    let mut world = World::with_mover(Layers::new(floors).unwrap(), mover.clone()).unwrap();
    // As many as there are landmarks, more, or more than are kept.
    let count = match random.below(8) {
        0..5 => random.from_to(1, 18),
        5 | 6 => random.from_to(17, 40),
        _ => random.from_to(60, 70),
    };
    let stairs = (0..20 * count).filter_map(|_| {
        let from = any_cell(floors_of(&world), random);
        let to = LayerCell::new(from.layer + 1, from.cell);
        let can_stand = |at: LayerCell| {
            let floor = floors_of(&world).get(at.layer as usize)?;
            Some(floor.terrain(at.cell)? == Terrain::OPEN)
        };
        let is_stair = [from, to].iter().all(|&at| can_stand(at) == Some(true));
        let link = Link::two_way(Place::LayerCell(from), Place::LayerCell(to));
        is_stair.then(|| link.costing(Weight::percent(*random.pick(&WEIGHTS))))
    });
    let stairs: Vec<Change> = stairs.take(count as usize).map(Change::AddLink).collect();
    world.apply(&Change::All(stairs)).unwrap();
    Some((world, mover))
}

/// The costs from stairs lead to the right one, also past doors that were shut since.
#[test]
fn stairs_whose_costs_are_known_agree_with_the_referee() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let (mut found, mut estimates, mut expansions) = (0, 0, [0; 2]);
    for seed in first..first + number("XUNLU_SEEDS", SEEDS) / 6 {
        let mut random = Random::new(seed ^ 0x57a1);
        let Some((mut world, mover)) = house_of_stairs(seed, &mut random) else { continue };
        world.build_index(MoverId::FIRST).unwrap();
        // With more stairs, or where ground was opened, what is left to pay is told by the gates that were
        // not passed yet, which is more than what it is by those that were.
        let are_few = world.map().links().count() <= 64;
        let mut knows_stairs = are_few;
        for _ in 0..20 {
            let ends = [0; 2].map(|_| Place::LayerCell(any_cell(floors_of(&world), &mut random)));
            let by = [Algorithm::JumpPoints, Algorithm::JumpIndex];
            let answers = by.map(|by| {
                let query = Query::between(ends[0], ends[1]).algorithm(by);
                world.find(&query, &mut Workspace::new()).unwrap()
            });
            let cost = |answer: &xunlu::Answer| answer.path().map(|path| path.cost);
            assert_eq!(cost(&answers[0]), cost(&answers[1]), "seed {seed}, {ends:?}");
            let is_other_floor = ends[0].layer() != ends[1].layer();
            if is_other_floor && cost(&answers[0]).is_some() {
                for (sum, answer) in expansions.iter_mut().zip(&answers) {
                    *sum += answer.expansions;
                }
            }
        }
        for _ in 0..4 {
            found += ask_some(seed, &world, &mover, Algorithm::JumpIndex, &mut random);
            if knows_stairs {
                estimates += check_estimates(&world, &mover, Algorithm::JumpIndex, &mut random);
            }
            let known: Vec<LinkId> = world.map().links().map(|(id, _)| id).collect();
            if !known.is_empty() {
                let door = *random.pick(&[Door::Open, Door::Shut]);
                world.set_door(*random.pick(&known), door).unwrap();
            }
            if random.chance(50) {
                fill_some(&mut world, &[Terrain::WALL, Terrain::WALL, Terrain::OPEN], &mut random);
                knows_stairs = false;
                if random.chance(50) {
                    world.build_index(MoverId::FIRST).unwrap();
                    knows_stairs = are_few;
                }
            }
        }
    }
    let [without, with] = expansions;
    println!("{found} paths, {estimates} estimates");
    println!("{with} expansions with an index and {without} without");
    if number("XUNLU_SEEDS", SEEDS) >= SEEDS {
        assert!(found > 500, "only {found} of the questions had a path");
        assert!(estimates > 5_000, "only {estimates} estimates were told");
        assert!(3 * with < without, "{with} expansions with an index, {without} without");
    }
}

/// Several goals on some floors, and the places that are any of them.
fn any_goals(floors: &[Grid], random: &mut Random) -> (Goal, Vec<Place>) {
    if random.chance(50) {
        let count = *random.pick(&[2, 5, 16]);
        let all: Vec<Place> = (0..count).map(|_| any_cell(floors, random).into()).collect();
        return (Goal::any_of(all.clone()), all);
    }
    let LayerCell { layer, cell } = any_cell(floors, random);
    let size = Size::new(random.from_to(1, 12), random.from_to(1, 12));
    let region = Region::from(Rect::new(cell, size)).on_layer(layer);
    let cells = (0..).zip(floors).flat_map(|(layer, floor)| {
        floor.bounds().cells().map(move |cell| LayerCell::new(layer, cell))
    });
    let own = cells.filter(|at| region.contains(at.layer, at.cell));
    let own = own.map(Place::LayerCell).collect();
    (Goal::region(region), own)
}

/// A part of all floors: one rectangle, or two that overlap or lie apart.
fn any_part(floors: &[Grid], random: &mut Random) -> Region {
    let corners = [0; 2].map(|_| any_cell(floors, random).cell);
    let parts = corners.into_iter().map(|min| Rect::new(min, Size::new(40, 40)));
    let count = 1 + usize::from(random.chance(50));
    Region::of(parts.take(count).collect::<Vec<_>>()).unwrap()
}

/// Asks for paths that cost at most what the cheapest does, and at most a little less: how many are over it.
fn ask_at_most(least: u64, world: &World, query: &Query) -> u32 {
    let least = Cost(u32::try_from(least).unwrap());
    let ask = |cost_max: Cost| {
        let query = query.clone().limits(Limits::NONE.cost_max(cost_max));
        world.find(&query, &mut Workspace::new()).unwrap()
    };
    assert_eq!(ask(least).cost(), Some(least), "{query:?}\n{}", world.map());
    let Some(less) = least.0.checked_sub(1) else { return 0 };
    let is_over = ask(Cost(less)).outcome == Outcome::GaveUp(Limit::Cost);
    assert!(is_over, "{query:?}\n{}", world.map());
    1
}

#[test]
fn the_nearest_of_several_goals_on_any_floor_is_found() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let (mut found, mut over, mut asked) = (0, 0, BTreeMap::new());
    for seed in first..first + number("XUNLU_SEEDS", SEEDS) {
        let mut random = Random::new(seed ^ 0xf60a);
        let (mut world, mover) = any_house(&mut random);
        if random.chance(50) {
            world.build_index(MoverId::FIRST).unwrap();
        }
        let map = world.map();
        let referee = Referee::new(map, &mover);
        for _ in 0..8 {
            let Some(from) = any_standing_place(&referee, &mut random) else { break };
            let (goal, all) = any_goals(map.grids(), &mut random);
            let part = any_part(map.grids(), &mut random);
            let is_in = |place: Place| {
                place.as_cell().is_some_and(|cell| part.contains(place.layer().unwrap(), cell))
            };
            let is_kept = random.chance(30) && is_in(from) && all.iter().any(|&goal| is_in(goal));
            let query = Query::to(from, goal.clone());
            let query = if is_kept { query.within(part.clone()) } else { query };
            let kept = is_kept.then(|| referee.clone().kept_to(is_in));
            let kept = kept.as_ref().unwrap_or(&referee);
            let costs = kept.distances(from);
            let least = all.iter().filter_map(|to| costs.get(to)).min();
            let answer = world.find(&query, &mut Workspace::new()).unwrap();
            *asked.entry((answer.algorithm().name(), is_kept)).or_insert(0) += 1;
            over += least.map_or(0, |&least| ask_at_most(least, &world, &query));
            let what = format_args!("seed {seed}, {from} to {goal:?}, {is_kept}, {mover:?}\n{map}");
            match (&answer.outcome, least) {
                (Outcome::Found(answered), Some(&least)) => {
                    found += 1;
                    let path = &answered.path;
                    assert_eq!(u64::from(path.cost.0), least, "{what}");
                    assert_eq!(kept.check_path(&path.places, least), Ok(()), "{what}");
                    assert!(path.places.last().is_some_and(|end| all.contains(end)), "{what}");
                }
                (Outcome::Unreachable | Outcome::Blocked(_), None) => {}
                (Outcome::GaveUp(_), None) if is_kept => {}
                (outcome, least) => panic!("{outcome:?}, not {least:?}: {what}"),
            }
        }
    }
    println!("{found} paths, {over} over a limit, by who answered, in a region or not: {asked:?}");
    if number("XUNLU_SEEDS", SEEDS) >= SEEDS {
        assert!(over > 250, "only {over} questions were asked of over a limit");
        for by in ["jps", "jps-index", "jps-weighted"] {
            for (is_kept, least) in [(false, 75), (true, 2)] {
                let count = asked.get(&(by, is_kept)).copied().unwrap_or(0);
                assert!(count > least, "only {count} questions by {by}, in a region: {is_kept}");
            }
        }
    }
}

#[test]
fn a_floor_without_a_stair_is_not_reached_and_one_that_is_far_is() {
    let floor: Grid = ".....\n.....\n.....".parse().unwrap();
    let mut world = World::new(Layers::new(vec![floor; 3]).unwrap()).unwrap();
    let at = |layer, x, y| Place::LayerCell(LayerCell::new(layer, Cell::new(x, y)));
    let ask = |world: &World| {
        let query = Query::between(at(0, 0, 0), at(2, 0, 0));
        let answer = world.find(&query, &mut Workspace::new()).unwrap();
        (answer.algorithm(), answer.path().map(|path| path.places.len()))
    };
    world.add_link(Link::two_way(at(0, 4, 2), at(1, 4, 2))).unwrap();
    assert_eq!(ask(&world).1, None);
    let (stair, _) = world.add_link(Link::one_way(at(1, 0, 2), at(2, 0, 2))).unwrap();
    assert_eq!(ask(&world), (Algorithm::JumpPoints, Some(13)));
    assert!(world.build_index(MoverId::FIRST).unwrap());
    assert_eq!(ask(&world), (Algorithm::JumpIndex, Some(13)));
    world.set_door(stair, Door::Shut).unwrap();
    assert_eq!(ask(&world).1, None);
}

/// Three floors of rooms with so many stairs between neighbouring ones, and a floor of them by itself.
fn floors_of_rooms(seed: u32, stairs: usize, random: &mut Random) -> [World; 2] {
    let kind = make::Kind::Rooms { side: 7, doors_percent: 60 };
    let floor = make::grid(kind, Size::new(120, 90), u64::from(seed)).unwrap();
    let mut house = World::new(Layers::new(vec![floor.clone(); 3]).unwrap()).unwrap();
    for below in 0..2 {
        for _ in 0..stairs {
            let cell = any_rect(&floor, random, 1).min;
            let [from, to] =
                [below, below + 1].map(|layer| Place::LayerCell(LayerCell::new(layer, cell)));
            house.add_link(Link::two_way(from, to).costing(Weight::percent(300))).unwrap();
        }
    }
    [house, World::new(floor).unwrap()]
}

#[test]
fn a_path_over_floors_takes_hardly_more_expansions_than_its_parts() {
    let (mut whole, mut of_parts, mut compared) = (0, 0, 0);
    let workspace = &mut Workspace::new();
    for seed in 0..120 {
        let mut random = Random::new(u64::from(seed) ^ 0x57a1);
        let stairs = *random.pick(&[1, 1, 3, 12]);
        let [house, floor] = floors_of_rooms(seed, stairs, &mut random);
        for _ in 0..8 {
            let [from, to] = [0, 2].map(|layer| {
                let cell = any_rect(&floors_of(&house)[0], &mut random, 1).min;
                Place::LayerCell(LayerCell::new(layer, cell))
            });
            let query = Query::between(from, to).algorithm(Algorithm::JumpPoints);
            let answer = house.find(&query, workspace).unwrap();
            let by_cells = Query::between(from, to).algorithm(Algorithm::AStar);
            assert_eq!(answer.cost(), house.find(&by_cells, workspace).unwrap().cost(), "{seed}");
            let Some(path) = answer.path() else { continue };
            compared += 1;
            if stairs > 1 {
                continue;
            }
            whole += answer.expansions;
            for part in path.places.chunk_by(|one, other| one.layer() == other.layer()) {
                let [first, last] = [part.first(), part.last()]
                    .map(|place| Place::Cell(place.unwrap().as_cell().unwrap()));
                let query = Query::between(first, last).algorithm(Algorithm::JumpPoints);
                of_parts += floor.find(&query, workspace).unwrap().expansions;
            }
        }
    }
    assert!(compared > 250, "only {compared} paths were compared");
    assert!(of_parts > 10_000, "the parts took {of_parts} expansions");
    // Where stairs that were passed are not forgotten it is twice as many.
    assert!(whole * 10 < of_parts * 11, "{whole} expansions, and {of_parts} for the parts");
}

#[test]
fn dear_steps_are_no_matter_on_however_many_layers() {
    // Each layer by itself is small enough for such steps; from the first row of all to the last it is far.
    const COUNT: u32 = 100;
    let step = Cost(Cost::STEP_MAX.0 / 16);
    let mover = Mover::four().costs(StepCosts { straight: step, diagonal: step }).build().unwrap();
    let floors = (0..COUNT).map(|_| Grid::new(Size::ONE).unwrap()).collect();
    let mut world = World::with_mover(Layers::new(floors).unwrap(), mover).unwrap();
    let at = |layer| Place::LayerCell(LayerCell::new(layer, Cell::new(0, 0)));
    for layer in 0..COUNT - 1 {
        let stair = Link::two_way(at(layer), at(layer + 1)).costing(Weight::percent(1));
        world.add_link(stair).unwrap();
    }
    let ask = |algorithm| {
        let query = Query::between(at(0), at(COUNT - 1)).algorithm(algorithm);
        let answer = world.find(&query, &mut Workspace::new()).unwrap();
        assert_eq!(answer.algorithm(), algorithm);
        answer.cost()
    };
    assert_eq!(ask(Algorithm::JumpPoints), ask(Algorithm::AStar));
}

#[test]
fn layers_that_are_too_unlike_are_searched_cell_by_cell() {
    let floors = [Size::new(400, 1), Size::new(1, 400)].map(|size| Grid::new(size).unwrap());
    let mut world = World::new(Layers::new(floors.into()).unwrap()).unwrap();
    let at = |layer, x, y| Place::LayerCell(LayerCell::new(layer, Cell::new(x, y)));
    world.add_link(Link::two_way(at(0, 399, 0), at(1, 0, 0))).unwrap();
    let query = Query::between(at(0, 0, 0), at(1, 0, 399)).algorithm(Algorithm::JumpPoints);
    let answer = world.find(&query, &mut Workspace::new()).unwrap();
    assert_eq!(answer.algorithm(), Algorithm::AStar);
    assert_eq!(answer.path().unwrap().places.len(), 800);
}
