//! Who makes the calls: as fast as replies come, or by a timetable that waits for nobody.

use crate::line::Line;
use crate::processors::Processors;
use crate::tally::Tally;
use futures_util::future::try_join_all;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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

/// When the next call is due on each connection: who has none under way is woken then and not before, for
/// there may be a thousand of them.
#[derive(Debug)]
struct Timetable {
    due: Mutex<BinaryHeap<Reverse<(Instant, usize)>>>,
    lines: Vec<Notify>,
    is_over: AtomicBool,
}

impl Timetable {
    fn of(lines: usize) -> Timetable {
        let lines = (0..lines).map(|_| Notify::new()).collect();
        Timetable { due: Mutex::default(), lines, is_over: AtomicBool::new(false) }
    }

    fn due(&self) -> MutexGuard<'_, BinaryHeap<Reverse<(Instant, usize)>>> {
        self.due.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has a connection woken at a time.
    fn add(&self, line: usize, when: Instant) {
        self.due().push(Reverse((when, line)));
    }

    /// Wakes those whose time has come, until it is over.
    fn keep(&self) {
        while !self.is_over.load(Ordering::Relaxed) {
            thread::sleep(TICK);
            let (now, mut due) = (Instant::now(), self.due());
            while let Some(&Reverse((when, line))) = due.peek()
                && when <= now
            {
                due.pop();
                self.lines[line].notify_one();
            }
        }
    }
}

/// Makes calls on some connections, on the thread that waits for it.
pub(crate) async fn drive(lines: &mut [Line], plan: Plan) -> io::Result<Measured> {
    let count = lines.len();
    let timetable = Arc::new(Timetable::of(count));
    if plan.rate.is_some() {
        let own = timetable.clone();
        thread::Builder::new().name("ticks".to_owned()).spawn(move || own.keep())?;
    }
    lines.iter_mut().for_each(Line::begin);
    let (before, begun) = (Processors::now(), Instant::now());
    let all = lines.iter_mut().zip(0..).map(|(line, number)| {
        let of_all = (number, count);
        drive_one(line, plan, begun, of_all, &timetable)
    });
    let cost = async {
        tokio::time::sleep_until((begun + plan.time).into()).await;
        Ok(before.until_now())
    };
    let (tallies, cost) = tokio::try_join!(try_join_all(all), cost)?;
    timetable.is_over.store(true, Ordering::Relaxed);
    let mut tally = Tally::default();
    tallies.iter().for_each(|own| tally.add_all(own));
    Ok(Measured { tally, time: plan.time, cost })
}

async fn drive_one(
    line: &mut Line,
    plan: Plan,
    begun: Instant,
    (number, count): (usize, usize),
    timetable: &Timetable,
) -> io::Result<Tally> {
    let end = begun + plan.time;
    let step = plan.rate.map(|rate| Duration::from_secs_f64(count as f64 / rate));
    // Connections take turns, so that calls are not due all at once.
    let turn = number as f64 / count as f64;
    let mut next = begun + step.unwrap_or_default().mul_f64(turn);
    let mut woken_at = None;
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
        let waits_for_next = !is_all && unanswered < plan.depth;
        if waits_for_next && woken_at != Some(next) {
            timetable.add(number, next);
            woken_at = Some(next);
        }
        tokio::select! {
            biased;
            talked = line.talk(&mut replies), if unanswered > 0 => talked?,
            () = timetable.lines[number].notified(), if waits_for_next => continue,
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
