//! Messages that mean no good: what is random, deep, huge or to be answered where nobody should be is refused
//! or left alone, and others are answered meanwhile.

use super::{asked, maps, near, put, runtime, wall, worker};
use crate::support::broker::Broker;
use crate::support::text_with;
use async_nats::{Client, HeaderMap, Message};
use bytes::Bytes;
use futures_util::StreamExt;
use futures_util::future::join_all;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use xunlu_client::contract::YARD;
use xunlu_client::{Encoding, NatsBroker, Navigator, OverNats, Wish};
use xunlu_serve::{MapPatterns, NatsSetup, Running, Scopes, Server, ServiceLimits, Setup, Tokens};
use xunlu_testkit::Random;

/// Where a worker listens, and one that no map is named by.
const SUBJECTS: [&str; 4] =
    ["xunlu.v1.ask.yard", "xunlu.v1.change.yard", "xunlu.v1.forward.yard", "xunlu.v1.maps"];

/// A worker with the yard, somebody who asks it, and somebody who means no good.
struct Yard {
    runtime: Runtime,
    _broker: Broker,
    worker: Running,
    others: OverNats,
    client: Client,
}

impl Yard {
    fn begin(broker: Broker) -> Yard {
        let runtime = runtime();
        let worker = worker(&runtime, &broker);
        put(&worker, "yard", YARD);
        let others = OverNats::to(&broker.url()).expect("the broker is there");
        let client = runtime.block_on(async_nats::connect(broker.url())).expect("it is there");
        let yard = Yard { runtime, _broker: broker, worker, others, client };
        super::until("the map is served", || {
            yard.others.ask("yard", &near(), &Wish::default()).is_ok()
        });
        yard
    }

    fn others_are_answered(&self) {
        let begun = Instant::now();
        self.others.ask("yard", &near(), &Wish::default()).expect("it is answered");
        assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    }

    fn send(&self, subject: &str, bytes: Vec<u8>) -> Message {
        let request = self.client.request(subject.to_owned(), bytes.into());
        self.runtime.block_on(request).expect("it is answered")
    }

    /// What is said to somebody who is refused.
    fn refusal(&self, subject: &str, bytes: Vec<u8>) -> Value {
        let reply = self.send(subject, bytes);
        let told: Value = match reply.payload.first() {
            Some(b'{') => Encoding::Json.read(&reply.payload).expect("JSON"),
            _ => Encoding::Cbor.read(&reply.payload).expect("CBOR"),
        };
        told["refused"].clone()
    }

    fn end(self) {
        self.others_are_answered();
        assert!(self.runtime.block_on(self.worker.end()));
    }
}

#[test]
fn random_messages_are_answered_or_refused_and_harm_nobody() {
    let yard = Yard::begin(Broker::begin());
    let before = maps(&yard.worker);
    let call = json!({ "ask": { "map": "yard", "what": { "nearest": { "place": "1,1" } } } });
    let well = [Encoding::Json, Encoding::Cbor].map(|encoding| encoding.write(&call));
    let mut random = Random::new(7);
    for round in 0..400_usize {
        let mut bytes: Vec<u8> =
            (0..1 + random.below(200)).map(|_| random.word().to_le_bytes()[0]).collect();
        if round % 2 == 0 {
            // What is well said, with some bytes that are others.
            bytes = well[round / 2 % 2].clone();
            for _ in 0..1 + random.below(3) {
                let at = random.below(u32::try_from(bytes.len()).unwrap()) as usize;
                bytes[at] = random.word().to_le_bytes()[0];
            }
        }
        let reply = yard.send(SUBJECTS[round % 4], bytes.clone());
        assert!(!reply.payload.is_empty(), "{}: {bytes:?}", SUBJECTS[round % 4]);
    }
    assert_eq!(maps(&yard.worker), before, "nothing was changed by chance");
    yard.end();
}

#[test]
fn messages_that_lie_in_themselves_are_refused() {
    const DEEP: usize = 100_000;
    let yard = Yard::begin(Broker::begin());
    let lists = ["[".repeat(DEEP), "]".repeat(DEEP)].concat();
    let keys = format!("{}1{}", r#"{"ask":"#.repeat(DEEP), "}".repeat(DEEP));
    let within = format!(r#"{{"ask":{{"map":"yard","what":{{"path":{{"from":{lists}}}}}}}}}"#);
    let change = format!(r#"{{"change":{{"map":"yard","what":{lists}}}}}"#);
    let cbor = [vec![0x81; DEEP], vec![1]].concat();
    for subject in SUBJECTS {
        for deep in [keys.as_bytes(), within.as_bytes(), change.as_bytes(), &cbor] {
            let refused = yard.refusal(subject, deep.to_vec());
            assert_eq!(refused["code"], "not-understood", "{subject}: {refused}");
        }
    }
    yard.end();
}

#[test]
fn messages_that_are_huge_are_refused_before_they_are_read() {
    // Such a broker takes more than the service does.
    let yard = Yard::begin(Broker::letting_in("max_payload: 16MB"));
    let place = " ".repeat(12 << 20);
    let call = json!({ "ask": { "map": "yard", "what": { "nearest": { "place": place } } } });
    for subject in SUBJECTS {
        let refused = yard.refusal(subject, call.to_string().into_bytes());
        assert_eq!(refused["code"], "too-large", "{subject}: {refused}");
    }
    // As many places as fit into a message are answered or refused; either way by something that fits.
    let call = json!({ "ask": { "map": "yard", "what": { "matrix": {
        "from": vec!["0,0"; 60_000], "to": ["1,0"] } } } });
    let refused = yard.refusal(SUBJECTS[0], call.to_string().into_bytes());
    assert_eq!(refused["code"], "too-large", "{refused}");
    yard.end();
}

#[test]
fn replies_go_to_who_asked_and_into_nothing_that_is_stored() {
    let yard = Yard::begin(Broker::begin());
    let (runtime, client) = (&yard.runtime, &yard.client);
    let wall = |id: &str| {
        let what = super::wall_at(1, true);
        json!({ "change": { "map": "yard", "what": what, "id": id } }).to_string()
    };
    // Where JetStream is told what to do, what is stored, and where the workers speak with each other.
    let own = [
        "$JS.API.STREAM.PURGE.XUNLU_LOG",
        "$JS.API.STREAM.DELETE.OBJ_xunlu_maps",
        "$KV.xunlu_heads.yard",
        "$O.xunlu_maps.C.other",
        "$SRV.PING",
        "xunlu.log.yard.1",
        "xunlu.v1.complaint.yard",
        "xunlu.v1.forward.yard",
        "xunlu.v1.ask.yard",
    ];
    let mut heard = runtime.block_on(async {
        let mut all = futures_util::stream::SelectAll::new();
        for subject in own {
            all.push(client.subscribe(subject).await.expect("it is there"));
        }
        // The broker knows of them.
        client.flush().await.expect("it is there");
        all
    });
    let nowhere = ["nobody.is.there", "a.*", ">", "a..b"];
    for (number, reply) in own.iter().chain(&nowhere).enumerate() {
        for (subject, call) in [("ask", near_call()), ("change", wall(&number.to_string()))] {
            let subject = format!("xunlu.v1.{subject}.yard");
            let sent = client.publish_with_reply(subject, (*reply).to_owned(), call.into());
            // Some are none, as the client sees it already.
            let _ = runtime.block_on(sent);
        }
    }
    // All of them have been taken by then.
    yard.others_are_answered();
    let told = asked(
        runtime,
        client,
        "xunlu.v1.change.yard",
        &serde_json::from_str(&wall("last")).unwrap(),
    );
    assert!(told["told"]["changed"].is_object(), "{told}");
    let stray = runtime.block_on(async {
        let mut stray = Vec::new();
        while let Ok(Some(message)) =
            tokio::time::timeout(Duration::from_millis(300), heard.next()).await
        {
            let is_reply =
                message.headers.as_ref().is_some_and(|own| own.get("Xunlu-Worker").is_some());
            stray.extend(is_reply.then(|| message.subject.to_string()));
        }
        stray
    });
    assert_eq!(stray, [""; 0]);
    // Who comes later still finds all of it.
    let other = worker(runtime, &yard._broker);
    super::until_same(&yard.worker, &other);
    assert_eq!(wall_status(&yard.worker), 200);
    assert!(runtime.block_on(other.end()));
    yard.end();
}

#[test]
fn searches_that_cannot_wait_are_refused_unread_but_those_of_strangers() {
    const CALLS: usize = 600;
    const WAITING: usize = 4;
    let (runtime, broker) = (runtime(), Broker::begin());
    let (token, line) = Tokens::mint("reader", Scopes::parse("read").unwrap()).unwrap();
    let nats = NatsSetup { broker: NatsBroker::at(&broker.url()), maps: MapPatterns::of([]) };
    let setup = Setup {
        http: SocketAddr::from(([127, 0, 0, 1], 0)),
        tcp: None,
        grpc: None,
        workers: Some(2),
        limits: ServiceLimits { waiting_max: WAITING, ..ServiceLimits::default() },
        tokens: Some(Tokens::parse(&line).unwrap()),
        nats: Some(nats),
        ..Setup::default()
    };
    let worker = runtime.block_on(Server::begin(setup)).unwrap();
    let field = (".".repeat(300) + "\n").repeat(300);
    worker.server.put("yard", "", field.as_bytes()).unwrap();
    let reader = OverNats::to(&broker.url()).unwrap().with_token(&token);
    super::until("it is served", || reader.ask("yard", &near(), &Wish::default()).is_ok());
    let client = runtime.block_on(async_nats::connect(broker.url())).unwrap();
    let head = |token: &str| {
        let mut head = HeaderMap::new();
        head.insert("Authorization", format!("Bearer {token}"));
        head
    };
    let own = head(token.text());
    let ask = |head: &HeaderMap, call: Bytes| {
        client.request_with_headers("xunlu.v1.ask.yard", head.clone(), call)
    };
    let slow = json!({ "field": { "to": ["0,0"], "places": ["299,299"] } });
    let slow = Bytes::from(json!({ "ask": { "map": "yard", "what": slow } }).to_string());
    // A path by how it begins, and nothing by how it goes on.
    let evil = Bytes::from_static(br#"{"ask":{"map":"yard","what":{"path":evil"#);
    let calls = (0..CALLS).map(|number| match number % 4 {
        0 => ask(&own, evil.clone()),
        1 if number == CALLS / 2 + 1 => ask(&own, near_call().into()),
        2 => ask(&head("nobody"), slow.clone()),
        _ => ask(&own, slow.clone()),
    });
    let told: Vec<Value> = runtime.block_on(join_all(calls)).into_iter().map(json_of).collect();
    let counted = |ours: usize, code: &str| {
        let own = told.iter().skip(ours).step_by(4);
        own.filter(|told| told["refused"]["code"] == code).count()
    };
    let (evil_busy, evil_read) = (counted(0, "busy"), counted(0, "not-understood"));
    assert!(evil_busy > 0 && evil_busy + evil_read == CALLS / 4, "{evil_busy} and {evil_read}");
    assert_eq!(counted(2, "unauthenticated"), CALLS / 4, "strangers hear that they are");
    assert!(told[CALLS / 2 + 1]["told"]["nearest"].is_object(), "{}", told[CALLS / 2 + 1]);
    let answered = told.iter().filter(|told| told["told"]["field"].is_object()).count();
    // Those that had a place; whether there was one for more before all had come, nobody can say.
    assert!(answered >= WAITING, "{answered}");
    let head = format!("Authorization: Bearer {}\r\n", token.text());
    let metrics = text_with(worker.http, "/metrics", &head);
    let unread = metrics.lines().find_map(|line| line.strip_prefix("xunlu_unread_total "));
    let unread: usize = unread.and_then(|own| own.parse().ok()).expect("it is counted");
    let busy = evil_busy + counted(1, "busy") + counted(3, "busy");
    assert!(evil_busy <= unread && unread <= busy, "{unread} of {busy}");
    assert!(runtime.block_on(worker.end()));
}

fn json_of(told: Result<Message, async_nats::RequestError>) -> Value {
    serde_json::from_slice(&told.expect("it is answered").payload).expect("JSON")
}

fn wall_status(worker: &Running) -> u16 {
    wall(worker, 1, false).status
}

fn near_call() -> String {
    json!({ "ask": { "map": "yard", "what": { "nearest": { "place": "1,1" } } } }).to_string()
}
