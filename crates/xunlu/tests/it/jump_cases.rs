//! Jumps on single maps: who jumps and why, limits and costs that are large, and what an observer is told.

use crate::ground::{any_ground, any_link, any_rect, grid_of, rules};
use std::collections::{BTreeMap, BTreeSet};
use xunlu::map::{Direction, MoverBuilder, make};
use xunlu::search::EventKind;
use xunlu::{
    Algorithm, Cell, Change, Corners, Cost, Exits, Grid, Limit, Limits, Link, Map, Mover, MoverId,
    Outcome, Place, Query, Recorder, Rect, Size, StepCosts, Terrain, Weight, Workspace, World,
};
use xunlu_testkit::{Random, Referee, any_standing_place};

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
