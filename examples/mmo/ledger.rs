//! The ledger: every change of a door, in order. Each worker is told all of them in this order, so that all
//! come to the same revisions.

use crate::town::DoorId;
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use xunlu_client::ChangeTold;

/// So many changes are remembered that some worker has made. One that was killed is away for seconds, and
/// lacks a few dozen when it is back with what is on its disk.
const REMEMBERED_MAX: usize = 4096;

/// The last changes, of all since the beginning.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    written: Mutex<Written>,
    more: Condvar,
}

#[derive(Debug, Default)]
struct Written {
    // How many there were before those that are remembered.
    forgotten: usize,
    changes: VecDeque<(DoorId, bool)>,
    // What came of each, as the first worker told it.
    told: VecDeque<ChangeTold>,
}

/// A change that a worker may be told of next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    Change(DoorId, bool),
    /// None is written yet.
    NotYet,
    /// It is not remembered any more.
    Forgotten,
}

impl Written {
    fn len(&self) -> usize {
        self.forgotten + self.changes.len()
    }

    /// Where one of this number is among those that are remembered.
    fn place(&self, number: usize) -> Option<usize> {
        number.checked_sub(self.forgotten)
    }
}

impl Ledger {
    fn written(&self) -> MutexGuard<'_, Written> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes that a door is open now, or is not.
    pub(crate) fn write(&self, door: DoorId, is_open: bool) {
        self.written().changes.push_back((door, is_open));
        self.more.notify_all();
    }

    /// How many changes were ever written.
    pub(crate) fn len(&self) -> usize {
        self.written().len()
    }

    /// How many changes no worker has made yet.
    pub(crate) fn waiting(&self) -> usize {
        let written = self.written();
        written.changes.len() - written.told.len()
    }

    /// The change of this number, waited for no longer than so.
    pub(crate) fn wait_for(&self, number: usize, time: Duration) -> Next {
        let written = self.written();
        let lacks = |written: &mut Written| written.len() <= number;
        let waited = self.more.wait_timeout_while(written, time, lacks);
        let written = waited.unwrap_or_else(PoisonError::into_inner).0;
        match written.place(number).map(|place| written.changes.get(place)) {
            None => Next::Forgotten,
            Some(None) => Next::NotYet,
            Some(Some(&(door, is_open))) => Next::Change(door, is_open),
        }
    }

    /// A worker has made the change of this number. Returns whether it is at the same revision then as every
    /// worker that made it before: the same number, and the same digest of all changes. What has been
    /// forgotten meanwhile is not compared.
    pub(crate) fn is_made(&self, number: usize, told: ChangeTold) -> bool {
        let mut written = self.written();
        let Some(place) = written.place(number) else { return true };
        if let Some(known) = written.told.get(place) {
            return *known == told;
        }
        let is_next = written.told.len() == place;
        written.told.push_back(told);
        while written.told.len() > REMEMBERED_MAX {
            written.told.pop_front();
            written.changes.pop_front();
            written.forgotten += 1;
        }
        is_next
    }

    /// The last revision that some worker has told of: what is asked from now on is answered with all that
    /// led to it. Returns `None` if there is none.
    pub(crate) fn revision(&self) -> Option<String> {
        self.written().told.back().map(|told| told.revision.clone())
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
        assert_eq!(ledger.wait_for(0, Duration::ZERO), Next::Change(DoorId(3), false));
        assert_eq!(ledger.wait_for(1, Duration::ZERO), Next::NotYet);
        assert_eq!(ledger.waiting(), 1);
        assert!(ledger.is_made(0, told("a")));
        assert!(ledger.is_made(0, told("a")));
        assert_eq!(ledger.waiting(), 0);
        assert!(!ledger.is_made(0, told("b")));
        assert_eq!(ledger.revision().as_deref(), Some("0.1"));
    }

    #[test]
    fn what_was_made_long_ago_is_forgotten() {
        let ledger = Ledger::default();
        for number in 0..REMEMBERED_MAX + 3 {
            ledger.write(DoorId(number), true);
            let told = ChangeTold { revision: format!("0.{}", number + 1), chain: "a".into() };
            assert!(ledger.is_made(number, told));
        }
        assert_eq!(ledger.written().changes.len(), REMEMBERED_MAX);
        assert_eq!((ledger.len(), ledger.waiting()), (REMEMBERED_MAX + 3, 0));
        assert_eq!(ledger.wait_for(2, Duration::ZERO), Next::Forgotten);
        assert_eq!(ledger.wait_for(3, Duration::ZERO), Next::Change(DoorId(3), true));
        assert_eq!(ledger.wait_for(REMEMBERED_MAX + 3, Duration::ZERO), Next::NotYet);
        assert_eq!(ledger.revision(), Some(format!("0.{}", REMEMBERED_MAX + 3)));
    }
}
