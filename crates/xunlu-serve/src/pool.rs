//! The service on threads: workers that search, a clock, and a lock that is held for moments.

use crate::core::job::{Delivery, Done, Job, Tried};
use crate::core::journal::Record;
use crate::core::queue::ClientId;
use crate::core::request::{Moment, Request};
use crate::core::service::Service;
use crate::core::writer::BeginJournal;
use crate::log::Log;
use crate::metrics::{Gauges, Kind, MapGauge, Metrics};
use crate::trace::TraceId;
use crate::{ChangeAsked, ServiceLimits, WatchAsked};
use serde_json::json;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use xunlu_client::{Refusal, Response, Spaces};

/// How often it is looked for questions whose time is over while they wait.
const TICK: Duration = Duration::from_millis(20);

/// What is done with an answer. It is called on whatever thread comes by it, with the service not locked.
pub type Tell = Box<dyn FnOnce(Result<Response, Refusal>) + Send>;

/// A service whose work is done by threads. A clone is the same one.
#[derive(Clone, Debug)]
pub struct Pool(Arc<Shared>);

struct Shared {
    service: Mutex<Service<Tell>>,
    // Response when there is work, or the end.
    work: Condvar,
    // How many threads wait for that. It is changed with the service locked, so whoever brings work after one
    // lay down sees it; to wake nobody would be a call into the system all the same.
    asleep: AtomicUsize,
    begun: Instant,
    has_ended: AtomicBool,
    metrics: Metrics,
    logging: Logging,
    // What is done when there is something to tell of what a client watches.
    wakers: Mutex<BTreeMap<ClientId, Wake>>,
    // Makes changes of maps that are written elsewhere.
    elsewhere: OnceLock<Forward>,
}

/// Has a change made by somebody else.
type Forward = Box<dyn Fn(&str, ChangeAsked, Tell) + Send + Sync>;

/// What the pool writes down.
#[derive(Clone, Debug, Default)]
pub struct Logging {
    /// Where lines go; nothing is written unless said.
    pub log: Option<Log>,
    /// Questions and changes that take so long or longer are.
    pub slow: Option<Duration>,
}

/// Wakes whoever tells a client what happens.
type Wake = Arc<dyn Fn() + Send + Sync>;

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").finish_non_exhaustive()
    }
}

/// The threads, to be waited for.
#[derive(Debug)]
pub struct Workers(pub(crate) Vec<JoinHandle<()>>);

impl Pool {
    /// Begins with so many threads that search.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn begin(
        limits: ServiceLimits,
        workers: usize,
        logging: Logging,
    ) -> io::Result<(Pool, Workers)> {
        let pool = Pool(Arc::new(Shared {
            service: Mutex::new(Service::new(limits)),
            work: Condvar::new(),
            begun: Instant::now(),
            asleep: AtomicUsize::new(0),
            has_ended: AtomicBool::new(false),
            metrics: Metrics::default(),
            logging,
            wakers: Mutex::default(),
            elsewhere: OnceLock::new(),
        }));
        let mut threads = Vec::new();
        for number in 0..workers.max(1) {
            let own = pool.clone();
            let thread = thread::Builder::new().name(format!("search-{number}"));
            threads.push(thread.spawn(move || own.work())?);
        }
        let own = pool.clone();
        threads
            .push(thread::Builder::new().name("clock".to_owned()).spawn(move || own.keep_time())?);
        Ok((pool, Workers(threads)))
    }

    /// How long it has been there.
    #[must_use]
    pub fn now(&self) -> Moment {
        self.0.begun.elapsed()
    }

    /// How long a question may take.
    #[must_use]
    pub fn time_max(&self) -> Duration {
        self.with(|service| service.limits().time_max)
    }

    /// Asks, and has the answer told, now or later. The trace that the question is part of is written down
    /// with it, if it is slow.
    pub fn ask(&self, request: Request, trace: Option<TraceId>, tell: Tell) {
        let now = self.now();
        let tell = self.counted(Kind::of(&request.ask), &request.map, trace, tell);
        match self.with(|service| service.ask_at_once(now, request, tell)) {
            Some(job) => self.do_at_once(job),
            None => self.wake(),
        }
    }

    /// Answers a small question on the thread that asks: to wake one that searches, and to be woken by it,
    /// takes longer than most searches. What is not small after all waits for one of those.
    fn do_at_once(&self, job: Job<Tell>) {
        thread_local!(static SPACES: RefCell<Spaces> = RefCell::default());
        let ticket = job.ticket();
        // Taken, for what is told may ask again; what is scribbled on by one that fails is not kept.
        let mut spaces = SPACES.take();
        let run = AssertUnwindSafe(|| job.run_at_once(&mut spaces, &|| self.now()));
        match catch_unwind(run) {
            Ok(Tried::Done(done)) => {
                SPACES.replace(spaces);
                self.0.metrics.waited(Duration::ZERO);
                let (told, rest) = done.tell_apart();
                self.deliver(told, BTreeSet::new());
                self.with(|service| service.done(rest));
            }
            Ok(Tried::Left(job)) => {
                SPACES.replace(spaces);
                self.with(|service| service.give_back(job));
                self.wake();
            }
            Err(_) => {
                self.log("lost", || json!({ "map": ticket.map() }));
                self.with(|service| service.lost(ticket));
            }
        }
    }

    /// Asks for several at once, which costs one lock for all.
    pub fn ask_all(&self, requests: impl IntoIterator<Item = (Request, Option<TraceId>, Tell)>) {
        let now = self.now();
        let requests: Vec<(Request, Tell)> = requests
            .into_iter()
            .map(|(request, trace, tell)| {
                let tell = self.counted(Kind::of(&request.ask), &request.map, trace, tell);
                (request, tell)
            })
            .collect();
        self.with(|service| {
            requests.into_iter().for_each(|(request, tell)| service.ask(now, request, tell));
        });
        // Whoever takes one of them wakes another for the rest.
        self.wake();
    }

    /// Changes a map, and has it told what came of it.
    pub fn change(&self, map: &str, asked: ChangeAsked, tell: Tell) {
        let tell = self.counted(Kind::CHANGE, map, None, tell);
        if let Some(elsewhere) = self.0.elsewhere.get()
            && self.with(|service| service.is_copy(map))
        {
            return elsewhere(map, asked, tell);
        }
        self.with(|service| service.change(map, asked, tell));
        self.wake();
    }

    /// Has changes of maps that are written elsewhere made there from now on.
    pub(crate) fn forward(&self, change: impl Fn(&str, ChangeAsked, Tell) + Send + Sync + 'static) {
        // Whoever was first has it.
        let _ = self.0.elsewhere.set(Box::new(change));
    }

    /// Makes changes again of a map that is written elsewhere.
    pub(crate) fn replay(&self, map: &str, records: Vec<Record>, tell: Tell) {
        self.with(|service| service.replay(map, records, tell));
        self.wake();
    }

    /// Puts a map into another epoch.
    pub(crate) fn renew(&self, map: &str, epoch_least: u32, begin: BeginJournal, tell: Tell) {
        self.with(|service| service.renew(map, epoch_least, begin, tell));
        self.wake();
    }

    /// The same, counted, and written down if it is slow.
    fn counted(&self, kind: Kind, map: &str, trace: Option<TraceId>, tell: Tell) -> Tell {
        let (own, asked) = (self.clone(), self.now());
        // Names are only kept where somebody may read them.
        let map = self.0.logging.slow.and(self.0.logging.log.as_ref()).map(|_| map.to_owned());
        Box::new(move |told| {
            let took = own.now().saturating_sub(asked);
            own.0.metrics.count(kind, &told, took);
            let slow = own.0.logging.slow.filter(|&slow| took >= slow);
            if let (Some(map), Some(_)) = (map, slow) {
                let outcome =
                    told.as_ref().map_or_else(|refusal| refusal.kind.code(), |_| "answered");
                let expansions = match &told {
                    Ok(Response::Path(answer)) => Some(answer.expansions),
                    Ok(Response::Scene(told)) => Some(told.expansions()),
                    _ => None,
                };
                own.log("slow", || {
                    json!({
                        "kind": kind.name(),
                        "map": map,
                        "ms": took.as_secs_f64() * 1e3,
                        "outcome": outcome,
                        "expansions": expansions,
                        "trace": trace.map(|trace| trace.to_string()),
                    })
                });
            }
            tell(told);
        })
    }

    /// Writes down what happened, if anything is written down.
    pub(crate) fn log(&self, event: &str, told: impl FnOnce() -> serde_json::Value) {
        if let Some(log) = &self.0.logging.log {
            log.write(event, told());
        }
    }

    /// What was counted, in Prometheus' text.
    #[must_use]
    pub(crate) fn metrics(&self, connections: usize, is_draining: bool) -> String {
        let now = self.now();
        let gauges = self.with(|service| {
            let (waiting, watched) = (service.waiting(), service.watched());
            let maps = service.heads().map(|head| MapGauge {
                age: now.saturating_sub(head.since),
                bytes: head.bytes,
                number: head.revision.number,
                map: head.map,
            });
            Gauges { waiting, watched, connections, is_draining, maps: maps.collect() }
        });
        self.0.metrics.told(&gauges)
    }

    /// Looks at the service or changes it; what is to be told then is told. Work that comes of it is begun
    /// with the next question.
    pub fn with<R>(&self, act: impl FnOnce(&mut Service<Tell>) -> R) -> R {
        let mut service = self.service();
        let made = act(&mut service);
        let (told, woken) = (service.told(), service.woken());
        drop(service);
        self.deliver(told, woken);
        made
    }

    /// Tells what is to be told, with nothing locked.
    fn deliver(&self, told: impl IntoIterator<Item = Delivery<Tell>>, woken: BTreeSet<ClientId>) {
        told.into_iter().for_each(|(tell, told)| tell(told));
        for client in woken {
            let wake = self.wakers().get(&client).cloned();
            wake.into_iter().for_each(|wake| wake());
        }
    }

    /// Has a client told of something from now on; `wake` is called when there is more for it in
    /// [`Service::events`].
    pub(crate) fn watch(
        &self,
        client: ClientId,
        number: u32,
        asked: WatchAsked,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Result<(), Refusal> {
        self.wakers().entry(client).or_insert_with(|| Arc::new(wake));
        self.with(|service| service.watch(client, number, asked))?;
        self.wake();
        Ok(())
    }

    /// A client is gone.
    pub(crate) fn forget_client(&self, client: ClientId) {
        self.wakers().remove(&client);
        self.with(|service| service.forget_client(client));
    }

    fn wakers(&self) -> MutexGuard<'_, BTreeMap<ClientId, Wake>> {
        self.0.wakers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes nothing new, and returns whether all that was taken is answered when the time is over.
    #[must_use]
    pub fn drain(&self, most: Duration) -> bool {
        self.with(Service::drain);
        let end = Instant::now() + most;
        while Instant::now() < end {
            if self.with(|service| service.is_idle()) {
                return true;
            }
            thread::sleep(Duration::from_millis(2));
        }
        false
    }

    /// Has the threads end when they have done what they are at.
    pub fn end(&self) {
        self.0.has_ended.store(true, Ordering::Relaxed);
        let _service = self.service();
        self.0.work.notify_all();
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.0.has_ended.load(Ordering::Relaxed)
    }

    /// Wakes a thread that waits for work, if there is one.
    pub(crate) fn wake(&self) {
        if self.0.asleep.load(Ordering::Relaxed) > 0 {
            self.0.work.notify_one();
        }
    }

    fn service(&self) -> MutexGuard<'_, Service<Tell>> {
        self.0.service.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        let mut spaces = Spaces::default();
        let mut done = None;
        while let Some(job) = self.next(done.take()) {
            let ticket = job.ticket();
            let run = AssertUnwindSafe(|| job.run(&mut spaces, &|| self.now()));
            match catch_unwind(run) {
                Ok(own) => {
                    // Whoever asked does not wait for a lock, nor what comes next for what is said.
                    let (told, rest) = own.tell_apart();
                    self.deliver(told, BTreeSet::new());
                    done = Some(rest);
                }
                Err(_) => {
                    // It has said what went wrong. What it scribbled on is not trusted again, and who asked
                    // hears that nothing came of it.
                    spaces = Spaces::default();
                    self.log("lost", || json!({ "map": ticket.map() }));
                    self.with(|service| service.lost(ticket));
                }
            }
        }
    }

    /// Brings back what was done, and takes the next piece of work with the same lock. Returns `None` at the
    /// end.
    fn next(&self, mut done: Option<Done<Tell>>) -> Option<Job<Tell>> {
        loop {
            let mut service = self.service();
            if let Some(done) = done.take() {
                service.done(done);
            }
            let now = self.now();
            let job = if self.has_ended() { None } else { service.next(now) };
            let (told, woken) = (service.told(), service.woken());
            if job.is_none() && told.is_empty() && woken.is_empty() {
                if self.has_ended() {
                    return None;
                }
                self.0.asleep.fetch_add(1, Ordering::Relaxed);
                let service = self.0.work.wait(service).unwrap_or_else(PoisonError::into_inner);
                self.0.asleep.fetch_sub(1, Ordering::Relaxed);
                drop(service);
                continue;
            }
            // There may be more than came with one call, and what was done may have brought more.
            let is_more = job.is_some() && service.has_work();
            drop(service);
            if is_more {
                self.wake();
            }
            self.deliver(told, woken);
            if let Some(job) = job {
                if let Some(waited) = job.waited(now) {
                    self.0.metrics.waited(waited);
                }
                return Some(job);
            }
        }
    }

    fn keep_time(&self) {
        while !self.has_ended() {
            thread::sleep(TICK);
            let now = self.now();
            let waits = self.with(|service| {
                service.tick(now);
                service.waiting() > 0
            });
            if waits {
                // Some of it may have been held back until now.
                self.0.work.notify_all();
            }
        }
    }
}

impl Workers {
    /// Waits until they have ended.
    pub fn join(self) {
        for thread in self.0 {
            // One that panicked has said so already.
            let _ = thread.join();
        }
    }
}
