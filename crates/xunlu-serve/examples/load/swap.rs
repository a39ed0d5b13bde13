//! What it costs that a map is changed a hundred times a second while questions are asked about it, and
//! whether each answer is right for the revision that it names.

use crate::Given;
use crate::doors::Way;
use crate::drive::{Measured, Plan};
use crate::questions::{MAP, of_kind, swapped};
use crate::rates::once;
use crate::service::{OURS, Service};
use std::error::Error;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use xunlu::wire;
use xunlu_client::{ChangeWish, Navigator, Remote};

/// How often the map is changed.
const STEP: Duration = Duration::from_millis(10);

pub(crate) fn run(given: &Given) -> Result<(), Box<dyn Error>> {
    let service = Service::begin(&given.map, given.nats(), None)?;
    let (changes, paths) = swapped(&given.map, &given.paths)?;
    let other = paths.iter().filter(|path| (path.lengths[0][0] - path.lengths[0][1]).abs() > 0.01);
    println!("{} of {} paths are others while the ground is shut", other.count(), paths.len());
    println!(
        "{:16}{:>8}{:>11}{:>9}{:>12}{:>9}{:>10}{:>10}{:>9}{:>9}",
        "door",
        "kind",
        "half/s",
        "p99 us",
        "swaps p99 us",
        "ratio",
        "processor",
        "swaps us",
        "swaps/s",
        "checked"
    );
    for door in given.doors.iter().filter(|door| door.way != Way::Nats) {
        for &kind in door.kinds() {
            let asked = of_kind(kind, &paths);
            let fast =
                Plan { depth: door.depth, rate: None, patience: Duration::MAX, time: given.time };
            let most = once(&service.places, door, &asked, true, fast)?.rate();
            let plan = Plan { rate: Some(most / 2.0), ..fast };
            let (mut pairs, mut costs, mut swaps, mut checked) = (Vec::new(), Vec::new(), 0, 0);
            for _ in 0..given.times {
                let still = once(&service.places, door, &asked, true, plan)?;
                let address = format!("tcp://{}", service.places.tcp);
                let (moved, made) = while_swapped(&address, &changes, || {
                    once(&service.places, door, &asked, true, plan)
                })?;
                checked += moved.tally.times.count() / u64::from(crate::line::CHECKED);
                swaps += made;
                let p99 = |run: &Measured| run.tally.times.at(99.0).unwrap_or(f64::NAN);
                pairs.push([p99(&still), p99(&moved)]);
                costs.push([still.cost_us(&OURS), moved.cost_us(&OURS)]);
            }
            let seconds = (given.time.as_secs_f64() + 0.2) * given.times as f64;
            let [still, moved] =
                [0, 1].map(|at| median(pairs.iter().map(|pair| pair[at]).collect()));
            let [cost, swapped] =
                [0, 1].map(|at| median(costs.iter().map(|pair| pair[at]).collect()));
            let ratio = median(pairs.iter().map(|[still, moved]| moved / still).collect());
            let (name, kind) = (door.name, format!("{kind:?}").to_lowercase());
            let (rate, swaps) = (most / 2.0, f64::from(swaps) / seconds);
            println!(
                "{name:16}{kind:>8}{rate:11.0}{still:9.0}{moved:12.0}{ratio:9.2}{cost:10.2}{swapped:10.2}\
                 {swaps:9.0}{checked:9}"
            );
        }
    }
    service.end()
}

fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}

/// Does something while the map is changed to and fro. Returns how often it was, too.
fn while_swapped<R>(
    address: &str,
    changes: &[wire::Change; 2],
    work: impl FnOnce() -> Result<R, Box<dyn Error>>,
) -> Result<(R, u32), Box<dyn Error>> {
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let swap = || -> Result<u32, xunlu_client::Refusal> {
            let remote = Remote::new(address)?;
            let (mut made, mut next) = (0, Instant::now());
            // An even number of times, so that it is left as it was.
            while !is_over.load(Ordering::Relaxed) || made % 2 == 1 {
                let change = changes[made as usize % 2].clone();
                remote.change(MAP, &ChangeWish { id: None, expected: None, change })?;
                made += 1;
                next += STEP;
                thread::sleep(next.saturating_duration_since(Instant::now()));
            }
            Ok(made)
        };
        let swaps = thread::Builder::new().name("changes".to_owned()).spawn_scoped(scope, swap)?;
        let done = work();
        is_over.store(true, Ordering::Relaxed);
        let made = swaps.join().map_err(|_| "the changes failed")??;
        Ok((done?, made))
    })
}
