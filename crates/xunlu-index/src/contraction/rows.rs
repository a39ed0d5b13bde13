//! What the cheapest ways between hubs cost: for each hub a row with all that are above it in the tree.
//!
//! ```text
//!            hub            Hubs are the nodes with many below them; a district is all below a node that is none,
//!           /   \           and itself. From a node of a district ways lead out through its gates: hubs to which
//!        hub     hub        shortcuts lead up from it, few, as the graph was cut there.
//!        / \     / \
//!      district ...
//! ```
//!
//! With a row for every node it would be the hierarchical labels of Ouyang, Qin, Chang, Lin, Zhang and Zhu
//! (2018): a node in twenty has one here, and the others look for their gates.

use super::metric::{NO_WAY, Price, above_parts, parts};
use super::tree::{NONE, Tree};
use crate::roadmap::RoadmapError;
use crate::threads::each_of_few;
use std::collections::BTreeMap;
use std::sync::Mutex;

/// A district has at most so many nodes, and at most one in so many of all.
const DISTRICT_MAX: u32 = 64;
const DISTRICTS_MIN: u32 = 16;

/// What ways between hubs cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Rows {
    // Which hub each node is; none for those of districts.
    numbers: Vec<u32>,
    // By hub: where its row begins, and the hub at the head of the heavy path that it lies on.
    firsts: Vec<usize>,
    path_heads: Vec<u32>,
    // By depth of those above: what it costs to get there, and from there.
    to: Vec<u32>,
    from: Vec<u32>,
}

impl Rows {
    /// The rows of a tree, still without costs. They may take so many bytes, with what these threads take to
    /// fill them.
    pub(super) fn new(tree: &Tree, threads: usize, bytes_max: usize) -> Result<Rows, RoadmapError> {
        let mut numbers = vec![NONE; tree.len()];
        let mut firsts = vec![0];
        let mut hubs = Vec::new();
        let mut end = 0;
        let most = (tree.numbers().end / DISTRICTS_MIN).clamp(1, DISTRICT_MAX);
        for node in tree.numbers().filter(|&node| tree.sizes[node as usize] > most) {
            numbers[node as usize] = u32::try_from(hubs.len()).expect("at most WAYPOINTS_MAX");
            hubs.push(node);
            end += usize::from(tree.depths[node as usize]);
            firsts.push(end);
        }
        let needed = numbers.len() * size_of::<u32>()
            + hubs.len() * (size_of::<usize>() + size_of::<u32>())
            + 2 * end * size_of::<u32>()
            + Rows::bytes_above_parts(tree, threads, most);
        let square = Square::bytes_of(hubs.len().min(tree.height()));
        let needed = needed.saturating_add(square.saturating_mul(threads));
        if needed > bytes_max {
            return Err(RoadmapError::Memory { needed });
        }
        let path_heads = path_heads(tree, &numbers, &hubs);
        let (to, from) = (vec![NO_WAY; end], vec![NO_WAY; end]);
        Ok(Rows { numbers, firsts, path_heads, to, from })
    }

    /// How many bytes the rows of those take that are above all parts, which each thread reads; of nodes that
    /// have at most so many below them there are none.
    fn bytes_above_parts(tree: &Tree, threads: usize, most: u32) -> usize {
        let parts = parts(tree, threads);
        if parts.is_empty() {
            return 0;
        }
        let hubs = above_parts(tree, &parts).filter(|&node| tree.sizes[node as usize] > most);
        let depths = hubs.map(|hub| usize::from(tree.depths[hub as usize]));
        2 * size_of::<u32>() * depths.sum::<usize>()
    }

    pub(super) fn hub_count(&self) -> usize {
        self.path_heads.len()
    }

    pub(super) fn entry_count(&self) -> usize {
        self.to.len()
    }

    pub(super) fn bytes(&self) -> usize {
        let words = [&self.numbers, &self.path_heads, &self.to, &self.from];
        words.iter().map(|words| words.capacity()).sum::<usize>() * size_of::<u32>()
            + self.firsts.capacity() * size_of::<usize>()
    }

    #[inline]
    pub(super) fn is_hub(&self, node: u32) -> bool {
        self.numbers[node as usize] != NONE
    }

    /// What it costs to get from a hub to each above it, by depth.
    #[inline]
    pub(super) fn to(&self, hub: u32) -> &[u32] {
        let number = self.numbers[hub as usize] as usize;
        &self.to[self.firsts[number]..self.firsts[number + 1]]
    }

    /// What it costs to get to a hub from each above it, by depth.
    #[inline]
    pub(super) fn from(&self, hub: u32) -> &[u32] {
        let number = self.numbers[hub as usize] as usize;
        &self.from[self.firsts[number]..self.firsts[number + 1]]
    }

    /// What the cheapest way from one hub to another costs, where either is above the other, or they are the
    /// same.
    #[inline]
    pub(super) fn cost(&self, tree: &Tree, from: u32, to: u32) -> u32 {
        match from.cmp(&to) {
            std::cmp::Ordering::Less => self.to(from)[usize::from(tree.depths[to as usize])],
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Greater => self.from(to)[usize::from(tree.depths[from as usize])],
        }
    }

    /// The lowest hub that is above both hubs, or one of them. Returns `None` if none is.
    pub(super) fn meet(&self, tree: &Tree, [mut a, mut b]: [u32; 2]) -> Option<u32> {
        let head = |hub: u32| self.path_heads[self.numbers[hub as usize] as usize];
        loop {
            let (head_a, head_b) = (head(a), head(b));
            if head_a == head_b {
                return Some(a.max(b));
            }
            // A head that is above another is higher; of two, the lower is never above the other.
            if head_a < head_b {
                a = tree.parent(head_a)?;
            } else {
                b = tree.parent(head_b)?;
            }
        }
    }

    /// Works out all costs.
    pub(super) fn fill(&mut self, tree: &Tree, prices: &[Price], threads: usize) {
        let parts = parts(tree, threads);
        let first_hubs: Vec<usize> = self.hubs_before(tree);
        let Rows { numbers, firsts, to, from, .. } = self;
        let is_hub = |node: u32| numbers[node as usize] != NONE;
        let row_of = |hub: u32| {
            let number = numbers[hub as usize] as usize;
            firsts[number]..firsts[number + 1]
        };
        let mut square = Square::new(tree, is_hub);
        for node in above_parts(tree, &parts).filter(|&node| is_hub(node)) {
            let row = row_of(node);
            square.fill(tree, prices, node, [&mut to[row.clone()], &mut from[row]]);
        }
        if parts.is_empty() {
            return;
        }
        // Each part has slices of its own, and begins with what is known of those above it.
        let above = above_parts(tree, &parts).filter(|&node| is_hub(node));
        let above: BTreeMap<u32, [Vec<u32>; 2]> = above
            .map(|hub| (hub, [to[row_of(hub)].to_vec(), from[row_of(hub)].to_vec()]))
            .collect();
        let mut slices = Vec::with_capacity(parts.len());
        let (mut rest_to, mut rest_from, mut begin) = (&mut to[..], &mut from[..], 0);
        for part in &parts {
            let [first, end] = [part.start, part.end].map(|node| firsts[first_hubs[node as usize]]);
            let (_, from_first_to) = rest_to.split_at_mut(first - begin);
            let (_, from_first_from) = rest_from.split_at_mut(first - begin);
            let (slice_to, after_to) = from_first_to.split_at_mut(end - first);
            let (slice_from, after_from) = from_first_from.split_at_mut(end - first);
            slices.push(Mutex::new((first, slice_to, slice_from)));
            (rest_to, rest_from, begin) = (after_to, after_from, end);
        }
        let mut spaces = vec![square];
        spaces.resize_with(threads, || Square::new(tree, is_hub));
        each_of_few(parts.len(), &mut spaces, |square, number| {
            let mut slice = slices[number].lock().expect("nobody panics with it");
            let (first, to, from) = &mut *slice;
            let part = parts[number].clone();
            let top = part.end - 1;
            if !is_hub(top) {
                return;
            }
            for hub in std::iter::successors(tree.parent(top), |&hub| tree.parent(hub)) {
                let [to, from] = &above[&hub];
                square.put(usize::from(tree.depths[hub as usize]), to, from);
            }
            for node in part.rev().filter(|&node| is_hub(node)) {
                let row = row_of(node);
                let row = row.start - *first..row.end - *first;
                square.fill(tree, prices, node, [&mut to[row.clone()], &mut from[row]]);
            }
        });
    }

    /// For each node, and for the one beyond the last, how many hubs have lower numbers.
    fn hubs_before(&self, tree: &Tree) -> Vec<usize> {
        let mut before = Vec::with_capacity(tree.len() + 1);
        let mut count = 0;
        before.push(0);
        for &number in &self.numbers {
            count += usize::from(number != NONE);
            before.push(count);
        }
        before
    }
}

/// For each hub the one at the head of its heavy path, on which from each hub that child lies with most below
/// it. From any hub few heads lead to the root.
fn path_heads(tree: &Tree, numbers: &[u32], hubs: &[u32]) -> Vec<u32> {
    let mut heavy = vec![NONE; hubs.len()];
    for &hub in hubs {
        if let Some(parent) = tree.parent(hub) {
            let known = &mut heavy[numbers[parent as usize] as usize];
            let size = |node: u32| tree.sizes[node as usize];
            if *known == NONE || size(hub) > size(*known) {
                *known = hub;
            }
        }
    }
    let mut heads = vec![NONE; hubs.len()];
    for (number, &hub) in hubs.iter().enumerate().rev() {
        let above = tree.parent(hub).map(|parent| numbers[parent as usize] as usize);
        heads[number] =
            above.filter(|&above| heavy[above] == hub).map_or(hub, |above| heads[above]);
    }
    heads
}

/// What ways between all on the path from a hub to the root cost, by how deep both lie, row by row from and
/// row by row to.
pub(super) struct Square {
    side: usize,
    from: Vec<u32>,
    to: Vec<u32>,
}

impl Square {
    /// How many bytes one takes where the deepest hub has so many on its path to the root, with itself.
    pub(super) const fn bytes_of(side: usize) -> usize {
        side.saturating_mul(side).saturating_mul(2 * size_of::<u32>())
    }

    pub(super) fn new(tree: &Tree, is_hub: impl Fn(u32) -> bool) -> Square {
        let hubs = tree.numbers().filter(|&node| is_hub(node));
        let deepest = hubs.map(|hub| usize::from(tree.depths[hub as usize]) + 1).max();
        let side = deepest.unwrap_or(0);
        let costs = vec![NO_WAY; side * side];
        Square { side, from: costs.clone(), to: costs }
    }

    /// Works out the row of a hub, those above which were worked out last, and takes it in.
    fn fill(&mut self, tree: &Tree, prices: &[Price], hub: u32, [to, from]: [&mut [u32]; 2]) {
        let depth = usize::from(tree.depths[hub as usize]);
        for shortcut in tree.shortcuts(hub) {
            let Price { up, down } = prices[shortcut];
            let begin = usize::from(tree.head_depths[shortcut]) * self.side;
            if up != NO_WAY {
                let onward = &self.from[begin..begin + depth];
                for (cost, &more) in to.iter_mut().zip(onward) {
                    *cost = (*cost).min(up.saturating_add(more));
                }
            }
            if down != NO_WAY {
                let onward = &self.to[begin..begin + depth];
                for (cost, &more) in from.iter_mut().zip(onward) {
                    *cost = (*cost).min(down.saturating_add(more));
                }
            }
        }
        self.put(depth, to, from);
    }

    /// Works out only what ways from a node to the ends of its shortcuts cost, and back. Nodes below need no
    /// more of it, as the ends of a node's shortcuts are joined by shortcuts as well. Told are prices and
    /// depths of these, and their numbers, best the cheapest first; those above it were taken in last.
    pub(super) fn work_out_ends(
        &self,
        prices: &[Price],
        depths: &[u16],
        by_price: &[u32],
        [to, from]: [&mut [u32]; 2],
    ) {
        for &number in by_price {
            let (number, Price { up, down }) = (number as usize, prices[number as usize]);
            // Whoever comes there as cheaply over another end comes as cheaply to all that lies beyond.
            if to[number] <= up && from[number] <= down {
                continue;
            }
            let begin = usize::from(depths[number]) * self.side;
            let [from_there, to_there] =
                [&self.from, &self.to].map(|costs| &costs[begin..begin + self.side]);
            for ((to, from), &end) in to.iter_mut().zip(&mut *from).zip(depths) {
                *to = (*to).min(up.saturating_add(from_there[usize::from(end)]));
                *from = (*from).min(down.saturating_add(to_there[usize::from(end)]));
            }
        }
    }

    /// What it costs from the hub at one depth to that at another.
    #[inline]
    pub(super) fn cost(&self, from: u16, to: u16) -> u32 {
        self.from[usize::from(from) * self.side + usize::from(to)]
    }

    /// Takes in what ways from a hub at this depth to all above it cost, and from these to it.
    fn put(&mut self, depth: usize, to: &[u32], from: &[u32]) {
        let begin = depth * self.side;
        self.from[begin..begin + depth].copy_from_slice(to);
        self.to[begin..begin + depth].copy_from_slice(from);
        self.from[begin + depth] = 0;
        self.to[begin + depth] = 0;
        for (above, (&to, &from)) in to.iter().zip(from).enumerate() {
            self.from[above * self.side + depth] = from;
            self.to[above * self.side + depth] = to;
        }
    }

    /// Takes in the same of a node at this depth and the ends of its shortcuts, which lie so deep.
    pub(super) fn put_ends(&mut self, depth: usize, ends: &[u16], [to, from]: [&[u32]; 2]) {
        let own = depth * self.side;
        self.from[own + depth] = 0;
        self.to[own + depth] = 0;
        for (&end, (&to, &from)) in ends.iter().zip(to.iter().zip(from)) {
            let end = usize::from(end);
            self.from[own + end] = to;
            self.to[own + end] = from;
            self.from[end * self.side + depth] = from;
            self.to[end * self.side + depth] = to;
        }
    }
}
