//! Questions with several goals, ends beside the mesh, paths as near as can be, and limits: held against the
//! plain questions they stand for.

use crate::support;
use crate::support::{any_point, any_scene, is_open};
use std::io::Cursor;
use xunlu_map::Point;
use xunlu_mesh::{MeshOutcome, MeshQuery, MeshSpace, NavMesh, PagedMesh};
use xunlu_testkit::Random;

/// So many scenes, unless `XUNLU_SEEDS` says otherwise.
const SEEDS: u64 = 120;

#[test]
fn the_nearest_of_several_goals_is_the_nearest_of_each() {
    let (mut found, mut none) = (0, 0);
    let mut space = MeshSpace::new();
    for_each_question(|seed, random, mesh| {
        let from = any_point(random);
        let goals: Vec<Point> = (0..random.from_to(1, 9)).map(|_| any_point(random)).collect();
        let answer = mesh.answer(&MeshQuery::any_of(from, goals.clone()), &mut space);
        let each = goals.iter().map(|&goal| mesh.shortest_path(from, goal, &mut space));
        let lengths: Vec<Option<f64>> = each.map(|path| Some(path?.length)).collect();
        let least = lengths.iter().flatten().copied().reduce(f64::min);
        assert_eq!(answer.path.as_ref().map(|path| path.length), least, "seed {seed}");
        let own = answer.goal.and_then(|goal| lengths[goal]);
        assert_eq!(own, least, "seed {seed}: the goal it leads to");
        let is_told = match answer.outcome {
            MeshOutcome::Found => least.is_some(),
            MeshOutcome::StartBlocked { .. } => !is_open(mesh, from),
            MeshOutcome::GoalBlocked { .. } => !goals.iter().any(|&goal| is_open(mesh, goal)),
            MeshOutcome::Unreachable => {
                least.is_none()
                    && is_open(mesh, from)
                    && goals.iter().any(|&goal| is_open(mesh, goal))
            }
            _ => false,
        };
        assert!(is_told, "seed {seed}: {:?}", answer.outcome);
        if least.is_some() { found += 1 } else { none += 1 }
    });
    assert!(support::seeds(SEEDS) < SEEDS || found > 200 && none > 40, "{found} found, {none} not");
}

#[test]
fn a_path_that_cannot_arrive_comes_as_near_as_any_place_does() {
    let mut partial = 0;
    let mut space = MeshSpace::new();
    for_each_question(|seed, random, mesh| {
        let [from, to] = [0; 2].map(|_| any_point(random));
        let answer = mesh.answer(&MeshQuery::new(from, to).partial(), &mut space);
        let whole = mesh.shortest_path(from, to, &mut space);
        match answer.outcome {
            MeshOutcome::Found => assert_eq!(answer.path, whole, "seed {seed}"),
            MeshOutcome::Partial => {
                assert!(whole.is_none(), "seed {seed}: it could arrive");
                let path = answer.path.expect("a path");
                let end = path.points[path.points.len() - 1];
                assert_eq!(mesh.shortest_path(from, end, &mut space), Some(path), "seed {seed}");
                for _ in 0..40 {
                    let other = any_point(random);
                    let is_nearer = other.distance(to) < end.distance(to) - 1e-9;
                    assert!(
                        !(is_nearer && mesh.are_connected(from, other)),
                        "seed {seed}: {other:?} is nearer to {to:?} than {end:?}"
                    );
                }
                partial += 1;
            }
            outcome => {
                assert!(!is_open(mesh, from), "seed {seed}: {outcome:?}");
                assert!(matches!(outcome, MeshOutcome::StartBlocked { .. }), "seed {seed}");
            }
        }
    });
    assert!(support::seeds(SEEDS) < SEEDS || partial > 100, "{partial} partial");
}

#[test]
fn ends_beside_the_mesh_are_moved_onto_it_as_far_as_is_said() {
    let mut moved = 0;
    let mut space = MeshSpace::new();
    for_each_question(|seed, random, mesh| {
        let [from, to] = [0; 2].map(|_| any_point(random));
        let reach = f64::from(random.below(5));
        let answer = mesh.answer(&MeshQuery::new(from, to).snapping(reach), &mut space);
        let ends = [from, to].map(|end| mesh.nearest(end, reach));
        match (ends, answer.outcome) {
            ([None, _], MeshOutcome::StartBlocked { nearest }) => {
                assert_eq!(nearest, mesh.nearest(from, f64::INFINITY));
            }
            ([Some(_), None], MeshOutcome::GoalBlocked { nearest }) => {
                assert_eq!(nearest, mesh.nearest(to, f64::INFINITY));
            }
            ([Some(start), Some(goal)], outcome) => {
                let path = mesh.shortest_path(start, goal, &mut space);
                moved += u32::from(path.is_some() && (start, goal) != (from, to));
                assert_eq!(outcome == MeshOutcome::Found, path.is_some(), "seed {seed}");
                assert_eq!(answer.path, path, "seed {seed}");
            }
            (ends, outcome) => panic!("seed {seed}: {outcome:?} with ends at {ends:?}"),
        }
    });
    assert!(support::seeds(SEEDS) < SEEDS || moved > 60, "{moved} moved");
}

#[test]
fn what_is_read_tile_by_tile_says_the_same() {
    let (mut one, mut other) = (MeshSpace::new(), MeshSpace::new());
    for seed in 0..support::seeds(SEEDS) / 4 {
        let random = &mut Random::new(seed);
        let scene = any_scene(random);
        let mut file = Vec::new();
        scene.mesh().save(&mut file).unwrap();
        let mut paged = PagedMesh::open(Cursor::new(file), 0).unwrap();
        for _ in 0..4 {
            let goals: Vec<Point> = (0..3).map(|_| any_point(random)).collect();
            let query = MeshQuery::any_of(any_point(random), goals).snapping(1.0).partial();
            assert_eq!(
                paged.answer(&query, &mut one).unwrap(),
                scene.mesh().answer(&query, &mut other),
                "seed {seed}"
            );
        }
    }
}

#[test]
fn a_search_that_may_not_go_on_says_so() {
    let scene = any_scene(&mut Random::new(2));
    let mut space = MeshSpace::new();
    let query = MeshQuery::new((0.5, 0.5), (31.5, 31.5)).snapping(9.0);
    let whole = scene.mesh().answer(&query, &mut space);
    assert_eq!(whole.outcome, MeshOutcome::Found);
    let short = scene.mesh().answer(&query.clone().limit(whole.expansions - 1), &mut space);
    assert_eq!((short.outcome, short.path), (MeshOutcome::Limit, None));
    assert_eq!(scene.mesh().answer(&query.limit(whole.expansions), &mut space), whole);
}

#[test]
fn a_question_without_goals_or_places_has_a_reason() {
    let scene = any_scene(&mut Random::new(2));
    let mut space = MeshSpace::new();
    let nowhere: [(f64, f64); 0] = [];
    let answer =
        scene.mesh().answer(&MeshQuery::any_of((0.5, 0.5), nowhere).snapping(9.0), &mut space);
    assert_eq!(answer.outcome, MeshOutcome::Unreachable);
    let answer = scene.mesh().answer(&MeshQuery::new((f64::NAN, 0.0), (1.0, 1.0)), &mut space);
    assert_eq!(answer.outcome, MeshOutcome::StartBlocked { nearest: None });
}

/// Some questions on each of many scenes.
fn for_each_question(mut ask: impl FnMut(u64, &mut Random, &NavMesh)) {
    for seed in 0..support::seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let scene = any_scene(random);
        (0..6).for_each(|_| ask(seed, random, scene.mesh()));
    }
}
