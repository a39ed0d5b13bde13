//! Polygons that were made elsewhere: checked, laid on the grid, and joined.

use crate::error::NavMeshError;
use crate::exact::{Chart, MeshPoint};
use crate::half_edges::{NONE, numbered};
use crate::polygons::{Polygons, is_convex};
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
