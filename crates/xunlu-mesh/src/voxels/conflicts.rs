//! Lines of simplified contours that get into each other's way.
//!
//! Lines are sorted into squares of a few cells that they pass through, so that each is held against those
//! near it alone.

use super::contours::Contours;
use crate::exact::{MeshPoint, side};
use crate::half_edges::NONE;

/// A square is so many cells wide, as a power of two.
const SQUARE_SHIFT: u32 = 3;

/// Room to look for them.
#[derive(Default)]
pub(super) struct Conflicts {
    lines: Vec<Line>,
    // The squares that lines pass through, with the lines' numbers.
    passed: Vec<([i32; 2], u32)>,
}

#[derive(Clone, Copy)]
struct Line {
    ends: [MeshPoint; 2],
    points: [usize; 2],
    regions: [u32; 2],
    heights: [i32; 2],
    is_in_the_way: bool,
}

impl Conflicts {
    /// The lines that cross others of about their height, or touch others of the same region but at their
    /// ends; those that could have more corners.
    pub(super) fn find(&mut self, contours: &Contours, headroom: i32) -> Vec<[usize; 2]> {
        self.lines.clear();
        self.passed.clear();
        for (points, chain) in contours.lines() {
            let ends = points.map(|point| contours.points[point]);
            // Both ends in one point are no line.
            let is_in_the_way = ends[0] == ends[1];
            self.pass(ends);
            let regions = contours.chain(chain).regions;
            let heights = contours.heights_between(points[0], points[1]);
            self.lines.push(Line { ends, points, regions, heights, is_in_the_way });
        }
        self.passed.sort_unstable();
        for square in self.passed.chunk_by(|one, other| one.0 == other.0) {
            for (before, &(_, one)) in square.iter().enumerate() {
                for &(_, other) in &square[..before] {
                    let pair = [one, other].map(|number| self.lines[number as usize]);
                    if pair.iter().all(|line| line.is_in_the_way) {
                        continue;
                    }
                    if are_in_the_way(&pair, headroom) {
                        self.lines[one as usize].is_in_the_way = true;
                        self.lines[other as usize].is_in_the_way = true;
                    }
                }
            }
        }
        let found = self.lines.iter().filter(|line| line.is_in_the_way).map(|line| line.points);
        found.filter(|[from, to]| to - from > 1).collect()
    }

    /// Notes the squares that a line passes through, column by column.
    fn pass(&mut self, ends: [MeshPoint; 2]) {
        let number = crate::half_edges::numbered(self.lines.len());
        let [left, right] = if ends[0].x <= ends[1].x { ends } else { [ends[1], ends[0]] };
        let (way, square) = (left.to(right), |at: i32| at >> SQUARE_SHIFT);
        let at = |x: i32| {
            if way.x == 0 {
                return [left.y, right.y];
            }
            // Rounded down and up.
            let rise = i64::from(way.y) * i64::from(x - left.x);
            let [down, up] = [0, i64::from(way.x) - 1].map(|by| {
                let y = i64::from(left.y) + (rise + by).div_euclid(i64::from(way.x));
                i32::try_from(y).unwrap_or(left.y)
            });
            [down, up]
        };
        for column in square(left.x)..=square(right.x) {
            let first = (column << SQUARE_SHIFT).max(left.x);
            let last = ((column + 1) << SQUARE_SHIFT).min(right.x);
            let ys = [at(first), at(last)].concat();
            let [low, high] = [ys.iter().min(), ys.iter().max()].map(|y| square(*y.unwrap_or(&0)));
            self.passed.extend((low..=high).map(|row| ([column, row], number)));
        }
    }
}

/// Whether two lines are in each other's way.
fn are_in_the_way([one, other]: &[Line; 2], headroom: i32) -> bool {
    let is_shared = |region: &u32| *region != NONE && other.regions.contains(region);
    let are_of_one = one.regions.iter().any(is_shared);
    let is_above = |one: &Line, other: &Line| one.heights[0] - other.heights[1] >= headroom;
    if !are_of_one && (is_above(one, other) || is_above(other, one)) {
        return false;
    }
    let [[a, b], [c, d]] = [one.ends, other.ends];
    let [by_c, by_d] = [c, d].map(|end| side(a, b, end).signum());
    let [by_a, by_b] = [a, b].map(|end| side(c, d, end).signum());
    if by_c * by_d < 0 && by_a * by_b < 0 {
        return true;
    }
    if !are_of_one {
        return false;
    }
    if [a, b] == [c, d] || [a, b] == [d, c] {
        return true;
    }
    let is_within = |at: MeshPoint, [from, to]: [MeshPoint; 2], by: i64| {
        by == 0 && at.to(from).dot(at.to(to)) < 0
    };
    is_within(c, [a, b], by_c)
        || is_within(d, [a, b], by_d)
        || is_within(a, [c, d], by_a)
        || is_within(b, [c, d], by_b)
}
