//! How many questions the service answers, and what that costs whom: a server, clients that ask it over
//! frames as fast as replies come, and the same questions asked in the program itself.
//!
//! ```sh
//! cargo run --release -p xunlu-serve --example load -- AR0602SR.map AR0602SR.map.scen 5
//! ```
//!
//! Times of processors are those that Linux tells of each thread; elsewhere they are left out. Every reply is
//! counted, and one in sixteen is read and its path held against the scenario's length.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use xunlu::{Map, World, wire};
use xunlu_client::{
    Ask, AskCall, Call, CallReply, Embedded, Encoding, Frame, Navigator, NearestAsked, Response,
    Wish,
};
use xunlu_format::{Options, Scenario, Source, read};
use xunlu_serve::{Running, Server, Setup};

/// What a straight step costs on grids unless said.
const STRAIGHT: f64 = 2378.0;

/// One call, and the length of its path if it has one.
struct Asked {
    call: Call,
    length: Option<f64>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [map, scenario, seconds] = &arguments[..] else {
        return Err("expected a map, its scenario, and how many seconds each run takes".into());
    };
    let (map, scenario) = (std::fs::read(map)?, std::fs::read(scenario)?);
    let time = Duration::from_secs(seconds.parse()?);
    let paths = questions(&Scenario::read("scenario", &scenario)?);
    let nearest = paths.iter().map(nearest_to).collect::<Vec<_>>();
    let ping = vec![Asked { call: Call::Ping, length: None }];

    println!("{:24}{:>9}{:>9}{:>9}  processor us a call", "", "calls/s", "p50 us", "p99 us");
    embedded(&map, &paths, time)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .thread_name("sockets")
        .enable_all()
        .build()?;
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    let setup = Setup { http: any, tcp: Some(any), grpc: None, ..Setup::default() };
    let running: Running = runtime.block_on(Server::begin(setup))?;
    running.server.put("map", "", &map)?;
    let tcp = running.tcp.ok_or("frames are listened to")?;
    for (name, asked) in [("ping", &ping), ("nearest", &nearest), ("path", &paths)] {
        for (connections, depth) in [(1, 1), (1, 64), (8, 8)] {
            let clients = Clients { tcp, connections, depth, time };
            clients.ask(&format!("tcp {name} {connections} x {depth}"), asked)?;
        }
    }
    assert!(runtime.block_on(running.end()), "all was answered");
    Ok(())
}

/// The scenario's questions in an order of no kind: they are sorted by length, which no game's are.
fn questions(scenario: &Scenario) -> Vec<Asked> {
    let mut random = xunlu::map::make::Random::new(1);
    let lines = scenario.lines.iter().map(|line| {
        let [from, to] = [line.start, line.goal].map(|at| format!("{:.0},{:.0}", at.x, at.y));
        let query = wire::Query::to(from, wire::Goal::At(to));
        Asked { call: ask(Ask::Path(Box::new(query))), length: Some(line.optimal_length) }
    });
    let mut asked: Vec<Asked> = lines.collect();
    random.shuffle(&mut asked);
    asked
}

fn nearest_to(path: &Asked) -> Asked {
    let Call::Ask(AskCall { what: Ask::Path(query), .. }) = &path.call else {
        unreachable!("they are paths")
    };
    let near = NearestAsked { place: query.from.clone(), mover: None };
    Asked { call: ask(Ask::Nearest(near)), length: None }
}

fn ask(what: Ask) -> Call {
    let map = "map".to_owned();
    Call::Ask(AskCall { map, what, at_least: None, exactly: None, time_ms: None, trace: None })
}

/// The map of a file.
fn map_in(bytes: &[u8]) -> Result<Map, Box<dyn Error>> {
    let document = read(&Source::alone("map", bytes), &Options::default())?.document;
    Ok(document.into_map_and_mover()?.0)
}

/// The same questions in the program itself, on as many threads as a server has.
fn embedded(map: &[u8], asked: &[Asked], time: Duration) -> Result<(), Box<dyn Error>> {
    let embedded = Embedded::new();
    embedded.hold("map", World::new(map_in(map)?)?);
    let threads = thread::available_parallelism()?.get();
    let (next, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
    let ask = || {
        let mut latencies = Vec::new();
        while !is_over.load(Ordering::Relaxed) {
            let asked = &asked[next.fetch_add(1, Ordering::Relaxed) % asked.len()];
            let Call::Ask(AskCall { what, .. }) = &asked.call else {
                unreachable!("they are paths")
            };
            let begun = Instant::now();
            let told = embedded.ask("map", what, &Wish::default());
            latencies.push(begun.elapsed());
            check(asked, &told.expect("it is answered"));
        }
        latencies
    };
    thread::scope(|scope| {
        let before = Processors::now();
        let mut all = Vec::new();
        for _ in 0..threads {
            all.push(thread::Builder::new().name("clients".to_owned()).spawn_scoped(scope, ask)?);
        }
        thread::sleep(time);
        let cost = before.until_now();
        is_over.store(true, Ordering::Relaxed);
        let latencies = all.into_iter().flat_map(|own| own.join().expect("it ends")).collect();
        print(&format!("embedded path x {threads}"), time, latencies, &cost);
        Ok(())
    })
}

/// Who asks, over how many connections, with how many calls unanswered on each.
struct Clients {
    tcp: SocketAddr,
    connections: usize,
    depth: usize,
    time: Duration,
}

impl Clients {
    fn ask(&self, name: &str, asked: &[Asked]) -> std::io::Result<()> {
        thread::scope(|scope| {
            let before = Processors::now();
            let mut all = Vec::new();
            for number in 0..self.connections {
                let client = thread::Builder::new().name("clients".to_owned());
                let from = number * asked.len() / self.connections;
                all.push(client.spawn_scoped(scope, move || self.client(asked, from))?);
            }
            thread::sleep(self.time);
            let cost = before.until_now();
            let mut latencies = Vec::new();
            for own in all {
                latencies.extend(own.join().expect("it ends")?);
            }
            print(name, self.time, latencies, &cost);
            Ok(())
        })
    }

    /// One connection, whose calls go out as replies to earlier ones come in.
    fn client(&self, asked: &[Asked], from: usize) -> std::io::Result<Vec<Duration>> {
        let frames: Vec<Vec<u8>> = asked.iter().map(|asked| Frame::of(0, &asked.call)).collect();
        let mut stream = TcpStream::connect(self.tcp)?;
        stream.set_nodelay(true)?;
        let (end, mut latencies) = (Instant::now() + self.time, Vec::new());
        let mut sent: Vec<(usize, Instant)> = Vec::new();
        let (mut out, mut bytes, mut piece) = (Vec::new(), Vec::new(), vec![0; 256 << 10]);
        let send = |out: &mut Vec<u8>, sent: &mut Vec<(usize, Instant)>, now: Instant| {
            let which = (from + sent.len()) % asked.len();
            let number = u32::try_from(sent.len()).expect("a run is short").to_le_bytes();
            let at = out.len() + Frame::LENGTH_BYTES + 1;
            out.extend(&frames[which]);
            out[at..at + 4].copy_from_slice(&number);
            sent.push((which, now));
        };
        (0..self.depth).for_each(|_| send(&mut out, &mut sent, Instant::now()));
        stream.write_all(&out)?;
        while latencies.len() < sent.len() {
            let length = stream.read(&mut piece)?;
            assert!(length > 0, "the server hung up");
            bytes.extend(&piece[..length]);
            let (now, mut at) = (Instant::now(), 0);
            out.clear();
            while let Some((frame, length)) = Frame::first(&bytes[at..], 64 << 20).expect("a frame")
            {
                let (which, begun) = sent[frame.number as usize];
                if frame.number.is_multiple_of(16) {
                    match Encoding::Cbor.read(frame.body).expect("a reply") {
                        CallReply::Told(told) => check(&asked[which], &told),
                        CallReply::Pong => {}
                        other => panic!("{other:?}"),
                    }
                }
                latencies.push(now - begun);
                at += length;
                if now < end {
                    send(&mut out, &mut sent, now);
                }
            }
            bytes.drain(..at);
            stream.write_all(&out)?;
        }
        Ok(latencies)
    }
}

/// What is told is what the scenario says, but for rounding: steps cost whole numbers, and some scenarios
/// have two digits behind the point.
fn check(asked: &Asked, told: &Response) {
    if let (Some(length), Response::Path(answer)) = (asked.length, told) {
        let cost = answer.path.as_ref().map_or(f64::NAN, |path| f64::from(path.cost)) / STRAIGHT;
        assert!((cost - length).abs() <= 1e-3 * length + 0.005, "{cost} steps; expected {length}");
    }
}

fn print(name: &str, time: Duration, mut latencies: Vec<Duration>, cost: &Processors) {
    latencies.sort_unstable();
    let count = u32::try_from(latencies.len()).expect("a run is short");
    assert!(count > 0, "something was answered");
    let at = |share: usize| latencies[(latencies.len() - 1) * share / 100].as_secs_f64() * 1e6;
    let rate = f64::from(count) / time.as_secs_f64();
    let costs =
        cost.0.iter().map(|(name, time)| (name, time.as_secs_f64() * 1e6 / f64::from(count)));
    let costs: Vec<String> = costs.map(|(name, cost)| format!("{name} {cost:.2}")).collect();
    println!("{name:24}{rate:9.0}{:9.0}{:9.0}  {}", at(50), at(99), costs.join(", "));
}

/// How long threads of each name were at work.
struct Processors(BTreeMap<String, Duration>);

impl Processors {
    fn now() -> Processors {
        let mut all = BTreeMap::new();
        for entry in std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten() {
            let read = |file: &str| std::fs::read_to_string(entry.path().join(file)).ok();
            let (Some(name), Some(times)) = (read("comm"), read("schedstat")) else { continue };
            let name = name.trim().split('-').next().unwrap_or_default().to_owned();
            let time = times.split(' ').next().and_then(|time| time.parse().ok()).unwrap_or(0);
            *all.entry(name).or_default() += Duration::from_nanos(time);
        }
        Processors(all)
    }

    /// What has come since then, of threads that are still there.
    fn until_now(&self) -> Processors {
        let mut now = Processors::now();
        for (name, before) in &self.0 {
            if let Some(now) = now.0.get_mut(name) {
                *now = now.saturating_sub(*before);
            }
        }
        now.0.retain(|_, time| *time > Duration::from_millis(1));
        now
    }
}
