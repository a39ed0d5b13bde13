//! Convex polygons as they are handed from who makes them to who joins them.

use crate::exact::MeshPoint;

/// Polygons by the numbers of their corners, and what lies beyond their sides.
#[derive(Debug, Default)]
pub(crate) struct Polygons {
    pub(crate) corners: Vec<MeshPoint>,
    /// The first half-edge of each polygon, and of one more.
    pub(crate) firsts: Vec<u32>,
    pub(crate) origins: Vec<u32>,
    /// For each half-edge, the number of the same side beyond, or [`NONE`](crate::half_edges::NONE).
    pub(crate) twins: Vec<u32>,
}
