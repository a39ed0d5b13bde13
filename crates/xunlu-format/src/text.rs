//! Maps drawn as text, read and written as [`xunlu_map::text`] tells.
//!
//! A legend in the options beats the characters that always mean the same, so that `X` or even `.`
//! can mean a wall; an `@legend` of the text itself beats both, for its own layer.

mod legend;

#[cfg(test)]
mod tests;

use crate::document::{Content, Document};
use crate::done::{Read, Written, beside_the_map, lost};
use crate::error::{At, FormatError, FormatErrorKind};
use crate::lines::text_of;
use crate::options::Options;
use crate::source::Source;
use legend::Translated;
use xunlu_map::{Map, MapError};

/// What the format is called.
pub(crate) const NAME: &str = "text";

/// The map that a text draws.
pub(crate) fn read(source: &Source<'_>, options: &Options) -> Result<Read, FormatError> {
    let text = text_of(source.name, source.bytes)?;
    if ["<?xml", "<tileset"].iter().any(|start| text.trim_start().starts_with(start)) {
        let found = "this is XML, but no map";
        let expected = "a map of Tiled, a graph in GraphML, or a map drawn as text";
        let error = FormatError::unexpected(source.name, At::text(1, 1), found, expected);
        return Err(error.of(FormatErrorKind::NoMap, []));
    }
    let characters = &options.legend.characters;
    let map: Map = if characters.is_empty() {
        text.parse().map_err(|error| error_of(source.name, &error))?
    } else {
        let translated = Translated::of(source.name, text, characters)?;
        let parsed = translated.text().parse::<Map>();
        parsed.map_err(|error| translated.error_of(source.name, &error))?
    };
    Ok(Document::of(map).into())
}

/// The map as text. What a text has no words for is left out, with a warning for each kind.
pub(crate) fn write(document: &Document) -> Result<Written, FormatError> {
    let found = match &document.content {
        Content::Map(map) => {
            let mut text = map.to_string();
            if !text.ends_with('\n') {
                text.push('\n');
            }
            return Ok(Written::new(text.into_bytes(), lost(NAME, beside_the_map(document))));
        }
        Content::Mesh(_) => "the map is a mesh of polygons",
        Content::Triangles(_) => "the map is a mesh of triangles",
        Content::Scene(_) => "the map is a scene",
    };
    let expected = "cells, hexes, layers or waypoints for a text";
    Err(FormatError::not_writable(found, expected))
}

fn error_of(file: &str, error: &MapError) -> FormatError {
    FormatError::new(file, error.place().map_or(At::File, At::Text), error.message()).by(error)
}
