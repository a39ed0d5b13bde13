//! When a question is given up because it takes too long. Nothing here knows a clock: whoever asks says when
//! it is late, and is asked once in a while.

use crate::error::WorldError;
use std::fmt;

/// So many expansions lie between two looks: some hundred microseconds.
const EXPANSIONS_A_LOOK: u64 = 1024;

/// So many of what takes next to nothing lie between two looks, and are put in order at once.
const ITEMS_A_LOOK: usize = 1 << 13;

/// Says whether it is late; without anybody to say so it never is. Lent to a [`View`](crate::View).
#[derive(Clone, Copy, Default)]
pub(crate) struct Deadline<'a>(pub(crate) Option<&'a (dyn Fn() -> bool + Sync)>);

impl fmt::Debug for Deadline<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Deadline")
    }
}

impl Deadline<'_> {
    /// Whether it is late.
    pub(crate) fn is_over(&self) -> bool {
        self.0.is_some_and(|is_late| is_late())
    }

    /// Fails when it is late.
    pub(crate) fn look(&self) -> Result<(), WorldError> {
        if self.is_over() { Err(WorldError::late()) } else { Ok(()) }
    }

    /// How many expansions may be made until the next look.
    pub(crate) fn expansions(&self) -> u64 {
        self.0.map_or(u64::MAX, |_| EXPANSIONS_A_LOOK)
    }

    /// Does something with each, as long as it is not late.
    pub(crate) fn each<T>(
        &self,
        all: impl IntoIterator<Item = T>,
        mut act: impl FnMut(T),
    ) -> Result<(), WorldError> {
        let mut all = all.into_iter();
        loop {
            let mut is_any = false;
            for item in all.by_ref().take(ITEMS_A_LOOK) {
                is_any = true;
                act(item);
            }
            if !is_any {
                return Ok(());
            }
            self.look()?;
        }
    }

    /// So many times the same, for large tables.
    pub(crate) fn filled<T: Clone>(&self, value: &T, count: usize) -> Result<Vec<T>, WorldError> {
        let mut all = Vec::with_capacity(count);
        while all.len() < count {
            // Memory that nobody used yet takes longer than what is put there.
            all.resize(count.min(all.len() + 16 * ITEMS_A_LOOK), value.clone());
            self.look()?;
        }
        Ok(all)
    }

    /// Puts all in order, of which no two are equal.
    pub(crate) fn sort<T: Ord + Copy>(&self, all: &mut Vec<T>) -> Result<(), WorldError> {
        if self.0.is_none() || all.len() <= ITEMS_A_LOOK {
            all.sort_unstable();
            return Ok(());
        }
        for run in all.chunks_mut(ITEMS_A_LOOK) {
            run.sort_unstable();
            self.look()?;
        }
        let (mut width, mut merged) = (ITEMS_A_LOOK, Vec::with_capacity(all.len()));
        while width < all.len() {
            for pair in all.chunks(2 * width) {
                let (left, right) = pair.split_at(width.min(pair.len()));
                self.merge(left, right, &mut merged)?;
            }
            std::mem::swap(all, &mut merged);
            merged.clear();
            width *= 2;
        }
        Ok(())
    }

    fn merge<'a, T: Ord + Copy>(
        &self,
        mut left: &'a [T],
        mut right: &'a [T],
        merged: &mut Vec<T>,
    ) -> Result<(), WorldError> {
        while let (Some(&one), Some(&other)) = (left.first(), right.first()) {
            let own = if one <= other { &mut left } else { &mut right };
            *own = &own[1..];
            merged.push(one.min(other));
            if merged.len().is_multiple_of(ITEMS_A_LOOK) {
                self.look()?;
            }
        }
        merged.extend_from_slice(left);
        merged.extend_from_slice(right);
        self.look()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn what_is_put_in_order_in_pieces_is_in_order() {
        let deadline = Deadline(Some(&|| false));
        for count in [0, 1, ITEMS_A_LOOK, ITEMS_A_LOOK + 1, 5 * ITEMS_A_LOOK - 3, 100_003] {
            let step = 48_271_u64;
            let all: Vec<u64> = (0..count as u64).map(|at| at * step % 2_147_483_647).collect();
            let (mut own, mut expected) = (all.clone(), all);
            deadline.sort(&mut own).unwrap();
            expected.sort_unstable();
            assert_eq!(own, expected, "{count}");
        }
    }

    #[test]
    fn it_is_looked_often_enough() {
        let looks = AtomicU64::new(0);
        let is_late = || looks.fetch_add(1, Ordering::Relaxed) > 40;
        let deadline = Deadline(Some(&is_late));
        let mut done = 0;
        assert!(deadline.each(0..10_000_000, |_| done += 1).is_err());
        assert!(done <= 42 * ITEMS_A_LOOK, "{done}");
        assert!(deadline.filled(&0_u8, 1 << 30).is_err());
        assert!(deadline.sort(&mut (0..100_000).rev().collect::<Vec<u32>>()).is_err());
        assert_eq!(Deadline::default().filled(&7, 3).unwrap(), [7; 3]);
    }
}
