//! What it costs to come to one place from every other.

use crate::error::WorldError;
use crate::reach::flood;
use crate::view::{View, node_of};
use crate::workspace::Workspace;
use xunlu_map::{Cost, NodeId, Numbering, Place, Revision};
use xunlu_search::{Backward, Graph, Places, Task};

/// The cost of the cheapest way from each place to one: the truth that an estimate guesses at.
///
/// It borrows nothing of the world and stays what it was when the world is edited; its
/// [`revision`](Self::revision) says for which state of the map it is true. It takes 4 bytes for each number
/// of the map, borders included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CostsTo {
    numbering: Numbering,
    revision: Revision,
    // Of each place, when one begins there.
    costs: Vec<Cost>,
}

impl View<'_> {
    /// What the cheapest way from each place to one costs, along the steps as they are: one-way cells, links
    /// and dear ground are heeded. One search backward from the goal, which floods whatever leads there.
    ///
    /// ```
    /// use xunlu::{Cost, Grid, MoverId, Place, Workspace, World};
    ///
    /// let world = World::new("..5.\n####".parse::<Grid>()?)?;
    /// let costs = world.costs_to(Place::cell(3, 0), MoverId::FIRST, &mut Workspace::new())?;
    /// // Two straight steps, and one onto ground that costs five times as much.
    /// assert_eq!(costs.at(Place::cell(0, 0)), Some(Cost(7 * 2378)));
    /// assert_eq!(costs.at(Place::cell(0, 1)), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the goal lies outside.
    pub fn costs_to(&self, goal: Place, workspace: &mut Workspace) -> Result<CostsTo, WorldError> {
        let (graph, places) = (self.graph(), self.place_graph());
        let goal = node_of(self.map, "goal", goal)?;
        let mut known = CostsTo {
            numbering: Numbering::of(self.map),
            revision: self.revision(),
            costs: vec![Cost::MAX; places.node_count() as usize],
        };
        if !places.can_stand_on(goal) {
            return Ok(known);
        }
        // One may come to it with any heading.
        let states = graph.states();
        let [first, last] = [goal.0 * states, (goal.0 + 1) * states];
        let others = (first + 1..last).map(NodeId).collect();
        let task = Task { more_starts: others, ..Task::flood(NodeId(first)) };
        let (search, order) = flood(&Backward(&graph), &task, workspace);
        for node in order {
            let place = NodeId(node.0 / states);
            if node == graph.start_at(place) {
                known.costs[place.index()] = search.cost_to(node).unwrap_or(Cost::MAX);
            }
        }
        workspace.search = search.into_space();
        Ok(known)
    }
}

impl CostsTo {
    /// What the cheapest way from a place costs; none where no way leads, or its cost is too large to say.
    #[must_use]
    pub fn at(&self, place: Place) -> Option<Cost> {
        let cost = self.costs[self.numbering.node_at(place)?.index()];
        (!cost.is_saturated()).then_some(cost)
    }

    /// The revision of the map that it is true for.
    #[must_use]
    pub const fn revision(&self) -> Revision {
        self.revision
    }
}
