//! Whether an edit could have changed what is seen from a jump point, told from the lists of what was seen.
//!
//! ```text
//!   s . . . .      What s sees lies at the end of a walk and a scan. Unless something changed on one of
//!   . \ . . .      these walks or scans, s sees what it saw. Where a jump point comes into sight of a cell that
//!   . . \ - o      saw none, that cell leads somewhere since: a change on the walk itself.
//!   . . . \ .
//! ```

use super::boxes::do_meet;
use super::jump_edges::{Head, JumpEdge, JumpEdges};
use super::map::{JumpMap, Square};
use super::rule::JumpRule;

impl JumpEdges {
    /// Whether a walk or scan from a jump point of this word, as it was when last looked at, leads through one
    /// of some rectangles.
    pub(super) fn sees_any(&self, map: &JumpMap, place: usize, rects: &[[Square; 2]]) -> bool {
        self.jump_points_of_word(place).any(|(square, head)| {
            rects.iter().any(|rect| walks_meet(map, square, head, rect))
                || self.seen_any_way(head).iter().any(|edge| {
                    let scan = self.scan_to(map, square, *edge);
                    scan.is_some_and(|scan| rects.iter().any(|rect| do_meet(scan, *rect)))
                })
        })
    }

    /// The cells that a scan led over to what is seen; none where a walk ended there.
    #[inline]
    fn scan_to(&self, map: &JumpMap, from: Square, edge: JumpEdge) -> Option<[Square; 2]> {
        let to = self.square_of(edge.place(), edge.bit());
        let (columns, rows) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
        let turn = match (edge.arrival(), map.rule) {
            (4.., _) => return None,
            (1 | 3, JumpRule::Four) => Square { x: to.x, y: from.y },
            (1 | 3, _) => Square { x: to.x, y: towards(from.y, to.y, columns) },
            _ => Square { x: towards(from.x, to.x, rows), y: to.y },
        };
        let first = Square { x: turn.x.min(to.x), y: turn.y.min(to.y) };
        Some([first, Square { x: turn.x.max(to.x), y: turn.y.max(to.y) }])
    }
}

/// Whether the jump point itself or one of the walks from it lies in a rectangle.
fn walks_meet(map: &JumpMap, from: Square, head: &Head, rect: &[Square; 2]) -> bool {
    map.rule.walks().iter().zip(head.walks).any(|(&(dx, dy, _), steps)| {
        let [first, last] = rect;
        let columns = steps_within(from.x, dx, [first.x, last.x]);
        let rows = steps_within(from.y, dy, [first.y, last.y]);
        let (begin, end) =
            (columns.0.max(rows.0).max(0), columns.1.min(rows.1).min(i64::from(steps)));
        begin <= end
    })
}

/// After how many steps of a walk a number lies between two: from the least to the most.
#[inline]
fn steps_within(from: u32, by: i32, between: [u32; 2]) -> (i64, i64) {
    let [first, last] = between.map(|at| i64::from(at) - i64::from(from));
    match by {
        1 => (first, last),
        -1 => (-last, -first),
        _ if first <= 0 && last >= 0 => (0, i64::MAX),
        _ => (1, 0),
    }
}

/// So many steps on from one number towards another.
fn towards(from: u32, to: u32, steps: u32) -> u32 {
    if to < from { from.saturating_sub(steps) } else { from + steps }
}
