//! What is said on a connection that carries many questions at a time: calls, and replies in any order.
//!
//! ```json
//! {"ask":{"map":"yard","what":{"path":{"from":"0,0","goal":{"at":"3,0"}}},"at_least":"2.17","time_ms":50}}
//! {"change":{"map":"yard","what":{"door":{"link":2,"is_open":false}},"id":"door-2","expected":"2.17"}}
//! {"ask":{"map":"plaza","what":{"scene":{"path":{"from":[1,2],"goals":[[9.5,4]]}}}}}
//! {"change-scene":{"scene":"plaza","what":{"take":"crate"}}}
//! "maps"
//! {"watch":{"map":"yard","path":{"cost":30,"places":["0,0","1,0"]}}}
//! {"unwatch":7}
//! "ping"
//! {"token":"xunlu-5d1c..."}
//!
//! {"told":{"path":{"outcome":"found", ...}}}
//! {"told":{"changed":{"revision":"2.18","chain":"..."}}}
//! {"told":{"maps":{"maps":[{"map":"yard","revision":"2.18","chain":"..."}]}}}
//! {"refused":{"code":"busy","detail":"...","retry_after_ms":50}}
//! {"event":{"broken":{"revision":"2.18","step":0,"why":"gone"}}}
//! "pong"
//! ```

use super::{Ask, BearerToken, ChangeTold, Response, SceneChange, SceneLine};
use crate::refusal::{Refusal, RefusalKind};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use xunlu::wire;

/// What a client says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Call {
    /// A question about a map.
    Ask(AskCall),
    /// A change of a map.
    Change(ChangeCall),
    /// A change of a scene.
    ChangeScene(SceneChangeCall),
    /// Which maps there are.
    Maps,
    /// To be told of a map's changes, or when a path on it breaks, under this call's number.
    Watch(WatchCall),
    /// To be told no more under the number of that call.
    Unwatch(u32),
    /// Nothing, to see whether somebody is there.
    Ping,
    /// Who asks all that follows on this connection, by a token.
    Token(BearerToken),
}

/// What is to be told of: each change of a map, or what breaks a path on it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WatchCall {
    /// The map's name.
    pub map: String,
    /// A path, as an answer has it; of every change if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<wire::Path>,
    /// Who walks the path; the map's first mover unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mover: Option<wire::Mover>,
    /// A path over a scene, instead of one on a map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<SceneLine>,
    /// Of changes: the last revision that is known already. What came after it is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

impl WatchCall {
    /// Every change of a map or a scene from now on.
    #[must_use]
    pub fn changes_of(map: &str) -> WatchCall {
        WatchCall { map: map.to_owned(), path: None, mover: None, line: None, after: None }
    }

    /// What breaks a path for the map's first mover.
    #[must_use]
    pub fn breaks_of(map: &str, path: wire::Path) -> WatchCall {
        WatchCall { path: Some(path), ..WatchCall::changes_of(map) }
    }

    /// What breaks a path over a scene.
    #[must_use]
    pub fn breaks_of_line(scene: &str, line: SceneLine) -> WatchCall {
        WatchCall { line: Some(line), ..WatchCall::changes_of(scene) }
    }
}

/// What is said to be told of breaks over HTTP alone: `{"paths": [{"path": {...}}]}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventsAsked {
    /// The paths, one at least. What is told of one names its place among them.
    pub paths: Vec<PathWatched>,
}

/// The same of a scene: `{"lines": [{"points": [[1, 2], [3, 4]]}]}`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneEventsAsked {
    /// The paths, one at least. What is told of one names its place among them.
    pub lines: Vec<SceneLine>,
}

/// A path that is to be watched.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PathWatched {
    /// The path, as an answer has it.
    pub path: wire::Path,
    /// Who walks it; the map's first mover unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mover: Option<wire::Mover>,
}

/// What is told of something that is watched. A refusal in place of it says that nothing more comes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum WatchEvent {
    /// It is watched; all that happens after this revision is told.
    Watching(ChangeTold),
    /// The same, but some changes after the revision that was known are not kept: what was asked before is to
    /// be asked anew.
    Anew(ChangeTold),
    /// The map was changed.
    Changed(ChangeTold),
    /// The path broke.
    Broken(BrokenTold),
}

/// `{"revision": "2.18", "step": 3, "why": "gone"}`
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BrokenTold {
    /// The revision that the change led to.
    pub revision: String,
    /// The first of its steps that is broken: step `n` leads from place `n` to the next.
    pub step: usize,
    /// How.
    pub why: BreakTold,
}

/// How a step broke.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum BreakTold {
    /// The mover can no longer make it.
    Gone,
    /// It costs more than when the path was given to be watched.
    MoreExpensive,
}

/// A question about a map, of which revision and in what time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
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
    /// The trace that it is part of, as W3C Trace Context has it in the header `traceparent`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<String>,
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
    /// The trace that it is part of, as W3C Trace Context has it in the header `traceparent`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<String>,
}

/// A change of a scene, with what makes it safe to send twice.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneChangeCall {
    /// The scene's name.
    pub scene: String,
    /// What is to change.
    pub what: SceneChange,
    /// What the client calls it: one that comes again is told again, and made once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The revision that it is for; any if none is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// The trace that it is part of, as W3C Trace Context has it in the header `traceparent`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<String>,
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
    /// To [`Call::Watch`], each time that something happens.
    Event(WatchEvent),
    /// To [`Call::Ping`] and [`Call::Unwatch`], and to a [`Call::Token`] that is known.
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
