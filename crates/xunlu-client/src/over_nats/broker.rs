//! A broker of NATS: where it is, and how a program shows it who it is.

use crate::refusal::Refusal;
use async_nats::ConnectOptions;
use std::fmt;
use std::path::PathBuf;

/// How a seed begins that is a user's, and how long one is.
const SEED: &str = "SU";
const SEED_LENGTH: usize = 58;

/// A broker of NATS: where it is, and how a program shows it who it is. Neither `{}` nor `{:?}` shows what is
/// secret.
///
/// ```
/// let broker = xunlu_client::NatsBroker::at("nats://gateway:secret@127.0.0.1:4222");
/// assert_eq!(broker.to_string(), "nats://127.0.0.1:4222");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct NatsBroker {
    url: String,
    shown: Option<Shown>,
    authorities: Option<PathBuf>,
}

/// What it is shown besides what stands in its address.
#[derive(Clone, PartialEq, Eq)]
enum Shown {
    /// What stands in a file of credentials: who one is, signed by an account, and the seed to prove it.
    Credentials(String),
    /// A seed alone, of a key that the broker knows.
    Seed(String),
}

impl NatsBroker {
    /// A broker by its address: `nats://127.0.0.1:4222`, several with commas between, `tls://` to encrypt,
    /// with `USER:PASSWORD@` or `TOKEN@` before the host if it asks for that. What is no letter or digit of a
    /// password may stand there as `%40`.
    #[must_use]
    pub fn at(url: &str) -> NatsBroker {
        NatsBroker { url: url.to_owned(), shown: None, authorities: None }
    }

    /// The same, shown what stands in a file of credentials as NATS's tools write it (`nsc generate creds`):
    /// a user's JWT and the seed of its key, or that seed alone.
    ///
    /// # Errors
    /// When it is neither. The words say nothing of what it is.
    pub fn with_credentials(mut self, text: &str) -> Result<NatsBroker, Refusal> {
        let is_seed = |text: &str| {
            let is_digit = |byte: u8| byte.is_ascii_uppercase() || (b'2'..=b'7').contains(&byte);
            text.starts_with(SEED) && text.len() == SEED_LENGTH && text.bytes().all(is_digit)
        };
        let bare = text.trim();
        self.shown = Some(if is_seed(bare) {
            Shown::Seed(bare.to_owned())
        } else {
            ConnectOptions::new().credentials(text).map_err(|_| {
                let words = "these are no credentials of NATS; expected a user's JWT and the seed of its key between \
                             lines of ----- as `nsc generate creds` writes them, or a user's seed alone (SU...)";
                Refusal::not_understood(words)
            })?;
            Shown::Credentials(text.to_owned())
        });
        Ok(self)
    }

    /// The same, which must show a certificate that one of the authorities in this file has signed (PEM),
    /// instead of any that the system knows.
    #[must_use]
    pub fn with_authorities(mut self, file: impl Into<PathBuf>) -> NatsBroker {
        self.authorities = Some(file.into());
        self
    }

    /// The address of each of its servers.
    #[must_use]
    pub fn servers(&self) -> Vec<&str> {
        self.url.split(',').map(str::trim).collect()
    }

    /// How to connect.
    ///
    /// # Errors
    /// When what stands before the host is not understood.
    pub fn options(&self) -> Result<ConnectOptions, Refusal> {
        let mut options = ConnectOptions::new();
        // All servers of a cluster know the same users.
        if let Some(who) = self.servers().iter().find_map(|server| parts(server).1) {
            options = match who.split_once(':') {
                Some((user, password)) => {
                    options.user_and_password(decoded(user)?, decoded(password)?)
                }
                None => options.token(decoded(who)?),
            };
        }
        options = match &self.shown {
            None => options,
            Some(Shown::Seed(seed)) => options.nkey(seed.clone()),
            Some(Shown::Credentials(text)) => {
                options.credentials(text).map_err(Refusal::not_understood)?
            }
        };
        Ok(match &self.authorities {
            None => options,
            Some(file) => options.add_root_certificates(file.clone()).require_tls(true),
        })
    }
}

/// The scheme of an address with its `://`, who is to be let in there, and the host with what follows.
fn parts(server: &str) -> (&str, Option<&str>, &str) {
    let (scheme, rest) = match server.find("://") {
        Some(at) => server.split_at(at + 3),
        None => ("", server),
    };
    match rest.rsplit_once('@') {
        Some((who, host)) => (scheme, Some(who), host),
        None => (scheme, None, rest),
    }
}

/// Text in which bytes may stand as `%40`.
fn decoded(text: &str) -> Result<String, Refusal> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || char::from(rest.next()?).to_digit(16);
        let byte = digit().zip(digit()).and_then(|(high, low)| u8::try_from(high * 16 + low).ok());
        bytes.push(byte.ok_or_else(bad)?);
    }
    String::from_utf8(bytes).map_err(|_| bad())
}

fn bad() -> Refusal {
    let words = "what stands before the broker's host is not understood; expected USER:PASSWORD@ or TOKEN@ in \
                 UTF-8, with % before two digits";
    Refusal::not_understood(words)
}

impl fmt::Display for NatsBroker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, server) in self.servers().into_iter().enumerate() {
            let (scheme, _, host) = parts(server);
            write!(f, "{}{scheme}{host}", if number == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl fmt::Debug for NatsBroker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NatsBroker({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_in_an_address_is_not_told() {
        for (url, told) in [
            ("nats://me:secret@one:4222, tls://two", "nats://one:4222,tls://two"),
            ("me:se@cret@one:4222", "one:4222"),
            ("nats://token@[::1]:4222", "nats://[::1]:4222"),
        ] {
            let broker = NatsBroker::at(url);
            assert_eq!(
                (broker.to_string(), format!("{broker:?}")),
                (told.to_owned(), format!("NatsBroker({told})"))
            );
        }
    }

    #[test]
    fn what_is_wrong_is_said_without_saying_it() {
        let refusal = NatsBroker::at("nats://a:sec%zzret@b").options().unwrap_err();
        assert!(refusal.words.contains("USER:PASSWORD@") && !refusal.words.contains("sec"));
        for wrong in ["", "secret", "SUsecret", "-----BEGIN A-----\nsecret\n------END A------\n"] {
            let refusal = NatsBroker::at("nats://b").with_credentials(wrong).unwrap_err();
            assert!(refusal.words.contains("nsc") && !refusal.words.contains("secret"), "{wrong}");
        }
    }

    #[test]
    fn a_password_may_have_any_sign() {
        for (text, is) in [("a%40b%3Ac", "a@b:c"), ("%E9%97%A8", "门"), ("", "")] {
            assert_eq!(decoded(text).as_deref(), Ok(is));
        }
        for wrong in ["%", "%4", "%ff", "%-1"] {
            assert!(decoded(wrong).is_err(), "{wrong}");
        }
    }
}
