//! Pairs of components, looked up in order and counted one by one: a tree.

use super::keyed::Keyed;

/// Pairs of components by key, with how many patches of the one are joined to how many of the other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::components) struct Ends {
    counts: Keyed,
}

impl Ends {
    /// These pairs, in any order and any number of times.
    pub(in crate::components) fn of(pairs: Vec<u64>) -> Ends {
        let mut ends = Ends::default();
        pairs.into_iter().for_each(|pair| ends.add(pair));
        ends
    }

    /// The first pair from a key on.
    pub(in crate::components) fn first_from(&self, key: u64) -> Option<u64> {
        self.counts.range(key..).next().map(|(&pair, _)| pair)
    }

    pub(in crate::components) fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Without what a tree keeps besides, about half as much again.
    pub(in crate::components) fn bytes(&self) -> usize {
        self.counts.len() * size_of::<(u64, u32)>()
    }

    /// Counts a pair once more.
    pub(in crate::components) fn add(&mut self, pair: u64) {
        *self.counts.entry(pair).or_default() += 1;
    }

    /// Counts a pair once less.
    pub(in crate::components) fn remove(&mut self, pair: u64) {
        let count = self.counts.get_mut(&pair).expect("only what was counted is taken away");
        *count -= 1;
        if *count == 0 {
            self.counts.remove(&pair);
        }
    }
}
