//! A map that was named on the command line, opened: from a file or the standard input, in any
//! format, with errors that show the place.

use crate::args::MapArgs;
use crate::failure::Failure;
use crate::names::Names;
use crate::screen::Screen;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;
use xunlu::Map;
use xunlu::map::TextPlace;
use xunlu::mesh::{NavMesh, SavedGround};
use xunlu_format::{
    Content, Document, Folder, Format, FormatError, Options, ReadLimits, Source, Warning,
    format_of, read_as, read_scenery,
};
use xunlu_picture::Artwork;

/// How much of a long line an error shows before and after the place.
const SHOWN_AROUND: usize = 40;

/// How many warnings of one file are told; the rest are counted.
const WARNINGS_TOLD: usize = 8;

/// A file that was understood.
#[derive(Clone, Debug)]
pub(crate) struct Opened {
    /// What messages call it.
    pub(crate) name: String,
    /// How long it is.
    pub(crate) bytes: usize,
    /// The format it was read as.
    pub(crate) format: Format,
    /// What it holds.
    pub(crate) document: Document,
}

/// The map that the arguments name; what is odd about it is told on the standard error.
pub(crate) fn open(args: &MapArgs, screen: &mut Screen) -> Result<Opened, Failure> {
    open_file(&args.map, args.format, &args.options(), screen)
}

/// The same, and how the map looks in its game.
pub(crate) fn open_with_artwork(
    args: &MapArgs,
    screen: &mut Screen,
) -> Result<(Opened, Artwork), Failure> {
    let options = args.options();
    let mut artwork = None;
    let also = |format, source: &Source<'_>, screen: &mut Screen, known: &[Warning]| {
        let Some(read) = read_scenery(format, source, &options)? else { return Ok(()) };
        let (made, of_images) = Artwork::of(read.scenery, source.beside, &options.limits);
        let warnings = read.warnings.into_iter().filter(|warning| !known.contains(warning));
        let warnings: Vec<Warning> = warnings.chain(of_images).collect();
        remark(source.name, &warnings, screen);
        artwork = Some(made);
        Ok(())
    };
    let opened = open_and(&args.map, args.format, &options, screen, also)?;
    let artwork = artwork.ok_or_else(|| {
        let name = &opened.name;
        let format = opened.format.name();
        let expected = "expected a map of Tiled or LDtk, or no --tiles";
        Failure::BadInput(format!(
            "{name} is of the format {format}, which has no tiles; {expected}"
        ))
    })?;
    Ok((opened, artwork))
}

/// The map of a file; `-` is the standard input.
pub(crate) fn open_file(
    path: &Path,
    format: Option<Format>,
    options: &Options,
    screen: &mut Screen,
) -> Result<Opened, Failure> {
    open_and(path, format, options, screen, |_, _, _, _| Ok(()))
}

/// The same; something else is read from the file, too, after the map with its warnings.
fn open_and(
    path: &Path,
    format: Option<Format>,
    options: &Options,
    screen: &mut Screen,
    also: impl FnOnce(Format, &Source<'_>, &mut Screen, &[Warning]) -> Result<(), FormatError>,
) -> Result<Opened, Failure> {
    let name = name_of(path);
    let bytes = bytes_of(path, options.limits.bytes_max)?;
    let folder = Folder::of(path);
    let source = Source { name: &name, bytes: &bytes, beside: &folder };
    let format = format.unwrap_or_else(|| format_of(&source));
    let wrong = |error: FormatError| Failure::BadInput(told(&error, &name, &bytes));
    let read = read_as(format, &source, options).map_err(wrong)?;
    remark(&name, &read.warnings, screen);
    also(format, &source, screen, &read.warnings).map_err(wrong)?;
    Ok(Opened { bytes: bytes.len(), format, document: read.document, name })
}

/// Tells the first warnings of a file.
fn remark(name: &str, warnings: &[Warning], screen: &mut Screen) {
    for warning in warnings.iter().take(WARNINGS_TOLD) {
        screen.remark(&format!("warning: {name}: {warning}"));
    }
    if let Some(more) = warnings.len().checked_sub(WARNINGS_TOLD).filter(|&more| more > 0) {
        screen.remark(&format!("warning: {name}: and {more} more"));
    }
}

/// The bytes of a file; `-` is the standard input.
pub(crate) fn bytes_of(path: &Path, bytes_max: u64) -> Result<Vec<u8>, Failure> {
    let bytes = if path.as_os_str() == "-" {
        read_all(io::stdin().lock(), bytes_max)
    } else {
        File::open(path).and_then(|file| read_all(file, bytes_max))
    };
    bytes.map_err(|error| {
        let expected = "expected a map, or - for the standard input";
        Failure::BadInput(format!("{} cannot be read: {error}; {expected}", name_of(path)))
    })
}

/// What was baked into a file. Returns `None` if the file is something else.
pub(crate) fn baked(path: &Path, limits: &ReadLimits) -> Result<Option<SavedGround>, Failure> {
    // What comes through a pipe is read once: only of a file the beginning is looked at.
    let is_saved = path.is_file() && {
        let mut first = [0; 8];
        let read = File::open(path).and_then(|mut file| file.read_exact(&mut first));
        read.is_ok() && NavMesh::is_saved(&first)
    };
    if !is_saved {
        return Ok(None);
    }
    let ground = SavedGround::load(Cursor::new(bytes_of(path, limits.bytes_max)?));
    ground.map(Some).map_err(|error| Failure::BadInput(format!("{}: {error}", path.display())))
}

/// What messages call a path.
pub(crate) fn name_of(path: &Path) -> String {
    match path.as_os_str() == "-" {
        true => "standard input".to_owned(),
        false => path.to_string_lossy().into_owned(),
    }
}

impl Opened {
    /// A mesh that was baked, as the polygons it consists of.
    pub(crate) fn of_mesh(path: &Path, mesh: &NavMesh) -> Opened {
        Opened {
            name: name_of(path),
            bytes: mesh.bytes(),
            format: Format::Mesh,
            document: Document::of(Content::Mesh(mesh.polygon_mesh())),
        }
    }

    /// Whether it is a mesh, of polygons or of triangles, or a scene: paths on it have any angle.
    pub(crate) fn is_mesh(&self) -> bool {
        !matches!(self.document.content, Content::Map(_))
    }

    /// The map, which must be one that can be searched, and the names its file gives.
    pub(crate) fn into_map(self) -> Result<(Map, Names), Failure> {
        let names = Names::of(&self.document);
        match self.document.content {
            Content::Map(map) => Ok((map, names)),
            other => {
                let what = if matches!(other, Content::Scene(_)) { "scene" } else { "mesh" };
                Err(Failure::BadInput(format!(
                    "{} is a {what}, on which `find`, `raycast` and `draw` know paths; expected a \
                     map of cells, hexes, layers or waypoints",
                    self.name
                )))
            }
        }
    }
}

fn read_all(from: impl Read, bytes_max: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(bytes_max.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > bytes_max {
        let message = format!("it is longer than {bytes_max} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    Ok(bytes)
}

/// The error, with the line of its place where it lies in this file itself.
pub(crate) fn told(error: &FormatError, name: &str, bytes: &[u8]) -> String {
    let place = error.place().filter(|_| error.file() == name);
    let shown = place.and_then(|place| shown(bytes, place));
    format!("{error}{}", shown.unwrap_or_default())
}

/// The line of a place with a mark below it; nothing when the place lies behind the text.
fn shown(bytes: &[u8], TextPlace { line, column }: TextPlace) -> Option<String> {
    let row = bytes.split(|&byte| byte == b'\n').nth(line.checked_sub(1)?)?;
    let row = str::from_utf8(row).ok()?;
    let row = row.strip_suffix('\r').unwrap_or(row);
    let row = if line == 1 { row.strip_prefix('\u{feff}').unwrap_or(row) } else { row };
    if row.is_empty() || column > row.chars().count() + 1 {
        return None;
    }
    let first = column.saturating_sub(1 + SHOWN_AROUND);
    let visible = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let part: String = row.chars().skip(first).take(2 * SHOWN_AROUND).map(visible).collect();
    let indent = " ".repeat(column - 1 - first);
    let number = line.to_string();
    let margin = " ".repeat(number.len());
    Some(format!("\n  {number} | {part}\n  {margin} | {indent}^"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], says: &str, at: (usize, usize), shows: &str) {
        let source = Source::alone("m", bytes);
        let error = read_as(Format::Text, &source, &Options::default()).unwrap_err();
        let place = error.place().unwrap();
        assert!(error.message().contains(says), "{error}");
        assert_eq!((place.line, place.column), at);
        assert_eq!(told(&error, "m", bytes), format!("{error}{shows}"));
    }

    #[test]
    fn an_error_shows_its_place() {
        check(b"..#\n.?.", "'?'; expected", (2, 2), "\n  2 | .?.\n    |  ^");
        check(b"...\n..\xff", "the byte 0xff is no text", (2, 3), "");
        check(b"", "no map", (1, 1), "");
        check("\u{feff}.\u{7}".as_bytes(), "'\\u{7}'", (1, 2), "\n  1 | .\u{fffd}\n    |  ^");
        let long = format!("{}?{}", ".".repeat(100), ".".repeat(100));
        let part = format!("{}?{}", ".".repeat(40), ".".repeat(39));
        let shows = format!("\n  1 | {part}\n    | {}^", " ".repeat(40));
        check(long.as_bytes(), "'?'", (1, 101), &shows);
    }
}
