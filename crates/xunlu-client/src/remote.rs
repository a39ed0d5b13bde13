//! A service elsewhere, asked over HTTP or in frames, again if need be.

use crate::again::{AGAIN_MAX, Again};
use crate::navigator::{ChangeWish, Navigator, SceneChangeWish, Wish};
use crate::over_frames::{OverFrames, Place};
use crate::over_http::OverHttp;
use crate::refusal::{Refusal, RefusalKind};
use crate::sent::Sent;
use crate::watching::Watching;
use crate::wire::{
    Ask, AskCall, BearerToken, Call, ChangeCall, ChangeTold, Response, SceneChangeCall,
};
use std::io;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How long a question may take unless it says, a change, and anything that is asked: more counts as this.
const TIME: Duration = Duration::from_secs(5);
const CHANGE_TIME: Duration = Duration::from_secs(10);
const TIME_MAX: Duration = Duration::from_secs(24 * 60 * 60);

/// So many may be asked again in a row.
const SAVED_MAX: u64 = 10;

/// So long nobody begins with a server that did not answer, where all have their turns.
const LEFT_TIME: Duration = Duration::from_secs(1);

/// A service, and others that answer in its place when it does not.
///
/// What can be asked again without harm is asked again, of the next server, after a pause that grows and is
/// never the same; but not more than one question in ten, so that many clients do not hold a service down
/// that has too much to do. The server that answered last is asked first from then on. A change goes to that
/// server alone, and again only if it has a name: the next server knows neither the name nor the map.
#[derive(Debug)]
pub struct Remote {
    servers: Vec<Server>,
    // The one that answered last.
    current: AtomicUsize,
    // Who has the next turn, where all have theirs.
    turn: Option<AtomicUsize>,
    // Times are told from then on.
    begun: Instant,
    again: Again,
}

/// One of the servers, by its address.
#[derive(Debug)]
struct Server {
    address: String,
    way: Way,
    // Until then nobody begins with it, where all have their turns; in milliseconds.
    left_until: AtomicU64,
}

#[derive(Debug)]
enum Way {
    Http(OverHttp),
    Frames(OverFrames),
}

impl Server {
    fn at(address: &str) -> Result<Server, Refusal> {
        let bad = || {
            let words = "is no address; expected http://HOST:PORT, tcp://HOST:PORT or unix:PATH";
            Refusal::not_understood(format_args!("{address:?} {words}"))
        };
        let host = |host: &str| {
            let is_host = !host.is_empty() && !host.contains('/') && host.contains(':');
            if is_host { Ok(host.to_owned()) } else { Err(bad()) }
        };
        let way = if let Some(path) = address.strip_prefix("unix:") {
            let path = Some(path).filter(|path| !path.is_empty()).ok_or_else(bad)?;
            Way::Frames(OverFrames::new(Place::Unix(path.into())))
        } else if let Some(rest) = address.strip_prefix("tcp://") {
            Way::Frames(OverFrames::new(Place::Tcp(host(rest)?)))
        } else {
            let rest = address.strip_prefix("http://").unwrap_or(address);
            Way::Http(OverHttp::new(host(rest.trim_end_matches('/'))?))
        };
        Ok(Server { address: address.to_owned(), way, left_until: AtomicU64::new(0) })
    }

    fn call(&self, sent: &Sent, until: Instant) -> io::Result<Result<Response, Refusal>> {
        match &self.way {
            Way::Http(way) => way.call(sent, until),
            Way::Frames(way) => way.call(sent, until),
        }
    }
}

impl Remote {
    /// A service by its address: `http://127.0.0.1:8090` or `127.0.0.1:8090` over HTTP,
    /// `tcp://127.0.0.1:8091` or `unix:/run/xunlu.sock` in frames, which cost far less where many threads
    /// ask.
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
        let addresses: Vec<&str> = servers.into_iter().collect();
        let servers = addresses.iter().copied().map(Server::at).collect::<Result<Vec<_>, _>>()?;
        if servers.is_empty() {
            return Err(Refusal::not_understood("there is no address; expected http://HOST:PORT"));
        }
        let seed = addresses.iter().flat_map(|server| server.bytes()).map(u64::from).sum::<u64>();
        let (current, again) = (AtomicUsize::new(0), Again::new(seed, SAVED_MAX));
        Ok(Remote { servers, current, turn: None, begun: Instant::now(), again })
    }

    /// The same with questions shared out: each begins with the next of the servers. One that does not answer
    /// is left out for a second. Changes go to the first server.
    #[must_use]
    pub fn by_turns(mut self) -> Remote {
        self.turn = Some(AtomicUsize::new(0));
        self
    }

    /// The same, with a token by which every server knows who asks.
    #[must_use]
    pub fn with_token(mut self, token: &BearerToken) -> Remote {
        for server in &mut self.servers {
            match &mut server.way {
                Way::Http(way) => way.set_token(token.clone()),
                Way::Frames(way) => way.set_token(token.clone()),
            }
        }
        self
    }

    /// How often something was asked again, because nobody answered or there was too much to do.
    #[must_use]
    pub fn asked_again(&self) -> u64 {
        self.again.count()
    }

    /// What is to be watched at these servers: changes of maps, and what breaks a path. Those that are asked
    /// in frames tell it on one connection; where there are none of them, it is told over HTTP.
    #[must_use]
    pub fn watching(&self) -> Watching {
        let (mut places, mut hosts, mut token) = (Vec::new(), Vec::new(), None);
        for server in &self.servers {
            let own = match &server.way {
                Way::Frames(way) => {
                    places.push(way.place().clone());
                    way.token()
                }
                Way::Http(way) => {
                    hosts.push(way.host().to_owned());
                    way.token()
                }
            };
            token = token.or(own);
        }
        match places.is_empty() {
            false => Watching::in_frames(places, token.cloned()),
            true => Watching::in_events(hosts, token.cloned()),
        }
    }

    /// Sends a question or a change, again if need be, and tells what was answered.
    fn send(&self, sent: &Sent, time: Duration) -> Result<Response, Refusal> {
        if time.is_zero() {
            return Err(Refusal::expired());
        }
        self.again.earn();
        let until = Instant::now() + time.min(TIME_MAX);
        let mut server = self.first(sent);
        // What somebody said who is there: it tells more than that others are not.
        let mut said = None;
        for again in 0.. {
            let refusal = match self.servers[server].call(sent, until) {
                Ok(Ok(told)) => {
                    self.stay_with(server, sent);
                    return Ok(told);
                }
                Ok(Err(refusal)) => refusal,
                Err(error) => {
                    let words =
                        format!("{} does not answer: {error}", self.servers[server].address);
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
            let next = if sent.is_change() { server } else { (server + 1) % self.servers.len() };
            // Who finds that another has left this server already does not pay for it again.
            let is_left = is_unreachable && next != server && !self.leave(server, next);
            let left = until.saturating_duration_since(Instant::now());
            let pause = self.again.pause(again).max(refusal.retry_after.unwrap_or_default());
            let may_repeat = sent.may_repeat && again < AGAIN_MAX && pause < left;
            if !may_repeat || !(is_left || self.again.spend()) {
                return Err(if is_unreachable { said.unwrap_or(refusal) } else { refusal });
            }
            if !is_unreachable {
                said = Some(refusal);
            }
            self.again.note();
            thread::sleep(pause);
            server = next;
        }
        unreachable!("the last time returns")
    }

    /// The server that is asked first.
    fn first(&self, sent: &Sent) -> usize {
        let current = self.current.load(Ordering::Relaxed);
        let Some(turn) = self.turn.as_ref().filter(|_| !sent.is_change()) else { return current };
        let (turn, count) = (turn.fetch_add(1, Ordering::Relaxed), self.servers.len());
        let now = self.milliseconds();
        let mut all = (0..count).map(|more| turn.wrapping_add(more) % count);
        let is_left =
            |server: &usize| self.servers[*server].left_until.load(Ordering::Relaxed) > now;
        all.find(|server| !is_left(server)).unwrap_or(turn % count)
    }

    fn milliseconds(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// The next question begins with the server that answered this one, or may.
    fn stay_with(&self, server: usize, sent: &Sent) {
        if self.turn.is_some() {
            self.servers[server].left_until.store(0, Ordering::Relaxed);
        } else if !sent.is_change() {
            self.current.store(server, Ordering::Relaxed);
        }
    }

    /// The next question begins with the next server. Returns whether nobody saw to that before.
    fn leave(&self, server: usize, next: usize) -> bool {
        if self.turn.is_some() {
            let (now, all) = (self.milliseconds(), &self.servers[server].left_until);
            let until =
                now.saturating_add(u64::try_from(LEFT_TIME.as_millis()).unwrap_or(u64::MAX));
            return all.swap(until, Ordering::Relaxed) <= now;
        }
        let own = self.current.compare_exchange(server, next, Ordering::Relaxed, Ordering::Relaxed);
        own.is_ok()
    }
}

impl Navigator for Remote {
    fn ask(&self, map: &str, ask: &Ask, wish: &Wish) -> Result<Response, Refusal> {
        let call = AskCall {
            map: map.to_owned(),
            what: ask.clone(),
            at_least: wish.at_least.clone(),
            exactly: None,
            time_ms: None,
            trace: None,
        };
        let call = Call::Ask(call);
        let sent = Sent { call, may_repeat: true, tells_time: wish.time.is_some() };
        self.send(&sent, wish.time.unwrap_or(TIME))
    }

    fn change(&self, map: &str, wish: &ChangeWish) -> Result<ChangeTold, Refusal> {
        let id = wish.id.clone().filter(|id| !id.is_empty());
        let (what, expected) = (wish.change.clone(), wish.expected.clone());
        // Without a name nobody could tell whether it was made already.
        let may_repeat = id.is_some();
        let call =
            Call::Change(ChangeCall { map: map.to_owned(), what, id, expected, trace: None });
        self.send_change(call, may_repeat)
    }

    fn change_scene(&self, scene: &str, wish: &SceneChangeWish) -> Result<ChangeTold, Refusal> {
        let id = wish.id.clone().filter(|id| !id.is_empty());
        let (what, expected) = (wish.change.clone(), wish.expected.clone());
        let may_repeat = id.is_some();
        let call = Call::ChangeScene(SceneChangeCall {
            scene: scene.to_owned(),
            what,
            id,
            expected,
            trace: None,
        });
        self.send_change(call, may_repeat)
    }
}

impl Remote {
    fn send_change(&self, call: Call, may_repeat: bool) -> Result<ChangeTold, Refusal> {
        match self.send(&Sent { call, may_repeat, tells_time: false }, CHANGE_TIME)? {
            Response::Changed(told) => Ok(told),
            _ => {
                Err(Refusal::not_understood("a change was asked for, and something else was told"))
            }
        }
    }
}
