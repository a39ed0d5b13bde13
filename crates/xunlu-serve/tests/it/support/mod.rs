//! A server for as long as a test takes, and requests on sockets of their own.

pub(crate) mod events;
pub(crate) mod broker;
pub(crate) mod grpc;
pub(crate) mod swarm;
pub(crate) mod translation;

use serde_json::Value;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use xunlu_serve::{Running, Server, Setup};

/// What came back.
pub(crate) struct Told {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Value,
}

/// One request on a connection of its own.
pub(crate) fn send(http: SocketAddr, method: &str, path: &str, body: &str) -> Told {
    send_with(http, method, path, "", body)
}

/// The same with more lines in its head.
pub(crate) fn send_with(
    http: SocketAddr,
    method: &str,
    path: &str,
    head: &str,
    body: &str,
) -> Told {
    let length = body.len();
    let text = format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\n{head}Connection: close\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    told(http, text.as_bytes())
}

/// What stands at an address, as text.
pub(crate) fn text(http: SocketAddr, path: &str) -> String {
    text_with(http, path, "")
}

/// The same with more lines in its head.
pub(crate) fn text_with(http: SocketAddr, path: &str, head: &str) -> String {
    let request =
        format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n{head}Connection: close\r\n\r\n");
    String::from_utf8(exchange(http, request.as_bytes())).expect("it is text")
}

/// The same in CBOR.
pub(crate) fn send_cbor(http: SocketAddr, method: &str, path: &str, body: &[u8]) -> (u16, Vec<u8>) {
    let length = body.len();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/cbor\r\n\
         Accept: application/json;q=0.5, application/cbor\r\nContent-Length: {length}\r\n\r\n"
    );
    let reply = exchange(http, &[head.as_bytes(), body].concat());
    let end = reply.windows(4).position(|four| four == b"\r\n\r\n").expect("a reply has a head");
    let (head, body) = (String::from_utf8_lossy(&reply[..end]), &reply[end + 4..]);
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    (status.expect("a reply has a status"), body.to_vec())
}

fn exchange(http: SocketAddr, request: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(http).expect("the server listens");
    stream.write_all(request).expect("it reads");
    let mut reply = Vec::new();
    stream.read_to_end(&mut reply).expect("it answers");
    reply
}

fn told(http: SocketAddr, request: &[u8]) -> Told {
    let reply = String::from_utf8(exchange(http, request)).expect("a reply is text");
    let (head, body) = reply.split_once("\r\n\r\n").expect("a reply has a head");
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    Told {
        status: status.expect("a reply has a status"),
        head: head.to_ascii_lowercase(),
        body: serde_json::from_str(body).unwrap_or(Value::Null),
    }
}

/// Has a server for as long as `work` takes, and ends it.
pub(crate) fn serving(setup: Setup, work: impl FnOnce(SocketAddr, &[String])) {
    running(setup, |running| work(running.http, &running.remarks));
}

/// The same with all its doors.
pub(crate) fn running(setup: Setup, work: impl FnOnce(&Running)) {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let runtime = runtime.expect("a runtime");
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    let setup = Setup { http: any, tcp: Some(any), grpc: Some(any), workers: Some(2), ..setup };
    let running: Running = runtime.block_on(Server::begin(setup)).expect("it begins");
    work(&running);
    assert!(runtime.block_on(running.end()), "all was answered");
}
