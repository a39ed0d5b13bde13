//! What single questions took, by planner and map: kept for a plot, and told line by line.

use crate::error::BenchError;
use crate::figures::{Figures, microseconds};
use crate::files::bytes_of;
use crate::report::rounded;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Longer paths and times are refused in lines from outside: no map is as large and no clock as patient.
const LENGTH_MAX: f64 = 1e9;
const US_MAX: f64 = 1e12;

/// What a line has to be.
const LINE: &str =
    "{\"map\":…,\"planner\":…,\"length\":…,\"us\":…} with a length and microseconds of 0 or more";

/// A question that was answered rightly.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Timing {
    /// How long the shortest path is, in straight steps.
    pub length: f64,
    /// The least time in microseconds.
    pub us: f64,
}

/// What one planner took on one map.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// The map's name.
    pub map: String,
    /// The planner's name.
    pub planner: String,
    /// Each question that was answered rightly.
    pub timings: Vec<Timing>,
}

/// What single questions took, by planner and map.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Timings {
    series: Vec<Series>,
    // Where each planner on each map stands.
    places: BTreeMap<(String, String), usize>,
}

impl Timings {
    /// What there is, in the order in which it came.
    #[must_use]
    pub fn series(&self) -> &[Series] {
        &self.series
    }

    /// Takes in what a run gave.
    pub fn add(&mut self, figures: &[Figures]) {
        for figures in figures {
            let more = figures.each.iter().map(|&(length, time)| {
                let us = microseconds(time);
                Timing { length, us: rounded_us(us) }
            });
            self.of(&figures.map, &figures.planner).extend(more);
        }
    }

    /// Takes in the lines of a file, which [`Timings::lines`] or a program outside wrote.
    ///
    /// # Errors
    /// When the file cannot be read, or a line is none.
    pub fn read(path: &Path) -> Result<Timings, BenchError> {
        let bytes = bytes_of(path, "lines of JSON, one for each question")?;
        Timings::of_lines(&path.to_string_lossy(), &bytes)
    }

    /// Reads lines of JSON. Fields beside the four are let be.
    ///
    /// # Errors
    /// When a line is none; `name` tells whose it is.
    pub fn of_lines(name: &str, bytes: &[u8]) -> Result<Timings, BenchError> {
        let mut timings = Timings::default();
        for (number, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
            if line.trim_ascii().is_empty() {
                continue;
            }
            let (map, planner, timing) = read_line(line).map_err(|wrong| {
                BenchError::new(format!("{name}: line {}: {wrong}; expected {LINE}", number + 1))
            })?;
            timings.of(&map, &planner).push(timing);
        }
        Ok(timings)
    }

    /// Takes in those of files, each with its name, but for the maps that nobody was asked about here,
    /// and says how many were left out. A planner that is here already goes by its name and the file's,
    /// so that yesterday's stands beside today's; one that is in several files alone is one.
    pub fn join(&mut self, files: Vec<(String, Timings)>) -> usize {
        let here = |names: fn(&Series) -> &String| -> BTreeSet<String> {
            self.series.iter().map(names).cloned().collect()
        };
        let (maps, planners) = (here(|series| &series.map), here(|series| &series.planner));
        let mut left_out = 0;
        let more = files.into_iter().flat_map(|(file, timings)| {
            timings.series.into_iter().map(move |series| (file.clone(), series))
        });
        for (file, Series { map, planner, timings }) in more {
            if !maps.contains(&map) {
                left_out += timings.len();
                continue;
            }
            let is_taken = planners.contains(&planner);
            let planner = if is_taken { format!("{planner} ({file})") } else { planner };
            self.of(&map, &planner).extend(timings);
        }
        left_out
    }

    /// A line of JSON for each question, each with its line break.
    #[must_use]
    pub fn lines(&self) -> String {
        let mut lines = String::new();
        for Series { map, planner, timings } in &self.series {
            let [map, planner] = [map, planner].map(|name| Value::from(name.as_str()));
            for Timing { length, us } in timings {
                let [length, us] = [*length, *us].map(Value::from);
                lines.push_str(&format!(
                    "{{\"map\":{map},\"planner\":{planner},\"length\":{length},\"us\":{us}}}\n"
                ));
            }
        }
        lines
    }

    /// The timings of a planner on a map, to put more to them.
    fn of(&mut self, map: &str, planner: &str) -> &mut Vec<Timing> {
        let next = self.series.len();
        let place = *self.places.entry((map.to_owned(), planner.to_owned())).or_insert(next);
        if place == next {
            let (map, planner) = (map.to_owned(), planner.to_owned());
            self.series.push(Series { map, planner, timings: Vec::new() });
        }
        &mut self.series[place].timings
    }
}

/// In nanoseconds' steps, so that what is read back is what was written.
fn rounded_us(us: f64) -> f64 {
    rounded(Some(us)).as_f64().unwrap_or(us)
}

fn read_line(line: &[u8]) -> Result<(String, String, Timing), String> {
    let line: Value = serde_json::from_slice(line).map_err(|_| "it is no JSON".to_owned())?;
    let name = |field: &str| {
        let name = line.get(field).and_then(Value::as_str).map(str::to_owned);
        name.ok_or_else(|| format!("{field:?} is no text"))
    };
    let number = |field: &str, most: f64| {
        let number = line.get(field).and_then(Value::as_f64);
        let number = number.filter(|number| (0.0..=most).contains(number));
        number.ok_or_else(|| format!("{field:?} is no number from 0 to {most}"))
    };
    let (map, planner) = (name("map")?, name("planner")?);
    Ok((map, planner, Timing { length: number("length", LENGTH_MAX)?, us: number("us", US_MAX)? }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::tests::sample;
    use std::time::Duration;

    fn timings() -> Timings {
        let mut figures = sample("auto", &[]);
        figures.map = "a \"b\".map".to_owned();
        figures.each =
            vec![(9.071_067_81, Duration::from_nanos(1234)), (0.0, Duration::from_secs(1))];
        let mut timings = Timings::default();
        timings.add(&[figures, sample("astar", &[])]);
        timings
    }

    #[test]
    fn lines_can_be_read_back() {
        let timings = timings();
        assert_eq!(
            timings.lines(),
            "{\"map\":\"a \\\"b\\\".map\",\"planner\":\"auto\",\"length\":9.07106781,\"us\":1.234}\n\
             {\"map\":\"a \\\"b\\\".map\",\"planner\":\"auto\",\"length\":0.0,\"us\":1000000.0}\n"
        );
        let read = Timings::of_lines("f", timings.lines().as_bytes()).unwrap();
        assert_eq!(read.series(), &timings.series()[..1]);
        assert_eq!(read.lines(), timings.lines());
    }

    #[test]
    fn a_line_that_is_none_is_told() {
        let good = "{\"map\":\"m\",\"planner\":\"p\",\"length\":1,\"us\":2,\"more\":[]}\n\n";
        for (line, says) in [
            ("{", "line 3: it is no JSON"),
            ("[]", "\"map\" is no text"),
            ("{\"map\":\"m\",\"planner\":1}", "\"planner\" is no text"),
            ("{\"map\":\"m\",\"planner\":\"p\",\"length\":-1}", "\"length\" is no number from 0"),
            ("{\"map\":\"m\",\"planner\":\"p\",\"length\":1,\"us\":1e13}", "\"us\" is no number"),
        ] {
            let error = Timings::of_lines("f", format!("{good}{line}").as_bytes()).unwrap_err();
            let told = error.to_string();
            assert!(told.contains(says) && told.contains("f: line 3"), "{told}");
            assert!(told.contains("expected {\"map\""), "{told}");
        }
        assert!(Timings::of_lines("f", b"\xff").is_err());
        assert_eq!(Timings::of_lines("f", good.as_bytes()).unwrap().series().len(), 1);
    }

    #[test]
    fn figures_from_outside_join_those_of_the_same_maps() {
        let mut here = timings();
        let lines = "{\"map\":\"m.map\",\"planner\":\"astar\",\"length\":1,\"us\":2}\n\
            {\"map\":\"m.map\",\"planner\":\"js\",\"length\":1,\"us\":2}\n\
            {\"map\":\"other.map\",\"planner\":\"js\",\"length\":1,\"us\":2}";
        let outside = Timings::of_lines("f", lines.as_bytes()).unwrap();
        assert_eq!(here.join(vec![("before".to_owned(), outside)]), 1);
        let planners: Vec<&str> = here.series().iter().map(|s| s.planner.as_str()).collect();
        assert_eq!(planners, ["auto", "astar", "astar (before)", "js"]);
    }
}
