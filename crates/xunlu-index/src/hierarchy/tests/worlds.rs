//! Worlds of many chunks, of which few are in memory: near paths, paths of those who walk meanwhile and
//! cheapest ones across land, noise, rooms and labyrinths, beside a search of the whole map.
//!
//! `XUNLU_SEEDS=1000` asks about 50 worlds of each kind, which are one for each mover in turn.
//! `XUNLU_WORLD_SIDE=16384 cargo test --release -p xunlu-index --lib across_a_large_land -- --nocapture` asks
//! about land of that side; see record/hierarchy.md.
#![cfg(test)]

use super::{Scene, are_many, seeds};
use crate::hierarchy::ground::can_stand_on;
use crate::hierarchy::{
    ChunkedGround, GroundCell, Hierarchy, HierarchySearch, HierarchySpace, HierarchySteps,
};
use crate::jump::{JumpCosts, JumpMap, JumpSearch, Jumps};
use std::io::Cursor;
use xunlu_map::make::{self, Kind};
use xunlu_map::{
    Corners, Cost, Grid, Mover, MoverBuilder, NodeId, Passability, Size, StepCosts, Terrain,
};
use xunlu_search::{Ends, Limits, NoObserver};
use xunlu_testkit::{Random, is_open_land};

/// So many worlds of each kind, unless `XUNLU_SEEDS` says otherwise.
const WORLDS: u64 = 2;

/// How much of a small world may be in memory: four chunks.
const SOME_BYTES: usize = 4 * 32_768;

/// Who walks has so many more cells settled at a time, and asks for no more work than that takes.
const AHEAD: usize = 32;

/// How a path is asked for.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Asks {
    Near,
    Walking,
    Cheapest,
}

fn movers() -> [Mover; 5] {
    let of = |builder: MoverBuilder, straight: u32, diagonal: u32| {
        let costs = StepCosts { straight: Cost(straight), diagonal: Cost(diagonal) };
        builder.costs(costs).build().unwrap()
    };
    [
        Mover::default(),
        of(Mover::eight(Corners::Always), 10, 14),
        of(Mover::eight(Corners::OneFree), 2378, 3363),
        of(Mover::eight(Corners::NoCutting).footprint(Size::new(2, 2)), 5, 6),
        of(Mover::four(), 1, 1),
    ]
}

fn scene(grid: Grid, mover: &Mover) -> Scene {
    let open = Passability::new(grid.ground(), mover);
    let jumps = JumpMap::new(&open, mover).unwrap();
    Scene { grid, mover: mover.clone(), open, jumps, clusters_max: 256 }
}

/// A piece of the land of the examples, another for each seed.
fn land(size: Size, seed: u64) -> Grid {
    let mut grid = Grid::new(size).unwrap();
    let east = u32::try_from(seed % 100_000).unwrap() * 20_000;
    for cell in grid.bounds().cells() {
        if !is_open_land(east + cell.x.cast_unsigned(), cell.y.cast_unsigned()) {
            grid.set(cell, Terrain::WALL).unwrap();
        }
    }
    grid
}

/// What was asked of worlds of one kind.
#[derive(Default)]
struct Asked {
    found: u32,
    nowhere: u32,
    read: u64,
    near: Told,
    walking: Told,
    cheapest: Told,
}

/// How near the paths of one way of asking were, and what they took.
#[derive(Default, Debug)]
struct Told {
    over: f64,
    worst: f64,
    expansions: u64,
    expansions_max: u64,
    bytes_max: usize,
}

impl Told {
    fn note(&mut self, cost: u32, least: u32) {
        let over = f64::from(cost) / f64::from(least.max(1)) - 1.0;
        self.over += over.max(0.0);
        self.worst = self.worst.max(over);
    }
}

impl Asked {
    /// Asks between places of chance, with so much of the ground in memory.
    fn ask(&mut self, scene: &Scene, bytes: usize, questions: u32, seed: u64) {
        let Scene { grid, mover, jumps: map, .. } = scene;
        let costs = JumpCosts::of(grid, mover).expect("open ground and walls alone");
        let mut file = Vec::new();
        ChunkedGround::save(map, &mut file).unwrap();
        let ground = ChunkedGround::open(Cursor::new(file), bytes).unwrap();
        let steps = HierarchySteps { rule: map.rule, costs };
        let hierarchy = Hierarchy::new(&ground, steps, 2).unwrap();
        let Size { width, height } = grid.bounds().size;
        let mut random = Random::new(seed);
        let mut space = HierarchySpace::default();
        for _ in 0..questions {
            let [from, to] = [0; 2].map(|_| {
                loop {
                    let cell = GroundCell::new(1 + random.below(width), 1 + random.below(height));
                    if can_stand_on(map, cell) {
                        break cell;
                    }
                }
            });
            let least = by_jumps(map, costs, [from, to]);
            let mut is_known = false;
            for asks in [Asks::Near, Asks::Walking, Asks::Cheapest] {
                let search = HierarchySearch::begin(&hierarchy, &ground, from, to, space);
                let mut search =
                    if asks == Asks::Cheapest { search.for_the_cheapest() } else { search };
                let mut settled = 0;
                while asks == Asks::Walking && settled == search.cells().len() {
                    settled += AHEAD;
                    assert!(search.settle(&hierarchy, &ground, u64::MAX, settled));
                }
                assert!(search.run(&hierarchy, &ground, u64::MAX));
                let (cells, cost) = (search.cells(), search.cost());
                let about = || format!("{asks:?} from {from:?} to {to:?}, {mover:?}");
                assert_eq!(cost, cost_of_steps(map, steps, cells), "{}", about());
                let ends = [cells.first(), cells.last()].map(|cell| cell.copied());
                assert!(cells.is_empty() || ends == [from, to].map(Some));
                assert!(cost.is_none_or(|cost| search.lower_bound(&hierarchy) <= cost));
                assert_eq!(cost.is_some(), least.is_some(), "{}", about());
                let told = match asks {
                    Asks::Near => &mut self.near,
                    Asks::Walking => &mut self.walking,
                    Asks::Cheapest => &mut self.cheapest,
                };
                if let (Some(cost), Some(least)) = (cost, least) {
                    is_known = true;
                    told.note(cost, least);
                }
                told.expansions += search.expansions();
                told.expansions_max = told.expansions_max.max(search.expansions());
                space = search.into_space();
                told.bytes_max = told.bytes_max.max(space.bytes());
            }
            let count = if is_known { &mut self.found } else { &mut self.nowhere };
            *count += 1;
        }
        assert!(ground.failure().is_none());
        assert!(ground.bytes() <= bytes, "{} of {bytes}", ground.bytes());
        self.read += ground.chunks_read();
    }

    /// Holds paths to what is said of them.
    fn check(&self, name: &str) {
        let Asked { found, nowhere, read, .. } = self;
        println!("{name}: {found} found, {nowhere} not, {read} chunks read");
        let told = [("near", &self.near), ("walking", &self.walking), ("cheapest", &self.cheapest)];
        for (asks, told) in told {
            let mean = told.over / f64::from((*found).max(1));
            println!("  {asks}: {mean:.5} over the cheapest in the mean, {told:?}");
            let (mean_max, worst_max) = if asks == "cheapest" { (0.0, 0.0) } else { (0.01, 0.1) };
            assert!(mean <= mean_max, "{name}, {asks}: {mean} over the cheapest in the mean");
            assert!(told.worst <= worst_max, "{name}, {asks}: {} over the cheapest", told.worst);
        }
    }
}

/// What the cheapest path costs by jumps on the whole map.
fn by_jumps(map: &JumpMap, costs: JumpCosts, ends: [GroundCell; 2]) -> Option<u32> {
    let jumps = Jumps { map, costs, index: None, bounds: None, links: None, within: None };
    let stride = map.layout().stride();
    let [start, goal] = ends.map(|cell| NodeId(cell.y * stride + cell.x));
    let ends = Ends { start, goal, limits: Limits::NONE };
    let mut search = JumpSearch::begin(jumps, &mut NoObserver, ends, Box::default());
    search.run(jumps, &mut NoObserver, u64::MAX);
    search.answer_as(map, |cell| cell).cost().map(|cost| cost.0)
}

/// What these cells cost one after the other, each on ground and a step from the one before. Returns `None`
/// where there are none.
fn cost_of_steps(map: &JumpMap, steps: HierarchySteps, cells: &[GroundCell]) -> Option<u32> {
    cells.first()?;
    assert!(cells.iter().all(|&cell| can_stand_on(map, cell)), "through a wall");
    let cost = |pair: &[GroundCell]| {
        let [from, to] = [pair[0], pair[1]];
        let (columns, rows) = from.away(to);
        assert_eq!(columns.max(rows), 1, "{from:?} to {to:?} is no step");
        let is_diagonal = columns + rows > 1;
        if is_diagonal {
            let beside = [GroundCell::new(from.x, to.y), GroundCell::new(to.x, from.y)];
            let open = beside.map(|cell| u32::from(can_stand_on(map, cell))).iter().sum();
            assert!(steps.passes_corner(open), "{from:?} to {to:?} cuts a corner");
        }
        steps.cost(is_diagonal)
    };
    Some(cells.windows(2).map(cost).sum())
}

impl HierarchySteps {
    /// Whether a diagonal step leads past two cells of which so many are open, by the meaning of the rule.
    fn passes_corner(self, open: u32) -> bool {
        match self.rule {
            crate::jump::JumpRule::Four | crate::jump::JumpRule::Eight(Corners::Never) => false,
            crate::jump::JumpRule::Eight(Corners::Always) => true,
            crate::jump::JumpRule::Eight(Corners::OneFree) => open >= 1,
            crate::jump::JumpRule::Eight(Corners::NoCutting) => open == 2,
        }
    }
}

/// Asks about worlds of one kind, with one mover after the other from the first on.
fn check_worlds(name: &str, first_mover: usize, made: impl Fn(Size, u64) -> Grid) {
    let mut all = Asked::default();
    let movers = movers();
    for seed in seeds(WORLDS) {
        let turn = usize::try_from(seed).unwrap();
        let mover = &movers[(first_mover + turn) % movers.len()];
        let scene = scene(made(Size::new(1_100, 700), seed), mover);
        all.ask(&scene, SOME_BYTES, 40, seed);
    }
    let is_much = all.found > 30 && all.read > 50;
    assert!(is_much || !are_many(WORLDS), "{} found, {} read", all.found, all.read);
    all.check(name);
}

fn check_made(kind: Kind, first_mover: usize) {
    let made = |size, seed| make::grid(kind, size, seed).unwrap();
    check_worlds(&format!("{kind:?}"), first_mover, made);
}

#[test]
fn land_in_chunks_is_crossed_as_the_whole_map_is() {
    check_worlds("land", 0, land);
}

#[test]
fn open_ground_in_chunks_is_crossed_as_the_whole_map_is() {
    check_made(Kind::Field, 2);
}

#[test]
fn noise_in_chunks_is_crossed_as_the_whole_map_is() {
    check_made(Kind::Noise { walls_percent: 10 }, 4);
    check_made(Kind::Noise { walls_percent: 30 }, 1);
}

#[test]
fn rooms_in_chunks_are_crossed_as_the_whole_map_is() {
    check_made(Kind::Rooms { side: 16, doors_percent: 65 }, 3);
    check_made(Kind::Rooms { side: 48, doors_percent: 65 }, 0);
}

#[test]
fn caves_and_labyrinths_in_chunks_are_crossed_as_the_whole_map_is() {
    check_made(Kind::Caves { walls_percent: 45, rounds: 4 }, 2);
    check_made(Kind::Maze { corridor: 8, loops_percent: 20 }, 4);
}

/// Of `XUNLU_WORLD_SIDE` cells a side: 16,384 take two minutes, and 1.4 GB with the whole map beside it.
#[test]
fn the_cheapest_path_across_a_large_land_is_that_of_the_whole_map() {
    let side = std::env::var("XUNLU_WORLD_SIDE").map_or(1_024, |side| side.parse().unwrap());
    let scene = scene(land(Size::new(side, side), 0), &Mover::default());
    let mut asked = Asked::default();
    asked.ask(&scene, 16 << 20, 20, 1);
    asked.check(&format!("land of {side} by {side}"));
}

#[test]
fn a_search_for_the_cheapest_path_ends_where_memory_does() {
    let scene = scene(land(Size::new(1_100, 700), 0), &Mover::default());
    let hierarchy = scene.hierarchy(1);
    let open = |x: u32, y: u32| {
        let mut cells = (0..200).map(|by| GroundCell::new(x + by, y));
        cells.find(|&cell| can_stand_on(&scene.jumps, cell)).unwrap()
    };
    let [from, to] = [open(10, 10), open(800, 690)];
    let begin = || {
        let space = HierarchySpace::default();
        let search = HierarchySearch::begin(&hierarchy, &scene.jumps, from, to, space);
        search.for_the_cheapest()
    };
    let mut whole = begin();
    assert!(whole.run(&hierarchy, &scene.jumps, u64::MAX));
    let all = whole.bytes();
    let mut search = begin();
    while search.bytes() < all / 2 {
        assert!(!search.run(&hierarchy, &scene.jumps, 100), "it takes as much as the whole");
    }
    assert!(search.bytes() < all / 4 * 3, "{} of {all}", search.bytes());
    assert!(search.cost().is_none() && search.cells().is_empty());
    // And it can be carried on.
    assert!(search.run(&hierarchy, &scene.jumps, u64::MAX));
    assert_eq!(search.cells(), whole.cells());
}

#[test]
fn nobody_sets_out_from_a_wall_or_arrives_in_one() {
    let scene = scene("....\n.##.\n....".parse().unwrap(), &Mover::default());
    let hierarchy = scene.hierarchy(1);
    // Counted with the border around the map; 0, 0 lies in it.
    let [open, wall, border] = [(1, 1), (2, 2), (0, 0)].map(|(x, y)| GroundCell::new(x, y));
    for (from, to) in [(wall, wall), (wall, open), (open, wall), (border, border), (open, border)] {
        for is_exact in [false, true] {
            let space = HierarchySpace::default();
            let search = HierarchySearch::begin(&hierarchy, &scene.jumps, from, to, space);
            let mut search = if is_exact { search.for_the_cheapest() } else { search };
            assert!(search.run(&hierarchy, &scene.jumps, u64::MAX));
            assert_eq!((search.cost(), search.cells()), (None, &[][..]), "{from:?} to {to:?}");
        }
    }
    let space = HierarchySpace::default();
    let search = HierarchySearch::begin(&hierarchy, &scene.jumps, open, open, space);
    assert_eq!((search.cost(), search.cells()), (Some(0), &[open][..]));
}
