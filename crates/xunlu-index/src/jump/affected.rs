//! Whether an edit could have changed the successors of a jump point, found from its edges.
//!
//! ```text
//!   s . . . .      A successor of s lies at the end of a diagonal jump and a cardinal scan. Unless
//!   . \ . . .      something changed on one of these, the successors of s are what they were. Where a
//!   . . \ - o      scan reaches a jump point that reached none before, the cell where it begins has
//!   . . . \ .      changed: a cell of the diagonal jump.
//! ```

use super::jump_edges::{Head, JumpEdge, JumpEdges};
use super::map::JumpMap;
use super::numbers::{PaddedCell, WordIndex};
use super::repair::JumpEdit;
use super::rule::JumpRule;

impl JumpEdges {
    /// Which jump points of this word, as of the last repair, one of these edits affects: a bit each.
    pub(super) fn affected_in(&self, map: &JumpMap, word: WordIndex, edits: &[JumpEdit]) -> u64 {
        let within = self.box_of(word);
        let edits = || edits.iter().filter(|edit| edit.may_change(within));
        let affected = self.jump_points_of_word(word).filter(|(cell, head)| {
            edits().any(|edit| self.affects(map, edit, (*cell, head), self.all_edges(head)))
        });
        affected.fold(0, |all, (cell, _)| all | 1 << self.bit_of(cell))
    }

    /// Whether an edit could have changed these edges of a jump point, or what should be among them: its
    /// diagonal jumps or their cardinal scans pass through what [changed](super::repair::JumpEdit) for scans
    /// in one of their directions.
    pub(super) fn affects(
        &self,
        map: &JumpMap,
        edit: &JumpEdit,
        (cell, head): (PaddedCell, &Head),
        edges: &[JumpEdge],
    ) -> bool {
        diagonals_intersect(map.rule, cell, head, &edit.changed)
            || edges.iter().any(|edge| {
                let scanned = edit.changed.get(edge.arrival() as usize);
                scanned.is_some_and(|rect| self.scan_intersects(map, cell, *edge, rect))
            })
    }

    /// Whether the cardinal scan at the end of an edge intersects a rectangle.
    #[inline]
    fn scan_intersects(
        &self,
        map: &JumpMap,
        from: PaddedCell,
        edge: JumpEdge,
        [first, last]: &[PaddedCell; 2],
    ) -> bool {
        let to = self.cell_of(edge.target());
        if edge.arrival() & 1 == 0 {
            let turn = || towards(from.x, to.x, from.y.abs_diff(to.y));
            (first.y..=last.y).contains(&to.y) && meet([turn(), to.x], [first.x, last.x])
        } else {
            // With four neighbours the way along the row takes the place of the diagonal.
            let turn = || match map.rule {
                JumpRule::Four => from.y,
                JumpRule::Eight(_) => towards(from.y, to.y, from.x.abs_diff(to.x)),
            };
            (first.x..=last.x).contains(&to.x) && meet([turn(), to.y], [first.y, last.y])
        }
    }
}

/// Whether what lies between two coordinates, whichever comes first, meets what lies from one to another.
#[inline]
fn meet([one, other]: [u32; 2], [first, last]: [u32; 2]) -> bool {
    one.min(other) <= last && first <= one.max(other)
}

/// Whether the jump point itself or one of the diagonal jumps from it intersects a rectangle of a direction
/// in which it scans.
fn diagonals_intersect(
    rule: JumpRule,
    from: PaddedCell,
    head: &Head,
    changed: &[[PaddedCell; 2]; 4],
) -> bool {
    changed.iter().enumerate().any(|(scan, [first, last])| {
        let columns = Offsets::of(from.x, first.x, last.x);
        let rows = Offsets::of(from.y, first.y, last.y);
        rule.diagonals().iter().zip(head.diagonal_steps).any(|(&(dx, dy, scans), steps)| {
            let (columns, rows) = (columns.steps(dx), rows.steps(dy));
            scans >> scan & 1 != 0
                && columns.0.max(rows.0).max(0) <= columns.1.min(rows.1).min(i64::from(steps))
        })
    })
}

/// How far two coordinates lie from another one.
#[derive(Clone, Copy)]
struct Offsets(i64, i64);

impl Offsets {
    #[inline]
    fn of(from: u32, first: u32, last: u32) -> Offsets {
        Offsets(i64::from(first) - i64::from(from), i64::from(last) - i64::from(from))
    }

    /// After how many steps of this kind, at least and at most, one is between the two.
    #[inline]
    fn steps(self, step: i32) -> (i64, i64) {
        let Offsets(first, last) = self;
        match step {
            1 => (first, last),
            -1 => (-last, -first),
            _ if first <= 0 && last >= 0 => (0, i64::MAX),
            _ => (1, 0),
        }
    }
}

/// So many steps on from one coordinate towards another.
fn towards(from: u32, to: u32, steps: u32) -> u32 {
    if to < from { from.saturating_sub(steps) } else { from + steps }
}
