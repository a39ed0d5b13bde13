//! What is wrong with a file, or odd about it: which file, where, what, and what was expected.

use crate::limits_check::Excess;
use std::error::Error;
use std::fmt;
use xunlu_map::{MapError, MapErrorKind, TextPlace};

/// Why a file could not be read or a map not be written. Reads as a sentence, also where only its debug
/// form is shown, as when `main` ends with it.
#[derive(Clone, PartialEq, Eq)]
pub struct FormatError {
    kind: FormatErrorKind,
    file: String,
    at: At,
    message: String,
    values: Vec<String>,
}

/// What kind of thing is wrong, for programs to read; with each, what its
/// [`values`](FormatError::values) are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FormatErrorKind {
    /// Something should be something else; the message says what.
    Value,
    /// A word or value should be another: which.
    Word,
    /// A word should be one of a few: which, and those.
    OneOf,
    /// A line ends before it says all.
    LineShort,
    /// What is packed or in binary form is damaged, or cut off.
    Damaged,
    /// There are more or fewer than there should be: how many there are, how many there should be.
    Count,
    /// There is no such layer: which.
    NoLayer,
    /// There is no such tile, or set of tiles: its number.
    NoTile,
    /// The tiles of a set begin at 0, or where those of another do: at which.
    FirstTile,
    /// A terrain has different costs in two places: its number.
    TwoCosts,
    /// There are too many terrains and costs.
    TooManyTerrains,
    /// Tiles have a size that none have: which.
    TileSize,
    /// Something lies beside the grid: where, what should divide that.
    OffGrid,
    /// Levels overlap: which other one.
    Overlap,
    /// A layer that has no values is to say costs.
    NoCosts,
    /// What is to be said of tiles or layers cannot be written into this file.
    NotAssignable,
    /// An image moves.
    Animated,
    /// A colour means nothing: which.
    Colour,
    /// A value is of another type, such as a list instead of a text.
    WrongType,
    /// A field, attribute or line is missing: its name.
    Missing,
    /// The file cannot be opened or read.
    Unreadable,
    /// The file is no UTF-8 text.
    NotText,
    /// The text is no JSON or XML, or the image no PNG: which of them it should be.
    Syntax,
    /// There is no map in the file, or none of the kind that is needed.
    NoMap,
    /// The file is too long: how many bytes it has, how many are read.
    FileTooLarge,
    /// The map or a part of it is too large: how large it is or how much of it there is, the most there may
    /// be.
    TooLarge,
    /// The map ends before its last row: how many rows there are, how many there should be.
    EndsEarly,
    /// There are rows below the last: how many there should be.
    TooManyRows,
    /// A row has another length than it should: how long it is, how long it should be.
    RowLength,
    /// A character means nothing: which.
    Character,
    /// A file that this one names is not there: its name.
    FileMissing,
    /// The format cannot hold this map, or is only read.
    NotWritable,
    /// The map refuses it.
    Map(MapErrorKind),
}

impl FormatErrorKind {
    /// What it is called wherever programs read it. A code never changes its meaning.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            FormatErrorKind::Value => "value",
            FormatErrorKind::Word => "word",
            FormatErrorKind::OneOf => "one-of",
            FormatErrorKind::LineShort => "line-short",
            FormatErrorKind::Damaged => "damaged",
            FormatErrorKind::Count => "count",
            FormatErrorKind::NoLayer => "no-layer",
            FormatErrorKind::NoTile => "no-tile",
            FormatErrorKind::FirstTile => "first-tile",
            FormatErrorKind::TwoCosts => "two-costs",
            FormatErrorKind::TooManyTerrains => "too-many-terrains",
            FormatErrorKind::TileSize => "tile-size",
            FormatErrorKind::OffGrid => "off-grid",
            FormatErrorKind::Overlap => "overlap",
            FormatErrorKind::NoCosts => "no-costs",
            FormatErrorKind::NotAssignable => "not-assignable",
            FormatErrorKind::Animated => "animated",
            FormatErrorKind::Colour => "colour",
            FormatErrorKind::WrongType => "wrong-type",
            FormatErrorKind::Missing => "missing",
            FormatErrorKind::Unreadable => "unreadable",
            FormatErrorKind::NotText => "not-text",
            FormatErrorKind::Syntax => "syntax",
            FormatErrorKind::NoMap => "no-map",
            FormatErrorKind::FileTooLarge => "file-too-large",
            FormatErrorKind::TooLarge => "too-large",
            FormatErrorKind::EndsEarly => "ends-early",
            FormatErrorKind::TooManyRows => "too-many-rows",
            FormatErrorKind::RowLength => "row-length",
            FormatErrorKind::Character => "character",
            FormatErrorKind::FileMissing => "file-missing",
            FormatErrorKind::NotWritable => "not-writable",
            FormatErrorKind::Map(kind) => kind.code(),
        }
    }
}

/// Something in a file that was read but not understood, or could not be kept. The map is good
/// without it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    kind: WarningKind,
    at: At,
    message: String,
    values: Vec<String>,
}

/// What kind of thing is odd, for programs to read; with each, what its [`values`](Warning::values) are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum WarningKind {
    /// Something else; the message says what.
    Other,
    /// No layer or tile says what is closed: the names of the layers of tiles, the first of them.
    NoWalls,
    /// A layer's name sounds like walls but says nothing by itself: its name.
    LayerUnnamed,
    /// Tiles lie outside the map: how many.
    TilesOutside,
    /// A file was found elsewhere than it should be: where it should be, where it is.
    FileElsewhere,
    /// The format cannot hold a part of the map, and it was left out.
    NotKept,
    /// Something of what the map looks like is not drawn, or not as in its game: its name.
    NotShown,
}

impl WarningKind {
    /// What it is called wherever programs read it. A code never changes its meaning.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            WarningKind::Other => "other",
            WarningKind::NoWalls => "no-walls",
            WarningKind::LayerUnnamed => "layer-unnamed",
            WarningKind::TilesOutside => "tiles-outside",
            WarningKind::FileElsewhere => "file-elsewhere",
            WarningKind::NotKept => "not-kept",
            WarningKind::NotShown => "not-shown",
        }
    }
}

/// Where in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum At {
    /// Nowhere in particular.
    File,
    /// A line and column.
    Text(TextPlace),
    /// A pixel of an image, by column and row from 0.
    Pixel(u32, u32),
    /// So many bytes in.
    Byte(u64),
    /// A part that has a name: `layer "walls", tile 3,4`.
    Part(String),
}

impl FormatError {
    pub(crate) fn new(file: &str, at: At, message: impl Into<String>) -> FormatError {
        let (file, message) = (abridged(file.to_owned()), abridged(message.into()));
        let (kind, values) = (FormatErrorKind::Value, Vec::new());
        FormatError { kind, file, at: at.abridged(), message, values }
    }

    /// What a map's own builder says against it.
    pub(crate) fn refused(file: &str, at: At, error: &MapError) -> FormatError {
        FormatError::new(file, at, error.to_string()).by(error)
    }

    /// The same, of the kind and with the values of what a map's own builder says.
    pub(crate) fn by(self, error: &MapError) -> FormatError {
        FormatError {
            kind: FormatErrorKind::Map(error.kind()),
            values: abridged_all(error.values()),
            ..self
        }
    }

    /// The same, of this kind and with its numbers and names.
    pub(crate) fn of<const N: usize>(
        self,
        kind: FormatErrorKind,
        values: [&dyn fmt::Display; N],
    ) -> FormatError {
        self.told_as(kind, &values)
    }

    pub(crate) fn told_as<V: fmt::Display>(
        self,
        kind: FormatErrorKind,
        values: &[V],
    ) -> FormatError {
        FormatError { kind, values: abridged_all(values), ..self }
    }

    /// That a file asks for too much of something.
    pub(crate) fn exceeding(file: &str, at: At, excess: Excess) -> FormatError {
        let Excess { message, kind, values } = excess;
        FormatError { kind, values, ..FormatError::new(file, at, message) }
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

    /// That a format cannot hold the map.
    pub(crate) fn not_writable(
        found: impl fmt::Display,
        expected: impl fmt::Display,
    ) -> FormatError {
        FormatError::unexpected("the map", At::File, found, expected)
            .of(FormatErrorKind::NotWritable, [])
    }

    /// What kind of thing is wrong.
    #[must_use]
    pub const fn kind(&self) -> FormatErrorKind {
        self.kind
    }

    /// The numbers and names that the kind is told with, for sentences in other languages.
    #[must_use]
    pub fn values(&self) -> &[String] {
        &self.values
    }

    /// The file it lies in.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Where in the file.
    #[must_use]
    pub const fn at(&self) -> &At {
        &self.at
    }

    /// Line and column. Returns `None` if the file is no text, or the whole of it is meant.
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
        let (kind, message) = (WarningKind::Other, abridged(message.into()));
        Warning { kind, at: at.abridged(), message, values: Vec::new() }
    }

    /// The same, of this kind and with its numbers and names.
    pub(crate) fn of<V: fmt::Display>(self, kind: WarningKind, values: &[V]) -> Warning {
        Warning { kind, values: abridged_all(values), ..self }
    }

    /// What kind of thing is odd.
    #[must_use]
    pub const fn kind(&self) -> WarningKind {
        self.kind
    }

    /// The numbers and names that the kind is told with, for sentences in other languages.
    #[must_use]
    pub fn values(&self) -> &[String] {
        &self.values
    }

    /// Where in the file.
    #[must_use]
    pub const fn at(&self) -> &At {
        &self.at
    }

    /// What is odd, without where.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
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

fn abridged_all<V: fmt::Display>(values: &[V]) -> Vec<String> {
    values.iter().map(|value| abridged(value.to_string())).collect()
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            At::File => Ok(()),
            At::Text(TextPlace { line, column }) => write!(f, "line {line}, column {column}"),
            At::Pixel(x, y) => write!(f, "pixel {x},{y}"),
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
