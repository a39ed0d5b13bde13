//! The open list of searches over a mesh: what to look at next, the least first.

/// A heap with four children a node (LaMarca and Ladner 1996). Of equal `f` the newest comes first: it is
/// nearer to the goal more often than not.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpenList {
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Entry {
    // The bits of a number that is not negative are in its order.
    f: u64,
    // Counted down, so that the newest is the least.
    older: u32,
}

const CHILDREN: usize = 4;

impl OpenList {
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
    }

    #[inline]
    pub(crate) fn push(&mut self, f: f64, number: u32) {
        debug_assert!(f >= 0.0, "a length is not negative");
        let entry = Entry { f: f.to_bits(), older: u32::MAX - number };
        let mut gap = self.entries.len();
        self.entries.push(entry);
        while gap > 0 {
            let parent = (gap - 1) / CHILDREN;
            if self.entries[parent] <= entry {
                break;
            }
            self.entries[gap] = self.entries[parent];
            gap = parent;
        }
        self.entries[gap] = entry;
    }

    /// Takes the least, with its `f`.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(f64, u32)> {
        let top = *self.entries.first()?;
        let last = self.entries.pop()?;
        if !self.entries.is_empty() {
            self.sink(last);
        }
        Some((f64::from_bits(top.f), u32::MAX - top.older))
    }

    /// Those that wait of this number and of higher ones, in their order, with their `f`.
    pub(crate) fn since(&self, number: u32) -> Vec<(u32, f64)> {
        let all = self.entries.iter().map(|entry| (u32::MAX - entry.older, entry.f));
        let mut since: Vec<(u32, u64)> = all.filter(|&(other, _)| other >= number).collect();
        since.sort_unstable();
        since.into_iter().map(|(number, f)| (number, f64::from_bits(f))).collect()
    }

    /// Moves a gap down from the top until `entry` fits into it.
    #[inline]
    fn sink(&mut self, entry: Entry) {
        let entries = &mut self.entries[..];
        let mut gap = 0;
        loop {
            let first = gap * CHILDREN + 1;
            let children = first..(first + CHILDREN).min(entries.len());
            let Some(least) = children.min_by_key(|&child| entries[child]) else { break };
            if entry <= entries[least] {
                break;
            }
            entries[gap] = entries[least];
            gap = least;
        }
        entries[gap] = entry;
    }

    pub(crate) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_comes_first_and_of_equals_the_newest() {
        let mut open = OpenList::default();
        for (number, f) in [3.0, 1.0, 2.0, 1.0, 0.0, 3.0, 1.0].into_iter().enumerate() {
            open.push(f, u32::try_from(number).unwrap());
        }
        let order: Vec<u32> = std::iter::from_fn(|| open.pop()).map(|(_, number)| number).collect();
        assert_eq!(order, [4, 6, 3, 1, 2, 5, 0]);
    }
}
