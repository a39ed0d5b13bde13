//! A warm query allocates the path it hands out and nothing else.

#![cfg(test)]
#![allow(unsafe_code, reason = "counting allocations takes an allocator, and that trait is unsafe")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use xunlu::mesh::{MeshSpace, NavMesh};
use xunlu::roadmap::RoadmapOptions;
use xunlu::{Algorithm, Answer, MoverId, Outcome, Place, Query, Workspace, World};
use xunlu_testkit::{Random, any_mesh, any_place, any_trial};

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

fn count_one() {
    ALLOCATIONS.with(|count| count.set(count.get() + 1));
}

// SAFETY: every call is passed on to the system's allocator as it came; counting on the side
// touches one integer of the thread's own, which needs no allocation and has no destructor.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count_one();
        // SAFETY: the caller keeps the contract of `alloc`, which is the same one.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the pointer came from `alloc` above and so from the system's allocator.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count_one();
        // SAFETY: as for `dealloc`, and the caller keeps the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// An answer, and how many allocations it took.
fn counted(world: &World, query: &Query, workspace: &mut Workspace) -> (Answer<Place>, u64) {
    let before = ALLOCATIONS.with(Cell::get);
    let answer = world.find(query, workspace).unwrap();
    (answer, ALLOCATIONS.with(Cell::get) - before)
}

#[test]
fn a_warm_query_allocates_the_path_alone() {
    let mut found = 0;
    for seed in 0..300 {
        let trial = any_trial(seed);
        let mut world = World::with_mover(trial.map.clone(), trial.mover.clone()).unwrap();
        let view = world.view(MoverId::FIRST).unwrap();
        if let Ok(roadmap) = view.bake_roadmap(&RoadmapOptions::new(), &|_, _| true) {
            world.attach_roadmap(MoverId::FIRST, roadmap).unwrap();
        }
        world.build_hierarchy(MoverId::FIRST, 1).unwrap();
        let mut workspace = Workspace::new();
        let mut random = Random::new(seed);
        for algorithm in Algorithm::ALL {
            let to = any_place(&trial.map, &mut random);
            let query = Query::between(trial.from, to).algorithm(algorithm);
            let (first, _) = counted(&world, &query, &mut workspace);
            let (second, allocations) = counted(&world, &query, &mut workspace);
            assert_eq!(first, second, "seed {seed}");
            let handed_out = u64::from(matches!(second.outcome, Outcome::Found(_)));
            found += handed_out;
            let name = algorithm.name();
            assert_eq!(allocations, handed_out, "seed {seed}, {name}, {:?}", second.outcome);
        }
    }
    assert!(found > 500, "only {found} of the questions had a path");
}

#[test]
fn the_workspace_stops_growing() {
    let trial = any_trial(12);
    let world = World::with_mover(trial.map.clone(), trial.mover.clone()).unwrap();
    let mut workspace = Workspace::new();
    let mut random = Random::new(3);
    let ask = |workspace: &mut Workspace, random: &mut Random| {
        let (from, to) = (any_place(&trial.map, random), any_place(&trial.map, random));
        counted(&world, &Query::between(from, to), workspace)
    };
    for _ in 0..2_000 {
        ask(&mut workspace, &mut random);
    }
    let bytes = workspace.bytes();
    for _ in 0..20_000 {
        let (answer, allocations) = ask(&mut workspace, &mut random);
        let handed_out = u64::from(answer.path().is_some());
        assert!(allocations <= handed_out, "{allocations} for {:?}", answer.outcome);
    }
    assert_eq!(workspace.bytes(), bytes);
}

/// The corners of the path on the grid, and as points of the plane.
const ALLOCATIONS_OF_A_MESH_PATH: u64 = 2;

#[test]
fn a_warm_path_on_a_mesh_allocates_its_points_alone() {
    let (mut found, mut none) = (0, 0);
    let mut space = MeshSpace::new();
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let polygons = any_mesh(&mut random);
        let mesh = NavMesh::new(&polygons).unwrap();
        for _ in 0..4 {
            let [from, to] = [0; 2].map(|_| *random.pick(&polygons.vertices));
            let first = mesh.shortest_path(from, to, &mut space);
            let before = ALLOCATIONS.with(Cell::get);
            let second = mesh.shortest_path(from, to, &mut space);
            let allocations = ALLOCATIONS.with(Cell::get) - before;
            assert_eq!(first, second, "seed {seed}");
            let expected = if second.is_some() { ALLOCATIONS_OF_A_MESH_PATH } else { 0 };
            assert_eq!(allocations, expected, "seed {seed}, {from:?} to {to:?}");
            if second.is_some() { found += 1 } else { none += 1 }
        }
    }
    assert!(found > 500 && none > 50, "{found} found, {none} not");
}
