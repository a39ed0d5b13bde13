//! A graph contracted node by node in an order: which shortcuts there are, whatever steps cost.
//!
//! Contracting a node joins all higher nodes next to it, so that what it lay between stays connected. The
//! lowest higher node next to it is its parent in the elimination tree; all that ways from it come to going
//! up only lie on the path from there to the root.

use super::neighbours::Neighbours;
use crate::roadmap::RoadmapError;

/// No node, or none needed.
pub(super) const NONE: u32 = u32::MAX;

/// The most shortcuts of one graph: they take some six gigabytes.
const SHORTCUTS_MAX: usize = 1 << 28;

/// How much a tree may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Limits {
    pub(super) bytes: usize,
    pub(super) shortcuts: usize,
}

impl Limits {
    pub(super) const fn of_bytes(bytes: usize) -> Limits {
        Limits { bytes, shortcuts: SHORTCUTS_MAX }
    }
}

/// The shortcuts of a graph. Nodes are numbered by rank: all below a node in the tree come right before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Tree {
    // The node of each rank in the graph, and the other way round.
    pub(super) nodes: Vec<u32>,
    pub(super) ranks: Vec<u32>,
    // How many nodes are below each in the tree, with itself.
    pub(super) sizes: Vec<u32>,
    // How many are above it.
    pub(super) depths: Vec<u16>,
    height: usize,
    firsts: Vec<u32>,
    // Where the shortcuts of each node lead up to, lowest first, and how deep those lie.
    pub(super) heads: Vec<u32>,
    pub(super) head_depths: Vec<u16>,
}

impl Tree {
    /// Contracts the nodes of a graph in an order, which names each of them once.
    pub(super) fn new(
        neighbours: &Neighbours,
        order: &[u32],
        limits: &Limits,
    ) -> Result<Tree, RoadmapError> {
        let parents = parents(neighbours, order);
        let (places, sizes) = below_first(&parents);
        let nodes: Vec<u32> = places.iter().map(|&place| order[place as usize]).collect();
        let ranks = inverse(&nodes);
        let count = nodes.len();
        let depths = vec![0; count];
        let (firsts, heads, head_depths) = (vec![0], Vec::new(), Vec::new());
        let height = 0;
        let mut tree = Tree { nodes, ranks, sizes, depths, height, firsts, heads, head_depths };
        tree.find_depths(&inverse(&places), &places, &parents)?;
        tree.contract(neighbours, limits)?;
        Ok(tree)
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn numbers(&self) -> std::ops::Range<u32> {
        0..u32::try_from(self.nodes.len()).expect("nodes are numbered by a u32")
    }

    /// What part of all nodes comes before one.
    pub(super) fn part_before(&self, node: u32) -> f64 {
        f64::from(node) / self.len() as f64
    }

    /// The shortcuts that lead up from a node.
    #[inline]
    pub(super) fn shortcuts(&self, node: u32) -> std::ops::Range<usize> {
        self.firsts[node as usize] as usize..self.firsts[node as usize + 1] as usize
    }

    /// The first shortcut of a node and all above it in number, or how many shortcuts there are.
    #[inline]
    pub(super) fn first_shortcut(&self, node: u32) -> usize {
        self.firsts[node as usize] as usize
    }

    /// The nodes to which shortcuts lead up from a node.
    #[inline]
    pub(super) fn above(&self, node: u32) -> &[u32] {
        &self.heads[self.shortcuts(node)]
    }

    /// The one right above it in the tree.
    #[inline]
    pub(super) fn parent(&self, node: u32) -> Option<u32> {
        self.above(node).first().copied()
    }

    /// The shortcut between two nodes, the lower of them first.
    #[inline]
    pub(super) fn between(&self, lower: u32, higher: u32) -> Option<usize> {
        let at = self.above(lower).binary_search(&higher).ok()?;
        Some(self.shortcuts(lower).start + at)
    }

    /// The most nodes on a path up the tree.
    pub(super) const fn height(&self) -> usize {
        self.height
    }

    pub(super) fn bytes(&self) -> usize {
        let words = [&self.nodes, &self.ranks, &self.sizes, &self.firsts, &self.heads];
        let words: usize = words.iter().map(|words| words.capacity()).sum();
        words * size_of::<u32>()
            + (self.depths.capacity() + self.head_depths.capacity()) * size_of::<u16>()
    }

    fn find_depths(
        &mut self,
        ranks_of_places: &[u32],
        places: &[u32],
        parents: &[u32],
    ) -> Result<(), RoadmapError> {
        // Parents are higher, and so come before.
        for rank in (0..self.len()).rev() {
            let parent = parents[places[rank] as usize];
            if parent != NONE {
                let above = self.depths[ranks_of_places[parent as usize] as usize];
                self.depths[rank] = above.checked_add(1).ok_or(RoadmapError::TooMany)?;
            }
        }
        self.height = self.depths.iter().max().map_or(0, |&depth| usize::from(depth) + 1);
        Ok(())
    }

    fn contract(&mut self, neighbours: &Neighbours, limits: &Limits) -> Result<(), RoadmapError> {
        let count = self.len();
        let mut last_child = vec![NONE; count];
        let mut sibling_before = vec![NONE; count];
        let mut joined_by = vec![NONE; count];
        let mut row: Vec<u32> = Vec::new();
        for node in self.numbers() {
            row.clear();
            let mut join = |other: u32| {
                if other > node && joined_by[other as usize] != node {
                    joined_by[other as usize] = node;
                    row.push(other);
                }
            };
            for &other in neighbours.of_node(self.nodes[node as usize]) {
                join(self.ranks[other as usize]);
            }
            let mut child = last_child[node as usize];
            while child != NONE {
                self.above(child).iter().for_each(|&other| join(other));
                child = sibling_before[child as usize];
            }
            row.sort_unstable();
            if let Some(&parent) = row.first() {
                sibling_before[node as usize] =
                    std::mem::replace(&mut last_child[parent as usize], node);
            }
            self.heads.extend_from_slice(&row);
            self.head_depths.extend(row.iter().map(|&head| self.depths[head as usize]));
            if self.heads.len() > limits.shortcuts.min(SHORTCUTS_MAX) {
                return Err(RoadmapError::TooMany);
            }
            self.firsts.push(u32::try_from(self.heads.len()).map_err(|_| RoadmapError::TooMany)?);
            if node.is_multiple_of(1 << 10) && self.bytes() > limits.bytes {
                return Err(RoadmapError::Memory { needed: self.bytes() });
            }
        }
        self.heads.shrink_to_fit();
        self.head_depths.shrink_to_fit();
        Ok(())
    }
}

/// For each place in the order that of its node's parent in the elimination tree (Liu 1986).
fn parents(neighbours: &Neighbours, order: &[u32]) -> Vec<u32> {
    let places = inverse(order);
    let mut parents = vec![NONE; order.len()];
    // Short ways up to where each tree had its root so far.
    let mut up = vec![NONE; order.len()];
    for (place, &node) in (0..).zip(order) {
        for &other in neighbours.of_node(node) {
            let mut below = places[other as usize];
            if below >= place {
                continue;
            }
            while up[below as usize] != NONE && up[below as usize] != place {
                below = std::mem::replace(&mut up[below as usize], place);
            }
            if up[below as usize] == NONE {
                up[below as usize] = place;
                parents[below as usize] = place;
            }
        }
    }
    parents
}

/// The places of a forest in such an order that all below one come right before it, and how many those are,
/// with itself. Parents have greater numbers.
fn below_first(parents: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut sizes = vec![1_u32; parents.len()];
    for (place, &parent) in parents.iter().enumerate() {
        if parent != NONE {
            sizes[parent as usize] += sizes[place];
        }
    }
    // Each takes the last of the ranks that are left to its parent's children; the last child goes last.
    let mut ends = vec![0; parents.len()];
    let mut left = u32::try_from(parents.len()).expect("nodes are numbered by a u32");
    let mut order = vec![0; parents.len()];
    let mut sizes_by_rank = vec![0; parents.len()];
    for (place, &parent) in parents.iter().enumerate().rev() {
        let end = if parent == NONE { &mut left } else { &mut ends[parent as usize] };
        let rank = *end - 1;
        *end -= sizes[place];
        ends[place] = rank;
        order[rank as usize] = u32::try_from(place).expect("nodes are numbered by a u32");
        sizes_by_rank[rank as usize] = sizes[place];
    }
    (order, sizes_by_rank)
}

/// Where each number stands in a list of all numbers.
fn inverse(list: &[u32]) -> Vec<u32> {
    let mut places = vec![0; list.len()];
    for (place, &number) in (0..).zip(list) {
        places[number as usize] = place;
    }
    places
}
