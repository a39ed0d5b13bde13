//! HTTP/1.1 and 2 with bodies in JSON or CBOR: maps are put, changed and asked.

use super::connections::{self, Connection};
use super::events::{self, EventBody};
use super::guard::{self, scope_of_request};
use super::itself;
use super::problem::{problem, status};
use super::unread;
use super::websocket::{self, Talking};
use crate::access::{Grant, Scope};
use crate::core::queue::ClientId;
use crate::core::request::{AtRevision, Gone, Request, revision_from};
use crate::server::Server;
use crate::taken::document_of;
use crate::tls::Spoken;
use crate::trace::TraceId;
use crate::{ChangeAsked, WatchAsked};
use http_body_util::{BodyExt, Either, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{
    ACCEPT, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderMap, HeaderName,
    HeaderValue, IF_NONE_MATCH, RETRY_AFTER, WWW_AUTHENTICATE,
};
use hyper::service::service_fn;
use hyper::{Method, Response, StatusCode};
use serde_json::json;
use std::convert::Infallible;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, oneshot, watch};
use xunlu_client::{
    AnyChange, AnySnapshot, Ask, Encoding, EventsAsked, Refusal, RefusalKind, SceneAsk,
    SceneEventsAsked,
};

/// How long a body may take.
const BODY_TIME: Duration = Duration::from_secs(30);

const PROBLEM: HeaderValue = HeaderValue::from_static("application/problem+json");

const EVENTS: HeaderValue = HeaderValue::from_static("text/event-stream");

/// What a browser sends that comes back to events: what it was told last.
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

type Reply = Response<Either<Full<Bytes>, EventBody>>;

/// Serves connections until `end` is told; then answers what was asked, and ends.
pub(crate) async fn serve(listener: TcpListener, server: Server, told: watch::Receiver<bool>) {
    let (talking, mut talked) = mpsc::channel(1);
    let answered = move |connection: Connection| {
        let talking = talking.clone();
        service_fn(move |request| {
            let visit = Visit { connection: connection.clone(), talking: talking.clone() };
            // A connection has room for one, always; there may be thousands that ask nothing.
            Box::pin(async move { Ok::<_, Infallible>(visit.answered(request).await) })
        })
    };
    let rest = async {
        // Nothing is ever said: it ends when all are gone who could say something.
        let _ = talked.recv().await;
    };
    let (spoken, builder) = (Spoken::Http, connections::builder());
    connections::serve(listener, server, spoken, told, builder, answered, rest).await;
}

/// A request on its connection.
struct Visit {
    connection: Connection,
    talking: Talking,
}

impl Visit {
    async fn answered(self, request: hyper::Request<Incoming>) -> Reply {
        let is_talk = request.method() == Method::GET && request.uri().path() == "/v1/ws";
        let server = &self.connection.server;
        let reply = match guard::is_for_us(server, request.uri(), request.headers()) {
            Err(refusal) => Err(refusal),
            Ok(()) if is_talk => self.talk(request),
            Ok(()) => routed(&self.connection, request).await,
        };
        reply.unwrap_or_else(|refusal| refused(&refusal))
    }

    fn talk(self, request: hyper::Request<Incoming>) -> Result<Reply, Refusal> {
        let Connection { server, end, .. } = self.connection;
        let grant = guard::grant(&server, request.headers());
        if grant == Grant::Stranger {
            grant.allow(Scope::Read)?;
        }
        let headers = websocket::upgrade(&server, grant, request, end, self.talking)?;
        let mut reply = Response::new(Either::Left(Full::default()));
        *reply.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
        reply.headers_mut().extend(headers);
        Ok(reply)
    }
}

fn refused(refusal: &Refusal) -> Reply {
    let status = StatusCode::from_u16(status(&refusal.kind)).unwrap_or(StatusCode::BAD_REQUEST);
    refused_with(status, refusal)
}

fn refused_with(status: StatusCode, refusal: &Refusal) -> Reply {
    let body = Bytes::from(problem(status.as_u16(), refusal));
    let mut reply = Response::new(Either::Left(Full::new(body)));
    *reply.status_mut() = status;
    reply.headers_mut().insert(CONTENT_TYPE, PROBLEM);
    if refusal.kind == RefusalKind::Unauthenticated {
        reply.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    if let Some(after) = refusal.retry_after {
        // In whole seconds, as HTTP has it, of which the least is one.
        let seconds = after.as_secs().max(1);
        reply.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
    }
    reply
}

fn told(encoding: Encoding, body: Vec<u8>) -> Reply {
    let mut reply = Response::new(Either::Left(Full::new(Bytes::from(body))));
    let content = HeaderValue::from_static(encoding.content_type());
    reply.headers_mut().insert(CONTENT_TYPE, content);
    reply
}

fn told_in_json(body: &serde_json::Value) -> Reply {
    told(Encoding::Json, Encoding::Json.write(body))
}

/// What a header asks for: CBOR where it names it, JSON else.
fn encoding(headers: &HeaderMap, header: HeaderName) -> Encoding {
    let named = headers.get_all(header).into_iter().filter_map(|value| value.to_str().ok());
    let mut types = named.flat_map(|value| value.split(',')).map(|media| {
        let name = media.split(';').next().unwrap_or_default();
        name.trim().to_ascii_lowercase()
    });
    let is_cbor = types.any(|media| media == Encoding::Cbor.content_type());
    if is_cbor { Encoding::Cbor } else { Encoding::Json }
}

async fn routed(
    connection: &Connection,
    request: hyper::Request<Incoming>,
) -> Result<Reply, Refusal> {
    let &Connection { ref server, client, ref end } = connection;
    let path = request.uri().path().to_owned();
    let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    let method = request.method().clone();
    if let Some(page) = page(server, &method, &path) {
        return Ok(page);
    }
    if let Some(scope) = scope_of_request(&method, &parts) {
        guard::grant(server, request.headers()).allow(scope)?;
    }
    if method == Method::GET
        && let Some(told) = itself::told(server, &parts)
    {
        return Ok(told.map(Either::Left));
    }
    match (method, &parts[..]) {
        (Method::GET, ["v1", "maps"]) => {
            let encoding = encoding(request.headers(), ACCEPT);
            Ok(told(encoding, server.maps().body(encoding)))
        }
        (Method::GET, ["v1", "maps", map]) => document(server, map, &request).await,
        (Method::PUT, ["v1", kind @ ("maps" | "scenes"), map]) => {
            put(server, map, *kind == "scenes", request).await
        }
        (Method::DELETE, ["v1", "maps" | "scenes", map]) => {
            let (own, name) = (server.clone(), (*map).to_owned());
            blocking(move || own.forget(&name)).await?;
            Ok(told_in_json(&json!({ "map": map })))
        }
        (Method::PATCH, ["v1", kind @ ("maps" | "scenes"), map]) => {
            change(server, map, *kind == "scenes", request).await
        }
        (Method::GET, ["v1", "maps" | "scenes", map, "events"]) => {
            let asked = vec![changes(map, &request)?];
            events(server, asked, end.clone())
        }
        (Method::POST, ["v1", "maps", map, "events"]) => {
            let asked = paths(server, map, request).await?;
            events(server, asked, end.clone())
        }
        (Method::POST, ["v1", "scenes", scene, "events"]) => {
            let asked = lines(server, scene, request).await?;
            events(server, asked, end.clone())
        }
        (Method::POST, ["v1", kind @ ("maps" | "scenes"), map, question]) => {
            let of_scene = *kind == "scenes";
            let (map, question) = ((*map).to_owned(), (*question).to_owned());
            let is_search = || unread::is_search(&question, of_scene);
            let parse = |said, bytes: &[u8]| match of_scene {
                _ if unread::is_refused(server, client, is_search) => Err(unread::refusal()),
                true => Ok(Ask::Scene(Box::new(SceneAsk::parse(&question, said, bytes)?))),
                false => Ask::parse(&question, said, bytes),
            };
            ask(server, client, map, parse, request).await
        }
        (method, parts) => nothing_there(&method, &path, methods(parts)),
    }
}

/// What a browser is shown besides the service at an address, if anything.
fn page(server: &Server, method: &Method, path: &str) -> Option<Reply> {
    let is_seen = method == Method::GET || method == Method::HEAD;
    let told = server.pages().filter(|_| is_seen)?.told(path.trim_start_matches('/'))?;
    Some(told.map(Either::Left))
}

/// What may be done with what stands at an address; nothing where nothing does.
fn methods(parts: &[&str]) -> &'static str {
    match parts {
        ["" | "healthz" | "readyz" | "metrics" | "openapi.json"]
        | ["v1", "limits" | "maps" | "ws"] => "GET",
        ["v1", "maps", _] => "GET, PUT, PATCH, DELETE",
        ["v1", "scenes", _] => "PUT, PATCH, DELETE",
        ["v1", "maps" | "scenes", _, "events"] => "GET, POST",
        ["v1", "maps" | "scenes", _, _] => "POST",
        _ => "",
    }
}

/// Says that nothing stands at an address, or that this cannot be done with it.
fn nothing_there(method: &Method, path: &str, methods: &'static str) -> Result<Reply, Refusal> {
    if methods.is_empty() {
        let words = format!(
            "there is no {path}; expected one of /v1/maps, /v1/maps/MAP, /v1/maps/MAP/path, /v1/scenes/SCENE/path and their like"
        );
        return Err(Refusal::new(RefusalKind::NoSuchPlace, words));
    }
    let words = format!("there is no {method} of {path}; expected {methods}");
    let refusal = Refusal::new(RefusalKind::NoSuchPlace, words);
    let mut reply = refused_with(StatusCode::METHOD_NOT_ALLOWED, &refusal);
    reply.headers_mut().insert(ALLOW, HeaderValue::from_static(methods));
    Ok(reply)
}

/// Refuses a body that is packed: nothing is unpacked here, so nobody has to say how much may come of it.
fn plain(headers: &HeaderMap) -> Result<(), Refusal> {
    match headers.get(CONTENT_ENCODING) {
        Some(packed) if packed != "identity" => {
            let words = format_args!("Content-Encoding is {packed:?}; expected none");
            Err(Refusal::not_understood(words))
        }
        _ => Ok(()),
    }
}

/// What a request says, of no more than so many bytes, if it comes in time.
pub(super) async fn body(
    request: hyper::Request<Incoming>,
    bytes_max: usize,
) -> Result<Bytes, Refusal> {
    plain(request.headers())?;
    let limited = Limited::new(request.into_body(), bytes_max).collect();
    let read = tokio::time::timeout(BODY_TIME, limited).await;
    let read =
        read.map_err(|_| Refusal::new(RefusalKind::Expired, "the body did not come in time"))?;
    let too_large = |error: Box<dyn std::error::Error + Send + Sync>| {
        if error.is::<http_body_util::LengthLimitError>() {
            let words = format!("the body has more than {bytes_max} bytes");
            Refusal::new(RefusalKind::TooLarge, words)
        } else {
            Refusal::not_understood(format_args!("the body ended early: {error}"))
        }
    };
    Ok(read.map_err(too_large)?.to_bytes())
}

/// A question of the address, such as `at_least=2.17`.
fn word<'a>(query: Option<&'a str>, name: &str) -> Option<&'a str> {
    query?.split('&').find_map(|pair| {
        let (own, value) = pair.split_once('=')?;
        (own == name).then_some(value)
    })
}

/// Text in which bytes may stand as `%E5`.
fn decoded(text: &str) -> Result<String, Refusal> {
    let bad = || {
        Refusal::not_understood(format_args!("{text}: expected UTF-8, with % before two digits"))
    };
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let [high, low, after @ ..] = rest else { return Err(bad()) };
        let digits = [char::from(*high).to_digit(16), char::from(*low).to_digit(16)];
        let [Some(high), Some(low)] = digits else { return Err(bad()) };
        bytes.push(u8::try_from(high * 16 + low).map_err(|_| bad())?);
        rest = after;
    }
    String::from_utf8(bytes).map_err(|_| bad())
}

async fn put(
    server: &Server,
    map: &str,
    is_scene: bool,
    request: hyper::Request<Incoming>,
) -> Result<Reply, Refusal> {
    let _place = server.puts().acquire().await.map_err(|_| lost())?;
    let ending = word(request.uri().query(), "format").unwrap_or_default().to_owned();
    let bytes = body(request, server.bounds().map_bytes_max).await?;
    let (own, name) = (server.clone(), map.to_owned());
    let put = move || match is_scene {
        true => own.put_scene(&name, &ending, &bytes),
        false => own.put(&name, &ending, &bytes),
    };
    let head = blocking(put).await?;
    Ok(told_in_json(&json!({ "map": map, "revision": head.to_string() })))
}

/// A map as it is now, in a document of our own.
async fn document(
    server: &Server,
    map: &str,
    request: &hyper::Request<Incoming>,
) -> Result<Reply, Refusal> {
    let known = request.headers().get(IF_NONE_MATCH).map(|known| known.as_bytes().to_vec());
    let held =
        server.pool().with(|service| service.snapshot(map).map(|own| (own, service.naming(map))));
    let (snapshot, naming) = match held? {
        (AnySnapshot::Map(snapshot), naming) => (snapshot, naming.unwrap_or_default()),
        (AnySnapshot::Scene(_), _) => return Err(Refusal::unknown_map(map)),
    };
    let tag = format!("\"{}\"", snapshot.revision());
    let tag = HeaderValue::try_from(tag).map_err(Refusal::not_understood)?;
    let mut reply = if known.as_deref() == Some(tag.as_bytes()) {
        let mut same = Response::new(Either::Left(Full::default()));
        *same.status_mut() = StatusCode::NOT_MODIFIED;
        same
    } else {
        let _place = server.puts().acquire().await.map_err(|_| lost())?;
        told(Encoding::Json, blocking(move || document_of(snapshot.map(), &naming)).await?)
    };
    reply.headers_mut().insert(ETAG, tag);
    reply.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Ok(reply)
}

async fn change(
    server: &Server,
    map: &str,
    is_scene: bool,
    request: hyper::Request<Incoming>,
) -> Result<Reply, Refusal> {
    let query = request.uri().query().map(str::to_owned);
    let expected = revision_in(query.as_deref(), "expected")?;
    let id = decoded(word(query.as_deref(), "id").unwrap_or_default())?;
    let said = encoding(request.headers(), CONTENT_TYPE);
    let wanted = encoding(request.headers(), ACCEPT);
    let trace = trace_of(request.headers());
    let bytes = body(request, server.bounds().question_bytes_max.saturating_mul(8)).await?;
    let change = match is_scene {
        true => AnyChange::Scene(said.read(&bytes)?),
        false => AnyChange::Map(said.read(&bytes)?),
    };
    let (tell, wait) = oneshot::channel();
    let asked = ChangeAsked { id, expected, change };
    server.pool().change(map, asked, trace, Box::new(move |made, _| drop(tell.send(made))));
    waited(wanted, wait).await
}

/// What a client of server-sent events asks for with GET: changes of a map, those too that it missed.
fn changes(map: &str, request: &hyper::Request<Incoming>) -> Result<WatchAsked, Refusal> {
    let after = match request.headers().get(LAST_EVENT_ID) {
        // The address is still the one that it came to first.
        Some(last) => {
            let text = last.to_str().unwrap_or_default();
            let bad = format_args!("Last-Event-ID is {text:?}; expected a revision such as 2.17");
            Some(revision_from(text).ok_or_else(|| Refusal::not_understood(bad))?)
        }
        None => revision_in(request.uri().query(), "after")?,
    };
    Ok(WatchAsked { map: map.to_owned(), path: None, mover: None, line: None, after })
}

/// The paths that a client wants to be told of when they break.
async fn paths(
    server: &Server,
    map: &str,
    request: hyper::Request<Incoming>,
) -> Result<Vec<WatchAsked>, Refusal> {
    let said = encoding(request.headers(), CONTENT_TYPE);
    let asked: EventsAsked =
        said.read(&body(request, server.bounds().question_bytes_max).await?)?;
    if asked.paths.is_empty() {
        return Err(Refusal::not_understood("no paths; expected one at least to watch"));
    }
    let paths = asked.paths.into_iter().map(|own| WatchAsked {
        map: map.to_owned(),
        path: Some(own.path),
        mover: own.mover,
        line: None,
        after: None,
    });
    Ok(paths.collect())
}

/// The same of a scene.
async fn lines(
    server: &Server,
    scene: &str,
    request: hyper::Request<Incoming>,
) -> Result<Vec<WatchAsked>, Refusal> {
    let said = encoding(request.headers(), CONTENT_TYPE);
    let bytes = body(request, server.bounds().question_bytes_max).await?;
    let asked: SceneEventsAsked = said.read(&bytes)?;
    if asked.lines.is_empty() {
        return Err(Refusal::not_understood("no lines; expected one at least to watch"));
    }
    let lines = asked.lines.into_iter().map(|line| WatchAsked {
        map: scene.to_owned(),
        path: None,
        mover: None,
        line: Some(line),
        after: None,
    });
    Ok(lines.collect())
}

fn events(
    server: &Server,
    asked: Vec<WatchAsked>,
    end: watch::Receiver<bool>,
) -> Result<Reply, Refusal> {
    let mut reply = Response::new(Either::Right(events::told(server, asked, end)?));
    reply.headers_mut().insert(CONTENT_TYPE, EVENTS);
    reply.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(reply)
}

/// Does what may take long on a thread that nobody else waits for.
async fn blocking<R: Send + 'static>(
    work: impl FnOnce() -> Result<R, Refusal> + Send + 'static,
) -> Result<R, Refusal> {
    tokio::task::spawn_blocking(work).await.map_err(|_| lost())?
}

pub(super) fn lost() -> Refusal {
    let words = "the service failed at it, or ended before it was answered";
    Refusal::new(RefusalKind::Draining, words)
}

async fn waited(
    wanted: Encoding,
    wait: oneshot::Receiver<Result<xunlu_client::Response, Refusal>>,
) -> Result<Reply, Refusal> {
    let answer = wait.await.map_err(|_| lost())??;
    Ok(told(wanted, answer.body(wanted)))
}

fn revision_in(query: Option<&str>, name: &str) -> Result<Option<xunlu::map::Revision>, Refusal> {
    let Some(text) = word(query, name) else { return Ok(None) };
    let revision = revision_from(text);
    let bad =
        || Refusal::not_understood(format_args!("{name}={text}; expected a revision such as 2.17"));
    revision.map(Some).ok_or_else(bad)
}

async fn ask(
    server: &Server,
    client: ClientId,
    map: String,
    parse: impl FnOnce(Encoding, &[u8]) -> Result<Ask, Refusal>,
    request: hyper::Request<Incoming>,
) -> Result<Reply, Refusal> {
    let query = request.uri().query().map(str::to_owned);
    let query = query.as_deref();
    let at = AtRevision::wished(revision_in(query, "at_least")?, revision_in(query, "exactly")?)?;
    let time = match word(query, "time_ms").map(str::parse) {
        None => None,
        Some(Ok(milliseconds)) => Some(Duration::from_millis(milliseconds)),
        Some(Err(_)) => {
            return Err(Refusal::not_understood("time_ms is no number; expected milliseconds"));
        }
    };
    let said = encoding(request.headers(), CONTENT_TYPE);
    let wanted = encoding(request.headers(), ACCEPT);
    let trace = trace_of(request.headers());
    let ask = parse(said, &body(request, server.bounds().question_bytes_max).await?)?;
    let (tell, wait) = oneshot::channel();
    let waits = Waits(Gone::default());
    let request = Request { map, at, ask, client, time, gone: waits.0.clone() };
    server.pool().ask(request, trace, Box::new(move |answer, _| drop(tell.send(answer))));
    waited(wanted, wait).await
}

/// The trace that a request is part of, if it says so.
pub(super) fn trace_of(headers: &HeaderMap) -> Option<TraceId> {
    TraceId::parse(headers.get("traceparent")?.to_str().ok()?)
}

/// Somebody who waits for an answer: gone when the connection is, and with it this.
pub(super) struct Waits(pub(super) Gone);

impl Drop for Waits {
    fn drop(&mut self) {
        self.0.tell();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_text_is_read() {
        for (text, expected) in [("", ""), ("door-1", "door-1"), ("%E9%97%A8%20%25", "门 %")] {
            assert_eq!(decoded(text).as_deref(), Ok(expected));
        }
        for wrong in ["%", "%4", "%4g", "%ff", "a%"] {
            assert!(decoded(wrong).is_err(), "{wrong}");
        }
    }
}
