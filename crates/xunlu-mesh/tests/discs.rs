//! Shortest paths of discs of any radius on one mesh, held against all tangents between all circles.

use xunlu_map::Point;
use xunlu_mesh::{
    MeshOutcome, MeshPath, MeshQuery, MeshSpace, PagedMesh, PathCorridor, Scene, SceneOptions,
};
use xunlu_testkit::{DiscReferee, Random};

mod support;

/// So many scenes, unless `XUNLU_SEEDS` says otherwise.
const SEEDS: u64 = 300;

const SIZE: f64 = 12.0;

/// So much less than asked for the radius is, in units: a thousandth of a step.
const SLACK: f64 = 1.0 / 1024.0 / 1024.0;

#[test]
fn paths_are_as_short_as_the_referee_says() {
    let (mut found, mut none, mut arcs) = (0, 0, 0);
    let mut space = MeshSpace::new();
    for seed in 0..support::seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let scene = any_scene(random);
        let mesh = scene.mesh();
        let radius = any_radius(random);
        let referee = DiscReferee::new(&mesh.polygon_mesh(), radius - SLACK);
        for _ in 0..4 {
            let [from, to] = [0; 2].map(|_| any_point(random));
            if ![from, to].iter().all(|&end| support::is_open(mesh, end)) {
                continue;
            }
            let path = mesh.path_for_radius(radius, from, to, &mut space);
            let expected = referee.shortest(from, to);
            let told = format!("seed {seed}, radius {radius}, {from:?} to {to:?}: {path:?}");
            let length = path.as_ref().map(|path| path.length);
            let is_right = match (length, expected) {
                (Some(length), Some(expected)) => {
                    (length - expected).abs() <= 1e-8 * expected.max(1.0)
                }
                (length, expected) => length.is_none() && expected.is_none(),
            };
            assert!(is_right, "{told}, expected {expected:?}");
            let Some(path) = path else {
                none += 1;
                continue;
            };
            check(&path, radius, &told);
            found += 1;
            arcs += path.arcs.len();
        }
    }
    if support::seeds(SEEDS) < SEEDS {
        return;
    }
    assert!(found > 300 && none > 100 && arcs > 300, "{found} found, {none} not, {arcs} arcs");
}

#[test]
fn meshes_made_for_a_radius_give_a_little_away_and_no_more() {
    let (mut shorter, mut none) = (0, 0);
    let mut space = MeshSpace::new();
    for seed in 0..support::seeds(SEEDS) / 3 {
        let random = &mut Random::new(seed);
        let scene = any_scene(random);
        let mesh = scene.mesh();
        let radius = any_radius(random);
        // What was made for it keeps as far from walls, and cuts corners off at up to so many radii.
        let Ok(made) = mesh.for_radius(radius) else { continue };
        let Ok(made_for_less) = mesh.for_radius((radius - 5.0 / 1024.0).max(0.0) / 1.0825) else {
            continue;
        };
        for _ in 0..6 {
            let [from, to] = [0; 2].map(|_| any_point(random));
            let path = mesh.path_for_radius(radius, from, to, &mut space);
            let least = made_for_less.shortest_path(from, to, &mut space);
            let most = made.shortest_path(from, to, &mut space);
            let told = format!("seed {seed}, radius {radius}, {from:?} to {to:?}: {path:?}");
            if let Some(most) = &most {
                let path = path.as_ref().unwrap_or_else(|| panic!("{told}, not {most:?}"));
                assert!(path.length <= most.length + 1e-9, "{told}, but {most:?}");
                shorter += u32::from(path.length < most.length - 1e-9);
            }
            let Some(path) = path else {
                none += 1;
                continue;
            };
            let least = least.unwrap_or_else(|| panic!("{told}, and none for less"));
            assert!(path.length >= least.length - 1e-9, "{told}, but {least:?}");
        }
    }
    assert!(
        support::seeds(SEEDS) < SEEDS || shorter > 50 && none > 50,
        "{shorter} shorter, {none} not found"
    );
}

#[test]
fn who_asks_is_told_why_there_is_no_path() {
    let walls = [rectangle(4.0, -1.0, 1.0, 7.0), rectangle(4.0, 7.0, 1.0, 9.0)];
    let ground = rectangle(0.0, 0.0, SIZE, SIZE);
    let scene = Scene::with(&SceneOptions::new(), &[ground], &walls).unwrap();
    let mut space = MeshSpace::new();
    let mut answer = |radius: f64, from: (f64, f64), goals: &[(f64, f64)]| {
        let query = MeshQuery::any_of(from, goals.iter().copied()).for_radius(radius);
        scene.mesh().answer(&query, &mut space)
    };
    let (west, east, edge) = ((2.0, 2.0), (8.0, 2.0), (11.5, 2.0));
    let through = answer(0.5, west, &[east]);
    assert_eq!((through.outcome, through.goal), (MeshOutcome::Found, Some(0)), "just as wide");
    assert!(through.expansions > 0);
    assert_eq!(answer(0.501, west, &[east]).outcome, MeshOutcome::Unreachable);
    let too_near = MeshOutcome::NoRoomAtGoal { room: 0.5 };
    assert_eq!(answer(0.6, west, &[edge]).outcome, too_near);
    assert_eq!(answer(0.6, edge, &[east]).outcome, MeshOutcome::NoRoomAtStart { room: 0.5 });
    let nearest = answer(0.4, west, &[east, edge, (2.0, 11.0), (4.5, 2.0)]);
    assert_eq!((nearest.outcome, nearest.goal), (MeshOutcome::Found, Some(2)), "the nearest");
    let blocked = answer(0.4, west, &[(4.5, 2.0)]).outcome;
    assert!(matches!(blocked, MeshOutcome::GoalBlocked { nearest: Some(_) }), "{blocked:?}");
    let query = MeshQuery::new(west, east).for_radius(0.4).limit(1);
    assert_eq!(scene.mesh().answer(&query, &mut space).outcome, MeshOutcome::Limit);
}

#[test]
fn who_heeds_no_radius_says_so() {
    let walls = [rectangle(4.0, -1.0, 1.0, 7.0), rectangle(4.0, 7.0, 1.0, 9.0)];
    let ground = rectangle(0.0, 0.0, SIZE, SIZE);
    let scene = Scene::with(&SceneOptions::new(), &[ground], &walls).unwrap();
    let mut space = MeshSpace::new();
    let mut file = Vec::new();
    scene.mesh().save(&mut file).unwrap();
    let mut paged = PagedMesh::open(std::io::Cursor::new(file), 100_000).unwrap();
    for (radius, fits) in [(0.0, true), (0.5, false), (0.6, false)] {
        let query = MeshQuery::new((2.0, 2.0), (8.0, 2.0)).for_radius(radius);
        let expected = if fits { MeshOutcome::Found } else { MeshOutcome::NotForRadius };
        let answer = paged.answer(&query, &mut space).unwrap();
        assert_eq!((answer.outcome, answer.path.is_some()), (expected, fits), "radius {radius}");
        let corridor = PathCorridor::begin(scene.mesh(), query, 0.1, &mut space);
        let outcome = corridor.map_or_else(|outcome| outcome, |_| MeshOutcome::Found);
        assert_eq!(outcome, expected, "radius {radius}");
    }
}

#[test]
fn the_line_of_a_path_keeps_to_its_arcs() {
    let obstacle = rectangle(4.0, 4.0, 4.0, 4.0);
    let ground = rectangle(0.0, 0.0, SIZE, SIZE);
    let scene = Scene::with(&SceneOptions::new(), &[ground], &[obstacle]).unwrap();
    let path = scene.mesh().path_for_radius(
        1.0,
        (2.0, 6.0).into(),
        (6.0, 2.0).into(),
        &mut MeshSpace::new(),
    );
    let path = path.unwrap();
    assert_eq!(path.arcs.len(), 1);
    let line = path.line(0.01);
    assert!(line.len() > path.points.len() + 2, "{line:?}");
    let length: f64 = line.array_windows().map(|[from, to]| from.distance(*to)).sum();
    assert!(length < path.length && length > path.length - 0.03, "{length}, not {}", path.length);
    for at in &line {
        assert!(at.distance(Point::new(4.0, 4.0)) >= 1.0 - 1e-6, "{at:?}");
    }
}

/// Its legs meet in their directions, its arcs are as far from their corners as the radius, and it is as long
/// as it says.
fn check(path: &MeshPath, radius: f64, told: &str) {
    let mut length = 0.0;
    let mut arcs = path.arcs.iter().peekable();
    for (leg, [from, to]) in path.points.array_windows().enumerate() {
        let Some(arc) = arcs.next_if(|arc| arc.leg == leg) else {
            length += from.distance(*to);
            continue;
        };
        for end in [from, to] {
            assert!((end.distance(arc.centre) - radius).abs() < 2e-6, "{told}");
        }
        let [begin, end] = [from, to].map(|at| (at.y - arc.centre.y).atan2(at.x - arc.centre.x));
        let turned = if arc.is_left { end - begin } else { begin - end };
        length += turned.rem_euclid(std::f64::consts::TAU) * (radius - SLACK);
    }
    assert!(arcs.next().is_none(), "{told}");
    assert!((length - path.length).abs() < 1e-8 * length.max(1.0), "{told} is {length} long");
}

/// Boxes, triangles and walls in a square, often in line with each other.
fn any_scene(random: &mut Random) -> Scene {
    let coarse = [1.0, 2.0, 1024.0][random.below(3) as usize];
    let ground = rectangle(0.0, 0.0, SIZE, SIZE);
    let mut obstacles = Vec::new();
    for _ in 0..random.from_to(2, 14) {
        let corner = any_point(random);
        let mut outline = if random.chance(50) {
            let [width, height] = [0; 2].map(|_| 0.2 + part(random) * 3.0);
            rectangle(corner.x, corner.y, width, height)
        } else {
            let near = |random: &mut Random| {
                let [x, y] = [corner.x, corner.y].map(|at| at + part(random) * 5.0 - 2.5);
                Point::new(x, y)
            };
            vec![corner, near(random), near(random)]
        };
        for at in &mut outline {
            *at = Point::new((at.x * coarse).round() / coarse, (at.y * coarse).round() / coarse);
        }
        obstacles.push(outline);
    }
    let width = [2.0, 5.0, 100.0][random.below(3) as usize];
    let options = SceneOptions::new().tile_width(width);
    let mut scene = Scene::with(&options, &[ground], &[]).expect("a scene");
    for outline in obstacles {
        // What has no area is no obstacle.
        let _ = scene.put(&outline);
    }
    scene
}

fn any_radius(random: &mut Random) -> f64 {
    // Whole ones too, which fit exactly between what is whole.
    if random.chance(30) {
        return f64::from(random.from_to(1, 4)) / 4.0;
    }
    0.01 + part(random) * [0.1, 0.4, 1.2][random.below(3) as usize]
}

fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Vec<Point> {
    [(x, y), (x + width, y), (x + width, y + height), (x, y + height)].map(Point::from).to_vec()
}

/// On the grid, so that nothing is moved.
fn any_point(random: &mut Random) -> Point {
    let [x, y] = [0; 2].map(|_| f64::from(random.below(12 * 1024)) / 1024.0);
    Point::new(x, y)
}

fn part(random: &mut Random) -> f64 {
    f64::from(random.below(1 << 20)) / f64::from(1 << 20)
}
