//! The roadmaps of one class of movers: one for each pair of costs, until an edit makes them stale.

use crate::map_roadmap::{Roadmap, RoadmapCosts, RoadmapKind};
use std::sync::Arc;
use xunlu_index::WaypointOrder;

/// One roadmap for each pair of costs that it was attached for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Roadmaps {
    known: Vec<Arc<Roadmap>>,
    // The costs of those that an edit made stale, for whoever asks why there is none.
    stale: Vec<RoadmapCosts>,
    // Of waypoints that of the last one: it serves for other movers, and after edits.
    order: Option<WaypointOrder>,
}

impl Roadmaps {
    /// The roadmap for these costs.
    #[inline]
    pub(crate) fn of(&self, costs: RoadmapCosts) -> Option<&Roadmap> {
        self.known.iter().map(|known| &**known).find(|roadmap| roadmap.costs() == costs)
    }

    /// Whether there was one for these costs until the map was edited.
    #[inline]
    pub(crate) fn was_of(&self, costs: RoadmapCosts) -> bool {
        self.stale.iter().any(|stale| stale.are_like(costs))
    }

    /// The order of the last roadmap of waypoints.
    pub(crate) const fn order(&self) -> Option<&WaypointOrder> {
        self.order.as_ref()
    }

    /// Takes a roadmap in, instead of the one there was for the same costs.
    pub(crate) fn put(&mut self, roadmap: Arc<Roadmap>) {
        let costs = roadmap.costs();
        self.take(costs);
        if let RoadmapKind::Waypoints(roadmap) = &roadmap.kind {
            self.order = Some(roadmap.order());
        }
        self.known.push(roadmap);
    }

    /// Takes the roadmap for these costs out.
    pub(crate) fn take(&mut self, costs: RoadmapCosts) -> Option<Arc<Roadmap>> {
        self.stale.retain(|stale| !stale.are_like(costs));
        let place = self.known.iter().position(|known| known.costs() == costs)?;
        Some(self.known.remove(place))
    }

    /// Drops all of them: movers can stand on other cells than before, or links are others.
    pub(crate) fn drop_all(&mut self) {
        let dropped = self.known.drain(..).map(|known| known.costs());
        self.stale.extend(dropped);
    }

    /// Drops those of steps: what some of them cost, or whether they can be made, may have changed.
    pub(crate) fn drop_steps(&mut self) {
        let is_of_steps = |costs: &RoadmapCosts| matches!(costs, RoadmapCosts::Steps(_));
        self.stale.extend(self.known.iter().map(|known| known.costs()).filter(is_of_steps));
        self.known.retain(|known| !is_of_steps(&known.costs()));
    }

    /// How much memory they take.
    pub(crate) fn bytes(&self) -> usize {
        let order = self.order.as_ref().filter(|_| self.known.is_empty());
        self.known.iter().map(|known| known.bytes()).sum::<usize>()
            + order.map_or(0, WaypointOrder::bytes)
    }
}
