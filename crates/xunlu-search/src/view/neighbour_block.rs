//! A neighbour block: steps between neighbours in rows, a bit each, told for a whole window at one go.

use xunlu_map::{Cell, Corners, Exits, Layout, Passability, Plane, Rect, Size};

/// All steps from and into the nodes of a window, where each of them leads to one of the eight
/// neighbours in rows of numbers, and back as well.
///
/// ```text
///   . . . . .      A window of 3 x 2 nodes (o) in a frame of their neighbours (.). Bit x of a row
///   . o o o .      stands for column x, the frame counted: the window's own columns are the bits
///   . o o o .      from 1 on, its own rows those from 1 on.
///   . . . . .
/// ```
///
/// What must hold of one that a graph told stands with
/// [`Places::neighbour_block`](super::Places::neighbour_block).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NeighbourBlock {
    /// What one row down adds to a node's number; one column to the right adds 1.
    pub stride: u32,
    /// From the frame's row above the window to that below it.
    pub rows: Vec<NeighbourRow>,
}

/// One row of a [`NeighbourBlock`]: its nodes, and how they are joined with those after them. Two nodes
/// are joined when steps lead from either to the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NeighbourRow {
    /// Nodes where the mover can stand.
    pub open: u64,
    /// Nodes joined with the next one of their row.
    pub right: u64,
    /// Nodes joined with the one right below.
    pub below: u64,
    /// Nodes joined with the one below and one column to the left.
    pub below_left: u64,
    /// Nodes joined with the one below and one column to the right.
    pub below_right: u64,
}

impl NeighbourBlock {
    /// The most columns of a window: with the frame they fill a word.
    pub const COLUMNS_MAX: u32 = u64::BITS - 2;

    /// Joins open nodes along the rows, and between the rows as `joins` says: of two rows, the first
    /// of them by its number, which nodes of the upper one are joined with the one right below, below
    /// to the left and below to the right. It is asked for nodes open at both ends alone.
    pub(super) fn join(&mut self, joins: impl Fn(usize, u64, u64) -> [u64; 3]) {
        for number in 0..self.rows.len() {
            let lower = self.rows.get(number + 1).map_or(0, |row| row.open);
            let row = &mut self.rows[number];
            let upper = row.open;
            row.right = upper & upper >> 1;
            let [below, left, right] = joins(number, upper, lower);
            row.below = below & upper & lower;
            row.below_left = left & upper & lower << 1;
            row.below_right = right & upper & lower >> 1;
        }
    }
}

/// Which steps lead down from a row of squares, by the corner rule: a diagonal one squeezes between
/// the node beside where it begins and the one beside where it ends.
pub(super) fn joins_of_squares(corners: Corners, upper: u64, lower: u64) -> [u64; 3] {
    let passable = |beside: u64, below: u64| match corners {
        Corners::Always => u64::MAX,
        Corners::OneFree => beside | below,
        Corners::NoCutting => beside & below,
        Corners::Never => 0,
    };
    [u64::MAX, passable(upper << 1, lower), passable(upper >> 1, lower)]
}

/// A window in the rectangle of a layout, with its frame, which may lie on the border.
#[derive(Clone, Copy, Debug)]
pub(super) struct Framed {
    layout: Layout,
    // The number of the frame's first node, and which of the layout's rows it lies in.
    first: u32,
    first_row: u32,
    columns: u32,
    rows: u32,
}

impl Framed {
    /// The window of this size whose first node has this number. Returns `None` if it does not lie inside
    /// as a whole or is too wide.
    pub(super) fn new(layout: &Layout, first: u32, size: Size) -> Option<Framed> {
        let cell = layout.cell_of(first);
        let last = Rect::new(cell, size).max()?;
        let is_inside = layout.bounds().contains(cell) && layout.bounds().contains(last);
        (is_inside && size.width <= NeighbourBlock::COLUMNS_MAX).then(|| Framed {
            layout: *layout,
            first: first - layout.stride() - 1,
            first_row: first / layout.stride() - 1,
            columns: size.width + 2,
            rows: size.height + 2,
        })
    }

    /// The place of the frame's first node.
    pub(super) const fn corner(&self) -> Cell {
        self.layout.cell_of(self.first)
    }

    /// Whether every cell may be left by all exits.
    pub(super) fn has_all_exits(&self, exits: Option<&Plane<Exits>>) -> bool {
        exits.is_none_or(|exits| {
            (0..self.rows).all(|row| {
                let first = (self.first + row * self.layout.stride()) as usize;
                let along = &exits.values()[first..first + self.columns as usize];
                along.iter().all(|&exits| exits == Exits::ALL)
            })
        })
    }

    /// Reads where a mover with this footprint can stand, and joins nothing yet.
    pub(super) fn read(&self, open: &Passability, footprint: Size, block: &mut NeighbourBlock) {
        let stride = self.layout.stride();
        let row_count = self.layout.bounds().size.height + 2;
        let is_wide = self.columns + footprint.width - 1 > u64::BITS;
        block.stride = stride;
        block.rows.clear();
        // The rows below, which footprints reach into, are looked at as well; past the border all is
        // closed.
        block.rows.extend((0..self.rows + footprint.height - 1).map(|row| {
            let first = self.first + row * stride;
            let runs = match self.first_row + row < row_count {
                false => 0,
                true if is_wide => wide_runs_of(open, first, footprint.width),
                true => runs_of(open.run_at(first), footprint.width),
            };
            let open = runs & u64::MAX >> (u64::BITS - self.columns);
            NeighbourRow { open, ..NeighbourRow::default() }
        }));
        // Each row is met with as many below it as the footprint is high: with twice as many at each turn.
        let mut held = 1;
        while held < footprint.height as usize {
            let more = held.min(footprint.height as usize - held);
            for row in 0..block.rows.len() - more {
                block.rows[row].open &= block.rows[row + more].open;
            }
            held += more;
        }
        block.rows.truncate(self.rows as usize);
    }
}

/// The bits with which a run of at least this length begins; those past the last bit count as clear.
fn runs_of(bits: u64, length: u32) -> u64 {
    let (mut runs, mut held) = (bits, 1);
    while held < length {
        let more = held.min(length - held);
        runs &= runs >> more;
        held += more;
    }
    runs
}

/// The cells from this number on with which a run of at least this length begins, though it may end
/// beyond a word. Past the end of a row lies the border, which no run crosses.
fn wide_runs_of(open: &Passability, first: u32, length: u32) -> u64 {
    let next = first + u64::BITS;
    let next = if next < open.layout().len() { open.run_at(next) } else { 0 };
    let (mut runs, mut held) = (u128::from(next) << 64 | u128::from(open.run_at(first)), 1);
    while held < length {
        let more = held.min(length - held);
        runs &= runs >> more;
        held += more;
    }
    let low = runs & u128::from(u64::MAX);
    u64::try_from(low).expect("of 64 bits")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::check_places;
    use crate::view::{GridView, HexView, LayersView, LinkTable, Linked, Places, Turning};
    use xunlu_map::{
        Cost, Direction, Grid, HexArrangement, HexGrid, Layers, Link, Mover, Terrain, Wrap,
    };

    /// How the cells of a drawn map are joined with those after them, row by row, each as the sum of
    /// 1 (right), 2 (below), 4 (below left) and 8 (below right).
    fn check(corners: Corners, map: &str, expected: &[&str]) {
        let grid: Grid = map.parse().unwrap();
        let mover = Mover::eight(corners).build().unwrap();
        let open = Passability::new(grid.ground(), &mover);
        let view = GridView::new(&grid, &mover, &open);
        check_places(&view);
        let size = grid.bounds().size;
        let mut block = NeighbourBlock::default();
        assert!(view.neighbour_block(view.node_at(Cell::new(0, 0)).unwrap(), size, &mut block));
        let digit = |row: &NeighbourRow, x: u32| {
            let joined = [row.right, row.below, row.below_left, row.below_right];
            let joined = joined.iter().rev().fold(0, |sum, bits| sum * 2 + (bits >> x & 1));
            char::from_digit(u32::try_from(joined).unwrap(), 16).unwrap()
        };
        let row = |row| (1..=size.width).map(|x| digit(row, x)).collect::<String>();
        let drawn: Vec<String> = block.rows[1..=size.height as usize].iter().map(row).collect();
        assert_eq!(drawn, expected);
    }

    #[test]
    fn neighbours_are_joined_by_the_corner_rule() {
        check(Corners::Never, "...\n...", &["332", "110"]);
        check(Corners::NoCutting, "...\n...", &["bf6", "110"]);
        check(Corners::NoCutting, ".#.\n...", &["202", "110"]);
        check(Corners::OneFree, ".#.\n...", &["a06", "110"]);
        check(Corners::OneFree, ".#\n#.", &["00", "00"]);
        check(Corners::Always, ".#\n#.", &["80", "00"]);
    }

    #[test]
    fn windows_that_do_not_lie_inside_are_refused() {
        let grid = Grid::new(Size::new(70, 3)).unwrap();
        let mover = Mover::four().footprint(Size::new(2, 1)).build().unwrap();
        let open = Passability::new(grid.ground(), &mover);
        let view = GridView::new(&grid, &mover, &open);
        let tells = |x, width, height| {
            let first = view.node_at(Cell::new(x, 0)).unwrap();
            view.neighbour_block(first, Size::new(width, height), &mut NeighbourBlock::default())
        };
        assert!(tells(0, 62, 3));
        assert!(!tells(0, 63, 3));
        assert!(!tells(0, 61, 4));
        assert!(!tells(0, 61, u32::MAX));
        assert!(!tells(9, 0, 1));
        assert!(!tells(60, 11, 1));
        for border in [0, 71, 71 * 4, u32::MAX] {
            let first = xunlu_map::NodeId(border);
            assert!(
                !view.neighbour_block(first, Size::ONE, &mut NeighbourBlock::default()),
                "{border}"
            );
        }
    }

    #[test]
    fn large_footprints_are_told_of_in_windows_of_every_width() {
        let mut grid = Grid::new(Size::new(150, 80)).unwrap();
        for (x, y) in [(70, 3), (100, 79), (149, 20), (35, 66)] {
            grid.set(Cell::new(x, y), Terrain::WALL).unwrap();
        }
        for side in [31, 32, 33, 63, 64] {
            let mover = Mover::eight(Corners::NoCutting).footprint(Size::new(side, side / 2 + 1));
            let mover = mover.build().unwrap();
            let open = Passability::new(grid.ground(), &mover);
            check_places(&GridView::new(&grid, &mover, &open));
        }
    }

    /// Whether each of the cells (0, 0) to (7, 0) is told of.
    fn told_by<G: Places>(graph: &G, place: impl Fn(Cell) -> G::Place) -> String {
        check_places(graph);
        let told = (0..8).map(|x| {
            let first = graph.node_at(place(Cell::new(x, 0))).unwrap();
            if graph.neighbour_block(first, Size::ONE, &mut NeighbourBlock::default()) {
                'y'
            } else {
                'n'
            }
        });
        told.collect()
    }

    #[test]
    fn what_is_no_plain_ground_is_not_told_of() {
        let plain: Grid = "........\n........\n........".parse().unwrap();
        let mut odd = plain.clone();
        let exits = Exits::only(Direction::East);
        odd.set_exits(Cell::new(2, 1), exits).unwrap();
        odd.add_link(Link::one_way(Cell::new(5, 0), Cell::new(7, 0))).unwrap();
        let told = |grid: &Grid, mover: &Mover| {
            let open = Passability::new(grid.ground(), mover);
            let graph = GridView::new(grid, mover, &open);
            let links = LinkTable::of(grid.links(), mover, |cell| graph.node_at(cell));
            told_by(&Linked { graph, links: &links }, |cell| cell)
        };
        let mover = Mover::default();
        assert_eq!(told(&plain, &mover), "yyyyyyyy");
        assert_eq!(told(&odd, &mover), "ynnnynyn");
        assert_eq!(told(&plain.clone().wrapped(Wrap { x: false, y: true }), &mover), "nnnnnnnn");
        assert_eq!(told(&plain, &Mover::knight().build().unwrap()), "nnnnnnnn");

        let open = Passability::new(plain.ground(), &mover);
        let turning = Turning::new(GridView::new(&plain, &mover, &open), Cost(1)).unwrap();
        assert_eq!(told_by(&turning, |cell| cell), "nnnnnnnn");

        let layers = Layers::new(vec![odd, plain]).unwrap();
        let open: Vec<_> =
            layers.grids().iter().map(|grid| Passability::new(grid.ground(), &mover)).collect();
        let view = LayersView::new(&layers, &mover, &open);
        assert_eq!(told_by(&view, |cell| xunlu_map::LayerCell::new(0, cell)), "ynnnyyyy");
        assert_eq!(told_by(&view, |cell| xunlu_map::LayerCell::new(1, cell)), "yyyyyyyy");
    }

    #[test]
    fn hexes_are_told_of_in_every_arrangement() {
        for arrangement in HexArrangement::ALL {
            let mut grid = HexGrid::new(arrangement, Size::new(8, 3)).unwrap();
            for (x, y) in [(2, 1), (4, 2), (5, 0)] {
                grid.set(grid.hex_at(Cell::new(x, y)), Terrain::WALL).unwrap();
            }
            let mover = Mover::hex().build().unwrap();
            let open = Passability::new(grid.ground(), &mover);
            let view = HexView::new(&grid, &mover, &open);
            assert_eq!(told_by(&view, |cell| grid.hex_at(cell)), "yyyyyyyy");
        }
    }
}
