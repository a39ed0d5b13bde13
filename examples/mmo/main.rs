//! A town of an online game: two thousand units ask for their way, and doors shut before them.
//!
//! ```sh
//! cargo run --release -p xunlu-serve --example mmo              # and open http://127.0.0.1:8100
//! cargo run --release -p xunlu-serve --example mmo -- --nats    # the same over a nats-server of its own
//! cargo run --release -p xunlu-serve --example mmo -- --seconds 20 --kill-after 8   # without the page
//! ```
//!
//! A gateway moves the units and takes their questions to two workers, which are processes of their own: kill
//! one, and the other answers for it. No unit ever goes through a closed door; a referee counts if one does.
//!
//! | file | what is in it |
//! | --- | --- |
//! | `town.rs`, `doors.rs` | the map, and how its doors stand |
//! | `unit.rs`, `swarm.rs`, `referee.rs` | who walks there, and by which rules |
//! | `gateway.rs`, `lanes.rs`, `watching.rs` | questions to the workers, and news of broken paths |
//! | `worker.rs`, `workers.rs`, `ledger.rs`, `broker.rs` | the workers, and how all come to the same map |
//! | `game.rs`, `stream.rs`, `page.rs`, `page/` | a tick of the game, and what is seen of it |
//! | `figures.rs`, `shares.rs` | what is counted |

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]
#![cfg_attr(test, allow(dead_code, reason = "tests begin no processes"))]

mod town;
mod doors;
mod unit;
mod swarm;
mod referee;
mod worker;
mod ledger;
mod lanes;
mod workers;
mod gateway;
mod watching;
mod figures;
mod shares;
mod stream;
mod page;
mod game;
mod options;
mod broker;
mod http;

use broker::{Broker, Folder};
use figures::Figures;
use game::Game;
use gateway::Gateway;
use options::Options;
use shares::Shares;
use std::error::Error;
use std::net::{SocketAddr, TcpListener};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};
use town::Town;
use watching::Watching;
use workers::Workers;

/// So long the workers may take to be there.
const BEGIN_TIME: Duration = Duration::from_secs(30);

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let ended = match words.split_first() {
        Some((word, rest)) if word == worker::WORD => worker::run(rest).map(|()| 0),
        Some((word, rest)) if word == broker::WORD => broker::mind(rest).map(|()| 0),
        _ => Options::of(&words).and_then(|options| play(&options)),
    };
    match ended {
        Ok(0) => ExitCode::SUCCESS,
        Ok(errors) => {
            complain(&format!("{errors} errors were counted"));
            ExitCode::FAILURE
        }
        Err(error) => {
            complain(&error.to_string());
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stderr, reason = "a program says what went wrong")]
fn complain(words: &str) {
    eprintln!("mmo: {words}");
}

/// Has all end that was begun, however the game ends: whoever waits for something would wait for ever.
struct Ending<'a> {
    workers: &'a Workers,
    watching: &'a Watching,
    page: Option<SocketAddr>,
    is_over: &'a AtomicBool,
}

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        self.workers.end();
        self.watching.end();
        if let Some(page) = self.page {
            page::wake(page);
        }
    }
}

/// Plays until Ctrl+C, or for the seconds that were asked for. Returns how many errors were counted.
fn play(options: &Options) -> Result<u64, Box<dyn Error>> {
    let folder = Folder::new()?;
    let broker = options.nats.then(|| Broker::begin(folder.path())).transpose()?;
    let nats = broker.as_ref().map(Broker::url);
    let (town, figures) = (Arc::new(Town::of(town::TEXT)), Arc::<Figures>::default());
    let workers = Workers::new(town, figures.clone(), folder.path().to_owned(), nats)?;
    let watching = Watching::new(town::TEXT.parse::<xunlu::Grid>()?.into(), options.units);
    let (shares, is_over, connections) = <(Shares, AtomicBool, AtomicUsize)>::default();
    let listener = options.page.map(TcpListener::bind).transpose()?;
    let page = listener.as_ref().map(TcpListener::local_addr).transpose()?;
    let is_interrupted = interrupted()?;
    let wrong = thread::scope(|scope| {
        let kept = gateway::keep(scope, &workers);
        let ending = Ending { workers: &workers, watching: &watching, page, is_over: &is_over };
        let (gateway, letters) = Gateway::open(scope, &workers);
        watching.begin(scope, &workers, &letters);
        scope.spawn(|| shares.watch(&workers));
        let (want, wanted) = channel();
        if let Some(listener) = &listener {
            page::serve(scope, listener, &is_over, &connections, want);
        }
        if wait_for_workers(&workers, is_interrupted) {
            if let Some(page) = page {
                println!("{} units walk: http://{page}\nCtrl+C ends it.", options.units);
            }
            let mut game = Game::new(options, &workers, &watching, &shares, gateway, wanted);
            game.play(is_interrupted, options.seconds);
            println!("{}", game.summary());
        }
        drop(ending);
        let kept = kept.into_iter().map(|kept| kept.join().expect("a keeper does not panic"));
        kept.filter_map(Result::err).collect::<Vec<String>>()
    });
    if wrong.is_empty() { Ok(figures.errors()) } else { Err(wrong.join("; ").into()) }
}

/// Waits until all workers can be asked. Returns whether they can.
fn wait_for_workers(workers: &Workers, is_interrupted: &AtomicBool) -> bool {
    let until = Instant::now() + BEGIN_TIME;
    while workers.addresses().iter().any(Option::is_none) {
        let is_over = workers.is_over() || is_interrupted.load(Ordering::Relaxed);
        if is_over || Instant::now() > until {
            return false;
        }
        thread::sleep(Duration::from_millis(20));
    }
    true
}

/// Whether somebody pressed Ctrl+C, or asked the process to end.
fn interrupted() -> Result<&'static AtomicBool, Box<dyn Error>> {
    static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);
    static RUNTIME: OnceLock<tokio::runtime::Runtime> = OnceLock::new();
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    RUNTIME.get_or_init(|| runtime).spawn(async {
        if asked_to_end().await.is_ok() {
            IS_INTERRUPTED.store(true, Ordering::Relaxed);
        }
    });
    Ok(&IS_INTERRUPTED)
}

#[cfg(unix)]
async fn asked_to_end() -> std::io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        pressed = tokio::signal::ctrl_c() => pressed,
        _ = terminate.recv() => Ok(()),
    }
}

#[cfg(not(unix))]
async fn asked_to_end() -> std::io::Result<()> {
    tokio::signal::ctrl_c().await
}
