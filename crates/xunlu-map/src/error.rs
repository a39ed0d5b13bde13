//! What can be wrong with a map or a mover: what, where, and what was expected instead.

use crate::cell::{Cell, Rect, Size};
use crate::cost::Cost;
use std::error::Error;
use std::fmt;

/// Why a map, an edit or a mover was refused. Reads as a sentence; where the trouble lies in a text,
/// [`place`](MapError::place) names line and column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapError {
    kind: MapErrorKind,
    message: String,
    values: Vec<String>,
    place: Option<TextPlace>,
}

/// What kind of thing is wrong, for programs to read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum MapErrorKind {
    /// A map, a region or a list of parts is empty.
    Empty,
    /// A map is too large: its size, how many cells it may have, how long a side may be.
    TooManyCells,
    /// Layers together are too large: how many of them, how many cells they may have with their borders.
    TooManyLayers,
    /// There are too many waypoints: how many there may be.
    TooManyWaypoints,
    /// There are too many links: how many there may be.
    TooManyLinks,
    /// A map lies too far out: its corner, how far it may lie.
    TooFarOut,
    /// A place or rectangle lies outside the map.
    Outside,
    /// There is no such layer.
    NoSuchLayer,
    /// There is no such waypoint.
    NoSuchWaypoint,
    /// There is no such link.
    NoSuchLink,
    /// A place is none of this kind of map.
    WrongPlace,
    /// A link leads from a place to itself: which.
    LinkToItself,
    /// The map has no cells to change.
    NoCells,
    /// Several changes stand where one is wanted.
    ManyChanges,
    /// A name has no characters, or some that cannot be seen: which.
    UnfitName,
    /// A name is taken: which.
    NameTaken,
    /// Numbers do not go together: rows, columns, or a position that is no number.
    Shape,
    /// A mover cannot be like that.
    Mover,
    /// A maker of maps cannot be asked that.
    Maker,
    /// A text does not draw a map or name a place.
    Text,
    /// A row of a text has another length than the first: how long it is, how long it should be.
    RowLength,
    /// A character of a text means nothing: which.
    Character,
}

impl MapErrorKind {
    /// What it is called wherever programs read it. A code never changes its meaning.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            MapErrorKind::Empty => "empty",
            MapErrorKind::TooManyCells => "too-many-cells",
            MapErrorKind::TooManyLayers => "too-many-layers",
            MapErrorKind::TooManyWaypoints => "too-many-waypoints",
            MapErrorKind::TooManyLinks => "too-many-links",
            MapErrorKind::TooFarOut => "too-far-out",
            MapErrorKind::Outside => "outside",
            MapErrorKind::NoSuchLayer => "no-such-layer",
            MapErrorKind::NoSuchWaypoint => "no-such-waypoint",
            MapErrorKind::NoSuchLink => "no-such-link",
            MapErrorKind::WrongPlace => "wrong-place",
            MapErrorKind::LinkToItself => "link-to-itself",
            MapErrorKind::NoCells => "no-cells",
            MapErrorKind::ManyChanges => "many-changes",
            MapErrorKind::UnfitName => "unfit-name",
            MapErrorKind::NameTaken => "name-taken",
            MapErrorKind::Shape => "shape",
            MapErrorKind::Mover => "mover",
            MapErrorKind::Maker => "maker",
            MapErrorKind::Text => "text",
            MapErrorKind::RowLength => "row-length",
            MapErrorKind::Character => "character",
        }
    }
}

/// A stranger's text in a message: in quotation marks, cut where it is long. A message that quotes
/// otherwise can become as long as the file it is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quoted<'a>(pub &'a str);

impl Quoted<'_> {
    /// How many characters are shown.
    pub const CHARACTERS_MAX: usize = 40;
}

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(Self::CHARACTERS_MAX) {
            Some((end, _)) => write!(f, "{:?}...", &self.0[..end]),
            None => write!(f, "{:?}", self.0),
        }
    }
}

/// A place in a text, both counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextPlace {
    /// Line.
    pub line: usize,
    /// Column, in characters.
    pub column: usize,
}

impl MapError {
    /// Where in the text that was read. Returns `None` if the error is not about a text.
    #[must_use]
    pub const fn place(&self) -> Option<TextPlace> {
        self.place
    }

    /// What kind of thing is wrong.
    #[must_use]
    pub const fn kind(&self) -> MapErrorKind {
        self.kind
    }

    /// The numbers and names that the kind is told with, for sentences in other languages.
    #[must_use]
    pub fn values(&self) -> &[String] {
        &self.values
    }

    /// What is wrong, without where.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    pub(crate) fn new(kind: MapErrorKind, message: impl Into<String>) -> MapError {
        MapError { kind, message: message.into(), values: Vec::new(), place: None }
    }

    /// The same, of this kind and with its numbers and names.
    pub(crate) fn of<const N: usize>(self, kind: MapErrorKind, values: [String; N]) -> MapError {
        MapError { kind, values: values.into(), ..self }
    }

    pub(crate) fn at(self, line: usize, column: usize) -> MapError {
        MapError { place: self.place.or(Some(TextPlace { line, column })), ..self }
    }

    /// Something in a text that should have been something else.
    pub(crate) fn unexpected(found: impl fmt::Display, expected: impl fmt::Display) -> MapError {
        MapError::new(MapErrorKind::Text, format!("{found}; expected {expected}"))
    }

    /// The same error, told to lie within `part` of what was handed in.
    pub(crate) fn within(self, part: impl fmt::Display) -> MapError {
        MapError { message: format!("{part}: {}", self.message), ..self }
    }

    pub(crate) fn empty(size: Size) -> MapError {
        MapError::new(
            MapErrorKind::Empty,
            format!("a map of {size} cells has none; expected at least 1x1"),
        )
    }

    pub(crate) fn outside(cell: Cell, bounds: Rect) -> MapError {
        let (min, max) = (bounds.min, bounds.max().unwrap_or(bounds.min));
        MapError::new(
            MapErrorKind::Outside,
            format!("{cell} lies outside the map; expected a cell from {min} to {max}"),
        )
    }

    pub(crate) fn no_layers() -> MapError {
        MapError::new(MapErrorKind::Empty, "there is no layer; expected at least one")
    }

    pub(crate) fn no_such_layer(layer: u32, count: usize) -> MapError {
        MapError::new(
            MapErrorKind::NoSuchLayer,
            format!("there is no layer {layer}; expected 0 to {}", count - 1),
        )
    }

    pub(crate) fn too_many_layers(count: usize) -> MapError {
        let most = u32::MAX;
        let error = MapError::new(
            MapErrorKind::TooManyLayers,
            format!(
                "the first {count} layers together are too large; expected at most {most} cells with borders"
            ),
        );
        error.of(MapErrorKind::TooManyLayers, [count.to_string(), most.to_string()])
    }

    pub(crate) fn no_cells() -> MapError {
        MapError::new(
            MapErrorKind::NoCells,
            "a waypoint map has no cells to change; expected an edit of a link",
        )
    }

    pub(crate) fn many_changes() -> MapError {
        MapError::new(
            MapErrorKind::ManyChanges,
            "this is several changes in one; expected one that is not made of others",
        )
    }

    pub(crate) fn zero_cost(what: &str) -> MapError {
        MapError::new(
            MapErrorKind::Mover,
            format!("{what} costs nothing; expected a cost of at least 1"),
        )
    }

    pub(crate) fn cost_too_large(what: &str) -> MapError {
        let most = Cost::STEP_MAX;
        MapError::new(
            MapErrorKind::Mover,
            format!("{what} costs too much for one step; expected at most {most}"),
        )
    }
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(TextPlace { line, column }) = self.place {
            write!(f, "line {line}, column {column}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl Error for MapError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_quoted_by_their_beginning() {
        assert_eq!(Quoted("a\"b").to_string(), "\"a\\\"b\"");
        assert_eq!(Quoted(&"ö".repeat(40)).to_string(), format!("\"{}\"", "ö".repeat(40)));
        assert_eq!(Quoted(&"x".repeat(41)).to_string(), format!("\"{}\"...", "x".repeat(40)));
    }
}
