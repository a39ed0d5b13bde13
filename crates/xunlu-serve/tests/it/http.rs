//! The door of HTTP, through a real socket: maps are put, changed, asked and kept over a restart.

use crate::support::{grpc, running, send, send_cbor, serving, text};
use serde_json::{Value, json};
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use xunlu::wire;
use xunlu_client::{Encoding, NatsBroker};
use xunlu_serve::{
    MapPatterns, NatsSetup, PageFile, Pages, Server, ServiceLimits, Setup, SyncPolicy,
};

const MAP: &str = "....\n.##.\n....\n";

fn across() -> String {
    json!({ "from": "0,0", "goal": { "at": "3,0" }, "mover": { "rule": "four" } }).to_string()
}

fn wall(x: i32) -> String {
    let rect = json!({ "x": x, "y": 0, "width": 1, "height": 1 });
    json!({ "terrain": { "rect": rect, "terrain": 254 } }).to_string()
}

#[test]
fn a_map_is_put_asked_changed_and_asked_again() {
    serving(Setup::default(), |http, _| {
        let put = send(http, "PUT", "/v1/maps/yard", MAP);
        assert_eq!((put.status, &put.body["revision"]), (200, &json!("0")));
        let path = send(http, "POST", "/v1/maps/yard/path", &across());
        assert_eq!((path.status, &path.body["outcome"]), (200, &json!("found")));
        assert_eq!(path.body["path"]["places"], json!(["0,0", "1,0", "2,0", "3,0"]));
        let changed = send(http, "PATCH", "/v1/maps/yard?expected=0&id=a", &wall(1));
        assert_eq!((changed.status, &changed.body["revision"]), (200, &json!("1")));
        let again = send(http, "PATCH", "/v1/maps/yard?expected=0&id=a", &wall(1));
        assert_eq!(again.body, changed.body);
        let path = send(http, "POST", "/v1/maps/yard/path?at_least=1", &across());
        assert_eq!(path.body["path"]["places"].as_array().map(Vec::len), Some(8));
        let before = send(http, "POST", "/v1/maps/yard/path?exactly=0", &across());
        assert_eq!(before.body["path"]["places"].as_array().map(Vec::len), Some(4));
        let maps = send(http, "GET", "/v1/maps", "");
        assert_eq!(maps.body["maps"][0]["revision"], "1");
        assert_eq!(send(http, "DELETE", "/v1/maps/yard", "").status, 200);
        assert_eq!(send(http, "POST", "/v1/maps/yard/path", &across()).status, 404);
    });
}

#[test]
fn a_map_is_told_as_it_is_now_in_a_document_that_may_be_put() {
    serving(Setup::default(), |http, _| {
        send(http, "PUT", "/v1/maps/yard", MAP);
        let first = send(http, "GET", "/v1/maps/yard", "").body;
        assert_eq!(send(http, "PUT", "/v1/maps/copy", &first.to_string()).status, 200);
        assert_eq!(send(http, "GET", "/v1/maps/copy", "").body, first);
        send(http, "PATCH", "/v1/maps/yard", &wall(1));
        assert_ne!(send(http, "GET", "/v1/maps/yard", "").body, first);
        let mut stream = TcpStream::connect(http).unwrap();
        let head = "GET /v1/maps/yard HTTP/1.1\r\nhost: localhost\r\nconnection: close";
        write!(stream, "{head}\r\nif-none-match: \"1\"\r\n\r\n").unwrap();
        let mut told = String::new();
        stream.read_to_string(&mut told).unwrap();
        assert!(told.starts_with("HTTP/1.1 304 "), "{told}");
        assert!(told.contains("\r\netag: \"1\"\r\n"), "{told}");
        assert_eq!(send(http, "GET", "/v1/maps/nowhere", "").status, 404);
    });
}

#[test]
fn every_kind_of_question_is_answered() {
    serving(Setup::default(), |http, _| {
        send(http, "PUT", "/v1/maps/m", MAP);
        let ask = |name: &str, body: Value| {
            let told = send(http, "POST", &format!("/v1/maps/m/{name}"), &body.to_string());
            assert_eq!(told.status, 200, "{name}: {}", told.body);
            told.body
        };
        let four = json!({ "rule": "four", "costs": { "straight": 10, "diagonal": 14 } });
        let ray = ask("raycast", json!({ "from": "0,1", "to": "3,1", "mover": four }));
        assert_eq!((&ray["is_clear"], &ray["hit"]), (&json!(false), &json!("1,1")));
        let near = ask("nearest", json!({ "place": "1,1" }));
        assert_eq!(near["nearest"], "1,0");
        let reach = ask("reach", json!({ "from": "0,0", "budget": 10, "mover": four }));
        assert_eq!(reach["places"].as_array().map(Vec::len), Some(3));
        let matrix = json!({ "from": ["0,0"], "to": ["3,0", "1,1"], "mover": four });
        assert_eq!(ask("matrix", matrix)["costs"], json!([[30, null]]));
        let field = ask("field", json!({ "to": ["3,0"], "places": ["0,0"], "mover": four }));
        assert_eq!(field["places"], json!([{ "place": "0,0", "cost": 30, "next": "1,0" }]));
        let random = ask("random", json!({ "seed": 3, "count": 9, "mover": four }));
        assert_eq!(random["places"].as_array().map(Vec::len), Some(9));
        let query = json!({ "from": "0,0", "goal": { "at": "1,1" } });
        assert!(ask("explain", query.clone()).is_object());
        let paths = ask("paths", json!([query, query]));
        assert_eq!(paths["answers"][1]["outcome"], "blocked");
    });
}

#[test]
fn questions_and_changes_in_cbor_are_answered_in_it() {
    serving(Setup::default(), |http, _| {
        send(http, "PUT", "/v1/maps/yard", MAP);
        let cbor = |json: &str| {
            let said: Value = serde_json::from_str(json).unwrap();
            Encoding::Cbor.write(&said)
        };
        let path = |at: &str| {
            let (status, told) =
                send_cbor(http, "POST", &format!("/v1/maps/yard/path{at}"), &cbor(&across()));
            let told: wire::Answer = Encoding::Cbor.read(&told).unwrap();
            (status, told.path.unwrap().places.texts().collect::<Vec<_>>())
        };
        assert_eq!(path(""), (200, ["0,0", "1,0", "2,0", "3,0"].map(str::to_owned).to_vec()));
        let (status, told) = send_cbor(http, "PATCH", "/v1/maps/yard", &cbor(&wall(1)));
        let told: xunlu_client::ChangeTold = Encoding::Cbor.read(&told).unwrap();
        assert_eq!((status, told.revision.as_str()), (200, "1"));
        assert_eq!(path("?at_least=1").1.len(), 8);
        let (_, maps) = send_cbor(http, "GET", "/v1/maps", b"");
        let maps: xunlu_client::MapsTold = Encoding::Cbor.read(&maps).unwrap();
        assert_eq!((maps.maps.len(), maps.maps[0].revision.as_str()), (1, "1"));
        // What is wrong is said as anywhere in HTTP.
        for wrong in [&b"\xff"[..], b"", across().as_bytes()] {
            let (status, told) = send_cbor(http, "POST", "/v1/maps/yard/path", wrong);
            let told: Value = serde_json::from_slice(&told).unwrap();
            assert_eq!((status, &told["code"]), (400, &json!("not-understood")));
        }
    });
}

#[test]
fn what_is_wrong_is_said_with_a_code() {
    serving(Setup::default(), |http, _| {
        send(http, "PUT", "/v1/maps/m", MAP);
        let check = |method: &str, path: &str, body: &str, status: u16, code: &str| {
            let told = send(http, method, path, body);
            assert_eq!((told.status, &told.body["code"]), (status, &json!(code)), "{path} {body}");
            assert!(told.head.contains("application/problem+json"), "{}", told.head);
            assert!(told.body["detail"].as_str().is_some_and(|words| words.len() > 9));
        };
        check("POST", "/v1/maps/n/path", &across(), 404, "unknown-map");
        check("POST", "/v1/maps/m/way", "{}", 404, "no-such-place");
        check("GET", "/v2", "", 404, "no-such-place");
        check("TRACE", "/healthz", "", 405, "no-such-place");
        check("POST", "/v1/maps/m", "{}", 405, "no-such-place");
        check("POST", "/v1/maps/m/path", "{", 400, "not-understood");
        check("POST", "/v1/maps/m/path", r#"{"from":"0,0"}"#, 400, "not-understood");
        check("POST", "/v1/maps/m/path?at_least=x", &across(), 400, "not-understood");
        check("POST", "/v1/maps/m/path?exactly=7", &across(), 412, "stale");
        let outside = r#"{"from":"0,0","goal":{"at":"9,9"}}"#;
        check("POST", "/v1/maps/m/path", outside, 400, "outside");
        check("PATCH", "/v1/maps/m?expected=9", &wall(1), 409, "conflict");
        check("PATCH", "/v1/maps/m", &wall(77), 400, "outside");
        check("PUT", "/v1/maps/..", MAP, 400, "not-understood");
        check("PUT", "/v1/maps/q", "..?\n", 400, "character");
        check("DELETE", "/v1/maps/n", "", 404, "unknown-map");
        check("POST", "/v1/maps/m/path", &" ".repeat((1 << 20) + 1), 413, "too-large");
        let deep = "[".repeat(100_000);
        check("POST", "/v1/maps/m/path", &deep, 400, "not-understood");
        let late = send(http, "POST", "/v1/maps/m/path?time_ms=0", &across());
        assert_eq!((late.status, &late.body["code"]), (504, &json!("expired")));
    });
}

/// An empty folder, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        Folder(folder)
    }

    fn setup(&self) -> Setup {
        Setup { data: Some(self.0.clone()), ..Setup::default() }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn names_and_prices_of_a_map_outlive_the_server() {
    let folder = Folder::new("named");
    let named = json!({
        "xunlu": 1, "kind": "grid", "terrain": ["....", ".aa."],
        "named_terrains": [{ "terrain": 10, "name": "mud", "price": 300 }],
        "places": [{ "name": "well", "x": 3, "y": 0 }],
    });
    for round in 0..2 {
        serving(folder.setup(), |http, _| {
            if round == 0 {
                assert_eq!(send(http, "PUT", "/v1/maps/m", &named.to_string()).status, 200);
                send(http, "PATCH", "/v1/maps/m", &wall(0));
            }
            let told = send(http, "GET", "/v1/maps/m", "").body;
            for key in ["named_terrains", "places"] {
                assert_eq!(told[key], named[key], "round {round}");
            }
        });
    }
}

#[test]
fn maps_and_their_changes_outlive_the_server() {
    let folder = Folder::new("kept");
    let mut head = Value::Null;
    serving(folder.setup(), |http, remarks| {
        assert_eq!(remarks, [""; 0]);
        send(http, "PUT", "/v1/maps/m", MAP);
        send(http, "PUT", "/v1/maps/m", MAP);
        send(http, "PATCH", "/v1/maps/m?id=a", &wall(1));
        head = send(http, "GET", "/v1/maps", "").body;
    });
    assert_eq!(head["maps"][0]["revision"], "1.1");
    serving(folder.setup(), |http, _| {
        assert_eq!(send(http, "GET", "/v1/maps", "").body, head);
        // The name of a change is kept as well.
        let again = send(http, "PATCH", "/v1/maps/m?id=a", &wall(1));
        assert_eq!(again.body["revision"], "1.1");
        let path = send(http, "POST", "/v1/maps/m/path", &across());
        assert_eq!(path.body["path"]["places"].as_array().map(Vec::len), Some(8));
    });
}

#[test]
fn changes_that_were_not_synced_go_on_in_a_later_epoch_unless_the_service_was_ended() {
    let folder = Folder::new("late");
    let setup = || Setup { sync: SyncPolicy::Off, ..folder.setup() };
    let revision = |http| send(http, "GET", "/v1/maps", "").body["maps"][0]["revision"].clone();
    serving(setup(), |http, _| {
        send(http, "PUT", "/v1/maps/m", MAP);
        assert_eq!(send(http, "PATCH", "/v1/maps/m?id=a", &wall(1)).body["revision"], "1");
        assert!(folder.0.join(".late").exists());
    });
    serving(setup(), |http, remarks| {
        assert_eq!((revision(http), remarks), (json!("1"), &[][..]));
    });
    // As one leaves it that lost its power, and the change.
    std::fs::write(folder.0.join("m/0.journal"), b"").unwrap();
    std::fs::write(folder.0.join(".late"), b"").unwrap();
    serving(folder.setup(), |http, remarks| {
        assert!(remarks.len() == 1 && remarks[0].contains("in a later epoch"), "{remarks:?}");
        assert_eq!(revision(http), "1.0");
        let late = send(http, "PATCH", "/v1/maps/m?expected=1", &wall(1));
        assert_eq!((late.status, &late.body["code"]), (409, &json!("conflict")));
        assert_eq!(send(http, "PATCH", "/v1/maps/m?id=a", &wall(1)).body["revision"], "1.1");
    });
    serving(setup(), |http, remarks| {
        assert_eq!((revision(http), remarks), (json!("1.1"), &[][..]));
    });
}

#[test]
fn as_long_as_something_cannot_go_on_in_a_later_epoch_the_next_start_hears_of_it_again() {
    let folder = Folder::new("late-again");
    serving(folder.setup(), |http, _| {
        send(http, "PUT", "/v1/maps/m", MAP);
        send(http, "PUT", "/v1/maps/other", MAP);
    });
    std::fs::write(folder.0.join(".late"), b"").unwrap();
    // Nobody listens at the port of a listener that is gone.
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let broker = NatsBroker::at(&format!("nats://127.0.0.1:{port}"));
    let nats = Some(NatsSetup { broker, maps: MapPatterns::of([]) });
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    let setup = Setup { http: any, tcp: None, grpc: None, nats, ..folder.setup() };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let refused = runtime.block_on(Server::begin(setup)).unwrap_err().to_string();
    assert!(refused.contains("NATS"), "{refused}");

    let is_told = |remarks: &[String]| remarks.iter().any(|told| told.contains("a later epoch"));
    let document = folder.0.join("other/0.map");
    let whole = std::fs::read(&document).unwrap();
    let revisions = |http| {
        let maps = send(http, "GET", "/v1/maps", "").body["maps"].clone();
        let maps = maps.as_array().unwrap().iter();
        maps.map(|map| map["revision"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    std::fs::write(&document, b"damaged").unwrap();
    for expected in ["1.0", "2.0"] {
        serving(folder.setup(), |http, remarks| {
            assert!(is_told(remarks), "{remarks:?}");
            assert_eq!(revisions(http), [expected]);
        });
    }
    std::fs::write(&document, whole).unwrap();
    for is_first in [true, false] {
        serving(folder.setup(), |http, remarks| {
            assert_eq!(is_told(remarks), is_first, "{remarks:?}");
            assert_eq!(revisions(http), ["3.0", "1.0"]);
        });
    }
}

#[test]
fn a_journal_cut_anywhere_has_every_whole_change_and_none_half() {
    let folder = Folder::new("cut");
    serving(folder.setup(), |http, _| {
        send(http, "PUT", "/v1/maps/m", MAP);
        send(http, "PATCH", "/v1/maps/m", &wall(1));
        send(http, "PATCH", "/v1/maps/m", &wall(2));
    });
    let journal = folder.0.join("m/0.journal");
    let whole = std::fs::read(&journal).unwrap();
    let first = whole.len() / 2;
    for length in 0..=whole.len() {
        std::fs::write(&journal, &whole[..length]).unwrap();
        serving(folder.setup(), |http, remarks| {
            let maps = send(http, "GET", "/v1/maps", "").body;
            let expected = usize::from(length >= first) + usize::from(length == whole.len());
            assert_eq!(maps["maps"][0]["revision"], expected.to_string(), "{length} {remarks:?}");
            let is_cut = length % first != 0;
            assert_eq!(remarks.len(), usize::from(is_cut), "{length} {remarks:?}");
            if length == first + 3 {
                let next = send(http, "PATCH", "/v1/maps/m?expected=1", &wall(2));
                assert_eq!(next.body["revision"], "2");
            }
        });
    }
}

#[test]
fn a_damaged_map_is_not_served_and_says_why() {
    let folder = Folder::new("damaged");
    serving(folder.setup(), |http, _| {
        send(http, "PUT", "/v1/maps/m", MAP);
        send(http, "PATCH", "/v1/maps/m", &wall(1));
        send(http, "PATCH", "/v1/maps/m", &wall(2));
        send(http, "PUT", "/v1/maps/n", MAP);
    });
    let journal = folder.0.join("m/0.journal");
    let whole = std::fs::read(&journal).unwrap();
    for at in (0..whole.len()).step_by(7) {
        let mut changed = whole.clone();
        changed[at] ^= 4;
        std::fs::write(&journal, &changed).unwrap();
        serving(folder.setup(), |http, remarks| {
            assert_eq!(remarks.len(), 1, "byte {at}");
            assert!(remarks[0].contains("m is not served: "), "{remarks:?}");
            let maps = send(http, "GET", "/v1/maps", "").body;
            assert_eq!(maps["maps"].as_array().map(Vec::len), Some(1));
        });
    }
}

#[test]
fn a_map_that_was_let_go_of_or_refused_does_not_come_back() {
    let folder = Folder::new("gone");
    serving(folder.setup(), |http, _| {
        send(http, "PUT", "/v1/maps/m", MAP);
        send(http, "PATCH", "/v1/maps/m", &wall(1));
        assert_eq!(send(http, "DELETE", "/v1/maps/m", "").status, 200);
        assert_eq!(send(http, "PUT", "/v1/maps/m", MAP).body["revision"], "1.0");
        assert_eq!(send(http, "DELETE", "/v1/maps/m", "").status, 200);
    });
    // What a crash may leave: a journal of an old epoch, with a change in it, and one without a map.
    std::fs::write(folder.0.join("m/7.journal"), b"not ours").unwrap();
    serving(folder.setup(), |http, remarks| {
        assert_eq!(
            (send(http, "GET", "/v1/maps", "").body, remarks.len()),
            (json!({"maps": []}), 0)
        );
        assert_eq!(send(http, "PUT", "/v1/maps/m", MAP).body["revision"], "8.0");
        assert_eq!(send(http, "PATCH", "/v1/maps/m?expected=8.0", &wall(1)).status, 200);
    });
    serving(folder.setup(), |http, remarks| {
        assert_eq!(
            (send(http, "GET", "/v1/maps", "").body["maps"][0]["revision"].clone(), remarks.len()),
            (json!("8.1"), 0)
        );
    });
}

#[test]
fn a_folder_is_one_servers_at_a_time() {
    let folder = Folder::new("locked");
    serving(folder.setup(), |_, _| {
        let error = xunlu_serve::Store::open(&folder.0).unwrap_err();
        assert!(error.to_string().contains("in use by another process"), "{error}");
    });
    assert!(xunlu_serve::Store::open(&folder.0).is_ok());
}

#[test]
fn who_has_asked_nothing_does_not_keep_the_end_waiting() {
    let (mut silent, begun) = (None, Instant::now());
    serving(Setup::default(), |http, _| {
        silent = Some(TcpStream::connect(http).unwrap());
        // Whoever came before is let in by then.
        assert_eq!(send(http, "GET", "/healthz", "").status, 200);
    });
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    assert_eq!(
        silent.unwrap().read(&mut [0]).unwrap(),
        0,
        "it is told by the end of its connection"
    );
}

#[test]
fn connections_stay_for_as_long_as_clients_are_let_in() {
    let (mut begun, mut reading) = (Instant::now(), None);
    serving(Setup::default(), |http, _| {
        let mut stream = TcpStream::connect(http).unwrap();
        write!(stream, "GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").unwrap();
        assert!(stream.read(&mut [0; 1024]).unwrap() > 0, "it is answered, and stays");
        reading = Some(thread::spawn(move || {
            stream.read_to_end(&mut Vec::new()).unwrap();
            Instant::now()
        }));
        begun = Instant::now();
    });
    let stayed = reading.unwrap().join().unwrap() - begun;
    assert!(stayed >= Duration::from_millis(20), "{stayed:?}");
}

#[test]
fn http_1_and_2_are_told_apart_however_they_come() {
    let preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0".as_slice();
    let request =
        b"PUT /v1/maps/m HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\n..\n".as_slice();
    serving(Setup::default(), |http, _| {
        for (said, told) in [(request, b"HTTP/1.1 200".as_slice()), (preface, b"\x04")] {
            for first in [1, 2, 3, 20, said.len()] {
                let mut stream = TcpStream::connect(http).unwrap();
                stream.set_nodelay(true).unwrap();
                stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
                let (first, rest) = said.split_at(first);
                stream.write_all(first).unwrap();
                // What comes together may be read together.
                thread::sleep(Duration::from_millis(30));
                stream.write_all(rest).unwrap();
                let mut begins = [0; 12];
                stream.read_exact(&mut begins).unwrap();
                // A frame of HTTP/2 has its kind, settings, after its length.
                let place = if told.len() == 1 { 3 } else { 0 };
                assert!(
                    begins[place..].starts_with(told),
                    "{} bytes first: {begins:?}",
                    first.len()
                );
            }
        }
    });
}

#[test]
fn clients_that_say_nothing_or_half_a_head_are_cut_off_and_others_are_served() {
    serving(Setup { idle: Duration::from_secs(1), ..Setup::default() }, |http, _| {
        let silent = ["", "POST /v1/maps/m/path HTTP/1.1\r\nHost"].map(|said| {
            let mut silent = TcpStream::connect(http).unwrap();
            silent.write_all(said.as_bytes()).unwrap();
            silent.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
            (said, silent)
        });
        assert_eq!(send(http, "GET", "/healthz", "").status, 200);
        for (said, mut silent) in silent {
            let error = silent.read_to_end(&mut Vec::new()).map_err(|error| error.kind()).err();
            let is_open = matches!(error, Some(ErrorKind::WouldBlock | ErrorKind::TimedOut));
            assert!(!is_open, "who said {said:?} is still connected");
        }
    });
}

/// Has others end when it does, also where something fails.
struct Ended<'a>(&'a AtomicBool);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn searches_that_cannot_wait_are_refused_whatever_their_bodies_say() {
    let limits = ServiceLimits { waiting_max: 4, ..ServiceLimits::default() };
    running(Setup { limits, ..Setup::default() }, |running| {
        let field = ".".repeat(300) + "\n";
        assert_eq!(send(running.http, "PUT", "/v1/maps/yard", &field.repeat(300)).status, 200);
        let slow = json!({ "to": ["0,0"], "places": ["299,299"] }).to_string();
        let is_over = AtomicBool::new(false);
        let client = grpc::Client::new(running.grpc.expect("it listens"));
        thread::scope(|scope| {
            // Two of them are answered at a time, and four wait.
            for _ in 0..12 {
                scope.spawn(|| {
                    while !is_over.load(Ordering::Relaxed) {
                        let told = send(running.http, "POST", "/v1/maps/yard/field", &slow);
                        assert!([200, 429].contains(&told.status), "{}", told.body);
                    }
                });
            }
            let ended = Ended(&is_over);
            let end = Instant::now() + Duration::from_secs(20);
            let is_refused = |asked: &str| {
                let mut stream = TcpStream::connect(running.http).unwrap();
                let next =
                    "GET /v1/limits HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
                let head = "HTTP/1.1\r\nhost: localhost\r\ncontent-length: 4";
                write!(stream, "POST /v1/{asked}/path {head}\r\n\r\nevil{next}").unwrap();
                let mut told = String::new();
                stream.read_to_string(&mut told).unwrap();
                let status = &told[..12];
                assert!(["HTTP/1.1 400", "HTTP/1.1 429"].contains(&status), "{told}");
                assert!(told.contains("HTTP/1.1 200"), "what stands behind it is answered: {told}");
                let is_busy = status.ends_with("429");
                assert!(!is_busy || told.contains("retry-after: 1\r\n"), "{told}");
                is_busy
            };
            let is_soon =
                |is_refused: &dyn Fn() -> bool| (0..).any(|_| is_refused() || Instant::now() > end);
            let on_http = ["maps/yard", "scenes/plaza"].map(|of| is_soon(&|| is_refused(of)));
            let is_refused = |name: &str, message: &[u8; 9]| {
                client.send(&grpc::address(name), message, &[]).unwrap_err().code == 8
            };
            // The second begins with a path over no scene, and ends as none.
            let calls = [("Path", b"\0\0\0\0\x04evil"), ("AskScene", b"\0\0\0\0\x04\"\0\x0a\0")];
            let on_grpc = calls.map(|(name, said)| is_soon(&|| is_refused(name, said)));
            let near = send(running.http, "POST", "/v1/maps/yard/nearest", r#"{"place":"1,1"}"#);
            drop(ended);
            assert_eq!((on_http, on_grpc), ([true; 2], [true; 2]));
            assert!(Instant::now() < end);
            assert_eq!(near.status, 200, "what costs next to nothing is answered");
        });
        let metrics = text(running.http, "/metrics");
        let unread = metrics.lines().find_map(|line| line.strip_prefix("xunlu_unread_total "));
        assert!(unread.expect("it is counted").parse::<usize>().unwrap() >= 4);
    });
}

#[test]
fn a_folder_of_pages_is_found_without_its_last_stroke() {
    let page = PageFile {
        address: "index.html",
        kind: "text/html",
        bytes: b"<p>a page</p>".as_slice().into(),
    };
    let pages = Some(Pages { folder: "play/", headers: "", files: vec![page] });
    serving(Setup { pages, ..Setup::default() }, |http, _| {
        let told = send(http, "GET", "/play", "");
        assert!(told.status == 308 && told.head.contains("\r\nlocation: play/"), "{}", told.head);
        assert!(text(http, "/play/").ends_with("a page</p>"));
        assert_eq!(send(http, "GET", "/pla", "").status, 404);
        assert_eq!(send(http, "POST", "/play", "").status, 404);
    });
}
