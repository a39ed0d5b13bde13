//! Convex polygons as they are handed from who makes them to who joins them.

use crate::exact::MeshPoint;
use crate::region_set::RegionSet;
use crate::ways::Ways;

/// Polygons by the numbers of their corners, and what lies beyond their sides.
#[derive(Debug, Default)]
pub(crate) struct Polygons {
    pub(crate) corners: Vec<MeshPoint>,
    /// The first half-edge of each polygon, and of one more.
    pub(crate) firsts: Vec<u32>,
    pub(crate) origins: Vec<u32>,
    /// For each half-edge, the number of the same side beyond, or [`NONE`](crate::half_edges::NONE).
    pub(crate) twins: Vec<u32>,
    /// For each half-edge, in which directions outlines that nobody crosses run along it, if there are any.
    pub(crate) ways: Vec<Ways>,
    /// For each polygon which regions of the tile it belongs to, where there are any.
    pub(crate) regions: Vec<RegionSet>,
}

/// Whether these corners go round an area once, counter-clockwise, and never turn right. Corners on one line
/// are fine.
pub(crate) fn is_convex(around: &[MeshPoint]) -> bool {
    let count = around.len();
    let mut rounds = 0;
    let mut turns = false;
    for number in 0..count {
        let [before, at, after] = [0, 1, 2].map(|by| around[(number + by) % count]);
        let (coming, leaving) = (before.to(at), at.to(after));
        let bend = coming.cross(leaving);
        if before == at || bend < 0 || bend == 0 && coming.dot(leaving) < 0 {
            return false;
        }
        turns |= bend > 0;
        let points_up = |x: i32, y: i32| y > 0 || y == 0 && x > 0;
        // A left turn from the lower half of the plane into the upper begins a round.
        rounds += u32::from(!points_up(coming.x, coming.y) && points_up(leaving.x, leaving.y));
    }
    turns && rounds == 1
}
