//! Jump point search: the cheapest way from corner to corner of what stands in the way, on ground of one
//! price and, with a jump point wherever the price changes, of several.
//!
//! On such ground most ways are one another's mirror images: the same steps in another order. Of each
//! such family the search follows the one way that walks its diagonals first, and that one need turn
//! only beside the corner of an obstacle. So it looks along rows, columns and diagonals for the next
//! such cell, and skips all cells between. Harabor and Grastien (2011, "Online graph pruning for
//! pathfinding on grid maps"), who also pass over the points where a way only leaves its diagonal
//! (2014, "Improving jump point search").
//!
//! What stops a jump does not depend on start and goal. A [`JumpMap`] holds it, a bit a cell, made
//! sixty-four cells at a time and kept true under edits, so that a jump reads a word where others read
//! cells.

mod board;
mod around;
mod rule;
mod standing;
mod weighted;
mod map;
mod refresh;
mod leads;

mod look;
mod boxes;
mod free_list;
mod jump_edges;
mod retrace;
mod survey;
mod landmarks;
mod index;

mod costs;
mod space;
mod stacks;
mod path;
mod search;

#[cfg(test)]
mod tests;

pub use costs::JumpCosts;
pub use index::JumpIndex;
pub use map::JumpMap;
pub use refresh::JumpEdit;
pub use search::{JumpSearch, Jumps};
pub use space::JumpSpace;
