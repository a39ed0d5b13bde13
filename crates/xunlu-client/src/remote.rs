//! A service elsewhere, asked over HTTP/1.1 on connections that are kept.

use crate::navigator::{ChangeWish, Navigator, Wish};
use crate::refusal::{Refusal, RefusalKind};
use crate::wire::{Ask, ChangeTold, Response, json, parsed};
use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long a connection may take to be made.
const CONNECT_TIME: Duration = Duration::from_secs(2);

/// How long an answer may take beyond its own time.
const READ_TIME: Duration = Duration::from_secs(10);

/// So many connections are kept for those who ask next.
const KEPT_MAX: usize = 64;

/// How often a question is asked again at most.
const AGAIN_MAX: u32 = 3;

/// What a question earns towards asking again, in thousandths: one in ten may be asked twice.
const EARNED: u64 = 100;
const PRICE: u64 = 1000;

/// With so much everybody begins, and no more is saved: a few faults in a row.
const SAVED_MAX: u64 = 10 * PRICE;

/// The longest head and body of an answer that is read.
const HEAD_MAX: u64 = 64 << 10;
const BODY_MAX: usize = 256 << 20;

/// A service, and others that answer in its place when it does not.
///
/// What can be asked again without harm is asked again, of the next server, after a pause that grows and is
/// never
/// the same; but not more than one question in ten, so that many clients do not hold a service down that
/// has too much to do.
#[derive(Debug)]
pub struct Remote {
    servers: Vec<String>,
    kept: Mutex<Vec<(usize, BufReader<TcpStream>)>>,
    saved: AtomicU64,
    // Never the same pause twice.
    dice: AtomicU64,
}

/// What came back.
struct Reply {
    status: u16,
    retry_after: Option<Duration>,
    body: Vec<u8>,
}

impl Remote {
    /// A service by its address, `http://127.0.0.1:8090` or `127.0.0.1:8090`.
    ///
    /// # Errors
    /// When the address is of another kind.
    pub fn new(server: &str) -> Result<Remote, Refusal> {
        Remote::any_of([server])
    }

    /// The same with others to ask when one does not answer.
    ///
    /// # Errors
    /// When there is no address, or one is of another kind.
    pub fn any_of<'a>(servers: impl IntoIterator<Item = &'a str>) -> Result<Remote, Refusal> {
        let host = |server: &str| {
            let host = server.strip_prefix("http://").unwrap_or(server).trim_end_matches('/');
            let is_host = !host.is_empty() && !host.contains('/') && host.contains(':');
            is_host.then(|| host.to_owned()).ok_or_else(|| {
                Refusal::not_understood(format_args!(
                    "{server:?} is no address; expected http://HOST:PORT"
                ))
            })
        };
        let servers = servers.into_iter().map(host).collect::<Result<Vec<_>, _>>()?;
        if servers.is_empty() {
            return Err(Refusal::not_understood("there is no address; expected http://HOST:PORT"));
        }
        let seed = servers.iter().flat_map(|server| server.bytes()).map(u64::from).sum::<u64>();
        let dice = AtomicU64::new(seed ^ u64::from(std::process::id()));
        Ok(Remote { servers, kept: Mutex::default(), saved: AtomicU64::new(SAVED_MAX), dice })
    }

    fn send(
        &self,
        method: &str,
        path: &str,
        body: &[u8],
        may_repeat: bool,
        time: Duration,
    ) -> Result<Vec<u8>, Refusal> {
        self.earn();
        let begun = Instant::now();
        let mut again = 0;
        loop {
            let server = again as usize % self.servers.len();
            let refusal = match self.send_once(server, method, path, body, time) {
                Ok(reply) if reply.status == 200 => return Ok(reply.body),
                Ok(reply) => refusal_of(&reply),
                Err(error) => {
                    let words = format!("{} does not answer: {error}", self.servers[server]);
                    Refusal::new(RefusalKind::Unreachable, words)
                }
            };
            let is_passing = matches!(
                refusal.kind,
                RefusalKind::Unreachable | RefusalKind::Busy | RefusalKind::Draining
            );
            let left = time.saturating_sub(begun.elapsed());
            let pause = self.pause(again).max(refusal.retry_after.unwrap_or_default());
            again += 1;
            if !is_passing || !may_repeat || again > AGAIN_MAX || pause >= left || !self.spend() {
                return Err(refusal);
            }
            thread::sleep(pause);
        }
    }

    fn earn(&self) {
        let more = |saved: u64| Some((saved + EARNED).min(SAVED_MAX));
        let _ = self.saved.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
    }

    fn spend(&self) -> bool {
        let less = |saved: u64| saved.checked_sub(PRICE);
        self.saved.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_ok()
    }

    /// From nothing up to 20 ms, then 40, then 80: full jitter.
    fn pause(&self, again: u32) -> Duration {
        let step = |dice: u64| {
            Some(
                dice.wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407),
            )
        };
        let dice = self.dice.fetch_update(Ordering::Relaxed, Ordering::Relaxed, step);
        let dice = dice.unwrap_or_default() >> 33;
        Duration::from_micros(dice % (20_000 << again.min(2)))
    }

    fn send_once(
        &self,
        server: usize,
        method: &str,
        path: &str,
        body: &[u8],
        time: Duration,
    ) -> io::Result<Reply> {
        let host = &self.servers[server];
        let mut text = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\n");
        let length = body.len();
        write!(text, "Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n")
            .expect("a string takes all");
        let mut bytes = text.into_bytes();
        bytes.extend(body);
        if let Some(mut kept) = self.kept(server) {
            // One that was closed meanwhile is no fault of anybody's: a new one is made.
            if let Ok(reply) = exchange(&mut kept, &bytes, time) {
                self.keep(server, kept);
                return Ok(reply);
            }
        }
        let address = host.to_socket_addrs()?.next();
        let address = address.ok_or_else(|| io::Error::other("there is no such host"))?;
        let stream = TcpStream::connect_timeout(&address, CONNECT_TIME.min(time))?;
        stream.set_nodelay(true)?;
        let mut made = BufReader::new(stream);
        let reply = exchange(&mut made, &bytes, time)?;
        self.keep(server, made);
        Ok(reply)
    }

    fn kept(&self, server: usize) -> Option<BufReader<TcpStream>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().rposition(|(own, _)| *own == server)?;
        Some(kept.swap_remove(at).1)
    }

    fn keep(&self, server: usize, connection: BufReader<TcpStream>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() < KEPT_MAX {
            kept.push((server, connection));
        }
    }
}

fn exchange(
    connection: &mut BufReader<TcpStream>,
    request: &[u8],
    time: Duration,
) -> io::Result<Reply> {
    connection.get_ref().set_read_timeout(Some(time + READ_TIME))?;
    connection.get_mut().write_all(request)?;
    let bad = |words: &str| io::Error::new(io::ErrorKind::InvalidData, words.to_owned());
    let mut line = || -> io::Result<String> {
        let mut line = String::new();
        connection.by_ref().take(HEAD_MAX).read_line(&mut line)?;
        if line.is_empty() { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(line) }
    };
    let first = line()?;
    let status = first.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.ok_or_else(|| bad("this is no HTTP"))?;
    let (mut length, mut retry_after, mut is_closed) = (None, None, false);
    for _ in 0..100 {
        let line = line()?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        let (name, value) = (name.to_ascii_lowercase(), value.trim());
        match name.as_str() {
            "content-length" => length = value.parse::<usize>().ok(),
            "retry-after" => retry_after = value.parse().ok().map(Duration::from_secs),
            "connection" => is_closed = value.eq_ignore_ascii_case("close"),
            _ => {}
        }
    }
    let length = length.filter(|&length| length <= BODY_MAX);
    let mut body = vec![0; length.ok_or_else(|| bad("the answer has no length"))?];
    connection.read_exact(&mut body)?;
    if is_closed {
        // It is not to be used again; whoever keeps it finds it closed.
        let _ = connection.get_ref().shutdown(std::net::Shutdown::Both);
    }
    Ok(Reply { status, retry_after, body })
}

/// What a problem says.
fn refusal_of(reply: &Reply) -> Refusal {
    let problem: Result<serde_json::Value, Refusal> = parsed(&reply.body);
    let told = problem.ok().and_then(|problem| {
        let kind = RefusalKind::of_code(problem.get("code")?.as_str()?);
        Some(Refusal::new(kind, problem.get("detail")?.as_str()?))
    });
    let status = reply.status;
    let refusal = told.unwrap_or_else(|| {
        let words = format!("the server answered with status {status} and no reason");
        Refusal::new(RefusalKind::Unreachable, words)
    });
    Refusal { retry_after: reply.retry_after, ..refusal }
}

/// A piece of an address, with all but letters, digits and a few signs escaped.
fn escaped(text: &str) -> String {
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

impl Navigator for Remote {
    fn ask(&self, map: &str, ask: &Ask, wish: &Wish) -> Result<Response, Refusal> {
        let mut path = format!("/v1/maps/{}/{}?", escaped(map), ask.name());
        if let Some(least) = &wish.at_least {
            write!(path, "at_least={}&", escaped(least)).expect("a string takes all");
        }
        if let Some(time) = wish.time {
            write!(path, "time_ms={}", time.as_millis()).expect("a string takes all");
        }
        let time = wish.time.unwrap_or(Duration::from_secs(5));
        ask.told(&self.send("POST", &path, &ask.to_json(), true, time)?)
    }

    fn change(&self, map: &str, wish: &ChangeWish) -> Result<ChangeTold, Refusal> {
        let mut path = format!("/v1/maps/{}?", escaped(map));
        if let Some(id) = &wish.id {
            write!(path, "id={}&", escaped(id)).expect("a string takes all");
        }
        if let Some(expected) = &wish.expected {
            write!(path, "expected={}", escaped(expected)).expect("a string takes all");
        }
        // Without a name nobody could tell whether it was made already.
        let may_repeat = wish.id.is_some();
        parsed(&self.send(
            "PATCH",
            &path,
            &json(&wish.change),
            may_repeat,
            Duration::from_secs(10),
        )?)
    }
}
