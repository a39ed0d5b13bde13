//! The door of gRPC: it answers as the others do, and refuses as they do.

use crate::support::grpc::{Client, address, framed};
use crate::support::translation::{change, heard, question, told};
use crate::support::{running, send};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use xunlu::map::Point;
use xunlu_client::contract::YARD;
use xunlu_client::{
    Ask, Encoding, Navigator, Remote, SceneAsk, SceneChange, SceneChangeWish, SceneObstacle,
    ScenePathAsked, ScenePoint, SceneTold, Wish,
};
use xunlu_serve::{Running, Server, ServiceLimits, Setup};

const MAPS: [(&str, &str); 5] = [
    ("yard", YARD),
    ("dungeon", include_str!("../../../../examples/maps/dungeon.txt")),
    ("house", include_str!("../../../../examples/maps/house.txt")),
    ("hexes", include_str!("../../../../examples/maps/hexes.txt")),
    ("town", include_str!("../../../../examples/maps/town.txt")),
];

fn with_maps(setup: Setup, work: impl FnOnce(&Running, &Client)) {
    running(setup, |running| {
        for (name, text) in MAPS {
            let put = send(running.http, "PUT", &format!("/v1/maps/{name}"), text);
            assert_eq!(put.status, 200, "{name}: {}", put.body);
        }
        work(running, &Client::new(running.grpc.expect("gRPC is listened to")));
    });
}

/// Questions of every kind, on maps of every kind, in the JSON of HTTP: map, name and body. The last are
/// refused.
const QUESTIONS: &str = include_str!("support/questions.json");

/// The call of a question, and what is said in it.
fn as_call(map: &str, name: &str, body: &Value) -> (String, Value) {
    let call = name[..1].to_uppercase() + &name[1..];
    let mut said = match (name, body) {
        ("path" | "explain", query) => json!({ "query": question(query.clone()) }),
        (_, Value::Array(queries)) => {
            json!({ "queries": queries.iter().cloned().map(question).collect::<Vec<_>>() })
        }
        (_, body) => question(body.clone()),
    };
    said["map"] = json!(map);
    (call, said)
}

/// The status of each of HTTP's in gRPC.
fn code_of(status: u16) -> u32 {
    match status {
        400 => 3,
        404 => 5,
        409 => 10,
        412 => 9,
        413 => 11,
        429 => 8,
        503 => 14,
        504 => 4,
        other => panic!("{other} is no status of a refusal here"),
    }
}

#[test]
fn every_question_is_answered_as_over_http_and_in_frames() {
    with_maps(Setup::default(), |running, client| {
        let frames = Remote::new(&format!("tcp://{}", running.tcp.unwrap())).unwrap();
        let mut verdicts = Vec::new();
        let questions: Vec<(&str, &str, Value)> = serde_json::from_str(QUESTIONS).unwrap();
        for (map, name, body) in questions {
            let what = format!("{map} {name} {body}");
            let (call, said) = as_call(map, name, &body);
            let over_grpc = client.call(&call, &said);
            let text = body.to_string();
            let over_http = send(running.http, "POST", &format!("/v1/maps/{map}/{name}"), &text);
            match over_grpc {
                Ok(answer) => {
                    assert_eq!(over_http.status, 200, "{what}: {}", over_http.body);
                    let answer = heard(answer);
                    assert_eq!(answer, told(over_http.body), "{what}");
                    let ask = Ask::parse(name, Encoding::Json, text.as_bytes()).unwrap();
                    let framed = frames.ask(map, &ask, &Wish::default()).unwrap();
                    let framed = serde_json::from_slice(&framed.body(Encoding::Json)).unwrap();
                    assert_eq!(answer, told(framed), "{what}");
                    let verdict = answer.get("verdict").or(answer.get("outcome"));
                    verdicts.extend(verdict.and_then(Value::as_str).map(str::to_owned));
                }
                Err(status) => {
                    assert_eq!(status.code, code_of(over_http.status), "{what}: {status:?}");
                    assert_eq!(status.more("xunlu-code"), over_http.body["code"], "{what}");
                }
            }
        }
        verdicts.sort_unstable();
        verdicts.dedup();
        let all = ["blocked", "cut", "found", "gave-up", "in-the-way", "reachable", "unreachable"];
        assert_eq!(verdicts, all, "the questions show every way to end");
    });
}

#[test]
fn changes_are_made_and_revisions_are_kept_to() {
    let changes = [
        json!({"terrain": {"rect": {"x": 1, "y": 0, "width": 1, "height": 1}, "terrain": 254}}),
        json!({"tags": {"rect": {"x": 0, "y": 0, "width": 1, "height": 1}, "tags": [0, 3]}}),
        json!({"exits": {"rect": {"x": 3, "y": 2, "width": 1, "height": 1}, "exits": 7}}),
        json!({"add-link": {"from": "0,0", "to": "3,0", "percent": 100, "is_two_way": true, "tags": [2], "is_open": false}}),
        json!({"door": {"link": 0, "is_open": true}}),
        json!({"all": [{"remove-link": 0}, {"all": [{"terrain": {"rect": {"x": 1, "y": 0, "width": 1, "height": 1}, "terrain": 0}}]}]}),
        json!({"remove-link": 7}),
    ];
    with_maps(Setup::default(), |running, client| {
        // The same map once more, which is changed over HTTP.
        send(running.http, "PUT", "/v1/maps/twin", YARD);
        for own in &changes {
            let twin = send(running.http, "PATCH", "/v1/maps/twin", &own.to_string());
            match client.call("Change", &json!({"map": "yard", "change": change(own)})) {
                Ok(made) => {
                    assert_eq!((twin.status, &made["chain"]), (200, &twin.body["chain"]), "{own}");
                }
                Err(status) => {
                    assert_eq!(status.code, code_of(twin.status), "{own}: {status:?}");
                    assert_eq!(status.more("xunlu-code"), twin.body["code"], "{own}");
                }
            }
        }
        let held = client.call("ListMaps", &json!({})).unwrap();
        let told = send(running.http, "GET", "/v1/maps", "").body;
        assert_eq!(held, told);
        let chain = |name: &str| {
            let maps = held["maps"].as_array().unwrap();
            maps.iter().find(|held| held["map"] == name).unwrap()["chain"].clone()
        };
        assert_eq!(chain("yard"), chain("twin"));

        let again = json!({"map": "yard", "change": change(&changes[0]), "id": "a"});
        let made = client.call("Change", &again).unwrap();
        assert_eq!(client.call("Change", &again).unwrap(), made, "it is made once");
        let expected = json!({"map": "yard", "change": change(&changes[0]), "expected": "1"});
        assert_eq!(client.call("Change", &expected).unwrap_err().more("xunlu-code"), "conflict");
        let near = |wish: &str, revision: &Value| {
            client.call("Nearest", &json!({"map": "yard", "place": "1,1", wish: revision}))
        };
        assert_eq!(near("at_least", &made["revision"]).unwrap()["revision"], made["revision"]);
        assert_eq!(near("exactly", &json!("1")).unwrap()["revision"], "1");
        let status = near("exactly", &json!("one")).unwrap_err();
        assert_eq!((status.code, status.more("xunlu-code")), (3, "not-understood"));
    });
}

#[test]
fn a_call_ends_with_its_deadline() {
    with_maps(Setup::default(), |_, client| {
        // A revision that never comes.
        let said = json!({"map": "yard", "place": "0,0", "at_least": "99"});
        let begun = Instant::now();
        for time in ["50m", "0n", "50000u"] {
            let status = client.call_with("Nearest", &said, &[("grpc-timeout", time)]).unwrap_err();
            assert_eq!((status.code, status.more("xunlu-code")), (4, "expired"), "{time}");
        }
        assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
        let status = client.call_with("Nearest", &said, &[("grpc-timeout", "soon")]).unwrap_err();
        assert_eq!(status.code, 3);
        assert!(status.words.contains("grpc-timeout"), "{}", status.words);
    });
}

#[test]
fn who_asks_too_much_is_told_when_to_come_again() {
    let limits = ServiceLimits { early_max: 0, waiting_max: 0, ..ServiceLimits::default() };
    with_maps(Setup { limits, ..Setup::default() }, |_, client| {
        let said = json!({"map": "yard", "place": "0,0", "at_least": "99"});
        let status = client.call("Nearest", &said).unwrap_err();
        assert_eq!((status.code, status.more("xunlu-code")), (8, "busy"));
        let after: u64 = status.more("retry-after-ms").parse().unwrap();
        assert!((1..10_000).contains(&after), "{after}");
        assert_eq!(status.more("grpc-retry-pushback-ms"), status.more("retry-after-ms"));
    });
}

#[test]
fn what_is_no_call_is_refused_and_others_are_answered() {
    with_maps(Setup::default(), |_, client| {
        let path = address("Path");
        let code = |address: &str, bytes: &[u8]| client.send(address, bytes, &[]).unwrap_err().code;
        assert_eq!(code("/xunlu.v1.Pathfinding/Teleport", &framed(b"")), 12);
        assert_eq!(code("/", b""), 12);
        // No query; no message at all; bytes that are none; half a one; one packed in an unknown way.
        assert_eq!(code(&path, &framed(b"")), 3);
        for wrong in [&b""[..], &framed(b"\xff\xff\xff"), &framed(b"longer")[..7], b"\x01\0\0\0\0"]
        {
            let code = code(&path, wrong);
            assert!([3, 12, 13].contains(&code), "{wrong:?}: {code}");
        }
        // Too long, whether it says so or not.
        assert_eq!(code(&path, &framed(&vec![0; 2 << 20])), 11);
        assert_eq!(code(&path, b"\0\xff\xff\xff\xff"), 11);
        // Changes in each other, far deeper than anybody reads.
        let mut deep = Vec::new();
        for _ in 0..2000 {
            // A change of all, whose list has one.
            let list = [&[0x0a][..], &length(deep.len()), &deep].concat();
            deep = [&[0x3a][..], &length(list.len()), &list].concat();
        }
        let said = [&[0x12][..], &length(deep.len()), &deep].concat();
        let code = code(&address("Change"), &framed(&said));
        assert!([3, 13].contains(&code), "{code}");

        for (query, says) in [
            (json!({"from": "0,0"}), "no goal"),
            (json!({"from": "0,0", "goal": {}}), "no goal"),
            (json!({"from": "0,0", "goal": {"beside": {"of": "1,1"}}}), "no footprint"),
            (json!({"from": "0,0", "goal": {"at": "3,0"}, "ties": 77}), "ties is 77"),
            (json!({"from": "0,0", "goal": {"at": "3,0"}, "mover": {}}), "without a rule"),
            (
                json!({"from": "0,0", "goal": {"at": "3,0"}, "mover": {"rule": 1, "offsets": [{"dx": 1}]}}),
                "STEP_RULE_OFFSETS",
            ),
            (
                json!({"from": "0,0", "goal": {"at": "3,0"}, "mover": {"rule": 1, "terrain": {"300": {"percent": 1}}}}),
                "0 to 255",
            ),
            (
                json!({"from": "0,0", "goal": {"at": "3,0"}, "mover": {"rule": 1, "terrain": {"3": {"closed": false}}}}),
                "without a cost",
            ),
        ] {
            let status = client.call("Path", &json!({"map": "yard", "query": query})).unwrap_err();
            assert_eq!((status.code, status.more("xunlu-code")), (3, "not-understood"), "{query}");
            assert!(status.words.contains(says), "{query}: {}", status.words);
        }
        let fine = json!({"map": "yard", "query": {"from": "0,0", "goal": {"at": "3,0"}}});
        assert_eq!(client.call("Path", &fine).unwrap()["outcome"], "OUTCOME_FOUND");
    });
}

/// The field of a stream's calls and replies that a call has.
fn field_of(call: &str) -> String {
    match call {
        "ListMaps" => "list_maps".to_owned(),
        one_word => one_word.to_lowercase(),
    }
}

#[test]
fn a_stream_answers_as_single_calls_do() {
    with_maps(Setup::default(), |_, client| {
        let questions: Vec<(&str, &str, Value)> = serde_json::from_str(QUESTIONS).unwrap();
        let mut asked: Vec<(String, Value)> =
            questions.iter().map(|(map, name, body)| as_call(map, name, body)).collect();
        asked.push(("ListMaps".to_owned(), json!({})));
        let calls: Vec<Value> = asked
            .iter()
            .enumerate()
            .map(|(id, (call, said))| json!({ "id": id + 7, field_of(call): said }))
            .collect();
        let mut replies = client.talk(&calls);
        replies.sort_by_key(|reply| reply["id"].as_u64());
        assert_eq!(replies.len(), asked.len());
        for ((reply, id), (call, said)) in replies.iter().zip(7..).zip(&asked) {
            assert_eq!(reply["id"], id);
            match client.call(call, said) {
                Ok(answer) => assert_eq!(reply[field_of(call)], answer, "{call} {said}"),
                Err(status) => {
                    let code = status.more("xunlu-code");
                    assert_eq!(reply["refused"]["code"], code, "{call} {said}");
                    assert_eq!(reply["refused"]["detail"], status.words, "{call} {said}");
                }
            }
        }
    });
}

#[test]
fn a_stream_watches_changes_and_what_breaks_a_path() {
    with_maps(Setup::default(), |running, client| {
        let mut stream = client.stream("Talk", &[]);
        stream.say(&json!({"id": 1, "watch": {"map": "yard"}}));
        assert_eq!(stream.hear().unwrap()["event"]["watching"]["revision"], "0");
        let ask = json!({"from": "0,0", "goal": {"at": "3,0"}, "mover": {"rule": 1}});
        stream.say(&json!({"id": 2, "path": {"map": "yard", "query": ask}}));
        let path = stream.hear().unwrap()["path"]["path"].clone();
        assert_eq!(path["x"], json!([0, 1, 2, 3]));
        stream.say(&json!({"id": 3, "watch": {"map": "yard", "path": path, "mover": {"rule": 1}}}));
        let watching = stream.hear().unwrap();
        assert_eq!((&watching["id"], watching["event"]["watching"].is_null()), (&json!(3), false));
        let wall =
            r#"{"terrain": {"rect": {"x": 2, "y": 0, "width": 1, "height": 1}, "terrain": 254}}"#;
        assert_eq!(send(running.http, "PATCH", "/v1/maps/yard", wall).status, 200);
        let mut told = [stream.hear().unwrap(), stream.hear().unwrap()];
        told.sort_by_key(|told| told["id"].as_u64());
        assert_eq!(told[0]["event"]["changed"]["revision"], "1");
        let broken = json!({"revision": "1", "step": 1, "why": "PATH_BREAK_GONE"});
        assert_eq!((&told[1]["id"], &told[1]["event"]["broken"]), (&json!(3), &broken));
        stream.say(&json!({"id": 4, "unwatch": 1}));
        assert_eq!(stream.hear().unwrap(), json!({"id": 4, "pong": {}}));
        let uneven = json!({"cost": 1, "x": [0, 1], "y": [0]});
        for (wrong, code) in [
            (json!({"id": 5}), "not-understood"),
            (json!({"id": 5, "watch": {"map": "yard", "path": uneven}}), "not-understood"),
            (json!({"id": 5, "watch": {"map": "attic"}}), "unknown-map"),
            (json!({"id": 5, "time_ms": 0, "nearest": {"map": "yard", "place": "0,0"}}), "expired"),
        ] {
            stream.say(&wrong);
            let reply = stream.hear().unwrap();
            assert_eq!((&reply["id"], &reply["refused"]["code"]), (&json!(5), &json!(code)));
        }
        stream.is_all();
        assert!(matches!(stream.hear(), Err(Ok(()))), "it ends well");
    });
}

#[test]
fn a_stream_of_nonsense_is_refused_and_ends() {
    with_maps(Setup::default(), |_, client| {
        for (wrong, code) in [
            (&b"\x01\0\0\0\0"[..], "not-understood"),
            (b"\0\xff\xff\xff\xff", "too-large"),
            (b"\0\0\0\0\x02\xff\xff", "not-understood"),
        ] {
            let told = client.send(&address("Talk"), wrong, &[]).unwrap();
            let said = String::from_utf8_lossy(&told);
            assert!(said.contains(code), "{wrong:?}: {said:?}");
        }
        assert_eq!(client.talk(&[json!({"id": 9, "ping": {}})]), [json!({"id": 9, "pong": {}})]);
    });
}

#[test]
fn a_service_says_whether_it_is_well_and_what_there_is_to_call() {
    with_maps(Setup::default(), |_, client| {
        for service in ["", "xunlu.v1.Pathfinding"] {
            let told = client.call("grpc.health.v1.Health/Check", &json!({"service": service}));
            assert_eq!(told.unwrap(), json!({"status": "SERVING"}));
        }
        let other = client.call("grpc.health.v1.Health/Check", &json!({"service": "chess"}));
        assert_eq!(other.unwrap_err().code, 5);
        for version in ["v1", "v1alpha"] {
            let services = client.services(version);
            for service in ["xunlu.v1.Pathfinding", "grpc.health.v1.Health"] {
                assert!(services.iter().any(|own| own == service), "{version}: {services:?}");
            }
        }
    });
}

#[test]
fn streams_do_not_hold_up_the_end() {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    let setup = Setup { http: any, tcp: None, grpc: Some(any), ..Setup::default() };
    let running = runtime.block_on(Server::begin(setup)).unwrap();
    let client = Client::new(running.grpc.unwrap());
    let mut talk = client.stream("Talk", &[]);
    talk.say(&json!({"id": 1, "ping": {}}));
    assert!(talk.hear().is_ok());
    let mut health = client.stream("grpc.health.v1.Health/Watch", &[json!({})]);
    assert_eq!(health.hear().unwrap(), json!({"status": "SERVING"}));
    let _reflection =
        client.stream("grpc.reflection.v1.ServerReflection/ServerReflectionInfo", &[]);
    let begun = Instant::now();
    let ending = std::thread::spawn(move || runtime.block_on(running.end()));
    assert!(matches!(talk.hear(), Err(Ok(()))), "it ends well");
    assert_eq!(health.hear().unwrap(), json!({"status": "NOT_SERVING"}));
    assert!(matches!(health.hear(), Err(Ok(()))), "it ends well");
    assert!(ending.join().unwrap(), "all was answered");
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
}

/// A length as protocol buffers write it.
fn length(mut own: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let low = u8::try_from(own & 0x7f).expect("seven bits");
        own >>= 7;
        bytes.push(if own > 0 { low | 0x80 } else { low });
        if own == 0 {
            return bytes;
        }
    }
}

#[test]
fn every_door_says_the_same_of_a_scene() {
    running(Setup::default(), |running| {
        let http = running.http;
        let plaza = include_str!("support/plaza.json");
        assert_eq!(send(http, "PUT", "/v1/scenes/plaza", plaza).status, 200);
        let over_http = Remote::new(&format!("http://{http}")).unwrap();
        let tcp = running.tcp.expect("frames are listened to");
        let over_frames = Remote::new(&format!("tcp://{tcp}")).unwrap();
        let from = ScenePoint::from(Point::new(1.0, 5.0));
        let goals = vec![ScenePoint::from(Point::new(9.0, 5.5))];
        let asked = ScenePathAsked {
            from,
            goals,
            walker: None,
            obstacles: Vec::new(),
            snap: 0.0,
            partial: false,
        };
        let outline =
            [(4.0, 0.0), (6.0, 0.0), (6.0, 2.0)].map(|own| Point::from(own).into()).to_vec();
        let change = SceneChange::Put(SceneObstacle { name: "tent".into(), outline });
        let wish = SceneChangeWish { id: Some("a".into()), expected: Some("0".into()), change };
        let made = over_frames.change_scene("plaza", &wish).unwrap();
        assert_eq!(over_http.change_scene("plaza", &wish).unwrap(), made, "it was made once");
        let told = over_http.scene("plaza", SceneAsk::Path(asked.clone())).unwrap();
        assert_eq!(over_frames.scene("plaza", SceneAsk::Path(asked)).unwrap(), told);
        let SceneTold::Path(told) = told else { panic!("a path was asked for") };
        let path = told.path.expect("there is one");
        let calls = Client::new(running.grpc.expect("gRPC is listened to"));
        let said = json!({ "scene": "plaza", "path": { "from": { "x": 1, "y": 5 }, "goals": [{ "x": 9, "y": 5.5 }] } });
        let own = calls.call("AskScene", &said).expect("it is answered");
        assert_eq!(own["path"]["path"]["length"], json!(path.length), "{own}");
        assert_eq!(own["path"]["outcome"], "SCENE_OUTCOME_FOUND");
        let said = json!({ "scene": "plaza", "change": { "take": "tent" }, "expected": "1" });
        assert_eq!(calls.call("ChangeScene", &said).expect("it is made")["revision"], "2");
        let refused = calls.call("ChangeScene", &said).expect_err("it is at another revision");
        assert_eq!(refused.code, 10, "{refused:?}");
        for said in [
            json!({ "scene": "plaza" }),
            json!({ "scene": "plaza", "path": { "goals": [{ "x": 9, "y": 5 }] } }),
            json!({ "scene": "plaza", "nearest": { "point": { "x": "NaN", "y": 5 } } }),
            json!({ "scene": "plaza", "path": { "from": { "x": 1, "y": 5 }, "goals": [] } }),
        ] {
            let refused = calls.call("AskScene", &said).expect_err("it is not understood");
            assert_eq!(refused.code, 3, "{said}: {refused:?}");
        }
    });
}
