//! What a call came to, and in words what went wrong.

use crate::facts::Facts;
use crate::memory::Out;
use std::cell::RefCell;
use std::fmt::Display;
use xunlu::WorldError;
use xunlu::map::MapError;

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

/// What the agreement itself says no to, or warns of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AbiCode {
    NoSession,
    Refused,
    Nothing,
    /// With the number, and how many places there are.
    NoSuchPlace,
    /// With the number.
    NoSuchMaker,
    NotText,
    /// With the file's name.
    #[cfg(feature = "formats")]
    NotAtHand,
    #[cfg(feature = "formats")]
    CannotShow,
    #[cfg(feature = "formats")]
    NotShown,
    /// With how many there are, and how many there may be.
    #[cfg(feature = "formats")]
    ManyTiles,
    #[cfg(feature = "scenes")]
    MeshEmpty,
    #[cfg(feature = "scenes")]
    MeshCoordinates,
    #[cfg(feature = "scenes")]
    MeshTangled,
    /// With its number.
    #[cfg(feature = "scenes")]
    MeshPolygon,
}

impl AbiCode {
    /// What it is called wherever programs read it. A code never changes its meaning.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            AbiCode::NoSession => "no-session",
            AbiCode::Refused => "refused",
            AbiCode::Nothing => "nothing",
            AbiCode::NoSuchPlace => "no-such-place",
            AbiCode::NoSuchMaker => "no-such-maker",
            AbiCode::NotText => "not-text",
            #[cfg(feature = "formats")]
            AbiCode::NotAtHand => "not-at-hand",
            #[cfg(feature = "formats")]
            AbiCode::CannotShow => "cannot-show",
            #[cfg(feature = "formats")]
            AbiCode::NotShown => "not-shown",
            #[cfg(feature = "formats")]
            AbiCode::ManyTiles => "many-tiles",
            #[cfg(feature = "scenes")]
            AbiCode::MeshEmpty => "mesh-empty",
            #[cfg(feature = "scenes")]
            AbiCode::MeshCoordinates => "mesh-coordinates",
            #[cfg(feature = "scenes")]
            AbiCode::MeshTangled => "mesh-tangled",
            #[cfg(feature = "scenes")]
            AbiCode::MeshPolygon => "mesh-polygon",
        }
    }
}

/// What is to be said of something that went wrong.
#[derive(Debug, Default)]
struct Told {
    code: &'static str,
    words: String,
    facts: Facts,
}

thread_local! {
    static LAST: RefCell<Told> = RefCell::default();
}

/// Something went wrong: a status, and what is to be said of it.
#[derive(Debug)]
pub(crate) struct Failure {
    status: Status,
    // Behind a pointer, so that what succeeds is not larger for it.
    told: Box<Told>,
}

impl Failure {
    pub(crate) fn refused(words: impl Display) -> Failure {
        Failure::of(AbiCode::Refused, words, &[])
    }

    pub(crate) fn no_session(number: u32) -> Failure {
        let words =
            format!("there is no session {number}; expected one that was opened and not closed");
        Failure { status: Status::NoSession, ..Failure::of(AbiCode::NoSession, words, &[number]) }
    }

    pub(crate) fn nothing(words: &str) -> Failure {
        Failure { status: Status::Nothing, ..Failure::of(AbiCode::Nothing, words, &[]) }
    }

    pub(crate) fn no_maker(maker: u32) -> Failure {
        Failure::of(AbiCode::NoSuchMaker, format!("there is no maker {maker}"), &[maker])
    }

    /// A refusal with a code of its own and the numbers to tell it with.
    pub(crate) fn of(code: AbiCode, words: impl Display, values: &[u32]) -> Failure {
        let words = words.to_string();
        let mut facts = Facts::of(code.code());
        let values: Vec<String> = values.iter().map(u32::to_string).collect();
        facts.told(&words, &values);
        Failure::with(code.code(), words, facts)
    }

    /// A refusal by those below, who have codes, too.
    pub(crate) fn with(code: &'static str, words: String, facts: Facts) -> Failure {
        Failure { status: Status::Refused, told: Box::new(Told { code, words, facts }) }
    }

    /// Keeps what is to be said for who asks, and hands the status out.
    pub(crate) fn told(self) -> u32 {
        LAST.with(|last| *last.borrow_mut() = *self.told);
        self.status as u32
    }
}

impl From<WorldError> for Failure {
    fn from(error: WorldError) -> Failure {
        let (code, words) = (error.kind().code(), error.to_string());
        let mut facts = Facts::of(code);
        error.place().into_iter().for_each(|place| facts.place(place));
        facts.told(&words, error.values());
        Failure::with(code, words, facts)
    }
}

impl From<MapError> for Failure {
    fn from(error: MapError) -> Failure {
        let mut facts = Facts::of(error.kind().code());
        error.place().into_iter().for_each(|place| facts.place(place));
        facts.told(error.message(), error.values());
        Failure::with(error.kind().code(), error.to_string(), facts)
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

/// What went wrong last on this thread, in words. Returns how many bytes they have.
///
/// # Safety
/// `room` bytes may be written from `text` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_last_error(text: *mut u8, room: u32) -> u32 {
    // SAFETY: promised by the caller.
    let mut out = unsafe { Out::new(text, room) };
    LAST.with(|last| out.put_all(last.borrow().words.as_bytes()))
}

/// What kind of thing went wrong last on this thread: a code that never changes its meaning. Returns how many
/// bytes it has.
///
/// # Safety
/// `room` bytes may be written from `text` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_last_error_code(text: *mut u8, room: u32) -> u32 {
    // SAFETY: promised by the caller.
    let mut out = unsafe { Out::new(text, room) };
    LAST.with(|last| out.put_all(last.borrow().code.as_bytes()))
}

/// Everything about what went wrong last on this thread, a line each: `code`, `file`, where in it (`line` and
/// `column`, `pixel`, `byte` or `part`), `message` (the words without where) and each `value` to tell it with
/// in another language; a tab, and what it is. Returns how many bytes that is.
///
/// # Safety
/// `room` bytes may be written from `text` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_last_error_facts(text: *mut u8, room: u32) -> u32 {
    // SAFETY: promised by the caller.
    let mut out = unsafe { Out::new(text, room) };
    LAST.with(|last| out.put_all(last.borrow().facts.as_str().as_bytes()))
}
