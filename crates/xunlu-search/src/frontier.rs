//! The open list: which node to close next.
//!
//! Every frontier hands out entries in exactly the same order, by key and then by the lower node
//! number, so that which one a search uses changes its speed and nothing else. The tests below hold
//! them together.

use xunlu_map::Cost;

mod buckets;
mod heap;
mod line;

pub(crate) use buckets::Buckets;
pub(crate) use heap::Heap;
pub(crate) use line::{Queue, Stack};

/// A node waiting to be closed. When a cheaper path to it is found it is put in again, with a lower
/// key, and so comes out for the last time first: an entry of a node that is no longer open is stale
/// and skipped by the search. That is cheaper than finding and moving it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// What to order by; lower first. For A*: f in the upper half, h in the lower.
    pub(crate) key: u64,
    /// Which node.
    pub(crate) node: u32,
}

impl Entry {
    /// PERF: one wide comparison instead of two that branch: open-dijkstra 67.8 to 59.8 M,
    /// weighted-astar-on-terrain 57.4 to 52.6 M, noise-astar 28.1 to 28.9 M instructions
    /// (`cargo xtask gate`).
    #[inline]
    fn comes_before(&self, other: &Entry) -> bool {
        self.rank() < other.rank()
    }

    #[inline]
    fn rank(&self) -> u128 {
        u128::from(self.key) << 32 | u128::from(self.node)
    }
}

/// A place for entries to wait.
pub(crate) trait Frontier {
    /// Forgets all entries and keeps the memory. Costs O(entries that were put in).
    fn clear(&mut self);
    /// Adds an entry.
    fn push(&mut self, entry: Entry);
    /// Takes the first entry out.
    fn pop(&mut self) -> Option<Entry>;
    /// How much memory it has grown to.
    fn bytes(&self) -> usize;
    /// Shows every entry, in no particular order.
    fn each(&self, look: impl FnMut(&Entry));
    /// Hears what steps cost on this graph, once, while no more than the first entry was popped.
    fn tune(&mut self, step_max: Cost) {
        let _ = step_max;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sequence of pushes and pops whose keys never fall below the last one popped, as in a search
    /// with a consistent heuristic.
    fn drain_like_a_search(frontier: &mut impl Frontier, step_max: u32, seed: u64) -> Vec<Entry> {
        let mut state = seed;
        let mut random = |below: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            u32::try_from((state >> 33) % u64::from(below)).unwrap()
        };
        let mut order = Vec::new();
        frontier.clear();
        frontier.push(Entry { key: 7 << 32 | 3, node: 0 });
        let mut node = 1;
        while let Some(entry) = frontier.pop() {
            order.push(entry);
            if order.len() == 1 {
                frontier.tune(Cost(step_max));
            }
            for _ in 0..if node < 2_000 { random(4) } else { 0 } {
                let f = (entry.key >> 32) + u64::from(random(3) * random(step_max));
                frontier.push(Entry { key: f << 32 | u64::from(random(5)), node });
                node += 1;
            }
        }
        order
    }

    #[test]
    fn buckets_and_heap_agree_to_the_letter() {
        let (mut heap, mut buckets) = (Heap::default(), Buckets::default());
        for (round, step_max) in (0_u64..).zip([1, 2, 14, 3_363, 30_000, 1 << 28].repeat(8)) {
            let by_heap = drain_like_a_search(&mut heap, step_max, round);
            let by_buckets = drain_like_a_search(&mut buckets, step_max, round);
            assert_eq!(by_heap, by_buckets, "round {round}, steps up to {step_max}");
            assert!(by_heap.is_sorted_by(|a, b| a.key >> 32 <= b.key >> 32), "round {round}");
        }
    }

    #[test]
    fn clearing_in_the_middle_leaves_nothing_behind() {
        let mut buckets = Buckets::default();
        for round in 0..3 {
            for node in round..round + 100 {
                buckets.push(Entry { key: u64::from(node * 997) << 32, node });
            }
            for node in round..round + 37 {
                assert_eq!(buckets.pop().unwrap().node, node);
            }
            buckets.clear();
            assert_eq!(buckets.pop(), None);
            buckets.clear();
        }
    }

    #[test]
    fn every_entry_is_shown() {
        fn check(mut frontier: impl Frontier) {
            for node in 0..50 {
                let key = u64::from(node % 7 * 100_000) << 32;
                frontier.push(Entry { key, node });
            }
            frontier.pop();
            let mut seen = 0;
            frontier.each(|_| seen += 1);
            assert_eq!(seen, 49);
        }
        check(Heap::default());
        check(Buckets::default());
        check(Queue::default());
        check(Stack::default());
    }
}
