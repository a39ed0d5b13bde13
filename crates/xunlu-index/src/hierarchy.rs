//! Hierarchies: clusters of cells and the entrances between them, for large grids that change.
//!
//! ```text
//!   +----------o-----+----------------+      Clusters of 64 by 64 cells. Where one can cross from one to the
//!   |    s     |     |    #####       |      next lies an entrance, one or more to each stretch of open
//!   |     \____o_____o____#####       |      border. What it costs to go from one entrance of a cluster to
//!   |          |     |  \ #####       o      another is known, so a search from entrance to entrance meets
//!   +----------o-----+---o------------+      few of them, and what lies between is looked at afterwards.
//! ```
//!
//! After Botea, Müller and Schaeffer (2004, "Near optimal hierarchical path-finding"), who place entrances at
//! the ends of a stretch of border or in its middle. Here a long stretch is cut into pieces with an entrance
//! in the middle of each, a row of a cluster is one word, and the path is not smoothed by lines of sight but
//! searched for anew in windows that lie across the entrances, so that it need not pass through any.
//!
//! An edit costs the clusters that it touches. Ground is read cluster by cluster, from a map or from
//! [elsewhere](ClusterGround): a search needs no more of it than the clusters that its path crosses.

pub(crate) mod contract;

mod ground;
mod chunks;
mod steps;
mod entrances;
mod flood;
mod cluster;
mod node;
mod summary;
mod waiting;
mod window;
mod waypoints;
mod cheaper;
mod pieces;
mod space;
mod search;
mod saved;

#[cfg(test)]
mod tests;

use crate::jump::{JumpCosts, JumpEdit, JumpMap};
use crate::threads::each;
pub use chunks::{ChunkFileError, ChunkedGround};
use cluster::{Cluster, Known, Maker};
use ground::Area;
pub use ground::{CLUSTER_SIDE, ClusterGround, ClusterRows, GroundCell};
pub use saved::HierarchyFileError;
pub use search::HierarchySearch;
pub use space::HierarchySpace;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
pub use steps::HierarchySteps;
use summary::Level;
use xunlu_map::Size;

/// Which cluster, by column and row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct ClusterAt {
    column: u32,
    row: u32,
}

/// The clusters of a ground for one mover, the entrances between them, and what lies between those.
///
/// ```
/// use xunlu_index::{GroundCell, Hierarchy, HierarchySearch, HierarchySpace, JumpCosts, JumpMap};
/// use xunlu_map::{Grid, Mover, Passability};
///
/// let grid: Grid = "..#.\n..#.\n....".parse()?;
/// let mover = Mover::default();
/// let map = JumpMap::new(&Passability::new(grid.ground(), &mover), &mover).unwrap();
/// let costs = JumpCosts::of(&grid, &mover).expect("all ground costs the same");
/// let hierarchy = Hierarchy::of_map(&map, costs, 1).expect("it is small enough");
///
/// // Counted with the border around the map.
/// let [start, goal] = [GroundCell::new(1, 1), GroundCell::new(4, 1)];
/// let mut search = HierarchySearch::begin(&hierarchy, &map, start, goal, HierarchySpace::default());
/// search.run(&hierarchy, &map, u64::MAX);
/// assert_eq!(search.cells().len(), 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[doc(alias("HPA*", "hierarchical pathfinding", "abstraction"))]
pub struct Hierarchy {
    size: Size,
    columns: u32,
    steps: HierarchySteps,
    // Row by row; shared by hierarchies before and after an edit that did not touch them.
    clusters: Vec<Arc<Cluster>>,
    // Clusters of clusters, of those, and so on.
    levels: Vec<Level>,
    // What edits touched and was not repaired yet: clusters whose own cells may differ, and where.
    touched: BTreeMap<ClusterAt, Area>,
}

impl Hierarchy {
    /// The most clusters there may be: a node is a cluster and one of its entrances in 32 bits.
    const CLUSTERS_MAX: u64 = 1 << 24;

    /// Finds all entrances and the ways between them, by so many threads. Returns `None` if the ground has
    /// more than 2^24 clusters.
    ///
    /// What comes of it does not depend on how many threads there are
    /// (`two_threads_make_the_same_hierarchy`).
    ///
    /// # Panics
    /// When a thread does.
    #[must_use]
    pub fn new(
        ground: &impl ClusterGround,
        steps: HierarchySteps,
        threads: usize,
    ) -> Option<Hierarchy> {
        Hierarchy::with_levels(ground, steps, summary::CLUSTERS_MAX, threads)
    }

    /// The same with as many levels as it takes until one has no more clusters than that.
    fn with_levels(
        ground: &impl ClusterGround,
        steps: HierarchySteps,
        clusters_max: usize,
        threads: usize,
    ) -> Option<Hierarchy> {
        let size = ground.size();
        let (columns, rows) = Hierarchy::clusters_of(size)?;
        let mut makers: Vec<Maker> = (0..threads.max(1)).map(|_| Maker::default()).collect();
        // A row of clusters at a time: those beside each other are read together.
        let made = each(rows as usize, &mut makers, |maker, row| {
            let row = u32::try_from(row).expect("rows of clusters are few");
            let make = |column| Arc::new(maker.cluster(ground, steps, ClusterAt { column, row }));
            (0..columns).map(make).collect::<Vec<_>>()
        });
        let clusters = made.into_iter().flatten().collect();
        let (levels, touched) = (Vec::new(), BTreeMap::new());
        let mut hierarchy = Hierarchy { size, columns, steps, clusters, levels, touched };
        hierarchy.sum_up(clusters_max, threads);
        Some(hierarchy)
    }

    /// The same of a map made ready for jumps, whose cells are counted with the border around it, for a
    /// mover with these costs. Returns `None` if the map has more than 2^24 clusters.
    ///
    /// # Panics
    /// When the map is one of [weighted](JumpMap::weighted) ground.
    #[must_use]
    pub fn of_map(map: &JumpMap, costs: JumpCosts, threads: usize) -> Option<Hierarchy> {
        assert!(!map.is_weighted(), "a hierarchy is of ground of one price");
        assert!(!map.has_layers(), "a hierarchy is of one layer");
        Hierarchy::new(map, HierarchySteps { rule: map.rule, costs }, threads)
    }

    /// How its mover steps, and at which costs.
    #[must_use]
    pub const fn steps(&self) -> HierarchySteps {
        self.steps
    }

    /// What its steps cost.
    #[must_use]
    pub const fn costs(&self) -> JumpCosts {
        self.steps.costs
    }

    /// Notes that cells from one to another, both included, may have become others.
    pub fn touch(&mut self, first: GroundCell, last: GroundCell) {
        let (from, to) = (ground::cluster_of(first), ground::cluster_of(last));
        let rows = self.rows();
        for row in from.row..=to.row.min(rows.saturating_sub(1)) {
            for column in from.column..=to.column.min(self.columns.saturating_sub(1)) {
                let area = Area { first, last };
                let known = self.touched.entry(ClusterAt { column, row }).or_insert(area);
                *known = known.with(area);
            }
        }
    }

    /// Notes what an edit of its map changed.
    pub fn touch_by(&mut self, edit: &JumpEdit) {
        if edit.changes_standing() {
            let [first, last] = edit.cells.map(|cell| GroundCell::new(cell.x, cell.y));
            self.touch(first, last);
        }
    }

    /// Looks anew at the clusters that were touched, at those beside them whose entrances moved, and at what
    /// these lie in. Returns how many clusters, of all levels, are not what they were. The result is that of
    /// making all of it anew (`repairs_agree_with_making_anew`).
    pub fn repair(&mut self, ground: &impl ClusterGround) -> usize {
        let touched = std::mem::take(&mut self.touched);
        let mut due: BTreeSet<ClusterAt> = touched.keys().copied().collect();
        for &at in touched.keys() {
            due.extend(self.around(at));
        }
        let (mut maker, mut made, mut moved) = (Maker::default(), Vec::new(), Vec::new());
        for at in due {
            let number = self.number_of(at);
            // A cell also matters to diagonal steps past it.
            let changed = touched.get(&at).map(|area| area.grown(1));
            let known = Known { cluster: &self.clusters[number], changed };
            let found = maker.renewed(ground, self.steps, at, known);
            if let Some(cluster) = found.filter(|found| *found != *self.clusters[number]) {
                if !cluster.has_crossings_of(&self.clusters[number]) {
                    moved.push(at);
                }
                self.clusters[number] = Arc::new(cluster);
                made.push(at);
            }
        }
        made.len() + self.sum_up_again(made, moved)
    }

    /// Whether something was touched since it was repaired.
    #[must_use]
    pub fn is_stale(&self) -> bool {
        !self.touched.is_empty()
    }

    /// How many clusters there are on the lowest level.
    #[must_use]
    pub fn cluster_count(&self) -> usize {
        self.clusters.len()
    }

    /// How many cells lie at entrances, those of both sides counted.
    #[must_use]
    pub fn entrance_count(&self) -> usize {
        self.clusters.iter().map(|cluster| cluster.len()).sum()
    }

    /// How much memory it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let held = |cluster: &Arc<Cluster>| size_of::<Arc<Cluster>>() + cluster.bytes();
        let lowest: usize = self.clusters.iter().map(held).sum();
        lowest + self.levels.iter().map(Level::bytes).sum::<usize>()
    }

    /// How many columns and rows of clusters ground of this size has. Returns `None` if those are too many.
    fn clusters_of(size: Size) -> Option<(u32, u32)> {
        let [columns, rows] = [size.width, size.height].map(|cells| cells.div_ceil(CLUSTER_SIDE));
        let are_few = u64::from(columns) * u64::from(rows) <= Hierarchy::CLUSTERS_MAX;
        are_few.then_some((columns, rows))
    }

    fn rows(&self) -> u32 {
        self.size.height.div_ceil(CLUSTER_SIDE)
    }

    fn number_of(&self, ClusterAt { column, row }: ClusterAt) -> usize {
        row as usize * self.columns as usize + column as usize
    }

    fn cluster(&self, at: ClusterAt) -> &Cluster {
        &self.clusters[self.number_of(at)]
    }

    /// The clusters beside one, also over its corners, and itself.
    fn around(&self, at: ClusterAt) -> impl Iterator<Item = ClusterAt> {
        summary::around(at, self.columns, self.rows())
    }
}
