//! Ground without cells as people draw it: closed lines around it, and around what stands on it.

use crate::waypoints::Point;

/// What a scene is made of. Lines are closed, run either way round, and may overlap and cross.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Outlines {
    /// Around what can be walked on.
    pub ground: Vec<Vec<Point>>,
    /// Around what stands in the way there.
    pub obstacles: Vec<Vec<Point>>,
    /// Points with names.
    pub places: Vec<NamedPoint>,
}

/// A point with a name: a door, a chest, where the player begins.
#[derive(Clone, PartialEq, Debug)]
pub struct NamedPoint {
    /// What it is called.
    pub name: String,
    /// Where it is.
    pub at: Point,
}
