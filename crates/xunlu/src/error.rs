//! What can be wrong with a question or an edit at the door.

use std::error::Error;
use std::fmt;
use xunlu_map::{MapError, MapErrorKind, Place, Quoted, TextPlace};

/// Why a world was not made, asked or edited. Reads as a sentence that says what is wrong, where, and
/// what was expected instead.
// Boxed, so that what returns one or a number returns both in registers.
#[derive(Clone, PartialEq, Eq)]
pub struct WorldError(Box<Complaint>);

#[derive(Clone, PartialEq, Eq, Debug)]
struct Complaint {
    kind: WorldErrorKind,
    message: String,
    values: Vec<String>,
    place: Option<TextPlace>,
}

/// What kind of thing is wrong, for programs to read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum WorldErrorKind {
    /// A place lies outside the map.
    Outside,
    /// There is no such mover.
    NoSuchMover,
    /// A mover's steps are not of this kind of map.
    MoverDoesNotSuit,
    /// There are too many movers, or places for a mover with headings.
    TooMany,
    /// A list of goals or sources is empty.
    NothingAsked,
    /// A goal or region is not for this kind of map.
    NotForThisMap,
    /// A footprint or region has no place on any map.
    NoRoom,
    /// An index is for another map or mover.
    IndexDoesNotFit,
    /// A question is asked with tags that its mover never has.
    TagsBeyondMover,
    /// There is no such unit.
    NoSuchUnit,
    /// There is no such engine.
    NoSuchEngine,
    /// So many requests wait already.
    TooManyRequests,
    /// Whoever asked said that it takes too long.
    TimeIsOver,
    /// A route cannot be made of these places.
    Route,
    /// What came over the wire says nothing that there is.
    NotUnderstood,
    /// The map refuses it.
    Map(MapErrorKind),
}

impl WorldErrorKind {
    /// What it is called wherever programs read it. A code never changes its meaning.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            WorldErrorKind::Outside => "outside",
            WorldErrorKind::NoSuchMover => "no-such-mover",
            WorldErrorKind::MoverDoesNotSuit => "mover-does-not-suit",
            WorldErrorKind::TooMany => "too-many",
            WorldErrorKind::NothingAsked => "nothing-asked",
            WorldErrorKind::NotForThisMap => "not-for-this-map",
            WorldErrorKind::NoRoom => "no-room",
            WorldErrorKind::IndexDoesNotFit => "index-does-not-fit",
            WorldErrorKind::TagsBeyondMover => "tags-beyond-mover",
            WorldErrorKind::NoSuchUnit => "no-such-unit",
            WorldErrorKind::NoSuchEngine => "no-such-engine",
            WorldErrorKind::TooManyRequests => "too-many-requests",
            WorldErrorKind::TimeIsOver => "time-is-over",
            WorldErrorKind::Route => "route",
            WorldErrorKind::NotUnderstood => "not-understood",
            WorldErrorKind::Map(kind) => kind.code(),
        }
    }
}

impl WorldError {
    /// What kind of thing is wrong.
    #[must_use]
    pub const fn kind(&self) -> WorldErrorKind {
        self.0.kind
    }

    /// The few names and numbers that a sentence about it in another language needs.
    #[must_use]
    pub fn values(&self) -> &[String] {
        &self.0.values
    }

    /// Where in the text that was read. Returns `None` if it was no text.
    #[must_use]
    pub const fn place(&self) -> Option<TextPlace> {
        self.0.place
    }

    pub(crate) fn new(kind: WorldErrorKind, message: impl Into<String>) -> WorldError {
        let (message, values) = (message.into(), Vec::new());
        WorldError(Box::new(Complaint { kind, message, values, place: None }))
    }

    fn of<const N: usize>(mut self, values: [String; N]) -> WorldError {
        self.0.values = values.into();
        self
    }

    pub(crate) fn late() -> WorldError {
        WorldError::new(WorldErrorKind::TimeIsOver, "the time is over before there is an answer")
    }

    pub(crate) fn no_engine(name: &str) -> WorldError {
        let error = WorldError::new(
            WorldErrorKind::NoSuchEngine,
            format!(
                "there is no engine {name}; expected one that was added to the world",
                name = Quoted(name)
            ),
        );
        error.of([Quoted(name).to_string()])
    }

    /// A place of another kind of map, with what it was to be.
    pub(crate) fn of_another_kind(role: &str, error: &MapError) -> WorldError {
        let mut told = WorldError::from(error.clone());
        told.0.message = format!("the {role} {error}");
        told
    }

    pub(crate) fn outside(role: &str, place: Place, expected: &str) -> WorldError {
        let error = WorldError::new(
            WorldErrorKind::Outside,
            format!("the {role} {place} lies outside the map; expected {expected}"),
        );
        error.of([place.to_string()])
    }
}

impl From<MapError> for WorldError {
    fn from(error: MapError) -> WorldError {
        let mut told = WorldError::new(WorldErrorKind::Map(error.kind()), error.to_string());
        (told.0.values, told.0.place) = (error.values().to_vec(), error.place());
        told
    }
}

/// The code and the sentence, for `main` prints an error so.
impl fmt::Debug for WorldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {self}", self.0.kind.code())
    }
}

impl fmt::Display for WorldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl Error for WorldError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::MoverId;
    use crate::query::{Goal, Query};
    use crate::workspace::Workspace;
    use crate::world::World;
    use xunlu_map::{Grid, LinkId};

    #[test]
    fn errors_are_told_apart_by_kind_and_code() {
        let mut world = World::new("...".parse::<Grid>().unwrap()).unwrap();
        let from = Place::cell(0, 0);
        let ask = |query: &Query| world.find(query, &mut Workspace::new()).unwrap_err().kind();
        let outside = Query::between(from, Place::cell(9, 9));
        assert_eq!(ask(&outside), WorldErrorKind::Outside);
        assert_eq!(ask(&Query::to(from, Goal::AnyOf(vec![]))), WorldErrorKind::NothingAsked);
        assert_eq!(ask(&outside.mover(MoverId(7))), WorldErrorKind::NoSuchMover);
        let error = world.remove_link(LinkId(0)).unwrap_err();
        assert_eq!(error.kind(), WorldErrorKind::Map(MapErrorKind::NoSuchLink));
        assert_eq!(error.kind().code(), "no-such-link");
    }
}
