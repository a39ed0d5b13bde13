//! What the doors share: the pool of searching threads, and the maps that are kept.

mod sharing;

use crate::access::{Grant, Tokens};
use crate::core::journal::NoJournal;
use crate::core::queue::ClientId;
use crate::core::service::Service;
use crate::core::site::Site;
use crate::core::writer::{Begun, Writer};
use crate::doors::nats::Nats;
use crate::doors::pages::Pages;
use crate::pool::Pool;
use crate::settings::{ServiceSettings, text_of};
use crate::store::Store;
use crate::taken::{Taken, made_of};
use crate::tls::{Spoken, Tls};
use serde_json::json;
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::Duration;
use tokio::sync::{Semaphore, watch};
use tokio_rustls::TlsAcceptor;
use xunlu::World;
use xunlu::map::Revision;
use xunlu_client::{MapTold, MapsTold, Refusal, RefusalKind, Response};
use xunlu_format::ReadLimits;

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
    admission: RwLock<Arc<Admission>>,
    hosts: Option<Vec<String>>,
    // What a browser is shown besides.
    pages: Option<Pages>,
    // Where maps are shared with other machines, if they are.
    nats: OnceLock<Nats>,
    // The last epoch of each map that was begun while it was shared.
    epochs: std::sync::Mutex<BTreeMap<String, u32>>,
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
    /// How long a connection may stay on which nothing is asked.
    pub(crate) idle_time: Duration,
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
}

impl Server {
    pub(crate) fn new(
        pool: Pool,
        store: Option<Store>,
        bounds: Bounds,
        admission: Admission,
        hosts: Option<Vec<String>>,
        pages: Option<Pages>,
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
            admission: RwLock::new(Arc::new(admission)),
            hosts,
            pages,
            nats: OnceLock::new(),
            epochs: std::sync::Mutex::default(),
        }))
    }

    /// Takes no maps from now on, and says so where it is asked whether it is ready.
    pub(crate) fn drain(&self) {
        self.0.draining.send_replace(true);
        self.pool().log("draining", || json!({}));
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
        match (&self.admission().tokens, said) {
            (None, _) => Grant::ALL,
            (Some(_), None) => Grant::Nobody,
            (Some(tokens), Some(said)) => tokens.grant(said),
        }
    }

    /// Begins encrypted connections on which this is spoken. Returns `None` if they are not encrypted.
    pub(crate) fn acceptor(&self, spoken: Spoken) -> Option<TlsAcceptor> {
        self.admission().tls.as_ref().map(|tls| tls.acceptor(spoken))
    }

    fn admission(&self) -> Arc<Admission> {
        self.0.admission.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Reads the files of tokens, certificates and credentials again that the settings name. Whoever connects
    /// from now on is let in by what stands there; connections that are there stay, with what they may do. A
    /// broker of NATS is shown the credentials on the next connection to it.
    ///
    /// # Errors
    /// When one cannot be read or is not understood, or the settings say otherwise whether clients have to be
    /// known and connections encrypted; then all stays as it was.
    pub fn reload(&self, settings: &ServiceSettings) -> Result<(), Refusal> {
        let now = Admission { tokens: settings.tokens()?, tls: settings.tls()? };
        let before = self.admission();
        if (before.tokens.is_some(), before.tls.is_some())
            != (now.tokens.is_some(), now.tls.is_some())
        {
            let words = "who is let in at all is settled when the service begins; expected the same settings";
            return Err(Refusal::not_understood(words));
        }
        if let (Some(file), Some(nats)) = (&settings.nats_creds, self.0.nats.get()) {
            let told =
                |refusal| Refusal::not_understood(format_args!("{}: {refusal}", file.display()));
            nats.renew(&text_of(file)?).map_err(told)?;
        }
        *self.0.admission.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(now);
        self.pool().log("reloaded", || json!({}));
        Ok(())
    }

    /// The names besides its own that this machine is asked by over HTTP. Returns `None` if any will do.
    pub(crate) fn hosts(&self) -> Option<&[String]> {
        self.0.hosts.as_deref()
    }

    /// What a browser is shown besides, if anything.
    pub(crate) fn pages(&self) -> Option<&Pages> {
        self.0.pages.as_ref()
    }

    pub(crate) fn bounds(&self) -> &Bounds {
        &self.0.bounds
    }

    pub(crate) fn is_draining(&self) -> bool {
        *self.0.draining.borrow()
    }

    /// Reads a file of any format and holds its map. What the file's name ends with says of which format it
    /// is where its first bytes do not; it may be empty. Returns the revision that the map begins with.
    ///
    /// # Errors
    /// When the name or the file is not understood, it is too large, or it cannot be kept.
    pub fn put(&self, name: &str, ending: &str, bytes: &[u8]) -> Result<Revision, Refusal> {
        match self.taken(name, ending, bytes)? {
            (Taken::Scene(_), _) => {
                let words = "the file is no map of cells, hexes or waypoints; expected one, or /v1/scenes for a scene";
                Err(Refusal::not_understood(words))
            }
            (map, kept) => self.take(name, map, &kept),
        }
    }

    /// The same of a scene: a plan, a mesh of polygons or of triangles, or one that was baked.
    ///
    /// # Errors
    /// As [`put`](Self::put).
    pub fn put_scene(&self, name: &str, ending: &str, bytes: &[u8]) -> Result<Revision, Refusal> {
        match self.taken(name, ending, bytes)? {
            (Taken::Map(..), _) => {
                let words = "the file is a map of cells, hexes or waypoints; expected a scene, or /v1/maps for a map";
                Err(Refusal::not_understood(words))
            }
            (scene, kept) => self.take(name, scene, &kept),
        }
    }

    /// The same of a map or a scene.
    ///
    /// # Errors
    /// As [`put`](Self::put).
    pub fn put_either(&self, name: &str, ending: &str, bytes: &[u8]) -> Result<Revision, Refusal> {
        let (taken, kept) = self.taken(name, ending, bytes)?;
        self.take(name, taken, &kept)
    }

    /// Looks whether a file would be taken that is a map or a scene, beside those that are there: it is held
    /// from then on, but neither kept nor shared.
    ///
    /// # Errors
    /// As [`put_either`](Self::put_either).
    pub fn check(&self, name: &str, ending: &str, bytes: &[u8]) -> Result<(), Refusal> {
        let (taken, kept) = self.taken(name, ending, bytes)?;
        let _upkeep = self.upkeep()?;
        let site = self.site_of(name, taken, &kept, 0)?;
        let writer = Box::new(Writer::new(site, Box::new(NoJournal)));
        self.pool().with(|service| service.hold_writer(name, writer))
    }

    /// What a file holds that is put.
    fn taken(&self, name: &str, ending: &str, bytes: &[u8]) -> Result<(Taken, Vec<u8>), Refusal> {
        let (length, most) = (bytes.len(), self.bounds().map_bytes_max);
        if length > most {
            let words =
                format!("the file has {length} bytes; expected {most} at most (map-bytes-max)");
            return Err(Refusal::new(RefusalKind::TooLarge, words));
        }
        let places_max = self.pool().with(|service| service.limits().places_max);
        let most = ReadLimits::default();
        let cells_max = most.cells_max.min(places_max as u64);
        Taken::of(name, ending, bytes, ReadLimits { cells_max, ..most })
    }

    fn take(&self, name: &str, taken: Taken, bytes: &[u8]) -> Result<Revision, Refusal> {
        let _upkeep = self.upkeep()?;
        let least = self.epoch_least(name)?;
        let site = self.site_of(name, taken, bytes, least)?;
        let revision = site.revision();
        let journal = self.journal_of(name, &Begun::of(&site), bytes);
        let journal = journal.map_err(|error| no_journal(&error))?;
        let writer = Box::new(Writer::new(site, journal));
        let now = self.pool().now();
        let held = self.pool().with(|service| {
            service.hold_writer(name, writer)?;
            service.mark(name, now);
            Ok::<_, Refusal>(())
        });
        if let Err(refusal) = held {
            self.is_gone(name);
            return Err(refusal);
        }
        let told =
            || json!({ "map": name, "revision": revision.to_string(), "bytes": bytes.len() });
        self.pool().log("put", told);
        Ok(revision)
    }

    /// What is to be held of a file, if there is room for it.
    fn site_of(
        &self,
        name: &str,
        taken: Taken,
        bytes: &[u8],
        epoch_least: u32,
    ) -> Result<Site, Refusal> {
        match taken {
            Taken::Map(map, naming) => {
                let map = self.pool().with(|service| service.admit(name, *map, epoch_least))?;
                let world = World::new(map)?;
                let bytes = world.index_bytes();
                self.pool().with(|service| service.limits().check_memory(bytes))?;
                Ok(Site::named(world, naming))
            }
            Taken::Scene(scene) => {
                let scene = made_of(*scene, bytes, self.is_shared());
                let admit =
                    |service: &mut Service<_>| service.admit_scene(name, scene, epoch_least);
                Ok(Site::from(self.pool().with(admit)?))
            }
        }
    }

    /// Lets go of a map.
    ///
    /// # Errors
    /// When there is none, or what is kept of it cannot be removed.
    pub fn forget(&self, name: &str) -> Result<(), Refusal> {
        let _upkeep = self.upkeep()?;
        self.pool().with(|service| service.snapshot(name))?;
        self.is_written_here(name)?;
        if let Some(store) = &self.0.store {
            store.forget(name).map_err(|error| no_journal(&error))?;
        }
        self.pool().with(|service| service.forget(name))?;
        self.is_gone(name);
        self.pool().log("forgotten", || json!({ "map": name }));
        Ok(())
    }

    /// What was counted, in Prometheus' text.
    pub(crate) fn metrics(&self) -> String {
        let most = self.bounds().connections_max;
        let connections = most.saturating_sub(self.0.connections.available_permits());
        self.pool().metrics(connections, self.is_draining()) + &self.metrics_of_copies()
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
            MapTold { map: head.map, revision, chain, is_scene: head.is_scene }
        });
        Response::Maps(MapsTold { maps: told.collect() })
    }

    fn upkeep(&self) -> Result<std::sync::MutexGuard<'_, ()>, Refusal> {
        if self.is_draining() {
            let words = "the service is about to end and takes nothing new";
            return Err(Refusal::new(RefusalKind::Draining, words));
        }
        Ok(self.0.upkeep.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn puts(&self) -> &Semaphore {
        &self.0.puts
    }
}

fn no_journal(error: &io::Error) -> Refusal {
    Refusal::new(RefusalKind::NoJournal, format!("it cannot be kept on the disk: {error}"))
}

pub(crate) async fn ended(mut told: watch::Receiver<bool>) {
    // An error says that nobody is there to end it, which is an end.
    let _ = told.wait_for(|&is_over| is_over).await;
}
