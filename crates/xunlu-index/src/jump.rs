//! Jump point search, on ground of one price and, with a jump point wherever the price changes, on
//! weighted ground.
//!
//! On ground of one price most paths are symmetric: the same steps in another order. Of each set of
//! symmetric paths the search follows the diagonal-first one alone, which has to turn only beside the
//! corner of an obstacle. So it jumps along rows, columns and diagonals to the next such cell, and skips
//! all cells between. Harabor and Grastien (2011, "Online graph pruning for pathfinding on grid maps"),
//! who also prune intermediate turning points, where a path only leaves its diagonal (2014, "Improving
//! jump point search").
//!
//! What stops a jump does not depend on start and goal. A [`JumpMap`] holds it, one bit per cell, computed
//! sixty-four cells at a time and kept up to date under edits, so that a scan reads one word where others
//! read cells. Several layers are one tall grid to it, with closed rows between them.

mod numbers;
mod bit_grid;
mod neighbour_words;
mod rule;
mod stack;
mod standing;
mod weighted;
mod link_ends;
mod cut_out;
mod round;
mod map;
mod repair;
mod small_part;
mod mark_ends;
mod jump_point_ahead;

mod successors;
mod boxes;
mod free_list;
mod outstanding_edits;
mod jump_edges;
mod affected;
mod survey;
mod since;
mod stairs;
mod landmarks;
mod beside;
mod index;

mod cost_rows;
mod costs;
mod shortcuts;
mod goal_areas;
mod goal_parts;
mod confines;
mod space;
mod bucket_queue;
mod path;
mod fan;
mod reorder;
mod shut_in;
mod search;

#[cfg(test)]
mod tests;

pub(crate) use bit_grid::BitGrid;
pub(crate) use bucket_queue::{BucketQueue, OpenEntry};
pub use costs::{CostMisfit, JumpCosts};
pub(crate) use index::IndexId;
pub use index::{JumpIndex, Upkeep};
pub use map::JumpMap;
pub(crate) use numbers::{BitAt, PaddedCell, SearchNode, WordAt, WordIndex};
pub use repair::JumpEdit;
pub(crate) use rule::{ARRIVALS, JumpRule};
pub use search::{JumpSearch, Jumps};
pub use shortcuts::{JumpLinks, JumpShortcuts};
pub use space::JumpSpace;
pub(crate) use successors::SCANS;
