//! Scenes whose obstacles come, move and go: the same meshes as those made anew, and as short paths as the
//! referee's and as those of the same ground in one tile.

use crate::support::seeds;
use xunlu_map::{Point, PolygonMesh};
use xunlu_mesh::{MeshSpace, NavMesh, NavMeshError, ObstacleId, Ray, Scene, SceneOptions};
use xunlu_testkit::{MeshReferee, Random};

/// So many scenes, unless `XUNLU_SEEDS` says otherwise.
const SEEDS: u64 = 200;

/// A step of the grid: what lies on these coordinates stays where it is.
const STEP: f64 = 1.0 / 1024.0;

/// Where walls cross they are laid onto the grid, half a step aside at most; a path may come to be so much
/// shorter or longer by it. In worlds of a dozen steps that is much.
const LAID: f64 = 2.0 * STEP;

#[test]
fn a_changed_scene_is_the_same_as_one_made_anew() {
    let (mut changes, mut refused) = (0, 0);
    for seed in 0..seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let mut world = World::any(random);
        for _ in 0..16 {
            let snapshot = world.scene.mesh().clone();
            let before = snapshot.polygon_mesh();
            if world.change(random) {
                changes += 1
            } else {
                refused += 1
            }
            assert_eq!(snapshot.polygon_mesh(), before, "seed {seed}: a snapshot changed");
            let anew = world.anew();
            assert_eq!(
                world.scene.mesh().polygon_mesh(),
                anew.mesh().polygon_mesh(),
                "seed {seed}"
            );
            check_sides(&world, seed);
            assert!(
                same_islands(world.scene.mesh(), anew.mesh(), random, world.size),
                "seed {seed}"
            );
        }
    }
    assert!(seeds(SEEDS) < SEEDS || changes > 20 * refused, "{changes} changes, {refused} refused");
}

#[test]
fn an_island_parted_at_two_places_has_three_numbers() {
    // One bar shuts both arms of a corridor like a U, of which the foot lies in later tiles than the arms.
    let options = SceneOptions::new().tile_width(4.0);
    let arms = [rectangle(0.0, 0.0, 4.0, 20.0), rectangle(20.0, 0.0, 4.0, 20.0)];
    let ground = [arms[0].clone(), arms[1].clone(), rectangle(0.0, 16.0, 24.0, 4.0)];
    let mut scene = Scene::with(&options, &ground, &[]).unwrap();
    let [left, right, foot] = [(2.0, 1.0), (22.0, 1.0), (12.0, 18.0)].map(Point::from);
    assert!(scene.mesh().are_connected(left, right));
    let bar = scene.put(&rectangle(-1.0, 5.0, 26.0, 1.0)).unwrap();
    for [one, other] in [[left, right], [left, foot], [foot, right]] {
        assert!(!scene.mesh().are_connected(one, other), "{one} and {other}");
    }
    assert_eq!(scene.mesh().island_count(), 3);
    scene.take(bar).unwrap();
    assert!(scene.mesh().are_connected(left, right));
}

#[test]
fn paths_are_as_short_as_the_referee_says_after_every_change() {
    let (mut found, mut none) = (0, 0);
    let mut space = MeshSpace::new();
    // The referee takes its time.
    for seed in 0..seeds(SEEDS) / 2 {
        let random = &mut Random::new(seed);
        let mut world = World::any(random);
        for _ in 0..2 {
            (0..4).for_each(|_| _ = world.change(random));
            let mesh = world.scene.mesh();
            let referee = MeshReferee::new(&in_steps(mesh));
            for _ in 0..5 {
                let [from, to] = [0; 2].map(|_| world.point(random));
                let path = mesh.shortest_path(place(from), place(to), &mut space);
                let (length, expected) =
                    (path.as_ref().map(|path| path.length / STEP), referee.shortest(from, to));
                let is_right = match (length, expected) {
                    (Some(length), Some(expected)) => {
                        (length - expected).abs() <= 1e-9 * expected.max(1.0)
                    }
                    (length, expected) => length.is_none() && expected.is_none(),
                };
                assert!(is_right, "seed {seed}, {from:?} to {to:?}: {length:?}, not {expected:?}");
                if found_both(mesh, [from, to]) {
                    if path.is_some() { found += 1 } else { none += 1 }
                }
            }
        }
    }
    assert!(seeds(SEEDS) < SEEDS || found > 200 && none > 40, "{found} found, {none} not");
}

#[test]
fn tiles_make_no_path_longer() {
    let mut found = 0;
    let mut space = MeshSpace::new();
    for seed in 0..seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let size = random.from_to(4, 40);
        let whole = f64::from(size);
        let ground = [rectangle(0.0, 0.0, whole, whole)];
        let obstacles: Vec<Vec<Point>> = (0..random.below(2 * size))
            .map(|_| {
                let [x, y] = [0; 2].map(|_| f64::from(random.below(2 * size)) / 2.0);
                let [width, height] = [0; 2].map(|_| f64::from(random.from_to(1, 6)) / 2.0);
                rectangle(x, y, width, height)
            })
            .collect();
        let scene = Scene::with(
            &SceneOptions::new().tile_width(f64::from(random.from_to(1, size))),
            &ground,
            &obstacles,
        )
        .unwrap();
        let Ok(whole) = NavMesh::of_outlines(&ground, &obstacles) else { continue };
        for _ in 0..20 {
            let [from, to] = [0; 2].map(|_| {
                let [x, y] = [0; 2].map(|_| f64::from(random.below(4 * size)) / 4.0);
                Point::new(x, y)
            });
            let lengths = [&whole, scene.mesh()]
                .map(|mesh| mesh.shortest_path(from, to, &mut space).map(|path| path.length));
            let is_same = match lengths {
                [Some(one), Some(other)] => (one - other).abs() < 1e-9,
                [one, other] => one == other,
            };
            assert!(is_same, "seed {seed}, {from:?} to {to:?}: {lengths:?}");
            found += u32::from(lengths[0].is_some());
            let rays = [&whole, scene.mesh()].map(|mesh| mesh.raycast(from, to).map(reached));
            assert_eq!(rays[0], rays[1], "seed {seed}, {from:?} to {to:?}");
            let away = Point::new(from.x * 2.0 - 5.0, from.y);
            let nearest = [&whole, scene.mesh()].map(|mesh| mesh.nearest(away, f64::INFINITY));
            let near = nearest.map(|near| near.map(|near| near.distance(away)));
            assert_eq!(near[0], near[1], "seed {seed}, {away:?}: {nearest:?}");
        }
    }
    assert!(seeds(SEEDS) < SEEDS || found > 500, "{found} found");
}

#[test]
fn a_scene_on_a_mesh_is_as_good_as_one_of_its_outlines() {
    let (mut found, mut none, mut narrow) = (0, 0, 0);
    let mut space = MeshSpace::new();
    for seed in 0..seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let world = World::any(random);
        let Ok(mesh) = NavMesh::of_outlines(&world.ground, &[]) else { continue };
        let obstacles: Vec<Vec<Point>> =
            (0..random.below(4)).map(|_| outline(world.size, random)).collect();
        let radius = f64::from(random.below(3)) * 3.0 * STEP;
        let options = SceneOptions::new().radius(radius);
        let scenes = [
            Scene::with(&options, &world.ground, &obstacles),
            Scene::on(&options, &mesh, &obstacles),
        ];
        let [Ok(of_outlines), Ok(on_mesh)] = scenes else { continue };
        assert_eq!(on_mesh.obstacles().count(), obstacles.len(), "seed {seed}");
        for _ in 0..10 {
            let [from, to] = [0; 2].map(|_| place(world.point(random)));
            let mut length = |scene: &Scene| {
                let path = scene.mesh().shortest_path(from, to, &mut space);
                path.map_or(f64::INFINITY, |path| path.length)
            };
            let lengths = [&of_outlines, &on_mesh].map(&mut length);
            let (shorter, longer) = (lengths[0].min(lengths[1]), lengths[0].max(lengths[1]));
            // What is hardly wider than a step may be shut by laying it onto the grid, and for one of them
            // that was done twice.
            if longer > shorter + LAID {
                let wider = options.radius(radius + STEP);
                let wider = length(&Scene::on(&wider, &mesh, &obstacles).unwrap());
                let told = format!("seed {seed}, {from:?} to {to:?}: {lengths:?}");
                assert!(wider >= longer - LAID, "{told}, with more room {wider}");
                narrow += 1;
            }
            if shorter < f64::INFINITY { found += 1 } else { none += 1 }
        }
    }
    let counts = (found, none, narrow);
    let are_many = found > 200 && none > 100;
    assert!(seeds(SEEDS) < SEEDS || are_many, "found, none, narrow: {counts:?}");
    assert!(narrow * 200 <= found + none, "found, none, narrow: {counts:?}");
}

#[test]
fn odd_obstacles_are_refused_or_nothing_and_change_nothing_else() {
    let ground = [rectangle(0.0, 0.0, 20.0, 20.0)];
    let mut scene = Scene::with(&SceneOptions::new().tile_width(4.0), &ground, &[]).unwrap();
    let kept = scene.put(&rectangle(3.0, 3.0, 2.0, 2.0)).unwrap();
    let before = scene.mesh().polygon_mesh();
    for wrong in [f64::NAN, f64::INFINITY, 1e300, -1e9] {
        let outline = rectangle(wrong, 1.0, 2.0, 2.0);
        assert_eq!(scene.put(&outline), Err(NavMeshError::Coordinates));
        assert_eq!(scene.move_to(kept, &outline), Err(NavMeshError::Coordinates));
        assert_eq!(scene.mesh().polygon_mesh(), before);
    }
    // A point, or nothing on the ground.
    let point = vec![Point::new(1.0, 1.0); 3];
    for nothing in [vec![], point, rectangle(40.0, 40.0, 9.0, 9.0), rectangle(20.0, 0.0, 5.0, 20.0)]
    {
        let id = scene.put(&nothing).unwrap();
        assert_eq!(scene.mesh().polygon_mesh(), before, "{nothing:?}");
        scene.take(id).unwrap();
        assert_eq!(scene.move_to(id, &nothing), Err(NavMeshError::NoObstacle));
    }
    // All of the ground, and all but a corner of it.
    let all = scene.put(&rectangle(-1.0, -1.0, 1e5, 1e5)).unwrap();
    assert_eq!(scene.mesh().polygon_count(), 0);
    assert_eq!(scene.mesh().nearest(Point::new(1.0, 1.0), f64::INFINITY), None);
    assert_eq!(scene.mesh().raycast(Point::new(1.0, 1.0), Point::new(2.0, 2.0)), None);
    scene.move_to(all, &rectangle(0.5, 0.5, 1e5, 1e5)).unwrap();
    let [near, far] = [Point::new(19.0, 0.25), Point::new(0.25, 19.0)];
    assert!(scene.mesh().are_connected(near, far));
    scene.take(all).unwrap();
    assert_eq!(scene.mesh().polygon_mesh(), before);
    for width in [f64::NAN, f64::INFINITY] {
        let other = Scene::with(
            &SceneOptions::new().tile_width(width),
            &ground,
            &[rectangle(3.0, 3.0, 2.0, 2.0)],
        )
        .unwrap();
        assert!(other.mesh().are_connected(near, far), "tiles of {width}");
    }
}

/// More tiles than a change looks through for a way round: then all islands are numbered anew.
#[test]
fn a_gate_parts_a_large_scene_and_joins_it_again() {
    let ground = [rectangle(0.0, 0.0, 96.0, 64.0)];
    let wall = [rectangle(47.25, -1.0, 1.5, 32.0), rectangle(47.25, 33.0, 1.5, 40.0)];
    let mut scene = Scene::with(&SceneOptions::new().tile_width(1.0), &ground, &wall).unwrap();
    let [left, right] = [Point::new(3.0, 60.0), Point::new(90.0, 2.5)];
    let yard = Point::new(10.5, 10.5);
    let connected = |scene: &Scene| {
        let mut space = MeshSpace::new();
        [[left, right], [left, yard], [yard, right]].map(|[from, to]| {
            let is_connected = scene.mesh().are_connected(from, to);
            let path = scene.mesh().shortest_path(from, to, &mut space);
            assert_eq!(is_connected, path.is_some(), "{from:?} to {to:?}");
            is_connected
        })
    };
    assert_eq!(connected(&scene), [true; 3]);
    let gate = scene.put(&rectangle(47.0, 30.5, 2.0, 3.0)).unwrap();
    assert_eq!(connected(&scene), [false, true, false]);
    // A yard is shut off and opened again, beside islands too large to be looked through.
    let fence = [rectangle(8.25, 8.25, 5.0, 1.0), rectangle(8.25, 12.25, 5.0, 1.0)];
    let sides = [rectangle(8.25, 8.25, 1.0, 5.0), rectangle(12.25, 8.25, 1.0, 5.0)];
    let ids = [&fence[0], &fence[1], &sides[0], &sides[1]].map(|part| scene.put(part).unwrap());
    assert_eq!(connected(&scene), [false; 3]);
    scene.take(gate).unwrap();
    assert_eq!(connected(&scene), [true, false, false]);
    scene.take(ids[3]).unwrap();
    assert_eq!(connected(&scene), [true; 3]);
    scene.put(&rectangle(47.0, 30.5, 2.0, 3.0)).unwrap();
    assert_eq!(connected(&scene), [false, true, false]);
}

/// A scene, and what is in it.
struct World {
    size: u32,
    tile: u32,
    ground: Vec<Vec<Point>>,
    obstacles: Vec<(ObstacleId, Vec<Point>)>,
    scene: Scene,
}

impl World {
    fn any(random: &mut Random) -> World {
        let size = random.from_to(8, 60);
        let tile = random.from_to(size / 6, size);
        let whole = rectangle(0.0, 0.0, f64::from(size) * STEP, f64::from(size) * STEP);
        let mut ground = vec![whole];
        if random.chance(30) {
            ground = (0..random.from_to(1, 3)).map(|_| outline(size, random)).collect();
        }
        let Ok(scene) =
            Scene::with(&SceneOptions::new().tile_width(f64::from(tile) * STEP), &ground, &[])
        else {
            return World::any(random);
        };
        World { size, tile, ground, obstacles: Vec::new(), scene }
    }

    /// Puts an obstacle in, moves one or takes one out. Returns whether that was possible.
    fn change(&mut self, random: &mut Random) -> bool {
        let outline = outline(self.size, random);
        let kind = random.below(3);
        if self.obstacles.is_empty() || kind == 0 || self.obstacles.len() < 3 {
            let put = self.scene.put(&outline);
            put.map(|id| self.obstacles.push((id, outline))).is_ok()
        } else {
            let count = u32::try_from(self.obstacles.len()).unwrap_or(u32::MAX);
            let at = random.below(count) as usize;
            if kind == 1 {
                let (id, own) = &mut self.obstacles[at];
                self.scene.move_to(*id, &outline).map(|()| *own = outline).is_ok()
            } else {
                let (id, _) = self.obstacles.swap_remove(at);
                assert_eq!(self.scene.take(id), Ok(()));
                assert!(self.scene.take(id).is_err(), "it is gone");
                true
            }
        }
    }

    fn anew(&self) -> Scene {
        let obstacles: Vec<Vec<Point>> =
            self.obstacles.iter().map(|(_, outline)| outline.clone()).collect();
        Scene::with(
            &SceneOptions::new().tile_width(f64::from(self.tile) * STEP),
            &self.ground,
            &obstacles,
        )
        .expect("it was made so before, change by change")
    }

    fn point(&self, random: &mut Random) -> [i32; 2] {
        [0; 2].map(|_| random.below(self.size + 1).cast_signed())
    }
}

/// A closed line, in steps: often a rectangle, often along others, sometimes beyond the ground, sometimes one
/// that crosses itself.
fn outline(size: u32, random: &mut Random) -> Vec<Point> {
    let coarse = if random.chance(50) { 4 } else { 1 };
    let at = |random: &mut Random| {
        let at = random.below((size + 8) / coarse + 1) * coarse;
        (f64::from(at) - 4.0) * STEP
    };
    if random.chance(60) {
        let [x, y] = [0; 2].map(|_| at(random));
        let [width, height] = [0; 2].map(|_| f64::from(random.from_to(1, 9) * coarse) * STEP);
        return rectangle(x, y, width, height);
    }
    (0..random.from_to(3, 6)).map(|_| Point::new(at(random), at(random))).collect()
}

fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Vec<Point> {
    [(x, y), (x + width, y), (x + width, y + height), (x, y + height)].map(Point::from).to_vec()
}

fn place([x, y]: [i32; 2]) -> Point {
    Point::new(f64::from(x) * STEP, f64::from(y) * STEP)
}

/// The polygons of a mesh on whole coordinates.
fn in_steps(mesh: &NavMesh) -> PolygonMesh {
    let mut polygons = mesh.polygon_mesh();
    for point in &mut polygons.vertices {
        *point = Point::new(point.x / STEP, point.y / STEP);
    }
    polygons
}

fn found_both(mesh: &NavMesh, points: [[i32; 2]; 2]) -> bool {
    points.iter().all(|&point| {
        let own = mesh.chart().snap(place(point));
        own.is_some_and(|own| mesh.polygons_at(own).next().is_some())
    })
}

fn reached(ray: Ray) -> Option<u64> {
    match ray {
        Ray::Clear { .. } => None,
        Ray::Hit(hit) => Some(hit.fraction.to_bits()),
    }
}

/// Whether what is connected in one mesh is in the other, as they tell without a search.
fn same_islands(one: &NavMesh, other: &NavMesh, random: &mut Random, size: u32) -> bool {
    (0..12).all(|_| {
        let points = [0; 2].map(|_| [0; 2].map(|_| random.below(size + 1).cast_signed()));
        let ends = points.map(place);
        let [of_one, of_other] = [one, other].map(|mesh| mesh.are_connected(ends[0], ends[1]));
        let path = one.shortest_path(ends[0], ends[1], &mut MeshSpace::new());
        of_one == of_other && of_one == path.is_some()
    })
}

/// Neighbours name each other, and an open side of one that lies along that of another is joined to it, but
/// where an obstacle is too thin for the grid.
fn check_sides(world: &World, seed: u64) {
    let mesh = in_steps(world.scene.mesh());
    let mut open = std::collections::BTreeMap::new();
    for polygon in &mesh.polygons {
        let count = polygon.vertices.len();
        for (side, neighbour) in polygon.neighbours.iter().enumerate() {
            let ends = [polygon.vertices[side], polygon.vertices[(side + 1) % count]];
            open.insert(ends, neighbour.is_some());
        }
    }
    for (&[from, to], &is_joined) in &open {
        let beyond = open.get(&[to, from]).copied();
        let told = format!("seed {seed}: {from} to {to}");
        assert_eq!(is_joined, beyond.unwrap_or(false), "{told}");
        if !is_joined && beyond.is_some() {
            let [a, b] = [from, to].map(|at| mesh.vertices[at as usize]);
            let middle = Point::new((a.x + b.x) / 2.0, (a.y + b.y) / 2.0);
            let mut sides = world.obstacles.iter().flat_map(|(_, outline)| sides(outline));
            assert!(sides.any(|side| distance(middle, side) < 1.5), "{told}: no wall is there");
        }
    }
}

/// The sides of an outline, in steps.
fn sides(outline: &[Point]) -> impl Iterator<Item = [Point; 2]> {
    let in_steps = |point: Point| Point::new(point.x / STEP, point.y / STEP);
    let after = outline.iter().cycle().skip(1);
    outline.iter().zip(after).map(move |(&from, &to)| [from, to].map(in_steps))
}

fn distance(point: Point, [from, to]: [Point; 2]) -> f64 {
    let way = Point::new(to.x - from.x, to.y - from.y);
    let along = (point.x - from.x) * way.x + (point.y - from.y) * way.y;
    let part = along / (way.x * way.x + way.y * way.y);
    // Of a side of no length there is no part.
    let part = if part.is_nan() { 0.0 } else { part.clamp(0.0, 1.0) };
    point.distance(Point::new(from.x + part * way.x, from.y + part * way.y))
}

/// Whether two lines cross, each at least two steps from the other's ends: as they do, however they are laid
/// onto the grid.
fn cross_plainly(one: [Point; 2], other: [Point; 2]) -> bool {
    let side = |[a, b]: [Point; 2], p: Point| (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    let parts =
        |line: [Point; 2], ends: [Point; 2]| side(line, ends[0]) * side(line, ends[1]) < 0.0;
    let is_far = |line, ends: [Point; 2]| ends.iter().all(|&end| distance(end, line) >= 2.0);
    parts(one, other) && parts(other, one) && is_far(one, other) && is_far(other, one)
}

#[test]
fn no_path_and_no_ray_goes_through_an_obstacle_however_thin() {
    let (mut stopped, mut legs) = (0, 0);
    let mut space = MeshSpace::new();
    for seed in 0..seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let mut world = World::any(random);
        for _ in 0..3 {
            (0..3).for_each(|_| _ = world.change(random));
            let mesh = world.scene.mesh();
            let sides: Vec<[Point; 2]> =
                world.obstacles.iter().flat_map(|(_, outline)| sides(outline)).collect();
            let is_through = |a: Point, b: Point| {
                let leg = [a, b].map(|point| Point::new(point.x / STEP, point.y / STEP));
                sides.iter().any(|&side| cross_plainly(leg, side))
            };
            for _ in 0..12 {
                let [from, to] = [0; 2].map(|_| place(world.point(random)));
                let told = format!("seed {seed}, {from:?} to {to:?}, {:?}", world.obstacles);
                if is_through(from, to) {
                    let ray = mesh.raycast(from, to);
                    assert!(!matches!(ray, Some(Ray::Clear { .. })), "{told}");
                    stopped += u32::from(ray.is_some());
                }
                let path = mesh.shortest_path(from, to, &mut space);
                for &[a, b] in path.iter().flat_map(|path| path.points.array_windows()) {
                    assert!(!is_through(a, b), "{told}: {a:?} to {b:?}");
                    legs += 1;
                }
            }
        }
    }
    assert!(seeds(SEEDS) < SEEDS || stopped > 300 && legs > 1000, "{stopped} stopped, {legs} legs");
}

#[test]
fn a_path_breaks_where_something_comes_in_its_way() {
    let (mut broken, mut whole, mut pinched) = (0, 0, 0);
    let mut space = MeshSpace::new();
    for seed in 0..seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let mut world = World::any(random);
        (0..4).for_each(|_| _ = world.change(random));
        for _ in 0..6 {
            let [from, to] = [0; 2].map(|_| place(world.point(random)));
            let before = world.scene.mesh().shortest_path(from, to, &mut space);
            let Some(before) = before else { continue };
            assert_eq!(
                world.scene.mesh().broken_leg(&before.points),
                None,
                "seed {seed}: {before:?}"
            );
            let obstacle = outline(world.size, random);
            let Ok(id) = world.scene.put(&obstacle) else { continue };
            let mesh = world.scene.mesh();
            let told = format!("seed {seed}, {before:?} with {obstacle:?}");
            let after = mesh.shortest_path(from, to, &mut space);
            let length = after.map_or(f64::INFINITY, |path| path.length);
            let legs = before.points.array_windows();
            let is_clear =
                |&[a, b]: &[Point; 2]| matches!(mesh.raycast(a, b), Some(Ray::Clear { .. }));
            let first_closed = legs.clone().position(|leg| !is_clear(leg));
            match mesh.broken_leg(&before.points) {
                Some(leg) => {
                    broken += 1;
                    // Every leg for itself may be clear, and the corner between two be closed.
                    pinched += u32::from(first_closed.is_none());
                    assert!(first_closed.is_none_or(|first| leg <= first), "{told}: {leg}");
                }
                None => {
                    whole += 1;
                    assert_eq!(first_closed, None, "{told}");
                    assert!((length - before.length).abs() < LAID, "{told}: {length}");
                }
            }
            assert!(length > before.length - LAID, "{told}: {length}");
            world.scene.take(id).expect("it was put in");
            assert_eq!(world.scene.mesh().broken_leg(&before.points), None, "{told}");
        }
    }
    let counts = (broken, whole, pinched);
    assert!(
        seeds(SEEDS) < SEEDS || broken > 100 && whole > 100,
        "broken, whole, pinched: {counts:?}"
    );
    assert!(pinched * 10 <= broken.max(10), "broken, whole, pinched: {counts:?}");
}
