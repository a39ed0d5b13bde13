//! Which formats there are: one table of their names and marks. Who reads them stands in `reader.rs`, who
//! writes them in `write.rs`.

use crate::{detour, image, own, text};

/// A way to write a map down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Format {
    /// Tiled's XML.
    Tmx,
    /// Tiled's JSON.
    Tmj,
    /// An LDtk project.
    Ldtk,
    /// A grid of the MovingAI benchmarks.
    MovingAi,
    /// A mesh of convex polygons, version 2.
    Mesh,
    /// Wavefront's triangles.
    Obj,
    /// A graph of the DIMACS challenge.
    Dimacs,
    /// A graph in XML.
    GraphMl,
    /// A graph, an edge a line.
    EdgeList,
    /// An image.
    Png,
    /// Text as [`xunlu_map::text`] tells.
    Text,
    /// Our own document as JSON.
    Json,
    /// Our own document as bytes.
    Binary,
    /// A navigation mesh of Recast and Detour.
    Detour,
}

/// What tells files of a format from others.
struct Row {
    format: Format,
    name: &'static str,
    endings: &'static [&'static str],
    /// Whether a file begins so; never, where a format has no mark of its own.
    has_mark: fn(&Start<'_>) -> bool,
}

/// The table, in the order of the formats.
const TABLE: &[Row; 14] = &[
    Row {
        format: Format::Tmx,
        name: "tmx",
        endings: &["tmx"],
        has_mark: |start| start.is(b'<') && start.has(b"<map") && !start.has(b"<graphml"),
    },
    Row {
        format: Format::Tmj,
        name: "tmj",
        endings: &["tmj"],
        has_mark: |start| start.is(b'{') && !is_ldtk(start) && !is_own(start),
    },
    Row { format: Format::Ldtk, name: "ldtk", endings: &["ldtk"], has_mark: is_ldtk },
    Row {
        format: Format::MovingAi,
        name: "movingai",
        endings: &["map"],
        has_mark: |start| start.text.starts_with(b"type "),
    },
    Row { format: Format::Mesh, name: "mesh", endings: &["mesh"], has_mark: is_mesh },
    Row { format: Format::Obj, name: "obj", endings: &["obj"], has_mark: |_| false },
    Row {
        format: Format::Dimacs,
        name: "dimacs",
        endings: &["gr"],
        has_mark: |start| (start.is(b'c') || start.is(b'p')) && start.has(b"p sp "),
    },
    Row {
        format: Format::GraphMl,
        name: "graphml",
        endings: &["graphml"],
        has_mark: |start| start.is(b'<') && start.has(b"<graphml"),
    },
    Row { format: Format::EdgeList, name: "edges", endings: &["edges"], has_mark: |_| false },
    Row {
        format: Format::Png,
        name: image::NAME,
        endings: &["png"],
        has_mark: |start| start.bytes.starts_with(b"\x89PNG"),
    },
    Row { format: Format::Text, name: text::NAME, endings: &["txt"], has_mark: |_| false },
    Row {
        format: Format::Json,
        name: "json",
        endings: &["json"],
        has_mark: |start| is_own(start) && !is_ldtk(start),
    },
    Row {
        format: Format::Binary,
        name: "binary",
        endings: &["xunlu"],
        has_mark: |start| start.bytes.starts_with(own::MAGIC),
    },
    Row {
        format: Format::Detour,
        name: "detour",
        endings: &["bin"],
        has_mark: |start| {
            [detour::SET_MARK, detour::TILE_MARK].iter().any(|mark| start.bytes.starts_with(mark))
        },
    },
];

impl Format {
    /// All of them.
    pub const ALL: [Format; TABLE.len()] = {
        let mut all = [Format::Tmx; TABLE.len()];
        let mut number = 0;
        while number < all.len() {
            all[number] = TABLE[number].format;
            number += 1;
        }
        all
    };

    const fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// The format of this name. Returns `None` if there is none.
    #[must_use]
    pub fn named(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The endings of files that are written so; the first is the usual one.
    #[must_use]
    pub const fn endings(self) -> &'static [&'static str] {
        self.row().endings
    }

    /// The format that a file's name promises. Returns `None` if its ending is that of no format.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Format> {
        let (_, ending) = name.rsplit_once('.')?;
        let ending = ending.to_ascii_lowercase();
        Format::ALL.into_iter().find(|format| format.endings().contains(&ending.as_str()))
    }

    /// The format that the first bytes give away. Returns `None` if there is no format's mark: drawn text,
    /// edge lists and OBJ files have none.
    #[must_use]
    pub fn of_bytes(bytes: &[u8]) -> Option<Format> {
        let start = Start::of(bytes);
        TABLE.iter().find(|row| (row.has_mark)(&start)).map(|row| row.format)
    }
}

/// The beginning of a file. At most one format has its mark there.
pub(crate) struct Start<'a> {
    bytes: &'a [u8],
    /// The same without the mark and the white space before a text.
    text: &'a [u8],
}

/// How much of a file is looked at to guess what it is.
const START_BYTES: usize = 4096;

impl<'a> Start<'a> {
    fn of(bytes: &'a [u8]) -> Start<'a> {
        let bytes = &bytes[..bytes.len().min(START_BYTES)];
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        Start { bytes, text: text.trim_ascii_start() }
    }

    fn is(&self, first: u8) -> bool {
        self.text.first() == Some(&first)
    }

    fn has(&self, part: &[u8]) -> bool {
        self.text.windows(part.len()).any(|window| window == part)
    }
}

fn is_ldtk(start: &Start<'_>) -> bool {
    start.is(b'{') && (start.has(b"\"__header__\"") || start.has(b"\"jsonVersion\""))
}

fn is_own(start: &Start<'_>) -> bool {
    start.is(b'{') && start.has(b"\"xunlu\"")
}

/// Whether a line `mesh` stands above a version: a drawn map may begin with these letters too.
fn is_mesh(start: &Start<'_>) -> bool {
    let mut lines = start.text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    lines.next() == Some(b"mesh") && lines.next().is_some_and(|line| line.first() == Some(&b'2'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_endings_are_unique() {
        for (number, format) in Format::ALL.into_iter().enumerate() {
            assert_eq!(format as usize, number, "the table is in order");
            assert_eq!(Format::named(format.name()), Some(format));
            for ending in format.endings() {
                assert_eq!(Format::of_name(&format!("a.b/c.{ending}")), Some(format));
            }
        }
        assert_eq!(Format::of_name("MAP.TMX"), Some(Format::Tmx));
        assert_eq!(Format::of_name("map"), None);
    }

    #[test]
    fn first_bytes_give_a_format_away() {
        let check = |bytes: &[u8], format| assert_eq!(Format::of_bytes(bytes), format);
        check(b"\x89PNG\r\n", Some(Format::Png));
        check(b"\xef\xbb\xbf<?xml version=\"1.0\"?>\n<map width=\"3\">", Some(Format::Tmx));
        check(b"<graphml xmlns=\"\">", Some(Format::GraphMl));
        check(b"{ \"compressionlevel\":-1, \"height\":40", Some(Format::Tmj));
        check(b"{\"__header__\": {\"app\": \"LDtk\"}}", Some(Format::Ldtk));
        check(b"{\"xunlu\": 1}", Some(Format::Json));
        check(b"type octile\nheight 2", Some(Format::MovingAi));
        check(b"mesh\r\n2\r\n", Some(Format::Mesh));
        check(b"mesh\n....\n", None);
        check(b"c roads\np sp 3 4\n", Some(Format::Dimacs));
        check(b"..#\n...", None);
        check(b"", None);
    }
}
