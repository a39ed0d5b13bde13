//! What the doors share: the pool of searching threads, and the maps that are kept.

use crate::access::{Grant, Tokens};
use crate::core::journal::{Journal, NoJournal};
use crate::core::queue::ClientId;
use crate::pool::Pool;
use crate::store::Store;
use crate::tls::{Spoken, Tls};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::{Semaphore, watch};
use tokio_rustls::TlsAcceptor;
use xunlu::map::Revision;
use xunlu::{Map, World};
use xunlu_client::{MapTold, MapsTold, Refusal, RefusalKind, Response};
use xunlu_format::{Content, Options, Source, read};

/// How many maps are taken in at a time.
const PUTS_MAX: usize = 2;

/// What the doors share. A clone is the same server.
#[derive(Clone, Debug)]
pub struct Server(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    pool: Pool,
    store: Option<Store>,
    // Held while a map is put or let go of: what is kept and what is held stay the same.
    upkeep: std::sync::Mutex<()>,
    bounds: Bounds,
    // So many maps are read at a time, for each may be large.
    puts: Semaphore,
    draining: watch::Sender<bool>,
    connections: Arc<Semaphore>,
    clients: AtomicU64,
    admission: Admission,
}

/// How much the doors take.
#[derive(Clone, Debug)]
pub(crate) struct Bounds {
    /// How many connections there may be.
    pub(crate) connections_max: usize,
    /// How many bytes the file of a map may have.
    pub(crate) map_bytes_max: usize,
    /// How many bytes a question over HTTP may have.
    pub(crate) question_bytes_max: usize,
    /// All limits, by their names in settings.
    pub(crate) told: Vec<(&'static str, u64)>,
}

/// Whom the doors let in.
#[derive(Debug)]
pub(crate) struct Admission {
    /// Who may do what; anybody anything if there are none.
    pub(crate) tokens: Option<Tokens>,
    /// What connections are encrypted with, if they are.
    pub(crate) tls: Option<Tls>,
    /// The names besides its own that this machine is asked by over HTTP, if it matters.
    pub(crate) hosts: Option<Vec<String>>,
}

impl Server {
    pub(crate) fn new(
        pool: Pool,
        store: Option<Store>,
        bounds: Bounds,
        admission: Admission,
    ) -> Server {
        Server(Arc::new(Inner {
            pool,
            store,
            upkeep: std::sync::Mutex::new(()),
            connections: Arc::new(Semaphore::new(bounds.connections_max)),
            bounds,
            puts: Semaphore::new(PUTS_MAX),
            draining: watch::Sender::new(false),
            clients: AtomicU64::new(0),
            admission,
        }))
    }

    /// Takes no maps from now on, and says so where it is asked whether it is ready.
    pub(crate) fn drain(&self) {
        self.0.draining.send_replace(true);
    }

    /// Waits until it takes no maps any more.
    pub(crate) async fn drained(&self) {
        ended(self.0.draining.subscribe()).await;
    }

    pub(crate) fn pool(&self) -> &Pool {
        &self.0.pool
    }

    /// So many connections more may be made.
    pub(crate) fn connections(&self) -> Arc<Semaphore> {
        self.0.connections.clone()
    }

    /// Somebody who was not here before.
    pub(crate) fn new_client(&self) -> ClientId {
        ClientId(self.0.clients.fetch_add(1, Ordering::Relaxed))
    }

    /// What somebody may do who says this token, or none.
    pub(crate) fn grant(&self, said: Option<&str>) -> Grant {
        match (&self.0.admission.tokens, said) {
            (None, _) => Grant::ALL,
            (Some(_), None) => Grant::Nobody,
            (Some(tokens), Some(said)) => tokens.grant(said),
        }
    }

    /// Begins encrypted connections on which this is spoken. Returns `None` if they are not encrypted.
    pub(crate) fn acceptor(&self, spoken: Spoken) -> Option<TlsAcceptor> {
        self.0.admission.tls.as_ref().map(|tls| tls.acceptor(spoken))
    }

    /// The names besides its own that this machine is asked by over HTTP. Returns `None` if any will do.
    pub(crate) fn hosts(&self) -> Option<&[String]> {
        self.0.admission.hosts.as_deref()
    }

    pub(crate) fn bounds(&self) -> &Bounds {
        &self.0.bounds
    }

    pub(crate) fn is_draining(&self) -> bool {
        *self.0.draining.borrow()
    }

    /// Reads a file of any format and holds its map. Returns the revision it begins with.
    ///
    /// # Errors
    /// When the name or the file is not understood, it is too large, or it cannot be kept.
    pub fn put(&self, name: &str, bytes: &[u8]) -> Result<Revision, Refusal> {
        let map = map_of(name, bytes)?;
        let _upkeep = self.upkeep()?;
        let least = match &self.0.store {
            None => 0,
            Some(store) => store.epoch_least(name).map_err(|error| no_journal(&error))?,
        };
        let map = self.pool().with(|service| service.admit(name, map, least))?;
        let world = World::new(map)?;
        let bytes = world.index_bytes();
        self.pool().with(|service| service.limits().check_memory(bytes))?;
        let revision = world.revision();
        let journal: Box<dyn Journal> = match &self.0.store {
            None => Box::new(NoJournal),
            Some(store) => store.keep(name, &world).map_err(|error| no_journal(&error))?,
        };
        self.pool().with(|service| service.hold(name, world, journal))?;
        Ok(revision)
    }

    /// Lets go of a map.
    ///
    /// # Errors
    /// When there is none, or what is kept of it cannot be removed.
    pub fn forget(&self, name: &str) -> Result<(), Refusal> {
        let _upkeep = self.upkeep()?;
        self.pool().with(|service| service.snapshot(name))?;
        if let Some(store) = &self.0.store {
            store.forget(name).map_err(|error| no_journal(&error))?;
        }
        self.pool().with(|service| service.forget(name))
    }

    /// Whether a map of this name is held.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.pool().with(|service| service.snapshot(name)).is_ok()
    }

    /// The maps that are held.
    pub(crate) fn maps(&self) -> Response {
        let heads = self.pool().with(|service| service.heads().collect::<Vec<_>>());
        let told = heads.into_iter().map(|head| {
            let (revision, chain) = (head.revision.to_string(), head.chain.to_string());
            MapTold { map: head.map, revision, chain }
        });
        Response::Maps(MapsTold { maps: told.collect() })
    }

    fn upkeep(&self) -> Result<std::sync::MutexGuard<'_, ()>, Refusal> {
        if self.is_draining() {
            let words = "the service is about to end and takes nothing new";
            return Err(Refusal::new(RefusalKind::Draining, words));
        }
        Ok(self.0.upkeep.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
    }

    pub(crate) fn puts(&self) -> &Semaphore {
        &self.0.puts
    }
}

/// The map of a file of any format.
///
/// # Errors
/// When the name or the file is not understood.
pub fn map_of(name: &str, bytes: &[u8]) -> Result<Map, Refusal> {
    checked_name(name)?;
    let document = read(&Source::alone(name, bytes), &Options::default())
        .map_err(|error| {
            Refusal::new(RefusalKind::Wrong(error.kind().code().into()), error.to_string())
        })?
        .document;
    let Content::Map(map) = document.content else {
        let words = "the file is no map of cells, hexes or waypoints; expected one";
        return Err(Refusal::not_understood(words));
    };
    Ok(map)
}

fn no_journal(error: &io::Error) -> Refusal {
    Refusal::new(RefusalKind::NoJournal, format!("it cannot be kept on the disk: {error}"))
}

fn checked_name(name: &str) -> Result<(), Refusal> {
    let is_fine = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    if (1..=100).contains(&name.len()) && name.chars().all(is_fine) && !name.starts_with('.') {
        return Ok(());
    }
    let words = "a map's name has up to 100 letters, digits, dots, dashes and underscores, and begins with no dot";
    Err(Refusal::not_understood(format_args!("{name:?}: {words}")))
}

pub(crate) async fn ended(mut told: watch::Receiver<bool>) {
    // An error says that nobody is there to end it, which is an end.
    let _ = told.wait_for(|&is_over| is_over).await;
}
