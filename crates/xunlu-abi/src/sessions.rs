//! What is open, by its numbers: sessions, scenes.

use crate::session::Session;
use crate::status::Failure;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What is open of one kind. The lock is held to find one and no longer; what takes time is done under the
/// lock of that one.
pub(crate) struct Numbered<T>(Mutex<Open<T>>);

/// What is open, and the number that was given out last.
struct Open<T> {
    // By their numbers, which rise.
    all: Vec<(u32, Arc<Mutex<T>>)>,
    last: u32,
}

impl<T> Open<T> {
    fn place_of(&self, number: u32) -> Result<usize, Failure> {
        let found = self.all.binary_search_by_key(&number, |(number, _)| *number);
        found.map_err(|_| Failure::no_session(number))
    }
}

impl<T> Numbered<T> {
    pub(crate) const fn new() -> Numbered<T> {
        Numbered(Mutex::new(Open { all: Vec::new(), last: 0 }))
    }

    fn open(&self) -> MutexGuard<'_, Open<T>> {
        // Nothing is left half done in the list when a thread dies.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes one in: its number. Numbers are not used twice, so that one that was closed stays unknown.
    pub(crate) fn add(&self, one: T) -> Result<u32, Failure> {
        let mut open = self.open();
        let too_many = || Failure::refused("too many sessions were opened");
        open.last = open.last.checked_add(1).ok_or_else(too_many)?;
        let number = open.last;
        open.all.push((number, Arc::new(Mutex::new(one))));
        Ok(number)
    }

    /// Closes one. An error if there is none of this number.
    pub(crate) fn close(&self, number: u32) -> Result<(), Failure> {
        // What it held is given back when the list is no longer locked.
        let closed = {
            let mut open = self.open();
            let at = open.place_of(number)?;
            open.all.remove(at)
        };
        drop(closed);
        Ok(())
    }

    /// Does something with one. Others wait for the same one, and for no other.
    pub(crate) fn with<R>(
        &self,
        number: u32,
        deed: impl FnOnce(&mut T) -> Result<R, Failure>,
    ) -> Result<R, Failure> {
        let one = {
            let open = self.open();
            Arc::clone(&open.all[open.place_of(number)?].1)
        };
        let mut one = one.lock().unwrap_or_else(PoisonError::into_inner);
        deed(&mut one)
    }
}

static SESSIONS: Numbered<Session> = Numbered::new();

/// Takes in a session: its number.
pub(crate) fn add(session: Session) -> Result<u32, Failure> {
    SESSIONS.add(session)
}

/// Closes a session. An error if there is none of this number.
pub(crate) fn close(number: u32) -> Result<(), Failure> {
    SESSIONS.close(number)
}

/// Does something with a session. Others wait for the same one, and for no other.
pub(crate) fn with<R>(
    number: u32,
    deed: impl FnOnce(&mut Session) -> Result<R, Failure>,
) -> Result<R, Failure> {
    SESSIONS.with(number, deed)
}
