//! A straight piece of an outline.

use super::triangulate::Winding;
use crate::exact::MeshPoint;

/// A piece of an outline: from the lesser end to the greater, and what crossing it from its right to its left
/// adds to how often outlines go round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Line {
    pub(crate) from: MeshPoint,
    pub(crate) to: MeshPoint,
    pub(crate) added: Winding,
}

impl Line {
    /// Returns `None` if both ends are the same.
    pub(crate) fn new(from: MeshPoint, to: MeshPoint, added: Winding) -> Option<Line> {
        match from.cmp(&to) {
            std::cmp::Ordering::Less => Some(Line { from, to, added }),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => {
                Some(Line { from: to, to: from, added: added.reversed() })
            }
        }
    }
}

/// Sorts lines, and makes one of those that lie on each other.
pub(crate) fn sort_and_join(lines: &mut Vec<Line>) {
    lines.sort_unstable_by_key(|line| (line.from, line.to));
    lines.dedup_by(|line, kept| {
        let is_same = (line.from, line.to) == (kept.from, kept.to);
        if is_same {
            kept.added = kept.added.plus(line.added);
        }
        is_same
    });
}
