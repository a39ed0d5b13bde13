//! What a jump point search writes.

use super::beside::Beside;
use super::bucket_queue::BucketQueue;
use super::confines::Confines;
use super::goal_areas::GoalAreas;
use super::landmarks::Near;
use super::map::JumpMap;
use super::numbers::{BitAt, PaddedCell, Rank, SearchNode};
use super::path::Turn;
use super::rule::Directions;
use super::shortcuts::Gates;

/// A node of the search: a jump point, or where a diagonal jump was cut short.
#[derive(Clone, Copy, Debug)]
pub(super) struct JumpNode {
    pub(super) g: u32,
    pub(super) h: u32,
    // Its parent, and in the lowest four bits the arrival from there.
    link: u32,
    pub(super) cell: PaddedCell,
}

/// The link of a node without a parent.
const NO_PARENT: u32 = u32::MAX;
/// The arrival of who comes out of a link: in no direction, so that all lie ahead.
pub(super) const BY_LINK: u32 = 8;
/// The arrival at a cell from which all directions lie ahead, however it was come to.
pub(super) const ANEW: u32 = BY_LINK | 1;
/// Not reached yet.
pub(super) const UNREACHED: u32 = u32::MAX;
/// The estimate that marks where a diagonal jump was cut short.
const CUT_SHORT: u32 = u32::MAX;
/// The nodes that every search has: where it starts, and its goal.
pub(super) const START: SearchNode = SearchNode(0);
pub(super) const GOAL: SearchNode = SearchNode(1);

impl JumpNode {
    pub(super) fn at(cell: PaddedCell) -> JumpNode {
        JumpNode { g: UNREACHED, h: 0, link: NO_PARENT, cell }
    }

    /// A cell that was reached from another node with this arrival.
    #[inline]
    pub(super) fn reached(
        cell: PaddedCell,
        g: u32,
        h: u32,
        parent: SearchNode,
        arrival: u32,
    ) -> JumpNode {
        JumpNode { g, h, link: parent.0 << 4 | arrival & 15, cell }
    }

    /// Where a diagonal jump from another node was cut short.
    pub(super) fn cut_short(
        cell: PaddedCell,
        g: u32,
        parent: SearchNode,
        diagonal: u32,
    ) -> JumpNode {
        JumpNode { h: CUT_SHORT, ..JumpNode::reached(cell, g, 0, parent, diagonal) }
    }

    /// The direction in which a jump that was cut short is resumed.
    pub(super) fn resumed_directions(&self) -> Directions {
        16 << (self.link & 3)
    }

    /// Whether this is where a diagonal jump was cut short: there is no other direction to search from there.
    #[inline]
    pub(super) fn is_cut_short(&self) -> bool {
        self.h == CUT_SHORT
    }

    #[inline]
    pub(super) fn parent(&self) -> Option<SearchNode> {
        (self.link != NO_PARENT).then_some(SearchNode(self.link >> 4))
    }

    /// Whether it was reached by a link.
    #[inline]
    pub(super) fn is_by_link(&self) -> bool {
        self.link & 15 == BY_LINK
    }

    /// Whether there is no arrival that counts, so that all directions lie ahead: where the search begins,
    /// where a link comes out, and where jumps stop to begin anew. A node without a parent has all bits of
    /// its link set.
    #[inline]
    pub(super) fn has_no_arrival(&self) -> bool {
        self.link & BY_LINK != 0
    }

    /// The arrival, if there is one.
    #[inline]
    pub(super) fn arrival(&self) -> usize {
        (self.link & 7) as usize
    }
}

/// The nodes of one word of jump points: which search touched the word last, and the first of them.
#[derive(Clone, Copy, Debug, Default)]
struct Chunk {
    search: u32,
    first: SearchNode,
}

/// Everything that jump point searches write: lent to one after another, never shrunk.
#[derive(Debug, Default)]
pub struct JumpSpace {
    // One for each word of the map's jump points.
    chunks: Vec<Chunk>,
    search: u32,
    // The running search's nodes, those of one word side by side.
    //
    // PERF: a search touches a few hundred cells of a map; laid out like this they fill a few cache
    // lines that stay warm, where one record per cell is a miss each time.
    pub(super) nodes: Vec<JumpNode>,
    pub(super) open: BucketQueue,
    // The jump points near the goal.
    pub(super) near: Vec<Near>,
    // What is known of cells beside units, from search to search.
    pub(super) beside: Beside,
    // What shortcuts make of the estimate for the goal.
    pub(super) gates: Gates,
    // The goals, if there are several.
    pub(super) areas: GoalAreas,
    // What paths keep to.
    pub(super) confines: Confines,
    // Where the path turns, from the goal back to the start, once it was reached.
    pub(super) turns: Vec<Turn>,
}

impl JumpSpace {
    /// Forgets the last search.
    pub(super) fn begin(&mut self, map: &JumpMap, start: PaddedCell, goal: PaddedCell) {
        let words = map.nodes.len_in_words();
        if self.chunks.len() < words {
            self.chunks = vec![Chunk::default(); words];
            self.search = 0;
        }
        // When the numbers of searches run out, all are wiped once and counting starts over.
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.chunks.fill(Chunk::default());
            self.search = 1;
        }
        self.nodes.clear();
        self.nodes.push(JumpNode { g: 0, ..JumpNode::at(start) });
        self.nodes.push(JumpNode::at(goal));
        self.turns.clear();
    }

    /// The node of a stop of its [confines](Self::confines), by its place among them; stops have nodes of
    /// their own.
    pub(super) fn stop(place: usize) -> SearchNode {
        SearchNode::new(GOAL.index() + 1 + place)
    }

    /// The node of a bit of the map's jump points, which must be set, and its rank.
    #[inline]
    pub(super) fn node_in(
        &mut self,
        map: &JumpMap,
        BitAt { word, bit }: BitAt,
    ) -> (SearchNode, Rank) {
        let bits = map.nodes.word_at(word);
        let chunk = &mut self.chunks[word.0];
        if chunk.search != self.search {
            chunk.search = self.search;
            chunk.first = SearchNode::new(self.nodes.len());
            let unreached = JumpNode::at(PaddedCell::default());
            self.nodes.extend(std::iter::repeat_n(unreached, bits.count_ones() as usize));
        }
        let rank = Rank::of(bit, bits);
        (chunk.first + rank, rank)
    }

    /// How many bytes it has grown to.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.chunks.capacity() * size_of::<Chunk>()
            + self.nodes.capacity() * size_of::<JumpNode>()
            + self.open.bytes()
            + self.near.capacity() * size_of::<Near>()
            + self.beside.bytes()
            + self.gates.bytes()
            + self.areas.bytes()
            + self.confines.bytes()
            + self.turns.capacity() * size_of::<Turn>()
    }
}
