//! Server-sent events, read from a socket.

use serde_json::Value;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// One of them.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Event {
    pub(crate) name: String,
    pub(crate) id: Option<String>,
    pub(crate) data: Value,
}

impl Event {
    /// The first event that is whole, and how many bytes it is. Returns `None` if there is none.
    pub(crate) fn first(bytes: &[u8]) -> Option<(Event, usize)> {
        let mut begun = 0;
        loop {
            let end = bytes[begun..].windows(2).position(|two| two == b"\n\n")? + begun + 2;
            let text = std::str::from_utf8(&bytes[begun..end]).expect("events are text");
            let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name));
            if let Some(data) = field("data: ") {
                let name = field("event: ").expect("each has a name").to_owned();
                let data = serde_json::from_str(data).expect("JSON");
                return Some((Event { name, id: field("id: ").map(str::to_owned), data }, end));
            }
            // Of what is no event nothing is read.
            begun = end;
        }
    }
}

/// A response that goes on.
pub(crate) struct Events {
    stream: TcpStream,
    bytes: Vec<u8>,
    pub(crate) head: String,
}

impl Events {
    /// In version 1.0 of HTTP a body that goes on has no marks in it.
    pub(crate) fn begin(
        http: SocketAddr,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> Events {
        let mut stream = TcpStream::connect(http).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time");
        let length = body.len();
        let text =
            format!("{method} {path} HTTP/1.0\r\n{headers}Content-Length: {length}\r\n\r\n{body}");
        stream.write_all(text.as_bytes()).expect("it reads");
        let mut events = Events { stream, bytes: Vec::new(), head: String::new() };
        let end = loop {
            let end = events.bytes.windows(4).position(|four| four == b"\r\n\r\n");
            if let Some(end) = end {
                break end;
            }
            assert!(events.more(), "the head ended early");
        };
        let rest = events.bytes.split_off(end + 4);
        let head = std::mem::replace(&mut events.bytes, rest);
        events.head = String::from_utf8(head).expect("a head is text").to_ascii_lowercase();
        events
    }

    fn more(&mut self) -> bool {
        let mut piece = [0; 4096];
        let length = self.stream.read(&mut piece).expect("more comes, or the end");
        self.bytes.extend(&piece[..length]);
        length > 0
    }

    /// The next event. Returns `None` at the end.
    pub(crate) fn next(&mut self) -> Option<Event> {
        loop {
            if let Some((event, length)) = Event::first(&self.bytes) {
                self.bytes.drain(..length);
                return Some(event);
            }
            if !self.more() {
                return None;
            }
        }
    }

    /// The names of the next events, each with what is most of interest about it.
    pub(crate) fn short(&mut self, count: usize) -> Vec<String> {
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let short = |event: Event| {
            let own = ["code", "revision"].iter().find_map(|name| event.data.get(name));
            format!("{} {}", event.name, own.map_or_else(String::new, text))
        };
        (0..count).map_while(|_| self.next().map(short)).collect()
    }
}
