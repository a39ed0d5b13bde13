//! How often something is asked again, and after which pause: not more than one question in ten, so that many
//! clients do not hold a service down that has too much to do.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How often a question is asked again at most.
pub(crate) const AGAIN_MAX: u32 = 3;

/// What a question earns towards asking again, in thousandths: one in ten may be asked twice.
const EARNED: u64 = 100;
const PRICE: u64 = 1000;

/// With so much everybody begins: a few faults in a row.
const SAVED_FIRST: u64 = 10 * PRICE;

/// The first pause in microseconds, at most.
const PAUSE_FIRST: u64 = 20_000;

/// What may be asked again, shared by all who ask.
#[derive(Debug)]
pub(crate) struct Again {
    saved: AtomicU64,
    saved_max: u64,
    // How often something was.
    count: AtomicU64,
    // Never the same pause twice.
    dice: AtomicU64,
}

impl Again {
    /// With so many saved at most, for questions that are lost together.
    pub(crate) fn new(seed: u64, saved_max: u64) -> Again {
        let dice = AtomicU64::new(seed ^ u64::from(std::process::id()));
        let (saved, count) = (AtomicU64::new(SAVED_FIRST), AtomicU64::new(0));
        Again { saved, saved_max: saved_max * PRICE, count, dice }
    }

    /// Something is asked again.
    pub(crate) fn note(&self) {
        self.count.fetch_add(1, Ordering::Relaxed);
    }

    /// How often something was asked again.
    pub(crate) fn count(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }

    /// Something is asked for the first time.
    pub(crate) fn earn(&self) {
        let more = |saved: u64| Some((saved + EARNED).min(self.saved_max));
        let _ = self.saved.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
    }

    /// Whether something may be asked again.
    pub(crate) fn spend(&self) -> bool {
        let less = |saved: u64| saved.checked_sub(PRICE);
        self.saved.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_ok()
    }

    /// From nothing up to 20 ms, then 40, then 80: full jitter.
    pub(crate) fn pause(&self, again: u32) -> Duration {
        Duration::from_micros(self.chance() % (PAUSE_FIRST << again.min(2)))
    }

    /// The same for who asks again for as long as it takes: twice as much each time, up to 5 s.
    pub(crate) fn long_pause(&self, again: u32) -> Duration {
        Duration::from_micros(self.chance() % (PAUSE_FIRST << again.min(8)))
    }

    /// A number of chance.
    pub(crate) fn chance(&self) -> u64 {
        let step = |dice: u64| {
            Some(
                dice.wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407),
            )
        };
        let dice = self.dice.fetch_update(Ordering::Relaxed, Ordering::Relaxed, step);
        dice.unwrap_or_default() >> 33
    }
}
