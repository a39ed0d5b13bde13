//! What a client asks for: the head of an HTTP request, read within limits.

use super::reply::Status;
use std::io::Read;
use std::net::{IpAddr, TcpStream};
use std::time::{Duration, Instant};

/// A head longer than this is nobody's who wants a page.
pub(super) const HEAD_BYTES_MAX: usize = 16 * 1024;

/// A request that was understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Request {
    /// The address without its query, from its `/` on.
    pub(super) path: String,
    /// Whether only the head of the reply is wanted.
    pub(super) head_only: bool,
}

/// Reads a request; whoever has not finished by the deadline is late.
pub(super) fn read(mut stream: &TcpStream, patience: Duration) -> Result<Request, Status> {
    let deadline = Instant::now() + patience;
    let mut head = Vec::new();
    let mut piece = [0; 2048];
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
            return Err(Status::Late);
        }
        let count = stream.read(&mut piece).map_err(|_| Status::Late)?;
        // The end may lie across two pieces.
        let from = head.len().saturating_sub(3);
        head.extend_from_slice(&piece[..count]);
        let end = head[from..].windows(4).position(|four| four == b"\r\n\r\n");
        match end.map(|end| from + end) {
            Some(end) if end <= HEAD_BYTES_MAX => return parse(&head[..end]),
            None if head.len() <= HEAD_BYTES_MAX && count > 0 => {}
            None if count == 0 => return Err(Status::Bad),
            _ => return Err(Status::TooLong),
        }
    }
}

/// Understands a head, without the empty line at its end.
fn parse(head: &[u8]) -> Result<Request, Status> {
    let head = str::from_utf8(head).map_err(|_| Status::Bad)?;
    let mut lines = head.split("\r\n");
    let mut words = lines.next().unwrap_or_default().split(' ');
    let (Some(method), Some(target), Some("HTTP/1.1" | "HTTP/1.0"), None) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return Err(Status::Bad);
    };
    let mut hosts = Vec::new();
    for line in lines {
        let (name, value) = line.split_once(':').ok_or(Status::Bad)?;
        if name.is_empty() || !name.bytes().all(is_of_a_name) {
            return Err(Status::Bad);
        }
        if name.eq_ignore_ascii_case("host") {
            hosts.push(value.trim());
        }
    }
    let [host] = hosts[..] else { return Err(Status::Bad) };
    // A name of the outside that leads here would let its pages read ours.
    if !is_this_machine(host) {
        return Err(Status::Foreign);
    }
    if method.is_empty() || !method.bytes().all(is_of_a_name) {
        return Err(Status::Bad);
    }
    if !target.starts_with('/') || target.contains(|c: char| c.is_control() || !c.is_ascii()) {
        return Err(Status::Bad);
    }
    let head_only = match method {
        "GET" => false,
        "HEAD" => true,
        _ => return Err(Status::WrongMethod),
    };
    let path = target.split(['?', '#']).next().unwrap_or_default();
    Ok(Request { path: path.to_owned(), head_only })
}

/// Whether it may stand in a method or in the name of a header.
fn is_of_a_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

/// Whether a host, with or without a port, is the machine itself. Any port will do: one that is
/// forwarded from elsewhere is another than ours.
fn is_this_machine(host: &str) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        // The colons of an address in brackets are its own.
        Some((name, port)) if !port.ends_with(']') => (name, port),
        _ => (host, "0"),
    };
    if port.parse::<u16>().is_err() {
        return false;
    }
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    name.eq_ignore_ascii_case("localhost")
        || bare.unwrap_or(name).parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(head: &str, expected: Result<(&str, bool), Status>) {
        let expected =
            expected.map(|(path, head_only)| Request { path: path.to_owned(), head_only });
        assert_eq!(parse(head.as_bytes()), expected, "{head:?}");
    }

    #[test]
    fn a_page_and_its_head_may_be_asked_for() {
        check("GET / HTTP/1.1\r\nHost: 127.0.0.1:8417", Ok(("/", false)));
        check("HEAD /a/b.js?v=1 HTTP/1.0\r\nhost:localhost\r\nX: y", Ok(("/a/b.js", true)));
    }

    #[test]
    fn what_is_no_request_is_refused() {
        let host = "\r\nHost: localhost";
        for line in [
            "",
            "GET",
            "GET /",
            "GET / HTTP/2.0",
            "GET  / HTTP/1.1",
            "GET / HTTP/1.1 x",
            "GET x HTTP/1.1",
            "GET http://localhost/ HTTP/1.1",
            "G(T / HTTP/1.1",
            " / HTTP/1.1",
            "GET /\u{e9} HTTP/1.1",
            "GET /\u{7} HTTP/1.1",
        ] {
            check(&format!("{line}{host}"), Err(Status::Bad));
        }
        for lines in ["", "\r\nHost: localhost\r\nHost: localhost", "\r\nHost localhost"] {
            check(&format!("GET / HTTP/1.1{lines}"), Err(Status::Bad));
        }
        check("GET / HTTP/1.1\r\nHost: localhost\r\n folded: x", Err(Status::Bad));
        assert_eq!(parse(b"GET /\xff HTTP/1.1\r\nHost: localhost"), Err(Status::Bad));
        check("POST / HTTP/1.1\r\nHost: localhost", Err(Status::WrongMethod));
    }

    #[test]
    fn only_this_machine_is_a_host() {
        for host in ["localhost", "LocalHost:80", "127.0.0.1", "127.9.9.9:1", "[::1]", "[::1]:80"] {
            assert!(is_this_machine(host), "{host}");
        }
        for host in [
            "",
            "example.org",
            "127.0.0.1.example.org:8417",
            "localhost.example.org",
            "192.168.0.1",
            "localhost:",
            "localhost:x",
            "[::2]",
            "0.0.0.0",
        ] {
            assert!(!is_this_machine(host), "{host}");
        }
    }
}
