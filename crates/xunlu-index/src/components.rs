//! Which places can be reached from which: components, kept true under edits.

mod blocks;

mod patches;
mod survey;

mod joining;
mod outline;
mod refit;
mod sets;

mod arcs;

#[cfg(test)]
mod tests;

pub use arcs::ArcSpace;
pub use blocks::Blocks;

use arcs::Arcs;
use patches::Patches;
use refit::Before;
use std::collections::BTreeSet;
use std::fmt;
use xunlu_map::{Mover, Rect};
use xunlu_search::{NodeId, Places};

/// A component's number: the least number of its nodes. So it depends on the map as it is and not on
/// how it became so.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ComponentId(NodeId);

impl ComponentId {
    const NONE: ComponentId = ComponentId(NodeId::NONE);

    /// The node that the component is numbered by.
    #[must_use]
    #[inline]
    pub const fn least_node(self) -> NodeId {
        self.0
    }
}

impl fmt::Debug for ComponentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "component {}", self.0.0)
    }
}

/// The components of one graph: what one kind of mover can walk to and back, step by step.
///
/// Two nodes are of one component when a chain of steps joins them each of which can be taken back
/// (there is a step the other way, at whatever cost). Steps that cannot (one-way cells, drops,
/// offsets without their opposite) lead from component to component as *arcs*. Whether there is a
/// way at all is then answered from the components, exactly.
///
/// The graph is not kept. After an edit of the map say what it touched, any number of times, and
/// then [`repair`](Self::repair); until then every answer is that of before. Turning costs change no
/// component: give the graph without headings.
///
/// ```
/// use xunlu_index::{Blocks, Components};
/// use xunlu_map::{Cell, Grid, Mover, Passability, Rect, Terrain};
/// use xunlu_search::{GridView, Places};
///
/// let mut grid: Grid = "..#..\n..#..\n..#..".parse()?;
/// let mover = Mover::default();
/// let mut open = Passability::new(grid.ground(), &mover);
/// let view = GridView::new(&grid, &mover, &open);
/// let [left, right] = [(0, 0), (4, 2)].map(|(x, y)| view.node_at(Cell::new(x, y)).unwrap());
/// let mut components = Components::new(&view, Blocks::of_grid(&grid));
/// assert_eq!(components.count(), 2);
/// assert!(!components.may_reach(left, right));
///
/// let rect = Rect::cell(Cell::new(2, 1));
/// grid.fill(rect, Terrain::OPEN)?;
/// open.repair(grid.ground(), &mover, rect);
/// components.cells_changed(0, rect, &mover);
/// components.repair(&GridView::new(&grid, &mover, &open));
/// assert!(components.may_reach(left, right));
/// # Ok::<(), xunlu_map::MapError>(())
/// ```
///
/// Equal components have equal numbers of everything, whatever edits led there
/// (`repairs_agree_with_building_anew_and_with_flooding`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Components {
    patches: Patches,
    count: u32,
    // The blocks that any arc leaves or enters.
    with_arcs: BTreeSet<u32>,
    arcs: Arcs,
    // Named by edits since the last repair; perhaps more than once.
    stale: Vec<u32>,
}

impl Components {
    /// The components of a graph cut into these blocks. Costs every step of the graph once from
    /// either end.
    ///
    /// # Panics
    /// When the blocks are those of a graph with another number of nodes.
    #[must_use]
    pub fn new<G: Places + ?Sized>(graph: &G, blocks: Blocks) -> Components {
        let stale = (0..blocks.count()).collect();
        let mut components = Components {
            patches: Patches::new(blocks),
            count: 0,
            with_arcs: BTreeSet::new(),
            arcs: Arcs::default(),
            stale,
        };
        components.repair(graph);
        components
    }

    /// The component of a node; none where nobody can stand. Two reads.
    #[must_use]
    #[inline]
    pub fn component_of(&self, node: NodeId) -> Option<ComponentId> {
        self.patches.patch_at(node).map(|patch| patch.component)
    }

    /// Whether steps lead from one node to another; from a node to itself none are needed. Never
    /// where nobody can stand.
    ///
    /// Constant time within a component, on a graph all of whose steps can be taken back, and when
    /// no arc leaves the one component or none enters the other. Else a search over components along
    /// arcs, for which memory is taken: see [`may_reach_with`](Self::may_reach_with).
    #[must_use]
    pub fn may_reach(&self, from: NodeId, to: NodeId) -> bool {
        self.may_reach_with(from, to, &mut ArcSpace::default())
    }

    /// The same as [`may_reach`](Self::may_reach), with space lent to search in, so that no memory is
    /// taken once the space has grown. Costs at most the components and arcs that lie on from
    /// `from`.
    #[must_use]
    pub fn may_reach_with(&self, from: NodeId, to: NodeId, space: &mut ArcSpace) -> bool {
        let (Some(from), Some(to)) = (self.component_of(from), self.component_of(to)) else {
            return false;
        };
        from == to || (!self.arcs.is_empty() && self.arcs.lead(from, to, space))
    }

    /// How many nodes a component has; nought when there is none of this number.
    #[must_use]
    pub fn size_of(&self, component: ComponentId) -> u32 {
        self.patches.total_of(component)
    }

    /// How many components there are.
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.count
    }

    /// How many nodes there are, those where nobody stands included.
    #[must_use]
    pub const fn node_count(&self) -> u32 {
        self.patches.cut.node_count()
    }

    /// How much memory it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.patches.bytes() + self.arcs.bytes() + self.stale.capacity() * size_of::<u32>()
    }

    /// Says that cells of this rectangle of a layer (0 where there is but one) have other terrain,
    /// tags or exits than before. Columns and rows on a hex grid. Whatever lies outside the map is
    /// of no account.
    pub fn cells_changed(&mut self, layer: u32, rect: Rect, mover: &Mover) {
        let Components { patches, stale, .. } = self;
        patches.cut.touched_by(layer, rect, mover, |block| stale.push(block));
    }

    /// Says that steps came or went between these two nodes: a link was added, removed, or its door
    /// opened or shut. An end of a border or beyond the graph is of no account.
    pub fn link_changed(&mut self, from: NodeId, to: NodeId) {
        // A step between blocks is found from either; one inside a block has both ends there.
        let [from, to] = [from, to].map(|end| self.patches.cut.block_at(end));
        self.stale.extend(from.or(to));
    }

    /// Whether anything was said to have changed since the last repair.
    #[must_use]
    pub fn is_stale(&self) -> bool {
        !self.stale.is_empty()
    }

    /// Takes in everything that was said to have changed. `graph` is the graph as it is now.
    ///
    /// Costs the nodes of the blocks touched and their steps. Only where these blocks no longer join
    /// what lies around them as they did are all patches joined anew: a patch is what hangs together
    /// inside a block, so there are about as many as there are blocks on open maps.
    ///
    /// # Panics
    /// When the graph has another number of nodes than the one this was built from.
    pub fn repair<G: Places + ?Sized>(&mut self, graph: &G) {
        assert_eq!(graph.node_count(), self.node_count(), "another graph");
        let mut stale = std::mem::take(&mut self.stale);
        stale.sort_unstable();
        stale.dedup();
        if stale.is_empty() {
            return;
        }
        let had_arcs = self.have_arcs(&stale);
        // With many blocks the outline costs more than joining everything.
        let is_local = stale.len() * 8 <= self.patches.blocks.len();
        let before = is_local.then(|| Before::note(&stale, &self.patches));
        for &block in &stale {
            self.patches.blocks[block as usize].is_stale = true;
        }
        let around = survey::survey(graph, &stale, &mut self.patches);
        let refit = before.and_then(|before| before.refit(&stale, &mut self.patches));
        if let Some(refit) = refit {
            let count = i64::from(self.count) + refit.more;
            self.count = u32::try_from(count).expect("counts of components are whole");
        } else {
            self.count = joining::join_all(&mut self.patches.blocks);
        }
        for &block in stale.iter().chain(&around) {
            if self.patches.blocks[block as usize].has_arcs() {
                self.with_arcs.insert(block);
            } else {
                self.with_arcs.remove(&block);
            }
        }
        let is_same = refit.is_some_and(|refit| !refit.renamed);
        if !is_same || had_arcs || self.have_arcs(&stale) {
            self.arcs = Arcs::new(&self.patches.blocks, &self.with_arcs);
        }
        stale.clear();
        self.stale = stale;
    }

    fn have_arcs(&self, blocks: &[u32]) -> bool {
        !self.with_arcs.is_empty() && blocks.iter().any(|block| self.with_arcs.contains(block))
    }
}
