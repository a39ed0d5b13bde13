//! Roadmaps of a world: cheapest paths of a mover, all known beforehand, for maps that stand still.
//!
//! A [`Roadmap`] is [baked](View::bake_roadmap) of a snapshot, in a thread of its own if that takes long,
//! and [attached](World::attach_roadmap) to its world. Then questions that name no algorithm are answered by
//! looking up, a few microseconds for a path and less for a [distance](View::distance) alone, and nothing is
//! searched. What a question closes or makes more expensive is searched for as before, where the path that is
//! looked up meets it. An edit that changes what it knows of makes the roadmap stale: it is dropped, and
//! searches answer until another one is attached. One of turns knows where the mover can stand, and links.
//!
//! There are three kinds, and [`View::bake_roadmap`] chooses. Of grids whose ground costs the same
//! everywhere, with whatever doors, stairs and teleports link their cells, the turns of paths are known:
//! that is the fastest and the smallest. Of any other cells, on weighted ground, hexes or layers, and for
//! leaps, the steps are: any edit of cells makes that stale. Only where turns cost something there is no
//! roadmap. And there are those of waypoint graphs. Of these what takes long is to find an order of the
//! waypoints, which serves whatever links weigh: once a roadmap was attached, another one is baked in a
//! fraction of the time when links were opened, shut or given other weights, or for another mover. Any edit
//! of a link makes a roadmap of waypoints stale.
//!
//! ```
//! use xunlu::roadmap::RoadmapOptions;
//! use xunlu::{Algorithm, Grid, MoverId, Query, Reason, Terrain, Workspace, World};
//!
//! let mut world = World::new("..#.\n..#.\n....".parse::<Grid>()?)?;
//! let view = world.view(MoverId::FIRST)?;
//! let roadmap = view.bake_roadmap(&RoadmapOptions::new(), &|_, _| true)?;
//! world.attach_roadmap(MoverId::FIRST, roadmap)?;
//!
//! let (query, mut workspace) = (Query::between((0, 0), (3, 0)), Workspace::new());
//! let answer = world.find(&query, &mut workspace)?;
//! assert_eq!(answer.choice.algorithm, Algorithm::Roadmap);
//! assert_eq!(answer.path().unwrap().places.len(), 7);
//!
//! world.set((2, 0), Terrain::OPEN)?;
//! let answer = world.find(&query, &mut workspace)?;
//! assert_eq!(answer.path().unwrap().places.len(), 4);
//! let asked = query.algorithm(Algorithm::Roadmap);
//! assert_eq!(world.find(&asked, &mut workspace)?.choice.reason, Reason::RoadmapIsStale);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use crate::map_roadmap::Roadmap;
#[doc(hidden)]
pub use xunlu_index::seal;
pub use xunlu_index::{RoadmapError, RoadmapFileError, RoadmapOptions, RoadmapStage};

use crate::error::{WorldError, WorldErrorKind};
use crate::ids::MoverId;
use crate::map_roadmap::RoadmapKind;
use crate::reason::Reason;
use crate::view::View;
use crate::world::World;
use std::sync::Arc;
use std::{error, fmt};
use xunlu_index::{
    JumpLinks, Jumps, Roadmap as CellRoadmap, StepGround, StepKey, StepRoadmap, WaypointRoadmap,
};
use xunlu_map::{Map, NodeId, Place, Point, WaypointGraph};
use xunlu_search::{NodeLink, Places, Sense};

/// What a roadmap is baked of.
enum RoadmapGround<'a> {
    Cells(Jumps<'a>),
    Waypoints(&'a WaypointGraph),
    Steps,
}

/// Why a mover has no roadmap on a map.
#[derive(Debug)]
#[non_exhaustive]
pub enum NoRoadmap {
    /// Roadmaps are not of such a map, or not for such a mover.
    Refused(Reason),
    /// It was not made.
    NotMade(RoadmapError),
    /// It was not read.
    NotRead(RoadmapFileError),
}

impl fmt::Display for NoRoadmap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoRoadmap::Refused(reason) => {
                let code = reason.code();
                write!(f, "there are no roadmaps of such a map for such a mover ({code}: {reason})")
            }
            NoRoadmap::NotMade(error) => error.fmt(f),
            NoRoadmap::NotRead(error) => error.fmt(f),
        }
    }
}

impl error::Error for NoRoadmap {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            NoRoadmap::Refused(_) => None,
            NoRoadmap::NotMade(error) => Some(error),
            NoRoadmap::NotRead(error) => Some(error),
        }
    }
}

impl<'a> View<'a> {
    /// Bakes a roadmap of all cheapest paths of the view's mover. It is told now and then which part it is in
    /// and what part of that is done, from 0 to 1; it gives up once it is told to, with `false`.
    ///
    /// # Errors
    /// Where the mover's turns cost something, or there is no room.
    pub fn bake_roadmap(
        &self,
        options: &RoadmapOptions,
        goes_on: &dyn Fn(RoadmapStage, f64) -> bool,
    ) -> Result<Roadmap, NoRoadmap> {
        let kind = match self.roadmap_ground().map_err(NoRoadmap::Refused)? {
            RoadmapGround::Cells(Jumps { map, costs, links, .. }) => {
                match CellRoadmap::bake(map, costs, all_of(links), options, goes_on) {
                    Err(RoadmapError::Cancelled) => Err(RoadmapError::Cancelled),
                    // Too many turns, as among scattered walls, or too long ways.
                    Err(_) => self.bake_steps(options, goes_on),
                    Ok(made) => Ok(RoadmapKind::Cells(made, self.links.step_of(self.mover))),
                }
            }
            RoadmapGround::Steps => self.bake_steps(options, goes_on),
            RoadmapGround::Waypoints(graph) => match self.waypoint_order {
                Some(order) => WaypointRoadmap::bake_by(order, graph, self.mover, options, goes_on),
                None => WaypointRoadmap::bake(graph, self.mover, options, goes_on),
            }
            .map(RoadmapKind::Waypoints),
        };
        kind.map(|kind| Roadmap::new(kind, (self.world, self.revision())))
            .map_err(NoRoadmap::NotMade)
    }

    /// Takes a roadmap that was [saved](Roadmap::save), of this map and for this mover. Of a grid the bytes
    /// stay where they are, and of a file that is mapped into memory nothing is copied; of steps and of a
    /// waypoint graph all but an order of places is worked out again, by so many threads.
    ///
    /// # Errors
    /// If it is damaged or of another map or mover, or the mover could have none here.
    pub fn load_roadmap(
        &self,
        bytes: impl AsRef<[u8]> + Send + Sync + 'static,
        threads: usize,
    ) -> Result<Roadmap, NoRoadmap> {
        let is_of_steps = StepRoadmap::is_saved(bytes.as_ref());
        let kind = match self.roadmap_ground().map_err(NoRoadmap::Refused)? {
            RoadmapGround::Cells(Jumps { map, costs, links, .. }) if !is_of_steps => {
                let read = CellRoadmap::load(map, costs, all_of(links), bytes);
                read.map(|roadmap| RoadmapKind::Cells(roadmap, self.links.step_of(self.mover)))
            }
            RoadmapGround::Waypoints(graph) => {
                let read = WaypointRoadmap::load(graph, self.mover, bytes.as_ref(), threads);
                read.map(RoadmapKind::Waypoints)
            }
            RoadmapGround::Cells(_) | RoadmapGround::Steps => {
                let read =
                    self.with_steps(|ground| StepRoadmap::load(ground, bytes.as_ref(), threads));
                read.map(RoadmapKind::Steps)
            }
        };
        kind.map(|kind| Roadmap::new(kind, (self.world, self.revision())))
            .map_err(NoRoadmap::NotRead)
    }

    /// The roadmap that is attached for the view's mover, or for one who makes the same steps at the same
    /// costs. Returns `None` if there is none, or an edit made it stale.
    #[must_use]
    pub const fn roadmap(&self) -> Option<&'a Roadmap> {
        self.roadmap
    }

    /// What a roadmap is baked of.
    fn roadmap_ground(&self) -> Result<RoadmapGround<'a>, Reason> {
        if let Map::Waypoints(graph) = self.map {
            return Ok(RoadmapGround::Waypoints(graph));
        }
        if self.graph().states() > 1 {
            return Err(Reason::TurnsCost);
        }
        let is_grid = matches!(self.map, Map::Grid(_));
        let jumps = self.jumps.filter(|_| is_grid && !self.is_weighted);
        let jumps = jumps.filter(|jumps| !jumps.map.has_lone_steps());
        Ok(jumps.map_or(RoadmapGround::Steps, RoadmapGround::Cells))
    }

    fn bake_steps(
        &self,
        options: &RoadmapOptions,
        goes_on: &dyn Fn(RoadmapStage, f64) -> bool,
    ) -> Result<RoadmapKind, RoadmapError> {
        self.with_steps(|ground| StepRoadmap::bake(ground, options, goes_on))
            .map(RoadmapKind::Steps)
    }

    /// Does something with the mover's steps.
    fn with_steps<R>(&self, with: impl FnOnce(&StepGround<'_>) -> R) -> R {
        let graph = self.place_graph();
        let can_stand = |node| graph.can_stand_on(node);
        let point = |node| point_of(self.map, node);
        let key = StepKey::of(self.mover);
        with(&StepGround { graph: &graph, can_stand: &can_stand, point: &point, key })
    }
}

/// No layer is so wide.
const LAYERS_APART: f64 = (1_u64 << 33) as f64;

/// About where a node lies. Layers lie side by side, as few steps lead from one to another.
fn point_of(map: &Map, node: NodeId) -> Point {
    let at = |x: i32, y: i32| Point { x: x.into(), y: y.into() };
    match map.place_of(node) {
        Place::Cell(cell) => at(cell.x, cell.y),
        Place::LayerCell(own) => {
            let Point { x, y } = at(own.cell.x, own.cell.y);
            Point { x: x + LAYERS_APART * f64::from(own.layer), y }
        }
        // A row of hexes lies half a hex beside the next.
        Place::Hex(hex) => {
            Point { x: f64::from(hex.q) + 0.5 * f64::from(hex.r), y: f64::from(hex.r) }
        }
        Place::Waypoint(_) => Point::default(),
    }
}

/// The links that a mover may take.
fn all_of(links: Option<JumpLinks<'_>>) -> &[NodeLink] {
    links.map_or(&[], |links| links.table.links(Sense::Along))
}

impl World {
    /// Attaches a roadmap to a mover, and so to all who make the same steps at the same costs; one that is
    /// there already is dropped for it. It stays true, and is used, until an edit changes where they can
    /// stand, or a link; one of steps, until any edit of cells or links.
    ///
    /// # Errors
    /// When there is no such mover, or the roadmap is of another map, of this one before it was edited, or
    /// for another mover; the world is as it was.
    pub fn attach_roadmap(
        &mut self,
        mover: MoverId,
        roadmap: impl Into<Arc<Roadmap>>,
    ) -> Result<(), WorldError> {
        let of_map: Arc<Roadmap> = roadmap.into();
        let view = self.view(mover)?;
        let fits = view.roadmap_ground().is_ok_and(|ground| match (&of_map.kind, ground) {
            (RoadmapKind::Cells(roadmap, step), RoadmapGround::Cells(jumps)) => {
                let Jumps { map, costs, links, .. } = jumps;
                *step == view.links.step_of(view.mover) && roadmap.is_for(map, costs, all_of(links))
            }
            (RoadmapKind::Waypoints(roadmap), RoadmapGround::Waypoints(graph)) => {
                roadmap.is_for(graph, view.mover)
            }
            (RoadmapKind::Steps(roadmap), RoadmapGround::Cells(_) | RoadmapGround::Steps) => {
                let is_known = of_map.is_known_of(view.world, view.revision());
                is_known && roadmap.key() == StepKey::of(view.mover)
                    || view.with_steps(|ground| roadmap.is_for(ground))
            }
            _ => false,
        });
        if !fits {
            let what = format!(
                "the roadmap does not fit mover {} on this map as it is now; expected one that was baked of \
                 it for the same steps and costs",
                mover.0
            );
            return Err(WorldError::new(WorldErrorKind::IndexDoesNotFit, what));
        }
        self.tables_anew().put_roadmap(mover, of_map);
        Ok(())
    }

    /// Takes the roadmap of a mover out. Returns `None` if it has none.
    ///
    /// # Errors
    /// When there is no such mover.
    pub fn detach_roadmap(&mut self, mover: MoverId) -> Result<Option<Arc<Roadmap>>, WorldError> {
        if self.view(mover)?.roadmap.is_none() {
            return Ok(None);
        }
        Ok(self.tables_anew().take_roadmap(mover))
    }
}
