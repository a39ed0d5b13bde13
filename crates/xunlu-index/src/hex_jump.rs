//! Jump point search on hexes of one price.
//!
//! ```text
//!          D4  D5           Of all cheapest paths between two hexes the search follows the one that takes
//!           \ /             its odd steps (D1, D3, D5) first and even ones (D0, D2, D4) after: odd ones take
//!      D3 -- o -- D0        the part that diagonal steps have on squares, even ones that of straight steps.
//!           / \             It turns from an even direction to an odd one only beside the corner of an
//!          D2  D1           obstacle; odd directions never have to turn at one.
//! ```
//!
//! After Harabor and Grastien (2011, "Online graph pruning for pathfinding on grid maps"), by other
//! directions. All scans read bits, sixty-four hexes at a time, along each of the three axes: those along
//! odd directions stop wherever a scan aside meets a jump point, so that nothing is looked at between.

mod axes;
mod rows;
mod map;
mod search;
mod aims;
mod gates;
mod landmarks;
mod space;

#[cfg(test)]
mod tests;

pub use landmarks::HexLandmarks;
pub use map::{HexEdit, HexJumpMap};
pub use search::{HexJumpSearch, HexJumps};
pub use space::HexJumpSpace;
