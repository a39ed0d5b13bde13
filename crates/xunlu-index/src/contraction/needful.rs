//! Which shortcuts cheapest ways need, of all that contraction makes: on a grid one in several.
//!
//! From the highest node down it is known what the cheapest ways to the ends of its shortcuts cost: these are
//! joined by shortcuts as well, so that nothing else is looked at. A shortcut that costs more is needed by
//! nobody (perfect customization; Dibbelt, Strasser and Wagner 2016), nor is one instead of which another
//! shortcut and a way on from there cost no more. What those that are left lead over is kept as well, so that
//! each can be put in its steps.

use super::metric::{Metric, NO_WAY, NODES_A_TELL, PARTS_A_TELL, Price, Via, above_parts, parts};
use super::rows::Square;
use super::tree::{NONE, Tree};
use crate::threads::each_of_few;
use std::sync::Mutex;

/// A shortcut that is needed on the way up from its lower node, or on the way down to it.
pub(super) const UP: u8 = 1;
pub(super) const DOWN: u8 = 2;

/// How many bytes finding out takes, whatever comes of it.
pub(super) fn bytes_of(tree: &Tree, threads: usize) -> usize {
    let squares = threads.saturating_mul(Square::bytes_of(tree.height()));
    let parts = parts(tree, threads);
    let above = above_parts(tree, &parts).map(|node| tree.above(node).len());
    let known = if threads == 1 { 0 } else { above.sum::<usize>() };
    squares.saturating_add(known.saturating_mul(2 * size_of::<u32>()))
}

/// For each shortcut which ways it is needed. It does not depend on how many threads there are.
/// Returns `None` once it is told to give up.
pub(super) fn needful(
    tree: &Tree,
    metric: &Metric,
    threads: usize,
    goes_on: &dyn Fn(f64) -> bool,
) -> Option<Vec<u8>> {
    let mut needs = vec![0; tree.heads.len()];
    let work = Work { tree, metric };
    let parts = parts(tree, threads);
    let mut sifting = Sifting::new(tree);
    // Those above the parts, from the root down; what it costs between them and the ends of their shortcuts
    // is kept for the parts.
    let mut known: Vec<(u32, [Vec<u32>; 2])> = Vec::new();
    for node in above_parts(tree, &parts) {
        if node.is_multiple_of(NODES_A_TELL) {
            goes_on(1.0 - tree.part_before(node)).then_some(())?;
        }
        work.sift(node, &mut sifting, 0, &mut needs);
        if !parts.is_empty() {
            known.push((node, [sifting.to.clone(), sifting.from.clone()]));
        }
    }
    // All below a node come right before it, and so do their shortcuts: each part has a slice of its own.
    let mut slices = Vec::with_capacity(parts.len());
    let (mut rest, mut begin) = (&mut needs[..], 0);
    for part in &parts {
        let [first, end] = [part.start, part.end].map(|node| tree.first_shortcut(node));
        let (_, from_first) = rest.split_at_mut(first - begin);
        let (slice, after) = from_first.split_at_mut(end - first);
        slices.push(Mutex::new((first, slice)));
        (rest, begin) = (after, end);
    }
    if parts.is_empty() {
        return Some(needs);
    }
    let mut spaces = vec![sifting];
    spaces.resize_with(threads, || Sifting::new(tree));
    let sift_part = |sifting: &mut Sifting, number: usize| {
        let mut slice = slices[number].lock().expect("nobody panics with it");
        let (first, needs) = &mut *slice;
        let mut above = tree.parent(parts[number].end - 1);
        let mut path = Vec::new();
        while let Some(node) = above {
            path.push(node);
            above = tree.parent(node);
        }
        for (depth, &node) in path.iter().rev().enumerate() {
            let at = known.binary_search_by(|own| node.cmp(&own.0));
            let (_, [to, from]) = &known[at.expect("who is above a part is in none")];
            let ends = &tree.head_depths[tree.shortcuts(node)];
            sifting.square.put_ends(depth, ends, [to, from]);
        }
        parts[number].clone().rev().for_each(|node| work.sift(node, sifting, *first, needs));
    };
    for begin in (0..parts.len()).step_by(PARTS_A_TELL * threads) {
        goes_on(tree.part_before(parts[begin].start)).then_some(())?;
        let some = (parts.len() - begin).min(PARTS_A_TELL * threads);
        each_of_few(some, &mut spaces, |sifting, number| sift_part(sifting, begin + number));
    }
    drop(slices);
    Some(needs)
}

/// What sifting the shortcuts of a node takes.
struct Sifting {
    square: Square,
    // What it costs from the node to the end of each of its shortcuts, and back.
    to: Vec<u32>,
    from: Vec<u32>,
    // Their numbers, the cheapest first.
    by_price: Vec<u32>,
    // Which of them cost no more than the cheapest way, with that, and which are needed. Each with how deep
    // it ends.
    offered: Vec<(u32, u16, usize)>,
    needed: Vec<(u16, usize)>,
}

impl Sifting {
    fn new(tree: &Tree) -> Sifting {
        let square = Square::new(tree, |_| true);
        Sifting {
            square,
            to: vec![],
            from: vec![],
            by_price: vec![],
            offered: vec![],
            needed: vec![],
        }
    }
}

struct Work<'a> {
    tree: &'a Tree,
    metric: &'a Metric,
}

impl Work<'_> {
    /// Finds out which shortcuts that lead up from a node are needed, those of all above it known. `needs`
    /// are those of shortcuts from `first` on.
    fn sift(&self, node: u32, sifting: &mut Sifting, first: usize, needs: &mut [u8]) {
        let Work { tree, metric } = *self;
        let Sifting { square, to, from, by_price, offered, needed } = sifting;
        let shortcuts = tree.shortcuts(node);
        let (prices, depths) =
            (&metric.prices[shortcuts.clone()], &tree.head_depths[shortcuts.clone()]);
        for costs in [&mut *to, &mut *from] {
            costs.clear();
            costs.resize(shortcuts.len(), NO_WAY);
        }
        by_price.clear();
        by_price.extend((0..).zip(prices).map(|(number, _)| number));
        by_price.sort_unstable_by_key(|&number: &u32| {
            let Price { up, down } = prices[number as usize];
            (u64::from(up) + u64::from(down), number)
        });
        square.work_out_ends(prices, depths, by_price, [to, from]);
        if tree.sizes[node as usize] > 1 {
            square.put_ends(usize::from(tree.depths[node as usize]), depths, [to, from]);
        }
        let needs_here = &mut needs[shortcuts.start - first..shortcuts.end - first];
        for (sense, cheapest) in [(UP, &*to), (DOWN, &*from)] {
            offered.clear();
            needed.clear();
            for (number, (price, &depth)) in prices.iter().zip(depths).enumerate() {
                let price = if sense == UP { price.up } else { price.down };
                if needs_here[number] & sense != 0 {
                    needed.push((depth, number));
                } else if price != NO_WAY && price == cheapest[number] {
                    offered.push((price, depth, number));
                }
            }
            offered.sort_unstable();
            for &(price, depth, number) in &*offered {
                let is_needless = needed.iter().any(|&(over, needed)| {
                    let more = if sense == UP {
                        square.cost(over, depth)
                    } else {
                        square.cost(depth, over)
                    };
                    cheapest[needed].saturating_add(more) <= price
                });
                if !is_needless {
                    needed.push((depth, number));
                    needs_here[number] |= sense;
                }
            }
        }
        self.need_what_is_below(node, first, needs);
    }

    /// Marks what the needed shortcuts of a node lead over.
    fn need_what_is_below(&self, node: u32, first: usize, needs: &mut [u8]) {
        let Work { tree, metric } = *self;
        for shortcut in tree.shortcuts(node) {
            let (own, Via { head, up, down }) = (needs[shortcut - first], metric.vias[shortcut]);
            let mut need = |over: u32, higher: u32, sense: u8| {
                let below = tree.between(over, higher);
                let below =
                    below.expect("a shortcut leads over a node that is next to both its ends");
                needs[below - first] |= sense;
            };
            if own & UP != 0 && up != NONE {
                need(up, node, DOWN);
                need(up, head, UP);
            }
            if own & DOWN != 0 && down != NONE {
                need(down, head, DOWN);
                need(down, node, UP);
            }
        }
    }
}
