//! A map with the questions of its scenario: where the map is found, and that the two belong together.

use crate::error::BenchError;
use crate::files::bytes_of;
use crate::question::ScenarioQuestion;
use crate::raw::RawMap;
use std::path::{Component, Path, PathBuf};
use xunlu::{Grid, Map};
use xunlu_format::{Content, Format, Options, Scenario, ScenarioLine, Source, read_as};

/// What the files here should be.
const EXPECTED: &str = "a scenario or its map";

/// A map, and what is asked of it.
#[derive(Clone, Debug)]
pub struct ScenarioMap {
    /// What the figures call the map: its file's name.
    pub map: String,
    /// The map as the engine reads it.
    pub grid: Grid,
    /// The map as its characters say.
    pub raw: RawMap,
    /// What is asked, in the order of the scenario.
    pub questions: Vec<ScenarioQuestion>,
}

impl ScenarioMap {
    /// A scenario with its map, which is looked for beside the scenario (by the scenario's own name
    /// without `.scen`, then by the name and the path that its lines give), and in the folder `maps`
    /// if one is named. A scenario may be of several maps.
    ///
    /// # Errors
    /// When a file cannot be read or understood, or a question is none about its map.
    pub fn read(scenario: &Path, maps: Option<&Path>) -> Result<Vec<ScenarioMap>, BenchError> {
        let name = scenario.to_string_lossy();
        let bytes = bytes_of(scenario, EXPECTED)?;
        let lines = Scenario::read(&name, &bytes)?.lines;
        // A run without a question would find no answer wrong.
        if lines.is_empty() {
            let what = format!("{name} asks nothing; expected a line for each question");
            return Err(BenchError::new(what));
        }
        let mut read: Vec<(String, ScenarioMap)> = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            let known = read.iter().position(|(map, _)| *map == line.map);
            let at = if let Some(known) = known {
                known
            } else {
                let path = map_of(scenario, &line.map, maps)?;
                let map = ScenarioMap::of_file(&path)?;
                read.push((line.map.clone(), map));
                read.len() - 1
            };
            let map = &mut read[at].1;
            let question = map.question(line).map_err(|wrong| {
                BenchError::new(format!("{name}: question {}: {wrong}", number + 1))
            })?;
            map.questions.push(question);
        }
        Ok(read.into_iter().map(|(_, map)| map).collect())
    }

    /// The map of a file, with nothing asked yet.
    fn of_file(path: &Path) -> Result<ScenarioMap, BenchError> {
        let mut map = ScenarioMap::of_map(&path.to_string_lossy(), &bytes_of(path, EXPECTED)?)?;
        map.map = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(map)
    }

    /// A map with nothing asked yet.
    ///
    /// # Errors
    /// When it is no MovingAI map.
    pub fn of_map(name: &str, bytes: &[u8]) -> Result<ScenarioMap, BenchError> {
        let raw = RawMap::read(name, bytes)?;
        let source = Source::alone(name, bytes);
        let document = read_as(Format::MovingAi, &source, &Options::default())?.document;
        let Content::Map(Map::Grid(grid)) = document.content else {
            return Err(BenchError::new(format!("{name} is no grid; expected one")));
        };
        let size = grid.bounds().size;
        if (size.width, size.height) != (raw.width(), raw.height()) {
            let (width, height) = (raw.width(), raw.height());
            return Err(BenchError::new(format!(
                "{name} says it is {size} and draws {width}x{height}; expected both to be the same"
            )));
        }
        Ok(ScenarioMap { map: name.to_owned(), grid, raw, questions: Vec::new() })
    }

    /// What a line asks, or what is wrong with it.
    fn question(&self, line: &ScenarioLine) -> Result<ScenarioQuestion, String> {
        let (width, height) = (self.raw.width(), self.raw.height());
        if (line.width, line.height) != (width, height) {
            let (told, high) = (line.width, line.height);
            return Err(format!(
                "it is for a map of {told}x{high}; expected {width}x{height}, as {} is",
                self.map
            ));
        }
        let cell = |end: &str, cell: Option<xunlu::Cell>| {
            let cell = cell.ok_or_else(|| format!("the {end} is no whole cell; expected one"))?;
            let inside = self.raw.number_of(cell).is_some();
            inside.then_some(cell).ok_or_else(|| {
                format!("the {end} {cell} lies outside of {width}x{height}; expected a cell inside")
            })
        };
        let from = cell("start", line.start_cell())?;
        let to = cell("goal", line.goal_cell())?;
        Ok(ScenarioQuestion { from, to, optimum: line.optimal_length })
    }
}

/// Where the map of a scenario is.
fn map_of(scenario: &Path, named: &str, maps: Option<&Path>) -> Result<PathBuf, BenchError> {
    let folder = scenario.parent().unwrap_or(Path::new(""));
    // Benchmarks name their maps as paths that were the makers' own; a way out of the folder is none.
    let inside: PathBuf =
        Path::new(named).components().filter(|part| matches!(part, Component::Normal(_))).collect();
    let file = inside.file_name().map(PathBuf::from).unwrap_or_default();
    let own = scenario.file_stem().map(PathBuf::from).unwrap_or_default();
    let mut candidates = Vec::new();
    for folder in [Some(folder), maps].into_iter().flatten() {
        candidates.extend([&own, &file, &inside].map(|name| folder.join(name)));
        candidates.push(folder.join(&own).with_extension("map"));
    }
    candidates.push(PathBuf::from(named));
    let there =
        |path: &&PathBuf| path.extension().is_some_and(|end| end != "scen") && path.is_file();
    candidates.iter().find(there).cloned().ok_or_else(|| {
        BenchError::new(format!(
            "{}: its map {named:?} is not beside it; expected it there, or --maps FOLDER",
            scenario.display()
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu::Cell;
    use xunlu::map::Point;

    const MAP: &[u8] = b"type octile\nheight 2\nwidth 3\nmap\n.S.\n.@.\n";

    fn line(start: Point, goal: Point, width: u32) -> ScenarioLine {
        let map = "m.map".to_owned();
        ScenarioLine { bucket: 0, map, width, height: 2, start, goal, optimal_length: 2.0 }
    }

    #[test]
    fn a_question_lies_on_its_map_or_is_refused() {
        let map = ScenarioMap::of_map("m.map", MAP).unwrap();
        let asked = |goal, width| map.question(&line(Point::new(0.0, 0.0), goal, width));
        let question = asked(Point::new(2.0, 0.0), 3).unwrap();
        assert_eq!((question.to, question.optimum), (Cell::new(2, 0), 2.0));
        for (goal, width, says) in [
            (Point::new(3.0, 0.0), 3, "the goal 3,0 lies outside of 3x2"),
            (Point::new(0.5, 0.0), 3, "no whole cell"),
            (Point::new(0.0, 0.0), 4, "for a map of 4x2; expected 3x2"),
        ] {
            let told = asked(goal, width).unwrap_err();
            assert!(told.contains(says) && told.contains("expected"), "{told}");
        }
    }
}
