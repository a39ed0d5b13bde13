//! What was edited since landmarks were placed, cell by cell: ground that is as it was then counts as never
//! edited, however often it was shut and opened meanwhile.

use super::bit_grid::BitGrid;
use super::map::JumpMap;
use super::numbers::{BitAt, PaddedCell};
use super::repair::{JumpEdit, SMALL_MAX};
use std::collections::BTreeSet;
use std::sync::Arc;

/// How many rectangles of opened ground are kept apart.
const OPENINGS_MAX: usize = 8;

/// How the ground differs from what it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Since {
    // Where the mover could stand then, and could on what is cut out.
    before: Arc<BitGrid>,
    // The rows and columns of cells where that is otherwise now, as far as edits were noted cell by cell.
    differing: BTreeSet<(u32, u32)>,
    is_exact: bool,
    // What is open now and was not then, first and last cell of each rectangle.
    openings: Vec<[PaddedCell; 2]>,
}

impl Since {
    /// Nothing so far.
    pub(super) fn now(map: &JumpMap) -> Since {
        let before = Arc::new(map.standing());
        Since { before, differing: BTreeSet::new(), is_exact: true, openings: Vec::new() }
    }

    /// Whether the mover can stand on the very same cells.
    pub(super) fn is_as_before(&self) -> bool {
        self.is_exact && self.differing.is_empty()
    }

    /// The rectangles in which some ground was opened.
    #[inline]
    pub(super) fn openings(&self) -> &[[PaddedCell; 2]] {
        &self.openings
    }

    /// Takes note of an edit after which the map is this one.
    pub(super) fn edited(&mut self, map: &JumpMap, edit: &JumpEdit) {
        let [first, last] = edit.cells;
        if edit.is_large() {
            self.is_exact = false;
            if edit.was_opened {
                self.add_opening([first, last]);
            }
            return;
        }
        let mut opened: Option<[PaddedCell; 2]> = None;
        for cell in cells([first, last]) {
            let (is_open, was_open) = (map.can_stand(cell), self.was_open(cell));
            if is_open == was_open {
                self.differing.remove(&(cell.y, cell.x));
            } else {
                self.differing.insert((cell.y, cell.x));
            }
            if is_open && !was_open {
                opened = Some(opened.map_or([cell; 2], |known| grown(known, [cell; 2])));
            }
        }
        if let Some(opened) = opened {
            self.add_opening(opened);
        } else if edit.was_closed && !self.openings.is_empty() {
            self.forget_openings(map);
        }
    }

    fn was_open(&self, cell: PaddedCell) -> bool {
        let BitAt { word, bit } = self.before.bit_at(cell);
        self.before.word_at(word) >> bit & 1 != 0
    }

    fn add_opening(&mut self, [first, last]: [PaddedCell; 2]) {
        // A diagonal step needs the cells beside it, so steps change up to one cell around.
        let first = PaddedCell { x: first.x - 1, y: first.y - 1 };
        let opened = [first, PaddedCell { x: last.x + 1, y: last.y + 1 }];
        if self.openings.iter().any(|&known| grown(known, opened) == known) {
            return;
        }
        if self.openings.len() < OPENINGS_MAX {
            self.openings.push(opened);
            return;
        }
        // Joined with the rectangle that grows the least.
        let extent = |[a, b]: [PaddedCell; 2]| b.x - a.x + b.y - a.y;
        let nearest = self
            .openings
            .iter_mut()
            .min_by_key(|known| extent(grown(**known, opened)) - extent(**known));
        if let Some(nearest) = nearest {
            *nearest = grown(*nearest, opened);
        }
    }

    /// Forgets the rectangles in which all is shut again that was opened.
    fn forget_openings(&mut self, map: &JumpMap) {
        let mut openings = std::mem::take(&mut self.openings);
        openings.retain(|&[first, last]| {
            let [columns, rows] = [last.x - first.x + 1, last.y - first.y + 1];
            columns.saturating_mul(rows) > SMALL_MAX
                || cells([first, last]).any(|cell| map.can_stand(cell) && !self.was_open(cell))
        });
        self.openings = if self.is_as_before() { Vec::new() } else { openings };
    }
}

/// All cells of a rectangle.
fn cells([first, last]: [PaddedCell; 2]) -> impl Iterator<Item = PaddedCell> {
    (first.y..=last.y).flat_map(move |y| (first.x..=last.x).map(move |x| PaddedCell { x, y }))
}

/// The rectangle around both.
fn grown([a, b]: [PaddedCell; 2], [c, d]: [PaddedCell; 2]) -> [PaddedCell; 2] {
    let low = PaddedCell { x: a.x.min(c.x), y: a.y.min(c.y) };
    [low, PaddedCell { x: b.x.max(d.x), y: b.y.max(d.y) }]
}
