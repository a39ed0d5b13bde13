//! What it costs that all that is said is encrypted, for each call and to agree about it.

use crate::Given;
use crate::clients;
use crate::doors::{Connector, Places, Way};
use crate::drive::{Measured, Plan};
use crate::processors::Processors;
use crate::questions::of_kind;
use crate::rates::once;
use crate::service::{OURS, Service};
use base64::Engine;
use rcgen::{CertificateParams, KeyPair};
use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use xunlu_serve::Tls;

pub(crate) fn run(given: &Given) -> Result<(), Box<dyn Error>> {
    let key = KeyPair::generate()?;
    let certificate = CertificateParams::new(vec!["localhost".to_owned()])?.self_signed(&key)?;
    let own = [("CERTIFICATE", certificate.der().as_ref()), ("PRIVATE KEY", &key.serialize_der())];
    let [chain, key] = own.map(|(label, bytes)| {
        let text = base64::engine::general_purpose::STANDARD.encode(bytes);
        format!("-----BEGIN {label}-----\n{text}\n-----END {label}-----\n")
    });
    let plain = Service::begin(&given.map, None, None)?;
    let secret = Service::begin(&given.map, None, Some(Tls::new(&chain, &key, None)?))?;
    let known = certificate.der();
    println!(
        "{:16}{:>8}{:>10}{:>12}{:>14}{:>14}",
        "door", "kind", "plain/s", "encrypted/s", "plain us", "encrypted us"
    );
    for door in &given.doors {
        let spoken: &[u8] = match door.way {
            Way::Http(_) | Way::WebSocket(_) => b"http/1.1",
            Way::Tcp => b"xunlu",
            _ => continue,
        };
        let tls = Some(connector(known, spoken)?);
        let places = Places { tls, ..secret.places.clone() };
        for &kind in door.kinds() {
            let asked = of_kind(kind, &given.paths);
            let plan =
                Plan { depth: door.depth, rate: None, patience: Duration::MAX, time: given.time };
            let mut runs: [Vec<Measured>; 2] = [Vec::new(), Vec::new()];
            for _ in 0..given.times {
                runs[0].push(once(&plain.places, door, &asked, true, plan)?);
                runs[1].push(once(&places, door, &asked, true, plan)?);
            }
            let [rates, costs] =
                [most as fn(&[Measured]) -> f64, least].map(|of| [of(&runs[0]), of(&runs[1])]);
            let (name, kind) = (door.name, format!("{kind:?}").to_lowercase());
            println!(
                "{name:16}{kind:>8}{:10.0}{:12.0}{:14.2}{:14.2}",
                rates[0], rates[1], costs[0], costs[1]
            );
        }
    }
    for (name, is_again) in [("anew", false), ("again", true)] {
        let (rate, cost) = agreed(given, &secret.places, known, is_again)?;
        println!("agreed {name}: {rate:.0}/s, {cost:.0} us of processor each");
    }
    plain.end()?;
    secret.end()
}

fn most(runs: &[Measured]) -> f64 {
    runs.iter().map(Measured::rate).fold(0.0, f64::max)
}

fn least(runs: &[Measured]) -> f64 {
    runs.iter().map(|run| run.cost_us(&OURS)).fold(f64::INFINITY, f64::min)
}

fn connector(known: &CertificateDer<'_>, spoken: &[u8]) -> Result<Connector, Box<dyn Error>> {
    let mut roots = RootCertStore::empty();
    roots.add(known.clone().into_owned())?;
    let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![spoken.to_vec()];
    Ok(Connector(TlsConnector::from(Arc::new(config))))
}

/// How many connections are agreed on in a second, one after the other, and what one costs the service: by
/// those who were never here, or by one who comes again and has kept what was agreed on before.
fn agreed(
    given: &Given,
    secret: &Places,
    known: &CertificateDer<'_>,
    is_again: bool,
) -> Result<(f64, f64), Box<dyn Error>> {
    let mut best = (0.0, f64::INFINITY);
    for _ in 0..given.times {
        let mut places = Places { tls: Some(connector(known, b"xunlu")?), ..secret.clone() };
        let (before, end, mut count) = (Processors::now(), Instant::now() + given.time, 0_u32);
        clients()?.block_on(async {
            while Instant::now() < end {
                if !is_again {
                    places.tls = Some(
                        connector(known, b"xunlu")
                            .map_err(|error| std::io::Error::other(error.to_string()))?,
                    );
                }
                let mut stream = places.stream(Way::Tcp).await?;
                // What was agreed on is kept when something was said.
                let ping = xunlu_client::Frame::of(1, &xunlu_client::Call::Ping);
                tokio::io::AsyncWriteExt::write_all(&mut stream, &ping).await?;
                tokio::io::AsyncReadExt::read_u8(&mut stream).await?;
                count += 1;
            }
            Ok::<_, std::io::Error>(())
        })?;
        let cost = before.until_now().of(&OURS).as_secs_f64() * 1e6 / f64::from(count);
        let rate = f64::from(count) / given.time.as_secs_f64();
        best = (rate.max(best.0), cost.min(best.1));
    }
    Ok(best)
}
