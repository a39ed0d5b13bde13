//! A roadmap of a map of whichever kind has one, and the memory that a look into it takes.

use crate::ids::WorldId;
use std::io::{self, Write};
use xunlu_index::{
    JumpCosts, Roadmap as CellRoadmap, RoadmapSpace, StepKey, StepRoadmap, StepSpace,
    WaypointCosts, WaypointRoadmap, WaypointSpace,
};
use xunlu_map::{Cost, Map, NodeId, Place, Revision};

/// What is known beforehand of all cheapest paths of one mover on a map.
#[derive(Clone, Debug)]
#[doc(alias("hub labels", "contraction hierarchy", "preprocessing"))]
pub struct Roadmap {
    pub(crate) kind: RoadmapKind,
    looks: &'static Looks,
    // Of which world it was baked or read, as that was then.
    known_of: (WorldId, Revision),
}

impl PartialEq for Roadmap {
    fn eq(&self, other: &Roadmap) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Roadmap {}

/// What is done with a roadmap to look something up. Whoever has none, as the playground, carries no code for
/// that.
#[derive(Debug)]
struct Looks {
    distance: fn(&RoadmapKind, NodeId, NodeId, &mut Looking) -> Option<Cost>,
    nearest: fn(&RoadmapKind, NodeId, &[NodeId], &mut Looking) -> Option<NodeId>,
    look_up: fn(&RoadmapKind, NodeId, NodeId, &mut Looking) -> Option<Cost>,
    places: fn(&RoadmapKind, &Map, &Looking) -> Vec<Place>,
}

const LOOKS: Looks = Looks { distance, nearest, look_up, places };

/// Of which kind of map it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum RoadmapKind {
    /// With what its mover pays for a straight step, which links are priced by.
    Cells(CellRoadmap, LinkStep),
    Waypoints(WaypointRoadmap),
    /// Of whatever steps there are on cells.
    Steps(StepRoadmap),
}

/// What a mover pays for a straight step, which links are priced by. `None` where it may take none.
pub(crate) type LinkStep = Option<Cost>;

/// What of a mover decides which of its class's roadmaps is for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RoadmapCosts {
    Cells(JumpCosts, LinkStep),
    Waypoints(WaypointCosts),
    Steps(StepKey),
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
    pub(crate) const fn new(kind: RoadmapKind, known_of: (WorldId, Revision)) -> Roadmap {
        Roadmap { kind, looks: &LOOKS, known_of }
    }

    /// Whether it was baked or read of a world as it is now: then its ground needs no look.
    pub(crate) fn is_known_of(&self, world: WorldId, revision: Revision) -> bool {
        world != WorldId::NONE && self.known_of == (world, revision)
    }

    /// Writes it to a file: not the map, which has to be kept beside it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, to: impl Write) -> io::Result<()> {
        match &self.kind {
            RoadmapKind::Cells(roadmap, _) => roadmap.save(to),
            RoadmapKind::Waypoints(roadmap) => roadmap.save(to),
            RoadmapKind::Steps(roadmap) => roadmap.save(to),
        }
    }

    /// Whether a file that begins so may be one that [`save`](Self::save) wrote.
    #[must_use]
    pub fn is_saved(bytes: &[u8]) -> bool {
        CellRoadmap::is_saved(bytes)
            || WaypointRoadmap::is_saved(bytes)
            || StepRoadmap::is_saved(bytes)
    }

    /// Whether it is of steps from cell to cell, whatever they cost: it then knows shortcuts, of which
    /// [`entry_count`](Self::entry_count) says how many. Else it is of turns on ground of one price, or of a
    /// waypoint graph.
    #[must_use]
    pub const fn is_of_steps(&self) -> bool {
        matches!(self.kind, RoadmapKind::Steps(_))
    }

    /// Whether it is of a waypoint graph.
    #[must_use]
    pub const fn is_of_waypoints(&self) -> bool {
        matches!(self.kind, RoadmapKind::Waypoints(_))
    }

    /// Whether a path that costs too much to say is none that it knows of. Roadmaps of turns are not made
    /// where there might be any.
    pub(crate) const fn may_miss_costs(&self) -> bool {
        !matches!(self.kind, RoadmapKind::Cells(..))
    }

    /// How many turns of paths it knows on a grid, how many hubs there are among waypoints, or how many
    /// places lie above each other at most where it is of steps.
    #[must_use]
    pub fn subgoal_count(&self) -> usize {
        match &self.kind {
            RoadmapKind::Cells(roadmap, _) => roadmap.subgoal_count(),
            RoadmapKind::Waypoints(roadmap) => roadmap.hub_count(),
            RoadmapKind::Steps(roadmap) => roadmap.height(),
        }
    }

    /// How many costs of ways it keeps.
    #[must_use]
    pub fn entry_count(&self) -> usize {
        match &self.kind {
            RoadmapKind::Cells(roadmap, _) => roadmap.entry_count(),
            RoadmapKind::Waypoints(roadmap) => roadmap.entry_count(),
            RoadmapKind::Steps(roadmap) => roadmap.shortcut_count(),
        }
    }

    /// Whether there was room to keep what is seen from each cell. Else questions take longer.
    #[must_use]
    pub fn has_sights(&self) -> bool {
        match &self.kind {
            RoadmapKind::Cells(roadmap, _) => roadmap.has_sights(),
            RoadmapKind::Waypoints(_) | RoadmapKind::Steps(_) => true,
        }
    }

    /// How much memory it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match &self.kind {
            RoadmapKind::Cells(roadmap, _) => roadmap.bytes(),
            RoadmapKind::Waypoints(roadmap) => roadmap.bytes(),
            RoadmapKind::Steps(roadmap) => roadmap.bytes(),
        }
    }

    pub(crate) fn costs(&self) -> RoadmapCosts {
        match &self.kind {
            RoadmapKind::Cells(roadmap, step) => RoadmapCosts::Cells(roadmap.costs(), *step),
            RoadmapKind::Waypoints(roadmap) => RoadmapCosts::Waypoints(roadmap.costs()),
            RoadmapKind::Steps(roadmap) => RoadmapCosts::Steps(roadmap.key()),
        }
    }

    /// What the cheapest path between two nodes costs.
    pub(crate) fn distance(&self, from: NodeId, to: NodeId, space: &mut Looking) -> Option<Cost> {
        (self.looks.distance)(&self.kind, from, to, space)
    }

    /// Of several nodes the one to which the cheapest path leads, of equal ones the first. Only a roadmap of
    /// waypoints knows.
    pub(crate) fn nearest(
        &self,
        from: NodeId,
        among: &[NodeId],
        space: &mut Looking,
    ) -> Option<NodeId> {
        (self.looks.nearest)(&self.kind, from, among, space)
    }

    /// What the cheapest path between two nodes costs, which stays in the space, for
    /// [`places`](Self::places).
    pub(crate) fn look_up(&self, from: NodeId, to: NodeId, space: &mut Looking) -> Option<Cost> {
        (self.looks.look_up)(&self.kind, from, to, space)
    }

    /// The places of the path that was looked up last.
    pub(crate) fn places(&self, map: &Map, space: &Looking) -> Vec<Place> {
        (self.looks.places)(&self.kind, map, space)
    }
}

fn distance(kind: &RoadmapKind, from: NodeId, to: NodeId, space: &mut Looking) -> Option<Cost> {
    match kind {
        RoadmapKind::Cells(roadmap, _) => roadmap.distance(from, to, &mut space.cells),
        RoadmapKind::Waypoints(roadmap) => roadmap.distance(from, to, &mut space.waypoints),
        RoadmapKind::Steps(roadmap) => roadmap.distance(from, to, &mut space.steps),
    }
}

fn nearest(
    kind: &RoadmapKind,
    from: NodeId,
    among: &[NodeId],
    space: &mut Looking,
) -> Option<NodeId> {
    let RoadmapKind::Waypoints(roadmap) = kind else { return None };
    let near = roadmap.nearest(from, among, 1, &mut space.waypoints);
    near.first().map(|&(_, at)| among[at])
}

fn look_up(kind: &RoadmapKind, from: NodeId, to: NodeId, space: &mut Looking) -> Option<Cost> {
    match kind {
        RoadmapKind::Cells(roadmap, _) => roadmap.look_up(from, to, &mut space.cells),
        RoadmapKind::Waypoints(roadmap) => roadmap.look_up(from, to, &mut space.waypoints),
        RoadmapKind::Steps(roadmap) => roadmap.look_up(from, to, &mut space.steps),
    }
}

fn places(kind: &RoadmapKind, map: &Map, space: &Looking) -> Vec<Place> {
    match kind {
        RoadmapKind::Cells(roadmap, _) => roadmap.places(&space.cells, Place::Cell),
        RoadmapKind::Waypoints(_) => WaypointRoadmap::places(&space.waypoints, Place::Waypoint),
        RoadmapKind::Steps(roadmap) => roadmap.places(&space.steps, |node| map.place_of(node)),
    }
}

/// The memory that a look into a roadmap takes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Looking {
    cells: RoadmapSpace,
    waypoints: WaypointSpace,
    steps: StepSpace,
}

impl Looking {
    /// That of roadmaps of waypoints.
    pub(crate) const fn waypoints(&mut self) -> &mut WaypointSpace {
        &mut self.waypoints
    }

    pub(crate) fn bytes(&self) -> usize {
        self.cells.bytes() + self.waypoints.bytes() + self.steps.bytes()
    }
}
