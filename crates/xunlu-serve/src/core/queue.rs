//! A bounded queue that is fair between clients: each has its turn, and the longest line makes room.

use std::collections::{BTreeMap, VecDeque};

/// Who asks: a connection, or whatever else a door tells apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClientId(pub u64);

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

/// What waits, each with how many places it takes.
type Items<T> = VecDeque<(usize, T)>;

#[derive(Debug)]
struct Line<T> {
    items: Items<T>,
    // How many places all of them take.
    length: usize,
}

impl<T> Default for Line<T> {
    fn default() -> Line<T> {
        Line { items: VecDeque::new(), length: 0 }
    }
}

impl<T> FairQueue<T> {
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

    /// How many of a client are taken in now at most, each of one place. If it is none, not one
    /// is taken in.
    pub(crate) fn room_for(&self, client: ClientId) -> usize {
        if self.room_made(client, 1).is_none() {
            return 0;
        }
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

    /// Takes something in that takes so many places, one at least. If the queue is full, the last of the
    /// longest line are given back, unless the newcomer's line would be longer than what is left of it: then
    /// the newcomer is. So nobody loses the only thing that he has here, however many places it takes: each
    /// who came later with less would push it out before its turn, and where many ask it would have none.
    pub(crate) fn push(&mut self, client: ClientId, places: usize, item: T) -> Vec<T> {
        // What takes more places than there are takes all of them.
        let places = places.clamp(1, self.capacity.max(1));
        let Some((other, count)) = self.room_made(client, places) else { return vec![item] };
        let pushed_out = (0..count).filter_map(|_| self.remove(other, VecDeque::pop_back));
        let pushed_out = pushed_out.map(|(_, item)| item).collect();
        if self.insert(client, (places, item), VecDeque::push_back) {
            self.turns.push_back(client);
        }
        pushed_out
    }

    /// Whose last ones are given back, and how many of them, for something that takes so many places. Returns
    /// `None` if there is no room to be made for it.
    fn room_made(&self, client: ClientId, places: usize) -> Option<(ClientId, usize)> {
        let missing = (self.taken + places).saturating_sub(self.capacity);
        if missing == 0 {
            return Some((client, 0));
        }
        let (own, longest) = (self.length_of(client) + places, self.longest());
        // Where no line is longer than others nobody makes room, and who would is not looked for.
        if own + missing > longest {
            return None;
        }
        let (&other, line) = self.lines.iter().rfind(|(_, line)| line.length == longest)?;
        let (mut count, mut freed) = (0, 0);
        for (places, _) in line.items.iter().rev() {
            if freed >= missing {
                break;
            }
            (count, freed) = (count + 1, freed + places);
        }
        let is_made = freed >= missing && own + freed <= longest;
        is_made.then_some((other, count))
    }

    /// The next one: the first of the client whose turn it is.
    pub(crate) fn pop(&mut self) -> Option<T> {
        let client = self.turns.pop_front()?;
        let (_, item) = self.remove(client, VecDeque::pop_front)?;
        if self.lines[&client].items.is_empty() {
            self.lines.remove(&client);
        } else {
            self.turns.push_back(client);
        }
        Some(item)
    }

    /// The next one, if it is as is wanted.
    pub(crate) fn pop_if(&mut self, is_wanted: impl FnOnce(&T) -> bool) -> Option<T> {
        let (_, first) = self.lines.get(self.turns.front()?)?.items.front()?;
        if is_wanted(first) { self.pop() } else { None }
    }

    /// Takes something back that was the next one: it is the next of its client again, full or not.
    pub(crate) fn put_back(&mut self, client: ClientId, places: usize, item: T) {
        if self.insert(client, (places, item), VecDeque::push_front) {
            self.turns.push_front(client);
        }
    }

    /// Takes out all that is not worth keeping.
    pub(crate) fn take_out(&mut self, mut is_kept: impl FnMut(&T) -> bool) -> Vec<T> {
        let mut out = Vec::new();
        self.of_length.clear();
        (self.count, self.taken) = (0, 0);
        for (client, line) in std::mem::take(&mut self.lines) {
            for (places, item) in line.items {
                if is_kept(&item) {
                    self.insert(client, (places, item), VecDeque::push_back);
                } else {
                    out.push(item);
                }
            }
        }
        self.turns.retain(|client| self.lines.contains_key(client));
        out
    }

    /// Puts something into the line of a client. Returns whether it is alone there.
    fn insert(
        &mut self,
        client: ClientId,
        item: (usize, T),
        put: fn(&mut Items<T>, (usize, T)),
    ) -> bool {
        let places = item.0;
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
    fn remove(
        &mut self,
        client: ClientId,
        take: fn(&mut Items<T>) -> Option<(usize, T)>,
    ) -> Option<(usize, T)> {
        let line = self.lines.get_mut(&client)?;
        let item = take(&mut line.items)?;
        line.length -= item.0;
        let length = line.length;
        self.count -= 1;
        self.taken -= item.0;
        self.note(length + item.0, length);
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

    /// Nobody is pushed out.
    const NONE: Vec<&str> = Vec::new();

    impl FairQueue<&'static str> {
        /// Takes one place, but for those that say how many: `a*5`.
        fn take(&mut self, client: u64, item: &'static str) -> Vec<&'static str> {
            let places =
                item.split_once('*').map_or(1, |(_, count)| count.parse().expect("a number"));
            self.push(ClientId(client), places, item)
        }
    }

    fn popped(queue: &mut FairQueue<&'static str>) -> String {
        std::iter::from_fn(|| queue.pop()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn clients_have_turns_however_long_their_lines() {
        let mut queue = FairQueue::new(9);
        for item in ["a1", "a2", "a3", "a4"] {
            assert_eq!(queue.take(1, item), NONE);
        }
        assert_eq!(queue.take(2, "b1"), NONE);
        assert_eq!(queue.take(2, "b2"), NONE);
        assert_eq!((queue.len(), popped(&mut queue).as_str()), (6, "a1 b1 a2 b2 a3 a4"));
        assert_eq!(queue.len(), 0);
    }

    #[test]
    fn the_longest_line_makes_room_and_nobody_pushes_out_a_shorter_one() {
        let mut queue = FairQueue::new(3);
        for item in ["a1", "a2", "a3"] {
            assert_eq!(queue.take(1, item), NONE);
        }
        assert_eq!(queue.take(1, "a4"), ["a4"]);
        assert_eq!(queue.take(2, "b1"), ["a3"]);
        // Now both would have as much.
        assert_eq!(queue.take(2, "b2"), ["b2"]);
        assert_eq!(popped(&mut queue), "a1 b1 a2");
    }

    #[test]
    fn what_takes_more_places_makes_its_line_longer() {
        let mut queue = FairQueue::new(8);
        for (client, item) in [(1, "a*3"), (1, "a*4"), (2, "b1")] {
            assert_eq!(queue.take(client, item), NONE);
        }
        assert_eq!((queue.len(), queue.places_taken()), (3, 8));
        // The longest line would be left with three, and the newcomer's would have four.
        assert_eq!(queue.take(2, "b*3"), ["b*3"]);
        assert_eq!(queue.take(3, "c*2"), ["a*4"]);
        // There is a place left, and two more would make the line longer than the longest.
        assert_eq!(queue.take(3, "c*4"), ["c*4"]);
        assert_eq!((queue.places_taken(), popped(&mut queue).as_str()), (6, "a*3 b1 c*2"));
        // What takes more places than there are waits alone.
        assert_eq!(queue.take(1, "a*9"), NONE);
        assert_eq!(queue.take(2, "b1"), ["b1"]);
        assert_eq!(popped(&mut queue), "a*9");
    }

    #[test]
    fn there_is_room_for_as_many_as_are_taken_in() {
        // As many as whole hundreds.
        let places_of = |item: &u32| (*item as usize / 100).max(1);
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
                            queue.put_back(client, places_of(&item), item);
                        }
                    }
                    _ => {
                        let before = queue.places_taken();
                        let out = queue.push(client, places_of(&item), item);
                        let gone: usize = out.iter().map(places_of).sum();
                        assert_eq!(queue.places_taken() + gone, before + places_of(&item));
                        assert!(queue.places_taken() <= before.max(8), "seed {seed}");
                    }
                }
                let length =
                    |line: &Line<u32>| line.items.iter().map(|(_, item)| places_of(item)).sum();
                let lengths: Vec<usize> = queue.lines.values().map(length).collect();
                assert_eq!(queue.longest(), lengths.iter().copied().max().unwrap_or(0));
                assert_eq!(queue.places_taken(), lengths.iter().sum::<usize>(), "seed {seed}");
                let count: usize = queue.lines.values().map(|line| line.items.len()).sum();
                assert_eq!((queue.len(), queue.turns.len()), (count, lengths.len()));
            }
            let client = ClientId(random.below(5).into());
            let room = queue.room_for(client);
            let taken = (40..100).take_while(|&item| queue.push(client, 1, item) != [item]);
            let taken = taken.count();
            assert!(taken <= room, "seed {seed}: {taken} of {room}");
            assert_eq!(taken > 0, room > 0, "seed {seed}: {taken} of {room}");
        }
    }

    #[test]
    fn nobody_loses_the_only_thing_that_waits_to_those_who_ask_for_less() {
        let mut queue = FairQueue::new(8);
        assert_eq!(queue.take(1, "a*6"), NONE);
        for (client, item) in [(2, "b1"), (3, "c1")] {
            assert_eq!(queue.take(client, item), NONE);
        }
        for client in [2, 3, 4] {
            assert_eq!(queue.take(client, "d1"), ["d1"], "{client}");
        }
        // It has its turn as all others have, and with another one behind it that one goes.
        assert_eq!(queue.pop(), Some("a*6"));
        for item in ["a*4", "a*2"] {
            assert_eq!(queue.take(1, item), NONE);
        }
        assert_eq!(queue.take(4, "d1"), ["a*2"]);
        assert_eq!(popped(&mut queue), "b1 c1 a*4 d1");
    }

    #[test]
    fn what_is_put_back_is_the_next_again_and_pushes_nobody_out() {
        let mut queue = FairQueue::new(3);
        for (client, item) in [(1, "a1"), (1, "a2"), (2, "b1")] {
            assert_eq!(queue.take(client, item), NONE);
        }
        assert_eq!(queue.pop_if(|&item| item == "b1"), None);
        assert_eq!((queue.pop_if(|&item| item == "a1"), queue.pop()), (Some("a1"), Some("b1")));
        assert_eq!(queue.take(3, "c1"), NONE);
        assert_eq!(queue.take(3, "c2"), NONE);
        queue.put_back(ClientId(2), 1, "b1");
        queue.put_back(ClientId(1), 1, "a1");
        assert_eq!((queue.len(), popped(&mut queue).as_str()), (5, "b1 a1 c1 a2 c2"));
        assert_eq!(queue.len(), 0);
    }

    #[test]
    fn what_is_taken_out_leaves_the_turns_in_order() {
        let mut queue = FairQueue::new(9);
        for (client, item) in [(1, "a1"), (2, "b1"), (2, "b2"), (3, "c1")] {
            queue.take(client, item);
        }
        assert_eq!(queue.take_out(|item| !["a1", "b1"].contains(item)), ["a1", "b1"]);
        assert_eq!((queue.len(), popped(&mut queue).as_str()), (2, "b2 c1"));
    }
}
