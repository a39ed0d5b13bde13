//! How far copies are behind, for those who look at metrics: what is old is served on, and this says that
//! it is.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// What is told of the maps that are shared.
#[derive(Debug)]
pub(super) struct Lag {
    written: AtomicU64,
    copies: AtomicU64,
    behind: AtomicU64,
    // When the heads in the bucket were read last.
    looked: Mutex<Instant>,
}

impl Lag {
    pub(super) fn new() -> Lag {
        let looked = Mutex::new(Instant::now());
        Lag {
            written: AtomicU64::new(0),
            copies: AtomicU64::new(0),
            behind: AtomicU64::new(0),
            looked,
        }
    }

    /// The heads were read: so many maps are written here, so many follow, and so many of these are not at
    /// what their head says.
    pub(super) fn looked(&self, written: usize, copies: usize, behind: usize) {
        let pairs = [(&self.written, written), (&self.copies, copies), (&self.behind, behind)];
        for (counter, count) in pairs {
            counter.store(count as u64, Ordering::Relaxed);
        }
        *self.looked.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// All of it in Prometheus' text.
    pub(super) fn told(&self) -> String {
        let looked = *self.looked.lock().unwrap_or_else(PoisonError::into_inner);
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed).to_string();
        let age = looked.elapsed().as_secs_f64().to_string();
        let all = [
            ("xunlu_maps_written", "Maps that are written here and shared.", read(&self.written)),
            ("xunlu_copies", "Maps that are written elsewhere.", read(&self.copies)),
            (
                "xunlu_copies_behind",
                "Copies that are not at what their head says.",
                read(&self.behind),
            ),
            ("xunlu_heads_age_seconds", "Time since the heads were read from the broker.", age),
        ];
        let mut text = String::new();
        for (name, words, value) in all {
            write!(text, "# HELP {name} {words}\n# TYPE {name} gauge\n{name} {value}\n")
                .expect("a string takes all");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_looked_at_last_is_told() {
        let lag = Lag::new();
        lag.looked(3, 2, 1);
        let told = lag.told();
        for line in ["xunlu_maps_written 3", "xunlu_copies 2", "xunlu_copies_behind 1"] {
            assert!(told.lines().any(|own| own == line), "{line} is not in\n{told}");
        }
    }
}
