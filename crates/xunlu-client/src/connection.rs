//! A connection of HTTP/1.1, on which one request after another is answered, each before its time ends.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

/// The longest head and body of an answer that is read.
const HEAD_MAX: u64 = 64 << 10;
const BODY_MAX: usize = 256 << 20;

/// A connection that is kept from request to request.
#[derive(Debug)]
pub(crate) struct Connection {
    stream: BufReader<Timed>,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) retry_after: Option<Duration>,
    pub(crate) body: Vec<u8>,
    /// Nothing more comes on this connection.
    pub(crate) is_last: bool,
}

/// What an answer begins with.
struct Head {
    status: u16,
    // Of its body, if it says so and it is not too long.
    length: Option<usize>,
    retry_after: Option<Duration>,
    is_last: bool,
}

/// A stream on which nothing is waited for beyond the end, however little comes at a time.
#[derive(Debug)]
struct Timed {
    stream: TcpStream,
    end: Instant,
}

impl Timed {
    fn left(&self) -> io::Result<Duration> {
        left_until(self.end)
    }
}

impl Read for Timed {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(Some(self.left()?))?;
        self.stream.read(bytes)
    }
}

impl Write for Timed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(Some(self.left()?))?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

impl Connection {
    /// To the first address of a host where somebody listens, each tried no longer than so long.
    pub(crate) fn to(host: &str, time: Duration, end: Instant) -> io::Result<Connection> {
        let mut error = io::Error::other("there is no such host");
        for address in host.to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, time.min(left_until(end)?)) {
                Ok(stream) => {
                    stream.set_nodelay(true)?;
                    return Ok(Connection { stream: BufReader::new(Timed { stream, end }) });
                }
                Err(own) => error = own,
            }
        }
        Err(error)
    }

    /// Sends a request and reads what is answered.
    pub(crate) fn exchange(&mut self, request: &[u8], end: Instant) -> io::Result<Reply> {
        let head = self.head(request, end)?;
        let length = head.length.ok_or_else(|| bad("the answer has no length"))?;
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        Ok(Reply {
            status: head.status,
            retry_after: head.retry_after,
            body,
            is_last: head.is_last,
        })
    }

    /// Sends a request and reads the head of what is answered. What is answered may go on for as long as
    /// somebody [reads](Self::line) it, if its status is 200; else all of it is read.
    pub(crate) fn begin(&mut self, request: &[u8], end: Instant) -> io::Result<Option<Reply>> {
        let head = self.head(request, end)?;
        if head.status == 200 {
            return Ok(None);
        }
        let mut body = Vec::new();
        let most = head.length.map_or(HEAD_MAX, |length| length as u64);
        self.stream.by_ref().take(most).read_to_end(&mut body)?;
        Ok(Some(Reply { status: head.status, retry_after: head.retry_after, body, is_last: true }))
    }

    /// The next line of an answer that goes on, with what ends it, if it comes until then.
    pub(crate) fn line_until(&mut self, end: Instant) -> io::Result<String> {
        self.stream.get_mut().end = end;
        self.line()
    }

    /// The same connection, for who is to end it while somebody reads from it.
    pub(crate) fn another(&self) -> io::Result<TcpStream> {
        self.stream.get_ref().stream.try_clone()
    }

    fn head(&mut self, request: &[u8], end: Instant) -> io::Result<Head> {
        self.stream.get_mut().end = end;
        self.stream.get_mut().write_all(request)?;
        let first = self.line()?;
        let status = first.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or_else(|| bad("this is no HTTP"))?;
        let (mut length, mut retry_after, mut is_last) = (None, None, false);
        for _ in 0..100 {
            let line = self.line()?;
            let Some((name, value)) = line.trim_end().split_once(':') else { break };
            let (name, value) = (name.to_ascii_lowercase(), value.trim());
            match name.as_str() {
                "content-length" => length = value.parse::<usize>().ok(),
                "retry-after" => retry_after = value.parse().ok().map(Duration::from_secs),
                "connection" => is_last = value.eq_ignore_ascii_case("close"),
                _ => {}
            }
        }
        let length = length.filter(|&length| length <= BODY_MAX);
        Ok(Head { status, length, retry_after, is_last })
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        self.stream.by_ref().take(HEAD_MAX).read_line(&mut line)?;
        if line.is_empty() { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(line) }
    }
}

fn bad(words: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, words.to_owned())
}

/// How much time is left; none is an error, for sockets take it as all.
fn left_until(end: Instant) -> io::Result<Duration> {
    let left = end.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(left) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;
    use std::thread;

    #[test]
    fn an_answer_that_drips_ends_with_its_time() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let host = listener.local_addr().unwrap().to_string();
        let begun = Instant::now();
        thread::scope(|scope| {
            scope.spawn(|| {
                let (mut stream, _) = listener.accept().unwrap();
                stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n").unwrap();
                while begun.elapsed() < Duration::from_secs(5) && stream.write_all(b" ").is_ok() {
                    thread::sleep(Duration::from_millis(10));
                }
            });
            let end = begun + Duration::from_millis(200);
            let mut connection = Connection::to(&host, Duration::from_secs(2), end).unwrap();
            assert!(connection.exchange(b"GET / HTTP/1.1\r\n\r\n", end).is_err());
            assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
        });
    }

    #[test]
    fn a_request_that_nobody_reads_ends_with_its_time() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let host = listener.local_addr().unwrap().to_string();
        let begun = Instant::now();
        let end = begun + Duration::from_millis(200);
        let mut connection = Connection::to(&host, Duration::from_secs(2), end).unwrap();
        // More than the system holds for somebody who does not read.
        assert!(connection.exchange(&vec![b' '; 64 << 20], end).is_err());
        assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    }
}
