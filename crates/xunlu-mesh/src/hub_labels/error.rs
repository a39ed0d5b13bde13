//! Why there are no hub labels, or why they do not answer.

use std::{fmt, io};

/// Why there are no hub labels.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum HubLabelError {
    /// The mesh has links, which labels know nothing of.
    Links,
    /// The mesh is read tile by tile; labels are for all of it.
    Absent,
    /// Even without what makes questions quick it takes more memory than there is.
    Memory {
        /// How many bytes are needed at least.
        needed: usize,
    },
    /// It was told to give up.
    Cancelled,
}

impl fmt::Display for HubLabelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HubLabelError::Links => {
                f.write_str("the mesh has links, which hub labels know nothing of; search instead")
            }
            HubLabelError::Absent => {
                f.write_str("the mesh is read tile by tile; expected one that is whole")
            }
            HubLabelError::Memory { needed } => {
                write!(f, "hub labels of this mesh take at least {needed} bytes; allow for more")
            }
            HubLabelError::Cancelled => f.write_str("hub labels were being made, and given up"),
        }
    }
}

impl std::error::Error for HubLabelError {}

/// Why hub labels do not answer a question: a search does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum HubLabelRefusal {
    /// They were made for another mesh, or for this one before it changed.
    OtherMesh,
    /// The mesh has got links.
    Links,
    /// Somebody of a size asks; labels are for points.
    Radius,
}

impl fmt::Display for HubLabelRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            HubLabelRefusal::OtherMesh => {
                "the hub labels are those of another mesh, or of this one before it changed"
            }
            HubLabelRefusal::Links => "the mesh has links, which hub labels know nothing of",
            HubLabelRefusal::Radius => "hub labels are for points, not for somebody of a size",
        })
    }
}

impl std::error::Error for HubLabelRefusal {}

/// Why the bytes of a file are no hub labels for a mesh.
#[derive(Debug)]
#[non_exhaustive]
pub enum HubLabelFileError {
    /// They cannot be read.
    Io(io::Error),
    /// They begin like nothing that hub labels are written as.
    NotLabels,
    /// They are written as a later program does.
    Version(u32),
    /// They are damaged, or were cut short.
    Damaged,
    /// They are of another mesh.
    OtherMesh,
    /// There are no labels for this mesh, or no room for them.
    Labels(HubLabelError),
}

impl fmt::Display for HubLabelFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HubLabelFileError::Io(error) => write!(f, "the hub labels cannot be read: {error}"),
            HubLabelFileError::NotLabels => f.write_str("these are no hub labels"),
            HubLabelFileError::Version(version) => {
                write!(f, "the hub labels are written as version {version}; expected version 1")
            }
            HubLabelFileError::Damaged => {
                f.write_str("the hub labels are damaged, or were cut short; make them anew")
            }
            HubLabelFileError::OtherMesh => {
                f.write_str("the hub labels are those of another mesh; make them anew for this one")
            }
            HubLabelFileError::Labels(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for HubLabelFileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            HubLabelFileError::Io(error) => Some(error),
            HubLabelFileError::Labels(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for HubLabelFileError {
    fn from(error: io::Error) -> HubLabelFileError {
        HubLabelFileError::Io(error)
    }
}

impl From<HubLabelError> for HubLabelFileError {
    fn from(error: HubLabelError) -> HubLabelFileError {
        HubLabelFileError::Labels(error)
    }
}
