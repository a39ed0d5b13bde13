//! What keeps a scenario from being run.

use std::fmt;
use xunlu::WorldError;
use xunlu_format::FormatError;

/// Why there are no figures: what was found, where, and what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BenchError(String);

impl BenchError {
    /// One that says so.
    pub fn new(message: impl Into<String>) -> BenchError {
        BenchError(message.into())
    }
}

impl fmt::Display for BenchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BenchError {}

impl From<FormatError> for BenchError {
    fn from(error: FormatError) -> BenchError {
        BenchError(error.to_string())
    }
}

impl From<WorldError> for BenchError {
    fn from(error: WorldError) -> BenchError {
        BenchError(error.to_string())
    }
}
