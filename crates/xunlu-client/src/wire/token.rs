//! A token: what a program says to be known by a service.

use crate::refusal::Refusal;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a program says to be known by a service. It is a secret, and is not shown by `{:?}`.
///
/// ```
/// let token = xunlu_client::BearerToken::new("xunlu-1234")?;
/// assert!(!format!("{token:?}").contains("1234"));
/// # Ok::<(), xunlu_client::Refusal>(())
/// ```
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BearerToken(String);

impl BearerToken {
    /// So many bytes a token may have.
    pub const BYTES_MAX: usize = 256;

    /// A token as it was printed when it was made.
    ///
    /// # Errors
    /// When it is empty or too long, or has signs that no token has (RFC 6750, section 2.1).
    pub fn new(text: &str) -> Result<BearerToken, Refusal> {
        let is_fine = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/=".contains(&byte);
        if (1..=BearerToken::BYTES_MAX).contains(&text.len()) && text.bytes().all(is_fine) {
            return Ok(BearerToken(text.to_owned()));
        }
        // What it is may be a secret of something else.
        let most = BearerToken::BYTES_MAX;
        let words = format_args!(
            "this is no token; expected up to {most} letters, digits and any of -._~+/="
        );
        Err(Refusal::not_understood(words))
    }

    /// The token itself.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for BearerToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BearerToken(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_end_a_header_is_no_token() {
        for wrong in ["", "a b", "a\r\nHost: b", "a\0", "门", &"a".repeat(257)] {
            let refusal = BearerToken::new(wrong).unwrap_err();
            assert_eq!(refusal.kind.code(), "not-understood", "{wrong:?}");
        }
        assert_eq!(BearerToken::new("xunlu-0f").unwrap().text(), "xunlu-0f");
    }
}
