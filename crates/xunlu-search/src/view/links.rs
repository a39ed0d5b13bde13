//! Links laid on top of any graph.

use super::neighbour_block::NeighbourBlock;
use super::{Headings, Places, Sense};
use crate::graph::{Graph, ReverseGraph};
use crate::step::Step;
use std::ops::Range;
use xunlu_map::{Cost, Links, Mover, NodeId, Size};

/// The links of a map that one mover may take now, by the nodes they join.
///
/// Most nodes have no link, and finding that out must cost next to nothing: a small filter says so
/// for nearly all of them before anything is looked up.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LinkTable {
    out: Half,
    into: Half,
}

/// A link between two nodes, in one direction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct NodeLink {
    /// Where it is entered.
    pub from: NodeId,
    /// Where it comes out.
    pub to: NodeId,
    /// What it costs.
    pub cost: Cost,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Half {
    // In order of `from`, and among equals as they were given.
    links: Vec<NodeLink>,
    filter: Vec<u64>,
}

const FILTER_WORDS: usize = 64;

impl Half {
    fn new(mut links: Vec<NodeLink>) -> Half {
        // A stable sort: links of one place keep the order in which they were added.
        links.sort_by_key(|link| link.from);
        let mut filter = if links.is_empty() { Vec::new() } else { vec![0; FILTER_WORDS] };
        for link in &links {
            let (word, bit) = filter_place(link.from);
            filter[word] |= bit;
        }
        Half { links, filter }
    }

    /// The links of a node, in order.
    #[inline]
    fn at(&self, node: NodeId) -> &[NodeLink] {
        let (word, bit) = filter_place(node);
        if self.filter.get(word).is_none_or(|bits| bits & bit == 0) {
            return &[];
        }
        let first = self.links.partition_point(|link| link.from < node);
        let count = self.links[first..].iter().take_while(|link| link.from == node).count();
        &self.links[first..first + count]
    }

    /// Whether any of these nodes has a link.
    fn has_any_in(&self, nodes: Range<u32>) -> bool {
        let first = self.links.partition_point(|link| link.from.0 < nodes.start);
        self.links.get(first).is_some_and(|link| link.from.0 < nodes.end)
    }
}

/// Multiplying by an odd constant near the golden ratio of 2^32 spreads neighbours (Knuth, vol. 3, 6.4).
#[inline]
fn filter_place(node: NodeId) -> (usize, u64) {
    let spread = node.0.wrapping_mul(0x9e37_79b1) >> 20;
    (spread as usize / 64, 1 << (spread % 64))
}

impl LinkTable {
    /// A table of these links; a link both ways is given twice.
    #[must_use]
    pub fn new(links: Vec<NodeLink>) -> LinkTable {
        let turned = links.iter().map(|link| NodeLink { from: link.to, to: link.from, ..*link });
        let into = Half::new(turned.collect());
        LinkTable { out: Half::new(links), into }
    }

    /// The links of a map of any kind that `mover` may take now: those whose doors are open and whose
    /// tags it is allowed, in the order of their numbers. `node_at` is the map's view's
    /// [`Places::node_at`].
    ///
    /// Costs what there are links. To be made anew when a link or a door changes.
    #[must_use]
    pub fn of<P: Copy>(
        links: &Links<P>,
        mover: &Mover,
        node_at: impl Fn(P) -> Option<NodeId>,
    ) -> LinkTable {
        let mut found = Vec::new();
        let open = links.iter().map(|(_, link)| link).filter(|link| link.is_open_to(mover.tags()));
        for link in open {
            let (Some(from), Some(to)) = (node_at(link.from), node_at(link.to)) else { continue };
            if from == to {
                continue;
            }
            let cost = mover.link_cost(link.weight);
            found.push(NodeLink { from, to, cost });
            if link.is_two_way {
                found.push(NodeLink { from: to, to: from, cost });
            }
        }
        LinkTable::new(found)
    }

    /// Whether there is no link at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.out.links.is_empty()
    }

    /// Every link by where it is entered; or, against the links, every link turned round by where it
    /// comes out.
    #[must_use]
    pub fn links(&self, sense: Sense) -> &[NodeLink] {
        match sense {
            Sense::Along => &self.out.links,
            Sense::Against => &self.into.links,
        }
    }
}

/// A graph with links on top: after a node's own steps come the links that lead on from it, as far as
/// the mover can stand where they lead.
#[derive(Clone, Copy, Debug)]
pub struct Linked<'a, G> {
    /// The graph below.
    pub graph: G,
    /// The links on top.
    pub links: &'a LinkTable,
}

impl<G: Places> Linked<'_, G> {
    /// The links of a node that can be taken, as steps.
    #[inline]
    fn steps_of<'s>(&'s self, half: &'s Half, node: NodeId) -> impl Iterator<Item = Step> + 's {
        let links = half.at(node).iter().filter(move |link| {
            link.to != node && self.graph.can_stand_on(link.to) && self.graph.can_stand_on(node)
        });
        links.map(|link| Step { to: link.to, cost: link.cost })
    }
}

impl<G: Places> Graph for Linked<'_, G> {
    fn node_count(&self) -> u32 {
        self.graph.node_count()
    }

    #[inline]
    fn steps_from(&self, from: NodeId, steps: &mut Vec<Step>) {
        self.graph.steps_from(from, steps);
        steps.extend(self.steps_of(&self.links.out, from));
    }
}

impl<G: Places> ReverseGraph for Linked<'_, G> {
    #[inline]
    fn steps_into(&self, to: NodeId, steps: &mut Vec<Step>) {
        self.graph.steps_into(to, steps);
        steps.extend(self.steps_of(&self.links.into, to));
    }
}

impl<G: Places> Places for Linked<'_, G> {
    type Place = G::Place;

    fn node_at(&self, place: G::Place) -> Option<NodeId> {
        self.graph.node_at(place)
    }

    #[inline]
    fn place_of(&self, node: NodeId) -> G::Place {
        self.graph.place_of(node)
    }

    #[inline]
    fn can_stand_on(&self, node: NodeId) -> bool {
        self.graph.can_stand_on(node)
    }

    /// Told as the graph below tells it, of windows where no link begins or ends.
    fn neighbour_block(&self, first: NodeId, size: Size, block: &mut NeighbourBlock) -> bool {
        self.graph.neighbour_block(first, size, block)
            && (self.links.is_empty()
                || (0..size.height).all(|down| {
                    let first = first.0 + down * block.stride;
                    let row = first..first + size.width;
                    !self.links.out.has_any_in(row.clone()) && !self.links.into.has_any_in(row)
                }))
    }
}

impl<G: Headings> Headings for Linked<'_, G> {
    fn heading_count(&self) -> u32 {
        self.graph.heading_count()
    }

    fn headed_steps(&self, node: NodeId, sense: Sense, tell: &mut dyn FnMut(Step, u32)) {
        self.graph.headed_steps(node, sense, tell);
        let half = if sense == Sense::Along { &self.links.out } else { &self.links.into };
        let none = self.heading_count();
        self.steps_of(half, node).for_each(|step| tell(step, none));
    }
}
