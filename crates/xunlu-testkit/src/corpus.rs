//! The corpus: small drawn maps with questions and their answers, read from a folder.
//!
//! ```text
//! about: No corner is cut, so the path round takes two straight steps more.
//! mover: eight no-cutting; costs 10/14
//! cost: 40
//! mover: eight always; costs 10/14
//! cost: 34
//!
//! S..
//! .#.
//! ..G
//! ```
//!
//! Header lines first, then an empty line, then the map's own text with `S` and `G` in it. `map:` says
//! which kind, unless it is a grid. Each `cost:` asks a question with the mover, `from:` and `to:` last
//! named; without those from `S` to `G`. The answer is a cost, `no path`, `start blocked` or
//! `goal blocked`.

use crate::mover_text::parse_mover;
use crate::picture::{MapKind, MarkedMap, parse_picture};
use crate::place_text::parse_place;
use crate::referee::Referee;
use std::fmt;
use std::path::{Path, PathBuf};
use xunlu_map::{Map, Mover, Place};

/// A question of the corpus with its answer.
#[derive(Clone, PartialEq, Debug)]
pub struct CorpusCase {
    /// The file and the number of the question in it, from 1: `doors#2`.
    pub name: String,
    /// What it shows.
    pub about: String,
    /// The map.
    pub map: Map,
    /// Who moves.
    pub mover: Mover,
    /// Where from.
    pub from: Place,
    /// Where to.
    pub to: Place,
    /// The right answer.
    pub expected: Expected,
}

/// What the right answer to a question is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// There is a path, and the cheapest costs this.
    Cost(u64),
    /// The mover can stand at both ends, and no path joins them.
    NoPath,
    /// The mover cannot stand at the start.
    StartBlocked,
    /// The mover can stand at the start and not at the goal.
    GoalBlocked,
}

impl Expected {
    /// What the referee says.
    #[must_use]
    pub fn of(referee: &Referee<'_>, from: Place, to: Place) -> Expected {
        if !referee.can_stand(from) {
            return Expected::StartBlocked;
        }
        if !referee.can_stand(to) {
            return Expected::GoalBlocked;
        }
        referee.optimal_cost(from, to).map_or(Expected::NoPath, Expected::Cost)
    }

    /// The cost. Returns `None` if there is no path.
    #[must_use]
    pub const fn cost(self) -> Option<u64> {
        match self {
            Expected::Cost(cost) => Some(cost),
            Expected::NoPath | Expected::StartBlocked | Expected::GoalBlocked => None,
        }
    }

    fn parse(text: &str) -> Result<Expected, String> {
        match text {
            "no path" => Ok(Expected::NoPath),
            "start blocked" => Ok(Expected::StartBlocked),
            "goal blocked" => Ok(Expected::GoalBlocked),
            _ => text.parse().map(Expected::Cost).map_err(|_| {
                format!("{text:?}; expected a cost, no path, start blocked or goal blocked")
            }),
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Cost(cost) => cost.fmt(f),
            Expected::NoPath => f.write_str("no path"),
            Expected::StartBlocked => f.write_str("start blocked"),
            Expected::GoalBlocked => f.write_str("goal blocked"),
        }
    }
}

/// The corpus of this workspace.
///
/// # Panics
/// When a file cannot be read or understood; tests have nothing to go on then.
#[must_use]
pub fn corpus() -> Vec<CorpusCase> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    read_corpus(&folder).unwrap_or_else(|error| panic!("{error}"))
}

/// Every question of the `.txt` files in a folder, by file name.
///
/// # Errors
/// When the folder or a file cannot be read or understood, or there is no case at all.
pub fn read_corpus(folder: &Path) -> Result<Vec<CorpusCase>, String> {
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(told)? {
        let path = entry.map_err(told)?.path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            files.push(path);
        }
    }
    // Folders list their files in any order.
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).map_err(told)?;
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        cases.extend(parse_corpus_file(&name, &text)?);
    }
    if cases.is_empty() {
        return Err(format!("{} holds no case; expected .txt files", folder.display()));
    }
    Ok(cases)
}

/// The questions of one file, which is called `name`.
///
/// # Errors
/// What was not understood, with the name and the line.
pub fn parse_corpus_file(name: &str, text: &str) -> Result<Vec<CorpusCase>, String> {
    let text = text.replace("\r\n", "\n");
    let (header, map) = text
        .split_once("\n\n")
        .ok_or_else(|| format!("{name}: no empty line; expected one between header and map"))?;
    let mut kind = MapKind::Grid;
    for line in header.lines() {
        if let Some(word) = line.strip_prefix("map:") {
            let named = MapKind::NAMED.into_iter().find(|(known, _)| *known == word.trim());
            kind = named.ok_or_else(|| format!("{name}: {line:?} names no kind of map"))?.1;
        }
    }
    let picture = parse_picture(kind, map).map_err(|error| format!("{name}: {error}"))?;
    let mut reader = Reader { name, picture, about: "", mover: None, from: None, to: None };
    let mut cases = Vec::new();
    for (number, line) in (1..).zip(header.lines()) {
        let asked = reader.read(line).map_err(|error| format!("{name}, line {number}: {error}"))?;
        if let Some(case) = asked {
            cases.push(CorpusCase { name: format!("{name}#{}", cases.len() + 1), ..case });
        }
    }
    if cases.is_empty() {
        return Err(format!("{name}: no question; expected a line such as cost: 42"));
    }
    Ok(cases)
}

/// What the header lines have said so far.
struct Reader<'a> {
    name: &'a str,
    picture: MarkedMap,
    about: &'a str,
    mover: Option<Mover>,
    from: Option<Place>,
    to: Option<Place>,
}

impl<'a> Reader<'a> {
    /// Reads one line; one that states a cost asks a question.
    fn read(&mut self, line: &'a str) -> Result<Option<CorpusCase>, String> {
        let (word, rest) =
            line.split_once(':').ok_or_else(|| format!("{line:?}; expected a word and a colon"))?;
        let rest = rest.trim();
        match word {
            "about" => self.about = rest,
            "map" => {}
            "mover" => self.mover = Some(parse_mover(rest)?),
            "from" => self.from = Some(parse_place(&self.picture.map, rest)?),
            "to" => self.to = Some(parse_place(&self.picture.map, rest)?),
            "cost" => return self.ask(Expected::parse(rest)?).map(Some),
            _ => {
                return Err(format!("{word:?}; expected about, map, mover, from, to or cost"));
            }
        }
        Ok(None)
    }

    fn ask(&self, expected: Expected) -> Result<CorpusCase, String> {
        let mover = self.mover.clone().ok_or("no mover; expected one before a cost")?;
        let from = self.from.or(self.picture.start).ok_or("no start; expected S or from:")?;
        let to = self.to.or(self.picture.goal).ok_or("no goal; expected G or to:")?;
        Ok(CorpusCase {
            name: self.name.to_owned(),
            about: self.about.to_owned(),
            map: self.picture.map.clone(),
            mover,
            from,
            to,
            expected,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_referee_agrees_with_every_case() {
        let cases = corpus();
        assert!(cases.len() >= 150, "{} cases", cases.len());
        let mut wrong = String::new();
        for case in cases {
            let referee = Referee::new(&case.map, &case.mover);
            let found = Expected::of(&referee, case.from, case.to);
            if found != case.expected {
                wrong += &format!("{}: {found}, not {}\n", case.name, case.expected);
            }
            assert!(!case.about.is_empty(), "{} does not say what it shows", case.name);
        }
        assert!(wrong.is_empty(), "\n{wrong}");
    }

    #[test]
    fn questions_share_what_was_said_before() {
        let text =
            "about: x\nmover: four; costs 10/14\ncost: 40\nto: 2,0\ncost: 20\n\nS..\n..G\n..G";
        assert!(parse_corpus_file("two goals", text).unwrap_err().contains("second G"));
        let cases = parse_corpus_file("one", &text.replace("\n..G\n..G", "\n...\n..G")).unwrap();
        let names: Vec<&str> = cases.iter().map(|case| case.name.as_str()).collect();
        assert_eq!(names, ["one#1", "one#2"]);
        assert_eq!(cases[1].expected.cost(), Some(20));
    }

    #[test]
    fn what_is_not_understood_is_named_with_its_line() {
        let says = |text: &str, what: &str| {
            let error = parse_corpus_file("file", text).unwrap_err();
            assert!(error.contains(what) && error.contains("file"), "{error}");
        };
        says("cost: 5", "empty line");
        says("about: x\n\nS.G", "no question");
        says("cost: 5\n\nS.G", "line 1: no mover");
        says("mover: four\ncost: much\n\nS.G", "line 2");
        says("mover: four\ncost: 5\n\nS..", "no goal");
        says("mover: four\nfrom: here\ncost: 5\n\nS.G", "line 2");
        says("map: globe\n\nS.G", "globe");
        says("colour: red\n\nS.G", "colour");
    }
}
