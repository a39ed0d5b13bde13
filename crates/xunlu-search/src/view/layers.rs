//! Several grids, one above the other, as one mover sees them.

use super::grid::{GridView, has_prices};
use super::neighbour_block::NeighbourBlock;
use super::{Headings, Places, Sense};
use crate::graph::{Graph, ReverseGraph};
use crate::step::Step;
use xunlu_map::{LayerCell, Layers, Mover, NodeId, Passability, Plane, Size};

/// Layers as a graph: each layer as a [`GridView`] sees it, its numbers after those of the layers
/// below. No step leads from layer to layer; the links that do are laid on top by
/// [`Linked`](crate::Linked).
///
/// Making one costs nothing in proportion to the map or to its layers and allocates nothing.
#[derive(Clone, Copy, Debug)]
pub struct LayersView<'a> {
    layers: &'a Layers,
    mover: &'a Mover,
    open: &'a [Passability],
    clearance: Option<&'a [Plane<u8>]>,
    // Whether ground under a large mover may differ in price on any of the layers; or from one layer to
    // another, so as not to ask each of them.
    has_prices: bool,
}

impl<'a> LayersView<'a> {
    /// The layers as `mover` sees them. `open` must be what each layer's ground is to this mover,
    /// layer after layer; that its rectangle is the layer's is checked in debug builds, when the layer is
    /// looked at.
    ///
    /// # Panics
    /// When `open` is not one for each layer.
    #[must_use]
    pub fn new(layers: &'a Layers, mover: &'a Mover, open: &'a [Passability]) -> LayersView<'a> {
        assert_eq!(open.len(), layers.grids().len(), "one passability for each layer");
        let has_prices = has_prices(|terrain| layers.count(terrain) > 0, mover);
        LayersView { layers, mover, open, clearance: None, has_prices }
    }

    /// The same view with a clearance plane for each layer; see [`GridView::with_clearance`].
    ///
    /// # Panics
    /// When the planes are not one for each layer and of its rectangle.
    #[must_use]
    pub fn with_clearance(self, clearance: &'a [Plane<u8>]) -> LayersView<'a> {
        assert_eq!(clearance.len(), self.open.len(), "one clearance for each layer");
        for (grid, clearance) in self.layers.grids().iter().zip(clearance) {
            assert_eq!(clearance.layout(), grid.layout(), "the clearance of another map");
        }
        LayersView { clearance: Some(clearance), ..self }
    }

    /// The layers.
    #[must_use]
    pub const fn layers(&self) -> &'a Layers {
        self.layers
    }

    /// The mover.
    #[must_use]
    pub const fn mover(&self) -> &'a Mover {
        self.mover
    }

    /// One layer by itself, its numbers from 0. Returns `None` beyond the last.
    #[must_use]
    pub fn layer(&self, layer: u32) -> Option<GridView<'a>> {
        self.layers.grid(layer).map(|_| self.part(layer).1)
    }

    /// Whether the mover can stand on a layer cell with its whole footprint.
    #[must_use]
    pub fn can_stand(&self, layer_cell: LayerCell) -> bool {
        self.node_at(layer_cell).is_some_and(|node| self.can_stand_on(node))
    }

    /// A layer's first number, and the layer by itself.
    #[inline]
    fn part(&self, layer: u32) -> (u32, GridView<'a>) {
        let first =
            self.layers.first_node(layer).expect("the caller knows that there is this layer");
        let number = layer as usize;
        let clearance = self.clearance.map(|planes| &planes[number]);
        let (grid, open) = (&self.layers.grids()[number], &self.open[number]);
        debug_assert_eq!(open.layout(), grid.layout(), "the passability of another map");
        (first, GridView::part(grid, self.mover, open, clearance, self.has_prices))
    }

    /// The layer that a number lies on, found by halving: the last one that does not begin after it.
    #[inline]
    fn layer_of(&self, node: NodeId) -> u32 {
        let begins_after =
            |layer: u32| self.layers.first_node(layer).is_none_or(|first| first > node.0);
        let (mut least, mut beyond) = (0, 1);
        while !begins_after(beyond) {
            (least, beyond) = (beyond, beyond * 2);
        }
        while beyond - least > 1 {
            let middle = least + (beyond - least) / 2;
            if begins_after(middle) {
                beyond = middle;
            } else {
                least = middle;
            }
        }
        least
    }

    #[inline]
    fn steps(&self, node: NodeId, sense: Sense, tell: &mut impl FnMut(Step, u32)) {
        let (first, part) = self.part(self.layer_of(node));
        part.steps(NodeId(node.0 - first), sense, &mut |step, heading| {
            tell(Step { to: NodeId(step.to.0 + first), ..step }, heading);
        });
    }
}

impl Graph for LayersView<'_> {
    fn node_count(&self) -> u32 {
        self.layers.len()
    }

    #[inline]
    fn steps_from(&self, from: NodeId, steps: &mut Vec<Step>) {
        self.steps(from, Sense::Along, &mut |step, _| steps.push(step));
    }
}

impl ReverseGraph for LayersView<'_> {
    #[inline]
    fn steps_into(&self, to: NodeId, steps: &mut Vec<Step>) {
        self.steps(to, Sense::Against, &mut |step, _| steps.push(step));
    }
}

impl Places for LayersView<'_> {
    type Place = LayerCell;

    fn node_at(&self, layer_cell: LayerCell) -> Option<NodeId> {
        let first = self.layers.first_node(layer_cell.layer)?;
        self.layer(layer_cell.layer)?.node_at(layer_cell.cell).map(|node| NodeId(first + node.0))
    }

    #[inline]
    fn place_of(&self, node: NodeId) -> LayerCell {
        let layer = self.layer_of(node);
        let (first, part) = self.part(layer);
        LayerCell::new(layer, part.place_of(NodeId(node.0 - first)))
    }

    #[inline]
    fn can_stand_on(&self, node: NodeId) -> bool {
        let (first, part) = self.part(self.layer_of(node));
        part.can_stand_on(NodeId(node.0 - first))
    }

    /// Told of windows that lie on one layer, as that layer tells of them.
    fn neighbour_block(&self, first: NodeId, size: Size, block: &mut NeighbourBlock) -> bool {
        let (least, part) = self.part(self.layer_of(first));
        part.neighbour_block(NodeId(first.0 - least), size, block)
    }
}

impl Headings for LayersView<'_> {
    fn heading_count(&self) -> u32 {
        8
    }

    fn headed_steps(&self, node: NodeId, sense: Sense, mut tell: &mut dyn FnMut(Step, u32)) {
        self.steps(node, sense, &mut tell);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::{check_graph, check_headings, check_places, check_reverse_graph};
    use crate::view::{LinkTable, Linked, Turning};
    use xunlu_map::{Cell, Cost, StepCosts};

    const HOUSE: &str = "\
@link 0:2,1 <-> 1:0,-1 weight 300
@link 0:0,0 -> 2:0,0 weight 0
@layer
..#
...
@layer
@origin 0,-1
..2
@layer
#";

    #[test]
    fn steps_stay_on_their_layer_and_links_leave_it() {
        let house: Layers = HOUSE.parse().unwrap();
        let mover = Mover::four().costs(StepCosts::TEN_FOURTEEN).build().unwrap();
        let open: Vec<_> =
            house.grids().iter().map(|grid| Passability::new(grid.ground(), &mover)).collect();
        let view = LayersView::new(&house, &mover, &open);
        let links = LinkTable::of(house.links(), &mover, |layer_cell| view.node_at(layer_cell));
        let linked = Linked { graph: view, links: &links };
        check_graph(&linked);
        check_reverse_graph(&linked);
        check_places(&linked);
        check_headings(&linked);
        let turning = Turning::new(linked, Cost(3)).unwrap();
        check_reverse_graph(&turning);
        let steps_of = |layer, x, y| {
            let mut steps = Vec::new();
            let node = linked.node_at(LayerCell::new(layer, Cell::new(x, y))).unwrap();
            linked.steps_from(node, &mut steps);
            let told = steps.iter().map(|step| {
                let LayerCell { layer, cell } = linked.place_of(step.to);
                (layer, cell.x, cell.y, step.cost.0)
            });
            told.collect::<Vec<_>>()
        };
        assert_eq!(steps_of(0, 2, 1), [(0, 1, 1, 10), (1, 0, -1, 30)]);
        assert_eq!(steps_of(1, 0, -1), [(1, 1, -1, 10), (0, 2, 1, 30)]);
        assert_eq!(steps_of(1, 1, -1), [(1, 2, -1, 20), (1, 0, -1, 10)]);
        // The link up comes out in a wall.
        assert_eq!(steps_of(0, 0, 0), [(0, 1, 0, 10), (0, 0, 1, 10)]);
    }

    #[test]
    fn every_number_is_on_the_layer_that_the_map_says() {
        for count in 1..12 {
            let grids = vec!["..".parse().unwrap(); count];
            let layers = Layers::new(grids).unwrap();
            let mover = Mover::default();
            let open: Vec<_> =
                layers.grids().iter().map(|grid| Passability::new(grid.ground(), &mover)).collect();
            let view = LayersView::new(&layers, &mover, &open);
            for index in 0..layers.len() {
                assert_eq!(view.place_of(NodeId(index)), layers.layer_cell_of(index));
            }
            assert_eq!(view.node_at(LayerCell::new(99, Cell::new(0, 0))), None);
            assert!(view.layer(99).is_none());
        }
    }

    #[test]
    fn a_large_mover_pays_for_the_most_expensive_ground_of_its_layer() {
        let layers: Layers = "...\n...\n@layer\n..3\n...".parse().unwrap();
        let size = Size::new(2, 2);
        let mover = Mover::four().footprint(size).costs(StepCosts::TEN_FOURTEEN).build().unwrap();
        let open: Vec<_> =
            layers.grids().iter().map(|grid| Passability::new(grid.ground(), &mover)).collect();
        let view = LayersView::new(&layers, &mover, &open);
        let cost_on = |layer| {
            let mut steps = Vec::new();
            view.steps_from(
                view.node_at(LayerCell::new(layer, Cell::new(0, 0))).unwrap(),
                &mut steps,
            );
            steps.iter().map(|step| step.cost.0).collect::<Vec<_>>()
        };
        assert_eq!((cost_on(0), cost_on(1)), (vec![10], vec![30]));
    }
}
