//! Outlines as lines on the grid, and lines that do not cross as walls.

use super::cells::Walls;
use super::crossings;
use super::line::Line;
use super::triangulate::{Triangles, Winding, triangles};
use crate::error::NavMeshError;
use crate::exact::{Chart, MeshPoint};
use crate::half_edges::numbered;
use std::collections::{BTreeMap, HashMap};
use xunlu_map::Point;

/// The pieces of all outlines, each with what it goes round to its left.
pub(super) fn lines(
    chart: &Chart,
    ground: &[Vec<Point>],
    obstacles: &[Vec<Point>],
) -> Result<Vec<Line>, NavMeshError> {
    let mut lines = Vec::new();
    let once = [Winding { ground: 1, obstacles: 0 }, Winding { ground: 0, obstacles: 1 }];
    for (outlines, added) in [ground, obstacles].into_iter().zip(once) {
        for outline in outlines {
            let points: Option<Vec<MeshPoint>> =
                outline.iter().map(|&point| chart.snap(point)).collect();
            lines.extend(lines_of(&points.ok_or(NavMeshError::Coordinates)?, added)?);
        }
    }
    Ok(lines)
}

/// The pieces of one outline.
fn lines_of(points: &[MeshPoint], once: Winding) -> Result<Vec<Line>, NavMeshError> {
    let added = if twice_the_area(points) < 0 { once.reversed() } else { once };
    let after = points.iter().cycle().skip(1);
    let sides = points.iter().zip(after);
    let lines: Vec<Line> = sides.filter_map(|(&from, &to)| Line::new(from, to, added)).collect();
    let apart = crossings::without(lines.clone()).ok_or(NavMeshError::Tangled)?;
    let mut corners = points.to_vec();
    corners.sort_unstable();
    corners.dedup();
    if apart.len() == lines.len() && corners.len() == points.len() {
        return Ok(lines);
    }
    // It crosses or touches itself: some of what it goes round may lie to its right.
    let (walls, crossed) = walls(&apart);
    let mut triangles = triangles(&walls);
    let of = |triangles: &Triangles, edge: u32| added_by(&crossed, triangles, edge);
    triangles.open_by_windings(of, |winding| winding != Winding::default());
    let around = (0..numbered(triangles.origins.len())).filter(|&edge| {
        triangles.is_open[edge as usize] && !triangles.is_open[(edge ^ 1) as usize]
    });
    Ok(around
        .filter_map(|edge| Line::new(triangles.from(edge), triangles.from(edge ^ 1), once))
        .collect())
}

/// What crossing a half-edge from its right to its left adds.
pub(super) fn added_by(
    added: &HashMap<[u32; 2], Winding>,
    triangles: &Triangles,
    edge: u32,
) -> Winding {
    let ends = [edge, edge ^ 1].map(|edge| triangles.origins[edge as usize]);
    let reversed = || added.get(&[ends[1], ends[0]]).map(|added| added.reversed());
    added.get(&ends).copied().or_else(reversed).unwrap_or_default()
}

/// Twice the area that an outline goes round, negative if it goes clockwise.
fn twice_the_area(points: &[MeshPoint]) -> i128 {
    let Some(&first) = points.first() else { return 0 };
    let after = points.iter().skip(1);
    points.iter().zip(after).map(|(&a, &b)| i128::from(first.to(a).cross(first.to(b)))).sum()
}

/// Lines that meet at their ends alone, as walls, and what crossing each adds.
pub(super) fn walls(lines: &[Line]) -> (Walls, HashMap<[u32; 2], Winding>) {
    let mut joined: BTreeMap<[MeshPoint; 2], Winding> = BTreeMap::new();
    for line in lines {
        let added = joined.entry([line.from, line.to]).or_default();
        *added = added.plus(line.added);
    }
    // Where outlines run along each other both ways, nothing changes.
    joined.retain(|_, added| *added != Winding::default());
    let mut corners: Vec<MeshPoint> = joined.keys().flatten().copied().collect();
    corners.sort_unstable();
    corners.dedup();
    let number = |corner: &MeshPoint| numbered(corners.partition_point(|other| other < corner));
    let ends: Vec<[u32; 2]> = joined.keys().map(|[from, to]| [number(from), number(to)]).collect();
    // Asked for one at a time: the order of the table does not matter.
    let added = ends.iter().copied().zip(joined.into_values()).collect();
    (Walls { corners, ends }, added)
}
