//! One request of HTTP to a worker: for what the client of questions has no call.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// More than any worker takes for what is asked here.
const TIME: Duration = Duration::from_secs(10);

/// Sends a request and returns the body of the reply.
///
/// # Errors
/// When nobody answers, or the reply is no success.
pub(crate) fn send(to: SocketAddr, method: &str, path: &str, body: &str) -> io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&to, TIME)?;
    stream.set_read_timeout(Some(TIME))?;
    stream.set_write_timeout(Some(TIME))?;
    let length = body.len();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
    )?;
    let mut reply = String::new();
    stream.read_to_string(&mut reply)?;
    let (head, body) = reply.split_once("\r\n\r\n").ok_or(io::ErrorKind::InvalidData)?;
    let is_well = head.split(' ').nth(1).is_some_and(|status| status.starts_with('2'));
    if is_well { Ok(body.to_owned()) } else { Err(io::Error::other(body.to_owned())) }
}
