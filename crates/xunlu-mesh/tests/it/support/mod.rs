//! Scenes of walls and boxes by chance, for tests that ask many questions.

pub(crate) mod plans;

use xunlu_map::Point;
use xunlu_mesh::{NavMesh, Scene, SceneOptions};
use xunlu_testkit::Random;

/// How wide and high a scene is.
pub(crate) const SIZE: f64 = 32.0;

/// So many seeds, unless `XUNLU_SEEDS` says otherwise.
pub(crate) fn seeds(count: u64) -> u64 {
    std::env::var("XUNLU_SEEDS").map_or(count, |text| text.parse().expect("a number of seeds"))
}

/// Walls all across, with gaps or without, and boxes.
pub(crate) fn any_scene(random: &mut Random) -> Scene {
    let rectangle = |x: f64, y: f64, width: f64, height: f64| {
        [(x, y), (x + width, y), (x + width, y + height), (x, y + height)].map(Point::from).to_vec()
    };
    let mut obstacles = Vec::new();
    for _ in 0..random.below(4) {
        let (at, gap) = (f64::from(random.below(30)), f64::from(random.below(40)));
        let width = f64::from(random.from_to(1, 8)) / 4.0;
        if random.chance(50) {
            obstacles.push(rectangle(-1.0, at, gap, width));
            obstacles.push(rectangle(gap, at, SIZE - gap, width));
        } else {
            obstacles.push(rectangle(at, -1.0, width, gap));
            obstacles.push(rectangle(at, gap, width, SIZE - gap));
        }
    }
    for _ in 0..random.below(20) {
        let corner = any_point(random);
        obstacles.push(vec![corner, any_near(random, corner), any_near(random, corner)]);
    }
    let options = SceneOptions::new().tile_width([4.0, 16.0, 99.0][random.below(3) as usize]);
    let ground = rectangle(0.0, 0.0, SIZE, SIZE);
    Scene::with(&options, &[ground], &obstacles).expect("a scene")
}

fn any_near(random: &mut Random, point: Point) -> Point {
    let [x, y] = [point.x, point.y].map(|at| at + f64::from(random.below(8000)) / 1000.0 - 4.0);
    Point::new(x, y)
}

/// On the grid, so that nothing is moved.
pub(crate) fn any_point(random: &mut Random) -> Point {
    let [x, y] = [0; 2].map(|_| f64::from(random.below(32 * 1024)) / 1024.0);
    Point::new(x, y)
}

pub(crate) fn is_open(mesh: &NavMesh, point: Point) -> bool {
    mesh.chart().snap(point).is_some_and(|at| mesh.polygons_at(at).next().is_some())
}
