//! News over HTTP: server-sent events (WHATWG HTML, section 9.2), on a connection for each thing that is
//! watched, which a thread of its own reads.

use super::{
    CONNECT_TIME, MOST_TIME, QUIET_TIME, WatchNews, WatchNumber, goes_on_from, number_for,
};
use crate::again::Again;
use crate::connection::Connection;
use crate::over_http::{escaped, refusal_of};
use crate::refusal::{Refusal, RefusalKind};
use crate::sent::READ_TIME;
use crate::wire::{
    BearerToken, Encoding, EventsAsked, PathWatched, Problem, SceneEventsAsked, WatchCall,
    WatchEvent,
};
use std::collections::BTreeMap;
use std::io;
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

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
    state: Mutex<State>,
    // Something is watched no longer.
    ended: Condvar,
}

#[derive(Debug, Default)]
struct State {
    // What is watched, each with its connection while there is one.
    watched: BTreeMap<u32, Option<TcpStream>>,
    last: u32,
    // How often a connection was made, and why the last one could not be or ended.
    made: u64,
    error: Option<String>,
}

/// Something that is watched, for who hears of it.
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
        let (state, ended) = (Mutex::default(), Condvar::new());
        let shared = Shared { hosts, token, again: Again::new(1, 0), state, ended };
        InEvents { shared: Arc::new(shared), tell, news: Mutex::new(news) }
    }

    pub(super) fn watch(&self, call: WatchCall) -> Result<WatchNumber, Refusal> {
        let number = {
            let mut state = self.shared.state();
            let State { watched, last, .. } = &mut *state;
            let number = number_for(asked(&call).1.len(), last, watched)?;
            watched.insert(number, None);
            number
        };
        let (shared, tell) = (self.shared.clone(), self.tell.clone());
        let thread = thread::Builder::new().name("watch".to_owned());
        let hearing = Hearing { number, call, tell, failures: 0, retry_after: Duration::ZERO };
        let begun = thread.spawn(move || shared.hear(hearing));
        begun.map(|_| WatchNumber(number)).map_err(|error| {
            self.shared.end(number);
            let words = format!("the system gives no thread to hear news on: {error}");
            Refusal::new(RefusalKind::Unreachable, words)
        })
    }

    pub(super) fn unwatch(&self, number: WatchNumber) {
        self.shared.end(number.0);
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
        let all: Vec<u32> = self.shared.state().watched.keys().copied().collect();
        all.into_iter().for_each(|number| self.shared.end(number));
    }
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

    /// Has something watched no longer: whoever hears of it ends.
    fn end(&self, number: u32) {
        if let Some(Some(stream)) = self.state().watched.remove(&number) {
            // It may be closed already.
            let _ = stream.shutdown(Shutdown::Both);
        }
        self.ended.notify_all();
    }

    /// Hears what happens, on one connection after the other, as long as it is watched.
    fn hear(&self, mut own: Hearing) {
        let mut next = 0;
        while self.state().watched.contains_key(&own.number) {
            let host = &self.hosts[next % self.hosts.len()];
            next = next.wrapping_add(1);
            own.failures = own.failures.saturating_add(1);
            own.retry_after = Duration::ZERO;
            let over = self.hear_from(host, &mut own);
            let mut state = self.state();
            if let Some(stream) = state.watched.get_mut(&own.number) {
                *stream = None;
            }
            match over {
                Ok(Over::Refused) => {
                    state.watched.remove(&own.number);
                    return;
                }
                Ok(Over::Ending) => {}
                Err(error) => state.error = Some(error.to_string()),
            }
            // Not all at the same moment, though they were told the same.
            let pause = self.again.long_pause(own.failures) + own.retry_after.min(MOST_TIME);
            let until = Instant::now() + pause;
            while state.watched.contains_key(&own.number)
                && let Some(left) = until.checked_duration_since(Instant::now())
            {
                let waited = self.ended.wait_timeout(state, left);
                state = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
        }
    }

    /// Hears what one server tells, until that is over.
    fn hear_from(&self, host: &str, own: &mut Hearing) -> io::Result<Over> {
        let end = Instant::now() + CONNECT_TIME + READ_TIME;
        let mut connection = Connection::to(host, CONNECT_TIME, end)?;
        let stream = connection.another()?;
        match self.state().watched.get_mut(&own.number) {
            Some(place) => *place = Some(stream),
            None => return Ok(Over::Refused),
        }
        if let Some(reply) = connection.begin(&self.request(host, &own.call), end)? {
            return own.over(refusal_of(&reply));
        }
        self.state().made += 1;
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
                    own.failures = 0;
                    goes_on_from(&mut own.call, &event);
                    own.told(Ok(event));
                }
                Some(Err(refusal)) => return own.over(refusal),
            }
        }
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

impl Hearing {
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
