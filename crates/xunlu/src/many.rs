//! What it costs from many places to many others, and which of many are nearest.
//!
//! With a [roadmap](crate::roadmap) of waypoints nothing is searched for that: costs are looked up.

use crate::error::WorldError;
use crate::map_roadmap::{Roadmap, RoadmapKind};
use crate::reach::Reached;
use crate::view::{View, node_of};
use crate::workspace::Workspace;
use xunlu_index::WaypointRoadmap;
use xunlu_map::{Cost, NodeId, Place};

impl<'a> View<'a> {
    /// What the cheapest path from each of several places to each of others costs: a row for each start, in
    /// their order, with what [`distances`](Self::distances) says from there.
    ///
    /// A search serves each row. With a [roadmap](crate::roadmap) of waypoints nothing is searched, and all
    /// starts together take a fraction of the time that each would by itself.
    ///
    /// ```
    /// use xunlu::{MoverId, Place, WaypointGraph, WaypointId, Workspace, World};
    ///
    /// let graph: WaypointGraph = "
    /// @waypoint gate at 0,0
    /// @waypoint mill at 3,4
    /// @link gate -> mill weight 100".parse()?;
    /// let [gate, mill] = [0, 1].map(|id| Place::Waypoint(WaypointId(id)));
    /// let world = World::new(graph)?;
    /// let view = world.view(MoverId::FIRST)?;
    /// let costs = view.matrix(&[gate, mill], &[gate, mill], &mut Workspace::new())?;
    /// assert_eq!(costs[0].iter().flatten().count(), 2);
    /// assert_eq!(costs[1][0], None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When any of the places lies outside.
    #[doc(alias("many_to_many", "distance_table"))]
    pub fn matrix(
        &self,
        from: &[Place],
        to: &[Place],
        workspace: &mut Workspace,
    ) -> Result<Vec<Vec<Option<Cost>>>, WorldError> {
        let Some(roadmap) = self.waypoint_roadmap() else {
            let rows = from.iter().map(|&from| self.distances(from, to.iter().copied(), workspace));
            return rows.collect();
        };
        let nodes = |role: &'static str, places: &[Place]| -> Result<Vec<NodeId>, WorldError> {
            places.iter().map(|&place| node_of(self.map, role, place)).collect()
        };
        let (starts, goals) = (nodes("start", from)?, nodes("goal", to)?);
        let mut rows = roadmap.matrix(&starts, &goals, workspace.roadmap.waypoints());
        for (&start, row) in starts.iter().zip(&mut rows) {
            self.say_too_large(start, &goals, row);
        }
        Ok(rows)
    }

    /// Those of several places to which the cheapest paths lead, at most so many, with what these cost:
    /// cheapest first, and of equal ones that which was named first. Places that no path leads to, or none
    /// whose cost can be said, are not among them.
    ///
    /// # Errors
    /// When any of the places lies outside.
    #[doc(alias("k_nearest", "closest"))]
    pub fn nearest_among(
        &self,
        from: impl Into<Place>,
        among: &[Place],
        count: usize,
        workspace: &mut Workspace,
    ) -> Result<Vec<Reached>, WorldError> {
        let costs = self.distances(from, among.iter().copied(), workspace)?;
        let known = costs.into_iter().zip(among).filter_map(|(cost, &place)| {
            let cost = cost.filter(|cost| !cost.is_saturated())?;
            Some(Reached { place, cost })
        });
        let mut near: Vec<Reached> = known.collect();
        near.sort_by_key(|reached| reached.cost);
        near.truncate(count);
        Ok(near)
    }

    /// The same as a search for what it costs from a place to several others, if a roadmap knows.
    pub(crate) fn distances_known(
        &self,
        start: NodeId,
        goals: &[NodeId],
        workspace: &mut Workspace,
    ) -> Option<Vec<Option<Cost>>> {
        let roadmap = self.waypoint_roadmap()?;
        let mut costs = roadmap.distances(start, goals, workspace.roadmap.waypoints());
        self.say_too_large(start, goals, &mut costs);
        Some(costs)
    }

    /// The roadmap of waypoints, where nothing but the map says where the mover goes.
    fn waypoint_roadmap(&self) -> Option<&'a WaypointRoadmap> {
        match self.roadmap.filter(|_| self.is_free()) {
            Some(Roadmap { kind: RoadmapKind::Waypoints(roadmap), .. }) => Some(roadmap),
            _ => None,
        }
    }

    /// Where no cost is known although a path leads there, it is too large to say.
    fn say_too_large(&self, start: NodeId, goals: &[NodeId], costs: &mut [Option<Cost>]) {
        for (cost, &goal) in costs.iter_mut().zip(goals) {
            if cost.is_none() && self.components.may_reach(start, goal) {
                *cost = Some(Cost::MAX);
            }
        }
    }
}
