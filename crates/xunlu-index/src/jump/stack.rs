//! Layers as one tall grid: one below the other, each with closed rows around it, so that whatever reads bits
//! of rows and columns need not know of layers.
//!
//! ```text
//!   # # # #      Layers of 2 x 2 and of 3 x 1 cells. The first one is as wide as the second, and the cells
//!   # 0 1 #      that it lacks are closed. No scan or jump leads from one to the other, and the distance
//!   # 2 3 #      between their cells is none: who changes layers takes a link.
//!   # # # #
//!   # # # #
//!   # 4 5 6
//!   # # # #
//! ```

use super::numbers::{PaddedCell, small};
use xunlu_map::{Cell, LayerCell, Layout, NodeId, Rect, Size};

/// A stack has at most so many times the cells of its layers.
const PADDING_MAX: u64 = 4;

/// Where each of several layers lies in the tall grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Stack {
    layers: Box<[Layer]>,
    // The number of the layer that each row is of, border included.
    of_rows: Box<[u32]>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Layer {
    layout: Layout,
    first_node: u32,
    // The border above it.
    first_row: u32,
}

impl Stack {
    /// The tall grid that has room for layers below each other. Returns `None` if they are so unlike that
    /// most of it would be padding, or if it would be too large for a map.
    pub(super) fn room_for(layouts: impl Iterator<Item = Layout>) -> Option<Layout> {
        let (mut width, mut rows, mut cells) = (1, 0_u32, 0);
        for size in layouts.map(|layout| layout.bounds().size) {
            rows = rows.checked_add(size.height + 2)?;
            (width, cells) = (size.width.max(width), cells + size.area());
        }
        let size = Size::new(width, rows.checked_sub(2)?);
        let is_sane = size.area() <= PADDING_MAX.saturating_mul(cells);
        Layout::new(Rect::new(Cell::new(0, 0), size)).ok().filter(|_| is_sane)
    }

    /// Puts layers below each other, which there is [room](Self::room_for) for.
    pub(super) fn of(layouts: impl Iterator<Item = Layout>) -> Stack {
        let (mut layers, mut of_rows) = (Vec::new(), Vec::new());
        let mut first_node = 0;
        for (number, layout) in (0..).zip(layouts) {
            layers.push(Layer { layout, first_node, first_row: small(of_rows.len()) });
            of_rows.resize(of_rows.len() + layout.bounds().size.height as usize + 2, number);
            first_node += layout.len();
        }
        Stack { layers: layers.into(), of_rows: of_rows.into() }
    }

    /// How many layers there are.
    pub(super) fn len(&self) -> usize {
        self.layers.len()
    }

    /// How the cells of a layer are numbered, and the row of the border above it.
    pub(super) fn layer(&self, layer: u32) -> (&Layout, u32) {
        let Layer { layout, first_row, .. } = &self.layers[layer as usize];
        (layout, *first_row)
    }

    /// How many numbers the nodes of all layers have.
    pub(super) fn node_count(&self) -> u32 {
        self.layers.last().map_or(0, |last| last.first_node + last.layout.len())
    }

    /// Whether two cells lie on different layers.
    #[inline]
    pub(super) fn parts(&self, one: PaddedCell, other: PaddedCell) -> bool {
        self.layer_of(one.y) != self.layer_of(other.y)
    }

    /// The layer that a row is of.
    #[inline]
    pub(super) fn layer_of(&self, row: u32) -> u32 {
        self.of_rows[row as usize]
    }

    pub(super) fn cell_at(&self, NodeId(node): NodeId) -> PaddedCell {
        let after = self.layers.partition_point(|layer| layer.first_node <= node);
        let Layer { layout, first_node, first_row } = &self.layers[after - 1];
        let (number, stride) = (node - first_node, layout.stride());
        PaddedCell { x: number % stride, y: number / stride + first_row }
    }

    pub(super) fn node_at(&self, cell: PaddedCell) -> NodeId {
        let Layer { layout, first_node, first_row } = self.layer_at(cell.y);
        NodeId(first_node + (cell.y - first_row) * layout.stride() + cell.x)
    }

    pub(super) fn layer_cell(&self, cell: PaddedCell) -> LayerCell {
        let Layer { layout, first_row, .. } = self.layer_at(cell.y);
        let own = PaddedCell { x: cell.x, y: cell.y - first_row };
        LayerCell::new(self.layer_of(cell.y), own.on(layout))
    }

    fn layer_at(&self, row: u32) -> &Layer {
        &self.layers[self.layer_of(row) as usize]
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.layers[..]) + size_of_val(&self.of_rows[..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu_map::{Grid, Layers};
    use xunlu_testkit::any_layers;

    #[test]
    fn cells_of_the_tall_grid_and_nodes_of_layers_are_one_to_one() {
        let mut cells = 0;
        for seed in 0..200 {
            let layers: Layers = any_layers(seed);
            let layouts = layers.grids().iter().map(|grid| *grid.layout());
            let Some(tall) = Stack::room_for(layouts.clone()) else { continue };
            let stack = Stack::of(layouts);
            assert_eq!(stack.node_count(), layers.len());
            for (number, grid) in (0..).zip(layers.grids()) {
                for cell in grid.bounds().cells() {
                    let layer_cell = LayerCell::new(number, cell);
                    let node = NodeId(layers.index_of(layer_cell).unwrap());
                    let at = stack.cell_at(node);
                    assert!((1..=tall.bounds().size.width).contains(&at.x));
                    assert!((1..=tall.bounds().size.height).contains(&at.y));
                    assert_eq!((stack.node_at(at), stack.layer_cell(at)), (node, layer_cell));
                    cells += 1;
                }
            }
        }
        assert!(cells > 5_000, "only {cells} cells");
    }

    #[test]
    fn layers_that_are_too_unlike_are_not_stacked() {
        let layout = |width, height| *Grid::new(Size::new(width, height)).unwrap().layout();
        assert!(Stack::room_for([layout(900, 900), layout(3, 3)].into_iter()).is_some());
        assert!(Stack::room_for([layout(900, 1), layout(1, 900)].into_iter()).is_none());
        let large = Layout::new(Rect::new(Cell::new(0, 0), Size::new(1 << 14, 1 << 14))).unwrap();
        assert!(Stack::room_for([large; 2].into_iter()).is_none());
    }
}
