//! How far the making of a map has come, and where it pauses.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};

/// How much a maker does between two looks at whether it is to pause.
pub(super) const STRIDE: u32 = 1 << 10;

/// Shared by a maker, which tells what it did, and whoever carries it on. Work is what makers do, weighted by
/// how long it took in nanoseconds where that was measured, on 4096 x 4096 cells; only the ratios matter.
#[derive(Debug)]
pub(super) struct Pace {
    total: u64,
    // Atomic, so that a map that is being made can go to another thread; nobody reads what another writes
    // meanwhile.
    done: AtomicU64,
    until: AtomicU64,
}

impl Pace {
    /// Of so much work in all, none of it done, all of it allowed.
    pub(super) const fn of(total: u64) -> Pace {
        Pace { total, done: AtomicU64::new(0), until: AtomicU64::new(u64::MAX) }
    }

    /// Has the maker pause after so much work more.
    pub(super) fn allow(&self, work: u64) {
        self.until.store(self.done().saturating_add(work), Ordering::Relaxed);
    }

    pub(super) const fn total(&self) -> u64 {
        self.total
    }

    /// At most the total: a maker that finds more to do than it could know stays there.
    pub(super) fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed).min(self.total)
    }

    /// Counts work as done, and pauses here if that is all that was allowed.
    pub(super) fn did(&self, work: u64) -> Pause {
        let done = self.done.load(Ordering::Relaxed).saturating_add(work);
        self.done.store(done, Ordering::Relaxed);
        Pause { is_over: done < self.until.load(Ordering::Relaxed) }
    }
}

/// The place where a maker pauses.
pub(super) struct Pause {
    is_over: bool,
}

impl Future for Pause {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        // Whoever asks again has allowed more.
        if std::mem::replace(&mut self.is_over, true) { Poll::Ready(()) } else { Poll::Pending }
    }
}
