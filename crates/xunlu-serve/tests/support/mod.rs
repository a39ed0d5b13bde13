//! A server for as long as a test takes, and requests on sockets of their own.

use serde_json::Value;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use xunlu_serve::{Running, Server, Setup};

/// What came back.
#[allow(dead_code, reason = "not every test looks at all of it")]
pub(crate) struct Told {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Value,
}

/// One request on a connection of its own.
pub(crate) fn send(http: SocketAddr, method: &str, path: &str, body: &str) -> Told {
    let length = body.len();
    let text = format!(
        "{method} {path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    told(http, text.as_bytes())
}

fn told(http: SocketAddr, request: &[u8]) -> Told {
    let mut stream = TcpStream::connect(http).expect("the server listens");
    stream.write_all(request).expect("it reads");
    let mut reply = String::new();
    stream.read_to_string(&mut reply).expect("it answers");
    let (head, body) = reply.split_once("\r\n\r\n").expect("a reply has a head");
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    Told {
        status: status.expect("a reply has a status"),
        head: head.to_ascii_lowercase(),
        body: serde_json::from_str(body).unwrap_or(Value::Null),
    }
}

/// Has a server for as long as `work` takes, and ends it.
pub(crate) fn serving(setup: Setup, work: impl FnOnce(SocketAddr, &[String]) + Send) {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let runtime = runtime.expect("a runtime");
    let http = SocketAddr::from(([127, 0, 0, 1], 0));
    let setup = Setup { http, workers: Some(2), ..setup };
    let running: Running = runtime.block_on(Server::begin(setup)).expect("it begins");
    work(running.http, &running.remarks);
    assert!(runtime.block_on(running.end()), "all was answered");
}
