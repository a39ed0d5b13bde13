//! The service in a world of chance: clients that ask, change, give up and come again; disks that are full;
//! power that goes at any moment, also while a record is being written; maps that are replaced under way. All
//! of it from a seed, without threads or clocks, and each answer judged by a referee on the map as it was at
//! the revision that the answer names.
//!
//! That it sees what goes wrong is a test of its own: with any fault of [`Planted`] in it, it fails within a
//! hundred seeds.

mod copies;
mod judging;
mod outside;
mod watching;

use super::job::{Done, Job, Outcome, Tried};
use super::limits::ServiceLimits;
use super::queue::ClientId;
use super::request::{AtRevision, Gone, Moment, Request};
use super::service::{Service, ToBake};
use super::writer::{ChangeAsked, Writer};
use outside::{Disk, Fate, SimulatedJournal, Truth, grid, optimal, rows_of, without_names};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use watching::Watched;
use xunlu::map::Revision;
use xunlu::roadmap::{Roadmap, RoadmapOptions};
use xunlu::{Map, Mover, Terrain, World, wire};
use xunlu_client::{AnyChange, AnySnapshot, Ask, Response, Spaces};
use xunlu_testkit::Random;

/// So many worlds, unless `XUNLU_SEEDS` says otherwise.
const SEEDS: u64 = 2_000;

/// So many things happen in each.
const STEPS: u32 = 150;

/// So many seeds find any planted fault.
const SEEDS_OF_PLANTED: u64 = 100;

const MAPS: [&str; 2] = ["yard", "hall"];
const WIDTH: u32 = 6;
const HEIGHT: u32 = 4;

/// A fault that is put between the service and its world, to see whether it is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Planted {
    Nothing,
    /// A change is acknowledged before it is on the disk.
    AcknowledgedTooSoon,
    /// After a crash nobody knows which changes were made already.
    ForgottenNames,
    /// What a crash cut short stays in the journal, and more is written behind it.
    HalfARecordKept,
    /// A question may be answered at an earlier revision than it asks for.
    NoLeastRevision,
    /// A search reads the map as it is by now, not as it was when it was taken.
    LiveMapRead,
    /// A map that takes the place of another begins to count again.
    NoNewEpoch,
    /// An answer now and then is told to nobody.
    LostAnswers,
    /// What breaks a path is now and then told to nobody.
    LostBreaks,
    /// A journal that is made shorter forgets what its changes were called.
    NamelessBase,
    /// A journal is made shorter before what it goes on from is on the disk.
    ShortenedTooSoon,
}

/// What somebody waits for.
#[derive(Clone)]
enum Asked {
    Change { map: &'static str, id: String },
    Path { map: &'static str, cells: [u32; 2], at: AtRevision, known: Revision },
}

/// A client: what it knows of each map, and the change that it does not know the end of.
#[derive(Default)]
struct Client {
    known: BTreeMap<&'static str, Revision>,
    pending: Option<(&'static str, String)>,
    changes: u32,
}

/// How somebody answers a question that was taken.
enum Way {
    AsLongAsItTakes,
    AtOnce,
    /// It is left to others, for what was taken with it took long.
    NotAtAll,
}

struct Simulation {
    random: Random,
    planted: Planted,
    now: Moment,
    service: Service<u32>,
    jobs: Vec<Job<u32>>,
    disks: BTreeMap<&'static str, Arc<Mutex<Disk>>>,
    truth: Arc<Mutex<Truth>>,
    clients: [Client; 3],
    asked: BTreeMap<u32, (usize, Asked)>,
    asked_count: u32,
    spaces: Spaces,
    mover: Mover,
    watched: BTreeMap<u32, Watched>,
    baked: Option<(ToBake, Arc<Roadmap>)>,
    counts: Counts,
}

/// That all of it happens is looked at in the end.
#[derive(Clone, Copy, Default, Debug)]
struct Counts {
    answers: u32,
    changes: u32,
    crashes: u32,
    replaced: u32,
    refused: u32,
    waited: u32,
    given_back: u32,
    breaks: u32,
    shortened: u32,
    looked_up: u32,
}

impl Simulation {
    fn new(seed: u64, planted: Planted) -> Simulation {
        let mut made = Simulation {
            random: Random::new(seed),
            planted,
            now: Moment::ZERO,
            service: Service::new(limits()),
            jobs: Vec::new(),
            disks: BTreeMap::new(),
            truth: Arc::default(),
            clients: Default::default(),
            asked: BTreeMap::new(),
            asked_count: 0,
            spaces: Spaces::default(),
            watched: BTreeMap::new(),
            baked: None,
            mover: Mover::default(),
            counts: Counts::default(),
        };
        MAPS.into_iter().for_each(|map| made.replace(map));
        made
    }

    /// Lets so much happen, then waits until all is answered.
    fn run(mut self) -> Result<Counts, String> {
        for _ in 0..STEPS {
            self.step();
            if let Some(words) = self.truth.lock().unwrap().wrong.take() {
                return Err(words);
            }
        }
        for disk in self.disks.values() {
            disk.lock().unwrap().fate = Fate::Written;
        }
        while self.take_job() || self.do_job() {}
        self.now += 2 * limits().time_max;
        self.service.tick(self.now);
        self.deliver();
        self.hear_news();
        self.judge_watched();
        let (left, mut truth) = (self.asked.len(), self.truth.lock().unwrap());
        truth.said(left == 0, || format!("{left} were never answered"));
        truth.wrong.take().map_or(Ok(self.counts), Err)
    }

    fn step(&mut self) {
        match self.random.below(100) {
            0..30 => self.ask(),
            30..45 => self.change(),
            45..70 => _ = self.take_job(),
            70..88 => _ = self.do_job(),
            88..91 => self.shorten(),
            91..93 => self.bake(),
            93..96 => {
                self.now += Duration::from_millis(u64::from(self.random.below(400)));
                self.service.tick(self.now);
                self.deliver();
            }
            96 => {
                let map = *self.random.pick(&MAPS);
                self.replace(map);
            }
            97 => self.crash(),
            _ => {
                let fate = match self.random.below(3) {
                    0 => Fate::DiskFull,
                    1 => Fate::PowerGone(self.random.below(200) as usize),
                    _ => Fate::Written,
                };
                let map = *self.random.pick(&MAPS);
                self.disks[map].lock().unwrap().fate = fate;
            }
        }
    }

    /// Hands in the roadmap that was baked, perhaps of a map that has changed since, and bakes another one.
    fn bake(&mut self) {
        if let Some((own, roadmap)) = self.baked.take() {
            self.service.baked(&own, roadmap);
        }
        let Some(next) = self.service.to_bake(self.now, Duration::ZERO, usize::MAX) else { return };
        let view = next.snapshot.view(next.mover).expect("one of its movers");
        let baked = view.bake_roadmap(&RoadmapOptions::new(), &|_, _| true);
        self.baked = Some((next, baked.expect("ground of one price").into()));
    }

    /// Lets a journal that waits for it be made shorter.
    fn shorten(&mut self) {
        let map = *self.random.pick(&MAPS);
        let (is_done, has_power) = {
            let mut disk = self.disks[map].lock().unwrap();
            (disk.shorten(), disk.has_power)
        };
        self.counts.shortened += u32::from(is_done);
        if !has_power {
            self.crash();
        }
    }

    /// Puts a map in place of what there is.
    fn replace(&mut self, map: &'static str) {
        let walls = |random: &mut Random| if random.chance(25) { '#' } else { '.' };
        let row = |random: &mut Random| (0..WIDTH).map(|_| walls(random)).collect::<String>();
        let rows: Vec<String> = (0..HEIGHT).map(|_| row(&mut self.random)).collect();
        let rows = rows.join("\n");
        let old = self.disks.get(map).map(|disk| disk.lock().unwrap().epoch);
        let mut epoch_least = old.map_or(0, |epoch| epoch + 1);
        if self.planted == Planted::NoNewEpoch {
            epoch_least = 0;
        }
        let own = Map::Grid(grid(&rows));
        let own = match self.planted {
            Planted::NoNewEpoch => own,
            _ => self.service.admit(map, own, epoch_least).expect("there is room"),
        };
        let epoch = own.revision().epoch;
        let planted = self.planted;
        let disk = Disk {
            map,
            epoch,
            rows: rows.clone(),
            journal: Vec::new(),
            kept: 0,
            base: None,
            next_base: None,
            fate: Fate::Written,
            has_power: true,
            planted,
        };
        self.truth.lock().unwrap().rows.insert((map, epoch, 0), rows);
        let disk = Arc::new(Mutex::new(disk));
        let journal = self.journal(&disk);
        let world = World::new(own).expect("a world");
        self.service.hold(map, world, Box::new(journal)).expect("there is room");
        self.disks.insert(map, disk);
        self.counts.replaced += 1;
        self.deliver();
    }

    fn journal(&self, disk: &Arc<Mutex<Disk>>) -> SimulatedJournal {
        SimulatedJournal { disk: disk.clone(), truth: self.truth.clone() }
    }

    fn next_number(&mut self) -> u32 {
        self.asked_count += 1;
        self.asked_count
    }

    fn ask(&mut self) {
        let (client, map) = (self.random.below(3) as usize, *self.random.pick(&MAPS));
        let known = self.clients[client].known.get(map).copied().unwrap_or_default();
        let soon = Revision { number: known.number + 1, ..known };
        let at = *self.random.pick(&[
            AtRevision::Last,
            AtRevision::Last,
            AtRevision::Least(known),
            AtRevision::Least(soon),
            AtRevision::Exactly(known),
        ]);
        let cells = [0; 2].map(|_| self.random.below(WIDTH * HEIGHT));
        let [from, goal] = cells.map(|cell| format!("{},{}", cell % WIDTH, cell / WIDTH));
        let query = serde_json::json!({ "from": from, "goal": { "at": goal } });
        let ask = Ask::Path(Box::new(serde_json::from_value(query).expect("a question")));
        let gone = Gone::default();
        let to = self.next_number();
        if self.random.chance(3) {
            gone.tell();
        }
        self.asked.insert(to, (client, Asked::Path { map, cells, at, known }));
        // The fault of a door that does not hand on what it was asked.
        let at = match at {
            AtRevision::Least(_) if self.planted == Planted::NoLeastRevision => AtRevision::Last,
            at => at,
        };
        let time = self.random.chance(20).then_some(Duration::from_millis(150));
        let client = ClientId(client as u64);
        let request = Request { map: map.to_owned(), at, ask, client, time, gone };
        self.service.ask(self.now, request, to);
        self.deliver();
    }

    fn change(&mut self) {
        let number = self.random.below(3) as usize;
        let again = self.clients[number].pending.clone().filter(|_| self.random.chance(70));
        let is_again = again.is_some();
        let (map, id) = again.unwrap_or_else(|| {
            let client = &mut self.clients[number];
            client.changes += 1;
            (*self.random.pick(&MAPS), format!("{number}-{}", client.changes))
        });
        if !is_again {
            let change = (self.random.below(WIDTH * HEIGHT), self.random.chance(50));
            self.truth.lock().unwrap().asked.insert(id.clone(), change);
        }
        let (cell, is_wall) = self.truth.lock().unwrap().asked[&id];
        let rect = serde_json::json!({
            "x": cell % WIDTH, "y": cell / WIDTH, "width": 1, "height": 1,
        });
        let terrain = serde_json::json!({
            "terrain": { "rect": rect, "terrain": if is_wall { Terrain::WALL.0 } else { 0 } },
        });
        let change: wire::Change = serde_json::from_value(terrain).expect("a change");
        let change = AnyChange::from(change);
        let known = self.clients[number].known.get(map).copied();
        let expected = known.filter(|_| !is_again && self.random.chance(20));
        let to = self.next_number();
        self.clients[number].pending = Some((map, id.clone()));
        self.asked.insert(to, (number, Asked::Change { map, id: id.clone() }));
        self.service.change(map, ChangeAsked { id, expected, change }, to);
        self.deliver();
    }

    /// Gives work to somebody. Returns whether there was any.
    fn take_job(&mut self) -> bool {
        // Whoever has just asked takes a small one, and who searches takes several questions.
        let job = match self.random.below(4) {
            0 => self.service.next_small(self.now),
            1 => self.service.next_question(self.now),
            _ => None,
        };
        let job = job.or_else(|| self.service.next(self.now));
        let is_any = job.is_some();
        self.jobs.extend(job);
        self.deliver();
        is_any
    }

    /// Does a piece of work that somebody has. Returns whether there was any.
    fn do_job(&mut self) -> bool {
        if self.jobs.is_empty() {
            return false;
        }
        let at = self.random.below(u32::try_from(self.jobs.len()).expect("a few")) as usize;
        let job = self.jobs.swap_remove(at);
        let now = self.now;
        let way = if job.ticket().map().is_some() { Way::AsLongAsItTakes } else { self.way() };
        let mut done = match way {
            Way::AsLongAsItTakes => job.run(&mut self.spaces, &move || now),
            Way::AtOnce => match job.run_at_once(&mut self.spaces, &move || now) {
                Tried::Done(done) => done,
                Tried::Left(job) => return self.give_back(job),
            },
            Way::NotAtAll => return self.give_back(job),
        };
        if self.disks.values().any(|disk| !disk.lock().unwrap().has_power) {
            // Nobody hears of what came of it.
            self.crash();
            return true;
        }
        if self.planted == Planted::LiveMapRead {
            self.answer_live(&mut done);
        }
        self.service.done(done);
        self.deliver();
        true
    }

    fn way(&mut self) -> Way {
        match self.random.below(32) {
            0 => Way::NotAtAll,
            1..12 => Way::AtOnce,
            _ => Way::AsLongAsItTakes,
        }
    }

    /// Leaves it to somebody else. Something was done all the same.
    fn give_back(&mut self, job: Job<u32>) -> bool {
        self.service.give_back(job);
        self.counts.given_back += 1;
        self.deliver();
        true
    }

    /// Answers a question on the map as it is by now, under the revision that it was taken at.
    fn answer_live(&mut self, done: &mut Done<u32>) {
        let Outcome::Answered(to, Ok(Response::Path(answer))) = &mut done.0 else { return };
        let Some((_, Asked::Path { map, cells, .. })) = self.asked.get(to) else { return };
        let Ok(snapshot) = self.service.snapshot(map) else { return };
        let live = Revision { epoch: answer.epoch, number: answer.revision };
        let key = (*map, snapshot.revision().epoch, snapshot.revision().number);
        let rows = self.truth.lock().unwrap().rows.get(&key).cloned();
        let cost = rows.and_then(|rows| optimal(&rows, *cells, &self.mover));
        if let (Some(path), Some(cost)) = (&mut answer.path, cost) {
            path.cost = cost;
        }
        (answer.epoch, answer.revision) = (live.epoch, live.number);
    }

    /// The power goes: all that was under way is lost, and the service begins anew with what is on the disks.
    fn crash(&mut self) {
        self.counts.crashes += 1;
        self.jobs.clear();
        self.watched.values_mut().for_each(|watched| watched.is_over = true);
        self.asked.clear();
        self.service = Service::new(limits());
        for (map, disk) in self.disks.clone() {
            let journal = self.journal(&disk);
            let mut own = disk.lock().unwrap();
            let kept = own.kept;
            own.keep(kept);
            (own.has_power, own.fate, own.next_base) = (true, Fate::Written, None);
            let mut writer = own.writer();
            let whole = match writer.replay_all(&own.journal) {
                Ok(whole) => whole,
                Err((at, words)) => {
                    let told = format!("{map}, byte {at} of its journal: {words}");
                    self.truth.lock().unwrap().said(false, || told);
                    return;
                }
            };
            match self.planted {
                Planted::HalfARecordKept => {}
                Planted::ForgottenNames => {
                    own.keep(whole);
                    let nameless = without_names(&own.journal);
                    writer = own.writer();
                    writer.replay_all(&nameless).expect("it was just read");
                }
                _ => own.keep(whole),
            }
            self.judge_restart(map, own.epoch, &writer);
            writer.write_to(Box::new(journal));
            self.service.hold_writer(map, Box::new(writer)).expect("there is room");
        }
    }

    /// All that was ever written is there again, and nothing else.
    fn judge_restart(&self, map: &'static str, epoch: u32, writer: &Writer) {
        let mut truth = self.truth.lock().unwrap();
        let revision = writer.snapshot().revision();
        let last = truth.rows.range((map, epoch, 0)..=(map, epoch, u64::MAX)).next_back();
        let last =
            last.map(|(&(_, epoch, number), rows)| (Revision { epoch, number }, rows.clone()));
        let Some((expected, rows)) = last else { return };
        truth.said(revision == expected, || {
            format!("{map} is at {revision} after a crash; expected {expected}")
        });
        let snapshot = writer.snapshot();
        let AnySnapshot::Map(snapshot) = snapshot else { panic!("it was a map") };
        let Map::Grid(grid) = snapshot.map() else { panic!("it was a grid") };
        truth.said(rows_of(grid) == rows, || format!("{map} is another map after a crash"));
    }

    fn deliver(&mut self) {
        if self.random.chance(30) {
            self.hear_news();
        }
        for (to, told) in self.service.told() {
            if self.planted == Planted::LostAnswers && self.random.chance(5) {
                continue;
            }
            let Some((client, asked)) = self.asked.remove(&to) else {
                let words = format!("{to} was answered twice, or never asked");
                self.truth.lock().unwrap().said(false, || words);
                continue;
            };
            // The network loses what is said, and who asked for a change comes again with it.
            if matches!(asked, Asked::Change { .. }) && self.random.chance(35) {
                continue;
            }
            match asked {
                Asked::Change { map, id } => self.judge_change(client, map, &id, &told),
                Asked::Path { map, cells, at, known } => {
                    self.judge_answer(client, map, cells, [at, AtRevision::Least(known)], &told);
                }
            }
        }
    }
}

/// So little is taken that it is often too much.
fn limits() -> ServiceLimits {
    ServiceLimits {
        waiting_max: 12,
        early_max: 3,
        changes_max: 4,
        past_max: 2,
        watches_max: 30,
        events_max: 12,
        time_max: Duration::from_millis(900),
        ..ServiceLimits::default()
    }
}

/// The first seed and how many there are: so many unless the environment says otherwise.
fn seeds_or(usual: u64) -> (u64, u64) {
    let number = |name: &str| std::env::var(name).ok()?.parse::<u64>().ok();
    (number("XUNLU_FIRST_SEED").unwrap_or(0), number("XUNLU_SEEDS").unwrap_or(usual))
}

#[test]
fn whatever_happens_every_answer_is_true_and_no_change_is_lost() {
    let (first, seeds) = seeds_or(SEEDS);
    let mut all = Counts::default();
    for seed in first..first + seeds {
        let counts = Simulation::new(seed, Planted::Nothing).run();
        let counts = counts.unwrap_or_else(|words| panic!("seed {seed}: {words}"));
        all.answers += counts.answers;
        all.changes += counts.changes;
        all.crashes += counts.crashes;
        all.replaced += counts.replaced;
        all.refused += counts.refused;
        all.waited += counts.waited;
        all.given_back += counts.given_back;
        all.breaks += counts.breaks;
        all.shortened += counts.shortened;
        all.looked_up += counts.looked_up;
    }
    let least = [all.answers, all.changes, all.crashes, all.replaced, all.refused, all.waited];
    let some = [all.breaks, all.shortened, all.looked_up];
    assert!(seeds < SEEDS || some.iter().all(|&count| u64::from(count) > seeds / 8), "{all:?}");
    assert!(seeds < SEEDS || least.iter().all(|&count| u64::from(count) > seeds), "{all:?}");
}

#[test]
fn every_planted_fault_is_found() {
    let all = [
        Planted::AcknowledgedTooSoon,
        Planted::ForgottenNames,
        Planted::HalfARecordKept,
        Planted::NoLeastRevision,
        Planted::LiveMapRead,
        Planted::NoNewEpoch,
        Planted::LostAnswers,
        Planted::LostBreaks,
        Planted::NamelessBase,
        Planted::ShortenedTooSoon,
    ];
    for planted in all {
        let found = (0..SEEDS_OF_PLANTED)
            .find_map(|seed| Some((seed, Simulation::new(seed, planted).run().err()?)));
        assert!(found.is_some(), "{planted:?} is not found in {SEEDS_OF_PLANTED} seeds");
    }
}
