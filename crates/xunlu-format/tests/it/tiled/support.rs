//! How the tests of Tiled maps read their files.
#![cfg(test)]

use std::path::Path;
use xunlu::Map;
use xunlu_format::{
    Beside, Folder, Format, FormatError, Options, Overlay, Read, Source, read_as, write,
};

const OWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tiled");
const SHARED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/maps/tiled");

pub(crate) fn read_file(path: &Path, options: &Options) -> Result<Read, FormatError> {
    let name = path.file_name().unwrap().to_string_lossy();
    let bytes = std::fs::read(path).unwrap();
    let source = Source { name: &name, bytes: &bytes, beside: &Folder::of(path) };
    read_as(Format::of_name(&name).unwrap(), &source, options)
}

/// A map that was made for these tests.
pub(crate) fn own(name: &str) -> Read {
    read_file(&Path::new(OWN).join(name), &Options::default()).unwrap()
}

/// The bytes of such a map.
pub(crate) fn own_bytes(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(OWN).join(name)).unwrap()
}

/// The files beside these maps.
pub(crate) fn beside() -> impl Beside {
    Folder::of(&Path::new(OWN).join("any"))
}

/// A map of the editor's own examples; none where they are not at hand.
pub(crate) fn shared(name: &str) -> Option<Read> {
    let path = Path::new(SHARED).join(name);
    path.exists().then(|| read_file(&path, &Options::default()).unwrap())
}

/// A map from a text, with the files of these tests beside it.
pub(crate) fn read_text(name: &str, text: &str, options: &Options) -> Result<Read, FormatError> {
    let source = Source { name, bytes: text.as_bytes(), beside: &beside() };
    read_as(Format::of_name(name).unwrap(), &source, options)
}

/// A map of these layers and objects, with a tileset of 9 tiles.
pub(crate) fn map_of(size: &str, inside: &str) -> String {
    format!(
        "<map orientation=\"orthogonal\" {size} tilewidth=\"10\" tileheight=\"10\">\n\
         <tileset firstgid=\"1\" name=\"nine\" tilecount=\"9\">\
         <tile id=\"8\"><properties><property name=\"walkable\" type=\"bool\" value=\"false\"/>\
         </properties></tile></tileset>\n{inside}\n</map>"
    )
}

/// A layer of these tiles, three to a row.
pub(crate) fn layer(attributes: &str, tiles: &str) -> String {
    format!(
        "<layer {attributes} width=\"3\" height=\"2\"><data encoding=\"csv\">{tiles}</data></layer>"
    )
}

/// A map as text.
pub(crate) fn drawn(map: &Map) -> String {
    match map {
        Map::Grid(grid) => grid.to_string(),
        Map::Hex(grid) => grid.to_string(),
        Map::Layers(layers) => layers.to_string(),
        Map::Waypoints(graph) => graph.to_string(),
    }
}

/// What a map of three by two tiles with these layers is drawn as.
pub(crate) fn check(inside: &str, options: &Options, expected: &str) {
    let text = map_of("width=\"3\" height=\"2\"", inside);
    let read = read_text("a.tmx", &text, options).unwrap();
    assert_eq!(drawn(read.document.map().unwrap()), expected, "{inside}");
}

/// What is wrong with a map of three by two tiles with these layers.
pub(crate) fn check_error(inside: &str, expected: &str) {
    let text = map_of("width=\"3\" height=\"2\"", inside);
    let error = read_text("a.tmx", &text, &Options::default()).unwrap_err().to_string();
    assert!(error.contains(expected), "{error}");
}

/// What is written and read again.
pub(crate) fn round(document: &xunlu_format::Document) -> xunlu_format::Document {
    let written = write(Format::Tmj, document, &Overlay::default()).unwrap();
    let source = Source::alone("written.tmj", &written.bytes);
    let read = read_as(Format::Tmj, &source, &Options::default()).unwrap();
    assert_eq!(read.warnings, []);
    read.document
}
