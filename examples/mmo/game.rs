//! The game: ten times a second doors move, units walk, and whoever looks on is told.

use crate::doors::{Doors, Stands};
use crate::figures::Figures;
use crate::gateway::{Gateway, Question};
use crate::options::Options;
use crate::page::Wanted;
use crate::referee;
use crate::shares::Shares;
use crate::stream::{self, Stream};
use crate::swarm::{Event, Swarm};
use crate::town::{DoorId, TEXT, Town};
use crate::unit::{Doing, Why};
use crate::watching::Watching;
use crate::workers::{COUNT, Workers};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::{Duration, Instant};

/// A tick of the game.
const TICK: Duration = Duration::from_millis(100);

/// If so many changes wait to be told to a worker, as while the one that writes is away, doors stay as they
/// are: paths would lead through those that were shut meanwhile.
const WAITING_MAX: usize = 8;

/// So many ticks figures are told after.
const FIGURES_TICKS: u32 = 5;

/// All that the game is played with.
#[derive(Debug)]
pub(crate) struct Game<'a> {
    town: Arc<Town>,
    doors: Doors,
    swarm: Swarm,
    figures: Arc<Figures>,
    workers: &'a Workers,
    watching: &'a Watching,
    shares: &'a Shares,
    gateway: Gateway,
    wanted: Receiver<Wanted>,
    stream: Stream,
    begun: Instant,
    /// After so many milliseconds a worker is killed, if that was asked for.
    kill_ms: Option<u32>,
}

impl<'a> Game<'a> {
    /// At its beginning.
    pub(crate) fn new(
        options: &Options,
        workers: &'a Workers,
        watching: &'a Watching,
        shares: &'a Shares,
        gateway: Gateway,
        wanted: Receiver<Wanted>,
    ) -> Game<'a> {
        let town = workers.town.clone();
        Game {
            doors: Doors::new(&town, options.seed),
            swarm: Swarm::new(&town, options.units, options.seed),
            town,
            figures: workers.figures.clone(),
            workers,
            watching,
            shares,
            gateway,
            wanted,
            stream: Stream::default(),
            begun: Instant::now(),
            kill_ms: options.kill_after.map(|seconds| seconds.saturating_mul(1_000)),
        }
    }

    /// Plays until it is to end, or until so much time has passed.
    pub(crate) fn play(&mut self, is_over: &AtomicBool, seconds: Option<u64>) {
        let end = seconds.map(|seconds| self.begun + Duration::from_secs(seconds));
        let mut next = Instant::now();
        for tick in 0_u32.. {
            let is_late = end.is_some_and(|end| Instant::now() >= end);
            if is_late || is_over.load(Ordering::Relaxed) || self.workers.is_over() {
                return;
            }
            self.tick();
            if tick.is_multiple_of(FIGURES_TICKS) && self.stream.has_pages() {
                let told = stream::event("figures", &self.told().to_string());
                self.stream.tell(told);
            }
            // Who is late is not later from then on.
            next = (next + TICK).max(Instant::now());
            thread::sleep(next.saturating_duration_since(Instant::now()));
        }
    }

    fn now_ms(&self) -> u32 {
        u32::try_from(self.begun.elapsed().as_millis()).expect("nobody plays for weeks")
    }

    fn tick(&mut self) {
        let now_ms = self.now_ms();
        if self.kill_ms.is_some_and(|at_ms| now_ms >= at_ms) {
            self.kill_ms = None;
            self.workers.kill(0);
        }
        for letter in self.gateway.letters.try_iter() {
            let world = (&*self.town, &self.doors);
            self.swarm.hear(letter.unit, letter.number, letter.news, now_ms, world);
        }
        let before: Vec<Stands> = self.doors.all().map(|(_, stands)| stands).collect();
        let mut moved = Vec::new();
        let may_move = self.workers.ledger.waiting() < WAITING_MAX;
        for wanted in self.wanted.try_iter().collect::<Vec<_>>() {
            // While no worker makes changes, no hand does either.
            if !may_move && matches!(wanted, Wanted::Turn(_) | Wanted::Gates) {
                continue;
            }
            self.grant(wanted, now_ms, &mut moved);
        }
        let in_use = self.swarm.doors_in_use(&self.town);
        moved.extend(self.doors.tick(now_ms, may_move, |door| !in_use.contains(&door)));
        for &(door, is_open) in &moved {
            self.workers.ledger.write(door, is_open);
            if is_open {
                self.swarm.door_opened(&self.town.doors[door.0], now_ms);
            }
        }
        self.swarm.tick(now_ms, &self.town, &self.doors);
        let faults = referee::faults(&self.town, &self.doors, &self.swarm.take_steps());
        self.figures.faults.add(u64::try_from(faults).unwrap_or(u64::MAX));
        self.figures.note_stuck(self.swarm.stuck(now_ms));
        self.tell(now_ms, &before);
    }

    /// Does what somebody wants who looks on.
    fn grant(&mut self, wanted: Wanted, now_ms: u32, moved: &mut Vec<(DoorId, bool)>) {
        match wanted {
            Wanted::Look(page) => {
                let first = self.first(now_ms);
                self.stream.join(page, first);
            }
            Wanted::Turn(door) if door.0 < self.town.doors.len() => {
                moved.push((door, self.doors.turn(door, now_ms)));
            }
            Wanted::Gates => {
                let gates: Vec<_> =
                    self.doors.all().filter(|(id, _)| self.town.doors[id.0].is_gate).collect();
                // All shut, unless none is open.
                let is_any_open = gates.iter().any(|(_, stands)| *stands == Stands::Open);
                for (gate, stands) in gates {
                    if (stands == Stands::Open) == is_any_open {
                        moved.push((gate, self.doors.turn(gate, now_ms)));
                    }
                }
            }
            Wanted::Rush => self.swarm.rush(&self.town),
            Wanted::Kill(number) if number < COUNT => self.workers.kill(number),
            Wanted::Turn(_) | Wanted::Kill(_) => {}
        }
    }

    /// Passes on what happened: questions to the gateway, paths to those who watch them, all to the page.
    fn tell(&mut self, now_ms: u32, before: &[Stands]) {
        let mut messages = Vec::new();
        for event in self.swarm.take_events() {
            match event {
                Event::Asks { unit, number, from, goal } => {
                    let asked = Instant::now();
                    // Callers take questions as long as the game is played.
                    let _ =
                        self.gateway.questions.send(Question { unit, number, from, goal, asked });
                }
                Event::Walks(id) => {
                    let unit = self.swarm.unit(id);
                    self.watching.watch(id, &unit.walk);
                    stream::walks(id, unit, &mut messages);
                }
                Event::Stops(id) => stream::stops(id, self.swarm.unit(id), &mut messages),
            }
        }
        if !self.stream.has_pages() {
            return;
        }
        let moved: Vec<Value> = self
            .doors
            .all()
            .zip(before)
            .filter(|((_, stands), before)| stands != *before)
            .map(|((id, stands), _)| json!([id.0, stands.number()]))
            .collect();
        let mut piece = stream::units(now_ms, &messages);
        if !moved.is_empty() {
            piece.extend(stream::event("doors", &Value::from(moved).to_string()));
        }
        self.stream.tell(piece);
    }

    /// What somebody is told first: the town, its doors, and where everybody is.
    fn first(&self, now_ms: u32) -> Vec<u8> {
        let rows: Vec<&str> = TEXT.lines().filter(|line| !line.starts_with('@')).collect();
        let doors = self.town.doors.iter().zip(self.doors.all()).map(|(door, (_, stands))| {
            let (least, most) = (door.least, door.most);
            json!([least.x, least.y, most.x, most.y, u8::from(door.is_gate), stands.number()])
        });
        let doors: Vec<Value> = doors.collect();
        let town = json!({ "rows": rows, "doors": doors, "units": self.swarm.units.len() });
        let mut messages = Vec::new();
        for (id, unit) in self.swarm.all() {
            stream::walks(id, unit, &mut messages);
            stream::stops(id, unit, &mut messages);
        }
        let mut piece = stream::event("town", &town.to_string());
        piece.extend(stream::units(now_ms, &messages));
        piece
    }

    /// The figures, for people.
    pub(crate) fn summary(&self) -> String {
        let (own, last) = (&self.figures, self.figures.last());
        let seconds = self.begun.elapsed().as_secs_f64();
        let answered = own.answered.get();
        let rate = f64::from(u32::try_from(answered).unwrap_or(u32::MAX)) / seconds;
        let shares = self.shares.all().map(|share| share.answered.to_string()).join(" and ");
        format!(
            "{} units, {seconds:.1} s\n\
             {answered} questions answered, {rate:.0} a second; in the last 5 s half took {:.2} ms, 99% {:.2} ms\n\
             {} asked again by the client, {} refused for want of room, {} told that there is no way\n\
             {shares} answered by the workers, which were told of {} doors; {} paths broke\n\
             errors: {} steps through closed doors or walls, {} questions unanswered, {} units stuck, {} times \
             workers differed{}",
            self.swarm.units.len(),
            last.p50_ms,
            last.p99_ms,
            self.workers.lanes.asked_again(),
            own.refused.get(),
            own.no_way.get(),
            self.workers.ledger.len(),
            own.broken.get(),
            own.faults.get(),
            own.lost.get(),
            own.stuck.get(),
            own.differences.get(),
            if own.lost.get() > 0 {
                format!("\nunanswered: {}", own.why_lost())
            } else {
                String::new()
            },
        )
    }

    /// The figures, for the page.
    fn told(&self) -> Value {
        let (own, last) = (&self.figures, self.figures.last());
        let count = |is: &dyn Fn(Doing) -> bool| {
            self.swarm.units.iter().filter(|unit| is(unit.doing)).count()
        };
        let waits =
            |own: Why| move |doing| matches!(doing, Doing::Waiting { why, .. } if why == own);
        let workers = self.shares.all().map(|share| {
            json!({ "there": share.is_there, "rate": share.rate, "answered": share.answered, "begun": share.begun })
        });
        json!({
            "answered": own.answered.get(), "again": self.workers.lanes.asked_again(),
            "refused": own.refused.get(), "lost": own.lost.get(), "broken": own.broken.get(),
            "faults": own.faults.get(), "stuck": own.stuck.get(), "apart": own.differences.get(),
            "p50": last.p50_ms, "p99": last.p99_ms,
            "walking": count(&|doing| doing == Doing::Walking),
            "asking": count(&|doing| doing == Doing::Asking),
            "shut": count(&waits(Why::Shut)), "busy": count(&waits(Why::Busy)),
            "changes": self.workers.ledger.len(), "bytes": self.stream.bytes, "workers": workers,
        })
    }
}
