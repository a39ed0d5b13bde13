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

/// How far keys lie apart, by which a frontier may lay them out. Whatever it is told, the order stays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spread {
    /// By how much a step may raise a key.
    pub(crate) rise: u64,
    /// By how much a step may lower it.
    pub(crate) fall: u64,
    /// How many of the lowest bits only say which of nearly equal keys comes first.
    pub(crate) tie_bits: u32,
}

impl Spread {
    /// Of keys that are all the same.
    pub(crate) const NONE: Spread = Spread { rise: 0, fall: 0, tie_bits: 0 };

    /// Of keys with f in the upper half. With a consistent heuristic f never falls, and rises by at most two
    /// steps' cost at once on an undirected map.
    pub(crate) fn of_f(step_max: Cost) -> Spread {
        let rise = (u64::from(step_max.0) << 32).saturating_mul(2);
        Spread { rise, fall: 0, tie_bits: 32 }
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
    /// Hears how far keys lie apart on this graph, while it is empty.
    fn tune(&mut self, spread: Spread) {
        let _ = spread;
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
                frontier.tune(Spread::of_f(Cost(step_max)));
            }
            for _ in 0..if node < 2_000 { random(4) } else { 0 } {
                let f = (entry.key >> 32) + u64::from(random(3) * random(step_max));
                frontier.push(Entry { key: f << 32 | u64::from(random(5)), node });
                node += 1;
            }
        }
        order
    }

    /// The same with keys that fall as often as they rise, by steps or out of all proportion.
    fn drain_with_falls(frontier: &mut impl Frontier, percent: u64, seed: u64) -> Vec<Entry> {
        let mut state = seed;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % below
        };
        let (rise, fall) = (14 * (percent + 100), 14 * (percent - 100));
        let mut order = Vec::new();
        frontier.clear();
        frontier.tune(Spread { rise, fall, tie_bits: 0 });
        frontier.push(Entry { key: 1 << 20, node: 0 });
        let mut node = 1;
        while let Some(entry) = frontier.pop() {
            order.push(entry);
            for _ in 0..if node < 3_000 { random(4) } else { 0 } {
                let key = match random(50) {
                    0 => random(1 << 22),
                    1 => u64::MAX - random(2),
                    2..25 => entry.key.saturating_add(random(rise + 1)),
                    _ => entry.key.saturating_sub(random(fall + 1)),
                };
                // Some come in again with another key, and some alike.
                node += u32::from(random(8) > 0);
                frontier.push(Entry { key, node });
            }
        }
        order
    }

    #[test]
    fn falling_keys_change_no_order() {
        let (mut heap, mut buckets) = (Heap::default(), Buckets::<true>::default());
        let mut longest = 0;
        for (round, percent) in (0_u64..).zip([100, 101, 150, 300, 1_000, 1 << 30].repeat(40)) {
            let by_heap = drain_with_falls(&mut heap, percent, round);
            assert_eq!(
                by_heap,
                drain_with_falls(&mut buckets, percent, round),
                "round {round}, {percent}"
            );
            longest = longest.max(by_heap.len());
        }
        assert!(longest > 3_000, "{longest}");
    }

    #[test]
    fn buckets_and_heap_agree_to_the_letter() {
        let (mut heap, mut buckets) = (Heap::default(), Buckets::<false>::default());
        for (round, step_max) in (0_u64..).zip([1, 2, 14, 3_363, 30_000, 1 << 28].repeat(8)) {
            let by_heap = drain_like_a_search(&mut heap, step_max, round);
            let by_buckets = drain_like_a_search(&mut buckets, step_max, round);
            assert_eq!(by_heap, by_buckets, "round {round}, steps up to {step_max}");
            assert!(by_heap.is_sorted_by(|a, b| a.key >> 32 <= b.key >> 32), "round {round}");
        }
    }

    #[test]
    fn clearing_in_the_middle_leaves_nothing_behind() {
        fn check(mut buckets: impl Frontier) {
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
        check(Buckets::<false>::default());
        check(Buckets::<true>::default());
    }

    #[test]
    fn what_waits_beside_comes_after_a_fall() {
        let mut buckets = Buckets::<true>::default();
        buckets.tune(Spread { rise: 1 << 20, fall: 1 << 20, tie_bits: 0 });
        let key = 1 << 30;
        (0..10).for_each(|node| buckets.push(Entry { key, node }));
        assert_eq!(buckets.pop().unwrap().node, 0);
        buckets.push(Entry { key: key + 1, node: 10 });
        assert!((1..10).all(|node| buckets.pop().unwrap().node == node));
        buckets.push(Entry { key: key - (1 << 20), node: 11 });
        assert!([11, 10].into_iter().all(|node| buckets.pop().unwrap().node == node));
        assert_eq!(buckets.pop(), None);
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
        check(Buckets::<false>::default());
        check(Buckets::<true>::default());
        check(Queue::default());
        check(Stack::default());
    }
}
