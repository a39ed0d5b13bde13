//! Why there is no roadmap, or why a file is none for this map and mover.

use super::tables::VERSION;
use crate::sealed::Unsealed;
use std::fmt;

/// Why no roadmap was made.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RoadmapError {
    /// It takes more memory than it may.
    Memory {
        /// How many bytes had been needed when it was given up.
        needed: usize,
    },
    /// Paths are so long that their costs cannot be added up.
    CostsTooLarge,
    /// There are more subgoals or ways than can be numbered.
    TooMany,
    /// It was told to give up.
    Cancelled,
}

impl fmt::Display for RoadmapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RoadmapError::Memory { needed } => {
                write!(f, "the roadmap takes more than {needed} bytes; allow for more")
            }
            RoadmapError::CostsTooLarge => {
                f.write_str("the longest paths cost too much to add up; search instead")
            }
            RoadmapError::TooMany => {
                f.write_str("the map has more corners and ways between them than can be numbered")
            }
            RoadmapError::Cancelled => f.write_str("the roadmap was being made, and given up"),
        }
    }
}

impl std::error::Error for RoadmapError {}

/// Why the bytes of a file are no roadmap for a map and a mover.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RoadmapFileError {
    /// They begin like nothing that roadmaps are written as.
    NotARoadmap,
    /// They are written as a later program does.
    Version(u32),
    /// They are damaged, or were cut short.
    Damaged,
    /// They are of other ground: of another map, of this one before it changed, or for a mover that may stand
    /// elsewhere.
    OtherGround,
    /// They are for a mover of other steps or costs.
    OtherMover,
    /// What they lead to takes far more memory than any roadmap that was baked.
    Memory {
        /// How many bytes would have been needed.
        needed: usize,
    },
}

impl fmt::Display for RoadmapFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RoadmapFileError::NotARoadmap => f.write_str("this is no roadmap"),
            RoadmapFileError::Version(version) => {
                write!(f, "the roadmap is written as version {version}; expected version {VERSION}")
            }
            RoadmapFileError::Damaged => {
                f.write_str("the roadmap is damaged, or was cut short; make it anew")
            }
            RoadmapFileError::OtherGround => f.write_str(
                "the roadmap is that of another map, or of this one before it changed; make it anew",
            ),
            RoadmapFileError::OtherMover => {
                f.write_str("the roadmap is for a mover of other steps or costs; make it anew")
            }
            RoadmapFileError::Memory { needed } => {
                write!(f, "the roadmap takes {needed} bytes to read; make it anew")
            }
        }
    }
}

impl std::error::Error for RoadmapFileError {}

impl From<RoadmapError> for RoadmapFileError {
    fn from(error: RoadmapError) -> RoadmapFileError {
        match error {
            RoadmapError::Memory { needed } => RoadmapFileError::Memory { needed },
            _ => RoadmapFileError::Damaged,
        }
    }
}

impl From<Unsealed> for RoadmapFileError {
    fn from(unsealed: Unsealed) -> RoadmapFileError {
        match unsealed {
            Unsealed::OtherKind => RoadmapFileError::NotARoadmap,
            Unsealed::Version(version) => RoadmapFileError::Version(version),
            Unsealed::Damaged => RoadmapFileError::Damaged,
        }
    }
}
