//! Which formats there are, and how they are told apart.

/// A way to write a map down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 13] = [
        Format::Tmx,
        Format::Tmj,
        Format::Ldtk,
        Format::MovingAi,
        Format::Mesh,
        Format::Obj,
        Format::Dimacs,
        Format::GraphMl,
        Format::EdgeList,
        Format::Png,
        Format::Text,
        Format::Json,
        Format::Binary,
    ];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::Tmx => "tmx",
            Format::Tmj => "tmj",
            Format::Ldtk => "ldtk",
            Format::MovingAi => "movingai",
            Format::Mesh => "mesh",
            Format::Obj => "obj",
            Format::Dimacs => "dimacs",
            Format::GraphMl => "graphml",
            Format::EdgeList => "edges",
            Format::Png => "png",
            Format::Text => "text",
            Format::Json => "json",
            Format::Binary => "binary",
        }
    }

    /// The format of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The endings of files that are written so; the first is the usual one.
    #[must_use]
    pub const fn endings(self) -> &'static [&'static str] {
        match self {
            Format::Tmx => &["tmx"],
            Format::Tmj => &["tmj"],
            Format::Ldtk => &["ldtk"],
            Format::MovingAi => &["map"],
            Format::Mesh => &["mesh"],
            Format::Obj => &["obj"],
            Format::Dimacs => &["gr"],
            Format::GraphMl => &["graphml"],
            Format::EdgeList => &["edges"],
            Format::Png => &["png"],
            Format::Text => &["txt"],
            Format::Json => &["json"],
            Format::Binary => &["xunlu"],
        }
    }

    /// Whether files of this format are written.
    #[must_use]
    pub const fn is_written(self) -> bool {
        match self {
            Format::Tmj
            | Format::MovingAi
            | Format::Png
            | Format::Text
            | Format::Json
            | Format::Binary => true,
            Format::Tmx
            | Format::Ldtk
            | Format::Mesh
            | Format::Obj
            | Format::Dimacs
            | Format::GraphMl
            | Format::EdgeList => false,
        }
    }

    /// The format that a file's name promises.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Format> {
        let (_, ending) = name.rsplit_once('.')?;
        let ending = ending.to_ascii_lowercase();
        Format::ALL.into_iter().find(|format| format.endings().contains(&ending.as_str()))
    }

    /// The format that the first bytes give away. Drawn text, edge lists and OBJ files have no mark
    /// of their own.
    #[must_use]
    pub fn of_bytes(bytes: &[u8]) -> Option<Format> {
        if bytes.starts_with(b"\x89PNG") {
            return Some(Format::Png);
        }
        if bytes.starts_with(crate::own::MAGIC) {
            return Some(Format::Binary);
        }
        let start = &bytes[..bytes.len().min(START)];
        let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
        let start = start.trim_ascii_start();
        let has = |part: &[u8]| start.windows(part.len()).any(|window| window == part);
        match start.first()? {
            b'<' if has(b"<graphml") => Some(Format::GraphMl),
            b'<' if has(b"<map") => Some(Format::Tmx),
            b'{' if has(b"\"__header__\"") || has(b"\"jsonVersion\"") => Some(Format::Ldtk),
            b'{' if has(b"\"xunlu\"") => Some(Format::Json),
            b'{' => Some(Format::Tmj),
            b't' if start.starts_with(b"type ") => Some(Format::MovingAi),
            b'm' if is_mesh(start) => Some(Format::Mesh),
            b'c' | b'p' if has(b"p sp ") => Some(Format::Dimacs),
            _ => None,
        }
    }
}

/// Whether a line `mesh` stands above a version: a drawn map may begin with these letters too.
fn is_mesh(start: &[u8]) -> bool {
    let mut lines = start.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    lines.next() == Some(b"mesh") && lines.next().is_some_and(|line| line.first() == Some(&b'2'))
}

/// How much of a file is looked at to guess what it is.
const START: usize = 4096;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_endings_are_unique() {
        for format in Format::ALL {
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
