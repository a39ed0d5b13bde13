//! A waypoint graph as one mover sees it.

use super::Places;
use crate::graph::{Graph, ReverseGraph};
use crate::step::Step;
use xunlu_map::{LinkEnd, Mover, NodeId, WaypointGraph, WaypointId};

/// A waypoint graph as a graph: its nodes are the waypoints by their numbers, its steps the links
/// that are open to the mover now, in the order of their numbers. There are no headings.
///
/// Making one costs nothing.
#[derive(Clone, Copy, Debug)]
pub struct WaypointView<'a> {
    graph: &'a WaypointGraph,
    mover: &'a Mover,
}

impl<'a> WaypointView<'a> {
    /// The graph as `mover` sees it. Of the mover, its tags and what a straight step costs count;
    /// its step rule does not, for links bind everybody alike.
    #[must_use]
    pub const fn new(graph: &'a WaypointGraph, mover: &'a Mover) -> WaypointView<'a> {
        WaypointView { graph, mover }
    }

    /// The waypoints and links.
    #[must_use]
    pub const fn graph(&self) -> &'a WaypointGraph {
        self.graph
    }

    /// The mover.
    #[must_use]
    pub const fn mover(&self) -> &'a Mover {
        self.mover
    }

    /// The links among these that are open, as steps to their other ends.
    #[inline]
    fn tell(&self, ends: &[LinkEnd], steps: &mut Vec<Step>) {
        let open = ends.iter().filter_map(|end| {
            let link = self.graph.links().get(end.link)?;
            let step =
                || Step { to: NodeId(end.waypoint.0), cost: self.mover.cost_of(link.weight) };
            link.is_open_to(self.mover.tags()).then(step)
        });
        steps.extend(open);
    }
}

impl Graph for WaypointView<'_> {
    fn node_count(&self) -> u32 {
        self.graph.len()
    }

    #[inline]
    fn steps_from(&self, from: NodeId, steps: &mut Vec<Step>) {
        self.tell(self.graph.outgoing(WaypointId(from.0)), steps);
    }
}

impl ReverseGraph for WaypointView<'_> {
    #[inline]
    fn steps_into(&self, to: NodeId, steps: &mut Vec<Step>) {
        self.tell(self.graph.incoming(WaypointId(to.0)), steps);
    }
}

impl Places for WaypointView<'_> {
    type Place = WaypointId;

    fn node_at(&self, id: WaypointId) -> Option<NodeId> {
        (id.0 < self.graph.len()).then_some(NodeId(id.0))
    }

    #[inline]
    fn place_of(&self, node: NodeId) -> WaypointId {
        WaypointId(node.0)
    }

    #[inline]
    fn can_stand_on(&self, node: NodeId) -> bool {
        node.0 < self.graph.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::{check_graph, check_places, check_reverse_graph};
    use crate::{Limit, NoHeuristic, NoObserver, Outcome, SearchSpace, Task, search};
    use xunlu_map::{Cost, Door, LinkId, StepCosts, Tags};

    const ROADS: &str = "
@waypoint gate at 0,0
@waypoint mill at 3,4
@waypoint well at 3,0
@link gate <-> mill
@link well -> gate weight 50
@link gate <-> well tags 1
@link mill <-> well shut
@link mill -> mill weight 1
@link gate -> mill weight 0";

    fn steps_of(graph: &WaypointGraph, name: &str, tags: Tags) -> Vec<(u32, u32)> {
        let mover = Mover::links().costs(StepCosts::TEN_FOURTEEN).tags(tags).build().unwrap();
        let view = WaypointView::new(graph, &mover);
        check_graph(&view);
        check_reverse_graph(&view);
        check_places(&view);
        let mut steps = Vec::new();
        view.steps_from(view.node_at(graph.id_of(name).unwrap()).unwrap(), &mut steps);
        steps.iter().map(|step| (step.to.0, step.cost.0)).collect()
    }

    #[test]
    fn links_are_the_steps_by_number_doors_and_tags_heeded() {
        let mut graph: WaypointGraph = ROADS.parse().unwrap();
        assert_eq!(steps_of(&graph, "gate", Tags::NONE), [(1, 50), (1, 0)]);
        assert_eq!(steps_of(&graph, "gate", Tags::ALL), [(1, 50), (2, 30), (1, 0)]);
        assert_eq!(steps_of(&graph, "well", Tags::NONE), [(0, 5)]);
        assert_eq!(steps_of(&graph, "mill", Tags::NONE), [(0, 50)]);
        graph.set_door(LinkId(3), Door::Open).unwrap();
        assert_eq!(steps_of(&graph, "mill", Tags::NONE), [(0, 50), (2, 40)]);
        graph.remove_link(LinkId(0)).unwrap();
        assert_eq!(steps_of(&graph, "mill", Tags::NONE), [(2, 40)]);
    }

    #[test]
    fn a_link_too_expensive_to_say_is_not_taken_for_none() {
        let text = "@waypoint a at 0,0\n@waypoint b at 1,0\n@link a -> b weight 4294967295";
        let graph: WaypointGraph = text.parse().unwrap();
        let mover = Mover::links().build().unwrap();
        let view = WaypointView::new(&graph, &mover);
        let task = Task::new(NodeId(0), NodeId(1));
        let answer = search(&view, &NoHeuristic, &mut NoObserver, &task, &mut SearchSpace::new());
        assert_eq!(answer.outcome, Outcome::GaveUp(Limit::CostTooLarge));
    }

    #[test]
    fn there_is_no_waypoint_beyond_the_last() {
        let graph: WaypointGraph = ROADS.parse().unwrap();
        let mover = Mover::links().build().unwrap();
        let view = WaypointView::new(&graph, &mover);
        assert_eq!(view.node_at(WaypointId(3)), None);
        let mut steps = vec![Step { to: NodeId(7), cost: Cost(7) }];
        view.steps_into(NodeId(2), &mut steps);
        assert_eq!(steps.len(), 1, "the way to the well is tagged, the other one shut");
    }
}
