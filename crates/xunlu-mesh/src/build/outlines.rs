//! Outlines as lines on the grid, and lines that do not cross as walls.

use super::crossings;
use super::line::{Line, Once, sort_and_join};
use super::sweep::{SweepSpace, Triangles};
use super::winding::Winding;
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
    Ok(around(&walls(apart)))
}

/// Closed lines around what sorted walls go round at all, to their left. Where they touch, a line goes on
/// along what they do not go round. Walls of no width are lines of two points.
fn around(walls: &[Line]) -> Vec<Vec<MeshPoint>> {
    let mut made = Triangles::default();
    made.cut(walls, |winding| winding != Winding::default(), &mut SweepSpace::default());
    let is_within = |edge: u32| made.halves[edge as usize].is_open;
    let along = 0..2 * numbered(walls.len());
    let mut borders: Vec<[MeshPoint; 2]> = along
        .clone()
        .filter(|&edge| is_within(edge) && !is_within(edge ^ 1))
        .map(|edge| [edge, edge ^ 1].map(|edge| made.from(edge)))
        .collect();
    borders.sort_unstable();
    let mut is_done = vec![false; borders.len()];
    let mut all = Vec::new();
    for first in 0..borders.len() {
        let mut line = Vec::new();
        let mut border = first;
        while !std::mem::replace(&mut is_done[border], true) {
            line.push(borders[border][0]);
            border = after(&borders, borders[border]);
        }
        if !line.is_empty() {
            all.push(line);
        }
    }
    let thin = along.step_by(2).filter(|&edge| {
        made.is_shut(edge) && [edge, edge ^ 1].iter().all(|&edge| !is_within(edge))
    });
    all.extend(thin.map(|edge| vec![made.from(edge), made.from(edge ^ 1)]));
    all
}

/// Of sorted borders the one that leaves where another ends: the first, counter-clockwise, from that one on.
fn after(borders: &[[MeshPoint; 2]], [from, to]: [MeshPoint; 2]) -> usize {
    let first = borders.partition_point(|&[other, _]| other < to);
    let leaving = (first..borders.len()).take_while(|&at| borders[at][0] == to);
    let back = to.to(from);
    // Whether it turns less than half round, and then which of two turns less.
    let turn = |at: usize| {
        let way = to.to(borders[at][1]);
        let bend = back.cross(way);
        (bend < 0 || bend == 0 && back.dot(way) < 0, way)
    };
    let first = leaving.min_by(|&one, &other| {
        let ((is_far, way), (is_other_far, other)) = (turn(one), turn(other));
        is_far.cmp(&is_other_far).then_with(|| 0.cmp(&way.cross(other)))
    });
    first.expect("what goes round something goes on")
}

/// Twice the area that an outline goes round, negative if it goes clockwise.
fn twice_the_area(points: &[MeshPoint]) -> i128 {
    let Some(&first) = points.first() else { return 0 };
    let after = points.iter().skip(1);
    points.iter().zip(after).map(|(&a, &b)| i128::from(first.to(a).cross(first.to(b)))).sum()
}

/// Lines that meet at their ends alone, as walls: sorted, and those that lie on each other made one.
pub(crate) fn walls(mut lines: Vec<Line>) -> Vec<Line> {
    sort_and_join(&mut lines);
    // Where ground runs along other ground, nothing changes.
    lines.retain(|line| line.added != Winding::default() || line.ways == Ways::BOTH);
    lines
}
