//! A client of gRPC without generated code: it knows HTTP/2, JSON and what the service says of itself.

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http2::{SendRequest, handshake};
use hyper::{HeaderMap, Request, Response};
use hyper_util::rt::{TokioExecutor, TokioIo};
use prost_reflect::prost::Message;
use prost_reflect::{
    DescriptorPool, DynamicMessage, MessageDescriptor, MethodDescriptor, SerializeOptions,
};
use serde_json::Value;
use std::net::SocketAddr;
use tokio::net::TcpStream;
use tokio::runtime::Runtime;

/// What every message begins with: whether it is packed, and its length.
const PREFIX_BYTES: usize = 5;

/// One connection.
pub(crate) struct Client {
    runtime: Runtime,
    sender: SendRequest<Full<Bytes>>,
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
        let described = include_bytes!("../../src/doors/grpc/descriptor.binpb");
        let pool = DescriptorPool::decode(described.as_slice()).expect("a description");
        Client { runtime, sender, pool }
    }

    /// What is called so, of the service that the description has.
    fn method(&self, name: &str) -> MethodDescriptor {
        let service = self.pool.get_service_by_name("xunlu.v1.Pathfinding").expect("the service");
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
        let said = DynamicMessage::deserialize(method.input(), said);
        let said = said.unwrap_or_else(|error| panic!("{name}: {error}")).encode_to_vec();
        let told = self.send(&address(name), &framed(&said), headers)?;
        Ok(in_json(method.output(), unframed(&told)))
    }

    /// A call of bytes, and the bytes that answer it.
    pub(crate) fn send(
        &self,
        address: &str,
        bytes: &[u8],
        headers: &[(&str, &str)],
    ) -> Result<Vec<u8>, Status> {
        let mut request = Request::post(format!("http://here{address}"))
            .header("content-type", "application/grpc")
            .header("te", "trailers");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Full::new(Bytes::copy_from_slice(bytes))).expect("a request");
        self.exchange(request)
    }

    fn exchange(&self, request: Request<Full<Bytes>>) -> Result<Vec<u8>, Status> {
        self.runtime.block_on(async {
            let reply: Response<_> =
                self.sender.clone().send_request(request).await.expect("a reply");
            assert_eq!(reply.status(), 200);
            let head = reply.headers().clone();
            let body = reply.into_body().collect().await.expect("a body");
            // A refusal has nothing but a head.
            let more = body.trailers().cloned().unwrap_or(head);
            let code = more.get("grpc-status").expect("a status").to_str().expect("a number");
            let words = more.get("grpc-message").map_or("", |words| words.to_str().expect("text"));
            let words = words.replace("%20", " ");
            match code.parse().expect("a number") {
                0 => Ok(body.to_bytes().to_vec()),
                code => Err(Status { code, words, more: Box::new(more) }),
            }
        })
    }
}

pub(crate) fn address(name: &str) -> String {
    format!("/xunlu.v1.Pathfinding/{name}")
}

/// A message as it is sent.
pub(crate) fn framed(message: &[u8]) -> Vec<u8> {
    let length = u32::try_from(message.len()).expect("a small message").to_be_bytes();
    [&[0][..], &length, message].concat()
}

fn unframed(bytes: &[u8]) -> &[u8] {
    let (prefix, message) = bytes.split_at(PREFIX_BYTES);
    assert_eq!(&framed(message)[..PREFIX_BYTES], prefix, "one message and no more");
    message
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
