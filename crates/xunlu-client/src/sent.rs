//! What is sent to a server, and how long that may take.

use crate::wire::Call;
use std::time::{Duration, Instant};

/// How long a connection may take to be made.
pub(crate) const CONNECT_TIME: Duration = Duration::from_secs(2);

/// How long an answer may take beyond its own time.
pub(crate) const READ_TIME: Duration = Duration::from_secs(10);

/// What is sent, and what may be done with it.
#[derive(Debug)]
pub(crate) struct Sent {
    pub(crate) call: Call,
    /// Whether it does no harm if it comes twice.
    pub(crate) may_repeat: bool,
    /// Whether the server is told how much time is left.
    pub(crate) tells_time: bool,
}

impl Sent {
    /// Then it is for one server alone.
    pub(crate) fn is_change(&self) -> bool {
        matches!(self.call, Call::Change(_) | Call::ChangeScene(_))
    }

    /// How much time is left, if the server is told: whole milliseconds, and the last one is begun, for none
    /// would be no time at all. Returns `None` if it is not.
    pub(crate) fn milliseconds(&self, until: Instant) -> Option<u64> {
        let left = until.saturating_duration_since(Instant::now());
        let milliseconds = u64::try_from(left.as_nanos().div_ceil(1_000_000)).unwrap_or(u64::MAX);
        self.tells_time.then_some(milliseconds.max(1))
    }
}
