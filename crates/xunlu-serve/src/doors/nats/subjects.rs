//! What is called what on NATS: one place for the names of subjects, streams and buckets.
//!
//! ```text
//! xunlu.v1.ask.MAP            questions, to any worker that has the map (a queue group)
//! xunlu.v1.at.WORKER.MAP      questions, to one worker
//! xunlu.v1.maps               which maps there are, to any worker
//! xunlu.v1.change.MAP         changes, to whoever writes the map
//! xunlu.v1.forward.MAP        the same from another worker, which has seen who asks for it
//! xunlu.v1.complaint.MAP      that what is stored does not lead to the head, to whoever writes the map
//! xunlu.log.MAP.LOG           changes that were made, in the stream XUNLU_LOG
//! $KV.xunlu_heads.MAP         heads, in the bucket xunlu_heads
//! $O.xunlu_maps.C.MAP.LOG     snapshots, in the object store xunlu_maps
//! ```
//!
//! Dots in names of maps are `=` here, which no name has: a dot would begin another part of the subject.

use crate::core::replica::head::LogId;

/// The group that questions are shared out in.
pub(super) const GROUP: &str = "workers";

/// Where it is asked which maps there are.
pub(super) const MAPS: &str = "xunlu.v1.maps";

/// The stream of logs, and what stands in it.
pub(super) const LOG_STREAM: &str = "XUNLU_LOG";
pub(super) const LOG_SUBJECTS: &str = "xunlu.log.>";

/// The bucket of heads, and the stream that it is.
pub(super) const HEAD_STREAM: &str = "KV_xunlu_heads";
pub(super) const HEAD_SUBJECTS: &str = "$KV.xunlu_heads.>";

/// The object store of snapshots, and the stream that it is.
pub(super) const OBJECT_BUCKET: &str = "xunlu_maps";
pub(super) const OBJECT_STREAM: &str = "OBJ_xunlu_maps";
pub(super) const OBJECT_SUBJECTS: [&str; 2] = ["$O.xunlu_maps.C.>", "$O.xunlu_maps.M.>"];

/// A map's name as a part of a subject.
pub(super) fn part_of(map: &str) -> String {
    map.replace('.', "=")
}

/// A part of a subject as a map's name.
pub(super) fn map_of(part: &str) -> String {
    part.replace('=', ".")
}

pub(super) fn ask(map: &str) -> String {
    format!("xunlu.v1.ask.{}", part_of(map))
}

pub(super) fn at(worker: &str, map: &str) -> String {
    format!("xunlu.v1.at.{worker}.{}", part_of(map))
}

pub(super) fn change(map: &str) -> String {
    format!("xunlu.v1.change.{}", part_of(map))
}

pub(super) fn forward(map: &str) -> String {
    format!("xunlu.v1.forward.{}", part_of(map))
}

pub(super) fn complaint(map: &str) -> String {
    format!("xunlu.v1.complaint.{}", part_of(map))
}

pub(super) fn log(map: &str, log: LogId) -> String {
    format!("xunlu.log.{}.{log}", part_of(map))
}

pub(super) fn logs(map: &str) -> String {
    format!("xunlu.log.{}.*", part_of(map))
}

/// The log that a subject is of.
pub(super) fn log_of(subject: &str) -> Option<LogId> {
    let (_, log) = subject.rsplit_once('.')?;
    u64::from_str_radix(log, 16).ok().map(LogId)
}

pub(super) fn head(map: &str) -> String {
    format!("$KV.xunlu_heads.{}", part_of(map))
}

/// The map whose head stands at a subject.
pub(super) fn map_of_head(subject: &str) -> Option<String> {
    subject.strip_prefix("$KV.xunlu_heads.").map(map_of)
}

/// Where the pieces of a snapshot stand, after the name that the object store knows them by.
pub(super) fn pieces(map: &str, log: LogId) -> String {
    format!("$O.xunlu_maps.C.{}.{log}", part_of(map))
}

pub(super) fn all_pieces(map: &str) -> String {
    format!("$O.xunlu_maps.C.{}.*", part_of(map))
}

/// Whether somebody who asks may be answered there. A worker may publish where others may not: into what is
/// stored, to JetStream itself, which may be told to forget all of it, and to other workers; nobody is to
/// have it do so by saying that a reply goes there.
pub(super) fn may_be_answered_at(subject: &str) -> bool {
    !subject.starts_with('$') && !subject.starts_with("xunlu.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_maps_come_back() {
        for map in ["yard", "act-2.hall_3", "a.b.c"] {
            assert_eq!(map_of_head(&head(map)).as_deref(), Some(map));
            assert_eq!(ask(map).split('.').count(), 4, "{map} is one part");
        }
        assert_eq!(log_of(&log("a.b", LogId(255))), Some(LogId(255)));
    }
}
