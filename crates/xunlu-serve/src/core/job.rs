//! A piece of work: given out by the service, done on any thread, and brought back.

use super::journal::Record;
use super::limits::ServiceLimits;
use super::request::{Moment, Request};
use super::site::{BrokenPath, WatchedPath};
use super::watches::WatchKey;
use super::writer::{BeginJournal, ChangeAsked, Made, Writer};
use std::collections::VecDeque;
use std::sync::Arc;
use xunlu::roadmap::Roadmap;
use xunlu::{Mover, MoverId, wire};
use xunlu_client::{AnySnapshot, Refusal, RefusalKind, Response, Spaces, Within, answer_any};

/// So many expansions take next to no time: a hundred microseconds at most.
const EXPANSIONS_AT_ONCE: u64 = 512;

/// A question that was taken, and to whom its answer goes. It goes from hand to hand in a box, a dozen times
/// from the line to who is told.
#[derive(Debug)]
pub(super) struct Waiting<T> {
    pub(super) request: Request,
    pub(super) asked: Moment,
    pub(super) deadline: Moment,
    // Whether it takes next to no time, as far as can be told from the question.
    pub(super) is_small: bool,
    // It took longer.
    pub(super) was_tried: bool,
    pub(super) to: T,
}

/// How many searches of one question take a place where questions wait.
const SEARCHES_A_PLACE: usize = 16;

impl<T> Waiting<T> {
    /// How many places it takes where it waits.
    pub(super) fn places(&self) -> usize {
        self.request.ask.search_count().div_ceil(SEARCHES_A_PLACE).max(1)
    }

    /// Whether who asked has more to read than enough, and time to do so.
    pub(super) fn is_held_back(&self, now: Moment) -> bool {
        self.request.gone.is_full() && self.is_awaited(now)
    }

    /// Whether somebody waits for the answer, and there is time for it.
    pub(super) fn is_awaited(&self, now: Moment) -> bool {
        self.deadline > now && !self.request.gone.is_told()
    }
}

/// What a writer is to do.
pub(super) enum Order<T> {
    Change(ChangeAsked, T),
    // Changes that were made elsewhere, of a map that is a copy.
    Replay(Vec<Record>, T),
    // The map goes on in this epoch.
    Renew(u32, BeginJournal, T),
    Mover(Box<Mover>, Box<Waiting<T>>),
    Watch(WatchKey, WatchedPath),
    // It was baked of the map as it was some time ago.
    Roadmap(MoverId, Arc<Roadmap>),
}

/// What a writer did that others hear of, in order.
pub(super) enum Happened {
    Changed(Made, Vec<BrokenPath>),
    Watched(WatchKey, Result<Made, Refusal>),
}

impl Happened {
    /// A path is watched no longer, for its map goes on in another epoch.
    fn anew(key: WatchKey) -> Happened {
        let words = "the map goes on in another epoch; ask for a path again";
        Happened::Watched(key, Err(Refusal::new(RefusalKind::Conflict, words)))
    }
}

/// A piece of work: done on any thread, and told to [`Service::done`](super::service::Service::done).
#[expect(missing_debug_implementations, reason = "a world is much to print")]
pub struct Job<T>(pub(super) Work<T>);

pub(super) enum Work<T> {
    Answer {
        snapshot: AnySnapshot,
        question: Box<Waiting<T>>,
        within: (u64, usize),
    },
    Write {
        map: String,
        generation: u64,
        writer: Box<Writer>,
        orders: VecDeque<Order<T>>,
        limits: Box<ServiceLimits>,
    },
}

/// What is to be told to [`Service::lost`](super::service::Service::lost) if a job never comes back.
#[derive(Clone, Debug)]
pub struct JobTicket(pub(super) Option<(String, u64)>);

impl JobTicket {
    /// The map whose writer it is. Returns `None` if it is a question.
    #[must_use]
    pub fn map(&self) -> Option<&str> {
        self.0.as_ref().map(|(map, _)| map.as_str())
    }
}

/// What came of a job.
#[expect(missing_debug_implementations, reason = "a world is much to print")]
pub struct Done<T>(pub(super) Outcome<T>);

/// What came of trying a job at once.
#[expect(missing_debug_implementations, reason = "a world is much to print")]
pub enum Tried<T> {
    /// All of it.
    Done(Done<T>),
    /// Nothing: it takes longer, or is no question.
    Left(Job<T>),
}

pub(super) enum Outcome<T> {
    Answered(T, Result<Response, Refusal>),
    // Answered, and told by who did it.
    Told,
    // Who asked has more to read than enough.
    HeldBack(Box<Waiting<T>>),
    Unknown(Box<Mover>, Box<Waiting<T>>),
    Written {
        map: String,
        generation: u64,
        writer: Box<Writer>,
        told: Vec<Delivery<T>>,
        happened: Vec<Happened>,
        again: Vec<Box<Waiting<T>>>,
        at: Moment,
    },
}

/// An answer, and to whom it goes.
pub type Delivery<T> = (T, Result<Response, Refusal>);

impl<T> Done<T> {
    /// Splits off what answers a question, for whoever tells it before he brings back the rest.
    #[must_use]
    pub fn tell_apart(self) -> (Option<Delivery<T>>, Done<T>) {
        match self.0 {
            Outcome::Answered(to, told) => (Some((to, told)), Done(Outcome::Told)),
            other => (None, Done(other)),
        }
    }
}

impl<T> Job<T> {
    /// What to hand in if it fails.
    #[must_use]
    pub fn ticket(&self) -> JobTicket {
        JobTicket(match &self.0 {
            Work::Answer { .. } => None,
            Work::Write { map, generation, .. } => Some((map.clone(), *generation)),
        })
    }

    /// How long a question waited that is begun now. Returns `None` if it is no question.
    #[must_use]
    pub fn waited(&self, now: Moment) -> Option<Moment> {
        match &self.0 {
            Work::Answer { question, .. } => Some(now.saturating_sub(question.asked)),
            Work::Write { .. } => None,
        }
    }

    /// Whether it is a question that takes next to no time, as far as can be told: who takes one may take
    /// several.
    #[must_use]
    pub fn is_small(&self) -> bool {
        match &self.0 {
            Work::Answer { question, .. } => question.is_small && !question.was_tried,
            Work::Write { .. } => false,
        }
    }

    /// Answers a question if that takes next to no time. If it does not, all of it is left, and what was
    /// looked at is looked at again by who has the time.
    #[must_use]
    pub fn run_at_once(self, spaces: &mut Spaces, now: &(dyn Fn() -> Moment + Sync)) -> Tried<T> {
        let (snapshot, question, within) = match self.0 {
            Work::Answer { snapshot, question, within } => (snapshot, question, within),
            other @ Work::Write { .. } => return Tried::Left(Job(other)),
        };
        let question = match begun(question, now()) {
            Ok(question) => question,
            Err(over) => return Tried::Done(over),
        };
        let left = |snapshot, mut question: Box<Waiting<T>>| {
            question.was_tried = true;
            Tried::Left(Job(Work::Answer { snapshot, question, within }))
        };
        if unknown_mover(&snapshot, &question.request).is_some() {
            return left(snapshot, question);
        }
        let is_late = || now() >= question.deadline || question.request.gone.is_told();
        let (expansions_max, places_max) = (within.0.min(EXPANSIONS_AT_ONCE), within.1);
        let within = Within { expansions_max, places_max, is_late: &is_late };
        let told = answer_any(&snapshot, &question.request.ask, spaces, &within);
        match told {
            // With more it would perhaps have been another answer.
            Ok(Response::Path(answer))
                if answer.expansions >= expansions_max
                    || answer.outcome == wire::Outcome::GaveUp =>
            {
                left(snapshot, question)
            }
            told => Tried::Done(Done(Outcome::Answered(question.to, told))),
        }
    }

    /// Does it. `now` tells the time whenever it is looked at.
    pub fn run(self, spaces: &mut Spaces, now: &(dyn Fn() -> Moment + Sync)) -> Done<T> {
        Done(match self.0 {
            Work::Answer { snapshot, question, within: (expansions_max, places_max) } => {
                let question = match begun(question, now()) {
                    Ok(question) => question,
                    Err(over) => return over,
                };
                if let Some(mover) = unknown_mover(&snapshot, &question.request) {
                    return Done(Outcome::Unknown(Box::new(mover), question));
                }
                let is_late = || now() >= question.deadline || question.request.gone.is_told();
                let within = Within { expansions_max, places_max, is_late: &is_late };
                let told = answer_any(&snapshot, &question.request.ask, spaces, &within);
                Outcome::Answered(question.to, told)
            }
            Work::Write { map, generation, mut writer, orders, limits } => {
                let (mut told, mut again, mut happened) = (Vec::new(), Vec::new(), Vec::new());
                for order in orders {
                    match order {
                        Order::Change(asked, to) => {
                            let before = writer.made();
                            let made = writer.change(&asked);
                            // One that came again was made before.
                            if writer.made() != before {
                                happened.push(Happened::Changed(writer.made(), writer.broken()));
                            }
                            told.push((to, made.map(|made| made.told())));
                        }
                        Order::Replay(records, to) => {
                            let made = replayed(&mut writer, &records, &mut happened);
                            told.push((to, made.map(Made::told)));
                        }
                        Order::Renew(epoch, begin, to) => {
                            let renewed = writer.renew(epoch, begin).map(|ended| {
                                happened.push(Happened::Changed(writer.made(), Vec::new()));
                                happened.extend(ended.into_iter().map(Happened::anew));
                                writer.made().told()
                            });
                            told.push((to, renewed));
                        }
                        Order::Watch(key, path) => {
                            let watched = writer.watch(key, &path, &limits);
                            happened.push(Happened::Watched(key, watched));
                        }
                        Order::Roadmap(mover, roadmap) => writer.attach_roadmap(mover, roadmap),
                        Order::Mover(mover, question) => match writer.take_in(*mover, &limits) {
                            Ok(()) => again.push(question),
                            Err(refusal) => told.push((question.to, Err(refusal))),
                        },
                    }
                }
                let at = now();
                Outcome::Written { map, generation, writer, told, happened, again, at }
            }
        })
    }
}

/// A question that is begun now, unless nobody waits for it any more or can take the answer: it may have been
/// a while since it was given out with others.
#[expect(clippy::result_large_err, reason = "it is no error, and goes one call up")]
fn begun<T>(question: Box<Waiting<T>>, now: Moment) -> Result<Box<Waiting<T>>, Done<T>> {
    if question.is_held_back(now) {
        return Err(Done(Outcome::HeldBack(question)));
    }
    if question.is_awaited(now) {
        return Ok(question);
    }
    Err(Done(Outcome::Answered(question.to, Err(Refusal::expired()))))
}

/// A mover that a question names and the map does not know yet.
fn unknown_mover(snapshot: &AnySnapshot, request: &Request) -> Option<Mover> {
    let AnySnapshot::Map(snapshot) = snapshot else { return None };
    request.ask.movers().find_map(|mover| {
        let mover = mover.to_mover().ok()?;
        snapshot.mover_like(&mover).is_none().then_some(mover)
    })
}

/// Makes changes again until one does not go on where the copy is. What came of those before it is told, if
/// there were any.
fn replayed(
    writer: &mut Writer,
    records: &[Record],
    happened: &mut Vec<Happened>,
) -> Result<Made, Refusal> {
    let first = writer.made();
    for record in records {
        match writer.replay(record) {
            Err(refusal) if writer.made() == first => return Err(refusal),
            Err(_) => break,
            Ok(made) => happened.push(Happened::Changed(made, writer.broken())),
        }
    }
    Ok(writer.made())
}
