//! A bounded queue that is fair between clients: each has its turn, and the longest line makes room.

use std::collections::{BTreeMap, VecDeque};

/// Who asks: a connection, or whatever else a door tells apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClientId(pub u64);

/// What waits, in a line for each client.
#[derive(Debug)]
pub(crate) struct FairQueue<T> {
    capacity: usize,
    length: usize,
    lines: BTreeMap<ClientId, VecDeque<T>>,
    // Whose turn it is, in order; each client with a line is here once.
    turns: VecDeque<ClientId>,
    // How many lines have which length; the last is that of the longest, if there is a line.
    of_length: Vec<usize>,
}

impl<T> FairQueue<T> {
    pub(crate) fn new(capacity: usize) -> FairQueue<T> {
        FairQueue {
            capacity,
            length: 0,
            lines: BTreeMap::new(),
            turns: VecDeque::new(),
            of_length: Vec::new(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// How many of a client are taken in now at most, and one at least unless it is none.
    pub(crate) fn room_for(&self, client: ClientId) -> usize {
        let free = self.capacity.saturating_sub(self.length);
        // Each that is taken in makes its own line longer, and none makes the longest longer than it is.
        let own = self.lines.get(&client).map_or(0, VecDeque::len) + free;
        free + self.longest().saturating_sub(own + 1)
    }

    fn longest(&self) -> usize {
        self.of_length.len().saturating_sub(1)
    }

    /// Takes something in. If the queue is full, the last of the longest line is given back: that of the
    /// newcomer itself, unless its line would still be the shorter one.
    pub(crate) fn push(&mut self, client: ClientId, item: T) -> Option<T> {
        let mut pushed_out = None;
        if self.length >= self.capacity {
            let own = self.lines.get(&client).map_or(0, VecDeque::len);
            let longest = self.longest();
            if longest <= own + 1 {
                return Some(item);
            }
            let other = self.lines.iter_mut().rfind(|(_, line)| line.len() == longest);
            pushed_out = other.and_then(|(_, line)| line.pop_back());
            debug_assert!(pushed_out.is_some(), "there is a line of the greatest length");
            self.length -= 1;
            self.note(longest, longest - 1);
        }
        let line = self.lines.entry(client).or_default();
        line.push_back(item);
        let now = line.len();
        if now == 1 {
            self.turns.push_back(client);
        }
        self.length += 1;
        self.note(now - 1, now);
        pushed_out
    }

    /// The next one: the first of the client whose turn it is.
    pub(crate) fn pop(&mut self) -> Option<T> {
        let client = self.turns.pop_front()?;
        let line = self.lines.get_mut(&client)?;
        let item = line.pop_front()?;
        let now = line.len();
        if now == 0 {
            self.lines.remove(&client);
        } else {
            self.turns.push_back(client);
        }
        self.length -= 1;
        self.note(now + 1, now);
        Some(item)
    }

    /// The next one, if it is as is wanted.
    pub(crate) fn pop_if(&mut self, is_wanted: impl FnOnce(&T) -> bool) -> Option<T> {
        let first = self.lines.get(self.turns.front()?)?.front()?;
        if is_wanted(first) { self.pop() } else { None }
    }

    /// Takes something back that was the next one: it is the next of its client again, full or not.
    pub(crate) fn put_back(&mut self, client: ClientId, item: T) {
        let line = self.lines.entry(client).or_default();
        line.push_front(item);
        let now = line.len();
        if now == 1 {
            self.turns.push_front(client);
        }
        self.length += 1;
        self.note(now - 1, now);
    }

    /// Takes out all that is not worth keeping.
    pub(crate) fn take_out(&mut self, mut is_kept: impl FnMut(&T) -> bool) -> Vec<T> {
        let mut out = Vec::new();
        let lines = std::mem::take(&mut self.lines);
        self.of_length.clear();
        for (client, line) in lines {
            let (kept, gone): (VecDeque<T>, VecDeque<T>) =
                line.into_iter().partition(|item| is_kept(item));
            out.extend(gone);
            if !kept.is_empty() {
                self.note(0, kept.len());
                self.lines.insert(client, kept);
            }
        }
        self.turns.retain(|client| self.lines.contains_key(client));
        self.length -= out.len();
        out
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

    fn popped(queue: &mut FairQueue<&'static str>) -> String {
        std::iter::from_fn(|| queue.pop()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn clients_have_turns_however_long_their_lines() {
        let mut queue = FairQueue::new(9);
        for item in ["a1", "a2", "a3", "a4"] {
            assert_eq!(queue.push(ClientId(1), item), None);
        }
        assert_eq!(queue.push(ClientId(2), "b1"), None);
        assert_eq!(queue.push(ClientId(2), "b2"), None);
        assert_eq!((queue.len(), popped(&mut queue).as_str()), (6, "a1 b1 a2 b2 a3 a4"));
        assert_eq!(queue.len(), 0);
    }

    #[test]
    fn the_longest_line_makes_room_and_nobody_pushes_out_a_shorter_one() {
        let mut queue = FairQueue::new(3);
        for item in ["a1", "a2", "a3"] {
            assert_eq!(queue.push(ClientId(1), item), None);
        }
        assert_eq!(queue.push(ClientId(1), "a4"), Some("a4"));
        assert_eq!(queue.push(ClientId(2), "b1"), Some("a3"));
        // Now both would have as much.
        assert_eq!(queue.push(ClientId(2), "b2"), Some("b2"));
        assert_eq!(popped(&mut queue), "a1 b1 a2");
    }

    #[test]
    fn there_is_room_for_as_many_as_are_taken_in() {
        for seed in 0..200 {
            let mut random = xunlu_testkit::Random::new(seed);
            let mut queue = FairQueue::new(8);
            for item in 0..40 {
                let client = ClientId(random.below(4).into());
                match random.below(8) {
                    0 => drop(queue.pop()),
                    1 => drop(queue.take_out(|&item: &u32| item % 3 > 0)),
                    2 => {
                        if let Some(item) = queue.pop() {
                            queue.put_back(client, item);
                        }
                    }
                    _ => drop(queue.push(client, item)),
                }
                let longest = queue.lines.values().map(VecDeque::len).max();
                assert_eq!(queue.longest(), longest.unwrap_or(0), "seed {seed}");
            }
            let client = ClientId(random.below(5).into());
            let room = queue.room_for(client);
            let taken = (100..).take_while(|&item| queue.push(client, item) != Some(item));
            let taken = taken.count();
            assert!(taken <= room && (taken > 0) == (room > 0), "seed {seed}: {taken} of {room}");
        }
    }

    #[test]
    fn what_is_put_back_is_the_next_again_and_pushes_nobody_out() {
        let mut queue = FairQueue::new(3);
        for (client, item) in [(1, "a1"), (1, "a2"), (2, "b1")] {
            assert_eq!(queue.push(ClientId(client), item), None);
        }
        assert_eq!(queue.pop_if(|&item| item == "b1"), None);
        assert_eq!((queue.pop_if(|&item| item == "a1"), queue.pop()), (Some("a1"), Some("b1")));
        assert_eq!(queue.push(ClientId(3), "c1"), None);
        assert_eq!(queue.push(ClientId(3), "c2"), None);
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
