//! Ranges, distances, alternatives, explanations and batches against the referee, on
//! generated maps of every kind.

use std::collections::{BTreeMap, BTreeSet};
use xunlu::explain::{ClosedCell, LinkHindrance, Obstacle, Verdict};
use xunlu::map::{Footprint, NodeId};
use xunlu::{
    Algorithm, Corners, Cost, Door, Exits, Goal, Link, Map, Mover, MoverId, Outcome, Path, Place,
    Query, Rect, Size, Tags, Terrain, Workspace, World,
};
use xunlu_testkit::{Random, Referee, Trial, any_place, any_trial, report};

fn world_of(trial: &Trial) -> World {
    World::with_mover(trial.map.clone(), trial.mover.clone()).unwrap()
}

fn cost_of(cost: u64) -> Cost {
    Cost(u32::try_from(cost).expect("costs of generated maps are small"))
}

#[test]
fn a_range_holds_what_the_budget_buys() {
    let mut workspace = Workspace::new();
    let mut sizes = 0;
    for seed in 0..2_000 {
        let trial = any_trial(seed);
        let (world, referee) = (world_of(&trial), Referee::new(&trial.map, &trial.mover));
        let costs = referee.distances(trial.from);
        let most_expensive = costs.values().copied().max().unwrap_or(0);
        let budget = u64::from(Random::new(seed).below(3)) * most_expensive / 2;
        let from = trial.from;
        let reach = world.reach(from, MoverId::FIRST, cost_of(budget), &mut workspace).unwrap();
        let right: BTreeMap<_, _> = costs.into_iter().filter(|&(_, cost)| cost <= budget).collect();
        let told = reach.places().iter();
        let told = told.map(|reached| (reached.place, u64::from(reached.cost.0)));
        assert_eq!(told.collect::<BTreeMap<_, _>>(), right, "{}", report(&trial, &[], "range"));
        assert!(reach.places().is_sorted_by_key(|reached| reached.cost));
        assert_eq!(reach.blocked().is_some(), !referee.can_stand(trial.from));
        for place in reach.places().iter().map(|reached| reached.place) {
            let path = reach.path_to(place).unwrap();
            referee.check_path(&path.places, path.cost.0.into()).unwrap();
            assert_eq!((path.places[0], path.places.last()), (from, Some(&place)));
            let leads_out = |place| {
                let mut steps = referee.steps_from(place).iter();
                steps.any(|step| !right.contains_key(&step.to))
            };
            assert_eq!(reach.border().contains(&place), leads_out(place), "{place}, seed {seed}");
        }
        sizes += reach.places().len();
    }
    assert!(sizes > 50_000, "{sizes}");
}

#[test]
fn distances_agree_with_the_referee() {
    let mut workspace = Workspace::new();
    for seed in 0..2_000 {
        let trial = any_trial(seed);
        let (world, referee) = (world_of(&trial), Referee::new(&trial.map, &trial.mover));
        let mut random = Random::new(seed ^ 0xf1e1d);
        let goals: Vec<_> = (0..8).map(|_| any_place(&trial.map, &mut random)).collect();
        let told = world.distances(trial.from, &goals, MoverId::FIRST, &mut workspace).unwrap();
        let costs = referee.distances(trial.from);
        let right: Vec<_> =
            goals.iter().map(|goal| costs.get(goal).copied().map(cost_of)).collect();
        assert_eq!(told, right, "{}", report(&trial, &[], "distances"));
    }
}

#[test]
fn the_nearest_of_many_says_which_it_is() {
    let mut found = 0;
    for seed in 0..1_000 {
        let trial = any_trial(seed);
        let (world, referee) = (world_of(&trial), Referee::new(&trial.map, &trial.mover));
        let mut random = Random::new(seed ^ 0xa11);
        let goals: Vec<_> = (0..4).map(|_| any_place(&trial.map, &mut random)).collect();
        let goal = Goal::AnyOf(goals.clone());
        let query = Query::to(trial.from, goal);
        let answer = world.find(&query, &mut Workspace::new()).unwrap();
        let costs = referee.distances(trial.from);
        let least = goals.iter().filter_map(|goal| costs.get(goal)).min().copied();
        assert_eq!(answer.cost().map(|cost| u64::from(cost.0)), least, "seed {seed}");
        if let Some(path) = answer.path() {
            let which = *path.places.last().unwrap();
            assert!(goals.contains(&which) && costs[&which] == least.unwrap(), "seed {seed}");
            found += 1;
        }
    }
    assert!(found > 500, "{found}");
}

/// All loopless paths of the referee's; none when there are too many to list.
fn all_paths(trial: &Trial, referee: &Referee<'_>) -> Option<Vec<(u64, Vec<NodeId>)>> {
    let mut paths = Vec::new();
    let mut visits = 0;
    let mut open = vec![vec![trial.from]];
    while let Some(path) = open.pop() {
        visits += 1;
        if visits > 3_000 {
            return None;
        }
        let last = *path.last().unwrap();
        if last == trial.to {
            let cost = referee.least_cost_along(&path).unwrap();
            let number = |&place| trial.map.node_at(place).unwrap();
            paths.push((cost, path.iter().map(number).collect()));
            continue;
        }
        let next: BTreeSet<_> = referee.steps_from(last).iter().map(|step| step.to).collect();
        let on = next.into_iter().filter(|to| !path.contains(to));
        open.extend(on.map(|to| path.iter().copied().chain([to]).collect()));
    }
    paths.sort();
    Some(paths)
}

#[test]
fn alternatives_are_the_cheapest_of_all_paths() {
    let mut workspace = Workspace::new();
    let (mut listed, mut told_paths) = (0, 0);
    for seed in 0..1_500 {
        let trial = any_trial(seed);
        let referee = Referee::new(&trial.map, &trial.mover);
        if !referee.can_stand(trial.from) || !referee.can_stand(trial.to) {
            continue;
        }
        let world = world_of(&trial);
        let query = Query::between(trial.from, trial.to);
        let Some(right) = all_paths(&trial, &referee) else {
            check_some_paths(&world, &referee, &trial, &query, &mut workspace);
            continue;
        };
        listed += 1;
        for count in [1, 3, right.len() + 1] {
            for algorithm in [Algorithm::AStar, Algorithm::Dijkstra] {
                let query = query.clone().algorithm(algorithm);
                let told = world.alternatives(&query, count, &mut workspace).unwrap();
                let number = |&place: &Place| trial.map.node_at(place).unwrap();
                let paths = told
                    .paths
                    .iter()
                    .map(|path| (u64::from(path.cost.0), path.places.iter().map(number).collect()));
                let paths: Vec<(u64, Vec<NodeId>)> = paths.collect();
                let what = || report(&trial, &[], &format!("{count} of {right:?}: {paths:?}"));
                assert!(paths.iter().all(|path| right.contains(path)), "{}", what());
                assert!(paths.is_sorted_by(|a, b| a < b), "{}", what());
                let costs = |paths: &[(u64, Vec<NodeId>)]| -> Vec<u64> {
                    paths.iter().take(count).map(|path| path.0).collect()
                };
                assert_eq!(costs(&paths), costs(&right), "{}", what());
                let rest = (right.len() < count).then_some(Outcome::Unreachable);
                assert_eq!(told.rest, rest, "{}", what());
                told_paths += paths.len();
            }
        }
    }
    assert!(listed > 200 && told_paths > 2_000, "{listed} maps, {told_paths} paths");
}

/// Where there are too many paths to list: the first is the cheapest, all are valid paths.
fn check_some_paths(
    world: &World,
    referee: &Referee<'_>,
    trial: &Trial,
    query: &Query,
    workspace: &mut Workspace,
) {
    let told = world.alternatives(query, 3, workspace).unwrap();
    let cheapest = world.find(query, workspace).unwrap();
    let first = told.paths.first().map(|path| path.cost);
    // Where turning is expensive, coming by a place twice with a link in between may be cheaper than any
    // loopless path.
    let is_loopless =
        |path: &Path<Place>| path.places.iter().collect::<BTreeSet<_>>().len() == path.places.len();
    if cheapest.path().is_none_or(is_loopless) {
        assert_eq!(first, cheapest.cost(), "{}", report(trial, &[], "the first alternative"));
    } else {
        assert!(trial.mover.turn_cost() > Cost::ZERO && first >= cheapest.cost());
    }
    for path in &told.paths {
        let places = &path.places;
        assert_eq!(referee.least_cost_along(places), Some(path.cost.0.into()));
        assert!(is_loopless(path));
    }
}

#[test]
fn a_batch_is_the_same_on_any_number_of_threads() {
    for seed in 0..60 {
        let trial = any_trial(seed);
        let world = world_of(&trial);
        let mut random = Random::new(seed ^ 0xba7c);
        let queries: Vec<Query> = (0..100)
            .map(|_| {
                let ends = [(); 2].map(|()| any_place(&trial.map, &mut random));
                let query =
                    Query::between(ends[0], ends[1]).algorithm(*random.pick(&Algorithm::ALL));
                query.nearest(random.chance(50))
            })
            .collect();
        let mut workspace = Workspace::new();
        let alone: Vec<_> = queries.iter().map(|query| world.find(query, &mut workspace)).collect();
        let alone = format!("{alone:?}");
        for threads in [0, 1, 2, 5, 16] {
            let told = format!("{:?}", world.batch(&queries, threads));
            assert!(told == alone, "seed {seed} on {threads} threads");
        }
        for count in [0, 1, 3] {
            let mut workspaces: Vec<Workspace> = (0..count).map(|_| Workspace::new()).collect();
            for again in 0..2 {
                let told = format!("{:?}", world.batch_with(&queries, &mut workspaces));
                assert!(told == alone, "seed {seed} with {count} workspaces, {again} times before");
            }
        }
    }
}

/// The same mover with other tags or another footprint.
fn remade(mover: &Mover, tags: Tags, footprint: Size) -> Mover {
    mover.to_builder().tags(tags).footprint(footprint).build().unwrap()
}

/// Opens one closed cell.
fn open_cell(world: &mut World, mover: &Mover, cell: &ClosedCell) {
    if cell.wall.is_some() {
        let open = (0..=u8::MAX).map(Terrain).find(|&terrain| mover.is_open(terrain));
        world.set(cell.place, open.unwrap()).unwrap();
    }
    if cell.missing != Tags::NONE {
        let (layer, rect) = rect_of(world.map(), cell.place);
        world.fill_tags_on(layer, rect, Tags::NONE).unwrap();
    }
}

fn rect_of(map: &Map, place: Place) -> (u32, Rect) {
    match (map, place) {
        (_, Place::Cell(cell)) => (0, Rect::cell(cell)),
        (_, Place::LayerCell(layer_cell)) => (layer_cell.layer, Rect::cell(layer_cell.cell)),
        (Map::Hex(grid), Place::Hex(hex)) => (0, Rect::cell(grid.cell_of(hex))),
        _ => panic!("{place} is no cell"),
    }
}

/// Takes an obstacle away.
fn remove(world: &mut World, mover: &Mover, obstacle: &Obstacle) {
    match obstacle {
        Obstacle::Cell(cell) => open_cell(world, mover, cell),
        Obstacle::TooNarrow { cells, .. } => {
            cells.iter().for_each(|cell| open_cell(world, mover, cell));
        }
        Obstacle::Exit { at, .. } => {
            let (layer, rect) = rect_of(world.map(), *at);
            world.fill_exits_on(layer, rect, Exits::ALL).unwrap();
        }
        Obstacle::Link { link, hindrance: LinkHindrance::Shut, .. } => {
            world.set_door(*link, Door::Open).unwrap();
        }
        Obstacle::Link { from, to, .. } => {
            // The link beside it that lacks what hinders.
            world.add_link(Link::one_way(*from, *to)).unwrap();
        }
        other => panic!("nobody told the test how {other:?} is taken away"),
    }
}

#[test]
fn what_is_named_is_enough() {
    let (mut kinds, mut cuts, mut small) = (BTreeMap::new(), 0, 0);
    for seed in 0..3_000 {
        let trial = any_trial(seed);
        let mut world = world_of(&trial);
        let query = Query::between(trial.from, trial.to);
        let explanation = world.explain(&query).unwrap();
        let answer = world.find(&query, &mut Workspace::new()).unwrap();
        let says = report(&trial, &[], &explanation.to_string());
        let agrees = match explanation.verdict {
            Verdict::Reachable { cost, .. } => answer.cost() == Some(cost),
            Verdict::Blocked(_) => matches!(answer.outcome, Outcome::Blocked(_)),
            Verdict::Cut(_) | Verdict::Apart => answer.outcome == Outcome::Unreachable,
            // The questions close nothing of their own.
            Verdict::InTheWay(_) => false,
            Verdict::GaveUp(limit) => answer.outcome == Outcome::GaveUp(limit),
        };
        assert!(agrees, "{says}");
        let Verdict::Cut(cut) = explanation.verdict else { continue };
        assert!(cut.count() > 0, "{says}");
        cuts += 1;
        if trial.mover.footprint() != Footprint::ONE {
            let mover = remade(&trial.mover, trial.mover.tags(), Size::ONE);
            let referee = Referee::new(&trial.map, &mover);
            assert_eq!(cut.fits_one_cell, referee.reaches(trial.from, trial.to), "{says}");
            small += u32::from(cut.fits_one_cell);
        }
        for obstacle in &cut.obstacles {
            let name = format!("{obstacle:?}");
            let name = name.split([' ', '(']).next().unwrap().to_owned();
            *kinds.entry(name).or_insert(0) += 1;
            remove(&mut world, &trial.mover, obstacle);
        }
        let after = world.find(&query, &mut Workspace::new()).unwrap();
        assert!(after.path().is_some(), "{:?} after all went: {says}", after.outcome);
        assert!(is_walk(&world, &cut.path), "{says}");
    }
    println!("{cuts} cuts, {small} by size alone: {kinds:?}");
    assert!(cuts > 150 && small > 10 && kinds.len() == 4, "{cuts} {small} {kinds:?}");
}

/// Whether a path can be walked now, place by place.
fn is_walk(world: &World, path: &[Place]) -> bool {
    path.windows(2).all(|pair| {
        let costs = world.distances(pair[0], &pair[1..], MoverId::FIRST, &mut Workspace::new());
        costs.unwrap()[0].is_some()
    })
}

#[test]
fn no_fewer_walls_would_do() {
    let rules = [Corners::Always, Corners::OneFree, Corners::NoCutting, Corners::Never];
    let mut cuts = 0;
    for seed in 0..900 {
        let mut random = Random::new(seed);
        let mut grid = xunlu::Grid::new(Size::new(5, 4)).unwrap();
        let all: Vec<_> = grid.bounds().cells().collect();
        for _ in 0..9 {
            grid.set(*random.pick(&all), Terrain::WALL).unwrap();
        }
        let mover = Mover::eight(*random.pick(&rules)).build().unwrap();
        let query = Query::between(*random.pick(&all), *random.pick(&all));
        let world = World::with_mover(grid.clone(), mover.clone()).unwrap();
        let Verdict::Cut(cut) = world.explain(&query).unwrap().verdict else { continue };
        cuts += 1;
        let is_wall = |&cell: &xunlu::Cell| grid.terrain(cell) == Some(Terrain::WALL);
        let walls: Vec<_> = all.iter().copied().filter(is_wall).collect();
        for some in 0..1_u32 << walls.len() {
            if some.count_ones() as usize >= cut.count() {
                continue;
            }
            let mut opened = grid.clone();
            for (number, wall) in walls.iter().enumerate() {
                if some >> number & 1 != 0 {
                    opened.set(*wall, Terrain::OPEN).unwrap();
                }
            }
            let map = Map::Grid(opened);
            let (Place::Cell(from), Goal::At(Place::Cell(to))) = (query.from, &query.goal) else {
                panic!("cells");
            };
            let referee = Referee::new(&map, &mover);
            assert!(!referee.reaches(from.into(), (*to).into()), "seed {seed}: {cut:?}\n{map}");
        }
    }
    assert!(cuts > 50, "{cuts}");
}
