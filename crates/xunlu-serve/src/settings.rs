//! All that can be set of the service: one table for its file, its environment, its command line, its
//! documentation and what it tells of its limits.

mod given;
mod table;

pub use given::{Given, environment_name};
pub use table::{Count, SETTINGS, Setting, SettingKind};

use crate::{Log, MapPatterns, NatsSetup, Setup, Tls, Tokens};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use xunlu_client::{NatsBroker, Refusal};

/// So large a file of tokens, or one of settings, may be.
const FILE_BYTES_MAX: u64 = 4 << 20;

/// What was set, before any file is read that it names.
#[derive(Clone, Debug, Default)]
pub struct ServiceSettings {
    /// What needs no file.
    pub setup: Setup,
    /// Where frames over TCP are listened to, or that they are not; `None` if nobody said.
    pub tcp: Option<Option<SocketAddr>>,
    /// Where gRPC is listened to, or that it is not; `None` if nobody said.
    pub grpc: Option<Option<SocketAddr>>,
    /// Where it is written down what happens: `stderr`, or a file.
    pub log: Option<String>,
    /// The broker of NATS.
    pub nats: Option<String>,
    /// The file of credentials that it is shown.
    pub nats_creds: Option<PathBuf>,
    /// The file of the authorities that may have signed its certificate.
    pub nats_ca: Option<PathBuf>,
    /// The maps that are followed over NATS, as patterns.
    pub maps: Vec<String>,
    /// The file of tokens.
    pub tokens: Option<PathBuf>,
    /// The file of the certificate that the service shows.
    pub tls_cert: Option<PathBuf>,
    /// The file of its private key.
    pub tls_key: Option<PathBuf>,
    /// The file of the authorities whose clients are let in.
    pub tls_clients: Option<PathBuf>,
}

impl ServiceSettings {
    /// The setup, with what stands in the files that are named.
    ///
    /// # Errors
    /// When a file cannot be read or is not understood.
    pub fn setup(&self) -> Result<Setup, Refusal> {
        let own = |said: Option<Option<SocketAddr>>, port: u16| match said {
            Some(said) => said,
            // A second service on this machine is given another port for HTTP, and shall not fail for one
            // that nobody asked for.
            None if self.setup.http.port() == 8090 => Some(loopback(port)),
            None => Some(loopback(0)),
        };
        let tokens = self.tokens()?;
        let (tcp, grpc) = (own(self.tcp, 8091), own(self.grpc, 8092));
        let (tls, log, nats) = (self.tls()?, self.log()?, self.nats()?);
        Ok(Setup { tcp, grpc, tokens, tls, log, nats, ..self.setup.clone() })
    }

    fn nats(&self) -> Result<Option<NatsSetup>, Refusal> {
        let Some(url) = &self.nats else {
            let other = [
                (!self.maps.is_empty(), "maps are followed over NATS"),
                (self.nats_creds.is_some(), "nats-creds are for a broker of NATS"),
                (self.nats_ca.is_some(), "nats-ca is for a broker of NATS"),
            ];
            let Some((_, said)) = other.into_iter().find(|&(is, _)| is) else { return Ok(None) };
            let words = format_args!("{said}; expected the setting nats as well");
            return Err(Refusal::not_understood(words));
        };
        let mut broker = NatsBroker::at(url);
        if let Some(file) = &self.nats_creds {
            let told =
                |refusal| Refusal::not_understood(format_args!("{}: {refusal}", file.display()));
            broker = broker.with_credentials(&text_of(file)?).map_err(told)?;
        }
        if let Some(file) = &self.nats_ca {
            // It is read each time that it is connected to, and shall be wrong now rather than then.
            text_of(file)?;
            broker = broker.with_authorities(file);
        }
        let maps = MapPatterns::of(self.maps.iter().map(String::as_str));
        Ok(Some(NatsSetup { broker, maps }))
    }

    fn log(&self) -> Result<Option<Log>, Refusal> {
        let Some(place) = &self.log else { return Ok(None) };
        if place == "stderr" {
            // Nobody is there to be told that it cannot be written.
            let write = |line: &str| drop(writeln!(io::stderr(), "{line}"));
            return Ok(Some(Log::to(write)));
        }
        let file = OpenOptions::new().create(true).append(true).open(place);
        let file = file.map_err(|error| {
            Refusal::not_understood(format_args!("{place} cannot be written: {error}"))
        })?;
        // In one piece, so that lines of two threads do not lie in each other.
        let write = move |line: &str| drop((&file).write_all(format!("{line}\n").as_bytes()));
        Ok(Some(Log::to(write)))
    }

    /// The tokens that stand in the file now.
    pub(crate) fn tokens(&self) -> Result<Option<Tokens>, Refusal> {
        self.tokens.as_deref().map(tokens_of).transpose()
    }

    /// What connections are encrypted with as it stands in the files now.
    pub(crate) fn tls(&self) -> Result<Option<Tls>, Refusal> {
        let clients = self.tls_clients.as_deref();
        match (&self.tls_cert, &self.tls_key) {
            (Some(chain), Some(key)) => Tls::of_files(chain, key, clients).map(Some),
            (None, None) if clients.is_none() => Ok(None),
            _ => {
                let words = "tls-cert, tls-key and tls-clients: the first two stand together; expected both";
                Err(Refusal::not_understood(words))
            }
        }
    }
}

/// The limits by their names, for who asks the service.
pub(crate) fn limits_told(setup: &Setup) -> Vec<(&'static str, u64)> {
    let settings = ServiceSettings { setup: setup.clone(), ..ServiceSettings::default() };
    let limits = SETTINGS.iter().filter_map(|setting| match setting.kind {
        SettingKind::Limit(count) => Some((setting.key, (count.is)(&settings))),
        _ => None,
    });
    limits.collect()
}

fn loopback(port: u16) -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], port))
}

/// The tokens of a file.
fn tokens_of(path: &Path) -> Result<Tokens, Refusal> {
    let told = path.display();
    Tokens::parse(&text_of(path)?).map_err(|refusal| {
        let hint = "`xunlu serve token NAME --file FILE` makes one";
        Refusal::not_understood(format_args!("{told}: {refusal} ({hint})"))
    })
}

/// What stands in a file that is not large.
///
/// # Errors
/// When it cannot be read, or is large.
pub fn text_of(path: &Path) -> Result<String, Refusal> {
    let read = || -> io::Result<String> {
        let mut text = String::new();
        File::open(path)?.take(FILE_BYTES_MAX + 1).read_to_string(&mut text)?;
        if text.len() as u64 > FILE_BYTES_MAX {
            let words = format!("it has more than {FILE_BYTES_MAX} bytes");
            return Err(io::Error::other(words));
        }
        Ok(text)
    };
    read().map_err(|error| {
        Refusal::not_understood(format_args!("{} cannot be read: {error}", path.display()))
    })
}
