//! What it costs from each node of a district to its gates, and back: so that a distance takes no climb.

use super::metric::{NO_WAY, Price};
use super::rows::Rows;
use super::tree::{NONE, Tree};
use crate::threads::each;
use std::ops::Range;
use std::sync::Mutex;

/// The costs between the nodes of all districts and their gates, which are the hubs to which shortcuts lead
/// up from a district's highest node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Exits {
    // By node; NONE for hubs.
    numbers: Vec<u32>,
    districts: Vec<District>,
    // Node by node, gate by gate: what it costs there, and back. NO_WAY where a way over another gate is as
    // cheap.
    to: Vec<u32>,
    from: Vec<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct District {
    // The highest of its nodes, and the lowest.
    root: u32,
    first_node: u32,
    first_cost: usize,
}

impl Exits {
    /// Finds out all costs, once the rows of hubs are filled.
    pub(super) fn new(tree: &Tree, rows: &Rows, prices: &[Price], threads: usize) -> Exits {
        let mut numbers = vec![NONE; tree.len()];
        let mut districts = Vec::new();
        let mut end = 0;
        let mut node = 0;
        while node < tree.numbers().end {
            if rows.is_hub(node) {
                node += 1;
                continue;
            }
            // The first node of a district is its lowest; its root is the highest above that is no hub.
            let mut root = node;
            while let Some(above) = tree.parent(root).filter(|&above| !rows.is_hub(above)) {
                root = above;
            }
            let number = u32::try_from(districts.len()).expect("at most WAYPOINTS_MAX");
            districts.push(District { root, first_node: node, first_cost: end });
            numbers[node as usize..=root as usize].fill(number);
            end += (root + 1 - node) as usize * tree.above(root).len();
            node = root + 1;
        }
        let mut exits =
            Exits { numbers, districts, to: vec![NO_WAY; end], from: vec![NO_WAY; end] };
        exits.fill(tree, rows, prices, threads);
        exits
    }

    /// How many bytes they will take at most.
    pub(super) fn bytes_of(tree: &Tree, rows: &Rows) -> usize {
        let districts = tree.numbers().filter(|&node| {
            !rows.is_hub(node) && tree.parent(node).is_none_or(|parent| rows.is_hub(parent))
        });
        let costs: usize =
            districts.map(|root| tree.sizes[root as usize] as usize * tree.above(root).len()).sum();
        tree.len() * (size_of::<u32>() + size_of::<District>()) + 2 * costs * size_of::<u32>()
    }

    pub(super) fn bytes(&self) -> usize {
        let words = [&self.numbers, &self.to, &self.from];
        words.iter().map(|words| words.capacity()).sum::<usize>() * size_of::<u32>()
            + self.districts.capacity() * size_of::<District>()
    }

    /// Which district a node is in. Returns `None` for a hub.
    #[inline]
    pub(super) fn district(&self, node: u32) -> Option<u32> {
        let number = self.numbers[node as usize];
        (number != NONE).then_some(number)
    }

    /// The gates of a node's district, lowest first, with what it costs there and back. Returns `None` for a
    /// hub.
    #[inline]
    pub(super) fn of<'a>(&'a self, tree: &'a Tree, node: u32) -> Option<Gates<'a>> {
        let district = self.districts[self.district(node)? as usize];
        let hubs = tree.above(district.root);
        let costs = district.costs(node, hubs.len());
        Some(Gates { hubs, to: &self.to[costs.clone()], from: &self.from[costs] })
    }

    fn fill(&mut self, tree: &Tree, rows: &Rows, prices: &[Price], threads: usize) {
        let Exits { districts, to, from, .. } = self;
        let at_a_time = (districts.len() / (threads * 16)).max(64);
        let mut parts = Vec::new();
        let (mut rest_to, mut rest_from, mut begin) = (&mut to[..], &mut from[..], 0);
        for (number, part) in districts.chunks(at_a_time).enumerate() {
            let next = districts.get((number + 1) * at_a_time);
            let end = next.map_or(begin + rest_to.len(), |next| next.first_cost);
            let (part_to, after_to) = rest_to.split_at_mut(end - begin);
            let (part_from, after_from) = rest_from.split_at_mut(end - begin);
            parts.push(Mutex::new((part, begin, part_to, part_from)));
            (rest_to, rest_from, begin) = (after_to, after_from, end);
        }
        let mut spaces: Vec<Between> = (0..threads).map(|_| Between::default()).collect();
        each(parts.len(), &mut spaces, |between, number| {
            let mut part = parts[number].lock().expect("nobody panics with it");
            let (districts, begin, to, from) = &mut *part;
            for district in districts.iter() {
                let district = District { first_cost: district.first_cost - *begin, ..*district };
                between.find(tree, rows, tree.above(district.root));
                district.fill(tree, prices, between, to, from);
                let width = between.width;
                for node in district.first_node..=district.root {
                    let costs = district.costs(node, width);
                    between.drop_needless(&mut to[costs.clone()], |from, to| (from, to));
                    between.drop_needless(&mut from[costs], |from, to| (to, from));
                }
            }
        });
    }
}

/// The gates of a district, lowest first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gates<'a> {
    pub(super) hubs: &'a [u32],
    pub(super) to: &'a [u32],
    pub(super) from: &'a [u32],
}

impl District {
    /// Where the costs of a node are, of a district with so many gates.
    #[inline]
    fn costs(&self, node: u32, gates: usize) -> Range<usize> {
        let first = self.first_cost + (node - self.first_node) as usize * gates;
        first..first + gates
    }

    /// Works out the costs of all nodes, the highest first.
    fn fill(
        &self,
        tree: &Tree,
        prices: &[Price],
        between: &Between,
        to: &mut [u32],
        from: &mut [u32],
    ) {
        let width = between.width;
        let gates = tree.above(self.root);
        for node in (self.first_node..=self.root).rev() {
            let own = self.costs(node, width);
            // Those of higher nodes come after.
            let (own_to, higher_to) = to[own.start..].split_at_mut(width);
            let (own_from, higher_from) = from[own.start..].split_at_mut(width);
            for (shortcut, &head) in tree.shortcuts(node).zip(tree.above(node)) {
                let Price { up, down } = prices[shortcut];
                let (onward, back) = if head <= self.root {
                    let first = self.costs(head, width).start - own.end;
                    (&higher_to[first..first + width], &higher_from[first..first + width])
                } else {
                    let gate = gates.binary_search(&head);
                    between.of(gate.expect("what leads out of a district does so by a gate"))
                };
                for ((cost, &more), (cost_back, &less)) in
                    own_to.iter_mut().zip(onward).zip(own_from.iter_mut().zip(back))
                {
                    *cost = (*cost).min(up.saturating_add(more));
                    *cost_back = (*cost_back).min(down.saturating_add(less));
                }
            }
        }
    }
}

/// What ways between the gates of a district cost, row by row from and row by row to.
#[derive(Debug, Default)]
struct Between {
    width: usize,
    from: Vec<u32>,
    to: Vec<u32>,
    order: Vec<usize>,
}

impl Between {
    fn find(&mut self, tree: &Tree, rows: &Rows, gates: &[u32]) {
        self.width = gates.len();
        self.from.clear();
        self.to.clear();
        for &gate in gates {
            self.from.extend(gates.iter().map(|&other| rows.cost(tree, gate, other)));
            self.to.extend(gates.iter().map(|&other| rows.cost(tree, other, gate)));
        }
    }

    /// What it costs from a gate to all, and to it from all.
    fn of(&self, gate: usize) -> (&[u32], &[u32]) {
        let row = gate * self.width..(gate + 1) * self.width;
        (&self.from[row.clone()], &self.to[row])
    }

    /// Takes out what a way over another gate costs no more than. `sense` says from where to where that
    /// leads, of the other gate and the one.
    fn drop_needless(&mut self, costs: &mut [u32], sense: impl Fn(usize, usize) -> (usize, usize)) {
        let Between { width, from: between, order, .. } = self;
        order.clear();
        order.extend((0..*width).filter(|&gate| costs[gate] != NO_WAY));
        order.sort_unstable_by_key(|&gate| (costs[gate], gate));
        for at in 1..order.len() {
            let gate = order[at];
            let is_needless = order[..at].iter().any(|&other| {
                let (from, to) = sense(other, gate);
                costs[other] != NO_WAY
                    && costs[other].saturating_add(between[from * *width + to]) <= costs[gate]
            });
            if is_needless {
                costs[gate] = NO_WAY;
            }
        }
    }
}
