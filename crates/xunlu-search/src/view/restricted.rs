//! A graph of which only a part may be entered, or at a price of its own.

use crate::graph::{Graph, ReverseGraph};
use crate::step::Step;
use std::cell::Cell;
use xunlu_map::{Cost, NodeId};

/// What becomes of a step that somebody is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Permit {
    /// It may be taken at this cost, which is never less than the graph's own.
    At(Cost),
    /// It may not be taken, as if there were a wall.
    Closed,
    /// It may not be taken because it leaves the part of the map that is searched, or begins outside.
    Outside,
}

/// A graph without some of its steps, or with some of them more expensive, as somebody says who is asked
/// about each step: from where, to where, and what it costs. It remembers whether any was withheld for lying
/// [outside](Permit::Outside): then "no path" only means "no path within".
#[derive(Debug)]
pub struct Restricted<G, F> {
    graph: G,
    enter: Option<F>,
    met_border: Cell<bool>,
}

impl<G, F: Fn(NodeId, NodeId, Cost) -> Permit> Restricted<G, F> {
    /// The graph with the steps that `enter` lets through; without it, with all of them.
    pub fn new(graph: G, enter: Option<F>) -> Restricted<G, F> {
        Restricted { graph, enter, met_border: Cell::new(false) }
    }

    /// Whether a step that lies outside was withheld since it was made.
    pub fn met_border(&self) -> bool {
        self.met_border.get()
    }

    /// Lists steps and asks about each of them.
    #[inline(never)]
    fn withhold(
        &self,
        enter: &dyn Fn(Step) -> Permit,
        steps: &mut Vec<Step>,
        list: &mut dyn FnMut(&mut Vec<Step>),
    ) {
        let first = steps.len();
        list(steps);
        let mut kept = first;
        for number in first..steps.len() {
            match enter(steps[number]) {
                Permit::At(cost) => {
                    steps[kept] = Step { to: steps[number].to, cost };
                    kept += 1;
                }
                Permit::Closed => {}
                Permit::Outside => self.met_border.set(true),
            }
        }
        steps.truncate(kept);
    }
}

impl<G: Graph, F: Fn(NodeId, NodeId, Cost) -> Permit> Graph for Restricted<G, F> {
    fn node_count(&self) -> u32 {
        self.graph.node_count()
    }

    #[inline]
    fn steps_from(&self, from: NodeId, steps: &mut Vec<Step>) {
        match &self.enter {
            None => self.graph.steps_from(from, steps),
            Some(enter) => {
                let enter = |step: Step| enter(from, step.to, step.cost);
                self.withhold(&enter, steps, &mut |steps| self.graph.steps_from(from, steps));
            }
        }
    }
}

impl<G: ReverseGraph, F: Fn(NodeId, NodeId, Cost) -> Permit> ReverseGraph for Restricted<G, F> {
    #[inline]
    fn steps_into(&self, to: NodeId, steps: &mut Vec<Step>) {
        match &self.enter {
            None => self.graph.steps_into(to, steps),
            Some(enter) => {
                let enter = |step: Step| enter(step.to, to, step.cost);
                self.withhold(&enter, steps, &mut |steps| self.graph.steps_into(to, steps));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::{check_graph, check_reverse_graph};
    use crate::view::{GridView, Places};
    use xunlu_map::{Grid, Mover, Passability, Rect, Size};

    fn at(x: i32) -> xunlu_map::Cell {
        xunlu_map::Cell::new(x, 0)
    }

    #[test]
    fn steps_out_of_the_region_are_withheld_and_remembered() {
        let grid = Grid::new(Size::new(4, 1)).unwrap();
        let mover = Mover::default();
        let open = Passability::new(grid.ground(), &mover);
        let view = GridView::new(&grid, &mover, &open);
        let region = Rect::new(at(0), Size::new(3, 1));
        let is_inside = |node| region.contains(view.place_of(node));
        let enter = |from, to, cost| match is_inside(from) && is_inside(to) {
            true => Permit::At(cost),
            false => Permit::Outside,
        };
        let restricted = Restricted::new(&view, Some(enter));
        let reach = |x| {
            let mut steps = Vec::new();
            restricted.steps_from(view.node_at(at(x)).unwrap(), &mut steps);
            steps.iter().map(|step| view.place_of(step.to).x).collect::<Vec<_>>()
        };
        assert_eq!((reach(1), restricted.met_border()), (vec![2, 0], false));
        assert_eq!((reach(2), restricted.met_border()), (vec![1], true));
    }

    #[test]
    fn a_step_costs_what_is_said_in_both_directions() {
        let grid = Grid::new(Size::new(4, 2)).unwrap();
        let mover = Mover::default();
        let open = Passability::new(grid.ground(), &mover);
        let view = GridView::new(&grid, &mover, &open);
        let enter = |from: NodeId, to: NodeId, cost: Cost| match view.place_of(to).x {
            2 => Permit::At(cost + Cost(from.0)),
            3 => Permit::Closed,
            _ => Permit::At(cost),
        };
        let restricted = Restricted::new(&view, Some(enter));
        check_graph(&restricted);
        check_reverse_graph(&restricted);
        let mut steps = vec![Step { to: NodeId(0), cost: Cost(9) }];
        let from = view.node_at(at(1)).unwrap();
        restricted.steps_from(from, &mut steps);
        let east = view.node_at(at(2)).unwrap();
        let dear = steps.iter().find(|step| step.to == east).unwrap();
        assert_eq!((steps[0].cost, dear.cost), (Cost(9), Cost(2378 + from.0)));
        assert!(!restricted.met_border());
    }
}
