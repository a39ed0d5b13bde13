//! How many questions workers answer over NATS: one of them, and two that have the same map.

use crate::Given;
use crate::doors::{DOORS, Door, Way};
use crate::drive::Plan;
use crate::questions::{Kind, of_kind};
use crate::rates::once;
use crate::service::{Idle, NOTHING, OURS, Service};
use std::error::Error;
use std::thread;
use std::time::{Duration, Instant};

/// How long a worker may take to have the map.
const JOIN_TIME: Duration = Duration::from_secs(20);

pub(crate) fn run(given: &Given) -> Result<(), Box<dyn Error>> {
    let url = given.nats().ok_or("expected a broker: --nats nats://127.0.0.1:4222")?;
    let door = DOORS.iter().find(|door| door.way == Way::Nats).ok_or("there is that door")?;
    let idle = Idle::begin(Some(url))?;
    let first = Service::begin(&given.map, Some(url), None)?;
    println!(
        "{:8}{:>9}{:>10}{:>9}{:>9}{:>9}{:>10}",
        "workers", "kind", "answers/s", "nothing%", "p50 us", "p99 us", "processor"
    );
    tell(given, door, &idle, &first, 1)?;
    let second = Service::follow(Some(url), None)?;
    let end = Instant::now() + JOIN_TIME;
    while !second.has_map() {
        if Instant::now() > end {
            return Err("the second worker has no map".into());
        }
        thread::sleep(Duration::from_millis(20));
    }
    // It takes part a moment later.
    thread::sleep(Duration::from_millis(500));
    tell(given, door, &idle, &first, 2)?;
    second.end()?;
    first.end()?;
    Ok(idle.end()?)
}

fn tell(
    given: &Given,
    door: &Door,
    idle: &Idle,
    ours: &Service,
    workers: usize,
) -> Result<(), Box<dyn Error>> {
    let plan = Plan { depth: door.depth, rate: None, patience: Duration::MAX, time: given.time };
    let kinds = [("nothing", None), ("nearest", Some(Kind::Nearest)), ("path", Some(Kind::Path))];
    let mut best = kinds.map(|(name, kind)| (name, kind, None));
    for _ in 0..given.times {
        for (_, kind, best) in &mut best {
            let asked = of_kind(kind.unwrap_or(Kind::Nearest), &given.paths);
            let places = if kind.is_some() { &ours.places } else { &idle.places };
            let run = once(places, door, &asked, kind.is_some(), plan)?;
            let is_better =
                best.as_ref().is_none_or(|best: &crate::drive::Measured| run.rate() > best.rate());
            if is_better {
                *best = Some(run);
            }
        }
    }
    let mut least = None;
    for (name, kind, run) in best {
        let run = run.ok_or("there is one run at least")?;
        let cost = run.cost_us(if kind.is_some() { &OURS } else { &NOTHING });
        let (rate, share) = (run.rate(), 100.0 * run.rate() / *least.get_or_insert(run.rate()));
        let at = |share| run.tally.times.at(share).unwrap_or(f64::NAN);
        println!(
            "{workers:<8}{name:>9}{rate:10.0}{share:9.0}{:9.0}{:9.0}{cost:10.2}",
            at(50.0),
            at(99.0)
        );
    }
    Ok(())
}
