//! Walls of no width: outlines of two points, and what is too thin for the grid.

use xunlu_map::Point;
use xunlu_mesh::{MeshSpace, NavMesh, ObstacleId, Ray, RegionRule, Scene, SceneOptions};

/// A step of the grid.
const STEP: f64 = 1.0 / 1024.0;

#[test]
fn a_line_is_walked_round() {
    let wall = line((4.0, 1.0), (4.0, 9.0));
    let ground = [rectangle(0.0, 0.0, 10.0, 10.0)];
    let mut scene = Scene::with(&SceneOptions::new().tile_width(3.0), &ground, &[]).unwrap();
    scene.put(&wall).unwrap();
    let whole = NavMesh::of_outlines(&ground, &[wall]).unwrap();
    let [from, to] = [(1.0, 3.0), (9.0, 3.0)].map(Point::from);
    let round = 2.0_f64.hypot(3.0) + 2.0_f64.hypot(5.0);
    for mesh in [&whole, scene.mesh()] {
        assert_eq!(length(mesh, from, to), Some(round));
        assert!(matches!(mesh.raycast(from, to), Some(Ray::Hit(_))));
        // Along it, and up to it from both sides.
        let [low, high] = [(4.0, 2.0), (4.0, 8.0)].map(Point::from);
        assert_eq!(length(mesh, low, high), Some(6.0));
        assert_eq!(
            [from, to].map(|end| length(mesh, end, Point::new(4.0, 3.0))),
            [Some(3.0), Some(5.0)]
        );
    }
}

#[test]
fn lines_that_meet_shut_a_yard_in_until_one_is_gone() {
    let ground = [rectangle(0.0, 0.0, 16.0, 16.0)];
    // The second tiles have borders along which the walls run.
    for width in [16.0, 4.0, 3.0] {
        let options = SceneOptions::new().tile_width(width);
        let mut scene = Scene::with(&options, &ground, &[]).unwrap();
        let corners = [(4.0, 4.0), (12.0, 4.0), (12.0, 12.0), (4.0, 12.0)];
        let ids: Vec<ObstacleId> = (0..4)
            .map(|at| scene.put(&line(corners[at], corners[(at + 1) % 4])).unwrap())
            .collect();
        let [yard, street] = [(8.0, 9.0), (1.0, 1.0)].map(Point::from);
        assert!(!scene.mesh().are_connected(yard, street), "tiles of {width}");
        assert_eq!(length(scene.mesh(), yard, street), None, "tiles of {width}");
        let saved = saved(scene.mesh());
        assert_eq!(length(&saved, yard, street), None, "tiles of {width}");
        assert_eq!(length(&saved.by_rule(RegionRule::default()), yard, street), None);
        scene.move_to(ids[1], &line((12.0, 4.0), (12.0, 11.0))).unwrap();
        assert!(scene.mesh().are_connected(yard, street), "tiles of {width}");
        scene.move_to(ids[1], &line((12.0, 4.0), (12.0, 12.0))).unwrap();
        assert!(!scene.mesh().are_connected(yard, street), "tiles of {width}");
        scene.take(ids[3]).unwrap();
        assert!(length(scene.mesh(), yard, street).is_some(), "tiles of {width}");
    }
}

#[test]
fn what_is_too_thin_for_the_grid_stays_in_the_way() {
    // A wedge a step wide at its foot, whose far end is thinner than a step, from border to border.
    let ground = [rectangle(0.0, 0.0, 16.0, 16.0)];
    let wedge = [(-1.0, 8.0), (17.0, 8.0 + 5.0 * STEP), (17.0, 8.0 + 6.0 * STEP)].map(Point::from);
    for width in [16.0, 4.0, 1.0] {
        let options = SceneOptions::new().tile_width(width);
        let scene = Scene::with(&options, &ground, &[wedge.to_vec()]).unwrap();
        for x in [0.0, 0.5, 4.0, 7.75, 12.0, 15.0, 16.0] {
            let [from, to] = [Point::new(x, 1.0), Point::new(x, 15.0)];
            assert_eq!(length(scene.mesh(), from, to), None, "tiles of {width} at {x}");
        }
    }
}

#[test]
fn a_line_keeps_movers_with_a_radius_off() {
    let ground = [rectangle(0.0, 0.0, 20.0, 20.0)];
    let wall = line((10.0, -1.0), (10.0, 10.0));
    let [from, to] = [(4.0, 5.0), (16.0, 5.0)].map(Point::from);
    let options = SceneOptions::new().radius(1.0);
    let of_scene =
        Scene::with(&options, &ground, std::slice::from_ref(&wall)).unwrap().mesh().clone();
    let thin = NavMesh::of_outlines(&ground, &[wall]).unwrap();
    let of_mesh = thin.for_radius(1.0).unwrap();
    let on_mesh = Scene::on(&options, &thin, &[]).unwrap().mesh().clone();
    for mesh in [of_scene, of_mesh, on_mesh] {
        let length = length(&mesh, from, to).expect("there is room at the end");
        // Two tangents to the disc at its end and the arc between them, or up to a twelfth of that more.
        let leaning = (1.0 / 61.0_f64.sqrt()).acos() - (5.0_f64 / 6.0).atan();
        let arc = std::f64::consts::PI - 2.0 * leaning;
        let least = 2.0 * 60.0_f64.sqrt() + arc;
        assert!((least..least + arc / 12.0).contains(&length), "{length}");
        assert!(matches!(mesh.raycast(from, to), Some(Ray::Hit(_))));
    }
    let again = Scene::on(&SceneOptions::new().tile_width(5.0), &thin, &[]).unwrap();
    assert_eq!(length(again.mesh(), from, to), length(&thin, from, to));
}

#[test]
fn ground_that_meets_ground_is_no_wall_and_neither_is_a_seam() {
    let halves = [rectangle(0.0, 0.0, 5.0, 10.0), rectangle(5.0, 0.0, 5.0, 10.0)];
    // Round the outside, along a seam to a hole, round that, and back.
    let seam = [
        [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0), (0.0, 5.0)],
        [(4.0, 5.0), (4.0, 6.0), (6.0, 6.0), (6.0, 4.0), (4.0, 4.0)],
    ];
    let mut seam: Vec<Point> = seam.concat().into_iter().map(Point::from).collect();
    seam.extend([(4.0, 5.0), (0.0, 5.0)].map(Point::from));
    let [low, high] = [(2.0, 1.0), (2.0, 9.0)].map(Point::from);
    for ground in [halves.to_vec(), vec![seam]] {
        for width in [10.0, 2.0] {
            let scene = Scene::with(&SceneOptions::new().tile_width(width), &ground, &[]).unwrap();
            assert_eq!(length(scene.mesh(), low, high), Some(8.0));
            let across = length(scene.mesh(), Point::new(1.0, 1.0), Point::new(9.0, 1.0));
            assert_eq!(across, Some(8.0));
        }
    }
}

fn length(mesh: &NavMesh, from: Point, to: Point) -> Option<f64> {
    mesh.shortest_path(from, to, &mut MeshSpace::new()).map(|path| path.length)
}

fn saved(mesh: &NavMesh) -> NavMesh {
    let mut file = Vec::new();
    mesh.save(&mut file).expect("there is room");
    NavMesh::load(std::io::Cursor::new(file)).expect("it was just written")
}

fn line(from: (f64, f64), to: (f64, f64)) -> Vec<Point> {
    [from, to].map(Point::from).to_vec()
}

fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Vec<Point> {
    [(x, y), (x + width, y), (x + width, y + height), (x, y + height)].map(Point::from).to_vec()
}
