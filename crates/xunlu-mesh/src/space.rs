//! What a search over a mesh scribbles on, lent by its caller and used again.

use crate::discs::DiscSpace;
use crate::exact::{MeshPoint, Vector};
use crate::half_edges::{HalfEdgeMesh, NONE, numbered};
use crate::hub_labels::LabelSpace;
use crate::links::MeshLinks;
use crate::nav_mesh::NavMesh;
use crate::open_list::OpenList;
use crate::tile::HalfEdge;
use std::ops::Range;

/// Room for searches: made once, lent to one search after another, on any mesh.
#[derive(Clone, Debug, Default)]
pub struct MeshSpace {
    pub(crate) open: OpenList,
    pub(crate) nodes: Vec<Node>,
    pub(crate) roots: Vec<Root>,
    /// What the last look found, not yet on the open list.
    pub(crate) seen: Vec<Seen>,
    /// The goals of a search that can be reached.
    pub(crate) goals: Vec<MeshPoint>,
    /// The polygons that they lie in, each with the goal's place among them.
    pub(crate) goals_in: Vec<(u32, u32)>,
    /// The polygons that the start lies in.
    pub(crate) starts: Vec<u32>,
    /// The blocks that are to be entered on the way to a goal, sorted; and the polygon beyond which nothing
    /// need be entered that is entered from elsewhere, or `NONE`.
    pub(crate) goalwards: Vec<u32>,
    pub(crate) top: u32,
    /// The islands that a search may come to, sorted.
    pub(crate) islands: Vec<u32>,
    /// The links that were taken, by the roots they led to.
    pub(crate) taken: Vec<Taken>,
    /// Where links are entered that may make the world smaller, and the least that is left from there, the
    /// least first; and what is left from all others at least.
    pub(crate) shortcuts: Vec<(f64, MeshPoint)>,
    pub(crate) left_by_others: f64,
    /// The polygons that were come to, of what looks around a point.
    pub(crate) reached: Vec<u32>,
    /// Of searches for somebody of a size.
    pub(crate) discs: DiscSpace,
    /// Of questions to hub labels.
    pub(crate) labels: LabelSpace,
    // For each corner of the tiles that were met, the least distance from the start that is known.
    best: Vec<Best>,
    // For each way of taking a link, the least distance from the start to its end that is known.
    ways: Vec<Best>,
    // For each tile, where its corners are.
    tiles: Vec<Range<u32>>,
    // So much of `best` is room that was too small for its tile.
    unused: usize,
    search: u32,
}

/// What may be looked at next.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Node {
    /// A side of the polygon to look into, between two rays from a root: the right one and the left.
    Interval { edge: u32, root: u32, wedge: [Vector; 2] },
    /// A corner to turn at, where it lies, seen from a root.
    Corner { corner: u32, at: MeshPoint, from: u32 },
    /// A goal, by its place among them, seen from a root.
    Goal { root: u32, goal: u32 },
    /// A way to take a link, of which the entry is seen from a root.
    Link { way: u32, from: u32 },
}

/// What is seen of a side from a root.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    /// The half-edge beyond.
    pub(crate) edge: u32,
    /// The whole side's ends to the right and to the left.
    pub(crate) ends: [Vector; 2],
    /// The rays between which it is seen: the right one and the left.
    pub(crate) wedge: [Vector; 2],
}

/// A link that was taken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    /// The root where it came out. The one before is where it was entered.
    pub(crate) root: u32,
    pub(crate) way: u32,
    /// How long it is, in steps.
    pub(crate) length: f64,
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
    // The last search that marked it.
    marked_by: u32,
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
        self.goals.clear();
        self.goals_in.clear();
        self.starts.clear();
        self.goalwards.clear();
        self.top = NONE;
        self.islands.clear();
        self.taken.clear();
        self.shortcuts.clear();
        self.left_by_others = f64::INFINITY;
        let ways = mesh.own_links().map_or(0, MeshLinks::ways_end);
        if ways > self.ways.len() {
            self.ways.resize(ways, Best::default());
        }
        let tiles = mesh.sides().squares().count() as usize;
        if tiles != self.tiles.len() || self.unused > self.best.len() / 2 {
            self.tiles.clear();
            self.best.clear();
            self.unused = 0;
            self.tiles.resize(tiles, 0..0);
        }
        // After so many searches old numbers would come up again.
        self.search = self.search.checked_add(1).unwrap_or_else(|| {
            self.best.fill(Best::default());
            self.ways.fill(Best::default());
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

    /// Whether a goal lies in a polygon.
    #[inline]
    pub(crate) fn is_goal(&self, polygon: u32) -> bool {
        self.goals_in.iter().any(|&(other, _)| other == polygon)
    }

    /// The least distance from the start to a corner that is known.
    #[inline]
    pub(crate) fn best(&self, mesh: &HalfEdgeMesh, corner: u32) -> f64 {
        let own = &self.tiles[mesh.tile_number(corner) as usize];
        let at = own.start + mesh.within(corner);
        if at >= own.end {
            return f64::INFINITY;
        }
        let best = self.best[at as usize];
        if best.search == self.search { best.g } else { f64::INFINITY }
    }

    /// Notes the distance from the start to a corner. Returns whether it is less than any known.
    #[inline]
    pub(crate) fn improve(&mut self, mesh: &HalfEdgeMesh, corner: u32, g: f64) -> bool {
        let search = self.search;
        let best = self.best_mut(mesh, corner);
        let is_less = best.search != search || g < best.g;
        if is_less {
            (best.g, best.search) = (g, search);
        }
        is_less
    }

    #[inline]
    fn best_mut(&mut self, mesh: &HalfEdgeMesh, corner: u32) -> &mut Best {
        let (number, own) = (mesh.tile_number(corner), mesh.within(corner));
        if self.tiles[number as usize].len() <= own as usize {
            self.make_room(mesh, number);
        }
        &mut self.best[(self.tiles[number as usize].start + own) as usize]
    }

    /// Marks the corners of a polygon.
    pub(crate) fn mark_corners(&mut self, mesh: &HalfEdgeMesh, polygon: u32) {
        let search = self.search;
        for &HalfEdge { corner, .. } in mesh.half_edges_of(polygon) {
            if corner != NONE && mesh.is_here(corner) {
                self.best_mut(mesh, corner).marked_by = search;
            }
        }
    }

    /// Whether a corner was marked.
    #[inline]
    pub(crate) fn is_marked(&self, mesh: &HalfEdgeMesh, corner: u32) -> bool {
        let own = &self.tiles[mesh.tile_number(corner) as usize];
        let at = own.start + mesh.within(corner);
        at < own.end && self.best[at as usize].marked_by == self.search
    }

    /// The least distance from the start to the end of a link, taken so, that is known.
    pub(crate) fn best_by(&self, way: u32) -> f64 {
        let best = self.ways[way as usize];
        if best.search == self.search { best.g } else { f64::INFINITY }
    }

    /// Notes the distance from the start to the end of a link. Returns whether it is less than any known.
    pub(crate) fn improve_by(&mut self, way: u32, g: f64) -> bool {
        let is_less = g < self.best_by(way);
        if is_less {
            self.ways[way as usize] = Best { g, search: self.search, marked_by: 0 };
        }
        is_less
    }

    /// Makes room for the corners of a tile that was not met yet, or had fewer.
    #[cold]
    fn make_room(&mut self, mesh: &HalfEdgeMesh, number: u32) {
        let corners = mesh.tile(number).map_or(0, |tile| tile.turns.len());
        let first = self.best.len();
        let old = self.tiles[number as usize].clone();
        self.unused += old.len();
        self.best.resize(first + corners, Best::default());
        self.best.copy_within(old.start as usize..old.end as usize, first);
        self.tiles[number as usize] = numbered(first)..numbered(first + corners);
    }

    /// How much memory it holds.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.open.bytes()
            + self.nodes.capacity() * size_of::<Node>()
            + self.roots.capacity() * size_of::<Root>()
            + self.seen.capacity() * size_of::<Seen>()
            + (self.best.capacity() + self.ways.capacity()) * size_of::<Best>()
            + self.taken.capacity() * size_of::<Taken>()
            + self.shortcuts.capacity() * size_of::<(f64, MeshPoint)>()
            + self.islands.capacity() * size_of::<u32>()
            + self.goals.capacity() * size_of::<MeshPoint>()
            + (2 * self.goals_in.capacity() + self.starts.capacity()) * size_of::<u32>()
            + (self.goalwards.capacity() + self.reached.capacity()) * size_of::<u32>()
            + self.tiles.capacity() * size_of::<Range<u32>>()
            + self.discs.bytes()
            + self.labels.bytes()
    }
}

/// The link that led to a root, if one did.
pub(crate) fn taken_to(taken: &[Taken], root: u32) -> Option<Taken> {
    let at = taken.binary_search_by_key(&root, |taken| taken.root).ok()?;
    Some(taken[at])
}
