//! Hands a map that is written here to the broker.

use super::driver::{Driver, Event, Written};
use super::post::Post;
use super::store::{Store, StoreError, Stored};
use super::subjects::{self, HEAD_STREAM, LOG_STREAM, OBJECT_STREAM};
use crate::core::replica::head::{Complaint, LogHead, LogId, WriterId};
use crate::core::replica::publisher::{BrokerPart, BrokerSeen, LastInLog, PublisherTask};
use crate::core::replica::sealed;
use crate::core::request::Moment;
use crate::core::writer::Made;
use futures_util::StreamExt;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::UnboundedSender;

/// So long it takes, so often, until a map is held that is told.
const HELD_TIME: Duration = Duration::from_millis(5);
const HELD_CHECKS_MAX: u32 = 100;

/// What came of a task.
#[derive(Clone, Copy, Debug)]
pub(super) enum PublishDone {
    /// A log was begun: its name, what the map was at, and the number of its first message.
    Begun(Option<(LogId, Made, u64)>),
    /// A change was written, under this number.
    Appended(Option<u64>),
    HeadPut(Option<LogHead>),
}

/// Takes in what came of a task.
pub(super) fn done(written: &mut Written, now: Moment, done: PublishDone) -> Vec<PublisherTask> {
    match done {
        PublishDone::Begun(begun) => {
            written.log_end = begun.map_or(0, |(_, _, first)| first);
            written.publisher.begun(now, begun.map(|(log, at, _)| (log, at)))
        }
        PublishDone::Appended(number) => {
            written.log_end = number.unwrap_or(written.log_end);
            written.publisher.appended(now, number.is_some())
        }
        PublishDone::HeadPut(head) => written.publisher.head_put(now, head),
    }
}

/// Has tasks done.
pub(super) fn begin(driver: &mut Driver, map: &str, tasks: Vec<PublisherTask>) {
    for task in tasks {
        let (store, post, events) =
            (driver.store.clone(), driver.post.clone(), driver.events.clone());
        let snapshots = driver.snapshots.clone();
        if let PublisherTask::StepDown(other) = task {
            let words = format_args!("{other} writes it, and it is no longer written here");
            driver.post.note(map, &words);
            driver.step_down(map);
            return;
        }
        let writer = driver.writer;
        let Some(written) = driver.written(map) else { return };
        written.tasks += 1;
        let (generation, log_end, map) = (written.generation, written.log_end, map.to_owned());
        let epoch = written.publisher.at().revision.epoch;
        tokio::spawn(async move {
            let done = match task {
                PublisherTask::Begin => {
                    let _place = snapshots.acquire().await;
                    PublishDone::Begun(begin_log(&store, &post, &map, (writer, epoch)).await)
                }
                PublisherTask::Append(log, record) => {
                    let subject = subjects::log(&map, log);
                    let written = store.append(subject, record.into(), Some(log_end)).await;
                    PublishDone::Appended(noted(&post, &map, written))
                }
                PublisherTask::PutHead(head) => {
                    let put =
                        store.append(subjects::head(&map), head.to_bytes().into(), None).await;
                    if put.is_err() {
                        // The broker may have lost the bucket altogether.
                        let _ = store.make().await;
                    }
                    PublishDone::HeadPut(noted(&post, &map, put).map(|_| head))
                }
                PublisherTask::Purge(log) => return purge(&store, &map, log).await,
                PublisherTask::Mend(part) => {
                    let stream = match part {
                        BrokerPart::Heads => HEAD_STREAM,
                        BrokerPart::Logs => LOG_STREAM,
                    };
                    let words = format!("{stream} loses what is written, and is made anew");
                    post.note(&map, &words);
                    // If it cannot be now, it is lost again.
                    noted(&post, &map, store.make_anew(stream).await);
                    return;
                }
                PublisherTask::Renew(epoch) => {
                    let words =
                        "somebody holds what was never made here; it goes on in a later epoch";
                    post.note(&map, &words);
                    post.server.renew(&map, epoch);
                    return;
                }
                PublisherTask::StepDown(_) => return,
            };
            // Nobody hears it when the door is closed.
            let _ = events.send(Event::Published { map, generation, done });
        });
    }
}

/// What there is to say of something that was not stored is said.
fn noted<T>(post: &Post, map: &str, stored: Result<T, StoreError>) -> Option<T> {
    stored.map_err(|error| post.note(map, &error)).ok()
}

/// Waits until a map is held that was told a moment before.
async fn until_held(post: &Post, map: &str, epoch: u32) {
    for _ in 0..HELD_CHECKS_MAX {
        let held = post.server.pool().with(|service| service.made(map));
        if held.is_some_and(|(_, made)| made.revision.epoch == epoch) {
            return;
        }
        tokio::time::sleep(HELD_TIME).await;
    }
}

/// Stores a snapshot, and begins a log that goes on from it.
async fn begin_log(
    store: &Store,
    post: &Post,
    map: &str,
    (writer, epoch): (WriterId, u32),
) -> Option<(LogId, Made, u64)> {
    until_held(post, map, epoch).await;
    let (server, name) = (post.server.clone(), map.to_owned());
    let sealing = tokio::task::spawn_blocking(move || {
        let ((snapshot, at), naming) =
            server.pool().with(|service| service.made(&name).zip(service.naming(&name)))?;
        Some((sealed::seal(&snapshot, &naming, at), at))
    });
    let (bytes, at) = sealing.await.ok()??;
    let bytes = bytes.map_err(|words| post.note(map, &words)).ok()?;
    noted(post, map, store.make().await)?;
    let log = LogId(super::chance());
    let beginning = LogHead { writer, log, snapshot: at, at, is_gone: false }.to_bytes();
    let first = store.append(subjects::log(map, log), beginning.into(), Some(0)).await;
    let first = noted(post, map, first)?;
    let pieces = subjects::pieces(map, log);
    if noted(post, map, store.put_object(map, &pieces, &bytes).await).is_none() {
        // What was stored of it takes room, and is of no use.
        let _ = store.purge(OBJECT_STREAM, &pieces, 0).await;
        let _ = store.purge(LOG_STREAM, &subjects::log(map, log), 0).await;
        return None;
    }
    Some((log, at, first))
}

/// Removes the logs and snapshots that were before one. What stays is removed the next time.
async fn purge(store: &Store, map: &str, log: LogId) {
    let pairs = [
        (LOG_STREAM, subjects::log(map, log), subjects::logs(map)),
        (OBJECT_STREAM, subjects::pieces(map, log), subjects::all_pieces(map)),
    ];
    for (stream, own, all) in pairs {
        if let Ok(Some(Stored { sequence, .. })) = store.next(stream, &own, 1).await {
            let _ = store.purge(stream, &all, sequence).await;
        }
    }
}

/// Has it looked at what the broker has of a map.
pub(super) fn look(driver: &mut Driver, map: &str) {
    let (store, post, events) = (driver.store.clone(), driver.post.clone(), driver.events.clone());
    let Some(written) = driver.written(map) else { return };
    let (generation, tasks, log_end) = (written.generation, written.tasks, written.log_end);
    let log = written.publisher.log();
    let expected = written.publisher.last();
    let map = map.to_owned();
    tokio::spawn(async move {
        let seen = noted(&post, &map, seen(&store, &map, log, (log_end, expected)).await);
        if let Some(seen) = seen {
            // Nobody hears it when the door is closed.
            let _ = events.send(Event::Seen { map, generation, tasks, seen });
        }
    });
}

async fn seen(
    store: &Store,
    map: &str,
    log: Option<LogId>,
    (log_end, expected): (u64, Option<LastInLog>),
) -> Result<BrokerSeen, StoreError> {
    let head = store.last(HEAD_STREAM, &subjects::head(map)).await?;
    let head = head.and_then(|stored| LogHead::read(&stored.bytes));
    let mut last = None;
    if let Some(log) = log {
        let stored = store.last(LOG_STREAM, &subjects::log(map, log)).await?;
        // The same number is the same message: the stream gives none twice while nothing is cut from its end.
        last = expected.filter(|_| stored.is_some_and(|stored| stored.sequence == log_end));
    }
    Ok(BrokerSeen { head, last })
}

/// What the bucket says of a map.
pub(super) async fn head_of(store: &Store, map: &str) -> Result<Option<LogHead>, StoreError> {
    let head = store.last(HEAD_STREAM, &subjects::head(map)).await?;
    Ok(head.and_then(|stored| LogHead::read(&stored.bytes)))
}

/// Hears those who cannot follow.
pub(super) async fn hear_complaints(post: Arc<Post>, map: String, events: UnboundedSender<Event>) {
    let Ok(mut subscriber) = post.client.subscribe(subjects::complaint(&map)).await else { return };
    while let Some(message) = subscriber.next().await {
        if let Some(complaint) = Complaint::read(&message.payload) {
            // Nobody hears it when the door is closed.
            let _ = events.send(Event::Complained { map: map.clone(), complaint });
        }
    }
}
