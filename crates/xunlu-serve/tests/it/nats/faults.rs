//! Faults: a broker that dies, is damaged or full, and workers that come and go, all under load.

use super::{near, put, runtime, until, until_same, wall, wall_at, worker, worker_that_logs};
use crate::support::broker::Broker;
use crate::support::swarm::while_asking;
use crate::support::{send, text};
use futures_util::StreamExt;
use serde_json::json;
use std::collections::BTreeSet;
use std::fs;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use xunlu::{Grid, World, wire};
use xunlu_client::contract::YARD;
use xunlu_client::{CallReply, ChangeWish, Embedded, Encoding, Navigator, OverNats, Refusal, Wish};

/// What a path costs from one end of the yard to the other, as the program itself finds it.
fn cost_across(map: &str, has_wall: bool) -> u32 {
    let embedded = Embedded::new();
    embedded.hold(
        "yard",
        World::new(map.parse::<Grid>().expect("it is as it should be"))
            .expect("it is as it should be"),
    );
    if has_wall {
        let change = serde_json::from_value(wall_at(1, true)).expect("it is as it should be");
        embedded
            .change("yard", &ChangeWish { id: None, expected: None, change })
            .expect("it is as it should be");
    }
    let query = wire::Query::to("0,0", wire::Goal::At("3,0".to_owned()));
    embedded.path("yard", query).expect("it is as it should be").path.expect("there is a way").cost
}

/// Somebody who is connected to the broker, and how often in a row he looked for it in vain, at the same
/// pace as those who ask.
async fn witness(broker: &Broker) -> (async_nats::Client, Arc<AtomicUsize>) {
    let looked = Arc::new(AtomicUsize::new(0));
    let told = looked.clone();
    let options = async_nats::ConnectOptions::new().reconnect_delay_callback(move |again| {
        told.fetch_max(again, Ordering::Relaxed);
        Duration::from_millis(50 * u64::try_from(again).unwrap_or(10).min(10))
    });
    (options.connect(broker.url()).await.expect("it is there"), looked)
}

#[test]
fn the_broker_may_die_under_load() {
    let (runtime, mut broker) = (runtime(), Broker::begin());
    let (one, other) = (worker(&runtime, &broker), worker(&runtime, &broker));
    put(&one, "yard", YARD);
    until_same(&one, &other);
    let navigator = OverNats::to(&broker.url()).unwrap();
    let (_witness, looked) = runtime.block_on(witness(&broker));
    let (asked, ()) = while_asking(&navigator, 8, "yard", &|_| {}, || {
        broker.kill();
        // What is changed meanwhile is there, and comes to the others later.
        assert_eq!(wall(&one, 1, true).status, 200);
        until("it is looked for in vain", || looked.load(Ordering::Relaxed) >= 4);
        broker.start();
        until_same(&one, &other);
    });
    assert!(asked.refusals.is_empty(), "{:?}", asked.refusals[0]);
    assert!(asked.answers > 100 && asked.slowest < Duration::from_secs(4), "{asked:?}");
    for worker in [one, other] {
        assert!(runtime.block_on(worker.end()));
    }
}

#[test]
fn what_is_damaged_at_the_broker_is_made_anew() {
    let (runtime, mut broker) = (runtime(), Broker::begin());
    let one = worker(&runtime, &broker);
    put(&one, "yard", YARD);
    let client = runtime.block_on(async_nats::connect(broker.url())).unwrap();
    for (number, stream) in
        ["XUNLU_LOG", "OBJ_xunlu_maps", "KV_xunlu_heads", "XUNLU_LOG"].iter().enumerate()
    {
        let other = worker(&runtime, &broker);
        until_same(&one, &other);
        for change in 0..10 {
            assert_eq!(wall(&one, 1, change % 2 == 0).status, 200);
        }
        until_same(&one, &other);
        broker.kill();
        let block = broker.last_block(stream);
        let mut bytes = fs::read(&block).unwrap();
        assert!(bytes.len() > 100, "{stream} holds something");
        if number == 0 {
            bytes.truncate(bytes.len() / 2);
        } else {
            let at = bytes.len() / 2;
            bytes[at] ^= 4;
        }
        fs::write(&block, bytes).unwrap();
        broker.start();
        assert_eq!(wall(&one, 2, number % 2 == 0).status, 200, "{stream}: changes go on");
        // Whoever was there follows, and so does whoever comes now.
        let third = worker(&runtime, &broker);
        until_same(&one, &other);
        until_same(&one, &third);
        let name = third.worker.clone().unwrap();
        let call = json!({ "ask": { "map": "yard", "what": { "nearest": { "place": "1,1" } } } });
        let ask = || {
            let request =
                client.request(format!("xunlu.v1.at.{name}.yard"), call.to_string().into());
            runtime.block_on(request).is_ok()
        };
        until("the newcomer serves it", ask);
        for worker in [other, third] {
            assert!(runtime.block_on(worker.end()));
        }
    }
    assert!(runtime.block_on(one.end()));
}

#[test]
fn where_the_broker_stores_no_more_questions_and_changes_go_on() {
    let (runtime, broker) = (runtime(), Broker::with("max_file: 200KB"));
    let lines = Arc::new(Mutex::new(Vec::new()));
    let told = lines.clone();
    let log = move |line: &str| told.lock().expect("nobody failed").push(line.to_owned());
    let one = worker_that_logs(&runtime, &broker, &[], log);
    let other = worker(&runtime, &broker);
    put(&one, "yard", YARD);
    until_same(&one, &other);
    // Walls in no order, so that nothing makes it small.
    let mut dice = 7_u32;
    let mut cell = || {
        dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        if dice >> 30 == 0 { '#' } else { '.' }
    };
    let row = |cell: &mut dyn FnMut() -> char| (0..700).map(|_| cell()).collect::<String>();
    let large: Vec<String> = (0..700).map(|_| row(&mut cell)).collect();
    put(&one, "large", &large.join("\n"));
    until("it is not stored", || {
        let lines = lines.lock().expect("nobody failed");
        lines.iter().any(|line| line.contains(r#""event":"nats""#) && line.contains("large"))
    });
    let navigator = OverNats::to(&broker.url()).unwrap();
    let (asked, ()) = while_asking(&navigator, 2, "yard", &|_| {}, || {
        for number in 0..20 {
            assert_eq!(wall(&one, 1, number % 2 == 0).status, 200);
        }
    });
    assert!(asked.refusals.is_empty() && asked.answers > 100, "{asked:?}");
    assert_eq!(send(other.http, "GET", "/readyz", "").status, 200);
    for worker in [one, other] {
        assert!(runtime.block_on(worker.end()));
    }
}

#[test]
fn each_answer_is_right_for_the_revision_that_it_names() {
    let (runtime, broker) = (runtime(), Broker::begin());
    let (one, other) = (worker(&runtime, &broker), worker(&runtime, &broker));
    // In every second epoch there are other walls, and one more after every second change.
    let map = |is_odd: bool| if is_odd { "....\n.#..\n....\n" } else { YARD };
    put(&one, "yard", map(false));
    until_same(&one, &other);
    let navigator = OverNats::to(&broker.url()).unwrap();
    let expected = [[false, false], [false, true], [true, false], [true, true]];
    let expected = expected.map(|[is_odd, has_wall]| cost_across(map(is_odd), has_wall));
    assert_eq!(BTreeSet::from(expected).len(), 3, "{expected:?}");
    let answers = AtomicU64::new(0);
    let check = |answer: &wire::Answer| {
        answers.fetch_add(1, Ordering::Relaxed);
        let [epoch, number] = [u64::from(answer.epoch), answer.revision].map(|at| at % 2);
        let cost = answer.path.as_ref().map(|path| path.cost);
        let expected = expected[usize::try_from(2 * epoch + number).unwrap()];
        assert_eq!(cost, Some(expected), "at {}.{}", answer.epoch, answer.revision);
    };
    let some_are_answered = || {
        let enough = answers.load(Ordering::Relaxed) + 4;
        until("some are answered", || answers.load(Ordering::Relaxed) >= enough);
    };
    let (asked, ()) = while_asking(&navigator, 4, "yard", &check, || {
        for number in 0..12 {
            for change in 0..3 {
                wall(&one, 1, change % 2 == 0);
                some_are_answered();
            }
            put(&one, "yard", map(number % 2 == 0));
            some_are_answered();
        }
        until_same(&one, &other);
    });
    assert!(asked.refusals.iter().all(|refusal| refusal.kind.code() == "conflict"), "{asked:?}");
    assert!(asked.answers > 200, "{asked:?}");
    let told = text(other.http, "/metrics");
    assert!(told.contains("xunlu_maps 1"), "{told}");
    for worker in [one, other] {
        assert!(runtime.block_on(worker.end()));
    }
}

/// Asks as fast as answers come, with so many on their way and none asked twice, until it is told to end.
/// Returns what came of those that were not answered; the others are counted.
async fn ask_once_each(
    client: async_nats::Client,
    depth: usize,
    (is_over, answers): (Arc<AtomicBool>, Arc<AtomicU64>),
) -> Vec<String> {
    let call = json!({ "ask": { "map": "yard", "what": { "nearest": { "place": "1,1" } } } });
    let call = bytes::Bytes::from(call.to_string());
    let mut all = tokio::task::JoinSet::new();
    for _ in 0..depth {
        let (client, call) = (client.clone(), call.clone());
        let (is_over, answers) = (is_over.clone(), answers.clone());
        all.spawn(async move {
            let mut lost = Vec::new();
            while !is_over.load(Ordering::Relaxed) {
                match client.request("xunlu.v1.ask.yard", call.clone()).await {
                    Ok(reply) if reply.payload.starts_with(b"{\"told\"") => {
                        answers.fetch_add(1, Ordering::Relaxed);
                    }
                    Ok(reply) => lost.push(String::from_utf8_lossy(&reply.payload).into_owned()),
                    Err(error) => lost.push(error.to_string()),
                }
            }
            lost
        });
    }
    all.join_all().await.into_iter().flatten().collect()
}

#[test]
fn workers_come_and_go_under_full_load_with_nothing_lost() {
    let rounds = std::env::var("XUNLU_SEEDS").ok().and_then(|seeds| seeds.parse::<u64>().ok());
    // Each seed more than CI's is much more than a second; twenty are the aim.
    let rounds = rounds.map_or(3, |seeds| seeds.clamp(3, 20));
    let (runtime, broker) = (runtime(), Broker::begin());
    let one = worker(&runtime, &broker);
    put(&one, "yard", YARD);
    let mut other = worker(&runtime, &broker);
    until_same(&one, &other);
    let options = async_nats::ConnectOptions::new().request_timeout(Some(Duration::from_secs(5)));
    let client = runtime.block_on(options.connect(broker.url())).unwrap();
    until("it is served", || {
        let call = json!({ "ask": { "map": "yard", "what": { "nearest": { "place": "1,1" } } } });
        let request = client.request("xunlu.v1.ask.yard", call.to_string().into());
        runtime.block_on(request).is_ok()
    });
    let (is_over, answers) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let asking = runtime.spawn(ask_once_each(client, 128, (is_over.clone(), answers.clone())));
    for _ in 0..rounds {
        // As many as are on their way, a few times over.
        let enough = answers.load(Ordering::Relaxed) + 1000;
        until("it is under load", || answers.load(Ordering::Relaxed) >= enough);
        assert!(runtime.block_on(other.end()), "all was answered");
        other = worker(&runtime, &broker);
        until_same(&one, &other);
    }
    is_over.store(true, Ordering::Relaxed);
    let lost = runtime.block_on(asking).unwrap();
    assert!(lost.is_empty(), "{} are lost beside {answers:?}: {}", lost.len(), lost[0]);
    for worker in [one, other] {
        assert!(runtime.block_on(worker.end()));
    }
}

#[test]
fn where_one_worker_is_busy_and_the_next_silent_who_asks_is_told_of_the_busy_one() {
    let (runtime, broker) = (runtime(), Broker::begin());
    let client = runtime.block_on(async_nats::connect(broker.url())).unwrap();
    let mut heard = runtime.block_on(async {
        let heard = client.subscribe("xunlu.v1.ask.yard").await.unwrap();
        client.flush().await.unwrap();
        heard
    });
    // A worker that says so once, and hears whatever follows without a word.
    let busy = runtime.spawn(async move {
        let mut asked = 0;
        while let Some(message) = heard.next().await {
            asked += 1;
            if asked == 1 {
                let refusal = Refusal::busy(Duration::from_millis(20));
                let told = Encoding::Cbor.write(&CallReply::from(Err(refusal)));
                client.publish(message.reply.unwrap(), told.into()).await.unwrap();
            }
            if asked == 2 {
                return asked;
            }
        }
        asked
    });
    let navigator = OverNats::to(&broker.url()).unwrap();
    let wish = Wish { time: Some(Duration::from_secs(1)), ..Wish::default() };
    let refusal = navigator.ask("yard", &near(), &wish).unwrap_err();
    assert_eq!(runtime.block_on(busy).unwrap(), 2, "it was asked again");
    assert_eq!(refusal.kind.code(), "busy", "{refusal}");
}
