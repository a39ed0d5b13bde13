//! Does what the protocol of copies says: hears events one after the other, and has each task done beside.

use super::glob::MapPatterns;
use super::lag::Lag;
use super::post::Post;
use super::questions::{self, Heard};
use super::store::Store;
use super::subjects::{self, GROUP, HEAD_STREAM};
use super::{following, publishing};
use crate::core::replica::follower::{Follower, FollowerTask};
use crate::core::replica::head::{Complaint, LogHead, WriterId};
use crate::core::replica::publisher::{BrokerSeen, Publisher, PublisherTask};
use crate::core::writer::Made;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::sync::{Semaphore, oneshot, watch};
use tokio::task::JoinHandle;

/// How often it is looked at what the broker has.
const LOOK_TIME: Duration = Duration::from_secs(1);

/// So many snapshots are read or written at a time, for each may be large.
const SNAPSHOTS_AT_ONCE: usize = 2;

/// Something that happened.
#[derive(Debug)]
pub(super) enum Event {
    /// A map is written here from now on, in place of what was there.
    Held { map: String, generation: u64, at: Made },
    /// A change of it was made.
    Changed { map: String, generation: u64, record: Vec<u8>, at: Made },
    /// It was let go of.
    Gone { map: String },
    /// The heads in the bucket, of the maps that are taken part in.
    Heads(Vec<(String, LogHead)>),
    /// What the broker has of a map that is written here, after so many tasks.
    Seen { map: String, generation: u64, tasks: u64, seen: BrokerSeen },
    /// What came of a task of one who writes.
    Published { map: String, generation: u64, done: publishing::PublishDone },
    /// What came of a task of one who follows.
    Followed { map: String, life: u64, done: following::FollowDone },
    /// A change was written into a log.
    Live { map: String, life: u64, change: following::LiveChange },
    /// Somebody cannot follow.
    Complained { map: String, complaint: Complaint },
    /// All groups are to be left; told when they are.
    Leave(oneshot::Sender<()>),
    /// Nothing comes any more; told when all that was made is where others can read it.
    Finish(oneshot::Sender<()>),
}

/// A map that is written here.
pub(super) struct Written {
    pub(super) publisher: Publisher,
    pub(super) generation: u64,
    /// How many tasks were begun: what was seen before the last of them is no news.
    pub(super) tasks: u64,
    /// The number of the last message of the log.
    pub(super) log_end: u64,
    served: Option<Served>,
}

/// A map that follows.
pub(super) struct Followed {
    pub(super) follower: Follower,
    pub(super) life: u64,
    /// Where in the stream of logs reading begins.
    pub(super) read_from: following::ReadFrom,
    served: Option<Served>,
    live: JoinHandle<()>,
}

/// The subscriptions of a map, which end when this is told.
struct Served {
    end: watch::Sender<bool>,
    tasks: Vec<JoinHandle<()>>,
}

impl Served {
    /// Leaves all groups; returns what is to be waited for.
    fn leave(self) -> Vec<JoinHandle<()>> {
        self.end.send_replace(true);
        self.tasks
    }
}

/// All that the door has to do with maps.
pub(super) struct Driver {
    pub(super) post: Arc<Post>,
    pub(super) store: Store,
    pub(super) events: UnboundedSender<Event>,
    pub(super) snapshots: Arc<Semaphore>,
    patterns: MapPatterns,
    lag: Arc<Lag>,
    pub(super) writer: WriterId,
    written: BTreeMap<String, Written>,
    followed: BTreeMap<String, Followed>,
    lives: u64,
    // What is asked of no map.
    all: Option<Served>,
}

impl Driver {
    pub(super) fn new(
        post: Arc<Post>,
        store: Store,
        events: UnboundedSender<Event>,
        (patterns, lag, writer): (MapPatterns, Arc<Lag>, WriterId),
    ) -> Driver {
        let snapshots = Arc::new(Semaphore::new(SNAPSHOTS_AT_ONCE));
        let (written, followed) = (BTreeMap::new(), BTreeMap::new());
        Driver {
            post,
            store,
            events,
            snapshots,
            patterns,
            lag,
            writer,
            written,
            followed,
            lives: 0,
            all: None,
        }
    }

    /// Hears what happens until all is left.
    pub(super) async fn run(mut self, mut heard: UnboundedReceiver<Event>) {
        let (end, told) = watch::channel(false);
        let heard_maps = Heard {
            subject: subjects::MAPS.to_owned(),
            group: Some(GROUP),
            map: None,
            is_of_workers: false,
        };
        let maps = tokio::spawn(questions::serve(self.post.clone(), heard_maps, told));
        self.all = Some(Served { end, tasks: vec![maps] });
        let looking =
            tokio::spawn(look(self.store.clone(), self.patterns.clone(), self.events.clone()));
        let mut seconds = tokio::time::interval(LOOK_TIME);
        seconds.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut finish: Option<oneshot::Sender<()>> = None;
        loop {
            tokio::select! {
                _ = seconds.tick() => self.look_at_written(),
                event = heard.recv() => match event {
                    None => break,
                    Some(Event::Leave(told)) => {
                        looking.abort();
                        self.leave().await;
                        // Who waited may have given up.
                        let _ = told.send(());
                    }
                    Some(Event::Finish(told)) => finish = Some(told),
                    Some(event) => self.happen(event),
                },
            }
            let is_told = || self.written.values().all(|own| own.publisher.is_told());
            if let Some(told) = finish.take_if(|_| is_told()) {
                // As above.
                let _ = told.send(());
                break;
            }
        }
    }

    fn happen(&mut self, event: Event) {
        let now = self.post.now();
        match event {
            Event::Held { map, generation, at } => self.hold(&map, generation, at),
            Event::Gone { map } => {
                let served = self.written.get_mut(&map).and_then(|own| own.served.take());
                drop(served.map(Served::leave));
                self.post.stats().remove(&map);
                self.publish(&map, |own| own.publisher.gone(now));
            }
            Event::Complained { map, complaint } => {
                self.publish(&map, |own| own.publisher.complained(now, complaint));
            }
            Event::Changed { map, generation, record, at } => {
                let is_own = |own: &Written| own.generation == generation;
                self.publish_if(&map, is_own, |own| own.publisher.changed(now, record, at));
            }
            Event::Seen { map, generation, tasks, seen } => {
                let is_news = |own: &Written| (own.generation, own.tasks) == (generation, tasks);
                self.publish_if(&map, is_news, |own| own.publisher.seen(now, seen));
            }
            Event::Published { map, generation, done } => {
                let is_own = |own: &Written| own.generation == generation;
                self.publish_if(&map, is_own, |own| publishing::done(own, now, done));
            }
            Event::Heads(heads) => {
                let behind = heads.iter().filter(|(map, head)| self.is_behind(map, head)).count();
                for (map, head) in heads {
                    self.head(&map, head);
                }
                self.lag.looked(self.written.len(), self.followed.len(), behind);
            }
            Event::Followed { map, life, done } => {
                self.follow(&map, life, |own| following::done(own, now, done));
            }
            Event::Live { map, life, change } => {
                self.follow(&map, life, |own| own.follower.record(now, change.log, change.record));
            }
            Event::Leave(_) | Event::Finish(_) => {}
        }
    }

    /// Whether a copy is not at what its head says, nor later.
    fn is_behind(&self, map: &str, head: &LogHead) -> bool {
        let held = self.followed.get(map).and_then(|own| own.follower.held());
        let is_ours = self.written.contains_key(map) || head.is_gone;
        !is_ours && held.is_none_or(|held| held.revision < head.at.revision)
    }

    fn publish(&mut self, map: &str, hear: impl FnOnce(&mut Written) -> Vec<PublisherTask>) {
        self.publish_if(map, |_| true, hear);
    }

    /// Has the publisher of a map hear something, if it is for that one, and its tasks done.
    fn publish_if(
        &mut self,
        map: &str,
        is_own: impl FnOnce(&Written) -> bool,
        hear: impl FnOnce(&mut Written) -> Vec<PublisherTask>,
    ) {
        let own = self.written.get_mut(map).filter(|own| is_own(own));
        let tasks = own.map(hear).unwrap_or_default();
        if self.written.get(map).is_some_and(|own| own.publisher.is_over()) {
            self.written.remove(map);
        }
        publishing::begin(self, map, tasks);
    }

    /// The same for one who follows.
    fn follow(
        &mut self,
        map: &str,
        life: u64,
        hear: impl FnOnce(&mut Followed) -> Vec<FollowerTask>,
    ) {
        let own = self.followed.get_mut(map).filter(|own| own.life == life);
        let tasks = own.map(hear).unwrap_or_default();
        following::begin(self, map, tasks);
    }

    pub(super) fn written(&mut self, map: &str) -> Option<&mut Written> {
        self.written.get_mut(map)
    }

    pub(super) fn followed(&mut self, map: &str) -> Option<&mut Followed> {
        self.followed.get_mut(map)
    }

    /// A map is written here, whatever it was before.
    fn hold(&mut self, map: &str, generation: u64, at: Made) {
        if let Some(followed) = self.followed.remove(map) {
            followed.live.abort();
            // Its questions go to the same groups; whoever leaves them answers what is on its way.
            drop(followed.served.map(Served::leave));
        }
        let served = self.written.remove(map).and_then(|before| before.served);
        // Who has left all groups joins none.
        let served = served.or_else(|| self.all.is_some().then(|| self.serve(map, true)));
        let (publisher, tasks, log_end) = (Publisher::new(at, self.writer), 0, 0);
        let written = Written { publisher, generation, tasks, log_end, served };
        self.written.insert(map.to_owned(), written);
        publishing::look(self, map);
    }

    /// Somebody else writes a map that was written here: from now on it follows.
    pub(super) fn step_down(&mut self, map: &str) {
        if let Some(mut written) = self.written.remove(map) {
            drop(written.served.take().map(Served::leave));
        }
        // What it holds is not of the other's making: it is loaded anew, and not asked until then.
        let _ = self.post.server.pool().with(|service| service.forget(map));
    }

    /// Takes part in the groups that a map is asked in.
    fn serve(&self, map: &str, is_written: bool) -> Served {
        self.post.stats().entry(map.to_owned()).or_default();
        let (end, told) = watch::channel(false);
        let (ask, at) = (subjects::ask(map), subjects::at(&self.post.worker, map));
        let heard = |subject, group, is_of_workers| Heard {
            subject,
            group,
            map: Some(map.to_owned()),
            is_of_workers,
        };
        let mut all = vec![heard(ask, Some(GROUP), false), heard(at, None, false)];
        if is_written {
            all.push(heard(subjects::change(map), None, false));
            all.push(heard(subjects::forward(map), None, true));
        }
        let mut tasks: Vec<JoinHandle<()>> = Vec::new();
        for heard in all {
            tasks.push(tokio::spawn(questions::serve(self.post.clone(), heard, told.clone())));
        }
        if is_written {
            let hear =
                publishing::hear_complaints(self.post.clone(), map.to_owned(), self.events.clone());
            tasks.push(tokio::spawn(until_told(hear, told)));
        }
        Served { end, tasks }
    }

    /// A head stands in the bucket.
    fn head(&mut self, map: &str, head: LogHead) {
        if self.written.contains_key(map) {
            return;
        }
        if !self.followed.contains_key(map) {
            if head.is_gone {
                return;
            }
            self.lives += 1;
            let live =
                following::hear(self.post.clone(), map.to_owned(), self.lives, self.events.clone());
            let followed = Followed {
                follower: Follower::default(),
                life: self.lives,
                read_from: following::ReadFrom::default(),
                served: None,
                live: tokio::spawn(live),
            };
            self.followed.insert(map.to_owned(), followed);
        }
        let (now, life) = (self.post.now(), self.followed[map].life);
        self.follow(map, life, |own| own.follower.head(now, head));
    }

    /// A copy is whole, and is served.
    pub(super) fn serve_copy(&mut self, map: &str) {
        let served = self.serve(map, false);
        if let Some(followed) = self.followed.get_mut(map) {
            followed.served = Some(served);
        }
    }

    /// A copy is of a map that is gone.
    pub(super) fn let_go(&mut self, map: &str) {
        self.post.stats().remove(map);
        if let Some(followed) = self.followed.remove(map) {
            followed.live.abort();
            drop(followed.served.map(Served::leave));
            // It may never have been loaded.
            let _ = self.post.server.pool().with(|service| service.forget(map));
        }
    }

    fn look_at_written(&mut self) {
        let maps: Vec<String> = self.written.keys().cloned().collect();
        for map in maps {
            publishing::look(self, &map);
        }
    }

    /// Leaves all groups, with nothing lost.
    async fn leave(&mut self) {
        let written = self.written.values_mut().filter_map(|own| own.served.take());
        let followed = std::mem::take(&mut self.followed).into_values().filter_map(|own| {
            own.live.abort();
            own.served
        });
        let tasks: Vec<JoinHandle<()>> =
            written.chain(followed).chain(self.all.take()).flat_map(Served::leave).collect();
        for task in tasks {
            // One that failed has said so.
            let _ = task.await;
        }
    }
}

/// Does something until it is told to end.
async fn until_told(work: impl Future<Output = ()>, mut end: watch::Receiver<bool>) {
    tokio::select! {
        () = work => {}
        () = questions::told(&mut end) => {}
    }
}

/// Looks at the heads in the bucket, again and again.
async fn look(store: Store, patterns: MapPatterns, events: UnboundedSender<Event>) {
    let mut seconds = tokio::time::interval(LOOK_TIME);
    seconds.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        seconds.tick().await;
        // What cannot be read now is read the next time.
        let Ok(all) = store.subjects(HEAD_STREAM).await else { continue };
        let mut heads = Vec::new();
        for subject in all {
            let Some(map) = subjects::map_of_head(&subject) else { continue };
            if !patterns.has(&map) {
                continue;
            }
            if let Ok(Some(stored)) = store.newest(HEAD_STREAM, &subject).await {
                heads.extend(LogHead::read(&stored.bytes).map(|head| (map, head)));
            }
        }
        if events.send(Event::Heads(heads)).is_err() {
            return;
        }
    }
}
