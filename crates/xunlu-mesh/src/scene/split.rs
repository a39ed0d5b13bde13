//! Closed lines cut along the borders of squares: what lies in each, closed along the border.
//!
//! ```text
//!    /\            /|\        A line is cut where it crosses a border, at the nearest point of the grid: a
//!   /  \   ---->  / | \       function of the line alone, so both squares have the same point. First by
//!  /____\        /__|__\      columns, then each column by rows.
//! ```

use crate::exact::MeshPoint;
use crate::half_edges::numbered;
use crate::squares::Squares;

/// What of a closed line lies in a square: a closed line too.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// Of one too thin for the grid there may be two.
    pub(super) points: Vec<MeshPoint>,
    /// The points from which it runs along the border to the next one, where the line that it is of does not.
    closings: Vec<u32>,
}

impl Part {
    /// A closed line as it is.
    fn whole(points: &[MeshPoint]) -> Part {
        Part { points: points.to_vec(), closings: Vec::new() }
    }

    /// Its sides, each with whether it is one of the line that it is a part of.
    pub(super) fn sides(&self) -> impl Iterator<Item = ([MeshPoint; 2], bool)> {
        let mut closings = self.closings.iter().copied().peekable();
        let after = self.points.iter().cycle().skip(1);
        self.points
            .iter()
            .zip(after)
            .zip(0..)
            .map(move |((&from, &to), number)| ([from, to], closings.next_if_eq(&number).is_none()))
    }

    /// Goes on to a point. Where it already ends there, nothing is added.
    fn go_on(&mut self, to: MeshPoint, is_closing: bool) {
        let Some(&last) = self.points.last() else { return self.points.push(to) };
        if last != to {
            if is_closing {
                self.closings.push(numbered(self.points.len() - 1));
            }
            self.points.push(to);
        }
    }

    /// The same, closed: where it ends at its first point, that is named once.
    fn closed(mut self) -> Part {
        if self.points.first() == self.points.last() {
            self.points.pop();
        } else {
            self.closings.push(numbered(self.points.len() - 1));
        }
        self
    }
}

/// A closed line in each square that it goes round something in, or comes so near to doing so that the two
/// cannot be told apart on the grid.
pub(super) fn by_square(squares: Squares, outline: &[MeshPoint]) -> Vec<(u32, Part)> {
    let columns = Strips {
        axis: Axis::X,
        first: squares.origin.x,
        shift: squares.shift,
        count: squares.columns,
    };
    let rows = Strips {
        axis: Axis::Y,
        first: squares.origin.y,
        shift: squares.shift,
        count: squares.rows,
    };
    let mut all = Vec::new();
    for (column, part) in columns.split(&Part::whole(outline)) {
        let parts = rows.split(&part).into_iter();
        all.extend(parts.map(|(row, part)| (row * squares.columns + column, part)));
    }
    all.sort_by_key(|&(square, _)| square);
    all
}

#[derive(Clone, Copy)]
enum Axis {
    X,
    Y,
}

/// Strips of the plane, side by side along an axis.
#[derive(Clone, Copy)]
struct Strips {
    axis: Axis,
    first: i32,
    shift: u32,
    count: u32,
}

impl Strips {
    /// A closed line in each strip.
    fn split(self, outline: &Part) -> Vec<(u32, Part)> {
        let strips = outline.points.iter().map(|&point| self.strip(self.along(point)));
        let Some((least, most)) = strips.fold(None, |bounds: Option<(i32, i32)>, strip| {
            Some(bounds.map_or((strip, strip), |(least, most)| (least.min(strip), most.max(strip))))
        }) else {
            return Vec::new();
        };
        // What lies on the first border of a strip belongs to the one before, too.
        let least = (least - 1).max(0);
        let most = most.min(self.count.cast_signed() - 1);
        let count = usize::try_from(most + 1 - least).unwrap_or(0);
        let mut parts = vec![Part::whole(&[]); count];
        for ([from, to], is_own) in outline.sides() {
            let mut at = from;
            let mut go_on = |to: MeshPoint| {
                let strips = Some(self.strips_of([at, to])).filter(|_| at != to);
                for strip in strips.into_iter().flatten() {
                    let part = usize::try_from(strip - least).ok().and_then(|at| parts.get_mut(at));
                    if let Some(part) = part {
                        part.go_on(at, true);
                        part.go_on(to, !is_own);
                    }
                }
                at = to;
            };
            self.crossings([from, to], &mut go_on);
            go_on(to);
        }
        let parts = (least.cast_unsigned()..).zip(parts);
        let closed = parts.map(|(strip, part)| (strip, part.closed()));
        closed.filter(|(_, part)| part.points.len() > 1).collect()
    }

    /// The strips that a line lies in that crosses no border: two, if it runs along the one between them.
    fn strips_of(self, ends: [MeshPoint; 2]) -> std::ops::RangeInclusive<i32> {
        let [a, b] = ends.map(|end| self.along(end));
        let strip = self.strip(a.min(b));
        let is_on_border = a == b && a == self.border(strip);
        strip - i32::from(is_on_border)..=strip
    }

    /// Tells where a line crosses borders, between its ends and from one to the other.
    fn crossings(self, [from, to]: [MeshPoint; 2], tell: &mut impl FnMut(MeshPoint)) {
        let (a, b) = (self.along(from), self.along(to));
        let last = self.count.cast_signed();
        let first_after = |at: i32| (self.strip(at) + 1).clamp(0, last + 1);
        let last_before = |at: i32| {
            let strip = self.strip(at);
            (strip - i32::from(self.border(strip) == at)).clamp(-1, last)
        };
        let borders = first_after(a.min(b))..=last_before(a.max(b));
        let ends = if from < to { [from, to] } else { [to, from] };
        let mut tell_at = |number: i32| tell(self.crossing(ends, self.border(number)));
        if a < b { borders.for_each(&mut tell_at) } else { borders.rev().for_each(&mut tell_at) }
    }

    /// The point of the grid on a border that is nearest to where a line crosses it.
    #[allow(clippy::cast_possible_truncation, reason = "it lies between the line's ends")]
    fn crossing(self, [from, to]: [MeshPoint; 2], border: i32) -> MeshPoint {
        let along = |point: MeshPoint| i64::from(self.along(point));
        let across = |point: MeshPoint| i64::from(self.across(point));
        let (part, whole) = (i64::from(border) - along(from), along(to) - along(from));
        let (part, whole) = if whole < 0 { (-part, -whole) } else { (part, whole) };
        let by = (2 * (across(to) - across(from)) * part + whole).div_euclid(2 * whole);
        let at = (across(from) + by) as i32;
        match self.axis {
            Axis::X => MeshPoint { x: border, y: at },
            Axis::Y => MeshPoint { x: at, y: border },
        }
    }

    fn along(self, point: MeshPoint) -> i32 {
        match self.axis {
            Axis::X => point.x,
            Axis::Y => point.y,
        }
    }

    fn across(self, point: MeshPoint) -> i32 {
        match self.axis {
            Axis::X => point.y,
            Axis::Y => point.x,
        }
    }

    /// The strip that begins at or before a coordinate. It need not be one of those that there are.
    fn strip(self, at: i32) -> i32 {
        (at - self.first) >> self.shift
    }

    /// Where a strip begins.
    fn border(self, strip: i32) -> i32 {
        self.first + (strip << self.shift)
    }
}
