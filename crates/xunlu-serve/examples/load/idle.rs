//! How much memory connections take on which nothing is said.

use crate::Given;
use crate::clients;
use crate::doors::{Places, Way};
use crate::processors::resident_bytes;
use crate::service::Service;
use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use xunlu_client::Encoding;

/// So many connections.
const COUNT: usize = 10_000;

/// So long nothing is said before it is looked.
const QUIET: Duration = Duration::from_millis(500);

/// Looks at each kind in a process of its own, for what one has let go of another takes up.
pub(crate) fn run(words: &[String]) -> Result<(), Box<dyn Error>> {
    println!(
        "{:12}{:>12}{:>10}{:>10}{:>12}",
        "connections", "", "MB before", "MB more", "bytes each"
    );
    for kind in ["http", "http2", "websocket", "frames"] {
        let mut child = Command::new(std::env::current_exe()?);
        if !child.args(["idle-alone", kind]).args(words).status()?.success() {
            return Err(format!("{kind} was not measured").into());
        }
    }
    Ok(())
}

/// Has another process hold connections, for there are only so many sockets in each.
pub(crate) fn alone(kind: &str, given: &Given) -> Result<(), Box<dyn Error>> {
    let service = Service::begin(&given.map, None, None)?;
    let address = match kind {
        "frames" => service.places.tcp,
        "http2" => service.places.grpc,
        _ => service.places.http,
    };
    let before = resident_bytes().ok_or("Linux alone tells it")?;
    let mut child = Command::new(std::env::current_exe()?)
        .args(["hold", kind, &address.to_string(), &COUNT.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut said = String::new();
    let out = child.stdout.take().ok_or("it has an output")?;
    BufReader::new(out).read_line(&mut said)?;
    std::thread::sleep(QUIET);
    let after = resident_bytes().ok_or("Linux alone tells it")?;
    let held: usize = said.trim().parse().map_err(|_| format!("it said {said:?}"))?;
    let more = after.saturating_sub(before);
    let [before, megabytes] = [before, more].map(|bytes| bytes as f64 / 1e6);
    println!("{held:<12}{kind:>12}{before:10.1}{megabytes:10.1}{:12}", more / held as u64);
    drop(child.stdin.take());
    child.wait()?;
    service.end()
}

/// Holds connections, says how many are still there when all are, and waits until nobody listens.
pub(crate) fn hold(words: &[String]) -> Result<(), Box<dyn Error>> {
    let [kind, address, count] = words else { return Err("expected KIND ADDRESS COUNT".into()) };
    let (address, count): (SocketAddr, usize) = (address.parse()?, count.parse()?);
    let places = Places {
        http: address,
        grpc: address,
        tcp: address,
        unix: Default::default(),
        nats: None,
        tls: None,
    };
    clients()?.block_on(async {
        let mut held = Vec::new();
        for _ in 0..count {
            held.push(match kind.as_str() {
                "websocket" => places.stream(Way::WebSocket(Encoding::Json)).await?,
                "frames" => {
                    let mut stream = places.stream(Way::Tcp).await?;
                    stream
                        .write_all(&xunlu_client::Frame::of(1, &xunlu_client::Call::Ping))
                        .await?;
                    stream.read_u8().await?;
                    stream
                }
                "http2" => {
                    let mut stream = places.stream(Way::Http(Encoding::Json)).await?;
                    // The preface and an empty frame of settings (RFC 9113, section 3.4).
                    stream
                        .write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0")
                        .await?;
                    stream.read_u8().await?;
                    stream
                }
                _ => {
                    let mut stream = places.stream(Way::Http(Encoding::Json)).await?;
                    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").await?;
                    stream.read_u8().await?;
                    stream
                }
            });
        }
        println!("{}", held.len());
        std::io::stdout().flush()?;
        // It ends with the one who began it.
        let end = || std::io::stdin().lines().next();
        tokio::task::spawn_blocking(end).await?;
        Ok(())
    })
}
