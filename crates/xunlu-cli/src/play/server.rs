//! A server for one reader on the same machine: a thread for each connection, up to a bounded number.
//! When there are so many, the oldest one whose client keeps us waiting makes room.

use super::posted;
use super::reply::{self, Status};
use super::request::{self, Request};
use super::site::Site;
use crate::failure::Failure;
use std::io::{self, Read};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Where the playground is unless told, or the first free one of those that follow.
const PORT: u16 = 8417;

/// How many ports are tried before the system is asked for any.
const PORTS_TRIED: u16 = 20;

/// How patient the server is.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// How many connections there may be at a time.
    connections_max: usize,
    /// How long a client may take to say what it wants.
    head: Duration,
    /// How long it may take over a question that follows, and to take what it gets.
    patience: Duration,
}

/// A browser holds six connections to one host, and says what it wants of each at once.
const LIMITS: Limits =
    Limits { connections_max: 64, head: Duration::from_secs(2), patience: Duration::from_secs(10) };

/// How long, and how much, is listened to a client that goes on talking after it was answered.
const LAST_WORDS: Duration = Duration::from_millis(500);
const LAST_BYTES_MAX: u64 = 1 << 20;

/// A port of the loopback that is listened to.
#[derive(Debug)]
pub(super) struct Server {
    listener: TcpListener,
}

impl Server {
    /// Listens at this port or not at all; if none is named, at the first free one.
    pub(super) fn listen(port: Option<u16>) -> Result<Server, Failure> {
        let at = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
        let listener = match port {
            Some(port) => at(port).map_err(|error| {
                let expected = "expected a port that is free, or 0 for any";
                Failure::BadInput(format!("port {port} cannot be had: {error}; {expected}"))
            }),
            None => {
                (PORT..PORT + PORTS_TRIED).chain([0]).find_map(|port| at(port).ok()).ok_or_else(
                    || Failure::BadInput("no port of 127.0.0.1 can be had; try --port".to_owned()),
                )
            }
        };
        Ok(Server { listener: listener? })
    }

    /// Where it listens.
    pub(super) fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves the site for as long as the program lives.
    pub(super) fn serve(self, site: Site) -> ! {
        self.serve_within(LIMITS, site)
    }

    fn serve_within(self, limits: Limits, site: Site) -> ! {
        let serving = Arc::new(Serving {
            limits,
            site,
            connections: Mutex::new(Vec::new()),
            ended: Condvar::new(),
        });
        for number in 0.. {
            let accepted = self.listener.accept().and_then(|(stream, _)| {
                serving.admit(number, &stream)?;
                let thread = thread::Builder::new().name("play".to_owned());
                let theirs = Arc::clone(&serving);
                let begun = thread.spawn(move || theirs.answer(number, &stream));
                begun.map(drop).inspect_err(|_| serving.dismiss(number))
            });
            if accepted.is_err() {
                // There are too many connections or threads in the system: wait for one to end.
                thread::sleep(Duration::from_millis(50));
            }
        }
        unreachable!("nobody connects 2^64 times")
    }
}

/// What the threads share.
struct Serving {
    limits: Limits,
    site: Site,
    /// The oldest one first.
    connections: Mutex<Vec<Connection>>,
    /// Told when a connection has ended.
    ended: Condvar,
}

/// A connection that a thread is busy with.
#[derive(Debug)]
struct Connection {
    number: u64,
    stream: TcpStream,
    /// Whether an answer is being worked out, so that it is not the client who keeps us waiting.
    is_our_turn: bool,
}

impl Serving {
    /// Makes room for a connection and counts it in.
    fn admit(&self, number: u64, stream: &TcpStream) -> io::Result<()> {
        let stream = stream.try_clone()?;
        let mut connections = self.connections();
        while connections.len() >= self.limits.connections_max {
            if let Some(oldest) = connections.iter().position(|open| !open.is_our_turn) {
                // Its thread reads or writes no more and comes to its end.
                let _ = connections.remove(oldest).stream.shutdown(Shutdown::Both);
            } else {
                let told = self.ended.wait(connections);
                connections = told.unwrap_or_else(PoisonError::into_inner);
            }
        }
        connections.push(Connection { number, stream, is_our_turn: false });
        Ok(())
    }

    fn dismiss(&self, number: u64) {
        self.connections().retain(|open| open.number != number);
        self.ended.notify_all();
    }

    /// Whose turn it is, ours or the client's.
    fn turn(&self, number: u64, is_ours: bool) {
        let mut connections = self.connections();
        if let Some(open) = connections.iter_mut().find(|open| open.number == number) {
            open.is_our_turn = is_ours;
        }
        drop(connections);
        // One that waits for room may have it now.
        self.ended.notify_all();
    }

    /// The list is whole even if a thread has panicked.
    fn connections(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers one request, and ends the connection.
    fn answer(&self, number: u64, stream: &TcpStream) {
        let ending = Dismissal { serving: self, number };
        // A client that is gone has no complaint that anybody could answer.
        drop(self.try_answer(number, stream));
        drop(ending);
    }

    fn try_answer(&self, number: u64, mut stream: &TcpStream) -> io::Result<()> {
        let Limits { head, patience, .. } = self.limits;
        stream.set_write_timeout(Some(patience))?;
        match request::read(stream, head, patience) {
            Ok(Request::Question(body)) => {
                self.turn(number, true);
                let answer = posted::answer(&body);
                self.turn(number, false);
                reply::write_answer(&mut stream, answer)?;
            }
            Ok(Request::Page { path, head_only }) => match self.site.at(&path) {
                Some(page) => reply::write(&mut stream, Status::Found, page, head_only)?,
                None => reply::refuse(&mut stream, Status::Missing, head_only)?,
            },
            Err(status) => reply::refuse(&mut stream, status, false)?,
        }
        hang_up(stream)
    }
}

/// Counts a connection out, also when its thread panics.
struct Dismissal<'a> {
    serving: &'a Serving,
    number: u64,
}

impl Drop for Dismissal<'_> {
    fn drop(&mut self) {
        self.serving.dismiss(self.number);
    }
}

/// Ends a connection so that the client reads our answer: bytes of its own that nobody has read would
/// have the system throw it away.
fn hang_up(stream: &TcpStream) -> io::Result<()> {
    stream.shutdown(Shutdown::Write)?;
    stream.set_read_timeout(Some(LAST_WORDS))?;
    io::copy(&mut stream.take(LAST_BYTES_MAX), &mut io::sink()).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_port_that_is_taken_is_passed_over_unless_it_was_named() {
        let one = Server::listen(None).unwrap();
        let other = Server::listen(None).unwrap();
        let addresses = [one.address().unwrap(), other.address().unwrap()];
        assert!(addresses.iter().all(|address| address.ip().is_loopback()));
        assert_ne!(addresses[0].port(), addresses[1].port());
        assert!(Server::listen(Some(addresses[0].port())).is_err());
    }

    /// Whoever takes longer than this has failed; nobody waits for it.
    const FOREVER: Duration = Duration::from_secs(600);

    fn serving(connections_max: usize, head: Duration) -> SocketAddr {
        let server = Server::listen(Some(0)).unwrap();
        let address = server.address().unwrap();
        let limits = Limits { connections_max, head, patience: FOREVER };
        thread::spawn(move || server.serve_within(limits, Site::new(None)));
        address
    }

    const HALF: &str = "GET / HTTP/1.1\r\nHost: loc";
    const REST: &str = "alhost\r\n\r\n";

    fn connected(address: SocketAddr, bytes: &str) -> TcpStream {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(bytes.as_bytes()).unwrap();
        stream
    }

    /// The first line of what comes; nothing from a connection that was dropped.
    fn heard(mut stream: &TcpStream) -> String {
        let mut bytes = Vec::new();
        // One that was dropped may end in an error as well.
        let _ = stream.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).lines().next().unwrap_or_default().to_owned()
    }

    #[test]
    fn the_oldest_half_sent_request_makes_room_when_there_are_too_many() {
        let address = serving(4, FOREVER);
        let half: Vec<TcpStream> = (0..4).map(|_| connected(address, HALF)).collect();
        assert_eq!(heard(&connected(address, &format!("{HALF}{REST}"))), "HTTP/1.1 200 OK");
        assert_eq!(heard(&half[0]), "");
        for mut stream in &half[1..] {
            stream.write_all(REST.as_bytes()).unwrap();
            assert_eq!(heard(stream), "HTTP/1.1 200 OK");
        }
    }

    #[test]
    fn who_does_not_say_in_time_what_is_wanted_is_told_so() {
        let address = serving(4, Duration::from_millis(20));
        assert_eq!(heard(&connected(address, HALF)), "HTTP/1.1 408 Request Timeout");
    }
}
