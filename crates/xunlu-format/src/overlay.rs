//! What is shown on top of a map: a search and its answer.

use xunlu_map::{Cost, Place, Point};

/// What is shown on top of a map: a search and its answer. Formats that cannot hold it leave it out
/// and say so.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Overlay {
    /// Where the path begins.
    pub start: Option<Place>,
    /// Where it may end.
    pub goals: Vec<Place>,
    /// The path.
    pub path: Vec<Place>,
    /// A path from point to point, straight between them: on a mesh.
    pub line: Vec<Point>,
    /// What is within reach.
    pub reach: Vec<Place>,
    /// What a search saw: each place at most once, as it was at the end.
    pub visited: Vec<Visited>,
}

/// A place that a search saw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visited {
    /// Which.
    pub place: Place,
    /// From where it was reached; itself at the start.
    pub parent: Place,
    /// What the path to it costs.
    pub g: Cost,
    /// The estimate of the rest.
    pub h: Cost,
    /// The how-many-th it was to be closed, from 0. `None` while it is open.
    pub closed: Option<u32>,
}
