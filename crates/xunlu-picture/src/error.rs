//! Why a picture could not be drawn.

use std::error::Error;
use std::fmt;

/// Why a picture could not be drawn. Reads as a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PictureError {
    message: String,
}

impl PictureError {
    pub(crate) fn new(message: impl Into<String>) -> PictureError {
        PictureError { message: message.into() }
    }
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for PictureError {}
