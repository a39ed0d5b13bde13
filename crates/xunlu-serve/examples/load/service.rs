//! The service with one map, and the one that does nothing, each on threads of its own.

use crate::Given;
use crate::doors::Places;
use crate::nothing;
use crate::questions::{Asked, MAP};
use std::error::Error;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Runtime};
use xunlu::Algorithm;
use xunlu_client::{NatsBroker, Navigator, Remote, Response, Wish};
use xunlu_serve::{Baking, MapPatterns, NatsSetup, Running, Server, Setup, Tls};

/// The threads of the service, and those of the one that does nothing.
pub(crate) const OURS: [&str; 4] = ["sockets", "search", "write", "clock"];
pub(crate) const NOTHING: [&str; 1] = ["nothing"];

/// As many as `xunlu serve` has for sockets.
const SOCKET_THREADS: usize = 2;

/// The service as it runs.
pub(crate) struct Service {
    runtime: Runtime,
    running: Running,
    folder: PathBuf,
    pub(crate) places: Places,
}

/// Threads for sockets.
pub(crate) fn sockets(name: &str) -> std::io::Result<Runtime> {
    Builder::new_multi_thread()
        .worker_threads(SOCKET_THREADS)
        .thread_name(name)
        .enable_all()
        .build()
}

/// A folder of this program's own, for sockets.
fn folder(name: &str) -> std::io::Result<PathBuf> {
    let folder = std::env::temp_dir().join(format!("xunlu-load-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

impl Service {
    /// Begins, and holds the map.
    pub(crate) fn begin(
        map: &[u8],
        nats: Option<&str>,
        tls: Option<Tls>,
    ) -> Result<Service, Box<dyn Error>> {
        Service::begin_with(map, nats, Setup { tls, ..Setup::default() })
    }

    fn begin_with(map: &[u8], nats: Option<&str>, setup: Setup) -> Result<Service, Box<dyn Error>> {
        let service = Service::of(nats, setup)?;
        service.running.server.put(MAP, "", map)?;
        Ok(service)
    }

    /// Begins as is said, and waits for the roadmap if paths are to be looked up.
    pub(crate) fn given(given: &Given) -> Result<Service, Box<dyn Error>> {
        let still = given.has_roadmap.then_some(Duration::ZERO);
        let roadmaps = Baking { still, ..Baking::default() };
        let setup = Setup { roadmaps, ..Setup::default() };
        let service = Service::begin_with(&given.map, given.nats(), setup)?;
        if given.has_roadmap {
            service.wait_for_roadmap(&given.paths[0])?;
        }
        Ok(service)
    }

    /// Begins without a map of its own.
    pub(crate) fn follow(nats: Option<&str>, tls: Option<Tls>) -> Result<Service, Box<dyn Error>> {
        Service::of(nats, Setup { tls, ..Setup::default() })
    }

    fn of(nats: Option<&str>, setup: Setup) -> Result<Service, Box<dyn Error>> {
        let runtime = sockets("sockets")?;
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        static COUNT: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let folder = folder(&format!("ours-{number}"))?;
        let unix = folder.join("socket");
        let over_nats =
            nats.map(|url| NatsSetup { broker: NatsBroker::at(url), maps: MapPatterns::of([MAP]) });
        let setup = Setup {
            http: any,
            tcp: Some(any),
            grpc: Some(any),
            unix: Some(unix.clone()),
            nats: over_nats,
            ..setup
        };
        let running = runtime.block_on(Server::begin(setup))?;
        let places = Places {
            http: running.http,
            grpc: running.grpc.ok_or("gRPC is listened to")?,
            tcp: running.tcp.ok_or("frames are listened to")?,
            unix,
            nats: nats.map(|url| (url.to_owned(), "xunlu.v1.ask.map")),
            tls: None,
        };
        Ok(Service { runtime, running, folder, places })
    }

    /// Asks until paths are looked up.
    pub(crate) fn wait_for_roadmap(&self, asked: &Asked) -> Result<(), Box<dyn Error>> {
        let remote = Remote::new(&self.running.http.to_string())?;
        let end = Instant::now() + Duration::from_secs(60);
        while Instant::now() < end {
            let told = remote.ask(MAP, &asked.what, &Wish::default())?;
            if matches!(told, Response::Path(answer) if answer.algorithm == Algorithm::Roadmap) {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Err("no roadmap was baked in a minute".into())
    }

    /// Whether it holds the map.
    pub(crate) fn has_map(&self) -> bool {
        self.running.server.has(MAP)
    }

    /// Ends when all that was asked is answered.
    pub(crate) fn end(self) -> Result<(), Box<dyn Error>> {
        let is_whole = self.runtime.block_on(self.running.end());
        std::fs::remove_dir_all(&self.folder)?;
        if is_whole { Ok(()) } else { Err("not all was answered".into()) }
    }
}

/// The service that does nothing, as long as this is there.
pub(crate) struct Idle {
    runtime: Runtime,
    folder: PathBuf,
    pub(crate) places: Places,
}

impl Idle {
    pub(crate) fn begin(nats: Option<&str>) -> Result<Idle, Box<dyn Error>> {
        let runtime = sockets("nothing")?;
        let folder = folder("nothing")?;
        let unix = folder.join("socket");
        let own = runtime.block_on(nothing::serve(&unix))?;
        let subject = "nothing.map";
        if let Some(url) = nats {
            runtime.block_on(nothing::serve_nats(url, subject))?;
        }
        let nats = nats.map(|url| (url.to_owned(), subject));
        let places = Places { http: own.http, grpc: own.http, tcp: own.tcp, unix, nats, tls: None };
        Ok(Idle { runtime, folder, places })
    }

    pub(crate) fn end(self) -> std::io::Result<()> {
        self.runtime.shutdown_background();
        std::fs::remove_dir_all(&self.folder)
    }
}
