//! Everything a search writes: made once, lent to one search after another, never shrunk.

use crate::frontier::{Buckets, Frontier, Queue, Stack};
use crate::step::Step;
use xunlu_map::{Cost, NodeId};

/// The memory of a search. Fits any graph, grows to the largest it met and then allocates no more.
///
/// Beginning a search costs nothing in proportion to the graph: a node's record counts only when it
/// carries the number of the search that is running.
#[derive(Debug, Default)]
pub struct SearchSpace {
    pub(crate) forward: Side,
    pub(crate) backward: Side,
    pub(crate) steps: Vec<Step>,
    pub(crate) starts: Vec<NodeId>,
    pub(crate) marks: Marks,
}

impl SearchSpace {
    /// An empty space.
    #[must_use]
    pub fn new() -> SearchSpace {
        SearchSpace::default()
    }

    /// How many bytes it has grown to: records, marks and open lists.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let steps = self.steps.capacity() * size_of::<Step>()
            + self.starts.capacity() * size_of::<NodeId>();
        self.forward.bytes() + self.backward.bytes() + self.marks.bytes() + steps
    }
}

/// What one direction of a search writes.
#[derive(Debug, Default)]
pub(crate) struct Side {
    pub(crate) records: Records,
    pub(crate) open: Open,
}

/// The open lists, one for each way of ordering; a search uses one of them.
#[derive(Debug, Default)]
pub(crate) struct Open {
    pub(crate) buckets: Buckets<false>,
    /// For keys that may fall.
    pub(crate) falling: Buckets<true>,
    pub(crate) queue: Queue,
    pub(crate) stack: Stack,
}

impl Side {
    fn bytes(&self) -> usize {
        let Open { buckets, falling, queue, stack } = &self.open;
        let open = buckets.bytes() + falling.bytes() + queue.bytes() + stack.bytes();
        self.records.list.capacity() * size_of::<Record>() + open
    }

    /// Forgets the last search and makes room for a graph of this many nodes.
    pub(crate) fn begin(&mut self, node_count: u32) {
        self.records.begin(node_count);
        let Open { buckets, falling, queue, stack } = &mut self.open;
        buckets.clear();
        falling.clear();
        queue.clear();
        stack.clear();
    }
}

/// What a search knows of a node: a stamp, the cost of the path to it, and its parent. The stamp is
/// twice the number of the search, and one more once the node is closed.
///
/// An array and not a struct: the standard library asks the system for zeroed memory only for types
/// it knows to be zero, and zeroed memory is not touched until used.
///
/// PERF: the first query of `cargo run --release -p xunlu --example large -- 16384` takes 0.1 s so, and
/// took 8.4 s with a struct.
type Record = [u32; 3];

/// What a search knows of every node.
#[derive(Debug, Default)]
pub(crate) struct Records {
    list: Vec<Record>,
    search: u32,
}

/// How far a search has come with a node: its stamp, counted from the first of this search.
///
/// PERF: a number and not an `enum`, whose cases become branches that cannot be foretold: ground of four
/// prices on brc202d took weighted A* 0.97 times as long as A*, and 0.91 times without them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct State(u32);

impl State {
    #[inline]
    pub(crate) fn is_open(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(crate) fn is_closed(self) -> bool {
        self.0 == 1
    }

    /// Whether it is open or closed.
    #[inline]
    pub(crate) fn is_seen(self) -> bool {
        self.0 <= 1
    }
}

impl Records {
    fn begin(&mut self, node_count: u32) {
        if self.list.len() < node_count as usize {
            self.list = vec![[0; 3]; node_count as usize];
            self.search = 0;
        }
        // When the numbers of searches run out, all records are wiped once and counting starts over.
        self.search += 1;
        if self.search > u32::MAX / 2 {
            self.list.fill([0; 3]);
            self.search = 1;
        }
    }

    #[inline]
    pub(crate) fn state(&self, node: NodeId) -> State {
        self.state_of(self.list[node.index()][0])
    }

    /// How far the search has come with a node, and the cost of the path to it if it was seen.
    #[inline]
    pub(crate) fn look(&self, node: NodeId) -> (State, Cost) {
        let [stamp, g, _] = self.list[node.index()];
        (self.state_of(stamp), Cost(g))
    }

    #[inline]
    fn state_of(&self, stamp: u32) -> State {
        State(stamp.wrapping_sub(self.search * 2))
    }

    #[inline]
    pub(crate) fn g(&self, node: NodeId) -> Cost {
        Cost(self.list[node.index()][1])
    }

    #[inline]
    pub(crate) fn parent(&self, node: NodeId) -> NodeId {
        NodeId(self.list[node.index()][2])
    }

    #[inline]
    pub(crate) fn open(&mut self, node: NodeId, parent: NodeId, g: Cost) {
        self.list[node.index()] = [self.search * 2, g.0, parent.0];
    }

    #[inline]
    pub(crate) fn close(&mut self, node: NodeId) {
        self.list[node.index()][0] = self.search * 2 + 1;
    }

    /// The nodes from `node` back to where its search started.
    pub(crate) fn back_from(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(node), |&node| {
            Some(self.parent(node)).filter(|&parent| parent != NodeId::NONE)
        })
    }
}

/// A set of nodes that empties itself at the cost of what was put in.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    words: Vec<u64>,
    marked: Vec<NodeId>,
}

impl Marks {
    /// Forgets the last set and marks these nodes of a graph of that many.
    pub(crate) fn begin(&mut self, node_count: u32, nodes: &[NodeId]) {
        for node in self.marked.drain(..) {
            self.words[node.index() / 64] = 0;
        }
        if nodes.is_empty() {
            return;
        }
        let words = node_count as usize / 64 + 1;
        if self.words.len() < words {
            self.words.resize(words, 0);
        }
        for &node in nodes {
            let (word, bit) = (node.index() / 64, 1 << (node.0 % 64));
            if self.words[word] & bit == 0 {
                self.words[word] |= bit;
                self.marked.push(node);
            }
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>() + self.marked.capacity() * size_of::<NodeId>()
    }

    #[inline]
    pub(crate) fn has(&self, node: NodeId) -> bool {
        let word = self.words.get(node.index() / 64);
        word.is_some_and(|word| word >> (node.0 % 64) & 1 != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_search_sees_nothing_of_the_last() {
        let mut records = Records::default();
        records.begin(4);
        records.open(NodeId(2), NodeId::NONE, Cost(5));
        records.close(NodeId(2));
        assert!(records.state(NodeId(2)).is_closed());
        records.begin(4);
        assert!(!records.state(NodeId(2)).is_seen());
        records.open(NodeId(2), NodeId::NONE, Cost(6));
        assert!(records.state(NodeId(2)).is_open());
    }

    #[test]
    fn numbers_of_searches_start_over_cleanly() {
        let mut records = Records { list: vec![[0; 3]], search: u32::MAX / 2 - 1 };
        records.begin(1);
        records.open(NodeId(0), NodeId::NONE, Cost(1));
        records.close(NodeId(0));
        assert!(records.state(NodeId(0)).is_closed());
        records.begin(1);
        assert!(records.search == 1 && !records.state(NodeId(0)).is_seen());
    }

    #[test]
    fn marks_empty_themselves() {
        let mut marks = Marks::default();
        marks.begin(200, &[NodeId(3), NodeId(130), NodeId(3)]);
        assert!(marks.has(NodeId(130)));
        marks.begin(10, &[NodeId(4)]);
        assert!(!marks.has(NodeId(3)) && !marks.has(NodeId(130)) && marks.has(NodeId(4)));
    }
}
