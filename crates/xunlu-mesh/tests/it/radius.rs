//! Scenes for movers of a size: nothing nearer than the radius, nothing shut that is far enough, and the same
//! after changes.

use crate::support::seeds;
use xunlu_map::Point;
use xunlu_mesh::{MeshSpace, NavMesh, NavMeshError, Scene, SceneOptions};
use xunlu_testkit::Random;

/// So many scenes, unless `XUNLU_SEEDS` says otherwise.
const SEEDS: u64 = 150;

/// A corner is cut off with tangents 45 degrees apart: so many radii away at most, and
/// some steps of the grid.
const FAR_ENOUGH: (f64, f64) = (1.0825, 4.5 / 1024.0);

#[test]
fn who_has_room_passes_and_nobody_else() {
    let (mut open, mut shut, mut legs) = (0, 0, 0);
    let mut space = MeshSpace::new();
    for seed in 0..seeds(SEEDS) {
        let random = &mut Random::new(seed);
        let world = World::any(random);
        let mesh = world.scene.mesh();
        for _ in 0..60 {
            let point = any_point(random);
            let room = world.room(point);
            let is_open = is_open(mesh, point);
            let what = format!("seed {seed}, radius {}: {room} at {point:?}", world.radius);
            assert!(room >= world.radius || !is_open, "{what}, and open");
            let (times, more) = FAR_ENOUGH;
            assert!(room < world.radius * times + more || is_open, "{what}, and shut");
            if is_open { open += 1 } else { shut += 1 }
        }
        for _ in 0..8 {
            let [from, to] = [0; 2].map(|_| any_point(random));
            let Some(path) = mesh.shortest_path(from, to, &mut space) else { continue };
            for leg in path.points.array_windows() {
                let room = world.room_along(*leg);
                assert!(
                    room >= world.radius - 1e-9,
                    "seed {seed}: {room}, not {}, on {leg:?}",
                    world.radius
                );
                legs += 1;
            }
        }
    }
    assert!(
        seeds(SEEDS) < SEEDS || open > 1000 && shut > 1000 && legs > 300,
        "{open}, {shut}, {legs}"
    );
}

#[test]
fn a_scene_that_changed_is_as_one_made_anew() {
    for seed in 0..seeds(SEEDS) / 3 {
        let random = &mut Random::new(seed);
        let mut world = World::any(random);
        for _ in 0..4 {
            world.change(random);
            let anew = Scene::with(&world.options, &world.ground, &world.outlines()).unwrap();
            assert_eq!(
                world.scene.mesh().polygon_mesh(),
                anew.mesh().polygon_mesh(),
                "seed {seed}"
            );
        }
    }
}

#[test]
fn a_mesh_made_for_a_radius_is_open_where_the_scene_is() {
    let mut open = 0;
    for seed in 0..seeds(SEEDS) / 3 {
        let random = &mut Random::new(seed);
        let world = World::any(random);
        let all =
            Scene::with(&SceneOptions::new().tile_width(8.0), &world.ground, &world.outlines());
        let Ok(mesh) = all.unwrap().mesh().for_radius(world.radius) else { continue };
        for _ in 0..40 {
            let point = any_point(random);
            let (room, is_open) = (world.room(point), is_open(&mesh, point));
            let (times, more) = FAR_ENOUGH;
            let what = format!("seed {seed}, radius {}: {room} at {point:?}", world.radius);
            assert!(room >= world.radius || !is_open, "{what}, and open");
            assert!(room < world.radius * times + more || is_open, "{what}, and shut");
            open += u32::from(is_open);
        }
    }
    assert!(seeds(SEEDS) < SEEDS || open > 300, "{open} open");
}

#[test]
fn ground_of_several_outlines_has_one_border() {
    let ground = [rectangle(0.0, 0.0, 6.0, 4.0), rectangle(4.0, 1.0, 6.0, 2.0)];
    let scene = Scene::with(&SceneOptions::new().radius(0.5), &ground, &[]).unwrap();
    let is_open = |x: f64, y: f64| is_open(scene.mesh(), Point::new(x, y));
    assert!(is_open(5.0, 2.0) && is_open(6.0, 2.0) && is_open(9.4, 2.0), "through the seam");
    assert!(!is_open(6.2, 1.4) && !is_open(9.6, 2.0) && !is_open(0.4, 2.0), "near the border");
    let narrow = Scene::with(&SceneOptions::new().radius(1.1), &ground, &[]).unwrap();
    let ends = [Point::new(2.0, 2.0), Point::new(8.0, 2.0)];
    assert!(!narrow.mesh().are_connected(ends[0], ends[1]), "too narrow");
}

#[test]
fn an_obstacle_that_crosses_itself_grows_as_a_whole() {
    let bow = [(4.0, 4.0), (8.0, 8.0), (8.0, 4.0), (4.0, 8.0)].map(Point::from).to_vec();
    for (radius, is_left_open) in [(0.6, true), (0.7, false)] {
        let options = SceneOptions::new().radius(radius);
        let scene =
            Scene::with(&options, &[rectangle(0.0, 0.0, 12.0, 12.0)], std::slice::from_ref(&bow))
                .unwrap();
        let is_open = |x: f64, y: f64| is_open(scene.mesh(), Point::new(x, y));
        // 0.636 from the two sides that meet in the knot.
        assert_eq!(is_open(6.0, 6.9), is_left_open, "above the knot, radius {radius}");
        assert!(!is_open(6.0, 6.5) && !is_open(5.0, 6.0) && !is_open(8.5, 6.0), "{radius}");
        assert!(is_open(6.0, 7.2) && is_open(9.0, 6.0), "{radius}");
    }
}

#[test]
fn a_radius_that_is_none_is_refused() {
    let ground = [rectangle(0.0, 0.0, 6.0, 4.0)];
    for radius in [-1.0, f64::NAN, f64::INFINITY, 1e9] {
        let made = Scene::with(&SceneOptions::new().radius(radius), &ground, &[]);
        assert_eq!(made.unwrap_err(), NavMeshError::Radius, "{radius}");
    }
    let scene = Scene::with(&SceneOptions::new().radius(20.0), &ground, &[]).unwrap();
    assert_eq!(scene.mesh().polygon_count(), 0, "nobody of this size stands anywhere");
}

const SIZE: f64 = 24.0;

struct World {
    scene: Scene,
    options: SceneOptions,
    radius: f64,
    ground: Vec<Vec<Point>>,
    obstacles: Vec<(xunlu_mesh::ObstacleId, Vec<Point>)>,
}

impl World {
    fn any(random: &mut Random) -> World {
        let radius = f64::from(random.from_to(1, 1800)) / 1024.0;
        let ground = if random.chance(50) {
            vec![rectangle(0.0, 0.0, SIZE, SIZE)]
        } else {
            vec![star(random, Point::new(SIZE / 2.0, SIZE / 2.0), SIZE / 2.0)]
        };
        let width = [1.0, 4.0, 100.0][random.below(3) as usize];
        let options = SceneOptions::new().radius(radius).tile_width(width);
        let scene = Scene::with(&options, &ground, &[]).expect("a scene");
        let mut world = World { scene, options, radius, ground, obstacles: Vec::new() };
        for _ in 0..random.below(8) {
            world.put(random);
        }
        world
    }

    fn put(&mut self, random: &mut Random) {
        let outline = any_outline(random);
        let id = self.scene.put(&outline).expect("an obstacle");
        self.obstacles.push((id, outline));
    }

    fn change(&mut self, random: &mut Random) {
        if self.obstacles.is_empty() || random.chance(40) {
            self.put(random);
            return;
        }
        let at = index(random, self.obstacles.len());
        if random.chance(50) {
            let (id, outline) = &mut self.obstacles[at];
            *outline = any_outline(random);
            self.scene.move_to(*id, outline).expect("it moves");
        } else {
            let (id, _) = self.obstacles.swap_remove(at);
            self.scene.take(id).expect("it is there");
        }
    }

    fn outlines(&self) -> Vec<Vec<Point>> {
        self.obstacles.iter().map(|(_, outline)| outline.clone()).collect()
    }

    /// How far a point is from obstacles and the border; nothing within obstacles or outside.
    fn room(&self, point: Point) -> f64 {
        let is_shut = !goes_round(&self.ground[0], point)
            || self.obstacles.iter().any(|(_, outline)| goes_round(outline, point));
        if is_shut { 0.0 } else { self.room_along([point; 2]) }
    }

    /// How far a line is from all sides of outlines.
    fn room_along(&self, leg: [Point; 2]) -> f64 {
        let outlines = self.ground.iter().chain(self.obstacles.iter().map(|(_, outline)| outline));
        let sides = outlines.flat_map(|outline| {
            outline.iter().zip(outline.iter().cycle().skip(1)).map(|(&from, &to)| [from, to])
        });
        sides.map(|side| apart(side, leg)).fold(f64::INFINITY, f64::min)
    }
}

/// A rectangle, a star with corners that point inwards, or a triangle, often on whole coordinates.
fn any_outline(random: &mut Random) -> Vec<Point> {
    let middle = any_point(random);
    let size = 0.2 + part(random) * 4.0;
    let kind = random.below(3);
    let mut outline = match kind {
        0 => rectangle(middle.x, middle.y, size, 0.1 + part(random) * 4.0),
        1 => star(random, middle, size),
        _ => (0..3)
            .map(|_| Point::new(middle.x + part(random) * 4.0, middle.y + part(random) * 4.0))
            .collect(),
    };
    // A star moved to whole coordinates may have arms of no width, which are nothing.
    let coarse = if kind != 1 && random.chance(40) { 2.0 } else { 1024.0 };
    for point in &mut outline {
        *point =
            Point::new((point.x * coarse).round() / coarse, (point.y * coarse).round() / coarse);
    }
    if random.chance(30) {
        outline.reverse();
    }
    // What has no area is no obstacle.
    if has_area(&outline) { outline } else { any_outline(random) }
}

fn has_area(outline: &[Point]) -> bool {
    let sides = outline.iter().zip(outline.iter().cycle().skip(1));
    sides.map(|(from, to)| from.x * to.y - from.y * to.x).sum::<f64>().abs() > 0.0
}

fn star(random: &mut Random, middle: Point, size: f64) -> Vec<Point> {
    let corners = random.from_to(5, 12);
    let corner = |at: u32| {
        let (sin, cos) = (f64::from(at) / f64::from(corners) * std::f64::consts::TAU).sin_cos();
        let away = size * (0.3 + part(random) * 0.7);
        let grid = |number: f64| (number * 1024.0).round() / 1024.0;
        Point::new(grid(middle.x + away * cos), grid(middle.y + away * sin))
    };
    (0..corners).map(corner).collect()
}

fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Vec<Point> {
    [(x, y), (x + width, y), (x + width, y + height), (x, y + height)].map(Point::from).to_vec()
}

fn is_open(mesh: &NavMesh, point: Point) -> bool {
    mesh.chart().snap(point).is_some_and(|at| mesh.polygons_at(at).next().is_some())
}

/// Whether a line that does not cross itself goes round a point.
fn goes_round(outline: &[Point], point: Point) -> bool {
    let sides = outline.iter().zip(outline.iter().cycle().skip(1));
    let crossed = sides.filter(|(from, to)| {
        (from.y > point.y) != (to.y > point.y)
            && point.x < from.x + (point.y - from.y) / (to.y - from.y) * (to.x - from.x)
    });
    crossed.count() % 2 == 1
}

/// How far two lines are from each other.
fn apart(one: [Point; 2], other: [Point; 2]) -> f64 {
    let side = |[from, to]: [Point; 2], point: Point| {
        (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x)
    };
    let parts = |line: [Point; 2], [a, b]: [Point; 2]| side(line, a) * side(line, b) < 0.0;
    if parts(one, other) && parts(other, one) {
        return 0.0;
    }
    let ends = [(one[0], other), (one[1], other), (other[0], one), (other[1], one)];
    ends.map(|(point, line)| away(point, line)).into_iter().fold(f64::INFINITY, f64::min)
}

fn away(point: Point, [from, to]: [Point; 2]) -> f64 {
    let (way_x, way_y) = (to.x - from.x, to.y - from.y);
    let whole = way_x * way_x + way_y * way_y;
    let along = (point.x - from.x) * way_x + (point.y - from.y) * way_y;
    let along = if whole == 0.0 { 0.0 } else { (along / whole).clamp(0.0, 1.0) };
    point.distance(Point::new(from.x + along * way_x, from.y + along * way_y))
}

/// On the grid, so that nothing is moved.
fn any_point(random: &mut Random) -> Point {
    let [x, y] = [0; 2].map(|_| f64::from(random.below(24 * 1024)) / 1024.0);
    Point::new(x, y)
}

fn part(random: &mut Random) -> f64 {
    f64::from(random.below(1 << 20)) / f64::from(1 << 20)
}

fn index(random: &mut Random, length: usize) -> usize {
    random.below(u32::try_from(length).expect("there are few")) as usize
}
