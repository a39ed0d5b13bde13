//! Many requests, one frame: shares a budget of work between questions, so that short ones never wait
//! behind long ones.

mod priority;
mod request;

pub use priority::Priority;
pub use request::{Budget, FrameReport, SchedulerSettings, Ticket, TicketState};

use crate::answer::Answer;
use crate::error::{WorldError, WorldErrorKind};
use crate::pending::Pending;
use crate::query::Query;
use crate::snapshot::Snapshot;
use crate::workspace::Workspace;
use priority::Line;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use xunlu_map::Place;

/// Answers many questions a little at a time, as the budget of each frame allows.
///
/// **Short before long.** Every request first gets a *sprint* of one quantum, on a workspace that all
/// newcomers share. Whoever is done within it is answered there and then. The others become *live*:
/// they get a workspace of their own, at most [`live_max`](SchedulerSettings::live_max) at a time, and
/// wait in line for one if need be. While there is work of both kinds, sprints and turns of live
/// searches alternate, so neither holds up the other.
///
/// **Shares.** Live searches take turns by stride scheduling (Waldspurger and Weihl 1995), charged for
/// the expansions they make. Newcomers, and those who wait for a workspace, stand in a line each: first
/// come, first served within a priority, and the priorities by stride scheduling again.
///
/// **Nobody starves.** With weights 1, 4, 16 and 64 from low to urgent: the `k`th newcomer in line of a
/// priority of weight `w` has sprinted after at most `2 * (k * 85 / w + 4)` quanta of work, whoever
/// comes meanwhile; a live search of weight `w` has another turn within `2 * live_max * (64 / w + 1)`.
/// The `k`th who waits for a workspace gets one when `k * 85 / w + 4` searches have ended at most.
/// Held by `tests/it/scheduler.rs`.
///
/// **Cost.** What a sprint did is lost only when its search then has to wait for a workspace: all
/// together a request costs at most one quantum more than [`Snapshot::find`] does, and gets the same
/// answer. Equal requests share one search.
///
/// The same submissions, budgets and edits give the same answers in the same order. When the map is
/// edited between two runs, the searches under way begin anew; an answer says which revision it is for.
///
/// ```
/// use xunlu::{Grid, Query, Size, World};
/// use xunlu::scheduler::{Budget, Priority, Scheduler};
///
/// let world = World::new(Grid::new(Size::new(64, 64))?)?;
/// let mut scheduler = Scheduler::default();
/// let query = Query::between((0, 0), (63, 40));
/// let ticket = scheduler.submit(query, Priority::Normal)?;
/// let answer = loop {
///     scheduler.run(&world, Budget::Expansions(1_000)); // Once a frame.
///     if let Some(answer) = scheduler.take(ticket) {
///         break answer?;
///     }
/// };
/// assert!(answer.path().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Scheduler {
    settings: SchedulerSettings,
    next_number: u64,
    // By the ticket, whose request it is.
    tickets: BTreeMap<Ticket, u64>,
    requests: BTreeMap<u64, Request>,
    // The requests that are not answered yet, by their questions. Never walked through.
    open: HashMap<Arc<Query>, u64>,
    newcomers: Line,
    sprint: Option<Sprint>,
    // Those who sprinted and wait for a workspace.
    waiting: Line,
    live: Vec<Live>,
    // The pass of the live search that had the last turn.
    live_time: u64,
    sprint_was_last: bool,
    // Workspaces that nobody uses; with those in use never more than `live_max` and one.
    idle: Vec<Workspace>,
}

/// A question, and all who asked it.
#[derive(Debug)]
struct Request {
    query: Arc<Query>,
    priority: Priority,
    tickets: BTreeSet<Ticket>,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    Newcomer,
    Sprinting,
    Waiting,
    Live,
    Answered(Result<Answer<Place>, WorldError>),
}

/// A search on the workspace that newcomers share.
#[derive(Debug)]
struct Sprint {
    number: u64,
    pending: Pending,
    left: u64,
}

/// A search on a workspace of its own.
#[derive(Debug)]
struct Live {
    number: u64,
    pending: Pending,
    pass: u64,
}

/// What a turn of one search came to.
struct Turn {
    expansions: u64,
    result: Option<Result<Answer<Place>, WorldError>>,
}

impl Scheduler {
    /// A scheduler without requests. [`Scheduler::default`] is one with the usual settings.
    #[must_use]
    pub fn new(settings: SchedulerSettings) -> Scheduler {
        Scheduler { settings, ..Scheduler::default() }
    }

    /// Hands in a question. Where the same one is waiting or under way, both will get its answer, and
    /// it becomes as urgent as the more urgent of the two.
    ///
    /// # Errors
    /// When there are as many tickets out as there may be: take or cancel some. Whether the question
    /// can be asked of the world is found out when it has its turn, and then is its answer.
    #[doc(alias("request", "add", "push", "enqueue", "ask", "schedule", "queue", "find"))]
    pub fn submit(&mut self, query: Query, priority: Priority) -> Result<Ticket, WorldError> {
        let most = self.settings.tickets_max;
        if self.tickets.len() >= most {
            return Err(WorldError::new(
                WorldErrorKind::TooManyRequests,
                format!(
                    "{most} requests have not been answered or their answers not taken; expected no \
                 more until some are taken or cancelled"
                ),
            ));
        }
        let ticket = Ticket(self.next_number);
        self.next_number += 1;
        let number = match self.open.get(&query) {
            Some(&number) => {
                self.raise(number, priority);
                number
            }
            None => self.enter(query, priority, ticket.0),
        };
        self.tickets.insert(ticket, number);
        self.requests.entry(number).and_modify(|request| {
            request.tickets.insert(ticket);
        });
        Ok(ticket)
    }

    /// Works until the budget is spent or nothing is left to do.
    #[doc(alias("update", "tick", "step", "process", "advance", "frame"))]
    pub fn run(&mut self, world: &Snapshot, mut budget: Budget<'_>) -> FrameReport {
        let mut report = FrameReport::default();
        let quantum = self.settings.quantum_expansions.max(1);
        while !self.is_idle() {
            let Some(allowed) = budget.next_turn(quantum) else { break };
            self.fill_up(world, &mut report);
            let sprints = self.sprint.is_some() || !self.newcomers.is_empty();
            let is_sprint = sprints && (!self.sprint_was_last || self.live.is_empty());
            self.sprint_was_last = is_sprint;
            let expansions = if is_sprint {
                self.run_sprint(world, allowed, &mut report)
            } else {
                self.run_live(world, allowed, &mut report)
            };
            budget.spend(expansions.max(1));
            report.expansions += expansions;
        }
        report.waiting = self.newcomers.len() + self.waiting.len();
        report.live = self.live.len() + usize::from(self.sprint.is_some());
        report
    }

    /// How far a request has come. Returns `None` if it was taken or cancelled.
    #[must_use]
    #[doc(alias("status", "poll"))]
    pub fn state(&self, ticket: Ticket) -> Option<TicketState> {
        let request = self.requests.get(self.tickets.get(&ticket)?)?;
        Some(match request.stage {
            Stage::Newcomer | Stage::Waiting => TicketState::Waiting,
            Stage::Sprinting | Stage::Live => TicketState::Live,
            Stage::Answered(_) => TicketState::Finished,
        })
    }

    /// Takes the answer of a request, and forgets the request. Returns `None` as long as there is no answer.
    /// An error when the question could not be asked of the world.
    #[doc(alias("get", "result", "answer", "finish", "pop"))]
    pub fn take(&mut self, ticket: Ticket) -> Option<Result<Answer<Place>, WorldError>> {
        let &number = self.tickets.get(&ticket)?;
        let request = self.requests.get_mut(&number)?;
        let Stage::Answered(answer) = &request.stage else { return None };
        self.tickets.remove(&ticket);
        request.tickets.remove(&ticket);
        if !request.tickets.is_empty() {
            return Some(answer.clone());
        }
        match self.requests.remove(&number)?.stage {
            Stage::Answered(answer) => Some(answer),
            _ => None,
        }
    }

    /// Withdraws a request, or throws its answer away. Returns whether there was one. Others who asked
    /// the same are not affected.
    #[doc(alias("remove", "abort"))]
    pub fn cancel(&mut self, ticket: Ticket) -> bool {
        let Some(number) = self.tickets.remove(&ticket) else { return false };
        let Some(request) = self.requests.get_mut(&number) else { return false };
        request.tickets.remove(&ticket);
        if request.tickets.is_empty() {
            self.forget(number);
        }
        true
    }

    /// How many tickets are out.
    #[must_use]
    #[doc(alias("len", "pending", "is_empty"))]
    pub fn ticket_count(&self) -> usize {
        self.tickets.len()
    }

    /// Whether every question that was handed in is answered: another [`run`](Self::run) would do nothing.
    #[must_use]
    #[doc(alias("is_done", "is_finished", "has_work"))]
    pub fn is_idle(&self) -> bool {
        self.open.is_empty()
    }

    fn enter(&mut self, query: Query, priority: Priority, number: u64) -> u64 {
        let query = Arc::new(query);
        self.open.insert(Arc::clone(&query), number);
        self.newcomers.push(number, priority);
        let (tickets, stage) = (BTreeSet::new(), Stage::Newcomer);
        self.requests.insert(number, Request { query, priority, tickets, stage });
        number
    }

    /// Makes a request as urgent as this, unless it is more so; it keeps its place by age.
    fn raise(&mut self, number: u64, priority: Priority) {
        let Some(request) = self.requests.get_mut(&number) else { return };
        if priority <= request.priority {
            return;
        }
        let before = std::mem::replace(&mut request.priority, priority);
        let line = match request.stage {
            Stage::Newcomer => &mut self.newcomers,
            Stage::Waiting => &mut self.waiting,
            Stage::Sprinting | Stage::Live | Stage::Answered(_) => return,
        };
        line.remove(number, before);
        line.push(number, priority);
    }

    /// Drops a request that nobody wants answered any more.
    fn forget(&mut self, number: u64) {
        let Some(request) = self.requests.remove(&number) else { return };
        if matches!(request.stage, Stage::Answered(_)) {
            return;
        }
        self.open.remove(&request.query);
        match request.stage {
            Stage::Newcomer => self.newcomers.remove(number, request.priority),
            Stage::Waiting => self.waiting.remove(number, request.priority),
            Stage::Sprinting => {
                let sprint = self.sprint.take();
                self.idle.extend(sprint.map(|sprint| sprint.pending.into_workspace()));
            }
            Stage::Live | Stage::Answered(_) => {
                let place = self.live.iter().position(|live| live.number == number);
                let live = place.map(|place| self.live.remove(place));
                self.idle.extend(live.map(|live| live.pending.into_workspace()));
            }
        }
    }

    /// Gives a request its answer.
    fn finish(
        &mut self,
        number: u64,
        result: Result<Answer<Place>, WorldError>,
        report: &mut FrameReport,
    ) {
        let Some(request) = self.requests.get_mut(&number) else { return };
        self.open.remove(&request.query);
        request.stage = Stage::Answered(result);
        report.finished.extend(&request.tickets);
    }

    /// Lets those in who wait for a workspace, as far as there is room.
    fn fill_up(&mut self, world: &Snapshot, report: &mut FrameReport) {
        while self.live.len() < self.live_max() {
            let Some(number) = self.waiting.pop() else { break };
            if let Some(pending) = self.begin(world, number, report) {
                self.admit(number, pending);
            }
        }
    }

    fn live_max(&self) -> usize {
        self.settings.live_max.max(1)
    }

    /// Begins a request's search. Returns `None` if it cannot be asked, which then is its answer.
    fn begin(
        &mut self,
        world: &Snapshot,
        number: u64,
        report: &mut FrameReport,
    ) -> Option<Pending> {
        let query = Query::clone(&self.requests.get(&number)?.query);
        let mut workspace = self.idle.pop().unwrap_or_default();
        match world.begin(query, &mut workspace) {
            Ok(pending) => Some(pending),
            Err(error) => {
                self.idle.push(workspace);
                self.finish(number, Err(error), report);
                None
            }
        }
    }

    fn admit(&mut self, number: u64, pending: Pending) {
        let quantum = self.settings.quantum_expansions.max(1);
        if let Some(request) = self.requests.get_mut(&number) {
            request.stage = Stage::Live;
            // It enters at the time of whoever had the last turn, and a turn of its own later: a
            // stream of short searches would hold up the others if each had its first turn for free.
            let turn = request.priority.stride().saturating_mul(quantum);
            let pass = self.live_time.saturating_add(turn);
            self.live.push(Live { number, pending, pass });
        }
    }

    /// Takes one turn on the shared workspace. Returns how many expansions it made.
    fn run_sprint(&mut self, world: &Snapshot, allowed: u64, report: &mut FrameReport) -> u64 {
        let Some(mut sprint) = self.sprint.take().or_else(|| self.next_sprint(world, report))
        else {
            return 0;
        };
        let turn = take_turn(world, &mut sprint.pending, allowed.min(sprint.left), report);
        sprint.left -= turn.expansions;
        let Sprint { number, pending, left } = sprint;
        if let Some(result) = turn.result {
            self.idle.push(pending.into_workspace());
            self.finish(number, result, report);
        } else if left > 0 {
            self.sprint = Some(Sprint { number, pending, left });
        } else if self.live.len() < self.live_max() {
            self.admit(number, pending);
        } else {
            self.idle.push(pending.into_workspace());
            if let Some(request) = self.requests.get_mut(&number) {
                request.stage = Stage::Waiting;
                self.waiting.push(number, request.priority);
            }
        }
        turn.expansions
    }

    fn next_sprint(&mut self, world: &Snapshot, report: &mut FrameReport) -> Option<Sprint> {
        let number = self.newcomers.pop()?;
        let pending = self.begin(world, number, report)?;
        let request = self.requests.get_mut(&number)?;
        request.stage = Stage::Sprinting;
        Some(Sprint { number, pending, left: self.settings.quantum_expansions.max(1) })
    }

    /// Takes one turn of the live search whose turn it is. Returns how many expansions it made.
    fn run_live(&mut self, world: &Snapshot, allowed: u64, report: &mut FrameReport) -> u64 {
        let soonest = |place: &usize| (self.live[*place].pass, self.live[*place].number);
        let Some(place) = (0..self.live.len()).min_by_key(soonest) else { return 0 };
        let live = &mut self.live[place];
        let turn = take_turn(world, &mut live.pending, allowed, report);
        let priority = self.requests.get(&live.number).map(|request| request.priority);
        let stride = priority.unwrap_or_default().stride();
        self.live_time = live.pass;
        live.pass = live.pass.saturating_add(stride.saturating_mul(turn.expansions.max(1)));
        if let Some(result) = turn.result {
            let Live { number, pending, .. } = self.live.remove(place);
            self.idle.push(pending.into_workspace());
            self.finish(number, result, report);
        }
        turn.expansions
    }
}

/// Works on one search.
fn take_turn(
    world: &Snapshot,
    pending: &mut Pending,
    allowed: u64,
    report: &mut FrameReport,
) -> Turn {
    let (revision, before) = (pending.revision(), pending.expansions());
    let advanced = world.advance(pending, allowed);
    let begun_anew = pending.revision() != revision;
    report.restarted += u64::from(begun_anew);
    let before = if begun_anew { 0 } else { before };
    let expansions = pending.expansions().saturating_sub(before);
    Turn { expansions, result: advanced.transpose() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::Algorithm;
    use crate::world::World;
    use xunlu_map::{Grid, Size};

    #[test]
    fn there_are_never_more_workspaces_than_promised() {
        let world = World::new(Grid::new(Size::new(30, 30)).unwrap()).unwrap();
        let settings =
            SchedulerSettings { quantum_expansions: 3, live_max: 4, ..Default::default() };
        let mut scheduler = Scheduler::new(settings);
        let tickets: Vec<Ticket> = (0..29)
            .map(|x| {
                let query = Query::between(Place::cell(x, 0), Place::cell(29 - x, 29));
                let query = query.algorithm(Algorithm::AStar);
                scheduler.submit(query, Priority::ALL[usize::try_from(x % 4).unwrap()]).unwrap()
            })
            .collect();
        let (mut most, mut turns) = (0, 0);
        while !scheduler.is_idle() {
            scheduler.run(&world, Budget::Expansions(1));
            let used = scheduler.live.len() + usize::from(scheduler.sprint.is_some());
            most = most.max(used + scheduler.idle.len());
            turns += 1;
            if turns == 100 {
                assert!(scheduler.cancel(tickets[28]));
            }
            assert!(turns < 100_000, "it never ends");
        }
        assert_eq!((most, scheduler.idle.len()), (5, 5));
        assert_eq!(scheduler.ticket_count(), 28);
    }
}
