//! Meshes of convex polygons, small and full of coincidences.

use crate::random::Random;
use std::collections::BTreeMap;
use xunlu_map::{MeshPolygon, Point, PolygonMesh};

/// Far enough apart that moving each corner by one leaves every triangle its area.
const SPACING: i32 = 5;

/// A mesh on whole coordinates from 0 to about 30: a lattice of triangles, perhaps with its corners moved,
/// from which some were taken out, and of which some that lie side by side became one polygon.
#[must_use]
pub fn any_mesh(random: &mut Random) -> PolygonMesh {
    let [columns, rows] = [0; 2].map(|_| random.from_to(1, 5));
    let moved = random.below(2) * 2;
    let mut points = BTreeMap::new();
    for (x, y) in (0..=columns).flat_map(|x| (0..=rows).map(move |y| (x, y))) {
        let mut along = |number: u32| {
            (number.cast_signed() + 1) * SPACING + random.below(moved + 1).cast_signed()
                - (moved / 2).cast_signed()
        };
        points.insert((x, y), [along(x), along(y)]);
    }
    let kept = random.from_to(40, 100);
    let by_squares = random.below(3) == 0;
    let mut polygons: Vec<Vec<[i32; 2]>> = Vec::new();
    for (x, y) in (0..columns).flat_map(|x| (0..rows).map(move |y| (x, y))) {
        let [a, b, c, d] =
            [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)].map(|corner| points[&corner]);
        let halves =
            if random.below(2) == 0 { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] };
        let square = random.below(100);
        for half in halves {
            let drawn = if by_squares { square } else { random.below(100) };
            if drawn < kept {
                polygons.push(half.to_vec());
            }
        }
    }
    let tries = count(&polygons) * random.below(4);
    for _ in 0..tries {
        let [one, other] = [0; 2].map(|_| random.below(count(&polygons)) as usize);
        if one != other
            && let Some(whole) = merged(&polygons[one], &polygons[other])
        {
            polygons[one] = whole;
            polygons.swap_remove(other);
        }
    }
    if polygons.is_empty() {
        polygons.push([(0, 0), (1, 0), (0, 1)].map(|corner| points[&corner]).to_vec());
    }
    mesh_of(&polygons, random)
}

/// Two polygons that share one side as one, if that is convex.
fn merged(one: &[[i32; 2]], other: &[[i32; 2]]) -> Option<Vec<[i32; 2]>> {
    let side = |polygon: &[[i32; 2]], at: usize| [polygon[at], polygon[(at + 1) % polygon.len()]];
    let shared = |at: usize| {
        let [from, to] = side(one, at);
        (0..other.len()).find(|&there| side(other, there) == [to, from])
    };
    let mut sides = (0..one.len()).filter_map(|at| shared(at).map(|there| (at, there)));
    let ((at, there), None) = (sides.next()?, sides.next()) else { return None };
    // Round the one from the side's end to its beginning, then round the other.
    let first = (1..=one.len()).map(|by| one[(at + by) % one.len()]);
    let second = (2..other.len()).map(|by| other[(there + by) % other.len()]);
    let whole: Vec<[i32; 2]> = first.chain(second).collect();
    let count = whole.len();
    let bends = |at: usize| {
        let [a, b, c] = [0, 1, 2].map(|by| whole[(at + by) % count]);
        (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
    };
    (0..count).all(|at| bends(at) >= 0).then_some(whole)
}

/// The mesh of these polygons: those that share a side are joined, or some of them have a wall of no width
/// between them.
fn mesh_of(polygons: &[Vec<[i32; 2]>], random: &mut Random) -> PolygonMesh {
    let has_thin_walls = random.below(4) == 0;
    let mut numbers = BTreeMap::new();
    let mut vertices = Vec::new();
    let mut beyond = BTreeMap::new();
    for (polygon, number) in polygons.iter().zip(0..) {
        for at in 0..polygon.len() {
            beyond.insert([polygon[at], polygon[(at + 1) % polygon.len()]], number);
            numbers.entry(polygon[at]).or_insert_with(|| {
                vertices.push(Point::new(polygon[at][0].into(), polygon[at][1].into()));
                count(&vertices) - 1
            });
        }
    }
    let mut is_walled = BTreeMap::new();
    let mut neighbour = |[from, to]: [[i32; 2]; 2]| {
        let both = [from.min(to), from.max(to)];
        let walled =
            *is_walled.entry(both).or_insert_with(|| has_thin_walls && random.below(6) == 0);
        beyond.get(&[to, from]).copied().filter(|_| !walled)
    };
    let polygons = polygons.iter().map(|polygon| {
        let sides = (0..polygon.len()).map(|at| [polygon[at], polygon[(at + 1) % polygon.len()]]);
        MeshPolygon {
            vertices: polygon.iter().map(|corner| numbers[corner]).collect(),
            neighbours: sides.map(&mut neighbour).collect(),
        }
    });
    let polygons = polygons.collect();
    PolygonMesh { vertices, polygons }
}

fn count<T>(all: &[T]) -> u32 {
    u32::try_from(all.len()).expect("these meshes are small")
}
