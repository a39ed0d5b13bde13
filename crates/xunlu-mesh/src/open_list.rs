//! The open list of searches over a mesh: what to look at next, the least first.

/// A heap with four children a node (LaMarca and Ladner 1996). Of equal `f` the newest comes first: it is
/// nearer to the goal more often than not.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpenList {
    entries: Vec<Entry>,
    // The first entry was taken. The next one takes its place: most often it is among the least.
    is_first_taken: bool,
}

/// The bits of `f`, which are in the order of numbers that are not negative, above a number counted down, so
/// that the newest is the least.
type Entry = u128;

const CHILDREN: usize = 4;

impl OpenList {
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.is_first_taken = false;
    }

    #[inline]
    pub(crate) fn push(&mut self, f: f64, number: u32) {
        debug_assert!(f >= 0.0, "a length is not negative");
        let entry = Entry::from(f.to_bits()) << 32 | Entry::from(u32::MAX - number);
        if std::mem::take(&mut self.is_first_taken) {
            self.sink(entry);
            return;
        }
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
        if std::mem::take(&mut self.is_first_taken) {
            let last = self.entries.pop()?;
            if !self.entries.is_empty() {
                self.sink(last);
            }
        }
        let first = *self.entries.first()?;
        self.is_first_taken = true;
        Some(read(first))
    }

    /// Those that wait of this number and of higher ones, in their order, with their `f`.
    pub(crate) fn since(&self, number: u32) -> Vec<(u32, f64)> {
        let waiting = self.entries.iter().skip(self.is_first_taken.into());
        let all = waiting.map(|&entry| read(entry)).map(|(f, number)| (number, f));
        let mut since: Vec<(u32, f64)> = all.filter(|&(other, _)| other >= number).collect();
        since.sort_unstable_by_key(|&(number, _)| number);
        since
    }

    /// Moves a gap down from the top until `entry` fits into it.
    fn sink(&mut self, entry: Entry) {
        let entries = &mut self.entries[..];
        let mut gap = 0;
        // PERF: a fixed row of four is compared in half the instructions of a range of children.
        while let Some(&[one, two, three, four]) =
            entries.get(gap * CHILDREN + 1..).and_then(<[Entry]>::first_chunk)
        {
            let (lower, by_lower) = if two < one { (two, 1) } else { (one, 0) };
            let (upper, by_upper) = if four < three { (four, 3) } else { (three, 2) };
            let (least, by) = if upper < lower { (upper, by_upper) } else { (lower, by_lower) };
            if entry <= least {
                entries[gap] = entry;
                return;
            }
            entries[gap] = least;
            gap = gap * CHILDREN + 1 + by;
        }
        let rest = gap * CHILDREN + 1..entries.len();
        if let Some(child) = rest.min_by_key(|&child| entries[child])
            && entries[child] < entry
        {
            entries[gap] = entries[child];
            gap = child;
        }
        entries[gap] = entry;
    }

    pub(crate) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>()
    }
}

#[inline]
fn read(entry: Entry) -> (f64, u32) {
    // The two halves of it.
    #[allow(clippy::cast_possible_truncation, reason = "the upper bits are the other half")]
    let (f, older) = ((entry >> 32) as u64, entry as u32);
    (f64::from_bits(f), u32::MAX - older)
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
        assert_eq!(open.pop(), None);
    }

    #[test]
    fn it_agrees_with_a_sorted_row_whatever_comes_and_goes() {
        let random = &mut xunlu_testkit::Random::new(1);
        let mut open = OpenList::default();
        for _ in 0..100 {
            open.clear();
            let mut row: Vec<(u32, u32)> = Vec::new();
            for number in 0..300 {
                if random.below(5) < 3 {
                    let f = random.below(20);
                    open.push(f.into(), number);
                    row.push((f, u32::MAX - number));
                    row.sort_unstable();
                } else {
                    let first = (!row.is_empty()).then(|| row.remove(0));
                    let expected = first.map(|(f, older)| (f64::from(f), u32::MAX - older));
                    assert_eq!(open.pop(), expected);
                }
                let mut waiting: Vec<(u32, f64)> =
                    row.iter().map(|&(f, older)| (u32::MAX - older, f.into())).collect();
                waiting.retain(|&(number, _)| number >= 100);
                waiting.sort_unstable_by_key(|&(number, _)| number);
                assert_eq!(open.since(100), waiting);
            }
        }
    }
}
