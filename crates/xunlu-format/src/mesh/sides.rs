//! Whether the polygons of a mesh agree about their sides.

use std::collections::BTreeMap;
use xunlu_map::MeshPolygon;

/// Two polygons that do not agree.
pub(super) struct Fault {
    /// The one whose side is complained about.
    pub(super) polygon: u32,
    /// What it says.
    pub(super) found: String,
    /// What it should say.
    pub(super) expected: String,
}

/// Looks for every side from `a` to `b` at the side from `b` to `a`: if a polygon names another
/// beyond its side, that one must have this side and name the first beyond it.
///
/// # Errors
/// The first side about which two polygons do not agree.
pub(super) fn check(polygons: &[MeshPolygon]) -> Result<(), Fault> {
    let mut sides = BTreeMap::new();
    for (number, polygon) in (0_u32..).zip(polygons) {
        for (ends, neighbour) in sides_of(polygon) {
            if let Some((other, _)) = sides.insert(ends, (number, neighbour)) {
                let found = format!("polygon {number} has the side from {}", Ends(ends));
                let expected = format!("it in polygon {other} alone");
                return Err(Fault { polygon: number, found, expected });
            }
        }
    }
    for (number, polygon) in (0_u32..).zip(polygons) {
        for ((from, to), neighbour) in sides_of(polygon) {
            let Some(beyond) = neighbour else { continue };
            let back = sides.get(&(to, from)).copied();
            if back == Some((beyond, Some(number))) {
                continue;
            }
            let found = format!(
                "polygon {number} says that polygon {beyond} lies beyond its side from {}",
                Ends((from, to))
            );
            let expected = match back {
                Some((other, Some(said))) if other == beyond => format!(
                    "polygon {beyond} to say the same, but it says that polygon {said} lies there"
                ),
                Some((other, None)) if other == beyond => {
                    format!("polygon {beyond} to say the same, but it says that none lies there")
                }
                _ => format!("polygon {beyond} to have that side"),
            };
            return Err(Fault { polygon: number, found, expected });
        }
    }
    Ok(())
}

/// The ends of every side of a polygon, and what lies beyond it.
fn sides_of(polygon: &MeshPolygon) -> impl Iterator<Item = ((u32, u32), Option<u32>)> {
    let ends = polygon.vertices.iter().copied();
    let next = ends.clone().cycle().skip(1);
    ends.zip(next).zip(polygon.neighbours.iter().copied())
}

/// A side for people.
struct Ends((u32, u32));

impl std::fmt::Display for Ends {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Ends((from, to)) = self;
        write!(f, "vertex {from} to {to}")
    }
}
