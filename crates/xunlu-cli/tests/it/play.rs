//! `xunlu play`, asked over TCP as a browser and as rubbish would ask.

use crate::support::{root, run};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// The program while it serves; ended when the test is over.
struct Playing {
    child: Child,
    /// Host and port.
    host: String,
    /// What follows them in the address that was printed.
    page: String,
}

impl Playing {
    fn start(arguments: &[&str]) -> Playing {
        let mut child = Command::new(env!("CARGO_BIN_EXE_xunlu"))
            .arg("play")
            .args(arguments)
            .args(["--port", "0", "--no-open"])
            .current_dir(root())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("cargo built the program");
        let mut line = String::new();
        let out = child.stdout.as_mut().expect("it was asked for");
        BufReader::new(out).read_line(&mut line).expect("it prints its address");
        let address = line.trim().strip_prefix("The playground is at http://");
        let address = address.unwrap_or_else(|| panic!("{line:?}"));
        let (host, page) = address.split_once('/').expect("an address has a path");
        Playing { host: host.to_owned(), page: page.to_owned(), child }
    }

    /// Sends these bytes and hands back head and body of what comes.
    fn send(&self, bytes: &[u8]) -> (String, Vec<u8>) {
        let mut stream = TcpStream::connect(&self.host).expect("it listens");
        stream.write_all(bytes).expect("it takes what is sent");
        let mut reply = Vec::new();
        stream.read_to_end(&mut reply).expect("it answers and hangs up");
        let end = reply.windows(4).position(|four| four == b"\r\n\r\n").expect("a head ends");
        let body = reply.split_off(end + 4);
        (String::from_utf8(reply).expect("a head is text"), body)
    }

    fn ask(&self, method: &str, path: &str) -> (String, Vec<u8>) {
        let host = &self.host;
        let head = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        self.send(head.as_bytes())
    }

    fn check(&self, bytes: &[u8], status: &str) {
        let (head, _) = self.send(bytes);
        assert!(head.starts_with(&format!("HTTP/1.1 {status}\r\n")), "{head}");
    }
}

impl Drop for Playing {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_page_is_served_and_kept_to_itself() {
    let playing = Playing::start(&[]);
    assert_eq!(playing.page, "");
    let (head, body) = playing.ask("GET", "/");
    assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
    for header in [
        "content-type: text/html; charset=utf-8".to_owned(),
        format!("content-length: {}", body.len()),
        "cache-control: no-store".to_owned(),
        "x-content-type-options: nosniff".to_owned(),
    ] {
        assert!(head.lines().any(|line| line == header), "{header} is not in {head}");
    }
    assert!(head.contains("script-src 'self' 'wasm-unsafe-eval';"), "{head}");
    assert!(String::from_utf8(body).unwrap().contains("xunlu"));
    let (only_head, nothing) = playing.ask("HEAD", "/");
    let without_date =
        |head: &str| head.lines().filter(|line| !line.starts_with("date")).collect::<String>();
    assert_eq!((without_date(&only_head), nothing), (without_date(&head), vec![]));
}

#[test]
fn what_is_not_there_or_not_asked_rightly_is_refused() {
    let playing = Playing::start(&[]);
    let host = "\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    playing.check(format!("GET /lamp HTTP/1.1{host}").as_bytes(), "404 Not Found");
    playing.check(format!("GET /map.json HTTP/1.1{host}").as_bytes(), "404 Not Found");
    playing.check(format!("GET /../../Cargo.toml HTTP/1.1{host}").as_bytes(), "404 Not Found");
    playing.check(format!("POST / HTTP/1.1{host}").as_bytes(), "405 Method Not Allowed");
    playing.check(b"\x16\x03\x01\x02\r\n\r\n", "400 Bad Request");
    let foreign = b"GET / HTTP/1.1\r\nHost: example.org\r\nConnection: close\r\n\r\n";
    playing.check(foreign, "403 Forbidden");
    let rest = format!("x HTTP/1.1\r\nX: {}{host}", "x".repeat(1_000_000));
    playing.check(format!("GET /{rest}").as_bytes(), "431 Request Header Fields Too Large");
    // And it is none the worse for it.
    assert!(playing.ask("GET", "/").0.starts_with("HTTP/1.1 200 OK\r\n"));
}

#[test]
fn a_map_of_any_format_is_served_as_our_own_document_and_may_be_asked() {
    let playing = Playing::start(&["examples/maps/tutorial.tmx"]);
    assert_eq!(playing.page, "#map=map.json");
    let (head, body) = playing.ask("GET", "/map.json");
    assert!(head.contains("\r\ncontent-type: application/json\r\n"), "{head}");
    let converted = run("xunlu convert examples/maps/tutorial.tmx - --to json").out;
    assert_eq!(String::from_utf8(body).unwrap(), converted);
    let question = r#"{"from": "0,0", "goal": {"at": "0,0"}}"#;
    let head = "POST /v1/maps/tutorial/path HTTP/1.1\r\nHost: localhost\r\nConnection: close";
    let length = question.len();
    let (head, body) =
        playing.send(format!("{head}\r\nContent-Length: {length}\r\n\r\n{question}").as_bytes());
    assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
    assert!(String::from_utf8(body).unwrap().contains(r#""outcome":"found""#));
}

#[test]
fn a_port_that_is_taken_or_a_map_that_is_not_there_is_told() {
    let playing = Playing::start(&[]);
    let (_, port) = playing.host.split_once(':').unwrap();
    let ran = run(&format!("xunlu play --no-open --port {port}"));
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("cannot be had") && ran.err.contains("expected a port"), "{ran:?}");
    let ran = run("xunlu play nowhere.txt --no-open --port 0");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("nowhere.txt cannot be read"), "{ran:?}");
}

#[test]
fn every_example_in_the_help_serves() {
    let help = run("xunlu play --help").out;
    let (_, examples) = help.split_once("\nExamples:\n").unwrap();
    assert_eq!(examples.lines().count(), 2);
    for line in examples.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let ["xunlu", "play", rest @ ..] = &words[..] else { panic!("{line}") };
        // What a test must have anyway is given by `start`, and may be given once.
        let rest: Vec<&str> = rest.iter().copied().take_while(|word| *word != "--port").collect();
        assert!(Playing::start(&rest).ask("GET", "/").0.contains(" 200 OK"), "{line}");
    }
}
