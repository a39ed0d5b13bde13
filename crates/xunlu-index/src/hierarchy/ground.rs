//! Where one can stand, read cluster by cluster.

use super::{ClusterAt, HierarchySteps};
use crate::jump::JumpMap;
use xunlu_map::Size;

/// How many cells a cluster has along each side: as many as a word has bits.
pub const CLUSTER_SIDE: u32 = u64::BITS;

/// The cells of a cluster, a word for each row, the western one in the lowest bit: set where one can stand.
pub type ClusterRows = [u64; CLUSTER_SIDE as usize];

/// A cell of a ground by column and row, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct GroundCell {
    /// The column.
    pub x: u32,
    /// The row.
    pub y: u32,
}

impl GroundCell {
    /// The cell in a column and a row.
    #[must_use]
    pub const fn new(x: u32, y: u32) -> GroundCell {
        GroundCell { x, y }
    }

    /// How many columns and rows lie between it and another.
    pub(super) const fn away(self, other: GroundCell) -> (u32, u32) {
        (self.x.abs_diff(other.x), self.y.abs_diff(other.y))
    }
}

/// A rectangle of cells, both corners included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Area {
    pub(super) first: GroundCell,
    pub(super) last: GroundCell,
}

impl Area {
    /// The cells of a cluster that has so many along each side.
    pub(super) fn of_cluster(ClusterAt { column, row }: ClusterAt, side: u32) -> Area {
        let [x, y] = [column * side, row * side];
        Area { first: GroundCell::new(x, y), last: GroundCell::new(x + side - 1, y + side - 1) }
    }

    /// The least that holds it and another.
    pub(super) fn with(self, other: Area) -> Area {
        let (first, last) = (self.first, self.last);
        Area {
            first: GroundCell::new(first.x.min(other.first.x), first.y.min(other.first.y)),
            last: GroundCell::new(last.x.max(other.last.x), last.y.max(other.last.y)),
        }
    }

    /// So many cells larger on every side.
    pub(super) fn grown(self, by: u32) -> Area {
        let less = |at: u32| at.saturating_sub(by);
        let more = |at: u32| at.saturating_add(by);
        Area {
            first: GroundCell::new(less(self.first.x), less(self.first.y)),
            last: GroundCell::new(more(self.last.x), more(self.last.y)),
        }
    }

    /// The least that a way from a cell to another by way of it costs.
    pub(super) fn least_by(self, steps: HierarchySteps, ends: [GroundCell; 2]) -> u32 {
        let outside =
            |at: u32, first: u32, last: u32| first.saturating_sub(at).max(at.saturating_sub(last));
        let least = ends.map(|GroundCell { x, y }| {
            let columns = outside(x, self.first.x, self.last.x);
            steps.least((columns, outside(y, self.first.y, self.last.y)))
        });
        least[0].saturating_add(least[1])
    }
}

/// Ground that is read cluster by cluster: a map in memory, or chunks that are made or read when they are
/// asked for.
pub trait ClusterGround: Sync {
    /// How many columns and rows of cells it has.
    fn size(&self) -> Size;

    /// The cells of the cluster in a column and a row of clusters. Beyond the ground nobody can stand.
    fn rows(&self, column: u32, row: u32) -> ClusterRows;
}

/// The cells of a map are counted with the border around it: those of its own begin at 1.
impl ClusterGround for JumpMap {
    fn size(&self) -> Size {
        let Size { width, height } = self.layout().bounds().size;
        Size::new(width + 2, height + 2)
    }

    fn rows(&self, column: u32, row: u32) -> ClusterRows {
        let first = row * CLUSTER_SIDE;
        let mut rows = [0; CLUSTER_SIDE as usize];
        for (bits, y) in rows.iter_mut().zip(first..self.size().height) {
            *bits = self.standing_word(y, column);
        }
        rows
    }
}

/// Whether one can stand on a cell.
pub(super) fn can_stand_on(ground: &impl ClusterGround, cell: GroundCell) -> bool {
    let ClusterAt { column, row } = cluster_of(cell);
    ground.rows(column, row)[(cell.y % CLUSTER_SIDE) as usize] >> (cell.x % CLUSTER_SIDE) & 1 != 0
}

/// The cluster that a cell lies in.
pub(super) const fn cluster_of(cell: GroundCell) -> ClusterAt {
    ClusterAt { column: cell.x / CLUSTER_SIDE, row: cell.y / CLUSTER_SIDE }
}

/// The cell with a number within a cluster: row by row.
pub(super) fn cell_in(at: ClusterAt, number: u16) -> GroundCell {
    let number = u32::from(number);
    let (x, y) = (number % CLUSTER_SIDE, number / CLUSTER_SIDE);
    GroundCell::new(at.column * CLUSTER_SIDE + x, at.row * CLUSTER_SIDE + y)
}

/// The number of a cell within its cluster.
pub(super) fn number_in(cell: GroundCell) -> u16 {
    let number = cell.y % CLUSTER_SIDE * CLUSTER_SIDE + cell.x % CLUSTER_SIDE;
    u16::try_from(number).expect("a cluster has 4,096 cells")
}
