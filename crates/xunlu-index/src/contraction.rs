//! Roadmaps by contraction: of waypoint graphs, whose weights change, and of any steps from cell to cell.
//!
//! ```text
//!        . o .          In an order found once, each node is contracted: shortcuts take its place. What they cost
//!      .   |   .        is worked out from the lowest up, anew for each mover and whenever weights change.
//!     o    |    o       From both ends of a path only a few nodes higher up are looked at.
//!    / \ . | . / \
//!   o   o  o  o   o
//! ```
//!
//! Customizable contraction hierarchies (Dibbelt, Strasser and Wagner 2016), on an order by nested dissection
//! whose cuts are found after Schild and Sommer (2015). Above the lowest parts of the graph there are rows of
//! costs for all pairs of nodes that lie above each other (after Ouyang, Qin, Chang, Lin, Zhang and Zhu
//! 2018), so that a distance takes a look into a few rows where these meet.
//!
//! Cells hang together more closely than roads: rows for them would be as long as the map is wide, and there
//! are thirty shortcuts a cell. So of a [`StepRoadmap`] only those shortcuts are kept that some cheapest path
//! needs, and one climbs by these.

mod arcs;
mod neighbours;
mod piece;
mod flow;
mod coarse;
mod clump_network;
mod node_network;
mod band;
mod cut;
mod dissection;
mod tree;
mod metric;
mod rows;
mod exits;
mod unpacked;
mod ways;
mod many;
mod saved;
mod needful;
mod upward_arcs;
mod bounds;
mod search_graph;
mod standing;
mod steps;

#[cfg(test)]
mod contract;
#[cfg(test)]
mod tests;

use crate::roadmap::{RoadmapError, RoadmapOptions, RoadmapStage};
use arcs::Arcs;
use exits::Exits;
use metric::Metric;
use neighbours::Neighbours;
use rows::Rows;
use std::sync::Arc;
pub use steps::{StepGround, StepKey, StepRoadmap, StepSpace};
use tree::{Limits, Tree};
pub use ways::WaypointSpace;
use xunlu_map::{Cost, Mover, WaypointGraph, WaypointId};

/// What is known beforehand of all cheapest paths of one mover on a waypoint graph.
///
/// ```
/// use xunlu_index::{RoadmapOptions, WaypointRoadmap, WaypointSpace};
/// use xunlu_map::{Mover, NodeId, WaypointGraph};
///
/// let graph: WaypointGraph = "
/// @waypoint gate at 0,0
/// @waypoint mill at 3,4
/// @waypoint well at 3,0
/// @link gate <-> mill weight 900
/// @link gate -> well weight 300
/// @link well <-> mill weight 400".parse()?;
/// let mover = Mover::links().build()?;
/// let roadmap = WaypointRoadmap::bake(&graph, &mover, &RoadmapOptions::new(), &|_, _| true)?;
///
/// let (gate, mill) = (NodeId(0), NodeId(1));
/// let mut space = WaypointSpace::default();
/// let (cost, path) = roadmap.path(gate, mill, &mut space, |waypoint| waypoint.0).unwrap();
/// assert_eq!(path, [0, 2, 1]);
/// assert_eq!(roadmap.distance(gate, mill, &mut space), Some(cost));
/// // From the well nothing leads back.
/// assert_eq!(roadmap.path(mill, gate, &mut space, |waypoint| waypoint.0).unwrap().1, [1, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[doc(alias("customizable contraction hierarchy", "preprocessing"))]
pub struct WaypointRoadmap {
    // Whoever moves, and whatever links weigh.
    tree: Arc<Tree>,
    metric: Metric,
    rows: Rows,
    exits: Exits,
    // What is known of the links that it is for, and for whom.
    digest: u64,
    costs: WaypointCosts,
}

/// What of a mover decides what links cost it, and which it may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WaypointCosts {
    straight: Cost,
    tags: xunlu_map::Tags,
}

impl WaypointCosts {
    /// That of a mover.
    #[must_use]
    pub const fn of(mover: &Mover) -> WaypointCosts {
        WaypointCosts { straight: mover.costs().straight, tags: mover.tags() }
    }
}

/// In which order the nodes of a waypoint graph are contracted, and which shortcuts come of that: whoever
/// moves, and whatever links weigh.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WaypointOrder(Arc<Tree>);

impl WaypointOrder {
    /// Whether it serves for a graph: whether all links lead from and to where some did when it was found, or
    /// where a shortcut is.
    #[must_use]
    pub fn serves(&self, graph: &WaypointGraph) -> bool {
        let WaypointOrder(tree) = self;
        let rank = |node: u32| tree.ranks[node as usize];
        let is_known = |node: u32| {
            graph.outgoing(WaypointId(node)).iter().all(|end| {
                let [a, b] = [node, end.waypoint.0].map(rank);
                tree.between(a.min(b), a.max(b)).is_some()
            })
        };
        tree.len() == graph.waypoints().len() && (0..graph.len()).all(is_known)
    }

    /// How much memory it takes, which roadmaps that have it share.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }
}

impl WaypointRoadmap {
    /// Finds out about all cheapest paths of a mover. It is told now and then which part it is in and what
    /// part of that is done, from 0 to 1; it gives up once it is told to, with `false`.
    ///
    /// # Errors
    /// If there is no room for it: see [`RoadmapError`].
    pub fn bake(
        graph: &WaypointGraph,
        mover: &Mover,
        options: &RoadmapOptions,
        goes_on: &dyn Fn(RoadmapStage, f64) -> bool,
    ) -> Result<WaypointRoadmap, RoadmapError> {
        let neighbours = Neighbours::of(graph);
        let points = graph.waypoints().iter().map(|waypoint| waypoint.point).collect();
        let tell = |part| goes_on(RoadmapStage::Order, part);
        let order = dissection::dissect(neighbours.clone(), points, options.thread_count(), tell);
        let order = order.ok_or(RoadmapError::Cancelled)?;
        goes_on(RoadmapStage::Labels, 0.0).then_some(()).ok_or(RoadmapError::Cancelled)?;
        let tree = Tree::new(&neighbours, &order, &Limits::of_bytes(options.bytes_max()))?;
        WaypointRoadmap::of(Arc::new(tree), graph, mover, options, goes_on)
    }

    /// The same with an order that was found before, for other weights or another mover: that takes a
    /// fraction of the time. Where links lead elsewhere than its shortcuts do it is baked anew.
    ///
    /// # Errors
    /// As [`bake`](Self::bake).
    pub fn bake_by(
        order: &WaypointOrder,
        graph: &WaypointGraph,
        mover: &Mover,
        options: &RoadmapOptions,
        goes_on: &dyn Fn(RoadmapStage, f64) -> bool,
    ) -> Result<WaypointRoadmap, RoadmapError> {
        if !order.serves(graph) {
            return WaypointRoadmap::bake(graph, mover, options, goes_on);
        }
        goes_on(RoadmapStage::Labels, 0.0).then_some(()).ok_or(RoadmapError::Cancelled)?;
        WaypointRoadmap::of(Arc::clone(&order.0), graph, mover, options, goes_on)
    }

    /// The order in which it contracts nodes, for further roadmaps of the same graph.
    #[must_use]
    pub fn order(&self) -> WaypointOrder {
        WaypointOrder(Arc::clone(&self.tree))
    }

    /// Customizes shortcuts to the links there are.
    fn of(
        tree: Arc<Tree>,
        graph: &WaypointGraph,
        mover: &Mover,
        options: &RoadmapOptions,
        goes_on: &dyn Fn(RoadmapStage, f64) -> bool,
    ) -> Result<WaypointRoadmap, RoadmapError> {
        let needed = tree.bytes() + tree.heads.len() * Metric::BYTES_A_SHORTCUT;
        let room = options.bytes_max().checked_sub(needed);
        let room = room.ok_or(RoadmapError::Memory { needed })?;
        let mut rows = Rows::new(&tree, options.thread_count(), room)?;
        let needed = needed + rows.bytes() + Exits::bytes_of(&tree, &rows);
        if needed > options.bytes_max() {
            return Err(RoadmapError::Memory { needed });
        }
        let arcs = Arcs::of(graph, mover);
        let tell = |part| goes_on(RoadmapStage::Labels, 0.5 * part);
        let metric = metric::customize(&tree, &arcs, options.thread_count(), &tell);
        let metric = metric.ok_or(RoadmapError::Cancelled)?;
        goes_on(RoadmapStage::Labels, 0.5).then_some(()).ok_or(RoadmapError::Cancelled)?;
        rows.fill(&tree, &metric.prices, options.thread_count());
        let exits = Exits::new(&tree, &rows, &metric.prices, options.thread_count());
        let (digest, costs) = (arcs.digest(), WaypointCosts::of(mover));
        Ok(WaypointRoadmap { tree, metric, rows, exits, digest, costs })
    }

    /// Whether it is a roadmap of the links that a mover can take on a graph, at what they cost it. Costs one
    /// look at each link.
    #[must_use]
    pub fn is_for(&self, graph: &WaypointGraph, mover: &Mover) -> bool {
        self.costs == WaypointCosts::of(mover) && self.digest == Arcs::of(graph, mover).digest()
    }

    /// What of a mover it is for.
    #[must_use]
    pub const fn costs(&self) -> WaypointCosts {
        self.costs
    }

    /// How many shortcuts there are, those that are links included.
    #[must_use]
    pub fn shortcut_count(&self) -> usize {
        self.metric.prices.len()
    }

    /// How many nodes have a row of what it costs to all above them.
    #[must_use]
    pub fn hub_count(&self) -> usize {
        self.rows.hub_count()
    }

    /// How many costs all rows hold together, there and back.
    #[must_use]
    pub fn entry_count(&self) -> usize {
        self.rows.entry_count()
    }

    /// How many nodes lie above each other at most.
    #[must_use]
    pub fn height(&self) -> usize {
        self.tree.height()
    }

    /// How much memory it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.tree.bytes() + self.metric.bytes() + self.rows.bytes() + self.exits.bytes()
    }
}
