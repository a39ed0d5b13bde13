//! A legend from outside: rows rewritten so that the map's own reader understands them.
//!
//! Each character of the legend is replaced, in rows alone, by a stand-in that occurs nowhere in the
//! text, and an `@legend` line for each stand-in is put before the first row of each layer. A
//! stand-in is one character as what it stands for is, so columns stay right; lines are counted back,
//! and messages quote what was really there.

use crate::error::{At, FormatError};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use xunlu_map::{MapError, Terrain, TextPlace};

/// A text whose rows were rewritten, and the way back to what they were.
#[derive(Debug)]
pub(super) struct Translated {
    text: String,
    // The lines of `text` that were put in, rising, counted from 1.
    put_in: Vec<usize>,
    stand_ins: StandIns,
}

/// For each character of the legend, what is written instead of it and what it draws.
type StandIns = BTreeMap<char, (char, Terrain)>;

impl Translated {
    /// The text with this legend worked in; the last word on a character counts.
    ///
    /// # Errors
    /// When the legend names a character that cannot draw.
    pub(super) fn of(
        file: &str,
        text: &str,
        legend: &[(char, Terrain)],
    ) -> Result<Translated, FormatError> {
        check_legend(file, text, legend)?;
        let stand_ins = stand_ins_for(file, text, legend)?;
        let mut translated =
            Translated { text: String::with_capacity(text.len()), put_in: Vec::new(), stand_ins };
        // A graph has no rows, and its reader knows no legend.
        if text.lines().any(|line| first_word(line) == "@waypoint") {
            translated.text.push_str(text);
        } else {
            translated.rewrite(text);
        }
        Ok(translated)
    }

    /// What the map's own reader is to read.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// An error of the map's own reader, told of the text as it was.
    pub(super) fn error_of(&self, file: &str, error: &MapError) -> FormatError {
        let mut message = error.message().to_owned();
        for (glyph, (stand_in, _)) in &self.stand_ins {
            message = message.replace(&format!("{stand_in:?}"), &format!("{glyph:?}"));
            let (from, to) = (stand_in.escape_debug(), glyph.escape_debug());
            message = message.replace(&from.to_string(), &to.to_string());
        }
        let at = error.place().map_or(At::File, |TextPlace { line, column }| {
            At::text(line - self.put_in.partition_point(|&put_in| put_in < line), column)
        });
        FormatError::new(file, at, message).by(error)
    }

    fn rewrite(&mut self, text: &str) {
        let mut line_number = 1;
        let mut section = Section::default();
        for line in text.split_inclusive('\n') {
            let is_empty = matches!(line, "" | "\n" | "\r" | "\r\n");
            if is_empty || line.starts_with('@') {
                section.read(line);
                self.text.push_str(line);
            } else {
                if !section.has_rows {
                    section.has_rows = true;
                    line_number += self.put_in_legend(line_number, &section.own);
                }
                self.rewrite_row(line, &section.own);
            }
            line_number += 1;
        }
    }

    /// Writes the legend's lines, but for characters that the layer has a legend of its own for.
    fn put_in_legend(&mut self, line_number: usize, own: &BTreeSet<char>) -> usize {
        let before = self.put_in.len();
        for (stand_in, terrain) in
            self.stand_ins.iter().filter(|(glyph, _)| !own.contains(glyph)).map(|(_, to)| to)
        {
            writeln!(self.text, "@legend {stand_in} {}", terrain.0)
                .expect("writing to a string never fails");
            self.put_in.push(line_number + self.put_in.len() - before);
        }
        self.put_in.len() - before
    }

    fn rewrite_row(&mut self, line: &str, own: &BTreeSet<char>) {
        let stand_ins = &self.stand_ins;
        let rewritten = line.chars().map(|glyph| match stand_ins.get(&glyph) {
            Some(&(stand_in, _)) if !own.contains(&glyph) => stand_in,
            _ => glyph,
        });
        self.text.extend(rewritten);
    }
}

/// What was seen of one layer so far.
#[derive(Debug, Default)]
struct Section {
    // The characters of its own legend.
    own: BTreeSet<char>,
    has_rows: bool,
}

impl Section {
    fn read(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("@layer") => *self = Section::default(),
            Some("@legend") => self.own.extend(words.next().and_then(|word| word.chars().next())),
            _ => {}
        }
    }
}

fn check_legend(file: &str, text: &str, legend: &[(char, Terrain)]) -> Result<(), FormatError> {
    let wrong = |glyph: char, expected: &str| {
        let found = format!("the legend names {glyph:?}");
        Err(FormatError::unexpected(file, At::File, found, expected))
    };
    for &(glyph, _) in legend {
        if glyph == '@' {
            return wrong(glyph, "another character, as lines that begin with it are directives");
        }
        if glyph.is_control() {
            return wrong(glyph, "a character that can be seen");
        }
        if glyph == ' ' && text.lines().any(|line| first_word(line) == "@hex") {
            return wrong(glyph, "another character, as spaces stand between hexes");
        }
    }
    Ok(())
}

fn stand_ins_for(
    file: &str,
    text: &str,
    legend: &[(char, Terrain)],
) -> Result<StandIns, FormatError> {
    let glyphs: BTreeMap<char, Terrain> = legend.iter().copied().collect();
    // Unicode's private characters mean nothing to anybody else.
    const FIRST: char = '\u{e000}';
    let taken: BTreeSet<char> = text
        .chars()
        .filter(|&character| character >= FIRST)
        .chain(glyphs.keys().copied())
        .collect();
    let private = (FIRST..='\u{f8ff}').chain('\u{f0000}'..='\u{ffffd}');
    let mut free = private.filter(|character| !taken.contains(character));
    let none_left = || {
        let expected = "some that are neither in the text nor in the legend";
        FormatError::unexpected(file, At::File, "every private character is in use", expected)
    };
    let chosen = glyphs.into_iter().map(|(glyph, terrain)| {
        let stand_in = free.next().ok_or_else(none_left)?;
        Ok((glyph, (stand_in, terrain)))
    });
    chosen.collect()
}

fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}
