//! A queue and a stack: the open lists of searches that go by the order of arrival alone.

use super::{Entry, Frontier};

/// First in, first out; keys count for nothing.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    entries: Vec<Entry>,
    // Entries before this one are gone. They keep their memory until the next search.
    first: usize,
}

impl Frontier for Queue {
    fn clear(&mut self) {
        self.entries.clear();
        self.first = 0;
    }

    fn push(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    fn pop(&mut self) -> Option<Entry> {
        let entry = self.entries.get(self.first)?;
        self.first += 1;
        Some(*entry)
    }

    fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>()
    }

    fn each(&self, look: impl FnMut(&Entry)) {
        self.entries[self.first..].iter().for_each(look);
    }
}

/// Last in, first out; keys count for nothing.
#[derive(Debug, Default)]
pub(crate) struct Stack {
    entries: Vec<Entry>,
}

impl Frontier for Stack {
    fn clear(&mut self) {
        self.entries.clear();
    }

    fn push(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    fn pop(&mut self) -> Option<Entry> {
        self.entries.pop()
    }

    fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>()
    }

    fn each(&self, look: impl FnMut(&Entry)) {
        self.entries.iter().for_each(look);
    }
}
