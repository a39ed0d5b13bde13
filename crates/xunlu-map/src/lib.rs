//! What the world is: maps as people draw them, the ground they are made of, and who moves there.
//!
//! ```
//! use xunlu_map::{Cell, Grid, Mover, Passability};
//!
//! let grid: Grid = "..#.\n..#.\n....".parse()?;
//! let open = Passability::new(grid.ground(), &Mover::default());
//! assert!(open.is_open(Cell::new(3, 0)));
//! assert!(!open.is_open(Cell::new(2, 1)));
//! # Ok::<(), xunlu_map::MapError>(())
//! ```
//!
//! How each kind of map is drawn as text, with all its directives, is told in [`text`]; [`make`]
//! makes maps from a seed.
//!
//! This crate does not know that anyone searches. It reads no files, starts no threads and depends
//! on nothing.

mod cell;
mod cost;
mod digest;
mod edit;
mod error;
mod link;
mod terrain;

mod grid;
mod hex;
mod hexgrid;
mod layers;
mod waypoints;
mod mesh;
mod scene_plan;

mod map;
mod place;
mod read_place;
mod node;
mod numbering;
mod change;

pub mod text;

pub mod make;

mod adjacency;
mod ground;
mod layout;
mod ledger;
mod plane;

mod footprint;
mod mover;
mod steps;
mod passability;
mod region;
mod sight;

pub use adjacency::LinkEnd;
pub use cell::{Cell, Direction, Offset, Rect, Size};
pub use change::Change;
pub use cost::{Cost, Weight};
pub use digest::Digest;
pub use edit::{Edit, Revision, Touched};
pub use error::{MapError, MapErrorKind, Quoted, TextPlace};
pub use footprint::Footprint;
pub use grid::{Grid, Wrap};
pub use ground::Ground;
pub use hex::{Hex, HexArrangement, HexDirection, Orientation};
pub use hexgrid::HexGrid;
pub use layers::{LayerCell, Layers};
pub use layout::Layout;
pub use link::{Door, Link, LinkId, Links};
pub use map::Map;
pub use mesh::{MeshLink, MeshPolygon, PolygonMesh, TriangleMesh};
pub use mover::{Corners, Mover, MoverBuilder, OffsetStep, StepCosts, StepRule};
pub use node::NodeId;
pub use numbering::Numbering;
pub use passability::Passability;
pub use place::Place;
pub use plane::Plane;
pub use region::Region;
pub use scene_plan::{
    GroundCost, NamedPoint, PatrolRoute, PlannedLink, PlannedObstacle, PlannedRegion, ScenePlan,
    TagCost,
};
pub use sight::{
    Crossing, Fraction, Hit, Passage, VisibleFrom, bresenham, can_walk_straight, is_visible,
    raycast, supercover, sweep,
};
pub use steps::{Allowance, CostInSteps, Steps};
pub use terrain::{Exits, Tags, Terrain};
pub use text::{draw, draw_hexes};
pub use waypoints::{Point, Waypoint, WaypointBuilder, WaypointGraph, WaypointId};
