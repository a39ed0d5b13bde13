//! A server that runs: how it is set up, how it begins, and how it ends.

use crate::baking::Baking;
use crate::doors::framed::{self, Listener};
use crate::doors::nats::{Connected, NatsSetup, NatsTasks};
use crate::doors::pages::Pages;
use crate::doors::socket_file;
use crate::doors::{grpc, http};
use crate::log::Log;
use crate::pool::{Logging, Pool, Workers};
use crate::server::{Admission, Bounds, Server};
use crate::settings::limits_told;
use crate::spans::{SpanTarget, Spans};
use crate::store::{Kept, Shortened, Store, SyncPolicy};
use crate::{ServiceLimits, Tls, Tokens};
use serde_json::json;
use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::{Semaphore, watch};
use xunlu_client::Refusal;

/// So many clients may have come that are not taken in yet. The system leaves more of them unanswered, and
/// they try again after a second.
const BACKLOG: u32 = 4096;

/// How the server is set up.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Where HTTP is listened to.
    pub http: SocketAddr,
    /// Where frames over TCP are listened to, if anywhere.
    pub tcp: Option<SocketAddr>,
    /// Where gRPC is listened to, if anywhere.
    pub grpc: Option<SocketAddr>,
    /// The socket in the file system where frames are listened to, if anywhere. Of Unix alone.
    pub unix: Option<PathBuf>,
    /// The folder that maps are kept in; in memory alone unless said.
    pub data: Option<PathBuf>,
    /// When changes are on the disk there.
    pub sync: SyncPolicy,
    /// Who may do what on every door; anybody anything unless said. A Unix socket lets the user do anything
    /// who alone may connect to it, unless that user says a token.
    pub tokens: Option<Tokens>,
    /// What connections over TCP are encrypted with, through every door; they are not unless said.
    pub tls: Option<Tls>,
    /// Names that this machine is asked by over HTTP besides its own, as by a proxy before it. Without any,
    /// all names will do unless HTTP is listened to on a loopback address.
    pub hosts: Vec<String>,
    /// Where it is written down what happens; nowhere unless said.
    pub log: Option<Log>,
    /// Questions and changes that take so long or longer are written down.
    pub slow: Duration,
    /// The collector of OpenTelemetry that spans are told to; none unless said. They are of questions and
    /// changes that are part of a trace which is sampled, and of slow ones.
    pub spans: Option<SpanTarget>,
    /// What a browser is shown besides, over HTTP; anybody may see it.
    pub pages: Option<Pages>,
    /// How it takes part over NATS, if it does.
    pub nats: Option<NatsSetup>,
    /// How many threads search; as many as there are cores unless said.
    pub workers: Option<usize>,
    /// When roadmaps are baked of maps that stand still.
    pub roadmaps: Baking,
    /// How much is taken.
    pub limits: ServiceLimits,
    /// How many connections there may be at a time, through all doors.
    pub connections_max: usize,
    /// How large the file of a map may be.
    pub map_bytes_max: usize,
    /// How large a question over HTTP may be; a change may be eight times as large.
    pub question_bytes_max: usize,
    /// Whether it may listen elsewhere than on this machine although all can be read on the way, or nobody is
    /// asked who they are.
    pub is_insecure: bool,
    /// How long a connection may stay on which nothing is asked.
    pub idle: Duration,
    /// How long what was taken may take to be answered when the server is to end.
    pub drain: Duration,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            http: SocketAddr::from(([127, 0, 0, 1], 8090)),
            tcp: Some(SocketAddr::from(([127, 0, 0, 1], 8091))),
            grpc: Some(SocketAddr::from(([127, 0, 0, 1], 8092))),
            unix: None,
            data: None,
            sync: SyncPolicy::Always,
            tokens: None,
            tls: None,
            hosts: Vec::new(),
            log: None,
            slow: Duration::from_millis(100),
            spans: None,
            pages: None,
            nats: None,
            workers: None,
            roadmaps: Baking::default(),
            limits: ServiceLimits::default(),
            connections_max: 16_384,
            map_bytes_max: 256 << 20,
            question_bytes_max: 1 << 20,
            is_insecure: false,
            idle: Duration::from_secs(600),
            drain: Duration::from_secs(10),
        }
    }
}

/// A server that runs.
#[derive(Debug)]
pub struct Running {
    /// What the doors share.
    pub server: Server,
    /// Where HTTP is listened to.
    pub http: SocketAddr,
    /// Where frames over TCP are listened to, if anywhere.
    pub tcp: Option<SocketAddr>,
    /// Where gRPC is listened to, if anywhere.
    pub grpc: Option<SocketAddr>,
    /// What this worker is called over NATS, if it takes part.
    pub worker: Option<String>,
    /// What there was to say of the maps that were kept.
    pub remarks: Vec<String>,
    workers: Workers,
    end: watch::Sender<bool>,
    doors: Vec<tokio::task::JoinHandle<()>>,
    nats: Option<NatsTasks>,
    drain: Duration,
}

impl Server {
    /// Begins to serve, on the runtime it is called on.
    ///
    /// # Errors
    /// When an address cannot be listened to, or the folder of maps cannot be read.
    pub async fn begin(setup: Setup) -> io::Result<Running> {
        check_reach(&setup)?;
        let bounds = bounds_of(&setup);
        let listener = bound(setup.http)?;
        let http = listener.local_addr()?;
        let mut framed = Vec::new();
        let mut tcp = None;
        if let Some(address) = setup.tcp {
            let listener = bound(address)?;
            tcp = Some(listener.local_addr()?);
            framed.push(Listener::Tcp(listener));
        }
        let calls = match setup.grpc {
            Some(address) => Some(bound(address)?),
            None => None,
        };
        let grpc = calls.as_ref().map(TcpListener::local_addr).transpose()?;
        framed.extend(setup.unix.map(socket_file::listen).transpose()?);
        let opened = |folder| opened(folder, setup.sync, setup.log.clone());
        let store = setup.data.map(opened).transpose().map_err(unread)?;
        let kept = store.as_ref().map(Store::read).transpose().map_err(unread)?;
        let kept = kept.unwrap_or_default();
        let may_lack = store.as_ref().is_some_and(Store::may_lack_changes) && !kept.is_empty();
        let connected = match &setup.nats {
            Some(nats) => Some(Connected::to(nats).await?),
            None => None,
        };
        let claims = claims(connected.as_ref(), &kept).await;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let spans = setup.spans.map(|target| Spans::begin(target, setup.log.clone()));
        let (spans, teller) = spans.transpose()?.unzip();
        let logging = Logging { log: setup.log, slow: Some(setup.slow), spans };
        let workers = setup.workers.unwrap_or(cores);
        let (pool, mut workers) = Pool::begin(setup.limits, workers, logging)?;
        workers.0.extend(teller);
        pool.bake(&mut workers, setup.roadmaps)?;
        log_shortened(store.as_ref(), &pool);
        let is_named = http.ip().is_loopback() || !setup.hosts.is_empty();
        let hosts = is_named.then_some(setup.hosts);
        let admission = Admission { tokens: setup.tokens, tls: setup.tls };
        let server = Server::new(pool, store, bounds, admission, hosts, setup.pages);
        let (nats, tasks) = connected.map(|connected| connected.open(&server)).unzip();
        if let Some(nats) = &nats {
            server.share(nats);
        }
        let remarks = hold_kept(&server, kept, claims, may_lack);
        log_begin(&server, [Some(http), tcp, grpc], &remarks);
        let (end, told) = watch::channel(false);
        let door = http::serve(listener, server.clone(), told.clone());
        let mut doors = vec![tokio::spawn(door)];
        for listener in framed {
            doors.push(tokio::spawn(framed::serve(listener, server.clone(), told.clone())));
        }
        if let Some(listener) = calls {
            doors.push(tokio::spawn(grpc::serve(listener, server.clone(), told.clone())));
        }
        let (worker, drain) = (nats.map(|nats| nats.worker().to_owned()), setup.drain);
        let nats = tasks;
        Ok(Running { server, http, tcp, grpc, worker, remarks, workers, end, doors, nats, drain })
    }
}

fn bounds_of(setup: &Setup) -> Bounds {
    Bounds {
        connections_max: setup.connections_max.min(Semaphore::MAX_PERMITS),
        map_bytes_max: setup.map_bytes_max,
        question_bytes_max: setup.question_bytes_max,
        idle_time: setup.idle,
        told: limits_told(setup),
    }
}

/// A folder of maps. It is written down when changes cannot be synced there: where a map is not changed any
/// more nobody would hear it.
fn opened(folder: PathBuf, sync: SyncPolicy, log: Option<Log>) -> io::Result<Store> {
    let store = Store::syncing(folder, sync)?;
    if let Some(log) = log {
        // Not through the pool, whose maps have the files that have this.
        store.hear_unsynced(move |map, error| {
            log.write("not-synced", json!({ "map": map, "told": error.to_string() }));
        });
    }
    Ok(store)
}

/// Of each map that was kept, in which epoch it goes on where maps are shared; `None` for the one it is in.
type Claims = BTreeMap<String, Result<Option<u32>, Refusal>>;

/// Asks the others who write maps.
async fn claims(connected: Option<&Connected>, kept: &[(String, Result<Kept, String>)]) -> Claims {
    let mut claims = BTreeMap::new();
    let Some(connected) = connected else { return claims };
    for (name, kept) in kept {
        if let Ok(kept) = kept {
            let claim = connected.claim(name, kept.writer.made()).await;
            claims.insert(name.clone(), claim);
        }
    }
    claims
}

/// Holds the maps that were kept, in later epochs if they may lack changes. Returns what there is to say of
/// them.
fn hold_kept(
    server: &Server,
    kept: Vec<(String, Result<Kept, String>)>,
    mut claims: Claims,
    may_lack: bool,
) -> Vec<String> {
    let mut remarks = Vec::new();
    if may_lack {
        let words = "changes were acknowledged before they were synced, and the service was not ended, or could not \
                     sync them: the last ones may be missing, and all that is kept goes on in a later epoch";
        remarks.push(words.to_owned());
    }
    let mut is_whole = true;
    for (name, kept) in kept {
        let held = kept.and_then(|kept| {
            let claim = claims.remove(&name).unwrap_or(Ok(None));
            let said = kept.remarks.clone();
            // Any epoch that is later will do.
            let later = may_lack.then_some(0);
            let held = claim.and_then(|epoch| server.hold_kept(&name, kept, epoch.or(later)));
            held.map(|()| said).map_err(|refusal| refusal.to_string())
        });
        match held {
            Ok(said) => remarks.extend(said.into_iter().map(|words| format!("{name}: {words}"))),
            Err(words) => {
                is_whole = false;
                remarks.push(format!("{name} is not served: {words}"));
            }
        }
    }
    if is_whole {
        server.has_gone_on();
    }
    remarks
}

fn log_begin(server: &Server, doors: [Option<SocketAddr>; 3], remarks: &[String]) {
    let [http, tcp, grpc] = doors.map(|door| door.map(|address| address.to_string()));
    server.pool().log("begun", || json!({ "http": http, "tcp": tcp, "grpc": grpc }));
    for remark in remarks {
        server.pool().log("remark", || json!({ "told": remark }));
    }
}

/// Has it written down when a journal is made shorter, or cannot be.
fn log_shortened(store: Option<&Store>, pool: &Pool) {
    let Some(store) = store else { return };
    let pool = pool.clone();
    store.hear(move |Shortened { map, told }| match told {
        Ok((revision, bytes)) => {
            let told = || json!({ "map": map, "revision": revision.to_string(), "bytes": bytes });
            pool.log("shortened", told);
        }
        Err(words) => pool.log("not-shortened", || json!({ "map": map, "told": words })),
    });
}

/// Refuses to be asked from elsewhere by accident.
fn check_reach(setup: &Setup) -> io::Result<()> {
    let mut addresses = [Some(setup.http), setup.tcp, setup.grpc].into_iter().flatten();
    let open = addresses.find(|address| !address.ip().is_loopback());
    let Some(open) = open.filter(|_| !setup.is_insecure) else { return Ok(()) };
    let knows = setup.tokens.is_some() || setup.tls.as_ref().is_some_and(Tls::knows_clients);
    let lack = match (&setup.tls, knows) {
        (Some(_), true) => return Ok(()),
        (Some(_), false) => "nobody is asked who they are (--tokens FILE, or --tls-clients FILE)",
        (None, false) => {
            "nobody is asked who they are (--tokens FILE), and all that is said can be read on the way (--tls-cert \
             FILE)"
        }
        (None, true) => "all that is said can be read on the way, tokens too (--tls-cert FILE)",
    };
    let words = format!(
        "{open} is not on this machine alone, and {lack}; expected an address such as 127.0.0.1:8090, with a proxy \
         before it that encrypts, or --insecure",
    );
    Err(io::Error::new(io::ErrorKind::PermissionDenied, words))
}

#[expect(clippy::needless_pass_by_value, reason = "it takes the place of the error")]
fn unread(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("the folder of maps cannot be read: {error}"))
}

fn bound(address: SocketAddr) -> io::Result<TcpListener> {
    let listening = || {
        let socket = match address {
            SocketAddr::V4(_) => TcpSocket::new_v4()?,
            SocketAddr::V6(_) => TcpSocket::new_v6()?,
        };
        // Or the next start would not have the port as long as connections of this one are remembered.
        #[cfg(unix)]
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        socket.listen(BACKLOG)
    };
    listening().map_err(|error: io::Error| {
        io::Error::new(error.kind(), format!("{address} cannot be listened to: {error}"))
    })
}

impl Running {
    /// Takes nothing new, answers what was taken, and ends. Returns whether all was answered in time.
    pub async fn end(self) -> bool {
        if let Some(nats) = &self.nats {
            // Whoever asks over NATS asks others from now on.
            nats.leave().await;
        }
        self.server.drain();
        let (pool, most) = (self.server.pool().clone(), self.drain);
        let drained = tokio::task::spawn_blocking(move || pool.drain(most)).await.unwrap_or(false);
        // Nobody listens any more if all doors have ended by themselves.
        let _ = self.end.send(true);
        for door in self.doors {
            let _ = door.await;
        }
        if let Some(nats) = self.nats {
            nats.end().await;
        }
        self.server.pool().end();
        self.server.pool().log("ended", || json!({ "is_whole": drained }));
        let workers = self.workers;
        let _ = tokio::task::spawn_blocking(move || workers.join()).await;
        drained
    }
}
