//! What a search over jumps on hexes writes.

use super::aims::Aims;
use super::axes::{HexAxes, LineHex};
use super::landmarks::GoalBounds;
use crate::jump::{BucketQueue, SearchNode};
use xunlu_map::NodeId;

/// A bit for each direction, and one for [links](LINKS).
pub(super) type Directions = u8;
pub(super) const EVENS: Directions = 0b01_0101;
pub(super) const ODDS: Directions = 0b10_1010;
pub(super) const ALL: Directions = EVENS | ODDS;
/// That a node is searched by the links that are entered there.
pub(super) const LINKS: Directions = 1 << 6;
const NO_NODE: u32 = u32::MAX;

/// What is known of a hex: the least that it took so far to come there, and its node, if it has one. A jump
/// that only passes makes none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) g: u32,
    node: u32,
}

/// A hex that was reached: a jump point, where a jump in an odd direction was cut short, or an end of a link.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) hex: LineHex,
    // What the map calls it.
    pub(super) name: NodeId,
    pub(super) g: u32,
    // The least that the rest of the path costs.
    pub(super) left: u32,
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
    // What is known of each hex, by its number.
    pub(super) known: Vec<Known>,
    // Those of which anything is known.
    touched: Vec<NodeId>,
    pub(super) nodes: Vec<Node>,
    pub(super) open: BucketQueue,
    pub(super) aims: Aims,
    // What landmarks tell of the goals, once they are asked.
    pub(super) bounds: GoalBounds,
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
        self.known.capacity() * size_of::<Known>()
            + self.touched.capacity() * size_of::<NodeId>()
            + self.nodes.capacity() * size_of::<Node>()
            + self.open.bytes()
            + self.aims.bytes()
            + self.turns.capacity() * size_of::<Turn>()
    }

    /// Forgets the last search, where steps cost so much.
    pub(super) fn begin(&mut self, hexes: &HexAxes, start: LineHex, estimate: u32, step: u32) {
        let count = hexes.layout().len() as usize;
        if self.known.len() == count {
            for name in &self.touched {
                self.known[name.0 as usize] = Known::NOTHING;
            }
        } else {
            self.known.clear();
            self.known.resize(count, Known::NOTHING);
        }
        self.touched.clear();
        self.nodes.clear();
        let (hex, name) = (start, hexes.node_of(start));
        self.nodes.push(Node {
            hex,
            name,
            g: 0,
            left: estimate,
            parent: None,
            is_by_link: false,
            waiting: ALL | LINKS,
            searched: 0,
        });
        self.learn(name, 0, Some(SearchNode::new(0)));
        self.turns.clear();
        self.bounds = GoalBounds::default();
        self.open.begin(estimate, step);
    }

    /// What the map calls a hex, and what is known of it.
    #[inline]
    pub(super) fn known_at(&self, hexes: &HexAxes, hex: LineHex) -> (NodeId, Known) {
        let name = hexes.node_of(hex);
        (name, self.known[name.0 as usize])
    }

    /// Takes in the least that it takes to come to a hex, and its node.
    #[inline]
    pub(super) fn learn(&mut self, name: NodeId, g: u32, node: Option<SearchNode>) {
        let known = &mut self.known[name.0 as usize];
        if known.g == u32::MAX {
            self.touched.push(name);
        }
        *known = Known { g, node: node.map_or(NO_NODE, SearchNode::number) };
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

impl Known {
    const NOTHING: Known = Known { g: u32::MAX, node: NO_NODE };

    #[inline]
    pub(super) fn node(self) -> Option<SearchNode> {
        (self.node != NO_NODE).then(|| SearchNode::new(self.node as usize))
    }
}
