//! A heap with four children a node: the open list for keys of any kind.

use super::{Entry, Frontier};

/// The least entry on top. Four children, because a flatter heap moves fewer entries on the way in
/// and reads four neighbours from one cache line on the way out (LaMarca and Ladner 1996).
#[derive(Debug, Default)]
pub(crate) struct Heap {
    entries: Vec<Entry>,
}

const CHILDREN: usize = 4;

impl Heap {
    pub(crate) fn peek(&self) -> Option<&Entry> {
        self.entries.first()
    }

    /// Moves a gap down from the top until `entry` fits into it.
    fn sink(&mut self, entry: Entry) {
        let entries = &mut self.entries[..];
        let mut gap = 0;
        loop {
            let first = gap * CHILDREN + 1;
            let last = (first + CHILDREN).min(entries.len());
            let Some(children) = entries.get(first..last).filter(|some| !some.is_empty()) else {
                break;
            };
            let mut least = 0;
            for child in 1..children.len() {
                if children[child].comes_before(&children[least]) {
                    least = child;
                }
            }
            if !children[least].comes_before(&entry) {
                break;
            }
            entries[gap] = children[least];
            gap = first + least;
        }
        entries[gap] = entry;
    }
}

impl Frontier for Heap {
    fn clear(&mut self) {
        self.entries.clear();
    }

    #[inline]
    fn push(&mut self, entry: Entry) {
        let mut gap = self.entries.len();
        self.entries.push(entry);
        while gap > 0 {
            let parent = (gap - 1) / CHILDREN;
            if !entry.comes_before(&self.entries[parent]) {
                break;
            }
            self.entries[gap] = self.entries[parent];
            gap = parent;
        }
        self.entries[gap] = entry;
    }

    #[inline]
    fn pop(&mut self) -> Option<Entry> {
        let top = *self.entries.first()?;
        let last = self.entries.pop()?;
        if !self.entries.is_empty() {
            self.sink(last);
        }
        Some(top)
    }

    fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>()
    }

    fn each(&self, look: impl FnMut(&Entry)) {
        self.entries.iter().for_each(look);
    }
}
