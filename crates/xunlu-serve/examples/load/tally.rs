//! How long calls took, and how many there were.

use std::time::{Duration, Instant};

/// So many buckets lie between a number and twice as much: none is wider than 3%.
const FINE_BITS: u32 = 5;

/// One window of a timeline.
pub(crate) const WINDOW: Duration = Duration::from_millis(50);

/// Times, in buckets that grow with them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Times(Vec<u32>);

impl Times {
    pub(crate) fn add(&mut self, time: Duration) {
        let ns = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        let shift = (64 - ns.leading_zeros()).saturating_sub(FINE_BITS + 1);
        let bucket = (u64::from(shift) << FINE_BITS) + (ns >> shift);
        let bucket = usize::try_from(bucket).unwrap_or(usize::MAX);
        if self.0.len() <= bucket {
            self.0.resize(bucket + 1, 0);
        }
        self.0[bucket] += 1;
    }

    fn add_all(&mut self, other: &Times) {
        self.0.resize(self.0.len().max(other.0.len()), 0);
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own += other);
    }

    pub(crate) fn count(&self) -> u64 {
        self.0.iter().map(|&count| u64::from(count)).sum()
    }

    /// The time that so many per cent took at most, in microseconds; `None` of none at all.
    pub(crate) fn at(&self, share: f64) -> Option<f64> {
        let rank = (self.count() as f64 * share / 100.0).ceil().max(1.0);
        let mut seen = 0.0;
        let bucket = self.0.iter().position(|&count| {
            seen += f64::from(count);
            seen >= rank
        })?;
        let shift = (bucket >> FINE_BITS).saturating_sub(1);
        let within = bucket - (shift << FINE_BITS);
        Some(((within + 1) << shift) as f64 / 1e3)
    }
}

/// What came of calls on one connection, or on all.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    /// How long answers took, from when they were due to be asked for.
    pub(crate) times: Times,
    /// How many of them came while it was measured.
    pub(crate) in_time: u64,
    pub(crate) refused: u64,
    /// Calls that were never made, for they would have been too late.
    pub(crate) dropped: u64,
    /// The same times by when the calls were due.
    pub(crate) windows: Vec<Times>,
}

impl Tally {
    pub(crate) fn answered(&mut self, due: Instant, now: Instant, begun: Instant) {
        self.times.add(now - due);
        let window = usize::try_from((due - begun).as_nanos() / WINDOW.as_nanos());
        let window = window.expect("a run is short");
        if self.windows.len() <= window {
            self.windows.resize_with(window + 1, Times::default);
        }
        self.windows[window].add(now - due);
    }

    pub(crate) fn add_all(&mut self, other: &Tally) {
        self.times.add_all(&other.times);
        self.in_time += other.in_time;
        self.refused += other.refused;
        self.dropped += other.dropped;
        let count = self.windows.len().max(other.windows.len());
        self.windows.resize_with(count, Times::default);
        for (own, other) in self.windows.iter_mut().zip(&other.windows) {
            own.add_all(other);
        }
    }
}
