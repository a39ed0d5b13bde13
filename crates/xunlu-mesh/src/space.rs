//! What a search over a mesh scribbles on, lent by its caller and used again.

use crate::exact::{MeshPoint, Vector};
use crate::half_edges::numbered;
use crate::nav_mesh::NavMesh;
use crate::open_list::OpenList;

/// Room for searches: made once, lent to one search after another, on any mesh.
#[derive(Clone, Debug, Default)]
pub struct MeshSpace {
    pub(crate) open: OpenList,
    pub(crate) nodes: Vec<Node>,
    pub(crate) roots: Vec<Root>,
    /// What the last look found, not yet on the open list.
    pub(crate) seen: Vec<(u32, [Vector; 2])>,
    // For each corner, the least distance from the start that is known.
    best: Vec<Best>,
    // For each polygon, what the goal makes of it, in which search.
    marks: Vec<Mark>,
    search: u32,
}

/// What may be looked at next.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Node {
    /// A side of the polygon to look into, between two rays from a root: the right one and the left.
    Interval { edge: u32, root: u32, wedge: [Vector; 2] },
    /// A corner to turn at, seen from a root.
    Corner { corner: u32, from: u32 },
    /// The goal, seen from a root.
    Goal { root: u32 },
}

/// A point that a path turns at, or starts from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Root {
    pub(crate) corner: u32,
    pub(crate) at: MeshPoint,
    /// The root that the path comes from.
    pub(crate) before: u32,
    pub(crate) g: f64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Best {
    g: f64,
    search: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    search: u32,
    is_goal: bool,
}

impl MeshSpace {
    /// Room for nothing yet.
    #[must_use]
    pub fn new() -> MeshSpace {
        MeshSpace::default()
    }

    pub(crate) fn begin(&mut self, mesh: &NavMesh) {
        self.open.clear();
        self.nodes.clear();
        self.roots.clear();
        self.seen.clear();
        self.best.resize(mesh.sides().corner_count(), Best::default());
        self.marks.resize(mesh.polygon_count(), Mark::default());
        // After so many searches old numbers would come up again.
        self.search = self.search.checked_add(1).unwrap_or_else(|| {
            self.best.fill(Best::default());
            self.marks.fill(Mark::default());
            1
        });
    }

    #[inline]
    pub(crate) fn push(&mut self, f: f64, node: Node) {
        self.open.push(f, numbered(self.nodes.len()));
        self.nodes.push(node);
    }

    pub(crate) fn add_root(&mut self, root: Root) -> u32 {
        self.roots.push(root);
        self.newest_root()
    }

    pub(crate) fn newest_root(&self) -> u32 {
        numbered(self.roots.len() - 1)
    }

    /// The least distance from the start to a corner that is known.
    #[inline]
    pub(crate) fn best(&self, corner: u32) -> f64 {
        let best = self.best[corner as usize];
        if best.search == self.search { best.g } else { f64::INFINITY }
    }

    #[inline]
    pub(crate) fn set_best(&mut self, corner: u32, g: f64) {
        self.best[corner as usize] = Best { g, search: self.search };
    }

    /// Marks a polygon as one that leads to the goal, or has it.
    pub(crate) fn mark(&mut self, polygon: u32, is_goal: bool) {
        self.marks[polygon as usize] = Mark { search: self.search, is_goal };
    }

    #[inline]
    pub(crate) fn is_marked(&self, polygon: u32) -> bool {
        self.marks[polygon as usize].search == self.search
    }

    #[inline]
    pub(crate) fn is_goal(&self, polygon: u32) -> bool {
        let mark = self.marks[polygon as usize];
        mark.is_goal && mark.search == self.search
    }

    /// How much memory it holds.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.open.bytes()
            + self.nodes.capacity() * size_of::<Node>()
            + self.roots.capacity() * size_of::<Root>()
            + self.seen.capacity() * size_of::<(u32, [Vector; 2])>()
            + self.best.capacity() * size_of::<Best>()
            + self.marks.capacity() * size_of::<Mark>()
    }
}
