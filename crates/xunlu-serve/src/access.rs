//! Who may do what: the tokens of a file, and how much each of them allows.

use sha2::{Digest, Sha256};
use std::fmt::{self, Write as _};
use std::hint::black_box;
use xunlu_client::{BearerToken, Refusal, RefusalKind};

/// So many tokens a file may have: each is compared with what is said.
const TOKENS_MAX: usize = 10_000;

/// So long the name of a token may be.
const NAME_BYTES_MAX: usize = 100;

/// How many bytes of chance a token is made of.
const CHANCE_BYTES: usize = 32;

/// What a token allows. None of them contains another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// To ask, to watch, to list maps and to read figures.
    Read,
    /// To change maps.
    Edit,
    /// To put maps and to let go of them.
    Admin,
}

impl Scope {
    /// All that there are.
    pub const ALL: [Scope; 3] = [Scope::Read, Scope::Edit, Scope::Admin];

    /// Its name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Edit => "edit",
            Scope::Admin => "admin",
        }
    }
}

/// Some of the [`Scope`]s.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Scopes(u8);

impl Scopes {
    const ALL: Scopes = Scopes(0b111);

    /// Reads `read,edit`.
    ///
    /// # Errors
    /// When one of them is unknown.
    pub fn parse(text: &str) -> Result<Scopes, Refusal> {
        let mut scopes = Scopes::default();
        for word in text.split(',') {
            let scope = Scope::ALL.into_iter().find(|scope| scope.name() == word);
            let scope = scope.ok_or_else(|| {
                let words = format_args!(
                    "{word:?} is no scope; expected read, edit or admin, with commas between"
                );
                Refusal::not_understood(words)
            })?;
            scopes.0 |= 1 << scope as u8;
        }
        Ok(scopes)
    }

    /// Whether this is one of them.
    #[must_use]
    pub fn has(self, scope: Scope) -> bool {
        self.0 & (1 << scope as u8) != 0
    }
}

impl fmt::Display for Scopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let own = Scope::ALL.into_iter().filter(|&scope| self.has(scope)).map(Scope::name);
        f.write_str(&own.collect::<Vec<_>>().join(","))
    }
}

/// The tokens of a file: a name, scopes and the SHA-256 of the token on each line.
///
/// ```
/// use xunlu_serve::Tokens;
///
/// let digest = "5994471abb01112afcc18159f6cc74b4f511b99806da59b3caf5a9c173cacfc5";
/// assert!(Tokens::parse(&format!("# who may what\ngateway read,edit {digest}\n")).is_ok());
/// let refusal = Tokens::parse(&format!("gateway write {digest}\n")).unwrap_err();
/// assert!(refusal.to_string().starts_with("line 1: \"write\" is no scope"));
/// ```
#[derive(Clone, Debug)]
pub struct Tokens(Vec<KeptToken>);

#[derive(Clone, Debug)]
struct KeptToken {
    name: String,
    scopes: Scopes,
    digest: [u8; 32],
}

/// What somebody may do, as far as is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Grant {
    /// No token was said.
    Nobody,
    /// One that is in no file.
    Stranger,
    /// This much.
    Known(Scopes),
}

impl Tokens {
    /// Reads a file of tokens.
    ///
    /// # Errors
    /// When a line is not understood, two have one name, or there is none.
    pub fn parse(text: &str) -> Result<Tokens, Refusal> {
        let mut tokens: Vec<KeptToken> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let at =
                |words: String| Refusal::not_understood(format_args!("line {number}: {words}"));
            let token = KeptToken::parse(line).map_err(|refusal| at(refusal.words))?;
            if tokens.iter().any(|own| own.name == token.name) {
                let name = token.name;
                return Err(at(format!("{name:?} stands above already; expected another name")));
            }
            if tokens.len() == TOKENS_MAX {
                return Err(at(format!("there are more tokens than {TOKENS_MAX}")));
            }
            tokens.push(token);
        }
        if tokens.is_empty() {
            let words = "there is no token, so nobody could ask anything; expected a line NAME SCOPES SHA-256";
            return Err(Refusal::not_understood(words));
        }
        Ok(Tokens(tokens))
    }

    /// Whether there is one of that name.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.0.iter().any(|own| own.name == name)
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Makes a token by chance. Returns it, and the line of a file that knows it but does not tell it.
    ///
    /// # Errors
    /// When the name is none, or the system has no chance to give.
    pub fn mint(name: &str, scopes: Scopes) -> Result<(BearerToken, String), Refusal> {
        checked_name(name)?;
        let mut chance = [0; CHANCE_BYTES];
        getrandom::fill(&mut chance).map_err(Refusal::not_understood)?;
        let token = BearerToken::new(&format!("xunlu-{}", hex(&chance)))?;
        let line = format!("{name} {scopes} {}", hex(&digest_of(token.text())));
        Ok((token, line))
    }

    /// What whoever says this may do. It takes as long whatever is said, and compares with all.
    pub(crate) fn grant(&self, said: &str) -> Grant {
        let digest = digest_of(said);
        let mut grant = Grant::Stranger;
        for own in &self.0 {
            if is_same(&own.digest, &digest) {
                grant = Grant::Known(own.scopes);
            }
        }
        grant
    }
}

impl KeptToken {
    fn parse(line: &str) -> Result<KeptToken, Refusal> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let &[name, scopes, digest] = &words[..] else {
            let count = words.len();
            let words = format_args!("{count} words; expected three: NAME SCOPES SHA-256");
            return Err(Refusal::not_understood(words));
        };
        checked_name(name)?;
        let digest = unhex(digest).ok_or_else(|| {
            Refusal::not_understood("the SHA-256 is none; expected 64 of 0123456789abcdef")
        })?;
        Ok(KeptToken { name: name.to_owned(), scopes: Scopes::parse(scopes)?, digest })
    }
}

fn checked_name(name: &str) -> Result<(), Refusal> {
    let is_fine = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    if (1..=NAME_BYTES_MAX).contains(&name.len()) && name.chars().all(is_fine) {
        return Ok(());
    }
    let words = format_args!(
        "{name:?} is no name of a token; expected up to {NAME_BYTES_MAX} letters, digits, dots, dashes and \
         underscores"
    );
    Err(Refusal::not_understood(words))
}

impl Grant {
    /// What is allowed where nobody is asked who they are.
    pub(crate) const ALL: Grant = Grant::Known(Scopes::ALL);

    /// Refuses what is not allowed.
    ///
    /// # Errors
    /// When it is not.
    pub(crate) fn allow(self, scope: Scope) -> Result<(), Refusal> {
        let name = scope.name();
        let (kind, words) = match self {
            Grant::Known(own) if own.has(scope) => return Ok(()),
            Grant::Known(own) => {
                let words = format!("the token has the scope {own}; this takes one with {name}");
                (RefusalKind::Forbidden, words)
            }
            Grant::Nobody => {
                let words = format!("no token was said; this takes one with the scope {name}");
                (RefusalKind::Unauthenticated, words)
            }
            Grant::Stranger => {
                let words =
                    format!("the token is not known here; this takes one with the scope {name}");
                (RefusalKind::Unauthenticated, words)
            }
        };
        Err(Refusal::new(kind, words))
    }
}

fn digest_of(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

/// Compares all of both, wherever they differ first: how long it takes says nothing of what is kept.
fn is_same(one: &[u8; 32], other: &[u8; 32]) -> bool {
    let differ = |all: u8, (a, b): (&u8, &u8)| black_box(all | (a ^ b));
    one.iter().zip(other).fold(0, differ) == 0
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes {
        write!(text, "{byte:02x}").expect("a string takes all");
    }
    text
}

/// Returns `None` if it is anything but 64 digits.
fn unhex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if text.len() != 2 * bytes.len() || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_that_was_made_is_known_by_its_line_which_does_not_tell_it() {
        let (token, line) = Tokens::mint("bot", Scopes::parse("read,admin").unwrap()).unwrap();
        let (other, more) = Tokens::mint("cat", Scopes::parse("edit").unwrap()).unwrap();
        assert!(!line.contains(token.text().trim_start_matches("xunlu-")));
        let tokens = Tokens::parse(&format!("{line}\n\n# cats\n{more}\n")).unwrap();
        assert_eq!(tokens.grant(token.text()).allow(Scope::Read), Ok(()));
        assert_eq!(tokens.grant(token.text()).allow(Scope::Admin), Ok(()));
        let refusal = tokens.grant(token.text()).allow(Scope::Edit).unwrap_err();
        assert_eq!(refusal.words, "the token has the scope read,admin; this takes one with edit");
        assert_eq!(tokens.grant(other.text()).allow(Scope::Edit), Ok(()));
        for wrong in ["", "xunlu-", &token.text()[1..], &token.text().to_uppercase()] {
            assert_eq!(tokens.grant(wrong), Grant::Stranger, "{wrong}");
        }
    }

    #[test]
    fn the_digest_is_the_one_that_sha256sum_tells() {
        // printf abc | sha256sum
        let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let tokens = Tokens::parse(&format!("a read {digest}")).unwrap();
        assert_eq!(tokens.grant("abc").allow(Scope::Read), Ok(()));
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said_with_its_line() {
        let digest = "0".repeat(64);
        let check = |text: &str, expected: &str| {
            let refusal = Tokens::parse(text).unwrap_err();
            assert!(refusal.words.starts_with(expected), "{}", refusal.words);
        };
        check("", "there is no token");
        check("# none\n", "there is no token");
        check("\na read", "line 2: 2 words; expected three");
        check(&format!("a read,x {digest}"), "line 1: \"x\" is no scope");
        check(&format!("a/b read {digest}"), "line 1: \"a/b\" is no name");
        check(&format!("a read {}", &digest[1..]), "line 1: the SHA-256 is none");
        check(&format!("a read {digest}\na edit {digest}"), "line 2: \"a\" stands above");
        let many: String =
            (0..=TOKENS_MAX).map(|number| format!("{number} read {digest}\n")).collect();
        check(&many, "line 10001: there are more tokens than 10000");
    }
}
