//! The services of the simulation: one writes, the others follow, and each does what its part of the protocol
//! tells it to.

use super::broker::{Live, StoredLog, record};
use super::{Event, MAP, NODES, Planted, Simulation, WRITER};
use crate::core::job::{Done, Job, Outcome};
use crate::core::journal::{Chain, Journal, Read, Record};
use crate::core::limits::ServiceLimits;
use crate::core::naming::Naming;
use crate::core::replica::follower::{Follower, FollowerTask};
use crate::core::replica::head::{LogId, WriterId};
use crate::core::replica::publisher::{BrokerSeen, Publisher, PublisherTask};
use crate::core::replica::sealed;
use crate::core::replica::telling::Telling;
use crate::core::request::{Moment, revision_from};
use crate::core::service::Service;
use crate::core::simulation::outside::{Disk, SimulatedJournal, Truth};
use crate::core::site::Site;
use crate::core::writer::{BeginJournal, Begun, Made, Writer};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use xunlu::map::Revision;
use xunlu::{Map, World};
use xunlu_client::{Refusal, Response};

/// To whom an answer goes.
#[derive(Clone, Debug)]
pub(super) enum Told {
    Path(u32),
    Change,
    Replay,
    Renewed,
}

/// What was made and not told yet.
type Heard = Arc<Mutex<Vec<(Vec<u8>, Made)>>>;

/// A process with a service.
pub(super) struct Node {
    pub(super) service: Service<Told>,
    pub(super) jobs: Vec<Job<Told>>,
    // How often it began.
    pub(super) life: u32,
    // How often the map of the writer began, within a life.
    pub(super) generation: u32,
    pub(super) follower: Follower,
    pub(super) publisher: Option<Publisher>,
    pub(super) heard: Heard,
    pub(super) is_serving: bool,
    // A map was told that is about to be held.
    is_putting: bool,
    pub(super) is_cut_off: bool,
    pub(super) ahead: Moment,
}

impl Default for Node {
    fn default() -> Node {
        Node {
            service: Service::new(ServiceLimits::default()),
            jobs: Vec::new(),
            life: 0,
            generation: 0,
            follower: Follower::default(),
            publisher: None,
            heard: Heard::default(),
            is_serving: false,
            is_putting: false,
            is_cut_off: false,
            ahead: Moment::ZERO,
        }
    }
}

/// What a later epoch begins with.
pub(super) struct EpochBegun {
    disk: Arc<Mutex<Disk>>,
    heard: Heard,
    at: Made,
}

/// A journal on a disk, which tells what is made.
fn telling(disk: &Arc<Mutex<Disk>>, truth: &Arc<Mutex<Truth>>) -> (Box<dyn Journal>, Heard) {
    let journal = Box::new(SimulatedJournal { disk: disk.clone(), truth: truth.clone() });
    let heard = Heard::default();
    let own = heard.clone();
    let hear = Box::new(move |record, at| own.lock().unwrap().push((record, at)));
    (Box::new(Telling { journal, hear, last: Vec::new() }), heard)
}

/// Where each record of a journal ends.
pub(super) fn record_ends(journal: &[u8]) -> Vec<usize> {
    let mut ends = vec![0];
    while let Read::Record(_, length) = Record::read(&journal[ends[ends.len() - 1]..]) {
        ends.push(ends[ends.len() - 1] + length);
    }
    ends
}

impl Simulation {
    /// A process begins, after a crash if it was there before.
    pub(super) fn begin(&mut self, node: usize) {
        let before = &self.nodes[node];
        let (life, is_cut_off) = (before.life + 1, before.is_cut_off);
        if node == WRITER && life > 1 && (is_cut_off || self.broker.is_down) {
            // Without the broker nobody begins to write.
            return;
        }
        let ahead = before.ahead;
        self.nodes[node] = Node { life, is_cut_off, ahead, ..Node::default() };
        self.counts.crashes += u64::from(life > 1);
        if node == WRITER {
            let disk = self.disk.clone();
            let (mut writer, journal) = {
                let disk = disk.lock().unwrap();
                (disk.writer(), disk.journal.clone())
            };
            writer.replay_all(&journal).expect("the disk is whole");
            self.claim(writer);
        }
        self.later(1000, Event::Look { node, life });
    }

    /// The writer has its map, in a later epoch if the broker knows more of this one than the writer does.
    fn claim(&mut self, mut writer: Writer) {
        let at = writer.made();
        let head =
            self.broker.head().filter(|head| !Publisher::new(at, head.writer).has_made(head.at));
        match head.filter(|_| self.planted != Planted::NoNewEpoch) {
            None => {
                let (journal, heard) = telling(&self.disk, &self.truth);
                writer.write_to(journal);
                self.nodes[WRITER].heard = heard;
            }
            Some(head) => {
                let begun = self.begin_epoch(None);
                let last = self.epoch_last.load(Ordering::Relaxed);
                let epoch = head.at.revision.epoch.max(last) + 1;
                writer.renew(epoch, begun).expect("the disk is there");
                self.take_epoch();
            }
        }
        let node = &mut self.nodes[WRITER];
        node.publisher = Some(Publisher::new(writer.made(), WriterId(u64::from(node.life))));
        self.epoch_held.store(writer.made().revision.epoch, Ordering::Relaxed);
        node.service.hold_writer(MAP, Box::new(writer)).expect("there is room");
        node.generation += 1;
        node.is_serving = true;
        self.deliver(WRITER);
    }

    /// What is done when the map goes on in a later epoch: a disk of its own, so that whoever is still at
    /// work on the old one writes to the old one's. Nothing, if the map is in another epoch by then than in
    /// this one.
    fn begin_epoch(&self, expected: Option<u32>) -> BeginJournal {
        let (truth, slot) = (self.truth.clone(), self.epoch_begun.clone());
        let (last, held) = (self.epoch_last.clone(), self.epoch_held.clone());
        Box::new(move |begun| {
            let (rows, epoch) = (super::rows_in(&begun.site.snapshot()), begun.at.revision.epoch);
            if expected.is_some_and(|expected| held.load(Ordering::Relaxed) != expected) {
                return Err("another took its place meanwhile".to_owned());
            }
            assert!(last.fetch_max(epoch, Ordering::Relaxed) < epoch, "none is begun twice");
            truth.lock().unwrap().rows.insert((MAP, epoch, 0), rows.clone());
            let disk = Arc::new(Mutex::new(super::new_disk(epoch, rows)));
            let (journal, heard) = telling(&disk, &truth);
            *slot.lock().unwrap() = Some(EpochBegun { disk, heard, at: begun.at });
            Ok(journal)
        })
    }

    /// The map goes on in a later epoch, and is told anew.
    fn take_epoch(&mut self) {
        let Some(begun) = self.epoch_begun.lock().unwrap().take() else { return };
        self.counts.epochs += 1;
        self.disk = begun.disk;
        let node = &mut self.nodes[WRITER];
        node.heard = begun.heard;
        node.publisher = Some(Publisher::new(begun.at, WriterId(u64::from(node.life))));
        node.generation += 1;
        self.look_once(WRITER);
    }

    /// A map of other walls is put in place of the one that is written: told first, and held a moment later.
    pub(super) fn put_anew(&mut self) {
        if self.nodes[WRITER].is_putting {
            return;
        }
        self.nodes[WRITER].is_putting = true;
        let epoch = self.epoch_last.load(Ordering::Relaxed) + 1;
        let map = Map::Grid(super::grid(&super::any_rows(&mut self.random)));
        let map = map.at_revision(Revision { epoch, number: 0 });
        let site = Site::from(World::new(map).expect("a world"));
        let journal = self.begin_epoch(None)(&Begun::of(&site)).expect("the disk is there");
        self.epoch_held.store(epoch, Ordering::Relaxed);
        self.take_epoch();
        self.counts.puts += 1;
        let (life, writer) = (self.nodes[WRITER].life, Box::new(Writer::new(site, journal)));
        self.later(40, Event::Put { life, writer });
    }

    /// It is held.
    pub(super) fn hold(&mut self, writer: Box<Writer>) {
        self.nodes[WRITER].is_putting = false;
        self.nodes[WRITER].service.hold_writer(MAP, writer).expect("there is room");
        self.deliver(WRITER);
    }

    fn has_broker(&self, node: usize) -> bool {
        !self.broker.is_down && !self.nodes[node].is_cut_off
    }

    /// Looks at what the broker has, once a second.
    pub(super) fn look(&mut self, node: usize) {
        let life = self.nodes[node].life;
        self.event_count += 1;
        let next = self.now + Moment::from_millis(1000);
        self.events.insert((next, self.event_count), Event::Look { node, life });
        self.look_once(node);
    }

    fn look_once(&mut self, node: usize) {
        if !self.has_broker(node) {
            return;
        }
        let now = self.clock(node);
        if node == WRITER {
            let Some(publisher) = &mut self.nodes[WRITER].publisher else { return };
            let last = publisher.log().and_then(|log| self.broker.last(log));
            let tasks = publisher.seen(now, BrokerSeen { head: self.broker.head(), last });
            return self.publish(tasks);
        }
        let Some(head) = self.broker.head() else { return };
        let own = &mut self.nodes[node];
        if self.planted == Planted::NoHeads && own.follower.held().is_some() {
            return;
        }
        let tasks = own.follower.head(now, head);
        self.follow(node, tasks);
    }

    /// Begins what a follower is to do.
    fn follow(&mut self, node: usize, tasks: Vec<FollowerTask>) {
        let life = self.nodes[node].life;
        for task in tasks {
            match task {
                FollowerTask::Serve => self.nodes[node].is_serving = true,
                FollowerTask::LetGo => panic!("{MAP} is never gone"),
                FollowerTask::Complain(complaint) => {
                    if self.has_broker(node) && (self.is_peace() || self.random.chance(80)) {
                        self.later(30, Event::Complained(complaint));
                    }
                }
                FollowerTask::Apply(records) => {
                    self.nodes[node].service.replay(MAP, records, Told::Replay);
                    self.take_jobs(node);
                    self.later(10, Event::Work { node });
                    self.deliver(node);
                }
                task => self.later(200, Event::Followed { node, life, task }),
            }
        }
    }

    /// Something that a follower began is done.
    pub(super) fn followed(&mut self, node: usize, task: FollowerTask) {
        let (now, has_broker) = (self.clock(node), self.has_broker(node));
        let tasks = match task {
            FollowerTask::Load { log, at } => {
                self.counts.loads += 1;
                let bytes = self.broker.snapshots.get(&log).filter(|_| has_broker).cloned();
                let loaded = bytes.and_then(|bytes| self.load(node, &bytes, at));
                self.nodes[node].follower.loaded(now, loaded)
            }
            FollowerTask::Read { log, after } => {
                let mut records = self.broker.read(log, after).filter(|_| has_broker);
                if self.planted == Planted::NoGapCheck
                    && let Some(records) = &mut records
                {
                    self.hide_gaps(node, records);
                }
                self.nodes[node].follower.read(now, records)
            }
            other => panic!("{other:?} is done at once"),
        };
        self.follow(node, tasks);
    }

    fn load(&mut self, node: usize, bytes: &[u8], at: Made) -> Option<Made> {
        let opened = sealed::open(bytes, at);
        if let (Err(_), Planted::DamageTaken) = (&opened, self.planted) {
            // Whatever it is, it is taken: here for a map without walls.
            let map = super::grid(
                &vec![".".repeat(super::WIDTH as usize); super::HEIGHT as usize].join("\n"),
            );
            let world = World::new(Map::Grid(map).at_revision(at.revision)).expect("a world");
            let writer = Writer::copied(world, at.chain);
            let held = self.nodes[node].service.hold_copy(MAP, Box::new(writer));
            return held.ok().map(|()| at);
        }
        let held = self.nodes[node].service.hold_copy(MAP, Box::new(opened.ok()?));
        self.deliver(node);
        held.ok().map(|()| at)
    }

    /// The fault of somebody who makes whatever comes.
    fn hide_gaps(&self, node: usize, records: &mut [Record]) {
        let Some(mut at) = self.nodes[node].follower.held() else { return };
        for record in records {
            (record.before, record.chain) = (at.revision, at.chain);
            at = Made { revision: at.revision.next(), chain: at.chain.then(&record.change) };
        }
    }

    /// A change comes to a follower just after it was written.
    pub(super) fn live(&mut self, node: usize, live: &Live) {
        if !self.has_broker(node) {
            return;
        }
        let Some(mut record) = record(&live.bytes) else { return };
        if self.planted == Planted::NoGapCheck {
            self.hide_gaps(node, std::slice::from_mut(&mut record));
        }
        let now = self.clock(node);
        let tasks = self.nodes[node].follower.record(now, live.log, record);
        self.follow(node, tasks);
    }

    /// Begins what the writer is to do.
    pub(super) fn publish(&mut self, tasks: Vec<PublisherTask>) {
        for task in tasks {
            let (life, generation) = (self.nodes[WRITER].life, self.nodes[WRITER].generation);
            self.later(20, Event::Published { life, generation, task });
        }
    }

    /// Something that the writer began is done.
    pub(super) fn published(&mut self, task: PublisherTask) {
        let (now, has_broker) = (self.clock(WRITER), self.has_broker(WRITER));
        // That it was done may be lost.
        let is_heard = has_broker && (self.is_peace() || !self.random.chance(5));
        let Some(mut publisher) = self.nodes[WRITER].publisher.take() else { return };
        let tasks = match task {
            PublisherTask::Begin => {
                let begun = has_broker.then(|| self.begin_log()).filter(|_| is_heard);
                if let (Planted::AnySnapshotTaken, Some((_, at))) = (self.planted, begun) {
                    // Whatever it was told to be.
                    publisher = Publisher::new(at, WriterId(u64::from(self.nodes[WRITER].life)));
                }
                publisher.begun(now, begun)
            }
            PublisherTask::Append(log, bytes) => {
                let is_written = has_broker && self.append(log, &bytes, &publisher);
                let is_written = (is_written && is_heard) || self.planted == Planted::NoNewLog;
                publisher.appended(now, is_written)
            }
            PublisherTask::PutHead(head) => {
                if has_broker {
                    self.broker.put_head(head);
                }
                publisher.head_put(now, is_heard.then_some(head))
            }
            PublisherTask::Purge(log) => {
                if has_broker {
                    self.broker.logs.retain(|&own, _| own == log);
                    self.broker.snapshots.retain(|&own, _| own == log);
                }
                Vec::new()
            }
            PublisherTask::Renew(epoch) => {
                if self.planted != Planted::NoNewEpoch {
                    let held = self.epoch_held.load(Ordering::Relaxed);
                    let epoch = epoch.max(self.epoch_last.load(Ordering::Relaxed) + 1);
                    let begin = self.begin_epoch(Some(held));
                    self.nodes[WRITER].service.renew(MAP, epoch, begin, Told::Renewed);
                    self.later(5, Event::Work { node: WRITER });
                }
                Vec::new()
            }
            PublisherTask::Mend(part) => {
                if has_broker {
                    self.broker.mend(part);
                }
                Vec::new()
            }
            PublisherTask::StepDown(other) => {
                let words = || format!("{other:?} is taken for another who writes");
                self.truth.lock().unwrap().said(false, words);
                Vec::new()
            }
        };
        self.nodes[WRITER].publisher = Some(publisher);
        self.publish(tasks);
    }

    fn begin_log(&mut self) -> (LogId, Made) {
        let (snapshot, at) = self.nodes[WRITER].service.made(MAP).expect("it is held");
        if let (Planted::NoNewLog, Some(head)) = (self.planted, self.broker.head()) {
            return (head.log, head.snapshot);
        }
        let log = LogId(u64::from(self.random.below(u32::MAX)));
        let bytes = sealed::seal(&snapshot, &Naming::default(), at).expect("a grid can be written");
        self.broker.snapshots.insert(log, bytes);
        self.broker.logs.insert(log, StoredLog { beginning: Some(at), records: Vec::new() });
        self.counts.logs += 1;
        (log, at)
    }

    /// Writes a change into a log, if that ends where it was left, and has followers hear of it.
    fn append(&mut self, log: LogId, bytes: &[u8], publisher: &Publisher) -> bool {
        let is_left_so = self.broker.last(log) == publisher.last();
        if !is_left_so && self.planted != Planted::NoNewLog {
            return false;
        }
        let Some(stored) = self.broker.logs.get_mut(&log) else { return false };
        stored.records.push(bytes.to_vec());
        for node in (0..NODES).filter(|&node| node != WRITER) {
            for _ in 0..2 {
                let (is_lost, comes_late) = (self.random.chance(20), self.random.chance(10));
                if !is_lost {
                    let live = Live { log, bytes: bytes.to_vec() };
                    self.later(if comes_late { 2000 } else { 20 }, Event::Live { node, live });
                }
                if !self.random.chance(20) {
                    break;
                }
            }
        }
        true
    }

    /// Gives a node's work to its threads.
    pub(super) fn take_jobs(&mut self, node: usize) {
        let now = self.clock(node);
        let own = &mut self.nodes[node];
        while let Some(job) = own.service.next(now) {
            own.jobs.push(job);
        }
    }

    /// A node does a piece of work that it has.
    pub(super) fn work(&mut self, node: usize) {
        self.take_jobs(node);
        let now = self.clock(node);
        let count = u32::try_from(self.nodes[node].jobs.len()).expect("a few");
        if count > 0 {
            let at = self.random.below(count) as usize;
            let job = self.nodes[node].jobs.swap_remove(at);
            let mut done = job.run(&mut self.spaces, &move || now);
            if self.planted == Planted::LiveMapRead
                && let Outcome::Answered(Told::Path(number), Ok(Response::Path(answer))) =
                    &mut done.0
            {
                let live = self.nodes[node].service.made(MAP).map(|(snapshot, _)| snapshot);
                let rows = live.map(|live| super::rows_in(&live));
                let cells = self.asked.get(number).map(|asked| asked.cells);
                let cost = rows.zip(cells);
                let cost = cost.and_then(|(rows, cells)| super::optimal(&rows, cells, &self.mover));
                if let (Some(path), Some(cost)) = (&mut answer.path, cost) {
                    path.cost = cost;
                }
            }
            if node == WRITER {
                self.take_epoch();
            }
            let life = self.nodes[node].life;
            self.later(10, Event::Done { node, life, done: Box::new(done) });
            self.later(5, Event::Work { node });
        }
        let time = self.clock(node);
        self.nodes[node].service.tick(time);
        self.deliver(node);
    }

    /// What came of a piece of work is known.
    pub(super) fn done(&mut self, node: usize, done: Done<Told>) {
        let is_renewed = matches!(&done.0, Outcome::Written { told, .. }
            if told.iter().any(|(to, told)| matches!(to, Told::Renewed) && told.is_ok()));
        self.nodes[node].service.done(done);
        if let Some((_, at)) =
            self.nodes[node].service.made(MAP).filter(|_| is_renewed && node == WRITER)
        {
            self.epoch_held.store(at.revision.epoch, Ordering::Relaxed);
        }
        self.later(5, Event::Work { node });
        self.deliver(node);
    }

    /// Tells what is to be told.
    pub(super) fn deliver(&mut self, node: usize) {
        let now = self.clock(node);
        for (to, told) in self.nodes[node].service.told() {
            match to {
                Told::Path(number) => {
                    if !self.nodes[node].is_cut_off {
                        self.judge_answer(node, number, &told);
                    }
                }
                Told::Renewed => {}
                Told::Change => self.judge_change(&told),
                Told::Replay => {
                    let at = Simulation::replayed(told);
                    let tasks = self.nodes[node].follower.applied(now, at);
                    self.follow(node, tasks);
                }
            }
        }
        if node == WRITER {
            let heard = std::mem::take(&mut *self.nodes[WRITER].heard.lock().unwrap());
            for (record, at) in heard {
                let Some(publisher) = &mut self.nodes[WRITER].publisher else { continue };
                let tasks = publisher.changed(now, record, at);
                self.publish(tasks);
            }
        }
    }

    fn replayed(told: Result<Response, Refusal>) -> Option<Made> {
        let Ok(Response::Changed(made)) = told else { return None };
        let revision = revision_from(&made.revision).expect("a revision");
        let chain = u64::from_str_radix(&made.chain, 16).expect("a chain");
        Some(Made { revision, chain: Chain(chain) })
    }
}
