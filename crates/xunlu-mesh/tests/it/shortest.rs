//! Shortest paths on thousands of meshes full of coincidences, held against a visibility graph that shares no
//! code with them.

use crate::support::seeds;
use xunlu_map::Point;
use xunlu_mesh::{MeshSearch, MeshSpace, NavMesh};
use xunlu_testkit::{MeshReferee, Random, any_mesh};

/// So many meshes, unless `XUNLU_SEEDS` says otherwise.
const SEEDS: u64 = 1500;
/// Questions asked of each mesh.
const QUESTIONS: u32 = 6;

#[test]
fn paths_are_as_short_as_the_referee_says() {
    let (mut found, mut none, mut outside) = (0, 0, 0);
    let mut space = MeshSpace::new();
    for seed in 0..seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let polygons = any_mesh(random);
        let mesh = NavMesh::new(&polygons).unwrap();
        let referee = MeshReferee::new(&polygons);
        for _ in 0..QUESTIONS {
            let [from, to] = [0; 2].map(|_| point_near(&polygons.vertices, random));
            let [start, goal] = [from, to].map(|[x, y]| Point::new(x.into(), y.into()));
            let path = mesh.shortest_path(start, goal, &mut space);
            let expected = referee.shortest(from, to);
            let length = path.as_ref().map(|path| path.length);
            let is_right = match (length, expected) {
                (Some(length), Some(expected)) => {
                    (length - expected).abs() <= 1e-9 * expected.max(1.0)
                }
                (length, expected) => length.is_none() && expected.is_none(),
            };
            assert!(
                is_right,
                "seed {seed}, {from:?} to {to:?}: {path:?}, expected {expected:?}\n{polygons:?}"
            );
            let Some(path) = path else {
                let is_in = [start, goal]
                    .map(|point| mesh.chart().snap(point))
                    .map(|spot| spot.is_some_and(|spot| mesh.polygons_at(spot).next().is_some()));
                if is_in == [true; 2] {
                    none += 1
                } else {
                    outside += 1
                }
                continue;
            };
            found += 1;
            assert_eq!((path.points.first(), path.points.last()), (Some(&start), Some(&goal)));
            let length: f64 = path.points.array_windows().map(|[a, b]| a.distance(*b)).sum();
            assert!((length - path.length).abs() < 1e-9, "seed {seed}: {path:?} is {length} long");
            for [a, b] in path.points.array_windows() {
                assert!(
                    referee.is_in_sight(whole(*a), whole(*b)),
                    "seed {seed}, {from:?} to {to:?}: {a:?} does not see {b:?}\n{polygons:?}"
                );
            }
        }
    }
    if seeds(SEEDS) < SEEDS {
        return;
    }
    assert!(
        found > 1000 && none > 100 && outside > 100,
        "{found} found, {none} not, {outside} outside"
    );
}

#[test]
fn a_path_within_a_bound_keeps_to_it() {
    let (mut found, mut longer) = (0, 0);
    let mut space = MeshSpace::new();
    for seed in 0..seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let polygons = any_mesh(random);
        let mesh = NavMesh::new(&polygons).unwrap();
        for _ in 0..QUESTIONS {
            let [from, to] = [0; 2].map(|_| {
                let [x, y] = point_near(&polygons.vertices, random);
                Point::new(x.into(), y.into())
            });
            let excess = f64::from(random.below(300)) / 100.0;
            let shortest = mesh.shortest_path(from, to, &mut space);
            let path = mesh.path_within(excess, from, to, &mut space);
            let told = format!("seed {seed}, {from:?} to {to:?} within {excess}: {path:?}");
            assert_eq!(path.is_some(), shortest.is_some(), "{told}");
            let (Some(path), Some(shortest)) = (path, shortest) else { continue };
            let (length, least) = (path.length, shortest.length);
            assert!(length >= least - 1e-9, "{told}, {shortest:?}");
            assert!(length <= least * (1.0 + excess) + 1e-9, "{told}, {shortest:?}");
            assert_eq!(mesh.broken_leg(&path.points), None, "{told}");
            found += 1;
            longer += u32::from(length > least + 1e-9);
        }
    }
    assert!(seeds(SEEDS) < SEEDS || found > 1000 && longer > 10, "{found} found, {longer} longer");
}

#[test]
fn a_search_in_slices_finds_the_same_and_keeps_to_its_budget() {
    let (mut found, mut slices) = (0, 0);
    for seed in 0..seeds(SEEDS) / 3 {
        let random = &mut Random::new(seed);
        let polygons = any_mesh(random);
        let mesh = NavMesh::new(&polygons).unwrap();
        for _ in 0..QUESTIONS {
            let [from, to] = [0; 2].map(|_| {
                let [x, y] = point_near(&polygons.vertices, random);
                mesh.chart().snap(Point::new(x.into(), y.into()))
            });
            let (Some(from), Some(to)) = (from, to) else { continue };
            let mut whole = MeshSearch::begin(&mesh, from, to, MeshSpace::new());
            assert!(whole.run(&mesh, u64::MAX));
            let mut sliced = MeshSearch::begin(&mesh, from, to, MeshSpace::new());
            loop {
                let (before, budget) = (sliced.expansions(), u64::from(random.from_to(1, 3)));
                let has_ended = sliced.run(&mesh, budget);
                assert!(sliced.expansions() <= before + budget, "seed {seed}");
                slices += 1;
                if has_ended {
                    break;
                }
            }
            assert_eq!(sliced.path(), whole.path(), "seed {seed}");
            assert_eq!(sliced.expansions(), whole.expansions(), "seed {seed}");
            found += u32::from(whole.path().is_some());
        }
    }
    assert!(
        seeds(SEEDS) < SEEDS || found > 300 && slices > 1000,
        "{found} found in {slices} slices"
    );
}

/// A vertex, or a point near one.
fn point_near(vertices: &[Point], random: &mut Random) -> [i32; 2] {
    let by = random.below(4) * 2;
    let [x, y] = whole(*random.pick(vertices));
    [x, y].map(|at| at + random.below(by + 1).cast_signed() - (by / 2).cast_signed())
}

#[allow(clippy::cast_possible_truncation, reason = "the coordinates of these meshes are small")]
fn whole(point: Point) -> [i32; 2] {
    [point.x, point.y].map(|number| number.round() as i32)
}
