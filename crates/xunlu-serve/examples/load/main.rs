//! How many questions the service answers through each of its doors, how long they take, and what they cost,
//! beside a service that does nothing.
//!
//! ```sh
//! cargo run --release -p xunlu-serve --example load -- rates AR0602SR.map AR0602SR.map.scen
//! cargo run --release -p xunlu-serve --example load -- half AR0602SR.map AR0602SR.map.scen --doors frames,talk
//! ```
//!
//! | command | measures |
//! | --- | --- |
//! | `rates` | answers a second as fast as they come, and what they cost, beside a service that does nothing |
//! | `half` | how long answers take when half as many calls are due, by a timetable that waits for nobody |
//! | `overload` | what is answered when four times as many are due, and how soon all is well after it |
//! | `swap` | how much longer they take while the map is changed 100 times a second, and that all are right |
//! | `tls` | what encryption costs, for each call and each connection |
//! | `nats` | the rates of one worker and of two, with `--nats URL` |
//! | `idle` | the memory of ten thousand connections on which nothing is said |
//!
//! With `--steps 50` only the shorter paths of the scenario are asked for, so that they have 50 steps in the
//! mean, as many as the service that does nothing says. With `--roadmap yes` the service bakes a roadmap
//! first.
//!
//! Clients and services share the machine, each on threads of its own; what threads cost is what Linux tells
//! of them (`schedstat`). Runs are made in turns, and the best of each kind is told, for what else the
//! machine does can only make them worse. One reply in sixteen is read, and its path is held against the
//! scenario.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

mod questions;
mod speech;
mod line;
mod grpc;
mod nats;
mod doors;
mod tally;
mod processors;
mod drive;
mod nothing;
mod service;
mod rates;
mod half;
mod idle;
mod swap;
mod encrypted;
mod workers;

#[path = "../../src/doors/grpc/messages.rs"]
#[allow(dead_code, reason = "most of them are not said here")]
mod messages;

use doors::{DOORS, Door};
use questions::Asked;
use std::error::Error;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};

/// What was said on the command line.
pub(crate) struct Given {
    map: Vec<u8>,
    paths: Vec<Asked>,
    time: Duration,
    times: usize,
    doors: Vec<Door>,
    nats: Option<String>,
    // Whether paths are looked up in a roadmap.
    has_roadmap: bool,
}

impl Given {
    fn nats(&self) -> Option<&str> {
        self.nats.as_deref()
    }

    fn of(words: &[String]) -> Result<Given, Box<dyn Error>> {
        let [map, scenario, rest @ ..] = words else {
            return Err("expected a map and its scenario".into());
        };
        let scenario = std::fs::read(scenario)?;
        let (map, paths) = (std::fs::read(map)?, questions::paths(&scenario, None)?);
        let time = Duration::from_secs(2);
        let (times, doors, nats, has_roadmap) = (3, DOORS.to_vec(), None, false);
        let mut given = Given { map, paths, time, times, doors, nats, has_roadmap };
        for pair in rest.chunks(2) {
            let [name, value] = pair else { return Err(format!("{} of what?", pair[0]).into()) };
            match name.as_str() {
                "--seconds" => given.time = Duration::from_secs_f64(value.parse()?),
                "--times" => given.times = value.parse::<usize>()?.max(1),
                "--nats" => given.nats = Some(value.clone()),
                "--steps" => given.paths = questions::paths(&scenario, Some(value.parse()?))?,
                "--roadmap" if value == "yes" => given.has_roadmap = true,
                "--doors" => {
                    let names: Vec<&str> = value.split(',').collect();
                    given.doors.retain(|door| names.contains(&door.name));
                    if given.doors.len() != names.len() {
                        let all: Vec<&str> = DOORS.iter().map(|door| door.name).collect();
                        return Err(format!("{value}: expected some of {}", all.join(", ")).into());
                    }
                }
                other => {
                    let all = "--seconds, --times, --doors, --nats, --steps, --roadmap yes";
                    return Err(format!("{other}: expected {all}").into());
                }
            }
        }
        if given.nats.is_none() {
            given.doors.retain(|door| door.way != doors::Way::Nats);
        }
        Ok(given)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [command, rest @ ..] = &words[..] else { return Err(EXPECTED.into()) };
    match command.as_str() {
        "rates" => rates::run(&Given::of(rest)?),
        "half" => half::run(&Given::of(rest)?),
        "overload" => half::overload(&Given::of(rest)?),
        "swap" => swap::run(&Given::of(rest)?),
        "tls" => encrypted::run(&Given::of(rest)?),
        "nats" => workers::run(&Given::of(rest)?),
        "idle" => idle::run(rest),
        // What `idle` says to processes of its own.
        "idle-alone" if !rest.is_empty() => idle::alone(&rest[0], &Given::of(&rest[1..])?),
        "hold" => idle::hold(rest),
        _ => Err(EXPECTED.into()),
    }
}

const EXPECTED: &str =
    "expected rates, half, overload, swap, tls, nats or idle, with a map and its scenario";

/// The thread that clients share: the one that waits for them.
pub(crate) fn clients() -> std::io::Result<Runtime> {
    Builder::new_current_thread().enable_all().build()
}
