//! Roadmaps: cheapest paths on a grid that stands still, looked up instead of searched for.
//!
//! ```text
//!   start                       From each end straight legs lead to subgoals, which lie where paths turn. Each
//!     \                         subgoal has a label: hubs, with what the cheapest way to each costs. Two labels
//!      o----o    hub            with a hub in common make a path; of all, the cheapest is the answer.
//!     #      \  #o---o
//!             \ /     \
//!              o#      goal
//! ```
//!
//! Subgoals are those of Uras, Koenig and Hernandez (2013), in the order of a contraction hierarchy of them
//! (Uras and Koenig 2018, "Understanding subgoal graphs by augmenting contraction hierarchies"), which serves
//! for hub labels here, as Du, Shen and Cheema (2023) use them in the plane. Labels of what is seen
//! from a block of cells are merged where there is room; else what a cell sees of subgoals is kept for
//! blocks, or looked for anew. Of a label only those entries are looked at that go on from where one arrives
//! without turning back, one in twenty on open ground.

mod turns;
mod reach;
mod links;
mod graph;
mod spread;
mod order;
mod growing;
mod labels;
mod sights;
mod merged;
mod tables;
mod query;
mod saved;
mod error;

#[cfg(test)]
mod tests;

use crate::jump::{JumpCosts, JumpMap, PaddedCell};
pub use error::{RoadmapError, RoadmapFileError};
use graph::SubgoalGraph;
use growing::Failed;
use labels::LabelsMade;
use links::Links;
pub use query::RoadmapSpace;
use reach::{Reach, around};
use sights::SightsMade;
use spread::Spread;
pub(crate) use tables::VERSION;
use tables::{Head, Tables};
use xunlu_map::Layout;
use xunlu_search::NodeLink;

/// How a roadmap is made: in how much memory, by how many threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub struct RoadmapOptions {
    memory_bytes_max: usize,
    threads: usize,
}

/// A part of making a roadmap, in this order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RoadmapStage {
    /// Which subgoals come first as hubs.
    Order,
    /// The labels of all subgoals.
    Labels,
}

/// What is known beforehand of all cheapest paths of one mover on a grid whose ground costs the same
/// everywhere.
///
/// ```
/// use xunlu_index::{JumpCosts, JumpMap, Roadmap, RoadmapOptions, RoadmapSpace};
/// use xunlu_map::{Cell, Grid, Mover, NodeId, Passability};
///
/// let grid: Grid = "..#.\n..#.\n....".parse()?;
/// let mover = Mover::default();
/// let map = JumpMap::new(&Passability::new(grid.ground(), &mover), &mover).unwrap();
/// let costs = JumpCosts::of(&grid, &mover).expect("all ground costs the same");
/// let roadmap = Roadmap::bake(&map, costs, &[], &RoadmapOptions::new(), &|_, _| true)?;
///
/// let node = |x, y| NodeId(grid.layout().index_of(Cell::new(x, y)).unwrap());
/// let mut space = RoadmapSpace::default();
/// let (cost, cells) = roadmap.path(node(0, 0), node(3, 0), &mut space, |cell| cell).unwrap();
/// assert_eq!(cells.len(), 7);
/// assert_eq!(roadmap.distance(node(0, 0), node(3, 0), &mut space), Some(cost));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[doc(alias("hub labels", "preprocessing"))]
pub struct Roadmap {
    layout: Layout,
    // What is known of where the mover can stand.
    ground: u64,
    reach: Reach,
    links: Links,
    cells: Vec<PaddedCell>,
    // Without merged labels where there is no room for them, and then without sights: each end looks around
    // for itself.
    tables: Tables,
}

impl Default for RoadmapOptions {
    fn default() -> RoadmapOptions {
        RoadmapOptions { memory_bytes_max: usize::MAX, threads: 1 }
    }
}

impl RoadmapOptions {
    /// In any memory, by one thread.
    pub fn new() -> RoadmapOptions {
        RoadmapOptions::default()
    }

    /// In so much memory once it is made; while it is being made it takes a few times as much, one of steps
    /// up to twelve times.
    pub fn memory_bytes_max(self, memory_bytes_max: usize) -> RoadmapOptions {
        RoadmapOptions { memory_bytes_max, ..self }
    }

    /// By so many threads, 64 at most; the roadmap is the same.
    pub fn threads(self, threads: usize) -> RoadmapOptions {
        RoadmapOptions { threads, ..self }
    }

    pub(crate) const fn bytes_max(&self) -> usize {
        self.memory_bytes_max
    }

    /// How many threads there are.
    pub(crate) fn thread_count(&self) -> usize {
        self.threads.clamp(1, THREADS_MAX)
    }
}

/// More threads than this make nothing sooner, and each takes memory.
const THREADS_MAX: usize = 64;

/// Up to so many legs, each counted at both ends, the order of hubs is found with all of them.
///
/// PERF: with those alone that paths turn at both ends of, the order of Aurora's 17,198 subgoals is found in
/// 2.1 s instead of 14.0, and labels have 74.0 entries instead of 74.9; but of AR0602SR's 2,820 in 0.02
/// instead of 0.24, and they have 42.1 instead of 22.0 (a first trial, on a busy machine).
const LEGS_MAX: usize = 1 << 15;

/// What an entry of a label takes.
const ENTRY: usize = Tables::bytes_of(0, 1) - Tables::bytes_of(0, 0);

impl Roadmap {
    /// Finds out about all cheapest paths of a mover with these costs, who may take these links. It is told
    /// now and then which part it is in and what part of that is done, from 0 to 1; it gives up once it is
    /// told to, with `false`.
    ///
    /// # Errors
    /// If there is no room for it, or costs are too large: see [`RoadmapError`].
    ///
    /// # Panics
    /// When the map is one of [weighted](JumpMap::weighted) ground.
    pub fn bake(
        map: &JumpMap,
        costs: JumpCosts,
        links: &[NodeLink],
        options: &RoadmapOptions,
        goes_on: &dyn Fn(RoadmapStage, f64) -> bool,
    ) -> Result<Roadmap, RoadmapError> {
        assert!(!map.is_weighted(), "a roadmap is of ground of one price");
        assert!(!map.has_layers(), "a roadmap is of one layer");
        let threads = options.thread_count();
        let reach = Reach::new(map, costs, &links::ends(map, links));
        let ground = links::digest(map, links);
        let links = Links::new(map, &reach, links);
        let both_ways = links.both_ways();
        let legs = SubgoalGraph::new(&reach).ok_or(RoadmapError::TooMany)?;
        let graph = legs.with(&both_ways).ok_or(RoadmapError::TooMany)?;
        let turned = links.turned();
        let sides = if links == turned { vec![&links] } else { vec![&links, &turned] };
        let outlook =
            |subgoal: u32| both_ways.outlook(subgoal, around(map, legs.cells[subgoal as usize]));
        let mut spaces: Vec<Spread> = (0..threads).map(|_| Spread::new(graph.len())).collect();
        let tell = |part| goes_on(RoadmapStage::Order, part);
        let least = reach.bytes()
            + links.bytes()
            + legs.cells.len() * size_of::<PaddedCell>()
            + Tables::bytes_of(sides.len() * legs.cells.len(), 0);
        let room = options.memory_bytes_max.checked_sub(least);
        let room = room.ok_or(RoadmapError::Memory { needed: least })?;
        let order = if graph.edge_count() <= LEGS_MAX {
            order::hubs(&graph, &mut spaces, room / ENTRY, tell)
        } else {
            order::hubs(&graph.taut(&reach, outlook), &mut spaces, room / ENTRY, tell)
        };
        let refused = |failed| match failed {
            Failed::Cancelled => RoadmapError::Cancelled,
            Failed::TooExpensive => RoadmapError::CostsTooLarge,
            Failed::TooMany(count) => RoadmapError::Memory { needed: least + count * ENTRY },
        };
        let order = order.map_err(refused)?;
        // Half of the work at most is to merge them.
        let tell = |part: f64| goes_on(RoadmapStage::Labels, part / 2.0);
        let graphs: Option<Vec<SubgoalGraph>> =
            sides.iter().map(|links| legs.with(links)).collect();
        let graphs = graphs.ok_or(RoadmapError::TooMany)?;
        let found = growing::find(&graphs, &order, &mut spaces, room / ENTRY, tell);
        let found = found.map_err(refused)?;
        let room = room - found.iter().flatten().map(Vec::len).sum::<usize>() * ENTRY;
        let labels = found.into_iter().zip(&sides);
        let labels =
            labels.map(|(found, links)| LabelsMade::new(&reach, &legs, links, outlook, found));
        let labels: Option<Vec<LabelsMade>> = labels.collect();
        let labels = labels.ok_or(RoadmapError::TooMany)?;
        let sights = SightsMade::new(&reach, outlook, threads, room);
        let tell = |part: f64| goes_on(RoadmapStage::Labels, f64::midpoint(1.0, part));
        let merged = match &sights {
            Some(sights) => {
                let ground = (&reach, &legs.cells[..], &order[..]);
                let room = room - sights.bytes();
                merged::all(ground, sights, &labels, threads, room, tell).map_err(refused)?
            }
            None => None,
        };
        let head = Head { rule: reach.rule, ground, costs };
        let merged = merged.unwrap_or_default();
        let tables = Tables::new(&head, &labels, sights.as_ref(), &merged);
        let mut cells = legs.cells;
        cells.shrink_to_fit();
        Ok(Roadmap { layout: *map.layout(), ground, reach, links, cells, tables })
    }

    /// Whether there was room to keep what is seen from each cell. Else questions take longer.
    #[must_use]
    pub fn has_sights(&self) -> bool {
        self.tables.has_sights()
    }

    /// Whether there was room to merge the labels of what is seen from each block of cells. Else distances
    /// take up to three times as long on open ground.
    #[must_use]
    pub fn has_merged_labels(&self) -> bool {
        self.tables.has_merged()
    }

    /// Whether it is a roadmap of this ground, for the steps of its mover, these costs and links. Costs one
    /// look at a bit for each cell.
    #[must_use]
    pub fn is_for(&self, map: &JumpMap, costs: JumpCosts, links: &[NodeLink]) -> bool {
        !map.is_weighted()
            && !map.has_layers()
            && self.layout == *map.layout()
            && self.reach.rule == map.rule
            && self.costs() == costs
            && self.ground == links::digest(map, links)
    }

    /// What a mover's steps cost that it is for.
    #[must_use]
    pub const fn costs(&self) -> JumpCosts {
        self.reach.costs
    }

    /// How many subgoals there are.
    #[must_use]
    pub fn subgoal_count(&self) -> usize {
        self.cells.len()
    }

    /// How many hubs all labels have together.
    #[must_use]
    pub fn entry_count(&self) -> usize {
        self.tables.entry_count()
    }

    /// How much memory it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.reach.bytes()
            + self.links.bytes()
            + self.cells.len() * size_of::<PaddedCell>()
            + self.tables.bytes().len()
    }
}
