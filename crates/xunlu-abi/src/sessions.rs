//! The sessions that are open, by their numbers.

use crate::session::Session;
use crate::status::Failure;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The open sessions, and the number that was given out last.
struct Open {
    // By their numbers, which rise.
    sessions: Vec<(u32, Arc<Mutex<Session>>)>,
    last: u32,
}

impl Open {
    fn place_of(&self, number: u32) -> Result<usize, Failure> {
        let found = self.sessions.binary_search_by_key(&number, |(number, _)| *number);
        found.map_err(|_| Failure::no_session(number))
    }
}

// Held to find a session and no longer; what takes time is done under the session's own lock.
static OPEN: Mutex<Open> = Mutex::new(Open { sessions: Vec::new(), last: 0 });

fn open() -> MutexGuard<'static, Open> {
    // Nothing is left half done in the list when a thread dies.
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes in a session: its number. Numbers are not used twice, so that one that was closed stays unknown.
pub(crate) fn add(session: Session) -> Result<u32, Failure> {
    let mut open = open();
    let too_many = || Failure::refused("too many sessions were opened");
    open.last = open.last.checked_add(1).ok_or_else(too_many)?;
    let number = open.last;
    open.sessions.push((number, Arc::new(Mutex::new(session))));
    Ok(number)
}

/// Closes a session. An error if there is none of this number.
pub(crate) fn close(number: u32) -> Result<(), Failure> {
    // What it held is given back when the list is no longer locked.
    let closed = {
        let mut open = open();
        let at = open.place_of(number)?;
        open.sessions.remove(at)
    };
    drop(closed);
    Ok(())
}

/// Does something with a session. Others wait for the same one, and for no other.
pub(crate) fn with<R>(
    number: u32,
    deed: impl FnOnce(&mut Session) -> Result<R, Failure>,
) -> Result<R, Failure> {
    let session = {
        let open = open();
        Arc::clone(&open.sessions[open.place_of(number)?].1)
    };
    let mut session = session.lock().unwrap_or_else(PoisonError::into_inner);
    deed(&mut session)
}
