//! Rectangles by their sides, wherever they lie, and which of them overlap.

use crate::order::sort_by_numbers;
use std::collections::BTreeMap;
use xunlu_map::{Cell, Rect, Size};

/// A rectangle whose far corner can be named wherever it lies: from the first to before the last.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Span {
    x: (i64, i64),
    y: (i64, i64),
}

impl Span {
    pub(crate) fn of(rect: Rect) -> Span {
        let side =
            |least: i32, length: u32| (i64::from(least), i64::from(least) + i64::from(length));
        Span { x: side(rect.min.x, rect.size.width), y: side(rect.min.y, rect.size.height) }
    }

    /// The smallest one around both.
    pub(crate) fn around(self, other: Span) -> Span {
        let side = |a: (i64, i64), b: (i64, i64)| (a.0.min(b.0), a.1.max(b.1));
        Span { x: side(self.x, other.x), y: side(self.y, other.y) }
    }

    /// The rectangle; cut where its numbers would be too large for any map.
    pub(crate) fn rect(self) -> Rect {
        let least = |(from, _): (i64, i64)| i32::try_from(from).unwrap_or(i32::MAX);
        let length = |(from, to): (i64, i64)| u32::try_from(from.abs_diff(to)).unwrap_or(u32::MAX);
        let min = Cell::new(least(self.x), least(self.y));
        Rect::new(min, Size::new(length(self.x), length(self.y)))
    }
}

/// Two rectangles that share a cell, by number, if any do; none of them may be empty. Where they come
/// by row and then column, the second is the first that lies over one before it.
///
/// A line sweeps downwards over them and meets the columns of those that it crosses, which are apart
/// until one begins within another (Shamos and Hoey 1976).
pub(crate) fn overlap(spans: impl Iterator<Item = Span>) -> Option<(usize, usize)> {
    let mut events = Vec::new();
    for (number, span) in spans.enumerate() {
        // Where one ends and another begins, the end comes first.
        events.push((span.y.0, true, number, span.x));
        events.push((span.y.1, false, number, span.x));
    }
    sort_by_numbers(&mut events, |&(y, begins, ..)| (y, begins.into()));
    let mut crossed: BTreeMap<i64, (i64, usize)> = BTreeMap::new();
    for (_, begins, number, (left, right)) in events {
        if !begins {
            crossed.remove(&left);
            continue;
        }
        let before = crossed.range(..=left).next_back().filter(|(_, (end, _))| *end > left);
        let after = || crossed.range(left..).next().filter(|(start, _)| **start < right);
        if let Some((_, &(_, other))) = before.or_else(after) {
            return Some((number.min(other), number.max(other)));
        }
        crossed.insert(left, (right, number));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu_testkit::Random;

    #[test]
    fn an_overlap_is_found_whenever_there_is_one() {
        for seed in 0..2000 {
            let mut random = Random::new(seed);
            let count = random.from_to(1, 7);
            let rects: Vec<Rect> = (0..count)
                .map(|_| {
                    let min = Cell::new(random.between(-8, 8), random.between(-8, 8));
                    Rect::new(min, Size::new(random.from_to(1, 5), random.from_to(1, 5)))
                })
                .collect();
            let meets = |a: usize, b: usize| !rects[a].intersection(rects[b]).is_empty();
            let any = (0..rects.len()).any(|a| (0..a).any(|b| meets(a, b)));
            match overlap(rects.iter().map(|&rect| Span::of(rect))) {
                Some((a, b)) => assert!(a < b && meets(a, b), "seed {seed}"),
                None => assert!(!any, "seed {seed}"),
            }
        }
    }
}
