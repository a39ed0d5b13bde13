//! The paths of units on their way, held against a search at each step.

use crate::support;
use crate::support::{SIZE, any_point, any_scene};
use xunlu_map::{MeshLink, Point};
use xunlu_mesh::{CorridorUpdate, GroundChange, MeshOutcome, MeshQuery, MeshSpace};
use xunlu_mesh::{ObstacleId, PathCorridor, Scene};
use xunlu_testkit::Random;

/// So many scenes, unless `XUNLU_SEEDS` says otherwise.
const SEEDS: u64 = 150;

/// How far the unit walks or is pushed at a time.
const STEP: f64 = 0.5;

#[derive(Default, Debug)]
struct Counts {
    kept: u32,
    searched: u32,
    lost: u32,
    links: u32,
    arrived: u32,
}

#[test]
fn a_corridor_is_always_a_path_and_never_longer_than_its_slack() {
    let mut counts = Counts::default();
    let mut space = MeshSpace::new();
    for seed in 0..support::seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let mut scene = any_scene(random);
        for _ in 0..random.below(12) {
            let [from, to] = [0; 2].map(|_| any_point(random));
            let link = MeshLink { is_two_way: random.chance(50), ..MeshLink::two_way(from, to) };
            let link = link.counting(from.distance(to) / f64::from(random.from_to(1, 5)));
            scene.put_link(link).expect("it lies on the chart");
        }
        let slack = [0.0, 0.05, 1.0][random.below(3) as usize];
        // What is asked for of single paths does not lengthen those of a corridor.
        let excess = [0.0, 0.3][random.below(2) as usize];
        let query = MeshQuery::new(any_point(random), any_point(random)).within(excess);
        let Ok(mut corridor) = PathCorridor::begin(scene.mesh(), query, slack, &mut space) else {
            continue;
        };
        let mut obstacles = Vec::new();
        for step in 0..60 {
            let told = format!("seed {seed}, step {step}, slack {slack}: {corridor:?}");
            let update = update(random, &mut scene, &mut obstacles, &mut corridor, &mut space);
            match update {
                Some(CorridorUpdate::Kept) => counts.kept += 1,
                Some(CorridorUpdate::Searched) => counts.searched += 1,
                Some(CorridorUpdate::Lost(_)) => counts.lost += 1,
                Some(CorridorUpdate::GivenUp) => panic!("{told}: there is no limit"),
                None => {}
            }
            if update.is_some() {
                check(&scene, &corridor, slack, &mut space, &told);
            }
            counts.arrived += u32::from(corridor.path().points.len() == 1);
            if corridor.link_here().is_some() && random.chance(50) {
                counts.links += u32::from(corridor.take_link(scene.mesh()).is_some());
            }
        }
    }
    let Counts { kept, searched, lost, links, arrived } = counts;
    assert!(
        support::seeds(SEEDS) < SEEDS
            || kept > 1000 && searched > 300 && lost > 20 && links > 20 && arrived > 20,
        "{counts:?}"
    );
}

#[test]
fn a_path_that_holds_is_kept_when_no_shorter_one_is_found_within_the_limit() {
    let (mut given_up, mut space) = (0, MeshSpace::new());
    for seed in 0..support::seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let scene = any_scene(random);
        let [from, to] = [0; 2].map(|_| any_point(random));
        let whole = scene.mesh().answer(&MeshQuery::new(from, to), &mut space);
        let query = MeshQuery::new(from, to).limit(whole.expansions);
        let Ok(mut corridor) = PathCorridor::begin(scene.mesh(), query, 0.0, &mut space) else {
            continue;
        };
        for _ in 0..10 {
            let before = corridor.position();
            let aside = Point::new(before.x + 0.2, before.y - 0.1);
            let update = corridor.move_to(scene.mesh(), aside, &mut space);
            if update == CorridorUpdate::GivenUp {
                given_up += 1;
                let path = corridor.path();
                assert_eq!(scene.mesh().broken_leg_of(path), None, "seed {seed}: {path:?}");
                let end = path.points[path.points.len() - 1];
                assert!(end.distance(to) < 1e-3, "seed {seed}: it leads to the goal");
            }
        }
    }
    assert!(support::seeds(SEEDS) < SEEDS || given_up > 20, "{given_up} given up");
}

/// One of all that may happen. Returns `None` if the unit walked on, which is no update.
fn update(
    random: &mut Random,
    scene: &mut Scene,
    obstacles: &mut Vec<ObstacleId>,
    corridor: &mut PathCorridor,
    space: &mut MeshSpace,
) -> Option<CorridorUpdate> {
    let near = |random: &mut Random, at: Point| {
        let aside = |random: &mut Random| f64::from(random.below(2001)) / 1000.0 * STEP - STEP;
        let [x, y] = [at.x + aside(random), at.y + aside(random)];
        Point::new(x.clamp(0.0, SIZE), y.clamp(0.0, SIZE))
    };
    match random.below(20) {
        0..10 => {
            let before = corridor.path().clone();
            let walked = STEP - corridor.advance(STEP);
            let after = corridor.path();
            assert!(before.points.ends_with(&after.points[1..]), "{before:?}, {after:?}");
            let shorter = before.length - after.length;
            assert!((shorter - walked).abs() < 1e-6, "{walked} walked: {before:?}, {after:?}");
            None
        }
        10..15 => {
            let to = near(random, corridor.position());
            Some(corridor.move_to(scene.mesh(), to, space))
        }
        15..18 => {
            let to = near(random, corridor.goal());
            Some(corridor.move_goal(scene.mesh(), to, space))
        }
        18 => {
            let corner = any_point(random);
            let outline: Vec<Point> = (0..3)
                .map(|_| near(random, corner))
                .map(|at| Point::new(corner.x + 6.0 * (at.x - corner.x), at.y))
                .collect();
            obstacles.push(scene.put(&outline).ok()?);
            Some(corridor.change_ground(scene.mesh(), GroundChange::Closed, space))
        }
        _ => {
            scene.take(obstacles.pop()?).expect("it was put in");
            Some(corridor.change_ground(scene.mesh(), GroundChange::Opened, space))
        }
    }
}

fn check(scene: &Scene, corridor: &PathCorridor, slack: f64, space: &mut MeshSpace, told: &str) {
    let (mesh, path) = (scene.mesh(), corridor.path());
    let query = MeshQuery::new(corridor.position(), corridor.goal());
    let expected = mesh.answer(&query, space);
    if corridor.outcome() != MeshOutcome::Found {
        assert_eq!(expected.path, None, "{told}");
        assert_eq!(corridor.outcome(), expected.outcome, "{told}");
        return;
    }
    assert_eq!(mesh.broken_leg_of(path), None, "{told}: {path:?}");
    let Some(expected) = expected.path else { panic!("{told}: there is no path") };
    let most = expected.length * (1.0 + slack) + 1e-6;
    let least = expected.length - 1e-6;
    assert!((least..=most).contains(&path.length), "{told}: {path:?}, shortest {expected:?}");
    if path.links.is_empty() {
        let legs = path.points.array_windows().map(|[from, to]| from.distance(*to));
        assert!((legs.sum::<f64>() - path.length).abs() < 1e-6, "{told}: {path:?}");
    }
    let last = path.points[path.points.len() - 1];
    assert!(last.distance(corridor.goal()) < 1e-3, "{told}: it ends at {last:?}");
}
