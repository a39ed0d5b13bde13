//! The ledger: every change of a door, in order. Each worker is told all of them in this order, so that all
//! come to the same revisions.

use crate::town::DoorId;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use xunlu_client::ChangeTold;

/// All changes since the beginning.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    written: Mutex<Written>,
    more: Condvar,
}

#[derive(Debug, Default)]
struct Written {
    changes: Vec<(DoorId, bool)>,
    /// What came of each, as the first worker told it.
    told: Vec<ChangeTold>,
}

impl Ledger {
    fn written(&self) -> MutexGuard<'_, Written> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes that a door is open now, or is not.
    pub(crate) fn write(&self, door: DoorId, is_open: bool) {
        self.written().changes.push((door, is_open));
        self.more.notify_all();
    }

    pub(crate) fn len(&self) -> usize {
        self.written().changes.len()
    }

    /// How many changes no worker has made yet.
    pub(crate) fn waiting(&self) -> usize {
        let written = self.written();
        written.changes.len() - written.told.len()
    }

    /// The change of this number, waited for no longer than so. Returns `None` if it is not written yet.
    pub(crate) fn wait_for(&self, number: usize, time: Duration) -> Option<(DoorId, bool)> {
        let written = self.written();
        let lacks = |written: &mut Written| written.changes.len() <= number;
        let waited = self.more.wait_timeout_while(written, time, lacks);
        waited.unwrap_or_else(PoisonError::into_inner).0.changes.get(number).copied()
    }

    /// A worker has made the change of this number. Returns whether it is at the same revision then as every
    /// worker that made it before: the same number, and the same digest of all changes.
    pub(crate) fn is_made(&self, number: usize, told: ChangeTold) -> bool {
        let mut written = self.written();
        match written.told.get(number) {
            Some(known) => *known == told,
            None => {
                let is_next = written.told.len() == number;
                written.told.push(told);
                is_next
            }
        }
    }

    /// The last revision that some worker has told of: what is asked from now on is answered with all that
    /// led to it. Returns `None` if there is none.
    pub(crate) fn revision(&self) -> Option<String> {
        self.written().told.last().map(|told| told.revision.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workers_that_come_to_different_maps_are_found_out() {
        let told = |chain: &str| ChangeTold { revision: "0.1".into(), chain: chain.into() };
        let ledger = Ledger::default();
        ledger.write(DoorId(3), false);
        assert_eq!(ledger.wait_for(0, Duration::ZERO), Some((DoorId(3), false)));
        assert_eq!(ledger.wait_for(1, Duration::ZERO), None);
        assert_eq!(ledger.waiting(), 1);
        assert!(ledger.is_made(0, told("a")));
        assert!(ledger.is_made(0, told("a")));
        assert_eq!(ledger.waiting(), 0);
        assert!(!ledger.is_made(0, told("b")));
        assert_eq!(ledger.revision().as_deref(), Some("0.1"));
    }
}
