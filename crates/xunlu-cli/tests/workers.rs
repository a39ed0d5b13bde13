//! Workers that are processes: one is killed, stopped or told to end under load, and who asks does not
//! notice.

#![cfg(unix)]

#[path = "../../xunlu-serve/tests/it/support/broker.rs"]
mod broker;
#[path = "../../xunlu-serve/tests/it/support/swarm.rs"]
mod swarm;
mod support;

use broker::Broker;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use support::{root, run};
use swarm::{Asked, while_asking};
use xunlu::wire;
use xunlu_client::{Navigator, OverNats};

/// A worker; killed when the test is over.
struct Worker(Child);

impl Worker {
    /// One with a map, or one that gets it from others.
    fn begin(broker: &Broker, arguments: &[&str]) -> Worker {
        let child = Command::new(env!("CARGO_BIN_EXE_xunlu"))
            .args(["serve", "--http", "127.0.0.1:0", "--tcp", "off", "--grpc", "off"])
            .args(["--nats", &broker.url()])
            .args(arguments)
            .current_dir(root())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn();
        let mut child = child.expect("cargo built the program");
        let out = child.stdout.as_mut().expect("it was asked for");
        let is_worker = |line: &String| line.starts_with("Over NATS it is worker ");
        let told = BufReader::new(out).lines().map_while(Result::ok).find(is_worker);
        assert!(told.is_some(), "it says what it is called");
        Worker(child)
    }

    fn signal(&self, signal: &str) {
        let id = self.0.id().to_string();
        let sent = Command::new("kill").args([signal, &id]).status();
        assert!(sent.expect("kill is there").success());
    }

    fn wait(&mut self) {
        self.0.wait().expect("it ends");
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // One that has ended cannot be killed, which is as well.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// How often each thing is done: more often by `cargo xtask soak`, which sets the number of seeds.
fn rounds() -> u32 {
    if std::env::var("XUNLU_SEEDS").is_ok() { 20 } else { 2 }
}

/// A broker, a worker with the map, and somebody who asks.
fn begin() -> (Broker, Worker, OverNats) {
    let broker = Broker::begin();
    let one = Worker::begin(&broker, &["examples/maps/tutorial.txt"]);
    let navigator = OverNats::to(&broker.url()).expect("the broker is there");
    (broker, one, navigator)
}

/// Waits until so many workers serve the map: each answers when it is asked by name.
fn until_served(broker: &Broker, count: usize) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("the broker is there");
    runtime.block_on(async {
        let client = async_nats::connect(broker.url()).await.expect("the broker is there");
        let end = Instant::now() + Duration::from_secs(20);
        loop {
            let inbox = client.new_inbox();
            let mut told = client.subscribe(inbox.clone()).await.expect("the broker is there");
            client
                .publish_with_reply("$SRV.INFO.xunlu", inbox, "".into())
                .await
                .expect("the broker is there");
            let mut serving = 0;
            while let Ok(Some(reply)) =
                tokio::time::timeout(Duration::from_millis(200), next(&mut told)).await
            {
                serving += usize::from(reply.contains("\"map\":\"tutorial\""));
            }
            if serving == count {
                return;
            }
            assert!(Instant::now() < end, "{count} workers serve it, not {serving}");
        }
    });
}

async fn next(told: &mut async_nats::Subscriber) -> Option<String> {
    use futures_util::StreamExt;
    told.next().await.map(|message| String::from_utf8_lossy(&message.payload).into_owned())
}

fn ask_while(navigator: &OverNats, work: impl FnOnce()) -> Asked {
    let found = |answer: &wire::Answer| assert!(answer.path.is_some(), "{answer:?}");
    while_asking(navigator, 16, "tutorial", &found, work).0
}

#[test]
fn one_of_two_workers_may_be_killed_under_load() {
    let (broker, _one, navigator) = begin();
    for round in 0..rounds() {
        let mut other = Worker::begin(&broker, &[]);
        until_served(&broker, 2);
        let asked = ask_while(&navigator, || {
            other.signal("-KILL");
            other.wait();
        });
        assert!(asked.refusals.is_empty(), "round {round}: {:?}", asked.refusals);
        assert!(asked.answers > 100 && asked.slowest < Duration::from_secs(4), "{asked:?}");
    }
}

#[test]
fn a_worker_may_be_cut_off_and_healed_under_load() {
    let (broker, _one, navigator) = begin();
    let _two = Worker::begin(&broker, &[]);
    let other = Worker::begin(&broker, &[]);
    until_served(&broker, 3);
    for round in 0..rounds() {
        let asked = ask_while(&navigator, || {
            // It hears nothing and says nothing, and its connections stay.
            other.signal("-STOP");
            thread::sleep(Duration::from_secs(3));
            other.signal("-CONT");
        });
        assert!(asked.refusals.is_empty(), "round {round}: {:?}", asked.refusals);
        assert!(asked.slowest < Duration::from_secs(4), "round {round}: {asked:?}");
        until_served(&broker, 3);
    }
}

#[test]
fn all_workers_may_be_begun_anew_one_by_one_under_load() {
    let broker = Broker::begin();
    let folder = std::env::temp_dir().join(format!("xunlu-workers-{}", std::process::id()));
    let data = folder.display().to_string();
    let mut one = Worker::begin(&broker, &["--data", &data, "examples/maps/tutorial.txt"]);
    let mut other = Worker::begin(&broker, &[]);
    let navigator = OverNats::to(&broker.url()).expect("the broker is there");
    until_served(&broker, 2);
    let asked = ask_while(&navigator, || {
        for _ in 0..rounds() {
            for (worker, arguments) in [(&mut one, &["--data", &data][..]), (&mut other, &[])] {
                worker.signal("-TERM");
                worker.wait();
                *worker = Worker::begin(&broker, arguments);
                until_served(&broker, 2);
            }
        }
    });
    assert!(asked.refusals.is_empty(), "{:?}", asked.refusals);
    assert!(asked.answers > 100 && asked.slowest < Duration::from_secs(4), "{asked:?}");
    // A test that left its folder has said what is wrong.
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn a_question_of_the_command_line_is_answered_over_nats() {
    let (broker, mut one, navigator) = begin();
    let line = "xunlu find examples/maps/tutorial.txt --from 0,0 --to 4,1 --costs 10/14 --corners one-free";
    let (here, there) = (run(line), run(&format!("{line} --server {}", broker.url())));
    assert_eq!((there.code, &there.out), (Some(0), &here.out), "{}", there.err);
    one.signal("-TERM");
    one.wait();
    let query = wire::Query::to("0,0", wire::Goal::At("4,1".to_owned()));
    let refusal = navigator.path("tutorial", query).expect_err("nobody is there");
    assert_eq!(refusal.kind.code(), "unreachable-service");
}
