//! By how many threads things are made.

use std::thread::available_parallelism;

/// As many as the machine has.
pub(crate) fn threads() -> usize {
    available_parallelism().map_or(1, |threads| threads.get())
}
