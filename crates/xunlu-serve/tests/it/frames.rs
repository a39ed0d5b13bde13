//! The doors of frames, through real sockets: many calls on one connection, and whoever does wrong harms
//! nobody else.

use crate::support::{running, send, text};
use std::collections::BTreeSet;
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};
use xunlu::wire;
use xunlu_client::contract::{YARD, check_navigator};
use xunlu_client::{
    Ask, AskCall, Call, CallReply, Encoding, FieldAsked, Frame, Navigator, NearestAsked,
    ReachAsked, Refusal, Remote, Response, WatchCall, WatchEvent,
};
use xunlu_serve::{Running, Server, ServiceLimits, Setup};
use xunlu_testkit::Random;

fn tcp(running: &Running) -> SocketAddr {
    running.tcp.expect("frames are listened to")
}

fn connect(running: &Running) -> TcpStream {
    let stream = TcpStream::connect(tcp(running)).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time");
    stream
}

fn ask(what: Ask) -> AskCall {
    AskCall {
        map: "yard".to_owned(),
        what,
        at_least: None,
        exactly: None,
        time_ms: None,
        trace: None,
    }
}

fn nearest() -> AskCall {
    ask(Ask::Nearest(NearestAsked { place: "1,1".to_owned(), mover: None }))
}

/// Reads replies until so many are there, or nothing more comes.
fn replies(stream: &mut TcpStream, count: usize) -> Vec<(u32, CallReply)> {
    let (mut bytes, mut replies) = (Vec::new(), Vec::new());
    while replies.len() < count {
        while let Some((frame, length)) = Frame::first(&bytes, 64 << 20).expect("frames") {
            replies.push((frame.number, Encoding::Cbor.read(frame.body).expect("CBOR")));
            bytes.drain(..length);
        }
        let mut piece = [0; 4096];
        match if replies.len() < count { stream.read(&mut piece) } else { Ok(0) } {
            Ok(0) => break,
            Ok(length) => bytes.extend(&piece[..length]),
            Err(error) if error.kind() == ErrorKind::ConnectionReset => break,
            Err(error) => panic!("{error}"),
        }
    }
    replies
}

fn code(reply: &CallReply) -> &str {
    match reply {
        CallReply::Refused(problem) => &problem.code,
        CallReply::Told(_) => "told",
        _ => "pong",
    }
}

/// Somebody who does nothing wrong is answered.
fn others_are_answered(running: &Running) {
    let remote = Remote::new(&format!("tcp://{}", tcp(running))).expect("an address");
    let path = remote.path("yard", wire::Query::to("0,0", wire::Goal::At("3,0".to_owned())));
    assert!(path.expect("an answer").path.is_some());
}

fn with_yard(setup: Setup, work: impl FnOnce(&Running)) {
    running(setup, |running| {
        send(running.http, "PUT", "/v1/maps/yard", YARD);
        work(running);
    });
}

#[test]
fn frames_over_tcp_keep_the_promise() {
    with_yard(Setup::default(), |running| {
        check_navigator(&Remote::new(&format!("tcp://{}", tcp(running))).unwrap());
    });
}

#[test]
#[cfg(unix)]
fn frames_over_a_unix_socket_keep_the_promise_and_the_socket_is_removed() {
    use std::os::unix::fs::PermissionsExt;
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("frames.sock");
    let _ = std::fs::remove_file(&path);
    // One that nobody listens to any more makes room.
    drop(std::os::unix::net::UnixListener::bind(&path).unwrap());
    let setup = || Setup { unix: Some(path.clone()), ..Setup::default() };
    with_yard(setup(), |_| {
        let mode = std::fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "it is for its user alone");
        check_navigator(&Remote::new(&format!("unix:{}", path.display())).unwrap());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        let second = Setup { http: any, tcp: None, grpc: None, ..setup() };
        let error = runtime.block_on(Server::begin(second)).unwrap_err();
        assert!(error.to_string().contains("cannot be listened to"), "{error}");
    });
    assert!(!path.exists());
}

#[test]
fn many_threads_share_a_connection() {
    with_yard(Setup::default(), |running| {
        let remote = Remote::new(&format!("tcp://{}", tcp(running))).unwrap();
        thread::scope(|scope| {
            for thread in 0..16_u32 {
                let remote = &remote;
                scope.spawn(move || {
                    for number in 0..50 {
                        let (x, y) = ((thread + number) % 4, 2 * (number % 2));
                        let goal = wire::Goal::At(format!("{x},{y}"));
                        let query = wire::Query {
                            mover: Some(wire::Mover::by(wire::Rule::Four)),
                            ..wire::Query::to("0,0", goal)
                        };
                        let path = remote.path("yard", query).unwrap().path.unwrap();
                        assert_eq!(path.places.len(), 1 + x as usize + y as usize, "{x},{y}");
                    }
                });
            }
        });
    });
}

#[test]
fn replies_come_as_they_are_ready_each_with_its_number() {
    with_yard(Setup::default(), |running| {
        let mut stream = connect(running);
        let late = AskCall { at_least: Some("1".to_owned()), ..nearest() };
        let mut calls = Frame::of(7, &Call::Ask(late));
        for (number, call) in [(8, Call::Ping), (9, Call::Maps), (10, Call::Ask(nearest()))] {
            calls.extend(Frame::of(number, &call));
        }
        // A message that makes no sense has a reply, and the rest goes on.
        let mut bad = Frame::of(11, &Call::Ping);
        *bad.last_mut().unwrap() ^= 0xff;
        calls.extend(bad);
        // In pieces, for nobody knows how they come.
        for piece in calls.chunks(7) {
            stream.write_all(piece).unwrap();
        }
        let told = replies(&mut stream, 4);
        let codes = |told: &[(u32, CallReply)]| -> BTreeSet<(u32, String)> {
            told.iter().map(|(number, reply)| (*number, code(reply).to_owned())).collect()
        };
        let expected = [(8, "pong"), (9, "told"), (10, "told"), (11, "not-understood")];
        assert_eq!(codes(&told), expected.map(|(number, code)| (number, code.to_owned())).into());
        let rect = wire::Rect { x: 0, y: 0, width: 1, height: 1 };
        let what = wire::Change::Terrain(wire::TerrainChange { rect, terrain: 5, layer: 0 });
        let map = "yard".to_owned();
        let change = Call::Change(xunlu_client::ChangeCall {
            map,
            what,
            id: None,
            expected: None,
            trace: None,
        });
        stream.write_all(&Frame::of(12, &change)).unwrap();
        let expected = [(7, "told"), (12, "told")];
        let told = replies(&mut stream, 2);
        assert_eq!(codes(&told), expected.map(|(number, code)| (number, code.to_owned())).into());
    });
}

#[test]
fn random_bytes_harm_nobody() {
    with_yard(Setup::default(), |running| {
        let mut random = Random::new(3);
        let call = Frame::of(1, &Call::Ask(nearest()));
        for round in 0..200 {
            let mut stream = connect(running);
            let mut bytes: Vec<u8> = if round % 2 == 0 {
                (0..random.below(300)).map(|_| random.word().to_le_bytes()[0]).collect()
            } else {
                call.repeat(3)
            };
            if let Some(last) = bytes.len().checked_sub(1) {
                let at = random.below(u32::try_from(last).unwrap() + 1) as usize;
                bytes[at] = random.word().to_le_bytes()[0];
            }
            // It may be cut off while it still writes.
            let _ = stream.write_all(&bytes);
            let _ = stream.shutdown(std::net::Shutdown::Write);
            stream.read_to_end(&mut Vec::new()).ok();
        }
        others_are_answered(running);
    });
}

#[test]
fn a_frame_that_says_it_has_4_gb_is_refused_and_the_connection_closed() {
    with_yard(Setup::default(), |running| {
        for (wrong, expected) in
            [(&[0xff_u8; 9][..], "too-large"), (&[5, 0, 0, 0, 9, 0, 0, 0, 0], "not-understood")]
        {
            let mut stream = connect(running);
            stream.write_all(&Frame::of(1, &Call::Ask(nearest()))).unwrap();
            stream.write_all(wrong).unwrap();
            let told = replies(&mut stream, 9);
            let mut codes: Vec<&str> = told.iter().map(|(_, reply)| code(reply)).collect();
            codes.sort_unstable();
            let mut both = [expected, "told"];
            both.sort_unstable();
            assert_eq!(codes, both, "what was asked before is answered");
        }
        others_are_answered(running);
    });
}

#[test]
fn who_says_a_byte_a_second_is_cut_off_and_who_says_nothing_yet_is_not() {
    with_yard(Setup::default(), |running| {
        let mut silent = connect(running);
        let mut slow = connect(running);
        let mut held = connect(running);
        held.write_all(&Frame::of(1, &Call::Ping)).unwrap();
        let begun = Instant::now();
        thread::scope(|scope| {
            scope.spawn(|| {
                for byte in Frame::of(1, &Call::Ask(nearest())) {
                    if slow.write_all(&[byte]).is_err() {
                        break;
                    }
                    thread::sleep(Duration::from_millis(500));
                }
                assert!(begun.elapsed() < Duration::from_secs(15), "it was let finish");
            });
            for _ in 0..20 {
                others_are_answered(running);
            }
        });
        // Who says nothing is late with nothing.
        held.write_all(&Frame::of(2, &Call::Ping)).unwrap();
        assert_eq!(replies(&mut held, 2).len(), 2);
        silent.write_all(&Frame::of(1, &Call::Ping)).unwrap();
        assert_eq!(replies(&mut silent, 1).len(), 1);
    });
}

#[test]
fn who_never_reads_is_cut_off_and_what_waits_for_him_is_bounded() {
    with_yard(Setup::default(), |running| {
        send(running.http, "PUT", "/v1/maps/field", &format!("{}\n", ".".repeat(300)).repeat(300));
        let stream = connect(running);
        let reach = ReachAsked { from: "0,0".to_owned(), budget: u32::MAX, mover: None };
        let call = AskCall { map: "field".to_owned(), ..ask(Ask::Reach(reach)) };
        let mut writer = stream.try_clone().unwrap();
        writer.set_write_timeout(Some(Duration::from_secs(30))).unwrap();
        let begun = Instant::now();
        let written =
            (0..).map(|number| writer.write_all(&Frame::of(number, &Call::Ask(call.clone()))));
        let error = written.take(100_000).find_map(Result::err);
        let error = error.expect("a client that never reads may not ask for ever");
        assert!(
            error.kind() != ErrorKind::WouldBlock && begun.elapsed() < Duration::from_secs(30),
            "{error}"
        );
        others_are_answered(running);
        drop(stream);
    });
}

#[test]
fn who_read_slowly_was_cut_off() {
    const CALLS: u32 = 14;
    with_yard(Setup::default(), |running| {
        send(running.http, "PUT", "/v1/maps/field", &format!("{}\n", ".".repeat(700)).repeat(700));
        let mut stream = connect(running);
        let reach = ReachAsked { from: "0,0".to_owned(), budget: u32::MAX, mover: None };
        let call = AskCall { map: "field".to_owned(), ..ask(Ask::Reach(reach)) };
        for number in 0..CALLS {
            stream.write_all(&Frame::of(number, &Call::Ask(call.clone()))).unwrap();
        }
        // All that there is time for would be answered meanwhile, if it was not held back.
        let begun = Instant::now();
        let (mut piece, mut read) = (vec![0; 64 << 10], Vec::new());
        while begun.elapsed() < Duration::from_secs(7) {
            let length = stream.read(&mut piece).unwrap();
            assert!(length > 0, "it is not closed");
            read.extend(&piece[..length]);
            thread::sleep(Duration::from_millis(60));
        }
        let mut codes = BTreeSet::new();
        let mut numbers = BTreeSet::new();
        while numbers.len() < CALLS as usize {
            while let Some((frame, length)) = Frame::first(&read, 64 << 20).expect("frames") {
                numbers.insert(frame.number);
                let reply: CallReply = Encoding::Cbor.read(frame.body).expect("CBOR");
                codes.insert(code(&reply).to_owned());
                read.drain(..length);
            }
            if numbers.len() < CALLS as usize {
                let length = stream.read(&mut piece).unwrap();
                assert!(length > 0, "{numbers:?} were answered");
                read.extend(&piece[..length]);
            }
        }
        // What there was no time for says so.
        assert_eq!(codes, ["expired", "told"].map(str::to_owned).into());
    });
}

#[test]
fn calls_that_waited_took_any_amount_of_memory() {
    with_yard(Setup::default(), |running| {
        let mut stream = connect(running);
        let place = "1".repeat(900_000);
        let late = AskCall {
            at_least: Some("9".to_owned()),
            time_ms: Some(1000),
            ..ask(Ask::Nearest(NearestAsked { place, mover: None }))
        };
        let mut writer = stream.try_clone().unwrap();
        let written = thread::spawn(move || {
            for number in 0..9 {
                writer.write_all(&Frame::of(number, &Call::Ask(late.clone()))).unwrap();
            }
            writer.write_all(&Frame::of(9, &Call::Ping)).unwrap();
        });
        // More than fits at a time: the ping is not read before some have been answered.
        let told = replies(&mut stream, 10);
        written.join().unwrap();
        assert_eq!((told.len(), code(&told[0].1)), (10, "expired"));
    });
}

#[test]
fn connections_beyond_the_limit_are_closed_and_the_others_go_on() {
    let setup = Setup { connections_max: 4, ..Setup::default() };
    with_yard(setup, |running| {
        let mut held: Vec<TcpStream> = (0..4).map(|_| connect(running)).collect();
        let is_answered = |stream: &mut TcpStream| {
            let _ = stream.write_all(&Frame::of(1, &Call::Ping));
            replies(stream, 1).len() == 1
        };
        // The connection that put the map may be counted for a moment longer.
        while !held.iter_mut().all(is_answered) {
            held = (0..4).map(|_| connect(running)).collect();
        }
        assert!(!is_answered(&mut connect(running)));
        assert!(held.iter_mut().all(is_answered));
        held.pop();
        let begun = Instant::now();
        while !is_answered(&mut connect(running)) {
            assert!(begun.elapsed() < Duration::from_secs(10), "there is a place again");
        }
    });
}

#[test]
fn what_was_asked_is_not_waited_for_when_the_connection_goes() {
    with_yard(Setup::default(), |running| {
        let mut stream = connect(running);
        let late = AskCall { at_least: Some("9".to_owned()), ..nearest() };
        stream.write_all(&Frame::of(1, &Call::Ask(late))).unwrap();
        stream.write_all(&Frame::of(2, &Call::Ping)).unwrap();
        // With a reply unread it is reset; one that is closed might still listen.
        assert!(stream.peek(&mut [0]).unwrap() > 0);
        drop(stream);
        let begun = Instant::now();
        let line = "xunlu_questions_total{kind=\"nearest\",outcome=\"refused\"} 1";
        while !crate::support::text(running.http, "/metrics").contains(line) {
            // Its own time would be five seconds.
            assert!(begun.elapsed() < Duration::from_secs(3), "it still waits");
        }
    });
}

#[test]
fn who_asks_nothing_more_is_told_the_rest() {
    with_yard(Setup::default(), |running| {
        let mut stream = connect(running);
        // Longer than a client has that is to be closed.
        let late = AskCall { at_least: Some("9".to_owned()), time_ms: Some(3000), ..nearest() };
        for (number, call) in [(1, late), (2, nearest()), (3, nearest())] {
            stream.write_all(&Frame::of(number, &Call::Ask(call))).unwrap();
        }
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let told = replies(&mut stream, 3);
        let mut codes: Vec<(u32, &str)> =
            told.iter().map(|(number, reply)| (*number, code(reply))).collect();
        codes.sort_unstable();
        assert_eq!(codes, [(1, "expired"), (2, "told"), (3, "told")]);
        assert_eq!(stream.read(&mut [0]).unwrap(), 0, "then it is closed");
    });
}

fn wall(x: i32, y: i32, terrain: u8) -> Call {
    let rect = wire::Rect { x, y, width: 1, height: 1 };
    let what = wire::Change::Terrain(wire::TerrainChange { rect, terrain, layer: 0 });
    let map = "yard".to_owned();
    Call::Change(xunlu_client::ChangeCall { map, what, id: None, expected: None, trace: None })
}

fn watch(path: Option<wire::Path>, after: Option<&str>) -> Call {
    let (map, after) = ("yard".to_owned(), after.map(str::to_owned));
    Call::Watch(WatchCall { map, path, mover: None, line: None, after })
}

/// What is told under a number, in short.
fn news(replies: &[(u32, CallReply)], number: u32) -> Vec<String> {
    let own = replies.iter().filter(|(own, _)| *own == number);
    let short = own.map(|(_, reply)| match reply {
        CallReply::Event(WatchEvent::Watching(at)) => format!("from {}", at.revision),
        CallReply::Event(WatchEvent::Anew(at)) => format!("anew {}", at.revision),
        CallReply::Event(WatchEvent::Changed(at)) => format!("changed {}", at.revision),
        CallReply::Event(WatchEvent::Broken(told)) => {
            format!("broken {} at {}", told.step, told.revision)
        }
        other => code(other).to_owned(),
    });
    short.collect()
}

#[test]
fn changes_and_paths_that_break_are_told_under_the_number_of_their_call() {
    with_yard(Setup::default(), |running| {
        let remote = Remote::new(&format!("tcp://{}", tcp(running))).unwrap();
        let query = wire::Query::to("0,0", wire::Goal::At("3,0".to_owned()));
        let path = remote.path("yard", query).unwrap().path.unwrap();
        let step = path.places.texts().position(|place| place == "1,0").map(|at| at - 1);
        let mut stream = connect(running);
        let mut say = |number: u32, call: &Call| {
            stream.write_all(&Frame::of(number, call)).unwrap();
        };
        say(1, &watch(Some(path.clone()), None));
        say(2, &watch(None, None));
        say(2, &watch(None, None));
        say(
            3,
            &Call::Watch(WatchCall {
                map: "moor".to_owned(),
                path: None,
                mover: None,
                line: None,
                after: None,
            }),
        );
        say(4, &wall(1, 0, 254));
        say(5, &wall(1, 0, 0));
        say(6, &wall(1, 0, 254));
        let told = replies(&mut stream, 12);
        let step = step.expect("it goes by there");
        let breaks = [format!("broken {step} at 1"), format!("broken {step} at 3")];
        assert_eq!(news(&told, 1), [&["from 0".to_owned()][..], &breaks].concat());
        let mut of_map = news(&told, 2);
        of_map.retain(|told| told != "not-understood");
        assert_eq!(of_map, ["from 0", "changed 1", "changed 2", "changed 3"]);
        assert_eq!(news(&told, 3), ["unknown-map"]);
        // Who comes back hears of what he missed; of a revision that was never there nobody knows.
        let mut again = connect(running);
        let mut calls = Frame::of(1, &watch(None, Some("1")));
        calls.extend(Frame::of(2, &watch(None, Some("9.9"))));
        calls.extend(Frame::of(3, &watch(Some(path), None)));
        again.write_all(&calls).unwrap();
        let told = replies(&mut again, 5);
        assert_eq!(news(&told, 1), ["from 1", "changed 2", "changed 3"]);
        assert_eq!(news(&told, 2), ["anew 3"]);
        assert_eq!(news(&told, 3), ["conflict"], "it is broken already");
        // Who watches no longer is told no more, and a map that goes tells so.
        again.write_all(&Frame::of(4, &Call::Unwatch(1))).unwrap();
        assert_eq!(replies(&mut again, 1), [(4, CallReply::Pong)]);
        send(running.http, "DELETE", "/v1/maps/yard", "");
        assert_eq!(news(&replies(&mut again, 1), 2), ["conflict"]);
    });
}

#[test]
fn too_large_a_call_is_refused_by_its_number() {
    with_yard(Setup::default(), |running| {
        let mut stream = connect(running);
        let mut call = Frame::of(77, &Call::Ping);
        let length = u32::try_from(Frame::CALL_BYTES_MAX + 1).unwrap();
        call[..Frame::LENGTH_BYTES].copy_from_slice(&length.to_le_bytes());
        call.resize(Frame::CALL_BYTES_MAX + 1 + Frame::LENGTH_BYTES, 0);
        // The length alone, and then the rest.
        stream.write_all(&call[..4]).unwrap();
        stream.write_all(&call[4..]).unwrap();
        let told = replies(&mut stream, 2);
        let told: Vec<(u32, &str)> =
            told.iter().map(|(number, reply)| (*number, code(reply))).collect();
        assert_eq!(told, [(77, "too-large")]);
    });
}

#[test]
fn every_call_has_a_reply_when_the_server_ends() {
    const CALLS: u32 = 200;
    for round in 0..10 {
        let (tell, told) = mpsc::channel();
        let mut reader = None;
        with_yard(Setup::default(), |running| {
            let mut stream = connect(running);
            reader = Some(thread::spawn(move || {
                let calls: Vec<u8> = (0..CALLS)
                    .flat_map(|number| Frame::of(number, &Call::Ask(nearest())))
                    .collect();
                stream.write_all(&calls).unwrap();
                tell.send(()).unwrap();
                replies(&mut stream, CALLS as usize)
            }));
            told.recv().unwrap();
        });
        let replies = reader.unwrap().join().unwrap();
        let numbers: BTreeSet<u32> = replies.iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers.len(), CALLS as usize, "round {round}");
        for (number, reply) in &replies {
            let is_fine =
                matches!(reply, CallReply::Told(Response::Nearest(_))) || code(reply) == "draining";
            assert!(is_fine, "{number}: {reply:?}");
        }
    }
}

#[test]
fn searches_that_cannot_wait_are_refused_unread_and_others_are_answered() {
    const CALLS: u32 = 1000;
    let limits = ServiceLimits { waiting_max: 4, ..ServiceLimits::default() };
    running(Setup { limits, ..Setup::default() }, |running| {
        let field = ".".repeat(300) + "\n";
        assert_eq!(send(running.http, "PUT", "/v1/maps/yard", &field.repeat(300)).status, 200);
        let places = Some(vec!["299,299".to_owned()]);
        let slow = ask(Ask::Field(FieldAsked { to: vec!["0,0".to_owned()], places, mover: None }));
        let (slow, cheap) = (Call::Ask(slow), Call::Ask(nearest()));
        let mut stream = connect(running);
        let mut said = Vec::new();
        for number in 0..CALLS {
            Frame::append(&mut said, number, if number == CALLS / 2 { &cheap } else { &slow });
        }
        let mut writer = stream.try_clone().expect("a socket");
        let writing = thread::spawn(move || writer.write_all(&said));
        let told = replies(&mut stream, CALLS as usize);
        writing.join().expect("it is written").expect("it is read");
        let numbers: BTreeSet<u32> = told.iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers.len(), CALLS as usize, "each has its reply");
        let by_code = |wanted: &str| told.iter().filter(|(_, own)| code(own) == wanted).count();
        let (answered, refused) = (by_code("told"), by_code("busy"));
        assert_eq!(answered + refused, CALLS as usize);
        assert!(answered > 4 && refused > 4, "{answered} and {refused}");
        let cheap = told.iter().find(|(number, _)| *number == CALLS / 2).expect("it is told");
        assert!(matches!(cheap.1, CallReply::Told(Response::Nearest(_))), "{cheap:?}");
        let again = CallReply::Refused(Refusal::busy(Duration::from_millis(50)).into());
        assert!(told.iter().all(|(_, own)| code(own) != "busy" || *own == again));
        let metrics = text(running.http, "/metrics");
        let unread = metrics.lines().find_map(|line| line.strip_prefix("xunlu_unread_total "));
        let unread: usize = unread.and_then(|own| own.parse().ok()).expect("it is counted");
        assert!(0 < unread && unread <= refused, "{unread} of {refused}");
        others_are_answered(running);
    });
}
