//! What shortcuts cost with the weights that links have now: customization, from the lowest node up.

use super::arcs::Arcs;
use super::tree::{NONE, Tree};
use crate::threads::each_of_few;
use std::sync::Mutex;

/// More than can be said, or no way at all. What is added to it stays it.
pub(super) const NO_WAY: u32 = u32::MAX;

/// What a shortcut costs each way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Price {
    pub(super) up: u32,
    pub(super) down: u32,
}

/// Over which lower node a shortcut leads each way: [`NONE`] if it is a link. With where it leads up to, as
/// that is asked for at the same time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Via {
    pub(super) head: u32,
    pub(super) up: u32,
    pub(super) down: u32,
}

/// All of both, by shortcut. A way that is put in its links asks for the second alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Metric {
    pub(super) prices: Vec<Price>,
    pub(super) vias: Vec<Via>,
}

impl Metric {
    pub(super) const BYTES_A_SHORTCUT: usize = size_of::<Price>() + size_of::<Via>();
    /// With what is only there while it is worked out.
    pub(super) const BYTES_A_SHORTCUT_AT_WORK: usize =
        Metric::BYTES_A_SHORTCUT + size_of::<(u32, u32)>();

    pub(super) fn bytes(&self) -> usize {
        self.prices.capacity() * size_of::<Price>() + self.vias.capacity() * size_of::<Via>()
    }
}

/// The cheapest of what a shortcut was offered.
#[derive(Clone, Copy)]
struct Offered {
    price: Price,
    via: Via,
}

impl Offered {
    const NOTHING: Offered = Offered {
        price: Price { up: NO_WAY, down: NO_WAY },
        via: Via { head: NONE, up: NONE, down: NONE },
    };

    #[inline]
    fn up(&mut self, cost: u32, over: u32) {
        if cost < self.price.up {
            (self.price.up, self.via.up) = (cost, over);
        }
    }

    #[inline]
    fn down(&mut self, cost: u32, over: u32) {
        if cost < self.price.down {
            (self.price.down, self.via.down) = (cost, over);
        }
    }
}

/// Parts of the tree with so few nodes are not worth a thread each.
const PART_MIN: u32 = 1 << 10;

/// After so many nodes it is asked whether to go on.
pub(super) const NODES_A_TELL: u32 = 1 << 6;
/// After so many parts a thread.
pub(super) const PARTS_A_TELL: usize = 16;

/// What each shortcut costs with these steps. It is told now and then what part is done; returns `None` once
/// it is told to give up.
pub(super) fn customize(
    tree: &Tree,
    arcs: &Arcs,
    threads: usize,
    goes_on: &dyn Fn(f64) -> bool,
) -> Option<Metric> {
    let below = Below::of(tree);
    let work = Work { tree, arcs, below: &below };
    let mut prices = vec![Offered::NOTHING.price; tree.heads.len()];
    let mut vias = vec![Offered::NOTHING.via; tree.heads.len()];
    let parts = parts(tree, threads);
    // All below a node come right before it, and so do their shortcuts: each part has slices of its own.
    let mut slices = Vec::with_capacity(parts.len());
    let mut rest = Slices { first: 0, prices: &mut prices, vias: &mut vias };
    for part in &parts {
        let [first, end] = [part.start, part.end].map(|node| tree.first_shortcut(node));
        let (_, from) = rest.split_at(first);
        let (slice, after) = from.split_at(end);
        slices.push(Mutex::new(slice));
        rest = after;
    }
    let mut spaces: Vec<Row> = (0..threads).map(|_| Row::new(tree)).collect();
    for (some, slices) in
        parts.chunks(PARTS_A_TELL * threads).zip(slices.chunks(PARTS_A_TELL * threads))
    {
        goes_on(tree.part_before(some[0].start)).then_some(())?;
        each_of_few(some.len(), &mut spaces, |row, number| {
            let mut slices = slices[number].lock().expect("nobody panics with it");
            some[number].clone().for_each(|node| work.price(node, &mut slices, row));
        });
    }
    drop(slices);
    let mut all = Slices { first: 0, prices: &mut prices, vias: &mut vias };
    let mut done = parts.into_iter().peekable();
    let mut node = 0;
    while (node as usize) < tree.len() {
        match done.next_if(|part| part.start == node) {
            Some(part) => node = part.end,
            None => {
                if node.is_multiple_of(NODES_A_TELL) {
                    goes_on(tree.part_before(node)).then_some(())?;
                }
                work.price(node, &mut all, &mut spaces[0]);
                node += 1;
            }
        }
    }
    Some(Metric { prices, vias })
}

/// What is worked out of shortcuts, from one on.
struct Slices<'a> {
    first: usize,
    prices: &'a mut [Price],
    vias: &'a mut [Via],
}

impl<'a> Slices<'a> {
    /// Those before a shortcut, and those from it on.
    fn split_at(self, shortcut: usize) -> (Slices<'a>, Slices<'a>) {
        let Slices { first, prices, vias } = self;
        let (prices, more_prices) = prices.split_at_mut(shortcut - first);
        let (vias, more_vias) = vias.split_at_mut(shortcut - first);
        let more = Slices { first: shortcut, prices: more_prices, vias: more_vias };
        (Slices { first, prices, vias }, more)
    }
}

/// Parts of the tree, each all below a node and itself, so that there are enough for all threads.
pub(super) fn parts(tree: &Tree, threads: usize) -> Vec<std::ops::Range<u32>> {
    if threads == 1 {
        return Vec::new();
    }
    let count = tree.numbers().end;
    let most = (count / (16 * u32::try_from(threads).unwrap_or(u32::MAX).min(64))).max(PART_MIN);
    let mut parts: Vec<std::ops::Range<u32>> = Vec::new();
    let mut end = count;
    // From the root down: who is small enough is a part, and what lies below it is in it.
    while let Some(node) = end.checked_sub(1) {
        let size = tree.sizes[node as usize];
        if size <= most {
            parts.push(end - size..end);
            end -= size;
        } else {
            end = node;
        }
    }
    parts.reverse();
    parts
}

/// The nodes that are above all parts, from the root down.
pub(super) fn above_parts(
    tree: &Tree,
    parts: &[std::ops::Range<u32>],
) -> impl Iterator<Item = u32> {
    let (mut end, mut left) = (tree.numbers().end, parts.len());
    std::iter::from_fn(move || {
        while left > 0 && parts[left - 1].end == end {
            left -= 1;
            end = parts[left].start;
        }
        end = end.checked_sub(1)?;
        Some(end)
    })
}

/// The shortcuts that lead up to each node, and from where.
struct Below {
    firsts: Vec<u32>,
    shortcuts: Vec<(u32, u32)>,
}

impl Below {
    fn of(tree: &Tree) -> Below {
        let mut firsts = vec![0_u32; tree.len() + 1];
        for &head in &tree.heads {
            firsts[head as usize + 1] += 1;
        }
        for node in 1..firsts.len() {
            firsts[node] += firsts[node - 1];
        }
        let mut next = firsts.clone();
        let mut shortcuts = vec![(0, 0); tree.heads.len()];
        let mut number = 0;
        for node in tree.numbers() {
            for &head in tree.above(node) {
                shortcuts[next[head as usize] as usize] = (node, number);
                next[head as usize] += 1;
                number += 1;
            }
        }
        Below { firsts, shortcuts }
    }

    fn of_node(&self, node: u32) -> &[(u32, u32)] {
        let [first, end] = [node, node + 1].map(|node| self.firsts[node as usize] as usize);
        &self.shortcuts[first..end]
    }
}

/// What shortcuts from one node to others cost, by how deep these lie.
struct Row(Vec<Offered>);

impl Row {
    fn new(tree: &Tree) -> Row {
        Row(vec![Offered::NOTHING; tree.height()])
    }
}

struct Work<'a> {
    tree: &'a Tree,
    arcs: &'a Arcs,
    below: &'a Below,
}

impl Work<'_> {
    /// Prices the shortcuts that lead up from a node: as its links, or over a lower node.
    fn price(&self, node: u32, slices: &mut Slices<'_>, Row(row): &mut Row) {
        let tree = self.tree;
        let Slices { first, prices, vias } = slices;
        let first = *first;
        let own = tree.shortcuts(node);
        for &depth in &tree.head_depths[own.clone()] {
            row[usize::from(depth)] = Offered::NOTHING;
        }
        let to_higher = |&(other, cost): &(u32, u32)| {
            let other = tree.ranks[other as usize];
            (other > node).then(|| (usize::from(tree.depths[other as usize]), cost))
        };
        let own_node = tree.nodes[node as usize];
        for (depth, cost) in self.arcs.outgoing.of_node(own_node).iter().filter_map(to_higher) {
            row[depth].up(cost, NONE);
        }
        for (depth, cost) in self.arcs.incoming.of_node(own_node).iter().filter_map(to_higher) {
            row[depth].down(cost, NONE);
        }
        for &(lower, shortcut) in self.below.of_node(node) {
            let shortcut = shortcut as usize;
            let Price { up: up_here, down: down_here } = prices[shortcut - first];
            if up_here == NO_WAY && down_here == NO_WAY {
                continue;
            }
            let on = shortcut + 1..tree.shortcuts(lower).end;
            let onward = &prices[on.start - first..on.end - first];
            for (&depth, price) in tree.head_depths[on].iter().zip(onward) {
                let known = &mut row[usize::from(depth)];
                known.up(down_here.saturating_add(price.up), lower);
                known.down(price.down.saturating_add(up_here), lower);
            }
        }
        for shortcut in own {
            let Offered { price, via } = row[usize::from(tree.head_depths[shortcut])];
            prices[shortcut - first] = price;
            vias[shortcut - first] = Via { head: tree.heads[shortcut], ..via };
        }
    }
}
