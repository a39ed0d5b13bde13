//! Lines cut where they cross, at points of the grid, so that none crosses another.
//!
//! ```text
//!      b   a         The point nearest to a crossing lies beside the lines that are cut there, so each moves
//!       \ /          a little, and might pass over the end of a third: what was shut there would be open. So
//!    .---X---.       every line that comes within half a step of an end or a crossing, in the square around
//!    |  / \  |       that point of the grid, is led through it. Then no line passes over an end, none
//!    | c . \ |       crosses another, and one round is enough (Hobby 1999; Guibas and Marimont 1998).
//!    '-------'
//! ```

use super::line::{Line, sort_and_join};
use crate::exact::{MeshPoint, side};

/// So many crossings take some hundred megabytes: more come of lines that were not meant to cross each other.
const CROSSINGS_MAX: usize = 1 << 22;

/// What finding crossings scribbles on.
#[derive(Clone, Debug, Default)]
pub(crate) struct CrossingSpace {
    held: Vec<Held>,
    points: Vec<MeshPoint>,
    through: Vec<MeshPoint>,
}

/// A line that may still meet one to come: until where, and between which heights.
#[derive(Clone, Copy, Debug)]
struct Held {
    until: i32,
    heights: [i32; 2],
    line: u32,
}

/// The same lines, cut so that they meet at their ends alone. Returns `None` if they cross too often.
pub(crate) fn without(lines: Vec<Line>) -> Option<Vec<Line>> {
    without_in(lines, &mut CrossingSpace::default())
}

/// The same in memory that is lent.
pub(crate) fn without_in(mut lines: Vec<Line>, space: &mut CrossingSpace) -> Option<Vec<Line>> {
    // From left to right: so those are found that lie side by side.
    lines.sort_unstable_by_key(Line::key);
    find_crossings(&lines, space)?;
    let CrossingSpace { points, through, .. } = space;
    if points.is_empty() {
        return Some(lines);
    }
    points.extend(lines.iter().flat_map(|line| [line.from, line.to]));
    points.sort_unstable_by_key(|point| point.key());
    points.dedup();
    let mut pieces = Vec::with_capacity(lines.len() + points.len());
    let mut first = 0;
    for line in &lines {
        while points[first].x < line.from.x {
            first += 1;
        }
        near(line, &points[first..], through);
        pieces.extend(through.array_windows().map(|&[from, to]| line.piece(from, to)));
    }
    // Pieces that came to lie on each other are one.
    sort_and_join(&mut pieces);
    Some(pieces)
}

/// Finds the points at which sorted lines cross or touch each other but at the ends of both. Returns `None`
/// if there are too many.
fn find_crossings(lines: &[Line], space: &mut CrossingSpace) -> Option<()> {
    let CrossingSpace { held, points, .. } = space;
    held.clear();
    points.clear();
    for (line, number) in lines.iter().zip(0..) {
        let [least, most] = heights(line);
        held.retain(|other| {
            if other.until < line.from.x {
                return false;
            }
            if least <= other.heights[1] && other.heights[0] <= most {
                points.extend(crossing(line, &lines[other.line as usize]));
            }
            true
        });
        if points.len() > CROSSINGS_MAX {
            return None;
        }
        held.push(Held { until: line.to.x, heights: [least, most], line: number });
    }
    Some(())
}

/// Where one of two lines has to be cut, if any.
fn crossing(one: &Line, other: &Line) -> Option<MeshPoint> {
    let [a, b] = [other.from, other.to].map(|end| side(one.from, one.to, end).signum());
    if a * b > 0 {
        return None;
    }
    let [c, d] = [one.from, one.to].map(|end| side(other.from, other.to, end).signum());
    if a * b < 0 && c * d < 0 {
        return Some(nearest_to_crossing(one, other));
    }
    // An end that lies on the other line, between its ends.
    let touch = |line: &Line, end: MeshPoint, by: i64| {
        (by == 0 && line.from < end && end < line.to).then_some(end)
    };
    touch(one, other.from, a)
        .or_else(|| touch(one, other.to, b))
        .or_else(|| touch(other, one.from, c))
        .or_else(|| touch(other, one.to, d))
}

/// The point of the grid in whose square two lines cross.
fn nearest_to_crossing(one: &Line, other: &Line) -> MeshPoint {
    let along = other.from.to(other.to);
    let (part, whole) = (one.from.to(other.from).cross(along), one.from.to(one.to).cross(along));
    let (part, whole) = if whole < 0 { (-part, -whole) } else { (part, whole) };
    let at = |from: i32, to: i32| from + rounded(i64::from(to) - i64::from(from), part, whole);
    MeshPoint { x: at(one.from.x, one.to.x), y: at(one.from.y, one.to.y) }
}

/// The whole number nearest to a part of a length, of two such numbers the greater, given the part as a
/// fraction of positive numbers, at most one.
#[allow(clippy::cast_possible_truncation, reason = "a part of a length is not longer")]
#[allow(clippy::cast_precision_loss, reason = "what is lost is found again, one by one")]
fn rounded(length: i64, part: i64, whole: i64) -> i32 {
    let mut at = (length as f64 * (part as f64 / whole as f64)).round() as i64;
    let twice = 2 * i128::from(length) * i128::from(part);
    let is_below = |at: i64| twice < i128::from(2 * at - 1) * i128::from(whole);
    while is_below(at) {
        at -= 1;
    }
    while !is_below(at + 1) {
        at += 1;
    }
    at as i32
}

/// The points that a line is led through, from one end to the other, of some that are sorted, begin at or
/// right of where it begins, and have its ends among them.
fn near(line: &Line, points: &[MeshPoint], through: &mut Vec<MeshPoint>) {
    through.clear();
    let way = line.from.to(line.to);
    let reach = i64::from(way.x.abs()) + i64::from(way.y.abs());
    let [least, most] = heights(line);
    for &point in points.iter().take_while(|point| point.x <= line.to.x) {
        if (least..=most).contains(&point.y) {
            let away = 2 * side(line.from, line.to, point);
            // Its lower left corner belongs to a square, and the other three do not.
            let is_at_corner = away == i64::from(way.x) - i64::from(way.y);
            if away.abs() < reach || away.abs() == reach && is_at_corner {
                through.push(point);
            }
        }
    }
    if way.y < 0 {
        through.sort_unstable_by_key(|point| (point.x, std::cmp::Reverse(point.y)));
    }
}

fn heights(line: &Line) -> [i32; 2] {
    [line.from.y.min(line.to.y), line.from.y.max(line.to.y)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::line::Once;
    use xunlu_testkit::Random;

    #[test]
    fn an_end_beside_a_crossing_is_not_passed_over() {
        let line = |from: [i32; 2], to: [i32; 2]| {
            let [from, to] = [from, to].map(|[x, y]| MeshPoint { x, y });
            Line::new(from, to, Once::OBSTACLE).expect("two ends")
        };
        // The first two cross below the third's end, at 5,0.4; the point nearest to that lies above another.
        let lines = vec![line([0, 0], [10, 1]), line([5, 3], [4, -6]), line([5, 0], [9, -9])];
        let pieces = without(lines).expect("they are few");
        let corner = MeshPoint { x: 5, y: 0 };
        let at_corner = pieces.iter().filter(|line| [line.from, line.to].contains(&corner));
        assert_eq!(at_corner.count(), 5, "{pieces:?}");
    }

    #[test]
    fn nothing_crosses_after_one_round_and_no_line_moves_further_than_a_square() {
        let mut crossed = 0;
        for seed in 0..3000 {
            let random = &mut Random::new(seed);
            let size = random.from_to(3, 40);
            let any = |random: &mut Random| {
                let [x, y] = [0; 2].map(|_| random.below(size).cast_signed());
                MeshPoint { x, y }
            };
            let count = random.from_to(2, 14);
            let lines: Vec<Line> = (0..count)
                .filter_map(|_| Line::new(any(random), any(random), Once::OBSTACLE))
                .collect();
            let pieces = without(lines.clone()).expect("they are few");
            crossed += usize::from(pieces.len() > lines.len());
            let mut sorted = pieces.clone();
            sort_and_join(&mut sorted);
            let mut space = CrossingSpace::default();
            assert_eq!(find_crossings(&sorted, &mut space), Some(()));
            assert_eq!(space.points, [], "seed {seed}: {lines:?}\n{pieces:?}");
            for piece in &pieces {
                let is_near = |line: &Line| {
                    let mut through = Vec::new();
                    let mut ends = vec![line.from, line.to, piece.from, piece.to];
                    ends.retain(|end| end.x >= line.from.x);
                    ends.sort_unstable();
                    near(line, &ends, &mut through);
                    through.contains(&piece.from) && through.contains(&piece.to)
                };
                assert!(lines.iter().any(is_near), "seed {seed}: {piece:?} of {lines:?}");
            }
        }
        assert!(crossed > 1000, "{crossed}");
    }
}
