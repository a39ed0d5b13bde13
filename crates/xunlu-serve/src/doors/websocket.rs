//! WebSockets: many calls on one connection, as JSON in texts or as frames without their length in binary
//! messages, replied to as they came.

use super::caller::{Caller, Outbox, Over, Replies, Said, WrittenBusy, talk};
use super::guard::is_of_this_machine;
use super::unread::{self, Worth, busy};
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
use std::sync::LazyLock;
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
            caller.outbox().add(PING);
            continue;
        };
        is_asked = false;
        let (mut calls, mut unread, mut bytes) = (Vec::new(), Vec::<(u32, WrittenBusy)>::new(), 0);
        let (mut next, mut worth) = (first, Worth::of(caller));
        let is_over = loop {
            match next {
                Some(Ok(Message::Text(text))) => {
                    bytes += text.len();
                    match worth.skipped(|| unread::in_json(&text)) {
                        Some(number) => unread.push((number, busy_in_text)),
                        None => calls.push(call_in_text(&text)),
                    }
                }
                Some(Ok(Message::Binary(message))) => {
                    bytes += message.len();
                    match worth.skipped(|| search_in_frame(&message)) {
                        Some(number) => unread.push((number, busy_in_frame)),
                        None => calls.push(call_in_frame(&message)),
                    }
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => break true,
            }
            if calls.len() + unread.len() == room || bytes >= MESSAGE_BYTES_MAX {
                break false;
            }
            // What is here already is taken in with it.
            match read.next().now_or_never() {
                Some(more) => next = more,
                None => break false,
            }
        };
        caller.take(calls).await;
        caller.refuse_unread(&unread).await;
        if is_over {
            return Over::Gone;
        }
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
fn in_text(out: &mut Vec<u8>, id: u32, reply: CallReply) {
    Encoding::Json.append(out, &Numbered { id, message: &reply });
}

#[expect(clippy::needless_pass_by_value, reason = "other doors make messages of it")]
fn in_frame(out: &mut Vec<u8>, id: u32, reply: CallReply) {
    Frame::append_without_length(out, id, &reply);
}

fn search_in_frame(bytes: &[u8]) -> Option<u32> {
    let frame = Frame::inner(bytes).ok()?;
    unread::in_cbor(frame.body).then_some(frame.number)
}

/// That there is too much to do.
fn busy_in_text(out: &mut Vec<u8>, id: u32) {
    static BUSY: LazyLock<Vec<u8>> =
        LazyLock::new(|| Encoding::Json.write(&Numbered { id: 0, message: busy() }));
    const HEAD: &str = "{\"id\":";
    out.extend_from_slice(HEAD.as_bytes());
    out.extend_from_slice(id.to_string().as_bytes());
    // Behind the number that it was written with.
    out.extend_from_slice(&BUSY[HEAD.len() + 1..]);
}

fn busy_in_frame(out: &mut Vec<u8>, id: u32) {
    static BUSY: LazyLock<Vec<u8>> = LazyLock::new(|| Frame::of(0, &busy()));
    let mut frame = BUSY.clone();
    Frame::renumber(&mut frame, id);
    out.extend_from_slice(&frame[Frame::LENGTH_BYTES..]);
}

/// What no reply begins with, and stands for asking the client whether it is there.
const PING: &[u8] = &[0];

/// Writes replies as they come, to the last one. The connection itself gives up a client that takes nothing
/// of them for long.
async fn tell(mut write: SplitSink<Socket, Message>, outbox: &Outbox) -> io::Result<()> {
    let mut replies = Replies::default();
    while let Some(more) = outbox.next(replies).await {
        replies = more;
        let (bytes, mut count) = (Bytes::from(replies.take_bytes()), 0);
        for (one, _) in replies.pieces(0) {
            let reply = bytes.slice(one);
            let message = match reply.first() {
                Some(b'{') => Message::Text(Utf8Bytes::try_from(reply).map_err(io::Error::other)?),
                Some(&Frame::VERSION) => Message::Binary(reply),
                _ => Message::Ping(Bytes::new()),
            };
            count += usize::from(!message.is_ping());
            write.feed(message).await.map_err(failed)?;
        }
        write.flush().await.map_err(failed)?;
        outbox.wrote(count, bytes.len());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_to_a_call_unread_is_what_is_said_to_others() {
        for id in [0, 7, u32::MAX] {
            let mut told = [const { Vec::new() }; 4];
            in_text(&mut told[0], id, busy());
            busy_in_text(&mut told[1], id);
            in_frame(&mut told[2], id, busy());
            busy_in_frame(&mut told[3], id);
            assert_eq!((&told[0], &told[2]), (&told[1], &told[3]), "{id}");
        }
    }
}
