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
    /// A waypoint lies at no finite point: its name.
    NoPoint,
    /// A matrix has more or fewer rows than there are waypoints: how many rows, how many waypoints.
    MatrixRows,
    /// A row of a matrix has more or fewer columns than there are rows: its number, its columns, the rows.
    MatrixColumns,
    /// A footprint is empty or too large: its size, the most cells along a side.
    Footprint,
    /// A footprint of several cells where there are no squares.
    FootprintForSquares,
    /// A step costs nothing or too much: what it costs, the most it may.
    StepCost,
    /// A turn costs too much: what it costs, the most it may.
    TurnCost,
    /// A number of steps is no price: the number, the least and the most it may be.
    Price,
    /// A closed terrain has no price to be multiplied: its number.
    NothingToMultiply,
    /// A terrain that is no ground is to be entered: its number.
    NoGround,
    /// A mover has no offsets or too many: how many, how many there may be.
    OffsetCount,
    /// An offset leads nowhere or too far: the offset, how far it may lead along an axis.
    Offset,
    /// A maker of maps has no such knob: the maker, the knob.
    NoSuchKnob,
    /// A knob of a maker is out of range: the maker, the knob, its value, the least and the most it may be.
    Knob,
    /// A maker of maps makes none of hexes: the maker.
    NoHexes,
    /// A text does not name a place or count something: what it says, how that is written.
    Text,
    /// A line of a text ends before it says something: how that is written.
    LineEnds,
    /// A line of a text goes on after its end: with which word.
    LineGoesOn,
    /// A text has no rows.
    NoRows,
    /// A line among the rows of a text is empty.
    EmptyLine,
    /// A directive stands below rows.
    LateDirective,
    /// A line begins with no directive of this map: with what, those of this map.
    NoSuchDirective,
    /// A directive stands there again: which.
    DirectiveAgain,
    /// A second layer in a text of one.
    SecondLayer,
    /// There is no `@hex` line: the arrangements that it may name.
    NoHexLine,
    /// A character of a legend stands for something already: which.
    CharacterTaken,
    /// The directives fill too many cells: how many, how many they may fill.
    TooMuchFilled,
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
            MapErrorKind::NoPoint => "no-point",
            MapErrorKind::MatrixRows => "matrix-rows",
            MapErrorKind::MatrixColumns => "matrix-columns",
            MapErrorKind::Footprint => "footprint",
            MapErrorKind::FootprintForSquares => "footprint-for-squares",
            MapErrorKind::StepCost => "step-cost",
            MapErrorKind::TurnCost => "turn-cost",
            MapErrorKind::Price => "price",
            MapErrorKind::NothingToMultiply => "nothing-to-multiply",
            MapErrorKind::NoGround => "no-ground",
            MapErrorKind::OffsetCount => "offset-count",
            MapErrorKind::Offset => "offset",
            MapErrorKind::NoSuchKnob => "no-such-knob",
            MapErrorKind::Knob => "knob",
            MapErrorKind::NoHexes => "no-hexes",
            MapErrorKind::Text => "text",
            MapErrorKind::LineEnds => "line-ends",
            MapErrorKind::LineGoesOn => "line-goes-on",
            MapErrorKind::NoRows => "no-rows",
            MapErrorKind::EmptyLine => "empty-line",
            MapErrorKind::LateDirective => "late-directive",
            MapErrorKind::NoSuchDirective => "no-such-directive",
            MapErrorKind::DirectiveAgain => "directive-again",
            MapErrorKind::SecondLayer => "second-layer",
            MapErrorKind::NoHexLine => "no-hex-line",
            MapErrorKind::CharacterTaken => "character-taken",
            MapErrorKind::TooMuchFilled => "too-much-filled",
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

    /// The same, with the numbers and names of its kind.
    pub(crate) fn with(self, values: &[&dyn fmt::Display]) -> MapError {
        MapError { values: values.iter().map(ToString::to_string).collect(), ..self }
    }

    pub(crate) fn at(self, line: usize, column: usize) -> MapError {
        MapError { place: self.place.or(Some(TextPlace { line, column })), ..self }
    }

    /// Something that should have been something else.
    pub(crate) fn unexpected(
        kind: MapErrorKind,
        found: impl fmt::Display,
        expected: impl fmt::Display,
    ) -> MapError {
        // One for all that is found and expected.
        fn told(
            kind: MapErrorKind,
            found: &dyn fmt::Display,
            expected: &dyn fmt::Display,
        ) -> MapError {
            MapError::new(kind, format!("{found}; expected {expected}"))
        }
        told(kind, &found, &expected)
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
        error.with(&[&count, &most])
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
        let found = format!("{what} costs nothing");
        MapError::unexpected(MapErrorKind::StepCost, found, "a cost of at least 1")
            .with(&[&Cost::ZERO, &Cost::STEP_MAX])
    }

    pub(crate) fn cost_too_large(kind: MapErrorKind, what: &str, cost: Cost) -> MapError {
        let (found, most) = (format!("{what} costs too much for one step"), Cost::STEP_MAX);
        MapError::unexpected(kind, found, format!("at most {most}")).with(&[&cost, &most])
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
