//! A bucket queue: the open list of a search that may close nodes a little out of order.
//!
//! Entries whose f lies in the same small range share a bucket, and the last one pushed is popped first. So
//! both push and pop take constant time, and among near equals the search goes on where it last was. A node
//! may then be closed before the cheapest path to it is known, and once more after; with ranges narrower
//! than a step that is rare. After Dial (1969).

use super::numbers::SearchNode;

/// How many buckets. Entries further ahead wait aside.
const RING: usize = 4096;
const REACH: u32 = 4096;
const WORDS: usize = RING / 64;
const NOTHING: u32 = u32::MAX;

/// A node on the open list, by its number, and the g it had when it was pushed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OpenEntry {
    pub(crate) node: SearchNode,
    pub(crate) g: u32,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    entry: OpenEntry,
    next: u32,
}

#[derive(Debug)]
pub(crate) struct BucketQueue {
    // What was pushed for the range that is being emptied, or for a lower one, since that began.
    due: Vec<OpenEntry>,
    heads: Vec<u32>,
    // In a list of its own, because a workspace is moved about.
    filled: Vec<u64>,
    slots: Vec<Slot>,
    free: u32,
    in_ring: usize,
    // Entries a ring or more ahead, with their f, and the least of those.
    far: Vec<(u32, OpenEntry)>,
    far_least: u32,
    // The number of the range that is being emptied; a range holds 2^shift values of f.
    current: u32,
    shift: u32,
}

impl Default for BucketQueue {
    fn default() -> BucketQueue {
        BucketQueue {
            due: Vec::new(),
            heads: Vec::new(),
            filled: Vec::new(),
            slots: Vec::new(),
            free: NOTHING,
            in_ring: 0,
            far: Vec::new(),
            far_least: u32::MAX,
            current: 0,
            shift: 0,
        }
    }
}

impl BucketQueue {
    /// Forgets everything and makes ready for entries of `f` and above, where a step costs this much.
    pub(crate) fn begin(&mut self, f: u32, step: u32) {
        self.due.clear();
        // Made on first use: an empty workspace allocates nothing.
        self.heads.resize(RING, NOTHING);
        self.filled.resize(WORDS, 0);
        for (word, bits) in self.filled.iter_mut().enumerate() {
            while *bits != 0 {
                self.heads[word * 64 + bits.trailing_zeros() as usize] = NOTHING;
                *bits &= *bits - 1;
            }
        }
        self.slots.clear();
        self.free = NOTHING;
        self.in_ring = 0;
        self.far.clear();
        self.far_least = u32::MAX;
        self.shift = (step / 4).max(1).ilog2();
        self.current = f >> self.shift;
    }

    /// Pushes an entry.
    #[inline]
    pub(crate) fn push(&mut self, f: u32, entry: OpenEntry) {
        if self.is_due(f) {
            self.due.push(entry);
        } else {
            self.put_off(f, entry);
        }
    }

    fn put_off(&mut self, f: u32, entry: OpenEntry) {
        let range = f >> self.shift;
        if range - self.current >= REACH {
            self.far_least = self.far_least.min(f);
            self.far.push((f, entry));
        } else {
            self.put(range as usize % RING, entry);
        }
    }

    #[inline]
    fn put(&mut self, place: usize, entry: OpenEntry) {
        let slot = Slot { entry, next: self.heads[place] };
        let number = self.free;
        self.heads[place] = if let Some(unused) = self.slots.get_mut(number as usize) {
            self.free = unused.next;
            *unused = slot;
            number
        } else {
            self.slots.push(slot);
            u32::try_from(self.slots.len() - 1).expect("four billion entries do not fit in memory")
        };
        self.filled[place / 64] |= 1 << (place % 64);
        self.in_ring += 1;
    }

    /// The number of the range of f that is being emptied: all entries of lower ones were popped, but for
    /// those that were pushed since.
    #[inline]
    pub(crate) fn range(&self) -> u32 {
        self.current
    }

    /// Whether an entry of this f would be among the next to be popped.
    #[inline]
    pub(crate) fn is_due(&self, f: u32) -> bool {
        f >> self.shift <= self.current
    }

    /// Pops an entry of the least range. Returns `None` if all that are left have a range above that of
    /// `bound`.
    #[inline]
    pub(crate) fn pop_below(&mut self, bound: u32) -> Option<OpenEntry> {
        if self.due.is_empty() {
            return self.pop_from_ring(bound);
        }
        if self.current > bound >> self.shift {
            return None;
        }
        self.due.pop()
    }

    fn pop_from_ring(&mut self, bound: u32) -> Option<OpenEntry> {
        let mut place = self.current as usize % RING;
        if self.heads[place] == NOTHING {
            self.advance()?;
            place = self.current as usize % RING;
        }
        if self.current > bound >> self.shift {
            return None;
        }
        let number = self.heads[place];
        let Slot { entry, next } = self.slots[number as usize];
        self.slots[number as usize].next = self.free;
        self.free = number;
        self.heads[place] = next;
        if next == NOTHING {
            self.filled[place / 64] &= !(1 << (place % 64));
        }
        self.in_ring -= 1;
        Some(entry)
    }

    /// Advances to the next range with entries.
    fn advance(&mut self) -> Option<()> {
        let next = self.next_filled().map(|ahead| self.current + ahead);
        let far = self.far_least >> self.shift;
        match next {
            Some(next) if self.far.is_empty() || next < far => self.current = next,
            None if self.far.is_empty() => return None,
            _ => {
                self.current = far;
                self.pull_near();
            }
        }
        Some(())
    }

    /// Moves the entries that have come within reach of the ring into it.
    #[cold]
    fn pull_near(&mut self) {
        let mut far = std::mem::take(&mut self.far);
        self.far_least = u32::MAX;
        far.retain(|&(f, entry)| {
            let range = f >> self.shift;
            let is_far = range - self.current >= REACH;
            if is_far {
                self.far_least = self.far_least.min(f);
            } else {
                self.put(range as usize % RING, entry);
            }
            is_far
        });
        self.far = far;
    }

    /// How many ranges ahead of the current one the next with entries is.
    fn next_filled(&self) -> Option<u32> {
        if self.in_ring == 0 {
            return None;
        }
        let start = self.current as usize % RING;
        let mut word = start / 64;
        let mut bits = self.filled[word] & u64::MAX << (start % 64);
        while bits == 0 {
            word = (word + 1) % WORDS;
            bits = self.filled[word];
        }
        let place = word * 64 + bits.trailing_zeros() as usize;
        u32::try_from((place + RING - start) % RING).ok()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.due.capacity() * size_of::<OpenEntry>()
            + self.heads.capacity() * size_of::<u32>()
            + self.filled.capacity() * size_of::<u64>()
            + self.slots.capacity() * size_of::<Slot>()
            + self.far.capacity() * size_of::<(u32, OpenEntry)>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu_testkit::Random;

    /// Entries are popped once each, in order except within a range.
    #[test]
    fn ranges_come_out_in_order() {
        for (seed, reach) in [(1, 3000), (2, 400_000), (3, 90_000_000)] {
            let mut random = Random::new(seed);
            let mut queue = BucketQueue::default();
            for round in 0..3 {
                let first = round * 1000;
                queue.begin(first, 2378);
                let mut inside: Vec<u32> = Vec::new();
                let mut level = first;
                for node in 0..2000 {
                    let f = level + random.below(reach);
                    queue.push(f, OpenEntry { node: SearchNode(node), g: f });
                    inside.push(f);
                    if node % 3 != 0 {
                        let OpenEntry { g: f, .. } = queue.pop_below(u32::MAX).unwrap();
                        let least = *inside.iter().min().unwrap();
                        assert!(f >> 9 == least >> 9, "{f} before {least}");
                        inside.swap_remove(inside.iter().position(|&known| known == f).unwrap());
                        level = level.max(f >> 9 << 9);
                    }
                }
                while let Some(OpenEntry { g: f, .. }) = queue.pop_below(u32::MAX) {
                    let least = *inside.iter().min().unwrap();
                    assert!(f >> 9 == least >> 9);
                    inside.swap_remove(inside.iter().position(|&known| known == f).unwrap());
                }
                assert!(inside.is_empty());
            }
        }
    }

    #[test]
    fn nothing_is_popped_beyond_a_bound() {
        let mut queue = BucketQueue::default();
        queue.begin(0, 10);
        queue.push(7, OpenEntry { node: SearchNode(1), g: 7 });
        queue.push(50, OpenEntry { node: SearchNode(2), g: 50 });
        assert_eq!(queue.pop_below(40), Some(OpenEntry { node: SearchNode(1), g: 7 }));
        assert_eq!(queue.pop_below(40), None);
        assert_eq!(queue.pop_below(60), Some(OpenEntry { node: SearchNode(2), g: 50 }));
        assert_eq!(queue.pop_below(60), None);
    }

    #[test]
    fn what_is_pushed_for_the_range_that_is_being_emptied_comes_first() {
        let entry = |node: u32| OpenEntry { node: SearchNode(node), g: node };
        let mut queue = BucketQueue::default();
        queue.begin(8, 10);
        queue.push(9, entry(9));
        queue.begin(0, 10);
        assert_eq!(queue.pop_below(u32::MAX), None, "what was there is forgotten");
        for (f, node) in [(20, 1), (20, 2), (21, 3)] {
            queue.push(f, entry(node));
        }
        assert_eq!(queue.pop_below(u32::MAX), Some(entry(3)));
        queue.push(20, entry(4));
        queue.push(3, entry(5));
        assert_eq!(queue.pop_below(15), None, "the range that is being emptied is above the bound");
        for node in [5, 4, 2, 1] {
            assert_eq!(queue.pop_below(u32::MAX), Some(entry(node)));
        }
        assert_eq!(queue.pop_below(u32::MAX), None);
    }
}
