//! A service that does nothing: whatever it is asked, it says a path of fifty places, through the same kinds
//! of doors and on the same crates as ours, with no queue, no limit and no check.

use crate::messages::talk_reply::Reply as TalkTold;
use crate::messages::{self, TalkReply};
use crate::questions::BATCH;
use crate::speech::prefixed;
use bytes::Bytes;
use futures_util::{FutureExt, SinkExt, StreamExt};
use http_body_util::{BodyExt, Full, StreamBody, combinators::BoxBody};
use hyper::body::{Frame as Piece, Incoming};
use hyper::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderValue};
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use prost::Message as _;
use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, UnixListener};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::Role;
use xunlu::wire;
use xunlu_client::{CallReply, Encoding, Frame, PathsTold, Response as Told};

/// So many places are said.
const PLACES: u32 = 50;

/// Where it listens.
#[derive(Clone, Debug)]
pub(crate) struct Nothing {
    pub(crate) http: SocketAddr,
    pub(crate) tcp: SocketAddr,
}

type Body = BoxBody<Bytes, Infallible>;

/// What is said, in every way.
struct Replies {
    json: [Bytes; 2],
    cbor: [Bytes; 2],
    unary: Bytes,
    frame: Vec<u8>,
    talk: TalkReply,
}

impl Replies {
    fn new() -> Replies {
        let places: Vec<String> =
            (0..PLACES).map(|at| format!("\"{},{}\"", 200 + at, 300 - at)).collect();
        let text = format!(
            "{{\"outcome\":\"found\",\"path\":{{\"cost\":118900,\"places\":[{}]}},\"lower_bound\":118900,\
             \"expansions\":99,\"algorithm\":\"astar\",\"reason\":\"index-is-there\",\"revision\":0}}",
            places.join(",")
        );
        let answer: wire::Answer = Encoding::Json.read(text.as_bytes()).expect("an answer");
        let batch = PathsTold { answers: vec![answer.clone(); BATCH] };
        let both = |encoding: Encoding| [encoding.write(&answer), encoding.write(&batch)];
        let message = messages::Answer {
            outcome: messages::Outcome::Found.into(),
            path: Some(messages::Path {
                cost: 118_900,
                x: (200..250).collect(),
                y: (251..=300).rev().collect(),
                ..messages::Path::default()
            }),
            lower_bound: Some(118_900),
            expansions: 99,
            algorithm: "astar".to_owned(),
            reason: "index-is-there".to_owned(),
            revision: "0".to_owned(),
            ..messages::Answer::default()
        };
        Replies {
            json: both(Encoding::Json).map(Bytes::from),
            cbor: both(Encoding::Cbor).map(Bytes::from),
            unary: prefixed(&message.encode_to_vec()).into(),
            frame: Frame::of(0, &CallReply::Told(Told::Path(answer))),
            talk: TalkReply { id: 0, reply: Some(TalkTold::Path(message)) },
        }
    }

    fn in_frame(&self, number: u32) -> Vec<u8> {
        let mut frame = self.frame.clone();
        Frame::renumber(&mut frame, number);
        frame
    }

    fn in_talk(&self, call: &[u8]) -> Vec<u8> {
        let id = messages::TalkCall::decode(call).map_or(0, |call| call.id);
        prefixed(&TalkReply { id, ..self.talk.clone() }.encode_to_vec())
    }
}

/// Listens, as long as the runtime is there.
pub(crate) async fn serve(unix: &Path) -> io::Result<Nothing> {
    let replies = Arc::new(Replies::new());
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    let (http, tcp) = (TcpListener::bind(any).await?, TcpListener::bind(any).await?);
    let unix = UnixListener::bind(unix)?;
    let own = Nothing { http: http.local_addr()?, tcp: tcp.local_addr()? };
    let all = replies.clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = http.accept().await {
            let _ = stream.set_nodelay(true);
            let all = all.clone();
            let service = service_fn(move |request| {
                let all = all.clone();
                async move { Ok::<_, Infallible>(answered(&all, request).await) }
            });
            tokio::spawn(async move {
                let builder = Builder::new(TokioExecutor::new());
                let _ = builder.serve_connection_with_upgrades(TokioIo::new(stream), service).await;
            });
        }
    });
    let all = replies.clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = tcp.accept().await {
            let _ = stream.set_nodelay(true);
            tokio::spawn(frames(stream, all.clone()));
        }
    });
    tokio::spawn(async move {
        while let Ok((stream, _)) = unix.accept().await {
            tokio::spawn(frames(stream, replies.clone()));
        }
    });
    Ok(own)
}

async fn answered(replies: &Arc<Replies>, mut request: Request<Incoming>) -> Response<Body> {
    if let Some(key) = request.headers().get("sec-websocket-key") {
        let accept = derive_accept_key(key.as_bytes());
        let upgraded = hyper::upgrade::on(&mut request);
        let replies = replies.clone();
        tokio::spawn(async move {
            if let Ok(upgraded) = upgraded.await {
                websocket(TokioIo::new(upgraded), &replies).await;
            }
        });
        return Response::builder()
            .status(StatusCode::SWITCHING_PROTOCOLS)
            .header("connection", "upgrade")
            .header("upgrade", "websocket")
            .header("sec-websocket-accept", accept)
            .body(Full::default().boxed())
            .expect("a reply");
    }
    let is_grpc = request.headers().get(CONTENT_TYPE).is_some_and(|own| own == "application/grpc");
    let is_cbor = request.headers().get(ACCEPT).is_some_and(|own| own == "application/cbor");
    let is_batch = request.uri().path().ends_with("paths");
    if request.uri().path().ends_with("Talk") {
        return grpc(talk(replies.clone(), request.into_body()));
    }
    // It reads what is said, as any would.
    let _ = request.into_body().collect().await;
    if is_grpc {
        return grpc(
            Full::new(replies.unary.clone()).with_trailers(async { Some(Ok(well())) }).boxed(),
        );
    }
    let (told, content) = match is_cbor {
        true => (&replies.cbor, Encoding::Cbor.content_type()),
        false => (&replies.json, Encoding::Json.content_type()),
    };
    let mut reply = Response::new(Full::new(told[usize::from(is_batch)].clone()).boxed());
    reply.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(content));
    reply
}

fn well() -> HeaderMap {
    HeaderMap::from_iter([("grpc-status".parse().expect("a name"), HeaderValue::from_static("0"))])
}

fn grpc(body: Body) -> Response<Body> {
    let mut reply = Response::new(body);
    reply.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/grpc"));
    reply
}

/// All calls of a piece are replied to in one.
fn talk(replies: Arc<Replies>, body: Incoming) -> Body {
    let pieces = futures_util::stream::unfold((body, Vec::new()), move |(mut body, mut bytes)| {
        let replies = replies.clone();
        async move {
            let piece = body.frame().await?.ok()?.into_data().ok()?;
            bytes.extend_from_slice(&piece);
            let (mut out, mut at) = (Vec::new(), 0);
            while let Some((&[_, a, b, c, d], rest)) = bytes[at..].split_first_chunk() {
                let length = u32::from_be_bytes([a, b, c, d]) as usize;
                let Some(call) = rest.get(..length) else { break };
                out.extend(replies.in_talk(call));
                at += 5 + length;
            }
            bytes.drain(..at);
            Some((Ok(Piece::data(Bytes::from(out))), (body, bytes)))
        }
    });
    BodyExt::boxed(StreamBody::new(
        Box::pin(pieces) as std::pin::Pin<Box<dyn futures_util::Stream<Item = _> + Send + Sync>>
    ))
}

async fn websocket<S: AsyncRead + AsyncWrite + Unpin>(stream: S, replies: &Replies) {
    let json = String::from_utf8(replies.json[0].to_vec()).expect("JSON is text");
    let mut socket = WebSocketStream::from_raw_socket(stream, Role::Server, None).await;
    while let Some(Ok(first)) = socket.next().await {
        let mut next = Some(first);
        while let Some(message) = next {
            let reply = match message {
                Message::Text(text) => {
                    let number = text["{\"id\":".len()..].split(',').next().unwrap_or_default();
                    let number = number.trim();
                    Message::text(format!(
                        "{{\"id\":{number},\"message\":{{\"told\":{{\"path\":{json}}}}}}}"
                    ))
                }
                Message::Binary(bytes) => {
                    let number = Frame::inner(&bytes).expect("a frame").number;
                    Message::binary(replies.in_frame(number).split_off(Frame::LENGTH_BYTES))
                }
                _ => return,
            };
            if socket.feed(reply).await.is_err() {
                return;
            }
            next = socket.next().now_or_never().flatten().and_then(Result::ok);
        }
        if socket.flush().await.is_err() {
            return;
        }
    }
}

async fn frames(mut stream: impl AsyncRead + AsyncWrite + Unpin, replies: Arc<Replies>) {
    let (mut bytes, mut out) = (Vec::with_capacity(64 << 10), Vec::new());
    while stream.read_buf(&mut bytes).await.is_ok_and(|length| length > 0) {
        let mut at = 0;
        while let Ok(Some((frame, length))) = Frame::first(&bytes[at..], usize::MAX) {
            out.extend(replies.in_frame(frame.number));
            at += length;
        }
        bytes.drain(..at);
        bytes.reserve(64 << 10);
        if stream.write_all(&out).await.is_err() {
            return;
        }
        out.clear();
    }
}

/// The same over NATS.
pub(crate) async fn serve_nats(url: &str, subject: &str) -> io::Result<()> {
    let client = async_nats::connect(url).await.map_err(io::Error::other)?;
    let asked = client.queue_subscribe(subject.to_owned(), "workers".to_owned()).await;
    let mut asked = asked.map_err(io::Error::other)?;
    client.flush().await.map_err(io::Error::other)?;
    let reply = Bytes::from(Replies::new().frame).slice(Frame::LENGTH_BYTES + 5..);
    let mut headers = async_nats::HeaderMap::new();
    headers.insert("Xunlu-Worker", "0123456789abcdef");
    tokio::spawn(async move {
        while let Some(message) = asked.next().await {
            let Some(to) = message.reply else { continue };
            if client.publish_with_headers(to, headers.clone(), reply.clone()).await.is_err() {
                return;
            }
        }
    });
    Ok(())
}
