//! The door for those who look on: the page, what happens as server-sent events, and what they may do.

use crate::stream::Piece;
use crate::town::DoorId;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, SyncSender, sync_channel};
use std::thread::Scope;
use std::time::Duration;

/// The page's own files: by their addresses, of which kind, and what is in them.
const FILES: [(&str, &str, &str); 7] = [
    ("/", "text/html", include_str!("page/index.html")),
    ("/style.css", "text/css", include_str!("page/style.css")),
    ("/words.js", "text/javascript", include_str!("page/words.js")),
    ("/town.js", "text/javascript", include_str!("page/town.js")),
    ("/units.js", "text/javascript", include_str!("page/units.js")),
    ("/doors.js", "text/javascript", include_str!("page/doors.js")),
    ("/figures.js", "text/javascript", include_str!("page/figures.js")),
];

/// The page loads nothing from elsewhere, and stands in no other page.
const POLICY: &str = "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; \
                      connect-src 'self'; img-src data:; frame-ancestors 'none'";

/// So many connections at a time, so long a head, so long for it, and so many pieces for a slow reader.
const CONNECTIONS_MAX: usize = 64;
const HEAD_BYTES_MAX: u64 = 16 << 10;
const TIME: Duration = Duration::from_secs(5);
const PIECES_MAX: usize = 64;

/// What somebody wants who looks on.
#[derive(Debug)]
pub(crate) enum Wanted {
    /// To be told what happens.
    Look(SyncSender<Piece>),
    /// To open or shut a door.
    Turn(DoorId),
    /// To open or shut all gates.
    Gates,
    /// To see a worker killed.
    Kill(usize),
    /// To call everybody to the market.
    Rush,
}

/// Takes connections until all is over, which is looked at whenever one comes.
pub(crate) fn serve<'scope>(
    scope: &'scope Scope<'scope, '_>,
    listener: &'scope TcpListener,
    is_over: &'scope AtomicBool,
    count: &'scope AtomicUsize,
    wanted: Sender<Wanted>,
) {
    scope.spawn(move || {
        for stream in listener.incoming() {
            if is_over.load(Ordering::Relaxed) {
                return;
            }
            let Ok(stream) = stream else { continue };
            if count.fetch_add(1, Ordering::Relaxed) >= CONNECTIONS_MAX {
                count.fetch_sub(1, Ordering::Relaxed);
                continue;
            }
            let wanted = wanted.clone();
            scope.spawn(move || {
                // Whoever went away while being answered wants nothing more.
                let _ = answer(stream, &wanted);
                count.fetch_sub(1, Ordering::Relaxed);
            });
        }
    });
}

/// Lets [`serve`] see that all is over.
pub(crate) fn wake(address: SocketAddr) {
    // If nobody takes it, nobody has to be woken.
    let _ = TcpStream::connect_timeout(&address, TIME);
}

fn answer(stream: TcpStream, wanted: &Sender<Wanted>) -> io::Result<()> {
    stream.set_read_timeout(Some(TIME))?;
    stream.set_write_timeout(Some(TIME))?;
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream.try_clone()?.take(HEAD_BYTES_MAX));
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        if line.trim_end().is_empty() {
            break;
        }
        lines.push(line.trim_end().to_owned());
    }
    let mut stream = stream;
    let Some((method, path)) = lines.first().and_then(|line| request(line)) else {
        return reply(&mut stream, "400 Bad Request", "", "");
    };
    if !is_for_us(&lines[1..]) {
        return reply(&mut stream, "403 Forbidden", "", "");
    }
    match (method, path) {
        ("GET", "/live") => live(&mut stream, wanted),
        ("GET", path) => match FILES.iter().find(|(own, ..)| *own == path) {
            Some((_, kind, file)) => {
                let headers = format!("Content-Type: {kind}; charset=utf-8\r\n{POLICY}\r\n");
                reply(&mut stream, "200 OK", &headers, file)
            }
            None => reply(&mut stream, "404 Not Found", "", ""),
        },
        ("POST", path) => match wish(path) {
            Some(own) => {
                // If all is over, nobody does it.
                let _ = wanted.send(own);
                reply(&mut stream, "204 No Content", "", "")
            }
            None => reply(&mut stream, "404 Not Found", "", ""),
        },
        _ => reply(&mut stream, "404 Not Found", "", ""),
    }
}

fn request(line: &str) -> Option<(&str, &str)> {
    let mut words = line.split(' ');
    Some((words.next()?, words.next()?))
}

/// Whether a request is of this machine, and of our own page: another one could ask for things, too, or have
/// its name lead here.
fn is_for_us(headers: &[String]) -> bool {
    let header = |name: &str| {
        headers.iter().find_map(|line| {
            let (own, value) = line.split_once(':')?;
            own.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    };
    let Some(host) = header("host") else { return false };
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    let is_here = matches!(name, "localhost" | "127.0.0.1" | "[::1]");
    let is_own = header("origin").is_none_or(|origin| origin == format!("http://{host}"));
    is_here && is_own
}

/// What is wanted by an address.
fn wish(path: &str) -> Option<Wanted> {
    let mut words = path.trim_start_matches('/').split('/');
    let wanted = match (words.next()?, words.next()) {
        ("door", Some(number)) => Wanted::Turn(DoorId(number.parse().ok()?)),
        ("kill", Some(number)) => Wanted::Kill(number.parse().ok()?),
        ("gates", None) => Wanted::Gates,
        ("rush", None) => Wanted::Rush,
        _ => return None,
    };
    words.next().is_none().then_some(wanted)
}

fn reply(stream: &mut TcpStream, status: &str, headers: &str, body: &str) -> io::Result<()> {
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\n{headers}Cache-Control: no-store\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )
}

/// Tells what happens for as long as somebody reads it.
fn live(stream: &mut TcpStream, wanted: &Sender<Wanted>) -> io::Result<()> {
    let (send, pieces) = sync_channel(PIECES_MAX);
    if wanted.send(Wanted::Look(send)).is_err() {
        return Ok(());
    }
    stream.write_all(
        b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\nConnection: close\r\n\r\nretry: 1000\n\n",
    )?;
    while let Ok(piece) = pieces.recv() {
        stream.write_all(&piece)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(lines: &[&str]) -> Vec<String> {
        lines.iter().map(|&line| line.to_owned()).collect()
    }

    #[test]
    fn only_our_own_page_is_listened_to() {
        assert!(is_for_us(&headers(&["Host: localhost:8100"])));
        assert!(is_for_us(&headers(&["Host: 127.0.0.1:8100", "Origin: http://127.0.0.1:8100"])));
        assert!(!is_for_us(&headers(&[
            "Host: 127.0.0.1:8100",
            "Origin: http://elsewhere.example"
        ])));
        assert!(!is_for_us(&headers(&["Host: elsewhere.example"])));
        assert!(!is_for_us(&[]));
    }

    #[test]
    fn what_is_no_wish_is_none() {
        assert!(matches!(wish("/door/7"), Some(Wanted::Turn(DoorId(7)))));
        assert!(matches!(wish("/kill/1"), Some(Wanted::Kill(1))));
        for path in ["/door", "/door/x", "/door/1/2", "/rush/1", "/", ""] {
            assert!(wish(path).is_none(), "{path}");
        }
    }
}
