//! How many calls are answered through each door when as many are made, and what they cost.

use crate::doors::{Door, Places};
use crate::drive::{Measured, Plan, drive};
use crate::processors::Processors;
use crate::questions::{Asked, BATCH, Kind, MAP, map_in, of_kind};
use crate::service::{Idle, NOTHING, OURS, Service};
use crate::{Given, clients};
use std::error::Error;
use std::time::{Duration, Instant};
use xunlu::roadmap::RoadmapOptions;
use xunlu::{MoverId, World};
use xunlu_client::{Embedded, Navigator, Wish};

/// A connection is warm after so long.
const WARM_UP: Duration = Duration::from_millis(200);

pub(crate) fn run(given: &Given) -> Result<(), Box<dyn Error>> {
    let service = Service::given(given)?;
    let idle = Idle::begin(given.nats())?;
    println!(
        "processor us a call: of the threads of the service; front: what is left of it without what the\n\
              same questions take in the program itself, which is, in us:"
    );
    let mut embedded = Vec::new();
    for kind in [Kind::Nearest, Kind::Path] {
        let cost = embedded_us(given, kind)?;
        println!("  {kind:?} {cost:.2}");
        embedded.push(cost);
    }
    println!(
        "\n{:16}{:>8}{:>10}{:>9}{:>9}{:>9}{:>10}{:>9}",
        "door", "kind", "answers/s", "nothing%", "p50 us", "p99 us", "processor", "front"
    );
    for door in &given.doors {
        let best = best(given, door, &service.places, &idle.places)?;
        let least = best[0].1.rate();
        for (kind, measured) in &best {
            let count = if door.is_batch { BATCH as f64 } else { 1.0 };
            let (name, threads) = match kind {
                None => ("nothing", &NOTHING[..]),
                Some(Kind::Nearest) => ("nearest", &OURS[..]),
                Some(Kind::Path | Kind::Paths) => ("path", &OURS[..]),
            };
            let cost = measured.cost_us(threads) / count;
            let own = match kind {
                None => None,
                Some(Kind::Nearest) => Some(cost - embedded[0]),
                Some(Kind::Path | Kind::Paths) => Some(cost - embedded[1]),
            };
            let (rate, share) = (measured.rate() * count, 100.0 * measured.rate() / least);
            let at = |share| measured.tally.times.at(share).unwrap_or(f64::NAN);
            let own = own.map_or(String::new(), |own| format!("{own:9.2}"));
            println!(
                "{:16}{name:>8}{rate:10.0}{share:9.0}{:9.0}{:9.0}{cost:10.2}{own}",
                door.name,
                at(50.0),
                at(99.0)
            );
        }
    }
    idle.end()?;
    service.end()
}

/// The best of a kind; of doing nothing without one.
type Best = (Option<Kind>, Measured);

/// The best of some runs in turns of each kind: with the highest rate, and with the least cost of all.
fn best(
    given: &Given,
    door: &Door,
    ours: &Places,
    nothing: &Places,
) -> Result<Vec<Best>, Box<dyn Error>> {
    let kinds = [None].into_iter().chain(door.kinds().iter().copied().map(Some));
    let mut best: Vec<(Option<Kind>, Vec<Measured>)> =
        kinds.map(|kind| (kind, Vec::new())).collect();
    for _ in 0..given.times {
        for (kind, runs) in &mut best {
            let asked = of_kind(kind.unwrap_or(door.kinds()[0]), &given.paths);
            let places = if kind.is_some() { ours } else { nothing };
            let plan =
                Plan { depth: door.depth, rate: None, patience: Duration::MAX, time: given.time };
            runs.push(once(places, door, &asked, kind.is_some(), plan)?);
        }
    }
    let best = best.into_iter().map(|(kind, mut runs)| {
        let threads = if kind.is_some() { &OURS[..] } else { &NOTHING[..] };
        let cost = runs.iter().min_by(|a, b| a.cost_us(threads).total_cmp(&b.cost_us(threads)));
        let cost = cost.map(|run| (run.cost.clone(), run.tally.in_time));
        runs.sort_by(|a, b| a.rate().total_cmp(&b.rate()));
        let mut best = runs.pop().expect("there is one at least");
        let (cost, count) = cost.expect("there is one at least");
        // As if that run had had as many.
        best.cost = cost.scaled(best.tally.in_time as f64 / count as f64);
        (kind, best)
    });
    Ok(best.collect())
}

/// One run, after a short one that warms up.
pub(crate) fn once(
    places: &Places,
    door: &Door,
    asked: &[Asked],
    is_checked: bool,
    plan: Plan,
) -> Result<Measured, Box<dyn Error>> {
    Ok(clients()?.block_on(async {
        let mut lines = places.connect(door, asked, is_checked).await?;
        let warm = Plan { time: WARM_UP, rate: None, ..plan };
        drive(&mut lines, warm).await?;
        drive(&mut lines, plan).await
    })?)
}

/// What a question costs in the program itself, on one thread.
fn embedded_us(given: &Given, kind: Kind) -> Result<f64, Box<dyn Error>> {
    let embedded = Embedded::new();
    let mut world = World::new(map_in(&given.map)?)?;
    if given.has_roadmap {
        let roadmap =
            world.view(MoverId::FIRST)?.bake_roadmap(&RoadmapOptions::new(), &|_, _| true)?;
        world.attach_roadmap(MoverId::FIRST, roadmap)?;
    }
    embedded.hold(MAP, world);
    let asked = of_kind(kind, &given.paths);
    let mut least = f64::INFINITY;
    for _ in 0..given.times {
        let (before, end, mut count) = (Processors::now(), Instant::now() + given.time / 2, 0_u32);
        while Instant::now() < end {
            for asked in asked.iter().cycle().skip(count as usize).take(64) {
                std::hint::black_box(embedded.ask(MAP, &asked.what, &Wish::default())?);
            }
            count += 64;
        }
        let own = std::fs::read_to_string("/proc/self/comm")?;
        let cost = before.until_now().of(&[own.trim().split('-').next().unwrap_or_default()]);
        least = least.min(cost.as_secs_f64() * 1e6 / f64::from(count));
    }
    Ok(least)
}
