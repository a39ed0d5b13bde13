//! Worlds with a roadmap against the same worlds without one: under edits, and asked for what no roadmap
//! knows.
//!
//! Long because all of them ask and judge in the same way.
use std::collections::BTreeMap;
use xunlu::map::{LinkId, Touched};
use xunlu::roadmap::{NoRoadmap, RoadmapError, RoadmapFileError, RoadmapOptions, seal};
use xunlu::{
    Algorithm, Avoid, Change, Corners, Cost, Door, Exits, Grid, Limit, Link, Map, Mover, MoverId,
    Outcome, Path, Place, Query, Reason, Rect, Size, Tags, Terrain, View, WaypointGraph, Weight,
    Workspace, World, WorldErrorKind,
};
use xunlu_testkit::{
    GridKind, Random, Referee, any_grid_of, any_mover_for_waypoints, any_place, any_trial,
    any_waypoints, road_network,
};

const MOVER: MoverId = MoverId::FIRST;

/// Attaches a roadmap if the mover can have one. Returns whether it can.
fn attach(world: &mut World) -> bool {
    let view = world.view(MOVER).unwrap();
    let Ok(roadmap) = view.bake_roadmap(&RoadmapOptions::new(), &|_, _| true) else { return false };
    world.attach_roadmap(MOVER, roadmap).unwrap();
    true
}

/// Whether a path on a grid goes farther in a step than to a neighbour.
fn takes_a_link(path: &Path<Place>) -> bool {
    path.steps().any(|(from, to)| match (from.as_cell(), to.as_cell()) {
        (Some(from), Some(to)) => from.x.abs_diff(to.x).max(from.y.abs_diff(to.y)) > 1,
        _ => false,
    })
}

/// How often paths were looked up and searched for, and how often a roadmap was asked for that was stale.
#[derive(Default, Debug)]
struct Tally {
    looked_up: u32,
    searched: u32,
    stale: u32,
    by_links: u32,
    workspace: Workspace,
}

impl Tally {
    /// Asks for some paths of a mover and what they cost, and holds all against the referee.
    fn ask(&mut self, world: &World, mover_id: MoverId, random: &mut Random, what: &str) {
        let (map, mover) = (world.map().clone(), world.mover(mover_id).unwrap().clone());
        let referee = Referee::new(&map, &mover);
        let workspace = &mut self.workspace;
        for _ in 0..6 {
            let [from, to] = [0; 2].map(|_| any_place(&map, random));
            let query = Query::between(from, to).mover(mover_id);
            let answer = world.find(&query, workspace).unwrap();
            let distance = world.view(mover_id).unwrap().distance(from, to, workspace);
            let told = format!("{what}, {from:?} to {to:?}");
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
                Algorithm::Roadmap => {
                    self.looked_up += 1;
                    self.by_links += u32::from(answer.path().is_some_and(takes_a_link));
                }
                _ => self.searched += 1,
            }
            let asked = query.algorithm(Algorithm::Roadmap);
            let reason = world.find(&asked, workspace).unwrap().choice.reason;
            self.stale += u32::from(reason == Reason::RoadmapIsStale);
        }
    }
}

fn any_world(random: &mut Random, seed: u64) -> World {
    let corners = [Corners::NoCutting, Corners::OneFree, Corners::Always, Corners::Never];
    let size = *random.pick(&[Size::ONE, Size::ONE, Size::new(2, 2)]);
    let mover = Mover::eight(*random.pick(&corners)).footprint(size).build().unwrap();
    let mut world = World::with_mover(any_grid_of(GridKind::Plain, seed), mover).unwrap();
    for _ in 0..random.below(6).saturating_sub(2) {
        change_links(&mut world, random);
    }
    world
}

#[test]
fn after_edits_answers_are_those_of_a_world_made_anew() {
    let mut tally = Tally::default();
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let mut world = any_world(&mut random, seed);
        attach(&mut world);
        for edit in 0..8 {
            if random.chance(25) {
                change_links(&mut world, &mut random);
                if random.chance(70) {
                    attach(&mut world);
                }
                tally.ask(&world, MOVER, &mut random, &format!("seed {seed}, links {edit}"));
                continue;
            }
            let Map::Grid(grid) = world.map() else { unreachable!() };
            let bounds = grid.bounds();
            let at = any_place(world.map(), &mut random).as_cell().unwrap();
            let size = Size::new(random.from_to(1, 3), random.from_to(1, 3));
            let terrain = *random.pick(&[Terrain::WALL, Terrain::OPEN, Terrain::OPEN]);
            let edit_made = world.fill(Rect::new(at, size).intersection(bounds), terrain).unwrap();
            assert!(matches!(edit_made.touched, Touched::Cells { .. }));
            tally.ask(&world, MOVER, &mut random, &format!("seed {seed}, edit {edit}"));
            if random.chance(30) {
                attach(&mut world);
            }
        }
    }
    let Tally { looked_up, searched, stale, by_links, .. } = tally;
    assert!(
        looked_up > 1_000 && stale > 1_000 && searched > 1_000 && by_links > 100,
        "{looked_up}, {stale}, {searched}, {by_links}"
    );
}

/// Makes a change of links: one more, a door, or another weight.
fn change_links(world: &mut World, random: &mut Random) {
    let links: Vec<LinkId> = world.map().links().map(|(id, _)| id).collect();
    if links.is_empty() || random.chance(10) {
        let [from, to] = [0; 2].map(|_| any_place(world.map(), random));
        if from != to {
            let is_one_way = matches!(world.map(), Map::Waypoints(_)) || random.chance(30);
            let link = if is_one_way { Link::one_way } else { Link::two_way };
            world.add_link(link(from, to)).unwrap();
        }
        return;
    }
    let id = *random.pick(&links);
    let link = world.map().link(id).unwrap();
    match random.below(3) {
        0 => {
            world.set_door(id, *random.pick(&[Door::Shut, Door::Open])).unwrap();
        }
        _ => {
            world.remove_link(id).unwrap();
            if link.from != link.to {
                let weight = Weight::percent(random.below(3_000));
                world.add_link(link.costing(weight)).unwrap();
            }
        }
    }
}

#[test]
fn after_edits_of_links_answers_are_those_of_a_world_made_anew() {
    let mut tally = Tally::default();
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let graph = if seed % 10 == 0 { road_network(seed, 300) } else { any_waypoints(seed) };
        let mut world = World::with_mover(graph, any_mover_for_waypoints(seed)).unwrap();
        let other = world.add_mover(any_mover_for_waypoints(!seed)).unwrap();
        assert!(attach(&mut world));
        for edit in 0..8 {
            change_links(&mut world, &mut random);
            if random.chance(50) {
                assert!(attach(&mut world));
                let view = world.view(other).unwrap();
                let roadmap = view.bake_roadmap(&RoadmapOptions::new(), &|_, _| true).unwrap();
                world.attach_roadmap(other, roadmap).unwrap();
            }
            for mover_id in [MOVER, other] {
                tally.ask(&world, mover_id, &mut random, &format!("seed {seed}, edit {edit}"));
            }
        }
    }
    let Tally { looked_up, searched, stale, .. } = tally;
    assert!(
        looked_up > 3_000 && stale > 3_000 && searched > 3_000,
        "{looked_up}, {stale}, {searched}"
    );
}

#[test]
fn a_roadmap_of_waypoints_goes_through_a_file() {
    let mut world = World::new(road_network(1, 500)).unwrap();
    assert!(attach(&mut world));
    let roadmap = world.detach_roadmap(MOVER).unwrap().unwrap();
    let mut bytes = Vec::new();
    roadmap.save(&mut bytes).unwrap();
    let view = world.view(MOVER).unwrap();
    let read = view.load_roadmap(bytes.clone(), 2).unwrap();
    assert!(read == *roadmap);
    // Not on a grid, and a grid's not here.
    let grid = hall();
    let there = grid.view(MOVER).unwrap().load_roadmap(bytes, 1);
    assert!(matches!(there.unwrap_err(), NoRoadmap::NotRead(_)));
    let of_grid = grid.view(MOVER).unwrap().bake_roadmap(&RoadmapOptions::new(), &|_, _| true);
    let error = world.attach_roadmap(MOVER, of_grid.unwrap()).unwrap_err();
    assert_eq!(error.kind(), WorldErrorKind::IndexDoesNotFit);
    world.attach_roadmap(MOVER, read).unwrap();
    world.set_door(LinkId(0), Door::Shut).unwrap();
    assert!(world.attach_roadmap(MOVER, roadmap).is_err());
}

#[test]
fn a_path_of_waypoints_that_costs_too_much_is_none_that_cannot_be() {
    let text = "@waypoint a at 0,0\n@waypoint b at 1,0\n@waypoint c at 2,0\n\
                @link a -> b weight 100000000\n@link b -> c weight 100000000";
    let mut world = World::new(text.parse::<WaypointGraph>().unwrap()).unwrap();
    assert!(attach(&mut world));
    let mut workspace = Workspace::new();
    let [a, b, c] = [0, 1, 2].map(|id| xunlu::Place::Waypoint(xunlu::WaypointId(id)));
    for (from, to, outcome) in
        [(a, c, Outcome::GaveUp(Limit::CostTooLarge)), (c, a, Outcome::Unreachable)]
    {
        let query = Query::between(from, to);
        assert_eq!(world.find(&query, &mut workspace).unwrap().outcome, outcome);
    }
    let answer = world.find(&Query::between(a, b), &mut workspace).unwrap();
    assert_eq!(answer.algorithm(), Algorithm::Roadmap);
    assert_eq!(answer.path().unwrap().cost, Cost(2_378_000_000));
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
    let read = view.load_roadmap(bytes.clone(), 2).unwrap();
    assert!(read == *roadmap);
    other.attach_roadmap(MOVER, read).unwrap();
    assert_eq!(ask(&other), (Algorithm::Roadmap, cost));
    let error = other.view(MOVER).unwrap().load_roadmap(bytes[9..].to_vec(), 1);
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

/// On every kind of map a roadmap is baked of a snapshot in a thread of its own while the world is edited. It
/// is swapped in if it still tells the truth, and refused else; then the next one is.
#[test]
fn a_roadmap_that_was_baked_while_the_world_went_on_is_swapped_in_or_refused() {
    let mut kinds: BTreeMap<&str, ([u32; 2], Tally)> = BTreeMap::new();
    for seed in 0..400 {
        let trial = any_trial(seed);
        let mut random = Random::new(seed);
        let mut world = World::with_mover(trial.map, trial.mover).unwrap();
        if !attach(&mut world) {
            continue;
        }
        let ([swapped, refused], tally) = kinds.entry(world.map().kind()).or_default();
        let snapshot = world.snapshot();
        let options = RoadmapOptions::new();
        let bake = || snapshot.view(MOVER).unwrap().bake_roadmap(&options, &|_, _| true).unwrap();
        let baked = std::thread::scope(|scope| {
            let baking = scope.spawn(bake);
            if matches!(world.map(), Map::Waypoints(_)) {
                change_links(&mut world, &mut random);
            } else {
                let change = any_change(world.map(), &mut random);
                let _ = world.apply(&change);
            }
            baking.join().unwrap()
        });
        // Meanwhile searches answer, if that change made the first one stale.
        tally.ask(&world, MOVER, &mut random, &format!("seed {seed}, edited"));
        let before = tally.looked_up;
        match world.attach_roadmap(MOVER, baked) {
            Ok(()) => *swapped += 1,
            Err(error) => {
                assert_eq!(error.kind(), WorldErrorKind::IndexDoesNotFit);
                *refused += 1;
                tally.ask(&world, MOVER, &mut random, &format!("seed {seed}, refused"));
                assert!(tally.looked_up == before, "seed {seed}: what is stale was asked");
                assert!(attach(&mut world));
            }
        }
        tally.ask(&world, MOVER, &mut random, &format!("seed {seed}, swapped"));
    }
    for kind in ["grid", "hex", "layers", "waypoints"] {
        let ([swapped, refused], Tally { looked_up, stale, .. }) = &kinds[kind];
        let told = format!("{kind}: {swapped} swapped, {refused} refused, {looked_up}, {stale}");
        println!("{told}");
        assert!(*refused > 10 && *swapped > 0 && *looked_up > 100 && *stale > 60, "{told}");
    }
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
    let turning = Mover::eight(Corners::NoCutting).turn_cost(Cost(900)).build().unwrap();
    let turning = World::with_mover("..3..\n.....".parse::<Grid>().unwrap(), turning).unwrap();
    let view = turning.view(MOVER).unwrap();
    let refused = view.bake_roadmap(&RoadmapOptions::new(), &|_, _| true).unwrap_err();
    assert!(matches!(refused, NoRoadmap::Refused(Reason::TurnsCost)), "{refused}");
    let query = Query::between((0, 0), (4, 1)).algorithm(Algorithm::Roadmap);
    let answer = turning.find(&query, &mut Workspace::new()).unwrap();
    assert_eq!(answer.choice.reason, Reason::TurnsCost);
}

/// What lies on the ground of a generated map.
const GROUND: [Terrain; 5] = [Terrain::WALL, Terrain::OPEN, Terrain::OPEN, Terrain(2), Terrain(9)];

/// Any edit of any map but one of waypoints.
fn any_change(map: &Map, random: &mut Random) -> Change {
    let (layer, cell) = map.cell_of(any_place(map, random)).unwrap();
    let rect = Rect::new(cell, Size::new(random.from_to(1, 3), random.from_to(1, 3)));
    match random.below(8) {
        0 => Change::Tags { layer, rect, tags: Tags(1 << random.below(4)) },
        1 => {
            let exits = Exits(u8::try_from(random.below(256)).unwrap());
            Change::Exits { layer, rect: Rect::cell(cell), exits }
        }
        2 => {
            let [from, to] = [0; 2].map(|_| any_place(map, random));
            let link = Link::two_way(from, to).costing(Weight::percent(random.below(900)));
            Change::AddLink(Link { is_two_way: random.chance(50), ..link })
        }
        _ => Change::Terrain { layer, rect, terrain: *random.pick(&GROUND) },
    }
}

#[test]
fn on_any_ground_after_edits_answers_are_those_of_a_world_made_anew() {
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    let mut refused = 0;
    for seed in 0..700 {
        let trial = any_trial(seed);
        if matches!(trial.map, Map::Waypoints(_)) {
            continue;
        }
        let mut random = Random::new(seed);
        let mut world = World::with_mover(trial.map, trial.mover).unwrap();
        let kind = world.map().kind();
        if !attach(&mut world) {
            assert!(world.mover(MOVER).unwrap().turn_cost() > Cost::ZERO);
            refused += 1;
            continue;
        }
        let tally = tallies.entry(kind).or_default();
        for edit in 0..5 {
            let change = any_change(world.map(), &mut random);
            // What the map cannot take is refused, and nothing has changed.
            let _ = world.apply(&change);
            if random.chance(60) {
                attach(&mut world);
            }
            tally.ask(&world, MOVER, &mut random, &format!("seed {seed}, edit {edit}"));
        }
    }
    for kind in ["grid", "hex", "layers"] {
        let Tally { looked_up, searched, stale, .. } = tallies[kind];
        assert!(
            looked_up > 500 && searched > 300 && stale > 300,
            "{kind}: {looked_up} looked up, {searched} searched, {stale} stale"
        );
    }
    assert!(refused > 20, "only {refused} turned");
}

/// A map of several prices, large enough for threads to share the work.
fn patchwork() -> Grid {
    let mut grid = Grid::new(Size::new(90, 70)).unwrap();
    let mut random = Random::new(4);
    for _ in 0..500 {
        let at = xunlu::Cell::new(random.below(88).cast_signed(), random.below(68).cast_signed());
        let size = Size::new(random.from_to(1, 3), random.from_to(1, 3));
        let rect = Rect::new(at, size).intersection(grid.bounds());
        grid.fill(rect, *random.pick(&GROUND)).unwrap();
    }
    grid
}

#[test]
fn on_any_ground_threads_make_the_same_roadmap() {
    for size in [Size::ONE, Size::new(2, 2)] {
        let mover = Mover::eight(Corners::OneFree).footprint(size).build().unwrap();
        let mut world = World::with_mover(patchwork(), mover).unwrap();
        let view = world.view(MOVER).unwrap();
        let [one, two, three] = [1, 2, 3].map(|threads| {
            let options = RoadmapOptions::new().threads(threads);
            view.bake_roadmap(&options, &|_, _| true).unwrap()
        });
        assert!(one == two && one == three);
        world.attach_roadmap(MOVER, one).unwrap();
        let mut tally = Tally::default();
        for round in 0..20 {
            tally.ask(&world, MOVER, &mut Random::new(round), &format!("{size:?}"));
        }
        assert!(tally.looked_up > 60, "{tally:?}");
    }
}

#[test]
fn where_turns_are_too_many_steps_are_known() {
    let mut grid = Grid::new(Size::new(120, 120)).unwrap();
    let mut random = Random::new(6);
    for cell in grid.bounds().cells() {
        if random.chance(25) {
            grid.set(cell, Terrain::WALL).unwrap();
        }
    }
    let mut world = World::new(grid).unwrap();
    let bake = |world: &World, bytes| {
        let options = RoadmapOptions::new().memory_bytes_max(bytes);
        world.view(MOVER).unwrap().bake_roadmap(&options, &|_, _| true)
    };
    let of_turns = bake(&world, usize::MAX).unwrap();
    assert!(!of_turns.is_of_steps());
    let half = of_turns.bytes() / 2;
    let of_steps = bake(&world, half).unwrap();
    assert!(of_steps.is_of_steps() && of_steps.bytes() <= half);
    let refused = bake(&world, half / 10).unwrap_err();
    assert!(matches!(refused, NoRoadmap::NotMade(RoadmapError::Memory { .. })), "{refused}");
    let mut bytes = Vec::new();
    of_steps.save(&mut bytes).unwrap();
    assert!(world.view(MOVER).unwrap().load_roadmap(bytes, 1).unwrap() == of_steps);
    world.attach_roadmap(MOVER, of_steps).unwrap();
    let mut tally = Tally::default();
    for seed in 0..20 {
        tally.ask(&world, MOVER, &mut Random::new(seed), "scatter");
    }
    assert!(tally.looked_up > 40, "{tally:?}");
    // Whichever was attached last is asked.
    world.attach_roadmap(MOVER, of_turns).unwrap();
    assert!(!world.view(MOVER).unwrap().roadmap().unwrap().is_of_steps());
    world.detach_roadmap(MOVER).unwrap().unwrap();
    assert!(world.view(MOVER).unwrap().roadmap().is_none());
}

fn file_of(world: &World) -> Vec<u8> {
    let view = world.view(MOVER).unwrap();
    let mut bytes = Vec::new();
    let baked = view.bake_roadmap(&RoadmapOptions::new(), &|_, _| true).unwrap();
    baked.save(&mut bytes).unwrap();
    assert!(view.load_roadmap(bytes.clone(), 2).unwrap() == baked);
    bytes
}

#[test]
fn a_roadmap_of_any_ground_is_read_for_its_own_map_and_mover_alone() {
    for seed in 0..200 {
        let trial = any_trial(seed);
        let mut world = World::with_mover(trial.map, trial.mover).unwrap();
        if attach(&mut world) {
            file_of(&world);
        }
    }
    let mut world = World::new("..3.\n.#..\n....".parse::<Grid>().unwrap()).unwrap();
    let bytes = file_of(&world);
    let dear = Mover::default().to_builder().times(Terrain(3), 2).build().unwrap();
    let dear = world.add_mover(dear).unwrap();
    let why = |view: View<'_>, bytes: &[u8]| match view.load_roadmap(bytes.to_vec(), 2) {
        Err(NoRoadmap::NotRead(error)) => error,
        other => panic!("{other:?}"),
    };
    let own = world.view(MOVER).unwrap();
    assert_eq!(why(world.view(dear).unwrap(), &bytes), RoadmapFileError::OtherMover);
    let read = own.load_roadmap(bytes.clone(), 2).unwrap();
    let error = world.attach_roadmap(dear, read).unwrap_err();
    assert_eq!(error.kind(), WorldErrorKind::IndexDoesNotFit);
    let own = world.view(MOVER).unwrap();
    for end in 0..bytes.len() {
        why(own, &bytes[..end]);
    }
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        why(own, &changed);
    }
    world.set((2, 0), Terrain(4)).unwrap();
    let own = world.view(MOVER).unwrap();
    assert_eq!(why(own, &bytes), RoadmapFileError::OtherGround);
}

#[test]
fn a_made_up_order_of_places_is_only_a_bad_one() {
    let (mut refused, mut looked_up) = (0, 0);
    let mut random = Random::new(9);
    for seed in 0..80 {
        let trial = any_trial(seed);
        let mut world = World::with_mover(trial.map, trial.mover).unwrap();
        if matches!(world.map(), Map::Waypoints(_)) || !attach(&mut world) {
            continue;
        }
        let mut bytes = file_of(&world);
        if !bytes.starts_with(b"xunlustp") {
            continue;
        }
        // Magic, version, mover, digest and the number of places come before that of shortcuts.
        let (before, first) = (32, 36);
        bytes.truncate(bytes.len() - 8);
        let (order, _) = bytes[first..].as_chunks_mut::<4>();
        let swaps = if order.len() > 1 { 3 } else { 0 };
        for _ in 0..swaps {
            let [a, b] = [0; 2].map(|_| random.below(u32::try_from(order.len()).unwrap()) as usize);
            order.swap(a, b);
        }
        let told = u32::from_le_bytes(bytes[before..first].try_into().unwrap());
        for shortcuts in told..told + 60 {
            bytes[before..first].copy_from_slice(&shortcuts.to_le_bytes());
            let mut sealed = bytes.clone();
            seal(&mut sealed);
            let Ok(read) = world.view(MOVER).unwrap().load_roadmap(sealed, 2) else {
                refused += 1;
                continue;
            };
            world.attach_roadmap(MOVER, read).unwrap();
            let mut tally = Tally::default();
            tally.ask(&world, MOVER, &mut random, &format!("seed {seed}, made up"));
            looked_up += tally.looked_up;
        }
    }
    assert!(refused > 300 && looked_up > 60, "{refused} refused, {looked_up} looked up");
}

#[test]
fn matrices_and_the_nearest_waypoints_are_those_of_the_referee() {
    let (mut found, mut nearest, mut to_any) = (0, 0, 0);
    for seed in 0..150 {
        let mut random = Random::new(seed);
        let graph = if seed % 10 == 0 { road_network(seed, 300) } else { any_waypoints(seed) };
        let mut world = World::with_mover(graph, any_mover_for_waypoints(seed)).unwrap();
        // The same answers with a roadmap and without.
        if random.chance(70) {
            assert!(attach(&mut world));
        }
        let (map, mover) = (world.map().clone(), world.mover(MOVER).unwrap().clone());
        let referee = Referee::new(&map, &mover);
        let mut workspace = Workspace::new();
        let [from, to] = [0; 2].map(|_| {
            let count = random.from_to(1, 12);
            (0..count).map(|_| any_place(&map, &mut random)).collect::<Vec<_>>()
        });
        let rows = world.matrix(&from, &to, MOVER, &mut workspace).unwrap();
        for (&from, row) in from.iter().zip(&rows) {
            let truth = referee.distances(from);
            let truth: Vec<_> = to.iter().map(|to| truth.get(to).copied()).collect();
            let told: Vec<_> = row.iter().map(|cost| cost.map(|cost| u64::from(cost.0))).collect();
            assert_eq!(told, truth, "seed {seed}");
            found += truth.iter().flatten().count();
            let near = world.nearest_among(from, &to, 3, MOVER, &mut workspace).unwrap();
            let mut costs: Vec<u64> = truth.iter().flatten().copied().collect();
            costs.sort_unstable();
            costs.truncate(3);
            let told: Vec<u64> = near.iter().map(|near| near.cost.0.into()).collect();
            assert_eq!(told, costs, "seed {seed}");
            nearest += near.len();
            let query = Query::to(from, xunlu::Goal::any_of(to.iter().copied()));
            let answer = world.find(&query, &mut workspace).unwrap();
            let cost = answer.path().map(|path| u64::from(path.cost.0));
            assert_eq!(cost, costs.first().copied(), "seed {seed}");
            if let Some(path) = answer.path() {
                referee.check_path(&path.places, path.cost.0.into()).unwrap();
                assert!(to.contains(path.places.last().unwrap()));
                to_any += u32::from(answer.algorithm() == Algorithm::Roadmap);
            }
        }
    }
    assert!(found > 3_000 && nearest > 1_000 && to_any > 300, "{found}, {nearest}, {to_any}");
}
