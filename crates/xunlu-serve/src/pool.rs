//! The service on threads: workers that search, a clock, and a lock that is held for moments.

mod telling;
mod work;

use crate::core::job::Delivery;
use crate::core::journal::Record;
use crate::core::queue::ClientId;
use crate::core::request::{Moment, Request};
use crate::core::service::Service;
use crate::core::writer::BeginJournal;
use crate::log::Log;
use crate::metrics::{Gauges, Kind, MapGauge, Metrics};
use crate::spans::Spans;
use crate::trace::TraceId;
use crate::{ChangeAsked, ServiceLimits, WatchAsked};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
pub use telling::{Awaited, Tell, Waking};
pub(crate) use telling::{Sleeper, tell_now};
use xunlu_client::Refusal;

/// So many threads make changes at most: as many maps may wait for the disk at a time.
const WRITERS_MAX: usize = 64;

/// How often it is looked for questions whose time is over while they wait.
const TICK: Duration = Duration::from_millis(20);

/// A service whose work is done by threads. A clone is the same one.
#[derive(Clone, Debug)]
pub struct Pool(Arc<Shared>);

struct Shared {
    service: Mutex<Service<Awaited>>,
    // How many threads search.
    workers: usize,
    searchers: Beds,
    // Those who make changes: they wait for the disk, and keep no search waiting with that.
    writers: Beds,
    begun: Instant,
    has_ended: AtomicBool,
    // Whether there may soon be no place for more searches, as of when the service was let go of last.
    is_pressed: AtomicBool,
    metrics: Metrics,
    logging: Logging,
    // What is done when there is something to tell of what a client watches.
    wakers: Mutex<BTreeMap<ClientId, Wake>>,
    // Makes changes of maps that are written elsewhere.
    elsewhere: OnceLock<Forward>,
}

/// Where threads of one kind wait for work, or the end.
#[derive(Debug, Default)]
struct Beds {
    woken: Condvar,
    // How many threads wait. It is changed with the service locked, so whoever brings work after one lay down
    // sees it; to wake nobody would be a call into the system all the same.
    asleep: AtomicUsize,
}

impl Beds {
    fn sleep(&self, service: MutexGuard<'_, Service<Awaited>>) {
        self.asleep.fetch_add(1, Ordering::Relaxed);
        let service = self.woken.wait(service).unwrap_or_else(PoisonError::into_inner);
        self.asleep.fetch_sub(1, Ordering::Relaxed);
        drop(service);
    }

    fn wake(&self) {
        if self.asleep.load(Ordering::Relaxed) > 0 {
            self.woken.notify_one();
        }
    }
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
    /// Where spans go, if anywhere.
    pub(crate) spans: Option<Spans>,
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
        let (workers, writers) = (workers.max(1), limits.writing_max.clamp(1, WRITERS_MAX));
        let pool = Pool(Arc::new(Shared {
            service: Mutex::new(Service::new(limits)),
            workers,
            searchers: Beds::default(),
            writers: Beds::default(),
            begun: Instant::now(),
            has_ended: AtomicBool::new(false),
            is_pressed: AtomicBool::new(false),
            metrics: Metrics::default(),
            logging,
            wakers: Mutex::default(),
            elsewhere: OnceLock::new(),
        }));
        let mut threads = Vec::new();
        for number in 0..workers {
            let own = pool.clone();
            let thread = thread::Builder::new().name(format!("search-{number}"));
            threads.push(thread.spawn(move || own.search())?);
        }
        for number in 0..writers {
            let own = pool.clone();
            let thread = thread::Builder::new().name(format!("write-{number}"));
            threads.push(thread.spawn(move || own.write())?);
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
        self.ask_all([(request, trace, tell)]);
    }

    /// Asks for several at once, which costs one lock for all. Those that are small are answered by the
    /// thread that asks, for a moment: to wake one that searches, and to be woken by it, takes longer than
    /// most searches.
    pub fn ask_all(&self, requests: impl IntoIterator<Item = (Request, Option<TraceId>, Tell)>) {
        if self.ask_for_a_moment(requests) {
            self.wake();
        }
    }

    /// The same. Returns whether it is worth to come back soon and [answer more](Self::answer_more): nobody
    /// was woken for the rest.
    #[must_use]
    pub(crate) fn ask_for_a_moment(
        &self,
        requests: impl IntoIterator<Item = (Request, Option<TraceId>, Tell)>,
    ) -> bool {
        let now = self.now();
        let all = requests.into_iter().map(|(request, trace, tell)| {
            let kind = Kind::of(&request.ask);
            let awaited = self.awaited((kind, now), &request.map, trace, tell);
            (request, awaited)
        });
        // What is said is read before anything is locked.
        let all: Vec<_> = all.collect();
        let mut jobs = VecDeque::new();
        let is_more = self.with(|service| {
            for (request, awaited) in all {
                if jobs.len() < work::AT_ONCE {
                    jobs.extend(service.ask_at_once(now, request, awaited));
                } else {
                    service.ask(now, request, awaited);
                }
            }
            service.has_questions()
        });
        if !jobs.is_empty() {
            jobs.iter().for_each(|_| self.0.metrics.waited(Duration::ZERO));
            return self.answer_some(jobs);
        }
        if is_more {
            self.wake();
        }
        false
    }

    /// Answers small questions that wait, for a moment. Returns whether it is worth to come back soon.
    /// Whoever does not come back after all has them wait a little longer, until the clock wakes somebody.
    #[must_use]
    pub(crate) fn answer_more(&self) -> bool {
        self.answer_some(VecDeque::new())
    }

    /// Changes a map, and has it told what came of it. The trace counts as with [`ask`](Self::ask).
    pub fn change(&self, map: &str, asked: ChangeAsked, trace: Option<TraceId>, tell: Tell) {
        if let Some(elsewhere) = self.0.elsewhere.get()
            && self.with(|service| service.is_copy(map))
        {
            // Counted here as well.
            let (own, awaited) = (self.clone(), self.change_awaited(map, trace, tell));
            let tell = move |told, waking: &mut Waking| own.tell([(awaited, told)], waking);
            return elsewhere(map, asked, Box::new(tell));
        }
        let awaited = self.change_awaited(map, trace, tell);
        self.with(|service| service.change(map, asked, awaited));
    }

    /// Has changes of maps that are written elsewhere made there from now on.
    pub(crate) fn forward(&self, change: impl Fn(&str, ChangeAsked, Tell) + Send + Sync + 'static) {
        // Whoever was first has it.
        let _ = self.0.elsewhere.set(Box::new(change));
    }

    /// Makes changes again of a map that is written elsewhere.
    pub(crate) fn replay(&self, map: &str, records: Vec<Record>, tell: Tell) {
        let awaited = self.change_awaited(map, None, tell);
        self.with(|service| service.replay(map, records, awaited));
    }

    /// Puts a map into another epoch.
    pub(crate) fn renew(&self, map: &str, epoch_least: u32, begin: BeginJournal, tell: Tell) {
        let awaited = self.change_awaited(map, None, tell);
        self.with(|service| service.renew(map, epoch_least, begin, awaited));
    }

    fn change_awaited(&self, map: &str, trace: Option<TraceId>, tell: Tell) -> Awaited {
        self.awaited((Kind::CHANGE, self.now()), map, trace, tell)
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
        let spans = self.0.logging.spans.as_ref().map(Spans::counts);
        let gauges = self.with(|service| {
            let (waiting, places) = (service.waiting(), service.places_taken());
            let watched = service.watched();
            let maps = service.heads().map(|head| MapGauge {
                age: now.saturating_sub(head.since),
                bytes: head.bytes,
                number: head.revision.number,
                map: head.map,
            });
            Gauges {
                waiting,
                places,
                watched,
                connections,
                is_draining,
                maps: maps.collect(),
                spans,
            }
        });
        self.0.metrics.told(&gauges)
    }

    /// Looks at the service or changes it; what is to be told then is told. If there are changes to be made,
    /// one who makes them is woken; searches that come of it are begun with the next question.
    pub fn with<R>(&self, act: impl FnOnce(&mut Service<Awaited>) -> R) -> R {
        let mut service = self.service();
        let made = act(&mut service);
        let (told, woken) = (service.told(), service.woken());
        self.let_go(service);
        self.deliver(told, woken);
        made
    }

    /// Lets go of the service, wakes who makes changes if there are some, and notes what others look at who
    /// do not lock it.
    fn let_go(&self, service: MutexGuard<'_, Service<Awaited>>) {
        let (is_pressed, has_changes) = (service.is_pressed(), service.has_changes());
        if self.is_pressed() != is_pressed {
            self.0.is_pressed.store(is_pressed, Ordering::Relaxed);
        }
        drop(service);
        if has_changes {
            self.0.writers.wake();
        }
    }

    /// Whether there may be no place for more searches.
    pub(crate) fn is_pressed(&self) -> bool {
        self.0.is_pressed.load(Ordering::Relaxed)
    }

    /// Counts searches that were refused before anybody read them.
    pub(crate) fn count_unread(&self, searches: usize) {
        self.0.metrics.count_unread(searches as u64);
    }

    /// Tells what is to be told, with nothing locked.
    fn deliver(&self, told: Vec<Delivery<Awaited>>, woken: BTreeSet<ClientId>) {
        let mut waking = Waking::default();
        self.tell(told, &mut waking);
        waking.wake();
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
        self.with(|service| service.watch(client, number, asked))
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
        if let Some(spans) = &self.0.logging.spans {
            spans.end();
        }
        let _service = self.service();
        self.0.searchers.woken.notify_all();
        self.0.writers.woken.notify_all();
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.0.has_ended.load(Ordering::Relaxed)
    }

    /// Wakes a thread that waits for questions, if there is one.
    fn wake(&self) {
        self.0.searchers.wake();
    }

    fn service(&self) -> MutexGuard<'_, Service<Awaited>> {
        self.0.service.lock().unwrap_or_else(PoisonError::into_inner)
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
