//! Outlines as lines on the grid, and lines that do not cross as walls.

use super::cells::Walls;
use super::crossings;
use super::line::{Line, Once, sort_and_join};
use super::triangulate::{Lines, Triangles, Winding, triangles};
use crate::error::NavMeshError;
use crate::exact::{Chart, MeshPoint};
use crate::half_edges::numbered;
use crate::ways::Ways;
use xunlu_map::Point;

/// The pieces of all outlines, each with what it goes round to its left.
pub(super) fn lines(
    chart: &Chart,
    ground: &[Vec<Point>],
    obstacles: &[Vec<Point>],
) -> Result<Vec<Line>, NavMeshError> {
    let mut lines = Vec::new();
    for (outlines, once) in [ground, obstacles].into_iter().zip([Once::GROUND, Once::OBSTACLE]) {
        for outline in outlines {
            let points: Option<Vec<MeshPoint>> =
                outline.iter().map(|&point| chart.snap(point)).collect();
            for points in loops(&points.ok_or(NavMeshError::Coordinates)?, once)? {
                lines_of(&points, once, &mut lines);
            }
        }
    }
    Ok(lines)
}

/// The pieces of a closed line that goes round something once.
pub(crate) fn lines_of(points: &[MeshPoint], once: Once, lines: &mut Vec<Line>) {
    let after = points.iter().cycle().skip(1);
    lines.extend(points.iter().zip(after).filter_map(|(&from, &to)| Line::new(from, to, once)));
}

/// An outline as closed lines that go round what belongs to it once, counter-clockwise. Where it is a wall
/// and goes round nothing, there and back, it is a line of two points.
pub(crate) fn loops(points: &[MeshPoint], once: Once) -> Result<Vec<Vec<MeshPoint>>, NavMeshError> {
    let mut points = points.to_vec();
    if twice_the_area(&points) < 0 {
        points.reverse();
    }
    let mut lines = Vec::new();
    lines_of(&points, Once { winding: Winding::GROUND, ..once }, &mut lines);
    let count = lines.len();
    let apart = crossings::without(lines).ok_or(NavMeshError::Tangled)?;
    let mut corners = points.clone();
    corners.sort_unstable();
    corners.dedup();
    if apart.len() == count && corners.len() == points.len() {
        return Ok(vec![points]);
    }
    // It crosses or touches itself: some of what it goes round may lie to its right.
    let (walls, crossed) = walls(&apart);
    let mut triangles = triangles(&walls);
    triangles.open_by_windings(&crossed, |winding| winding != Winding::default());
    let mut all = around(&triangles);
    let thin = (0..numbered(triangles.origins.len())).step_by(2).filter(|&edge| {
        let is_outside = [edge, edge ^ 1].iter().all(|&edge| !triangles.is_open[edge as usize]);
        is_outside && triangles.is_shut(edge)
    });
    all.extend(thin.map(|edge| vec![triangles.from(edge), triangles.from(edge ^ 1)]));
    Ok(all)
}

/// Closed lines around what is open, to their left. Where they touch, a line goes on along what is not open.
fn around(triangles: &Triangles) -> Vec<Vec<MeshPoint>> {
    let is_border =
        |edge: u32| triangles.is_open[edge as usize] && !triangles.is_open[(edge ^ 1) as usize];
    // The one that leaves where a border ends, found round what is not open there.
    let after = |edge: u32| {
        let mut spoke = edge ^ 1;
        loop {
            spoke = triangles.previous[spoke as usize] ^ 1;
            if is_border(spoke) {
                return spoke;
            }
        }
    };
    let count = numbered(triangles.origins.len());
    let mut is_done = vec![false; count as usize];
    let mut all = Vec::new();
    for first in 0..count {
        let mut line = Vec::new();
        let mut edge = first;
        while is_border(edge) && !std::mem::replace(&mut is_done[edge as usize], true) {
            line.push(triangles.from(edge));
            edge = after(edge);
        }
        if !line.is_empty() {
            all.push(line);
        }
    }
    all
}

/// Twice the area that an outline goes round, negative if it goes clockwise.
fn twice_the_area(points: &[MeshPoint]) -> i128 {
    let Some(&first) = points.first() else { return 0 };
    let after = points.iter().skip(1);
    points.iter().zip(after).map(|(&a, &b)| i128::from(first.to(a).cross(first.to(b)))).sum()
}

/// Lines that meet at their ends alone, as walls, and what is known of each.
pub(crate) fn walls(lines: &[Line]) -> (Walls, Lines) {
    let mut joined: Vec<Line> = lines.to_vec();
    sort_and_join(&mut joined);
    // Where ground runs along other ground, nothing changes.
    joined.retain(|line| line.added != Winding::default() || line.ways == Ways::BOTH);
    let mut corners: Vec<MeshPoint> = joined.iter().flat_map(|line| [line.from, line.to]).collect();
    corners.sort_unstable();
    corners.dedup();
    let number = |corner: MeshPoint| numbered(corners.partition_point(|&other| other < corner));
    let ends: Vec<[u32; 2]> =
        joined.iter().map(|line| [number(line.from), number(line.to)]).collect();
    let lines = Lines::new(ends.iter().copied().zip(joined).collect());
    (Walls { corners, ends }, lines)
}
