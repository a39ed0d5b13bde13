//! Which live paths the edits of a world broke, and at which step.

use crate::check::{PathFault, step_cost};
use crate::graph::MapGraph;
use crate::ids::{MoverId, WorldId};
use crate::snapshot::Snapshot;
use crate::tables::Recent;
use crate::view::View;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;
use xunlu_map::{Cell, Cost, Footprint, Map, NodeId, Place, Rect, Revision, Touched};
use xunlu_search::{Path, Step};

/// The number of a watched path, in the order in which they came; not given out again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WatchId(u64);

/// A watched path that no longer is what it was.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Broken {
    /// Which path.
    pub id: WatchId,
    /// The first of its steps that broke: step `n` leads from place `n` to the next.
    pub step: usize,
    /// How.
    pub why: Break,
}

/// How a step broke.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Break {
    /// The mover can no longer make it.
    Gone,
    /// It costs more than when the path was given to be watched, turning not counted.
    MoreExpensive,
}

/// A path that more of the edits touch is looked at as a whole: asking the map about a step takes about as
/// long as holding the step against so many rectangles.
const LOOKS_MAX: usize = 8;

/// What happened to the step, as a sentence.
impl fmt::Display for Break {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Break::Gone => "The mover can no longer make the step.",
            Break::MoreExpensive => "The step costs more than before.",
        })
    }
}

/// Which step broke and how, as a sentence.
impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let step = self.step;
        match self.why {
            Break::Gone => write!(f, "The mover can no longer make step {step} of the path."),
            Break::MoreExpensive => write!(f, "Step {step} of the path costs more than before."),
        }
    }
}

/// Watches the paths that movers walk while the world is edited under them, and tells which of them
/// break.
///
/// What it tells is true of the world as it is given to [`update`](Self::update), however many edits led
/// there: every step before the one that is told of can still be made. It watches the map: units that step in
/// the way, a key that is lost and a price of one's own are no edits, so among units ask
/// [`check_path`](Snapshot::check_path) as well, of what is left of the path from where its walker stands.
///
/// A path of one place has no step that could break. A path that broke goes on being watched: it is
/// told of again only when the first step that is broken, or the way in which it is, becomes another,
/// and when it breaks again after another edit mended it.
///
/// ```
/// use xunlu::{Grid, MoverId, Query, Terrain, Workspace, World};
/// use xunlu::watch::{Break, Watcher};
///
/// let mut world = World::new("......\n......".parse::<Grid>()?)?;
/// let query = Query::between((0, 0), (5, 0));
/// let path = world.find(&query, &mut Workspace::new())?.path().unwrap().clone();
///
/// let mut watcher = Watcher::new(&world);
/// let id = watcher.watch(&world, &path, MoverId::FIRST)?;
/// world.set((4, 0), Terrain::WALL)?;
/// world.set((2, 0), Terrain::WALL)?;
/// let broken = watcher.update(&world);
/// assert_eq!((broken[0].id, broken[0].step, broken[0].why), (id, 1, Break::Gone));
/// assert_eq!(broken[0].to_string(), "The mover can no longer make step 1 of the path.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Watcher {
    watched: BTreeMap<WatchId, Watched>,
    next: u64,
    // The world as it was looked at last.
    world: WorldId,
    revision: Revision,
    mover_changes: u64,
}

/// A path, and what its steps cost when it came.
#[derive(Clone, Debug)]
struct Watched {
    mover: MoverId,
    footprint: Footprint,
    nodes: Vec<NodeId>,
    costs: Vec<Cost>,
    // On each layer, the cells between which the path keeps, footprint and all.
    bounds: BTreeMap<u32, Rect>,
    broken: BTreeMap<usize, Break>,
}

/// What an edit can have changed.
#[derive(Clone, Copy, Debug)]
enum Look {
    Cells { layer: u32, rect: Rect },
    Between([NodeId; 2]),
}

impl Watcher {
    /// A watcher of paths on a world as it is now.
    #[must_use]
    pub fn new(world: &Snapshot) -> Watcher {
        Watcher {
            watched: BTreeMap::new(),
            next: 0,
            world: world.world_id(),
            revision: world.revision(),
            mover_changes: world.tables.mover_changes,
        }
    }

    /// Watches a path from now on. What it costs in all is not asked: that is
    /// [`check_path`](Snapshot::check_path)'s affair.
    ///
    /// # Errors
    /// When the mover cannot walk it as the world is now, with the first place or step where it
    /// cannot.
    #[doc(alias("add", "insert"))]
    pub fn watch(
        &mut self,
        world: &Snapshot,
        path: &Path<Place>,
        mover: MoverId,
    ) -> Result<WatchId, PathFault> {
        let view = world.view(mover).map_err(|_| PathFault::UnknownMover)?;
        let nodes = view.nodes_along(&path.places)?;
        let (graph, mut steps) = (view.place_graph(), Vec::new());
        let mut costs = Vec::with_capacity(nodes.len());
        for (step, pair) in nodes.windows(2).enumerate() {
            let cost = step_cost(&graph, pair[0], pair[1], &mut steps);
            costs.push(cost.ok_or(PathFault::NoStep { step })?);
        }
        let footprint = view.mover.footprint();
        let bounds = bounds_of(view.map, footprint, &nodes);
        let id = WatchId(self.next);
        self.next += 1;
        let broken = BTreeMap::new();
        let watched = Watched { mover, footprint, nodes, costs, bounds, broken };
        self.watched.insert(id, watched);
        Ok(id)
    }

    /// Watches a path no longer. Returns whether it was watched.
    #[doc(alias("remove", "stop"))]
    pub fn unwatch(&mut self, id: WatchId) -> bool {
        self.watched.remove(&id).is_some()
    }

    /// How many paths are watched.
    #[must_use]
    pub fn len(&self) -> usize {
        self.watched.len()
    }

    /// Whether none is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.watched.is_empty()
    }

    /// The first step of a path that is broken as far as the watcher was told. Returns `None` while it is
    /// whole, or not watched.
    #[must_use]
    #[doc(alias("is_broken", "broken_path", "is_valid"))]
    pub fn broken(&self, id: WatchId) -> Option<Broken> {
        let (step, why) = self.watched.get(&id)?.first_broken()?;
        Some(Broken { id, step, why })
    }

    /// Tells which paths broke since the last call, in the order in which they came to be watched. It finds
    /// out by itself what was edited meanwhile ([`Snapshot::edits_since`]); where the world no longer knows,
    /// or this is another one, every path is looked at as a whole. `tests/it/watch.rs` holds what it tells to
    /// checking each path anew.
    ///
    /// Costs a comparison of rectangles for each path and edit; then, for each path that keeps within a
    /// rectangle that an edit touched, or that passes both ends of a link that one touched, one more for
    /// each step, and a look at the map for the steps that the edits can have changed.
    #[doc(alias("notify", "after_edit", "on_edit", "apply", "check"))]
    pub fn update(&mut self, world: &Snapshot) -> Vec<Broken> {
        let looks = self.what_to_look_at(world);
        (self.world, self.revision) = (world.world_id(), world.revision());
        if self.mover_changes != world.tables.mover_changes {
            self.mover_changes = world.tables.mover_changes;
            self.watched.values_mut().for_each(|watched| watched.follow_mover(world));
        }
        let (mut told, mut near, mut scratch) = (Vec::new(), Vec::new(), Vec::new());
        for (&id, watched) in &mut self.watched {
            near.clear();
            let looks = looks.as_ref().map(|looks| {
                let all = looks.iter().filter(|&&look| watched.is_near(world.map(), look));
                near.extend(all.take(LOOKS_MAX + 1));
                &near[..]
            });
            if looks.is_some_and(<[Look]>::is_empty) {
                continue;
            }
            let before = watched.first_broken();
            let looks = looks.filter(|looks| looks.len() <= LOOKS_MAX);
            watched.look_again(world, looks, &mut scratch);
            if let Some((step, why)) = watched.first_broken().filter(|&now| Some(now) != before) {
                told.push(Broken { id, step, why });
            }
        }
        told
    }

    /// What the edits since the last look can have changed. Returns `None` if that may be anything.
    fn what_to_look_at(&self, world: &Snapshot) -> Option<Vec<Look>> {
        let is_same_mover = world.tables.mover_changes == self.mover_changes;
        if world.world_id() != self.world || !is_same_mover {
            return None;
        }
        let recent = world.tables.recent.since(self.revision)?;
        let look = |&Recent { edit, ends }: &Recent| match edit.touched {
            Touched::Cells { layer, rect } => Some(Look::Cells { layer, rect }),
            Touched::Link(_) => ends.map(Look::Between),
        };
        recent.map(look).collect()
    }
}

impl Watched {
    fn first_broken(&self) -> Option<(usize, Break)> {
        self.broken.first_key_value().map(|(&step, &why)| (step, why))
    }

    /// Takes in that the mover may have become another.
    fn follow_mover(&mut self, world: &Snapshot) {
        if let Ok(view) = world.view(self.mover) {
            self.footprint = view.mover.footprint();
            self.bounds = bounds_of(view.map, self.footprint, &self.nodes);
        }
    }

    /// Whether there may be a step that has to be looked at again.
    fn is_near(&self, map: &Map, look: Look) -> bool {
        let meets = |layer: u32, rect: Rect| {
            let bounds = self.bounds.get(&layer);
            bounds.is_some_and(|bounds| !bounds.intersection(rect).is_empty())
        };
        match look {
            Look::Cells { layer, rect } => meets(layer, rect),
            Look::Between(ends) => ends.into_iter().all(|end| match cell_of(map, end) {
                Some((layer, cell)) => meets(layer, Rect::cell(cell)),
                None => true,
            }),
        }
    }

    /// Judges again the steps that may have changed; all of them if nobody knows which.
    fn look_again(&mut self, world: &Snapshot, looks: Option<&[Look]>, scratch: &mut Vec<Step>) {
        let map = world.map();
        let view = world.view(self.mover).ok();
        let graph = view.as_ref().map(View::place_graph);
        for step in 0..self.costs.len() {
            let ends = [self.nodes[step], self.nodes[step + 1]];
            let depends_on = |look: &Look| match *look {
                Look::Between([a, b]) => ends == [a, b] || ends == [b, a],
                Look::Cells { layer, rect } => {
                    let own = ground_on(map, layer, self.footprint, &ends);
                    own.is_some_and(|own| !own.intersection(rect).is_empty())
                }
            };
            if looks.is_none_or(|looks| looks.iter().any(depends_on)) {
                let why = judge(graph.as_ref(), ends, self.costs[step], scratch);
                match why {
                    Some(why) => self.broken.insert(step, why),
                    None => self.broken.remove(&step),
                };
            }
        }
    }
}

/// On each layer, the cells between which a path of these nodes keeps.
fn bounds_of(map: &Map, footprint: Footprint, nodes: &[NodeId]) -> BTreeMap<u32, Rect> {
    let layers = nodes.iter().filter_map(|&node| cell_of(map, node));
    let layers: BTreeSet<u32> = layers.map(|(layer, _)| layer).collect();
    let ground = |&layer: &u32| Some((layer, ground_on(map, layer, footprint, nodes)?));
    layers.iter().filter_map(ground).collect()
}

/// What is wrong with a step that once cost so much.
fn judge(
    graph: Option<&MapGraph<'_>>,
    [from, to]: [NodeId; 2],
    cost: Cost,
    scratch: &mut Vec<Step>,
) -> Option<Break> {
    match graph.and_then(|graph| step_cost(graph, from, to, scratch)) {
        None => Some(Break::Gone),
        Some(now) => (now > cost).then_some(Break::MoreExpensive),
    }
}

/// The layer and the column and row of a node. Returns `None` on waypoints.
fn cell_of(map: &Map, node: NodeId) -> Option<(u32, Cell)> {
    map.cell_of(map.place_of(node))
}

/// A rectangle with every cell of a layer on which these steps depend. Returns `None` if they are on others.
/// It holds the ground under the mover at both ends of each step and, for a diagonal one, at the two
/// corners between. Where that ground goes round a joined edge, it takes up the whole axis.
fn ground_on(map: &Map, layer: u32, footprint: Footprint, nodes: &[NodeId]) -> Option<Rect> {
    let cells = nodes.iter().filter_map(|&node| cell_of(map, node));
    let mut here = cells.filter(|(on, _)| *on == layer).map(|(_, cell)| cell);
    let first = Rect::cell(here.next()?);
    let mut rect = here.fold(first, Rect::including);
    rect.size.width = rect.size.width.saturating_add(footprint.width() - 1);
    rect.size.height = rect.size.height.saturating_add(footprint.height() - 1);
    if let Some(grid) = map.grids().get(layer as usize) {
        let (whole, wrap) = (grid.bounds(), grid.wrap());
        if wrap.x && !is_within(columns(rect), columns(whole)) {
            (rect.min.x, rect.size.width) = (whole.min.x, whole.size.width);
        }
        if wrap.y && !is_within(rows(rect), rows(whole)) {
            (rect.min.y, rect.size.height) = (whole.min.y, whole.size.height);
        }
    }
    Some(rect)
}

fn columns(rect: Rect) -> Range<i64> {
    i64::from(rect.min.x)..i64::from(rect.min.x) + i64::from(rect.size.width)
}

fn rows(rect: Rect) -> Range<i64> {
    i64::from(rect.min.y)..i64::from(rect.min.y) + i64::from(rect.size.height)
}

fn is_within(inner: Range<i64>, outer: Range<i64>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::Query;
    use crate::workspace::Workspace;
    use crate::world::World;
    use xunlu_map::{Corners, Door, Grid, Link, Mover, Size, StepCosts, Terrain, Weight, Wrap};

    fn world(drawn: &str, footprint: Footprint) -> World {
        let builder = Mover::eight(Corners::NoCutting).costs(StepCosts::TEN_FOURTEEN);
        let mover = builder.footprint(footprint).build().unwrap();
        World::with_mover(drawn.parse::<Grid>().unwrap(), mover).unwrap()
    }

    fn watch(world: &Snapshot, watcher: &mut Watcher, from: (i32, i32), to: (i32, i32)) -> WatchId {
        let query = Query::between(Place::cell(from.0, from.1), Place::cell(to.0, to.1));
        let answer = world.find(&query, &mut Workspace::new()).unwrap();
        watcher.watch(world, answer.path().unwrap(), MoverId::FIRST).unwrap()
    }

    /// Walks along the top row of a map, sets one cell and compares what is told.
    fn check(drawn: &str, set: (i32, i32), terrain: Terrain, told: Option<(usize, Break)>) {
        let mut world = world(drawn, Footprint::ONE);
        let mut watcher = Watcher::new(&world);
        let columns = i32::try_from(drawn.lines().next().unwrap().len()).unwrap();
        let id = watch(&world, &mut watcher, (0, 0), (columns - 1, 0));
        world.set(Place::cell(set.0, set.1), terrain).unwrap();
        let broken = told.map(|(step, why)| Broken { id, step, why });
        assert_eq!(watcher.update(&world), Vec::from_iter(broken));
        assert_eq!(watcher.broken(id), broken);
    }

    #[test]
    fn the_first_broken_step_is_told() {
        check(".....\n.....", (2, 0), Terrain::WALL, Some((1, Break::Gone)));
        check(".....\n.....", (0, 0), Terrain::WALL, Some((0, Break::Gone)));
        check(".....\n.....", (2, 0), Terrain(3), Some((1, Break::MoreExpensive)));
        check(".....\n.....", (0, 0), Terrain(3), None);
        check(".....\n.....", (2, 1), Terrain::WALL, None);
        // Ground that becomes cheaper breaks nothing.
        check("..9..\n##9##", (2, 0), Terrain::OPEN, None);
    }

    #[test]
    fn a_wall_at_a_diagonal_steps_corner_breaks_it() {
        let mut world = world("..\n..", Footprint::ONE);
        let mut watcher = Watcher::new(&world);
        let id = watch(&world, &mut watcher, (0, 0), (1, 1));
        world.set(Place::cell(1, 0), Terrain::WALL).unwrap();
        let broken = Broken { id, step: 0, why: Break::Gone };
        assert_eq!(watcher.update(&world), [broken]);
    }

    #[test]
    fn a_path_is_told_of_again_only_when_something_new_breaks() {
        let mut world = world("......\n......", Footprint::ONE);
        let mut watcher = Watcher::new(&world);
        let id = watch(&world, &mut watcher, (0, 0), (5, 0));
        let mut set = |world: &mut World, x, terrain| {
            world.set(Place::cell(x, 0), terrain).unwrap();
            let told = watcher.update(world);
            told.iter().map(|broken| (broken.step, broken.why)).collect::<Vec<_>>()
        };
        assert_eq!(set(&mut world, 3, Terrain::WALL), [(2, Break::Gone)]);
        assert_eq!(set(&mut world, 4, Terrain::WALL), []);
        assert_eq!(set(&mut world, 1, Terrain(2)), [(0, Break::MoreExpensive)]);
        assert_eq!(set(&mut world, 1, Terrain::OPEN), [(2, Break::Gone)]);
        assert_eq!(set(&mut world, 3, Terrain::OPEN), [(3, Break::Gone)]);
        assert_eq!(set(&mut world, 4, Terrain::OPEN), []);
        assert_eq!(watcher.broken(id), None);
        assert_eq!(set_again(&mut world, &mut watcher), [Broken { id, step: 4, why: Break::Gone }]);
        assert!(watcher.unwatch(id) && !watcher.unwatch(id) && watcher.is_empty());
    }

    /// Breaks the last step of the path of `a_path_is_told_of_again_only_when_something_new_breaks`.
    fn set_again(world: &mut World, watcher: &mut Watcher) -> Vec<Broken> {
        world.set(Place::cell(5, 0), Terrain::WALL).unwrap();
        watcher.update(world)
    }

    #[test]
    fn a_large_mover_trips_over_what_lies_beside_its_place() {
        let mut world = world(".....\n.....\n.....", Footprint::square(2).unwrap());
        let mut watcher = Watcher::new(&world);
        let id = watch(&world, &mut watcher, (0, 0), (3, 0));
        world.set(Place::cell(3, 2), Terrain::WALL).unwrap();
        assert_eq!(watcher.update(&world), []);
        world.set(Place::cell(3, 1), Terrain::WALL).unwrap();
        let broken = Broken { id, step: 1, why: Break::Gone };
        assert_eq!(watcher.update(&world), [broken]);
    }

    #[test]
    fn round_a_joined_edge_the_ground_on_both_sides_counts() {
        let grid = Grid::new(Size::new(6, 3)).unwrap().wrapped(Wrap { x: true, y: false });
        let mover = Mover::four().footprint(Size::new(2, 1)).build().unwrap();
        let mut world = World::with_mover(grid, mover).unwrap();
        let mut watcher = Watcher::new(&world);
        // At (5, 0) the mover stands on (5, 0) and (0, 0).
        let id = watch(&world, &mut watcher, (4, 0), (5, 0));
        world.set(Place::cell(0, 0), Terrain::WALL).unwrap();
        let broken = Broken { id, step: 0, why: Break::Gone };
        assert_eq!(watcher.update(&world), [broken]);
    }

    #[test]
    fn doors_and_links_taken_away_break_the_step_over_them() {
        let mut world = world("..#..", Footprint::ONE);
        let link = Link::two_way(Place::cell(1, 0), Place::cell(3, 0));
        let (first, _) = world.add_link(link.clone().costing(Weight::times(2))).unwrap();
        let mut watcher = Watcher::new(&world);
        let id = watch(&world, &mut watcher, (4, 0), (0, 0));
        let told = |why| vec![Broken { id, step: 1, why }];
        world.set_door(first, Door::Shut).unwrap();
        assert_eq!(watcher.update(&world), told(Break::Gone));
        let (second, _) = world.add_link(link.costing(Weight::times(3))).unwrap();
        assert_eq!(watcher.update(&world), told(Break::MoreExpensive));
        world.set_door(first, Door::Open).unwrap();
        assert_eq!(watcher.update(&world), []);
        world.remove_link(second).unwrap();
        assert_eq!(watcher.update(&world), []);
        world.remove_link(first).unwrap();
        assert_eq!(watcher.update(&world), told(Break::Gone));
    }

    #[test]
    fn an_edit_that_was_not_told_is_found_at_the_next() {
        let mut world = world(".....\n.....", Footprint::ONE);
        let mut watcher = Watcher::new(&world);
        let id = watch(&world, &mut watcher, (0, 0), (4, 0));
        world.set(Place::cell(3, 0), Terrain::WALL).unwrap();
        world.set(Place::cell(0, 1), Terrain::WALL).unwrap();
        let broken = Broken { id, step: 2, why: Break::Gone };
        assert_eq!(watcher.update(&world), [broken]);
    }

    #[test]
    fn what_cannot_be_walked_is_not_watched() {
        let world = world(".#.", Footprint::ONE);
        let places = vec![Place::cell(0, 0), Place::cell(1, 0)];
        let path = Path { places, cost: Cost(10) };
        let refused = Watcher::new(&world).watch(&world, &path, MoverId::FIRST);
        assert_eq!(refused, Err(PathFault::Blocked { place: 1 }));
    }
}
