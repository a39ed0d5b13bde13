//! What every door looks at before anything is done: who asks, what that takes, and by which name of this
//! machine.

use crate::access::{Grant, Scope};
use crate::server::Server;
use hyper::header::{AUTHORIZATION, HOST, HeaderMap};
use hyper::{Method, Uri};
use std::net::IpAddr;
use xunlu_client::{Call, Refusal, RefusalKind};

/// What somebody may do who sends these headers: `Authorization: Bearer TOKEN`.
pub(super) fn grant(server: &Server, headers: &HeaderMap) -> Grant {
    let Some(said) = headers.get(AUTHORIZATION) else { return server.grant(None) };
    let words = said.to_str().unwrap_or_default().split_once(' ');
    let token = words.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    // Whatever else was said is known as little as a wrong token.
    server.grant(Some(token.map_or("", |(_, token)| token.trim())))
}

/// What a request of HTTP takes. Returns `None` if anybody may.
pub(super) fn scope_of_request(method: &Method, parts: &[&str]) -> Option<Scope> {
    match (method, parts) {
        // Those who look whether it is well, and what may be asked.
        (&Method::GET, ["" | "healthz" | "readyz" | "openapi.json"]) => None,
        // What is said there is looked at call by call.
        (&Method::GET, ["v1", "ws"]) => None,
        (&Method::PUT | &Method::DELETE, _) => Some(Scope::Admin),
        (&Method::PATCH, _) => Some(Scope::Edit),
        _ => Some(Scope::Read),
    }
}

/// What a call takes. Returns `None` if anybody may.
pub(super) fn scope_of_call(call: &Call) -> Option<Scope> {
    match call {
        Call::Ping | Call::Token(_) | Call::Unwatch(_) => None,
        Call::Change(_) | Call::ChangeScene(_) => Some(Scope::Edit),
        _ => Some(Scope::Read),
    }
}

/// Refuses a request that names another machine. A page of anywhere can have its own name lead to this
/// machine, and then ask as if it were of it (DNS rebinding); it cannot have the browser say another name.
///
/// # Errors
/// When only this machine is listened to, and it is called by a name that is not its own.
pub(super) fn is_for_us(server: &Server, uri: &Uri, headers: &HeaderMap) -> Result<(), Refusal> {
    let Some(hosts) = server.hosts() else { return Ok(()) };
    let header = || headers.get(HOST).map(|host| host.to_str().unwrap_or("?"));
    let said = uri.authority().map(hyper::http::uri::Authority::as_str).or_else(header);
    // No browser leaves it out.
    let Some(said) = said else { return Ok(()) };
    let name = name_of(said);
    if is_this_machine(name) || hosts.iter().any(|own| own.eq_ignore_ascii_case(name)) {
        return Ok(());
    }
    let words = format!(
        "{said:?} is no name of this machine; expected localhost, its address, or one of --host"
    );
    Err(Refusal::new(RefusalKind::Forbidden, words))
}

/// Whether a page comes from this machine itself, by a name that nobody else can have.
pub(super) fn is_of_this_machine(origin: &str) -> bool {
    is_this_machine(name_of(origin.split_once("://").map_or("", |(_, host)| host)))
}

/// A host without its port.
fn name_of(host: &str) -> &str {
    let (name, port) = host.rsplit_once(':').unwrap_or((host, ""));
    if port.bytes().all(|byte| byte.is_ascii_digit()) { name } else { host }
}

fn is_this_machine(name: &str) -> bool {
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    name.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_this_machine_may_connect_and_no_others() {
        for own in
            ["http://localhost", "http://127.0.0.1:8080", "http://[::1]:9", "https://localhost:1"]
        {
            assert!(is_of_this_machine(own), "{own}");
        }
        for other in [
            "http://evil.example",
            "null",
            "",
            "http://localhost.evil.example:80",
            "http://10.0.0.1",
            "http://127.0.0.1.evil.example",
            "http://evil.example:8090",
        ] {
            assert!(!is_of_this_machine(other), "{other}");
        }
    }
}
