//! The doors that are asked through, and connections to them.

use crate::grpc::{TalkLine, UnaryCall, UnaryLine};
use crate::line::{BytesLine, Calls, Duplex, Heard, Line};
use crate::nats::NatsLine;
use crate::questions::{Asked, Kind};
use crate::speech::Speech;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpStream, UnixStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use xunlu_client::Encoding;

/// A way to ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    Http(Encoding),
    Unary,
    Talk,
    WebSocket(Encoding),
    Tcp,
    Unix,
    Nats,
}

/// A door, and how much is asked through it at a time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Door {
    pub(crate) name: &'static str,
    pub(crate) way: Way,
    pub(crate) connections: usize,
    pub(crate) depth: usize,
    /// Whether questions come in batches.
    pub(crate) is_batch: bool,
}

const fn door(name: &'static str, way: Way, connections: usize, depth: usize) -> Door {
    Door { name, way, connections, depth, is_batch: false }
}

const fn batches(name: &'static str, way: Way, connections: usize, depth: usize) -> Door {
    Door { name, way, connections, depth, is_batch: true }
}

pub(crate) const DOORS: [Door; 15] = [
    door("http-json-alone", Way::Http(Encoding::Json), 1, 1),
    door("http-json", Way::Http(Encoding::Json), 64, 1),
    door("http-cbor", Way::Http(Encoding::Cbor), 64, 1),
    batches("http-json-batch", Way::Http(Encoding::Json), 4, 1),
    batches("http-cbor-batch", Way::Http(Encoding::Cbor), 4, 1),
    door("grpc-alone", Way::Unary, 1, 1),
    door("grpc", Way::Unary, 1, 64),
    door("talk", Way::Talk, 1, 64),
    door("websocket-json", Way::WebSocket(Encoding::Json), 1, 64),
    door("websocket-cbor", Way::WebSocket(Encoding::Cbor), 1, 64),
    door("frames-alone", Way::Tcp, 1, 1),
    door("frames", Way::Tcp, 1, 64),
    batches("frames-batch", Way::Tcp, 1, 4),
    door("unix", Way::Unix, 1, 64),
    door("nats", Way::Nats, 1, 64),
];

impl Door {
    /// What is asked through it.
    pub(crate) fn kinds(&self) -> &'static [Kind] {
        if self.is_batch { &[Kind::Paths] } else { &[Kind::Nearest, Kind::Path] }
    }
}

/// Where somebody is asked.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    pub(crate) http: SocketAddr,
    pub(crate) grpc: SocketAddr,
    pub(crate) tcp: SocketAddr,
    pub(crate) unix: PathBuf,
    /// The broker, and the subject there.
    pub(crate) nats: Option<(String, &'static str)>,
    /// What connections over TCP are encrypted with, if they are.
    pub(crate) tls: Option<Connector>,
}

/// Encrypts connections.
#[derive(Clone)]
pub(crate) struct Connector(pub(crate) TlsConnector);

impl std::fmt::Debug for Connector {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Connector").finish_non_exhaustive()
    }
}

impl Places {
    /// All connections of a door, each of which begins with another question.
    pub(crate) async fn connect(
        &self,
        door: &Door,
        asked: &[Asked],
        is_checked: bool,
    ) -> io::Result<Vec<Line>> {
        let speech = match door.way {
            Way::Http(encoding) => Speech::Http(encoding),
            Way::WebSocket(encoding) => Speech::WebSocket(encoding),
            Way::Tcp | Way::Unix => Speech::Frames,
            Way::Talk => Speech::Talk,
            Way::Unary => {
                let calls = Arc::new(Calls::new(asked, is_checked, UnaryCall::of));
                let mut lines = Vec::new();
                for from in starts(door, asked) {
                    let line = UnaryLine::connect(self.grpc, calls.clone(), from).await?;
                    lines.push(Line::Unary(line));
                }
                return Ok(lines);
            }
            Way::Nats => {
                let (url, subject) = self.nats.as_ref().ok_or(io::ErrorKind::NotConnected)?;
                let say = |asked: &Asked| Encoding::Cbor.write(&asked.call()).into();
                let calls = Arc::new(Calls::new(asked, is_checked, say));
                let mut lines = Vec::new();
                for from in starts(door, asked) {
                    let line = NatsLine::connect(url, subject, calls.clone(), from).await?;
                    lines.push(Line::Nats(line));
                }
                return Ok(lines);
            }
        };
        let calls = Arc::new(Calls::new(asked, is_checked, |asked| speech.call(asked)));
        let mut lines = Vec::new();
        for from in starts(door, asked) {
            let heard = Heard::new(speech, calls.clone(), from);
            lines.push(match door.way {
                Way::Talk => Line::Talk(TalkLine::connect(self.grpc, heard).await?),
                way => Line::Bytes(BytesLine::new(self.stream(way).await?, heard)),
            });
        }
        Ok(lines)
    }

    /// A stream of bytes, on which calls may be made at once.
    pub(crate) async fn stream(&self, way: Way) -> io::Result<Box<dyn Duplex>> {
        let to = match way {
            Way::Unix => return Ok(Box::new(UnixStream::connect(&self.unix).await?)),
            Way::Tcp => self.tcp,
            _ => self.http,
        };
        let tcp = TcpStream::connect(to).await?;
        tcp.set_nodelay(true)?;
        let mut stream: Box<dyn Duplex> = match &self.tls {
            Some(connector) => {
                let name = ServerName::try_from("localhost").map_err(io::Error::other)?;
                Box::new(connector.0.connect(name, tcp).await?)
            }
            None => Box::new(tcp),
        };
        if let Way::WebSocket(_) = way {
            upgrade(&mut stream).await?;
        }
        Ok(stream)
    }
}

/// The question that each connection begins with.
fn starts(door: &Door, asked: &[Asked]) -> impl Iterator<Item = usize> {
    let (connections, count) = (door.connections, asked.len());
    (0..connections).map(move |number| number * count / connections)
}

/// Makes a WebSocket of a connection (RFC 6455, section 4.1).
async fn upgrade(stream: &mut (impl AsyncReadExt + AsyncWriteExt + Unpin)) -> io::Result<()> {
    let head = "GET /v1/ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    stream.write_all(head.as_bytes()).await?;
    stream.flush().await?;
    let mut reply = Vec::new();
    while !reply.ends_with(b"\r\n\r\n") {
        reply.push(stream.read_u8().await?);
    }
    if !reply.starts_with(b"HTTP/1.1 101") {
        return Err(io::Error::other(String::from_utf8_lossy(&reply).into_owned()));
    }
    Ok(())
}
