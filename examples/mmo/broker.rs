//! A folder for as long as the game is played, and a `nats-server` in it if one is asked for.

use std::error::Error;
use std::fs::{self, File};
use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// So long it may take to begin.
const PATIENCE: Duration = Duration::from_secs(10);

/// A folder of our own, which goes when this does.
#[derive(Debug)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> io::Result<Folder> {
        let folder = std::env::temp_dir().join(format!("xunlu-mmo-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        Ok(Folder(folder))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A broker for as long as this is.
#[derive(Debug)]
pub(crate) struct Broker {
    process: Child,
    address: SocketAddr,
}

impl Broker {
    /// Begins one that stores what it has to in a folder.
    pub(crate) fn begin(folder: &Path) -> Result<Broker, Box<dyn Error>> {
        // A port that was free just now.
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        // Pings as docs/nats.md has them: a worker that is gone is found out in seconds.
        let config = format!(
            "listen: \"{address}\"\nping_interval: \"1s\"\nping_max: 2\njetstream {{ store_dir: {:?} }}\n",
            folder.join("nats")
        );
        let file = folder.join("nats.conf");
        fs::write(&file, config)?;
        let mut command = Command::new(program());
        // Ctrl+C reaches all of a group: it would be gone before the workers are.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let process = command
            .arg("--config")
            .arg(&file)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::create(folder.join("nats.log"))?)
            .spawn()
            .map_err(|error| format!("nats-server cannot be begun: {error}"))?;
        let broker = Broker { process, address };
        let until = Instant::now() + PATIENCE;
        while TcpStream::connect(address).is_err() {
            if Instant::now() > until {
                return Err("nats-server does not listen".into());
            }
            thread::sleep(Duration::from_millis(20));
        }
        Ok(broker)
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://{}", self.address)
    }
}

impl Drop for Broker {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Debian keeps it where not everybody looks.
fn program() -> PathBuf {
    let debian = PathBuf::from("/usr/sbin/nats-server");
    if debian.exists() { debian } else { PathBuf::from("nats-server") }
}
