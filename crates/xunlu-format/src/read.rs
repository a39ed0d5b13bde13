//! Any file to a document: which reader, and then that reader.

use crate::done::{Read, ReadScenery};
use crate::error::{At, FormatError, FormatErrorKind, Warning};
use crate::format::Format;
use crate::options::Options;
use crate::source::{Folder, Source};
use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use xunlu_map::Map;

/// Reads the file at this path, and whatever it names beside it.
///
/// # Errors
/// When the file cannot be read, and whatever is wrong with it, with file and place.
pub fn read_file(path: impl AsRef<Path>, options: &Options) -> Result<Read, FormatError> {
    let path = path.as_ref();
    let name = path.to_string_lossy();
    let most = options.limits.bytes_max;
    let mut bytes = Vec::new();
    let taken =
        File::open(path).and_then(|file| file.take(most.saturating_add(1)).read_to_end(&mut bytes));
    taken.map_err(|error| {
        let found = format!("this cannot be read: {error}");
        let error = FormatError::unexpected(&name, At::File, found, "a file with a map");
        error.of(FormatErrorKind::Unreadable, [])
    })?;
    read(&Source { name: &name, bytes: &bytes, beside: &Folder::of(path) }, options)
}

/// Reads a file of the format that [`format_of`] sees in it.
///
/// # Errors
/// Whatever is wrong with it, with file and place.
pub fn read(source: &Source<'_>, options: &Options) -> Result<Read, FormatError> {
    read_as(format_of(source), source, options)
}

/// The format that a file's first bytes or else its name give away; what gives nothing away is taken
/// for drawn text.
#[must_use]
pub fn format_of(source: &Source<'_>) -> Format {
    match (Format::of_bytes(source.bytes), Format::of_name(source.name)) {
        // A brace says little; a name that promises another such format says more.
        (Some(Format::Tmj), Some(named @ (Format::Ldtk | Format::Json))) => named,
        (Some(format), _) => format,
        (None, None) => Format::Text,
        (None, Some(named)) => named,
    }
}

/// Reads a file of this format.
///
/// # Errors
/// Whatever is wrong with it, with file and place; that it is too long.
pub fn read_as(
    format: Format,
    source: &Source<'_>,
    options: &Options,
) -> Result<Read, FormatError> {
    format.reader().read(source, options)
}

/// Reads how the map of a file looks in its game. Returns `None` if its format says nothing of that.
///
/// # Errors
/// Whatever is wrong with it, with file and place.
pub fn read_scenery(
    format: Format,
    source: &Source<'_>,
    options: &Options,
) -> Result<Option<ReadScenery>, FormatError> {
    format.reader().read_scenery(source, options)
}

/// Checks that a file is not too long.
///
/// # Errors
/// That it is.
pub(crate) fn check_length(source: &Source<'_>, options: &Options) -> Result<(), FormatError> {
    let most = options.limits.bytes_max;
    if source.bytes.len() as u64 <= most {
        return Ok(());
    }
    let found = format!("the file is {} bytes long", source.bytes.len());
    let expected = format_args!("at most {most}");
    let error = FormatError::unexpected(source.name, At::File, found, expected);
    Err(error.of(FormatErrorKind::FileTooLarge, [&source.bytes.len(), &most]))
}

/// What is odd about links from a place to itself, which change nothing: an edit could not add them.
pub(crate) fn own_links(map: &Map) -> Option<Warning> {
    let mut own = map.links().filter(|(_, link)| link.from == link.to);
    let (id, link) = own.next()?;
    let more = match own.count() {
        0 => String::new(),
        1 => ", and so does 1 more".to_owned(),
        count => format!(", and so do {count} more"),
    };
    let says =
        format!("link {} leads from {} to itself{more}; nobody will take it", id.0, link.from);
    Some(Warning::new(At::File, says))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Nothing;

    #[test]
    fn a_link_from_a_place_to_itself_is_odd_and_no_error() {
        let told = |text: &str| {
            let (name, bytes) = ("map.txt", text.as_bytes());
            let source = Source { name, bytes, beside: &Nothing };
            let read = read_as(Format::Text, &source, &Options::default()).unwrap();
            read.warnings.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(told("@link 0,0 <-> 1,0\n.."), [""; 0]);
        let says = told("@link 0,0 <-> 1,0\n@link 1,0 -> 1,0\n@link 0,0 -> 0,0\n..");
        assert_eq!(says.len(), 1);
        let expected = "link 1 leads from 1,0 to itself, and so does 1 more; nobody will take it";
        assert!(says[0].contains(expected), "{says:?}");
    }
}
