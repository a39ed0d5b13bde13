//! Many calls on one stream, without waiting, and replies as they come.

use super::ask_message::AskMessage;
use super::asked::{mover, needed, path};
use super::messages::{self as said, talk_call::Call as Said, talk_reply::Reply};
use super::status::status;
use super::{asked, scene, told};
use crate::access::{Grant, Scope};
use crate::doors::caller::{Caller, Outbox, Over, Replies, Said as SaidCall, WrittenBusy, talk};
use crate::doors::connections::Connection;
use crate::doors::unread::{self, Worth, busy};
use http_body_util::BodyExt;
use hyper::body::{Body as HttpBody, Bytes, Frame, Incoming};
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::{HeaderMap, Request, Response};
use prost::Message;
use std::io;
use std::pin::{Pin, pin};
use std::sync::LazyLock;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tonic::body::Body;
use xunlu_client::{Call, CallReply, ChangeCall, Refusal, RefusalKind, SceneChangeCall, WatchCall};

/// How long a call may take from its first byte to its last.
const CALL_TIME: Duration = Duration::from_secs(5);

/// How long a piece of the replies may take to be taken by the client.
const WRITE_TIME: Duration = Duration::from_secs(5);

/// How large a call may be.
const CALL_BYTES_MAX: usize = 1 << 20;

/// How large a piece of the replies is at most, but for a single one that is larger.
const PIECE_BYTES: usize = 64 << 10;

/// What a message begins with: whether it is packed, and its length.
pub(super) const PREFIX_BYTES: usize = 5;

/// Talks on a stream, as long as there is a place for it among all connections.
pub(super) fn answered(
    connection: &Connection,
    grant: Grant,
    request: Request<Incoming>,
) -> Response<Body> {
    // Whoever is known at all is heard, and each call by what it takes.
    if matches!(grant, Grant::Nobody | Grant::Stranger)
        && let Err(refusal) = grant.allow(Scope::Read)
    {
        return status(refusal).into_http();
    }
    let Ok(place) = connection.server.connections().try_acquire_owned() else {
        return status(Refusal::busy(Duration::from_secs(1))).into_http();
    };
    // What does not fit in here and in the socket waits in the outbox, which holds calls back.
    let (send, receive) = mpsc::channel(1);
    let Connection { server, end, .. } = connection.clone();
    tokio::spawn(async move {
        let caller = Caller::new(server, grant);
        let outbox = caller.outbox().clone();
        let heard = pin!(hear(request.into_body(), &caller));
        let told = pin!(tell(&send, &outbox));
        talk(&caller, heard, told, end).await;
        drop(place);
    });
    let mut reply = Response::new(Body::new(ReplyBody(receive)));
    reply.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/grpc"));
    reply
}

/// Takes calls as they come, as long as there is room for them.
async fn hear(mut body: Incoming, caller: &Caller) -> Over {
    let mut bytes: Vec<u8> = Vec::new();
    loop {
        let room = caller.outbox().room().await;
        let (mut calls, mut unread) = (Vec::new(), Vec::<(u32, WrittenBusy)>::new());
        let (mut at, mut worth) = (0, Worth::of(caller));
        let refused = loop {
            if calls.len() + unread.len() == room {
                break None;
            }
            match first(&bytes[at..]) {
                Ok(None) => break None,
                Ok(Some(message)) => {
                    let length = PREFIX_BYTES + message.len();
                    at += length;
                    match worth.skipped(|| unread::in_talk(message)) {
                        Some(number) => unread.push((number, written_busy)),
                        None => calls.push(call(message, length)),
                    }
                }
                Err(refusal) => break Some(refusal),
            }
        };
        bytes.drain(..at);
        bytes.shrink_to(PIECE_BYTES);
        let is_more_here = calls.len() + unread.len() == room;
        caller.take(calls).await;
        caller.refuse_unread(&unread).await;
        if let Some(refusal) = refused {
            // Where the next one begins nobody knows.
            caller.take(vec![SaidCall { number: 0, written, bytes: 0, call: Err(refusal) }]).await;
            return Over::Closing;
        }
        if is_more_here {
            continue;
        }
        let next = async {
            match body.frame().await {
                // Between two calls the end says that this is all: the client still listens.
                None if bytes.is_empty() => Err(Over::Asked),
                None | Some(Err(_)) => Err(Over::Gone),
                Some(Ok(frame)) => Ok(frame.into_data().unwrap_or_default()),
            }
        };
        let next = if bytes.is_empty() {
            next.await
        } else {
            timeout(CALL_TIME, next).await.unwrap_or(Err(Over::Late("a call took too long")))
        };
        match next {
            Ok(piece) => bytes.extend(piece),
            Err(over) => return over,
        }
    }
}

/// The first message of what came. Returns `None` if it is not all there yet.
fn first(bytes: &[u8]) -> Result<Option<&[u8]>, Refusal> {
    let Some((&[packed, a, b, c, d], rest)) = bytes.split_first_chunk() else { return Ok(None) };
    if packed != 0 {
        return Err(Refusal::not_understood("a packed message; expected one as it is"));
    }
    let length = u32::from_be_bytes([a, b, c, d]) as usize;
    if length > CALL_BYTES_MAX {
        let words = format!("a call of {length} bytes; expected {CALL_BYTES_MAX} at most");
        return Err(Refusal::new(RefusalKind::TooLarge, words));
    }
    Ok(rest.get(..length))
}

fn call(message: &[u8], bytes: usize) -> SaidCall {
    let (number, call) = match said::TalkCall::decode(message) {
        Ok(said) => (said.id, meant(said)),
        Err(error) => (0, Err(Refusal::not_understood(error))),
    };
    SaidCall { number, written, bytes, call }
}

/// The call as every door takes it.
fn meant(said: said::TalkCall) -> Result<Call, Refusal> {
    let (time_ms, trace) = (said.time_ms, said.traceparent);
    let asked = match needed(said.call, "call")? {
        Said::Path(own) => own.asked(),
        Said::Paths(own) => own.asked(),
        Said::Explain(own) => own.asked(),
        Said::Raycast(own) => own.asked(),
        Said::Reach(own) => own.asked(),
        Said::Nearest(own) => own.asked(),
        Said::Matrix(own) => own.asked(),
        Said::Field(own) => own.asked(),
        Said::Random(own) => own.asked(),
        Said::Change(own) => {
            let said::ChangeRequest { map, change, id, expected } = own;
            let what = asked::change(change)?;
            return Ok(Call::Change(ChangeCall { map, what, id, expected, trace }));
        }
        Said::AskScene(own) => own.asked(),
        Said::ChangeScene(own) => {
            return Ok(Call::ChangeScene(SceneChangeCall { trace, ..scene::change_call(own)? }));
        }
        Said::ListMaps(said::ListMapsRequest {}) => return Ok(Call::Maps),
        Said::Ping(said::Ping {}) => return Ok(Call::Ping),
        Said::Watch(own) => {
            let path = own.path.map(path).transpose()?;
            let line = own.line.map(scene::line).transpose()?;
            let (map, mover, after) = (own.map, mover(own.mover)?, own.after);
            return Ok(Call::Watch(WatchCall { map, path, mover, line, after }));
        }
        Said::Unwatch(watched) => return Ok(Call::Unwatch(watched)),
    };
    Ok(Call::Ask(xunlu_client::AskCall { time_ms, trace, ..asked? }))
}

/// That there is too much to do.
fn written_busy(out: &mut Vec<u8>, id: u32) {
    // A number is a field like another, and that of none is not said.
    static BUSY: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let mut reply = Vec::new();
        written(&mut reply, 0, busy());
        reply.split_off(PREFIX_BYTES)
    });
    let number = said::TalkReply { id, reply: None };
    let length = number.encoded_len() + BUSY.len();
    out.push(0);
    out.extend(u32::try_from(length).unwrap_or(u32::MAX).to_be_bytes());
    number.encode_raw(out);
    out.extend_from_slice(&BUSY);
}

/// A reply as it goes over the wire.
fn written(out: &mut Vec<u8>, id: u32, reply: CallReply) {
    let reply = match reply {
        CallReply::Told(told) => told::response(told),
        CallReply::Event(event) => told::event(event).map(Reply::Event),
        CallReply::Pong => Some(Reply::Pong(said::Ping {})),
        CallReply::Refused(problem) => Some(Reply::Refused(told::problem(problem))),
        _ => None,
    };
    let odd = || told::problem(Refusal::not_understood("its answer has no message here").into());
    let reply = Some(reply.unwrap_or_else(|| Reply::Refused(odd())));
    let message = said::TalkReply { id, reply };
    let length = message.encoded_len();
    out.reserve(PREFIX_BYTES + length);
    out.push(0);
    out.extend(u32::try_from(length).unwrap_or(u32::MAX).to_be_bytes());
    message.encode_raw(out);
}

/// Hands replies out as they come, to the last one, and then says that this was all.
async fn tell(send: &mpsc::Sender<Frame<Bytes>>, outbox: &Outbox) -> io::Result<()> {
    let mut replies = Replies::default();
    while let Some(more) = outbox.next(replies).await {
        replies = more;
        let bytes = Bytes::from(replies.take_bytes());
        for (piece, count) in replies.pieces(PIECE_BYTES) {
            let length = piece.len();
            let sent = send.send(Frame::data(bytes.slice(piece)));
            let sent = timeout(WRITE_TIME, sent).await.map_err(|_| io::ErrorKind::TimedOut)?;
            sent.map_err(io::Error::other)?;
            outbox.wrote(count, length);
        }
    }
    let mut trailers = HeaderMap::new();
    trailers.insert("grpc-status", HeaderValue::from_static("0"));
    send.send(Frame::trailers(trailers)).await.map_err(io::Error::other)
}

/// The replies of a stream. One that ends without trailers was cut off.
struct ReplyBody(mpsc::Receiver<Frame<Bytes>>);

impl HttpBody for ReplyBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        let frame = ready!(self.0.poll_recv(context));
        Poll::Ready(Some(frame.ok_or_else(|| io::ErrorKind::ConnectionAborted.into())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_part_of_the_trace_that_its_call_names() {
        let change = said::change::Change::Terrain(said::TerrainChange {
            rect: Some(said::Rect { x: 1, y: 0, width: 1, height: 1 }),
            terrain: 254,
            layer: 0,
        });
        let change = Some(said::Change { change: Some(change) });
        let change = said::ChangeRequest { map: "m".to_owned(), change, ..Default::default() };
        let (call, traceparent) = (Some(Said::Change(change)), Some("00-1-2-01".to_owned()));
        let said = said::TalkCall { id: 1, call, traceparent: traceparent.clone(), time_ms: None };
        let Ok(Call::Change(told)) = meant(said) else { panic!("it is a change") };
        assert_eq!(told.trace, traceparent);
    }

    #[test]
    fn what_is_said_to_a_call_unread_is_what_is_said_to_others() {
        for id in [0, 7, u32::MAX] {
            let [mut read, mut unread] = [b"before".to_vec(), b"before".to_vec()];
            written(&mut read, id, busy());
            written_busy(&mut unread, id);
            assert_eq!(read, unread, "{id}");
        }
    }
}
