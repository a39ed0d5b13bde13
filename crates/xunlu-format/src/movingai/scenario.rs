//! Scenarios: questions about a map with the length of the best answer (Sturtevant 2012).

use crate::error::{At, FormatError};
use crate::lines::{Line, Word, lines, text_of};
use std::fmt::Write;
use xunlu_map::{Cell, Point};

/// The questions of a scenario file, in its order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scenario {
    /// One line each.
    pub lines: Vec<ScenarioLine>,
}

/// One question about a map.
#[derive(Clone, PartialEq, Debug)]
pub struct ScenarioLine {
    /// Which group of questions it belongs to; on grids a quarter of the length, rounded down.
    pub bucket: u32,
    /// The map's name, as a path that the benchmark's makers used.
    pub map: String,
    /// How wide the map is.
    pub width: u32,
    /// How high the map is.
    pub height: u32,
    /// Where the path begins. On a grid a cell; on a mesh any point.
    pub start: Point,
    /// Where it ends.
    pub goal: Point,
    /// The length of the shortest path: on grids with diagonals of the square root of 2 that cut no
    /// corners, on meshes straight lines around corners. Finite and not negative.
    pub optimal_length: f64,
}

/// What a line has, in order.
const FIELDS: [&str; 9] = [
    "a bucket",
    "the map's name",
    "the map's width",
    "the map's height",
    "the start's x",
    "the start's y",
    "the goal's x",
    "the goal's y",
    "the shortest length",
];

/// The most words of a line: nine, and those of a long name.
const WORDS_MAX: usize = 64;

impl Scenario {
    /// Reads a scenario file of version 1; a file without a version is taken for one. Fields stand
    /// between tabs; in a line without tabs they stand between spaces, and words that are too many
    /// belong to the map's name.
    ///
    /// `name` is what errors call the file.
    ///
    /// # Errors
    /// Whatever is wrong with it, with file and place.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Scenario, FormatError> {
        let text = text_of(name, bytes)?;
        let mut written = lines(name, text).filter(|line| !line.text.trim().is_empty()).peekable();
        if let Some(first) = written.peek() {
            let mut words = first.words();
            if words.next().is_some_and(|word| word.text == "version") {
                let version = words.word("the version 1")?;
                if !matches!(version.text, "1" | "1.0") {
                    return Err(version.unexpected("the version 1"));
                }
                words.end()?;
                written.next();
            }
        }
        Ok(Scenario { lines: written.map(ScenarioLine::read).collect::<Result<_, _>>()? })
    }

    /// The file, with its fields between tabs. It reads back as the same scenario where maps' names
    /// hold no tabs, line breaks or white space at their ends, and numbers are finite.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut text = String::from("version 1\n");
        for line in &self.lines {
            let ScenarioLine { bucket, map, width, height, start, goal, optimal_length } = line;
            let ends = format_args!("{}\t{}\t{}\t{}", start.x, start.y, goal.x, goal.y);
            writeln!(text, "{bucket}\t{map}\t{width}\t{height}\t{ends}\t{optimal_length}")
                .expect("a string takes whatever is written to it");
        }
        text.into_bytes()
    }
}

impl ScenarioLine {
    fn read(line: Line<'_>) -> Result<ScenarioLine, FormatError> {
        let (map, [bucket, width, height, from_x, from_y, to_x, to_y, length]) = fields_of(line)?;
        Ok(ScenarioLine {
            bucket: bucket.number(FIELDS[0])?,
            map,
            width: width.number(FIELDS[2])?,
            height: height.number(FIELDS[3])?,
            start: Point::new(finite(from_x, FIELDS[4])?, finite(from_y, FIELDS[5])?),
            goal: Point::new(finite(to_x, FIELDS[6])?, finite(to_y, FIELDS[7])?),
            optimal_length: Some(finite(length, FIELDS[8])?)
                .filter(|&length| length >= 0.0)
                .ok_or_else(|| length.unexpected("a length that is not negative"))?,
        })
    }

    /// The cell where the path begins. Returns `None` if the point is no whole cell.
    #[must_use]
    pub fn start_cell(&self) -> Option<Cell> {
        cell_at(self.start)
    }

    /// The cell where the path ends. Returns `None` if the point is no whole cell.
    #[must_use]
    pub fn goal_cell(&self) -> Option<Cell> {
        cell_at(self.goal)
    }
}

/// The map's name, and the eight numbers around it.
fn fields_of(line: Line<'_>) -> Result<(String, [Word<'_>; 8]), FormatError> {
    let has_tabs = line.text.trim().contains('\t');
    let words: Vec<Word<'_>> = if has_tabs {
        line.parts('\t').take(WORDS_MAX + 1).collect()
    } else {
        line.words().take(WORDS_MAX + 1).collect()
    };
    if let Some(word) = words.get(WORDS_MAX) {
        return Err(word.unexpected(format_args!("a line of at most {WORDS_MAX} words")));
    }
    // A tab at the end of a line divides nothing.
    let trailing = words.iter().rev().take_while(|word| word.text.is_empty()).count();
    let words = &words[..words.len() - trailing];
    let surplus = words.len().saturating_sub(FIELDS.len());
    if let Some(word) = words.get(FIELDS.len()).filter(|_| has_tabs) {
        return Err(word.unexpected("the end of the line after nine fields"));
    }
    let numbers = words.first().into_iter().chain(words.iter().skip(2 + surplus)).copied();
    let numbers: Vec<Word<'_>> = numbers.collect();
    let Ok(numbers) = numbers.try_into() else {
        let end = At::text(line.number, line.text.chars().count() + 1);
        let missing = FIELDS.get(words.len()).copied().unwrap_or("nine fields");
        return Err(FormatError::unexpected(line.file, end, "the line ends here", missing));
    };
    let name: Vec<&str> = words.iter().skip(1).take(1 + surplus).map(|word| word.text).collect();
    Ok((name.join(" "), numbers))
}

fn finite(word: Word<'_>, what: &str) -> Result<f64, FormatError> {
    let expected = format!("{what} as a finite number");
    let number: f64 = word.number(&expected)?;
    if number.is_finite() { Ok(number) } else { Err(word.unexpected(expected)) }
}

fn cell_at(point: Point) -> Option<Cell> {
    Some(Cell::new(whole(point.x)?, whole(point.y)?))
}

fn whole(number: f64) -> Option<i32> {
    let is_whole = number.fract() == 0.0;
    let fits = number >= f64::from(i32::MIN) && number <= f64::from(i32::MAX);
    #[expect(clippy::cast_possible_truncation, reason = "whole and within 32 bits")]
    (is_whole && fits).then_some(number as i32)
}
