//! Worlds with a hierarchy: under edits, for paths near the cheapest and for the cheapest, and asked for what
//! no hierarchy knows.
use xunlu::{
    Algorithm, Avoid, Change, Corners, Cost, Grid, Limit, Map, Mover, MoverId, Outcome, Place,
    Query, Reason, Rect, Size, Terrain, Workspace, World,
};
use xunlu_testkit::{Random, Referee, any_place};

const MOVER: MoverId = MoverId::FIRST;

/// Blocks on ground of several clusters.
fn any_world(random: &mut Random) -> World {
    let size = Size::new(random.from_to(60, 200), random.from_to(60, 140));
    let mut grid = Grid::at(Rect::new(xunlu::Cell::new(-7, 5), size)).unwrap();
    for _ in 0..random.below(60) {
        let rect = any_rect(&grid, random);
        grid.fill(rect, Terrain::WALL).unwrap();
    }
    let corners = [Corners::NoCutting, Corners::OneFree, Corners::Always, Corners::Never];
    let size = *random.pick(&[Size::ONE, Size::ONE, Size::new(2, 2)]);
    let mover = Mover::eight(*random.pick(&corners)).footprint(size).build().unwrap();
    World::with_mover(grid, mover).unwrap()
}

fn any_rect(grid: &Grid, random: &mut Random) -> Rect {
    let Rect { min, size } = grid.bounds();
    let at = [random.below(size.width), random.below(size.height)].map(u32::cast_signed);
    let size = Size::new(random.from_to(1, 25), random.from_to(1, 25));
    Rect::new(xunlu::Cell::new(min.x + at[0], min.y + at[1]), size).intersection(grid.bounds())
}

#[test]
fn after_edits_answers_are_those_of_a_world_made_anew() {
    let (mut found, mut exact, mut unreachable) = (0, 0, 0);
    for seed in 0..20 {
        let mut random = Random::new(seed);
        let mut world = any_world(&mut random);
        assert!(world.build_hierarchy(MOVER, 1).unwrap());
        let mut workspace = Workspace::new();
        for edit in 0..6 {
            let Map::Grid(grid) = world.map() else { unreachable!() };
            let mut parts = Vec::new();
            for _ in 0..random.from_to(1, 3) {
                let rect = any_rect(grid, &mut random);
                let terrain = *random.pick(&[Terrain::WALL, Terrain::OPEN]);
                parts.push(Change::Terrain { layer: 0, rect, terrain });
            }
            // Held now and then, so that the world goes on with other tables.
            let held = random.chance(50).then(|| world.snapshot());
            world.apply(&Change::All(parts)).unwrap();
            drop(held);
            let mover = world.mover(MOVER).unwrap().clone();
            let mut other = World::with_mover(world.map().clone(), mover.clone()).unwrap();
            other.build_hierarchy(MOVER, 2).unwrap();
            let map = world.map().clone();
            let referee = Referee::new(&map, &mover);
            for _ in 0..6 {
                let [from, to] = [0; 2].map(|_| any_place(&map, &mut random));
                let query = Query::between(from, to).algorithm(Algorithm::Hierarchy);
                let answer = world.find(&query, &mut workspace).unwrap();
                let anew = other.find(&query, &mut workspace).unwrap();
                assert_eq!(answer.outcome, anew.outcome, "seed {seed}, edit {edit}");
                match &answer.outcome {
                    Outcome::Found(path) => {
                        assert_eq!(answer.algorithm(), Algorithm::Hierarchy);
                        let cost = path.path.cost.0.into();
                        referee.check_path(&path.path.places, cost).unwrap();
                        let cheapest = referee.optimal_cost(from, to).expect("a path was found");
                        assert!(u64::from(path.lower_bound.0) <= cheapest);
                        found += 1;
                        let query = Query::between(from, to).algorithm(Algorithm::HierarchyExact);
                        let answer = world.find(&query, &mut workspace).unwrap();
                        let path = answer.path().expect("a path was found");
                        referee.check_path(&path.places, cheapest).unwrap();
                        assert_eq!(u64::from(path.cost.0), cheapest, "seed {seed}, edit {edit}");
                        exact += u32::from(answer.algorithm() == Algorithm::HierarchyExact);
                    }
                    Outcome::Unreachable => unreachable += 1,
                    _ => {}
                }
            }
        }
    }
    assert!(found > 300 && unreachable > 5, "{found}, {unreachable}");
    assert_eq!(exact, found);
}

/// A hall with a wall in the middle.
fn hall() -> World {
    let mut grid = Grid::new(Size::new(300, 200)).unwrap();
    let wall = Rect::new(xunlu::Cell::new(120, 30), Size::new(2, 140));
    grid.fill(wall, Terrain::WALL).unwrap();
    World::new(grid).unwrap()
}

fn query() -> Query {
    Query::between((10, 100), (280, 90)).algorithm(Algorithm::Hierarchy)
}

#[test]
fn it_answers_where_it_is_asked_for_and_was_made() {
    let mut world = hall();
    let mut workspace = Workspace::new();
    let mut ask = |world: &World, query: &Query| {
        let answer = world.find(query, &mut workspace).unwrap();
        (answer.choice.algorithm, answer.choice.reason)
    };
    assert_eq!(ask(&world, &query()), (Algorithm::JumpPoints, Reason::HierarchyIsMissing));
    let before = world.index_bytes();
    assert!(world.build_hierarchy(MOVER, 1).unwrap());
    assert!(world.index_bytes() > before);
    assert_eq!(ask(&world, &query()), (Algorithm::Hierarchy, Reason::Asked));
    let unnamed = Query::between((10, 100), (280, 90));
    assert_eq!(ask(&world, &unnamed).0, Algorithm::JumpPoints);
    let limited = query().cost_max(Cost(1_000_000));
    assert_eq!(ask(&world, &limited).1, Reason::HierarchyKnowsNoCheapest);
    let avoiding = query().avoiding([Avoid::closed(Place::cell(200, 100))]);
    assert_eq!(ask(&world, &avoiding).1, Reason::JumpsAvoidNothing);
    // Ground of another price, and back again.
    world.set((50, 50), Terrain(3)).unwrap();
    assert_eq!(ask(&world, &query()), (Algorithm::JumpWeighted, Reason::GroundIsWeighted));
    world.set((50, 50), Terrain::OPEN).unwrap();
    assert_eq!(ask(&world, &query()).0, Algorithm::Hierarchy);
    assert!(world.drop_hierarchy(MOVER).unwrap() && !world.drop_hierarchy(MOVER).unwrap());
    assert_eq!(ask(&world, &query()).1, Reason::HierarchyIsMissing);
}

#[test]
fn a_limit_of_expansions_is_an_answer() {
    let mut world = hall();
    world.build_hierarchy(MOVER, 1).unwrap();
    let mut workspace = Workspace::new();
    for algorithm in [Algorithm::Hierarchy, Algorithm::HierarchyExact] {
        let query = || query().algorithm(algorithm);
        let whole = world.find(&query(), &mut workspace).unwrap();
        let referee = Referee::new(world.map(), world.mover(MOVER).unwrap());
        let cost = whole.path().unwrap().cost;
        let mut found = 0;
        for limit in (0..32).map(|part| whole.expansions * part / 32).chain([whole.expansions - 1])
        {
            let answer = world.find(&query().limit(limit), &mut workspace).unwrap();
            assert!(answer.expansions <= limit);
            let Some(path) = answer.path() else {
                assert_eq!(answer.outcome, Outcome::GaveUp(Limit::Expansions), "{limit}");
                assert_eq!(found, 0, "{limit}: fewer expansions left a path");
                continue;
            };
            // What was left undone is to look for a cheaper one.
            found += 1;
            referee.check_path(&path.places, path.cost.0.into()).unwrap();
            assert!(path.cost >= cost, "{limit}");
        }
        assert_eq!(found > 0, algorithm == Algorithm::Hierarchy, "{found}");
        let enough = query().limit(whole.expansions + 1);
        assert_eq!(world.find(&enough, &mut workspace).unwrap().outcome, whole.outcome);
    }
}

#[test]
fn whoever_wants_the_cheapest_path_may_limit_its_cost() {
    let mut world = hall();
    world.build_hierarchy(MOVER, 1).unwrap();
    let mut workspace = Workspace::new();
    let query = || query().algorithm(Algorithm::HierarchyExact);
    let whole = world.find(&query(), &mut workspace).unwrap();
    let cost = whole.path().unwrap().cost;
    let within = world.find(&query().cost_max(cost), &mut workspace).unwrap();
    assert_eq!(within.choice.algorithm, Algorithm::HierarchyExact);
    assert_eq!(within.outcome, whole.outcome);
    let beyond = world.find(&query().cost_max(Cost(cost.0 - 1)), &mut workspace).unwrap();
    assert_eq!(beyond.outcome, Outcome::GaveUp(Limit::Cost));
    let by_a_star = Query::between((10, 100), (280, 90)).algorithm(Algorithm::AStar);
    assert_eq!(world.find(&by_a_star, &mut workspace).unwrap().path().unwrap().cost, cost);
}

#[test]
fn a_snapshot_keeps_its_hierarchy_when_the_world_goes_on() {
    let mut world = hall();
    world.build_hierarchy(MOVER, 1).unwrap();
    let snapshot = world.snapshot();
    let mut workspace = Workspace::new();
    let before = snapshot.find(&query(), &mut workspace).unwrap();
    world.fill(Rect::new(xunlu::Cell::new(120, 0), Size::new(2, 30)), Terrain::WALL).unwrap();
    assert_eq!(snapshot.find(&query(), &mut workspace).unwrap().outcome, before.outcome);
    let after = world.find(&query(), &mut workspace).unwrap();
    assert_eq!(after.algorithm(), Algorithm::Hierarchy);
    assert_ne!(after.outcome, before.outcome);
}

/// Ground of many clusters, strewn with blocks.
fn wide_world(random: &mut Random) -> World {
    let mut grid = Grid::new(Size::new(600, 450)).unwrap();
    for _ in 0..300 {
        let rect = any_rect(&grid, random);
        grid.fill(rect, Terrain::WALL).unwrap();
    }
    let mut world = World::new(grid).unwrap();
    assert!(world.build_hierarchy(MOVER, 1).unwrap());
    world
}

#[test]
fn whoever_sets_out_walks_the_path_of_the_answer() {
    let (mut early, mut found, mut nowhere) = (0, 0, 0);
    for seed in 0..2 {
        let mut random = Random::new(seed);
        let world = wide_world(&mut random);
        let referee = Referee::new(world.map(), world.mover(MOVER).unwrap());
        let mut workspace = Workspace::new();
        for _ in 0..16 {
            let [from, to] = [0; 2].map(|_| any_place(world.map(), &mut random));
            let query = Query::between(from, to).algorithm(Algorithm::Hierarchy);
            let mut pending = world.begin(query, &mut workspace).unwrap();
            let (mut walked, mut budget) = (Vec::new(), 0);
            let answer = loop {
                let before = pending.expansions();
                let partial = world.settle(&mut pending, walked.len() + 20, budget).unwrap();
                assert!(pending.expansions() - before <= budget, "seed {seed}");
                assert!(partial.places.starts_with(&walked), "seed {seed}: he walked elsewhere");
                early += u32::from(partial.answer.is_none() && partial.places.len() > walked.len());
                walked = partial.places;
                if let Some(answer) = partial.answer {
                    break answer;
                }
                budget = random.below(3_000).into();
            };
            assert_eq!(world.advance(&mut pending, 0).unwrap().as_ref(), Some(&answer));
            match answer.path() {
                Some(path) => {
                    assert_eq!(path.places, walked);
                    referee.check_path(&walked, path.cost.0.into()).unwrap();
                    found += 1;
                }
                None => {
                    assert!(walked.is_empty());
                    nowhere += 1;
                }
            }
            workspace = pending.into_workspace();
        }
    }
    assert!(early > 50 && found > 20 && nowhere > 3, "{early} early, {found}, {nowhere}");
}

#[test]
fn whoever_set_out_is_told_of_a_change() {
    let mut world = wide_world(&mut Random::new(1));
    let (from, to) = (any_place(world.map(), &mut Random::new(3)), (590, 440));
    world.set(to, Terrain::OPEN).unwrap();
    let movers =
        [Corners::Always, Corners::Never].map(|corners| Mover::eight(corners).build().unwrap());
    for (algorithm, mover) in [Algorithm::Hierarchy, Algorithm::Dijkstra].into_iter().zip(movers) {
        let query = Query::between(from, to).algorithm(algorithm);
        let mut pending = world.begin(query, &mut Workspace::new()).unwrap();
        let first = world.settle(&mut pending, 30, 2_000).unwrap();
        // Only a hierarchy knows a path from its start on.
        assert_eq!(first.places.len(), if algorithm == Algorithm::Hierarchy { 30 } else { 0 });
        assert_eq!((first.answer, first.attempt), (None, 1));
        assert_eq!(first.revision, world.map().revision());
        let again = world.settle(&mut pending, 30, 0).unwrap();
        assert_eq!((again.places, again.attempt), (first.places, 1));
        world.set((0, 0), Terrain::WALL).unwrap();
        world.set((0, 0), Terrain::OPEN).unwrap();
        let second = world.settle(&mut pending, 30, u64::MAX).unwrap();
        assert_ne!(second.revision, first.revision);
        assert_eq!((second.places.first(), second.attempt), (Some(&from), 2));
        assert!(second.places.len() >= 30);
        // Of a mover that changes the revision of the map says nothing, nor who looked first.
        world.set_mover(MOVER, mover).unwrap();
        world.advance(&mut pending, 0).unwrap();
        let third = world.settle(&mut pending, 30, 0).unwrap();
        assert_eq!((third.revision, third.attempt), (second.revision, 3));
    }
}
