//! Follows a map that is written elsewhere.

use super::driver::{Driver, Event, Followed};
use super::post::Post;
use super::store::Store;
use super::subjects::{self, LOG_STREAM};
use crate::core::journal::{Chain, Read, Record};
use crate::core::replica::follower::FollowerTask;
use crate::core::replica::head::LogId;
use crate::core::replica::sealed;
use crate::core::request::{Moment, revision_from};
use crate::core::writer::Made;
use crate::pool::Waking;
use futures_util::StreamExt;
use std::sync::Arc;
use tokio::sync::mpsc::UnboundedSender;
use xunlu_client::{Refusal, Response};

/// What came of a task.
#[derive(Debug)]
pub(super) enum FollowDone {
    Loaded(Option<Made>),
    Read(Option<Vec<Record>>, ReadFrom),
    Applied(Option<Made>),
}

/// A change that was written into a log just now.
#[derive(Debug)]
pub(super) struct LiveChange {
    pub(super) log: LogId,
    pub(super) record: Record,
}

/// Where reading a log begins: at the message that was read last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct ReadFrom {
    log: LogId,
    sequence: u64,
}

/// Takes in what came of a task.
pub(super) fn done(followed: &mut Followed, now: Moment, done: FollowDone) -> Vec<FollowerTask> {
    match done {
        FollowDone::Loaded(at) => {
            // What is held is older than what was read last, or of another log.
            followed.read_from = ReadFrom::default();
            followed.follower.loaded(now, at)
        }
        FollowDone::Read(records, read_from) => {
            followed.read_from = read_from;
            followed.follower.read(now, records)
        }
        FollowDone::Applied(at) => followed.follower.applied(now, at),
    }
}

/// Has tasks done.
pub(super) fn begin(driver: &mut Driver, map: &str, tasks: Vec<FollowerTask>) {
    for task in tasks {
        let (store, post, events) =
            (driver.store.clone(), driver.post.clone(), driver.events.clone());
        let snapshots = driver.snapshots.clone();
        let Some(followed) = driver.followed(map) else { return };
        let (life, read_from, map) = (followed.life, followed.read_from, map.to_owned());
        match task {
            FollowerTask::Load { log, at } => drop(tokio::spawn(async move {
                let _place = snapshots.acquire().await;
                let at = load(&store, &post, &map, log, at).await;
                // Nobody hears it when the door is closed.
                let _ = events.send(Event::Followed { map, life, done: FollowDone::Loaded(at) });
            })),
            FollowerTask::Read { log, after } => drop(tokio::spawn(async move {
                let (records, read_from) = read(&store, &map, log, after, read_from).await;
                let done = FollowDone::Read(records, read_from);
                // As above.
                let _ = events.send(Event::Followed { map, life, done });
            })),
            FollowerTask::Apply(records) => {
                let name = map.clone();
                let tell = Box::new(move |told: Result<Response, Refusal>, _: &mut Waking| {
                    let done = FollowDone::Applied(reached(told));
                    // As above.
                    let _ = events.send(Event::Followed { map, life, done });
                });
                post.server.pool().replay(&name, records, tell);
            }
            FollowerTask::Serve => driver.serve_copy(&map),
            FollowerTask::LetGo => driver.let_go(&map),
            FollowerTask::Complain(complaint) => drop(tokio::spawn(async move {
                let subject = subjects::complaint(&map);
                // If nobody hears it, it is said again.
                let _ = post.client.publish(subject, complaint.to_bytes().into()).await;
            })),
        }
    }
}

/// What a copy is at after changes were made again.
fn reached(told: Result<Response, Refusal>) -> Option<Made> {
    let Ok(Response::Changed(made)) = told else { return None };
    let chain = u64::from_str_radix(&made.chain, 16).ok()?;
    Some(Made { revision: revision_from(&made.revision)?, chain: Chain(chain) })
}

async fn load(store: &Store, post: &Post, map: &str, log: LogId, at: Made) -> Option<Made> {
    let bytes = match store.object(&subjects::pieces(map, log)).await {
        Ok(bytes) => bytes?,
        Err(error) => {
            post.note(map, &error);
            return None;
        }
    };
    let (server, name) = (post.server.clone(), map.to_owned());
    let opening = tokio::task::spawn_blocking(move || {
        let writer = Box::new(sealed::open(&bytes, at)?);
        let held = server.pool().with(|service| service.hold_copy(&name, writer));
        held.map_err(|refusal| refusal.to_string())
    });
    match opening.await.ok()? {
        Ok(()) => Some(at),
        Err(words) => {
            post.note(map, &words);
            None
        }
    }
}

/// Reads a log from a change on, to its end. Messages that are no changes are passed over: what is missing
/// then is seen by what comes after it.
async fn read(
    store: &Store,
    map: &str,
    log: LogId,
    after: Made,
    known: ReadFrom,
) -> (Option<Vec<Record>>, ReadFrom) {
    let subject = subjects::log(map, log);
    let mut from = if known.log == log { known } else { ReadFrom { log, sequence: 1 } };
    let mut records = Vec::new();
    loop {
        match store.next(LOG_STREAM, &subject, from.sequence).await {
            Err(_) => return (None, known),
            Ok(None) => return (Some(records), from),
            Ok(Some(stored)) => {
                // The next time begins with what is known to be there.
                let record = record_of(&stored.bytes);
                if let Some(record) = record
                    && record.before.epoch == after.revision.epoch
                    && record.before.number >= after.revision.number
                {
                    records.push(record);
                }
                from.sequence = stored.sequence + 1;
            }
        }
    }
}

/// The change of a message, if it is a whole one.
fn record_of(bytes: &[u8]) -> Option<Record> {
    match Record::read(bytes) {
        Read::Record(record, length) if length == bytes.len() => Some(record),
        _ => None,
    }
}

/// Hears changes as they are written.
pub(super) async fn hear(post: Arc<Post>, map: String, life: u64, events: UnboundedSender<Event>) {
    let Ok(mut subscriber) = post.client.subscribe(subjects::logs(&map)).await else { return };
    while let Some(message) = subscriber.next().await {
        let change = subjects::log_of(&message.subject).zip(record_of(&message.payload));
        if let Some((log, record)) = change {
            let change = LiveChange { log, record };
            // Nobody hears it when the door is closed.
            let _ = events.send(Event::Live { map: map.clone(), life, change });
        }
    }
}
