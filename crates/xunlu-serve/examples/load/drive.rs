//! Who makes the calls: as fast as replies come, or by a timetable that waits for nobody.

use crate::line::Line;
use crate::processors::Processors;
use crate::tally::Tally;
use futures_util::future::try_join_all;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// How often a timetable is looked at: a call may be so late without anybody's fault, and is charged for it.
const TICK: Duration = Duration::from_micros(100);

/// How calls are made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// So many may be under way on each connection.
    pub(crate) depth: usize,
    /// How many are due each second, on all connections together; as many as get answers unless said.
    pub(crate) rate: Option<f64>,
    /// A call that could not be made so long after it was due is not made at all.
    pub(crate) patience: Duration,
    /// How long calls are made.
    pub(crate) time: Duration,
}

/// What came of them.
#[derive(Clone, Debug)]
pub(crate) struct Measured {
    pub(crate) tally: Tally,
    pub(crate) time: Duration,
    pub(crate) cost: Processors,
}

impl Measured {
    /// Answers a second.
    pub(crate) fn rate(&self) -> f64 {
        self.tally.in_time as f64 / self.time.as_secs_f64()
    }

    /// What an answer costs threads of these names, in microseconds.
    pub(crate) fn cost_us(&self, threads: &[&str]) -> f64 {
        self.cost.of(threads).as_secs_f64() * 1e6 / self.tally.in_time as f64
    }
}

/// Makes calls on some connections, on the thread that waits for it.
pub(crate) async fn drive(lines: &mut [Line], plan: Plan) -> io::Result<Measured> {
    let ticks = Arc::new(Notify::new());
    let is_over = Arc::new(AtomicBool::new(false));
    if plan.rate.is_some() {
        let (ticks, is_over) = (ticks.clone(), is_over.clone());
        thread::Builder::new().name("ticks".to_owned()).spawn(move || {
            while !is_over.load(Ordering::Relaxed) {
                thread::sleep(TICK);
                ticks.notify_waiters();
            }
        })?;
    }
    let count = lines.len();
    lines.iter_mut().for_each(Line::begin);
    let (before, begun) = (Processors::now(), Instant::now());
    let all = lines.iter_mut().zip(0..).map(|(line, number)| {
        let of_all = (number, count);
        drive_one(line, plan, begun, of_all, &ticks)
    });
    let cost = async {
        tokio::time::sleep_until((begun + plan.time).into()).await;
        Ok(before.until_now())
    };
    let (tallies, cost) = tokio::try_join!(try_join_all(all), cost)?;
    is_over.store(true, Ordering::Relaxed);
    let mut tally = Tally::default();
    tallies.iter().for_each(|own| tally.add_all(own));
    Ok(Measured { tally, time: plan.time, cost })
}

async fn drive_one(
    line: &mut Line,
    plan: Plan,
    begun: Instant,
    (number, count): (u32, usize),
    ticks: &Notify,
) -> io::Result<Tally> {
    let end = begun + plan.time;
    let step = plan.rate.map(|rate| Duration::from_secs_f64(count as f64 / rate));
    // Connections take turns, so that calls are not due all at once.
    let mut next = begun + step.unwrap_or_default() * number / u32::try_from(count).unwrap_or(1);
    let (mut due, mut unanswered): (Vec<Instant>, usize) = (Vec::new(), 0);
    let (mut tally, mut replies) = (Tally::default(), Vec::new());
    loop {
        let now = Instant::now();
        // Those that were due in time are made however late, for as long as they may be.
        let is_due =
            |next: Instant| if step.is_some() { next < end && next <= now } else { now < end };
        while unanswered < plan.depth && is_due(next) {
            if step.is_some() && now - next > plan.patience {
                tally.dropped += 1;
            } else {
                line.call(u32::try_from(due.len()).expect("a run is short"));
                due.push(if step.is_some() { next } else { now });
                unanswered += 1;
            }
            next = step.map_or(next, |step| next + step);
        }
        let is_all = if step.is_some() { next >= end } else { now >= end };
        if is_all && unanswered == 0 {
            return Ok(tally);
        }
        tokio::select! {
            biased;
            talked = line.talk(&mut replies), if unanswered > 0 => talked?,
            () = ticks.notified(), if !is_all && unanswered < plan.depth => continue,
        }
        let now = Instant::now();
        for reply in replies.drain(..) {
            unanswered -= 1;
            if reply.is_answer {
                tally.answered(due[reply.number as usize], now, begun);
                tally.in_time += u64::from(now < end);
            } else {
                tally.refused += 1;
            }
        }
    }
}
