//! Calls over HTTP/1.1, on connections that are kept, one at a time on each.

use crate::connection::{Connection, Reply};
use crate::refusal::{Refusal, RefusalKind};
use crate::sent::{CONNECT_TIME, READ_TIME, Sent};
use crate::wire::{Ask, BearerToken, Call, Encoding, Problem, Response};
use std::fmt::Write as _;
use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// So many connections are kept for those who ask next.
const KEPT_MAX: usize = 64;

/// A server that is asked over HTTP.
#[derive(Debug)]
pub(crate) struct OverHttp {
    host: String,
    token: Option<BearerToken>,
    kept: Mutex<Vec<Connection>>,
}

impl OverHttp {
    pub(crate) fn new(host: String) -> OverHttp {
        OverHttp { host, token: None, kept: Mutex::default() }
    }

    /// Says who asks from now on.
    pub(crate) fn set_token(&mut self, token: BearerToken) {
        self.token = Some(token);
    }

    /// Where it is.
    pub(crate) fn host(&self) -> &str {
        &self.host
    }

    /// What it knows us by.
    pub(crate) fn token(&self) -> Option<&BearerToken> {
        self.token.as_ref()
    }

    pub(crate) fn call(
        &self,
        sent: &Sent,
        until: Instant,
    ) -> io::Result<Result<Response, Refusal>> {
        let reply = self.exchange(sent, &self.request(sent, until), until)?;
        if reply.status != 200 {
            return Ok(Err(refusal_of(&reply)));
        }
        Ok(match &sent.call {
            Call::Ask(call) => call.what.told(Encoding::Json, &reply.body),
            _ => Encoding::Json.read(&reply.body).map(Response::Changed),
        })
    }

    /// All that is sent.
    fn request(&self, sent: &Sent, until: Instant) -> Vec<u8> {
        let (mut text, body) = asked(sent, until);
        let (host, length) = (&self.host, body.len());
        write!(text, " HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n")
            .and_then(|()| match &self.token {
                None => Ok(()),
                Some(token) => write!(text, "Authorization: Bearer {}\r\n", token.text()),
            })
            .and_then(|()| write!(text, "Content-Length: {length}\r\n\r\n"))
            .expect("a string takes all");
        let mut bytes = text.into_bytes();
        bytes.extend(body);
        bytes
    }

    fn exchange(&self, sent: &Sent, request: &[u8], until: Instant) -> io::Result<Reply> {
        let end = until + READ_TIME;
        // What must not come twice is not sent on a connection that may have been closed meanwhile.
        let kept = || self.kept.lock().unwrap_or_else(PoisonError::into_inner).pop();
        if sent.may_repeat
            && let Some(mut kept) = kept()
            && let Ok(reply) = kept.exchange(request, end)
        {
            self.keep(kept, &reply);
            return Ok(reply);
        }
        let mut made = Connection::to(&self.host, CONNECT_TIME, until)?;
        let reply = made.exchange(request, end)?;
        self.keep(made, &reply);
        Ok(reply)
    }

    fn keep(&self, connection: Connection, reply: &Reply) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if !reply.is_last && kept.len() < KEPT_MAX {
            kept.push(connection);
        }
    }
}

/// The method and the address of a request, and its body.
fn asked(sent: &Sent, until: Instant) -> (String, Vec<u8>) {
    let mut pairs: Vec<(&str, String)> = Vec::new();
    let (method, path, body) = match &sent.call {
        Call::Ask(call) => {
            pairs.extend(call.at_least.as_deref().map(|least| ("at_least", escaped(least))));
            pairs.extend(sent.milliseconds(until).map(|left| ("time_ms", left.to_string())));
            let map = escaped(&call.map);
            let path = match &call.what {
                Ask::Scene(own) => format!("/v1/scenes/{map}/{}", own.name()),
                own => format!("/v1/maps/{map}/{}", own.name()),
            };
            ("POST", path, call.what.body(Encoding::Json))
        }
        Call::Change(call) => {
            pairs.extend(call.id.as_deref().map(|id| ("id", escaped(id))));
            pairs.extend(call.expected.as_deref().map(|own| ("expected", escaped(own))));
            let path = format!("/v1/maps/{}", escaped(&call.map));
            ("PATCH", path, Encoding::Json.write(&call.what))
        }
        Call::ChangeScene(call) => {
            pairs.extend(call.id.as_deref().map(|id| ("id", escaped(id))));
            pairs.extend(call.expected.as_deref().map(|own| ("expected", escaped(own))));
            let path = format!("/v1/scenes/{}", escaped(&call.scene));
            ("PATCH", path, Encoding::Json.write(&call.what))
        }
        Call::Maps | Call::Ping | Call::Watch(_) | Call::Unwatch(_) | Call::Token(_) => {
            ("GET", "/v1/maps".to_owned(), Vec::new())
        }
    };
    let mut text = format!("{method} {path}");
    for (number, (name, value)) in pairs.iter().enumerate() {
        let sign = if number == 0 { '?' } else { '&' };
        write!(text, "{sign}{name}={value}").expect("a string takes all");
    }
    (text, body)
}

/// What a problem says.
pub(crate) fn refusal_of(reply: &Reply) -> Refusal {
    let problem: Result<Problem, Refusal> = Encoding::Json.read(&reply.body);
    let status = reply.status;
    let refusal = problem.map(Refusal::from).unwrap_or_else(|_| {
        let words = format!("the server answered with status {status} and no reason");
        Refusal::new(RefusalKind::Unreachable, words)
    });
    Refusal { retry_after: reply.retry_after, ..refusal }
}

/// A piece of an address, with all but letters, digits and a few signs escaped.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            write!(out, "%{byte:02X}").expect("a string takes all");
        }
    }
    out
}
