//! Which places can be reached from which: components, kept true under edits.

mod blocks;

mod patches;
mod survey;
mod runs;

mod alone;
mod joining;
mod refit;
mod sets;

mod arcs;

#[cfg(test)]
mod tests;

pub use arcs::ArcSpace;
pub use blocks::Blocks;

use arcs::Arcs;
use patches::{NOBODY, Patches};
use refit::Before;
use std::fmt;
use xunlu_map::{Mover, NodeId, Rect, Size};
use xunlu_search::Places;

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
/// path at all is then answered from the components, exactly.
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
// PERF: `cargo run --release -p xunlu --example large -- SIDE GROUND`, one thread, Eight(NoCutting)
// movers, the best of five runs (of two on 4096 x 4096 ledges) on a busy machine; in brackets the
// same while every node was asked for its steps, which ledges still are. Building 1024 x 1024: open
// 2.0 ms (115), rooms 3.6 ms (138), 40% walls 20 ms (69), ledges 0.29 s (0.31); 4096 x 4096: 80 ms
// (2.0 s), 75 ms (1.4 s), 0.32 s (2.1 s), 6.2 s (5.9 s). Repairing one cell on 4096 x 4096, median /
// 99 in 100: open 4.7 / 13 us (103 us / 4.2 ms), rooms 4.9 / 12 us (58 us / 4.2 ms), 40% walls
// 51 us / 8.2 ms (118 us / 9.8 ms), ledges 0.41 / 6.5 ms (0.54 / 10 ms). Memory 2.2 bytes a node on
// open ground, 3.0 with 40% walls, 13 with ledges.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Components {
    patches: Patches,
    count: u32,
    arcs: Arcs,
    // Named by edits since the last repair; perhaps more than once.
    stale: Vec<u32>,
    // The one node that may have been opened or closed since, if nothing else was said to have changed.
    alone: Option<NodeId>,
}

impl Components {
    /// The components of a graph cut into these blocks. Costs O(steps), each read once from
    /// either end; in tiles whose steps the graph tells at one go, by
    /// [`neighbour_block`](Places::neighbour_block), only O(rows + runs of nodes along them).
    ///
    /// # Panics
    /// When the blocks are those of a graph with another number of nodes.
    #[must_use]
    pub fn new<G: Places + ?Sized>(graph: &G, blocks: Blocks) -> Components {
        let stale = (0..blocks.count()).collect();
        let mut components = Components {
            patches: Patches::new(blocks),
            count: 0,
            arcs: Arcs::default(),
            stale,
            alone: None,
        };
        components.repair(graph);
        components
    }

    /// Whether a node has a component: whether anybody can stand there. One read.
    #[must_use]
    #[inline]
    pub fn contains(&self, node: NodeId) -> bool {
        self.patches.has_patch_at(node)
    }

    /// The component of a node. Returns `None` where nobody can stand. Two reads.
    #[must_use]
    #[inline]
    pub fn component_of(&self, node: NodeId) -> Option<ComponentId> {
        self.patches.patch_at(node).map(|patch| patch.component)
    }

    /// Whether steps lead from one node to another; from a node to itself none are needed. Never
    /// where nobody can stand.
    ///
    /// Constant time within a component, and on a graph all of whose steps can be taken back. Two
    /// look-ups where no arc leaves the one component or none enters the other. Else a search over
    /// components along arcs, for which memory is taken: see
    /// [`may_reach_with`](Self::may_reach_with).
    #[must_use]
    pub fn may_reach(&self, from: NodeId, to: NodeId) -> bool {
        self.may_reach_with(from, to, &mut ArcSpace::default())
    }

    /// The same as [`may_reach`](Self::may_reach), with space lent to search in, so that no memory is
    /// taken once the space has grown. Costs at most twice the arcs that lie on from `from`, or those
    /// that lead to `to`, whichever are fewer.
    #[must_use]
    #[inline]
    pub fn may_reach_with(&self, from: NodeId, to: NodeId, space: &mut ArcSpace) -> bool {
        let (Some(from), Some(to)) = (self.component_of(from), self.component_of(to)) else {
            return false;
        };
        from == to || (!self.arcs.is_empty() && self.arcs.lead(from, to, space))
    }

    /// Where steps lead from a node, found once to be asked about many nodes. Costs O(arcs that lie on
    /// from it), and nothing where all steps can be taken back.
    #[must_use]
    pub fn onward_from(&self, from: NodeId) -> Onward {
        let own = self.component_of(from);
        let all = own.filter(|_| !self.arcs.is_empty()).map(|own| self.arcs.all_from(own));
        Onward { own, all: all.unwrap_or_default() }
    }

    /// Whether there are steps between components that cannot be taken back.
    #[must_use]
    pub fn has_arcs(&self) -> bool {
        !self.arcs.is_empty()
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
        let Components { patches, stale, alone, .. } = self;
        let is_alone =
            stale.is_empty() && rect.size == Size::ONE && mover.footprint().size() == Size::ONE;
        *alone = patches.cut.node_at(layer, rect.min).filter(|_| is_alone);
        patches.cut.touched_by(layer, rect, mover, |block| stale.push(block));
    }

    /// Says that steps came or went between these two nodes: a link was added, removed, or its door
    /// opened or shut. An end of a border or beyond the graph is of no account.
    pub fn link_changed(&mut self, from: NodeId, to: NodeId) {
        self.alone = None;
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
    /// Costs O(nodes and steps of the blocks touched), and what changes its component: the smaller part of
    /// one that was torn, the smaller of two that met, each counted in *patches* (what is connected inside a
    /// block; on open ground one a block). Only where a component's least node goes or a lower one comes, so
    /// that its number changes, are all patches looked at. A single cell that is opened or closed for a mover
    /// of one cell, where nothing is joined or torn by that, costs O(1): the eight nodes around it are looked
    /// at. Where these are not enough to tell, or the cell is all of its component, it costs looks at the
    /// rows of its tile: as many as it takes until nothing more is found to be connected. When more than an
    /// eighth of all blocks is touched, or over a sixteenth of all patches would have to be followed, all
    /// patches are joined anew.
    ///
    /// # Panics
    /// When the graph has another number of nodes than the one this was built from.
    pub fn repair<G: Places + ?Sized>(&mut self, graph: &G) {
        assert_eq!(graph.node_count(), self.node_count(), "another graph");
        if let Some(node) = self.alone.take()
            && self.take_in_alone(graph, node)
        {
            self.stale.clear();
            return;
        }
        let mut stale = std::mem::take(&mut self.stale);
        stale.sort_unstable();
        stale.dedup();
        if stale.is_empty() {
            return;
        }
        let Components { patches, arcs, .. } = self;
        let before = Before::note(&stale, patches, arcs);
        for &block in &stale {
            patches.blocks[block as usize].is_stale = true;
        }
        survey::survey(graph, &stale, patches);
        let more = before.and_then(|before| before.refit(&stale, patches, arcs));
        if let Some(more) = more {
            let count = i64::from(self.count) + more;
            self.count = u32::try_from(count).expect("no component goes that there was not");
        } else {
            self.count = joining::join_all(&mut patches.blocks);
            *arcs = Arcs::new(patches);
        }
        stale.clear();
        self.stale = stale;
    }
}

/// The components that steps lead to from one node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Onward {
    own: Option<ComponentId>,
    // In order.
    all: Vec<ComponentId>,
}

/// How many of these nodes follow each other by their numbers, from the first one on.
///
/// PERF: eight at a time, asked of three times, a question within 10 cells on AR0602SR takes 116,000
/// instructions, and 118,200 one at a time (callgrind).
pub(crate) fn in_a_row(nodes: &[NodeId]) -> usize {
    let Some(&NodeId(first)) = nodes.first() else { return 0 };
    let follows = |(node, number): (&NodeId, u32)| node.0 == first.wrapping_add(number);
    let eights = nodes.chunks_exact(8).zip((0..).step_by(8)).take_while(|(eight, number)| {
        eight.iter().zip(*number..).fold(true, |all, node| all & follows(node))
    });
    let (mut count, mut number) = (0, 0);
    for _ in eights {
        (count, number) = (count + 8, number + 8);
    }
    count + nodes[count..].iter().zip(number..).take_while(|&node| follows(node)).count()
}

impl Onward {
    /// Whether steps lead to a node, as [`Components::may_reach`] would say.
    #[must_use]
    pub fn leads_to(&self, components: &Components, node: NodeId) -> bool {
        let component = components.component_of(node);
        component.is_some_and(|to| self.holds(to))
    }

    /// Keeps of these nodes those that steps lead to. Where many follow each other that takes less time than
    /// asking about [each](Self::leads_to).
    pub fn retain(&self, components: &Components, nodes: &mut Vec<NodeId>) {
        let Patches { labels, cut, blocks, .. } = &components.patches;
        let (mut at, mut kept) = (0, 0);
        while let Some(&first) = nodes.get(at) {
            let label = labels.get(first.index()).copied().unwrap_or(NOBODY);
            if label == NOBODY {
                at += 1;
                continue;
            }
            let (block, row) = cut.block_and_row(first);
            let patch = blocks[block as usize].patches[usize::from(label)];
            // What is true of the first is true of all that follow in its row and are of the same patch.
            let row_end = nodes.len().min(at + row as usize);
            let ahead = labels[first.index()..].iter().take(in_a_row(&nodes[at..row_end]));
            let end = at + ahead.take_while(|own| **own == label).count();
            let leads = self.holds(patch.component);
            if leads {
                if kept < at {
                    nodes.copy_within(at..end, kept);
                }
                kept += end - at;
            }
            at = end;
        }
        nodes.truncate(kept);
    }

    fn holds(&self, component: ComponentId) -> bool {
        Some(component) == self.own || self.all.binary_search(&component).is_ok()
    }
}
