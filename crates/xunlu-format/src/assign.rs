//! What tiles and layers are for, written into the files of a map with nothing else of them touched.

use crate::error::FormatError;
use crate::format::Format;
use crate::options::Options;
use crate::source::Source;
use crate::uses::Assignment;

/// The files of a map as they have to be for it to say all this: those that change, by the names that the
/// map calls them (its own as the source does), with their bytes. Properties are added, changed and taken
/// away; every other byte stays as it was.
///
/// # Errors
/// Whatever is wrong with the map; a tile or layer that it does not have; a format whose files cannot say
/// it (those of Tiled and LDtk can).
pub fn assign(
    format: Format,
    source: &Source<'_>,
    options: &Options,
    assignments: &[Assignment],
) -> Result<Vec<(String, Vec<u8>)>, FormatError> {
    format.reader().assign(source, options, assignments)
}
