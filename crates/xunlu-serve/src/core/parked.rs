//! Questions that wait for something else than their turn, no more than there is room for.

use super::job::Waiting;
use std::collections::VecDeque;

/// Questions in the order in which they came.
#[derive(Debug)]
pub(super) struct Parked<T> {
    capacity: usize,
    // How many places all of them take.
    taken: usize,
    questions: VecDeque<Box<Waiting<T>>>,
}

impl<T> Parked<T> {
    /// Room for questions of so many places.
    pub(super) fn new(capacity: usize) -> Parked<T> {
        Parked { capacity, taken: 0, questions: VecDeque::new() }
    }

    /// How many wait.
    pub(super) fn len(&self) -> usize {
        self.questions.len()
    }

    /// How many places those take that wait.
    pub(super) fn places_taken(&self) -> usize {
        self.taken
    }

    /// Takes a question in. Gives it back if there is no room for it.
    pub(super) fn push(&mut self, question: Box<Waiting<T>>) -> Result<(), Box<Waiting<T>>> {
        let places = self.places(&question);
        if self.taken + places > self.capacity {
            return Err(question);
        }
        self.taken += places;
        self.questions.push_back(question);
        Ok(())
    }

    /// Takes out those that need not wait any longer.
    pub(super) fn take_out(
        &mut self,
        mut is_due: impl FnMut(&Waiting<T>) -> bool,
    ) -> Vec<Box<Waiting<T>>> {
        let all = std::mem::take(&mut self.questions).into_iter();
        let (due, rest): (Vec<_>, Vec<_>) = all.partition(|question| is_due(question));
        self.questions = rest.into();
        self.taken -= due.iter().map(|question| self.places(question)).sum::<usize>();
        due
    }

    /// What takes more places than there are takes all of them.
    fn places(&self, question: &Waiting<T>) -> usize {
        question.places().min(self.capacity.max(1))
    }
}
