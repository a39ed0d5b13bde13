//! How the nodes of a graph are cut into blocks, each small enough to be looked through anew.

use std::ops::Range;
use xunlu_map::{
    Cell, Grid, HexGrid, Layers, Layout, Map, Mover, NodeId, Rect, Size, StepRule, WaypointGraph,
    Wrap,
};

const SIDE_LOG2: u32 = 5;

/// A partition of a graph's nodes into blocks of at most [`Blocks::NODES_MAX`]: tiles of a grid or
/// of each layer, runs of numbers where nodes have no place on a grid.
///
/// It knows numbers and rectangles, no graph. Which partition is taken changes no answer, only what
/// an edit costs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blocks {
    parts: Vec<Part>,
    count: u32,
    node_count: u32,
    // The columns and rows of a tile are two to this.
    side_log2: u32,
}

/// A tile of a grid: nodes in rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tile {
    /// Its least node.
    pub(super) first: u32,
    pub(super) size: Size,
    /// What one row down adds to a number.
    pub(super) stride: u32,
}

impl Tile {
    /// The node in a column and row, counted from 1; column 0 and row 0 are those before its own.
    #[inline]
    pub(super) const fn node(&self, column: u32, row: u32) -> u32 {
        self.first + row * self.stride + column - self.stride - 1
    }

    /// The places of a row's nodes in an array.
    #[inline]
    pub(super) const fn row(&self, row: u32) -> Range<usize> {
        let first = self.node(1, row) as usize;
        first..first + self.size.width as usize
    }
}

/// A run of nodes that are cut up in one way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Part {
    first_node: u32,
    first_block: u32,
    cut: Cut,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cut {
    Tiles { layout: Layout, wrap: Wrap },
    Runs { node_count: u32 },
}

impl Blocks {
    /// The blocks of a map of any kind.
    #[must_use]
    pub fn of(map: &Map) -> Blocks {
        match map {
            Map::Grid(grid) => Blocks::of_grid(grid),
            Map::Hex(grid) => Blocks::of_hex_grid(grid),
            Map::Layers(layers) => Blocks::of_layers(layers),
            Map::Waypoints(graph) => Blocks::of_waypoints(graph),
        }
    }

    /// The columns and rows of a tile.
    // PERF: 4096 x 4096 open cells, one cell edited (median), and the index's memory; last, the door
    // of a wall that parts the map in halves. Sides of 16: 34 us, 46 MiB, 33 ms; 32: 105 us, 35 MiB,
    // 6.8 ms; 64: 379 us, 33 MiB, 1.9 ms (without the budget of `Fates`, which makes it 1 ms for 32).
    // All of it with every node of a block asked for its steps.
    pub const TILE_SIDE: u32 = 1 << SIDE_LOG2;
    /// The most nodes in a block.
    pub const NODES_MAX: u32 = Self::TILE_SIDE * Self::TILE_SIDE;

    /// The tiles of a grid.
    #[must_use]
    pub fn of_grid(grid: &Grid) -> Blocks {
        Blocks::of_cuts([tiles(grid.layout(), grid.wrap())], SIDE_LOG2)
    }

    /// The tiles of a hex grid, by column and row.
    #[must_use]
    pub fn of_hex_grid(grid: &HexGrid) -> Blocks {
        Blocks::of_cuts([tiles(grid.layout(), Wrap::NONE)], SIDE_LOG2)
    }

    /// The tiles of all layers.
    #[must_use]
    pub fn of_layers(layers: &Layers) -> Blocks {
        let cuts = layers.grids().iter().map(|grid| tiles(grid.layout(), grid.wrap()));
        Blocks::of_cuts(cuts, SIDE_LOG2)
    }

    /// The waypoints in runs of neighbouring numbers.
    #[must_use]
    pub fn of_waypoints(graph: &WaypointGraph) -> Blocks {
        Blocks::of_numbers(graph.len())
    }

    /// Any nodes at all, in runs of neighbouring numbers.
    #[must_use]
    pub fn of_numbers(node_count: u32) -> Blocks {
        Blocks::of_cuts([Cut::Runs { node_count }], SIDE_LOG2)
    }

    /// The same nodes in blocks of another size, to be tried on small maps.
    #[cfg(test)]
    pub(super) fn with_side_log2(&self, side_log2: u32) -> Blocks {
        Blocks::of_cuts(self.parts.iter().map(|part| part.cut), side_log2)
    }

    fn of_cuts(cuts: impl IntoIterator<Item = Cut>, side_log2: u32) -> Blocks {
        let mut blocks = Blocks { parts: Vec::new(), count: 0, node_count: 0, side_log2 };
        for cut in cuts {
            let (first_node, first_block) = (blocks.node_count, blocks.count);
            blocks.parts.push(Part { first_node, first_block, cut });
            blocks.count += cut.block_count(side_log2);
            let end = first_node.checked_add(cut.node_count());
            blocks.node_count = end.expect("a map has at most 2^32 - 1 nodes");
        }
        blocks
    }

    /// How many blocks there are.
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.count
    }

    /// How many nodes they hold, those of a grid's border counted though they are in no block.
    #[must_use]
    pub const fn node_count(&self) -> u32 {
        self.node_count
    }

    /// The block of any node. Returns `None` if it is a border's or there is no such node.
    pub(super) fn block_at(&self, node: NodeId) -> Option<u32> {
        let part = self.part_at(node)?;
        let number = node.0 - part.first_node;
        let is_inside = match part.cut {
            Cut::Tiles { layout, .. } => layout.bounds().contains(layout.cell_of(number)),
            Cut::Runs { node_count } => number < node_count,
        };
        is_inside.then(|| self.block_of(node))
    }

    /// The node of a cell of a layer. Returns `None` if it lies outside, or nodes have no place on a grid.
    pub(super) fn node_at(&self, layer: u32, cell: Cell) -> Option<NodeId> {
        let Part { first_node, cut, .. } = self.parts.get(layer as usize)?;
        let Cut::Tiles { layout, .. } = cut else { return None };
        layout.index_of(cell).map(|index| NodeId(first_node + index))
    }

    /// The last part that does not begin after a node, found by halving.
    // PERF: with 60,000 layers of 2 x 2 cells a world took 12 s to make when they were gone through one by
    // one, 0.15 s by halving (at `opt-level = 1`).
    #[inline]
    fn part_at(&self, node: NodeId) -> Option<&Part> {
        let number = self.parts.partition_point(|part| part.first_node <= node.0);
        self.parts.get(number.checked_sub(1)?)
    }

    /// The block of a node that is not a border's.
    #[inline]
    pub(super) fn block_of(&self, node: NodeId) -> u32 {
        self.block_and_row(node).0
    }

    /// The same, and how many nodes from this one on follow each other in its row of the block, perhaps some
    /// of a border's among them.
    #[inline]
    pub(super) fn block_and_row(&self, node: NodeId) -> (u32, u32) {
        debug_assert!(node.0 < self.node_count);
        let part = match &self.parts[..] {
            [only] => only,
            _ => self.part_at(node).expect("the first part begins with the first node"),
        };
        let number = node.0 - part.first_node;
        let (block, past, log2) = match part.cut {
            Cut::Tiles { layout, .. } => {
                let (down, right) = (number / layout.stride(), number % layout.stride());
                debug_assert!(down > 0);
                debug_assert!(right > 0);
                let columns = tiles_across(layout, self.side_log2);
                let block =
                    ((down - 1) >> self.side_log2) * columns + ((right - 1) >> self.side_log2);
                (block, right - 1, self.side_log2)
            }
            Cut::Runs { .. } => (number >> (2 * self.side_log2), number, 2 * self.side_log2),
        };
        let row = 1 << log2;
        (part.first_block + block, row - past % row)
    }

    /// The numbers of a block's nodes: rising runs of them.
    pub(super) fn nodes_of(&self, block: u32) -> impl Iterator<Item = Range<u32>> + use<> {
        let Tile { first, size: Size { width, height }, stride } = self.shape_of(block);
        (0..height).map(move |down| first + down * stride..first + down * stride + width)
    }

    /// The tile that a block is. Returns `None` if it is a run of numbers.
    pub(super) fn tile_of(&self, block: u32) -> Option<Tile> {
        Some(self.shape_of(block)).filter(|tile| tile.stride > 0)
    }

    /// The tile that a block is; a run of numbers is one of a single row and no stride.
    fn shape_of(&self, block: u32) -> Tile {
        let part = &self.parts[self.parts.partition_point(|part| part.first_block <= block) - 1];
        let number = block - part.first_block;
        let side = 1 << self.side_log2;
        let (first, width, height, stride) = match part.cut {
            Cut::Tiles { layout, .. } => {
                let Size { width, height } = layout.bounds().size;
                let columns = tiles_across(layout, self.side_log2);
                let left = number % columns * side;
                let top = number / columns * side;
                let first = (top + 1) * layout.stride() + left + 1;
                let (right, bottom) = (width - left, height - top);
                (first, right.min(side), bottom.min(side), layout.stride())
            }
            Cut::Runs { node_count } => {
                let first = number * side * side;
                (first, (node_count - first).min(side * side), 1, 0)
            }
        };
        Tile { first: part.first_node + first, size: Size::new(width, height), stride }
    }

    /// Tells the blocks whose steps an edit of these cells may change for this mover. Such a step
    /// begins or ends at a place whose footprint meets the rectangle, or squeezes diagonally past
    /// one: then it begins and ends right beside it.
    pub(super) fn touched_by(
        &self,
        layer: u32,
        rect: Rect,
        mover: &Mover,
        mut tell: impl FnMut(u32),
    ) {
        let part = self.parts.get(layer as usize);
        let Some(Part { first_block, cut: Cut::Tiles { layout, wrap }, .. }) = part else {
            return;
        };
        let bounds = layout.bounds();
        let beside = i64::from(matches!(mover.rule(), StepRule::Eight(_)));
        let span = |edited: (i32, u32), under: u32, whole: (i32, u32), joins: bool| {
            let first = i64::from(edited.0) - i64::from(whole.0);
            let last = first + i64::from(edited.1) - 1 + beside;
            let first = first - i64::from(under) + 1 - beside;
            tiles_between(first, last, whole.1, joins, self.side_log2)
        };
        let (Rect { min, size }, Size { width, height }) = (rect, mover.footprint().size());
        if rect.is_empty() {
            return;
        }
        let columns = tiles_across(*layout, self.side_log2);
        let across = span((min.x, size.width), width, (bounds.min.x, bounds.size.width), wrap.x);
        let down = span((min.y, size.height), height, (bounds.min.y, bounds.size.height), wrap.y);
        for row in down.into_iter().flatten() {
            for column in across.iter().cloned().flatten() {
                tell(first_block + row * columns + column);
            }
        }
    }
}

const fn tiles(layout: &Layout, wrap: Wrap) -> Cut {
    Cut::Tiles { layout: *layout, wrap }
}

const fn tiles_across(layout: Layout, side_log2: u32) -> u32 {
    ((layout.bounds().size.width - 1) >> side_log2) + 1
}

impl Cut {
    const fn node_count(self) -> u32 {
        match self {
            Cut::Tiles { layout, .. } => layout.len(),
            Cut::Runs { node_count } => node_count,
        }
    }

    const fn block_count(self, side_log2: u32) -> u32 {
        match self {
            Cut::Tiles { layout, .. } => {
                let down = ((layout.bounds().size.height - 1) >> side_log2) + 1;
                tiles_across(layout, side_log2) * down
            }
            Cut::Runs { node_count } => node_count.div_ceil(1 << (2 * side_log2)),
        }
    }
}

/// The tiles along one axis that hold the places from `first` to `last`, counted from the map's
/// edge; in two parts where they go round a joined edge. A tile may be told twice.
fn tiles_between(
    first: i64,
    last: i64,
    length: u32,
    joins: bool,
    side_log2: u32,
) -> [Range<u32>; 2] {
    let tiles = |first: i64, last: i64| {
        let tile = |at: i64| u32::try_from(at).expect("clipped to the map") >> side_log2;
        if first > last { 0..0 } else { tile(first)..tile(last) + 1 }
    };
    let length = i64::from(length);
    if !joins {
        return [tiles(first.max(0), last.min(length - 1)), 0..0];
    }
    if last - first + 1 >= length {
        return [tiles(0, length - 1), 0..0];
    }
    let (first, last) = (first.rem_euclid(length), last.rem_euclid(length));
    if first <= last {
        [tiles(first, last), 0..0]
    } else {
        [tiles(0, last), tiles(first, length - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu_map::Corners;

    fn wide_grid() -> Grid {
        Grid::at(Rect::new(Cell::new(-7, 3), Size::new(70, 40))).unwrap()
    }

    #[test]
    fn a_node_of_any_of_many_layers_is_found_and_a_border_is_in_no_block() {
        let grids = (0..40).map(|number| Grid::new(Size::new(1 + number % 3, 2)).unwrap());
        let layers = Layers::new(grids.collect()).unwrap();
        let blocks = Blocks::of_layers(&layers);
        for index in 0..layers.len() {
            let layer_cell = layers.layer_cell_of(index);
            // One block a layer, and none for what lies round it.
            let block = layers.index_of(layer_cell).map(|_| layer_cell.layer);
            assert_eq!(blocks.block_at(NodeId(index)), block);
        }
        assert_eq!(blocks.block_at(NodeId(layers.len())), None);
    }

    #[test]
    fn every_node_inside_is_in_exactly_one_block() {
        let layers = Layers::new(vec![wide_grid(), Grid::new(Size::ONE).unwrap(), wide_grid()]);
        let layers = layers.unwrap();
        for blocks in [Blocks::of_layers(&layers), Blocks::of_numbers(2500)] {
            let mut nodes = Vec::new();
            for block in 0..blocks.count() {
                for node in blocks.nodes_of(block).flatten() {
                    assert_eq!(blocks.block_of(NodeId(node)), block);
                    nodes.push(node);
                }
            }
            let told = nodes.len();
            nodes.sort_unstable();
            nodes.dedup();
            assert_eq!(nodes.len(), told);
            assert!(told == 2 * 70 * 40 + 1 || told == 2500);
        }
        assert_eq!(Blocks::of_layers(&layers).count(), 6 + 1 + 6);
    }

    fn touched(grid: &Grid, mover: &Mover, rect: Rect) -> Vec<u32> {
        let mut told = Vec::new();
        Blocks::of_grid(grid).touched_by(0, rect, mover, |block| told.push(block));
        told.sort_unstable();
        told.dedup();
        told
    }

    #[test]
    fn an_edit_touches_the_blocks_within_its_reach() {
        let grid = wide_grid();
        let four = Mover::four().build().unwrap();
        let eight = Mover::eight(Corners::NoCutting).build().unwrap();
        let large = Mover::four().footprint(Size::new(3, 3)).build().unwrap();
        // The second column of tiles begins at x = 25, the second row at y = 35.
        let corner = Rect::cell(Cell::new(25, 35));
        assert_eq!(touched(&grid, &four, corner), [4]);
        assert_eq!(touched(&grid, &eight, corner), [0, 1, 3, 4]);
        assert_eq!(touched(&grid, &large, corner), [0, 1, 3, 4]);
        let edge = Rect::cell(Cell::new(-7, 3));
        assert_eq!(touched(&grid, &large, edge), [0]);
        let round = grid.clone().wrapped(Wrap { x: true, y: false });
        assert_eq!(touched(&round, &large, edge), [0, 2]);
        assert_eq!(touched(&round, &four, grid.bounds()), [0, 1, 2, 3, 4, 5]);
        let round = round.wrapped(Wrap { x: true, y: true });
        assert_eq!(touched(&round, &large, edge), [0, 2, 3, 5]);
    }
}
