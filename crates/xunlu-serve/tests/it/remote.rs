//! A service elsewhere keeps what a navigator promises, and a client asks again when it is of use.

use crate::support::{send, serving};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use xunlu::wire;
use xunlu_client::contract::{YARD, check_navigator};
use xunlu_client::{Navigator, Remote};
use xunlu_serve::Setup;

fn across() -> wire::Query {
    wire::Query::to("0,0", wire::Goal::At("3,0".to_owned()))
}

#[test]
fn a_service_keeps_the_promise() {
    serving(Setup::default(), |http, _| {
        send(http, "PUT", "/v1/maps/yard", YARD);
        check_navigator(&Remote::new(&format!("http://{http}/")).unwrap());
    });
}

#[test]
fn another_server_answers_when_one_is_gone() {
    let gone: SocketAddr = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    serving(Setup::default(), |http, _| {
        send(http, "PUT", "/v1/maps/yard", YARD);
        let servers = [gone.to_string(), http.to_string()];
        let remote = Remote::any_of(servers.iter().map(String::as_str)).unwrap();
        for _ in 0..5 {
            assert!(remote.path("yard", across()).is_ok());
        }
    });
}

/// Says of every question that it is busy, until all are asked, and counts them.
fn busy(listener: &TcpListener, are_asked: &AtomicBool) -> usize {
    let body = r#"{"code":"busy","detail":"later"}"#;
    let length = body.len();
    let reply = format!(
        "HTTP/1.1 429 Too Many Requests\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    );
    listener.set_nonblocking(true).expect("a listener can be asked not to wait");
    let mut asked = 0;
    while !are_asked.load(Ordering::Relaxed) {
        let Ok((mut stream, _)) = listener.accept() else {
            std::thread::sleep(Duration::from_millis(1));
            continue;
        };
        stream.set_nonblocking(false).expect("a socket can be asked to wait");
        let _ = stream.read(&mut [0; 4096]);
        stream.write_all(reply.as_bytes()).expect("it listens");
        asked += 1;
    }
    asked
}

#[test]
fn one_question_in_ten_is_asked_again_and_no_more() {
    const QUESTIONS: usize = 200;
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let remote = Remote::new(&listener.local_addr().unwrap().to_string()).unwrap();
    let are_asked = AtomicBool::new(false);
    let asked = std::thread::scope(|scope| {
        let server = scope.spawn(|| busy(&listener, &are_asked));
        for _ in 0..QUESTIONS {
            let refusal = remote.path("yard", across()).unwrap_err();
            assert_eq!(refusal.kind.code(), "busy");
        }
        are_asked.store(true, Ordering::Relaxed);
        server.join().unwrap()
    });
    // Ten that everybody may begin with, and one in ten.
    assert!((QUESTIONS + 10..=QUESTIONS + 10 + QUESTIONS / 10).contains(&asked), "{asked}");
}

#[test]
fn what_is_no_address_is_refused() {
    for server in ["", "http://", "here", "https://here:1/x", "http://here:1/path"] {
        assert!(Remote::new(server).is_err(), "{server}");
    }
    let refusal = Remote::new("127.0.0.1:1").unwrap().path("m", across()).unwrap_err();
    assert_eq!(refusal.kind.code(), "unreachable-service");
}
