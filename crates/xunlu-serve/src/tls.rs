//! Encryption of all doors but the socket in the file system, by TLS 1.2 and 1.3, and clients who are known
//! by certificates of their own.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::WebPkiClientVerifier;
use tokio_rustls::rustls::{RootCertStore, ServerConfig};
use xunlu_client::Refusal;

/// The certificate that the service shows, and whose clients it knows. A clone is the same.
#[derive(Clone)]
pub struct Tls {
    acceptors: [TlsAcceptor; 3],
    knows_clients: bool,
}

/// What is spoken on a connection, as the two ends agree on it while they begin (ALPN, RFC 7301).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spoken {
    Http,
    Grpc,
    Frames,
}

impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tls").field("knows_clients", &self.knows_clients).finish_non_exhaustive()
    }
}

impl Tls {
    /// With a certificate and those between it and a known authority, its private key, and the authorities
    /// whose clients are let in; anybody is if none are named. All are texts as PEM has them.
    ///
    /// # Errors
    /// When one of them is not understood, or the key is not that of the certificate.
    pub fn new(chain: &str, key: &str, clients: Option<&str>) -> Result<Tls, Refusal> {
        let chain = certificates("tls-cert", chain)?;
        let key = PrivateKeyDer::from_pem_slice(key.as_bytes()).map_err(|error| {
            bad("tls-key", format_args!("{error}; expected a private key as PEM has it"))
        })?;
        let provider = Arc::new(ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider.clone())
            .with_safe_default_protocol_versions()
            .map_err(|error| bad("tls-cert", error))?;
        let config = match clients {
            None => config.with_no_client_auth(),
            Some(clients) => {
                let mut known = RootCertStore::empty();
                for authority in certificates("tls-clients", clients)? {
                    known.add(authority).map_err(|error| bad("tls-clients", error))?;
                }
                let verifier =
                    WebPkiClientVerifier::builder_with_provider(Arc::new(known), provider).build();
                config
                    .with_client_cert_verifier(verifier.map_err(|error| bad("tls-clients", error))?)
            }
        };
        let config = config.with_single_cert(chain, key);
        let config = config.map_err(|error| bad("tls-key", error))?;
        let acceptors = Spoken::ALL.map(|spoken| {
            let mut config = config.clone();
            let names = spoken.names().iter();
            config.alpn_protocols = names.map(|name| name.as_bytes().to_vec()).collect();
            TlsAcceptor::from(Arc::new(config))
        });
        Ok(Tls { acceptors, knows_clients: clients.is_some() })
    }

    /// The same from files.
    ///
    /// # Errors
    /// When a file cannot be read, or as [`new`](Self::new).
    pub fn of_files(chain: &Path, key: &Path, clients: Option<&Path>) -> Result<Tls, Refusal> {
        let clients = clients.map(crate::text_of).transpose()?;
        Tls::new(&crate::text_of(chain)?, &crate::text_of(key)?, clients.as_deref())
    }

    /// Whether it is asked who clients are.
    pub(crate) fn knows_clients(&self) -> bool {
        self.knows_clients
    }

    /// Begins connections on which this is spoken.
    pub(crate) fn acceptor(&self, spoken: Spoken) -> TlsAcceptor {
        self.acceptors[spoken as usize].clone()
    }
}

impl Spoken {
    /// In the order of their numbers.
    const ALL: [Spoken; 3] = [Spoken::Http, Spoken::Grpc, Spoken::Frames];

    const fn names(self) -> &'static [&'static str] {
        match self {
            Spoken::Http => &["h2", "http/1.1"],
            Spoken::Grpc => &["h2"],
            Spoken::Frames => &["xunlu"],
        }
    }
}

fn certificates(what: &str, text: &str) -> Result<Vec<CertificateDer<'static>>, Refusal> {
    let all: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(text.as_bytes()).collect();
    let all = all.map_err(|error| bad(what, error))?;
    if all.is_empty() {
        return Err(bad(what, "there is no certificate; expected one as PEM has it"));
    }
    Ok(all)
}

fn bad(what: &str, words: impl fmt::Display) -> Refusal {
    Refusal::not_understood(format_args!("{what}: {words}"))
}
