//! The costs from a few places to every jump point, a row for each.

use super::jump_edges::{JumpEdges, Moved};
use super::map::JumpMap;
use super::numbers::{JumpPointNumber, NO_PATH};
use std::collections::BTreeMap;

/// Rows of costs by the numbers of the jump points, which edits change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct CostRows {
    width: usize,
    costs: Vec<u32>,
    // The same of cells that were jump points when they were made and are none now: they may be again.
    lost: BTreeMap<(u32, u32), Vec<u32>>,
}

impl CostRows {
    /// So many rows from so many places, with nothing known.
    pub(super) fn new(rows: usize, width: usize) -> CostRows {
        CostRows { width, costs: vec![NO_PATH; rows * width], lost: BTreeMap::new() }
    }

    /// Sets what it costs from some places, from a column on, to all jump points.
    pub(super) fn set_columns<const N: usize>(&mut self, column: usize, costs: &[[u32; N]]) {
        let count = N.min(self.width - column);
        for (row, costs) in self.costs.chunks_exact_mut(self.width).zip(costs) {
            row[column..column + count].copy_from_slice(&costs[..count]);
        }
    }

    #[inline]
    pub(super) fn row(&self, number: JumpPointNumber) -> &[u32] {
        &self.costs[number.index() * self.width..][..self.width]
    }

    /// The first costs of a row.
    #[inline]
    pub(super) fn firsts<const N: usize>(&self, number: JumpPointNumber) -> &[u32; N] {
        self.costs[number.index() * self.width..].first_chunk().expect("a row has as many")
    }

    /// Whether nothing is known of a jump point: it is newer than the costs, or no path leads to it.
    pub(super) fn are_unknown(row: &[u32]) -> bool {
        row.iter().all(|cost| *cost == NO_PATH)
    }

    /// A jump point has another number now, is new and has its first, or is none any longer.
    pub(super) fn moved(&mut self, Moved { cell, number, old }: Moved) {
        let row = match old {
            Some(old) => self.row(old).to_vec(),
            None => self.lost.remove(&(cell.y, cell.x)).unwrap_or_else(|| self.unknown()),
        };
        let Some(number) = number else {
            if !CostRows::are_unknown(&row) {
                self.lost.insert((cell.y, cell.x), row);
            }
            return;
        };
        let begin = number.index() * self.width;
        if begin >= self.costs.len() {
            self.costs.resize(begin + self.width, NO_PATH);
        }
        self.costs[begin..begin + self.width].copy_from_slice(&row);
    }

    /// All jump points have other numbers now.
    pub(super) fn renumber(&mut self, map: &JumpMap, was: &JumpEdges) {
        let unknown = self.unknown();
        let rows = map.nodes.set_cells().map(|cell| was.number_of(cell));
        self.costs =
            rows.flat_map(|old| old.map_or(&unknown[..], |old| self.row(old))).copied().collect();
    }

    fn unknown(&self) -> Vec<u32> {
        vec![NO_PATH; self.width]
    }

    pub(super) fn bytes(&self) -> usize {
        let lost = size_of::<((u32, u32), Vec<u32>)>() + self.width * size_of::<u32>();
        size_of_val(&self.costs[..]) + self.lost.len() * lost
    }

    /// The costs from one of the places, by the numbers of the jump points.
    #[cfg(test)]
    pub(super) fn column(&self, column: usize) -> Vec<u32> {
        self.costs.chunks_exact(self.width).map(|row| row[column]).collect()
    }
}
