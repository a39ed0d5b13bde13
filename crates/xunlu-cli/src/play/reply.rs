//! What a client is told: a status, headers that keep the page to itself, and bytes.

use super::posted::Refusal;
use std::io::{self, Write};

/// How a request went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    /// Here it is.
    Found,
    /// It is no request.
    Bad,
    /// There is nothing at this address.
    Missing,
    /// Something else than to be shown a page, or a question posted elsewhere than at `/find`.
    WrongMethod,
    /// A question without its length.
    NoLength,
    /// A question that is larger than any map.
    TooLarge,
    /// A question that is not said to be JSON, as any page of the outside might send one.
    NoJson,
    /// It took too long to be said.
    Late,
    /// The page was asked for by a name that is not this machine's.
    Foreign,
    /// The head of the request has no end.
    TooLong,
}

impl Status {
    const fn line(self) -> &'static str {
        match self {
            Status::Found => "200 OK",
            Status::Bad => "400 Bad Request",
            Status::Missing => "404 Not Found",
            Status::WrongMethod => "405 Method Not Allowed",
            Status::Late => "408 Request Timeout",
            Status::NoLength => "411 Length Required",
            Status::TooLarge => "413 Content Too Large",
            Status::NoJson => "415 Unsupported Media Type",
            Status::Foreign => "421 Misdirected Request",
            Status::TooLong => "431 Request Header Fields Too Large",
        }
    }
}

/// What every reply says of itself, a header a line; the page's tests in a browser send the same. The
/// page may use its own files and nothing else; being alone in its process (the `Cross-Origin` lines)
/// gives it a clock fine enough to time searches by.
const HEADERS: &str = include_str!("headers.txt");

/// Writes a reply; of its bytes only the count when just its head was asked for.
pub(super) fn write(
    to: &mut impl Write,
    status: Status,
    (kind, bytes): (&str, &[u8]),
    head_only: bool,
) -> io::Result<()> {
    let allow = if status == Status::WrongMethod { "Allow: GET, HEAD, POST\r\n" } else { "" };
    let mut head = format!(
        "HTTP/1.1 {}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n{allow}",
        status.line(),
        bytes.len()
    );
    for header in HEADERS.lines() {
        head.push_str(header);
        head.push_str("\r\n");
    }
    head.push_str("\r\n");
    to.write_all(head.as_bytes())?;
    if !head_only {
        to.write_all(bytes)?;
    }
    to.flush()
}

/// Writes what was answered to a question, or what is wrong with it.
pub(super) fn write_answer(to: &mut impl Write, answer: Result<String, Refusal>) -> io::Result<()> {
    let (status, json) = match answer {
        Ok(json) => (Status::Found, json),
        Err(refusal) => (Status::Bad, refusal.told()),
    };
    write(to, status, ("application/json", format!("{json}\n").as_bytes()), false)
}

/// Writes that something went wrong, in words for whoever reads it.
pub(super) fn refuse(to: &mut impl Write, status: Status, head_only: bool) -> io::Result<()> {
    let text = format!("{}\n", status.line());
    write(to, status, ("text/plain; charset=utf-8", text.as_bytes()), head_only)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_counts_its_bytes_and_ends_its_head() {
        let mut told = Vec::new();
        write(&mut told, Status::Found, ("text/plain", b"lamp"), false).unwrap();
        let told = String::from_utf8(told).unwrap();
        let (head, body) = told.split_once("\r\n\r\n").unwrap();
        assert_eq!(body, "lamp");
        assert!(head.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"), "{head}");
        assert!(head.contains("\r\nContent-Length: 4\r\n"), "{head}");
        // No header is broken over two lines.
        assert!(head.lines().skip(1).all(|line| line.contains(": ")), "{head}");
        assert_eq!(head.matches('\n').count(), head.matches("\r\n").count());
    }

    #[test]
    fn a_wrong_method_is_told_the_right_ones() {
        let mut told = Vec::new();
        refuse(&mut told, Status::WrongMethod, false).unwrap();
        let told = String::from_utf8(told).unwrap();
        assert!(told.contains("\r\nAllow: GET, HEAD, POST\r\n"), "{told}");
        assert!(told.ends_with("\r\n\r\n405 Method Not Allowed\n"), "{told}");
    }
}
