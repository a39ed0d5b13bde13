//! Hierarchies against the referee, under edits, and however many threads make them.
#![cfg(test)]

mod chunked;
mod worlds;

use super::contract::check_cluster_ground;
use super::{
    ChunkFileError, ChunkedGround, ClusterGround, GroundCell, Hierarchy, HierarchyFileError,
    HierarchySearch, HierarchySpace, HierarchySteps,
};
use crate::jump::{JumpCosts, JumpMap};
use std::io::Cursor;
use std::ops::Range;
use xunlu_map::{
    Cell, Corners, Cost, Grid, Map, Mover, Passability, Place, Rect, Size, StepCosts, Terrain,
};
use xunlu_search::GridView;
use xunlu_testkit::{Random, Referee};

/// So many small worlds where each is soon asked about, and so many where it takes longer, and so many that
/// are long, unless `XUNLU_SEEDS` says otherwise.
const MANY: u64 = 150;
const SHORT: u64 = 60;
const LONG: u64 = 12;

/// The worlds to make: a twentieth of `XUNLU_SEEDS`, since each takes its time, from `XUNLU_FIRST_SEED` on.
fn seeds(usual: u64) -> Range<u64> {
    let number = |name| std::env::var(name).ok().map(|text| text.parse::<u64>().expect("a number"));
    let first = number("XUNLU_FIRST_SEED").unwrap_or(0);
    first..first + number("XUNLU_SEEDS").map_or(usual, |seeds| seeds.div_ceil(20))
}

/// Whether so many are made as usual, so that all there is comes up.
fn are_many(usual: u64) -> bool {
    let Range { start, end } = seeds(usual);
    end - start >= usual
}

/// A grid and whoever moves on it.
struct Scene {
    grid: Grid,
    mover: Mover,
    open: Passability,
    jumps: JumpMap,
    // There are levels until one has no more clusters than that.
    clusters_max: usize,
}

impl Scene {
    fn any(seed: u64) -> Scene {
        let mut random = Random::new(seed);
        let size = Size::new(random.from_to(1, 210), random.from_to(1, 150));
        Scene::sized(seed, size, random)
    }

    /// One that is long enough for three levels of clusters.
    fn long(seed: u64) -> Scene {
        let mut random = Random::new(seed);
        let size = Size::new(random.from_to(800, 2_600), random.from_to(20, 140));
        Scene { clusters_max: 1, ..Scene::sized(seed, size, random) }
    }

    fn sized(seed: u64, size: Size, mut random: Random) -> Scene {
        let mut grid = Grid::new(size).unwrap();
        if seed.is_multiple_of(2) {
            let percent = random.below(60);
            let cells: Vec<_> = grid.bounds().cells().collect();
            for cell in cells.into_iter().filter(|_| random.chance(percent)) {
                grid.set(cell, Terrain::WALL).unwrap();
            }
        } else {
            for _ in 0..random.below(60) * (1 + size.width / 210) {
                let rect = any_rect(&grid, &mut random);
                grid.fill(rect, Terrain::WALL).unwrap();
            }
        }
        let corners = [Corners::NoCutting, Corners::OneFree, Corners::Always, Corners::Never];
        let builder =
            if random.chance(20) { Mover::four() } else { Mover::eight(*random.pick(&corners)) };
        let sizes = [Size::ONE, Size::ONE, Size::ONE, Size::new(2, 2), Size::new(3, 1)];
        let builder = builder.footprint(*random.pick(&sizes));
        let all = [(2378, 3363), (10, 14), (1, 1), (1, 2), (5, 6)];
        let &(straight, diagonal) = random.pick(&all);
        let costs = StepCosts { straight: Cost(straight), diagonal: Cost(diagonal) };
        let mover = builder.costs(costs).build().unwrap();
        let open = Passability::new(grid.ground(), &mover);
        let jumps = JumpMap::new(&open, &mover).unwrap();
        Scene { grid, mover, open, jumps, clusters_max: 256 }
    }

    fn hierarchy(&self, threads: usize) -> Hierarchy {
        let costs = JumpCosts::of(&self.grid, &self.mover).expect("open ground and walls alone");
        let steps = HierarchySteps { rule: self.jumps.rule, costs };
        Hierarchy::with_levels(&self.jumps, steps, self.clusters_max, threads).unwrap()
    }

    /// Opens or closes a rectangle.
    fn edit(&mut self, random: &mut Random, hierarchy: &mut Hierarchy) {
        let rect = any_rect(&self.grid, random);
        let terrain = if random.chance(50) { Terrain::WALL } else { Terrain::OPEN };
        self.grid.fill(rect, terrain).unwrap();
        self.open.repair(self.grid.ground(), &self.mover, rect);
        let edit = self.jumps.repair(&self.open, rect);
        hierarchy.touch_by(&edit);
    }

    fn find(
        &self,
        hierarchy: &Hierarchy,
        ends: [Place; 2],
        space: HierarchySpace,
    ) -> HierarchySearch {
        find_on(&self.jumps, hierarchy, ends, space)
    }
}

fn find_on(
    ground: &impl ClusterGround,
    hierarchy: &Hierarchy,
    ends: [Place; 2],
    space: HierarchySpace,
) -> HierarchySearch {
    let [start, goal] = ends.map(ground_cell);
    HierarchySearch::begin(hierarchy, ground, start, goal, space)
}

fn any_rect(grid: &Grid, random: &mut Random) -> Rect {
    let Size { width, height } = grid.bounds().size;
    let at = [width, height].map(|side| random.below(side).cast_signed());
    let size = Size::new(random.from_to(1, 30), random.from_to(1, 30));
    Rect::new(Cell::new(at[0], at[1]), size).intersection(grid.bounds())
}

/// Counted with the border, for maps that begin at 0,0.
fn ground_cell(place: Place) -> GroundCell {
    let cell = place.as_cell().unwrap();
    GroundCell::new(cell.x.cast_unsigned() + 1, cell.y.cast_unsigned() + 1)
}

fn place(cell: GroundCell) -> Place {
    Place::cell(cell.x.cast_signed() - 1, cell.y.cast_signed() - 1)
}

/// How many questions were asked, and how much more than the cheapest their paths cost.
#[derive(Default)]
struct Tally {
    found: u64,
    unreachable: u64,
    cheapest: u64,
    excess: f64,
    worst: f64,
}

impl Tally {
    /// Asks between some places and all others that are some way apart in their order.
    fn ask(&mut self, scene: &Scene, hierarchy: &Hierarchy, starts: usize, name: &str) {
        self.ask_for(scene, (hierarchy, &scene.jumps), starts, name, |search| search);
    }

    /// The same with searches made otherwise, or on the same ground kept elsewhere.
    fn ask_for(
        &mut self,
        scene: &Scene,
        (hierarchy, ground): (&Hierarchy, &impl ClusterGround),
        starts: usize,
        name: &str,
        made: fn(HierarchySearch) -> HierarchySearch,
    ) {
        let map = Map::from(scene.grid.clone());
        let referee = Referee::new(&map, &scene.mover);
        let standing = referee.standing_places();
        let mut space = HierarchySpace::default();
        for &from in standing.iter().step_by(standing.len().div_ceil(starts).max(1)) {
            let truth = referee.distances(from);
            for &to in standing.iter().step_by(standing.len().div_ceil(40).max(1)) {
                let space_now = std::mem::take(&mut space);
                let mut search = made(find_on(ground, hierarchy, [from, to], space_now));
                assert!(search.run(hierarchy, ground, u64::MAX));
                let told =
                    || format!("{name}: {from:?} to {to:?}, {:?}\n{}", scene.mover, scene.grid);
                let cheapest = truth.get(&to).copied();
                assert_eq!(search.cost().is_some(), cheapest.is_some(), "{}", told());
                if let (Some(cost), Some(cheapest)) = (search.cost(), cheapest) {
                    let places: Vec<Place> = search.cells().iter().copied().map(place).collect();
                    assert_eq!([places.first(), places.last()], [Some(&from), Some(&to)]);
                    let walked = referee.check_path(&places, cost.into());
                    assert!(walked.is_ok(), "{}: {walked:?}", told());
                    let bound = u64::from(search.lower_bound(hierarchy));
                    assert!(bound <= cheapest, "{}: {bound} of {cheapest}", told());
                    self.count(u64::from(cost), cheapest);
                } else {
                    assert!(search.cells().is_empty(), "{}", told());
                    self.unreachable += 1;
                }
                space = search.into_space();
            }
        }
    }

    fn count(&mut self, cost: u64, cheapest: u64) {
        self.found += 1;
        self.cheapest += u64::from(cost == cheapest);
        #[expect(clippy::cast_precision_loss, reason = "costs of small maps")]
        let excess = if cheapest == 0 { 0.0 } else { cost as f64 / cheapest as f64 - 1.0 };
        self.excess += excess;
        self.worst = self.worst.max(excess);
    }

    /// Holds paths to what is promised of them.
    fn check(&self, found_min: u64, usual: u64) {
        let &Tally { found, unreachable, cheapest, excess, worst } = self;
        #[expect(clippy::cast_precision_loss, reason = "a number of questions")]
        let mean = excess / found as f64;
        println!(
            "{found} found, {cheapest} the cheapest, {unreachable} not: {mean:.5}, worst {worst:.4}"
        );
        let least = found.min(5 * unreachable);
        assert!(least > found_min || !are_many(usual), "{found} {unreachable}");
        assert!(mean < 0.01 || !are_many(usual), "{mean} over the cheapest");
        assert!(worst < 0.1, "{worst} over the cheapest");
    }
}

#[test]
fn paths_are_paths_and_near_the_cheapest() {
    let mut tally = Tally::default();
    for seed in seeds(MANY) {
        let scene = Scene::any(seed);
        tally.ask(&scene, &scene.hierarchy(1), 5, &format!("seed {seed}"));
    }
    tally.check(5_000, MANY);
}

#[test]
fn paths_searched_as_the_cheapest_are_that() {
    let mut tally = Tally::default();
    let (short, long) = (seeds(SHORT).map(|seed| (seed, Scene::any(seed))), seeds(LONG));
    for (seed, scene) in short.chain(long.map(|seed| (seed, Scene::long(seed)))) {
        let name = format!("seed {seed}");
        let made = HierarchySearch::for_the_cheapest;
        tally.ask_for(&scene, (&scene.hierarchy(1), &scene.jumps), 5, &name, made);
    }
    let Tally { found, unreachable, cheapest, .. } = tally;
    println!("{found} found, {unreachable} not");
    let is_much = found > 6_000 && unreachable > 2_000;
    assert!(is_much || !are_many(SHORT), "{found} {unreachable}");
    assert_eq!(cheapest, found);
}

#[test]
fn paths_by_several_levels_are_near_the_cheapest() {
    let (mut tally, mut highest) = (Tally::default(), 0);
    for seed in seeds(LONG) {
        let scene = Scene::long(seed);
        let hierarchy = scene.hierarchy(1);
        highest = highest.max(hierarchy.levels.len());
        tally.ask(&scene, &hierarchy, 3, &format!("seed {seed}"));
    }
    assert!(highest >= 2 || !are_many(LONG), "{highest} levels above the lowest");
    tally.check(400, LONG);
}

/// Edits a scene again and again, and holds what is repaired against what is made anew. Returns how many
/// clusters were kept.
fn check_repairs(mut scene: Scene, seed: u64, edits: u64) -> usize {
    let mut kept = 0;
    let mut random = Random::new(seed ^ 0xed17);
    let mut hierarchy = scene.hierarchy(1);
    for edit in 0..edits {
        for _ in 0..random.from_to(1, 2) {
            scene.edit(&mut random, &mut hierarchy);
        }
        let made = hierarchy.repair(&scene.jumps);
        kept += hierarchy.cluster_count().saturating_sub(made);
        let whole = scene.hierarchy(1);
        assert!(hierarchy == whole, "seed {seed}, edit {edit}\n{}", scene.grid);
    }
    Tally::default().ask(&scene, &hierarchy, 2, &format!("seed {seed}, edited"));
    kept
}

#[test]
fn repairs_agree_with_making_anew() {
    let kept = |usual: u64, made: fn(u64) -> Scene, edits: u64| -> usize {
        seeds(usual).map(|seed| check_repairs(made(seed), seed, edits)).sum()
    };
    let (short, long) = (kept(SHORT / 2, Scene::any, 12), kept(LONG / 2, Scene::long, 8));
    println!("{short} and {long} clusters were kept");
    let is_much = short > 500 && long > 500;
    assert!(is_much || !are_many(SHORT / 2), "{short} and {long} clusters were kept");
}

/// A wall beside a diagonal way lies on no way that costs as little, and is in its way all the same.
#[test]
fn a_wall_beside_a_diagonal_way_makes_it_more_expensive() {
    let mut grid = Grid::new(Size::new(128, 128)).unwrap();
    for at in (0..128).filter(|&at| at != 39) {
        grid.set(Cell::new(63, at), Terrain::WALL).unwrap();
        grid.set(Cell::new(at, 63), Terrain::WALL).unwrap();
    }
    let mover = Mover::eight(Corners::NoCutting).build().unwrap();
    let open = Passability::new(grid.ground(), &mover);
    let jumps = JumpMap::new(&open, &mover).unwrap();
    let mut scene = Scene { grid, mover, open, jumps, clusters_max: 256 };
    // The first cluster, with the border around the map, is left at 62,39 and at 39,62.
    for (x, y) in [(51, 51), (50, 50), (44, 58)] {
        let (mut hierarchy, cell) = (scene.hierarchy(1), Cell::new(x, y));
        for terrain in [Terrain::WALL, Terrain::OPEN] {
            scene.grid.set(cell, terrain).unwrap();
            scene.open.repair(scene.grid.ground(), &scene.mover, Rect::cell(cell));
            let edit = scene.jumps.repair(&scene.open, Rect::cell(cell));
            hierarchy.touch_by(&edit);
            assert_eq!(hierarchy.repair(&scene.jumps), 1, "{cell}, {terrain:?}");
            assert!(hierarchy == scene.hierarchy(1), "{cell}, {terrain:?}");
        }
    }
}

#[test]
fn maps_are_ground_in_clusters() {
    for seed in 0..20 {
        let scene = Scene::any(seed);
        check_cluster_ground(&scene.jumps);
        for cell in scene.grid.bounds().cells() {
            let GroundCell { x, y } = ground_cell(Place::Cell(cell));
            let rows = scene.jumps.rows(x / 64, y / 64);
            let view = GridView::new(&scene.grid, &scene.mover, &scene.open);
            assert_eq!(rows[y as usize % 64] >> (x % 64) & 1 != 0, view.can_stand(cell), "{cell}");
        }
    }
}

#[test]
fn two_threads_make_the_same_hierarchy() {
    let size = Size::new(300, 64 * 20);
    let mut grid = Grid::new(size).unwrap();
    let mut random = Random::new(3);
    for _ in 0..500 {
        grid.fill(any_rect(&grid, &mut random), Terrain::WALL).unwrap();
    }
    let mover = Mover::default();
    let open = Passability::new(grid.ground(), &mover);
    let jumps = JumpMap::new(&open, &mover).unwrap();
    let scene = Scene { grid, mover, open, jumps, clusters_max: 1 };
    let by_one = scene.hierarchy(1);
    assert!(by_one.entrance_count() > 500, "{}", by_one.entrance_count());
    for threads in [2, 3, 16] {
        assert!(scene.hierarchy(threads) == by_one, "{threads} threads");
    }
}

impl Scene {
    fn saved(&self, hierarchy: &Hierarchy) -> Vec<u8> {
        let mut file = Vec::new();
        hierarchy.save(&self.jumps, &mut file).unwrap();
        file
    }

    fn load(&self, file: &[u8], threads: usize) -> Result<Hierarchy, HierarchyFileError> {
        let costs = JumpCosts::of(&self.grid, &self.mover).expect("open ground and walls alone");
        Hierarchy::load_with_levels(&self.jumps, costs, file, self.clusters_max, threads)
    }
}

#[test]
fn what_is_saved_is_read_again_for_its_map_and_mover_alone() {
    for scene in (0..60).map(Scene::any).chain((0..10).map(Scene::long)) {
        let file = scene.saved(&scene.hierarchy(1));
        assert!(Hierarchy::is_saved(&file));
        assert_eq!(file, scene.saved(&scene.hierarchy(2)), "the same bytes by two threads");
        for threads in [1, 2] {
            assert_eq!(scene.load(&file, threads), Ok(scene.hierarchy(1)), "{}", scene.grid);
        }
    }
    let size = Size::new(140, 90);
    let mut scene = Scene::sized(1, size, Random::new(1));
    let mut hierarchy = scene.hierarchy(1);
    let file = scene.saved(&hierarchy);
    assert_eq!(scene.load(&file[1..], 1), Err(HierarchyFileError::NotAHierarchy));
    for end in [8, 20, 40, file.len() - 1] {
        assert_eq!(scene.load(&file[..end], 1), Err(HierarchyFileError::Damaged), "cut at {end}");
    }
    let other = scene.mover.to_builder();
    let costs = StepCosts { straight: Cost(7), diagonal: Cost(9) };
    let other = other.costs(costs).build().unwrap();
    let mine = std::mem::replace(&mut scene.mover, other);
    assert_eq!(scene.load(&file, 1), Err(HierarchyFileError::OtherMover));
    scene.mover = mine;
    scene.edit(&mut Random::new(4), &mut hierarchy);
    hierarchy.repair(&scene.jumps);
    assert_eq!(scene.load(&file, 1), Err(HierarchyFileError::OtherGround));
    assert_eq!(scene.load(&scene.saved(&hierarchy), 1), Ok(hierarchy));
}

#[test]
fn a_hierarchy_that_was_made_to_deceive_leads_through_no_wall() {
    let (mut refused, mut paths) = (0, 0);
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let scene = if seed % 5 == 0 { Scene::long(seed) } else { Scene::any(seed) };
        let mut file = scene.saved(&scene.hierarchy(1));
        file.truncate(file.len() - size_of::<u64>());
        // Whole numbers of the costs, mostly a little too high, so that some are taken for true.
        for _ in 0..random.from_to(1, 4) {
            let count = u32::try_from(file.len() / 4).unwrap();
            let word = random.from_to(8, count.max(9)) as usize * 4;
            let Some(own) = file.get_mut(word..word + 4) else { continue };
            let cost = u32::from_le_bytes(own.try_into().unwrap());
            let lie = if random.chance(70) { cost.saturating_add(1) } else { random.below(5_000) };
            own.copy_from_slice(&lie.to_le_bytes());
        }
        crate::sealed::seal(&mut file);
        let Ok(hierarchy) = scene.load(&file, 1) else {
            refused += 1;
            continue;
        };
        let map = Map::from(scene.grid.clone());
        let referee = Referee::new(&map, &scene.mover);
        let standing = referee.standing_places();
        let (Some(&from), Some(&to)) = (standing.first(), standing.last()) else { continue };
        for is_exact in [false, true] {
            let mut search = scene.find(&hierarchy, [from, to], HierarchySpace::default());
            search = if is_exact { search.for_the_cheapest() } else { search };
            assert!(search.run(&hierarchy, &scene.jumps, u64::MAX));
            let Some(cost) = search.cost() else { continue };
            let places: Vec<Place> = search.cells().iter().copied().map(place).collect();
            assert!(referee.check_path(&places, cost.into()).is_ok(), "seed {seed}");
            let cheapest = referee.optimal_cost(from, to);
            assert!(!is_exact || cheapest == Some(cost.into()), "seed {seed}: {cheapest:?}");
            paths += 1;
        }
    }
    assert!(refused > 50 && paths > 50, "{refused} refused, {paths} paths");
}

#[test]
fn a_search_in_small_pieces_finds_the_same_path() {
    for scene in (0..40).map(Scene::any).chain((0..20).map(Scene::long)) {
        let hierarchy = scene.hierarchy(1);
        let map = Map::from(scene.grid.clone());
        let standing = Referee::new(&map, &scene.mover).standing_places();
        let (Some(&from), Some(&to)) = (standing.first(), standing.last()) else { continue };
        let mut whole = scene.find(&hierarchy, [from, to], HierarchySpace::default());
        assert!(whole.run(&hierarchy, &scene.jumps, u64::MAX));
        let mut pieces = scene.find(&hierarchy, [from, to], HierarchySpace::default());
        let mut before = 0;
        while !pieces.run(&hierarchy, &scene.jumps, 7) {
            let expansions = pieces.expansions();
            assert!(expansions - before <= 7 && expansions > before, "{before} to {expansions}");
            before = expansions;
        }
        assert_eq!(
            (whole.cells(), whole.cost()),
            (pieces.cells(), pieces.cost()),
            "{}",
            scene.grid
        );
        assert_eq!(whole.expansions(), pieces.expansions());
    }
}

#[test]
fn whoever_walks_sets_out_on_what_stays() {
    let mut early = 0;
    let short = (1..80).step_by(2).map(|seed| (seed, Scene::any(seed)));
    for (seed, scene) in short.chain((1..20).step_by(2).map(|seed| (seed, Scene::long(seed)))) {
        let hierarchy = scene.hierarchy(1);
        let map = Map::from(scene.grid.clone());
        let referee = Referee::new(&map, &scene.mover);
        let standing = referee.standing_places();
        let (Some(&from), Some(&to)) = (standing.first(), standing.last()) else { continue };
        let mut search = scene.find(&hierarchy, [from, to], HierarchySpace::default());
        // Some ask for what they walk next, some leave the search time for the rest in between.
        let between = if seed % 4 == 1 { 0 } else { 40 };
        let mut known: Vec<GroundCell> = Vec::new();
        while search.cost().is_none() {
            let ended = search.settle(&hierarchy, &scene.jumps, u64::MAX, known.len() + 3);
            assert!(ended && search.cells().starts_with(&known), "seed {seed}");
            early += u64::from(search.cost().is_none() && search.cells().len() > known.len());
            known = search.cells().to_vec();
            search.run(&hierarchy, &scene.jumps, between);
            assert!(search.cells().starts_with(&known), "seed {seed}");
            if search.cells().is_empty() {
                break;
            }
        }
        if let Some(cost) = search.cost() {
            let places: Vec<Place> = search.cells().iter().copied().map(place).collect();
            assert!(referee.check_path(&places, cost.into()).is_ok(), "seed {seed}");
            assert_eq!(places.last(), Some(&to));
        }
    }
    assert!(early > 20, "{early} pieces were settled before the rest was");
}

/// Ground of several chunks: noise, written down, and the map that it is of.
fn chunked() -> (Scene, Vec<u8>) {
    let mut grid = Grid::new(Size::new(1_100, 640)).unwrap();
    let mut random = Random::new(11);
    for _ in 0..900 {
        grid.fill(any_rect(&grid, &mut random), Terrain::WALL).unwrap();
    }
    let mover = Mover::default();
    let open = Passability::new(grid.ground(), &mover);
    let jumps = JumpMap::new(&open, &mover).unwrap();
    let scene = Scene { grid, mover, open, jumps, clusters_max: 1 };
    let mut file = Vec::new();
    ChunkedGround::save(&scene.jumps, &mut file).unwrap();
    (scene, file)
}

#[test]
fn ground_in_chunks_is_that_of_the_map_however_few_are_in_memory() {
    let (scene, file) = chunked();
    let hierarchy = scene.hierarchy(1);
    let open = |bytes: usize| ChunkedGround::open(Cursor::new(file.clone()), bytes).unwrap();
    check_cluster_ground(&open(0));
    let standing: Vec<Cell> =
        scene.grid.bounds().cells().filter(|&cell| scene.open.is_open(cell)).collect();
    for bytes in [0, 70_000, usize::MAX] {
        let ground = open(bytes);
        assert!(Hierarchy::with_levels(&ground, hierarchy.steps(), 1, 2).unwrap() == hierarchy);
        assert!(ground.bytes() <= bytes.max(32_768), "{} of {bytes}", ground.bytes());
        let read = ground.chunks_read();
        for step in [997, 1_999] {
            let [from, to] = [standing[step], standing[standing.len() - step]].map(Place::Cell);
            let [start, goal] = [from, to].map(ground_cell);
            let space = HierarchySpace::default();
            let mut by_map = scene.find(&hierarchy, [from, to], space);
            assert!(by_map.run(&hierarchy, &scene.jumps, u64::MAX));
            let space = HierarchySpace::default();
            let mut search = HierarchySearch::begin(&hierarchy, &ground, start, goal, space);
            assert!(search.run(&hierarchy, &ground, u64::MAX));
            assert_eq!((search.cells(), search.cost()), (by_map.cells(), by_map.cost()));
            assert!(search.cost().is_some() && ground.failure().is_none());
        }
        assert_eq!(ground.chunks_read() > read, bytes < usize::MAX, "{bytes}");
    }
}

#[test]
fn a_file_of_chunks_that_is_damaged_is_refused_or_found_out() {
    let (scene, file) = chunked();
    let hierarchy = scene.hierarchy(1);
    let open = |file: &[u8]| ChunkedGround::open(Cursor::new(file.to_vec()), usize::MAX);
    assert!(matches!(open(&[]), Err(ChunkFileError::NotChunks)));
    assert!(matches!(open(&file[1..]), Err(ChunkFileError::NotChunks)));
    for cut in [19, 20, 5_000, file.len() - 1] {
        assert!(open(&file[..cut]).is_err(), "cut at {cut}");
    }
    let mut later = file.clone();
    later[8] = 2;
    assert!(matches!(open(&later), Err(ChunkFileError::Version(2))));
    let mut larger = file.clone();
    larger[15] = 0xff;
    assert!(matches!(open(&larger), Err(ChunkFileError::Length { .. })));
    let standing: Vec<Cell> =
        scene.grid.bounds().cells().filter(|&cell| scene.open.is_open(cell)).collect();
    let ends = [standing[0], standing[standing.len() - 1]].map(Place::Cell).map(ground_cell);
    let mut random = Random::new(4);
    let mut found_out = 0;
    for _ in 0..60 {
        let mut damaged = file.clone();
        let at = 20 + random.below(u32::try_from(file.len() - 20).unwrap()) as usize;
        damaged[at] ^= 1 << random.below(8);
        let ground = open(&damaged).unwrap();
        let space = HierarchySpace::default();
        let mut search = HierarchySearch::begin(&hierarchy, &ground, ends[0], ends[1], space);
        assert!(search.run(&hierarchy, &ground, u64::MAX));
        let failure = ground.failure();
        assert!(search.cost().is_some() || failure.is_some());
        if let Some(failure) = failure {
            assert!(matches!(failure, ChunkFileError::Damaged { .. }), "{failure}");
            found_out += 1;
        }
        let cells = search.cells().iter().map(|&cell| place(cell).as_cell().unwrap());
        assert!(cells.into_iter().all(|cell| scene.open.is_open(cell)), "through a wall");
    }
    assert!(found_out > 10, "{found_out}");
}
