//! Messages that mean no good: what is random, deep, huge or to be answered where nobody should be is refused
//! or left alone, and others are answered meanwhile.

use super::{asked, maps, near, put, runtime, wall, worker};
use crate::support::broker::Broker;
use async_nats::{Client, Message};
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use xunlu_client::contract::YARD;
use xunlu_client::{Encoding, Navigator, OverNats, Wish};
use xunlu_serve::Running;
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

fn wall_status(worker: &Running) -> u16 {
    wall(worker, 1, false).status
}

fn near_call() -> String {
    json!({ "ask": { "map": "yard", "what": { "nearest": { "place": "1,1" } } } }).to_string()
}
