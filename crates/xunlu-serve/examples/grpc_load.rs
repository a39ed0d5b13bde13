//! How many questions the service answers over gRPC, beside how many calls that ask nothing: single calls,
//! and a stream of them.
//!
//! ```sh
//! cargo run --release -p xunlu-serve --example grpc_load -- AR0602SR.map AR0602SR.map.scen 5
//! ```
//!
//! Clients and service share the machine. Each kind of call is made twice, in turns, so that what else the
//! machine does weighs on all of them. One reply in sixteen is read; of single calls its path is held against
//! the scenario.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

#[path = "../src/doors/grpc/messages.rs"]
#[allow(dead_code, reason = "most of them are not said here")]
mod messages;

use http_body_util::{BodyExt, Full};
use hyper::Request;
use hyper::body::{Body, Bytes, Frame};
use hyper::client::conn::http2::{SendRequest, handshake};
use hyper_util::rt::{TokioExecutor, TokioIo};
use messages::talk_call::Call;
use messages::talk_reply::Reply;
use messages::{Goal, NearestRequest, PathRequest, Ping, Query, TalkCall, TalkReply, goal};
use prost::Message;
use std::convert::Infallible;
use std::error::Error;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use xunlu_format::Scenario;
use xunlu_serve::{Running, Server, Setup};

/// What a straight step costs on grids unless said.
const STRAIGHT: f64 = 2378.0;

/// So many calls are on their way on each connection.
const DEPTH: usize = 64;

/// What a message begins with.
const PREFIX_BYTES: usize = 5;

/// A call of each way to make it, and the length of its path if it has one.
#[derive(Clone)]
struct Asked {
    address: &'static str,
    alone: Bytes,
    on_stream: Bytes,
    length: Option<f64>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [map, scenario, seconds] = &arguments[..] else {
        return Err("expected a map, its scenario, and how many seconds each run takes".into());
    };
    let (map, scenario) = (std::fs::read(map)?, std::fs::read(scenario)?);
    let time = Duration::from_secs(seconds.parse()?);
    let (near, paths) = questions(&Scenario::read("scenario", &scenario)?);
    let nothing = vec![nothing()];
    let kinds = [("nothing", nothing), ("nearest", near), ("path", paths)];
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    let setup = Setup { http: any, tcp: None, grpc: Some(any), ..Setup::default() };
    let running: Running = runtime.block_on(Server::begin(setup))?;
    running.server.put("map", "", &map)?;
    let grpc = running.grpc.ok_or("gRPC is listened to")?;
    for connections in [1, 4] {
        for _ in 0..2 {
            for (name, asked) in &kinds {
                for (way, is_stream) in [("single", false), ("stream", true)] {
                    let count = runtime.block_on(run(grpc, connections, is_stream, asked, time))?;
                    let rate = f64::from(u32::try_from(count)?) / time.as_secs_f64();
                    println!("{way} {name:8} {connections} x {DEPTH}{rate:9.0} calls/s");
                }
            }
        }
    }
    assert!(runtime.block_on(running.end()), "all was answered");
    Ok(())
}

/// The scenario's questions in an order of no kind: for what is near their starts, and for their paths.
fn questions(scenario: &Scenario) -> (Vec<Asked>, Vec<Asked>) {
    let map = || "map".to_owned();
    let mut random = xunlu::map::make::Random::new(1);
    let both = scenario.lines.iter().map(|line| {
        let [from, to] = [line.start, line.goal].map(|at| format!("{:.0},{:.0}", at.x, at.y));
        let near = NearestRequest { map: map(), place: from.clone(), ..NearestRequest::default() };
        let goal = Some(Goal { goal: Some(goal::Goal::At(to)) });
        let query = Some(Query { from, goal, ..Query::default() });
        let path = PathRequest { map: map(), query, ..PathRequest::default() };
        let length = Some(line.optimal_length);
        let near = Asked {
            address: "/xunlu.v1.Pathfinding/Nearest",
            alone: framed(&near),
            on_stream: on_stream(Call::Nearest(near)),
            length: None,
        };
        let address = "/xunlu.v1.Pathfinding/Path";
        let (alone, on_stream) = (framed(&path), on_stream(Call::Path(path)));
        (near, Asked { address, alone, on_stream, length })
    });
    let mut both: Vec<(Asked, Asked)> = both.collect();
    random.shuffle(&mut both);
    both.into_iter().unzip()
}

/// A call that asks nothing: whether the service is well, and `ping` on a stream.
fn nothing() -> Asked {
    let alone = framed(&Ping {});
    let on_stream = on_stream(Call::Ping(Ping {}));
    Asked { address: "/grpc.health.v1.Health/Check", alone, on_stream, length: None }
}

fn on_stream(call: Call) -> Bytes {
    framed(&TalkCall { id: 7, time_ms: None, traceparent: None, call: Some(call) })
}

fn framed(message: &impl Message) -> Bytes {
    let message = message.encode_to_vec();
    let length = u32::try_from(message.len()).expect("a call is small").to_be_bytes();
    Bytes::from([&[0][..], &length, &message].concat())
}

/// How many calls were answered in that time.
async fn run(
    grpc: SocketAddr,
    connections: usize,
    is_stream: bool,
    asked: &[Asked],
    time: Duration,
) -> Result<usize, Box<dyn Error>> {
    let mut clients = JoinSet::new();
    let end = Instant::now() + time;
    for number in 0..connections {
        let socket = TcpStream::connect(grpc).await?;
        socket.set_nodelay(true)?;
        let (sender, connection) = handshake(TokioExecutor::new(), TokioIo::new(socket)).await?;
        tokio::spawn(connection);
        let from = number * asked.len() / connections;
        let asked: Vec<Asked> = asked[from..].iter().chain(&asked[..from]).cloned().collect();
        if is_stream {
            clients.spawn(stream(sender, asked, end));
        } else {
            for lane in 0..DEPTH {
                clients.spawn(single(sender.clone(), asked.clone(), lane, end));
            }
        }
    }
    Ok(clients.join_all().await.into_iter().sum())
}

/// One call after the other.
async fn single(
    mut sender: SendRequest<Said>,
    asked: Vec<Asked>,
    from: usize,
    end: Instant,
) -> usize {
    let mut count = 0;
    while Instant::now() < end {
        let asked = &asked[(from + count * DEPTH) % asked.len()];
        let request = Request::post(format!("http://here{}", asked.address))
            .header("content-type", "application/grpc")
            .header("te", "trailers")
            .body(Said::Whole(Full::new(asked.alone.clone())));
        let reply = sender.send_request(request.expect("a request")).await.expect("a reply");
        let body = reply.into_body().collect().await.expect("a body");
        let status = body.trailers().and_then(|last| last.get("grpc-status")).cloned();
        assert_eq!(status.expect("a status"), "0");
        let bytes = body.to_bytes();
        if let Some(length) = asked.length.filter(|_| count.is_multiple_of(16)) {
            let answer = messages::Answer::decode(&bytes[PREFIX_BYTES..]).expect("an answer");
            check(&answer, length);
        }
        count += 1;
    }
    count
}

/// Calls that go out as replies to earlier ones come in, in any order.
async fn stream(mut sender: SendRequest<Said>, asked: Vec<Asked>, end: Instant) -> usize {
    let (send, receive) = mpsc::channel(DEPTH);
    let request = Request::post("http://here/xunlu.v1.Pathfinding/Talk")
        .header("content-type", "application/grpc")
        .header("te", "trailers")
        .body(Said::Bit(receive));
    let reply = sender.send_request(request.expect("a request")).await.expect("a reply");
    let mut body = reply.into_body();
    let (mut sent, mut count, mut bytes) = (0, 0, Vec::new());
    let mut next = DEPTH;
    let mut send = Some(send);
    loop {
        if Instant::now() >= end {
            send = None;
        }
        if let Some(send) = &send {
            let calls = (sent..sent + next).flat_map(|at| &asked[at % asked.len()].on_stream);
            let calls: Vec<u8> = calls.copied().collect();
            sent += next;
            send.send(Bytes::from(calls)).await.expect("it is heard");
        }
        let Some(frame) = body.frame().await else { return count };
        let Ok(data) = frame.expect("a stream").into_data() else { return count };
        bytes.extend_from_slice(&data);
        let mut at = 0;
        next = 0;
        while let Some(length) = length_of(&bytes[at..]) {
            let Some(message) = bytes.get(at + PREFIX_BYTES..at + PREFIX_BYTES + length) else {
                break;
            };
            if count.is_multiple_of(16) {
                let told = TalkReply::decode(message).expect("a reply").reply;
                assert!(!matches!(told, None | Some(Reply::Refused(_))), "{told:?}");
            }
            at += PREFIX_BYTES + length;
            next += 1;
            count += 1;
        }
        bytes.drain(..at);
    }
}

fn length_of(bytes: &[u8]) -> Option<usize> {
    let (&[_, a, b, c, d], _) = bytes.split_first_chunk()?;
    Some(u32::from_be_bytes([a, b, c, d]) as usize)
}

/// The path is as long as the scenario says, but for rounding.
fn check(answer: &messages::Answer, length: f64) {
    let cost = answer.path.as_ref().map_or(f64::NAN, |path| f64::from(path.cost)) / STRAIGHT;
    assert!((cost - length).abs() <= 1e-3 * length + 0.005, "{cost} steps; expected {length}");
}

/// What is said in a call: at once, or bit by bit.
enum Said {
    Whole(Full<Bytes>),
    Bit(mpsc::Receiver<Bytes>),
}

impl Body for Said {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match &mut *self {
            Said::Whole(body) => Pin::new(body).poll_frame(context),
            Said::Bit(bits) => {
                bits.poll_recv(context).map(|bit| bit.map(|bit| Ok(Frame::data(bit))))
            }
        }
    }
}
