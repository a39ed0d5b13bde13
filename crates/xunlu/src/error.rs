//! What can be wrong with a question or an edit at the door.

use std::error::Error;
use std::fmt;
use xunlu_map::{MapError, Place};

/// Why a world was not made, asked or edited. Reads as a sentence that says what is wrong, where, and
/// what was expected instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WorldError {
    message: String,
}

impl WorldError {
    pub(crate) fn new(message: impl Into<String>) -> WorldError {
        WorldError { message: message.into() }
    }

    pub(crate) fn no_engine(name: &str) -> WorldError {
        WorldError::new(format!(
            "there is no engine {name:.40?}; expected one that was added to the world"
        ))
    }

    pub(crate) fn outside(role: &str, place: Place, expected: &str) -> WorldError {
        WorldError::new(format!("the {role} {place} lies outside the map; expected {expected}"))
    }
}

impl From<MapError> for WorldError {
    fn from(error: MapError) -> WorldError {
        WorldError::new(error.to_string())
    }
}

impl fmt::Display for WorldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for WorldError {}
