//! `xunlu play`, asked over TCP as a browser and as rubbish would ask.

mod support;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use support::{root, run};

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
        self.send(format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes())
    }

    fn check(&self, bytes: &[u8], status: &str) {
        let (head, body) = self.send(bytes);
        assert!(head.starts_with(&format!("HTTP/1.1 {status}\r\n")), "{head}");
        assert_eq!(body, format!("{status}\n").as_bytes());
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
        "Content-Type: text/html; charset=utf-8".to_owned(),
        format!("Content-Length: {}", body.len()),
        "Cache-Control: no-store".to_owned(),
        "X-Content-Type-Options: nosniff".to_owned(),
    ] {
        assert!(head.lines().any(|line| line == header), "{header} is not in {head}");
    }
    assert!(head.contains("script-src 'self' 'wasm-unsafe-eval';"), "{head}");
    assert!(String::from_utf8(body).unwrap().contains("xunlu"));
    let (only_head, nothing) = playing.ask("HEAD", "/");
    assert_eq!((only_head, nothing), (head, vec![]));
}

#[test]
fn what_is_not_there_or_not_asked_rightly_is_refused() {
    let playing = Playing::start(&[]);
    let host = "\r\nHost: localhost\r\n\r\n";
    playing.check(format!("GET /lamp HTTP/1.1{host}").as_bytes(), "404 Not Found");
    playing.check(format!("GET /map.json HTTP/1.1{host}").as_bytes(), "404 Not Found");
    playing.check(format!("GET /../../Cargo.toml HTTP/1.1{host}").as_bytes(), "404 Not Found");
    let post = format!("POST / HTTP/1.1{host}{}", "x".repeat(100_000));
    playing.check(post.as_bytes(), "405 Method Not Allowed");
    playing.check(b"\x16\x03\x01\x02\r\n\r\n", "400 Bad Request");
    playing.check(b"GET / HTTP/1.1\r\n\r\n", "400 Bad Request");
    let foreign = b"GET / HTTP/1.1\r\nHost: example.org\r\n\r\n";
    playing.check(foreign, "421 Misdirected Request");
    let long = format!("GET / HTTP/1.1\r\nX: {}{host}", "x".repeat(200_000));
    playing.check(long.as_bytes(), "431 Request Header Fields Too Large");
    // And it is none the worse for it.
    assert!(playing.ask("GET", "/").0.starts_with("HTTP/1.1 200 OK\r\n"));
}

#[test]
fn a_question_is_posted_and_answered() {
    let playing = Playing::start(&[]);
    let post = |body: &str, said: usize| {
        let head = "POST /find HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json";
        playing.send(format!("{head}\r\nContent-Length: {said}\r\n\r\n{body}").as_bytes())
    };
    let question = r#"{"map": "..#\n...\n", "query": {"from": "0,0", "goal": {"at": "2,1"}}}"#;
    let (head, body) = post(question, question.len());
    assert!(head.starts_with("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"), "{head}");
    let body = String::from_utf8(body).unwrap();
    assert!(body.starts_with(r#"{"outcome":"found","path":{"cost":5741,"#), "{body}");
    // A large one comes in pieces.
    let rows = format!("{}\\n", ".".repeat(2000)).repeat(1000);
    let large = question.replace("..#\\n...\\n", &rows);
    assert!(large.len() > 2_000_000 && post(&large, large.len()).0.contains(" 200 OK"));
    let (head, body) = post("{}", 2);
    assert!(head.starts_with("HTTP/1.1 400 Bad Request\r\n"), "{head}");
    let told = r#"{"code":"not-understood","error":"expected {\"map\""#;
    assert!(String::from_utf8(body).unwrap().starts_with(told.trim_end_matches('"')));
    assert!(post("{}", 1 << 40).0.starts_with("HTTP/1.1 413 "));
}

#[test]
fn who_says_nothing_keeps_nobody_from_being_served() {
    let playing = Playing::start(&[]);
    // Some say nothing, some half of a head, some half of a question, and there are more of them
    // than are listened to at a time.
    let question = "POST /find HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
                    Content-Length: 100\r\n\r\n{";
    let silent: Vec<TcpStream> = (0..120)
        .map(|number| {
            let mut stream = TcpStream::connect(&playing.host).expect("it listens");
            let said = ["", "GET / HTTP/1.1\r\nHost: lo", question][number % 3];
            stream.write_all(said.as_bytes()).expect("it takes what is sent");
            stream
        })
        .collect();
    assert!(playing.ask("GET", "/").0.starts_with("HTTP/1.1 200 OK\r\n"));
    drop(silent);
}

#[test]
fn a_map_of_any_format_is_served_as_our_own_document() {
    let playing = Playing::start(&["examples/maps/tutorial.tmx"]);
    assert_eq!(playing.page, "#map=map.json");
    let (head, body) = playing.ask("GET", "/map.json");
    assert!(head.contains("\r\nContent-Type: application/json\r\n"), "{head}");
    let converted = run("xunlu convert examples/maps/tutorial.tmx - --to json").out;
    assert_eq!(String::from_utf8(body).unwrap(), converted);
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
