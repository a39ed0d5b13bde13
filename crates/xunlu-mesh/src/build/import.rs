//! Polygons that were made elsewhere: checked, laid on the grid, and joined.

use crate::error::NavMeshError;
use crate::exact::{Chart, MeshPoint};
use crate::half_edges::{NONE, numbered};
use crate::polygons::Polygons;
use std::collections::HashMap;
use xunlu_map::PolygonMesh;

pub(super) fn polygons(chart: &Chart, mesh: &PolygonMesh) -> Result<Polygons, NavMeshError> {
    let corners: Option<Vec<MeshPoint>> =
        mesh.vertices.iter().map(|&point| chart.snap(point)).collect();
    let corners = corners.ok_or(NavMeshError::Coordinates)?;
    let mut made = Polygons { corners, firsts: vec![0], ..Polygons::default() };
    for (polygon, number) in mesh.polygons.iter().zip(0..) {
        let is_known =
            polygon.vertices.iter().all(|&vertex| (vertex as usize) < made.corners.len());
        let has_sides = polygon.neighbours.len() <= polygon.vertices.len();
        if polygon.vertices.len() < 3 || !is_known || !has_sides {
            return Err(NavMeshError::Corners { polygon: number });
        }
        let around = polygon.vertices.iter().map(|&vertex| made.corners[vertex as usize]);
        if !is_convex(&around.collect::<Vec<MeshPoint>>()) {
            return Err(NavMeshError::NotConvex { polygon: number });
        }
        made.origins.extend(&polygon.vertices);
        made.firsts.push(numbered(made.origins.len()));
    }
    join_sides(&mut made, mesh)?;
    Ok(made)
}

/// Joins each side to the same one of the polygon beyond.
fn join_sides(made: &mut Polygons, mesh: &PolygonMesh) -> Result<(), NavMeshError> {
    let ends = |made: &Polygons, polygon: u32, side: u32| {
        let [first, end] = [polygon, polygon + 1].map(|number| made.firsts[number as usize]);
        let next = if first + side + 1 == end { first } else { first + side + 1 };
        [first + side, next].map(|edge| made.origins[edge as usize])
    };
    // By polygon and ends; nothing depends on the order of the table.
    let mut sides: HashMap<(u32, [u32; 2]), u32> = HashMap::new();
    for (polygon, number) in mesh.polygons.iter().zip(0..) {
        for side in 0..numbered(polygon.vertices.len()) {
            sides.insert((number, ends(made, number, side)), made.firsts[number as usize] + side);
        }
    }
    made.twins = vec![NONE; made.origins.len()];
    for (polygon, number) in mesh.polygons.iter().zip(0..) {
        for (neighbour, side) in polygon.neighbours.iter().zip(0..) {
            let Some(neighbour) = *neighbour else { continue };
            let wrong = NavMeshError::Neighbour { polygon: number, side };
            let [from, to] = ends(made, number, side);
            let twin = *sides.get(&(neighbour, [to, from])).ok_or_else(|| wrong.clone())?;
            let back = mesh.polygons[neighbour as usize]
                .neighbours
                .get((twin - made.firsts[neighbour as usize]) as usize);
            if back.copied().flatten() != Some(number) {
                return Err(wrong);
            }
            made.twins[(made.firsts[number as usize] + side) as usize] = twin;
        }
    }
    Ok(())
}

/// Whether these corners go round an area once, counter-clockwise, and never turn right. Corners on one line
/// are fine.
fn is_convex(around: &[MeshPoint]) -> bool {
    let count = around.len();
    let mut rounds = 0;
    let mut turns = false;
    for number in 0..count {
        let [before, at, after] = [0, 1, 2].map(|by| around[(number + by) % count]);
        let (coming, leaving) = (before.to(at), at.to(after));
        let bend = coming.cross(leaving);
        if before == at || bend < 0 || bend == 0 && coming.dot(leaving) < 0 {
            return false;
        }
        turns |= bend > 0;
        let points_up = |x: i32, y: i32| y > 0 || y == 0 && x > 0;
        // A left turn from the lower half of the plane into the upper begins a round.
        rounds += u32::from(!points_up(coming.x, coming.y) && points_up(leaving.x, leaving.y));
    }
    turns && rounds == 1
}
