//! A ring of buckets: the open list for whole-number costs that only ever rise.
//!
//! ```text
//!   keys by f   ... | now: in order | bucket | bucket | empty | bucket | ... | later: a heap
//!                     ^ being emptied   unsorted lists, one per range of f       beyond the ring
//! ```
//!
//! An entry is first thrown unsorted into the bucket of its f, and only the bucket that is being
//! emptied is put in order, once. After Dial (1969), with Denardo and Fox's (1979) overflow.
//!
//! What joins the bucket that is being emptied mostly goes on top: a node of the same f as the one
//! just closed lies a step nearer to the goal, so its h is lower than that of all that wait there.
//! What does not is put in a heap beside.
//!
//! PERF: with a heap of four children in place of the bucket in order, A* took 171 ns an expansion on
//! 512 x 512 cells of 25 % noise, and took 94 ns so, all else being equal; on 2048 x 2048 it was 252
//! and 103 ns.

use super::{Entry, Frontier, Heap};
use xunlu_map::Cost;

/// PERF: 8192 and 2048 buckets: 85.2 and 81.3 ns an expansion on noise of nine terrains, 63.5 and
/// 60.3 ns on plain noise; 512 are no better.
const RING: usize = 2048;
const WORDS: usize = RING / 64;
const NOTHING: u32 = u32::MAX;
/// How far from the end of `now` an entry may be put in.
const NEAR: usize = 8;

/// Entries with keys (f, then h) in the upper and lower half. The f of an entry must not be below
/// that of the last one popped.
#[derive(Debug)]
pub(crate) struct Buckets {
    // The bucket being emptied, the next entry last; its number is `current`.
    now: Vec<Entry>,
    current: u64,
    // What came to it later and does not belong near the end of `now`.
    beside: Heap,
    // One list a bucket, linked through `slots`; a bit says which are not empty.
    heads: Vec<u32>,
    filled: [u64; WORDS],
    waiting: usize,
    slots: Vec<Slot>,
    free: u32,
    // Entries more than a ring away.
    later: Heap,
    // A bucket holds 2^shift values of f.
    shift: u32,
}

/// An entry of a bucket, packed.
#[derive(Clone, Copy, Debug)]
struct Slot {
    f: u32,
    h: u32,
    node: u32,
    next: u32,
}

impl Slot {
    #[inline]
    fn new(entry: Entry, next: u32) -> Slot {
        Slot { f: upper_half(entry.key), h: lower_half(entry.key), node: entry.node, next }
    }

    #[inline]
    fn entry(self) -> Entry {
        Entry { key: u64::from(self.f) << 32 | u64::from(self.h), node: self.node }
    }
}

impl Default for Buckets {
    fn default() -> Buckets {
        Buckets {
            now: Vec::new(),
            current: 0,
            beside: Heap::default(),
            // Made on first use: an empty workspace allocates nothing.
            heads: Vec::new(),
            filled: [0; WORDS],
            waiting: 0,
            slots: Vec::new(),
            free: NOTHING,
            later: Heap::default(),
            shift: 0,
        }
    }
}

impl Buckets {
    #[inline]
    fn bucket_of(&self, entry: &Entry) -> u64 {
        entry.key >> 32 >> self.shift
    }

    fn put(&mut self, bucket: u64, entry: Entry) {
        if self.heads.is_empty() {
            self.heads.resize(RING, NOTHING);
        }
        let place = place_in_ring(bucket);
        let slot = Slot::new(entry, self.heads[place]);
        let number = if self.free == NOTHING {
            self.slots.push(slot);
            u32::try_from(self.slots.len() - 1).expect("four billion entries do not fit in memory")
        } else {
            let number = self.free;
            self.free = self.slots[number as usize].next;
            self.slots[number as usize] = slot;
            number
        };
        self.heads[place] = number;
        self.filled[place / 64] |= 1 << (place % 64);
        self.waiting += 1;
    }

    /// Moves a bucket's entries into `now`.
    fn take_bucket(&mut self, place: usize) {
        let mut number = std::mem::replace(&mut self.heads[place], NOTHING);
        self.filled[place / 64] &= !(1 << (place % 64));
        while number != NOTHING {
            let slot = self.slots[number as usize];
            self.now.push(slot.entry());
            self.slots[number as usize].next = self.free;
            self.free = number;
            number = slot.next;
        }
        self.waiting -= self.now.len();
    }

    /// Adds an entry to the bucket being emptied.
    #[inline]
    fn put_now(&mut self, entry: Entry) {
        let mut place = self.now.len();
        let farthest = place.saturating_sub(NEAR);
        while place > 0 && self.now[place - 1].comes_before(&entry) {
            if place == farthest {
                self.beside.push(entry);
                return;
            }
            place -= 1;
        }
        self.now.insert(place, entry);
    }

    /// How many buckets ahead of `current` the next one with entries lies.
    fn next_filled(&self) -> Option<u64> {
        if self.waiting == 0 {
            return None;
        }
        let start = place_in_ring(self.current);
        for ahead in 0..=WORDS {
            let word = (start / 64 + ahead) % WORDS;
            let mut bits = self.filled[word];
            if ahead == 0 {
                bits &= u64::MAX << (start % 64);
            } else if ahead == WORDS {
                bits &= !(u64::MAX << (start % 64));
            }
            if bits != 0 {
                let place = word * 64 + bits.trailing_zeros() as usize;
                return Some(((place + RING - start) % RING) as u64);
            }
        }
        None
    }

    /// Fills `now` from the next bucket or from what waits beyond the ring.
    fn move_on(&mut self) -> Option<()> {
        let in_ring = self.next_filled().map(|ahead| self.current + ahead);
        let beyond = self.later.peek().map(|entry| self.bucket_of(entry));
        self.current = match (in_ring, beyond) {
            (Some(a), Some(b)) => a.min(b),
            (one, other) => one.or(other)?,
        };
        if in_ring == Some(self.current) {
            self.take_bucket(place_in_ring(self.current));
        }
        while let Some(entry) = self.later.peek().copied() {
            if self.bucket_of(&entry) != self.current {
                break;
            }
            self.later.pop();
            self.now.push(entry);
        }
        if self.now.len() > 1 {
            self.now.sort_unstable_by_key(|entry| std::cmp::Reverse(entry.rank()));
        }
        Some(())
    }
}

fn place_in_ring(bucket: u64) -> usize {
    usize::try_from(bucket % RING as u64).expect("the ring is small")
}

fn upper_half(key: u64) -> u32 {
    u32::try_from(key >> 32).expect("half of 64 bits")
}

fn lower_half(key: u64) -> u32 {
    u32::try_from(key & u64::from(u32::MAX)).expect("half of 64 bits")
}

impl Frontier for Buckets {
    fn clear(&mut self) {
        for (word, bits) in self.filled.iter_mut().enumerate() {
            while *bits != 0 {
                self.heads[word * 64 + bits.trailing_zeros() as usize] = NOTHING;
                *bits &= *bits - 1;
            }
        }
        self.now.clear();
        self.beside.clear();
        self.later.clear();
        self.slots.clear();
        self.free = NOTHING;
        self.waiting = 0;
        self.current = 0;
        self.shift = 0;
    }

    #[inline]
    fn push(&mut self, entry: Entry) {
        let bucket = self.bucket_of(&entry);
        // A key that falls, which a consistent heuristic never lets happen, joins the bucket that is
        // being emptied: it is out of order no longer than until the next pop.
        if bucket <= self.current {
            self.put_now(entry);
        } else if bucket - self.current < RING as u64 {
            self.put(bucket, entry);
        } else {
            self.later.push(entry);
        }
    }

    #[inline]
    fn pop(&mut self) -> Option<Entry> {
        loop {
            if let Some(other) = self.beside.peek()
                && self.now.last().is_none_or(|entry| other.comes_before(entry))
            {
                return self.beside.pop();
            }
            if let Some(entry) = self.now.pop() {
                return Some(entry);
            }
            self.move_on()?;
        }
    }

    fn bytes(&self) -> usize {
        self.now.capacity() * size_of::<Entry>()
            + self.beside.bytes()
            + self.later.bytes()
            + self.heads.capacity() * size_of::<u32>()
            + self.slots.capacity() * size_of::<Slot>()
    }

    fn each(&self, mut look: impl FnMut(&Entry)) {
        self.now.iter().for_each(&mut look);
        self.beside.each(&mut look);
        self.later.each(&mut look);
        for &head in &self.heads {
            let mut number = head;
            while number != NOTHING {
                let slot = &self.slots[number as usize];
                look(&slot.entry());
                number = slot.next;
            }
        }
    }

    /// Chooses the width of a bucket so that the ring reaches two of the most expensive steps
    /// ahead. With a consistent heuristic f rises by at most two steps' cost at once on an
    /// undirected map.
    fn tune(&mut self, step_max: Cost) {
        let waits_now = !self.now.is_empty() || self.beside.peek().is_some();
        if self.waiting > 0 || waits_now || self.later.peek().is_some() {
            return;
        }
        let f = self.current << self.shift;
        let reach = u64::from(step_max.0) * 2;
        self.shift = (reach / RING as u64 + 1).next_power_of_two().trailing_zeros();
        self.current = f >> self.shift;
    }
}
