//! Times of many questions: the least of each, and what they are together.

use std::hint::black_box;
use std::time::Instant;

/// How long this takes, in microseconds, with what came of it.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let begun = Instant::now();
    let made = black_box(work());
    (begun.elapsed().as_secs_f64() * 1e6, made)
}

/// The mean, the middle and the time that one of a hundred exceeds.
pub(crate) fn told(mut times: Vec<f64>) -> String {
    times.sort_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / times.len().max(1) as f64;
    let at = |part: usize| times.get(times.len() * part / 100).copied().unwrap_or(0.0);
    format!("{mean:.2} / {:.2} / {:.2}", at(50), at(99))
}
