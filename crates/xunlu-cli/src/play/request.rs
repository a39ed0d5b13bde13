//! What a client asks for: an HTTP request, read within limits.

use super::reply::Status;
use std::io::Read;
use std::net::{IpAddr, TcpStream};
use std::time::{Duration, Instant};

/// A head longer than this is nobody's who wants a page.
pub(super) const HEAD_BYTES_MAX: usize = 16 * 1024;

/// A question longer than this holds no map of 4096 x 4096 cells, but several.
const BODY_BYTES_MAX: usize = 64 * 1024 * 1024;

/// Where questions are posted to.
const QUESTIONS: &str = "/find";

/// A request that was understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Request {
    /// To be shown a page.
    Page {
        /// The address without its query, from its `/` on.
        path: String,
        /// Whether only the head of the reply is wanted.
        head_only: bool,
    },
    /// To be answered.
    Question(Vec<u8>),
}

/// What the head of a request says.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Head {
    Page {
        path: String,
        head_only: bool,
    },
    /// So many bytes follow.
    Question {
        length: usize,
    },
}

/// Reads a request; whoever has not finished with its head so soon, or with the question that follows
/// in the longer time, is late.
pub(super) fn read(
    stream: &TcpStream,
    for_head: Duration,
    for_question: Duration,
) -> Result<Request, Status> {
    let deadline = Instant::now() + for_head;
    let mut bytes = Vec::new();
    let end = loop {
        // The end may lie across two pieces.
        let from = bytes.len().saturating_sub(3);
        let count = read_on(stream, deadline, &mut bytes)?;
        let end = bytes[from..].windows(4).position(|four| four == b"\r\n\r\n");
        match end.map(|end| from + end) {
            Some(end) if end <= HEAD_BYTES_MAX => break end,
            None if bytes.len() <= HEAD_BYTES_MAX && count > 0 => {}
            None if count == 0 => return Err(Status::Bad),
            _ => return Err(Status::TooLong),
        }
    };
    match parse(&bytes[..end])? {
        Head::Page { path, head_only } => Ok(Request::Page { path, head_only }),
        Head::Question { length } => {
            let deadline = Instant::now() + for_question;
            let mut body = bytes.split_off(end + 4);
            while body.len() < length {
                if read_on(stream, deadline, &mut body)? == 0 {
                    return Err(Status::Bad);
                }
            }
            body.truncate(length);
            Ok(Request::Question(body))
        }
    }
}

/// Reads the next piece, and how long it is: nothing at the end.
fn read_on(
    mut stream: &TcpStream,
    deadline: Instant,
    bytes: &mut Vec<u8>,
) -> Result<usize, Status> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
        return Err(Status::Late);
    }
    let mut piece = [0; 16 * 1024];
    let count = stream.read(&mut piece).map_err(|_| Status::Late)?;
    bytes.extend_from_slice(&piece[..count]);
    Ok(count)
}

/// Understands a head, without the empty line at its end.
fn parse(head: &[u8]) -> Result<Head, Status> {
    let head = str::from_utf8(head).map_err(|_| Status::Bad)?;
    let mut lines = head.split("\r\n");
    let mut words = lines.next().unwrap_or_default().split(' ');
    let (Some(method), Some(target), Some("HTTP/1.1" | "HTTP/1.0"), None) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return Err(Status::Bad);
    };
    let (mut hosts, mut lengths, mut is_json) = (Vec::new(), Vec::new(), false);
    for line in lines {
        let (name, value) = line.split_once(':').ok_or(Status::Bad)?;
        if name.is_empty() || !name.bytes().all(is_of_a_name) {
            return Err(Status::Bad);
        }
        let value = value.trim();
        match name.to_ascii_lowercase().as_str() {
            "host" => hosts.push(value),
            "content-length" => lengths.push(value),
            "content-type" => is_json = is_json || is_type_of_json(value),
            _ => {}
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
    let path = target.split(['?', '#']).next().unwrap_or_default();
    match method {
        "GET" | "HEAD" => Ok(Head::Page { path: path.to_owned(), head_only: method == "HEAD" }),
        "POST" if path == QUESTIONS => question(&lengths, is_json),
        _ => Err(Status::WrongMethod),
    }
}

/// A question whose head says this of its body. That it says JSON is no formality: a page of the outside
/// cannot, unless it asks before, and that we refuse.
fn question(lengths: &[&str], is_json: bool) -> Result<Head, Status> {
    let [length] = lengths else { return Err(Status::NoLength) };
    let is_number = !length.is_empty() && length.bytes().all(|byte| byte.is_ascii_digit());
    match length.parse() {
        _ if !is_json => Err(Status::NoJson),
        Ok(length) if is_number && length <= BODY_BYTES_MAX => Ok(Head::Question { length }),
        _ if is_number => Err(Status::TooLarge),
        _ => Err(Status::Bad),
    }
}

/// Whether a content type is JSON's, whatever follows it.
fn is_type_of_json(value: &str) -> bool {
    value.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json")
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
            expected.map(|(path, head_only)| Head::Page { path: path.to_owned(), head_only });
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
    fn a_question_says_its_length_and_that_it_is_json() {
        let ask = |path: &str, lines: &str| {
            parse(format!("POST {path} HTTP/1.1\r\nHost: localhost{lines}").as_bytes())
        };
        let json = "\r\nContent-Type: application/json; charset=utf-8";
        let with = |length: &str| ask("/find", &format!("{json}\r\nContent-Length: {length}"));
        assert_eq!(with("12"), Ok(Head::Question { length: 12 }));
        assert_eq!(with("67108865"), Err(Status::TooLarge));
        assert_eq!(with("99999999999999999999"), Err(Status::TooLarge));
        for length in ["", "-1", "+1", "0x1", "1 1"] {
            assert_eq!(with(length), Err(Status::Bad), "{length}");
        }
        assert_eq!(with("1\r\nContent-Length: 1"), Err(Status::NoLength));
        assert_eq!(ask("/find", json), Err(Status::NoLength));
        let text = "\r\nContent-Type: text/plain\r\nContent-Length: 2";
        assert_eq!(ask("/find", text), Err(Status::NoJson));
        assert_eq!(ask("/", "\r\nContent-Length: 2"), Err(Status::WrongMethod));
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
