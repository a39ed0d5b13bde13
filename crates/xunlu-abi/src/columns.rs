//! The events of a search, a column for each of their parts: what a page plays back.

use xunlu::Cost;
use xunlu::map::NodeId;
use xunlu::search::Observer;

// What the kinds of events are called in their column.
const OPENED: u32 = 0;
const IMPROVED: u32 = 1;
const CLOSED: u32 = 2;
const CONSIDERED: u32 = 3;

/// Keeps the first so many events, until they are forgotten. With room for none it costs one look a node.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    pub(crate) kinds: Vec<u32>,
    pub(crate) nodes: Vec<u32>,
    pub(crate) parents: Vec<u32>,
    pub(crate) g: Vec<u32>,
    pub(crate) h: Vec<u32>,
    most: usize,
    // How many there were to be kept, those that were forgotten among them.
    kept: usize,
    hears_considered: bool,
    // Whether there was more.
    pub(crate) is_cut: bool,
}

impl Columns {
    /// Forgets all, and keeps at most so many from now on, those of steps that led to nothing new among them
    /// or not.
    pub(crate) fn begin(&mut self, most: u32, hears_considered: bool) {
        let hears_considered = hears_considered && most > 0;
        *self = Columns { most: most as usize, hears_considered, ..Columns::default() };
    }

    /// Forgets the events that were kept so far; they still count.
    pub(crate) fn forget(&mut self) {
        let Columns { kinds, nodes, parents, g, h, .. } = self;
        [kinds, nodes, parents, g, h].into_iter().for_each(Vec::clear);
    }

    #[inline]
    fn keep(&mut self, kind: u32, [node, parent]: [NodeId; 2], [g, h]: [Cost; 2]) {
        if self.kept >= self.most {
            self.is_cut = self.most > 0;
            return;
        }
        self.kept += 1;
        self.kinds.push(kind);
        self.nodes.push(node.0);
        self.parents.push(parent.0);
        self.g.push(g.0);
        self.h.push(h.0);
    }
}

impl Observer for Columns {
    fn opened(&mut self, node: NodeId, parent: NodeId, g: Cost, h: Cost) {
        self.keep(OPENED, [node, parent], [g, h]);
    }

    fn improved(&mut self, node: NodeId, parent: NodeId, g: Cost, h: Cost) {
        self.keep(IMPROVED, [node, parent], [g, h]);
    }

    fn closed(&mut self, node: NodeId, parent: NodeId, g: Cost, h: Cost) {
        self.keep(CLOSED, [node, parent], [g, h]);
    }

    fn considered(&mut self, node: NodeId, parent: NodeId, g: Cost, h: Cost) {
        self.keep(CONSIDERED, [node, parent], [g, h]);
    }

    fn hears_considered(&self) -> bool {
        self.hears_considered
    }
}
