//! A snapshot as one of its movers sees it: what every question is asked of.

use crate::deadline::Deadline;
use crate::engine::{Engine, KnownHierarchy};
use crate::error::WorldError;
use crate::graph::{MapGraph, ProfileLinks};
use crate::ids::{MoverId, WorldId};
use crate::map_roadmap::Roadmap;
use crate::occupied::Occupied;
use crate::price::Price;
use crate::question::Question;
use crate::reason::Reason;
use crate::standable::Standable;
use crate::tagged::Keys;
use crate::usage::Usage;
use std::sync::Arc;
use xunlu_index::{Components, GroundUnder, HexJumps, Jumps, WaypointOrder};
use xunlu_map::{
    Cost, Grid, LayerCell, Map, Mover, NodeId, Place, Region, Revision, Tags, WaypointId,
};
use xunlu_search::{
    Estimate, GridEstimate, Heuristic, HexEstimate, NoHeuristic, Places, Sense, TurningEstimate,
    WaypointEstimate,
};

/// A [`Snapshot`](crate::Snapshot) as one of its movers sees it. It answers every question, for that
/// mover, and gives its graph to whoever brings a search of their own.
///
/// Making one costs nothing in proportion to the map.
///
/// ```
/// use xunlu::{Grid, MoverId, Place, Query, Workspace, World};
/// use xunlu::search::Graph;
///
/// let world = World::new("..#.\n..#.\n....".parse::<Grid>()?)?;
/// let snapshot = world.snapshot();
/// let view = snapshot.view(MoverId::FIRST)?;
/// let query = Query::between((0, 0), (3, 0));
/// assert_eq!(view.find(&query, &mut Workspace::new())?.path().unwrap().places.len(), 7);
///
/// let (mut steps, start) = (Vec::new(), view.node_at(Place::cell(0, 0)).unwrap());
/// view.graph().steps_from(start, &mut steps);
/// assert_eq!(steps.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub(crate) world: WorldId,
    pub(crate) id: MoverId,
    pub(crate) map: &'a Map,
    pub(crate) engines: &'a [Arc<dyn Engine>],
    pub(crate) mover: &'a Mover,
    pub(crate) standable: &'a Standable,
    pub(crate) links: &'a ProfileLinks,
    pub(crate) components: &'a Components,
    /// What lies under a large mover, where ground costs differ.
    pub(crate) under: Option<&'a GroundUnder>,
    /// The map made ready for jumps, and what they cost: where every move is a step to a
    /// neighbour.
    pub(crate) jumps: Option<Jumps<'a>>,
    /// Whether that is for ground of several prices.
    pub(crate) is_weighted: bool,
    /// The same on hexes, where all ground costs the same.
    pub(crate) hex_jumps: Option<HexJumps<'a>>,
    /// What was baked of it for these costs, and whether there was more before the map was edited.
    pub(crate) roadmap: Option<&'a Roadmap>,
    pub(crate) has_stale_roadmap: bool,
    /// In which order waypoints were contracted for a roadmap.
    pub(crate) waypoint_order: Option<&'a WaypointOrder>,
    /// The clusters of its ground for these costs, where they were made.
    pub(crate) hierarchy: Option<&'a KnownHierarchy>,
    pub(crate) usage: &'a Usage,
    // Which of the world's classes of movers it is of, and how often a mover was changed.
    pub(crate) class: u64,
    pub(crate) mover_changes: u64,
    /// Who is in the way.
    pub(crate) occupied: Option<&'a Occupied>,
    // The tags that its mover has, if these are not all of its own.
    pub(crate) tags: Option<Tags>,
    /// What is known of its tags, where some ground or link asks for any.
    pub(crate) keys: Option<Keys<'a>>,
    /// What steps cost beyond what the mover says.
    pub(crate) price: Option<Price<'a>>,
    /// When questions are given up.
    pub(crate) deadline: Deadline<'a>,
}

impl<'a> View<'a> {
    /// The map.
    #[must_use]
    pub const fn map(&self) -> &'a Map {
        self.map
    }

    /// Who moves.
    #[must_use]
    pub const fn mover(&self) -> &'a Mover {
        self.mover
    }

    /// The same view with a price of one's own for each step: danger, fog, noise. `price` is told the place
    /// that a step leads to and what the step costs the mover, turn and all; it returns the same or more, or
    /// `None` where the step may not be taken. It may raise or forbid, never lower: less than the step costs
    /// counts as what it costs. It has to say the same as long as a question is worked on.
    ///
    /// Everything that the view is asked heeds it. A question is first searched as if there were no such
    /// price; where that path meets none it is the answer, and else a search asks the price of each step.
    ///
    /// ```
    /// use xunlu::{Cost, Grid, MoverId, Place, Query, Workspace, World};
    ///
    /// let world = World::new(".....\n.....\n.....".parse::<Grid>()?)?;
    /// let query = Query::between((0, 1), (4, 1));
    /// // A watchman at 2,1 sees two cells far, and is best not met.
    /// let danger = |place: Place, cost: Cost| {
    ///     let away = place.as_cell()? - xunlu::Cell::new(2, 1);
    ///     let away = away.dx.unsigned_abs().max(away.dy.unsigned_abs());
    ///     (away > 0).then_some(cost + Cost(5_000 * 2_u32.saturating_sub(away)))
    /// };
    /// let view = world.view(MoverId::FIRST)?.priced(&danger);
    /// let answer = view.find(&query, &mut Workspace::new())?;
    /// assert!(!answer.path().unwrap().places.contains(&Place::cell(2, 1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn priced(self, price: &'a (dyn Fn(Place, Cost) -> Option<Cost> + Sync)) -> View<'a> {
        View { price: Some(Price(price)), ..self }
    }

    /// The same view for somebody who does not wait for ever: a question is given up when `is_late` says that
    /// it takes too long. It is asked once in a while, at least each thousand expansions and whenever some
    /// thousand places were looked at, and stays with what it said. The answer is then an error of the kind
    /// [`TimeIsOver`](crate::WorldErrorKind::TimeIsOver); the workspace may be used again.
    ///
    /// Paths, ranges, distances, fields and explanations heed it. What there is until then of a path is known
    /// to [`begin`](Self::begin) and [`advance`](Self::advance), which take a number of expansions instead.
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    /// use xunlu::{Grid, MoverId, Size, Workspace, World, WorldErrorKind};
    ///
    /// let world = World::new(Grid::new(Size::new(300, 300))?)?;
    /// let begun = Instant::now();
    /// let is_late = || begun.elapsed() > Duration::from_micros(50);
    /// let view = world.view(MoverId::FIRST)?.until(&is_late);
    /// let given_up = view.field_to([(0, 0)], &mut Workspace::new()).unwrap_err();
    /// assert_eq!(given_up.kind(), WorldErrorKind::TimeIsOver);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[doc(alias("timeout", "deadline", "time_limit", "cancel"))]
    pub const fn until(self, is_late: &'a (dyn Fn() -> bool + Sync)) -> View<'a> {
        View { deadline: Deadline(Some(is_late)), ..self }
    }

    /// The mover's number in its world.
    #[must_use]
    pub const fn mover_id(&self) -> MoverId {
        self.id
    }

    /// The revision of the map.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.map.revision()
    }

    /// The map as the mover sees it, headings and all.
    #[must_use]
    pub fn graph(&self) -> MapGraph<'a> {
        self.place_graph().with_turns(self.mover)
    }

    /// The map as the mover sees it, each place one node, as if turns cost nothing.
    #[must_use]
    pub fn place_graph(&self) -> MapGraph<'a> {
        let graph = MapGraph::places(self.map, self.mover, self.standable, &self.links.table);
        self.under.map_or(graph, |under| graph.with_ground_under(under))
    }

    /// The number of a place. Returns `None` outside.
    #[must_use]
    pub fn node_at(&self, place: impl Into<Place>) -> Option<NodeId> {
        self.map.node_at(place.into())
    }

    /// The place of a node that an observer heard of, whatever heading it stands for. Returns `None` for
    /// [`NodeId::NONE`] or a number of no node.
    #[must_use]
    pub fn place_of(&self, node: NodeId) -> Option<Place> {
        let below = NodeId(node.0 / self.graph().states());
        (node != NodeId::NONE && below.0 < self.map.node_count()).then(|| self.map.place_of(below))
    }

    /// The same for a mover that has only these of its tags: reach, fields and distances with the keys that
    /// it holds now, and every question that does not say [its own](crate::Query::tags).
    ///
    /// # Errors
    /// When the mover never has one of them.
    pub fn with_tags(self, tags: Tags) -> Result<View<'a>, WorldError> {
        self.check_tags(tags)?;
        Ok(View { tags: (tags != self.mover.tags()).then_some(tags), ..self })
    }

    /// Whether the mover can stand at a place, and among units nobody keeps it from there.
    #[must_use]
    pub fn can_stand(&self, place: impl Into<Place>) -> bool {
        let restriction = self.restriction_at_rest();
        self.node_at(place).is_some_and(|node| {
            self.place_graph().can_stand_on(node) && self.may_end(&restriction, node)
        })
    }

    /// How many components the map has: parts between which the mover cannot go back and forth.
    #[must_use]
    pub fn component_count(&self) -> u32 {
        self.components.count()
    }

    /// The component that a place belongs to, named by its first place (that of the least number), and
    /// how many places it has. Returns `None` where the mover cannot stand.
    #[must_use]
    pub fn component_at(&self, place: impl Into<Place>) -> Option<(Place, u32)> {
        let component = self.components.component_of(self.node_at(place)?)?;
        Some((self.map.place_of(component.least_node()), self.components.size_of(component)))
    }

    /// Why there is no roadmap to look into.
    pub(crate) fn why_no_roadmap(&self) -> Reason {
        if self.graph().states() > 1 {
            return Reason::TurnsCost;
        }
        if self.has_stale_roadmap { Reason::RoadmapIsStale } else { Reason::RoadmapIsMissing }
    }

    /// Whether an index of jumps was made.
    pub(crate) fn has_index(&self) -> bool {
        self.jumps.is_some_and(|jumps| jumps.index.is_some())
            || self.hex_jumps.is_some_and(|jumps| jumps.landmarks.is_some())
    }

    /// The places of the graph's nodes.
    pub(crate) fn places_of_nodes(&self) -> impl Fn(NodeId) -> Place + use<'a> {
        let (map, states) = (self.map, self.graph().states());
        move |node| map.place_of(NodeId(node.0 / states))
    }

    /// Makes the heuristic of a question (or, [against](Sense::Against) the steps, the least cost from its
    /// start) and hands it on. It lies on the stack: making it allocates nothing.
    pub fn with_heuristic<R>(
        &self,
        question: &Question<'_>,
        sense: Sense,
        with: impl FnOnce(&dyn Heuristic) -> R,
    ) -> R {
        let (start, toward) = ([question.start()], question.toward.map(|goal| [goal]));
        let ends = match (sense, &toward) {
            (Sense::Against, _) => &start,
            (Sense::Along, Some(toward)) => toward,
            (Sense::Along, None) => question.goals(),
        };
        self.with_estimate(ends, question.query().estimate, sense, with)
    }

    /// Makes the estimate to the nearest of `ends` that knows what turning costs, where there is one, and
    /// hands it on; else the one that does not.
    pub(crate) fn with_turns_ahead<R>(
        &self,
        ends: &[NodeId],
        with: impl FnOnce(&dyn Heuristic) -> R,
    ) -> R {
        let turn = self.mover.turn_cost();
        match self.map {
            Map::Grid(grid) => {
                let below = self.grid_heuristic(grid, ends, Estimate::Auto, Sense::Along);
                if let Some(ahead) = below.with_turns(turn) {
                    return with(&ahead);
                }
            }
            Map::Hex(grid) => {
                let hex_of = |node: NodeId| grid.hex_of(node.0);
                let to = ends.iter().map(|&end| hex_of(end));
                let links = self.links.table.links(Sense::Along);
                let below = HexEstimate::new(grid, self.mover, Estimate::Auto, to, links, hex_of);
                if let Some(ahead) = below.with_turns(turn) {
                    return with(&ahead);
                }
            }
            Map::Layers(_) | Map::Waypoints(_) => {}
        }
        self.with_estimate(ends, Estimate::Auto, Sense::Along, with)
    }

    /// The heuristic on one grid, of a type that a search can be made for.
    pub(crate) fn grid_heuristic(
        &self,
        grid: &'a Grid,
        ends: &[NodeId],
        estimate: Estimate,
        sense: Sense,
    ) -> GridEstimate<impl Fn(NodeId) -> LayerCell + use<'a>> {
        let layer_cell_of = |node: NodeId| LayerCell::new(0, grid.layout().cell_of(node.0));
        let ends = ends.iter().copied().map(layer_cell_of);
        let shortcuts = self.links.table.links(sense);
        GridEstimate::new(grid, self.mover, estimate, ends, shortcuts, layer_cell_of)
    }

    /// Makes the estimate of the least cost to the nearest of `ends` (or, against the steps, from it),
    /// which are places all, for the nodes of the [graph](Self::graph), and hands it on.
    pub(crate) fn with_estimate<R>(
        &self,
        ends: &[NodeId],
        estimate: Estimate,
        sense: Sense,
        with: impl FnOnce(&dyn Heuristic) -> R,
    ) -> R {
        let states = self.graph().states();
        self.with_place_estimate(ends, estimate, sense, |below| match states {
            1 => with(below),
            states => with(&TurningEstimate { below, states }),
        })
    }

    /// The same for the nodes of the [graph of places](Self::place_graph).
    pub(crate) fn with_place_estimate<R>(
        &self,
        ends: &[NodeId],
        estimate: Estimate,
        sense: Sense,
        with: impl FnOnce(&dyn Heuristic) -> R,
    ) -> R {
        let View { map, mover, links, .. } = *self;
        if ends.is_empty() || estimate == Estimate::Zero {
            return with(&NoHeuristic);
        }
        let shortcuts = links.table.links(sense);
        let ends_here = ends.iter().copied();
        match map {
            Map::Grid(grid) => with(&self.grid_heuristic(grid, ends, estimate, sense)),
            Map::Layers(layers) => {
                let layer_cell_of = |node: NodeId| layers.layer_cell_of(node.0);
                let ends = ends_here.map(layer_cell_of);
                with(&GridEstimate::new(layers, mover, estimate, ends, shortcuts, layer_cell_of))
            }
            Map::Hex(grid) => {
                let hex_of = |node: NodeId| grid.hex_of(node.0);
                let ends = ends_here.map(hex_of);
                with(&HexEstimate::new(grid, mover, estimate, ends, shortcuts, hex_of))
            }
            Map::Waypoints(graph) => match &links.scale {
                Some(scale) => {
                    let ends = ends_here.map(|node| WaypointId(node.0));
                    with(&WaypointEstimate::new(graph, scale, ends))
                }
                None => with(&NoHeuristic),
            },
        }
    }
}

/// Whether a place lies in a region.
pub(crate) fn lies_in(map: &Map, region: &Region, place: NodeId) -> bool {
    map.cell_of(map.place_of(place)).is_some_and(|(layer, cell)| region.contains(layer, cell))
}

/// The node of a place that must lie inside.
#[inline]
pub(crate) fn node_of(map: &Map, role: &str, place: Place) -> Result<NodeId, WorldError> {
    map.node_at(place).ok_or_else(|| outside(map, role, place))
}

#[cold]
fn outside(map: &Map, role: &str, place: Place) -> WorldError {
    if let Err(error) = map.check_kind(place) {
        return WorldError::of_another_kind(role, &error);
    }
    let expected = match map {
        Map::Grid(grid) => {
            let bounds = grid.bounds();
            let max = bounds.max().unwrap_or(bounds.min);
            format!("a cell from {} to {max}", bounds.min)
        }
        _ => format!("{} of the map", map.place_kind()),
    };
    WorldError::outside(role, place, &expected)
}
