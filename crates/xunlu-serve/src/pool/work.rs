//! Who does the work: threads that search, and for a moment whoever has just asked.

use super::telling::{Awaited, Waking};
use super::{Pool, TICK};
use crate::core::job::{Done, Job, Tried};
use crate::core::request::Moment;
use serde_json::json;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use xunlu_client::Spaces;

/// So many small questions are taken with one lock.
pub(super) const AT_ONCE: usize = 16;

/// A question that takes longer keeps none waiting that was taken with it, and no answer before it.
const LONG: Duration = Duration::from_micros(100);

/// Whoever asks answers small questions for so long at a time. Then others are heard, and what was answered
/// is written while the rest is.
const MOMENT: Duration = Duration::from_micros(100);

/// What is left is shared with those who search if it takes longer than this. To wake somebody for less, and
/// to be woken by him, takes longer than is gained.
const SHARED_TIME: Duration = Duration::from_micros(300);

/// What a thread that searches has taken and is to do, one after the other.
struct Turn<'a> {
    pool: &'a Pool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Job<Awaited>>,
    // Who was told something since they were last woken.
    waking: Waking,
    // When the last job was begun.
    begun: Moment,
}

impl Turn<'_> {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next_job(&self) -> Option<Job<Awaited>> {
        let mut state = self.state();
        state.begun = self.pool.now();
        state.jobs.pop_front()
    }

    /// Tells the time. If what is being done takes long, others do the rest, and who was told something hears
    /// it now.
    fn look(&self) -> Moment {
        let now = self.pool.now();
        let mut state = self.state();
        if now.saturating_sub(state.begun) >= LONG {
            let (jobs, mut waking) =
                (std::mem::take(&mut state.jobs), std::mem::take(&mut state.waking));
            drop(state);
            waking.wake();
            self.pool.give_back(jobs);
        }
        now
    }
}

impl Pool {
    /// Answers what is asked, until the end.
    pub(super) fn search(&self) {
        let mut spaces = Spaces::default();
        let turn = Turn { pool: self, state: Mutex::default() };
        let mut done = Vec::new();
        while self.take_questions(&turn, &mut done) {
            while let Some(job) = turn.next_job() {
                let Some(own) = self.run(job, &mut spaces, &|| turn.look()) else { continue };
                // Whoever asked does not wait for a lock, nor what comes next for what is said.
                let (told, rest) = own.tell_apart();
                done.push(rest);
                let mut waking = std::mem::take(&mut turn.state().waking);
                self.tell(told, &mut waking);
                turn.state().waking = waking;
            }
            turn.state().waking.wake();
        }
    }

    /// Makes changes, until the end. Who searches does not wait for the disk with them.
    pub(super) fn write(&self) {
        let (mut spaces, mut done): (_, Option<Done<Awaited>>) = (Spaces::default(), None);
        loop {
            let mut service = self.service();
            let has_changed = done.is_some();
            done.take().into_iter().for_each(|own| service.done(own));
            let job = if self.has_ended() { None } else { service.next_changes() };
            let (told, woken) = (service.told(), service.woken());
            // Some may have waited for what was changed.
            let has_questions = has_changed && service.has_questions();
            if job.is_none() && told.is_empty() && woken.is_empty() && !has_questions {
                if self.has_ended() {
                    return;
                }
                self.0.writers.sleep(service);
                continue;
            }
            self.let_go(service);
            if has_questions {
                self.wake();
            }
            self.deliver(told, woken);
            done = job.and_then(|job| self.run(job, &mut spaces, &|| self.now()));
        }
    }

    /// Does a piece of work. Returns `None` if it failed.
    fn run(
        &self,
        job: Job<Awaited>,
        spaces: &mut Spaces,
        now: &(dyn Fn() -> Moment + Sync),
    ) -> Option<Done<Awaited>> {
        let ticket = job.ticket();
        let run = AssertUnwindSafe(|| job.run(spaces, now));
        if let Ok(done) = catch_unwind(run) {
            return Some(done);
        }
        // It has said what went wrong. What it scribbled on is not trusted again, and who asked hears that
        // nothing came of it.
        *spaces = Spaces::default();
        self.log("lost", || json!({ "map": ticket.map() }));
        self.with(|service| service.lost(ticket));
        None
    }

    /// Brings back what was answered, and takes the next questions with the same lock; waits until there is
    /// one. Returns whether there is, which is so until the end.
    fn take_questions(&self, turn: &Turn<'_>, done: &mut Vec<Done<Awaited>>) -> bool {
        loop {
            let mut service = self.service();
            done.drain(..).for_each(|own| service.done(own));
            let (now, mut state) = (self.now(), turn.state());
            let first = if self.has_ended() { None } else { service.next_question(now) };
            // Those that are small are taken together, so many that others have as much to do.
            let share = (service.waiting() / self.0.workers + 1).min(AT_ONCE);
            let mut may_more = first.as_ref().is_some_and(Job::is_small);
            state.jobs.extend(first);
            while may_more && state.jobs.len() < share {
                let next = service.next_question(now);
                may_more = next.as_ref().is_some_and(Job::is_small);
                state.jobs.extend(next);
            }
            let (told, woken) = (service.told(), service.woken());
            let has_some = !state.jobs.is_empty();
            if !has_some && told.is_empty() && woken.is_empty() {
                drop(state);
                if self.has_ended() {
                    return false;
                }
                self.0.searchers.sleep(service);
                continue;
            }
            // There may be more than came with one call, and what was done may have brought more.
            let is_more = has_some && service.has_questions();
            self.let_go(service);
            for waited in state.jobs.iter().filter_map(|job| job.waited(now)) {
                self.0.metrics.waited(waited);
            }
            drop(state);
            if is_more {
                self.wake();
            }
            self.deliver(told, woken);
            if has_some {
                return true;
            }
        }
    }

    /// Has others do what somebody has taken and not begun.
    fn give_back(&self, jobs: VecDeque<Job<Awaited>>) {
        if jobs.is_empty() {
            return;
        }
        // Each is the next one again, so the first is given back last.
        self.with(|service| jobs.into_iter().rev().for_each(|job| service.give_back(job)));
        self.wake();
    }

    /// Answers small questions on the thread that has asked, those that it has and more of those that wait,
    /// for a moment. What is not small after all waits for those who search. Returns whether it is worth to
    /// come back soon for more: nobody else was woken for them.
    pub(super) fn answer_some(&self, mut jobs: VecDeque<Job<Awaited>>) -> bool {
        thread_local!(static SPACES: RefCell<Option<Box<Spaces>>> = RefCell::default());
        // Taken, for what is told may ask again; what is scribbled on by one that fails is not kept.
        let mut spaces = SPACES.take().unwrap_or_default();
        let (mut waking, mut done, mut left) = (Waking::default(), Vec::new(), VecDeque::new());
        let (begun, mut count) = (self.now(), 0);
        let waits = loop {
            let mut time = self.now().saturating_sub(begun);
            while time < MOMENT
                && let Some(job) = jobs.pop_front()
            {
                let ticket = job.ticket();
                let run = AssertUnwindSafe(|| job.run_at_once(&mut spaces, &|| self.now()));
                match catch_unwind(run) {
                    Ok(Tried::Done(own)) => {
                        let (told, rest) = own.tell_apart();
                        done.push(rest);
                        self.tell(told, &mut waking);
                    }
                    Ok(Tried::Left(job)) => left.push_back(job),
                    Err(_) => {
                        *spaces = Spaces::default();
                        self.log("lost", || json!({ "map": ticket.map() }));
                        self.with(|service| service.lost(ticket));
                    }
                }
                count += 1;
                time = self.now().saturating_sub(begun);
            }
            let mut service = self.service();
            done.drain(..).for_each(|own| service.done(own));
            left.drain(..).for_each(|job| service.give_back(job));
            jobs.drain(..).rev().for_each(|job| service.give_back(job));
            let now = self.now();
            while time < MOMENT
                && jobs.len() < AT_ONCE
                && let Some(job) = service.next_small(now)
            {
                jobs.push_back(job);
            }
            let (told, woken) = (service.told(), service.woken());
            let waits = service.has_questions().then(|| service.small_waiting());
            self.let_go(service);
            self.tell(told, &mut waking);
            self.deliver(Vec::new(), woken);
            for waited in jobs.iter().filter_map(|job| job.waited(now)) {
                self.0.metrics.waited(waited);
            }
            if jobs.is_empty() {
                break waits;
            }
        };
        SPACES.replace(Some(spaces));
        waking.wake();
        self.is_for_one(waits, self.now().saturating_sub(begun), count)
    }

    /// Whether so many small questions, of all that wait, are best left to who has answered so many others in
    /// this time. Wakes somebody if they are not.
    fn is_for_one(&self, waits: Option<u32>, took: Duration, count: u32) -> bool {
        match waits {
            None => false,
            // Each of them takes as long as those before.
            Some(small @ 1..) if took * small < SHARED_TIME * count => true,
            Some(_) => {
                self.wake();
                false
            }
        }
    }

    /// Looks at the time now and then, until the end.
    pub(super) fn keep_time(&self) {
        while !self.has_ended() {
            thread::sleep(TICK);
            let now = self.now();
            let (waits, gone) = self.with(|service| {
                service.tick(now);
                (service.waiting() > 0, service.gone())
            });
            // Nobody waits for it to be dropped.
            drop(gone);
            if waits {
                // Some of it may have been held back until now.
                self.0.searchers.woken.notify_all();
            }
        }
    }
}
