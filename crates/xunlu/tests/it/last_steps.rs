//! The last step to a goal beside a wall: what a search over jumps makes of it.

use crate::ground::{costs, number, rules};
use std::collections::BTreeMap;
use xunlu::search::EventKind;
use xunlu::{
    Algorithm, Answer, Cell, Corners, Cost, Exits, Grid, Link, Mover, MoverId, Place, Query,
    Recorder, Rect, Size, StepCosts, Terrain, Weight, Workspace, World,
};
use xunlu_testkit::{Random, Referee, any_standing_place};

const SEEDS: u64 = 600;

/// Pillars of one cell, four apart.
fn pillars(side: u32) -> Grid {
    let mut grid = Grid::new(Size::new(side, side)).unwrap();
    for cell in grid.bounds().cells().filter(|cell| cell.x % 4 == 2 && cell.y % 4 == 2) {
        grid.set(cell, Terrain::WALL).unwrap();
    }
    grid
}

#[test]
fn a_goal_behind_a_pillar_does_not_make_the_search_look_everywhere() {
    let world = World::with_mover(pillars(400), Mover::default()).unwrap();
    let expansions = |goal: (i32, i32)| {
        let query = Query::between((395, 217), goal).algorithm(Algorithm::JumpPoints);
        let answer = world.find(&query, &mut Workspace::new()).unwrap();
        assert_eq!(answer.algorithm(), Algorithm::JumpPoints);
        assert!(answer.path().is_some());
        answer.expansions
    };
    let (open, behind) = (expansions((116, 160)), expansions((117, 162)));
    // By straight lines alone it would take more than a thousand.
    assert!(
        open < 10 && behind < 300,
        "{open} to one in the open, {behind} to one behind a pillar"
    );
}

/// A link that undercuts no line to the goal, but the one to a cell beside it, from which the only step leads
/// there: had its path been closed too late, one of 408 would be told.
#[test]
fn a_link_to_beside_the_goal_is_no_detour() {
    let mut grid = Grid::new(Size::new(60, 30)).unwrap();
    let around = Rect::new(Cell::new(11, 11), Size::new(3, 3)).cells();
    let pillars = (25..=45).step_by(2).map(|x| Cell::new(x, 13));
    for cell in around.chain(pillars) {
        grid.set(cell, Terrain::WALL).unwrap();
    }
    for cell in [Cell::new(12, 12), Cell::new(11, 13)] {
        grid.set(cell, Terrain::OPEN).unwrap();
    }
    grid.add_link(
        Link::one_way(Cell::new(22, 15), Cell::new(11, 13)).costing(Weight::percent(980)),
    )
    .unwrap();
    let mover = Mover::eight(Corners::Always).costs(StepCosts::TEN_FOURTEEN).build().unwrap();
    let world = World::with_mover(grid, mover).unwrap();
    let query = Query::between((50, 14), (12, 12)).algorithm(Algorithm::JumpPoints);
    let answer = world.find(&query, &mut Workspace::new()).unwrap();
    assert_eq!(answer.path().map(|path| path.cost), Some(Cost(396)));
}

/// Few walls, few cells of other ground or of limited exits, few links of such a weight: so that estimates
/// are tight.
fn hardly_any(random: &mut Random, link: u32) -> (Grid, Cell) {
    let size = Size::new(random.from_to(20, 70), random.from_to(20, 50));
    let mut grid = Grid::new(size).unwrap();
    let cells: Vec<Cell> = grid.bounds().cells().collect();
    let percent = random.from_to(3, 12);
    for &cell in &cells {
        if random.chance(percent) {
            grid.set(cell, Terrain::WALL).unwrap();
        }
    }
    let goal = *random.pick(&cells);
    let around = Rect::new(Cell::new(goal.x - 1, goal.y - 1), Size::new(3, 3));
    let around: Vec<Cell> = around.intersection(grid.bounds()).cells().collect();
    for &cell in &around {
        let terrain = if random.chance(35) { Terrain::WALL } else { Terrain::OPEN };
        grid.set(cell, terrain).unwrap();
    }
    grid.set(goal, Terrain::OPEN).unwrap();
    if random.chance(25) {
        for &cell in cells.iter().filter(|_| random.chance(10)) {
            if grid.terrain(cell) == Some(Terrain::OPEN) {
                grid.set(cell, Terrain(2)).unwrap();
            }
        }
    }
    if random.chance(25) {
        grid.set_exits(*random.pick(&around), Exits(0b0101_1011)).unwrap();
    }
    if random.chance(25) {
        let from = *random.pick(&cells);
        let to = if random.chance(50) { goal } else { *random.pick(&around) };
        if from != to {
            grid.add_link(Link::one_way(from, to).costing(Weight::percent(link))).unwrap();
        }
    }
    (grid, goal)
}

/// Holds what a search without an index estimates against what the rest of the way costs. Returns how many
/// nodes it told a greater estimate of as they were closed than as they were opened: by the last step alone.
fn raised_estimates(world: &World, query: &Query, referee: &Referee<'_>, goal: Place) -> u32 {
    let mut recorder = Recorder::default();
    world.find_observed(query, &mut Workspace::new(), &mut recorder).unwrap();
    let (rest, snapshot) = (referee.distances_to(goal), world.snapshot());
    let (mut opened, mut raised) = (BTreeMap::new(), 0);
    for event in recorder.events() {
        let place = snapshot.place_of(MoverId::FIRST, event.node).unwrap();
        let is_less = rest.get(&place).is_none_or(|&rest| u64::from(event.h.0) <= rest);
        assert!(is_less, "{event:?} at {place} to {goal}\n{}", world.map());
        match event.kind {
            EventKind::Closed => raised += u32::from(opened.get(&event.node) < Some(&event.h)),
            _ => drop(opened.insert(event.node, event.h)),
        }
    }
    raised
}

#[test]
fn no_estimate_by_the_last_step_is_above_the_cost() {
    let first = number("XUNLU_FIRST_SEED", 0);
    let (mut raised, mut nearest) = ([0; 3], 0);
    for seed in first..first + number("XUNLU_SEEDS", SEEDS) {
        let mut random = Random::new(seed ^ 0x1a57);
        // So dear that it undercuts no straight line, or not; then estimates leave out what was passed.
        let link = *random.pick(&[10_000, 10_000, 0, 100, 500, 1_000, 2_000]);
        let (grid, goal) = hardly_any(&mut random, link);
        let costs = *random.pick(&costs());
        let mover = random.pick(&rules()).clone().costs(costs).price(Terrain(2), 2.5);
        let mover = mover.build().unwrap();
        let mut world = World::with_mover(grid, mover.clone()).unwrap();
        let has_index = world.build_index(MoverId::FIRST).unwrap();
        let referee = Referee::new(world.map(), &mover);
        let by = [Algorithm::JumpPoints, Algorithm::JumpIndex, Algorithm::JumpWeighted];
        let mut workspace = Workspace::new();
        for (by, raised) in by.into_iter().zip(&mut raised) {
            if by == Algorithm::JumpIndex && !has_index {
                continue;
            }
            for _ in 0..3 {
                let Some(from) = any_standing_place(&referee, &mut random) else { break };
                let ends = [from, goal.into()];
                let query = Query::between(ends[0], ends[1]).algorithm(by);
                let answer = world.find(&query, &mut workspace).unwrap();
                let least = referee.distances(from).get(&ends[1]).copied();
                let cost = answer.path().map(|path| u64::from(path.cost.0));
                assert_eq!(cost, least, "seed {seed}, {from} to {goal} by {by:?}\n{}", world.map());
                if answer.algorithm() == by && by != Algorithm::JumpIndex && link == 10_000 {
                    *raised += raised_estimates(&world, &query, &referee, ends[1]);
                }
                // Too dear by half: then it begins again, to look for what is nearest to the goal.
                let half = answer.path().map_or(Cost::ZERO, |path| Cost(path.cost.0 / 2));
                let half = query.nearest(true).cost_max(half);
                let near = world.find(&half, &mut workspace).unwrap();
                if near.algorithm() == by {
                    let cells = half.algorithm(Algorithm::AStar);
                    let other = world.find(&cells, &mut workspace).unwrap();
                    let end = |answer: &Answer| {
                        let path = answer.nearest.as_ref()?;
                        Some((path.cost, path.places.last().copied()))
                    };
                    assert_eq!(end(&near), end(&other), "seed {seed}\n{}", world.map());
                    nearest += 1;
                }
            }
        }
    }
    println!("{raised:?} estimates raised, {nearest} nearest places");
    if number("XUNLU_SEEDS", SEEDS) >= SEEDS {
        let [jumps, _, weighted] = raised;
        assert!(jumps > 100 && weighted > 100, "{raised:?} estimates were raised");
        assert!(nearest > 1_000, "only {nearest} nearest places were looked for");
    }
}
