//! How many questions a worker answers over NATS, beside a service that does nothing: a worker, somebody who
//! answers whatever comes with the same fifty places, and a client that has 64 questions on their way.
//!
//! ```sh
//! nats-server --jetstream --store_dir nats-load --port 4333 &
//! cargo run --release -p xunlu-serve --example nats_load -- \
//!     nats://127.0.0.1:4333 AR0602SR.map AR0602SR.map.scen 5
//! ```
//!
//! Each kind is asked twice, in turns, for other programs are at work on most machines. Every reply is
//! counted, and one in sixteen is read and its path held against the scenario's length.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

use async_nats::{Client, Message};
use bytes::Bytes;
use futures_util::StreamExt;
use std::error::Error;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Runtime};
use xunlu::wire;
use xunlu_client::{Ask, AskCall, Call, CallReply, Encoding, NearestAsked, NearestTold, Response};
use xunlu_format::Scenario;
use xunlu_serve::{MapPatterns, NatsSetup, Server, Setup};

/// What a straight step costs on grids unless said.
const STRAIGHT: f64 = 2378.0;

/// One question, and the length of its path if it has one.
struct Asked {
    bytes: Bytes,
    length: Option<f64>,
}

/// What came of asking for a while.
struct Measured {
    rate: f64,
    p50: f64,
    p99: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [url, map, scenario, seconds] = &arguments[..] else {
        return Err(
            "expected a broker, a map, its scenario, and how many seconds each run takes".into()
        );
    };
    let (map, scenario) = (std::fs::read(map)?, std::fs::read(scenario)?);
    let time = Duration::from_secs(seconds.parse()?);
    let paths = questions(&Scenario::read("scenario", &scenario)?, Ask::Path);
    let near = |query: Box<wire::Query>| {
        Ask::Nearest(NearestAsked { place: query.from.clone(), mover: None })
    };
    let nearest = questions(&Scenario::read("scenario", &scenario)?, near);

    let serving = threads("sockets", 2)?;
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    let nats = NatsSetup { url: url.clone(), maps: MapPatterns::of(["map"]) };
    let setup = Setup { http: any, tcp: None, grpc: None, nats: Some(nats), ..Setup::default() };
    let running = serving.block_on(Server::begin(setup))?;
    running.server.put("map", "", &map)?;
    let idle = threads("nothing", 2)?;
    idle.spawn(do_nothing(url.clone()));
    let asking = threads("clients", 1)?;
    let client = asking.block_on(async_nats::connect(url))?;
    let kinds = [
        ("nothing", "nothing.map", &nearest),
        ("nearest", "xunlu.v1.ask.map", &nearest),
        ("path", "xunlu.v1.ask.map", &paths),
    ];
    for (_, subject, asked) in kinds {
        // Until it is there, and knows the ways of the map.
        asking.block_on(wait_for(&client, subject, &asked[0]));
    }
    println!("{:12}{:>9}{:>9}{:>9}", "64 deep", "calls/s", "p50 us", "p99 us");
    for _ in 0..2 {
        let mut least = None;
        for (name, subject, asked) in kinds {
            let Measured { rate, p50, p99 } =
                asking.block_on(ask(&client, subject, asked, time))?;
            let share = 100.0 * rate / *least.get_or_insert(rate);
            println!("{name:12}{rate:9.0}{p50:9.0}{p99:9.0}  {share:3.0}% of nothing");
        }
    }
    assert!(serving.block_on(running.end()), "all was answered");
    Ok(())
}

fn threads(name: &str, count: usize) -> std::io::Result<Runtime> {
    Builder::new_multi_thread().worker_threads(count).thread_name(name).enable_all().build()
}

/// The scenario's questions in an order of no kind: they are sorted by length, which no game's are.
fn questions(scenario: &Scenario, what: impl Fn(Box<wire::Query>) -> Ask) -> Vec<Asked> {
    let mut random = xunlu::map::make::Random::new(1);
    let lines = scenario.lines.iter().map(|line| {
        let [from, to] = [line.start, line.goal].map(|at| format!("{:.0},{:.0}", at.x, at.y));
        let what = what(Box::new(wire::Query::to(from, wire::Goal::At(to))));
        let length = matches!(what, Ask::Path(_)).then_some(line.optimal_length);
        let call = AskCall {
            map: "map".to_owned(),
            what,
            at_least: None,
            exactly: None,
            time_ms: None,
            trace: None,
        };
        Asked { bytes: Encoding::Cbor.write(&Call::Ask(call)).into(), length }
    });
    let mut asked: Vec<Asked> = lines.collect();
    random.shuffle(&mut asked);
    asked
}

/// Answers whatever comes with as many bytes as fifty places take.
async fn do_nothing(url: String) {
    let client = async_nats::connect(url).await.expect("the broker is there");
    let subject = "nothing.map".to_owned();
    let mut asked =
        client.queue_subscribe(subject, "workers".to_owned()).await.expect("it is heard");
    let nearest = Some("0".repeat(600));
    let told = Response::Nearest(NearestTold { nearest, revision: "0".to_owned() });
    let reply: Bytes = Encoding::Cbor.write(&CallReply::Told(told)).into();
    let mut headers = async_nats::HeaderMap::new();
    headers.insert("Xunlu-Worker", "0123456789abcdef");
    while let Some(message) = asked.next().await {
        if let Some(to) = message.reply {
            let sent = client.publish_with_headers(to, headers.clone(), reply.clone());
            sent.await.expect("it is sent");
        }
    }
}

async fn wait_for(client: &Client, subject: &str, asked: &Asked) {
    while client.request(subject.to_owned(), asked.bytes.clone()).await.is_err() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Sends questions as replies to earlier ones come in.
async fn ask(
    client: &Client,
    subject: &str,
    asked: &[Asked],
    time: Duration,
) -> Result<Measured, Box<dyn Error>> {
    let inbox = client.new_inbox();
    let mut replies = client.subscribe(format!("{inbox}.*")).await?;
    let mut sent: Vec<(usize, Instant)> = Vec::new();
    let mut latencies: Vec<Duration> = Vec::new();
    let (begun, subject) = (Instant::now(), async_nats::Subject::from(subject));
    while latencies.len() < sent.len() || begun.elapsed() < time {
        while sent.len() - latencies.len() < 64 && begun.elapsed() < time {
            let which = sent.len() % asked.len();
            let reply = format!("{inbox}.{}", sent.len());
            sent.push((which, Instant::now()));
            client.publish_with_reply(subject.clone(), reply, asked[which].bytes.clone()).await?;
        }
        let Some(message) = replies.next().await else { return Err("the broker is gone".into()) };
        latencies.push(check(asked, &sent, &message));
    }
    let rate = latencies.len() as f64 / begun.elapsed().as_secs_f64();
    latencies.sort_unstable();
    let at = |share: usize| latencies[(latencies.len() - 1) * share / 100].as_secs_f64() * 1e6;
    Ok(Measured { rate, p50: at(50), p99: at(99) })
}

/// How long a reply took. What is told is what the scenario says, but for rounding: steps cost whole numbers,
/// and some scenarios have two digits behind the point.
fn check(asked: &[Asked], sent: &[(usize, Instant)], message: &Message) -> Duration {
    let number = message.subject.rsplit_once('.').and_then(|(_, number)| number.parse().ok());
    let number: usize = number.expect("it has the number of its question");
    let (which, begun) = sent[number];
    let took = begun.elapsed();
    if number.is_multiple_of(16) {
        let reply = Encoding::Cbor.read(&message.payload).expect("a reply");
        let CallReply::Told(told) = reply else { panic!("{reply:?}") };
        if let (Some(length), Response::Path(answer)) = (asked[which].length, told) {
            let cost = answer.path.as_ref().map_or(f64::NAN, |path| f64::from(path.cost));
            let steps = cost / STRAIGHT;
            assert!((steps - length).abs() <= 1e-3 * length + 0.005, "{steps}; expected {length}");
        }
    }
    took
}
