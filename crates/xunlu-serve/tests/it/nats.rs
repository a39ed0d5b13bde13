//! Workers over NATS: they answer as every other door does, follow the one who writes whatever becomes of the
//! broker, and come and go with nothing lost.

mod faults;
mod access;
mod hostile;

use crate::support::broker::Broker;
use crate::support::{Told, send, send_with};
use serde_json::{Value, json};
use std::fs;
use std::io::{Write, stderr};
use std::net::SocketAddr;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use xunlu_client::contract::{YARD, check_navigator};
use xunlu_client::{Ask, ChangeWish, NatsBroker, Navigator, OverNats, SceneChangeWish, Wish};
use xunlu_serve::{Log, MapPatterns, NatsSetup, Running, Scopes, Server, Setup, Tokens};

/// Questions of every kind, on maps of every kind, in the JSON of HTTP: map, name and body.
const QUESTIONS: &str = include_str!("support/questions.json");

const PLAZA: &str = include_str!("support/plaza.json");

const MAPS: [(&str, &str); 5] = [
    ("yard", YARD),
    ("dungeon", include_str!("../../../../examples/maps/dungeon.txt")),
    ("house", include_str!("../../../../examples/maps/house.txt")),
    ("hexes", include_str!("../../../../examples/maps/hexes.txt")),
    ("town", include_str!("../../../../examples/maps/town.txt")),
];

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime")
}

fn worker_of(runtime: &Runtime, broker: &Broker, maps: &[&str]) -> Running {
    // For whoever looks why a test failed.
    worker_that_logs(runtime, broker, maps, |line| drop(writeln!(stderr(), "{line}")))
}

fn worker_that_logs(
    runtime: &Runtime,
    broker: &Broker,
    maps: &[&str],
    log: impl Fn(&str) + Send + Sync + 'static,
) -> Running {
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    let maps = MapPatterns::of(maps.iter().copied());
    let nats = Some(NatsSetup { broker: NatsBroker::at(&broker.url()), maps });
    let log = Some(Log::to(log));
    let (tcp, grpc, workers) = (None, None, Some(2));
    let setup = Setup { http: any, tcp, grpc, workers, nats, log, ..Setup::default() };
    runtime.block_on(Server::begin(setup)).expect("it begins")
}

/// One that keeps its maps in a folder.
fn keeping_worker(runtime: &Runtime, broker: &Broker, folder: &Path) -> Running {
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    let nats = NatsSetup { broker: NatsBroker::at(&broker.url()), maps: MapPatterns::of([]) };
    let setup = || Setup {
        http: any,
        tcp: None,
        grpc: None,
        workers: Some(2),
        nats: Some(nats.clone()),
        data: Some(folder.to_owned()),
        ..Setup::default()
    };
    // The one before it may still let go of the folder.
    let end = Instant::now() + Duration::from_secs(5);
    loop {
        match runtime.block_on(Server::begin(setup())) {
            Ok(running) => return running,
            Err(error) => assert!(Instant::now() < end, "{error}"),
        }
        thread::sleep(Duration::from_millis(20));
    }
}

fn worker(runtime: &Runtime, broker: &Broker) -> Running {
    worker_of(runtime, broker, &[])
}

/// Waits until something is so.
fn until(what: &str, is_so: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(20);
    while !is_so() {
        assert!(Instant::now() < end, "{what}");
        thread::sleep(Duration::from_millis(20));
    }
}

fn put(worker: &Running, map: &str, text: &str) -> String {
    let told = send(worker.http, "PUT", &format!("/v1/maps/{map}"), text);
    assert_eq!(told.status, 200, "{map}: {}", told.body);
    told.body["revision"].as_str().expect("a revision").to_owned()
}

/// The maps of a worker, with revision and chain.
fn maps(worker: &Running) -> Value {
    send(worker.http, "GET", "/v1/maps", "").body
}

fn until_same(one: &Running, other: &Running) {
    until("all have the same maps", || maps(one) == maps(other));
}

fn wall(worker: &Running, x: i32, is_wall: bool) -> Told {
    send(worker.http, "PATCH", "/v1/maps/yard", &wall_at(x, is_wall).to_string())
}

fn wall_at(x: i32, is_wall: bool) -> Value {
    let terrain = if is_wall { 254 } else { 0 };
    let rect = json!({ "x": x, "y": 0, "width": 1, "height": 1 });
    json!({ "terrain": { "rect": rect, "terrain": terrain } })
}

#[test]
fn workers_over_nats_keep_the_promise() {
    let (runtime, broker) = (runtime(), Broker::begin());
    let (one, other) = (worker(&runtime, &broker), worker(&runtime, &broker));
    put(&one, "yard", YARD);
    let navigator = OverNats::to(&broker.url()).unwrap();
    until("the map is served", || navigator.ask("yard", &near(), &Wish::default()).is_ok());
    until_same(&one, &other);
    check_navigator(&navigator);
    for worker in [one, other] {
        assert!(runtime.block_on(worker.end()));
    }
}

fn near() -> Ask {
    Ask::Nearest(xunlu_client::NearestAsked { place: "1,1".into(), mover: None })
}

/// What a worker is asked by name and says, in JSON.
fn asked(runtime: &Runtime, client: &async_nats::Client, subject: &str, call: &Value) -> Value {
    let request = client.request(subject.to_owned(), call.to_string().into());
    let reply = runtime.block_on(request).expect("it is answered");
    serde_json::from_slice(&reply.payload).expect("JSON")
}

#[test]
fn every_question_is_answered_as_over_http_by_all_who_have_the_map() {
    let (runtime, broker) = (runtime(), Broker::begin());
    let one = worker(&runtime, &broker);
    for (map, text) in MAPS {
        put(&one, map, text);
    }
    let other = worker(&runtime, &broker);
    until_same(&one, &other);
    let client = runtime.block_on(async_nats::connect(broker.url())).unwrap();
    let workers = [&one, &other].map(|worker| worker.worker.clone().expect("it has a name"));
    let mut refused = 0;
    let questions: Vec<(String, String, Value)> = serde_json::from_str(QUESTIONS).unwrap();
    assert!(questions.len() > 50);
    for (map, name, body) in questions {
        if map == "nowhere" || !MAPS.iter().any(|(own, _)| *own == map) {
            continue;
        }
        let path = format!("/v1/maps/{map}/{name}");
        let told = [&one, &other].map(|own| send(own.http, "POST", &path, &body.to_string()));
        let call = json!({ "ask": { "map": map, "what": { name.clone(): body } } });
        for (worker, told) in workers.iter().zip(told) {
            let reply = asked(&runtime, &client, &format!("xunlu.v1.at.{worker}.{map}"), &call);
            let what = format!("{map} {name} {body}: {reply}");
            if told.status == 200 {
                assert_eq!(reply["told"][&name], told.body, "{what}");
            } else {
                assert_eq!(reply["refused"]["code"], told.body["code"], "{what}");
                refused += 1;
            }
        }
    }
    assert!(refused > 5, "some are refused");
    for worker in [one, other] {
        assert!(runtime.block_on(worker.end()));
    }
}

#[test]
fn names_and_prices_of_a_map_come_to_all() {
    let (runtime, broker) = (runtime(), Broker::begin());
    let (one, other) = (worker(&runtime, &broker), worker(&runtime, &broker));
    let named = json!({
        "xunlu": 1, "kind": "grid", "terrain": ["....", ".aa.", "...."],
        "named_terrains": [{ "terrain": 10, "name": "mud", "price": 300 }],
        "places": [{ "name": "well", "x": 3, "y": 0 }],
    });
    put(&one, "yard", &named.to_string());
    until_same(&one, &other);
    assert_eq!(wall(&one, 1, true).status, 200);
    let third = worker(&runtime, &broker);
    for follower in [&other, &third] {
        until_same(&one, follower);
        let told = [&one, follower].map(|own| send(own.http, "GET", "/v1/maps/yard", "").body);
        assert_eq!(told[0], told[1]);
        let kept = |key: &str| told[0][key].clone();
        assert_eq!(kept("named_terrains"), named["named_terrains"]);
        assert_eq!(kept("places"), named["places"]);
    }
    for worker in [one, other, third] {
        assert!(runtime.block_on(worker.end()));
    }
}

#[test]
fn changes_come_to_all_and_may_be_asked_of_any() {
    let (runtime, broker) = (runtime(), Broker::begin());
    let (one, other) = (worker(&runtime, &broker), worker(&runtime, &broker));
    put(&one, "yard", YARD);
    until_same(&one, &other);
    for number in 1..=20 {
        // One that follows has it made by the one who writes.
        let asked = if number % 2 == 0 { &one } else { &other };
        let told = wall(asked, 1, number % 2 == 0);
        assert_eq!((told.status, &told.body["revision"]), (200, &json!(number.to_string())));
        let path = format!("/v1/maps/yard/path?at_least={number}");
        for worker in [&one, &other] {
            let query = r#"{"from":"0,0","goal":{"at":"3,0"}}"#;
            let told = send(worker.http, "POST", &path, query);
            assert_eq!(
                (told.status, &told.body["revision"]),
                (200, &json!(number)),
                "{}",
                told.body
            );
        }
    }
    // Who comes later has it all, and a map is replaced and let go of everywhere.
    let third = worker(&runtime, &broker);
    until_same(&one, &third);
    assert_eq!(put(&one, "yard", "....\n"), "1.0");
    until_same(&one, &other);
    until_same(&one, &third);
    assert_eq!(send(other.http, "PUT", "/v1/maps/yard", YARD).status, 409, "one writes it");
    assert_eq!(send(other.http, "DELETE", "/v1/maps/yard", "").status, 409);
    assert_eq!(send(one.http, "DELETE", "/v1/maps/yard", "").status, 200);
    until_same(&one, &other);
    until_same(&one, &third);
    assert_eq!(maps(&third)["maps"], json!([]));
    for worker in [one, other, third] {
        assert!(runtime.block_on(worker.end()));
    }
}

/// What there is of the scene, and a path over it, each with the revision.
fn plaza(worker: &Running) -> [Value; 2] {
    [("describe", "{}"), ("path", r#"{"from": [1, 5], "goals": [[9, 5.2]]}"#)].map(
        |(what, asked)| {
            let told = send(worker.http, "POST", &format!("/v1/scenes/plaza/{what}"), asked);
            assert_eq!(told.status, 200, "{}", told.body);
            told.body
        },
    )
}

fn change_plaza(worker: &Running, change: &str) {
    let told = send(worker.http, "PATCH", "/v1/scenes/plaza", change);
    assert_eq!(told.status, 200, "{change}: {}", told.body);
}

#[test]
fn scenes_are_shared_as_maps_are() {
    let (runtime, broker) = (runtime(), Broker::begin());
    let (one, other) = (worker(&runtime, &broker), worker(&runtime, &broker));
    let told = send(one.http, "PUT", "/v1/scenes/plaza", PLAZA);
    assert_eq!(told.status, 200, "{}", told.body);
    until_same(&one, &other);
    let cart = |what: &str, x: u32| {
        let outline = json!([[x, 1], [x + 1, 1], [x + 1, 9]]);
        json!({ what: { "name": "cart", "outline": outline } }).to_string()
    };
    let door = |is_open: bool| json!({ "door": { "link": 0, "is_open": is_open } }).to_string();
    let changes =
        [cart("put", 2), door(false), cart("move", 7), r#"{"take":"statue"}"#.into(), door(true)];
    for (number, change) in changes.iter().enumerate() {
        change_plaza(if number % 2 == 0 { &one } else { &other }, change);
        until_same(&one, &other);
        // Who comes now makes it of the file and what is different.
        let third = worker(&runtime, &broker);
        until_same(&one, &third);
        assert_eq!([plaza(&one), plaza(&one)], [plaza(&other), plaza(&third)], "after {change}");
        assert!(runtime.block_on(third.end()));
    }
    // Over NATS as well, and changed there.
    let navigator = OverNats::to(&broker.url()).unwrap();
    let asked = serde_json::from_value(json!({ "path": { "from": [1, 5], "goals": [[9, 5.2]] } }));
    until("it is served", || {
        navigator.scene("plaza", serde_json::from_value(json!({ "describe": {} })).unwrap()).is_ok()
    });
    let told = navigator.scene("plaza", asked.unwrap()).unwrap();
    assert_eq!(serde_json::to_value(told).unwrap()["path"], plaza(&one)[1]);
    let change = serde_json::from_value(json!({ "take": "cart" })).unwrap();
    let wish = SceneChangeWish { id: Some("a".into()), expected: None, change };
    assert_eq!(navigator.change_scene("plaza", &wish).unwrap().revision, "6");
    until_same(&one, &other);
    for worker in [one, other] {
        assert!(runtime.block_on(worker.end()));
    }
}

/// Makes a folder of maps what another is.
fn copy_folder(from: &Path, to: &Path) {
    let _ = fs::remove_dir_all(to);
    fs::create_dir_all(to).expect("it is as it should be");
    for entry in fs::read_dir(from)
        .expect("it is as it should be")
        .map(|entry| entry.expect("it can be read"))
    {
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy_folder(&path, &to);
        } else {
            fs::copy(path, to).expect("it is as it should be");
        }
    }
}

#[test]
fn a_disk_that_was_put_back_goes_on_in_a_later_epoch() {
    let (runtime, broker) = (runtime(), Broker::begin());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("nats_put_back");
    let before = folder.with_extension("before");
    let _ = fs::remove_dir_all(&folder);
    let other = worker(&runtime, &broker);
    let mut one = keeping_worker(&runtime, &broker, &folder);
    put(&one, "yard", YARD);
    assert_eq!(send(one.http, "PUT", "/v1/scenes/plaza", PLAZA).status, 200);
    for round in [0, 1] {
        assert_eq!(wall(&one, round, true).status, 200);
        let outline = json!([[round, 1], [round + 1, 1], [round + 1, 2]]);
        let cart = json!({ "name": format!("cart {round}"), "outline": outline });
        change_plaza(&one, &json!({ "put": cart }).to_string());
        until_same(&one, &other);
        assert!(runtime.block_on(one.end()));
        if round == 0 {
            copy_folder(&folder, &before);
        } else {
            copy_folder(&before, &folder);
        }
        one = keeping_worker(&runtime, &broker, &folder);
        assert_eq!(one.remarks, [""; 0]);
    }
    let revisions = |worker: &Running| {
        let told = maps(worker);
        let all = told["maps"].as_array().unwrap().iter().map(|map| map["revision"].clone());
        all.collect::<Vec<Value>>()
    };
    // The scene is its file and one change.
    assert_eq!(revisions(&one), [json!("1.1"), json!("1.0")]);
    until_same(&one, &other);
    assert_eq!(plaza(&one), plaza(&other));
    assert_eq!(plaza(&one)[0]["obstacles"].as_array().map(Vec::len), Some(2));
    change_plaza(&one, r#"{"take": "statue"}"#);
    until_same(&one, &other);
    let told = (maps(&one), plaza(&one));
    assert!(runtime.block_on(one.end()));
    // All that was acknowledged is there the next time.
    let one = keeping_worker(&runtime, &broker, &folder);
    assert_eq!((maps(&one), plaza(&one)), told);
    for worker in [one, other] {
        assert!(runtime.block_on(worker.end()));
    }
}

#[test]
fn who_may_change_maps_is_looked_at_where_it_is_asked() {
    let (runtime, broker) = (runtime(), Broker::begin());
    let (token, line) = Tokens::mint("editor", Scopes::parse("edit").unwrap()).unwrap();
    let nats = NatsSetup { broker: NatsBroker::at(&broker.url()), maps: MapPatterns::of([]) };
    let begin = || {
        let tokens = Some(Tokens::parse(&line).unwrap());
        let http = SocketAddr::from(([127, 0, 0, 1], 0));
        let nats = Some(nats.clone());
        let setup = Setup { http, tcp: None, grpc: None, tokens, nats, ..Setup::default() };
        runtime.block_on(Server::begin(setup)).unwrap()
    };
    let (one, other) = (begin(), begin());
    one.server.put("yard", "", YARD.as_bytes()).unwrap();
    until("it follows", || other.server.has("yard"));
    // One that follows has seen the token, and has the change made.
    let head = format!("Authorization: Bearer {}\r\n", token.text());
    let change = wall_at(1, true).to_string();
    let asked = |head: &str| send_with(other.http, "PATCH", "/v1/maps/yard", head, &change);
    assert_eq!((asked("").status, asked(&head).status), (401, 200));
    // Over NATS as well.
    let wish = ChangeWish {
        id: Some("a".into()),
        expected: None,
        change: serde_json::from_value(wall_at(1, false)).unwrap(),
    };
    let stranger = OverNats::to(&broker.url()).unwrap();
    let refusal = stranger.change("yard", &wish).unwrap_err();
    assert_eq!(refusal.kind.code(), "unauthenticated");
    let editor = OverNats::to(&broker.url()).unwrap().with_token(&token);
    assert_eq!(editor.change("yard", &wish).unwrap().revision, "2");
    for worker in [one, other] {
        assert!(runtime.block_on(worker.end()));
    }
}

#[test]
fn a_worker_takes_part_in_the_maps_that_it_is_to() {
    let (runtime, broker) = (runtime(), Broker::begin());
    let one = worker(&runtime, &broker);
    let other = worker_of(&runtime, &broker, &["act2-*", "yard"]);
    for map in ["act1-hall", "act2-hall", "yard"] {
        put(&one, map, YARD);
    }
    let names = || {
        let told = maps(&other);
        let names = told["maps"].as_array().unwrap().iter().map(|map| map["map"].clone());
        names.collect::<Vec<Value>>()
    };
    until("it has two", || names() == [json!("act2-hall"), json!("yard")]);
    // Of what it does not have it hears nothing.
    let client = runtime.block_on(async_nats::connect(broker.url())).unwrap();
    let name = other.worker.clone().unwrap();
    let call = json!({ "ask": { "map": "act1-hall", "what": { "nearest": { "place": "1,1" } } } });
    let request = client.request(format!("xunlu.v1.at.{name}.act1-hall"), call.to_string().into());
    let error = runtime.block_on(request).unwrap_err();
    assert_eq!(error.kind(), async_nats::RequestErrorKind::NoResponders);
    for worker in [one, other] {
        assert!(runtime.block_on(worker.end()));
    }
}

#[test]
fn tools_of_nats_are_told_what_there_is() {
    let (runtime, broker) = (runtime(), Broker::begin());
    let one = worker(&runtime, &broker);
    put(&one, "a.b", YARD);
    let client = runtime.block_on(async_nats::connect(broker.url())).unwrap();
    let ask = |subject: &str| asked(&runtime, &client, subject, &json!({}));
    let id = one.worker.clone().unwrap();
    assert_eq!(ask("$SRV.PING")["type"], "io.nats.micro.v1.ping_response");
    assert_eq!(ask("$SRV.PING.xunlu")["id"], json!(id));
    let info = ask(&format!("$SRV.INFO.xunlu.{id}"));
    assert_eq!(info["endpoints"][0]["subject"], "xunlu.v1.ask.a=b", "{info}");
    let call = json!({ "ask": { "map": "a.b", "what": { "nearest": { "place": "1,1" } } } });
    for _ in 0..3 {
        let told = ask_json(&runtime, &client, "xunlu.v1.ask.a=b", &call);
        assert_eq!(told["told"]["nearest"]["nearest"], "1,0", "{told}");
    }
    let wrong = json!({ "ask": { "map": "c", "what": { "nearest": { "place": "1,1" } } } });
    let told = ask_json(&runtime, &client, "xunlu.v1.ask.a=b", &wrong);
    assert_eq!(told["refused"]["code"], "not-understood");
    let stats = ask("$SRV.STATS.xunlu");
    let own = &stats["endpoints"][0];
    assert_eq!((&own["num_requests"], &own["num_errors"]), (&json!(4), &json!(1)), "{stats}");
    assert!(stats["started"].as_str().is_some_and(|at| at.starts_with("20") && at.ends_with('Z')));
    // Snapshots lie where tools look for objects.
    let maps = ask_json(&runtime, &client, "xunlu.v1.maps", &json!("maps"));
    assert_eq!(maps["told"]["maps"]["maps"][0]["map"], "a.b");
    assert!(runtime.block_on(one.end()));
}

fn ask_json(runtime: &Runtime, client: &async_nats::Client, subject: &str, call: &Value) -> Value {
    asked(runtime, client, subject, call)
}
