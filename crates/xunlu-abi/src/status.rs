//! What a call came to, and in words what went wrong.

use crate::memory::Out;
use std::cell::RefCell;
use std::fmt::Display;

/// What a call came to. Across the line it is its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Status {
    /// It was done.
    Done = 0,
    /// There is no such session.
    NoSession = 1,
    /// An argument is not what it must be.
    Refused = 2,
    /// There is nothing to tell: no question was asked, or it is not answered yet.
    Nothing = 3,
    /// A search goes on: call again.
    Working = 4,
}

thread_local! {
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Something went wrong: a status, and what is to be said of it.
pub(crate) struct Failure {
    pub(crate) status: Status,
    words: String,
}

impl Failure {
    pub(crate) fn refused(words: impl Display) -> Failure {
        Failure { status: Status::Refused, words: words.to_string() }
    }

    pub(crate) fn no_session(number: u32) -> Failure {
        let words =
            format!("there is no session {number}; expected one that was opened and not closed");
        Failure { status: Status::NoSession, words }
    }

    pub(crate) fn nothing(words: &str) -> Failure {
        Failure { status: Status::Nothing, words: words.to_owned() }
    }

    /// Keeps the words for who asks, and hands the status out.
    pub(crate) fn told(self) -> u32 {
        LAST.with(|last| *last.borrow_mut() = self.words);
        self.status as u32
    }
}

/// The number of how a call ended.
pub(crate) fn status_of(result: Result<Status, Failure>) -> u32 {
    result.map_or_else(Failure::told, |status| status as u32)
}

/// What a call gives, or 0 when it failed.
pub(crate) fn number_of(result: Result<u32, Failure>) -> u32 {
    result.unwrap_or_else(|failure| {
        failure.told();
        0
    })
}

/// What went wrong last on this thread, in words; how many bytes they are.
///
/// # Safety
/// `room` bytes may be written from `text` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_last_error(text: *mut u8, room: u32) -> u32 {
    // SAFETY: promised by the caller.
    let mut out = unsafe { Out::new(text, room) };
    LAST.with(|last| out.put_all(last.borrow().as_bytes()))
}
