//! A world as it was at one moment.

use crate::algorithm::{Algorithm, Promise};
use crate::alternatives::Alternatives;
use crate::answer::{Answer, Choice};
use crate::check::PathFault;
use crate::error::WorldError;
use crate::explain::Explanation;
use crate::field::Field;
use crate::ids::{MoverId, WorldId};
use crate::occupied::Occupied;
use crate::query::Query;
use crate::reach::{Reach, Reached};
use crate::route::Drawn;
use crate::tables::Tables;
use crate::turn_reach::TurnReach;
use crate::turns::{TurnBudget, Turns};
use crate::view::View;
use crate::workspace::Workspace;
use std::sync::Arc;
use xunlu_map::{
    Allowance, Cost, Digest, Edit, Map, Mover, NodeId, Place, Revision, Tags, Terrain,
};
use xunlu_search::{Observer, Pace, Path, Route, Walk};

/// A [`World`](crate::World) as it was at one moment: taken for a counter, shared with any thread, kept as
/// long as anybody likes. Edits of the world go past it.
///
/// Every question is a method of a [`View`], which is a snapshot and a mover; those here are the same for
/// the mover of the query, or the one that is named.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub(crate) world: WorldId,
    pub(crate) tables: Arc<Tables>,
    // The units that are in the way, if there are any.
    pub(crate) occupied: Option<Arc<Occupied>>,
}

impl Snapshot {
    /// The world it was taken of.
    #[must_use]
    pub const fn world_id(&self) -> WorldId {
        self.world
    }

    /// The map.
    #[must_use]
    pub fn map(&self) -> &Map {
        &self.tables.map
    }

    /// The terrain of a place. Returns `None` outside, and on waypoints.
    #[must_use]
    #[doc(alias("get", "terrain_at", "cell_at"))]
    pub fn terrain(&self, place: impl Into<Place>) -> Option<Terrain> {
        self.map().terrain(place.into())
    }

    /// The tags of a place. Returns `None` outside, and on waypoints.
    #[must_use]
    #[doc(alias("tags_at"))]
    pub fn tags(&self, place: impl Into<Place>) -> Option<Tags> {
        self.map().tags(place.into())
    }

    /// The map's places with the terrain of each, layer after layer and row by row. There are none on
    /// waypoints.
    pub fn cells(&self) -> impl Iterator<Item = (Place, Terrain)> {
        self.map().cells()
    }

    /// How often the map was edited.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.tables.map.revision()
    }

    /// The edits that led from a revision to this one, in order, for whoever has to catch up with the world.
    /// Returns `None` if the world no longer knows all of them, which may be so after 1,024, or was never at
    /// that revision.
    ///
    /// ```
    /// use xunlu::{Grid, Place, Terrain, World};
    ///
    /// let mut world = World::new("...".parse::<Grid>()?)?;
    /// let before = world.revision();
    /// let edit = world.set(Place::cell(1, 0), Terrain::WALL)?;
    /// assert_eq!(world.edits_since(before).map(Vec::from_iter), Some(vec![edit]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn edits_since(&self, revision: Revision) -> Option<impl ExactSizeIterator<Item = Edit>> {
        Some(self.tables.recent.since(revision)?.map(|recent| recent.edit))
    }

    /// A digest of what the map holds, by which tables that were saved find the map they were made for. Costs
    /// one look at every cell and link.
    #[must_use]
    pub fn digest(&self) -> Digest {
        self.tables.map.digest()
    }

    /// The snapshot as a mover sees it.
    ///
    /// # Errors
    /// When there is no such mover.
    pub fn view(&self, mover: MoverId) -> Result<View<'_>, WorldError> {
        let occupied = self.occupied.as_deref().filter(|occupied| occupied.count > 0);
        self.tables.view(mover, self.world, occupied)
    }

    /// A mover of this world. Returns `None` if there is none of this number.
    #[must_use]
    pub fn mover(&self, id: MoverId) -> Option<&Mover> {
        self.tables.profiles.get(id.0 as usize)?.as_ref().map(|profile| &profile.mover)
    }

    /// All movers of this world with their numbers, in the order in which they were taken in.
    #[doc(alias("mover_ids"))]
    pub fn movers(&self) -> impl Iterator<Item = (MoverId, &Mover)> {
        let ids = (0..).map(MoverId);
        let all = ids.zip(&self.tables.profiles);
        all.filter_map(|(id, profile)| Some((id, &profile.as_ref()?.mover)))
    }

    /// The number of the world's mover that is equal to this one. Returns `None` if there is none.
    #[must_use]
    pub fn mover_like(&self, mover: &Mover) -> Option<MoverId> {
        self.movers().find(|&(_, known)| known == mover).map(|(id, _)| id)
    }

    /// The place of a node that an observer heard of, whatever heading it stands for. Returns `None` for
    /// an unknown mover, [`NodeId::NONE`], or a number of no node.
    #[must_use]
    pub fn place_of(&self, mover: MoverId, node: NodeId) -> Option<Place> {
        self.view(mover).ok()?.place_of(node)
    }

    /// Whether a mover can stand at a place.
    #[must_use]
    #[doc(alias("is_walkable", "is_passable", "is_free", "is_open", "is_blocked"))]
    pub fn can_stand(&self, mover: MoverId, place: impl Into<Place>) -> bool {
        self.view(mover).is_ok_and(|view| view.can_stand(place))
    }

    /// How many components the map has for a mover. Returns `None` for an unknown mover.
    #[must_use]
    pub fn component_count(&self, mover: MoverId) -> Option<u32> {
        self.view(mover).ok().map(|view| view.component_count())
    }

    /// As [`View::component_at`]. Returns `None` for an unknown mover, too.
    #[must_use]
    #[doc(alias("region_at", "island"))]
    pub fn component_at(&self, mover: MoverId, place: impl Into<Place>) -> Option<(Place, u32)> {
        self.view(mover).ok()?.component_at(place)
    }

    /// How many bytes were spent on what is worked out beforehand.
    #[must_use]
    pub fn index_bytes(&self) -> usize {
        self.tables.index_bytes()
    }

    /// Answers a question.
    ///
    /// # Errors
    /// When it cannot be asked of this world: a place outside, an empty list of goals, an unknown
    /// mover, a goal of another kind of map.
    #[doc(alias("solve", "search", "query", "ask", "astar"))]
    pub fn find(&self, query: &Query, workspace: &mut Workspace) -> Result<Answer, WorldError> {
        self.view(query.mover)?.find(query, workspace)
    }

    /// The cheapest path of the world's first mover from one place to another, or `None` if it finds none:
    /// in one line, with a workspace of its own. Why there is none, and how to ask often without allocating,
    /// is [`find`](Self::find)'s to say.
    ///
    /// ```
    /// use xunlu::{Grid, World};
    ///
    /// let world = World::new("..#.\n..#.\n....".parse::<Grid>()?)?;
    /// let path = world.path((0, 0), (3, 0))?.expect("there is a gap");
    /// assert_eq!(path.steps().len(), 6);
    /// assert_eq!(world.path((0, 0), (2, 0))?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`find`](Self::find).
    #[doc(alias = "find_path")]
    #[doc(alias("shortest_path", "route_between"))]
    pub fn path(
        &self,
        from: impl Into<Place>,
        to: impl Into<Place>,
    ) -> Result<Option<Path<Place>>, WorldError> {
        Ok(self.find(&Query::between(from, to), &mut Workspace::new())?.into_path())
    }

    /// Answers a question, with somebody watching the search.
    ///
    /// # Errors
    /// As [`find`](Self::find).
    pub fn find_observed(
        &self,
        query: &Query,
        workspace: &mut Workspace,
        observer: &mut dyn Observer,
    ) -> Result<Answer, WorldError> {
        self.view(query.mover)?.find_observed(query, workspace, observer)
    }

    /// Answers a question with a price of one's own for each step, as [`View::priced`] says.
    ///
    /// # Errors
    /// As [`find`](Self::find).
    pub fn find_priced(
        &self,
        query: &Query,
        price: impl Fn(Place, Cost) -> Option<Cost> + Sync,
        workspace: &mut Workspace,
    ) -> Result<Answer, WorldError> {
        self.view(query.mover)?.priced(&price).find(query, workspace)
    }

    /// Which algorithm answers a question, and why that one.
    ///
    /// # Errors
    /// As [`find`](Self::find).
    pub fn choose(&self, query: &Query) -> Result<Choice, WorldError> {
        self.view(query.mover)?.choose(query)
    }

    /// What an algorithm promises here, an added engine's included. Returns `None` for an unknown mover, or
    /// if no engine has this name.
    #[must_use]
    pub fn promise_of(&self, mover: MoverId, algorithm: Algorithm) -> Option<Promise> {
        let named = self.view(mover).ok()?.engine_named(algorithm).ok()?;
        let is_added = matches!(algorithm, Algorithm::Added(_));
        Some(if is_added { named.promise() } else { algorithm.promise() })
    }

    /// As [`View::reach`].
    ///
    /// # Errors
    /// When the start lies outside or the mover is unknown.
    #[doc(alias("range", "movement_range", "reachable", "flood_fill"))]
    pub fn reach(
        &self,
        from: impl Into<Place>,
        mover: MoverId,
        budget: impl Into<Allowance>,
        workspace: &mut Workspace,
    ) -> Result<Reach, WorldError> {
        self.view(mover)?.reach(from, budget, workspace)
    }

    /// As [`View::reach_in_turns`].
    ///
    /// # Errors
    /// When the start lies outside or the mover is unknown.
    pub fn reach_in_turns(
        &self,
        from: impl Into<Place>,
        mover: MoverId,
        each: impl Into<Allowance>,
        turns: u32,
        workspace: &mut Workspace,
    ) -> Result<TurnReach, WorldError> {
        self.view(mover)?.reach_in_turns(from, each, turns, workspace)
    }

    /// As [`View::distances`].
    ///
    /// # Errors
    /// When any of the places lies outside or the mover is unknown.
    pub fn distances(
        &self,
        from: impl Into<Place>,
        places: impl IntoIterator<Item: Into<Place>>,
        mover: MoverId,
        workspace: &mut Workspace,
    ) -> Result<Vec<Option<Cost>>, WorldError> {
        self.view(mover)?.distances(from, places, workspace)
    }

    /// As [`View::matrix`].
    ///
    /// # Errors
    /// When any of the places lies outside or the mover is unknown.
    pub fn matrix(
        &self,
        from: &[Place],
        to: &[Place],
        mover: MoverId,
        workspace: &mut Workspace,
    ) -> Result<Vec<Vec<Option<Cost>>>, WorldError> {
        self.view(mover)?.matrix(from, to, workspace)
    }

    /// As [`View::nearest_among`].
    ///
    /// # Errors
    /// When any of the places lies outside or the mover is unknown.
    pub fn nearest_among(
        &self,
        from: impl Into<Place>,
        among: &[Place],
        count: usize,
        mover: MoverId,
        workspace: &mut Workspace,
    ) -> Result<Vec<Reached>, WorldError> {
        self.view(mover)?.nearest_among(from, among, count, workspace)
    }

    /// As [`View::field_from`].
    ///
    /// # Errors
    /// When the list of sources is empty, one of them lies outside, or the mover is unknown.
    #[doc(alias("dijkstra_map", "distance_map"))]
    pub fn field_from(
        &self,
        sources: impl IntoIterator<Item: Into<Place>>,
        mover: MoverId,
        workspace: &mut Workspace,
    ) -> Result<Field, WorldError> {
        self.view(mover)?.field_from(sources, workspace)
    }

    /// As [`View::field_to`].
    ///
    /// # Errors
    /// When the list of goals is empty, one of them lies outside, or the mover is unknown.
    #[doc(alias("flow_field", "distance_field"))]
    pub fn field_to(
        &self,
        goals: impl IntoIterator<Item: Into<Place>>,
        mover: MoverId,
        workspace: &mut Workspace,
    ) -> Result<Field, WorldError> {
        self.view(mover)?.field_to(goals, workspace)
    }

    /// As [`View::alternatives`].
    ///
    /// # Errors
    /// As [`find`](Self::find).
    #[doc(alias("k_shortest", "other_paths"))]
    pub fn alternatives(
        &self,
        query: &Query,
        count: usize,
        workspace: &mut Workspace,
    ) -> Result<Alternatives, WorldError> {
        self.view(query.mover)?.alternatives(query, count, workspace)
    }

    /// As [`View::explain`].
    ///
    /// # Errors
    /// As [`find`](Self::find).
    #[doc(alias("why"))]
    pub fn explain(&self, query: &Query) -> Result<Explanation, WorldError> {
        self.view(query.mover)?.explain(query)
    }

    /// As [`View::route`].
    ///
    /// # Errors
    /// When there is no such mover, the path has no places, or one of them is not on this map.
    #[doc(alias("smooth", "smoothed", "string_pull"))]
    pub fn route(
        &self,
        path: &Path<Place>,
        mover: MoverId,
        drawn: Drawn,
    ) -> Result<Route, WorldError> {
        self.view(mover)?.route(path, drawn)
    }

    /// As [`View::walk`].
    ///
    /// # Errors
    /// When there is no such mover, the path has no places, one of them is not on this map, or the pace is
    /// none.
    #[doc(alias("travel", "follow", "animate"))]
    pub fn walk(
        &self,
        path: &Path<Place>,
        mover: MoverId,
        drawn: Drawn,
        pace: Pace,
    ) -> Result<Walk, WorldError> {
        self.view(mover)?.walk(path, drawn, pace)
    }

    /// As [`View::step_costs`].
    ///
    /// # Errors
    /// When the mover is unknown or cannot walk the path, with the first place or step where it cannot.
    #[doc(alias("costs_of"))]
    pub fn step_costs(&self, path: &Path<Place>, mover: MoverId) -> Result<Vec<Cost>, PathFault> {
        self.view(mover).map_err(|_| PathFault::UnknownMover)?.step_costs(path)
    }

    /// As [`View::turns`].
    ///
    /// # Errors
    /// As [`step_costs`](Self::step_costs).
    #[doc(alias("split_turns", "by_turns"))]
    pub fn turns(
        &self,
        path: &Path<Place>,
        mover: MoverId,
        budget: impl Into<TurnBudget>,
    ) -> Result<Turns, PathFault> {
        self.view(mover).map_err(|_| PathFault::UnknownMover)?.turns(path, budget)
    }

    /// As [`View::check_path`].
    ///
    /// # Errors
    /// When it is not, with the first place or step where it is not.
    #[doc(alias("is_valid", "validate", "is_path_valid"))]
    pub fn check_path(&self, path: &Path<Place>, mover: MoverId) -> Result<(), PathFault> {
        self.view(mover).map_err(|_| PathFault::UnknownMover)?.check_path(path)
    }
}
