//! Who writes a map that others follow: what to hand to the broker, and what to do when it was lost there.

use super::head::{Complaint, LogHead, LogId, WriterId};
use crate::core::request::Moment;
use crate::core::writer::Made;
use std::collections::VecDeque;
use std::time::Duration;

/// So many changes stand in a log before it is begun anew, from a snapshot of what the map is then.
const LOG_CHANGES_MAX: u32 = 4096;

/// So many bytes of changes at most, so that reading a log back takes no longer than a snapshot would.
const LOG_BYTES_MAX: usize = 16 << 20;

/// So many changes wait for the broker. What is more is left to the next snapshot.
const WAITING_MAX: usize = 1024;

/// So many positions are remembered, to know them again when somebody names one.
const PAST_MAX: usize = 256;

/// So long nothing is tried again that failed.
const AGAIN_TIME: Duration = Duration::from_secs(1);

/// So long nothing is tried again that comes by itself.
const SOON_TIME: Duration = Duration::from_millis(20);

/// So often in a row something is lost before that is taken for damage that stays: NATS 2.9 may lose all that
/// is written to a stream in whose files a number was changed.
const LOST_MAX: u32 = 3;

/// A log is begun anew for a complaint only when it is as old as that, for each costs a snapshot.
const COMPLAINT_TIME: Duration = Duration::from_secs(3);

/// What is to be done, one thing at a time; what came of it is told to the method of that name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PublisherTask {
    /// Store a snapshot of what the map is now, and begin a log with it: [`Publisher::begun`].
    Begin,
    /// Write a change into the log: [`Publisher::appended`].
    Append(LogId, Vec<u8>),
    /// Put the head into the bucket: [`Publisher::head_put`].
    PutHead(LogHead),
    /// Remove all logs and snapshots of this map that were before this one. Nothing comes of it.
    Purge(LogId),
    /// Make a part of what the broker stores anew, for it takes what is written and does not give it back.
    /// Nothing comes of it.
    Mend(BrokerPart),
    /// Put the map into an epoch that is this one or a later one, for somebody holds what was never made. The
    /// publisher is another one then.
    Renew(u32),
    /// Write it no more, for somebody else does. Nothing comes of it.
    StepDown(WriterId),
}

/// A part of what the broker stores, of all maps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BrokerPart {
    Heads,
    Logs,
}

/// What the broker has, as it is looked at each second.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BrokerSeen {
    /// The head in the bucket.
    pub(crate) head: Option<LogHead>,
    /// The last that stands in the log: what the map was at before that change, or that there is none yet.
    pub(crate) last: Option<LastInLog>,
}

/// The last that stands in a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LastInLog {
    /// Its beginning, with what the map was at then.
    Beginning(Made),
    /// A change of this.
    ChangeOf(Made),
}

/// One map, as it is told to others.
#[derive(Debug)]
pub(crate) struct Publisher {
    writer: WriterId,
    at: Made,
    past: VecDeque<Made>,
    log: Option<Log>,
    // Changes that are not in the log yet, each with what it led to.
    waiting: VecDeque<(Vec<u8>, Made)>,
    is_busy: bool,
    // What the broker has was looked at once at least: until then nothing is put in place of it.
    has_looked: bool,
    // The map was let go of, and that is still to be said.
    is_gone: bool,
    head_put: Option<LogHead>,
    // So often in a row a head, and a log, that was written was not there.
    heads_lost: u32,
    logs_lost: u32,
    not_before: Moment,
}

/// A log that was begun.
#[derive(Clone, Copy, Debug)]
struct Log {
    id: LogId,
    snapshot: Made,
    // What it leads to.
    at: Made,
    last: LastInLog,
    changes: u32,
    bytes: usize,
    begun: Moment,
    is_purged: bool,
}

impl Publisher {
    /// A map that is at this, as one writes it, and of which nobody knows yet.
    pub(crate) fn new(at: Made, writer: WriterId) -> Publisher {
        Publisher {
            writer,
            at,
            past: VecDeque::from([at]),
            log: None,
            waiting: VecDeque::new(),
            is_busy: false,
            has_looked: false,
            is_gone: false,
            head_put: None,
            heads_lost: 0,
            logs_lost: 0,
            not_before: Moment::ZERO,
        }
    }

    /// What the map is at.
    pub(crate) fn at(&self) -> Made {
        self.at
    }

    /// Whether all that was made is where others can read it.
    pub(crate) fn is_told(&self) -> bool {
        let is_head_put = self.log.is_some_and(|log| self.head_put == Some(self.head_of(log)));
        self.is_gone || (self.waiting.is_empty() && is_head_put)
    }

    /// Whether the map was let go of, and that was said.
    pub(crate) fn is_over(&self) -> bool {
        self.is_gone && !self.is_busy && self.head_put.is_none_or(|head| head.is_gone)
    }

    /// A change was made, which led to this.
    pub(crate) fn changed(&mut self, now: Moment, record: Vec<u8>, at: Made) -> Vec<PublisherTask> {
        self.at = at;
        self.past.push_back(at);
        if self.past.len() > PAST_MAX {
            self.past.pop_front();
        }
        self.waiting.push_back((record, at));
        if self.waiting.len() > WAITING_MAX {
            // The broker is away, or too slow for this: a snapshot is less than all these.
            self.waiting.clear();
            self.log = None;
        }
        self.next(now)
    }

    /// The map was let go of.
    pub(crate) fn gone(&mut self, now: Moment) -> Vec<PublisherTask> {
        self.is_gone = true;
        self.waiting.clear();
        self.next(now)
    }

    /// What to do when nothing is under way.
    pub(crate) fn next(&mut self, now: Moment) -> Vec<PublisherTask> {
        if self.is_busy || !self.has_looked || now < self.not_before {
            return Vec::new();
        }
        if self.is_gone {
            return self.tell_gone();
        }
        let is_long = |log: &Log| log.changes >= LOG_CHANGES_MAX || log.bytes >= LOG_BYTES_MAX;
        let Some(log) = self.log.filter(|log| !is_long(log)) else {
            self.is_busy = true;
            return vec![PublisherTask::Begin];
        };
        // The head of a log that was begun goes first: until it is there, nobody reads that log.
        let head = self.head_of(log);
        let is_known = self.head_put.is_some_and(|put| put.log == log.id);
        if is_known && let Some((record, _)) = self.waiting.front() {
            self.is_busy = true;
            return vec![PublisherTask::Append(log.id, record.clone())];
        }
        if self.head_put != Some(head) {
            self.is_busy = true;
            return vec![PublisherTask::PutHead(head)];
        }
        if !log.is_purged {
            self.log = Some(Log { is_purged: true, ..log });
            return vec![PublisherTask::Purge(log.id)];
        }
        Vec::new()
    }

    fn head_of(&self, log: Log) -> LogHead {
        let (writer, at) = (self.writer, log.at);
        LogHead { writer, log: log.id, snapshot: log.snapshot, at, is_gone: false }
    }

    /// If anybody ever heard of it.
    fn tell_gone(&mut self) -> Vec<PublisherTask> {
        let head = self.head_put.map(|put| LogHead { at: self.at, is_gone: true, ..put });
        let head = head.filter(|_| self.head_put != head);
        self.is_busy = head.is_some();
        head.map(PublisherTask::PutHead).into_iter().collect()
    }

    /// What came of beginning a log: its name, and what the map was at in the snapshot.
    pub(crate) fn begun(
        &mut self,
        now: Moment,
        begun: Option<(LogId, Made)>,
    ) -> Vec<PublisherTask> {
        self.is_busy = false;
        let Some((id, snapshot)) = begun else {
            self.not_before = now + AGAIN_TIME;
            return Vec::new();
        };
        if !self.may_begin_with(snapshot) {
            // Where a map takes the place of another, it may be told before it is held.
            self.not_before = now + SOON_TIME;
            return Vec::new();
        }
        if snapshot.revision > self.at.revision {
            self.at = snapshot;
            self.past.push_back(snapshot);
        }
        // What is in the snapshot is not told again.
        self.waiting.retain(|(_, led_to)| led_to.revision > snapshot.revision);
        let last = LastInLog::Beginning(snapshot);
        let at = snapshot;
        let (changes, bytes, begun) = (0, 0, now);
        self.log = Some(Log { id, snapshot, at, last, changes, bytes, begun, is_purged: false });
        self.next(now)
    }

    /// Whether a snapshot is of this map, and not of one that it took the place of or that takes its place.
    fn may_begin_with(&self, snapshot: Made) -> bool {
        let (own, said) = (self.at.revision, snapshot.revision);
        said.epoch == own.epoch && (said > own || self.has_made(snapshot))
    }

    /// What came of writing a change into the log. An error says that the log is not as it was left, or that
    /// nobody knows whether it was written: either way it is begun anew.
    pub(crate) fn appended(&mut self, now: Moment, is_written: bool) -> Vec<PublisherTask> {
        self.is_busy = false;
        if !is_written {
            self.log = None;
            return self.next(now);
        }
        let before = self.log.map(|log| log.at);
        if let Some(log) = &mut self.log
            && let Some((record, at)) = self.waiting.pop_front()
        {
            log.at = at;
            log.changes += 1;
            log.bytes += record.len();
            log.last = LastInLog::ChangeOf(before.unwrap_or(at));
        }
        self.next(now)
    }

    /// What came of putting a head.
    pub(crate) fn head_put(&mut self, now: Moment, head: Option<LogHead>) -> Vec<PublisherTask> {
        self.is_busy = false;
        match head {
            Some(head) => self.head_put = Some(head),
            None => self.not_before = now + AGAIN_TIME,
        }
        self.next(now)
    }

    /// What the broker has, as it was looked at while nothing was under way.
    pub(crate) fn seen(&mut self, now: Moment, seen: BrokerSeen) -> Vec<PublisherTask> {
        if self.is_busy {
            return Vec::new();
        }
        self.has_looked = true;
        if self.is_gone {
            if seen.head.is_none_or(|head| head.writer != self.writer) {
                // Somebody else writes it by now, or nobody knows of it any more.
                self.head_put = None;
            }
            return self.next(now);
        }
        if let Some(head) = seen.head.filter(|head| !self.has_made(head.at)) {
            return vec![self.against(head)];
        }
        let is_lost = self.head_put.is_some() && seen.head.is_none();
        self.heads_lost = if is_lost { self.heads_lost + 1 } else { 0 };
        if seen.head != self.head_put {
            self.head_put = None;
        }
        if let Some(log) = self.log {
            let is_lost = Some(log.last) != seen.last;
            self.logs_lost = if is_lost { self.logs_lost + 1 } else { 0 };
            // It was cut, or lost altogether.
            self.log = Some(log).filter(|_| !is_lost);
        }
        let lost =
            [(&mut self.heads_lost, BrokerPart::Heads), (&mut self.logs_lost, BrokerPart::Logs)];
        for (count, part) in lost {
            if *count >= LOST_MAX {
                *count = 0;
                return vec![PublisherTask::Mend(part)];
            }
        }
        self.next(now)
    }

    /// What is expected to stand last in the log.
    pub(crate) fn last(&self) -> Option<LastInLog> {
        self.log.map(|log| log.last)
    }

    /// What to do about a head that tells of what was never made here. Of two who write one map, each of whom
    /// took the other for gone, the one goes on who began in the later epoch, or has the greater number.
    fn against(&self, head: LogHead) -> PublisherTask {
        let (own, said) = (self.at.revision.epoch, head.at.revision.epoch);
        let is_later = (said, head.writer) > (own, self.writer);
        if self.head_put.is_some() && head.writer != self.writer && is_later {
            return PublisherTask::StepDown(head.writer);
        }
        PublisherTask::Renew(said + 1)
    }

    /// Which log is to be looked at.
    pub(crate) fn log(&self) -> Option<LogId> {
        self.log.filter(|_| !self.is_busy).map(|log| log.id)
    }

    /// Whether the map was ever at this, as far as that is remembered.
    pub(crate) fn has_made(&self, at: Made) -> bool {
        let (own, said) = (self.at.revision, at.revision);
        let oldest = self.past.front().map(|oldest| oldest.revision);
        if said > own {
            return false;
        }
        // What is older than all that is remembered is taken for ours; so are epochs before this one.
        Some(said) < oldest || self.past.contains(&at)
    }

    /// Somebody cannot follow.
    pub(crate) fn complained(&mut self, now: Moment, complaint: Complaint) -> Vec<PublisherTask> {
        if let Some(at) = complaint.at.filter(|&at| !self.has_made(at)) {
            return vec![PublisherTask::Renew(at.revision.epoch + 1)];
        }
        let is_old = |log: &Log| now >= log.begun + COMPLAINT_TIME;
        if self.log.filter(is_old).is_some_and(|log| log.id == complaint.log) {
            self.log = None;
        }
        self.next(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::journal::Chain;
    use xunlu::map::Revision;

    const AT: Made = Made { revision: Revision { epoch: 2, number: 0 }, chain: Chain(5) };
    const WRITER: WriterId = WriterId(7);

    fn after(seconds: u64) -> Moment {
        Moment::from_secs(seconds)
    }

    /// A map that is told, with the head that stands in the bucket.
    fn told() -> (Publisher, LogHead) {
        let mut publisher = Publisher::new(AT, WRITER);
        let nothing = BrokerSeen { head: None, last: None };
        assert_eq!(publisher.seen(after(0), nothing), [PublisherTask::Begin]);
        let log = LogId(1);
        let head = LogHead { writer: WRITER, log, snapshot: AT, at: AT, is_gone: false };
        let tasks = publisher.begun(after(0), Some((log, AT)));
        assert_eq!(tasks, [PublisherTask::PutHead(head)]);
        assert_eq!(publisher.head_put(after(0), Some(head)), [PublisherTask::Purge(log)]);
        assert!(publisher.is_told() && !publisher.is_over());
        (publisher, head)
    }

    #[test]
    fn that_a_map_is_gone_is_said_until_it_is_heard() {
        let (mut publisher, head) = told();
        let gone = LogHead { is_gone: true, ..head };
        assert_eq!(publisher.gone(after(1)), [PublisherTask::PutHead(gone)]);
        assert_eq!(publisher.head_put(after(1), None), [], "the broker is away");
        assert!(!publisher.is_over());
        let seen = BrokerSeen { head: Some(head), last: None };
        assert_eq!(publisher.seen(after(3), seen), [PublisherTask::PutHead(gone)]);
        assert_eq!(publisher.head_put(after(3), Some(gone)), []);
        assert!(publisher.is_over());
    }

    #[test]
    fn what_another_writes_by_now_is_not_said_to_be_gone() {
        let (mut publisher, head) = told();
        publisher.gone(after(1));
        publisher.head_put(after(1), None);
        let other = LogHead { writer: WriterId(8), ..head };
        let seen = BrokerSeen { head: Some(other), last: None };
        assert_eq!(publisher.seen(after(3), seen), []);
        assert!(publisher.is_over());
    }

    #[test]
    fn a_snapshot_of_another_map_begins_no_log() {
        let mut publisher = Publisher::new(AT, WRITER);
        publisher.seen(after(0), BrokerSeen { head: None, last: None });
        let earlier = Made { revision: Revision { epoch: 1, number: 9 }, ..AT };
        assert_eq!(publisher.begun(after(0), Some((LogId(1), earlier))), []);
        let other = Made { chain: Chain(6), ..AT };
        publisher.next(after(1));
        assert_eq!(publisher.begun(after(1), Some((LogId(2), other))), []);
        assert_eq!(publisher.next(after(2)), [PublisherTask::Begin]);
    }
}
