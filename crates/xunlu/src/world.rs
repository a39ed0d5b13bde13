//! The one writer: a world is changed here, and nowhere else; what it was before stays with the
//! snapshots that were taken of it.

mod edits;
mod spares;

use crate::engine::Engine;
use crate::error::WorldError;
use crate::ids::{MoverId, WorldId};
use crate::snapshot::Snapshot;
use crate::tables::{MOVERS_MAX, Tables};
use crate::view::View;
use spares::Spares;
use std::io;
use std::ops::Deref;
use std::sync::Arc;
use xunlu_index::Hierarchy;
use xunlu_map::{Map, Mover};

/// A map, the movers on it, and what was worked out beforehand for each class of them: where they may
/// stand, how much room there is, what is connected.
///
/// A world reads like its latest [`Snapshot`]: every question is a method of that, or of a
/// [`View`](crate::View). Asking needs only `&self` and a [`Workspace`](crate::Workspace) of one's own,
/// so any number of threads may ask at once; who wants to ask while the world is edited takes a
/// snapshot, which costs next to nothing and stays as it is.
///
/// Editing cells costs what it touches. While a snapshot is out an edit is made on another copy of the
/// tables, which is caught up rather than made anew where there is one that nobody holds.
///
/// ```
/// use xunlu::{Grid, Query, Terrain, Workspace, World};
///
/// let mut world = World::new("..#.\n..#.\n....".parse::<Grid>()?)?;
/// let query = Query::between((0, 0), (3, 0));
/// let before = world.snapshot();
/// world.set((2, 0), Terrain::OPEN)?;
/// let mut workspace = Workspace::new();
/// assert_eq!(world.find(&query, &mut workspace)?.path().unwrap().places.len(), 4);
/// assert_eq!(before.find(&query, &mut workspace)?.path().unwrap().places.len(), 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct World {
    now: Snapshot,
    spares: Spares,
}

/// A world of its own, with an identity of its own. Only what is asked of either counts for both when it
/// comes to whether an index is [worth making](World::maintain_indexes).
impl Clone for World {
    fn clone(&self) -> World {
        let tables = Arc::clone(&self.now.tables);
        let now = Snapshot { world: WorldId::new(), tables, occupied: None };
        World { now, spares: Spares::default() }
    }
}

impl Deref for World {
    type Target = Snapshot;

    fn deref(&self) -> &Snapshot {
        &self.now
    }
}

impl World {
    /// The most movers a world may have.
    pub const MOVERS_MAX: usize = MOVERS_MAX;

    /// A world of one map, with the mover that people mean if they say nothing: eight neighbours
    /// without cutting corners, six on hexes, links on waypoints.
    ///
    /// # Errors
    /// When the map is too large for this mover.
    pub fn new(map: impl Into<Map>) -> Result<World, WorldError> {
        let map = map.into();
        let builder = match map {
            Map::Grid(_) | Map::Layers(_) => return World::with_mover(map, Mover::default()),
            Map::Hex(_) => Mover::hex(),
            Map::Waypoints(_) => Mover::links(),
        };
        World::with_mover(map, builder.build()?)
    }

    /// A world of one map and one mover.
    ///
    /// # Errors
    /// When the mover does not suit the map.
    pub fn with_mover(map: impl Into<Map>, mover: Mover) -> Result<World, WorldError> {
        let mut tables = Tables::new(map.into());
        tables.add_mover(mover)?;
        let now = Snapshot { world: WorldId::new(), tables: Arc::new(tables), occupied: None };
        Ok(World { now, spares: Spares::default() })
    }

    /// The world as it is now, to be kept and asked while edits go on. Costs O(1).
    #[must_use]
    #[doc(alias("freeze"))]
    pub fn snapshot(&self) -> Snapshot {
        self.now.clone()
    }

    /// Takes in another mover; the same one again keeps its number. Works out what its class needs
    /// unless a mover before it needed the same, which costs O(cells).
    ///
    /// Where ground has several prices, sixteen sets of prices get tables of some bytes a cell, of movers
    /// that make the same steps; and so do sixteen footprints with their prices, of large movers that may
    /// enter the same ground. Those that come after get the same answers, more slowly: by A* instead of
    /// jumps ([`Reason::TooManyPriceSets`](crate::Reason)), or by a look at every cell under a large mover.
    ///
    /// # Errors
    /// When the mover's steps are not of this kind of map, there are too many movers, or the map is
    /// too large to number its headings.
    #[doc(alias("register_mover"))]
    pub fn add_mover(&mut self, mover: Mover) -> Result<MoverId, WorldError> {
        match self.now.mover_like(&mover) {
            Some(known) => Ok(known),
            None => self.tables_anew().add_mover(mover),
        }
    }

    /// Makes a mover another one: hurt, grown, on horseback. It keeps its number; questions that are
    /// pending begin anew, and watched paths are looked at again. Works out what its class needs unless it
    /// is known for another mover, which costs O(cells), and drops what no mover needs any more. For keys
    /// that come and go there is [`Query::tags`](crate::Query::tags), which costs nothing.
    ///
    /// # Errors
    /// When there is no such mover, or the new one cannot be of this world; then nothing is changed.
    #[doc(alias("update_mover", "change_mover", "replace_mover"))]
    pub fn set_mover(&mut self, id: MoverId, mover: Mover) -> Result<(), WorldError> {
        if *self.view(id)?.mover() == mover {
            return Ok(());
        }
        self.tables_anew().set_mover(id, mover)
    }

    /// Removes a mover, and what was worked out for it alone. Its number is not given again, and whatever is
    /// asked for it is an error.
    ///
    /// # Errors
    /// When there is no such mover.
    #[doc(alias("delete_mover"))]
    pub fn remove_mover(&mut self, id: MoverId) -> Result<(), WorldError> {
        self.view(id)?;
        self.tables_anew().remove_mover(id);
        Ok(())
    }

    /// Adds an engine. It is asked before the house's own where a query names no algorithm, and by its
    /// name where one does ([`Algorithm::Added`](crate::Algorithm::Added)).
    pub fn add_engine(&mut self, engine: impl Engine + 'static) {
        self.tables_anew().engines.push(Arc::new(engine));
    }

    /// Builds an index for a mover that can jump, unless there is one that is as good as new: the successors
    /// of each jump point, and the costs from sixteen landmarks. Returns whether there is one now; there is
    /// none where jump points have so many successors that it would outgrow the map or be slower to read than
    /// jumping is, as in a hall of pillars. With it a search expands far fewer jump points, and paths stay
    /// the cheapest. It pays on maps that are asked some hundreds of questions. It is repaired after edits;
    /// where ground is opened its landmarks become less sharp, and where a link is added they are gone, until
    /// it is built again. An edit after which ground costs the mover something else sets it aside; it is
    /// dropped when the costs do not come back within some hundred edits, or too many are set aside.
    ///
    /// On hexes it is the number of steps from sixteen landmarks to every hex, in 32 bytes a hex: there is
    /// none where a path is longer than 65,000 steps, or the map has over four million hexes. What is shut,
    /// and opened again, leaves it as it is. While a hex is open that was not when it was made, or once a
    /// link was added, jumps go without it; and once an eighth of what was open is shut, building it makes it
    /// anew.
    ///
    /// # Errors
    /// When there is no such mover.
    #[doc(alias("prepare", "precompute", "preprocess"))]
    pub fn build_index(&mut self, mover: MoverId) -> Result<bool, WorldError> {
        self.view(mover)?;
        self.tables_anew().build_index(mover)
    }

    /// Makes the hierarchy of a mover, unless there is one: the clusters of its ground and the entrances
    /// between them, by so many threads. Returns whether there is one now; there is none on more than
    /// one grid, and none where the mover could not jump over ground of one price. With it
    /// [`Algorithm::Hierarchy`](crate::Algorithm::Hierarchy) answers where it is asked for, with paths near
    /// the cheapest: on maps of many millions of cells it meets few of them.
    /// [`Algorithm::HierarchyExact`](crate::Algorithm::HierarchyExact) answers with the cheapest, and looks
    /// at far more. An edit costs the clusters that it touches.
    ///
    /// ```
    /// use xunlu::{Algorithm, Grid, MoverId, Query, Size, Workspace, World};
    ///
    /// let mut world = World::new(Grid::new(Size::new(500, 300))?)?;
    /// assert!(world.build_hierarchy(MoverId::FIRST, 2)?);
    /// let query = Query::between((0, 0), (499, 250)).algorithm(Algorithm::Hierarchy);
    /// let answer = world.find(&query, &mut Workspace::new())?;
    /// assert_eq!(answer.algorithm(), Algorithm::Hierarchy);
    /// assert_eq!(answer.path().unwrap().places.len(), 500);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such mover.
    #[doc(alias("HPA*", "hierarchical pathfinding", "clusters"))]
    pub fn build_hierarchy(&mut self, mover: MoverId, threads: usize) -> Result<bool, WorldError> {
        self.view(mover)?;
        self.tables_anew().build_hierarchy(mover, threads)
    }

    /// Reads a hierarchy that was [saved](Self::save_hierarchy) for a mover, by so many threads, instead of
    /// making it; one that is there already is dropped for it. What it takes is bounded by the map, whatever
    /// the bytes say.
    ///
    /// # Errors
    /// When there is no such mover, the bytes are damaged, or of another map, of this one before it was
    /// edited, or for another mover; the world is as it was.
    pub fn load_hierarchy(
        &mut self,
        mover: MoverId,
        bytes: &[u8],
        threads: usize,
    ) -> Result<(), WorldError> {
        self.view(mover)?;
        self.tables_anew().load_hierarchy(mover, bytes, threads)
    }

    /// Whether a file that begins so may be a hierarchy that was [saved](Self::save_hierarchy).
    #[must_use]
    pub fn is_saved_hierarchy(bytes: &[u8]) -> bool {
        Hierarchy::is_saved(bytes)
    }

    /// Writes the hierarchy of a mover to a file: not the map, which has to be kept beside it. Returns
    /// whether there is one.
    ///
    /// # Errors
    /// When there is no such mover, or it cannot be written.
    pub fn save_hierarchy(&self, mover: MoverId, to: impl io::Write) -> io::Result<bool> {
        let View { jumps, hierarchy, .. } = self.view(mover).map_err(io::Error::other)?;
        let Some((jumps, known)) = jumps.zip(hierarchy) else { return Ok(false) };
        known.hierarchy.save(jumps.map, to).map(|()| true)
    }

    /// Drops the hierarchy of a mover, and of all who make the same steps at the same costs. Returns whether
    /// there was one.
    ///
    /// # Errors
    /// When there is no such mover.
    pub fn drop_hierarchy(&mut self, mover: MoverId) -> Result<bool, WorldError> {
        self.view(mover)?;
        self.tables_anew().drop_hierarchy(mover)
    }

    /// Builds an index for each mover for which it pays, in three parts: the successors of each jump point,
    /// where these leave no choice, and the costs from landmarks, which on many maps spare little (on hexes
    /// these alone); each where searches with it would have spared a good part of what building it takes. All
    /// are built at once where a fifth or more of the ground is jump points, as in noise, for there
    /// successors alone spare nothing. For games to call between frames or levels. Returns whether anything
    /// was built. Where no index is possible it tries again after 16 times as much.
    pub fn maintain_indexes(&mut self) -> bool {
        self.now.tables.wants_index() && self.tables_anew().maintain_indexes()
    }

    /// The tables, to be changed in another way than by a change that can be replayed.
    pub(crate) fn tables_anew(&mut self) -> &mut Tables {
        self.spares = Spares::default();
        Arc::make_mut(&mut self.now.tables)
    }
}
