//! How a waypoint graph is built: waypoint by waypoint and link by link.

use super::{Point, Waypoint, WaypointGraph, WaypointId, check_waypoints, ways_of, weight_between};
use crate::adjacency::{Adjacency, LinkEnd};
use crate::cost::Weight;
use crate::error::MapError;
use crate::ledger::Ledger;
use crate::link::{Link, LinkId, Links};
use std::collections::BTreeMap;

/// A waypoint graph that is being built.
///
/// Refused are a name that is empty, taken or holds control characters, a coordinate that is no
/// finite number, a link to a waypoint that there is not or from one to itself, and more than
/// [`WAYPOINTS_MAX`](WaypointGraph::WAYPOINTS_MAX) waypoints or [`Links::MAX`] links.
#[derive(Clone, Debug, Default)]
pub struct WaypointBuilder {
    waypoints: Vec<Waypoint>,
    ids: BTreeMap<String, WaypointId>,
    links: Links<WaypointId>,
}

impl WaypointBuilder {
    /// Adds a waypoint.
    ///
    /// # Errors
    /// When the name or the point cannot be, or there are too many.
    pub fn waypoint(
        &mut self,
        name: impl Into<String>,
        point: impl Into<Point>,
    ) -> Result<WaypointId, MapError> {
        let (name, point) = (name.into(), point.into());
        if name.is_empty() || name.chars().any(char::is_control) {
            return Err(MapError::unfit_name(&name));
        }
        if !point.x.is_finite() || !point.y.is_finite() {
            return Err(MapError::not_finite(&name, point));
        }
        if self.ids.contains_key(&name) {
            return Err(MapError::name_taken(&name));
        }
        let most = WaypointGraph::WAYPOINTS_MAX;
        let number = u32::try_from(self.waypoints.len()).ok();
        let number = number.filter(|_| self.waypoints.len() < most);
        let id = WaypointId(number.ok_or_else(|| MapError::too_many_waypoints(most))?);
        self.ids.insert(name.clone(), id);
        self.waypoints.push(Waypoint { name, point });
        Ok(id)
    }

    /// Adds a link between two waypoints that were added before.
    ///
    /// # Errors
    /// When an end is no waypoint, both are the same one, or there are too many links.
    pub fn link(&mut self, link: Link<WaypointId>) -> Result<LinkId, MapError> {
        link.check_ends()?;
        self.link_as_read(link)
    }

    /// The same for readers: a file may have a link from a waypoint to itself, which keeps its number and
    /// which nobody ever takes.
    ///
    /// # Errors
    /// When an end is no waypoint or there are too many links.
    pub fn link_as_read(&mut self, link: Link<WaypointId>) -> Result<LinkId, MapError> {
        check_waypoints(&link, self.waypoints.len())?;
        self.links.add(link)
    }

    /// Leaves out the next link number, as if its link had been removed: the links that follow keep
    /// the numbers that they have elsewhere, say in a file.
    ///
    /// ```
    /// # mod xunlu {
    /// #     pub use xunlu_map::{self as map, *};
    /// # }
    /// use xunlu::{Link, LinkId, WaypointGraph};
    /// use xunlu::map::Point;
    ///
    /// let mut builder = WaypointGraph::builder();
    /// let gate = builder.waypoint("gate", Point::new(0.0, 0.0))?;
    /// let mill = builder.waypoint("mill", Point::new(3.0, 4.0))?;
    /// builder.skip_link()?;
    /// assert_eq!(builder.link(Link::two_way(gate, mill))?, LinkId(1));
    /// assert_eq!(builder.build()?.links().get(LinkId(0)), None);
    /// # Ok::<(), xunlu_map::MapError>(())
    /// ```
    ///
    /// # Errors
    /// When there are too many links.
    pub fn skip_link(&mut self) -> Result<(), MapError> {
        self.links.skip()
    }

    /// The waypoint of this name. Returns `None` if none was added so far.
    #[must_use]
    pub fn id_of(&self, name: &str) -> Option<WaypointId> {
        self.ids.get(name).copied()
    }

    /// The weight of a straight road between two waypoints, as [`WaypointGraph::between`].
    ///
    /// # Errors
    /// When there is no such waypoint.
    pub fn between(&self, a: WaypointId, b: WaypointId) -> Result<Weight, MapError> {
        check_waypoints(&Link::one_way(a, b), self.waypoints.len())?;
        let point = |id: WaypointId| self.waypoints[id.0 as usize].point;
        Ok(weight_between(point(a), point(b)))
    }

    /// The graph.
    ///
    /// # Errors
    /// When there is no waypoint.
    pub fn build(self) -> Result<WaypointGraph, MapError> {
        let WaypointBuilder { waypoints, ids, links } = self;
        if waypoints.is_empty() {
            return Err(MapError::no_waypoints());
        }
        let ways: Vec<(WaypointId, WaypointId, LinkId)> = links
            .iter()
            .flat_map(|(id, link)| ways_of(link).map(move |(from, to)| (from, to, id)))
            .collect();
        let outgoing: Vec<_> =
            ways.iter().map(|&(from, to, link)| (from, LinkEnd { waypoint: to, link })).collect();
        let incoming: Vec<_> =
            ways.iter().map(|&(from, to, link)| (to, LinkEnd { waypoint: from, link })).collect();
        Ok(WaypointGraph {
            outgoing: Adjacency::new(waypoints.len(), &outgoing),
            incoming: Adjacency::new(waypoints.len(), &incoming),
            by_name: ids.into_values().collect(),
            waypoints,
            ledger: Ledger::new(links),
        })
    }

    /// These waypoints, as many as there are rows.
    pub(super) fn with(
        waypoints: impl IntoIterator<Item = Waypoint>,
        rows: usize,
    ) -> Result<WaypointBuilder, MapError> {
        let mut builder = WaypointBuilder::default();
        for Waypoint { name, point } in waypoints {
            builder.waypoint(name, point)?;
        }
        if builder.waypoints.len() != rows {
            return Err(MapError::rows_for_waypoints(rows, builder.waypoints.len()));
        }
        Ok(builder)
    }
}
