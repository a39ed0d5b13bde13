//! Searches that are watched: the same answers, and events that hang together; and the funnel, whose path is
//! one, and never shorter than the shortest.

use crate::support::seeds;
use std::collections::BTreeMap;
use xunlu_map::Point;
use xunlu_mesh::{MeshObserver, MeshQuery, MeshSpace, NavMesh, NoMeshObserver, Ray, Waiting};
use xunlu_testkit::{Random, any_mesh};

/// So many meshes, unless `XUNLU_SEEDS` says otherwise.
const SEEDS: u64 = 1000;

/// Checks each event against those before it.
#[derive(Default)]
struct Checked {
    roots: Vec<(Point, f64)>,
    waiting: BTreeMap<u32, f64>,
    closed: u32,
    passed: u32,
    goals: u32,
    least: f64,
}

impl MeshObserver for Checked {
    fn rooted(&mut self, root: u32, at: Point, before: Option<u32>, g: f64) {
        assert_eq!(root as usize, self.roots.len(), "roots are numbered in order");
        if let Some(before) = before {
            let (from, own) = self.roots[before as usize];
            assert!((own + from.distance(at) - g).abs() < 1e-9, "{g} to {at:?}");
        }
        self.roots.push((at, g));
    }

    fn opened(&mut self, number: u32, root: u32, waiting: Waiting, f: f64) {
        let (from, g) = self.roots[root as usize];
        let (Waiting::Corner { at } | Waiting::Goal { at }) = waiting else {
            let Waiting::Interval { ends } = waiting else { panic!("there are no links") };
            assert!(ends.iter().all(|end| end.x.is_finite() && end.y.is_finite()), "{ends:?}");
            self.note(number, f);
            return;
        };
        self.goals += u32::from(matches!(waiting, Waiting::Goal { .. }));
        assert!(f >= g + from.distance(at) - 1e-9, "{f} by {at:?}");
        self.note(number, f);
    }

    fn closed(&mut self, number: u32) {
        let f = self.waiting.remove(&number).expect("it waited");
        let least = self.waiting.values().copied().fold(f64::INFINITY, f64::min);
        assert!(f <= least, "{f} was taken while {least} waited");
        // What is left is estimated to be no less than it is: f never falls, but for rounding.
        assert!(f >= self.least - 1e-9, "{f} after {}", self.least);
        self.least = self.least.max(f);
        self.closed += 1;
    }

    fn passed(&mut self, root: u32, ends: [Point; 2]) {
        assert!((root as usize) < self.roots.len());
        assert!(ends.iter().all(|end| end.x.is_finite() && end.y.is_finite()), "{ends:?}");
        self.passed += 1;
    }
}

impl Checked {
    fn note(&mut self, number: u32, f: f64) {
        assert_eq!(self.waiting.insert(number, f), None, "{number} was opened twice");
    }
}

#[test]
fn who_watches_changes_nothing_and_hears_what_hangs_together() {
    let (mut found, mut passed) = (0, 0);
    let mut space = MeshSpace::new();
    ask(|mesh, query, told| {
        let mut checked = Checked::default();
        let watched = mesh.answer_observed(query, &mut space, &mut checked);
        assert_eq!(watched, mesh.answer(query, &mut space), "{told}");
        if let Some(path) = &watched.path {
            found += 1;
            passed += checked.passed;
            assert!(checked.goals > 0 && checked.closed > 0, "{told}");
            let turns = &path.points[..path.points.len() - 1];
            let is_root = |point: &Point| checked.roots.iter().any(|(at, _)| at == point);
            assert!(turns.iter().all(is_root), "{told}: {path:?}");
        }
    });
    assert!(seeds(SEEDS) < SEEDS || found > 1000 && passed > 500, "{found} found, {passed} passed");
}

#[test]
fn the_funnel_finds_a_path_where_there_is_one_and_never_a_shorter_one() {
    let (mut same, mut longer, mut none) = (0, 0, 0);
    let mut space = MeshSpace::new();
    ask(|mesh, query, told| {
        let exact = mesh.answer(query, &mut space);
        let mut checked = Checked::default();
        let funnel = mesh.funnel_answer(query, &mut checked);
        assert_eq!(funnel, mesh.funnel_answer(query, &mut NoMeshObserver), "{told}");
        assert_eq!(funnel.outcome, exact.outcome, "{told}");
        let (Some(path), Some(best)) = (funnel.path, exact.path) else {
            none += 1;
            return;
        };
        assert_eq!(mesh.broken_leg(&path.points), None, "{told}: {path:?}");
        for [a, b] in path.points.array_windows() {
            let seen = mesh.raycast(*a, *b);
            assert!(matches!(seen, Some(Ray::Clear { .. })), "{told}: {a:?} to {b:?} {seen:?}");
        }
        let ends = [path.points.first(), path.points.last()];
        assert_eq!(ends, [best.points.first(), best.points.last()], "{told}");
        assert!(path.length >= best.length - 1e-9, "{told}: {} < {}", path.length, best.length);
        if path.length > best.length + 1e-9 { longer += 1 } else { same += 1 }
    });
    let counts = (same, longer, none);
    assert!(seeds(SEEDS) < SEEDS || same > 500 && longer > 50, "same, longer, none: {counts:?}");
}

#[test]
fn the_funnel_tells_the_goal_as_it_was_asked_for() {
    let square = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)].map(Point::from).to_vec();
    let mesh = NavMesh::of_outlines(&[square], &[]).unwrap();
    let query = MeshQuery::any_of((1.0, 1.0), [(9.0, 9.0), (3.0, 1.0)]);
    assert_eq!(mesh.funnel_answer(&query, &mut NoMeshObserver).goal, Some(1));
}

/// Asks questions of meshes full of coincidences.
fn ask(mut deed: impl FnMut(&NavMesh, &MeshQuery, &str)) {
    for seed in 0..seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let polygons = any_mesh(random);
        let mesh = NavMesh::new(&polygons).expect("the generator makes meshes");
        for _ in 0..4 {
            let [from, to] = [0; 2].map(|_| {
                let corner = *random.pick(&polygons.vertices);
                let [x, y] = [0; 2].map(|_| f64::from(random.below(7)) - 3.0);
                Point::new(corner.x + x, corner.y + y)
            });
            let query = MeshQuery::new(from, to);
            let query = if random.chance(50) { query.snapping(2.0).partial() } else { query };
            deed(&mesh, &query, &format!("seed {seed}, {from:?} to {to:?}"));
        }
    }
}
