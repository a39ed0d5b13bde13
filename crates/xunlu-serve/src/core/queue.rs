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
}

impl<T> FairQueue<T> {
    pub(crate) fn new(capacity: usize) -> FairQueue<T> {
        FairQueue { capacity, length: 0, lines: BTreeMap::new(), turns: VecDeque::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// Takes something in. If the queue is full, the last of the longest line is given back: that of the
    /// newcomer itself, unless its line would still be the shorter one.
    pub(crate) fn push(&mut self, client: ClientId, item: T) -> Option<T> {
        let own = self.lines.get(&client).map_or(0, VecDeque::len);
        let mut pushed_out = None;
        if self.length >= self.capacity {
            let longest = self.lines.iter().max_by_key(|(_, line)| line.len());
            let Some((&other, line)) = longest.filter(|(_, line)| line.len() > own + 1) else {
                return Some(item);
            };
            debug_assert!(line.len() > 1, "a line that makes room keeps its first");
            pushed_out = self.lines.get_mut(&other).and_then(VecDeque::pop_back);
            self.length -= 1;
        }
        if own == 0 {
            self.turns.push_back(client);
        }
        self.lines.entry(client).or_default().push_back(item);
        self.length += 1;
        pushed_out
    }

    /// The next one: the first of the client whose turn it is.
    pub(crate) fn pop(&mut self) -> Option<T> {
        let client = self.turns.pop_front()?;
        let line = self.lines.get_mut(&client)?;
        let item = line.pop_front();
        if line.is_empty() {
            self.lines.remove(&client);
        } else {
            self.turns.push_back(client);
        }
        self.length -= usize::from(item.is_some());
        item
    }

    /// The next one, if it is as is wanted.
    pub(crate) fn pop_if(&mut self, is_wanted: impl FnOnce(&T) -> bool) -> Option<T> {
        let first = self.lines.get(self.turns.front()?)?.front()?;
        if is_wanted(first) { self.pop() } else { None }
    }

    /// Takes something back that was the next one: it is the next of its client again, full or not.
    pub(crate) fn put_back(&mut self, client: ClientId, item: T) {
        let line = self.lines.entry(client).or_default();
        if line.is_empty() {
            self.turns.push_front(client);
        }
        line.push_front(item);
        self.length += 1;
    }

    /// Takes out all that is not worth keeping.
    pub(crate) fn take_out(&mut self, mut is_kept: impl FnMut(&T) -> bool) -> Vec<T> {
        let mut out = Vec::new();
        for line in self.lines.values_mut() {
            let all = std::mem::take(line);
            let (kept, gone) = all.into_iter().partition(|item| is_kept(item));
            *line = kept;
            let gone: VecDeque<T> = gone;
            out.extend(gone);
        }
        self.lines.retain(|_, line| !line.is_empty());
        self.turns.retain(|client| self.lines.contains_key(client));
        self.length -= out.len();
        out
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
