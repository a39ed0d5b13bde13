//! Texts that are read line by line and word by word, with errors that name line and column.

use crate::error::{At, FormatError, FormatErrorKind};
use std::fmt;
use std::str::FromStr;
use xunlu_map::Quoted;

/// The text of a file.
///
/// # Errors
/// When it is not UTF-8, with the place of the first byte that is not.
pub(crate) fn text_of<'a>(file: &str, bytes: &'a [u8]) -> Result<&'a str, FormatError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let fine = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
        let byte = bytes.get(error.valid_up_to()).copied().unwrap_or_default();
        let found = format!("the byte {byte:#04x} is no text");
        let error = FormatError::unexpected(file, place_of(fine, fine.len()), found, "UTF-8");
        error.of(FormatErrorKind::NotText, [])
    })?;
    // Editors on some systems begin a file with a mark that nobody sees.
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// The line and column of a byte of a text.
pub(crate) fn place_of(text: &str, byte: usize) -> At {
    let before = text.get(..byte).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    At::text(line, column)
}

/// The lines of a text with their numbers, from 1.
pub(crate) fn lines<'a>(file: &'a str, text: &'a str) -> impl Iterator<Item = Line<'a>> + Clone {
    (1..).zip(text.lines()).map(move |(number, text)| Line { file, number, text })
}

/// One line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    pub(crate) file: &'a str,
    pub(crate) number: usize,
    pub(crate) text: &'a str,
}

impl<'a> Line<'a> {
    /// Its words, between white space.
    pub(crate) const fn words(self) -> Words<'a> {
        Words { line: self, offset: 0 }
    }

    /// Its parts between one separator, without the white space around them; some may be empty.
    pub(crate) fn parts(self, separator: char) -> impl Iterator<Item = Word<'a>> {
        let mut after = 0;
        self.text.split(separator).map(move |part| {
            let offset = after + part.len() - part.trim_start().len();
            after += part.len() + separator.len_utf8();
            Word { line: self, text: part.trim(), offset }
        })
    }

    /// An error at its beginning.
    pub(crate) fn unexpected(
        self,
        found: impl fmt::Display,
        expected: impl fmt::Display,
    ) -> FormatError {
        FormatError::unexpected(self.file, At::text(self.number, 1), found, expected)
    }
}

/// The words of a line, taken one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Words<'a> {
    line: Line<'a>,
    // In bytes.
    offset: usize,
}

/// A word and where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<'a> {
    pub(crate) line: Line<'a>,
    pub(crate) text: &'a str,
    offset: usize,
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        let rest = &self.line.text[self.offset..];
        let trimmed = rest.trim_start();
        let offset = self.offset + rest.len() - trimmed.len();
        let length = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
        self.offset = offset + length;
        let word = Word { line: self.line, text: &trimmed[..length], offset };
        (length > 0).then_some(word)
    }
}

impl<'a> Words<'a> {
    /// The next word; `expected` says what should stand there.
    pub(crate) fn word(&mut self, expected: impl fmt::Display) -> Result<Word<'a>, FormatError> {
        let line = self.line;
        let end = At::text(line.number, line.text.chars().count() + 1);
        let missing = || {
            FormatError::unexpected(line.file, end, "the line ends here", expected)
                .of(FormatErrorKind::LineShort, [])
        };
        self.next().ok_or_else(missing)
    }

    /// The next word as a number.
    pub(crate) fn number<T: FromStr>(
        &mut self,
        expected: impl fmt::Display,
    ) -> Result<T, FormatError> {
        let expected = expected.to_string();
        self.word(&expected)?.number(expected)
    }

    /// That there is no further word.
    pub(crate) fn end(mut self) -> Result<(), FormatError> {
        self.next().map_or(Ok(()), |word| Err(word.unexpected("the end of the line")))
    }
}

impl Word<'_> {
    /// The word as a number.
    pub(crate) fn number<T: FromStr>(self, expected: impl fmt::Display) -> Result<T, FormatError> {
        self.text.parse().map_err(|_| self.unexpected(expected))
    }

    /// An error that this word should have been something else.
    pub(crate) fn unexpected(self, expected: impl fmt::Display) -> FormatError {
        let found = Quoted(self.text);
        FormatError::unexpected(self.line.file, self.at(), found, expected)
            .of(FormatErrorKind::Word, [&found])
    }

    /// Where it stands.
    pub(crate) fn at(self) -> At {
        let before = &self.line.text[..self.offset];
        At::text(self.line.number, before.chars().count() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_where_they_stand() {
        let line = lines("a.map", "type octile\n  height\u{3000}x2 ").nth(1).unwrap();
        let mut words = line.words();
        assert_eq!(words.word("a word").unwrap().text, "height");
        let error = words.number::<u32>("a whole number").unwrap_err();
        assert_eq!(error.to_string(), "a.map, line 2, column 10: \"x2\"; expected a whole number");
        let error = words.word("a width").unwrap_err();
        assert_eq!(
            error.to_string(),
            "a.map, line 2, column 13: the line ends here; expected a width"
        );
        assert!(words.end().is_ok());
        assert!(line.words().end().unwrap_err().to_string().contains("\"height\""));
    }

    #[test]
    fn parts_know_where_they_stand() {
        let line = lines("a.csv", "a b, 3 ,").next().unwrap();
        let parts: Vec<Word<'_>> = line.parts(',').collect();
        assert_eq!(parts.iter().map(|part| part.text).collect::<Vec<_>>(), ["a b", "3", ""]);
        let places = parts.iter().map(|part| part.at());
        assert!(places.eq([At::text(1, 1), At::text(1, 6), At::text(1, 9)]));
    }

    #[test]
    fn what_is_no_text_is_told_by_place() {
        let error = text_of("b", b"..\n.\xff").unwrap_err();
        assert_eq!(
            error.to_string(),
            "b, line 2, column 2: the byte 0xff is no text; expected UTF-8"
        );
        assert_eq!(text_of("b", b"\xef\xbb\xbf..").unwrap(), "..");
    }
}
