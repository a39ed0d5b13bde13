//! What came of reading and of writing: a document or bytes, and what was odd or had to be left out.

use crate::document::{Document, Look};
use crate::error::{At, Warning, WarningKind};
use crate::scenery::Scenery;

/// What a file holds, and what was odd about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Read {
    /// What it holds.
    pub document: Document,
    /// What was read but not understood, in the order of the file.
    pub warnings: Vec<Warning>,
}

/// What a map looks like in its game, and what of that is left out.
#[derive(Clone, PartialEq, Debug)]
pub struct ReadScenery {
    /// What it looks like.
    pub scenery: Scenery,
    /// What was not understood, in the order of the file.
    pub warnings: Vec<Warning>,
}

impl From<Document> for Read {
    fn from(document: Document) -> Read {
        Read { document, warnings: Vec::new() }
    }
}

/// A map as bytes, and what of it did not go in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The file.
    pub bytes: Vec<u8>,
    /// Files that must lie beside it for others to show it: each one's name and bytes. We need none.
    pub beside: Vec<(String, Vec<u8>)>,
    /// What the format cannot hold and was left out.
    pub warnings: Vec<Warning>,
}

impl Written {
    pub(crate) const fn new(bytes: Vec<u8>, warnings: Vec<Warning>) -> Written {
        Written { bytes, beside: Vec::new(), warnings }
    }
}

impl From<Vec<u8>> for Written {
    fn from(bytes: Vec<u8>) -> Written {
        Written::new(bytes, Vec::new())
    }
}

/// What stands beside the map in a document, and whether this one has it: what a format of cells alone
/// loses.
pub(crate) fn beside_the_map(document: &Document) -> [(bool, &'static str); 5] {
    [
        (!document.places.is_empty(), "the names of places"),
        (!document.regions.is_empty(), "the regions"),
        (!document.terrains.is_empty(), "the names and prices of terrains"),
        (!document.tags.is_empty(), "the names of tags"),
        (document.look != Look::Flat, "the look"),
    ]
}

/// One warning for each kind of thing that is there and that a format cannot say.
pub(crate) fn lost(
    format: &str,
    kinds: impl IntoIterator<Item = (bool, &'static str)>,
) -> Vec<Warning> {
    let told = kinds.into_iter().filter(|(is_there, _)| *is_there);
    told.map(|(_, what)| not_kept(format!("{format} cannot hold {what}; left out"))).collect()
}

/// That something was left out.
pub(crate) fn not_kept(message: impl Into<String>) -> Warning {
    Warning::new(At::File, message).of::<&str>(WarningKind::NotKept, &[])
}
