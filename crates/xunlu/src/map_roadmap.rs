//! A roadmap of a map of whichever kind has one, and the memory that a look into it takes.

use std::io::{self, Write};
use xunlu_index::{
    JumpCosts, Roadmap as CellRoadmap, RoadmapSpace, WaypointCosts, WaypointRoadmap, WaypointSpace,
};
use xunlu_map::{Cost, NodeId, Place};

/// What is known beforehand of all cheapest paths of one mover on a map.
#[derive(Clone, PartialEq, Eq, Debug)]
#[doc(alias("hub labels", "contraction hierarchy", "preprocessing"))]
pub struct Roadmap {
    pub(crate) kind: RoadmapKind,
}

/// Of which kind of map it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum RoadmapKind {
    /// With what its mover pays for a straight step, which links are priced by.
    Cells(CellRoadmap, LinkStep),
    Waypoints(WaypointRoadmap),
}

/// What a mover pays for a straight step, which links are priced by. `None` where it may take none.
pub(crate) type LinkStep = Option<Cost>;

/// What of a mover decides which of its class's roadmaps is for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RoadmapCosts {
    Cells(JumpCosts, LinkStep),
    Waypoints(WaypointCosts),
}

impl RoadmapCosts {
    /// Whether roadmaps for these are for those as well, but for what links cost.
    pub(crate) fn are_like(self, other: RoadmapCosts) -> bool {
        match (self, other) {
            (RoadmapCosts::Cells(costs, _), RoadmapCosts::Cells(other, _)) => costs == other,
            _ => self == other,
        }
    }
}

impl Roadmap {
    /// Writes it to a file: not the map, which has to be kept beside it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, to: impl Write) -> io::Result<()> {
        match &self.kind {
            RoadmapKind::Cells(roadmap, _) => roadmap.save(to),
            RoadmapKind::Waypoints(roadmap) => roadmap.save(to),
        }
    }

    /// Whether a file that begins so may be one that [`save`](Self::save) wrote.
    #[must_use]
    pub fn is_saved(bytes: &[u8]) -> bool {
        CellRoadmap::is_saved(bytes) || WaypointRoadmap::is_saved(bytes)
    }

    /// Whether it is of a waypoint graph. Else it is of a grid.
    #[must_use]
    pub const fn is_of_waypoints(&self) -> bool {
        matches!(self.kind, RoadmapKind::Waypoints(_))
    }

    /// How many turns of paths it knows on a grid, or how many hubs there are among waypoints.
    #[must_use]
    pub fn subgoal_count(&self) -> usize {
        match &self.kind {
            RoadmapKind::Cells(roadmap, _) => roadmap.subgoal_count(),
            RoadmapKind::Waypoints(roadmap) => roadmap.hub_count(),
        }
    }

    /// How many costs of ways it keeps.
    #[must_use]
    pub fn entry_count(&self) -> usize {
        match &self.kind {
            RoadmapKind::Cells(roadmap, _) => roadmap.entry_count(),
            RoadmapKind::Waypoints(roadmap) => roadmap.entry_count(),
        }
    }

    /// Whether there was room to keep what is seen from each cell. Else questions take longer.
    #[must_use]
    pub fn has_sights(&self) -> bool {
        match &self.kind {
            RoadmapKind::Cells(roadmap, _) => roadmap.has_sights(),
            RoadmapKind::Waypoints(_) => true,
        }
    }

    /// How much memory it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match &self.kind {
            RoadmapKind::Cells(roadmap, _) => roadmap.bytes(),
            RoadmapKind::Waypoints(roadmap) => roadmap.bytes(),
        }
    }

    pub(crate) fn costs(&self) -> RoadmapCosts {
        match &self.kind {
            RoadmapKind::Cells(roadmap, step) => RoadmapCosts::Cells(roadmap.costs(), *step),
            RoadmapKind::Waypoints(roadmap) => RoadmapCosts::Waypoints(roadmap.costs()),
        }
    }

    /// What the cheapest path between two nodes costs.
    pub(crate) fn distance(&self, from: NodeId, to: NodeId, space: &mut Looking) -> Option<Cost> {
        match &self.kind {
            RoadmapKind::Cells(roadmap, _) => roadmap.distance(from, to, &mut space.cells),
            RoadmapKind::Waypoints(roadmap) => roadmap.distance(from, to, &mut space.waypoints),
        }
    }

    /// Of several nodes the one to which the cheapest path leads, of equal ones the first. Only a roadmap of
    /// waypoints knows.
    pub(crate) fn nearest(
        &self,
        from: NodeId,
        among: &[NodeId],
        space: &mut Looking,
    ) -> Option<NodeId> {
        let RoadmapKind::Waypoints(roadmap) = &self.kind else { return None };
        let near = roadmap.nearest(from, among, 1, &mut space.waypoints);
        near.first().map(|&(_, at)| among[at])
    }

    /// What the cheapest path between two nodes costs, which stays in the space, for
    /// [`places`](Self::places).
    pub(crate) fn look_up(&self, from: NodeId, to: NodeId, space: &mut Looking) -> Option<Cost> {
        match &self.kind {
            RoadmapKind::Cells(roadmap, _) => roadmap.look_up(from, to, &mut space.cells),
            RoadmapKind::Waypoints(roadmap) => roadmap.look_up(from, to, &mut space.waypoints),
        }
    }

    /// The places of the path that was looked up last.
    pub(crate) fn places(&self, space: &Looking) -> Vec<Place> {
        match &self.kind {
            RoadmapKind::Cells(roadmap, _) => roadmap.places(&space.cells, Place::Cell),
            RoadmapKind::Waypoints(_) => WaypointRoadmap::places(&space.waypoints, Place::Waypoint),
        }
    }
}

/// The memory that a look into a roadmap takes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Looking {
    cells: RoadmapSpace,
    waypoints: WaypointSpace,
}

impl Looking {
    /// That of roadmaps of waypoints.
    pub(crate) const fn waypoints(&mut self) -> &mut WaypointSpace {
        &mut self.waypoints
    }

    pub(crate) fn bytes(&self) -> usize {
        self.cells.bytes() + self.waypoints.bytes()
    }
}
