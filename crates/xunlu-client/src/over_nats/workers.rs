//! The workers that have answered lately, by name.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Who has answered nothing for so long may be gone.
const LATELY: Duration = Duration::from_secs(2);

/// So many are remembered.
const WORKERS_MAX: usize = 64;

/// Workers, with when each was heard last.
#[derive(Debug, Default)]
pub(super) struct Workers(Mutex<BTreeMap<String, Instant>>);

impl Workers {
    fn all(&self) -> MutexGuard<'_, BTreeMap<String, Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A worker has answered.
    pub(super) fn heard(&self, worker: &str) {
        let mut all = self.all();
        if let Some(last) = all.get_mut(worker) {
            *last = Instant::now();
            return;
        }
        all.retain(|_, last| last.elapsed() < LATELY);
        if all.len() < WORKERS_MAX {
            all.insert(worker.to_owned(), Instant::now());
        }
    }

    /// A worker is not there, or does not have what was asked.
    pub(super) fn forget(&self, worker: &str) {
        self.all().remove(worker);
    }

    /// One of those that were heard as lately as any: whoever answers many questions was heard just now,
    /// and one that is cut off was not. Returns `None` if none is known but the one that was asked already.
    pub(super) fn another(&self, asked: Option<&str>, chance: u64) -> Option<String> {
        let all = self.all();
        let now = Instant::now();
        let mut lately: Vec<(Duration, &String)> = all
            .iter()
            .map(|(worker, &last)| (now.saturating_duration_since(last), worker))
            .filter(|(ago, worker)| *ago < LATELY && Some(worker.as_str()) != asked)
            .collect();
        lately.sort_unstable();
        // Those that were heard about as lately as the last of all.
        let least = lately.first()?.0;
        let same = lately.partition_point(|(ago, _)| *ago <= 2 * least + Duration::from_millis(50));
        let at = usize::try_from(chance % same as u64).unwrap_or_default();
        Some(lately[at].1.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_is_one_that_was_heard_lately() {
        let workers = Workers::default();
        assert_eq!(workers.another(None, 7), None);
        for worker in ["a", "b", "c"] {
            workers.heard(worker);
        }
        *workers.all().get_mut("a").unwrap() -= Duration::from_millis(500);
        for chance in 0..9 {
            let another = workers.another(Some("b"), chance);
            assert_eq!(another.as_deref(), Some("c"), "a is silent since long, b was asked");
        }
        workers.forget("c");
        assert_eq!(workers.another(Some("b"), 0).as_deref(), Some("a"));
        *workers.all().get_mut("a").unwrap() -= LATELY;
        assert_eq!(workers.another(Some("b"), 0), None);
    }
}
