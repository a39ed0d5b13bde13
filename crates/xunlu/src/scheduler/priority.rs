//! How urgent a request is, and the line in which requests wait by it.

use std::collections::BTreeSet;

/// How urgent a request is: its share of the work against that of others who are waiting.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Priority {
    /// A quarter of a normal share.
    Low,
    /// One share.
    #[default]
    Normal,
    /// Four shares.
    High,
    /// Sixteen shares.
    Urgent,
}

impl Priority {
    /// All four, from the least.
    pub const ALL: [Priority; 4] =
        [Priority::Low, Priority::Normal, Priority::High, Priority::Urgent];

    /// Its shares, in quarters of a normal one.
    #[must_use]
    pub const fn weight(self) -> u64 {
        4_u64.pow(self as u32)
    }

    /// How far a unit of work carries it: the lower, the sooner it has its turn again.
    pub(super) const fn stride(self) -> u64 {
        Priority::Urgent.weight() / self.weight()
    }
}

/// A line of requests: within a priority first come, first served; between them by stride scheduling
/// (Waldspurger and Weihl 1995), each priority with requests in line being one client. A priority
/// that had none enters at the time of whoever was served last, as in start-time fair queueing (Goyal,
/// Vin and Cheng 1996), so that nobody saves up turns by staying away.
///
/// The `k`th request of a priority of weight `w` is among the next `k * 85 / w + 4` to be served,
/// whoever else comes meanwhile: 85 is the sum of all weights. Held by
/// `nobody_waits_for_ever_in_line`.
#[derive(Debug, Default)]
pub(super) struct Line {
    // By the number of the request, which is the order in which they came.
    waiting: [BTreeSet<u64>; 4],
    // Units of work are never more than 2^64 / 64 in the life of a program, so these do not wrap.
    passes: [u64; 4],
    time: u64,
}

impl Line {
    pub(super) fn push(&mut self, number: u64, priority: Priority) {
        let class = priority as usize;
        if self.waiting[class].is_empty() {
            self.passes[class] = self.passes[class].max(self.time);
        }
        self.waiting[class].insert(number);
    }

    pub(super) fn pop(&mut self) -> Option<u64> {
        let in_line = |priority: &&Priority| !self.waiting[**priority as usize].is_empty();
        // Of those whose turn it is, the most urgent.
        let soonest = |priority: &&Priority| self.passes[**priority as usize];
        let &priority = Priority::ALL.iter().rev().filter(in_line).min_by_key(soonest)?;
        let class = priority as usize;
        self.time = self.passes[class];
        self.passes[class] += priority.stride();
        self.waiting[class].pop_first()
    }

    pub(super) fn remove(&mut self, number: u64, priority: Priority) {
        self.waiting[priority as usize].remove(&number);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.waiting.iter().all(BTreeSet::is_empty)
    }

    pub(super) fn len(&self) -> usize {
        self.waiting.iter().map(BTreeSet::len).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_go_by_weight() {
        let mut line = Line::default();
        for number in 0..4_000 {
            line.push(number, Priority::ALL[usize::try_from(number % 4).unwrap()]);
        }
        let mut served = [0; 4];
        for _ in 0..850 {
            served[usize::try_from(line.pop().unwrap() % 4).unwrap()] += 1;
        }
        assert_eq!(served, [10, 40, 160, 640]);
        assert_eq!(line.len(), 4_000 - 850);
    }

    #[test]
    fn equals_are_served_in_order_and_those_who_left_are_not() {
        let mut line = Line::default();
        for number in [5, 3, 9, 4] {
            line.push(number, Priority::Normal);
        }
        line.remove(4, Priority::Normal);
        assert_eq!(
            [line.pop(), line.pop(), line.pop(), line.pop()],
            [Some(3), Some(5), Some(9), None]
        );
        assert!(line.is_empty());
    }

    #[test]
    fn nobody_waits_for_ever_in_line() {
        for low in Priority::ALL {
            for place in 1..=3_u64 {
                let mut line = Line::default();
                // Some history, so that the others' passes stand anywhere.
                for number in 0..37 {
                    line.push(number, Priority::ALL[usize::try_from(number * 7 % 4).unwrap()]);
                    line.pop();
                }
                (0..place).for_each(|ahead| line.push(1_000 + ahead, low));
                let mut count = 0;
                // Newcomers of every priority come with every turn.
                for number in (2_000..).step_by(4) {
                    (0..4).zip(Priority::ALL).for_each(|(n, other)| line.push(number + n, other));
                    count += 1;
                    if line.pop() == Some(1_000 + place - 1) {
                        break;
                    }
                }
                let bound = place * 85 / low.weight() + 4;
                assert!(count <= bound, "{low:?} number {place} was served after {count}");
            }
        }
    }
}
