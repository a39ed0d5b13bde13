//! A folder for as long as the game is played, and a `nats-server` in it if one is asked for.

use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
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

/// The first word of a command line that makes of this program one who minds a broker.
pub(crate) const WORD: &str = "broker";

/// A broker for as long as this is, or the process that has it, however that ends.
#[derive(Debug)]
pub(crate) struct Broker {
    minder: Child,
    url: String,
}

impl Broker {
    /// Begins one that stores what it has to in a folder.
    pub(crate) fn begin(folder: &Path) -> Result<Broker, Box<dyn Error>> {
        let mut command = Command::new(std::env::current_exe()?);
        // Ctrl+C reaches all of a group: it would be gone before the workers are.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut minder =
            command.arg(WORD).arg(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let out = minder.stdout.take().ok_or("its output is ours")?;
        let mut broker = Broker { minder, url: String::new() };
        BufReader::new(out).read_line(&mut broker.url)?;
        if broker.url.is_empty() {
            return Err("there is no broker".into());
        }
        Ok(broker)
    }

    pub(crate) fn url(&self) -> String {
        self.url.trim().to_owned()
    }
}

impl Drop for Broker {
    fn drop(&mut self) {
        drop(self.minder.stdin.take());
        // It may have ended by itself.
        let _ = self.minder.wait();
    }
}

/// Minds a broker until there is nothing more to read from whoever wants it: so it is ended even where that
/// one was killed and could end nothing any more.
pub(crate) fn mind(words: &[String]) -> Result<(), Box<dyn Error>> {
    let [folder] = words else { return Err("expected a folder".into()) };
    mind_until(Path::new(folder), io::stdin(), io::stdout())
}

fn mind_until(
    folder: &Path,
    mut wanted: impl Read,
    mut told: impl Write,
) -> Result<(), Box<dyn Error>> {
    let server = Server::begin(folder)?;
    writeln!(told, "nats://{}", server.address)?;
    told.flush()?;
    wanted.read_to_end(&mut Vec::new())?;
    Ok(())
}

/// The server itself.
#[derive(Debug)]
struct Server {
    process: Child,
    address: SocketAddr,
}

impl Server {
    fn begin(folder: &Path) -> Result<Server, Box<dyn Error>> {
        // A port that was free just now.
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        // Pings as docs/nats.md has them: a worker that is gone is found out in seconds.
        let config = format!(
            "listen: \"{address}\"\nping_interval: \"1s\"\nping_max: 2\njetstream {{ store_dir: {:?} }}\n",
            folder.join("nats")
        );
        let file = folder.join("nats.conf");
        fs::write(&file, config)?;
        let process = Command::new(program())
            .arg("--config")
            .arg(&file)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::create(folder.join("nats.log"))?)
            .spawn()
            .map_err(|error| format!("nats-server cannot be begun: {error}"))?;
        let server = Server { process, address };
        let until = Instant::now() + PATIENCE;
        while TcpStream::connect(address).is_err() {
            if Instant::now() > until {
                return Err("nats-server does not listen".into());
            }
            thread::sleep(Duration::from_millis(20));
        }
        Ok(server)
    }
}

impl Drop for Server {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broker_ends_when_nobody_is_there_to_want_it() {
        let folder = Folder::new().expect("a folder");
        let ((read, write), (url, told)) =
            (io::pipe().expect("a pipe"), io::pipe().expect("a pipe"));
        thread::scope(|scope| {
            let minder =
                scope.spawn(|| mind_until(folder.path(), read, told).expect("it is minded"));
            let mut line = String::new();
            BufReader::new(url).read_line(&mut line).expect("it says where it is");
            let address = line.trim().strip_prefix("nats://").expect("an address");
            assert!(TcpStream::connect(address).is_ok(), "it listens");
            // As the system does for whoever was killed.
            drop(write);
            minder.join().expect("it ends");
            assert!(TcpStream::connect(address).is_err(), "it is gone");
        });
    }
}
