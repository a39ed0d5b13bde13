//! A client of gRPC without generated code: it knows HTTP/2, JSON and what the service says of itself.

use http_body_util::{BodyExt, Full};
use hyper::body::{Body, Bytes, Frame, Incoming};
use hyper::client::conn::http2::{SendRequest, handshake};
use hyper::{HeaderMap, Request, Response};
use hyper_util::rt::{TokioExecutor, TokioIo};
use prost_reflect::prost::Message;
use prost_reflect::{
    DescriptorPool, DynamicMessage, MessageDescriptor, MethodDescriptor, SerializeOptions,
};
use serde_json::Value;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::runtime::Runtime;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tonic_reflection::pb::v1;
use v1::server_reflection_request::MessageRequest;
use v1::server_reflection_response::MessageResponse;

/// What every message begins with: whether it is packed, and its length.
const PREFIX_BYTES: usize = 5;

/// How long anything may take.
const TIME: Duration = Duration::from_secs(20);

/// One connection.
pub(crate) struct Client {
    runtime: Runtime,
    sender: SendRequest<Sent>,
    pool: DescriptorPool,
}

/// What came in place of an answer.
#[derive(Debug)]
pub(crate) struct Status {
    pub(crate) code: u32,
    pub(crate) words: String,
    // It is large, and most calls are answered.
    pub(crate) more: Box<HeaderMap>,
}

impl Status {
    pub(crate) fn more(&self, name: &str) -> &str {
        self.more.get(name).map_or("", |value| value.to_str().expect("text"))
    }

    /// What came with a reply, or at its end; none if all is well.
    fn of(more: HeaderMap) -> Result<(), Status> {
        let code = more.get("grpc-status").expect("a status").to_str().expect("a number");
        let words = more.get("grpc-message").map_or("", |words| words.to_str().expect("text"));
        let words = unescaped(words);
        match code.parse().expect("a number") {
            0 => Ok(()),
            code => Err(Status { code, words, more: Box::new(more) }),
        }
    }
}

impl Client {
    pub(crate) fn new(address: SocketAddr) -> Client {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.expect("a runtime");
        let sender = runtime.block_on(async {
            let stream = TcpStream::connect(address).await.expect("it listens");
            let (sender, connection) =
                handshake(TokioExecutor::new(), TokioIo::new(stream)).await.expect("HTTP/2");
            tokio::spawn(connection);
            sender
        });
        let mut client = Client { runtime, sender, pool: DescriptorPool::new() };
        for service in client.services("v1") {
            for file in client.files("v1", &service) {
                client.pool.decode_file_descriptor_proto(file.as_slice()).expect("a description");
            }
        }
        client
    }

    /// The services that there are, by reflection of a version.
    pub(crate) fn services(&self, version: &str) -> Vec<String> {
        match self.reflected(version, MessageRequest::ListServices(String::new())) {
            MessageResponse::ListServicesResponse(list) => {
                list.service.into_iter().map(|service| service.name).collect()
            }
            other => panic!("{other:?}"),
        }
    }

    fn files(&self, version: &str, symbol: &str) -> Vec<Vec<u8>> {
        match self.reflected(version, MessageRequest::FileContainingSymbol(symbol.to_owned())) {
            MessageResponse::FileDescriptorResponse(files) => files.file_descriptor_proto,
            other => panic!("{other:?}"),
        }
    }

    /// The messages of both versions of reflection are the same.
    fn reflected(&self, version: &str, asked: MessageRequest) -> MessageResponse {
        let asked =
            v1::ServerReflectionRequest { host: String::new(), message_request: Some(asked) };
        let address = format!("/grpc.reflection.{version}.ServerReflection/ServerReflectionInfo");
        let told = self.send(&address, &framed(&asked.encode_to_vec()), &[]).expect("it reflects");
        let told = v1::ServerReflectionResponse::decode(unframed(&told)).expect("a message");
        told.message_response.expect("a response")
    }

    /// What is called so, `Path` or `grpc.health.v1.Health/Check`, as the service describes it.
    fn method(&self, name: &str) -> MethodDescriptor {
        let (service, name) = name.split_once('/').unwrap_or(("xunlu.v1.Pathfinding", name));
        let service = self.pool.get_service_by_name(service).expect("the service");
        let found = service.methods().find(|method| method.name() == name);
        found.unwrap_or_else(|| panic!("no {name}"))
    }

    /// A call in JSON, as protocol buffers have it.
    pub(crate) fn call(&self, name: &str, said: &Value) -> Result<Value, Status> {
        self.call_with(name, said, &[])
    }

    /// The same with headers.
    pub(crate) fn call_with(
        &self,
        name: &str,
        said: &Value,
        headers: &[(&str, &str)],
    ) -> Result<Value, Status> {
        let method = self.method(name);
        let told = self.send(&address(name), &in_bytes(method.input(), said), headers)?;
        Ok(in_json(method.output(), unframed(&told)))
    }

    /// Calls of a stream, all at once, and all that is told.
    pub(crate) fn talk(&self, calls: &[Value]) -> Vec<Value> {
        let method = self.method("Talk");
        let said: Vec<u8> = calls.iter().flat_map(|call| in_bytes(method.input(), call)).collect();
        let told = self.send(&address("Talk"), &said, &[]).expect("the stream ends well");
        let mut rest = &told[..];
        let mut replies = Vec::new();
        while let Some((message, after)) = first(rest) {
            replies.push(in_json(method.output(), message));
            rest = after;
        }
        assert!(rest.is_empty(), "half a message");
        replies
    }

    /// A call of bytes, and the bytes that answer it.
    pub(crate) fn send(
        &self,
        address: &str,
        bytes: &[u8],
        headers: &[(&str, &str)],
    ) -> Result<Vec<u8>, Status> {
        let bytes = Bytes::copy_from_slice(bytes);
        self.runtime.block_on(async {
            let reply = self.begin(address, Sent::Whole(Full::new(bytes)), headers).await;
            let head = reply.headers().clone();
            let body = timeout(TIME, reply.into_body().collect()).await.expect("in time");
            let body = body.expect("a body");
            // A refusal has nothing but a head.
            Status::of(body.trailers().cloned().unwrap_or(head))?;
            Ok(body.to_bytes().to_vec())
        })
    }

    async fn begin(
        &self,
        address: &str,
        body: Sent,
        headers: &[(&str, &str)],
    ) -> Response<Incoming> {
        let mut request = Request::post(format!("http://here{address}"))
            .header("content-type", "application/grpc")
            .header("te", "trailers");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(body).expect("a request");
        let reply = timeout(TIME, self.sender.clone().send_request(request)).await;
        let reply = reply.expect("in time").expect("a reply");
        assert_eq!(reply.status(), 200);
        reply
    }

    /// A call that goes on, and how it begins.
    pub(crate) fn stream(&self, name: &str, said: &[Value]) -> Stream<'_> {
        let method = self.method(name);
        let (send, receive) = mpsc::channel(16);
        for said in said {
            let said = Bytes::from(in_bytes(method.input(), said));
            send.blocking_send(said).expect("there is room");
        }
        let send = Some(send).filter(|_| method.is_client_streaming());
        let reply = self.runtime.block_on(self.begin(&address(name), Sent::Bit(receive), &[]));
        Stream { client: self, method, send, body: reply.into_body(), came: Vec::new() }
    }
}

/// Messages both ways.
pub(crate) struct Stream<'a> {
    client: &'a Client,
    method: MethodDescriptor,
    send: Option<mpsc::Sender<Bytes>>,
    body: Incoming,
    came: Vec<u8>,
}

impl Stream<'_> {
    pub(crate) fn say(&self, said: &Value) {
        let bytes = Bytes::from(in_bytes(self.method.input(), said));
        let send = self.send.as_ref().expect("it is not at its end");
        send.blocking_send(bytes).expect("it is heard");
    }

    /// Says nothing more.
    pub(crate) fn is_all(&mut self) {
        self.send = None;
    }

    /// The next message, or with what the stream ended.
    pub(crate) fn hear(&mut self) -> Result<Value, Result<(), Status>> {
        loop {
            if let Some((message, rest)) = first(&self.came) {
                let told = in_json(self.method.output(), message);
                self.came = rest.to_vec();
                return Ok(told);
            }
            let frame = async { timeout(TIME, self.body.frame()).await };
            let frame = self.client.runtime.block_on(frame);
            let frame = frame.expect("in time").expect("the end is told").expect("a stream");
            match frame.into_data() {
                Ok(bytes) => self.came.extend(bytes),
                Err(last) => {
                    return Err(Status::of(last.into_trailers().expect("trailers")));
                }
            }
        }
    }
}

/// What is said in a call: at once, or bit by bit.
enum Sent {
    Whole(Full<Bytes>),
    Bit(mpsc::Receiver<Bytes>),
}

impl Body for Sent {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match &mut *self {
            Sent::Whole(body) => Pin::new(body).poll_frame(context),
            Sent::Bit(bits) => {
                bits.poll_recv(context).map(|bit| bit.map(|bit| Ok(Frame::data(bit))))
            }
        }
    }
}

pub(crate) fn address(name: &str) -> String {
    if name.contains('/') { format!("/{name}") } else { format!("/xunlu.v1.Pathfinding/{name}") }
}

/// Text in which bytes stand as `%E5`.
fn unescaped(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let digits = after.first_chunk::<2>().filter(|_| *first == b'%');
        let byte = digits.map(|digits| {
            let digits = std::str::from_utf8(digits).expect("ASCII");
            u8::from_str_radix(digits, 16).expect("two digits")
        });
        rest = if byte.is_some() { &after[2..] } else { after };
        bytes.push(byte.unwrap_or(*first));
    }
    String::from_utf8(bytes).expect("text")
}

/// A message as it is sent.
pub(crate) fn framed(message: &[u8]) -> Vec<u8> {
    let length = u32::try_from(message.len()).expect("a small message").to_be_bytes();
    [&[0][..], &length, message].concat()
}

/// The first message of what came, and the rest. Returns `None` if it is not all there.
fn first(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (&[packed, a, b, c, d], rest) = bytes.split_first_chunk()?;
    assert_eq!(packed, 0, "it is not packed");
    rest.split_at_checked(u32::from_be_bytes([a, b, c, d]) as usize)
}

fn unframed(bytes: &[u8]) -> &[u8] {
    let (prefix, message) = bytes.split_at(PREFIX_BYTES);
    assert_eq!(&framed(message)[..PREFIX_BYTES], prefix, "one message and no more");
    message
}

fn in_bytes(kind: MessageDescriptor, said: &Value) -> Vec<u8> {
    let message = DynamicMessage::deserialize(kind, said);
    framed(&message.unwrap_or_else(|error| panic!("{said}: {error}")).encode_to_vec())
}

fn in_json(kind: MessageDescriptor, bytes: &[u8]) -> Value {
    let message = DynamicMessage::decode(kind, bytes).expect("a message");
    let unknown: Vec<_> = message.unknown_fields().collect();
    assert!(unknown.is_empty(), "{unknown:?}");
    let options = SerializeOptions::new()
        .use_proto_field_name(true)
        .stringify_64_bit_integers(false)
        .skip_default_fields(false);
    message.serialize_with_options(serde_json::value::Serializer, &options).expect("JSON")
}
