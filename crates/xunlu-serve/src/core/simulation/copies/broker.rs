//! The broker of the simulation: logs, snapshots and a head, none of which can be relied on.

use super::MAP;
use crate::core::journal::{Read, Record};
use crate::core::replica::head::{LogHead, LogId};
use crate::core::replica::publisher::{BrokerPart, LastInLog};
use crate::core::writer::Made;
use std::collections::BTreeMap;
use xunlu_testkit::Random;

/// What a follower hears of at the moment that it is written.
#[derive(Clone, Debug)]
pub(super) struct Live {
    pub(super) log: LogId,
    pub(super) bytes: Vec<u8>,
}

#[derive(Default)]
pub(super) struct Broker {
    pub(super) is_down: bool,
    /// The head may be an earlier one than was put last.
    pub(super) is_reverted: bool,
    pub(super) logs: BTreeMap<LogId, StoredLog>,
    pub(super) snapshots: BTreeMap<LogId, Vec<u8>>,
    heads: Vec<LogHead>,
}

/// A log: what it began with, and changes, each with the number of the one before.
#[derive(Default)]
pub(super) struct StoredLog {
    pub(super) beginning: Option<Made>,
    pub(super) records: Vec<Vec<u8>>,
}

impl Broker {
    pub(super) fn head(&self) -> Option<LogHead> {
        self.heads.last().copied()
    }

    pub(super) fn put_head(&mut self, head: LogHead) {
        assert_eq!(LogHead::read(&head.to_bytes()), Some(head), "{MAP} has a head");
        self.heads.push(head);
        self.is_reverted = false;
    }

    /// What stands in a log last.
    pub(super) fn last(&self, log: LogId) -> Option<LastInLog> {
        let own = self.logs.get(&log)?;
        match own.records.last() {
            None => own.beginning.map(LastInLog::Beginning),
            Some(bytes) => record(bytes).map(|record| LastInLog::ChangeOf(record.position())),
        }
    }

    /// The changes of a log that can be read, from one on.
    pub(super) fn read(&self, log: LogId, after: Made) -> Option<Vec<Record>> {
        let own = self.logs.get(&log);
        let records =
            own.into_iter().flat_map(|own| &own.records).filter_map(|bytes| record(bytes));
        Some(records.filter(|record| record.before.number >= after.revision.number).collect())
    }

    /// The end of the newest log is gone, although it was acknowledged.
    pub(super) fn cut(&mut self, lost: usize) {
        if let Some(log) = self.newest() {
            let length = log.records.len().saturating_sub(lost);
            log.records.truncate(length);
        }
    }

    /// A bit of a change is another.
    pub(super) fn damage_log(&mut self, random: &mut Random) {
        let Some(log) = self.newest() else { return };
        if !log.records.is_empty() {
            let at = random.below(u32::try_from(log.records.len()).expect("a few")) as usize;
            flip(&mut log.records[at], random);
        }
    }

    /// A snapshot has another bit, is cut, or gone.
    pub(super) fn damage_snapshot(&mut self, random: &mut Random) {
        let Some(head) = self.head() else { return };
        let Some(bytes) = self.snapshots.get_mut(&head.log) else { return };
        match random.below(3) {
            0 => flip(bytes, random),
            1 => bytes.truncate(bytes.len() / 2),
            _ => _ = self.snapshots.remove(&head.log),
        }
    }

    /// The head is what it was some time ago.
    pub(super) fn revert_head(&mut self, random: &mut Random) {
        let length = self.heads.len().saturating_sub(random.below(4) as usize + 1);
        self.heads.truncate(length);
        self.is_reverted = true;
    }

    /// A part is made anew.
    pub(super) fn mend(&mut self, part: BrokerPart) {
        match part {
            BrokerPart::Heads => self.heads.clear(),
            BrokerPart::Logs => self.logs.clear(),
        }
    }

    fn newest(&mut self) -> Option<&mut StoredLog> {
        let head = self.head()?;
        self.logs.get_mut(&head.log)
    }
}

fn flip(bytes: &mut [u8], random: &mut Random) {
    let bit = random.below(u32::try_from(bytes.len() * 8).expect("a few")) as usize;
    bytes[bit / 8] ^= 1 << (bit % 8);
}

pub(super) fn record(bytes: &[u8]) -> Option<Record> {
    match Record::read(bytes) {
        Read::Record(record, length) if length == bytes.len() => Some(record),
        _ => None,
    }
}
