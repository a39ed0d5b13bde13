//! A ring of buckets: the open list for keys that are whole numbers.
//!
//! ```text
//!   keys  ... | now: in order | bucket | bucket | empty | bucket | ... | later: a heap
//!               ^ being emptied   unsorted lists, one per range of keys   beyond the ring
//! ```
//!
//! An entry is first thrown unsorted into the bucket of its key, and only the bucket that is being
//! emptied is put in order, once. After Dial (1969), with Denardo and Fox's (1979) overflow.
//!
//! What joins the bucket that is being emptied mostly goes on top: for A* a node of the same f as the
//! one just closed lies a step nearer to the goal, so its h is lower than that of all that wait there.
//! What does not is put in a heap beside.
//!
//! Keys may fall, as those of weighted A* do on the way to the goal. Then the ring goes back to an
//! earlier bucket, and what is left of the later one stays where it is, in order, below the entries of
//! the earlier one. The ring reaches so far back that it mostly can; where it cannot, the entry joins
//! the bucket that is being emptied, which costs time and changes no order.
//!
//! PERF: with a heap of four children in place of the bucket in order, A* took 171 ns an expansion on
//! 512 x 512 cells of 25 % noise, and took 94 ns so, all else being equal; on 2048 x 2048 it was 252
//! and 103 ns.

use super::{Entry, Frontier, Heap, Spread};

/// PERF: 2048 and 8192 buckets, weighted A* beside A* on maze512-4-0: 1.08 and 1.03 times, and A* on ground
/// of four prices 7 and 15% less (`--example weights`). Those of A* are no finer for it.
const RING: usize = 8192;
const WORDS: usize = RING / 64;
const NOTHING: u32 = u32::MAX;
/// How far from the end of `now` an entry may be put in.
const NEAR: usize = 8;
/// So many steps ahead, each raising the key, the ring reaches.
const RISES: u64 = 4;
/// And so many back, each lowering it, or more.
///
/// PERF: 48, 96, 128 and 192, weighted A* beside A* on maze512-32-0: 1.23, 1.14, 1.15 and 1.22 times at a
/// weight of 1.5, and 1.19, 1.01, 1.01 and 1.05 at 3.
const FALLS: u64 = 96;
/// Before anything is known of the keys: f, or what else there is, stands in the upper half.
const USUAL_SHIFT: u32 = 32;

/// Entries with keys of any kind. Whether they may fall below that of the last one handed out is said
/// beforehand: where they never do, `now` is one bucket, and what may be below it is not looked at.
///
/// PERF: looking at it all the same, open-dijkstra took 7% more instructions, open-astar 4%, and A* on
/// brc202d 3% longer. So did handing out and putting in by calls, on top of that; for the page, where bytes
/// count, they are calls.
#[derive(Debug)]
pub(crate) struct Buckets<const FALL: bool> {
    // The buckets being emptied, one above the other, the next entry last. The number of the uppermost
    // is `current`; no other entry is of a lower bucket.
    now: Vec<Entry>,
    current: u64,
    // What came to them later and does not belong near the end of `now`.
    beside: Heap,
    // One list a bucket, linked through `slots`; a bit says which are not empty. The ring begins at the
    // bucket `first`, and all that is in it lies after `current`.
    heads: Vec<u32>,
    filled: [u64; WORDS],
    first: u64,
    waiting: usize,
    slots: Vec<Slot>,
    free: u32,
    // Entries beyond the ring.
    later: Heap,
    // A bucket holds 2^shift keys.
    shift: u32,
    // How many buckets before `current` the ring begins at the latest.
    back: u64,
}

/// An entry of a bucket, and the number of the next slot; an [`Entry`] in it would leave a gap.
#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u64,
    node: u32,
    next: u32,
}

impl Slot {
    fn entry(self) -> Entry {
        Entry { key: self.key, node: self.node }
    }
}

impl<const FALL: bool> Default for Buckets<FALL> {
    fn default() -> Buckets<FALL> {
        Buckets {
            now: Vec::new(),
            current: 0,
            beside: Heap::default(),
            // Made on first use: an empty workspace allocates nothing.
            heads: Vec::new(),
            filled: [0; WORDS],
            first: 0,
            waiting: 0,
            slots: Vec::new(),
            free: NOTHING,
            later: Heap::default(),
            shift: USUAL_SHIFT,
            back: 0,
        }
    }
}

impl<const FALL: bool> Buckets<FALL> {
    #[inline]
    fn bucket_of(&self, entry: &Entry) -> u64 {
        entry.key >> self.shift
    }

    #[inline(never)]
    fn put(&mut self, bucket: u64, entry: Entry) {
        if self.heads.is_empty() {
            self.heads.resize(RING, NOTHING);
        }
        let place = place_in_ring(bucket);
        let slot = Slot { key: entry.key, node: entry.node, next: self.heads[place] };
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
        let before = self.now.len();
        while number != NOTHING {
            let slot = self.slots[number as usize];
            self.now.push(slot.entry());
            self.slots[number as usize].next = self.free;
            self.free = number;
            number = slot.next;
        }
        self.waiting -= self.now.len() - before;
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

    /// Adds an entry to the bucket being emptied, or goes back to its own.
    #[inline]
    fn put_back(&mut self, bucket: u64, entry: Entry) {
        let comes_next = self.now.last().is_none_or(|last| entry.comes_before(last));
        if FALL && bucket < self.current && bucket >= self.first && comes_next {
            self.now.push(entry);
            self.current = bucket;
        } else {
            self.put_now(entry);
        }
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

    /// Moves the next bucket into `now`, with what of it waits beyond the ring or is in `now` already.
    #[inline(never)]
    fn move_on(&mut self) -> Option<()> {
        let in_ring = self.next_filled().map(|ahead| self.current + ahead);
        let sooner = |next: Option<u64>, first: Option<&Entry>| {
            let Some(bucket) = first.map(|first| self.bucket_of(first)) else { return next };
            Some(next.map_or(bucket, |next| next.min(bucket)))
        };
        let mut next = sooner(in_ring, self.later.peek());
        if FALL {
            next = sooner(sooner(next, self.now.last()), self.beside.peek());
        }
        self.current = next?;
        self.first = match FALL {
            true => self.first.max(self.current.saturating_sub(self.back)),
            false => self.current,
        };
        let before = self.now.len();
        if in_ring == next {
            self.take_bucket(place_in_ring(self.current));
        }
        while let Some(entry) = self.later.peek().copied() {
            if self.bucket_of(&entry) != self.current {
                break;
            }
            self.later.pop();
            self.now.push(entry);
        }
        let mut run = before;
        while FALL && run > 0 && self.bucket_of(&self.now[run - 1]) == self.current {
            run -= 1;
        }
        if self.now.len() > before && self.now.len() > run + 1 {
            put_in_order(&mut self.now[run..]);
        }
        Some(())
    }
}

/// Sorts entries, the first to be handed out last. A function of its own, so that there is one of it.
#[inline]
fn put_in_order(entries: &mut [Entry]) {
    entries.sort_unstable_by_key(|entry| std::cmp::Reverse(entry.rank()));
}

fn place_in_ring(bucket: u64) -> usize {
    usize::try_from(bucket % RING as u64).expect("the ring is small")
}

impl<const FALL: bool> Frontier for Buckets<FALL> {
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
        self.first = 0;
        self.shift = USUAL_SHIFT;
        self.back = 0;
    }

    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn push(&mut self, entry: Entry) {
        let bucket = self.bucket_of(&entry);
        if bucket <= self.current {
            self.put_back(bucket, entry);
        } else if bucket - self.first < RING as u64 {
            self.put(bucket, entry);
        } else {
            self.later.push(entry);
        }
    }

    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn pop(&mut self) -> Option<Entry> {
        loop {
            let last = self.now.last();
            if let Some(entry) = self.beside.peek()
                && last.is_none_or(|last| entry.comes_before(last))
                && (!FALL || self.bucket_of(entry) <= self.current)
            {
                return self.beside.pop();
            }
            if last.is_some_and(|last| !FALL || self.bucket_of(last) <= self.current) {
                return self.now.pop();
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

    /// Chooses the width of a bucket so that the ring reaches far enough ahead and back.
    fn tune(&mut self, spread: Spread) {
        debug_assert!(self.waiting == 0 && self.now.is_empty(), "laid out while empty");
        let key = self.current << self.shift;
        let ahead = spread.rise.saturating_mul(RISES);
        let back = spread.fall.saturating_mul(FALLS);
        let width = (ahead.saturating_add(back) / RING as u64 + 1).next_power_of_two();
        self.shift = width.trailing_zeros().max(spread.tie_bits);
        self.back = if !FALL { 0 } else { RING as u64 - 1 - (ahead >> self.shift) };
        self.current = key >> self.shift;
        self.first = self.current;
    }
}
