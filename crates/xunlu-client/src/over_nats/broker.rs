//! A broker of NATS: where it is, and how a program shows it who it is.

use crate::refusal::Refusal;
use async_nats::{Auth, AuthError, ConnectOptions};
use nkeys::{KeyPair, KeyPairType};
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// A broker of NATS: where it is, and how a program shows it who it is. Neither `{}` nor `{:?}` shows what is
/// secret. A clone shows the same, also after it was [renewed](Self::renew).
///
/// ```
/// let broker = xunlu_client::NatsBroker::at("nats://gateway:secret@127.0.0.1:4222");
/// assert_eq!(broker.to_string(), "nats://127.0.0.1:4222");
/// ```
#[derive(Clone)]
pub struct NatsBroker {
    url: String,
    shown: Option<Arc<Mutex<Shown>>>,
    authorities: Option<PathBuf>,
}

/// What it is shown besides what stands in its address.
struct Shown {
    /// Who one is, signed by an account; without that the broker knows the key.
    jwt: Option<String>,
    /// What proves it.
    key: KeyPair,
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
        self.shown = Some(Arc::new(Mutex::new(Shown::of(text)?)));
        Ok(self)
    }

    /// Shows other credentials from the next connection on, as where those before are about to end.
    ///
    /// # Errors
    /// When they are none, or nothing of the kind was shown before; then all stays as it was.
    pub fn renew(&self, text: &str) -> Result<(), Refusal> {
        let Some(shown) = &self.shown else {
            let words = "the broker was shown no credentials before; expected to begin with some";
            return Err(Refusal::not_understood(words));
        };
        *shown.lock().unwrap_or_else(PoisonError::into_inner) = Shown::of(text)?;
        Ok(())
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
        let mut said = Auth::new();
        // All servers of a cluster know the same users.
        if let Some(who) = self.servers().iter().find_map(|server| parts(server).1) {
            match who.split_once(':') {
                Some((user, password)) => {
                    said.username = Some(decoded(user)?);
                    said.password = Some(decoded(password)?);
                }
                None => said.token = Some(decoded(who)?),
            }
        }
        let shown = self.shown.clone();
        // It is asked for each connection.
        let options = ConnectOptions::with_auth_callback(move |nonce| {
            let shown =
                shown.as_ref().map(|own| own.lock().unwrap_or_else(PoisonError::into_inner));
            let told = shown.map_or_else(|| Ok(said.clone()), |own| own.told(&nonce, said.clone()));
            std::future::ready(told)
        });
        Ok(match &self.authorities {
            None => options,
            Some(file) => options.add_root_certificates(file.clone()).require_tls(true),
        })
    }
}

impl Shown {
    /// Reads a file of credentials, or a seed.
    fn of(text: &str) -> Result<Shown, Refusal> {
        let bad = || {
            let words = "these are no credentials of NATS; expected a user's JWT and the seed of its key between \
                         lines of ----- as `nsc generate creds` writes them, or a user's seed alone (SU...)";
            Refusal::not_understood(words)
        };
        // Between a line that begins with five signs, and one that begins with six.
        let between = |name: &str| {
            let begin = format!("-----BEGIN {name}-----");
            let mut lines = text.lines().map(str::trim).skip_while(|line| *line != begin).skip(1);
            let is_end = |line: &&str| line.starts_with("------END");
            lines
                .next()
                .filter(|line| !line.is_empty() && lines.next().as_ref().is_some_and(is_end))
        };
        let jwt = between("NATS USER JWT").map(str::to_owned);
        let seed =
            if jwt.is_some() { between("USER NKEY SEED").ok_or_else(bad)? } else { text.trim() };
        let key = KeyPair::from_seed(seed).map_err(|_| bad())?;
        if key.key_pair_type() != KeyPairType::User {
            return Err(bad());
        }
        Ok(Shown { jwt, key })
    }

    /// What is said to a broker that wants this signed.
    fn told(&self, nonce: &[u8], said: Auth) -> Result<Auth, AuthError> {
        let signature = self.key.sign(nonce).map_err(AuthError::new)?;
        let nkey = self.jwt.is_none().then(|| self.key.public_key());
        let mut told = said;
        (told.jwt, told.nkey, told.signature) = (self.jwt.clone(), nkey, Some(signature));
        Ok(told)
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
