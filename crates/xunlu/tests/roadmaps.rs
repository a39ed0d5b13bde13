//! Worlds with a roadmap against the same worlds without one: under edits, and asked for what no roadmap
//! knows.
#![cfg(test)]

use xunlu::map::Touched;
use xunlu::roadmap::{NoRoadmap, RoadmapError, RoadmapOptions};
use xunlu::{
    Algorithm, Avoid, Corners, Cost, Grid, Limit, Map, Mover, MoverId, Outcome, Query, Reason,
    Rect, Size, Terrain, Workspace, World, WorldErrorKind,
};
use xunlu_testkit::{GridKind, Random, Referee, any_grid_of, any_place};

const MOVER: MoverId = MoverId::FIRST;

/// Attaches a roadmap if the mover can have one. Returns whether it can.
fn attach(world: &mut World) -> bool {
    let view = world.view(MOVER).unwrap();
    let Ok(roadmap) = view.bake_roadmap(&RoadmapOptions::new(), &|_, _| true) else { return false };
    world.attach_roadmap(MOVER, roadmap).unwrap();
    true
}

fn any_world(random: &mut Random, seed: u64) -> World {
    let corners = [Corners::NoCutting, Corners::OneFree, Corners::Always, Corners::Never];
    let size = *random.pick(&[Size::ONE, Size::ONE, Size::new(2, 2)]);
    let mover = Mover::eight(*random.pick(&corners)).footprint(size).build().unwrap();
    World::with_mover(any_grid_of(GridKind::Plain, seed), mover).unwrap()
}

#[test]
fn after_edits_answers_are_those_of_a_world_made_anew() {
    let (mut looked_up, mut stale, mut searched) = (0, 0, 0);
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let mut world = any_world(&mut random, seed);
        attach(&mut world);
        let mut workspace = Workspace::new();
        for edit in 0..8 {
            let Map::Grid(grid) = world.map() else { unreachable!() };
            let bounds = grid.bounds();
            let at = any_place(world.map(), &mut random).as_cell().unwrap();
            let size = Size::new(random.from_to(1, 3), random.from_to(1, 3));
            let terrain = *random.pick(&[Terrain::WALL, Terrain::OPEN, Terrain::OPEN]);
            let edit_made = world.fill(Rect::new(at, size).intersection(bounds), terrain).unwrap();
            assert!(matches!(edit_made.touched, Touched::Cells { .. }));
            let mover = world.mover(MOVER).unwrap().clone();
            let map = world.map().clone();
            let referee = Referee::new(&map, &mover);
            for _ in 0..6 {
                let [from, to] = [0; 2].map(|_| any_place(&map, &mut random));
                let answer = world.find(&Query::between(from, to), &mut workspace).unwrap();
                let distance = world.view(MOVER).unwrap().distance(from, to, &mut workspace);
                let told = format!("seed {seed}, edit {edit}, {from:?} to {to:?}");
                let truth = referee
                    .optimal_cost(from, to)
                    .filter(|_| referee.can_stand(from) && referee.can_stand(to));
                let cost = answer.path().map(|path| u64::from(path.cost.0));
                assert_eq!(cost, truth, "{told}");
                assert_eq!(distance.unwrap().map(|cost| u64::from(cost.0)), truth, "{told}");
                if let Some(path) = answer.path() {
                    referee.check_path(&path.places, path.cost.0.into()).unwrap();
                }
                match answer.algorithm() {
                    Algorithm::Roadmap => looked_up += 1,
                    _ => searched += 1,
                }
                let asked = Query::between(from, to).algorithm(Algorithm::Roadmap);
                let reason = world.find(&asked, &mut workspace).unwrap().choice.reason;
                stale += u32::from(reason == Reason::RoadmapIsStale);
            }
            if random.chance(30) {
                attach(&mut world);
            }
        }
    }
    assert!(
        looked_up > 1_000 && stale > 1_000 && searched > 1_000,
        "{looked_up}, {stale}, {searched}"
    );
}

#[test]
fn what_a_question_closes_is_heeded() {
    let (mut met, mut clear) = (0, 0);
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let mut world = any_world(&mut random, seed);
        if !attach(&mut world) {
            continue;
        }
        let map = world.map().clone();
        let mut workspace = Workspace::new();
        for _ in 0..12 {
            let [from, to, closed] = [0; 3].map(|_| any_place(&map, &mut random));
            let query = Query::between(from, to).avoiding([Avoid::closed(closed)]);
            let answer = world.find(&query, &mut workspace).unwrap();
            let without = world.find(&query.algorithm(Algorithm::AStar), &mut workspace).unwrap();
            let cost = |answer: &xunlu::Answer| answer.path().map(|path| path.cost);
            assert_eq!(cost(&answer), cost(&without), "seed {seed}");
            if answer.path().is_some() {
                match answer.algorithm() {
                    Algorithm::Roadmap => clear += 1,
                    _ => met += 1,
                }
            }
        }
    }
    assert!(met > 50 && clear > 300, "{met}, {clear}");
}

/// A hall with a wall in the middle.
fn hall() -> World {
    let mut grid = Grid::new(Size::new(30, 20)).unwrap();
    let wall = Rect::new(xunlu::Cell::new(12, 3), Size::new(2, 14));
    grid.fill(wall, Terrain::WALL).unwrap();
    World::new(grid).unwrap()
}

fn ask(world: &World) -> (Algorithm, Cost) {
    let query = Query::between((1, 10), (28, 9));
    let answer = world.find(&query, &mut Workspace::new()).unwrap();
    (answer.algorithm(), answer.path().unwrap().cost)
}

#[test]
fn a_roadmap_goes_from_a_world_to_another_of_the_same_map_and_through_a_file() {
    let mut world = hall();
    let (_, cost) = ask(&world);
    assert!(world.detach_roadmap(MOVER).unwrap().is_none());
    let before = world.index_bytes();
    assert!(attach(&mut world));
    assert!(world.index_bytes() > before);
    assert_eq!(ask(&world), (Algorithm::Roadmap, cost));
    let roadmap = world.detach_roadmap(MOVER).unwrap().unwrap();
    assert_eq!(ask(&world), (Algorithm::JumpPoints, cost));
    let mut bytes = Vec::new();
    roadmap.save(&mut bytes).unwrap();
    let mut other = World::new(world.map().clone()).unwrap();
    let view = other.view(MOVER).unwrap();
    let read = view.load_roadmap(bytes.clone()).unwrap();
    assert!(read == *roadmap);
    other.attach_roadmap(MOVER, read).unwrap();
    assert_eq!(ask(&other), (Algorithm::Roadmap, cost));
    let error = other.view(MOVER).unwrap().load_roadmap(bytes[9..].to_vec());
    assert!(matches!(error.unwrap_err(), NoRoadmap::NotRead(_)));
}

#[test]
fn a_roadmap_is_attached_to_no_other_map_or_mover() {
    let mut world = hall();
    assert!(attach(&mut world));
    let roadmap = world.detach_roadmap(MOVER).unwrap().unwrap();
    let wide = world.add_mover(Mover::eight(Corners::Always).build().unwrap()).unwrap();
    let error = world.attach_roadmap(wide, roadmap.clone()).unwrap_err();
    assert_eq!(error.kind(), WorldErrorKind::IndexDoesNotFit);
    world.set((0, 0), Terrain::WALL).unwrap();
    let error = world.attach_roadmap(MOVER, roadmap.clone()).unwrap_err();
    assert!(error.to_string().contains("as it is now"), "{error}");
    // What was put back is the same map again.
    world.set((0, 0), Terrain::OPEN).unwrap();
    world.attach_roadmap(MOVER, roadmap).unwrap();
    assert_eq!(ask(&world).0, Algorithm::Roadmap);
}

#[test]
fn a_snapshot_keeps_its_roadmap_when_the_world_goes_on() {
    let mut world = hall();
    attach(&mut world);
    let snapshot = world.snapshot();
    let query = Query::between((1, 10), (28, 9));
    world.set((20, 10), Terrain::WALL).unwrap();
    let mut workspace = Workspace::new();
    let by = |algorithm: Algorithm| algorithm == Algorithm::Roadmap;
    assert!(by(snapshot.find(&query, &mut workspace).unwrap().algorithm()));
    assert!(!by(world.find(&query, &mut workspace).unwrap().algorithm()));
    // A roadmap of the world as it is now is baked beside it, of a snapshot, and swapped in.
    let now = world.snapshot();
    let bake =
        || now.view(MOVER).unwrap().bake_roadmap(&RoadmapOptions::new(), &|_, _| true).unwrap();
    let baked = std::thread::scope(|scope| scope.spawn(bake).join().unwrap());
    world.attach_roadmap(MOVER, baked).unwrap();
    assert!(by(world.find(&query, &mut workspace).unwrap().algorithm()));
    // Where one could not stand before, a wall changes nothing.
    world.set((20, 10), Terrain::WALL).unwrap();
    assert!(by(world.find(&query, &mut workspace).unwrap().algorithm()));
}

#[test]
fn limits_are_kept_and_refusals_told() {
    let mut world = hall();
    attach(&mut world);
    let (_, cost) = ask(&world);
    let mut workspace = Workspace::new();
    let query = Query::between((1, 10), (28, 9));
    let mut outcome = |query: &Query| world.find(query, &mut workspace).unwrap().outcome;
    let dear = query.clone().cost_max(Cost(cost.0 - 1));
    assert_eq!(outcome(&dear), Outcome::GaveUp(Limit::Cost));
    assert!(matches!(outcome(&query.clone().cost_max(cost)), Outcome::Found(_)));
    let error = world.view(MOVER).unwrap();
    let cancelled = error.bake_roadmap(&RoadmapOptions::new(), &|_, _| false).unwrap_err();
    assert!(matches!(cancelled, NoRoadmap::NotMade(RoadmapError::Cancelled)), "{cancelled}");
    let weighted: Grid = "..3..\n.....".parse().unwrap();
    let weighted = World::new(weighted).unwrap();
    let view = weighted.view(MOVER).unwrap();
    let refused = view.bake_roadmap(&RoadmapOptions::new(), &|_, _| true).unwrap_err();
    assert!(matches!(refused, NoRoadmap::Refused(Reason::GroundIsWeighted)), "{refused}");
}
