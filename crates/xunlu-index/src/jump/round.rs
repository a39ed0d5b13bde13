//! Joined edges, as jumps see them. The steps over a seam are links to scans and jumps, which end there as
//! they do where edges are not joined; only the distance is another, for it may be shorter the other way
//! round.

use super::numbers::PaddedCell;
use std::sync::Arc;

/// After how many columns and rows of each layer one is where one was; 0 where edges are not joined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Round(pub(super) Arc<[[u32; 2]]>);

impl Round {
    /// How many columns and rows lie between a cell and a rectangle of its layer, given by its first and its
    /// last cell, whichever way round is shorter.
    #[inline(never)]
    pub(super) fn apart(
        &self,
        layer: u32,
        from: PaddedCell,
        [first, last]: [PaddedCell; 2],
    ) -> [u32; 2] {
        let apart = |at: u32, first: u32, last: u32, round: u32| {
            let straight = first.saturating_sub(at).max(at.saturating_sub(last));
            // Where there is no other way round, this is less than nothing, and so more than anything.
            let after = round.wrapping_add(first).wrapping_sub(at);
            let before = round.wrapping_add(at).wrapping_sub(last);
            straight.min(after).min(before)
        };
        let [wide, high] = self.0[layer as usize];
        [apart(from.x, first.x, last.x, wide), apart(from.y, first.y, last.y, high)]
    }
}
