//! The head of a map: what its writer says it is at, and where that is to be found.

use crate::core::journal::Chain;
use crate::core::request::revision_from;
use crate::core::writer::Made;
use serde_json::{Value, json};
use std::fmt;

/// The name of a log, drawn by chance: of one that was begun anew nothing is taken for the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct LogId(pub(crate) u64);

/// Who writes a map, by a number of chance.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct WriterId(pub(crate) u64);

/// What the writer of a map says of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LogHead {
    /// Who says so.
    pub(crate) writer: WriterId,
    /// In which log its changes are written down.
    pub(crate) log: LogId,
    /// What the map was at when the log began: there is a snapshot of that.
    pub(crate) snapshot: Made,
    /// What the map is at.
    pub(crate) at: Made,
    /// The map was let go of, and nobody has it any more.
    pub(crate) is_gone: bool,
}

/// Somebody who follows a map cannot go on, or holds what nobody ever made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Complaint {
    /// The log that it followed.
    pub(crate) log: LogId,
    /// What its copy is at. `None` if it has none.
    pub(crate) at: Option<Made>,
}

impl fmt::Display for WriterId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Display for LogId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl LogHead {
    /// As it stands in the bucket: JSON, for people look there as well.
    pub(crate) fn to_bytes(self) -> Vec<u8> {
        let LogHead { writer, log, snapshot, at, is_gone } = self;
        let written = json!({
            "writer": writer.to_string(),
            "log": log.to_string(),
            "snapshot": told(snapshot),
            "at": told(at),
            "is_gone": is_gone,
        });
        written.to_string().into_bytes()
    }

    /// Returns `None` if it is none.
    pub(crate) fn read(bytes: &[u8]) -> Option<LogHead> {
        let written: Value = serde_json::from_slice(bytes).ok()?;
        let log = LogId(hexadecimal(&written["log"])?);
        let (snapshot, at) = (made(&written["snapshot"])?, made(&written["at"])?);
        let writer = WriterId(hexadecimal(&written["writer"])?);
        Some(LogHead { writer, log, snapshot, at, is_gone: written["is_gone"].as_bool()? })
    }
}

impl Complaint {
    pub(crate) fn to_bytes(self) -> Vec<u8> {
        let written = json!({ "log": self.log.to_string(), "at": self.at.map(told) });
        written.to_string().into_bytes()
    }

    /// Returns `None` if it is none.
    pub(crate) fn read(bytes: &[u8]) -> Option<Complaint> {
        let written: Value = serde_json::from_slice(bytes).ok()?;
        let log = LogId(hexadecimal(&written["log"])?);
        Some(Complaint { log, at: made(&written["at"]) })
    }
}

fn told(made: Made) -> Value {
    json!({ "revision": made.revision.to_string(), "chain": made.chain.to_string() })
}

fn made(written: &Value) -> Option<Made> {
    let revision = revision_from(written["revision"].as_str()?)?;
    Some(Made { revision, chain: Chain(hexadecimal(&written["chain"])?) })
}

fn hexadecimal(written: &Value) -> Option<u64> {
    u64::from_str_radix(written.as_str()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu::map::Revision;

    #[test]
    fn heads_and_complaints_are_read_back() {
        let at = |number| Made { revision: Revision { epoch: 3, number }, chain: Chain(!number) };
        let (writer, log) = (WriterId(u64::MAX), LogId(7));
        let head = LogHead { writer, log, snapshot: at(2), at: at(9), is_gone: false };
        assert_eq!(LogHead::read(&head.to_bytes()), Some(head));
        for at in [None, Some(at(1))] {
            let complaint = Complaint { log: LogId(u64::MAX), at };
            assert_eq!(Complaint::read(&complaint.to_bytes()), Some(complaint));
        }
        for bytes in [&b""[..], b"{}", b"[]", b"{\"log\":\"xyz\"}"] {
            assert_eq!((LogHead::read(bytes), Complaint::read(bytes)), (None, None));
        }
    }
}
