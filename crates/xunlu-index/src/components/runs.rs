//! Cuts a tile into patches by runs of bits, where the graph tells all its steps at one go.

use super::ComponentId;
use super::blocks::Tile;
use super::patches::{NOBODY, Patch};
use super::sets::Sets;
use xunlu_map::{NodeId, Size};
use xunlu_search::{NeighbourBlock, NeighbourRow};

/// A tile with its steps. Columns and rows are the neighbour block's: the tile's own are those from 1 on.
#[derive(Clone, Copy, Debug)]
pub(super) struct TileSteps<'a> {
    pub(super) tile: Tile,
    pub(super) neighbours: &'a NeighbourBlock,
}

/// The runs of a tile, each of nodes joined along their row, numbered row by row: so runs are in
/// order of their least nodes. What it holds is of the tile last cut; it is kept for its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Runs {
    rows: Vec<RowRuns>,
    // Gathered here, so that the block takes no more memory than it needs.
    patches: Vec<Patch>,
    // What is connected.
    sets: Sets,
    // By run.
    labels: Vec<u16>,
}

/// The runs of one row.
#[derive(Clone, Copy, Debug)]
struct RowRuns {
    /// The number of the first of them, or of what would be.
    first: usize,
    /// The columns in which they begin.
    starts: u64,
    /// The columns joined with the next one.
    along: u64,
}

impl Runs {
    /// Labels every node of a tile and lists its patches, which must be empty. Labels are in order of
    /// the patches' least nodes.
    ///
    /// What is connected is found run by run, as by two passes over an image (Rosenfeld and Pfaltz
    /// 1966), with the second one writing labels a run at a time.
    pub(super) fn cut(&mut self, of: TileSteps<'_>, labels: &mut [u16], patches: &mut Vec<Patch>) {
        self.find(of);
        let TileSteps { tile, neighbours } = of;
        self.labels.clear();
        self.patches.clear();
        for (row, runs) in (1..).zip(&self.rows) {
            let nodes = &mut labels[tile.row(row)];
            if neighbours.rows[row as usize].open & of.columns() != of.columns() {
                nodes.fill(NOBODY);
            }
            for (run, column) in (runs.first..).zip(bits(runs.starts)) {
                let lower = self.sets.lower_than(run);
                let label = if lower == run {
                    let least = NodeId(tile.node(column, row));
                    let patch = Patch { least, size: 0, component: ComponentId::NONE, total: 0 };
                    self.patches.push(patch);
                    u16::try_from(self.patches.len() - 1).expect("a block has few nodes")
                } else {
                    self.labels[lower]
                };
                self.labels.push(label);
                let length = (runs.along >> column).trailing_ones() + 1;
                self.patches[usize::from(label)].size += length;
                nodes[column as usize - 1..][..length as usize].fill(label);
            }
        }
        patches.extend_from_slice(&self.patches);
    }

    /// Finds the runs of each row and joins those that are connected.
    fn find(&mut self, of: TileSteps<'_>) {
        let (columns, height) = (of.columns(), of.tile.size.height as usize);
        let mut first = 0;
        self.rows.clear();
        for row in &of.neighbours.rows[1..=height] {
            let along = row.right & columns & columns >> 1;
            let starts = row.open & columns & !(along << 1);
            self.rows.push(RowRuns { first, starts, along });
            first += starts.count_ones() as usize;
        }
        self.sets.reset(first);
        for (pair, joined) in self.rows.windows(2).zip(of.neighbours.rows[1..].windows(2)) {
            for (upper, lower) in joints(&joined[0], &joined[1], columns) {
                self.sets.join(pair[0].run_at(upper), pair[1].run_at(lower));
            }
        }
    }
}

impl RowRuns {
    /// The number of the run that has this column.
    fn run_at(&self, column: u32) -> usize {
        let not_after = self.starts & u64::MAX >> (63 - column);
        self.first + not_after.count_ones() as usize - 1
    }
}

/// Where a tile ends and another begins.
#[derive(Clone, Copy, Debug)]
pub(super) enum Border {
    Top,
    Left,
    Right,
    Bottom,
    Corner { is_right: bool, is_bottom: bool },
}

impl Border {
    /// All of them.
    pub(super) const ALL: [Border; 8] = [
        Border::Corner { is_right: false, is_bottom: false },
        Border::Top,
        Border::Corner { is_right: true, is_bottom: false },
        Border::Left,
        Border::Right,
        Border::Corner { is_right: false, is_bottom: true },
        Border::Bottom,
        Border::Corner { is_right: true, is_bottom: true },
    ];

    /// A node beyond this border of a tile, or one of the map's own border.
    pub(super) const fn node_beyond(self, tile: Tile) -> NodeId {
        let Size { width, height } = tile.size;
        let (column, row) = match self {
            Border::Top => (1, 0),
            Border::Left => (0, 1),
            Border::Right => (width + 1, 1),
            Border::Bottom => (1, height + 1),
            Border::Corner { is_right, is_bottom } => {
                (if is_right { width + 1 } else { 0 }, if is_bottom { height + 1 } else { 0 })
            }
        };
        NodeId(tile.node(column, row))
    }
}

impl TileSteps<'_> {
    /// The bits of the tile's own columns.
    const fn columns(&self) -> u64 {
        own_bits(self.tile.size.width)
    }

    /// Tells the nodes joined across a border: the tile's own first, then the one beyond. Left out are
    /// pairs whose patches other pairs join as well.
    pub(super) fn across(self, border: Border, mut tell: impl FnMut(u32, u32)) {
        let TileSteps { tile, neighbours: NeighbourBlock { rows, .. } } = self;
        let Size { width, height } = tile.size;
        let last = height as usize;
        match border {
            Border::Top => joints(&rows[0], &rows[1], self.columns())
                .for_each(|(there, here)| tell(tile.node(here, 1), tile.node(there, 0))),
            Border::Bottom => {
                joints(&rows[last], &rows[last + 1], self.columns()).for_each(|(here, there)| {
                    tell(tile.node(here, height), tile.node(there, height + 1))
                })
            }
            Border::Left => joints(&self.column(0), &self.column(1), own_bits(height))
                .for_each(|(there, here)| tell(tile.node(1, here), tile.node(0, there))),
            Border::Right => joints(&self.column(width), &self.column(width + 1), own_bits(height))
                .for_each(|(here, there)| {
                    tell(tile.node(width, here), tile.node(width + 1, there))
                }),
            Border::Corner { is_right, is_bottom } => {
                let upper = &rows[if is_bottom { last } else { 0 }];
                let left = if is_right { width } else { 0 };
                let (row, below) = if is_bottom { (height, height + 1) } else { (0, 1) };
                // The one way of squeezing between the other two tiles that meet here.
                let (bits, from, to) = if is_right == is_bottom {
                    (upper.below_right, (left, row), (left + 1, below))
                } else {
                    (upper.below_left, (left + 1, row), (left, below))
                };
                if bits >> from.0 & 1 != 0 {
                    let (here, there) = if is_bottom { (from, to) } else { (to, from) };
                    tell(tile.node(here.0, here.1), tile.node(there.0, there.1));
                }
            }
        }
    }

    /// A column as if it were a row, and the next column below it.
    fn column(&self, column: u32) -> NeighbourRow {
        let mut turned = NeighbourRow::default();
        for (row, bits) in self.neighbours.rows.iter().enumerate() {
            turned.right |= (bits.below >> column & 1) << row;
            turned.below |= (bits.right >> column & 1) << row;
            turned.below_right |= (bits.below_right >> column & 1) << row;
            // Told by its upper end, which here is the lower one.
            turned.below_left |= (bits.below_left >> column >> 1 & 1) << row << 1;
        }
        turned
    }
}

/// The bits of this many columns or rows, which are a tile's own: those from 1 on.
const fn own_bits(count: u32) -> u64 {
    u64::MAX >> (63 - count) & !1
}

/// The columns in an upper row and a lower one that are joined, both of them among `columns`. A pair
/// is left out when another one and steps along the rows join the same runs.
fn joints(
    upper: &NeighbourRow,
    lower: &NeighbourRow,
    columns: u64,
) -> impl Iterator<Item = (u32, u32)> + use<> {
    // Nodes whose next one is among the columns too, and nodes whose last one is.
    let (not_last, not_first) = (columns & columns >> 1, columns & columns << 1);
    let (above, under) = (upper.right & not_last, lower.right & not_last);
    let below = upper.below & columns;
    let straight = below & !(below << 1 & above << 1 & under << 1);
    let left = upper.below_left & not_first & !(above << 1 & below << 1) & !(below & under << 1);
    let right = upper.below_right & not_last & !(above & below >> 1) & !(below & under);
    let straight = bits(straight).map(|column| (column, column));
    let left = bits(left).map(|column| (column, column - 1));
    let right = bits(right).map(|column| (column, column + 1));
    straight.chain(left).chain(right)
}

/// The numbers of the bits that are set, in order.
fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (lowest < u64::BITS).then_some(lowest)
    })
}
