//! Points drawn by chance lie on the mesh, and as many in each part as it has area.

use crate::support::seeds;
use xunlu_map::{MeshPolygon, Point};
use xunlu_mesh::NavMesh;
use xunlu_testkit::{Random, any_mesh};

/// So many meshes, unless `XUNLU_SEEDS` says otherwise.
const SEEDS: u64 = 60;

const POINTS: u32 = 20_000;

#[test]
fn each_part_has_as_many_as_its_area() {
    for seed in 0..seeds(SEEDS) {
        let polygons = any_mesh(&mut Random::new(seed));
        let mesh = NavMesh::new(&polygons).unwrap();
        let corners = |polygon: &MeshPolygon| -> Vec<Point> {
            polygon.vertices.iter().map(|&at| polygons.vertices[at as usize]).collect()
        };
        let areas: Vec<f64> = polygons.polygons.iter().map(|own| area(&corners(own))).collect();
        let all: f64 = areas.iter().sum();
        let mut counts = vec![0.0; areas.len()];
        for point in mesh.random_points(seed).take(POINTS as usize) {
            let at = mesh.chart().snap(point).expect("it is on the chart");
            assert_eq!(mesh.chart().point(at), point, "seed {seed}: it is on the grid");
            let own = mesh.polygons_at(at).next();
            counts[own.expect("it is on the mesh") as usize] += 1.0;
        }
        for (area, count) in areas.iter().zip(&counts) {
            // Five times as far from the mean as one is, on average, of so many throws.
            let mean = f64::from(POINTS) * area / all;
            let far = 5.0 * mean.sqrt() + 1.0;
            assert!((count - mean).abs() < far, "seed {seed}: {count}, expected {mean}");
        }
    }
}

#[test]
fn one_triangle_is_filled_evenly() {
    let triangle = [(0.0, 0.0), (8.0, 0.0), (0.0, 8.0)].map(Point::from).to_vec();
    let mesh = NavMesh::of_outlines(&[triangle], &[]).unwrap();
    let inner = |point: &Point| point.x < 2.0 && point.y < 2.0;
    let near = |point: &Point| point.x + point.y < 4.0;
    let points: Vec<Point> = mesh.random_points(1).take(POINTS as usize).collect();
    for (is_meant, part) in [(&inner as &dyn Fn(&Point) -> bool, 4.0 / 32.0), (&near, 8.0 / 32.0)] {
        let count = points.iter().filter(|point| is_meant(point)).count() as f64;
        let mean = f64::from(POINTS) * part;
        assert!((count - mean).abs() < 5.0 * mean.sqrt(), "{count}, expected {mean}");
    }
    assert_eq!(points, mesh.random_points(1).take(POINTS as usize).collect::<Vec<Point>>());
    assert_ne!(points[0], mesh.random_points(2).next().unwrap());
}

fn area(corners: &[Point]) -> f64 {
    let sides = corners.iter().zip(corners.iter().cycle().skip(1));
    sides.map(|(a, b)| a.x * b.y - a.y * b.x).sum::<f64>() / 2.0
}
