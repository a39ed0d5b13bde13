//! What may be known about a map before anyone asks: components, clearance and jumps, kept true under
//! edits.
//!
//! ```
//! use xunlu_index::{Blocks, Clearance, Components};
//! use xunlu_map::{Cell, Grid, Mover, Passability, Rect, Size, Terrain};
//! use xunlu_search::{GridView, Places};
//!
//! // A cart of two by two cells, a yard, and a gate that is too narrow for it.
//! let mut grid: Grid = "...#...\n.......\n...#...".parse()?;
//! let cart = Mover::four().footprint(Size::new(2, 2)).build()?;
//! let mut open = Passability::new(grid.ground(), &cart);
//! let mut clearance = Clearance::new(&open);
//! let view = GridView::new(&grid, &cart, &open).with_clearance(clearance.sides());
//! let [yard, road] = [0, 5].map(|x| view.node_at(Cell::new(x, 0)).unwrap());
//! let mut components = Components::new(&view, Blocks::of_grid(&grid));
//! assert!(!components.may_reach(yard, road));
//!
//! // Somebody widens the gate. Each index is told, and looks at no more than that.
//! let gate = Rect::cell(Cell::new(3, 0));
//! grid.fill(gate, Terrain::OPEN)?;
//! open.repair(grid.ground(), &cart, gate);
//! clearance.repair(&open, gate);
//! components.cells_changed(0, gate, &cart);
//! components.repair(&GridView::new(&grid, &cart, &open).with_clearance(clearance.sides()));
//! assert!(components.may_reach(yard, road));
//! # Ok::<(), xunlu_map::MapError>(())
//! ```
//!
//! | module | knows |
//! | --- | --- |
//! | `clearance` | [`Clearance`]: how much room there is at each cell, for movers of every size |
//! | `under` | [`GroundUnder`]: the most expensive ground under a footprint at each cell |
//! | `components` | [`Components`]: what can be reached from where, on any graph |
//! | `components/blocks` | [`Blocks`]: how nodes are cut into what is looked at at one go |
//! | `jump` | [`JumpMap`], [`JumpIndex`]: the jump points of a grid, and the jump edges between them; [`JumpSearch`]: searching by them |
//! | `hex_jump` | [`HexJumpMap`], [`HexLandmarks`], [`HexJumpSearch`]: the same on hexes |
//! | `roadmap` | [`Roadmap`]: all cheapest paths of a grid that stands still, to be looked up |
//! | `contraction` | [`WaypointRoadmap`]: the same of a waypoint graph, soon made anew when weights change; [`StepRoadmap`]: of whatever steps a mover makes |
//! | `hierarchy` | [`Hierarchy`]: clusters and entrances of a large grid that changes; [`HierarchySearch`]: searching by them |
//! | `threads` | the same work on many things, by several threads |
//!
//! It keeps neither map nor graph: whoever edits the map says what changed and hands the graph in
//! again. It reads and writes no files, and does not notice an edit that it is not told of.

mod clearance;
mod components;
mod under;
mod jump;
mod hex_jump;
mod roadmap;
mod contraction;
mod hierarchy;
mod threads;
mod sealed;

pub use clearance::Clearance;
pub use components::{ArcSpace, Blocks, ComponentId, Components, Onward};
pub use contraction::{
    StepGround, StepKey, StepRoadmap, StepSpace, WaypointCosts, WaypointOrder, WaypointRoadmap,
    WaypointSpace,
};
pub use hex_jump::{HexEdit, HexJumpMap, HexJumpSearch, HexJumpSpace, HexJumps, HexLandmarks};
pub use hierarchy::contract::check_cluster_ground;
pub use hierarchy::{
    CLUSTER_SIDE, ChunkFileError, ChunkedGround, ClusterGround, ClusterRows, GroundCell, Hierarchy,
    HierarchyFileError, HierarchySearch, HierarchySpace, HierarchySteps,
};
pub use jump::{
    CostMisfit, JumpCosts, JumpEdit, JumpIndex, JumpLinks, JumpMap, JumpSearch, JumpShortcuts,
    JumpSpace, Jumps, Upkeep,
};
pub use roadmap::{
    Roadmap, RoadmapError, RoadmapFileError, RoadmapOptions, RoadmapSpace, RoadmapStage,
};
#[doc(hidden)]
pub use sealed::seal;
pub use under::GroundUnder;
