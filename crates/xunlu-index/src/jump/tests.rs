//! Jump maps and indexes against their definition, and after edits against new ones.
#![cfg(test)]

use super::jump_edges::JumpEdges;
use super::numbers::PaddedCell;
use super::rule::ARRIVALS;
use super::{JumpCosts, JumpIndex, JumpMap, Upkeep};
use std::collections::{BTreeMap, BTreeSet};
use xunlu_map::{
    Cell, Corners, Cost, Grid, Map, Mover, NodeId, Passability, Place, Rect, Size, Terrain,
};
use xunlu_testkit::{GridKind, Random, Referee, any_grid_of};

fn movers() -> Vec<Mover> {
    let corners = [Corners::NoCutting, Corners::OneFree, Corners::Always].map(Mover::eight);
    let sizes = [Size::ONE, Size::new(2, 2), Size::new(3, 1), Size::new(64, 2)];
    let builders: Vec<_> = corners.into_iter().chain([Mover::four()]).collect();
    let each = builders.iter().flat_map(|builder| {
        sizes.map(|footprint| builder.clone().footprint(footprint).build().unwrap())
    });
    each.collect()
}

/// A grid of walls and open ground, a mover, and what is known of both.
struct Scene {
    grid: Grid,
    mover: Mover,
    open: Passability,
    map: JumpMap,
}

impl Scene {
    fn any(random: &mut Random, seed: u64) -> Scene {
        let grid = if seed.is_multiple_of(3) {
            Grid::new(Size::new(random.from_to(1, 200), random.from_to(1, 200))).unwrap()
        } else {
            any_grid_of(GridKind::Plain, seed)
        };
        let mover = random.pick(&movers()).clone();
        let open = Passability::new(grid.ground(), &mover);
        let map = JumpMap::new(&open, &mover).unwrap();
        Scene { grid, mover, open, map }
    }

    fn costs(&self) -> JumpCosts {
        JumpCosts::of(&self.grid, &self.mover).expect("walls and open ground alone")
    }

    /// Makes a cell a wall or opens it, and keeps an index true.
    fn set(&mut self, index: &mut JumpIndex, cell: Cell, terrain: Terrain) {
        self.grid.set(cell, terrain).unwrap();
        self.open.repair(self.grid.ground(), &self.mover, Rect::cell(cell));
        let edit = self.map.repair(&self.open, Rect::cell(cell));
        assert_ne!(index.repair(&self.map, &edit), Upkeep::Stale);
    }

    /// Fills some rectangle with walls or opens it.
    fn edit(&mut self, random: &mut Random) -> super::JumpEdit {
        let rect = any_rect(&self.grid, random);
        let terrain = *random.pick(&[Terrain::WALL, Terrain::OPEN]);
        self.grid.fill(rect, terrain).unwrap();
        self.open.repair(self.grid.ground(), &self.mover, rect);
        self.map.repair(&self.open, rect)
    }
}

fn any_rect(grid: &Grid, random: &mut Random) -> Rect {
    let Rect { min, size } = grid.bounds();
    let (right, down) = (random.below(size.width), random.below(size.height));
    let cell = Cell::new(min.x.wrapping_add_unsigned(right), min.y.wrapping_add_unsigned(down));
    let most = if random.chance(20) { 90 } else { 3 };
    let some = Size::new(random.from_to(1, most), random.from_to(1, most));
    Rect::new(cell, some).intersection(grid.bounds())
}

#[test]
fn repairs_agree_with_making_anew() {
    for seed in 0..80 {
        let mut random = Random::new(seed);
        let mut scene = Scene::any(&mut random, seed);
        for edit in 0..40 {
            scene.edit(&mut random);
            let anew = JumpMap::new(&scene.open, &scene.mover).unwrap();
            assert!(
                scene.map == anew,
                "seed {seed}, edit {edit}, {:?}\n{}",
                scene.mover,
                scene.grid
            );
        }
    }
}

/// Marks nodes one by one and takes marks back, with edits of the ground between, and holds map and index
/// against those of all marks at once. Each must have been there often.
fn check_marks(
    mark: fn(&mut JumpMap, NodeId, bool) -> super::JumpEdit,
    mark_all: fn(&mut JumpMap, &BTreeSet<NodeId>),
) {
    let (mut marked, mut edges_compared) = (0, 0);
    for seed in 0..80 {
        let mut random = Random::new(seed ^ 0xcu64);
        let mut scene = Scene::any(&mut random, seed);
        let mut index = JumpIndex::new(&scene.map, scene.costs()).unwrap();
        let mut nodes = BTreeSet::new();
        for edit in 0..30 {
            let cell = any_rect(&scene.grid, &mut random).min;
            let node = NodeId(scene.grid.layout().index_of(cell).unwrap());
            let is_marked = nodes.insert(node) || !nodes.remove(&node);
            let change = mark(&mut scene.map, node, is_marked);
            assert_ne!(index.repair(&scene.map, &change), Upkeep::Stale);
            if random.chance(50) {
                let change = scene.edit(&mut random);
                assert_ne!(index.repair(&scene.map, &change), Upkeep::Stale);
            }
            let mut anew = JumpMap::new(&scene.open, &scene.mover).unwrap();
            mark_all(&mut anew, &nodes);
            let seen = format!("seed {seed}, edit {edit}, {nodes:?}");
            assert!(scene.map == anew, "{seen}, {:?}\n{}", scene.mover, scene.grid);
            marked += nodes.len();
            edges_compared += check_edges(&scene, &index, &seen);
        }
    }
    assert!(marked > 10_000, "only {marked} nodes were marked");
    assert!(edges_compared > 100_000, "only {edges_compared} lists of edges were compared");
}

#[test]
fn cells_that_are_cut_out_one_by_one_are_as_when_cut_out_at_once() {
    check_marks(JumpMap::set_cut_out, |map, nodes| {
        let _ = map.cut_out(nodes.iter().copied());
        assert_eq!(map.is_cut(), !nodes.is_empty(), "{nodes:?}");
    });
}

#[test]
fn ends_of_links_set_one_by_one_are_as_when_set_at_once() {
    check_marks(JumpMap::set_link_end, |map, nodes| map.set_link_ends(nodes.iter().copied()));
}

#[test]
fn repairs_of_weighted_ground_agree_with_making_anew() {
    let grounds = [Terrain::WALL, Terrain::OPEN, Terrain::OPEN, Terrain(2), Terrain(3)];
    for seed in 0..80 {
        let mut random = Random::new(seed);
        let Scene { mut grid, mover, mut open, .. } = Scene::any(&mut random, seed);
        let mut map = JumpMap::weighted(&open, grid.ground(), &mover).unwrap();
        for edit in 0..40 {
            let rect = any_rect(&grid, &mut random);
            grid.fill(rect, *random.pick(&grounds)).unwrap();
            open.repair(grid.ground(), &mover, rect);
            map.repair_weighted(&open, grid.ground(), rect);
            let anew = JumpMap::weighted(&open, grid.ground(), &mover).unwrap();
            assert!(map == anew, "seed {seed}, edit {edit}, {mover:?}\n{grid}");
        }
    }
}

#[test]
fn weighted_ground_of_one_price_makes_no_jump_points() {
    for seed in 0..20 {
        let mut random = Random::new(seed);
        let Scene { grid, mover, open, map } = Scene::any(&mut random, seed);
        let weighted = JumpMap::weighted(&open, grid.ground(), &mover).unwrap();
        assert_eq!(weighted.weighted_percent(), 0, "seed {seed}\n{grid}");
        assert!(
            weighted.nodes == map.nodes && weighted.useful_directions == map.useful_directions,
            "seed {seed}\n{grid}"
        );
    }
}

/// The edges of a map, whatever their numbers: by row, column and arrival the successors, each a row, a
/// column, an arrival and a cost; and how far diagonal jumps lead, which are cut short, and the neighbours.
type Edges = BTreeMap<(u32, u32, usize), (Vec<(u32, u32, u32, u32)>, [u16; 4], u8, u8)>;

/// Those from all jump points with all arrivals for which this holds.
fn edges_of(
    map: &JumpMap,
    edges: &JumpEdges,
    is_asked: impl Fn(PaddedCell, usize) -> bool,
) -> Edges {
    let mut all = BTreeMap::new();
    for cell in map.nodes.set_cells() {
        for arrival in (0..ARRIVALS).filter(|&arrival| is_asked(cell, arrival)) {
            let number = edges.number_of(cell).expect("every jump point has its lists");
            let head = edges.head(number);
            let successors = edges.edges_from(head, arrival).iter().map(|edge| {
                let PaddedCell { x, y } = edges.cell_of(edge.target());
                (y, x, edge.arrival(), edge.cost)
            });
            let list = (successors.collect(), head.diagonal_steps, head.cuts, head.around);
            all.insert((cell.y, cell.x, arrival), list);
        }
    }
    all
}

/// Holds edges against those of an index made now, whether edits are outstanding or not, and once none is.
/// Returns how many lists there are that searches may follow.
fn check_edges(scene: &Scene, index: &JumpIndex, seen: &str) -> usize {
    let anew = JumpEdges::new(&scene.map, scene.costs()).unwrap();
    let of = |edges: &JumpEdges| {
        edges_of(&scene.map, edges, |cell, arrival| {
            let number = index.edges.number_of(cell);
            let list = number
                .and_then(|number| index.edges.true_edges(&scene.map, (cell, number), arrival));
            list.is_some()
        })
    };
    let (is, shall_be) = (of(&index.edges), of(&anew));
    assert!(is == shall_be, "outstanding, {seen}, {:?}\n{}", scene.mover, scene.grid);
    let mut repaired = index.clone();
    assert_ne!(repaired.repair_edges(&scene.map), Upkeep::Stale);
    let [all, all_anew] =
        [&repaired.edges, &anew].map(|edges| edges_of(&scene.map, edges, |_, _| true));
    assert!(all == all_anew, "{seen}, {:?}\n{}", scene.mover, scene.grid);
    assert!(repaired.edges.has_the_boxes_of(&anew), "{seen}, {:?}\n{}", scene.mover, scene.grid);
    shall_be.len()
}

#[test]
fn repaired_edges_are_those_of_a_new_index() {
    let (mut outstanding, mut followed) = (0, 0);
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let mut scene = Scene::any(&mut random, seed);
        let mut index = JumpIndex::new(&scene.map, scene.costs()).unwrap();
        for edit in 0..40 {
            let change = scene.edit(&mut random);
            assert_ne!(index.repair(&scene.map, &change), Upkeep::Stale);
            let lists = check_edges(&scene, &index, &format!("seed {seed}, edit {edit}"));
            if index.edges.has_outstanding() {
                (outstanding, followed) = (outstanding + 1, followed + lists);
            }
        }
    }
    assert!(outstanding > 1_000 && followed > 50_000, "{outstanding}, {followed}");
}

#[test]
fn the_fifth_edit_that_lasts_repairs_edges_after_all_of_them() {
    let mut scene = rooms(64);
    let mut index = JumpIndex::new(&scene.map, scene.costs()).unwrap();
    for (x, can_wait) in [(4, true), (9, true), (20, true), (25, true), (36, false)] {
        scene.set(&mut index, Cell::new(x, 5), Terrain::WALL);
        assert_eq!(index.edges.has_outstanding(), can_wait, "{x}");
    }
}

#[test]
fn ground_that_is_as_it_was_leaves_edges_and_runs_as_they_were() {
    let (mut others, mut with_runs) = (0, 0);
    for seed in 0..60 {
        let mut random = Random::new(seed ^ 0x7e57);
        let mut scene = Scene::any(&mut random, seed);
        let mut index = JumpIndex::new(&scene.map, scene.costs()).unwrap();
        with_runs += u32::from(index.edges.has_runs());
        for _ in 0..20 {
            let edges = index.edges.clone();
            // Two at most, so that none of their edits is taken in before the last of them.
            let count = random.from_to(1, 2);
            let cells: Vec<Cell> =
                (0..count).map(|_| any_rect(&scene.grid, &mut random).min).collect();
            let was: Vec<Terrain> =
                cells.iter().map(|&cell| scene.grid.terrain(cell).unwrap()).collect();
            for &cell in &cells {
                scene.set(&mut index, cell, *random.pick(&[Terrain::WALL, Terrain::OPEN]));
            }
            others += u32::from(index.edges != edges);
            for (&cell, &terrain) in cells.iter().zip(&was) {
                scene.set(&mut index, cell, terrain);
            }
            assert!(index.edges == edges, "seed {seed}, {cells:?}\n{}", scene.grid);
            if random.chance(30) {
                // Taken in, so that the index is no longer as it was made.
                let edit = scene.edit(&mut random);
                assert_ne!(index.repair(&scene.map, &edit), Upkeep::Stale);
                assert_ne!(index.repair_edges(&scene.map), Upkeep::Stale);
            }
        }
    }
    assert!(others > 300 && with_runs > 5, "{others}, {with_runs}");
}

#[test]
fn edits_along_jumps_that_are_cut_short_leave_no_edge_stale() {
    // Jumps along rows end after 1,024 steps at most.
    let grid = Grid::new(Size::new(3_000, 4)).unwrap();
    let mover = Mover::four().build().unwrap();
    let open = Passability::new(grid.ground(), &mover);
    let map = JumpMap::new(&open, &mover).unwrap();
    let mut scene = Scene { grid, mover, open, map };
    let mut index = JumpIndex::new(&scene.map, scene.costs()).unwrap();
    let pillars = (1..5).map(|number| Cell::new(number * 700, 1));
    let others = [1, 1_023, 1_024, 1_025, 1_026, 2_100].map(|x| Cell::new(x, 2));
    for cell in pillars.chain(others) {
        for terrain in [Terrain::WALL, Terrain::OPEN, Terrain::WALL] {
            scene.set(&mut index, cell, terrain);
            check_edges(&scene, &index, &format!("{cell:?} {terrain:?}"));
        }
    }
    assert_ne!(index.repair_edges(&scene.map), Upkeep::Stale);
    let heads = scene.map.nodes.set_cells().map(|cell| index.edges.number_of(cell).unwrap());
    let cut = heads.filter(|&number| index.edges.head(number).cuts != 0).count();
    assert!(cut > 5, "only {cut} jump points have a jump that is cut short");
}

/// A hall of rooms of 15 cells a side, each with a door on all sides.
fn rooms(side: u32) -> Scene {
    let mut grid = Grid::new(Size::new(side, side)).unwrap();
    for cell in grid.bounds().cells() {
        let (x, y) = (cell.x % 16, cell.y % 16);
        let is_door = x.min(y) == 7 && x.max(y) == 15;
        if x.max(y) == 15 && !is_door {
            grid.set(cell, Terrain::WALL).unwrap();
        }
    }
    let mover = Mover::default();
    let open = Passability::new(grid.ground(), &mover);
    let map = JumpMap::new(&open, &mover).unwrap();
    Scene { grid, mover, open, map }
}

#[test]
fn an_edit_looks_from_as_few_jump_points_however_large_the_map_is() {
    let counts = [128, 1_024].map(|side| {
        let mut scene = rooms(side);
        let mut edges = JumpEdges::new(&scene.map, scene.costs()).unwrap();
        let mut counts = Vec::new();
        for (x, y) in [(68, 68), (71, 63), (64, 65), (66, 66), (68, 68)] {
            let cell = Cell::new(x, y);
            for terrain in [Terrain::WALL, Terrain::OPEN] {
                scene.grid.set(cell, terrain).unwrap();
                scene.open.repair(scene.grid.ground(), &scene.mover, Rect::cell(cell));
                let edit = scene.map.repair(&scene.open, Rect::cell(cell));
                assert!(edges.note_edit(&scene.map, &edit));
                counts.push(edges.repair(&scene.map, |_| {}));
            }
        }
        counts
    });
    assert_eq!(counts[0], counts[1]);
    assert!(counts[0].iter().all(|&count| (1..20).contains(&count)), "{counts:?}");
}

#[test]
fn lists_take_no_more_memory_however_often_they_are_rebuilt() {
    let mut scene = rooms(128);
    let mut index = JumpIndex::new(&scene.map, scene.costs()).unwrap();
    let mut random = Random::new(3);
    let mut bytes = 0;
    for edit in 0..20_000 {
        let (x, y) = (random.between(0, 127), random.between(0, 127));
        let cell = Cell::new(x, y);
        let was = scene.grid.terrain(cell).unwrap();
        let other = if was == Terrain::WALL { Terrain::OPEN } else { Terrain::WALL };
        for terrain in [other, was] {
            scene.grid.set(cell, terrain).unwrap();
            scene.open.repair(scene.grid.ground(), &scene.mover, Rect::cell(cell));
            let edit = scene.map.repair(&scene.open, Rect::cell(cell));
            assert_ne!(index.repair(&scene.map, &edit), Upkeep::Stale);
            assert_ne!(index.repair_edges(&scene.map), Upkeep::Stale);
        }
        if edit == 5_000 {
            bytes = index.bytes();
        }
    }
    assert!(index.bytes() < bytes + bytes / 8, "{bytes} bytes became {}", index.bytes());
}

#[test]
fn lists_that_are_worn_and_made_anew_know_runs_as_before() {
    for knows_runs in [false, true] {
        let mut scene = rooms(512);
        let mut index = JumpIndex::of_edges(&scene.map, scene.costs()).unwrap();
        if knows_runs {
            index.find_runs(&scene.map);
        }
        let rect = Rect::new(Cell::new(0, 0), Size::new(512, 400));
        scene.grid.fill(rect, Terrain::WALL).unwrap();
        scene.open.repair(scene.grid.ground(), &scene.mover, rect);
        let edit = scene.map.repair(&scene.open, rect);
        assert_ne!(index.repair(&scene.map, &edit), Upkeep::Stale);
        assert!(!index.was_repaired(), "its lists were not made anew");
        assert_eq!(index.knows_runs(), knows_runs);
    }
}

#[test]
fn landmarks_stand_far_apart_in_the_largest_part() {
    // Beside the rooms a narrow hall of its own.
    let mut scene = rooms(128);
    let shut = Rect::new(Cell::new(12, 0), Size::new(1, 128));
    scene.grid.fill(shut, Terrain::WALL).unwrap();
    scene.open.repair(scene.grid.ground(), &scene.mover, shut);
    let _ = scene.map.repair(&scene.open, shut);
    let index = JumpIndex::new(&scene.map, scene.costs()).unwrap();
    let landmarks = index.landmarks.as_ref().unwrap();
    let places: Vec<PaddedCell> =
        (0..16).map(|landmark| landmarks.costs_from(landmark).0).collect();
    for (number, one) in places.iter().enumerate() {
        assert!(one.x > 12, "{one:?} is in the narrow hall");
        for other in &places[..number] {
            let apart = one.x.abs_diff(other.x).max(one.y.abs_diff(other.y));
            assert!(apart >= 16, "{one:?} and {other:?}");
        }
    }
}

#[test]
fn ground_that_is_as_it_was_counts_as_never_edited() {
    let mut toggled = 0;
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let mut scene = Scene::any(&mut random, 3 * seed + 1);
        let made = JumpIndex::new(&scene.map, scene.costs()).unwrap();
        let mut index = made.clone();
        let was = scene.grid.clone();
        let cells: Vec<Cell> = was.bounds().cells().collect();
        let mut turned = Vec::new();
        for _ in 0..40 {
            let cell = *random.pick(&cells);
            let is_wall = scene.grid.terrain(cell) == Some(Terrain::WALL);
            let terrain = if is_wall { Terrain::OPEN } else { Terrain::WALL };
            turned.push((cell, was.terrain(cell).unwrap()));
            scene.set(&mut index, cell, terrain);
        }
        let is_other = scene.grid.ground() != was.ground();
        for (cell, terrain) in turned {
            scene.set(&mut index, cell, terrain);
        }
        assert_eq!(scene.grid.ground(), was.ground(), "seed {seed}");
        assert!(index.is_sharp(), "seed {seed}");
        assert_ne!(index.repair_edges(&scene.map), Upkeep::Stale);
        for landmark in 0..16 {
            let costs = |index: &JumpIndex| -> Vec<u32> {
                let (_, costs) = index.landmarks.as_ref().unwrap().costs_from(landmark);
                let cells = scene.map.nodes.set_cells();
                cells.map(|cell| costs[index.edges.number_of(cell).unwrap().index()]).collect()
            };
            assert_eq!(costs(&index), costs(&made), "seed {seed}");
        }
        toggled += u32::from(is_other);
    }
    assert!(toggled > 50, "only {toggled} maps were otherwise meanwhile");
}

#[test]
fn parts_made_later_are_those_of_an_index_made_at_once() {
    for seed in 0..20 {
        let mut random = Random::new(seed);
        let mut scene = Scene::any(&mut random, seed);
        let mut index = JumpIndex::of_edges(&scene.map, scene.costs()).unwrap();
        assert!(!index.is_sharp() && !index.was_repaired() && !index.knows_runs());
        let finds_runs_first = random.chance(50);
        if finds_runs_first {
            index.find_runs(&scene.map);
        }
        index.place_landmarks(&scene.map, Cost::MAX, &[]);
        if !finds_runs_first {
            index.find_runs(&scene.map);
        }
        assert!(index.knows_runs());
        let made = JumpIndex::new(&scene.map, scene.costs()).unwrap();
        assert!(index.is_sharp() && index.edges == made.edges, "seed {seed}");
        assert_eq!(index.landmarks, made.landmarks, "seed {seed}");
        let cell = scene.map.nodes.set_cells().next().map(|cell| scene.map.layer_cell(cell).cell);
        if let Some(cell) = cell {
            scene.set(&mut index, cell, Terrain::WALL);
            assert!(index.was_repaired(), "seed {seed}");
        }
    }
}

#[test]
#[should_panic(expected = "newly found")]
fn no_landmarks_are_placed_along_edges_that_were_repaired() {
    let mut scene = rooms(32);
    let mut index = JumpIndex::of_edges(&scene.map, scene.costs()).unwrap();
    scene.set(&mut index, Cell::new(7, 15), Terrain::WALL);
    index.place_landmarks(&scene.map, Cost::MAX, &[]);
}

#[test]
#[should_panic(expected = "newly found")]
fn no_runs_are_found_along_edges_that_were_repaired() {
    let mut scene = rooms(32);
    let mut index = JumpIndex::of_edges(&scene.map, scene.costs()).unwrap();
    scene.set(&mut index, Cell::new(7, 15), Terrain::WALL);
    index.find_runs(&scene.map);
}

#[test]
fn landmarks_know_the_cost_to_every_jump_point() {
    let mut jump_points = 0;
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let scene = Scene::any(&mut random, 3 * seed + 1);
        let index = JumpIndex::new(&scene.map, scene.costs()).unwrap();
        let map = Map::from(scene.grid.clone());
        let referee = Referee::new(&map, &scene.mover);
        let place = |cell: PaddedCell| Place::Cell(scene.map.layer_cell(cell).cell);
        for landmark in 0..16 {
            let (at, known) = index.landmarks.as_ref().unwrap().costs_from(landmark);
            let truth =
                if known.is_empty() { BTreeMap::new() } else { referee.distances(place(at)) };
            for cell in scene.map.nodes.set_cells() {
                let cost = known[index.edges.number_of(cell).unwrap().index()];
                let cost = (cost != u32::MAX).then_some(u64::from(cost));
                let least = truth.get(&place(cell)).copied();
                assert_eq!(cost, least, "seed {seed}, {at:?} to {cell:?}\n{}", scene.grid);
                jump_points += 1;
            }
        }
    }
    assert!(jump_points > 8_000, "only {jump_points} costs were compared");
}

#[test]
fn landmarks_are_placed_also_where_the_first_jump_point_is_cut_out() {
    let mut scene = rooms(64);
    let corner = scene.map.node_at(scene.map.nodes.set_cells().next().unwrap());
    let first = NodeId(scene.grid.layout().index_of(Cell::new(0, 0)).unwrap());
    assert!(first < corner);
    let _ = scene.map.cut_out([first]);
    let index = JumpIndex::new(&scene.map, scene.costs()).unwrap();
    let (_, costs) = index.landmarks.as_ref().unwrap().costs_from(0);
    assert!(costs.iter().filter(|cost| **cost != u32::MAX).count() > 50);
}
