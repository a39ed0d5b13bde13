//! Why a question or a change is not taken: a code that programs go by, and words for people.

use std::fmt;
use std::time::Duration;
use xunlu::{WorldError, WorldErrorKind};

/// A question or a change that was not taken, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// What kind of thing is wrong.
    pub kind: RefusalKind,
    /// The same in words: what, where, and what was expected.
    pub words: String,
    /// When it may be tried again.
    pub retry_after: Option<Duration>,
}

/// What kind of thing is wrong. Each has a code that never changes its meaning.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RefusalKind {
    /// It was not understood, or is impossible on this map; with the engine's own code.
    Wrong(Box<str>),
    /// There is no such address.
    NoSuchPlace,
    /// There is no map of this name.
    UnknownMap,
    /// The map is at another revision than was expected.
    Conflict,
    /// The revision that was asked for is no longer kept.
    Stale,
    /// It is larger than the limits allow.
    TooLarge,
    /// There is too much to do just now.
    Busy,
    /// The time that it had is over.
    Expired,
    /// The service is about to end.
    Draining,
    /// The journal cannot be written, so nothing is changed.
    NoJournal,
    /// Nobody answers there.
    Unreachable,
    /// Whoever asks may not.
    Forbidden,
    /// Nobody knows who asks.
    Unauthenticated,
}

/// The kinds that have a code of their own.
const CODES: [(RefusalKind, &str); 12] = [
    (RefusalKind::NoSuchPlace, "no-such-place"),
    (RefusalKind::UnknownMap, "unknown-map"),
    (RefusalKind::Conflict, "conflict"),
    (RefusalKind::Stale, "stale"),
    (RefusalKind::TooLarge, "too-large"),
    (RefusalKind::Busy, "busy"),
    (RefusalKind::Expired, "expired"),
    (RefusalKind::Draining, "draining"),
    (RefusalKind::NoJournal, "no-journal"),
    (RefusalKind::Unreachable, "unreachable-service"),
    (RefusalKind::Forbidden, "forbidden"),
    (RefusalKind::Unauthenticated, "unauthenticated"),
];

impl RefusalKind {
    /// A word that never changes its meaning.
    #[must_use]
    pub fn code(&self) -> &str {
        match self {
            RefusalKind::Wrong(code) => code,
            own => CODES.iter().find(|(kind, _)| kind == own).map_or("", |(_, code)| code),
        }
    }

    /// The kind that a word stands for; words that are not ours are the engine's.
    #[must_use]
    pub fn of_code(code: &str) -> RefusalKind {
        let known = CODES.iter().find(|(_, own)| *own == code);
        known.map_or_else(|| RefusalKind::Wrong(code.into()), |(kind, _)| kind.clone())
    }
}

impl Refusal {
    /// Of a kind, in words.
    pub fn new(kind: RefusalKind, words: impl Into<String>) -> Refusal {
        Refusal { kind, words: words.into(), retry_after: None }
    }

    /// That something was not understood.
    pub fn not_understood(words: impl fmt::Display) -> Refusal {
        Refusal::new(
            RefusalKind::Wrong(WorldErrorKind::NotUnderstood.code().into()),
            words.to_string(),
        )
    }

    /// That there is no map of a name.
    #[must_use]
    pub fn unknown_map(map: &str) -> Refusal {
        let words = format!("there is no map {map:?}; expected one that was put here");
        Refusal::new(RefusalKind::UnknownMap, words)
    }

    /// That a map was taken for a scene.
    #[must_use]
    pub fn no_scene() -> Refusal {
        let words = "this is a map of cells or waypoints; expected what is asked about places (/v1/maps/NAME/path)";
        Refusal::not_understood(words)
    }

    /// That a scene was taken for a map.
    #[must_use]
    pub fn no_map() -> Refusal {
        let words = "this is a scene; expected what is asked about points (/v1/scenes/NAME/path)";
        Refusal::not_understood(words)
    }

    /// That there is too much to do, until when.
    #[must_use]
    pub fn busy(retry_after: Duration) -> Refusal {
        let words = "there is more to do than can wait; try again later";
        let refusal = Refusal::new(RefusalKind::Busy, words);
        Refusal { retry_after: Some(retry_after), ..refusal }
    }

    /// That its time is over.
    #[must_use]
    pub fn expired() -> Refusal {
        Refusal::new(RefusalKind::Expired, "its time was over before it was answered")
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

impl std::error::Error for Refusal {}

impl From<WorldError> for Refusal {
    fn from(error: WorldError) -> Refusal {
        Refusal::new(RefusalKind::Wrong(error.kind().code().into()), error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_comes_back_by_its_code() {
        for (kind, code) in &CODES {
            assert_eq!((kind.code(), &RefusalKind::of_code(code)), (*code, kind));
        }
        assert_eq!(RefusalKind::of_code("outside").code(), "outside");
    }
}
