//! A service elsewhere, asked over HTTP/1.1 on connections that are kept.

use crate::connection::{Connection, Reply};
use crate::navigator::{ChangeWish, Navigator, Wish};
use crate::refusal::{Refusal, RefusalKind};
use crate::wire::{Ask, ChangeTold, Response, json, parsed};
use std::fmt::Write as _;
use std::io;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long a connection may take to be made.
const CONNECT_TIME: Duration = Duration::from_secs(2);

/// How long a question may take unless it says, a change, and anything that is asked: more counts as this.
const TIME: Duration = Duration::from_secs(5);
const CHANGE_TIME: Duration = Duration::from_secs(10);
const TIME_MAX: Duration = Duration::from_secs(24 * 60 * 60);

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

/// A service, and others that answer in its place when it does not.
///
/// What can be asked again without harm is asked again, of the next server, after a pause that grows and is
/// never the same; but not more than one question in ten, so that many clients do not hold a service down
/// that has too much to do. The server that answered last is asked first from then on. A change goes to that
/// server alone, and again only if it has a name: the next server knows neither the name nor the map.
#[derive(Debug)]
pub struct Remote {
    servers: Vec<String>,
    // The one that answered last.
    current: AtomicUsize,
    kept: Mutex<Vec<(usize, Connection)>>,
    saved: AtomicU64,
    // Never the same pause twice.
    dice: AtomicU64,
}

/// What is sent, and what may be done with it.
struct Sent {
    method: &'static str,
    path: String,
    body: Vec<u8>,
    /// Whether it does no harm if it comes twice.
    may_repeat: bool,
    /// Then it is for one server alone.
    is_change: bool,
    /// Whether the server is told how much time is left.
    tells_time: bool,
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
        let (current, saved) = (AtomicUsize::new(0), AtomicU64::new(SAVED_MAX));
        Ok(Remote { servers, current, kept: Mutex::default(), saved, dice })
    }

    /// Sends a question or a change, again if need be, and tells what was answered.
    fn send(&self, sent: &Sent, time: Duration) -> Result<Vec<u8>, Refusal> {
        if time.is_zero() {
            return Err(Refusal::expired());
        }
        self.earn();
        let until = Instant::now() + time.min(TIME_MAX);
        let mut server = self.current.load(Ordering::Relaxed);
        for again in 0.. {
            let refusal = match self.send_once(server, sent, until) {
                Ok(reply) if reply.status == 200 => {
                    self.stay_with(server, sent);
                    return Ok(reply.body);
                }
                Ok(reply) => refusal_of(&reply),
                Err(error) => {
                    let words = format!("{} does not answer: {error}", self.servers[server]);
                    Refusal::new(RefusalKind::Unreachable, words)
                }
            };
            let is_unreachable = refusal.kind == RefusalKind::Unreachable;
            let is_passing =
                is_unreachable || matches!(refusal.kind, RefusalKind::Busy | RefusalKind::Draining);
            if !is_passing {
                self.stay_with(server, sent);
                return Err(refusal);
            }
            let next = if sent.is_change { server } else { (server + 1) % self.servers.len() };
            // Who finds that another has left this server already does not pay for it again.
            let is_left = is_unreachable && next != server && !self.leave(server, next);
            let left = until.saturating_duration_since(Instant::now());
            let pause = self.pause(again).max(refusal.retry_after.unwrap_or_default());
            let may_repeat = sent.may_repeat && again < AGAIN_MAX && pause < left;
            if !may_repeat || !(is_left || self.spend()) {
                return Err(refusal);
            }
            thread::sleep(pause);
            server = next;
        }
        unreachable!("the last time returns")
    }

    /// The next question begins with the server that answered this one.
    fn stay_with(&self, server: usize, sent: &Sent) {
        if !sent.is_change {
            self.current.store(server, Ordering::Relaxed);
        }
    }

    /// The next question begins with the next server. Returns whether nobody saw to that before.
    fn leave(&self, server: usize, next: usize) -> bool {
        let own = self.current.compare_exchange(server, next, Ordering::Relaxed, Ordering::Relaxed);
        own.is_ok()
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

    fn send_once(&self, server: usize, sent: &Sent, until: Instant) -> io::Result<Reply> {
        let host = &self.servers[server];
        let request = sent.request(host, until.saturating_duration_since(Instant::now()));
        let end = until + READ_TIME;
        // What must not come twice is not sent on a connection that may have been closed meanwhile.
        if sent.may_repeat
            && let Some(mut kept) = self.kept(server)
            && let Ok(reply) = kept.exchange(&request, end)
        {
            self.keep(server, kept, &reply);
            return Ok(reply);
        }
        let mut made = Connection::to(host, CONNECT_TIME, until)?;
        let reply = made.exchange(&request, end)?;
        self.keep(server, made, &reply);
        Ok(reply)
    }

    fn kept(&self, server: usize) -> Option<Connection> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().rposition(|(own, _)| *own == server)?;
        Some(kept.remove(at).1)
    }

    fn keep(&self, server: usize, connection: Connection, reply: &Reply) {
        if reply.is_last {
            return;
        }
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT_MAX {
            // The oldest, perhaps of a server that is gone.
            kept.remove(0);
        }
        kept.push((server, connection));
    }
}

impl Sent {
    /// All that is sent, when so much time is left.
    fn request(&self, host: &str, left: Duration) -> Vec<u8> {
        let Sent { method, path, body, .. } = self;
        let mut text = format!("{method} {path}");
        if self.tells_time {
            // Whole milliseconds, and the last one is begun: none would be no time at all.
            write!(text, "time_ms={}", left.as_nanos().div_ceil(1_000_000).max(1))
                .expect("a string takes all");
        }
        let length = body.len();
        write!(text, " HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n")
            .and_then(|()| write!(text, "Content-Length: {length}\r\n\r\n"))
            .expect("a string takes all");
        let mut bytes = text.into_bytes();
        bytes.extend(body);
        bytes
    }
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
        let sent = Sent {
            method: "POST",
            path,
            body: ask.to_json(),
            may_repeat: true,
            is_change: false,
            tells_time: wish.time.is_some(),
        };
        ask.told(&self.send(&sent, wish.time.unwrap_or(TIME))?)
    }

    fn change(&self, map: &str, wish: &ChangeWish) -> Result<ChangeTold, Refusal> {
        let mut path = format!("/v1/maps/{}?", escaped(map));
        let id = wish.id.as_deref().filter(|id| !id.is_empty());
        if let Some(id) = id {
            write!(path, "id={}&", escaped(id)).expect("a string takes all");
        }
        if let Some(expected) = &wish.expected {
            write!(path, "expected={}", escaped(expected)).expect("a string takes all");
        }
        let sent = Sent {
            method: "PATCH",
            path,
            body: json(&wish.change),
            // Without a name nobody could tell whether it was made already.
            may_repeat: id.is_some(),
            is_change: true,
            tells_time: false,
        };
        parsed(&self.send(&sent, CHANGE_TIME)?)
    }
}
