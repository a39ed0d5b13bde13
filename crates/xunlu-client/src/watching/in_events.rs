//! News over HTTP: server-sent events (WHATWG HTML, section 9.2), on a connection for each thing that is
//! watched, which a thread of its own reads. Of what has no connection only the few that are connecting have
//! a thread: one keeps the time for all the others.

use super::{
    CONNECT_TIME, MOST_TIME, QUIET_TIME, WatchNews, WatchNumber, goes_on_from, number_for,
};
use crate::again::Again;
use crate::connection::Connection;
use crate::over_http::{escaped, refusal_of};
use crate::refusal::{Refusal, RefusalKind};
use crate::wire::{
    BearerToken, Encoding, EventsAsked, PathWatched, Problem, SceneEventsAsked, WatchCall,
    WatchEvent,
};
use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// So many connections are made at a time. Where a service is down, there are hardly more threads than these
/// and the one who keeps the time, however much is watched.
const CONNECTING_MAX: usize = 16;

/// Whoever was connected to says within so long that something is told from now on, for nothing is searched
/// before; else the next server has its turn, and others have the thread.
const ANSWER_TIME: Duration = Duration::from_secs(3);

/// Where the system gives no thread, it is asked again after so long, whatever is due.
const NO_THREAD_TIME: Duration = Duration::from_secs(1);

/// What is watched, and what is told of it.
#[derive(Debug)]
pub(super) struct InEvents {
    shared: Arc<Shared>,
    tell: Sender<WatchNews>,
    // Held by whoever waits for news.
    news: Mutex<Receiver<WatchNews>>,
}

#[derive(Debug)]
struct Shared {
    hosts: Vec<String>,
    token: Option<BearerToken>,
    again: Again,
    // How something is heard of on a thread of its own.
    hear_on: fn(Arc<Shared>) -> io::Result<()>,
    state: Mutex<State>,
    // For who keeps the time: there is more to do, or room to do it, or the end.
    has_more: Condvar,
}

#[derive(Debug, Default)]
struct State {
    // What is watched, each with its connection while there is one.
    watched: BTreeMap<u32, Option<TcpStream>>,
    last: u32,
    // What is to be connected for and when, with the number that it is watched by.
    due: BTreeMap<(Instant, u32), Hearing>,
    // What it is time for, each with a thread that is about to take it.
    next: VecDeque<Hearing>,
    // How many connect, and to which of the servers: where one failed, all go on with the next.
    connecting: usize,
    server: usize,
    has_keeper: bool,
    is_over: bool,
    // How often a connection was made, and why the last one could not be or ended.
    made: u64,
    error: Option<String>,
}

/// Something that is watched, for who hears of it.
#[derive(Debug)]
struct Hearing {
    number: u32,
    call: WatchCall,
    tell: Sender<WatchNews>,
    // How often in a row nothing was heard on a connection, and what the service says how long it is to be
    // left alone.
    failures: u32,
    retry_after: Duration,
}

/// How a connection ended of which nothing is wrong.
enum Over {
    /// Nothing more comes of what is watched.
    Refused,
    /// The service is about to end.
    Ending,
}

impl InEvents {
    pub(super) fn new(hosts: Vec<String>, token: Option<BearerToken>) -> InEvents {
        let (tell, news) = channel();
        let (state, has_more) = (Mutex::default(), Condvar::new());
        let (again, hear_on) = (Again::new(1, 0), hear_on_a_thread);
        let shared = Shared { hosts, token, again, hear_on, state, has_more };
        InEvents { shared: Arc::new(shared), tell, news: Mutex::new(news) }
    }

    pub(super) fn watch(&self, call: WatchCall) -> Result<WatchNumber, Refusal> {
        let mut state = self.shared.state();
        if !state.has_keeper {
            let shared = self.shared.clone();
            let thread = thread::Builder::new().name("watch-clock".to_owned());
            thread.spawn(move || shared.keep_time()).map_err(|error| {
                let words = format!("the system gives no thread to hear news on: {error}");
                Refusal::new(RefusalKind::Unreachable, words)
            })?;
            state.has_keeper = true;
        }
        let State { watched, last, due, .. } = &mut *state;
        let number = number_for(asked(&call).1.len(), last, watched)?;
        watched.insert(number, None);
        let (tell, retry_after) = (self.tell.clone(), Duration::ZERO);
        let hearing = Hearing { number, call, tell, failures: 0, retry_after };
        due.insert((Instant::now(), number), hearing);
        drop(state);
        self.shared.has_more.notify_one();
        Ok(WatchNumber(number))
    }

    pub(super) fn unwatch(&self, number: WatchNumber) {
        let mut state = self.shared.state();
        state.due.retain(|&(_, own), _| own != number.0);
        let watched = state.watched.remove(&number.0);
        drop(state);
        watched.flatten().iter().for_each(close);
    }

    pub(super) fn next(&self, time: Duration) -> Result<Option<WatchNews>, Refusal> {
        let until = Instant::now() + time.min(MOST_TIME);
        let news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
        let (made, was_connected) = {
            let state = self.shared.state();
            (state.made, state.is_connected())
        };
        match news.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(news) => return Ok(Some(news)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => unreachable!("one who tells is here"),
        }
        let state = self.shared.state();
        if was_connected || state.made > made || state.watched.is_empty() {
            return Ok(None);
        }
        let error = state.error.as_deref().unwrap_or("nobody was connected to yet");
        let hosts = self.shared.hosts.iter().map(|host| format!("http://{host}"));
        let hosts = hosts.collect::<Vec<_>>().join(", ");
        let words = format!("{hosts} does not answer: {error}");
        Err(Refusal::new(RefusalKind::Unreachable, words))
    }
}

impl Drop for InEvents {
    fn drop(&mut self) {
        let mut state = self.shared.state();
        state.is_over = true;
        state.due.clear();
        let watched = std::mem::take(&mut state.watched);
        drop(state);
        watched.into_values().flatten().for_each(|stream| close(&stream));
        self.shared.has_more.notify_one();
    }
}

/// Whoever hears something on a connection hears no more.
fn close(stream: &TcpStream) {
    // It may be closed already.
    let _ = stream.shutdown(Shutdown::Both);
}

impl State {
    fn is_connected(&self) -> bool {
        self.watched.values().any(Option::is_some)
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has everything connected for when it is due, each by a thread of its own, until the end.
    fn keep_time(self: Arc<Self>) {
        let (mut state, mut begun) = (self.state(), Instant::now());
        while !state.is_over {
            let first = state.due.first_entry().map(|first| *first.key());
            let first = first.filter(|_| state.connecting < CONNECTING_MAX);
            let Some((when, number)) = first else {
                state = self.has_more.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let left = when.max(begun).saturating_duration_since(Instant::now());
            if !left.is_zero() {
                let waited = self.has_more.wait_timeout(state, left);
                state = waited.unwrap_or_else(PoisonError::into_inner).0;
                continue;
            }
            let Some(own) = state.due.remove(&(when, number)) else { continue };
            match (self.hear_on)(self.clone()) {
                Ok(()) => {
                    state.connecting += 1;
                    state.next.push_back(own);
                }
                Err(error) => {
                    state.error = Some(error.to_string());
                    state.due.insert((when, number), own);
                    begun = Instant::now() + NO_THREAD_TIME;
                }
            }
        }
    }

    /// Hears what happens on one connection, and has the next made if it is still watched then.
    fn hear_next(&self) {
        let (own, server) = {
            let mut state = self.state();
            (state.next.pop_front(), state.server)
        };
        let mut own = own.expect("there is one for each thread");
        let host = &self.hosts[server];
        own.failures = own.failures.saturating_add(1);
        own.retry_after = Duration::ZERO;
        let over = match self.connect(host, &mut own) {
            Ok(Ok(connection)) => {
                self.connects_no_more(&mut self.state());
                let over = own.hear(connection);
                return self.hear_again(self.state(), own, server, over);
            }
            Ok(Err(over)) => Ok(over),
            Err(error) => Err(error),
        };
        // The next one begins when there is nothing left to do here.
        let mut state = self.state();
        self.connects_no_more(&mut state);
        self.hear_again(state, own, server, over);
    }

    fn connects_no_more(&self, state: &mut State) {
        state.connecting -= 1;
        self.has_more.notify_one();
    }

    /// Has something heard of again in a while, however the connection to a server ended.
    fn hear_again(
        &self,
        mut state: MutexGuard<'_, State>,
        own: Hearing,
        server: usize,
        over: io::Result<Over>,
    ) {
        match over {
            Ok(Over::Refused) => _ = state.watched.remove(&own.number),
            Ok(Over::Ending) => {}
            Err(error) => state.error = Some(error.to_string()),
        }
        let Some(stream) = state.watched.get_mut(&own.number) else { return };
        *stream = None;
        if state.server == server {
            state.server = (server + 1) % self.hosts.len();
        }
        // Not all at the same moment, though they were told the same.
        let pause = self.again.long_pause(own.failures) + own.retry_after.min(MOST_TIME);
        state.due.insert((Instant::now() + pause, own.number), own);
        drop(state);
        self.has_more.notify_one();
    }

    /// Connects to one server, which says that it tells something from now on, or why not.
    fn connect(&self, host: &str, own: &mut Hearing) -> io::Result<Result<Connection, Over>> {
        if !self.state().watched.contains_key(&own.number) {
            return Ok(Err(Over::Refused));
        }
        let mut connection = Connection::to(host, CONNECT_TIME, Instant::now() + CONNECT_TIME)?;
        let stream = connection.another()?;
        match self.state().watched.get_mut(&own.number) {
            Some(place) => *place = Some(stream),
            None => return Ok(Err(Over::Refused)),
        }
        let end = Instant::now() + ANSWER_TIME;
        if let Some(reply) = connection.begin(&self.request(host, &own.call), end)? {
            return own.over(refusal_of(&reply)).map(Err);
        }
        self.state().made += 1;
        Ok(Ok(connection))
    }

    /// All that is sent. An answer of HTTP/1.0 goes on until its connection ends, and is not cut into pieces.
    fn request(&self, host: &str, call: &WatchCall) -> Vec<u8> {
        let (first, body) = asked(call);
        let token = self.token.as_ref();
        let token = token.map(|token| format!("Authorization: Bearer {}\r\n", token.text()));
        let (token, length) = (token.unwrap_or_default(), body.len());
        let head = format!(
            "{first} HTTP/1.0\r\nHost: {host}\r\nAccept: text/event-stream\r\n\
             Content-Type: application/json\r\n{token}Content-Length: {length}\r\n\r\n"
        );
        [head.as_bytes(), &body].concat()
    }
}

fn hear_on_a_thread(shared: Arc<Shared>) -> io::Result<()> {
    let thread = thread::Builder::new().name("watch".to_owned());
    thread.spawn(move || shared.hear_next()).map(drop)
}

impl Hearing {
    /// Hears what a server tells, until that is over.
    fn hear(&mut self, mut connection: Connection) -> io::Result<Over> {
        loop {
            let (mut name, mut data) = (String::new(), String::new());
            loop {
                // A line at least comes each time that the service finds it quiet.
                let line = connection.line_until(Instant::now() + 2 * QUIET_TIME)?;
                if !line.ends_with('\n') {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                match line.trim_end().split_once(": ") {
                    Some(("event", value)) => value.clone_into(&mut name),
                    Some(("data", value)) => data.push_str(value),
                    _ if line.trim_end().is_empty() => break,
                    _ => {}
                }
            }
            match event(&name, &data)
                .map_err(|refusal| io::Error::new(io::ErrorKind::InvalidData, refusal))?
            {
                None => {}
                Some(Ok(event)) => {
                    self.failures = 0;
                    goes_on_from(&mut self.call, &event);
                    self.told(Ok(event));
                }
                Some(Err(refusal)) => return self.over(refusal),
            }
        }
    }

    fn told(&self, told: Result<WatchEvent, Refusal>) {
        // Whoever waited for it may be gone.
        let _ = self.tell.send(WatchNews { number: WatchNumber(self.number), told });
    }

    /// How it ends with a refusal, which is told unless it passes.
    fn over(&mut self, refusal: Refusal) -> io::Result<Over> {
        self.retry_after = refusal.retry_after.unwrap_or_default();
        match refusal.kind {
            RefusalKind::Draining => Ok(Over::Ending),
            RefusalKind::Busy | RefusalKind::Unreachable => Err(io::Error::other(refusal)),
            _ => {
                self.told(Err(refusal));
                Ok(Over::Refused)
            }
        }
    }
}

/// The method and the address that something is watched by, and the body.
fn asked(call: &WatchCall) -> (String, Vec<u8>) {
    let WatchCall { map, path, mover, line, after } = call;
    let map = escaped(map);
    if let Some(line) = line {
        let body = Encoding::Json.write(&SceneEventsAsked { lines: vec![line.clone()] });
        return (format!("POST /v1/scenes/{map}/events"), body);
    }
    if let Some(path) = path {
        let watched = PathWatched { path: path.clone(), mover: mover.clone() };
        let body = Encoding::Json.write(&EventsAsked { paths: vec![watched] });
        return (format!("POST /v1/maps/{map}/events"), body);
    }
    let after = after.as_deref().map(|after| format!("?after={}", escaped(after)));
    (format!("GET /v1/maps/{map}/events{}", after.unwrap_or_default()), Vec::new())
}

/// What an event says. Returns `None` if it is of a kind that nobody waits for.
fn event(name: &str, data: &str) -> Result<Option<Result<WatchEvent, Refusal>>, Refusal> {
    let data = data.as_bytes();
    Ok(Some(match name {
        "watching" => Ok(WatchEvent::Watching(Encoding::Json.read(data)?)),
        "anew" => Ok(WatchEvent::Anew(Encoding::Json.read(data)?)),
        "changed" => Ok(WatchEvent::Changed(Encoding::Json.read(data)?)),
        "broken" => Ok(WatchEvent::Broken(Encoding::Json.read(data)?)),
        "refused" => Err(Refusal::from(Encoding::Json.read::<Problem>(data)?)),
        _ => return Ok(None),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufRead, BufReader, Write};
    use std::net::TcpListener;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// How often in so long each of some maps is asked for of a service that says this of them at once, and
    /// no more.
    fn asked_for<const N: usize>(maps: [(&str, &str); N], time: Duration) -> [usize; N] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let watching = InEvents::new(vec![listener.local_addr().unwrap().to_string()], None);
        maps.iter().for_each(|(map, _)| _ = watching.watch(WatchCall::changes_of(map)).unwrap());
        let (mut counts, end) = ([0; N], Instant::now() + time);
        while Instant::now() < end {
            let Ok((stream, _)) = listener.accept() else {
                thread::sleep(Duration::from_millis(1));
                continue;
            };
            stream.set_nonblocking(false).unwrap();
            let mut head = BufReader::new(&stream).lines().map_while(Result::ok);
            let first = head.next().unwrap_or_default();
            head.find(String::is_empty);
            let at = maps.iter().position(|(map, _)| first.contains(&format!("/{map}/")));
            let at = at.expect("one of the maps is asked for");
            counts[at] += 1;
            (&stream).write_all(maps[at].1.as_bytes()).unwrap();
        }
        counts
    }

    #[test]
    fn a_service_that_is_down_is_asked_less_and_less_whoever_else_is_told_something() {
        let told = "HTTP/1.0 200 OK\r\nContent-Type: text/event-stream\r\n\r\n\
                    event: watching\ndata: {\"revision\": \"2.18\", \"chain\": \"0\"}\n\n";
        let silent = "HTTP/1.0 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
        let maps = [("told", told), ("silent", silent), ("closed", "")];
        let [told, silent, closed] = asked_for(maps, Duration::from_secs(2));
        assert!(told > 40 && silent < 20 && closed < 20, "{told}, {silent}, {closed}");
    }

    #[test]
    fn a_service_is_left_alone_for_as_long_as_it_says() {
        let busy = "HTTP/1.0 503 Busy\r\nRetry-After: 60\r\nContent-Length: 0\r\n\r\n";
        assert_eq!(asked_for([("m", busy)], Duration::from_millis(500)), [1]);
    }

    /// Waits for something to be so, and does not ask again once it is.
    fn is_soon(mut is_so: impl FnMut() -> bool) -> bool {
        let end = Instant::now() + Duration::from_secs(5);
        loop {
            match (is_so(), Instant::now() < end) {
                (false, true) => thread::yield_now(),
                (is_so, _) => return is_so,
            }
        }
    }

    #[test]
    fn a_thousand_things_have_few_threads_where_nobody_answers_and_none_when_let_go_of() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let host = listener.local_addr().unwrap().to_string();
        let mut silent = Some(listener);
        // Somebody listens who says nothing, for the system connects for him; then nobody does.
        for is_silent in [true, false] {
            silent = silent.filter(|_| is_silent);
            let watching = InEvents::new(vec![host.clone()], None);
            let watched: Vec<_> =
                (0..1000).map(|_| watching.watch(WatchCall::changes_of("m")).unwrap()).collect();
            let shared = Arc::downgrade(&watching.shared);
            assert!(is_soon(|| match is_silent {
                true => watching.shared.state().connecting == CONNECTING_MAX,
                false => watching.shared.state().error.is_some(),
            }));
            // Each thread has it, and so has who watches. One that is just ending may have it still.
            let few = if is_silent { CONNECTING_MAX + 2 } else { 2 * CONNECTING_MAX + 2 };
            assert!(shared.strong_count() <= few, "{} have it", shared.strong_count());
            // Those that wait for a connection are let go of without one.
            watched[..999].iter().for_each(|&number| watching.unwatch(number));
            assert!(is_soon(|| shared.strong_count() <= 2 + 1), "{}", shared.strong_count());
            drop(watching);
            assert!(is_soon(|| shared.strong_count() == 0), "{} have it", shared.strong_count());
        }
    }

    #[test]
    fn where_there_is_no_thread_it_is_asked_for_once_in_a_while_whatever_is_due() {
        static ASKED: AtomicUsize = AtomicUsize::new(0);
        let mut watching = InEvents::new(vec!["127.0.0.1:1".to_owned()], None);
        Arc::get_mut(&mut watching.shared).expect("nobody else has it").hear_on = |_| {
            ASKED.fetch_add(1, Ordering::Relaxed);
            Err(io::ErrorKind::WouldBlock.into())
        };
        let begun = Instant::now();
        for _ in 0..100 {
            watching.watch(WatchCall::changes_of("m")).unwrap();
        }
        assert!(is_soon(|| ASKED.load(Ordering::Relaxed) == 2));
        assert!(begun.elapsed() >= NO_THREAD_TIME, "{:?}", begun.elapsed());
        let state = watching.shared.state();
        assert_eq!((state.due.len(), state.connecting, state.next.len()), (100, 0, 0));
    }

    #[test]
    fn a_service_that_says_nothing_is_left_for_the_next() {
        let [silent, other] = [0; 2].map(|_| TcpListener::bind("127.0.0.1:0").unwrap());
        let hosts = [&silent, &other].map(|own| own.local_addr().unwrap().to_string());
        let watching = InEvents::new(hosts.into(), None);
        for _ in 0..2 * CONNECTING_MAX {
            watching.watch(WatchCall::changes_of("m")).unwrap();
        }
        other.set_nonblocking(true).unwrap();
        assert!(is_soon(|| other.accept().is_ok()));
    }

    #[test]
    fn each_thing_that_is_watched_has_its_address() {
        let changes = WatchCall::changes_of("a b");
        assert_eq!(asked(&changes), ("GET /v1/maps/a%20b/events".to_owned(), Vec::new()));
        let after = WatchCall { after: Some("2.17".to_owned()), ..changes };
        assert_eq!(asked(&after).0, "GET /v1/maps/a%20b/events?after=2.17");
        let path: xunlu::wire::Path =
            serde_json::from_str(r#"{"cost": 10, "places": ["0,0", "1,0"]}"#).unwrap();
        let (first, body) = asked(&WatchCall::breaks_of("m", path.clone()));
        assert_eq!(first, "POST /v1/maps/m/events");
        let said: EventsAsked = Encoding::Json.read(&body).unwrap();
        assert_eq!((said.paths.len(), &said.paths[0].path), (1, &path));
    }

    #[test]
    fn an_event_is_one_that_the_service_tells_or_none() {
        let at = r#"{"revision": "2.18", "chain": "0"}"#;
        assert!(matches!(event("changed", at), Ok(Some(Ok(WatchEvent::Changed(_))))));
        let broken = r#"{"revision": "2.18", "step": 3, "why": "gone", "path": 0}"#;
        assert!(matches!(event("broken", broken), Ok(Some(Ok(WatchEvent::Broken(_))))));
        let told = event("refused", r#"{"code": "conflict", "detail": "it is broken"}"#);
        assert_eq!(told.unwrap().unwrap().unwrap_err().kind, RefusalKind::Conflict);
        assert_eq!(event("moved", "{}"), Ok(None));
        assert!(event("changed", "{}").is_err());
    }
}
