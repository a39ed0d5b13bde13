//! Every kind of goal and every limit against the referee: the goal's places by their plain
//! definition, the cheapest of them by the referee's distances.

#![cfg(test)]

use xunlu::map::{Direction, HexArrangement, MoverBuilder, Wrap};
use xunlu::{
    Algorithm, Cell, Corners, Cost, Exits, Goal, Grid, Hex, HexGrid, LayerCell, Limit, Limits, Map,
    Mover, Outcome, Place, Promise, Query, Rect, Region, Size, StepCosts, Terrain, Weight,
    Workspace, World,
};
use xunlu_testkit::{Random, Referee, Trial, any_place, any_trial, places, sees};

const SEEDS: u64 = 1_500;

#[test]
fn every_goal_is_reached_at_the_cheapest_of_its_places() {
    let mut found = [0_u32; 6];
    for seed in 0..SEEDS {
        let trial = any_trial(seed);
        let referee = Referee::new(&trial.map, &trial.mover);
        let world = World::with_mover(trial.map.clone(), trial.mover.clone()).unwrap();
        let mut random = Random::new(seed ^ 0x60a1);
        for (kind, count) in found.iter_mut().enumerate() {
            let Some((goal, places)) = any_goal(kind, &trial, &mut random) else { continue };
            let query = Query::to(trial.from, goal);
            *count += u32::from(check_goal(&world, &referee, &trial, &query, &places));
        }
    }
    assert!(
        found.iter().all(|&count| count > 100),
        "goals of each kind that had a path: {found:?}"
    );
}

#[test]
fn paths_keep_to_regions_of_several_parts_and_of_one_layer() {
    let mut workspace = Workspace::new();
    let (mut found, mut kept_in, mut layered) = (0, 0, 0);
    for seed in 0..SEEDS {
        let trial = any_trial(seed);
        let mut random = Random::new(seed ^ 0x5e9);
        let Some((region, has)) = any_region(&trial.map, trial.from, &mut random) else { continue };
        let free = Referee::new(&trial.map, &trial.mover);
        let (from, to) = (trial.from, any_place(&trial.map, &mut random));
        let near: Vec<Place> = places(&trial.map).into_iter().filter(|&place| has(place)).collect();
        let to = if random.chance(80) && !near.is_empty() { *random.pick(&near) } else { to };
        if !free.can_stand(from) || !free.can_stand(to) {
            continue;
        }
        let kept = free.clone().kept_to(&has);
        let cost = kept.optimal_cost(from, to).filter(|_| has(from) && has(to));
        let world = World::with_mover(trial.map.clone(), trial.mover.clone()).unwrap();
        for algorithm in Algorithm::ALL {
            let query = Query::between(from, to).algorithm(algorithm).within(region.clone());
            let answer = world.find(&query, &mut workspace).unwrap();
            let says =
                format!("seed {seed}, {from} to {to} by {algorithm:?} in {region}: {answer:?}");
            let Some(path) = answer.path() else {
                let reached = free.reaches(from, to);
                let expected =
                    if reached { Outcome::GaveUp(Limit::Region) } else { Outcome::Unreachable };
                assert_eq!((cost, &answer.outcome), (None, &expected), "{says}");
                kept_in += usize::from(reached);
                continue;
            };
            let told = u64::from(path.cost.0);
            kept.check_path(&path.places, told).unwrap_or_else(|what| panic!("{what}: {says}"));
            if answer.choice.algorithm.promise() == Promise::Cheapest {
                assert_eq!(Some(told), cost, "{says}");
            }
            found += 1;
            layered += usize::from(region.layer().is_some() && path.places.len() > 1);
        }
    }
    assert!(found > 3_000, "{found} paths");
    assert!(kept_in > 1_000, "{kept_in} questions whose paths all leave the region");
    assert!(layered > 500, "{layered} paths on one layer");
}

/// Whether the goal has a path; panics when the world and the referee disagree.
fn check_goal(
    world: &World,
    referee: &Referee<'_>,
    trial: &Trial,
    query: &Query,
    places: &[Place],
) -> bool {
    let answer = world.find(query, &mut Workspace::new()).unwrap();
    let costs = referee.distances(trial.from);
    let cheapest = places.iter().filter_map(|place| costs.get(place).copied()).min();
    let says = format!("seed {}, {:?} from {}: {answer:?}", trial.seed, query.goal, trial.from);
    match &answer.outcome {
        Outcome::Found(found) => {
            let path = &found.path.places;
            let cost = u64::from(found.path.cost.0);
            assert_eq!(Some(cost), cheapest, "{says}");
            referee.check_path(path, cost).unwrap_or_else(|what| panic!("{what}: {says}"));
            assert!(places.contains(path.last().unwrap()), "{says}");
            true
        }
        Outcome::Unreachable => {
            assert_eq!(cheapest, None, "{says}");
            assert!(referee.can_stand(trial.from), "{says}");
            false
        }
        Outcome::Blocked(blocked) => {
            assert_eq!(cheapest, None, "{says}");
            let free = places.iter().any(|&place| referee.can_stand(place));
            assert!(!referee.can_stand(trial.from) || !free, "{says}");
            let is_of_many = !matches!(query.goal, Goal::At(_) | Goal::AnyOf(_));
            assert!(is_of_many || !referee.can_stand(blocked.place), "{says}");
            false
        }
        Outcome::GaveUp(limit) => panic!("gave up at {limit:?}: {says}"),
    }
}

/// A goal of a kind, and its places by its definition.
fn any_goal(kind: usize, trial: &Trial, random: &mut Random) -> Option<(Goal, Vec<Place>)> {
    let of = any_place(&trial.map, random);
    let radius = random.below(6);
    let all = places(&trial.map);
    let keep = |is_goal: &dyn Fn(Place) -> bool| -> Vec<Place> {
        all.iter().copied().filter(|&place| is_goal(place)).collect()
    };
    let goal = match kind {
        0 => {
            let count = random.from_to(1, 12);
            let places: Vec<_> = (0..count).map(|_| any_place(&trial.map, random)).collect();
            return Some((Goal::AnyOf(places.clone()), places));
        }
        1 => (
            Goal::Within { of, radius, in_sight: false },
            keep(&|place| {
                square_between(&trial.map, of, place).is_some_and(|away| away <= square(radius))
            }),
        ),
        2 => (Goal::Within { of, radius, in_sight: true }, in_sight(trial, of, radius, &all)?),
        3 => {
            let footprint = Size::new(random.from_to(1, 4), random.from_to(1, 4));
            (Goal::Beside { of, footprint }, beside(trial, of, footprint, &all)?)
        }
        4 => {
            let (region, has) = any_region(&trial.map, of, random)?;
            // A goal that names no layer lies on that of the start.
            let own = trial.from.layer();
            let is_here = |place: Place| region.layer().is_some() || place.layer() == own;
            let goals = keep(&|place| is_here(place) && has(place));
            if goals.is_empty() {
                return None;
            }
            (Goal::Region(region), goals)
        }
        _ => (
            Goal::AwayFrom { of, radius },
            keep(&|place| {
                square_between(&trial.map, of, place).is_none_or(|away| away >= square(radius))
            }),
        ),
    };
    Some(goal)
}

/// A region of up to three rectangles around a place, perhaps on one layer, and whether a place lies in it.
/// Returns `None` on waypoints.
fn any_region(
    map: &Map,
    of: Place,
    random: &mut Random,
) -> Option<(Region, impl Fn(Place) -> bool + use<>)> {
    let cell = cell_of(map, of)?;
    let parts: Vec<[i32; 4]> = (0..random.from_to(1, 3))
        .map(|_| {
            let [left, up, right, down] = [(); 4].map(|()| i32::try_from(random.below(5)).unwrap());
            [cell.x - left, cell.y - up, cell.x + right - 1, cell.y + down - 1]
        })
        .collect();
    let rects = parts.iter().map(|&[left, up, right, down]| {
        let size = [right - left + 1, down - up + 1].map(|side| u32::try_from(side).unwrap());
        Rect::new(Cell::new(left, up), Size::new(size[0], size[1]))
    });
    let layer = of.layer().filter(|_| random.chance(50));
    let region = Region::of(rects).ok()?;
    let region = layer.map_or(region.clone(), |layer| region.on_layer(layer));
    let hexes = if let Map::Hex(grid) = map { Some(grid.clone()) } else { None };
    let has = move |place: Place| {
        let Cell { x, y } = match (&hexes, place) {
            (Some(grid), Place::Hex(hex)) => grid.cell_of(hex),
            _ => place.as_cell().unwrap(),
        };
        let is_in = |&[left, up, right, down]: &[i32; 4]| {
            (left..=right).contains(&x) && (up..=down).contains(&y)
        };
        (layer.is_none() || place.layer() == layer) && parts.iter().any(is_in)
    };
    Some((region, has))
}

fn square(radius: u32) -> f64 {
    f64::from(radius) * f64::from(radius)
}

/// Column and row.
fn cell_of(map: &Map, place: Place) -> Option<Cell> {
    match (map, place) {
        (Map::Hex(grid), Place::Hex(hex)) => Some(grid.cell_of(hex)),
        (_, Place::Cell(cell)) => Some(cell),
        (_, Place::LayerCell(layer_cell)) => Some(layer_cell.cell),
        _ => None,
    }
}

/// The squared distance between two places, the shortest way round joined edges; none on other
/// layers.
fn square_between(map: &Map, a: Place, b: Place) -> Option<f64> {
    use Place::{Cell as C, Hex as H, LayerCell as S, Waypoint as W};
    let on_grid = |grid: &Grid, a: Cell, b: Cell| {
        let (size, wrap) = (grid.bounds().size, grid.wrap());
        let round = |off: u32, length: u32, joins: bool| {
            f64::from(if joins { off.min(length - off) } else { off })
        };
        let x = round(a.x.abs_diff(b.x), size.width, wrap.x);
        let y = round(a.y.abs_diff(b.y), size.height, wrap.y);
        x * x + y * y
    };
    match (map, a, b) {
        (Map::Grid(grid), C(a), C(b)) => Some(on_grid(grid, a, b)),
        (Map::Hex(_), H(a), H(b)) => {
            let (q, r) = (a.q - b.q, a.r - b.r);
            let steps = f64::from((q.abs() + r.abs() + (q + r).abs()) / 2);
            Some(steps * steps)
        }
        (Map::Layers(layers), S(a), S(b)) => {
            (a.layer == b.layer).then(|| on_grid(layers.grid(a.layer).unwrap(), a.cell, b.cell))
        }
        (Map::Waypoints(graph), W(a), W(b)) => {
            let (a, b) = (graph.waypoint(a)?.point, graph.waypoint(b)?.point);
            let (x, y) = (a.x - b.x, a.y - b.y);
            Some(x * x + y * y)
        }
        _ => None,
    }
}

/// The places within a radius from which another is seen; square grids without joined edges.
fn in_sight(trial: &Trial, of: Place, radius: u32, all: &[Place]) -> Option<Vec<Place>> {
    let Map::Grid(grid) = &trial.map else { return None };
    if grid.wrap().is_any() {
        return None;
    }
    // Who looks is one cell large, whoever walks: the ground is judged for one cell.
    let is_open = |cell: Cell| {
        let terrain = grid.ground().terrain().get(cell);
        let tags = grid.ground().tags().and_then(|tags| tags.get(cell)).unwrap_or_default();
        terrain.is_some_and(|terrain| trial.mover.is_open(terrain))
            && tags.are_within(trial.mover.tags())
    };
    let goal = cell_of(&trial.map, of)?;
    let near = |place: &Place| {
        square_between(&trial.map, of, *place).is_some_and(|away| away <= square(radius))
    };
    let seen = |place: &Place| {
        let from = cell_of(&trial.map, *place).unwrap();
        is_open(from)
            && sees(from, goal, Size::ONE, Corners::OneFree, |cell| cell == goal || is_open(cell))
    };
    Some(all.iter().copied().filter(near).filter(seen).collect())
}

/// The places whose footprint touches a side of another and does not overlap it; plain grids.
fn beside(trial: &Trial, of: Place, footprint: Size, all: &[Place]) -> Option<Vec<Place>> {
    let Map::Grid(grid) = &trial.map else { return None };
    if grid.wrap().is_any() {
        return None;
    }
    let building = Rect::new(cell_of(&trial.map, of)?, footprint);
    let touches = |place: &Place| {
        let body = Rect::new(cell_of(&trial.map, *place).unwrap(), trial.mover.footprint().size());
        let overlaps = body.cells().any(|cell| building.contains(cell));
        let sides = [(1, 0), (0, 1), (-1, 0), (0, -1)];
        let touches = body.cells().any(|cell| {
            sides.iter().any(|&(x, y)| building.contains(Cell::new(cell.x + x, cell.y + y)))
        });
        touches && !overlaps
    };
    Some(all.iter().copied().filter(touches).collect())
}

#[test]
fn limits_are_answers() {
    let (world, mut workspace) = (room(), Workspace::new());
    let query = Query::between(Place::cell(0, 0), Place::cell(9, 9));
    let limited = |limits| query.clone().limits(limits);
    let outcome =
        |query: &Query, workspace: &mut Workspace| world.find(query, workspace).unwrap().outcome;

    let by = [Algorithm::AStar, Algorithm::Dijkstra, Algorithm::TwoWayAStar, Algorithm::JumpPoints];
    for algorithm in by {
        let few = Limits::NONE.expansions_max(1);
        let few = limited(few).algorithm(algorithm);
        assert_eq!(outcome(&few, &mut workspace), Outcome::GaveUp(Limit::Expansions));
        let query = query.clone().algorithm(algorithm);
        let Outcome::Found(found) = outcome(&query, &mut workspace) else { panic!() };
        let just = Limits::NONE.cost_max(found.path.cost);
        let less = Limits::NONE.cost_max(found.path.cost.less(Cost(1)));
        let just = query.clone().limits(just);
        assert_eq!(outcome(&just, &mut workspace), Outcome::Found(found), "{algorithm:?}");
        let less = query.limits(less);
        assert_eq!(outcome(&less, &mut workspace), Outcome::GaveUp(Limit::Cost), "{algorithm:?}");
    }
    let region = Rect::new(Cell::new(0, 0), Size::new(5, 10));
    let inside = Query::between(Place::cell(0, 0), Place::cell(0, 9)).within(region);
    assert!(world.find(&inside, &mut workspace).unwrap().path().is_some());
    let outside = query.within(region);
    assert_eq!(outcome(&outside, &mut workspace), Outcome::GaveUp(Limit::Region));
}

#[test]
fn an_end_outside_the_region_is_no_missing_path() {
    let world = World::new("@link 0,0 -> 4,0\n.....\n.....".parse::<Grid>().unwrap()).unwrap();
    let mut workspace = Workspace::new();
    let region = Rect::new(Cell::new(0, 0), Size::new(3, 2));
    for algorithm in Algorithm::ALL {
        for (from, to) in [((1, 0), (4, 1)), ((4, 1), (1, 0)), ((4, 0), (4, 1))] {
            let ends = Query::between(Place::cell(from.0, from.1), Place::cell(to.0, to.1));
            let query = ends.algorithm(algorithm).within(region);
            let outcome = world.find(&query, &mut workspace).unwrap().outcome;
            assert_eq!(outcome, Outcome::GaveUp(Limit::Region), "{algorithm:?} {from:?} {to:?}");
        }
    }
}

#[test]
fn nowhere_far_enough_away_is_known_without_a_search() {
    let world = World::new(Grid::new(Size::new(30, 30)).unwrap()).unwrap();
    let goal = |radius| Goal::AwayFrom { of: Place::cell(3, 3), radius };
    let ask = |radius| {
        world.find(&Query::to(Place::cell(0, 0), goal(radius)), &mut Workspace::new()).unwrap()
    };
    let far = ask(100);
    assert_eq!((far.outcome, far.expansions), (Outcome::Unreachable, 0));
    assert!(ask(36).path().is_some(), "29,29 lies 36.8 away");
}

#[test]
fn a_long_thin_map_is_looked_through_once() {
    let length = 200_000;
    let rect = Rect::new(Cell::new(0, 0), Size::new(length, 1));
    let mut row = Grid::at(rect).unwrap();
    row.fill(rect, Terrain::WALL).unwrap();
    let world = World::new(row).unwrap();
    let blocked = Query::between(Place::cell(0, 0), Place::cell(5, 0));
    let answer = world.find(&blocked, &mut Workspace::new()).unwrap();
    let Outcome::Blocked(blocked) = answer.outcome else { panic!("{:?}", answer.outcome) };
    assert_eq!(blocked.nearest_free, None);

    let round = Grid::new(Size::new(length, 1)).unwrap().wrapped(Wrap { x: true, y: false });
    let world = World::new(round).unwrap();
    let within = Goal::Within { of: Place::cell(3, 0), radius: u32::MAX, in_sight: false };
    let answer = world.find(&Query::to(Place::cell(9, 0), within), &mut Workspace::new()).unwrap();
    assert_eq!(answer.cost(), Some(Cost::ZERO));

    let column = Grid::new(Size::new(1, length)).unwrap();
    let world = World::new(column).unwrap();
    let radius = length - 10;
    let within = Goal::Within { of: Place::cell(0, 0), radius, in_sight: false };
    let farthest = Place::cell(0, i32::try_from(length).unwrap() - 1);
    let answer = world.find(&Query::to(farthest, within), &mut Workspace::new()).unwrap();
    assert_eq!(answer.path().unwrap().places.len(), 10);

    let hexes = HexGrid::new(HexArrangement::OddR, Size::new(length, 1)).unwrap();
    let world = World::new(hexes).unwrap();
    let within = Goal::Within { of: Hex::new(3, 0).into(), radius: u32::MAX, in_sight: false };
    let answer = world.find(&Query::to(Hex::new(9, 0), within), &mut Workspace::new()).unwrap();
    assert_eq!(answer.cost(), Some(Cost::ZERO));
}

#[test]
fn many_goals_among_one_way_cells_are_sifted_at_once() {
    let mut grid = Grid::new(Size::new(150, 150)).unwrap();
    let all = grid.bounds();
    grid.fill_exits(all, Exits::only(Direction::East)).unwrap();
    let world = World::new(grid).unwrap();
    let goal = Goal::Region(Rect::new(Cell::new(0, 0), Size::new(150, 75)).into());
    let query = Query::to(Place::cell(0, 149), goal);
    let query = query.nearest(true);
    let answer = world.find(&query, &mut Workspace::new()).unwrap();
    assert_eq!(answer.outcome, Outcome::Unreachable);
    let nearest = answer.nearest.unwrap();
    assert_eq!(nearest.end().and_then(Place::as_cell).unwrap().y, 149);
}

/// Ten by ten with a wall down the middle that leaves one gap.
fn room() -> World {
    let mut grid = Grid::new(Size::new(10, 10)).unwrap();
    grid.fill(Rect::new(Cell::new(4, 0), Size::new(1, 9)), Terrain::WALL).unwrap();
    World::new(grid).unwrap()
}

#[test]
fn a_cost_too_large_to_say_is_reported_and_not_misordered() {
    let costs = StepCosts { straight: Cost::STEP_MAX, diagonal: Cost::STEP_MAX };
    let mover = Mover::four().costs(costs);
    let plain = |mover: MoverBuilder, digit| mover.price(Terrain(digit), Weight::ONE);
    let mover = (1..=9).fold(mover, plain).build().unwrap();
    let mut corridor = Grid::new(Size::new(40, 2)).unwrap();
    corridor.fill(Rect::new(Cell::new(1, 0), Size::new(38, 1)), Terrain::WALL).unwrap();
    let world = World::with_mover(corridor, mover).unwrap();
    let mut workspace = Workspace::new();
    for algorithm in Algorithm::ALL {
        // Fifteen steps of 2^28 can be said; sixteen are 2^32 and cannot.
        let near = Query::between(Place::cell(0, 1), Place::cell(15, 1)).algorithm(algorithm);
        let answer = world.find(&near, &mut workspace).unwrap();
        assert_eq!(answer.cost(), Some(Cost(15 << 28)), "{algorithm:?}");
        let far = Query::between(Place::cell(0, 1), Place::cell(16, 1)).algorithm(algorithm);
        let answer = world.find(&far, &mut workspace).unwrap();
        assert_eq!(answer.outcome, Outcome::GaveUp(Limit::CostTooLarge), "{algorithm:?}");
    }
}

#[test]
fn the_nearest_place_is_offered_when_there_is_no_path() {
    let map = "....#...\n....#...\n....#...\n";
    let world = World::new(map.parse::<Grid>().unwrap()).unwrap();
    let ask = |to| {
        let query = Query::between(Place::cell(0, 1), to);
        world.find(&query.nearest(true), &mut Workspace::new()).unwrap()
    };
    let beyond = ask(Place::cell(6, 1));
    assert_eq!(beyond.outcome, Outcome::Unreachable);
    assert_eq!(beyond.nearest.unwrap().end(), Some(Place::cell(3, 1)));
    let wall = ask(Place::cell(4, 0));
    let Outcome::Blocked(blocked) = wall.outcome else { panic!("{:?}", wall.outcome) };
    assert_eq!(blocked.nearest_free, Some(Place::cell(3, 0)));
    assert_eq!(wall.nearest.unwrap().end(), Some(Place::cell(3, 0)));
}

#[test]
fn the_nearest_free_place_may_lie_round_a_joined_edge() {
    let map = "@wrap x\n########...........#\n";
    let world = World::new(map.parse::<Grid>().unwrap()).unwrap();
    let query = Query::between(Place::cell(10, 0), Place::cell(0, 0));
    let answer = world.find(&query, &mut Workspace::new()).unwrap();
    let Outcome::Blocked(blocked) = answer.outcome else { panic!("{:?}", answer.outcome) };
    assert_eq!(blocked.nearest_free, Some(Place::cell(18, 0)), "two to the left, not eight right");
}

#[test]
fn questions_that_cannot_be_asked_say_why() {
    let world = room();
    let check = |query: Query, says: &str| {
        let error = world.find(&query, &mut Workspace::new()).unwrap_err().to_string();
        assert!(error.contains(says) && error.contains("expected"), "{error}");
    };
    let at = Place::cell;
    check(Query::between(at(-1, 0), at(1, 1)), "the start -1,0 lies outside the map");
    check(Query::between(at(0, 0), at(10, 1)), "the goal 10,1 lies outside the map");
    check(Query::between(at(0, 0), LayerCell::new(1, Cell::new(0, 0))), "outside");
    check(Query::to(at(0, 0), Goal::AnyOf(Vec::new())), "the list of goals is empty");
    check(Query::to(at(0, 0), Goal::Beside { of: at(1, 1), footprint: Size::new(0, 2) }), "0x2");
    let far = Rect::new(Cell::new(90, 90), Size::new(2, 2));
    check(Query::to(at(0, 0), Goal::Region(far.into())), "outside the map");
    let upstairs = Region::from(world.map().grids()[0].bounds()).on_layer(1);
    check(Query::to(at(0, 0), Goal::Region(upstairs.clone())), "a region on layer 1");
    check(Query::between(at(0, 0), at(1, 1)).within(upstairs), "a region on layer 1");
    assert!(World::with_mover(world.map().clone(), Mover::hex().build().unwrap()).is_err());
    assert!(matches!(world.map(), Map::Grid(_)));
}
