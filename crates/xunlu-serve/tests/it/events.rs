//! Server-sent events, through real sockets: what happens to a map, and what breaks paths on it.

use crate::support::events::Events;
use crate::support::{running, send, serving, text};
use serde_json::{Value, json};
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};
use xunlu::wire;
use xunlu_client::{Call, ChangeCall, Frame};
use xunlu_serve::{ServiceLimits, Setup};

const MAP: &str = "....\n.##.\n....\n";

const EVENTS: &str = "/v1/maps/yard/events";

fn put(http: SocketAddr) {
    assert_eq!(send(http, "PUT", "/v1/maps/yard", MAP).status, 200);
}

/// Makes a cell of the first row a wall, or open again.
fn terrain(http: SocketAddr, x: i32, terrain: u8) -> Value {
    let rect = json!({ "x": x, "y": 0, "width": 1, "height": 1 });
    let change = json!({ "terrain": { "rect": rect, "terrain": terrain } }).to_string();
    let told = send(http, "PATCH", "/v1/maps/yard", &change);
    assert_eq!(told.status, 200, "{}", told.body);
    told.body
}

fn changes(http: SocketAddr, query: &str, headers: &str) -> Events {
    Events::begin(http, "GET", &format!("{EVENTS}{query}"), headers, "")
}

fn paths(http: SocketAddr, places: &[&[&str]]) -> Events {
    let paths: Vec<Value> = places
        .iter()
        .map(|places| {
            json!({ "path": { "cost": 10 * (places.len() - 1), "places": places },
                    "mover": { "rule": "four", "costs": { "straight": 10, "diagonal": 14 } } })
        })
        .collect();
    Events::begin(http, "POST", EVENTS, "", &json!({ "paths": paths }).to_string())
}

/// How much is watched, by what the service counts.
fn watched(http: SocketAddr) -> Option<usize> {
    let metrics = text(http, "/metrics");
    metrics.lines().find_map(|line| line.strip_prefix("xunlu_watched ")?.parse().ok())
}

#[test]
fn changes_are_told_and_who_comes_back_hears_what_he_missed() {
    serving(Setup::default(), |http, _| {
        put(http);
        let mut events = changes(http, "", "");
        assert!(events.head.starts_with("http/1.0 200"), "{}", events.head);
        assert!(events.head.contains("content-type: text/event-stream\r\n"), "{}", events.head);
        assert_eq!(events.short(1), ["watching 0"]);
        let made = terrain(http, 1, 254);
        let event = events.next().unwrap();
        assert_eq!((event.name.as_str(), event.id.as_deref()), ("changed", Some("1")));
        assert_eq!(event.data, made);
        drop(events);
        terrain(http, 1, 0);
        terrain(http, 1, 254);
        let back = |headers: &str| changes(http, "?after=0", headers).short(3);
        assert_eq!(back("Last-Event-ID: 1\r\n"), ["watching 1", "changed 2", "changed 3"]);
        assert_eq!(back(""), ["watching 0", "changed 1", "changed 2"]);
        let mut anew = changes(http, "", "Last-Event-ID: 7.9\r\n");
        assert_eq!(anew.short(1), ["anew 3"]);
        terrain(http, 1, 0);
        assert_eq!(anew.short(1), ["changed 4"]);
    });
}

#[test]
fn breaks_are_told_with_the_place_of_their_path() {
    serving(Setup::default(), |http, _| {
        put(http);
        let mut events = paths(http, &[&["0,2", "1,2"], &["0,0", "1,0", "2,0", "3,0"]]);
        let begun = [events.next().unwrap(), events.next().unwrap()];
        assert_eq!(begun.map(|event| event.data["path"].clone()), [json!(0), json!(1)]);
        for (x, terrain_now) in [(2, 254), (2, 0), (3, 254)] {
            terrain(http, x, terrain_now);
        }
        for (revision, step) in [("1", 1), ("3", 2)] {
            let event = events.next().unwrap();
            let expected = json!({ "path": 1, "revision": revision, "step": step, "why": "gone" });
            assert_eq!((event.name.as_str(), event.id, event.data), ("broken", None, expected));
        }
        // One that is broken already is not watched; when none is left, that is all.
        let mut late = paths(http, &[&["2,0", "3,0"]]);
        let refused = late.next().unwrap();
        assert_eq!((refused.name.as_str(), &refused.data["code"]), ("refused", &json!("conflict")));
        assert_eq!((&refused.data["path"], late.next()), (&json!(0), None));
    });
}

#[test]
fn what_cannot_be_watched_is_refused_with_a_status() {
    let limits =
        ServiceLimits { watches_max: 2, watched_places_max: 5, ..ServiceLimits::default() };
    serving(Setup { limits, ..Setup::default() }, |http, _| {
        put(http);
        let check = |method: &str, path: &str, body: &str, status: u16, code: &str| {
            let told = send(http, method, path, body);
            assert_eq!((told.status, &told.body["code"]), (status, &json!(code)), "{path} {body}");
        };
        check("GET", "/v1/maps/moor/events", "", 404, "unknown-map");
        check("GET", "/v1/maps/yard/events?after=x", "", 400, "not-understood");
        check("POST", EVENTS, "{}", 400, "not-understood");
        check("POST", EVENTS, r#"{"paths":[]}"#, 400, "not-understood");
        let path = r#"{"path":{"cost":10,"places":["0,0","1,0"]}}"#;
        let three = format!(r#"{{"paths":[{path},{path},{path}]}}"#);
        check("POST", EVENTS, &three, 413, "too-large");
        let long =
            r#"{"paths":[{"path":{"cost":0,"places":["0,0","0,0","0,0","0,0","0,0","0,0"]}}]}"#;
        check("POST", EVENTS, long, 413, "too-large");
        check("DELETE", EVENTS, "", 405, "no-such-place");
        let wrong = Events::begin(http, "GET", EVENTS, "Last-Event-ID: now\r\n", "");
        assert!(wrong.head.starts_with("http/1.0 400"), "{}", wrong.head);
        // None of these is watched after all.
        assert_eq!(watched(http), Some(0));
    });
}

#[test]
fn nothing_is_watched_for_those_who_are_gone() {
    serving(Setup::default(), |http, _| {
        put(http);
        let mut events = [changes(http, "", ""), paths(http, &[&["0,0", "1,0"]])];
        assert_eq!(events.each_mut().map(|own| own.short(1)), [["watching 0"], ["watching 0"]]);
        assert_eq!(watched(http), Some(2));
        drop(events);
        let begun = Instant::now();
        while watched(http) != Some(0) {
            assert!(begun.elapsed() < Duration::from_secs(10), "it is still watched");
        }
    });
}

#[test]
fn a_map_that_goes_and_a_server_that_ends_say_so() {
    let mut events = None;
    serving(Setup::default(), |http, _| {
        put(http);
        let mut gone = [changes(http, "", ""), paths(http, &[&["0,0", "1,0"]])];
        assert_eq!(gone.each_mut().map(|own| own.short(1)), [["watching 0"], ["watching 0"]]);
        send(http, "DELETE", "/v1/maps/yard", "");
        assert_eq!(gone.each_mut().map(|own| own.short(9)), [["refused conflict"]; 2]);
        put(http);
        let own = events.insert(changes(http, "", ""));
        assert_eq!(own.short(1), ["watching 1.0"]);
        terrain(http, 1, 254);
    });
    // What was acknowledged is told.
    assert_eq!(events.unwrap().short(9), ["changed 1.1", "refused draining"]);
}

#[test]
fn who_reads_too_slowly_is_told_so_and_may_come_back() {
    // Of many changes that are made at once the last does not fit.
    let limits = ServiceLimits { events_max: 4, ..ServiceLimits::default() };
    running(Setup { limits, ..Setup::default() }, |running| {
        put(running.http);
        let mut events = changes(running.http, "", "");
        assert_eq!(events.short(1), ["watching 0"]);
        let mut burst = Vec::new();
        for number in 0..64 {
            let rect = wire::Rect { x: 0, y: 0, width: 1, height: 1 };
            let terrain = wire::TerrainChange { rect, terrain: number % 2, layer: 0 };
            let (map, what) = ("yard".to_owned(), wire::Change::Terrain(terrain));
            let call = ChangeCall { map, what, id: None, expected: None, trace: None };
            burst.extend(Frame::of(u32::from(number), &Call::Change(call)));
        }
        let mut stream = TcpStream::connect(running.tcp.unwrap()).unwrap();
        let mut read = stream.try_clone().unwrap();
        let reader = std::thread::spawn(move || std::io::copy(&mut read, &mut std::io::sink()));
        let (begun, mut last) = (Instant::now(), "0".to_owned());
        let refusal = loop {
            assert!(begun.elapsed() < Duration::from_secs(20), "it was told all of it");
            stream.write_all(&burst).unwrap();
            let event = events.next().expect("it is told why before the end");
            if event.name == "refused" {
                break event;
            }
            last = event.id.expect("a change has its revision");
        };
        assert_eq!(refusal.data["code"], "busy");
        assert_eq!(events.next(), None);
        stream.shutdown(std::net::Shutdown::Both).unwrap();
        let _ = reader.join();
        // When all changes are made that were still under way, he hears from there on.
        let revision = || {
            std::thread::sleep(Duration::from_millis(50));
            send(running.http, "GET", "/v1/maps", "").body["maps"][0]["revision"].clone()
        };
        let mut now = revision();
        while now != revision() {
            assert!(begun.elapsed() < Duration::from_secs(20), "it is still changed");
            now = revision();
        }
        let now = now.as_str().unwrap();
        let mut back = changes(running.http, &format!("?after={last}"), "");
        assert_eq!(back.short(1), [format!("anew {now}")], "more than may wait were missed");
        terrain(running.http, 1, 254);
        assert!(back.short(1)[0].starts_with("changed "));
    });
}

#[test]
fn who_takes_nothing_of_what_he_asked_for_is_cut_off() {
    serving(Setup::default(), |http, _| {
        let mut stream = TcpStream::connect(http).unwrap();
        stream.set_write_timeout(Some(Duration::from_secs(20))).unwrap();
        let request = b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(100);
        let error = loop {
            if let Err(error) = stream.write_all(&request) {
                break error.kind();
            }
        };
        let is_open = matches!(error, ErrorKind::WouldBlock | ErrorKind::TimedOut);
        assert!(!is_open, "he is still waited for");
        let _ = stream.read(&mut [0; 16]);
        assert_eq!(send(http, "GET", "/healthz", "").status, 200);
    });
}
