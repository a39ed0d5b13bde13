//! A graph of which only a part may be entered.

use crate::graph::{Graph, ReverseGraph};
use crate::step::Step;
use std::cell::Cell;
use xunlu_map::NodeId;

/// A graph without the steps that leave a region, if there is one. It remembers whether it withheld any:
/// then "no path" only means "no path within".
#[derive(Debug)]
pub struct Confined<G, F> {
    graph: G,
    is_inside: Option<F>,
    met_border: Cell<bool>,
}

impl<G, F: Fn(NodeId) -> bool> Confined<G, F> {
    /// The graph of the nodes that `is_inside` lets through; without it, of all nodes.
    pub fn new(graph: G, is_inside: Option<F>) -> Confined<G, F> {
        Confined { graph, is_inside, met_border: Cell::new(false) }
    }

    /// Whether a step was withheld since it was made.
    pub fn met_border(&self) -> bool {
        self.met_border.get()
    }

    /// Lists steps with a region to keep to: those from outside are none.
    #[inline(never)]
    fn withhold(&self, node: NodeId, is_inside: &F, steps: &mut Vec<Step>, list: List<'_>) {
        if !is_inside(node) {
            return;
        }
        let first = steps.len();
        list(steps);
        let mut kept = first;
        for number in first..steps.len() {
            if is_inside(steps[number].to) {
                steps.swap(kept, number);
                kept += 1;
            }
        }
        if kept < steps.len() {
            self.met_border.set(true);
            steps.truncate(kept);
        }
    }
}

/// Appends steps.
type List<'a> = &'a mut dyn FnMut(&mut Vec<Step>);

impl<G: Graph, F: Fn(NodeId) -> bool> Graph for Confined<G, F> {
    fn node_count(&self) -> u32 {
        self.graph.node_count()
    }

    #[inline]
    fn steps_from(&self, from: NodeId, steps: &mut Vec<Step>) {
        match &self.is_inside {
            None => self.graph.steps_from(from, steps),
            Some(is_inside) => self.withhold(from, is_inside, steps, &mut |steps| {
                self.graph.steps_from(from, steps);
            }),
        }
    }
}

impl<G: ReverseGraph, F: Fn(NodeId) -> bool> ReverseGraph for Confined<G, F> {
    #[inline]
    fn steps_into(&self, to: NodeId, steps: &mut Vec<Step>) {
        match &self.is_inside {
            None => self.graph.steps_into(to, steps),
            Some(is_inside) => self.withhold(to, is_inside, steps, &mut |steps| {
                self.graph.steps_into(to, steps);
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{GridView, Places};
    use xunlu_map::{Grid, Mover, Passability, Rect, Size};

    #[test]
    fn steps_out_of_the_region_are_withheld_and_remembered() {
        let grid = Grid::new(Size::new(4, 1)).unwrap();
        let mover = Mover::default();
        let open = Passability::new(grid.ground(), &mover);
        let view = GridView::new(&grid, &mover, &open);
        let region = Rect::new(xunlu_map::Cell::new(0, 0), Size::new(3, 1));
        let is_inside = |node| region.contains(view.place_of(node));
        let confined = Confined::new(&view, Some(is_inside));
        let reach = |x| {
            let mut steps = Vec::new();
            confined.steps_from(view.node_at(xunlu_map::Cell::new(x, 0)).unwrap(), &mut steps);
            steps.iter().map(|step| view.place_of(step.to).x).collect::<Vec<_>>()
        };
        assert_eq!((reach(1), confined.met_border()), (vec![2, 0], false));
        assert_eq!((reach(2), confined.met_border()), (vec![1], true));
    }
}
