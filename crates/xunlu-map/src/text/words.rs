//! One directive line, word by word, each with its place.

use crate::cell::{Cell, Rect, Size};
use crate::cost::Weight;
use crate::error::{MapError, MapErrorKind, Quoted};
use crate::link::{Door, Link};
use crate::terrain::{Exits, Tags};
use std::str::FromStr;

/// A line that is read from the left.
#[derive(Clone, Debug)]
pub(super) struct Words<'a> {
    line: usize,
    column: usize,
    rest: &'a str,
}

/// A word and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    line: usize,
    column: usize,
}

/// What a line is to say somewhere: in words, and how that is written, which is the same in all languages.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted<'a> {
    pub(super) words: &'a str,
    pub(super) written: &'a str,
}

impl<'a> Wanted<'a> {
    pub(super) const fn new(words: &'a str, written: &'a str) -> Wanted<'a> {
        Wanted { words, written }
    }

    /// This very word.
    pub(super) const fn word(word: &'a str) -> Wanted<'a> {
        Wanted::new(word, word)
    }
}

const AT: Wanted<'_> = Wanted::word("at");
const ARROW: Wanted<'_> = Wanted::new("-> or <->", "-> / <->");
const CELL: Wanted<'_> = Wanted::new("a cell as x,y in whole numbers", "3,1");

impl Word<'_> {
    pub(super) fn wrong(&self, wanted: Wanted<'_>) -> MapError {
        self.wrong_as(MapErrorKind::Text, wanted.words, wanted.written)
    }

    /// The error that this word stands where something else was expected, and how that is written, if that
    /// can be said.
    pub(super) fn wrong_as(&self, kind: MapErrorKind, expected: &str, written: &str) -> MapError {
        let found = Quoted(self.text);
        let error = MapError::unexpected(kind, found, expected);
        self.place(if written.is_empty() {
            error.with(&[&found])
        } else {
            error.with(&[&found, &written])
        })
    }

    /// The error, with this word's place.
    pub(super) fn place(&self, error: MapError) -> MapError {
        error.at(self.line, self.column)
    }

    fn parsed<T: FromStr>(&self, text: &str, expected: Wanted<'_>) -> Result<T, MapError> {
        text.parse().map_err(|_| self.wrong(expected))
    }
}

impl<'a> Words<'a> {
    pub(super) fn new(line: usize, text: &'a str) -> Words<'a> {
        let mut words = Words { line, column: 1, rest: text };
        words.skip_space();
        words
    }

    /// The next word.
    pub(super) fn take(&mut self, expected: Wanted<'_>) -> Result<Word<'a>, MapError> {
        self.next().ok_or_else(|| {
            let (kind, found) = (MapErrorKind::LineEnds, "the line ends");
            let error = MapError::unexpected(kind, found, expected.words);
            self.place(error.with(&[&expected.written]))
        })
    }

    fn next(&mut self) -> Option<Word<'a>> {
        let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        (end > 0).then(|| self.cut(end))
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// The error, with the place of the next word.
    pub(super) fn place(&self, error: MapError) -> MapError {
        error.at(self.line, self.column)
    }

    /// Takes the next word if it is this one.
    pub(super) fn take_if(&mut self, text: &str) -> bool {
        let mut ahead = self.clone();
        let is_it = ahead.next().is_some_and(|word| word.text == text);
        if is_it {
            *self = ahead;
        }
        is_it
    }

    pub(super) fn end(&mut self, expected: &str) -> Result<(), MapError> {
        let goes_on = |word: Word<'_>| Err(word.wrong_as(MapErrorKind::LineGoesOn, expected, ""));
        self.next().map_or(Ok(()), goes_on)
    }

    pub(super) fn number<T: FromStr>(&mut self, expected: Wanted<'_>) -> Result<T, MapError> {
        let word = self.take(expected)?;
        word.parsed(word.text, expected)
    }

    pub(super) fn cell(&mut self) -> Result<Cell, MapError> {
        let (_, (x, y)) = self.pair(CELL, ',')?;
        Ok(Cell::new(x, y))
    }

    /// Two numbers in one word, with a sign between them.
    pub(super) fn pair<T: FromStr>(
        &mut self,
        expected: Wanted<'_>,
        between: char,
    ) -> Result<(Word<'a>, (T, T)), MapError> {
        let word = self.take(expected)?;
        let (first, second) = word.text.split_once(between).ok_or_else(|| word.wrong(expected))?;
        Ok((word, (word.parsed(first, expected)?, word.parsed(second, expected)?)))
    }

    /// `x,y` or `layer:x,y`.
    pub(super) fn end_of_link(&mut self) -> Result<(Word<'a>, Option<u32>, Cell), MapError> {
        let words = "a cell as x,y, or layer:x,y where a map has layers";
        let expected = Wanted::new(words, "3,1 / 0:3,1");
        let word = self.take(expected)?;
        let (layer, cell) = match word.text.split_once(':') {
            Some((layer, cell)) => (Some(word.parsed(layer, expected)?), cell),
            None => (None, word.text),
        };
        let (x, y) = cell.split_once(',').ok_or_else(|| word.wrong(expected))?;
        Ok((word, layer, Cell::new(word.parsed(x, expected)?, word.parsed(y, expected)?)))
    }

    /// `at x,y` and a size, 1x1 if none is given; the word is the cell's.
    pub(super) fn rect(&mut self) -> Result<(Word<'a>, Rect), MapError> {
        self.at()?;
        let (word, (x, y)) = self.pair(CELL, ',')?;
        let size = if self.rest.is_empty() {
            Size::ONE
        } else {
            let expected = Wanted::new("a size as 4x2, or the end of the line", "4x2");
            let (_, (width, height)) = self.pair(expected, 'x')?;
            Size::new(width, height)
        };
        Ok((word, Rect::new(Cell::new(x, y), size)))
    }

    /// The word `at`.
    pub(super) fn at(&mut self) -> Result<(), MapError> {
        let word = self.take(AT)?;
        if word.text == AT.words { Ok(()) } else { Err(word.wrong(AT)) }
    }

    /// `2,5`: a set of tags.
    pub(super) fn tags(&mut self) -> Result<Tags, MapError> {
        let words = "tags as numbers from 0 to 15 with commas between them";
        let expected = Wanted::new(words, "2,5");
        let word = self.take(expected)?;
        let mut tags = Tags::NONE;
        for number in word.text.split(',') {
            let one = Tags::one(word.parsed(number, expected)?);
            tags = tags.with(one.ok_or_else(|| word.wrong(expected))?);
        }
        Ok(tags)
    }

    /// `E,SE`: a set of exits, each by its name among `names`; or `none` or `all`.
    pub(super) fn exits(&mut self, names: &[&str]) -> Result<Exits, MapError> {
        let (listed, written) = (names.join(", "), names.join(","));
        let words = format!("none, all, or some of {listed} with commas between them");
        let expected = Wanted::new(&words, &written);
        let word = self.take(expected)?;
        match word.text {
            "none" => return Ok(Exits::NONE),
            "all" => return Ok(Exits::ALL),
            _ => {}
        }
        let mut bits = 0;
        for name in word.text.split(',') {
            let number = names.iter().position(|known| *known == name);
            bits |= 1 << number.ok_or_else(|| word.wrong(expected))?;
        }
        let all = names.iter().fold(0_u8, |all, _| all << 1 | 1);
        Ok(if bits == all { Exits::ALL } else { Exits(bits) })
    }

    /// A waypoint's name: one word, or anything between quotation marks.
    pub(super) fn name(&mut self) -> Result<(Word<'a>, String), MapError> {
        const WRITTEN: &str = "\"a b\"";
        let words = "a waypoint's name; one with spaces stands in quotation marks";
        let expected = Wanted::new(words, WRITTEN);
        if !self.rest.starts_with('"') {
            let word = self.take(expected)?;
            return Ok((word, word.text.to_owned()));
        }
        let mut name = String::new();
        let mut is_escaped = false;
        for (at, character) in self.rest.char_indices().skip(1) {
            match character {
                '\\' if !is_escaped => is_escaped = true,
                '"' if !is_escaped => return Ok((self.cut(at + 1), name)),
                _ => {
                    name.push(character);
                    is_escaped = false;
                }
            }
        }
        let word = self.cut(self.rest.len());
        Err(word.wrong(Wanted::new("a quotation mark at the end of the name", WRITTEN)))
    }

    fn cut(&mut self, end: usize) -> Word<'a> {
        let (text, rest) = self.rest.split_at(end);
        let word = Word { text, line: self.line, column: self.column };
        self.column += text.chars().count();
        self.rest = rest;
        self.skip_space();
        word
    }

    fn skip_space(&mut self) {
        let rest = self.rest.trim_start();
        self.column += self.rest[..self.rest.len() - rest.len()].chars().count();
        self.rest = rest;
    }
}

/// What an `@link` line says; places not yet checked.
#[derive(Clone, Debug)]
pub(super) struct LinkLine<P> {
    from: P,
    to: P,
    is_two_way: bool,
    weight: Option<Weight>,
    tags: Tags,
    door: Door,
}

impl<P> LinkLine<P> {
    /// Reads the rest of an `@link` line. Returns `None` for a link that was removed.
    pub(super) fn read<'a>(
        words: &mut Words<'a>,
        mut end: impl FnMut(&mut Words<'a>) -> Result<P, MapError>,
    ) -> Result<Option<LinkLine<P>>, MapError> {
        if words.rest.trim_end() == "removed" {
            words.next();
            return Ok(None);
        }
        let from = end(words)?;
        let arrow = words.take(ARROW)?;
        let is_two_way = match arrow.text {
            "->" => false,
            "<->" => true,
            _ => return Err(arrow.wrong(ARROW)),
        };
        let to = end(words)?;
        let mut line =
            LinkLine { from, to, is_two_way, weight: None, tags: Tags::NONE, door: Door::Open };
        if words.take_if("weight") {
            let hundredths =
                words.number(Wanted::new("a weight in hundredths of a step", "150"))?;
            line.weight = Some(Weight::percent(hundredths));
        }
        if words.take_if("tags") {
            line.tags = words.tags()?;
        }
        if words.take_if("shut") {
            line.door = Door::Shut;
        }
        words.end("weight, tags and shut in this order, or the end of the line")?;
        Ok(Some(line))
    }

    pub(super) fn ends(&self) -> (&P, &P) {
        (&self.from, &self.to)
    }

    /// The same line with its ends changed.
    pub(super) fn map(self, change: impl Fn(P) -> P) -> LinkLine<P> {
        LinkLine { from: change(self.from), to: change(self.to), ..self }
    }

    /// The link, at this weight if the line names none.
    pub(super) fn link(self, unless_told: Weight) -> Link<P> {
        let LinkLine { from, to, is_two_way, weight, tags, door } = self;
        Link { from, to, is_two_way, weight: weight.unwrap_or(unless_told), tags, door }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_their_columns() {
        let mut words = Words::new(3, "  ö  at 4,-2 7x1");
        assert_eq!(words.take(AT).unwrap().column, 3);
        let (word, rect) = words.rect().unwrap();
        assert_eq!((word.column, rect), (9, Rect::new(Cell::new(4, -2), Size::new(7, 1))));
        let error = words.take(Wanted::word("more")).unwrap_err().to_string();
        assert_eq!(error, "line 3, column 17: the line ends; expected more");
    }

    #[test]
    fn names_may_be_quoted() {
        let mut words = Words::new(1, r#"gate "old \"mill\" \\" "open"#);
        assert_eq!(words.name().unwrap().1, "gate");
        assert_eq!(words.name().unwrap().1, r#"old "mill" \"#);
        let place = words.name().unwrap_err().place().unwrap();
        assert_eq!((place.line, place.column), (1, 24));
    }

    #[test]
    fn a_link_line_says_everything() {
        let read = |text| {
            LinkLine::read(&mut Words::new(1, text), |words| words.cell())
                .map(|line| line.map(|line| line.link(Weight::ONE)))
        };
        let (a, b) = (Cell::new(3, 1), Cell::new(-7, 4));
        let link = read("3,1 -> -7,4 weight 150 tags 2,5 shut").unwrap().unwrap();
        let tags = Tags::one(2).unwrap().with(Tags::one(5).unwrap());
        let expected = Link::one_way(a, b).costing(Weight::percent(150)).tagged(tags);
        assert_eq!(link, expected.with_door(Door::Shut));
        assert_eq!(read("3,1 <-> -7,4").unwrap(), Some(Link::two_way(a, b)));
        assert_eq!(read("removed").unwrap(), None);
        for wrong in
            ["3,1", "3,1 - 4,4", "3;1 -> 4,4", "1,1 -> 2,2 shut tags 2", "1,1 -> 2,2 tags 16"]
        {
            let error = read(wrong).unwrap_err().to_string();
            assert!(
                error.starts_with("line 1, column ") && error.contains("; expected "),
                "{error}"
            );
        }
    }
}
