//! Triangles of Wavefront's OBJ: vertices and faces; what they look like is not read.
//!
//! `v x y z` is a vertex; `f` is a face of three or more of the vertices above it, by number from 1
//! or, counted back from the last, from -1. A face of more than three corners becomes a fan of
//! triangles around its first. Normals, textures, materials, groups and names are skipped, and so
//! are unknown words, with a warning. A backslash at the end of a line joins the next to it.

use crate::document::{Content, Document};
use crate::done::Read;
use crate::error::{At, FormatError, Warning};
use crate::lines::{Line, Word, lines, text_of};
use crate::options::Options;
use crate::source::Source;
use std::collections::BTreeSet;
use xunlu_map::{Quoted, TriangleMesh};

/// What is skipped without a word: points of other kinds, and what belongs to the look.
const SKIPPED: [&str; 7] = ["vn", "vt", "g", "o", "s", "usemtl", "mtllib"];
/// The most words of one line with those joined to it, as all of them are held at a time.
const WORDS_MAX: usize = 1 << 16;
/// Of how many kinds of unknown words one is told.
const WARNINGS_MAX: usize = 16;

pub(crate) fn read(source: &Source<'_>, _options: &Options) -> Result<Read, FormatError> {
    let text = text_of(source.name, source.bytes)?;
    let mut reader = Reader::default();
    let mut words: Vec<Word<'_>> = Vec::new();
    for line in lines(source.name, text) {
        let (line, continues) = cut(line);
        words.extend(line.words().take(WORDS_MAX + 1));
        if let Some(word) = words.get(WORDS_MAX) {
            return Err(word.unexpected(format_args!("a line of at most {WORDS_MAX} words")));
        }
        if !continues {
            reader.statement(&words)?;
            words.clear();
        }
    }
    reader.statement(&words)?;
    if reader.mesh.triangles.is_empty() {
        let expected = "at least one line \"f\" with the corners of a face";
        return Err(FormatError::unexpected(source.name, At::File, "there is no face", expected));
    }
    let degenerate = reader.mesh.triangles.iter().filter(|&corners| !reader.has_area(corners));
    let degenerate = degenerate.count();
    if degenerate > 0 {
        let message = format!("{degenerate} triangles have no area");
        reader.warnings.push(Warning::new(At::File, message));
    }
    let document = Document::of(Content::Triangles(reader.mesh));
    Ok(Read { document, warnings: reader.warnings })
}

/// A line without its comment, and whether it goes on in the next one.
fn cut(line: Line<'_>) -> (Line<'_>, bool) {
    let mut before = line.text;
    for (start, _) in line.text.match_indices('#') {
        let head = line.text.get(..start).unwrap_or_default();
        // Names of materials may hold the sign; a comment begins a word.
        if head.is_empty() || head.ends_with(char::is_whitespace) {
            before = head;
            break;
        }
    }
    let whole = before.trim_end();
    match whole.strip_suffix('\\') {
        Some(text) if before.len() == line.text.len() => (Line { text, ..line }, true),
        _ => (Line { text: before, ..line }, false),
    }
}

struct Reader {
    mesh: TriangleMesh,
    warnings: Vec<Warning>,
    unknown: BTreeSet<String>,
}

impl Default for Reader {
    fn default() -> Reader {
        let mesh = TriangleMesh { vertices: Vec::new(), triangles: Vec::new() };
        Reader { mesh, warnings: Vec::new(), unknown: BTreeSet::new() }
    }
}

impl Reader {
    /// One line, with those that were joined to it.
    fn statement(&mut self, words: &[Word<'_>]) -> Result<(), FormatError> {
        let Some((keyword, values)) = words.split_first() else { return Ok(()) };
        match keyword.text {
            "v" => self.vertex(*keyword, values),
            "f" => self.face(*keyword, values),
            text if SKIPPED.contains(&text) => Ok(()),
            text => {
                if self.unknown.len() < WARNINGS_MAX && self.unknown.insert(text.to_owned()) {
                    let message = format!("lines that begin with {} are skipped", Quoted(text));
                    self.warnings.push(Warning::new(keyword.at(), message));
                }
                Ok(())
            }
        }
    }

    fn vertex(&mut self, keyword: Word<'_>, values: &[Word<'_>]) -> Result<(), FormatError> {
        let [x, y, z, ..] = *values else {
            return Err(ends_early(keyword, values, "three coordinates"));
        };
        self.mesh.vertices.push([coordinate(x)?, coordinate(y)?, coordinate(z)?]);
        Ok(())
    }

    fn face(&mut self, keyword: Word<'_>, values: &[Word<'_>]) -> Result<(), FormatError> {
        let [first, second, _, ..] = *values else {
            return Err(ends_early(keyword, values, "at least three corners"));
        };
        let first = self.corner(first)?;
        let mut last = self.corner(second)?;
        for &word in values.iter().skip(2) {
            let corner = self.corner(word)?;
            self.mesh.triangles.push([first, last, corner]);
            last = corner;
        }
        Ok(())
    }

    /// The number of the vertex of one corner: `v`, `v/vt`, `v//vn` or `v/vt/vn`.
    fn corner(&self, word: Word<'_>) -> Result<u32, FormatError> {
        let mut parts = word.text.split('/');
        let vertex = parts.next().and_then(|part| part.parse().ok());
        let others = parts.clone().all(|part| part.is_empty() || part.parse::<i64>().is_ok());
        let count = self.mesh.vertices.len();
        let number = match vertex {
            Some(number @ 1..) => usize::try_from(number - 1_i64).ok(),
            Some(number @ ..=-1) => {
                usize::try_from(number.unsigned_abs()).ok().and_then(|back| count.checked_sub(back))
            }
            _ => None,
        };
        let number = number.filter(|&number| number < count && others && parts.count() <= 2);
        let number = number.and_then(|number| u32::try_from(number).ok());
        number.ok_or_else(|| match count {
            0 => word.unexpected("a vertex above the first face"),
            _ => word.unexpected(format_args!("a vertex above: 1 to {count}, or -{count} to -1")),
        })
    }

    /// Whether the corners of a triangle do not lie on one line.
    fn has_area(&self, corners: &[u32; 3]) -> bool {
        let [a, b, c] = corners.map(|corner| {
            let vertex = self.mesh.vertices.get(corner as usize).copied().unwrap_or_default();
            vertex.map(f64::from)
        });
        let [p, q] =
            [[b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - a[0], c[1] - a[1], c[2] - a[2]]];
        let normal =
            [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
        normal.iter().any(|&part| part != 0.0)
    }
}

fn coordinate(word: Word<'_>) -> Result<f32, FormatError> {
    let number: Option<f32> = word.text.parse().ok();
    number.filter(|number| number.is_finite()).ok_or_else(|| word.unexpected("a finite number"))
}

fn ends_early(keyword: Word<'_>, values: &[Word<'_>], expected: &str) -> FormatError {
    let last = values.last().copied().unwrap_or(keyword);
    let found = format!("the line ends after {}", Quoted(last.text));
    FormatError::unexpected(last.line.file, last.at(), found, expected)
}

#[cfg(test)]
mod tests;
