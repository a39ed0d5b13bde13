//! A service elsewhere keeps what a navigator promises, and a client asks again when it is of use.

use crate::support::{running, send, serving};
use serde_json::json;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use xunlu::wire;
use xunlu_client::contract::{YARD, check_navigator};
use xunlu_client::{Navigator, Refusal, Remote, WatchCall, WatchEvent, WatchNumber, Watching};
use xunlu_serve::{Running, Setup};

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

/// Passes on what is said at an address of its own, each connection until it is cut.
fn passing_on(to: SocketAddr) -> (SocketAddr, std::sync::mpsc::Receiver<TcpStream>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("it is there");
    let (address, (made, all)) =
        (listener.local_addr().expect("it is there"), std::sync::mpsc::channel());
    std::thread::spawn(move || {
        for own in listener.incoming().flatten() {
            let other = TcpStream::connect(to).expect("it is there");
            for (from, to) in [(&own, &other), (&other, &own)] {
                let [mut from, mut to] =
                    [from, to].map(|end| end.try_clone().expect("it is there"));
                std::thread::spawn(move || {
                    // However it ends, both ends are told.
                    let _ = std::io::copy(&mut from, &mut to);
                    let _ = to.shutdown(Shutdown::Both);
                });
            }
            if made.send(own).is_err() {
                return;
            }
        }
    });
    (address, all)
}

const TIME: Duration = Duration::from_secs(10);

/// What is told next, of which.
fn next(watching: &Watching) -> (WatchNumber, Result<WatchEvent, Refusal>) {
    let news = watching.next(TIME).expect("it is there").expect("something is told");
    (news.number, news.told)
}

/// Has a wall put up in the first row, or taken away.
fn wall(http: SocketAddr, x: i32, is_wall: bool) {
    let terrain = if is_wall { 254 } else { 0 };
    let rect = json!({ "x": x, "y": 0, "width": 1, "height": 1 });
    let change = json!({ "terrain": { "rect": rect, "terrain": terrain } });
    assert_eq!(send(http, "PATCH", "/v1/maps/yard", &change.to_string()).status, 200);
}

#[test]
fn changes_and_broken_paths_are_told_on_one_connection_after_the_other() {
    check_watching("tcp", |running| running.tcp.unwrap());
}

#[test]
fn changes_and_broken_paths_are_told_over_http_on_one_connection_after_the_other() {
    check_watching("http", |running| running.http);
}

fn check_watching(scheme: &str, door: impl FnOnce(&Running) -> SocketAddr) {
    running(Setup::default(), |running| {
        let http = running.http;
        send(http, "PUT", "/v1/maps/yard", YARD);
        let (address, connections) = passing_on(door(running));
        let remote = Remote::new(&format!("{scheme}://{address}")).expect("an address");
        let path = remote.path("yard", across()).expect("an answer").path.expect("there is one");
        let watching = remote.watching();
        let watch = |call| watching.watch(call).expect("a call is short");
        let changes = watch(WatchCall::changes_of("yard"));
        let breaks = watch(WatchCall::breaks_of("yard", path.clone()));
        let nothing = watch(WatchCall::changes_of("nowhere"));
        let mut told: Vec<_> = (0..3).map(|_| next(&watching)).collect();
        told.sort_by_key(|(number, _)| *number);
        assert!(matches!(&told[0], (number, Ok(WatchEvent::Watching(_))) if *number == changes));
        assert!(matches!(&told[1], (number, Ok(WatchEvent::Watching(_))) if *number == breaks));
        assert!(
            matches!(&told[2], (number, Err(refusal)) if *number == nothing && refusal.kind.code() == "unknown-map")
        );
        assert_eq!(watching.next(Duration::from_millis(50)), Ok(None));
        wall(http, 1, true);
        let mut broken = 0;
        for _ in 0..2 {
            match next(&watching) {
                (number, Ok(WatchEvent::Changed(told))) => {
                    assert_eq!((number, &*told.revision), (changes, "1"));
                }
                (number, Ok(WatchEvent::Broken(told))) => {
                    assert_eq!((number, &*told.revision), (breaks, "1"));
                    broken += 1;
                }
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(broken, 1);
        watching.unwatch(breaks);
        // What happens while nobody is connected is told afterwards, and whether a path is still whole.
        while let Ok(connection) = connections.try_recv() {
            // One on which nothing is watched has ended.
            let _ = connection.shutdown(Shutdown::Both);
        }
        wall(http, 1, false);
        wall(http, 1, true);
        let again = watch(WatchCall::breaks_of("yard", path));
        let (mut revisions, mut is_refused) = (Vec::new(), false);
        while revisions.last().is_none_or(|last| last != "3") || !is_refused {
            match next(&watching) {
                (number, Ok(WatchEvent::Changed(told))) if number == changes => {
                    revisions.push(told.revision);
                }
                (number, Err(refusal)) if number == again => {
                    assert_eq!(refusal.kind.code(), "conflict", "{refusal}");
                    is_refused = true;
                }
                (number, Ok(WatchEvent::Watching(_))) => assert_eq!(number, changes),
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(revisions, ["2", "3"]);
    });
}

#[test]
fn who_is_not_connected_in_time_is_told_so() {
    let gone: SocketAddr = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let remote = Remote::new(&format!("tcp://{gone}")).unwrap();
    let refusal = remote.watching().next(Duration::from_millis(100)).unwrap_err();
    assert_eq!(refusal.kind.code(), "unreachable-service");
    assert!(refusal.words.contains(&gone.to_string()), "{refusal}");
    let watching = Remote::new(&gone.to_string()).unwrap().watching();
    assert_eq!(watching.next(Duration::from_millis(10)), Ok(None), "nothing is watched");
    let number = watching.watch(WatchCall::changes_of("yard")).unwrap();
    let refusal = watching.next(Duration::from_millis(100)).unwrap_err();
    assert_eq!(refusal.kind.code(), "unreachable-service");
    assert!(refusal.words.contains(&format!("http://{gone}")), "{refusal}");
    watching.unwatch(number);
    assert_eq!(watching.next(Duration::from_millis(10)), Ok(None));
}
