//! Lines cut where they cross, at the nearest points of the grid, until none crosses another.
//!
//! A line that is cut at a point beside it moves a little, and may then cross another: so it is done again,
//! until nothing crosses (Hobby 1999 shows that rounding ends where all cuts are made at once; we cut what
//! crosses alone, and give up after so many rounds).

use super::line::{Line, sort_and_join};
use crate::exact::{MeshPoint, side};

/// After so many rounds lines are too close to be told apart.
const ROUNDS_MAX: usize = 64;

/// So many cuts take some hundred megabytes: more come of lines that were not meant to cross each other.
const CUTS_MAX: usize = 1 << 22;

/// The same lines, cut so that they meet at their ends alone. Returns `None` if that takes too many rounds,
/// or too many cuts.
pub(crate) fn without(mut lines: Vec<Line>) -> Option<Vec<Line>> {
    for _ in 0..ROUNDS_MAX {
        let cuts = cuts(&mut lines)?;
        if cuts.is_empty() {
            return Some(lines);
        }
        lines = cut(&lines, cuts);
    }
    None
}

/// All points where a line has to be cut, by the number of the line. Sorts the lines. Returns `None` if there
/// are too many.
fn cuts(lines: &mut [Line]) -> Option<Vec<(u32, MeshPoint)>> {
    // From left to right: those that may still meet one to come are held.
    lines.sort_unstable_by_key(|line| (line.from, line.to));
    let mut held: Vec<u32> = Vec::new();
    let mut cuts = Vec::new();
    for (number, line) in (0..).zip(lines.iter()) {
        held.retain(|&other| lines[other as usize].to.x >= line.from.x);
        let [least, most] = [line.from.y.min(line.to.y), line.from.y.max(line.to.y)];
        for &other in &held {
            let beside = &lines[other as usize];
            let is_apart =
                beside.from.y.max(beside.to.y) < least || beside.from.y.min(beside.to.y) > most;
            if !is_apart {
                meet([line, beside], |which, at| cuts.push(([number, other][which], at)));
            }
        }
        if cuts.len() > CUTS_MAX {
            return None;
        }
        held.push(number);
    }
    cuts.sort_unstable();
    cuts.dedup();
    Some(cuts)
}

/// Tells where two lines have to be cut.
fn meet([one, other]: [&Line; 2], mut tell: impl FnMut(usize, MeshPoint)) {
    let [a, b] = [other.from, other.to].map(|end| side(one.from, one.to, end).signum());
    let [c, d] = [one.from, one.to].map(|end| side(other.from, other.to, end).signum());
    if a * b < 0 && c * d < 0 {
        let at = crossing(one, other);
        for (which, line) in [one, other].into_iter().enumerate() {
            if at != line.from && at != line.to {
                tell(which, at);
            }
        }
        return;
    }
    // An end that lies on the other line, between its ends.
    let mut touch = |which: usize, line: &Line, end: MeshPoint, by: i64| {
        if by == 0 && line.from < end && end < line.to {
            tell(which, end);
        }
    };
    touch(0, one, other.from, a);
    touch(0, one, other.to, b);
    touch(1, other, one.from, c);
    touch(1, other, one.to, d);
}

/// The point of the grid nearest to where two lines cross.
#[allow(clippy::cast_possible_truncation, reason = "it lies between points of the grid")]
#[allow(
    clippy::cast_precision_loss,
    reason = "on the chart they have 53 bits; beyond it the point is rounded all the same"
)]
fn crossing(one: &Line, other: &Line) -> MeshPoint {
    let along = other.from.to(other.to);
    let part =
        one.from.to(other.from).cross(along) as f64 / one.from.to(one.to).cross(along) as f64;
    let at = |from: i32, to: i32| (f64::from(from) + f64::from(to - from) * part).round() as i32;
    MeshPoint { x: at(one.from.x, one.to.x), y: at(one.from.y, one.to.y) }
}

/// The pieces of lines that are cut at these points, which are sorted by line.
fn cut(lines: &[Line], mut cuts: Vec<(u32, MeshPoint)>) -> Vec<Line> {
    let mut pieces = Vec::with_capacity(lines.len() + cuts.len());
    // Along the line, not from left to right: a rounded point may lie beside its end.
    let along = |line: &Line, at: MeshPoint| line.from.to(line.to).dot(line.from.to(at));
    cuts.sort_by_key(|&(number, at)| (number, along(&lines[number as usize], at), at));
    let mut next = cuts.into_iter().peekable();
    for (number, line) in (0..).zip(lines) {
        let mut from = line.from;
        while let Some((_, at)) = next.next_if(|(of, _)| *of == number) {
            pieces.extend(Line::new(from, at, line.added));
            from = at;
        }
        pieces.extend(Line::new(from, line.to, line.added));
    }
    // Pieces that came to lie on each other are one, or a round more would find them for nothing.
    sort_and_join(&mut pieces);
    pieces
}
