//! Cells that one can stand on, each linked to those beside it that one can step to.

use super::floors::{Floor, Row};
use super::lattice::Lattice;
use super::solids::{Rows, Solid};
use super::walker::Walker;
use crate::error::NavMeshError;
use crate::exact::MeshPoint;
use crate::half_edges::{NONE, numbered};
use std::ops::Range;
use xunlu_map::TriangleMesh;

/// So many cells one can stand on at most: with all that is known of one they take some 60 bytes each.
const CELLS_MAX: u64 = 1 << 24;

/// The sides of a cell, counter-clockwise: each is the side of its number.
pub(super) const RIGHT: usize = 0;
pub(super) const UPPER: usize = 1;
pub(super) const LEFT: usize = 2;
pub(super) const LOWER: usize = 3;

/// Cells, sorted by row, by column, and from bottom to top.
#[derive(Debug)]
pub(crate) struct Cells {
    pub(super) columns: u32,
    pub(super) rows: u32,
    // The first cell of each column, row by row, and of one more.
    firsts: Vec<u32>,
    /// In which column and row each stands.
    pub(super) at: Vec<MeshPoint>,
    pub(super) floors: Vec<Floor>,
    /// The cells that one can step to over each side, or [`NONE`].
    pub(super) links: Vec<[u32; 4]>,
}

impl Cells {
    pub(super) fn of(
        mesh: &TriangleMesh,
        lattice: &Lattice,
        walker: &Walker,
    ) -> Result<Cells, NavMeshError> {
        let Lattice { columns, rows, .. } = *lattice;
        let mut cells = Cells {
            columns,
            rows,
            firsts: Vec::with_capacity(columns as usize * rows as usize + 1),
            at: Vec::new(),
            floors: Vec::new(),
            links: Vec::new(),
        };
        let mut cut = Rows::new(mesh, lattice, walker);
        // The row below, the row itself and the one above.
        let mut near: [Row; 3] = Default::default();
        let mut solids: Vec<(u32, Solid)> = Vec::new();
        for above in 0..=rows {
            solids.clear();
            if above < rows {
                cut.cut(above, |column, solid| solids.push((column, solid)))?;
            }
            near.rotate_left(1);
            near[2].fill(columns, &solids, walker);
            if above > 0 {
                cells.add_row(above - 1, &near, walker)?;
            }
        }
        cells.firsts.push(numbered(cells.at.len()));
        Ok(cells)
    }

    /// Adds the cells of a row, and links them to each other and to those of the row before.
    fn add_row(
        &mut self,
        row: u32,
        [below, own, above]: &[Row; 3],
        walker: &Walker,
    ) -> Result<(), NavMeshError> {
        for column in 0..self.columns {
            self.firsts.push(numbered(self.at.len()));
            let [_, floors @ ..] = own.column(column) else { continue };
            if floors.is_empty() {
                continue;
            }
            let before = column.wrapping_sub(1);
            let [left, right] = [before, column + 1].map(|beside| own.column(beside));
            let around = [right, above.column(column), left, below.column(column)];
            for floor in floors {
                if floor.is_walkable(around, walker) {
                    let at = MeshPoint { x: column.cast_signed(), y: row.cast_signed() };
                    self.at.push(at);
                    self.floors.push(*floor);
                    self.links.push([NONE; 4]);
                }
            }
            if column > 0 {
                self.link(self.in_column(column - 1, row), LEFT, walker);
            }
            if row > 0 {
                self.link(self.in_column(column, row - 1), LOWER, walker);
            }
        }
        let needed = self.at.len() as u64;
        if needed > CELLS_MAX {
            return Err(NavMeshError::Voxels { needed, limit: CELLS_MAX });
        }
        Ok(())
    }

    /// Links the cells of the newest column to those beside it. No cell can be linked to two of a column, for
    /// no step is higher than the headroom.
    fn link(&mut self, beside: Range<u32>, side: usize, walker: &Walker) {
        let newest = self.firsts.last().map_or(0, |&first| first)..numbered(self.at.len());
        for cell in newest {
            let floor = self.floors[cell as usize];
            let beyond = &self.floors[beside.start as usize..beside.end as usize];
            let first = beyond.partition_point(|other| other.height < floor.height - walker.step);
            let near = beyond[first..]
                .iter()
                .take_while(|other| other.height <= floor.height + walker.step);
            for (other, _) in (beside.start + numbered(first)..).zip(near) {
                if floor.leads_to(&self.floors[other as usize], walker) {
                    self.links[cell as usize][side] = other;
                    self.links[other as usize][(side + 2) % 4] = cell;
                }
            }
        }
    }

    /// The cells of a column that are not the newest.
    fn in_column(&self, column: u32, row: u32) -> Range<u32> {
        let at = row as usize * self.columns as usize + column as usize;
        self.firsts[at]..self.firsts[at + 1]
    }

    /// The cells of a column: of one outside of the lattice there are none.
    pub(super) fn column(&self, at: MeshPoint) -> Range<u32> {
        let [column, row] = [at.x, at.y].map(i32::cast_unsigned);
        if column < self.columns && row < self.rows { self.in_column(column, row) } else { 0..0 }
    }

    pub(super) fn count(&self) -> u32 {
        numbered(self.at.len())
    }

    #[inline]
    pub(super) fn link_of(&self, cell: u32, side: usize) -> u32 {
        self.links[cell as usize][side]
    }

    /// The same without some of them.
    pub(super) fn without(self, is_kept: &[bool]) -> Cells {
        let mut numbers = Vec::with_capacity(self.at.len() + 1);
        let mut count = 0;
        for &is_kept in is_kept {
            numbers.push(if is_kept { count } else { NONE });
            count += u32::from(is_kept);
        }
        let number = |cell: u32| if cell == NONE { NONE } else { numbers[cell as usize] };
        let mut kept_before = 0;
        let mut firsts = self.firsts;
        let mut cell = 0;
        for first in &mut firsts {
            while cell < *first {
                kept_before += u32::from(is_kept[cell as usize]);
                cell += 1;
            }
            *first = kept_before;
        }
        let links = self.links.iter().zip(is_kept).filter(|(_, is_kept)| **is_kept);
        Cells {
            firsts,
            links: links.map(|(links, _)| links.map(number)).collect(),
            at: kept(&self.at, is_kept),
            floors: kept(&self.floors, is_kept),
            ..self
        }
    }
}

fn kept<T: Copy>(all: &[T], is_kept: &[bool]) -> Vec<T> {
    all.iter().zip(is_kept).filter(|(_, is_kept)| **is_kept).map(|(&one, _)| one).collect()
}

/// The way over a side of a cell, by columns and rows.
pub(super) fn way(side: usize) -> [i32; 2] {
    match side {
        RIGHT => [1, 0],
        UPPER => [0, 1],
        LEFT => [-1, 0],
        _ => [0, -1],
    }
}
