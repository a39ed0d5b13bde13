//! Allocation within one growing list: spans are freed and allocated again.
//!
//! Lists of many lengths share one long list. As each gets a little more than it needs, few sizes occur,
//! and a span that was freed soon fits another list.

/// Which spans are free in a list with these offsets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct FreeList<Offset> {
    // By size, in order, where each begins.
    free: Vec<(usize, Vec<Offset>)>,
    free_total: usize,
}

/// How large a span to allocate for so many entries: up to an eighth more.
pub(super) fn capacity_for(count: usize) -> usize {
    let eighth = count.checked_ilog2().map_or(1, |log2| 1 << log2.saturating_sub(3));
    count.next_multiple_of(eighth)
}

impl<Offset> FreeList<Offset> {
    pub(super) fn new() -> FreeList<Offset> {
        FreeList { free: Vec::new(), free_total: 0 }
    }

    /// Frees the span of this size that begins here.
    pub(super) fn free(&mut self, first: Offset, size: usize) {
        if size > 0 {
            let place = self.place_of(size).unwrap_or_else(|place| {
                self.free.insert(place, (size, Vec::new()));
                place
            });
            self.free[place].1.push(first);
            self.free_total += size;
        }
    }

    /// Allocates a free span of exactly this size. Returns `None` if one has to be added at the end.
    pub(super) fn alloc(&mut self, size: usize) -> Option<Offset> {
        let place = self.place_of(size).ok()?;
        let first = self.free[place].1.pop()?;
        self.free_total -= size;
        Some(first)
    }

    /// Where spans of a size are listed, or would be.
    fn place_of(&self, size: usize) -> Result<usize, usize> {
        self.free.binary_search_by_key(&size, |(size, _)| *size)
    }

    /// How many entries are free, in all spans together.
    pub(super) fn free_total(&self) -> usize {
        self.free_total
    }

    pub(super) fn bytes(&self) -> usize {
        self.free.iter().map(|(_, firsts)| size_of_val(&firsts[..])).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_hold_what_they_are_for_and_hardly_more() {
        for count in 0..5_000 {
            let size = capacity_for(count);
            assert!(size >= count && size <= count + count / 8, "{count} in {size}");
            assert_eq!(capacity_for(size), size);
        }
    }

    #[test]
    fn a_span_is_allocated_again_by_what_fits() {
        let mut list = FreeList::new();
        list.free(7, 100);
        assert_eq!((list.alloc(60), list.free_total()), (None, 100));
        assert_eq!((list.alloc(100), list.free_total()), (Some(7), 0));
        assert_eq!((list.alloc(100), list.alloc(0)), (None, None));
    }
}
