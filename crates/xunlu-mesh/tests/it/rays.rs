//! Rays, nearest points and walls, and slides on thousands of meshes full of coincidences.

use xunlu_map::Point;
use xunlu_mesh::{MeshSpace, NavMesh, Ray};
use xunlu_testkit::{MeshReferee, Random, any_mesh};

const SEEDS: u64 = 1500;
const RAYS: u32 = 20;

#[test]
fn a_ray_is_clear_if_its_ends_see_each_other() {
    let (mut clear, mut hits) = (0, 0);
    for seed in 0..SEEDS {
        let random = &mut Random::new(seed);
        let polygons = any_mesh(random);
        let (mesh, referee) = (NavMesh::new(&polygons).unwrap(), MeshReferee::new(&polygons));
        for _ in 0..RAYS {
            let [from, to] = [0; 2].map(|_| [0; 2].map(|_| random.from_to(4, 30).cast_signed()));
            let [begin, end] = [from, to].map(|[x, y]| Point::new(x.into(), y.into()));
            let ray = mesh.raycast(begin, end);
            let is_clear = matches!(ray, Some(Ray::Clear { .. }));
            let told = format_args!("seed {seed}, {from:?} to {to:?}: {ray:?}\n{polygons:?}");
            assert_eq!(is_clear, referee.is_in_sight(from, to), "{told}");
            match ray {
                Some(Ray::Clear { .. }) => clear += 1,
                Some(Ray::Hit(hit)) => {
                    hits += 1;
                    let [a, b] = hit.wall;
                    let off = (b.x - a.x) * (hit.point.y - a.y) - (b.y - a.y) * (hit.point.x - a.x);
                    assert!(off.abs() < 1e-9 * a.distance(b).max(1.0), "{told}");
                    let along = begin.distance(hit.point) + hit.point.distance(end);
                    assert!((along - begin.distance(end)).abs() < 1e-9, "{told}");
                    assert!((hit.normal.distance(Point::default()) - 1.0).abs() < 1e-12, "{told}");
                }
                None => assert!(!referee.is_in_sight(from, from), "{told}"),
            }
        }
    }
    assert!(clear > 1000 && hits > 1000, "{clear} clear, {hits} hits");
}

#[test]
fn the_nearest_point_is_as_near_as_any() {
    let (mut inside, mut outside) = (0, 0);
    for seed in 0..SEEDS {
        let random = &mut Random::new(seed);
        let polygons = any_mesh(random);
        let mesh = NavMesh::new(&polygons).unwrap();
        for _ in 0..RAYS {
            let [x, y] = [0; 2].map(|_| random.between(-6, 40));
            let point = Point::new(x.into(), y.into());
            let nearest = mesh.nearest(point, f64::INFINITY).expect("a mesh has points");
            let distance = point.distance(nearest);
            let walls = mesh.walls().map(|ends| ends.map(|end| mesh.chart().point(end)));
            let least = walls.map(|wall| distance_to(point, wall)).fold(f64::INFINITY, f64::min);
            let spot = mesh.chart().snap(nearest).unwrap();
            let told = format_args!(
                "seed {seed}, {point:?}: {nearest:?}, {distance}, expected {least}\n{polygons:?}"
            );
            assert!(mesh.polygons_at(spot).next().is_some(), "{told}");
            if distance == 0.0 {
                inside += 1;
                continue;
            }
            outside += 1;
            // Two steps of the grid: the point between them is moved to one of the mesh.
            assert!(distance >= least && distance <= least + 2.0 / 1024.0, "{told}");
            assert_eq!(mesh.nearest(point, distance / 2.0), None, "{told}");
        }
    }
    assert!(inside > 1000 && outside > 1000, "{inside} inside, {outside} outside");
}

#[test]
fn the_nearest_wall_is_as_near_as_any() {
    let (mut near, mut far) = (0, 0);
    let mut space = MeshSpace::new();
    for seed in 0..SEEDS {
        let random = &mut Random::new(seed);
        let polygons = any_mesh(random);
        let mesh = NavMesh::new(&polygons).unwrap();
        for _ in 0..RAYS {
            let [x, y] = [0; 2].map(|_| f64::from(random.between(0, 120)) / 4.0);
            let point = Point::new(x, y);
            let reach = f64::from(random.from_to(1, 12)) / 2.0;
            let Some(spot) = mesh.chart().snap(point) else { continue };
            if mesh.polygons_at(spot).next().is_none() {
                assert_eq!(mesh.nearest_wall(point, reach, &mut space), None, "seed {seed}");
                continue;
            }
            let walls = mesh.walls().map(|ends| ends.map(|end| mesh.chart().point(end)));
            let least = walls.map(|wall| distance_to(point, wall)).fold(f64::INFINITY, f64::min);
            let told = format_args!("seed {seed}, {point:?} within {reach}, {least}\n{polygons:?}");
            match mesh.nearest_wall(point, reach, &mut space) {
                Some(wall) => {
                    near += 1;
                    assert!((wall.distance - least).abs() < 1e-9, "{told}: {wall:?}");
                    assert!(distance_to(wall.point, wall.wall) < 1e-9, "{told}: {wall:?}");
                    assert!((wall.point.distance(point) - least).abs() < 1e-9, "{told}");
                }
                None => {
                    far += 1;
                    assert!(least > reach - 1e-9, "{told}");
                }
            }
        }
    }
    assert!(near > 1000 && far > 500, "{near} near, {far} far");
}

#[test]
fn a_slide_comes_as_near_as_the_ray_and_never_through_a_wall() {
    let (mut straight, mut along) = (0, 0);
    let mut space = MeshSpace::new();
    for seed in 0..SEEDS {
        let random = &mut Random::new(seed);
        let polygons = any_mesh(random);
        let mesh = NavMesh::new(&polygons).unwrap();
        for _ in 0..RAYS {
            let [from, to] = [0; 2].map(|_| {
                let [x, y] = [0; 2].map(|_| f64::from(random.between(0, 120)) / 4.0);
                Point::new(x, y)
            });
            let Some(end) = mesh.slide(from, to, &mut space) else {
                assert_eq!(mesh.raycast(from, from), None, "seed {seed}, {from:?}");
                continue;
            };
            let told = format_args!("seed {seed}, {from:?} to {to:?}: {end:?}\n{polygons:?}");
            assert!(mesh.shortest_path(from, end, &mut space).is_some(), "{told}");
            assert!(end.distance(to) <= from.distance(to), "{told}");
            match mesh.raycast(from, to) {
                Some(Ray::Hit(hit)) => {
                    // The point of the wall is moved to one of the mesh.
                    let by_ray = hit.point.distance(to) + 2.0 / 1024.0;
                    assert!(end.distance(to) <= by_ray, "{told}, {hit:?}");
                    along += 1;
                }
                _ => {
                    straight += 1;
                    assert_eq!(end, to, "{told}");
                }
            }
        }
    }
    assert!(straight > 500 && along > 500, "{straight} straight, {along} along walls");
}

fn distance_to(point: Point, [from, to]: [Point; 2]) -> f64 {
    let way = Point::new(to.x - from.x, to.y - from.y);
    let along = (point.x - from.x) * way.x + (point.y - from.y) * way.y;
    let along = (along / (way.x * way.x + way.y * way.y)).clamp(0.0, 1.0);
    point.distance(Point::new(from.x + along * way.x, from.y + along * way.y))
}
