//! Workers that are processes: one is killed, stopped or told to end under load, and who asks does not
//! notice.

#![cfg(unix)]

#[path = "../../../xunlu-serve/tests/it/support/broker.rs"]
mod broker;
#[path = "../../../xunlu-serve/tests/it/support/swarm.rs"]
mod swarm;

use crate::support::{root, run};
use broker::Broker;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use swarm::{Asked, while_asking};
use xunlu::wire;
use xunlu_client::{Navigator, OverNats};

/// A worker; killed when the test is over.
struct Worker(Child);

impl Worker {
    /// One with a map, or one that gets it from others.
    fn begin(broker: &Broker, arguments: &[&str]) -> Worker {
        Worker::begin_as(Command::new(env!("CARGO_BIN_EXE_xunlu")), broker, arguments)
    }

    /// The same by a command that becomes the program.
    fn begin_as(mut program: Command, broker: &Broker, arguments: &[&str]) -> Worker {
        let child = program
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

/// A machine of its own as far as the network goes: a namespace at the end of a cable that can be pulled.
struct Elsewhere {
    name: String,
    cable: String,
    host: String,
}

impl Elsewhere {
    /// Returns `None` where that is not allowed.
    fn begin() -> Option<Elsewhere> {
        let id = std::process::id();
        let (name, cable) = (format!("xunlu-{id}"), format!("xunlu{id}"));
        let (third, fourth) = (id / 64 % 256, id % 64 * 4);
        let [host, guest] = [1, 2].map(|own| format!("10.213.{third}.{}", fourth + own));
        let made = Elsewhere { name, cable, host };
        let (name, cable, host) = (&made.name, &made.cable, &made.host);
        let inside = format!("in{id}");
        let all = [
            format!("netns add {name}"),
            format!("link add {cable} type veth peer name {inside}"),
            format!("link set {inside} netns {name}"),
            format!("addr add {host}/30 dev {cable}"),
            format!("link set {cable} up"),
            format!("-n {name} addr add {guest}/30 dev {inside}"),
            format!("-n {name} link set {inside} up"),
            format!("-n {name} link set lo up"),
        ];
        all.iter().all(|line| ip(line)).then_some(made)
    }

    fn plug(&self, is_in: bool) {
        let state = if is_in { "up" } else { "down" };
        assert!(ip(&format!("link set {} {state}", self.cable)), "the cable is there");
    }

    /// The program, on that machine.
    fn program(&self) -> Command {
        let mut program = Command::new("ip");
        program.args(["netns", "exec", &self.name, env!("CARGO_BIN_EXE_xunlu")]);
        program
    }
}

impl Drop for Elsewhere {
    fn drop(&mut self) {
        ip(&format!("link del {}", self.cable));
        ip(&format!("netns del {}", self.name));
    }
}

/// Whether this could be done to the network.
fn ip(line: &str) -> bool {
    let mut command = Command::new("ip");
    let ran = command.args(line.split(' ')).stderr(Stdio::null()).status();
    ran.is_ok_and(|status| status.success())
}

#[test]
fn a_worker_may_lose_its_network_and_get_it_back_under_load() {
    let Some(elsewhere) = Elsewhere::begin() else {
        println!("left out: namespaces of the network are for root, with ip (iproute2)");
        return;
    };
    let broker = Broker::at(&elsewhere.host, "");
    let _one = Worker::begin(&broker, &["examples/maps/tutorial.txt"]);
    let _two = Worker::begin(&broker, &[]);
    let _other = Worker::begin_as(elsewhere.program(), &broker, &[]);
    until_served(&broker, 3);
    let navigator = OverNats::to(&broker.url()).expect("the broker is there");
    for round in 0..rounds().min(5) {
        let asked = ask_while(&navigator, || {
            // What was sent to it is lost without a word.
            elsewhere.plug(false);
            thread::sleep(Duration::from_secs(4));
            elsewhere.plug(true);
        });
        assert!(asked.refusals.is_empty(), "round {round}: {:?}", asked.refusals);
        assert!(asked.slowest < Duration::from_secs(4), "round {round}: {asked:?}");
        assert!(asked.answers > 100, "{asked:?}");
        until_served(&broker, 3);
    }
}

#[test]
fn the_time_of_day_may_jump_under_load() {
    let library = ["x86_64", "aarch64"]
        .map(|machine| format!("/usr/lib/{machine}-linux-gnu/faketime/libfaketime.so.1"))
        .into_iter()
        .find(|path| std::path::Path::new(path).exists());
    let Some(library) = library else {
        let words = "libfaketime is missing (Debian, Ubuntu: apt-get install libfaketime)";
        // As `cargo xtask ci` sets it, which has it installed.
        assert!(
            std::env::var_os("XUNLU_LEAVE_OUT_NOTHING").is_none() || !cfg!(target_os = "linux"),
            "{words}"
        );
        println!("left out: {words}");
        return;
    };
    let broker = Broker::begin();
    let clock = std::env::temp_dir().join(format!("xunlu-clock-{}", std::process::id()));
    std::fs::write(&clock, "+0").expect("it is written");
    let mut program = Command::new(env!("CARGO_BIN_EXE_xunlu"));
    program
        .env("LD_PRELOAD", library)
        .env("FAKETIME_TIMESTAMP_FILE", &clock)
        .env("FAKETIME_NO_CACHE", "1")
        // What measures how long something takes does not jump.
        .env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    let log = clock.with_extension("log");
    let log_at = log.display().to_string();
    let arguments = ["--log", &log_at, "--slow", "0", "examples/maps/tutorial.txt"];
    let _one = Worker::begin_as(program, &broker, &arguments);
    let navigator = OverNats::to(&broker.url()).expect("the broker is there");
    until_served(&broker, 1);
    let asked = ask_while(&navigator, || {
        for jump in ["+1h", "-1d", "+400d", "+0"] {
            std::fs::write(&clock, jump).expect("it is written");
            thread::sleep(Duration::from_millis(500));
        }
    });
    assert!(asked.refusals.is_empty(), "{:?}", asked.refusals);
    assert!(asked.answers > 100 && asked.slowest < Duration::from_secs(2), "{asked:?}");
    let lines = std::fs::read_to_string(&log).expect("it was written");
    let years = lines.lines().filter_map(|line| line.split("\"time\":\"").nth(1)?.get(..4));
    let years: std::collections::BTreeSet<&str> = years.collect();
    assert!(years.len() > 1, "its clock did jump: {years:?}");
    // A test that left them has said what is wrong.
    let _ = (std::fs::remove_file(clock), std::fs::remove_file(log));
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

#[test]
fn a_worker_and_who_asks_are_let_in_by_a_seed() {
    // Of a user that everybody may know, as NATS's documentation has it.
    const SEED: &str = "SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY\n";
    const KEY: &str = "UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4";
    let seed = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("worker.seed");
    std::fs::write(&seed, SEED).expect("it is written");
    let seed = seed.to_str().expect("a path of text");
    let broker = Broker::letting_in(&format!("authorization {{ users: [{{ nkey: {KEY} }}] }}"));
    let map = "examples/maps/tutorial.txt";
    let _worker = Worker::begin(&broker, &[map, "--nats-creds", seed]);
    let url = broker.url();
    let asked = format!("xunlu find {map} --from 0,0 --to 4,1 --json --server");
    let alone = run(&format!("{asked} {url}"));
    assert!(alone.code == Some(2) && alone.err.contains("authorization"), "{}", alone.err);
    let end = Instant::now() + Duration::from_secs(20);
    loop {
        let found = run(&format!("{asked} {url} --nats-creds {seed}"));
        if found.code == Some(0) {
            break;
        }
        assert!(Instant::now() < end, "{}", found.err);
    }
    let elsewhere = run(&format!("{asked} http://127.0.0.1:9 --nats-creds {seed}"));
    assert!(elsewhere.err.contains("for a broker of NATS"), "{}", elsewhere.err);
}
