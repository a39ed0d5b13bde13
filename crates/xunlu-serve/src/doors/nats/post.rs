//! What all parts of the door share: the connection, the name of this worker, and the replies that wait to be
//! sent.

use super::questions::Heard;
use crate::core::request::Moment;
use crate::server::Server;
use async_nats::{Client, HeaderMap, Subject, Subscriber};
use bytes::Bytes;
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::sync::watch;
use xunlu_client::{CallReply, Encoding, Refusal, RefusalKind};

/// So many replies are sent at a time.
const AT_ONCE: usize = 256;

/// The header by which a reply says who answered.
pub(super) const WORKER_HEADER: &str = "Xunlu-Worker";

/// A reply, and where it goes.
type Reply = (Subject, Bytes);

/// What all parts of the door share.
#[derive(Debug)]
pub(super) struct Post {
    pub(super) client: Client,
    pub(super) server: Server,
    pub(super) worker: String,
    outbox: UnboundedSender<Reply>,
    connections: watch::Receiver<u64>,
    stats: Mutex<BTreeMap<String, Arc<Stats>>>,
    begun: Instant,
}

/// What is counted of one map.
#[derive(Debug, Default)]
pub(super) struct Stats {
    pub(super) requests: AtomicU64,
    pub(super) refused: AtomicU64,
    pub(super) nanoseconds: AtomicU64,
}

impl Post {
    pub(super) fn new(
        client: Client,
        server: Server,
        worker: String,
        outbox: UnboundedSender<Reply>,
        connections: watch::Receiver<u64>,
    ) -> Post {
        let (stats, begun) = (Mutex::default(), Instant::now());
        Post { client, server, worker, outbox, connections, stats, begun }
    }

    pub(super) fn now(&self) -> Moment {
        self.begun.elapsed()
    }

    /// Changes each time that the broker was reached again.
    pub(super) fn connections(&self) -> watch::Receiver<u64> {
        self.connections.clone()
    }

    pub(super) async fn subscribe(
        &self,
        heard: &Heard,
    ) -> Result<Subscriber, async_nats::SubscribeError> {
        let subject = heard.subject.clone();
        match heard.group {
            Some(group) => self.client.queue_subscribe(subject, group.to_owned()).await,
            None => self.client.subscribe(subject).await,
        }
    }

    /// Writes down what is wrong with a map on the way.
    pub(super) fn note(&self, map: &str, words: &dyn Display) {
        self.server.pool().log("nats", || json!({ "map": map, "told": words.to_string() }));
    }

    /// Sends a message that says nothing and wants nothing.
    pub(super) async fn say_nothing(&self, subject: &str) {
        // Without the broker nobody waits for it.
        let _ = self.client.publish(subject.to_owned(), Bytes::new()).await;
    }

    /// What is counted of each map that is served.
    pub(super) fn stats(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Stats>>> {
        self.stats.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One message, to be answered once.
#[derive(Debug)]
pub(super) struct Answered {
    outbox: UnboundedSender<Reply>,
    reply: Subject,
    encoding: Encoding,
    bytes_max: usize,
    stats: Option<Arc<Stats>>,
    asked: Instant,
}

impl Answered {
    pub(super) fn new(
        post: &Post,
        map: Option<&str>,
        reply: Subject,
        encoding: Encoding,
    ) -> Answered {
        let outbox = post.outbox.clone();
        let stats = map.and_then(|map| post.stats().get(map).cloned());
        let bytes_max = post.client.max_payload();
        Answered { outbox, reply, encoding, bytes_max, stats, asked: Instant::now() }
    }

    /// Sends the reply. Encoded by the thread that searched, which has nothing locked.
    pub(super) fn tell(self, told: &CallReply) {
        if let Some(stats) = &self.stats {
            let took = u64::try_from(self.asked.elapsed().as_nanos()).unwrap_or(u64::MAX);
            stats.requests.fetch_add(1, Ordering::Relaxed);
            stats.nanoseconds.fetch_add(took, Ordering::Relaxed);
            let is_refused = u64::from(matches!(told, CallReply::Refused(_)));
            stats.refused.fetch_add(is_refused, Ordering::Relaxed);
        }
        let mut bytes = self.encoding.write(told);
        if bytes.len() > self.bytes_max {
            let most = self.bytes_max;
            let words = format!("an answer of {} bytes; NATS takes {most} at most", bytes.len());
            let refusal = Refusal::new(RefusalKind::TooLarge, words);
            bytes = self.encoding.write(&CallReply::from(Err(refusal)));
        }
        // Nobody sends any more when the door is closed.
        let _ = self.outbox.send((self.reply, bytes.into()));
    }
}

/// Sends replies as they come, until nobody can give one any more.
pub(super) async fn send_replies(
    client: Client,
    worker: String,
    mut replies: UnboundedReceiver<Reply>,
) {
    let mut headers = HeaderMap::new();
    headers.insert(WORKER_HEADER, worker);
    let mut waiting = Vec::with_capacity(AT_ONCE);
    while replies.recv_many(&mut waiting, AT_ONCE).await > 0 {
        for (subject, bytes) in waiting.drain(..) {
            // Who is not connected any more has no one to send to, and is asked again by those who wait.
            let _ = client.publish_with_headers(subject, headers.clone(), bytes).await;
        }
    }
    // The round trip: what was sent has been read by the broker.
    let _ = tokio::time::timeout(Duration::from_secs(2), client.flush()).await;
}
