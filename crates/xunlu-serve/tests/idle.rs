//! What connections take in memory on which nothing is said: alone in its process, for memory is told of all
//! of it.

#![cfg(target_os = "linux")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use xunlu_serve::{Running, Server, Setup};

/// Both ends of each are sockets of this process, of which a shell allows 1,024: so many of each kind.
const COUNT: usize = 200;

/// So many came before: what is made once for all is there.
const BEFORE: usize = 25;

fn resident_bytes() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux tells it");
    let line =
        status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("with its memory");
    let kilobytes = line.trim().trim_end_matches("kB").trim();
    kilobytes.parse::<usize>().expect("in kilobytes") << 10
}

/// Connects, and says what has to be said until there is a reply.
fn connected(to: SocketAddr, said: &str) -> TcpStream {
    let mut stream = TcpStream::connect(to).expect("it listens");
    stream.write_all(said.as_bytes()).expect("it reads");
    let mut reply = [0; 1024];
    let length = stream.read(&mut reply).expect("it replies");
    assert!(reply[..length].starts_with(b"HTTP/1.1 "), "a reply");
    stream
}

/// How many bytes each of them takes, and them.
fn each(to: SocketAddr, said: &str) -> (usize, Vec<TcpStream>) {
    let mut all: Vec<TcpStream> = (0..BEFORE).map(|_| connected(to, said)).collect();
    let before = resident_bytes();
    all.extend((0..COUNT).map(|_| connected(to, said)));
    (resident_bytes().saturating_sub(before) / COUNT, all)
}

#[test]
fn connections_on_which_nothing_is_said_take_little() {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let runtime = runtime.expect("a runtime");
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    let setup = Setup { http: any, tcp: None, grpc: None, workers: Some(1), ..Setup::default() };
    let running: Running = runtime.block_on(Server::begin(setup)).expect("it begins");
    let websocket = "GET /v1/ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                     Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    let (bytes, websockets) = each(running.http, websocket);
    assert!(bytes < 8 << 10, "a WebSocket takes {bytes} bytes");
    let (bytes, others) = each(running.http, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    // Four pages of memory each, and what else the process came to hold meanwhile.
    assert!(bytes < 18 << 10, "a connection of HTTP takes {bytes} bytes");
    // Until then none of them made room for another.
    drop((websockets, others));
    assert!(runtime.block_on(running.end()), "all was answered");
}
