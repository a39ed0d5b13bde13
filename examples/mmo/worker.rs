//! A worker: this program once more, as a service of its own, until whoever began it lets go.

use std::error::Error;
use std::io::{Read, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use tokio::runtime::Builder;
use xunlu_client::NatsBroker;
use xunlu_serve::{MapPatterns, NatsSetup, Server, ServiceLimits, Setup};

/// The first word of a command line that makes a worker of this program.
pub(crate) const WORD: &str = "worker";

/// So many questions may wait at a worker. Few on purpose: who would wait long is refused at once instead,
/// and a unit that stands still for half a second is no harm.
const WAITING_MAX: usize = 24;

/// Where a worker is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Address {
    pub(crate) http: SocketAddr,
    pub(crate) tcp: SocketAddr,
}

impl Address {
    /// From the line that a worker prints.
    pub(crate) fn of(line: &str) -> Option<Address> {
        let (http, tcp) = line.trim().split_once(' ')?;
        Some(Address { http: http.parse().ok()?, tcp: tcp.parse().ok()? })
    }
}

/// Serves until there is nothing more to read, which is when the gateway ends, however it does.
pub(crate) fn run(words: &[String]) -> Result<(), Box<dyn Error>> {
    let [folder, nats @ ..] = words else { return Err("expected a folder".into()) };
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    let nats = nats
        .first()
        .map(|url| NatsSetup { broker: NatsBroker::at(url), maps: MapPatterns::of([]) });
    let setup = Setup {
        http: any,
        tcp: Some(any),
        grpc: None,
        // One that follows another over NATS keeps nothing.
        data: Some(PathBuf::from(folder)).filter(|folder| !folder.as_os_str().is_empty()),
        nats,
        limits: ServiceLimits { waiting_max: WAITING_MAX, ..ServiceLimits::default() },
        ..Setup::default()
    };
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let running = runtime.block_on(Server::begin(setup))?;
    // Ctrl+C reaches all processes at a terminal; the gateway says when it is time.
    runtime.spawn(async { while tokio::signal::ctrl_c().await.is_ok() {} });
    let tcp = running.tcp.ok_or("frames are listened to")?;
    let mut out = std::io::stdout();
    writeln!(out, "{} {tcp}", running.http)?;
    out.flush()?;
    std::io::stdin().read_to_end(&mut Vec::new())?;
    runtime.block_on(running.end());
    Ok(())
}
