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
use xunlu::World;
use xunlu::map::Revision;
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
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let (pool, workers) = Pool::begin(setup.limits, setup.workers.unwrap_or(cores))?;
        let store = setup.data.map(Store::open).transpose()?;
        let mut remarks = Vec::new();
        for (name, kept) in
            store.iter().map(Store::read).collect::<io::Result<Vec<_>>>()?.into_iter().flatten()
        {
            match kept {
                Ok(kept) => {
                    if kept.cut > 0 {
                        let cut = kept.cut;
                        remarks.push(format!(
                            "{name}: {cut} bytes of an unfinished change were cut off"
                        ));
                    }
                    let held = pool.with(|service| service.hold_writer(&kept.name, kept.writer));
                    held.map_err(|refusal| io::Error::other(refusal.to_string()))?;
                }
                Err(words) => remarks.push(format!("{name} is not served: {words}")),
            }
        }
        let listener = TcpListener::bind(setup.http).await?;
        let http = listener.local_addr()?;
        let server = Server(Arc::new(Inner {
            pool,
            store,
            upkeep: std::sync::Mutex::new(()),
            map_bytes_max: setup.map_bytes_max,
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
        let _upkeep = self.0.upkeep.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let map = self.pool().with(|service| service.admit(name, map))?;
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
        let _upkeep = self.0.upkeep.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        self.pool().with(|service| service.forget(name))?;
        match &self.0.store {
            None => Ok(()),
            Some(store) => store.forget(name).map_err(|error| no_journal(&error)),
        }
    }
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
