//! A server for one reader on the same machine: a few threads, each with one connection at a time.

use super::posted;
use super::reply::{self, Status};
use super::request::{self, Request};
use super::site::Site;
use crate::Ending;
use crate::failure::Failure;
use std::io::{self, Read};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// Where the playground is unless told, or the first free one of those that follow.
const PORT: u16 = 8417;

/// How many ports are tried before the system is asked for any.
const PORTS_TRIED: u16 = 20;

/// A browser holds six connections to one host; some of them may be idle.
const THREADS: usize = 16;

/// How long a client may take to say what it wants, and to take what it gets.
const PATIENCE: Duration = Duration::from_secs(10);

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
    pub(super) fn serve(self, site: Site) -> Result<Ending, Failure> {
        let server = Arc::new((self.listener, site));
        for _ in 1..THREADS {
            let server = Arc::clone(&server);
            thread::Builder::new()
                .name("play".to_owned())
                .spawn(move || answer_forever(&server.0, &server.1))
                .map_err(|error| Failure::BadInput(format!("no thread can be had: {error}")))?;
        }
        answer_forever(&server.0, &server.1)
    }
}

fn answer_forever(listener: &TcpListener, site: &Site) -> ! {
    loop {
        match listener.accept() {
            // A client that is gone has no complaint that anybody could answer.
            Ok((stream, _)) => drop(answer(&stream, site)),
            // There are too many connections: wait for one to end.
            Err(_) => thread::sleep(Duration::from_millis(50)),
        }
    }
}

/// Answers one request, and ends the connection.
fn answer(mut stream: &TcpStream, site: &Site) -> io::Result<()> {
    stream.set_write_timeout(Some(PATIENCE))?;
    match request::read(stream, PATIENCE) {
        Ok(Request::Question(body)) => reply::write_answer(&mut stream, posted::answer(&body))?,
        Ok(Request::Page { path, head_only }) => match site.at(&path) {
            Some(page) => reply::write(&mut stream, Status::Found, page, head_only)?,
            None => reply::refuse(&mut stream, Status::Missing, head_only)?,
        },
        Err(status) => reply::refuse(&mut stream, status, false)?,
    }
    hang_up(stream)
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

    #[test]
    fn a_port_that_is_taken_is_passed_over_unless_it_was_named() {
        let one = Server::listen(None).unwrap();
        let other = Server::listen(None).unwrap();
        let addresses = [one.address().unwrap(), other.address().unwrap()];
        assert!(addresses.iter().all(|address| address.ip().is_loopback()));
        assert_ne!(addresses[0].port(), addresses[1].port());
        assert!(Server::listen(Some(addresses[0].port())).is_err());
    }
}
