//! The sessions that are open, by their numbers.

use crate::session::Session;
use crate::status::Failure;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

static OPEN: Mutex<Vec<Option<Arc<Mutex<Session>>>>> = Mutex::new(Vec::new());

fn open() -> MutexGuard<'static, Vec<Option<Arc<Mutex<Session>>>>> {
    // Nothing is left half done in the list when a thread dies.
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes in a session: its number. Numbers are not used twice, so that one that was closed stays unknown.
pub(crate) fn add(session: Session) -> Result<u32, Failure> {
    let mut open = open();
    let number = u32::try_from(open.len() + 1);
    let number = number.map_err(|_| Failure::refused("too many sessions were opened"))?;
    open.push(Some(Arc::new(Mutex::new(session))));
    Ok(number)
}

/// Closes a session. An error if there is none of this number.
pub(crate) fn close(number: u32) -> Result<(), Failure> {
    let mut open = open();
    let place = (number as usize).checked_sub(1).and_then(|at| open.get_mut(at));
    place.and_then(Option::take).map(drop).ok_or_else(|| Failure::no_session(number))
}

/// Does something with a session. Others wait for the same one, and for no other.
pub(crate) fn with<R>(
    number: u32,
    deed: impl FnOnce(&mut Session) -> Result<R, Failure>,
) -> Result<R, Failure> {
    let session = (number as usize).checked_sub(1).and_then(|at| open().get(at).cloned().flatten());
    let session = session.ok_or_else(|| Failure::no_session(number))?;
    let mut session = session.lock().unwrap_or_else(PoisonError::into_inner);
    deed(&mut session)
}
