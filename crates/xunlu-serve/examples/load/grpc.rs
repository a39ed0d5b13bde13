//! Connections of gRPC: single calls, and the stream `Talk`.

use crate::line::{Calls, Heard, Reply};
use crate::messages::Answer;
use crate::messages::talk_call::Call as Said;
use crate::questions::Asked;
use crate::speech::{PREFIX_BYTES, in_message, prefixed, told_of};
use futures_util::stream::FuturesUnordered;
use futures_util::{FutureExt, StreamExt};
use http_body_util::{BodyExt, Full};
use hyper::body::{Body, Bytes, Frame, Incoming};
use hyper::client::conn::http2::{SendRequest, handshake};
use hyper::{Request, Response};
use hyper_util::rt::{TokioExecutor, TokioIo};
use prost::Message;
use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::net::TcpStream;
use tokio::sync::mpsc;

/// A single call: its address, and what it says.
#[derive(Clone, Debug)]
pub(crate) struct UnaryCall {
    address: &'static str,
    message: Bytes,
}

impl UnaryCall {
    pub(crate) fn of(asked: &Asked) -> UnaryCall {
        let (address, message) = match in_message(asked) {
            Said::Path(said) => ("/xunlu.v1.Pathfinding/Path", said.encode_to_vec()),
            Said::Paths(said) => ("/xunlu.v1.Pathfinding/Paths", said.encode_to_vec()),
            Said::Nearest(said) => ("/xunlu.v1.Pathfinding/Nearest", said.encode_to_vec()),
            other => unreachable!("{other:?} is not asked here"),
        };
        UnaryCall { address, message: prefixed(&message).into() }
    }

    fn request(&self) -> Request<SaidBody> {
        request(self.address, SaidBody::Whole(Full::new(self.message.clone())))
    }
}

fn request(address: &str, body: SaidBody) -> Request<SaidBody> {
    Request::post(format!("http://here{address}"))
        .header("content-type", "application/grpc")
        .header("te", "trailers")
        .body(body)
        .expect("a request")
}

async fn connected(grpc: SocketAddr) -> io::Result<SendRequest<SaidBody>> {
    let socket = TcpStream::connect(grpc).await?;
    socket.set_nodelay(true)?;
    let shaken = handshake(TokioExecutor::new(), TokioIo::new(socket)).await;
    let (sender, connection) = shaken.map_err(io::Error::other)?;
    tokio::spawn(connection);
    Ok(sender)
}

type Answered = Pin<Box<dyn Future<Output = io::Result<Reply>>>>;

/// A connection with a stream of HTTP/2 for each call.
pub(crate) struct UnaryLine {
    sender: SendRequest<SaidBody>,
    calls: Arc<Calls<UnaryCall>>,
    from: usize,
    waiting: FuturesUnordered<Answered>,
}

impl UnaryLine {
    pub(crate) async fn connect(
        grpc: SocketAddr,
        calls: Arc<Calls<UnaryCall>>,
        from: usize,
    ) -> io::Result<UnaryLine> {
        let sender = connected(grpc).await?;
        Ok(UnaryLine { sender, calls, from, waiting: FuturesUnordered::new() })
    }

    pub(crate) fn call(&mut self, number: u32) {
        let request = self.calls.said[self.calls.which(self.from, number)].request();
        let reply = self.sender.send_request(request);
        let (calls, from) = (self.calls.clone(), self.from);
        self.waiting.push(Box::pin(async move {
            let (is_answer, message) = whole(reply.await.map_err(io::Error::other)?).await?;
            if let Some(asked) = calls.checked(from, number).filter(|_| is_answer)
                && !asked.lengths.is_empty()
            {
                let answer = Answer::decode(&message[PREFIX_BYTES..]).map_err(io::Error::other)?;
                asked.check(&[told_of(&answer)]);
            }
            Ok(Reply { number, is_answer })
        }));
    }

    pub(crate) async fn talk(&mut self, replies: &mut Vec<Reply>) -> io::Result<()> {
        let mut next = self.waiting.next().await;
        while let Some(reply) = next {
            replies.push(reply?);
            next = self.waiting.next().now_or_never().flatten();
        }
        Ok(())
    }
}

/// Whether a reply is an answer, and its message.
async fn whole(reply: Response<Incoming>) -> io::Result<(bool, Bytes)> {
    let early = reply.headers().get("grpc-status").cloned();
    let body = reply.into_body().collect().await.map_err(io::Error::other)?;
    let late = body.trailers().and_then(|last| last.get("grpc-status")).cloned();
    Ok((early.or(late).is_some_and(|status| status == "0"), body.to_bytes()))
}

/// A connection with one stream, on which all calls are made.
pub(crate) struct TalkLine {
    send: mpsc::Sender<Bytes>,
    body: Incoming,
    out: Vec<u8>,
    heard: Heard,
    // The connection ends with it.
    _sender: SendRequest<SaidBody>,
}

impl TalkLine {
    pub(crate) async fn connect(grpc: SocketAddr, heard: Heard) -> io::Result<TalkLine> {
        let mut sender = connected(grpc).await?;
        let (send, receive) = mpsc::channel(1);
        let request = request("/xunlu.v1.Pathfinding/Talk", SaidBody::Bit(receive));
        let reply = sender.send_request(request).await.map_err(io::Error::other)?;
        Ok(TalkLine { send, body: reply.into_body(), out: Vec::new(), heard, _sender: sender })
    }

    pub(crate) fn call(&mut self, number: u32) {
        let call = &self.heard.calls.said[self.heard.calls.which(self.heard.from, number)];
        self.heard.speech.say(&mut self.out, call, number);
    }

    pub(crate) async fn talk(&mut self, replies: &mut Vec<Reply>) -> io::Result<()> {
        while replies.is_empty() {
            let frame = tokio::select! {
                biased;
                room = self.send.reserve(), if !self.out.is_empty() => {
                    room.map_err(io::Error::other)?.send(std::mem::take(&mut self.out).into());
                    continue;
                }
                frame = self.body.frame() => frame,
            };
            let frame = frame.ok_or(io::ErrorKind::UnexpectedEof)?.map_err(io::Error::other)?;
            self.heard.bytes.extend_from_slice(&frame.into_data().unwrap_or_default());
            self.heard.replies(replies);
        }
        Ok(())
    }
}

/// What is said in a call: at once, or bit by bit.
pub(crate) enum SaidBody {
    Whole(Full<Bytes>),
    Bit(mpsc::Receiver<Bytes>),
}

impl Body for SaidBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match &mut *self {
            SaidBody::Whole(body) => Pin::new(body).poll_frame(context),
            SaidBody::Bit(bits) => {
                bits.poll_recv(context).map(|bit| bit.map(|bit| Ok(Frame::data(bit))))
            }
        }
    }
}
