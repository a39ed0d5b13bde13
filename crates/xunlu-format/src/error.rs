//! What is wrong with a file, or odd about it: which file, where, what, and what was expected.

use std::error::Error;
use std::fmt;
use xunlu_map::TextPlace;

/// Why a file could not be read or a map not be written. Reads as a sentence, also where only its debug
/// form is shown, as when `main` ends with it.
#[derive(Clone, PartialEq, Eq)]
pub struct FormatError {
    file: String,
    at: At,
    message: String,
}

/// Something in a file that was read but not understood, or could not be kept. The map is good
/// without it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    at: At,
    message: String,
}

/// Where in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum At {
    /// Nowhere in particular.
    File,
    /// A line and column.
    Text(TextPlace),
    /// So many bytes in.
    Byte(u64),
    /// A part that has a name: `layer "walls", tile 3,4`.
    Part(String),
}

impl FormatError {
    pub(crate) fn new(file: &str, at: At, message: impl Into<String>) -> FormatError {
        let (file, message) = (abridged(file.to_owned()), abridged(message.into()));
        FormatError { file, at: at.abridged(), message }
    }

    /// Something that should have been something else.
    pub(crate) fn unexpected(
        file: &str,
        at: At,
        found: impl fmt::Display,
        expected: impl fmt::Display,
    ) -> FormatError {
        FormatError::new(file, at, format!("{found}; expected {expected}"))
    }

    /// The file it lies in.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Line and column, where it is a text.
    #[must_use]
    pub const fn place(&self) -> Option<TextPlace> {
        if let At::Text(place) = self.at { Some(place) } else { None }
    }

    /// What is wrong and what was expected, without where.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl Warning {
    pub(crate) fn new(at: At, message: impl Into<String>) -> Warning {
        Warning { at: at.abridged(), message: abridged(message.into()) }
    }

    /// Something odd about a part of a document that has a name.
    #[must_use]
    pub fn about(part: impl Into<String>, message: impl Into<String>) -> Warning {
        Warning::new(At::Part(part.into()), message)
    }
}

impl At {
    pub(crate) const fn text(line: usize, column: usize) -> At {
        At::Text(TextPlace { line, column })
    }

    fn abridged(self) -> At {
        if let At::Part(part) = self { At::Part(abridged(part)) } else { self }
    }
}

/// The longest part of a message that is told as it is.
const CHARACTERS_MAX: usize = 600;
/// How much of a longer one is told of its end, where it says what was expected.
const END_CHARACTERS: usize = 200;

/// The text without its middle where it is long. Our own messages quote with [`Quoted`](xunlu_map::Quoted)
/// and are never so long; what the readers of XML and JSON say may hold a whole text of the file.
fn abridged(text: String) -> String {
    let length = if text.len() > CHARACTERS_MAX { text.chars().count() } else { 0 };
    if length <= CHARACTERS_MAX {
        return text;
    }
    let place = |number| text.char_indices().nth(number).map_or(text.len(), |(byte, _)| byte);
    let start = &text[..place(CHARACTERS_MAX - END_CHARACTERS)];
    format!("{start} ... {}", &text[place(length - END_CHARACTERS)..])
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            At::File => Ok(()),
            At::Text(TextPlace { line, column }) => write!(f, "line {line}, column {column}"),
            At::Byte(byte) => write!(f, "byte {byte}"),
            At::Part(part) => f.write_str(part),
        }
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if self.at != At::File {
            write!(f, ", {}", self.at)?;
        }
        write!(f, ": {}", self.message)
    }
}

impl fmt::Debug for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error for FormatError {}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.at != At::File {
            write!(f, "{}: ", self.at)?;
        }
        f.write_str(&self.message)
    }
}
