//! Things that are joined into sets, one by one.

/// Numbers from 0 in disjoint sets; a set is known by its least number (Galler and Fischer 1964,
/// with the path halving of Tarjan and van Leeuwen 1984).
#[derive(Clone, Debug, Default)]
pub(super) struct Sets {
    lower: Vec<usize>,
}

impl Sets {
    /// Each number in a set of its own.
    pub(super) fn new(count: usize) -> Sets {
        Sets { lower: (0..count).collect() }
    }

    /// Each number in a set of its own, in memory that is there.
    pub(super) fn reset(&mut self, count: usize) {
        self.lower.clear();
        self.lower.extend(0..count);
    }

    /// A lower number of the same set; the number itself when it is the least.
    pub(super) fn lower_than(&self, number: usize) -> usize {
        self.lower[number]
    }

    /// The least number of a set.
    pub(super) fn of(&self, mut number: usize) -> usize {
        while self.lower[number] != number {
            number = self.lower[number];
        }
        number
    }

    /// Makes one set of two.
    pub(super) fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.halve(a), self.halve(b));
        self.lower[a.max(b)] = a.min(b);
    }

    fn halve(&mut self, mut number: usize) -> usize {
        while self.lower[number] != number {
            self.lower[number] = self.lower[self.lower[number]];
            number = self.lower[number];
        }
        number
    }
}
