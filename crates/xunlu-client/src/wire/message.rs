//! What is said on a connection that carries many questions at a time: calls, and replies in any order.
//!
//! ```json
//! {"ask":{"map":"yard","what":{"path":{"from":"0,0","goal":{"at":"3,0"}}},"at_least":"2.17","time_ms":50}}
//! {"change":{"map":"yard","what":{"door":{"link":2,"is_open":false}},"id":"door-2","expected":"2.17"}}
//! "maps"
//! "ping"
//!
//! {"told":{"path":{"outcome":"found", ...}}}
//! {"told":{"changed":{"revision":"2.18","chain":"..."}}}
//! {"told":{"maps":{"maps":[{"map":"yard","revision":"2.18","chain":"..."}]}}}
//! {"refused":{"code":"busy","detail":"...","retry_after_ms":50}}
//! "pong"
//! ```

use super::{Ask, Response};
use crate::refusal::{Refusal, RefusalKind};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use xunlu::wire;

/// What a client says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Call {
    /// A question about a map.
    Ask(AskCall),
    /// A change of a map.
    Change(ChangeCall),
    /// Which maps there are.
    Maps,
    /// Nothing, to see whether somebody is there.
    Ping,
}

/// A question about a map, of which revision and in what time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskCall {
    /// The map's name.
    pub map: String,
    /// What is asked.
    pub what: Ask,
    /// The least revision that the answer may be of. It is waited for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<String>,
    /// The one revision that the answer may be of, as long as it is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exactly: Option<String>,
    /// How many milliseconds it may take; the service's limit unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
}

/// A change of a map, with what makes it safe to send twice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChangeCall {
    /// The map's name.
    pub map: String,
    /// What is to change.
    pub what: wire::Change,
    /// What the client calls it: one that comes again is told again, and made once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The revision that it is for; any if none is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
}

/// A call or a reply with its number, where nothing else has that: `{"id": 7, "message": "ping"}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbered<T> {
    /// A number of the client's choice, which the reply has as well.
    pub id: u32,
    /// The call or the reply.
    pub message: T,
}

/// What is said to a call.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum CallReply {
    /// The answer.
    Told(Response),
    /// Why there is none.
    Refused(Problem),
    /// To [`Call::Ping`].
    Pong,
}

/// A [`Refusal`]: `{"code": "busy", "detail": "...", "retry_after_ms": 50}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Problem {
    /// What kind of thing is wrong: a word that never changes its meaning.
    pub code: String,
    /// The same in words.
    pub detail: String,
    /// When it may be tried again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        let after = refusal.retry_after.map(|after| after.as_millis().try_into());
        Problem {
            code: refusal.kind.code().to_owned(),
            detail: refusal.words,
            retry_after_ms: after.map(|after| after.unwrap_or(u64::MAX)),
        }
    }
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Refusal {
        let refusal = Refusal::new(RefusalKind::of_code(&problem.code), problem.detail);
        Refusal { retry_after: problem.retry_after_ms.map(Duration::from_millis), ..refusal }
    }
}

impl From<Result<Response, Refusal>> for CallReply {
    fn from(told: Result<Response, Refusal>) -> CallReply {
        match told {
            Ok(told) => CallReply::Told(told),
            Err(refusal) => CallReply::Refused(refusal.into()),
        }
    }
}
