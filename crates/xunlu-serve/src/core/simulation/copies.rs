//! A map on many machines in a world of chance: one service that writes, others that follow by way of a
//! broker that loses, repeats, reorders, delays and damages, all of which crash, are cut off, and have
//! clocks that jump. From a seed, and each answer judged on the map as it was at the revision that the
//! answer names; in the end, when all is well again, everybody has what the writer has.

mod broker;
mod nodes;

use super::outside::{Disk, Fate, Truth, grid, optimal, rows_of};
use super::{HEIGHT, WIDTH};
use crate::core::job::Done;
use crate::core::queue::ClientId;
use crate::core::replica::follower::FollowerTask;
use crate::core::replica::head::Complaint;
use crate::core::replica::publisher::{Publisher, PublisherTask};
use crate::core::request::{AtRevision, Gone, Moment, Request};
use crate::core::writer::{ChangeAsked, Writer};
use broker::{Broker, Live};
use nodes::{EpochBegun, Node, Told};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use xunlu::map::Revision;
use xunlu::{Map, Mover, Terrain, wire};
use xunlu_client::{AnyChange, AnySnapshot, Ask, Refusal, Response, Spaces};
use xunlu_testkit::Random;

/// So many worlds, unless `XUNLU_SEEDS` says otherwise.
const SEEDS: u64 = 2_000;

/// So many seeds find any planted fault.
const SEEDS_OF_PLANTED: u64 = 100;

/// The map that all have.
const MAP: &str = "yard";

/// So long things go wrong, and then so long nothing does.
const TROUBLE: Moment = Duration::from_secs(5);
const PEACE: Moment = Duration::from_secs(12);

/// One that writes and two that follow.
const NODES: usize = 3;
const WRITER: usize = 0;

/// A fault that is put between the parts, to see whether it is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Planted {
    Nothing,
    /// A change is made although those before it did not come.
    NoGapCheck,
    /// A question may be answered at an earlier revision than it asks for.
    NoLeastRevision,
    /// A log that was cut is written on, as if it were whole.
    NoNewLog,
    /// Who holds what the writer never made keeps it, and the writer counts on.
    NoNewEpoch,
    /// A search reads the map as it is by now, not as it was when it was taken.
    LiveMapRead,
    /// A snapshot is taken as it comes.
    DamageTaken,
    /// Nobody looks whether the last change came.
    NoHeads,
    /// A map that takes the place of another is told with whatever snapshot is there.
    AnySnapshotTaken,
}

/// What happens later.
enum Event {
    /// A node looks at what the broker has.
    Look {
        node: usize,
        life: u32,
    },
    /// A node does a piece of work that it has.
    Work {
        node: usize,
    },
    /// What came of it is known.
    Done {
        node: usize,
        life: u32,
        done: Box<Done<Told>>,
    },
    /// A map that takes the place of another is held.
    Put {
        life: u32,
        writer: Box<Writer>,
    },
    /// A change comes to a follower just after it was written into the log.
    Live {
        node: usize,
        live: Live,
    },
    /// A task of a follower is done.
    Followed {
        node: usize,
        life: u32,
        task: FollowerTask,
    },
    /// A task of the writer is done.
    Published {
        life: u32,
        generation: u32,
        task: PublisherTask,
    },
    Complained(Complaint),
    Client,
    Trouble,
}

/// What somebody waits for.
struct AskedPath {
    cells: [u32; 2],
    at: AtRevision,
    known: Revision,
}

struct Simulation {
    random: Random,
    planted: Planted,
    now: Moment,
    events: BTreeMap<(Moment, u64), Event>,
    event_count: u64,
    broker: Broker,
    disk: Arc<Mutex<Disk>>,
    // What the map goes on with in a later epoch, from when that is made until it is told.
    epoch_begun: Arc<Mutex<Option<EpochBegun>>>,
    // The last that was ever begun, and the one that the writer's map is in or about to be put in.
    epoch_last: Arc<AtomicU32>,
    epoch_held: Arc<AtomicU32>,
    truth: Arc<Mutex<Truth>>,
    nodes: Vec<Node>,
    // What the one client knows of, which no answer may be older than that asks for it.
    known: Revision,
    asked: BTreeMap<u32, AskedPath>,
    numbers: u32,
    spaces: Spaces,
    mover: Mover,
    // What the cheapest paths cost, for the referee is slow.
    costs: BTreeMap<(String, [u32; 2]), Option<u32>>,
    counts: Counts,
}

/// That all of it happens is looked at in the end.
#[derive(Clone, Copy, Default, Debug)]
struct Counts {
    answers: u64,
    of_copies: u64,
    changes: u64,
    crashes: u64,
    cuts: u64,
    logs: u64,
    epochs: u64,
    puts: u64,
    loads: u64,
    complaints: u64,
}

impl Simulation {
    fn new(seed: u64, planted: Planted) -> Simulation {
        let mut random = Random::new(seed);
        let rows = any_rows(&mut random);
        let disk = new_disk(0, rows.clone());
        let truth: Arc<Mutex<Truth>> = Arc::default();
        truth.lock().unwrap().rows.insert((MAP, 0, 0), rows);
        let mut made = Simulation {
            random,
            planted,
            now: Moment::ZERO,
            events: BTreeMap::new(),
            event_count: 0,
            broker: Broker::default(),
            disk: Arc::new(Mutex::new(disk)),
            epoch_begun: Arc::default(),
            epoch_last: Arc::default(),
            epoch_held: Arc::default(),
            truth,
            nodes: (0..NODES).map(|_| Node::default()).collect(),
            known: Revision::default(),
            asked: BTreeMap::new(),
            numbers: 0,
            spaces: Spaces::default(),
            mover: Mover::default(),
            costs: BTreeMap::new(),
            counts: Counts::default(),
        };
        (0..NODES).for_each(|node| made.begin(node));
        made.later(50, Event::Client);
        made.later(200, Event::Trouble);
        made
    }

    /// Something happens up to so many milliseconds from now.
    fn later(&mut self, most: u32, event: Event) {
        let after = Duration::from_micros(u64::from(self.random.below(most * 1000)) + 1);
        self.event_count += 1;
        self.events.insert((self.now + after, self.event_count), event);
    }

    fn is_peace(&self) -> bool {
        self.now >= TROUBLE
    }

    /// Lets things go wrong, then right, and looks whether everybody has the same.
    fn run(mut self) -> Result<Counts, String> {
        let mut was_peace = false;
        while let Some(((at, _), event)) = self.events.pop_first() {
            self.now = at;
            if self.is_peace() && !std::mem::replace(&mut was_peace, self.is_peace()) {
                self.broker.is_down = false;
                self.nodes.iter_mut().for_each(|node| node.is_cut_off = false);
            }
            if at >= TROUBLE + PEACE {
                break;
            }
            self.happen(event);
            if let Some(words) = self.truth.lock().unwrap().wrong.take() {
                return Err(words);
            }
        }
        self.judge_end();
        let wrong = self.truth.lock().unwrap().wrong.take();
        wrong.map_or(Ok(self.counts), Err)
    }

    fn happen(&mut self, event: Event) {
        match event {
            Event::Look { node, life } if self.nodes[node].life == life => self.look(node),
            Event::Followed { node, life, task } if self.nodes[node].life == life => {
                self.followed(node, task);
            }
            Event::Published { life, generation, task }
                if (self.nodes[WRITER].life, self.nodes[WRITER].generation)
                    == (life, generation) =>
            {
                self.published(task);
            }
            Event::Done { node, life, done } if self.nodes[node].life == life => {
                self.done(node, *done);
            }
            Event::Put { life, writer } if self.nodes[WRITER].life == life => self.hold(writer),
            // Of somebody who is there no more.
            Event::Look { .. } | Event::Followed { .. } | Event::Published { .. } => {}
            Event::Done { .. } | Event::Put { .. } => {}
            Event::Work { node } => self.work(node),
            Event::Live { node, live } => self.live(node, &live),
            Event::Complained(complaint) => {
                let now = self.clock(WRITER);
                self.counts.complaints += 1;
                if let Some(publisher) = &mut self.nodes[WRITER].publisher {
                    let tasks = publisher.complained(now, complaint);
                    self.publish(tasks);
                }
            }
            Event::Client => {
                self.later(if self.is_peace() { 2000 } else { 80 }, Event::Client);
                if self.random.chance(40) && !self.is_peace() { self.change() } else { self.ask() }
            }
            Event::Trouble if !self.is_peace() => {
                self.later(250, Event::Trouble);
                self.trouble();
            }
            Event::Trouble => {}
        }
    }

    /// What a node takes the time for: clocks jump, but never back.
    fn clock(&self, node: usize) -> Moment {
        self.now + self.nodes[node].ahead
    }

    /// One thing goes wrong, or right again.
    fn trouble(&mut self) {
        let node = self.random.below(3) as usize;
        match self.random.below(15) {
            0 | 1 => {
                let lost = self.random.below(4) as usize + 1;
                self.broker.cut(lost);
                self.counts.cuts += 1;
            }
            2 => self.broker.damage_log(&mut self.random),
            3 => self.broker.damage_snapshot(&mut self.random),
            4 => self.broker.revert_head(&mut self.random),
            5 => self.broker.is_down = true,
            6 | 7 => self.broker.is_down = false,
            8 => self.nodes[node].is_cut_off = true,
            9 | 10 => self.nodes[node].is_cut_off = false,
            11 => {
                let jump = self.random.below(5000);
                self.nodes[node].ahead += Duration::from_millis(u64::from(jump));
            }
            12 => self.begin(node),
            13 => self.put_anew(),
            _ => self.put_disk_back(),
        }
    }

    /// The writer's disk is put back to what it was some changes ago, and the writer begins anew with that:
    /// the broker knows better.
    fn put_disk_back(&mut self) {
        let is_told = self.nodes[WRITER].publisher.as_ref().is_some_and(Publisher::is_told);
        if self.broker.is_down || self.broker.is_reverted || !is_told {
            // Then nobody could know.
            return;
        }
        {
            let mut disk = self.disk.lock().unwrap();
            let records = nodes::record_ends(&disk.journal);
            let lost = self.random.below(3) as usize + 1;
            let Some(&end) = records.iter().rev().nth(lost) else { return };
            disk.keep(end);
        }
        self.nodes[WRITER].is_cut_off = false;
        self.begin(WRITER);
    }

    fn change(&mut self) {
        if self.nodes[WRITER].service.made(MAP).is_none() {
            return;
        }
        self.numbers += 1;
        let id = format!("change {}", self.numbers);
        let (cell, is_wall) = (self.random.below(WIDTH * HEIGHT), self.random.chance(50));
        self.truth.lock().unwrap().asked.insert(id.clone(), (cell, is_wall));
        let rect = serde_json::json!({
            "x": cell % WIDTH, "y": cell / WIDTH, "width": 1, "height": 1,
        });
        let terrain = if is_wall { Terrain::WALL.0 } else { 0 };
        let terrain = serde_json::json!({ "terrain": { "rect": rect, "terrain": terrain } });
        let change: wire::Change = serde_json::from_value(terrain).expect("a change");
        let change = AnyChange::from(change);
        let asked = ChangeAsked { id, expected: None, change };
        self.nodes[WRITER].service.change(MAP, asked, Told::Change);
        self.later(5, Event::Work { node: WRITER });
    }

    fn ask(&mut self) {
        let serving: Vec<usize> = (0..NODES)
            .filter(|&node| self.nodes[node].is_serving && !self.nodes[node].is_cut_off)
            .collect();
        if serving.is_empty() {
            return;
        }
        let node = *self.random.pick(&serving);
        self.numbers += 1;
        let to = self.numbers;
        let at =
            if self.random.chance(50) { AtRevision::Least(self.known) } else { AtRevision::Last };
        let cells = [0; 2].map(|_| self.random.below(WIDTH * HEIGHT));
        let [from, goal] = cells.map(|cell| format!("{},{}", cell % WIDTH, cell / WIDTH));
        let query = serde_json::json!({ "from": from, "goal": { "at": goal } });
        let ask = Ask::Path(Box::new(serde_json::from_value(query).expect("a question")));
        self.asked.insert(to, AskedPath { cells, at, known: self.known });
        let at = match self.planted {
            Planted::NoLeastRevision => AtRevision::Last,
            _ => at,
        };
        let request = Request {
            map: MAP.to_owned(),
            at,
            ask,
            client: ClientId(1),
            time: None,
            gone: Gone::default(),
        };
        let now = self.clock(node);
        self.nodes[node].service.ask(now, request, Told::Path(to));
        // It is begun now, on the map as it is, and done later.
        self.take_jobs(node);
        self.later(300, Event::Work { node });
        self.deliver(node);
    }

    fn judge_answer(&mut self, node: usize, number: u32, told: &Result<Response, Refusal>) {
        let Some(asked) = self.asked.remove(&number) else { return };
        let Ok(Response::Path(answer)) = told else { return };
        let revision = Revision { epoch: answer.epoch, number: answer.revision };
        let rows =
            self.truth.lock().unwrap().rows.get(&(MAP, revision.epoch, revision.number)).cloned();
        let Some(rows) = rows else {
            let words = format!("node {node} answers at {revision}, which never was");
            return self.truth.lock().unwrap().said(false, || words);
        };
        if let AtRevision::Least(least) = asked.at {
            let words = || format!("{least} at least was answered at {revision}");
            self.truth.lock().unwrap().said(revision >= least.max(asked.known), words);
        }
        let mover = &self.mover;
        let key = (rows.clone(), asked.cells);
        let expected = *self.costs.entry(key).or_insert_with(|| optimal(&rows, asked.cells, mover));
        let cost = answer.path.as_ref().map(|path| path.cost);
        let cells = asked.cells;
        self.truth.lock().unwrap().said(cost == expected, || {
            format!("node {node} at {revision}, {cells:?}: {cost:?}, expected {expected:?}\n{rows}")
        });
        self.known = self.known.max(revision);
        self.counts.answers += 1;
        self.counts.of_copies += u64::from(node != WRITER);
    }

    fn judge_change(&mut self, told: &Result<Response, Refusal>) {
        if let Ok(Response::Changed(made)) = told {
            let revision = crate::core::request::revision_from(&made.revision);
            self.known = self.known.max(revision.expect("a revision"));
            self.counts.changes += 1;
        }
    }

    /// All is well again: everybody serves what the writer has.
    fn judge_end(&mut self) {
        let mut truth = self.truth.lock().unwrap();
        let (_, expected) = self.nodes[WRITER].service.made(MAP).expect("it has a map");
        let rows = &truth.rows[&(MAP, expected.revision.epoch, expected.revision.number)].clone();
        for (number, node) in self.nodes.iter().enumerate() {
            let Some((snapshot, made)) = node.service.made(MAP) else {
                truth.said(false, || format!("node {number} has no map in the end"));
                continue;
            };
            let is_same = made == expected && node.is_serving;
            truth.said(is_same, || {
                format!("node {number} is at {made:?} in the end; expected {expected:?}")
            });
            truth.said(!is_same || rows_in(&snapshot) == *rows, || {
                format!("node {number} has another map in the end")
            });
        }
    }
}

/// A map of any kind.
fn any_rows(random: &mut Random) -> String {
    let walls = |random: &mut Random| if random.chance(25) { '#' } else { '.' };
    let row = |random: &mut Random| (0..WIDTH).map(|_| walls(random)).collect::<String>();
    let rows: Vec<String> = (0..HEIGHT).map(|_| row(random)).collect();
    rows.join("\n")
}

/// The rows of a map.
fn rows_in(snapshot: &AnySnapshot) -> String {
    let AnySnapshot::Map(snapshot) = snapshot else { panic!("it was a map") };
    let Map::Grid(grid) = snapshot.map() else { panic!("it was a grid") };
    rows_of(grid)
}

/// A disk with a map that was just put there.
fn new_disk(epoch: u32, rows: String) -> Disk {
    let (journal, kept, fate, has_power) = (Vec::new(), 0, Fate::Written, true);
    let (base, next_base, planted) = (None, None, super::Planted::Nothing);
    Disk { map: MAP, epoch, rows, journal, kept, base, next_base, fate, has_power, planted }
}

#[test]
fn whatever_happens_on_the_way_copies_are_true_and_catch_up() {
    let (first, seeds) = super::seeds_or(SEEDS);
    let mut all = Counts::default();
    for seed in first..first + seeds {
        let counts = Simulation::new(seed, Planted::Nothing).run();
        let counts = counts.unwrap_or_else(|words| panic!("seed {seed}: {words}"));
        all.answers += counts.answers;
        all.of_copies += counts.of_copies;
        all.changes += counts.changes;
        all.crashes += counts.crashes;
        all.cuts += counts.cuts;
        all.logs += counts.logs;
        all.epochs += counts.epochs;
        all.puts += counts.puts;
        all.loads += counts.loads;
        all.complaints += counts.complaints;
    }
    let least = [all.answers, all.of_copies, all.changes, all.crashes, all.cuts, all.logs];
    assert!(seeds < SEEDS || least.iter().all(|&count| count > seeds), "{all:?}");
    let least = [all.epochs, all.puts, all.loads, all.complaints];
    assert!(seeds < SEEDS || least.iter().all(|&count| count > seeds / 5), "{all:?}");
}

#[test]
fn every_fault_that_is_planted_between_copies_is_found() {
    let all = [
        Planted::NoGapCheck,
        Planted::NoLeastRevision,
        Planted::NoNewLog,
        Planted::NoNewEpoch,
        Planted::LiveMapRead,
        Planted::DamageTaken,
        Planted::NoHeads,
        Planted::AnySnapshotTaken,
    ];
    for planted in all {
        let found = (0..SEEDS_OF_PLANTED)
            .find_map(|seed| Some((seed, Simulation::new(seed, planted).run().err()?)));
        assert!(found.is_some(), "{planted:?} is not found in {SEEDS_OF_PLANTED} seeds");
    }
}
