//! What ends the program before it has an answer.

use std::io;
use xunlu::WorldError;

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    /// It was asked wrongly, or what it was to read cannot be read; the message says what, where and
    /// what was expected.
    BadInput(String),
    /// Whoever reads the output has closed it, as `head` does. Nothing is wrong.
    ReaderGone,
}

impl From<WorldError> for Failure {
    fn from(error: WorldError) -> Failure {
        Failure::BadInput(error.to_string())
    }
}

impl From<io::Error> for Failure {
    /// An error of writing the output.
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ReaderGone,
            _ => Failure::BadInput(format!("the output cannot be written: {error}")),
        }
    }
}
