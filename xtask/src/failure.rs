//! What went wrong and what to do about it: the one error of xtask.

use std::fmt;

/// A failure as a person needs it: what is wrong, and the next thing to try.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    what: String,
    remedy: String,
}

impl Failure {
    pub(crate) fn new(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { what: what.into(), remedy: remedy.into() }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "xtask: {}\n   do: {}", self.what, self.remedy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_is_wrong_and_what_to_do() {
        let failure = Failure::new("the lamp is dark", "light it");
        assert_eq!(failure.to_string(), "xtask: the lamp is dark\n   do: light it");
    }
}
