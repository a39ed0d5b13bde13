//! What a door asks of the service: a question, of which revision, in what time.

use super::queue::ClientId;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use xunlu::map::Revision;
use xunlu_client::{Ask, Refusal};

/// How long after something began, by a clock that only goes forward.
pub type Moment = Duration;

/// Which revision a question is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AtRevision {
    /// The last there is.
    #[default]
    Last,
    /// This one or a later one: waited for, until the question's time is over.
    Least(Revision),
    /// Just this one, as long as it is kept.
    Exactly(Revision),
}

impl AtRevision {
    /// The one of two wishes that is made, if any.
    ///
    /// # Errors
    /// When both are.
    pub(crate) fn wished(
        at_least: Option<Revision>,
        exactly: Option<Revision>,
    ) -> Result<AtRevision, Refusal> {
        match (at_least, exactly) {
            (None, None) => Ok(AtRevision::Last),
            (Some(least), None) => Ok(AtRevision::Least(least)),
            (None, Some(exactly)) => Ok(AtRevision::Exactly(exactly)),
            (Some(_), Some(_)) => {
                Err(Refusal::not_understood("at_least and exactly; expected one of them"))
            }
        }
    }
}

/// A question with all that a door knows of it.
#[derive(Clone, Debug)]
pub struct Request {
    /// Of which map.
    pub map: String,
    /// Of which revision.
    pub at: AtRevision,
    /// What is asked.
    pub ask: Ask,
    /// Who asks.
    pub client: ClientId,
    /// How long it may take; the limit of the service unless said.
    pub time: Option<Duration>,
    /// Told when nobody waits for the answer any more.
    pub gone: Gone,
}

/// Whether who asked is still there, and has room for more answers. Clones know the same.
#[derive(Clone, Debug, Default)]
pub struct Gone(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    is_gone: AtomicBool,
    is_full: AtomicBool,
}

impl Gone {
    /// Nobody waits any more: what has not begun is not begun, and a search is ended.
    pub fn tell(&self) {
        self.0.is_gone.store(true, Ordering::Relaxed);
    }

    /// Whether there is more than enough to read already: while there is, nothing more is begun.
    pub fn set_full(&self, is_full: bool) {
        self.0.is_full.store(is_full, Ordering::Relaxed);
    }

    pub(super) fn is_told(&self) -> bool {
        self.0.is_gone.load(Ordering::Relaxed)
    }

    pub(super) fn is_full(&self) -> bool {
        self.0.is_full.load(Ordering::Relaxed)
    }
}

/// Reads `17` or `2.17`, a number after its epoch.
pub(crate) fn revision_from(text: &str) -> Option<Revision> {
    let (epoch, number) = text.split_once('.').unwrap_or(("0", text));
    Some(Revision { epoch: epoch.parse().ok()?, number: number.parse().ok()? })
}
