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
//! | What is a mesh made of? | `half_edges` |
//! | In which polygon does a point lie? | `locate` |
//! | What leads where, and what nowhere? | `ways` |
//! | How is the shortest path found? | `search` |
//! | What does a ray meet? | `raycast` |
//! | Which point of the mesh is nearest? | `nearest` |

mod exact;
mod half_edges;
mod locate;
mod ways;

mod search;
mod space;
mod open_list;

mod raycast;
mod nearest;

mod nav_mesh;
mod error;

pub use error::NavMeshError;
pub use exact::{Chart, MeshPoint, STEPS_A_UNIT, STEPS_MAX};
pub use nav_mesh::{MeshPath, NavMesh};
pub use raycast::{Ray, RayHit};
pub use search::MeshSearch;
pub use space::MeshSpace;
