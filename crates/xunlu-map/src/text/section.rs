//! A text cut into layers, and each into directives and rows.

use crate::error::{MapError, MapErrorKind};

/// A line and its number, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Line<'a> {
    pub(super) number: usize,
    pub(super) text: &'a str,
}

/// One layer's part of a text, or what stands before the first `@layer`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Section<'a> {
    /// The line of its `@layer`; 1 where there is none.
    pub(super) first_line: usize,
    pub(super) directives: Vec<Line<'a>>,
    pub(super) rows: Vec<Line<'a>>,
}

impl Section<'_> {
    /// The error of a part that has no rows.
    pub(super) fn without_rows(&self) -> MapError {
        match self.directives.last() {
            Some(last) => {
                let found = "no row follows the directives";
                MapError::unexpected(MapErrorKind::NoRows, found, ROWS).at(last.number + 1, 1)
            }
            None => {
                MapError::unexpected(MapErrorKind::NoRows, "no map", ROWS).at(self.first_line, 1)
            }
        }
    }
}

const ROWS: &str = "rows such as ..#.";

/// Cuts a text. At least one section comes back; lines that hold nothing at all are passed over,
/// but not between rows.
pub(super) fn sections(text: &str) -> Result<Vec<Section<'_>>, MapError> {
    let mut done = Vec::new();
    let mut section = Section { first_line: 1, ..Section::default() };
    let mut gap = None;
    for (number, text) in (1..).zip(text.split('\n')) {
        let line = Line { number, text: text.strip_suffix('\r').unwrap_or(text) };
        if line.text.is_empty() {
            gap = gap.or((!section.rows.is_empty()).then_some(number));
        } else if line.text.trim_end() == "@layer" {
            done.push(section);
            section = Section { first_line: number, ..Section::default() };
            gap = None;
        } else if let Some(gap) = gap {
            let (kind, found) = (MapErrorKind::EmptyLine, "an empty line within the map");
            return Err(MapError::unexpected(kind, found, "a row, or the end").at(gap, 1));
        } else if !line.text.starts_with('@') {
            section.rows.push(line);
        } else if section.rows.is_empty() {
            section.directives.push(line);
        } else {
            let (kind, found) = (MapErrorKind::LateDirective, "a directive after the rows");
            return Err(MapError::unexpected(kind, found, "directives before them").at(number, 1));
        }
    }
    done.push(section);
    Ok(done)
}

/// The one section of a map without layers.
pub(super) fn only_section(text: &str) -> Result<Section<'_>, MapError> {
    let mut sections = sections(text)?;
    if let Some(second) = sections.get(1) {
        let (kind, found) = (MapErrorKind::SecondLayer, "@layer in a map of one layer");
        return Err(MapError::unexpected(kind, found, "no such line").at(second.first_line, 1));
    }
    Ok(sections.remove(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> Vec<(usize, usize, usize)> {
        let part = |s: &Section<'_>| (s.first_line, s.directives.len(), s.rows.len());
        sections(text).unwrap().iter().map(part).collect()
    }

    #[test]
    fn texts_are_cut_at_layers() {
        assert_eq!(shape(""), [(1, 0, 0)]);
        assert_eq!(shape("\n..\r\n##\r\n\r\n\n"), [(1, 0, 2)]);
        assert_eq!(shape("@a\n@b\n\n..\n\n@layer\n@c\n.\n.\n"), [(1, 2, 1), (6, 1, 2)]);
    }

    #[test]
    fn lines_out_of_place_are_named() {
        let place = |text: &str| sections(text).unwrap_err().place().unwrap();
        assert_eq!(place("..\n\n\n..").line, 2);
        assert_eq!(place("..\n@wrap x").line, 2);
        assert_eq!(only_section("..\n@layer\n..").unwrap_err().place().unwrap().line, 2);
    }
}
