//! Spans of what was asked, told to a collector of OpenTelemetry over HTTP in JSON (OTLP 1.5, "OTLP/HTTP"):
//! one for each question and change that is part of a trace which is sampled, and for each that is slow.

use crate::log::{Log, since_1970};
use crate::trace::TraceId;
use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use xunlu_client::Refusal;

/// So many spans wait for the collector. What is more is lost, and counted.
const WAITING_MAX: usize = 4096;

/// So many are told at a time, and none is kept longer than this.
const BATCH_MAX: usize = 512;
const BATCH_TIME: Duration = Duration::from_secs(1);

/// How long it may take to connect to the collector, and to tell it something.
const CONNECT_TIME: Duration = Duration::from_secs(1);
const TELL_TIME: Duration = Duration::from_secs(5);

/// What a service that is asked is, among kinds of spans, and that something went wrong, among statuses.
const KIND_SERVER: u32 = 2;
const STATUS_ERROR: u32 = 2;

/// Where spans are told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpanTarget {
    host: String,
    path: String,
}

impl SpanTarget {
    /// A collector by its address: `http://127.0.0.1:4318`, to which OTLP's own path is added, as its
    /// environment variables have it.
    ///
    /// # Errors
    /// When the address is of another kind.
    pub fn parse(url: &str) -> Result<SpanTarget, Refusal> {
        let rest =
            url.strip_prefix("http://").map(|rest| rest.split_once('/').unwrap_or((rest, "")));
        let is_host = |host: &str| host.contains(':') && !host.contains(char::is_whitespace);
        let Some((host, path)) = rest.filter(|(host, _)| is_host(host)) else {
            let words = "expected a collector such as http://127.0.0.1:4318";
            return Err(Refusal::not_understood(format_args!("{url:?}; {words}")));
        };
        let path = path.trim_end_matches('/');
        let path = if path.is_empty() { String::new() } else { format!("/{path}") };
        Ok(SpanTarget { host: host.to_owned(), path: format!("{path}/v1/traces") })
    }
}

/// What is to be told of one question or change.
#[derive(Debug)]
pub(crate) struct Span {
    /// The trace that it is part of; one of its own if nobody said.
    pub(crate) trace: Option<TraceId>,
    pub(crate) kind: &'static str,
    pub(crate) map: String,
    /// What came of it: `answered`, or the code of a refusal.
    pub(crate) outcome: String,
    pub(crate) expansions: Option<u64>,
    pub(crate) took: Duration,
}

enum Task {
    Tell(Box<Span>, Duration),
    End,
}

/// Where spans go from any thread. A clone is the same.
#[derive(Clone)]
pub(crate) struct Spans {
    tasks: SyncSender<Task>,
    counts: Arc<Counts>,
}

/// What all know of them.
#[derive(Debug, Default)]
struct Counts {
    told: AtomicU64,
    lost: AtomicU64,
    has_ended: AtomicBool,
}

impl std::fmt::Debug for Spans {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Spans").field(&self.counts).finish()
    }
}

impl Spans {
    /// Begins to tell them, on a thread of its own, which ends some time after [`end`](Self::end).
    pub(crate) fn begin(
        target: SpanTarget,
        log: Option<Log>,
    ) -> io::Result<(Spans, JoinHandle<()>)> {
        let (tasks, told) = sync_channel(WAITING_MAX);
        let counts = Arc::new(Counts::default());
        let teller = Teller { target, log, counts: counts.clone(), is_well: true };
        let thread = thread::Builder::new().name("spans".to_owned());
        let thread = thread.spawn(move || teller.tell_all(&told))?;
        Ok((Spans { tasks, counts }, thread))
    }

    /// Tells one that ends now. It waits for nobody: what there is no place for is lost.
    pub(crate) fn tell(&self, span: Span) {
        let task = Task::Tell(Box::new(span), since_1970());
        if self.tasks.try_send(task).is_err() {
            self.counts.lost.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Has those that wait told, and no more: for as long as the collector takes them.
    pub(crate) fn end(&self) {
        self.counts.has_ended.store(true, Ordering::Relaxed);
        // Where there is no place for this, whoever tells them is awake and sees the sign.
        let _ = self.tasks.try_send(Task::End);
    }

    /// How many were told, and how many were lost.
    pub(crate) fn counts(&self) -> [u64; 2] {
        [&self.counts.told, &self.counts.lost].map(|count| count.load(Ordering::Relaxed))
    }
}

/// The thread that tells them.
struct Teller {
    target: SpanTarget,
    log: Option<Log>,
    counts: Arc<Counts>,
    // Whether the collector took what it was told last.
    is_well: bool,
}

impl Teller {
    fn tell_all(mut self, told: &Receiver<Task>) {
        while !self.counts.has_ended.load(Ordering::Relaxed) {
            let (mut spans, mut until) = (Vec::new(), None);
            while spans.len() < BATCH_MAX {
                let left =
                    until.map(|until: Instant| until.saturating_duration_since(Instant::now()));
                match told.recv_timeout(left.unwrap_or(BATCH_TIME)) {
                    Ok(Task::Tell(span, ended)) => spans.push(span_told(&span, ended)),
                    Ok(Task::End) | Err(RecvTimeoutError::Timeout) => break,
                    // Nobody is there any more who could tell more, or the end.
                    Err(RecvTimeoutError::Disconnected) => return self.tell(&spans),
                }
                until.get_or_insert_with(|| Instant::now() + BATCH_TIME);
            }
            self.tell(&spans);
        }
        let rest = told.try_iter().filter_map(|task| match task {
            Task::Tell(span, ended) => Some(span_told(&span, ended)),
            Task::End => None,
        });
        let rest: Vec<Value> = rest.collect();
        for spans in rest.chunks(BATCH_MAX) {
            if self.is_well {
                self.tell(spans);
            } else {
                self.counts.lost.fetch_add(spans.len() as u64, Ordering::Relaxed);
            }
        }
    }

    fn tell(&mut self, spans: &[Value]) {
        if spans.is_empty() {
            return;
        }
        let count = spans.len() as u64;
        let told = post(&self.target, message(spans).to_string().as_bytes());
        let counter = if told.is_ok() { &self.counts.told } else { &self.counts.lost };
        counter.fetch_add(count, Ordering::Relaxed);
        // Once, and not with every batch.
        if told.is_ok() != self.is_well
            && let Some(log) = &self.log
        {
            let words = told.as_ref().err().map(ToString::to_string);
            let host = &self.target.host;
            log.write(
                "spans",
                json!({ "collector": host, "is_well": told.is_ok(), "told": words }),
            );
        }
        self.is_well = told.is_ok();
    }
}

/// Spans as OTLP has them.
fn message(spans: &[Value]) -> Value {
    let version = env!("CARGO_PKG_VERSION");
    let attributes =
        [attribute("service.name", &text("xunlu")), attribute("service.version", &text(version))];
    json!({ "resourceSpans": [{
        "resource": { "attributes": attributes },
        "scopeSpans": [{ "scope": { "name": "xunlu-serve", "version": version }, "spans": spans }],
    }] })
}

fn attribute(key: &str, value: &Value) -> Value {
    json!({ "key": key, "value": value })
}

fn text(value: &str) -> Value {
    json!({ "stringValue": value })
}

fn span_told(span: &Span, ended: Duration) -> Value {
    let mut attributes = vec![
        attribute("xunlu.map", &text(&span.map)),
        attribute("xunlu.outcome", &text(&span.outcome)),
    ];
    if let Some(expansions) = span.expansions {
        attributes
            .push(attribute("xunlu.expansions", &json!({ "intValue": expansions.to_string() })));
    }
    let nanoseconds = |time: Duration| time.as_nanos().to_string();
    let trace =
        span.trace.map_or_else(|| format!("{:032x}", chance::<16>()), |own| own.to_string());
    let mut told = json!({
        "traceId": trace,
        "spanId": format!("{:016x}", chance::<8>()),
        "name": span.kind,
        "kind": KIND_SERVER,
        "startTimeUnixNano": nanoseconds(ended.saturating_sub(span.took)),
        "endTimeUnixNano": nanoseconds(ended),
        "attributes": attributes,
    });
    if let Some(trace) = span.trace {
        told["parentSpanId"] = format!("{:016x}", trace.parent()).into();
    }
    if span.outcome != "answered" {
        told["status"] = json!({ "code": STATUS_ERROR, "message": span.outcome });
    }
    told
}

/// So many bytes of chance as a number, which is not none: that would be no id.
fn chance<const N: usize>() -> u128 {
    let mut bytes = [0; 16];
    // Without chance all have one id, which harms nobody but whoever reads them.
    let _ = getrandom::fill(&mut bytes[16 - N..]);
    u128::from_be_bytes(bytes).max(1)
}

/// Tells a collector something.
fn post(target: &SpanTarget, body: &[u8]) -> io::Result<()> {
    let mut error = io::Error::other("there is no such host");
    for address in target.host.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CONNECT_TIME) {
            Ok(stream) => return post_to(&stream, target, body),
            Err(own) => error = own,
        }
    }
    Err(error)
}

fn post_to(mut stream: &TcpStream, target: &SpanTarget, body: &[u8]) -> io::Result<()> {
    stream.set_read_timeout(Some(TELL_TIME))?;
    stream.set_write_timeout(Some(TELL_TIME))?;
    let SpanTarget { host, path } = target;
    let length = body.len();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\
         Connection: close\r\n\r\n"
    );
    stream.write_all(&[head.as_bytes(), body].concat())?;
    let mut first = String::new();
    BufReader::new(io::Read::take(stream, 1024)).read_line(&mut first)?;
    match first.split(' ').nth(1) {
        Some(status) if status.starts_with('2') => Ok(()),
        Some(status) => Err(io::Error::other(format!("the collector answers with {status}"))),
        None => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_collector_has_an_address() {
        let told = |url: &str| SpanTarget::parse(url).map(|own| (own.host, own.path));
        let own = |host: &str, path: &str| Ok((host.to_owned(), path.to_owned()));
        assert_eq!(told("http://127.0.0.1:4318"), own("127.0.0.1:4318", "/v1/traces"));
        assert_eq!(told("http://tempo:4318/"), own("tempo:4318", "/v1/traces"));
        assert_eq!(told("http://[::1]:4318/otlp/"), own("[::1]:4318", "/otlp/v1/traces"));
        for wrong in ["", "tempo:4318", "https://tempo:4318", "http://tempo", "http:// :1"] {
            assert!(told(wrong).unwrap_err().words.contains("http://127.0.0.1:4318"), "{wrong}");
        }
    }

    #[test]
    fn who_tells_spans_ends_when_nobody_is_left_who_has_some() {
        let target = SpanTarget::parse("http://127.0.0.1:9").unwrap();
        let (spans, thread) = Spans::begin(target, None).unwrap();
        let (ended, end) = sync_channel(1);
        drop(spans);
        thread::spawn(move || ended.send(thread.join().is_ok()));
        assert_eq!(end.recv_timeout(Duration::from_secs(10)), Ok(true));
    }

    #[test]
    fn a_span_says_what_otlp_has_names_for() {
        let trace = TraceId::parse("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
        let (map, took) = ("m".to_owned(), Duration::from_millis(5));
        let span = Span {
            trace,
            kind: "path",
            map,
            outcome: "expired".to_owned(),
            expansions: Some(7),
            took,
        };
        let told = span_told(&span, Duration::from_secs(100));
        assert_eq!(told["traceId"], "4bf92f3577b34da6a3ce929d0e0e4736");
        assert_eq!(told["parentSpanId"], "00f067aa0ba902b7");
        assert_eq!(told["spanId"].as_str().map(str::len), Some(16));
        assert_eq!(told["startTimeUnixNano"], "99995000000");
        assert_eq!(told["endTimeUnixNano"], "100000000000");
        assert_eq!(told["status"], json!({ "code": 2, "message": "expired" }));
        assert_eq!(told["attributes"][2]["value"], json!({ "intValue": "7" }));
        let own = span_told(&Span { trace: None, ..span }, Duration::from_secs(100));
        assert!(own.get("parentSpanId").is_none());
        assert_eq!(own["traceId"].as_str().map(str::len), Some(32));
    }
}
