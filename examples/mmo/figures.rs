//! What the gateway counts.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A number that many threads count up.
#[derive(Debug, Default)]
pub(crate) struct Count(AtomicU64);

impl Count {
    pub(crate) fn add(&self, more: u64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// All that is counted since the beginning.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    /// Questions that were answered, with a path or that there is none.
    pub(crate) answered: Count,
    /// Of them those that said that no way leads there.
    pub(crate) no_way: Count,
    /// Questions that were refused, for the service had too much to do. Their units ask again.
    pub(crate) refused: Count,
    /// Questions that nobody answered, whatever was tried.
    pub(crate) lost: Count,
    /// Paths that the service told to be broken.
    pub(crate) broken: Count,
    /// Steps against the rules of the world.
    pub(crate) faults: Count,
    /// Changes after which workers were at different maps.
    pub(crate) differences: Count,
    /// Units that were stuck for good, at most at a time.
    pub(crate) stuck: Count,
    took: Mutex<VecDeque<(Instant, Duration)>>,
    /// Why nobody answered, the last time that nobody did.
    why_lost: Mutex<String>,
}

/// Times are told of so long before.
const SPAN: Duration = Duration::from_secs(5);

/// How long questions took.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Took {
    pub(crate) p50_ms: f64,
    pub(crate) p99_ms: f64,
}

impl Figures {
    /// A question was answered, so long after it was asked.
    pub(crate) fn took(&self, time: Duration) {
        self.answered.add(1);
        let now = Instant::now();
        let mut took = self.took.lock().unwrap_or_else(PoisonError::into_inner);
        took.push_back((now, time));
        while took.front().is_some_and(|(at, _)| now.duration_since(*at) > SPAN) {
            took.pop_front();
        }
    }

    /// A question was not answered, whatever was tried.
    pub(crate) fn lost(&self, why: String) {
        self.lost.add(1);
        *self.why_lost.lock().unwrap_or_else(PoisonError::into_inner) = why;
    }

    /// Why nobody answered, the last time that nobody did; nothing if there was none.
    pub(crate) fn why_lost(&self) -> String {
        self.why_lost.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How long the questions of the last seconds took.
    pub(crate) fn last(&self) -> Took {
        let now = Instant::now();
        let took = self.took.lock().unwrap_or_else(PoisonError::into_inner);
        let last = took.iter().filter(|(at, _)| now.duration_since(*at) <= SPAN);
        of(last.map(|(_, time)| *time).collect())
    }

    /// So many are stuck now.
    pub(crate) fn note_stuck(&self, count: usize) {
        self.stuck.0.fetch_max(u64::try_from(count).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// All that must not happen.
    pub(crate) fn errors(&self) -> u64 {
        self.lost.get() + self.faults.get() + self.differences.get() + self.stuck.get()
    }
}

fn of(mut times: Vec<Duration>) -> Took {
    times.sort_unstable();
    let at = |share: usize| {
        let last = times.len().checked_sub(1)?;
        times.get(last * share / 100).map(|time| time.as_secs_f64() * 1e3)
    };
    Took { p50_ms: at(50).unwrap_or_default(), p99_ms: at(99).unwrap_or_default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_and_nearly_all_took_no_longer() {
        let took = of((0..=100).rev().map(Duration::from_millis).collect());
        assert_eq!(format!("{} {}", took.p50_ms, took.p99_ms), "50 99");
        assert_eq!(of(Vec::new()).p99_ms.to_bits(), 0);
    }
}
