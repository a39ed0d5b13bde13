//! Our own document: everything that a [`Document`] holds, as JSON that people read and draw in, and
//! as bytes that load fast.
//!
//! The two hold the same, and each is written byte for byte the same every time. The JSON form is
//! told by [`schema`], the binary form by the table in `binary`.
//!
//! ```
//! use xunlu_format::{Format, Options, Overlay, Source, read, read_as, write};
//!
//! let text = br####"{"xunlu": 1, "kind": "grid", "terrain": ["..#", "..."]}"####;
//! let document = read(&Source::alone("small.json", text), &Options::default())?.document;
//! let binary = write(Format::Binary, &document, &Overlay::default())?.bytes;
//! let again = read_as(Format::Binary, &Source::alone("small", &binary), &Options::default())?;
//! assert_eq!(again.document, document);
//! # Ok::<(), xunlu_format::FormatError>(())
//! ```

use crate::document::{Content, Document};
use crate::done::{Read, Written};
use crate::error::FormatError;
use crate::odd::oddities;
use crate::options::Options;
use crate::source::Source;
pub(crate) use binary::MAGIC;

mod model;
mod json_read;
mod json_write;

mod binary;

mod check;

mod drawing;
mod names;
mod glyphs;
mod links;
mod planes;

mod scene;

/// What writers' errors call the document.
const UNNAMED: &str = "the map";

/// The JSON document's description: a JSON Schema, draft 2020-12.
///
/// ```
/// assert!(xunlu_format::schema().contains("https://json-schema.org/draft/2020-12/schema"));
/// ```
#[must_use]
pub fn schema() -> &'static str {
    include_str!("../schema/document-1.json")
}

/// Reads a JSON document.
pub(crate) fn read_json(source: &Source<'_>, options: &Options) -> Result<Read, FormatError> {
    json_read::read(source, options).map(with_oddities)
}

/// What was read, and what is odd about it if it is a scene.
fn with_oddities(document: Document) -> Read {
    let warnings = match &document.content {
        Content::Scene(plan) => oddities(plan),
        _ => Vec::new(),
    };
    Read { document, warnings }
}

/// The document as JSON.
pub(crate) fn write_json(document: &Document) -> Result<Written, FormatError> {
    check::check(UNNAMED, document)?;
    Ok(json_write::write(document).into_bytes().into())
}

/// Reads a binary document.
pub(crate) fn read_binary(source: &Source<'_>, options: &Options) -> Result<Read, FormatError> {
    let Read { document, warnings } = binary::read(source, options)?;
    let mut read = with_oddities(document);
    read.warnings.splice(..0, warnings);
    Ok(read)
}

/// The document as bytes.
pub(crate) fn write_binary(document: &Document) -> Result<Written, FormatError> {
    check::check(UNNAMED, document)?;
    Ok(binary::write(document).into())
}
