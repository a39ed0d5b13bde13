//! Why polygons, or the bytes of a file, are no navigation mesh.

use std::{fmt, io};

/// Why there is no mesh.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NavMeshError {
    /// There is no polygon.
    Empty,
    /// A coordinate is no number, or the mesh too large to be laid on a grid of integers.
    Coordinates,
    /// So many lines cross that they cannot be told apart on the grid, or not be held.
    Tangled,
    /// So much lies in one tile of a scene that its sides cannot be numbered.
    Crowded,
    /// A radius is negative, no number, or larger than any scene.
    Radius,
    /// A scene has no obstacle of this number, or it is gone.
    NoObstacle,
    /// What ground is said to cost is no number from a millionth to a million.
    Cost,
    /// A scene has no region of this number, or it is gone.
    NoRegion,
    /// The length of a link is negative or no number.
    LinkLength,
    /// There is no link of this number, or it is gone.
    NoLink,
    /// A triangle names a corner that there is not.
    Triangle {
        /// Its number.
        triangle: u32,
    },
    /// A setting of a [`SurfaceBuilder`](crate::SurfaceBuilder) makes no sense.
    Setting {
        /// Its name.
        name: &'static str,
    },
    /// Triangles would have to be cut into too many voxels.
    Voxels {
        /// So many at least.
        needed: u64,
        /// So many are made at most.
        limit: u64,
    },
    /// A polygon has fewer than three corners, or names one that there is not.
    Corners {
        /// Its number.
        polygon: u32,
    },
    /// A polygon is not convex, or has no area, once its corners lie on the grid.
    NotConvex {
        /// Its number.
        polygon: u32,
    },
    /// A polygon names a neighbour that does not have the side they are said to share.
    Neighbour {
        /// Its number.
        polygon: u32,
        /// Which of its sides.
        side: u32,
    },
}

impl NavMeshError {
    /// What is wrong with regions or links.
    fn of_what_lies_on_it(&self) -> &'static str {
        match self {
            NavMeshError::Cost => {
                "ground cannot cost that; expected a number from a millionth to a million"
            }
            NavMeshError::NoRegion => {
                "there is no such region; expected one that was put in and not taken out"
            }
            NavMeshError::LinkLength => {
                "a link has no length; expected a finite number that is not negative"
            }
            _ => "there is no such link; expected one that was put in and not taken out",
        }
    }
}

impl fmt::Display for NavMeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NavMeshError::Cost
            | NavMeshError::NoRegion
            | NavMeshError::LinkLength
            | NavMeshError::NoLink => f.write_str(self.of_what_lies_on_it()),
            NavMeshError::Empty => f.write_str("nothing is open; expected at least one polygon"),
            NavMeshError::Coordinates => {
                f.write_str("a corner lies nowhere or too far away; expected finite coordinates")
            }
            NavMeshError::Tangled => f.write_str(
                "too many lines cross; expected outlines that can be told apart on a grid of these \
                 steps",
            ),
            NavMeshError::Crowded => {
                f.write_str("too much lies in one tile; expected smaller tiles for so many corners")
            }
            NavMeshError::Radius => f.write_str(
                "there is no mover of this radius; expected a number from 0 to the size of a scene",
            ),
            NavMeshError::NoObstacle => f.write_str(
                "there is no such obstacle; expected one that was put in and not taken out",
            ),
            NavMeshError::Triangle { triangle } => write!(
                f,
                "triangle {triangle} has a corner that there is not; expected three by the numbers \
                 of vertices"
            ),
            NavMeshError::Setting { name } => write!(
                f,
                "{name} makes no sense; expected finite sizes that are not negative, cells of some \
                 size, a step lower than the headroom, and a slope below 90 degrees"
            ),
            NavMeshError::Voxels { needed, limit } => write!(
                f,
                "{needed} voxels or more would be needed; expected at most {limit}: larger cells, or \
                 less ground at once"
            ),
            NavMeshError::Corners { polygon } => write!(
                f,
                "polygon {polygon} has too few corners or one that there is not; expected at least \
                 three, by the numbers of vertices"
            ),
            NavMeshError::NotConvex { polygon } => write!(
                f,
                "polygon {polygon} is not convex on a grid of these steps; expected corners \
                 counter-clockwise round an area"
            ),
            NavMeshError::Neighbour { polygon, side } => write!(
                f,
                "the neighbour at side {side} of polygon {polygon} does not share that side; \
                 expected the same two corners the other way round"
            ),
        }
    }
}

impl std::error::Error for NavMeshError {}

/// Why a file is no mesh, or cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum MeshFileError {
    /// It cannot be read.
    Io(io::Error),
    /// It does not begin as the file of a mesh does.
    NotAMesh,
    /// It was written by another version, which this one cannot read.
    Version(u32),
    /// What it says of itself is damaged, or it was cut short.
    Head,
    /// A tile is damaged.
    Tile {
        /// Its number: row by row, from the lowest.
        number: u32,
    },
    /// It is a mesh in the plane, and was asked for heights.
    NoHeights,
}

impl fmt::Display for MeshFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MeshFileError::Io(error) => write!(f, "the mesh cannot be read: {error}"),
            MeshFileError::NotAMesh => {
                f.write_str("this is no mesh; expected a file that `NavMesh::save` wrote")
            }
            MeshFileError::Version(version) => {
                write!(f, "the mesh has version {version}; expected version 1 or 3: make it anew")
            }
            MeshFileError::Head => {
                f.write_str("the mesh is damaged at its beginning, or was cut short; make it anew")
            }
            MeshFileError::Tile { number } => {
                write!(f, "tile {number} of the mesh is damaged; make it anew")
            }
            MeshFileError::NoHeights => {
                f.write_str("the mesh has no heights; expected one that was made of triangles")
            }
        }
    }
}

impl std::error::Error for MeshFileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            MeshFileError::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for MeshFileError {
    fn from(error: io::Error) -> MeshFileError {
        MeshFileError::Io(error)
    }
}
