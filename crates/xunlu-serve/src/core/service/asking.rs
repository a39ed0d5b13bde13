//! Questions: which are taken, where they wait, and whose turn it is.

use super::{Service, draining};
use crate::core::held::Held;
use crate::core::job::{Job, Waiting, Work};
use crate::core::queue::{ClientId, FairQueue};
use crate::core::request::{AtRevision, Moment, Request};
use xunlu::wire::Goal;
use xunlu_client::{AnySnapshot, Ask, Refusal, RefusalKind};

/// A map of so many nodes is looked over in a millisecond, if nobody can stand anywhere near.
const NODES_SMALL: u32 = 1 << 20;

/// Where questions wait, each kind of them in turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Line {
    /// Those that cost next to nothing.
    Cheap,
    Searches,
    /// Searches that were tried by who asked and took too long for that: nothing that is small waits behind
    /// them.
    Tried,
}

impl Line {
    pub(super) const ALL: [Line; 3] = [Line::Cheap, Line::Searches, Line::Tried];

    fn of<T>(question: &Waiting<T>) -> Line {
        match question.was_tried {
            true => Line::Tried,
            false if question.request.ask.is_cheap() => Line::Cheap,
            false => Line::Searches,
        }
    }
}

impl<T> Service<T> {
    /// Takes a question, to be answered in its turn. It is refused at once when there is too much to do.
    pub fn ask(&mut self, now: Moment, request: Request, to: T) {
        if let Some(question) = self.admitted(now, request, to) {
            self.take(question);
        }
    }

    /// The same, but if nobody waits and the question is a small one, whoever asks has it to
    /// [answer at once](Job::run_at_once): it would take longer to have somebody else do it. Returns `None`
    /// if it waits for its turn or is refused.
    pub fn ask_at_once(&mut self, now: Moment, request: Request, to: T) -> Option<Job<T>> {
        let question = self.admitted(now, request, to)?;
        let is_first = [Line::Cheap, Line::Searches].iter().all(|&line| self.line(line).len() == 0);
        if !question.is_small || !is_first {
            self.take(question);
            return None;
        }
        let question = self.arrived(question)?;
        let job = self.begun(question, now);
        self.running += usize::from(job.is_some());
        job
    }

    /// A question that may be asked. Returns `None` if it is refused.
    fn admitted(&mut self, now: Moment, request: Request, to: T) -> Option<Box<Waiting<T>>> {
        if let Err(refusal) = self.checked(&request) {
            self.told.push((to, Err(refusal)));
            return None;
        }
        let most = self.limits.time_max;
        let deadline = now + request.time.map_or(most, |time| time.min(most));
        let is_small = self.is_small(&request);
        Some(Box::new(Waiting { request, asked: now, deadline, is_small, was_tried: false, to }))
    }

    fn line(&mut self, line: Line) -> &mut FairQueue<Box<Waiting<T>>> {
        &mut self.lines[line as usize]
    }

    /// Whether an answer, if it takes few expansions, takes little: on a map where one place is near another.
    fn is_small(&self, request: &Request) -> bool {
        let is_to_one = match &request.ask {
            Ask::Path(query) => {
                // Where something is closed, who searches under a small limit may be another.
                let is_open =
                    query.avoiding.is_empty() && query.tags.is_none() && query.region.is_none();
                is_open && !query.wants_nearest && matches!(query.goal, Goal::At(_))
            }
            Ask::Raycast(_) | Ask::Nearest(_) => true,
            _ => false,
        };
        let is_on_small = |held: &Held<T>| match &held.snapshot {
            AnySnapshot::Map(snapshot) => snapshot.map().node_count() <= NODES_SMALL,
            AnySnapshot::Scene(_) => false,
        };
        is_to_one && self.maps.get(&request.map).is_some_and(is_on_small)
    }

    /// Takes a question back that was given out and not answered. One that was tried waits for somebody who
    /// has the time; one that was not has its turn next.
    pub fn give_back(&mut self, job: Job<T>) {
        self.running -= 1;
        match job.0 {
            Work::Answer { question, .. } if question.was_tried => self.queue(question),
            Work::Answer { question, .. } => {
                let (client, places) = (question.request.client, question.places());
                self.line(Line::of(&question)).put_back(client, places, question);
            }
            Work::Write { .. } => unreachable!("a writer is never left undone"),
        }
    }

    fn checked(&self, request: &Request) -> Result<(), Refusal> {
        if self.is_draining {
            return Err(draining());
        }
        let held = self.maps.get(&request.map).ok_or_else(|| Refusal::unknown_map(&request.map))?;
        let too_many = |what: &str, count: usize, most: usize| {
            let words = format!("{count} {what} in one question; expected {most} at most");
            Err(Refusal::new(RefusalKind::TooLarge, words))
        };
        let (searches, obstacles) = (request.ask.search_count(), request.ask.obstacle_count());
        if searches > self.limits.searches_max {
            return too_many("searches", searches, self.limits.searches_max);
        }
        let goals = request.ask.goal_count();
        if goals > self.limits.goals_max {
            return too_many("goals", goals, self.limits.goals_max);
        }
        if obstacles > self.limits.obstacles_max {
            return too_many("obstacles", obstacles, self.limits.obstacles_max);
        }
        if let AtRevision::Exactly(wanted) = request.at
            && held.at(wanted).is_none()
        {
            let words = format!(
                "revision {wanted} is not kept; the map is at {}",
                held.snapshot.revision()
            );
            return Err(Refusal::new(RefusalKind::Stale, words));
        }
        Ok(())
    }

    pub(super) fn take(&mut self, question: Box<Waiting<T>>) {
        if let Some(question) = self.arrived(question) {
            self.queue(question);
        }
    }

    /// A question for a map that is there at the revision that it waits for. Returns `None` if it waits for
    /// that, or is refused.
    fn arrived(&mut self, question: Box<Waiting<T>>) -> Option<Box<Waiting<T>>> {
        let Some(held) = self.maps.get_mut(&question.request.map) else {
            let refusal = Refusal::unknown_map(&question.request.map);
            self.told.push((question.to, Err(refusal)));
            return None;
        };
        if let AtRevision::Least(wanted) = question.request.at
            && held.snapshot.revision() < wanted
        {
            let (client, places) = (question.request.client, question.places());
            let refused = held.early.push(client, places, question);
            self.refuse(refused);
            return None;
        }
        held.asked += question.request.ask.search_count() as u64;
        Some(question)
    }

    fn queue(&mut self, question: Box<Waiting<T>>) {
        let (line, client) = (Line::of(&question), question.request.client);
        let places = question.places();
        let refused = self.line(line).push(client, places, question);
        self.refuse(refused);
    }

    /// There is no place for them.
    fn refuse(&mut self, questions: Vec<Box<Waiting<T>>>) {
        for question in questions {
            let refusal = self.busy();
            self.told.push((question.to, Err(refusal)));
        }
    }

    /// Whether so many searches wait that there may soon be no place for more.
    #[must_use]
    pub fn is_pressed(&self) -> bool {
        let waiting = self.lines[Line::Searches as usize].places_taken();
        waiting > 0 && waiting * 2 >= self.limits.waiting_max
    }

    /// How many searches of a client there is a place for, at most.
    /// At the end all are worth asking: whoever asks is to hear of it.
    #[must_use]
    pub fn room_for_searches(&self, client: ClientId) -> usize {
        if self.is_draining {
            return usize::MAX;
        }
        self.lines[Line::Searches as usize].room_for(client)
    }

    /// How many questions wait that nobody has tried.
    #[must_use]
    pub fn small_waiting(&self) -> u32 {
        let waiting = [Line::Cheap, Line::Searches].map(|line| self.lines[line as usize].len());
        u32::try_from(waiting.iter().sum::<usize>()).unwrap_or(u32::MAX)
    }

    /// The next question that is a small one, for who asked something and has a moment. Returns `None` if
    /// there is none, or another one is due first.
    pub fn next_small(&mut self, now: Moment) -> Option<Job<T>> {
        for line in [Line::Cheap, Line::Searches] {
            while let Some(question) = self.line(line).pop_if(|question| question.is_small) {
                if let Some(job) = self.begun(question, now) {
                    self.running += 1;
                    return Some(job);
                }
            }
        }
        None
    }

    pub(super) fn next_in(&mut self, line: Line, now: Moment) -> Option<Job<T>> {
        loop {
            let question = self.line(line).pop()?;
            if let Some(job) = self.begun(question, now) {
                return Some(job);
            }
        }
    }

    /// A question whose turn it is. Returns `None` if it is held back or refused.
    fn begun(&mut self, question: Box<Waiting<T>>, now: Moment) -> Option<Job<T>> {
        if question.is_held_back(now) {
            self.pause(question);
            return None;
        }
        match self.snapshot_for(&question, now) {
            Ok(snapshot) => {
                let within = (self.limits.expansions_max, self.limits.places_told_max);
                Some(Job(Work::Answer { snapshot, question, within }))
            }
            Err(refusal) => {
                self.told.push((question.to, Err(refusal)));
                None
            }
        }
    }

    /// Holds a question back until who asked has read some of what was answered.
    pub(super) fn pause(&mut self, question: Box<Waiting<T>>) {
        let (client, places) = (question.request.client, question.places());
        let refused = self.paused.push(client, places, question);
        self.refuse(refused);
    }

    fn snapshot_for(&self, question: &Waiting<T>, now: Moment) -> Result<AnySnapshot, Refusal> {
        let request = &question.request;
        if !question.is_awaited(now) {
            return Err(Refusal::expired());
        }
        let held = self.maps.get(&request.map).ok_or_else(|| Refusal::unknown_map(&request.map))?;
        let snapshot = match request.at {
            AtRevision::Exactly(wanted) => held.at(wanted),
            AtRevision::Last | AtRevision::Least(_) => Some(&held.snapshot),
        };
        snapshot.cloned().ok_or_else(|| {
            let words = "the revision was let go of while the question waited";
            Refusal::new(RefusalKind::Stale, words)
        })
    }
}
