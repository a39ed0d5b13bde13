//! Meshes that are made to be awkward: slivers, and sides that there are not.

use xunlu_map::{MeshPolygon, Point, PolygonMesh};
use xunlu_mesh::{MeshSpace, NavMesh, NavMeshError};

/// Strips side by side, aslant from one corner to the other.
fn strips(count: u32) -> PolygonMesh {
    let length = 1000.0;
    let ends = (0..=count).flat_map(|at| {
        let aside = f64::from(at) * length / f64::from(count);
        [Point::new(aside, 0.0), Point::new(aside + length, length)]
    });
    let strip = |at: u32| {
        let corners = [2 * at, 2 * at + 2, 2 * at + 3, 2 * at + 1];
        let (before, after) = (at.checked_sub(1), Some(at + 1).filter(|&after| after < count));
        MeshPolygon { vertices: corners.to_vec(), neighbours: vec![None, after, None, before] }
    };
    PolygonMesh { vertices: ends.collect(), polygons: (0..count).map(strip).collect() }
}

#[test]
fn many_strips_take_memory_as_they_are_many() {
    let [few, many] = [1_000, 16_000].map(|count| NavMesh::new(&strips(count)).unwrap().bytes());
    assert!(many < 20 * few, "{few} and {many} bytes");
}

#[test]
fn beside_a_sliver_the_nearest_point_is_its_neighbours() {
    let corner = |x: f64, y: f64| Point::new(x / 1024.0, y / 1024.0);
    let vertices =
        vec![corner(0.0, 0.0), corner(1000.0, 1.0), corner(500.0, 1.0), corner(500.0, 900.0)];
    let sliver = MeshPolygon { vertices: vec![0, 1, 2], neighbours: vec![None, Some(1), Some(2)] };
    let right = MeshPolygon { vertices: vec![2, 1, 3], neighbours: vec![Some(0), None, Some(2)] };
    let left = MeshPolygon { vertices: vec![0, 2, 3], neighbours: vec![Some(0), Some(1), None] };
    let mesh =
        NavMesh::new(&PolygonMesh { vertices, polygons: vec![sliver, right, left] }).unwrap();
    let below = corner(250.0, -30.0);
    let nearest = mesh.nearest(below, 1.0).unwrap();
    assert!(below.distance(nearest) < 33.0 / 1024.0, "{nearest:?}");
}

#[test]
fn a_polygon_with_more_neighbours_than_sides_is_refused() {
    let vertices = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)].map(Point::from).to_vec();
    let polygon =
        MeshPolygon { vertices: vec![0, 1, 2], neighbours: vec![None, None, None, Some(0)] };
    let made = NavMesh::new(&PolygonMesh { vertices, polygons: vec![polygon] });
    assert_eq!(made.err(), Some(NavMeshError::Corners { polygon: 0 }));
}

#[test]
fn a_path_from_a_point_to_itself_has_no_length_and_no_sign() {
    let mesh = NavMesh::new(&strips(3)).unwrap();
    let (here, mut space) = (Point::new(500.0, 400.0), MeshSpace::new());
    let path = mesh.shortest_path(here, here, &mut space).unwrap();
    assert_eq!(path.length.to_bits(), 0.0_f64.to_bits());
    assert_eq!(mesh.path_within(0.5, here, here, &mut space), Some(path));
}
