//! The journal of a map: each change as a record that is chained to the one before and checked when read.
//!
//! ```text
//! record: length u32 of all that follows the mark | mark u32 made of the length
//!         | checksum u64 of all that follows | epoch u32 | number u64 (the revision before)
//!         | chain u64 (before) | change id length u8, bytes | the change as JSON
//! ```
//!
//! The mark tells a length that was damaged from a record that a crash cut short.

use super::naming::Naming;
use super::writer::Made;
use std::sync::Arc;
use xunlu::map::Revision;
use xunlu_client::AnySnapshot;

// What a length and its mark differ by.
const MARK: u32 = 0x786e_6c75;

/// Where records go before a change is acknowledged. The caller of the core has one for each map.
pub trait Journal: Send {
    /// Writes a record so that it will be there after the service was killed, or nothing of it. After the
    /// machine lost its power it is there if it was synced; [`SyncPolicy`](crate::SyncPolicy) says when that
    /// is.
    ///
    /// # Errors
    /// In words, when it cannot be written.
    fn append(&mut self, record: &[u8]) -> Result<(), String>;

    /// Hears that the change of the last record was made, and what the map is at now.
    fn made(&mut self, revision: Revision, chain: Chain) {
        let _ = (revision, chain);
    }

    /// Whether so much was written that it would rather go on from what the map is now.
    fn is_long(&mut self) -> bool {
        false
    }

    /// Hears what the map is, so that the records up to there need not be kept: once this is, and not before.
    /// It may take its time, and must not have anybody wait for it.
    fn shorten(&mut self, base: JournalBase) {
        drop(base);
    }
}

/// A map or a scene as its writer has it, for a journal to go on from.
#[derive(Clone, Debug)]
pub struct JournalBase {
    pub(crate) snapshot: AnySnapshot,
    pub(crate) naming: Arc<Naming>,
    pub(crate) at: Made,
    /// The changes that were made last, by the names that clients gave them.
    pub(crate) names: Vec<(String, Made)>,
}

impl JournalBase {
    /// The revision that it is at.
    #[must_use]
    pub const fn revision(&self) -> Revision {
        self.at.revision
    }
}

/// A journal that keeps nothing, for maps in memory alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoJournal;

impl Journal for NoJournal {
    fn append(&mut self, _record: &[u8]) -> Result<(), String> {
        Ok(())
    }
}

/// A digest of what a map was when it was put here and of all changes since then, in their order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Chain(pub u64);

impl Chain {
    /// The chain after one more change.
    #[must_use]
    pub fn then(self, change: &[u8]) -> Chain {
        Chain(checksum(&[&self.0.to_le_bytes(), change]))
    }
}

impl std::fmt::Display for Chain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// What a record holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Record {
    pub(crate) before: Revision,
    pub(crate) chain: Chain,
    /// What the client calls the change; empty if nothing.
    pub(crate) id: String,
    /// The change as JSON.
    pub(crate) change: Vec<u8>,
}

/// What comes of reading the next record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Read {
    /// A record, and how many bytes it takes.
    Record(Record, usize),
    /// The bytes end within a record: what a crash leaves of a change that was never acknowledged.
    CutShort,
    /// Something else is written here.
    Damaged,
}

impl Record {
    /// What the map was at before this change.
    pub(crate) fn position(&self) -> Made {
        Made { revision: self.before, chain: self.chain }
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(self.change.len() + self.id.len() + 32);
        body.extend(self.before.epoch.to_le_bytes());
        body.extend(self.before.number.to_le_bytes());
        body.extend(self.chain.0.to_le_bytes());
        body.push(u8::try_from(self.id.len()).expect("a change's name is checked when it comes"));
        body.extend(self.id.as_bytes());
        body.extend(&self.change);
        let length = u32::try_from(body.len() + 8).expect("changes are bounded when they come");
        let mut bytes = length.to_le_bytes().to_vec();
        bytes.extend((length ^ MARK).to_le_bytes());
        bytes.extend(checksum(&[&body]).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    pub(crate) fn read(bytes: &[u8]) -> Read {
        let numbers = number(bytes, 0).zip(number(bytes, 4));
        let Some((length, mark)) = numbers else { return Read::CutShort };
        let (length, mark) = (u32::from_le_bytes(length), u32::from_le_bytes(mark));
        if length ^ mark != MARK {
            // Room that a system gave to the file and never filled.
            let is_empty = bytes.iter().all(|&byte| byte == 0);
            return if is_empty { Read::CutShort } else { Read::Damaged };
        }
        let end = 8 + length as usize;
        let Some(record) = bytes.get(..end) else { return Read::CutShort };
        let parsed = (|| {
            let sum = u64::from_le_bytes(number(record, 8)?);
            let body = record.get(16..)?;
            if sum != checksum(&[body]) {
                return None;
            }
            let before = Revision {
                epoch: u32::from_le_bytes(number(body, 0)?),
                number: u64::from_le_bytes(number(body, 4)?),
            };
            let chain = Chain(u64::from_le_bytes(number(body, 12)?));
            let rest = body.get(21..)?;
            let (id, change) = rest.split_at_checked(usize::from(*body.get(20)?))?;
            let id = String::from_utf8(id.to_vec()).ok()?;
            Some(Record { before, chain, id, change: change.to_vec() })
        })();
        // Of a record that a crash cut short the head may be there, and zeros that a system put for the rest.
        let is_empty = || bytes[8..].iter().all(|&byte| byte == 0);
        match parsed {
            Some(parsed) => Read::Record(parsed, end),
            None if is_empty() => Read::CutShort,
            None => Read::Damaged,
        }
    }
}

fn number<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at + N)?.try_into().ok()
}

/// FNV-1a (Fowler, Noll, Vo) in 64 bits: it guards against accidents, not against people.
pub(crate) fn checksum(parts: &[&[u8]]) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325_u64;
    parts
        .iter()
        .copied()
        .flatten()
        .fold(start, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Record {
        let change = br#"{"terrain":{}}"#.to_vec();
        Record { before: Revision { epoch: 3, number: 7 }, chain: Chain(5), id: "a".into(), change }
    }

    #[test]
    fn records_are_read_back() {
        let bytes = record().to_bytes();
        let more = [&bytes[..], &bytes[..]].concat();
        assert_eq!(Record::read(&more), Read::Record(record(), bytes.len()));
    }

    #[test]
    fn a_record_that_is_cut_anywhere_is_seen() {
        let bytes = record().to_bytes();
        for length in 0..bytes.len() {
            assert_eq!(Record::read(&bytes[..length]), Read::CutShort, "{length}");
        }
    }

    #[test]
    fn a_record_with_any_bit_changed_is_no_record() {
        let bytes = record().to_bytes();
        for bit in 0..bytes.len() * 8 {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(Record::read(&changed), Read::Damaged, "bit {bit}");
        }
        assert_eq!(Record::read(&[0; 40]), Read::CutShort);
        let head: Vec<u8> = bytes.iter().take(8).copied().chain(vec![0; bytes.len() + 9]).collect();
        assert_eq!(Record::read(&head), Read::CutShort);
    }
}
