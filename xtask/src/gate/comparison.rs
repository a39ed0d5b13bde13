//! Two records side by side: which query got worse, which got better, and whether that is red.

use std::collections::BTreeSet;
use std::fmt;

use super::record::Record;
use crate::failure::Failure;

/// How much worse a query may get unseen, and how much better before it is written down.
pub(super) const TOLERANCE_PERCENT: u64 = 3;

/// What became of each query.
#[derive(Debug)]
pub(super) struct Comparison {
    lines: Vec<Line>,
    /// Both compilers' versions, if they differ: then counts cannot be held against each other.
    compilers: Option<(String, String)>,
}

#[derive(Debug)]
struct Line {
    name: String,
    change: Change,
}

/// How a query stands against the record; counts are instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    Held { recorded: u64, measured: u64 },
    Worse { recorded: u64, measured: u64 },
    Better { recorded: u64, measured: u64 },
    New { measured: u64 },
    Gone { recorded: u64 },
}

/// Holds what was measured against what is recorded.
pub(super) fn compare(recorded: &Record, measured: &Record) -> Comparison {
    let names: BTreeSet<&String> = recorded.queries.keys().chain(measured.queries.keys()).collect();
    let line = |name: &String| Line {
        name: name.clone(),
        change: Change::of(
            recorded.queries.get(name).copied(),
            measured.queries.get(name).copied(),
        ),
    };
    let compilers = (recorded.rustc != measured.rustc)
        .then(|| (recorded.rustc.clone(), measured.rustc.clone()));
    Comparison { lines: names.into_iter().map(line).collect(), compilers }
}

impl Change {
    fn of(recorded: Option<u64>, measured: Option<u64>) -> Self {
        match (recorded, measured) {
            (Some(recorded), Some(measured)) => {
                let whole = u128::from(recorded) * 100;
                let tolerated = u128::from(recorded) * u128::from(TOLERANCE_PERCENT);
                let now = u128::from(measured) * 100;
                if now > whole + tolerated {
                    Self::Worse { recorded, measured }
                } else if now + tolerated < whole {
                    Self::Better { recorded, measured }
                } else {
                    Self::Held { recorded, measured }
                }
            }
            (Some(recorded), None) => Self::Gone { recorded },
            (None, measured) => Self::New { measured: measured.unwrap_or(0) },
        }
    }

    fn is_red(self, same_compiler: bool) -> bool {
        match self {
            Self::Held { .. } | Self::Better { .. } => false,
            Self::Worse { .. } => same_compiler,
            Self::New { .. } | Self::Gone { .. } => true,
        }
    }
}

impl Comparison {
    /// A failure if a query is worse than tolerated, or if the two lists of queries differ.
    pub(super) fn verdict(&self) -> Result<(), Failure> {
        let same_compiler = self.compilers.is_none();
        let red: Vec<&str> = self
            .lines
            .iter()
            .filter(|line| line.change.is_red(same_compiler))
            .map(|line| line.name.as_str())
            .collect();
        if red.is_empty() {
            return Ok(());
        }
        Err(Failure::new(
            format!("the speed gate is red: {}", red.join(", ")),
            "win the instructions back, or run `cargo xtask gate --update` and let the commit \
             say why",
        ))
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Line { name, change } in &self.lines {
            let percent = |recorded, measured| Percent { recorded, measured };
            match *change {
                Change::Held { recorded, measured } => {
                    writeln!(formatter, "  held    {name}  {}", percent(recorded, measured))?;
                }
                Change::Worse { recorded, measured } => writeln!(
                    formatter,
                    "  WORSE   {name}  {}  {recorded} -> {measured}",
                    percent(recorded, measured)
                )?,
                Change::Better { recorded, measured } => writeln!(
                    formatter,
                    "  better  {name}  {}  keep it: `cargo xtask gate --update`",
                    percent(recorded, measured)
                )?,
                Change::New { measured } => {
                    writeln!(formatter, "  NEW     {name}  {measured}, not in the record yet")?;
                }
                Change::Gone { recorded } => {
                    writeln!(formatter, "  GONE    {name}  the record says {recorded}")?;
                }
            }
        }
        if let Some((recorded, measured)) = &self.compilers {
            writeln!(
                formatter,
                "  Recorded with {recorded}, measured with {measured}: counts change with the\n  \
                 compiler, so worse is reported and not red. `cargo xtask gate --update` records \
                 this one."
            )?;
        }
        Ok(())
    }
}

/// A change in percent with two digits, in integers: `+3.14 %`.
struct Percent {
    recorded: u64,
    measured: u64,
}

impl fmt::Display for Percent {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let difference = u128::from(self.recorded.abs_diff(self.measured));
        let hundredths = difference * 10_000 / u128::from(self.recorded.max(1));
        let sign = if self.measured < self.recorded { '-' } else { '+' };
        write!(formatter, "{sign}{}.{:02} %", hundredths / 100, hundredths % 100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(rustc: &str, queries: &[(&str, u64)]) -> Record {
        let queries = queries.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect();
        Record { rustc: rustc.to_owned(), queries }
    }

    fn check(recorded: &[(&str, u64)], measured: &[(&str, u64)], red: bool, says: &str) {
        let comparison = compare(&record("1", recorded), &record("1", measured));
        assert_eq!(comparison.verdict().is_err(), red, "{comparison}");
        assert!(comparison.to_string().contains(says), "{comparison}");
    }

    #[test]
    fn three_percent_worse_holds_and_a_hair_more_is_red() {
        check(&[("astar", 10_000)], &[("astar", 10_300)], false, "held    astar  +3.00 %");
        check(&[("astar", 10_000)], &[("astar", 10_301)], true, "WORSE   astar  +3.01 %");
    }

    #[test]
    fn three_percent_better_holds_and_a_hair_more_asks_to_be_kept() {
        check(&[("astar", 10_000)], &[("astar", 9_700)], false, "held    astar  -3.00 %");
        check(&[("astar", 10_000)], &[("astar", 9_699)], false, "better  astar  -3.01 %");
    }

    #[test]
    fn counts_at_the_end_of_the_range_do_not_overflow() {
        check(&[("astar", u64::MAX)], &[("astar", u64::MAX)], false, "held    astar  +0.00 %");
        check(&[("astar", 1)], &[("astar", u64::MAX)], true, "WORSE");
    }

    #[test]
    fn a_query_the_record_does_not_know_is_red_and_so_is_one_that_is_gone() {
        check(&[], &[("hex", 5)], true, "NEW     hex  5");
        check(&[("hex", 5)], &[], true, "GONE    hex");
    }

    #[test]
    fn another_compiler_makes_worse_a_report_but_still_misses_queries() {
        let recorded = record("rustc 1", &[("astar", 100)]);
        let worse = compare(&recorded, &record("rustc 2", &[("astar", 200)]));
        assert_eq!(worse.verdict(), Ok(()));
        assert!(worse.to_string().contains("Recorded with rustc 1, measured with rustc 2"));
        assert!(worse.to_string().contains("WORSE   astar  +100.00 %"), "{worse}");
        assert!(compare(&recorded, &record("rustc 2", &[])).verdict().is_err());
    }

    #[test]
    fn the_failure_names_what_is_red() {
        let recorded = record("1", &[("astar", 100), ("hex", 100)]);
        let comparison = compare(&recorded, &record("1", &[("astar", 100), ("hex", 200)]));
        let failure = comparison.verdict().unwrap_err().to_string();
        assert!(failure.contains("red: hex"), "{failure}");
        assert!(!failure.contains("astar"), "{failure}");
    }
}
