//! How long calls take when half as many are due as could be answered, and whether somebody who asks four
//! times as much as can be answered gets what can, and leaves nothing behind.

use crate::Given;
use crate::clients;
use crate::doors::Door;
use crate::drive::{Measured, Plan, drive};
use crate::questions::{Asked, of_kind};
use crate::rates::once;
use crate::service::{OURS, Service};
use crate::tally::WINDOW;
use std::error::Error;
use std::time::Duration;

/// As fast as answers come.
fn fast(given: &Given, door: &Door) -> Plan {
    Plan { depth: door.depth, rate: None, patience: Duration::MAX, time: given.time }
}

/// At half load.
pub(crate) fn run(given: &Given) -> Result<(), Box<dyn Error>> {
    let service = Service::given(given)?;
    println!(
        "{:16}{:>8}{:>12}{:>11}{:>9}{:>9}{:>10}",
        "door", "kind", "most/s", "half/s", "p50 us", "p99 us", "p99.9 us"
    );
    for door in &given.doors {
        for &kind in door.kinds() {
            let asked = of_kind(kind, &given.paths);
            let (mut most, mut best): (f64, Option<Measured>) = (0.0, None);
            for _ in 0..given.times {
                most =
                    most.max(once(&service.places, door, &asked, true, fast(given, door))?.rate());
                // Whoever waits for nobody asks on as many connections as it takes.
                let plan = Plan { rate: Some(most / 2.0), depth: door.depth, ..fast(given, door) };
                let half = once(&service.places, door, &asked, true, plan)?;
                let p99 = |run: &Measured| run.tally.times.at(99.0).unwrap_or(f64::INFINITY);
                if best.as_ref().is_none_or(|best| p99(&half) < p99(best)) {
                    best = Some(half);
                }
            }
            let best = best.ok_or("there is one run at least")?;
            let at = |share| best.tally.times.at(share).unwrap_or(f64::NAN);
            let (name, kind, half) = (door.name, format!("{kind:?}").to_lowercase(), best.rate());
            println!(
                "{name:16}{kind:>8}{most:12.0}{half:11.0}{:9.0}{:9.0}{:10.0}",
                at(50.0),
                at(99.0),
                at(99.9)
            );
        }
    }
    service.end()
}

/// So many times as much is asked as can be answered.
const TOO_MUCH: f64 = 4.0;

/// Whoever waits so long asks no more.
const PATIENCE: Duration = Duration::from_millis(100);

/// What is normal, unless it takes longer at half load before there is too much.
const NORMAL_US: f64 = 5_000.0;

/// At four times what can be answered, and after it.
pub(crate) fn overload(given: &Given) -> Result<(), Box<dyn Error>> {
    let service = Service::given(given)?;
    println!(
        "{:16}{:>8}{:>11}{:>11}{:>11}{:>9}{:>11}{:>11}{:>9}{:>10}{:>14}",
        "door",
        "kind",
        "most/s",
        "on many/s",
        "answers/s",
        "share%",
        "refused/s",
        "given up/s",
        "p99 us",
        "processor",
        "normal in ms"
    );
    for door in &given.doors {
        // So many calls are under way that they do not fit into the service's lines.
        let many = Door { connections: 16, depth: if door.depth > 1 { 128 } else { 1 }, ..*door };
        let many = if door.depth == 1 { Door { connections: 1024, ..many } } else { many };
        for &kind in door.kinds() {
            let asked = of_kind(kind, &given.paths);
            let mut most: f64 = 0.0;
            for _ in 0..given.times {
                most =
                    most.max(once(&service.places, door, &asked, true, fast(given, door))?.rate());
            }
            let (mut on_many, mut best): (f64, Option<Overloaded>) = (0.0, None);
            for _ in 0..given.times {
                let run = overloaded(given, &service, (door, &many), &asked, most)?;
                on_many = on_many.max(run.on_many.rate());
                if best.as_ref().is_none_or(|best| run.over.rate() > best.over.rate()) {
                    best = Some(run);
                }
            }
            let Overloaded { over, before, after, .. } = best.ok_or("there is one run at least")?;
            let (rate, normal) = (over.rate(), normal_after(&after, before.tally.times.at(99.0)));
            let seconds = given.time.as_secs_f64();
            let [refused, dropped] =
                [over.tally.refused, over.tally.dropped].map(|own| own as f64 / seconds);
            let normal = normal.map_or("never".to_owned(), |windows| {
                (WINDOW.as_millis() * windows as u128).to_string()
            });
            let kind = format!("{kind:?}").to_lowercase();
            println!(
                "{:16}{kind:>8}{most:11.0}{on_many:11.0}{rate:11.0}{:9.0}{refused:11.0}{dropped:11.0}{:9.0}{:10.2}{normal:>14}",
                door.name,
                100.0 * rate / most,
                over.tally.times.at(99.0).unwrap_or(f64::NAN),
                over.cost_us(&OURS)
            );
        }
    }
    service.end()
}

/// What the same connections have as fast as answers come, at half load, with too much, and at half load
/// again.
struct Overloaded {
    on_many: Measured,
    before: Measured,
    over: Measured,
    after: Measured,
}

/// With the connections of a door, of which there are many.
fn overloaded(
    given: &Given,
    service: &Service,
    (door, many): (&Door, &Door),
    asked: &[Asked],
    most: f64,
) -> Result<Overloaded, Box<dyn Error>> {
    let (rate, patience) = (Some(TOO_MUCH * most), PATIENCE);
    let much = Plan { rate, patience, depth: many.depth, time: given.time };
    let half = Plan { rate: Some(most / 2.0), ..much };
    let depth = (door.connections * door.depth).div_ceil(many.connections);
    let fast = Plan { rate: None, depth, ..much };
    Ok(clients()?.block_on(async {
        let mut lines = service.places.connect(many, asked, true).await?;
        Ok::<_, std::io::Error>(Overloaded {
            on_many: drive(&mut lines, fast).await?,
            before: drive(&mut lines, half).await?,
            over: drive(&mut lines, much).await?,
            after: drive(&mut lines, half).await?,
        })
    })?)
}

/// After how many windows all that follow are normal but for one in ten, which anything else on the machine
/// may have made late; `None` if the last is not.
fn normal_after(after: &Measured, before_us: Option<f64>) -> Option<usize> {
    let most = before_us.unwrap_or(0.0).max(NORMAL_US);
    let is_late = |times: &crate::tally::Times| times.at(99.0).is_none_or(|p99| p99 > most);
    let windows: Vec<bool> = after.tally.windows.iter().map(is_late).collect();
    (0..windows.len()).find(|&from| {
        let rest = &windows[from..];
        !rest[0] && rest.iter().filter(|&&late| late).count() * 10 <= rest.len()
    })
}
