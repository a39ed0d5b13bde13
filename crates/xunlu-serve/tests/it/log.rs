//! What the service says of itself: its log, the traces in it, and the page that shows how it is.

use crate::support::{running, send, send_with, serving, text};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use xunlu_client::{Ask, AskCall, Call, ChangeCall, Frame, NearestAsked};
use xunlu_serve::{Baking, Log, Setup, SpanTarget, Tokens};

const MAP: &str = "....\n.##.\n....\n";

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

/// A setup that writes down everything that is asked, and the lines.
fn logged(slow: Duration) -> (Setup, Arc<Mutex<Vec<Value>>>) {
    let lines: Arc<Mutex<Vec<Value>>> = Arc::default();
    let own = lines.clone();
    let log = Log::to(move |line| {
        let line = serde_json::from_str(line).expect("a line is JSON");
        own.lock().expect("nobody failed").push(line);
    });
    (Setup { log: Some(log), slow, ..Setup::default() }, lines)
}

fn events(lines: &Mutex<Vec<Value>>) -> Vec<String> {
    let lines = lines.lock().expect("nobody failed");
    lines.iter().map(|line| line["event"].as_str().expect("a name").to_owned()).collect()
}

#[test]
fn what_happens_is_written_down_and_what_is_slow_with_its_trace() {
    let (setup, lines) = logged(Duration::ZERO);
    running(setup, |running| {
        let http = running.http;
        send(http, "PUT", "/v1/maps/yard", MAP);
        let head = format!("traceparent: 00-{TRACE}-00f067aa0ba902b7-01\r\n");
        let path = r#"{"from":"0,0","goal":{"at":"3,0"}}"#;
        assert_eq!(send_with(http, "POST", "/v1/maps/yard/path", &head, path).status, 200);
        let bad = "traceparent: 00-zz\r\n";
        assert_eq!(send_with(http, "POST", "/v1/maps/yard/path", bad, path).status, 200);
        send(http, "POST", "/v1/maps/none/path", path);
        // The same in frames.
        let what = Ask::Nearest(NearestAsked { place: "1,1".to_owned(), mover: None });
        let trace = Some(format!("00-{TRACE}-00f067aa0ba902b7-01"));
        let (map, at_least) = ("yard".to_owned(), None);
        let call = AskCall { map, what, at_least, exactly: None, time_ms: None, trace };
        let tcp = running.tcp.expect("frames are listened to");
        let mut stream = std::net::TcpStream::connect(tcp).expect("it listens");
        std::io::Write::write_all(&mut stream, &Frame::of(1, &Call::Ask(call))).expect("it reads");
        std::io::Read::read(&mut stream, &mut [0; 1024]).expect("it answers");
        send(http, "DELETE", "/v1/maps/yard", "");
    });
    let told = events(&lines);
    assert_eq!(
        told,
        ["begun", "put", "slow", "slow", "slow", "slow", "forgotten", "draining", "ended"]
    );
    let lines = lines.lock().unwrap();
    let [with, without, refused, framed] = [2, 3, 4, 5].map(|number: usize| &lines[number]);
    assert_eq!(
        (&with["trace"], &with["map"], &with["kind"]),
        (&json!(TRACE), &json!("yard"), &json!("path"))
    );
    assert!(with["ms"].as_f64().is_some_and(|ms| ms >= 0.0) && with["expansions"].is_u64());
    assert!(without.get("trace").is_none());
    assert_eq!(refused["outcome"], "unknown-map");
    assert_eq!((&framed["trace"], &framed["kind"]), (&json!(TRACE), &json!("nearest")));
    assert_eq!(lines[1]["bytes"], MAP.len());
    assert_eq!(lines[8]["is_whole"], true);
}

#[test]
fn what_is_not_slow_is_not_written_down() {
    let (setup, lines) = logged(Duration::from_secs(60));
    serving(setup, |http, _| {
        send(http, "PUT", "/v1/maps/yard", MAP);
        send(http, "POST", "/v1/maps/yard/nearest", r#"{"place":"1,1"}"#);
    });
    assert!(!events(&lines).contains(&"slow".to_owned()));
}

#[test]
fn the_page_is_for_anybody_and_loads_nothing_from_elsewhere() {
    let tokens = Tokens::parse(&format!("a read {}\n", "0".repeat(64))).unwrap();
    serving(Setup { tokens: Some(tokens), ..Setup::default() }, |http, _| {
        let page = text(http, "/");
        let (head, page) = page.split_once("\r\n\r\n").expect("a head and a page");
        assert!(
            head.starts_with("HTTP/1.1 200") && head.contains("text/html; charset=utf-8"),
            "{head}"
        );
        let policy = "content-security-policy: default-src 'none'; script-src 'unsafe-inline';";
        assert!(head.contains(policy), "{head}");
        assert_eq!(page.matches("http").count(), 1, "a name space alone");
        assert!(!page.contains("src=") && !page.contains("@import"));
        assert_eq!(send(http, "GET", "/metrics", "").status, 401, "what it shows is not");
    });
}

#[test]
fn metrics_tell_of_maps_waits_and_searches() {
    serving(Setup::default(), |http, _| {
        send(http, "PUT", "/v1/maps/yard", MAP);
        let rect = json!({ "x": 0, "y": 0, "width": 1, "height": 1 });
        let change = json!({ "terrain": { "rect": rect, "terrain": 5 } }).to_string();
        send(http, "PATCH", "/v1/maps/yard", &change);
        let path = r#"{"from":"0,1","goal":{"at":"3,0"}}"#;
        send(http, "POST", "/v1/maps/yard/path", path);
        let metrics = text(http, "/metrics");
        let value = |name: &str| {
            let line = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            line.and_then(|count| count.parse::<u64>().ok())
                .unwrap_or_else(|| panic!("{name}: {metrics}"))
        };
        assert_eq!(value(r#"xunlu_map_revision{map="yard"}"#), 1);
        assert!(value(r#"xunlu_map_bytes{map="yard"}"#) > 0);
        assert!(value(r#"xunlu_map_age_seconds{map="yard"}"#) < 60);
        assert!(value("xunlu_wait_seconds_count") >= 1);
        assert!(value(r#"xunlu_expansions_bucket{le="+Inf"}"#) >= 1);
        assert_eq!(value("xunlu_draining"), 0);
        assert_eq!(value("xunlu_maps"), 1);
        assert!(value("xunlu_connections") >= 1);
        // Every sample is of a kind that was told before.
        for line in
            metrics.split("\r\n\r\n").nth(1).unwrap().lines().filter(|line| !line.starts_with('#'))
        {
            let name = line.split(['{', ' ']).next().unwrap();
            let own = ["_bucket", "_sum", "_count"]
                .iter()
                .find_map(|end| name.strip_suffix(end))
                .unwrap_or(name);
            assert!(metrics.contains(&format!("# TYPE {own} ")), "{line}");
        }
    });
}

#[test]
fn a_roadmap_that_was_baked_is_written_down_and_answers() {
    let (setup, lines) = logged(Duration::from_secs(9));
    let roadmaps = Baking { still: Some(Duration::ZERO), ..Baking::default() };
    running(Setup { roadmaps, ..setup }, |running| {
        let http = running.http;
        send(http, "PUT", "/v1/maps/yard", MAP);
        let path = r#"{"from":"0,0","goal":{"at":"3,0"}}"#;
        let asked = || send(http, "POST", "/v1/maps/yard/path", path).body;
        let begun = std::time::Instant::now();
        while asked()["algorithm"] != "roadmap" {
            assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", events(&lines));
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(asked()["reason"], "roadmap-is-there");
    });
    let lines = lines.lock().unwrap();
    let baked = lines.iter().find(|line| line["event"] == "baked").expect("it is told");
    assert_eq!((&baked["map"], &baked["mover"]), (&json!("yard"), &json!(0)));
    assert!(baked["bytes"].as_u64().is_some_and(|bytes| bytes > 0), "{baked}");
}

/// What a collector was told: the spans of one request, and its first line.
fn collected(listener: &TcpListener) -> (String, Vec<Value>) {
    let (stream, _) = listener.accept().expect("it is told something");
    let mut reader = BufReader::new(stream);
    let (mut first, mut length) = (String::new(), 0);
    reader.read_line(&mut first).expect("a head");
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).expect("a head");
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", value)) => length = value.parse().expect("a length"),
            Some(_) => {}
            None => break,
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("a body");
    let told = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
    reader.get_mut().write_all(told).expect("it listens");
    let body: Value = serde_json::from_slice(&body).expect("it is JSON");
    let told = &body["resourceSpans"][0];
    let service = json!({ "key": "service.name", "value": { "stringValue": "xunlu" } });
    assert_eq!(told["resource"]["attributes"][0], service);
    let spans = told["scopeSpans"][0]["spans"].as_array().expect("spans");
    (first.trim_end().to_owned(), spans.clone())
}

#[test]
fn a_collector_is_told_the_spans_of_traces_that_are_sampled_and_of_what_is_slow() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let target = format!("http://{}", listener.local_addr().expect("a port"));
    let collector = std::thread::spawn(move || {
        let mut all = Vec::new();
        while all.len() < 3 {
            let (first, spans) = collected(&listener);
            assert_eq!(first, "POST /v1/traces HTTP/1.1");
            all.extend(spans);
        }
        all
    });
    let spans = Some(SpanTarget::parse(&target).expect("an address"));
    running(Setup { spans, slow: Duration::from_secs(60), ..Setup::default() }, |running| {
        let http = running.http;
        send(http, "PUT", "/v1/maps/yard", MAP);
        let path = r#"{"from":"0,0","goal":{"at":"3,0"}}"#;
        let head = |flags: &str| format!("traceparent: 00-{TRACE}-00f067aa0ba902b7-{flags}\r\n");
        for (map, flags) in [("yard", "01"), ("yard", "00"), ("none", "01"), ("yard", "01")] {
            send_with(http, "POST", &format!("/v1/maps/{map}/path"), &head(flags), path);
        }
        send(http, "POST", "/v1/maps/yard/path", path);
    });
    let spans = collector.join().expect("it was told all");
    let told = |span: &Value, key: &str| -> Value {
        let mut all = span["attributes"].as_array().expect("attributes").iter();
        let own = all.find(|own| own["key"] == key);
        own.map_or(Value::Null, |own| own["value"]["stringValue"].clone())
    };
    assert_eq!(spans.len(), 3, "not those of a trace that is not sampled, and of none");
    for (span, outcome) in spans.iter().zip(["answered", "unknown-map", "answered"]) {
        let ids = [&span["traceId"], &span["parentSpanId"]];
        assert_eq!(ids, [&json!(TRACE), &json!("00f067aa0ba902b7")]);
        assert_eq!((&span["name"], told(span, "xunlu.outcome")), (&json!("path"), json!(outcome)));
        assert_eq!(span["status"].is_null(), outcome == "answered");
        let time =
            |name: &str| span[name].as_str().expect("a time").parse::<u64>().expect("a time");
        let [begun, ended] = ["startTimeUnixNano", "endTimeUnixNano"].map(time);
        assert!(begun <= ended && ended - begun < 10_000_000_000, "{begun} {ended}");
    }
    assert_ne!(spans[0]["spanId"], spans[2]["spanId"]);
}

#[test]
fn changes_are_part_of_the_trace_that_they_name() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let target = format!("http://{}", listener.local_addr().expect("a port"));
    let collector = std::thread::spawn(move || {
        let mut all = Vec::new();
        while all.len() < 2 {
            all.extend(collected(&listener).1);
        }
        all
    });
    let spans = Some(SpanTarget::parse(&target).expect("an address"));
    running(Setup { spans, slow: Duration::from_secs(60), ..Setup::default() }, |running| {
        send(running.http, "PUT", "/v1/maps/yard", MAP);
        let trace = format!("00-{TRACE}-00f067aa0ba902b7-01");
        let head = format!("traceparent: {trace}\r\n");
        let wall = r#"{"terrain":{"rect":{"x":1,"y":0,"width":1,"height":1},"terrain":254}}"#;
        let changed = send_with(running.http, "PATCH", "/v1/maps/yard", &head, wall);
        assert_eq!(changed.status, 200);
        send(running.http, "PATCH", "/v1/maps/yard", wall);
        let what = serde_json::from_str(wall).expect("a change");
        let (map, trace) = ("yard".to_owned(), Some(trace));
        let call = ChangeCall { map, what, id: None, expected: None, trace };
        let tcp = running.tcp.expect("frames are listened to");
        let mut stream = std::net::TcpStream::connect(tcp).expect("it listens");
        stream.write_all(&Frame::of(1, &Call::Change(call))).expect("it reads");
        assert!(stream.read(&mut [0; 1024]).expect("it answers") > 0);
    });
    let spans = collector.join().expect("it was told all");
    assert_eq!(spans.len(), 2, "not the one of no trace");
    for span in spans {
        let told = [&span["name"], &span["traceId"], &span["parentSpanId"]];
        assert_eq!(told, [&json!("change"), &json!(TRACE), &json!("00f067aa0ba902b7")]);
    }
}

#[test]
fn a_collector_that_is_gone_costs_spans_and_nothing_else() {
    let gone = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("a port");
    let spans = Some(SpanTarget::parse(&format!("http://{gone}")).expect("an address"));
    let (setup, lines) = logged(Duration::ZERO);
    running(Setup { spans, ..setup }, |running| {
        let http = running.http;
        send(http, "PUT", "/v1/maps/yard", MAP);
        let near = r#"{"place":"1,1"}"#;
        assert_eq!(send(http, "POST", "/v1/maps/yard/nearest", near).status, 200);
        let end = Instant::now() + Duration::from_secs(20);
        while !text(http, "/metrics").contains("xunlu_spans_total{outcome=\"lost\"} 1\n") {
            assert!(Instant::now() < end, "{}", text(http, "/metrics"));
        }
        assert!(text(http, "/metrics").contains("xunlu_spans_total{outcome=\"told\"} 0\n"));
    });
    let lines = lines.lock().unwrap();
    let told: Vec<&Value> = lines.iter().filter(|line| line["event"] == "spans").collect();
    assert_eq!((told.len(), &told[0]["is_well"]), (1, &json!(false)), "{told:?}");
}
