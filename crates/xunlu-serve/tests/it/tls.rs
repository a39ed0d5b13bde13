//! Encryption of every door, and clients who are known by their certificates, through real sockets.

use crate::support::{running, send};
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use xunlu_client::{Call, CallReply, Encoding, Frame};
use xunlu_serve::{Scopes, Server, ServiceSettings, Setup, Tls, Tokens};

/// An authority, and what it has signed.
pub(crate) struct Authority {
    pub(crate) pem: String,
    issuer: Issuer<'static, KeyPair>,
}

/// A certificate and its key, as PEM has them.
pub(crate) struct Signed {
    pub(crate) chain: String,
    pub(crate) key: String,
}

impl Authority {
    pub(crate) fn new() -> Authority {
        let key = KeyPair::generate().expect("it is well made");
        let mut params = CertificateParams::new(Vec::new()).expect("it is well made");
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let pem = pem("CERTIFICATE", params.self_signed(&key).expect("it is well made").der());
        Authority { pem, issuer: Issuer::new(params, key) }
    }

    pub(crate) fn sign(&self, name: &str) -> Signed {
        let key = KeyPair::generate().expect("it is well made");
        let params = CertificateParams::new(vec![name.to_owned()]).expect("it is well made");
        let chain = pem(
            "CERTIFICATE",
            params.signed_by(&key, &self.issuer).expect("it is well made").der(),
        );
        Signed { chain, key: pem("PRIVATE KEY", &key.serialize_der()) }
    }
}

/// Bytes as PEM has them (RFC 7468): in base 64, between two lines.
fn pem(label: &str, bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = format!("-----BEGIN {label}-----\n");
    for line in bytes.chunks(48) {
        for three in line.chunks(3) {
            let all = three
                .iter()
                .chain([&0; 3])
                .take(3)
                .fold(0, |all, &byte| all << 8 | usize::from(byte));
            for place in 0..4 {
                let digit = char::from(DIGITS[all >> (18 - 6 * place) & 63]);
                text.push(if place <= three.len() { digit } else { '=' });
            }
        }
        text.push('\n');
    }
    text + &format!("-----END {label}-----\n")
}

type Line = StreamOwned<ClientConnection, TcpStream>;

/// A connection to `localhost`, with a certificate of one's own if it is to be shown.
fn line(to: SocketAddr, known: &Authority, own: Option<&Signed>, spoken: &str) -> io::Result<Line> {
    let mut roots = RootCertStore::empty();
    roots
        .add(CertificateDer::from_pem_slice(known.pem.as_bytes()).expect("it is well made"))
        .expect("it is well made");
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("it is well made")
        .with_root_certificates(roots);
    let mut config = match own {
        None => config.with_no_client_auth(),
        Some(own) => {
            let chain = vec![
                CertificateDer::from_pem_slice(own.chain.as_bytes()).expect("it is well made"),
            ];
            let key = PrivateKeyDer::from_pem_slice(own.key.as_bytes()).expect("it is well made");
            config.with_client_auth_cert(chain, key).expect("it is well made")
        }
    };
    config.alpn_protocols = vec![spoken.as_bytes().to_vec()];
    let name = "localhost".try_into().expect("it is well made");
    let connection = ClientConnection::new(Arc::new(config), name).map_err(io::Error::other)?;
    let stream = TcpStream::connect(to)?;
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    Ok(StreamOwned::new(connection, stream))
}

fn get(line: &mut Line, path: &str) -> io::Result<String> {
    write!(line, "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
    let mut reply = String::new();
    line.read_to_string(&mut reply)?;
    Ok(reply)
}

/// A call in a frame, and its reply.
fn ping(line: &mut Line) -> io::Result<CallReply> {
    line.write_all(&Frame::of(7, &Call::Ping))?;
    let mut bytes = Vec::new();
    loop {
        if let Some((frame, _)) = Frame::first(&bytes, 1 << 20).map_err(io::Error::other)? {
            return Encoding::Cbor.read(frame.body).map_err(io::Error::other);
        }
        let mut piece = [0; 1024];
        let length = line.read(&mut piece)?;
        if length == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes.extend(&piece[..length]);
    }
}

fn encrypted(service: &Signed, clients: Option<&Authority>) -> Setup {
    let clients = clients.map(|authority| authority.pem.as_str());
    let tls = Tls::new(&service.chain, &service.key, clients).expect("it is well made");
    Setup { tls: Some(tls), ..Setup::default() }
}

#[test]
fn every_door_is_encrypted_and_says_nothing_in_clear() {
    let authority = Authority::new();
    let service = authority.sign("localhost");
    running(encrypted(&service, None), |running| {
        let (tcp, grpc) = (running.tcp.unwrap(), running.grpc.unwrap());
        let told = get(&mut line(running.http, &authority, None, "http/1.1").unwrap(), "/healthz");
        assert!(told.unwrap().starts_with("HTTP/1.1 200"));
        let told = ping(&mut line(tcp, &authority, None, "xunlu").unwrap()).unwrap();
        assert_eq!(told, CallReply::Pong);
        // HTTP/2 begins on the door of gRPC: what the server says first are its settings.
        let mut calls = line(grpc, &authority, None, "h2").unwrap();
        calls.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0").unwrap();
        let mut head = [0; 9];
        calls.read_exact(&mut head).unwrap();
        assert_eq!((head[3], calls.conn.alpn_protocol()), (4, Some(&b"h2"[..])));
        // Whoever speaks in clear hears of an error of TLS, or nothing: no answer.
        for door in [running.http, tcp, grpc] {
            let mut stream = TcpStream::connect(door).unwrap();
            stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
            let mut told = Vec::new();
            let _ = stream.read_to_end(&mut told);
            assert!(!told.starts_with(b"HTTP"), "{told:?}");
        }
        // Who knows another authority alone does not believe it.
        let strange = Authority::new();
        assert!(get(&mut line(running.http, &strange, None, "http/1.1").unwrap(), "/").is_err());
        // A WebSocket begins over it like over any other.
        let mut socket = line(running.http, &authority, None, "http/1.1").unwrap();
        write!(
            socket,
            "GET /v1/ws HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        .unwrap();
        let mut head = [0; 12];
        socket.read_exact(&mut head).unwrap();
        assert_eq!(&head, b"HTTP/1.1 101");
    });
}

#[test]
fn who_shows_no_certificate_of_a_known_authority_is_not_let_in() {
    let (authority, clients) = (Authority::new(), Authority::new());
    let service = authority.sign("localhost");
    let known = clients.sign("gateway");
    running(encrypted(&service, Some(&clients)), |running| {
        let (http, tcp) = (running.http, running.tcp.unwrap());
        let own = Some(&known);
        assert!(get(&mut line(http, &authority, own, "http/1.1").unwrap(), "/healthz").is_ok());
        assert!(ping(&mut line(tcp, &authority, own, "xunlu").unwrap()).is_ok());
        let stranger = authority.sign("gateway");
        for other in [None, Some(&stranger)] {
            assert!(
                get(&mut line(http, &authority, other, "http/1.1").unwrap(), "/healthz").is_err()
            );
            assert!(ping(&mut line(tcp, &authority, other, "xunlu").unwrap()).is_err());
        }
    });
}

#[test]
fn certificates_and_tokens_are_read_again_and_connections_stay() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("reload");
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str| folder.join(name);
    let write = |name: &str, text: &str| std::fs::write(file(name), text).unwrap();
    let (first, second) = (Authority::new(), Authority::new());
    let put = |service: &Signed| {
        write("cert", &service.chain);
        write("key", &service.key);
        let (token, line) = Tokens::mint("gateway", Scopes::parse("read").unwrap()).unwrap();
        write("tokens", &line);
        token.text().to_owned()
    };
    let before = put(&first.sign("localhost"));
    let mut settings = ServiceSettings {
        tokens: Some(file("tokens")),
        tls_cert: Some(file("cert")),
        tls_key: Some(file("key")),
        ..ServiceSettings::default()
    };
    running(settings.setup().unwrap(), |running| {
        let tcp = running.tcp.unwrap();
        let asks = |authority: &Authority, token: &str| {
            let mut line = line(running.http, authority, None, "http/1.1")?;
            write!(
                line,
                "GET /v1/maps HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\r\n"
            )?;
            let mut reply = String::new();
            line.read_to_string(&mut reply)?;
            Ok::<_, io::Error>(reply[9..12].to_owned())
        };
        assert_eq!(asks(&first, &before).unwrap(), "200");
        let mut open = line(tcp, &first, None, "xunlu").unwrap();
        assert_eq!(ping(&mut open).unwrap(), CallReply::Pong);
        // What is half written is not taken up.
        write("cert", "-----BEGIN CERTIFICATE-----\nMII");
        assert!(running.server.reload(&settings).is_err());
        assert_eq!(asks(&first, &before).unwrap(), "200");
        let after = put(&second.sign("localhost"));
        assert_eq!(asks(&first, &before).unwrap(), "200", "nobody said that it is new");
        running.server.reload(&settings).unwrap();
        assert!(asks(&first, &after).is_err(), "it shows the new certificate");
        assert_eq!(asks(&second, &after).unwrap(), "200");
        assert_eq!(asks(&second, &before).unwrap(), "401");
        assert_eq!(ping(&mut open).unwrap(), CallReply::Pong, "who was there still is");
        assert_eq!(ping(&mut line(tcp, &second, None, "xunlu").unwrap()).unwrap(), CallReply::Pong);
        settings.tokens = None;
        let refusal = running.server.reload(&settings).unwrap_err();
        assert!(refusal.words.contains("settled when the service begins"), "{refusal}");
        assert_eq!(asks(&second, &before).unwrap(), "401");
    });
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn who_never_agrees_is_cut_off_and_keeps_nobody_waiting() {
    let authority = Authority::new();
    let service = authority.sign("localhost");
    running(encrypted(&service, None), |running| {
        let begun = Instant::now();
        let mut slow: Vec<TcpStream> =
            (0..200).map(|_| TcpStream::connect(running.http).unwrap()).collect();
        for stream in &mut slow {
            // The head of a record, and a byte of what it is to hold.
            stream.write_all(&[22, 3, 1, 2, 0, 1]).unwrap();
        }
        let told = get(&mut line(running.http, &authority, None, "http/1.1").unwrap(), "/healthz");
        assert!(told.unwrap().starts_with("HTTP/1.1 200"));
        assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
        for mut stream in slow {
            stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
            let mut rest = Vec::new();
            let over = stream.read_to_end(&mut rest).map_err(|error| error.kind());
            assert!(!matches!(over, Err(io::ErrorKind::WouldBlock)), "it was cut off");
        }
    });
}

#[test]
fn it_listens_elsewhere_only_with_encryption_and_who_is_known() {
    let authority = Authority::new();
    let service = authority.sign("localhost");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let any = SocketAddr::from(([0, 0, 0, 0], 0));
    let begins = |setup: Setup| {
        let setup = Setup { http: any, tcp: None, grpc: None, ..setup };
        match runtime.block_on(Server::begin(setup)) {
            Ok(running) => {
                assert!(runtime.block_on(running.end()));
                Ok(())
            }
            Err(error) => Err(error.to_string()),
        }
    };
    let tokens = || Some(Tokens::parse(&format!("a read {}\n", "0".repeat(64))).unwrap());
    let says = |told: Result<(), String>, words: &str| {
        assert!(told.as_ref().is_err_and(|own| own.contains(words)), "{told:?}");
    };
    says(begins(Setup::default()), "nobody is asked who they are (--tokens FILE), and all that");
    says(begins(Setup { tokens: tokens(), ..Setup::default() }), "tokens too (--tls-cert FILE)");
    says(begins(encrypted(&service, None)), "--tls-clients FILE");
    assert_eq!(begins(Setup { tokens: tokens(), ..encrypted(&service, None) }), Ok(()));
    assert_eq!(begins(encrypted(&service, Some(&authority))), Ok(()));
    assert_eq!(begins(Setup { is_insecure: true, ..Setup::default() }), Ok(()));
}

#[test]
fn what_is_no_certificate_is_told() {
    let authority = Authority::new();
    let (service, other) = (authority.sign("localhost"), authority.sign("localhost"));
    let says = |chain: &str, key: &str, clients: Option<&str>, words: &str| {
        let refusal = Tls::new(chain, key, clients).unwrap_err();
        assert!(refusal.words.contains(words), "{refusal}");
    };
    says("", &service.key, None, "tls-cert: there is no certificate");
    says("nothing", &service.key, None, "tls-cert: there is no certificate");
    says(&service.chain, &service.chain, None, "tls-key: ");
    says(&service.chain, &other.key, None, "tls-key: ");
    says(&service.chain, &service.key, Some(""), "tls-clients: there is no certificate");
    let cut = &service.chain[..service.chain.len() / 2];
    says(cut, &service.key, None, "tls-cert: ");
}

#[test]
fn without_encryption_a_hello_of_it_is_answered_with_an_error() {
    let authority = Authority::new();
    running(Setup::default(), |running| {
        assert_eq!(send(running.http, "GET", "/healthz", "").status, 200);
        assert!(get(&mut line(running.http, &authority, None, "http/1.1").unwrap(), "/").is_err());
    });
}
