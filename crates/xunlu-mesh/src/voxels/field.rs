//! The heights of ground: those of its cells, and between their middles in between.
//!
//! Kept as runs of cells of one region in a row, none of which passes a border between blocks of columns: so
//! those of a column are found among few.

use super::cells::Cells;
use super::lattice::Lattice;
use super::regions::Regions;
use crate::half_edges::{NONE, numbered};
use xunlu_map::Point;

/// A run lies within so many columns.
const BLOCK: u32 = 32;

/// The heights of cells, by row, column and region.
#[derive(Clone, Debug)]
pub(crate) struct HeightField {
    pub(crate) lattice: Lattice,
    /// The first run of each row, and of one more.
    pub(crate) rows: Vec<u32>,
    pub(crate) runs: Vec<Run>,
    /// In steps of the lattice.
    pub(crate) heights: Vec<i32>,
    /// What is so much higher or lower is another storey.
    pub(crate) storey: f64,
}

/// Cells of one region side by side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Run {
    pub(crate) column: u32,
    pub(crate) region: u32,
    pub(crate) count: u32,
    /// Its first height.
    pub(crate) first: u32,
}

impl Run {
    /// Whether it is some cells of one block, within so many columns.
    pub(crate) fn is_within(&self, columns: u32) -> bool {
        let end = self.column.checked_add(self.count).filter(|&end| end <= columns);
        end.is_some_and(|end| self.count > 0 && self.column / BLOCK == (end - 1) / BLOCK)
    }
}

impl HeightField {
    pub(super) fn new(
        lattice: &Lattice,
        cells: &Cells,
        regions: &Regions,
        headroom: i32,
    ) -> HeightField {
        let mut field = HeightField {
            lattice: *lattice,
            rows: Vec::with_capacity(cells.rows as usize + 1),
            runs: Vec::new(),
            heights: Vec::with_capacity(cells.at.len()),
            storey: f64::from(headroom) * lattice.step_length / 2.0,
        };
        let mut row: Vec<(u32, u32, u32)> = Vec::new();
        let mut next = 0;
        for number in 0..cells.rows {
            row.clear();
            while let Some(at) = cells.at.get(next).filter(|at| at.y == number.cast_signed()) {
                let region = regions.of[next];
                if region != NONE {
                    row.push((region, at.x.cast_unsigned(), numbered(next)));
                }
                next += 1;
            }
            row.sort_unstable();
            field.add_row(&row, cells);
        }
        field.rows.push(numbered(field.runs.len()));
        field
    }

    /// Adds a row of cells, sorted by region and column.
    fn add_row(&mut self, row: &[(u32, u32, u32)], cells: &Cells) {
        let begun = self.runs.len();
        self.rows.push(numbered(begun));
        let is_one = |one: &(u32, u32, u32), other: &(u32, u32, u32)| {
            one.0 == other.0 && one.1 + 1 == other.1 && !other.1.is_multiple_of(BLOCK)
        };
        for run in row.chunk_by(is_one) {
            let (region, column, _) = run[0];
            let first = numbered(self.heights.len());
            self.runs.push(Run { column, region, count: numbered(run.len()), first });
            let surface = |&(_, _, cell): &(u32, u32, u32)| cells.floors[cell as usize].surface;
            self.heights.extend(run.iter().map(surface));
        }
        self.runs[begun..].sort_unstable();
    }

    /// The heights of a column, with their regions.
    fn column(&self, [column, row]: [i64; 2]) -> impl Iterator<Item = (u32, f64)> {
        let [column, row] = [column, row].map(|at| u32::try_from(at).unwrap_or(u32::MAX));
        let ends = [row, row.saturating_add(1)].map(|row| self.rows.get(row as usize).copied());
        let runs = match ends {
            [Some(first), Some(end)] => &self.runs[first as usize..end as usize],
            _ => &[],
        };
        let block = column / BLOCK * BLOCK;
        let first = runs.partition_point(|run| run.column < block);
        let near = runs[first..].iter().take_while(move |run| run.column <= column);
        near.filter(move |run| column - run.column < run.count).map(move |run| {
            let at = run.first + (column - run.column);
            (run.region, self.lattice.height(self.heights[at as usize]).into())
        })
    }

    /// The height of a region's ground at a point. Returns `None` if the region has no cell near it.
    pub(crate) fn in_region(&self, region: u32, point: Point) -> Option<f64> {
        self.between(point, |column| {
            self.column(column).find(|&(own, _)| own == region).map(|(_, height)| height)
        })
    }

    /// The height at a point of the storey that a height is on.
    pub(crate) fn near(&self, point: Point, height: f64) -> Option<f64> {
        self.between(point, |column| {
            let heights = self.column(column).map(|(_, height)| height);
            let near = heights.filter(|own| (own - height).abs() <= self.storey);
            near.min_by(|one, other| (one - height).abs().total_cmp(&(other - height).abs()))
        })
    }

    /// The height between the middles of the four cells around a point; beside the ground, of the cells that
    /// are nearest.
    fn between(&self, point: Point, height: impl Fn([i64; 2]) -> Option<f64>) -> Option<f64> {
        let [x, y] = self.lattice.cells(point);
        let [left, lower] = [x, y].map(|at| (at - 0.5).floor());
        let (mut sum, mut weights) = (0.0, 0.0);
        for (right, up) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
            let far = [x - 0.5 - left - right, y - 0.5 - lower - up].map(f64::abs);
            let weight = (1.0 - far[0]) * (1.0 - far[1]);
            if weight > 0.0
                && let Some(height) = height([column(left + right), column(lower + up)])
            {
                sum += weight * height;
                weights += weight;
            }
        }
        if weights > 0.0 {
            return Some(sum / weights);
        }
        // A simplified contour leaves its cells by a little.
        let own = [column(x.floor()), column(y.floor())];
        let around = (-2..=2).flat_map(|up| (-2..=2).map(move |right| [right, up]));
        let found = around.filter_map(|[right, up]: [i64; 2]| {
            height([own[0] + right, own[1] + up]).map(|height| (right * right + up * up, height))
        });
        found.min_by_key(|&(far, _)| far).map(|(_, height)| height)
    }

    pub(crate) fn cell_size(&self) -> f64 {
        self.lattice.cell_size
    }

    pub(crate) fn bytes(&self) -> usize {
        self.rows.capacity() * size_of::<u32>()
            + self.runs.capacity() * size_of::<Run>()
            + self.heights.capacity() * size_of::<i32>()
    }
}

#[allow(clippy::cast_possible_truncation, reason = "what lies far away has no cells")]
fn column(at: f64) -> i64 {
    // Far away, but not so far that the cells around it could not be counted.
    at.clamp(-1e9, 1e9) as i64
}
