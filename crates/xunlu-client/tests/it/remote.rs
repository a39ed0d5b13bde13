//! What a client sends, how often, and to whom, seen by servers that answer as they are told to.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use xunlu::wire;
use xunlu_client::{ChangeWish, Navigator, NearestAsked, Refusal, Remote, Response, Wish};

const FREE: &str = r#"{"revision":"1","nearest":"1,0"}"#;
const CHANGED: &str = r#"{"revision":"1","chain":""}"#;
const BUSY: &str = r#"{"code":"busy","detail":"there is too much to do"}"#;

/// A server that answers the first so many requests of each connection, and then closes it on the next one.
struct Told {
    address: SocketAddr,
    lines: Arc<Mutex<Vec<String>>>,
}

impl Told {
    fn begin(address: &str, answered: usize) -> Told {
        Told::saying("200 OK", address, answered)
    }

    /// One that says this to all that is asked.
    fn saying(status: &'static str, address: &str, answered: usize) -> Told {
        let listener = TcpListener::bind(address).expect("there is a free port");
        let address = listener.local_addr().expect("it is bound");
        let lines: Arc<Mutex<Vec<String>>> = Arc::default();
        let own = lines.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let own = own.clone();
                thread::spawn(move || serve(stream, status, answered, &own));
            }
        });
        Told { address, lines }
    }

    fn lines(&self) -> Vec<String> {
        self.lines.lock().expect("nobody panics").clone()
    }
}

fn serve(stream: TcpStream, status: &str, answered: usize, lines: &Mutex<Vec<String>>) {
    let mut stream = BufReader::new(stream);
    for number in 0.. {
        let (mut first, mut length) = (String::new(), 0);
        if stream.read_line(&mut first).unwrap_or(0) == 0 {
            return;
        }
        loop {
            let mut line = String::new();
            let read = stream.read_line(&mut line).unwrap_or(0);
            if let Some(told) = line.strip_prefix("Content-Length: ") {
                length = told.trim().parse().expect("a length is a number");
            }
            if read == 0 || line.trim().is_empty() {
                break;
            }
        }
        stream.read_exact(&mut vec![0; length]).expect("the body comes");
        let body = match status {
            "200 OK" if first.starts_with("PATCH") => CHANGED,
            "200 OK" => FREE,
            _ => BUSY,
        };
        lines.lock().expect("nobody panics").push(first);
        if number >= answered {
            return;
        }
        let length = body.len();
        let reply = format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\n\r\n{body}");
        stream.get_mut().write_all(reply.as_bytes()).expect("it listens");
    }
}

fn ask(remote: &Remote, time: Option<Duration>) -> Result<Response, Refusal> {
    let asked = NearestAsked { place: "1,1".into(), mover: None };
    remote.ask("yard", &xunlu_client::Ask::Nearest(asked), &Wish { time, ..Wish::default() })
}

fn change(remote: &Remote, id: Option<&str>) -> Result<xunlu_client::ChangeTold, Refusal> {
    let rect = wire::Rect { x: 1, y: 0, width: 1, height: 1 };
    let change = wire::Change::Terrain(wire::TerrainChange { rect, terrain: 254, layer: 0 });
    remote.change("yard", &ChangeWish { id: id.map(str::to_owned), expected: None, change })
}

fn gone() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    listener.local_addr().expect("it is bound")
}

fn remote(servers: &[SocketAddr]) -> Remote {
    let servers: Vec<String> = servers.iter().map(SocketAddr::to_string).collect();
    Remote::any_of(servers.iter().map(String::as_str)).expect("these are addresses")
}

fn changes(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("PATCH")).count()
}

#[test]
fn a_change_without_a_name_is_sent_once() {
    for id in [None, Some("")] {
        // The connection that was kept ends when the second request has come.
        let server = Told::begin("127.0.0.1:0", 1);
        let remote = remote(&[server.address]);
        ask(&remote, None).unwrap();
        let told = change(&remote, id);
        assert_eq!((told.is_ok(), changes(&server.lines())), (true, 1), "{id:?}");
        let silent = Told::begin("127.0.0.1:0", 0);
        let remote = self::remote(&[silent.address]);
        assert_eq!(change(&remote, id).unwrap_err().kind.code(), "unreachable-service");
        assert_eq!(silent.lines().len(), 1, "{id:?}");
    }
}

#[test]
fn a_change_goes_to_one_server_alone() {
    let (silent, other) = (Told::begin("127.0.0.1:0", 0), Told::begin("127.0.0.1:0", 9999));
    let remote = remote(&[silent.address, other.address]);
    assert!(change(&remote, Some("a")).is_err());
    assert!(silent.lines().len() > 1, "it has a name");
    assert_eq!(other.lines().len(), 0);
}

#[test]
fn the_server_that_answered_is_asked_first() {
    let own = Told::begin("127.0.0.1:0", 9999);
    let remote = remote(&[gone(), own.address]);
    for number in 0..200 {
        assert!(ask(&remote, None).is_ok(), "question {number}");
    }
    assert_eq!(remote.asked_again(), 1);
    assert!(change(&remote, Some("a")).is_ok());
}

#[test]
fn who_is_busy_is_told_and_not_that_the_others_are_gone() {
    let busy = Told::saying("429 Too Many Requests", "127.0.0.1:0", 9999).address;
    for servers in [[busy, gone()], [gone(), busy]] {
        let refusal = ask(&remote(&servers), None).unwrap_err();
        assert_eq!(refusal.kind.code(), "busy", "{refusal:?}");
    }
}

#[test]
fn all_servers_have_their_turns_but_for_those_that_are_gone() {
    let both = ["127.0.0.1:0"; 2].map(|any| Told::begin(any, 9999));
    let remote = remote(&[both[0].address, gone(), both[1].address]).by_turns();
    for number in 0..100 {
        assert!(ask(&remote, None).is_ok(), "question {number}");
    }
    let counts = both.each_ref().map(|server| server.lines().len());
    assert!(counts.iter().all(|count| (30..=70).contains(count)), "{counts:?}");
    assert!(remote.asked_again() < 5, "{} were asked again", remote.asked_again());
    assert!(change(&remote, Some("a")).is_ok());
    assert_eq!(changes(&both[0].lines()), 1, "changes go to the first");
}

#[test]
fn times_of_all_lengths_are_heeded() {
    let server = Told::begin("127.0.0.1:0", 9999);
    let remote = remote(&[server.address]);
    assert!(ask(&remote, Some(Duration::MAX)).is_ok());
    assert_eq!(ask(&remote, Some(Duration::ZERO)).unwrap_err().kind.code(), "expired");
    // It may be over before there is a connection, but what is told is never no time.
    for _ in 0..20 {
        let _ = ask(&remote, Some(Duration::from_micros(900)));
    }
    let lines = server.lines();
    assert!(lines.iter().any(|line| line.contains("time_ms=1 ")), "{lines:?}");
    assert!(!lines.iter().any(|line| line.contains("time_ms=0")), "{lines:?}");
}

#[test]
fn every_address_of_a_host_is_tried() {
    // Where `localhost` is `::1` first, nobody listens there.
    let server = Told::begin("127.0.0.1:0", 9999);
    let remote = Remote::new(&format!("localhost:{}", server.address.port())).unwrap();
    change(&remote, None).unwrap();
    ask(&remote, None).unwrap();
}
