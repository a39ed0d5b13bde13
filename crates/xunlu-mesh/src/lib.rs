//! Navigation meshes: shortest paths between any two points of the plane, exactly.
//!
//! ```text
//! PolygonMesh (xunlu-map) -> NavMesh . shortest_path(from, to, &mut MeshSpace) -> MeshPath
//!                                  \-> MeshSearch: the same in slices
//! ```
//!
//! # Where to look
//!
//! | question | module |
//! | --- | --- |
//! | Which side of a line does a point lie on? | [`exact`](MeshPoint) |
//! | What is a mesh made of? | `tile`, `half_edges` |
//! | What leads from tile to tile? | `join` |
//! | What is connected? | `islands` |
//! | What can a path leave out? | `blocks`, `sights` |
//! | What leads from point to point without a walk? | `links`, [`NavMesh::with_links`] |
//! | In which polygon does a point lie? | `locate` |
//! | How is a mesh made of cells, or of outlines? | `build` |
//! | What is where on it, and who keeps out? | `regions`, [`RegionRule`] |
//! | How does it change? | [`Scene`] |
//! | How is one made of what a designer drew? | [`PlannedScene`] |
//! | How is ground made of triangles in space? | `voxels` |
//! | Where is one on ground with heights and storeys? | [`Surface`] |
//! | How is the shortest path found? | `search` |
//! | How does somebody of a size find through? | `discs`, [`NavMesh::path_for_radius`] |
//! | What may be asked for besides, and what is said? | [`MeshQuery`], [`MeshAnswer`] |
//! | Who watches a search? | [`MeshObserver`] |
//! | How far is everything from here, or to here? | [`NavMesh::distance_field`] |
//! | How are shortest paths looked up instead of searched for? | [`HubLabels`] |
//! | How does a unit keep its path while it is pushed? | `corridor`, [`PathCorridor`] |
//! | What do most games do instead? | `funnel`: [`NavMesh::funnel_answer`] |
//! | What if ground costs more here than there? | `costed`, [`NavMesh::cheapest_path`] |
//! | What does a ray meet? | `raycast` |
//! | Which point of the mesh is nearest? | `nearest` |
//! | Where does something appear by chance? | [`NavMesh::random_points`] |
//! | How is a mesh written, and read tile by tile? | `saved`, [`PagedMesh`] |
//! | What is said of it besides? | [`MeshNotes`] |
//! | How does one move along walls, and how near are they? | `slide` |

mod error;
mod exact;
mod real;
mod region_set;
mod ways;
mod numbered;
mod polygons;
mod squares;
mod locate;
mod blocks;
mod tile;
mod absent;
mod half_edges;
mod join;
mod sights;
mod islands;
mod links;
mod regions;

mod nav_mesh;
mod build;
mod scene;
mod voxels;
mod surface;

mod open_list;
mod space;
mod search;
mod observer;
mod discs;
mod query;
mod funnel;
mod raycast;
mod costed;
mod nearest;
mod random_points;
mod slide;
mod distance_field;
mod corridor;
mod hub_labels;

mod notes;
mod saved;
mod paged;

pub use corridor::{CorridorUpdate, GroundChange, PathCorridor};
pub use costed::{CostedPath, RegionCosts, TimeIsOver};
pub use discs::PathArc;
pub use distance_field::{DistanceField, DistanceFieldQuery};
pub use error::{MeshFileError, NavMeshError};
pub use exact::{Chart, MeshPoint, STEPS_A_UNIT, STEPS_MAX};
pub use hub_labels::{
    HubLabelError, HubLabelFileError, HubLabelOptions, HubLabelRefusal, HubLabelStage, HubLabels,
};
pub use nav_mesh::NavMesh;
pub use notes::MeshNotes;
pub use observer::{MeshObserver, NoMeshObserver, Waiting};
pub use paged::PagedMesh;
pub use query::{MeshAnswer, MeshOutcome, MeshQuery};
pub use random_points::RandomPoints;
pub use raycast::{Ray, RayHit};
pub use region_set::RegionId;
pub use regions::RegionRule;
pub use saved::SavedGround;
pub use scene::{ObstacleId, PlanError, PlannedScene, Scene, SceneOptions};
pub use search::{MeshPath, MeshSearch, TakenLink};
pub use slide::NearWall;
pub use space::MeshSpace;
pub use surface::{Surface, SurfacePath, SurfacePoint};
pub use voxels::{SurfaceBuilder, SurfaceStage};
