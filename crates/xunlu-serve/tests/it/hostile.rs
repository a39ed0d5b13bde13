//! Clients that mean no good, on every door: what is endless, deep, packed, random or slow is refused within
//! limits, and others are answered meanwhile.

use crate::support::grpc::{Client, framed};
use crate::support::{running, send, send_with};
use base64::Engine;
use serde_json::{Value, json};
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};
use xunlu_client::contract::YARD;
use xunlu_client::{Call, Frame};
use xunlu_serve::{Running, Setup};
use xunlu_testkit::Random;

/// So much of what is too long is taken at most, most of it by the system's own buffers.
const TAKEN_MAX: usize = 24 << 20;

/// What is much too long.
const ENDLESS: usize = 100 << 20;

fn with_yard(work: impl FnOnce(&Running)) {
    running(Setup::default(), |running| {
        send(running.http, "PUT", "/v1/maps/yard", YARD);
        work(running);
        others_are_answered(running.http);
    });
}

fn others_are_answered(http: SocketAddr) {
    let begun = Instant::now();
    let told = send(http, "POST", "/v1/maps/yard/nearest", r#"{"place":"1,1"}"#);
    assert_eq!(told.status, 200);
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
}

fn connect(to: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(to).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(40))).expect("a time");
    stream.set_write_timeout(Some(Duration::from_secs(40))).expect("a time");
    stream
}

/// A connection on which a WebSocket has begun.
fn websocket(http: SocketAddr) -> TcpStream {
    let mut stream = connect(http);
    let head = "GET /v1/ws HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\
                Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    stream.write_all(head.as_bytes()).expect("it reads");
    let mut told = Vec::new();
    while !told.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).expect("a head");
        told.extend(byte);
    }
    assert!(told.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&told));
    stream
}

/// A message of a WebSocket, masked by nothing.
fn message(kind: u8, body: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0x80 | kind, 0x80 | 127];
    bytes.extend((body.len() as u64).to_be_bytes());
    bytes.extend([0; 4]);
    bytes.extend(body);
    bytes
}

/// Writes a head and then as much as is taken. Returns how much that was, and the reply.
fn endless(mut stream: TcpStream, head: &[u8], piece: &[u8]) -> (usize, Vec<u8>) {
    let mut written = 0;
    if stream.write_all(head).is_ok() {
        while written < ENDLESS {
            match stream.write(piece) {
                Ok(length) if length > 0 => written += length,
                _ => break,
            }
        }
    }
    let _ = stream.shutdown(Shutdown::Write);
    (written, rest(stream))
}

/// What comes until the other end has enough of it, which it must have.
fn rest(mut stream: TcpStream) -> Vec<u8> {
    let mut told = Vec::new();
    if let Err(error) = stream.read_to_end(&mut told) {
        let is_open = matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut);
        assert!(!is_open, "it is still connected");
    }
    told
}

#[test]
fn what_has_no_end_is_not_read_to_it_on_any_door() {
    with_yard(|running| {
        let (http, tcp, grpc) = (running.http, running.tcp.unwrap(), running.grpc.unwrap());
        let piece = vec![b' '; 1 << 16];
        let head = |method: &str, path: &str, length: &str| {
            format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\n{length}\r\n\r\n").into_bytes()
        };
        let said = format!("Content-Length: {ENDLESS}");
        for path in ["/v1/maps/yard/path", "/v1/maps/yard/paths", "/v1/maps/yard/events"] {
            let (written, told) = endless(connect(http), &head("POST", path, &said), &piece);
            let told = String::from_utf8_lossy(&told).into_owned();
            assert!(written <= TAKEN_MAX, "{path}: {written} bytes were taken");
            assert!(told.is_empty() || told.starts_with("HTTP/1.1 413"), "{path}: {told}");
        }
        // Of one that does not say how long it is.
        let chunks = [b"10000\r\n".to_vec(), piece.clone(), b"\r\n".to_vec()].concat();
        let chunked = "Transfer-Encoding: chunked";
        for (method, path) in [("POST", "/v1/maps/yard/path"), ("PATCH", "/v1/maps/yard")] {
            let (written, told) = endless(connect(http), &head(method, path, chunked), &chunks);
            let told = String::from_utf8_lossy(&told).into_owned();
            assert!(written <= TAKEN_MAX, "{path}: {written} bytes were taken");
            assert!(told.is_empty() || told.starts_with("HTTP/1.1 413"), "{path}: {told}");
        }
        let (written, _) =
            endless(connect(http), b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ", &piece);
        assert!(written <= TAKEN_MAX, "{written} bytes of a header were taken");
        let lines = b"X: 1\r\n".repeat(10_000);
        let (written, _) = endless(connect(http), b"GET / HTTP/1.1\r\nHost: localhost\r\n", &lines);
        assert!(written <= TAKEN_MAX, "{written} bytes of headers were taken");
        let length = u32::try_from(ENDLESS).unwrap().to_le_bytes();
        let (written, told) = endless(connect(tcp), &length, &piece);
        assert!(written <= TAKEN_MAX && !told.is_empty(), "a frame: {written}, {told:?}");
        let mut long = vec![0x82, 0x80 | 127];
        long.extend((ENDLESS as u64).to_be_bytes());
        long.extend([0; 4]);
        let (written, _) = endless(websocket(http), &long, &piece);
        assert!(written <= TAKEN_MAX, "{written} bytes of a message were taken");
        // In pieces, of which none is the last.
        let part = [&[0x02, 0x80 | 126, 0xff, 0xff, 0, 0, 0, 0][..], &[b' '; 0xffff]].concat();
        let next = [&[0x00, 0x80 | 126, 0xff, 0xff, 0, 0, 0, 0][..], &[b' '; 0xffff]].concat();
        let (written, _) = endless(websocket(http), &part, &next);
        assert!(written <= TAKEN_MAX, "{written} bytes of pieces were taken");
        let client = Client::new(grpc);
        let long = framed(&vec![0; ENDLESS]);
        let refused = client.send("/xunlu.v1.Pathfinding/Path", &long, &[]).unwrap_err();
        assert_eq!(refused.code, 11, "{refused:?}");
    });
}

#[test]
fn what_lies_in_itself_100_000_deep_is_refused_on_every_door() {
    const DEEP: usize = 100_000;
    with_yard(|running| {
        let (http, tcp) = (running.http, running.tcp.unwrap());
        let lists = ["[".repeat(DEEP), "]".repeat(DEEP)].concat();
        let within = |before: &str, after: &str| [before, &lists, after].concat();
        let keys = |before: &str, key: &str, after: &str| {
            format!(
                "{before}{}1{}{after}",
                format!(r#"{{"{key}":"#).repeat(DEEP / 10),
                "}".repeat(DEEP / 10)
            )
        };
        for (method, path, body) in [
            ("POST", "/v1/maps/yard/path", within("", "")),
            ("POST", "/v1/maps/yard/path", within(r#"{"from":"#, "}")),
            ("POST", "/v1/maps/yard/path", keys("", "from", "")),
            ("POST", "/v1/maps/yard/paths", within("", "")),
            ("POST", "/v1/maps/yard/explain", within(r#"{"from":"0,0","goal":"#, "}")),
            ("POST", "/v1/maps/yard/events", within(r#"{"paths":"#, "}")),
            ("PATCH", "/v1/maps/yard", keys("", "all", "")),
            ("PATCH", "/v1/maps/yard", within(r#"{"all":"#, "}")),
            ("PATCH", "/v1/scenes/yard", within(r#"{"all":"#, "}")),
            ("POST", "/v1/scenes/yard/path", within(r#"{"from":"#, "}")),
            ("PUT", "/v1/maps/deep", within("", "")),
            ("PUT", "/v1/maps/deep", within(r#"{"xunlu":1,"kind":"grid","rows":"#, "}")),
            ("PUT", "/v1/maps/deep", within(r#"{"type":"map","layers":"#, "}")),
            ("PUT", "/v1/scenes/deep", within(r#"{"xunlu":1,"kind":"scene","ground":"#, "}")),
            ("PUT", "/v1/maps/deep?format=tmx", "<map>".repeat(DEEP)),
            ("PUT", "/v1/maps/deep?format=graphml", "<graphml><graph>".repeat(DEEP)),
        ] {
            let told = send(http, method, path, &body);
            let say = &body[..body.len().min(60)];
            assert_eq!(told.status / 100, 4, "{method} {path} {say}: {}", told.body);
            assert!(told.body["code"].is_string(), "{method} {path} {say}: {}", told.body);
        }
        // Lists of one in CBOR.
        let cbor = [vec![0x81; DEEP], vec![1]].concat();
        for path in ["/v1/maps/yard/path", "/v1/maps/yard/paths", "/v1/scenes/yard/path"] {
            assert_eq!(crate::support::send_cbor(http, "POST", path, &cbor).0, 400, "{path}");
        }
        let mut frame = u32::try_from(cbor.len() + 5).unwrap().to_le_bytes().to_vec();
        frame.extend([1, 7, 0, 0, 0]);
        frame.extend(&cbor);
        let mut stream = connect(tcp);
        stream.write_all(&frame).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        let told = rest(stream);
        assert!(told.windows(14).any(|some| some == b"not-understood"), "{told:?}");
        let text = format!(r#"{{"id":1,"message":{}}}"#, within("", ""));
        for (kind, body) in [(1, text.as_bytes()), (2, &frame[4..])] {
            let mut stream = websocket(http);
            stream.write_all(&message(kind, body)).unwrap();
            let mut told: Vec<u8> = Vec::new();
            while !told.windows(14).any(|some| some == b"not-understood") {
                let mut piece = [0; 1024];
                let length = stream.read(&mut piece).expect("it answers");
                assert!(length > 0, "{kind}: {told:?}");
                told.extend(&piece[..length]);
            }
        }
    });
}

/// A megabyte of zeros, packed.
fn zeros(packing: &str) -> Vec<u8> {
    let deflated =
        [&[237, 193, 49, 1, 0, 0, 0, 194, 160, 245, 79, 109, 8, 95, 160][..], &[0; 1016], &[62, 3]];
    match packing {
        "zlib" => [&[120, 218], &*deflated.concat(), &[0, 240, 0, 1]].concat(),
        "gzip" => {
            let (head, sum) = ([31, 139, 8, 0, 0, 0, 0, 0, 2, 3], [28, 234, 56, 167, 0, 0, 16, 0]);
            [&head[..], &deflated.concat(), &sum].concat()
        }
        // Blocks of one byte that is repeated (RFC 8878, 3.1.1.2).
        _ => {
            let mut blocks = [2, 0, 16, 0].repeat(8);
            blocks[28] = 3;
            [&[0x28, 0xb5, 0x2f, 0xfd, 0, 0x58][..], &blocks].concat()
        }
    }
}

#[test]
fn what_is_packed_is_refused_and_maps_that_are_packed_keep_to_their_size() {
    with_yard(|running| {
        let (http, grpc) = (running.http, running.grpc.unwrap());
        for packed in ["gzip", "deflate", "br", "zstd", "gzip, identity"] {
            let head = format!("Content-Encoding: {packed}\r\n");
            for (method, path) in [
                ("POST", "/v1/maps/yard/path"),
                ("PATCH", "/v1/maps/yard"),
                ("PUT", "/v1/maps/other"),
                ("POST", "/v1/maps/yard/events"),
            ] {
                let told = send_with(http, method, path, &head, YARD);
                assert_eq!((told.status, &told.body["code"]), (400, &json!("not-understood")));
                let words = told.body["detail"].as_str().unwrap_or_default().to_owned();
                assert!(words.contains("Content-Encoding"), "{path}: {}", told.body);
            }
        }
        let same = send_with(http, "PUT", "/v1/maps/other", "Content-Encoding: identity\r\n", YARD);
        assert_eq!(same.status, 200, "{}", same.body);
        let client = Client::new(grpc);
        let path = "/xunlu.v1.Pathfinding/Path";
        let mut packed = framed(b"\x0a\x04yard");
        packed[0] = 1;
        for more in [&[("grpc-encoding", "gzip")][..], &[]] {
            let refused = client.send(path, &packed, more).unwrap_err();
            assert!([12, 13].contains(&refused.code), "{refused:?}");
        }
        // A megabyte of zeros, packed into a thousand bytes, for a layer of four cells, and for one of nearly
        // a milliard.
        for (width, packing) in [2, 30_000]
            .into_iter()
            .flat_map(|width| ["zlib", "gzip", "zstd"].map(|own| (width, own)))
        {
            let zeros = base64::prelude::BASE64_STANDARD.encode(zeros(packing));
            let layer = json!({ "type": "tilelayer", "name": "a", "width": width, "height": width,
                "encoding": "base64", "compression": packing, "data": zeros });
            let map = json!({ "type": "map", "orientation": "orthogonal", "width": width, "height": width,
                "tilewidth": 8, "tileheight": 8, "layers": [layer], "tilesets": [] });
            let told = send(http, "PUT", "/v1/maps/packed", &map.to_string());
            assert_eq!(told.status / 100, 4, "{width} {packing}: {}", told.body);
        }
        // A picture that says it is of four milliard points.
        let mut picture = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
        picture.extend([0, 1, 0, 0, 0, 1, 0, 0, 8, 0, 0, 0, 0]);
        picture.extend(0x49ef_6f3f_u32.to_be_bytes());
        let mut stream = connect(http);
        let length = picture.len();
        let head = format!(
            "PUT /v1/maps/picture HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n"
        );
        stream.write_all(&[head.as_bytes(), &picture].concat()).unwrap();
        let told = String::from_utf8_lossy(&rest(stream)).into_owned();
        assert!(told.starts_with("HTTP/1.1 4"), "{told}");
        let maps = send(http, "GET", "/v1/maps", "").body;
        let names = maps["maps"].as_array().unwrap().iter().map(|map| map["map"].clone());
        assert_eq!(names.collect::<Vec<Value>>(), ["other", "yard"], "none of those is held");
    });
}

#[test]
fn random_bytes_harm_nobody_on_any_door() {
    with_yard(|running| {
        let (http, tcp, grpc) = (running.http, running.tcp.unwrap(), running.grpc.unwrap());
        let mut random = Random::new(11);
        let preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
        let ask = b"POST /v1/maps/yard/path HTTP/1.1\r\nHost: localhost\r\nContent-Length: 12\r\n\r\n{\"from\":\"0,0";
        for round in 0..200 {
            for door in 0..5 {
                let (mut stream, said) = match door {
                    0 => (connect(http), &ask[..]),
                    1 => (connect(tcp), &[5, 0, 0, 0, 1, 0, 0, 0, 0][..]),
                    2 => (connect(grpc), &preface[..]),
                    3 => (websocket(http), &[0x82, 0x80, 0, 0, 0, 0][..]),
                    _ => (connect(http), &preface[..]),
                };
                let count = random.below(300);
                let mut bytes: Vec<u8> =
                    (0..count).map(|_| random.word().to_le_bytes()[0]).collect();
                if round % 2 == 0 {
                    // What is well begun, with some bytes that are others.
                    bytes.splice(0..0, said.iter().copied());
                    for _ in 0..1 + random.below(3) {
                        let at = random.below(u32::try_from(bytes.len()).unwrap()) as usize;
                        bytes[at] = random.word().to_le_bytes()[0];
                    }
                } else if door >= 2 {
                    bytes.splice(0..0, said.iter().copied());
                }
                // It may be cut off while it still writes.
                let _ = stream.write_all(&bytes);
                let _ = stream.shutdown(Shutdown::Write);
                rest(stream);
            }
        }
    });
}

#[test]
fn who_sends_a_byte_now_and_then_is_cut_off_on_every_door() {
    with_yard(|running| {
        let (http, tcp, grpc) = (running.http, running.tcp.unwrap(), running.grpc.unwrap());
        // A body may take half a minute, which only the longer runs wait for.
        let is_long = std::env::var("XUNLU_SEEDS").is_ok();
        let body =
            b"POST /v1/maps/yard/path HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999\r\n\r\n";
        let mut slow = vec![
            ("a head", connect(http), &b"GET /healthz HTTP/1.1\r\nHost: localh"[..]),
            ("a frame", connect(tcp), &[200, 0, 0, 0, 1]),
            ("a preface", connect(grpc), b"PRI * HTTP/2.0\r\n"),
            ("an upgrade", connect(http), b"GET /v1/ws HTTP/1.1\r\nHost: localhost\r\nUpgr"),
        ];
        if is_long {
            slow.push(("a body", connect(http), body));
            slow.push(("a message", websocket(http), &[0x81, 0x80 | 126, 0, 200, 0, 0, 0, 0]));
        }
        let most = Duration::from_secs(if is_long { 90 } else { 15 });
        let (begun, mut kept) = (Instant::now(), connect(http));
        let (mut early, mut early_in_frames) = (connect(http), connect(tcp));
        assert!(is_well(&mut kept), "it is answered");
        thread::scope(|scope| {
            for (what, mut stream, said) in slow {
                scope.spawn(move || {
                    let begun = Instant::now();
                    stream.write_all(said).expect("it begins");
                    while stream.write_all(b" ").is_ok() {
                        assert!(begun.elapsed() < most, "{what} may take for ever");
                        thread::sleep(Duration::from_millis(400));
                    }
                });
            }
            for _ in 0..20 {
                others_are_answered(http);
                thread::sleep(Duration::from_millis(200));
            }
        });
        // Who asks nothing is not late with it.
        assert!(begun.elapsed() > Duration::from_secs(5), "a head may take so long");
        assert!(is_well(&mut kept), "it is answered still");
        assert!(is_well(&mut early), "nor who has asked nothing so far");
        early_in_frames.write_all(&Frame::of(1, &Call::Ping)).unwrap();
        assert!(early_in_frames.read(&mut [0; 16]).unwrap() > 0);
    });
}

/// Whether somebody who asks on a connection that is kept is told that the service is well.
fn is_well(kept: &mut TcpStream) -> bool {
    let asked = kept.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    let mut reply = [0; 1024];
    asked.is_ok() && kept.read(&mut reply).is_ok() && reply.starts_with(b"HTTP/1.1 200")
}

#[test]
fn who_asks_nothing_for_long_makes_room_for_others() {
    let idle = Duration::from_millis(300);
    running(Setup { idle, ..Setup::default() }, |running| {
        let mut kept = connect(running.http);
        assert!(is_well(&mut kept), "it is answered");
        let mut talking = websocket(running.http);
        let begun = Instant::now();
        rest(kept);
        let mut framed = connect(running.tcp.unwrap());
        framed.write_all(&Frame::of(1, &Call::Ping)).unwrap();
        rest(framed);
        let (early, early_in_frames) = (connect(running.http), connect(running.tcp.unwrap()));
        rest(early);
        rest(early_in_frames);
        assert!(begun.elapsed() > idle * 2 && begun.elapsed() < Duration::from_secs(10));
        // That one is asked by pings whether anybody is there.
        talking.write_all(&message(9, b"")).unwrap();
        assert_eq!(talking.read(&mut [0; 16]).unwrap(), 2, "a pong");
    });
}
