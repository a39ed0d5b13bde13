//! Connections of HTTP as they come, for every door that is made of it: how long they may dawdle, and how
//! they end.

use super::clients::take_clients;
use super::pace::{Pace, PacedService, PacedStream};
use super::patience::Impatient;
use super::secured::secured;
use crate::core::queue::ClientId;
use crate::server::{Server, ended};
use crate::tls::Spoken;
use hyper::body::{Body, Incoming};
use hyper::rt::{Read, Write};
use hyper::server::conn::http1;
use hyper::service::Service;
use hyper::{Request, Response};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use serde_json::json;
use std::convert::Infallible;
use std::error::Error;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::timeout;

/// How long the head of a request may take from its first byte.
const HEAD_TIME: Duration = Duration::from_secs(5);

/// How long the client's machine may take nothing of a reply.
const WRITE_TIME: Duration = Duration::from_secs(5);

/// How long replies that are under way may take at the end.
const LAST_REPLIES_TIME: Duration = Duration::from_secs(10);

/// One connection, as the answers to its requests see it.
#[derive(Clone, Debug)]
pub(super) struct Connection {
    pub(super) server: Server,
    pub(super) client: ClientId,
    pub(super) end: watch::Receiver<bool>,
}

/// What HTTP/2 begins with (RFC 9113, section 3.4), and no request of HTTP/1.1.
const HTTP2_FIRST: &[u8] = b"PRI";

/// How connections are talked on of which it is not known whether they are of HTTP/1.1 or 2.
pub(super) fn builder() -> auto::Builder<TokioExecutor> {
    let mut builder = auto::Builder::new(TokioExecutor::new());
    // As for those of HTTP/1.1.
    builder.http1().header_read_timeout(None);
    builder.http2().timer(TokioTimer::new()).keep_alive_interval(Some(Duration::from_secs(20)));
    builder
}

/// What a connection begins with, three bytes at most, which stay where they are; none if they do not come in
/// time, or before `end` is told.
async fn first_bytes(stream: &TcpStream, most: Duration, end: watch::Receiver<bool>) -> Vec<u8> {
    let mut first = [0; 3];
    let count = tokio::select! {
        biased;
        // That a socket is readable may be a false alarm; a byte is none.
        count = timeout(most, stream.peek(&mut first)) => count.map_or(0, Result::unwrap_or_default),
        // Who has asked nothing by now does not keep the end waiting.
        () = ended(end) => 0,
    };
    first[..count].to_vec()
}

/// Talks HTTP/1.1 until `end` is told; then answers what was asked. [`auto`] looks for HTTP/2 first, so that
/// the first request comes in two pieces, for which hyper makes twice the room.
async fn talk_http1<I, S, B>(stream: I, service: S, end: watch::Receiver<bool>)
where
    I: Read + Write + Send + Unpin + 'static,
    S: Service<Request<Incoming>, Response = Response<B>, Error = Infallible>,
    B: Body + 'static,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    let mut builder = http1::Builder::new();
    // Its own time for heads counts from the end of the last reply.
    builder.header_read_timeout(None);
    let mut talk = pin!(builder.serve_connection(stream, service).with_upgrades());
    // What has come is read before it is looked whether that was the last.
    let is_over = tokio::select! {
        biased;
        _ = &mut talk => true,
        () = ended(end) => false,
    };
    if !is_over {
        talk.as_mut().graceful_shutdown();
        let _ = talk.await;
    }
}

/// Takes connections until `end` is told, each with a service of its own; then has them end, and waits for
/// them and for the `rest`, but not long.
pub(super) async fn serve<S, B>(
    listener: TcpListener,
    server: Server,
    spoken: Spoken,
    end: watch::Receiver<bool>,
    builder: auto::Builder<TokioExecutor>,
    service_of: impl Fn(Connection) -> S,
    rest: impl Future<Output = ()>,
) where
    S: Service<Request<Incoming>, Response = Response<B>, Error = Infallible> + Send + 'static,
    S::Future: Send + Unpin + 'static,
    B: Body + Send + Unpin + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    let open = GracefulShutdown::new();
    // Told when nobody new is let in any more, which is a moment after `end`.
    let ending = watch::Sender::new(false);
    // All have one: each connection keeps it for as long as it is there.
    let builder = Arc::new(builder);
    take_clients(listener, server.clone(), end.clone(), |stream, place| {
        // An answer is small, and nobody waits for more.
        let _ = stream.set_nodelay(true);
        let (server, client) = (server.clone(), server.new_client());
        let acceptor = server.acceptor(spoken);
        let pace = Pace::new(HEAD_TIME, server.bounds().idle_time);
        let connection = Connection { server: server.clone(), client, end: end.clone() };
        let service = service_of(connection);
        let service = PacedService::new(service, pace.clone());
        let (builder, watcher, end) = (builder.clone(), open.watcher(), ending.subscribe());
        tokio::spawn(async move {
            // Connections are made beforehand as well, so the first question has as long to come as others.
            let first = first_bytes(&stream, server.bounds().idle_time, end.clone()).await;
            let is_http1 = acceptor.is_none()
                && builder.is_http1_available()
                && !HTTP2_FIRST.starts_with(&first);
            let stream =
                if first.is_empty() { None } else { secured(Box::new(stream), acceptor).await };
            if let Some(stream) = stream {
                let stream = Impatient::new(stream, WRITE_TIME);
                let stream = TokioIo::new(PacedStream::new(stream, pace.clone()));
                // What goes wrong on one connection concerns nobody else.
                if is_http1 {
                    talk_http1(stream, service, end).await;
                    // Until then all wait for this one at the end.
                    drop(watcher);
                } else {
                    let talk = builder.serve_connection_with_upgrades(stream, service);
                    let _ = watcher.watch(talk).await;
                }
                if pace.is_late() {
                    let told = || json!({ "told": "the head of a request took too long" });
                    server.pool().log("cut-off", told);
                }
            }
            drop(place);
        });
    })
    .await;
    // The rest may wait for what it holds.
    drop(service_of);
    let last = async {
        ending.send_replace(true);
        open.shutdown().await;
        rest.await;
    };
    let _ = timeout(LAST_REPLIES_TIME, last).await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use http_body_util::Full;
    use hyper::body::Bytes;
    use hyper::service::service_fn;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nhost: here\r\n\r\n";

    /// So often what is left to chance would come out wrong once.
    const TIMES: usize = 32;

    fn run(work: impl Future<Output = ()>) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime").block_on(work);
    }

    #[test]
    fn what_has_come_when_the_end_is_told_is_answered() {
        let (_tell, end) = watch::channel(true);
        run(async {
            for _ in 0..TIMES {
                let (own, mut other) = duplex(1024);
                other.write_all(REQUEST).await.unwrap();
                let answer = |_| async { Ok(Response::new(Full::<Bytes>::default())) };
                talk_http1(TokioIo::new(own), service_fn(answer), end.clone()).await;
                let mut told = String::new();
                other.read_to_string(&mut told).await.unwrap();
                assert!(told.starts_with("HTTP/1.1 200"), "{told:?}");
            }
        });
    }

    #[test]
    fn a_connection_that_has_begun_when_the_end_is_told_has_begun() {
        let (_tell, end) = watch::channel(true);
        run(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            for _ in 0..TIMES {
                let mut other = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
                other.write_all(REQUEST).await.unwrap();
                let (own, _) = listener.accept().await.unwrap();
                let first = first_bytes(&own, Duration::from_secs(20), end.clone()).await;
                assert_eq!(first, b"GET");
            }
        });
    }
}
