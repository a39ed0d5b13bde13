//! The service itself, without I/O, clocks or threads: questions and changes come in, work is given out, and
//! what came of it is told. A door lends it the time; a test lends it any.

mod asking;
mod baking;
mod copies;
mod holding;

use super::held::Held;
use super::job::{Delivery, Done, Happened, Job, JobTicket, Order, Outcome, Waiting, Work};
use super::journal::Chain;
use super::limits::ServiceLimits;
use super::queue::{ClientId, FairQueue};
use super::request::{AtRevision, Moment};
use super::site::WatchedPath;
use super::watches::{WatchAsked, WatchKey, WatchTold, Watches};
use super::writer::{ChangeAsked, Writer};
use asking::Line;
pub(super) use baking::Baked;
pub use baking::ToBake;
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;
use xunlu::Mover;
use xunlu::map::Revision;
use xunlu_client::{AnySnapshot, Refusal, RefusalKind};

/// After so long there will be a place again where there was none.
pub(crate) const BUSY_TIME: Duration = Duration::from_millis(50);

/// So much that is held no longer waits for whoever has the time to drop it. What is more is dropped at once.
const GONE_MAX: usize = 64;

/// Something that is held no longer. To drop it may take long.
#[expect(missing_debug_implementations, reason = "maps are much to print")]
pub struct LetGo(#[expect(dead_code, reason = "it is there to be dropped")] Box<dyn Any + Send>);

/// What a map is at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// Its name.
    pub map: String,
    /// Its revision.
    pub revision: Revision,
    /// The chained digest of its changes.
    pub chain: Chain,
    /// Whether it is a scene.
    pub is_scene: bool,
    /// When it was put here or changed last, as far as that was [told](Service::mark).
    pub since: Moment,
    /// How many bytes are spent on what is worked out beforehand.
    pub bytes: usize,
}

/// Maps, and what is asked of them. `T` is whatever a door knows a question by.
#[expect(missing_debug_implementations, reason = "maps are much to print")]
pub struct Service<T> {
    limits: ServiceLimits,
    maps: BTreeMap<String, Held<T>>,
    // By `Line`.
    lines: [FairQueue<Box<Waiting<T>>>; 3],
    // Questions whose turn came while who asked had more to read than enough.
    paused: FairQueue<Box<Waiting<T>>>,
    // Maps whose writer has orders and is here.
    writers: VecDeque<String>,
    told: Vec<Delivery<T>>,
    gone: Vec<LetGo>,
    watches: Watches,
    generation: u64,
    // The last epoch of all maps that were let go of: none of theirs is given again.
    epoch_gone: Option<u32>,
    // Which kind of work has the next turn: changes, then the lines.
    turn: usize,
    writing: usize,
    running: usize,
    is_draining: bool,
}

impl<T> Service<T> {
    /// Without maps.
    #[must_use]
    pub fn new(mut limits: ServiceLimits) -> Service<T> {
        limits.writing_max = limits.writing_max.max(1);
        let lines = Line::ALL.map(|_| FairQueue::new(limits.waiting_max));
        let paused = FairQueue::new(limits.waiting_max);
        Service {
            limits,
            maps: BTreeMap::new(),
            lines,
            paused,
            writers: VecDeque::new(),
            told: Vec::new(),
            gone: Vec::new(),
            watches: Watches::default(),
            generation: 0,
            epoch_gone: None,
            turn: 0,
            writing: 0,
            running: 0,
            is_draining: false,
        }
    }

    /// What it takes.
    #[must_use]
    pub fn limits(&self) -> &ServiceLimits {
        &self.limits
    }

    /// The maps that are held, by name.
    pub fn heads(&self) -> impl Iterator<Item = Head> {
        self.maps.iter().map(|(map, held)| Head {
            map: map.clone(),
            revision: held.snapshot.revision(),
            chain: held.chain,
            is_scene: matches!(held.snapshot, AnySnapshot::Scene(_)),
            since: held.since,
            bytes: held.snapshot.bytes(),
        })
    }

    /// Tells when a map was put here.
    pub fn mark(&mut self, map: &str, now: Moment) {
        if let Some(held) = self.maps.get_mut(map) {
            held.since = now;
        }
    }

    /// A map as it is now.
    ///
    /// # Errors
    /// When there is none of this name.
    pub fn snapshot(&self, map: &str) -> Result<AnySnapshot, Refusal> {
        let held = self.maps.get(map).ok_or_else(|| Refusal::unknown_map(map))?;
        Ok(held.snapshot.clone())
    }

    /// Each of the questions that wait takes a while, and there will be a place when a few were answered.
    fn busy(&self) -> Refusal {
        Refusal::busy(BUSY_TIME)
    }

    /// Takes a change, to be made in its turn.
    pub fn change(&mut self, map: &str, asked: ChangeAsked, to: T) {
        let taken = self.taker(map, &asked);
        match taken {
            Err(refusal) => self.told.push((to, Err(refusal))),
            Ok(held) => {
                held.orders.push_back(Order::Change(asked, to));
                self.call_writer(map);
            }
        }
    }

    fn taker(&mut self, map: &str, asked: &ChangeAsked) -> Result<&mut Held<T>, Refusal> {
        const NAME_MAX: usize = 255;
        if self.is_draining {
            return Err(draining());
        }
        if asked.id.len() > NAME_MAX {
            let words = format!("a change's id has {} bytes; expected 255 at most", asked.id.len());
            return Err(Refusal::new(RefusalKind::TooLarge, words));
        }
        let (busy, most) = (self.busy(), self.limits.changes_max);
        let held = self.maps.get_mut(map).ok_or_else(|| Refusal::unknown_map(map))?;
        if held.is_copy {
            let words = format!("{map:?} is written elsewhere, and nobody is told here where");
            return Err(Refusal::new(RefusalKind::Conflict, words));
        }
        if held.orders.len() >= most { Err(busy) } else { Ok(held) }
    }

    fn call_writer(&mut self, map: &str) {
        let is_here =
            self.maps.get(map).is_some_and(|held| held.writer.is_some() && !held.orders.is_empty());
        if is_here && !self.writers.iter().any(|writer| writer == map) {
            self.writers.push_back(map.to_owned());
        }
    }

    /// Has a client told of a map's changes or of a path that breaks, under a number of its choice, until it
    /// says otherwise or is gone. What is told waits for [`Service::events`]; the first of it says from which
    /// revision on, or why not.
    ///
    /// # Errors
    /// When there is no such map, the number is taken, or there is too much to tell or to do already.
    pub fn watch(
        &mut self,
        client: ClientId,
        number: u32,
        asked: WatchAsked,
    ) -> Result<(), Refusal> {
        let key = self.watches.begin(client, number, &asked, &self.limits)?;
        let begun = self.begin_watch(key, asked);
        if begun.is_err() {
            self.watches.unwatch(client, number);
        }
        begun
    }

    fn begin_watch(&mut self, key: WatchKey, asked: WatchAsked) -> Result<(), Refusal> {
        if self.is_draining {
            return Err(draining());
        }
        let busy = self.busy();
        let held = self.maps.get_mut(&asked.map);
        let held = held.ok_or_else(|| Refusal::unknown_map(&asked.map))?;
        let path = match (asked.path, asked.line) {
            (Some(path), _) => Some(WatchedPath::Map { path, mover: asked.mover }),
            (None, line) => line.map(WatchedPath::Scene),
        };
        let Some(path) = path else {
            for event in held.since(asked.after, self.limits.events_max / 2) {
                self.watches.tell(key, event, &self.limits);
            }
            return Ok(());
        };
        if held.orders.len() >= self.limits.changes_max {
            return Err(busy);
        }
        held.orders.push_back(Order::Watch(key, path));
        self.call_writer(&asked.map);
        Ok(())
    }

    /// Tells no more of what a client watches under this number.
    pub fn unwatch(&mut self, client: ClientId, number: u32) {
        self.watches.unwatch(client, number);
    }

    /// A client is gone, and hears of nothing any more.
    pub fn forget_client(&mut self, client: ClientId) {
        self.watches.forget(client);
    }

    /// What is to be told to a client of what it watches, so much at most.
    pub fn events(&mut self, client: ClientId, most: usize) -> Vec<WatchTold> {
        self.watches.take(client, most)
    }

    /// The clients that something more is to be told to.
    pub fn woken(&mut self) -> BTreeSet<ClientId> {
        self.watches.woken()
    }

    /// The next piece of work. Returns `None` if there is none. What has no time left is told so and not
    /// begun.
    pub fn next(&mut self, now: Moment) -> Option<Job<T>> {
        self.next_of(now, true)
    }

    /// The next question, whatever there is to change. Returns `None` if there is none.
    pub fn next_question(&mut self, now: Moment) -> Option<Job<T>> {
        self.next_of(now, false)
    }

    /// The next changes of a map, whatever there is to answer. Returns `None` if there are none.
    pub fn next_changes(&mut self) -> Option<Job<T>> {
        let job = self.next_change()?;
        self.running += 1;
        Some(job)
    }

    fn next_of(&mut self, now: Moment, may_change: bool) -> Option<Job<T>> {
        // Each kind of work has its turn, so that none keeps another from ever being done.
        for _ in 0..=Line::ALL.len() {
            self.turn = (self.turn + 1) % (Line::ALL.len() + 1);
            let job = match self.turn.checked_sub(1) {
                None if may_change => self.next_change(),
                None => None,
                Some(line) => self.next_in(Line::ALL[line], now),
            };
            if job.is_some() {
                self.running += 1;
                return job;
            }
        }
        None
    }

    fn next_change(&mut self) -> Option<Job<T>> {
        while self.writing < self.limits.writing_max {
            let map = self.writers.pop_front()?;
            let Some(held) = self.maps.get_mut(&map) else { continue };
            let Some(writer) = held.writer.take() else { continue };
            let (orders, generation) = (std::mem::take(&mut held.orders), held.generation);
            self.writing += 1;
            let limits = Box::new(self.limits.clone());
            return Some(Job(Work::Write { map, generation, writer, orders, limits }));
        }
        None
    }

    /// Whether there is a question for one more who searches.
    #[must_use]
    pub fn has_questions(&self) -> bool {
        self.lines.iter().any(|line| line.len() > 0)
    }

    /// Whether there are changes for one more who writes.
    #[must_use]
    pub fn has_changes(&self) -> bool {
        !self.writers.is_empty() && self.writing < self.limits.writing_max
    }

    /// A piece of work came to nothing, for its thread failed. A map whose writer was at it is let go of:
    /// nobody knows what state it is in.
    pub fn lost(&mut self, ticket: JobTicket) {
        self.running -= 1;
        let Some((map, generation)) = ticket.0 else { return };
        self.writing -= 1;
        if self.maps.get(&map).is_some_and(|held| held.generation == generation) {
            // It is there, as was seen just now.
            let _ = self.forget(&map);
        }
    }

    /// Takes what came of a piece of work.
    pub fn done(&mut self, done: Done<T>) {
        self.running -= 1;
        match done.0 {
            Outcome::Answered(to, told) => self.told.push((to, told)),
            Outcome::Told => {}
            Outcome::HeldBack(question) => self.pause(question),
            Outcome::Unknown(mover, question) => self.order_mover(mover, question),
            Outcome::Written { map, generation, writer, told, happened, again, at } => {
                self.writing -= 1;
                self.told.extend(told);
                self.publish(&map, generation, writer, happened, at);
                again.into_iter().for_each(|question| self.take(question));
            }
        }
    }

    fn order_mover(&mut self, mover: Box<Mover>, question: Box<Waiting<T>>) {
        let (map, most) = (question.request.map.clone(), self.limits.changes_max);
        let busy = self.busy();
        let refusal = match self.maps.get_mut(&map) {
            None => Refusal::unknown_map(&map),
            // What is past knows no new movers.
            Some(held) if matches!(question.request.at, AtRevision::Exactly(wanted) if wanted != held.snapshot.revision()) =>
            {
                let words = "the mover is new, and revisions that are past do not know it";
                Refusal::new(RefusalKind::Stale, words)
            }
            Some(held) if held.orders.len() >= most => busy,
            Some(held) => {
                held.orders.push_back(Order::Mover(mover, question));
                self.call_writer(&map);
                return;
            }
        };
        self.told.push((question.to, Err(refusal)));
    }

    fn publish(
        &mut self,
        map: &str,
        generation: u64,
        mut writer: Box<Writer>,
        happened: Vec<Happened>,
        at: Moment,
    ) {
        let past_max = self.limits.past_max;
        // Another map may have come in its place meanwhile, with a writer of its own.
        let held = self.maps.get_mut(map).filter(|held| held.generation == generation);
        let Some(held) = held else {
            self.drop_later(writer);
            return;
        };
        held.tell(map, happened, &mut self.watches, &self.limits);
        writer.watch_only(self.watches.paths_ended(), |key| self.watches.has(key));
        let mut old = Vec::new();
        let before = std::mem::replace(&mut held.snapshot, writer.snapshot());
        if before.revision() != held.snapshot.revision() {
            held.since = at;
            held.asked = 0;
            held.past.push_front(before);
            old.extend(held.past.drain(past_max.min(held.past.len())..));
        }
        held.chain = writer.chain();
        held.writer = Some(writer);
        let now = held.snapshot.revision();
        let is_early = |at: AtRevision| matches!(at, AtRevision::Least(wanted) if wanted > now);
        let come = held.early.take_out(|question| is_early(question.request.at));
        come.into_iter().for_each(|question| self.take(question));
        self.call_writer(map);
        old.into_iter().for_each(|old| self.drop_later(old));
    }

    pub(super) fn drop_later(&mut self, gone: impl Any + Send) {
        if self.gone.len() < GONE_MAX {
            self.gone.push(LetGo(Box::new(gone)));
        }
    }

    /// What is held no longer, for whoever has the time to drop it.
    pub fn gone(&mut self) -> Vec<LetGo> {
        std::mem::take(&mut self.gone)
    }

    /// Tells those whose time is over while they wait, and takes up again what was held back for those who
    /// have read since.
    pub fn tick(&mut self, now: Moment) {
        // First, for whoever takes a place again may push another out.
        let mut late = self.paused.take_out(|question| question.is_awaited(now));
        let again = self.paused.take_out(|question| question.is_held_back(now));
        again.into_iter().for_each(|question| self.take(question));
        for line in &mut self.lines {
            late.extend(line.take_out(|question| question.is_awaited(now)));
        }
        for held in self.maps.values_mut() {
            late.extend(held.early.take_out(|question| question.is_awaited(now)));
        }
        self.told.extend(late.into_iter().map(|late| (late.to, Err(Refusal::expired()))));
    }

    /// What is to be told, and to whom.
    pub fn told(&mut self) -> Vec<Delivery<T>> {
        std::mem::take(&mut self.told)
    }

    /// Takes nothing new from now on.
    pub fn drain(&mut self) {
        self.is_draining = true;
    }

    /// Whether nothing is at work and nothing waits.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        let waits = self.maps.values().any(|held| !held.orders.is_empty() || held.early.len() > 0);
        self.running == 0 && self.waiting() == 0 && !waits && self.told.is_empty()
    }

    /// How much is watched, by all clients.
    #[must_use]
    pub fn watched(&self) -> usize {
        self.watches.len()
    }

    /// How many questions wait.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.lines.iter().map(FairQueue::len).sum::<usize>() + self.paused.len()
    }

    /// How many places those take that wait, in all lines together; each line has as many as the limit says.
    #[must_use]
    pub fn places_taken(&self) -> usize {
        let in_lines = self.lines.iter().map(FairQueue::places_taken).sum::<usize>();
        in_lines + self.paused.places_taken()
    }
}

fn draining() -> Refusal {
    Refusal::new(RefusalKind::Draining, "the service is about to end and takes nothing new")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_map_can_be_changed_at_a_time_whatever_is_set() {
        for (set, is) in [(0, 1), (1, 1), (5, 5)] {
            let limits = ServiceLimits { writing_max: set, ..ServiceLimits::default() };
            assert_eq!(Service::<()>::new(limits).limits().writing_max, is);
        }
    }
}
