//! NATS: questions from any number of clients, shared out among any number of workers that have the same
//! maps.
//!
//! Each map is written by one worker, where it was put; it journals there, and what is stored at the broker
//! is made anew from that when it is lost. Other workers follow ([`replica`](crate::core::replica)): they
//! load a snapshot, make the changes since then, and take part in the groups that a map is asked in once
//! they have all of it. So nobody hears a question about a map that he does not have. Changes find their
//! way to the one who writes from every worker.

mod subjects;
mod glob;
mod store;
mod lag;
mod post;
mod questions;
mod discovery;
mod driver;
mod publishing;
mod following;

pub use glob::MapPatterns;

use crate::ChangeAsked;
use crate::core::journal::Journal;
use crate::core::replica::head::WriterId;
use crate::core::replica::publisher::Publisher;
use crate::core::replica::telling::Telling;
use crate::core::writer::Made;
use crate::pool::{Tell, tell_now};
use crate::server::Server;
use async_nats::{Client, Event as Connection};
use driver::{Driver, Event};
use lag::Lag;
use post::{Post, WORKER_HEADER};
use std::fmt::Display;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use store::Store;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;
use xunlu_client::{
    AnyChange, Call, CallReply, ChangeCall, Encoding, NatsBroker, Refusal, RefusalKind,
    SceneChangeCall,
};

/// How often the broker is asked whether it is there. After two that it leaves unanswered it is looked for
/// anew.
const PING_TIME: Duration = Duration::from_secs(1);

/// How long it may take to connect.
const CONNECT_TIME: Duration = Duration::from_secs(5);

/// How long whoever writes a map has to say so.
const CLAIM_TIME: Duration = Duration::from_secs(1);

/// How long a change may take that is made elsewhere.
const CHANGE_TIME: Duration = Duration::from_secs(5);

/// Leaving takes no longer than this.
const LEAVE_TIME: Duration = Duration::from_secs(5);

/// How long it is waited until others can read what was changed last.
const FINISH_TIME: Duration = Duration::from_secs(2);

/// How a service takes part over NATS.
#[derive(Clone, Debug)]
pub struct NatsSetup {
    /// The broker.
    pub broker: NatsBroker,
    /// The maps that it follows.
    pub maps: MapPatterns,
}

/// A connection to the broker, before there is a service.
#[derive(Debug)]
pub(crate) struct Connected {
    client: Client,
    store: Store,
    connections: watch::Receiver<u64>,
    setup: NatsSetup,
}

/// The door, as the rest of the service sees it. A clone is the same.
#[derive(Clone, Debug)]
pub(crate) struct Nats {
    broker: NatsBroker,
    client: Client,
    store: Store,
    worker: String,
    lag: Arc<Lag>,
    events: UnboundedSender<Event>,
    generations: Arc<AtomicU64>,
    runtime: Handle,
}

/// What ends with the door.
#[derive(Debug)]
pub(crate) struct NatsTasks {
    events: UnboundedSender<Event>,
    driver: JoinHandle<()>,
    replies: JoinHandle<()>,
    discovery: JoinHandle<()>,
}

impl NatsSetup {
    /// Sees whether the broker answers and lets us in, and does nothing there.
    ///
    /// # Errors
    /// When it does not.
    pub async fn check(&self) -> io::Result<()> {
        self.connect(|| {}).await.map(drop)
    }

    /// Connects; `connected` is called each time that this is done.
    async fn connect(&self, connected: impl Fn() + Send + Sync + 'static) -> io::Result<Client> {
        let connected = Arc::new(connected);
        let options = self.broker.options().map_err(|refusal| self.failed(&refusal))?;
        let options = options
            .name("xunlu serve")
            .ping_interval(PING_TIME)
            .connection_timeout(CONNECT_TIME)
            .reconnect_delay_callback(|again| {
                Duration::from_millis(50 * u64::try_from(again).unwrap_or(20).min(20))
            })
            .event_callback(move |event| {
                let connected = connected.clone();
                async move {
                    if matches!(event, Connection::Connected) {
                        connected();
                    }
                }
            });
        let client = options.connect(self.broker.servers()).await;
        client.map_err(|error| self.failed(&error))
    }

    fn failed(&self, error: &dyn Display) -> io::Error {
        io::Error::other(format!("NATS at {}: {error}", self.broker))
    }
}

impl Connected {
    /// Connects, and makes what is to be stored there.
    ///
    /// # Errors
    /// When the broker does not answer, does not let us in, or stores nothing.
    pub(crate) async fn to(setup: &NatsSetup) -> io::Result<Connected> {
        let (tell, connections) = watch::channel(0);
        let client = setup.connect(move || tell.send_modify(|count| *count += 1)).await?;
        let store = Store::new(client.clone());
        store.make().await.map_err(|error| setup.failed(&error))?;
        Ok(Connected { client, store, connections, setup: setup.clone() })
    }

    /// In which epoch a map goes on that was kept here and is at this: `None` for the one that it is in.
    ///
    /// # Errors
    /// When somebody else writes it, or the broker does not answer.
    pub(crate) async fn claim(&self, map: &str, at: Made) -> Result<Option<u32>, Refusal> {
        claim(&self.client, &self.store, map, Some(at)).await
    }

    /// Opens the door of a server.
    pub(crate) fn open(self, server: &Server) -> (Nats, NatsTasks) {
        let Connected { client, store, connections, setup } = self;
        let NatsSetup { broker, maps } = setup;
        let writer = WriterId(chance());
        let worker = writer.to_string();
        let (outbox, waiting) = unbounded_channel();
        let (events, heard) = unbounded_channel();
        let post = Post::new(client.clone(), server.clone(), worker.clone(), outbox, connections);
        let post = Arc::new(post);
        let lag = Arc::new(Lag::new());
        let driver =
            Driver::new(post.clone(), store.clone(), events.clone(), (maps, lag.clone(), writer));
        let tasks = NatsTasks {
            events: events.clone(),
            driver: tokio::spawn(driver.run(heard)),
            replies: tokio::spawn(post::send_replies(client.clone(), worker.clone(), waiting)),
            discovery: tokio::spawn(discovery::serve(post)),
        };
        let (generations, runtime) = (Arc::default(), Handle::current());
        (Nats { broker, client, store, worker, lag, events, generations, runtime }, tasks)
    }
}

impl NatsTasks {
    /// Leaves all groups, while the service still answers. When it has, [`end`](Self::end) the rest.
    pub(crate) async fn leave(&self) {
        let (tell, told) = oneshot::channel();
        if self.events.send(Event::Leave(tell)).is_ok() {
            let _ = tokio::time::timeout(LEAVE_TIME, told).await;
        }
    }

    /// Sends what is left to be sent.
    pub(crate) async fn end(self) {
        let (tell, told) = oneshot::channel();
        if self.events.send(Event::Finish(tell)).is_ok() {
            let _ = tokio::time::timeout(FINISH_TIME, told).await;
        }
        self.discovery.abort();
        self.driver.abort();
        let _ = self.driver.await;
        let _ = self.discovery.await;
        let _ = tokio::time::timeout(LEAVE_TIME, self.replies).await;
    }
}

impl Nats {
    /// Shows the broker other credentials from the next connection on.
    ///
    /// # Errors
    /// When they are none, or it was shown none before.
    pub(crate) fn renew(&self, credentials: &str) -> Result<(), Refusal> {
        self.broker.renew(credentials)
    }

    /// The least epoch of a map that is to be written here from now on. It waits for the broker, so it is not
    /// for a thread that serves sockets.
    ///
    /// # Errors
    /// When somebody else writes it, or the broker does not answer.
    pub(crate) fn epoch_least(&self, map: &str, is_ours: bool) -> Result<u32, Refusal> {
        if is_ours {
            return Ok(0);
        }
        let claim = claim(&self.client, &self.store, map, None);
        Ok(self.runtime.block_on(claim)?.unwrap_or(0))
    }

    /// A map is about to be held that is written here: its journal, which tells what is written.
    pub(crate) fn held(&self, map: &str, at: Made, journal: Box<dyn Journal>) -> Box<dyn Journal> {
        let generation = self.generations.fetch_add(1, Ordering::Relaxed) + 1;
        let (events, map) = (self.events.clone(), map.to_owned());
        // Nobody hears it when the door is closed.
        let _ = events.send(Event::Held { map: map.clone(), generation, at });
        let hear = Box::new(move |record, at| {
            let _ = events.send(Event::Changed { map: map.clone(), generation, record, at });
        });
        Box::new(Telling { journal, hear, last: Vec::new() })
    }

    /// A map was let go of that was written here.
    pub(crate) fn gone(&self, map: &str) {
        // As above.
        let _ = self.events.send(Event::Gone { map: map.to_owned() });
    }

    /// Has a change made by whoever writes the map.
    pub(crate) fn change(&self, map: &str, asked: ChangeAsked, tell: Tell) {
        let ChangeAsked { id, expected, change } = asked;
        let id = Some(id).filter(|id| !id.is_empty());
        let (own, expected) = (map.to_owned(), expected.map(|revision| revision.to_string()));
        let call = match change {
            AnyChange::Map(what) => {
                Call::Change(ChangeCall { map: own, what, id, expected, trace: None })
            }
            AnyChange::Scene(what) => {
                Call::ChangeScene(SceneChangeCall { scene: own, what, id, expected, trace: None })
            }
        };
        let (client, subject) = (self.client.clone(), subjects::forward(map));
        self.runtime.spawn(async move {
            let bytes = Encoding::Cbor.write(&call);
            let request =
                async_nats::Request::new().payload(bytes.into()).timeout(Some(CHANGE_TIME));
            let told = match client.send_request(subject, request).await {
                Ok(reply) => match Encoding::Cbor.read::<CallReply>(&reply.payload) {
                    Ok(CallReply::Told(told)) => Ok(told),
                    Ok(CallReply::Refused(problem)) => Err(problem.into()),
                    Ok(_) => Err(Refusal::not_understood("a reply to something else")),
                    Err(refusal) => Err(refusal),
                },
                Err(error) => {
                    let words = format!("whoever writes the map does not answer: {error}");
                    Err(Refusal::new(RefusalKind::Unreachable, words))
                }
            };
            tell_now(tell, told);
        });
    }

    /// How far copies are behind, in Prometheus' text.
    pub(crate) fn metrics(&self) -> String {
        self.lag.told()
    }

    /// What this worker is called.
    pub(crate) fn worker(&self) -> &str {
        &self.worker
    }
}

/// Sees that nobody else writes a map, and in which epoch it may be written, if that matters: in a later one
/// than anybody knows, unless what is kept of it here is all that anybody knows.
async fn claim(
    client: &Client,
    store: &Store,
    map: &str,
    at: Option<Made>,
) -> Result<Option<u32>, Refusal> {
    let ping = Encoding::Cbor.write(&Call::Ping);
    let ping = async_nats::Request::new().payload(ping.into()).timeout(Some(CLAIM_TIME));
    if let Ok(reply) = client.send_request(subjects::change(map), ping).await {
        let worker = reply.headers.as_ref().and_then(|headers| headers.get(WORKER_HEADER));
        let worker = worker.map_or("another", |worker| worker.as_str());
        let words = format!(
            "{map:?} is written by worker {worker}, and each map by one alone; it comes from there by itself"
        );
        return Err(Refusal::new(RefusalKind::Conflict, words));
    }
    let head = publishing::head_of(store, map).await.map_err(|error| {
        Refusal::new(RefusalKind::Unreachable, format!("nobody knows who writes {map:?}: {error}"))
    })?;
    let Some(head) = head else { return Ok(None) };
    let is_known =
        !head.is_gone && at.is_some_and(|at| Publisher::new(at, head.writer).has_made(head.at));
    Ok((!is_known).then_some(head.at.revision.epoch + 1))
}

/// Eight bytes of the system's chance.
fn chance() -> u64 {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).expect("the system has chance");
    u64::from_le_bytes(bytes)
}
