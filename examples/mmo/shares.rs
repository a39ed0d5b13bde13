//! Which worker answers how much, as the workers themselves count it.

use crate::http;
use crate::workers::{COUNT, Workers};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often they are asked.
const PERIOD: Duration = Duration::from_millis(500);

/// What there is to know of a worker.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Share {
    /// Whether it can be asked.
    pub(crate) is_there: bool,
    /// Questions a second that it answers.
    pub(crate) rate: f64,
    /// All that it has answered, counted on when it begins anew.
    pub(crate) answered: u64,
    /// How often it has begun.
    pub(crate) begun: u32,
    /// What it counts itself.
    counted: u64,
}

/// What is known of all.
#[derive(Debug, Default)]
pub(crate) struct Shares(Mutex<[Share; COUNT]>);

impl Shares {
    pub(crate) fn all(&self) -> [Share; COUNT] {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks the workers until all is over.
    pub(crate) fn watch(&self, workers: &Workers) {
        let mut last = Instant::now();
        while !workers.is_over() {
            thread::sleep(PERIOD);
            let counted = workers.addresses().map(|address| {
                let text = http::send(address?.http, "GET", "/metrics", "").ok()?;
                Some(answered_in(&text))
            });
            let seconds = last.elapsed().as_secs_f64();
            last = Instant::now();
            let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            for (share, counted) in all.iter_mut().zip(counted) {
                share.take(counted, seconds);
            }
        }
    }
}

impl Share {
    fn take(&mut self, counted: Option<u64>, seconds: f64) {
        let Some(counted) = counted else {
            (self.is_there, self.rate, self.counted) = (false, 0.0, 0);
            return;
        };
        if !self.is_there {
            self.begun += 1;
        }
        // One that was killed and began anew between two looks counts from nothing.
        let more = counted.checked_sub(self.counted).unwrap_or(counted);
        self.answered += more;
        (self.is_there, self.counted) = (true, counted);
        self.rate = f64::from(u32::try_from(more).unwrap_or(u32::MAX)) / seconds;
    }
}

/// The questions for paths that were answered, in Prometheus' text.
fn answered_in(text: &str) -> u64 {
    let name = "xunlu_questions_total{kind=\"path\",outcome=\"answered\"} ";
    text.lines().find_map(|line| line.strip_prefix(name)?.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_that_begins_anew_is_counted_on() {
        let mut share = Share::default();
        share.take(Some(10), 0.5);
        share.take(Some(30), 0.5);
        assert_eq!((share.answered, share.rate, share.begun), (30, 40.0, 1));
        share.take(None, 0.5);
        assert!(!share.is_there);
        share.take(Some(5), 0.5);
        assert_eq!((share.answered, share.begun), (35, 2));
    }

    #[test]
    fn what_a_worker_counts_is_found() {
        let text = "x 1\nxunlu_questions_total{kind=\"path\",outcome=\"answered\"} 42\n";
        assert_eq!((answered_in(text), answered_in("")), (42, 0));
    }
}
