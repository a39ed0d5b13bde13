//! A straight piece of an outline.

use super::winding::Winding;
use crate::exact::MeshPoint;
use crate::ways::Ways;

/// A piece of an outline: from the lesser end to the greater, and what crossing it from its right to its left
/// adds to how often outlines go round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Line {
    pub(crate) from: MeshPoint,
    pub(crate) to: MeshPoint,
    pub(crate) added: Winding,
    pub(crate) ways: Ways,
}

/// What going along an outline once, with what it goes round to the left, means.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Once {
    pub(crate) winding: Winding,
    /// Whether nobody crosses the outline, even where what it goes round has no width.
    pub(crate) is_wall: bool,
}

impl Once {
    pub(crate) const GROUND: Once = Once { winding: Winding::GROUND, is_wall: false };
    /// Round ground of which the outlines leave out what nobody enters.
    pub(crate) const WALLED_GROUND: Once = Once { winding: Winding::GROUND, is_wall: true };
    pub(crate) const OBSTACLE: Once = Once { winding: Winding::OBSTACLE, is_wall: true };

    /// Round a region of a tile.
    pub(crate) fn region(number: usize) -> Once {
        Once { winding: Winding::region(number), is_wall: false }
    }
}

impl Line {
    /// Returns `None` if both ends are the same.
    pub(crate) fn new(from: MeshPoint, to: MeshPoint, once: Once) -> Option<Line> {
        let ways = |way: Ways| if once.is_wall { way } else { Ways::default() };
        match from.cmp(&to) {
            std::cmp::Ordering::Less => {
                Some(Line { from, to, added: once.winding, ways: ways(Ways::ONWARDS) })
            }
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => {
                let added = once.winding.reversed();
                Some(Line { from: to, to: from, added, ways: ways(Ways::BACK) })
            }
        }
    }

    /// Lines as numbers, sorted by where they begin and then by where they end: sooner compared.
    #[inline]
    pub(crate) fn key(&self) -> u128 {
        u128::from(self.from.key()) << 64 | u128::from(self.to.key())
    }

    /// A piece of it, led from one point to another.
    pub(crate) fn piece(&self, from: MeshPoint, to: MeshPoint) -> Line {
        if from < to {
            Line { from, to, ..*self }
        } else {
            let (added, ways) = (self.added.reversed(), self.ways.reversed());
            Line { from: to, to: from, added, ways }
        }
    }
}

/// Sorts lines, and makes one of those that lie on each other.
pub(crate) fn sort_and_join(lines: &mut Vec<Line>) {
    lines.sort_unstable_by_key(Line::key);
    lines.dedup_by(|line, kept| {
        let is_same = (line.from, line.to) == (kept.from, kept.to);
        if is_same {
            kept.added = kept.added.plus(line.added);
            kept.ways = kept.ways.and(line.ways);
        }
        is_same
    });
}
