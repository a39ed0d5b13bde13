//! Shortest paths of discs of any radius on one mesh, held against all tangents between all circles.

use crate::support;
use std::cell::Cell;
use xunlu_map::{MeshLink, MeshPolygon, Point, PolygonMesh, Tags};
use xunlu_mesh::{
    MeshOutcome, MeshPath, MeshQuery, MeshSpace, NavMesh, ObstacleId, PagedMesh, PathCorridor,
    RegionRule, Scene, SceneOptions,
};
use xunlu_testkit::{DiscReferee, Random};

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
            let told = format!("seed {seed}, radius {radius}, {from:?} to {to:?}");
            let path = mesh.path_for_radius(radius, from, to, &mut space);
            judge(path.as_ref(), referee.shortest(from, to), radius, &told);
            let Some(path) = path else {
                none += 1;
                continue;
            };
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
fn paths_are_right_while_obstacles_come_and_move_and_go() {
    let (mut found, mut none) = (0, 0);
    let mut space = MeshSpace::new();
    for seed in 0..support::seeds(SEEDS) / 2 {
        let random = &mut Random::new(seed);
        let mut world = Changing::any(random);
        // The same radius again and again: what was known of the mesh before must not be believed after.
        let radius = world.radius;
        for change in 0..5 {
            if change > 0 {
                world.change(random);
            }
            let mesh = world.scene.mesh();
            let referee = DiscReferee::new(&mesh.polygon_mesh(), radius - SLACK);
            for _ in 0..3 {
                let [from, to] = [0; 2].map(|_| world.any_end(random));
                if ![from, to].iter().all(|&end| support::is_open(mesh, end)) {
                    continue;
                }
                let told =
                    format!("seed {seed}, change {change}, radius {radius}, {from:?} to {to:?}");
                let path = mesh.path_for_radius(radius, from, to, &mut space);
                judge(path.as_ref(), referee.shortest(from, to), radius, &told);
                let Some(path) = path else {
                    none += 1;
                    continue;
                };
                for at in path.line(radius * 1e-3) {
                    let room = referee.room(at);
                    assert!(room >= radius - 3.0 * SLACK, "{told}: {room} at {at:?}");
                }
                found += 1;
            }
        }
    }
    assert!(
        support::seeds(SEEDS) < SEEDS || found > 500 && none > 100,
        "{found} found, {none} not"
    );
}

#[test]
fn whoever_is_smaller_than_the_slack_is_a_point() {
    let obstacle = rectangle(4.0, 4.0, 4.0, 4.0);
    let ground = rectangle(0.0, 0.0, SIZE, SIZE);
    let scene = Scene::with(&SceneOptions::new(), &[ground], &[obstacle]).unwrap();
    let (from, to) = ((2.0, 6.0).into(), (6.0, 2.0).into());
    let mut space = MeshSpace::new();
    let least = scene.mesh().shortest_path(from, to, &mut space).unwrap();
    let mut before = least.length;
    for radius in [0.0, SLACK / 4.0, SLACK, SLACK * 1.001, SLACK * 2.0, 1e-4, 1e-2] {
        let path = scene.mesh().path_for_radius(radius, from, to, &mut space);
        let path = path.unwrap_or_else(|| panic!("there is a path for a radius of {radius}"));
        assert_eq!(path.points.last(), Some(&to), "{radius}");
        assert!(path.length >= before - 1e-9, "{radius}: {} after {before}", path.length);
        assert!(path.length <= least.length + 4.0 * radius, "{radius}: {}", path.length);
        before = path.length;
    }
}

#[test]
fn links_are_taken_where_there_is_room_at_their_ends() {
    let ground = [rectangle(0.0, 0.0, 8.0, 8.0), rectangle(10.0, 0.0, 8.0, 8.0)];
    let fare = Tags::one(0).unwrap();
    let boat = MeshLink::one_way((6.0, 4.0), (12.0, 4.0)).counting(9.0);
    let lift = MeshLink::two_way((7.5, 1.0), (10.5, 1.0)).counting(3.0);
    let mut ferry = MeshLink::two_way((4.0, 4.0), (14.0, 4.0)).counting(1.0);
    ferry.tags = fare;
    let mesh = NavMesh::of_outlines(&ground, &[]).unwrap();
    let mesh = mesh.with_links([boat, lift, ferry]).unwrap();
    let mut space = MeshSpace::new();
    let mut answer = |radius: f64, from: (f64, f64), to: (f64, f64), tags: Tags| {
        let query = MeshQuery::new(from, to).for_radius(radius).with_tags(tags);
        let answer = mesh.answer(&query, &mut space);
        let taken = answer.path.as_ref().map(|path| {
            let leg = |leg: usize| [path.points[leg], path.points[leg + 1]];
            path.links.iter().map(|taken| (taken.link.0, leg(taken.leg))).collect::<Vec<_>>()
        });
        (answer.outcome, answer.path.map(|path| path.length), taken.unwrap_or_default())
    };
    let (west, east) = ((2.0, 4.0), (16.0, 4.0));
    let leg = |from: (f64, f64), to: (f64, f64)| [Point::from(from), Point::from(to)];
    let over_the_lift = 2.0 * 5.5_f64.hypot(3.0) + 3.0;
    let small = answer(0.5, west, east, Tags::NONE);
    assert_eq!(small.2, [(1, leg((7.5, 1.0), (10.5, 1.0)))]);
    assert!((small.1.unwrap() - over_the_lift).abs() < 1e-9, "{small:?}");
    let large = answer(1.0, west, east, Tags::NONE);
    assert_eq!((large.1, large.2), (Some(17.0), vec![(0, leg((6.0, 4.0), (12.0, 4.0)))]));
    assert_eq!(answer(1.0, east, west, Tags::NONE).0, MeshOutcome::Unreachable, "one way");
    let with_fare = answer(1.0, east, west, fare);
    assert_eq!((with_fare.1, with_fare.2.len()), (Some(5.0), 1), "a shortcut, back");
    assert_eq!(answer(2.5, west, east, Tags::NONE).0, MeshOutcome::NoRoomAtStart { room: 2.0 });
    assert_eq!(answer(2.1, (4.0, 4.0), (14.0, 4.0), Tags::NONE).0, MeshOutcome::Unreachable);
}

#[test]
fn what_is_not_worked_out_for_a_radius_is_refused() {
    let walls = [rectangle(4.0, -1.0, 1.0, 7.0), rectangle(4.0, 6.5, 1.0, 9.0)];
    let ground = rectangle(0.0, 0.0, SIZE, SIZE);
    let scene = Scene::with(&SceneOptions::new(), &[ground], &walls).unwrap();
    let mut space = MeshSpace::new();
    let query = MeshQuery::new((2.0, 2.0), (8.0, 2.0));
    let of = |radius: f64| query.clone().for_radius(radius).partial();
    let through = scene.mesh().answer(&of(0.2), &mut space);
    assert_eq!(through.outcome, MeshOutcome::Found);
    let partial = scene.mesh().answer(&of(0.3), &mut space);
    assert_eq!((partial.outcome, partial.path), (MeshOutcome::NotForRadius, None));
    let corridor = PathCorridor::begin(scene.mesh(), query.for_radius(0.2), 0.1, &mut space);
    assert_eq!(corridor.unwrap_err(), MeshOutcome::NotForRadius);
}

#[test]
fn meshes_by_a_rule_are_as_narrow_as_they_are() {
    let ground = rectangle(0.0, 0.0, SIZE, SIZE);
    let water = Tags::one(0).unwrap();
    let mut scene = Scene::with(&SceneOptions::new(), &[ground], &[]).unwrap();
    scene.put_region(&rectangle(4.0, 0.0, 2.0, 10.0), water).unwrap();
    let dry = scene.mesh().by_rule(RegionRule::avoiding(water));
    let mut space = MeshSpace::new();
    let (from, to) = ((2.0, 2.0).into(), (8.0, 2.0).into());
    let straight = scene.mesh().path_for_radius(1.0, from, to, &mut space).unwrap();
    assert!((straight.length - 6.0).abs() < 1e-12, "{straight:?}");
    let round = dry.path_for_radius(1.0, from, to, &mut space).unwrap();
    assert_eq!(round.arcs.len(), 2, "{round:?}");
    assert!(round.length > 16.0);
    assert_eq!(dry.path_for_radius(1.1, from, to, &mut space), None);
}

#[test]
fn meshes_that_are_read_tile_by_tile_answer_alike() {
    let mut found = 0;
    let mut space = MeshSpace::new();
    for seed in 0..support::seeds(SEEDS) / 3 {
        let random = &mut Random::new(seed);
        let scene = any_scene(random);
        let mut file = Vec::new();
        scene.mesh().save(&mut file).unwrap();
        let mut paged = PagedMesh::open(std::io::Cursor::new(file), 0).unwrap();
        let radius = any_radius(random);
        for _ in 0..6 {
            let [from, to] = [0; 2].map(|_| any_point(random));
            let query = MeshQuery::new(from, to).for_radius(radius);
            let whole = scene.mesh().answer(&query, &mut space);
            let mut own = MeshSpace::new();
            let answer = paged.answer(&query, &mut own).unwrap();
            // How soon it is known that there is no path depends on what is there.
            assert_eq!(
                (answer.outcome, &answer.path, answer.goal),
                (whole.outcome, &whole.path, whole.goal),
                "seed {seed}, radius {radius}, {from:?} to {to:?}"
            );
            found += u32::from(answer.path.is_some());
        }
    }
    assert!(support::seeds(SEEDS) < SEEDS || found > 100, "{found}");
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

/// Beyond a polygon that a point need not leave there may be a way round for a disc.
///
/// ```text
///   7  +---------------+
///      |               |    From `s` to `g` in the same polygon, which is too low for the disc where there is
///   4  |   +-------+   |    a wall above it: it has to leave by one door and to come back by the other.
///      |   |#######|   |
/// 1.5  +...+-------+.g.+
///   0  +...+-----------+
///      | s |
///      0   3       7  10
/// ```
#[test]
fn a_disc_leaves_a_polygon_by_one_door_and_comes_back_by_another() {
    let rows: [&[(f64, f64)]; 5] = [
        &[(0.0, -4.0), (3.0, -4.0), (3.0, 0.0), (0.0, 0.0)],
        &[(0.0, 0.0), (3.0, 0.0), (10.0, 0.0), (10.0, 1.5), (7.0, 1.5), (3.0, 1.5), (0.0, 1.5)],
        &[(0.0, 1.5), (3.0, 1.5), (3.0, 4.0), (0.0, 4.0)],
        &[(7.0, 1.5), (10.0, 1.5), (10.0, 4.0), (7.0, 4.0)],
        &[(0.0, 4.0), (3.0, 4.0), (7.0, 4.0), (10.0, 4.0), (10.0, 7.0), (0.0, 7.0)],
    ];
    let mesh = NavMesh::new(&polygon_mesh(&rows)).unwrap();
    let mut space = MeshSpace::new();
    let ends = [Point::new(1.5, -3.0), Point::new(8.5, 1.25)];
    for (radius, turns) in [(0.5, false), (1.0, true)] {
        let path = mesh.path_for_radius(radius, ends[0], ends[1], &mut space);
        let referee = DiscReferee::new(&mesh.polygon_mesh(), radius - SLACK);
        let expected = referee.shortest(ends[0], ends[1]);
        judge(path.as_ref(), expected, radius, &format!("radius {radius}"));
        let is_round = path.expect("there is room").length > 14.0;
        assert_eq!(is_round, turns, "radius {radius}");
    }
}

/// A mesh of these polygons, joined where they have a side in common.
fn polygon_mesh(rows: &[&[(f64, f64)]]) -> PolygonMesh {
    let mut vertices: Vec<Point> = Vec::new();
    let mut number = |&(x, y): &(f64, f64)| {
        let at = Point::new(x, y);
        if !vertices.contains(&at) {
            vertices.push(at);
        }
        (0..).zip(&vertices).find(|&(_, &other)| other == at).expect("it is one of them").0
    };
    let rows: Vec<Vec<u32>> =
        rows.iter().map(|row| row.iter().map(&mut number).collect()).collect();
    let sides = |row: &[u32]| -> Vec<[u32; 2]> {
        (0..row.len()).map(|at| [row[at], row[(at + 1) % row.len()]]).collect()
    };
    let beyond = |[from, to]: [u32; 2]| {
        let found = (0..).zip(&rows).find(|(_, row)| sides(row).contains(&[to, from]));
        found.map(|(polygon, _)| polygon)
    };
    let polygons = rows.iter().map(|row| {
        let neighbours = sides(row).into_iter().map(beyond).collect();
        MeshPolygon { vertices: row.clone(), neighbours }
    });
    PolygonMesh { polygons: polygons.collect(), vertices }
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
fn a_search_for_a_radius_ends_at_its_deadline() {
    let ground = rectangle(0.0, 0.0, 40.0, 40.0);
    let pillars: Vec<Vec<Point>> = (0..400)
        .map(|number| {
            rectangle(f64::from(number % 20) * 2.0, f64::from(number / 20) * 2.0, 1.0, 1.0)
        })
        .collect();
    let scene = Scene::with(&SceneOptions::new(), &[ground], &pillars).unwrap();
    let query = MeshQuery::new((1.5, 1.5), (39.5, 39.5)).for_radius(0.3);
    let mut space = MeshSpace::new();
    let whole = scene.mesh().answer(&query, &mut space);
    assert!(whole.outcome == MeshOutcome::Found && whole.expansions > 200, "{whole:?}");
    let asked = Cell::new(0);
    let late_at = |last: u32| {
        asked.set(0);
        scene.mesh().answer_until(&query, &mut MeshSpace::new(), &|| {
            asked.set(asked.get() + 1);
            asked.get() >= last
        })
    };
    assert_eq!(late_at(2), None);
    assert_eq!(asked.get(), 2, "and then it ends");
    let in_time = late_at(u32::MAX).expect("it was not late");
    assert_eq!((in_time.path, in_time.expansions), (whole.path, whole.expansions));
    assert!(asked.get() > 2, "asked {} times", asked.get());
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

/// There is a path if and only if the referee knows one, it is as long, and it is sound.
fn judge(path: Option<&MeshPath>, expected: Option<f64>, radius: f64, told: &str) {
    let told = format!("{told}: {path:?}, expected {expected:?}");
    match (path, expected) {
        (Some(path), Some(expected)) => {
            assert!((path.length - expected).abs() <= 1e-8 * expected.max(1.0), "{told}");
            check(path, radius, &told);
        }
        (path, expected) => assert!(path.is_none() && expected.is_none(), "{told}"),
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

/// A scene of whole coordinates in which as much as can be fits exactly: walls of no width, corners that
/// touch, lines that go on in each other, lanes exactly as wide as who walks there, islands.
struct Changing {
    scene: Scene,
    radius: f64,
    obstacles: Vec<ObstacleId>,
}

impl Changing {
    fn any(random: &mut Random) -> Changing {
        let radius = f64::from(random.from_to(1, 3)) / 2.0;
        let width = [2.0, 3.0, 5.0, 100.0][random.below(4) as usize];
        let options = SceneOptions::new().tile_width(width);
        let mut ground = vec![rectangle(0.0, 0.0, SIZE, SIZE)];
        if random.chance(30) {
            // Two islands, or two that touch in a corner or along a line.
            let gap = f64::from(random.below(3));
            ground =
                vec![rectangle(0.0, 0.0, 6.0, SIZE), rectangle(6.0 + gap, 2.0, 6.0 - gap, 8.0)];
        }
        let scene = Scene::with(&options, &ground, &[]).expect("a scene");
        let mut made = Changing { scene, radius, obstacles: Vec::new() };
        for _ in 0..random.from_to(1, 8) {
            made.put(random);
        }
        made
    }

    fn put(&mut self, random: &mut Random) {
        // What has no area may be no obstacle.
        self.obstacles.extend(self.scene.put(&Changing::any_outline(random)));
    }

    fn any_outline(random: &mut Random) -> Vec<Point> {
        let [x, y, width, height] = [0; 4].map(|_| f64::from(random.below(13)));
        let (width, height) = (1.0 + width / 3.0, 1.0 + height / 3.0);
        let whole = |number: f64| number.floor();
        match random.below(4) {
            // A wall of no width.
            0 => vec![Point::new(x, y), Point::new(x + whole(width), y)],
            1 => vec![Point::new(x, y), Point::new(x + whole(width), y + whole(height))],
            2 => vec![
                Point::new(x, y),
                Point::new(x + whole(width), y),
                Point::new(x, y + whole(height)),
            ],
            _ => rectangle(x, y, whole(width), whole(height)),
        }
    }

    fn change(&mut self, random: &mut Random) {
        if self.obstacles.is_empty() || random.chance(30) {
            self.put(random);
            return;
        }
        let count = u32::try_from(self.obstacles.len()).expect("few");
        let at = random.below(count) as usize;
        if random.chance(50) {
            let _ = self.scene.move_to(self.obstacles[at], &Changing::any_outline(random));
        } else {
            self.scene.take(self.obstacles.swap_remove(at)).expect("it is there");
        }
    }

    /// Often exactly as far from what is whole as the radius, or on it.
    fn any_end(&self, random: &mut Random) -> Point {
        if random.chance(40) {
            return any_point(random);
        }
        let [x, y] = [0; 2].map(|_| {
            let whole = f64::from(random.below(13));
            whole + [0.0, self.radius, -self.radius][random.below(3) as usize]
        });
        Point::new(x, y)
    }
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
