//! WebSockets: many calls on one connection, as JSON in texts or as frames without their length in binary
//! messages, replied to as they came.

use super::caller::{Caller, Outbox, Over, Said, talk};
use super::guard::is_of_this_machine;
use crate::access::Grant;
use crate::server::Server;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{FutureExt, SinkExt, StreamExt};
use hyper::body::Incoming;
use hyper::header::{
    CONNECTION, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN, SEC_WEBSOCKET_ACCEPT,
    SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE,
};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use std::io;
use std::pin::pin;
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Bytes, Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, tungstenite};
use xunlu_client::{Call, CallReply, Encoding, Frame, Numbered, Refusal, RefusalKind};

/// How long a client may say nothing before it is asked whether it is there; as long again, and it is not.
const QUIET_TIME: Duration = Duration::from_secs(20);

/// How large a message may be, in however many pieces.
const MESSAGE_BYTES_MAX: usize = Frame::CALL_BYTES_MAX;

/// What a connection has room for at the beginning: there may be thousands.
const LITTLE: usize = 2048;

type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// Whoever waits for this to be dropped everywhere waits for all who still talk.
pub(crate) type Talking = mpsc::Sender<()>;

/// Makes a WebSocket of a request's connection, which is talked on when the reply has these headers and
/// status 101.
pub(crate) fn upgrade(
    server: &Server,
    grant: Grant,
    mut request: hyper::Request<Incoming>,
    end: watch::Receiver<bool>,
    talking: Talking,
) -> Result<[(HeaderName, HeaderValue); 3], Refusal> {
    let key = key_of(request.headers())?;
    let Ok(place) = server.connections().try_acquire_owned() else {
        return Err(Refusal::busy(Duration::from_secs(1)));
    };
    let (server, upgraded) = (server.clone(), hyper::upgrade::on(&mut request));
    tokio::spawn(async move {
        // Who is gone already is not talked to.
        if let Ok(upgraded) = upgraded.await {
            let config = WebSocketConfig::default()
                .read_buffer_size(LITTLE)
                .write_buffer_size(LITTLE)
                .max_message_size(Some(MESSAGE_BYTES_MAX))
                .max_frame_size(Some(MESSAGE_BYTES_MAX));
            let upgraded = TokioIo::new(upgraded);
            let socket = Socket::from_raw_socket(upgraded, Role::Server, Some(config)).await;
            converse(socket, server, grant, end).await;
        }
        drop((place, talking));
    });
    let accept = HeaderValue::from_str(&derive_accept_key(key.as_bytes()));
    let accept = accept.map_err(Refusal::not_understood)?;
    let websocket = HeaderValue::from_static("websocket");
    let upgrade = HeaderValue::from_static("upgrade");
    Ok([(CONNECTION, upgrade), (UPGRADE, websocket), (SEC_WEBSOCKET_ACCEPT, accept)])
}

/// The client's key, if this asks for a WebSocket (RFC 6455, section 4.2.1) and comes from no other site.
fn key_of(headers: &HeaderMap) -> Result<String, Refusal> {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let names = |name: HeaderName, word: &str| {
        let mut words = text(name).unwrap_or_default().split(',');
        words.any(|own| own.trim().eq_ignore_ascii_case(word))
    };
    let is_asked = names(CONNECTION, "upgrade") && names(UPGRADE, "websocket");
    let key =
        text(SEC_WEBSOCKET_KEY).filter(|_| is_asked && text(SEC_WEBSOCKET_VERSION) == Some("13"));
    let key = key.ok_or_else(|| {
        Refusal::not_understood("here is a WebSocket; expected a request to upgrade to version 13")
    })?;
    // A browser lets any page connect, and tells us which.
    match text(ORIGIN) {
        Some(origin) if !is_of_this_machine(origin) && !is_of(origin, text(HOST)) => {
            let words = format!(
                "{origin} may not connect; expected a page of this machine or this service"
            );
            Err(Refusal::new(RefusalKind::Forbidden, words))
        }
        _ => Ok(key.to_owned()),
    }
}

/// Whether a page comes from the service that it asks, by whatever name that is called.
fn is_of(origin: &str, host: Option<&str>) -> bool {
    let own = origin.split_once("://").map(|(_, host)| host);
    host.is_some_and(|host| own.is_some_and(|own| own.eq_ignore_ascii_case(host)))
}

async fn converse(socket: Socket, server: Server, grant: Grant, end: watch::Receiver<bool>) {
    let caller = Caller::new(server, grant);
    let outbox = caller.outbox().clone();
    let (write, mut read) = socket.split();
    let (heard, told) = (pin!(hear(&mut read, &caller)), pin!(tell(write, &outbox)));
    talk(&caller, heard, told, end).await;
}

/// Takes calls as they come, as long as there is room for them.
async fn hear(read: &mut SplitStream<Socket>, caller: &Caller) -> Over {
    let mut is_asked = false;
    loop {
        let room = caller.outbox().room().await;
        let Ok(first) = timeout(QUIET_TIME, read.next()).await else {
            if is_asked {
                return Over::Late("a client answers no ping");
            }
            is_asked = true;
            caller.outbox().add(PING.to_vec());
            continue;
        };
        is_asked = false;
        let mut calls = Vec::new();
        let mut next = first;
        loop {
            match next {
                Some(Ok(Message::Text(text))) => calls.push(call_in_text(&text)),
                Some(Ok(Message::Binary(bytes))) => calls.push(call_in_frame(&bytes)),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => {
                    caller.take(calls).await;
                    return Over::Gone;
                }
            }
            let bytes: usize = calls.iter().map(|said: &Said| said.bytes).sum();
            if calls.len() == room || bytes >= MESSAGE_BYTES_MAX {
                break;
            }
            // What is here already is taken in with it.
            match read.next().now_or_never() {
                Some(more) => next = more,
                None => break,
            }
        }
        caller.take(calls).await;
    }
}

fn call_in_text(text: &str) -> Said {
    let bytes = text.len();
    let read: Result<Numbered<Call>, Refusal> = Encoding::Json.read(text.as_bytes());
    match read {
        Ok(Numbered { id, message }) => {
            Said { number: id, written: in_text, bytes, call: Ok(message) }
        }
        Err(refusal) => Said { number: 0, written: in_text, bytes, call: Err(refusal) },
    }
}

fn call_in_frame(bytes: &[u8]) -> Said {
    let (number, call) = match Frame::inner(bytes) {
        Ok(frame) => (frame.number, Encoding::Cbor.read(frame.body)),
        Err(refusal) => (0, Err(refusal)),
    };
    Said { number, written: in_frame, bytes: bytes.len(), call }
}

#[expect(clippy::needless_pass_by_value, reason = "other doors make messages of it")]
fn in_text(id: u32, reply: CallReply) -> Vec<u8> {
    Encoding::Json.write(&Numbered { id, message: &reply })
}

#[expect(clippy::needless_pass_by_value, reason = "other doors make messages of it")]
fn in_frame(id: u32, reply: CallReply) -> Vec<u8> {
    Frame::without_length(id, &reply)
}

/// What no reply begins with, and stands for asking the client whether it is there.
const PING: &[u8] = &[0];

/// Writes replies as they come, to the last one. The connection itself gives up a client that takes nothing
/// of them for long.
async fn tell(mut write: SplitSink<Socket, Message>, outbox: &Outbox) -> io::Result<()> {
    while let Some(replies) = outbox.next().await {
        let (mut count, mut bytes) = (0, 0);
        for reply in replies {
            bytes += reply.len();
            let message = match reply.first() {
                Some(b'{') => Message::Text(Utf8Bytes::try_from(reply).map_err(io::Error::other)?),
                Some(&Frame::VERSION) => Message::Binary(reply.into()),
                _ => Message::Ping(Bytes::new()),
            };
            count += usize::from(!message.is_ping());
            write.feed(message).await.map_err(failed)?;
        }
        write.flush().await.map_err(failed)?;
        outbox.wrote(count, bytes);
    }
    write.close().await.map_err(failed)
}

/// What went wrong with the connection, if it was that.
fn failed(error: tungstenite::Error) -> io::Error {
    match error {
        tungstenite::Error::Io(error) => error,
        other => io::Error::other(other),
    }
}
