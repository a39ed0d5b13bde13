//! Files by path, with the limit that the formats set.

use crate::error::BenchError;
use std::path::Path;
use xunlu_format::{Beside, Folder, Options};

/// The bytes of a file; `expected` tells what should have been there.
pub(crate) fn bytes_of(path: &Path, expected: &str) -> Result<Vec<u8>, BenchError> {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let read = Folder::of(path).open(&file, Options::default().limits.bytes_max);
    read.map_err(|error| BenchError::new(format!("{error}; expected {expected}")))
}
