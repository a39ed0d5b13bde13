//! Whether an edit could have changed the successors of a jump point, found from its edges.
//!
//! ```text
//!   s . . . .      A successor of s lies at the end of a diagonal jump and a cardinal scan. Unless
//!   . \ . . .      something changed on one of these, the successors of s are what they were. Where a
//!   . . \ - o      scan reaches a jump point that reached none before, the cell where it begins has
//!   . . . \ .      changed: a cell of the diagonal jump.
//! ```

use super::boxes::intersect;
use super::jump_edges::{Head, JumpEdge, JumpEdges};
use super::map::JumpMap;
use super::numbers::{PaddedCell, WordIndex};
use super::rule::JumpRule;

impl JumpEdges {
    /// Whether a diagonal jump or cardinal scan from a jump point of this word, as of the last repair,
    /// passes through one of some rectangles.
    pub(super) fn is_affected(
        &self,
        map: &JumpMap,
        word: WordIndex,
        rects: &[[PaddedCell; 2]],
    ) -> bool {
        self.jump_points_of_word(word).any(|(cell, head)| {
            rects.iter().any(|rect| diagonals_intersect(map, cell, head, rect))
                || self.all_edges(head).iter().any(|edge| {
                    let scan = self.scan_to(map, cell, *edge);
                    scan.is_some_and(|scan| rects.iter().any(|rect| intersect(scan, *rect)))
                })
        })
    }

    /// The cells of the cardinal scan at the end of an edge. Returns `None` if the edge is a diagonal jump
    /// alone.
    #[inline]
    fn scan_to(&self, map: &JumpMap, from: PaddedCell, edge: JumpEdge) -> Option<[PaddedCell; 2]> {
        let to = self.cell_of(edge.target());
        let (columns, rows) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
        let turn = match (edge.arrival(), map.rule) {
            (4.., _) => return None,
            (1 | 3, JumpRule::Four) => PaddedCell { x: to.x, y: from.y },
            (1 | 3, _) => PaddedCell { x: to.x, y: towards(from.y, to.y, columns) },
            _ => PaddedCell { x: towards(from.x, to.x, rows), y: to.y },
        };
        let first = PaddedCell { x: turn.x.min(to.x), y: turn.y.min(to.y) };
        Some([first, PaddedCell { x: turn.x.max(to.x), y: turn.y.max(to.y) }])
    }
}

/// Whether the jump point itself or one of the diagonal jumps from it intersects a rectangle.
fn diagonals_intersect(
    map: &JumpMap,
    from: PaddedCell,
    head: &Head,
    rect: &[PaddedCell; 2],
) -> bool {
    map.rule.diagonals().iter().zip(head.diagonal_steps).any(|(&(dx, dy, _), steps)| {
        let [first, last] = rect;
        let columns = steps_within(from.x, dx, [first.x, last.x]);
        let rows = steps_within(from.y, dy, [first.y, last.y]);
        let (begin, end) =
            (columns.0.max(rows.0).max(0), columns.1.min(rows.1).min(i64::from(steps)));
        begin <= end
    })
}

/// The least and the most steps of a diagonal jump after which a coordinate lies between two.
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

/// So many steps on from one coordinate towards another.
fn towards(from: u32, to: u32, steps: u32) -> u32 {
    if to < from { from.saturating_sub(steps) } else { from + steps }
}
