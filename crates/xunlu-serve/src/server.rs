//! A server: the pool of searching threads, the maps that are kept, and the doors.

use crate::ServiceLimits;
use crate::core::journal::{Journal, NoJournal};
use crate::doors::http;
use crate::pool::{Pool, Workers};
use crate::store::Store;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;
use xunlu::map::Revision;
use xunlu::{Map, World};
use xunlu_client::{Refusal, RefusalKind};
use xunlu_format::{Content, Options, Source, read};

/// How the server is set up.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Where HTTP is listened to.
    pub http: SocketAddr,
    /// The folder that maps are kept in; in memory alone unless said.
    pub data: Option<PathBuf>,
    /// How many threads search; as many as there are cores unless said.
    pub workers: Option<usize>,
    /// How much is taken.
    pub limits: ServiceLimits,
    /// How large the file of a map may be.
    pub map_bytes_max: usize,
    /// How long what was taken may take to be answered when the server is to end.
    pub drain: Duration,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            http: SocketAddr::from(([127, 0, 0, 1], 8090)),
            data: None,
            workers: None,
            limits: ServiceLimits::default(),
            map_bytes_max: 256 << 20,
            drain: Duration::from_secs(10),
        }
    }
}

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
    map_bytes_max: usize,
    // So many maps are read at a time, for each may be large.
    puts: tokio::sync::Semaphore,
    is_draining: AtomicBool,
}

/// A server that runs.
#[derive(Debug)]
pub struct Running {
    /// What the doors share.
    pub server: Server,
    /// Where HTTP is listened to.
    pub http: SocketAddr,
    /// What there was to say of the maps that were kept.
    pub remarks: Vec<String>,
    workers: Workers,
    end: watch::Sender<bool>,
    doors: Vec<tokio::task::JoinHandle<()>>,
    drain: Duration,
}

impl Server {
    /// Begins to serve, on the runtime it is called on.
    ///
    /// # Errors
    /// When an address cannot be listened to, or the folder of maps cannot be read.
    pub async fn begin(setup: Setup) -> io::Result<Running> {
        let listener = TcpListener::bind(setup.http).await?;
        let http = listener.local_addr()?;
        let store = setup.data.map(Store::open).transpose()?;
        let kept = store.as_ref().map(Store::read).transpose()?.unwrap_or_default();
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let (pool, workers) = Pool::begin(setup.limits, setup.workers.unwrap_or(cores))?;
        let mut remarks = Vec::new();
        for (name, kept) in kept {
            let held = kept.and_then(|kept| {
                let held = pool.with(|service| service.hold_writer(&name, kept.writer));
                held.map(|()| kept.cut).map_err(|refusal| refusal.to_string())
            });
            match held {
                Ok(0) => {}
                Ok(cut) => {
                    remarks
                        .push(format!("{name}: {cut} bytes of an unfinished change were cut off"));
                }
                Err(words) => remarks.push(format!("{name} is not served: {words}")),
            }
        }
        let server = Server(Arc::new(Inner {
            pool,
            store,
            upkeep: std::sync::Mutex::new(()),
            map_bytes_max: setup.map_bytes_max,
            puts: tokio::sync::Semaphore::new(PUTS_MAX),
            is_draining: AtomicBool::new(false),
        }));
        let (end, told) = watch::channel(false);
        let door = http::serve(listener, server.clone(), ended(told));
        let doors = vec![tokio::spawn(door)];
        Ok(Running { server, http, remarks, workers, end, doors, drain: setup.drain })
    }

    pub(crate) fn pool(&self) -> &Pool {
        &self.0.pool
    }

    pub(crate) fn map_bytes_max(&self) -> usize {
        self.0.map_bytes_max
    }

    pub(crate) fn is_draining(&self) -> bool {
        self.0.is_draining.load(Ordering::Relaxed)
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

    fn upkeep(&self) -> Result<std::sync::MutexGuard<'_, ()>, Refusal> {
        if self.is_draining() {
            let words = "the service is about to end and takes nothing new";
            return Err(Refusal::new(RefusalKind::Draining, words));
        }
        Ok(self.0.upkeep.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
    }

    pub(crate) fn puts(&self) -> &tokio::sync::Semaphore {
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

async fn ended(mut told: watch::Receiver<bool>) {
    // An error says that nobody is there to end it, which is an end.
    let _ = told.wait_for(|&is_over| is_over).await;
}

impl Running {
    /// Takes nothing new, answers what was taken, and ends. Returns whether all was answered in time.
    pub async fn end(self) -> bool {
        self.server.0.is_draining.store(true, Ordering::Relaxed);
        let (pool, most) = (self.server.pool().clone(), self.drain);
        let drained = tokio::task::spawn_blocking(move || pool.drain(most)).await.unwrap_or(false);
        // Nobody listens any more if all doors have ended by themselves.
        let _ = self.end.send(true);
        for door in self.doors {
            let _ = door.await;
        }
        self.server.pool().end();
        let workers = self.workers;
        let _ = tokio::task::spawn_blocking(move || workers.join()).await;
        drained
    }
}
