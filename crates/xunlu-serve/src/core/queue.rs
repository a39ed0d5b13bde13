//! A bounded queue that is fair between clients: each has its turn, and the longest line makes room.

use std::collections::{BTreeMap, VecDeque};

/// Who asks: a connection, or whatever else a door tells apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClientId(pub u64);

/// What can wait in a queue.
pub(crate) trait Waits {
    /// How many places it takes there, one at least.
    fn places(&self) -> usize;
}

impl<T: Waits> Waits for Box<T> {
    fn places(&self) -> usize {
        (**self).places()
    }
}

/// What waits, in a line for each client.
#[derive(Debug)]
pub(crate) struct FairQueue<T> {
    capacity: usize,
    count: usize,
    // How many places all of them take.
    taken: usize,
    lines: BTreeMap<ClientId, Line<T>>,
    // Whose turn it is, in order; each client with a line is here once.
    turns: VecDeque<ClientId>,
    // How many lines take so many places; the last is that of the longest, if there is a line.
    of_length: Vec<usize>,
}

#[derive(Debug)]
struct Line<T> {
    items: VecDeque<T>,
    // How many places they take.
    length: usize,
}

impl<T> Default for Line<T> {
    fn default() -> Line<T> {
        Line { items: VecDeque::new(), length: 0 }
    }
}

impl<T: Waits> FairQueue<T> {
    /// A queue of so many places.
    pub(crate) fn new(capacity: usize) -> FairQueue<T> {
        FairQueue {
            capacity,
            count: 0,
            taken: 0,
            lines: BTreeMap::new(),
            turns: VecDeque::new(),
            of_length: Vec::new(),
        }
    }

    /// How many wait.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// How many places those take that wait.
    pub(crate) fn places_taken(&self) -> usize {
        self.taken
    }

    /// How many of a client are taken in now at most, each of one place.
    pub(crate) fn room_for(&self, client: ClientId) -> usize {
        let free = self.capacity.saturating_sub(self.taken);
        // Each that is taken in makes its own line longer, and none makes the longest longer than it is.
        let own = self.length_of(client) + free;
        free + self.longest().saturating_sub(own + 1)
    }

    fn length_of(&self, client: ClientId) -> usize {
        self.lines.get(&client).map_or(0, |line| line.length)
    }

    fn longest(&self) -> usize {
        self.of_length.len().saturating_sub(1)
    }

    /// Takes something in. If the queue is full, the last of the longest line are given back, unless the
    /// newcomer's line would be longer than what is left of it: then the newcomer is.
    pub(crate) fn push(&mut self, client: ClientId, item: T) -> Vec<T> {
        // What takes more than all places there are waits alone.
        let places = item.places().min(self.capacity.max(1));
        let missing = (self.taken + places).saturating_sub(self.capacity);
        let mut pushed_out = Vec::new();
        if missing > 0 {
            let longest = self.longest();
            let other = self.lines.iter().rfind(|(_, line)| line.length == longest);
            let Some((&other, line)) = other else { return vec![item] };
            let (mut count, mut freed) = (0, 0);
            for last in line.items.iter().rev() {
                if freed >= missing {
                    break;
                }
                (count, freed) = (count + 1, freed + last.places());
            }
            if freed < missing || self.length_of(client) + places + freed > longest {
                return vec![item];
            }
            for _ in 0..count {
                pushed_out.extend(self.remove(other, VecDeque::pop_back));
            }
        }
        if self.insert(client, item, VecDeque::push_back) {
            self.turns.push_back(client);
        }
        pushed_out
    }

    /// The next one: the first of the client whose turn it is.
    pub(crate) fn pop(&mut self) -> Option<T> {
        let client = self.turns.pop_front()?;
        let item = self.remove(client, VecDeque::pop_front)?;
        if self.lines[&client].items.is_empty() {
            self.lines.remove(&client);
        } else {
            self.turns.push_back(client);
        }
        Some(item)
    }

    /// The next one, if it is as is wanted.
    pub(crate) fn pop_if(&mut self, is_wanted: impl FnOnce(&T) -> bool) -> Option<T> {
        let first = self.lines.get(self.turns.front()?)?.items.front()?;
        if is_wanted(first) { self.pop() } else { None }
    }

    /// Takes something back that was the next one: it is the next of its client again, full or not.
    pub(crate) fn put_back(&mut self, client: ClientId, item: T) {
        if self.insert(client, item, VecDeque::push_front) {
            self.turns.push_front(client);
        }
    }

    /// Takes out all that is not worth keeping.
    pub(crate) fn take_out(&mut self, mut is_kept: impl FnMut(&T) -> bool) -> Vec<T> {
        let mut out = Vec::new();
        self.of_length.clear();
        (self.count, self.taken) = (0, 0);
        for (client, line) in std::mem::take(&mut self.lines) {
            for item in line.items {
                match is_kept(&item) {
                    true => drop(self.insert(client, item, VecDeque::push_back)),
                    false => out.push(item),
                }
            }
        }
        self.turns.retain(|client| self.lines.contains_key(client));
        out
    }

    /// Puts something into the line of a client. Returns whether it is alone there.
    fn insert(&mut self, client: ClientId, item: T, put: fn(&mut VecDeque<T>, T)) -> bool {
        let places = item.places();
        let line = self.lines.entry(client).or_default();
        put(&mut line.items, item);
        line.length += places;
        let (length, is_alone) = (line.length, line.items.len() == 1);
        self.count += 1;
        self.taken += places;
        self.note(length - places, length);
        is_alone
    }

    /// Takes something out of the line of a client, which stays, if empty.
    fn remove(&mut self, client: ClientId, take: fn(&mut VecDeque<T>) -> Option<T>) -> Option<T> {
        let line = self.lines.get_mut(&client)?;
        let item = take(&mut line.items)?;
        let places = item.places();
        line.length -= places;
        let length = line.length;
        self.count -= 1;
        self.taken -= places;
        self.note(length + places, length);
        Some(item)
    }

    /// A line has another length; one that is not there has none.
    fn note(&mut self, before: usize, now: usize) {
        if now > 0 {
            if self.of_length.len() <= now {
                self.of_length.resize(now + 1, 0);
            }
            self.of_length[now] += 1;
        }
        if before > 0 {
            self.of_length[before] -= 1;
        }
        while self.of_length.last() == Some(&0) {
            self.of_length.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One place, but for those that say how many: `c3` takes one, `c*5` five.
    impl Waits for &'static str {
        fn places(&self) -> usize {
            self.split_once('*').map_or(1, |(_, places)| places.parse().expect("a number"))
        }
    }

    /// As many places as whole hundreds, one at least.
    impl Waits for u32 {
        fn places(&self) -> usize {
            (*self as usize / 100).max(1)
        }
    }

    /// Nobody is pushed out.
    const NONE: Vec<&str> = Vec::new();

    fn popped(queue: &mut FairQueue<&'static str>) -> String {
        std::iter::from_fn(|| queue.pop()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn clients_have_turns_however_long_their_lines() {
        let mut queue = FairQueue::new(9);
        for item in ["a1", "a2", "a3", "a4"] {
            assert_eq!(queue.push(ClientId(1), item), NONE);
        }
        assert_eq!(queue.push(ClientId(2), "b1"), NONE);
        assert_eq!(queue.push(ClientId(2), "b2"), NONE);
        assert_eq!((queue.len(), popped(&mut queue).as_str()), (6, "a1 b1 a2 b2 a3 a4"));
        assert_eq!(queue.len(), 0);
    }

    #[test]
    fn the_longest_line_makes_room_and_nobody_pushes_out_a_shorter_one() {
        let mut queue = FairQueue::new(3);
        for item in ["a1", "a2", "a3"] {
            assert_eq!(queue.push(ClientId(1), item), NONE);
        }
        assert_eq!(queue.push(ClientId(1), "a4"), ["a4"]);
        assert_eq!(queue.push(ClientId(2), "b1"), ["a3"]);
        // Now both would have as much.
        assert_eq!(queue.push(ClientId(2), "b2"), ["b2"]);
        assert_eq!(popped(&mut queue), "a1 b1 a2");
    }

    #[test]
    fn what_takes_more_places_makes_its_line_longer() {
        let mut queue = FairQueue::new(8);
        for (client, item) in [(1, "a*3"), (1, "a*4"), (2, "b1")] {
            assert_eq!(queue.push(ClientId(client), item), NONE);
        }
        assert_eq!((queue.len(), queue.places_taken()), (3, 8));
        // The longest line would be left with three, and the newcomer's would have four.
        assert_eq!(queue.push(ClientId(2), "b*3"), ["b*3"]);
        assert_eq!(queue.push(ClientId(3), "c*2"), ["a*4"]);
        // There is a place left, and two more would make the line longer than the longest.
        assert_eq!(queue.push(ClientId(3), "c*4"), ["c*4"]);
        assert_eq!((queue.places_taken(), popped(&mut queue).as_str()), (6, "a*3 b1 c*2"));
        // What takes more places than there are waits alone.
        assert_eq!(queue.push(ClientId(1), "a*9"), NONE);
        assert_eq!(queue.push(ClientId(2), "b1"), ["b1"]);
        assert_eq!(popped(&mut queue), "a*9");
    }

    #[test]
    fn there_is_room_for_as_many_as_are_taken_in() {
        for seed in 0..200 {
            let mut random = xunlu_testkit::Random::new(seed);
            let mut queue = FairQueue::new(8);
            // Half of the time all take one place.
            let most = if seed % 2 == 0 { 1 } else { 5 };
            for item in 0..40 {
                let item = item + 100 * random.below(most);
                let client = ClientId(random.below(4).into());
                match random.below(8) {
                    0 => drop(queue.pop()),
                    1 => drop(queue.take_out(|&item: &u32| item % 3 > 0)),
                    2 => {
                        if let Some(item) = queue.pop() {
                            queue.put_back(client, item);
                        }
                    }
                    _ => {
                        let before = queue.places_taken();
                        let out = queue.push(client, item);
                        let gone: usize = out.iter().map(Waits::places).sum();
                        assert_eq!(queue.places_taken() + gone, before + item.places());
                        assert!(queue.places_taken() <= before.max(8), "seed {seed}");
                    }
                }
                let places = |line: &Line<u32>| line.items.iter().map(Waits::places).sum::<usize>();
                let lengths: Vec<usize> = queue.lines.values().map(places).collect();
                assert_eq!(queue.longest(), lengths.iter().copied().max().unwrap_or(0));
                assert_eq!(queue.places_taken(), lengths.iter().sum::<usize>(), "seed {seed}");
                let count: usize = queue.lines.values().map(|line| line.items.len()).sum();
                assert_eq!((queue.len(), queue.turns.len()), (count, lengths.len()));
            }
            let client = ClientId(random.below(5).into());
            let room = queue.room_for(client);
            let taken = (40..100).take_while(|&item| queue.push(client, item) != [item]);
            let taken = taken.count();
            assert!(taken <= room, "seed {seed}: {taken} of {room}");
            assert!(most > 1 || (taken > 0) == (room > 0), "seed {seed}: {taken} of {room}");
        }
    }

    #[test]
    fn what_is_put_back_is_the_next_again_and_pushes_nobody_out() {
        let mut queue = FairQueue::new(3);
        for (client, item) in [(1, "a1"), (1, "a2"), (2, "b1")] {
            assert_eq!(queue.push(ClientId(client), item), NONE);
        }
        assert_eq!(queue.pop_if(|&item| item == "b1"), None);
        assert_eq!((queue.pop_if(|&item| item == "a1"), queue.pop()), (Some("a1"), Some("b1")));
        assert_eq!(queue.push(ClientId(3), "c1"), NONE);
        assert_eq!(queue.push(ClientId(3), "c2"), NONE);
        queue.put_back(ClientId(2), "b1");
        queue.put_back(ClientId(1), "a1");
        assert_eq!((queue.len(), popped(&mut queue).as_str()), (5, "b1 a1 c1 a2 c2"));
        assert_eq!(queue.len(), 0);
    }

    #[test]
    fn what_is_taken_out_leaves_the_turns_in_order() {
        let mut queue = FairQueue::new(9);
        for (client, item) in [(1, "a1"), (2, "b1"), (2, "b2"), (3, "c1")] {
            queue.push(ClientId(client), item);
        }
        assert_eq!(queue.take_out(|item| !["a1", "b1"].contains(item)), ["a1", "b1"]);
        assert_eq!((queue.len(), popped(&mut queue).as_str()), (2, "b2 c1"));
    }
}
