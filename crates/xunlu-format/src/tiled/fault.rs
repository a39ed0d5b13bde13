//! What is wrong with a Tiled map: told by byte and part first, and by line and column in the end.

use crate::error::{At, FormatError, FormatErrorKind};
use crate::limits_check::Excess;
use crate::lines::place_of;
use std::borrow::Cow;
use std::fmt::Display;
use xunlu_map::MapError;

/// What reading gives, or what is wrong.
pub(super) type Sound<T> = Result<T, Fault>;

/// Where something was read: in which of the files, and at which byte where that is known. JSON is
/// read without places, so there a part's name has to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Origin {
    pub(super) file: usize,
    pub(super) byte: Option<usize>,
}

/// Something that is wrong.
#[derive(Debug)]
pub(super) enum Fault {
    /// In this part of a file; the part may be empty where the message says it all.
    Found {
        origin: Origin,
        part: String,
        message: String,
        kind: FormatErrorKind,
        values: Vec<String>,
    },
    /// As another reader told it.
    Told(FormatError),
}

impl Fault {
    /// Something that should have been something else.
    pub(super) fn unexpected(
        origin: Origin,
        part: impl Into<String>,
        found: impl Display,
        expected: impl Display,
    ) -> Fault {
        let (part, message) = (part.into(), format!("{found}; expected {expected}"));
        Fault::Found { origin, part, message, kind: FormatErrorKind::Value, values: Vec::new() }
    }

    /// The same, of this kind and with its numbers and names.
    pub(super) fn of<const N: usize>(
        mut self,
        of: FormatErrorKind,
        with: [&dyn Display; N],
    ) -> Fault {
        if let Fault::Found { kind, values, .. } = &mut self {
            (*kind, *values) = (of, with.iter().map(ToString::to_string).collect());
        }
        self
    }

    /// What the map's own builder says against it.
    pub(super) fn refused(origin: Origin, part: impl Into<String>, error: &MapError) -> Fault {
        let kind = FormatErrorKind::Map(error.kind());
        let (message, values) = (error.to_string(), error.values().to_vec());
        Fault::Found { origin, part: part.into(), message, kind, values }
    }

    /// That a file asks for too much.
    pub(super) fn exceeding(origin: Origin, Excess { message, kind, values }: Excess) -> Fault {
        Fault::Found { origin, part: String::new(), message, kind, values }
    }
}

impl From<FormatError> for Fault {
    fn from(error: FormatError) -> Fault {
        Fault::Told(error)
    }
}

/// The files that were read, so that a byte can be told as line and column. Lines are counted only
/// when something is wrong: counting them for every object would cost the square of the file.
#[derive(Debug, Default)]
pub(super) struct Files<'a> {
    files: Vec<(String, Cow<'a, str>)>,
}

impl<'a> Files<'a> {
    /// The number that the next file gets.
    pub(super) const fn next(&self) -> usize {
        self.files.len()
    }

    pub(super) fn push(&mut self, name: impl Into<String>, text: impl Into<Cow<'a, str>>) {
        self.files.push((name.into(), text.into()));
    }

    /// What a file says.
    pub(super) fn text(&self, file: usize) -> &str {
        self.files.get(file).map_or("", |(_, text)| text)
    }

    /// The number of the file that says exactly this.
    pub(super) fn find(&self, text: &str) -> Option<usize> {
        self.files.iter().position(|(_, other)| other == text)
    }

    /// The fault as everybody reads it.
    pub(super) fn error(&self, fault: Fault) -> FormatError {
        let (origin, part, message, kind, values) = match fault {
            Fault::Told(error) => return error,
            Fault::Found { origin, part, message, kind, values } => {
                (origin, part, message, kind, values)
            }
        };
        let (name, text) =
            self.files.get(origin.file).map_or(("", ""), |(name, text)| (name, text));
        let error = match (origin.byte, part.is_empty()) {
            (Some(byte), true) => FormatError::new(name, place_of(text, byte), message),
            (Some(byte), false) => {
                FormatError::new(name, place_of(text, byte), format!("{part}: {message}"))
            }
            (None, true) => FormatError::new(name, At::File, message),
            (None, false) => FormatError::new(name, At::Part(part), message),
        };
        error.told_as(kind, &values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_is_told_as_line_and_column_and_a_part_by_its_name() {
        let mut files = Files::default();
        files.push("a.tmx", "<map>\n ö<x/>");
        let told = |byte, part: &str| {
            let origin = Origin { file: 0, byte };
            files.error(Fault::unexpected(origin, part, "an x", "a y")).to_string()
        };
        assert_eq!(told(Some(9), ""), "a.tmx, line 2, column 3: an x; expected a y");
        assert_eq!(told(Some(0), "map"), "a.tmx, line 1, column 1: map: an x; expected a y");
        assert_eq!(told(None, "map"), "a.tmx, map: an x; expected a y");
        assert_eq!(told(None, ""), "a.tmx: an x; expected a y");
    }
}
