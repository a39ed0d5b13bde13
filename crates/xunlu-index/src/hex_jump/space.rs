//! What a search over jumps on hexes writes.

use super::aims::Aims;
use super::axes::{HexAxes, LineHex};
use super::map::HexJumpMap;
use crate::jump::{BucketQueue, SearchNode};
use xunlu_map::NodeId;

/// A bit for each direction, and one for [links](LINKS).
pub(super) type Directions = u8;
pub(super) const ALL: Directions = 0b11_1111;
/// That a node is searched by the links that are entered there.
pub(super) const LINKS: Directions = 1 << 6;
const UNREACHED: u32 = u32::MAX;

/// A hex that was reached: a jump point, where a jump in an odd direction was cut short, or an end of a link.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) hex: LineHex,
    // What the map calls it.
    pub(super) name: NodeId,
    pub(super) g: u32,
    pub(super) parent: Option<SearchNode>,
    // Whether a link leads there from its parent.
    pub(super) is_by_link: bool,
    // Directions in which it is still to be searched, and in which it was.
    pub(super) waiting: Directions,
    pub(super) searched: Directions,
}

/// What a search over jumps on hexes writes: lent to one after another, never shrunk.
#[derive(Debug, Default)]
pub struct HexJumpSpace {
    // The node of each hex by its number.
    pub(super) node_of: Vec<u32>,
    pub(super) nodes: Vec<Node>,
    pub(super) open: BucketQueue,
    pub(super) aims: Aims,
    // The hexes where the path turns or stops, from the goal back to the start.
    pub(super) turns: Vec<Turn>,
}

/// Where a path turns, and whether a link leads there from the turn before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    pub(super) hex: LineHex,
    pub(super) is_by_link: bool,
}

impl HexJumpSpace {
    /// How many bytes it has grown to.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.node_of.capacity() * size_of::<u32>()
            + self.nodes.capacity() * size_of::<Node>()
            + self.open.bytes()
            + self.aims.bytes()
            + self.turns.capacity() * size_of::<Turn>()
    }

    /// Forgets the last search, where steps cost so much.
    pub(super) fn begin(&mut self, hexes: &HexAxes, start: LineHex, estimate: u32, step: u32) {
        let count = hexes.layout().len() as usize;
        if self.node_of.len() == count {
            for node in &self.nodes {
                self.node_of[node.name.0 as usize] = UNREACHED;
            }
        } else {
            self.node_of.clear();
            self.node_of.resize(count, UNREACHED);
        }
        self.nodes.clear();
        let (hex, name) = (start, hexes.node_of(start));
        self.nodes.push(Node {
            hex,
            name,
            g: 0,
            parent: None,
            is_by_link: false,
            waiting: ALL | LINKS,
            searched: 0,
        });
        self.node_of[name.0 as usize] = 0;
        self.turns.clear();
        self.open.begin(estimate, step);
    }

    /// The node of a hex, if it was reached.
    #[inline]
    pub(super) fn node_at(&self, map: &HexJumpMap, hex: LineHex) -> Option<SearchNode> {
        let number = self.node_of[map.hexes.node_of(hex).0 as usize];
        (number != UNREACHED).then(|| SearchNode::new(number as usize))
    }

    /// Lists where the path to a node turns.
    pub(super) fn trace(&mut self, goal: SearchNode) {
        let mut next = Some(goal);
        while let Some(number) = next {
            let Node { hex, is_by_link, parent, .. } = self.nodes[number.index()];
            self.turns.push(Turn { hex, is_by_link });
            next = parent;
        }
    }
}
