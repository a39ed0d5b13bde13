//! Pieces of a path: how far they spread, what they cost, and the windows that they lie in.

use super::ground::GroundCell;
use super::window::WINDOW_SIDE;
use super::{Hierarchy, HierarchySteps};

/// A piece of a path that is searched for anew in a window spreads over no more columns and rows than this,
/// so that there is room beside it.
pub(super) const PIECE_MAX: u32 = WINDOW_SIDE - 2 * 16;

/// The rectangle that some cells lie in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    pub(super) least: GroundCell,
    pub(super) most: GroundCell,
}

impl Extent {
    /// That of one cell or more.
    pub(super) fn of(cells: &[GroundCell]) -> Extent {
        let mut extent = Extent { least: cells[0], most: cells[0] };
        for &cell in cells {
            extent = extent.with(cell);
        }
        extent
    }

    fn with(self, cell: GroundCell) -> Extent {
        let Extent { least, most } = self;
        Extent {
            least: GroundCell::new(least.x.min(cell.x), least.y.min(cell.y)),
            most: GroundCell::new(most.x.max(cell.x), most.y.max(cell.y)),
        }
    }

    /// Whether it spreads over no more columns and rows than this.
    pub(super) fn fits(self, cells: u32) -> bool {
        let (columns, rows) = self.least.away(self.most);
        columns.max(rows) < cells
    }

    /// Takes in a cell, unless it would spread over more columns or rows then. Returns whether it did.
    pub(super) fn take_in(&mut self, cell: GroundCell, cells: u32) -> bool {
        let extent = self.with(cell);
        let fits = extent.fits(cells);
        if fits {
            *self = extent;
        }
        fits
    }
}

/// The corner of a window with the middle between two cells in its middle, as far as the ground goes.
pub(super) fn corner_around(one: GroundCell, other: GroundCell) -> GroundCell {
    let along = |one: u32, other: u32| {
        let middle = one.min(other) + one.abs_diff(other) / 2;
        middle.saturating_sub(WINDOW_SIDE / 2 - 1)
    };
    GroundCell::new(along(one.x, other.x), along(one.y, other.y))
}

/// What a path costs.
pub(super) fn cost_of(steps: HierarchySteps, cells: &[GroundCell]) -> u32 {
    let step = |pair: &[GroundCell]| {
        let (columns, rows) = pair[0].away(pair[1]);
        steps.cost(columns + rows > 1)
    };
    cells.windows(2).map(step).fold(0, u32::saturating_add)
}

/// The least that a path costs which leaves the window around its ends.
pub(super) fn least_outside(hierarchy: &Hierarchy, ends: [GroundCell; 2]) -> u64 {
    let corner = corner_around(ends[0], ends[1]);
    let size = hierarchy.size;
    let out = |at: u32, corner: u32, side: u32| {
        let before = if corner > 0 { at - corner + 1 } else { u32::MAX };
        let end = corner + WINDOW_SIDE;
        let behind = if end < side { end - at } else { u32::MAX };
        before.min(behind)
    };
    let steps_out = |cell: GroundCell| {
        out(cell.x, corner.x, size.width).min(out(cell.y, corner.y, size.height))
    };
    // No step costs less than a straight one.
    let straight = u64::from(hierarchy.steps.costs.straight);
    ends.map(steps_out).iter().map(|&steps| u64::from(steps) * straight).sum()
}
