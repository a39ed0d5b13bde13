//! Who follows a map that is written elsewhere: what to load, what to make, and when it may be served.

use super::head::{Complaint, LogHead, LogId};
use crate::core::journal::Record;
use crate::core::request::Moment;
use crate::core::writer::Made;
use std::collections::VecDeque;
use std::time::Duration;

/// So many changes wait while others are made or something is read; what is more is read back from the log.
const WAITING_MAX: usize = 256;

/// So long it may seem that the writer is behind: a head is written after the changes that it tells of.
const BEHIND_TIME: Duration = Duration::from_secs(3);

/// So long nothing is tried again that failed.
const AGAIN_TIME: Duration = Duration::from_secs(1);

/// What is to be done, one thing at a time; what came of it is told to the method of that name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum FollowerTask {
    /// Load the snapshot that a log began with, see that it is whole, and hold it: [`Follower::loaded`].
    Load { log: LogId, at: Made },
    /// Read what stands in a log, from the change of this revision on: [`Follower::read`].
    Read { log: LogId, after: Made },
    /// Make these changes: [`Follower::applied`].
    Apply(Vec<Record>),
    /// Serve it from now on. Nothing comes of it.
    Serve,
    /// Let go of it. Nothing comes of it.
    LetGo,
    /// Tell the writer. Nothing comes of it.
    Complain(Complaint),
}

/// What is under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Busy {
    Load,
    Read,
    Apply,
}

/// A copy of one map, which follows.
#[derive(Debug, Default)]
pub(crate) struct Follower {
    held: Option<Made>,
    is_served: bool,
    head: Option<LogHead>,
    busy: Option<Busy>,
    // Changes that came meanwhile, in the order in which they came.
    waiting: VecDeque<Record>,
    // The log has been read to its end since the head said that there is more, and there was nothing.
    has_read: bool,
    // Since when the head says less than is held.
    behind_since: Option<Moment>,
    not_before: Moment,
}

impl Follower {
    /// What the copy is at.
    pub(crate) fn held(&self) -> Option<Made> {
        self.held
    }

    /// Which log it follows, if any.
    pub(crate) fn log(&self) -> Option<LogId> {
        self.head.map(|head| head.log)
    }

    /// The head stands so in the bucket. It is looked at each second, changed or not: that the last change
    /// was lost is seen by nothing else.
    pub(crate) fn head(&mut self, now: Moment, head: LogHead) -> Vec<FollowerTask> {
        if self.head.is_none_or(|own| own.log != head.log || own.at != head.at) {
            self.has_read = false;
        }
        self.head = Some(head);
        if self.busy.is_some() || now < self.not_before {
            return Vec::new();
        }
        self.next(now)
    }

    /// What to do when nothing is under way.
    fn next(&mut self, now: Moment) -> Vec<FollowerTask> {
        let Some(head) = self.head else { return Vec::new() };
        if head.is_gone {
            let is_ours = self.held.is_some_and(|held| held.revision <= head.at.revision);
            return if is_ours { self.let_go() } else { Vec::new() };
        }
        let Some(held) = self.held else { return vec![self.load(head)] };
        if let Some(task) = self.make_waiting(held) {
            return vec![task];
        }
        let (own, said) = (held.revision, head.at.revision);
        if own.epoch < said.epoch {
            return vec![self.load(head)];
        }
        if held == head.at {
            self.behind_since = None;
            return self.serve();
        }
        if own < said {
            self.behind_since = None;
            if own < head.snapshot.revision {
                return vec![self.load(head)];
            }
            if !self.has_read {
                self.busy = Some(Busy::Read);
                return vec![FollowerTask::Read { log: head.log, after: held }];
            }
            // Nothing leads from here to there.
            self.not_before = now + AGAIN_TIME;
            self.has_read = false;
            return vec![self.complaint(head)];
        }
        // The head says less than is held, or something else of the same revision.
        let mut tasks = self.serve();
        let since = *self.behind_since.get_or_insert(now);
        if now >= since + BEHIND_TIME || own == said || own.epoch > said.epoch {
            self.not_before = now + AGAIN_TIME;
            tasks.push(self.complaint(head));
        }
        tasks
    }

    fn let_go(&mut self) -> Vec<FollowerTask> {
        *self = Follower { head: self.head, ..Follower::default() };
        vec![FollowerTask::LetGo]
    }

    fn serve(&mut self) -> Vec<FollowerTask> {
        let is_new = !std::mem::replace(&mut self.is_served, true);
        if is_new { vec![FollowerTask::Serve] } else { Vec::new() }
    }

    fn complaint(&self, head: LogHead) -> FollowerTask {
        FollowerTask::Complain(Complaint { log: head.log, at: self.held })
    }

    fn load(&mut self, head: LogHead) -> FollowerTask {
        self.busy = Some(Busy::Load);
        self.has_read = false;
        FollowerTask::Load { log: head.log, at: head.snapshot }
    }

    /// The first of what waits that goes on here, with all behind it: whoever makes them stops at the first
    /// that does not.
    fn make_waiting(&mut self, held: Made) -> Option<FollowerTask> {
        let from = self.waiting.iter().position(|record| record.position() == held);
        let from = from.unwrap_or(self.waiting.len());
        let records: Vec<Record> = self.waiting.drain(..).skip(from).collect();
        if records.is_empty() {
            return None;
        }
        self.busy = Some(Busy::Apply);
        Some(FollowerTask::Apply(records))
    }

    /// A change was written into the log just now. It may come late, twice, or never.
    pub(crate) fn record(&mut self, now: Moment, log: LogId, record: Record) -> Vec<FollowerTask> {
        let Some(held) = self.held else { return Vec::new() };
        if self.busy.is_some() {
            if self.waiting.len() < WAITING_MAX {
                self.waiting.push_back(record);
            }
            return Vec::new();
        }
        if record.position() == held {
            self.busy = Some(Busy::Apply);
            return vec![FollowerTask::Apply(vec![record])];
        }
        let is_gap = record.before.epoch == held.revision.epoch
            && record.before.number > held.revision.number;
        if is_gap && now >= self.not_before && self.log() == Some(log) {
            // What is missing may stand in the log; if not, the next head says so.
            self.not_before = now + AGAIN_TIME / 10;
            self.busy = Some(Busy::Read);
            return vec![FollowerTask::Read { log, after: held }];
        }
        Vec::new()
    }

    /// What came of loading: what the copy is at, if there is a whole one.
    pub(crate) fn loaded(&mut self, now: Moment, at: Option<Made>) -> Vec<FollowerTask> {
        self.busy = None;
        let Some(at) = at else {
            self.not_before = now + AGAIN_TIME;
            return self.head.map(|head| self.complaint(head)).into_iter().collect();
        };
        self.held = Some(at);
        self.next(now)
    }

    /// What stood in the log; `None` if it could not be read at all.
    pub(crate) fn read(&mut self, now: Moment, records: Option<Vec<Record>>) -> Vec<FollowerTask> {
        self.busy = None;
        let Some(records) = records else {
            self.not_before = now + AGAIN_TIME;
            return Vec::new();
        };
        let live = std::mem::take(&mut self.waiting);
        self.waiting.extend(records);
        self.has_read = true;
        // What came meanwhile goes on behind that.
        let known = self.waiting.back().map(|last| last.before);
        self.waiting.extend(live.into_iter().filter(|record| Some(record.before) > known));
        self.next(now)
    }

    /// What came of making changes: what the copy is at. `None` if it could not be made, and is not to be
    /// trusted.
    pub(crate) fn applied(&mut self, now: Moment, at: Option<Made>) -> Vec<FollowerTask> {
        self.busy = None;
        if let Some(at) = at {
            if self.held != Some(at) {
                self.has_read = false;
            }
            self.held = Some(at);
            return self.next(now);
        }
        self.held = None;
        self.next(now)
    }
}
