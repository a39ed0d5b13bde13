//! A real `nats-server` for as long as a test takes, which can be killed, damaged and begun again.

use std::fs;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// A broker on a port of its own, with a folder of its own.
#[derive(Debug)]
pub(crate) struct Broker {
    process: Option<Child>,
    address: SocketAddr,
    folder: PathBuf,
    // What its file says of all but whom it lets in.
    config: String,
}

/// What stands in its file besides where it listens.
#[derive(Default)]
struct More<'a> {
    storing: &'a str,
    letting_in: &'a str,
}

#[allow(dead_code, reason = "not every test does all of it")]
impl Broker {
    pub(crate) fn begin() -> Broker {
        Broker::with("")
    }

    /// The same with more in its part about what is stored.
    pub(crate) fn with(storing: &str) -> Broker {
        Broker::new("127.0.0.1", &More { storing, ..More::default() })
    }

    /// The same with more about whom it lets in, and how.
    pub(crate) fn letting_in(whom: &str) -> Broker {
        Broker::new("127.0.0.1", &More { letting_in: whom, ..More::default() })
    }

    /// The same at one of this machine's addresses.
    pub(crate) fn at(host: &str, storing: &str) -> Broker {
        Broker::new(host, &More { storing, ..More::default() })
    }

    fn new(host: &str, &More { storing, letting_in }: &More<'_>) -> Broker {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("xunlu-nats-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("a folder");
        let listener = TcpListener::bind((host, 0)).expect("there is a free port");
        let address = listener.local_addr().expect("it is bound");
        drop(listener);
        let store = folder.join("store");
        // Whoever is cut off is found out as soon as by our own pings.
        let config = format!(
            "listen: \"{address}\"\nping_interval: \"1s\"\nping_max: 2\njetstream {{\nstore_dir: {store:?}\n{storing}\n}}\n"
        );
        let mut broker = Broker { process: None, address, folder, config };
        broker.begin_again(letting_in);
        broker
    }

    /// Kills it if it is there, and begins it with something else about whom it lets in.
    pub(crate) fn begin_again(&mut self, letting_in: &str) {
        self.kill();
        let config = format!("{}{letting_in}\n", self.config);
        fs::write(self.folder.join("config"), config).expect("it is written");
        self.start();
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://{}", self.address)
    }

    /// Its address as somebody has it who shows this before the host, or by a name.
    pub(crate) fn url_as(&self, who: &str) -> String {
        format!("nats://{who}@{}", self.address)
    }

    pub(crate) fn port(&self) -> u16 {
        self.address.port()
    }

    pub(crate) fn start(&mut self) {
        let words = "nats-server is missing; install it (Debian, Ubuntu: apt-get install nats-server), or leave \
                     these tests out";
        let log = self.folder.join("log");
        let log = fs::File::options().create(true).append(true).open(log).expect("a log");
        let process = Command::new(program())
            .arg("--config")
            .arg(self.folder.join("config"))
            .stdout(Stdio::null())
            .stderr(log)
            .spawn();
        self.process = Some(process.expect(words));
        let end = Instant::now() + Duration::from_secs(10);
        while TcpStream::connect(self.address).is_err() {
            assert!(Instant::now() < end, "nats-server begins");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Kills it with all that it has not written yet.
    pub(crate) fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill().expect("it can be killed");
            process.wait().expect("it ends");
        }
    }

    /// The file of a stream that holds its last messages.
    pub(crate) fn last_block(&self, stream: &str) -> PathBuf {
        let folder = self.folder.join("store/jetstream/$G/streams").join(stream).join("msgs");
        let blocks = fs::read_dir(folder).expect("the stream is there").flatten();
        let blocks = blocks.map(|entry| entry.path());
        let number = |path: &PathBuf| path.file_stem()?.to_str()?.parse::<u64>().ok();
        let blocks = blocks.filter(|path| path.extension().is_some_and(|ending| ending == "blk"));
        blocks.max_by_key(number).expect("it holds messages")
    }
}

/// Debian keeps it where not everybody looks.
fn program() -> PathBuf {
    let debian = PathBuf::from("/usr/sbin/nats-server");
    let named = std::env::var_os("NATS_SERVER").map(PathBuf::from);
    named.unwrap_or(if debian.exists() { debian } else { PathBuf::from("nats-server") })
}

impl Drop for Broker {
    fn drop(&mut self) {
        if let Some(mut process) = self.process.take() {
            // Whatever keeps them from it, the test says what is wrong.
            let _ = process.kill();
            let _ = process.wait();
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}
