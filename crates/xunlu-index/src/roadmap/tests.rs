//! Roadmaps against the referee, between all pairs of places; in files; and however many threads make them.
#![cfg(test)]

use super::query::Near;
use super::{Roadmap, RoadmapError, RoadmapFileError, RoadmapOptions, RoadmapSpace};
use crate::jump::{JumpCosts, JumpMap};
use crate::sealed::seal;
use xunlu_map::{
    Corners, Cost, Door, Grid, Link, Map, Mover, NodeId, Passability, Place, Size, StepCosts,
    Terrain, Weight,
};
use xunlu_search::{LinkTable, NodeLink, Sense};
use xunlu_testkit::{GridKind, Random, Referee, any_grid_of};

/// A grid and whoever moves on it.
struct Scene {
    map: Map,
    mover: Mover,
    jumps: JumpMap,
    costs: JumpCosts,
    links: Vec<NodeLink>,
}

impl Scene {
    fn new(grid: Grid, mover: Mover) -> Scene {
        let jumps = JumpMap::new(&Passability::new(grid.ground(), &mover), &mover).unwrap();
        let costs = JumpCosts::of(&grid, &mover).expect("walls and open ground alone");
        let node_at = |cell| grid.layout().index_of(cell).map(NodeId);
        let links = LinkTable::of(grid.links(), &mover, node_at).links(Sense::Along).to_vec();
        Scene { map: Map::from(grid), mover, jumps, costs, links }
    }

    fn any(seed: u64) -> Scene {
        let mut random = Random::new(seed);
        let grid = match seed % 3 {
            0 => noise(&mut random),
            1 => any_grid_of(GridKind::Plain, seed),
            _ => blocks(&mut random),
        };
        let mut grid = grid;
        if random.chance(50) {
            strew_links(&mut grid, &mut random);
        }
        let corners = [Corners::NoCutting, Corners::OneFree, Corners::Always, Corners::Never];
        let builder =
            if random.chance(25) { Mover::four() } else { Mover::eight(*random.pick(&corners)) };
        let sizes = [Size::ONE, Size::ONE, Size::ONE, Size::new(2, 2), Size::new(3, 1)];
        let builder = builder.footprint(*random.pick(&sizes));
        let all = [(2378, 3363), (10, 14), (1, 1), (1, 2), (5, 6)];
        let &(straight, diagonal) = random.pick(&all);
        let builder =
            builder.costs(StepCosts { straight: Cost(straight), diagonal: Cost(diagonal) });
        Scene::new(grid, builder.build().unwrap())
    }

    fn bake(&self, threads: usize) -> Roadmap {
        let options = RoadmapOptions::new().threads(threads);
        Roadmap::bake(&self.jumps, self.costs, &self.links, &options, &|_, _| true).unwrap()
    }

    fn node(&self, place: Place) -> NodeId {
        self.map.node_at(place).unwrap()
    }

    /// Asks for all pairs, or those of some starts where there are many.
    fn check(&self, roadmap: &Roadmap, starts_max: usize, name: &str) -> u64 {
        let referee = Referee::new(&self.map, &self.mover);
        let standing = referee.standing_places();
        let mut space = RoadmapSpace::default();
        let mut asked = 0;
        let by = standing.len().div_ceil(starts_max).max(1);
        for &from in standing.iter().step_by(by) {
            let truth = referee.distances(from);
            for &to in &standing {
                let cheapest = truth.get(&to).copied();
                let [start, goal] = [from, to].map(|place| self.node(place));
                let told =
                    || format!("{name}: {from:?} to {to:?}, {:?}\n{:?}", self.mover, self.map);
                let cost = roadmap.distance(start, goal, &mut space).map(|cost| u64::from(cost.0));
                assert_eq!(cost, cheapest, "{}", told());
                let path = roadmap.path(start, goal, &mut space, Place::Cell);
                assert_eq!(path.as_ref().map(|(cost, _)| u64::from(cost.0)), cheapest);
                if let Some((cost, places)) = path {
                    let ends = [places.first(), places.last()];
                    assert_eq!(ends, [Some(&from), Some(&to)], "{}", told());
                    let walked = referee.check_path(&places, cost.0.into());
                    assert!(walked.is_ok(), "{}: {walked:?} {places:?}", told());
                }
                asked += 1;
            }
        }
        asked
    }
}

/// Single cells of walls.
fn noise(random: &mut Random) -> Grid {
    let mut grid = Grid::new(Size::new(random.from_to(1, 14), random.from_to(1, 14))).unwrap();
    let percent = random.below(50);
    let cells: Vec<_> = grid.bounds().cells().collect();
    for cell in cells.into_iter().filter(|_| random.chance(percent)) {
        grid.set(cell, Terrain::WALL).unwrap();
    }
    grid
}

/// Walls of several cells on wide ground.
fn blocks(random: &mut Random) -> Grid {
    let mut grid = Grid::new(Size::new(random.from_to(5, 90), random.from_to(5, 90))).unwrap();
    let bounds = grid.bounds();
    for _ in 0..random.below(30) {
        let at = [bounds.size.width, bounds.size.height].map(|side| random.below(side));
        let size = Size::new(random.from_to(1, 12), random.from_to(1, 12));
        let cell = xunlu_map::Cell::new(at[0].cast_signed(), at[1].cast_signed());
        let rect = xunlu_map::Rect::new(cell, size).intersection(bounds);
        grid.fill(rect, Terrain::WALL).unwrap();
    }
    grid
}

/// Doors, stairs and teleports, some of them shut and some free.
fn strew_links(grid: &mut Grid, random: &mut Random) {
    let cells: Vec<_> = grid.bounds().cells().collect();
    let one_way_percent = *random.pick(&[0, 50, 100]);
    for _ in 0..random.from_to(1, 8) {
        let [from, to] = [(); 2].map(|()| *random.pick(&cells));
        if from == to {
            continue;
        }
        let steps = [0, 1, 1, 1, 3, 20, 100][random.below(7) as usize];
        let door = if random.chance(10) { Door::Shut } else { Door::Open };
        let link = if random.chance(one_way_percent) {
            Link::one_way(from, to)
        } else {
            Link::two_way(from, to)
        };
        grid.add_link(link.costing(Weight::times(steps)).with_door(door)).unwrap();
    }
}

/// A scene with more than a few turns, and its roadmap.
fn of_many_turns() -> (Scene, Roadmap) {
    let scenes = (0..50).map(|seed| Scene::new(blocks(&mut Random::new(seed)), Mover::default()));
    let mut baked = scenes.map(|scene| {
        let roadmap = scene.bake(1);
        (scene, roadmap)
    });
    let most = baked.find(|(_, roadmap)| (21..60).contains(&roadmap.subgoal_count()));
    most.expect("one in fifty has so many")
}

#[test]
fn all_paths_are_the_cheapest() {
    let mut asked = 0;
    for seed in 0..240 {
        let scene = Scene::any(seed);
        let starts_max = if seed % 3 == 2 { 4 } else { 40 };
        let roadmap = scene.bake(1);
        assert!(roadmap.has_sights());
        assert!(roadmap.has_merged_labels());
        asked += scene.check(&roadmap, starts_max, &format!("seed {seed}"));
        if seed % 4 == 0 {
            let bake_in_less_than = |bytes: usize| {
                let less = RoadmapOptions::new().memory_bytes_max(bytes - 1);
                Roadmap::bake(&scene.jumps, scene.costs, &scene.links, &less, &|_, _| true).unwrap()
            };
            let apart = bake_in_less_than(roadmap.bytes());
            assert!(!apart.has_merged_labels());
            assert!(apart.has_sights());
            asked += scene.check(&apart, starts_max, &format!("seed {seed}, nothing merged"));
            let blind = bake_in_less_than(apart.bytes());
            assert!(!blind.has_sights());
            asked += scene.check(&blind, starts_max, &format!("seed {seed} without sights"));
        }
    }
    assert!(asked > 200_000, "only {asked}");
}

#[test]
fn what_is_kept_of_ends_is_never_found_wrong() {
    let mut merged = 0;
    for seed in 0..30 {
        let scene = Scene::any(seed);
        let roadmap = scene.bake(1);
        let opened = roadmap.tables.open();
        merged += opened.merged[0].entries.len();
        let standing = Referee::new(&scene.map, &scene.mover).standing_places();
        let ends: Vec<_> = standing.iter().map(|&place| scene.node(place)).collect();
        let mut space = RoadmapSpace::default();
        for &from in ends.iter().step_by(ends.len() / 20 + 1) {
            for &to in &ends {
                let [from, to] = roadmap.ends(from, to);
                for near in [Near::Merged, Near::Sights] {
                    let found = roadmap.find_by(near, &opened, from, to, &mut space);
                    assert!(found.is_ok(), "seed {seed}: {from:?} to {to:?} by {near:?}");
                }
            }
        }
    }
    assert!(merged > 1_000, "only {merged} entries");
}

#[test]
fn where_ways_cost_too_much_to_be_told_from_none_nothing_is_merged() {
    let [open, right, left] = [".................", "################.", ".################"];
    let rows = [open, right, open, left, open, right, open, left, open, right, open, left, open];
    let drawn = rows.join("\n");
    let (mut merged, mut apart) = (0, 0);
    for cost in (1..20).map(|times| times * 1_000_000) {
        let costs = StepCosts { straight: Cost(cost), diagonal: Cost(cost / 10 * 14) };
        let mover = Mover::default().to_builder().costs(costs).build().unwrap();
        let scene = Scene::new(drawn.parse().unwrap(), mover);
        let options = RoadmapOptions::new();
        let made = Roadmap::bake(&scene.jumps, scene.costs, &scene.links, &options, &|_, _| true);
        let Ok(roadmap) = made else { continue };
        scene.check(&roadmap, 100, &format!("a step at {cost}"));
        assert!(load(&scene, &bytes_of(&roadmap)).unwrap() == roadmap);
        *(if roadmap.has_merged_labels() { &mut merged } else { &mut apart }) += 1;
    }
    assert!(merged > 0, "{merged} merged, {apart} not");
    assert!(apart > 0, "{merged} merged, {apart} not");
}

#[test]
fn threads_make_the_same_roadmap() {
    for seed in 0..24 {
        let scene = Scene::any(seed);
        let one = scene.bake(1);
        for threads in [2, 3, 8] {
            let made = scene.bake(threads);
            assert!(made == one, "seed {seed}, {threads} threads");
            assert_eq!(bytes_of(&made), bytes_of(&one), "seed {seed}");
        }
    }
}

fn bytes_of(roadmap: &Roadmap) -> Vec<u8> {
    let mut bytes = Vec::new();
    roadmap.save(&mut bytes).unwrap();
    bytes
}

fn load(scene: &Scene, bytes: &[u8]) -> Result<Roadmap, RoadmapFileError> {
    Roadmap::load(&scene.jumps, scene.costs, &scene.links, bytes.to_vec())
}

#[test]
fn a_roadmap_is_read_as_it_was_written() {
    for seed in 0..40 {
        let scene = Scene::any(seed);
        let roadmap = scene.bake(1);
        let bytes = bytes_of(&roadmap);
        assert!(Roadmap::is_saved(&bytes));
        assert!(load(&scene, &bytes).unwrap() == roadmap, "seed {seed}");
    }
}

#[test]
fn a_damaged_file_is_an_error() {
    let (scene, roadmap) = of_many_turns();
    let bytes = bytes_of(&roadmap);
    for end in 0..bytes.len() {
        assert!(load(&scene, &bytes[..end]).is_err(), "cut at {end}");
    }
    for at in 0..bytes.len() {
        let mut wrong = bytes.clone();
        wrong[at] ^= 1 << (at % 8);
        assert!(load(&scene, &wrong).is_err(), "byte {at}");
    }
}

#[test]
fn a_file_that_is_made_to_deceive_leads_through_no_wall() {
    let mut random = Random::new(1);
    let mut taken = 0;
    let scenes: Vec<(Scene, Vec<u8>)> = (0..6)
        .map(|seed| Scene::new(noise(&mut Random::new(seed)), Mover::default()))
        .chain([of_many_turns().0])
        .map(|scene| {
            let bytes = bytes_of(&scene.bake(1));
            (scene, bytes)
        })
        .collect();
    for seed in 0..3_000 {
        let (scene, bytes) = random.pick(&scenes);
        let mut bytes = bytes.clone();
        let body = super::tables::HEAD_BYTES..bytes.len() - 8;
        if body.is_empty() {
            continue;
        }
        // Merged labels come last.
        let from = if random.chance(50) { body.start } else { body.end - body.len() / 4 };
        let at = from + random.below(u32::try_from(body.end - from).unwrap()) as usize;
        bytes[at] = bytes[at].wrapping_add_signed(if random.chance(50) { 1 } else { -1 });
        bytes.truncate(body.end);
        seal(&mut bytes);
        let Ok(roadmap) = load(scene, &bytes) else { continue };
        taken += 1;
        let referee = Referee::new(&scene.map, &scene.mover);
        let standing = referee.standing_places();
        let mut space = RoadmapSpace::default();
        for _ in 0..40 {
            let [from, to] = [0; 2].map(|_| *random.pick(&standing));
            let ends = [from, to].map(|place| scene.node(place));
            let path = roadmap.path(ends[0], ends[1], &mut space, Place::Cell);
            let Some((cost, places)) = path else { continue };
            let walked = referee.check_path(&places, cost.0.into());
            assert!(walked.is_ok(), "seed {seed}: {walked:?}");
        }
    }
    assert!(taken > 50, "only {taken} were taken");
}

#[test]
fn a_file_for_others_says_so() {
    let grid: Grid = "....\n.#..\n....".parse().unwrap();
    let scene = Scene::new(grid.clone(), Mover::default());
    let bytes = bytes_of(&scene.bake(1));
    let cutting = Mover::eight(Corners::Always).build().unwrap();
    let error = load(&Scene::new(grid.clone(), cutting), &bytes).unwrap_err();
    assert!(matches!(error, RoadmapFileError::OtherMover), "{error}");
    let cheap = Mover::default().to_builder();
    let costs = StepCosts { straight: Cost(10), diagonal: Cost(14) };
    let cheap = cheap.costs(costs).build().unwrap();
    let error = load(&Scene::new(grid.clone(), cheap), &bytes).unwrap_err();
    assert!(matches!(error, RoadmapFileError::OtherMover), "{error}");
    let mut other = grid.clone();
    other.set(xunlu_map::Cell::new(0, 0), Terrain::WALL).unwrap();
    let error = load(&Scene::new(other, Mover::default()), &bytes).unwrap_err();
    assert!(matches!(error, RoadmapFileError::OtherGround), "{error}");
    let large = Mover::eight(Corners::NoCutting).footprint(Size::new(2, 2)).build().unwrap();
    let error = load(&Scene::new(grid, large), &bytes).unwrap_err();
    assert!(matches!(error, RoadmapFileError::OtherGround), "{error}");
    let mut later = bytes;
    later[8] = 5;
    assert!(matches!(load(&scene, &later).unwrap_err(), RoadmapFileError::Version(5)));
    assert!(matches!(load(&scene, b"P2 3 3").unwrap_err(), RoadmapFileError::NotARoadmap));
}

#[test]
fn once_all_numbers_of_questions_were_given_they_begin_anew() {
    let (scene, roadmap) = of_many_turns();
    let standing = Referee::new(&scene.map, &scene.mover).standing_places();
    let places = standing.iter().map(|&place| scene.node(place));
    let pairs: Vec<_> = places.clone().step_by(37).zip(places.rev().step_by(29)).collect();
    assert!(pairs.len() > 10, "only {}", pairs.len());
    let mut space = RoadmapSpace::default();
    for _ in 0..2 {
        for &(from, to) in &pairs {
            let cost = roadmap.distance(from, to, &mut RoadmapSpace::default());
            space.before_the_last_question();
            for _ in 0..2 {
                assert_eq!(roadmap.distance(from, to, &mut space), cost, "{from:?} to {to:?}");
            }
        }
    }
}

#[test]
fn baking_keeps_to_its_memory_and_can_be_given_up() {
    let (scene, whole) = of_many_turns();
    let bake = |options: RoadmapOptions| {
        Roadmap::bake(&scene.jumps, scene.costs, &scene.links, &options, &|_, _| true)
    };
    let fits = bake(RoadmapOptions::new().memory_bytes_max(whole.bytes())).unwrap();
    assert!(fits == whole);
    let less = bake(RoadmapOptions::new().memory_bytes_max(whole.bytes() - 1)).unwrap();
    assert!(!less.has_merged_labels(), "merged labels are left out first");
    let less = bake(RoadmapOptions::new().memory_bytes_max(less.bytes() - 1)).unwrap();
    assert!(!less.has_sights(), "and then what is seen from each cell");
    assert_eq!(less.entry_count(), whole.entry_count());
    let most = less.bytes() / 2;
    let error = bake(RoadmapOptions::new().memory_bytes_max(most)).unwrap_err();
    assert!(matches!(error, RoadmapError::Memory { .. }), "{error}");
    // In the order, in labels, and when these are merged, which is the later half of labels.
    for last in 0..3 {
        let told = std::sync::atomic::AtomicUsize::new(0);
        let goes_on = |stage, part: f64| {
            assert!((0.0..=1.0).contains(&part));
            let is_merging = usize::from(part >= 0.5);
            let stage = if stage == super::RoadmapStage::Labels { 1 + is_merging } else { 0 };
            told.fetch_max(stage, std::sync::atomic::Ordering::Relaxed) < last || stage < last
        };
        let made = Roadmap::bake(
            &scene.jumps,
            scene.costs,
            &scene.links,
            &RoadmapOptions::new(),
            &goes_on,
        );
        assert_eq!(made.unwrap_err(), RoadmapError::Cancelled);
    }
}

#[test]
fn paths_on_open_ground_need_no_subgoal() {
    let scene = Scene::new(Grid::new(Size::new(9, 7)).unwrap(), Mover::default());
    let roadmap = scene.bake(1);
    assert_eq!((roadmap.subgoal_count(), roadmap.entry_count()), (0, 0));
    assert_eq!(scene.check(&roadmap, 100, "open ground"), 63 * 63);
}
