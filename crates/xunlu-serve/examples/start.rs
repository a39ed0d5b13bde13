//! How long a service takes to begin after so many changes of a map or a scene, and what the disk holds of
//! them then.
//!
//! ```sh
//! cargo run --release -p xunlu-serve --example start -- AR0602SR.map 100000 /dev/shm/start
//! cargo run --release -p xunlu-serve --example start -- examples/maps/riverside.json 10000 /dev/shm/start
//! ```
//!
//! Changes go over frames, a few hundred at a time, and are acknowledged one by one: where the folder is on a
//! disk, most of their time is its syncing.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

use std::error::Error;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use xunlu_client::{
    Call, CallReply, ChangeCall, Encoding, Frame, Response, SceneChange, SceneChangeCall,
    SceneObstacle, ScenePoint,
};
use xunlu_serve::{Running, Server, ServiceLimits, Setup};

/// So many changes are on their way at a time.
const AT_ONCE: u32 = 256;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, changes, folder] = &arguments[..] else {
        return Err("expected a map or a scene, how many changes, and an empty folder".into());
    };
    let (bytes, changes, folder) = (std::fs::read(file)?, changes.parse()?, PathBuf::from(folder));
    let runtime = Runtime::new()?;
    let (running, empty) = begin(&runtime, &folder)?;
    running.server.put_either("m", "", &bytes)?;
    let is_scene = told(&running, &Call::Maps)?.is_scene;
    let (begun, mut made) = (Instant::now(), 0);
    while made < changes {
        let count = AT_ONCE.min(changes - made);
        change(&running, is_scene, made, count)?;
        made += count;
    }
    let took = begun.elapsed();
    println!("{changes} changes in {:.1} s", took.as_secs_f64());
    runtime.block_on(running.end());
    let (running, full) = begin(&runtime, &folder)?;
    let at = told(&running, &Call::Maps)?.revision;
    runtime.block_on(running.end());
    println!("begins in {empty:.1?} with nothing, in {full:.1?} at revision {at}");
    let mut all: Vec<(u64, PathBuf)> = std::fs::read_dir(folder.join("m"))?
        .map(|entry| entry.and_then(|entry| Ok((entry.metadata()?.len(), entry.path()))))
        .collect::<Result<_, _>>()?;
    all.sort_by(|one, other| one.1.cmp(&other.1));
    for (bytes, path) in all {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        println!("{bytes:>12} bytes {name}");
    }
    Ok(())
}

fn begin(runtime: &Runtime, folder: &Path) -> Result<(Running, Duration), Box<dyn Error>> {
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    let limits = ServiceLimits { changes_max: 2 * AT_ONCE as usize, ..ServiceLimits::default() };
    let data = Some(folder.to_owned());
    let setup = Setup { http: any, tcp: Some(any), grpc: None, data, limits, ..Setup::default() };
    let begun = Instant::now();
    let running = runtime.block_on(Server::begin(setup))?;
    if let Some(remark) = running.remarks.first() {
        return Err(remark.clone().into());
    }
    Ok((running, begun.elapsed()))
}

fn connect(running: &Running) -> Result<TcpStream, Box<dyn Error>> {
    let stream = TcpStream::connect(running.tcp.ok_or("frames are listened to")?)?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// What the map is at.
fn told(running: &Running, call: &Call) -> Result<xunlu_client::MapTold, Box<dyn Error>> {
    let mut stream = connect(running)?;
    stream.write_all(&Frame::of(0, call))?;
    let CallReply::Told(Response::Maps(maps)) = reply(&mut stream)? else {
        return Err("maps are told".into());
    };
    Ok(maps.maps.into_iter().next().ok_or("there is one map")?)
}

fn change(running: &Running, is_scene: bool, first: u32, count: u32) -> Result<(), Box<dyn Error>> {
    let mut stream = connect(running)?;
    let mut bytes = Vec::new();
    for number in first..first + count {
        let id = Some(format!("change {number}"));
        let call = match is_scene {
            true => {
                let (scene, what) = ("m".to_owned(), obstacle(number));
                Call::ChangeScene(SceneChangeCall { scene, what, id, expected: None, trace: None })
            }
            false => {
                let what = serde_json::from_value(wall(number))?;
                Call::Change(ChangeCall {
                    map: "m".to_owned(),
                    what,
                    id,
                    expected: None,
                    trace: None,
                })
            }
        };
        bytes.extend(Frame::of(number, &call));
    }
    stream.write_all(&bytes)?;
    for _ in 0..count {
        match reply(&mut stream)? {
            CallReply::Told(Response::Changed(_)) => {}
            other => return Err(format!("{other:?}").into()),
        }
    }
    Ok(())
}

/// Walls and open ground, all over a square of 256 cells.
fn wall(number: u32) -> serde_json::Value {
    let (x, y) = (number % 256, number / 7 % 256);
    let terrain = if (number / 1792).is_multiple_of(2) { 254 } else { 0 };
    let rect = serde_json::json!({ "x": x, "y": y, "width": 1, "height": 1 });
    serde_json::json!({ "terrain": { "rect": rect, "terrain": terrain } })
}

/// A cart that comes to one of a hundred places, and goes.
fn obstacle(number: u32) -> SceneChange {
    let name = format!("cart {}", number / 2 % 100);
    if !number.is_multiple_of(2) {
        return SceneChange::Take(name);
    }
    let (x, y) =
        (f64::from(number / 2 % 10) * 2.0 + 10.0, f64::from(number / 20 % 10) * 2.0 + 10.0);
    let corners = [(x, y), (x + 1.0, y), (x + 1.0, y + 1.0), (x, y + 1.0)];
    let outline = corners.map(|corner| ScenePoint::from(xunlu::map::Point::from(corner))).to_vec();
    SceneChange::Put(SceneObstacle { name, outline })
}

fn reply(stream: &mut TcpStream) -> Result<CallReply, Box<dyn Error>> {
    let mut head = [0; Frame::LENGTH_BYTES];
    stream.read_exact(&mut head)?;
    let mut rest = vec![0; u32::from_le_bytes(head) as usize];
    stream.read_exact(&mut rest)?;
    Ok(Encoding::Cbor.read(Frame::inner(&rest)?.body)?)
}
